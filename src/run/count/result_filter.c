/* SPDX-License-Identifier: Apache-2.0 */
#include "run/count/result_filter.h"
#include "base/ascii.h"
#include "base/map.h"
#include "base/str.h"
#include "run/count/grouping.h"

#include <fnmatch.h>
#include <string.h>

const char *filter_name(enum filter_by by)
{
    static const char *const names[] = {
        [FILTER_CONCEPT] = "concept", [FILTER_FAMILY] = "family",
        [FILTER_LEVEL] = "level",     [FILTER_PROBLEM] = "problem",
        [FILTER_MODEL] = "model",     [FILTER_KIND] = "kind",
        [FILTER_VERDICT] = "verdict",
    };

    INVARIANT((size_t)by < FILTERS);
    return names[by];
}

/* ---- one name among many ---- */

/* How well a name is meant by a word, better ones first. */
enum likeness { SAME, SAME_LETTERS, PART, NOT_ALIKE };

static size_t shared_letters(const char *name, const char *word)
{
    size_t n = 0;

    while (word[n] && to_lower(name[n]) == to_lower(word[n]))
        n++;
    return n;
}

static enum likeness likeness(const char *name, const char *word, bool begins)
{
    size_t n = strlen(word), most = begins ? 1 : strlen(name);

    if (str_eq(name, word))
        return SAME;
    if (shared_letters(name, word) == n && name[n] == '\0')
        return SAME_LETTERS;
    for (size_t i = 0; n && i < most; i++)
        if (shared_letters(name + i, word) == n)
            return PART;
    return NOT_ALIKE;
}

/* The names of a run by one filter, and those that were chosen. */
struct choice {
    struct arena *arena;
    enum filter_by by;
    const char *const *names;
    size_t n;
    bool *chosen;
};

/* Chooses the names that the word is most like. Returns how many there are; the
 * same name twice is one. */
static size_t filter_choose(struct choice *c, const char *word, bool *out)
{
    bool begins = c->by == FILTER_PROBLEM;
    enum likeness best = NOT_ALIKE;
    size_t found = 0;

    for (size_t i = 0; i < c->n; i++) {
        enum likeness like = likeness(c->names[i], word, begins);

        best = like < best ? like : best;
    }
    for (size_t i = 0; i < c->n && best < NOT_ALIKE; i++) {
        out[i] = likeness(c->names[i], word, begins) == best;
        found += out[i];
    }
    return best == SAME && found ? 1 : found;
}

static void fill_mistake(const struct choice *c, const char *word, bool several,
                         const bool *which, struct filter_mistake *out)
{
    const char **names = arena_array(c->arena, const char *, c->n + 1);

    *out = (struct filter_mistake){ c->by, word, several, names, 0 };
    for (size_t i = 0; i < c->n; i++)
        if (!several || which[i])
            names[out->n++] = c->names[i];
}

/* Chooses the families that fit a pattern. Returns whether there is one. */
static bool choose_pattern(struct choice *c, const char *pattern)
{
    bool any = false;

    for (size_t i = 0; i < c->n; i++)
        if (fnmatch(pattern, c->names[i], 0) == 0)
            any = c->chosen[i] = true;
    return any;
}

static bool choose_one(struct choice *c, const char *word,
                       struct filter_mistake *m)
{
    bool *which = arena_array(c->arena, bool, c->n + 1);
    size_t found;

    if (c->by == FILTER_FAMILY && strpbrk(word, "*?") &&
        choose_pattern(c, word))
        return true;
    found = filter_choose(c, word, which);
    if (found != 1) {
        fill_mistake(c, word, found > 1, which, m);
        return false;
    }
    for (size_t i = 0; i < c->n; i++)
        c->chosen[i] |= which[i];
    return true;
}

/* A name may itself have a comma. */
static bool choose_listed(struct choice *c, const char *text,
                          struct filter_mistake *m)
{
    if (choose_one(c, text, m))
        return true;
    if (!strchr(text, ','))
        return false;
    while (*text) {
        size_t n = strcspn(text, ",");
        const char *word = str_trim(c->arena, arena_strndup(c->arena, text, n));

        if (*word && !choose_one(c, word, m))
            return false;
        text += n + (text[n] == ',');
    }
    return true;
}

/* Returns which of the names are chosen, NULL if a word names none or
 * several. */
static bool *filter_choose_all(struct arena *a, enum filter_by by,
                               const struct filter_words *w,
                               const char *const *names, size_t n,
                               struct filter_mistake *m)
{
    struct choice c = { a, by, names, n, arena_array(a, bool, n + 1) };
    bool any = false;

    for (size_t i = 0; i < w->by[by].n; i++) {
        const char *text = *vec_get(&w->by[by], const char *, i);

        if (!choose_listed(&c, text, m))
            return NULL;
    }
    for (size_t i = 0; i < n; i++)
        any |= c.chosen[i];
    if (!any)
        fill_mistake(&c, "", false, NULL, m);
    return any ? c.chosen : NULL;
}

/* ---- problems and models ---- */

