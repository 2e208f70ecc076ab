/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Writing: GET shows, POST saves a version or refuses and shows the same text
 * again with what is wrong. What a draft started from is found again on the
 * server, by coordinates or from the version before it: no form can claim a
 * proof.
 */
#include "serve/desk/write/check.h"
#include "serve/desk/write/write_page.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

static bool write_routes_get_new(struct visit *v, struct err *e)
{
    struct http_fields query = v->request->query;
    struct start start;
    struct entry_draft d;
    struct editor x = { .draft = &d, .source = &query };
    const char *run = start_field(&query, "run");
    struct str place = str_in(v->arena);

    if (run && !start_field(&query, "problem")) {
        str_add(&place, "/runs/");
        http_escape(&place, run);
        str_add(&place, "/problems");
        return visit_go(v, "%s", str_get(&place));
    }
    if (!start_add_seed(v->arena, &query, e))
        return false;
    if (!start_find(v, &query, &start, e))
        return write_astray(v, &query, e);
    if (start.from)
        start_draft(v->arena, &start, &d);
    else
        draft_from_form(v->arena, &query, &d);
    return write_show(v, &x, &start, "A new entry", 200, e);
}

/* What is wrong with a draft that somebody wants to save. */
static bool has_faults(struct visit *v, const struct entry_draft *d)
{
    struct vec faults = vec_in(v->arena, sizeof(struct draft_fault));

    draft_check(v->arena, d, &faults);
    return faults.n > 0;
}

static bool write_routes_post_new(struct visit *v, struct err *e)
{
    const struct http_fields *form = &v->request->form;
    struct entry entry = { .author = v->who->id };
    struct entry_version version;
    struct start start;
    struct entry_draft d;
    struct editor x = { .draft = &d, .source = form };

    draft_from_form(v->arena, form, &d);
    if (!start_find(v, form, &start, e))
        return write_astray(v, form, e);
    if (has_faults(v, &d))
        return write_show(v, &x, &start, "A new entry", 400, e);
    version = start_version(v->arena, &start, &d);
    version.by = v->who->id;
    entry.topic = d.text[DRAFT_TOPIC];
    entry.made_ms = entry.changed_ms = version.made_ms;
    if (!entries_add(v->store, v->arena, &entry, &version, e))
        return false;
    entry_tell(v, entry.id, "made");
    return visit_go(v, "/entries/%" PRId64 "?done=made", entry.id);
}

/* ---- one entry ---- */

static void draft_of(struct visit *v, const struct entry_view *x,
                     struct entry_draft *out)
{
    draft_from_version(v->arena, &x->problem, &x->version, x->entry.topic, out);
}

static void put_versions(struct arena *a, struct json *row,
                         const struct entry_view *x)
{
    struct json *list = row_list(a, row, "versions");

    for (int64_t i = 1; i <= x->entry.version; i++)
        json_push(list, json_new_int(a, i));
}

/* Puts what somebody sees who does not edit. */
static void put_reading(struct visit *v, struct json *row,
                        const struct entry_view *x, const struct start *start)
{
    struct start_edited edited;
    struct entry_draft d;

    row_add(v->arena, row, "reading=1");
    if (!entry_may(v, x, DEAL_KEY, NULL))
        return;
    draft_of(v, x, &d);
    edited = start_compare(v->arena, start, &d);
    write_put_more(v->arena, row, &d);
    preview_put_marks(v->arena, row, start, &edited);
}

static bool put_editor(struct visit *v, struct json *row,
                       const struct entry_view *x, const struct entry_draft *d,
                       const struct start *start, struct err *e)
{
    struct preview p;
    struct editor editor = { .draft = d,
                             .preview = &p,
                             .entry = x->entry.id,
                             .after = x->entry.version };

    return preview_make(v, d, start, x->entry.id, &p, e) &&
           write_put_editor(v, row, &editor, e);
}

