/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/run_options.h"
#include "base/limits.h"
#include "base/str.h"
#include "cli/talk.h"
#include "cli/threads.h"
#include "grade/request.h"
#include "run/note/note.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *run_store_path(const char *given)
{
    const char *env = getenv("ASSAY_STORE");

    return given ? given : env && *env ? env : "assay.db";
}

/* A number that is finite and not negative, as a whole text. */
static bool read_number(const char *text, double *out)
{
    char *end;

    if (!(*text >= '0' && *text <= '9') && *text != '.')
        return false;
    *out = strtod(text, &end);
    return *end == '\0' && isfinite(*out);
}

bool run_read_rate(const char *text, double *out)
{
    char *end;

    if (!(*text >= '0' && *text <= '9') && *text != '.')
        return false;
    *out = strtod(text, &end);
    if (str_eq(end, "%"))
        *out /= 100;
    else if (*end)
        return false;
    return *out <= 1;
}

/* ---- the plan ---- */

static int read_extra(const struct command *c, struct arena *a,
                      const char *text, struct decoding *d)
{
    struct json *v;
    struct err e;

    if (!text)
        return -1;
    if (!json_read(a, text, strlen(text), 1, &v, &e))
        return args_mistake(c, "--extra is no JSON: %s (column %zu)", e.msg,
                            e.column);
    if (v->type != JSON_OBJECT)
        return args_mistake(c,
                            "--extra takes a JSON object like "
                            "'{\"min_p\": 0.05}', not %s",
                            json_type_name(v->type));
    d->extra = v;
    return -1;
}

static int read_decoding(const struct command *c, struct arena *a,
                         const struct run_options *r, struct decoding *d)
{
    *d = (struct decoding){ .temperature = r->temperature,
                            .top_p = r->top_p,
                            .top_k = r->top_k,
                            .min_p = r->min_p,
                            .repetition_penalty = r->repetition_penalty,
                            .max_tokens = r->max_tokens,
                            .seed = r->seed,
                            .reasoning_effort = r->effort,
                            .stop = r->stop.items,
                            .n_stop = r->stop.n };
    return read_extra(c, a, r->extra, d);
}

static int read_models(const struct command *c, struct arena *a,
                       const struct run_options *r, struct plan *out)
{
    struct model_options o = { .key_env = r->key_env,
                               .token_field = r->token_field,
                               .headers = r->headers.items,
                               .n_headers = r->headers.n,
                               .concept = note_concept,
                               .near = note_near };
    struct model *models = arena_array(a, struct model, r->models.n + 1);
    struct err e;

    if (r->models.n == 0)
        return args_mistake(c, "name a model: --model openai:NAME, "
                               "anthropic:NAME, URL#NAME, replay:FILE or "
                               "planted:FILE");
    if (r->models.n > LIMIT_MODELS)
        return args_mistake(c, "at most %d models in one run", LIMIT_MODELS);
    for (size_t i = 0; i < r->models.n; i++) {
        const char *spec = *vec_get(&r->models, const char *, i);

        if (!model_open(a, spec, &o, &models[i], &e)) {
            talk_err(NULL, &e);
            return EXIT_USAGE;
        }
        for (size_t j = 0; j < i; j++)
            if (str_eq(models[j].url, models[i].url) &&
                str_eq(models[j].name, models[i].name))
                return args_mistake(c, "--model %s and %s are the same",
                                    models[j].spec, spec);
    }
    out->models = models;
    out->n_models = r->models.n;
    if (!model_check_shared(models, r->models.n, &o, &e))
        return args_mistake(c, "%s", e.msg);
    return -1;
}

/* What is sent is stored: no key may stand in it. */
static int check_secrets(const struct command *c, const struct run_options *r,
                         const struct plan *p)
{
    for (size_t i = 0; i < p->n_models; i++) {
        const struct model *m = &p->models[i];

        if ((r->extra && model_holds_secret(m, r->extra)) ||
            (p->prompt.system && model_holds_secret(m, p->prompt.system)) ||
            (p->prompt.template && model_holds_secret(m, p->prompt.template)))
            return args_mistake(c,
                                "--extra, --system or --template holds the "
                                "key of %s, which would be stored; take it "
                                "out",
                                m->spec);
    }
    return -1;
}

/* A body of each model is made, so that what a model cannot take is told
 * before anything is asked. */
