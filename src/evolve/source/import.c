/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/import.h"
#include "base/str.h"
#include "evolve/source/import_int.h"
#include "problem/gold.h"
#include "text/character.h"
#include "text/fold.h"
#include "text/sentence.h"

#include <stdio.h>
#include <string.h>

/*
 * The text of a row as a structure needs it, and the constants that a
 * computation may use although they do not stand there: 60 minutes, 12 inches,
 * 4 legs. One is allowed where the text has a word that it goes with.
 */

static const struct {
    int64_t p, q;
    const char *words; /* one of them; "a b & c d": and one of those */
} units[] = {
    { 0, 1, "" },
    { 1, 1, "" },
    { 100, 1, "% percent percentage cent cents penny pennies" },
    { 100, 1, "meter meters & centimeter centimeters cm" },
    { 100, 1, "century centuries" },
    { 60, 1, "minute minutes & hour hours hourly half-hour mph" },
    { 60, 1, "minute minutes & second seconds" },
    { 60, 1, "hour hours hourly & am pm a.m p.m half quarter" },
    { 7, 1, "week weeks weekly" },
    { 12, 1, "year years yearly annual annually & month months monthly" },
    { 12, 1, "inch inches & foot feet" },
    { 12, 1, "dozen dozens" },
    { 12, 1, "noon midnight am pm a.m p.m" },
    { 24, 1, "day days daily & hour hours hourly" },
    { 24, 1, "hour hours & sleep sleeps" },
    { 52, 1, "week weeks weekly & year years annual yearly" },
    { 52, 1, "deck decks" },
    { 365, 1, "year years annual & day days daily night nightly" },
    { 1000, 1, "kilometer kilometers km & meter meters" },
    { 1000, 1, "kilogram kilograms kg kgs & gram grams g" },
    { 1000, 1, "liter liters l & ml milliliter milliliters" },
    { 3600, 1, "hour hours & second seconds" },
    { 30, 1, "april june september november month months monthly" },
    { 31, 1, "january march may july august october december" },
    { 28, 1, "february" },
    { 29, 1, "february leap" },
    { 2, 1,
      "half twice double doubled doubles pair pairs couple both average twin "
      "twins weekend weekends round back diameter parents biweekly halved "
      "perimeter rectangle rectangular halves saturday sunday" },
    { 3, 1,
      "triple tripled triples thrice third thirds triplets triangle "
      "tricycle tricycles" },
    { 3, 1, "yard yards & foot feet" },
    { 4, 1, "quarter quarters fourth fourths quadruple square" },
    { 4, 1, "gallon gallons & quart quarts" },
    { 4, 1, "month months monthly & week weeks weekly workweek workweeks" },
    { 5, 1, "nickel nickels fifth fifths weekday weekdays workday workdays" },
    { 5, 1, "monday & friday" },
    { 6, 1, "sixth sixths insect insects cube" },
    { 8, 1, "spider spiders octopus octopuses eighth eighths" },
    { 10, 1, "decade decades dime dimes tenth tenths" },
    { 14, 1, "fortnight weeks" },
    { 16, 1, "pound pounds & ounce ounces oz" },
    { 25, 1, "quarter quarters" },
    { 36, 1, "yard yards & inch inches" },
    { 50, 1, "half" },
    { 180, 1, "triangle angle angles" },
    { 360, 1, "circle angle degrees" },
    { 2000, 1, "ton tons" },
    { 5280, 1, "mile miles & foot feet" },
    { 1760, 1, "mile miles & yard yards" },
    { 1000, 1, "watt watts & kilowatt kilowatts" },
    { 5, 1, "weekend weekends & day days daily" },
    { 26, 1, "alphabet" },
    { 4, 1, "legs & cow cows dog dogs cat cats horse horses sheep pigs" },
    { 2, 1, "legs & chicken chickens bird birds duck ducks hens" },
    { 4, 1, "wheels & car cars" },
    { 2, 1, "wheels & bike bikes bicycle bicycles motorcycle motorcycles" },
    { 3, 2, "half" },
    { 1, 2, "half halves halved average" },
    { 1, 4, "quarter quarters fourth" },
    { 3, 4, "quarter quarters fourth" },
    { 1, 3, "third thirds" },
    { 2, 3, "third thirds" },
    { 1, 5, "fifth fifths" },
    { 1, 10, "dime dimes tenth" },
    { 1, 20, "nickel nickels" },
    { 1, 100, "penny pennies cent cents percent %" },
};

