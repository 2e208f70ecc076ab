/* SPDX-License-Identifier: Apache-2.0 */
/* May this text stand in a problem without changing what it asks? What is not
 * plainly harmless is refused: a model can be asked again. */
#include "base/ascii.h"
#include "base/str.h"
#include "base/utf8.h"
#include "evolve/text/check_int.h"
#include "family/linear/read.h"
#include "text/character.h"
#include "text/sentence.h"
#include "text/span.h"

#include <string.h>

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
static bool is_plain(uint32_t ch)
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
        if (ch >= 0x80 && !is_plain(ch) && !math)
            return arena_printf(a, "it holds the character %.*s", (int)len,
                                text + i);
    }
    return NULL;
}

/* The last mark of a sentence, quotes and brackets aside. */
static char end_mark(const char *s, size_t n)
{
    while (n && (strchr("\"')]", s[n - 1]) || (unsigned char)s[n - 1] >= 0x80))
        n--;
    return n ? s[n - 1] : '\0';
}

static const char *bad_end(struct arena *a, const char *text)
{
    const char *s;
    size_t at = 0, n;

    while ((s = sentence_next(text, &at, &n))) {
        char mark = end_mark(s, n);

        if (mark != '.' && mark != '!' && mark != '?')
            return arena_printf(a, "a sentence does not end with a full stop");
    }
    return NULL;
}

/* What comes before a text that a model introduces. */
static const char *talk_before(struct arena *a, const char *text)
{
    static const char *const heads[] = {
        "here is",   "here are", "here's",   "sure",        "certainly",
        "of course", "okay",     "text:",    "background:", "topic:",
        "sentence:", "scene:",   "option",   "rewritten",   "answer:",
        "- ",        "* ",       "note:",    "i cannot",    "i can't",
        "i'm sorry", "sorry",    "as an ai",
    };

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (span_at_fold(span_of(text), 0, heads[i]))
            return arena_printf(a,
                                "it begins with \"%s\", which is no part of "
                                "such a text",
                                heads[i]);
    return NULL;
}

const char *text_form(struct arena *a, const char *text, bool math)
{
    const char *why = odd_mark(a, text, math);

    if (!why)
        why = talk_before(a, text);
    if (!why && is_lower(*text))
        why = "it does not begin with a capital letter";
    return why ? why : bad_end(a, text);
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

static const char *counting_word(const struct written_tokens *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (text_is_counting(&t->items[i]))
            return t->items[i].raw;
    return NULL;
}

/* Words that speak to whoever solves the problem, or of solving; and letters
 * that a chain may use. */
static const char *speaks_to_reader(const struct written_tokens *t)
{
    static const char *const words[] = {
        "you",         "your",      "yours",     "yourself",   "ignore",
        "disregard",   "answer",    "answers",   "solution",   "solutions",
        "solve",       "solved",    "solver",    "problem",    "problems",
        "question",    "questions", "prompt",    "calculate",  "instruction",
        "compute",     "equation",  "equations", "variable",   "instructions",
        "variables",   "hint",      "correct",   "incorrect",  "result",
        "results",     "reply",     "respond",   "boxed",      "step",
        "steps",       "reader",    "condition", "conditions", "irrelevant",
        "computation",
    };

    for (size_t i = 0; i < t->n; i++) {
        const struct written_token *w = &t->items[i];

        if (i && str_eq(w->text, "you") && str_eq(w[-1].text, "thank"))
            continue; /* a thank-you note */
        if (w->text[0] && !w->text[1] && w->capital && *w->raw != 'I' &&
            *w->raw != 'A')
            return w->raw;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (w->text[0] == words[k][0] && str_eq(w->text, words[k]))
                return w->raw;
    }
    return NULL;
}

static enum text_refusal refuse(const char **why, const char *reason,
                                enum text_refusal r)
{
    *why = reason;
    return r;
}

static enum text_refusal check_words(struct arena *a, const char *text,
                                     const struct written_tokens *t,
                                     const char **why)
{
    const char *word;

    if ((word = counting_word(t)))
        return refuse(why, arena_printf(a, "it counts: \"%.40s\"", word),
                      TEXT_NUMBER);
    if ((word = speaks_to_reader(t)))
        return refuse(why,
                      arena_printf(a,
                                   "it speaks to the solver or of the "
                                   "problem: \"%.40s\"",
                                   word),
                      TEXT_ORDER);
    if ((word = linear_read_danger(a, text, strlen(text))))
        return refuse(why,
                      arena_printf(a,
                                   "\"%.40s\" could be read as a condition or "
                                   "comparison",
                                   word),
                      TEXT_CONDITION);
    return TEXT_FINE;
}

enum text_refusal text_check_words(struct arena *a, const char *text,
                                   const char **why)
{
    struct written_tokens t = text_tokens(a, text);

    return check_words(a, text, &t, why);
}

enum text_refusal text_check_new(struct arena *a, const char *text,
                                 enum job_kind kind, const char **why)
{
    struct written_tokens t;
    const char *reason;

    INVARIANT(kind != JOB_POLISH);
    *why = "";
    if (!text || str_blank(text))
        return refuse(why, "it is empty", TEXT_EMPTY);
    if ((reason = text_form(a, text, false)))
        return refuse(why, reason, TEXT_FORM);
    t = text_tokens(a, text);
    if ((reason = bad_length(a, text, t.n, kind)))
        return refuse(why, reason, TEXT_LENGTH);
    if (strchr(text, '?'))
        return refuse(why, "it asks something", TEXT_QUESTION);
    return check_words(a, text, &t, why);
}
