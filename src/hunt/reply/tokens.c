/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/reply/tokens.h"
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"

#include <string.h>

struct scan {
    struct arena *arena;
    const char *text;
    size_t at;
    bool spaced, fresh; /* blanks, or the beginning of a line, came before */
    struct vec tokens;
};

/* ---- signs that are written in several ways ---- */

/* Of LaTeX: what a command stands for. SIGN_STOP with an empty end is not
 * needed: those that say nothing are in `blank`. */
static const struct {
    const char *name;
    enum reply_sign sign;
} commands[] = {
    { "cdot", SIGN_TIMES },      { "times", SIGN_TIMES },
    { "ast", SIGN_TIMES },       { "div", SIGN_OVER },
    { "frac", SIGN_FRACTION },   { "dfrac", SIGN_FRACTION },
    { "tfrac", SIGN_FRACTION },  { "le", SIGN_RELATION },
    { "leq", SIGN_RELATION },    { "ge", SIGN_RELATION },
    { "geq", SIGN_RELATION },    { "lt", SIGN_RELATION },
    { "gt", SIGN_RELATION },     { "ne", SIGN_RELATION },
    { "neq", SIGN_RELATION },    { "equiv", SIGN_RELATION },
    { "approx", SIGN_RELATION }, { "sim", SIGN_RELATION },
    { "to", SIGN_STOP },         { "implies", SIGN_STOP },
    { "Rightarrow", SIGN_STOP }, { "iff", SIGN_STOP },
    { "therefore", SIGN_STOP },  { "quad", SIGN_STOP },
    { "qquad", SIGN_STOP },      { "boxed", SIGN_STOP },
    { "lbrace", SIGN_OPEN },     { "rbrace", SIGN_CLOSE },
    { "cup", SIGN_WORD },
};

static const char *const blank[] = { "left",         "right",    "big",  "Big",
                                     "bigl",         "bigr",     "Bigl", "Bigr",
                                     "displaystyle", "textstyle" };

static const struct {
    const char *bytes;
    enum reply_sign sign;
} wide[] = {
    { "\xc3\x97", SIGN_TIMES },        { "\xc2\xb7", SIGN_TIMES },
    { "\xe2\x8b\x85", SIGN_TIMES },    { "\xc3\xb7", SIGN_OVER },
    { "\xe2\x88\x92", SIGN_MINUS },    { "\xe2\x89\x88", SIGN_RELATION },
    { "\xe2\x89\xa0", SIGN_RELATION }, { "\xe2\x89\xa4", SIGN_RELATION },
    { "\xe2\x89\xa5", SIGN_RELATION }, { "\xe2\x89\xa1", SIGN_RELATION },
    { "\xe2\x80\x94", SIGN_STOP },     { "\xe2\x87\x92", SIGN_STOP },
    { "\xe2\x86\x92", SIGN_STOP },     { "\xe2\x80\xa2", SIGN_STOP },
};

static enum reply_sign plain_sign(char c)
{
    switch (c) {
    case '+': return SIGN_PLUS;
    case '-': return SIGN_MINUS;
    case '*': return SIGN_TIMES;
    case '/': return SIGN_OVER;
    case '^': return SIGN_POWER;
    case '(':
    case '[': return SIGN_OPEN;
    case ')':
    case ']': return SIGN_CLOSE;
    case '{': return SIGN_BRACE;
    case '}': return SIGN_UNBRACE;
    case '=': return SIGN_EQUALS;
    case '<':
    case '>': return SIGN_RELATION;
    case '.':
    case ',':
    case ';':
    case ':': return SIGN_STOP;
    default: return SIGN_OTHER;
    }
}

/* ---- scanning ---- */

static struct sign_token *push(struct scan *s, enum reply_sign sign, size_t n)
{
    struct sign_token *t = vec_push(&s->tokens);

    *t = (struct sign_token){
        .sign = sign, .at = s->at, .n = n, .spaced = s->spaced || s->fresh
    };
    s->at += n;
    s->spaced = s->fresh = false;
    return t;
}

const char *token_key(struct arena *a, struct ratio value)
{
    return ratio_text(a, value.p < 0 ? ratio_neg(value) : value);
}

/* The length of a comma between thousands ("," or "{,}") with three digits and
 * no fourth behind it; 0: there is none. */
static size_t thousands(const char *p)
{
    size_t n = str_starts(p, "{,}") ? 3 : *p == ',' ? 1 : 0;

    for (size_t i = 0; n && i < 3; i++)
        if (!is_digit(p[n + i]))
            return 0;
    return n && !is_digit(p[n + 3]) ? n : 0;
}

static void scan_number(struct scan *s)
{
    const char *p = s->text + s->at, *from = p;
    struct str digits = str_in(s->arena);
    struct sign_token *t;
    unsigned decimals = 0;
    size_t comma;

    while (is_digit(*p) || (digits.n && (comma = thousands(p)) > 0)) {
        if (!is_digit(*p))
            p += comma;
        else
            str_addf(&digits, "%c", *p++);
    }
    if (*p == '.' && is_digit(p[1])) {
        str_add(&digits, digits.n ? "." : "0.");
        for (p++; is_digit(*p); decimals++)
            str_addf(&digits, "%c", *p++);
    }
    t = push(s, SIGN_NUMBER, (size_t)(p - from));
    t->decimals = decimals;
    t->exact = ratio_read(&t->value, str_get(&digits), digits.n);
    if (t->exact) {
        t->key = token_key(s->arena, t->value);
    } else {
        const char *text = str_get(&digits);

        t->key = text + strspn(text, "0");
    }
}

