/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"
#include "base/lines.h"
#include "base/progress.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "cli/args.h"
#include "cli/card.h"
#include "cli/interrupt.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "family/accept/accept.h"
#include "family/generate.h"
#include "family/language/catalogue.h"
#include "family/language/engine.h"
#include "family/language/file.h"
#include "family/language/reference.h"
#include "family/language/start.h"
#include "run/author/author.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The verbs of `assay family`: cmd_family.c lists them. */

/* Models that are asked: by `write`, and by `check` for --solvers. */
struct family_asking {
    struct session_options options;
    struct stage_show show;
    struct store *store; /* NULL: nobody is asked */
    struct session session;
};

struct family_job {
    struct spec_args args;
    const struct command *self;
    struct arena *arena;
    struct author_spec spec;
    bool json, brief, page, watch, dry_run, print_prompts;
    uint64_t draws, count; /* 0: as the verb has it */
    const char *output, *keep;
    struct vec levels; /* const char * */
    char **names;      /* behind the verb */
    size_t n;
    struct family_asking asking;
};

/*
 * assay family write: a model writes a family file, and acceptance decides; and
 * the blind solvers of `write` and `check`.
 */

/* ---- models ---- */

/* Does a model's name begin here? A comma may be part of an address. */
static bool begins_model(const char *s)
{
    static const char *const heads[] = { "openai:",  "anthropic:", "http://",
                                         "https://", "replay:",    "planted:",
                                         "student,", "student:" };
    size_t label = strcspn(s, "=,/#");

    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
        if (str_starts(s, heads[i]))
            return true;
    return str_eq(s, "student") ||
           (s[label] == '=' && str_starts(s + label + 1, "http"));
}

/* "--solvers A,B" is two of them. */
static void split_solvers(struct family_job *j)
{
    struct author_spec *spec = &j->spec;
    struct vec all = vec_in(j->arena, sizeof(const char *));

    for (size_t i = 0; i < spec->n_solvers; i++) {
        const char *from = spec->solvers[i], *s = from;

        for (; *s; s++)
            if (*s == ',' && s > from && begins_model(s + 1)) {
                *(const char **)vec_push(&all) =
                    arena_strndup(j->arena, from, (size_t)(s - from));
                from = s + 1;
            }
        *(const char **)vec_push(&all) = from;
    }
    spec->solvers = all.items;
    spec->n_solvers = all.n;
}

/* Tries the models of the spec and opens the store. Returns -1, or the status to
 * exit with after a report. */
static int family_asking_open(struct family_job *j)
{
    struct family_asking *k = &j->asking;
    const char *store = run_store_path(j->spec.store);
    const struct decoding *d = &j->spec.decoding;
    struct model_role roles[2] = {
        { &j->spec.model, 1, true, d, "decoding", 0, NULL },
    };
    struct err e;
    int status;

    split_solvers(j);
    roles[1] = (struct model_role){
        j->spec.solvers, j->spec.n_solvers, false, d, "decoding", 0, NULL
    };
    if ((status = spec_args_session(&j->args, &k->options)) >= 0 ||
        (status = SPEC_OPEN_MODELS(&j->args, "family", &j->spec, roles,
                                   &k->options)) >= 0)
        return status;
    if (!store_open(&k->store, store, STORE_MAKE, &e))
        return talk_could_not(&e);
    spec_watch(j->arena, &k->options, &k->show, store);
    k->session = session_open(j->arena, k->store, &k->options);
    k->session.attempts = 1;
    k->session.decoding = &j->spec.decoding;
    return -1;
}

static void family_asking_close(struct family_job *j)
{
    if (j->asking.store)
        store_close(j->asking.store);
    j->asking.store = NULL;
}

/* Puts problems of an accepted file to the solvers; nothing if there are none.
 * Returns the status. */
static int family_solve(struct family_job *j, const struct family *f,
                        struct agreement *out)
{
    struct family_asking *k = &j->asking;
    struct err e;
    bool ok;

    *out = (struct agreement){ 0 };
    if (!j->spec.n_solvers)
        return EXIT_DONE;
    ok = blind_ask(&k->session, f, j->spec.solvers, j->spec.n_solvers, j->count,
                   out, &e);
    if (!ok)
        return spec_stopped(&k->show, &e);
    spec_watch_end(&k->show);
    return k->session.failed ? EXIT_COULD_NOT : EXIT_DONE;
}

