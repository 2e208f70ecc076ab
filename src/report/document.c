/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document.h"
#include "base/map.h"
#include "base/utf8.h"
#include "report/figure.h"

#include <stdarg.h>
#include <string.h>

#define WIDTH_USUAL 100
#define LABEL_MOST  24   /* characters, where the page is wide */
#define NAME_MOST   400  /* characters of a name that is spelt out */
#define SAY_MOST    2000 /* characters of a sentence */

struct document *document_new(struct arena *a, size_t width)
{
    struct document *d = arena_new(a, struct document);

    *d = (struct document){ .arena = a,
                            .width = width ? width : WIDTH_USUAL,
                            .digits = 15,
                            .members = vec_in(a, sizeof(struct member)) };
    return d;
}

/* ---- for programs ---- */

void document_within(struct document *d, const char *path)
{
    d->within = path;
}

static const char *document_whole_path(const struct document *d,
                                       const char *name)
{
    if (!d->within)
        return name;
    return name ? arena_printf(d->arena, "%s.%s", d->within, name) : d->within;
}

void document_fact(struct document *d, const char *name, struct datum v)
{
    *(struct member *)vec_push(&d->members) =
        (struct member){ .path = document_whole_path(d, name), .value = v };
}

void document_entry(struct document *d, const char *name, const char *own,
                    struct datum v)
{
    *(struct member *)vec_push(&d->members) =
        (struct member){ document_whole_path(d, name), own, v };
}

/* ---- for people ---- */

static struct block *document_add_block(struct document *d,
                                        enum block_kind kind)
{
    struct block *b = arena_new(d->arena, struct block);

    b->kind = kind;
    b->shown = d->shown;
    if (d->last)
        d->last->next = b;
    else
        d->first = b;
    return d->last = b;
}

static void document_add_text(struct document *d, enum block_kind kind,
                              const char *fmt, va_list ap) PRINTF(3, 0);

static void document_add_text(struct document *d, enum block_kind kind,
                              const char *fmt, va_list ap)
{
    struct str b = str_in(d->arena);

    str_addv(&b, fmt, ap);
    document_add_block(d, kind)->text =
        printable(d->arena, str_get(&b), SAY_MOST);
}

void document_append(struct document *d, struct document *from)
{
    if (d->last)
        d->last->next = from->first;
    else
        d->first = from->first;
    if (from->last)
        d->last = from->last;
    from->first = from->last = NULL;
}

void document_shown(struct document *d, enum shown shown)
{
    d->shown = shown;
}

void document_section(struct document *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    document_add_text(d, BLOCK_SECTION, fmt, ap);
    va_end(ap);
}

void document_gap(struct document *d)
{
    document_add_block(d, BLOCK_SECTION)->text = "";
}

void document_say(struct document *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    document_add_text(d, BLOCK_SENTENCE, fmt, ap);
    va_end(ap);
}

struct block *document_show(struct document *d, const struct doc_table *t,
                            unsigned part)
{
    return document_show_from(d, t, part, 0);
}

struct block *document_show_from(struct document *d, const struct doc_table *t,
                                 unsigned part, size_t from)
{
    struct block *b = document_add_block(d, BLOCK_TABLE);

    b->table = t;
    b->part = part;
    b->from = from;
    b->to = t->rows.n;
    return b;
}

void document_number(struct document *d, const char *what, struct datum v,
                     const char *note)
{
    struct block *b = document_add_block(d, BLOCK_NUMBER);

    b->text = printable(d->arena, what, SAY_MOST);
    b->value = v;
    b->note = note ? printable(d->arena, note, SAY_MOST) : NULL;
}

void document_figure(struct document *d, const struct figure *f)
{
    if (f->dots.n)
        document_add_block(d, BLOCK_FIGURE)->figure = f;
}

void document_example(struct document *d, const struct doc_example *x)
{
    struct doc_example *own = arena_new(d->arena, struct doc_example);

    *own = *x;
    document_add_block(d, BLOCK_EXAMPLE)->example = own;
}

void document_steps(struct document *d, const char *title,
                    const struct doc_step *steps, size_t n)
{
    struct block *b = document_add_block(d, BLOCK_STEPS);

    b->text = printable(d->arena, title, SAY_MOST);
    b->steps = steps;
    b->n_steps = n;
}

