/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/grade_int.h"
#include "math/exact/unit.h"
#include "text/pattern.h"

#include <string.h>

/*
 * Remarks behind an answer that say nothing of its value: "(\approx 7.07)" is
 * the next link of a chain, "for all real x" goes without saying, and "for any
 * real constant k" is k \in \mathbb{R}; "and its permutations" are written out. They are rewritten before the text is
 * read. A remark with a word or a sign that is not known stays.
 */

#define NAMES_MOST 4
#define TEXT_MOST  600 /* bytes of an answer that may have a remark */

/* ---- the same value once more ---- */

/* Returns the length of the sign or word at s that begins another form of the
 * value, or 0. */
static size_t about_sign(const char *s)
{
    return str_starts_any(s, "\\approx|≈|\\simeq|approximately|approx.|approx|"
                             "about|\\text{approx. }|\\text{about }");
}

/* Is it a number with a percent sign and nothing else, up to `end`? */
static bool is_percentage(const char *s, const char *end)
{
    return pattern_is((struct span){ s, (size_t)(end - s) },
                      " %*%d%[0-9.]%*%[ \\]%*%% %*");
}

/* 5\sqrt{2} (\approx 7.07) as 5\sqrt{2} \approx 7.07. */
static const char *remark_without_brackets(struct arena *a, const char *text)
{
    const char *open = strrchr(text, '('), *inside, *end, *close;
    size_t n, before;

    if (!open || open == text)
        return text;
    end = text + strlen(text);
    while (end > open && strchr(" .$", end[-1]))
        end--;
    if (end[-1] != ')')
        return text;
    close = end - 1;
    if (close - open > 6 && memcmp(close - 6, "\\right", 6) == 0)
        close -= 6;
    inside = open + 1 + strspn(open + 1, " ");
    before = (size_t)(open - text);
    if (before > 5 && memcmp(open - 5, "\\left", 5) == 0)
        before -= 5;
    n = about_sign(inside);
    if (strspn(text, " $") >= before || (!n && !is_percentage(inside, close)) ||
        (!n && !is_digit(open[-1]) && open[-1] != ' ' && open[-1] != '}'))
        return text;
    return arena_printf(a, "%.*s \\approx %.*s", (int)before, text,
                        (int)(close - inside - (ptrdiff_t)n), inside + n);
}

/* ---- what letters stand for ---- */

/* What the words of a remark say. */
struct remark {
    const char *name[NAMES_MOST]; /* the letters it speaks of */
    size_t n;
    bool constant; /* "an arbitrary constant" */
    bool integer;
    bool real; /* in \mathbb{R} */
};

static bool remark_take_word(struct remark *r, struct span w)
{
    if (span_is_one(w, "constant constants arbitrary const parameter "
                       "parameters"))
        return r->constant = true;
    if (span_is_one(w, "integer integers"))
        return r->integer = true;
    return span_is_one(w, "for all any every each real number of the value "
                          "numbers values is are an some being where with and "
                          "denotes reals");
}

/* A letter with an index, or a control word of Greek. Returns its length. */
static size_t take_name(struct arena *a, struct remark *r, const char *s)
{
    size_t n = is_letter(*s);

    if (!n &&
        (n = str_starts_any(
             s, "\\alpha|\\beta|\\gamma|\\delta|\\lambda|\\mu|\\phi|"
                "\\varphi|\\theta")) &&
        is_letter(s[n]))
        n = 0;
    if (n && s[n] == '_')
        n += s[n + 1] == '{' ? strcspn(s + n, "}") + 1 : 2;
    if (!n || n > strlen(s) || r->n == NAMES_MOST)
        return 0;
    r->name[r->n++] = arena_strndup(a, s, n);
    return n;
}

/* Returns the length of signs that say nothing or belong to a set at s. */
static size_t remark_take_sign(struct remark *r, const char *s)
{
    size_t n =
        str_starts_any(s, "\\in\\mathbb{R}|\\in \\mathbb{R}|\\in\\mathbb R|"
                          "\\in \\mathbb R|\\in\\R|\\in \\R|∈ ℝ|∈ℝ");

    r->real = r->real || n;
    if (n == 0)
        n = str_starts_any(s, "\\text{|\\,|\\;|\\ |\\quad|\\left|\\right");
    return n ? n : strchr(" ,.$}()~", *s) != NULL;
}

