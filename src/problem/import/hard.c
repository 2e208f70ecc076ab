/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/boxed.h"
#include "problem/import/import.h"
#include "problem/import/reader.h"

#include <string.h>

/*
 * Applied and university mathematics: HARDMath, HARDMath2, TheoremQA.
 *
 * HARDMath asks most questions for several regimes at once ("small x and
 * large x"); its answers become one named key for each, so that a reply can
 * be judged regime by regime. Its answers, and those of HARDMath2, are
 * functions: "y = x^2" is the expression x^2 with its name, no equation to be
 * rearranged.
 */

#define REGIMES 3

/* ---- HARDMath ---- */

#define HARDMATH_ANSWERS "answer_val extracted_answer"

static bool hardmath_knows(const struct json *row)
{
    return json_get(row, "answer_val") || json_get(row, "extracted_answer");
}

/* Read one string of a list as Python prints it; s stands on its quote. Returns
 * what follows it, or NULL if it does not end. */
static const char *python_string(struct arena *a, const char *s,
                                 const char **out)
{
    struct str text = str_in(a);
    char quote = *s++;

    for (; *s && *s != quote; s++) {
        if (*s == '\\' && s[1]) {
            s++;
            str_addc(&text, *s == 'n' ? '\n' : *s == 't' ? '\t' : *s);
        } else {
            str_addc(&text, *s);
        }
    }
    *out = str_trim(a, str_get(&text));
    return *s ? s + 1 : NULL;
}

/* Read the strings of "['a', 'b']". Returns how many there are, or 0 if the
 * text is no such list. */
static size_t python_list(struct arena *a, const char *s, const char **parts,
                          size_t most)
{
    size_t n = 0;

    if (*s++ != '[')
        return 0;
    for (;;) {
        s += strspn(s, " ");
        if ((*s != '\'' && *s != '"') || n == most)
            return 0;
        s = python_string(a, s, &parts[n++]);
        if (!s)
            return 0;
        s += strspn(s, " ");
        if (*s == ']')
            return s[1] ? 0 : n;
        if (*s++ != ',')
            return 0;
    }
}

/* "\left[ a, \  b\right]" as "a, b". */
static const char *clean_roots(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    s = clean_latex(a, s);
    if (str_starts(s, "\\left[") && str_ends(s, "\\right]"))
        s = arena_strndup(a, s + 6, strlen(s) - 13);
    for (s = str_trim(a, s); *s; s++) {
        bool spaced = out.n && out.s[out.n - 1] == ' ';

        if (s[0] == '\\' && s[1] == ' ')
            s++; /* a forced space is a space */
        if (*s != ' ' || !spaced)
            str_addc(&out, *s);
    }
    return str_get(&out);
}

static void hard_add_regime(struct problem *p, enum answer_kind kind,
                            const char *name, const char *latex,
                            const char *source)
{
    p->keys[p->n_keys++] = (struct key){
        .name = name,
        .kind = kind,
        .latex = latex,
        .source = str_eq(latex, source) ? NULL : source,
    };
}

/* Roots of a polynomial for small and for large epsilon: answer_val holds the
 * small ones, the same as the last box; the box before it holds the others. */
static void read_roots(struct arena *a, const struct json *row,
                       const char *small, struct problem *p)
{
    const char *solution = row_text(row, "solution"), *large;
    struct boxed *b;
    size_t n = solution ? boxed_find(a, solution, &b) : 0;

    if (n < 2 ||
        !same_spelling(small, arena_strndup(a, b[n - 1].s, b[n - 1].n))) {
        set_key(a, p, ANSWER_LIST, clean_roots(a, small), small);
        return;
    }
    large = str_trim(a, arena_strndup(a, b[n - 2].s, b[n - 2].n));
    p->keys = arena_array(a, struct key, 2);
    hard_add_regime(p, ANSWER_LIST, "small epsilon", clean_roots(a, small),
                    small);
    hard_add_regime(p, ANSWER_LIST, "large epsilon", clean_roots(a, large),
                    large);
}

/* The parts of a list answer, which stand for regimes in a fixed order. */
static bool read_regimes(struct arena *a, const struct json *v, bool ode,
                         struct problem *p)
{
    static const char *const x[REGIMES] = { "small x", "large x",
                                            "very large x" };
    static const char *const epsilon[REGIMES] = { "small epsilon",
                                                  "large epsilon",
                                                  "very large epsilon" };
    const char *parts[REGIMES + 1] = { NULL };
    size_t n = python_list(a, v->text, parts, REGIMES + 1);

    if (n == 0)
        n = split_top(a, clean_latex(a, v->text), ',', parts, REGIMES + 1);
    if (n < 2 || n > REGIMES)
        return false;
    p->keys = arena_array(a, struct key, n);
    for (size_t i = 0; i < n; i++) {
        if (!*parts[i])
            return false;
        hard_add_regime(p, ANSWER_EXPRESSION, ode ? x[i] : epsilon[i], parts[i],
                        parts[i]);
    }
    return true;
}

static bool hardmath_key(struct arena *a, const struct json *row,
                         const struct json *v, struct problem *p, struct err *e)
{
    const char *type = json_string(json_get(row, "question_type"));
    const char *kind = json_string(json_get(row, "answer_type"));

    v = row_first(row, HARDMATH_ANSWERS);
    if (!v)
        return read_boxed_answer(a, row, "solution", p, e);
    if (v->type != JSON_STRING)
        return key_read_answer(a, v, p, e);
    if (type && str_eq(type, "polynomial_roots")) {
        read_roots(a, row, v->text, p);
        return true;
    }
    if (kind && str_eq(kind, "list") &&
        read_regimes(a, v, type && str_eq(type, "ODE"), p))
        return true;
    p->n_keys = 0;
    if (!key_read_answer(a, v, p, e))
        return false;
    if (kind && str_eq(kind, "float"))
        p->keys->kind = ANSWER_DECIMAL;
    if (kind && str_eq(kind, "math_expression"))
        p->keys->kind = ANSWER_EXPRESSION;
    return true;
}

