/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SPEC_RUN_SPEC_H
#define RUN_SPEC_RUN_SPEC_H

#include "base/arena.h"
#include "base/err.h"
#include "model/decoding.h"
#include "run/judge.h"
#include "run/prompt.h"
#include "run/spec/fields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a run is, as it is written: a YAML file, options, or both, of which
 * options win. run/plan.h is the same when its files were read and its models
 * opened.
 */

struct run_spec {
    const char *problems; /* a file that `assay import` reads, or "-" */
    const char *as;       /* the reader of that file; NULL: found */
    size_t limit;         /* first so many problems; 0: all */
    const char *const *models;
    size_t n_models;
    uint64_t attempts;
    struct decoding decoding;
    struct prompt_files prompt;
    bool strict;            /* the reading of the rules that is counted by */
    const char *tolerance;  /* as typed: 0.01, 1%; or NULL */
    size_t digits;          /* of a rounded answer; 0: the usual ones */
    const char *convention; /* of a family's own judge; NULL: ours */
    const char *store;      /* NULL: $ASSAY_STORE, or assay.db */
};

extern const struct spec_table run_spec_table;

/* Do its fields go together, and is there something to ask? */
MUST_USE bool run_spec_check(const struct run_spec *s, struct err *e);

/* How it is judged. Fails where tolerance, digits or convention make no
 * sense. */
MUST_USE bool run_spec_judge(struct arena *a, const struct run_spec *s,
                             struct judge_options *out, struct err *e);

#endif
