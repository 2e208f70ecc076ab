/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/write/filter.h"
#include "base/alloc.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/utf8.h"
#include "problem/canonical.h"
#include "text/character.h"
#include "text/token.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define STATEMENT_BYTES 8000 /* of a problem that a model wrote */

/* ---- words ---- */

/* Words in lower case, "#" for numbers, "$" for formulas, and the signs
 * . ? ! , : ; one by one. */
struct words {
    const char **w;
    size_t *at; /* offset of each in the statement */
    size_t n;
    size_t plain; /* how many are words */
    bool maths;   /* a formula, a number or an operator is there */
};

/* ---- other problems ---- */

/* One known problem. */
struct filter_text {
    const char *id;
    uint64_t *triples; /* hashes, sorted, each once */
    size_t n;
    uint64_t numbers; /* the same for the same numbers in any order */
};

#define COUNT_OF(x) (sizeof(x) / sizeof *(x))

/*
 * Problems that are known already, by their canonical forms, and those that
 * are nearly so, by the triples of tokens that they share.
 *
 * Two sets with a Jaccard index of t share at least t of either, so that one
 * of any n - ceil(t n) + 1 triples of the new text is in both: only the texts
 * that have one of its rarest triples are compared with it.
 */

#define NEAR_DEFAULT  0.8
#define NEAR_WHATEVER 0.95  /* whatever the numbers are */
#define COMPARISONS   20000 /* for one draft */

/* Where a triple stands: a chain of texts. */
struct filter_post {
    size_t text, next; /* next + 1; 0: the end */
};

struct filter_list {
    size_t head, n; /* head + 1 */
};

/* A text as tokens. */
struct form {
    const char *text;
    size_t n;
    uint64_t *triples; /* sorted, each once */
    size_t n_triples;
    uint64_t numbers;
};