const struct dataset_reader reader_hardmath = {
    .name = "hardmath",
    .title = "HARDMath: question, solution, question_type, answer_val",
    .fields = "question solution question_type",
    .knows = hardmath_knows,
    .question = "question",
    .solution = "solution",
    .key = hardmath_key,
    .read = read_fields,
    .taken = "question solution " HARDMATH_ANSWERS,
    .id_field = "id",
};

/* ---- HARDMath2: the solution is the boxed key and nothing else ---- */

/* All outer boxes, joined as the set joins answers inside one, with "; ". */
static const char *all_boxes(struct arena *a, const char *text)
{
    struct str out = str_in(a);
    struct boxed *b;
    size_t n = boxed_find(a, text, &b), outside = 0;
    const char *s;

    for (size_t i = 0; i < n; i++) {
        if (b[i].at < outside)
            continue;
        outside = b[i].after;
        s = clean_latex(a, arena_strndup(a, b[i].s, b[i].n));
        str_add(&out, out.n && *s ? "; " : "");
        for (; *s; s++) /* a stray $ inside a box opens nothing */
            if (*s != '$')
                str_addc(&out, *s);
    }
    return str_get(&out);
}

static bool hardmath2_key(struct arena *a, const struct json *row,
                          const struct json *v, struct problem *p,
                          struct err *e)
{
    const char *parts[2], *latex, *index = row_id(row, "index");

    if (index && row_text(row, "type")) /* counted for each type */
        p->id = arena_printf(a, "%s-%s", row_text(row, "type"), index);
    latex = v->type == JSON_STRING ? all_boxes(a, v->text) : "";
    if (!*latex)
        return row_fail(v, e,
                        "the field \"solution\" has no \\boxed{...} answer");
    set_key(a, p,
            split_top(a, latex, ';', parts, 2) > 1 ? ANSWER_LIST
                                                   : ANSWER_EXPRESSION,
            latex, v->text);
    return true;
}

const struct dataset_reader reader_hardmath2 = {
    .name = "hardmath2",
    .title = "HARDMath2: prompt, solution with \\boxed, parameters",
    .fields = "prompt solution parameters",
    .question = "prompt",
    .answer = "solution",
    .key = hardmath2_key,
    .read = read_fields,
    .taken = "prompt solution",
};

/* ---- TheoremQA ---- */

/* Returns [[1, 2], [3, 4]] as a matrix in LaTeX, or NULL if v is no matrix. */
static const char *hard_matrix(struct arena *a, const struct json *v)
{
    struct str out = str_in(a);

    str_add(&out, "\\begin{pmatrix}");
    for (const struct json *r = v->first; r; r = r->next) {
        if (r->type != JSON_ARRAY)
            return NULL;
        str_add(&out, r == v->first ? " " : " \\\\ ");
        for (const struct json *c = r->first; c; c = c->next) {
            const char *s = c->type == JSON_NUMBER ? clean_number(a, c->text)
                                                   : json_string(c);

            if (!s)
                return NULL;
            str_add(&out, c == r->first ? "" : " & ");
            str_add(&out, s);
        }
    }
    str_add(&out, " \\end{pmatrix}");
    return str_get(&out);
}

/* An array answer, also one that was written into a string. */
static bool theoremqa_list(struct arena *a, const struct json *v,
                           struct problem *p, struct err *e)
{
    const char *source = spelling(a, v), *latex = NULL;
    struct json *inner;
    struct err ignored;

    if (v->type == JSON_STRING &&
        json_read(a, v->text, strlen(v->text), v->line, &inner, &ignored))
        v = inner;
    if (v->type == JSON_ARRAY && v->first && v->first->type == JSON_ARRAY)
        latex = hard_matrix(a, v);
    if (latex) {
        set_key(a, p, ANSWER_MATRIX, latex, source);
        return true;
    }
    if (!key_read_answer(a, v, p, e))
        return false;
    set_key(a, p, ANSWER_LIST, p->keys->latex, source);
    return true;
}

/* "(a)" as "a". */
static void theoremqa_option(struct arena *a, struct problem *p)
{
    const char *s = p->keys->latex;

    if (s[0] == '(' && strlen(s) == 3 && s[2] == ')')
        s = arena_strndup(a, s + 1, 1);
    set_key(a, p, ANSWER_CHOICE, s,
            p->keys->source ? p->keys->source : p->keys->latex);
}

static bool theoremqa_key(struct arena *a, const struct json *row,
                          const struct json *v, struct problem *p,
                          struct err *e)
{
    const char *type = json_string(json_get(row, "Answer_type"));

    if (v->type == JSON_ARRAY || (type && str_starts(type, "list")))
        return theoremqa_list(a, v, p, e);
    if (type && (str_eq(type, "integer") || str_eq(type, "float")))
        return read_number_answer(a, v, p, e);
    if (!key_read_answer(a, v, p, e))
        return false;
    if (type && str_eq(type, "bool"))
        p->keys->kind = ANSWER_TEXT;
    if (type && str_eq(type, "option"))
        theoremqa_option(a, p);
    return true;
}

const struct dataset_reader reader_theoremqa = {
    .name = "theoremqa",
    .title = "TheoremQA: Question, Answer, Answer_type",
    .fields = "Question Answer Answer_type",
    .question = "Question",
    .answer = "Answer",
    .key = theoremqa_key,
    .read = read_fields,
    .taken = "Question Answer",
    .id_field = "id",
};
