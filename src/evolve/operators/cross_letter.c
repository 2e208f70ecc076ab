/* SPDX-License-Identifier: Apache-2.0 */
/* Letters of the links of a chain, and open relations told again when a number
 * becomes a letter. */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"

#include <string.h>

/* ---- letters ---- */

/* A and I are words, O looks like 0. */
static const char *const letters[] = {
    "X", "Y", "Z", "W", "V", "U", "T", "S", "R", "Q", "P", "N",
    "M", "L", "K", "J", "H", "G", "F", "E", "D", "C", "B",
};

#define LETTERS (sizeof(letters) / sizeof(*letters))

/* Letters that stand together are a word, but for two of them ("$Xy$") and for
 * capital ones alone ("XY"). */
static bool is_word(const char *p, size_t n)
{
    bool small = false;

    for (size_t i = 0; i < n; i++)
        small = small || is_lower(p[i]);
    return n > 2 && small;
}

bool cross_uses_letter(const char *text, char letter)
{
    if (!strchr(text, letter))
        return false;
    for (const char *p = text; *p;) {
        size_t n = 0;

        while (is_letter(p[n]))
            n++;
        if (n && !is_word(p, n) && memchr(p, letter, n))
            return true;
        p += n ? n : 1;
    }
    return false;
}

/* Letters as bits; 0: it is none. */
static uint32_t bit_of(char letter)
{
    return is_letter(letter) ? UINT32_C(1) << (to_lower(letter) - 'a') : 0;
}

/* The letters of the text that stand for something, in any case: capital ones
 * as above; small ones alone ("$x$", "5 m"), or in a formula or behind a number
 * with another one ("$xy$", "5km"). Beside these the capital one would be
 * mistaken for them. */
static uint32_t letters_of(const char *text)
{
    bool formula = false;
    uint32_t used = 0;

    for (const char *p = text; *p;) {
        bool close = formula || (p > text && is_digit(p[-1])), small;
        size_t n = 0;

        while (is_letter(p[n]))
            n++;
        small = n == 1 || (n == 2 && close);
        if (n && (small || !is_word(p, n)))
            for (size_t i = 0; i < n; i++)
                used |= is_upper(p[i]) || small ? bit_of(p[i]) : 0;
        formula = formula != (*p == '$');
        p += n ? n : 1;
    }
    return used;
}

static uint32_t letters_used(const struct individual *s)
{
    uint32_t used = 0;

    for (size_t i = 0; i < s->n_parts; i++)
        used |= s->parts[i].letter ? bit_of(s->parts[i].letter[0]) : 0;
    for (size_t i = 0; i < s->n_lines; i++)
        used |= letters_of(s->lines[i].text);
    return used;
}

/* Does the letter of part k stand in another part, or is it another's? */
static bool clashes(const struct individual *s, size_t k)
{
    char letter = s->parts[k].letter[0];

    for (size_t i = 0; i < s->n_parts; i++)
        if (i != k && s->parts[i].letter && s->parts[i].letter[0] == letter)
            return true;
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part != k &&
            (letters_of(s->lines[i].text) & bit_of(letter)))
            return true;
    return false;
}

/* One of the first few that stand nowhere. */
static const char *fresh_letter(struct rng *r, const struct individual *s)
{
    uint32_t used = letters_used(s);
    const char *list[4];
    size_t n = 0;

    for (size_t i = 0; i < LETTERS && n < 4; i++)
        if (!(used & bit_of(letters[i][0])))
            list[n++] = letters[i];
    return n ? list[rng_below(r, n)] : NULL;
}

/* In words of a writer: the letter where it stands alone. */
static const char *with_letter(struct arena *a, const char *text, char was,
                               char now)
{
    char *out = arena_strdup(a, text);

    for (char *p = out; *p; p++)
        if (*p == was && (p == out || !is_letter(p[-1])) && !is_letter(p[1]))
            *p = now;
    return out;
}

/* The whole is told anew only when the new link has its letter. */
static void change_letter(struct arena *a, struct individual *s, size_t part,
                          const char *letter)
{
    char was = s->parts[part].letter[0];
    struct saying said;

    s->parts[part].letter = letter;
    individual_saying(a, &s->parts[part], &said);
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];

        if (l->part != part || role_is_noise(l->role))
            continue;
        if (l->polished)
            l->text = with_letter(a, l->text, was, letter[0]);
        else if (l->role == ROLE_LINK)
            l->text = individual_link(a, s, part);
        else if (l->role != ROLE_FORM)
            l->text = individual_sentence(a, s, l, &said);
    }
}

const char *cross_letters(const struct operator_call *o, struct individual *s)
{
    const char *letter;

    for (size_t k = 1; k < s->n_parts; k++) {
        if (!s->parts[k].letter || !clashes(s, k))
            continue;
        letter = fresh_letter(o->rng, s);
        if (!letter)
            return NULL;
        change_letter(o->arena, s, k, letter);
    }
    return fresh_letter(o->rng, s);
}

/* ---- open relations ---- */

void cross_words_open(struct arena *a, const struct individual *first,
                      const struct individual *second, struct cross_words *out)
{
    size_t n = first->n_parts;

    out->parts = arena_array(a, struct cross_called, n + second->n_parts);
    for (size_t i = 0; i < n; i++)
        out->parts[i].n = op_quantities(a, first, i, out->parts[i].q);
    for (size_t i = 0; i < second->n_parts; i++)
        out->parts[n + i].n = op_quantities(a, second, i, out->parts[n + i].q);
}

/* What a string of a step's detail becomes. */
struct retold {
    const char *was, *now;
};

static const char *retell(struct arena *a, const char *s, const void *ctx)
{
    const struct retold *r = ctx;

    (void)a;
    return str_eq(s, r->was) ? r->now : s;
}

/* Over a linear structure such sentences name things and not their numbers. */
static void tell_again(struct arena *a, struct individual *s, size_t part,
                       const struct cross_called *was)
{
    struct quantity now[STRUCTURE_QUANTITIES];

    if (s->parts[part].structure.kind == &structure_linear)
        return;
    op_quantities(a, s, part, now);
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];
        struct individual_step *t;
        struct retold r;
        struct hedge h;

        if (l->part != part ||
            (l->role != ROLE_DECOY && l->role != ROLE_MISLEADING) ||
            !hedge_read(l->text, was->q, was->n, &h))
            continue;
        r = (struct retold){ l->text, hedge_say(a, &h, now) };
        t = &s->steps[l->step - 1];
        if (t->detail)
            t->detail = op_map(a, t->detail, retell, &r);
        l->text = r.now;
    }
}

void cross_words_again(struct arena *a, struct individual *s,
                       const struct cross_words *was)
{
    for (size_t i = 0; i < s->n_parts; i++)
        tell_again(a, s, i, &was->parts[i]);
}
