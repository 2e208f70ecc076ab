/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "evolve/individual/individual_int.h"
#include "evolve/text/check_int.h"
#include "family/linear/read.h"
#include "math/exact/ratio.h"
#include "text/character.h"
#include "text/fold.h"
#include "text/lexicon.h"
#include "text/numeral.h"
#include "text/prose.h"
#include "text/sentence.h"
#include "text/span.h"
#include "text/token.h"

#include <stdlib.h>
#include <string.h>

/* ---- cutting ---- */

struct cutter {
    struct arena *arena;
    struct vec out; /* of struct written_token */
    bool head;      /* the next one is the first of a sentence */
};

static void text_push(struct cutter *c, struct written_token t)
{
    t.head = c->head;
    c->head = false;
    *(struct written_token *)vec_push(&c->out) = t;
}

static void text_push_word(struct cutter *c, struct span raw)
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
    text_push(c, (struct written_token){
                     .kind = TOKEN_WORD,
                     .text = low,
                     .raw = text,
                     .lexeme = lexicon_find((struct span){ low, n }),
                     .capital = is_upper(raw.s[0]) });
}

static void text_push_number(struct cutter *c, struct span raw)
{
    struct written_token t = { .kind = TOKEN_NUMBER };
    struct ratio value;

    t.raw = t.text = arena_strndup(c->arena, raw.s, raw.n);
    if (ratio_read(&value, raw.s, raw.n))
        t.text = ratio_text(c->arena, value);
    text_push(c, t);
}

