/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables of Markdown: a row for each question with its value behind, or names
 * in the head and values below them.
 */
#include "base/ascii.h"
#include "evolve/measure/told_int.h"

#include <string.h>

struct cells {
    size_t n;
    size_t from[TOLD_COLUMNS], to[TOLD_COLUMNS];
    enum told_who who[TOLD_COLUMNS];
    bool number[TOLD_COLUMNS];
    size_t value_from[TOLD_COLUMNS], value_to[TOLD_COLUMNS];
};

/* "1", "(2)", "Q1", "Final answer": a name that fills its cell. */
static enum told_who cell_who(const struct told_walk *w, struct told_text t,
                              size_t i)
{
    enum told_who who;
    size_t end;

    if (told_label(t, i, w->parts, &who, &end)) {
        end = told_blanks(t, end);
        return end == t.n || t.s[end] == '(' || t.s[end] == ':' ||
                       t.s[end] == '|'
                   ? who
                   : TOLD_NOBODY;
    }
    if (told_starts(t, i, "Final") || told_starts(t, i, "final"))
        return told_blanks(t, i + 5) == t.n ? TOLD_FINAL : TOLD_NOBODY;
    i += i < t.n && t.s[i] == '(';
    if (i >= t.n || !is_digit(t.s[i]) || t.s[i] == '0')
        return TOLD_NOBODY;
    end = i + 1;
    while (end < t.n && strchr(".) ", t.s[end]))
        end++;
    if (end < t.n)
        return TOLD_NOBODY;
    return t.s[i] == '1'                        ? TOLD_FIRST
           : (size_t)(t.s[i] - '0') == w->parts ? TOLD_FINAL
                                                : TOLD_OTHER;
}

static void read_cell(const struct told_walk *w, struct cells *c, size_t from,
                      size_t to)
{
    struct told_text t = { w->t.s, to };
    size_t k = c->n, i = told_blanks(t, from), end;

    if (k == TOLD_COLUMNS)
        return;
    c->n++;
    c->from[k] = i;
    c->to[k] = to;
    c->who[k] = cell_who(w, t, i);
    c->number[k] = told_box(t, i, &c->value_from[k], &c->value_to[k], &end) ||
                   told_value(t, i, &c->value_from[k], &c->value_to[k], &end);
}

static bool is_ruler(struct told_text t, size_t i, size_t end)
{
    while (i < end && strchr("|-: \t", t.s[i]))
        i++;
    return i == end;
}

static void take_head(struct told_walk *w, const struct cells *c)
{
    w->n_columns = c->n;
    for (size_t i = 0; i < c->n; i++)
        w->column[i] = c->who[i];
}

static void take_columns(struct told_walk *w, const struct cells *c, size_t at)
{
    for (size_t i = 0; i < c->n && i < w->n_columns; i++)
        if (c->number[i])
            told_offer(w, w->column[i], TIER_DIRECT, at, c->value_from[i],
                       c->value_to[i]);
}

bool told_table_row(struct told_walk *w, size_t i, size_t end)
{
    struct cells c = { 0 };
    size_t at = told_blanks(w->t, i), from, names = 0, last = 0;

    if (at >= end || w->t.s[at] != '|') {
        w->n_columns = 0;
        return false;
    }
    if (is_ruler(w->t, at, end))
        return true;
    for (from = at + 1; from < end;) {
        const char *bar = memchr(w->t.s + from, '|', end - from);
        size_t to = bar ? (size_t)(bar - w->t.s) : end;

        if (bar || told_blanks(w->t, from) < end)
            read_cell(w, &c, from, to);
        from = to + 1;
    }
    for (size_t k = 0; k < c.n; k++) {
        names += c.who[k] != TOLD_NOBODY && !c.number[k];
        if (k > 0 && c.number[k])
            last = k;
    }
    if (names >= 2 && last == 0)
        take_head(w, &c);
    else if (last && c.who[0] != TOLD_NOBODY)
        told_offer(w, c.who[0], TIER_DIRECT, at, c.value_from[last],
                   c.value_to[last]);
    else
        take_columns(w, &c, at);
    return true;
}
