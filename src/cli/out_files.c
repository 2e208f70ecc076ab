/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/out_files.h"
#include "assay.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/whole_file.h"
#include "cli/talk.h"
#include "report/keep.h"
#include "store/store.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INNER_NAME \
 200 /* bytes of a file's name, of 255 with what whole_file adds */

const char *out_files_path(const struct out_files *f, const char *name)
{
    return arena_printf(f->arena, "%s/%s", f->path, name);
}

/* Returns what is noted of a file that was written, or NULL. */
static struct print_hash *out_files_written(const struct out_files *f,
                                            const char *name)
{
    for (size_t i = 0; i < f->done.n; i++)
        if (str_eq(vec_get(&f->done, struct print_hash, i)->file, name))
            return vec_get(&f->done, struct print_hash, i);
    return NULL;
}

/* ---- writing ---- */

static bool out_files_make_folder(const char *path, struct err *e)
{
    if (!*path)
        return err_set(e, ERR_USAGE,
                       "the folder has no name; name one with "
                       "--output");
    return folder_make(path, NULL, e);
}

/* Notes a file for the summary; it may have been written before. */
static void note_hash(struct out_files *f, const char *name,
                      struct hash128 hash)
{
    char hex[HASH_HEX_SIZE];
    struct print_hash *h = out_files_written(f, name);

    if (!h) {
        h = vec_push(&f->done);
        h->file = arena_strdup(f->arena, name);
    }
    h->hash = arena_strdup(f->arena, hash_hex(hash, hex));
}

bool text_write(const char *path, const struct str *text, struct err *e)
{
    return whole_file_write(path, str_get(text), text->n, e);
}

bool out_files_put(struct out_files *f, const char *name,
                   const struct str *text, struct err *e)
{
    if (!text_write(out_files_path(f, name), text, e))
        return false;
    note_hash(f, name, hash_bytes(str_get(text), text->n));
    return true;
}

bool out_files_finish(struct out_files *f, const char *name, struct str *text,
                      struct err *e)
{
    bool ok = out_files_put(f, name, text, e);

    str_clear(text);
    return ok;
}

bool out_files_lines(struct out_files *f, const char *name, size_t n,
                     bool (*line)(const void *ctx, size_t i, struct str *out,
                                  struct err *e),
                     const void *ctx, struct err *e)
{
    struct whole_file file;
    struct hasher h;
    struct hash128 hash;
    struct str text = { 0 };
    bool ok = true;

    if (!whole_file_open(&file, out_files_path(f, name), e))
        return false;
    hasher_open(&h);
    for (size_t i = 0; ok && i < n; i++) {
        str_reset(&text);
        ok = line(ctx, i, &text, e);
        hasher_raw(&h, text.s, text.n);
        whole_file_add(&file, text.s, text.n);
    }
    str_clear(&text);
    hash = hasher_close(&h);
    if (!ok) {
        whole_file_drop(&file);
        return false;
    }
    if (!whole_file_close(&file, e))
        return false;
    note_hash(f, name, hash);
    return true;
}

bool out_files_document(struct out_files *f, const char *name,
                        const struct document *d, struct err *e)
{
    struct str text = { 0 };

    if (str_ends(name, ".jsonl"))
        document_jsonl(&text, d);
    else
        document_json(&text, d);
    return out_files_finish(f, name, &text, e);
}

/* Returns a name that file systems accept. One that is too long keeps its start
 * and its end, with a hash between them. */
static char *short_name(struct arena *a, const char *name)
{
    char hex[HASH_HEX_SIZE];
    size_t n = strlen(name);

    if (n <= INNER_NAME)
        return arena_strdup(a, name);
    return arena_printf(a, "%.60s.%.16s.%s", name,
                        hash_hex(hash_bytes(name, n), hex),
                        name + n - (INNER_NAME - 78));
}

bool out_files_put_inner(struct out_files *f, const char *name,
                         const char *text, struct err *e)
{
    struct str copy = str_in(f->arena);
    char *fit = short_name(f->arena, name);

    for (char *p = fit; *p; p++)
        if (!is_letter(*p) && !is_digit(*p) && *p != '_' &&
            (*p != '.' || p == fit))
            *p = '-';
    str_add(&copy, text);
    return out_files_make_folder(out_files_path(f, f->inner), e) &&
           out_files_put(f, arena_printf(f->arena, "%s/%s", f->inner, fit),
                         &copy, e);
}

