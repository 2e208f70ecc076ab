/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a wrong answer is put down to. The model's own answers to earlier
 * questions are looked at first: an answer that follows from them has their
 * fault, and a letter made of a wrong one leads to other decoys and other
 * quantities than those of the file.
 */
#include "evolve/individual/individual_int.h"
#include "evolve/measure/measure_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/slips.h"

/* A reply to a chain, up to the question that is looked at. */
struct told {
    struct arena *arena;
    const struct individual *s;
    const struct chain_answers *given;
    enum answer_fault of[INDIVIDUAL_PARTS]; /* FAULTS: none */
};

/* ---- the model's own numbers ---- */

static bool own_number(const struct told *r, size_t k, struct ratio *out)
{
    const struct chain_answers *t = r->given;

    if (k + 1 == r->s->n_parts) {
        *out = t->final_value;
        return t->final_number;
    }
    *out = k ? t->values[k] : t->first_value;
    return k ? t->numbers[k] : t->first_number;
}

/* Does the model say the number of each answer that the part's link takes? */
static bool own_answers(const struct told *r, size_t k,
                        struct ratio answers[INDIVIDUAL_PARTS])
{
    const struct link_sum *x = &r->s->parts[k].sum;

    for (size_t i = 0; i < r->s->n_parts; i++)
        answers[i] = r->s->parts[i].answer;
    for (size_t i = 0; i < x->n; i++)
        if (!own_number(r, x->terms[i].from, &answers[x->terms[i].from]))
            return false;
    return true;
}

/* The part's answer with that number at its letter is the value? */
static bool leads_to(const struct told *r, size_t k, struct ratio letter,
                     struct ratio value)
{
    const struct individual_part *p = &r->s->parts[k];
    struct ratio key;

    return p->structure.kind->solve(r->arena, p->structure.data, p->slot,
                                    letter, &key) &&
           ratio_equal(key, value);
}

/* The fault of the answers that the link takes; FAULTS: all are right. */
static enum answer_fault fault_before(const struct told *r, size_t k)
{
    const struct link_sum *x = &r->s->parts[k].sum;
    enum answer_fault found = FAULTS;

    for (size_t i = 0; i < x->n; i++)
        if (r->of[x->terms[i].from] < found)
            found = r->of[x->terms[i].from];
    return found;
}

/* The chain as the model sees it at part k: with its own answers, and the number
 * that they make at the letter. Returns false if it is the chain itself, or the
 * structure cannot have that number. */
static bool as_seen(const struct told *r, size_t k, struct individual *out)
{
    struct ratio answers[INDIVIDUAL_PARTS], letter;
    struct individual_part *p = &out->parts[k];
    void *data;

    if (!r->s->parts[k].letter || fault_before(r, k) == FAULTS ||
        !own_answers(r, k, answers))
        return false;
    *out = *r->s;
    for (size_t i = 0; i < k; i++)
        out->parts[i].answer = answers[i];
    if (!p->structure.kind->put || !individual_letter(out, k, &letter) ||
        !p->structure.kind->put(r->arena, p->structure.data, p->slot, letter,
                                &data))
        return false;
    p->structure.data = data;
    return true;
}

/* ---- decoys and other quantities ---- */

/* Of those noted, what follows from an earlier one only where no answer stands
 * between. */
static bool is_noted(const struct told *r, size_t k, struct ratio value,
                     const char **slip)
{
    struct ratio answers[INDIVIDUAL_PARTS];
    bool chained = r->s->parts[k].letter && own_answers(r, k, answers);

    for (size_t i = 0; i < r->s->n_decoys; i++) {
        const struct decoy *d = &r->s->decoys[i];

        if (d->part == k && !(d->follows && chained) &&
            ratio_equal(d->value, value)) {
            *slip = d->slip;
            return true;
        }
    }
    return false;
}

/* By a slip or a hedged sentence, over other numbers than those of the file. */
static bool is_lured(struct arena *a, const struct individual *s, size_t k,
                     struct ratio value, const char **slip)
{
    *slip = individual_slip(a, s, k, value);
    for (size_t i = 0; i < s->n_lines && !*slip; i++) {
        struct ratio x;

        if (s->lines[i].part == k && s->lines[i].role == ROLE_DECOY &&
            op_replacement_value(a, s, &s->lines[i], &x) &&
            ratio_equal(x, value))
            *slip = SLIP_HINT;
    }
    return *slip != NULL;
}

