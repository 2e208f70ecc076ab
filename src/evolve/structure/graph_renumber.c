/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/rng.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/slips.h"
#include "text/character.h"
#include "text/lexicon.h"
#include "text/numeral.h"

#include <string.h>

/*
 * The scanner of numbers: digits with commas, points and fractions, percents,
 * amounts, clock times, ordinals, and words. What is glued to letters on its
 * left (N_00, x2) is none.
 */

struct scan {
    struct span text;
    size_t at;
    struct number *out;
    size_t found; /* at most NUMBERS */
};

static char scan_byte(const struct scan *s, size_t i)
{
    return span_byte(s->text, i);
}

/* The length of the character at i if it belongs to a word. */
static size_t wordish(const struct scan *s, size_t i)
{
    return is_digit(scan_byte(s, i)) || scan_byte(s, i) == '_'
               ? 1
               : character_letter(s->text, i);
}

static struct number *scan_add(struct scan *s, size_t from, size_t n)
{
    struct number *x;

    if (s->found == NUMBERS)
        return NULL;
    x = &s->out[s->found++];
    *x = (struct number){ .at = from, .n = n, .scale = 1 };
    return x;
}

/* ---- digits ---- */

/* The end of the digits at i. */
static size_t scan_stop(const struct scan *s, size_t i)
{
    return i + span_digits(s->text, i);
}

static bool scan_value(const struct scan *s, size_t from, size_t end,
                       struct ratio *out)
{
    return ratio_read(out, s->text.s + from, end - from);
}

/* "12", "1,200", "2.50", ".5" from i on: the end; i itself if none. */
static size_t scan_numeral_end(const struct scan *s, size_t i, bool *commas,
                               int *places)
{
    size_t end = scan_stop(s, i);

    *commas = false;
    *places = 0;
    while (scan_byte(s, end) == ',' && scan_stop(s, end + 1) == end + 4 &&
           (*commas || (end > i && end - i <= 3))) {
        end += 4;
        *commas = true;
    }
    if (scan_byte(s, end) == '.' && is_digit(scan_byte(s, end + 1))) {
        size_t stop = scan_stop(s, end + 1);

        *places = (int)(stop - end - 1);
        end = stop;
    }
    return end;
}

/* A whole number directly at i: its end; 0 if none or too long. */
static size_t small_end(const struct scan *s, size_t i)
{
    size_t end = scan_stop(s, i);

    return end > i && end - i <= 6 && scan_byte(s, i) != '0' ? end : 0;
}

/* The parts of a fraction are two numbers. */
static size_t scan_add_fraction(struct scan *s, size_t from, size_t bar,
                                size_t end)
{
    struct number *x, *y;

    if (NUMBERS - s->found < 2)
        return end;
    x = scan_add(s, from, bar - from);
    y = scan_add(s, bar + 1, end - bar - 1);
    x->part = PART_ABOVE;
    y->part = PART_BELOW;
    if (!scan_value(s, from, bar, &x->value) ||
        !scan_value(s, bar + 1, end, &y->value))
        s->found -= 2;
    else if (x->value.p == 1)
        x->form = NUMBER_SET; /* 1/4 becomes 1/5 */
    if (graph_stays(y, y->value))
        x->form = y->form = NUMBER_SET;
    return end;
}

/* "3/4" from i on, the numeral's end being at `bar`. 9/11/2001 is none. */
static size_t scan_fraction_end(const struct scan *s, size_t i, size_t bar)
{
    size_t end = scan_byte(s, bar) == '/' ? small_end(s, bar + 1) : 0;

    if (!end || small_end(s, i) != bar || span_before_fold(s->text, i, "/") ||
        scan_byte(s, end) == '/' ||
        (scan_byte(s, end) == '.' && is_digit(scan_byte(s, end + 1))) ||
        (end - bar == 2 && scan_byte(s, bar + 1) == '1') ||
        is_letter(scan_byte(s, end)))
        return 0;
    return end;
}

/* Forms of more than one numeral that never change: "2 1/2", "5:30". Their
 * end, or 0. */
static size_t scan_add_set(struct scan *s, size_t from, size_t end)
{
    size_t top =
        scan_byte(s, end) == ' ' || scan_byte(s, end) == '-' ? end + 1 : 0;
    size_t bar = top ? small_end(s, top) : 0;
    size_t stop = bar ? scan_fraction_end(s, top, bar) : 0;
    struct ratio whole, part;
    struct number *x;

    if (scan_byte(s, end) == ':' && is_digit(scan_byte(s, end + 1))) {
        if (span_find(s->text, 0, "ratio") < s->text.n)
            return 0; /* 7:11 are two numbers then */
        stop = scan_stop(s, end + 1);
    } else if (!stop) {
        return 0;
    }
    x = scan_add(s, from, stop - from);
    if (!x)
        return stop;
    x->form = NUMBER_SET;
    if (!scan_value(s, from, end, &whole))
        s->found--;
    else if (scan_byte(s, end) == ':')
        x->value = whole;
    else if (!scan_value(s, top, stop, &part) ||
             !ratio_add(&x->value, whole, part))
        s->found--;
    return stop;
}

static bool is_ordinal(const struct scan *s, size_t end)
{
    static const char *const ends[] = { "st", "nd", "rd", "th" };

    for (size_t i = 0; i < 4; i++)
        if (span_at(s->text, end, ends[i]) && !is_letter(scan_byte(s, end + 2)))
            return true;
    return false;
}

