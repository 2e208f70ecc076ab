/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Crossover: the second problem goes on where the first one ends. A number
 * that it needs is told as a letter, and the letter is made of the first one's
 * answer: a ratio times it, or so much more or less. Both may be chains; if the
 * first is one, the letter of every other child is made of the answer to an
 * earlier question too, which is then used twice.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/op_int.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS_GOOD 3 /* of which one is drawn */

/* ---- joining ---- */

/* Without the lines that are about the chain as a whole. */
static void add_lines(const struct individual *s, size_t part, size_t step,
                      struct individual_line *lines, size_t *n)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line l = s->lines[i];

        if (l.role == ROLE_FORM)
            continue;
        l.part += part;
        l.step += l.step ? step : 0;
        lines[(*n)++] = l;
    }
}

static void join_steps(struct arena *a, const struct individual *first,
                       const struct individual *second, struct individual *out)
{
    size_t n = first->n_steps + second->n_steps;

    out->steps = arena_array(a, struct individual_step, n + 1);
    out->n_steps = n;
    if (first->n_steps)
        memcpy(out->steps, first->steps, first->n_steps * sizeof(*out->steps));
    for (size_t i = 0; i < second->n_steps; i++) {
        struct individual_step t = second->steps[i];

        t.part += first->n_parts;
        out->steps[first->n_steps + i] = t;
    }
}

/* Those laid by steps; what follows from them is found again. */
static void join_decoys(struct arena *a, const struct individual *first,
                        const struct individual *second, struct individual *out)
{
    out->decoys =
        arena_array(a, struct decoy, first->n_decoys + second->n_decoys + 1);
    out->n_decoys = 0;
    for (size_t i = 0; i < first->n_decoys; i++)
        if (!first->decoys[i].follows)
            out->decoys[out->n_decoys++] = first->decoys[i];
    for (size_t i = 0; i < second->n_decoys; i++) {
        struct decoy d = second->decoys[i];

        d.part += first->n_parts;
        d.step += d.step ? first->n_steps : 0;
        if (!d.follows)
            out->decoys[out->n_decoys++] = d;
    }
}

/* The part so many places later. */
static struct individual_part moved(struct individual_part p, size_t by)
{
    for (size_t i = 0; i < p.sum.n; i++)
        p.sum.terms[i].from += by;
    return p;
}

/* First and second in one, with room for the link: it is not made yet. */
static void join(const struct operator_call *o, const struct individual *first,
                 const struct individual *second, struct individual *out)
{
    struct arena *a = o->arena;

    *out =
        (struct individual){ .id = o->id ? arena_strdup(a, o->id) : first->id,
                             .parents = arena_printf(a, "%s %s", first->id,
                                                     second->id),
                             .generation = o->generation,
                             .n_parts = first->n_parts + second->n_parts };
    for (size_t i = 0; i < first->n_parts; i++)
        out->parts[i] = first->parts[i];
    for (size_t i = 0; i < second->n_parts; i++)
        out->parts[first->n_parts + i] =
            moved(second->parts[i], first->n_parts);
    out->lines = arena_array(a, struct individual_line,
                             first->n_lines + second->n_lines + 2);
    add_lines(first, 0, 0, out->lines, &out->n_lines);
    out->lines[out->n_lines++] = (struct individual_line){
        .role = ROLE_LINK, .part = first->n_parts, .text = ""
    };
    add_lines(second, first->n_parts, first->n_steps, out->lines,
              &out->n_lines);
    out->lines[out->n_lines++] = (struct individual_line){
        .role = ROLE_FORM, .part = out->n_parts - 1, .text = individual_form()
    };
    join_steps(a, first, second, out);
    join_decoys(a, first, second, out);
}

/* ---- the number ---- */

struct choice {
    size_t slot;
    struct ratio value;
    struct link_sum sum;
    int cost; /* of the sum */
};

