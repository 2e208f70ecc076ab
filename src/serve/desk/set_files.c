/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/set_files.h"

#include <stdio.h>
#include <string.h>

void file_send(struct visit *v, const char *type, const char *name,
               const struct str *body)
{
    reply_text(v->reply, 200, type, str_get(body));
    v->reply->body_n = body->n;
    reply_field(v->reply, "Content-Disposition",
                arena_printf(v->arena, "attachment; filename=\"%s\"", name));
}

/* The files of an export, in memory. */
struct files {
    struct arena *arena;
    const char *name[EXPORT_FILES];
    struct str text[EXPORT_FILES];
    size_t n;
};

static bool take_text(void *ctx, const char *file, const char *text, size_t n,
                      struct err *e)
{
    struct files *f = ctx;
    size_t i = 0;

    (void)e;
    while (i < f->n && !str_eq(f->name[i], file))
        i++;
    INVARIANT(i < EXPORT_FILES);
    if (i == f->n) {
        f->name[f->n++] = arena_strdup(f->arena, file);
        f->text[i] = str_in(f->arena);
    }
    str_addn(&f->text[i], text, n);
    return true;
}

/* One file of a tar archive (POSIX ustar): a block of 512 bytes, then the text
 * in blocks. */
static void tar_add(struct str *out, const char *name, const struct str *text)
{
    static const char zeros[512];
    char head[512] = { 0 };
    unsigned sum = 0;

    snprintf(head, 100, "%s", name);
    memcpy(head + 100, "0000644", 8);
    memcpy(head + 108, "0000000", 8);
    memcpy(head + 116, "0000000", 8);
    snprintf(head + 124, 12, "%011zo", text->n);
    memcpy(head + 136, "00000000000", 12);
    memset(head + 148, ' ', 8);
    head[156] = '0';
    memcpy(head + 257, "ustar\00000", 8);
    for (size_t i = 0; i < sizeof(head); i++)
        sum += (unsigned char)head[i];
    snprintf(head + 148, 8, "%06o", sum);
    str_addn(out, head, sizeof(head));
    str_addn(out, str_get(text), text->n);
    str_addn(out, zeros, (512 - text->n % 512) % 512);
}

static void send_files(struct visit *v, const struct export_format *format,
                       const char *name, const struct files *f)
{
    static const char end[1024];
    struct str tar = str_in(v->arena);

    if (f->n == 1) {
        file_send(v, "application/octet-stream", f->name[0], &f->text[0]);
        return;
    }
    for (size_t i = 0; i < f->n; i++)
        tar_add(&tar, f->name[i], &f->text[i]);
    str_addn(&tar, end, sizeof(end));
    file_send(v, "application/x-tar",
              arena_printf(v->arena, "%s-%s.tar", name, format->name), &tar);
}

bool file_export(struct visit *v, const struct export_format *format,
                 const char *name, const char *title,
                 const struct problem *const *problems, size_t n, struct err *e)
{
    struct export_options o = { .name = name, .title = title, .versions = 1 };
    struct files files = { .arena = v->arena };
    struct export_sink sink = { &files, take_text, NULL };
    struct export_state *x = export_open(format, &o, &sink, e);
    bool ok = true;

    if (!x)
        return false;
    for (size_t i = 0; ok && i < n; i++)
        ok = export_add(x, problems[i], e);
    ok = ok && export_finish(x, e);
    export_close(x);
    if (ok)
        send_files(v, format, name, &files);
    return ok;
}