/* The length of the dash at i. */
static size_t dash(const struct scan *s, size_t i)
{
    return scan_byte(s, i) == '-' ? 1 : character_is(s->text, i, CHAR_DASH);
}

/* "grades 4 - 7" is about more numbers than it prints: neither end may go. */
static bool scan_is_range(const struct scan *s, size_t from, size_t end)
{
    size_t n, i = from;

    end += scan_byte(s, end) == ' ';
    n = dash(s, end);
    if (n && is_digit(scan_byte(s, end + n + (scan_byte(s, end + n) == ' '))))
        return true;
    i -= i > 0 && scan_byte(s, i - 1) == ' ';
    for (n = i > 0; n < i && (scan_byte(s, i - n) & 0xc0) == 0x80;)
        n++; /* the character before */
    n = n && dash(s, i - n) ? i - n : 0;
    n -= n > 0 && scan_byte(s, n - 1) == ' ';
    return n > 0 && is_digit(scan_byte(s, n - 1));
}

static bool is_percent(const struct scan *s, size_t end)
{
    size_t i = end + (scan_byte(s, end) == ' ' || scan_byte(s, end) == '-');

    return scan_byte(s, i) == '%' || span_at(s->text, i, "percent");
}

static void scan_digits(struct scan *s)
{
    size_t from = s->at, end, stop;
    bool commas;
    int places;
    struct number *x;

    end = scan_numeral_end(s, from, &commas, &places);
    stop = commas || places ? 0 : scan_add_set(s, from, end);
    if (!stop) {
        stop = scan_fraction_end(s, from, end);
        stop = stop ? scan_add_fraction(s, from, end, stop) : 0;
    }
    s->at = stop ? stop : end;
    if (stop || !(x = scan_add(s, from, end - from)))
        return;
    x->commas = commas;
    x->places = places;
    x->dollar = span_before_fold(s->text, from, "$") ||
                span_before_fold(s->text, from, "$ ");
    x->percent = is_percent(s, end);
    /* One with a zero in front is a code rather than a number, one beside a
     * bar a date or an odd fraction. */
    if (is_ordinal(s, end) || scan_is_range(s, from, end) ||
        scan_byte(s, end) == '/' ||
        (from > 1 && scan_byte(s, from - 1) == '/' &&
         is_digit(scan_byte(s, from - 2))) ||
        (scan_byte(s, from) == '0' && end - from > 1 && places == 0) ||
        places > 6)
        x->form = NUMBER_SET;
    if (!scan_value(s, from, end, &x->value))
        s->found--;
    else
        graph_context(s->text, x);
}

/* ---- words ---- */

/* "Five Flags", "the Big Three": a name has no number in it. */
static bool is_in_name(const struct scan *s, size_t from, size_t end)
{
    return is_upper(scan_byte(s, from)) &&
           (from > 0 ||
            (scan_byte(s, end) == ' ' && is_upper(scan_byte(s, end + 1))));
}

/* The number in words at `at`: its length. An article stays outside, "two
 * dozen" is two and a scale, and zero counts nothing. */
static size_t scan_words_at(struct span t, size_t at, struct numeral *out)
{
    struct span word = span_cut(t, at, at + span_letters(t, at));
    const struct lexeme *x = lexicon_find(word);
    bool parts = lexeme_is(x, WORD_PARTS);
    size_t n;

    if (span_is_fold(word, "a"))
        return 0;
    if (parts || span_is_fold(word, "halved")) {
        *out = (struct numeral){ 1, parts ? x->value : 2, NUMERAL_PARTS };
        return word.n;
    }
    if (span_is_fold(word, "half") &&
        (n = numeral_at(t, at, NUMERAL_DOZENS, out)) > 0)
        return n;
    n = numeral_at(t, at, NUMERAL_PARTS | NUMERAL_BARE | NUMERAL_TIMES, out);
    return n && out->over ? n : 0;
}

static void scan_word(struct scan *s)
{
    struct numeral w;
    size_t from = s->at, n = scan_words_at(s->text, from, &w);
    struct number *x = n ? scan_add(s, from, n) : NULL;

    if (!x) {
        while ((n = wordish(s, s->at)) > 0)
            s->at += n;
        return;
    }
    s->at += n;
    x->form = w.has || is_in_name(s, from, s->at) ? NUMBER_SET : NUMBER_WORD;
    x->times = w.has & NUMERAL_TIMES;
    x->value = (struct ratio){ w.over, w.under };
    x->capital = is_upper(scan_byte(s, from));
    x->percent = is_percent(s, s->at);
    graph_context(s->text, x);
}

size_t graph_scan(const char *text, struct number *out)
{
    struct scan s = { .text = span_of(text), .out = out };

    while (s.at < s.text.n && s.found < NUMBERS) {
        char c = text[s.at];

        if (is_digit(c) || (c == '.' && is_digit(scan_byte(&s, s.at + 1)))) {
            scan_digits(&s);
            while (scan_byte(&s, s.at) == '.' &&
                   is_digit(scan_byte(&s, s.at + 1)))
                s.at = scan_stop(&s, s.at + 1); /* 1.2.3 */
        } else if (wordish(&s, s.at)) {
            scan_word(&s);
        } else {
            do
                s.at++;
            while (((unsigned char)scan_byte(&s, s.at) & 0xc0) == 0x80);
        }
    }
    return s.found;
}

