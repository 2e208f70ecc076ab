/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_SPEC_OPTIONS_H
#define CLI_SPEC_OPTIONS_H

#include "base/arena.h"
#include "base/limits.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/run_options.h"
#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * What commands with a spec share: options that win over its file, its models
 * opened before anything is asked, and its paths made whole. Functions that
 * return int report mistakes themselves: -1 to go on, or the status to exit
 * with.
 */

/* ---- options over the spec ---- */

/* What was not given changes nothing. */
void spec_take(const char **place, const char *given);
void spec_take_list(const char *const **list, size_t *n,
                    const struct vec *given);
void spec_take_decoding(const struct run_options *r, struct decoding *d);

/* Tell what is wrong with a file, with its place unless the message has it;
 * returns the status to exit with. */
int spec_bad_file(const char *file, const struct err *e);

/* ---- models ---- */

#define SPEC_MODELS_MOST (3 * LIMIT_MODELS + 2) /* of all roles */

/* Models of a spec, opened once each. */
struct spec_models {
    const struct model_options *o;
    const char *what; /* "hunt": for messages */
    struct model models[SPEC_MODELS_MOST];
    size_t n;
};

/* How models are opened. */
struct model_options spec_model_options(const struct run_options *r);

/* Open a model and make a call to it, unsent: a missing key and a decoding
 * that it does not take are told before anything is asked. `asked`: a free
 * question, which a planted model cannot answer. `field` is the decoding's in
 * the spec; "decoding" is that of the options. */
int spec_try_model(struct arena *a, struct spec_models *m, const char *name,
                   bool asked, const struct decoding *d, const char *field);

/* Of all of them together: no key of theirs stands in the spec, whose text is
 * `spec`; they can share options and keep the budget of `ask`. */
int spec_check_models(const struct command *self, const struct spec_models *m,
                      const struct str *spec, const struct ask_options *ask);

/* ---- paths ---- */

/* A path that holds wherever it is read from; `here` is the folder that it is
 * relative to. NULL, "-" and whole paths stay as they are. */
const char *spec_whole_path(struct arena *a, const char *here,
                            const char *path);

/* "llm:replay:FILE", "planted:FILE": the file is a path too. */
const char *spec_whole_model(struct arena *a, const char *here,
                             const char *name);
const char *const *spec_whole_models(struct arena *a, const char *here,
                                     const char *const *names, size_t n);

#endif
