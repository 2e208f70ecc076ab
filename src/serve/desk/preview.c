/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/preview.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "grade/look.h"
#include "grade/request.h"
#include "math/ball/ball.h"
#include "math/exact/exact.h"
#include "math/read/read.h"
#include "math/tree/print.h"
#include "report/html/html.h"
#include "run/judge.h"
#include "serve/desk/check.h"
#include "serve/desk/entry.h"
#include "serve/pages/layout.h"
#include "serve/state.h"
#include "verify/sample.h"

#include <inttypes.h>
#include <string.h>

#define VALUE_WORK   50000 /* units for the decimal of one value */
#define VALUE_BITS   96    /* of a decimal; also of an exact value shown */
#define OVERLAP_MOST 8
#define STANDS_MOST  200 /* bytes of an answer sought in the statement */
#define ROUNDED_FROM 4   /* places of a decimal that looks rounded */

/* ---- what was understood ---- */

/* Returns digits without the zeros that end them. */
static const char *shortened(struct arena *a, const char *digits)
{
    size_t n = strlen(digits);

    if (!strchr(digits, '.') || strpbrk(digits, "e+"))
        return digits;
    while (digits[n - 1] == '0')
        n--;
    return arena_strndup(a, digits, n - (digits[n - 1] == '.'));
}

/* Returns the decimal of a value without symbols, or NULL. */
static const char *decimal_of(struct arena *a, const struct expr *x)
{
    struct work w = { 0, VALUE_WORK, NULL };
    const char *out = NULL;
    acb_t z;

    if (!expr_is_value(x))
        return NULL;
    acb_init(z);
    if (ball_eval(z, x, NULL, VALUE_BITS, &w) == BALL_VALUE &&
        acb_rel_accuracy_bits(z) > 40)
        out = shortened(a, sample_digits(a, z));
    acb_clear(z);
    return out;
}

/* Returns the rational number that a value is, or NULL. */
static const char *rational_of(struct arena *a, const struct expr *x)
{
    struct work w = { 0, VALUE_WORK, NULL };
    const char *out = NULL;
    fmpq_t q;

    fmpq_init(q);
    if (expr_is_value(x) && exact_rational(q, x, &w) == EXACT_VALUE &&
        fmpq_height_bits(q) < VALUE_BITS) {
        char *text = fmpq_get_str(NULL, 10, q);

        out = arena_strdup(a, text);
        flint_free(text);
    }
    fmpq_clear(q);
    return out;
}

/* Of "x = 5" the value is 5. */
static void set_value(struct arena *a, const struct expr *x,
                      struct preview_part *p)
{
    const char *const *unused;

    if (x->op == EXPR_RELATION && x->count == 2 &&
        x->relations[0] == RELATION_EQ && x->args[0]->op == EXPR_SYMBOL)
        x = x->args[1];
    if (expr_symbols(a, x, &unused) > 0)
        return;
    p->value = rational_of(a, x);
    if (!p->value || strchr(p->value, '/'))
        p->decimal = decimal_of(a, x);
}

/* The place of an error, counted in the answer's own field. */
static void set_place(const char *answer, const struct key_look *look,
                      struct preview_part *p)
{
    size_t column = look->err.column, bytes;

    if (!column || look->from == LOOK_NOWHERE)
        return;
    bytes = look->from + utf8_bytes(answer + look->from, column - 1);
    p->column = utf8_count(answer, bytes) + 1;
    p->at = utf8_units(answer, strlen(answer), bytes);
}

static void make_part(struct arena *a, const struct entry_draft *d,
                      const struct key_look *look, struct preview_part *p)
{
    enum answer_kind kind;
    bool has_kind = answer_find(d->text[DRAFT_KIND], &kind);

    p->name = look->name;
    p->text = look->text;
    p->kind = answer_name(has_kind ? kind : grade_look_kind(a, look));
    if (!look->tree) {
        p->error = arena_strdup(a, look->err.msg);
        set_place(d->text[DRAFT_ANSWER], look, p);
        return;
    }
    p->latex = print_expr(a, look->tree);
    p->n_symbols = expr_symbols(a, look->tree, &p->symbols);
    set_value(a, look->tree, p);
}

/* ---- what may be meant otherwise ---- */

struct warner {
    struct arena *arena;
    struct vec *out; /* const char * */
};

