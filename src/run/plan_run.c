/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From the spec of a run back to its plan: plan.c writes what is read here.
 */
#include "base/str.h"
#include "run/plan.h"

#include <inttypes.h>
#include <string.h>

static bool bad_spec(struct err *e)
{
    return err_set(e, ERR_DOMAIN, "the run's settings cannot be read");
}

/* A number as it was written. */
static const char *number_in(const struct json *o, const char *name)
{
    const struct json *v = json_get(o, name);

    return v && v->type == JSON_NUMBER ? v->text : NULL;
}

/* The texts of a list; NULL: there is none. */
static const char **texts_in(struct arena *a, const struct json *list,
                             size_t *n)
{
    const char **out =
        arena_array(a, const char *, (list ? list->count : 0) + 1);

    *n = 0;
    for (const struct json *v = list ? list->first : NULL; v; v = v->next)
        if (json_string(v))
            out[(*n)++] = json_string(v);
    return out;
}

static void take_decoding(struct arena *a, const struct json *o,
                          struct decoding *out)
{
    *out = (struct decoding){ .extra = json_get(o, "extra"),
                              .max_tokens = number_in(o, "max_tokens"),
                              .min_p = number_in(o, "min_p"),
                              .repetition_penalty =
                                  number_in(o, "repetition_penalty"),
                              .seed = number_in(o, "seed"),
                              .temperature = number_in(o, "temperature"),
                              .top_k = number_in(o, "top_k"),
                              .top_p = number_in(o, "top_p") };
    out->reasoning_effort = json_string(json_get(o, "reasoning_effort"));
    out->stop = texts_in(a, json_get(o, "stop"), &out->n_stop);
}

static void take_prompt(struct arena *a, const struct json *o,
                        struct prompt *out)
{
    const struct json *sure = json_get(o, "confidence");
    size_t n;
    const char **shots = texts_in(a, json_get(o, "shots"), &n);
    struct message *m = arena_array(a, struct message, n + 1);

    for (size_t i = 0; i < n; i++)
        m[i] = (struct message){ i % 2 ? "assistant" : "user", shots[i] };
    *out = (struct prompt){ .system = json_string(json_get(o, "system")),
                            .template = json_string(json_get(o, "template")),
                            .shots = m,
                            .n_shots = n,
                            .confidence = sure && sure->type == JSON_BOOL &&
                                          sure->truth };
}

static bool take_problems(struct arena *a, const char *const *lines, size_t n,
                          struct plan *out, struct err *e)
{
    struct problem *p = arena_array(a, struct problem, n + 1);
    struct json *row;

    for (size_t i = 0; i < n; i++)
        if (!json_read(a, lines[i], strlen(lines[i]), i + 1, &row, e) ||
            !problem_read(a, row, &p[i], e))
            return false;
    out->problems = p;
    out->n_problems = n;
    out->lines = lines;
    return true;
}

static bool take_models(struct arena *a, const struct json *list,
                        struct model **out, size_t *n, struct err *e)
{
    *n = 0;
    *out = arena_array(a, struct model, (list ? list->count : 0) + 1);
    for (const struct json *m = list ? list->first : NULL; m; m = m->next) {
        struct model *to = &(*out)[(*n)++];

        to->spec = json_string(json_get(m, "model"));
        to->name = json_string(json_get(m, "name"));
        to->url = json_string(json_get(m, "url"));
        to->token_field = json_string(json_get(m, "token_field"));
        if (!to->spec || !to->name || !to->url)
            return bad_spec(e);
    }
    return true;
}

bool plan_of_run(struct arena *a, const char *spec, const char *const *lines,
                 size_t n, struct plan *out, struct model **models,
                 struct err *e)
{
    int64_t attempts = 0, after = 0;
    struct json *v;

    *out = (struct plan){ 0 };
    if (!json_read(a, spec, strlen(spec), 1, &v, e) ||
        !json_int64(json_get(v, "attempts"), &attempts) || attempts < 1 ||
        (json_get(v, "after") && !json_int64(json_get(v, "after"), &after)) ||
        after < 0)
        return bad_spec(e);
    out->attempts = (uint64_t)attempts;
    out->after = (uint64_t)after;
    out->file = json_string(json_get(json_get(v, "problems"), "file"));
    take_decoding(a, json_get(v, "decoding"), &out->decoding);
    take_prompt(a, json_get(v, "prompt"), &out->prompt);
    out->judge = plan_judge_read(a, v);
    out->of = json_string(json_get(json_get(v, "of"), "run"));
    if (!take_models(a, json_get(v, "models"), models, &out->n_models, e))
        return false;
    out->models = *models;
    return take_problems(a, lines, n, out, e);
}
