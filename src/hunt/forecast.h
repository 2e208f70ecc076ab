/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_FORECAST_H
#define HUNT_FORECAST_H

#include "hunt/hunt.h"

/*
 * How many calls a hunt makes, before it is begun. Nobody is asked. What the
 * spec and the benchmark decide is known; what replies decide has a bound. The
 * bounds are those of the stages themselves: who changes how a stage asks
 * changes them here. Tries of a call that fails are not counted.
 */

struct hunt_calls {
    uint64_t least, most; /* equal: known */
};

struct hunt_forecast {
    size_t examples;     /* problems, or rows of a file of outcomes */
    size_t vocabularies; /* that hypotheses are made in */
    size_t tables;       /* targets, and the common one of several */

    /* Failures: of each target. Of a file n_models may be 0, and nobody is
     * asked at first. */
    const struct model *models;
    size_t n_models;
    struct hunt_calls failures;
    struct ask_estimate first; /* calls 0: none */
    double prompt_bytes;       /* of one problem to the first target that is
                                  no model of the process; 0: there is none */

    struct hunt_calls tags;
    double tag_bytes; /* of the prompts of tags.most calls */

    struct hunt_calls propose; /* of each llm hypothesizer, all tables */

    size_t *measured;  /* [model]: tables whose fresh problems it is asked */
    size_t hypotheses; /* measured of one table, at most */
    struct hunt_calls write, key;      /* of one table; of each key model */
    struct hunt_calls fresh, controls; /* likewise, of the target */
    struct hunt_calls fresh_each, controls_each; /* of one hypothesis */
};

/* `s` NULL: there is no store yet. Fails where hunt_run() would before it asks
 * anybody. */
MUST_USE bool hunt_forecast(struct arena *a, struct store *s,
                            const struct hunt_spec *spec,
                            const struct hunt_options *o,
                            struct hunt_forecast *out, struct err *e);

/* The same of hunt_make_taxonomy(): calls that make it, calls that tag. */
MUST_USE bool hunt_forecast_taxonomy(struct arena *a,
                                     const struct hunt_spec *spec,
                                     const struct hunt_options *o,
                                     struct hunt_calls *make,
                                     struct hunt_calls *tags, struct err *e);

/* The same of hunt_task(). */
MUST_USE bool hunt_forecast_task(struct arena *a, const struct hunt_spec *spec,
                                 struct hunt_calls *propose,
                                 struct hunt_calls *infer, struct err *e);

/* ---- parts ---- */

/* propose_run() on n labelled rows, with a vocabulary or without one. */
struct hunt_calls forecast_propose(const struct propose_options *o, size_t n,
                                   bool vocabulary);

/* infer_run() on n labelled rows; `by_tags`: nobody is asked who holds. */
struct hunt_calls forecast_infer(const struct infer_options *o,
                                 enum infer_strategy s, size_t n, bool by_tags);

/* Fresh problems of one hypothesis, and its controls; problems, not calls. */
struct hunt_calls forecast_fresh(const struct hunt_spec *s);
size_t forecast_controls(const struct hunt_spec *s, bool concepts);

#endif
