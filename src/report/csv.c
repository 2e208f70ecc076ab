/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CSV by RFC 4180, lines ended by \r\n.
 */
#include "base/csv.h"
#include "report/document.h"

#include <inttypes.h>
#include <math.h>

/* ---- fields ---- */

static void add_titles(struct str *out, const char *csv, const struct extent *x)
{
    if (x->kind == DATUM_CURVE)
        for (uint64_t k = 1; k <= x->longest; k++)
            str_addf(out, "%s%s_%" PRIu64, k > 1 ? "," : "", csv, k);
    else if (x->kind == DATUM_RANGE)
        str_addf(out, "%s_low,%s_high", csv, csv);
    else
        str_add(out, csv);
}

static void doc_csv_add_number(struct str *out, struct arena *a, double x)
{
    const char *s = datum_digits(a, x, 15);

    str_add(out, s ? s : "");
}

static void doc_csv_add_value(struct str *out, struct arena *a,
                              const struct datum *v)
{
    switch (v->kind) {
    case DATUM_TEXT: csv_write_label(out, v->text); break;
    case DATUM_COUNT:
    case DATUM_TRUTH: str_addf(out, "%" PRIu64, v->n); break;
    case DATUM_NUMBER:
    case DATUM_SHARE:
    case DATUM_ESTIMATE:
    case DATUM_P:
    case DATUM_MONEY:
    case DATUM_SECONDS: doc_csv_add_number(out, a, v->x); break;
    case DATUM_TREE: csv_write(out, datum_words(a, *v, 0)); break;
    default: break;
    }
}

static void doc_csv_add_fields(struct str *out, struct arena *a,
                               const struct datum *v, const struct extent *x)
{
    if (x->kind == DATUM_RANGE) {
        doc_csv_add_number(out, a, datum_known(v) ? v->low : NAN);
        str_addc(out, ',');
        doc_csv_add_number(out, a, datum_known(v) ? v->high : NAN);
    } else if (x->kind != DATUM_CURVE) {
        doc_csv_add_value(out, a, v);
    }
    for (uint64_t k = 0; k < x->longest; k++) {
        str_add(out, k ? "," : "");
        if (v->kind == DATUM_CURVE && k < v->n)
            doc_csv_add_value(out, a, &v->curve[k]);
    }
}

/* ---- rows ---- */

/* The titles, or a row. */
static void doc_csv_add_line(struct str *out, const struct doc_table *t,
                             const struct extent *extents, size_t row)
{
    struct arena a = { 0 };
    bool first = true;

    for (size_t i = 0; i < t->columns.n; i++) {
        const char *csv = vec_get(&t->columns, struct column, i)->csv;

        if (!csv)
            continue;
        str_add(out, first ? "" : ",");
        first = false;
        if (row == NO_ROW)
            add_titles(out, csv, &extents[i]);
        else
            doc_csv_add_fields(out, &a, table_at(t, row, i), &extents[i]);
    }
    str_add(out, "\r\n");
    arena_clear(&a);
}

/* The rows that stand in `parent`, each followed by those in it; these are one
 * deep. */
static void doc_csv_add_rows(struct str *out, const struct doc_table *t,
                             const struct extent *extents, size_t parent)
{
    for (size_t i = 0; i < t->rows.n; i++) {
        const struct doc_row *r = vec_get(&t->rows, struct doc_row, i);

        if (r->parent != parent || r->heading)
            continue;
        doc_csv_add_line(out, t, extents, i);
        if (parent == NO_ROW)
            doc_csv_add_rows(out, t, extents, i);
    }
}

static void doc_csv_add_table(struct str *out, const struct doc_table *t)
{
    struct arena a = { 0 };
    struct extent *extents = arena_array(&a, struct extent, t->columns.n);

    for (size_t i = 0; i < t->columns.n; i++)
        extents[i] = table_extent(t, i, 0, t->rows.n);
    doc_csv_add_line(out, t, extents, NO_ROW);
    doc_csv_add_rows(out, t, extents, NO_ROW);
    arena_clear(&a);
}

static bool has_csv(const struct doc_table *t)
{
    for (size_t i = 0; i < t->columns.n; i++)
        if (vec_get(&t->columns, struct column, i)->csv)
            return true;
    return false;
}

void document_csv(struct str *out, const struct document *d)
{
    for (size_t i = 0; i < d->members.n; i++) {
        const struct datum *v = &vec_get(&d->members, struct member, i)->value;

        if (v->kind != DATUM_TABLE || !has_csv(v->table))
            continue;
        doc_csv_add_table(out, v->table);
        return;
    }
}
