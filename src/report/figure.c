/* SPDX-License-Identifier: Apache-2.0 */
#include "report/figure.h"
#include "base/ascii.h"
#include "base/err.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const char *const kinds[] = { "dots", "heat", "lines", "boxes", "bars" };

const char *figure_kind_name(enum figure_kind k)
{
    return kinds[k];
}

struct figure *figure_new(struct arena *a, enum figure_kind kind,
                          const char *name, const char *title)
{
    struct figure *f = arena_new(a, struct figure);

    INVARIANT(*name && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                          "0123456789-")]);
    *f = (struct figure){ .arena = a,
                          .kind = kind,
                          .name = name,
                          .title = title,
                          .rows = vec_in(a, sizeof(const char *)),
                          .series = vec_in(a, sizeof(const char *)),
                          .dots = vec_in(a, sizeof(struct dot)),
                          .rules = vec_in(a, sizeof(struct rule)) };
    return f;
}

size_t figure_row_of(struct figure *f, const char *label)
{
    size_t at = vec_find_name(&f->rows, label);

    return at < f->rows.n ? at : figure_row(f, label);
}

size_t figure_row(struct figure *f, const char *label)
{
    *(const char **)vec_push(&f->rows) = label;
    return f->rows.n - 1;
}

size_t figure_series(struct figure *f, const char *name)
{
    *(const char **)vec_push(&f->series) = name;
    return f->series.n - 1;
}

struct dot *figure_dot(struct figure *f, size_t row, size_t series,
                       double value)
{
    struct dot *s = vec_push(&f->dots);

    *s = (struct dot){ .row = row,
                       .series = series,
                       .x = NAN,
                       .value = value,
                       .low = NAN,
                       .high = NAN,
                       .least = NAN,
                       .most = NAN };
    return s;
}

struct dot *figure_point(struct figure *f, size_t series, double x,
                         double value)
{
    struct dot *s = figure_dot(f, 0, series, value);

    s->x = x;
    return s;
}

void figure_rule(struct figure *f, double value, const char *label)
{
    *(struct rule *)vec_push(&f->rules) = (struct rule){ value, label };
}

/* ---- several in one ---- */

static bool same_series(const struct figure *a, const struct figure *b)
{
    if (a->kind != b->kind || a->series.n != b->series.n)
        return false;
    for (size_t i = 0; i < a->series.n; i++)
        if (!str_eq(*vec_get(&a->series, const char *, i),
                    *vec_get(&b->series, const char *, i)))
            return false;
    return true;
}

static void figure_join_rows(struct figure *to, const struct figure *from,
                             const char *title)
{
    size_t before = to->rows.n;

    for (size_t i = 0; i < from->rows.n; i++)
        figure_row(to, arena_printf(to->arena, "%s: %s", title,
                                    *vec_get(&from->rows, const char *, i)));
    for (size_t i = 0; i < from->dots.n; i++) {
        struct dot *d = vec_push(&to->dots);

        *d = *vec_get(&from->dots, struct dot, i);
        d->row += before;
    }
}

struct figure *figure_join(struct arena *a, const struct figure *const *list,
                           const char *const *titles, size_t n)
{
    const struct figure *first = list[0];
    struct figure *f = figure_new(a, first->kind, first->name, first->title);

    for (size_t i = 0; i < n; i++)
        if (first->kind == FIGURE_LINES || !same_series(first, list[i]))
            return NULL;
    f->caption = first->caption;
    f->value = first->value;
    f->row_title = first->row_title;
    f->series_title = first->series_title;
    f->stacked = first->stacked;
    f->marks = first->marks;
    f->series = first->series;
    for (size_t i = 0; i < n; i++)
        figure_join_rows(f, list[i], titles[i]);
    return f;
}

/* ---- items ---- */

static void figure_add_encoded(struct str *out, const char *s)
{
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;

        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
            (c >= '0' && c <= '9') || strchr("-_.~", c))
            str_addc(out, *s);
        else
            str_addf(out, "%%%02X", c);
    }
}

const char *items_query(struct arena *a, const char *name, ...)
{
    struct str out = str_in(a);
    va_list ap;

    va_start(ap, name);
    for (; name; name = va_arg(ap, const char *)) {
        const char *value = va_arg(ap, const char *);

        if (!value)
            continue;
        str_add(&out, out.n ? "&" : "");
        figure_add_encoded(&out, name);
        str_addc(&out, '=');
        figure_add_encoded(&out, value);
    }
    va_end(ap);
    return str_get(&out);
}

void figure_rests(struct dot *s, struct interval i, uint64_t n,
                  const char *items)
{
    s->low = i.low;
    s->high = i.high;
    s->n = n;
    s->items = items;
}

const char *figure_word(struct arena *a, const char *before, const char *name)
{
    char *s = arena_printf(a, "%s%s", before, name);

    for (char *p = s; *p; p++)
        *p = is_letter(*p) || is_digit(*p) ? to_lower(*p) : '-';
    return s;
}