/* ---- tables ---- */

static struct doc_table *document_table_in(struct arena *a)
{
    struct doc_table *t = arena_new(a, struct doc_table);

    *t = (struct doc_table){ .arena = a,
                             .columns = vec_in(a, sizeof(struct column)),
                             .rows = vec_in(a, sizeof(struct doc_row)),
                             .cells = vec_in(a, sizeof(struct datum)) };
    return t;
}

struct doc_table *document_table(struct document *d, const char *name)
{
    struct doc_table *t = document_table_in(d->arena);

    if (name)
        document_fact(d, name, datum_table(t));
    return t;
}

struct doc_table *table_within(const struct doc_table *t)
{
    return document_table_in(t->arena);
}

struct doc_row *table_row(struct doc_table *t)
{
    struct doc_row *r;

    INVARIANT(t->rows.n == 0 || t->filled == t->columns.n);
    r = vec_push(&t->rows);
    r->first = t->cells.n;
    r->parent = NO_ROW;
    t->filled = 0;
    return r;
}

struct doc_row *table_heading(struct doc_table *t, const char *text)
{
    struct doc_row *r = table_row(t);

    r->heading = text;
    t->filled = t->columns.n;
    return r;
}

/* Is this the column that the first row had here? */
static bool is_column(const struct column *a, const struct column *b)
{
    return str_same(a->name, b->name) && str_same(a->heading, b->heading) &&
           str_same(a->csv, b->csv);
}

/* Is a row with cells there before the last one? */
static bool has_columns(const struct doc_table *t)
{
    for (size_t i = 0; i + 1 < t->rows.n; i++)
        if (!vec_get(&t->rows, struct doc_row, i)->heading)
            return true;
    return false;
}

void table_put(struct doc_table *t, struct column c, struct datum v)
{
    size_t i = t->filled++;

    if (i == t->columns.n) {
        INVARIANT(!has_columns(t));
        *(struct column *)vec_push(&t->columns) = c;
    }
    INVARIANT(is_column(&c, vec_get(&t->columns, struct column, i)));
    *(struct datum *)vec_push(&t->cells) = v;
}

void table_put_all(struct doc_table *t, const struct table_entry *list,
                   size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_put(t, list[i].column, list[i].value);
}

void table_styled(struct doc_table *t, const char *name, const char *heading,
                  unsigned flags, struct datum v)
{
    table_put(t, (struct column){ name, heading, flags, name, 0 }, v);
}

void table_key(struct doc_table *t, const char *name, const char *heading,
               struct datum v)
{
    table_styled(t, name, heading, COLUMN_KEY, v);
}

void table_cell(struct doc_table *t, const char *name, const char *heading,
                struct datum v)
{
    table_styled(t, name, heading, 0, v);
}

/* ---- cells as printf() writes them ---- */

/* The value of a kind, which *kind moves behind. */
static struct datum cell_value(const char **kind, va_list *ap)
{
    const char *k = *kind;
    int decimals = -1;

    INVARIANT(k[0] == '%');
    if (k[1] == '.') {
        decimals = k[2] - '0';
        k += 2;
    }
    *kind = k + (k[1] == 'z' ? 3 : 2);
    switch (k[1]) {
    case 's': return datum_text(va_arg(*ap, const char *));
    case 'z': return datum_count(va_arg(*ap, size_t));
    case 'u': return datum_count(va_arg(*ap, unsigned));
    case 'd': return datum_truth(va_arg(*ap, int));
    case 'e': return datum_p(va_arg(*ap, double));
    case 'g': return datum_number(va_arg(*ap, double), -1);
    case 'f': break;
    default: BUG("a cell of an unknown kind");
    }
    return decimals < 0 ? datum_share(va_arg(*ap, double))
                        : datum_number(va_arg(*ap, double), decimals);
}