/* ---- files ---- */

/* Writes the file unless the path has something else. */
static bool put_file(const char *path, const char *text, struct err *e)
{
    struct str old = { 0 };
    bool there = access(path, F_OK) == 0, same = false;

    if (there) {
        if (!file_read(path, FILE_BYTES + 1, &old, e))
            return false;
        same = str_eq(str_get(&old), text);
        str_clear(&old);
    }
    if (there && !same)
        return err_set(e, ERR_IO,
                       "%s is there already, with another text; choose "
                       "another name (no reply is lost or asked again)",
                       path);
    return there || whole_file_write(path, text, strlen(text), e);
}

static const char *family_reason(struct arena *a, const struct author_round *r)
{
    struct str out = str_in(a);

    if (!r->text)
        return r->why;
    for (int i = 0; i < ACCEPT_ROWS; i++)
        if (r->found.rows[i].findings.n)
            str_addf(&out, "%s%s", out.n ? ", " : "",
                     accept_row_name((enum accept_row)i));
    return str_get(&out);
}

/* Tells of a round, and keeps its file. */
static bool tried(void *ctx, const struct author_round *r, struct err *e)
{
    struct family_job *j = ctx;

    spec_watch_end(&j->asking.show);
    if (r->found.accepted)
        talk("round %zu of %zu: accepted", r->number, j->spec.rounds);
    else
        talk("round %zu of %zu: %s: %s", r->number, j->spec.rounds,
             r->text ? "refused" : "no file", family_reason(j->arena, r));
    if (!j->keep)
        return true;
    return put_file(arena_printf(j->arena, "%s/round-%zu.%s", j->keep,
                                 r->number, r->text ? "family" : "txt"),
                    r->text ? r->text : r->answer, e);
}

/* Where the file goes. A file of another request is not replaced, which is told
 * before anything is paid for. */
static int settle_output(struct family_job *j, struct author_job *w)
{
    const char *out = j->output;
    const char *request = author_request(j->arena, &j->spec, w->prompts);
    struct str text = { 0 };
    struct stat st;
    struct err e;
    bool ours;

    if (j->keep && !folder_make(j->keep, NULL, &e))
        return talk_failure(&e);
    if (!out)
        return -1;
    if (str_ends(out, "/") || (stat(out, &st) == 0 && S_ISDIR(st.st_mode))) {
        w->folder = out;
        return folder_make(out, NULL, &e) ? -1 : talk_failure(&e);
    }
    w->file = str_ends(out, ".family")
                  ? out
                  : arena_printf(j->arena, "%s.family", out);
    if (access(w->file, F_OK) != 0)
        return whole_file_try(w->file, &e) ? -1 : talk_failure(&e);
    if (!file_read(w->file, FILE_BYTES + 1, &text, &e))
        return talk_failure(&e);
    ours = strstr(str_get(&text), request) != NULL;
    str_clear(&text);
    if (ours)
        return -1;
    talk("%s is there already: choose another name, or remove it", w->file);
    return EXIT_COULD_NOT;
}

/* ---- what is shown ---- */

static void family_add_json(struct family_job *j, const struct author_report *r,
                            const char *path, const struct agreement *b,
                            struct str *out)
{
    const struct session *s = &j->asking.session;
    struct arena *a = j->arena;
    struct json *o = json_new(a, JSON_OBJECT), *list = json_new(a, JSON_ARRAY);

    json_set(a, o, "model", json_new_string(a, j->spec.model));
    json_set(a, o, "about", json_new_string(a, j->spec.about));
    json_set(a, o, "request", json_new_string(a, r->request));
    json_set(a, o, "accepted", json_new_bool(a, r->accepted));
    json_set(a, o, "file",
             path ? json_new_string(a, path) : json_new(a, JSON_NULL));
    json_set(a, o, "round", json_new_int(a, (int64_t)r->n));
    json_set(a, o, "rounds", json_new_int(a, (int64_t)j->spec.rounds));
    json_set(a, o, "asked", json_new_int(a, (int64_t)s->asked));
    json_set(a, o, "journalled", json_new_int(a, (int64_t)s->journalled));
    for (size_t i = 0; i < r->n; i++) {
        const struct author_round *k = &r->rounds[i];
        struct json *v =
            k->text ? accept_json(a, &k->found) : json_new(a, JSON_OBJECT);

        if (!k->text)
            json_set(a, v, "accepted", json_new_bool(a, false));
        if (!k->text)
            json_set(a, v, "no_file", json_new_string(a, k->why));
        json_push(list, v);
    }
    json_set(a, o, "tries", list);
    if (b->n)
        blind_json(a, o, b);
    json_write(out, o);
    str_addc(out, '\n');
}

