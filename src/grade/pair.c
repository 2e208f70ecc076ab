/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two answer texts. Both are read the way they are most likely meant; when
 * that does not make them equal, the other readings of readings.c are tried.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/grade_int.h"

#include <string.h>

/* Where the variables are declared and E is none of them, E^{...} is Euler's
 * number in some program's spelling. */
static const struct expr *with_euler(struct answer_pair *p,
                                     const struct expr *x)
{
    if (p->symbols_n == 0)
        return x;
    for (size_t i = 0; i < p->symbols_n; i++)
        if (strcmp(p->symbols[i], "E") == 0)
            return x;
    return expr_replace(p->judge->arena, x, "E",
                        expr_constant(p->judge->arena, CONSTANT_E));
}

/* Where a side condition begins, "\\quad (k \\in Z)", "\\text{ for } k \\in Z",
 * "\\text{ where } ...": the length of what introduces it goes to *skip. */
static const char *condition_of(const char *text, size_t *skip)
{
    static const char *const openings[] = {
        "\\text{ for } ", "\\text{for } ",    "\\text{ for }",
        "\\text{for }",   "\\text{ where } ", "\\text{ where }",
        "\\text{where }", "\\text{ with } ",  "\\text{ with }",
        " for ",          " where ",
    };
    const char *last = NULL;

    for (const char *c = strrchr(text, '('); c && !last; c = NULL)
        if (strstr(c, "\\in") && text[strlen(text) - 1] == ')') {
            *skip = 1;
            return c;
        }
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++)
        if ((last = strstr(text, openings[i])) && strstr(last, "\\in")) {
            *skip = strlen(openings[i]);
            return last;
        }
    return NULL;
}

/* A side condition in brackets or behind words reads behind a comma. */
static bool read_condition(struct answer_pair *p, struct answer_side *s,
                           const struct read_options *opt)
{
    struct arena *a = p->judge->arena;
    struct err unused;
    size_t skip, n;
    const char *at = condition_of(s->text, &skip);
    char *text;

    if (!at || at == s->text)
        return false;
    text = arena_printf(a, "%.*s, %s", (int)(at - s->text), s->text, at + skip);
    n = strlen(text);
    if (skip == 1)
        n--; /* the bracket that closes it */
    return read_expr(a, text, n, opt, &s->tree, &unused);
}

/* \\left\\{\\begin{array}{ll} ... \\end{array}\\right. are cases. */
static bool read_array(struct answer_pair *p, struct answer_side *s,
                       const struct read_options *opt)
{
    static const char begin[] = "\\begin{array}", end[] = "\\end{array}";
    struct arena *a = p->judge->arena;
    const char *open = strstr(s->text, "\\left\\{"), *from, *to, *text;
    struct err unused;

    from = open ? strstr(open, begin) : NULL;
    to = from ? strstr(from, end) : NULL;
    if (!to || strspn(open + 7, " ") != (size_t)(from - open - 7))
        return false;
    from += sizeof begin - 1;
    if (*from == '{')
        from += strcspn(from, "}") + 1;
    if (from > to)
        return false;
    text = arena_printf(a, "%.*s\\begin{cases}%.*s\\end{cases}",
                        (int)(open - s->text), s->text, (int)(to - from), from);
    return read_expr(a, text, strlen(text), opt, &s->tree, &unused);
}

/* Words with mathematics in them. Those of an answer count only where the key
 * has some: "half of it is 5" does not say 5. */
static bool read_loosely(struct answer_pair *p, struct answer_side *s,
                         struct read_options opt)
{
    struct err unused;

    if (s->err.code == ERR_LIMIT)
        return false;
    opt.labels = s == &p->key || p->key.loose ? READ_WORDS : READ_LABELS;
    s->loose = read_expr(p->judge->arena, s->text, strlen(s->text), &opt,
                         &s->tree, &unused);
    return s->loose;
}

