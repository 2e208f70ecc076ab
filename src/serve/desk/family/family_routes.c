/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Families that a class writes: entries whose versions are texts. Reviews,
 * comments, models and history are those of entries; here are the editor, what
 * it asks while somebody types, and the files.
 */
#include "base/clock.h"
#include "base/thread.h"
#include "family/generate.h"
#include "family/language/engine.h"
#include "family/language/start.h"
#include "serve/desk/family/examiner.h"
#include "serve/desk/family/family_page.h"
#include "serve/desk/set_lines.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

#define EXPORT_COUNT 200   /* problems of a level, at most */
#define EXPORT_MS    20000 /* in which they must be drawn */

/* ---- what is asked while somebody types ---- */

/* A seed that is none is not taken. */
static const char *family_routes_seed_of(const struct http_fields *f)
{
    const char *seed = http_among(f, "seed");

    return seed && seed_is_valid(seed) ? seed : NULL;
}

/* Opens the entry whose number the form has. *x is NULL of a new family. */
static bool open_edited(struct visit *v, const struct http_fields *f,
                        struct entry_view **x, struct err *e)
{
    int64_t id;

    *x = NULL;
    if (!http_number(http_among(f, "entry"), &id) || !id)
        return true;
    *x = arena_new(v->arena, struct entry_view);
    return entry_open_id(v, id, *x, e) && entry_must(v, *x, DEAL_EDIT, e);
}

static const char *family_routes_note_of(struct visit *v,
                                         const struct http_fields *f)
{
    const char *note = http_among(f, "note");

    return str_trim(v->arena, note ? note : "");
}

/* Shows the form again as it was sent, for those without a script. */
static bool show_again(struct visit *v, const struct http_fields *f,
                       const char *text, struct json *found, const char *wrong,
                       int status, struct err *e)
{
    struct entry_view *x;
    struct family_editor editor = { .text = text,
                                    .note = family_routes_note_of(v, f),
                                    .seed = family_routes_seed_of(f),
                                    .found = found,
                                    .wrong = wrong };

    (void)http_number(http_among(f, "after"), &editor.after);
    if (!open_edited(v, f, &x, e))
        return false;
    editor.x = x;
    return family_show(v, &editor, status, e);
}

static void json_text(struct str *out, const char *name, const struct str *text)
{
    str_addf(out, "\"%s\": ", name);
    json_write_string(out, str_get(text));
}

static bool post_look(struct visit *v, struct err *e)
{
    struct family_look *look = arena_new(v->arena, struct family_look);
    struct str out = str_in(v->arena), wrong = str_in(v->arena),
               draws = str_in(v->arena);
    struct http_fields f;
    struct json *row;
    const char *text;

    if (!visit_fields(v, &f, e))
        return false;
    if (!http_wants_json(v->request))
        return family_text_form(v->arena, &f, &text, e)
                   ? show_again(v, &f, text, NULL, NULL, 200, e)
                   : false;
    if (!family_text_form(v->arena, &f, &text, e) ||
        !family_draws(v, text, family_routes_seed_of(&f), look, e))
        return false;
    row = family_look_row(v->arena, look);
    fill_part(&wrong, "family_wrong", row);
    fill_part(&draws, "draws", row);
    str_addf(&out, "{\"reads\": %s, \"line\": %zu, \"column\": %zu, ",
             look->family ? "true" : "false", look->line, look->column);
    json_text(&out, "wrong", &wrong);
    str_add(&out, ", ");
    json_text(&out, "draws", &draws);
    str_add(&out, "}");
    reply_json(v->reply, 200, &out);
    return true;
}

static bool busy(struct visit *v, enum examined end)
{
    layout_error(v, 503,
                 end == EXAMINED_LATE
                     ? "Acceptance was stopped: it took more than a minute."
                     : "The server is busy with other families; try again in "
                       "a moment.");
    reply_field(v->reply, "Retry-After", "5");
    return true;
}

