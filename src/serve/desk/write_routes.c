/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Writing: GET shows, POST saves a version or refuses and shows the same text
 * again with what is wrong. What a draft started from is found again on the
 * server, by coordinates or from the version before it: no form can claim a
 * proof.
 */
#include "base/clock.h"
#include "report/html/html.h"
#include "serve/desk/check.h"
#include "serve/desk/write_page.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

/* ---- pages ---- */

static void add_alert(struct str *out, const char *text)
{
    str_add(out, "<p class=\"trouble\" role=\"alert\">");
    html_text(out, text);
    str_add(out, "</p>\n");
}

/* A page with the editor; what is wrong stands in its preview. */
static bool show_editor(struct visit *v, struct editor *x,
                        const struct start *start, const char *title,
                        int status, struct err *e)
{
    struct str out = str_in(v->arena);
    struct preview p;

    if (!preview_make(v, x->draft, start, x->entry, &p, e))
        return false;
    x->preview = &p;
    p.quiet = p.quiet && (status < 400 || x->wrong);
    layout_open(v, &out, title, "write");
    str_add(&out, "<h1>");
    html_text(&out, title);
    str_add(&out, "</h1>\n");
    if (x->wrong)
        add_alert(&out, x->wrong);
    else if (p.faults.n && status >= 400)
        add_alert(&out, "It was not saved: see what is wrong beside the form.");
    if (!x->entry && !write_choices(v, &out, x, e))
        return false;
    if (!write_editor(v, &out, x, e))
        return false;
    layout_close(v, &out, status);
    return true;
}

/* What was to be started from cannot be had: the same page with the reason, and
 * with all that was typed. */
static bool show_astray(struct visit *v, const struct http_fields *fields,
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
        x.wrong = arena_printf(v->arena, "Nothing to start from: %s.", e->msg);
    draft_from_form(v->arena, fields, &d);
    return show_editor(v, &x, &hand, "A new entry", status, e);
}

static const char *among(const struct http_fields *f, const char *name)
{
    for (size_t i = 0; i < f->n; i++)
        if (str_eq(f->items[i].name, name))
            return f->items[i].value;
    return NULL;
}

/* Two people who name a family and no seed get two problems. */
static bool add_seed(struct visit *v, struct http_fields *f, struct err *e)
{
    const char *family = among(f, "family"), *seed = among(f, "seed");
    struct http_field *items =
        arena_array(v->arena, struct http_field, f->n + 1);

    if (!family || str_blank(family) || (seed && !str_blank(seed)))
        return true;
    seed = write_seed(v->arena, e);
    if (!seed)
        return false;
    items[0] = (struct http_field){ "seed", seed };
    for (size_t i = 0; i < f->n; i++)
        items[i + 1] = f->items[i];
    *f = (struct http_fields){ items, f->n + 1 };
    return true;
}

static bool get_new(struct visit *v, struct err *e)
{
    struct http_fields query = v->request->query;
    struct start start;
    struct entry_draft d;
    struct editor x = { .draft = &d, .source = &query };

    const char *run = http_query(v->request, "run");
    const char *problem = http_query(v->request, "problem");

    if (run && !str_blank(run) && (!problem || str_blank(problem))) {
        reply_to(v->reply, arena_printf(v->arena, "/runs/%s/problems", run));
        return true;
    }
    if (!add_seed(v, &query, e))
        return false;
    if (!start_find(v, &query, &start, e))
        return show_astray(v, &query, e);
    if (start.from)
        draft_from_problem(v->arena, &start.problem, &d);
    else
        draft_from_form(v->arena, &query, &d);
    if (start.proved)
        d.text[DRAFT_CHECK] = "family";
    return show_editor(v, &x, &start, "A new entry", 200, e);
}

/* ---- versions ---- */

static const struct json *class_meta(struct arena *a, const struct json *was,
                                     const char *topic)
{
    struct json *meta = json_new(a, JSON_OBJECT), *mine;

    for (const struct json *m = was ? was->first : NULL; m; m = m->next)
        if (!str_eq(m->name, "class"))
            json_set(a, meta, m->name, json_copy(a, m));
    mine = json_set(a, meta, "class", json_new(a, JSON_OBJECT));
    json_set(a, mine, "topic", json_new_string(a, topic));
    return meta;
}

/* The store puts entry and number into it. */
static struct entry_version version_of(struct visit *v,
                                       const struct entry_draft *d,
                                       const struct start *start)
{
    struct start_edited edited = start_compare(v->arena, start, d);
    struct entry_version out = { .by = v->who->id,
                                 .made_ms = clock_day_ms(),
                                 .claim = d->text[DRAFT_CLAIM],
                                 .note = d->text[DRAFT_NOTE] };
    struct str line = str_in(v->arena);
    struct problem p;

    start_problem(v->arena, start, d, &p);
    p.id = "class/0.0";
    p.meta = class_meta(v->arena, p.meta, d->text[DRAFT_TOPIC]);
    problem_write(&line, &p);
    line.s[--line.n] = '\0';
    out.problem = line.s;
    out.check = *d->text[DRAFT_CHECK] ? d->text[DRAFT_CHECK] : "none";
    if (str_eq(out.check, "family") && !p.proof_by)
        out.check = "none"; /* an edit ended the proof */
    out.origin = start_origin(v->arena, start, &edited);
    return out;
}

