/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/extract/extract_int.h"
#include "grade/grade_int.h"
#include "grade/parts/parts.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "text/pattern.h"

#include <stdlib.h>
#include <string.h>

/*
 * Readings that the question or the other side allows: 231 for 231_5 where base
 * 5 was asked for, 50 \pm 2.8 for a confidence interval, 12,34,567 in Indian
 * groups, "where" definitions without the word, and conditions that only repeat
 * where a formula has values.
 */

/* ---- bases ---- */

static bool several_is_whole(const struct expr *x)
{
    return x->op == EXPR_NUMBER && !x->number->decimal;
}

/* Does the question name the base: "base 5", "base five", "binary"? */
static bool names_base(const char *question, int base)
{
    static const char *const names[] = {
        [2] = "base two|binary|base-two",
        [3] = "base three|ternary|base-three",
        [5] = "base five|quinary|base-five",
        [8] = "base eight|octal|base-eight",
        [16] = "base sixteen|hexadecimal|base-sixteen",
    };
    char *end;

    if (!question)
        return false;
    if (base >= 0 && base <= 16 && names[base] &&
        str_has_any(question, names[base]))
        return true;
    for (const char *s = strstr(question, "base"); s; s = strstr(s, "base")) {
        s += 4 + strspn(s + 4, " $-{");
        if (is_digit(*s) && strtol(s, &end, 10) == base)
            return true;
    }
    return false;
}

const char *base_prefix_read(struct arena *a, const char *text)
{
    static const struct {
        const char *prefix, *digits;
        int base;
    } bases[] = { { "0x", "0123456789abcdefABCDEF", 16 },
                  { "0b", "01", 2 },
                  { "0o", "01234567", 8 } };

    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        size_t n = strlen(text);
        char *digits;

        if (!str_starts(text, bases[i].prefix) || n < 4 ||
            strspn(text + 2, bases[i].digits) != n - 2)
            continue;
        digits = arena_strdup(a, text + 2);
        for (char *c = digits; *c; c++)
            *c = is_lower(*c) ? (char)(*c - 'a' + 'A') : *c;
        return arena_printf(a, "%s_{%d}", digits, bases[i].base);
    }
    return text;
}

/* The digits with which a numeral begins; 0: it begins with something else. */
static size_t several_digits_of(const char *text)
{
    return strspn(text, "0123456789");
}

/* 231 and 231_5: the same digits, of which only one says their base. */
static void base_unsaid(struct answer_pair *p, struct comparison *best)
{
    const struct expr *k = p->key.tree, *a = p->answer.tree;
    size_t n = several_digits_of(p->key.text);
    int base;

    if (!several_is_whole(k) || !several_is_whole(a) ||
        (k->number->base == 10) == (a->number->base == 10) || n == 0 ||
        several_digits_of(p->answer.text) != n ||
        memcmp(p->key.text, p->answer.text, n) != 0)
        return;
    base = k->number->base == 10 ? a->number->base : k->number->base;
    if (names_base(p->request->question, base) ||
        (base == 2 && a->number->base == 2 && n > 3 &&
         strspn(p->key.text, "01") == n))
        *best = found_lenient("base", "the same digits",
                              "only one of them states its number base");
}

/* 15 is no answer to "write 15 in base 8", though 17_8 is the same number
 */
static void pair_base_demanded(struct answer_pair *p, struct comparison *best)
{
    const struct expr *k = p->key.tree, *a = p->answer.tree;

    if (several_is_whole(k) && several_is_whole(a) && k->number->base != 10 &&
        a->number->base == 10 &&
        names_base(p->request->question, k->number->base))
        *best = found(TRUTH_NO, "base",
                      "the answer is not written in the number base that is "
                      "asked for");
}

/* ---- groups ---- */

/* 12,34,567: two digits a group, and three at the end. NULL: it is no such
 * number. */
static const char *without_indian_groups(struct arena *a, const char *text)
{
    struct str s = str_in(a);
    size_t n = pattern_at(span_of(text), 0, "%d%d%?%(,%d%d%!%d%)%+,%d%d%d%!%d");

    if (n == 0)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (text[i] != ',')
            str_addc(&s, text[i]);
    str_add(&s, text + n);
    return str_get(&s);
}

