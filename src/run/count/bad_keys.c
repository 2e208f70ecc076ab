/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/bad_keys.h"

#include "base/str.h"
#include "run/judge.h"
#include "run/plan.h"
#include "store/reviews.h"

#include <inttypes.h>
#include <string.h>

/* What the results tell of a problem's key. */
enum key_state { KEY_OPEN, KEY_READ, KEY_BAD };

/* The judge had to read the key to say this. Not so of a correct answer that is
 * the key's own text; nor of no answer, nor of several values, of which some may
 * be such a text; nor of what a person said. */
static bool proves_key(const struct result *r)
{
    if ((r->judge && str_eq(r->judge, REVIEW_JUDGE)) ||
        (r->more && strstr(r->more, "\"parts\"")))
        return false;
    switch (r->lenient) {
    case VERDICT_WRONG:
    case VERDICT_UNREADABLE:
    case VERDICT_UNDECIDED: return true;
    case VERDICT_CORRECT: return r->why && !str_starts(r->why, GRADE_SAME_TEXT);
    default: return false;
    }
}

/* A key that a reply was not judged by is bad, whatever this version of the
 * judge reads. */
static bool find_states(const struct result *r, size_t n, size_t n_problems,
                        enum key_state *state)
{
    size_t read = 0;

    for (size_t i = 0; i < n; i++) {
        enum key_state *s = &state[r[i].problem];

        if (r[i].outcome != OUTCOME_OK || *s == KEY_BAD)
            continue;
        if (r[i].strict == VERDICT_BAD_KEY || r[i].lenient == VERDICT_BAD_KEY)
            *s = KEY_BAD;
        else if (*s == KEY_OPEN && proves_key(&r[i]))
            *s = KEY_READ;
    }
    for (size_t i = 0; i < n_problems; i++)
        read += state[i] == KEY_READ;
    return read < n_problems;
}

/* Sets what is told of the problems in their results. */
static const bool *mark_results(struct arena *a, const enum key_state *state,
                                size_t n_problems, struct result *r, size_t n)
{
    bool *bad = arena_array(a, bool, n_problems + 1), any = false;

    for (size_t i = 0; i < n_problems; i++)
        any |= bad[i] = state[i] == KEY_BAD;
    for (size_t i = 0; any && i < n; i++)
        r[i].bad_key = bad[r[i].problem];
    return any ? bad : NULL;
}

static struct judge_options bad_keys_read_options(struct arena *a,
                                                  const char *spec)
{
    struct json *read;
    struct err e;

    return spec && json_read(a, spec, strlen(spec), 1, &read, &e)
               ? plan_judge_read(a, read)
               : (struct judge_options){ 0 };
}

const bool *bad_keys_mark(struct arena *a, const struct problem *problems,
                          size_t n_problems, const char *spec,
                          const bool *unreadable, struct result *results,
                          size_t n)
{
    enum key_state *state = arena_array(a, enum key_state, n_problems + 1);
    struct arena scratch = { 0 };
    struct judge_options o;
    const char *why;

    if (!find_states(results, n, n_problems, state))
        return NULL;
    o = bad_keys_read_options(a, spec);
    for (size_t i = 0; i < n_problems; i++) {
        if (state[i] == KEY_OPEN &&
            (unreadable ? unreadable[i]
                        : !run_judge_key(&scratch, &problems[i], &o, &why)))
            state[i] = KEY_BAD;
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
    return mark_results(a, state, n_problems, results, n);
}

/* Reads the problems that the results leave open. */
static bool look_at_lines(struct arena *a, const char *const *lines, size_t n,
                          const struct run_info *run, enum key_state *state,
                          struct err *e)
{
    struct judge_options o = bad_keys_read_options(a, run->spec);
    struct arena tmp = { 0 };
    struct problem p;
    struct json *row;
    const char *why;
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++) {
        if (state[i] != KEY_OPEN)
            continue;
        ok = json_read(&tmp, lines[i], strlen(lines[i]), i + 1, &row, e) &&
             problem_read(&tmp, row, &p, e);
        if (ok && !run_judge_key(&tmp, &p, &o, &why))
            state[i] = KEY_BAD;
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return ok || err_prefix(e, "run %s: ", run->name);
}

static bool mark_run(struct arena *a, struct store *s, struct arena *tmp,
                     const struct run_info *run, struct result *r, size_t n,
                     const bool **bad, struct err *e)
{
    enum key_state *state =
        arena_array(tmp, enum key_state, run->n_problems + 1);
    const char **lines;
    size_t n_lines;

    for (size_t i = 0; i < n; i++)
        if (r[i].problem >= run->n_problems)
            return err_set(e, ERR_DOMAIN,
                           "run %s: a result does not belong to the run",
                           run->name);
    if (find_states(r, n, run->n_problems, state) &&
        (!runs_problems(s, tmp, run->id, &lines, &n_lines, e) ||
         !look_at_lines(tmp, lines, n_lines, run, state, e)))
        return false;
    *bad = mark_results(a, state, run->n_problems, r, n);
    return true;
}

bool bad_keys_results(struct arena *a, struct store *s, int64_t run,
                      struct result **results, size_t *n, const bool **bad,
                      struct err *e)
{
    struct arena tmp = { 0 };
    struct run_info info;
    bool ok =
        runs_find(s, &tmp, arena_printf(&tmp, "r%" PRId64, run), &info, e) &&
        runs_results(s, a, run, results, n, e) &&
        mark_run(a, s, &tmp, &info, *results, *n, bad, e);

    arena_clear(&tmp);
    return ok;
}
