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
        reply_to(v->reply, str_get(&place));
        return true;
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
    reply_to(v->reply, arena_printf(v->arena, "/entries/%" PRId64 "?done=made",
                                    entry.id));
    return true;
}

/* ---- one entry ---- */

static void draft_of(struct visit *v, const struct entry_view *x,
                     struct entry_draft *out)
{
    draft_from_version(v->arena, &x->problem, &x->version, x->entry.topic, out);
}

static void write_routes_add_versions(struct str *out,
                                      const struct entry_view *x)
{
    str_add(out, "<p class=\"facts\">Versions:");
    for (int64_t i = 1; i <= x->entry.version; i++)
        str_addf(out,
                 " <a href=\"/entries/%" PRId64 "/versions/%" PRId64
                 "\">%" PRId64 "</a>",
                 x->entry.id, i, i);
    str_add(out, "</p>\n");
}

static void add_reading(struct visit *v, struct str *out,
                        const struct entry_view *x, const struct start *start)
{
    struct start_edited edited;
    struct entry_draft d;

    entry_problem(v, out, x);
    if (!entry_may(v, x, DEAL_KEY, NULL))
        return;
    draft_of(v, x, &d);
    edited = start_compare(v->arena, start, &d);
    write_more(out, &d);
    preview_marks(out, start, &edited);
}

static bool add_editor(struct visit *v, struct str *out,
                       const struct entry_view *x, const struct start *start,
                       struct err *e)
{
    struct preview p;
    struct entry_draft d;
    struct editor editor = { .draft = &d,
                             .preview = &p,
                             .entry = x->entry.id,
                             .after = x->entry.version };

    draft_of(v, x, &d);
    return preview_make(v, &d, start, x->entry.id, &p, e) &&
           write_editor(v, out, &editor, e);
}

/* `wrong` is what stood against an audit event that was asked for, or NULL. */
static bool show_entry(struct visit *v, const char *wrong, struct err *e)
{
    struct str out = str_in(v->arena);
    struct entry_view x;
    struct start start;
    bool edits;

    if (!entry_open(v, &x, e) ||
        !source_read(v->arena, x.version.origin, &start, e))
        return false;
    edits = entry_may(v, &x, DEAL_EDIT, NULL);
    layout_open(v, &out, arena_printf(v->arena, "Entry %" PRId64, x.entry.id),
                "write");
    entry_head(v, &out, &x, "write");
    if (wrong)
        write_alert(&out, wrong);
    str_add(&out, "<p class=\"told\" id=\"meanwhile\" role=\"status\" "
                  "hidden></p>\n");
    if (edits && x.entry.state != ENTRY_DRAFT)
        layout_say(
            &out, "hint",
            arena_printf(v->arena,
                         "This entry is %s; a new version makes it a draft "
                         "again%s. Changing only the topic does not make a "
                         "new version.",
                         entry_state_name(x.entry.state),
                         x.entry.state == ENTRY_ACCEPTED
                             ? " and removes it from the set until it is "
                               "accepted again"
                             : ""));
    if (!edits)
        add_reading(v, &out, &x, &start);
    else if (!add_editor(v, &out, &x, &start, e))
        return false;
    if (entry_may(v, &x, DEAL_KEY, NULL))
        check_html(v, &out, &x, true);
    write_routes_add_versions(&out, &x);
    layout_close(v, &out, wrong ? 400 : 200);
    return true;
}

static bool get_entry(struct visit *v, struct err *e)
{
    struct entry_view x;

    if (!entry_open(v, &x, e))
        return false;
    if (!version_is_family(&x.version))
        return show_entry(v, NULL, e);
    reply_to(v->reply, entry_place(v->arena, &x));
    return true;
}

/* Somebody saved since this draft was begun: both texts, and the draft still in
 * its form, now based on the newest version. */