/* The next "NAME:HEADING=" of *cells, which moves behind it. */
static struct column cell_column(struct arena *a, const char *of,
                                 const char **cells)
{
    const char *s = *cells + strspn(*cells, " "), *equals = strchr(s, '=');
    struct column c = { .flags = *s == '*' ? COLUMN_KEY : 0 };
    size_t n, length;
    char *heading;

    INVARIANT(equals);
    s += *s == '*';
    length = (size_t)(equals - s);
    n = strcspn(s, ":=");
    if (n)
        c.name = of ? arena_printf(a, "%s.%.*s", of, (int)n, s)
                    : arena_strndup(a, s, n);
    c.csv = c.name;
    if (n < length) {
        heading = arena_strndup(a, s + n + 1, length - n - 1);
        for (char *p = heading; *p; p++)
            *p = *p == '_' ? ' ' : *p;
        c.heading = heading;
    }
    *cells = equals + 1;
    return c;
}

static void cells_add(struct doc_table *t, const char *of, const char *cells,
                      va_list *ap)
{
    while (*cells) {
        struct column c = cell_column(t->arena, of, &cells);

        table_put(t, c, cell_value(&cells, ap));
    }
}

void table_cells(struct doc_table *t, const char *cells, ...)
{
    va_list ap;

    va_start(ap, cells);
    cells_add(t, NULL, cells, &ap);
    va_end(ap);
}

void table_members(struct doc_table *t, const char *of, const char *cells, ...)
{
    va_list ap;

    va_start(ap, cells);
    cells_add(t, of, cells, &ap);
    va_end(ap);
}

void document_facts(struct document *d, const char *members, ...)
{
    va_list ap;

    va_start(ap, members);
    while (*members) {
        struct column c = cell_column(d->arena, NULL, &members);

        document_fact(d, c.name, cell_value(&members, &ap));
    }
    va_end(ap);
}

const struct datum *table_at(const struct doc_table *t, size_t row,
                             size_t column)
{
    return vec_at(&t->cells,
                  vec_get(&t->rows, struct doc_row, row)->first + column);
}

struct extent table_extent(const struct doc_table *t, size_t column,
                           size_t from, size_t to)
{
    struct extent x = { 0 };
    bool known = false;

    for (size_t i = from; i < to; i++) {
        const struct datum *v;

        if (vec_get(&t->rows, struct doc_row, i)->heading)
            continue;
        v = table_at(t, i, column);
        if (!known && (x.kind <= DATUM_UNKNOWN || datum_known(v)))
            x.kind = v->kind;
        known = known || datum_known(v);
        x.tells = x.tells || datum_tells(v);
        if (v->kind == DATUM_CURVE && v->n > x.longest)
            x.longest = v->n;
    }
    return x;
}

/* ---- names ---- */

static bool document_is_short(const char *s, size_t width)
{
    size_t most = width / 4 < LABEL_MOST ? width / 4 : LABEL_MOST;

    return *s && utf8_count(s, strlen(s)) <= most;
}

/* What stands behind the last of these characters. */
static const char *document_behind(const char *name, const char *ends)
{
    const char *tail = name;

    for (const char *p = name; *p; p++)
        if (strchr(ends, *p))
            tail = p + 1;
    return tail;
}

/* The name, or as much of its end as the server's name of the model is, or
 * less, or a number. */
static const char *document_label_of(struct arena *a, const char *name,
                                     size_t number, size_t width)
{
    const char *tries[] = { name, document_behind(name, "#"),
                            document_behind(name, "#:/") };

    for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
        const char *s = printable(a, tries[i], NAME_MOST);

        if (document_is_short(s, width))
            return s;
    }
    return arena_printf(a, "m%zu", number);
}

const char **document_labels(struct document *d, const char *const *names,
                             size_t n)
{
    const char **labels = arena_array(d->arena, const char *, n + 1);
    struct map seen = { 0 };
    bool added = true;

    for (size_t i = 0; i < n && added; i++) {
        labels[i] = document_label_of(d->arena, names[i], i + 1, d->width);
        map_put(&seen, labels[i], strlen(labels[i]), &added);
    }
    map_clear(&seen);
    for (size_t i = 0; i < n && !added; i++)
        labels[i] = arena_printf(d->arena, "m%zu", i + 1);
    return labels;
}

void document_legend(struct document *d, const char *const *names,
                     const char *const *labels, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!str_eq(labels[i], names[i]))
            document_say(d, "%s = %s", labels[i],
                         printable(d->arena, names[i], NAME_MOST));
}