static int filter_by_value(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

static size_t unique(uint64_t *v, size_t n)
{
    size_t k = 0;

    qsort(v, n, sizeof *v, filter_by_value);
    for (size_t i = 0; i < n; i++)
        if (k == 0 || v[k - 1] != v[i])
            v[k++] = v[i];
    return k;
}

/* A token's hash; numbers are all the same, and are summed on the side. */
static uint64_t token_hash(struct form *f, const char *s, size_t n)
{
    uint64_t h = hash_bytes(s, n).low;

    if (!is_digit(s[0]))
        return h;
    f->numbers += h;
    return 1;
}

static void filter_form_read(struct arena *a, const char *statement,
                             struct form *out)
{
    struct str s = str_in(a);
    uint64_t last[3] = { 0 };
    size_t tokens = 0;

    *out = (struct form){ 0 };
    canonical_statement(&s, statement);
    out->text = str_get(&s);
    out->n = s.n;
    out->triples = arena_array(a, uint64_t, s.n / 2 + 2);
    for (size_t i = 0; i < s.n;) {
        size_t n = strcspn(out->text + i, " ");

        if (n) {
            last[0] = last[1];
            last[1] = last[2];
            last[2] = token_hash(out, out->text + i, n);
            if (++tokens > 2)
                out->triples[out->n_triples++] =
                    hash_bytes(last, sizeof last).low;
        }
        i += n + 1;
    }
    if (tokens && tokens < 3)
        out->triples[out->n_triples++] = hash_bytes(last, sizeof last).low;
    out->n_triples = unique(out->triples, out->n_triples);
}

/* ---- what is known ---- */

void filter_open(struct arena *a, struct filter *f)
{
    *f = (struct filter){ .arena = a,
                          .texts = vec_in(NULL, sizeof(struct filter_text)),
                          .lists = vec_in(NULL, sizeof(struct filter_list)),
                          .posts = vec_in(NULL, sizeof(struct filter_post)),
                          .near = NEAR_DEFAULT };
}

void filter_close(struct filter *f)
{
    map_clear(&f->forms);
    map_clear(&f->shingles);
    vec_clear(&f->texts);
    vec_clear(&f->posts);
    vec_clear(&f->lists);
}

static void post(struct filter *f, uint64_t triple, size_t text)
{
    bool added;
    size_t *place = map_put(&f->shingles, &triple, sizeof triple, &added);
    struct filter_list *l;

    if (added) {
        *place = f->lists.n;
        vec_push(&f->lists);
    }
    l = vec_get(&f->lists, struct filter_list, *place);
    *(struct filter_post *)vec_push(&f->posts) =
        (struct filter_post){ text, l->head };
    l->head = f->posts.n;
    l->n++;
}

void filter_know(struct filter *f, const char *id, const char *statement)
{
    struct arena scratch = { 0 };
    struct filter_text *t;
    struct form form;
    bool added;
    size_t *place;

    filter_form_read(&scratch, statement, &form);
    place = map_put(&f->forms, form.text, form.n, &added);
    if (added) {
        *place = f->texts.n;
        t = vec_push(&f->texts);
        *t = (struct filter_text){ .id = arena_strdup(f->arena, id),
                                   .n = form.n_triples,
                                   .numbers = form.numbers };
        t->triples = arena_array(f->arena, uint64_t, t->n + 1);
        for (size_t i = 0; i < t->n; i++) {
            t->triples[i] = form.triples[i];
            post(f, t->triples[i], *place);
        }
    }
    arena_clear(&scratch);
}

/* ---- looking ---- */

static size_t shared(const struct form *x, const struct filter_text *y)
{
    size_t i = 0, k = 0, both = 0;

    while (i < x->n_triples && k < y->n) {
        uint64_t u = x->triples[i], v = y->triples[k];

        both += u == v;
        i += u <= v;
        k += v <= u;
    }
    return both;
}

static double filter_jaccard(const struct form *x, const struct filter_text *y)
{
    double both = (double)shared(x, y);
    double all = (double)x->n_triples + (double)y->n - both;

    return all > 0 ? both / all : 0;
}

static int by_length(const void *x, const void *y)
{
    const struct filter_list *a = x, *b = y;

    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    return (a->head > b->head) - (a->head < b->head);
}

/* The chains of the rarest triples, one of which any near text is in. */
static size_t rare_lists(struct arena *a, const struct filter *f,
                         const struct form *form, struct filter_list **out)
{
    size_t n = form->n_triples, need = (size_t)ceil(f->near * (double)n);
    struct filter_list *l = arena_array(a, struct filter_list, n + 1);

    for (size_t i = 0; i < n; i++) {
        const size_t *k =
            map_get(&f->shingles, &form->triples[i], sizeof(uint64_t));

        if (k)
            l[i] = *vec_get(&f->lists, struct filter_list, *k);
    }
    qsort(l, n, sizeof *l, by_length);
    *out = l;
    return need && need <= n ? n - need + 1 : n;
}

static bool filter_is_near(const struct filter *f, const struct form *form,
                           const struct filter_text *t, double *index)
{
    double less = (double)t->n, more = (double)form->n_triples;

    if (less > more) {
        less = more;
        more = (double)t->n;
    }
    if (less < f->near * more)
        return false;
    *index = filter_jaccard(form, t);
    return *index >= NEAR_WHATEVER ||
           (*index >= f->near && form->numbers == t->numbers);
}

/* The first text that is near; their number when there is none. */
static size_t find_near(struct arena *a, const struct filter *f,
                        const struct form *form, double *index)
{
    bool *seen = arena_array(a, bool, f->texts.n + 1);
    const struct filter_text *texts = f->texts.items;
    const struct filter_post *posts = f->posts.items;
    size_t left = COMPARISONS, n, best = f->texts.n;
    struct filter_list *lists;

    n = rare_lists(a, f, form, &lists);
    for (size_t i = 0; i < n; i++)
        for (size_t p = lists[i].head; p && left; p = posts[p - 1].next) {
            size_t text = posts[p - 1].text;
            double j = 0;

            if (seen[text])
                continue;
            seen[text] = true;
            left--;
            if (text < best && filter_is_near(f, form, &texts[text], &j)) {
                best = text;
                *index = j;
            }
        }
    return best;
}

/* NONE, DUPLICATE or NEAR. */
static enum flaw filter_find_near(struct arena *a, const struct filter *f,
                                  const char *statement, const char **why)
{
    struct form form;
    const struct filter_text *texts = f->texts.items;
    const size_t *place;
    double index = 0;
    size_t text;

    filter_form_read(a, statement, &form);
    place = map_get(&f->forms, form.text, form.n);
    if (place) {
        *why = arena_printf(a, "the same problem as %s", texts[*place].id);
        return FLAW_DUPLICATE;
    }
    text = form.n_triples ? find_near(a, f, &form, &index) : f->texts.n;
    if (text == f->texts.n)
        return FLAW_NONE;
    *why = arena_printf(a, "nearly the same as %s: %.0f %% of word triples",
                        texts[text].id, 100 * index);
    return FLAW_NEAR;
}

/*
 * A statement as the rules see it: words in lower case, formulas and numbers
 * as one sign each, and the signs that end sentences and clauses.
 */

static void filter_push(struct words *out, const char *word, size_t at)
{
    out->w[out->n] = word;
    out->at[out->n++] = at;
}

/* A formula may hold the sign that ends its sentence. */
static void filter_push_formula(struct words *out, struct span raw, size_t at)
{
    size_t k = span_back(raw, raw.n, "$)]\\ \t\r\n");

    filter_push(out, "$", at);
    out->maths = true;
    if (k > 1 && span_one_of(raw, k - 1, ".?") && raw.s[k - 2] != '.')
        filter_push(out, raw.s[k - 1] == '.' ? "." : "?", at + k - 1);
}

/* A command outside of formulas: one of style is nothing. */
static bool filter_is_style(const char *word)
{
    return str_starts_any(word, "text|emph|item|begin|end|noindent|quad|qquad|"
                                "bf");
}

static void filter_push_word(struct arena *a, struct words *out,
                             struct span raw, bool command, size_t at)
{
    char *word = arena_strndup(a, raw.s, raw.n);

    for (char *c = word; *c; c++)
        *c = to_lower(*c);
    if (!command) {
        filter_push(out, word, at);
        out->plain++;
    } else if (!filter_is_style(word)) {
        filter_push(out, "$", at);
        out->maths = true;
    }
}

/* ASCII or full-width. Returns what a backslash is to the next token. */
static bool filter_push_mark(struct words *out, struct span raw, bool command,
                             size_t at)
{
    static const char *const signs[] = { ".", "?", "!", ",", ":", ";" };
    struct character c = { .plain = { raw.s[0] } };

    if (command)
        return false;
    if (raw.n > 1)
        character_at(raw, 0, &c);
    for (size_t k = 0; k < COUNT_OF(signs); k++)
        if (c.plain[0] == *signs[k] && (!c.is || c.is == CHAR_WIDE))
            filter_push(out, signs[k], at);
    out->maths |= raw.n == 1 && strchr("+=<>^/", raw.s[0]) != NULL;
    return raw.s[0] == '\\';
}

static void filter_words(struct arena *a, const char *statement,
                         struct words *out)
{
    size_t n = strlen(statement);
    struct text_reader r;
    struct text_token t;
    bool command = false; /* a backslash stands before the token */

    *out = (struct words){ .w = arena_array(a, const char *, 2 * n + 2),
                           .at = arena_array(a, size_t, 2 * n + 2) };
    text_open(&r, span_of(statement), TEXT_FORMULAS);
    while (text_next(&r, &t)) {
        size_t at = (size_t)(t.raw.s - statement);

        command = command && !t.spaced;
        if (t.kind == TEXT_TOKEN_MARK) {
            command = filter_push_mark(out, t.raw, command, at);
            continue;
        }
        if (t.kind == TEXT_TOKEN_FORMULA)
            filter_push_formula(out, t.raw, at);
        else if (t.kind == TEXT_TOKEN_WORD)
            filter_push_word(a, out, t.raw, command, at);
        else
            filter_push(out, "#", at);
        out->maths |= t.kind == TEXT_TOKEN_NUMBER;
        command = false;
    }
}

/* Returns whether the phrase stands at word i. Its words are separated by one
 * space; "*" stands for any word. */
static bool filter_at(const struct words *w, size_t i, const char *phrase)
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

/* Returns the first of the phrases that stands anywhere, or where `may` lets it;
 * NULL if none does. */
static const char *filter_find(const struct words *w,
                               const char *const *phrases, size_t n,
                               bool (*may)(const struct words *w, size_t i))
{
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < n && (!may || may(w, i)); k++)
            if (filter_at(w, i, phrases[k]))
                return phrases[k];
    return NULL;
}

