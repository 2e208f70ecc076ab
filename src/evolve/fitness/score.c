/* SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "evolve/fitness/fitness_int.h"
#include "stats/auc.h"
#include "stats/regression.h"
#include "text/character.h"
#include "text/fold.h"
#include "text/sentence.h"

#include <math.h>
#include <string.h>

/* Words and marks of a text, and what is counted of words alone. */

/* The end of the word that begins at t[at], which ends before `end`. */
static size_t fit_word_end(struct span t, size_t at, bool *digits)
{
    *digits = true;
    for (;;) {
        size_t k = character_letter(t, at);

        at += k;
        if (k) {
            *digits = false;
            at += span_byte(t, at) == '\'' && character_letter(t, at + 1);
        } else if (is_digit(span_byte(t, at))) {
            at++;
            at += (span_byte(t, at) == '.' || span_byte(t, at) == ',') &&
                  is_digit(span_byte(t, at + 1));
        } else {
            return at;
        }
    }
}

static void fit_add(struct reading *r, struct vec *v, size_t at, size_t n,
                    unsigned is)
{
    struct reading_token *t = vec_push(v);
    struct span word = { r->text + at, n };

    *t = (struct reading_token){ at, n, is, NULL, r->sentences };
    if (is == TOKEN_WORD)
        t->lexeme = lexicon_find(word);
    /* characters that Unicode does not call punctuation */
    else if (is == TOKEN_MARK && n == 1 && strchr("$+<=>^`|~", *word.s))
        t->is |= TOKEN_SYMBOL;
    r->words += is & TOKEN_WORD;
}

/* The tokens of one sentence. */
static void fit_read_sentence(struct reading *r, struct vec *v, size_t at,
                              size_t end)
{
    size_t words = r->words;
    struct span t = { r->text, end };
    uint32_t ch;

    while (at < end) {
        bool digits;
        size_t k = fit_word_end(t, at, &digits) - at;

        if (k) {
            fit_add(r, v, at, k,
                    digits ? TOKEN_WORD | TOKEN_NUMBER : TOKEN_WORD);
        } else {
            k = utf8_read(r->text + at, end - at, &ch);
            if (k && !is_space(r->text[at]))
                fit_add(r, v, at, k, TOKEN_MARK);
        }
        at += k ? k : 1;
    }
    if (r->words > words)
        r->sentences++;
}

static void fitness_read(struct arena *a, const char *text, struct reading *out)
{
    struct vec v = vec_in(a, sizeof(struct reading_token));
    struct str copy = str_in(a), low = str_in(a);
    const char *s;
    size_t at = 0, n;

    *out = (struct reading){ 0 };
    fold_text(&copy, span_of(text ? text : ""), CHAR_QUOTE);
    out->text = str_get(&copy);
    out->n = copy.n;
    fold_lower(&low, span_of(out->text));
    out->low = str_get(&low);
    while ((s = sentence_next(out->text, &at, &n)))
        fit_read_sentence(out, &v, (size_t)(s - out->text),
                          (size_t)(s - out->text) + n);
    out->tokens = v.items;
    out->n_tokens = v.n;
}

struct span fitness_word(const struct reading *r, size_t i)
{
    return i < r->n_tokens
               ? (struct span){ r->low + r->tokens[i].at, r->tokens[i].n }
               : (struct span){ "", 0 };
}

/* The length of token i without a clitic ("Tom's", "didn't"). */
static size_t fitness_stem(const struct reading *r, size_t i)
{
    static const char *const clitics[] = { "n't", "'s", "'re", "'ve",
                                           "'ll", "'d", "'m" };
    struct span word = fitness_word(r, i);

    for (size_t k = 0; k < sizeof(clitics) / sizeof(*clitics); k++)
        if (word.n > strlen(clitics[k]) &&
            span_before_fold(word, word.n, clitics[k]))
            return word.n - strlen(clitics[k]);
    return word.n;
}

/* ---- what is counted of words ---- */

/* Shannon's entropy, base 2, of the words that are no stop words. `surface`:
 * as spaCy's tokens are, with their case and symbols, without "'s". */
