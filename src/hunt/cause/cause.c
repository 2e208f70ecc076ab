/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/cause/cause.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/str.h"
#include "hunt/cause/cause_int.h"
#include "stats/cluster.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows of a hypothesis, and what was tried as an explanation: the
 * suspicion, its parts, other concepts, traits. */

#define BOUNDS_MOST 24  /* of one trait */
#define WITHIN      3.0 /* what a second condition costs beside a claim */

uint32_t asked_holds(struct arena *a, const struct suspicion *c,
                     const struct taxonomy *t, const struct problem *p)
{
    uint32_t bits = 0;

    for (size_t i = 0; i < c->n_concepts && i < ASKED_CONCEPTS; i++) {
        struct suspicion part = { .vocabulary = c->vocabulary,
                                  .concepts = &c->concepts[i],
                                  .n_concepts = 1 };

        if (suspicion_holds_problem(a, &part, t, p))
            bits |= UINT32_C(1) << i;
    }
    if (c->bound.kind != BOUND_NONE &&
        suspicion_holds_problem(a, &(struct suspicion){ .bound = c->bound },
                                NULL, p))
        bits |= ASKED_BOUND;
    return bits;
}

bool evidence_holds(const struct evidence *v, size_t row)
{
    return (v->rows[row].holds & v->whole) == v->whole;
}

/* ---- columns ---- */

static bool cause_has_support(const struct evidence *v, const uint8_t *on)
{
    size_t n = 0;

    for (size_t i = 0; i < v->n; i++)
        n += on[i];
    return n >= CLUE_SUPPORT && n + CLUE_SUPPORT <= v->n;
}

/* Is there no such column yet? Traits are compared with traits alone: one that
 * is just where the suspicion is must be seen. */
static bool cause_is_new(struct evidence *v, const struct clue *f,
                         const uint8_t *on)
{
    struct hasher h;
    struct hash128 key;
    bool added;

    hasher_open(&h);
    hasher_u64(&h, f->kind == CLUE_TRAIT && !f->within);
    hasher_bytes(&h, on, v->n);
    key = hasher_close(&h);
    map_put(&v->columns, &key, sizeof(key), &added);
    return added || f->kind == CLUE_CLAIM;
}

static void cause_put(struct evidence *v, const struct clue *f,
                      const uint8_t *on)
{
    struct clue *to;

    if (!cause_has_support(v, on) || !cause_is_new(v, f, on))
        return;
    to = vec_push(&v->clues);
    *to = *f;
    to->on = on;
}

/* The clue within a claim: together with it, and together with not it where
 * that is a thing of its own. That a problem lacks one of many concepts or
 * kinds of answer makes nobody fail. */
static void add_within(struct evidence *v, const struct clue *f,
                       const uint8_t *on, const struct clue *claim)
{
    struct clue inside = *f;

    inside.within = true;
    inside.claim = claim->claim;
    inside.cost += WITHIN;
    /* A bound within a bound of the same trait is a band of it. */
    if (f->kind != CLUE_MINED && !str_eq(claim->cause, f->cause))
        inside.cause = "interaction";
    for (int side = 1; side >= !f->unlike; side--) {
        uint8_t *both = arena_alloc(v->arena, v->n + 1);

        for (size_t i = 0; i < v->n; i++)
            both[i] = claim->on[i] && on[i] == side;
        inside.named = f->named && side;
        if (!side)
            inside.what = f->unlike;
        cause_put(v, &inside, both);
    }
}

/* Adds the clue, and the same within claims where that is another thing and
 * has support. Columns that there are are not added again. */
/* Traits are tried within parts of the suspicion as well. */
static void evidence_add(struct evidence *v, const struct clue *f,
                         const uint8_t *on)
{
    cause_put(v, f, on);
    for (size_t i = 0; i < v->n_claims && (f->kind == CLUE_TRAIT || !i); i++) {
        struct clue claim = *vec_get(&v->clues, struct clue, i);

        add_within(v, f, on, &claim);
    }
}

/* ---- claims and concepts ---- */

static void cause_add_claim(struct evidence *v, uint32_t bits,
                            const char *cause, const char *what)
{
    struct clue f = {
        .kind = CLUE_CLAIM, .claim = bits, .cause = cause, .what = what
    };
    uint8_t *on = arena_alloc(v->arena, v->n + 1);

    for (size_t i = 0; i < v->n; i++)
        on[i] = (v->rows[i].holds & bits) == bits;
    evidence_add(v, &f, on);
}