/* One of the words between blanks; "the_other" is two. */
static bool import_has_one(const struct import_text *t, struct span list)
{
    struct span word;
    char key[32];

    while (span_split(&list, ' ', &word)) {
        snprintf(key, sizeof(key), " %.*s ", (int)word.n, word.s);
        for (char *p = key; (p = strchr(p, '_'));)
            *p = ' ';
        if (word.n && strstr(t->words, key))
            return true;
    }
    return false;
}

bool import_text_has(const struct import_text *t, const char *words)
{
    return import_has_one(t, span_of(words));
}

/* "&" asks for one more: each list between them has a word of the text. */
bool import_unit(const struct import_text *t, struct ratio value)
{
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        struct span rest = span_of(units[i].words), group;
        bool has = value.p == units[i].p && value.q == units[i].q;

        while (has && span_split(&rest, '&', &group))
            has = import_has_one(t, group);
        if (has)
            return true;
    }
    return false;
}

bool import_word(const struct import_text *t, struct ratio value)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct number *x = &t->mentions[i].number;

        if (x->form == NUMBER_SET &&
            (ratio_equal(x->value, value) ||
             (x->value.q != 1 && (ratio_equal(RATIO(x->value.q), value) ||
                                  ratio_equal(RATIO(x->value.p), value)))))
            return true;
    }
    return false;
}

/* ---- the text ---- */

/* In lower case, with a blank before and after every word and sign. */
static const char *import_words_of(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    str_addc(&out, ' ');
    for (size_t i = 0; s[i]; i++) {
        bool inside =
            is_letter(s[i]) || (s[i] == '.' && i > 0 && is_letter(s[i - 1]) &&
                                is_letter(s[i + 1]));

        if (inside) {
            str_addc(&out, to_lower(s[i]));
        } else {
            str_addc(&out, ' ');
            if (s[i] == '%' || s[i] == '$') {
                str_addc(&out, s[i]);
                str_addc(&out, ' ');
            }
        }
    }
    str_addc(&out, ' ');
    return str_get(&out);
}

size_t import_count(const struct import_text *t, struct ratio v, bool stay)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += (t->mentions[i].number.form == NUMBER_SET) == stay &&
             ratio_equal(t->mentions[i].number.value, v);
    return n;
}

#define ENGLISH_LEAST 10 /* words of a text that is judged */

bool import_is_english(const char *statement)
{
    static const char small[] =
        "the of and to how many much is are was were has had have does did do "
        "he she they it his her their for each every if what on with at from "
        "that there will be by this than as who per";
    struct span t = span_of(statement);
    size_t words = 0, ours = 0, letters = 0, others = 0, n;

    for (size_t at = 0; at < t.n; at += n ? n : 1) {
        n = character_letter(t, at);
        words += n > 0;
        for (size_t one = n; one; n += one) {
            letters++;
            others += one > 1; /* of another script, or with an accent */
            one = character_letter(t, at + n);
        }
        ours += n && span_among(span_cut(t, at, at + n), small);
    }
    return others * 5 <= letters &&
           (words < ENGLISH_LEAST || ours * 10 >= words);
}

static bool add_sentence(struct import_text *t, const char *s)
{
    struct number found[NUMBERS];
    size_t n = graph_scan(s, found);

    if (t->n_sentences == STRUCTURE_SENTENCES || t->n + n > MENTIONS)
        return false;
    for (size_t i = 0; i < n; i++)
        t->mentions[t->n++] = (struct mention){ .sentence = t->n_sentences,
                                                .number = found[i],
                                                .slot = GRAPH_FOLLOW };
    if (strchr(s, '?'))
        t->question = t->n_sentences;
    t->sentences[t->n_sentences++] = s;
    return true;
}

bool import_text_read(struct arena *a, const char *statement,
                      struct import_text *out)
{
    size_t at = 0, n;
    const char *s;

    *out = (struct import_text){ .words = import_words_of(a, statement) };
    if (strlen(statement) > GRAPH_BYTES)
        return false;
    while ((s = sentence_next(statement, &at, &n)))
        if (!add_sentence(out, arena_strndup(a, s, n)))
            return false;
    if (out->n_sentences && !strchr(out->sentences[out->question], '?'))
        out->question = out->n_sentences - 1;
    return out->n_sentences > 0;
}

/*
 * The equations of a row. GSM8K's worked text has them as <<16-3-4=9>>; where
 * some are missing there, "16 - 3 = 13" in the text itself does as well. SVAMP
 * and MAWPS have one in a field.
 */

/* ---- one note ---- */

#define SIDES      8   /* of one equation */
#define NOTE_SHOWN 200 /* bytes of a note that are told */

/* Digits behind the point of the last numeral of a text. */
static int note_places(struct span s)
{
    size_t places = 0;

    for (size_t i = 0; i < s.n; i++)
        if (s.s[i] == '.') {
            places = span_digits(s, i + 1);
            i += places;
        }
    return (int)places;
}

