/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/vec.h"
#include "grade/parts/parts_int.h"
#include "math/exact/exact.h"
#include "math/read/read.h"
#include "text/lexicon.h"
#include "text/pattern.h"

/*
 * What stands behind the name of an asked value: a colon or "is", and the
 * value. Other words between make it a sentence about the question, which
 * counts for less: it may tell a condition again.
 */

/* The box at `at`, and what it holds. */
static bool said_box(struct span t, size_t i, struct place *out)
{
    struct span head;

    if (!span_at(t, i, "\\boxed"))
        return false;
    i = text_blanks(t, i + 6);
    if (span_byte(t, i) != '{') { /* \boxed 5 */
        size_t end = parts_number_at(t, i);

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
        "more less fewer times or greater smaller larger higher lower";
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
            (span_among(word, other) || word_is(word, WORD_MONTH)))
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
        if (!is_letter(r->t.s[r->i - 1]) && text_word_in(r->t, r->i, "but")) {
            r->i += 3;
            return true;
        }
    }
    return false;
}

static bool parts_read_word(struct reading *r)
{
    struct span word = text_word(r->t, r->i);
    const struct lexeme *known = lexicon_find(word);
    struct ratio x;
    size_t end;

    if (span_among(word, "question questions and or problem part"))
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

static bool parts_read_sign(struct reading *r)
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
    return pattern_here(t, i, ".%?%[ \t]%*%(%$|%[\n};]%)");
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

static bool parts_take_value(struct reading *r, struct said *out)
{
    if (said_box(r->t, r->i, &out->place)) {
        out->tier = PART_BOX;
        out->box = true;
        return true;
    }
    if (span_byte(r->t, r->i) == '(' && !r->given) { /* "question 1 (12)" */
        size_t to = parts_number_at(r->t, r->i + 1);

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

static struct said said_read(const struct asking *q, struct span t, size_t end,
                             bool heading)
{
    struct reading r = { .q = q, .t = t, .i = end, .start = end };
    struct said out = { 0 };

    r.heading = heading;
    /* "####" and "<answer>" need no further sign. */
    r.given = end > 0 && one_of(t.s[end - 1], "#>");
    while (r.i < t.n && r.i - end < PARTS_LOOK) {
        char c = t.s[r.i];

        if (parts_take_value(&r, &out))
            return out;
        if (is_digit(c) ||
            !(is_letter(c) ? parts_read_word(&r) : parts_read_sign(&r)))
            break;
    }
    return (struct said){ 0 };
}

/*
 * Asked values that are no numbers: a set, an expression, an interval. The last
 * names of each are looked for in the reply as it was written, and what stands
 * behind one is read as a reply's own answer is read.
 */

#define NAMES_MOST 4 /* the last ones: each costs one more reading */
#define READ_MOST  ((size_t)1 << 14) /* bytes behind a name that are read */

struct name {
    size_t end, stop; /* behind the name, and where what it heads ends */
};

struct names {
    struct name last[NAMES_MOST];
    size_t n;
};

/* The names of all values; `behind` is the line of the last one that heads a
 * passage of a value other than the final one. */
struct directory {
    struct names of[LIMIT_KEYS];
    size_t behind;
};

static void parts_keep_name(struct names *l, struct name x)
{
    if (l->n == NAMES_MOST)
        memmove(l->last, l->last + 1, (NAMES_MOST - 1) * sizeof(*l->last));
    else
        l->n++;
    l->last[l->n - 1] = x;
}

/* Back from a name at `end` over what only leads to it: "... and for the",
 * ", \\text{", "(ii)". */
static size_t parts_back_lead(struct span t, size_t from, size_t end)
{
    static const char dress[] = "\\text{|\\textbf{|\\mathrm{|%[ ;,*$\n#-]";
    size_t i = end - from, n;

    t = span_cut(t, from, end);
    do {
        struct span word = text_word_before(t, i);

        n = span_among(word, "and the its is for in as when")
                ? word.n
                : pattern_before(t, i, dress);
        i -= n;
    } while (n);
    return from + i;
}

/* A name at i ends what was said of other values: a heading of any, another
 * mention of those that are not the final one. */
static void end_passages(const struct asking *q, struct span t,
                         struct directory *d, size_t who, bool heads, size_t i)
{
    for (size_t k = 0; k < q->n; k++) {
        struct names *l = &d->of[k];

        if (k != who && l->n && l->last[l->n - 1].stop > i &&
            (heads || k != q->last))
            l->last[l->n - 1].stop =
                parts_back_lead(t, l->last[l->n - 1].end, i);
    }
}

static void parts_find_names(const struct asking *q, struct span t,
                             struct directory *d)
{
    size_t i = 0, who, end;

    while (i < t.n) {
        if (!label_read(q, t, i, &who, &end)) {
            i = text_step(t, i);
            continue;
        }
        if (who <= WHO_OTHER && !label_is_use(t, i)) {
            bool heads = label_is_heading(t, i, end);

            end_passages(q, t, d, who, heads, i);
            if (heads && who != q->last)
                d->behind = span_index(t, end, '\n');
            if (who < q->n)
                parts_keep_name(&d->of[who], (struct name){ end, t.n });
        }
        i = end > i ? end : i + 1;
    }
}

/* ---- behind a name ---- */

/* The end of what is said there: of the line, of a box around it, or where
 * another question's turn comes. */
static size_t item_end(const struct asking *q, struct span t, size_t from)
{
    size_t depth = 0, i = from, who, end;

    for (; i < t.n && t.s[i] != '\n'; i++) {
        if (t.s[i] == '}' && depth-- == 0)
            break;
        depth += t.s[i] == '{';
        if (label_read(q, t, i, &who, &end))
            break;
    }
    return parts_back_lead(t, from, i);
}

static struct extracted parts_read_answer(struct arena *a, struct span t,
                                          size_t from, size_t to)
{
    static const struct extract_options inside = { .inside = true, .parts = 1 };

    if (from >= to)
        return (struct extracted){ .rule = EXTRACT_NONE };
    return extract_answer(a, t.s + from, to - from, &inside);
}

static bool is_set_off(const struct extracted *x)
{
    return x->rule >= EXTRACT_BOXED && x->rule <= EXTRACT_HASHES;
}

static void parts_offer(struct part_found *best, const struct extracted *x,
                        enum part_tier tier)
{
    if (x->rule != EXTRACT_NONE && tier >= best->tier)
        *best = (struct part_found){ tier, x->text };
}

/* A remark in brackets that says where the value holds, "($\\epsilon \\to
 * 0^+$)": where it ends; 0: there is none. */
static size_t limit_remark(struct span t, size_t i)
{
    size_t k = text_blanks(t, i),
           n = pattern_at(span_cut(t, 0, k + PARTS_LOOK), k, "(%[^)\n]%*)");

    return n && pattern_in(span_cut(t, k, k + n),
                           "%#\\to|\\ll|\\gg|\\rightarrow")
               ? k + n
               : 0;
}

/* Behind a name and what it says of itself: "small regime (...):". */
static size_t parts_behind_name(struct span t, size_t i)
{
    size_t k = text_blanks(t, i), remark;

    if (text_word_in(t, k, "regime limit case region"))
        i = text_step(t, k);
    k = i;
    k = span_skip(t, k, "*: ");
    remark = limit_remark(t, k);
    return text_skip_giving(t, remark ? remark : i, " \t\r\n:,*_=}\"");
}

static void parts_read_name(struct arena *a, const struct asking *q,
                            struct span t, struct name l,
                            struct part_found *best)
{
    struct extracted all, item;
    size_t from;

    if (l.stop - l.end > READ_MOST)
        l.stop = l.end + READ_MOST;
    t.n = l.stop;
    from = parts_behind_name(t, l.end);
    all = parts_read_answer(a, t, from, l.stop);
    if (is_set_off(&all)) {
        parts_offer(best, &all, PART_BOX);
        return;
    }
    item = parts_read_answer(a, t, from, item_end(q, t, from));
    if (item.rule == EXTRACT_WHOLE || item.declared)
        parts_offer(best, &item, PART_DIRECT);
    else
        parts_offer(best, &all, all.declared ? PART_DIRECT : PART_GUESS);
}

/* The others, from the reply as it was written. */
static void expression_find(struct arena *a, const struct asking *q,
                            struct span t, struct part_found *out)
{
    static const struct extract_options one = { .parts = 1 };
    struct directory d = { .behind = 0 };
    struct extracted all;

    parts_find_names(q, t, &d);
    for (size_t k = 0; k < q->n; k++) {
        if (q->parts[k].number)
            continue;
        out[k] = (struct part_found){ 0 };
        for (size_t i = 0; i < d.of[k].n; i++)
            parts_read_name(a, q, t, d.of[k].last[i], &out[k]);
        if (k != q->last || out[k].tier >= PART_DIRECT)
            continue;
        /* Without a name: what the reply ends with, behind other questions. */
        all = extract_answer(a, t.s + d.behind, t.n - d.behind, &one);
        parts_offer(&out[k], &all, all.declared ? PART_DIRECT : PART_GUESS);
    }
}

/*
 * The walk over a reply. Names of asked values open passages or are followed by
 * values; boxes belong to the name inside, before or behind them, or to the
 * passage that they stand in; rows of tables have a name and its value, or a
 * value below each name of their head. What is found for a value that is no
 * number is left to expression.c.
 */

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
    static const char cues[] =
        "wait actually correction mistake sorry revised corrected instead "
        "error wrong incorrect oops";
    size_t i = at > since + PARTS_LOOK ? at - PARTS_LOOK : since;

    for (; i < at; i++) {
        if (text_word_in(w->t, i, cues))
            return true;
        while (i < at && is_letter(w->t.s[i]))
            i++;
    }
    return false;
}

static void walk_offer(struct walk *w, size_t who, enum part_tier tier,
                       size_t at, struct place p)
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
        walk_offer(w, k, tier, i, places[k]);
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
        if (!span_among(word, "for is as the to answer of"))
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
        walk_offer(w, who, PART_BOX, p.from, p);
        return behind;
    }
    if (w->section == WHO_NOBODY)
        *(struct place *)vec_push(&w->boxes) = p;
    else
        walk_offer(w, w->section, PART_BOX, p.from, p);
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
            walk_offer(w, i, PART_BOX, boxes[m - k + i].from, boxes[m - k + i]);
    if (m && w->q->last < k) {
        const struct known *last = &w->known[w->q->last];
        struct place box = boxes[m - 1];

        if (last->found.tier < PART_BOX &&
            (last->found.tier < PART_DIRECT || box.from > last->at))
            walk_offer(w, w->q->last, PART_BOX, box.from, box);
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
        walk_offer(w, who, tier_in(w, at, s->tier), at, s->place);
        return s->place.to;
    }
    if (label_within(w->q, w->t, s->place.from, s->place.to))
        return end;
    if (!offer_list(w, (struct span){ w->t.s, s->place.to }, s->place.from,
                    PART_BOX))
        walk_offer(w, who, PART_BOX, at, s->place);
    return s->place.end;
}

