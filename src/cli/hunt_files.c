/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hunt_files.h"
#include "base/hash.h"
#include "cli/hunt_options.h"
#include "hunt/print/print.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = {
    "spec.yaml",      "demo.yaml",       "benchmark.jsonl", "probe.jsonl",
    "controls.jsonl", "hypotheses.json", "figures.json",    "task.json",
    "summary.json",   "outcomes.jsonl",
};

/* By this spec.yaml is known to be ours. */
static const char spec_head[] = "# The whole spec of a hunt, as it was done.\n";

#define BANK_NAME 200 /* bytes of a bank's file name, of 255 with ".part" */
#define N_CLAIM   2   /* of these are written before anything is asked */
#define N_NAMES   (sizeof(names) / sizeof(names[0]))

const char *hunt_files_path(const struct hunt_files *f, const char *name)
{
    return arena_printf(f->arena, "%s/%s", f->path, name);
}

/* ---- writing ---- */

/* A folder with all those above it. */
static bool make_folder(struct arena *a, const char *path, struct err *e)
{
    char *copy = arena_strdup(a, path);

    if (!*path)
        return err_set(e, ERR_USAGE,
                       "the folder has no name; name one with "
                       "--out");
    for (char *p = copy + 1;; p++) {
        char was = *p;

        if (was != '/' && was != '\0')
            continue;
        *p = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            return err_set(e, ERR_IO, "could not make the folder %s: %s", copy,
                           strerror(errno));
        *p = was;
        if (!was)
            return true;
    }
}

static bool write_whole(const char *path, const char *part, const char *text,
                        size_t n, struct err *e)
{
    FILE *f = fopen(part, "wb");
    bool ok = f != NULL;
    int reason;

    if (f) {
        ok = fwrite(text, 1, n, f) == n;
        ok = fclose(f) == 0 && ok;
        ok = ok && rename(part, path) == 0;
    }
    if (ok)
        return true;
    reason = errno;
    if (f)
        remove(part);
    return err_set(e, ERR_IO, "could not write %s: %s", path, strerror(reason));
}

/* What was written, for the summary; a bank may come again. */
static void note_hash(struct hunt_files *f, const char *name, const char *text,
                      size_t n)
{
    char hex[HASH_HEX_SIZE];
    struct print_hash *h = NULL;

    for (size_t i = 0; i < f->done.n && !h; i++) {
        h = vec_get(&f->done, struct print_hash, i);
        if (!str_eq(h->file, name))
            h = NULL;
    }
    if (!h) {
        h = vec_push(&f->done);
        h->file = arena_strdup(f->arena, name);
    }
    h->hash = arena_strdup(f->arena, hash_hex(hash_bytes(text, n), hex));
}

static bool put(struct hunt_files *f, const char *name, const char *text,
                size_t n, struct err *e)
{
    const char *path = hunt_files_path(f, name);
    const char *part =
        arena_printf(f->arena, "%s.%ld.part", path, (long)getpid());

    if (!write_whole(path, part, text, n, e))
        return false;
    note_hash(f, name, text, n);
    return true;
}

bool hunt_files_put(struct hunt_files *f, const char *name,
                    const struct str *text, struct err *e)
{
    return put(f, name, str_get(text), text->n, e);
}

/* A name that file systems take: one too long keeps its ends, where the target
 * and the kind of file stand, and a hash tells it from others. */
static char *short_name(struct arena *a, const char *name)
{
    char hex[HASH_HEX_SIZE];
    size_t n = strlen(name);

    if (n <= BANK_NAME)
        return arena_strdup(a, name);
    return arena_printf(a, "%.60s.%.16s.%s", name,
                        hash_hex(hash_bytes(name, n), hex),
                        name + n - (BANK_NAME - 78));
}

bool hunt_files_bank(struct hunt_files *f, const char *name, const char *text,
                     struct err *e)
{
    char *copy = arena_printf(f->arena, "banks/%s", short_name(f->arena, name));

    for (char *p = copy + 6; *p; p++)
        if (!(*p >= 'a' && *p <= 'z') && !(*p >= 'A' && *p <= 'Z') &&
            !(*p >= '0' && *p <= '9') && *p != '_' &&
            (*p != '.' || p == copy + 6))
            *p = '-';
    return make_folder(f->arena, hunt_files_path(f, "banks"), e) &&
           put(f, copy, text, strlen(text), e);
}

/* ---- whose folder ---- */

static bool is_there(const struct hunt_files *f, const char *name)
{
    struct stat st;

    return stat(hunt_files_path(f, name), &st) == 0;
}

/* Did a hunt write the spec that is there? People's own are theirs. */
static bool is_our_spec(const struct hunt_files *f)
{
    FILE *file = fopen(hunt_files_path(f, "spec.yaml"), "rb");
    char head[sizeof(spec_head)] = "";
    bool ok;

    if (!file)
        return false;
    ok = fread(head, 1, sizeof(head) - 1, file) == sizeof(head) - 1 &&
         str_eq(head, spec_head);
    fclose(file);
    return ok;
}

/* Is the folder this hunt's own, from an earlier time? */
static bool is_own(const struct hunt_files *f, const struct hunt_spec *s)
{
    struct hunt_spec old;
    struct err ignored;

    spec_defaults(&old);
    return is_our_spec(f) &&
           spec_read_file(f->arena, hunt_files_path(f, "spec.yaml"), &old,
                          &ignored) &&
           str_eq(spec_hash(f->arena, &old), spec_hash(f->arena, s));
}

static bool check_own(const struct hunt_files *f, const struct hunt_spec *s,
                      struct err *e)
{
    const char *found = NULL;