/* The same for any word. */
static bool filter_has(const struct words *w, const char *list)
{
    for (size_t i = 0; i < w->n; i++)
        if (str_among(w->w[i], list))
            return true;
    return false;
}

/* Returns whether word i is one of a list, with a blank between two words. */
static bool filter_is(const struct words *w, size_t i, const char *list)
{
    return i < w->n && str_among(w->w[i], list);
}

/*
 * The order of the rules: what cannot be read is not looked at any further,
 * and what is incomplete is not called a duplicate.
 */

/*
 * What a statement asks for, sentence by sentence: a value, a proof or a
 * drawing, or a yes or no. Verbs count where a command can stand: at the
 * beginning of a sentence or clause, so that "records show that" and "you
 * draw two cards" ask for nothing.
 */

/* wherever they stand */
static const char commands[] =
    "find compute determine evaluate calculate solve simplify";

/* nouns as well */
static const char words_of_command[] =
    "express give state write factor factorise factorize expand count list "
    "estimate approximate convert integrate differentiate derive identify "
    "minimize minimise maximize maximise report enter round reduce "
    "rationalize rationalise name obtain work answer deduce "
    "nondimensionalize develop provide supply";

static const char *const questions[] = { "what is",   "what are", "what was",
                                         "what will", "how many", "how much",
                                         "how long",  "how far",  "how old",
                                         "which of",  "what's",   "what" };

