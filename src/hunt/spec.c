/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The fields of a hunt's spec, their options and defaults, and what must go
 * together.
 */
#include "hunt/spec.h"
#include "base/limits.h"
#include "hunt/prompt.h"
#include "problem/concept.h"

/*
 * Combinations and probability stand in families of their own as well as
 * together, so that the pair is weak and neither of its parts is.
 */
const char spec_demo[] =
    "# A made-up target that fails where this file says, and nowhere "
    "else.\nseed: demo\nbase: 0.05\nweak:\n  - {concepts: [Chinese remainder "
    "theorem], fail: 0.75}\n  - {concepts: [Combinations, Basic probability], "
    "fail: 0.85}\n  - {factor: words, above: 120, fail: 0.7}\n";

/* ---- fields ---- */

#define AT(f)    offsetof(struct hunt_spec, f)
#define LIST(f)  .at = AT(f), .at_n = AT(n_##f)
#define PROBE(f) offsetof(struct probe_options, f)
#define SCORE(f) offsetof(struct score_options, f)
#define PROP(f)  offsetof(struct propose_options, f)
#define INFER(f) offsetof(struct infer_options, f)
#define WORD(f)  offsetof(struct domain, f)

static const char *const knobs[] = { "wording", "distractors", "digits",
                                     "steps", NULL };

static bool is_knob(const char *name)
{
    return str_is_one(name, knobs, 4);
}

static const struct spec_field probe_fields[] = {
    { "singles", SPEC_SIZE, PROBE(singles), .doc = "problems of each family",
      .most = 1e5 },
    { "pairs", SPEC_SIZE, PROBE(pairs), .doc = "pairs of families",
      .most = 1e5 },
    { "pair_problems", SPEC_SIZE, PROBE(pair_problems),
      .doc = "problems of each pair", .most = 1e5 },
    { "levels", SPEC_SIZE, PROBE(range.levels), .flag = "levels", .least = 1,
      .most = 100, .none = "all", .usual = "all; 1 without --target",
      .doc = "use only the N lowest levels, also for fresh problems" },
    { "fixed", SPEC_NAMES, PROBE(range.fixed), .at_n = PROBE(range.n_fixed),
      .doc = "knobs that keep their defaults, in the benchmark and in fresh "
             "problems",
      .words = knobs, .knows = is_knob,
      .known = "choose wording, distractors, digits or steps, or write all" },
    { "stages", SPEC_SIZE, PROBE(stages),
      .doc = "2: one attempt first, more attempts for open hypotheses",
      .least = 1, .most = 2 },
    { 0 },
};

static const struct spec_field outcomes_fields[] = {
    { "file", SPEC_PATH, AT(outcomes_file), .flag = "outcomes",
      .doc = "results of another tool: JSONL, JSON or CSV" },
    { "outcome", SPEC_TEXT, AT(outcome_field), .flag = "outcome-field",
      .value = "F",
      .doc = "field that says whether the answer is correct; a.b is a nested "
             "field" },
    { "tags", SPEC_TEXT, AT(tags_field), .flag = "tags-field", .value = "F",
      .doc = "field of the tags: an array, or a string separated by ; , or |" },
    { "text", SPEC_TEXT, AT(text_field), .flag = "text-field", .value = "F",
      .none = "statement, problem ...", .doc = "field of the problem's text" },
    { "id", SPEC_TEXT, AT(id_field), .flag = "id-field", .value = "F",
      .none = "id, idx, number", .doc = "field that identifies the problem" },
    { "model", SPEC_TEXT, AT(model_field), .flag = "model-field", .value = "F",
      .none = "model, if rows have it",
      .doc = "field of the model's name; each model is a target" },
    { 0 },
};

/* By place: false, true. */
static const char *const failures[] = { "attempts", "problems", NULL };

static const struct spec_field score_fields[] = {
    { "support", SPEC_SIZE, SCORE(support),
      .doc = "minimum number of problems with and without the concept",
      .least = 1 },
    { "level", SPEC_NUMBER, SCORE(level), .flag = "max-q", .value = "Q",
      .usual = "0.03", .doc = "report hypotheses with a q-value (FDR) up to Q",
      .most = 1, .open = true },
    { "max_q", SPEC_NUMBER, SCORE(level), .flag = "level", .value = "Q",
      .doc = "", .most = 1, .open = true, .again = true },
    { "failure", SPEC_CHOICE, SCORE(total),
      .doc = "what counts as a failure: an attempt, or a problem without a "
             "correct attempt",
      .words = failures, .width = sizeof(bool) },
    { "pairs", SPEC_BOOL, SCORE(pairs), .doc = "try pairs of concepts" },
    { "traits", SPEC_BOOL, SCORE(traits),
      .doc = "try traits: number of words, level ..." },
    { 0 },
};

