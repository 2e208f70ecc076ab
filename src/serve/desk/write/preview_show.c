/* SPDX-License-Identifier: Apache-2.0 */

/* The preview as people and the script of the editor see it. */
#include "base/utf8.h"
#include "serve/desk/entry.h"
#include "serve/desk/write/preview.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

/* ---- as HTML ---- */

/* The proof is of statement and key together: an edit of either ends it. */
static void marks_put(struct arena *a, struct json *list, const char *part,
                      bool edited, bool was_proved, bool proved)
{
    json_push(list,
              row_new(a, "part=%s edited=%d state=%s", part, edited,
                      edited && was_proved ? "edited: the proof no longer holds"
                      : edited             ? "edited"
                      : proved             ? "as in the source, proved"
                      : was_proved
                          ? "as in the source; the proof no longer holds for it"
                          : "as in the source"));
}

void preview_put_marks(struct arena *a, struct json *row, const struct start *s,
                       const struct start_edited *edited)
{
    bool proved = start_is_proved(s, edited);
    struct json *marks, *list;

    if (!s->from)
        return;
    marks = row_new(
        a, "id=%s run=%s by=%s proved=%d", s->problem.id, s->run ? s->run : "",
        s->proved && s->problem.proof_by ? s->problem.proof_by : "", proved);
    list = row_list(a, marks, "parts");
    marks_put(a, list, "Statement", edited->statement, s->proved, proved);
    marks_put(a, list, "Key", edited->key, s->proved, proved);
    marks_put(a, list, "Solution", edited->solution, false, false);
    json_set(a, row, "marks", marks);
}

static void preview_put_part(struct arena *a, struct json *list,
                             const struct entry_draft *d,
                             const struct preview_part *p)
{
    struct json *row =
        row_new(a, "name=%s latex=%s kind=%s column=%zu",
                p->name ? p->name : "", p->latex, p->kind, p->column);
    struct json *symbols = row_list(a, row, "symbols");
    const char *answer = d->text[DRAFT_ANSWER];
    size_t from, n;

    row_add(a, row, "value=%s decimal=%s error=%s", p->value ? p->value : "",
            p->decimal ? p->decimal : "", p->error);
    for (size_t i = 0; i < p->n_symbols; i++)
        json_push(symbols, json_new_string(a, p->symbols[i]));
    if (p->column) {
        /* The place of the error is underlined. */
        from = utf8_bytes(answer, p->column - 1);
        n = utf8_bytes(answer + from, 1);
        row_add(a, row, "before=%s at=%s behind=%s",
                arena_strndup(a, answer, from),
                n ? arena_strndup(a, answer + from, n) : "\xc2\xa0",
                answer + from + n);
    }
    json_push(list, row);
}

static void preview_put_overlaps(struct arena *a, struct json *row,
                                 const struct preview *p)
{
    struct json *list = row_list(a, row, "overlaps");

    for (size_t i = 0; i < p->n_overlaps; i++) {
        const struct overlap *o = &p->overlaps[i];

        json_push(list, row_new(a, "same=%d entry=%" PRId64 " id=%s source=%s",
                                o->same, o->entry, o->id,
                                o->source ? o->source : ""));
    }
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

struct json *preview_row(struct arena *a, const struct entry_draft *d,
                         const struct preview *p)
{
    struct json *row = json_new(a, JSON_OBJECT);
    struct json *faults = row_list(a, row, "faults");
    struct json *parts = row_list(a, row, "parts");
    struct json *warnings = row_list(a, row, "warnings");
    bool told = false;

    for (size_t i = 0; !p->quiet && i < p->faults.n; i++) {
        const struct draft_fault *f =
            vec_get(&p->faults, struct draft_fault, i);

        if (preview_show_is_of_answer(f->field))
            json_push(faults, json_new_string(a, draft_fault_text(a, f)));
    }
    for (size_t i = 0; i < p->n_parts; i++) {
        preview_put_part(a, parts, d, &p->parts[i]);
        told = told || p->parts[i].error;
    }
    if (p->n_parts)
        entry_put_key_facts(a, row, &p->problem);
    row_add(a, row, "limit_words=%s unusable=%s trouble=%s", p->limit,
            p->n_parts && !p->readable && !told ? p->why : "", p->trouble);
    for (size_t i = 0; i < p->warnings.n; i++)
        json_push(warnings,
                  json_new_string(a, *vec_get(&p->warnings, const char *, i)));
    preview_put_overlaps(a, row, p);
    preview_put_marks(a, row, p->start, &p->edited);
    return row;
}

/* ---- as JSON ---- */

void preview_json(struct arena *a, struct str *out, const struct entry_draft *d,
                  const struct preview *p)
{
    struct json *v = json_new(a, JSON_OBJECT), *list, *one;
    struct str html = str_in(a);

    list = row_list(a, v, "parts");
    for (size_t i = 0; i < p->n_parts; i++) {
        const struct preview_part *part = &p->parts[i];

        /* Where the script marks the answer. */
        one = json_push(list, json_new(a, JSON_OBJECT));
        json_set(a, one, "error", json_new_text(a, part->error));
        if (part->error && part->column)
            row_add(a, one, "column=%zu at=%zu", part->column, part->at);
    }
    json_set(a, v, "proved", json_new(a, JSON_BOOL))->truth =
        start_is_proved(p->start, &p->edited);
    list = row_list(a, v, "faults");
    for (size_t i = 0; i < p->faults.n; i++) {
        enum draft_field f = vec_get(&p->faults, struct draft_fault, i)->field;

        one = json_push(list, row_new(a, "field=%s", draft_cards[f].name));
        json_set(a, one, "text", json_new_text(a, preview_wrong(a, p, f)));
    }
    fill_part(&html, "preview", preview_row(a, d, p));
    row_add(a, v, "html=%s", str_get(&html));
    json_write(out, v);
    str_addc(out, '\n');
}
