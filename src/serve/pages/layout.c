/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/pages/layout.h"
#include "assay.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/json.h"
#include "report/html/html.h"
#include "serve/pages/assets.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* ---- the head ---- */

static void layout_add_head(struct visit *v, struct str *out, const char *title)
{
    str_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                 "<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, "
                 "initial-scale=1\">\n"
                 "<meta name=\"color-scheme\" content=\"light dark\">\n"
                 "<meta name=\"csrf\" content=\"");
    html_text(out, v->csrf);
    str_add(out, "\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
    html_text(out, title);
    str_add(out, " - ");
    html_text(out, v->serve->o->title);
    str_add(out, "</title>\n");
    assets_link(out);
    str_add(out, "</head>\n");
}

/* ---- navigation ---- */

static const struct {
    const char *here, *place, *name;
    unsigned may; /* bits MAY_* */
} rooms[] = {
    { "board", "/", "Board", MAY_PEOPLE },
    { "write", "/entries/new", "Write", MAY_PEOPLE },
    { "families", "/families", "Families", MAY_PEOPLE },
    { "review", "/reviews", "Review", MAY_PEOPLE },
    { "set", "/set", "Set", MAY_PEOPLE },
    { "runs", "/runs", "Runs", MAY_PEOPLE },
    { "people", "/people", "People", MAY_OWNER },
};

static void add_rooms(struct visit *v, struct str *out, const char *here)
{
    unsigned bit = (unsigned)MAY_AUTHOR << v->who->role;

    str_add(out, "<ul>\n");
    for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++)
        if (rooms[i].may & bit)
            str_addf(out, "<li><a href=\"%s\"%s>%s</a></li>\n", rooms[i].place,
                     here && str_eq(here, rooms[i].here)
                         ? " aria-current=\"page\""
                         : "",
                     rooms[i].name);
    str_add(out, "</ul>\n");
}

static void add_navigation(struct visit *v, struct str *out, const char *here)
{
    str_add(out, "<body class=\"desk\">\n<a class=\"skip\" href=\"#main\">Skip "
                 "to the contents</a>\n<nav aria-label=\"Workbench\">\n"
                 "<a class=\"home\" href=\"/\">");
    html_text(out, v->serve->o->title);
    str_add(out, "</a>\n");
    if (v->who)
        add_rooms(v, out, here);
    str_add(out, "<div class=\"tools\">\n<button type=\"button\" id=\"theme\" "
                 "hidden>Theme</button>\n");
    if (v->who) {
        str_addf(out, "<span class=\"who\" data-person=\"%" PRId64 "\">",
                 v->who->id);
        html_text(out, v->who->name);
        str_addf(out, "<span class=\"role\"> (%s)</span></span>\n",
                 person_role_name(v->who->role));
        layout_form(v, out, "/out");
        str_add(out, "<button>Sign out</button></form>\n");
    }
    str_add(out, "</div>\n</nav>\n");
}

/* ---- what was just done ---- */

/* A page that a form leads to may say what came of it: "?done=saved". */
static const struct {
    const char *word, *text;
} done[] = {
    { "made", "The entry was created: this is its first version." },
    { "saved", "Saved as a new version." },
    { "topic", "The topic was changed; the version is the same." },
    { "unchanged", "Nothing was changed; no version was made." },
    { "checked", "Checked." },
    { "trying", "Acceptance is trying this version; it takes some seconds." },
    { "kept", "Saved as a new version. Acceptance is trying it." },
    { "begun", "The family was created. Acceptance is trying it." },
    { "asked", "The models will be asked." },
    { "stopped", "The challenge will stop; the replies so far are kept." },
    { "submitted", "Submitted: the entry is waiting for a reviewer." },
    { "withdrawn", "Withdrawn." },
    { "reopened", "The entry is a draft again." },
    { "solved", "Your answer was recorded." },
    { "commented", "Your comment was saved." },
    { "accepted", "Accepted: the entry is in the set." },
    { "returned", "Returned to its author." },
    { "decided", "Decided." },
    { "revoked", "The link no longer works." },
    { "changed", "Changed." },
    { "closed", "The access is blocked; the person is signed out everywhere." },
    { "opened", "The access is allowed again. The person is still signed "
                "out: make a sign-in link." },
};

static void add_done(struct visit *v, struct str *out)
{
    const char *word = http_query(v->request, "done");

    for (size_t i = 0; word && i < sizeof(done) / sizeof(done[0]); i++)
        if (str_eq(word, done[i].word))
            str_addf(out, "<p class=\"done\" role=\"status\">%s</p>\n",
                     done[i].text);
}

/* ---- pages ---- */

void layout_open(struct visit *v, struct str *out, const char *title,
                 const char *here)
{
    layout_add_head(v, out, title);
    add_navigation(v, out, here);
    str_add(out, "<main id=\"main\" tabindex=\"-1\">\n");
    add_done(v, out);
}

void layout_close(struct visit *v, struct str *out, int status)
{
    str_add(out, "</main>\n</body>\n</html>\n");
    reply_html(v->reply, status, out);
}

void layout_form(struct visit *v, struct str *out, const char *action)
{
    str_add(out, "<form method=\"post\" action=\"");
    html_text(out, action);
    str_add(out, "\">");
    layout_hidden(out, "csrf", v->csrf);
}

void layout_hidden(struct str *out, const char *name, const char *value)
{
    str_addf(out, "<input type=\"hidden\" name=\"%s\" value=\"", name);
    html_text(out, value);
    str_add(out, "\">");
}