static const struct spec_field propose_fields[] = {
    { "num_init", SPEC_SIZE, PROP(num_init),
      .doc = "examples shown in the first round", .least = 1 },
    { "init_batch_size", SPEC_SIZE, PROP(init_batch_size),
      .doc = "examples per call in the first round; must divide num_init",
      .least = 1 },
    { "init_hypotheses_per_batch", SPEC_SIZE, PROP(init_hypotheses_per_batch),
      .doc = "hypotheses requested per call in the first round", .least = 1 },
    { "k", SPEC_SIZE, PROP(k), .doc = "best entries tried on each example",
      .least = 1 },
    { "alpha", SPEC_NUMBER, PROP(alpha), .doc = "weight of exploration",
      .most = 1e6 },
    { "num_wrong_scale", SPEC_NUMBER, PROP(num_wrong_scale),
      .doc = "an example is hard if this share of k is wrong", .most = 1 },
    { "update_batch_size", SPEC_SIZE, PROP(update_batch_size),
      .doc = "number of hard examples that starts an update", .least = 1 },
    { "num_hypotheses_to_update", SPEC_SIZE, PROP(num_hypotheses_to_update),
      .doc = "calls per update" },
    { "update_hypotheses_per_batch", SPEC_SIZE,
      PROP(update_hypotheses_per_batch),
      .doc = "hypotheses requested per call of an update", .least = 1 },
    { "max_num_hypotheses", SPEC_SIZE, PROP(max_num_hypotheses),
      .doc = "size of the bank", .least = 1 },
    { "only_best_hypothesis", SPEC_BOOL, PROP(only_best_hypothesis),
      .doc = "keep only the best hypothesis of an update" },
    { "save_every_n_examples", SPEC_SIZE, PROP(save_every_n_examples),
      .doc = "write the bank after every N examples", .least = 1 },
    { "num_train", SPEC_SIZE, PROP(num_train), .none = "all",
      .doc = "examples shown" },
    { "epochs", SPEC_SIZE, PROP(epochs), .doc = "passes over the examples",
      .least = 1, .most = 1000 },
    { "held_out", SPEC_BOOL, PROP(held_out),
      .doc = "score hypotheses only on examples that they were not made from" },
    { "fresh_bonus", SPEC_BOOL, PROP(fresh_bonus),
      .doc = "use the current step in the exploration bonus of every entry" },
    { "by_claim", SPEC_BOOL, PROP(by_claim),
      .doc = "hypotheses with the same concepts are one entry" },
    { "blind", SPEC_BOOL, PROP(blind), .doc = "the judge sees no solution" },
    { "balance", SPEC_BOOL, PROP(balance),
      .doc = "show failures and successes alternately" },
    { "balanced", SPEC_BOOL, PROP(balanced),
      .doc = "rank and reward by balanced accuracy" },
    { "failures", SPEC_SIZE, PROP(failures),
      .doc = "show all failures if there are at most N" },
    { "by_tags", SPEC_BOOL, PROP(by_tags),
      .doc = "use tags to decide where an entry applies" },
    { "again", SPEC_UNSIGNED, PROP(again),
      .doc = "ask again for unknown concepts", .most = 100 },
    { 0 },
};

static const struct spec_field domain_fields[] = {
    { "example", SPEC_TEXT, WORD(example), .none = "problem",
      .doc = "word for one example" },
    { "examples", SPEC_TEXT, WORD(examples), .none = "the word with s",
      .doc = "plural of that word" },
    { "task", SPEC_TEXT, WORD(task), .none = "solve",
      .doc = "what the model has to do with an example" },
    { "labels", SPEC_TEXTS, WORD(labels), .at_n = WORD(n_labels),
      .doc = "all possible answers, if answers are labels; none: as the keys "
             "of the benchmark" },
    { 0 },
};

