/* SPDX-License-Identifier: Apache-2.0 */

/* What the editor asks while its author types. */
#include "serve/desk/write/write_page.h"

#include <inttypes.h>

/* The source of the draft: of its entry, or as the form names it. */
static bool preview_routes_source_of(struct visit *v, int64_t entry,
                                     const struct http_fields *f,
                                     struct start *out, struct err *e)
{
    struct entry_view x;

    if (!entry)
        return start_find(v, f, out, e);
    return entry_open_id(v, entry, &x, e) && entry_must(v, &x, DEAL_EDIT, e) &&
           source_read(v->arena, x.version.origin, out, e);
}

/* For the script. */
static bool preview_for_script(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct http_fields fields;
    struct preview p;
    struct start start;
    struct entry_draft d;
    struct json *body;
    int64_t entry;

    if (!json_read(v->arena, v->request->body, v->request->body_n, 1, &body, e))
        return false;
    if (body->type != JSON_OBJECT)
        return err_set(e, ERR_USAGE, "the body must be an object");
    fields = http_json_fields(v->arena, body);
    (void)http_number(http_among(&fields, "entry"), &entry);
    draft_from_form(v->arena, &fields, &d);
    if (!preview_routes_source_of(v, entry, &fields, &start, e) ||
        !preview_make(v, &d, &start, entry, &p, e))
        return false;
    preview_json(v->arena, &out, &d, &p);
    reply_json(v->reply, 200, &out);
    return true;
}

/* Without a script: the form again, with the preview; "begin" fills it from a
 * pasted row. */
bool preview_post(struct visit *v, struct err *e)
{
    const struct http_fields *form = &v->request->form;
    struct start start;
    struct entry_draft d;
    struct editor x = { .draft = &d, .source = form };

    if (http_wants_json(v->request))
        return preview_for_script(v, e);
    (void)http_number(http_among(form, "entry"), &x.entry);
    (void)http_number(http_among(form, "after"), &x.after);
    if (!preview_routes_source_of(v, x.entry, form, &start, e))
        return !x.entry && write_astray(v, form, e);
    if (http_among(form, "begin") && start.from)
        start_draft(v->arena, &start, &d);
    else
        draft_from_form(v->arena, form, &d);
    return write_show(v, &x, &start,
                      x.entry
                          ? arena_printf(v->arena, "Entry %" PRId64, x.entry)
                          : "A new entry",
                      200, e);
}
