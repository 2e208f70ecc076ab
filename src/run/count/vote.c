/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Votes. Equal spellings are found by a table, so that 64 times the same number
 * costs nothing; each new spelling is then compared with the first answer of
 * every group. Pairs that are certainly equal or certainly different never
 * reach the judge, and its work over all pairs has a ceiling.
 */
#include "run/count/vote.h"

#include "base/ascii.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/str.h"
#include "family/table.h"
#include "grade/jsonl.h"
#include "run/count/tally.h"

#include <string.h>

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

static bool has_own_judge(const struct problem *p)
{
    return family_judge(p->family) ||
           (p->n_keys && json_get(p->keys[0].more, "rules"));
}

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

/* 0, -7, 42: two such texts that differ are two numbers. */
static bool is_plain_integer(const char *s)
{
    size_t n;

    s += *s == '-';
    n = strspn(s, "0123456789");
    return n > 0 && s[n] == '\0' && (s[0] != '0' || n == 1);
}

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
    struct vote v = { .problem = p, .by_text = has_own_judge(p) };

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
