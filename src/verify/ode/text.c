/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Differential equations in one notation. Papers write y'', y^{(2)}, \ddot y,
 * \frac{d^2y}{dx^2}, d^2y/dx^2 and y_{xx}, with or without "(x)"; each becomes
 * a symbol of its own before the text is read as a formula, since y(x) there
 * would be a product. Values at points, y'(0), become other symbols.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "math/tree/function.h"
#include "text/span.h"
#include "verify/ode/ode.h"

#include <string.h>

#define SEGMENTS_MOST 64

const char *ode_symbol(unsigned order)
{
    static const char *const names[] = { "Y_{900}", "Y_{901}", "Y_{902}",
                                         "Y_{903}", "Y_{904}", "Y_{905}",
                                         "Y_{906}", "Y_{907}", "Y_{908}" };

    return names[order];
}

/* ---- plain text: no sizes, no spaces of LaTeX ---- */

/* Texts, with a bar between two, and what stands for them. */
static const struct {
    const char *to, *from;
} swaps[] = {
    { "d", "\\mathrm{d}|\\text{d}|\\operatorname{d}" },
    { "\\frac", "\\dfrac|\\tfrac" },
    { " ", "\\left.|\\right.|\\,|\\;|\\:|\\ |~|$|&|\\displaystyle|\\[|\\]|\n" },
    { "", "\\left|\\right|\\Bigl|\\Bigr|\\bigl|\\bigr|\\Big|\\big|\\!" },
    { ";", "\\qquad|\\quad|\\\\" },
    { "'''", "^{\\prime\\prime\\prime}" },
    { "''", "^{\\prime\\prime}|\xE2\x80\xB3|\"" },
    { "'", "^{\\prime}|^\\prime|\\prime|\xE2\x80\xB2|\xE2\x80\x99" },
};

/* Is a control word at s a longer one than the first n bytes: \leftarrow? */
static bool ode_goes_on(const char *s, size_t n)
{
    return n > 1 && s[0] == '\\' && is_letter(s[n - 1]) && is_letter(s[n]);
}

static const char *ode_plain(struct arena *a, const char *text)
{
    struct str out = str_in(a);

    while (*text) {
        size_t n = 0, i = 0;

        for (; i < sizeof(swaps) / sizeof(*swaps) && !n; i++) {
            n = str_starts_any(text, swaps[i].from);
            n = ode_goes_on(text, n) ? 0 : n;
        }
        if (n)
            str_add(&out, swaps[i - 1].to);
        else
            str_addc(&out, *text);
        text += n ? n : 1;
    }
    return str_get(&out);
}

/* ---- scanning ---- */

static const char *ode_skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

/* Behind the bracket that closes the one at s, or NULL if none does. */
static const char *behind_group(const char *s)
{
    char open = *s, close = open == '{' ? '}' : open == '(' ? ')' : ']';
    int depth = 0;

    for (; *s; s++) {
        depth += (*s == open) - (*s == close);
        if (depth == 0)
            return s + 1;
    }
    return NULL;
}

/* The length of a name at s: a letter or a control word; 0: there is none. */
static size_t ode_name_length(const char *s)
{
    size_t n = 1;

    if (is_letter(*s))
        return 1;
    if (*s != '\\' || !is_letter(s[1]))
        return 0;
    while (is_letter(s[n]))
        n++;
    return n;
}

/* Behind `name` if it stands at s, perhaps in braces; else NULL. */
static const char *ode_behind_name(const char *s, const char *name)
{
    size_t n = strlen(name);
    bool braced;

    s = ode_skip_blanks(s);
    braced = *s == '{';
    s = braced ? ode_skip_blanks(s + 1) : s;
    if (strncmp(s, name, n) != 0 || ode_goes_on(s, n))
        return NULL;
    s = braced ? ode_skip_blanks(s + n) : s + n;
    return !braced ? s : *s == '}' ? s + 1 : NULL;
}

/* A small number at s, bare or in braces; *out is 1 and s is given back if
 * there is none and `mark` ("^") does not stand before it. */
static const char *behind_degree(const char *s, unsigned *out)
{
    const char *t = ode_skip_blanks(s);
    bool braced;

    *out = 1;
    if (*t != '^')
        return s;
    t = ode_skip_blanks(t + 1);
    braced = *t == '{';
    t = braced ? ode_skip_blanks(t + 1) : t;
    if (*t < '1' || *t > '9')
        return NULL;
    *out = (unsigned)(*t - '0');
    t = braced ? ode_skip_blanks(t + 1) : t + 1;
    return !braced ? t : *t == '}' ? t + 1 : NULL;
}

/* ---- derivatives of the unknown ---- */

struct notation {
    const char *unknown, *variable;
};

