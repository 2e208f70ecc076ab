/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay family write: a model writes a family file, and acceptance decides; and
 * the blind solvers of `write` and `check`.
 */
#include "base/lines.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "cli/family_files.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "family/language/file.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static bool try_models(struct family_job *j, struct models_tried *m,
                       struct err *e)
{
    const struct author_spec *s = &j->spec;

    if (s->model && !models_try(j->arena, m, s->model, true, &s->decoding,
                                "decoding", 1, e))
        return false;
    for (size_t i = 0; i < s->n_solvers; i++)
        if (!models_try(j->arena, m, s->solvers[i], false, &s->decoding,
                        "decoding", 1, e))
            return false;
    return true;
}

int family_asking_open(struct family_job *j)
{
    struct family_asking *k = &j->asking;
    struct models_tried *m = arena_new(j->arena, struct models_tried);
    struct str text = str_in(j->arena);
    const char *store = run_store_path(j->spec.store);
    struct err e;
    int status;

    split_solvers(j);
    if ((status = spec_args_session(&j->args, &k->options)) >= 0)
        return status;
    m->o = &k->options.model;
    m->what = "family";
    if (!try_models(j, m, &e))
        return spec_could_not(&e);
    spec_table_write(&text, &author_table, &j->spec, true);
    status = spec_check_models(j->self, m, str_get(&text), &k->options);
    if (status >= 0)
        return status;
    if (!store_open(&k->store, store, STORE_MAKE, &e))
        return spec_could_not(&e);
    spec_watch(j->arena, &k->options, &k->show, store);
    k->session = session_open(j->arena, k->store, &k->options);
    k->session.attempts = 1;
    k->session.decoding = &j->spec.decoding;
    return -1;
}

void family_asking_close(struct family_job *j)
{
    if (j->asking.store)
        store_close(j->asking.store);
    j->asking.store = NULL;
}

int family_solve(struct family_job *j, const struct family *f,
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

static const char *reason(struct arena *a, const struct author_round *r)
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
             r->text ? "refused" : "no file", reason(j->arena, r));
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

static struct json *truth(struct arena *a, bool yes)
{
    struct json *v = json_new(a, JSON_BOOL);

    v->truth = yes;
    return v;
}

static void add_json(struct family_job *j, const struct author_report *r,
                     const char *path, const struct agreement *b,
                     struct str *out)
{
    const struct session *s = &j->asking.session;
    struct arena *a = j->arena;
    struct json *o = json_new(a, JSON_OBJECT), *list = json_new(a, JSON_ARRAY);

    json_set(a, o, "model", json_new_string(a, j->spec.model));
    json_set(a, o, "about", json_new_string(a, j->spec.about));
    json_set(a, o, "request", json_new_string(a, r->request));
    json_set(a, o, "accepted", truth(a, r->accepted));
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
            json_set(a, v, "accepted", truth(a, false));
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

static int show(struct family_job *j, const struct author_report *r,
                const char *path, const struct agreement *b, int status)
{
    const struct author_round *last = &r->rounds[r->n - 1];
    struct str out = str_in(j->arena);

    if (j->json)
        add_json(j, r, path, b, &out);
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
    return show(j, &r, path, &b, status);
}

/* What would be asked, and how often. */
static int dry_run(struct family_job *j, const struct author_prompts *p)
{
    struct str out = { 0 };

    str_addf(&out,
             "%s is asked once, and after a refusal again, %zu time%s at most; "
             "first with\n\n--- system\n%s\n\n--- user\n%s\n",
             j->spec.model, j->spec.rounds, j->spec.rounds == 1 ? "" : "s",
             p->system, author_ask(j->arena, p, &j->spec));
    return out_all(&out);
}

static int check_words(struct family_job *j)
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

int family_verb_write(struct family_job *j)
{
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
    if ((status = check_words(j)) >= 0)
        return status;
    if (!spec_decoding_check("decoding", &j->spec.decoding, &e))
        return args_mistake(j->self, "%s", e.msg);
    if (j->dry_run)
        return dry_run(j, &prompts);
    if ((status = settle_output(j, &w)) < 0 &&
        (status = family_asking_open(j)) < 0)
        status = write_family(j, &w);
    family_asking_close(j);
    return status;
}
