/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"
#include "text/fold.h"

/* The kind of a whole sentence, and texts that must have no meaning. */

/* ---- texts that must say nothing ---- */

/*
 * Characters are judged one by one: letters and punctuation of ASCII, Latin
 * letters with accents, and typographic quotes and dashes are plain; digits,
 * signs of arithmetic and money, unseen characters and all other scripts, in
 * which a number could hide, are not. Words are looked up.
 */
static size_t plain_char(struct span t, size_t at)
{
    struct character c;
    size_t n;

    if (is_letter(t.s[at]))
        return 1;
    if (!(t.s[at] & 0x80))
        return t.s[at] && strchr(" .,;:!?'\"()[]-_/&", t.s[at]) ? 1 : 0;
    n = character_at(t, at, &c);
    if (c.is & CHAR_LETTER)
        return n == 2 ? n : 0;
    return c.is & (CHAR_DASH | CHAR_QUOTES | CHAR_DOTS) ? n : 0;
}

/* The length of the letters at the place, with apostrophes among them. */
static size_t word_at(struct span t, size_t at)
{
    size_t from = at;

    for (;;) {
        at += span_letters(t, at);
        if (at >= t.n || !((character_letter(t, at) && plain_char(t, at)) ||
                           (t.s[at] == '\'' && character_letter(t, at + 1))))
            return at - from;
        at += plain_char(t, at);
    }
}

#define PHRASE 40 /* bytes, more than the lexicon's longest */

/* The length of the condition or the harmless phrase that begins here. An
 * apostrophe ends it. */
static size_t known_at(struct span t, size_t at, struct word_set known,
                       const struct lexeme **out)
{
    struct span next = span_cut(t, at, at + PHRASE);
    const char *end = memchr(next.s, '\'', next.n);
    size_t n;

    next.n = end ? (size_t)(end - next.s) : next.n;
    n = lexicon_phrase_of(next, 0, known, out);
    return n > 0 && character_letter(t, at + n) == 0 ? n : 0;
}

/* Go on behind the word at *at. Returns 0, or the length of a bad one. */
static size_t judge_word(struct span t, size_t *at, struct word_set judged)
{
    const struct lexeme *x;
    size_t len = word_at(t, *at), known = known_at(t, *at, judged, &x);

    if (known && !lexeme_is(x, WORD_HARMLESS))
        return known;
    /* A letter by itself may be a name for a number. */
    if (!known && len == 1 && !strchr("aio", to_lower(t.s[*at])))
        return 1;
    *at += known ? known : len;
    return 0;
}

const char *linear_read_danger(struct arena *a, const char *text, size_t n)
{
    struct span t =
        linear_plain(a, (struct span){ text, n }, CHAR_BLANK | CHAR_HYPHEN);
    struct word_set judged = { 0 };
    struct character c;
    size_t at = 0, bad = 0;

    word_set_add(&judged, WORD_CARDINAL, WORD_PARTS);
    word_set_add(&judged, WORD_CONDITION, WORD_HARMLESS);
    while (at < t.n && bad == 0) {
        size_t step = plain_char(t, at);

        if (step == 0)
            bad = character_at(t, at, &c);
        else if (character_letter(t, at))
            bad = judge_word(t, &at, judged);
        else
            at += step;
    }
    return bad ? arena_strndup(a, t.s + at, bad) : NULL;
}

/* ---- sentences ---- */

/* "A thing is a thing", with a word or two between at most, is too near to an
 * equation to mean nothing. */
static bool thing_is_thing(const struct linear_tokens *t)
{
    for (size_t i = 0; i + 2 < t->n; i++) {
        unsigned verb = t->items[i + 1].kind;
        size_t k = i + 2;

        if (t->items[i].kind != LINEAR_THING ||
            (verb != WORD_BE && verb != WORD_EQUALS && verb != WORD_MAKES))
            continue;
        while (k < i + 4 && t->items[k].kind == LINEAR_OTHER)
            k++;
        if (t->items[k].kind == LINEAR_THING)
            return true;
    }
    return false;
}

/* The text with "it" for its things. */
static struct span without_things(struct arena *a,
                                  const struct linear_tokens *t)
{
    struct str out = str_in(a);
    const char *from = t->text.s;

    for (size_t i = 0; i < t->n; i++) {
        if (t->items[i].kind != LINEAR_THING)
            continue;
        str_addn(&out, from, (size_t)(t->items[i].raw.s - from));
        str_add(&out, "it");
        from = t->items[i].raw.s + t->items[i].raw.n;
    }
    str_addn(&out, from, (size_t)(t->text.s + t->text.n - from));
    return (struct span){ str_get(&out), out.n };
}

static enum linear_reading read_tokens(struct arena *a,
                                       const struct linear_tokens *t,
                                       struct equation *eq, size_t *asked)
{
    bool related;
    struct span rest;

    if (linear_statement(t, eq, &related))
        return t->uncertain || related ? READING_VAGUE : READING_EQUATION;
    if (linear_question(t, asked))
        return READING_QUESTION;
    rest = without_things(a, t);
    return thing_is_thing(t) || linear_read_danger(a, rest.s, rest.n)
               ? READING_UNSURE
               : READING_NOTHING;
}

enum linear_reading linear_read(const char *sentence, size_t n,
                                const struct linear_words *v,
                                struct equation *eq, size_t *asked)
{
    struct arena a = { 0 };
    struct linear_tokens t;
    enum linear_reading r;

    if (linear_tokens(&t, &a, (struct span){ sentence, n }, v))
        r = read_tokens(&a, &t, eq, asked);
    else
        r = linear_read_danger(&a, sentence, n) ? READING_UNSURE
                                                : READING_NOTHING;
    arena_clear(&a);
    return r;
}
