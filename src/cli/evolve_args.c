/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The command line of `assay evolve`: one table, which is also its help.
 */
#include "cli/evolve_options.h"
#include "cli/threads.h"
#include "model/server/pool.h"

void evolve_flags_init(struct evolve_flags *f)
{
    struct vec texts = { .size = sizeof(const char *) };

    *f = (struct evolve_flags){
        .send = { .models = texts,
                  .stop = texts,
                  .headers = texts,
                  .attempts = UINT64_MAX,
                  .limit = UINT64_MAX,
                  .concurrency = pool_defaults.concurrency,
                  .retries = pool_defaults.retries },
        .without = texts,
        .level = UINT64_MAX,
        .population = UINT64_MAX,
        .variables = UINT64_MAX,
        .generations = UINT64_MAX,
    };
}

void evolve_flags_clear(struct evolve_flags *f)
{
    vec_clear(&f->send.models);
    vec_clear(&f->send.stop);
    vec_clear(&f->send.headers);
    vec_clear(&f->without);
}

int evolve_read_args(const struct command *self, int argc, char **argv,
                     struct evolve_flags *f, struct args *args)
{ /* long: one table of options */
    struct run_options *r = &f->send;
    const struct option options[] = {
        { "population", 'n', OPTION_COUNT, &f->population, "N",
          "problems (300)" },
        { "families", 0, OPTION_TEXT, &f->families, "LIST",
          "evolve problems of these concept families, not seeds" },
        { "level", 0, OPTION_COUNT, &f->level, "L", "of the families (1)" },
        { "variables", 0, OPTION_COUNT, &f->variables, "N",
          "of a seed, and as many equations (5)" },
        { "range", 0, OPTION_TEXT, &f->range, "LO..HI",
          "values of its variables (1..20)" },
        { "theme", 0, OPTION_TEXT, &f->theme, "NAME",
          "what the variables are (any)" },
        { "as", 0, OPTION_TEXT, &r->as, "READER",
          "which public set DATASET is, where it is not found" },
        { "limit", 0, OPTION_COUNT, &r->limit, "N",
          "only its first N problems" },
        { "same-numbers", 0, OPTION_FLAG, &f->same_numbers, NULL,
          "leave the numbers and names of DATASET as they are" },

        { "generations", 'g', OPTION_COUNT, &f->generations, "G",
          "what is rejected evolves again (2)" },
        { "without", 0, OPTION_MANY, &f->without, "KIND",
          "leave out fm (mutations of conditions), lm (of\n"
          "words) or co (crossover); may be given again" },
        { "operators", 0, OPTION_TEXT, &f->operators, "LIST",
          "just these, in this order" },
        { "writer", 0, OPTION_TEXT, &f->writer, "M",
          "a model that writes texts, which are checked" },
        { "referee", 0, OPTION_TEXT, &f->referee, "M",
          "a model that rates texts, 0 to 10" },
        { "features", 0, OPTION_TEXT, &f->features, "SET",
          "own, or paper: as published (own)" },
        { "weights", 0, OPTION_TEXT, &f->weights, "FILE",
          "what --calibrate wrote" },
        { "threshold", 0, OPTION_TEXT, &f->threshold, "X",
          "scores below it are rejected (-0.5)" },
        { "percentile", 0, OPTION_TEXT, &f->percentile, "P",
          "and the worst share by any feature (1%)" },
        { "calibrate", 0, OPTION_TEXT, &f->calibrate, "RUN",
          "weights from a run of the store, and nothing else;\n"
          "-o FILE keeps them" },

        { "model", 'm', OPTION_MANY, &r->models, "M",
          "a model to ask, as `assay run` names them; may be\n"
          "given again" },
        { "attempts", 'k', OPTION_COUNT, &r->attempts, "K",
          "tries of each problem (1)" },
        { "settings", 0, OPTION_FLAG, &f->settings, NULL,
          "make the five settings also when nobody is asked" },
        { "temperature", 't', OPTION_TEXT, &r->temperature, "T",
          "decoding of models; what is not given is not sent" },
        RUN_DECODING_OPTIONS(r),
        RUN_STAGES_OPTIONS(r),
        RUN_SENDING_OPTIONS(r),
        { "budget", 0, OPTION_TEXT, &r->budget, "B",
          "of all models together: stop when it is spent: $5,\n"
          "2Mtokens" },
        RUN_PRICES_OPTION(r),

        { "seed", 0, OPTION_TEXT, &f->seed, "S", "of all that is drawn (1)" },
        RUN_STORE_OPTION(r),
        { "out", 'o', OPTION_TEXT, &f->out, "OUT",
          "folder for what is made (evolve)" },
        { "force", 0, OPTION_FLAG, &f->force, NULL,
          "replace what another evolution left there" },
        { "print-spec", 0, OPTION_FLAG, &f->print_spec, NULL,
          "print the whole spec as YAML; nothing is made" },
        { "dry-run", 0, OPTION_FLAG, &f->dry_run, NULL,
          "tell what would be asked and what it costs; nobody is\n"
          "asked, nothing is written" },
        { "markdown", 0, OPTION_FLAG, &f->markdown, NULL,
          "tables in Markdown" },
        { "json", 0, OPTION_FLAG, &f->json, NULL,
          "the summary and tables as JSON" },
        THREADS_OPTION(&r->threads),
        { 0 },
    };

    return args_read(self, options, argc, argv, args);
}
