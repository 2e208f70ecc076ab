/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/reply/tokens.h"
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "text/span.h"

#include <math.h>
#include <string.h>

struct scan {
    struct arena *arena;
    const char *text;
    size_t at;
    bool spaced, fresh; /* blanks, or the beginning of a line, came before */
    struct vec tokens;
};

/* ---- signs that are written in several ways ---- */

/* Commands of LaTeX, and those that say nothing. */
static const struct {
    enum reply_sign sign;
    const char *names;
} commands[] = {
    { SIGN_TIMES, "cdot times ast" },
    { SIGN_OVER, "div" },
    { SIGN_FRACTION, "frac dfrac tfrac" },
    { SIGN_RELATION, "le leq ge geq lt gt ne neq equiv approx sim" },
    { SIGN_STOP, "to implies Rightarrow iff therefore quad qquad boxed" },
    { SIGN_OPEN, "lbrace" },
    { SIGN_CLOSE, "rbrace" },
};

static const char blank[] = "left right big Big bigl bigr Bigl Bigr "
                            "displaystyle textstyle";

/* Longer ones before their beginnings. */
static const struct {
    const char *bytes;
    enum reply_sign sign;
} signs[] = {
    { "\xc3\x97", SIGN_TIMES },
    { "\xc2\xb7", SIGN_TIMES },
    { "\xe2\x8b\x85", SIGN_TIMES },
    { "\xc3\xb7", SIGN_OVER },
    { "\xe2\x88\x92", SIGN_MINUS },
    { "\xe2\x89\x88", SIGN_RELATION },
    { "\xe2\x89\xa0", SIGN_RELATION },
    { "\xe2\x89\xa4", SIGN_RELATION },
    { "\xe2\x89\xa5", SIGN_RELATION },
    { "\xe2\x89\xa1", SIGN_RELATION },
    { "\xe2\x80\x94", SIGN_STOP },
    { "\xe2\x87\x92", SIGN_STOP },
    { "\xe2\x86\x92", SIGN_STOP },
    { "\xe2\x80\xa2", SIGN_STOP },
    { "**", SIGN_STOP },
    { "=>", SIGN_STOP },
    { "->", SIGN_STOP },
    { "<=", SIGN_RELATION },
    { ">=", SIGN_RELATION },
    { "!=", SIGN_RELATION },
    { "==", SIGN_EQUALS },
    { "+", SIGN_PLUS },
    { "-", SIGN_MINUS },
    { "*", SIGN_TIMES },
    { "/", SIGN_OVER },
    { "^", SIGN_POWER },
    { "(", SIGN_OPEN },
    { "[", SIGN_OPEN },
    { ")", SIGN_CLOSE },
    { "]", SIGN_CLOSE },
    { "{", SIGN_BRACE },
    { "}", SIGN_UNBRACE },
    { "=", SIGN_EQUALS },
    { "<", SIGN_RELATION },
    { ">", SIGN_RELATION },
    { ".", SIGN_STOP },
    { ",", SIGN_STOP },
    { ";", SIGN_STOP },
    { ":", SIGN_STOP },
};

/* ---- scanning ---- */

static struct sign_token *tokens_push(struct scan *s, enum reply_sign sign,
                                      size_t n)
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

static void tokens_scan_number(struct scan *s)
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
    t = tokens_push(s, SIGN_NUMBER, (size_t)(p - from));
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
            tokens_push(s, *p == '{' ? SIGN_OPEN : SIGN_CLOSE, 2);
        else if (*p == '\\')
            tokens_push(s, SIGN_STOP, 2);
        else if (*p && strchr("()[],;:! ", *p))
            s->at += 2; /* delimiters and spaces */
        else
            tokens_push(s, SIGN_OTHER, *p ? 2 : 1);
        return;
    }
    if (span_is_one((struct span){ p, n }, blank)) {
        s->at += n + 1;
        return;
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (span_is_one((struct span){ p, n }, commands[i].names)) {
            tokens_push(s, commands[i].sign, n + 1);
            return;
        }
    tokens_push(s, SIGN_WORD, n + 1);
}

