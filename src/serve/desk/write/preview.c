/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/write/preview.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "grade/compare/shape.h"
#include "grade/look.h"
#include "grade/request.h"
#include "math/ball/ball.h"
#include "math/exact/exact.h"
#include "math/tree/print.h"
#include "problem/limit.h"
#include "run/judge.h"
#include "serve/desk/write/check.h"
#include "serve/state.h"
#include "verify/sample.h"

#include <math.h>
#include <string.h>

#define VALUE_WORK   50000 /* units for the decimal of one value */
#define VALUE_BITS   96    /* of a decimal; also of an exact value shown */
#define OVERLAP_MOST 8
#define STANDS_MOST  200 /* bytes of an answer sought in the statement */
#define ROUNDED_FROM 4   /* places of a decimal that looks rounded */

/* ---- what was understood ---- */

/* Returns digits without the zeros that end them. */
static const char *shortened(struct arena *a, const char *digits)
{
    size_t n = strlen(digits);

    if (!strchr(digits, '.') || strpbrk(digits, "e+"))
        return digits;
    while (digits[n - 1] == '0')
        n--;
    return arena_strndup(a, digits, n - (digits[n - 1] == '.'));
}

/* Returns the decimal of a value without symbols, or NULL. */
static const char *decimal_of(struct arena *a, const struct expr *x)
{
    struct work w = { 0, VALUE_WORK, NULL };
    const char *out = NULL;
    acb_t z;

    if (!expr_is_value(x))
        return NULL;
    acb_init(z);
    if (ball_eval(z, x, NULL, VALUE_BITS, &w) == BALL_VALUE &&
        acb_rel_accuracy_bits(z) > 40)
        out = shortened(a, sample_digits(a, z));
    acb_clear(z);
    return out;
}

/* Returns the rational number that a value is, or NULL. */
static const char *rational_of(struct arena *a, const struct expr *x)
{
    struct work w = { 0, VALUE_WORK, NULL };
    const char *out = NULL;
    fmpq_t q;

    fmpq_init(q);
    if (expr_is_value(x) && exact_rational(q, x, &w) == EXACT_VALUE &&
        fmpq_height_bits(q) < VALUE_BITS) {
        char *text = fmpq_get_str(NULL, 10, q);

        out = arena_strdup(a, text);
        flint_free(text);
    }
    fmpq_clear(q);
    return out;
}

/* Of "x = 5" the value is 5. */
static void preview_set_value(struct arena *a, const struct expr *x,
                              struct preview_part *p)
{
    const char *const *unused;

    if (x->op == EXPR_RELATION && x->count == 2 &&
        x->relations[0] == RELATION_EQ && x->args[0]->op == EXPR_SYMBOL)
        x = x->args[1];
    if (expr_symbols(a, x, &unused) > 0)
        return;
    p->value = rational_of(a, x);
    if (!p->value || strchr(p->value, '/'))
        p->decimal = decimal_of(a, x);
}

/* The place of an error, counted in the answer's own field. */
static void preview_set_place(const char *answer, const struct key_look *look,
                              struct preview_part *p)
{
    size_t column = look->err.column, bytes;

    if (!column || look->from == LOOK_NOWHERE)
        return;
    bytes = look->from + utf8_bytes(answer + look->from, column - 1);
    p->column = utf8_count(answer, bytes) + 1;
    p->at = utf8_units(answer, strlen(answer), bytes);
}

static void make_part(struct arena *a, const struct entry_draft *d,
                      const struct key_look *look, struct preview_part *p)
{
    enum answer_kind kind;
    bool has_kind = answer_find(d->text[DRAFT_KIND], &kind);

    p->name = look->name;
    p->text = look->text;
    p->kind = answer_name(has_kind ? kind : grade_look_kind(a, look));
    if (!look->tree) {
        p->error = arena_strdup(a, look->err.msg);
        preview_set_place(d->text[DRAFT_ANSWER], look, p);
        return;
    }
    p->latex = print_expr(a, look->tree);
    p->n_symbols = expr_symbols(a, look->tree, &p->symbols);
    preview_set_value(a, look->tree, p);
}

