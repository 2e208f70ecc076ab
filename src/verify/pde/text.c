/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/pde/pde.h"

#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"

#include <string.h>

#define DEPTH_MAX 40
#define BYTES_MAX 65536 /* of a statement that was rewritten */

/* ---- cleaning ---- */

/* Control words, with a blank between two, and what stands for them. */
static const struct {
    const char *to, *from;
} macros[] = {
    { "", "left right bigl bigr Bigl Bigr big Big biggl biggr bigg Biggl Biggr "
          "displaystyle limits colon" },
    { "\\frac", "dfrac tfrac" },
    { "\\to ", "rightarrow longrightarrow" },
    { "\\quad", "qquad" },
    { ">", "gt gg" },
    { "<", "lt ll" },
    { " ", "medspace" },
    { "|", "lvert rvert" },
};

size_t pde_word_length(const char *s)
{
    size_t n = 1;

    while (is_letter(s[n]))
        n++;
    return n;
}

size_t pde_control_length(const char *s)
{
    size_t n = pde_word_length(s);

    return n > 1 ? n : s[1] ? 2 : 1;
}

static const char *macro(const char *s, size_t n)
{
    for (size_t i = 0; i < sizeof macros / sizeof macros[0]; i++)
        if (str_among_n(s + 1, n - 1, macros[i].from))
            return macros[i].to;
    return NULL;
}

static bool is_text_macro(const char *s, size_t n)
{
    return s[n] == '{' && str_among_n(s + 1, n - 1, "text mbox textrm");
}

/* Copy the control word at s, or what stands for it. Returns its bytes. */
static size_t clean_control(struct str *out, const char *s)
{
    size_t n = pde_word_length(s);
    const char *to, *end;

    if (n == 1) { /* \, \; \! \  \{ */
        if (s[1] && strchr(",;:! ", s[1]))
            str_addc(out, ' ');
        else if (s[1])
            str_addn(out, s, 2);
        return s[1] ? 2 : 1;
    }
    if (is_text_macro(s, n) && (end = pde_group_end(s + n)) != NULL) {
        const char *inside = s + n + 1;
        size_t len = (size_t)(end - 1 - inside);
        bool is_name = len < 7 && memchr(inside, ' ', len) == NULL &&
                       (end[0] == '(' || end[0] == '^' || end[0] == '\\');

        if (is_name) /* \text{sech}^2: the name of a function */
            str_addn(out, s, (size_t)(end - s));
        else {
            str_addc(out, ' ');
            str_addn(out, inside, len);
            str_addc(out, ' ');
        }
        return (size_t)(end - s);
    }
    to = macro(s, n);
    if (to)
        str_add(out, to);
    else
        str_addn(out, s, n);
    return n;
}

char *pde_clean(struct arena *a, const char *text)
{
    struct str out = str_in(a);

    while (*text) {
        const char *end = strncmp(text, "\\begin{cases}", 13) == 0
                              ? strstr(text, "\\end{cases}")
                              : NULL;

        if (end) { /* its words are the reader's */
            str_addn(&out, text, (size_t)(end - text));
            text = end;
        }
        if (*text == '\\') {
            text += clean_control(&out, text);
            continue;
        }
        if (*text == '~' || is_space(*text))
            str_addc(&out, ' ');
        else if (*text != '$')
            str_addc(&out, *text);
        text++;
    }
    return str_trim(a, str_get(&out));
}

/* ---- brackets and names ---- */

const char *pde_group_end(const char *s)
{
    unsigned depth = 0;

    for (; *s; s++) {
        if (*s == '\\' && s[1] && !is_letter(s[1]) && !strchr("{}", s[1]))
            s++;
        else if (strchr("([{", *s))
            depth++;
        else if (strchr(")]}", *s) && --depth == 0)
            return s + 1;
    }
    return NULL;
}

