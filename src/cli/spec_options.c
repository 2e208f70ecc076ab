/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/spec_options.h"
#include "assay.h"
#include "base/clock.h"
#include "base/str.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "run/planted/note.h"

#include <stdio.h>
#include <string.h>

#define NOTE_MS 1000 /* between two notes of progress */

/* ---- the command line ---- */

/* Below which heading an option of a table stands in the help: that of its
 * group, or the last one before it. */
static const char *heading_of(const struct spec_table *t,
                              const struct spec_option *o)
{
    const char *head = NULL;

    if (o->group)
        return o->group->doc;
    for (const struct spec_field *f = t->fields; f->name; f++) {
        head = f->head ? f->head : head;
        if (f == o->field)
            break;
    }
    return head;
}

/* A heading, unless the options before have it. */
static void spec_add_heading(struct spec_args *p, const char *text)
{
    const char *here = NULL;

    for (size_t i = 0; i < p->n_options; i++)
        if (p->options[i].kind == OPTION_HEADING)
            here = p->options[i].name;
    if (text && (!here || !str_eq(text, here)))
        p->options[p->n_options++] = (struct option)OPTION_GROUP(text);
}

static void spec_add_field(struct spec_args *p, const struct spec_option *o,
                           size_t to)
{
    const struct spec_field *f = o->field;
    struct str help = str_in(p->cli.arena);

    spec_option_help(&help, o);
    p->fields[p->n_options] = *o;
    p->options[p->n_options++] =
        (struct option){ .name = f->flag,
                         .letter = f->letter,
                         .kind = OPTION_LATER,
                         .at = to,
                         .value = spec_option_value(o),
                         .help = f->again ? NULL : str_get(&help) };
}

/* Options of a table, to be read later. */
static void spec_add_table(struct spec_args *p, const struct spec_table *t,
                           size_t to)
{
    struct spec_option all[OPTIONS_MOST];
    size_t n = spec_table_options(t, all, OPTIONS_MOST);

    for (size_t i = 0; i < n; i++) {
        INVARIANT(p->n_options + 2 < OPTIONS_MOST);
        spec_add_heading(p, heading_of(t, &all[i]));
        spec_add_field(p, &all[i], to);
    }
}

/* What was typed sets this field; several names may set the same. */
static const struct spec_option *spec_field_of(const struct spec_args *p,
                                               const struct vec *given,
                                               size_t i)
{
    const struct typed *g = vec_get(given, struct typed, i);

    return &p->fields[g->option - p->options];
}

static int spec_apply(const struct spec_args *p, const struct vec *given,
                      void *spec)
{
    for (size_t i = 0; i < given->n; i++) {
        const struct spec_option *to = spec_field_of(p, given, i), *before;
        bool more = false;
        struct err e;

        for (size_t k = 0; k < i; k++) {
            before = spec_field_of(p, given, k);
            more = more || (before->group == to->group &&
                            before->field->at == to->field->at);
        }
        if (!spec_option_set(p->cli.arena, to,
                             vec_get(given, struct typed, i)->text, more, spec,
                             &e))
            return args_mistake(p->cli.self, "%s", e.msg);
    }
    return -1;
}

static void add_options(struct spec_args *p, const struct option *o)
{
    for (; o->name; o++) {
        INVARIANT(p->n_options + 2 < OPTIONS_MOST);
        p->options[p->n_options++] = *o;
    }
}

#define AT(f) offsetof(struct spec_args, f)

static void add_flags(struct spec_args *p, const struct spec_card *c)
{
    const struct option flags[] = {
        OPTION_GROUP(OPTIONS_OUTPUT),
        { "force", 'f', OPTION_FLAG, AT(flags.force), NULL, c->force_help },
        { "print-spec", 0, OPTION_FLAG, AT(flags.print_spec), NULL,
          c->print_help },
        { "dry-run", 0, OPTION_FLAG, AT(flags.dry_run), NULL,
          "show what would be asked and what it costs; no model is asked, "
          "nothing is written" },
        { "markdown", 0, OPTION_FLAG, AT(flags.as.markdown), NULL,
          HELP_MARKDOWN },
        { "json", 0, OPTION_FLAG, AT(flags.as.json), NULL, c->json_help },
        SHOW_OPTIONS(AT(flags.as)),
        { 0 },
    };

    add_options(p, flags);
}

static int check_headers(const struct spec_args *p)
{
    for (size_t i = 0; i < p->headers.n; i++) {
        const char *line = *vec_get(&p->headers, const char *, i);

        if (!strchr(line, ':') || *line == ':')
            return args_mistake(
                p->cli.self,
                "--header takes \"Name: value\"; the given text is not shown, "
                "because it may be a secret");
    }
    return -1;
}

