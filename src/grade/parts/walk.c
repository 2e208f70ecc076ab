/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk over a reply. Names of asked values open passages or are followed by
 * values; boxes belong to the name inside, before or behind them, or to the
 * passage that they stand in; rows of tables have a name and its value, or a
 * value below each name of their head. What is found for a value that is no
 * number is left to expression.c.
 */
#include "base/ascii.h"
#include "base/vec.h"
#include "grade/parts/parts_int.h"

#define SHORT_REPLY ((size_t)200)
#define COLUMNS     16

/* What is known of one asked value. */
struct known {
    struct part_found found;
    size_t at, to;                  /* where it was said */
    size_t section_at, section_end; /* its passage; none: both 0 */
};

struct walk {
    struct arena *arena;
    const struct asking *q;
    struct span t;
    struct known *known;    /* [asked value] */
    size_t section;         /* whose passage is read */
    size_t box_end;         /* of the box whose names are read now */
    struct vec boxes;       /* places of those without a name */
    size_t column[COLUMNS]; /* whose values stand there, by a table's head */
    size_t n_columns;
};

/* ---- what is known ---- */

/* Is something taken back shortly before `at`, and behind `since`? */
static bool is_corrected(const struct walk *w, size_t since, size_t at)
{
    static const char cues[] = " wait actually correction mistake sorry "
                               "revised corrected instead error wrong "
                               "incorrect oops ";
    size_t i = at > since + PARTS_LOOK ? at - PARTS_LOOK : since;

    for (; i < at; i++) {
        if (text_word_in(w->t, i, cues))
            return true;
        while (i < at && is_letter(w->t.s[i]))
            i++;
    }
    return false;
}

static void offer(struct walk *w, size_t who, enum part_tier tier, size_t at,
                  struct place p)
{
    struct known *k = &w->known[who < w->q->n ? who : 0];

    while (p.from < p.to && is_space(w->t.s[p.from]))
        p.from++;
    while (p.to > p.from && is_space(w->t.s[p.to - 1]))
        p.to--;
    if (who >= w->q->n || p.from >= p.to)
        return;
    if (tier < k->found.tier) {
        if (tier < PART_DIRECT || !is_corrected(w, k->at, at))
            return;
        tier = k->found.tier;
    }
    k->found.tier = tier;
    k->found.text = number_digits(
        w->arena, arena_strndup(w->arena, w->t.s + p.from, p.to - p.from));
    k->at = at;
    k->to = p.to;
}

static void set_section(struct walk *w, size_t who, size_t at)
{
    if (w->section < w->q->n)
        w->known[w->section].section_end = at;
    w->section = who;
    if (who < w->q->n)
        w->known[who].section_at = w->known[who].section_end = at;
}

/* "12; 7": the values of all questions in order. */
static bool offer_list(struct walk *w, struct span t, size_t i,
                       enum part_tier tier)
{
    struct place places[LIMIT_KEYS];

    /* A tuple or a set would look like such a list. */
    if (!w->q->all_numbers || !number_list(t, i, w->q->n, places))
        return false;
    for (size_t k = 0; k < w->q->n; k++)
        offer(w, k, tier, i, places[k]);
    return true;
}

/* ---- boxes ---- */

/* The name right behind a box: "(question 1)", "for question 1". */
static bool name_behind(const struct walk *w, size_t i, size_t *who,
                        size_t *end)
{
    struct span word;
    bool link = false;

    for (;;) {
        for (; one_of(span_byte(w->t, i), " ("); i++)
            link = link || w->t.s[i] == '(';
        if (link && label_read(w->q, w->t, i, who, end) && *who <= WHO_OTHER)
            return true;
        word = text_word(w->t, i);
        i += word.n;
        if (!text_listed(word, " for is as the to answer of "))
            return false;
        link = true;
    }
}

static size_t take_box(struct walk *w, struct place p)
{
    size_t who, behind;

    if (label_within(w->q, w->t, p.from, p.to)) {
        w->box_end = p.to;
        return p.from;
    }
    if (offer_list(w, (struct span){ w->t.s, p.to }, p.from, PART_BOX))
        return p.end;
    if (name_behind(w, p.end, &who, &behind)) {
        offer(w, who, PART_BOX, p.from, p);
        return behind;
    }
    if (w->section == WHO_NOBODY)
        *(struct place *)vec_push(&w->boxes) = p;
    else
        offer(w, w->section, PART_BOX, p.from, p);
    return p.end;
}

static bool same_box(const struct walk *w, struct place x, struct place y)
{
    return x.to - x.from == y.to - y.from &&
           memcmp(w->t.s + x.from, w->t.s + y.from, x.to - x.from) == 0;
}

