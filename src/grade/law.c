/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/grade_int.h"
#include "math/ball/ball.h"
#include "text/span.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The laws of benchmarks that compare texts. They are kept as they were
 * published, with what they miss: GSM8K's wants "#### 42" and nothing else, and
 * MATH's takes 1/2 for \frac{1}{2} but not 2/4.
 */

/* Where in a text an answer stands. */
typedef bool law_finds(struct span text, struct span *out);

/* ---- the last box ---- */

/* The place of the last `word` in t, or t.n. */
static size_t law_last_of(struct span t, const char *word)
{
    for (size_t at = t.n; at-- > 0;)
        if (t.s[at] == word[0] && span_at(t, at, word))
            return at;
    return t.n;
}

/* What the last \boxed or \fbox holds. */
static bool law_last_box(struct span t, struct span *out)
{
    size_t at = law_last_of(t, "\\boxed"), open, depth = 0;

    at = at < t.n ? at : law_last_of(t, "\\fbox");
    open = at;
    open = span_index(t, open, '{');
    for (size_t i = open; i < t.n; i++) {
        depth += t.s[i] == '{';
        depth -= t.s[i] == '}';
        if (depth == 0) {
            *out = span_cut(t, open + 1, i);
            return true;
        }
    }
    return false;
}

/* ---- GSM8K ---- */

/* The first "#### " with a number behind it: a minus, then digits, points and
 * commas. */
static bool find_hashes(struct span t, struct span *out)
{
    for (size_t i = 0; i < t.n; i++) {
        size_t from, to;

        if (t.s[i] != '#' || !span_at(t, i, "#### "))
            continue;
        from = to = i + 5;
        to += span_byte(t, to) == '-';
        while (to < t.n && (is_digit(t.s[to]) || strchr(".,", t.s[to])) &&
               t.s[to])
            to++;
        *out = span_cut(t, from, to);
        if (to > from + (span_byte(t, from) == '-'))
            return true;
    }
    return false;
}

static const char *without_commas(struct arena *a, struct span t)
{
    struct str out = str_in(a);

    t = span_trim(t);
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] != ',')
            str_addc(&out, t.s[i]);
    return str_get(&out);
}

/* ---- MATH ---- */

static const char *law_replaced(struct arena *a, const char *s,
                                const char *what, const char *by)
{
    struct str out = str_in(a);
    size_t n = strlen(what);

    for (const char *at; (at = strstr(s, what)); s = at + n) {
        str_addn(&out, s, (size_t)(at - s));
        str_add(&out, by);
    }
    str_add(&out, s);
    return str_get(&out);
}

/* \sqrt3 and \frac12 get their braces. NULL: the published code fails there,
 * and the texts are then compared as they are. */
static const char *law_braced(struct arena *a, const char *s,
                              const char *command, int arguments)
{
    struct str out = str_in(a);
    size_t n = strlen(command);

    for (const char *at; (at = strstr(s, command));) {
        str_addn(&out, s, (size_t)(at + n - s));
        s = at + n;
        if (!*s)
            return NULL;
        if (*s == '{')
            continue;
        if (arguments == 2 && !s[1])
            return NULL;
        str_addf(&out, "{%c}", *s++);
        if (arguments == 2 && *s != '{')
            str_addf(&out, "{%c}", *s++);
    }
    str_add(&out, s);
    return str_get(&out);
}

/* 3/4, and nothing else, as a fraction. */
static const char *slash_fraction(struct arena *a, const char *s)
{
    char *end;
    long p, q;
    const char *slash = strchr(s, '/');

    if (!slash || strlen(s) > 30)
        return s;
    p = strtol(s, &end, 10);
    if (end != slash)
        return s;
    q = strtol(slash + 1, &end, 10);
    return str_eq(arena_printf(a, "%ld/%ld", p, q), s)
               ? arena_printf(a, "\\frac{%ld}{%ld}", p, q)
               : s;
}

