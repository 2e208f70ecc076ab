/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/write/write_page.h"
#include "base/map.h"
#include "family/table.h"
#include "problem/concept.h"
#include "report/html/html.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

/* ---- parts of forms ---- */

static void write_page_add_label(struct str *out, enum draft_field f)
{
    const struct draft_card *c = &draft_cards[f];

    str_addf(out, "<div class=\"field\"><label for=\"%s\">%s</label>", c->name,
             c->label);
}

/* What is wrong with the field, which the script keeps up to date, and its hint.
 */
static void add_hint(struct str *out, const struct editor *x,
                     enum draft_field f, const char *hint)
{
    const char *wrong =
        x->preview ? preview_wrong(out->arena, x->preview, f) : NULL;

    str_addf(out, "<p class=\"trouble\" id=\"%s-wrong\"%s>",
             draft_cards[f].name, wrong ? "" : " hidden");
    html_text(out, wrong ? wrong : "");
    str_add(out, "</p>");
    if (hint)
        str_addf(out, "<p class=\"hint\">%s</p>", hint);
    str_add(out, "</div>\n");
}

static void write_page_add_area(struct str *out, const struct editor *x,
                                enum draft_field f, int rows, const char *hint)
{
    write_page_add_label(out, f);
    /* A parser drops the first newline behind the tag. */
    str_addf(out,
             "<textarea id=\"%s\" name=\"%s\" rows=\"%d\" "
             "spellcheck=\"%s\">\n",
             draft_cards[f].name, draft_cards[f].name, rows,
             f == DRAFT_STATEMENT || f == DRAFT_SOLUTION ? "true" : "false");
    html_text(out, x->draft->text[f]);
    str_add(out, "</textarea>");
    add_hint(out, x, f, hint);
}

static void add_input(struct str *out, const struct editor *x,
                      enum draft_field f, const char *more, const char *hint)
{
    write_page_add_label(out, f);
    str_addf(out,
             "<input id=\"%s\" name=\"%s\" autocomplete=\"off\"%s "
             "value=\"",
             draft_cards[f].name, draft_cards[f].name, more);
    html_text(out, x->draft->text[f]);
    str_add(out, "\">");
    add_hint(out, x, f, hint);
}

static void write_page_add_option(struct str *out, const char *value,
                                  const char *text, const char *chosen)
{
    str_add(out, "<option value=\"");
    html_text(out, value);
    str_addf(out, "\"%s>", str_eq(value, chosen) ? " selected" : "");
    html_text(out, text);
    str_add(out, "</option>");
}

static void write_page_add_kind(struct str *out, const struct entry_draft *d)
{
    write_page_add_label(out, DRAFT_KIND);
    str_add(out, "<select id=\"kind\" name=\"kind\">");
    write_page_add_option(out, "", "automatic", d->text[DRAFT_KIND]);
    for (int k = 0; k < ANSWER_KINDS; k++)
        write_page_add_option(out, answer_name((enum answer_kind)k),
                              answer_name((enum answer_kind)k),
                              d->text[DRAFT_KIND]);
    str_add(out, "</select><p class=\"hint\">How the judge reads the "
                 "answer.</p></div>\n");
}

/* ---- the ways to begin ---- */

/* What was sought under that name, or `other`. */
static const char *sought(const struct editor *x, const char *name,
                          const char *other)
{
    const char *text = x->sought ? http_among(x->sought, name) : NULL;

    return text ? text : other;
}

static void write_page_add_families(struct arena *a, struct str *out,
                                    const char *chosen)
{
    str_add(out, "<select id=\"family\" name=\"family\">");
    for (size_t i = 0; i < family_count(); i++) {
        const struct family *f = family_at(i);

        write_page_add_option(
            out, f->name, arena_printf(a, "%s: %s", f->name, f->title), chosen);
    }
    str_add(out, "</select>");
}

static void add_start_field(struct str *out, const struct editor *x,
                            const char *name, const char *label,
                            const char *other)
{
    str_addf(out,
             "<div class=\"field\"><label for=\"%s\">%s</label><input "
             "id=\"%s\" name=\"%s\" value=\"",
             name, label, name, name);
    html_text(out, sought(x, name, other));
    str_add(out, "\"></div>\n");
}

