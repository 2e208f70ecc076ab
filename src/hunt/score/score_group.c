/* SPDX-License-Identifier: Apache-2.0 */
/* What the chosen ones explain. */
#include "hunt/score/score_int.h"

#include <string.h>

#define GROUP_SHARE 0.5 /* Jaccard's */

/* How well one chosen row explains a candidate. */
struct link {
    size_t row;   /* SCORE_NONE: not tried */
    bool clears;  /* nothing is left within its strata */
    double log_p; /* of what is left */
    double share; /* Jaccard's, of examples */
};

static double jaccard(const struct score_row *x, const struct score_row *y,
                      size_t words)
{
    size_t common = 0, n = x->h->n + y->h->n;

    for (size_t w = 0; w < words; w++) {
        uint64_t both = x->cover[w] & y->cover[w];

        both &= x->other ? x->other[w] : UINT64_MAX;
        both &= y->other ? y->other[w] : UINT64_MAX;
        common += score_count(&both, NULL, 1);
    }
    return n > common ? (double)common / (double)(n - common) : 0;
}

static bool is_better(const struct link *x, const struct link *y)
{
    if (y->row == SCORE_NONE || x->clears != y->clears)
        return y->row == SCORE_NONE || x->clears;
    return x->clears ? x->share > y->share : x->log_p > y->log_p;
}

/* The strata at hand are those of row `by` alone. */
static void try_link(struct score_choice *c, size_t by, size_t i,
                     struct link *best)
{
    struct link now = { .row = c->at[by], .log_p = score_test(c, i) };

    now.clears = now.log_p > c->limit;
    now.share =
        jaccard(score_candidate(c, by), score_candidate(c, i), c->p->words);
    if (is_better(&now, best))
        *best = now;
}

/* Two rounds, for other bounds of one trait are tested within its halves. */
static void link_all(struct score_choice *c, size_t by, const bool *chosen,
                     struct link *links)
{
    int trait = score_candidate(c, by)->trait;

    memset(c->in, 0, c->n * sizeof(*c->in));
    c->in[by] = true;
    for (int own = 0; own <= (trait >= 0); own++) {
        score_stratify(c, SCORE_NONE, own ? trait : SCORE_FINE);
        for (size_t i = 0; i < c->n; i++) {
            bool same = trait >= 0 && score_candidate(c, i)->trait == trait;

            if (!chosen[i] && same == (own == 1))
                try_link(c, by, i, &links[i]);
        }
    }
}

void score_explain(struct score_choice *c)
{
    struct link *links = arena_array(c->a, struct link, c->n);
    bool *chosen = arena_array(c->a, bool, c->n);

    memcpy(chosen, c->in, c->n * sizeof(*chosen));
    for (size_t i = 0; i < c->n; i++)
        links[i].row = SCORE_NONE;
    for (size_t i = 0; i < c->n; i++)
        if (chosen[i])
            link_all(c, i, chosen, links);
    for (size_t i = 0; i < c->n; i++) {
        struct hypothesis *h = score_candidate(c, i)->h;

        if (chosen[i]) {
            h->reported = true;
            h->group = (int)c->at[i];
            h->explained = -1;
        } else if (!h->reported && h->explained < 0 &&
                   links[i].row != SCORE_NONE) {
            h->explained = (int)links[i].row;
            h->group = links[i].share >= GROUP_SHARE ? h->explained : -1;
        }
    }
}
