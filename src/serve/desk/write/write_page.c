/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/write/write_page.h"
#include "base/map.h"
#include "family/table.h"
#include "problem/concept.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

/* ---- the ways to begin ---- */

/* Puts a choice of a <select>. */
static void write_put_option(struct arena *a, struct json *list,
                             const char *value, const char *label,
                             const char *chosen)
{
    json_push(list, row_new(a, "value=%s label=%s chosen=%s", value, label,
                            str_eq(value, chosen) ? "1" : ""));
}

/* Puts the ways to begin: a family's problem, one of a run, a pasted row; filled
 * with what was sought in vain. Fails if there is no random seed. */
static bool write_put_choices(struct visit *v, struct json *page,
                              const struct editor *x, struct err *e)
{
    static const char *const names[] = { "family", "level",   "seed", "index",
                                         "run",    "problem", "row" };
    const char *usual[] = { "", "1", start_seed(v->arena, e), "0", "", "", "" };
    struct json *row = json_new(v->arena, JSON_OBJECT), *list;
    const char *family = x->sought ? http_among(x->sought, "family") : NULL;

    if (!usual[2])
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = x->sought ? http_among(x->sought, names[i]) : NULL;

        json_set(v->arena, row, names[i],
                 json_new_string(v->arena, text ? text : usual[i]));
    }
    list = row_list(v->arena, row, "families");
    for (size_t i = 0; i < family_count(); i++) {
        const struct family *f = family_at(i);

        write_put_option(v->arena, list, f->name, f->title,
                         family ? family : "");
    }
    row_add(v->arena, row, "open=%d public=%zu", x->sought != NULL,
            v->serve->o->n_public_sets);
    json_set(v->arena, page, "starts", row);
    return true;
}

/* ---- the editor ---- */

static bool write_put_topics(struct visit *v, struct json *row, struct err *e)
{
    struct json *topics = row_list(v->arena, row, "topics");
    struct map seen = { 0 };
    struct entry *list;
    size_t n;

    if (!entries_list(v->store, v->arena, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        bool added;

        map_put(&seen, list[i].topic, strlen(list[i].topic), &added);
        if (added && *list[i].topic)
            json_push(topics, json_new_string(v->arena, list[i].topic));
    }
    map_clear(&seen);
    return true;
}

/* Puts the fields, each with what is wrong with it, which the script keeps up to
 * date. */
static void write_put_fields(struct arena *a, struct json *row,
                             const struct editor *x)
{
    struct json *fields = json_new(a, JSON_OBJECT);

    for (int i = 0; i < DRAFT_FIELDS; i++) {
        const char *wrong =
            x->preview ? preview_wrong(a, x->preview, (enum draft_field)i)
                       : NULL;

        json_set(a, fields, draft_cards[i].name,
                 row_new(a, "name=%s label=%s text=%s wrong=%s",
                         draft_cards[i].name, draft_cards[i].label,
                         x->draft->text[i], wrong ? wrong : ""));
    }
    json_set(a, row, "field", fields);
}

static void write_put_checks(struct arena *a, struct json *row,
                             const struct editor *x)
{
    static const char *const ways[][2] = {
        { "none", "not yet" },
        { "family", "by the check of the family that made it" },
        { "claim", "by a claim, as in assay verify" },
        { "second", "by a second solution of a reviewer" },
    };
    const struct entry_draft *d = x->draft;
    const char *now = *d->text[DRAFT_CHECK] ? d->text[DRAFT_CHECK] : ways[0][0];
    /* Does the proof of what it started from still hold? */
    bool proved =
        x->preview && start_is_proved(x->preview->start, &x->preview->edited);
    struct json *list = row_list(a, row, "ways");

    if (str_eq(now, "family") && !proved)
        now = ways[0][0];
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        write_put_option(a, list, ways[i][0], ways[i][1], now);
        row_add(a, list->last, "hidden=%d",
                str_eq(ways[i][0], "family") && !proved);
    }
    row_add(a, row, "claims_open=%d",
            str_eq(now, "claim") || *d->text[DRAFT_CLAIM]);
}

/* What a new entry starts from, to be found again when it is saved. */
static void write_put_source(struct arena *a, struct json *row,
                             const struct editor *x)
{
    static const char names[] =
        "family level seed index run problem row public row-number";
    struct json *list = row_list(a, row, "source");

    for (size_t i = 0; x->source && i < x->source->n; i++)
        if (str_among(x->source->items[i].name, names))
            json_push(list,
                      row_new(a, "name=%s value=%s", x->source->items[i].name,
                              x->source->items[i].value));
}

