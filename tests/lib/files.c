/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"

#include <stdio.h>

static bool keep(void *ctx, const char *name, const char *text, size_t n,
                 struct err *e)
{
    struct files *f = ctx;

    for (size_t i = 0; i < EXPORT_FILES; i++) {
        if (f->file[i].name[0] && !str_eq(f->file[i].name, name))
            continue;
        snprintf(f->file[i].name, sizeof(f->file[i].name), "%s", name);
        str_addn(&f->file[i].text, text, n);
        return true;
    }
    return err_set(e, ERR_IO, "one file too many: %s", name);
}

static void hear(void *ctx, const char *text)
{
    struct files *f = ctx;

    str_addf(&f->notes, "%s\n", text);
}

bool files_export(struct files *out, const char *format,
                  const struct export_options *o, const struct problem *p,
                  size_t n, struct err *e)
{
    struct export_sink sink = { out, keep, hear };
    struct export_state *s;
    bool ok = true;

    *out = (struct files){ 0 };
    s = export_open(export_find(format), o, &sink, e);
    for (size_t i = 0; s && ok && i < n; i++)
        ok = export_add(s, &p[i], e);
    ok = s && ok && export_finish(s, e);
    export_close(s);
    return ok;
}

const char *files_text(const struct files *f, const char *name)
{
    for (size_t i = 0; i < EXPORT_FILES; i++)
        if (str_eq(f->file[i].name, name))
            return str_get(&f->file[i].text);
    return NULL;
}

void files_clear(struct files *f)
{
    for (size_t i = 0; i < EXPORT_FILES; i++)
        str_clear(&f->file[i].text);
    str_clear(&f->notes);
}
