/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/set_lines.h"
#include "base/json.h"
#include "base/vec.h"
#include "run/opening.h"
#include "serve/desk/audit.h"
#include "serve/pages/fill.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
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

static bool set_lines_take_text(void *ctx, const char *file, const char *text,
                                size_t n, struct err *e)
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
    struct export_sink sink = { &files, set_lines_take_text, NULL };
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

struct gatherer {
    struct visit *v;
    struct crowd crowd;
    struct chain chain;
};

static bool set_lines_read_object(struct arena *a, const char *text,
                                  struct json **out, struct err *e)
{
    return json_read(a, text, strlen(text), 1, out, e) &&
           ((*out)->type == JSON_OBJECT ||
            err_set(e, ERR_SYNTAX,
                    "a record of the store is not a JSON object"));
}

static const char *sha_of(struct gatherer *g, const char *record)
{
    unsigned char sha[CHAIN_BYTES];
    char hex[SEAL_HEX];

    chain_problem(&g->chain, record, sha);
    return arena_strdup(g->v->arena, seal_hex(sha, hex));
}

/* ---- lineage ---- */

/* The audit event by which the version came into the set. */
static const struct audit_event_kind *acceptance(const struct gatherer *g,
                                                 const struct entry *x)
{
    const struct audit_event_kind *found = NULL;

    for (size_t i = 0; i < g->crowd.n_audit_events; i++) {
        const struct audit_event_kind *d = &g->crowd.audit_events[i];

        if (d->entry == x->id && d->version == x->accepted &&
            d->audit_event == AUDIT_EVENT_ACCEPTED)
            found = d;
    }
    return found;
}

static void set_lines_put(struct arena *a, struct json *to, const char *name,
                          const struct json *from)
{
    if (from)
        json_set(a, to, name, json_copy(a, from));
}

static bool set_lines_add_checks(struct gatherer *g,
                                 const struct audit_event_kind *end,
                                 struct json *list, struct err *e)
{
    struct arena *a = g->v->arena;
    struct json *data;

    for (const struct audit_event_kind *d = g->crowd.audit_events; d < end;
         d++) {
        struct blind b;
        struct json *one;

        if (d->entry != end->entry || d->version != end->version)
            continue;
        if (d->audit_event == AUDIT_EVENT_SOLVED) {
            /* A blind answer is a second solution. */
            b = blind_read(a, d);
            one = row_add(a, json_push(list, json_new(a, JSON_OBJECT)),
                          "how=%s finding=%s verdict=%s by=%s",
                          "second solution", blind_finding(&b), b.verdict,
                          crowd_alias(a, &g->crowd, d->person, "reviewer"));
        }
        if (d->audit_event != AUDIT_EVENT_CHECKED)
            continue;
        if (!set_lines_read_object(a, d->data, &data, e))
            return false;
        one = json_push(list, json_new(a, JSON_OBJECT));
        set_lines_put(a, one, "how", json_get(data, "how"));
        set_lines_put(a, one, "finding", json_get(data, "finding"));
    }
    return true;
}

static bool add_before(struct gatherer *g, const struct entry *x,
                       struct json *list, struct err *e)
{
    struct entry_version *all;
    size_t n;

    if (!entries_versions(g->v->store, g->v->arena, x->id, &all, &n, e))
        return false;
    for (size_t i = 0; i < n && all[i].number < x->accepted; i++)
        json_push(list,
                  json_new_string(g->v->arena, sha_of(g, all[i].problem)));
    return true;
}

static bool lineage(struct gatherer *g, const struct entry *x,
                    const struct entry_version *y,
                    const struct audit_event_kind *d, struct json *out,
                    struct err *e)
{
    struct arena *a = g->v->arena;
    struct json *origin, *data, *before = json_new(a, JSON_ARRAY);
    struct json *checks = json_new(a, JSON_ARRAY);
    const struct json *override;