static int spec_args_read(struct spec_args *p, int argc, char **argv)
{
    static const struct option header[] = {
        OPTION_GROUP("calls"),
        { "header", 'H', OPTION_MANY, AT(headers), "LINE",
          "HTTP header \"Name: value\" to send with each call; ${VAR} is read "
          "from the environment; never stored; may be repeated" },
        { 0 },
    };
    const struct spec_card *card = p->cli.self->spec;
    const struct show_as *as = &p->flags.as;
    int status;

    p->table = card->table;
    p->given = vec_in(p->cli.arena, sizeof(struct typed));
    p->sent = vec_in(p->cli.arena, sizeof(struct typed));
    spec_add_table(p, p->table, AT(given));
    add_options(p, p->cli.self->options);
    if (card->force_help)
        add_flags(p, card);
    add_options(p, header);
    spec_add_table(p, &sending_table, AT(sent));
    INVARIANT(p->n_options < OPTIONS_MOST);
    if ((status = args_read(&p->cli, p->options, argc, argv)) >= 0 ||
        (status = show_check(p->cli.self, as)) >= 0)
        return status;
    if (p->flags.dry_run && (as->csv || as->markdown))
        return args_mistake(p->cli.self, "--dry-run prints text, or JSON with "
                                         "--json");
    if ((status = check_headers(p)) >= 0)
        return status;
    spec_table_defaults(&sending_table, &p->sending);
    return spec_apply(p, &p->sent, &p->sending);
}

int command_start(const struct command *c, int argc, char **argv)
{
    struct arena a = { 0 };
    struct cli *job = arena_alloc(&a, c->job);
    int status;

    if (c->init)
        memcpy(job, c->init, c->job);
    *job = (struct cli){ .self = c, .arena = &a };
    status = c->spec ? spec_args_read((struct spec_args *)job, argc, argv)
                     : args_read(job, c->options, argc, argv);
    if (status < 0)
        status = c->work(job);
    arena_clear(&a);
    return status;
}

bool spec_args_has(const struct spec_args *p, const char *flag)
{
    for (size_t i = 0; i < p->given.n; i++)
        if (str_eq(vec_get(&p->given, struct typed, i)->option->name, flag))
            return true;
    return false;
}

int spec_args_apply(const struct spec_args *p, const char *file, void *spec)
{
    struct err e;
    int status;

    if (file && !spec_table_read_file(p->cli.arena, p->table, file, spec, &e))
        return spec_bad_file(file, &e);
    status = spec_apply(p, &p->given, spec);
    if (p->table->after)
        p->table->after(NULL, spec);
    return status;
}

int spec_args_session(const struct spec_args *p, struct session_options *out)
{
    struct err e;

    *out = (struct session_options){ .model = { .key_env = p->sending.key_env,
                                                .token_field =
                                                    p->sending.token_field,
                                                .headers = p->headers.items,
                                                .n_headers = p->headers.n,
                                                .concept = note_concept,
                                                .near = note_near,
                                                .words = factor_words } };
    if (!sending_read(p->cli.arena, &p->sending, &out->ask, &e))
        return talk_could_not(&e);
    out->model.unsent = p->flags.dry_run;
    out->ask.leave = threads_leave;
    return threads_read(p->cli.self, p->sending.threads, &out->ask.threads);
}

int spec_args_print(const struct spec_args *p, const void *spec)
{
    struct str text = { 0 };

    spec_table_write(&text, p->table, spec, true);
    return out_all(&text);
}

/* ---- files and mistakes ---- */

bool spec_is_file(const char *word)
{
    return str_ends(word, ".yaml") || str_ends(word, ".yml");
}

int spec_bad_file(const char *file, const struct err *e)
{
    bool told = strstr(e->msg, file) != NULL;

    talk_err(told ? NULL : file, e);
    return e->code == ERR_IO ? EXIT_COULD_NOT : EXIT_USAGE;
}

/* ---- models ---- */

int spec_check_models(const struct command *self, const struct models_tried *m,
                      const char *text, const struct session_options *o)
{
    struct err e;

    if (models_hold_secret(m, text))
        return args_mistake(self, "the spec contains the API key of a model or "
                                  "the value of a --header, which would be "
                                  "stored and shown; remove it from the spec");
    if (!model_check_shared(m->models, m->n, &o->model, &e))
        return args_mistake(self, "%s", e.msg);
    if (!sending_check_budget(&o->ask, m->models, m->n, &e))
        return args_mistake(self, "%s", e.msg);
    return -1;
}

static bool spec_try_role(struct arena *a, struct models_tried *m,
                          const struct model_role *r, struct err *e)
{
    for (size_t i = 0; i < r->n; i++) {
        const char *name = r->names[i];

        if (name && r->demo && str_eq(name, r->demo)) {
            if (r->free)
                return err_set(e, ERR_USAGE,
                               "demo is a planted model and cannot answer free "
                               "questions; name another model for this role");
        } else if (name &&
                   !models_try(a, m, name, r->free, r->decoding, r->field,
                               r->attempts ? r->attempts : 1, e)) {
            return false;
        }
    }
    return true;
}

int spec_open_models(const struct spec_args *p, const char *what,
                     const void *spec, const struct model_role *roles, size_t n,
                     const struct session_options *o)
{
    struct arena *a = p->cli.arena;
    struct models_tried *m = arena_new(a, struct models_tried);
    struct str text = str_in(a);
    struct err e;

    m->o = &o->model;
    m->what = what;
    for (size_t i = 0; i < n; i++)
        if (!spec_try_role(a, m, &roles[i], &e))
            return talk_could_not(&e);
    spec_table_write(&text, p->table, spec, true);
    return spec_check_models(p->cli.self, m, str_get(&text), o);
}