static double fitness_entropy(const struct reading *r, bool surface)
{
    struct map seen = { 0 };
    double total = 0, h = 0;

    for (size_t i = 0; i < r->n_tokens; i++) {
        const struct reading_token *t = &r->tokens[i];
        size_t n = surface ? fitness_stem(r, i) : t->n;

        if (lexeme_is(t->lexeme, WORD_STOP) ||
            !(t->is & (TOKEN_WORD | (surface ? TOKEN_SYMBOL : 0))))
            continue;
        ++*map_put(&seen, (surface ? r->text : r->low) + t->at, n, NULL);
        total++;
    }
    for (size_t i = 0; i < seen.n; i++) {
        double p = (double)seen.entries[i].value / total;

        h -= p * log2(p);
    }
    map_clear(&seen);
    return h > 0 ? h : 0;
}

/* The tokens from i on are the words of the phrase. */
static bool fit_phrase_at(const struct reading *r, size_t i, struct span phrase)
{
    struct span word;

    while (span_split(&phrase, ' ', &word))
        if (!span_equal(fitness_word(r, i++), word))
            return false;
    return true;
}

/* Phrases of products and quotients, as whole words. */
static size_t fitness_nonlinear(const struct reading *r)
{
    /* Each part must be a word of its own. */
    static const char *const products[] = {
        "times",      "multiplied by", "divided by",   "per",
        "product of", "quotient of",   "ratio of",     "squared",
        "cubed",      "square of",     "cube of",      "percent of",
        "inversely",  "to the power",  "proportional",
    };
    size_t n = 0;

    for (size_t i = 0; i < r->n_tokens; i++)
        for (size_t k = 0; k < sizeof(products) / sizeof(*products); k++)
            n += r->low[r->tokens[i].at] == products[k][0] &&
                 fit_phrase_at(r, i, span_of(products[k]));
    return n;
}

/*
 * The features as EvolMathEval defines them, as far as they can be had without
 * its tagger and parser. Known of it: sentences with one of 22 fragments are
 * equations, found as parts of words ("this" holds "is"), in any case when
 * they are counted and in their own case when noise is measured; variables
 * are different nouns right before one of 23 unit words; tokens that are no
 * punctuation are words, so that "$" and "'s" count. Of the lists seven
 * fragments and four unit words are known; the others are chosen in their
 * spirit. Any word of letters that is no stop word and no verb of our list is
 * taken for a noun. White space is no token.
 */

/* The first seven are known. */
static const char *const fragments[] = {
    "equals",     "plus",     "minus",    "is",      "add",   "less",
    "more than",  "subtract", "times",    "multipl", "divid", "sum",
    "difference", "product",  "total",    "twice",   "half",  "fewer",
    "costs",      "same as",  "combined", "together"
};

/* The first four are known. */
static const char *const units[] = {
    "cost",   "price",       "speed",    "time",     "weight", "length",
    "height", "width",       "age",      "distance", "amount", "number",
    "value",  "rate",        "volume",   "area",     "size",   "depth",
    "mass",   "temperature", "duration", "capacity", "score"
};

static size_t paper_words(const struct reading *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_tokens; i++) {
        const struct reading_token *t = &r->tokens[i];

        if (t->is & TOKEN_WORD)
            n += fitness_stem(r, i) < t->n ? 2 : 1;
        else if (t->is & TOKEN_SYMBOL)
            n++;
    }
    return n;
}

/* Fragments are short: the work is linear. */
static bool holds_fragment(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        for (size_t k = 0; k < sizeof(fragments) / sizeof(*fragments); k++)
            if (t.s[i] == fragments[k][0] && span_at(t, i, fragments[k]))
                return true;
    return false;
}

/* The tokens [*i, end) of the sentence at token *i, which moves behind it;
 * its bytes, from the first token to the last. */
static size_t next_sentence(const struct reading *r, size_t *i, size_t *from)
{
    size_t k = *i, sentence = r->tokens[k].sentence;

    *from = r->tokens[k].at;
    while (k < r->n_tokens && r->tokens[k].sentence == sentence)
        k++;
    *i = k;
    return r->tokens[k - 1].at + r->tokens[k - 1].n - *from;
}

static size_t paper_equations(const struct reading *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_tokens;) {
        size_t from, bytes = next_sentence(r, &i, &from);

        n += holds_fragment((struct span){ r->low + from, bytes });
    }
    return n;
}

static double paper_noise(const struct reading *r)
{
    size_t all = utf8_count(r->text, r->n), used = 0;

    if (all == 0)
        return NAN;
    for (size_t i = 0; i < r->n_tokens;) {
        size_t from, bytes = next_sentence(r, &i, &from);

        if (holds_fragment((struct span){ r->text + from, bytes }))
            used += utf8_count(r->text + from, bytes);
    }
    return (double)(all - used) / (double)all;
}

