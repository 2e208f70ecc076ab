/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "report/figure.h"
#include "report/html/html.h"
#include "serve/desk/board_page.h"
#include "serve/desk/entry.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

#define TITLE_MOST 44  /* characters of a statement that stand for it */
#define TITLE_LONG 400 /* bytes, with the commands of its formulas */
#define CELL_MOST  12  /* entries in a cell; the others follow a link */

/* ---- entries ---- */

/* Where a formula opens or closes: the bytes of "$", "$$", "\\(" or "\\]"; 0:
 * nowhere. */
static size_t fence_at(const char *s)
{
    if (*s == '$')
        return s[1] == '$' ? 2 : 1;
    return *s == '\\' && s[1] && strchr("()[]", s[1]) ? 2 : 0;
}

/* The first words, in which every formula is whole. A command counts as one
 * character, braces as none. Returns "" if there is no such beginning. */
static const char *cut_title(struct arena *a, const char *text, size_t most)
{
    size_t width = 0, good = 0, n;
    bool inside = false;
    const char *s = text;

    for (; *s && width <= most && s - text < TITLE_LONG; s += n) {
        if ((n = fence_at(s)) > 0) {
            good = inside ? (size_t)(s - text) + n : good;
            inside = !inside;
            continue;
        }
        n = *s == '\\' && s[1] ? 2 : 1;
        while (n > 1 && is_letter(s[1]) && is_letter(s[n]))
            n++;
        if (*s == ' ' && !inside)
            good = (size_t)(s - text);
        width += ((unsigned char)*s & 0xc0) != 0x80 &&
                 (!inside || !strchr("{}^_ ", *s));
    }
    if (!*s && !inside && width <= most)
        return text;
    return good ? arena_printf(a, "%.*s ...", (int)good, text) : "";
}

const char *board_title(struct arena *a, const char *statement, size_t most)
{
    const char *line = document_line(a, statement, 2 * TITLE_LONG);
    const char *title = cut_title(a, line, most);

    return *title ? title : document_line(a, statement, most);
}

/* The first words of the newest version; "" if it cannot be read. */
static bool title_of(struct board_page *s, const struct entry *x,
                     const char **out, struct err *e)
{
    struct arena *a = s->visit->arena;
    struct entry_version v;
    struct problem p;
    struct err ignored;
    bool found;

    *out = "";
    if (!entries_version(s->visit->store, a, x->id, x->version, &v, &found, e))
        return false;
    if (found && version_problem(a, &v, &p, &ignored))
        *out = board_title(a, p.statement, TITLE_MOST);
    return true;
}

bool board_entry(struct board_page *s, const struct entry *x, struct err *e)
{
    const char *title;

    if (!title_of(s, x, &title, e))
        return false;
    str_addf(s->out, "<a href=\"/entries/%" PRId64 "\">%" PRId64, x->id, x->id);
    if (*title) {
        str_add(s->out, " <span class=\"title tex\">");
        html_text(s->out, title);
        str_add(s->out, "</span>");
    }
    str_add(s->out, "</a>");
    return true;
}

/* ---- topics and states ---- */

static bool is_shown(const struct board_page *s, const struct entry *x)
{
    return (!s->topic || str_eq(s->topic, board_topic(x))) &&
           (!s->state || str_eq(s->state, entry_state_name(x->state))) &&
           (!s->mine || x->author == s->visit->who->id);
}

/* What leads to a cell alone. */
static void add_filter(struct board_page *s, const char *topic,
                       const char *state)
{
    html_text(s->out, arena_printf(s->visit->arena, "/?%s%s",
                                   items_query(s->visit->arena, "topic", topic,
                                               "state", state, NULL),
                                   s->mine ? "&mine=1" : ""));
}

static bool add_cell(struct board_page *s, const char *topic,
                     enum entry_state state, struct err *e)
{
    bool alone = s->topic && s->state;
    size_t n = 0;

    str_add(s->out, "<td>");
    for (size_t i = 0; i < s->data.n_entries; i++) {
        const struct entry *x = &s->data.entries[i];

        if (x->state != state || !is_shown(s, x) ||
            !str_eq(topic, board_topic(x)))
            continue;
        if (n++ >= CELL_MOST && !alone)
            continue;
        str_add(s->out, n == 1 ? "<ul><li>" : "<li>");
        if (!board_entry(s, x, e))
            return false;
        str_add(s->out, "</li>");
    }
    if (n > CELL_MOST && !alone) {
        str_add(s->out, "<li><a href=\"");
        add_filter(s, topic, entry_state_name(state));
        str_addf(s->out, "\">%zu more</a></li>", n - CELL_MOST);
    }
    str_add(s->out, n ? "</ul></td>" : "</td>");
    return true;
}

