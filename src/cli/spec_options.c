/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/spec_options.h"
#include "base/str.h"
#include "cli/talk.h"
#include "run/note/note.h"
#include "run/spec/fields.h"

#include <string.h>

/* ---- options over the spec ---- */

void spec_take(const char **place, const char *given)
{
    if (given)
        *place = given;
}

void spec_take_list(const char *const **list, size_t *n,
                    const struct vec *given)
{
    if (!given->n)
        return;
    *list = given->items;
    *n = given->n;
}

void spec_take_decoding(const struct run_options *r, struct decoding *d)
{
    spec_take(&d->temperature, r->temperature);
    spec_take(&d->top_p, r->top_p);
    spec_take(&d->top_k, r->top_k);
    spec_take(&d->min_p, r->min_p);
    spec_take(&d->repetition_penalty, r->repetition_penalty);
    spec_take(&d->max_tokens, r->max_tokens);
}

int spec_bad_file(const char *file, const struct err *e)
{
    bool told = !e->line || str_starts(e->msg, file);

    talk_err(told ? NULL : file, e);
    return e->code == ERR_IO ? EXIT_COULD_NOT : EXIT_USAGE;
}

/* ---- models ---- */

struct model_options spec_model_options(const struct run_options *r)
{
    return (struct model_options){ .key_env = r->key_env,
                                   .token_field = r->token_field,
                                   .headers = r->headers.items,
                                   .n_headers = r->headers.n,
                                   .concept = note_concept,
                                   .near = note_near };
}

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

int spec_try_model(struct arena *a, struct spec_models *m, const char *name,
                   bool asked, const struct decoding *d, const char *field)
{
    struct model *to = &m->models[m->n];
    struct err e;

    if (m->n == SPEC_MODELS_MOST) {
        talk("at most %d models in one %s", SPEC_MODELS_MOST, m->what);
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

/* The spec is stored and shown, and all of it may be sent: is a key in it? */
static int refuse_secrets(const struct command *self,
                          const struct spec_models *m, const struct str *spec)
{
    bool found = false;

    for (size_t i = 0; i < m->n; i++)
        found = found || model_holds_secret(&m->models[i], str_get(spec));
    return found ? args_mistake(self, "the spec holds the key of a model, or "
                                      "the value of a --header, which would "
                                      "be stored and shown; leave it out "
                                      "there")
                 : -1;
}

int spec_check_models(const struct command *self, const struct spec_models *m,
                      const struct str *spec, const struct ask_options *ask)
{
    struct plan plan = { .models = m->models, .n_models = m->n };
    struct err e;
    int status;

    if ((status = refuse_secrets(self, m, spec)) >= 0)
        return status;
    if (!model_check_shared(m->models, m->n, m->o, &e))
        return args_mistake(self, "%s", e.msg);
    return run_check_budget(self, &plan, ask);
}

/* ---- paths ---- */

const char *spec_whole_path(struct arena *a, const char *here, const char *path)
{
    if (!path || *path == '/' || str_eq(path, "-"))
        return path;
    while (str_starts(path, "./"))
        path += 2;
    return arena_printf(a, "%s/%s", here, path);
}

const char *spec_whole_model(struct arena *a, const char *here,
                             const char *name)
{
    const char *m = name && spec_llm(name) ? spec_llm(name) : name;
    const char *path;

    if (!m || (!str_starts(m, "replay:") && !str_starts(m, "planted:")))
        return name;
    path = strchr(m, ':') + 1;
    return arena_printf(a, "%.*s%s", (int)(path - name), name,
                        spec_whole_path(a, here, path));
}

const char *const *spec_whole_models(struct arena *a, const char *here,
                                     const char *const *names, size_t n)
{
    const char **out = arena_array(a, const char *, n + 1);

    for (size_t i = 0; i < n; i++)
        out[i] = spec_whole_model(a, here, names[i]);
    return out;
}