static bool fit_is_unit(const struct reading *r, size_t i)
{
    struct span word = { r->text + r->tokens[i].at, r->tokens[i].n };

    return is_lower(*word.s) && span_equal(word, fitness_word(r, i)) &&
           span_listed(word, units, sizeof(units) / sizeof(*units));
}

static size_t paper_variables(const struct reading *r)
{
    struct map seen = { 0 };
    size_t n;

    for (size_t i = 0; i + 1 < r->n_tokens; i++) {
        const struct reading_token *t = &r->tokens[i];

        /* "Tom's price": the token before "price" is "'s". */
        if (t->is == TOKEN_WORD && !lexeme_is(t->lexeme, WORD_STOP) &&
            !lexeme_is(t->lexeme, WORD_VERB) && fitness_stem(r, i) == t->n &&
            fit_is_unit(r, i + 1))
            map_put(&seen, r->text + t->at, t->n, NULL);
    }
    n = seen.n;
    map_clear(&seen);
    return n;
}

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

static void see_mark(struct depth *d, struct span mark)
{
    bool closes = strchr(")]}", *mark.s);

    if (strchr("([{", *mark.s))
        open_level(d, LEVEL_BRACKET);
    else if (closes
                 ? d->brackets > 0
                 : strchr(",;:", *mark.s) || character_is(mark, 0, CHAR_DASH))
        close_to_bracket(d);
    if (closes && d->brackets) {
        d->n--;
        d->brackets--;
    }
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

/* 0 without a word. */
static size_t fitness_depth(const struct reading *r)
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

/*
 * The similarity of texts: the cosine of their vectors of word counts, each
 * count times ln((1 + n) / (1 + d)) + 1 where d of the n texts have the word
 * (words in lower case, stop words left out). It is 1 if both texts have the
 * same words equally often. In a batch of more than SIMILARITY_MOST each text
 * is compared with so many, spread evenly over the batch.
 */

struct word_count {
    size_t word;
    double weight; /* its count; then with idf, over the length of all */
};

struct similarity {
    struct map vocabulary; /* word -> number + 1 */
    struct word_count **of;
    size_t *n_of;
    size_t n;
};

static void similarity_add(struct arena *a, struct similarity *l, size_t i,
                           const struct reading *r)
{
    struct map own = { 0 };
    struct word_count *of;
    size_t *place;
    bool added;

    for (size_t k = 0; k < r->n_tokens; k++) {
        const struct reading_token *t = &r->tokens[k];

        if (t->is & TOKEN_WORD && !lexeme_is(t->lexeme, WORD_STOP))
            ++*map_put(&own, r->low + t->at, t->n, NULL);
    }
    of = arena_array(a, struct word_count, own.n ? own.n : 1);
    for (size_t k = 0; k < own.n; k++) {
        const struct map_entry *x = &own.entries[k];

        place = map_put(&l->vocabulary, x->key, x->key_n, &added);
        if (added)
            *place = l->vocabulary.n;
        of[k].word = *place - 1;
        of[k].weight = (double)x->value;
    }
    l->of[i] = of;
    l->n_of[i] = own.n;
    map_clear(&own);
}

/* Counts become vectors of length 1 (of nothing: 0). */
static void fit_weigh(struct arena *a, struct similarity *l)
{
    size_t words = l->vocabulary.n;
    double *idf = arena_array(a, double, words ? words : 1);

    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->n_of[i]; k++)
            idf[l->of[i][k].word]++;
    for (size_t w = 0; w < words; w++)
        idf[w] = log((1 + (double)l->n) / (1 + idf[w])) + 1;
    for (size_t i = 0; i < l->n; i++) {
        double square = 0;

        for (size_t k = 0; k < l->n_of[i]; k++) {
            struct word_count *x = &l->of[i][k];

            x->weight *= idf[x->word];
            square += x->weight * x->weight;
        }
        for (size_t k = 0; k < l->n_of[i]; k++)
            l->of[i][k].weight /= sqrt(square);
    }
}

/* The second largest of text i, whose weights stand in `dense`. */
static double second_of(const struct similarity *l, const double *dense,
                        size_t i)
{
    size_t tries = l->n < SIMILARITY_MOST ? l->n : SIMILARITY_MOST;
    double first = -1, second = -1;

    for (size_t t = 0; t < tries; t++) {
        size_t j = tries == l->n
                       ? t
                       : (size_t)((double)t * (double)l->n / (double)tries);
        double x = 0;

        if (j == i)
            continue;
        for (size_t k = 0; k < l->n_of[j]; k++)
            x += dense[l->of[j][k].word] * l->of[j][k].weight;
        x = x < 1 ? x : 1;
        if (x > first) {
            second = first;
            first = x;
        } else if (x > second) {
            second = x;
        }
    }
    return second;
}

