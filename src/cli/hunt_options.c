/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From the command line of `assay hunt` to its spec.
 */
#include "cli/hunt_options.h"
#include "base/limits.h"
#include "base/str.h"
#include "cli/talk.h"
#include "problem/concept.h"
#include "run/note/note.h"

#include <string.h>
#include <unistd.h>

#define MODELS_MOST (3 * LIMIT_MODELS + 2) /* of all roles */

/* ---- flags over the spec ---- */

static void take(const char **place, const char *given)
{
    if (given)
        *place = given;
}

static void take_list(const char *const **list, size_t *n,
                      const struct vec *given)
{
    if (!given->n)
        return;
    *list = given->items;
    *n = given->n;
}

static int take_granularity(const struct command *c, struct arena *a,
                            const char *text, struct hunt_spec *s)
{
    struct vec names = vec_in(a, sizeof(const char *));
    const char **known = arena_array(a, const char *, n_taxonomies + 1);

    if (!text)
        return -1;
    for (size_t i = 0; i < n_taxonomies; i++)
        known[i] = taxonomies[i]->name;
    while (*text) {
        size_t n = strcspn(text, ",");
        const char *name = str_trim(a, arena_strndup(a, text, n));
        const struct taxonomy *t = taxonomy_find(name);

        text += n + (text[n] == ',');
        if (!*name)
            continue;
        if (str_eq(name, "all")) {
            s->granularities = known;
            s->n_granularities = n_taxonomies;
            return -1;
        }
        if (!t)
            return args_unknown(c, "granularity", name, known, n_taxonomies);
        *(const char **)vec_push(&names) = t->name;
    }
    if (!names.n)
        return args_mistake(c, "--granularity takes names: high,mid");
    s->granularities = names.items;
    s->n_granularities = names.n;
    return -1;
}

static void take_decoding(const struct run_options *r, struct decoding *d)
{
    take(&d->temperature, r->temperature);
    take(&d->top_p, r->top_p);
    take(&d->top_k, r->top_k);
    take(&d->min_p, r->min_p);
    take(&d->repetition_penalty, r->repetition_penalty);
    take(&d->max_tokens, r->max_tokens);
}

static void take_texts(const struct hunt_flags *f, struct hunt_spec *s)
{
    take_list(&s->targets, &s->n_targets, &f->targets);
    take_list(&s->hypothesizers, &s->n_hypothesizers, &f->hypothesizers);
    take_list(&s->key_models, &s->n_key_models, &f->key_models);
    take(&s->benchmark, f->benchmark);
    take(&s->as, f->send.as);
    take(&s->outcomes_file, f->outcomes);
    take(&s->outcome_field, f->outcome_field);
    take(&s->tags_field, f->tags_field);
    take(&s->text_field, f->text_field);
    take(&s->id_field, f->id_field);
    take(&s->taxonomy, f->taxonomy);
    take(&s->tagger, f->tagger);
    take(&s->task, f->task);
    take(&s->generator, f->generator);
    if (f->seed)
        spec_set_seed(s, f->seed);
    take(&s->store, f->send.store);
    take(&s->out, f->out);
}

static int take_numbers(const struct command *c, const struct hunt_flags *f,
                        struct hunt_spec *s)
{
    const struct run_options *r = &f->send;

    if (r->attempts != UINT64_MAX)
        s->attempts = r->attempts;
    if (r->limit == 0)
        return args_mistake(c, "--limit takes 1 or more problems");
    if (r->limit != UINT64_MAX)
        s->limit = r->limit;
    if (f->problems == 0)
        return args_mistake(c, "--problems takes 1 or more");
    if (f->problems != UINT64_MAX)
        s->problems = f->problems;
    if (f->width && !run_read_rate(f->width, &s->width))
        return args_mistake(c,
                            "--width takes the width of an interval, like 0.2 "
                            "or 20%%, not \"%s\"",
                            f->width);
    if (f->width && f->problems == UINT64_MAX)
        s->problems = 0;
    if (f->no_controls)
        s->controls = false;
    if (r->strict)
        s->strict = true;
    if (f->faithful)
        propose_faithful(&s->propose);
    return -1;
}

