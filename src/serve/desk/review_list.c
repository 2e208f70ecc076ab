/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What waits for the visitor, and what waits for others: entries to answer and
 * to decide, entries that came back, and the doubts of the store.
 */
#include "report/html/html.h"
#include "serve/desk/review.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

/* ---- entries ---- */

/* Says what the visitor can do with an entry, or NULL if it waits for others. */
static const char *mine(struct visit *v, const struct entry_view *x)
{
    if (entry_may(v, x, DEAL_DECIDE, NULL))
        return "you have answered it: accept it or return it";
    if (entry_may(v, x, DEAL_SOLVE, NULL))
        return "answer it";
    if (x->entry.state == ENTRY_RETURNED && x->entry.author == v->who->id)
        return "it was returned to you: change it and submit it again";
    return NULL;
}

static void add_entry(struct visit *v, struct str *out,
                      const struct entry_view *x, const char *what)
{
    str_addf(out, "<li><a href=\"/entries/%" PRId64 "/review\">Entry %" PRId64,
             x->entry.id, x->entry.id);
    if (x->entry.topic[0]) {
        str_add(out, ", ");
        html_text(out, x->entry.topic);
    }
    str_add(out, "</a> by ");
    html_text(out, x->author);
    str_addf(out, ", version %" PRId64 ": ", x->entry.version);
    str_add(out, what ? what : "waits for ");
    html_text(out, what ? "" : entry_waits(v, x));
    str_add(out, " <span class=\"hint\">");
    layout_time(out, x->entry.changed_ms);
    str_add(out, "</span></li>\n");
}

void review_add_list(struct str *out, const char *title, const struct str *rows)
{
    str_addf(out, "<h2>%s</h2>\n", title);
    if (rows->n)
        str_addf(out, "<ul class=\"list\">\n%s</ul>\n", str_get(rows));
    else
        layout_say(out, "secret", "Nothing.");
}

static bool add_entries(struct visit *v, struct str *out, struct err *e)
{
    struct str own = str_in(v->arena), others = str_in(v->arena);
    struct entry *list;
    size_t n;

    if (!entries_list(v->store, v->arena, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct entry_view x;
        const char *what;

        if (list[i].state != ENTRY_SUBMITTED && list[i].state != ENTRY_RETURNED)
            continue;
        if (!entry_open_id(v, list[i].id, &x, e))
            return false;
        what = mine(v, &x);
        add_entry(v, what ? &own : &others, &x, what);
    }
    review_add_list(out, "Waiting for you", &own);
    review_add_list(out, "Waiting for others", &others);
    return true;
}

bool review_list_page(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);

    layout_open(v, &out, "Reviews", "review");
    str_add(&out,
            "<h1>Reviews</h1>\n<div id=\"live\" data-topics=\"board\">\n");
    if (!add_entries(v, &out, e) ||
        (visit_judges(v) && !doubts_add(v, &out, e)))
        return false;
    str_add(&out, "</div>\n");
    layout_close(v, &out, 200);
    return true;
}