/* "\\", "\cdot", "\{" ... */
static void scan_command(struct scan *s)
{
    const char *p = s->text + s->at + 1;
    size_t n = 0;

    while (is_letter(p[n]))
        n++;
    if (!n) {
        if (*p == '{' || *p == '}')
            push(s, *p == '{' ? SIGN_OPEN : SIGN_CLOSE, 2);
        else if (*p == '\\')
            push(s, SIGN_STOP, 2);
        else if (*p && strchr("()[],;:! ", *p))
            s->at += 2; /* delimiters and spaces */
        else
            push(s, SIGN_OTHER, *p ? 2 : 1);
        return;
    }
    for (size_t i = 0; i < sizeof(blank) / sizeof(blank[0]); i++)
        if (strlen(blank[i]) == n && strncmp(p, blank[i], n) == 0) {
            s->at += n + 1;
            return;
        }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strlen(commands[i].name) == n &&
            strncmp(p, commands[i].name, n) == 0) {
            push(s, commands[i].sign, n + 1);
            return;
        }
    push(s, SIGN_WORD, n + 1);
}

/* "- ", "* ", "2. ", "2) " at the beginning of a line. Returns its length. */
static size_t label_at(const char *p)
{
    size_t n = 0;

    if (*p == '-' || *p == '*' || *p == '+')
        return p[1] == ' ' ? 2 : 0;
    while (n < 3 && is_digit(p[n]))
        n++;
    return n && (p[n] == '.' || p[n] == ')') && is_space(p[n + 1]) ? n + 1 : 0;
}

static void scan_sign(struct scan *s)
{
    const char *p = s->text + s->at;

    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
        if (str_starts(p, wide[i].bytes)) {
            push(s, wide[i].sign, strlen(wide[i].bytes));
            return;
        }
    if (str_starts(p, "**"))
        push(s, SIGN_STOP, 2);
    else if (str_starts(p, "=>") || str_starts(p, "->"))
        push(s, SIGN_STOP, 2);
    else if (str_starts(p, "<=") || str_starts(p, ">=") || str_starts(p, "!="))
        push(s, SIGN_RELATION, 2);
    else if (str_starts(p, "=="))
        push(s, SIGN_EQUALS, 2);
    else
        push(s, plain_sign(*p), 1);
}

static void scan_next(struct scan *s)
{
    const char *p = s->text + s->at;
    size_t n = 0;

    if (*p == '\n') {
        push(s, SIGN_STOP, 1);
        s->fresh = true;
    } else if (is_space(*p) || *p == '$' || *p == '&' || *p == '~') {
        s->spaced = s->spaced || is_space(*p) || *p == '~';
        s->at++;
    } else if (s->fresh && (n = label_at(p)) > 0) {
        s->at += n;
        s->spaced = true;
        s->fresh = false;
    } else if (is_digit(*p) || (*p == '.' && is_digit(p[1]))) {
        scan_number(s);
    } else if (*p == '\\') {
        scan_command(s);
    } else if (is_letter(*p)) {
        while (is_letter(p[n]))
            n++;
        push(s, SIGN_WORD, n);
    } else {
        scan_sign(s);
    }
}

size_t reply_tokens(struct arena *a, const char *text,
                    const struct sign_token **out)
{
    struct scan s = { .arena = a,
                      .text = text,
                      .fresh = true,
                      .tokens = vec_in(a, sizeof(struct sign_token)) };

    while (text[s.at] && s.tokens.n < TOKENS_MOST)
        scan_next(&s);
    *out = s.tokens.items;
    return s.tokens.n;
}

bool token_is(const char *text, const struct sign_token *t, const char *word)
{
    const char *p = text + t->at;
    size_t n = t->n;

    if (t->sign != SIGN_WORD)
        return false;
    if (*p == '\\')
        p++, n--;
    for (size_t i = 0; i < n; i++)
        if (!word[i] || to_lower(p[i]) != word[i])
            return false;
    return word[n] == '\0';
}

/* ---- fractions ---- */

static bool is_sign(const struct sign_token *t, size_t n, size_t i,
                    enum reply_sign sign)
{
    return i < n && t[i].sign == sign;
}

size_t token_fraction(const struct sign_token *t, size_t n, size_t i,
                      struct ratio *out)
{
    size_t under = i + 2, all = 3;

    if (is_sign(t, n, i, SIGN_FRACTION)) {
        if (!is_sign(t, n, i + 1, SIGN_BRACE) ||
            !is_sign(t, n, i + 3, SIGN_UNBRACE) ||
            !is_sign(t, n, i + 4, SIGN_BRACE) ||
            !is_sign(t, n, i + 6, SIGN_UNBRACE))
            return 0;
        i += 2;
        under = i + 3;
        all = 7;
    } else if (!is_sign(t, n, i + 1, SIGN_OVER)) {
        return 0;
    }
    if (!is_sign(t, n, i, SIGN_NUMBER) || !is_sign(t, n, under, SIGN_NUMBER) ||
        !t[i].exact || !t[under].exact ||
        !ratio_div(out, t[i].value, t[under].value))
        return 0;
    return all;
}