size_t pde_name_at(struct arena *a, const char *s, const char **name)
{
    size_t n = *s == '\\' ? pde_word_length(s) : is_letter(*s) ? 1 : 0;

    if (n == 0 || (*s == '\\' && n == 1))
        return 0;
    *name = read_one_symbol(a, arena_strndup(a, s, n));
    return *name ? n : 0;
}

size_t pde_variable(const struct pde_variables *v, const char *name)
{
    size_t i = 0;

    while (i < v->n && !str_eq(v->names[i], name))
        i++;
    return i;
}

const char *pde_skip_spaces(const char *s)
{
    while (*s == ' ')
        s++;
    return s;
}

/* How many letters the run at s has, if all are variables: "xx" of u_xx, as
 * plain text has it; else 1. */
static size_t pde_plain_run(struct arena *a, const char *s,
                            const struct pde_variables *v)
{
    const char *name;
    size_t n = 0;

    while (is_letter(s[n])) {
        if (!pde_name_at(a, s + n, &name) || pde_variable(v, name) == v->n)
            return 1;
        n++;
    }
    return n ? n : 1;
}

size_t pde_index_at(struct arena *a, const char *s,
                    const struct pde_variables *v, unsigned *orders)
{
    const char *at = pde_skip_spaces(s), *name;
    bool group;
    size_t n, i, found = 0, run;

    memset(orders, 0, sizeof *orders * v->n);
    if (*at++ != '_')
        return 0;
    at = pde_skip_spaces(at);
    group = *at == '{';
    at += group;
    run = group ? 0 : pde_plain_run(a, at, v);
    while ((n = pde_name_at(a, at = pde_skip_spaces(at), &name)) != 0) {
        i = pde_variable(v, name);
        if (i == v->n)
            return 0;
        orders[i]++;
        found++;
        at += n;
        if (!group && !(found < run))
            break;
    }
    if (found == 0 || found > 12 || (group && *at++ != '}'))
        return 0;
    return (size_t)(at - s);
}

/* ---- cutting ---- */

/* Returns the bytes of what separates two statements at s, 0 if nothing does.
 * A word counts only between spaces. */
static size_t pde_separator(const char *start, const char *s)
{
    if (*s == ',' || *s == ';')
        return 1;
    if (strncmp(s, "\\quad", 5) == 0 && !is_letter(s[5]))
        return 5;
    if (strncmp(s, "\\\\", 2) == 0)
        return 2;
    if (*s == '.' && (s[1] == ' ' || s[1] == '\0'))
        return 1;
    if (s > start && s[-1] != ' ')
        return 0;
    return str_starts_any(s,
                          "and |with |where |for |subject to |on |such that ");
}

static void pde_add_part(struct arena *a, struct vec *v, const char *s,
                         size_t n)
{
    char *part = str_trim(a, arena_strndup(a, s, n));

    if (*part)
        *(const char **)vec_push(v) = part;
}

size_t pde_split(struct arena *a, const char *text, const char *const **parts)
{
    struct vec v = vec_in(a, sizeof(const char *));
    const char *from = text, *s = text;
    int depth = 0;

    while (*s) {
        size_t n = depth > 0 ? 0 : pde_separator(text, s);

        if (n) {
            pde_add_part(a, &v, from, (size_t)(s - from));
            s += n;
            from = s;
            continue;
        }
        if (*s == '\\' && s[1] == '\\')
            s++;
        if (strncmp(s, "\\begin{", 7) == 0)
            depth++;
        if (strncmp(s, "\\end{", 5) == 0)
            depth--;
        depth += strchr("([{", *s) != NULL;
        depth -= strchr(")]}", *s) != NULL;
        s++;
    }
    pde_add_part(a, &v, from, (size_t)(s - from));
    *parts = v.items;
    return v.n;
}

/* ---- derivatives ---- */

struct rewrite {
    struct arena *a;
    const struct pde_variables *v;
    struct str out;
    size_t nabla; /* the variable that \nabla means here, or v->n */
    unsigned depth;
};