const char *cause_word(struct arena *a, const char *trait, const char *word)
{
    static const char *const causes[][2] = {
        { "words", "length" },
        { "characters", "length" },
        { "digits", "size" },
        { "numbers", "size" },
    };

    for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++)
        if (str_eq(trait, causes[i][0]))
            return causes[i][1];
    if (!word || str_eq(trait, "wording"))
        return trait;
    return arena_printf(a, "%s: %s", trait, word);
}

static const char *bound_cause(struct arena *a, const struct bound *b)
{
    return cause_word(a, b->trait, b->kind == BOUND_IS ? b->word : NULL);
}

static void cause_add_claims(struct evidence *v)
{
    const struct suspicion *c = v->suspicion;
    bool bound = c->bound.kind != BOUND_NONE;
    size_t parts = c->n_concepts + bound;
    struct arena *a = v->arena;

    cause_add_claim(v, v->whole,
                    parts > 1       ? "interaction"
                    : c->n_concepts ? "concept"
                                    : bound_cause(a, &c->bound),
                    suspicion_short(a, c));
    for (size_t i = 0; parts > 1 && i < c->n_concepts && i < ASKED_CONCEPTS;
         i++)
        cause_add_claim(v, UINT32_C(1) << i,
                        arena_printf(a, "%s alone", c->concepts[i]),
                        c->concepts[i]);
    if (parts > 1 && bound)
        cause_add_claim(
            v, ASKED_BOUND, bound_cause(a, &c->bound),
            suspicion_short(a, &(struct suspicion){ .bound = c->bound }));
}

/* Does the suspicion hold wherever this does? */
static bool cause_is_part(const struct evidence *v, const uint8_t *on)
{
    for (size_t i = 0; i < v->n; i++)
        if (on[i] && !evidence_holds(v, i))
            return false;
    return true;
}

static void cause_add_concepts(struct evidence *v)
{
    const struct vocabulary *c = v->concepts;

    for (uint32_t k = 0; k < c->n; k++) {
        struct clue f = { .kind = CLUE_SKILL,
                          .cause = arena_printf(v->arena, "auxiliary skill: %s",
                                                c->names[k]),
                          .what = c->names[k],
                          .cost = log((double)c->n) };
        uint8_t *on = arena_alloc(v->arena, v->n + 1);

        for (size_t i = 0; i < v->n; i++)
            for (const uint32_t *of = c->of[i]; *of != UINT32_MAX; of++)
                on[i] |= *of == k;
        if (cause_is_part(v, on))
            f.cause = arena_printf(v->arena, "%s alone", c->names[k]);
        evidence_add(v, &f, on);
    }
}

/* ---- traits ---- */

/* The different values but the last, at most BOUNDS_MOST of them, evenly over
 * the rows. Returns how many. */
static size_t bounds_of(const struct evidence *v, const double *x,
                        double out[BOUNDS_MOST])
{
    double *all = arena_array(v->arena, double, v->n + 1);
    size_t n = 0, different = 0, made = 0;

    for (size_t i = 0; i < v->n; i++)
        if (!isnan(x[i]))
            all[n++] = x[i];
    if (!n)
        return 0;
    sort_doubles(all, n);
    for (size_t i = 0; i + 1 < n; i++)
        different += all[i] < all[i + 1];
    for (size_t i = 0; i + 1 < n; i++) {
        bool turn =
            different <= BOUNDS_MOST || i * (BOUNDS_MOST - 1) / n >= made;

        if (all[i] < all[i + 1] && turn && made < BOUNDS_MOST)
            out[made++] = all[i];
    }
    return made;
}

/* Traits are as likely as each other, and so are the values of one. */
static double cause_cost_of(const struct evidence *v, size_t values)
{
    return log((double)v->n_traits * (double)values);
}

static void add_bounds(struct evidence *v, const struct trait *t)
{
    double bounds[BOUNDS_MOST];
    size_t n = bounds_of(v, t->value, bounds);

    for (size_t k = 0; k < n; k++) {
        struct clue f = {
            .kind = CLUE_TRAIT,
            .cause = cause_word(v->arena, t->name, NULL),
            .what = arena_printf(v->arena, "%s > %g", t->name, bounds[k]),
            .unlike = arena_printf(v->arena, "%s <= %g", t->name, bounds[k]),
            .trait = t->name,
            .cost = cause_cost_of(v, n)
        };
        uint8_t *on = arena_alloc(v->arena, v->n + 1);

        for (size_t i = 0; i < v->n; i++)
            on[i] = t->value[i] > bounds[k];
        evidence_add(v, &f, on);
    }
}