static bool by_group(struct arena *a, const struct summary *v,
                     const struct filter_words *w, enum filter_by by,
                     bool *passes, struct filter_mistake *m)
{
    struct grouping g;
    const bool *chosen;

    if (!w->by[by].n)
        return true;
    grouping_make(a, v->problems, v->info.n_problems, filter_name(by), &g);
    chosen = filter_choose_all(a, by, w, g.values, g.n, m);
    for (size_t i = 0; chosen && i < v->info.n_problems; i++) {
        bool one = false;

        for (const uint32_t *k = g.of[i]; *k != UINT32_MAX; k++)
            one |= chosen[*k];
        passes[i] &= one;
    }
    return chosen != NULL;
}

static bool filter_by_id(struct arena *a, const struct summary *v,
                         const struct filter_words *w, bool *passes,
                         struct filter_mistake *m)
{
    const char **ids = arena_array(a, const char *, v->info.n_problems + 1);
    const bool *chosen;

    if (!w->by[FILTER_PROBLEM].n)
        return true;
    for (size_t i = 0; i < v->info.n_problems; i++)
        ids[i] = v->problems[i].id;
    chosen =
        filter_choose_all(a, FILTER_PROBLEM, w, ids, v->info.n_problems, m);
    for (size_t i = 0; chosen && i < v->info.n_problems; i++)
        passes[i] &= chosen[i];
    return chosen != NULL;
}

static bool *all_pass(struct arena *a, size_t n)
{
    bool *passes = arena_array(a, bool, n + 1);

    memset(passes, true, n);
    return passes;
}

static bool filter_by_place(struct arena *a, const struct summary *v,
                            const struct filter_words *w,
                            struct result_filter *out, struct filter_mistake *m)
{
    bool *passes = all_pass(a, v->info.n_problems);

    out->problems = passes;
    out->models = w->by[FILTER_MODEL].n
                      ? filter_choose_all(a, FILTER_MODEL, w, v->models,
                                          v->info.n_models, m)
                      : all_pass(a, v->info.n_models);
    return out->models && by_group(a, v, w, FILTER_CONCEPT, passes, m) &&
           by_group(a, v, w, FILTER_FAMILY, passes, m) &&
           by_group(a, v, w, FILTER_LEVEL, passes, m) &&
           filter_by_id(a, v, w, passes, m);
}

/* ---- kinds and verdicts ---- */

/* The marks but "correct", then the words that the run has. */
static bool filter_by_kind(struct arena *a, const struct summary *v,
                           const struct filter_words *w,
                           struct result_filter *out, struct filter_mistake *m)
{
    const char **names;
    struct map seen = { 0 };

    if (!w->by[FILTER_KIND].n)
        return true;
    for (enum mark k = MARK_CORRECT + 1; k < MARKS; k++)
        map_put(&seen, mark_name(k), strlen(mark_name(k)), NULL);
    for (size_t i = 0; i < v->n_results; i++) {
        const char *word =
            reasons_word(a, &v->results[i], mark_of(&v->results[i], w->strict));

        if (word)
            map_put(&seen, word, strlen(word), NULL);
    }
    names = arena_array(a, const char *, seen.n + 1);
    for (size_t i = 0; i < seen.n; i++)
        names[i] = arena_strdup(a, seen.entries[i].key);
    out->n_kinds = seen.n;
    out->kind_names = names;
    map_clear(&seen);
    out->kinds = filter_choose_all(a, FILTER_KIND, w, names, out->n_kinds, m);
    return out->kinds != NULL;
}

static bool by_verdict(struct arena *a, const struct filter_words *w,
                       struct result_filter *out, struct filter_mistake *m)
{
    const char **names = arena_array(a, const char *, VERDICTS);

    if (!w->by[FILTER_VERDICT].n)
        return true;
    for (size_t i = 0; i < VERDICTS; i++)
        names[i] = verdict_name((enum verdict)i);
    out->verdicts = filter_choose_all(a, FILTER_VERDICT, w, names, VERDICTS, m);
    return out->verdicts != NULL;
}

bool filter_read(struct arena *a, const struct summary *v,
                 const struct filter_words *w, struct result_filter *out,
                 struct filter_mistake *mistake)
{
    *out = (struct result_filter){ .wrong = w->wrong, .strict = w->strict };
    return filter_by_place(a, v, w, out, mistake) &&
           filter_by_kind(a, v, w, out, mistake) &&
           by_verdict(a, w, out, mistake);
}

/* ---- results ---- */

static bool filter_is_of_kind(struct arena *a, const struct result_filter *f,
                              const struct result *r, enum mark mark)
{
    const char *word = reasons_word(a, r, mark);

    if (mark == MARK_CORRECT)
        return false;
    for (size_t i = 0; i < f->n_kinds; i++)
        if (f->kinds[i] && (str_eq(f->kind_names[i], mark_name(mark)) ||
                            str_eq(f->kind_names[i], word)))
            return true;
    return false;
}

bool filter_holds(struct arena *a, const struct result_filter *f,
                  const struct result *r)
{
    enum mark mark = mark_of(r, f->strict);

    if (!f->problems[r->problem] || !f->models[r->model] ||
        (f->wrong && (mark == MARK_CORRECT || !mark_is_settled(mark))))
        return false;
    if (f->verdicts && (r->outcome != OUTCOME_OK ||
                        !f->verdicts[f->strict ? r->strict : r->lenient]))
        return false;
    return !f->kinds || filter_is_of_kind(a, f, r, mark);
}
