/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_EVOLVE_OPTIONS_H
#define CLI_EVOLVE_OPTIONS_H

#include "base/arena.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/run_options.h"
#include "evolve/evolve.h"
#include "evolve/spec.h"

/*
 * The options of `assay evolve` as they are typed, and the spec that comes of
 * them: defaults, then the spec's file, then the command line. Functions that
 * return int report mistakes themselves: -1 to go on, or the status to exit
 * with.
 */

struct evolve_flags {
    struct run_options send; /* decoding and sending, as `assay run` has them;
                                attempts and limit: UINT64_MAX is not given */
    const char *families, *theme, *range, *seed, *out;
    uint64_t level, population, variables, generations; /* UINT64_MAX: not
                                                           given */
    bool same_numbers;
    struct vec without;    /* of const char * */
    const char *operators; /* with commas */
    const char *writer, *referee;
    const char *features, *weights, *threshold, *percentile;
    bool settings;
    const char *calibrate;
    bool print_spec, dry_run, json, markdown, force;
};

void evolve_flags_init(struct evolve_flags *f);
void evolve_flags_clear(struct evolve_flags *f);

/* The command line (evolve_args.c); as args_read(). */
int evolve_read_args(const struct command *self, int argc, char **argv,
                     struct evolve_flags *f, struct args *args);

/* The spec, checked. `word` is a spec, a file of problems, or NULL; *spec_path
 * is it when it is a spec. */
int evolve_read_spec(const struct command *self, struct arena *a,
                     const char *word, const struct evolve_flags *f,
                     struct evolve_spec *out, const char **spec_path);

/* How calls are sent and models opened; every model is tried once. */
int evolve_read_sending(const struct command *self, struct arena *a,
                        const struct evolve_flags *f,
                        const struct evolve_spec *s,
                        struct evolve_options *out);

/* The spec with paths that hold wherever it is read from. */
struct evolve_spec evolve_absolute(struct arena *a,
                                   const struct evolve_spec *s);

/* Does it ask anybody anything? */
bool evolve_asks(const struct evolve_spec *s);

#endif