/* What is wrong with a draft that somebody wants to save. */
static bool has_faults(struct visit *v, const struct entry_draft *d)
{
    struct vec faults = vec_in(v->arena, sizeof(struct draft_fault));

    draft_check(v->arena, d, &faults);
    return faults.n > 0;
}

static bool post_new(struct visit *v, struct err *e)
{
    const struct http_fields *form = &v->request->form;
    struct entry entry = { .author = v->who->id };
    struct entry_version version;
    struct start start;
    struct entry_draft d;
    struct editor x = { .draft = &d, .source = form };

    draft_from_form(v->arena, form, &d);
    if (!start_find(v, form, &start, e))
        return show_astray(v, form, e);
    if (has_faults(v, &d))
        return show_editor(v, &x, &start, "A new entry", 400, e);
    version = version_of(v, &d, &start);
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

static void add_versions(struct str *out, const struct entry_view *x)
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

/* `wrong` is what stood against a deed that was asked for, or NULL. */
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
        add_alert(&out, wrong);
    str_add(&out, "<p class=\"told\" id=\"meanwhile\" role=\"status\" "
                  "hidden></p>\n");
    if (edits && x.entry.state != ENTRY_DRAFT)
        str_addf(&out,
                 "<p class=\"hint\">It is %s; a new version makes it a "
                 "draft again%s.</p>\n",
                 entry_state_name(x.entry.state),
                 x.entry.state == ENTRY_ACCEPTED
                     ? ", and it leaves the set until it is accepted anew"
                     : "");
    if (!edits)
        add_reading(v, &out, &x, &start);
    else if (!add_editor(v, &out, &x, &start, e))
        return false;
    if (entry_may(v, &x, DEAL_KEY, NULL))
        check_html(v, &out, &x, true);
    add_versions(&out, &x);
    layout_close(v, &out, wrong ? 400 : 200);
    return true;
}

static bool get_entry(struct visit *v, struct err *e)
{
    return show_entry(v, NULL, e);
}

/* Somebody saved since this draft was begun: both texts, and the draft still in
 * its form, now based on the newest version. */
static bool show_conflict(struct visit *v, const struct entry_view *x,
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
    layout_open(v, &out, "Saved by two", "write");
    entry_head(v, &out, x, "write");
    str_addf(&out,
             "<p class=\"trouble\" role=\"alert\">It was not saved: version "
             "%" PRId64 " came meanwhile. Nothing is lost: below are both "
             "texts, and yours is in the form. Saving it makes the next "
             "version.</p>\n",
             x->entry.version);
    write_beside(&out, mine, &theirs);
    if (!write_editor(v, &out, &editor, e))
        return false;
    layout_close(v, &out, 409);
    return true;
}

static bool is_same(const struct entry_draft *x, const struct entry_draft *y)
{
    for (int i = 0; i < DRAFT_NOTE; i++)
        if (!str_eq(x->text[i], y->text[i]))
            return false;
    return true;
}

/* The version and the topic, or neither. */
static bool save(struct visit *v, const struct entry *x, const char *topic,
                 struct entry_version *version, struct err *e)
{
    if (!store_begin(v->store, e))
        return false;
    if (entries_revise(v->store, v->arena, x->version, version, e) &&
        (str_eq(topic, x->topic) ||
         entries_set_topic(v->store, x->id, topic, e)) &&
        store_commit(v->store, e))
        return true;
    store_rollback(v->store);
    return false;
}

static bool revise(struct visit *v, const struct entry_view *x,
                   const struct entry_draft *d, const struct start *start,
                   struct err *e)
{
    struct entry_version version = version_of(v, d, start);
    struct entry_view now;

