/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/vec.h"
#include "problem/export.h"
#include "problem/problem.h"
#include "problem/prose/markdown.h"
#include "problem/prose/tex.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A class sheet in one or several versions, A, B, C ...
 *
 * Versions share no problem and are equally hard: the problems of each group
 * (family and level; all imported ones are one group) are dealt in turn, so
 * that every version gets equally many of each. Problems left over are not
 * used, and sheet_leftover() reports them. The order within a version is drawn
 * from the sheet's name and the version, so that the same file gives the same
 * sheets again. A single version keeps the file's order.
 *
 * A sheet keeps copies of all its problems.
 */

struct print_sheet {
    struct arena arena;
    struct vec problems; /* struct problem */
    struct vec groups;   /* struct sheet_group */
};

struct sheet_group {
    const char *family; /* NULL: imported */
    int level;
    const char *seed; /* of its first problem */
    size_t count;
    size_t dealt; /* how many are dealt so far */
};

struct sheet_version {
    const char *label; /* "A"; "" when it is the only one */
    const struct problem **problems;
    size_t n;
};

/*
 * What the class sheets in Markdown and LaTeX have in common: the problems
 * are gathered, dealt to the versions, and written part by part. First the
 * sheets of all versions, to be printed for the class; then all keys, then
 * all worked steps. Every part of every version begins a new page.
 */

enum sheet_part { SHEET_PROBLEMS, SHEET_KEYS, SHEET_STEPS, SHEET_PARTS };

struct sheet_writer {
    const char *head, *preamble, *body, *foot; /* of the file */
    /* Append the part's heading; `first` for the first part of the file. */
    void (*open)(struct export_state *s, enum sheet_part part,
                 const char *title, bool first);
    const char *close; /* behind a part */
    const char *item;  /* before an item: the number in Markdown, or not */
    bool numbered;
    const char *after[SHEET_PARTS]; /* behind an item */
    const char *id_open, *id_close; /* around the id, behind its keys */
    /* Append a text in paragraphs, whose lines are indented by a list's
     * `indent`; a line of words; a formula; a step of a best solution. */
    void (*prose)(struct str *out, const char *text, size_t indent);
    void (*line)(struct str *out, const char *text);
    void (*formula)(struct str *out, const char *latex);
    void (*step)(struct str *out, const char *text);
};

static void sheet_open(struct print_sheet *s)
{
    *s = (struct print_sheet){ 0 };
    s->problems = vec_in(NULL, sizeof(struct problem));
    s->groups = vec_in(NULL, sizeof(struct sheet_group));
}

static void sheet_close(struct print_sheet *s)
{
    vec_clear(&s->problems);
    vec_clear(&s->groups);
    arena_clear(&s->arena);
}

/* ---- groups ---- */

/* There are as many groups as families and levels in a file: few. */
static struct sheet_group *sheets_find_group(struct print_sheet *s,
                                             const struct problem *p)
{
    for (size_t i = 0; i < s->groups.n; i++) {
        struct sheet_group *g = vec_at(&s->groups, i);

        if (!p->family && !g->family)
            return g;
        if (p->family && g->family && p->level == g->level &&
            str_eq(p->family, g->family))
            return g;
    }
    return NULL;
}

static const char *describe(struct arena *a, const struct sheet_group *g)
{
    if (!g->family)
        return "imported problems";
    return arena_printf(a, "problems of \"%.80s\" at level %d", g->family,
                        g->level);
}

/* ---- problems ---- */

static void sheet_add(struct print_sheet *s, const struct problem *p)
{
    struct problem *q = vec_push(&s->problems);
    struct sheet_group *g;

    problem_copy(&s->arena, p, q);
    g = sheets_find_group(s, q);
    if (!g) {
        g = vec_push(&s->groups);
        g->family = q->family;
        g->level = q->level;
        g->seed = q->family ? q->seed : NULL;
    }
    g->count++;
}

/* ---- dealing ---- */

/* "A" to "Z", "AA", "AB" ... */
static const char *make_label(struct arena *a, size_t i)
{
    char text[16], *p = text + sizeof(text) - 1;

    *p = '\0';
    for (i++; i > 0; i = (i - 1) / 26)
        *--p = (char)('A' + (i - 1) % 26);
    return arena_strdup(a, p);
}