static int cmd_family_show(struct family_job *j, const struct author_report *r,
                           const char *path, const struct agreement *b,
                           int status)
{
    const struct author_round *last = &r->rounds[r->n - 1];
    struct str out = str_in(j->arena);

    if (j->json)
        family_add_json(j, r, path, b, &out);
    else if (last->text)
        accept_print(&out, &last->found);
    else
        str_addf(&out, "refused: the last reply has no file: %s\n", last->why);
    if (!j->json && b->n)
        blind_print(&out, b);
    if (!out_str(&out) || !out_finish())
        return EXIT_COULD_NOT;
    if (path)
        talk("%s has the file; `assay family show %s` shows problems of it",
             path, path);
    else
        talk("no file was accepted in %zu round%s; %s--rounds N goes on from "
             "here",
             r->n, r->n == 1 ? "" : "s",
             j->keep ? "" : "--keep DIR keeps what was written, and ");
    return path ? status : EXIT_NO;
}

/* ---- the command ---- */

static int write_family(struct family_job *j, struct author_job *w)
{
    const struct author_round *last;
    struct author_report r;
    const char *path = NULL;
    struct agreement b = { 0 };
    int status = EXIT_DONE;
    struct err e;

    if (!author_write(&j->asking.session, w, &r, &e))
        return spec_stopped(&j->asking.show, &e);
    last = &r.rounds[r.n - 1];
    if (r.accepted) {
        path = last->found.path;
        if (!put_file(path, last->text, &e))
            return talk_failure(&e);
        status = family_solve(j, last->found.family, &b);
    }
    return cmd_family_show(j, &r, path, &b, status);
}

static int family_check_words(struct family_job *j)
{
    const char *about = j->n ? j->names[0] : "";
    size_t n = strlen(about);

    if (j->n > 1)
        return args_mistake(j->self, "write takes one text that says what the "
                                     "family is about: put it in quotes");
    if (str_blank(about))
        return args_mistake(j->self, "say what the family is about: assay "
                                     "family write --model M \"...\"");
    if (n > AUTHOR_ABOUT || utf8_check(about, n) < n)
        return args_mistake(j->self,
                            "what the family is about takes %d bytes of UTF-8 "
                            "at most",
                            AUTHOR_ABOUT);
    if (!j->spec.model)
        return args_mistake(j->self, "name a model: --model openai:NAME, "
                                     "anthropic:NAME or URL#NAME");
    j->spec.about = about;
    j->spec.levels = j->levels.items;
    j->spec.n_levels = j->levels.n;
    return -1;
}

static int family_verb_write(void *job)
{
    struct family_job *j = job;
    struct author_prompts prompts;
    struct author_job w = { .spec = &j->spec,
                            .prompts = &prompts,
                            .draws = j->draws,
                            .tried = tried,
                            .ctx = j };
    struct str text = { 0 };
    struct err e;
    int status;

    if (!author_prompts_read(j->arena, j->spec.prompts, &prompts, &e))
        return spec_bad_file(j->spec.prompts, &e);
    if (j->print_prompts) {
        author_prompts_write(&text, &prompts);
        return out_all(&text);
    }
    if ((status = family_check_words(j)) >= 0)
        return status;
    if (!spec_decoding_check("decoding", &j->spec.decoding, &e))
        return args_mistake(j->self, "%s", e.msg);
    if (j->dry_run) { /* what would be asked, and how often */
        str_addf(&text,
                 "%s is asked once, and after a refusal again, %zu time%s at "
                 "most; first with\n\n--- system\n%s\n\n--- user\n%s\n",
                 j->spec.model, j->spec.rounds, j->spec.rounds == 1 ? "" : "s",
                 prompts.system, author_ask(j->arena, &prompts, &j->spec));
        return out_all(&text);
    }
    if ((status = settle_output(j, &w)) < 0 &&
        (status = family_asking_open(j)) < 0)
        status = write_family(j, &w);
    family_asking_close(j);
    return status;
}