/* ---- broken chains ---- */

/* An answer taken as the letter itself, as if the link did not change it; or
 * another question's. */
static bool is_misplaced(const struct told *r, size_t k, struct ratio value)
{
    for (size_t i = 0; i < k; i++) {
        struct ratio own;

        if (own_number(r, i, &own) && leads_to(r, k, own, value))
            return true;
    }
    return false;
}

static enum answer_fault how_broken(const struct told *r, size_t k,
                                    struct ratio value)
{
    struct ratio answers[INDIVIDUAL_PARTS];

    if (!own_answers(r, k, answers))
        return FAULT_IGNORED;
    if (is_misplaced(r, k, value))
        return FAULT_NOT_PASSED;
    if (leads_to(r, k, RATIO(0), value) || leads_to(r, k, RATIO(1), value))
        return FAULT_IGNORED; /* left out of a sum, or of a product */
    return FAULT_MISCOMPUTED;
}

/* ---- one answer ---- */

/* The fault of the model's own answers that it follows from: of those that the
 * link takes, or of one before them; FAULTS: it follows from none. */
static enum answer_fault fault_carried(const struct told *r, size_t k,
                                       struct ratio value)
{
    struct ratio answers[INDIVIDUAL_PARTS], x;

    if (fault_before(r, k) != FAULTS && own_answers(r, k, answers) &&
        link_sum_value(&r->s->parts[k].sum, answers, &x) &&
        leads_to(r, k, x, value))
        return fault_before(r, k);
    for (size_t i = 0; i < k; i++)
        if (r->of[i] != FAULTS && own_number(r, i, &x) &&
            individual_follow(r->arena, r->s, i, x, k, &x) &&
            ratio_equal(x, value))
            return r->of[i];
    return FAULTS;
}

static enum answer_fault fault_of(const struct told *r, size_t k,
                                  struct ratio value, const char **slip)
{
    const struct individual_part *p = &r->s->parts[k];
    struct individual *seen = arena_new(r->arena, struct individual);
    enum answer_fault before = fault_before(r, k);
    enum answer_fault carried = p->letter ? fault_carried(r, k, value) : FAULTS;
    bool other = as_seen(r, k, seen);

    if (is_noted(r, k, value, slip))
        return FAULT_DECOY;
    if (carried != FAULTS)
        return carried < FAULT_CARRIED ? carried : FAULT_CARRIED;
    /* Who took a decoy before is looked at for decoys first. */
    if (other && before == FAULT_DECOY &&
        is_lured(r->arena, seen, k, value, slip))
        return FAULT_DECOY;
    if (slip_is_quantity(r->arena, &p->structure, value) ||
        (other && slip_is_quantity(r->arena, &seen->parts[k].structure, value)))
        return FAULT_MAPPING;
    if (other && is_lured(r->arena, seen, k, value, slip))
        return FAULT_DECOY;
    return p->letter ? how_broken(r, k, value) : FAULT_MISCOMPUTED;
}

void faults_find(struct arena *a, const struct individual *s,
                 const struct chain_answers *t, struct faults *out)
{
    struct told r = { .arena = a, .s = s, .given = t };

    *out = (struct faults){ .first = FAULT_UNTOLD, .final = FAULT_UNTOLD };
    if (!s->n_parts) { /* nothing is known of the problem */
        out->first = t->first_number ? FAULT_MISCOMPUTED : FAULT_UNTOLD;
        out->final = t->final_number ? FAULT_MISCOMPUTED : FAULT_UNTOLD;
    }
    for (size_t k = 0; k < s->n_parts; k++) {
        bool last = k + 1 == s->n_parts;
        const char *slip = NULL;
        struct ratio value;

        r.of[k] = FAULTS;
        if (s->parts[k].text || !own_number(&r, k, &value) ||
            ratio_equal(value, s->parts[k].answer) ||
            (k == 0 ? t->first
             : last ? t->final
                    : MARK_WRONG) == MARK_CORRECT)
            continue;
        r.of[k] = fault_of(&r, k, value, &slip);
        if (last) {
            out->final = r.of[k];
            out->final_slip = slip;
        }
        if (k == 0) {
            out->first = r.of[k];
            out->first_slip = slip;
        }
    }
}
