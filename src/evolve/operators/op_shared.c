/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/slips.h"

#include <limits.h>
#include <string.h>

/* What a problem says already: no operator says it again. */

/* ---- sentences that lure ---- */

/* Do both say the same of the quantities of the part, in whatever words? */
static bool same_relation(struct arena *a, const struct individual *s,
                          size_t part, const char *x, const char *y)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    struct equation p, r;
    struct hedge h, k;
    size_t n;

    if (s->parts[part].structure.kind == &structure_linear)
        return op_read_vague(a, s, part, x, &p) &&
               op_read_vague(a, s, part, y, &r) && linear_same(&p, &r);
    n = op_quantities(a, s, part, q);
    return hedge_read(x, q, n, &h) && hedge_read(y, q, n, &k) && h.of == k.of &&
           h.from == k.from && h.way == k.way && h.number == k.number;
}

bool op_same_lure(struct arena *a, const struct individual *s, size_t part,
                  const char *x, const char *y)
{
    return individual_same_words(x, y) || same_relation(a, s, part, x, y);
}

bool op_lures(struct arena *a, const struct individual *s, size_t part,
              const char *text, const struct individual_line *before)
{
    for (const struct individual_line *l = s->lines; l < s->lines + s->n_lines;
         l++)
        if (l->part == part && role_lures(l->role) &&
            (!before || l->step < before->step ||
             (l->step == before->step && l < before)) &&
            op_same_lure(a, s, part, l->text, text))
            return true;
    return false;
}

/* ---- promises ---- */

const struct individual_line *op_line(const struct individual *s, size_t step,
                                      size_t i)
{
    for (size_t k = 0; k < s->n_lines; k++)
        if (s->lines[k].step == step && role_is_noise(s->lines[k].role) &&
            i-- == 0)
            return &s->lines[k];
    return NULL;
}

bool op_later(const struct individual *s, size_t step, const char *name)
{
    for (size_t i = step; i < s->n_steps; i++)
        if (s->steps[i].part == s->steps[step - 1].part &&
            str_eq(s->steps[i].name, name))
            return true;
    return false;
}

/* ---- texts ---- */

/* A phrase that is searched for, and how far the search goes on from a byte
 * that stands under its last one (Horspool). Letters that differ in case have
 * the same low bits; what shares them besides makes a step shorter. */
struct search {
    const char *phrase;
    size_t n;
    unsigned char step[32];
};

static void search_open(struct search *f, const char *phrase)
{
    f->phrase = phrase;
    f->n = strlen(phrase);
    memset(f->step, f->n < UCHAR_MAX ? (int)f->n : UCHAR_MAX, sizeof f->step);
    for (size_t i = 0; i + 1 < f->n; i++) {
        size_t left = f->n - 1 - i;

        f->step[phrase[i] & 31] =
            left < UCHAR_MAX ? (unsigned char)left : UCHAR_MAX;
    }
}

static bool same_here(const char *text, const struct search *f)
{
    for (size_t i = f->n; i-- > 0;)
        if (to_lower(text[i]) != to_lower(f->phrase[i]))
            return false;
    return !is_letter(text[f->n]);
}

static bool search_finds(const struct search *f, const char *text)
{
    size_t n = strlen(text);

    for (size_t at = 0; f->n && at + f->n <= n;
         at += f->step[text[at + f->n - 1] & 31])
        if ((at == 0 || !is_letter(text[at - 1])) && same_here(text + at, f))
            return true;
    return false;
}

bool op_mentions(const char *text, const char *phrase)
{
    struct search f;

    if (!*text)
        return false;
    search_open(&f, phrase);
    return search_finds(&f, text);
}

bool op_mentioned(const struct individual *s, const char *phrase, size_t but)
{
    struct search f;

    search_open(&f, phrase);
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].step != but && search_finds(&f, s->lines[i].text))
            return true;
    return false;
}

/* Where the number stands in the text: as words, with commas or with zeros
 * behind the point too. NULL: nowhere. */
static const char *op_find_number(struct arena *a, const char *text,
                                  struct ratio x, size_t *length)
{
    const char *digits = ratio_text(a, x), *decimal = ratio_decimal(a, x, 6);
    struct number found[NUMBERS];
    size_t n = graph_scan(text, found);

    for (size_t i = 0; i < n; i++)
        if (ratio_equal(found[i].value, x)) {
            *length = found[i].n;
            return text + found[i].at;
        }
    digits = decimal && !ratio_whole(x) ? decimal : digits;
    *length = strlen(digits);
    return structure_digits(text, digits);
}

bool op_prints(struct arena *a, const char *text, struct ratio x)
{
    size_t n;

    return op_find_number(a, text, x, &n) != NULL;
}

/* ---- lines and steps ---- */

size_t op_step(const struct operator_call *o, const struct operator_card *card,
               struct individual *s, const struct json *detail)
{
    return individual_step(o->arena, s,
                           (struct individual_step){
                               .name = card->name,
                               .generation = o->generation,
                               .part = o->part,
                               .writer = o->text || o->said ? o->writer : NULL,
                               .detail = detail });
}

