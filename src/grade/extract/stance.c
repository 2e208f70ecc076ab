/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/stance.h"
#include "grade/extract/reply_text.h"
#include "text/pattern.h"
#include "text/sentence.h"

/*
 * The words that deny, bound, suppose and take back are classes of the lexicon,
 * with a table for each language; here is how far they reach.
 */

/* ---- one clause ---- */

/* "they add up to 9": no bound. */
static bool stance_is_sum(struct span t, size_t at)
{
    return span_at_fold(t, at, "up to") &&
           span_before_any(t, at,
                           "add |adds |adding |sum |sums |added |come |"
                           "comes ");
}

void stance_word(struct stance *s, struct span t, size_t at, size_t after,
                 const struct lexeme *x)
{
    struct word_set any = { { 0 } };
    size_t n;
    bool signs = (unsigned char)t.s[at] >= 0xe3;

    if (at < s->past)
        return;
    if (s->limit && at >= s->limit && !lexeme_is(x, WORD_SAYS))
        s->limit = 0;
    if (lexeme_is(x, WORD_ATTITUDE))
        s->held = s->denied;
    /* "those that are not red are" */
    if (s->denied + 1 < at && !s->held && lexeme_is(x, WORD_IS) &&
        !span_is_fold(span_cut(t, at, after), "be"))
        s->denied = 0;
    if (!signs && !lexeme_is(x, WORD_OPENS) && !lexeme_is(x, WORD_DENIAL) &&
        !lexeme_is(x, WORD_LIMIT) && !lexeme_is(x, WORD_SUPPOSED) &&
        !lexeme_is(x, WORD_INSTEAD))
        return;
    word_set_add(&any, WORD_DENIAL, WORD_SUPPOSED);
    /* Of a script without blanks every character may begin a word. */
    for (size_t i = at; i < after; i += n ? n : signs ? 3 : after - at) {
        n = lexicon_phrase_of(t, i, any, &x);
        if (n == 0)
            continue;
        s->past = i + n;
        if (lexeme_is(x, WORD_LIMIT) && !stance_is_sum(t, i))
            s->limit = i + n;
        else if (lexeme_is(x, WORD_INSTEAD))
            stance_end(s);
        if (lexeme_is(x, WORD_DENIAL))
            s->denied = i + n;
        if (lexeme_is(x, WORD_DENIAL) && x->value)
            s->held = i + n;
        if (lexeme_is(x, WORD_SUPPOSED))
            s->supposed = i + n;
    }
}

void stance_end(struct stance *s)
{
    *s = (struct stance){ .past = s->past };
}

/* A comma ends a clause, but not "not, as some think, 10". */
void stance_comma(struct stance *s, size_t at)
{
    if (s->denied != at && s->supposed != at)
        stance_end(s);
}

bool stance_refuses(const struct stance *s)
{
    return s->denied || s->supposed || s->limit;
}

struct stance stance_of(struct span t)
{
    struct stance s = { 0 };

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        const struct lexeme *x = NULL;

        if (k.kind == TOKEN_WORD || k.kind == TOKEN_LETTER ||
            k.kind == TOKEN_MATHWORD)
            x = lexicon_find(k.text);
        if (x || (unsigned char)k.text.s[0] >= 0xe3)
            stance_word(&s, t, k.at, k.end, x);
        if (k.kind == TOKEN_COMMA || k.kind == TOKEN_STOP ||
            k.kind == TOKEN_NEWLINE)
            stance_comma(&s, k.at);
        else if (lexeme_is(x, WORD_CONSEQUENCE) ||
                 span_is_fold(k.text, "then") ||
                 (lexeme_is(x, WORD_COORDINATOR) &&
                  !span_is_fold(k.text, "or")))
            stance_end(&s);
    }
    return s;
}

/* ---- the whole sentence ---- */

struct word_set phrases_within(struct span t, struct word_set any)
{
    struct word_set found = { { 0 } };
    const struct lexeme *x;
    bool inside = false, signs;

    for (size_t i = 0; i < t.n; i++) {
        signs = (unsigned char)t.s[i] >= 0xe3;
        if ((!inside || signs) && !is_space(t.s[i]) &&
            lexicon_phrase_of(t, i, any, &x))
            for (int k = 0; k < WORD_BITS; k++)
                found.is[k] |= x->is[k] & any.is[k];
        inside = is_letter(t.s[i]) || t.s[i] == '\'' ||
                 (unsigned char)t.s[i] >= 0x80;
    }
    return found;
}

