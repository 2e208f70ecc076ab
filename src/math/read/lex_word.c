/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/lex_int.h"

#include "base/ascii.h"
#include "text/span.h"

#include <string.h>

/*
 * Runs of plain letters: a declared symbol, a keyword, a Greek name, a
 * function, a product of letters, or a word that is no mathematics.
 */

static char at(const struct lexer *x, size_t i)
{
    return i < x->n ? x->s[i] : '\0';
}

static bool same(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(word, s, n) == 0;
}

const char *lex_greek(const char *name, size_t n)
{
    static const char *const names[] = {
        "alpha", "beta",   "gamma", "delta", "epsilon", "zeta",
        "eta",   "theta",  "iota",  "kappa", "lambda",  "mu",
        "nu",    "xi",     "rho",   "sigma", "tau",     "upsilon",
        "phi",   "chi",    "psi",   "omega", "Gamma",   "Delta",
        "Theta", "Lambda", "Sigma", "Phi",   "Psi",     "Omega"
    };

    if (same(name, n, "varepsilon"))
        return "epsilon";
    if (same(name, n, "varphi"))
        return "phi";
    for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
        if (same(name, n, names[k]))
            return names[k];
    return NULL;
}

bool lex_keyword(const char *word, size_t n, struct lex_meaning *out)
{
    static const struct {
        const char *word;
        struct lex_meaning meaning;
    } keywords[] = {
        { "and", { TOKEN_AND, 0, NULL } },
        { "And", { TOKEN_AND, 0, NULL } },
        { "or", { TOKEN_OR, 0, NULL } },
        { "Or", { TOKEN_OR, 0, NULL } },
        { "OR", { TOKEN_OR, 0, NULL } },
        { "mod", { TOKEN_MOD, 0, NULL } },
        { "pi", { TOKEN_CONSTANT, CONSTANT_PI, NULL } },
        { "Pi", { TOKEN_CONSTANT, CONSTANT_PI, NULL } },
        { "infinity", { TOKEN_CONSTANT, CONSTANT_INFINITY, NULL } },
        { "Infinity", { TOKEN_CONSTANT, CONSTANT_INFINITY, NULL } },
        { "inf", { TOKEN_CONSTANT, CONSTANT_INFINITY, NULL } },
        { "undefined", { TOKEN_CONSTANT, CONSTANT_UNDEFINED, NULL } },
        { "Undefined", { TOKEN_CONSTANT, CONSTANT_UNDEFINED, NULL } },
        { "DNE", { TOKEN_CONSTANT, CONSTANT_UNDEFINED, NULL } },
        { "cis", { TOKEN_FUNCTION, 1, NULL } }, /* of exp, times i */
        { "per cent", { TOKEN_PERCENT, 0, NULL } },
        { "percent", { TOKEN_PERCENT, 0, NULL } },
        { "pct", { TOKEN_PERCENT, 0, NULL } },
        { "degrees", { TOKEN_DEGREE, 0, NULL } },
        { "degree", { TOKEN_DEGREE, 0, NULL } },
        { "deg", { TOKEN_DEGREE, 0, NULL } },
        { "union", { TOKEN_UNION, 0, NULL } },
        { "sqrt", { TOKEN_SQRT, 0, NULL } },
        { "cbrt", { TOKEN_CBRT, 0, NULL } },
        { "if", { TOKEN_END, 0, NULL } }, /* words of cases: they stay */
        { "otherwise", { TOKEN_END, 0, NULL } },
    };

    for (size_t k = 0; k < sizeof(keywords) / sizeof(keywords[0]); k++)
        if (keywords[k].word[0] == word[0] && same(word, n, keywords[k].word)) {
            *out = keywords[k].meaning;
            return true;
        }
    return false;
}

/*
 * Products of letters are written in the order of the alphabet (abc, xyz,
 * mnp) or without vowels (pqr, kx); words are not. Two letters are a product.
 */
