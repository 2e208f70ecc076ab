/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/reply/worked.h"
#include "base/str.h"
#include "base/vec.h"

#include <string.h>

const char *worked_number(struct arena *a, const struct sign_token *t, size_t n,
                          size_t i, size_t *tokens)
{
    struct ratio value;

    *tokens = token_fraction(t, n, i, &value);
    if (*tokens)
        return token_key(a, value);
    *tokens = 1;
    return t[i].sign == SIGN_NUMBER ? t[i].key : NULL;
}

/* ---- a text with its numbers ---- */

static void put(struct map *m, const char *key, size_t place)
{
    bool added;
    size_t *at = map_put(m, key, strlen(key), &added);

    if (added)
        *at = place;
}

/* A fraction counts, and both of its numbers. */
void numbered_open(struct arena *a, struct numbered *x, const char *text)
{
    *x = (struct numbered){ .text = text };
    x->n = reply_tokens(a, text, &x->tokens);
    for (size_t i = 0; i < x->n; i++) {
        size_t tokens;
        const char *key = worked_number(a, x->tokens, x->n, i, &tokens);

        if (key)
            put(&x->numbers, key, i + 1);
        if (x->tokens[i].sign == SIGN_NUMBER)
            put(&x->numbers, x->tokens[i].key, i + 1);
    }
}

void numbered_clear(struct numbered *x)
{
    map_clear(&x->numbers);
}

bool numbered_has(const struct numbered *x, const char *key)
{
    return map_get(&x->numbers, key, strlen(key)) != NULL;
}

/* ---- steps ---- */

static bool is_exponent(const struct sign_token *t, size_t i)
{
    while (i > 0 &&
           (t[i - 1].sign == SIGN_BRACE || t[i - 1].sign == SIGN_MINUS))
        i--;
    return i > 0 && t[i - 1].sign == SIGN_POWER;
}

static bool is_new(const struct worked *w, const char *key)
{
    return !numbered_has(&w->statement, key);
}

static const char *slice(struct arena *a, const struct numbered *x, size_t i,
                         size_t tokens)
{
    const struct sign_token *last = &x->tokens[i + tokens - 1];

    return arena_strndup(a, x->text + x->tokens[i].at,
                         last->at + last->n - x->tokens[i].at);
}

/* The sign behind which the result of the line stands; `from` if none. */
static size_t last_sign(const struct numbered *x, size_t from, size_t to)
{
    for (size_t i = to; i > from; i--)
        if (x->tokens[i - 1].sign == SIGN_EQUALS ||
            (x->tokens[i - 1].sign == SIGN_RELATION &&
             str_starts(x->text + x->tokens[i - 1].at, "\\equiv")))
            return i;
    return from;
}

/* The result of the line: the first new number behind its last sign, else its
 * last new one. */
static bool find_result(struct arena *a, const struct worked *w, size_t from,
                        size_t to, struct worked_step *out)
{
    const struct numbered *x = &w->solution;
    size_t sign = last_sign(x, from, to), tokens;
    bool found = false;

    for (size_t i = from; i < to; i += tokens) {
        const char *key = worked_number(a, x->tokens, to, i, &tokens);

        if (!key || is_exponent(x->tokens, i) || !is_new(w, key))
            continue;
        out->key = key;
        out->text = slice(a, x, i, tokens);
        found = true;
        if (i >= sign && sign > from)
            break;
    }
    return found;
}

static bool is_trivial(const char *key)
{
    return str_eq(key, "0") || str_eq(key, "1") || str_eq(key, "2");
}

static void list_numbers(struct arena *a, struct worked *w)
{
    const struct numbered *x = &w->solution;
    struct vec list = vec_in(a, sizeof(const char *));
    struct map seen = { 0 };
    size_t tokens;

    for (size_t i = 0; i < x->n; i += tokens) {
        const char *key = worked_number(a, x->tokens, x->n, i, &tokens);
        bool added;

        if (!key || is_exponent(x->tokens, i) || is_trivial(key) ||
            !is_new(w, key) || numbered_has(&w->answer, key))
            continue;
        map_put(&seen, key, strlen(key), &added);
        if (added)
            *(const char **)vec_push(&list) = key;
    }
    map_clear(&seen);
    w->numbers = list.items;
    w->n_numbers = list.n;
}

static void list_steps(struct arena *a, struct worked *w)
{
    const struct numbered *x = &w->solution;
    struct vec list = vec_in(a, sizeof(struct worked_step));
    size_t label = 0;

    for (size_t from = 0, to; from < x->n; from = to + 1) {
        struct worked_step step = { 0 };

        for (to = from; to < x->n && x->text[x->tokens[to].at] != '\n';)
            to++;
        if (to > from)
            label++;
        step.label = label;
        if (find_result(a, w, from, to, &step))
            *(struct worked_step *)vec_push(&list) = step;
    }
    w->steps = list.items;
    w->n_steps = list.n;
}

void worked_open(struct arena *a, struct worked *w, const struct problem *p)
{
    *w = (struct worked){ 0 };
    numbered_open(a, &w->statement, p->statement);
    numbered_open(a, &w->answer, keys_text(a, p->keys, p->n_keys));
    numbered_open(a, &w->solution, p->solution ? p->solution : "");
    list_steps(a, w);
    list_numbers(a, w);
}

void worked_clear(struct worked *w)
{
    numbered_clear(&w->statement);
    numbered_clear(&w->answer);
    numbered_clear(&w->solution);
}