/* \frac{d^2y}{dx^2}, \frac{d^2}{dx^2} y, and the same with a slash. Returns the
 * text behind it, or NULL. */
static const char *behind_leibniz(const struct notation *in, const char *s,
                                  unsigned *order)
{
    bool frac = str_starts(s, "\\frac");
    const char *y = NULL;
    unsigned twice;

    s = frac ? ode_skip_blanks(s + 5) : s;
    if (frac && *s++ != '{')
        return NULL;
    s = ode_skip_blanks(s);
    if (*s != 'd' || !(s = behind_degree(s + 1, order)))
        return NULL;
    y = ode_behind_name(s, in->unknown);
    s = ode_skip_blanks(y ? y : s);
    if (frac ? *s != '}' : *s != '/')
        return NULL;
    s = ode_skip_blanks(s + 1);
    if (frac && *s++ != '{')
        return NULL;
    s = ode_skip_blanks(s);
    if (*s != 'd' || !(s = ode_behind_name(s + 1, in->variable)) ||
        !(s = behind_degree(s, &twice)) || twice != *order)
        return NULL;
    s = ode_skip_blanks(s);
    if (frac && *s++ != '}')
        return NULL;
    return y ? s : ode_behind_name(s, in->unknown);
}

static const char *behind_dots(const struct notation *in, const char *s,
                               unsigned *order)
{
    static const char *const marks[] = { "\\dot", "\\ddot", "\\dddot" };

    for (unsigned k = 0; k < 3; k++)
        if (str_starts(s, marks[k]) && !ode_goes_on(s, strlen(marks[k]))) {
            *order = k + 1;
            return ode_behind_name(s + strlen(marks[k]), in->unknown);
        }
    return NULL;
}

/* y_{xx}, y_x: an index of the variable alone. */
static const char *behind_index(const struct notation *in, const char *s,
                                unsigned *order)
{
    bool braced = s[1] == '{';
    const char *t = s + 1 + braced, *next;

    *order = 0;
    while ((next = ode_behind_name(t, in->variable)) &&
           *order < ODE_ORDER_MOST) {
        t = next;
        (*order)++;
        if (!braced)
            break;
    }
    if (*order == 0)
        return NULL;
    return !braced ? t : *t == '}' ? t + 1 : NULL;
}

/* y^{(4)}, y^{(iv)}. */
static const char *behind_bracketed(const char *s, unsigned *order)
{
    static const char *const roman[] = { "i", "ii", "iii", "iv",
                                         "v", "vi", "vii", "viii" };
    const char *t, *end;

    s = ode_skip_blanks(s + 1);
    if (*s != '{' || *(t = ode_skip_blanks(s + 1)) != '(')
        return NULL;
    t = ode_skip_blanks(t + 1);
    end = t + strcspn(t, ") ");
    *order = 0;
    if (end == t + 1 && *t >= '1' && *t <= '8')
        *order = (unsigned)(*t - '0');
    for (unsigned k = 0; k < 8 && *order == 0; k++)
        if (strlen(roman[k]) == (size_t)(end - t) &&
            strncmp(t, roman[k], (size_t)(end - t)) == 0)
            *order = k + 1;
    end = ode_skip_blanks(end);
    return *order && *end == ')' && end[1] == '}' ? end + 2 : NULL;
}

/* The unknown with what marks a derivative behind it. */
static const char *behind_marked(const struct notation *in, const char *s,
                                 unsigned *order)
{
    const char *t, *end;

    *order = 0;
    if (!(s = ode_behind_name(s, in->unknown)))
        return NULL;
    t = ode_skip_blanks(s);
    if (*t == '\'') {
        for (; *t == '\''; t++)
            (*order)++;
        return t;
    }
    if (*t == '_')
        return behind_index(in, t, order);
    if (*t == '^' && (end = behind_bracketed(t, order)))
        return end;
    *order = 0;
    return s;
}

/* Is it a plain word that stands for one thing: a function, a Greek letter? */
static bool is_one_word(const char *s, size_t n)
{
    static const char greek[] =
        "alpha beta gamma delta epsilon varepsilon zeta eta theta kappa lambda "
        "mu nu xi pi rho sigma tau phi varphi chi psi omega infinity infty inf "
        "oo frac text";
    char word[16];

    if (n < 2 || n >= sizeof(word))
        return false;
    memcpy(word, s, n);
    word[n] = 0;
    return function_find(s, n) || str_among(word, greek);
}

/* Behind the control word or the run of letters at s that is one thing; s if
 * there is none. */
static const char *ode_behind_word(const char *s)
{
    size_t n = *s == '\\';

    while (is_letter(s[n]))
        n++;
    if (*s == '\\')
        return s + (n > 1 ? n : n + (s[1] != 0));
    return is_one_word(s, n) ? s + n : s;
}