/* `wrong` is what stood against an audit event that was asked for, or NULL. */
static bool show_entry(struct visit *v, const char *wrong, struct err *e)
{
    struct entry_view x;
    struct entry_draft d;
    struct start start;
    struct json *row;
    bool edits;

    if (!entry_open(v, &x, e) ||
        !source_read(v->arena, x.version.origin, &start, e))
        return false;
    edits = entry_may(v, &x, DEAL_EDIT, NULL);
    row = entry_row(v, &x, "write");
    row_add(v->arena, row, "wrong=%s redraft=%d accepted=%d", wrong,
            edits && x.entry.state != ENTRY_DRAFT,
            x.entry.state == ENTRY_ACCEPTED);
    draft_of(v, &x, &d);
    if (!edits)
        put_reading(v, row, &x, &start);
    else if (!put_editor(v, row, &x, &d, &start, e))
        return false;
    if (entry_may(v, &x, DEAL_KEY, NULL))
        check_put(v, row, &x);
    put_versions(v->arena, row, &x);
    return page_show(v, wrong ? 400 : 200,
                     arena_printf(v->arena, "Entry %" PRId64, x.entry.id),
                     "write", "entry", row);
}

static bool get_entry(struct visit *v, struct err *e)
{
    struct entry_view x;

    if (!entry_open(v, &x, e))
        return false;
    if (!version_is_family(&x.version))
        return show_entry(v, NULL, e);
    return visit_go(v, "%s", entry_place(v->arena, &x));
}

/* Somebody saved since this draft was begun: both texts, and the draft still in
 * its form, now based on the newest version. */
static bool write_routes_show_conflict(struct visit *v,
                                       const struct entry_view *x,
                                       const struct entry_draft *mine,
                                       const struct start *start, struct err *e)
{
    struct json *row = entry_row(v, x, "write");
    struct entry_draft theirs;

    draft_of(v, x, &theirs);
    write_put_beside(v->arena, row, mine, &theirs);
    return put_editor(v, row, x, mine, start, e) &&
           page_show(v, 409, "Conflict", "write", "conflict", row);
}

/* Would both make the same version? The topic is the entry's. */
static bool write_routes_is_same(const struct entry_draft *x,
                                 const struct entry_draft *y)
{
    for (int i = DRAFT_STATEMENT; i < DRAFT_NOTE; i++)
        if (!str_eq(x->text[i], y->text[i]))
            return false;
    return true;
}

/* A draft that would make no version may give the entry another topic. */
static bool set_topic(struct visit *v, const struct entry *x, const char *topic,
                      struct err *e)
{
    bool same = str_eq(topic, x->topic);

    if (!same) {
        if (!entries_set_topic(v->store, x->id, topic, e))
            return false;
        entry_tell(v, x->id, "topic");
    }
    return visit_go(v, "/entries/%" PRId64 "?done=%s", x->id,
                    same ? "unchanged" : "topic");
}

static bool write_routes_revise(struct visit *v, const struct entry_view *x,
                                const struct entry_draft *d,
                                const struct start *start, struct err *e)
{
    struct entry_version version = start_version(v->arena, start, d);
    struct entry_view now;

    version.by = v->who->id;
    version.entry = x->entry.id;
    if (!entry_revise(v, &x->entry, d->text[DRAFT_TOPIC], &version, e)) {
        /* Another request may have been quicker. */
        if (e->code != ERR_DOMAIN || !entry_open(v, &now, e) ||
            now.entry.version == x->entry.version)
            return false;
        return write_routes_show_conflict(v, &now, d, start, e);
    }
    entry_tell(v, x->entry.id, "revised");
    return visit_go(v, "/entries/%" PRId64 "?done=saved", x->entry.id);
}