/* "- ", "* ", "2. ", "2) " at the beginning of a line. Returns its length. */
static size_t tokens_label_at(const char *p)
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
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
        if (str_starts(s->text + s->at, signs[i].bytes)) {
            tokens_push(s, signs[i].sign, strlen(signs[i].bytes));
            return;
        }
    tokens_push(s, SIGN_OTHER, 1);
}

static void scan_next(struct scan *s)
{
    const char *p = s->text + s->at;
    size_t n = 0;

    if (*p == '\n') {
        tokens_push(s, SIGN_STOP, 1);
        s->fresh = true;
    } else if (is_space(*p) || *p == '$' || *p == '&' || *p == '~') {
        s->spaced = s->spaced || is_space(*p) || *p == '~';
        s->at++;
    } else if (s->fresh && (n = tokens_label_at(p)) > 0) {
        s->at += n;
        s->spaced = true;
        s->fresh = false;
    } else if (is_digit(*p) || (*p == '.' && is_digit(p[1]))) {
        tokens_scan_number(s);
    } else if (*p == '\\') {
        scan_command(s);
    } else if (is_letter(*p)) {
        while (is_letter(p[n]))
            n++;
        tokens_push(s, SIGN_WORD, n);
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

/* The word of a token, a command without its backslash. */
static struct span tokens_word(const char *text, const struct sign_token *t)
{
    bool command = text[t->at] == '\\';

    return (struct span){ text + t->at + command, t->n - command };
}

bool token_is(const char *text, const struct sign_token *t, const char *words)
{
    return t->sign == SIGN_WORD && span_among(tokens_word(text, t), words);
}

/* ---- fractions ---- */

static bool tokens_is_sign(const struct sign_token *t, size_t n, size_t i,
                           enum reply_sign sign)
{
    return i < n && t[i].sign == sign;
}

size_t token_fraction(const struct sign_token *t, size_t n, size_t i,
                      struct ratio *out)
{
    size_t under = i + 2, all = 3;

    if (tokens_is_sign(t, n, i, SIGN_FRACTION)) {
        if (!tokens_is_sign(t, n, i + 1, SIGN_BRACE) ||
            !tokens_is_sign(t, n, i + 3, SIGN_UNBRACE) ||
            !tokens_is_sign(t, n, i + 4, SIGN_BRACE) ||
            !tokens_is_sign(t, n, i + 6, SIGN_UNBRACE))
            return 0;
        i += 2;
        under = i + 3;
        all = 7;
    } else if (!tokens_is_sign(t, n, i + 1, SIGN_OVER)) {
        return 0;
    }
    if (!tokens_is_sign(t, n, i, SIGN_NUMBER) ||
        !tokens_is_sign(t, n, under, SIGN_NUMBER) || !t[i].exact ||
        !t[under].exact || !ratio_div(out, t[i].value, t[under].value))
        return 0;
    return all;
}

#define DEPTH_MOST 40 /* brackets within brackets */
#define POWER_MOST 64
#define ROUGH      0.02 /* decimals may be rounded as much */

/* ---- values ---- */

/* A side that is being evaluated: tokens up to `end`. */
struct side {
    const struct sign_token *t;
    size_t at, end;
    unsigned depth, signs; /* operations that were done */
    unsigned decimals;     /* of its number with the most */
    bool rounded;          /* it has a number with a point */
};

static bool tokens_chain(struct side *s, bool sum, struct ratio *out);

static bool tokens_is_at(const struct side *s, enum reply_sign sign)
{
    return s->at < s->end && s->t[s->at].sign == sign;
}

static bool tokens_take(struct side *s, enum reply_sign sign)
{
    bool is = tokens_is_at(s, sign);

    s->at += is;
    return is;
}

/* What stands between two brackets. */
static bool tokens_within(struct side *s, enum reply_sign open,
                          enum reply_sign close, struct ratio *out)
{
    bool ok;

    if (!tokens_take(s, open) || ++s->depth > DEPTH_MOST)
        return false;
    ok = tokens_chain(s, true, out) && tokens_take(s, close);
    s->depth--;
    return ok;
}

static bool tokens_number(struct side *s, struct ratio *out)
{
    const struct sign_token *t = &s->t[s->at++];

    s->rounded = s->rounded || t->decimals;
    s->decimals = t->decimals > s->decimals ? t->decimals : s->decimals;
    *out = t->value;
    return t->exact;
}

static bool primary(struct side *s, struct ratio *out)
{
    struct ratio over, under;

    if (tokens_is_at(s, SIGN_NUMBER))
        return tokens_number(s, out);
    if (tokens_is_at(s, SIGN_OPEN))
        return tokens_within(s, SIGN_OPEN, SIGN_CLOSE, out);
    if (tokens_is_at(s, SIGN_BRACE))
        return tokens_within(s, SIGN_BRACE, SIGN_UNBRACE, out);
    if (!tokens_take(s, SIGN_FRACTION) ||
        !tokens_within(s, SIGN_BRACE, SIGN_UNBRACE, &over) ||
        !tokens_within(s, SIGN_BRACE, SIGN_UNBRACE, &under))
        return false;
    s->signs++;
    return ratio_div(out, over, under);
}

static bool raise(struct ratio base, struct ratio exponent, struct ratio *out)
{
    int64_t k = exponent.p < 0 ? -exponent.p : exponent.p;

    if (exponent.q != 1 || k > POWER_MOST)
        return false;
    *out = RATIO(1);
    while (k-- > 0)
        if (!ratio_mul(out, *out, base))
            return false;
    return exponent.p >= 0 || ratio_div(out, RATIO(1), *out);
}

static bool tokens_power_of(struct side *s, struct ratio *out)
{
    struct ratio exponent;
    bool minus;

    if (!primary(s, out))
        return false;
    if (!tokens_take(s, SIGN_POWER))
        return true;
    s->signs++;
    minus = tokens_take(s, SIGN_MINUS);
    if (!primary(s, &exponent) || tokens_is_at(s, SIGN_POWER))
        return false;
    return raise(*out, minus ? ratio_neg(exponent) : exponent, out);
}

static bool factor_of(struct side *s, struct ratio *out)
{
    bool minus = tokens_take(s, SIGN_MINUS);

    if (!tokens_power_of(s, out))
        return false;
    *out = minus ? ratio_neg(*out) : *out;
    return true;
}

static bool tokens_join(struct ratio *out, enum reply_sign sign, struct ratio x)
{
    switch (sign) {
    case SIGN_PLUS: return ratio_add(out, *out, x);
    case SIGN_MINUS: return ratio_sub(out, *out, x);
    case SIGN_OVER: return ratio_div(out, *out, x);
    default: return ratio_mul(out, *out, x);
    }
}

/* "3 * 7 / 2", and "2(3 + 4)", where nothing stands between; or sums of
 * these. */
static bool tokens_chain(struct side *s, bool sum, struct ratio *out)
{
    struct ratio next;

    if (!(sum ? tokens_chain(s, false, out) : factor_of(s, out)))
        return false;
    while (s->at < s->end) {
        enum reply_sign sign = s->t[s->at].sign;

        if (sum ? sign != SIGN_PLUS && sign != SIGN_MINUS
                : sign != SIGN_TIMES && sign != SIGN_OVER && sign != SIGN_OPEN)
            break;
        s->at += sign != SIGN_OPEN;
        s->signs++;
        if (!(sum ? tokens_chain(s, false, &next) : factor_of(s, &next)) ||
            !tokens_join(out, sign, next))
            return false;
    }
    return true;
}

/* ---- where a side begins and ends ---- */

/* Words after which an equation may begin. Any other might belong to it: "the
 * root of 16 + 9 = 7" is no equation of 16. */
static const char leading[] =
    "is are so to thus hence then we have has get gives give that and compute "
    "since because be now becomes therefore obtain yields obtains calculate as "
    "find it step";

/* Words behind a number that are part of it. */
static bool belongs(const char *text, const struct sign_token *t)
{
    return text[t->at] == '\\' || t->n < 2 || !t->spaced ||
           token_is(text, t,
                    "mod pmod bmod modulo times plus minus over divided "
                    "percent hundred thousand million billion trillion squared "
                    "cubed choose dozen remainder rest with half point more "
                    "less per");
}

/* May the side that begins at t[i] begin there? */
static bool tokens_begins(const char *text, const struct sign_token *t,
                          size_t i)
{
    const struct sign_token *before = i ? &t[i - 1] : NULL;

    if (t[i].sign == SIGN_PLUS || t[i].sign == SIGN_TIMES ||
        t[i].sign == SIGN_OVER || t[i].sign == SIGN_POWER)
        return false;
    if (!before || before->sign == SIGN_STOP || before->sign == SIGN_EQUALS ||
        before->sign == SIGN_RELATION || before->sign == SIGN_OPEN ||
        before->sign == SIGN_BRACE)
        return true;
    return t[i].spaced && t[i].sign != SIGN_MINUS &&
           token_is(text, before, leading);
}

static bool tokens_ends(const char *text, const struct sign_token *t, size_t n,
                        size_t i)
{
    if (i >= n)
        return true;
    switch (t[i].sign) {
    case SIGN_STOP:
    case SIGN_EQUALS:
    case SIGN_RELATION:
    case SIGN_CLOSE:
    case SIGN_UNBRACE: return true;
    case SIGN_WORD: return !belongs(text, &t[i]);
    default: return false;
    }
}

/* The first token of the side that ends before t[end], from `from` on: behind
 * the last bracket that is not closed in it. */
static size_t tokens_left_of(const struct sign_token *t, size_t from,
                             size_t end)
{
    size_t first = end, depth = 0;

    while (first > from && t[first - 1].sign <= SIGN_UNBRACE) {
        enum reply_sign sign = t[first - 1].sign;

        if (sign == SIGN_CLOSE || sign == SIGN_UNBRACE)
            depth++;
        if (sign == SIGN_OPEN || sign == SIGN_BRACE) {
            if (!depth)
                break;
            depth--;
        }
        first--;
    }
    return first;
}

/* ---- equations ---- */

static bool is_false(const struct side *l, const struct side *r,
                     struct ratio left, struct ratio right)
{
    double x = ratio_double(left), y = ratio_double(right);
    double slack = r->rounded ? pow(10, -(double)r->decimals) : 0;

    if (ratio_equal(left, right))
        return false;
    if (!l->rounded && !r->rounded)
        return true;
    return fabs(x - y) > fmax(ROUGH * fmax(fabs(x), fabs(y)), slack);
}

/* Evaluates both sides of the sign at t[i], if they are plain. */
static bool tokens_evaluate(const char *text, const struct sign_token *t,
                            size_t n, size_t from, size_t i,
                            struct false_equation *out, bool *wrong)
{
    struct side l = { .t = t, .at = tokens_left_of(t, from, i), .end = i };
    struct side r = { .t = t, .at = i + 1, .end = n };
    size_t first = l.at;

    if (first == i || !tokens_begins(text, t, first) ||
        !tokens_chain(&l, true, &out->left) || l.at != i ||
        !tokens_chain(&r, true, &out->right) ||
        !tokens_ends(text, t, n, r.at) || !(l.signs + r.signs))
        return false;
    out->at = t[first].at;
    out->n = t[r.at - 1].at + t[r.at - 1].n - out->at;
    *wrong = is_false(&l, &r, out->left, out->right);
    return true;
}

/* Does the line from t[i] on speak of remainders? There 3 * 5 = 1 may be
 * true. *end is where it ends. */
static bool is_modular(const char *text, const struct sign_token *t, size_t n,
                       size_t i, size_t *end)
{
    bool found = false;

    for (; i < n && text[t[i].at] != '\n'; i++) {
        const char *p = text + t[i].at;

        found = found ||
                token_is(text, &t[i],
                         "mod pmod bmod modulo modulus equiv congruent") ||
                (t[i].sign == SIGN_RELATION &&
                 (str_starts(p, "\\eq") || str_starts(p, "\xe2\x89\xa1")));
    }
    *end = i;
    return found;
}

size_t reply_false_equations(const char *text, const struct sign_token *t,
                             size_t n, struct false_equation *out, size_t most,
                             size_t *checked)
{
    size_t found = 0, end;

    *checked = 0;
    for (size_t line = 0; line < n; line = end + 1) {
        size_t from = line;

        if (is_modular(text, t, n, line, &end))
            continue;
        for (size_t i = line; i < end; i++) {
            struct false_equation x;
            bool wrong = false;

            if (t[i].sign != SIGN_EQUALS)
                continue;
            *checked += tokens_evaluate(text, t, end, from, i, &x, &wrong);
            if (wrong && found < most)
                out[found++] = x;
            from = i + 1;
        }
    }
    return found;
}
