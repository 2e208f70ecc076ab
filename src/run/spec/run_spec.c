/* SPDX-License-Identifier: Apache-2.0 */
#include "run/spec/run_spec.h"
#include "base/limits.h"
#include "base/str.h"
#include "grade/profile_file.h"
#include "grade/request.h"

#define AT(f)     offsetof(struct run_spec, f)
#define PROMPT(f) offsetof(struct prompt_files, f)

static const struct spec_field prompt_fields[] = {
    { "system", SPEC_PATH, PROMPT(system), .flag = "system",
      .doc = "file of the system prompt" },
    { "template", SPEC_PATH, PROMPT(template), .flag = "template",
      .doc = "file of the prompt, with {{statement}} in it" },
    { "fewshot", SPEC_PATH, PROMPT(fewshot), .flag = "fewshot",
      .doc = "solved problems to go before" },
    { "shots", SPEC_SIZE, PROMPT(shots), .flag = "shots", .none = "all",
      .doc = "how many of them" },
    { 0 },
};

static const struct spec_field judge_fields[] = {
    { "strict", SPEC_BOOL, AT(strict), .flag = "strict",
      .doc = "count by the strict reading of the rules" },
    { "tolerance", SPEC_TEXT, AT(tolerance), .flag = "tolerance", .value = "T",
      .number = true, .doc = "numbers this near count as equal: 0.01, 1%" },
    { "digits", SPEC_SIZE, AT(digits), .flag = "digits", .least = 1,
      .most = REQUEST_DIGITS_MOST, .none = "6",
      .doc = "significant digits of a rounded answer" },
    { "profile", SPEC_TEXT, AT(profile), .flag = "profile", .value = "NAME",
      .none = "ours",
      .doc = "a benchmark's own law: gsm8k, math, hardmath2, mathador, or a "
             "file" },
    { "convention", SPEC_TEXT, AT(profile), .flag = "convention",
      .value = "NAME", .again = true, .doc = "older name of --profile" },
    { 0 },
};

static const struct spec_field fields[] = {
    { "problems", SPEC_PATH, AT(problems),
      .doc = "a problem file, or a public set", .head = "what is asked" },
    { "as", SPEC_TEXT, AT(as), .flag = "as", .value = "READER", .none = "found",
      .doc = "which public set it is" },
    { "limit", SPEC_SIZE, AT(limit), .flag = "limit", .least = 1,
      .most = LIMIT_RUN_PROBLEMS, .none = "all",
      .doc = "only the first N problems" },

    { "models", SPEC_MODELS, .at = AT(models), .at_n = AT(n_models),
      .flag = "model", .letter = 'm',
      .doc = "a model to ask; may be given again", .head = "who is asked" },
    { "model", SPEC_MODELS, .at = AT(models), .at_n = AT(n_models), .doc = "",
      .again = true },
    { "attempts", SPEC_U64, AT(attempts), .flag = "attempts", .letter = 'k',
      .value = "K", .init = "1", .least = 1, .most = LIMIT_ATTEMPTS,
      .doc = "tries of each problem" },
    { "decoding", SPEC_GROUP, AT(decoding), .options = true,
      .doc = "how they answer", .group = spec_decoding_fields },
    { "prompt", SPEC_GROUP, AT(prompt), .options = true,
      .doc = "what goes around a problem", .group = prompt_fields },

    { "judge", SPEC_GROUP, 0, .options = true, .doc = "by which rules",
      .group = judge_fields, .head = "how it is judged" },

    { "store", SPEC_TEXT, AT(store), .flag = "store", .value = "FILE",
      .unhashed = true, .none = "$ASSAY_STORE, or assay.db",
      .doc = "journal and runs", .head = "where" },
    { 0 },
};

const struct spec_table run_spec_table = { .what = "the spec of a run",
                                           .fields = fields,
                                           .size = sizeof(struct run_spec) };

bool run_spec_check(const struct run_spec *s, struct err *e)
{
    if (!s->problems)
        return err_set(e, ERR_USAGE,
                       "name one problem file, or - for standard input, or a "
                       "spec with \"problems\"");
    if (!s->n_models)
        return err_set(e, ERR_USAGE,
                       "name a model: --model openai:NAME, anthropic:NAME, "
                       "URL#NAME, replay:FILE or planted:FILE");
    if (s->prompt.shots && !s->prompt.fewshot)
        return err_set(e, ERR_USAGE, "--shots goes with --fewshot FILE");
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
                                   .profile = profile };
    return true;
}