static const char auxiliaries[] =
    "is are was were does do did can could will would has have had should "
    "must isn't aren't doesn't don't can't must";

static const char leads[] =
    "if when given suppose for in since let assuming then so and now";

static bool filter_is_end(const char *w)
{
    return w[0] == '.' || w[0] == '?' || w[0] == '!';
}

/* Can a command stand at word i? */
static bool is_start(const struct words *w, size_t i)
{
    return i == 0 || filter_is(w, i - 1, ". ? ! : ; , and then please also #");
}

/* "Determine whether", "state if": these ask for a yes or no. */
static bool is_whether(const struct words *w, size_t i)
{
    return filter_is(w, i + 1, "whether if") ||
           filter_at(w, i + 1, "out whether") || filter_at(w, i + 1, "out if");
}

static bool is_proof_noun(const struct words *w, size_t i)
{
    return filter_at(w, i + 1, "a proof") || filter_at(w, i + 1, "a * proof") ||
           filter_at(w, i + 1, "an argument");
}

/* ---- yes or no ---- */

static bool has_in(const struct words *w, size_t from, size_t to,
                   const char *phrase)
{
    for (size_t i = from; i < to; i++)
        if (filter_at(w, i, phrase))
            return true;
    return false;
}

/* The auxiliary verb that opens the question of a sentence, behind what leads
 * to it; `to` when there is none. */
static size_t find_auxiliary(const struct words *w, size_t from, size_t to)
{
    if (filter_is(w, from, auxiliaries))
        return from;
    if (!filter_is(w, from, leads))
        return to;
    for (size_t i = from + 1; i < to; i++)
        if (w->w[i - 1][0] == ',' && filter_is(w, i, auxiliaries))
            return i;
    return to;
}

static bool is_yes_no(const struct words *w, size_t from, size_t to)
{
    size_t i;

    if (to == from || w->w[to - 1][0] != '?')
        return false;
    i = find_auxiliary(w, from, to);
    if (i == to || has_in(w, i, to, "how many") ||
        has_in(w, i, to, "how much") || has_in(w, i, to, "what") ||
        has_in(w, i, to, "what's"))
        return false;
    if (filter_is(w, i, "can could would will") && filter_at(w, i + 1, "you"))
        return false;
    return !has_in(w, i, to, "or") || has_in(w, i, to, "or not");
}

/* ---- values ---- */

/* Does the sentence of words from..to (with its sign) ask for something that
 * has one answer? */
static bool filter_asks(const struct words *w, size_t from, size_t to)
{
    size_t start = from;

    for (size_t i = from; i < to; i++) {
        bool command = filter_is(w, i, commands) ||
                       (is_start(w, i) && filter_is(w, i, words_of_command));

        if (command && !is_whether(w, i) && !is_proof_noun(w, i))
            return true;
        for (size_t k = 0; k < COUNT_OF(questions); k++)
            if (filter_at(w, i, questions[k]))
                return true;
        if (w->w[i][0] == '?' && !is_yes_no(w, start, i + 1) &&
            !filter_at(w, start, "why"))
            return true;
        if (filter_is_end(w->w[i]))
            start = i + 1;
    }
    return false;
}

/* ---- proofs ---- */

/* Verbs that ask for one whatever else is asked. */
static const char *wants_proof(const struct words *w)
{
    static const char *const phrases[] = {
        "prove",           "disprove",       "justify",
        "explain",         "show that",      "show why",
        "verify that",     "argue",          "demonstrate that",
        "give a proof",    "write a proof",  "construct a proof",
        "provide a proof", "give a * proof",
    };

    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < COUNT_OF(phrases); k++)
            if ((is_start(w, i) ||
                 (k < 2 && i && !strcmp(w->w[i - 1], "to"))) &&
                filter_at(w, i, phrases[k]))
                return phrases[k];
    return NULL;
}

/* Verbs that do so when nothing else is asked. */
static const char *wants_work(const struct words *w)
{
    static const char *const phrases[] = {
        "draw",    "sketch", "plot",    "graph",       "construct", "describe",
        "discuss", "why",    "compare", "demonstrate", "illustrate"
    };
    static const char *const anywhere[] = {
        "whether",   "true or false", "yes or no", "determine if",
        "decide if", "state if",      "check if",
    };
    const char *found = filter_find(w, phrases, COUNT_OF(phrases), is_start);

    return found ? found : filter_find(w, anywhere, COUNT_OF(anywhere), NULL);
}