static bool read_remark(struct arena *a, struct remark *r, const char *s)
{
    size_t n;

    for (; *s; s += n) {
        for (n = 0; is_letter(s[n]);)
            n++;
        if (n == 1 && *s == 'a' && s[1] == ' ' && is_letter(s[2]))
            continue; /* a constant */
        if (n > 1) {
            if (!remark_take_word(r, (struct span){ s, n }))
                return false;
        } else if ((n = remark_take_sign(r, s)) == 0 &&
                   (n = take_name(a, r, s)) == 0) {
            return false;
        }
    }
    return r->n > 0;
}

/* Where may a remark begin at s: "for", "where", "with"; *must: it begins with
 * a bracket or comma alone, and must speak of constants. */
static bool begins_remark(const char *s, char before, bool *must)
{
    *must = *s == '(' || *s == ',';
    return *must || ((str_starts(s, "\\text{") || strchr(" ,}$", before)) &&
                     pattern_here(span_of(s), 0,
                                  "%#%(\\text{ %*%)%?%(for%[ }]|where%[ ~}]|"
                                  "with%[ }]%)"));
}

static bool remark_is_variable(const char *name)
{
    return strlen(name) == 1 && strchr("xyzt", name[0]);
}

static const char *with_sets(struct arena *a, const char *text, size_t n,
                             const struct remark *r)
{
    struct str s = str_in(a);

    while (n > 0 && strchr(" ,(~", text[n - 1]))
        n--;
    str_addn(&s, text, n);
    for (size_t i = 0; i < r->n; i++)
        if (r->integer || (!remark_is_variable(r->name[i])))
            str_addf(&s, ", %s \\in \\mathbb{%c}", r->name[i],
                     r->integer ? 'Z' : 'R');
    return str_get(&s);
}

/* y = Ce^x, C an arbitrary constant, as y = Ce^x, C \in \mathbb{R}. */
static const char *remark_without_words(struct arena *a, const char *text)
{
    bool must = false;
    int depth = 0;

    for (const char *s = text + 1; text[0] && *s; s++) {
        struct remark r = { .n = 0 };

        if (depth == 0 && begins_remark(s, s[-1], &must) &&
            read_remark(a, &r, s) && (r.constant || !must))
            return with_sets(a, text, (size_t)(s - text), &r);
        depth += *s == '{';
        depth -= *s == '}';
    }
    return text;
}

/* ---- permutations ---- */

#define ITEMS_MOST 4

/* Add all orders of the items that are left, each with commas before it. */
static void add_orders(struct str *out, const struct span *item, size_t n,
                       size_t *order, size_t used)
{
    for (size_t i = 0; i < n; i++) {
        bool again = false;

        for (size_t k = 0; k < used; k++)
            again |= order[k] == i;
        /* Equal items change their places with nobody. */
        for (size_t k = 0; k < i && !again; k++) {
            bool placed = false;

            for (size_t m = 0; m < used; m++)
                placed |= order[m] == k;
            again = !placed && item[k].n == item[i].n &&
                    memcmp(item[k].s, item[i].s, item[i].n) == 0;
        }
        if (again)
            continue;
        order[used] = i;
        if (used + 1 < n) {
            add_orders(out, item, n, order, used + 1);
            continue;
        }
        str_add(out, out->n ? ", (" : "(");
        for (size_t k = 0; k < n; k++) {
            str_addn(out, item[order[k]].s, item[order[k]].n);
            str_addc(out, k + 1 < n ? ',' : ')');
        }
    }
}

/* (2, 3, 5) and its permutations, written out. */
static const char *with_permutations(struct arena *a, const char *text)
{
    const char *close = strchr(text, ')'), *rest;
    struct span item[ITEMS_MOST];
    size_t n = 0, order[ITEMS_MOST] = { 0 };
    struct str out = str_in(a);

    if (text[0] != '(' || !close)
        return text;
    rest = close + 1;
    rest += strspn(rest, " ,");
    if (str_starts(rest, "\\text"))
        rest += 5;
    if (!str_starts_any(rest, " and |and |{and |{ and ") ||
        strstr(rest, "yclic") || strpbrk(rest, "(0123456789"))
        return text;
    for (const char *s = text + 1; s < close && n < ITEMS_MOST;) {
        size_t len = strcspn(s, ",)");

        item[n++] = (struct span){ s, len };
        s += len + 1;
        if (s < close && n == ITEMS_MOST)
            return text;
    }
    for (size_t i = 0; i < n; i++) {
        while (item[i].n && *item[i].s == ' ')
            item[i].s++, item[i].n--;
    }
    add_orders(&out, item, n, order, 0);
    return str_get(&out);
}