static const struct spec_field infer_fields[] = {
    { "strategy", SPEC_CHOICE, INFER(strategy),
      .doc = "or filter-and-weight, one-step, two-step, "
             "multiple-hypotheses",
      .words = infer_names },
    { "k", SPEC_SIZE, INFER(k), .doc = "number of entries, chosen by weight",
      .least = 1 },
    { "hypotheses", SPEC_SIZE, INFER(hypotheses),
      .doc = "hypotheses in an adaptive prompt", .least = 1 },
    { "examples", SPEC_SIZE, INFER(examples),
      .doc = "correctly predicted examples shown for each hypothesis" },
    { "similarity", SPEC_NUMBER, INFER(similarity),
      .doc = "hypotheses with a cosine above this count as equal", .most = 1 },
    { 0 },
};

/* What "all" means: those of `taxonomies`, in their order. */
static const char *const granularities[] = {
    "high", "mid", "low", "extremely-low", "baseline", NULL
};

/* Spelled as people do. */
static bool is_granularity(const char *name)
{
    return taxonomy_find(name) != NULL;
}

static const struct spec_field fields[] = {
    { "targets", SPEC_MODELS, LIST(targets), .flag = "target", .letter = 'm',
      .init = "student",
      .doc = "the model to test, named as in `assay run`; may be repeated; "
             "demo is a simulated model with known weaknesses",
      .head = "target" },
    { "target", SPEC_MODELS, LIST(targets), .flag = "model", .doc = "",
      .again = true },
    { "attempts", SPEC_U64, AT(attempts), .flag = "attempts", .letter = 'k',
      .value = "K", .init = "3", .usual = "3; 1 without --target", .least = 1,
      .most = LIMIT_ATTEMPTS, .doc = "attempts at each problem" },
    { "strict", SPEC_BOOL, AT(strict), .flag = "strict",
      .doc = "count strict verdicts" },
    { "decoding", SPEC_GROUP, AT(decoding), .options = true,
      .doc = "decoding of the target", .group = spec_decoding_fields },

    { "benchmark", SPEC_PATH, AT(benchmark), .flag = "benchmark",
      .init = "probe", .needed = true, .word = "probe",
      .doc = "benchmark to ask: a file that `assay import` reads, or probe, "
             "the built-in one",
      .head = "benchmark" },
    { "as", SPEC_TEXT, AT(as), .flag = "as", .value = "FORMAT",
      .none = "detected", .doc = "format of the public dataset" },
    { "limit", SPEC_SIZE, AT(limit), .flag = "limit", .least = 1,
      .most = LIMIT_RUN_PROBLEMS, .none = "all",
      .doc = "use only the first N problems" },
    { "probe", SPEC_GROUP, AT(probe), .options = true,
      .doc = "the built-in benchmark", .group = probe_fields },
    { "outcomes", SPEC_GROUP, 0, .options = true,
      .doc = "results of another tool instead of a benchmark",
      .group = outcomes_fields },

    { "granularity", SPEC_NAMES, LIST(granularities), .flag = "granularity",
      .init = "high",
      .doc = "taxonomies of concepts: high, mid, low, extremely-low (from fine "
             "to coarse), baseline (a list of skills), or all",
      .head = "concepts", .words = granularities, .knows = is_granularity,
      .known =
          "choose high, mid, low, extremely-low or baseline, or write all; "
          "for a file of your own, use --taxonomy" },
    { "taxonomy", SPEC_PATH, AT(taxonomy), .flag = "taxonomy",
      .doc = "YAML file of your own taxonomy" },
    { "tagger", SPEC_MODEL, AT(tagger), .flag = "tagger",
      .doc = "model that tags the problems with concepts" },
    { "tags_most", SPEC_SIZE, AT(tags_most), .init = "4", .least = 1,
      .most = LIMIT_CONCEPTS, .doc = "maximum number of tags of one problem" },
    { "domain", SPEC_GROUP, AT(domain), .doc = "words used in prompts",
      .group = domain_fields },
    { "prompts", SPEC_OBJECT, AT(domain.prompts),
      .doc = "replacements of prompts, by name; --print-prompts shows all "
             "prompts" },

    { "hypothesizer", SPEC_MODELS, LIST(hypothesizers), .flag = "hypothesizer",
      .value = "H", .init = "exact",
      .doc = "what proposes hypotheses: exact (all concepts, pairs and traits "
             "are tried; no model is asked) or llm:MODEL; may be repeated",
      .head = "hypotheses" },
    { "top", SPEC_SIZE, AT(top), .init = "15", .least = 1,
      .doc = "hypotheses to keep from a model" },
    { "score", SPEC_GROUP, AT(score), .doc = "the exact hypothesizer",
      .group = score_fields, .options = true },
    { "propose", SPEC_GROUP, AT(propose),
      .doc = "settings of HypoGeniC, under its own names",
      .group = propose_fields },
    { "task", SPEC_PATH, AT(task), .flag = "task",
      .doc = "a config.yaml of HypoGeniC, a published program; if it has its "
             "own training data, that task is run instead of a hunt" },
    { "fields", SPEC_OBJECT, AT(fields),
      .doc = "fields for the task's placeholders: {problems: statement, "
             "answers: reply}; null: fields of the same name" },
    { "labels", SPEC_TEXTS, LIST(labels),
      .doc = "the task's labels for failed and solved: [wrong, correct]; none:"
             " those of its prompts" },
    { "infer", SPEC_GROUP, AT(infer), .doc = "inference with hypotheses",
      .group = infer_fields },
    { "propose_decoding", SPEC_GROUP, AT(propose_decoding),
      .doc = "decoding of the hypothesizer", .group = spec_decoding_fields },

    { "generator", SPEC_MODELS, LIST(generators), .flag = "generator",
      .value = "G", .init = "families",
      .doc = "what makes fresh problems: families, llm (the target) or "
             "llm:MODEL; may be repeated",
      .head = "targeted problems" },
    { "key_models", SPEC_MODELS, LIST(key_models), .flag = "key-model",
      .doc =
          "model that computes the keys of problems that another model wrote; "
          "may be repeated" },
    { "write_decoding", SPEC_GROUP, AT(write_decoding),
      .doc = "decoding of the writer", .group = spec_decoding_fields },
    { "key_decoding", SPEC_GROUP, AT(key_decoding),
      .doc = "decoding of key models", .group = spec_decoding_fields },
    { "paraphrase", SPEC_MODEL, AT(paraphrase), .flag = "paraphrase",
      .doc = "model that rewords failed problems, which are then asked again" },
    { "paraphrase_most", SPEC_SIZE, AT(paraphrase_most), .init = "100",
      .least = 1, .most = 1e6, .doc = "maximum number of reworded problems" },

    { "chosen", SPEC_SIZE, AT(chosen), .init = "8",
      .doc = "maximum number of measured hypotheses for each granularity",
      .head = "measurement" },
    { "best_anyway", SPEC_BOOL, AT(best_anyway),
      .doc = "measure the best hypotheses even if none is reported" },
    { "problems", SPEC_SIZE, AT(problems), .flag = "problems", .least = 1,
      .most = 1e6, .none = "by width",
      .usual = "by --width; 20 without --target",
      .doc = "fresh problems for each hypothesis" },
    { "width", SPEC_NUMBER, AT(width), .flag = "width", .value = "W",
      .init = "0.2", .most = 1, .open = true,
      .doc =
          "make as many problems as needed for a 95 % interval of this width" },
    { "problems_most", SPEC_SIZE, AT(problems_most), .init = "200", .least = 1,
      .most = 1e6, .doc = "maximum number of problems for that width" },
    { "controls", SPEC_BOOL, AT(controls), .flag = "no-controls", .off = true,
      .init = "true",
      .doc = "measure matched controls; without them the cause is "
             "unknown" },
    { "control_problems", SPEC_SIZE, AT(control_problems), .init = "40",
      .least = 1, .most = 1e6, .doc = "problems of each control set" },

    { "seed", SPEC_SEED, AT(seed), .flag = "seed", .letter = 's', .init = "1",
      .needed = true, .doc = "seed of all random choices", .head = "output" },
    { "store", SPEC_TEXT, AT(store), .flag = "store", .value = "FILE",
      .unhashed = true, .none = "$ASSAY_STORE, or assay.db",
      .doc = "database of calls and runs" },
    { "out", SPEC_TEXT, AT(out), .flag = "output", .letter = 'o',
      .value = "OUT", .init = "hunt", .needed = true, .unhashed = true,
      .doc = "output folder" },
    { 0 },
};

