/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The table of fields. Comments are what `spec_print` writes behind each, so
 * that a printed spec is its own manual.
 */
#include "base/limits.h"
#include "hunt/spec_int.h"
#include "problem/concept.h"

#define AT(f)    offsetof(struct hunt_spec, f)
#define LIST(f)  .at = AT(f), .at_n = AT(n_##f)
#define PROBE(f) offsetof(struct probe_options, f)
#define SCORE(f) offsetof(struct score_options, f)
#define PROP(f)  offsetof(struct propose_options, f)
#define INFER(f) offsetof(struct infer_options, f)

static const struct spec_field probe_fields[] = {
    { "singles", SPEC_SIZE, PROBE(singles), .doc = "problems of each family",
      .most = 1e5 },
    { "pairs", SPEC_SIZE, PROBE(pairs), .doc = "pairs of families",
      .most = 1e5 },
    { "pair_problems", SPEC_SIZE, PROBE(pair_problems),
      .doc = "problems of each pair", .most = 1e5 },
    { 0 },
};

static const struct spec_field outcomes_fields[] = {
    { "file", SPEC_PATH, AT(outcomes_file),
      .doc = "JSONL, JSON or CSV of another tool" },
    { "outcome", SPEC_TEXT, AT(outcome_field),
      .doc = "field that says correct or wrong: a.b" },
    { "tags", SPEC_TEXT, AT(tags_field),
      .doc = "field with an array of names" },
    { "text", SPEC_TEXT, AT(text_field),
      .doc = "null: statement, problem, text ..." },
    { "id", SPEC_TEXT, AT(id_field),
      .doc = "null: id, idx, or the row's number" },
    { 0 },
};

/* By place: false, true. */
static const char *const failures[] = { "attempts", "problems", NULL };

static const struct spec_field score_fields[] = {
    { "support", SPEC_SIZE, SCORE(support),
      .doc = "least examples in and outside", .least = 1 },
    { "level", SPEC_NUMBER, SCORE(level), .doc = "largest q that is reported",
      .most = 1, .open = true },
    { "folds", SPEC_UNSIGNED, SCORE(folds), .doc = "for held-out figures",
      .least = 2, .most = 1000 },
    { "failure", SPEC_CHOICE, SCORE(total),
      .doc = "attempts, or problems without a right one", .words = failures,
      .width = sizeof(bool) },
    { "pairs", SPEC_BOOL, SCORE(pairs), .doc = "try pairs of names" },
    { "traits", SPEC_BOOL, SCORE(traits),
      .doc = "try bounds of words, level ..." },
    { 0 },
};

static const struct spec_field propose_fields[] = {
    { "num_init", SPEC_SIZE, PROP(num_init), .doc = "examples shown at first",
      .least = 1 },
    { "init_batch_size", SPEC_SIZE, PROP(init_batch_size),
      .doc = "at once; divides num_init", .least = 1 },
    { "init_hypotheses_per_batch", SPEC_SIZE, PROP(init_hypotheses_per_batch),
      .doc = "asked for each time", .least = 1 },
    { "k", SPEC_SIZE, PROP(k), .doc = "best entries tried on each example",
      .least = 1 },
    { "alpha", SPEC_NUMBER, PROP(alpha), .doc = "weight of exploring",
      .most = 1e6 },
    { "num_wrong_scale", SPEC_NUMBER, PROP(num_wrong_scale),
      .doc = "share of k that must be wrong", .most = 1 },
    { "update_batch_size", SPEC_SIZE, PROP(update_batch_size),
      .doc = "hard examples that start an update", .least = 1 },
    { "num_hypotheses_to_update", SPEC_SIZE, PROP(num_hypotheses_to_update),
      .doc = "kept of each update" },
    { "update_hypotheses_per_batch", SPEC_SIZE,
      PROP(update_hypotheses_per_batch), .doc = "asked for each time",
      .least = 1 },
    { "max_num_hypotheses", SPEC_SIZE, PROP(max_num_hypotheses),
      .doc = "size of the bank", .least = 1 },
    { "only_best_hypothesis", SPEC_BOOL, PROP(only_best_hypothesis),
      .doc = "keep the best of an update alone" },
    { "save_every_n_examples", SPEC_SIZE, PROP(save_every_n_examples),
      .doc = "write the bank so often", .least = 1 },
    { "num_train", SPEC_SIZE, PROP(num_train),
      .doc = "examples shown; 0: all" },
    { "epochs", SPEC_SIZE, PROP(epochs), .doc = "times through them",
      .least = 1, .most = 1000 },
    { "held_out", SPEC_BOOL, PROP(held_out),
      .doc = "score on examples not made from" },
    { "fresh_bonus", SPEC_BOOL, PROP(fresh_bonus),
      .doc = "exploring follows t for every entry" },
    { "by_claim", SPEC_BOOL, PROP(by_claim),
      .doc = "same concepts are one entry" },
    { "blind", SPEC_BOOL, PROP(blind), .doc = "the judge sees no solution" },
    { "balance", SPEC_BOOL, PROP(balance),
      .doc = "failures and successes by turns" },
    { "by_tags", SPEC_BOOL, PROP(by_tags),
      .doc = "tags say where an entry holds" },
    { "again", SPEC_UNSIGNED, PROP(again),
      .doc = "ask again for unknown concepts", .most = 100 },
    { 0 },
};

