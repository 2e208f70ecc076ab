/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/spec_options.h"
#include "base/str.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "cli/threads.h"
#include "run/planted/note.h"

/* ---- the command line ---- */

/* Options of a table, to be read later. */
static void add_table(struct spec_args *p, const struct spec_table *t,
                      struct vec *to)
{
    size_t first = p->n_options;

    p->n_options +=
        spec_table_options(t, p->fields + first, OPTIONS_MOST - 1 - first);
    for (size_t i = first; i < p->n_options; i++) {
        const struct spec_field *f = p->fields[i].field;
        struct str help = str_in(p->arena);

        spec_option_help(&help, &p->fields[i]);
        p->options[i] =
            (struct option){ .name = f->flag,
                             .letter = f->letter,
                             .kind = OPTION_LATER,
                             .place = to,
                             .value = spec_option_value(&p->fields[i]),
                             .help = str_get(&help) };
    }
}

static int apply(const struct spec_args *p, const struct vec *given, void *spec)
{
    for (size_t i = 0; i < given->n; i++) {
        const struct typed *g = vec_get(given, struct typed, i);
        bool more = false;
        struct err e;

        for (size_t k = 0; k < i; k++)
            more = more || vec_get(given, struct typed, k)->option == g->option;
        if (!spec_option_set(p->arena, &p->fields[g->option - p->options],
                             g->text, more, spec, &e))
            return args_mistake(p->self, "%s", e.msg);
    }
    return -1;
}

int spec_args_read(struct spec_args *p, const struct command *self,
                   struct arena *a, const struct spec_table *t,
                   const struct option *own, int argc, char **argv)
{
    int status;

    *p = (struct spec_args){ .self = self,
                             .table = t,
                             .arena = a,
                             .given = vec_in(a, sizeof(struct typed)),
                             .sent = vec_in(a, sizeof(struct typed)),
                             .headers = vec_in(a, sizeof(const char *)) };
    add_table(p, t, &p->given);
    for (; own->name; own++)
        p->options[p->n_options++] = *own;
    p->options[p->n_options++] =
        (struct option){ .name = "header",
                         .letter = 'H',
                         .kind = OPTION_MANY,
                         .place = &p->headers,
                         .value = "LINE",
                         .help = "\"Name: value\" sent along; never stored" };
    add_table(p, &sending_table, &p->sent);
    INVARIANT(p->n_options < OPTIONS_MOST);
    if ((status = args_read(self, p->options, argc, argv, &p->words)) >= 0)
        return status;
    spec_table_defaults(&sending_table, &p->sending);
    return apply(p, &p->sent, &p->sending);
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

    if (file && !spec_table_read_file(p->arena, p->table, file, spec, &e))
        return spec_bad_file(file, &e);
    status = apply(p, &p->given, spec);
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
                                                .near = note_near } };
    if (!sending_read(p->arena, &p->sending, &out->ask, &e))
        return spec_could_not(&e);
    out->ask.leave = threads_leave;
    return threads_read(p->self, p->sending.threads, &out->ask.threads);
}

/* ---- files and mistakes ---- */

bool spec_is_file(const char *word)
{
    return str_ends(word, ".yaml") || str_ends(word, ".yml");
}

int spec_bad_file(const char *file, const struct err *e)
{
    bool told = !e->line || str_starts(e->msg, file);

    talk_err(told ? NULL : file, e);
    return e->code == ERR_IO ? EXIT_COULD_NOT : EXIT_USAGE;
}

int spec_could_not(const struct err *e)
{
    int status = talk_failure(e);

    return e->code == ERR_USAGE ? EXIT_USAGE : status;
}

/* ---- models ---- */

int spec_check_models(const struct command *self, const struct models_tried *m,
                      const char *text, const struct session_options *o)
{
    struct err e;

    if (models_hold_secret(m, text))
        return args_mistake(self, "the spec holds the key of a model, or the "
                                  "value of a --header, which would be stored "
                                  "and shown; leave it out there");
    if (!model_check_shared(m->models, m->n, &o->model, &e))
        return args_mistake(self, "%s", e.msg);
    if (!sending_check_budget(&o->ask, m->models, m->n, &e))
        return args_mistake(self, "%s", e.msg);
    return -1;
}

/* ---- while it goes on ---- */

void spec_watch(struct session_options *o, struct stage_show *s)
{
    s->grace_s = o->ask.grace_s;
    o->watch = (struct watch){ .stage = stage_show_stage,
                               .progress = stage_show_progress,
                               .note = stage_show_note,
                               .save = s->files ? stage_show_save : NULL,
                               .stop = stage_show_stop,
                               .ctx = s };
    interrupt_watch();
}

int spec_stopped(struct stage_show *s, const char *store, const struct err *e)
{
    stage_show_close(s);
    if (!interrupt_came())
        return spec_could_not(e);
    if (store)
        talk("interrupted; the same command goes on where it was: what was "
             "answered is in %s",
             store);
    else
        talk("interrupted: no problems were written");
    return EXIT_COULD_NOT;
}