void spec_set_seed(struct hunt_spec *s, const char *seed)
{
    s->seed = seed;
    s->probe.seed = seed;
    s->propose.seed = seed;
    s->infer.seed = seed;
}

static void part_defaults(void *spec)
{
    struct hunt_spec *s = spec;

    s->probe = probe_defaults;
    s->score = score_defaults;
    s->propose = propose_defaults;
    s->infer = infer_defaults;
    spec_set_seed(s, s->seed);
}

/* One seed for all; and a file of outcomes without targets has none. */
static void spec_after(const struct json *v, void *spec)
{
    const struct json *file = json_get(json_get(v, "outcomes"), "file");
    struct hunt_spec *s = spec;

    if (json_string(file) && !json_get(v, "targets") && !json_get(v, "target"))
        s->n_targets = 0;
    spec_set_seed(s, s->seed);
}

const struct spec_table hunt_table = { .what = "a spec",
                                       .fields = fields,
                                       .size = sizeof(struct hunt_spec),
                                       .defaults = part_defaults,
                                       .after = spec_after };

/* ---- what it says ---- */

const char *spec_first_llm(const struct hunt_spec *s)
{
    for (size_t i = 0; i < s->n_hypothesizers; i++)
        if (spec_llm(s->hypothesizers[i]))
            return spec_llm(s->hypothesizers[i]);
    return NULL;
}