/* Boxes without any name: one for each question, in order (perhaps once more
 * at the end); else the last is the final answer. */
static void take_boxes(struct walk *w)
{
    const struct place *boxes = w->boxes.items;
    size_t m = w->boxes.n, k = w->q->n;
    bool all = m >= k && m % k == 0;

    for (size_t i = 0; all && m > k && i < k; i++)
        all = same_box(w, boxes[m - k + i], boxes[m - 2 * k + i]);
    for (size_t i = 0; all && i < k; i++)
        if (i != w->q->last && w->known[i].found.tier < PART_DIRECT)
            offer(w, i, PART_BOX, boxes[m - k + i].from, boxes[m - k + i]);
    if (m && w->q->last < k) {
        const struct known *last = &w->known[w->q->last];
        struct place box = boxes[m - 1];

        if (last->found.tier < PART_BOX &&
            (last->found.tier < PART_DIRECT || box.from > last->at))
            offer(w, w->q->last, PART_BOX, box.from, box);
    }
}

/* ---- names ---- */

static enum part_tier tier_in(const struct walk *w, size_t at,
                              enum part_tier tier)
{
    return at < w->box_end ? PART_BOX : tier;
}

/* A value was said behind the name: where the walk goes on. */
static size_t take_said(struct walk *w, size_t who, const struct said *s,
                        size_t at, size_t end)
{
    if (!s->box) {
        offer(w, who, tier_in(w, at, s->tier), at, s->place);
        return s->place.to;
    }
    if (label_within(w->q, w->t, s->place.from, s->place.to))
        return end;
    if (!offer_list(w, (struct span){ w->t.s, s->place.to }, s->place.from,
                    PART_BOX))
        offer(w, who, PART_BOX, at, s->place);
    return s->place.end;
}

/* In a box, behind a name: what is no plain number, "\sqrt{2}". */
static void take_item(struct walk *w, size_t who, size_t at, size_t end)
{
    struct span box = { w->t.s, w->box_end };
    size_t from = text_skip_giving(box, end, " :=\"\n"), to = from, next, other;
    bool telling = false;

    if (from == end)
        return;
    for (; to < box.n && w->t.s[to] != ';' &&
           !label_read(w->q, box, to, &next, &other);
         to++)
        telling = telling || is_digit(w->t.s[to]) || w->t.s[to] == '\\';
    while (to > from && one_of(w->t.s[to - 1], " ,"))
        to--;
    if (telling)
        offer(w, who, PART_BOX, at, (struct place){ from, to, to });
}

/* The name of all or of nobody, and the last of "(x, y) =", may have the list of
 * all values behind it. */
static bool take_all(struct walk *w, size_t who, size_t at, size_t end)
{
    bool tuple =
        who < w->q->n && w->q->literal[who] && span_byte(w->t, end) == ')';

    return (who >= WHO_BARE || who == w->q->last || tuple) &&
           offer_list(w, w->t, text_skip_giving(w->t, end + tuple, " :=\"\n"),
                      tier_in(w, at, PART_DIRECT));
}

static size_t take_label(struct walk *w, size_t who, size_t at, size_t end)
{
    bool heading = label_is_heading(w->t, at, end);
    size_t of = who != WHO_BARE            ? who
                : w->section != WHO_NOBODY ? w->section
                                           : w->q->last;
    struct place before;
    struct said said;

    if (label_is_use(w->t, at))
        return end;
    if (take_all(w, who, at, end) || who == WHO_ALL) {
        if (heading)
            set_section(w, WHO_NOBODY, at);
        return end;
    }
    said = said_read(w->q, w->t, end, heading);
    if (heading && who != WHO_BARE)
        set_section(w, said.tier >= PART_DIRECT ? WHO_NOBODY : who, at);
    if (said.tier)
        return take_said(w, of, &said, at, end);
    if (who != WHO_BARE && label_value_before(w->t, at, &before))
        offer(w, of, tier_in(w, at, PART_DIRECT), at, before);
    else if (at < w->box_end)
        take_item(w, of, at, end);
    return end;
}

/* ---- lines ---- */

/* The number of an item at i, "(1)", "2.", "3": where it ends; 0: none. */
static size_t item_number(struct span t, size_t i, size_t *number)
{
    bool bracket = span_byte(t, i) == '(';
    size_t k = i + bracket;

    for (*number = 0; is_digit(span_byte(t, k)) && k - i < 3; k++)
        *number = 10 * *number + (size_t)(t.s[k] - '0');
    return k > i + bracket && *number ? k : 0;
}