static void text_cut(struct cutter *c, struct span text)
{
    struct text_reader r;
    struct text_token t;
    bool dollar = false;

    text_open(&r, text, TEXT_FRACTIONS);
    while (text_next(&r, &t)) {
        c->head = c->head || t.head;
        if (t.kind == TEXT_TOKEN_WORD)
            text_push_word(c, t.raw);
        if (t.kind == TEXT_TOKEN_NUMBER) {
            text_push_number(c, t.raw);
            if (dollar)
                text_push_word(c, span_of("dollars"));
        }
        if (t.kind == TEXT_TOKEN_MARK && t.raw.s[0] == '%')
            text_push_word(c, span_of("percent"));
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
static size_t text_spelled(const struct written_token *items, size_t n,
                           size_t at, struct ratio *value)
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
static struct written_tokens text_join_numbers(struct arena *a,
                                               const struct written_token *in,
                                               size_t n)
{
    struct written_tokens out = { .items = arena_array(a, struct written_token,
                                                       n + 1) };
    struct ratio value;

    for (size_t i = 0; i < n;) {
        size_t words = text_spelled(in, n, i, &value);
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

    text_cut(&c, fold_span(a, span_of(text), CHAR_QUOTE));
    return text_join_numbers(a, c.out.items, c.out.n);
}

/* ---- what words are about ---- */

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

/* May this text stand in a problem without changing what it asks? What is not
 * plainly harmless is refused: a model can be asked again. */

const char *text_refusal_name(enum text_refusal r)
{
    static const char *const names[TEXT_REFUSALS] = {
        [TEXT_FINE] = "fine",           [TEXT_EMPTY] = "empty",
        [TEXT_LENGTH] = "length",       [TEXT_NUMBER] = "number",
        [TEXT_CONDITION] = "condition", [TEXT_THING] = "thing",
        [TEXT_RELATION] = "relation",   [TEXT_QUESTION] = "question",
        [TEXT_FORM] = "form",           [TEXT_ORDER] = "order",
        [TEXT_HEDGE] = "hedge",         [TEXT_REPEATED] = "repeated",
    };

    INVARIANT(r < TEXT_REFUSALS);
    return names[r];
}

/* ---- form ---- */

/* Letters with accents, typographic quotes, dashes and the ellipsis. */
static bool text_is_plain(uint32_t ch)
{
    struct character c;

    character_find(ch, &c);
    return (c.is & (CHAR_LETTER | CHAR_QUOTES | CHAR_DASH)) ||
           (c.is & CHAR_DOTS) || (ch >= 0x180 && ch <= 0x24F);
}

static const char *odd_mark(struct arena *a, const char *text, bool math)
{
    const char *marks = math ? "`#@" : "`#@<>|~[]*_^=+$%&/\\{}";
    size_t n = strlen(text), len;
    uint32_t ch;

    for (size_t i = 0; i < n; i += len) {
        len = utf8_read(text + i, n - i, &ch);
        if (len == 0)
            return "it holds bytes that are no text";
        if (ch < 0x20 || ch == 0x7F)
            return "it holds line breaks or control characters";
        if (ch < 0x80 && strchr(marks, (char)ch))
            return arena_printf(a, "it holds the mark %c", (char)ch);
        if (ch >= 0x80 && !text_is_plain(ch) && !math)
            return arena_printf(a, "it holds the character %.*s", (int)len,
                                text + i);
    }
    return NULL;
}

/* What comes before a text that a model introduces. */
static const char *talk_before(struct arena *a, const char *text)
{
    static const char heads[] =
        "here is|here are|here's|sure|certainly|of course|okay|text:|"
        "background:|topic:|sentence:|scene:|option|rewritten|answer:|- |* |"
        "note:|i cannot|i can't|i'm sorry|sorry|as an ai";
    size_t n = span_at_any(span_of(text), 0, heads);
    char *said = arena_strndup(a, text, n);

    for (char *c = said; *c; c++)
        *c = to_lower(*c);
    return n ? arena_printf(a,
                            "it begins with \"%s\", which is no part of such "
                            "a text",
                            said)
             : NULL;
}

/* Plain sentences in one line: no marks of a markup or of mathematics, no
 * characters but letters, quotes and dashes; `math` lets those of mathematics
 * through. Returns NULL if the text is fine, else the reason. */
static const char *text_form(struct arena *a, const char *text, bool math)
{
    const char *why = odd_mark(a, text, math), *s;
    size_t at = 0, n;

    if (!why)
        why = talk_before(a, text);
    if (!why && is_lower(*text))
        why = "it does not begin with a capital letter";
    while (!why && (s = sentence_next(text, &at, &n))) {
        /* its last mark, quotes and brackets aside */
        while (n &&
               (strchr("\"')]", s[n - 1]) || (unsigned char)s[n - 1] >= 0x80))
            n--;
        if (!n || !strchr(".!?", s[n - 1]))
            why = "a sentence does not end with a full stop";
    }
    return why;
}

/* ---- length ---- */

static const char *bad_length(struct arena *a, const char *text, size_t n,
                              enum job_kind kind)
{
    static const struct {
        size_t low, high, sentences;
    } bounds[] = {
        [JOB_TEXT] = { 6, 60, 3 },
        [JOB_BACKGROUND] = { 15, 99, 8 },
        [JOB_TOPIC] = { 12, 120, 8 },
    };
    size_t sentences = sentence_count(text);

    if (strlen(text) > 2000)
        return "it has more than 2000 characters";
    if (n < bounds[kind].low || n > bounds[kind].high)
        return arena_printf(a, "it has %zu words; %zu to %zu are allowed", n,
                            bounds[kind].low, bounds[kind].high);
    if (sentences > bounds[kind].sentences)
        return arena_printf(a, "it has %zu sentences; at most %zu are allowed",
                            sentences, bounds[kind].sentences);
    return NULL;
}

/* ---- words ---- */

/* Also words that count although they have no value here: "first", "once",
 * "dozens", "both", "pair", "II". */
static const char *counting_word(const struct written_tokens *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct written_token *w = &t->items[i];
        size_t roman = strspn(w->raw, "IVXLCDM");

        if (w->kind == TOKEN_NUMBER || (roman >= 2 && !w->raw[roman]) ||
            lexeme_is(w->lexeme, WORD_COUNTING))
            return w->raw;
    }
    return NULL;
}

/* Words that speak to whoever solves the problem, or of solving; and letters
 * that a chain may use. */
static const char *speaks_to_reader(const struct written_tokens *t)
{
    static const char words[] =
        "you your yours yourself ignore disregard answer answers solution "
        "solutions solve solved solver problem problems question questions "
        "prompt calculate instruction compute equation equations variable "
        "instructions variables hint correct incorrect result results reply "
        "respond boxed step steps reader condition conditions irrelevant "
        "computation";

    for (size_t i = 0; i < t->n; i++) {
        const struct written_token *w = &t->items[i];
        bool letter = w->text[0] && !w->text[1] && w->capital &&
                      *w->raw != 'I' && *w->raw != 'A';

        if (i && str_eq(w->text, "you") && str_eq(w[-1].text, "thank"))
            continue; /* a thank-you note */
        if (letter || str_among(w->text, words))
            return w->raw;
    }
    return NULL;
}

static enum text_refusal text_words_fault(struct arena *a, const char *text,
                                          const struct written_tokens *t,
                                          const char **why)
{
    const char *word;

    if ((word = counting_word(t))) {
        *why = arena_printf(a, "it counts: \"%.40s\"", word);
        return TEXT_NUMBER;
    }
    if ((word = speaks_to_reader(t))) {
        *why = arena_printf(
            a, "it speaks to the solver or of the problem: \"%.40s\"", word);
        return TEXT_ORDER;
    }
    if ((word = linear_read_danger(a, text, strlen(text)))) {
        *why = arena_printf(
            a, "\"%.40s\" could be read as a condition or comparison", word);
        return TEXT_CONDITION;
    }
    return TEXT_FINE;
}

enum text_refusal text_check_words(struct arena *a, const char *text,
                                   const char **why)
{
    struct written_tokens t = text_tokens(a, text);

    return text_words_fault(a, text, &t, why);
}

enum text_refusal text_check_new(struct arena *a, const char *text,
                                 enum job_kind kind, const char **why)
{
    struct written_tokens t;

    INVARIANT(kind != JOB_POLISH);
    *why = "it is empty";
    if (!text || str_blank(text))
        return TEXT_EMPTY;
    if ((*why = text_form(a, text, false)))
        return TEXT_FORM;
    t = text_tokens(a, text);
    if ((*why = bad_length(a, text, t.n, kind)))
        return TEXT_LENGTH;
    *why = "it asks something";
    if (strchr(text, '?'))
        return TEXT_QUESTION;
    *why = "";
    return text_words_fault(a, text, &t, why);
}

/*
 * Does a rewritten sentence say what the old one said? Sentences about things
 * of a theme are read back: the same equation, the same question. Others are
 * compared by what can be seen: names, pronouns, and numbers with what they
 * number stand in the same order, words of relation and units are the same in
 * any order, formulas are untouched, nothing became uncertain.
 */

struct comparison {
    struct arena *arena;
    const struct polish_pair *pair;
    struct written_tokens old, new;
    const char *why;
};

static enum text_refusal say_why(struct comparison *c, enum text_refusal r,
                                 const char *why)
{
    c->why = why;
    return r;
}

/* ---- bags of words ---- */

struct bag {
    const char **words;
    size_t n;
};

/* The first word that one has and the other has not; NULL: they are equal.
 * *gone: the old one had it. */
static const char *bag_differs(struct bag old, struct bag new, bool *gone)
{
    size_t i = 0, k = 0;

    while (i < old.n && k < new.n &&str_eq(old.words[i], new.words[k]))
        i++, k++;
    if (i == old.n && k == new.n)
        return NULL;
    *gone = k == new.n || (i < old.n && strcmp(old.words[i], new.words[k]) < 0);
    return *gone ? old.words[i] : new.words[k];
}

/* Both have the same words that `of` makes of the tokens (NULL: it is left
 * out). */
static enum text_refusal same_bags(
    struct comparison *c, const char *(*of)(const struct written_token *t),
    const char *what, enum text_refusal refusal)
{
    const struct written_tokens *t[] = { &c->old, &c->new };
    struct bag b[2] = { { .n = 0 } };
    const char *word;
    bool gone = false;

    for (size_t k = 0; k < 2; k++) {
        b[k].words = arena_array(c->arena, const char *, t[k]->n + 1);
        for (size_t i = 0; i < t[k]->n; i++)
            if ((word = of(&t[k]->items[i])))
                b[k].words[b[k].n++] = word;
        sort_texts(b[k].words, b[k].n);
    }
    word = bag_differs(b[0], b[1], &gone);
    return word ? say_why(c, refusal,
                          arena_printf(c->arena, "the %s \"%s\" %s", what, word,
                                       gone ? "is gone" : "was not there"))
                : TEXT_FINE;
}

static const char *text_number_of(const struct written_token *t)
{
    return t->kind == TOKEN_NUMBER ? t->text : NULL;
}

static const char *hedge_of(const struct written_token *t)
{
    return t->kind == TOKEN_WORD && text_is_hedge(t->text) ? t->text : NULL;
}

static const char *text_relation_of(const struct written_token *t)
{
    return t->kind == TOKEN_WORD ? text_relation(t->text) : NULL;
}

/* ---- names ---- */

static bool holds_word(const struct written_tokens *t, const char *text)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->items[i].kind == TOKEN_WORD && str_eq(t->items[i].text, text))
            return true;
    return false;
}