/* ---- while it goes on ---- */

/* "2/5": the stage's place among those that there are; 0: none. */
static size_t spec_place_of(const struct stage_show *s, const char *stage)
{
    for (size_t i = 0; i < s->n_stages; i++)
        if (str_eq(s->stages[i], stage))
            return i + 1;
    return 0;
}

void spec_watch_end(struct stage_show *s)
{
    if (s->drawing)
        progress_close(&s->progress);
    s->drawing = false;
}

/* Tells other processes how far it is. */
static void note_stage(struct stage_show *s, uint64_t done, uint64_t total)
{
    struct err ignored;

    if (!s->study)
        return;
    s->noted_ms = clock_day_ms();
    if (!studies_stage(s->store, s->study, s->stage, s->what, done, total,
                       s->noted_ms, &ignored))
        return;
}

void spec_watch_study(struct stage_show *s, struct store *store,
                      enum study_kind kind, const char *hash, const char *title)
{
    struct err ignored;

    s->store = store;
    s->kind = kind;
    s->title = title;
    if (store && !studies_begin(store, kind, hash, title, assay_version(),
                                clock_day_ms(), &s->study, &ignored))
        s->study = 0;
}

struct study spec_study(const struct stage_show *s, const char *hash)
{
    return (struct study){ .kind = s->kind,
                           .hash = hash,
                           .title = s->title,
                           .runs = s->runs.items,
                           .n_runs = s->runs.n };
}

static void show_stage(void *ctx, const char *stage, const char *what)
{
    struct stage_show *s = ctx;
    size_t place = spec_place_of(s, stage);

    spec_watch_end(s);
    snprintf(s->stage, sizeof(s->stage), "%s", stage);
    s->what = arena_strdup(s->arena, what);
    note_stage(s, 0, 0);
    if (place)
        talk("%zu/%zu %s: %s", place, s->n_stages, stage, what);
    else
        talk("%s: %s", stage, what);
}

static void spec_show_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct stage_show *s = ctx;
    uint64_t drawn = s->progress.drawn_ns;

    /* Another set of calls within the stage begins anew. */
    if (s->drawing && (done < s->progress.done || total != s->progress.total))
        spec_watch_end(s);
    if (!s->drawing) {
        progress_open(&s->progress, stderr, clock_real(), s->stage, total);
        progress_before(&s->progress, done);
        /* Many short sets are long work too. */
        if (drawn)
            s->progress.drawn_ns = drawn;
        s->drawing = true;
    }
    progress_add(&s->progress, done - s->progress.done);
    if (done == total || clock_day_ms() - s->noted_ms >= NOTE_MS)
        note_stage(s, done, total);
}

static void show_note(void *ctx, const char *text)
{
    struct stage_show *s = ctx;

    if (s->drawing)
        progress_hide(&s->progress);
    talk("note: %s", text);
}

static bool save_inner(void *ctx, const char *file, const char *text,
                       struct err *e)
{
    struct stage_show *s = ctx;

    return !s->files || out_files_put_inner(s->files, file, text, e);
}

static void spec_note_run(void *ctx, const char *what, int64_t run)
{
    struct stage_show *s = ctx;

    struct err ignored;

    *(struct study_run *)vec_push(&s->runs) = (struct study_run){ run, what };
    if (s->study && !studies_run(s->store, s->study, run, what, &ignored))
        return;
}

bool spec_should_stop(bool *stopping, struct progress *p, double grace_s)
{
    if (!interrupt_came())
        return false;
    if (!*stopping) {
        if (p)
            progress_hide(p);
        talk("stopping: running calls have %.0f s to finish; Ctrl-C again "
             "stops at once (no reply is lost)",
             grace_s);
    }
    return *stopping = true;
}

static bool spec_options_should_stop(void *ctx)
{
    struct stage_show *s = ctx;

    return spec_should_stop(&s->stopping, s->drawing ? &s->progress : NULL,
                            s->grace_s);
}

void spec_watch(struct arena *a, struct session_options *o,
                struct stage_show *s, const char *store)
{
    s->grace_s = o->ask.grace_s;
    s->runs = vec_in(a, sizeof(struct study_run));
    s->arena = a;
    s->what = "";
    o->watch = (struct watch){ .stage = show_stage,
                               .progress = spec_show_progress,
                               .note = show_note,
                               .save = s->files ? save_inner : NULL,
                               .run = spec_note_run,
                               .stop = spec_options_should_stop,
                               .ctx = s };
    interrupt_watch(
        store ? arena_printf(a,
                             "the same command continues; all replies "
                             "are stored in %s",
                             store)
              : "no problems were written");
}

int spec_stopped(struct stage_show *s, const struct err *e)
{
    spec_watch_end(s);
    return interrupt_tell() ? EXIT_COULD_NOT : talk_could_not(e);
}