/* "(1) 12", "2. 7" as a line of its own, which ends where t does. */
static void take_numbered(struct walk *w, struct span t, size_t i)
{
    size_t number, k = item_number(t, text_blanks(t, i), &number), end;
    struct place p;

    if (!k || !one_of(span_byte(t, k), ".)") || is_digit(span_byte(t, k + 1)))
        return;
    k = text_blanks(t, k + 1);
    if (!said_box(t, k, &p) && !number_value(t, k, &p))
        return;
    end = text_blanks(t, p.end);
    end += span_byte(t, end) == '.';
    if (text_blanks(t, end) == t.n)
        offer(w, asking_numbered(w->q, number), PART_PHRASE, i, p);
}

struct cell_read {
    size_t who; /* whose name fills the cell; WHO_NOBODY: nobody's */
    bool value;
    struct place place;
};

/* The name that fills the cell at i, which ends where t does: "1", "(2)", "Q1",
 * "Final answer". */
static size_t cell_name(const struct walk *w, struct span t, size_t i)
{
    size_t who, end, number;

    if (label_read(w->q, t, i, &who, &end)) {
        end = text_blanks(t, end);
        return end == t.n || one_of(t.s[end], "(:|") ? who : WHO_NOBODY;
    }
    if (span_at_fold(t, i, "final"))
        return text_blanks(t, i + 5) == t.n ? w->q->last : WHO_NOBODY;
    for (size_t k = 0; k < w->q->n; k++) {
        end = i + strlen(w->q->parts[k].name); /* "x" */
        if (span_at(t, i, w->q->parts[k].name) && text_blanks(t, end) == t.n)
            return k;
    }
    end = item_number(t, i, &number);
    while (end && one_of(span_byte(t, end), ".) "))
        end++;
    who = end == t.n ? asking_numbered(w->q, number) : WHO_OTHER;
    return who == WHO_OTHER ? WHO_NOBODY : who;
}

static size_t read_cells(const struct walk *w, struct span row, size_t from,
                         struct cell_read c[COLUMNS])
{
    size_t n = 0;

    while (from < row.n && n < COLUMNS) {
        const char *bar = memchr(row.s + from, '|', row.n - from);
        size_t to = bar ? (size_t)(bar - row.s) : row.n;
        struct span cell = { row.s, to };
        size_t i = text_blanks(cell, from);

        if (bar || i < row.n) {
            c[n].who = cell_name(w, cell, i);
            c[n].value = said_box(cell, i, &c[n].place) ||
                         number_value(cell, i, &c[n].place);
            n++;
        }
        from = to + 1;
    }
    return n;
}

/* Is the line at i a row of a table, which ends where t does? Then it is
 * taken. */
static bool take_row(struct walk *w, struct span t, size_t i)
{
    struct cell_read c[COLUMNS];
    size_t at = text_blanks(t, i), names = 0, last = 0, n;

    if (span_byte(t, at) != '|') {
        w->n_columns = 0;
        return false;
    }
    n = read_cells(w, t, at + 1, c);
    for (size_t k = 0; k < n; k++) {
        names += c[k].who != WHO_NOBODY && !c[k].value;
        if (k > 0 && c[k].value)
            last = k;
    }
    if (names >= 2 && last == 0) {
        w->n_columns = n;
        for (size_t k = 0; k < n; k++)
            w->column[k] = c[k].who;
    } else if (last && c[0].who != WHO_NOBODY &&
               !(w->n_columns && w->column[0] < w->q->n)) {
        offer(w, c[0].who, PART_DIRECT, at, c[last].place);
    } else {
        for (size_t k = 0; k < n && k < w->n_columns; k++)
            if (c[k].value)
                offer(w, w->column[k], PART_DIRECT, at, c[k].place);
    }
    return true;
}

/* ---- the whole ---- */

static void walk(struct walk *w)
{
    size_t i = 0, who, end;
    size_t line = 0; /* where the next line begins */
    struct place box;

    while (i < w->t.n) {
        if (i >= line) {
            struct span row = { w->t.s, text_line_end(w->t, i) };
            bool start = i == 0 || w->t.s[i - 1] == '\n';

            line = row.n + (row.n < w->t.n);
            if (start && take_row(w, row, i)) {
                i = line;
                continue;
            }
            if (start)
                take_numbered(w, row, i);
        }
        if (said_box(w->t, i, &box)) {
            i = take_box(w, box);
        } else if (label_read(w->q, w->t, i, &who, &end)) {
            i = take_label(w, who, i, end);
        } else {
            i = text_step(w->t, i);
        }
    }
    set_section(w, WHO_NOBODY, w->t.n);
}