static bool post_try(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena), table = str_in(v->arena);
    struct http_fields f;
    enum examined end;
    struct json *found;
    const char *text;

    if (!visit_fields(v, &f, e) || !family_text_form(v->arena, &f, &text, e))
        return false;
    end = examiner_try(v->serve->examiner, v->arena, v->request, text, &found);
    if (end != EXAMINED_DONE)
        return busy(v, end);
    if (!http_wants_json(v->request))
        return show_again(v, &f, text, found, NULL, 200, e);
    fill_part(&table, "acceptance", family_result_row(v, found));
    str_add(&out, "{");
    json_text(&out, "html", &table);
    str_add(&out, ", \"acceptance\": ");
    json_write(&out, found);
    str_add(&out, "}");
    reply_json(v->reply, 200, &out);
    return true;
}

/* ---- saving ---- */

static bool family_routes_get_new(struct visit *v, struct err *e)
{
    struct family_editor x = { .text = family_start(), .note = "" };

    return family_show(v, &x, 200, e);
}

static bool family_routes_post_new(struct visit *v, struct err *e)
{
    const struct http_fields *form = &v->request->form;
    struct entry entry = { .author = v->who->id };
    struct entry_version version;
    const char *text;

    if (!family_text_form(v->arena, form, &text, e))
        return false;
    version = family_version(v->arena, text, "", 1);
    version.by = v->who->id;
    entry.topic = family_text_title(v->arena, text);
    if (!entries_add(v->store, v->arena, &entry, &version, e))
        return false;
    (void)examiner_queue(v->serve->examiner, entry.id, 1);
    entry_tell(v, entry.id, "made");
    return visit_go(v, "/families/%" PRId64 "?done=begun", entry.id);
}

/* Finds the family whose number is in the path. */
static bool open_family(struct visit *v, struct entry_view *x, struct err *e)
{
    return entry_open(v, x, e) &&
           (version_is_family(&x->version) ||
            err_set(e, ERR_SPENT, "entry %" PRId64 " is not a family",
                    x->entry.id));
}

static bool get_family(struct visit *v, struct err *e)
{
    struct family_editor editor = { .note = "" };
    struct entry_view x;

    if (!open_family(v, &x, e))
        return false;
    if (!entry_may(v, &x, DEAL_EDIT, NULL))
        return family_read(v, &x, e);
    editor.x = &x;
    editor.text = x.version.claim;
    editor.after = x.entry.version;
    return family_show(v, &editor, 200, e);
}

/* Another window was quicker: both texts, and this one in the form. */
static bool family_routes_show_conflict(struct visit *v,
                                        const struct entry_view *x,
                                        const char *text, struct err *e)
{
    struct family_editor editor = {
        .x = x,
        .text = text,
        .note = family_routes_note_of(v, &v->request->form),
        .after = x->entry.version,
        .theirs = x->version.claim,
        .wrong = arena_printf(v->arena,
                              "The text was not saved, because version "
                              "%" PRId64 " has been saved in the meantime. "
                              "Nothing is lost: yours is in the form, and "
                              "saving it makes the next version.",
                              x->entry.version)
    };

    return family_show(v, &editor, 409, e);
}

static bool post_family(struct visit *v, struct err *e)
{
    const struct http_fields *form = &v->request->form;
    struct entry_version version;
    struct entry_view x, now;
    int64_t after;
    const char *text;

    if (!open_family(v, &x, e) || !entry_must(v, &x, DEAL_EDIT, e) ||
        !family_text_form(v->arena, form, &text, e))
        return false;
    if (str_eq(text, x.version.claim)) {
        return visit_go(v, "%s?done=unchanged", entry_place(v->arena, &x));
    }
    (void)http_number(http_among(form, "after"), &after);
    if (after != x.entry.version)
        return family_routes_show_conflict(v, &x, text, e);
    version = family_version(v->arena, text, family_routes_note_of(v, form),
                             after + 1);
    version.by = v->who->id;
    version.entry = x.entry.id;
    if (!entry_revise(v, &x.entry, family_text_title(v->arena, text), &version,
                      e)) {
        if (e->code != ERR_DOMAIN || !open_family(v, &now, e) ||
            now.entry.version == x.entry.version)
            return false;
        return family_routes_show_conflict(v, &now, text, e);
    }
    (void)examiner_queue(v->serve->examiner, x.entry.id, after + 1);
    entry_tell(v, x.entry.id, "revised");
    return visit_go(v, "%s?done=kept", entry_place(v->arena, &x));
}

