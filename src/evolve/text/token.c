/* SPDX-License-Identifier: Apache-2.0 */
#include "text/token.h"
#include "base/str.h"
#include "base/vec.h"
#include "evolve/text/check_int.h"
#include "math/exact/ratio.h"
#include "text/fold.h"
#include "text/lexicon.h"
#include "text/numeral.h"

#include <string.h>

/* ---- cutting ---- */

struct cutter {
    struct arena *arena;
    struct vec out; /* of struct written_token */
    bool head;      /* the next one is the first of a sentence */
};

static void push(struct cutter *c, struct written_token t)
{
    t.head = c->head;
    c->head = false;
    *(struct written_token *)vec_push(&c->out) = t;
}

static void push_word(struct cutter *c, struct span raw)
{
    char *text = arena_strndup(c->arena, raw.s, raw.n), *low = text;
    size_t n = raw.n, small = 0;

    if (n > 2 && span_before_fold(raw, n, "'s"))
        n -= 2;
    while (small < n && !is_upper(raw.s[small]))
        small++;
    if (small < raw.n)
        low = arena_strndup(c->arena, raw.s, n);
    for (size_t i = small; i < n; i++)
        low[i] = to_lower(low[i]);
    push(c, (struct written_token){ .kind = TOKEN_WORD,
                                    .text = low,
                                    .raw = text,
                                    .lexeme =
                                        lexicon_find((struct span){ low, n }),
                                    .capital = is_upper(raw.s[0]) });
}

static void push_number(struct cutter *c, struct span raw)
{
    struct written_token t = { .kind = TOKEN_NUMBER };
    struct ratio value;

    t.raw = t.text = arena_strndup(c->arena, raw.s, raw.n);
    if (ratio_read(&value, raw.s, raw.n))
        t.text = ratio_text(c->arena, value);
    push(c, t);
}

static void cut(struct cutter *c, struct span text)
{
    struct text_reader r;
    struct text_token t;
    bool dollar = false;

    text_open(&r, text, TEXT_FRACTIONS);
    while (text_next(&r, &t)) {
        c->head = c->head || t.head;
        if (t.kind == TEXT_TOKEN_WORD)
            push_word(c, t.raw);
        if (t.kind == TEXT_TOKEN_NUMBER) {
            push_number(c, t.raw);
            if (dollar)
                push_word(c, span_of("dollars"));
        }
        if (t.kind == TEXT_TOKEN_MARK && t.raw.s[0] == '%')
            push_word(c, span_of("percent"));
        dollar = t.kind == TEXT_TOKEN_MARK && t.raw.s[0] == '$';
    }
}

/* ---- words for numbers ---- */

/* "twice", "dozen", "half": one word with a value that is compared. */
static bool single_value(const struct written_token *t, struct ratio *out)
{
    const struct lexeme *x = t->lexeme;

    if (!x || lexeme_is(x, WORD_COUNTING))
        return false;
    if (lexeme_is(x, WORD_PART) || lexeme_is(x, WORD_PARTS))
        return ratio_make(out, 1, x->value);
    *out = RATIO(x->value);
    return lexeme_is(x, WORD_TIMES) || str_eq(t->text, "dozen");
}

/* The number in words that begins at `at`: how many words it has, 0: none. */
static size_t spelled(const struct written_token *items, size_t n, size_t at,
                      struct ratio *value)
{
    struct span words[NUMERAL_WORDS];
    struct numeral x;
    size_t k = 0;

    if (items[at].kind != TOKEN_WORD)
        return 0;
    if (single_value(&items[at], value))
        return 1;
    if (!numeral_begins_as(span_of(items[at].text), items[at].lexeme))
        return 0;
    for (; k < NUMERAL_WORDS && at + k < n; k++) {
        if (items[at + k].kind != TOKEN_WORD)
            break;
        words[k] = span_of(items[at + k].text);
    }
    k = numeral_words(words, k, NUMERAL_BARE, &x);
    return k && ratio_make(value, x.over, x.under) ? k : 0;
}

/* Words for numbers become numbers. */
static struct written_tokens join_numbers(struct arena *a,
                                          const struct written_token *in,
                                          size_t n)
{
    struct written_tokens out = { .items = arena_array(a, struct written_token,
                                                       n + 1) };
    struct ratio value;

    for (size_t i = 0; i < n;) {
        size_t words = spelled(in, n, i, &value);
        struct written_token t = in[i];

        if (words) {
            t.kind = TOKEN_NUMBER;
            t.text = ratio_text(a, value);
        }
        out.items[out.n++] = t;
        i += words ? words : 1;
    }
    return out;
}

struct written_tokens text_tokens(struct arena *a, const char *text)
{
    struct cutter c = { .arena = a,
                        .out = vec_in(a, sizeof(struct written_token)),
                        .head = true };

    cut(&c, fold_span(a, span_of(text), CHAR_QUOTE));
    return join_numbers(a, c.out.items, c.out.n);
}

/* ---- what words are about ---- */

static bool is_roman(const char *raw)
{
    size_t n = strspn(raw, "IVXLCDM");

    return n >= 2 && !raw[n];
}

bool text_is_counting(const struct written_token *t)
{
    return t->kind == TOKEN_NUMBER || is_roman(t->raw) ||
           lexeme_is(t->lexeme, WORD_COUNTING);
}

const char *text_relation(const char *word)
{
    const struct lexeme *x =
        lexicon_find(span_of(str_ends(word, "n't") ? "not" : word));

    if (!lexeme_is(x, WORD_RELATION))
        return NULL;
    return x->head ? x->head : x->word;
}

bool text_is_hedge(const char *word)
{
    return word_is(span_of(word), WORD_HEDGE);
}

bool text_is_small(const char *word)
{
    return word_is(span_of(word), WORD_SMALL);
}

const char *text_stem(struct arena *a, const char *word)
{
    size_t n = strlen(word);

    if (n > 4 && str_ends(word, "ies"))
        return arena_printf(a, "%.*sy", (int)(n - 3), word);
    if (n > 4 && (str_ends(word, "ches") || str_ends(word, "shes") ||
                  str_ends(word, "xes") || str_ends(word, "sses")))
        return arena_strndup(a, word, n - 2);
    if (n > 3 && word[n - 1] == 's' && word[n - 2] != 's')
        return arena_strndup(a, word, n - 1);
    return word;
}
