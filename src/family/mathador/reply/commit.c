/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which attempt a reply stands by: what it boxes or calls its final answer,
 * else the last one that it does not take back. Remarks and checks behind an
 * attempt are passed over.
 */
#include "base/str.h"
#include "family/mathador/reply/play_int.h"
#include "grade/extract/extract.h"
#include "grade/extract/stance.h"
#include "text/pattern.h"
#include "text/token.h"

/* ---- what is said between claims ---- */

/* What the sentences behind a claim say of the attempt. */
struct said {
    bool denied;        /* it is wrong */
    bool negative;      /* there is a "no" or "too" of some kind */
    bool quits;         /* no attempt stands */
    bool more;          /* they speak of more points */
    bool checks;        /* a check follows */
    struct span number; /* "the result is 43"; empty: none is named */
};

struct sentence {
    bool negated, denied, quits, more;
    bool states;        /* a result is named, or nothing but a number */
    bool words;         /* it has any */
    struct span number; /* the last word is this number */
};

static void close_sentence(struct said *out, struct sentence *s)
{
    out->more = out->more || s->more;
    /* "It is not possible to score higher" denies nothing. */
    if (!s->more) {
        out->denied = out->denied || s->denied;
        out->quits = out->quits || s->quits;
    }
    if (!out->more && !s->negated && s->number.n && s->states)
        out->number = s->number;
    *s = (struct sentence){ 0 };
}

static void hear_word(struct said *out, struct sentence *s, struct span text,
                      struct span word)
{
    const struct lexeme *x = lexicon_find(word), *phrase;
    bool negation =
        lexeme_is(x, WORD_NEGATION) || span_among(word, "nothing without");
    size_t at = (size_t)(word.s - text.s);

    s->words = true;
    s->number.n = 0;
    s->states = s->states || lexeme_is(x, WORD_GAME_STATES);
    s->denied =
        s->denied ||
        (s->negated ? lexeme_is(x, WORD_GAME_SOUND)
                    : lexicon_phrase(text, at, WORD_GAME_AMISS, &phrase) > 0);
    s->quits =
        s->quits || lexicon_phrase(text, at, WORD_GAME_QUIT, &phrase) > 0;
    s->negated = s->negated || negation;
    s->more = s->more || lexeme_is(x, WORD_GAME_MORE);
    out->negative = out->negative || negation ||
                    lexeme_is(x, WORD_GAME_AMISS) ||
                    lexeme_is(x, WORD_GAME_TRY);
    out->checks = out->checks || lexeme_is(x, WORD_GAME_CHECK);
}

/* A number that has a line behind the claim to itself is a result. */
static void hear_number(struct sentence *s, struct span text,
                        struct span number)
{
    if (!s->words && memchr(text.s, '\n', (size_t)(number.s - text.s)))
        s->states = true;
    s->number = number;
}

static struct said hear(struct span text)
{
    struct said out = { 0 };
    struct sentence s = { 0 };
    struct text_reader r;
    struct text_token t;

    text_open(&r, text, 0);
    while (text_next(&r, &t)) {
        if (t.head)
            close_sentence(&out, &s);
        if (t.kind == TEXT_TOKEN_WORD)
            hear_word(&out, &s, text, t.raw);
        else if (t.kind == TEXT_TOKEN_NUMBER)
            hear_number(&s, text, t.raw);
        else if (t.kind == TEXT_TOKEN_MARK && strchr(",;:", *t.raw.s))
            s.negated = false;
    }
    close_sentence(&out, &s);
    return out;
}

#define SAID_MOST 600 /* bytes of the text behind a claim that are heard */

/* The text between a claim and the next one, or the end. */
static struct span behind(const struct table_of_claims *t, int i)
{
    size_t from = t->items[i].end;
    size_t to = i + 1 < t->n ? t->items[i + 1].at : t->text.n;

    return span_cut(t->text, from,
                    to < from + SAID_MOST ? to : from + SAID_MOST);
}

/* ---- attempts that do not count ---- */