/* A capital that its place does not explain; at the head of a sentence, any
 * word that is not known to be an ordinary one. */
static bool text_is_name(const struct written_token *t)
{
    if (t->kind != TOKEN_WORD || !t->capital || str_eq(t->raw, "I"))
        return false;
    return !t->head || (!text_is_small(t->text) && !text_relation(t->text) &&
                        !text_is_hedge(t->text));
}

/* Words that often begin a rewritten sentence and name nothing. */
static const char openings[] =
    "today yesterday meanwhile overall initially originally currently later "
    "finally suddenly afterward as it suppose consider imagine altogether "
    "besides additionally once everybody everyone people according remember";

/* A name of x that y has not; `openers` are none. */
static const char *missing_name(const struct written_tokens *x,
                                const struct written_tokens *y, bool openers)
{
    for (size_t i = 0; i < x->n; i++) {
        const struct written_token *t = &x->items[i];

        if (text_is_name(t) && !holds_word(y, t->text) &&
            !(openers && t->head && span_among(span_of(t->text), openings)))
            return t->raw;
    }
    return NULL;
}

static enum text_refusal text_keeps_names(struct comparison *c)
{
    const char *gone = missing_name(&c->old, &c->new, false);
    const char *name = gone ? gone : missing_name(&c->new, &c->old, true);