/* Nobody named it: the list is the table's own. */
static bool is_default_target(const struct hunt_spec *s)
{
    return s->n_targets == 1 && s->targets == &fields[0].init;
}

void spec_settle_targets(struct hunt_spec *s)
{
    if (s->outcomes_file && is_default_target(s))
        s->n_targets = 0;
}

bool spec_has_targets(const struct hunt_spec *s)
{
    return s->n_targets &&
           !(s->outcomes_file &&
             (is_default_target(s) ||
              (s->n_targets == 1 && str_eq(s->targets[0], SPEC_DEMO))));
}

/* ---- what must go together ---- */

static bool check_outcomes(const struct hunt_spec *s, struct err *e)
{
    if (!s->outcomes_file && (s->outcome_field || s->tags_field ||
                              s->text_field || s->id_field || s->model_field))
        return err_set(e, ERR_DOMAIN,
                       "--outcome-field and the other fields of outcomes need "
                       "--outcomes FILE");
    if (s->outcomes_file && !s->outcome_field)
        return err_set(e, ERR_DOMAIN,
                       "--outcomes needs --outcome-field: "
                       "name the field that says whether a row is correct, "
                       "such as \"correct\" or \"results.model\"");
    if (s->n_targets == 0 && !s->outcomes_file)
        return err_set(e, ERR_DOMAIN,
                       "\"targets\" is empty: name a model, such as "
                       "openai:NAME, or \"outcomes.file\"");
    return true;
}

static bool check_granularity(const struct hunt_spec *s, struct err *e)
{
    if (s->n_granularities || s->taxonomy || s->tags_field)
        return true;
    return err_set(e, ERR_DOMAIN,
                   "\"granularity\" is empty: name one (high), or a "
                   "\"taxonomy\"");
}

static bool check_hypothesizers(const struct hunt_spec *s, struct err *e)
{
    if (s->n_hypothesizers == 0)
        return err_set(e, ERR_DOMAIN,
                       "\"hypothesizer\" is empty: name exact or llm:MODEL");
    for (size_t i = 0; i < s->n_hypothesizers; i++) {
        const char *h = s->hypothesizers[i];

        if (!str_eq(h, "exact") && !spec_llm(h))
            return err_set(e, ERR_DOMAIN,
                           "--hypothesizer must be exact or llm:MODEL, such as "
                           "llm:openai:NAME, not \"%.80s\"",
                           h);
    }
    if (s->n_labels && (s->n_labels != 2 || str_eq(s->labels[0], s->labels[1])))
        return err_set(e, ERR_DOMAIN,
                       "\"labels\" must be two words, the task's words for "
                       "failed and for solved, such as [wrong, correct]");
    if (s->propose.num_init % s->propose.init_batch_size)
        return err_set(e, ERR_DOMAIN,
                       "\"propose.init_batch_size\" (%zu) must divide "
                       "\"propose.num_init\" (%zu)",
                       s->propose.init_batch_size, s->propose.num_init);
    return true;
}