/* Is `noted` what one writes for `exact` with that many places? */
static bool note_is_rounding(struct ratio exact, struct ratio noted, int places)
{
    struct ratio d, unit;
    int64_t ten = 1;

    if (places > 6)
        return false;
    for (int i = 0; i < places; i++)
        ten *= 10;
    if (!ratio_sub(&d, exact, noted) || !ratio_make(&unit, 1, ten) ||
        ten % exact.q == 0)
        return false;
    if (places == 0 && !ratio_make(&unit, 1, 2))
        return false;
    if (ratio_sign(d) < 0)
        d = ratio_neg(d);
    return ratio_compare(d, unit) < (places ? 0 : 1);
}

/* The value of a side that is a result; "25%" may stand for 25, too. */
static bool note_result(struct arena *a, struct import_notes *o, struct span s,
                        struct ratio exact, struct ratio *out)
{
    size_t kept = o->terms.n, root;
    bool ok = import_term_read(a, &o->terms, s, &root) &&
              import_term_value(&o->terms, root, out);

    o->terms.n = kept;
    return ok && (ratio_equal(*out, exact) || !s.n || s.s[s.n - 1] != '%' ||
                  ratio_mul(out, *out, RATIO(100)));
}

/* Read the sides: the first one with a step in it is the computation. */
static enum note_state read_note(struct arena *a, struct import_notes *o,
                                 struct span rest, struct import_note *x)
{
    struct import_terms *t = &o->terms;
    struct ratio exact;
    struct span side;

    x->first = t->n;
    if (!span_split(&rest, '=', &side) || !rest.n ||
        rest.s[rest.n - 1] == '=' || !import_term_read(a, t, side, &x->root) ||
        !import_term_value(t, x->root, &exact))
        return NOTE_UNREAD;
    for (int i = 1; span_split(&rest, '=', &side) && i < SIDES; i++) {
        size_t root;

        if (!note_result(a, o, side, exact, &x->result))
            return NOTE_UNREAD;
        if (!ratio_equal(x->result, exact) &&
            !note_is_rounding(exact, x->result, note_places(side)))
            return NOTE_FALSE;
        if (rest.n && t->term[x->root].op == GRAPH_CONST) {
            x->first = t->n;
            if (import_term_read(a, t, side, &root))
                x->root = root;
        }
    }
    return NOTE_GOOD;
}

static struct import_note *new_note(struct arena *a, struct import_notes *o,
                                    struct span s)
{
    struct import_note *x = &o->note[o->n];

    s = span_cut(s, 0, NOTE_SHOWN);
    *x = (struct import_note){ .text = arena_strndup(a, s.s, s.n) };
    return x;
}

static void note_add(struct arena *a, struct import_notes *o, struct span s,
                     bool keep_false)
{
    struct import_note *x;

    if (o->n == NOTES || o->terms.n > TERMS - 64) {
        o->too_many = true;
        return;
    }
    x = new_note(a, o, s);
    x->state = read_note(a, o, s, x);
    if (keep_false || x->state == NOTE_GOOD)
        o->n++;
}

/* ---- worked text ---- */

static const struct json *fields_of(const struct problem *p)
{
    return json_get(p->meta, "fields");
}

/* The worked text with its notes: a field that kept them, or the solution. */
const char *import_worked(const struct problem *p)
{
    const struct json *fields = fields_of(p);

    for (const struct json *m = fields ? fields->first : NULL; m; m = m->next)
        if (m->type == JSON_STRING && strstr(m->text, "<<"))
            return m->text;
    return p->solution ? p->solution : "";
}

static bool formula_has(const char *s, size_t i)
{
    if (is_digit(s[i]) || (s[i] && strchr(" +-*/().,$%", s[i])))
        return true;
    return (s[i] == 'x' || s[i] == 'X') && i > 0 &&
           (s[i - 1] == ' ' || is_digit(s[i - 1])) && !is_letter(s[i + 1]);
}

/* Where the formula that ends before `end` begins; not before `from`. */
static size_t note_formula_start(const char *s, size_t from, size_t end)
{
    size_t i = end;

    while (i > from && formula_has(s, i - 1) &&
           !(s[i - 1] == '.' && !is_digit(s[i])))
        i--;
    while (i < end && !is_digit(s[i]) && s[i] != '(' && s[i] != '$' &&
           s[i] != '.')
        i++;
    return i;
}

static size_t note_formula_end(const char *s, size_t from)
{
    size_t i = from;

    while (s[i] && (formula_has(s, i) || s[i] == '=') &&
           !(s[i] == '.' && !is_digit(s[i + 1])))
        i++;
    while (i > from && !is_digit(s[i - 1]) && s[i - 1] != ')' &&
           s[i - 1] != '%')
        i--;
    return i;
}

