/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands behind the name of a question: a colon or "is", and its value.
 * Other words between make it a sentence about the question, which counts for
 * less: it may tell a condition again.
 */
#include "base/ascii.h"
#include "evolve/measure/told_int.h"

#include <string.h>

#define LISTED(word, list) \
 told_listed(word, list, sizeof(list) / sizeof *(list))

/* Words that give a value, and those that may stand around them. */
static const char *const giving[] = {
    "is",     "are",     "was",   "equals", "equal",  "be",     "get",
    "gives",  "gave",    "found", "find",   "have",   "obtain", "yields",
    "comes",  "becomes", "as",    "costs",  "cost",   "has",    "makes",
    "totals", "worth",   "got",   "give",   "weighs", "had"
};
static const char *const filling[] = {
    "the",      "answer",  "result", "value",
    "solution", "final",   "so",     "therefore",
    "thus",     "hence",   "we",     "that",
    "this",     "it",      "a",      "an",
    "about",    "exactly", "simply", "just",
    "our",      "correct", "to",     "now",
    "should",   "must",    "will",   "approximately",
    "out",      "then",    "which",  "indeed",
    "still",    "again",   "only",   "usd",
    "rs",       "eur",     "s",      "actually",
    "instead",  "would",   "asked"
};

static char at(struct told_text t, size_t i)
{
    return i < t.n ? t.s[i] : '\0';
}

bool told_box(struct told_text t, size_t i, size_t *from, size_t *to,
              size_t *end)
{
    size_t depth = 1, start;

    if (!told_starts(t, i, "\\boxed"))
        return false;
    i = told_blanks(t, i + 6);
    if (is_digit(at(t, i)) || at(t, i) != '{') { /* \boxed 5 */
        *from = i;
        *to = *end = told_number(t, i);
        return *end != 0;
    }
    start = *from = i + 1;
    for (i = start; i < t.n && i - start < 4 * TOLD_LOOK; i++) {
        depth += t.s[i] == '{';
        depth -= t.s[i] == '}';
        if (depth == 0) {
            *to = i;
            *end = i + 1;
            return true;
        }
    }
    return false;
}

/* ---- behind a value ---- */

/* How sure is a value by what its clause goes on with? */
static enum told_tier tail_tier(struct told_text t, size_t i)
{
    static const char *const other[] = {
        "more",      "less",    "fewer",    "times",   "or",      "greater",
        "smaller",   "larger",  "higher",   "lower",   "january", "february",
        "march",     "april",   "may",      "june",    "july",    "august",
        "september", "october", "november", "december"
    };
    char word[TOLD_WORD];
    size_t words = 0, start = i;

    for (; i < t.n && i - start < TOLD_LOOK; i++) {
        if (strchr(",;()\n|\"<}", t.s[i]) ||
            (t.s[i] == '.' && !is_digit(at(t, i + 1))))
            break;
        if (is_digit(t.s[i]))
            return TIER_PHRASE;
        if (!is_letter(t.s[i]))
            continue;
        i += told_word(t, i, word);
        if (words == 0 && LISTED(word, other))
            return TIER_NONE;
        if (strcmp(word, "and") == 0)
            break;
        words++;
        while (is_letter(at(t, i)))
            i++;
        i--;
    }
    return words > 4 ? TIER_PHRASE : TIER_DIRECT;
}

/* ---- between name and value ---- */

struct reading {
    struct told_text t;
    size_t i, start;
    bool given;    /* a sign or word that gives a value stands right before */
    bool phrase;   /* words that say more */
    bool heading;  /* the name heads a passage */
    bool verb;     /* "is" gave it: what follows is the answer */
    bool variable; /* "x =" stands before the value, and no verb did */
    size_t newlines;
};

/* A remark in brackets behind the name, "(the lamp)". */
static bool skip_remark(struct reading *r)
{
    size_t k = r->i + 1;

    while (k < r->t.n && k - r->i < 100 && !is_digit(r->t.s[k]) &&
           !strchr(")\n(", r->t.s[k]))
        k++;
    if (at(r->t, k) != ')')
        return false;
    r->i = k + 1;
    return true;
}

/* "not 5 but 12": behind the "but". */
static bool skip_denied(struct reading *r)
{
    size_t start = r->i;
    char word[TOLD_WORD];

    for (; r->i < r->t.n && r->i - start < 40; r->i++) {
        if (strchr(".;\n", r->t.s[r->i]))
            return false;
        if (is_letter(r->t.s[r->i]) && !is_letter(r->t.s[r->i - 1]) &&
            told_word(r->t, r->i, word) && strcmp(word, "but") == 0) {
            r->i += 3;
            return true;
        }
    }
    return false;
}