static size_t count_of(const struct board_page *s, const char *topic, int state)
{
    size_t n = 0;

    for (size_t i = 0; i < s->data.n_entries; i++) {
        const struct entry *x = &s->data.entries[i];

        n += is_shown(s, x) && (!topic || str_eq(topic, board_topic(x))) &&
             (state < 0 || (int)x->state == state);
    }
    return n;
}

static bool add_topic(struct board_page *s, const char *topic, struct err *e)
{
    if (!count_of(s, topic, -1))
        return true;
    str_add(s->out, "<tr><th scope=\"row\">");
    html_name(s->out, topic);
    str_add(s->out, "</th>");
    for (int k = 0; k < ENTRY_STATES; k++)
        if (count_of(s, NULL, k) && !add_cell(s, topic, (enum entry_state)k, e))
            return false;
    str_add(s->out, "</tr>\n");
    return true;
}

/* All topics, each once, by name: also those of withdrawn entries. */
static const char **topics_of(const struct board_page *s, size_t *n)
{
    size_t all = s->data.n_entries;
    const char **list = arena_array(s->visit->arena, const char *, all + 1);

    for (size_t i = 0; i < all; i++)
        list[i] = board_topic(&s->data.entries[i]);
    *n = board_names(s->visit->arena, list, all);
    return list;
}

bool board_grid(struct board_page *s, struct err *e)
{
    size_t n;
    const char **topics = topics_of(s, &n);

    str_add(s->out, "<h2>Problems</h2>\n");
    if (!count_of(s, NULL, -1)) {
        str_addf(s->out, "<p class=\"say\">%s</p>\n",
                 s->data.n_entries
                     ? "Nothing matches."
                     : "There are no entries yet. <a "
                       "href=\"/entries/new\">Write a problem</a>");
        return true;
    }
    str_add(s->out, "<div class=\"scroll\"><table class=\"grid\"><thead><tr>"
                    "<th scope=\"col\">topic</th>");
    for (int k = 0; k < ENTRY_STATES; k++)
        if (count_of(s, NULL, k))
            str_addf(s->out,
                     "<th scope=\"col\">%s <span class=\"num\">%zu</span></th>",
                     entry_state_name((enum entry_state)k),
                     count_of(s, NULL, k));
    str_add(s->out, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < n; i++)
        if (!add_topic(s, topics[i], e))
            return false;
    layout_table_end(s->out);
    return true;
}

/* ---- what is chosen ---- */

static void add_option(struct board_page *s, const char *value, bool chosen)
{
    str_add(s->out, "<option value=\"");
    html_text(s->out, value);
    str_addf(s->out, "\"%s>", chosen ? " selected" : "");
    html_text(s->out, value);
    str_add(s->out, "</option>");
}

void board_filter(struct board_page *s)
{
    size_t n;
    const char **topics = topics_of(s, &n);

    str_add(s->out, "<form class=\"row\" method=\"get\" action=\"/\">\n"
                    "<div class=\"field\"><label for=\"topic\">Topic</label>"
                    "<select id=\"topic\" name=\"topic\"><option value=\"\">"
                    "all</option>");
    for (size_t i = 0; i < n; i++)
        add_option(s, topics[i], s->topic && str_eq(s->topic, topics[i]));
    str_add(s->out, "</select></div>\n<div class=\"field\"><label "
                    "for=\"state\">State</label><select id=\"state\" "
                    "name=\"state\"><option value=\"\">all</option>");
    for (int k = 0; k < ENTRY_STATES; k++) {
        const char *name = entry_state_name((enum entry_state)k);

        add_option(s, name, s->state && str_eq(s->state, name));
    }
    str_addf(s->out,
             "</select></div>\n"
             "<div><label><input type=\"checkbox\" name=\"mine\" "
             "value=\"1\"%s>only mine</label></div>\n"
             "<button>Show</button></form>\n",
             s->mine ? " checked" : "");
}