static void groups_of_two(struct answer_pair *p, struct comparison *best)
{
    struct answer_side side = p->answer;
    const char *text = without_indian_groups(p->judge->arena, p->answer.text);

    if (!text || !several_is_whole(p->key.tree))
        return;
    side.text = text;
    if (pair_read_side(p, &side, NULL, 0, false, false))
        pair_try(p, p->key.tree, side.tree, best);
}

/* ---- intervals ---- */

/* a \pm b as the interval from a - b to a + b. */
static const struct expr *as_interval(struct arena *a, const struct expr *x)
{
    const struct expr *ends[2];

    x = shape_value(x);
    if (x->op != EXPR_PLUSMINUS || x->count != 2)
        return NULL;
    ends[0] = expr_choose_sign(a, x, x->mirror);
    ends[1] = expr_choose_sign(a, x, !x->mirror);
    return expr_new(a, EXPR_TUPLE, ends, 2);
}

static const struct expr *as_pair(struct arena *a, const struct expr *x)
{
    x = shape_value(x);
    if (x->op == EXPR_INTERVAL || x->op == EXPR_TUPLE)
        return x->count == 2 ? expr_new(a, EXPR_TUPLE, x->args, 2) : NULL;
    return NULL;
}

static void margins(struct answer_pair *p, struct comparison *best)
{
    struct arena *a = p->judge->arena;
    const char *question = p->request->question;
    const struct expr *k = as_interval(a, p->key.tree);
    const struct expr *y = as_interval(a, p->answer.tree);

    if (!question || !k == !y || !strstr(question, "nterval"))
        return;
    pair_try(p, k ? k : as_pair(a, p->key.tree),
             y ? y : as_pair(a, p->answer.tree), best);
}

/* ---- definitions ---- */

/* A name for something else than a variable. */
static bool is_defined_name(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && !expr_is_named(x, "x y z t n");
}

static bool is_definition(const struct expr *x)
{
    return shape_is_equal(x) && is_defined_name(x->args[0]) &&
           expr_is_value(x->args[1]);
}

/* The formula that definitions serve: a value, f(x) = ..., F_n = ... */
static bool several_is_defined(const struct expr *x)
{
    if (expr_is_value(x))
        return true;
    return shape_is_equal(x) && expr_is_value(x->args[1]) &&
           (x->args[0]->op == EXPR_APPLY ||
            (x->args[0]->op == EXPR_SYMBOL && strchr(x->args[0]->name, '_')));
}

/* Returns F_n of "F_n = (p^n - q^n)/r, p = ..., q = ..." with the values of p
 * and q in their places, or x itself if it is another list. */
static const struct expr *several_with_definitions(struct arena *a,
                                                   const struct expr *x)
{
    const struct expr *main, *was;

    if (x->op != EXPR_LIST || x->count < 2 || x->count > 8 ||
        !several_is_defined(x->args[0]))
        return x;
    main = x->args[0];
    for (unsigned i = 1; i < x->count; i++) {
        const struct expr *d = x->args[i];

        if (!is_definition(d))
            return x;
        was = main;
        main = expr_replace(a, main, d->args[0]->name, d->args[1]);
        if (expr_same(main, was))
            return x;
    }
    return main;
}

static void definitions(struct answer_pair *p, struct comparison *best)
{
    const struct expr *k =
        several_with_definitions(p->judge->arena, p->key.tree);
    const struct expr *a =
        several_with_definitions(p->judge->arena, p->answer.tree);

    if (k != p->key.tree || a != p->answer.tree)
        pair_try(p, k, a, best);
}

/* ---- conditions ---- */

/* Has the formula no real value where x is the number? */
static bool is_nowhere(struct answer_pair *p, const struct expr *f,
                       const char *name, const struct expr *number)
{
    struct arena *a = p->judge->arena;
    acb_t v;
    bool not ;

    acb_init(v);
    switch (ball_eval(v, expr_replace(a, f, name, number), NULL, 128,
                      p->judge->work)) {
    case BALL_UNDEFINED: not = true; break;
    case BALL_VALUE: not = !arb_contains_zero(acb_imagref(v)); break;
    default: not = false; break;
    }
    acb_clear(v);
    return not ;
}

/* Does x > 0 only repeat where the formula has real values: has it none at
 * places beyond the bound? */