static bool write_routes_show_conflict(struct visit *v,
                                       const struct entry_view *x,
                                       const struct entry_draft *mine,
                                       const struct start *start, struct err *e)
{
    struct str out = str_in(v->arena);
    struct editor editor = { .draft = mine,
                             .entry = x->entry.id,
                             .after = x->entry.version };
    struct entry_draft theirs;
    struct preview p;

    draft_of(v, x, &theirs);
    if (!preview_make(v, mine, start, x->entry.id, &p, e))
        return false;
    editor.preview = &p;
    layout_open(v, &out, "Conflict", "write");
    entry_head(v, &out, x, "write");
    write_alert(&out,
                arena_printf(v->arena,
                             "The entry was not saved, because someone else "
                             "has saved version %" PRId64
                             " in the meantime. Nothing is lost: both texts "
                             "are below, and yours is in the form. Saving it "
                             "makes the next version.",
                             x->entry.version));
    write_beside(&out, mine, &theirs);
    if (!write_editor(v, &out, &editor, e))
        return false;
    layout_close(v, &out, 409);
    return true;
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
    reply_to(v->reply, arena_printf(v->arena, "/entries/%" PRId64 "?done=%s",
                                    x->id, same ? "unchanged" : "topic"));
    return true;
}

/* The version and the topic, or neither. */
static bool write_routes_save(struct visit *v, const struct entry *x,
                              const char *topic, struct entry_version *version,
                              struct err *e)
{
    if (!store_begin_alone(v->store, e))
        return false;
    if (entries_revise(v->store, v->arena, x->version, version, e) &&
        (str_eq(topic, x->topic) ||
         entries_set_topic(v->store, x->id, topic, e)) &&
        store_commit(v->store, e))
        return true;
    store_rollback(v->store);
    return false;
}

static bool write_routes_revise(struct visit *v, const struct entry_view *x,
                                const struct entry_draft *d,
                                const struct start *start, struct err *e)
{
    struct entry_version version = start_version(v->arena, start, d);
    struct entry_view now;

    version.by = v->who->id;
    version.entry = x->entry.id;
    if (!write_routes_save(v, &x->entry, d->text[DRAFT_TOPIC], &version, e)) {
        /* Another request may have been quicker. */
        if (e->code != ERR_DOMAIN || !entry_open(v, &now, e) ||
            now.entry.version == x->entry.version)
            return false;
        return write_routes_show_conflict(v, &now, d, start, e);
    }
    entry_tell(v, x->entry.id, "revised");
    reply_to(v->reply, arena_printf(v->arena, "/entries/%" PRId64 "?done=saved",
                                    x->entry.id));
    return true;
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
    struct str out = str_in(v->arena);
    struct entry_view x;
    struct start start;
    int64_t n;
    bool found;

    (void)http_number(v->args[1], &n);
    if (!entry_open(v, &x, e))
        return false;
    if (version_is_family(&x.version)) {
        reply_to(v->reply, arena_printf(v->arena, "%s/versions/%" PRId64,
                                        entry_place(v->arena, &x), n));
        return true;
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
    layout_open(v, &out,
                arena_printf(v->arena, "Entry %" PRId64 ", version %" PRId64,
                             x.entry.id, n),
                "write");
    entry_head(v, &out, &x, "write");
    if (*x.version.note && entry_may(v, &x, DEAL_KEY, NULL)) /* it may tell */
        layout_say(&out, "facts",
                   arena_printf(v->arena, "What changed: %s", x.version.note));
    add_reading(v, &out, &x, &start);
    write_routes_add_versions(&out, &x);
    layout_close(v, &out, 200);
    return true;
}

static bool write_routes_post_check(struct visit *v, struct err *e)
{
    struct entry_view x;

    if (!entry_open(v, &x, e) || !entry_must(v, &x, DEAL_KEY, e))
        return false;
    if (!check_entry(v, &x, e))
        return e->code != ERR_IO &&
               show_entry(v,
                          arena_printf(v->arena, "The key was not checked: %s.",
                                       e->msg),
                          e);
    entry_tell(v, x.entry.id, "checked");
    reply_to(v->reply,
             arena_printf(v->arena, "/entries/%" PRId64 "?done=checked#check",
                          x.entry.id));
    return true;
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
