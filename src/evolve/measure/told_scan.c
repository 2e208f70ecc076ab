/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk over a reply. Names of questions open passages or are followed by
 * values; boxes belong to the name inside, before or behind them, or to the
 * passage that they stand in. Of what is said of a question, the surest counts,
 * and of equally sure statements the last: models correct themselves.
 */
#include "base/ascii.h"
#include "evolve/measure/told_int.h"
#include "grade/extract/extract.h"

#include <string.h>

#define SHORT_REPLY ((size_t)200)
#define MOST_PARTS  ((size_t)16)

/* ---- what is known of a question ---- */

/* Is something taken back shortly before `at`, and behind `since`? */
static bool is_corrected(const struct told_walk *w, size_t since, size_t at)
{
    static const char *const cues[] = { "wait",      "actually",  "correction",
                                        "mistake",   "sorry",     "revised",
                                        "corrected", "instead",   "error",
                                        "wrong",     "incorrect", "oops" };
    char word[TOLD_WORD];
    size_t i = at > since + TOLD_LOOK ? at - TOLD_LOOK : since;

    while (i < at) {
        size_t n = is_letter(w->t.s[i]) ? told_word(w->t, i, word) : 0;

        if (n && told_listed(word, cues, sizeof(cues) / sizeof *cues))
            return true;
        while (i < at && is_letter(w->t.s[i]))
            i++;
        i++;
    }
    return false;
}

void told_offer(struct told_walk *w, enum told_who who, enum told_tier tier,
                size_t at, size_t from, size_t to)
{
    struct told_found *best;

    if (who != TOLD_FIRST && who != TOLD_FINAL)
        return;
    best = &w->best[who];
    while (from < to && is_space(w->t.s[from]))
        from++;
    while (to > from && is_space(w->t.s[to - 1]))
        to--;
    if (from >= to)
        return;
    if (tier < best->tier) {
        if (tier < TIER_DIRECT || !is_corrected(w, w->at[who], at))
            return;
        tier = best->tier;
    }
    best->tier = tier;
    best->text = told_digits(w->arena,
                             arena_strndup(w->arena, w->t.s + from, to - from));
    w->at[who] = at;
    w->end[who] = to;
}

static void set_section(struct told_walk *w, enum told_who who, size_t at)
{
    if (w->section == TOLD_FIRST || w->section == TOLD_FINAL)
        w->section_end[w->section] = at;
    w->section = who;
    if (who == TOLD_FIRST || who == TOLD_FINAL)
        w->section_at[who] = w->section_end[who] = at;
}

/* ---- lists of all answers ---- */

/* "12; 7": the values of all questions in order. */
static bool offer_list(struct told_walk *w, struct told_text t, size_t i,
                       enum told_tier tier)
{
    size_t from[MOST_PARTS], to[MOST_PARTS], k = w->parts;

    /* A tuple or a set would look like such a list. */
    if (!w->numbers || k > MOST_PARTS || !told_list(t, i, k, from, to))
        return false;
    told_offer(w, TOLD_FIRST, tier, i, from[0], to[0]);
    told_offer(w, TOLD_FINAL, tier, i, from[k - 1], to[k - 1]);
    return true;
}

static size_t skip_giving(struct told_text t, size_t i)
{
    char word[TOLD_WORD];
    size_t start = i;

    while (i < t.n && i - start < 40) {
        size_t n = told_word(t, i, word);

        if (n && (strcmp(word, "are") == 0 || strcmp(word, "is") == 0))
            i += n;
        else if (strchr(" :=\"\n", t.s[i]))
            i++;
        else
            break;
    }
    return i;
}

/* ---- boxes ---- */

static bool has_names(const struct told_walk *w, size_t from, size_t to)
{
    struct told_text t = { w->t.s, to };
    enum told_who who;
    size_t end;

    for (size_t i = from; i < to; i++)
        if (told_label(t, i, w->parts, &who, &end) && who <= TOLD_OTHER)
            return true;
    return false;
}

