/* SPDX-License-Identifier: Apache-2.0 */
/* What a prompt asks for: the limit, the number of terms, the order. */
#include "verify/prompt/prompt_int.h"

#include "base/str.h"
#include "math/read/read.h"
#include "text/numeral.h"

#define SIDES 8

/* ---- limits ---- */

/* The place that a symbol tends to. Returns false if a claim cannot say it. */
static bool limit_place(struct arena *a, struct span place,
                        struct claim_limit *out)
{
    const char *text = tex_squeezed(a, place);

    text += text[0] == '\\' && text[1] == '0'; /* \0^+ */
    if (text[0] == '0' && (text[1] == '\0' || strchr("^+_", text[1])) &&
        text[1] != '.') {
        out->to = strchr(text, '-') ? LIMIT_ZERO_BELOW : LIMIT_ZERO_ABOVE;
        return true;
    }
    if (text[0] == '0' && text[1] == '-') {
        out->to = LIMIT_ZERO_BELOW;
        return true;
    }
    if (strstr(text, "infty")) {
        out->to = LIMIT_INFINITY;
        return text[0] != '-';
    }
    out->to = LIMIT_POINT;
    out->point = text;
    return text[0] != '\0';
}

/* The symbol of a limit, canonical, or as it stands if it is a formula, x-t;
 * bars are dropped. */
static const char *limit_symbol(struct arena *a, struct span s)
{
    const char *text = tex_squeezed(a, s), *symbol;
    size_t n = strlen(text);

    if (n > 2 && text[0] == '|' && text[n - 1] == '|')
        text = arena_strndup(a, text + 1, n - 2);
    symbol = read_symbol(a, text);
    return symbol ? symbol : text;
}

/* A statement such as x \to \infty, \epsilon \ll 1, or \epsilon = 0. */
static bool limit_of(struct arena *a, struct prompt_token t,
                     struct claim_limit *out)
{
    struct tex_side sides[SIDES];
    size_t n = tex_sides(a, t.s, sides, SIDES);

    memset(out, 0, sizeof *out);
    for (size_t i = 1; i < n; i++) {
        if (sides[i].relation == TEX_SMALL) {
            out->symbol = limit_symbol(a, sides[i - 1].s);
            out->to = LIMIT_ZERO_ABOVE;
            return true;
        }
        if (sides[i].relation == TEX_TENDS || sides[i].relation == TEX_EQUALS) {
            out->symbol = limit_symbol(a, sides[i - 1].s);
            return limit_place(a, sides[i].s, out);
        }
    }
    return false;
}

/* "small $\epsilon$", "large x", "small positive $\epsilon$" at i. */
static bool limit_in_words(struct arena *a, const struct vec *tokens, size_t i,
                           struct claim_limit *out)
{
    struct prompt_token t;

    memset(out, 0, sizeof *out);
    if (prompt_phrase_at(tokens, i, "small"))
        out->to = LIMIT_ZERO_ABOVE;
    else if (prompt_phrase_at(tokens, i, "large"))
        out->to = LIMIT_INFINITY;
    else
        return false;
    i++;
    i += prompt_phrase_at(tokens, i, "positive");
    t = prompt_token_at(tokens, i);
    if (t.kind == PROMPT_MARK || t.s.n == 0)
        return false;
    if (t.kind == PROMPT_WORD && t.s.n > 1)
        return false;
    out->symbol = read_symbol(a, tex_squeezed(a, t.s));
    return out->symbol != NULL;
}

/* Is it a state, u = 1 or u \to 1? */
static bool is_state(struct prompt_token t)
{
    size_t i = 1;

    if (t.kind != PROMPT_STATEMENT ||
        (t.is != STATEMENT_CONDITION && t.is != STATEMENT_VALUE))
        return false;
    while (is_space(span_byte(t.s, i)))
        i++;
    return span_one_of(t.s, 0, "uUyY") &&
           (i >= t.s.n || span_one_of(t.s, i, "=\\"));
}

/* Does the approach at i belong to a state that is connected, u=1 in the limit
 * t \to -\infty? */
static bool belongs_to_state(const struct vec *tokens, size_t i)
{
    for (size_t back = 1; back <= 5 && back <= i; back++) {
        struct prompt_token t = prompt_token_at(tokens, i - back);

        if (t.kind == PROMPT_STATEMENT)
            return back > 1 && is_state(t);
        if (t.kind == PROMPT_MARK && !span_one_of(t.s, 0, "(\""))
            return false;
    }
    return false;
}

/* Do the words before i announce a limit? */
static bool limit_announced(const struct vec *tokens, size_t i)
{
    for (size_t back = 1; back <= 4 && back <= i; back++) {
        struct prompt_token t = prompt_token_at(tokens, i - back);

        if (t.kind == PROMPT_STATEMENT)
            return false;
        if (t.kind == PROMPT_WORD && (span_is_fold(t.s, "limit") ||
                                      (back == 1 && span_is_fold(t.s, "as"))))
            return true;
    }
    return false;
}

/* Find the limit: one that is announced goes before one that is mentioned. */
static void find_limit(struct arena *a, const struct vec *tokens,
                       struct prompt_asked *out)
{
    bool announced = false;

