/* SPDX-License-Identifier: Apache-2.0 */

/* The preview as people and the script of the editor see it. */
#include "base/utf8.h"
#include "report/html/html.h"
#include "serve/desk/entry.h"
#include "serve/desk/write/preview.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

/* ---- as HTML ---- */

/* The proof is of statement and key together: an edit of either ends it. */
static void preview_show_add_mark(struct str *out, const char *what,
                                  bool edited, bool was_proved, bool proved)
{
    str_addf(out, "<li><b>%s</b>: %s</li>\n", what,
             edited && was_proved
                 ? "<mark>edited: the proof no longer holds</mark>"
             : edited     ? "<mark>edited</mark>"
             : proved     ? "as in the source, proved"
             : was_proved ? "as in the source; the proof no longer holds for it"
                          : "as in the source");
}

void preview_marks(struct str *out, const struct start *s,
                   const struct start_edited *edited)
{
    bool proved = start_is_proved(s, edited);

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
        str_add(out, "; it has no proof");
    str_add(out, "</p>\n<ul class=\"list\">\n");
    preview_show_add_mark(out, "Statement", edited->statement, s->proved,
                          proved);
    preview_show_add_mark(out, "Key", edited->key, s->proved, proved);
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

static void preview_show_add_facts(struct str *out,
                                   const struct preview_part *p)
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

static void preview_show_add_part(struct str *out, struct arena *a,
                                  const struct entry_draft *d,
                                  const struct preview_part *p)
{
    if (p->name) {
        str_add(out, "<h3>");
        html_text(out, p->name);
        str_add(out, "</h3>\n");
    }
    if (p->latex) {
        layout_key(out, p->latex);
        preview_show_add_facts(out, p);
        return;
    }
    if (p->column)
        add_column(out, a, d->text[DRAFT_ANSWER], p->column);
    str_add(out, "<p class=\"trouble\">Cannot be read: ");
    if (p->column)
        str_addf(out, "column %zu: ", p->column);
    html_text(out, p->error);
    str_add(out, "</p>\n");
}

static void add_overlaps(struct str *out, const struct preview *p)
{
    if (p->n_overlaps)
        str_add(out, "<h3>Similar problems</h3>\n"
                     "<ul class=\"list\">\n");
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

static bool preview_show_is_of_answer(enum draft_field f)
{
    return (f >= DRAFT_ANSWER && f <= DRAFT_LIMIT) || f == DRAFT_CHECK;
}

const char *preview_wrong(struct arena *a, const struct preview *p,
                          enum draft_field f)
{
    struct str all = str_in(a);

    for (size_t i = 0;
         !p->quiet && !preview_show_is_of_answer(f) && i < p->faults.n; i++) {
        const struct draft_fault *x =
            vec_get(&p->faults, struct draft_fault, i);

        if (x->field == f)
            str_addf(&all, "%s%s.", all.n ? " " : "", draft_fault_text(a, x));
    }
    return all.n ? str_get(&all) : NULL;
}

void preview_html(struct arena *a, struct str *out, const struct entry_draft *d,
                  const struct preview *p)
{
    bool told = false;

    for (size_t i = 0; !p->quiet && i < p->faults.n; i++) {
        const struct draft_fault *f =
            vec_get(&p->faults, struct draft_fault, i);

        if (preview_show_is_of_answer(f->field))
            layout_say(out, "trouble",
                       arena_printf(a, "%s.", draft_fault_text(a, f)));
    }
    for (size_t i = 0; i < p->n_parts; i++) {
        preview_show_add_part(out, a, d, &p->parts[i]);
        told = told || p->parts[i].error;
    }
    if (p->n_parts)
        entry_key_facts(a, out, &p->problem);
    if (p->limit)
        layout_say(out, "told", p->limit);
    if (p->n_parts && !p->readable && !told)
        layout_say(
            out, "trouble",
            arena_printf(a, "The judge cannot use this key: %s.", p->why));
    if (p->trouble)
        layout_say(out, "trouble", arena_printf(a, "%s.", p->trouble));
    for (size_t i = 0; i < p->warnings.n; i++)
        layout_say(out, "told", *vec_get(&p->warnings, const char *, i));
    add_overlaps(out, p);
    preview_marks(out, p->start, &p->edited);
}

/* ---- as JSON ---- */

/* Where the script marks the answer. */
static struct json *preview_show_part_json(struct arena *a,
                                           const struct preview_part *p)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "error", json_new_text(a, p->error));
    if (p->error && p->column) {
        json_set(a, v, "column", json_new_int(a, (int64_t)p->column));
        json_set(a, v, "at", json_new_int(a, (int64_t)p->at));
    }
    return v;
}

void preview_json(struct arena *a, struct str *out, const struct entry_draft *d,
                  const struct preview *p)
{
    struct json *v = json_new(a, JSON_OBJECT), *list, *one;
    struct str html = str_in(a);

    list = json_set(a, v, "parts", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->n_parts; i++)
        json_push(list, preview_show_part_json(a, &p->parts[i]));
    json_set(a, v, "proved", json_new(a, JSON_BOOL))->truth =
        start_is_proved(p->start, &p->edited);
    list = json_set(a, v, "faults", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->faults.n; i++) {
        enum draft_field f = vec_get(&p->faults, struct draft_fault, i)->field;

        one = json_new(a, JSON_OBJECT);
        json_set(a, one, "field", json_new_text(a, draft_cards[f].name));
        json_set(a, one, "text", json_new_text(a, preview_wrong(a, p, f)));
        json_push(list, one);
    }
    preview_html(a, &html, d, p);
    json_set(a, v, "html", json_new_string(a, str_get(&html)));
    json_write(out, v);
    str_addc(out, '\n');
}