void op_insert(const struct operator_call *o, const struct operator_card *card,
               struct individual *s, size_t at, const char *text, size_t step)
{
    individual_insert(
        o->arena, s, at,
        (struct individual_line){
            .role = card->role, .part = o->part, .text = text, .step = step });
}

size_t op_place(const struct individual *s, size_t part, struct rng *r,
                bool late)
{
    const struct individual_line *l = individual_told(s, part, NULL);
    size_t n, first, question = individual_part_lines(s, part, &n);

    INVARIANT(l);
    first = (size_t)(l - s->lines);
    for (; l; l = individual_told(s, part, l))
        if (l->role == ROLE_QUESTION)
            question = (size_t)(l - s->lines);
    if (s->parts[part].structure.kind == &structure_linear)
        return first + (size_t)rng_below(r, question - first + 1);
    return !late && rng_below(r, 2) ? first : question;
}

/* ---- structures ---- */

bool op_change(const struct operator_call *o, struct individual *s, size_t part,
               bool (*change)(struct arena *a, const void *data, struct rng *r,
                              void **out, struct err *e),
               struct err *e)
{
    const struct structure *b = &s->parts[part].structure;
    void *data;

    return change(o->arena, b->data, o->rng, &data, e) &&
           individual_set_structure(o->arena, s, part,
                                    (struct structure){ b->kind, data }, e);
}

/* The phrase with the letter where it prints the hidden number. */
static const char *op_with_letter(struct arena *a, const char *phrase,
                                  struct ratio hidden, const char *letter)
{
    size_t n;
    const char *at = op_find_number(a, phrase, hidden, &n);

    if (!at)
        return phrase;
    return arena_printf(a, "%.*s%s%s", (int)(at - phrase), phrase, letter,
                        at + n);
}

/* "The answer" alone could be any in a chain. */
static const char *asked_phrase(struct arena *a, const struct individual *s,
                                size_t part)
{
    if (s->n_parts == 1)
        return "the answer";
    if (part + 1 == s->n_parts)
        return "the final answer";
    return arena_printf(a, "the answer to question %zu", part + 1);
}

size_t op_quantities(struct arena *a, const struct individual *s, size_t part,
                     struct quantity *out)
{
    const struct individual_part *p = &s->parts[part];
    size_t n = p->structure.kind->quantities(a, p->structure.data, out);
    struct ratio hidden;
    bool hides = individual_letter(s, part, &hidden);

    for (size_t i = 0; i < n && p->structure.kind != &structure_linear; i++) {
        if (out[i].asked)
            out[i].phrase = asked_phrase(a, s, part);
        else if (hides && out[i].phrase)
            out[i].phrase = op_with_letter(a, out[i].phrase, hidden, p->letter);
    }
    return n;
}

bool op_commas(const struct individual *s, size_t part)
{
    const struct individual_line *l = NULL;

    while ((l = individual_told(s, part, l)))
        if (hedge_has_commas(l->text))
            return true;
    return false;
}

bool op_near_key(struct ratio key, struct ratio *lo, struct ratio *hi)
{
    *lo = RATIO(1);
    *hi = RATIO(10);
    return ratio_sign(key) == 0 ||
           (ratio_sign(key) > 0
                ? ratio_div(lo, key, RATIO(2)) && ratio_mul(hi, key, RATIO(2))
                : ratio_mul(lo, key, RATIO(2)) && ratio_div(hi, key, RATIO(2)));
}

bool op_plausible(const struct structure *b, struct ratio key,
                  struct ratio decoy)
{
    const struct linear_problem *l = structure_linear_of(b);
    struct ratio lo, hi;

    if (ratio_equal(key, decoy))
        return false;
    if (l)
        return ratio_whole(decoy) && decoy.p >= l->shape.low &&
               decoy.p <= l->shape.high;
    return (ratio_whole(decoy) || !ratio_whole(key)) &&
           op_near_key(key, &lo, &hi) && ratio_compare(decoy, lo) >= 0 &&
           ratio_compare(decoy, hi) <= 0;
}

/* ---- decoys ---- */

int64_t op_round_number(struct rng *r, int64_t x, int64_t least, int64_t most)
{
    int64_t grain = 1;

    while (x && x % (grain * 10) == 0 && grain < INT64_MAX / 100)
        grain *= 10;
    grain = grain > 1 ? grain / 2 : 1;
    while (grain > 1 && (most / grain) - (least / grain) < 2)
        grain = grain % 2 ? grain / 5 : grain / 2;
    return grain * rng_range(r, least / grain + (least % grain > 0),
                             most / grain - (most % grain < 0));
}

bool op_is_laid(const struct individual *s, size_t part, struct ratio value)
{
    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].part == part && s->decoys[i].step &&
            ratio_equal(s->decoys[i].value, value))
            return true;
    return false;
}