static int by_cost(const void *x, const void *y)
{
    const struct choice *p = x, *q = y;

    if (p->cost != q->cost)
        return p->cost < q->cost ? -1 : 1;
    return p->slot < q->slot ? -1 : p->slot > q->slot;
}

/* A number that stands in the row once more may be the same quantity: what
 * the letter hides would be told. In a family's formulas it is another one,
 * and things of a linear system have no numbers of their own. */
static bool stands_elsewhere(struct arena *a, const struct structure *b,
                             const struct saying *hidden, struct ratio value)
{
    if (b->kind != &structure_graph)
        return false;
    for (size_t i = 0; i < hidden->n; i++)
        if (op_prints(a, hidden->sentences[i], value))
            return true;
    return false;
}

/* In a formula letters may touch ("$Xy$"); in prose "5k" cannot be "Xk". */
static bool reads_as_letter(const struct structure *b, const char *text,
                            char letter)
{
    if (b->kind != &structure_graph)
        return cross_uses_letter(text, letter);
    for (const char *p = text; (p = strchr(p, letter)); p++)
        if ((p == text || !is_letter(p[-1])) && !is_letter(p[1]))
            return true;
    return false;
}

/* Is the letter told where the slot is, and are polished sentences those that
 * it does not stand in? */
static bool can_be_told(struct arena *a, const struct individual *s,
                        size_t part, const struct choice *c, const char *letter)
{
    const struct structure *b = &s->parts[part].structure;
    struct saying plain, hidden;
    bool told = false;

    b->kind->say(a, b->data, NO_SLOT, NULL, &plain);
    b->kind->say(a, b->data, c->slot, letter, &hidden);
    if (plain.n != hidden.n || plain.question != hidden.question ||
        stands_elsewhere(a, b, &hidden, c->value))
        return false;
    for (size_t i = 0; i < plain.n; i++)
        told = told || (!str_eq(plain.sentences[i], hidden.sentences[i]) &&
                        reads_as_letter(b, hidden.sentences[i], letter[0]));
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if (l->part == part && l->polished &&
            !str_eq(plain.sentences[l->sentence],
                    hidden.sentences[l->sentence]))
            return false;
    }
    return told;
}

/* The slots whose number is a simple sum over the answers, best first. */
static size_t list_slots(struct arena *a, const struct individual *s,
                         size_t part, const size_t *from, size_t n_from,
                         struct choice *out)
{
    const struct structure *b = &s->parts[part].structure;
    const struct structure_slot *slots;
    size_t n = b->kind->slots(a, b->data, &slots), k = 0;
    struct ratio answers[INDIVIDUAL_PARTS];

    individual_answers(s, answers);
    for (size_t i = 0; i < n; i++) {
        struct choice c = { .slot = i, .value = slots[i].value };

        c.cost = link_sum_fit(answers, from, n_from, c.value, &c.sum);
        if (c.cost)
            out[k++] = c;
    }
    if (k)
        qsort(out, k, sizeof(*out), by_cost);
    return k;
}

static void set_link(struct individual *s, size_t part, const struct choice *c,
                     const char *letter)
{
    s->parts[part].slot = c->slot;
    s->parts[part].sum = c->sum;
    s->parts[part].letter = letter;
}

/* Every link of the chain up to the new one leads to another last answer. */
static bool prove_links(struct arena *a, struct individual *s, size_t part)
{
    for (size_t k = part; k >= 1; k--)
        if (!individual_prove_link(a, s, k))
            return false;
    return true;
}

static bool pick_slot(const struct operator_call *o, struct individual *s,
                      size_t part, const size_t *from, size_t n_from,
                      const char *letter)
{
    struct choice all[STRUCTURE_SLOTS], good[SLOTS_GOOD];
    size_t n = list_slots(o->arena, s, part, from, n_from, all), k = 0;

    for (size_t i = 0; i < n && k < SLOTS_GOOD; i++) {
        if (!can_be_told(o->arena, s, part, &all[i], letter))
            continue;
        set_link(s, part, &all[i], letter);
        if (prove_links(o->arena, s, part))
            good[k++] = all[i];
    }
    if (!k)
        return false;
    set_link(s, part, &good[rng_below(o->rng, k)], letter);
    return prove_links(o->arena, s, part);
}