const char *remark_settle(struct arena *a, const char *text)
{
    size_t n = strlen(text);

    if (n > TEXT_MOST)
        return text;
    if (strstr(text, "permutation"))
        text = with_permutations(a, text);
    if (strchr(text, '('))
        text = remark_without_brackets(a, text);
    if (strstr(text, "for") || strstr(text, "where") || strstr(text, "with") ||
        strstr(text, "const") || strstr(text, "arbitrary"))
        text = remark_without_words(a, text);
    return text;
}

/*
 * Other readings that two texts allow, when the first does not make them equal:
 * 3,14 with a decimal comma, 1,234 as two numbers, 10m with a unit, "1 hour, 20
 * minutes" as a sum, rows of a derivation as their last one. Another reading
 * can only make two answers equal, never different.
 */

/* 100,200,300 may be three numbers; 1,234 is one. */
static bool has_groups(const char *s)
{
    static const char group[] = "%d,%d%d%d%!%d";
    struct span t = span_of(s);

    return pattern_find(t, pattern_find(t, 0, group) + 1, group) < t.n;
}

/* 3,14 and nothing more than a sign before it or a percent sign behind. */
static bool has_decimal_comma(const char *s)
{
    return pattern_is(span_of(s), "%[+ -]%*%d%+,%!%(%d%d%d%!%d%)%d%+"
                                  "%[ \\%]%*");
}

/* Returns the unit behind a plain number: "kg m/s^{2}" of "12 kg\\,m/s^2", or
 * NULL if the text is of another form or the rest is no unit. *n: where the
 * number ends. */
static const char *unit_behind(struct arena *a, const char *text, size_t *n)
{
    struct str s = str_in(a);
    const char *at = text + strspn(text, "+-");
    struct unit u;
    bool known;

    at += strspn(at, "0123456789.");
    *n = (size_t)(at - text);
    for (; *at && s.n < 60; at++) {
        if (at[0] == '^' && is_digit(at[1]))
            str_addf(&s, "^{%c}", *++at);
        else if (str_starts(at, "\\cdot"))
            str_addc(&s, ' '), at += 4;
        else if (at[0] == '\\' && strchr(",; !~", at[1]) && at[1])
            str_addc(&s, ' '), at++;
        else if (*at == '*' || *at == '~')
            str_addc(&s, ' ');
        else if (is_letter(*at) || is_digit(*at) ||
                 (unsigned char)*at >= 0x80 || strchr(" /^{}-().", *at))
            str_addc(&s, *at);
        else
            return NULL;
    }
    if (*at || *n == 0 || s.n == 0)
        return NULL;
    unit_init(&u);
    unit_read(&u, str_trim(a, str_get(&s)));
    known = !u.noun;
    unit_clear(&u);
    return known ? str_trim(a, str_get(&s)) : NULL;
}

const struct expr *pair_with_unit(struct answer_pair *p, const char *text)
{
    struct arena *a = p->judge->arena;
    const struct expr *value;
    const char *unit;
    struct expr *q;
    struct err e;
    size_t n;

    if (p->symbols_n || !(unit = unit_behind(a, text, &n)) ||
        !read_expr(a, text, n, NULL, &value, &e))
        return NULL;
    q = expr_unary(a, EXPR_QUANTITY, value);
    q->name = unit;
    return q;
}

void pair_try(struct answer_pair *p, const struct expr *key,
              const struct expr *answer, struct comparison *best)
{
    struct comparison f;

    if (!key || !answer || best->strict == TRUTH_YES)
        return;
    f = compare_answers(p->judge, key, answer);
    if (f.lenient == TRUTH_YES &&
        (best->lenient != TRUTH_YES || f.strict == TRUTH_YES)) {
        *best = f;
        p->key.tree = key;
        p->answer.tree = answer;
    }
}

/* 3 m^2 and 30000 cm^2 are products of letters by themselves; where both sides
 * are a number with a unit, units are meant. Beside a number alone only 9.8m/s^2
 * is one: 5m may be a product. */
static void units_glued(struct answer_pair *p, struct comparison *best)
{
    const struct expr *k = pair_with_unit(p, p->key.text);
    const struct expr *a = pair_with_unit(p, p->answer.text);

    if (p->answer.tree->op == EXPR_QUANTITY)
        pair_try(p, k, p->answer.tree, best);
    if (p->key.tree->op == EXPR_QUANTITY ||
        (a && p->key.tree->op == EXPR_NUMBER && strchr(a->name, '/')))
        pair_try(p, p->key.tree, a, best);
    pair_try(p, k, a, best);
}