void op_lure(struct arena *a, struct individual *s, size_t part,
             struct ratio value, size_t step)
{
    const char *slip = individual_slip(a, s, part, value);
    struct decoy *d = NULL;

    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].part == part && !s->decoys[i].follows &&
            ratio_equal(s->decoys[i].value, value))
            d = &s->decoys[i];
    if (d)
        d->step = step;
    else
        individual_decoy(a, s,
                         (struct decoy){ .part = part,
                                         .value = value,
                                         .step = step,
                                         .slip = slip ? slip : SLIP_HINT });
    individual_follow_again(a, s);
}

const struct decoy *op_decoy(const struct individual *s, size_t step,
                             size_t part)
{
    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].step == step && s->decoys[i].part == part)
            return &s->decoys[i];
    return NULL;
}

const char *op_follow_fault(struct arena *a, const struct individual *s,
                            const struct decoy *d)
{
    for (size_t k = d->part + 1; k < s->n_parts; k++) {
        const struct decoy *next = op_decoy(s, d->step, k);
        struct ratio x;
        bool there = individual_follow(a, s, d->part, d->value, k, &x) &&
                     !ratio_equal(x, s->parts[k].answer);

        if (there != (next != NULL) ||
            (there && (!next->follows || !ratio_equal(x, next->value))))
            return "the answers that follow from the decoy are not recorded";
    }
    return NULL;
}

/* ---- equations over things ---- */

void op_vocabulary(struct arena *a, const struct individual *s, size_t part,
                   const struct op_things *things, bool units,
                   struct linear_words *out)
{
    const struct linear_problem *l = individual_linear(s, part);
    const char **names = arena_array(a, const char *, LINEAR_VARIABLES);
    struct linear_letter *letter = arena_new(a, struct linear_letter);

    if (individual_letter(s, part, &letter->value))
        letter->name = s->parts[part].letter;
    linear_problem_words(l, letter, names, out);
    for (size_t i = 0; things && i < things->n && out->n < LINEAR_VARIABLES;
         i++)
        names[out->n++] = things->theme->things[things->thing[i]];
    if (units && things) {
        out->unit = things->theme->unit;
        out->one = things->theme->one;
    }
}

/* Returns the equation for people: "2 [the price of the lamp] = 14". */
static const char *op_equation(struct arena *a, const struct equation *eq,
                               const char *const *names, size_t n)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < n; i++) {
        struct ratio c = eq->c[i];

        if (ratio_sign(c) == 0)
            continue;
        if (out.n)
            str_add(&out, ratio_sign(c) < 0 ? " - " : " + ");
        else if (ratio_sign(c) < 0)
            str_addc(&out, '-');
        c = ratio_sign(c) < 0 ? ratio_neg(c) : c;
        if (!ratio_equal(c, RATIO(1)))
            str_addf(&out, "%s ", ratio_text(a, c));
        str_addf(&out, "[%s]", names[i]);
    }
    str_addf(&out, " = %s", ratio_text(a, eq->rhs));
    return str_get(&out);
}

struct json *op_map(struct arena *a, const struct json *v,
                    const char *(*new)(struct arena *a, const char *s,
                                       const void *ctx),
                    const void *ctx)
{
    struct json *copy;

    if (v->type == JSON_STRING)
        return json_new_string(a, new (a, v->text, ctx));
    if (v->type != JSON_ARRAY && v->type != JSON_OBJECT)
        return json_copy(a, v);
    copy = json_new(a, v->type);
    for (const struct json *x = v->first; x; x = x->next)
        if (v->type == JSON_ARRAY)
            json_push(copy, op_map(a, x, new, ctx));
        else
            json_set(a, copy, x->name,
                     str_eq(x->name, "was") ? json_copy(a, x)
                                            : op_map(a, x, new, ctx));
    return copy;
}

/* ---- relations that say nothing for certain ---- */

struct op_hint op_vague(const struct operator_call *o,
                        const struct equation *eq)
{
    const struct linear_problem *l = individual_linear(o->first, o->part);
    struct say_options say = { .theme = l->theme,
                               .thing = l->thing,
                               .hidden = SIZE_MAX };
    size_t relation = (size_t)rng_below(o->rng, n_vague_relations);
    struct str text = str_in(o->arena);
    struct linear_words words;

    say.style = (unsigned)rng_below(o->rng, 64);
    linear_say_vague(&text, eq, &say, relation);
    op_vocabulary(o->arena, o->first, o->part, NULL, false, &words);
    return (struct op_hint){ str_get(&text),
                             op_equation(o->arena, eq, words.names, words.n) };
}

bool op_read_vague(struct arena *a, const struct individual *s, size_t part,
                   const char *text, struct equation *eq)
{
    struct linear_words words;
    size_t asked;

    op_vocabulary(a, s, part, NULL, false, &words);
    return linear_read(text, strlen(text), &words, eq, &asked) == READING_VAGUE;
}