static bool repeats_domain(struct answer_pair *p, const struct expr *f,
                           const struct expr *r)
{
    static const int steps[][2] = { { 1, 7 }, { 1, 1 }, { 5, 2 }, { 9, 1 } };
    struct arena *a = p->judge->arena;
    bool above;
    fmpq_t v;

    if (r->op != EXPR_RELATION || r->count != 2 ||
        r->args[0]->op != EXPR_SYMBOL || shape_has_symbols(a, r->args[1]) ||
        r->relations[0] < RELATION_LT || r->relations[0] > RELATION_GE)
        return false;
    above = r->relations[0] == RELATION_GT || r->relations[0] == RELATION_GE;
    f = shape_value(f);
    if (!expr_is_value(f))
        return false;
    fmpq_init(v);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        fmpq_set_si(v, above ? -steps[i][0] : steps[i][0], (ulong)steps[i][1]);
        if (!is_nowhere(p, f, r->args[0]->name,
                        expr_add(a, r->args[1], expr_rational(a, v)))) {
            fmpq_clear(v);
            return false;
        }
    }
    fmpq_clear(v);
    return true;
}

/* Returns the formula of "f, x \ne 3" or "ln x, x > 0", whose conditions only
 * name values that are left out, or x itself if it is another list. */
static const struct expr *without_exclusions(struct answer_pair *p,
                                             const struct expr *x)
{
    const struct expr *f = x->count ? x->args[0] : NULL;

    if (x->op != EXPR_LIST ||
        (!expr_is_value(f) &&
         !(f->op == EXPR_RELATION && f->relations[0] == RELATION_EQ)))
        return x;
    for (unsigned i = 1; i < x->count; i++) {
        const struct expr *r = x->args[i];

        if ((r->op != EXPR_RELATION || r->relations[0] != RELATION_NE ||
             r->args[0]->op != EXPR_SYMBOL) &&
            !repeats_domain(p, f, r))
            return x;
    }
    return f;
}

/* Only one side says which values are left out, as its formula does. */
static void exclusions_unsaid(struct answer_pair *p, struct comparison *best)
{
    const struct expr *key = without_exclusions(p, p->key.tree);
    const struct expr *answer = without_exclusions(p, p->answer.tree);
    struct comparison f;

    if ((key == p->key.tree) == (answer == p->answer.tree) ||
        best->lenient == TRUTH_YES)
        return;
    f = compare_answers(p->judge, key, answer);
    if (f.lenient == TRUTH_YES)
        *best = found_lenient("exclusions", "the same formula",
                              "only one of them states the excluded values");
}

void pair_asked_readings(struct answer_pair *p, struct comparison *best)
{
    exclusions_unsaid(p, best);
    base_unsaid(p, best);
    groups_of_two(p, best);
    margins(p, best);
    definitions(p, best);
}

/*
 * Two answer texts. Both are read the way they are most likely meant; when
 * that does not make them equal, the other readings of remark.c are tried.
 */

/* Where the variables are declared and E is none of them, E^{...} is Euler's
 * number in some program's spelling. */