/* The second largest cosine of each with the others; n >= 3. */
static void similarity_second(struct arena *a, struct similarity *l,
                              double *out)
{
    size_t words = l->vocabulary.n;
    double *dense = arena_array(a, double, words ? words : 1);

    fit_weigh(a, l);
    for (size_t i = 0; i < l->n; i++) {
        for (size_t k = 0; k < l->n_of[i]; k++)
            dense[l->of[i][k].word] = l->of[i][k].weight;
        out[i] = second_of(l, dense, i);
        for (size_t k = 0; k < l->n_of[i]; k++)
            dense[l->of[i][k].word] = 0;
    }
}

/*
 * What is known of each feature. Its range in a fixed population of evolved
 * problems, so that scores of different runs are on one scale: the 1st and 99th
 * percentiles after one generation of every operator; those of variables and
 * equations go from seeds to the second generation (tests/prop/
 * prop_reference.c prints all of them); the referee's is its scale; those of
 * what is hard by construction are units: from a seed of two variables to a
 * chain of four.
 *
 * `published` is Table 1 of the paper, with the weights that its program has:
 * its table says 0.19 for noise. `measured` are the weights that come with
 * assay (p 0.0001: or less), and where they are from: 4,268 problems, seeds of
 * 2 to 8 variables and the same after one generation of single operators and
 * of all but crossover (2 to 6 variables), and chains of two (2 to 4). Three
 * solvers, one try each; accuracy is the mean of the three:
 *
 * - two small language models that run in the process, trained as the student
 *   is (14 M parameters) on worked seeds and chains, for 100 s (155,000 of
 *   them) and 140 s (with 24,000 evolved ones): 10.3 % and 14.5 % right, 60 %
 *   at two variables and about as many as guessing gives, 5 %, from five on;
 * - a planted one, 61.9 % right, that succeeds with 0.95 at each step, 0.88 at
 *   each unknown of elimination, 0.92 at each step of the distance and at each
 *   link, 0.90 at each decoy near the path and 0.97 at each condition beside.
 *
 * The two alone have weights for steps, elimination, noise and what stands
 * beside the path, and one of them for decoys near the path (AUC held out
 * 0.747, 0.730 to 0.763). Only the planted one supports that of distance, and
 * it gives that of decoys its size. Parts of a chain weigh nothing beyond their
 * steps. Nothing was measured on rows of public sets; across concept families
 * the student's failures hardly follow the score (docs/evolve.md).
 */
/* clang-format off */
static const struct {
    const char *name, *title;
    double low, high; /* in the reference population */
    double middle;    /* of the reference problem */
    struct feature_weight {
        double r, p, w; /* against accuracy; p 0: not known */
    } published, measured;
} known[FEATURES] = {
    [FEATURE_REFEREE] = { "referee_score", "Referee score",
        0, 10, 5, { +0.106, 0.064, -0.13 }, { 0 } },
    [FEATURE_WORDS] = { "word_count", "Word count",
        571, 775, 670, { -0.080, 0.170, +0.09 }, { -0.369, 0.0001, 0 } },
    [FEATURE_READABILITY] = { "readability", "Readability grade",
        6.197, 9.13, 7.5, { +0.087, 0.130, -0.10 }, { -0.184, 0.0001, 0 } },
    [FEATURE_DEPTH] = { "syntactic_depth", "Syntactic depth",
        4, 8.01, 6, { -0.054, 0.350, +0.05 }, { -0.236, 0.0001, 0 } },
    [FEATURE_ENTROPY] = { "word_entropy", "Word entropy",
        6.565, 7.007, 6.8, { -0.120, 0.039, +0.15 }, { -0.237, 0.0001, 0 } },
    [FEATURE_VARIABLES] = { "variables", "Number of variables",
        5, 20, 10, { +0.117, 0.043, -0.15 }, { -0.329, 0.0001, 0 } },
    [FEATURE_EQUATIONS] = { "equations", "Number of equations",
        5, 20, 10, { +0.118, 0.040, -0.15 }, { -0.329, 0.0001, 0 } },
    [FEATURE_NOISE] = { "noise_ratio", "Noise ratio",
        0, 0.8, 0.65, { -0.151, 0.009, +0.20 }, { -0.052, 0.0006, 0.080 } },
    [FEATURE_UNIQUENESS] = { "second_likeness", "Second similarity",
        0.4726, 0.8868, 0.7, { +0.015, 0.791, 0 }, { -0.198, 0.0001, 0 } },
    [FEATURE_NONLINEAR] = { "nonlinear", "Non-linear relations",
        10, 23.01, 16, { +0.007, 0.902, 0 }, { -0.330, 0.0001, 0 } },
    [FEATURE_ELIMINATION] = { "elimination", "Elimination depth",
        0, 8, 2, { 0 }, { -0.198, 0.0001, 0.177 } },
    [FEATURE_DISTANCE] = { "distance", "Distance to the asked variable",
        0, 20, 4, { 0 }, { -0.054, 0.0004, 0.054 } },
    [FEATURE_STEPS] = { "steps", "Steps",
        2, 20, 10, { 0 }, { -0.329, 0.0001, 0.532 } },
    [FEATURE_PARTS] = { "parts", "Parts of the chain",
        1, 4, 2, { 0 }, { +0.057, 0.0002, 0 } },
    [FEATURE_NEAR] = { "near_path", "Decoys near the path",
        0, 10, 5, { 0 }, { -0.086, 0.0001, 0.099 } },
    [FEATURE_BESIDE] = { "beside_path", "Conditions off the path",
        0, 10, 5, { 0 }, { -0.052, 0.0007, 0.058 } },
};
/* clang-format on */