static bool family_routes_post_check(struct visit *v, struct err *e)
{
    struct entry_view x;

    if (!open_family(v, &x, e) || !entry_must(v, &x, DEAL_EDIT, e))
        return false;
    if (!examiner_has(v->serve->examiner, x.entry.id, x.entry.version) &&
        !examiner_queue(v->serve->examiner, x.entry.id, x.entry.version))
        return busy(v, EXAMINED_BUSY);
    return visit_go(v, "%s?done=trying", entry_place(v->arena, &x));
}

/* ---- versions and files ---- */

/* Opens the family with the version of that number; "" is the newest. */
static bool open_version(struct visit *v, const char *number,
                         struct entry_view *x, struct err *e)
{
    bool found = true;
    int64_t n;

    if (!open_family(v, x, e))
        return false;
    if (number && *number) {
        (void)http_number(number, &n);
        if (!entries_version(v->store, v->arena, x->entry.id, n, &x->version,
                             &found, e))
            return false;
    }
    if (!found || !version_is_family(&x->version))
        return err_set(e, ERR_SPENT, "family %" PRId64 " has no such version",
                       x->entry.id);
    return version_problem(v->arena, &x->version, &x->problem, e);
}

static bool family_routes_get_version(struct visit *v, struct err *e)
{
    struct entry_view x;

    return open_version(v, v->args[1], &x, e) && family_read(v, &x, e);
}

static bool family_routes_get_file(struct visit *v, struct err *e)
{
    struct str text = str_in(v->arena);
    struct entry_view x;

    if (!open_version(v, http_query(v->request, "version"), &x, e) ||
        !entry_must(v, &x, DEAL_KEY, e))
        return false;
    str_add(&text, x.version.claim);
    file_send(v, "text/plain; charset=utf-8",
              family_text_path(v->arena, x.version.claim), &text);
    return true;
}

/* Draws so many problems of each level; `out` is a vec of struct problem *. */
static bool draw_all(struct visit *v, const struct family *f, const char *seed,
                     int64_t count, struct vec *out, struct err *e)
{
    uint64_t until_ns = thread_after(EXPORT_MS);
    struct clock clock = clock_real();

    for (int level = 1; level <= f->n_levels; level++)
        for (int64_t i = 0; i < count; i++) {
            struct coordinates c = {
                .family = f, .level = level, .seed = seed, .index = (uint64_t)i
            };
            struct problem *p = arena_new(v->arena, struct problem);

            if (clock_now(&clock) > until_ns)
                return err_set(e, ERR_LIMIT,
                               "drawing takes too long; ask for fewer "
                               "problems");
            if (family_generate(v->arena, &c, p, e))
                *(const struct problem **)vec_push(out) = p;
            else if (e->code == ERR_SPENT && i > 0)
                break;
            else
                return false;
        }
    return true;
}

static bool read_export(struct visit *v, const char **seed, int64_t *count,
                        struct err *e)
{
    const char *n = http_query(v->request, "count");

    *seed = http_query(v->request, "seed");
    *seed = *seed ? *seed : "class";
    if (!seed_is_valid(*seed))
        return err_set(e, ERR_USAGE,
                       "a seed consists of up to 64 letters, digits, \".\", "
                       "\"_\" or \"-\"");
    return (http_number(n ? n : "10", count) && *count >= 1 &&
            *count <= EXPORT_COUNT) ||
           err_set(e, ERR_USAGE, "between 1 and %d problems of each level",
                   EXPORT_COUNT);
}