int hunt_bad_file(const char *file, const struct err *e)
{
    bool told = !e->line || str_starts(e->msg, file);

    talk_err(told ? NULL : file, e);
    return e->code == ERR_IO ? EXIT_COULD_NOT : EXIT_USAGE;
}

int hunt_read_spec(const struct command *self, struct arena *a,
                   const char *file, const struct hunt_flags *f,
                   struct hunt_spec *out)
{
    struct err e;
    int status;

    spec_defaults(out);
    if (file && !spec_read_file(a, file, out, &e))
        return hunt_bad_file(file, &e);
    if ((status = take_granularity(self, a, f->granularity, out)) >= 0 ||
        (status = take_numbers(self, f, out)) >= 0)
        return status;
    take_texts(f, out);
    take_decoding(&f->send, &out->decoding);
    if (f->send.attempts == 0 || out->attempts > LIMIT_ATTEMPTS)
        return args_mistake(self, "--attempts takes 1 to %d", LIMIT_ATTEMPTS);
    if (f->print_spec && (f->json || f->make_taxonomy))
        return args_mistake(self, "--print-spec stands alone: nothing is done");
    if (!spec_check(out, &e))
        return args_mistake(self, "%s", e.msg);
    return -1;
}

/* ---- models ---- */

/* Models of the spec, opened once each. */
struct opened {
    const struct model_options *o;
    struct model models[MODELS_MOST];
    size_t n;
};

/* Can a call be made at all with this decoding, `field` of the spec? */
static int try_body(struct arena *a, const struct model *m,
                    const struct decoding *d, const char *field)
{
    struct message hello = { "user", "?" };
    struct request r = {
        .messages = &hello, .n_messages = 1, .decoding = d, .attempt = 1
    };
    const char *body;
    struct err e;

    if (model_is_local(m) || model_body(a, m, &r, &body, &e))
        return -1;
    if (str_eq(field, "decoding"))
        talk("%s: %s", m->spec, e.msg);
    else
        talk("%s: %s; here that is a field under \"%s\" in the spec", m->spec,
             e.msg, field);
    return EXIT_USAGE;
}

/* `asked`: a free question, which a planted model cannot answer. */
static int try_model(struct arena *a, struct opened *m, const char *name,
                     bool asked, const struct decoding *d, const char *field)
{
    struct model *to = &m->models[m->n];
    struct err e;

    if (str_eq(name, SPEC_DEMO) && !asked)
        return -1;
    if (str_eq(name, SPEC_DEMO)) {
        talk("the demo is planted and answers no free questions: name "
             "another model for this role");
        return EXIT_USAGE;
    }
    if (m->n == MODELS_MOST) {
        talk("at most %d models in one hunt", MODELS_MOST);
        return EXIT_USAGE;
    }
    if (!model_open(a, name, m->o, to, &e)) {
        talk_err(NULL, &e);
        return EXIT_USAGE;
    }
    if (asked && to->kind == MODEL_PLANTED) {
        talk("%s: a planted model answers problems and no other questions; "
             "name a language model",
             name);
        return EXIT_USAGE;
    }
    m->n++;
    return try_body(a, to, d, field);
}

static int try_all(struct arena *a, struct opened *m, const struct hunt_spec *s)
{
    const char *writer = spec_llm(s->generator);
    bool writes = str_eq(s->generator, "llm");
    int status = -1;

    for (size_t i = 0; spec_has_targets(s) && status < 0 && i < s->n_targets;
         i++)
        status =
            try_model(a, m, s->targets[i], writes, &s->decoding, "decoding");
    if (status < 0 && s->tagger)
        status = try_model(a, m, s->tagger, true, &s->propose_decoding,
                           "propose_decoding");
    for (size_t i = 0; status < 0 && i < s->n_hypothesizers; i++)
        if (spec_llm(s->hypothesizers[i]))
            status = try_model(a, m, spec_llm(s->hypothesizers[i]), true,
                               &s->propose_decoding, "propose_decoding");
    if (status < 0 && writer)
        status =
            try_model(a, m, writer, true, &s->write_decoding, "write_decoding");
    for (size_t i = 0; status < 0 && i < s->n_key_models; i++)
        status = try_model(a, m, s->key_models[i], true, &s->key_decoding,
                           "key_decoding");
    return status;
}

