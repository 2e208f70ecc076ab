/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How deep a sentence nests, without a parser of English: a chunker that goes
 * from left to right with a stack of open constructions. The sentence is 1;
 * each open construction is one more. The measure is the most that any word
 * stands in, over all sentences.
 *
 *   phrase      opened by a preposition ("of", "in", "than"). "of" nests in
 *               the phrase before it (the price of the lamp of the shop: 3);
 *               any other preposition closes the phrases before it first.
 *   clause      opened by a subordinator ("if"), by a relative word ("which",
 *               "that"; not as the first word of a sentence, which then asks,
 *               and "that" not behind a preposition), or by "to" where no
 *               article, pronoun, number or name follows (an infinitive).
 *   joined      opened by "and", "or", "but", "nor": what follows stands one
 *               deeper than what it is joined to; a further one stays there.
 *   bracket     ( [ {, until it is closed.
 *
 * A comma, semicolon, colon or dash closes all but brackets. A finite verb of
 * the lexicon closes phrases and joined parts, and where the clause
 * has its verb already, that clause (the lamp that costs 5 is red).
 */
#include "evolve/fitness/fitness_int.h"
#include "text/character.h"

#define LEVELS_MOST 64 /* what nests deeper counts as so deep */

enum level_kind { LEVEL_PHRASE, LEVEL_CLAUSE, LEVEL_JOINED, LEVEL_BRACKET };

struct depth {
    enum level_kind kind[LEVELS_MOST];
    bool verb[LEVELS_MOST]; /* of a clause: it has one */
    size_t n, brackets;
    bool begun;                /* a word of the sentence was seen */
    const struct lexeme *last; /* the word before; NULL: none, or unknown */
    size_t most;
};

static void open_level(struct depth *d, enum level_kind k)
{
    if (d->n == LEVELS_MOST)
        return;
    d->kind[d->n] = k;
    d->verb[d->n++] = false;
    d->brackets += k == LEVEL_BRACKET;
}

static void close_to_bracket(struct depth *d)
{
    while (d->n > 0 && d->kind[d->n - 1] != LEVEL_BRACKET)
        d->n--;
}

/* Phrases at the top, and joined parts too. */
static void close_phrases(struct depth *d, bool joined)
{
    while (d->n > 0 && (d->kind[d->n - 1] == LEVEL_PHRASE ||
                        (joined && d->kind[d->n - 1] == LEVEL_JOINED)))
        d->n--;
}

static void close_bracket(struct depth *d)
{
    if (d->brackets == 0)
        return;
    close_to_bracket(d);
    d->n--;
    d->brackets--;
}

static void see_mark(struct depth *d, struct span mark)
{
    if (strchr("([{", *mark.s))
        open_level(d, LEVEL_BRACKET);
    else if (strchr(")]}", *mark.s))
        close_bracket(d);
    else if (strchr(",;:", *mark.s) || character_is(mark, 0, CHAR_DASH))
        close_to_bracket(d);
}

static void see_verb(struct depth *d)
{
    bool joins = lexeme_is(d->last, WORD_COORDINATOR);
    bool goes_on = joins || lexeme_is(d->last, WORD_VERB) ||
                   lexeme_is(d->last, WORD_FILLER);

    close_phrases(d, !joins);
    while (d->n > 0 && d->kind[d->n - 1] == LEVEL_CLAUSE) {
        if (!d->verb[d->n - 1] || goes_on) {
            d->verb[d->n - 1] = true;
            return;
        }
        d->n--;
        close_phrases(d, true);
    }
}

/* What "to" opens depends on the word behind it. */
static enum level_kind behind_to(const struct reading *r, size_t i)
{
    const struct reading_token *t = &r->tokens[i + 1];

    if (i + 1 >= r->n_tokens || !(t->is & TOKEN_WORD) ||
        (t->is & TOKEN_NUMBER) || lexeme_is(t->lexeme, WORD_BEFORE_NOUN) ||
        lexeme_is(t->lexeme, WORD_RELATIVE) || is_upper(r->text[t->at]))
        return LEVEL_PHRASE;
    return LEVEL_CLAUSE;
}

static void see_word(struct depth *d, const struct reading *r, size_t i)
{
    const struct lexeme *x = r->tokens[i].lexeme;
    struct span word = fitness_word(r, i);

    if (lexeme_is(x, WORD_VERB)) {
        see_verb(d);
    } else if (lexeme_is(x, WORD_PREPOSITION)) {
        if (!span_is(word, "of"))
            close_phrases(d, false);
        open_level(d, span_is(word, "to") ? behind_to(r, i) : LEVEL_PHRASE);
    } else if (lexeme_is(x, WORD_SUBORDINATOR)) {
        open_level(d, LEVEL_CLAUSE);
    } else if (lexeme_is(x, WORD_RELATIVE)) {
        if (d->begun &&
            !(span_is(word, "that") && lexeme_is(d->last, WORD_PREPOSITION)))
            open_level(d, LEVEL_CLAUSE);
    } else if (lexeme_is(x, WORD_COORDINATOR)) {
        if (d->n == 0 || d->kind[d->n - 1] != LEVEL_JOINED)
            open_level(d, LEVEL_JOINED);
    }
    d->begun = true;
    d->last = x;
    if (d->n + 1 > d->most)
        d->most = d->n + 1;
}

size_t fitness_depth(const struct reading *r)
{
    struct depth d = { 0 };

    for (size_t i = 0; i < r->n_tokens; i++) {
        const struct reading_token *t = &r->tokens[i];

        if (i > 0 && t->sentence != t[-1].sentence) {
            d.n = d.brackets = 0;
            d.begun = false;
            d.last = NULL;
        }
        if (t->is & TOKEN_MARK)
            see_mark(&d, fitness_word(r, i));
        else
            see_word(&d, r, i);
    }
    return d.most;
}