bool spec_is_writer(const char *generator)
{
    return str_eq(generator, "llm") || spec_llm(generator);
}

size_t spec_writers(const struct hunt_spec *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_generators; i++)
        n += spec_is_writer(s->generators[i]);
    return n;
}

bool spec_has_families(const struct hunt_spec *s)
{
    return str_is_one("families", s->generators, s->n_generators);
}

bool spec_is_foreign(const struct hunt_spec *s)
{
    const struct domain *d = &s->domain;
    bool named = d->example || d->examples || d->task || d->n_labels;

    if (s->outcomes_file)
        return named || (!s->n_granularities && !s->taxonomy);
    return named && !str_eq(s->benchmark, "probe");
}

bool spec_refuse_families(const struct hunt_spec *s, const char *what,
                          struct err *e)
{
    if (!spec_has_families(s) || !s->chosen || !spec_has_targets(s))
        return true;
    return err_set(
        e, ERR_DOMAIN,
        "\"generator: families\" makes only mathematics, but %s; let a model "
        "write fresh problems (\"generator: llm:MODEL\" with two "
        "\"key_models\"), or measure nothing (\"chosen: 0\")",
        what);
}

/* What answers to the items of a file look like is known if they are labels, or
 * if nothing says that they are no mathematics. */
static bool spec_check_labels(const struct hunt_spec *s, struct err *e)
{
    const struct domain *d = &s->domain;

    if (!spec_writers(s) || d->n_labels >= 2)
        return d->n_labels != 1 ||
               err_set(e, ERR_DOMAIN,
                       "\"domain.labels\" has only one label; name all labels");
    if (d->n_labels == 1 || (s->outcomes_file && spec_is_foreign(s)))
        return err_set(e, ERR_DOMAIN,
                       "a writer must know what answers to \"outcomes.file\" "
                       "look like: name all labels in \"domain.labels\", such "
                       "as [billing, shipping], and the task in "
                       "\"domain.task\", or leave \"generator\" out");
    return true;
}

static bool check_generator(const struct hunt_spec *s, struct err *e)
{
    if (s->n_generators == 0)
        return err_set(e, ERR_DOMAIN,
                       "\"generator\" is empty: name families, llm or "
                       "llm:MODEL");
    for (size_t i = 0; i < s->n_generators; i++) {
        const char *g = s->generators[i];

        if (!spec_is_writer(g) && !str_eq(g, "families"))
            return err_set(e, ERR_DOMAIN,
                           "--generator must be families, llm (the target "
                           "itself) or llm:MODEL, not \"%.80s\"",
                           g);
        if (spec_is_writer(g) && s->n_key_models < 2)
            return err_set(
                e, ERR_DOMAIN,
                "\"generator\" %.40s needs at least 2 \"key_models\": "
                "a written problem has no key until they agree on it",
                g);
    }
    if (spec_is_foreign(s) &&
        !spec_refuse_families(s,
                              "\"domain\" or \"granularity: []\" says that "
                              "this is not mathematics",
                              e))
        return false;
    return spec_check_labels(s, e);
}

/* A task has prompts of its own. */
static bool spec_check_prompts(const struct hunt_spec *s, struct err *e)
{
    if (!prompts_check(&s->domain, e))
        return false;
    for (size_t i = 0; s->task && i < prompt_table_n; i++)
        if (prompt_table[i].template &&
            json_get(s->domain.prompts, prompt_table[i].name))
            return err_set(e, ERR_DOMAIN,
                           "\"prompts.%s\" replaces a prompt of the file of "
                           "\"task\"; change it there (prompt_templates.%s)",
                           prompt_table[i].name, prompt_table[i].template);
    return true;
}

bool spec_check(const struct hunt_spec *s, struct err *e)
{
    return spec_table_check(&hunt_table, s, e) && check_outcomes(s, e) &&
           check_granularity(s, e) && check_hypothesizers(s, e) &&
           check_generator(s, e) && spec_check_prompts(s, e) &&
           spec_decoding_check("decoding", &s->decoding, e) &&
           spec_decoding_check("propose_decoding", &s->propose_decoding, e) &&
           spec_decoding_check("write_decoding", &s->write_decoding, e) &&
           spec_decoding_check("key_decoding", &s->key_decoding, e);
}