/* The spec is stored and shown, and all of it may be sent: is a key in it? */
static int refuse_secrets(const struct command *self, const struct opened *m,
                          const struct hunt_spec *s)
{
    struct str text = { 0 };
    bool found = false;

    spec_print(&text, s);
    for (size_t i = 0; i < m->n; i++)
        found = found || model_holds_secret(&m->models[i], str_get(&text));
    str_clear(&text);
    return found ? args_mistake(self, "the spec holds the key of a model, or "
                                      "the value of a --header, which would "
                                      "be stored and shown; leave it out "
                                      "there")
                 : -1;
}

int hunt_read_sending(const struct command *self, struct arena *a,
                      const struct hunt_flags *f, const struct hunt_spec *s,
                      struct hunt_options *out)
{
    const struct run_options *r = &f->send;
    struct opened *m = arena_new(a, struct opened);
    struct plan plan = { 0 };
    struct err e;
    int status;

    *out = (struct hunt_options){ .model = { .key_env = r->key_env,
                                             .token_field = r->token_field,
                                             .headers = r->headers.items,
                                             .n_headers = r->headers.n,
                                             .concept = note_concept,
                                             .near = note_near } };
    m->o = &out->model;
    if ((status = run_read_sending(self, a, r, &out->ask)) >= 0 ||
        (status = try_all(a, m, s)) >= 0 ||
        (status = refuse_secrets(self, m, s)) >= 0)
        return status;
    if (!model_check_shared(m->models, m->n, &out->model, &e))
        return args_mistake(self, "%s", e.msg);
    plan.models = m->models;
    plan.n_models = m->n;
    return run_check_budget(self, &plan, &out->ask);
}

/* ---- paths ---- */

static const char *whole_path(struct arena *a, const char *here,
                              const char *path)
{
    if (!path || *path == '/' || str_eq(path, "-"))
        return path;
    while (str_starts(path, "./"))
        path += 2;
    return arena_printf(a, "%s/%s", here, path);
}

/* "llm:replay:FILE", "planted:FILE": the file is a path too. */
static const char *whole_model(struct arena *a, const char *here,
                               const char *name)
{
    const char *m = name && spec_llm(name) ? spec_llm(name) : name;
    const char *path;

    if (!m || (!str_starts(m, "replay:") && !str_starts(m, "planted:")))
        return name;
    path = strchr(m, ':') + 1;
    return arena_printf(a, "%.*s%s", (int)(path - name), name,
                        whole_path(a, here, path));
}

static const char *const *whole_models(struct arena *a, const char *here,
                                       const char *const *names, size_t n)
{
    const char **out = arena_array(a, const char *, n + 1);

    for (size_t i = 0; i < n; i++)
        out[i] = whole_model(a, here, names[i]);
    return out;
}

struct hunt_spec hunt_absolute(struct arena *a, const struct hunt_spec *s)
{
    struct hunt_spec out = *s;
    char here[4096];

    if (!getcwd(here, sizeof(here)))
        return out;
    if (!str_eq(s->benchmark, "probe"))
        out.benchmark = whole_path(a, here, s->benchmark);
    out.outcomes_file = whole_path(a, here, s->outcomes_file);
    out.taxonomy = whole_path(a, here, s->taxonomy);
    out.task = whole_path(a, here, s->task);
    out.tagger = whole_model(a, here, s->tagger);
    out.generator = whole_model(a, here, s->generator);
    out.targets = whole_models(a, here, s->targets, s->n_targets);
    out.hypothesizers =
        whole_models(a, here, s->hypothesizers, s->n_hypothesizers);
    out.key_models = whole_models(a, here, s->key_models, s->n_key_models);
    return out;
}