/* Of the answer before, and from three parts on every other time of an earlier
 * one too: a graph. */
static bool make_link(const struct operator_call *o, struct individual *s,
                      size_t part, const char *letter)
{
    size_t from[LINK_TERMS] = { part - 1, part - 1 };

    if (part > 1 && rng_below(o->rng, 2)) {
        from[1] = (size_t)rng_below(o->rng, part - 1);
        if (pick_slot(o, s, part, from, 2, letter))
            return true;
    }
    return pick_slot(o, s, part, from, 1, letter);
}

/* ---- applying ---- */

static void note(const struct operator_call *o, struct individual *s,
                 size_t part)
{
    const struct individual_part *p = &s->parts[part];
    struct json *v = json_new(o->arena, JSON_OBJECT);
    struct ratio value = RATIO(0);

    individual_letter(s, part, &value);
    json_set(o->arena, v, "letter", json_new_string(o->arena, p->letter));
    json_set(
        o->arena, v, "ratio",
        json_new_string(o->arena, ratio_text(o->arena, p->sum.terms[0].ratio)));
    json_set(o->arena, v, "value",
             json_new_string(o->arena, ratio_text(o->arena, value)));
    json_set(o->arena, v, "parents", json_new_string(o->arena, s->parents));
    individual_step(o->arena, s,
                    (struct individual_step){ .name = op_crossover.name,
                                              .generation = o->generation,
                                              .part = part,
                                              .detail = v });
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    const struct individual *first = o->first;
    struct individual second;
    struct cross_words was;
    size_t part = first->n_parts;
    const char *letter;

    if (o->second && individual_kin(first, o->second))
        return err_set(e, ERR_DOMAIN, "both come from the same problem");
    if (!o->second || part + o->second->n_parts > INDIVIDUAL_PARTS)
        return err_set(e, ERR_DOMAIN, "a chain has at most %d parts",
                       INDIVIDUAL_PARTS);
    if (individual_line_of(first, 0, ROLE_OPEN) ||
        individual_line_of(o->second, 0, ROLE_OPEN))
        return err_set(e, ERR_DOMAIN,
                       "an answer that may be undetermined cannot be in a "
                       "chain");
    if (first->parts[part - 1].text)
        return err_set(e, ERR_DOMAIN,
                       "the first answer is not a number, so the second "
                       "problem cannot use it");
    for (size_t k = 0; k < o->second->n_parts; k++)
        if (!cross_stories_apart(o->arena, o->second, k, first))
            return err_set(e, ERR_DOMAIN, "both tell the same story");
    second = individual_copy(o->arena, o->second);
    if (!cross_names(o, &second, e))
        return false;
    cross_words_open(o->arena, first, &second, &was);
    join(o, first, &second, out);
    letter = cross_letters(o, out);
    if (!letter)
        return err_set(e, ERR_DOMAIN, "no letter is left for the link");
    if (!make_link(o, out, part, letter))
        return err_set(e, ERR_DOMAIN,
                       "no number of the second problem can be replaced by "
                       "the first answer so that all answers depend on it");
    out->parts[part].wording = (unsigned)rng_below(o->rng, LINK_WORDINGS);
    individual_tell(o->arena, out);
    cross_words_again(o->arena, out, &was);
    individual_follow_decoys(o->arena, out);
    note(o, out, part);
    return true;
}

/* ---- checking ---- */

/* The letter is told in the part's sentences, and is no other part's. */
static bool letter_stands(const struct individual *s, size_t part)
{
    const char *letter = s->parts[part].letter;
    bool told = false;

    for (size_t k = 0; k < s->n_parts; k++)
        if (k != part && s->parts[k].letter &&
            str_eq(s->parts[k].letter, letter))
            return false;
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if (line_is_told(l)) {
            bool uses = cross_uses_letter(l->text, letter[0]);

            if (uses && l->part != part)
                return false;
            told = told || uses;
        }
    }
    return told;
}