/* The name right behind a box: "(question 1)", "for question 1". */
static bool name_behind(const struct told_walk *w, size_t i, enum told_who *who,
                        size_t *end)
{
    static const char *const leads[] = { "for", "is",     "as", "the",
                                         "to",  "answer", "of" };
    char word[TOLD_WORD];
    bool link = false;

    for (;;) {
        size_t n;

        for (; i < w->t.n && strchr(" (", w->t.s[i]); i++)
            link = link || w->t.s[i] == '(';
        if (link && told_label(w->t, i, w->parts, who, end) &&
            *who <= TOLD_OTHER)
            return true;
        n = told_word(w->t, i, word);
        if (!n || !told_listed(word, leads, sizeof(leads) / sizeof *leads))
            return false;
        link = true;
        i += n;
    }
}

static void keep_box(struct told_walk *w, size_t from, size_t to)
{
    if (w->n_boxes == w->cap_boxes) {
        size_t cap = 2 * w->cap_boxes + 8;
        size_t *more = arena_array(w->arena, size_t, 2 * cap);

        if (w->n_boxes)
            memcpy(more, w->boxes, w->n_boxes * 2 * sizeof(*more));
        w->boxes = more;
        w->cap_boxes = cap;
    }
    w->boxes[2 * w->n_boxes] = from;
    w->boxes[2 * w->n_boxes + 1] = to;
    w->n_boxes++;
}

static size_t take_box(struct told_walk *w, size_t from, size_t to, size_t end)
{
    struct told_text inside = { w->t.s, to };
    enum told_who who;
    size_t behind;

    if (has_names(w, from, to)) {
        w->box_end = to;
        return from;
    }
    if (offer_list(w, inside, from, TIER_BOX))
        return end;
    if (name_behind(w, end, &who, &behind)) {
        told_offer(w, who, TIER_BOX, from, from, to);
        return behind;
    }
    if (w->section == TOLD_NOBODY)
        keep_box(w, from, to);
    else
        told_offer(w, w->section, TIER_BOX, from, from, to);
    return end;
}

/* ---- names ---- */

static enum told_tier tier_in(const struct told_walk *w, size_t at,
                              enum told_tier tier)
{
    return at < w->box_end ? TIER_BOX : tier;
}

/* A value was said behind the name: where the walk goes on. */
static size_t take_said(struct told_walk *w, enum told_who who,
                        const struct told_said *s, size_t at, size_t end)
{
    size_t from, to, behind;

    if (!s->box) {
        told_offer(w, who, tier_in(w, at, s->tier), at, s->from, s->to);
        return s->to;
    }
    if (!told_box(w->t, s->from >= 7 ? s->from - 7 : 0, &from, &to, &behind))
        behind = s->to;
    if (has_names(w, s->from, s->to))
        return end;
    if (!offer_list(w, (struct told_text){ w->t.s, s->to }, s->from, TIER_BOX))
        told_offer(w, who, TIER_BOX, at, s->from, s->to);
    return behind > end ? behind : end;
}

/* In a box, behind a name: what is no plain number, "\sqrt{2}". */
static void take_item(struct told_walk *w, enum told_who who, size_t at,
                      size_t end)
{
    struct told_text box = { w->t.s, w->box_end };
    size_t from = skip_giving(box, end), to = from, other;
    enum told_who next;
    bool telling = false;

    if (from == end)
        return;
    for (; to < box.n && w->t.s[to] != ';' &&
           !told_label(box, to, w->parts, &next, &other);
         to++)
        telling = telling || is_digit(w->t.s[to]) || w->t.s[to] == '\\';
    if (telling)
        told_offer(w, who, TIER_BOX, at, from, to);
}

static size_t take_label(struct told_walk *w, enum told_who who, size_t at,
                         size_t end)
{
    bool heading = told_is_heading(w->t, at, end);
    enum told_who of = who == TOLD_BARE && w->section != TOLD_NOBODY
                           ? w->section
                       : who == TOLD_BARE ? TOLD_FINAL
                                          : who;
    struct told_said said;
    size_t from, to;

    if (told_is_use(w->t, at))
        return end;
    if (who >= TOLD_BARE || who == TOLD_FINAL)
        if (offer_list(w, w->t, skip_giving(w->t, end),
                       tier_in(w, at, TIER_DIRECT)))
            who = TOLD_ALL;
    if (who == TOLD_ALL) {
        if (heading)
            set_section(w, TOLD_NOBODY, at);
        return end;
    }
    said = told_behind(w->t, end, heading);
    if (heading && who != TOLD_BARE)
        set_section(w, said.tier >= TIER_DIRECT ? TOLD_NOBODY : who, at);
    if (said.tier)
        return take_said(w, of, &said, at, end);
    if (who != TOLD_BARE && told_before(w->t, at, &from, &to))
        told_offer(w, of, tier_in(w, at, TIER_DIRECT), at, from, to);
    else if (at < w->box_end)
        take_item(w, of, at, end);
    return end;
}