static void cause_add_words(struct evidence *v, const struct trait *t)
{
    struct map words = { 0 };

    for (size_t i = 0; i < v->n; i++)
        if (t->words[i])
            map_put(&words, t->words[i], strlen(t->words[i]), NULL);
    for (size_t k = 0; k < words.n; k++) {
        const char *word = arena_strdup(v->arena, words.entries[k].key);
        uint8_t *on = arena_alloc(v->arena, v->n + 1);
        struct clue f = { .kind = CLUE_TRAIT,
                          .cause = cause_word(v->arena, t->name, word),
                          .what =
                              arena_printf(v->arena, "%s: %s", t->name, word),
                          .trait = t->name,
                          .named = true,
                          .cost = cause_cost_of(v, words.n) };

        for (size_t i = 0; i < v->n; i++)
            on[i] = t->words[i] && str_eq(t->words[i], word);
        evidence_add(v, &f, on);
    }
    map_clear(&words);
}

/* Words first: of two that are one it is the word that is named. */
static void cause_add_traits(struct evidence *v)
{
    for (size_t i = 0; i < v->n_traits; i++)
        if (!v->traits[i].value)
            cause_add_words(v, &v->traits[i]);
    for (size_t i = 0; i < v->n_traits; i++)
        if (v->traits[i].value)
            add_bounds(v, &v->traits[i]);
}

/* ---- rows ---- */

/* Variants of one problem share its numbers; a problem may be in several
 * sets. */
static void cause_find_clusters(struct evidence *v)
{
    struct clusters c = clusters_in(v->arena, v->n);

    for (size_t i = 0; i < v->n; i++) {
        const struct problem *p = v->rows[i].problem;
        const char *key =
            p->family && p->seed
                ? arena_printf(v->arena, "%s %d %s %llu", p->family, p->level,
                               p->seed, (unsigned long long)p->index)
                : p->id;

        clusters_join(&c, i, key, strlen(key));
    }
    clusters_number(&c, v->cluster);
    clusters_clear(&c);
    for (size_t i = 0; i < v->n; i++)
        v->half[i] = hash_bytes(&v->cluster[i], sizeof(v->cluster[i])).low & 1;
}

static void cause_take_rows(struct evidence *v,
                            const struct asked_problem *asked, size_t n)
{
    struct arena *a = v->arena;

    v->rows = arena_array(a, struct asked_problem, n + 1);
    v->fails = arena_array(a, double, n + 1);
    v->cluster = arena_array(a, uint32_t, n + 1);
    v->half = arena_alloc(a, n + 1);
    for (size_t i = 0; i < n; i++) {
        if (!asked[i].tries)
            continue;
        v->fails[v->n] = 1 - (double)asked[i].right / asked[i].tries;
        v->rows[v->n] = asked[i];
        if (asked[i].set == ASKED_TARGETED) /* written ones have no tags */
            v->rows[v->n].holds = v->whole;
        v->n++;
    }
}

static void evidence_open(struct arena *a, struct evidence *v,
                          const struct suspicion *c,
                          const struct asked_problem *asked, size_t n)
{
    struct vocabulary *concepts = arena_new(a, struct vocabulary);
    struct problem *p = arena_array(a, struct problem, n + 1);
    size_t k = c->n_concepts < ASKED_CONCEPTS ? c->n_concepts : ASKED_CONCEPTS;

    *v = (struct evidence){ .arena = a,
                            .suspicion = c,
                            .concepts = concepts,
                            .clues = vec_in(a, sizeof(struct clue)) };
    v->whole = (UINT32_C(1) << k) - 1;
    if (c->bound.kind != BOUND_NONE)
        v->whole |= ASKED_BOUND;
    cause_take_rows(v, asked, n);
    for (size_t i = 0; i < v->n; i++)
        p[i] = *v->rows[i].problem;
    cause_find_clusters(v);
    v->n_traits = traits_of(a, p, v->n, &v->traits);
    vocabulary_of(a, p, v->n, taxonomy_find("high"), concepts);
    cause_add_claims(v);
    v->n_claims = v->clues.n;
    cause_add_concepts(v);
    cause_add_traits(v);
}

static void evidence_close(struct evidence *v)
{
    map_clear(&v->columns);
}

/* What nobody had thought of: words of the statement, the family, knobs, the
 * look of the key. */

#define WORD_MOST 40 /* characters */

/* What the rows have: names, and a bit for each row. */
struct mine {
    struct evidence *evidence;
    struct map names; /* -> place in `on` */
    struct vec on;    /* of uint8_t *, [row] */
};

