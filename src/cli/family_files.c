/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Family files: begun, tried, shown, described. Each file is read afresh, so
 * that --watch sees what was written.
 */
#include "cli/family_files.h"
#include "base/clock.h"
#include "base/lines.h"
#include "base/progress.h"
#include "base/whole_file.h"
#include "cli/card.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "family/accept/accept.h"
#include "family/generate.h"
#include "family/language/catalogue.h"
#include "family/language/engine.h"
#include "family/language/start.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SHOW_COUNT 2 /* problems of each level that `show` prints */

/* ---- new ---- */

int family_verb_begin(struct family_job *j)
{
    struct arena a = { 0 };
    const char *name = j->names[0], *text = family_start();
    const char *path =
        str_ends(name, ".family") ? name : arena_printf(&a, "%s.family", name);
    struct err e;
    int status = EXIT_COULD_NOT;

    if (access(path, F_OK) == 0)
        talk("%s is there already: choose another name, or remove it", path);
    else if (!whole_file_write(path, text, strlen(text), &e))
        talk_err(NULL, &e);
    else
        status = EXIT_DONE;
    if (status == EXIT_DONE)
        talk("wrote %s: change it, and try it with `assay family check %s "
             "--watch`",
             path, path);
    arena_clear(&a);
    return status;
}

/* ---- files ---- */

/* What one verb does with a file that may be wrong. Returns the status. */
typedef int file_work(struct family_job *j, struct arena *a, const char *path,
                      const struct str *text);

static int work_on(struct family_job *j, file_work *work, const char *path)
{
    struct arena a = { 0 };
    struct str text = { 0 };
    struct err e;
    int status = EXIT_COULD_NOT;

    if (file_read(path, FILE_BYTES + 1, &text, &e))
        status = work(j, &a, path, &text);
    else
        talk_err(NULL, &e);
    str_clear(&text);
    arena_clear(&a);
    return status;
}

/* The worst status of all files: could not, no, done. */
static int work_on_all(struct family_job *j, file_work *work,
                       const struct vec *paths)
{
    int worst = EXIT_DONE;

    for (size_t i = 0; i < paths->n && !interrupt_came(); i++) {
        int status = work_on(j, work, *vec_get(paths, const char *, i));

        worst = status > worst ? status : worst;
    }
    return worst;
}

static bool find_paths(struct family_job *j, struct arena *a, struct vec *out,
                       struct err *e)
{
    *out = vec_in(a, sizeof(const char *));
    for (size_t i = 0; i < j->n; i++)
        if (!catalogue_paths(a, j->names[i], out, e))
            return false;
    return true;
}

/* A number that changes when one of the files does. */
static uint64_t state_of(const struct vec *paths)
{
    struct hasher h;
    struct stat st;

    hasher_open(&h);
    for (size_t i = 0; i < paths->n; i++)
        if (stat(*vec_get(paths, const char *, i), &st) == 0) {
            hasher_u64(&h, (uint64_t)st.st_mtim.tv_sec);
            hasher_u64(&h, (uint64_t)st.st_mtim.tv_nsec);
            hasher_u64(&h, (uint64_t)st.st_size);
        }
    return hasher_close(&h).low;
}

/* Look at the files again whenever one was written, until Ctrl-C. */
static int watch(struct family_job *j, file_work *work)
{
    const struct timespec pause = { .tv_nsec = 200000000 };
    bool terminal = isatty(STDOUT_FILENO);
    uint64_t seen = 0;
    bool first = true;

    while (!interrupt_came()) {
        struct arena a = { 0 };
        struct vec paths;
        struct err e;

        if (!find_paths(j, &a, &paths, &e)) {
            int status = args_failed(j->self, &e);

            arena_clear(&a);
            return status;
        }
        if (first || state_of(&paths) != seen) {
            seen = state_of(&paths);
            first = false;
            if (terminal)
                out_write("\033[H\033[2J", 7);
            work_on_all(j, work, &paths);
            out_finish();
            talk("watching %s: Ctrl-C ends", j->names[0]);
        }
        arena_clear(&a);
        nanosleep(&pause, NULL);
    }
    return EXIT_DONE;
}

static int run_on_files(struct family_job *j, file_work *work)
{
    struct arena a = { 0 };
    struct vec paths;
    struct err e;
    int status;

    if (j->watch) {
        interrupt_watch(NULL);
        return watch(j, work);
    }
    status = find_paths(j, &a, &paths, &e) ? work_on_all(j, work, &paths)
                                           : args_failed(j->self, &e);
    arena_clear(&a);
    return out_finish() ? status : EXIT_COULD_NOT;
}

/* ---- check ---- */

struct looking {
    struct progress progress;
    double so_far;
};

static bool go_on(void *ctx, enum accept_row row, double share)
{
    struct looking *l = ctx;

    progress_figures(&l->progress, "%s", accept_row_name(row));
    progress_share(&l->progress, ((double)row - ACCEPT_AGREES + share) /
                                     (ACCEPT_ROWS - ACCEPT_AGREES));
    return !interrupt_came();
}

/* Read the family of a translation; the path is NULL if it is none. Returns
 * false after a report. */
static bool read_translated(struct arena *a, const char *path,
                            struct file_source *of)
{
    struct str text = { 0 };
    struct err e;
    bool ok;

