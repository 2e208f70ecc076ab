/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The command line of `assay run`: one table, which is also its help.
 */
#include "cli/run_parts.h"
#include "cli/threads.h"

int run_read_args(const struct command *self, int argc, char **argv,
                  struct run_options *r, struct args *args)
{ /* long: one table of options */
    const struct option options[] = {
        { "model", 'm', OPTION_MANY, &r->models, "M",
          "a model to ask; may be given again" },
        { "attempts", 'k', OPTION_COUNT, &r->attempts, "K",
          "tries of each problem (1)" },
        { "limit", 0, OPTION_COUNT, &r->limit, "N",
          "only the first N problems" },
        { "as", 0, OPTION_TEXT, &r->as, "READER",
          "which public set PROBLEMS is, where it is not found" },

        { "temperature", 't', OPTION_TEXT, &r->temperature, "T",
          "decoding; what is not given is not sent" },
        RUN_DECODING_OPTIONS(r),
        { "seed", 0, OPTION_TEXT, &r->seed, "N",
          "of the first attempt; the k-th gets N + k - 1" },
        { "stop", 0, OPTION_MANY, &r->stop, "TEXT",
          "end the reply there; may be given again" },
        { "reasoning-effort", 0, OPTION_TEXT, &r->effort, "E",
          "low, medium, high ..." },
        { "extra", 0, OPTION_TEXT, &r->extra, "JSON",
          "an object merged into each request" },
        { "header", 'H', OPTION_MANY, &r->headers, "LINE",
          "\"Name: value\" sent along; never stored" },
        { "token-field", 0, OPTION_TEXT, &r->token_field, "NAME",
          "max_tokens or max_completion_tokens" },
        { "key-env", 0, OPTION_TEXT, &r->key_env, "VAR",
          "the variable that holds the key of URL#NAME" },
        { "system", 0, OPTION_TEXT, &r->system, "FILE", "system prompt" },
        { "template", 0, OPTION_TEXT, &r->template, "FILE",
          "prompt with {{statement}} in it" },
        { "fewshot", 0, OPTION_TEXT, &r->fewshot, "FILE",
          "solved problems to go before" },
        { "shots", 0, OPTION_COUNT, &r->shots, "N", "how many of them (all)" },

        RUN_SENDING_OPTIONS(r),
        { "budget", 0, OPTION_TEXT, &r->budget, "B",
          "stop before more is spent: $5, 2Mtokens" },
        RUN_PRICES_OPTION(r),
        { "only", 0, OPTION_TEXT, &r->only, "WHAT",
          "ask again what ended truncated or in an error in an\n"
          "earlier run, and take the rest over from it" },
        { "of", 0, OPTION_TEXT, &r->of, "RUN",
          "that run (the newest of the same problems, models\n"
          "and attempts)" },
        { "regrade", 0, OPTION_TEXT, &r->regrade, "RUN",
          "judge a run's replies again; nobody is asked" },
        { "dry-run", 'n', OPTION_FLAG, &r->dry_run, NULL,
          "tell what would be asked, and estimate its cost" },
        RUN_STORE_OPTION(r),

        { "strict", 0, OPTION_FLAG, &r->strict, NULL,
          "count by the strict reading of the rules" },
        { "tolerance", 0, OPTION_TEXT, &r->tolerance, "T",
          "numbers this near count as equal: 0.01, 1%" },
        { "digits", 0, OPTION_COUNT, &r->digits, "N",
          "significant digits of a rounded answer (6)" },
        { "convention", 0, OPTION_TEXT, &r->convention, "NAME",
          "paper: Mathador as Mathador-LM grades it" },

        { "by", 0, OPTION_TEXT, &r->by, "LIST",
          "groups to show: family, level, concept, kind, a knob,\n"
          "or a field of the source" },
        { "json", 0, OPTION_FLAG, &r->json, NULL, "JSON, not tables" },
        { "csv", 0, OPTION_FLAG, &r->csv, NULL, "CSV, not tables" },
        { "markdown", 0, OPTION_FLAG, &r->markdown, NULL,
          "tables in Markdown" },
        { "junit", 0, OPTION_TEXT, &r->junit, "FILE",
          "write JUnit XML as well" },
        { "min-accuracy", 0, OPTION_TEXT, &r->min_accuracy, "P",
          "exit 1 when a model is below: 0.7 or 70%" },
        { "facts", 0, OPTION_TEXT, &r->facts, "FILE",
          "YAML: size and scores of models, for Mathador" },
        THREADS_OPTION(&r->threads),
        { 0 },
    };

    return args_read(self, options, argc, argv, args);
}
