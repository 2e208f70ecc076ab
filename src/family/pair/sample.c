/* SPDX-License-Identifier: Apache-2.0 */
#include "family/pair/sample.h"
#include "base/hash.h"
#include "base/str.h"
#include "family/pair/part.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe_int.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#define DRAWN_MOST 1000 /* problems for one sample of answers */
#define STEP       100  /* of them, after which the sample may suffice */
#define ALIKE      50   /* pairs tell how often numbers repeat, within 15 % */
#define AMPLE      (4 * LINK_LARGE) /* a spread of which no more need be known */
#define KEYS_MOST  400              /* problems that tell the shares of keys */
#define KEYS_FEW   160  /* of them, that tell whether a key may be too common */
#define RARE       4    /* times among these is not too often */
#define KEY_SHARE  0.06 /* of one key, less than the tenth that is allowed */
#define KEPT_LEAST 0.02 /* no key is thinned below this chance */

/* ---- how often numbers repeat ---- */

static double spread(double pairs, double alike)
{
    double c = pairs / (alike + 1 + sqrt(alike + 0.75));

    return c < 1 ? 1 : c;
}

double sample_spread_counted(const size_t *count, size_t n)
{
    double all = 0, alike = 0;

    for (size_t i = 0; i < n; i++) {
        all += (double)count[i];
        alike += (double)count[i] * ((double)count[i] - 1) / 2;
    }
    return spread(all * (all - 1) / 2, alike);
}

#define PLACES 2048 /* a power of 2, more than twice SAMPLE_MOST */

/* How many pairs of them are alike. */
static double alike_pairs(const int64_t *x, size_t n)
{
    int64_t at[PLACES];
    uint16_t count[PLACES] = { 0 };
    double alike = 0;

    for (size_t i = 0; i < n; i++) {
        size_t k =
            (size_t)((uint64_t)x[i] * UINT64_C(0x9e3779b97f4a7c15) >> 53);

        while (count[k] && at[k] != x[i])
            k = (k + 1) % PLACES;
        at[k] = x[i];
        alike += count[k]++;
    }
    return alike;
}

double sample_spread(const int64_t *x, size_t n)
{
    return spread((double)n * ((double)n - 1) / 2, alike_pairs(x, n));
}

/* ---- samples ---- */

/* Texts that were counted, by their hashes. */
struct tally {
    uint64_t text[KEYS_MOST];
    double share[KEYS_MOST]; /* of all KEYS_MOST problems */
    size_t n;
};

struct bucket {
    struct bucket *next;
    int64_t kind;
    bool large;
    bool full;     /* the sample suffices */
    double spread; /* of what it holds, once it is asked for */
    size_t n;
    int64_t x[SAMPLE_MOST];
};

/* All that is known of a family at a level. */
struct source {
    struct source *next;
    struct hash128 id;
    struct rng rng;
    size_t drawn;
    struct bucket *buckets;
    struct tally *forms, *kinds; /* of the family alone */
    struct tally *chances;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct arena kept;
static struct source *sources;

static struct hash128 id_of(const struct part *t, const struct json *knobs)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "sample");
    hasher_text(&h, t->family->name);
    hasher_text(&h, t->family->hash ? t->family->hash : "");
    hasher_u64(&h, (uint64_t)t->family->version);
    hasher_u64(&h, (uint64_t)t->level);
    hasher_u64(&h, (uint64_t)holdout_of(knobs, "kinds"));
    hasher_u64(&h, (uint64_t)t->digits);
    hasher_u64(&h, t->slot.field != NULL);
    return hasher_close(&h);
}

/* Find the source, under the lock. */
static struct source *source_of(const struct part *t, const struct json *knobs)
{
    struct hash128 id = id_of(t, knobs);
    struct source *s = sources;

    while (s && (s->id.high != id.high || s->id.low != id.low))
        s = s->next;
    if (!s) {
        s = arena_new(&kept, struct source);
        s->id = id;
        s->next = sources;
        sources = s;
        rng_init(&s->rng, id);
    }
    return s;
}