/* ---- whose folder ---- */

static bool out_files_is_there(const struct out_files *f, const char *name)
{
    struct stat st;

    return stat(out_files_path(f, name), &st) == 0;
}

/* Returns whether the spec in the folder was written by assay, not by a
 * person. */
static bool is_our_spec(const struct out_files *f)
{
    FILE *file = fopen(out_files_path(f, "spec.yaml"), "rb");
    size_t n = strlen(f->head);
    char *head = arena_text(f->arena, n);
    bool ok;

    if (!file)
        return false;
    ok = fread(head, 1, n, file) == n && memcmp(head, f->head, n) == 0;
    fclose(file);
    return ok;
}

/* The spec with absolute paths, so that it can be read from anywhere. */
static const void *out_files_absolute(struct arena *a,
                                      const struct spec_table *t,
                                      const void *spec)
{
    void *out = arena_alloc(a, t->size);
    char here[4096];

    memcpy(out, spec, t->size);
    if (getcwd(here, sizeof(here)))
        spec_table_resolve(a, t, here, out);
    return out;
}

const char *out_files_hash(struct arena *a, const struct spec_table *t,
                           const void *spec)
{
    return spec_table_hash(a, t, out_files_absolute(a, t, spec));
}

/* Is the folder this work's own, from an earlier time? */
static bool is_own(const struct out_files *f, const struct out_claim *c)
{
    void *there = arena_alloc(f->arena, c->table->size);
    struct err ignored;

    spec_table_defaults(c->table, there);
    return is_our_spec(f) &&
           spec_table_read_file(f->arena, c->table,
                                out_files_path(f, "spec.yaml"), there,
                                &ignored) &&
           str_eq(spec_table_hash(f->arena, c->table, there),
                  out_files_hash(f->arena, c->table, c->spec));
}

static bool check_own(const struct out_files *f, const struct out_claim *c,
                      struct err *e)
{
    const char *found = NULL;

    if (is_own(f, c))
        return true;
    /* A work that stopped before its first call left only its first files. */
    for (size_t i = is_our_spec(f) ? f->n_claim : 0; i < f->n_names && !found;
         i++)
        if (out_files_is_there(f, f->names[i]))
            found = f->names[i];
    if (!found && f->inner && out_files_is_there(f, f->inner))
        found = f->inner;
    return !found ||
           err_set(e, ERR_IO,
                   "%s contains %s, which is not from this %s; name another "
                   "folder with --output, or replace its files with --force",
                   f->path, found, f->what);
}

/* No file that is read may be replaced, whatever is forced. */
static bool check_input(const struct out_files *f, const char *path,
                        struct err *e)
{
    for (size_t i = 0; path && i < f->n_names; i++)
        if (whole_file_same(path, out_files_path(f, f->names[i])))
            return err_set(e, ERR_USAGE,
                           "%s is an input of this %s and would be "
                           "overwritten; name another folder with --output",
                           path, f->what);
    return true;
}

static bool check_inputs(const struct out_files *f, const struct out_claim *c,
                         struct err *e)
{
    for (size_t i = 0; i < c->n_inputs; i++)
        if (!check_input(f, c->inputs[i], e))
            return false;
    return is_our_spec(f) || check_input(f, c->spec_path, e);
}

/* Removes what another work left: two works in one folder would be mistaken for
 * one. */
static void remove_other(const struct out_files *f)
{
    DIR *inner = f->inner ? opendir(out_files_path(f, f->inner)) : NULL;
    const struct dirent *d;

    for (size_t i = 0; i < f->n_names; i++)
        remove(out_files_path(f, f->names[i]));
    while (inner && (d = readdir(inner)))
        if (str_ends(d->d_name, ".json"))
            remove(arena_printf(f->arena, "%s/%s/%s", f->path, f->inner,
                                d->d_name));
    if (inner)
        closedir(inner);
}

