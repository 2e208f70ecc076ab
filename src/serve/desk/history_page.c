/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The history of an entry: its versions, each after the one before, and all
 * that was done with it. The script of the page marks what changed from one
 * version to the next; without it each stands whole.
 */
#include "report/html/html.h"
#include "serve/desk/history.h"
#include "serve/desk/review.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

/* ---- people ---- */

bool crowd_read(struct visit *v, struct crowd *out, struct err *e)
{
    *out = (struct crowd){ 0 };
    return people_list(v->store, v->arena, &out->people, &out->n, e);
}

/* Numbers people by their first deed, which no later deed changes. */
static void number(struct arena *a, struct crowd *c)
{
    c->order = arena_array(a, int64_t, c->n_deeds + 1);
    for (size_t i = 0; i < c->n_deeds; i++) {
        int64_t id = c->deeds[i].person;
        size_t k = 0;

        while (k < c->n_order && c->order[k] != id)
            k++;
        if (id && k == c->n_order)
            c->order[c->n_order++] = id;
    }
}

bool crowd_read_deeds(struct visit *v, struct crowd *out, struct err *e)
{
    if (!crowd_read(v, out, e) ||
        !deeds_list(v->store, v->arena, 0, &out->deeds, &out->n_deeds, e))
        return false;
    number(v->arena, out);
    return true;
}

static const struct person *find(const struct crowd *c, int64_t id)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->people[i].id == id)
            return &c->people[i];
    return NULL;
}

const char *crowd_name(const struct crowd *c, int64_t person)
{
    const struct person *p = find(c, person);

    return p ? p->name : person ? "somebody" : "the program";
}

const char *crowd_alias(struct arena *a, const struct crowd *c, int64_t person,
                        const char *word)
{
    const struct person *p = find(c, person);
    size_t k = 0;

    if (!person)
        return "the program";
    while (k < c->n_order && c->order[k] != person)
        k++;
    if (!word)
        word = p ? person_role_name(p->role) : "somebody";
    return arena_printf(a, "%s %zu", word, k + 1);
}

/* ---- deeds ---- */

/* The words of a deed on the page. */
static const char *const did[DEEDS] = {
    [DEED_MADE] = "wrote version",
    [DEED_CHECKED] = "checked the key of version",
    [DEED_ASKED] = "asked models about version",
    [DEED_SUBMITTED] = "submitted version",
    [DEED_SOLVED] = "answered version",
    [DEED_COMMENTED] = "commented on version",
    [DEED_ACCEPTED] = "accepted version",
    [DEED_RETURNED] = "returned version",
    [DEED_WITHDRAWN] = "withdrew version",
    [DEED_REOPENED] = "reopened version",
};

/* What a deed says besides its text. */
static void add_data(struct visit *v, struct str *out,
                     const struct entry_deed *d)
{
    if (d->deed == DEED_SOLVED) {
        struct blind b = blind_read(v->arena, d);

        layout_key(out, b.answer);
        str_addf(out, "<p>The judge: %s%s", b.verdict, b.why[0] ? ": " : "");
        html_text(out, b.why);
        str_add(out, "</p>\n");
    }
    if (d->deed == DEED_CHECKED) {
        str_add(out, "<p>");
        check_add(v->arena, out, d);
        str_add(out, "</p>\n");
    }
    if (d->deed == DEED_ACCEPTED && strstr(d->data, "\"override\": true"))
        str_addf(out,
                 "<p class=\"told\">Accepted although the judge found the "
                 "blind answer %s.</p>\n",
                 blind_read(v->arena, d).verdict);
}

