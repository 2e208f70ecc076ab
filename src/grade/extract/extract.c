/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract.h"
#include "grade/extract/abstain.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/stance.h"
#include "grade/extract/statistic.h"

/*
 * The rules in their order. A box goes first because a model that writes one
 * means it; then comes what the reply calls its answer; a reply without marks
 * may be the answer as a whole; guesses go last. A rule may use what the one
 * before it has gathered.
 */

static const struct rule {
    const char *name;
    rule_finds *finds;
    bool declared; /* what it finds is said to be the answer */
} rules[EXTRACT_RULES] = {
    [EXTRACT_NONE] = { "none", NULL, false },
    [EXTRACT_BOXED] = { "boxed", rule_boxed, true },
    [EXTRACT_BOXES] = { "boxes", rule_boxes, true },
    [EXTRACT_TAG] = { "tag", rule_tag, true },
    [EXTRACT_HASHES] = { "hashes", rule_hashes, true },
    [EXTRACT_FINAL] = { "final", rule_final, true },
    [EXTRACT_LABEL] = { "label", rule_label, true },
    [EXTRACT_WHOLE] = { "whole", rule_whole, true },
    [EXTRACT_CHOICE] = { "choice", rule_choice, false },
    [EXTRACT_FORMULA] = { "formula", rule_formula, false },
    [EXTRACT_NUMBER] = { "number", rule_number, false },
};

const char *extract_rule_name(enum extract_rule rule)
{
    return rules[rule].name;
}

static struct extracted none(const char *why)
{
    return (struct extracted){ .rule = EXTRACT_NONE, .why = why };
}

static bool try_rule(struct extract *x, enum extract_rule rule,
                     struct extracted *out)
{
    x->rule = rule;
    *out = (struct extracted){ 0 };
    if (!rules[rule].finds(x, out))
        return false;
    out->rule = rule;
    out->declared = rules[rule].declared;
    out->why = NULL;
    return true;
}

/* ---- where it stands ---- */

#define PLACE_MOST  ((size_t)256)     /* bytes that are looked for */
#define PLACE_TRIES ((size_t)1 << 16) /* places that are looked at */

/* How often `what` stands in t, and *at: its n-th place, from 0. Returns 0 if
 * that takes too long. */
static size_t places_of(struct span t, struct span what, size_t n, size_t *at)
{
    const char *p = t.s, *end = t.s + t.n;
    size_t count = 0, tries = 0;

    while (p < end && (p = memchr(p, what.s[0], (size_t)(end - p)))) {
        bool here =
            (size_t)(end - p) >= what.n && memcmp(p, what.s, what.n) == 0;

        if (tries++ == PLACE_TRIES)
            return 0;
        if (here && count++ == n)
            *at = (size_t)(p - t.s);
        p += here ? what.n : 1;
    }
    return count;
}

/* Offsets in the clean text become those in the reply. Cleaning may have made
 * a copy: there the same bytes come as often and in the same order, or else
 * the place is not known. */
static void place_in_reply(struct span reply, struct span clean,
                           struct extracted *out)
{
    struct span what = span_cut(clean, out->from, out->to);
    struct extract original = { .text = reply };
    size_t from = out->from, before, count, at = 0;

    if (what.n == 0)
        return;
    extract_place(&original, what, out);
    if (out->to || what.n > PLACE_MOST)
        return;
    before = places_of(span_cut(clean, 0, from), what, 0, &at);
    count = places_of(reply, what, before, &at);
    if (count > before && count == places_of(clean, what, 0, &from))
        extract_place(&original, span_cut(reply, at, at + what.n), out);
}

/* The rules in their order, over the clean text. */
static struct extracted find(struct extract *x)
{
    struct extracted out = { 0 };

    if (parts_find(x, x->text, &out))
        return out;
    /* A reply cut off inside its answer has not said it. */
    for (enum extract_rule r = EXTRACT_NONE + 1; r < EXTRACT_RULES && !x->cut;
         r++)
        if (try_rule(x, r, &out))
            return out;
    if (x->kept.rule && !x->cut && !ends_in_the_middle(x->text))
        return x->kept;
    /* A key is the answer, whatever it says. */
    x->rule = EXTRACT_WHOLE;
    if (x->opt->gold && !x->cut && extract_fill(x, &out, x->text))
        return (struct extracted){ EXTRACT_WHOLE, out.text, true, NULL, 0, 0 };
    return none("no answer was found");
}

/* ---- the last word ---- */

#define TURNS_MOST 4 /* from a doubt to a guess and back */

