/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_RUN_JOB_H
#define CLI_RUN_JOB_H

#include "base/progress.h"
#include "base/vec.h"
#include "cli/run_show.h"
#include "cli/spec_options.h"
#include "run/spec/run_spec.h"

#include <pthread.h>

/*
 * `assay run` while it works: cmd_run.c reads what is wanted, with sweeps and
 * --regrade; run_ask.c looks at the problems' keys, asks one run and shows it.
 * Functions return the exit status, or -1 to go on.
 */

/* What a thread finds of the plan's problems while they are read. */
struct keys_look {
    pthread_t thread;
    const struct judge_options *judge;
    pthread_mutex_t lock;
    pthread_cond_t more;
    const struct problem *problems; /* read so far; under the lock, like: */
    size_t n;
    bool all; /* no more will come */

    struct arena arena;
    struct vec lines;  /* const char *: as plan_lines() */
    struct vec is_bad; /* bool */
    uint64_t n_bytes;  /* of the lines */
    size_t bad;        /* keys that cannot be read and were not told of */
    const char *first; /* the id of the first, and what is wrong with it */
    const char *why;
};

struct run_job {
    struct spec_args args;
    struct arena *arena;
    struct run_spec spec;
    struct run_options show;
    const char *only, *of, *regrade; /* or NULL */
    bool print_spec, dry_run, batch, enqueue;
    struct arena problems; /* the plan's */
    struct keys_look keys;
    struct models_tried models;
    struct plan plan;
    struct session_options session;
    struct summary_options view;
    struct progress progress;
    uint64_t before; /* replies that the run has */
    uint64_t shown;  /* results that the progress line counts */
    bool stopping;   /* said that Ctrl-C was heard */
    bool warned;     /* said why the first call is tried again */
    struct value_sweep sweep;
    const char *sweep_value; /* "max_tokens=4000": of that run, */
    struct run_info swept;   /* the run of the value that was asked last */
    enum ask_end ended;      /* how it ended */
};

void run_forget_problems(struct run_job *j); /* the plan's, and their lines */

/* From keys_begin() on the plan's problems may be read; keys_end() waits until
 * all that were read are looked at, and sets the plan's lines. keys_say() tells
 * what is wrong with the keys, once. */
void keys_begin(struct run_job *j);
void keys_end(struct run_job *j);
void keys_say(struct run_job *j);

/* ask_options.progress and .stop; the context is the job. */
void run_show_progress(void *job, const struct live *l);
bool run_should_stop(void *job);

/* What of the budget is spent; nothing where there is none. */
void run_say_spent(const struct run_job *j, const struct ask_report *p);

bool run_all_local(const struct plan *p); /* no server is asked */

/* Opens the run of the plan, whose problems have these lines, asks what is
 * missing and shows it. */
int run_open_and_ask(struct run_job *j, struct store *s);

#endif
