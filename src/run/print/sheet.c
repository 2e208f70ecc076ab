/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/sheet.h"
#include "base/map.h"
#include "base/utf8.h"
#include "report/datum.h"
#include "run/print/cells.h"

#include <string.h>

#define LABEL_MOST  24 /* characters, where the page is wide */
#define WIDTH_USUAL 100

/* ---- names of models ---- */

static bool is_short(const char *s, size_t width)
{
    size_t most = width / 4 < LABEL_MOST ? width / 4 : LABEL_MOST;

    return *s && utf8_count(s, strlen(s)) <= most;
}

/* What stands behind the last of these characters. */
static const char *behind(const char *name, const char *ends)
{
    const char *tail = name;

    for (const char *p = name; *p; p++)
        if (strchr(ends, *p))
            tail = p + 1;
    return tail;
}

/* The name, or as much of its end as the server's name of the model is, or
 * less, or a number. */
static const char *label_of(struct arena *a, const char *name, size_t number,
                            size_t width)
{
    const char *tries[] = { name, behind(name, "#"), behind(name, "#:/") };

    for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
        const char *s = printable(a, tries[i], 400);

        if (is_short(s, width))
            return s;
    }
    return arena_printf(a, "m%zu", number);
}

bool sheet_labels(struct arena *a, const char *const *names, size_t n,
                  size_t width, const char **labels)
{
    struct map seen = { 0 };
    bool added = true, cut = false;

    for (size_t i = 0; i < n && added; i++) {
        labels[i] = label_of(a, names[i], i + 1, width);
        cut = cut || !str_eq(labels[i], names[i]);
        map_put(&seen, labels[i], strlen(labels[i]), &added);
    }
    map_clear(&seen);
    if (added)
        return cut;
    for (size_t i = 0; i < n; i++)
        labels[i] = arena_printf(a, "m%zu", i + 1);
    return true;
}

void sheet_legend(struct arena *a, struct str *out, const char *const *names,
                  const char *const *labels, size_t n, size_t width)
{
    for (size_t i = 0; i < n; i++)
        if (!str_eq(labels[i], names[i]))
            grid_fold(out,
                      arena_printf(a, "%s = %s", labels[i],
                                   printable(a, names[i], 400)),
                      width);
}

/* ---- the sheet ---- */

void sheet_init(struct sheet *s, struct arena *a, struct str *out,
                const struct view *v, size_t width)
{
    size_t n = (size_t)v->info.n_models;

    *s = (struct sheet){ .arena = a,
                         .out = out,
                         .width = width ? width : WIDTH_USUAL,
                         .view = v,
                         .n_models = n,
                         .labels = arena_array(a, const char *, n + 1) };
    s->legend = sheet_labels(a, v->models, n, s->width, s->labels);
}

void sheet_say(const struct sheet *s, const char *fmt, ...)
{
    struct str b = str_in(s->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&b, fmt, ap);
    va_end(ap);
    grid_fold(s->out, printable(s->arena, str_get(&b), 2000), s->width);
}

void sheet_title(const struct sheet *s, const char *fmt, ...)
{
    struct str b = str_in(s->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&b, fmt, ap);
    va_end(ap);
    str_addc(s->out, '\n');
    grid_fold(s->out, printable(s->arena, str_get(&b), 2000), s->width);
}

void sheet_rate_column(struct grid *g, const char *title)
{
    grid_column(g, title);
    grid_joined(g, "95 %");
}

void sheet_rate(struct grid *g, const struct rate *r)
{
    grid_cell(g, r->n ? cell_percent(g->arena, r->value) : NULL);
    grid_cell(g, cell_interval(g->arena, r));
}

size_t sheet_ks(uint64_t most, uint64_t *k)
{
    size_t n = 0;

    while (n < most && n < SHEET_KS) {
        k[n] = n + 1;
        n++;
    }
    if (most <= SHEET_KS)
        return n;
    for (uint64_t i = 2 * SHEET_KS; i < most && n < SHEET_KS + 64; i *= 2)
        k[n++] = i;
    k[n++] = most;
    return n;
}

static bool occurs(const struct tally *cells, size_t n, enum mark m)
{
    for (size_t i = 0; i < n; i++)
        if (cells[i].count[m])
            return true;
    return false;
}

size_t sheet_marks(const struct tally *cells, size_t n, enum mark *marks)
{
    static const enum mark order[] = { MARK_CORRECT,   MARK_WRONG,
                                       MARK_NO_ANSWER, MARK_UNREADABLE,
                                       MARK_TRUNCATED, MARK_REFUSED,
                                       MARK_UNDECIDED, MARK_ERROR,
                                       MARK_BAD_KEY };
    size_t found = 0;

    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        if (i < 2 || occurs(cells, n, order[i]))
            marks[found++] = order[i];
    return found;
}

const char *sheet_mark(struct arena *a, enum mark m)
{
    char *words = arena_strdup(a, mark_name(m));

    for (char *p = words; *p; p++)
        if (*p == '_')
            *p = ' ';
    return words;
}