/* ---- saying ---- */

static int64_t ten_to(int n)
{
    int64_t v = 1;

    while (n-- > 0)
        v *= 10;
    return v;
}

static bool print_digits(struct str *out, const struct number *x,
                         struct ratio value)
{
    int64_t unit = ten_to(x->places);
    struct ratio units;

    if (value.p < 0 || !ratio_mul(&units, value, RATIO(unit)) || units.q != 1)
        return false;
    if (x->commas)
        str_add_count(out, (uint64_t)(units.p / unit));
    else
        str_add_int(out, units.p / unit);
    if (x->places)
        str_addf(out, ".%0*lld", x->places, (long long)(units.p % unit));
    return true;
}

bool graph_print(struct str *out, const struct number *x, struct ratio value)
{
    size_t from = out->n;

    if (x->form == NUMBER_SET)
        return false;
    if (x->form == NUMBER_DIGITS)
        return print_digits(out, x, value);
    if (value.q != 1 || value.p < 1 || value.p >= 1000000 ||
        !numeral_write(out, value.p))
        return false;
    if (x->capital)
        out->s[from] = (char)(out->s[from] - 'a' + 'A');
    return true;
}

/*
 * Fresh numbers by a walk that starts at the original's numbers, where every
 * condition holds, and changes one number, or two, at a time while they go on
 * holding. Divisibility is never repaired: the walk only visits what is good.
 * It ends where no place has a number that it ever had.
 *
 * The conditions: a step that was whole stays whole, keeps its sign, stays on
 * its side of 1 (a share: of 1/2, too), and what had at most two places behind
 * the point keeps it so. Numbers stay of their size and in the form they were
 * written, and steps on their side of the numbers that no step uses.
 */

#define WALKS      4
#define SWEEPS     12
#define CANDIDATES 60        /* tried for one number */
#define PAIRS      400       /* tried for two at a time, in a sweep */
#define WORK       100000000 /* comparisons: a file may have many numbers */
#define FIXED      32 /* numbers that no step uses, and products of two of them */

struct walk {
    const struct graph *g;       /* with the original's numbers */
    const struct graph *present; /* with those of now, and all before */
    struct rng *rng;
    struct ratio first[GRAPH_NODES];   /* the original's values */
    struct ratio key;                  /* of now */
    struct ratio now[STRUCTURE_SLOTS]; /* of the slots */
    size_t group[STRUCTURE_SLOTS];     /* the first slot of that value */
    bool leads[STRUCTURE_SLOTS];       /* a free number of its own */
    struct ratio fixed[FIXED];         /* numbers that no step uses */
    size_t n_fixed;
    struct number staying[FIXED]; /* numbers that are no slots */
    size_t n_staying;
    bool asked[STRUCTURE_SLOTS]; /* what it counts is asked for */
    bool narrow;                 /* numbers move by a quarter at most */
    bool fine;                   /* smaller steps between candidates */
    uint64_t work;               /* done so far */
};

/* ---- what a number may become ---- */

struct range {
    int64_t low, high, step, unit; /* in 1/unit */
};

/* Round numbers stay round: 80,000 moves by thousands, 45 by fives. */
static int64_t walk_step_of(int64_t v, const struct number *x, bool fine)
{
    int64_t step = 1, unit = ten_to(x->places);

    while (v % (step * 10) == 0 && v / (step * 10) >= 10)
        step *= 10;
    if (x->places && v % unit == 0 && step < unit)
        step = unit;
    if (fine)
        return step >= 10 && step > unit ? step / 10 : step;
    return v % (5 * step) == 0 && v / (5 * step) >= 2 ? 5 * step : step;
}

static int64_t least_of_digits(int64_t v)
{
    int64_t p = 1;

    while (v / p >= 10)
        p *= 10;
    return p;
}

static void walk_cut(struct range *r, int64_t low, int64_t high)
{
    r->low = r->low < low ? low : r->low;
    r->high = r->high > high ? high : r->high;
}

static struct range walk_range_of(const struct number *x, bool fine,
                                  bool narrow)
{
    struct range r = { .unit = ten_to(x->places) };
    int64_t v = x->value.p * (r.unit / x->value.q), p = least_of_digits(v);

    r.step = walk_step_of(v, x, fine);
    r.low = v / 2;
    r.high = v > INT64_MAX / 2 ? v : 2 * v;
    if (v < 10)
        r.high = 9;
    walk_cut(&r, p, p > INT64_MAX / 10 ? v : 10 * p - 1);
    if (narrow && v < INT64_MAX / 2)
        walk_cut(&r, v < 4 ? v - 1 : v - v / 4, v < 4 ? v + 1 : v + v / 4);
    if (r.unit == 1)
        walk_cut(&r, 2, INT64_MAX);
    if (x->form == NUMBER_WORD)
        walk_cut(&r, 2, v <= 20 ? 20 : v <= 100 ? 99 : INT64_MAX);
    if (x->most)
        walk_cut(&r, x->least * r.unit, x->most * r.unit);
    else if (x->least)
        walk_cut(&r, x->least * r.unit, INT64_MAX);
    return r;
}

/* Can v be written as x is, in units of its last place? */
static bool written_so(const struct number *x, struct ratio v,
                       struct ratio *units)
{
    return !graph_stays(x, v) &&
           ratio_mul(units, v, RATIO(ten_to(x->places))) && units->q == 1;
}