const char *feature_name(enum feature f)
{
    INVARIANT((size_t)f < FEATURES);
    return known[f].name;
}

const char *feature_title(enum feature f)
{
    INVARIANT((size_t)f < FEATURES);
    return known[f].title;
}

bool feature_find(const char *name, enum feature *out)
{
    for (size_t f = 0; f < FEATURES; f++)
        if (str_eq(name, known[f].name)) {
            *out = (enum feature)f;
            return true;
        }
    return false;
}

static void fit_set(struct features *f, enum feature which, double v)
{
    f->v[which] = v;
    f->has[which] = true;
}

/* What is known without reading. */
static void take_structure(const struct sample *s, struct features *out)
{
    const size_t counts[FEATURES] = {
        [FEATURE_VARIABLES] = s->variables, [FEATURE_EQUATIONS] = s->steps,
        [FEATURE_ELIMINATION] = s->depth,   [FEATURE_STEPS] = s->steps,
        [FEATURE_DISTANCE] = s->distance,   [FEATURE_PARTS] = s->parts,
        [FEATURE_NEAR] = s->near,           [FEATURE_BESIDE] = s->beside,
    };

    for (size_t k = 0; k < FEATURES && s->parts > 0; k++)
        if (counts[k] > 0 || k >= FEATURE_ELIMINATION)
            fit_set(out, (enum feature)k, (double)counts[k]);
    if (s->characters > 0) {
        size_t noise = s->noise < s->characters ? s->noise : s->characters;

        fit_set(out, FEATURE_NOISE, (double)noise / (double)s->characters);
    }
}

bool features_read_text(enum feature_set which, const bool wanted[FEATURES])
{
    return which == FEATURES_PAPER || !wanted || wanted[FEATURE_WORDS] ||
           wanted[FEATURE_READABILITY] || wanted[FEATURE_DEPTH] ||
           wanted[FEATURE_ENTROPY] || wanted[FEATURE_NONLINEAR];
}

/* Of the text; readability, depth and products both sets measure alike. */
static void take_reading(const char *text, enum feature_set which,
                         const bool *wanted, struct features *out)
{
    struct arena scratch = { 0 };
    struct reading reading, *r = &reading;
    double noise;

    fitness_read(&scratch, text, r);
    if (wanted[FEATURE_NONLINEAR])
        fit_set(out, FEATURE_NONLINEAR, (double)fitness_nonlinear(r));
    if (r->words > 0 && wanted[FEATURE_READABILITY])
        fit_set(out, FEATURE_READABILITY, fitness_grade(r));
    if (r->words > 0 && wanted[FEATURE_DEPTH])
        fit_set(out, FEATURE_DEPTH, (double)fitness_depth(r));
    if (which == FEATURES_OWN) {
        if (wanted[FEATURE_WORDS])
            fit_set(out, FEATURE_WORDS, (double)r->words);
        if (wanted[FEATURE_ENTROPY])
            fit_set(out, FEATURE_ENTROPY, fitness_entropy(r, false));
    } else {
        noise = paper_noise(r);
        fit_set(out, FEATURE_WORDS, (double)paper_words(r));
        fit_set(out, FEATURE_ENTROPY, fitness_entropy(r, true));
        fit_set(out, FEATURE_VARIABLES, (double)paper_variables(r));
        fit_set(out, FEATURE_EQUATIONS, (double)paper_equations(r));
        if (!isnan(noise))
            fit_set(out, FEATURE_NOISE, noise);
    }
    arena_clear(&scratch);
}