static void cause_note(struct mine *m, size_t row, const char *name, size_t n)
{
    bool added;
    size_t *place = map_put(&m->names, name, n, &added);

    if (added) {
        *place = m->on.n;
        *(uint8_t **)vec_push(&m->on) =
            arena_alloc(m->evidence->arena, m->evidence->n + 1);
    }
    (*vec_get(&m->on, uint8_t *, *place))[row] = 1;
}

static void note_text(struct mine *m, size_t row, const char *text)
{
    cause_note(m, row, text, strlen(text));
}

static void note_words(struct mine *m, size_t row, const char *s)
{
    char word[WORD_MOST + 10];

    while (*s) {
        int n = 0;

        for (; is_letter(*s); s++)
            if (n < WORD_MOST)
                word[n++] = to_lower(*s);
        if (n > 1)
            note_text(
                m, row,
                arena_printf(m->evidence->arena, "the word \"%.*s\"", n, word));
        while (*s && !is_letter(*s))
            s++;
    }
}

static void cause_note_key(struct mine *m, size_t row, const struct problem *p)
{
    const char *key = p->n_keys ? p->keys[p->n_keys - 1].latex : "";
    size_t n = strlen(key);

    while (n && !is_digit(key[n - 1]))
        n--;
    if (!n)
        return;
    note_text(
        m, row,
        arena_printf(m->evidence->arena, "a key that ends in %c", key[n - 1]));
    if ((key[n - 1] - '0') % 2)
        note_text(m, row, "an odd key");
}

static void note_knobs(struct mine *m, size_t row, const struct problem *p)
{
    for (const struct json *k = p->knobs ? p->knobs->first : NULL; k;
         k = k->next)
        if (json_string(k))
            note_text(m, row,
                      arena_printf(m->evidence->arena, "knob %s: %s", k->name,
                                   k->text));
}

/* Parts of pairs count by themselves. */
static void note_family(struct mine *m, size_t row, const struct problem *p)
{
    const char *s = p->family ? p->family : "";

    while (*s) {
        size_t n = strcspn(s, "+");

        note_text(m, row,
                  arena_printf(m->evidence->arena, "family %.*s", (int)n, s));
        s += n + (s[n] == '+');
    }
}

/* Adds the clues of mine.c. */
static void evidence_mine(struct evidence *v)
{
    struct mine m = { .evidence = v,
                      .on = vec_in(v->arena, sizeof(uint8_t *)) };

    for (size_t i = 0; i < v->n; i++) {
        const struct problem *p = v->rows[i].problem;

        note_words(&m, i, p->statement);
        cause_note_key(&m, i, p);
        note_knobs(&m, i, p);
        note_family(&m, i, p);
    }
    for (size_t k = 0; k < m.names.n; k++) {
        const struct map_entry *e = &m.names.entries[k];
        struct clue f = { .kind = CLUE_MINED,
                          .cause = "something not tried",
                          .what = arena_strdup(v->arena, e->key),
                          .unlike =
                              str_eq(e->key, "an odd key")
                                  ? "an even key"
                                  : arena_printf(v->arena, "not %s", e->key),
                          .named = true,
                          .cost = log((double)m.names.n) };

        evidence_add(v, &f, *vec_get(&m.on, uint8_t *, e->value));
    }
    map_clear(&m.names);
}

/* The verdict: what makes targeted problems hard, in words. */

#define SMALL 0.1  /* a gap that is smaller, with its whole interval, is none */
#define MOST  0.6  /* of the gap, that a cause explains at least */
#define ALL   0.95 /* of the gap, and it explains all of it */
#define SPLIT \
 0.25 /* agreement of the attempts at one problem, where the set as a whole \
         is solved */
#define HALF    0.3 /* or more */
#define BY_LUCK 2.0 /* standard errors that luck may bring */

enum finding_kind { FOUND_YES, FOUND_NO, FOUND_OPEN };

/* Is b solved more often than a? */
static enum finding_kind is_easier(const struct solve *a, const struct solve *b)
{
    double gap, lo, hi;

    gap_of(a, b, &gap, &lo, &hi);
    if (lo > 0)
        return FOUND_YES;
    return hi < SMALL ? FOUND_NO : FOUND_OPEN;
}

/* What is being decided. */
struct inquest {
    struct arena *arena; /* of the hypothesis */
    struct hypothesis *row;
    struct explanation x;
    enum finding_kind gap;
    const char *best; /* the cause that explains most, or NULL */
    double share;     /* what it explains, and */
    double total;     /* of how much */
    bool contested;   /* a claim would explain about as much in its place */
};

static const struct clue *chosen_at(const struct inquest *t, size_t i)
{
    return vec_get(&t->x.evidence->clues, struct clue, t->x.chosen[i]);
}

