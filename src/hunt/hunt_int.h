/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_HUNT_INT_H
#define HUNT_HUNT_INT_H

#include "base/map.h"
#include "hunt/asking.h"
#include "hunt/cause/cause.h"
#include "hunt/hunt.h"
#include "hunt/target/control.h"
#include "run/plan.h"

/*
 * Between the stages of a hunt: hunt.c (their order), hunt_ask.c (beginning,
 * asking), hunt_set.c (benchmark, rewording, controls), hunt_propose.c
 * (hypotheses), hunt_target.c (fresh problems and their solve rates),
 * hunt_write.c (those that models write); and forecast.c, which works out what
 * they will ask.
 */

#define HUNT_INFER_ROWS    100 /* held-out examples that a bank is tried on */
#define HUNT_PILOT         24  /* problems, before the number needed is known */
#define HUNT_SHOWN         200 /* problems that a taxonomy is made from, */
#define HUNT_SHOWN_AT_ONCE 10

struct hunt {
    struct arena *arena;
    struct store *store;
    const struct hunt_spec *spec;
    const struct hunt_options *o;
    struct hunt_report *report;

    struct model *models; /* of the targets; opened */
    size_t n_models;
    struct taxonomy **taxonomies; /* those of the spec, the user's last */
    size_t n_taxonomies;
    struct session session;
    struct draw_range range;       /* of the probe and of fresh problems */
    struct vec problems, controls; /* of struct problem: the report's */
    struct vec series, writings, writers, rewordings;
    struct answers *benchmark; /* the answers to it; NULL: of a file */

    /* The hypotheses of the current target that are measured. */
    struct current {
        size_t model; /* the model that is asked */
        struct measured *measured;
        size_t n;             /* 0: none */
        struct maker *makers; /* [n]; of families */
        struct map seen;      /* statements that must not be made again */
        struct arm
            *arms; /* [n_arms]; sets beside those of the measured hypotheses */
        size_t n_arms;
        struct answers
            fresh; /* to the first problems of the measured hypotheses, their
                                 controls and the arms, asked together */
    } current;
};

/* ---- stages ---- */

struct hunt_outlook; /* of a forecast: forecast.c */

/* The engine runs the stages in their order, those of the whole hunt once and
 * the others for each target; the forecast adds up what they will ask. */
struct hunt_stage {
    const char *name;
    const char *role; /* the role that is asked first */
    bool each;        /* run for each target, not once */
    /* Returns whether a hunt by this spec has the stage. NULL: every hunt has
     * it. */
    bool (*there)(const struct hunt_spec *s);
    /* `t` is NULL for a stage of the whole hunt. */
    bool (*run)(struct hunt *h, struct hunt_target *t, struct err *e);
    bool (*forecast)(const struct hunt_stage *s, struct hunt_outlook *o,
                     struct err *e);
};

extern const struct hunt_stage hunt_stages[HUNT_STAGES];

bool hunt_again(struct hunt *h, struct hunt_target *t, struct err *e);
bool hunt_propose(struct hunt *h, struct hunt_target *t, struct err *e);
bool hunt_problems(struct hunt *h, struct hunt_target *t, struct err *e);
bool hunt_measure(struct hunt *h, struct hunt_target *t, struct err *e);
bool hunt_controls(struct hunt *h, struct hunt_target *t, struct err *e);
bool hunt_paraphrase(struct hunt *h, struct hunt_target *t, struct err *e);

bool forecast_failures(const struct hunt_stage *s, struct hunt_outlook *o,
                       struct err *e);
bool forecast_tags(const struct hunt_stage *s, struct hunt_outlook *o,
                   struct err *e);
bool forecast_again(const struct hunt_stage *s, struct hunt_outlook *o,
                    struct err *e);
bool forecast_hypotheses(const struct hunt_stage *s, struct hunt_outlook *o,
                         struct err *e);
bool forecast_problems(const struct hunt_stage *s, struct hunt_outlook *o,
                       struct err *e);
bool forecast_target(const struct hunt_stage *s, struct hunt_outlook *o,
                     struct err *e);
bool forecast_paraphrase(const struct hunt_stage *s, struct hunt_outlook *o,
                         struct err *e);

/* ---- beginning ---- */

MUST_USE bool hunt_begin(struct hunt *h, struct arena *a, struct store *s,
                         const struct hunt_spec *spec,
                         const struct hunt_options *o, struct hunt_report *out,
                         struct err *e);

/* Reads the problems of the spec's benchmark into the report. */
MUST_USE bool hunt_read_benchmark(struct hunt *h, struct err *e);

/* Returns whether the benchmark is asked in two stages if it has enough
 * problems, and how many attempts every problem has in the first. */