static bool lex_product_like(const char *run, size_t n)
{
    bool vowel = false, climbing = true;

    if (n <= 2)
        return true;
    if (n > 6)
        return false;
    for (size_t i = 0; i < n; i++) {
        vowel |= strchr("aeiouAEIOU", run[i]) != NULL;
        if (i > 0)
            climbing &= run[i] > run[i - 1] && run[i] - run[i - 1] <= 3;
    }
    return climbing || (!vowel && n <= 4);
}

/* Bxe^{3x}, Cte^t, xye^x: a constant, variables, and e to a power. */
static bool is_exponential(const struct lexer *x, size_t from, size_t end)
{
    size_t i = from + 1;

    while (i + 1 < end && strchr("xytznu", x->s[i]))
        i++;
    return end - from > 2 && end - from < 6 && i + 1 == end && x->s[i] == 'e' &&
           at(x, end) == '^' &&
           (is_upper(x->s[from]) || strchr("abcdkxyztn", x->s[from]));
}

/* Two-letter words that no product is meant by, standing alone. */
static bool small_word(const char *run, size_t n)
{
    static const char words[] = " is of to by at as we so it be on if in an "
                                "no No If Is In my he do go up us me sq cu ";
    char key[5] = { ' ', run[0], n > 1 ? run[1] : ' ', ' ', '\0' };

    return n == 2 && strstr(words, key) != NULL;
}

static bool push_letters(struct lexer *x, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++) {
        struct token *t = lex_push(x, TOKEN_NAME, i, 1);

        t->name = lex_letter(x->s[i]);
        t->match = (uint32_t)(end - i);
        t->plain = true;
    }
    x->i = end;
    return true;
}

static bool push_name(struct lexer *x, size_t from, size_t end,
                      const char *name)
{
    struct token *t = lex_push(x, TOKEN_NAME, from, end - from);

    t->name = name;
    t->match = 1;
    t->plain = true;
    x->i = end;
    return true;
}

/* Are all letters of the run declared symbols of one letter? */
static bool cut_by_symbols(const struct lexer *x, size_t from, size_t end)
{
    if (!x->opt->symbols_n)
        return false;
    for (size_t i = from; i < end; i++)
        if (!lex_declared(x->opt, x->s + i, 1) && x->s[i] != 'e' &&
            x->s[i] != 'i')
            return false;
    return true;
}

/* 9 am, and nothing behind it that "am" could be multiplied by. */
static bool is_hour(const struct lexer *x, const struct token *t, size_t end)
{
    return x->space && t[-1].kind == TOKEN_END && is_digit(x->s[t->at]) &&
           (t->len == 1 || (t->len == 2 && x->s[t->at] == '1' &&
                            strchr("012", x->s[t->at + 1]))) &&
           (end == x->n || strchr(",.;)}$", x->s[end]));
}

/* A clock's half: "p.m.", "PM" behind 4:30. Its length, or 0. */
static size_t half_day(const struct lexer *x, size_t from, size_t end)
{
    size_t n = 0;
    const struct token *last = &x->items[x->count - 1];

    if (last->kind != TOKEN_NUMBER || !strchr("aApP", x->s[from]))
        return 0;
    if (end - from == 1 && at(x, end) == '.' &&
        (at(x, end + 1) == 'm' || at(x, end + 1) == 'M') &&
        !is_letter(at(x, end + 2)))
        n = at(x, end + 2) == '.' ? 4 : 3;
    else if (end - from == 2 &&
             (x->s[from + 1] == 'M' ||
              (x->s[from + 1] == 'm' &&
               (last[-1].kind == TOKEN_COLON || is_hour(x, last, end)))))
        n = 2;
    return n;
}

/* Function names that a bare word may be without a bracket behind it. */
static bool bare_function(const struct function *f, size_t n)
{
    return f->id <= FN_LOG && (n > 2 || f->id == FN_LN || f->id == FN_TAN);
}