static const struct expr *with_euler(struct answer_pair *p,
                                     const struct expr *x)
{
    if (p->symbols_n == 0 || str_is_one("E", p->symbols, p->symbols_n))
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
static bool several_read_condition(struct answer_pair *p, struct answer_side *s,
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
static bool several_read_array(struct answer_pair *p, struct answer_side *s,
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
        !several_read_condition(p, s, &opt) &&
        !several_read_array(p, s, &opt) && !read_loosely(p, s, opt))
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

/* Read both texts and compare them; *out holds the comparison when COMPARED. */
static enum pair_state pair_judge(struct answer_pair *p, struct comparison *out)
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
    *out = compare_answers(p->judge, p->key.tree, p->answer.tree);
    if (out->lenient != TRUTH_YES)
        pair_other_readings(p, out);
    else
        pair_base_demanded(p, out);
    return PAIR_COMPARED;
}

/*
 * Several asked values. Those with names are looked for in the reply, each is
 * judged for itself, and the verdict of the whole follows from theirs. Those
 * without, "3; 5", are compared in order.
 */

/* ---- texts that are cut ---- */

/* The length of text up to a semicolon outside of all brackets. */
static size_t several_piece_length(const char *text)
{
    size_t depth = 0, i;

    for (i = 0; text[i]; i++) {
        if (strchr("([{", text[i]))
            depth++;
        else if (strchr(")]}", text[i]) && depth > 0)
            depth--;
        else if (text[i] == ';' && depth == 0 &&
                 (i == 0 || text[i - 1] != '\\'))
            break;
    }
    return i;
}

/* Cut at semicolons outside of brackets. */
static size_t cut_plain(struct arena *a, const char *text,
                        struct grade_key out[LIMIT_KEYS])
{
    size_t n = 0;

    while (*text && n < LIMIT_KEYS) {
        size_t len = several_piece_length(text);

        out[n++] = (struct grade_key){ .latex = str_trim(
                                           a, arena_strndup(a, text, len)) };
        text += len + (text[len] == ';');
    }
    return n;
}

/* Past the "\\text{" around a name; *set if it is there. */
static const char *past_dress(const char *text, bool *set)
{
    const char *at = text + strspn(text, " ");

    *set = str_starts(at, "\\text{");
    return *set ? at + strlen("\\text{") : text;
}

/* Cut "name: value; name: value" into its values. Returns how many there are,
 * or 0 if the text has another form. */
static size_t cut_named(struct arena *a, const char *text,
                        struct grade_key out[LIMIT_KEYS])
{
    size_t n = 0;

    if (!strchr(text, ';') || !strchr(text, ':'))
        return 0;
    while (*text) {
        size_t len, colon, i = 0, value;
        bool dressed;

        text = past_dress(text, &dressed);
        len = strcspn(text, ";");
        colon = strcspn(text, ":;");

        while (i < colon && (is_letter(text[i]) || is_digit(text[i]) ||
                             strchr(" _-()", text[i])))
            i++;
        if (n == LIMIT_KEYS || colon >= len || i < colon ||
            !is_letter(text[strspn(text, " (")]))
            return 0;
        value = colon + 1;
        value += dressed ? strspn(text + value, " }") : 0;
        out[n++] = (struct grade_key){
            .name = str_trim(a, arena_strndup(a, text, colon)),
            .latex = str_trim(a, arena_strndup(a, text + value, len - value)),
        };
        text += len + (text[len] == ';');
    }
    return n > 1 ? n : 0;
}

bool several_repeats(const struct grade_key *keys, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (str_eq(keys[i].name, keys[k].name))
                return true;
    return false;
}

size_t several_cut(struct arena *a, const char *text,
                   struct grade_key out[LIMIT_KEYS])
{
    size_t n = cut_named(a, text, out);

    return several_repeats(out, n) ? 0 : n;
}

/* Returns the piece of that name, or NULL if there is none. */
static const char *several_named(const struct grade_key *pieces, size_t n,
                                 const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(pieces[i].name, name))
            return pieces[i].latex;
    return NULL;
}

/* Find the values of an answer that holds nothing else, by their names or in
 * order. Returns false if it is of another form. */
static bool cut_answer(struct arena *a, const struct grade_request *r,
                       const char *text, const char *out[LIMIT_KEYS])
{
    struct grade_key pieces[LIMIT_KEYS];
    size_t n = cut_named(a, text, pieces);
    bool has_names = n > 0;

    if (!has_names)
        n = cut_plain(a, text, pieces);
    if (n != r->keys_n || (has_names && several_repeats(pieces, n)))
        return false;
    for (size_t i = 0; i < n; i++) {
        out[i] = has_names ? several_named(pieces, n, r->keys[i].name)
                           : pieces[i].latex;
        if (!out[i])
            return false;
    }
    return true;
}

/* ---- values without names ---- */

/* Each piece of the answer against the key's piece at its place. */
static enum pair_state judge_pieces(struct answer_pair *p,
                                    const struct grade_key *key, size_t n,
                                    struct comparison *out)
{
    struct arena *a = p->judge->arena;
    struct grade_key answer[LIMIT_KEYS];
    size_t m = cut_plain(a, p->answer.text, answer);

    *out =
        found(TRUTH_YES, "parts", "every value that was asked for is correct");
    if (m != n)
        *out = found(
            TRUTH_NO, "count",
            arena_printf(a, "%zu values are asked for, %zu are given", n, m));
    for (size_t i = 0; i < n && m == n; i++) {
        struct answer_pair one = *p;
        struct comparison f;
        enum pair_state state;

        one.key = (struct answer_side){ .text = key[i].latex };
        one.answer = (struct answer_side){ .text = answer[i].latex };
        state = pair_judge(&one, &f);
        p->key.err = one.key.err;
        p->answer.err = one.answer.err;
        if (state != PAIR_COMPARED)
            return state;
        *out = found_and(*out, f);
    }
    return PAIR_COMPARED;
}