static bool link_stands(struct arena *a, const struct individual *s,
                        size_t part)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && s->lines[i].role == ROLE_LINK) {
            if (!str_eq(s->lines[i].text, individual_link(a, s, part)))
                return false;
            n++;
        }
    return n == 1 && s->lines[s->n_lines - 1].role == ROLE_FORM;
}

/* The letter's value is the number that the structure has at the slot. */
static bool value_fits(struct arena *a, const struct individual *s, size_t part)
{
    const struct individual_part *p = &s->parts[part];
    const struct structure_slot *slots;
    size_t n = p->structure.kind->slots(a, p->structure.data, &slots);
    struct ratio x;

    return p->slot < n && individual_letter(s, part, &x) &&
           ratio_equal(x, slots[p->slot].value);
}

static bool is_hidden(struct arena *a, const struct individual *s, size_t part)
{
    const struct individual_part *p = &s->parts[part];
    struct saying hidden;
    struct ratio x;

    individual_saying(a, p, &hidden);
    return individual_letter(s, part, &x) &&
           !stands_elsewhere(a, &p->structure, &hidden, x);
}

/* Does the part come from another problem than all others do? */
static bool is_apart(const struct individual *s, size_t part)
{
    const char *source = s->parts[part].source;

    for (size_t k = 0; k < s->n_parts; k++)
        if (k != part && source && s->parts[k].source &&
            str_eq(s->parts[k].source, source))
            return false;
    return true;
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    size_t part = s->steps[step - 1].part;

    if (part == 0 || !s->parts[part].letter)
        return op_broken(why, "its part has no link");
    if (!value_fits(a, s, part))
        return op_broken(why, "the letter does not equal the number that it "
                              "replaces");
    if (!link_stands(a, s, part))
        return op_broken(why, "the text of the link does not match the link");
    if (!letter_stands(s, part))
        return op_broken(why, "the letter is unused, or used twice");
    if (!is_hidden(a, s, part))
        return op_broken(why, "the number that the letter replaces is still "
                              "in the text");
    if (!individual_link_holds(a, s, part))
        return op_broken(why, "there is no proof that the last answer "
                              "depends on every answer in the link");
    if (!is_apart(s, part))
        return op_broken(why, "two questions come from the same problem");
    if (!cross_stories_apart(a, s, part, s))
        return op_broken(why, "another part tells the same story");
    if (!cross_apart(s, part))
        return op_broken(why, "a thing of it is also in another part");
    return cross_people_apart(a, s, part) ||
           op_broken(why, "a person of it is also in another part");
}

/* Do the things of useless conditions stand nowhere else still? */
static bool useless_holds(struct arena *a, const struct individual *s)
{
    const char *why;

    for (size_t i = 0; i < s->n_steps; i++)
        if (str_eq(s->steps[i].name, op_useless.name) &&
            !op_useless.check(a, s, i + 1, &why))
            return false;
    return true;
}

bool cross_links_hold(struct arena *a, const struct individual *s)
{
    const char *why;

    for (size_t i = 1; i <= s->n_steps; i++)
        if (str_eq(s->steps[i - 1].name, op_crossover.name) &&
            !check(a, s, i, &why))
            return false;
    return s->n_parts == 1 || useless_holds(a, s);
}

const struct operator_card op_crossover = {
    .name = "crossover",
    .kind = OPERATOR_CROSS,
    .promise =
        "A number that the second problem needs is given by the first "
        "problem's answer, or by two answers of a chain. If one of these "
        "answers changes, the last answer changes. The problems share no "
        "thing and no person, and no two questions come from the same "
        "problem.",
    .role = ROLES,
    .apply = apply,
    .check = check,
};