/* "(1) 12", "2. 7" as a line of its own. */
static void take_numbered(struct told_walk *w, size_t i, size_t line_end)
{
    struct told_text line = { w->t.s, line_end };
    size_t k = told_blanks(line, i), number, from, to, end;

    k += k < line_end && w->t.s[k] == '(';
    if (k + 2 >= line_end || !is_digit(w->t.s[k]) ||
        !strchr(".)", w->t.s[k + 1]) || is_digit(w->t.s[k + 2]))
        return;
    number = (size_t)(w->t.s[k] - '0');
    k = told_blanks(line, k + 2);
    if (!told_box(line, k, &from, &to, &end) &&
        !told_value(line, k, &from, &to, &end))
        return;
    end = told_blanks(line, end);
    end += end < line_end && w->t.s[end] == '.';
    if (told_blanks(line, end) == line_end)
        told_offer(w,
                   number == 1          ? TOLD_FIRST
                   : number == w->parts ? TOLD_FINAL
                                        : TOLD_OTHER,
                   TIER_PHRASE, i, from, to);
}

/* ---- the whole ---- */

static void walk(struct told_walk *w)
{
    size_t i = 0, from, to, end;
    size_t line = 0; /* the next line that is to be looked at as one */
    enum told_who who;

    while (i < w->t.n) {
        if (i >= line) {
            const char *stop = memchr(w->t.s + i, '\n', w->t.n - i);
            bool start = i == 0 || w->t.s[i - 1] == '\n';

            line = stop ? (size_t)(stop - w->t.s) + 1 : w->t.n;
            if (start && told_table_row(w, i, stop ? line - 1 : line)) {
                i = line;
                continue;
            }
            if (start)
                take_numbered(w, i, stop ? line - 1 : line);
        }
        if (told_box(w->t, i, &from, &to, &end)) {
            i = take_box(w, from, to, end);
        } else if (told_label(w->t, i, w->parts, &who, &end)) {
            i = take_label(w, who, i, end);
        } else if (is_letter(w->t.s[i])) {
            while (i < w->t.n && is_letter(w->t.s[i]))
                i++;
        } else {
            i++;
        }
    }
    set_section(w, TOLD_NOBODY, w->t.n);
}

static bool same_box(const struct told_walk *w, size_t a, size_t b)
{
    const size_t *x = w->boxes + 2 * a, *y = w->boxes + 2 * b;

    return x[1] - x[0] == y[1] - y[0] &&
           memcmp(w->t.s + x[0], w->t.s + y[0], x[1] - x[0]) == 0;
}

/* Boxes without any name: one for each question, in order (perhaps once more
 * at the end); else the last is the final answer. */
static void take_boxes(struct told_walk *w)
{
    size_t m = w->n_boxes, k = w->parts;
    bool all = m == k;

    if (m == 0)
        return;
    if (m > k && m % k == 0) {
        all = true;
        for (size_t i = 0; i < k; i++)
            all = all && same_box(w, m - k + i, m - 2 * k + i);
    }
    if (all && w->best[TOLD_FIRST].tier < TIER_DIRECT) {
        const size_t *box = w->boxes + 2 * (m - k);

        told_offer(w, TOLD_FIRST, TIER_BOX, box[0], box[0], box[1]);
    }
    if (w->best[TOLD_FINAL].tier < TIER_BOX &&
        (w->best[TOLD_FINAL].tier < TIER_DIRECT ||
         w->boxes[2 * m - 2] > w->at[TOLD_FINAL]))
        told_offer(w, TOLD_FINAL, TIER_BOX, w->boxes[2 * m - 2],
                   w->boxes[2 * m - 2], w->boxes[2 * m - 1]);
}