static void add_family_form(struct arena *a, struct str *out,
                            const struct editor *x, const char *seed)
{
    str_add(out, "<h2>A generated problem</h2>\n"
                 "<form method=\"get\" action=\"/entries/new\">"
                 "<div class=\"row\"><div class=\"field\"><label "
                 "for=\"family\">Family</label>");
    write_page_add_families(a, out, sought(x, "family", ""));
    str_add(out, "</div>\n");
    add_start_field(out, x, "level", "Level", "1");
    add_start_field(out, x, "seed", "Seed", seed);
    add_start_field(out, x, "index", "Number", "0");
    str_add(out, "<button>Generate</button></div></form>\n");
}

/* Adds the ways to begin: a family's problem, one of a run, a pasted row; filled
 * with what was sought in vain. Fails if there is no random seed. */
static bool write_choices(struct visit *v, struct str *out,
                          const struct editor *x, struct err *e)
{
    const char *seed = start_seed(v->arena, e);

    if (!seed)
        return false;
    str_addf(out,
             "<details class=\"starts\"%s><summary>Start from a generated "
             "problem, a row of a public set, or a problem of a run"
             "</summary>\n",
             x->sought ? " open" : "");
    add_family_form(v->arena, out, x, seed);
    str_add(out, "<h2>A problem of a run</h2>\n"
                 "<p class=\"hint\">The problems that assay evolve and assay "
                 "climb made are in their runs.</p>\n"
                 "<form method=\"get\" action=\"/entries/new\"><div "
                 "class=\"row\">");
    add_start_field(out, x, "run", "Run", "");
    add_start_field(out, x, "problem", "Problem", "");
    str_add(out, "<button>Use it</button></div></form>\n"
                 "<h2>A row</h2>\n");
    if (v->serve->o->n_public_sets)
        str_add(out, "<p><a href=\"/public\">Look at the public sets</a></p>"
                     "\n");
    layout_form(v, out, "/preview");
    str_add(out, "<div class=\"field\"><label for=\"row\">A JSON line of an "
                 "assay set or of a public set</label><textarea id=\"row\" "
                 "name=\"row\" rows=\"3\" spellcheck=\"false\">\n");
    html_text(out, sought(x, "row", ""));
    str_add(out, "</textarea></div><input type=\"hidden\" name=\"begin\" "
                 "value=\"1\"><button>Use it</button></form>\n"
                 "</details>\n");
    return true;
}

/* ---- the editor ---- */

static bool write_page_add_topics(struct visit *v, struct str *out,
                                  struct err *e)
{
    struct map seen = { 0 };
    struct entry *list;
    size_t n;

    if (!entries_list(v->store, v->arena, &list, &n, e))
        return false;
    str_add(out, "<datalist id=\"topics\">");
    for (size_t i = 0; i < n; i++) {
        bool added;

        map_put(&seen, list[i].topic, strlen(list[i].topic), &added);
        if (!added || !*list[i].topic)
            continue;
        str_add(out, "<option value=\"");
        html_text(out, list[i].topic);
        str_add(out, "\"></option>");
    }
    str_add(out, "</datalist>\n");
    map_clear(&seen);
    return true;
}

