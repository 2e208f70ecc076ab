/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/report_files.h"
#include "assay.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/whole_file.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "report/figure.h"
#include "report/html/page.h"
#include "run/print/print.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD_BYTES 4096 /* of a page, in which its maker stands */

bool report_files_wanted(const struct report_files *f)
{
    return f->page || f->figures || f->data;
}

/* ---- before anything is read ---- */

static bool is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* A stream, a device or a pipe has nothing to lose, and reading it may wait for
 * ever. */
static FILE *open_regular(const char *path)
{
    return whole_file_replaces(path) ? fopen(path, "rb") : NULL;
}

/* Was this file written by a report? */
static bool is_page(const char *path)
{
    char head[HEAD_BYTES + 1];
    FILE *f = open_regular(path);
    size_t n = f ? fread(head, 1, HEAD_BYTES, f) : 0;

    if (f)
        fclose(f);
    head[n] = '\0';
    return n == 0 || strstr(head, PAGE_MAKER) != NULL;
}

/* Does a folder hold anything that a report did not write? */
static bool is_foreign(const char *folder)
{
    DIR *d = opendir(folder);
    bool other = false;

    for (struct dirent *x; d && !other && (x = readdir(d));)
        other = !str_among(x->d_name, ". .. index.html blocks");
    if (d)
        closedir(d);
    return other;
}

static int refused(const char *path, const char *why)
{
    talk("%s %s; choose another name, or replace it with --force", path, why);
    return EXIT_COULD_NOT;
}

static int check_page(const struct command *c, const char *path, bool split,
                      bool force)
{
    char index[4096];

    if (str_eq(path, "-"))
        return args_mistake(c, "a page needs a file: -o FILE.html");

    if (!split && is_folder(path))
        return args_mistake(c, "%s is a folder; --split writes one", path);
    if (split && access(path, F_OK) == 0 && !is_folder(path))
        return args_mistake(c,
                            "%s is a file; with --split, -o must name a "
                            "folder",
                            path);
    snprintf(index, sizeof(index), split ? "%s/index.html" : "%s", path);
    if (!split && !run_can_write(path))
        return EXIT_COULD_NOT;
    if (force)
        return -1;
    if (access(index, F_OK) == 0 && !is_page(index))
        return refused(index, "already exists and is not a report");
    if (split && is_foreign(path))
        return refused(path, "contains other files");
    return -1;
}

/* Data of a report begin like this: see write_data(). */
#define DATA_HEAD "{\"title\": "

static bool is_data(const char *path)
{
    char head[sizeof(DATA_HEAD)] = "";
    FILE *f = open_regular(path);
    size_t n = f ? fread(head, 1, sizeof(head) - 1, f) : 0;

    if (f)
        fclose(f);
    return n == 0 || str_eq(head, DATA_HEAD);
}

int report_files_check(const struct command *c, const struct report_files *f,
                       bool force)
{
    if (f->split && !f->page)
        return args_mistake(c, "--split needs a folder: -o FOLDER");
    if (f->data && !str_eq(f->data, "-") && !force &&
        access(f->data, F_OK) == 0 && !is_data(f->data))
        return refused(f->data,
                       "already exists and is not the data of a report");
    if (f->data && !str_eq(f->data, "-") && !run_can_write(f->data))
        return EXIT_COULD_NOT;
    if (f->page && f->data && whole_file_same(f->page, f->data))
        return args_mistake(c, "-o and --data name the same file, \"%s\"",
                            f->data);
    return f->page ? check_page(c, f->page, f->split, force) : -1;
}

/* ---- figures ---- */

static bool write_text(const char *path, const struct str *text, struct err *e)
{
    return whole_file_write(path, str_get(text), text->n, e);
}

static bool write_figure(struct arena *a, const char *folder,
                         const struct figure *f, struct err *e)
{
    struct str svg = str_in(a), csv = str_in(a);

    figure_svg(&svg, f, SVG_PAPER, 0);
    figure_csv(&csv, f);
    return write_text(arena_printf(a, "%s/%s.svg", folder, f->name), &svg, e) &&
           write_text(arena_printf(a, "%s/%s.csv", folder, f->name), &csv, e);
}

static bool write_figures(const char *folder, const struct document *d,
                          struct err *e)
{
    struct arena a = { 0 };
    bool ok = folder_make(folder, NULL, e);

    for (const struct block *b = d->first; ok && b; b = b->next) {
        if (b->kind != BLOCK_FIGURE)
            continue;
        ok = write_figure(&a, folder, b->figure, e);
    }
    arena_clear(&a);
    return ok;
}

/* ---- data ---- */

static bool add_run_data(struct arena *a, struct str *out,
                         const struct summary *v, struct err *e)
{
    struct document *d = document_new(a, 0);

    if (!run_document(d, v, NULL, e))
        return false;
    document_json(out, d);
    while (out->n && out->s[out->n - 1] == '\n')
        out->n--;
    return true;
}

static bool write_data(struct arena *a, const struct report_files *f,
                       const struct document *d,
                       const struct summary *const *views, size_t n,
                       struct err *e)
{
    struct str out = str_in(a);
    bool first = true;

    str_add(&out, DATA_HEAD);
    json_write_string(&out, f->title);
    str_add(&out, ", \"version\": ");
    json_write_string(&out, assay_version());
    str_add(&out, ", \"figures\": [");
    for (const struct block *b = d->first; b; b = b->next)
        if (b->kind == BLOCK_FIGURE) {
            str_add(&out, first ? "" : ", ");
            first = false;
            figure_json(&out, b->figure);
        }
    str_add(&out, "], \"runs\": [");
    for (size_t i = 0; i < n; i++) {
        str_add(&out, i ? ", " : "");
        if (!add_run_data(a, &out, views[i], e))
            return false;
    }
    str_add(&out, "]}\n");
    if (str_eq(f->data, "-"))
        return (out_str(&out) && out_finish()) ||
               err_set(e, ERR_IO, "the data were not written");
    return write_text(f->data, &out, e);
}

/* ---- all of it ---- */

static bool write_page(const struct report_files *f, const struct document *d,
                       struct err *e)
{
    struct page p = { .title = f->title,
                      .body = d,
                      .items = f->source.total ? &f->source : NULL,
                      .progress = f->progress,
                      .ctx = f->ctx };

    return f->split ? page_write_split(&p, f->page, e)
                    : page_write(&p, f->page, e);
}

void report_files_tell(const struct report_files *f)
{
    struct str line = { 0 };
    struct stat st;

    if (f->figures)
        talk("%s has the figures as SVG and CSV", f->figures);
    if (!f->page)
        return;
    str_addf(&line, "%s%s has the report", f->page,
             f->split ? "/index.html" : "");
    if (!f->split && whole_file_replaces(f->page) && stat(f->page, &st) == 0) {
        str_add(&line, ": ");
        add_short(&line, (double)st.st_size);
        str_add(&line, " bytes");
    }
    if (f->source.total)
        str_addf(&line, ", %llu problem%s with replies",
                 (unsigned long long)f->source.total,
                 f->source.total == 1 ? "" : "s");
    talk("%s", str_get(&line));
    str_clear(&line);
}

bool report_files_write(struct arena *a, const struct report_files *f,
                        const struct document *d,
                        const struct summary *const *views, size_t n,
                        struct err *e)
{
    if (f->figures && !write_figures(f->figures, d, e))
        return false;
    if (f->data && !write_data(a, f, d, views, n, e))
        return false;
    return !f->page || write_page(f, d, e);
}
