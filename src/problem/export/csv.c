/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CSV by RFC 4180, lines ended by \r\n. Values stand as they are: a key of -3
 * or a statement that begins with "=" is not made safe for spreadsheets,
 * because that would change it for every other reader (help says so).
 */
#include "base/csv.h"
#include "problem/export.h"
#include "problem/export/ask.h"

#include <inttypes.h>

static bool begin(struct export_state *s, struct err *e)
{
    str_add(&s->text, "id,statement,key,kind,solution,family,level,seed,index,"
                      "concepts\r\n");
    return export_flush(s, 0, e);
}

static void field(struct str *out, const char *text)
{
    str_addc(out, ',');
    csv_write(out, text);
}

static bool add(struct export_state *s, const struct problem *p, struct err *e)
{
    struct str *out = &s->text;

    csv_write(out, p->id);
    field(out, p->statement);
    field(out, ask_answer(&s->row, p));
    field(out, ask_kind(&s->row, p));
    field(out, p->solution);
    field(out, p->family ? p->family : "");
    if (p->family) {
        str_addf(out, ",%d", p->level);
        field(out, p->seed);
        str_addf(out, ",%" PRIu64, p->index);
    } else {
        str_add(out, ",,,");
    }
    field(out, ask_concepts(&s->row, p));
    str_add(out, "\r\n");
    return export_flush(s, 0, e);
}

const struct export_format export_csv = {
    .name = "csv",
    .title = "a table for other programs (NAME.csv)",
    .files = { "NAME.csv" },
    .begin = begin,
    .add = add,
};