/* May the number x, as it was in the text, be v? */
static bool walk_allowed(const struct number *x, struct ratio v, bool narrow)
{
    struct range r = walk_range_of(x, true, narrow);
    struct ratio units;

    return ratio_whole(v) == ratio_whole(x->value) &&
           written_so(x, v, &units) && units.p >= r.low && units.p <= r.high;
}

/* One that follows a step has to be sayable, no 1, and of about its size. */
static bool sayable(const struct number *x, struct ratio v)
{
    struct ratio units, most = RATIO(12), least;

    if (ratio_sign(v) <= 0 || !written_so(x, v, &units) ||
        !ratio_mul(&least, v, RATIO(3)) || ratio_compare(least, x->value) < 0)
        return false;
    if (ratio_compare(x->value, RATIO(4)) > 0 &&
        !ratio_mul(&most, x->value, RATIO(3)))
        return false;
    if (ratio_compare(v, most) > 0)
        return false;
    return !x->most || (ratio_compare(v, RATIO(x->most)) <= 0 &&
                        ratio_compare(v, RATIO(x->least)) >= 0);
}

/* ---- conditions ---- */

static bool walk_below_one(struct ratio v)
{
    return ratio_compare(v, RATIO(1)) < 0 && ratio_compare(v, RATIO(-1)) > 0;
}

/* Shares keep their side of one half: the winner has more than that. */
static bool same_share(struct ratio was, struct ratio is)
{
    const struct ratio half = { 1, 2 };
    int side = ratio_compare(was, half);

    return ratio_sign(was) <= 0 || !walk_below_one(was) || side == 0 ||
           ratio_compare(is, half) * side >= 0;
}

static bool like(struct ratio was, struct ratio is)
{
    if (ratio_sign(was) != ratio_sign(is) ||
        walk_below_one(was) != walk_below_one(is) || !same_share(was, is))
        return false;
    if (ratio_whole(was))
        return ratio_whole(is);
    return 100 % was.q == 0 ? 100 % is.q == 0 : is.q <= 10000;
}

/* Slots of the text that are told beside what they follow from. */
static bool walk_follow(struct walk *w, const struct ratio *nodes, bool *moved)
{
    const struct graph *g = w->g;

    *moved = false;
    for (size_t i = 0; i < g->n_slots; i++) {
        size_t node = g->slots[w->group[i]].follows;

        if (node == GRAPH_FOLLOW || ratio_equal(w->now[i], nodes[node]))
            continue;
        if (!sayable(&g->slots[i].number, nodes[node]))
            return false;
        w->now[i] = nodes[node];
        *moved = true;
    }
    return true;
}

/* The number above the bar whose lower part is slot i, as it was, and as it is
 * now: a slot, or one that stays. */
static void above_of(const struct walk *w, size_t i, struct ratio *was,
                     struct ratio *is)
{
    const struct graph_slot *s = &w->g->slots[i];
    struct number all[NUMBERS];
    size_t n;

    for (size_t k = 0; k < w->g->n_slots; k++)
        if (w->g->slots[k].number.part == PART_ABOVE &&
            w->g->slots[k].sentence == s->sentence &&
            w->g->slots[k].number.at + w->g->slots[k].number.n + 1 ==
                s->number.at) {
            *was = w->g->slots[k].number.value;
            *is = w->now[k];
            return;
        }
    n = graph_scan(w->g->sentences[s->sentence], all);
    for (size_t k = 0; k < n; k++)
        if (all[k].part == PART_ABOVE &&
            all[k].at + all[k].n + 1 == s->number.at)
            *was = *is = all[k].value;
}

/* Fractions of the text stay in lowest terms, on their side of 1 and 1/2. */
static bool fractions_hold(const struct walk *w)
{
    const struct graph *g = w->g;

    for (size_t i = 0; i < g->n_slots; i++) {
        struct ratio was = RATIO(1), is = RATIO(1);

        if (g->slots[i].number.part != PART_BELOW)
            continue;
        above_of(w, i, &was, &is);
        if (!ratio_div(&was, was, g->slots[i].number.value) ||
            !ratio_div(&is, is, w->now[i]) || is.q != w->now[i].p ||
            walk_below_one(was) != walk_below_one(is) || !same_share(was, is))
            return false;
    }
    return true;
}

static bool same_kind(const struct number *x, const struct number *y)
{
    return x->percent == y->percent && x->dollar == y->dollar &&
           x->part == y->part;
}

/* What was more stays more, among amounts, among percents, among the others:
 * texts speak of the youngest, the winner, the cheaper one without saying it
 * in a step. So different numbers stay different, too. */
static bool order_holds(const struct walk *w)
{
    for (size_t i = 0; i < w->g->n_slots; i++)
        for (size_t k = 0; k < i; k++) {
            const struct number *x = &w->g->slots[i].number;
            const struct number *y = &w->g->slots[k].number;

            if (same_kind(x, y) && ratio_compare(x->value, y->value) !=
                                       ratio_compare(w->now[i], w->now[k]))
                return false;
        }
    return true;
}

/* The same beside numbers that stay, of the same things: "2 degrees an hour on
 * low and 3 degrees on high". */