static int try_bodies(struct arena *a, const struct plan *p)
{
    struct message hello = { "user", "1 + 1" };
    struct request r = { .messages = &hello,
                         .n_messages = 1,
                         .decoding = &p->decoding,
                         .attempt = p->attempts };
    const char *body;
    struct err e;

    for (size_t i = 0; i < p->n_models; i++)
        if (!model_body(a, &p->models[i], &r, &body, &e)) {
            talk("%s: %s", p->models[i].spec, e.msg);
            return EXIT_USAGE;
        }
    return -1;
}

static int read_only(const struct command *c, const struct run_options *r,
                     struct plan *out)
{
    if (!r->only)
        return r->of ? args_mistake(c, "--of goes with --only") : -1;
    if (str_eq(r->only, "truncated"))
        out->only[OUTCOME_TRUNCATED] = true;
    else if (str_eq(r->only, "error"))
        out->only[OUTCOME_ERROR] = true;
    else
        return args_mistake(c,
                            "--only takes truncated or error, not "
                            "\"%s\"",
                            r->only);
    return -1;
}

int run_read_plan(const struct command *c, struct arena *a,
                  const struct run_options *r, struct plan *out)
{
    struct prompt_files files = { r->system, r->template, r->fewshot,
                                  r->shots };
    struct err e;
    int status;

    *out = (struct plan){ .attempts = r->attempts };
    if (r->attempts < 1 || r->attempts > LIMIT_ATTEMPTS)
        return args_mistake(c, "--attempts takes 1 to %d", LIMIT_ATTEMPTS);
    if (r->limit == 0)
        return args_mistake(c, "--limit takes 1 or more problems");
    if (r->shots && !r->fewshot)
        return args_mistake(c, "--shots goes with --fewshot FILE");
    if ((status = read_decoding(c, a, r, &out->decoding)) >= 0 ||
        (status = read_only(c, r, out)) >= 0 ||
        (status = run_read_judge(c, a, r, &out->judge)) >= 0 ||
        (status = read_models(c, a, r, out)) >= 0 ||
        (status = try_bodies(a, out)) >= 0)
        return status;
    if (!prompt_read(a, &files, &out->prompt, &e)) {
        talk_err(NULL, &e);
        return EXIT_COULD_NOT;
    }
    return check_secrets(c, r, out);
}

/* ---- judging ---- */

int run_read_judge(const struct command *c, struct arena *a,
                   const struct run_options *r, struct judge_options *out)
{
    struct grade_request q = { 0 };
    struct err e;

    *out = (struct judge_options){ .convention = r->convention };
    if (r->convention && !str_eq(r->convention, "paper"))
        return args_mistake(c,
                            "there is no convention \"%s\"; there is paper, "
                            "for Mathador",
                            r->convention);
    if (r->tolerance && !request_set_tolerance(a, &q, r->tolerance, &e))
        return args_mistake(c, "--tolerance: %s", e.msg);
    if (r->digits && !request_set_digits(&q, r->digits, &e))
        return args_mistake(c, "--digits: %s", e.msg);
    out->tolerance = q.tolerance;
    out->digits = q.digits;
    return -1;
}

/* ---- sending ---- */

static int read_seconds(const struct command *c, const char *name,
                        const char *text, double *out)
{
    if (!text || (read_number(text, out) && *out > 0))
        return -1;
    return args_mistake(c, "--%s takes a number of seconds, not \"%s\"", name,
                        text);
}

/* "$5", "5usd": money; "2000000tokens", "2Mtokens": tokens. */
static int read_budget(const struct command *c, const char *text,
                       struct ask_options *out)
{
    char *unit;
    double v;

    if (!text)
        return -1;
    v = strtod(text + (*text == '$'), &unit);
    if (!(v > 0) || !isfinite(v) || unit == text + (*text == '$'))
        return args_mistake(c, "--budget takes money like $5 or 5usd, or "
                               "tokens like 2000000tokens or 2Mtokens");
    if (*text == '$' ? *unit == '\0' : str_eq(unit, "usd")) {
        if (!out->prices)
            return args_mistake(c, "a budget in money needs --prices FILE");
        out->budget_money = v;
        return -1;
    }
    if (*unit == 'k' || *unit == 'M')
        v *= *unit++ == 'k' ? 1e3 : 1e6;
    if (*text == '$' || !(str_eq(unit, "tokens") || str_eq(unit, "tok")) ||
        v >= 1e18)
        return args_mistake(c, "--budget takes money like $5 or 5usd, or "
                               "tokens like 2000000tokens or 2Mtokens");
    out->budget_tokens = v < 1 ? 1 : (uint64_t)v;
    return -1;
}