    version.entry = x->entry.id;
    if (!save(v, &x->entry, d->text[DRAFT_TOPIC], &version, e)) {
        /* Another request may have been quicker. */
        if (e->code != ERR_DOMAIN || !entry_open(v, &now, e) ||
            now.entry.version == x->entry.version)
            return false;
        return show_conflict(v, &now, d, start, e);
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
    draft_from_form(v->arena, &v->request->form, &d);
    editor.entry = x.entry.id;
    (void)http_number(http_form(v->request, "after"), &editor.after);
    if (has_faults(v, &d))
        return show_editor(v, &editor, &start,
                           arena_printf(v->arena, "Entry %" PRId64, x.entry.id),
                           400, e);
    draft_of(v, &x, &was);
    if (is_same(&d, &was)) {
        reply_to(v->reply,
                 arena_printf(v->arena, "/entries/%" PRId64 "?done=unchanged",
                              x.entry.id));
        return true;
    }
    if (editor.after != x.entry.version)
        return show_conflict(v, &x, &d, &start, e);
    return revise(v, &x, &d, &start, e);
}

/* ---- older versions ---- */

static bool get_version(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct entry_view x;
    struct start start;
    struct json *tree;
    int64_t n;
    bool found;

    (void)http_number(v->args[1], &n);
    if (!entry_open(v, &x, e) ||
        !entries_version(v->store, v->arena, x.entry.id, n, &x.version, &found,
                         e))
        return false;
    if (!found)
        return err_set(e, ERR_SPENT, "entry %" PRId64 " has no such version",
                       x.entry.id);
    if (!json_read(v->arena, x.version.problem, strlen(x.version.problem), 1,
                   &tree, e) ||
        !problem_read(v->arena, tree, &x.problem, e) ||
        !source_read(v->arena, x.version.origin, &start, e))
        return false;
    layout_open(v, &out,
                arena_printf(v->arena, "Entry %" PRId64 ", version %" PRId64,
                             x.entry.id, n),
                "write");
    entry_head(v, &out, &x, "write");
    if (*x.version.note) {
        str_add(&out, "<p class=\"facts\">What changed: ");
        html_text(&out, x.version.note);
        str_add(&out, "</p>\n");
    }
    add_reading(v, &out, &x, &start);
    add_versions(&out, &x);
    layout_close(v, &out, 200);
    return true;
}

static bool post_check(struct visit *v, struct err *e)
{
    struct entry_view x;

    if (!entry_open(v, &x, e) || !entry_must(v, &x, DEAL_KEY, e))
        return false;
    if (!check_entry(v, &x, e))
        return e->code != ERR_IO &&
               show_entry(
                   v, arena_printf(v->arena, "It was not checked: %s.", e->msg),
                   e);
    entry_tell(v, x.entry.id, "checked");
    reply_to(v->reply,
             arena_printf(v->arena, "/entries/%" PRId64 "?done=checked#check",
                          x.entry.id));
    return true;
}

/* ---- the preview ---- */

/* The source of the draft: of its entry, or as the form names it. */
static bool source_of(struct visit *v, int64_t entry,
                      const struct http_fields *f, struct start *out,
                      struct err *e)
{
    struct entry_view x;

    if (!entry)
        return start_find(v, f, out, e);
    v->args[0] = arena_printf(v->arena, "%" PRId64, entry);
    return entry_open(v, &x, e) && entry_must(v, &x, DEAL_EDIT, e) &&
           source_read(v->arena, x.version.origin, out, e);
}

/* The texts of a JSON object, as fields of a form. */
static struct http_fields json_fields(struct arena *a, const struct json *v)
{
    struct http_field *items = arena_array(a, struct http_field, v->count + 1);
    size_t n = 0;

    for (const struct json *m = v->first; m; m = m->next)
        if (m->type == JSON_STRING || m->type == JSON_NUMBER)
            items[n++] = (struct http_field){ m->name, m->text };
    return (struct http_fields){ items, n };
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
    fields = json_fields(v->arena, body);
    (void)http_number(among(&fields, "entry"), &entry);
    draft_from_form(v->arena, &fields, &d);
    if (!source_of(v, entry, &fields, &start, e) ||
        !preview_make(v, &d, &start, entry, &p, e))
        return false;
    preview_json(v->arena, &out, &d, &p);
    reply_json(v->reply, 200, &out);
    return true;
}

/* Without a script: the form again, with the preview; "begin" fills it from a
 * pasted row. */
static bool post_preview(struct visit *v, struct err *e)
{
    const struct http_fields *form = &v->request->form;
    struct start start;
    struct entry_draft d;
    struct editor x = { .draft = &d, .source = form };

    if (http_wants_json(v->request))
        return preview_for_script(v, e);
    (void)http_number(among(form, "entry"), &x.entry);
    (void)http_number(among(form, "after"), &x.after);
    if (!source_of(v, x.entry, form, &start, e))
        return !x.entry && show_astray(v, form, e);
    if (among(form, "begin") && start.from)
        draft_from_problem(v->arena, &start.problem, &d);
    else
        draft_from_form(v->arena, form, &d);
    return show_editor(v, &x, &start,
                       x.entry
                           ? arena_printf(v->arena, "Entry %" PRId64, x.entry)
                           : "A new entry",
                       200, e);
}

const struct route write_routes[] = {
    { HTTP_GET, "/entries/new", MAY_PEOPLE, PACE_PAGE, 0, false, get_new },
    { HTTP_POST, "/entries", MAY_PEOPLE, PACE_WRITE, HTTP_FORM_MOST, false,
      post_new },
    { HTTP_GET, "/entries/:id", MAY_PEOPLE, PACE_PAGE, 0, false, get_entry },
    { HTTP_POST, "/entries/:id", MAY_PEOPLE, PACE_WRITE, HTTP_FORM_MOST, false,
      post_entry },
    { HTTP_GET, "/entries/:id/versions/:n", MAY_PEOPLE, PACE_PAGE, 0, false,
      get_version },
    { HTTP_POST, "/entries/:id/check", MAY_PEOPLE, PACE_WRITE, 4096, false,
      post_check },
    { HTTP_POST, "/preview", MAY_PEOPLE, PACE_LIVE, HTTP_FORM_MOST, false,
      post_preview },
    { 0 },
};
