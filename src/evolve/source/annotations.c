/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/import_int.h"
#include "text/fold.h"

/*
 * The equations of a row. GSM8K's worked text has them as <<16-3-4=9>>; where
 * some are missing there, "16 - 3 = 13" in the text itself does as well. SVAMP
 * and MAWPS have one in a field.
 */

/* ---- one note ---- */

#define SIDES      8   /* of one equation */
#define NOTE_SHOWN 200 /* bytes of a note that are told */

/* Digits behind the point of the last numeral of a text. */
static int places_of(struct span s)
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
static bool is_rounding(struct ratio exact, struct ratio noted, int places)
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
static bool result_of(struct arena *a, struct import_notes *o, struct span s,
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

        if (!result_of(a, o, side, exact, &x->result))
            return NOTE_UNREAD;
        if (!ratio_equal(x->result, exact) &&
            !is_rounding(exact, x->result, places_of(side)))
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

static void add_note(struct arena *a, struct import_notes *o, struct span s,
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

/* The text with signs beyond ASCII that multiply or divide made plain. */
static const char *plain_signs(struct arena *a, const char *text)
{
    struct str out = str_in(a);

    fold_text(&out, span_of(text), CHAR_TIMES | CHAR_DIVIDE);
    return str_get(&out);
}

static bool in_formula(const char *s, size_t i)
{
    if (is_digit(s[i]) || (s[i] && strchr(" +-*/().,$%", s[i])))
        return true;
    return (s[i] == 'x' || s[i] == 'X') && i > 0 &&
           (s[i - 1] == ' ' || is_digit(s[i - 1])) && !is_letter(s[i + 1]);
}

/* Where the formula that ends before `end` begins; not before `from`. */
static size_t formula_start(const char *s, size_t from, size_t end)
{
    size_t i = end;

    while (i > from && in_formula(s, i - 1) &&
           !(s[i - 1] == '.' && !is_digit(s[i])))
        i--;
    while (i < end && !is_digit(s[i]) && s[i] != '(' && s[i] != '$' &&
           s[i] != '.')
        i++;
    return i;
}

static size_t formula_end(const char *s, size_t from)
{
    size_t i = from;

    while (s[i] && (in_formula(s, i) || s[i] == '=') &&
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
    size_t start = formula_start(s, from, i), end = formula_end(s, i + 1);
    size_t n = o->n;

    if (start < i && end > i + 1)
        add_note(a, o, (struct span){ s + start, end - start }, false);
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
    start = formula_start(s, from, eq - 1);
    if (start < eq - 1) {
        const char *text =
            arena_printf(a, "%.*s%.*s", (int)(eq - 1 - start), s + start,
                         (int)(s + close - mark), mark);

        add_note(a, o, span_of(text), false);
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

void import_notes_worked(struct arena *a, const struct problem *p, bool plain,
                         struct import_notes *out)
{
    const char *s = plain_signs(a, import_worked(p));
    size_t i = 0, from = 0;

    while (s[i]) {
        const char *close =
            s[i] == '<' && s[i + 1] == '<' ? strstr(s + i, ">>") : NULL;

        if (close) {
            size_t end = (size_t)(close - s);

            if (!plain || !bare_note(a, out, s, from, i, end))
                add_note(a, out, (struct span){ s + i + 2, end - i - 2 }, true);
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

static bool is_unknown(struct span side)
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
    return is_unknown(left) ? right : is_unknown(right) ? left : s;
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
static bool fill_slots(const struct problem *p, struct import_terms *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->term[i].op == GRAPH_SLOT) {
            t->term[i].op = GRAPH_CONST;
            if (!number_of_slot(p, t->term[i].a, &t->term[i].value))
                return false;
        }
    return true;
}

bool import_notes_equation(struct arena *a, const struct problem *p,
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
        !fill_slots(p, &out->terms) ||
        !import_term_value(&out->terms, x->root, &x->result))
        x->state = NOTE_UNREAD;
    out->n = 1;
    return true;
}

void import_note_formula(struct arena *a, const char *text,
                         struct import_notes *out)
{
    struct import_note *x = new_note(a, out, span_of(text));

    if (!import_term_read(a, &out->terms, span_of(text), &x->root) ||
        !import_term_value(&out->terms, x->root, &x->result))
        x->state = NOTE_UNREAD;
    out->n = 1;
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
