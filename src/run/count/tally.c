/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/tally.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/str.h"
#include "family/table.h"
#include "grade/jsonl.h"
#include "run/judge.h"
#include "run/plan.h"
#include "store/reviews.h"

#include <inttypes.h>
#include <string.h>

/* The judge's word for a reply that says that it does not know. Few replies
 * without an answer hold it at all: only those are read. */
static bool says_unknown(const char *more)
{
    struct arena scratch = { 0 };
    const char *word;
    bool is;

    if (!more || !strstr(more, MARK_REASON_ABSTAINED))
        return false;
    word = json_string(json_get(json_parse(&scratch, more), "reason"));
    is = word && str_eq(word, MARK_REASON_ABSTAINED);
    arena_clear(&scratch);
    return is;
}

static enum mark mark_of_verdict(enum verdict v, const char *more)
{
    switch (v) {
    case VERDICT_CORRECT: return MARK_CORRECT;
    case VERDICT_WRONG: return MARK_WRONG;
    case VERDICT_NO_ANSWER:
        return says_unknown(more) ? MARK_ABSTAINED : MARK_NO_ANSWER;
    case VERDICT_UNREADABLE: return MARK_UNREADABLE;
    case VERDICT_BAD_KEY: return MARK_BAD_KEY;
    default: return MARK_UNDECIDED;
    }
}

enum mark mark_of(const struct result *r, bool strict)
{
    if (r->bad_key)
        return MARK_BAD_KEY;
    switch (r->outcome) {
    case OUTCOME_OK:
        return mark_of_verdict(strict ? r->strict : r->lenient, r->more);
    case OUTCOME_TRUNCATED: return MARK_TRUNCATED;
    case OUTCOME_REFUSED: return MARK_REFUSED;
    case OUTCOME_OVERFLOW: return MARK_OVERFLOW;
    case OUTCOME_MALFORMED: return MARK_MALFORMED;
    default: return MARK_ERROR;
    }
}

const struct trial *tally_trials(struct arena *a, const struct result *r,
                                 size_t n)
{
    struct trial *out = arena_array(a, struct trial, n + 1);

    for (size_t i = 0; i < n; i++)
        out[i] = (struct trial){
            .problem = (size_t)r[i].problem,
            .model = (size_t)r[i].model,
            .strict = mark_of(&r[i], true),
            .lenient = mark_of(&r[i], false),
            /* Where the context is too short the model is not asked to write. */
            .replied = outcome_is_reply(r[i].outcome) &&
                       r[i].outcome != OUTCOME_OVERFLOW,
            .prompt = r[i].usage.prompt,
            .completion = r[i].usage.completion,
            .reasoning = r[i].usage.reasoning,
            .cached = r[i].usage.cached,
            .seconds = (double)(r[i].took_ms > 0 ? r[i].took_ms : 0) / 1000,
        };
    return out;
}

/* ---- finding ---- */

size_t tally_first(const struct result *all, size_t n, size_t problem,
                   size_t model, uint64_t attempt)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct result *r = &all[middle];

        if (r->problem != problem ? r->problem < problem
            : r->model != model   ? r->model < model
                                  : r->attempt < attempt)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct result *tally_results(const struct result *all, size_t n,
                                   size_t problem, size_t model, size_t *found)
{
    size_t first = tally_first(all, n, problem, model, 0), end = first;

    while (end < n && all[end].problem == problem && all[end].model == model)
        end++;
    *found = end - first;
    return *found ? all + first : NULL;
}

double result_cost(const struct price *p, const struct result *r)
{
    const struct usage *u = &r->usage;
    double cost = price_of(p, u->prompt, u->cached, u->completion);

    return r->batched ? cost * PRICE_BATCH : cost;
}

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

/* Reads the keys that the results leave open, of problems or of their lines. */
static bool look_at_keys(struct arena *a, const struct problem *problems,
                         const char *const *lines, size_t n, const char *spec,
                         enum key_state *state, struct err *e)
{
    struct judge_options o = plan_judge_read(a, json_parse(a, spec));
    struct arena tmp = { 0 };
    const char *why;
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++) {
        struct problem read;
        struct json *row;

        if (state[i] != KEY_OPEN)
            continue;
        ok = !lines ||
             (json_read(&tmp, lines[i], strlen(lines[i]), i + 1, &row, e) &&
              problem_read(&tmp, row, &read, e));
        if (ok && !run_judge_key(&tmp, lines ? &read : &problems[i], &o, &why))
            state[i] = KEY_BAD;
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return ok;
}

