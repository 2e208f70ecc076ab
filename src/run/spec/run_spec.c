/* SPDX-License-Identifier: Apache-2.0 */
#include "run/spec/run_spec.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/str.h"
#include "grade/profile_file.h"
#include "grade/request.h"
#include "problem/dataset.h"
#include "run/plan.h"
#include "run/spec/fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(f)     offsetof(struct run_spec, f)
#define PROMPT(f) offsetof(struct prompt_files, f)

static const struct spec_field prompt_fields[] = {
    { "system", SPEC_PATH, PROMPT(system), .flag = "system",
      .doc = "file of the system prompt" },
    { "template", SPEC_PATH, PROMPT(template), .flag = "template",
      .doc = "file of the prompt; it must contain {{statement}}" },
    { "fewshot", SPEC_PATH, PROMPT(fewshot), .flag = "fewshot",
      .doc = "file of solved problems to show before the question" },
    { "shots", SPEC_SIZE, PROMPT(shots), .flag = "shots", .none = "all",
      .doc = "number of solved problems to show" },
    { "confidence", SPEC_BOOL, PROMPT(confidence), .flag = "confidence",
      .doc = "ask for the confidence in each answer, store it and score it" },
    { 0 },
};

static const struct spec_field judge_fields[] = {
    { "strict", SPEC_BOOL, AT(strict), .flag = "strict",
      .doc = "count strict verdicts" },
    { "tolerance", SPEC_TEXT, AT(tolerance), .flag = "tolerance", .value = "T",
      .number = true, .doc = "accept numbers within this tolerance: 0.01, 1%" },
    { "digits", SPEC_SIZE, AT(digits), .flag = "digits", .least = 1,
      .most = REQUEST_DIGITS_MOST, .none = "6",
      .doc = "significant digits that a rounded answer needs" },
    { "profile", SPEC_TEXT, AT(profile), .flag = "profile", .value = "NAME",
      .none = "assay's rules",
      .doc = "use the grading rules of a benchmark: gsm8k, math, hardmath2, "
             "mathador, or a file NAME.yaml" },
    { "convention", SPEC_TEXT, AT(profile), .flag = "convention",
      .value = "NAME", .again = true, .doc = "older name of --profile" },
    { 0 },
};

static const struct spec_field fields[] = {
    { "problems", SPEC_PATH, AT(problems),
      .doc = "a problem file or a public dataset", .head = "problems" },
    { "as", SPEC_TEXT, AT(as), .flag = "as", .value = "FORMAT",
      .none = "detected", .doc = "format of the public dataset" },
    { "limit", SPEC_SIZE, AT(limit), .flag = "limit", .least = 1,
      .most = LIMIT_RUN_PROBLEMS, .none = "all",
      .doc = "use only the first N problems" },
    { "shard", SPEC_TEXT, AT(shard), .flag = "shard", .value = "I/N",
      .none = "all",
      .doc = "ask only part I of N, to split a run over N machines; `assay "
             "store merge` joins their stores" },

    { "models", SPEC_MODELS, .at = AT(models), .at_n = AT(n_models),
      .flag = "model", .letter = 'm', .doc = "a model to ask; may be repeated",
      .head = "models" },
    { "model", SPEC_MODELS, .at = AT(models), .at_n = AT(n_models), .doc = "",
      .again = true },
    { "attempts", SPEC_U64, AT(attempts), .flag = "attempts", .letter = 'k',
      .value = "K", .init = "1", .least = 1, .most = LIMIT_ATTEMPTS,
      .doc = "attempts at each problem" },
    { "decoding", SPEC_GROUP, AT(decoding), .options = true,
      .doc = "decoding settings", .group = spec_decoding_fields },
    { "sweep", SPEC_TEXTS, .at = AT(sweep), .at_n = AT(n_sweep),
      .flag = "sweep", .value = "FIELD=LIST",
      .doc = "make one run for each value of a decoding field, for example "
             "max_tokens=1k,4k,16k, and show accuracy against tokens" },
    { "prompt", SPEC_GROUP, AT(prompt), .options = true, .doc = "prompt",
      .group = prompt_fields },

    { "judge", SPEC_GROUP, 0, .options = true, .doc = "grading rules",
      .group = judge_fields, .head = "grading" },

    { "store", SPEC_TEXT, AT(store), .flag = "store", .value = "FILE",
      .unhashed = true, .none = "$ASSAY_STORE, or assay.db",
      .doc = "database of calls and runs", .head = "store" },
    { 0 },
};