static bool post_entry(struct visit *v, struct err *e)
{
    struct entry_view x;
    struct start start;
    struct entry_draft d, was;
    struct editor editor = { .draft = &d };

    if (!entry_open(v, &x, e) || !entry_must(v, &x, DEAL_EDIT, e) ||
        !source_read(v->arena, x.version.origin, &start, e))
        return false;
    if (version_is_family(&x.version))
        return err_set(e, ERR_USAGE, "this entry is a family");
    draft_from_form(v->arena, &v->request->form, &d);
    editor.entry = x.entry.id;
    (void)http_number(http_form(v->request, "after"), &editor.after);
    if (has_faults(v, &d))
        return write_show(v, &editor, &start,
                          arena_printf(v->arena, "Entry %" PRId64, x.entry.id),
                          400, e);
    draft_of(v, &x, &was);
    if (write_routes_is_same(&d, &was))
        return set_topic(v, &x.entry, d.text[DRAFT_TOPIC], e);
    if (editor.after != x.entry.version)
        return write_routes_show_conflict(v, &x, &d, &start, e);
    return write_routes_revise(v, &x, &d, &start, e);
}

/* ---- older versions ---- */

static bool write_routes_get_version(struct visit *v, struct err *e)
{
    struct entry_view x;
    struct start start;
    struct json *row;
    int64_t n;
    bool found;

    (void)http_number(v->args[1], &n);
    if (!entry_open(v, &x, e))
        return false;
    if (version_is_family(&x.version)) {
        return visit_go(v, "%s/versions/%" PRId64, entry_place(v->arena, &x),
                        n);
    }
    if (!entries_version(v->store, v->arena, x.entry.id, n, &x.version, &found,
                         e))
        return false;
    if (!found)
        return err_set(e, ERR_SPENT, "entry %" PRId64 " has no such version",
                       x.entry.id);
    if (!version_problem(v->arena, &x.version, &x.problem, e) ||
        !source_read(v->arena, x.version.origin, &start, e))
        return false;
    row = entry_row(v, &x, "write");
    if (entry_may(v, &x, DEAL_KEY, NULL)) /* it may tell */
        row_add(v->arena, row, "note=%s", x.version.note);
    put_reading(v, row, &x, &start);
    put_versions(v->arena, row, &x);
    return page_show(v, 200,
                     arena_printf(v->arena,
                                  "Entry %" PRId64 ", version %" PRId64,
                                  x.entry.id, n),
                     "write", "entry_version_page", row);
}

static bool write_routes_post_check(struct visit *v, struct err *e)
{
    struct entry_view x;

    if (!entry_open(v, &x, e) || !entry_must(v, &x, DEAL_KEY, e))
        return false;
    if (!entry_check_claim(v, &x, e))
        return e->code != ERR_IO &&
               show_entry(v,
                          arena_printf(v->arena, "The key was not checked: %s.",
                                       e->msg),
                          e);
    entry_tell(v, x.entry.id, "checked");
    return visit_go(v, "/entries/%" PRId64 "?done=checked#check", x.entry.id);
}

/* ---- what is asked while somebody types ---- */

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
    int64_t entry;

    if (!visit_fields(v, &fields, e))
        return false;
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
static bool preview_post(struct visit *v, struct err *e)
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

const struct route write_routes[] = {
    { HTTP_GET, "/entries/new", MAY_PEOPLE, PACE_PAGE, 0, false,
      write_routes_get_new },
    { HTTP_POST, "/entries", MAY_PEOPLE, PACE_WRITE, HTTP_FORM_MOST, false,
      write_routes_post_new },
    { HTTP_GET, "/entries/:id", MAY_PEOPLE, PACE_PAGE, 0, false, get_entry },
    { HTTP_POST, "/entries/:id", MAY_PEOPLE, PACE_WRITE, HTTP_FORM_MOST, false,
      post_entry },
    { HTTP_GET, "/entries/:id/versions/:n", MAY_PEOPLE, PACE_PAGE, 0, false,
      write_routes_get_version },
    { HTTP_POST, "/entries/:id/check", MAY_PEOPLE, PACE_WRITE, 4096, false,
      write_routes_post_check },
    { HTTP_GET, "/public", MAY_PEOPLE, PACE_PAGE, 0, false, public_list },
    { HTTP_GET, "/public/:n", MAY_PEOPLE, PACE_PAGE, 0, false, public_rows },
    { HTTP_POST, "/preview", MAY_PEOPLE, PACE_LIVE, HTTP_FORM_MOST, false,
      preview_post },
    { 0 },
};