static const char *cause_percent(struct arena *a, double rate)
{
    return arena_printf(a, "%.0f %%", 100 * rate);
}

static void cause_say(struct inquest *t, const char *cause, const char *why)
{
    t->row->cause = arena_strdup(t->arena, cause);
    t->row->cause_why = why;
}

/* ---- what explains most ---- */

/* Between targeted and matched problems; where these are as hard, of the
 * targeted ones. */
static double cause_share_of(const struct inquest *t, const char *cause)
{
    double share = explain_share(&t->x, ASKED_TARGETED, cause);

    return t->gap == FOUND_YES
               ? share - explain_share(&t->x, ASKED_MATCHED, cause)
               : share;
}

static void find_best(struct inquest *t)
{
    const struct explanation *x = &t->x;
    double rate = explain_rate(x, ASKED_TARGETED, 0);

    t->best = NULL;
    t->total = rate - (t->gap == FOUND_YES
                           ? explain_rate(x, ASKED_MATCHED, 0)
                           : explain_rate(x, ASKED_TARGETED, UINT32_MAX));
    for (size_t i = 0; i < x->n; i++) {
        const char *cause = chosen_at(t, i)->cause;
        double share = cause_share_of(t, cause);

        if (!t->best || share > t->share) {
            t->best = cause;
            t->share = share;
        }
    }
    if (t->best && (t->share < SMALL || t->share < MOST * t->total))
        t->best = NULL;
}

/* The clue of a cause that was taken first. */
static const struct clue *cause_first_of(const struct inquest *t,
                                         const char *cause)
{
    for (size_t i = 0; i < t->x.n; i++)
        if (str_eq(chosen_at(t, i)->cause, cause))
            return chosen_at(t, i);
    return NULL;
}

/* Another bound of the suspected trait is the suspicion all the same. */
static bool is_claim(const struct inquest *t, const struct clue *f)
{
    return f->kind == CLUE_CLAIM ||
           str_eq(f->cause,
                  vec_get(&t->x.evidence->clues, struct clue, 0)->cause);
}

/*
 * What problems of several weaknesses happen to share explains more than any of
 * them, but less than all of them together. So where something else was taken
 * for the cause, the suspicion and other concepts are tried in its place; the
 * better of the two explanations stands.
 */
static void contest(struct inquest *t)
{
    for (;;) {
        const struct clue *f = t->best ? cause_first_of(t, t->best) : NULL;
        struct explanation other;

        if (!f || f->kind == CLUE_MINED || is_claim(t, f) ||
            t->gap == FOUND_NO || !explain_claimed(&t->x, t->best, &other))
            return;
        if (explain_worth(&t->x, true) >= explain_worth(&other, true)) {
            t->contested = explain_worth(&t->x, false) <
                           explain_worth(&other, false) + RIVAL;
            return;
        }
        t->x = other;
        find_best(t);
    }
}

/* What fails: the clue, or not to have it. */
static const char *cause_what_of(const struct inquest *t, const struct clue *f)
{
    for (size_t i = 0; i < t->x.n && !f->within; i++)
        if (chosen_at(t, i) == f && t->x.fit.beta[i + 1] < 0)
            return f->unlike ? f->unlike
                             : arena_printf(t->arena, "not %s", f->what);
    return f->what;
}

/* ---- items that go one way or the other ---- */

/*
 * Do the attempts at one targeted problem agree beyond what the model says, and
 * beyond luck? Their agreement is 0 if they are independent and 1 if they all go
 * the same way. For X failures in t independent tries, (X - t p)^2 has the
 * variance 2 t (t - 1) s^2 + t s (1 - 4 s), where s = p (1 - p).
 */
static bool goes_one_way(const struct explanation *x)
{
    const struct evidence *v = x->evidence;
    double over = 0, most = 0, luck = 0;

    for (size_t i = 0; i < v->n; i++) {
        double t = v->rows[i].tries, p = x->rate[i];
        double off = t * (v->fails[i] - p), spread = p * (1 - p);

        if (v->rows[i].set != ASKED_TARGETED || t < 2)
            continue;
        over += off * off - t * spread;
        most += t * (t - 1) * spread;
        luck += t * spread * (2 * (t - 1) * spread + 1 - 4 * spread);
    }
    return over > SPLIT * most && over > BY_LUCK * sqrt(luck);
}

/* ---- sentences ---- */

/* Solve rates of targeted problems with and without it, of the half of the
 * rows on which it was not found. */
