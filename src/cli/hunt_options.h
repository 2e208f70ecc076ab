/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_HUNT_OPTIONS_H
#define CLI_HUNT_OPTIONS_H

#include "base/arena.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/run_options.h"
#include "hunt/hunt.h"
#include "hunt/spec.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The options of `assay hunt` as they are typed, and the spec that comes of
 * them: defaults, then the spec's file, then the command line. Reading them
 * reports mistakes itself; each function returns -1 to go on, or the status
 * to exit with.
 */

struct hunt_flags {
    struct run_options send; /* decoding and sending, as `assay run` has them;
                                attempts and limit: UINT64_MAX is not given */
    struct vec targets, hypothesizers, key_models; /* of const char * */
    const char *benchmark, *outcomes;
    const char *outcome_field, *tags_field, *text_field, *id_field;
    const char *granularity, *taxonomy, *tagger, *task, *generator;
    const char *width, *seed, *out;
    uint64_t problems; /* UINT64_MAX: not given */
    bool faithful, no_controls;
    /* what is done and shown */
    const char *make_taxonomy;
    bool print_spec, dry_run, json, markdown, force;
};

void hunt_flags_init(struct hunt_flags *f);
void hunt_flags_clear(struct hunt_flags *f);

/* The command line (hunt_args.c); as args_read(). */
int hunt_read_args(const struct command *self, int argc, char **argv,
                   struct hunt_flags *f, struct args *args);

/* The spec, checked; `file` NULL: none. */
int hunt_read_spec(const struct command *self, struct arena *a,
                   const char *file, const struct hunt_flags *f,
                   struct hunt_spec *out);

/* How calls are sent and models opened. Every model of the spec is opened
 * once, so that a missing key is told before anything is asked. */
int hunt_read_sending(const struct command *self, struct arena *a,
                      const struct hunt_flags *f, const struct hunt_spec *s,
                      struct hunt_options *out);

/* The spec with paths that hold wherever it is read from. */
struct hunt_spec hunt_absolute(struct arena *a, const struct hunt_spec *s);

#endif
