/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How fast features are taken: microseconds for a problem text of about 300
 * words, in batches of 1 and of 300 (the default population, where each text
 * is compared with all others), for both sets of definitions; and scoring,
 * selection and calibration of 300. Of several rounds the fastest counts.
 */
#include "base/clock.h"
#include "base/rng.h"
#include "evolve/select/select.h"

#include <stdio.h>
#include <string.h>

enum { TEXTS = 300, ROUNDS = 5, SENTENCES = 24 };

static double now_us(void)
{
    struct clock c = clock_real();

    return (double)clock_now(&c) / 1e3;
}

/* Words for the texts; which ones they are does not matter. */
static const char *const things[] = {
    "lamp",   "chair",   "basket", "bicycle",  "kettle", "carpet", "mirror",
    "ladder", "teapot",  "window", "notebook", "hammer", "pillow", "bucket",
    "candle", "blanket", "drawer", "curtain",  "saddle", "barrel",
};

static const char *pick_thing(struct rng *r)
{
    return things[rng_below(r, sizeof(things) / sizeof(*things))];
}

/* About twelve words a sentence. */
static const char *draw_text(struct arena *a, struct rng *r)
{
    struct str s = str_in(a);

    for (int i = 0; i < SENTENCES; i++) {
        const char *one = pick_thing(r), *two = pick_thing(r);
        int n = (int)rng_below(r, 900);

        if (i % 3 == 0)
            str_addf(&s,
                     "The price of the %s equals %d plus the price of the "
                     "%s. ",
                     one, n, two);
        else if (i % 3 == 1)
            str_addf(&s,
                     "If the %s, which stands in the hall, is %d times as "
                     "heavy, it stays. ",
                     one, n);
        else
            str_addf(&s,
                     "Although nobody counted, people say that the %s was "
                     "once a %s. ",
                     one, two);
    }
    return str_get(&s);
}

static void take(struct arena *a, const struct sample *s, size_t n,
                 size_t batch, enum feature_set set, struct features *out,
                 const char *what)
{
    double best = 1e300;

    for (int round = 0; round < ROUNDS; round++) {
        double start = now_us(), us;

        for (size_t i = 0; i + batch <= n; i += batch) {
            features_take(a, s + i, batch, set, out + i);
            if (batch == 1)
                arena_reset(a);
        }
        us = (now_us() - start) / (double)n;
        best = us < best ? us : best;
        arena_reset(a);
    }
    printf("%-34s %8.1f us a problem\n", what, best);
}

static void rest(struct arena *a, const struct features *f, struct rng *r)
{
    struct select_options o = { -0.5, 0.01 };
    struct fitness x[TEXTS];
    struct selection sel[TEXTS];
    struct weights w;
    bool dropped[FEATURES];
    double accuracy[TEXTS], start = now_us(), scored, learnt;
    size_t kept = 0;
    struct err e;

    weights_measured(&w);
    fitness_score(f, TEXTS, &w, x, dropped);
    select_split(f, x, TEXTS, &w, &o, sel);
    scored = now_us() - start;
    for (size_t i = 0; i < TEXTS; i++) {
        kept += sel[i].kept;
        accuracy[i] = (double)rng_below(r, 11) / 10;
    }
    start = now_us();
    if (!weights_calibrate(a, f, accuracy, NULL, TEXTS, FEATURES_OWN, &w, &e))
        printf("%s\n", e.msg);
    learnt = now_us() - start;
    printf("%-34s %8.1f us for %d (%zu kept)\n", "score and select", scored,
           TEXTS, kept);
    printf("%-34s %8.1f us for %d\n", "calibrate", learnt, TEXTS);
}

int main(void)
{
    struct arena texts = { 0 }, a = { 0 };
    struct sample *s = arena_array(&texts, struct sample, TEXTS);
    struct features *f = arena_array(&texts, struct features, TEXTS);
    struct rng r;

    rng_init(&r, hash_bytes("fitness", 7));
    for (size_t i = 0; i < TEXTS; i++)
        s[i] = (struct sample){ .text = draw_text(&texts, &r),
                                .variables = 5 + i % 6,
                                .steps = 5 + i % 7,
                                .parts = 1,
                                .characters = 1000,
                                .noise = i };
    take(&a, s, TEXTS, 1, FEATURES_OWN, f, "own features, one by one");
    take(&a, s, TEXTS, 1, FEATURES_PAPER, f, "paper's features, one by one");
    take(&a, s, TEXTS, TEXTS, FEATURES_PAPER, f, "paper's features, 300");
    take(&a, s, TEXTS, TEXTS, FEATURES_OWN, f, "own features, 300 together");
    printf("(texts of %.0f words)\n", f[0].v[FEATURE_WORDS]);
    rest(&a, f, &r);
    arena_clear(&a);
    arena_clear(&texts);
    return 0;
}