static const char *differs(struct inquest *t, const struct clue *f)
{
    const struct evidence *v = t->x.evidence;
    double right[2] = { 0 }, n[2] = { 0 };

    for (size_t i = 0; f && i < v->n; i++)
        if (v->rows[i].set != ASKED_BENCHMARK && v->half[i]) {
            right[f->on[i]] += 1 - v->fails[i];
            n[f->on[i]]++;
        }
    if (n[0] < 1 || n[1] < 1 || fabs(right[0] / n[0] - right[1] / n[1]) < SMALL)
        return "; none of the features examined (words of the statement, "
               "families, knobs, the key) separates failed problems from "
               "solved ones";
    return arena_printf(
        t->arena,
        "; failed and solved problems differ most in %s (in the half not used "
        "to find it, %s are solved with it and %s without)",
        f->what, cause_percent(t->arena, right[1] / n[1]),
        cause_percent(t->arena, right[0] / n[0]));
}

static const char *rates(struct inquest *t)
{
    return arena_printf(
        t->arena,
        "targeted problems are solved %s of the time, matched problems %s",
        cause_percent(t->arena, t->row->targeted.rate),
        cause_percent(t->arena, t->row->control.rate));
}

/* What else makes these problems harder still, or nothing. */
static const char *harder_still(struct inquest *t)
{
    for (size_t i = 0; i < t->x.n; i++) {
        const struct clue *f = chosen_at(t, i);
        double share = explain_share(&t->x, ASKED_TARGETED, f->cause);

        if (!str_eq(f->cause, t->best) && share >= SMALL)
            return arena_printf(t->arena, "; %s (%s) costs another %.0f points",
                                f->cause, cause_what_of(t, f), 100 * share);
    }
    return "";
}

static void say_not_tried(struct inquest *t, const char *why)
{
    const struct clue *f = cause_first_of(t, "something not tried");

    cause_say(t, "something not tried",
              arena_printf(t->arena, "%s, %s%s", rates(t), why,
                           differs(t, f ? f : explain_left(&t->x))));
}

/* ---- the verdict ---- */

/* Why the suspicion arose, where that is plain: what explains most of what its
 * problems of the benchmark fail more. */
static const char *arose(struct inquest *t)
{
    const struct explanation *x = &t->x;
    double gap = explain_benchmark(x, 0);

    for (size_t i = 0; i < x->n; i++) {
        const struct clue *f = chosen_at(t, i);
        double by = gap - explain_benchmark(x, explain_bits(x, f->cause));

        if (f->kind != CLUE_CLAIM && !f->within && by > SMALL / 2 &&
            by >= MOST * gap)
            return arena_printf(
                t->arena,
                "; on the benchmark, problems with it fail %.0f points more "
                "often, and %s explains %.0f of these points",
                100 * gap, cause_what_of(t, f), 100 * fmin(by, gap));
    }
    return "";
}

static void say_nothing_found(struct inquest *t)
{
    bool concept = t->row->suspicion.n_concepts > 0;

    if (t->gap == FOUND_YES)
        say_not_tried(t, "but none of the candidates explains this");
    else if (t->gap == FOUND_NO)
        cause_say(
            t, concept ? "not the concept" : "not the factor",
            arena_printf(t->arena,
                         "matched problems without it are not solved more "
                         "often: %s against %s%s",
                         cause_percent(t->arena, t->row->control.rate),
                         cause_percent(t->arena, t->row->targeted.rate),
                         arose(t)));
    else
        cause_say(t, "not told",
                  arena_printf(
                      t->arena,
                      "the intervals of targeted (%s) and matched problems "
                      "(%s) are too wide to decide%s",
                      cause_percent(t->arena, t->row->targeted.rate),
                      cause_percent(t->arena, t->row->control.rate), arose(t)));
}

/* How many of the points between targeted and matched problems the cause has,
 * by its share of what the model has between them. */
static const char *cause_points_of(struct inquest *t)
{
    double seen = 100 * (t->row->control.rate - t->row->targeted.rate);
    double share = t->total > 0 ? t->share / t->total : 1;

    if (share > ALL)
        return arena_printf(t->arena, "all %.0f points of the difference",
                            seen);
    return arena_printf(t->arena, "%.0f of the %.0f points of the difference",
                        share * seen, seen);
}

static void say_claim(struct inquest *t, const struct clue *f)
{
    const struct clue *rival;

    if (goes_one_way(&t->x) && t->row->targeted.rate > HALF) {
        say_not_tried(t, "but some targeted problems always fail and others "
                         "never, and none of the candidates explains this");
        return;
    }
    rival = explain_rival(&t->x, f->cause);
    if (rival)
        cause_say(t, "not told",
                  arena_printf(t->arena,
                               "%s, and %s explains this as well as %s does",
                               rates(t), rival->what, f->what));
    else
        cause_say(t, f->cause,
                  arena_printf(t->arena, "%s: %s explains %s%s", rates(t),
                               f->what, cause_points_of(t), harder_still(t)));
}