static void write_page_add_answer(struct str *out, const struct editor *x)
{
    const struct entry_draft *d = x->draft;
    bool has_limit = *d->text[DRAFT_LIMIT] || *d->text[DRAFT_LIMIT_SYMBOL] ||
                     *d->text[DRAFT_LIMIT_TO] || *d->text[DRAFT_LIMIT_ORDER];

    write_page_add_area(
        out, x, DRAFT_ANSWER, 2,
        "LaTeX. Several values with names: <code>x: 3; y: 4</code>. "
        "<span id=\"answer-at\" class=\"column\"></span>");
    str_add(out, "<div class=\"row\">\n");
    write_page_add_kind(out, d);
    add_input(out, x, DRAFT_SYMBOLS, " spellcheck=\"false\"",
              "The variables of the answer: <code>x; \\epsilon</code>");
    str_add(out, "</div>\n");
    str_addf(out,
             "<details id=\"limits\"%s><summary>The answer holds in a "
             "limit</summary>\n"
             "<div class=\"row\">\n",
             has_limit ? " open" : "");
    add_input(out, x, DRAFT_LIMIT_SYMBOL, " placeholder=\"epsilon\"", NULL);
    add_input(out, x, DRAFT_LIMIT_TO, " placeholder=\"0+\"", NULL);
    add_input(out, x, DRAFT_LIMIT_ORDER, " placeholder=\"first term only\"",
              NULL);
    str_add(out, "</div>\n"
                 "<p class=\"hint\">The order is a number, such as 1 or 1/2; "
                 "without it, only the first term is compared.</p>\n");
    write_page_add_area(
        out, x, DRAFT_LIMIT, 1,
        "Or the whole limit, for example with a number of terms: "
        "<code>{\"symbol\": \"x\", \"to\": \"inf\", \"terms\": 2}</code>");
    str_add(out, "</details>\n");
}

/* Does the proof of what it started from still hold? */
static bool write_page_is_proved(const struct editor *x)
{
    return x->preview &&
           start_is_proved(x->preview->start, &x->preview->edited);
}

static void write_page_add_checks(struct str *out, const struct editor *x)
{
    static const char *const ways[][2] = {
        { "none", "not yet" },
        { "family", "by the check of the family that made it" },
        { "claim", "by a claim, as in assay verify" },
        { "second", "by a second solution of a reviewer" },
    };
    const struct entry_draft *d = x->draft;
    const char *now = *d->text[DRAFT_CHECK] ? d->text[DRAFT_CHECK] : ways[0][0];

    if (str_eq(now, "family") && !write_page_is_proved(x))
        now = ways[0][0];
    str_add(out, "<fieldset><legend>How the key can be checked</legend>\n");
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        str_addf(
            out,
            "<label%s><input type=\"radio\" name=\"check\" "
            "value=\"%s\"%s>%s</label>\n",
            str_eq(ways[i][0], "family") && !write_page_is_proved(x) ? " hidden"
                                                                     : "",
            ways[i][0], str_eq(now, ways[i][0]) ? " checked" : "", ways[i][1]);
    str_add(out, "</fieldset>\n");
    str_addf(out, "<details id=\"claims\"%s><summary>The claim</summary>\n",
             str_eq(now, "claim") || *d->text[DRAFT_CLAIM] ? " open" : "");
    write_page_add_area(
        out, x, DRAFT_CLAIM, 8,
        "YAML: id, kind, object, variable, parameters, conditions, claim, "
        "mode.");
    str_add(out, "</details>\n");
}

static void write_page_add_concepts(struct str *out, const struct editor *x)
{
    const struct taxonomy *t = taxonomies[0];

    str_addf(out, "<details id=\"tags\"%s><summary>Concepts</summary>\n",
             *x->draft->text[DRAFT_CONCEPTS] ? " open" : "");
    write_page_add_area(out, x, DRAFT_CONCEPTS, 2, "One name on each line.");
    str_add(out, "<details><summary>All names</summary><ul class=\"list\">");
    for (size_t i = 0; i < t->n_concepts; i++) {
        str_add(out, "<li>");
        html_text(out, t->concepts[i].name);
        str_add(out, "</li>");
    }
    str_add(out, "</ul></details></details>\n");
}

static void add_buttons(struct str *out, const struct editor *x)
{
    str_addf(out,
             "<div class=\"actions\"><button class=\"first\">%s</button>"
             "<button formaction=\"/preview\">Preview</button>"
             "<span class=\"hint\" id=\"kept\" role=\"status\"></span></div>\n",
             x->entry ? "Save a version" : "Create the entry");
}

static void add_preview(struct visit *v, struct str *out,
                        const struct editor *x)
{
    str_add(out, "<div class=\"beside\">\n"
                 "<h2>Preview of the statement</h2>\n"
                 "<div id=\"statement-shown\" aria-live=\"off\">");
    if (*x->draft->text[DRAFT_STATEMENT])
        layout_tex(out, x->draft->text[DRAFT_STATEMENT]);
    str_add(out, "</div>\n"
                 "<h2>How the judge reads the answer</h2>\n"
                 "<div id=\"preview\" aria-live=\"polite\">\n");
    if (x->preview)
        preview_html(v->arena, out, x->draft, x->preview);
    str_add(out, "</div>\n</div>\n");
}