static void rewrite_all(struct rewrite *r, const char *s, const char *end);

static void open_derivative(struct rewrite *r, size_t variable, unsigned order)
{
    const char *name = r->v->names[variable];
    const char *slash = strlen(name) > 1 ? "\\" : "";

    if (order == 1)
        str_addf(&r->out, "\\frac{\\partial}{\\partial %s%s}(", slash, name);
    else
        str_addf(&r->out, "\\frac{\\partial^{%u}}{\\partial %s%s^{%u}}(", order,
                 slash, name, order);
}

/* Write the derivative of these orders of the text. */
static void derive(struct rewrite *r, const unsigned *orders, const char *s,
                   const char *end)
{
    unsigned open = 0;

    str_addc(&r->out, '(');
    for (size_t i = 0; i < r->v->n; i++)
        if (orders[i]) {
            open_derivative(r, i, orders[i]);
            open++;
        }
    rewrite_all(r, s, end);
    while (open-- > 0)
        str_addc(&r->out, ')');
    str_addc(&r->out, ')');
}

static bool pde_has_word(const char *s, const char *word)
{
    size_t n = strlen(word);

    return strncmp(s, word, n) == 0 && !is_letter(s[n]);
}

/* Returns the end of an index or exponent at s, or s if there is none. */
static const char *script_end(struct arena *a, const char *s)
{
    const char *at = pde_skip_spaces(s), *name, *end;
    size_t n;

    if (*at != '_' && *at != '^')
        return s;
    at = pde_skip_spaces(at + 1);
    if (*at == '{') {
        end = pde_group_end(at);
        return end ? end : s;
    }
    n = pde_name_at(a, at, &name);
    return *at ? at + (n ? n : 1) : s;
}

/* Is an operator of derivatives at s? */
static bool pde_is_operator(const struct rewrite *r, const char *s)
{
    unsigned orders[PDE_VARIABLES];

    return (pde_has_word(s, "\\partial") &&
            pde_index_at(r->a, s + 8, r->v, orders)) ||
           pde_has_word(s, "\\nabla") || pde_has_word(s, "\\Delta");
}

/* Returns the end of the operator itself. */
static const char *operator_end(const struct rewrite *r, const char *s)
{
    unsigned orders[PDE_VARIABLES];

    if (pde_has_word(s, "\\partial"))
        s += 8 + pde_index_at(r->a, s + 8, r->v, orders);
    else
        s += pde_word_length(s);
    return *pde_skip_spaces(s) == '^' ? script_end(r->a, s) : s;
}

/* Returns the end of the factor that an operator at its left acts on: a
 * bracket, a fraction, a name, with what stands above and below it. */
static const char *factor_end(const struct rewrite *r, const char *s)
{
    const char *at = pde_skip_spaces(s), *name, *end = NULL;
    size_t n;

    if (pde_is_operator(r, at))
        return factor_end(r, operator_end(r, at));
    if (pde_has_word(at, "\\cdot"))
        return factor_end(r, at + 5);
    if (strchr("([{", *at) && *at)
        end = pde_group_end(at);
    else if (*at == '|' && strchr(at + 1, '|'))
        end = strchr(at + 1, '|') + 1;
    else if (pde_has_word(at, "\\frac") && at[5] == '{') {
        end = pde_group_end(at + 5);
        end = end && *end == '{' ? pde_group_end(end) : NULL;
    } else if ((n = pde_name_at(r->a, at, &name)) != 0)
        end = at + n;
    if (!end)
        return s;
    for (const char *more; (more = script_end(r->a, end)) != end;)
        end = more;
    return end;
}