/* Is it layout alone that parts the claim from the one before? It does not if
 * the claim goes on, or if every claim has a paragraph of its own. */
static bool is_joined(const struct table_of_claims *t, int i, int first)
{
    const struct game_claim *c = &t->items[i];

    return c->gap == GAP_NONE &&
           (first < i || (c->company == 1 && c[-1].company == 1));
}

/* Where the attempt begins that ends with this claim. */
static int attempt_start(const struct table_of_claims *t, int end)
{
    int first = link_solution(t, end).claims[0];

    while (end > 0 && (t->items[end - 1].attempt == t->items[end].attempt ||
                       is_joined(t, end, first)))
        end--;
    return end;
}

/* Whoever states a result that misses the target sees it, and any "no" takes
 * the attempt back. All else needs plain words, since an expression without a
 * result may come to anything. */
static bool is_taken_back(const struct table_of_claims *t, int end)
{
    const struct game_claim *c = &t->items[end];
    struct span text = behind(t, end);
    struct said s = hear(text);
    struct retraction r = retraction_find(text);

    if (s.denied || r.disowned)
        return true;
    if (end + 1 == t->n && r.end && !s.more)
        return true;
    return c->has_result && !play_hits(t->g, c->result) && s.negative;
}

/* Does the claim go on with a result of its attempt? */
static bool goes_on(const struct game_claim *c)
{
    for (int i = 0; i < 2 * c->n; i++)
        if (claim_operand(c, i)->made >= 0)
            return true;
    return false;
}

/* "(note that 22 + 22 = 44)", with numbers that nobody has; points. */
static bool is_remark(const struct table_of_claims *t, int i)
{
    const struct game_claim *c = &t->items[i];

    if (i == 0 || c->accounted || !claim_is_true(c) || goes_on(c) ||
        c->gap == GAP_HEADING)
        return false;
    return claim_adds_points(c) ||
           (c->has_result && play_hits(t->g, c->result) &&
            (c->gap == GAP_NONE || hear(behind(t, i - 1)).checks));
}

/* "Check: 44 / 11 = 4, 4 + 2 = 6": back from a target that is no base number,
 * with nothing false. */
static bool is_check(const struct table_of_claims *t, int from, int end)
{
    const struct game_claim *c = &t->items[from];
    bool back = false;

    for (int i = 0; i < 2 * c->n; i++)
        back |= claim_operand(c, i)->from < 0 &&
                play_hits(t->g, claim_operand(c, i)->number);
    if (!back || from == 0 || play_base(t->g, RATIO(t->g->target), NULL) >= 0 ||
        !hear(behind(t, from - 1)).checks)
        return false;
    for (int i = from; i <= end; i++)
        if (!t->items[i].has_result || !claim_is_true(&t->items[i]))
            return false;
    return true;
}

static int last_standing(const struct table_of_claims *t)
{
    int end = t->n - 1;

    while (end >= 0) {
        int from;

        if (is_remark(t, end)) {
            end--;
            continue;
        }
        from = attempt_start(t, end);
        if (!is_taken_back(t, end) && !is_check(t, from, end))
            return end;
        end = from - 1;
    }
    return -1;
}

/* ---- what is declared ---- */

/* The last claim of the box or of the "final answer", or -1. */
static int declared_end(const struct table_of_claims *t,
                        const struct extracted *x)
{
    bool box = x->rule == EXTRACT_BOXED || x->rule == EXTRACT_BOXES ||
               x->rule == EXTRACT_TAG;
    int end = t->n - 1;

    if (!box && x->rule != EXTRACT_FINAL)
        return -1;
    while (end >= 0 && t->items[end].at >= x->to)
        end--;
    if (end < 0 || t->items[end].end <= x->from)
        return -1;
    if (box)
        return end;
    while (end + 1 < t->n && t->items[end + 1].attempt == t->items[end].attempt)
        end++;
    for (int i = end + 1; i < t->n; i++)
        if (t->items[i].gap == GAP_HEADING)
            return -1;
    while (is_remark(t, end))
        end--;
    return end;
}