static int64_t kind_of(const struct family *f, const union values *v)
{
    const int64_t *kind;

    if (f->recipe->engine)
        return v->numbers[0];
    kind = values_find(f->recipe->fields, v, "kind", strlen("kind"));
    return kind ? *kind : 0;
}

static bool is_large(int64_t x)
{
    return x >= LINK_LARGE || x <= -LINK_LARGE;
}

static struct bucket *bucket_of(struct source *s, int64_t kind, bool large)
{
    struct bucket *b = s->buckets;

    while (b && (b->kind != kind || b->large != large))
        b = b->next;
    if (!b) {
        b = arena_new(&kept, struct bucket);
        b->kind = kind;
        b->large = large;
        b->next = s->buckets;
        s->buckets = b;
    }
    return b;
}

/* What a bucket holds in the end depends on the stream alone: whatever it is
 * drawn on for, it takes no more once it suffices. */
static void bucket_add(struct bucket *b, int64_t x)
{
    double alike;

    if (b->full)
        return;
    b->x[b->n++] = x;
    if (b->n % STEP > 0)
        return;
    alike = alike_pairs(b->x, b->n);
    b->spread = spread((double)b->n * ((double)b->n - 1) / 2, alike);
    b->full = b->n == SAMPLE_MOST || alike >= ALIKE || b->spread >= AMPLE;
}

/* One fresh problem like the part; its arena is the caller's. */
static bool draw_like(struct arena *a, struct source *s,
                      const struct part *like, const struct json *knobs,
                      int digits, struct part *out)
{
    struct draw d = { .level = like->level, .knobs = knobs };
    struct err e;

    d.maths = s->rng;
    *out = (struct part){ .family = like->family, .level = like->level };
    if (!part_draw(a, &d, digits, out, &e))
        out->key = NULL;
    s->rng = d.maths;
    return out->key != NULL;
}

static void draw_answer(struct arena *a, struct source *s,
                        const struct part *like, const struct json *knobs)
{
    struct part t;
    int64_t x;

    s->drawn++;
    if (!draw_like(a, s, like, knobs, like->digits, &t))
        return;
    if (like->slot.field)
        part_enlarge(a, &s->rng, &t);
    else
        part_widen(a, &s->rng, &t);
    if (!link_number(t.family->answer, t.key, &x))
        return;
    bucket_add(bucket_of(s, kind_of(t.family, &t.values), is_large(x)), x);
}

struct fresh sample_answers(const struct part *t, const struct json *knobs)
{
    struct arena scratch = { 0 };
    struct source *s;
    struct bucket *b;
    int64_t x;

    if (!link_number(t->family->answer, t->key, &x))
        return (struct fresh){ NULL, 0, 1 };
    pthread_mutex_lock(&lock);
    s = source_of(t, knobs);
    b = bucket_of(s, kind_of(t->family, &t->values), is_large(x));
    while (!b->full && s->drawn < DRAWN_MOST) {
        draw_answer(&scratch, s, t, knobs);
        arena_reset(&scratch);
    }
    if (!b->full)
        b->spread = sample_spread(b->x, b->n);
    pthread_mutex_unlock(&lock);
    arena_clear(&scratch);
    return (struct fresh){ b->x, b->n, b->spread };
}

/* ---- shares of keys ---- */

static uint64_t hash_text(int64_t kind, const char *text, bool form)
{
    struct hasher h;

    hasher_open(&h);
    hasher_u64(&h, (uint64_t)kind);
    for (const char *p = text; *p; p++)
        if (!form || !part_form_skips(*p))
            hasher_raw(&h, p, 1);
    return hasher_close(&h).low;
}

static size_t tally_find(const struct tally *t, uint64_t text)
{
    size_t i = 0;

    while (i < t->n && t->text[i] != text)
        i++;
    return i;
}

static void tally_add(struct tally *t, uint64_t text)
{
    size_t i = tally_find(t, text);

    if (i == t->n) {
        t->text[i] = text;
        t->share[i] = 0;
        t->n++;
    }
    t->share[i] += 1.0 / KEYS_MOST;
}

