/* SPDX-License-Identifier: Apache-2.0 */
/* Everything of an evolved problem again, from its file alone. */
#include "evolve/individual/individual_int.h"
#include "evolve/operators/operator.h"
#include "evolve/structure/second.h"

#include "base/str.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/slips.h"

#include <string.h>

/* ---- the record ---- */

static bool same_certificate(struct arena *a, const struct individual *s,
                             const struct problem *p)
{
    const struct json *v = json_at(p->meta, "evolve.certified");
    const char *by = individual_certified(a, s), *noted;
    int64_t draws;

    if (!by || !v)
        return !by && !v;
    noted = json_string(json_get(v, "by"));
    return noted && str_eq(noted, by) &&
           json_int64(json_get(v, "draws"), &draws) && draws == SECOND_DRAWS;
}

/* The problem that the structure makes is the one of the file. Files of earlier
 * versions have no mark; none may have a wrong one. */
static const char *record_fault(struct arena *a, const struct individual *s,
                                const struct problem *p)
{
    const struct json *noted = json_at(p->meta, "evolve.unchanged");
    const struct json *mark = individual_unchanged(a, s);
    struct problem made;
    bool same;

    individual_asked(a, s, &made);
    if (!str_eq(made.statement, p->statement))
        return "the statement does not match the structure";
    same = made.n_keys == p->n_keys;
    for (size_t i = 0; same && i < p->n_keys; i++) {
        const struct key *x = &made.keys[i], *y = &p->keys[i];

        same = str_eq(x->latex, y->latex) && x->kind == y->kind &&
               !x->name == !y->name && (!x->name || str_eq(x->name, y->name));
    }
    if (!same)
        return "the keys do not match the structure";
    if (noted && !(mark && json_equal(noted, mark)))
        return "\"unchanged\" does not match the original rows";
    return same_certificate(a, s, p)
               ? NULL
               : "its certificate does not match its structure";
}

/* ---- parts ---- */

/* A chain says how its letters are made, before they are used. */
static const char *links_fault(struct arena *a, const struct individual *s)
{
    for (size_t k = 1; k < s->n_parts; k++) {
        const struct individual_line *l = individual_told(s, k, NULL), *link;
        const char *letter = s->parts[k].letter;
        struct link_sum said;

        link = individual_line_of(s, k, ROLE_LINK);
        if (!link)
            return arena_printf(a, "no sentence defines %s", letter);
        if (!link_sum_read(link->text, letter, &said) ||
            !link_sum_equal(&said, &s->parts[k].sum))
            return arena_printf(a, "the sentence does not define %s", letter);
        if (l && l < link)
            return arena_printf(a, "%s is used before it is defined", letter);
    }
    return NULL;
}

/* The second method of a part with a gap: the sentences that are told, with the
 * one that is not, hold by the structure; with either number in it the answer is
 * the one noted. */
static const char *gap_part_fault(struct arena *a,
                                  const struct individual_part *p,
                                  const char **said, struct structure_told *t)
{
    const struct structure_kind *kind = p->structure.kind;
    const struct gap *g = p->gap;
    struct structure_key key;
    const char *fault = NULL;
    struct saying now;

    if (g->word) {
        t->hidden = g->slot;
        t->letter = g->word;
        for (size_t i = 0; i < 2 && !fault; i++) {
            t->value = g->fills[i].values[0];
            fault = kind->fault(a, p->structure.data, t, g->fills[i].key);
        }
        return fault;
    }
    individual_saying(a, p, &now);
    said[g->sentence] = now.sentences[g->sentence];
    return structure_key(a, &p->structure, NO_SLOT, RATIO(0), &key)
               ? kind->fault(a, p->structure.data, t, key.value)
               : "";
}

/* The part's second method, with its sentences as they stand. */
static const char *part_fault(struct arena *a, const struct individual *s,
                              size_t k)
{
    const struct individual_part *p = &s->parts[k];
    const struct structure_kind *kind = p->structure.kind;
    const struct individual_line *l = NULL;
    const char *said[STRUCTURE_SENTENCES], *fault;
    struct structure_told t = { .hidden = NO_SLOT,
                                .value = RATIO(0),
                                .said = said };
    struct check_finding found = { .by = "", .detail = "" };
    struct saying now;

    individual_saying(a, p, &now);
    t.n = now.n;
    while ((l = individual_told(s, k, l)))
        said[l->sentence] = individual_bare(l->text);
    if (p->letter && !individual_letter(s, k, &t.value))
        return arena_printf(a, "%s is too large", p->letter);
    if (p->gap) {
        fault = gap_part_fault(a, p, said, &t);
        return fault ? arena_printf(a, "a stated condition is false: %s", fault)
                     : NULL;
    }
    if (p->letter) {
        t.hidden = p->slot;
        t.letter = p->letter;
    }
    fault = kind->fault(a, p->structure.data, &t, p->answer);
    if (!fault && p->text &&
        kind->judge(a, p->structure.data, t.hidden, t.value, p->text, &found) !=
            TRUTH_YES)
        fault = *found.detail ? found.detail : "its key is wrong";
    return fault ? arena_printf(a, "question %zu: %s", k + 1, fault) : NULL;
}

static const char *parts_fault(struct arena *a, const struct individual *s)
{
    const char *fault = NULL;

    for (size_t k = 0; k < s->n_parts && !fault; k++)
        fault = part_fault(a, s, k);
    return fault;
}

/* ---- steps ---- */

/* Is it a slip, or a hint (in files of before: anything) of a step that lays
 * such? */