/* Behind the unknown or a derivative of it at s, or NULL. */
static const char *behind_item(const struct notation *in, const char *s,
                               unsigned *order)
{
    const char *end = NULL;

    if (is_letter(*s) && ode_behind_word(s) > s)
        return NULL;
    if (*s == 'd' || *s == '\\')
        end = behind_leibniz(in, s, order);
    if (!end && *s == '\\')
        end = behind_dots(in, s, order);
    if (!end && *s != '{' && *s != ' ')
        end = behind_marked(in, s, order);
    return *order <= ODE_ORDER_MOST ? end : NULL;
}

/* ---- the unknown's name ---- */

/* A name at s that has a prime or stands under d/dx. */
static const char *marked_name(struct arena *a, const char *s,
                               const char *variable)
{
    size_t dot = str_starts(s, "\\dot")     ? 4
                 : str_starts(s, "\\ddot")  ? 5
                 : str_starts(s, "\\dddot") ? 6
                                            : 0;
    const char *name = s;
    struct notation in = { NULL, variable };
    unsigned order;
    size_t n;

    if (*s == 'd' || str_starts(s, "\\frac")) {
        name = ode_skip_blanks(*s == 'd' ? s : s + 5);
        name = ode_skip_blanks(*name == '{' ? name + 1 : name);
        if (*name != 'd' || !(name = behind_degree(name + 1, &order)))
            return NULL;
    } else if (dot > 0) {
        name = s + dot;
    }
    name = ode_skip_blanks(name);
    name = ode_skip_blanks(*name == '{' ? name + 1 : name);
    n = ode_name_length(name);
    in.unknown = arena_strndup(a, name, n);
    if (n == 0 || strcmp(in.unknown, variable) == 0)
        return NULL;
    return behind_item(&in, s, &order) && order > 0 ? in.unknown : NULL;
}

const char *ode_unknown(struct arena *a, const char *text, const char *variable)
{
    const char *s = ode_plain(a, text), *name = NULL, *t;

    while (*s) {
        name = marked_name(a, s, variable);
        if (name)
            return name;
        t = ode_behind_word(s);
        s = t > s ? t : s + 1;
    }
    return NULL;
}

/* ---- cutting ---- */

/* Words that only join statements. */
static bool is_joiner(const char *s, size_t n)
{
    static const char words[] =
        "with and where subject to boundary initial conditions condition the "
        "given by solve for on in satisfying data values bvp ivp ode equation "
        "limit of as when such that also is problem solution interval";

    return n >= 2 && span_among((struct span){ s, n }, words);
}

/* Behind a joining word at s, in \text or bare; NULL if there is none. */
static const char *behind_joiner(const char *s)
{
    const char *end;
    size_t n = 0;

    if (str_starts(s, "\\text{") || str_starts(s, "\\mbox{")) {
        end = behind_group(s + 5);
        for (s += 6; end && s < end - 1; s += n) {
            s = ode_skip_blanks(s);
            n = strcspn(s, " ,}");
            if (n == 0 && *s == ',')
                n = 1;
            else if (n > 0 && !is_joiner(s, n))
                return NULL;
            else if (n == 0)
                break;
        }
        return end;
    }
    while (is_letter(s[n]))
        n++;
    return is_joiner(s, n) ? s + n : NULL;
}

/* The end of the statement at s; *next is where the following one begins. */
static const char *statement_end(const char *s, const char **next)
{
    const char *begin = s, *t;
    int depth = 0;

    for (; *s; s++) {
        depth += (*s == '(' || *s == '{') - (*s == ')' || *s == '}');
        if (depth > 0)
            continue;
        *next = s + 1;
        if (*s == ',' || *s == ';')
            return s;
        if ((s == begin || !is_letter(s[-1])) &&
            (s == begin || s[-1] != '\\') && (t = behind_joiner(s))) {
            *next = t;
            return s;
        }
    }
    *next = s;
    return s;
}

/* ---- rewriting ---- */

struct rewriting {
    struct arena *arena;
    struct notation in;
    struct str out;
    struct vec values; /* of struct ode_value */
    bool is_equation;
    bool products; /* brackets behind the unknown multiply */
};

/* Does the unknown stand in the text? */
static bool ode_mentions(const struct notation *in, const char *s,
                         const char *end)
{
    unsigned order;

    while (s < end) {
        const char *t = behind_item(in, s, &order);

        if (t)
            return true;
        t = ode_behind_word(s);
        s = t > s ? t : s + 1;
    }
    return false;
}

static void ode_add_value(struct rewriting *r, unsigned order,
                          const char *point, size_t n)
{
    struct ode_value *v;

    v = vec_push(&r->values);
    v->order = order;
    v->point = str_trim(r->arena, arena_strndup(r->arena, point, n));
    v->symbol = arena_printf(r->arena, "Y_{%zu}", 1000 * r->values.n + order);
    str_addf(&r->out, "{%s}", v->symbol);
}