enum pair_state several_in_order(struct answer_pair *p, struct comparison *f)
{
    struct grade_key pieces[LIMIT_KEYS];
    size_t n = cut_plain(p->judge->arena, p->key.text, pieces);
    enum pair_state state = pair_judge(p, f);

    if (n < 2 || state != PAIR_COMPARED || f->lenient != TRUTH_YES ||
        expr_has(p->key.tree, EXPR_SYMBOL))
        return state;
    if (several_piece_length(p->answer.text) == strlen(p->answer.text))
        return state; /* no semicolon: a list */
    return judge_pieces(p, pieces, n, f);
}

/* ---- where the values are ---- */

static bool several_is_number(struct arena *a, const struct grade_key *k)
{
    if (k->has_kind)
        return k->kind == ANSWER_INTEGER || k->kind == ANSWER_RATIONAL ||
               k->kind == ANSWER_DECIMAL;
    return parts_value(a, k->latex) != NULL;
}

/* The answer as `assay grade` finds that of one value, cut into as many pieces
 * as are asked: it fills in what was found by no name. */
static void find_cut(struct arena *a, const struct grade_request *r,
                     const struct part_asked *asked, struct part_found *out,
                     const char **why)
{
    const struct extract_options opt = { .parts = r->keys_n };
    struct extracted x = extract_answer(a, r->reply, r->reply_n, &opt);
    const char *pieces[LIMIT_KEYS];
    enum part_tier tier = !x.declared               ? PART_GUESS
                          : x.rule == EXTRACT_WHOLE ? PART_DIRECT
                                                    : PART_BOX;

    *why = x.why;
    if (x.rule == EXTRACT_NONE || !cut_answer(a, r, x.text, pieces))
        return;
    for (size_t i = 0; i < r->keys_n; i++)
        if (asked[i].number ? out[i].tier < PART_PHRASE &&
                                  strpbrk(pieces[i], "\\0123456789")
                            : out[i].tier <= tier)
            out[i] = (struct part_found){ tier, pieces[i] };
}

static void several_find_values(struct arena *a, const struct grade_request *r,
                                const struct part_asked *asked,
                                struct part_found *out, const char **why)
{
    const char *pieces[LIMIT_KEYS];
    bool sure = true;

    *why = NULL;
    if (r->extracted &&
        cut_answer(a, r, extract_trim(a, r->reply, r->reply_n), pieces)) {
        for (size_t i = 0; i < r->keys_n; i++)
            out[i] = (struct part_found){ PART_DIRECT, pieces[i] };
        return;
    }
    parts_locate(a, r->reply, r->reply_n, asked, r->keys_n, out);
    for (size_t i = 0; i < r->keys_n; i++)
        sure =
            sure && out[i].tier >= (asked[i].number ? PART_PHRASE : PART_BOX);
    if (!sure)
        find_cut(a, r, asked, out, why);
}

/* ---- verdicts ---- */

static struct grade_part judge_part(struct arena *a,
                                    const struct grade_request *r, size_t i,
                                    bool number, const struct part_found *f,
                                    struct work *w)
{
    const struct grade_key *k = &r->keys[i];
    struct grade_request q = *r;
    struct grade_result one;

    q.keys_n = 0;
    grade_set_gold(&q, k->latex);
    if (k->has_kind) {
        q.has_kind = true;
        q.kind = k->kind;
    }
    if (k->limit)
        q.limit = k->limit;
    q.extracted = true;
    grade_set_reply(&q, !f->tier ? ""
                        : number ? parts_bare(a, f->text)
                                 : f->text);
    one = grade_one(a, &q, w);
    if (f->tier < PART_PHRASE && !r->extracted &&
        one.strict.verdict != VERDICT_BAD_KEY)
        one.strict = (struct grade_reading){ VERDICT_NO_ANSWER, "guess",
                                             "no final answer is declared" };
    return (struct grade_part){
        .name = k->name,
        .strict = one.strict,
        .lenient = one.lenient,
        .key = one.key ? one.key : k->latex,
        .extracted = f->tier ? f->text : NULL,
        .answer = one.answer,
        .value = f->tier ? parts_value(a, f->text) : NULL,
        .witness = one.witness,
        .reason = one.reason,
        .table = json_get(one.more, "table"),
    };
}

