/* SPDX-License-Identifier: Apache-2.0 */
/* A part of an individual gets another structure: fresh numbers, other
 * names. */
#include "evolve/individual/individual_int.h"
#include "evolve/structure/slips.h"

#include "base/str.h"

#include <string.h>

/* ---- what is laid on the things of a structure goes with it ---- */

static bool is_laid(enum role r)
{
    return r == ROLE_DECOY || r == ROLE_USELESS || r == ROLE_MISLEADING ||
           r == ROLE_TEXT;
}

/* Mark the steps to go: those whose lines go, and polish of this part. */
static bool *steps_to_go(struct arena *a, const struct individual *s,
                         size_t part)
{
    bool *gone = arena_array(a, bool, s->n_steps + 1);

    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && is_laid(s->lines[i].role))
            gone[s->lines[i].step] = true;
    for (size_t i = 0; i < s->n_steps; i++)
        if (s->steps[i].part == part && str_eq(s->steps[i].name, "polish"))
            gone[i + 1] = true;
    gone[0] = false;
    return gone;
}

static void drop_lines(struct individual *s, size_t part, const bool *gone,
                       const size_t *number)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line l = s->lines[i];

        if (role_is_noise(l.role) && gone[l.step])
            continue;
        if (l.part == part && l.polished) {
            l.polished = false;
            l.step = 0;
        }
        l.step = number[l.step];
        s->lines[kept++] = l;
    }
    s->n_lines = kept;
}

static void drop_decoys(struct individual *s, const bool *gone,
                        const size_t *number)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_decoys; i++) {
        struct decoy d = s->decoys[i];

        if (gone[d.step])
            continue;
        d.step = number[d.step];
        s->decoys[kept++] = d;
    }
    s->n_decoys = kept;
}

static void drop_laid(struct arena *a, struct individual *s, size_t part)
{
    bool *gone = steps_to_go(a, s, part);
    size_t *number = arena_array(a, size_t, s->n_steps + 1), kept = 0;

    for (size_t i = 0; i < s->n_steps; i++)
        if (!gone[i + 1]) {
            s->steps[kept] = s->steps[i];
            number[i + 1] = ++kept;
        }
    drop_lines(s, part, gone, number);
    drop_decoys(s, gone, number);
    s->n_steps = kept;
}

/* ---- links ---- */

/* With the answer so far off, part k has another key, and the last part too:
 * noted. */
static bool prove_by(struct arena *a, struct individual *s, size_t k,
                     struct link_term *t, int64_t by)
{
    struct link_term was = *t;
    struct ratio answers[INDIVIDUAL_PARTS];
    struct structure_key key;

    individual_answers(s, answers);
    if (ratio_add(&t->other_answer, answers[t->from], RATIO(by))) {
        answers[t->from] = t->other_answer;
        if (individual_solve_key(a, s, k, answers, &key)) {
            t->other_key = key.value;
            t->other_text = key.is_number ? NULL : key.latex;
            if (individual_depends(a, s, k, t) &&
                individual_reaches_last(a, s, k, t))
                return true;
        }
    }
    *t = was;
    return false;
}

/* Answers so far from the true one that the letters after it stay whole, as
 * far as that can be told from the ratios. */
static int64_t stride(const struct individual *s, size_t k)
{
    int64_t n = 1;

    for (; k < s->n_parts; k++)
        for (size_t i = 0; s->parts[k].letter && i < s->parts[k].sum.n; i++)
            if (s->parts[k].sum.terms[i].ratio.q <= 1000000 / n)
                n *= s->parts[k].sum.terms[i].ratio.q;
    return n;
}

static bool prove_term(struct arena *a, struct individual *s, size_t part,
                       struct link_term *t)
{
    static const int64_t tries[] = {
        1, -1, 2, -2, 3, 5, -3, 7, 10, 12, 20, 60
    };
    int64_t steps[4] = { t->ratio.q, stride(s, part), stride(s, t->from + 1),
                         1 };

    for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++)
        if (prove_by(a, s, part, t, tries[i]))
            return true;
    for (size_t i = 0; i < 4; i++)
        for (int64_t j = 1; j <= 12 && steps[i] <= INT64_MAX / 12; j++)
            if (prove_by(a, s, part, t, j * steps[i]) ||
                prove_by(a, s, part, t, -j * steps[i]))
                return true;
    return false;
}

bool individual_prove_link(struct arena *a, struct individual *s, size_t part)
{
    struct link_sum *x = &s->parts[part].sum;

    for (size_t i = 0; i < x->n; i++)
        if (!prove_term(a, s, part, &x->terms[i]))
            return false;
    return x->n > 0;
}

