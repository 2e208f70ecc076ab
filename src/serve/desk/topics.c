/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/topics.h"
#include "base/ascii.h"
#include "report/document.h"
#include "serve/people/people.h"

#include <stdlib.h>
#include <string.h>

#define NO_TOPIC   "no topic"
#define TITLE_LONG 400 /* bytes, with the commands of its formulas */

/* ---- topics ---- */

const char *board_topic(const struct entry *x)
{
    return str_blank(x->topic) ? NO_TOPIC : x->topic;
}

/* A name, and what it is sorted by. */
struct sorted {
    const char *name, *by;
};

static int by_folded(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    int last = str_eq(x->name, NO_TOPIC) - str_eq(y->name, NO_TOPIC);
    int order = last ? last : strcmp(x->by, y->by);

    return order ? order : strcmp(x->name, y->name);
}

size_t board_names(struct arena *a, const char **list, size_t n)
{
    struct sorted *all = arena_array(a, struct sorted, n + 1);
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        all[i] = (struct sorted){ list[i], name_fold(a, list[i]) };
    if (n)
        qsort(all, n, sizeof(*all), by_folded);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || !str_eq(all[i].name, all[i - 1].name))
            list[kept++] = all[i].name;
    return kept;
}

/* ---- titles ---- */

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