bool hunt_has_stages(const struct hunt_spec *s);
uint64_t hunt_first_attempts(const struct hunt *h);

/* Puts the benchmark to all models, out[model] with room for all; a probe that
 * tells nothing, since all or none of it is solved, at other levels. */
MUST_USE bool hunt_ask_benchmark(struct hunt *h, struct outcomes *out,
                                 struct err *e);

/* Returns the calls of each model that a step to other levels has at most, as
 * long as the benchmark is read and not asked. */
uint64_t hunt_step_calls(struct hunt *h);

/* Fills *out with the texts of the benchmark, which may be problems or a file
 * of outcomes. */
MUST_USE bool hunt_open_texts(struct hunt *h, struct outcomes *out,
                              struct err *e);

/* Reads the task of the spec, or ours, settled for this hunt. */
MUST_USE bool hunt_open_task(struct hunt *h, struct task *out, struct err *e);

/* Reads the data of a task of the user's own: what it is trained on, and what it
 * is tried on, with its name ("val", "test" or "train"). */
MUST_USE bool hunt_task_data(struct hunt *h, const struct task *t,
                             struct task_data *train, struct task_data *trial,
                             const char **name, struct err *e);

/* Opens the key models of the spec; counts what they were asked. */
MUST_USE bool hunt_open_keyers(struct hunt *h, struct questioner **out,
                               struct err *e);
void hunt_close_keyers(struct hunt *h, const struct questioner *keyers);

/* Finds the model that is asked fresh problems for target i: the target itself,
 * or for a file of outcomes the model of that name or else the only one.
 * Returns false if there is none. */
bool hunt_model_for(const struct hunt *h, size_t i, const char *name,
                    size_t n_targets, size_t *model);

/* ---- sizes ---- */

/* Returns how many problems a hypothesis is measured on at first. */
size_t hunt_first_size(const struct hunt_spec *s);

/* Returns the taxonomy of a suspicion's names, or NULL for tags and bounds. */
const struct taxonomy *hunt_taxonomy(const struct hunt *h,
                                     const struct suspicion *c);

/* ---- hypotheses that are measured ---- */

/* A hypothesis that is measured, and its problems. */
struct measured {
    struct hypothesis *row;
    const struct taxonomy *taxonomy;
    struct problem *made; /* by families; n_made */
    size_t n_made;
    size_t *places; /* of made, or of written ones, in the batch */
    size_t n_places;
    const struct written *written; /* NULL: made by families */
    uint32_t *tries, *right;       /* [n_places] */
    size_t n_first; /* of these, asked together with the controls; later ones
                       only make the solve rate more exact */
    const struct control_set *sets;
    struct placed *placed; /* [n_sets] */
    size_t n_sets;
    struct tried matched;       /* answers to the matched controls */
    struct contrast *contrasts; /* the row's, to be filled */
};

/* Says of every measured row whether it is confirmed. */
void hunt_confirm(struct hunt *h, const struct hunt_target *t);

/* Makes the controls of all measured hypotheses and puts them into the batch. */
MUST_USE bool hunt_enlist_controls(struct hunt *h, struct hunt_target *t,
                                   struct batch *b, struct err *e);

/* Puts problems from..n, marked with what they are for (meta.hunt), into the
 * batch. Returns the places of all; those before `from` are 0. */
size_t *hunt_place(struct hunt *h, struct batch *b, const struct hunt_target *t,
                   const struct hypothesis *row, const char *set,
                   const struct problem *p, size_t from, size_t n);

/* Appends problems to a list of the report, each marked so. */
void hunt_keep(struct hunt *h, struct vec *to, const struct hunt_target *t,
               const struct hypothesis *row, const char *set,
               const struct problem *p, size_t n);

/* Problems that models write, within a hunt. */

#define HUNT_NO_HYPOTHESIS "no hypothesis" /* the set of an arm without one */

/* A written set beside those of the measured hypotheses: of a further writer, or of none
 * of the hypotheses. */
struct arm {
    const char *writer;        /* the model's name */
    const struct measured *of; /* NULL: without a hypothesis */
    const struct written *written;
    size_t *places; /* in the batch */
    struct tried tried;
};

/* Returns how many problems a writer is asked for, and in what batches. */
struct write_options hunt_write_options(const struct hunt_spec *s);

/* Has the writers of the spec write: for the measured hypotheses, if families do not make
 * their problems, and for the arms. */
MUST_USE bool hunt_write(struct hunt *h, struct hunt_target *t, struct err *e);

/* Puts the problems of the arms into the batch; counts the answers to them when
 * it was asked, and compares writers. */
void hunt_enlist_arms(struct hunt *h, const struct hunt_target *t,
                      struct batch *b);
void hunt_count_arms(struct hunt *h, const struct hunt_target *t);

#endif