    for (size_t i = 0; i < tokens->n && !announced; i++) {
        struct prompt_token t = prompt_token_at(tokens, i);
        struct claim_limit l;
        bool says = limit_announced(tokens, i), found = false;

        if (t.kind == PROMPT_WORD)
            found = limit_in_words(a, tokens, i, &l);
        else if (t.kind == PROMPT_STATEMENT && t.is == STATEMENT_APPROACH)
            found = !belongs_to_state(tokens, i) && limit_of(a, t, &l);
        else if (t.kind == PROMPT_STATEMENT && t.is == STATEMENT_VALUE &&
                 says && !is_state(t))
            found = limit_of(a, t, &l);
        if (!found || (out->has_limit && !says))
            continue;
        out->has_limit = true;
        out->limit = l;
        announced = says;
    }
}

/* ---- terms and orders ---- */

static int number_word(struct span s)
{
    struct numeral n;

    if (numeral_at(s, 0, NUMERAL_ORDINALS | NUMERAL_DIGITS, &n) == s.n &&
        n.under == 1 && n.over > 0 && n.over < 100)
        return (int)n.over;
    return 0;
}

static int find_terms(const struct vec *tokens)
{
    for (size_t i = 0; i < tokens->n; i++) {
        struct prompt_token t = prompt_token_at(tokens, i);
        int n = t.kind == PROMPT_WORD ? number_word(t.s) : 0;

        if (n && (prompt_phrase_at(tokens, i + 1, "term|terms") ||
                  prompt_phrase_at(tokens, i + 1, "leading term|terms") ||
                  prompt_phrase_at(tokens, i + 1, "leading order|orders")))
            return n;
        if (n && prompt_phrase_at(tokens, i + 1, "term approximation"))
            return n;
    }
    return 0;
}

/* The exponent of \epsilon^2 or x^6; 0 if it is no such power. */
static int power_of(struct arena *a, struct span s)
{
    const char *text = tex_squeezed(a, s), *hat = strchr(text, '^');

    if (!hat)
        return 0;
    hat += 1 + (hat[1] == '{');
    return is_digit(*hat) && !is_digit(hat[1]) ? *hat - '0' : 0;
}

/* "with error of order $\epsilon^2$", "up to and including the order x^6". */
static void find_order(struct arena *a, const struct vec *tokens,
                       struct prompt_asked *out)
{
    size_t at;
    int n;

    if (prompt_phrase(tokens, "error of order %", 0, &at)) {
        n = power_of(a, prompt_token_at(tokens, at + 3).s);
        out->limit.has_order = n > 0;
        fmpq_set_si(out->limit.order, n, 1);
    } else if (prompt_phrase(tokens, "including the order %", 0, &at)) {
        /* what is left out is smaller than the last order that is asked */
        n = power_of(a, prompt_token_at(tokens, at + 3).s);
        out->limit.has_order = n > 0;
        fmpq_set_si(out->limit.order, 2 * n + 1, 2);
    }
    if (out->limit.has_order && out->limit.to == LIMIT_INFINITY)
        fmpq_neg(out->limit.order, out->limit.order);
}

/* Is some parameter said to be small, \epsilon \ll 1? */
static bool says_small(const struct vec *tokens)
{
    for (size_t i = 0; i < tokens->n; i++) {
        struct prompt_token t = prompt_token_at(tokens, i);

        if (t.kind == PROMPT_STATEMENT && t.is == STATEMENT_APPROACH &&
            tex_has(t.s, "\\ll"))
            return true;
    }
    return false;
}

/* Is an approximation asked for? "Soliton behaviour" is none. */
static bool asks_approximation(const struct vec *tokens)
{
    for (size_t i = 0; i < tokens->n; i++)
        if (prompt_phrase_at(tokens, i,
                             "approximate|approximation|behavior|behaviour|"
                             "asymptotic|approximates") &&
            !(i > 0 && prompt_phrase_at(tokens, i - 1,
                                        "soliton %|behavior|"
                                        "behaviour")) &&
            !prompt_phrase_at(tokens, i, "approximate them"))
            return true;
    return false;
}

struct prompt_asked prompt_asked(struct arena *a, const struct vec *tokens,
                                 const char *object)
{
    struct prompt_asked out = { 0 };
    bool small = strstr(object, "epsilon") != NULL;

    find_limit(a, tokens, &out);
    out.uniform = prompt_phrase(tokens, "uniformly valid", 0, NULL) ||
                  prompt_phrase(tokens, "uniform approximation", 0, NULL);
    out.leading = prompt_phrase(tokens, "leading|lowest order", 0, NULL);
    out.approximate = asks_approximation(tokens);
    out.special = prompt_phrase(tokens,
                                "soliton|similarity|similar|travelling|"
                                "traveling",
                                0, NULL);
    out.small = says_small(tokens);
    if (!out.has_limit && small && (out.uniform || out.leading)) {
        out.has_limit = true;
        out.limit.symbol = "epsilon";
        out.limit.to = LIMIT_ZERO_ABOVE;
    }
    out.terms = find_terms(tokens);
    find_order(a, tokens, &out);
    return out;
}