const bool *bad_keys_mark(struct arena *a, const struct problem *problems,
                          size_t n_problems, const char *spec,
                          const bool *unreadable, struct result *results,
                          size_t n)
{
    enum key_state *state = arena_array(a, enum key_state, n_problems + 1);
    struct err e;

    if (!find_states(results, n, n_problems, state))
        return NULL;
    for (size_t i = 0; unreadable && i < n_problems; i++)
        if (state[i] == KEY_OPEN && unreadable[i])
            state[i] = KEY_BAD;
    if (!unreadable)
        INVARIANT(look_at_keys(a, problems, NULL, n_problems, spec, state, &e));
    return mark_results(a, state, n_problems, results, n);
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
    if (find_states(r, n, run->n_problems, state)) {
        if (!runs_problems(s, tmp, run->id, &lines, &n_lines, e))
            return false;
        if (!look_at_keys(tmp, NULL, lines, n_lines, run->spec, state, e))
            return err_prefix(e, "run %s: ", run->name);
    }
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

/*
 * Votes. Equal spellings are found by a table, so that 64 times the same number
 * costs nothing; each new spelling is then compared with the first answer of
 * every group. Pairs that are certainly equal or certainly different never
 * reach the judge, and its work over all pairs has a ceiling.
 */
/* Units of work for all pairs of one vote; beyond, pairs are undecided. */
#define VOTE_WORK (4 * (uint64_t)LIMIT_WORK)

struct vote {
    const struct problem *problem;
    bool by_text;             /* the family has rules of its own */
    struct map spelling;      /* of an answer -> its group */
    struct grade_request ask; /* the options of every pair */
    struct arena scratch;     /* of one pair */
    uint64_t work;
    const struct result **first; /* of each group */
    const char **text;           /* its answer, trimmed */
    size_t n;
};

/* White space at the ends does not count, and where the text alone is
 * compared, runs of it are one space. */
static const char *vote_spelling_of(struct arena *a, const char *answer,
                                    bool by_text)
{
    char *s = str_trim(a, answer);
    size_t n = 0;

    if (!by_text)
        return s;
    for (size_t i = 0; s[i]; i++)
        if (!is_space(s[i]))
            s[n++] = s[i];
        else if (!is_space(s[i + 1]))
            s[n++] = ' ';
    s[n] = '\0';
    return s;
}

/* ---- pairs ---- */

/* The strict verdict on an answer with another one as the key. */
static enum verdict vote_ask(struct vote *v, const char *gold,
                             const char *answer)
{
    struct grade_request r = v->ask;
    struct grade_result g;

    if (v->work >= VOTE_WORK)
        return VERDICT_UNDECIDED;
    r.gold = gold;
    r.gold_n = strlen(gold);
    r.reply = answer;
    r.reply_n = strlen(answer);
    r.extracted = true;
    g = grade_pair(&v->scratch, &r);
    v->work += g.work + 1;
    arena_reset(&v->scratch);
    return g.strict.verdict;
}

/* The verdicts against the key come first: they cost nothing, and keep a proved
 * and a disproved answer out of one group. */
static bool are_equal(struct vote *v, size_t group, const struct result *r,
                      const char *text)
{
    enum verdict x = v->first[group]->strict, y = r->strict;

    if (x == VERDICT_CORRECT && y == VERDICT_CORRECT)
        return true;
    if ((x == VERDICT_CORRECT && y == VERDICT_WRONG) ||
        (x == VERDICT_WRONG && y == VERDICT_CORRECT) ||
        (is_plain_integer(text) && is_plain_integer(v->text[group])))
        return false;
    return vote_ask(v, v->text[group], text) == VERDICT_CORRECT &&
           vote_ask(v, text, v->text[group]) == VERDICT_CORRECT;
}

static size_t vote_find_group(struct vote *v, const struct result *r,
                              const char *text)
{
    size_t i = v->by_text ? v->n : 0;

    while (i < v->n && !are_equal(v, i, r, text))
        i++;
    if (i == v->n) {
        v->first[i] = r;
        v->text[i] = text;
        v->n++;
    }
    return i;
}

/* ---- the vote ---- */

/* How the problem's answers are compared: as its own key would be, but for a
 * tolerance, which makes no equivalence. */
static void vote_set_options(struct arena *a, struct vote *v)
{
    const struct problem *p = v->problem;
    struct grade_request r = { 0 };
    struct err e;

    if (p->n_keys == 1 && !p->keys[0].name) {
        r.has_kind = true;
        r.kind = p->keys[0].kind;
    }
    v->ask = r;
    if (jsonl_options(a, p->extra, p->meta, &r, &e))
        v->ask = r;
    v->ask.tolerance = NULL;
}

static bool has_vote(const struct result *r)
{
    return r->outcome == OUTCOME_OK && r->answer && !str_blank(r->answer);
}

/* group[i] is -1 on entry for those that may not vote. */
static size_t vote_count_votes(struct arena *a, const struct problem *p,
                               const struct result *const *attempts, size_t n,
                               int *group)
{
    struct vote v = { .problem = p,
                      .by_text =
                          family_judge(p->family) ||
                          (p->n_keys && json_get(p->keys[0].more, "rules")) };

    v.first = arena_array(a, const struct result *, n);
    v.text = arena_array(a, const char *, n);
    vote_set_options(a, &v);
    for (size_t i = 0; i < n; i++) {
        const char *text;
        size_t *known;
        bool added;

        if (group[i] < 0)
            continue;
        text = vote_spelling_of(a, attempts[i]->answer, v.by_text);
        known = map_put(&v.spelling, text, strlen(text), &added);
        if (added)
            *known = vote_find_group(&v, attempts[i], text);
        group[i] = (int)*known;
    }
    map_clear(&v.spelling);
    arena_clear(&v.scratch);
    return v.n;
}

size_t vote_groups(struct arena *a, const struct problem *p,
                   const struct result *const *attempts, size_t n, int *group)
{
    for (size_t i = 0; i < n; i++)
        group[i] = has_vote(attempts[i]) ? 0 : -1;
    return vote_count_votes(a, p, attempts, n, group);
}

double vote_credit(struct arena *a, const struct problem *p,
                   const struct result *const *attempts, size_t n, bool strict)
{
    int *group = arena_array(a, int, n);
    enum mark *marks = arena_array(a, enum mark, n);

    for (size_t i = 0; i < n; i++) {
        marks[i] = mark_of(attempts[i], strict);
        group[i] = has_vote(attempts[i]) && marks[i] != MARK_NO_ANSWER &&
                           marks[i] != MARK_ABSTAINED &&
                           marks[i] != MARK_BAD_KEY
                       ? 0
                       : -1;
    }
    vote_count_votes(a, p, attempts, n, group);
    return tally_vote(marks, group, n);
}
