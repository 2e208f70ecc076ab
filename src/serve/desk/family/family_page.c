/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/family/family_page.h"
#include "family/language/reference.h"
#include "problem/export.h"
#include "serve/desk/audit.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

/* ---- the list ---- */

bool family_list(struct visit *v, struct err *e)
{
    struct json *row = json_new(v->arena, JSON_OBJECT);
    struct json *families = row_list(v->arena, row, "families");
    struct entry *list;
    size_t n;

    if (!entries_list(v->store, v->arena, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct blind_count blind;
        struct entry_view x;

        if (!entry_open_id(v, list[i].id, &x, e))
            return false;
        if (!version_is_family(&x.version))
            continue;
        blind = blind_count(v->arena, &x);
        json_push(families,
                  row_new(v->arena,
                          "id=%" PRId64 " place=%s topic=%s author=%s "
                          "version=%" PRId64
                          " word=%s state=%s changed=%" PRId64
                          " all=%zu agree=%zu comments=%zu none=%d",
                          list[i].id, entry_place(v->arena, &x), list[i].topic,
                          x.author, list[i].version, family_word(v, &x),
                          entry_state_name(list[i].state), list[i].changed_ms,
                          blind.all, blind.agree, blind.comments,
                          !blind.all && !blind.comments));
    }
    return page_show(v, 200, "Families", "families", "families", row);
}

#define FIRST_DRAWS "draws"

bool family_draws(struct visit *v, const char *text, const char *seed,
                  struct family_look *out, struct err *e)
{
    if (!examiner_look(v->serve->examiner))
        return err_set(e, ERR_LIMIT,
                       "the server is busy drawing for others; try again in "
                       "a moment");
    family_look(v->arena, text, seed ? seed : FIRST_DRAWS, out);
    examiner_look_end(v->serve->examiner);
    return true;
}

/* ---- what is shown of a text ---- */

struct json *family_look_row(struct arena *a, const struct family_look *look)
{
    struct json *row =
        row_new(a, "trouble=%s line=%zu column=%zu",
                look->wrong ? look->wrong : "", look->line, look->column);
    struct json *levels = row_list(a, row, "levels"), *draws, *draw, *keys;

    for (size_t i = 0; i < look->n_levels; i++) {
        const struct look_level *l = &look->levels[i];
        struct json *level = row_new(
            a, "level=%zu name=%s doc=%s end=%s", i + 1, l->name ? l->name : "",
            l->doc ? l->doc : "", l->why ? l->why : "");

        json_push(levels, level);
        draws = row_list(a, level, "draws");
        for (size_t k = 0; k < l->n; k++) {
            const struct problem *p = &l->problems[k];

            draw = row_new(a, "draw=%zu statement=%s solution=%s", k + 1,
                           p->statement, p->solution);
            keys = row_list(a, draw, "keys");
            for (size_t m = 0; m < p->n_keys; m++)
                json_push(keys, json_new_string(a, p->keys[m].latex));
            json_push(draws, draw);
        }
    }
    return row;
}

/* ---- acceptance ---- */

static const char *family_page_member(const struct json *v, const char *name)
{
    const char *text = json_string(json_get(v, name));

    return text ? text : "";
}

/* The rows of a result with what people see of them, and its notes. */
static void result_put(struct arena *a, struct json *row,
                       const struct json *found)
{
    struct json *copy = json_copy(a, found);
    const struct json *rows = json_get(copy, "rows");

    for (struct json *r = rows ? rows->first : NULL; r; r = r->next) {
        const struct json *holds = json_get(r, "holds");
        bool tried = holds && holds->type == JSON_BOOL;

        row_add(a, r, "style=%s sign=%s tried=%d",
                !tried         ? "untried"
                : holds->truth ? "holds"
                               : "fails",
                !tried         ? "-"
                : holds->truth ? "yes"
                               : "NO",
                tried);
    }
    json_set(a, row, "result", copy);
}

/* `of` is what was tried; `data` says what was found (family_finding()). */
static struct json *verdict_row(struct arena *a, const char *of,
                                const struct json *data)
{
    const char *finding = family_page_member(data, "finding");
    bool good = str_eq(finding, "accepted");
    struct json *row = row_new(a, "of=%s finding=%s good=%d refused=%d why=%s",
                               of, finding, good, str_eq(finding, "refused"),
                               good ? "" : family_page_member(data, "why"));

    if (json_get(data, "acceptance"))
        result_put(a, row, json_get(data, "acceptance"));
    return row;
}

struct json *family_result_row(struct visit *v, const struct json *found)
{
    return verdict_row(v->arena, "This text",
                       family_finding(v->arena, json_copy(v->arena, found)));
}

/* What is known of a saved version. */
static struct json *tried_row(struct visit *v, const struct entry_view *x)
{
    const struct audit_event_kind *d = family_tried(
        v->arena, x->audit_events, x->n_audit_events, x->version.number);
    const char *of =
        arena_printf(v->arena, "Version %" PRId64, x->version.number);
    struct json *data;
    struct err e;

    if (examiner_has(v->serve->examiner, x->entry.id, x->version.number))
        return row_new(v->arena, "of=%s trying=1", of);
    if (!d || !json_read(v->arena, d->data, strlen(d->data), 1, &data, &e))
        return row_new(v->arena, "of=%s untried=1", of);
    return verdict_row(v->arena, of, data);
}

/* ---- the pages ---- */

/* Puts the files and versions of a family. */
static void family_put_files(struct arena *a, struct json *row,
                             const struct entry_view *x)
{
    struct json *formats = row_list(a, row, "formats");
    struct json *versions = row_list(a, row, "versions");

    row_add(a, row, "file=%s", family_text_path(a, x->version.claim));
    for (size_t i = 0; i < n_export_formats; i++)
        json_push(formats, json_new_string(a, export_formats[i]->name));
    for (int64_t i = 1; i <= x->entry.version; i++)
        json_push(versions, json_new_int(a, i));
}

/* Puts draws and acceptance, of a text or else of the version of `x`. Saved
 * versions are tried by a button as well: after a restart of the server, or if
 * its queue was full. */
static void family_put_beside(struct visit *v, struct json *row,
                              const struct family_look *look,
                              const struct entry_view *x,
                              const struct json *found)
{
    const char *word = x ? family_word(v, x) : "not tried yet";
    struct json *result = found ? family_result_row(v, found)
                          : x   ? tried_row(v, x)
                                : NULL;

    if (found)
        word = family_page_member(result, "finding");
    json_set(v->arena, row, "look", family_look_row(v->arena, look));
    if (result)
        json_set(v->arena, row, "acceptance", result);
    row_add(v->arena, row, "word=%s retry=%d", word,
            x && !found && entry_may(v, x, DEAL_EDIT, NULL) &&
                x->version.number == x->entry.version &&
                (str_eq(word, "not tried yet") || str_eq(word, "undecided")));
}

bool family_show(struct visit *v, const struct family_editor *x, int status,
                 struct err *e)
{
    struct family_look *look = arena_new(v->arena, struct family_look);
    int64_t id = x->x ? x->x->entry.id : 0;
    struct json *row;

    if (!family_draws(v, x->text, x->seed, look, e))
        return false;
    row = x->x ? entry_row(v, x->x, "write") : json_new(v->arena, JSON_OBJECT);
    row_add(v->arena, row,
            "id=%" PRId64 " after=%" PRId64
            " text=%s note=%s wrong=%s theirs=%s most=%d",
            id, x->after, x->text, x->note, x->wrong, x->theirs, FILE_BYTES);
    row_add(v->arena, row, "note_label=%s note_most=%zu",
            draft_cards[DRAFT_NOTE].label, draft_cards[DRAFT_NOTE].most);
    if (x->x)
        family_put_files(v->arena, row, x->x);
    family_put_beside(v, row, look, x->x, x->found);
    return page_show(v, status,
                     id ? arena_printf(v->arena, "Family %" PRId64, id)
                        : "A new family",
                     "families", "family_editor", row);
}

bool family_read(struct visit *v, const struct entry_view *x, struct err *e)
{
    struct family_look *look = arena_new(v->arena, struct family_look);
    bool key = entry_may(v, x, DEAL_KEY, NULL);
    struct json *row = entry_row(v, x, "write");

    if (key && !family_draws(v, x->version.claim, NULL, look, e))
        return false;
    row_add(v->arena, row, "key=%d", key);
    if (key) {
        row_add(v->arena, row, "note=%s text=%s", x->version.note,
                x->version.claim);
        family_put_files(v->arena, row, x);
        family_put_beside(v, row, look, x, NULL);
    }
    return page_show(v, 200,
                     arena_printf(v->arena, "Family %" PRId64, x->entry.id),
                     "families", "family", row);
}

bool family_reference(struct visit *v, struct err *e)
{
    struct str text = str_in(v->arena);

    (void)e;
    reference_page(&text);
    return page_show(v, 200, "The family language", "families",
                     "family_reference",
                     row_new(v->arena, "text=%s", str_get(&text)));
}
