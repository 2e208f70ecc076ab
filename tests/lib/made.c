/* SPDX-License-Identifier: Apache-2.0 */
#include "made.h"

#include <math.h>

struct rng made_stream(const char *name, uint64_t seed)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, name);
    hasher_u64(&h, seed);
    rng_init(&r, hasher_close(&h));
    return r;
}

double made_unit(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) / 9007199254740992.0;
}

void made_open(struct made *m, size_t n, size_t names)
{
    const char **texts;
    const uint32_t **of;

    *m = (struct made){ 0 };
    m->of = arena_alloc(&m->a, n * sizeof(*m->of));
    texts = arena_array(&m->a, const char *, names);
    of = arena_array(&m->a, const uint32_t *, n);
    m->s.examples = arena_array(&m->a, struct example, n);
    for (size_t k = 0; k < names; k++)
        texts[k] = arena_printf(&m->a, "n%zu: and so on", k);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k <= MADE_NAMES; k++)
            m->of[i][k] = UINT32_MAX;
        of[i] = m->of[i];
        m->s.examples[i] =
            (struct example){ .tries = 3, .cluster = (uint32_t)i };
    }
    m->v = (struct vocabulary){ "high", NULL, texts, names, of };
    m->s.target = "t";
    m->s.n = n;
    m->s.vocabularies = &m->v;
    m->s.n_vocabularies = 1;
    m->s.traits = m->traits;
}

bool made_has(const struct made *m, size_t i, uint32_t name)
{
    for (const uint32_t *k = m->of[i]; *k != UINT32_MAX; k++)
        if (*k == name)
            return true;
    return false;
}

/* Give the example a name; its names stay sorted. */
void made_give(struct made *m, size_t i, uint32_t name)
{
    uint32_t *k = m->of[i];
    size_t n = 0;

    while (k[n] != UINT32_MAX)
        n++;
    if (n == MADE_NAMES || made_has(m, i, name))
        return;
    for (; n > 0 && k[n - 1] > name; n--)
        k[n] = k[n - 1];
    k[n] = name;
}

/* Names as benchmarks have them: every problem is of a topic, whose names
 * come together; frequent names are anywhere. */
static void draw_names(struct rng *r, struct made *m, size_t topics)
{
    uint64_t names = m->v.n;

    for (size_t i = 0; i < m->s.n; i++) {
        uint64_t topic = rng_below(r, topics);
        uint64_t n = 2 + rng_below(r, 4);

        for (uint64_t k = 0; k < n; k++) {
            bool own = rng_below(r, 3) > 0;
            uint64_t x = rng_below(r, own ? 9 : names);
            uint64_t y = rng_below(r, own ? 9 : names);

            x = x < y ? x : y; /* the first ones are frequent */
            made_give(m, i, (uint32_t)(own ? (topic * 12 + x) % names : x));
        }
        m->words[i] = floor(20 + (double)(topic % 7) * 6 + 60 * made_unit(r) +
                            40 * made_unit(r) * made_unit(r));
        m->characters[i] = floor(m->words[i] * (4.5 + 1.5 * made_unit(r)));
        m->steps[i] = (double)(1 + rng_below(r, 4) + topic % 4);
        m->wording[i] = rng_below(r, 3) ? "plain" : "wordy";
    }
}

void made_random(struct rng *r, struct made *m, size_t n, size_t names)
{
    made_open(m, n, names);
    m->words = arena_array(&m->a, double, n);
    m->characters = arena_array(&m->a, double, n);
    m->steps = arena_array(&m->a, double, n);
    m->wording = arena_array(&m->a, const char *, n);
    m->traits[0] = (struct trait){ "words", m->words, NULL };
    m->traits[1] = (struct trait){ "characters", m->characters, NULL };
    m->traits[2] = (struct trait){ "steps", m->steps, NULL };
    m->traits[3] = (struct trait){ "wording", NULL, m->wording };
    m->s.n_traits = 4;
    draw_names(r, m, 6);
}

bool plant_holds(const struct made *m, const struct plant *p, size_t i)
{
    for (size_t k = 0; k < p->n; k++)
        if (!made_has(m, i, p->names[k]))
            return false;
    return p->above <= 0 || m->words[i] > p->above;
}

size_t plant_size(const struct made *m, const struct plant *p)
{
    size_t n = 0;

    for (size_t i = 0; i < m->s.n; i++)
        n += plant_holds(m, p, i);
    return n;
}

void made_attempt(struct rng *r, struct made *m, const struct plant *p,
                  size_t n, double base)
{
    for (size_t i = 0; i < m->s.n; i++) {
        double solve = 1 - base;
        struct example *x = &m->s.examples[i];

        for (size_t k = 0; k < n; k++)
            if (plant_holds(m, &p[k], i))
                solve *= 1 - p[k].fail;
        x->failed = 0;
        for (uint32_t t = 0; t < x->tries; t++)
            x->failed += made_unit(r) >= solve;
    }
}
