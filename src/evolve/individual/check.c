/* SPDX-License-Identifier: Apache-2.0 */
/* Everything of an evolved problem again, from its file alone. */
#include "evolve/individual/individual_int.h"
#include "evolve/operators/operator.h"
#include "evolve/structure/second.h"

#include "base/str.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/slips.h"

#include <stdarg.h>
#include <string.h>

static bool check_wrong(struct arena *a, struct check_finding *f,
                        const char *fmt, ...) PRINTF(3, 4);

static bool check_wrong(struct arena *a, struct check_finding *f,
                        const char *fmt, ...)
{
    struct str out = str_in(a);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&out, fmt, ap);
    va_end(ap);
    *f = (struct check_finding){ .by = "structure", .detail = str_get(&out) };
    return false;
}

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
static bool same_record(struct arena *a, const struct individual *s,
                        const struct problem *p, struct check_finding *f)
{
    const struct json *noted = json_at(p->meta, "evolve.unchanged");
    const struct json *mark = individual_unchanged(a, s);
    struct problem made;
    bool same;

    individual_asked(a, s, &made);
    if (!str_eq(made.statement, p->statement))
        return check_wrong(a, f, "the statement does not match the structure");
    same = made.n_keys == p->n_keys;
    for (size_t i = 0; same && i < p->n_keys; i++) {
        const struct key *x = &made.keys[i], *y = &p->keys[i];

        same = str_eq(x->latex, y->latex) && x->kind == y->kind &&
               !x->name == !y->name && (!x->name || str_eq(x->name, y->name));
    }
    if (!same)
        return check_wrong(a, f, "the keys do not match the structure");
    if (noted && !(mark && json_equal(noted, mark)))
        return check_wrong(a, f,
                           "\"unchanged\" does not match the original rows");
    return same_certificate(a, s, p) ||
           check_wrong(a, f, "its certificate does not match its structure");
}

/* ---- parts ---- */

/* A chain says how its letters are made, before they are used. */
static bool links_told(struct arena *a, const struct individual *s,
                       struct check_finding *f)
{
    for (size_t k = 1; k < s->n_parts; k++) {
        const struct individual_line *link =
            individual_line_of(s, k, ROLE_LINK);
        struct link_sum said;

        if (!link)
            return check_wrong(a, f, "no sentence defines %s",
                               s->parts[k].letter);
        if (!link_sum_read(link->text, s->parts[k].letter, &said) ||
            !link_sum_equal(&said, &s->parts[k].sum))
            return check_wrong(a, f, "the sentence does not define %s",
                               s->parts[k].letter);
        for (const struct individual_line *l = s->lines; l < link; l++)
            if (l->part == k && line_is_told(l))
                return check_wrong(a, f, "%s is used before it is defined",
                                   s->parts[k].letter);
    }
    return true;
}

/* The second method of a part with a gap: the sentences that are told, with the
 * one that is not, hold by the structure; with either number in it the answer is
 * the one noted. */
static bool gap_holds_up(struct arena *a, const struct individual_part *p,
                         const char **said, const struct saying *now,
                         struct check_finding *f)
{
    const struct structure_kind *kind = p->structure.kind;
    const struct gap *g = p->gap;
    struct structure_key key;
    struct err e;

    if (g->word)
        return kind->check(a, p->structure.data, g->slot, g->word,
                           g->fills[0].values[0], said, now->n, g->fills[0].key,
                           f, &e) &&
               kind->check(a, p->structure.data, g->slot, g->word,
                           g->fills[1].values[0], said, now->n, g->fills[1].key,
                           f, &e);
    said[g->sentence] = now->sentences[g->sentence];
    return structure_key(a, &p->structure, NO_SLOT, RATIO(0), &key) &&
           kind->check(a, p->structure.data, NO_SLOT, NULL, RATIO(0), said,
                       now->n, key.value, f, &e);
}

/* The part's second method, with its sentences as they stand. */
static bool part_holds_up(struct arena *a, const struct individual *s, size_t k,
                          struct check_finding *f)
{
    const struct individual_part *p = &s->parts[k];
    size_t hidden = p->letter ? p->slot : NO_SLOT;
    const char *said[STRUCTURE_SENTENCES];
    struct ratio value = RATIO(0);
    struct saying now;
    struct err e;

    individual_saying(a, p, &now);
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if (l->part == k && line_is_told(l))
            said[l->sentence] = individual_bare(l->text);
    }
    if (p->letter && !individual_letter(s, k, &value))
        return check_wrong(a, f, "%s is too large", p->letter);
    f->by = f->detail = "";
    if (p->gap)
        return gap_holds_up(a, p, said, &now, f) ||
               check_wrong(a, f, "a stated condition is false: %s", f->detail);
    if (p->structure.kind->check(a, p->structure.data, hidden, p->letter, value,
                                 said, now.n, p->answer, f, &e) &&
        (!p->text || p->structure.kind->judge(a, p->structure.data, hidden,
                                              value, p->text, f) == TRUTH_YES))
        return true;
    return check_wrong(a, f, "question %zu: %s", k + 1,
                       *f->detail ? f->detail : "its key is wrong");
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