static const char *asks_yes_no(struct arena *a, const struct words *w)
{
    size_t from = 0;

    for (size_t i = 0; i < w->n; i++) {
        if (!filter_is_end(w->w[i]))
            continue;
        if (is_yes_no(w, from, i + 1))
            return arena_printf(a, "it asks for a yes or no: \"%s ...\"",
                                w->w[find_auxiliary(w, from, i + 1)]);
        from = i + 1;
    }
    return NULL;
}

static const char *flaw_proof(struct arena *a, const struct words *w)
{
    const char *verb = wants_proof(w);

    if (verb)
        return arena_printf(a, "it asks for a proof: \"%s\"", verb);
    if (filter_asks(w, 0, w->n))
        return NULL;
    verb = asks_yes_no(a, w);
    if (verb)
        return verb;
    verb = wants_work(w);
    return verb ? arena_printf(a, "it does not ask for a value: \"%s\"", verb)
                : NULL;
}

/*
 * Things that a statement refers to and does not contain: figures, tables,
 * other problems, "the following" with nothing after it.
 */

/* Things to look at, with the words that say they are elsewhere. */
static const char *const shown[] = {
    "as shown",          "shown below",        "shown above",
    "shown here",        "shown in the",       "shown on the",
    "shown at right",    "shown at the right", "pictured",
    "depicted below",    "depicted above",     "depicted in",
    "illustrated below", "illustrated above",  "illustrated in",
    "drawn below",       "drawn above",        "the diagram",
    "diagram below",     "diagram above",      "this diagram",
    "following diagram", "following figure",   "following graph",
    "following picture", "following image",    "figure below",
    "figure above",      "figure #",           "figure shows",
    "figure shown",      "in the figure",      "from the figure",
    "see the figure",    "to the figure",      "given figure",
    "this figure",       "adjoining figure",   "accompanying figure",
    "picture below",     "picture above",      "picture shows",
    "in the picture",    "image below",        "image above",
    "image shows",       "in the image",       "graph below",
    "graph above",       "graph shown",        "graph shows",
    "from the graph",    "given graph",        "chart below",
    "chart above",       "chart shows",        "in the chart",
    "map below",         "map above",          "attached figure",
    "attached image",    "attached diagram",   "attached file",
    "attached table",    "grid below",         "grid shown",
    "number line below", "spinner shown",
};

/* Tables that are not in the text. */
static const char *const tables[] = {
    "table below", "table above",    "table shows",  "following table",
    "table shown", "from the table", "in the table", "given table",
    "table gives", "table #",
};

/* Other problems and texts. */
static const char *const others[] = {
    "previous problem",  "previous question", "previous exercise",
    "previous example",  "previous part",     "previous result",
    "previous answer",   "preceding problem", "preceding question",
    "preceding part",    "earlier problem",   "last problem",
    "next problem",      "problem above",     "question above",
    "above problem",     "above question",    "see above",
    "see below",         "as above",          "mentioned above",
    "given above",       "described above",   "defined above",
    "stated above",      "discussed above",   "in the textbook",
    "from the textbook", "your textbook",     "the passage",
    "in the text",       "from the text",     "answer choices",
    "options below",     "choices below",
};

static bool is_referred(const struct words *w, size_t i)
{
    return i && filter_is(w, i - 1, "in from see of to by using as with and");
}

/* "the figure." is one to look at; "the figure bounded by" is a shape. */
static bool bare_figure(const struct words *w)
{
    for (size_t i = 1; i < w->n; i++)
        if (filter_at(w, i - 1, "the figure") &&
            (i + 1 == w->n || filter_is(w, i + 1, ". , ? : ; is")))
            return true;
    return false;
}

/* Is there anything behind "the following" that it may speak of? */
static bool follows_nothing(const char *s, const struct words *w, size_t i)
{
    if (filter_is(
            w, i + 2,
            "day days week weeks month morning year years night season hour") ||
        strstr(s, "\\begin{"))
        return false;
    for (size_t k = i + 2; k < w->n; k++)
        if (w->w[k][0] == '$' || w->w[k][0] == '#' ||
            (w->w[k][0] == ':' && k + 1 < w->n))
            return false;
    return !strpbrk(s + w->at[i], "+=<>^");
}

static const char *following(const char *s, const struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (filter_at(w, i, "the following") && follows_nothing(s, w, i))
            return "the following";
    return NULL;
}