static bool send_problems(struct visit *v, const struct family *f,
                          const char *path, const struct vec *all,
                          struct err *e)
{
    const char *name = http_query(v->request, "format");
    const struct export_format *format = name ? export_find(name) : NULL;
    const char *stem = arena_strndup(v->arena, path, strcspn(path, "."));
    struct str lines = str_in(v->arena);

    if (format)
        return file_export(v, format, stem, f->title,
                           (const struct problem *const *)all->items, all->n,
                           e);
    if (name && !str_eq(name, "jsonl"))
        return err_set(e, ERR_SPENT, "there is no such format");
    for (size_t i = 0; i < all->n; i++)
        problem_write(&lines, *vec_get(all, const struct problem *, i));
    file_send(v, "application/jsonl; charset=utf-8",
              arena_printf(v->arena, "%s.jsonl", stem), &lines);
    return true;
}

static bool draw_export(struct visit *v, const struct entry_view *x,
                        struct err *e)
{
    const char *text = x->version.claim;
    const char *path = family_text_path(v->arena, text);
    struct vec all = vec_in(v->arena, sizeof(const struct problem *));
    const struct family *f;
    struct family_file *file;
    const char *seed;
    int64_t count;

    return read_export(v, &seed, &count, e) &&
           family_file_read(v->arena, path, text, strlen(text), &file, e) &&
           family_of_file(file, &f, e) &&
           draw_all(v, f, seed, count, &all, e) &&
           send_problems(v, f, path, &all, e);
}

static bool get_export(struct visit *v, struct err *e)
{
    struct entry_view x;
    bool ok;

    if (!open_version(v, http_query(v->request, "version"), &x, e) ||
        !entry_must(v, &x, DEAL_KEY, e))
        return false;
    if (!examiner_look(v->serve->examiner))
        return busy(v, EXAMINED_BUSY);
    ok = draw_export(v, &x, e);
    examiner_look_end(v->serve->examiner);
    return ok;
}

const struct route family_routes[] = {
    { HTTP_GET, "/families", MAY_PEOPLE, PACE_PAGE, 0, false, family_list },
    { HTTP_GET, "/families/new", MAY_PEOPLE, PACE_PAGE, 0, false,
      family_routes_get_new },
    { HTTP_GET, "/families/reference", MAY_PEOPLE, PACE_PAGE, 0, false,
      family_reference },
    { HTTP_POST, "/families", MAY_PEOPLE, PACE_WRITE, HTTP_FORM_MOST, false,
      family_routes_post_new },
    { HTTP_POST, "/families/look", MAY_PEOPLE, PACE_LIVE, HTTP_FORM_MOST, false,
      post_look },
    { HTTP_POST, "/families/try", MAY_PEOPLE, PACE_ASK, HTTP_FORM_MOST, false,
      post_try },
    { HTTP_GET, "/families/:id", MAY_PEOPLE, PACE_PAGE, 0, false, get_family },
    { HTTP_POST, "/families/:id", MAY_PEOPLE, PACE_WRITE, HTTP_FORM_MOST, false,
      post_family },
    { HTTP_POST, "/families/:id/check", MAY_PEOPLE, PACE_ASK, 4096, false,
      family_routes_post_check },
    { HTTP_GET, "/families/:id/versions/:n", MAY_PEOPLE, PACE_PAGE, 0, false,
      family_routes_get_version },
    { HTTP_GET, "/families/:id/file", MAY_PEOPLE, PACE_PAGE, 0, false,
      family_routes_get_file },
    { HTTP_GET, "/families/:id/export", MAY_PEOPLE, PACE_ASK, 0, false,
      get_export },
    { 0 },
};