/* What a new entry starts from, to be found again when it is saved. */
static void write_page_add_source(struct str *out, const struct editor *x)
{
    static const char names[] =
        "family level seed index run problem row public row-number";

    for (size_t i = 0; x->source && i < x->source->n; i++)
        if (str_among(x->source->items[i].name, names))
            layout_hidden(out, x->source->items[i].name,
                          x->source->items[i].value);
}

bool write_editor(struct visit *v, struct str *out, const struct editor *x,
                  struct err *e)
{
    str_add(out, "<div class=\"pair editor\">\n<div>\n");
    layout_form(v, out,
                x->entry ? arena_printf(v->arena, "/entries/%" PRId64, x->entry)
                         : "/entries");
    str_addf(out,
             "<div id=\"write\" data-entry=\"%" PRId64
             "\" data-after=\"%" PRId64 "\">\n",
             x->entry, x->after);
    layout_hidden(out, "entry", arena_printf(v->arena, "%" PRId64, x->entry));
    layout_hidden(out, "after", arena_printf(v->arena, "%" PRId64, x->after));
    write_page_add_source(out, x);
    add_input(out, x, DRAFT_TOPIC, " list=\"topics\"", NULL);
    if (!write_page_add_topics(v, out, e))
        return false;
    write_page_add_area(out, x, DRAFT_STATEMENT, 10, NULL);
    write_page_add_answer(out, x);
    write_page_add_area(out, x, DRAFT_SOLUTION, 8, NULL);
    write_page_add_checks(out, x);
    write_page_add_concepts(out, x);
    if (x->entry || *x->draft->text[DRAFT_NOTE])
        add_input(out, x, DRAFT_NOTE, "", NULL);
    add_buttons(out, x);
    str_add(out, "</div></form>\n</div>\n");
    add_preview(v, out, x);
    str_add(out, "</div>\n");
    return true;
}

/* ---- the page ---- */

void write_alert(struct str *out, const char *text)
{
    str_add(out, "<p class=\"trouble\" role=\"alert\">");
    html_text(out, text);
    str_add(out, "</p>\n");
}

bool write_show(struct visit *v, struct editor *x, const struct start *start,
                const char *title, int status, struct err *e)
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
        write_alert(&out, x->wrong);
    else if (p.faults.n && status >= 400)
        write_alert(&out, "The entry was not saved: see the errors in the "
                          "form and beside it.");
    if (!x->entry && !write_choices(v, &out, x, e))
        return false;
    if (!write_editor(v, &out, x, e))
        return false;
    layout_close(v, &out, status);
    return true;
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

void write_beside(struct str *out, const struct entry_draft *mine,
                  const struct entry_draft *theirs)
{
    for (int i = 0; i < DRAFT_NOTE; i++) {
        if (str_eq(mine->text[i], theirs->text[i]))
            continue;
        str_addf(out,
                 "<h3>%s</h3>\n<div class=\"pair\"><div><p class=\"label\">"
                 "Yours</p><pre class=\"column\">",
                 draft_cards[i].label);
        html_text(out, mine->text[i]);
        str_add(out, "</pre></div><div><p class=\"label\">Saved by someone "
                     "else</p><pre class=\"column\">");
        html_text(out, theirs->text[i]);
        str_add(out, "</pre></div></div>\n");
    }
}

void write_more(struct str *out, const struct entry_draft *d)
{
    if (*d->text[DRAFT_SOLUTION]) {
        str_add(out, "<h2>Worked solution</h2>\n");
        layout_tex(out, d->text[DRAFT_SOLUTION]);
    }
    for (int i = DRAFT_CONCEPTS; i <= DRAFT_CLAIM; i++) {
        if (i == DRAFT_CHECK || !*d->text[i])
            continue;
        str_addf(out, "<h2>%s</h2>\n<pre class=\"column\">",
                 draft_cards[i].label);
        html_text(out, d->text[i]);
        str_add(out, "</pre>\n");
    }
}