static bool has_table(const char *s)
{
    const char *bar = strchr(s, '|');

    return strstr(s, "\\begin{tabular") || strstr(s, "\\begin{array") ||
           (bar && strchr(s, '\n') && strchr(bar + 1, '|'));
}

static const char *flaw_outside(struct arena *a, const char *statement,
                                const struct words *w)
{
    static const char *const code[] = { "[asy]", "\\includegraphics",
                                        "\\begin{tikzpicture}", "![" };
    static const char *const numbered[] = {
        "problem #", "question #", "exercise #", "example #", "part (a)",
        "theorem #", "lemma #",    "equation #", "section #", "chapter #",
    };
    const char *found = NULL;

    for (size_t i = 0; i < COUNT_OF(code) && !found; i++)
        found = strstr(statement, code[i]) ? code[i] : NULL;
    if (!found)
        found = filter_find(w, shown, COUNT_OF(shown), NULL);
    if (!found && bare_figure(w))
        found = "the figure";
    if (!found && !has_table(statement))
        found = filter_find(w, tables, COUNT_OF(tables), NULL);
    if (!found)
        found = filter_find(w, others, COUNT_OF(others), NULL);
    if (!found)
        found = filter_find(w, numbered, COUNT_OF(numbered), is_referred);
    if (!found)
        found = following(statement, w);
    return found ? arena_printf(
                       a, "it refers to something that is not included: \"%s\"",
                       found)
                 : NULL;
}

const char *flaw_name(enum flaw f)
{
    static const char *const names[] = {
        [FLAW_NONE] = "none",
        [FLAW_UNREADABLE] = "unreadable",
        [FLAW_INCOMPLETE] = "incomplete",
        [FLAW_OUTSIDE] = "outside",
        [FLAW_PROOF] = "proof",
        [FLAW_DUPLICATE] = "duplicate",
        [FLAW_NEAR] = "near-duplicate",
        [FLAW_OFF] = "off-the-claim",
        [FLAW_AMBIGUOUS] = "ambiguous",
        [FLAW_INVALID] = "invalid",
    };

    INVARIANT(f < FLAWS);
    return names[f];
}

static const char *flaw_unreadable(struct arena *a, const char *statement,
                                   const struct words *w);

static const char *flaw_incomplete(struct arena *a, const char *statement,
                                   const struct words *w);

enum flaw filter_draft(struct arena *a, const struct filter *f,
                       const struct draft *d, const char **why)
{
    struct words w = { 0 };

    *why = NULL;
    if (strlen(d->statement) <= STATEMENT_BYTES)
        filter_words(a, d->statement, &w);
    if (f->any) {
        *why = w.plain < 2 ? "it has no words" : NULL;
        return *why ? FLAW_UNREADABLE
                    : filter_find_near(a, f, d->statement, why);
    }
    if ((*why = flaw_unreadable(a, d->statement, &w)))
        return FLAW_UNREADABLE;
    if ((*why = flaw_incomplete(a, d->statement, &w)))
        return FLAW_INCOMPLETE;
    if ((*why = flaw_outside(a, d->statement, &w)))
        return FLAW_OUTSIDE;
    if ((*why = flaw_proof(a, &w)))
        return FLAW_PROOF;
    return filter_find_near(a, f, d->statement, why);
}

/*
 * Can a statement be read, and is all of it there? Brackets and dollar signs
 * are counted, not matched with care: what is broken shows in the counts.
 */

#define WORDS_LEAST 3
#define RUN_MOST    25 /* of one letter or sign */

/* ---- LaTeX ---- */

struct counts {
    int braces, lowest; /* depth at the end, and the lowest on the way */
    unsigned dollars, prices;
    int round, square; /* \( \) and \[ \] */
    int left, begin;   /* \left \right, \begin \end */
};

static bool filter_is_command(const char *s, const char *name)
{
    size_t n = strlen(name);

    return strncmp(s, name, n) == 0 && !is_letter(s[n]);
}

static void count_command(struct counts *c, const char *s)
{
    c->round += (s[0] == '(') - (s[0] == ')');
    c->square += (s[0] == '[') - (s[0] == ']');
    c->left += filter_is_command(s, "left") - filter_is_command(s, "right");
    c->begin += filter_is_command(s, "begin") - filter_is_command(s, "end");
}

/* "$5", "$.5", "$ 5" and "5$ ": the dollar sign at s may be of a price. */
static bool filter_is_price(const char *text, const char *s)
{
    const char *next = s + 1 + (s[1] == ' ' || s[1] == '.');

    return is_digit(*next) ||
           (s > text && is_digit(s[-1]) && strchr(" .,", s[1]) &&
            s[1] != '\0' && !strpbrk(text, "\\^_="));
}