const struct spec_table run_spec_table = { .what = "the spec of a run",
                                           .fields = fields,
                                           .size = sizeof(struct run_spec) };

bool run_spec_check(const struct run_spec *s, struct err *e)
{
    struct shard shard;

    if (!s->problems)
        return err_set(e, ERR_USAGE,
                       "name one problem file, or - for standard input, or a "
                       "spec with \"problems\"");
    if (!s->n_models)
        return err_set(e, ERR_USAGE,
                       "name a model: --model openai:NAME, anthropic:NAME, "
                       "URL#NAME, student, replay:FILE or planted:FILE");
    if (s->prompt.shots && !s->prompt.fewshot)
        return err_set(e, ERR_USAGE, "--shots needs --fewshot FILE");
    if (s->n_sweep > 1)
        return err_set(
            e, ERR_USAGE,
            "give only one --sweep: two fields make a grid, not a curve; sweep "
            "one field with the other fixed, then the other");
    if (s->as && !dataset_find(s->as))
        return err_set(e, ERR_USAGE,
                       "there is no format \"%.60s\"; `assay import --list` "
                       "lists them",
                       s->as);
    if (s->shard && !shard_read(s->shard, &shard, e))
        return false;
    return spec_table_check(&run_spec_table, s, e) &&
           spec_decoding_check("decoding", &s->decoding, e);
}

bool run_spec_judge(struct arena *a, const struct run_spec *s,
                    struct judge_options *out, struct err *e)
{
    struct grade_request q = { 0 };

    const struct profile *profile = NULL;

    if (s->profile && !profile_load(a, s->profile, &profile, e))
        return err_prefix(e, "--profile: ");
    if (s->tolerance && !request_set_tolerance(a, &q, s->tolerance, e))
        return err_prefix(e, "--tolerance: ");
    if (s->digits && !request_set_digits(&q, s->digits, e))
        return err_prefix(e, "--digits: ");
    *out = (struct judge_options){ .tolerance = q.tolerance,
                                   .digits = q.digits,
                                   .profile = profile,
                                   .confidence = s->prompt.confidence };
    return true;
}

/* A stream may take as long as it likes while text comes; but a server that
 * drips a letter a minute must end sometime. */
#define STREAM_TIMES 20

#define SENT(f) offsetof(struct sending, f)

static const struct spec_field sending_fields[] = {
    { "key_env", SPEC_TEXT, SENT(key_env), .flag = "key-env", .value = "VAR",
      .doc = "environment variable with the API key for URL#NAME",
      .head = "calls" },
    { "token_field", SPEC_TEXT, SENT(token_field), .flag = "token-field",
      .value = "NAME",
      .doc = "request field for the maximum length of a reply: max_tokens or "
             "max_completion_tokens (default: by server)" },
    { "concurrency", SPEC_SIZE, SENT(concurrency), .flag = "concurrency",
      .letter = 'c', .init = "64", .least = 1, .most = LIMIT_CONCURRENCY,
      .doc = "maximum number of concurrent calls to each model" },
    { "fixed", SPEC_BOOL, SENT(fixed), .flag = "fixed",
      .doc = "keep this concurrency; do not adapt it" },
    { "rate", SPEC_NUMBER, SENT(rate), .flag = "rate", .value = "N",
      .open = true,
      .doc = "maximum number of calls per second to each model (default: no "
             "limit)" },
    { "retries", SPEC_SIZE, SENT(retries), .flag = "retries", .init = "10",
      .most = 1000,
      .doc = "how often a failed call is tried again; at most twice after a "
             "time-out" },
    { "stream", SPEC_BOOL, SENT(stream), .flag = "stream",
      .doc = "request streamed replies; also measures the time to the first "
             "token" },
    { "timeout", SPEC_NUMBER, SENT(timeout), .flag = "timeout", .value = "S",
      .init = "600", .open = true,
      .doc =
          "seconds for a whole call; with --stream, seconds without any text" },
    { "connect_timeout", SPEC_NUMBER, SENT(connect_timeout),
      .flag = "connect-timeout", .value = "S", .init = "10", .open = true,
      .doc = "maximum number of seconds to connect" },
    { "idle_timeout", SPEC_NUMBER, SENT(idle_timeout), .flag = "idle-timeout",
      .value = "S", .open = true, .none = "that of --timeout",
      .doc =
          "seconds without any byte from the server, also without --stream" },
    { "max_wait", SPEC_NUMBER, SENT(max_wait), .flag = "max-wait", .value = "S",
      .init = "120", .open = true,
      .doc =
          "longest wait that a server may ask for, in seconds; a call that it "
          "would delay longer fails" },
    { "grace", SPEC_NUMBER, SENT(grace), .flag = "grace", .value = "S",
      .init = "10",
      .doc = "seconds to wait for running calls when the command is stopped" },
    { "budget", SPEC_TEXT, SENT(budget), .flag = "budget", .value = "B",
      .doc =
          "stop before all models together spend more than this: $5, 2Mtokens "
          "(default: no limit)",
      .head = "cost and threads" },
    { "prices", SPEC_PATH, SENT(prices), .flag = "prices",
      .doc = "file of token prices: LiteLLM's table or a simple YAML file" },
    { "threads", SPEC_SIZE, SENT(threads), .flag = "threads", .letter = 'j',
      .most = LIMIT_THREADS, .none = "all processors",
      .doc = "number of threads; it does not change the output" },
    { 0 },
};