static bool sheets_enough(struct print_sheet *s, size_t n, struct err *e)
{
    for (size_t i = 0; i < s->groups.n; i++) {
        const struct sheet_group *g = vec_at(&s->groups, i);
        const char *what = describe(&s->arena, g);

        if (g->count >= n)
            continue;
        if (!g->family)
            return err_set(e, ERR_DOMAIN,
                           "%zu versions need at least %zu %s, the file has "
                           "%zu",
                           n, n, what, g->count);
        return err_set(e, ERR_DOMAIN,
                       "%zu versions need at least %zu %s, the file has %zu; "
                       "make them with: assay new %.80s --level %d --seed "
                       "%.64s --count %zu",
                       n, n, what, g->count, g->family, g->level, g->seed, n);
    }
    return true;
}

static void shuffle(struct sheet_version *v, const char *name, size_t number)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, "assay sheet");
    hasher_text(&h, name);
    hasher_u64(&h, number);
    rng_init(&r, hasher_close(&h));
    rng_shuffle(&r, v->problems, v->n, sizeof(v->problems[0]));
}

/* Deal to n versions, n > 0. Fails if a group has fewer problems than there are
 * versions; the message says how to make more. */
static bool sheet_deal(struct print_sheet *s, const char *name, size_t n,
                       struct sheet_version **out, struct err *e)
{
    struct sheet_version *v;
    size_t each = 0;

    if (!sheets_enough(s, n, e))
        return false;
    for (size_t i = 0; i < s->groups.n; i++) {
        struct sheet_group *g = vec_at(&s->groups, i);

        g->dealt = 0;
        each += g->count / n;
    }
    v = *out = arena_array(&s->arena, struct sheet_version, n);
    for (size_t i = 0; i < n; i++) {
        v[i].label = n == 1 ? "" : make_label(&s->arena, i);
        v[i].problems = arena_array(&s->arena, const struct problem *, each);
    }
    for (size_t i = 0; i < s->problems.n; i++) {
        struct problem *p = vec_at(&s->problems, i);
        struct sheet_group *g = sheets_find_group(s, p);
        struct sheet_version *to = &v[g->dealt % n];

        if (g->dealt++ < g->count / n * n)
            to->problems[to->n++] = p;
    }
    for (size_t i = 0; n > 1 && i < n; i++)
        shuffle(&v[i], name, i);
    return true;
}

/* Members of a sheet's card. */
static bool export_sheet_begin(struct export_state *s, struct err *e)
{
    (void)e;
    s->own = arena_new(&s->arena, struct print_sheet);
    sheet_open(s->own);
    return true;
}

static bool export_sheet_add(struct export_state *s, const struct problem *p,
                             struct err *e)
{
    (void)e;
    sheet_add(s->own, p);
    return true;
}

static void export_sheet_free(struct export_state *s)
{
    if (s->own)
        sheet_close(s->own);
}

/* Returns the steps, an array, of the best solution that a key of points
 * carries, or NULL for every other key. */
static const struct json *export_sheet_best(const struct key *k)
{
    const struct json *steps = json_get(k->more, "best_solution");

    return steps && steps->type == JSON_ARRAY && steps->count ? steps : NULL;
}

static void note_leftovers(struct export_state *s)
{
    struct print_sheet *sheet = s->own;
    size_t n = s->o.versions;

    for (size_t i = 0; i < sheet->groups.n; i++) {
        const struct sheet_group *g = vec_at(&sheet->groups, i);

        if (g->count % n)
            export_note(s, "left out %zu of %zu %s: %zu versions get %zu each",
                        g->count % n, g->count, describe(&sheet->arena, g), n,
                        g->count / n);
        s->left_out += g->count % n;
    }
}

/* "Quiz", "Quiz, version B: key" */
static const char *make_title(struct export_state *s, enum sheet_part part,
                              const struct sheet_version *v)
{
    static const char *const names[SHEET_PARTS] = {
        [SHEET_PROBLEMS] = "",
        [SHEET_KEYS] = ": key",
        [SHEET_STEPS] = ": worked steps",
    };

    return arena_printf(&s->arena, "%s%s%s%s", s->o.title,
                        *v->label ? ", version " : "", v->label, names[part]);
}

/* " points: 14 / 2 = 7; 8 - 7 = 1", behind the best score. */
static void write_best(const struct sheet_writer *w, struct str *out,
                       const struct json *steps)
{
    str_add(out, " points");
    for (const struct json *s = steps->first; s; s = s->next) {
        str_add(out, s == steps->first ? ": " : "; ");
        w->step(out, json_string(s) ? json_string(s) : "?");
    }
}