/* In a box, behind a name: what is no plain number, "\sqrt{2}". */
static void parts_take_item(struct walk *w, size_t who, size_t at, size_t end)
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
        walk_offer(w, who, PART_BOX, at, (struct place){ from, to, to });
}

/* The name of all or of nobody, and the last of "(x, y) =", may have the list of
 * all values behind it. */
static bool parts_take_all(struct walk *w, size_t who, size_t at, size_t end)
{
    bool tuple =
        who < w->q->n && w->q->literal[who] && span_byte(w->t, end) == ')';

    return (who >= WHO_BARE || who == w->q->last || tuple) &&
           offer_list(w, w->t, text_skip_giving(w->t, end + tuple, " :=\"\n"),
                      tier_in(w, at, PART_DIRECT));
}

static size_t parts_take_label(struct walk *w, size_t who, size_t at,
                               size_t end)
{
    bool heading = label_is_heading(w->t, at, end);
    size_t of = who != WHO_BARE            ? who
                : w->section != WHO_NOBODY ? w->section
                                           : w->q->last;
    struct place before;
    struct said said;

    if (label_is_use(w->t, at))
        return end;
    if (parts_take_all(w, who, at, end) || who == WHO_ALL) {
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
        walk_offer(w, of, tier_in(w, at, PART_DIRECT), at, before);
    else if (at < w->box_end)
        parts_take_item(w, of, at, end);
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
        walk_offer(w, asking_numbered(w->q, number), PART_PHRASE, i, p);
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
        size_t to = span_index(row, from, '|');
        struct span cell = { row.s, to };
        size_t i = text_blanks(cell, from);

        if (i < row.n) {
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
static bool parts_take_row(struct walk *w, struct span t, size_t i)
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
        walk_offer(w, c[0].who, PART_DIRECT, at, c[last].place);
    } else {
        for (size_t k = 0; k < n && k < w->n_columns; k++)
            if (c[k].value)
                walk_offer(w, w->column[k], PART_DIRECT, at, c[k].place);
    }
    return true;
}

/* ---- the whole ---- */

static void parts_walk(struct walk *w)
{
    size_t i = 0, who, end;
    size_t line = 0; /* where the next line begins */
    struct place box;

    while (i < w->t.n) {
        if (i >= line) {
            struct span row = { w->t.s, span_index(w->t, i, '\n') };
            bool start = i == 0 || w->t.s[i - 1] == '\n';

            line = row.n + (row.n < w->t.n);
            if (start && parts_take_row(w, row, i)) {
                i = line;
                continue;
            }
            if (start)
                take_numbered(w, row, i);
        }
        if (said_box(w->t, i, &box)) {
            i = take_box(w, box);
        } else if (label_read(w->q, w->t, i, &who, &end)) {
            i = parts_take_label(w, who, i, end);
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
static bool parts_in_words(const struct walk *w, const char *text, size_t from,
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

/* Is what was found in the passage one number beyond doubt? */
static bool is_certain(const struct walk *w, const char *text, size_t from,
                       size_t to)
{
    struct span passage = span_cut(w->t, 0, to);
    size_t n = strlen(text), i = span_find(passage, from, text);

    if (i == passage.n)
        return !tells_all(w, from, to) && parts_in_words(w, text, from, to);
    if (!number_is_certain((struct span){ text, n }))
        return false;
    /* A reply that is nothing else may be two answers. */
    return !pattern_in(span_of(text), "%d %d") || /* "1 250" */
           (number_begins(w->t, i) && !(i == 0 && n + 1 >= w->t.n));
}

static void parts_guess(struct walk *w, size_t who, size_t from, size_t to)
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
        parts_guess(w, i, w->known[i].section_at, w->known[i].section_end);
    if (last < w->q->n)
        parts_guess(w, last, behind ? behind : passage, w->t.n);
}

/* Numbers among the asked values of a clean text. */
static void walk_find(struct arena *a, const struct asking *q, struct span t,
                      struct part_found *out)
{
    struct walk w = { .arena = a, .q = q, .t = t, .section = WHO_NOBODY };

    w.known = arena_array(a, struct known, q->n);
    w.boxes = vec_in(a, sizeof(struct place));
    parts_walk(&w);
    take_boxes(&w);
    take_whole(&w);
    guess_all(&w);
    for (size_t i = 0; i < q->n; i++)
        out[i] = w.known[i].found;
}

/*
 * What the judge asks of a reply with several values: where each of them is
 * given, and what number it is.
 */

void parts_locate(struct arena *a, const char *reply, size_t n,
                  const struct part_asked *asked, size_t k,
                  struct part_found *out)
{
    struct span t = { reply, n };
    struct asking q;

    for (size_t i = 0; i < k; i++)
        out[i] = (struct part_found){ 0 };
    if (n > LIMIT_REPLY_BYTES || !think_skip(t, &t))
        return;
    asking_make(&q, asked, k);
    walk_find(a, &q, text_clean(a, t), out);
    if (!q.all_numbers)
        expression_find(a, &q, t, out);
}

const char *parts_bare(struct arena *a, const char *text)
{
    struct span t = span_of(text), word;
    size_t end = parts_number_at(t, 0), i;

    if (!end || t.s[end - 1] == '%')
        return text;
    for (i = text_blanks(t, end); i < t.n; i++) {
        if (t.s[i] == ' ' || (t.s[i] == '.' && i + 1 == t.n))
            continue;
        word = text_word(t, i);
        if (!word.n || number_multiplier(word) || span_is_fold(word, "percent"))
            return text;
        i += word.n - 1;
    }
    return arena_strndup(a, text, end);
}

static const char *exact_value(struct arena *a, const char *text, size_t n)
{
    struct work w = { 0, LIMIT_WORK / 100, NULL };
    const struct expr *x;
    const char *out = NULL;
    struct err e;
    fmpq_t q;

    if (!read_expr(a, text, n, NULL, &x, &e))
        return NULL;
    fmpq_init(q);
    if (exact_rational(q, x, &w) == EXACT_VALUE &&
        fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)) <= 4096) {
        char *s = fmpq_get_str(NULL, 10, q);

        out = arena_strdup(a, s);
        flint_free(s);
    }
    fmpq_clear(q);
    return out;
}

const char *parts_value(struct arena *a, const char *text)
{
    struct span t = text_clean(a, span_of(text));
    size_t start = 0, end;
    const char *out;

    if (t.n > PARTS_LOOK)
        return NULL;
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '=')
            start = i + 1;
    start = text_blanks(t, start);
    out = exact_value(a, t.s + start, t.n - start);
    if (out)
        return out;
    /* "12 dollars": the number, and words that are no mathematics. */
    end = parts_number_at(t, start);
    return end && !number_goes_on(t, text_blanks(t, end)) &&
                   !number_runs_on(t, end)
               ? exact_value(a, t.s + start, end - start)
               : NULL;
}