static void warn(struct warner *w, const char *fmt, ...) PRINTF(2, 3);
static void warn(struct warner *w, const char *fmt, ...)
{
    struct str text = str_in(w->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    *(const char **)vec_push(w->out) = str_get(&text);
}

static bool is_bare_log(const struct expr *x)
{
    return x->op == EXPR_CALL && x->function->id == FN_LOG && x->count == 1;
}

static bool is_rounded(const struct expr *x)
{
    return x->op == EXPR_NUMBER && x->number->decimal &&
           !x->number->repeating && x->number->places >= ROUNDED_FROM;
}

/* "3,14" alone: two numbers, or one with a decimal comma? */
static bool has_comma(const char *s)
{
    size_t whole = strspn(s, "-0123456789"), part;

    if (whole == 0 || s[whole] != ',')
        return false;
    part = strspn(s + whole + 1, "0123456789");
    return part > 0 && s[whole + 1 + part] == '\0';
}

static void warn_spelling(struct warner *w, const struct key_look *look)
{
    if (look->loose)
        warn(w, "\"%.60s\" is read as words with mathematics in them",
             look->text);
    if (expr_any(look->tree, is_bare_log))
        warn(w, "\\log without a base: write \\ln, or \\log_{10}");
    if (expr_any(look->tree, is_rounded))
        warn(w, "a decimal stands for itself: if it was rounded, write the "
                "closed form");
    if (has_comma(look->text))
        warn(w,
             "the comma in %.40s may be read as one of thousands, of a "
             "decimal or of a list",
             look->text);
}

static bool is_declared(struct arena *a, const struct grade_request *r,
                        const char *name)
{
    for (size_t i = 0; i < r->symbols_n; i++) {
        const char *own = read_symbol(a, r->symbols[i]);

        if (own && str_eq(own, name))
            return true;
    }
    return false;
}

static void warn_symbols(struct warner *w, const struct grade_request *r,
                         const struct preview_part *p)
{
    for (size_t i = 0; i < p->n_symbols; i++) {
        const char *s = p->symbols[i];
        size_t n = strlen(s);

        if (n > 1 && s[n - 1] == '(')
            warn(w,
                 "%.*s(...) is read as an unknown function: declare %.*s "
                 "as a symbol if it multiplies",
                 (int)n - 1, s, (int)n - 1, s);
        else if (r->symbols_n && !is_declared(w->arena, r, s))
            warn(w, "%.60s is not among the declared symbols", s);
    }
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c);
}

/* Does the text stand in the statement, with no letter or digit next to it? */
static bool stands_in(const char *statement, const char *text)
{
    size_t n = strlen(text);

    if (n < 3 || n > STANDS_MOST)
        return false;
    for (const char *p = strstr(statement, text); p; p = strstr(p + 1, text)) {
        char before = p > statement ? p[-1] : ' ', after = p[n];

        if (!(is_word(before) && is_word(text[0])) &&
            !(is_word(after) && is_word(text[n - 1])) && before != '.')
            return true;
    }
    return false;
}

static void look_at_key(struct visit *v, const struct entry_draft *d,
                        struct preview *out)
{
    const char *answer = d->text[DRAFT_ANSWER];
    struct arena *a = v->arena;
    struct key_look *looks = arena_array(a, struct key_look, LIMIT_KEYS);
    struct grade_request r = { .gold = answer, .gold_n = strlen(answer) };
    struct warner w = { a, &out->warnings };
    const char *stranger = draft_limit_stranger(a, d);

    if (stranger)
        warn(&w,
             "the limit is in %.60s, which stands neither in the answer "
             "nor among the symbols",
             stranger);
    request_set_symbols(a, &r, d->text[DRAFT_SYMBOLS]);
    r.has_kind = answer_find(d->text[DRAFT_KIND], &r.kind);
    out->n_parts = grade_look(a, &r, looks);
    out->parts = arena_array(a, struct preview_part, out->n_parts + 1);
    for (size_t i = 0; i < out->n_parts; i++) {
        struct preview_part *p = &out->parts[i];

        make_part(a, d, &looks[i], p);
        if (looks[i].tree) {
            warn_spelling(&w, &looks[i]);
            warn_symbols(&w, &r, p);
        }
        if (stands_in(d->text[DRAFT_STATEMENT], p->text))
            warn(&w, "the answer %.60s stands in the statement", p->text);
    }
}

bool preview_make(struct visit *v, const struct entry_draft *d,
                  const struct start *start, int64_t entry, struct preview *out,
                  struct err *e)
{
    struct arena *a = v->arena;