    if (!name)
        return TEXT_FINE;
    return say_why(c, TEXT_THING,
                   arena_printf(c->arena, "the name \"%.60s\" %s", name,
                                gone ? "is gone" : "was not there"));
}

/* ---- sentences about things of a theme ---- */

static size_t text_count_of(const char *text, const char *phrase)
{
    size_t n = strlen(phrase), count = 0;

    for (const char *p = text; *p; p++)
        if (to_lower(*p) == to_lower(*phrase) &&
            !strncmp(p + 1, phrase + 1, n - 1) && !is_letter(p[n]) &&
            (p == text || !is_letter(p[-1])))
            count++;
    return count;
}

static enum text_refusal same_things(struct comparison *c,
                                     const struct theme *theme)
{
    for (size_t i = 0; i < THEME_THINGS; i++) {
        const char *thing = theme->things[i];
        size_t old = text_count_of(c->pair->old, thing);
        size_t new = text_count_of(c->pair->new, thing);

        if (old != new)
            return say_why(
                c, TEXT_THING,
                arena_printf(c->arena, "\"%s\" %s", thing,
                             new < old ? "is gone" : "was not there"));
    }
    return TEXT_FINE;
}

static enum text_refusal same_reading(struct comparison *c,
                                      const struct linear_words *v)
{
    struct equation old = { 0 }, new = { 0 };
    size_t old_asked = 0, new_asked = 0;
    enum linear_reading was, is;

    was = linear_read(c->pair->old, strlen(c->pair->old), v, &old, &old_asked);
    is = linear_read(c->pair->new, strlen(c->pair->new), v, &new, &new_asked);
    if (was != READING_EQUATION && was != READING_QUESTION)
        return say_why(c, TEXT_RELATION,
                       "the old sentence is none that can be read back");
    if (is != was)
        return say_why(c, TEXT_RELATION,
                       was == READING_QUESTION
                           ? "it does not plainly ask what was asked"
                           : "what it states cannot be read back with "
                             "certainty");
    if (was == READING_QUESTION ? old_asked != new_asked
                                : !linear_same(&old, &new))
        return say_why(c, TEXT_RELATION,
                       was == READING_QUESTION ? "it asks for something else"
                                               : "it states something else");
    return TEXT_FINE;
}

static enum text_refusal check_linear(struct comparison *c,
                                      const struct linear_problem *l)
{
    const struct individual *s = c->pair->individual;
    struct linear_letter letter = { .name = NULL };
    const char *names[LINEAR_VARIABLES];
    struct linear_words words;
    enum text_refusal r = same_things(c, l->theme);

    if (individual_letter(s, c->pair->part, &letter.value))
        letter.name = s->parts[c->pair->part].letter;
    linear_problem_words(l, &letter, names, &words);
    return r != TEXT_FINE ? r : same_reading(c, &words);
}