/* "= 5 minutes" at s, behind words that are no formula. */
static void add_silent(struct import_notes *o, const char *s)
{
    struct span t = span_of(s);
    size_t i = 1, n;

    while (span_byte(t, i) == ' ' || span_byte(t, i) == '$')
        i++;
    n = span_digits(t, i);
    if (span_byte(t, i + n) == '.')
        n += 1 + span_digits(t, i + n + 1);
    if (o->n_silent < NOTES && ratio_read(&o->silent[o->n_silent], s + i, n))
        o->n_silent++;
}

/* An equation of the text around the "=" at i; the end of what it took. */
static size_t plain_note(struct arena *a, struct import_notes *o, const char *s,
                         size_t from, size_t i)
{
    size_t start = note_formula_start(s, from, i),
           end = note_formula_end(s, i + 1);
    size_t n = o->n;

    if (start < i && end > i + 1)
        note_add(a, o, (struct span){ s + start, end - start }, false);
    if (o->n == n)
        add_silent(o, s + i);
    return end > i + 1 ? end : i + 1;
}

/* "60 - 30 = <<30=30>>30": a note that tells nothing but the result. Then the
 * text before it is the note; `open` is where the note begins. */
static bool bare_note(struct arena *a, struct import_notes *o, const char *s,
                      size_t from, size_t open, size_t close)
{
    size_t eq = open, n = o->n, start;
    const char *mark = memchr(s + open, '=', close - open);

    while (eq > from && (s[eq - 1] == ' ' || s[eq - 1] == '$'))
        eq--;
    if (!mark || eq <= from || s[eq - 1] != '=')
        return false;
    for (const char *p = s + open + 2; p < mark; p++)
        if (strchr("+-*/(", *p))
            return false;
    start = note_formula_start(s, from, eq - 1);
    if (start < eq - 1) {
        const char *text =
            arena_printf(a, "%.*s%.*s", (int)(eq - 1 - start), s + start,
                         (int)(s + close - mark), mark);

        note_add(a, o, span_of(text), false);
    }
    return o->n > n;
}

/* Is the result at s a note's? "= $<<...>>" */
static bool note_follows(const char *s)
{
    while (*s == ' ' || *s == '$')
        s++;
    return s[0] == '<' && s[1] == '<';
}

/* The <<a=b>> notes of the row; then, with `plain`, equations of its worked
 * text beside them too. */
static void import_notes_worked(struct arena *a, const struct problem *p,
                                bool plain, struct import_notes *out)
{
    struct str text = str_in(a);
    const char *s;
    size_t i = 0, from = 0;

    fold_text(&text, span_of(import_worked(p)), CHAR_TIMES | CHAR_DIVIDE);
    s = str_get(&text);

    while (s[i]) {
        const char *close =
            s[i] == '<' && s[i + 1] == '<' ? strstr(s + i, ">>") : NULL;

        if (close) {
            size_t end = (size_t)(close - s);

            if (!plain || !bare_note(a, out, s, from, i, end))
                note_add(a, out, (struct span){ s + i + 2, end - i - 2 }, true);
            i = from = end + 2;
        } else if (plain && s[i] == '=' && !note_follows(s + i + 1)) {
            i = from = plain_note(a, out, s, from, i);
        } else {
            if (s[i] == '=' && !note_follows(s + i + 1))
                add_silent(out, s + i);
            if (s[i] == '\n')
                from = i;
            i++;
        }
    }
}

/* ---- an equation in a field ---- */

static const char *equation_text(const struct problem *p)
{
    static const char *const names[] = { "Equation", "equation", "lEquations",
                                         "formula", "Formula" };
    const struct json *fields = fields_of(p), *v;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        v = json_get(fields, names[i]);
        if (v && v->type == JSON_ARRAY && v->count == 1)
            v = v->first;
        if (json_string(v))
            return json_string(v);
    }
    return NULL;
}

bool import_has_equation(const struct problem *p)
{
    return equation_text(p) != NULL;
}

static bool import_is_unknown(struct span side)
{
    side = span_trim(side);
    return side.n == 1 && is_letter(*side.s);
}

/* The side of "X = 3 + 4" that is not the unknown alone. */
static struct span known_side(struct span s)
{
    struct span right = s, left = { 0 };

    if (!memchr(s.s, '=', s.n) || !span_split(&right, '=', &left))
        return s;
    return import_is_unknown(left)    ? right
           : import_is_unknown(right) ? left
                                      : s;
}