/* Does another reason show only where the suspicion is? Then it may be no more
 * than what goes along with it. A part of the suspicion can show nowhere else.
 */
static bool goes_along(const struct inquest *t, const struct clue *f)
{
    const struct evidence *v = t->x.evidence;
    bool outside = f->kind == CLUE_TRAIT;

    for (size_t i = 0; i < v->n; i++)
        outside = outside || (f->on[i] && !evidence_holds(v, i));
    return !f->within && outside && !explain_outside(&t->x, f->cause);
}

static void say_other(struct inquest *t, const struct clue *f)
{
    const struct clue *rival = explain_rival(&t->x, f->cause);
    const struct clue *apart = explain_apart(&t->x, f->cause);

    if (apart)
        cause_say(
            t, "not told",
            arena_printf(
                t->arena,
                "%s, and %s explains this, but not all of its problems fail: "
                "%s separates those that fail from the others",
                rates(t), cause_what_of(t, f), apart->what));
    else if (goes_along(t, f))
        cause_say(
            t, "not told",
            arena_printf(
                t->arena,
                "%s, and %s coincides with this, but problems with it do not "
                "fail more often where the hypothesis does not apply",
                rates(t), cause_what_of(t, f)));
    else if (t->contested)
        cause_say(
            t, "not told",
            arena_printf(
                t->arena,
                "%s, and %s explains this, but the hypothesis together with "
                "other weaknesses explains it equally well",
                rates(t), cause_what_of(t, f)));
    else if (rival)
        cause_say(t, "not told",
                  arena_printf(t->arena,
                               "%s, and %s and %s explain this equally well",
                               rates(t), cause_what_of(t, f), rival->what));
    else if (f->within)
        cause_say(
            t, f->cause,
            arena_printf(t->arena,
                         "%s: the hypothesis makes problems fail only together "
                         "with %s, by %.0f points",
                         rates(t), f->what, 100 * t->share));
    else
        cause_say(
            t, f->cause,
            arena_printf(t->arena,
                         "%s: %s explains %.0f points, in these problems and "
                         "in others; the hypothesis explains nothing more",
                         rates(t), cause_what_of(t, f), 100 * t->share));
}

static void cause_decide(struct inquest *t)
{
    const struct clue *f = t->best ? cause_first_of(t, t->best) : NULL;
    bool claimed = f && is_claim(t, f);

    if (!f || (claimed && t->gap != FOUND_YES))
        say_nothing_found(t);
    else if (f->kind == CLUE_MINED)
        say_not_tried(t, "but something else decides which of them fail");
    else if (claimed && !f->within)
        say_claim(t, f);
    else
        say_other(t, f);
}

/* ---- what is expected of the control ---- */

static void cause_expect(struct inquest *t)
{
    const char *most = NULL;
    double largest = SMALL / 2;

    t->row->control_expected = 1 - explain_rate(&t->x, ASKED_MATCHED, 0);
    for (size_t i = 0; i < t->x.n; i++) {
        double share =
            explain_share(&t->x, ASKED_MATCHED, chosen_at(t, i)->cause);

        if (share > largest) {
            largest = share;
            most = chosen_at(t, i)->cause;
        }
    }
    if (most)
        t->row->control_why = arena_printf(
            t->arena,
            "matched problems are solved %s of the time (expected: %s); %s "
            "explains %.0f points of their failures: without it, %s would be "
            "solved",
            cause_percent(t->arena, t->row->control.rate),
            cause_percent(t->arena, t->row->control_expected), most,
            100 * largest,
            cause_percent(t->arena,
                          1 - explain_rate(&t->x, ASKED_MATCHED,
                                           explain_bits(&t->x, most))));
}

void cause_find(struct arena *a, struct hypothesis *h,
                const struct asked_problem *asked, size_t n)
{
    struct arena scratch = { 0 };
    struct evidence v;
    struct inquest t = { .arena = a, .row = h };

    if (!h->targeted.n || !h->control.n)
        return;
    evidence_open(&scratch, &v, &h->suspicion, asked, n);
    /* With enough problems with it and without, the suspicion is the first
     * clue. */
    if (!v.n_claims || vec_get(&v.clues, struct clue, 0)->claim != v.whole) {
        cause_say(&t, "not told", "too few problems were asked to decide");
        evidence_close(&v);
        arena_clear(&scratch);
        return;
    }
    evidence_mine(&v);
    cause_explain(&v, &t.x);
    t.gap = is_easier(&h->targeted, &h->control);
    find_best(&t);
    contest(&t);
    effects_find(a, h, &t.x);
    cause_expect(&t);
    cause_decide(&t);
    evidence_close(&v);
    arena_clear(&scratch);
}