    if (!set_lines_read_object(a, y->origin, &origin, e) ||
        !set_lines_read_object(a, d->data, &data, e) ||
        !add_before(g, x, before, e) || !set_lines_add_checks(g, d, checks, e))
        return false;
    row_add(a, out, "entry=%" PRId64 " version=%" PRId64 " sha256=%s", x->id,
            y->number, sha_of(g, y->problem));
    json_set(a, out, "before", before);
    json_set(a, out, "origin", origin);
    row_add(a, out, "by=%s accepted_ms=%" PRId64 " accepted_by=%s",
            crowd_alias(a, &g->crowd, x->author, "author"), d->at_ms,
            crowd_alias(a, &g->crowd, d->person, "reviewer"));
    set_lines_put(a, out, "verdict", json_get(data, "verdict"));
    override = json_get(data, "override");
    set_lines_put(a, out, "override", override);
    if (override && override->type == JSON_BOOL && override->truth)
        row_add(a, out, "reason=%s", d->text);
    json_set(a, out, "checks", checks);
    return true;
}

/* ---- lines ---- */

/* Copies an object, with another value of one member. */
static struct json *copy_with(struct arena *a, const struct json *old,
                              const char *name, struct json *value)
{
    struct json *out = json_new(a, JSON_OBJECT);

    for (const struct json *m = old ? old->first : NULL; m; m = m->next)
        if (!str_eq(m->name, name))
            json_set(a, out, m->name, json_copy(a, m));
    json_set(a, out, name, value);
    return out;
}

/* The meta of the record, with the lineage as its member "class"; the topic is
 * a field, which `assay run --by topic` looks for. */
static struct json *new_meta(struct arena *a, const struct json *old,
                             const char *topic, struct json *class)
{
    struct json *meta = copy_with(a, old, "class", class);

    if (str_blank(topic))
        return meta;
    return copy_with(a, meta, "fields",
                     copy_with(a, json_get(meta, "fields"), "topic",
                               json_new_string(a, topic)));
}

static bool set_lines_fill_row(struct gatherer *g, struct set_row *r,
                               const struct entry_version *y,
                               const struct audit_event_kind *d, struct err *e)
{
    struct arena *a = g->v->arena;
    struct json *record, *class = json_new(a, JSON_OBJECT);
    struct str line = str_in(a);

    if (!set_lines_read_object(a, y->problem, &record, e) ||
        !problem_read(a, record, &r->problem, e) ||
        !lineage(g, &r->entry, y, d, class, e))
        return false;
    r->problem.meta = new_meta(a, r->problem.meta, r->entry.topic, class);
    problem_write(&line, &r->problem);
    r->line = str_get(&line);
    r->accepted_ms = d->at_ms;
    chain_problem(&g->chain, y->problem, r->sha);
    return true;
}

static int set_lines_by_number(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;

    return (a->id > b->id) - (a->id < b->id);
}

static bool set_lines_gather(struct gatherer *g, struct set *out, struct err *e)
{
    struct vec rows = vec_in(g->v->arena, sizeof(struct set_row));
    struct vec shas = vec_in(g->v->arena, sizeof(struct row_sha));
    struct entry *list;
    size_t n;

    if (!entries_list(g->v->store, g->v->arena, &list, &n, e))
        return false;
    if (n)
        qsort(list, n, sizeof(*list), set_lines_by_number);
    for (size_t i = 0; i < n; i++) {
        const struct audit_event_kind *d = acceptance(g, &list[i]);
        struct entry_version y;
        struct set_row *r;
        bool found = false;

        if (list[i].state != ENTRY_ACCEPTED || !d)
            continue;
        if (!entries_version(g->v->store, g->v->arena, list[i].id,
                             list[i].accepted, &y, &found, e))
            return false;
        r = vec_push(&rows);
        r->entry = list[i];
        if (!found)
            return err_set(e, ERR_IO,
                           "a version of entry %" PRId64
                           " is missing from the store",
                           list[i].id);
        if (!set_lines_fill_row(g, r, &y, d, e))
            return false;
        rows_add(&g->chain, &shas, r->line);
    }
    rows_content(&g->chain, &shas, out->content);
    out->rows = rows.items;
    out->n = rows.n;
    return true;
}

bool set_read(struct visit *v, struct set *out, struct err *e)
{
    struct gatherer g = { .v = v };
    bool ok;

    *out = (struct set){ 0 };
    if (!crowd_read_audit_events(v, &g.crowd, e))
        return false;
    chain_open(&g.chain);
    ok = set_lines_gather(&g, out, e);
    chain_close(&g.chain);
    return ok;
}