/* The i-th of the row's "Numbers": "70.0 27.0", or an array. */
static bool number_of_slot(const struct problem *p, size_t i, struct ratio *out)
{
    const struct json *v = json_get(fields_of(p), "Numbers");
    const struct json *m = v && v->type == JSON_ARRAY ? v->first : NULL;
    const char *s = json_string(v);

    for (; m && i; i--)
        m = m->next;
    if (m)
        return (m->type == JSON_STRING || m->type == JSON_NUMBER) &&
               ratio_read(out, m->text, strlen(m->text));
    while (s && *s) {
        size_t n = strcspn(s, " ,");

        if (n && i-- == 0)
            return ratio_read(out, s, n);
        s += n + (s[n] != 0);
    }
    return false;
}

/* Slots of the terms become the numbers of the row. */
static bool import_fill_slots(const struct problem *p, struct import_terms *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->term[i].op == GRAPH_SLOT) {
            t->term[i].op = GRAPH_CONST;
            if (!number_of_slot(p, t->term[i].a, &t->term[i].value))
                return false;
        }
    return true;
}

/* Reads the equation of a row that has it in a field of its own. Returns false
 * if it has none. */
static bool import_notes_equation(struct arena *a, const struct problem *p,
                                  struct import_notes *out)
{
    const char *s = equation_text(p);
    struct import_note *x;
    struct span side;

    if (!s)
        return false;
    x = new_note(a, out, span_of(s));
    side = known_side(span_of(s));
    if ((!import_term_prefix(a, &out->terms, side, &x->root) &&
         !import_term_read(a, &out->terms, side, &x->root)) ||
        !import_fill_slots(p, &out->terms) ||
        !import_term_value(&out->terms, x->root, &x->result))
        x->state = NOTE_UNREAD;
    out->n = 1;
    return true;
}

/* ---- the text ---- */

bool import_fill_statement(struct arena *a, const struct problem *p,
                           const char **out)
{
    const char *s = p->statement;
    struct str text = str_in(a);

    *out = s;
    if (!strstr(s, "N_0") && !strstr(s, "number0"))
        return true;
    for (size_t i = 0; s[i];) {
        size_t skip = str_starts(s + i, "N_")       ? 2
                      : str_starts(s + i, "number") ? 6
                                                    : 0;
        struct ratio v;
        size_t k = 0, d = i + skip;

        if (!skip || !is_digit(s[d]) || (i && is_letter(s[i - 1]))) {
            str_addc(&text, s[i++]);
            continue;
        }
        for (; is_digit(s[d]) && k < 1000; d++)
            k = k * 10 + (size_t)(s[d] - '0');
        if (!number_of_slot(p, k, &v) || !ratio_decimal(a, v, 6))
            return false;
        str_add(&text, ratio_decimal(a, v, 6));
        i = d;
    }
    *out = str_get(&text);
    return true;
}

/*
 * Notes into one graph. A number of a note is the result of an earlier note
 * with that value, the latest one and preferably one that nothing has used
 * yet; else it is a leaf. Where the number stands in the text too and is not
 * used so far, both can be meant: that step is a rival of the number. Where
 * two notes have that result, or a word or unit is as much as one that has been
 * used, nobody knows which is meant: the step is in doubt.
 */

struct builder {
    struct import_chain *c;
    const struct import_notes *notes;
    const struct import_text *text;
    size_t root_of[NOTES];  /* link; of good notes */
    bool spent[NOTES];      /* its result was used */
    size_t spent_by[NOTES]; /* the last note that used it */
    size_t now;             /* the note being built */
};

static size_t add_link(struct builder *b, enum graph_op op)
{
    struct import_link *x = &b->c->link[b->c->n];

    INVARIANT(b->c->n < TERMS); /* one link for each term at most */
    *x = (struct import_link){ .op = op, .under = GRAPH_OPS };
    return b->c->n++;
}

static size_t count_leaves(const struct import_chain *c, struct ratio v)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        n += c->link[i].op == GRAPH_CONST && ratio_equal(c->link[i].value, v);
    return n;
}

/* "100 = 100" computes nothing. */
static bool chain_gives(const struct builder *b, size_t note, struct ratio v)
{
    const struct import_note *x = &b->notes->note[note];

    return x->state != NOTE_UNREAD && ratio_equal(x->result, v) &&
           b->c->link[b->root_of[note]].op != GRAPH_CONST;
}

/* What the links would be if the numbers of the text were others: by it one
 * sees that x / 2 and x - x / 2 are the same, and 3 + 5 and 4 + 4 are not. */
static double leaf_trace(const struct builder *b, struct ratio v)
{
    uint64_t other = (uint64_t)v.p * 7919 + (uint64_t)v.q * 104729;

    return import_count(b->text, v, false)
               ? 1.5 + (double)(other % 1000003) / 1000
               : ratio_double(v);
}