/* The verdict of the whole: one bad key spoils it; one wrong value makes it
 * wrong, and so does a value that is missing beside others; what cannot be read
 * or decided leaves it open; it is correct when every value is. */
static struct grade_reading join_readings(struct arena *a,
                                          const struct grade_part *parts,
                                          size_t n, bool strict)
{
    static const enum verdict order[] = { VERDICT_BAD_KEY, VERDICT_WRONG,
                                          VERDICT_NO_ANSWER, VERDICT_UNREADABLE,
                                          VERDICT_UNDECIDED };
    size_t missing = 0;

    for (size_t i = 0; i < n; i++)
        missing += (strict ? &parts[i].strict : &parts[i].lenient)->verdict ==
                   VERDICT_NO_ANSWER;
    for (size_t v = 0; v < sizeof(order) / sizeof(order[0]); v++)
        for (size_t i = 0; i < n; i++) {
            const struct grade_part *p = &parts[i];
            struct grade_reading r = strict ? p->strict : p->lenient;

            if (r.verdict != order[v])
                continue;
            if (r.verdict == VERDICT_NO_ANSWER && missing == n)
                return r;
            if (r.verdict == VERDICT_NO_ANSWER)
                return (struct grade_reading){
                    VERDICT_WRONG, "parts",
                    arena_printf(a, "\"%s\" is missing", p->name)
                };
            r.why = arena_printf(a, "\"%s\": %s", p->name, r.why ? r.why : "");
            return r;
        }
    return (struct grade_reading){
        VERDICT_CORRECT, "parts", "every value that was asked for is correct"
    };
}

/* Of a regime also the method, what is wrong and the table. */
static void several_add_regime(struct arena *a, struct json *one,
                               const struct grade_part *p)
{
    json_set(a, one, "by", json_new_text(a, p->lenient.by));
    if (p->reason)
        json_set(a, one, "reason", json_new_string(a, p->reason));
    if (p->table)
        json_set(a, one, "table", json_copy(a, p->table));
}

/* The parts as fields of the result: what is stored and printed of them. Where
 * they are regimes of a limit, "credit" is the share that is right. */
static const struct json *parts_json(struct arena *a,
                                     const struct grade_request *r,
                                     const struct grade_part *parts)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *list = json_set(a, v, "parts", json_new(a, JSON_ARRAY));
    size_t n = r->keys_n, right = 0, limits = 0;

    for (size_t i = 0; i < n; i++) {
        const struct grade_part *p = &parts[i];
        struct json *one = json_new(a, JSON_OBJECT);

        json_set(a, one, "name", json_new_string(a, p->name));
        json_set(a, one, "strict",
                 json_new_string(a, verdict_name(p->strict.verdict)));
        json_set(a, one, "lenient",
                 json_new_string(a, verdict_name(p->lenient.verdict)));
        json_set(a, one, "extracted", json_new_text(a, p->extracted));
        json_set(a, one, "value", json_new_text(a, p->value));
        if (r->keys[i].limit || r->limit)
            several_add_regime(a, one, p);
        limits += r->keys[i].limit || r->limit;
        right += p->lenient.verdict == VERDICT_CORRECT;
        json_push(list, one);
    }
    if (limits)
        json_set(a, v, "credit",
                 json_new_number(
                     a, arena_printf(a, "%.4g", (double)right / (double)n)));
    return v;
}

static void several_add_named(struct str *out, const char *name,
                              const char *text)
{
    if (text)
        str_addf(out, "%s%s: %s", out->n ? "; " : "", name, text);
}

/* The texts of all parts, each behind its name. */
static void join_texts(struct arena *a, struct grade_result *out)
{
    struct str keys = str_in(a), said = str_in(a), read = str_in(a);

    for (size_t i = 0; i < out->parts_n; i++) {
        const struct grade_part *p = &out->parts[i];

        several_add_named(&keys, p->name, p->key);
        several_add_named(&said, p->name, p->extracted);
        several_add_named(&read, p->name, p->answer);
        if (!out->witness && p->lenient.verdict == VERDICT_WRONG)
            out->witness = p->witness;
        if (!out->reason && p->lenient.verdict != VERDICT_CORRECT)
            out->reason = p->reason;
    }
    out->key = str_get(&keys);
    out->extracted = said.n ? said.s : NULL;
    out->answer = read.n ? read.s : NULL;
}

