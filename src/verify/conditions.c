/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditions are cut at commas, semicolons and "and" outside of brackets. A
 * lone symbol waits for the relation of its successor: "a, b > 0" is two
 * relations.
 */
#include "verify/conditions.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"

#include <string.h>

struct reader {
    struct arena *a;
    const struct claim *claim;
    struct vec relations, whole, phrases;
    struct vec waiting; /* lone symbols */
    const char *const *symbols;
    size_t symbols_n;
};

/* ---- cutting ---- */

static const char separators[] =
    ",|;| and |\\quad|\\qquad|\\text{ and }|\\text{and}|\\land|\\wedge|\n";

/* Returns where the piece that begins at s ends. */
static size_t conditions_piece_length(const char *s)
{
    int depth = 0;
    size_t i = 0;

    for (; s[i]; i++) {
        if (strchr("([{", s[i]))
            depth++;
        else if (strchr(")]}", s[i]))
            depth--;
        else if (depth <= 0 && s[i] == '\\' && strchr(",;:! ", s[i + 1]))
            i += s[i + 1] != '\0';
        else if (depth <= 0 && str_starts_any(s + i, separators))
            break;
    }
    return i;
}

/* ---- pieces ---- */

static void conditions_push_text(struct vec *v, const char *s)
{
    *(const char **)vec_push(v) = s;
}

static void push_relation(struct reader *r, const struct expr *x)
{
    *(const struct expr **)vec_push(&r->relations) = x;
}

static const char *const *texts(const struct vec *v)
{
    return v->items;
}

static void conditions_push_sign(struct reader *r, const char *name,
                                 enum relation rel)
{
    push_relation(r, expr_relation(r->a, expr_symbol(r->a, name), rel,
                                   expr_integer(r->a, 0)));
}

/* Do the words of the piece have this one, in small letters? */
static bool conditions_has_word(const char *piece, const char *word)
{
    size_t n = strlen(word);

    for (const char *p = piece; (p = strstr(p, word)); p += n)
        if ((p == piece || !is_letter(p[-1])) && !is_letter(p[n]))
            return true;
    return false;
}

/* "n is a positive integer": the symbols among the words. */
static bool conditions_read_words(struct reader *r, const char *piece)
{
    bool whole = strstr(piece, "integer") || strstr(piece, "natural number");
    bool positive = conditions_has_word(piece, "positive") ||
                    conditions_has_word(piece, "natural");
    bool not_negative =
        strstr(piece, "non-negative") || strstr(piece, "nonnegative");
    bool real = conditions_has_word(piece, "real"), any = false;
    char *text = arena_strdup(r->a, piece), *word, *rest = text;

    if (strstr(piece, "root") || strstr(piece, "solution") ||
        (!whole && !positive && !not_negative && !real))
        return false;
    for (; (word = strtok_r(rest, " ,$.", &rest));) {
        const char *name = read_one_symbol(r->a, word);

        for (size_t i = 0; name && i < r->symbols_n; i++) {
            if (!str_eq(name, r->symbols[i]))
                continue;
            any = true;
            if (whole)
                conditions_push_text(&r->whole, name);
            if (not_negative)
                conditions_push_sign(r, name, RELATION_GE);
            else if (positive)
                conditions_push_sign(r, name, RELATION_GT);
        }
    }
    return any;
}

/* n \in \mathbb{N}, and a relation of numbers. */
static bool take_relation(struct reader *r, const struct expr *x)
{
    const struct expr *set = x->args[x->count - 1];
    bool numbers = true;

    if (x->relations[0] == RELATION_IN && x->args[0]->op == EXPR_SYMBOL) {
        const char *name = x->args[0]->name;

        if (set->op == EXPR_DOMAIN) {
            if (str_among(set->name, "N Z"))
                conditions_push_text(&r->whole, name);
            if (str_eq(set->name, "N"))
                conditions_push_sign(r, name, RELATION_GT);
            return true;
        }
        if ((set->op == EXPR_INTERVAL || set->op == EXPR_TUPLE) &&
            set->count == 2) {
            if (!expr_infinity(set->args[0]))
                push_relation(r, expr_relation(r->a, x->args[0], RELATION_GT,
                                               set->args[0]));
            if (!expr_infinity(set->args[1]))
                push_relation(r, expr_relation(r->a, x->args[0], RELATION_LT,
                                               set->args[1]));
            return true;
        }
        return false;
    }
    for (unsigned i = 0; i + 1 < x->count; i++)
        numbers &=
            x->relations[i] >= RELATION_NE && x->relations[i] <= RELATION_GE;
    for (unsigned i = 0; i < x->count; i++)
        numbers &= expr_is_value(x->args[i]) && !expr_infinity(x->args[i]);
    if (numbers)
        push_relation(r, x);
    return numbers;
}

/* The symbols that waited have the relation of their successor. */
static void conditions_release(struct reader *r, const struct expr *x)
{
    const struct expr *args[2] = { NULL, NULL };

    for (size_t i = 0; i < r->waiting.n; i++) {
        if (!x || x->count != 2 || x->args[0]->op != EXPR_SYMBOL)
            continue;
        args[0] = expr_symbol(r->a, texts(&r->waiting)[i]);
        args[1] = x->args[1];
        (void)take_relation(
            r, expr_relation(r->a, args[0], x->relations[0], args[1]));
    }
    r->waiting.n = 0;
}

/* "where a>0", "for x>0" */
static const char *without_lead(const char *s)
{
    size_t n;

    while ((n = str_starts_any(s, "where |with |for |and |all |let |assume ")))
        s += n;
    return s;
}