static bool staying_holds(const struct walk *w)
{
    for (size_t i = 0; i < w->g->n_slots; i++)
        for (size_t k = 0; k < w->n_staying; k++) {
            const struct number *x = &w->g->slots[i].number;
            const struct number *y = &w->staying[k];

            if (same_kind(x, y) && x->noun.n && span_equal(x->noun, y->noun) &&
                ratio_compare(x->value, y->value) !=
                    ratio_compare(w->now[i], y->value))
                return false;
        }
    return true;
}

/* The key stays on its side of the numbers that count what is asked for: of 15
 * women no more than 15 are left. */
static bool key_holds(const struct walk *w, const struct ratio *nodes)
{
    size_t last = w->g->n_nodes - 1;

    for (size_t i = 0; i < w->g->n_slots; i++) {
        int side = ratio_compare(w->first[last], w->g->slots[i].number.value);

        if (w->asked[i] && side * ratio_compare(nodes[last], w->now[i]) < 0)
            return false;
    }
    return true;
}

/* What was as much as two others together stays so: parts of a whole that no
 * step adds up. The whole is a slot, or a number that no step uses, of no
 * kind: "of 5 men 2 ... and another 2". */
static bool parts_hold(const struct walk *w, const struct number *kind,
                       struct ratio whole_was, struct ratio whole_is)
{
    const struct graph_slot *s = w->g->slots;
    struct ratio was, is;

    for (size_t j = 0; j < w->g->n_slots; j++)
        for (size_t k = 0; k < j; k++)
            if (same_kind(&s[j].number, &s[k].number) &&
                (!kind || same_kind(kind, &s[j].number)) &&
                ratio_add(&was, s[j].number.value, s[k].number.value) &&
                ratio_compare(whole_was, was) >= 0 &&
                (!ratio_add(&is, w->now[j], w->now[k]) ||
                 ratio_compare(whole_is, is) < 0))
                return false;
    return true;
}

static bool all_parts_hold(const struct walk *w)
{
    for (size_t i = 0; i < w->n_fixed; i++)
        if (!parts_hold(w, NULL, w->fixed[i], w->fixed[i]))
            return false;
    for (size_t i = 0; i < w->g->n_slots; i++) {
        const struct number *x = &w->g->slots[i].number;

        if (!parts_hold(w, x, x->value, w->now[i]))
            return false;
    }
    return true;
}

/* The number of the text that a sum or difference begins with; NULL: it is
 * computed. The result is of its kind. */
static const struct number *walk_kind_of(const struct graph *g, size_t i)
{
    while (g->nodes[i].op == GRAPH_ADD || g->nodes[i].op == GRAPH_SUB)
        i = g->nodes[i].a;
    return g->nodes[i].op == GRAPH_SLOT ? &g->slots[g->nodes[i].a].number
                                        : NULL;
}

/* What is left, or there in all, stays on its side of every number of its kind:
 * who has more than was lost goes on having more, although no step takes the
 * one from the other. */
static bool results_hold(const struct walk *w, const struct ratio *nodes)
{
    const struct graph *g = w->g;

    for (size_t i = 0; i < g->n_nodes; i++) {
        const struct number *kind =
            g->nodes[i].op < GRAPH_ADD ? NULL : walk_kind_of(g, i);

        for (size_t k = 0; kind && k < g->n_slots; k++)
            if (same_kind(kind, &g->slots[k].number) &&
                ratio_compare(w->first[i], g->slots[k].number.value) *
                        ratio_compare(nodes[i], w->now[k]) <
                    0)
                return false;
    }
    return true;
}

/* A number that no step uses may still be a bound that the text sets ("over 20
 * points", "4 pizzas with 8 slices each"): every step stays on its side. */
static bool sides_hold(const struct walk *w, const struct ratio *nodes)
{
    for (size_t i = 0; i < w->g->n_nodes; i++)
        for (size_t k = 0; k < w->n_fixed; k++) {
            int side = ratio_compare(w->first[i], w->fixed[k]);

            if (side && ratio_compare(nodes[i], w->fixed[k]) != side)
                return false;
        }
    return true;
}

static bool walk_holds(struct walk *w)
{
    struct ratio nodes[GRAPH_NODES];
    uint64_t n = w->g->n_slots;
    bool moved = true;

    w->work += w->g->n_nodes * (1 + w->n_fixed) + n * n * (n + w->n_fixed);
    if (w->work > WORK)
        return false;
    for (int round = 0; moved; round++)
        if (round == 4 || !graph_values(w->g, w->now, nodes) ||
            !walk_follow(w, nodes, &moved))
            return false;
    for (size_t i = 0; i < w->g->n_nodes; i++)
        if (!like(w->first[i], nodes[i]))
            return false;
    return sides_hold(w, nodes) && key_holds(w, nodes) && fractions_hold(w) &&
           order_holds(w) && results_hold(w, nodes) && staying_holds(w) &&
           all_parts_hold(w);
}

/* ---- numbers that no step uses ---- */

/* 7 days, 100%: in the steps without being a number of the text. */
static bool walk_is_constant(const struct graph *g, struct ratio v)
{
    for (size_t i = 0; i < g->n_nodes; i++)
        if (g->nodes[i].op == GRAPH_CONST && ratio_equal(g->nodes[i].value, v))
            return true;
    return false;
}

static void add_fixed(struct walk *w, struct ratio v)
{
    if (w->n_fixed < FIXED && ratio_compare(v, RATIO(1)) > 0)
        w->fixed[w->n_fixed++] = v;
}