struct grade_result several_judge(struct arena *a,
                                  const struct grade_request *r, struct work *w)
{
    struct part_asked *asked = arena_array(a, struct part_asked, r->keys_n);
    struct part_found *found = arena_array(a, struct part_found, r->keys_n);
    struct grade_part *parts = arena_array(a, struct grade_part, r->keys_n);
    struct grade_result out = { .parts = parts, .parts_n = r->keys_n };
    const char *why;

    for (size_t i = 0; i < r->keys_n; i++)
        asked[i] = (struct part_asked){ r->keys[i].name,
                                        several_is_number(a, &r->keys[i]) };
    several_find_values(a, r, asked, found, &why);
    for (size_t i = 0; i < r->keys_n; i++)
        parts[i] = judge_part(a, r, i, asked[i].number, &found[i], w);
    out.strict = join_readings(a, parts, r->keys_n, true);
    out.lenient = join_readings(a, parts, r->keys_n, false);
    if (out.lenient.verdict == VERDICT_NO_ANSWER) {
        out.lenient.by = out.strict.by = "none";
        out.lenient.why = out.strict.why = why ? why : "no answer was found";
    }
    join_texts(a, &out);
    out.rule = !out.extracted ? "none" : r->extracted ? "given" : "parts";
    out.more = parts_json(a, r, parts);
    return out;
}

/*
 * Letters of a multiple choice. The key is a letter, or, with the choices at
 * hand, the text of one; the answer likewise.
 */

/* Returns the letter that a text is, with or without brackets, or '\0' if none.
 */
static char several_letter_of(const char *text)
{
    return choice_sole(span_of(text));
}

bool choice_is_letter(const char *text)
{
    size_t letters = 0;

    if (several_letter_of(text) == '\0')
        return false;
    for (const char *s = text; *s; s++) {
        if (*s == '\\') { /* a command is no letter */
            while (is_letter(s[1]))
                s++;
        } else if (is_letter(*s) || is_digit(*s) || *s == '_') {
            letters++;
        }
    }
    return letters == 1;
}

/* "(B) 12": a letter and its value. */
static bool several_is_labelled(const char *key)
{
    struct span t = span_of(key);

    return letter_rest(t).s != key;
}

bool choice_asked(const struct grade_request *r, const char *key)
{
    if (r->has_kind)
        return r->kind == ANSWER_CHOICE;
    return r->choices_n > 0 || choice_is_letter(key) ||
           several_is_labelled(key);
}

/* ---- choices that stand in the question ---- */

/* Where the label of choice `letter` stands in the text, "(C) ", "C) ", "C. ",
 * from `at` on; *behind is where its choice begins. */
static const char *several_label_at(const char *at, char letter,
                                    const char **behind)
{
    for (const char *s = at; *s; s++) {
        const char *before = s > at ? s - 1 : " ";

        if (*s != letter || !strchr(" (\n\t", *before))
            continue;
        if (s[1] == ')' || (*before != '(' && (s[1] == '.' || s[1] == ':'))) {
            *behind = s + 2;
            return *before == '(' ? s - 1 : s;
        }
    }
    return NULL;
}

size_t choices_of_question(struct arena *a, const char *question,
                           const char **out, size_t most)
{
    const char *behind = NULL, *at, *start = question;
    size_t n = 0;

    for (; question && n < most; n++) {
        at = several_label_at(start, (char)('A' + (int)n), &start);
        if (!at)
            break;
        if (n)
            out[n - 1] =
                str_trim(a, arena_strndup(a, behind, (size_t)(at - behind)));
        behind = start;
    }
    if (n < 2)
        return 0;
    out[n - 1] = str_trim(a, arena_strdup(a, behind));
    return n;
}

/* ---- several letters ---- */

static bool lists_choices(const char *question)
{
    const char *behind = question;

    return several_label_at(question, 'A', &behind) &&
           several_label_at(behind, 'B', &behind);
}

