/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of a climb's spec, their defaults, and what must go together. */
#include "climb/spec.h"
#include "base/ascii.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

#define AT(f)   offsetof(struct climb_spec, f)
#define LIST(f) .at = AT(f), .at_n = AT(n_##f)

static const struct spec_field fields[] = {
    { "families", SPEC_NAMES, LIST(families),
      .doc = "family names, or patterns such as concept/*; default: hard/*",
      .head = "problems" },
    { "over", SPEC_CHOICE, AT(ladder.over), .flag = "over",
      .value = "auto|depth|levels|digits|steps|chain", .init = "auto",
      .words = ladder_over_words,
      .doc = "what makes the problems harder, step by step" },
    { "level", SPEC_SIZE, AT(ladder.level), .flag = "level", .letter = 'l',
      .value = "L", .least = 1, .most = 100,
      .none = "the highest; for chains, the first",
      .doc = "with --over digits, steps or chain: level of the problems" },
    { "to", SPEC_U64, AT(ladder.to), .flag = "to", .value = "DEPTH", .least = 1,
      .most = 1e9, .none = "8 times the depth of level 5",
      .doc = "greatest depth of a problem" },
    { "seed", SPEC_SEED, AT(seed), .flag = "seed", .letter = 's', .init = "1",
      .needed = true, .doc = "seed of the problems" },

    { "models", SPEC_MODELS, LIST(models), .flag = "model", .letter = 'm',
      .doc = "a model to ask, named as in `assay run`; may be repeated",
      .head = "models" },
    { "model", SPEC_MODELS, LIST(models), .flag = "target", .doc = "",
      .again = true },
    { "strict", SPEC_BOOL, AT(strict), .flag = "strict",
      .doc = "count strict verdicts" },
    { "decoding", SPEC_GROUP, AT(decoding), .options = true,
      .doc = "decoding settings", .group = spec_decoding_fields },

    { "calls", SPEC_U64, AT(calls), .flag = "calls", .init = "60", .least = 1,
      .most = CLIMB_CALLS_MOST,
      .doc = "maximum number of calls for each "
             "family and model",
      .head = "when to stop" },
    { "width", SPEC_NUMBER, AT(width), .flag = "width", .value = "W",
      .init = "1", .least = 0.05, .most = 20,
      .doc =
          "stop when the 95 % interval is at most W steps of difficulty (rungs) "
          "to either side" },
    { "batch", SPEC_SIZE, AT(batch), .flag = "batch", .init = "4", .least = 1,
      .most = CLIMB_BATCH_MOST,
      .doc = "problems of a family in each batch of calls" },

    { "freeze", SPEC_SIZE, AT(freeze), .flag = "freeze", .unhashed = true,
      .least = 1, .most = 100000, .none = "no file",
      .doc = "write a file of N fresh problems at the solve rate of --at",
      .head = "a benchmark at a stated solve rate" },
    { "at", SPEC_TEXT, AT(at), .flag = "at", .value = "LO..HI",
      .init = "40..60", .needed = true, .unhashed = true,
      .doc = "solve rate of these problems, in percent; ..10 means below 10 "
             "%" },

    { "store", SPEC_TEXT, AT(store), .flag = "store", .value = "FILE",
      .unhashed = true, .none = "$ASSAY_STORE, or assay.db",
      .doc = "database of calls and runs", .head = "files" },
    { "out", SPEC_TEXT, AT(out), .flag = "output", .letter = 'o',
      .value = "FILE", .unhashed = true,
      .doc = "file of the problems of --freeze" },
    { 0 },
};

const struct spec_table climb_table = { .what = "the spec of a climb",
                                        .fields = fields,
                                        .size = sizeof(struct climb_spec) };

/* Reads digits with at most one point between them, or nothing at all. */
static bool read_percent(const char *s, const char *end, double none,
                         double *out)
{
    char *stop;

    *out = none;
    if (s == end)
        return true;
    *out = is_digit(*s) ? strtod(s, &stop) / 100 : -1;
    return *out >= 0 && *out <= 1 && stop == end;
}

bool climb_spec_range(const struct climb_spec *s, double *low, double *high,
                      struct err *e)
{
    const char *dots = strstr(s->at, "..");

    /* "40." is a number too: the dots are ended for strtod() by hand. */
    if (dots) {
        char head[16] = "";
        size_t n = (size_t)(dots - s->at);

        if (n < sizeof(head)) {
            memcpy(head, s->at, n);
            if (read_percent(head, head + n, 0, low) &&
                read_percent(dots + 2, dots + strlen(dots), 1, high) &&
                *low < *high)
                return true;
        }
    }
    return err_set(e, ERR_USAGE,
                   "--at takes percentages LO..HI, like 40..60, or ..10 for "
                   "below 10 %%, not \"%.40s\"",
                   s->at);
}

static bool check_freeze(const struct climb_spec *s, struct err *e)
{
    double low, high;

    if (!s->freeze && s->out)
        return err_set(e, ERR_USAGE,
                       "-o FILE is only for the problems of --freeze N; "
                       "--json prints all figures");
    if (s->freeze && !s->out)
        return err_set(e, ERR_USAGE, "--freeze needs -o FILE");
    if (s->freeze && s->n_models > 1)
        return err_set(e, ERR_USAGE,
                       "--freeze uses the curve of one model: name exactly "
                       "one");
    return climb_spec_range(s, &low, &high, e);
}

bool climb_spec_check(const struct climb_spec *s, struct err *e)
{
    if (!s->n_models)
        return err_set(e, ERR_USAGE,
                       "name a model: --model openai:NAME, anthropic:NAME, "
                       "URL#NAME, student, replay:FILE or planted:FILE");
    return spec_table_check(&climb_table, s, e) && check_freeze(s, e) &&
           spec_decoding_check("decoding", &s->decoding, e);
}