static double tally_share(const struct tally *t, uint64_t text)
{
    size_t i = tally_find(t, text);

    return i < t->n ? t->share[i] : 0;
}

/* How many problems stay if every share is cut to its limit of those that do:
 * the largest solution of all = sum min(share, limit * all). */
static double share_kept(const struct tally *linked, const double *limit)
{
    double all = 1;

    for (int round = 0; round < 200; round++) {
        double sum = 0;

        for (size_t i = 0; i < linked->n; i++)
            sum += fmin(linked->share[i], limit[i] * all);
        all = sum;
    }
    return all;
}

/* Turn the shares of linked keys into the chances with which they are kept. */
static void find_chances(struct tally *linked, const struct tally *alone)
{
    double limit[KEYS_MOST], all;

    for (size_t i = 0; i < linked->n; i++)
        limit[i] = fmax(KEY_SHARE, tally_share(alone, linked->text[i]));
    all = share_kept(linked, limit);
    for (size_t i = 0; i < linked->n; i++) {
        double chance = limit[i] * all / linked->share[i];

        linked->share[i] = fmin(1, fmax(KEPT_LEAST, chance));
    }
}

/* After a few problems: may a key be too common? */
static bool may_be_common(const struct tally *linked)
{
    for (size_t i = 0; i < linked->n; i++)
        if (linked->share[i] * KEYS_MOST > RARE + 0.5)
            return true;
    return false;
}

/* Draw problems of the family, alone and with a large number entered. Where few
 * show that no key is too common, all are kept. */
static void draw_keys(struct source *s, const struct part *like,
                      const struct json *knobs)
{
    struct arena a = { 0 }, scratch = { 0 };
    struct tally *alone = arena_new(&a, struct tally);
    bool rare = false;

    s->forms = arena_new(&kept, struct tally);
    s->kinds = arena_new(&kept, struct tally);
    s->chances = arena_new(&kept, struct tally);
    for (size_t i = 0; i < KEYS_MOST && !rare; i++) {
        struct part t;
        int64_t kind;

        if (draw_like(&scratch, s, like, knobs, factors_digits(knobs), &t)) {
            kind = kind_of(t.family, &t.values);
            tally_add(s->kinds, hash_text(kind, "", true));
            tally_add(s->forms, hash_text(kind, t.key, true));
            tally_add(alone, hash_text(0, t.key, false));
            part_enlarge(&scratch, &s->rng, &t);
            tally_add(s->chances, hash_text(0, t.key, false));
        }
        arena_reset(&scratch);
        rare = i + 1 == KEYS_FEW && !may_be_common(s->chances);
    }
    if (rare)
        s->chances->n = 0;
    else
        find_chances(s->chances, alone);
    arena_clear(&scratch);
    arena_clear(&a);
}

/* The source of keys has no further digits and no slot, whatever the part's. */
static struct source *keys_of(const struct part *t, const struct json *knobs)
{
    struct part plain = { .family = t->family,
                          .level = t->level,
                          .digits = -1 - factors_digits(knobs) };
    struct source *s;

    pthread_mutex_lock(&lock);
    s = source_of(&plain, knobs);
    if (!s->chances)
        draw_keys(s, &plain, knobs);
    pthread_mutex_unlock(&lock);
    return s;
}

double sample_form(const struct part *t, const struct json *knobs)
{
    const struct source *s = keys_of(t, knobs);
    int64_t kind = kind_of(t->family, &t->values);
    double all = tally_share(s->kinds, hash_text(kind, "", true));

    return all > 0 ? tally_share(s->forms, hash_text(kind, t->key, true)) / all
                   : 0;
}

double sample_chance(const struct part *t, const struct json *knobs)
{
    const struct tally *c = keys_of(t, knobs)->chances;
    size_t i = tally_find(c, hash_text(0, t->key, false));

    return i < c->n ? c->share[i] : 1;
}