bool choice_asks_several(const struct grade_request *r, const char *key)
{
    struct span t = span_of(key);
    unsigned set = letters_listed(t);

    if ((set & (set - 1)) == 0 || (r->has_kind && r->kind != ANSWER_CHOICE))
        return false;
    /* AB is a segment where the question lists nothing to choose from. */
    return strpbrk(key, ", ") || r->choices_n > 0 || !r->question ||
           lists_choices(r->question);
}

bool choice_asks_true(const char *question)
{
    return question &&
           !str_has_any(question, "not|false|wrong|ncorrect|except|错|n't|不");
}

struct comparison choice_compare_several(struct answer_pair *p)
{
    unsigned key = letters_listed(span_of(p->key.text));
    unsigned answer = letters_listed(span_of(p->answer.text));

    if (answer == 0)
        return found(TRUTH_NO, NULL, NULL);
    return key == answer ? found(TRUTH_YES, "choice", "the same choices")
                         : found(TRUTH_NO, "choice", "different choices");
}

/* The text of a choice without the label that it may carry: "(A) red". */
static const char *choice_text(struct answer_pair *p, size_t i)
{
    const char *text = p->request->choices[i];
    struct span rest = letter_rest(span_of(text));

    if (rest.s == text && is_upper(text[0]) && text[1] == '.' && text[2] == ' ')
        return text + 3;
    return rest.s;
}

/* The index of the choice whose text the answer gives; choices_n: none. */
static size_t find_choice(struct answer_pair *p, const char *text)
{
    for (size_t i = 0; i < p->request->choices_n; i++) {
        struct grade_request plain = *p->request;
        struct answer_pair one = *p;
        struct comparison f;

        plain.choices_n = 0;
        plain.has_kind = false;
        one.request = &plain;
        one.key = (struct answer_side){ .text = choice_text(p, i) };
        one.answer = (struct answer_side){ .text = text };
        if (strcmp(p->request->choices[i], text) == 0 ||
            strcmp(one.key.text, text) == 0)
            return i;
        if (pair_judge(&one, &f) == PAIR_COMPARED && f.lenient == TRUTH_YES)
            return i;
    }
    return p->request->choices_n;
}

static char choice_named(struct answer_pair *p, const char *text)
{
    char letter = several_letter_of(text);
    size_t i;

    if (letter == '\0' &&
        (p->request->has_kind || p->request->choices_n > 0)) /* "b" */
        letter = choice_letter_small(span_of(text));

    if (letter != '\0' || p->request->choices_n == 0)
        return letter;
    i = find_choice(p, text);
    return i < p->request->choices_n && i < 26 ? (char)('A' + (int)i) : '\0';
}

bool choice_has_letter(struct answer_pair *p)
{
    return choice_named(p, p->key.text) != '\0';
}

/* A key with both, "\textbf{(B) }12": either answers it, but no other
 * letter does. */
static struct comparison compare_labelled(struct answer_pair *p, char key,
                                          struct span value)
{
    char answer = several_letter_of(p->answer.text);
    struct answer_pair one = *p;
    struct comparison f;

    if (answer != '\0')
        return key == answer ? found(TRUTH_YES, "choice", "the same choice")
                             : found(TRUTH_NO, "choice", "a different choice");
    one.key = (struct answer_side){ .text = trim_text(p->judge->arena, value) };
    if (pair_judge(&one, &f) != PAIR_COMPARED)
        return found(TRUTH_NO, NULL, NULL);
    p->answer.tree = one.answer.tree;
    p->key.tree = one.key.tree;
    return f;
}

struct comparison choice_compare(struct answer_pair *p)
{
    struct span text = span_of(p->key.text);
    struct span value = letter_rest(text);
    char key = choice_named(p, p->key.text), answer;

    if (key != '\0' && value.s != text.s && p->request->choices_n == 0)
        return compare_labelled(p, key, value);

    if (key == '\0')
        return found(TRUTH_NO, NULL, NULL);
    answer = choice_named(p, p->answer.text);
    if (answer == '\0' && p->request->choices_n == 0 &&
        !(p->request->has_kind && p->request->kind == ANSWER_CHOICE))
        return found(TRUTH_NO, NULL, NULL);
    if (key == answer)
        return found(TRUTH_YES, "choice", "the same choice");
    return found(TRUTH_NO, "choice",
                 answer == '\0' ? "the answer is not one of the choices"
                                : "a different choice");
}
