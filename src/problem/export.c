/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/export.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which help lists them: harnesses, training, data, paper. */
const struct export_format *const export_formats[] = {
    &export_lm_eval, &export_inspect, &export_verl,     &export_trl,
    &export_hf,      &export_csv,     &export_markdown, &export_latex,
};

const size_t n_export_formats =
    sizeof(export_formats) / sizeof(export_formats[0]);

const struct export_format *export_find(const char *name)
{
    for (size_t i = 0; i < n_export_formats; i++)
        if (str_eq(export_formats[i]->name, name))
            return export_formats[i];
    return NULL;
}

/* ---- names ---- */

#define NAME_MAX_BYTES 100

static bool is_name_char(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || (!first && strchr("._-", c));
}

bool export_check_name(const char *name, struct err *e)
{
    size_t n = strlen(name);
    bool ok = n > 0 && n <= NAME_MAX_BYTES;

    for (size_t i = 0; ok && i < n; i++)
        ok = is_name_char(name[i], i == 0);
    if (ok)
        return true;
    return err_set(e, ERR_USAGE,
                   "cannot name a set \"%.120s\": a name is 1 to %d letters, "
                   "digits, \"-\", \"_\" and \".\", and begins with a letter "
                   "or digit",
                   name, NAME_MAX_BYTES);
}

const char *export_file_name(struct arena *a, const struct export_format *f,
                             size_t i, const char *name)
{
    const char *pattern = i < EXPORT_FILES ? f->files[i] : NULL;

    if (pattern && str_starts(pattern, "NAME"))
        return arena_printf(a, "%s%s", name, pattern + 4);
    return pattern;
}

/* ---- one export ---- */

struct export_state *export_open(const struct export_format *f,
                                 const struct export_options *o,
                                 const struct export_sink *sink, struct err *e)
{
    const char *name = o->name ? o->name : "assay";
    struct export_state *s;

    if (!export_check_name(name, e))
        return NULL;
    s = calloc(1, sizeof(*s));
    if (!s)
        out_of_memory();
    s->format = f;
    s->sink = *sink;
    s->o.name = arena_strdup(&s->arena, name);
    s->o.title = arena_strdup(&s->arena, o->title ? o->title : name);
    s->o.versions = o->versions ? o->versions : 1;
    s->o.alone = o->alone && f->rows_alone;
    for (size_t i = 0; i < EXPORT_FILES; i++)
        s->files[i] = export_file_name(&s->arena, f, i, s->o.name);
    if (f->begin && !f->begin(s, e)) {
        export_close(s);
        return NULL;
    }
    return s;
}

bool export_add(struct export_state *s, const struct problem *p, struct err *e)
{
    bool ok;

    INVARIANT(p->id && p->statement && p->solution && p->n_keys > 0);
    ok = s->format->add(s, p, e);
    s->count++;
    arena_reset(&s->row);
    return ok;
}

bool export_finish(struct export_state *s, struct err *e)
{
    if (s->count == 0)
        return err_set(e, ERR_DOMAIN, "there are no problems to export");
    return !s->format->end || s->format->end(s, e);
}

void export_close(struct export_state *s)
{
    if (!s)
        return;
    if (s->format->free)
        s->format->free(s);
    str_clear(&s->text);
    arena_clear(&s->row);
    arena_clear(&s->arena);
    free(s);
}

/* ---- for formats ---- */

/* Append to the i-th file. */
static bool export_write(struct export_state *s, size_t file, const char *text,
                         size_t n, struct err *e)
{
    INVARIANT(file < EXPORT_FILES && s->files[file]);
    return s->sink.write(s->sink.ctx, s->files[file], text, n, e);
}

bool export_flush(struct export_state *s, size_t file, struct err *e)
{
    bool ok = export_write(s, file, str_get(&s->text), s->text.n, e);

    str_reset(&s->text);
    return ok;
}

bool export_row(struct export_state *s, size_t file, const struct json *row,
                struct err *e)
{
    json_write(&s->text, row);
    str_addc(&s->text, '\n');
    return export_flush(s, file, e);
}

void export_note(struct export_state *s, const char *fmt, ...)
{
    struct str text = { 0 };
    va_list ap;

    if (!s->sink.note)
        return;
    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    s->sink.note(s->sink.ctx, str_get(&text));
    str_clear(&text);
}
