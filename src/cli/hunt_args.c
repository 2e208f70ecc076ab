/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The command line of `assay hunt`: one table, which is also its help.
 */
#include "cli/hunt_options.h"
#include "cli/threads.h"
#include "model/server/pool.h"

void hunt_flags_init(struct hunt_flags *f)
{
    struct vec texts = { .size = sizeof(const char *) };

    *f = (struct hunt_flags){
        .send = { .models = texts,
                  .stop = texts,
                  .headers = texts,
                  .attempts = UINT64_MAX,
                  .limit = UINT64_MAX,
                  .concurrency = pool_defaults.concurrency,
                  .retries = pool_defaults.retries },
        .targets = texts,
        .hypothesizers = texts,
        .key_models = texts,
        .problems = UINT64_MAX,
    };
}

void hunt_flags_clear(struct hunt_flags *f)
{
    vec_clear(&f->send.models);
    vec_clear(&f->send.stop);
    vec_clear(&f->send.headers);
    vec_clear(&f->targets);
    vec_clear(&f->hypothesizers);
    vec_clear(&f->key_models);
}

int hunt_read_args(const struct command *self, int argc, char **argv,
                   struct hunt_flags *f, struct args *args)
{ /* long: one table of options */
    struct run_options *r = &f->send;
    const struct option options[] = {
        { "target", 0, OPTION_MANY, &f->targets, "M",
          "the model to hunt, as `assay run` names them; may be\n"
          "given again (demo: a planted one that ships along)" },
        { "benchmark", 0, OPTION_TEXT, &f->benchmark, "FILE",
          "problems to fail on: a file that `assay import` reads,\n"
          "or probe, the built-in one (probe)" },
        { "as", 0, OPTION_TEXT, &r->as, "READER",
          "which public set FILE is, where it is not found" },
        { "limit", 0, OPTION_COUNT, &r->limit, "N",
          "only its first N problems" },
        { "outcomes", 0, OPTION_TEXT, &f->outcomes, "FILE",
          "results that another tool wrote, instead" },
        { "outcome-field", 0, OPTION_TEXT, &f->outcome_field, "F",
          "where a row of it says correct or wrong: a.b" },
        { "tags-field", 0, OPTION_TEXT, &f->tags_field, "F",
          "where its names stand" },
        { "text-field", 0, OPTION_TEXT, &f->text_field, "F",
          "where the problem's text stands" },
        { "id-field", 0, OPTION_TEXT, &f->id_field, "F",
          "what rows of one problem share" },
        { "attempts", 'k', OPTION_COUNT, &r->attempts, "K",
          "tries of each problem (3)" },

        { "granularity", 0, OPTION_TEXT, &f->granularity, "G",
          "high, mid, low, extremely-low, baseline, several\n"
          "with commas, or all (high)" },
        { "taxonomy", 0, OPTION_TEXT, &f->taxonomy, "FILE",
          "names of your own, YAML" },
        { "tagger", 0, OPTION_TEXT, &f->tagger, "M",
          "a model that tags the problems" },
        { "hypothesizer", 0, OPTION_MANY, &f->hypothesizers, "H",
          "exact, or llm:MODEL; may be given again (exact)" },
        { "faithful", 0, OPTION_FLAG, &f->faithful, NULL,
          "llm: as HypoGeniC does it, without our repairs" },
        { "task", 0, OPTION_TEXT, &f->task, "FILE",
          "a HypoGeniC config.yaml; with train data of its own\n"
          "that task is worked on, not a hunt" },
        { "make-taxonomy", 0, OPTION_TEXT, &f->make_taxonomy, "S",
          "have a model make names from the benchmark and stop:\n"
          "extremely-low, low, mid, high, or how many" },

        { "generator", 0, OPTION_TEXT, &f->generator, "G",
          "who makes fresh problems: families, llm (the target)\n"
          "or llm:MODEL (families)" },
        { "key-model", 0, OPTION_MANY, &f->key_models, "M",
          "solves written problems; may be given again" },
        { "problems", 0, OPTION_COUNT, &f->problems, "N",
          "fresh problems for each hypothesis (by --width)" },
        { "width", 0, OPTION_TEXT, &f->width, "W",
          "as many as bring the 95 % interval to it (0.2)" },
        { "no-controls", 0, OPTION_FLAG, &f->no_controls, NULL,
          "do not ask why: no control sets" },

        { "temperature", 't', OPTION_TEXT, &r->temperature, "T",
          "decoding of targets; what is not given is not sent" },
        RUN_DECODING_OPTIONS(r),
        RUN_STAGES_OPTIONS(r),
        RUN_SENDING_OPTIONS(r),
        { "budget", 0, OPTION_TEXT, &r->budget, "B",
          "of the whole hunt, all models together: stop\n"
          "when it is spent: $5, 2Mtokens" },
        RUN_PRICES_OPTION(r),

        { "seed", 0, OPTION_TEXT, &f->seed, "S", "of all that is drawn (1)" },
        RUN_STORE_OPTION(r),
        { "out", 'o', OPTION_TEXT, &f->out, "OUT",
          "folder for what is found (hunt)" },
        { "force", 0, OPTION_FLAG, &f->force, NULL,
          "replace what another hunt left there" },
        { "print-spec", 0, OPTION_FLAG, &f->print_spec, NULL,
          "print the whole spec as YAML; nobody is asked" },
        { "dry-run", 'n', OPTION_FLAG, &f->dry_run, NULL,
          "tell what would be asked and what it costs; nobody is\n"
          "asked, nothing is written" },
        { "markdown", 0, OPTION_FLAG, &f->markdown, NULL,
          "tables in Markdown" },
        { "json", 0, OPTION_FLAG, &f->json, NULL,
          "hypotheses as JSON, not tables" },
        THREADS_OPTION(&r->threads),
        { 0 },
    };

    return args_read(self, options, argc, argv, args);
}