void features_one(const struct sample *s, enum feature_set which,
                  const bool wanted[FEATURES], struct features *out)
{
    bool all[FEATURES];

    for (size_t k = 0; k < FEATURES; k++)
        all[k] = !wanted || wanted[k];
    *out = (struct features){ 0 };
    if (which == FEATURES_OWN)
        take_structure(s, out);
    if (features_read_text(which, wanted))
        take_reading(s->text, which, all, out);
    if (s->has_referee)
        fit_set(out, FEATURE_REFEREE, s->referee);
}

void features_unrated(struct features *f, size_t n, enum feature_set set_of)
{
    bool any = false;

    for (size_t i = 0; i < n; i++)
        any = any || f[i].has[FEATURE_REFEREE];
    for (size_t i = 0; any && set_of == FEATURES_PAPER && i < n; i++)
        if (!f[i].has[FEATURE_REFEREE])
            fit_set(&f[i], FEATURE_REFEREE, 5);
}

void features_compare(struct arena *a,
                      const char *(*text)(const void *ctx, struct arena *a,
                                          size_t i),
                      const void *ctx, size_t n, struct features *out)
{
    struct similarity l = { .of = arena_array(a, struct word_count *, n + 1),
                            .n_of = arena_array(a, size_t, n + 1),
                            .n = n };
    double *second = arena_array(a, double, n ? n : 1);
    struct arena scratch = { 0 };

    for (size_t i = 0; i < n && n >= 3; i++) {
        struct reading r;

        fitness_read(&scratch, text(ctx, &scratch, i), &r);
        similarity_add(a, &l, i, &r);
        arena_reset(&scratch);
    }
    if (n >= 3)
        similarity_second(a, &l, second);
    for (size_t i = 0; i < n && n >= 3; i++)
        fit_set(&out[i], FEATURE_UNIQUENESS, second[i]);
    map_clear(&l.vocabulary);
    arena_clear(&scratch);
}

static const char *sample_text(const void *ctx, struct arena *a, size_t i)
{
    (void)a;
    return ((const struct sample *)ctx)[i].text;
}

void features_take(struct arena *a, const struct sample *samples, size_t n,
                   enum feature_set which, struct features *out)
{
    for (size_t i = 0; i < n; i++)
        features_one(&samples[i], which, NULL, &out[i]);
    features_unrated(out, n, which);
    features_compare(a, sample_text, samples, n, out);
}

static const struct weights_bin failures[WEIGHTS_BINS] = {
    { 426, 0.500, 0.452 }, { 427, 0.587, 0.625 }, { 427, 0.621, 0.612 },
    { 427, 0.665, 0.694 }, { 427, 0.704, 0.735 }, { 426, 0.732, 0.756 },
    { 427, 0.761, 0.755 }, { 427, 0.786, 0.781 }, { 427, 0.816, 0.792 },
    { 427, 0.855, 0.830 },
};

static struct weight known_weight(const struct feature_weight *x, bool counts)
{
    return x->p > 0 ? (struct weight){ x->r, x->p, x->w, counts }
                    : (struct weight){ NAN, NAN, 0, false };
}

void weights_published(struct weights *out)
{
    /* Its r and p fit 300 problems, the size of its population. */
    *out = (struct weights){ .set = FEATURES_PAPER,
                             .source = "published",
                             .fit = NAN,
                             .held_out = NAN,
                             .auc = NAN,
                             .n = 300 };
    for (size_t k = 0; k < FEATURES; k++)
        out->of[k] =
            known_weight(&known[k].published, known[k].published.p <= P_MOST);
}