/* "x = 5" without its name, which has up to two characters. */
static const char *without_name(const char *s)
{
    const char *sign = strchr(s, '=');

    return sign && sign - s <= 2 && !strchr(sign + 1, '=') ? sign + 1 : s;
}

/* A text without "\text{ " and what follows; NULL where it has two of them. */
static const char *without_units(struct arena *a, const char *s)
{
    const char *at = strstr(s, "\\text{ ");

    if (at && strstr(at + 1, "\\text{ "))
        return NULL;
    return at ? arena_strndup(a, s, (size_t)(at - s)) : s;
}

static const char *tidied(struct arena *a, const char *s)
{
    static const char *const pairs[][2] = {
        { "\n", "" },        { "\\!", "" },       { "\\\\", "\\" },
        { "tfrac", "frac" }, { "dfrac", "frac" }, { "\\left", "" },
        { "\\right", "" },   { "^{\\circ}", "" }, { "^\\circ", "" },
        { "\\$", "" },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        s = law_replaced(a, s, pairs[i][0], pairs[i][1]);
    s = without_units(a, s);
    if (!s)
        return NULL;
    s = law_replaced(a, s, "\\%", "");
    s = law_replaced(a, law_replaced(a, s, " .", " 0."), "{.", "{0.");
    if (s[0] == '.')
        s = arena_printf(a, "0%s", s);
    s = law_braced(a, without_name(s), "\\sqrt", 1);
    s = s ? law_braced(a, law_replaced(a, s, " ", ""), "\\frac", 2) : NULL;
    if (!s)
        return NULL;
    return str_eq(s, "0.5") ? "\\frac{1}{2}" : slash_fraction(a, s);
}

/*
 * The law of HARDMath2: the values of the last box and those of the key are
 * evaluated at one point, and two lists of numbers are compared with a relative
 * tolerance of 1e-6. The point is what numpy draws with the seed 42 from [1, 2],
 * a coordinate for each declared parameter in its order. Where the published
 * program cannot read an answer, it leaves it out; here it is "unreadable". The
 * reader is ours: it reads more than the published one.
 */

#define RELATIVE    1e-6
#define ABSOLUTE    1e-12
#define BITS        128
#define VALUES_MOST 64

/* uniform(1, 2), one for each parameter. */
static const double point[] = {
    1.3745401188473625, 1.9507143064099162, 1.731993941811405,
    1.5986584841970366, 1.1560186404424364, 1.1559945203362028,
    1.0580836121681996, 1.866176145774935,  1.6011150117432087,
    1.7080725777960455, 1.0205844942958024, 1.9699098521619942,
};

#define POINT_MOST (sizeof(point) / sizeof(point[0]))

struct reader {
    struct arena *a;
    struct work *w;
    const char *names[POINT_MOST];
    size_t n;
    bool many; /* there are more */
};

struct values {
    double complex at[VALUES_MOST];
    size_t n;
    const char *why; /* that they cannot be had; NULL: they can */
};

/* A key or an answer as a law understands it. */
struct law_side {
    const char *text;
    struct values values; /* of the law that compares numbers */
};

static void law_read_names(struct reader *x, const struct grade_request *r)
{
    const char *const *names;
    size_t n = grade_symbols(x->a, r, &names);

    for (; x->n < n && x->n < POINT_MOST; x->n++)
        x->names[x->n] = names[x->n];
}

static bool law_evaluate(struct reader *x, const struct expr *tree,
                         double complex *out)
{
    acb_ptr at = _acb_vec_init((slong)POINT_MOST);
    struct ball_point p = { .names = x->names, .values = at, .n = x->n };
    enum ball got;
    acb_t v;

    /* E^{x} is a power of Euler's number there. */
    tree = expr_replace(x->a, tree, "E", expr_constant(x->a, CONSTANT_E));
    for (size_t i = 0; i < x->n; i++)
        acb_set_d(at + i, point[i]);
    acb_init(v);
    got = ball_eval(v, tree, &p, BITS, x->w);
    *out = arf_get_d(arb_midref(acb_realref(v)), ARF_RND_NEAR) +
           arf_get_d(arb_midref(acb_imagref(v)), ARF_RND_NEAR) * I;
    acb_clear(v);
    _acb_vec_clear(at, (slong)POINT_MOST);
    return got == BALL_VALUE && isfinite(creal(*out)) && isfinite(cimag(*out));
}

/* Bytes of a sign of equality at `at`; 0: there is none. */
static size_t equality_at(struct span t, size_t at)
{
    static const char *const signs[] = { "=", "\\approx", "\\sim" };

    for (size_t i = 0; i < 3; i++)
        if (span_at(t, at, signs[i]) && !(i == 2 && span_at(t, at, "\\simeq")))
            return strlen(signs[i]);
    return 0;
}

/* One of the values: what stands behind its last sign of equality and before
 * \quad. */
static struct span law_value_text(struct span t)
{
    size_t from = 0;

    for (size_t i = 0, n; i < t.n; i++) {
        if (span_at(t, i, "\\quad"))
            t = span_cut(t, 0, i);
        n = equality_at(t, i);
        from = n ? i + n : from;
    }
    t = span_from(t, from);
    t = span_trim(t);
    while (t.n && strchr(" .,", t.s[t.n - 1]))
        t.n--;
    return t;
}

static void law_read_value(struct reader *x, struct span t, struct values *out)
{
    struct read_options opt = { .symbols = x->names, .symbols_n = x->n };
    const struct expr *tree;
    struct err e;

    t = law_value_text(t);
    if (out->n == VALUES_MOST)
        out->why = "there are too many values";
    else if (!read_expr(x->a, t.s, t.n, &opt, &tree, &e))
        out->why = arena_strdup(x->a, e.msg);
    else if (!law_evaluate(x, tree, &out->at[out->n++]))
        out->why = "it has no value at the test point: a symbol is not "
                   "declared, or the value does not exist";
}

static int law_by_parts(const void *x, const void *y)
{
    const double complex *a = x, *b = y;

    if (creal(*a) != creal(*b))
        return creal(*a) < creal(*b) ? -1 : 1;
    return (cimag(*a) > cimag(*b)) - (cimag(*a) < cimag(*b));
}

/* The values that semicolons separate, sorted. */
static void law_read_values(struct reader *x, struct span t, struct values *out)
{
    size_t from = 0;

    if (span_at(t, 0, "\\text{") && t.s[t.n - 1] == '}')
        t = span_cut(t, 6, t.n - 1);
    for (size_t i = 0; i <= t.n && !out->why; i++) {
        bool space = i && i < t.n && t.s[i] == ';' && t.s[i - 1] == '\\';

        if (i < t.n && (t.s[i] != ';' || space))
            continue;
        if (span_trim(span_cut(t, from, i)).n)
            law_read_value(x, span_cut(t, from, i), out);
        from = i + 1;
    }
    if (!out->why && out->n == 0)
        out->why = "it is empty";
    qsort(out->at, out->n, sizeof(out->at[0]), law_by_parts);
}

static void law_read_point(struct reader *x, struct span t,
                           struct law_side *out)
{
    struct values *v = &out->values;
    struct str text = str_in(x->a);

    law_read_values(x, span_trim(t), v);
    if (x->many && !v->why)
        v->why = "too many symbols: the test point has only 12 coordinates";
    for (size_t i = 0; i < v->n; i++) {
        str_addf(&text, "%s%.12g", i ? "; " : "", creal(v->at[i]));
        if (cimag(v->at[i]) != 0)
            str_addf(&text, "%+.12gi", cimag(v->at[i]));
    }
    out->text = str_get(&text);
}

/* Returns NULL if the numbers are the same, else how they are not. */
static const char *law_compare_values(struct arena *a, struct law_side *key,
                                      struct law_side *answer)
{
    const struct values *k = &key->values, *v = &answer->values;

    (void)a;
    if (k->n != v->n)
        return "the numbers of values are different";
    for (size_t i = 0; i < k->n; i++)
        if (!(cabs(v->at[i] - k->at[i]) <=
              ABSOLUTE + RELATIVE * cabs(k->at[i])))
            return "different numbers at the test point";
    return NULL;
}

/* ---- one text against the other ---- */

static void law_read_number(struct reader *x, struct span t,
                            struct law_side *out)
{
    out->text = without_commas(x->a, t);
}

static void law_read_text(struct reader *x, struct span t, struct law_side *out)
{
    out->text = arena_strndup(x->a, t.s, t.n);
}

static const char *law_compare_numbers(struct arena *a, struct law_side *key,
                                       struct law_side *answer)
{
    (void)a;
    return str_eq(key->text, answer->text) ? NULL : "the texts are different";
}

static const char *law_compare_tidied(struct arena *a, struct law_side *key,
                                      struct law_side *answer)
{
    const char *k = tidied(a, key->text), *v = tidied(a, answer->text);

    if (k && v) {
        key->text = k;
        answer->text = v;
    }
    return str_eq(key->text, answer->text)
               ? NULL
               : "the texts differ after normalization";
}

static const struct law {
    law_finds *finds;
    const char *rule, *missing;
    void (*read)(struct reader *x, struct span t, struct law_side *out);
    /* Returns NULL if they are the same, else how they differ. */
    const char *(*compare)(struct arena *a, struct law_side *key,
                           struct law_side *answer);
    const char *same;
} laws[] = {
    [LAW_GSM8K] = { find_hashes, "hashes", "there is no \"#### NUMBER\"",
                    law_read_number, law_compare_numbers,
                    "the numbers are the same text" },
    [LAW_MATH] = { law_last_box, "boxed", "there is no \\boxed{...}",
                   law_read_text, law_compare_tidied,
                   "the texts are the same after normalization" },
    [LAW_HARDMATH2] = { law_last_box, "boxed", "there is no \\boxed{...}",
                        law_read_point, law_compare_values,
                        "the same numbers at the test point, within 1e-6" },
};

static struct grade_result law_settle(struct grade_result r, enum verdict v,
                                      const struct profile *p, const char *why)
{
    r.strict = r.lenient = (struct grade_reading){ v, p->name, why };
    return r;
}

struct grade_result law_judge(struct arena *a, const struct grade_request *r,
                              struct work *w)
{
    const struct profile *p = r->profile;
    const struct law *law = &laws[p->law];
    struct grade_result out = { .rule = r->extracted ? "given" : law->rule };
    struct span gold = { r->gold, r->gold_n }, reply = { r->reply, r->reply_n };
    struct span key = span_trim(gold), answer = span_trim(reply);
    struct law_side k = { .text = NULL }, v = { .text = NULL };
    struct reader x = { .a = a, .w = w, .many = r->symbols_n > POINT_MOST };
    const char *why;

    law_read_names(&x, r);
    (void)law->finds(gold, &key); /* a bare key stands as it is */
    law->read(&x, key, &k);
    if (k.values.why || (key.n == 0 && law->read != law_read_point))
        return law_settle(out, VERDICT_BAD_KEY, p,
                          k.values.why ? k.values.why : "the key is empty");
    out.key = k.text;
    if (!r->extracted && !law->finds(reply, &answer)) {
        out.rule = "none";
        return law_settle(out, VERDICT_NO_ANSWER, p, law->missing);
    }
    out.extracted = arena_strndup(a, answer.s, answer.n);
    if (!r->extracted) {
        out.from = (size_t)(answer.s - reply.s);
        out.to = out.from + answer.n;
    }
    law->read(&x, answer, &v);
    if (v.values.why)
        return law_settle(out, VERDICT_UNREADABLE, p, v.values.why);
    why = law->compare(a, &k, &v);
    out.key = k.text;
    out.answer = v.text;
    return law_settle(out, why ? VERDICT_WRONG : VERDICT_CORRECT, p,
                      why ? why : law->same);
}