static bool read_word(struct reading *r)
{
    static const char *const stops[] = { "question", "questions", "and",
                                         "or",       "problem",   "part" };
    char word[TOLD_WORD];
    size_t n = told_word(r->t, r->i, word), end;
    struct ratio x;

    if (n && LISTED(word, stops))
        return false;
    /* "twenty - five": a computation in words is not followed. */
    end = told_words(r->t, r->i, &x);
    end = end ? told_blanks(r->t, end) : 0;
    if (end && at(r->t, end) && strchr("+-*/", at(r->t, end)))
        return false;
    if (n && strcmp(word, "not") == 0)
        return skip_denied(r);
    if (n == 1 && at(r->t, told_blanks(r->t, r->i + 1)) == '=') {
        r->variable = r->phrase = r->phrase || !r->verb;
        r->given = false;
    } else if (n && LISTED(word, giving)) {
        r->given = r->verb = true;
    } else if (!n || !LISTED(word, filling)) {
        r->phrase = true;
        r->given = r->verb = false;
    }
    while (is_letter(at(r->t, r->i)))
        r->i++;
    return true;
}

static bool read_sign(struct reading *r)
{
    char c = r->t.s[r->i];

    switch (c) {
    case '\n':
        if (++r->newlines > 2 || r->phrase)
            return false;
        r->given = true;
        r->i = told_blanks(r->t, r->i + 1);
        while (r->i < r->t.n && strchr("#>", r->t.s[r->i]))
            r->i++;
        if (at(r->t, r->i) == '-' && at(r->t, r->i + 1) == ' ')
            r->i++;
        return true;
    case ':':
    case '=':
    case '|': r->given = true; break;
    case '-': /* a dash: a minus is read as part of its number */
        if (r->given)
            return false;
        r->given = true;
        break;
    case '.':
        if (r->i != r->start || !r->heading || !is_space(at(r->t, r->i + 1)))
            return false;
        r->given = true;
        break;
    case ')': /* "Q1) 12" */ r->given = r->given || r->i == r->start; break;
    case '(': return skip_remark(r);
    case ';':
    case '}':
    case '\\':
    case '<':
    case '?':
    case '!': return false;
    default: break;
    }
    r->i++;
    return true;
}

/* Is the rest of the line, up to another name, without numbers? */
static bool line_is_done(struct told_text t, size_t i)
{
    size_t start = i, end;
    enum told_who who;

    for (; i < t.n && t.s[i] != '\n' && i - start < TOLD_LOOK; i++) {
        if (is_digit(t.s[i]))
            return false;
        if (told_label(t, i, 2, &who, &end))
            return true;
    }
    return true;
}

static bool line_ends(struct told_text t, size_t i)
{
    i += at(t, i) == '.';
    i = told_blanks(t, i);
    return i >= t.n || t.s[i] == '\n' || t.s[i] == '}' || t.s[i] == ';';
}

/* Of a sentence about the question: its value, if it has no other number, and
 * what is set to a letter only where nothing else stands there. */
static enum told_tier phrase_tier(const struct reading *r, size_t end)
{
    if (r->newlines || !line_is_done(r->t, end) ||
        (r->variable && !line_ends(r->t, end)))
        return TIER_NONE;
    return TIER_PHRASE;
}

static bool take_value(struct reading *r, struct told_said *out)
{
    size_t end;

    if (told_box(r->t, r->i, &out->from, &out->to, &end)) {
        out->tier = TIER_BOX;
        out->box = true;
        return true;
    }
    if (at(r->t, r->i) == '(' && !r->given) { /* "question 1 (12)" */
        out->from = r->i + 1;
        out->to = told_number(r->t, r->i + 1);
        out->tier = TIER_PHRASE;
        return out->to && at(r->t, out->to) == ')';
    }
    if (!r->given || !told_value(r->t, r->i, &out->from, &out->to, &end))
        return false;
    out->tier = tail_tier(r->t, end);
    if (out->tier && r->phrase)
        out->tier = phrase_tier(r, end);
    return true;
}

struct told_said told_behind(struct told_text t, size_t end, bool heading)
{
    /* "####" and "<answer>" need no further sign. */
    bool given = end > 0 && strchr("#>", t.s[end - 1]) != NULL;
    struct reading r = {
        .t = t, .i = end, .start = end, .given = given, .heading = heading
    };
    struct told_said out = { 0 };

    while (r.i < t.n && r.i - end < TOLD_LOOK) {
        char c = t.s[r.i];

        if (take_value(&r, &out))
            return out;
        if (is_digit(c) || !(is_letter(c) ? read_word(&r) : read_sign(&r)))
            break;
    }
    return (struct told_said){ 0 };
}