bool phrase_within(struct span t, enum word_class c)
{
    struct word_set one = { { 0 } };

    word_set_add(&one, c, c);
    return word_set_has(phrases_within(t, one), c);
}

struct span behind_turn(struct span t)
{
    size_t from = 0;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        const struct lexeme *x =
            k.kind == TOKEN_WORD ? lexicon_find(k.text) : NULL;

        if (lexeme_is(x, WORD_CONSEQUENCE) || lexeme_is(x, WORD_INSTEAD))
            from = k.end;
    }
    return span_from(t, from);
}

/* Does a sentence end before `at`? */
static bool stance_ends_before(struct span t, size_t at)
{
    struct character c;

    if (t.s[at - 1] == '\n' ||
        (one_of(t.s[at - 1], ".!?;") && at < t.n && is_space(t.s[at])))
        return true;
    return at >= 3 && (t.s[at - 1] & 0x80) &&
           character_at(t, at - 3, &c) == 3 && (c.is & CHAR_WIDE) &&
           one_of(c.plain[0], ".!?;");
}

size_t sentence_start(struct span t, size_t at)
{
    size_t least = at > SENTENCE_MOST ? at - SENTENCE_MOST : 0;

    while (at > least && !stance_ends_before(t, at))
        at--;
    return at;
}

/* ---- what is taken back ---- */

#define RETRACTION_MOST 600 /* bytes behind an answer that may take it back */

/* Is the phrase of the class at the head of a clause? *end: behind it. */
static bool heads(struct span t, size_t at, enum word_class c, size_t *end)
{
    const struct lexeme *x;
    size_t n = lexicon_phrase(t, at, c, &x);

    *end = at + n;
    return n && (c != WORD_RETRACTION || x->value == 0 ||
                 one_of(span_byte(t, *end), ",.:;!-") ||
                 (unsigned char)span_byte(t, *end) >= 0xe2);
}

struct retraction retraction_find(struct span t)
{
    struct retraction r = { 0 };
    size_t at = 0, after, end;
    bool head = false;
    enum reply_token k;

    t = span_cut(t, 0, RETRACTION_MOST);
    /* what closes the answer */
    at = span_skip(t, at, "$\\)]}* ");
    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        if (k == TOKEN_STOP || k == TOKEN_NEWLINE || k == TOKEN_COMMA ||
            span_at(t, at, "..") || span_at(t, at, "--") ||
            span_at(t, at, "\xe2\x80\x94") ||
            span_at(t, at, "\xe2\x80\x93")) { /* dashes */
            head = true;
        } else if (head && (k == TOKEN_WORD || k == TOKEN_LETTER)) {
            head = false;
            if (r.end && heads(t, at, WORD_CONFIRMS, &end))
                return (struct retraction){ 0 };
            if (heads(t, at, WORD_DISOWNS, &end))
                r.disowned = true;
            else if (!heads(t, at, WORD_RETRACTION, &end))
                continue;
            r.end = r.end ? r.end : end;
        }
    }
    return r;
}

/* ---- "I don't know" ---- */

#define ABSTAIN_TAIL_MOST \
 ((size_t)600) /* bytes at the end that are looked at */
#define ABSTAIN_MOST      ((size_t)200)
#define ABSTAIN_SENTENCES 3 /* of them the last so many */

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

    if (t.n == 0 || t.n > ABSTAIN_MOST || span_has_digit(t))
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

    while (at && t.s[at - 1] != ':' && t.n - at <= ABSTAIN_MOST)
        at--;
    if (at == 0 || t.s[at - 1] != ':')
        return false;
    for (line = at; line && t.s[line - 1] != '\n' && at - line < ABSTAIN_MOST;)
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
    size_t said[ABSTAIN_SENTENCES], n = 0, at = 0, length, tail;
    struct span t = reply;
    struct plain_text p;
    const char *sentence;

    if (!think_skip(t, &t))
        return false;
    t = span_from(t, t.n > ABSTAIN_TAIL_MOST ? t.n - ABSTAIN_TAIL_MOST : 0);
    tail = (size_t)(t.s - reply.s);
    p = plain_of(a, t);
    while ((sentence = sentence_next(p.s, &at, &length))) {
        size_t start = (size_t)(sentence - p.s);
        size_t place = last_said((struct span){ sentence, length }, found == 0);

        said[n++ % ABSTAIN_SENTENCES] =
            place < length ? tail + p.from[start + place] + 1 : 0;
    }
    for (size_t i = 0; i < ABSTAIN_SENTENCES && i < n; i++)
        if (said[i] > found)
            return true;
    return found == 0 && abstain_label(a, t, false, &t);
}