/* ---- sentences of other structures ---- */

/* The next word that names something: what a number or "how many" is of. */
static const char *text_numbered(struct arena *a,
                                 const struct written_tokens *t, size_t at)
{
    for (size_t i = at + 1; i < t->n; i++) {
        const struct written_token *w = &t->items[i];

        if (w->kind == TOKEN_NUMBER)
            break;
        if (!text_is_small(w->text) && (!text_relation(w->text) || i == at + 1))
            return text_stem(a, w->text);
    }
    return "";
}

static const char *person_of(const char *word)
{
    if (span_among(span_of(word), "he him his himself"))
        return "he";
    return span_among(span_of(word), "she her hers herself") ? "she" : NULL;
}

/* What must keep its place: names, "he" and "she", "how many eggs", and
 * numbers with the word that they number. */
static struct bag marks_of(struct comparison *c, const struct written_tokens *t)
{
    struct arena *a = c->arena;
    struct bag m = { .words = arena_array(a, const char *, t->n + 1) };

    for (size_t i = 0; i < t->n; i++) {
        const struct written_token *w = &t->items[i];
        const char *mark = NULL;

        if (w->kind == TOKEN_NUMBER)
            mark = arena_printf(a, "%s %s", w->text, text_numbered(a, t, i));
        else if (i > 0 && w->kind == TOKEN_WORD &&
                 str_among(w->text, "many much") && str_eq(w[-1].text, "how"))
            mark = arena_printf(a, "how many %s", text_numbered(a, t, i));
        else
            mark = person_of(w->text);
        for (size_t k = 0; k < c->old.n && !mark; k++)
            if (text_is_name(&c->old.items[k]) &&
                str_eq(c->old.items[k].text, w->text))
                mark = w->text;
        if (mark)
            m.words[m.n++] = mark;
    }
    return m;
}

static enum text_refusal same_marks(struct comparison *c)
{
    struct bag old = marks_of(c, &c->old), new = marks_of(c, &c->new);
    size_t i = 0;

    while (i < old.n && i < new.n &&str_eq(old.words[i], new.words[i]))
        i++;
    if (i == old.n && i == new.n)
        return TEXT_FINE;
    return say_why(c, TEXT_THING,
                   arena_printf(c->arena,
                                "names and numbers must keep their order and "
                                "what they number: \"%.60s\" became \"%.60s\"",
                                i < old.n ? old.words[i] : "nothing",
                                i < new.n ? new.words[i] : "nothing"));
}

/* How many words of x name something, and how many of them are in y. */
static size_t kept_in(struct arena *a, const struct written_tokens *x,
                      const struct written_tokens *y, size_t *all)
{
    size_t kept = 0;

    *all = 0;
    for (size_t i = 0; i < x->n; i++) {
        const struct written_token *t = &x->items[i];
        bool found = false;

        if (t->kind == TOKEN_NUMBER || text_is_small(t->text))
            continue;
        for (size_t k = 0; k < y->n && !found; k++)
            found =
                str_eq(text_stem(a, t->text), text_stem(a, y->items[k].text));
        ++*all;
        kept += found;
    }
    return kept;
}

/* Words that join another statement to a sentence. */
static size_t clauses(const struct written_tokens *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += !t->items[i].head &&
             span_among(span_of(t->items[i].text),
                        "and but however although though because while whereas "
                        "which who whose where");
    return n;
}

/* Half of the words that name something are still there, few are new, and no
 * other statement was joined to it. */
static enum text_refusal kept_words(struct comparison *c)
{
    size_t old, new, kept = kept_in(c->arena, &c->old, &c->new, &old);
    size_t known = kept_in(c->arena, &c->new, &c->old, &new);
    size_t most = old / 2 > 2 ? old / 2 : 2;

    if (2 * kept < old)
        return say_why(c, TEXT_THING, "too few of its words are left");
    if (new - known > most)
        return say_why(c, TEXT_THING, "it brings in too many new words");
    if (clauses(&c->new) > clauses(&c->old))
        return say_why(c, TEXT_RELATION, "it states more than was stated");
    return TEXT_FINE;
}

/* The formulas, in one line each. */
static const char *formulas(struct arena *a, const char *text)
{
    struct str out = str_in(a);
    struct prose r;
    struct piece p;

    prose_open(&r, text, strlen(text));
    while (prose_next(&r, &p))
        if (p.kind != PIECE_WORDS) {
            str_addn(&out, p.s, p.n);
            str_addc(&out, '\n');
        }
    return str_get(&out);
}