    *out = (struct preview){ .start = start, .quiet = draft_is_blank(d) };
    out->warnings = vec_in(a, sizeof(const char *));
    out->faults = vec_in(a, sizeof(struct draft_fault));
    draft_check(a, d, &out->faults);
    if (!draft_fits(d))
        return true; /* too long to be looked at */
    if (*d->text[DRAFT_ANSWER])
        look_at_key(v, d, out);
    out->edited = start_compare(a, start, d);
    start_problem(a, start, d, &out->problem);
    out->readable = run_judge_key(a, &out->problem, NULL, &out->why);
    if (out->n_parts && out->readable)
        out->trouble = check_key_trouble(a, &out->problem);
    return corpus_find(v->serve->corpus, a, v->store, &out->problem, entry,
                       OVERLAP_MOST, &out->overlaps, &out->n_overlaps, e);
}

/* ---- as HTML ---- */

static void add_mark(struct str *out, const char *what, bool edited,
                     bool proved)
{
    str_addf(out, "<li><b>%s</b>: %s</li>\n", what,
             edited   ? "<mark>edited: the proof no longer holds</mark>"
             : proved ? "as in the source, proved"
                      : "as in the source");
}

void preview_marks(struct str *out, const struct start *s,
                   const struct start_edited *edited)
{
    bool proved = s->proved && !edited->statement && !edited->key;

    if (!s->from)
        return;
    str_add(out, "<p class=\"facts\">Started from ");
    html_text(out, s->problem.id);
    if (s->run) {
        str_add(out, " of run ");
        html_text(out, s->run);
    }
    if (s->proved && s->problem.proof_by) {
        str_add(out, proved ? ", proved by " : ", which was proved by ");
        html_text(out, s->problem.proof_by);
    } else
        str_add(out, "; nothing proves it");
    str_add(out, "</p>\n<ul class=\"list\">\n");
    add_mark(out, "Statement", edited->statement, s->proved);
    add_mark(out, "Key", edited->key, s->proved);
    str_addf(out, "<li><b>Solution</b>: %s</li>\n</ul>\n",
             edited->solution ? "<mark>edited</mark>" : "as in the source");
}

/* The answer in type of one width, the place of the error underlined. */
static void add_column(struct str *out, struct arena *a, const char *answer,
                       size_t column)
{
    size_t from = utf8_bytes(answer, column - 1);
    size_t n = utf8_bytes(answer + from, 1);

    str_add(out, "<p class=\"column\">");
    html_text(out, arena_strndup(a, answer, from));
    str_add(out, "<span class=\"at\">");
    html_text(out, n ? arena_strndup(a, answer + from, n) : "\xc2\xa0");
    str_add(out, "</span>");
    html_text(out, answer + from + n);
    str_add(out, "</p>\n");
}

static void add_facts(struct str *out, const struct preview_part *p)
{
    str_addf(out, "<p class=\"facts\">%s", p->kind);
    for (size_t i = 0; i < p->n_symbols; i++) {
        str_add(out, i ? ", " : "; symbols ");
        html_text(out, p->symbols[i]);
    }
    if (p->value) {
        str_add(out, "; = ");
        html_text(out, p->value);
    }
    if (p->decimal) {
        str_add(out, "; \xe2\x89\x88 ");
        html_text(out, p->decimal);
    }
    str_add(out, "</p>\n");
}

static void add_part(struct str *out, struct arena *a,
                     const struct entry_draft *d, const struct preview_part *p)
{
    if (p->name) {
        str_add(out, "<h3>");
        html_text(out, p->name);
        str_add(out, "</h3>\n");
    }
    if (p->latex) {
        str_add(out, "<div class=\"tex key\">");
        html_text(out, p->latex);
        str_add(out, "</div>\n");
        add_facts(out, p);
        return;
    }
    if (p->column)
        add_column(out, a, d->text[DRAFT_ANSWER], p->column);
    str_add(out, "<p class=\"trouble\">It cannot be read: ");
    if (p->column)
        str_addf(out, "column %zu: ", p->column);
    html_text(out, p->error);
    str_add(out, "</p>\n");
}

static void add_overlaps(struct str *out, const struct preview *p)
{
    if (p->n_overlaps)
        str_add(out, "<h3>Known already</h3>\n<ul class=\"list\">\n");
    for (size_t i = 0; i < p->n_overlaps; i++) {
        const struct overlap *o = &p->overlaps[i];

        str_add(out, o->same ? "<li><mark>the same</mark> as " : "<li>near ");
        if (o->entry)
            str_addf(out,
                     "<a href=\"/entries/%" PRId64 "\">entry %" PRId64 "</a> ",
                     o->entry, o->entry);
        html_text(out, o->id);
        if (o->source) {
            str_add(out, " of ");
            html_text(out, o->source);
        }
        str_add(out, "</li>\n");
    }
    if (p->n_overlaps)
        str_add(out, "</ul>\n");
}

