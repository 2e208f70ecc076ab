/* SPDX-License-Identifier: Apache-2.0 */
#include "run/spec/run_spec.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/str.h"
#include "grade/profile_file.h"
#include "grade/request.h"
#include "problem/dataset.h"
#include "run/plan.h"

#include <math.h>
#include <stdlib.h>

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