/*
 * Family files: begun, tried, shown, described. Each file is read afresh, so
 * that --watch sees what was written.
 */

#define SHOW_COUNT 2 /* problems of each level that `show` prints */

/* ---- new ---- */

static int family_verb_begin(void *job)
{
    struct family_job *j = job;
    const char *name = j->names[0], *text = family_start();
    const char *path = str_ends(name, ".family")
                           ? name
                           : arena_printf(j->arena, "%s.family", name);
    struct err e;

    if (access(path, F_OK) == 0) {
        talk("%s is there already: choose another name, or remove it", path);
        return EXIT_COULD_NOT;
    }
    if (!whole_file_write(path, text, strlen(text), &e))
        return talk_failure(&e);
    talk("wrote %s: change it, and try it with `assay family check %s "
         "--watch`",
         path, path);
    return EXIT_DONE;
}

/* ---- files ---- */

/* What one verb does with a file that may be wrong. Returns the status. */
typedef int file_work(struct family_job *j, struct arena *a, const char *path,
                      const struct str *text);

/* Does it with each file. Returns the worst status: could not, no, done. */
static int work_on_all(struct family_job *j, file_work *work,
                       const struct vec *paths)
{
    int worst = EXIT_DONE;

    for (size_t i = 0; i < paths->n && !interrupt_came(); i++) {
        const char *path = *vec_get(paths, const char *, i);
        struct arena a = { 0 };
        struct str text = { 0 };
        struct err e;
        int status = file_read(path, FILE_BYTES + 1, &text, &e)
                         ? work(j, &a, path, &text)
                         : talk_failure(&e);

        worst = status > worst ? status : worst;
        str_clear(&text);
        arena_clear(&a);
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
static uint64_t family_state_of(const struct vec *paths)
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
static int family_watch(struct family_job *j, file_work *work)
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
        if (first || family_state_of(&paths) != seen) {
            seen = family_state_of(&paths);
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
        return family_watch(j, work);
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

static bool family_go_on(void *ctx, enum accept_row row, double share)
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
                                .progress = family_go_on,
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

static int family_verb_check(void *job)
{
    struct family_job *j = job;
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

static const struct family *family_read_file(struct arena *a, const char *path,
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

static void family_add_problem(struct str *out, const struct problem *p)
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
            family_add_problem(out, &p);
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
    const struct family *f = family_read_file(a, path, text);
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

static int family_verb_show(void *job)
{
    struct family_job *j = job;
    if (!seed_is_valid(j->spec.seed))
        return args_mistake(j->self, "--seed: a word of letters, digits, "
                                     "\".\", \"_\" or \"-\"");
    return run_on_files(j, show_file);
}

static int card_file(struct family_job *j, struct arena *a, const char *path,
                     const struct str *text)
{
    const struct family *f = family_read_file(a, path, text);
    struct str out = str_in(a);
    struct err e;

    if (!f)
        return EXIT_COULD_NOT;
    if (j->json)
        card_json(&out, f);
    else if (!j->page)
        card_text(&out, f);
    else if (!card_page(&out, f, &e))
        return talk_failure(&e);
    return out_str(&out) ? EXIT_DONE : EXIT_COULD_NOT;
}

static int family_verb_card(void *job)
{
    return run_on_files(job, card_file);
}

/*
 * assay family: for people and programs that write family files.
 */

static int reference(void *job)
{
    struct family_job *j = job;
    struct str out = { 0 };

    if (j->brief && j->json)
        return args_mistake(j->self, "give --short or --json, not both");
    if (j->json)
        reference_json(&out);
    else if (j->brief)
        reference_short(&out);
    else
        reference_page(&out);
    return out_all(&out);
}

/* ---- the command ---- */

static const struct verb verbs[] = {
    { "new", family_verb_begin, 1, 1, "the name of a file", 0 },
    { "check", family_verb_check, 1, SIZE_MAX, "files or folders", 0 },
    { "show", family_verb_show, 1, SIZE_MAX, "files or folders", 0 },
    { "card", family_verb_card, 1, SIZE_MAX, "files or folders", 0 },
    { "reference", reference, 0, 0, "no arguments", 0 },
    { "write", family_verb_write, 0, SIZE_MAX, "a text", 0 },
};

/* What other verbs print goes to the file of -o; `write` has its own use for
 * it. */
static int family_work(void *job)
{
    struct family_job *j = job;
    const struct cli *c = &j->args.cli;
    const struct verb *verb;
    int status;

    j->self = c->self;
    j->arena = c->arena;
    spec_table_defaults(&author_table, &j->spec);
    if ((status = spec_args_apply(&j->args, NULL, &j->spec)) >= 0 ||
        (status = verb_find(
             c, verbs, sizeof(verbs) / sizeof(verbs[0]),
             "name an action: new, check, show, card, reference, write",
             &verb)) >= 0)
        return status;
    j->names = c->args.words + 1;
    j->n = c->args.n - 1;
    if (j->output && verb->work != family_verb_write && !out_to(j->output))
        return EXIT_COULD_NOT;
    return verb->work(j);
}

#define AT(f) offsetof(struct family_job, f)

static const struct option options[] = {
    OPTION_GROUP("files"),
    { "watch", 0, OPTION_FLAG, AT(watch), NULL,
      "check, show, card: again whenever a file was written, until "
      "Ctrl-C" },
    { "page", 0, OPTION_FLAG, AT(page), NULL,
      "card: a Markdown page with a sample problem of each level" },
    { "draws", 0, OPTION_COUNT, AT(draws), "N",
      "check, write: draws of every level and kind (default: 1000)" },
    { "count", 'n', OPTION_COUNT, AT(count), "N",
      "show: problems of each level (default: 2); --solvers: the same "
      "(default: 5)" },
    { "level", 'l', OPTION_MANY, AT(levels), "L",
      "show: one level, by number or name (default: all); write: what a "
      "level is to be, may be repeated (default: the model chooses)" },
    { "short", 0, OPTION_FLAG, AT(brief), NULL,
      "reference: one page, for a language model that writes a file" },
    OPTION_GROUP(OPTIONS_OUTPUT),
    { "output", 'o', OPTION_TEXT, AT(output), "FILE",
      "write: the file, or a folder for it (default: NAME.family by its "
      "title); others: print to FILE (default: standard output)" },
    { "keep", 0, OPTION_TEXT, AT(keep), "DIR",
      "write: keep the file of every round in this folder" },
    { "json", 0, OPTION_FLAG, AT(json), NULL,
      "print JSON, one line for each file or problem" },
    { "dry-run", 0, OPTION_FLAG, AT(dry_run), NULL,
      "write: print the first prompt; no model is asked" },
    { "print-prompts", 0, OPTION_FLAG, AT(print_prompts), NULL,
      "write: print the prompts as YAML, for --prompts; no model is "
      "asked" },
    { 0 },
};

static const struct spec_card spec_card = { .table = &author_table };

const struct command cmd_family = {
    .name = "family",
    .summary = "write families of your own: begin, check, show",
    .usage = "new NAME | check FILE... | show FILE... | card FILE... | "
             "reference | write --model M TEXT [options]",
    .help =
        "A family file (NAME.family) says which numbers are drawn, what the answer is,\n"
        "how it is checked, and how the problem is told. `assay new ./NAME.family` makes\n"
        "problems from it. docs/language.md has a tutorial.\n"
        "\n"
        "new        write a file with notes, to begin with\n"
        "check      acceptance: draw many problems and try to prove the file wrong\n"
        "show       print some problems with keys and worked steps\n"
        "card       describe the family: levels, knobs, concepts\n"
        "reference  print the entries, formulas and functions of the language\n"
        "write      let a model write a file; if it is refused, the model may mend it\n"
        "\n"
        "--solvers M asks models for answers to statements of an accepted file: do they\n"
        "get the keys? Every reply is stored: after an interruption the same command\n"
        "continues and repeats no call.\n"
        "\n"
        "Examples:\n"
        "\n"
        "  assay family new shopping; assay family check shopping.family --watch\n"
        "  assay family write -m openai:gpt-4o \"trains that meet\" --budget 200ktokens\n"
        "  assay family check trains.family --solvers openai:gpt-4o\n",
    .no = "check: a file is refused; write: no file was accepted",
    .could_not = "calls are missing, or a file of that name is there already",
    .job = sizeof(struct family_job),
    .options = options,
    .spec = &spec_card,
    .work = family_work,
};