/* "^2" or "^{3}" at s: the number, 1 if there is none. */
static unsigned power_at(const char **s)
{
    const char *at = pde_skip_spaces(*s);
    unsigned power;

    if (*at != '^')
        return 1;
    at = pde_skip_spaces(at + 1);
    if (is_digit(*at)) {
        *s = at + 1;
        return (unsigned)(*at - '0');
    }
    if (*at != '{' || !is_digit(at[1]) || at[2] != '}')
        return 1;
    power = (unsigned)(at[1] - '0');
    *s = at + 3;
    return power;
}

/* \partial_{xt} f, \partial_x^3 f. Returns the end, or NULL if it is none. */
static const char *partial(struct rewrite *r, const char *s)
{
    unsigned orders[PDE_VARIABLES], power;
    size_t n = pde_index_at(r->a, s, r->v, orders);
    const char *end;

    if (!n)
        return NULL;
    s += n;
    power = power_at(&s);
    for (size_t i = 0; i < r->v->n; i++)
        orders[i] *= power;
    end = factor_end(r, s);
    if (end == s)
        return NULL;
    derive(r, orders, s, end);
    return end;
}

/* One term of a divergence: the derivative in variable i of the text, in which
 * \nabla means that derivative. */
static void divergence_term(struct rewrite *r, size_t i, const char *s,
                            const char *end)
{
    const char *name = r->v->names[i];
    unsigned k = r->v->radial;

    r->nabla = i;
    if (k > 1)
        str_addf(&r->out, "\\frac{1}{%s^{%u}}", name, k - 1);
    str_addc(&r->out, '(');
    open_derivative(r, i, 1);
    if (k > 1)
        str_addf(&r->out, "%s^{%u}", name, k - 1);
    str_addc(&r->out, '(');
    rewrite_all(r, s, end);
    str_add(&r->out, ")))");
    r->nabla = r->v->n;
}

static void divergence(struct rewrite *r, const char *s, const char *end,
                       bool twice)
{
    const char *text = arena_strndup(r->a, s, (size_t)(end - s));
    bool first = true;

    if (twice)
        text = arena_printf(r->a, "\\nabla (%s)", text);
    str_addc(&r->out, '(');
    for (size_t i = 0; i < r->v->n; i++) {
        if (i == r->v->time || (r->v->radial && i > 0))
            continue;
        if (!first)
            str_addc(&r->out, '+');
        divergence_term(r, i, text, text + strlen(text));
        first = false;
    }
    str_addc(&r->out, ')');
}

/* \nabla^2 f, \Delta f, \nabla\cdot F, \nabla f. */
static const char *nabla(struct rewrite *r, const char *s)
{
    bool delta = pde_has_word(s, "\\Delta");
    const char *at = s + pde_word_length(s), *end;
    unsigned power = power_at(&at);
    unsigned orders[PDE_VARIABLES] = { 0 };

    end = factor_end(r, at);
    if (end == at || power > 2)
        return NULL;
    if (r->nabla < r->v->n && !delta && power == 1) {
        orders[r->nabla] = 1;
        derive(r, orders, at, end);
        return end;
    }
    at = pde_skip_spaces(at);
    if (delta ? power == 1 : power == 2)
        divergence(r, at, end, true);
    else if (power == 1 && pde_has_word(at, "\\cdot"))
        divergence(r, at + 5, end, false);
    else
        return NULL;
    return end;
}

/* |\nabla u|^2 */
static const char *gradient_square(struct rewrite *r, const char *s)
{
    const char *inside = pde_skip_spaces(s + 1), *bar, *end;
    unsigned orders[PDE_VARIABLES];
    bool first = true;

    bar = strchr(inside, '|');
    if (!pde_has_word(inside, "\\nabla") || !bar)
        return NULL;
    end = bar + 1;
    if (power_at(&end) != 2)
        return NULL;
    str_addc(&r->out, '(');
    for (size_t i = 0; i < r->v->n; i++) {
        if (i == r->v->time || (r->v->radial && i > 0))
            continue;
        memset(orders, 0, sizeof orders);
        orders[i] = 1;
        if (!first)
            str_addc(&r->out, '+');
        derive(r, orders, inside + 6, bar);
        str_add(&r->out, "^{2}");
        first = false;
    }
    str_addc(&r->out, ')');
    return end;
}