static void write_keys(const struct sheet_writer *w, struct str *out,
                       const struct problem *p)
{
    for (size_t i = 0; i < p->n_keys; i++) {
        const struct key *k = &p->keys[i];

        str_add(out, i ? "; " : "");
        if (k->name && p->n_keys > 1) {
            w->line(out, k->name);
            str_add(out, ": ");
        }
        (k->kind == ANSWER_TEXT ? w->line : w->formula)(out, k->latex);
        if (export_sheet_best(k))
            write_best(w, out, export_sheet_best(k));
    }
    str_add(out, w->id_open);
    w->line(out, p->id);
    str_add(out, w->id_close);
}

static void sheets_write_item(const struct sheet_writer *w, struct str *out,
                              enum sheet_part part, size_t number,
                              const struct problem *p)
{
    size_t start = out->n;

    if (w->numbered)
        str_addf(out, "%zu", number);
    str_add(out, w->item);
    if (part == SHEET_PROBLEMS)
        w->prose(out, p->statement, out->n - start);
    else if (part == SHEET_KEYS)
        write_keys(w, out, p);
    else if (*p->solution)
        w->prose(out, p->solution, out->n - start);
    else
        str_add(out, "(the source gives none)");
    str_add(out, w->after[part]);
}

static bool sheets_write_part(struct export_state *s,
                              const struct sheet_writer *w,
                              enum sheet_part part,
                              const struct sheet_version *v, bool first,
                              struct err *e)
{
    w->open(s, part, make_title(s, part, v), first);
    for (size_t i = 0; i < v->n; i++) {
        sheets_write_item(w, &s->text, part, i + 1, v->problems[i]);
        if (!export_flush(s, 0, e))
            return false;
    }
    str_add(&s->text, w->close);
    return true;
}

static bool export_sheet_end(struct export_state *s,
                             const struct sheet_writer *w, struct err *e)
{
    struct sheet_version *v;

    if (!sheet_deal(s->own, s->o.name, s->o.versions, &v, e))
        return false;
    note_leftovers(s);
    str_add(&s->text, w->head);
    str_add(&s->text, w->preamble);
    str_add(&s->text, w->body);
    for (int part = 0; part < SHEET_PARTS; part++)
        for (size_t i = 0; i < s->o.versions; i++)
            if (!sheets_write_part(s, w, (enum sheet_part)part, &v[i],
                                   part == 0 && i == 0, e))
                return false;
    str_add(&s->text, w->foot);
    return export_flush(s, 0, e);
}

/*
 * A class sheet in Markdown. Parts are divided by a rule, and by a break that
 * browsers obey when they print.
 */

static void sheets_open_part(struct export_state *s, enum sheet_part part,
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

static bool sheets_end(struct export_state *s, struct err *e)
{
    static const struct sheet_writer writer = {
        .head = "",
        .preamble = "",
        .body = "",
        .foot = "",
        .open = sheets_open_part,
        .close = "",
        .item = ". ",
        .numbered = true,
        .after = { "\n\n", "\n\n", "\n\n" },
        .id_open = " (",
        .id_close = ")",
        .prose = markdown_prose,
        .line = markdown_line,
        .formula = markdown_formula,
        .step = markdown_line,
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
    .end = sheets_end,
    .free = export_sheet_free,
};

/*
 * A class sheet in LaTeX that plain pdflatex sets. The head of each page names
 * its version, so that nobody confuses the papers.
 */

static void latex_open_part(struct export_state *s, enum sheet_part part,
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

static void latex_prose(struct str *out, const char *text, size_t indent)
{
    (void)indent;
    tex_prose(out, text);
}

/* {} behind \item: a [ that came first would be taken for its label. */
static bool latex_end(struct export_state *s, struct err *e)
{
    static const struct sheet_writer writer = {
        .head = "% A class sheet; pdflatex is all it needs.\n"
                "\\documentclass[11pt]{article}\n"
                "\\usepackage[a4paper,margin=2.2cm]{geometry} "
                "% or letterpaper\n",
        .preamble = tex_preamble,
        .body = "\\pagestyle{myheadings}\n"
                "\\setlength{\\leftmargini}{2.2em}\n"
                "\\newlength{\\work} % room to write in below every problem\n"
                "\\setlength{\\work}{2.5cm}\n"
                "\\begin{document}\n",
        .foot = "\\end{document}\n",
        .open = latex_open_part,
        .close = "\\end{enumerate}\n",
        .item = "\\item {}", /* enumerate counts */
        .after = { "\\par\\vspace{\\work}\\filbreak\n", "\\par\\medskip\n",
                   "\\par\\medskip\n" },
        .id_open = "\\hfill{\\footnotesize ",
        .id_close = "}",
        .prose = latex_prose,
        .line = tex_line,
        .formula = tex_formula,
        .step = tex_formula,
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
    .end = latex_end,
    .free = export_sheet_free,
};
