/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A class sheet in LaTeX that plain pdflatex sets. The head of each page names
 * its version, so that nobody confuses the papers.
 */
#include "problem/export/paper.h"
#include "problem/prose/tex.h"

static void write_head(struct export_state *s)
{
    str_add(&s->text,
            "% A class sheet; pdflatex is all it needs.\n"
            "\\documentclass[11pt]{article}\n"
            "\\usepackage[a4paper,margin=2.2cm]{geometry} % or letterpaper\n");
    str_add(&s->text, tex_preamble);
    str_add(&s->text,
            "\\pagestyle{myheadings}\n"
            "\\setlength{\\leftmargini}{2.2em}\n"
            "\\newlength{\\work} % room to write in below every problem\n"
            "\\setlength{\\work}{2.5cm}\n"
            "\\begin{document}\n");
}

static void write_foot(struct export_state *s)
{
    str_add(&s->text, "\\end{document}\n");
}

static void open_part(struct export_state *s, enum sheet_part part,
                      const char *title, bool first)
{
    struct str line = { 0 };

    tex_line(&line, title);
    str_addf(&s->text,
             "%s\\setcounter{page}{1}\n\\markright{%s}\n"
             "{\\Large\\bfseries %s\\par}\n\\bigskip\n",
             first ? "" : "\\clearpage\n", str_get(&line), str_get(&line));
    str_clear(&line);
    if (part == SHEET_PROBLEMS)
        str_add(&s->text, "Name: \\hrulefill\\quad Date: \\rule{4cm}{0.4pt}"
                          "\\par\n\\bigskip\n");
    str_add(&s->text, "\\begin{enumerate}\n");
}

static void close_part(struct export_state *s, enum sheet_part part)
{
    (void)part;
    str_add(&s->text, "\\end{enumerate}\n");
}

/* " points: 14 / 2 = 7; 8 - 7 = 1", behind the best score. */
static void write_best(struct str *out, const struct json *steps)
{
    str_add(out, " points");
    for (const struct json *s = steps->first; s; s = s->next) {
        str_add(out, s == steps->first ? ": " : "; ");
        tex_formula(out, json_string(s) ? json_string(s) : "?");
    }
}

static void write_keys(struct str *out, const struct problem *p)
{
    for (size_t i = 0; i < p->n_keys; i++) {
        const struct key *k = &p->keys[i];

        str_add(out, i ? "; " : "");
        if (k->name && p->n_keys > 1) {
            tex_line(out, k->name);
            str_add(out, ": ");
        }
        if (k->kind == ANSWER_TEXT)
            tex_line(out, k->latex);
        else
            tex_formula(out, k->latex);
        if (export_sheet_best(k))
            write_best(out, export_sheet_best(k));
    }
    str_add(out, "\\hfill{\\footnotesize ");
    tex_line(out, p->id);
    str_addc(out, '}');
}

/* {} behind \item: a [ that came first would be taken for its label. */
static void write_item(struct export_state *s, enum sheet_part part,
                       size_t number, const struct problem *p)
{
    struct str *out = &s->text;

    (void)number; /* enumerate counts */
    str_add(out, "\\item {}");
    if (part == SHEET_PROBLEMS)
        tex_prose(out, p->statement);
    else if (part == SHEET_KEYS)
        write_keys(out, p);
    else if (*p->solution)
        tex_prose(out, p->solution);
    else
        str_add(out, "(the source gives none)");
    if (part == SHEET_PROBLEMS)
        str_add(out, "\\par\\vspace{\\work}\\filbreak\n");
    else
        str_add(out, "\\par\\medskip\n");
}

static bool end(struct export_state *s, struct err *e)
{
    static const struct sheet_writer writer = {
        .head = write_head,
        .foot = write_foot,
        .open = open_part,
        .item = write_item,
        .close = close_part,
    };

    return export_sheet_end(s, &writer, e);
}

const struct export_format export_latex = {
    .name = "latex",
    .title = "a class sheet to print with pdflatex (NAME.tex)",
    .files = { "NAME.tex" },
    .sheet = true,
    .begin = export_sheet_begin,
    .add = export_sheet_add,
    .end = end,
    .free = export_sheet_free,
};