void weights_measured(struct weights *out)
{
    *out = (struct weights){ .set = FEATURES_OWN,
                             .source = "measured on two small language "
                                       "models and a simulated one",
                             .fit = -0.419,
                             .held_out = -0.417,
                             .n = 4268,
                             .base = 3.79,
                             .slope = 9.05,
                             .auc = 0.637,
                             .auc_interval = { 0.627, 0.647 },
                             .n_bins = WEIGHTS_BINS };

    for (size_t k = 0; k < FEATURES; k++)
        out->of[k] = known_weight(&known[k].measured, known[k].measured.w != 0);
    for (size_t i = 0; i < WEIGHTS_BINS; i++)
        out->bins[i] = failures[i];
}

/* ---- scores ---- */

#define SCALE    10
#define CUT_LOW  (-10.0)
#define CUT_HIGH 10.0

/* ---- the reference population ---- */

double reference_share(enum feature f)
{
    INVARIANT((size_t)f < FEATURES);
    return (known[f].middle - known[f].low) / (known[f].high - known[f].low);
}

bool reference_range(enum feature f, double *low, double *high)
{
    INVARIANT((size_t)f < FEATURES);
    *low = known[f].low;
    *high = known[f].high;
    return known[f].high > known[f].low;
}

/* ---- scores ---- */

void fitness_normalise(const struct features *f, size_t n, enum feature_set set,
                       struct fitness *out)
{
    for (size_t k = 0; k < FEATURES; k++) {
        double low = INFINITY, high = -INFINITY;
        bool own = set == FEATURES_OWN;

        if (own && !reference_range((enum feature)k, &low, &high))
            low = high = NAN;
        for (size_t i = 0; i < n && !own; i++)
            if (f[i].has[k]) {
                low = fmin(low, f[i].v[k]);
                high = fmax(high, f[i].v[k]);
            }
        if (!own && !(high > low))
            high = low + 1;
        for (size_t i = 0; i < n; i++) {
            double x = f[i].has[k] ? (f[i].v[k] - low) / (high - low) : NAN;

            out[i].share[k] =
                own && !isnan(x) ? fmin(fmax(x, CUT_LOW), CUT_HIGH) : x;
        }
    }
}

void fitness_left_out(const struct fitness *x, size_t n, bool out[FEATURES])
{
    for (size_t k = 0; k < FEATURES; k++) {
        out[k] = true;
        for (size_t i = 0; i < n; i++)
            out[k] = out[k] && isnan(x[i].share[k]);
    }
}

double fitness_sum(const double share[FEATURES], const struct weights *w,
                   const bool out[FEATURES])
{
    double sum = 0, sizes = 0;

    for (size_t k = 0; k < FEATURES; k++) {
        if (!w->of[k].counts)
            continue;
        /* What no problem has counts as the reference problem's. */
        if (w->slope > 0 && !isnan(share[k]))
            sum += w->of[k].w * (share[k] - reference_share((enum feature)k));
        if (w->slope > 0 || out[k])
            continue;
        sum += w->of[k].w * (isnan(share[k]) ? 0.5 : share[k]);
        sizes += fabs(w->of[k].w);
    }
    if (w->slope > 0)
        return w->slope * sum;
    if (!(sizes > 0))
        return 0;
    return SCALE * (w->set == FEATURES_OWN ? sum / sizes : sum);
}

void fitness_score(const struct features *f, size_t n, const struct weights *w,
                   struct fitness *out, bool dropped[FEATURES])
{
    bool left_out[FEATURES];

    fitness_normalise(f, n, w->set, out);
    fitness_left_out(out, n, left_out);
    for (size_t i = 0; i < n; i++)
        out[i].score = fitness_sum(out[i].share, w, left_out);
    for (size_t k = 0; k < FEATURES; k++)
        dropped[k] = left_out[k] && w->of[k].counts && w->of[k].w != 0;
}

/*
 * The weights of the own set: a logistic regression of failures on normalised
 * features. What makes a problem harder by construction has a weight of 0 or
 * more: where the fit says otherwise the feature is left out, the worst first,
 * and the rest is fitted again. Features of the text follow from the structure
 * (more equations need more words): they take part only where the structure is
 * not known. They and a referee's stay if they add something clear.
 */

#define CLEAR 0.05 /* p of what is not by construction */

static bool by_construction(size_t k)
{
    return k >= FEATURE_ELIMINATION || k == FEATURE_NOISE;
}

/* Variables and equations are steps by other names. */
static size_t fit_choose(const struct weights *w, size_t *in)
{
    bool has_steps = w->of[FEATURE_STEPS].counts;
    size_t n = 0;

    for (size_t k = 0; k < FEATURES; k++)
        if (w->of[k].counts &&
            (!has_steps || by_construction(k) || k == FEATURE_REFEREE))
            in[n++] = k;
    return n;
}

