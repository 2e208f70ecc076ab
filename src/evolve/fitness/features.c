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
    [FEATURE_UNIQUENESS] = { "second_likeness", "Second similarity" },
    [FEATURE_NONLINEAR] = { "nonlinear", "Non-linear relations" },
    [FEATURE_ELIMINATION] = { "elimination", "Elimination depth" },
    [FEATURE_DISTANCE] = { "distance", "Distance to the asked variable" },
    [FEATURE_STEPS] = { "steps", "Steps" },
    [FEATURE_PARTS] = { "parts", "Parts of the chain" },
    [FEATURE_NEAR] = { "near_path", "Decoys near the path" },
    [FEATURE_BESIDE] = { "beside_path", "Conditions off the path" },
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
static void take_text(const struct reading *r, const bool *wanted,
                      struct features *out)
{
    if (wanted[FEATURE_NONLINEAR])
        set(out, FEATURE_NONLINEAR, (double)fitness_nonlinear(r));
    if (r->words > 0 && wanted[FEATURE_READABILITY])
        set(out, FEATURE_READABILITY, fitness_grade(r));
    if (r->words > 0 && wanted[FEATURE_DEPTH])
        set(out, FEATURE_DEPTH, (double)fitness_depth(r));
}

static void take_own(const struct reading *r, const bool *wanted,
                     struct features *out)
{
    if (wanted[FEATURE_WORDS])
        set(out, FEATURE_WORDS, (double)r->words);
    if (wanted[FEATURE_ENTROPY])
        set(out, FEATURE_ENTROPY, fitness_entropy(r, false));
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

/* What is known without reading. */
static void take_structure(const struct sample *s, struct features *out)
{
    const size_t counts[FEATURES] = {
        [FEATURE_VARIABLES] = s->variables, [FEATURE_EQUATIONS] = s->steps,
        [FEATURE_ELIMINATION] = s->depth,   [FEATURE_STEPS] = s->steps,
        [FEATURE_DISTANCE] = s->distance,   [FEATURE_PARTS] = s->parts,
        [FEATURE_NEAR] = s->near,           [FEATURE_BESIDE] = s->beside,
    };

    for (size_t k = 0; k < FEATURES && s->parts > 0; k++)
        if (counts[k] > 0 || k >= FEATURE_ELIMINATION)
            set(out, (enum feature)k, (double)counts[k]);
    if (s->characters > 0) {
        size_t noise = s->noise < s->characters ? s->noise : s->characters;

        set(out, FEATURE_NOISE, (double)noise / (double)s->characters);
    }
}

bool features_read_text(enum feature_set which, const bool wanted[FEATURES])
{
    return which == FEATURES_PAPER || !wanted || wanted[FEATURE_WORDS] ||
           wanted[FEATURE_READABILITY] || wanted[FEATURE_DEPTH] ||
           wanted[FEATURE_ENTROPY] || wanted[FEATURE_NONLINEAR];
}

static void take_reading(const char *text, enum feature_set which,
                         const bool *wanted, struct features *out)
{
    struct arena scratch = { 0 };
    struct reading r;

    fitness_read(&scratch, text, &r);
    take_text(&r, wanted, out);
    if (which == FEATURES_OWN)
        take_own(&r, wanted, out);
    else
        take_paper(&r, out);
    arena_clear(&scratch);
}

void features_one(const struct sample *s, enum feature_set which,
                  const bool wanted[FEATURES], struct features *out)
{
    bool all[FEATURES];

    for (size_t k = 0; k < FEATURES; k++)
        all[k] = !wanted || wanted[k];
    *out = (struct features){ 0 };
    if (which == FEATURES_OWN)
        take_structure(s, out);
    if (features_read_text(which, wanted))
        take_reading(s->text, which, all, out);
    if (s->has_referee)
        set(out, FEATURE_REFEREE, s->referee);
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
                   enum feature_set which, struct features *out)
{
    for (size_t i = 0; i < n; i++)
        features_one(&samples[i], which, NULL, &out[i]);
    features_unrated(out, n, which);
    features_compare(a, sample_text, samples, n, out);
}