static void walk_find_fixed(struct walk *w)
{
    const struct graph *g = w->g;
    const char *many = strstr(g->sentences[g->question], "ow many ");
    size_t single, at = 0;
    struct span asked = { 0 };

    if (many)
        asked = graph_next_word(span_of(many + 8), &at);
    for (size_t i = 0; i < g->n_slots && many; i++)
        w->asked[i] = g->slots[i].number.noun.n > 2 &&
                      span_equal(g->slots[i].number.noun, asked);
    w->n_fixed = w->n_staying = 0;
    for (size_t i = 0; i < g->n_sentences; i++) {
        struct number all[NUMBERS];
        size_t n = graph_scan(g->sentences[i], all);

        for (size_t k = 0; k < n; k++) {
            if (all[k].form == NUMBER_SET ||
                graph_slot_at(g, i, all[k].at) < g->n_slots)
                continue;
            if (w->n_staying < FIXED)
                w->staying[w->n_staying++] = all[k];
            if (!walk_is_constant(g, all[k].value))
                add_fixed(w, all[k].value);
        }
    }
    single = w->n_fixed;
    for (size_t i = 0; i < single; i++)
        for (size_t k = 0; k < i; k++) {
            struct ratio v;

            if (ratio_mul(&v, w->fixed[i], w->fixed[k]))
                add_fixed(w, v);
        }
}

/* ---- the walk ---- */

/* Slot k never had that value. */
static bool walk_is_new(const struct walk *w, size_t k, struct ratio v)
{
    return !ratio_equal(v, w->g->slots[k].number.value) &&
           !ratio_equal(v, w->present->slots[k].number.value) &&
           !graph_was(w->present, k, v);
}

/* Set all slots of the group; false where one of them may not be that. */
static bool set_group(struct walk *w, size_t lead, struct ratio v)
{
    for (size_t i = 0; i < w->g->n_slots; i++) {
        if (w->group[i] != lead)
            continue;
        if (!walk_allowed(&w->g->slots[i].number, v, w->narrow))
            return false;
        w->now[i] = v;
    }
    return true;
}

static bool walk_draw_group(struct walk *w, size_t lead)
{
    const struct number *x = &w->g->slots[lead].number;
    struct range r = walk_range_of(x, w->fine, w->narrow);
    int64_t low = (r.low + r.step - 1) / r.step, high = r.high / r.step;
    struct ratio v;

    return low <= high &&
           ratio_make(&v, rng_range(w->rng, low, high) * r.step, r.unit) &&
           walk_is_new(w, lead, v) && set_group(w, lead, v);
}

static void move_one(struct walk *w, size_t lead)
{
    struct ratio kept[STRUCTURE_SLOTS];

    memcpy(kept, w->now, sizeof(kept));
    for (int i = 0; i < CANDIDATES; i++) {
        if (walk_draw_group(w, lead) && walk_holds(w))
            return;
        memcpy(w->now, kept, sizeof(kept));
    }
}

/* Two at a time, for those that only move together. */
static void move_two(struct walk *w, const size_t *leads, size_t n)
{
    struct ratio kept[STRUCTURE_SLOTS];

    memcpy(kept, w->now, sizeof(kept));
    for (int i = 0; i < PAIRS && n > 1; i++) {
        size_t x = leads[rng_below(w->rng, n)], y = leads[rng_below(w->rng, n)];

        if (walk_is_new(w, x, w->now[x]) && walk_is_new(w, y, w->now[y]))
            continue;
        if (x != y && walk_draw_group(w, x) && walk_draw_group(w, y) &&
            walk_holds(w))
            memcpy(kept, w->now, sizeof(kept));
        else
            memcpy(w->now, kept, sizeof(kept));
    }
}

static size_t find_groups(struct walk *w, size_t *leads)
{
    const struct graph *g = w->g;
    size_t n = 0;

    for (size_t i = 0; i < g->n_slots; i++) {
        w->group[i] = i;
        for (size_t k = i; k-- > 0;)
            if (ratio_equal(w->now[k], w->now[i]))
                w->group[i] = w->group[k];
        w->leads[i] = w->group[i] == i && g->slots[i].follows == GRAPH_FOLLOW;
        if (w->leads[i])
            leads[n++] = i;
    }
    return n;
}

static bool all_fresh(const struct walk *w)
{
    for (size_t i = 0; i < w->g->n_slots; i++)
        if (!walk_is_new(w, i, w->now[i]))
            return false;
    return true;
}

static bool key_is_fresh(const struct walk *w)
{
    struct ratio key;

    return graph_key(w->g, w->now, &key) &&
           !ratio_equal(key, w->first[w->g->n_nodes - 1]) &&
           !ratio_equal(key, w->key) && !graph_was_key(w->present, key);
}

/* Walk until every number is another one and the key is, too. */
static bool walk_on(struct walk *w)
{
    size_t leads[STRUCTURE_SLOTS], n = find_groups(w, leads);

    for (int sweep = 0; sweep < SWEEPS && n && w->work < WORK; sweep++) {
        w->fine = sweep >= 3;
        rng_shuffle(w->rng, leads, n, sizeof(*leads));
        for (size_t i = 0; i < n; i++)
            move_one(w, leads[i]);
        if (sweep >= 2 && !all_fresh(w))
            move_two(w, leads, n);
        if (sweep >= 1 && all_fresh(w) && key_is_fresh(w))
            return true;
    }
    return false;
}