bool pair_read_side(struct answer_pair *p, struct answer_side *s,
                    const char *const *names, size_t n, bool commas,
                    bool decimal_comma)
{
    struct read_options opt = { .symbols = names,
                                .symbols_n = n,
                                .commas_separate = commas,
                                .decimal_comma = decimal_comma };
    const char *text;

    s->tree = NULL;
    if (p->request->has_kind && p->request->kind == ANSWER_TEXT) {
        s->tree = expr_text(p->judge->arena, s->text);
        return true;
    }
    text = remark_settle(p->judge->arena, s->text);
    if (!read_expr(p->judge->arena, text, strlen(text), &opt, &s->tree,
                   &s->err) &&
        !read_condition(p, s, &opt) && !read_array(p, s, &opt) &&
        !read_loosely(p, s, opt))
        return false;
    s->tree = with_euler(p, s->tree);
    return true;
}

/* The names that the answer's reader is told: those declared and the key's
 * own, so that "xy" is a product where the key has x and y. */
size_t pair_known_names(struct answer_pair *p, const char *const **out)
{
    const char *const *own;
    const char **all;
    size_t n =
        p->key.tree ? expr_symbols(p->judge->arena, p->key.tree, &own) : 0;

    all = arena_array(p->judge->arena, const char *, p->symbols_n + n + 1);
    for (size_t i = 0; i < p->symbols_n; i++)
        all[i] = p->symbols[i];
    n += p->symbols_n;
    for (size_t i = p->symbols_n; i < n; i++, own++)
        if (p->key.loose && is_letter((*own)[1])) /* a label, and no symbol */
            n--, i--;
        else
            all[i] = *own;
    *out = all;
    return n;
}

/* An answer that is no mathematics, to a key of words: words. Where the key has
 * a symbol m, "3 sq. m" is still a unit. */
static bool as_words(struct answer_pair *p)
{
    if (p->answer.err.code == ERR_LIMIT)
        return false;
    p->answer.tree = pair_with_unit(p, p->answer.text);
    if (p->answer.tree)
        return true;
    if (p->key.tree->op != EXPR_TEXT)
        return false;
    p->answer.tree = expr_text(p->judge->arena, p->answer.text);
    return true;
}

/* HTH, IV: capitals in an order that counts. */
static bool is_letters(const char *text)
{
    size_t n = 0;

    while (is_upper(text[n]))
        n++;
    return n > 1 && text[n] == '\0';
}

/* "Domain: [0, 1]" and "Range: [0, 1]". */
static bool labels_differ(const struct answer_pair *p)
{
    const struct expr *k = p->key.tree, *a = p->answer.tree;
    const char *x = k->op == EXPR_RELATION ? shape_name(k) : NULL;
    const char *y = a->op == EXPR_RELATION ? shape_name(a) : NULL;

    return p->key.loose && p->answer.loose && x && y && strcmp(x, y) != 0;
}

bool pair_read_key(struct answer_pair *p)
{
    return pair_read_side(p, &p->key, p->symbols, p->symbols_n, false, false);
}

enum pair_state pair_judge(struct answer_pair *p, struct comparison *out)
{
    const char *const *names;
    size_t n;

    if (!pair_read_key(p))
        return PAIR_BAD_KEY;
    n = pair_known_names(p, &names);
    if (p->symbols_n == 0 && is_letters(p->key.text) &&
        is_letters(p->answer.text) &&
        strcmp(p->key.text, p->answer.text) != 0) {
        p->key.tree = expr_text(p->judge->arena, p->key.text);
        p->answer.tree = expr_text(p->judge->arena, p->answer.text);
        *out = found(TRUTH_NO, "words", "the letters are different");
        return PAIR_COMPARED;
    }
    if (strcmp(p->key.text, p->answer.text) == 0) {
        p->answer.tree = p->key.tree;
        *out = found(TRUTH_YES, "same", "both texts are the same");
        return PAIR_COMPARED;
    }
    if (!pair_read_side(p, &p->answer, names, n, false, false) && !as_words(p))
        return PAIR_UNREADABLE;
    if (labels_differ(p)) {
        *out = found(TRUTH_NO, "names", "they are about different quantities");
        return PAIR_COMPARED;
    }
    pair_name_derivatives(p);
    *out = compare(p->judge, p->key.tree, p->answer.tree);
    if (out->lenient != TRUTH_YES)
        pair_other_readings(p, out);
    else
        pair_base_demanded(p, out);
    return PAIR_COMPARED;
}
