/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A statement as the rules see it: words in lower case, formulas and numbers
 * as one sign each, and the signs that end sentences and clauses.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "base/utf8.h"
#include "hunt/write/filter_int.h"
#include "text/character.h"

#include <string.h>

struct reader {
    struct arena *arena;
    const char *s;
    size_t i, cap;
    struct words *out;
};

static void push(struct reader *r, size_t at, const char *word)
{
    r->out->w[r->out->n] = word;
    r->out->at[r->out->n++] = at;
}

static bool is_word(char c)
{
    return is_letter(c) || (unsigned char)c >= 0x80;
}

/* The offset of the next dollar sign that is not escaped; 0: none. */
static size_t next_dollar(const char *s, size_t i)
{
    for (; s[i]; i++) {
        if (s[i] == '\\' && s[i + 1])
            i++;
        else if (s[i] == '$')
            return i;
    }
    return 0;
}

/* A price: a digit follows, and what stands before the next dollar sign ends
 * in a space or has two words in a row. */
static bool is_money(const char *s, size_t i)
{
    size_t end = next_dollar(s, i + 1), letters = 0, words = 0;

    if (!is_digit(s[i + 1]))
        return false;
    if (end == 0 || is_space(s[end - 1]))
        return true;
    for (size_t k = i + 1; k < end && s[k] != '\\'; k++) {
        letters = is_letter(s[k]) ? letters + 1 : 0;
        words += letters == 3;
    }
    return words > 1;
}

/* The offset behind the formula that begins at i; 0: none does. */
static size_t formula_end(const char *s, size_t i)
{
    const char *end;

    if (s[i] == '$') {
        size_t k, open = s[i + 1] == '$' ? 2 : 1;

        if (is_money(s, i))
            return 0;
        k = next_dollar(s, i + open);
        return k ? k + (open == 2 && s[k + 1] == '$' ? 2 : 1) : 0;
    }
    if (s[i] != '\\' || (s[i + 1] != '(' && s[i + 1] != '['))
        return 0;
    end = strstr(s + i + 2, s[i + 1] == '(' ? "\\)" : "\\]");
    return end ? (size_t)(end - s) + 2 : 0;
}

/* A formula may hold the sign that ends its sentence. */
static void take_formula(struct reader *r, size_t end)
{
    size_t k = end;

    push(r, r->i, "$");
    r->out->maths = true;
    while (k > r->i &&
           (r->s[k - 1] == '$' || r->s[k - 1] == ')' || r->s[k - 1] == ']' ||
            r->s[k - 1] == '\\' || is_space(r->s[k - 1])))
        k--;
    if (k > r->i + 1 && (r->s[k - 1] == '.' || r->s[k - 1] == '?') &&
        r->s[k - 2] != '.')
        push(r, k - 1, r->s[k - 1] == '.' ? "." : "?");
    r->i = end;
}

static void take_word(struct reader *r)
{
    size_t from = r->i;
    char *word;

    while (is_word(r->s[r->i]) ||
           (r->s[r->i] == '\'' && is_letter(r->s[r->i + 1])))
        r->i++;
    word = arena_strndup(r->arena, r->s + from, r->i - from);
    for (char *c = word; *c; c++)
        *c = to_lower(*c);
    push(r, from, word);
    r->out->plain++;
}

static void take_number(struct reader *r)
{
    push(r, r->i, "#");
    r->out->maths = true;
    while (is_digit(r->s[r->i]) || ((r->s[r->i] == '.' || r->s[r->i] == ',') &&
                                    is_digit(r->s[r->i + 1])))
        r->i++;
}

/* Commands outside of formulas: those of style are nothing. */
static void take_command(struct reader *r)
{
    static const char *const styles[] = { "text",  "emph",  "item",
                                          "begin", "end",   "noindent",
                                          "quad",  "qquad", "bf" };
    size_t n = 0;
    const char *s = r->s + r->i + 1;

    while (is_letter(s[n]))
        n++;
    for (size_t k = 0; k < sizeof styles / sizeof *styles; k++)
        if (n && strncmp(s, styles[k], strlen(styles[k])) == 0) {
            r->i += n + 1;
            return;
        }
    if (n) {
        push(r, r->i, "$");
        r->out->maths = true;
    }
    r->i += n ? n + 1 : 1 + (*s != '\0');
}

static bool take_sign(struct reader *r)
{
    static const char *const signs[] = { ".", "?", "!", ",", ":", ";" };
    const char *s = r->s + r->i;

    struct character c = { .plain = { *s } };
    size_t n = 1;

    if (*s & 0x80)
        n = character_at((struct span){ s, strnlen(s, UTF8_MAX) }, 0, &c);
    if (c.is && c.is != CHAR_WIDE)
        return false;
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (c.plain[0] == *signs[k]) {
            push(r, r->i, signs[k]);
            r->i += n;
            return true;
        }
    return false;
}

void filter_words(struct arena *a, const char *statement, struct words *out)
{
    size_t n = strlen(statement), end;
    struct reader r = { .arena = a, .s = statement, .out = out };

    *out = (struct words){ 0 };
    out->w = arena_array(a, const char *, 2 * n + 2);
    out->at = arena_array(a, size_t, 2 * n + 2);
    while (statement[r.i]) {
        char c = statement[r.i];

        if ((c == '$' || c == '\\') && (end = formula_end(statement, r.i)))
            take_formula(&r, end);
        else if (take_sign(&r))
            continue;
        else if (c == '\\')
            take_command(&r);
        else if (is_word(c))
            take_word(&r);
        else if (is_digit(c))
            take_number(&r);
        else {
            out->maths |= c != '\0' && strchr("+=<>^/", c) != NULL;
            r.i++;
        }
    }
}

bool filter_at(const struct words *w, size_t i, const char *phrase)
{
    for (; *phrase; i++) {
        size_t n = strcspn(phrase, " ");

        if (i >= w->n || (strncmp(phrase, "*", n) != 0 &&
                          (strncmp(w->w[i], phrase, n) != 0 || w->w[i][n])))
            return false;
        phrase += n + (phrase[n] == ' ');
    }
    return true;
}

const char *filter_find(const struct words *w, const char *const *phrases,
                        size_t n)
{
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < n; k++)
            if (filter_at(w, i, phrases[k]))
                return phrases[k];
    return NULL;
}

bool filter_has(const struct words *w, const char *list)
{
    for (size_t i = 0; i < w->n; i++)
        if (str_among(w->w[i], list))
            return true;
    return false;
}

bool filter_is(const struct words *w, size_t i, const char *list)
{
    return i < w->n && str_among(w->w[i], list);
}
