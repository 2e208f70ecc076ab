/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

/* What a sentence is, as a whole. */

/* A thing is said to be a thing, with a word or two between at most: too near
 * to an equation to be nothing. */
static bool thing_is_thing(const struct tokens *t)
{
    for (size_t i = 0; i + 2 < t->n; i++) {
        enum tok verb = t->t[i + 1].kind;
        size_t k = i + 2;

        if (t->t[i].kind != TOK_THING ||
            (verb != TOK_BE && verb != TOK_EQUAL && verb != TOK_MAKE))
            continue;
        while (k < i + 4 && t->t[k].kind == TOK_OTHER)
            k++;
        if (t->t[k].kind == TOK_THING)
            return true;
    }
    return false;
}

static enum reading not_understood(const char *text, size_t n,
                                   const struct tokens *t)
{
    struct arena a = { 0 };
    bool danger = (t && thing_is_thing(t)) || linear_read_danger(&a, text, n);

    arena_clear(&a);
    return danger ? READING_UNSURE : READING_NOTHING;
}

static enum reading read_all(const struct tokens *t, struct equation *eq,
                             size_t *asked)
{
    struct parser p = { .t = t->t, .vague = t->hedged };

    if (reader_statement(&p, eq))
        return t->hedged || p.related ? READING_VAGUE : READING_EQUATION;
    if (!t->hedged && reader_question(t->t, asked))
        return READING_QUESTION;
    return not_understood(str_get(&t->rest), t->rest.n, t);
}

enum reading linear_read(const char *sentence, size_t n,
                         const struct vocabulary *v, struct equation *eq,
                         size_t *asked)
{
    struct plain text;
    struct tokens t;
    struct equation read;
    size_t thing;
    enum reading r;

    if (!reader_plain(&text, sentence, n))
        return not_understood(sentence, n, NULL);
    if (reader_tokens(&t, &text, v))
        r = read_all(&t, &read, &thing);
    else
        r = not_understood(sentence, n, NULL);
    str_clear(&t.rest);
    if (r == READING_EQUATION || r == READING_VAGUE)
        *eq = read;
    if (r == READING_QUESTION)
        *asked = thing;
    return r;
}