/* Solve rates of sets, and gaps between them. */

/* ---- rates ---- */

static struct solve cause_solve_tail(const struct tried *sets, size_t n,
                                     double tail)
{
    double *total, *count, right = 0, tries = 0;
    struct solve s = { .rate = NAN, .lo = 0, .hi = 1 };
    struct interval i;
    size_t most = 1;

    for (size_t k = 0; k < n; k++)
        most += sets[k].n;
    total = alloc_new(2 * most, sizeof(double));
    count = total + most;
    for (size_t k = 0; k < n; k++)
        for (size_t p = 0; p < sets[k].n; p++) {
            if (!sets[k].tries[p])
                continue;
            total[s.n] = sets[k].right[p];
            count[s.n++] = sets[k].tries[p];
            right += sets[k].right[p];
            tries += sets[k].tries[p];
        }
    if (s.n) {
        i = stats_clustered_tail(total, count, s.n, tail);
        s.rate = right / tries;
        s.lo = i.low;
        s.hi = i.high;
    }
    free(total);
    return s;
}

struct solve solve_of(const struct tried *t)
{
    return cause_solve_tail(t, 1, 0.025);
}

struct solve solve_of_all(const struct tried *sets, size_t n)
{
    return cause_solve_tail(sets, n, 0.025);
}

/* ---- gaps ---- */

void confirm_row(struct hypothesis *row, const struct tried *fresh,
                 const struct tried *others, size_t rows)
{
    double tail = 0.025 / (double)rows;
    struct solve a = cause_solve_tail(fresh, 1, tail),
                 b = cause_solve_tail(others, 1, tail);

    if (!a.n || !b.n)
        return;
    gap_of(&b, &a, &row->below, &row->below_lo, &row->below_hi);
    row->against = b.rate;
    row->confirmed = row->below_hi < 0   ? CONFIRMED_YES
                     : row->below_lo > 0 ? CONFIRMED_NO
                                         : CONFIRMED_NOT_SHOWN;
}

void gap_of(const struct solve *a, const struct solve *b, double *gap,
            double *lo, double *hi)
{
    struct interval i =
        stats_newcombe(a->rate, (struct interval){ a->lo, a->hi }, b->rate,
                       (struct interval){ b->lo, b->hi });

    *gap = b->rate - a->rate;
    *lo = i.low;
    *hi = i.high;
}

/* Where no pair differs its spread is not known: what Tango's score leaves is
 * z^2 / (n + z^2) each way. */
static struct interval no_gap(size_t n)
{
    double z = STATS_Z_95, half = z * z / ((double)n + z * z);

    return (struct interval){ -half, half };
}

void gap_paired(const struct tried *a, const struct tried *b, double *gap,
                double *lo, double *hi)
{
    double *d = alloc_new(a->n + 1, sizeof(double));
    double *one = alloc_new(a->n + 1, sizeof(double));
    struct interval i;
    bool differs = false;
    size_t n = 0;

    for (size_t k = 0; k < a->n && k < b->n; k++) {
        if (!a->tries[k] || !b->tries[k])
            continue;
        d[n] = (double)b->right[k] / b->tries[k] -
               (double)a->right[k] / a->tries[k];
        differs |= d[n] < 0 || d[n] > 0;
        one[n++] = 1;
    }
    *gap = n ? stats_mean(d, n) : NAN;
    i = !n        ? (struct interval){ -1, 1 }
        : differs ? stats_clustered(d, one, n, -1, 1)
                  : no_gap(n);
    *lo = i.low;
    *hi = i.high;
    free(d);
    free(one);
}

/* ---- sizes ---- */

/*
 * The width of an interval goes with one over the root of the number of
 * problems. A pilot whose problems all went the same way says little of the
 * spread, so that its rate is drawn half a problem towards the middle first
 * (its interval is Wilson's, which does the same).
 */
size_t measure_needed(const struct tried *pilot, double width, size_t most)
{
    struct solve s = solve_of(pilot);
    double ratio = s.n ? (s.hi - s.lo) / width : 0;
    double n = ceil((double)s.n * ratio * ratio);

    if (!s.n || n > (double)most)
        return most > pilot->n ? most : pilot->n;
    return (size_t)n > pilot->n ? (size_t)n : pilot->n;
}
