/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/fitness/fitness_int.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name, *title;
} known[FEATURES] = {
    [FEATURE_REFEREE] = { "referee_score", "Referee score" },
    [FEATURE_WORDS] = { "word_count", "Word count" },
    [FEATURE_READABILITY] = { "readability", "Readability grade" },
    [FEATURE_DEPTH] = { "syntactic_depth", "Syntactic depth" },
    [FEATURE_ENTROPY] = { "word_entropy", "Word entropy" },
    [FEATURE_VARIABLES] = { "variables", "Number of variables" },
    [FEATURE_EQUATIONS] = { "equations", "Number of equations" },
    [FEATURE_NOISE] = { "noise_ratio", "Noise ratio" },
    [FEATURE_UNIQUENESS] = { "second_likeness", "Second likeness" },
    [FEATURE_NONLINEAR] = { "nonlinear", "Non-linear relations" },
};

const char *feature_name(enum feature f)
{
    INVARIANT((size_t)f < FEATURES);
    return known[f].name;
}

const char *feature_title(enum feature f)
{
    INVARIANT((size_t)f < FEATURES);
    return known[f].title;
}

bool feature_find(const char *name, enum feature *out)
{
    for (size_t f = 0; f < FEATURES; f++)
        if (str_eq(name, known[f].name)) {
            *out = (enum feature)f;
            return true;
        }
    return false;
}

static void set(struct features *f, enum feature which, double v)
{
    f->v[which] = v;
    f->has[which] = true;
}

/* What both sets measure alike. */
static void take_text(const struct reading *r, struct features *out)
{
    set(out, FEATURE_NONLINEAR, (double)fitness_nonlinear(r));
    if (r->words > 0) {
        set(out, FEATURE_READABILITY, fitness_grade(r));
        set(out, FEATURE_DEPTH, (double)fitness_depth(r));
    }
}

static void take_own(const struct sample *s, const struct reading *r,
                     struct features *out)
{
    set(out, FEATURE_WORDS, (double)r->words);
    set(out, FEATURE_ENTROPY, fitness_entropy(r, false));
    if (s->variables > 0)
        set(out, FEATURE_VARIABLES, (double)s->variables);
    if (s->equations > 0)
        set(out, FEATURE_EQUATIONS, (double)s->equations);
    if (s->characters > 0) {
        size_t noise = s->noise < s->characters ? s->noise : s->characters;

        set(out, FEATURE_NOISE, (double)noise / (double)s->characters);
    }
}

static void take_paper(const struct reading *r, struct features *out)
{
    double noise = paper_noise(r);

    set(out, FEATURE_WORDS, (double)paper_words(r));
    set(out, FEATURE_ENTROPY, fitness_entropy(r, true));
    set(out, FEATURE_VARIABLES, (double)paper_variables(r));
    set(out, FEATURE_EQUATIONS, (double)paper_equations(r));
    if (!isnan(noise))
        set(out, FEATURE_NOISE, noise);
}

void features_one(const struct sample *s, enum feature_set set_of,
                  struct features *out)
{
    struct arena scratch = { 0 };
    struct reading r;

    *out = (struct features){ 0 };
    fitness_read(&scratch, s->text, &r);
    take_text(&r, out);
    if (set_of == FEATURES_OWN)
        take_own(s, &r, out);
    else
        take_paper(&r, out);
    if (s->has_referee)
        set(out, FEATURE_REFEREE, s->referee);
    arena_clear(&scratch);
}

void features_unrated(struct features *f, size_t n, enum feature_set set_of)
{
    bool any = false;

    for (size_t i = 0; i < n; i++)
        any = any || f[i].has[FEATURE_REFEREE];
    for (size_t i = 0; any && set_of == FEATURES_PAPER && i < n; i++)
        if (!f[i].has[FEATURE_REFEREE])
            set(&f[i], FEATURE_REFEREE, 5);
}

void features_compare(struct arena *a,
                      const char *(*text)(const void *ctx, struct arena *a,
                                          size_t i),
                      const void *ctx, size_t n, struct features *out)
{
    struct similarity l = similarity_open(a, n);
    double *second = arena_array(a, double, n ? n : 1);
    struct arena scratch = { 0 };

    for (size_t i = 0; i < n && n >= 3; i++) {
        struct reading r;

        fitness_read(&scratch, text(ctx, &scratch, i), &r);
        similarity_add(a, &l, i, &r);
        arena_reset(&scratch);
    }
    if (n >= 3)
        similarity_second(a, &l, second);
    for (size_t i = 0; i < n && n >= 3; i++)
        set(&out[i], FEATURE_UNIQUENESS, second[i]);
    similarity_close(&l);
    arena_clear(&scratch);
}

static const char *sample_text(const void *ctx, struct arena *a, size_t i)
{
    (void)a;
    return ((const struct sample *)ctx)[i].text;
}

void features_take(struct arena *a, const struct sample *samples, size_t n,
                   enum feature_set set_of, struct features *out)
{
    for (size_t i = 0; i < n; i++)
        features_one(&samples[i], set_of, &out[i]);
    features_unrated(out, n, set_of);
    features_compare(a, sample_text, samples, n, out);
}