const struct spec_table sending_table = { .what = "sending",
                                          .fields = sending_fields,
                                          .size = sizeof(struct sending) };

static bool refuse_budget(const char *option, const char *text, struct err *e)
{
    return err_set(e, ERR_USAGE,
                   "%s takes money like $5 or 5usd, or tokens like "
                   "2000000tokens or 2Mtokens, not \"%.40s\"",
                   option, text);
}

bool budget_read(const char *option, const char *text, bool priced,
                 double *money, uint64_t *tokens, struct err *e)
{
    bool dollars = *text == '$';
    char *unit;
    double v = strtod(text + dollars, &unit);

    if (!(v > 0) || !isfinite(v) || unit == text + dollars)
        return refuse_budget(option, text, e);
    if (dollars ? *unit == '\0' : str_eq(unit, "usd")) {
        if (!priced)
            return err_set(e, ERR_USAGE,
                           "a budget in money needs --prices FILE");
        *money = v;
        return true;
    }
    if (*unit == 'k' || *unit == 'M')
        v *= *unit++ == 'k' ? 1e3 : 1e6;
    if (dollars || !(str_eq(unit, "tokens") || str_eq(unit, "tok")) ||
        v >= 1e18)
        return refuse_budget(option, text, e);
    *tokens = v < 1 ? 1 : (uint64_t)v;
    return true;
}

bool sending_read(struct arena *a, const struct sending *s,
                  struct ask_options *out, struct err *e)
{
    struct prices *p;

    *out = (struct ask_options){
        .pool = { .concurrency = (unsigned)s->concurrency,
                  .fixed = s->fixed,
                  .rate = s->rate,
                  .retries = (unsigned)s->retries,
                  .connect_s = s->connect_timeout,
                  .idle_s = s->idle_timeout > 0 ? s->idle_timeout : s->timeout,
                  .total_s = s->stream ? STREAM_TIMES * s->timeout : s->timeout,
                  .stream = s->stream,
                  .mute_s = s->stream ? s->timeout : 0,
                  .max_wait_s = s->max_wait },
        .grace_s = s->grace
    };
    if (s->prices) {
        if (!prices_read_file(a, s->prices, &p, e))
            return file_fail(s->prices, e);
        out->prices = p;
    }
    return !s->budget ||
           budget_read("--budget", s->budget, out->prices != NULL,
                       &out->budget_money, &out->budget_tokens, e);
}

bool sending_check_budget(const struct ask_options *o,
                          const struct model *models, size_t n, struct err *e)
{
    struct price price;

    for (size_t i = 0; o->budget_money > 0 && i < n; i++)
        if (!model_is_local(&models[i]) &&
            !prices_find(o->prices, models[i].spec, models[i].name, &price))
            return err_set(e, ERR_USAGE,
                           "--prices has no price for %s (\"%s\"): a budget in "
                           "money needs one",
                           models[i].spec, models[i].name);
    return true;
}

