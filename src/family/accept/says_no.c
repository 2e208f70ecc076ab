/* SPDX-License-Identifier: Apache-2.0 */

/* The check says no to wrong keys, and the slips are wrong keys. */
#include "family/accept/accept_int.h"
#include "family/language/key.h"

#define SAMPLES_MOST 150 /* of a spot, with all wrong keys */
#define FEW_KEYS     6   /* of each other sample */

/* Does every check, and the meaning if there is one, say yes? */
static bool passes(struct accepting *x, const struct drawn_sample *m,
                   const char *key, uint64_t *cost)
{
    struct arena a = { 0 };
    struct program_fault fault;
    const char *by;
    enum truth holds = program_check(x->file, &a, &m->g, key, &by, &fault);

    *cost += fault.work + 20;
    accept_cost(x, &fault, &m->g);
    x->said_no += holds == TRUTH_NO;
    arena_clear(&a);
    return holds == TRUTH_YES;
}

static void refuse(struct accepting *x, const struct drawn_sample *m,
                   const char *key, const char *what)
{
    const struct file_kind *k = x->file->kinds[m->g.kind];

    accept_find(x, ACCEPT_SAYS_NO,
                vec_get(&k->checks, struct named_formula, 0)->at, &m->g,
                "let the check test all that makes the key the only answer: a "
                "bound, a sign, every part",
                "the check says yes to %s%s, and the key is %s", what, key,
                m->key);
}

/* "means" is tried where it is small: it must hold for the key alone. */
static bool means_other(struct accepting *x, const struct drawn_sample *m,
                        const char *key)
{
    struct arena a = { 0 };
    struct program_fault fault;
    bool holds = program_means(x->file, &a, &m->g, key, &fault) == TRUTH_YES;

    if (holds)
        accept_find(x, ACCEPT_SAYS_NO, fault.at, &m->g,
                    "let \"means\" define the key and nothing else",
                    "\"means\" says yes to %s, and the key is %s", key, m->key);
    arena_clear(&a);
    return holds;
}

/* Try all wrong keys, or some of them. Returns false if one passes. */
static bool try_sample(struct accepting *x, const struct drawn_spot *s,
                       const struct drawn_sample *m, bool all, uint64_t *cost)
{
    struct arena a = { 0 };
    struct vec wrong = vec_in(&a, sizeof(const char *));
    bool means = x->file->kinds[m->g.kind]->means != NULL, ok = true;

    wrong_keys(x, &a, s, m, &wrong);
    for (size_t i = 0; i < (all ? wrong.n : FEW_KEYS) && wrong.n && ok; i++) {
        const char *key =
            *vec_get(&wrong, const char *, all ? i : accept_any(x, wrong.n));

        ok = !passes(x, m, key, cost) && !(means && means_other(x, m, key));
        if (!ok && !x->out->rows[ACCEPT_SAYS_NO].findings.n)
            refuse(x, m, key, "");
    }
    arena_clear(&a);
    return ok;
}

/* ---- slips ---- */

static void try_slip(struct accepting *x, const struct drawn_spot *s, size_t i)
{
    const struct named_formula *slip =
        vec_at(&x->file->kinds[s->kind]->slips, i);
    uint64_t cost = 0, same = 0, n = 0;

    for (size_t j = 0; j < s->n && j < SAMPLES_MOST && cost < ACCEPT_WORK;
         j++) {
        struct arena a = { 0 };
        const char *key = program_slip(x->file, &a, &s->at[j].g, i);

        if (key) {
            bool equal = str_eq(key, s->at[j].key);

            n++;
            same += equal;
            if (!equal && passes(x, &s->at[j], key, &cost))
                refuse(x, &s->at[j], key,
                       arena_printf(&a, "the slip \"%s\", ", slip->name));
        }
        arena_clear(&a);
    }
    if (s->n && n == 0)
        accept_find(x, ACCEPT_SAYS_NO, slip->at, &s->at[0].g,
                    "a slip gives an answer of the same kind as the key",
                    "the slip \"%s\" never gives an answer", slip->name);
    else if (same * 10 > n * 9)
        accept_find(
            x, ACCEPT_SAYS_NO, slip->at, NULL, "a slip is what is done wrong",
            "the slip \"%s\" gives the key itself in %llu of %llu "
            "draws",
            slip->name, (unsigned long long)same, (unsigned long long)n);
}

void accept_says_no(struct accepting *x)
{
    for (size_t i = 0; i < x->spots.n && !x->stopped; i++) {
        const struct drawn_spot *s = vec_at(&x->spots, i);
        uint64_t cost = 0;

        for (size_t j = 0; j < s->n && (j < 5 || cost < ACCEPT_WORK); j++)
            if (!try_sample(x, s, &s->at[j], j < SAMPLES_MOST, &cost) ||
                !accept_goes_on(x, ACCEPT_SAYS_NO, j, s->n))
                break;
        for (size_t j = 0; j < x->file->kinds[s->kind]->slips.n; j++)
            try_slip(x, s, j);
    }
    accept_figure(x, ACCEPT_SAYS_NO, "no to %s wrong keys",
                  accept_count(x, x->said_no));
}
