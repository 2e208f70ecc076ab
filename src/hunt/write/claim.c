/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/write/claim.h"
#include "base/str.h"
#include "hunt/tag/tagger.h"

/* ---- bounds ---- */

/* Traits that a text has, and those that it has with a key. What else there is
 * (level, steps, wording ...) is known of made problems alone. */
#define OF_TEXT "words characters numbers digits"

static bool is_of_answer(const char *trait)
{
    return str_starts(trait, "answer") || str_eq(trait, "denominator") ||
           str_eq(trait, "keys");
}

enum claim_state claim_bound(struct arena *a, const struct suspicion *c,
                             const char *statement, const char *key)
{
    struct suspicion bound = { .bound = c->bound };
    struct problem p = { .id = "", .statement = statement, .solution = "" };

    if (c->bound.kind == BOUND_NONE)
        return CLAIM_HOLDS;
    if (!str_among(c->bound.trait, OF_TEXT) &&
        !(key && is_of_answer(c->bound.trait)))
        return CLAIM_UNCHECKED;
    if (key)
        problem_set_key(a, &p, answer_guess(key), key);
    return suspicion_holds_problem(a, &bound, NULL, &p) ? CLAIM_HOLDS
                                                        : CLAIM_OFF;
}

/* ---- concepts ---- */

/* Does the example carry the name in the vocabulary? */
static bool carries(const struct vocabulary *v, size_t example,
                    const char *name)
{
    const struct concept *c = concept_find(v->taxonomy, name);

    for (const uint32_t *of = v->of[example]; *of != UINT32_MAX; of++)
        if (str_eq(v->names[*of], c ? c->name : name))
            return true;
    return false;
}

bool claim_concepts(struct arena *a, const struct claim_tagger *t,
                    const struct suspicion *c, const struct draft *drafts,
                    size_t n, enum claim_state *out, struct err *e)
{
    bool asks = c->n_concepts && t->questioner && t->names && n;
    struct outcomes texts = { .n = n };
    struct tagging counts;
    struct vocabulary v;

    for (size_t i = 0; i < n; i++)
        out[i] = c->n_concepts ? CLAIM_UNCHECKED : CLAIM_HOLDS;
    if (!asks)
        return true;
    texts.examples = arena_array(a, struct example, n + 1);
    for (size_t i = 0; i < n; i++)
        texts.examples[i].text = drafts[i].statement;
    if (!tag_examples(a, t->questioner, t->domain, &texts, t->names, t->most,
                      &v, &counts, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        size_t has = 0;

        for (size_t k = 0; k < c->n_concepts; k++)
            has += carries(&v, i, c->concepts[k]);
        out[i] = has == c->n_concepts ? CLAIM_HOLDS : CLAIM_OFF;
    }
    return true;
}