#define EXTRA "extra."

/* ---- reading ---- */

static bool sweep_refuse(const char *why, struct err *e)
{
    return err_set(e, ERR_USAGE,
                   "--sweep: %s; it takes a field of decoding and its values, "
                   "such as max_tokens=1k,4k,16k, reasoning_effort=low,high or "
                   "extra.thinking.budget_tokens=1k,8k",
                   why);
}

static const struct spec_field *sweep_field_of(const char *name)
{
    for (const struct spec_field *f = spec_decoding_fields; f->name; f++)
        if (str_eq(f->name, name) && f->kind != SPEC_TEXTS &&
            f->kind != SPEC_OBJECT)
            return f;
    return NULL;
}

/* "16k" as "16000", "1.5M" as "1500000", of fields that count; other texts stay
 * as they are. */
static const char *written_out(struct arena *a, const char *text)
{
    size_t n = strlen(text), point = strcspn(text, ".");
    size_t zeros = n && text[n - 1] == 'k'   ? 3
                   : n && text[n - 1] == 'M' ? 6
                                             : 0;
    size_t part = point < n ? n - 2 - point : 0;

    if (!zeros || n < 2 || strspn(text, "0123456789.") != n - 1 ||
        part > zeros ||
        (point < n && (point == 0 || !is_digit(text[n - 2]) ||
                       strchr(text + point + 1, '.'))))
        return text;
    point = point < n ? point : n - 1;
    return arena_printf(a, "%.*s%.*s%.*s", (int)point, text, (int)part,
                        text + point + 1, (int)(zeros - part), "000000");
}

/* A value of --extra: JSON where it is a number, true, false or null. */
static struct json *extra_value(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (text[0] != '{' && text[0] != '[' && text[0] != '"' &&
        json_read(a, text, strlen(text), 1, &v, &e))
        return v;
    return json_new_string(a, text);
}

/* As the field is called; options have another spelling: "max-tokens". */
static const char *sweep_spelled(struct arena *a, const char *text)
{
    char *name = arena_strdup(a, text);

    for (char *c = name; !str_starts(text, EXTRA) && *c; c++)
        *c = *c == '-' ? '_' : *c;
    return name;
}

bool sweep_name(struct arena *a, const char *text, const char **out,
                struct err *e)
{
    const char *name = sweep_spelled(a, text);
    struct str all = str_in(a);

    *out = name;
    if (str_starts(name, EXTRA) && name[strlen(EXTRA)])
        return true;
    for (const struct spec_field *f = spec_decoding_fields; f->name; f++) {
        if (f->again)
            continue;
        if (f->kind != SPEC_OBJECT && str_eq(f->name, name))
            return true;
        str_addf(&all, "%s%s%s", all.n ? ", " : "", f->name,
                 f->kind == SPEC_OBJECT ? ".NAME" : "");
    }
    return err_set(e, ERR_USAGE,
                   "decoding has no field \"%.60s\"; the fields are %s", name,
                   str_get(&all));
}

static bool sweep_split(struct arena *a, const char *list,
                        struct value_sweep *out)
{
    out->values = arena_array(a, const char *, strlen(list) + 2);
    for (size_t n; *list; list += n + (list[n] == ',')) {
        n = strcspn(list, ",");
        out->values[out->n] = str_trim(a, arena_strndup(a, list, n));
        if (!*out->values[out->n++])
            return false;
    }
    return out->n >= 2;
}

/* Is the field set before it is swept? */
static bool is_set(const struct value_sweep *s, const struct decoding *base)
{
    const struct spec_field *f = sweep_field_of(s->field);

    return f ? *(const char *const *)((const char *)base + f->at) != NULL
             : json_at(base->extra, s->field + strlen(EXTRA)) != NULL;
}

bool sweep_read(struct arena *a, const char *text, const struct decoding *base,
                struct value_sweep *out, struct err *e)
{
    const char *equals = strchr(text, '=');
    struct value_sweep s = { 0 };
    bool extra;