/* A short reply of nothing but the values, perhaps one a line. */
static void take_whole(struct walk *w)
{
    size_t n = w->t.n;
    char *s;

    for (size_t i = 0; i < w->q->n; i++)
        if (w->known[i].found.tier)
            return;
    if (n > SHORT_REPLY)
        return;
    s = arena_strndup(w->arena, w->t.s, n);
    while (n > 0 && is_space(s[n - 1]))
        s[--n] = '\0';
    for (size_t i = 0; i < n; i++)
        if (s[i] == '\n')
            s[i] = ';';
    w->t = (struct span){ s, n };
    (void)offer_list(w, w->t, 0, PART_DIRECT);
}

/* ---- guesses ---- */

/* Does the passage tell all answers together? A number of it is then one of
 * them, or two: "Answers: one hundred and five". */
static bool tells_all(const struct walk *w, size_t from, size_t to)
{
    struct span t = { w->t.s, to };
    size_t who, end;

    for (size_t i = from; i < to; i++)
        if (label_read(w->q, t, i, &who, &end) && who == WHO_ALL)
            return true;
    return false;
}

/* Is that value told in words there, by the rules of values in words? */
static bool in_words(const struct walk *w, const char *text, size_t from,
                     size_t to)
{
    struct span t = { w->t.s, to };
    size_t n = strspn(text, "-/0123456789"); /* "12 dollars" */
    struct ratio x, y;

    if (!ratio_read(&y, text, n))
        return false;
    for (size_t i = from; i < to; i++)
        if (number_words_value(t, i) && number_words(t, i, &x) &&
            ratio_equal(x, y))
            return true;
    return false;
}

/* "1 250", with a blank */
static bool has_group(const char *text)
{
    for (const char *p = text; (p = strchr(p, ' ')); p++)
        if (p > text && is_digit(p[-1]) && is_digit(p[1]))
            return true;
    return false;
}

/* Is what was found in the passage one number beyond doubt? */
static bool is_certain(const struct walk *w, const char *text, size_t from,
                       size_t to)
{
    struct span passage = span_cut(w->t, 0, to);
    size_t n = strlen(text), i = span_find(passage, from, text);

    if (i == passage.n)
        return !tells_all(w, from, to) && in_words(w, text, from, to);
    if (!number_is_certain((struct span){ text, n }))
        return false;
    /* A reply that is nothing else may be two answers. */
    return !has_group(text) ||
           (number_begins(w->t, i) && !(i == 0 && n + 1 >= w->t.n));
}

static void guess(struct walk *w, size_t who, size_t from, size_t to)
{
    static const struct extract_options inside = { .inside = true };
    struct part_found *found = &w->known[who].found;
    struct extracted x;
    size_t name, end;

    if (found->tier || from >= to || !w->q->parts[who].number)
        return;
    /* The digit of "Question 1" as a heading is none of the passage's. */
    if (label_read(w->q, w->t, from, &name, &end) && end < to &&
        w->t.s[end] == '\n')
        from = end;
    x = extract_answer(w->arena, w->t.s + from, to - from, &inside);
    if (x.rule == EXTRACT_NONE)
        return;
    x.text = number_digits(w->arena, x.text);
    if (strpbrk(x.text, "0123456789") && is_certain(w, x.text, from, to))
        *found = (struct part_found){ PART_GUESS, x.text };
}

/* The last numbers of passages; and without a name, of what the reply ends
 * with, behind the other questions. */
static void guess_all(struct walk *w)
{
    size_t behind = 0, passage = 0, last = w->q->last;

    for (size_t i = 0; i < w->q->n; i++) {
        struct known *k = &w->known[i];

        if (i != last && k->found.tier && k->to > behind)
            behind = k->to;
        if (i != last && k->section_end > passage)
            passage = k->section_end;
    }
    for (size_t i = 0; i < w->q->n; i++)
        guess(w, i, w->known[i].section_at, w->known[i].section_end);
    if (last < w->q->n)
        guess(w, last, behind ? behind : passage, w->t.n);
}

void walk_find(struct arena *a, const struct asking *q, struct span t,
               struct part_found *out)
{
    struct walk w = { .arena = a, .q = q, .t = t, .section = WHO_NOBODY };

    w.known = arena_array(a, struct known, q->n);
    w.boxes = vec_in(a, sizeof(struct place));
    walk(&w);
    take_boxes(&w);
    take_whole(&w);
    guess_all(&w);
    for (size_t i = 0; i < q->n; i++)
        out[i] = w.known[i].found;
}