static struct counts count_marks(const char *s)
{
    struct counts c = { 0 };
    const char *text = s;

    for (; *s; s++) {
        if (*s == '\\') {
            if (s[1] == '\0')
                break;
            s++;
            if (*s != '\\') /* \\[2pt] ends a line, it opens nothing */
                count_command(&c, s);
            continue;
        }
        c.braces += (*s == '{') - (*s == '}');
        c.lowest = c.braces < c.lowest ? c.braces : c.lowest;
        c.dollars += *s == '$';
        c.prices += *s == '$' && filter_is_price(text, s);
    }
    return c;
}

static const char *broken_latex(const char *s)
{
    struct counts c = count_marks(s);

    if (c.braces != 0 || c.lowest < 0)
        return "the braces do not match";
    if (c.dollars % 2 && c.prices == 0)
        return "a dollar sign has no counterpart";
    if (c.round || c.square)
        return "\\( or \\[ without its end";
    if (c.left)
        return "\\left without \\right";
    return c.begin ? "\\begin without \\end" : NULL;
}

/* ---- bytes and letters ---- */

static const char *bad_bytes(struct arena *a, const char *s)
{
    size_t n = strlen(s), at = utf8_check(s, n);

    if (at < n)
        return arena_printf(a, "byte %zu is not valid UTF-8", at + 1);
    if (strstr(s, "\xef\xbf\xbd"))
        return "a character was lost (U+FFFD)";
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)s[i] < 0x20 && !is_space(s[i])) || s[i] == 0x7f)
            return arena_printf(a, "a control character at byte %zu", i + 1);
    return NULL;
}

/* Outside of formulas most characters are letters, digits and spaces. */
static bool mostly_signs(const char *s)
{
    size_t signs = 0, all = 0;
    bool inside = false;

    for (; *s; s++) {
        if (*s == '$')
            inside = !inside;
        if (inside || is_space(*s))
            continue;
        all++;
        signs += !is_letter(*s) && !is_digit(*s) && (unsigned char)*s < 0x80 &&
                 !strchr("+-*/=<>^(){}[]\\.,?|_&$", *s);
    }
    return 2 * signs > all;
}

static const char *long_run(struct arena *a, const char *s)
{
    size_t run = 1;

    for (size_t i = 1; s[0] && s[i]; i++) {
        run = s[i] == s[i - 1] ? run + 1 : 1;
        if (run > RUN_MOST && !is_digit(s[i]) && !is_space(s[i]) &&
            (unsigned char)s[i] < 0x80 && !strchr("-_.=", s[i]))
            return arena_printf(a, "\"%c\" is repeated %zu times in a row",
                                s[i], run);
    }
    return NULL;
}

/* ---- rules: each returns the reason, or NULL if it finds no flaw ---- */
static const char *flaw_unreadable(struct arena *a, const char *statement,
                                   const struct words *w)
{
    size_t n = strlen(statement);
    const char *why;

    if (str_blank(statement))
        return "the statement is empty";
    if (n > STATEMENT_BYTES)
        return arena_printf(a, "%zu bytes are too many for a problem", n);
    why = bad_bytes(a, statement);
    why = why ? why : long_run(a, statement);
    if (why)
        return why;
    if (w->plain < WORDS_LEAST && !w->maths)
        return "fewer than three words and no mathematics";
    if (mostly_signs(statement))
        return "more symbols than letters";
    return broken_latex(statement);
}

/* ---- the end ---- */

static bool filter_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* The end of what the statement says: marks around the last formula or word
 * are no part of it. */
static size_t filter_bare_end(const char *s)
{
    size_t n = strlen(s);

    while (n && (is_space(s[n - 1]) || filter_one_of(s[n - 1], "$*\"'")))
        n--;
    if (n >= 2 && s[n - 2] == '\\' && filter_one_of(s[n - 1], ")]"))
        n -= 2;
    while (n && is_space(s[n - 1]))
        n--;
    return n;
}

static bool filter_ends(const char *s, size_t n, const char *with)
{
    size_t k = strlen(with);

    return n >= k && memcmp(s + n - k, with, k) == 0;
}