    if (is_own(f, s))
        return true;
    /* A hunt that came to nothing left no more than these two. */
    for (size_t i = is_our_spec(f) ? N_CLAIM : 0; i < N_NAMES && !found; i++)
        if (is_there(f, names[i]))
            found = names[i];
    if (!found && is_there(f, "banks"))
        found = "banks";
    return !found || err_set(e, ERR_USAGE,
                             "%s holds %s, which is not of this hunt; name "
                             "another folder with --out, or replace its files "
                             "with --force",
                             f->path, found);
}

/* No file that is read may be replaced, whatever is forced. */
static bool check_input(const struct hunt_files *f, const char *path,
                        struct err *e)
{
    struct stat x, y;

    if (!path || stat(path, &x) != 0)
        return true;
    for (size_t i = 0; i < N_NAMES; i++)
        if (stat(hunt_files_path(f, names[i]), &y) == 0 &&
            x.st_dev == y.st_dev && x.st_ino == y.st_ino)
            return err_set(e, ERR_USAGE,
                           "%s is read by this hunt and would be replaced; "
                           "name another folder with --out",
                           path);
    return true;
}

/* What another hunt left: two hunts in one folder would be mistaken for one. */
static void remove_other(const struct hunt_files *f)
{
    DIR *banks = opendir(hunt_files_path(f, "banks"));
    const struct dirent *d;

    for (size_t i = 0; i < N_NAMES; i++)
        remove(hunt_files_path(f, names[i]));
    while (banks && (d = readdir(banks)))
        if (str_ends(d->d_name, ".json"))
            remove(arena_printf(f->arena, "%s/banks/%s", f->path, d->d_name));
    if (banks)
        closedir(banks);
}

bool hunt_files_begin(struct hunt_files *f, struct arena *a, const char *path,
                      struct err *e)
{
    *f = (struct hunt_files){ .arena = a,
                              .path = path,
                              .done = vec_in(a, sizeof(struct print_hash)) };
    return make_folder(a, path, e);
}

bool hunt_files_open(struct hunt_files *f, struct arena *a,
                     const struct hunt_spec *s, const char *spec_path,
                     bool force, struct err *e)
{
    struct hunt_spec whole = hunt_absolute(a, s);
    struct str text = str_in(a);

    *f = (struct hunt_files){ .arena = a,
                              .path = s->out,
                              .done = vec_in(a, sizeof(struct print_hash)) };
    if (!check_input(f, s->benchmark, e) ||
        !check_input(f, s->outcomes_file, e) || !check_input(f, s->task, e) ||
        !check_input(f, s->taxonomy, e) ||
        !(is_our_spec(f) || check_input(f, spec_path, e)) ||
        !(force || check_own(f, &whole, e)) || !make_folder(a, s->out, e))
        return false;
    if (!is_own(f, &whole))
        remove_other(f);
    str_add(&text, spec_head);
    spec_print(&text, &whole);
    return hunt_files_put(f, "spec.yaml", &text, e);
}

/* ---- a hunt's files ---- */

static bool was_written(const struct hunt_files *f, const char *name)
{
    for (size_t i = 0; i < f->done.n; i++)
        if (str_eq(vec_get(&f->done, struct print_hash, i)->file, name))
            return true;
    return false;
}

static void remove_stale(const struct hunt_files *f)
{
    for (size_t i = 0; i < N_NAMES; i++)
        if (!was_written(f, names[i]))
            remove(hunt_files_path(f, names[i]));
}

/* The text is dropped: sets of problems are large. */
static bool finish(struct hunt_files *f, const char *name, struct str *text,
                   struct err *e)
{
    bool ok = hunt_files_put(f, name, text, e);

    str_clear(text);
    return ok;
}

static bool put_problems(struct hunt_files *f, const char *name,
                         const struct problem *p, size_t n, struct err *e)
{
    struct str text = { 0 };

    print_problems(&text, p, n);
    return finish(f, name, &text, e);
}

static bool put_summary(struct hunt_files *f, const struct hunt_spec *s,
                        const struct hunt_report *r, struct err *e)
{
    struct str text = { 0 };

    print_summary(&text, s, r, f->done.items, f->done.n);
    if (!finish(f, "summary.json", &text, e))
        return false;
    remove_stale(f);
    return true;
}

bool hunt_files_report(struct hunt_files *f, const struct hunt_spec *s,
                       const struct hunt_report *r, struct err *e)
{
    bool ours = !s->outcomes_file && str_eq(s->benchmark, "probe");
    struct str text = { 0 }, figures = { 0 }, outcomes = { 0 };

    if ((ours &&
         !put_problems(f, "probe.jsonl", r->benchmark, r->n_benchmark, e)) ||
        !put_problems(f, "benchmark.jsonl", r->problems, r->n_problems, e) ||
        (r->n_controls &&
         !put_problems(f, "controls.jsonl", r->controls, r->n_controls, e)))
        return false;
    if (!s->outcomes_file) {
        print_outcomes(&outcomes, r);
        if (!finish(f, "outcomes.jsonl", &outcomes, e))
            return false;
    }
    print_hypotheses(&text, r);
    if (!finish(f, "hypotheses.json", &text, e))
        return false;
    print_figures(&figures, r);
    return finish(f, "figures.json", &figures, e) && put_summary(f, s, r, e);
}

bool hunt_files_task(struct hunt_files *f, const struct hunt_spec *s,
                     const struct hunt_task_report *t, struct err *e)
{
    struct hunt_report r = { .hash = spec_hash(f->arena, s),
                             .asked = t->asked,
                             .journalled = t->journalled,
                             .failed = t->failed };
    struct str text = { 0 };

    print_task_json(&text, t);
    return finish(f, "task.json", &text, e) && put_summary(f, s, &r, e);
}