static double step_trace(const struct import_chain *c, size_t i)
{
    double x = c->link[c->link[i].a].trace, y = c->link[c->link[i].b].trace;

    switch (c->link[i].op) {
    case GRAPH_ADD: return x + y;
    case GRAPH_SUB: return x - y;
    case GRAPH_MUL: return x * y;
    default: return y != 0 ? x / y : 0;
    }
}

static bool same_trace(const struct import_link *x, const struct import_link *y)
{
    double off = x->trace - y->trace;

    return (off < 0 ? -off : off) <=
           1e-9 * (x->trace < 0 ? -x->trace : x->trace);
}

/* The note whose result is v: the latest unspent one, else the latest that this
 * note has not used, else the latest; b->now: none. */
static size_t chain_result(const struct builder *b, struct ratio v)
{
    size_t any = b->now, other = b->now;

    for (size_t i = b->now; i-- > 0;) {
        if (!chain_gives(b, i, v))
            continue;
        if (!b->spent[i])
            return i;
        any = any == b->now ? i : any;
        if (other == b->now && b->spent_by[i] != b->now)
            other = i;
    }
    return other < b->now ? other : any;
}

/* "8 * 8", "8 + 8": it does not matter which 8 is which. */
static bool takes_all(const struct builder *b, struct ratio v, size_t n)
{
    const struct import_terms *t = &b->notes->terms;
    const struct import_note *x = &b->notes->note[b->now];
    enum graph_op op = t->term[x->root].op;

    for (size_t i = x->first; i <= x->root; i++) {
        if (t->term[i].op == GRAPH_CONST)
            n -= ratio_equal(t->term[i].value, v);
        else if (t->term[i].op != op)
            return false;
    }
    return n == 0 && (op == GRAPH_ADD || op == GRAPH_MUL);
}

/* Other notes than `note` give v as well, and it is not the only one that
 * waits for its use. */
static bool chain_one_of_many(const struct builder *b, size_t note,
                              struct ratio v)
{
    size_t others = 0, unspent = 0;

    for (size_t i = 0; i < b->now; i++)
        if (chain_gives(b, i, v)) {
            unspent += !b->spent[i];
            others += !same_trace(&b->c->link[b->root_of[i]],
                                  &b->c->link[b->root_of[note]]);
        }
    return others && unspent != 1 && !takes_all(b, v, others + 1);
}

static size_t build_leaf(struct builder *b, struct ratio v)
{
    size_t note = chain_result(b, v), leaves = count_leaves(b->c, v), x;
    size_t numbers = import_count(b->text, v, false);
    size_t words = import_count(b->text, v, true);
    bool unused = numbers > leaves || words > leaves;

    if (note < b->now && !(b->spent[note] && (unused || v.p == 1))) {
        struct import_link *r = &b->c->link[b->root_of[note]];

        r->rival = r->rival || numbers > leaves || (numbers && b->spent[note]);
        r->doubt = r->doubt || words > leaves ||
                   chain_one_of_many(b, note, v) ||
                   (b->spent[note] &&
                    (import_word(b->text, v) || import_unit(b->text, v)));
        b->spent[note] = true;
        b->spent_by[note] = b->now;
        return b->root_of[note];
    }
    x = add_link(b, GRAPH_CONST);
    b->c->link[x].value = v;
    b->c->link[x].trace = leaf_trace(b, v);
    return x;
}

/* The terms of the note, which stand one behind the other up to its root. */
static void build_note(struct builder *b)
{
    const struct import_terms *t = &b->notes->terms;
    size_t root = b->notes->note[b->now].root, of[TERMS];

    for (size_t i = b->notes->note[b->now].first; i <= root; i++) {
        const struct graph_node *x = &t->term[i];
        size_t n;

        if (x->op == GRAPH_CONST) {
            of[i] = build_leaf(b, x->value);
            continue;
        }
        n = add_link(b, x->op);
        b->c->link[n].a = of[x->a];
        b->c->link[n].b = of[x->b];
        b->c->link[n].trace = step_trace(b->c, n);
        of[i] = n;
    }
    b->root_of[b->now] = of[root];
}

/* ---- the root ---- */

static void chain_reach(struct import_chain *c)
{
    c->link[c->root].used = true;
    for (size_t i = c->root + 1; i-- > 0;) {
        struct import_link *x = &c->link[i];

        if (!x->used || x->op == GRAPH_CONST)
            continue;
        c->link[x->a].used = c->link[x->b].used = true;
        if (c->link[x->a].op == GRAPH_CONST)
            c->link[x->a].under = x->op;
        if (c->link[x->b].op == GRAPH_CONST) {
            c->link[x->b].under = x->op;
            c->link[x->b].below = x->op == GRAPH_DIV;
        }
    }
}