/* The rows outside the fold, with the features of `in` behind a 1. */
static struct regression_rows fit_rows_of(struct arena *a,
                                          const struct fitness_trial *t,
                                          size_t but, const size_t *in,
                                          size_t n_in)
{
    size_t columns = n_in + 1, m = 0;
    double *x = arena_array(a, double, t->n *columns);
    double *y = arena_array(a, double, t->n);
    uint32_t *cluster = arena_array(a, uint32_t, t->n);
    uint32_t *number = arena_array(a, uint32_t, t->n); /* of a group, from 1 */
    uint32_t groups = 0;

    for (size_t i = 0; i < t->n; i++) {
        if (t->fold[i] == but)
            continue;
        x[m * columns] = 1;
        for (size_t k = 0; k < n_in; k++) {
            double v = t->shares[i].share[in[k]];

            x[m * columns + k + 1] =
                isnan(v) ? 0 : v - reference_share((enum feature)in[k]);
        }
        if (!number[t->group[i]])
            number[t->group[i]] = ++groups;
        cluster[m] = number[t->group[i]] - 1;
        y[m++] = 1 - t->accuracy[i];
    }
    return (struct regression_rows){
        .x = x, .y = y, .cluster = cluster, .n = m, .columns = columns
    };
}

/* Which of the features in the fit has to go first: the one that is most
 * against its construction, then the least clear of the others. n_in: none. */
static size_t fit_worst(const struct regression *g, const size_t *in,
                        size_t n_in)
{
    size_t out = n_in;
    double least = 0, most = CLEAR;

    for (size_t k = 0; k < n_in; k++)
        if (by_construction(in[k]) && g->beta[k + 1] < least) {
            least = g->beta[k + 1];
            out = k;
        }
    for (size_t k = 0; k < n_in && least >= 0; k++) {
        double se = sqrt(g->cov[(k + 1) * g->columns + k + 1]);
        double p = 2 * stats_normal_tail(fabs(g->beta[k + 1]) / se);

        if (!by_construction(in[k]) && !(p <= most)) {
            most = p;
            out = k;
        }
    }
    return out;
}

void fitness_failures(const struct fitness_trial *t, size_t but,
                      struct weights *w)
{
    size_t in[FEATURES], n_in = fit_choose(w, in), out;
    struct arena scratch = { 0 };
    struct regression g;
    double sizes = 0;

    for (;;) {
        struct regression_rows rows = fit_rows_of(&scratch, t, but, in, n_in);

        regression_fit(&scratch, &rows, &g);
        out = fit_worst(&g, in, n_in);
        if (out == n_in)
            break;
        for (n_in--; out < n_in; out++)
            in[out] = in[out + 1];
    }
    for (size_t k = 0; k < n_in; k++)
        sizes += fabs(g.beta[k + 1]);
    for (size_t k = 0; k < FEATURES; k++) {
        w->of[k].w = 0;
        w->of[k].counts = false;
    }
    for (size_t k = 0; k < n_in && sizes > 0; k++) {
        w->of[in[k]].w = g.beta[k + 1] / sizes;
        w->of[in[k]].counts = true;
    }
    w->base = g.beta[0];
    w->slope = sizes;
    arena_clear(&scratch);
}

/* ---- how well it does on what it has not seen ---- */

void fitness_held_out(struct arena *a, const struct fitness_trial *t,
                      const double *expected, struct weights *w)
{
    double *failed = arena_array(a, double, t->n);
    struct auc auc;

    for (size_t i = 0; i < t->n; i++)
        failed[i] = 1 - t->accuracy[i];
    auc = stats_auc(a, expected, failed, t->group, t->n);
    w->auc = auc.area;
    w->auc_interval = auc.interval;
    /* By tenths of the problems in the order of what was expected. */
    w->n_bins = t->n / 10 < WEIGHTS_BINS ? t->n / 10 : WEIGHTS_BINS;
    for (size_t b = 0; b < w->n_bins; b++) {
        struct weights_bin *x = &w->bins[b];
        size_t from = t->n * b / w->n_bins, to = t->n * (b + 1) / w->n_bins;

        *x = (struct weights_bin){ .n = to - from };
        for (size_t i = from; i < to; i++) {
            x->expected += expected[auc.order[i]] / (double)x->n;
            x->measured += failed[auc.order[i]] / (double)x->n;
        }
    }
}