static int read_prices(struct arena *a, const struct run_options *r,
                       struct ask_options *out)
{
    struct prices *p;
    struct err e;

    if (!r->prices)
        return -1;
    if (!prices_read_file(a, r->prices, &p, &e)) {
        talk_err(r->prices, &e);
        return EXIT_COULD_NOT;
    }
    out->prices = p;
    return -1;
}

int run_read_sending(const struct command *c, struct arena *a,
                     const struct run_options *r, struct ask_options *out)
{
    struct pool_options *p = &out->pool;
    int status;

    *out = (struct ask_options){ .pool = pool_defaults,
                                 .strict = r->strict,
                                 .grace_s = 10 };
    if (r->concurrency < 1 || r->concurrency > LIMIT_CONCURRENCY)
        return args_mistake(c, "--concurrency takes 1 to %d",
                            LIMIT_CONCURRENCY);
    p->concurrency = (unsigned)r->concurrency;
    if (r->retries > 1000)
        return args_mistake(c, "--retries takes 0 to 1000");
    p->retries = (unsigned)r->retries;
    p->fixed = r->fixed;
    if (r->rate && !(read_number(r->rate, &p->rate) && p->rate > 0))
        return args_mistake(c,
                            "--rate takes calls a second, like 5 or 0.5, "
                            "not \"%s\"",
                            r->rate);
    if ((status = read_seconds(c, "timeout", r->timeout, &p->total_s)) >= 0)
        return status;
    p->idle_s = p->total_s;
    if ((status = read_seconds(c, "idle-timeout", r->idle_timeout,
                               &p->idle_s)) >= 0 ||
        (status = read_seconds(c, "connect-timeout", r->connect_timeout,
                               &p->connect_s)) >= 0 ||
        (status = read_seconds(c, "max-wait", r->max_wait, &p->max_wait_s)) >=
            0 ||
        (status = read_prices(a, r, out)) >= 0 ||
        (status = read_budget(c, r->budget, out)) >= 0)
        return status;
    out->leave = threads_leave;
    return threads_read(c, r->threads, &out->threads);
}

int run_check_budget(const struct command *c, const struct plan *p,
                     const struct ask_options *o)
{
    struct price price;

    for (size_t i = 0; o->budget_money > 0 && i < p->n_models; i++)
        if (!model_is_local(&p->models[i]) &&
            !prices_find(o->prices, p->models[i].spec, p->models[i].name,
                         &price))
            return args_mistake(c,
                                "--prices has no price for %s (\"%s\"): a "
                                "budget in money cannot be kept",
                                p->models[i].spec, p->models[i].name);
    return -1;
}

/* ---- showing ---- */

/* "level,subject" as a list. */
static void split_names(struct arena *a, const char *text, struct vec *out)
{
    while (*text) {
        size_t n = strcspn(text, ",");

        if (n)
            *(const char **)vec_push(out) =
                str_trim(a, arena_strndup(a, text, n));
        text += n + (text[n] == ',');
    }
}

int run_read_view(const struct command *c, struct arena *a,
                  const struct run_options *r, const struct prices *prices,
                  struct view_options *out)
{
    struct vec names = vec_in(a, sizeof(const char *));
    double least;

    *out = (struct view_options){ .strict = r->strict, .prices = prices };
    if (r->json + r->csv + r->markdown > 1)
        return args_mistake(c, "--json, --csv and --markdown all go to "
                               "standard output; give one");
    if (r->min_accuracy && !run_read_rate(r->min_accuracy, &least))
        return args_mistake(c,
                            "--min-accuracy takes a rate like 0.7 or 70%%, "
                            "not \"%s\"",
                            r->min_accuracy);
    if (r->by) {
        split_names(a, r->by, &names);
        if (names.n == 0)
            return args_mistake(c, "--by takes names: level,subject");
        out->by = names.items;
        out->n_by = names.n;
    }
    return -1;
}
