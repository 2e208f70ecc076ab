/* SPDX-License-Identifier: Apache-2.0 */
#include "run/spec/sending.h"
#include "base/limits.h"
#include "base/lines.h"

#include <math.h>
#include <stdlib.h>

#define AT(f) offsetof(struct sending, f)

static const struct spec_field fields[] = {
    { "key_env", SPEC_TEXT, AT(key_env), .flag = "key-env", .value = "VAR",
      .doc = "the variable that holds the key of URL#NAME" },
    { "token_field", SPEC_TEXT, AT(token_field), .flag = "token-field",
      .value = "NAME", .doc = "max_tokens or max_completion_tokens" },
    { "concurrency", SPEC_SIZE, AT(concurrency), .flag = "concurrency",
      .letter = 'c', .init = "64", .least = 1, .most = LIMIT_CONCURRENCY,
      .doc = "most calls in flight to each model" },
    { "fixed", SPEC_BOOL, AT(fixed), .flag = "fixed",
      .doc = "that many from the start: no adapting" },
    { "rate", SPEC_NUMBER, AT(rate), .flag = "rate", .value = "N", .open = true,
      .doc = "most calls a second to each model" },
    { "retries", SPEC_SIZE, AT(retries), .flag = "retries", .init = "10",
      .most = 1000, .doc = "further tries of a call that fails" },
    { "timeout", SPEC_NUMBER, AT(timeout), .flag = "timeout", .value = "S",
      .init = "600", .open = true, .doc = "seconds for a whole call" },
    { "connect_timeout", SPEC_NUMBER, AT(connect_timeout),
      .flag = "connect-timeout", .value = "S", .init = "10", .open = true,
      .doc = "to connect" },
    { "idle_timeout", SPEC_NUMBER, AT(idle_timeout), .flag = "idle-timeout",
      .value = "S", .open = true, .none = "as --timeout",
      .doc = "without a byte" },
    { "max_wait", SPEC_NUMBER, AT(max_wait), .flag = "max-wait", .value = "S",
      .init = "120", .open = true,
      .doc = "longest wait that a server may ask for" },
    { "budget", SPEC_TEXT, AT(budget), .flag = "budget", .value = "B",
      .doc = "of all models together: stop before more is spent: $5, "
             "2Mtokens" },
    { "prices", SPEC_PATH, AT(prices), .flag = "prices",
      .doc = "what tokens cost: LiteLLM's table or a simple one" },
    { "threads", SPEC_SIZE, AT(threads), .flag = "threads", .letter = 'j',
      .most = LIMIT_THREADS, .none = "all processors",
      .doc = "threads to use; the output is the same for any number" },
    { 0 },
};

const struct spec_table sending_table = { .what = "sending",
                                          .fields = fields,
                                          .size = sizeof(struct sending) };

static bool refuse_budget(struct err *e)
{
    return err_set(e, ERR_USAGE,
                   "--budget takes money like $5 or 5usd, or tokens like "
                   "2000000tokens or 2Mtokens");
}

/* "$5", "5usd": money; "2000000tokens", "2Mtokens": tokens. */
static bool read_budget(const char *text, struct ask_options *out,
                        struct err *e)
{
    bool dollars = *text == '$';
    char *unit;
    double v = strtod(text + dollars, &unit);

    if (!(v > 0) || !isfinite(v) || unit == text + dollars)
        return refuse_budget(e);
    if (dollars ? *unit == '\0' : str_eq(unit, "usd")) {
        if (!out->prices)
            return err_set(e, ERR_USAGE,
                           "a budget in money needs --prices FILE");
        out->budget_money = v;
        return true;
    }
    if (*unit == 'k' || *unit == 'M')
        v *= *unit++ == 'k' ? 1e3 : 1e6;
    if (dollars || !(str_eq(unit, "tokens") || str_eq(unit, "tok")) ||
        v >= 1e18)
        return refuse_budget(e);
    out->budget_tokens = v < 1 ? 1 : (uint64_t)v;
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
                  .total_s = s->timeout,
                  .max_wait_s = s->max_wait },
        .grace_s = 10
    };
    if (s->prices) {
        if (!prices_read_file(a, s->prices, &p, e))
            return file_fail(s->prices, e);
        out->prices = p;
    }
    return !s->budget || read_budget(s->budget, out, e);
}

bool sending_check_budget(const struct ask_options *o,
                          const struct model *models, size_t n, struct err *e)
{
    struct price price;

    for (size_t i = 0; o->budget_money > 0 && i < n; i++)
        if (!model_is_local(&models[i]) &&
            !prices_find(o->prices, models[i].spec, models[i].name, &price))
            return err_set(e, ERR_USAGE,
                           "--prices has no price for %s (\"%s\"): a budget "
                           "in money cannot be kept",
                           models[i].spec, models[i].name);
    return true;
}