static void add_texts(struct str *out, const char *class,
                      const char *const *texts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        str_addf(out, "<p class=\"%s\">", class);
        html_text(out, texts[i]);
        str_add(out, "</p>\n");
    }
}

void preview_html(struct arena *a, struct str *out, const struct entry_draft *d,
                  const struct preview *p)
{
    bool told = false;

    for (size_t i = 0; !p->quiet && i < p->faults.n; i++) {
        const char *text =
            draft_fault_text(a, vec_get(&p->faults, struct draft_fault, i));

        add_texts(out, "trouble", &text, 1);
    }
    for (size_t i = 0; i < p->n_parts; i++) {
        add_part(out, a, d, &p->parts[i]);
        told = told || p->parts[i].error;
    }
    if (p->n_parts)
        entry_key_facts(a, out, &p->problem);
    if (p->n_parts && !p->readable && !told)
        add_texts(out, "trouble", &p->why, 1);
    if (p->trouble)
        add_texts(out, "trouble", &p->trouble, 1);
    add_texts(out, "told", p->warnings.items, p->warnings.n);
    add_overlaps(out, p);
    preview_marks(out, p->start, &p->edited);
}

/* ---- as JSON ---- */

static struct json *part_json(struct arena *a, const struct preview_part *p)
{
    struct json *v = json_new(a, JSON_OBJECT), *symbols;

    json_set(a, v, "name", json_new_text(a, p->name));
    json_set(a, v, "text", json_new_text(a, p->text));
    json_set(a, v, "latex", json_new_text(a, p->latex));
    json_set(a, v, "kind", json_new_text(a, p->kind));
    symbols = json_set(a, v, "symbols", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->n_symbols; i++)
        json_push(symbols, json_new_string(a, p->symbols[i]));
    json_set(a, v, "value", json_new_text(a, p->value));
    json_set(a, v, "decimal", json_new_text(a, p->decimal));
    json_set(a, v, "error", json_new_text(a, p->error));
    if (p->error && p->column) {
        json_set(a, v, "column", json_new_int(a, (int64_t)p->column));
        json_set(a, v, "at", json_new_int(a, (int64_t)p->at));
    }
    return v;
}

static struct json *fault_json(struct arena *a, const struct draft_fault *f)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "field", json_new_text(a, draft_cards[f->field].name));
    json_set(a, v, "line", json_new_int(a, (int64_t)f->line));
    json_set(a, v, "column", json_new_int(a, (int64_t)f->column));
    json_set(a, v, "text", json_new_text(a, f->what));
    return v;
}

static struct json *overlap_json(struct arena *a, const struct overlap *o)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "source", json_new_text(a, o->source));
    json_set(a, v, "id", json_new_text(a, o->id));
    json_set(a, v, "entry", json_new_int(a, o->entry));
    json_set(a, v, "same", json_new(a, JSON_BOOL))->truth = o->same;
    return v;
}

void preview_json(struct arena *a, struct str *out, const struct entry_draft *d,
                  const struct preview *p)
{
    struct json *v = json_new(a, JSON_OBJECT), *list;
    struct str html = str_in(a);

    list = json_set(a, v, "parts", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->n_parts; i++)
        json_push(list, part_json(a, &p->parts[i]));
    json_set(a, v, "readable", json_new(a, JSON_BOOL))->truth = p->readable;
    json_set(a, v, "why", json_new_text(a, p->readable ? NULL : p->why));
    json_set(a, v, "proved", json_new(a, JSON_BOOL))->truth =
        p->start->proved && !p->edited.statement && !p->edited.key;
    json_set(a, v, "trouble", json_new_text(a, p->trouble));
    list = json_set(a, v, "warnings", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->warnings.n; i++)
        json_push(list,
                  json_new_string(a, *vec_get(&p->warnings, const char *, i)));
    list = json_set(a, v, "faults", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->faults.n; i++)
        json_push(list,
                  fault_json(a, vec_get(&p->faults, struct draft_fault, i)));
    list = json_set(a, v, "overlaps", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->n_overlaps; i++)
        json_push(list, overlap_json(a, &p->overlaps[i]));
    preview_html(a, &html, d, p);
    json_set(a, v, "html", json_new_string(a, str_get(&html)));
    json_write(out, v);
    str_addc(out, '\n');
}