static const struct function *word_function(const struct lexer *x, size_t from,
                                            size_t end)
{
    const struct function *f = function_find(x->s + from, end - from);
    size_t i = end;

    if (!f || end - from < 2)
        return NULL;
    while (at(x, i) == ' ' || at(x, i) == '\'')
        i++;
    if (bare_function(f, end - from) || at(x, i) == '(' ||
        (at(x, i) == '_' && end - from > 2) || i == x->n ||
        span_at((struct span){ x->s, x->n }, i, "\\left"))
        return f;
    return NULL;
}

/* log10(, log2(: a base in the name. */
static bool push_log(struct lexer *x, size_t from, size_t end)
{
    size_t digits = 0;
    struct token *t;

    if (end - from == 2 && x->s[from] == 'l' && x->s[from + 1] == 'g' &&
        !lex_declared(x->opt, "l", 1) && !lex_declared(x->opt, "g", 1)) {
        t = lex_push(x, TOKEN_FUNCTION, from, end - from);
        t->function = function_card(FN_LOGB);
        t->sub = 10;
        t->plain = true;
        x->i = end;
        return true;
    }
    if (end - from != 3 || memcmp(x->s + from, "log", 3) != 0)
        return false;
    if (at(x, end) == '1' && at(x, end + 1) == '0' && at(x, end + 2) == '(')
        digits = 2;
    else if (at(x, end) == '2' && at(x, end + 1) == '(')
        digits = 1;
    if (!digits)
        return false;
    t = lex_push(x, TOKEN_FUNCTION, from, end - from + digits);
    t->function = function_card(FN_LOGB);
    t->sub = digits == 2 ? 10 : 2;
    t->plain = true;
    x->i = end + digits;
    return true;
}

/* sinx, lnx, 2cosy: an elementary function glued to one letter. */
static bool push_glued(struct lexer *x, size_t from, size_t end)
{
    const struct function *f = function_find(x->s + from, end - from - 1);
    struct token *t;

    if (!f || !bare_function(f, end - from - 1) ||
        !strchr("xyzuvnAB", x->s[end - 1]))
        return false;
    t = lex_push(x, TOKEN_FUNCTION, from, end - from - 1);
    t->function = f;
    t->plain = true;
    return push_letters(x, end - 1, end);
}

/* 2pir, pir^2: pi glued to the letter of a circle. */
static bool push_pi(struct lexer *x, size_t from, size_t end)
{
    struct token *t;

    if (end - from != 3 || memcmp(x->s + from, "pi", 2) != 0 ||
        !strchr("rRxt", x->s[from + 2]))
        return false;
    t = lex_push(x, TOKEN_CONSTANT, from, 2);
    t->sub = CONSTANT_PI;
    t->plain = true;
    return push_letters(x, from + 2, end);
}

/* Signs that are written as letters: 1.5 x 10^3 and x in (0, 1). */
static bool push_sign(struct lexer *x, size_t from, size_t end)
{
    unsigned before = x->items[x->count - 1].kind;
    size_t i = end;
    struct token *t;

    while (at(x, i) == ' ')
        i++;
    if (end - from == 1 && (x->s[from] == 'x' || x->s[from] == 'X') &&
        before == TOKEN_NUMBER && at(x, i) == '1' && at(x, i + 1) == '0' &&
        (at(x, i + 2) == '^' || (unsigned char)at(x, i + 2) >= 0x80)) {
        lex_push(x, TOKEN_TIMES, from, 1);
    } else if (end - from == 2 && memcmp(x->s + from, "in", 2) == 0 &&
               before == TOKEN_NAME && x->s[from - 1] == ' ' &&
               (at(x, i) == '(' || at(x, i) == '[' || at(x, i) == '{')) {
        t = lex_push(x, TOKEN_RELATION, from, 2);
        t->sub = RELATION_IN;
    } else {
        return false;
    }
    x->i = end;
    return true;
}