/* "1 hour, 20 minutes" and "1 hour and 20 minutes" are one quantity. */
static void sums_listed(struct answer_pair *p, struct comparison *best)
{
    struct arena *a = p->judge->arena;
    const struct expr *key = p->key.tree, *answer = p->answer.tree;

    if (key->op == EXPR_LIST || answer->op == EXPR_LIST)
        pair_try(p, unit_sum(a, key), unit_sum(a, answer), best);
}

/* Returns the last of the equations 2x = 20, x = 10, if it says what x is and
 * all others follow from that: a derivation, row by row. NULL if not; x = 1,
 * x = 2 are two solutions. */
static const struct expr *remark_last_row(struct answer_pair *p,
                                          const struct expr *x)
{
    struct comparer *j = p->judge;
    const struct expr *last = x->count ? x->args[x->count - 1] : NULL;

    if ((x->op != EXPR_LIST && x->op != EXPR_AND) || !shape_is_equal(last) ||
        last->args[0]->op != EXPR_SYMBOL ||
        shape_has_symbols(j->arena, last->args[1]))
        return NULL;
    for (unsigned i = 0; i + 1 < x->count; i++) {
        const struct expr *row = x->args[i], *at;

        if (!shape_is_equal(row) || row->args[0]->op == EXPR_SYMBOL ||
            row->args[1]->op == EXPR_SYMBOL || !expr_is_value(row->args[0]) ||
            !expr_is_value(row->args[1]))
            return NULL;
        at = expr_replace(j->arena, row, last->args[0]->name, last->args[1]);
        if (compare_same_value(j, at->args[0], at->args[1]) != TRUTH_YES)
            return NULL;
    }
    return last;
}

void pair_other_readings(struct answer_pair *p, struct comparison *best)
{
    struct answer_side key = p->key, answer = p->answer;
    const char *const *names;
    size_t n = pair_known_names(p, &names);

    units_glued(p, best);
    sums_listed(p, best);
    pair_asked_readings(p, best);
    pair_try(p, p->key.tree, remark_last_row(p, p->answer.tree), best);
    if (has_decimal_comma(answer.text) && !is_sequence(p->key.tree) &&
        pair_read_side(p, &answer, names, n, false, true))
        pair_try(p, p->key.tree, answer.tree, best);
    key = p->key;
    answer = p->answer;
    if (!has_groups(key.text) && !has_groups(answer.text))
        return;
    if (pair_read_side(p, &key, p->symbols, p->symbols_n, true, false) &&
        pair_read_side(p, &answer, names, n, true, false)) {
        pair_try(p, key.tree, answer.tree, best);
        pair_try(p, key.tree, p->answer.tree, best);
        pair_try(p, p->key.tree, answer.tree, best);
    }
}

/* ---- dy/dx and y' ---- */

#define DERIVATIVES_MOST 8

/* The functions that derivatives are taken of, and by what. */
struct derivatives {
    const char *of[DERIVATIVES_MOST], *by[DERIVATIVES_MOST];
    size_t n;
    bool mixed; /* one by two variables, or too many */
};

static void find_derivatives(const struct expr *x, struct derivatives *d)
{
    size_t i = 0;

    for (unsigned k = 0; k < x->count; k++)
        if (x->args[k])
            find_derivatives(x->args[k], d);
    if (!shape_is_derivative(x) || x->degree > 3)
        return;
    while (i < d->n && strcmp(d->of[i], x->args[0]->name) != 0)
        i++;
    if (i == DERIVATIVES_MOST ||
        (i < d->n && strcmp(d->by[i], x->args[1]->name) != 0)) {
        d->mixed = true;
        return;
    }
    d->of[i] = x->args[0]->name;
    d->by[i] = x->args[1]->name;
    d->n += i == d->n;
}

void pair_name_derivatives(struct answer_pair *p)
{
    struct derivatives d = { .n = 0 };

    find_derivatives(p->key.tree, &d);
    find_derivatives(p->answer.tree, &d);
    if (!d.n || d.mixed)
        return;
    for (size_t i = 0; i < d.n; i++) {
        p->key.tree = shape_primed(p->judge->arena, p->key.tree, d.by[i]);
        p->answer.tree = shape_primed(p->judge->arena, p->answer.tree, d.by[i]);
    }
}