bool layout_sure(struct visit *v, const char *what, const char *yes,
                 const char *back)
{
    struct str out = str_in(v->arena);
    const char *version = http_form(v->request, "version");

    if (http_form(v->request, "sure"))
        return true;
    layout_open(v, &out, "Are you sure?", NULL);
    str_add(&out, "<h1>Are you sure?</h1>\n");
    layout_say(&out, "say", what);
    layout_form(v, &out, v->request->path);
    layout_hidden(&out, "sure", "1");
    if (version)
        layout_hidden(&out, "version", version);
    str_addf(&out,
             "\n<p class=\"actions\"><button class=\"danger\">%s</button> <a "
             "href=\"%s\">No, go back</a></p></form>\n",
             yes, back);
    layout_close(v, &out, 200);
    return false;
}

void layout_say(struct str *out, const char *class, const char *text)
{
    str_addf(out, "<p class=\"%s\"%s>", class,
             str_eq(class, "trouble") ? " role=\"alert\"" : "");
    html_text(out, text);
    str_add(out, "</p>\n");
}

void layout_table(struct str *out, const char *columns)
{
    str_add(out, "<div class=\"scroll\"><table><thead><tr>");
    for (const char *s = columns; *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " "), name = strcspn(s, " :");

        str_addf(out, "<th scope=\"col\"%s>", name < n ? " class=\"num\"" : "");
        for (size_t i = 0; i < name; i++)
            str_addc(out, s[i] == '_' ? ' ' : s[i]);
        str_add(out, "</th>");
        s += n;
    }
    str_add(out, "</tr></thead><tbody>\n");
}

void layout_table_end(struct str *out)
{
    str_add(out, "</tbody></table></div>\n");
}

void layout_time(struct str *out, int64_t ms)
{
    char minute[32];
    struct tm tm;
    time_t t = (time_t)(ms / 1000);

    clock_minute(minute, sizeof(minute), ms);
    if (!ms || !gmtime_r(&t, &tm)) {
        str_add(out, minute);
        return;
    }
    str_addf(out,
             "<time datetime=\"%04d-%02d-%02dT%02d:%02d:%02dZ\">%s UTC</time>",
             tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
             tm.tm_min, tm.tm_sec, minute);
}

void layout_tex(struct str *out, const char *text)
{
    str_add(out, "<div class=\"tex\">");
    html_text(out, text);
    str_add(out, "</div>\n");
}

void layout_key(struct str *out, const char *text)
{
    str_add(out, "<div class=\"tex key\">");
    html_text(out, text);
    str_add(out, "</div>\n");
}

/* ---- errors ---- */

/* "there is no entry 7" begins with a capital letter and has its full stop. */
static const char *layout_sentence(struct arena *a, const char *what)
{
    size_t n = strlen(what);
    char *out = arena_printf(a, "%s%s", what,
                             n && strchr(".!?:\n", what[n - 1]) ? "" : ".");

    /* A word with a sign in it is a name: --origin, r3, assay.db. */
    if (is_lower(*out) && is_letter(out[1]) &&
        strcspn(out, "0123456789._/") > strcspn(out, " "))
        *out = (char)(*out - 'a' + 'A');
    return out;
}

bool layout_late(struct visit *v, const char *what)
{
    layout_error(v, 409, what);
    return true;
}

void layout_error(struct visit *v, int status, const char *what)
{
    struct str out = str_in(v->arena);

    if (http_wants_json(v->request)) {
        reply_error(v->reply, v->arena, status, what);
        return;
    }
    layout_open(v, &out, http_status_text(status), NULL);
    str_addf(&out, "<h1>%s</h1>\n", http_status_text(status));
    layout_say(&out, "say", layout_sentence(v->arena, what));
    if (v->who)
        str_add(&out, "<p class=\"say\"><a href=\"/\">Go to the "
                      "board</a></p>\n");
    layout_close(v, &out, status);
}

size_t problem_rows_from(const struct visit *v)
{
    int64_t from;

    (void)http_number(http_query(v->request, "from"), &from);
    return (size_t)from;
}

static const char *layout_member(const struct json *row, const char *name)
{
    const char *text = json_string(json_get(row, name));

    return text ? text : "";
}

static bool layout_add_row(struct visit *v, struct str *out,
                           const struct problem_rows *rows, size_t i,
                           struct err *e)
{
    struct json *row;

    if (!json_read(v->arena, rows->lines[i], strlen(rows->lines[i]), 1, &row,
                   e))
        return false;
    str_addf(out, "<li><a href=\"%s", rows->begin);
    if (rows->by_number)
        str_addf(out, "%zu", rows->from + i + 1);
    else
        http_escape(out, layout_member(row, "id"));
    str_add(out, "\">Write an entry from it</a> <span class=\"hint\">");
    html_name(out, layout_member(row, "id"));
    str_add(out, "</span>");
    layout_tex(out, layout_member(row, "statement"));
    str_add(out, "</li>\n");
    return true;
}

static void add_turn(struct str *out, const struct problem_rows *rows,
                     size_t from, const char *words)
{
    str_addf(out, "<p><a href=\"%s?from=%zu\">%s</a></p>\n", rows->place, from,
             words);
}

bool problem_rows_add(struct visit *v, struct str *out,
                      const struct problem_rows *rows, struct err *e)
{
    str_addf(out, "<ol class=\"list\" start=\"%zu\">\n", rows->from + 1);
    for (size_t i = 0; i < rows->n; i++)
        if (!layout_add_row(v, out, rows, i, e))
            return false;
    str_add(out, "</ol>\n");
    if (!rows->n)
        layout_say(out, "secret", "There is nothing here.");
    if (rows->from)
        add_turn(out, rows,
                 rows->from > ROWS_OF_PAGE ? rows->from - ROWS_OF_PAGE : 0,
                 "Previous");
    if (rows->more)
        add_turn(out, rows, rows->from + ROWS_OF_PAGE, "Next");
    return true;
}