/* per cent */
static bool push_percent(struct lexer *x, size_t from, size_t end)
{
    if (end - from != 3 || x->n - from < 8 ||
        memcmp(x->s + from, "per cent", 8) != 0 || is_letter(at(x, from + 8)))
        return false;
    lex_push(x, TOKEN_PERCENT, from, 8)->plain = true;
    x->i = from + 8;
    return true;
}

/* bar{x}: an accent whose backslash was lost. */
static bool push_accent(struct lexer *x, size_t from, size_t end)
{
    const struct lex_meaning *m = lex_control_find(x->s + from, end - from);

    if (!m || m->kind != TOKEN_ACCENT)
        return false;
    lex_push(x, TOKEN_ACCENT, from, end - from)->name = m->name;
    x->i = end;
    return true;
}

static bool stands_alone(const struct lexer *x, size_t from, size_t end)
{
    char before = from ? x->s[from - 1] : ' ';
    char behind = at(x, end);

    return (is_space(before) || from == 0 || strchr("$,.(", before)) &&
           (!behind || is_space(behind) || strchr("$,.)", behind));
}

/* infinity, exp, sqrt: words with a meaning of their own. */
static bool push_keyword(struct lexer *x, size_t from, size_t end)
{
    struct lex_meaning m;
    struct token *t;

    if (!lex_keyword(x->s + from, end - from, &m) || m.kind == TOKEN_END)
        return false;
    t = lex_push(x, m.kind, from, end - from);
    t->sub = m.sub;
    t->plain = true;
    if (m.kind == TOKEN_FUNCTION)
        t->function = function_card(FN_EXP);
    x->i = end;
    return true;
}

static bool push_function(struct lexer *x, size_t from, size_t end)
{
    const struct function *f = word_function(x, from, end);
    struct token *t;

    if (!f)
        return false;
    t = lex_push(x, TOKEN_FUNCTION, from, end - from);
    t->function = f;
    t->plain = true;
    x->i = end;
    return true;
}

bool lex_word(struct lexer *x)
{
    size_t from = x->i, end = from, n;

    while (is_letter(at(x, end)))
        end++;
    n = end - from;
    if (lex_declared(x->opt, x->s + from, n))
        return push_name(x, from, end, arena_strndup(x->arena, x->s + from, n));
    if (half_day(x, from, end)) {
        n = half_day(x, from, end);
        lex_push(x, TOKEN_TEXT, from, n)->plain = true;
        x->i = from + n;
        return true;
    }
    if (push_sign(x, from, end) || lex_joiner(x, from, end) ||
        lex_money_word(x, from, end) || push_percent(x, from, end) ||
        lex_ohm(x, from, end))
        return true;
    if (n == 1)
        return push_letters(x, from, end);
    if (at(x, end) == '{' && push_accent(x, from, end))
        return true;
    if (push_keyword(x, from, end) || push_log(x, from, end) ||
        push_function(x, from, end))
        return true;
    if (lex_greek(x->s + from, n))
        return push_name(x, from, end, lex_greek(x->s + from, n));
    if (x->s[from] == 'd' && lex_greek(x->s + from + 1, n - 1)) {
        push_letters(x, from, from + 1);
        return push_name(x, from + 1, end, lex_greek(x->s + from + 1, n - 1));
    }
    if (cut_by_symbols(x, from, end))
        return push_letters(x, from, end);
    if (push_glued(x, from, end) || push_pi(x, from, end))
        return true;
    if (is_exponential(x, from, end))
        return push_letters(x, from, end);
    if (lex_product_like(x->s + from, n) &&
        !(small_word(x->s + from, n) && stands_alone(x, from, end)))
        return push_letters(x, from, end);
    lex_push(x, TOKEN_WORD, from, n)->plain = true;
    x->i = end;
    return true;
}