/* A short reply of nothing but the values, perhaps one a line. */
static void take_whole(struct told_walk *w)
{
    size_t n = w->t.n;
    char *s;

    if (n > SHORT_REPLY || w->best[0].tier || w->best[1].tier)
        return;
    s = arena_strndup(w->arena, w->t.s, n);
    while (n > 0 && is_space(s[n - 1]))
        s[--n] = '\0';
    for (size_t i = 0; i < n; i++)
        if (s[i] == '\n')
            s[i] = ';';
    w->t = (struct told_text){ s, n };
    (void)offer_list(w, w->t, 0, TIER_DIRECT);
}

/* Does the passage tell all answers together? A number of it is then one of
 * them, or two: "Answers: one hundred and five". */
static bool tells_all(const struct told_walk *w, size_t from, size_t to)
{
    struct told_text t = { w->t.s, to };
    enum told_who who;
    size_t end;

    for (size_t i = from; i < to; i++)
        if (told_label(t, i, w->parts, &who, &end) && who == TOLD_ALL)
            return true;
    return false;
}

/* Is that value told in words there, by the rules of values in words? */
static bool in_words(const struct told_walk *w, const char *text, size_t from,
                     size_t to)
{
    struct told_text t = { w->t.s, to };
    size_t n = strspn(text, "-/0123456789"); /* "12 dollars" */
    struct ratio x, y;

    if (!ratio_read(&y, text, n))
        return false;
    for (size_t i = from; i < to; i++)
        if (told_words_value(t, i) && told_words(t, i, &x) && ratio_equal(x, y))
            return true;
    return false;
}

/* Is what was found in the passage one number beyond doubt? */
static bool is_certain(const struct told_walk *w, const char *text, size_t from,
                       size_t to)
{
    const char *place = strstr(w->t.s + from, text);
    size_t n = strlen(text), i;

    if (!place || (size_t)(place - w->t.s) + n > to)
        return !tells_all(w, from, to) && in_words(w, text, from, to);
    i = (size_t)(place - w->t.s);
    if (!told_is_certain((struct told_text){ text, n }))
        return false;
    if (!told_has_group(text))
        return true;
    /* A reply that is nothing else may be two answers. */
    return told_begins(w->t, i) && !(i == 0 && n + 1 >= w->t.n);
}

static void guess(struct told_walk *w, enum told_who who, size_t from,
                  size_t to)
{
    static const struct extract_options inside = { .inside = true };
    struct extracted x;
    enum told_who name;
    size_t end;

    if (w->best[who].tier || from >= to)
        return;
    /* The digit of "Question 1" as a heading is none of the passage's. */
    if (told_label(w->t, from, w->parts, &name, &end) && end < to &&
        w->t.s[end] == '\n')
        from = end;
    x = extract_answer(w->arena, w->t.s + from, to - from, &inside);
    if (x.rule == EXTRACT_NONE)
        return;
    x.text = told_digits(w->arena, x.text);
    if (!strpbrk(x.text, "0123456789") || !is_certain(w, x.text, from, to))
        return;
    w->best[who].text = x.text;
    w->best[who].tier = TIER_GUESS;
}

void told_scan(struct arena *a, struct told_text t, size_t parts, bool numbers,
               struct told_found out[2])
{
    struct told_walk w = { .arena = a,
                           .t = t,
                           .parts = parts,
                           .numbers = numbers,
                           .section = TOLD_NOBODY };
    bool told;

    walk(&w);
    take_boxes(&w);
    take_whole(&w);
    told = w.best[TOLD_FIRST].tier != TIER_NONE;
    guess(&w, TOLD_FIRST, w.section_at[0], w.section_end[0]);
    guess(&w, TOLD_FINAL, w.section_at[1], w.section_end[1]);
    /* Without a name: what the reply ends with, behind question 1. */
    guess(&w, TOLD_FINAL, told ? w.end[TOLD_FIRST] : w.section_end[TOLD_FIRST],
          w.t.n);
    out[0] = w.best[0];
    out[1] = w.best[1];
}