/* ---- what may be meant otherwise ---- */

struct warner {
    struct arena *arena;
    struct vec *out; /* const char * */
};

static void warn(struct warner *w, const char *fmt, ...) PRINTF(2, 3);
static void warn(struct warner *w, const char *fmt, ...)
{
    struct str text = str_in(w->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    *(const char **)vec_push(w->out) = str_get(&text);
}

static bool preview_is_bare_log(const struct expr *x)
{
    return x->op == EXPR_CALL && x->function->id == FN_LOG && x->count == 1;
}

static bool preview_is_rounded(const struct expr *x)
{
    return x->op == EXPR_NUMBER && x->number->decimal &&
           !x->number->repeating && x->number->places >= ROUNDED_FROM;
}

/* "3,14" alone: two numbers, or one with a decimal comma? */
static bool has_comma(const char *s)
{
    size_t whole = strspn(s, "-0123456789"), part;

    if (whole == 0 || s[whole] != ',')
        return false;
    part = strspn(s + whole + 1, "0123456789");
    return part > 0 && s[whole + 1 + part] == '\0';
}

static void warn_spelling(struct warner *w, const struct key_look *look)
{
    if (look->loose)
        warn(w, "\"%.60s\" is read as text that contains mathematics.",
             look->text);
    if (expr_any(look->tree, preview_is_bare_log))
        warn(w, "\\log has no base: write \\ln or \\log_{10}.");
    if (expr_any(look->tree, preview_is_rounded))
        warn(w, "A decimal is taken as exact: if it is rounded, write the "
                "closed form.");
    if (has_comma(look->text))
        warn(w,
             "The comma in %.40s is ambiguous: it may separate thousands, "
             "decimals or the items of a list.",
             look->text);
}

static void warn_symbols(struct warner *w, const struct entry_draft *d,
                         const struct preview_part *p)
{
    for (size_t i = 0; i < p->n_symbols; i++) {
        const char *s = p->symbols[i];
        size_t n = strlen(s);

        if (n > 1 && s[n - 1] == '(')
            warn(w,
                 "The name %.*s(...) is read as an unknown function: declare "
                 "%.*s as a symbol if you mean a product.",
                 (int)n - 1, s, (int)n - 1, s);
        else if (*d->text[DRAFT_SYMBOLS] && !draft_declares(w->arena, d, s))
            warn(w, "The symbol %.60s is not among the declared symbols.", s);
    }
}

static bool preview_is_word(char c)
{
    return is_letter(c) || is_digit(c);
}

/* Does the text stand in the statement, with no letter or digit next to it? */
static bool preview_stands_in(const char *statement, const char *text)
{
    size_t n = strlen(text);

    if (n < 3 || n > STANDS_MOST)
        return false;
    for (const char *p = strstr(statement, text); p; p = strstr(p + 1, text)) {
        char before = p > statement ? p[-1] : ' ', after = p[n];

        if (!(preview_is_word(before) && preview_is_word(text[0])) &&
            !(preview_is_word(after) && preview_is_word(text[n - 1])) &&
            before != '.')
            return true;
    }
    return false;
}

/* ---- what the limit means ---- */

/* How many terms a key has: those of a sum, perhaps in a product or over a
 * denominator. */
static unsigned count_terms(const struct expr *x)
{
    unsigned n = 0;

    if (x->op == EXPR_ADD) {
        for (unsigned i = 0; i < x->count; i++)
            n += count_terms(x->args[i]);
        return n;
    }
    if (x->op == EXPR_NEG || x->op == EXPR_DIV)
        return count_terms(x->args[0]);
    for (unsigned i = 0; x->op == EXPR_MUL && i < x->count; i++)
        if (x->args[i]->op == EXPR_ADD)
            return count_terms(x->args[i]);
    return 1;
}

/* "x", "1/x", "|x - a|": what vanishes in the limit. */
static const char *preview_distance(struct arena *a,
                                    const struct answer_limit *l)
{
    if (!l->point)
        return arena_printf(a, "1/%s", l->symbol);
    return str_eq(l->point, "0")
               ? l->symbol
               : arena_printf(a, "|%s - %s|", l->symbol, l->point);
}

/* Says of a limit how an answer is compared with a key of so many terms. */
static const char *limit_words(struct arena *a, const struct json *json,
                               unsigned terms)
{
    struct answer_limit l;
    struct json *all;
    struct str text = str_in(a);
    struct err unused;

    if (!limit_read(a, json, &l, &unused))
        return NULL;
    if (l.order != 0)
        return arena_printf(a,
                            "An answer is correct if its relative error is "
                            "of order (%s)^%g in this limit.",
                            preview_distance(a, &l), fabs(l.order));
    if (l.terms > 1)
        return "An answer is correct if its error is small compared with the "
               "last term of the key in this limit.";
    if (terms < 2)
        return "An answer is correct if it has the same first term in this "
               "limit.";
    all = json_copy(a, json);
    json_set(a, all, "terms", json_new_int(a, terms));
    json_write(&text, all);
    return arena_printf(
        a,
        "Only the first term of an answer is compared, but the key has %u "
        "terms. To compare all of them, give the whole limit: %s",
        terms, str_get(&text));
}

static void preview_look_at_key(struct visit *v, const struct entry_draft *d,
                                struct preview *out)
{
    const char *answer = d->text[DRAFT_ANSWER];
    struct arena *a = v->arena;
    struct key_look *looks = arena_array(a, struct key_look, LIMIT_KEYS);
    struct grade_request r = { .gold = answer, .gold_n = strlen(answer) };
    struct warner w = { a, &out->warnings };
    struct draft_limit limit;
    unsigned terms, most = 0;

    draft_limit(a, d, &limit);
    if (limit.stranger)
        warn(&w,
             "The limit is in %.60s, which is neither in the answer nor "
             "among the symbols.",
             limit.stranger);
    request_set_symbols(a, &r, d->text[DRAFT_SYMBOLS]);
    r.has_kind = answer_find(d->text[DRAFT_KIND], &r.kind);
    out->n_parts = grade_look(a, &r, looks);
    out->parts = arena_array(a, struct preview_part, out->n_parts + 1);
    for (size_t i = 0; i < out->n_parts; i++) {
        struct preview_part *p = &out->parts[i];

        make_part(a, d, &looks[i], p);
        if (looks[i].tree) {
            warn_spelling(&w, &looks[i]);
            warn_symbols(&w, d, p);
            terms = count_terms(shape_value(looks[i].tree));
            most = terms > most ? terms : most;
        }
        if (preview_stands_in(d->text[DRAFT_STATEMENT], p->text))
            warn(&w, "The statement contains the answer %.60s.", p->text);
    }
    if (limit.json && out->n_parts)
        out->limit = limit_words(a, limit.json, most);
}

bool preview_make(struct visit *v, const struct entry_draft *d,
                  const struct start *start, int64_t entry, struct preview *out,
                  struct err *e)
{
    struct arena *a = v->arena;

    *out = (struct preview){ .start = start, .quiet = draft_is_blank(d) };
    out->warnings = vec_in(a, sizeof(const char *));
    out->faults = vec_in(a, sizeof(struct draft_fault));
    if (!draft_check(a, d, &out->faults)) {
        out->quiet = false;
        return true; /* too long to be looked at */
    }
    if (*d->text[DRAFT_ANSWER])
        preview_look_at_key(v, d, out);
    out->edited = start_compare(a, start, d);
    start_problem(a, start, d, &out->problem);
    out->readable = run_judge_key(a, &out->problem, NULL, &out->why);
    if (out->n_parts && out->readable)
        out->trouble = check_key_trouble(a, &out->problem);
    return corpus_find(v->serve->corpus, a, v->store, &out->problem, entry,
                       OVERLAP_MOST, &out->overlaps, &out->n_overlaps, e);
}
