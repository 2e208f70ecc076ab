/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/family/family_page.h"
#include "family/language/reference.h"
#include "problem/export.h"
#include "report/html/html.h"
#include "serve/desk/family/examiner.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

/* Blind answers to the newest version, and those that agree with its key. */
static void add_reviews(struct visit *v, struct str *out,
                        const struct entry_view *x)
{
    size_t agree = 0, all = 0, comments = 0;

    for (size_t i = 0; i < x->n_audit_events; i++) {
        const struct audit_event_kind *d = &x->audit_events[i];

        comments += d->audit_event == AUDIT_EVENT_COMMENTED;
        if (d->audit_event != AUDIT_EVENT_SOLVED ||
            d->version != x->entry.version)
            continue;
        agree += str_eq(audit_event_member(v->arena, d, "verdict"), "correct");
        all++;
    }
    if (all)
        str_addf(out, "%zu of %zu agree%s", agree, all, comments ? ", " : "");
    if (comments)
        str_addf(out, "%zu comment%s", comments, comments == 1 ? "" : "s");
    if (!all && !comments)
        str_add(out, "none");
}

static void family_page_add_row(struct visit *v, struct str *out,
                                const struct entry_view *x)
{
    const char *state = entry_state_name(x->entry.state);
    const char *word = family_word(v, x);

    str_addf(out, "<tr><th scope=\"row\"><a href=\"%s\">",
             entry_place(v->arena, x));
    html_text(out, x->entry.topic);
    str_add(out, "</a></th><td data-label=\"author\">");
    html_text(out, x->author);
    str_addf(out,
             "</td><td class=\"num\" data-label=\"version\">%" PRId64
             "</td><td data-label=\"acceptance\">%s</td>"
             "<td data-label=\"state\"><span class=\"state state-%s\">%s"
             "</span></td><td data-label=\"reviews\"><a "
             "href=\"/entries/%" PRId64 "/review\">",
             x->entry.version, word, state, state, x->entry.id);
    add_reviews(v, out, x);
    str_add(out, "</a></td><td data-label=\"changed\">");
    layout_time(out, x->entry.changed_ms);
    str_add(out, "</td></tr>\n");
}