bool history_add_deed(struct visit *v, struct str *out, const struct crowd *c,
                      const struct entry_deed *d, bool key)
{
    bool own = v->who && d->person == v->who->id;
    bool shown = key || (own && d->deed == DEED_COMMENTED);
    bool silent = !d->text[0] && d->deed != DEED_SOLVED &&
                  d->deed != DEED_CHECKED && d->deed != DEED_ACCEPTED;

    str_add(out, "<li><p><strong>");
    html_text(out, crowd_name(c, d->person));
    str_addf(out, "</strong> %s %" PRId64 " <span class=\"hint\">",
             did[d->deed], d->version);
    layout_time(out, d->at_ms);
    str_add(out, "</span></p>\n");
    if (shown) {
        add_data(v, out, d);
        if (d->text[0])
            layout_tex(out, d->text);
    }
    str_add(out, "</li>\n");
    return shown || silent;
}

/* ---- versions ---- */

/* A part of a version: set, if it is mathematics, by the class "tex" or
 * "tex key" (NULL: it is none), and as it was written, where the script marks
 * what changed. */
static void add_part(struct str *out, const struct entry_version *x,
                     const char *name, const char *title, const char *class,
                     const char *text)
{
    if (!text || !*text)
        return;
    str_addf(out, "<h4>%s</h4>\n", title);
    if (class) {
        str_addf(out, "<div class=\"%s\">", class);
        html_text(out, text);
        str_addf(out,
                 "</div>\n"
                 "<details%s><summary>Source text</summary>",
                 x->number > 1 ? " open" : "");
    }
    str_addf(out, "<div class=\"column\" id=\"v%" PRId64 "-%s\"", x->number,
             name);
    if (x->number > 1)
        str_addf(out, " data-before=\"v%" PRId64 "-%s\"", x->number - 1, name);
    str_add(out, ">");
    html_text(out, text);
    str_add(out, class ? "</div></details>\n" : "</div>\n");
}

static bool add_version(struct visit *v, struct str *out, const struct crowd *c,
                        const struct entry_version *x, bool key, struct err *e)
{
    struct problem p;

    if (!version_problem(v->arena, x, &p, e))
        return false;
    str_addf(out, "<section><h3>Version %" PRId64 "</h3>\n<p class=\"facts\">",
             x->number);
    html_text(out, crowd_name(c, x->by));
    str_add(out, ", ");
    layout_time(out, x->made_ms);
    if (key && x->note[0]) {
        str_add(out, ": ");
        html_text(out, x->note);
    }
    str_add(out, "</p>\n");
    add_part(out, x, "statement", "Statement", "tex", p.statement);
    if (key) {
        add_part(out, x, "key", "Key", "tex key",
                 keys_text(v->arena, p.keys, p.n_keys));
        add_part(out, x, "solution", "Solution", "tex", p.solution);
        add_part(out, x, "claim",
                 version_is_family(x) ? "Family file" : "Claim", NULL,
                 x->claim);
    }
    str_add(out, "</section>\n");
    return true;
}

bool history_page(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct entry_version *list;
    struct entry_view x;
    struct crowd crowd;
    const char *why = "";
    bool key;
    size_t n;

    if (!entry_open(v, &x, e) || !crowd_read(v, &crowd, e) ||
        !entries_versions(v->store, v->arena, x.entry.id, &list, &n, e))
        return false;
    key = entry_may(v, &x, DEAL_KEY, &why);
    layout_open(v, &out,
                arena_printf(v->arena, "History of entry %" PRId64, x.entry.id),
                "review");
    entry_head(v, &out, &x, "history");
    if (!key)
        layout_say(
            &out, "secret",
            arena_printf(v->arena, "Keys and texts are hidden: %s.", why));
    str_add(&out, "<div class=\"pair\">\n<div><h2>Versions</h2>\n");
    for (size_t i = n; i > 0; i--)
        if (!add_version(v, &out, &crowd, &list[i - 1], key, e))
            return false;
    str_add(&out, "</div>\n<div><h2>Deeds</h2>\n");
    layout_say(&out, "hint",
               "All events of this entry, oldest first. Events cannot be "
               "changed.");
    str_add(&out, "<ol class=\"list\">\n");
    for (size_t i = 0; i < x.n_deeds; i++)
        history_add_deed(v, &out, &crowd, &x.deeds[i], key);
    str_add(&out, "</ol></div>\n</div>\n");
    layout_close(v, &out, 200);
    return true;
}