/* Is the bracket (x,t), of all variables in their order? */
static bool is_all_variables(const struct rewrite *r, const char *s,
                             const char *end)
{
    const char *name;
    size_t n, i = 0;

    for (s++; (n = pde_name_at(r->a, s = pde_skip_spaces(s), &name)) != 0;
         i++) {
        if (i == r->v->n || pde_variable(r->v, name) == r->v->n)
            return false;
        s = pde_skip_spaces(s + n);
        if (*s == ',' || *s == ';')
            s++;
    }
    return i == r->v->n && i > 1 && s == end - 1;
}

/* A bracket: (u^2)_{xx}, (1-x^2)_+, u(x,t), or any other. */
static const char *pde_bracket(struct rewrite *r, const char *s)
{
    unsigned orders[PDE_VARIABLES];
    const char *end = pde_group_end(s);
    size_t n;

    if (!end)
        return NULL;
    if (is_all_variables(r, s, end)) {
        str_addc(&r->out, ' ');
        return end;
    }
    n = pde_index_at(r->a, end, r->v, orders);
    if (n) {
        derive(r, orders, s + 1, end - 1);
        return end + n;
    }
    if (end[0] == '_' && (end[1] == '+' || strncmp(end, "_{+}", 4) == 0)) {
        str_add(&r->out, "\\max(");
        rewrite_all(r, s + 1, end - 1);
        str_add(&r->out, ",0)");
        return end + (end[1] == '+' ? 2 : 4);
    }
    return NULL;
}

/* _xx, without the braces that the reader needs. */
static const char *plain_index(struct rewrite *r, const char *s)
{
    size_t n = pde_plain_run(r->a, s + 1, r->v);

    if (n < 2)
        return NULL;
    str_addf(&r->out, "_{%.*s}", (int)n, s + 1);
    return s + 1 + n;
}

/* Rewrite what begins at s. Returns its end, or NULL if it stays. */
static const char *rewrite_one(struct rewrite *r, const char *start,
                               const char *s)
{
    bool apart = s == start || (!is_letter(s[-1]) && s[-1] != '\\');

    if (pde_has_word(s, "\\partial"))
        return partial(r, s + 8);
    if (*s == 'd' && s[1] == '_' && apart)
        return partial(r, s + 1);
    if (pde_has_word(s, "\\nabla") || pde_has_word(s, "\\Delta"))
        return nabla(r, s);
    if (*s == '_')
        return plain_index(r, s);
    if (*s == '|')
        return gradient_square(r, s);
    return *s == '(' || *s == '[' ? pde_bracket(r, s) : NULL;
}

static void rewrite_all(struct rewrite *r, const char *s, const char *end)
{
    const char *start = s;

    /* Brackets in brackets that are too deep, and operators that multiply the
     * text too often, stay as they are, and the reader refuses them. */
    if (r->depth++ >= DEPTH_MAX || r->out.n > BYTES_MAX) {
        str_addn(&r->out, s, (size_t)(end - s));
        r->depth--;
        return;
    }
    while (s < end) {
        const char *next = rewrite_one(r, start, s);

        if (next && next <= end) {
            s = next;
            continue;
        }
        if (*s == '\\' && is_letter(s[1])) {
            size_t n = pde_word_length(s);

            str_addn(&r->out, s, n);
            s += n;
        } else
            str_addc(&r->out, *s++);
    }
    r->depth--;
}

char *pde_rewrite(struct arena *a, const char *text,
                  const struct pde_variables *v)
{
    struct rewrite r = {
        .a = a, .v = v, .out = str_in(a), .nabla = v->n, .depth = 0
    };

    rewrite_all(&r, text, text + strlen(text));
    return arena_strdup(a, str_get(&r.out));
}