/* Fails if the store cannot be read. */
static bool family_page_add_rows(struct visit *v, struct str *out,
                                 size_t *shown, struct err *e)
{
    struct entry *list;
    size_t n;

    if (!entries_list(v->store, v->arena, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct entry_view x;

        if (!entry_open_id(v, list[i].id, &x, e))
            return false;
        if (!version_is_family(&x.version))
            continue;
        ++*shown;
        family_page_add_row(v, out, &x);
    }
    return true;
}

bool family_list(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena), rows = str_in(v->arena);
    size_t n = 0;

    if (!family_page_add_rows(v, &rows, &n, e))
        return false;
    layout_open(v, &out, "Families", "families");
    str_add(&out,
            "<h1>Families</h1>\n<p class=\"say\">A family is a text file that "
            "says what is drawn, what the answer is, how one knows that it is "
            "right, and how it is told. Acceptance tries it before anybody "
            "reviews it.</p>\n<p class=\"actions\"><a class=\"button\" "
            "href=\"/families/new\">Write a family</a> <a "
            "href=\"/families/reference\">Reference of the language</a></p>\n"
            "<div id=\"live\" data-topics=\"board\">\n");
    if (n) {
        str_add(&out, "<div class=\"stack\">\n");
        layout_table(&out, "title author version:num acceptance state reviews "
                           "changed");
        str_add(&out, str_get(&rows));
        layout_table_end(&out);
        str_add(&out, "</div>\n");
    } else {
        layout_say(&out, "secret", "Nobody has written a family yet.");
    }
    str_add(&out, "</div>\n");
    layout_close(v, &out, 200);
    return true;
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

/* ---- what is wrong ---- */

/* The script takes the cursor there. */
static void family_page_add_place(struct str *out, size_t line, size_t column)
{
    if (!line)
        return;
    str_addf(out,
             "<a href=\"#text\" data-line=\"%zu\" data-column=\"%zu\">Line "
             "%zu, column %zu</a>: ",
             line, column, line, column);
}

void family_wrong_html(struct str *out, const struct family_look *look)
{
    if (!look->wrong)
        return;
    str_add(out, "<p class=\"trouble\">");
    family_page_add_place(out, look->line, look->column);
    html_text(out, look->wrong);
    str_add(out, "</p>\n");
}

/* ---- draws ---- */

static void add_draw(struct str *out, const struct problem *p, size_t level,
                     size_t i)
{
    str_add(out, "<li>");
    layout_tex(out, p->statement);
    str_add(out, "<div class=\"tex key\">");
    for (size_t k = 0; k < p->n_keys; k++) {
        str_add(out, k ? "; " : "");
        html_text(out, p->keys[k].latex);
    }
    str_add(out, "</div>\n");
    if (p->solution[0]) {
        str_addf(out, "<details id=\"steps-%zu-%zu\"><summary>Steps</summary>",
                 level, i);
        layout_tex(out, p->solution);
        str_add(out, "</details>");
    }
    str_add(out, "</li>\n");
}

void family_draws_html(struct str *out, const struct family_look *look)
{
    for (size_t i = 0; i < look->n_levels; i++) {
        const struct look_level *l = &look->levels[i];

        str_addf(out, "<h3>Level %zu%s", i + 1, l->name ? ", " : "");
        html_text(out, l->name ? l->name : "");
        str_add(out, "</h3>\n");
        if (l->doc)
            layout_say(out, "hint", l->doc);
        str_add(out, l->n ? "<ol class=\"list draws\">\n" : "");
        for (size_t k = 0; k < l->n; k++)
            add_draw(out, &l->problems[k], i + 1, k + 1);
        str_add(out, l->n ? "</ol>\n" : "");
        if (l->why)
            layout_say(out, l->n ? "hint" : "told", l->why);
    }
    if (look->wrong)
        layout_say(out, "secret",
                   "Nothing can be drawn until the text can be "
                   "read.");
}

/* ---- acceptance ---- */

static const char *family_page_member(const struct json *v, const char *name)
{
    const char *text = json_string(json_get(v, name));

    return text ? text : "";
}

static size_t family_page_number(const struct json *v, const char *name)
{
    int64_t n;

    return json_int64(json_get(v, name), &n) && n > 0 ? (size_t)n : 0;
}

static void family_page_add_finding(struct str *out, const struct json *f,
                                    bool note)
{
    str_addf(out, "<li>%s", note ? "Note: " : "");
    family_page_add_place(out, family_page_number(f, "line"),
                          family_page_number(f, "column"));
    html_text(out, family_page_member(f, "what"));
    if (*family_page_member(f, "with")) {
        str_add(out, "<br><span class=\"hint\">with ");
        html_text(out, family_page_member(f, "with"));
        str_add(out, "</span>");
    }
    if (*family_page_member(f, "cure")) {
        str_add(out, "<br><span class=\"hint\">To mend it: ");
        html_text(out, family_page_member(f, "cure"));
        str_add(out, "</span>");
    }
    str_add(out, "</li>\n");
}

static void family_page_add_findings(struct str *out, const struct json *list,
                                     bool note)
{
    if (!list || !list->first)
        return;
    str_add(out, "<ul class=\"findings\">\n");
    for (const struct json *f = list->first; f; f = f->next)
        family_page_add_finding(out, f, note);
    str_add(out, "</ul>\n");
}

static void page_add_row(struct str *out, const struct json *row)
{
    const struct json *holds = json_get(row, "holds");
    bool tried = holds && holds->type == JSON_BOOL;
    const char *mark = !tried ? "-" : holds->truth ? "yes" : "NO";

    str_addf(out, "<tr class=\"%s\"><th scope=\"row\">",
             !tried         ? "untried"
             : holds->truth ? "holds"
                            : "fails");
    html_text(out, family_page_member(row, "row"));
    str_addf(out, "</th><td>%s</td><td>", mark);
    html_text(out, tried ? family_page_member(row, "figure") : "not tried");
    family_page_add_findings(out, json_get(row, "findings"), false);
    str_add(out, "</td></tr>\n");
}

static void family_page_add_table(struct str *out, const struct json *found)
{
    const struct json *rows = json_get(found, "rows");

    str_add(out, "<div class=\"scroll\"><table class=\"acceptance\"><thead><tr>"
                 "<th scope=\"col\">row</th><th scope=\"col\">holds</th><th "
                 "scope=\"col\">figures and findings</th></tr></thead><tbody>"
                 "\n");
    for (const struct json *r = rows ? rows->first : NULL; r; r = r->next)
        page_add_row(out, r);
    layout_table_end(out);
    family_page_add_findings(out, json_get(found, "notes"), true);
}

static void add_verdict(struct str *out, const char *of, const char *finding,
                        const char *why)
{
    bool good = str_eq(finding, "accepted");

    str_addf(out, "<p class=\"%s\">%s: <strong class=\"verdict\">%s</strong>",
             good ? "done" : "told", of, finding);
    if (*why && !good) {
        str_add(out, str_eq(finding, "refused") ? " by " : ": ");
        html_text(out, why);
    }
    str_add(out, "</p>\n");
}

/* What is known of a saved version. */
static void add_tried(struct visit *v, struct str *out,
                      const struct entry_view *x)
{
    const struct audit_event_kind *d = family_tried(
        v->arena, x->audit_events, x->n_audit_events, x->version.number);
    const char *of =
        arena_printf(v->arena, "Version %" PRId64, x->version.number);
    struct json *data;
    struct err e;

    if (examiner_has(v->serve->examiner, x->entry.id, x->version.number)) {
        str_addf(out,
                 "<p class=\"told\" role=\"status\">%s is being tried; "
                 "this takes some seconds.</p>\n",
                 of);
        return;
    }
    if (!d || !json_read(v->arena, d->data, strlen(d->data), 1, &data, &e)) {
        str_addf(out, "<p class=\"secret\">%s has not been tried yet.</p>\n",
                 of);
        return;
    }
    add_verdict(out, of, family_page_member(data, "finding"),
                family_page_member(data, "why"));
    if (json_get(data, "acceptance"))
        family_page_add_table(out, json_get(data, "acceptance"));
}

void family_result_html(struct visit *v, struct str *out,
                        const struct json *found)
{
    const struct json *data =
        family_finding(v->arena, json_copy(v->arena, found));

    add_verdict(out, "This text", family_page_member(data, "finding"),
                family_page_member(data, "why"));
    family_page_add_table(out, found);
}

static void add_acceptance(struct visit *v, struct str *out,
                           const struct entry_view *x, const struct json *found)
{
    str_add(out, "<h2 id=\"acceptance-head\">Acceptance</h2>\n<div "
                 "id=\"acceptance\" aria-live=\"polite\">\n");
    if (found) {
        family_result_html(v, out, found);
    } else if (x) {
        add_tried(v, out, x);
    } else {
        layout_say(out, "secret",
                   "Not tried yet. Saving tries the text, and so does \"Try "
                   "it\".");
    }
    str_add(out, "</div>\n");
}

/* ---- the editor ---- */

static void family_page_add_text(struct str *out, const char *text)
{
    str_addf(out,
             "<div class=\"field wide\"><label for=\"text\">The family file"
             "</label>"
             "<div class=\"code\"><textarea id=\"text\" name=\"text\" "
             "rows=\"28\" maxlength=\"%d\" spellcheck=\"false\" "
             "autocapitalize=\"off\" autocomplete=\"off\" wrap=\"off\" "
             "aria-describedby=\"text-keys\">\n",
             FILE_BYTES);
    html_text(out, text);
    str_add(out, "</textarea></div>\n<p class=\"hint\" id=\"text-keys\">"
                 "<span class=\"scripted\" hidden>Tab indents, Shift+Tab takes "
                 "it back; Esc, then Tab leaves the text. Ctrl+Enter saves. "
                 "</span><a href=\"/families/reference\" target=\"_blank\">"
                 "Reference of the language</a></p></div>\n");
}

static void family_page_add_note(struct str *out, const char *note)
{
    str_addf(out,
             "<div class=\"field wide\"><label for=\"note\">%s</label><input "
             "id=\"note\" name=\"note\" autocomplete=\"off\" "
             "maxlength=\"%zu\" value=\"",
             draft_cards[DRAFT_NOTE].label, draft_cards[DRAFT_NOTE].most);
    html_text(out, note);
    str_add(out, "\"></div>\n");
}

static void family_page_add_form(struct visit *v, struct str *out,
                                 const struct family_editor *x)
{
    int64_t id = x->x ? x->x->entry.id : 0;

    layout_form(v, out, x->x ? entry_place(v->arena, x->x) : "/families");
    str_addf(out,
             "<div id=\"family-editor\" data-entry=\"%" PRId64
             "\" data-after=\"%" PRId64 "\">\n",
             id, x->after);
    layout_hidden(out, "entry", arena_printf(v->arena, "%" PRId64, id));
    layout_hidden(out, "after", arena_printf(v->arena, "%" PRId64, x->after));
    family_page_add_text(out, x->text);
    if (x->x)
        family_page_add_note(out, x->note);
    str_addf(out,
             "<div class=\"actions\"><button class=\"first\">%s</button>"
             "<button id=\"try\" formaction=\"/families/try\">Try it</button>"
             "<button id=\"look\" formaction=\"/families/look\">Draw"
             "</button><span class=\"hint\" id=\"kept\" role=\"status\">"
             "</span></div>\n</div></form>\n",
             x->x ? "Save a version" : "Create the family");
}

/* The script shows what changed. */
static void add_theirs(struct str *out, const struct family_editor *x)
{
    if (!x->theirs)
        return;
    str_add(out, "<details open><summary>What your text changes in the saved "
                 "one</summary><div class=\"column\" id=\"theirs\" hidden>");
    html_text(out, x->theirs);
    str_add(out, "</div><div class=\"column\" id=\"yours\" "
                 "data-before=\"theirs\">");
    html_text(out, x->text);
    str_add(out, "</div></details>\n");
}

/* Saved versions are tried by a button as well: after a restart of the server,
 * or if its queue was full. */
static void add_retry(struct visit *v, struct str *out,
                      const struct entry_view *x)
{
    if (!str_eq(family_word(v, x), "not tried yet") &&
        !str_eq(family_word(v, x), "undecided"))
        return;
    layout_form(v, out,
                arena_printf(v->arena, "%s/check", entry_place(v->arena, x)));
    str_addf(out,
             "<p class=\"actions\"><button>Try version %" PRId64
             "</button></p></form>\n",
             x->entry.version);
}

static void family_page_add_files(struct visit *v, struct str *out,
                                  const struct entry_view *x)
{
    const char *place = entry_place(v->arena, x);

    str_addf(out,
             "<h2>Files</h2>\n<p><a href=\"%s/file?version=%" PRId64 "\">%s"
             "</a>, for <code>assay family check</code> and <code>assay new"
             "</code></p>\n<form method=\"get\" action=\"%s/export\"><div "
             "class=\"row\">\n<div class=\"field\"><label for=\"format\">"
             "Problems as</label><select id=\"format\" name=\"format\">"
             "<option>jsonl</option>",
             place, x->version.number,
             family_text_path(v->arena, x->version.claim), place);
    for (size_t i = 0; i < n_export_formats; i++)
        str_addf(out, "<option>%s</option>", export_formats[i]->name);
    str_add(out, "</select></div>\n<div class=\"field\"><label for=\"count\">"
                 "Of each level</label><input id=\"count\" name=\"count\" "
                 "type=\"number\" min=\"1\" max=\"200\" value=\"10\"></div>\n"
                 "<div class=\"field\"><label for=\"seed\">Seed</label><input "
                 "id=\"seed\" name=\"seed\" value=\"class\" "
                 "maxlength=\"64\"></div>\n");
    layout_hidden(out, "version",
                  arena_printf(v->arena, "%" PRId64, x->version.number));
    str_add(out, "<button>Export</button></div></form>\n");
}

static void family_page_add_versions(struct visit *v, struct str *out,
                                     const struct entry_view *x)
{
    str_add(out, "<p class=\"facts\">Versions:");
    for (int64_t i = 1; i <= x->entry.version; i++)
        str_addf(out, " <a href=\"%s/versions/%" PRId64 "\">%" PRId64 "</a>",
                 entry_place(v->arena, x), i, i);
    str_addf(out,
             " (<a href=\"/entries/%" PRId64 "/history\">what changed"
             "</a>)</p>\n",
             x->entry.id);
}

static void family_page_add_beside(struct visit *v, struct str *out,
                                   const struct family_look *look,
                                   const struct entry_view *x,
                                   const struct json *found)
{
    const struct json *data =
        found ? family_finding(v->arena, json_copy(v->arena, found)) : NULL;

    str_addf(out,
             "<div class=\"beside\">\n<p class=\"facts\"><a "
             "href=\"#acceptance-head\">Acceptance</a>: <span "
             "id=\"verdict\">%s</span></p>\n<div id=\"wrong\" "
             "aria-live=\"polite\">",
             data ? family_page_member(data, "finding")
             : x  ? family_word(v, x)
                  : "not tried yet");
    family_wrong_html(out, look);
    str_add(out, "</div>\n<h2>Draws</h2>\n<div id=\"draws\">\n");
    family_draws_html(out, look);
    str_add(out, "</div>\n");
    add_acceptance(v, out, x, found);
    if (x && !found && entry_may(v, x, DEAL_EDIT, NULL) &&
        x->version.number == x->entry.version)
        add_retry(v, out, x);
    str_add(out, "</div>\n");
}

/* ---- the pages ---- */

bool family_show(struct visit *v, const struct family_editor *x, int status,
                 struct err *e)
{
    struct family_look *look = arena_new(v->arena, struct family_look);
    struct str out = str_in(v->arena);

    if (!family_draws(v, x->text, x->seed, look, e))
        return false;
    layout_open(v, &out,
                x->x ? arena_printf(v->arena, "Family %" PRId64, x->x->entry.id)
                     : "A new family",
                "families");
    if (x->x)
        entry_head(v, &out, x->x, "write");
    else
        str_add(&out, "<h1>A new family</h1>\n");
    if (x->wrong)
        write_alert(&out, x->wrong);
    str_add(&out, "<p class=\"told\" id=\"meanwhile\" role=\"status\" "
                  "hidden></p>\n");
    add_theirs(&out, x);
    str_add(&out, "<div class=\"pair editor\">\n<div>\n");
    family_page_add_form(v, &out, x);
    if (x->x)
        family_page_add_files(v, &out, x->x);
    if (x->x)
        family_page_add_versions(v, &out, x->x);
    str_add(&out, "</div>\n");
    family_page_add_beside(v, &out, look, x->x, x->found);
    str_add(&out, "</div>\n");
    layout_close(v, &out, status);
    return true;
}

/* The text in lines, each with its number, and an anchor for findings. */
static void family_page_add_source(struct str *out, const char *text)
{
    str_add(out, "<h2>The family file</h2>\n<pre class=\"source\" id=\"text\" "
                 "tabindex=\"0\">");
    html_text(out, text);
    str_add(out, "</pre>\n");
}

bool family_read(struct visit *v, const struct entry_view *x, struct err *e)
{
    struct family_look *look = arena_new(v->arena, struct family_look);
    struct str out = str_in(v->arena);
    bool key = entry_may(v, x, DEAL_KEY, NULL);

    if (key && !family_draws(v, x->version.claim, NULL, look, e))
        return false;
    layout_open(v, &out, arena_printf(v->arena, "Family %" PRId64, x->entry.id),
                "families");
    entry_head(v, &out, x, "write");
    if (!key) {
        layout_say(&out, "secret",
                   "The file and its draws are hidden until you have solved "
                   "the sample below in a review, or the family is "
                   "accepted.");
        entry_problem(v, &out, x);
    } else {
        str_add(&out, "<div class=\"pair\">\n<div>\n");
        if (*x->version.note)
            layout_say(
                &out, "facts",
                arena_printf(v->arena, "What changed: %s", x->version.note));
        family_page_add_source(&out, x->version.claim);
        family_page_add_files(v, &out, x);
        family_page_add_versions(v, &out, x);
        str_add(&out, "</div>\n");
        family_page_add_beside(v, &out, look, x, NULL);
        str_add(&out, "</div>\n");
    }
    layout_close(v, &out, 200);
    return true;
}

bool family_reference(struct visit *v, struct err *e)
{
    struct str text = str_in(v->arena), out = str_in(v->arena);

    (void)e;
    reference_page(&text);
    layout_open(v, &out, "The family language", "families");
    str_add(&out, "<h1>The family language</h1>\n<pre>");
    html_text(&out, str_get(&text));
    str_add(&out, "</pre>\n");
    layout_close(v, &out, 200);
    return true;
}