/* The printed number stays: another sum makes it of the same answers. */
static bool link_again(struct arena *a, struct individual *s, size_t k)
{
    struct individual_part *p = &s->parts[k];
    const struct structure_slot *slots;
    size_t n = p->structure.kind->slots(a, p->structure.data, &slots);
    size_t from[LINK_TERMS] = { p->sum.terms[0].from, p->sum.terms[1].from };
    struct ratio answers[INDIVIDUAL_PARTS], now;

    individual_answers(s, answers);
    if (p->slot >= n)
        return false;
    return (link_sum_value(&p->sum, answers, &now) &&
            ratio_equal(now, slots[p->slot].value)) ||
           link_sum_fit(answers, from, p->sum.n, slots[p->slot].value, &p->sum);
}

static bool answers_again(struct arena *a, struct individual *s, size_t from,
                          struct err *e)
{
    for (size_t k = from; k < s->n_parts; k++) {
        struct individual_part *p = &s->parts[k];
        struct structure_key key;

        if (!structure_key(a, &p->structure, NO_SLOT, RATIO(0), &key))
            return err_set(e, ERR_DOMAIN, "the chain has no key any more");
        if (p->letter && !link_again(a, s, k))
            return err_set(e, ERR_DOMAIN,
                           "the links of the chain would be long fractions");
        individual_set_key(p, &key);
    }
    if (!individual_is_chain(s))
        return err_set(e, ERR_DOMAIN,
                       "an answer that a later part uses would not be a "
                       "number");
    for (size_t k = s->n_parts; k-- > 1;)
        if (s->parts[k].letter && !individual_prove_link(a, s, k))
            return err_set(e, ERR_DOMAIN,
                           "the final answer would not depend on question %zu",
                           s->parts[k].sum.terms[0].from + 1);
    return true;
}

/* Decoys of earlier parts lead elsewhere now. */
void individual_follow_again(struct arena *a, struct individual *s)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_decoys; i++)
        if (!s->decoys[i].follows)
            s->decoys[kept++] = s->decoys[i];
    s->n_decoys = kept;
    individual_follow_decoys(a, s);
}

void individual_follow_decoy(struct arena *a, struct individual *s, size_t i)
{
    struct decoy laid = s->decoys[i], d = laid;

    for (d.part++; d.part < s->n_parts && !laid.follows; d.part++) {
        if (!individual_follow(a, s, laid.part, laid.value, d.part, &d.value))
            continue;
        d.follows = true;
        if (!ratio_equal(d.value, s->parts[d.part].answer))
            individual_decoy(a, s, d);
    }
}

void individual_follow_decoys(struct arena *a, struct individual *s)
{
    for (size_t i = 0, laid = s->n_decoys; i < laid; i++)
        individual_follow_decoy(a, s, i);
}

const char *individual_slip(struct arena *a, const struct individual *s,
                            size_t part, struct ratio value)
{
    const struct structure *b = &s->parts[part].structure;
    struct slip list[STRUCTURE_SLIPS];
    size_t n = b->kind->slips(a, b->data, list);

    return slip_of(list, n, value);
}

void individual_slips(struct arena *a, struct individual *s, size_t part)
{
    const struct structure *b = &s->parts[part].structure;
    struct slip list[STRUCTURE_SLIPS];
    size_t n = b->kind->slips(a, b->data, list), kept = 0;

    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].part != part || s->decoys[i].step)
            s->decoys[kept++] = s->decoys[i];
    s->n_decoys = kept;
    for (size_t i = 0; i < n; i++)
        if (!slip_is_quantity(a, b, list[i].value))
            individual_decoy(a, s,
                             (struct decoy){ .part = part,
                                             .value = list[i].value,
                                             .slip = list[i].name });
}

bool individual_set_structure(struct arena *a, struct individual *s,
                              size_t part, struct structure b, struct err *e)
{
    struct individual new = individual_copy(a, s);
    struct saying old, said;

    if (s->parts[part].gap)
        return err_set(e, ERR_DOMAIN,
                       "one of its conditions is missing: put insufficient "
                       "after the operators that change conditions");
    individual_saying(a, &s->parts[part], &old);
    new.parts[part].structure = b;
    individual_saying(a, &new.parts[part], &said);
    if (said.n != old.n || said.question != old.question)
        return err_set(e, ERR_DOMAIN,
                       "the new problem does not read back "
                       "as its structure");
    drop_laid(a, &new, part);
    if (!answers_again(a, &new, part, e))
        return false;
    individual_slips(a, &new, part);
    individual_follow_again(a, &new);
    individual_tell(a, &new);
    *s = new;
    return true;
}