/* Is it a number that is not the target? */
static bool misses(const struct game *g, struct span text)
{
    size_t n = pattern_at(text, 0, "-%?%d%+%=%(%$|%[.,]%)");
    struct ratio value;

    return n > 0 && n <= 18 &&
           (n < text.n || !ratio_read(&value, text.s, n) ||
            !play_hits(g, value));
}

/* Does an answer that is declared behind the attempt differ from the target? A
 * number does, unless it counts points; so does "no solution". */
static bool is_other(const struct table_of_claims *t, const struct extracted *x)
{
    struct span answer = span_of(x->text), line = answer;
    struct span rest = span_from(t->text, x->from);
    struct said s;

    span_split(&rest, '\n', &line);
    s = hear(line);
    if (s.denied || s.quits || phrase_within(answer, WORD_MEANING))
        return true;
    if (s.more)
        return false;
    return word_is(answer, WORD_NEGATION) || misses(t->g, answer);
}

/* ---- replies that break off ---- */

/* "44 -", "44 * 1 =", "44 * 1 = ?"; a star may end an emphasis. */
static bool ends_in_operator(struct span t)
{
    size_t star = pattern_before(t, t.n, "%d %**%[.? \t\r\n$]%*");

    return pattern_before(t, t.n, "%d %*%[-+/=]%[.? \t\r\n$]%*") ||
           (star && !span_has(span_cut(t, 0, t.n - star), '*'));
}

/* The number of a step that nobody wrote: "4.", "Step 4:" */
static bool ends_in_label(struct span t, int64_t target)
{
    size_t n =
        pattern_before(t, t.n, "\n%[-*# \t]%*%[0-4]%=%[.)]%[.):*# \t\r\n]%*");

    return pattern_before(t, t.n,
                          "\n%[-*# \t]%*step%[-*# \t]%*%d"
                          "%[.):*# \t\r\n]%*") ||
           (n && t.s[span_skip(t, t.n - n, "-*# \t\n")] - '0' != target);
}

/* A step without a result below steps that have one. */
static bool lacks_result(const struct table_of_claims *t, int end)
{
    const struct game_claim *c = &t->items[end];

    return end > 0 && !c->has_result && c[-1].has_result &&
           c[-1].attempt == c->attempt && goes_on(c);
}

static bool breaks_off(const struct table_of_claims *t, int end)
{
    struct span text = span_from(t->text, t->items[t->n - 1].end);

    return lacks_result(t, end) ||
           (end + 1 == t->n && (t->broken || ends_in_operator(text) ||
                                ends_in_label(text, t->g->target)));
}

static bool gives_up(struct span text)
{
    struct said s = hear(text);

    return s.quits || (!s.more && abstain_within(text));
}

/* ---- the claim ---- */

/* A claim alone in its attempt may just repeat the end of a solution. */
static int first_said(const struct table_of_claims *t, int root)
{
    const struct game_claim *c = &t->items[root];

    if (c->gap == GAP_HEADING ||
        (root > 0 && t->items[root - 1].attempt == c->attempt))
        return root;
    for (int i = root - 1; i >= 0; i--)
        if (play_same(&t->items[i], c) && t->items[i].accounted)
            return first_said(t, i);
    return root;
}

int commit_find(struct arena *a, const struct table_of_claims *t,
                const char **why)
{
    struct extracted x =
        extract_answer(a, t->text.s, t->text.n, &(struct extract_options){ 0 });
    int end = declared_end(t, &x);

    if (end < 0)
        end = last_standing(t);
    if (gives_up(behind(t, t->n - 1)))
        *why = "it gives up";
    else if (end < 0)
        *why = "it takes every attempt back";
    else if (x.declared && x.from >= t->items[end].end && is_other(t, &x))
        *why = arena_printf(a, "its final answer is %.60s", x.text);
    else if (end + 1 == t->n && misses(t->g, hear(behind(t, end)).number))
        *why = "it states another result"; /* "So the result is 43" */
    else if (breaks_off(t, end))
        *why = "it breaks off";
    else
        return first_said(t, end);
    return -1;
}