    *of = (struct file_source){ .path = catalogue_family_of(a, path) };
    ok = !of->path || file_read(of->path, FILE_BYTES + 1, &text, &e);
    if (!ok)
        talk_err(NULL, &e);
    of->text = arena_strdup(a, str_get(&text));
    of->n = text.n;
    str_clear(&text);
    return ok;
}

static int check_file(struct family_job *j, struct arena *a, const char *path,
                      const struct str *text)
{
    struct looking l = { .so_far = 0 };
    struct accept_options o = { .draws = j->draws,
                                .progress = go_on,
                                .ctx = &l };
    struct file_source of;
    struct acceptance found;
    struct agreement blind = { 0 };
    struct str out = str_in(a);
    int status = EXIT_NO;
    bool done;

    if (!read_translated(a, path, &of))
        return EXIT_COULD_NOT;
    o.of = of.path ? &of : NULL;
    progress_open(&l.progress, stderr, clock_real(), "checking", 0);
    done = family_accept(a, path, str_get(text), text->n, &o, &found);
    progress_close(&l.progress);
    if (!done)
        return EXIT_COULD_NOT;
    if (found.accepted)
        status = family_solve(j, found.family, &blind);
    if (j->json) {
        struct json *v = accept_json(a, &found);

        if (blind.n)
            blind_json(a, v, &blind);
        json_write(&out, v);
        str_addc(&out, '\n');
    } else {
        accept_print(&out, &found);
        if (blind.n)
            blind_print(&out, &blind);
    }
    return out_str(&out) ? status : EXIT_COULD_NOT;
}

int family_verb_check(struct family_job *j)
{
    int status = -1;

    interrupt_watch("the rest was not checked");
    if (j->spec.n_solvers && j->watch)
        return args_mistake(j->self, "--watch asks no solvers: leave out "
                                     "--watch or --solvers");
    if (j->spec.n_solvers)
        status = family_asking_open(j);
    if (status < 0)
        status = run_on_files(j, check_file);
    family_asking_close(j);
    return status;
}

/* ---- show and card ---- */

static const struct family *read_file(struct arena *a, const char *path,
                                      const struct str *text)
{
    struct file_source own = { path, str_get(text), text->n }, of;
    const struct family *f = NULL;
    struct family_file *file;
    struct err e;

    if (!read_translated(a, path, &of))
        return NULL;
    if (family_file_translate(a, of.path ? &of : &own, of.path ? &own : NULL,
                              &file, &e) &&
        family_of_file(file, &f, &e))
        return f;
    talk_err(NULL, &e);
    return NULL;
}

static void add_problem(struct str *out, const struct problem *p)
{
    str_addf(out, "%s\n", p->id);
    str_add_printable(out, p->statement);
    str_addf(out, "\n  key: ");
    str_add_printable(out, p->keys[0].latex);
    str_addf(out, "  (proved by %s)\n", p->proof_by);
    for (const char *s = p->solution; s && *s;) {
        size_t n = strcspn(s, "\n");

        str_addf(out, "  %.*s\n", (int)n, s);
        s += n + (s[n] == '\n');
    }
    str_addc(out, '\n');
}

static bool show_level(struct family_job *j, const struct family *f, int level,
                       struct str *out)
{
    uint64_t count = j->count ? j->count : SHOW_COUNT;

    for (uint64_t i = 0; i < count; i++) {
        struct coordinates c = { f, level, j->spec.seed, i, NULL, NULL };
        struct arena a = { 0 };
        struct problem p;
        struct err e;
        bool ok = family_generate(&a, &c, &p, &e);

        if (ok && j->json)
            problem_write(out, &p);
        else if (ok)
            add_problem(out, &p);
        arena_clear(&a);
        if (!ok && e.code == ERR_SPENT && i)
            return true;
        if (!ok) {
            talk_err(NULL, &e);
            return false;
        }
    }
    return true;
}

static int show_file(struct family_job *j, struct arena *a, const char *path,
                     const struct str *text)
{
    const struct family *f = read_file(a, path, text);
    const char *named =
        j->levels.n ? *vec_get(&j->levels, const char *, j->levels.n - 1)
                    : NULL;
    int level = f && named ? family_level_find(f, named) : 0;
    struct str out = str_in(a);
    bool ok = f != NULL;

    if (f && named && !level && !str_eq(named, "all")) {
        talk("%s: there is no level \"%s\"", path, named);
        return EXIT_COULD_NOT;
    }
    for (int i = 1; ok && i <= f->n_levels; i++)
        if (!level || level == i)
            ok = show_level(j, f, i, &out);
    return out_str(&out) && ok ? EXIT_DONE : EXIT_COULD_NOT;
}

int family_verb_show(struct family_job *j)
{
    if (!seed_is_valid(j->spec.seed))
        return args_mistake(j->self, "--seed: a word of letters, digits, "
                                     "\".\", \"_\" or \"-\"");
    return run_on_files(j, show_file);
}

static int card_file(struct family_job *j, struct arena *a, const char *path,
                     const struct str *text)
{
    const struct family *f = read_file(a, path, text);
    struct str out = str_in(a);
    struct err e;

    if (!f)
        return EXIT_COULD_NOT;
    if (j->json) {
        card_json(&out, f);
    } else if (!j->page) {
        card_text(&out, f);
    } else if (!card_page(&out, f, &e)) {
        talk_err(NULL, &e);
        return EXIT_COULD_NOT;
    }
    return out_str(&out) ? EXIT_DONE : EXIT_COULD_NOT;
}

int family_verb_card(struct family_job *j)
{
    return run_on_files(j, card_file);
}