/* Dots go on with a sum or a list when a sign of one stands before them. */
static bool dots_break(const char *s, size_t n)
{
    static const char *const dots[] = { "...", "\xe2\x80\xa6", "\\ldots",
                                        "\\dots", "\\cdots" };

    for (size_t i = 0; i < COUNT_OF(dots); i++) {
        if (!filter_ends(s, n, dots[i]))
            continue;
        n -= strlen(dots[i]);
        while (n && is_space(s[n - 1]))
            n--;
        return n == 0 ||
               !(filter_one_of(s[n - 1], ",+-*/=<>") ||
                 filter_ends(s, n, "\\cdot") || filter_ends(s, n, "\\times"));
    }
    return false;
}

static const char *filter_breaks_off(struct arena *a, const char *s,
                                     const struct words *w)
{
    static const char open[] =
        "and or of the a an is are if that with for from to by then let "
        "such when where which than between";
    static const char *const operators[] = {
        "+", "-", "\\times", "\\cdot", "^",    "_",     "<",
        ">", "(", "[",       "\\le",   "\\ge", "\\leq", "\\geq"
    };
    size_t n = filter_bare_end(s);

    if (dots_break(s, n))
        return "it ends in dots";
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (filter_ends(s, n, operators[i]))
            return arena_printf(a, "it ends in \"%s\"", operators[i]);
    if (filter_ends(s, n, "=") &&
        !filter_has(w, "compute evaluate calculate what simplify find"))
        return "it ends in \"=\"";
    if (n && filter_one_of(s[n - 1], ",;"))
        return arena_printf(a, "it ends in \"%c\"", s[n - 1]);
    if (w->n && n == strlen(s) && filter_is(w, w->n - 1, open))
        return arena_printf(a, "it ends with \"%s\"", w->w[w->n - 1]);
    return NULL;
}

/* ---- blanks ---- */

static const char *has_blank(struct arena *a, const char *s,
                             const struct words *w)
{
    static const char *const marks[] = {
        "[insert", "[Insert",      "[your",    "[number]", "[value]",
        "[name]",  "[expression]", "<number>", "<value>",  "<insert",
        "____",    "???",          "{{"
    };
    static const char *const fillers[] = { "tbd", "todo", "fixme",
                                           "lorem ipsum" };
    static const char *const crosses[] = { "XX", "XXX", "XXXX" };
    const char *found;

    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (strstr(s, marks[i]) && !(str_eq(marks[i], "{{") && strchr(s, '\\')))
            return arena_printf(a, "a placeholder was not filled in: \"%s\"",
                                marks[i]);
    found = strstr(s, " ___");
    if (found)
        return "a placeholder was not filled in: \"___\"";
    found = filter_find(w, fillers, COUNT_OF(fillers), NULL);
    if (found)
        return arena_printf(a, "a placeholder was not filled in: \"%s\"",
                            found);
    for (size_t i = 0; i < w->n; i++)
        for (size_t k = 0; k < COUNT_OF(crosses); k++) {
            size_t n = strlen(crosses[k]);

            if (strlen(w->w[i]) == n &&
                strncmp(s + w->at[i], crosses[k], n) == 0)
                return arena_printf(
                    a, "a placeholder was not filled in: \"%s\"", crosses[k]);
        }
    return NULL;
}

/* ---- what is asked ---- */

static bool hunt_filter_asks(const struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->w[i][0] == '?')
            return true;
    return filter_asks(w, 0, w->n);
}

/* "Find f(3)." where nothing is said of f, and "Solve for x." alone. */
static const char *lacks_data(struct arena *a, const char *s,
                              const struct words *w)
{
    static const char makers[] =
        "let function functions denote denotes defined define where given "
        "suppose polynomial satisfies such sequence probability if";
    static const char *const solves[] = { "solve for", "solve the equation",
                                          "solve the system" };

    if (filter_find(w, solves, COUNT_OF(solves), NULL) &&
        !strpbrk(s, "=<>0123456789") && !strstr(s, "\\equiv"))
        return "it asks to solve something, but has no equation";
    if (strpbrk(s, "=<>") || filter_has(w, makers))
        return NULL;
    for (size_t i = 1; s[0] && s[i] && s[i + 1]; i++)
        if (filter_one_of(s[i], "fgh") && s[i + 1] == '(' &&
            !is_letter(s[i - 1]) && s[i - 1] != '\\')
            return arena_printf(a, "%c is not defined", s[i]);
    return NULL;
}

static const char *flaw_incomplete(struct arena *a, const char *statement,
                                   const struct words *w)
{
    const char *why = has_blank(a, statement, w);

    if (!why)
        why = filter_breaks_off(a, statement, w);
    if (!why && !hunt_filter_asks(w) && !flaw_proof(a, w))
        why = "it does not ask for anything";
    return why ? why : lacks_data(a, statement, w);
}
