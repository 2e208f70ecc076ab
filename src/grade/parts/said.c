/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands behind the name of an asked value: a colon or "is", and the
 * value. Other words between make it a sentence about the question, which
 * counts for less: it may tell a condition again.
 */
#include "base/ascii.h"
#include "grade/parts/parts_int.h"
#include "text/lexicon.h"

bool said_box(struct span t, size_t i, struct place *out)
{
    struct span head;

    if (!span_at(t, i, "\\boxed"))
        return false;
    i = text_blanks(t, i + 6);
    if (span_byte(t, i) != '{') { /* \boxed 5 */
        size_t end = number_at(t, i);

        *out = (struct place){ i, end, end };
        return end != 0;
    }
    head = (struct span){ t.s, i + 4 * PARTS_LOOK };
    if (head.n > t.n)
        head.n = t.n;
    out->from = i + 1;
    out->end = span_braces(head, i);
    out->to = out->end - 1;
    return out->end != 0;
}

/* ---- behind a value ---- */

/* How sure is a value by what its clause goes on with? */
static enum part_tier tail_tier(struct span t, size_t i)
{
    static const char other[] =
        " more less fewer times or greater smaller larger higher lower ";
    size_t words = 0, start = i;
    struct span word;

    while (i < t.n && i - start < PARTS_LOOK) {
        if (one_of(t.s[i], ",;()\n|\"<}") ||
            (t.s[i] == '.' && !is_digit(span_byte(t, i + 1))))
            break;
        if (is_digit(t.s[i]))
            return PART_PHRASE;
        if (!is_letter(t.s[i])) {
            i++;
            continue;
        }
        word = text_word(t, i);
        if (words == 0 &&
            (text_listed(word, other) || word_is(word, WORD_MONTH)))
            return PART_NONE;
        if (span_is_fold(word, "and"))
            break;
        words++;
        i += word.n;
    }
    return words > 4 ? PART_PHRASE : PART_DIRECT;
}

/* ---- between name and value ---- */

#define LETTERS 4 /* of "x = y = z =": what comes behind more is no value */

struct reading {
    const struct asking *q;
    struct span t;
    size_t i, start;
    bool given;     /* a sign or word that gives a value stands right before */
    bool phrase;    /* words that say more */
    bool heading;   /* the name heads a passage */
    bool verb;      /* "is" gave it: what follows is the answer */
    bool variable;  /* "x =" stands before the value, and no verb did */
    size_t letters; /* how often a letter and "=" were passed */
    size_t newlines;
};

/* "not 5 but 12": behind the "but". */
static bool skip_denied(struct reading *r)
{
    size_t start = r->i;

    for (; r->i < r->t.n && r->i - start < 40; r->i++) {
        if (one_of(r->t.s[r->i], ".;\n"))
            return false;
        if (!is_letter(r->t.s[r->i - 1]) && text_word_in(r->t, r->i, " but ")) {
            r->i += 3;
            return true;
        }
    }
    return false;
}

static bool read_word(struct reading *r)
{
    struct span word = text_word(r->t, r->i);
    const struct lexeme *known = lexicon_find(word);
    struct ratio x;
    size_t end;

    if (text_listed(word, " question questions and or problem part "))
        return false;
    /* "twenty - five": a computation in words is not followed. */
    end = number_words(r->t, r->i, &x);
    if (end && one_of(span_byte(r->t, text_blanks(r->t, end)), "+-*/"))
        return false;
    if (span_is_fold(word, "not"))
        return skip_denied(r);
    if (word.n == 1 && span_byte(r->t, text_blanks(r->t, r->i + 1)) == '=') {
        if (++r->letters > LETTERS)
            return false;
        r->variable = r->phrase = r->phrase || !r->verb;
        r->given = false;
    } else if (lexeme_is(known, WORD_GIVING)) {
        r->given = r->verb = true;
    } else if (!lexeme_is(known, WORD_AROUND_GIVING)) {
        r->phrase = true;
        r->given = r->verb = false;
    }
    r->i += word.n;
    return true;
}

static bool read_newline(struct reading *r)
{
    if (++r->newlines > 2 || r->phrase)
        return false;
    r->given = true;
    r->i = text_blanks(r->t, r->i + 1);
    while (one_of(span_byte(r->t, r->i), "#>"))
        r->i++;
    r->i += span_at(r->t, r->i, "- ");
    return true;
}

static bool read_sign(struct reading *r)
{
    size_t remark;

    switch (r->t.s[r->i]) {
    case '\n': return read_newline(r);
    case ':':
    case '=':
    case '|': r->given = true; break;
    case '-': /* a dash: a minus is read as part of its number */
        if (r->given)
            return false;
        r->given = true;
        break;
    case '.':
        if (r->i != r->start || !r->heading ||
            !is_space(span_byte(r->t, r->i + 1)))
            return false;
        r->given = true;
        break;
    case ')': /* "Q1) 12" */ r->given = r->given || r->i == r->start; break;
    case '(':
        remark = text_remark(r->t, r->i);
        if (remark == r->i)
            return false;
        r->i = remark;
        return true;
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
static bool line_is_done(const struct asking *q, struct span t, size_t i)
{
    size_t start = i, who, end;

    for (; i < t.n && t.s[i] != '\n' && i - start < PARTS_LOOK; i++) {
        if (is_digit(t.s[i]))
            return false;
        if (label_read(q, t, i, &who, &end))
            return true;
    }
    return true;
}

static bool line_ends(struct span t, size_t i)
{
    i += span_byte(t, i) == '.';
    i = text_blanks(t, i);
    return i >= t.n || one_of(t.s[i], "\n};");
}

/* Of a sentence about the question: its value, if it has no other number, and
 * what is set to a letter only where nothing else stands there. */
static enum part_tier phrase_tier(const struct reading *r, size_t end)
{
    if (r->newlines || !line_is_done(r->q, r->t, end) ||
        (r->variable && !line_ends(r->t, end)))
        return PART_NONE;
    return PART_PHRASE;
}

static bool take_value(struct reading *r, struct said *out)
{
    if (said_box(r->t, r->i, &out->place)) {
        out->tier = PART_BOX;
        out->box = true;
        return true;
    }
    if (span_byte(r->t, r->i) == '(' && !r->given) { /* "question 1 (12)" */
        size_t to = number_at(r->t, r->i + 1);

        out->place = (struct place){ r->i + 1, to, to };
        out->tier = PART_PHRASE;
        return to && span_byte(r->t, to) == ')';
    }
    if (!r->given || !number_value(r->t, r->i, &out->place))
        return false;
    out->tier = tail_tier(r->t, out->place.end);
    if (out->tier && r->phrase)
        out->tier = phrase_tier(r, out->place.end);
    return true;
}

struct said said_read(const struct asking *q, struct span t, size_t end,
                      bool heading)
{
    struct reading r = { .q = q, .t = t, .i = end, .start = end };
    struct said out = { 0 };

    r.heading = heading;
    /* "####" and "<answer>" need no further sign. */
    r.given = end > 0 && one_of(t.s[end - 1], "#>");
    while (r.i < t.n && r.i - end < PARTS_LOOK) {
        char c = t.s[r.i];

        if (take_value(&r, &out))
            return out;
        if (is_digit(c) || !(is_letter(c) ? read_word(&r) : read_sign(&r)))
            break;
    }
    return (struct said){ 0 };
}
