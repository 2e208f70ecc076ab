/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/abstain.h"

#include "grade/extract/reply_text.h"
#include "grade/extract/stance.h"
#include "text/lexicon.h"
#include "text/pattern.h"
#include "text/sentence.h"

#define TAIL_MOST      ((size_t)600) /* bytes at the end that are looked at */
#define ANSWER_MOST    ((size_t)200)
#define SENTENCES_MOST 3 /* of them the last so many */

/* A text whose apostrophes are those of ASCII, with the place of each byte in
 * the original. */
struct plain_text {
    char *s;
    size_t *from;
    size_t n;
};

static struct plain_text plain_of(struct arena *a, struct span t)
{
    struct plain_text out = { arena_array(a, char, t.n + 1),
                              arena_array(a, size_t, t.n + 1), 0 };

    for (size_t i = 0; i < t.n; i++) {
        bool quote = span_at(t, i, "\xe2\x80\x99");

        out.from[out.n] = i;
        out.s[out.n++] = t.s[i] == '\0' ? ' ' : quote ? '\'' : t.s[i];
        i += quote ? 2 : 0;
    }
    out.from[out.n] = t.n;
    out.s[out.n] = '\0';
    return out;
}

/* Does a phrase begin at `at`? What others say stands behind a quote. */
static size_t abstain_phrase_at(struct span t, size_t at, bool unsure,
                                const struct lexeme **x)
{
    size_t n;

    if (at && (is_letter(t.s[at - 1]) || one_of(t.s[at - 1], "\"'`")))
        return 0;
    n = lexicon_phrase(t, at, WORD_ABSTAINS, x);
    return n || !unsure ? n : lexicon_phrase(t, at, WORD_UNSURE, x);
}

/* ---- an answer ---- */

/* Behind the signs and commands that may stand around words. */
static size_t abstain_skip_dress(struct span t, size_t at)
{
    return pattern_skip(t, at,
                        "\\%(text|math|mbox|boxed%)%a%*|"
                        "%[] \t\n${}()[*_.,!\\\"]");
}

/* Behind "Honestly,", "Sorry," and the like. */
static size_t skip_sigh(struct span t, size_t at)
{
    size_t n;

    while ((n = span_at_any(t, at,
                            "honestly|sorry|i'm sorry|i am sorry|"
                            "unfortunately|well|hmm|frankly|to be honest|"
                            "apologies|i'm afraid|i am afraid|sadly|"
                            "truthfully|मुझे|मैं")) &&
           !is_letter(span_byte(t, at + n)))
        at = abstain_skip_dress(t, at + n);
    return at;
}

bool abstain_answer(struct arena *a, const char *answer)
{
    struct span t = span_of(answer);
    const struct lexeme *x = NULL;
    struct plain_text p;
    size_t at, n;

    if (t.n == 0 || t.n > ANSWER_MOST || span_has_digit(t))
        return false;
    p = plain_of(a, t);
    for (size_t i = 0; i < p.n; i++)
        if (is_space(p.s[i]))
            p.s[i] = ' ';
    t = (struct span){ p.s, p.n };
    at = skip_sigh(t, abstain_skip_dress(t, 0));
    n = abstain_phrase_at(t, at, true, &x);
    if (n == 0)
        return false;
    /* "I don't know the answer": words may follow, but no formula */
    if (skip_sigh(t, abstain_skip_dress(t, at + n)) == t.n)
        return true;
    for (at += n; at < t.n && !span_one_of(t, at, "=+<>^$\\");)
        at++;
    return x->value == 0 && at == t.n;
}

bool abstain_within(struct span t)
{
    struct word_set any = { { 0 } };

    word_set_add(&any, WORD_ABSTAINS, WORD_ABSTAINS);
    word_set_add(&any, WORD_UNSURE, WORD_UNSURE);
    any = phrases_within(t, any);
    return word_set_has(any, WORD_ABSTAINS) || word_set_has(any, WORD_UNSURE);
}

/* ---- a reply ---- */

bool abstain_label(struct arena *a, struct span t, bool label, struct span *out)
{
    size_t at = t.n, line;

    while (at && t.s[at - 1] != ':' && t.n - at <= ANSWER_MOST)
        at--;
    if (at == 0 || t.s[at - 1] != ':')
        return false;
    for (line = at; line && t.s[line - 1] != '\n' && at - line < ANSWER_MOST;)
        line--;
    *out = span_from(t, at);
    return (!label || phrase_within(span_cut(t, line, at), WORD_ANSWER)) &&
           abstain_answer(a, arena_strndup(a, out->s, out->n));
}

/* The last place in a sentence where it is said, or t.n. */
static size_t last_said(struct span t, bool unsure)
{
    size_t found = t.n, n;
    const struct lexeme *x;

    for (size_t at = 0; at < t.n; at++)
        if ((n = abstain_phrase_at(t, at, unsure, &x)) && x->value == 0)
            found = at;
    return found;
}

bool abstain_reply(struct arena *a, struct span reply, size_t found)
{
    size_t said[SENTENCES_MOST], n = 0, at = 0, length, tail;
    struct span t = reply;
    struct plain_text p;
    const char *sentence;

    if (!think_skip(t, &t))
        return false;
    t = span_from(t, t.n > TAIL_MOST ? t.n - TAIL_MOST : 0);
    tail = (size_t)(t.s - reply.s);
    p = plain_of(a, t);
    while ((sentence = sentence_next(p.s, &at, &length))) {
        size_t start = (size_t)(sentence - p.s);
        size_t place = last_said((struct span){ sentence, length }, found == 0);

        said[n++ % SENTENCES_MOST] =
            place < length ? tail + p.from[start + place] + 1 : 0;
    }
    for (size_t i = 0; i < SENTENCES_MOST && i < n; i++)
        if (said[i] > found)
            return true;
    return found == 0 && abstain_label(a, t, false, &t);
}