bool write_put_editor(struct visit *v, struct json *page,
                      const struct editor *x, struct err *e)
{
    const struct entry_draft *d = x->draft;
    struct arena *a = v->arena;
    struct json *row = row_new(
        a, "id=%" PRId64 " after=%" PRId64 " limits_open=%d noted=%d shown=%d",
        x->entry, x->after,
        *d->text[DRAFT_LIMIT] || *d->text[DRAFT_LIMIT_SYMBOL] ||
            *d->text[DRAFT_LIMIT_TO] || *d->text[DRAFT_LIMIT_ORDER],
        x->entry || *d->text[DRAFT_NOTE], x->preview != NULL);
    struct json *kinds = row_list(a, row, "kinds");
    struct json *concepts = row_list(a, row, "concepts");

    json_set(a, page, "editor", row);
    if (!write_put_topics(v, row, e))
        return false;
    write_put_fields(a, row, x);
    write_put_checks(a, row, x);
    write_put_source(a, row, x);
    write_put_option(a, kinds, "", "automatic", d->text[DRAFT_KIND]);
    for (int k = 0; k < ANSWER_KINDS; k++)
        write_put_option(a, kinds, answer_name((enum answer_kind)k),
                         answer_name((enum answer_kind)k), d->text[DRAFT_KIND]);
    for (size_t i = 0; i < taxonomies[0]->n_concepts; i++) /* not copied */
        json_push(concepts, json_new(a, JSON_STRING))->text =
            taxonomies[0]->concepts[i].name;
    if (x->preview)
        json_set(a, row, "preview", preview_row(a, d, x->preview));
    return true;
}

/* ---- the page ---- */

bool write_show(struct visit *v, struct editor *x, const struct start *start,
                const char *title, int status, struct err *e)
{
    struct json *row = json_new(v->arena, JSON_OBJECT);
    struct preview p;

    if (!preview_make(v, x->draft, start, x->entry, &p, e))
        return false;
    x->preview = &p;
    p.quiet = p.quiet && (status < 400 || x->wrong);
    row_add(v->arena, row, "wrong=%s",
            x->wrong ? x->wrong
            : p.faults.n && status >= 400
                ? "The entry was not saved: see the errors in the form and "
                  "beside it."
                : "");
    return (x->entry || write_put_choices(v, row, x, e)) &&
           write_put_editor(v, row, x, e) &&
           page_show(v, status, title, "write", "write", row);
}

bool write_astray(struct visit *v, const struct http_fields *fields,
                  struct err *e)
{
    const struct start hand = { 0 };
    struct entry_draft d;
    struct editor x = { .draft = &d, .sought = fields };
    int status = e->code == ERR_SPENT ? 404 : 400;

    if (e->code == ERR_IO || e->code == ERR_OUTSIDE)
        return false;
    if (e->line > 1)
        x.wrong = arena_printf(v->arena, "Line %zu, column %zu: %s.", e->line,
                               e->column, e->msg);
    else if (e->column)
        x.wrong = arena_printf(v->arena, "Column %zu: %s.", e->column, e->msg);
    else
        x.wrong = arena_printf(
            v->arena, "Could not start from this problem: %s.", e->msg);
    draft_from_form(v->arena, fields, &d);
    return write_show(v, &x, &hand, "A new entry", status, e);
}

/* ---- reading ---- */

void write_put_beside(struct arena *a, struct json *row,
                      const struct entry_draft *mine,
                      const struct entry_draft *theirs)
{
    struct json *list = row_list(a, row, "beside");

    for (int i = 0; i < DRAFT_NOTE; i++)
        if (!str_eq(mine->text[i], theirs->text[i]))
            json_push(list, row_new(a, "label=%s mine=%s theirs=%s",
                                    draft_cards[i].label, mine->text[i],
                                    theirs->text[i]));
}

void write_put_more(struct arena *a, struct json *row,
                    const struct entry_draft *d)
{
    struct json *list = row_list(a, row, "more");

    row_add(a, row, "solution=%s", d->text[DRAFT_SOLUTION]);
    for (int i = DRAFT_CONCEPTS; i <= DRAFT_CLAIM; i++)
        if (i != DRAFT_CHECK && *d->text[i])
            json_push(list, row_new(a, "label=%s text=%s", draft_cards[i].label,
                                    d->text[i]));
}
