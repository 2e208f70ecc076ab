/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From the command line of `assay hunt` to its spec.
 */
#include "cli/hunt_options.h"
#include "base/limits.h"
#include "base/str.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "problem/concept.h"

#include <string.h>
#include <unistd.h>

/* ---- flags over the spec ---- */

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

static void take_texts(const struct hunt_flags *f, struct hunt_spec *s)
{
    spec_take_list(&s->targets, &s->n_targets, &f->targets);
    spec_take_list(&s->hypothesizers, &s->n_hypothesizers, &f->hypothesizers);
    spec_take_list(&s->key_models, &s->n_key_models, &f->key_models);
    spec_take(&s->benchmark, f->benchmark);
    spec_take(&s->as, f->send.as);
    spec_take(&s->outcomes_file, f->outcomes);
    spec_take(&s->outcome_field, f->outcome_field);
    spec_take(&s->tags_field, f->tags_field);
    spec_take(&s->text_field, f->text_field);
    spec_take(&s->id_field, f->id_field);
    spec_take(&s->taxonomy, f->taxonomy);
    spec_take(&s->tagger, f->tagger);
    spec_take(&s->task, f->task);
    spec_take(&s->generator, f->generator);
    if (f->seed)
        spec_set_seed(s, f->seed);
    spec_take(&s->store, f->send.store);
    spec_take(&s->out, f->out);
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

int hunt_read_spec(const struct command *self, struct arena *a,
                   const char *file, const struct hunt_flags *f,
                   struct hunt_spec *out)
{
    struct err e;
    int status;

    spec_defaults(out);
    if (file && !spec_read_file(a, file, out, &e))
        return spec_bad_file(file, &e);
    if ((status = take_granularity(self, a, f->granularity, out)) >= 0 ||
        (status = take_numbers(self, f, out)) >= 0)
        return status;
    take_texts(f, out);
    spec_take_decoding(&f->send, &out->decoding);
    if (f->send.attempts == 0 || out->attempts > LIMIT_ATTEMPTS)
        return args_mistake(self, "--attempts takes 1 to %d", LIMIT_ATTEMPTS);
    if (f->print_spec && (f->json || f->make_taxonomy || f->dry_run))
        return args_mistake(self, "--print-spec stands alone: nothing is done");
    if (!spec_check(out, &e))
        return args_mistake(self, "%s", e.msg);
    return -1;
}

/* ---- models ---- */

/* The demo is opened with its file, later. */
static int try_model(struct arena *a, struct spec_models *m, const char *name,
                     bool asked, const struct decoding *d, const char *field)
{
    if (!str_eq(name, SPEC_DEMO))
        return spec_try_model(a, m, name, asked, d, field);
    if (!asked)
        return -1;
    talk("the demo is planted and answers no free questions: name "
         "another model for this role");
    return EXIT_USAGE;
}

static int try_all(struct arena *a, struct spec_models *m,
                   const struct hunt_spec *s)
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

int hunt_read_sending(const struct command *self, struct arena *a,
                      const struct hunt_flags *f, const struct hunt_spec *s,
                      struct hunt_options *out)
{
    struct spec_models *m = arena_new(a, struct spec_models);
    struct str text = str_in(a);
    int status;

    *out = (struct hunt_options){ .model = spec_model_options(&f->send) };
    m->o = &out->model;
    m->what = "hunt";
    if ((status = run_read_sending(self, a, &f->send, &out->ask)) >= 0 ||
        (status = try_all(a, m, s)) >= 0)
        return status;
    spec_print(&text, s);
    return spec_check_models(self, m, &text, &out->ask);
}

/* ---- paths ---- */

struct hunt_spec hunt_absolute(struct arena *a, const struct hunt_spec *s)
{
    struct hunt_spec out = *s;
    char here[4096];

    if (!getcwd(here, sizeof(here)))
        return out;
    if (!str_eq(s->benchmark, "probe"))
        out.benchmark = spec_whole_path(a, here, s->benchmark);
    out.outcomes_file = spec_whole_path(a, here, s->outcomes_file);
    out.taxonomy = spec_whole_path(a, here, s->taxonomy);
    out.task = spec_whole_path(a, here, s->task);
    out.tagger = spec_whole_model(a, here, s->tagger);
    out.generator = spec_whole_model(a, here, s->generator);
    out.targets = spec_whole_models(a, here, s->targets, s->n_targets);
    out.hypothesizers =
        spec_whole_models(a, here, s->hypothesizers, s->n_hypothesizers);
    out.key_models = spec_whole_models(a, here, s->key_models, s->n_key_models);
    return out;
}