static enum text_refusal text_other_fault(struct comparison *c)
{
    enum text_refusal r;

    if (c->pair->individual->parts[c->pair->part].structure.kind !=
            &structure_graph &&
        !str_eq(formulas(c->arena, c->pair->old),
                formulas(c->arena, c->pair->new)))
        return say_why(c, TEXT_NUMBER, "a formula was changed");
    r = same_bags(c, text_relation_of, "word", TEXT_RELATION);
    if (r == TEXT_FINE)
        r = same_marks(c);
    return r == TEXT_FINE ? kept_words(c) : r;
}

/* ---- one sentence ---- */

static enum text_refusal text_shape_fault(struct comparison *c)
{
    const char *old = c->pair->old, *new = c->pair->new, *why;
    size_t n_old = strlen(old), n_new = strlen(new);
    int asks = 0;

    if (str_blank(new))
        return say_why(c, TEXT_EMPTY, "it is empty");
    if (2 * n_new < n_old || n_new > 3 * n_old + 40)
        return say_why(c, TEXT_LENGTH,
                       n_new < n_old ? "it is too short" : "it is too long");
    /* An old sentence may have a form of its own: "horse #2". */
    if ((why = text_form(c->arena, new, true)) &&
        !text_form(c->arena, old, true))
        return say_why(c, TEXT_FORM, why);
    if (sentence_count(new) != sentence_count(old))
        return say_why(c, TEXT_FORM, "it is not one sentence for one");
    for (const char *p = old; *p; p++)
        asks += *p == '?';
    for (const char *p = new; *p; p++)
        asks -= *p == '?';
    if (asks)
        return say_why(c, TEXT_QUESTION,
                       "a question must stay one, and nothing else may be "
                       "asked");
    return TEXT_FINE;
}

enum text_refusal text_check_pair(struct arena *a, const struct polish_pair *p,
                                  const char **why)
{
    const struct structure *body = &p->individual->parts[p->part].structure;
    const struct linear_problem *linear = structure_linear_of(body);
    struct comparison c = { .arena = a, .pair = p };
    enum text_refusal r = text_shape_fault(&c);

    if (r == TEXT_FINE) {
        c.old = text_tokens(a, p->old);
        c.new = text_tokens(a, p->new);
        r = same_bags(&c, text_number_of, "number", TEXT_NUMBER);
    }
    if (r == TEXT_FINE)
        r = same_bags(&c, hedge_of, "word", TEXT_HEDGE);
    if (r == TEXT_FINE)
        r = text_keeps_names(&c);
    if (r == TEXT_FINE)
        r = linear ? check_linear(&c, linear) : text_other_fault(&c);
    *why = r == TEXT_FINE ? "" : c.why;
    return r;
}

/* ---- a part ---- */

size_t text_told_lines(struct arena *a, const struct individual *s, size_t part,
                       const char *old[STRUCTURE_SENTENCES],
                       size_t lines[STRUCTURE_SENTENCES])
{
    const struct individual_part *p = &s->parts[part];
    struct saying said;
    size_t n = 0;

    individual_saying(a, p, &said);
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if (l->part != part || !line_is_told(l) || l->sentence >= said.n ||
            n == STRUCTURE_SENTENCES)
            continue;
        if (lines)
            lines[n] = i;
        old[n++] = said.sentences[l->sentence];
    }
    return n;
}

enum text_refusal text_check_polished(struct arena *a,
                                      const struct individual *s, size_t part,
                                      const char *const *said, size_t n,
                                      const char **why)
{
    const char *old[STRUCTURE_SENTENCES];
    size_t own = text_told_lines(a, s, part, old, NULL);

    *why = "";
    if (own != n) {
        *why = arena_printf(a, "there are %zu sentences, not %zu", n, own);
        return TEXT_FORM;
    }
    for (size_t i = 0; i < n; i++) {
        struct polish_pair p = { s, part, old[i], said[i] };
        enum text_refusal r = said[i] ? text_check_pair(a, &p, why) : TEXT_FINE;

        if (r != TEXT_FINE) {
            *why = arena_printf(a, "sentence %zu: %s", i + 1, *why);
            return r;
        }
    }
    return TEXT_FINE;
}