/* Exact values of what is reached; false where one does not fit. */
static bool compute(struct import_chain *c)
{
    for (size_t i = 0; i <= c->root; i++) {
        struct import_link *x = &c->link[i];

        if (x->used && x->op != GRAPH_CONST &&
            !graph_apply(x->op, c->link[x->a].value, c->link[x->b].value,
                         &x->value))
            return false;
    }
    return true;
}

static void chain_refuse(struct import_chain *c, enum import_reason why,
                         const char *detail)
{
    if (c->reason == IMPORT_FINE) {
        c->reason = why;
        c->detail = detail;
    }
}

/* The last note whose result is the gold. */
static bool find_root(struct builder *b, struct ratio gold)
{
    for (size_t i = b->notes->n; i-- > 0;)
        if (b->notes->note[i].state != NOTE_UNREAD &&
            ratio_equal(b->notes->note[i].result, gold)) {
            b->c->root = b->root_of[i];
            return true;
        }
    return false;
}

/* A share that the last note has, asked for in percent; or dollars in cents:
 * one step more. */
static bool find_hundredth(struct builder *b, struct ratio gold)
{
    struct ratio share;
    size_t x;

    if (!ratio_div(&share, gold, RATIO(100)) ||
        !import_unit(b->text, RATIO(100)) || b->c->n + 2 > TERMS ||
        !find_root(b, share))
        return false;
    x = add_link(b, GRAPH_CONST);
    b->c->link[x].value = RATIO(100);
    x = add_link(b, GRAPH_MUL);
    b->c->link[x].a = b->c->root;
    b->c->link[x].b = x - 1;
    b->c->root = x;
    return true;
}

static void chain_judge(struct arena *a, struct builder *b, struct ratio gold)
{
    struct import_chain *c = b->c;

    if (!find_root(b, gold) && !find_hundredth(b, gold)) {
        /* No note has the gold: say what is nearest to the cause. */
        for (size_t i = 0; i < b->notes->n; i++)
            if (b->notes->note[i].state == NOTE_UNREAD)
                chain_refuse(c, IMPORT_UNREAD, b->notes->note[i].text);
        chain_refuse(c, IMPORT_OTHER_RESULT,
                     arena_printf(a, "no step gives %s", ratio_text(a, gold)));
        return;
    }
    chain_reach(c);
    for (size_t i = 0; i < b->notes->n; i++)
        if (b->notes->note[i].state == NOTE_FALSE &&
            c->link[b->root_of[i]].used)
            chain_refuse(c, IMPORT_FALSE_NOTE, b->notes->note[i].text);
    if (!compute(c))
        chain_refuse(c, IMPORT_TOO_LARGE, "a step does not fit into 64 bits");
    if (c->reason == IMPORT_FINE && !ratio_equal(c->link[c->root].value, gold))
        chain_refuse(c, IMPORT_OTHER_RESULT,
                     arena_printf(a, "the exact value is %s",
                                  ratio_text(a, c->link[c->root].value)));
}

static void import_chain(struct arena *a, const struct import_notes *notes,
                         const struct import_text *text, struct ratio gold,
                         struct import_chain *out)
{
    struct builder b = { .c = out, .notes = notes, .text = text };

    *out = (struct import_chain){ .reason = IMPORT_FINE };
    if (notes->n == 0)
        chain_refuse(out, IMPORT_NO_COMPUTATION,
                     "it has no <<...>> annotation and no "
                     "equation");
    if (notes->too_many)
        chain_refuse(out, IMPORT_TOO_LARGE, "too many annotations");
    for (b.now = 0; b.now < notes->n; b.now++)
        if (notes->note[b.now].state != NOTE_UNREAD)
            build_note(&b);
    if (out->reason == IMPORT_FINE)
        chain_judge(a, &b, gold);
}

/*
 * From a row to a structure: its equations, the chain of them, the numbers of
 * its text. See import_int.h for the passes.
 */

const char *import_reason_name(enum import_reason r)
{
    static const char *const names[IMPORT_REASONS] = {
        "fine",
        "no computation in the row",
        "a note that cannot be read",
        "a note whose sides differ",
        "a number that comes from nowhere",
        "another result than the gold",
        "the gold is no number",
        "the gold is known to be wrong",
        "the text is not English",
        "too large",
    };

    return names[r];
}

bool import_wants_formula(enum import_reason r)
{
    return r != IMPORT_FINE && r != IMPORT_NO_GOLD && r != IMPORT_WRONG_GOLD &&
           r != IMPORT_LANGUAGE;
}