static const struct spec_field infer_fields[] = {
    { "strategy", SPEC_CHOICE, INFER(strategy),
      .doc = "best, filter-and-weight, one-step, two-step",
      .words = infer_names },
    { "k", SPEC_SIZE, INFER(k), .doc = "entries used by weight", .least = 1 },
    { "hypotheses", SPEC_SIZE, INFER(hypotheses),
      .doc = "in an adaptive prompt", .least = 1 },
    { "examples", SPEC_SIZE, INFER(examples),
      .doc = "of each, that it got right" },
    { "similarity", SPEC_NUMBER, INFER(similarity),
      .doc = "above this cosine two are alike", .most = 1 },
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
    { "targets", SPEC_MODELS, LIST(targets),
      .doc = "models; demo: a planted one of assay's", .head = "whom to hunt" },
    { "target", SPEC_MODELS, LIST(targets), .doc = "", .again = true },
    { "attempts", SPEC_U64, AT(attempts), .doc = "at each problem", .least = 1,
      .most = LIMIT_ATTEMPTS },
    { "strict", SPEC_BOOL, AT(strict), .doc = "the strict reading of rules" },
    { "decoding", SPEC_GROUP, AT(decoding), .doc = "how targets answer",
      .group = spec_decoding_fields },

    { "benchmark", SPEC_PATH, AT(benchmark),
      .doc = "probe, or a file of problems", .needed = true, .word = "probe",
      .head = "on what: problems, or outcomes of another tool" },
    { "as", SPEC_TEXT, AT(as), .doc = "the file's reader; null: found" },
    { "limit", SPEC_SIZE, AT(limit), .doc = "the first so many; 0: all",
      .most = LIMIT_RUN_PROBLEMS },
    { "probe", SPEC_GROUP, AT(probe), .doc = "the built-in benchmark",
      .group = probe_fields },
    { "outcomes", SPEC_GROUP, 0, .doc = "then no target is asked at first",
      .group = outcomes_fields },

    { "granularity", SPEC_NAMES, LIST(granularities),
      .doc = "high, mid, low ... or all", .head = "in which words",
      .words = granularities, .knows = is_granularity,
      .known = "granularities are high, mid, low, extremely-low and baseline, "
               "or all of them; a file of your own goes into \"taxonomy\"" },
    { "taxonomy", SPEC_PATH, AT(taxonomy), .doc = "a file of your own" },
    { "tagger", SPEC_MODEL, AT(tagger), .doc = "model that tags; null: none" },
    { "tags_most", SPEC_SIZE, AT(tags_most), .doc = "names for one problem",
      .least = 1, .most = LIMIT_CONCEPTS },

    { "hypothesizer", SPEC_MODELS, LIST(hypothesizers),
      .doc = "exact, llm:MODEL", .head = "hypotheses" },
    { "top", SPEC_SIZE, AT(top), .doc = "kept of a model's bank", .least = 1 },
    { "score", SPEC_GROUP, AT(score), .doc = "the exact one",
      .group = score_fields },
    { "propose", SPEC_GROUP, AT(propose), .doc = "HypoGeniC, by its names",
      .group = propose_fields },
    { "task", SPEC_PATH, AT(task),
      .doc = "a HypoGeniC config.yaml; null: ours" },
    { "infer", SPEC_GROUP, AT(infer), .doc = "a bank put to use",
      .group = infer_fields },
    { "propose_decoding", SPEC_GROUP, AT(propose_decoding),
      .doc = "how the hypothesizer answers", .group = spec_decoding_fields },

    { "generator", SPEC_MODEL, AT(generator),
      .doc = "families, llm or llm:MODEL", .needed = true,
      .head = "targeted problems" },
    { "key_models", SPEC_MODELS, LIST(key_models),
      .doc = "agree on keys of written ones" },
    { "write_decoding", SPEC_GROUP, AT(write_decoding),
      .doc = "how the writer answers", .group = spec_decoding_fields },
    { "key_decoding", SPEC_GROUP, AT(key_decoding),
      .doc = "how key models answer", .group = spec_decoding_fields },

    { "chosen", SPEC_SIZE, AT(chosen),
      .doc = "measured of each granularity, at most",
      .head = "measured difficulty" },
    { "best_anyway", SPEC_BOOL, AT(best_anyway),
      .doc = "also of those not reported" },
    { "problems", SPEC_SIZE, AT(problems), .doc = "for each; 0: by width",
      .most = 1e6 },
    { "width", SPEC_NUMBER, AT(width), .doc = "wanted of the 95 % interval",
      .most = 1, .open = true },
    { "problems_most", SPEC_SIZE, AT(problems_most), .doc = "to get that width",
      .least = 1, .most = 1e6 },
    { "controls", SPEC_BOOL, AT(controls),
      .doc = "neighbours, to compare with" },
    { "control_problems", SPEC_SIZE, AT(control_problems), .doc = "of each set",
      .least = 1, .most = 1e6 },

    { "seed", SPEC_SEED, AT(seed), .doc = "of all that is drawn",
      .needed = true, .head = "the rest" },
    { "store", SPEC_TEXT, AT(store), .doc = "null: $ASSAY_STORE, or assay.db",
      .unhashed = true },
    { "out", SPEC_TEXT, AT(out), .doc = "folder of the report", .needed = true,
      .unhashed = true },
    { 0 },
};

/* One seed for all; and a file of outcomes without targets has none. */
static void after(const struct json *v, void *spec)
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
                                       .after = after };
