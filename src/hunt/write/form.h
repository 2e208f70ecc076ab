/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_WRITE_FORM_H
#define HUNT_WRITE_FORM_H

#include "base/arena.h"
#include "hunt/domain.h"
#include "problem/problem.h"

#include <stddef.h>

/*
 * What answers to written problems look like. It decides what writers and key
 * models are told and how keys are compared.
 */

enum form_kind {
    FORM_MATHS, /* values and formulas: judged by equivalence */
    FORM_LABEL, /* one of a few labels */
    FORM_TEXT,  /* any other text */
};

struct answer_form {
    enum form_kind kind;
    const char *const *labels; /* of FORM_LABEL */
    size_t n_labels;
};

/* Finds the form by the labels of the domain or else by the keys of the
 * benchmark: labels are texts of which there are at most 30, each of which
 * comes twice on average. Without keys it is mathematics. */
struct answer_form form_find(struct arena *a, const struct domain *d,
                             const struct problem *p, size_t n);

/* Returns a prompt of the form: "write_maths" of "write"; its labels are
 * filled in. */
const char *form_prompt(struct arena *a, const struct domain *d,
                        const struct answer_form *f, const char *name);

/* Returns the label that a text is, whatever its case and the marks around it,
 * or NULL if it is none of them. */
const char *form_label(const struct answer_form *f, const char *text);

/* The labels with commas between them. */
const char *form_labels(struct arena *a, const struct answer_form *f);

#endif