const char *fix_reason_name(enum fix_reason r)
{
    static const char *const names[FIX_REASONS] = {
        "free",
        "a number that is not in the text",
        "a number that can be meant twice",
        "no fresh numbers keep every step whole and of its sign",
        "a number that other words or steps count on",
    };

    return names[r];
}

bool import_refuse(struct imported *out, enum import_reason why,
                   const char *detail)
{
    *out = (struct imported){ .reason = why, .detail = detail };
    return false;
}

/* The gold as a fraction: "18", "0.5", "\frac{1}{2}". */
bool import_gold(const struct problem *p, struct ratio *out)
{
    const char *s = p->n_keys == 1 ? p->keys[0].latex : NULL;
    const char *mark;
    struct ratio above, below;
    bool negative;

    if (!s)
        return false;
    if (ratio_read(out, s, strlen(s)))
        return true;
    negative = s[0] == '-';
    if (!str_starts(s + negative, "\\frac{"))
        return false;
    s += negative + 6;
    mark = strstr(s, "}{");
    if (!mark || !str_ends(mark, "}") ||
        !ratio_read(&above, s, (size_t)(mark - s)) ||
        !ratio_read(&below, mark + 2, strlen(mark) - 3) ||
        !ratio_div(out, above, below))
        return false;
    *out = negative ? ratio_neg(*out) : *out;
    return true;
}

/* What stays the same whatever notes are tried. */
struct row {
    struct arena *arena;
    const struct problem *p;
    struct ratio gold;
    const char *statement;
};

static bool open_row(struct arena *a, const struct problem *p, struct row *row,
                     struct imported *out)
{
    const char *fault = gold_fault(p);

    *row = (struct row){ .arena = a, .p = p };
    if (fault)
        return import_refuse(out, IMPORT_WRONG_GOLD, fault);
    if (!import_is_english(p->statement))
        return import_refuse(out, IMPORT_LANGUAGE, "too few English words");
    if (!import_gold(p, &row->gold))
        return import_refuse(out, IMPORT_NO_GOLD,
                             p->n_keys ? p->keys[0].latex : "");
    return import_fill_statement(a, p, &row->statement) ||
           import_refuse(out, IMPORT_UNREAD,
                         "a number of the text is not given");
}

/* Returns whether the row is a structure now. */
static bool try_notes(const struct row *row, const struct import_notes *notes,
                      bool strict, struct imported *out)
{
    struct arena *a = row->arena;
    struct import_text *t = arena_new(a, struct import_text);
    struct import_chain *c = arena_new(a, struct import_chain);

    if (!import_text_read(a, row->statement, t))
        return import_refuse(out, IMPORT_TOO_LARGE,
                             "too many sentences or numbers");
    import_chain(a, notes, t, row->gold, c);
    if (c->reason != IMPORT_FINE)
        return import_refuse(out, c->reason, c->detail);
    import_hold(c, notes, t);
    return import_match(a, c, t, strict, out);
}

/* The notes of the worked text, and with `plain` its other equations. */
static void try_worked(const struct row *row, bool plain, struct imported *out)
{
    struct import_notes *notes = arena_new(row->arena, struct import_notes);

    import_notes_worked(row->arena, row->p, plain, notes);
    try_notes(row, notes, false, out);
}

/* Notes sometimes leave out a step that the text beside them has; where that
 * leads to no structure, the notes alone may. */
void import_problem(struct arena *a, const struct problem *p,
                    struct imported *out)
{
    struct import_notes *notes = arena_new(a, struct import_notes);
    struct imported alone;
    struct row row;

    if (!open_row(a, p, &row, out))
        return;
    if (import_notes_equation(a, p, notes)) {
        try_notes(&row, notes, false, out);
        return;
    }
    try_worked(&row, true, out);
    if (out->reason == IMPORT_FINE && out->fix != FIX_UNMATCHED)
        return;
    try_worked(&row, false, &alone);
    if (out->reason != IMPORT_FINE ||
        (alone.reason == IMPORT_FINE && alone.fix != FIX_UNMATCHED))
        *out = alone;
}

void import_formula(struct arena *a, const struct problem *p,
                    const char *formula, struct imported *out)
{
    struct import_notes *notes = arena_new(a, struct import_notes);
    struct row row;
    struct import_note *x;

    if (!open_row(a, p, &row, out))
        return;
    /* One note: "text = result of it". */
    x = new_note(a, notes, span_of(formula));
    notes->n = 1;
    if (import_term_read(a, &notes->terms, span_of(formula), &x->root) &&
        import_term_value(&notes->terms, x->root, &x->result))
        try_notes(&row, notes, true, out);
    else
        import_refuse(out, IMPORT_UNREAD, x->text);
}