/* Behind what closes the answer that ends at `at`, and "but". */
static size_t skip_close(struct span t, size_t at)
{
    const struct lexeme *x;

    for (;;) {
        size_t n = span_at_fold(t, at, "</answer>");

        if (n == 0 && at < t.n && one_of(t.s[at], "}$)]*_\\.,; "))
            n = 1;
        if (n == 0)
            return at + lexicon_phrase(t, at, WORD_BUT, &x);
        at += n;
    }
}

/* What stands behind `first` and overrules it: behind "\boxed{unknown}" a guess,
 * behind an answer a doubt that is marked as one. */
static bool overruled(const struct extract *x, const struct extracted *first,
                      struct extracted *next)
{
    size_t at = skip_close(x->text, first->to);
    struct extract rest = { .a = x->a,
                            .opt = x->opt,
                            .read = x->read,
                            .text = span_from(x->text, at) };
    bool doubt = abstain_answer(x->a, first->text);
    struct span label;

    if (!doubt && !abstain_within(rest.text))
        return false;
    if (!doubt && abstain_label(x->a, rest.text, true, &label)) {
        *next = (struct extracted){ .rule = EXTRACT_FINAL, .declared = true };
        return extract_fill(x, next, label);
    }
    *next = find(&rest);
    if (next->rule == EXTRACT_NONE || doubt == abstain_answer(x->a, next->text))
        return false;
    if (next->to) {
        next->from += at;
        next->to += at;
    }
    return doubt ? next->declared || phrase_within(rest.text, WORD_GUESS)
                 : next->rule < EXTRACT_WHOLE;
}

/* Of an answer and a doubt the last counts. */
static struct extracted find_last(struct extract *x)
{
    struct extracted out = find(x), next;

    for (int i = 0; i < TURNS_MOST && out.declared && out.to && out.text &&
                    !x->opt->gold && overruled(x, &out, &next);
         i++)
        out = next;
    return out;
}

/* ---- names of statistics ---- */

/* Does an interval answer the key? */
static bool seeks_interval(const struct extract_options *o)
{
    const char *key = o->formula;

    return o->gold ||
           (key && (strstr(key, "\\pm") ||
                    sought_of(span_of(key)).kinds &
                        (SOUGHT_POINT | SOUGHT_REGION | SOUGHT_LIST)));
}

/* "95% CI: (1, 2)" is the interval where one is sought. A name at the head of a
 * line goes with its value only where the reply has no other answer: "(1, 2).
 * Confidence level: 95%". */
static struct extracted find_named(struct extract *x)
{
    struct extract all = *x;
    struct span t = x->text;
    struct extracted out;

    if (!statistic_within(t))
        return find_last(x);
    x->text = statistic_clear(
        x->a, t, seeks_interval(x->opt) ? STATISTIC_INTERVAL : STATISTIC_NONE);
    out = find_last(x);
    x->text = t; /* every byte stands where it stood */
    if (out.rule != EXTRACT_NONE || x->cut)
        return out;
    all.text = statistic_clear(x->a, t, STATISTIC_INTERVAL | STATISTIC_LEVEL);
    return all.text.s == t.s || abstain_reply(x->a, t, 0) ? out
                                                          : find_last(&all);
}

struct extracted extract_answer(struct arena *a, const char *text, size_t n,
                                const struct extract_options *opt)
{
    static const struct extract_options plain;
    struct extract x = { .a = a,
                         .text = { text, n },
                         .opt = opt ? opt : &plain,
                         .read = extract_answer };
    struct span reply;
    struct extracted out;

    if (span_skip_space(x.text, 0) >= n)
        return none("the reply is empty");
    if (!think_skip(x.text, &x.text) && !x.opt->gold)
        return none("the reasoning block is not closed");
    reply = x.text;
    x.text = clean_text(a, x.text);
    out = find_named(&x);
    place_in_reply(reply, x.text, &out);
    if (out.to) { /* behind the thinking */
        out.from += (size_t)(reply.s - text);
        out.to += (size_t)(reply.s - text);
    }
    return out;
}

const char *extract_trim(struct arena *a, const char *text, size_t n)
{
    static const enum extract_rule marks[] = { EXTRACT_BOXED, EXTRACT_BOXES,
                                               EXTRACT_FINAL, EXTRACT_LABEL };
    struct extract_options opt = { .gold = true };
    struct extract x = { .a = a, .opt = &opt, .read = extract_answer };
    struct extracted found = { 0 };

    x.text = trim_span(clean_text(a, (struct span){ text, n }));
    for (size_t i = 0; i < COUNT(marks); i++)
        if (try_rule(&x, marks[i], &found))
            return found.text;
    return trim_text(a, x.text);
}