static void conditions_read_piece(struct reader *r, const char *text)
{
    const char *piece = without_lead(str_trim(r->a, text));
    struct read_options opt = { .symbols = r->symbols,
                                .symbols_n = r->symbols_n };
    const struct expr *x = NULL;
    struct err e;

    if (str_blank(piece))
        return;
    if (conditions_read_words(r, piece)) {
        r->waiting.n = 0;
        return;
    }
    if (read_expr(r->a, piece, strlen(piece), &opt, &x, &e)) {
        if (x->op == EXPR_SYMBOL) {
            conditions_push_text(&r->waiting, x->name);
            return;
        }
        if (x->op == EXPR_RELATION && take_relation(r, x)) {
            conditions_release(r, x);
            return;
        }
    }
    conditions_release(r, NULL);
    conditions_push_text(&r->phrases, piece);
}

static void conditions_read_all(struct reader *r, const char *text)
{
    while (text && *text) {
        size_t n = conditions_piece_length(text);

        conditions_read_piece(r, arena_strndup(r->a, text, n));
        text += n;
        text += *text ? str_starts_any(text, separators) : 0;
    }
    conditions_release(r, NULL);
}

void conditions_read(struct arena *a, const struct claim *c,
                     struct conditions *out)
{
    struct reader r = { .a = a,
                        .claim = c,
                        .relations = vec_in(a, sizeof(void *)),
                        .whole = vec_in(a, sizeof(void *)),
                        .phrases = vec_in(a, sizeof(void *)),
                        .waiting = vec_in(a, sizeof(void *)) };

    r.symbols_n = claim_names(a, c, &r.symbols);
    conditions_read_all(&r, c->conditions);
    if (c->mode == CLAIM_ASYMPTOTIC && c->limit.range)
        conditions_read_all(&r, c->limit.range);
    out->relations = r.relations.items;
    out->relations_n = r.relations.n;
    out->whole = r.whole.items;
    out->whole_n = r.whole.n;
    out->phrases = r.phrases.items;
    out->phrases_n = r.phrases.n;
}

void conditions_add_whole(struct arena *a, struct conditions *c,
                          const char *const *names, size_t n)
{
    const char **all = arena_array(a, const char *, c->whole_n + n + 1);

    for (size_t i = 0; i < c->whole_n; i++)
        all[i] = c->whole[i];
    for (size_t i = 0; i < n; i++)
        all[c->whole_n + i] = names[i];
    c->whole = all;
    c->whole_n += n;
}

/* ---- asking ---- */

bool conditions_whole(const struct conditions *c, const char *name)
{
    return str_is_one(name, c->whole, c->whole_n);
}

/* Are all symbols of x among those of the point? */
static bool conditions_is_known(struct arena *a, const struct expr *x,
                                const struct ball_point *at)
{
    const char *const *names;
    size_t n = expr_symbols(a, x, &names);

    for (size_t i = 0; i < n; i++)
        if (!str_is_one(names[i], at->names, at->n))
            return false;
    return true;
}

bool conditions_hold(const struct conditions *c, const struct ball_point *at,
                     struct work *w)
{
    struct arena a = { 0 };
    bool all = true;
    acb_t v;

    acb_init(v);
    for (size_t i = 0; i < c->relations_n && all; i++) {
        const struct expr *one = expr_integer(&a, 1);

        /* A list of one case has a value where its condition holds. */
        if (conditions_is_known(&a, c->relations[i], at))
            all =
                ball_value(v, expr_binary(&a, EXPR_CASES, one, c->relations[i]),
                           at, 64, w);
    }
    acb_clear(v);
    arena_clear(&a);
    return all;
}

/* ---- drawing ---- */

#define TRIES 600

/* Whole numbers grow with the round, so that formulas which agree at the
 * first few are told apart. */
static int64_t draw_whole(struct rng *rng, int wide, unsigned round,
                          unsigned try)
{
    int64_t least = try < 30 ? 1 + (int64_t)round : 1;

    return rng_range(rng, least, 2 + 2 * (int64_t)wide + 2 * (int64_t)round);
}

static void conditions_draw_one(acb_t out, struct rng *rng, bool whole,
                                unsigned round, unsigned try)
{
    /* In [1/2, 2) first; then wider, and of both signs. */
    int wide = 1 + (int)try / 100;
    int64_t bits = rng_range(rng, (int64_t)1 << 19, ((int64_t)1 << 20) - 1);
    int64_t e = rng_range(rng, -wide, wide - 1);
    bool negative = rng_below(rng, 2) && try >= 60;

    if (whole)
        acb_set_si(out, draw_whole(rng, wide, round, try));
    else {
        acb_set_si(out, 2 * bits + 1);
        acb_mul_2exp_si(out, out, -20 + e);
    }
    if (negative)
        acb_neg(out, out);
}

bool conditions_draw(const struct conditions *c, struct ball_point *at,
                     acb_ptr values, size_t n, unsigned round, struct work *w)
{
    uint64_t key[2] = { 0x76657269, round };
    struct ball_point some = *at;
    struct rng rng;

    rng_init(&rng, hash_bytes(key, sizeof(key)));
    some.n = n;
    some.values = values;
    for (unsigned try = 0; try < TRIES; try++) {
        for (size_t i = 0; i < n; i++)
            conditions_draw_one(values + i, &rng,
                                conditions_whole(c, at->names[i]), round, try);
        if (conditions_hold(c, &some, w))
            return true;
    }
    return false;
}