static bool accounted(const struct individual *s, const struct decoy *d,
                      const char *slip)
{
    const char *step = d->step ? s->steps[d->step - 1].name : "";

    if (d->step && !str_eq(step, op_replacement.name) &&
        !str_eq(step, op_misleading.name))
        return false;
    if (!d->slip)
        return d->step > 0;
    return slip ? str_eq(slip, d->slip) : d->step && str_eq(d->slip, "hint");
}

/* Does the decoy, which follows, do so from another? */
static bool decoy_has_source(struct arena *a, const struct individual *s,
                             const struct decoy *d)
{
    struct ratio x;

    for (const struct decoy *o = s->decoys; o < s->decoys + s->n_decoys; o++)
        if (!o->follows && o->step == d->step && o->part < d->part &&
            !o->slip == !d->slip && (!o->slip || str_eq(o->slip, d->slip)) &&
            individual_follow(a, s, o->part, o->value, d->part, &x) &&
            ratio_equal(x, d->value))
            return true;
    return false;
}

/* No noted decoy is the key, and each that follows does so from another. */
static const char *decoys_fault(struct arena *a, const struct individual *s)
{
    for (size_t i = 0; i < s->n_decoys; i++) {
        const struct decoy *d = &s->decoys[i];
        const char *value = ratio_text(a, d->value);

        if (d->follows && !decoy_has_source(a, s, d))
            return arena_printf(a, "the decoy %s has no source", value);
        if (s->parts[d->part].text)
            return arena_printf(a,
                                "the decoy %s is a number, but its question "
                                "does not have a number as answer",
                                value);
        if (ratio_equal(d->value, s->parts[d->part].answer))
            return arena_printf(a, "the decoy %s is the key", value);
    }
    for (size_t k = 0; k < s->n_parts; k++) {
        const struct structure *b = &s->parts[k].structure;
        struct slip slips[STRUCTURE_SLIPS];
        size_t n = b->kind->slips(a, b->data, slips);

        for (size_t i = 0; i < s->n_decoys; i++) {
            const struct decoy *d = &s->decoys[i];

            if (d->part == k && !d->follows &&
                !accounted(s, d, slip_of(slips, n, d->value)))
                return arena_printf(
                    a, "no step or typical error leads to the decoy %s",
                    ratio_text(a, d->value));
        }
    }
    return NULL;
}

static const char *steps_fault(struct arena *a, const struct individual *s)
{
    for (size_t i = 0; i < s->n_steps; i++) {
        const struct operator_card *card = operator_find(s->steps[i].name);
        const char *why;

        if (!card)
            return arena_printf(a, "\"%.60s\" is not an operator",
                                s->steps[i].name);
        if ((why = card->fault(a, s, i + 1)))
            return arena_printf(a, "step %zu, %s: %s", i + 1, card->name, why);
    }
    return NULL;
}

/* Every line of noise was put there by a step that puts such lines. */
static const char *noise_fault(struct arena *a, const struct individual *s)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];
        const struct operator_card *card;

        if (!role_is_noise(l->role))
            continue;
        card = operator_find(s->steps[l->step - 1].name);
        if (!card || card->role != l->role ||
            s->steps[l->step - 1].part != l->part)
            return arena_printf(a, "no step explains a line of %s",
                                role_name(l->role));
    }
    return NULL;
}

/* And every link is a crossover's, whose promise is checked with it, and every
 * answer but the last is a term of a later link. */
static const char *letters_fault(struct arena *a, const struct individual *s)
{
    for (size_t k = 1; k < s->n_parts; k++) {
        bool found = false, used = false;

        for (size_t i = 0; i < s->n_steps; i++)
            found = found || (s->steps[i].part == k &&
                              operator_find(s->steps[i].name) == &op_crossover);
        for (size_t j = k; j < s->n_parts; j++)
            for (size_t i = 0; i < s->parts[j].sum.n; i++)
                used = used || s->parts[j].sum.terms[i].from == k - 1;
        if (!found)
            return arena_printf(a, "no step explains %s", s->parts[k].letter);
        if (!used)
            return arena_printf(a, "nothing uses the answer to question %zu",
                                k);
    }
    return NULL;
}

/* What is missing, and the line that says so, are of the steps for that. */
static const char *gaps_fault(struct arena *a, const struct individual *s)
{
    const struct operator_card *card = NULL;

    (void)a;
    for (const struct individual_line *l = s->lines; l < s->lines + s->n_lines;
         l++)
        if (l->role == ROLE_OPEN) {
            card = l->step ? operator_find(s->steps[l->step - 1].name) : NULL;
            if (card != &op_insufficient && card != &op_sufficient)
                return "no step explains a line of open";
        }
    for (size_t k = 0; k < s->n_parts; k++)
        if (s->parts[k].gap && card != &op_insufficient)
            return "no step explains the missing condition";
    return NULL;
}

const char *individual_fault(struct arena *a, const struct individual *s,
                             const struct problem *p)
{
    static const char *(*const own[])(struct arena * a,
                                      const struct individual *s) = {
        parts_fault, noise_fault,  letters_fault,
        gaps_fault,  decoys_fault, steps_fault,
    };
    const char *fault;

    if (!individual_holds(a, s))
        return "the answers do not follow from the structure";
    fault = links_fault(a, s);
    fault = fault ? fault : record_fault(a, s, p);
    for (size_t i = 0; i < sizeof(own) / sizeof(*own) && !fault; i++)
        fault = own[i](a, s);
    return fault;
}