/* The graph as it was first: sizes and conditions are those of the original
 * however often its numbers change. */
bool graph_original(struct arena *a, const struct graph *g,
                    const struct graph **out)
{
    struct graph *first;

    *out = g;
    if (g->n_was == 0)
        return true;
    if (!graph_with(a, g, g->was, &first))
        return false;
    *out = first;
    return true;
}

/* The numbers of now are past ones then. */
static void note_was(struct arena *a, const struct graph *g, struct graph *new)
{
    size_t n = g->n_was * g->n_slots;
    struct ratio *was = arena_array(a, struct ratio, n + g->n_slots);

    for (size_t i = 0; i < n; i++)
        was[i] = g->was[i];
    graph_slot_values(g, was + n);
    new->was = was;
    new->n_was = g->n_was + 1;
}

static bool walk_afresh(struct arena *a, struct walk *w, struct graph **out)
{
    graph_slot_values(w->present, w->now);
    if (!graph_key(w->g, w->now, &w->key))
        return false;
    graph_slot_values(w->g, w->now);
    return graph_values(w->g, w->now, w->first) && walk_on(w) &&
           graph_with(a, w->g, w->now, out);
}

bool graph_renumber(struct arena *a, const void *data, struct rng *r,
                    void **out, struct err *e)
{
    /* Ages, weights, heights: nobody says that a mother is not 14 years older
     * than her son, nor that a grandfather is not 130. They stay about what
     * they were. */
    static const char *const sizes[] = {
        " years old",    " year old", "-year-old", " older", " younger",
        " age ",         " age?",     " age.",     " age,",  " ages ",
        " years of age", " weigh",    " tall",     " height"
    };
    struct walk *w = arena_new(a, struct walk);
    struct graph *new = NULL;

    w->present = data;
    w->rng = r;
    if (w->present->locked)
        return err_set(e, ERR_DOMAIN, "its numbers cannot change: %s",
                       w->present->locked);
    if (w->present->n_used == 0)
        return err_set(e, ERR_DOMAIN, "no number of the text may change");
    if (w->present->n_was == GRAPH_DRAWS ||
        !graph_original(a, w->present, &w->g))
        return err_set(e, ERR_DOMAIN,
                       "its numbers have changed too many "
                       "times");
    walk_find_fixed(w);
    for (size_t i = 0; i < w->g->n_sentences; i++)
        for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
            w->narrow = w->narrow || strstr(w->g->sentences[i], sizes[k]);
    for (int i = 0; i < WALKS && !new; i++)
        if (!walk_afresh(a, w, &new))
            new = NULL;
    if (new)
        note_was(a, data, new);
    *out = new;
    return new || err_set(e, ERR_DOMAIN,
                          "no fresh numbers keep every step whole and of its "
                          "sign");
}

/* Slips in a computation: one node of it changed, the rest as it is. */

struct faulty {
    const struct graph *g;
    struct ratio slots[STRUCTURE_SLOTS], right[GRAPH_NODES];
    bool percents; /* one of the numbers is a percentage */
    struct slip_list list;
};

/* The answer if node i had that value. */
static void fault_value(struct faulty *f, const char *slip, size_t i,
                        struct ratio value)
{
    const struct graph *g = f->g;
    struct ratio x[GRAPH_NODES];

    for (size_t k = 0; k < g->n_nodes; k++) {
        const struct graph_node *n = &g->nodes[k];

        x[k] = f->right[k];
        if (k == i)
            x[k] = value;
        else if (n->op >= GRAPH_ADD &&
                 !graph_apply(n->op, x[n->a], x[n->b], &x[k]))
            return;
    }
    slip_add(&f->list, slip, x[g->n_nodes - 1]);
}

static void with_step(struct faulty *f, const char *slip, size_t i,
                      enum graph_op op, struct ratio x, struct ratio y)
{
    struct ratio value;

    if (graph_apply(op, x, y, &value))
        fault_value(f, slip, i, value);
}

/* What a unit is of a smaller one, and words of both: one of each must stand in
 * the text ("dozen" alone says twelve). A hundredth is of cents and centimetres
 * only where no percentage is about. */
static const struct {
    int64_t factor;
    const char *large, *small;
} units[] = {
    { 7, "week weeks weekly", "day days daily" },
    { 12, "year years yearly annual annually", "month months monthly" },
    { 12, "foot feet ft", "inch inches" },
    { 12, "dozen dozens", "dozen dozens" },
    { 16, "pound pounds lb lbs", "ounce ounces oz" },
    { 24, "day days daily", "hour hours hourly" },
    { 28, "month months monthly february", "day days daily" },
    { 30, "month months monthly april june september november",
      "day days daily" },
    { 31, "month months monthly january july august october december",
      "day days daily" },
    { 36, "yard yards", "inch inches" },
    { 52, "year years yearly annual annually", "week weeks weekly" },
    { 60, "hour hours hourly", "minute minutes min mins" },
    { 60, "minute minutes min", "second seconds" },
    { 100, "dollar dollars $", "cent cents" },
    { 100, "meter meters metre metres m",
      "centimeter centimeters centimetre centimetres cm" },
    { 365, "year years yearly annual annually", "day days daily" },
    { 366, "year years yearly annual annually", "day days daily" },
    { 1000, "kilogram kilograms kg kilo kilos", "gram grams g" },
    { 1000, "kilometer kilometers kilometre kilometres km",
      "meter meters metre metres m" },
    { 1000, "liter liters litre litres l",
      "milliliter milliliters millilitre millilitres ml" },
    { 1440, "day days daily", "minute minutes" },
    { 1760, "mile miles", "yard yards" },
    { 3600, "hour hours hourly", "second seconds" },
    { 5280, "mile miles", "foot feet ft" },
};