bool out_files_begin(struct out_files *f, struct arena *a, const char *path,
                     struct err *e)
{
    f->arena = a;
    f->path = path;
    f->done = vec_in(a, sizeof(struct print_hash));
    return out_files_make_folder(path, e);
}

bool out_files_open(struct out_files *f, struct arena *a, const char *path,
                    const struct out_claim *c, struct err *e)
{
    struct str text = str_in(a);

    f->arena = a;
    f->path = path;
    if (!check_inputs(f, c, e) || !(c->force || check_own(f, c, e)))
        return false;
    if (c->dry)
        return true;
    if (!out_files_begin(f, a, path, e))
        return false;
    if (!is_own(f, c))
        remove_other(f);
    str_add(&text, f->head);
    spec_table_write(&text, c->table, out_files_absolute(a, c->table, c->spec),
                     true);
    return out_files_put(f, "spec.yaml", &text, e);
}

/* ---- what is left of an earlier time ---- */

void out_files_remove_stale(const struct out_files *f)
{
    for (size_t i = 0; i < f->n_names; i++)
        if (!out_files_written(f, f->names[i]))
            remove(out_files_path(f, f->names[i]));
}

/* ---- report.json ---- */

/* The longest report.json that is read back. */
#define STUDY_BYTES ((size_t)256 << 20)

static void study_add_member(struct str *out, const char *name,
                             const char *text)
{
    str_addf(out, "\"%s\": ", name);
    json_write_string(out, text);
    str_add(out, ", ");
}

void study_fill(struct arena *a, const struct document *d, struct study *v)
{
    struct str text = str_in(a);

    document_keep(&text, d);
    v->document = str_get(&text);
    v->version = assay_version();
    v->made_ms = clock_day_ms();
}

bool study_write(struct arena *a, struct out_files *f, const struct document *d,
                 struct study *study, struct err *e)
{
    struct str text = { 0 };

    study_fill(a, d, study);
    str_addc(&text, '{');
    study_add_member(&text, "study", study_kind_name(study->kind));
    study_add_member(&text, "hash", study->hash);
    study_add_member(&text, "title", study->title);
    study_add_member(&text, "version", study->version);
    str_addf(&text, "\"document\": %s}\n", study->document);
    return out_files_finish(f, STUDY_FILE, &text, e);
}

bool study_keep(struct arena *a, struct store *s, const char *folder,
                struct study *study, struct err *e)
{
    if (s && !studies_put(s, a, study, e))
        return false;
    talk("`assay report %s%s -o report.html` shows it as a page",
         s ? study->name : folder, s ? store_told(a, store_path(s)) : "");
    return true;
}

static bool study_kind_of(const char *name, enum study_kind *out)
{
    for (int k = 0; name && k < STUDY_KINDS; k++)
        if (str_eq(name, study_kind_name((enum study_kind)k))) {
            *out = (enum study_kind)k;
            return true;
        }
    return false;
}

static bool study_take(struct arena *a, const struct json *v, const char *path,
                       struct study *out, struct err *e)
{
    const struct json *document = json_get(v, "document");
    struct str text = str_in(a);

    *out = (struct study){ .hash = json_string(json_get(v, "hash")),
                           .title = json_string(json_get(v, "title")),
                           .version = json_string(json_get(v, "version")) };
    if (!out->hash || !out->title || !out->version || !document ||
        !study_kind_of(json_string(json_get(v, "study")), &out->kind))
        return err_set(e, ERR_DOMAIN, "%.200s is not a report that assay wrote",
                       path);
    json_write(&text, document);
    out->document = str_get(&text);
    return true;
}

bool study_read(struct arena *a, const char *folder, struct study *out,
                bool *found, struct err *e)
{
    const char *path = arena_printf(a, "%s/" STUDY_FILE, folder);
    struct str text = str_in(a);
    struct json *v;

    *found = access(path, F_OK) == 0;
    if (!*found)
        return true;
    if (!file_read(path, STUDY_BYTES, &text, e) ||
        !json_read(a, str_get(&text), text.n, 1, &v, e))
        return false;
    return study_take(a, v, path, out, e);
}
