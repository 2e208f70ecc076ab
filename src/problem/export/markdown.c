/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A class sheet in Markdown. Parts are divided by a rule, and by a break that
 * browsers obey when they print.
 */
#include "problem/prose/markdown.h"
#include "problem/export/paper.h"

static void nothing(struct export_state *s)
{
    (void)s;
}

static void open_part(struct export_state *s, enum sheet_part part,
                      const char *title, bool first)
{
    struct str *out = &s->text;

    if (!first)
        str_add(out, "---\n\n<div style=\"page-break-after: always\"></div>"
                     "\n\n");
    str_add(out, "# ");
    markdown_line(out, title);
    str_add(out, "\n\n");
    if (part == SHEET_PROBLEMS)
        str_add(out,
                "**Name:** \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_"
                "\\_\\_\\_\\_\\_\\_\\_\\_ **Date:** "
                "\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\n\n");
}

static void close_part(struct export_state *s, enum sheet_part part)
{
    (void)s;
    (void)part;
}

/* " points: 14 / 2 = 7; 8 - 7 = 1", behind the best score. */
static void write_best(struct str *out, const struct json *steps)
{
    str_add(out, " points");
    for (const struct json *s = steps->first; s; s = s->next) {
        str_add(out, s == steps->first ? ": " : "; ");
        markdown_line(out, json_string(s) ? json_string(s) : "?");
    }
}

static void write_keys(struct str *out, const struct problem *p)
{
    for (size_t i = 0; i < p->n_keys; i++) {
        const struct key *k = &p->keys[i];

        str_add(out, i ? "; " : "");
        if (k->name && p->n_keys > 1) {
            markdown_line(out, k->name);
            str_add(out, ": ");
        }
        if (k->kind == ANSWER_TEXT)
            markdown_line(out, k->latex);
        else
            markdown_formula(out, k->latex);
        if (export_sheet_best(k))
            write_best(out, export_sheet_best(k));
    }
    str_add(out, " (");
    markdown_line(out, p->id);
    str_addc(out, ')');
}

static void write_item(struct export_state *s, enum sheet_part part,
                       size_t number, const struct problem *p)
{
    struct str *out = &s->text;
    size_t start = out->n;

    str_addf(out, "%zu. ", number);
    if (part == SHEET_PROBLEMS)
        markdown_prose(out, p->statement, out->n - start);
    else if (part == SHEET_KEYS)
        write_keys(out, p);
    else if (*p->solution)
        markdown_prose(out, p->solution, out->n - start);
    else
        str_add(out, "(the source gives none)");
    str_add(out, "\n\n");
}

static bool end(struct export_state *s, struct err *e)
{
    static const struct sheet_writer writer = {
        .head = nothing,
        .foot = nothing,
        .open = open_part,
        .item = write_item,
        .close = close_part,
    };

    return export_sheet_end(s, &writer, e);
}

const struct export_format export_markdown = {
    .name = "markdown",
    .title = "a class sheet to read or print (NAME.md)",
    .files = { "NAME.md" },
    .sheet = true,
    .begin = export_sheet_begin,
    .add = export_sheet_add,
    .end = end,
    .free = export_sheet_free,
};