static bool is_conversion(const struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op != GRAPH_CONST || !ratio_whole(n->value))
        return false;
    for (size_t k = 0; k < sizeof(units) / sizeof(*units); k++)
        if (n->value.p == units[k].factor &&
            (n->value.p != 100 || !f->percents) &&
            graph_has_word(f->g, units[k].large) &&
            graph_has_word(f->g, units[k].small))
            return true;
    return false;
}

static bool slips_is_percent(const struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op == GRAPH_SLOT)
        return f->g->slots[n->a].number.percent;
    return (n->op == GRAPH_DIV || n->op == GRAPH_MUL) &&
           ((slips_is_percent(f, n->a) &&
             f->g->nodes[n->b].op == GRAPH_CONST) ||
            (slips_is_percent(f, n->b) && f->g->nodes[n->a].op == GRAPH_CONST));
}

/* A percentage of another amount: of what the right one was summed up from, or
 * of what was made of it. What an amount was multiplied from may be a mere count
 * (25 % of 4 shirts), and so may what it divides. */
static void wrong_base(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];
    size_t share, base;

    if (n->op != GRAPH_MUL ||
        slips_is_percent(f, n->a) == slips_is_percent(f, n->b))
        return;
    share = slips_is_percent(f, n->a) ? n->a : n->b;
    base = share == n->a ? n->b : n->a;
    for (size_t k = 0; k < i; k++) {
        const struct graph_node *m = &f->g->nodes[k];
        const struct graph_node *b = &f->g->nodes[base];
        bool made_of_it = m->op >= GRAPH_ADD && !slips_is_percent(f, k) &&
                          (ratio_equal(f->right[m->a], f->right[base]) ||
                           (m->op != GRAPH_DIV &&
                            ratio_equal(f->right[m->b], f->right[base])));
        bool makes_it = (b->op == GRAPH_ADD || b->op == GRAPH_SUB) &&
                        (k == b->a || k == b->b);

        if (k != base && m->op != GRAPH_CONST && (made_of_it || makes_it))
            with_step(f, SLIP_BASE, i, GRAPH_MUL, f->right[share], f->right[k]);
    }
}

/* A step left out: what it was applied to stays. A factor of a unit is a
 * conversion, and a percentage is no step of its own. */
static void skipped(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];
    bool turns = n->op == GRAPH_ADD || n->op == GRAPH_MUL;
    bool scales = n->op == GRAPH_MUL || n->op == GRAPH_DIV;

    if (slips_is_percent(f, i))
        return;
    if (scales && is_conversion(f, n->b))
        fault_value(f, SLIP_CONVERSION, i, f->right[n->a]);
    else if (n->op == GRAPH_MUL && is_conversion(f, n->a))
        fault_value(f, SLIP_CONVERSION, i, f->right[n->b]);
    else if (!slips_is_percent(f, n->a) &&
             (f->g->nodes[n->b].op < GRAPH_ADD || !turns))
        fault_value(f, SLIP_SKIPPED, i, f->right[n->a]);
    else if (turns && !slips_is_percent(f, n->b))
        fault_value(f, SLIP_SKIPPED, i, f->right[n->b]);
}

/* Adding, taking away or dividing twice. */
static void doubled(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op == GRAPH_MUL || slips_is_percent(f, i))
        return;
    with_step(f, SLIP_DOUBLED, i, n->op, f->right[i], f->right[n->b]);
    if (n->op == GRAPH_ADD)
        with_step(f, SLIP_DOUBLED, i, n->op, f->right[i], f->right[n->a]);
}

static void wrong_sign(struct faulty *f, size_t i)
{
    const struct graph_node *n = &f->g->nodes[i];

    if (n->op == GRAPH_ADD)
        with_step(f, SLIP_SIGN, i, GRAPH_SUB, f->right[n->a], f->right[n->b]);
    if (n->op == GRAPH_SUB)
        with_step(f, SLIP_SIGN, i, GRAPH_ADD, f->right[n->a], f->right[n->b]);
}

size_t graph_slips(struct arena *a, const void *data, struct slip *out)
{
    static void (*const faults[])(struct faulty * f,
                                  size_t i) = { wrong_base, wrong_sign, skipped,
                                                doubled };
    struct faulty *f = arena_new(a, struct faulty);
    const struct graph *g = data;

    f->g = g;
    graph_slot_values(g, f->slots);
    if (!graph_values(g, f->slots, f->right))
        return 0;
    for (size_t i = 0; i < g->n_used; i++)
        f->percents = f->percents || g->slots[i].number.percent;
    f->list = (struct slip_list){ .key = f->right[g->n_nodes - 1], .out = out };
    for (size_t k = 0; k < sizeof(faults) / sizeof(*faults); k++)
        for (size_t i = g->n_nodes; i-- > 0;)
            if (g->nodes[i].op >= GRAPH_ADD)
                faults[k](f, i);
    return f->list.n;
}
