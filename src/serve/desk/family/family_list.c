/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/html.h"
#include "serve/desk/family/family_page.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

/* Blind answers to the newest version, and those that agree with its key. */
static void add_reviews(struct visit *v, struct str *out,
                        const struct entry_view *x)
{
    size_t agree = 0, all = 0, comments = 0;

    for (size_t i = 0; i < x->n_deeds; i++) {
        const struct entry_deed *d = &x->deeds[i];

        comments += d->deed == DEED_COMMENTED;
        if (d->deed != DEED_SOLVED || d->version != x->entry.version)
            continue;
        agree += str_eq(deed_member(v->arena, d, "verdict"), "correct");
        all++;
    }
    if (all)
        str_addf(out, "%zu of %zu agree%s", agree, all, comments ? ", " : "");
    if (comments)
        str_addf(out, "%zu comment%s", comments, comments == 1 ? "" : "s");
    if (!all && !comments)
        str_add(out, "none");
}

static void add_row(struct visit *v, struct str *out,
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
static bool add_rows(struct visit *v, struct str *out, size_t *shown,
                     struct err *e)
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
        add_row(v, out, &x);
    }
    return true;
}

bool family_list(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena), rows = str_in(v->arena);
    size_t n = 0;

    if (!add_rows(v, &rows, &n, e))
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