    if (!equals)
        return sweep_refuse("there is no \"=\"", e);
    s.field = sweep_spelled(
        a, str_trim(a, arena_strndup(a, text, (size_t)(equals - text))));
    extra = str_starts(s.field, EXTRA) && s.field[strlen(EXTRA)];
    if (!extra && !sweep_field_of(s.field))
        return sweep_refuse(
            arena_printf(a, "there is no field \"%.60s\"", s.field), e);
    if (!sweep_split(a, equals + 1, &s))
        return sweep_refuse("give two or more values, separated by commas", e);
    if (is_set(&s, base))
        return err_set(e, ERR_USAGE,
                       "%s is swept, so it must not have a fixed value too; "
                       "leave that value out",
                       s.field);
    for (size_t i = 0; i < s.n; i++) {
        struct decoding d = *base;

        if (extra || (sweep_field_of(s.field)->range &&
                      sweep_field_of(s.field)->range->whole))
            s.values[i] = written_out(a, s.values[i]);
        for (size_t k = 0; k < i; k++)
            if (str_eq(s.values[i], s.values[k]))
                return sweep_refuse(
                    arena_printf(a, "\"%.60s\" is given twice", s.values[i]),
                    e);
        if (!sweep_apply(a, &s, i, &d, e))
            return err_prefix(e, "--sweep: ");
    }
    *out = s;
    return true;
}

/* ---- setting ---- */

/* The object with one member, named by a path, set: a copy. */
static struct json *with_member(struct arena *a, const struct json *o,
                                const char *path, struct json *value)
{
    size_t n = strcspn(path, ".");
    const char *name = arena_strndup(a, path, n);
    const struct json *old = o ? json_get(o, name) : NULL;
    struct json *out = json_new(a, JSON_OBJECT);

    for (const struct json *m = o ? o->first : NULL; m; m = m->next)
        if (!str_eq(m->name, name))
            json_set(a, out, m->name, json_copy(a, m));
    json_set(a, out, name,
             path[n]
                 ? with_member(a, old && old->type == JSON_OBJECT ? old : NULL,
                               path + n + 1, value)
                 : value);
    return out;
}

bool sweep_apply(struct arena *a, const struct value_sweep *s, size_t i,
                 struct decoding *d, struct err *e)
{
    const struct spec_field *f = sweep_field_of(s->field);
    const struct spec_option option = { NULL, f };

    if (f)
        return spec_option_set(a, &option, s->values[i], false, d, e);
    d->extra = with_member(a, d->extra, s->field + strlen(EXTRA),
                           extra_value(a, s->values[i]));
    return spec_decoding_check("decoding", d, e);
}

/* ---- runs ---- */

const struct json *sweep_value(const struct json *spec, const char *field)
{
    return json_at(json_get(spec, "decoding"), field);
}

/* The one member in which objects differ, down to where they do; false: several
 * do. *out is "" if none does. */
static bool differs_in(struct arena *a, const struct json *const *o, size_t n,
                       const char **out)
{
    const struct json **at = arena_array(a, const struct json *, n);
    const char *found = "";

    for (size_t i = 0; i < n; i++)
        for (const struct json *m = o[i] ? o[i]->first : NULL; m; m = m->next) {
            bool same = true, objects = true;

            for (size_t k = 0; k < n; k++) {
                at[k] = o[k] ? json_get(o[k], m->name) : NULL;
                same = same && at[k] && json_equal(at[k], m);
                objects = objects && (!at[k] || at[k]->type == JSON_OBJECT);
            }
            if (same || str_eq(found, m->name) ||
                (str_starts(found, m->name) && found[strlen(m->name)] == '.'))
                continue;
            if (*found)
                return false;
            found = m->name;
            if (objects) {
                const char *inner;

                if (!differs_in(a, at, n, &inner))
                    return false;
                found = arena_printf(a, "%s.%s", m->name, inner);
            }
        }
    *out = found;
    return true;
}

const char *sweep_field(struct arena *a, const struct json *const *specs,
                        size_t n)
{
    const char *field;

    if (n < 2 || !differs_in(a, specs, n, &field) ||
        !str_starts(field, "decoding."))
        return NULL;
    return field + strlen("decoding.");
}