/* Write the item of that order whose text ends at s; returns what is behind
 * its bracket, if the bracket belongs to it. */
static const char *ode_write_item(struct rewriting *r, const char *s,
                                  unsigned order)
{
    const char *open = ode_skip_blanks(s), *close, *name;
    bool of_variable = false;

    close = *open == '(' ? behind_group(open) : NULL;
    if (close && (name = ode_behind_name(open + 1, r->in.variable)))
        of_variable = ode_skip_blanks(name) == close - 1;
    if (close && !of_variable && !r->products) {
        const struct notation variable = { r->in.variable, "?" };

        if (!ode_mentions(&r->in, open + 1, close - 1) &&
            !ode_mentions(&variable, open + 1, close - 1)) {
            ode_add_value(r, order, open + 1, (size_t)(close - open - 2));
            return close;
        }
    }
    r->is_equation = true;
    str_addf(&r->out, "{%s}", ode_symbol(order));
    return of_variable ? close : s;
}

/* \lim_{x\to P} y: the value at P. */
static const char *write_limit(struct rewriting *r, const char *s)
{
    const char *point, *end, *item, *open;
    unsigned order;

    if (!str_starts(s, "\\lim_{") || !(end = behind_group(s + 5)) ||
        !(point = ode_behind_name(s + 6, r->in.variable)))
        return NULL;
    point = ode_skip_blanks(point);
    if (str_starts(point, "\\to"))
        point += strncmp(point, "\\tow", 4) == 0 ? 0 : 3;
    else if (str_starts(point, "\\rightarrow"))
        point += 11;
    else
        return NULL;
    item = behind_item(&r->in, ode_skip_blanks(end), &order);
    if (!item)
        return NULL;
    ode_add_value(r, order, point, (size_t)(end - 1 - point));
    open = ode_skip_blanks(item);
    return *open == '(' && behind_group(open) ? behind_group(open) : item;
}

static void write_statement(struct rewriting *r, const char *s, const char *end)
{
    while (s < end) {
        unsigned order;
        const char *t = write_limit(r, s);

        if (!t && (t = behind_item(&r->in, s, &order)))
            t = ode_write_item(r, t, order);
        if (!t) {
            t = ode_behind_word(s);
            t = t > s ? t : s + 1;
            str_addn(&r->out, s, (size_t)(t - s));
        }
        s = t;
    }
}

/* Drop a bracket that lists conditions, [y(0)=1, y(1)=2]: its ends stand in
 * different statements. */
static void trim_brackets(const char **s, const char **end)
{
    const char *open, *close;

    while (*s < *end && (**s == ' ' || **s == '.' || **s == ':'))
        (*s)++;
    while (*end > *s && ((*end)[-1] == ' ' || (*end)[-1] == '.'))
        (*end)--;
    open = memchr(*s, '[', (size_t)(*end - *s));
    close = memchr(*s, ']', (size_t)(*end - *s));
    if (open == *s && (!close || close == *end - 1) && *s < *end)
        (*s)++;
    if (close && close == *end - 1 && (!open || open == *s - 1 || open == *s))
        (*end)--;
}

static struct rewriting ode_rewrite(struct arena *a, const struct notation *in,
                                    const char *s, const char *end,
                                    bool products)
{
    struct rewriting r = { .arena = a,
                           .in = *in,
                           .out = str_in(a),
                           .values = vec_in(a, sizeof(struct ode_value)),
                           .products = products };

    write_statement(&r, s, end);
    return r;
}

size_t ode_segments(struct arena *a, const char *text, const char *unknown,
                    const char *variable, const struct ode_segment **out)
{
    const struct notation in = { unknown, variable };
    struct vec all = vec_in(a, sizeof(struct ode_segment));
    const char *base = ode_plain(a, text), *s = base, *next, *end;

    for (; *s && all.n < SEGMENTS_MOST; s = next) {
        const char *begin = s;
        struct ode_segment *seg;
        struct rewriting r;

        end = statement_end(s, &next);
        trim_brackets(&begin, &end);
        if (begin >= end)
            continue;
        r = ode_rewrite(a, &in, begin, end, false);
        if (r.is_equation && r.values.n > 0)
            r = ode_rewrite(a, &in, begin, end, true);
        seg = vec_push(&all);
        *seg = (struct ode_segment){ .text = str_trim(a, str_get(&r.out)),
                                     .values = r.values.items,
                                     .values_n = r.values.n,
                                     .column = (size_t)(begin - base) + 1,
                                     .is_equation = r.is_equation };
    }
    *out = all.items;
    return all.n;
}