/* No noted decoy is the key, and each that follows does so from another. */
static bool decoys_hold(struct arena *a, const struct individual *s,
                        struct check_finding *f)
{
    for (size_t i = 0; i < s->n_decoys; i++) {
        const struct decoy *d = &s->decoys[i];
        bool found = false;
        struct ratio x;

        for (size_t k = 0; k < s->n_decoys && d->follows && !found; k++) {
            const struct decoy *o = &s->decoys[k];

            found = !o->follows && o->step == d->step && o->part < d->part &&
                    !o->slip == !d->slip &&
                    (!o->slip || str_eq(o->slip, d->slip)) &&
                    individual_follow(a, s, o->part, o->value, d->part, &x) &&
                    ratio_equal(x, d->value);
        }
        if (d->follows && !found)
            return check_wrong(a, f, "the decoy %s has no source",
                               ratio_text(a, d->value));
        if (s->parts[d->part].text)
            return check_wrong(a, f,
                               "the decoy %s is a number, but its question "
                               "does not have a number as answer",
                               ratio_text(a, d->value));
        if (ratio_equal(d->value, s->parts[d->part].answer))
            return check_wrong(a, f, "the decoy %s is the key",
                               ratio_text(a, d->value));
    }
    for (size_t k = 0; k < s->n_parts; k++) {
        const struct structure *b = &s->parts[k].structure;
        struct slip slips[STRUCTURE_SLIPS];
        size_t n = b->kind->slips(a, b->data, slips);

        for (size_t i = 0; i < s->n_decoys; i++) {
            const struct decoy *d = &s->decoys[i];

            if (d->part == k && !d->follows &&
                !accounted(s, d, slip_of(slips, n, d->value)))
                return check_wrong(
                    a, f, "no step or typical error leads to the decoy %s",
                    ratio_text(a, d->value));
        }
    }
    return true;
}

static bool steps_hold(struct arena *a, const struct individual *s,
                       struct check_finding *f)
{
    for (size_t i = 0; i < s->n_steps; i++) {
        const struct operator_card *card = operator_find(s->steps[i].name);
        const char *why = NULL;

        if (!card)
            return check_wrong(a, f, "\"%.60s\" is not an operator",
                               s->steps[i].name);
        if (!card->check(a, s, i + 1, &why))
            return check_wrong(a, f, "step %zu, %s: %s", i + 1, card->name,
                               why ? why
                                   : "the guarantee of the operator is "
                                     "violated");
    }
    return true;
}

/* Every line of noise was put there by a step that puts such lines. */
static bool noise_explained(struct arena *a, const struct individual *s,
                            struct check_finding *f)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];
        const struct operator_card *card;

        if (!role_is_noise(l->role))
            continue;
        card = operator_find(s->steps[l->step - 1].name);
        if (!card || card->role != l->role ||
            s->steps[l->step - 1].part != l->part)
            return check_wrong(a, f, "no step explains a line of %s",
                               role_name(l->role));
    }
    return true;
}

/* And every link is a crossover's, whose promise is checked with it, and every
 * answer but the last is a term of a later link. */
static bool links_explained(struct arena *a, const struct individual *s,
                            struct check_finding *f)
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
            return check_wrong(a, f, "no step explains %s", s->parts[k].letter);
        if (!used)
            return check_wrong(a, f, "nothing uses the answer to question %zu",
                               k);
    }
    return true;
}

/* What is missing, and the line that says so, are of the steps for that. */
static bool gaps_explained(struct arena *a, const struct individual *s,
                           struct check_finding *f)
{
    const struct operator_card *card = NULL;

    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].role == ROLE_OPEN) {
            card = s->lines[i].step
                       ? operator_find(s->steps[s->lines[i].step - 1].name)
                       : NULL;
            if (card != &op_insufficient && card != &op_sufficient)
                return check_wrong(a, f, "no step explains a line of %s",
                                   role_name(ROLE_OPEN));
        }
    for (size_t k = 0; k < s->n_parts; k++)
        if (s->parts[k].gap && card != &op_insufficient)
            return check_wrong(a, f, "no step explains the missing condition");
    return true;
}

bool individual_check(struct arena *a, const struct individual *s,
                      const struct problem *p, struct check_finding *found)
{
    if (!individual_holds(a, s))
        return check_wrong(a, found,
                           "the answers do not follow from the structure");
    if (!links_told(a, s, found) || !same_record(a, s, p, found))
        return false;
    for (size_t k = 0; k < s->n_parts; k++)
        if (!part_holds_up(a, s, k, found))
            return false;
    if (!noise_explained(a, s, found) || !links_explained(a, s, found) ||
        !gaps_explained(a, s, found) || !decoys_hold(a, s, found) ||
        !steps_hold(a, s, found))
        return false;
    *found = (struct check_finding){
        .by = "structure",
        .detail = arena_printf(a,
                               "%zu part%s solved again, text read back, "
                               "%zu step%s checked against their guarantees",
                               s->n_parts, s->n_parts == 1 ? "" : "s",
                               s->n_steps, s->n_steps == 1 ? "" : "s")
    };
    return true;
}
