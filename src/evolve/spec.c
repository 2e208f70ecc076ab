/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an evolution's spec, their defaults, and what must go
 * together. */
#include "evolve/spec.h"
#include "base/limits.h"
#include "base/vec.h"
#include "evolve/operators/operator.h"
#include "family/choose.h"
#include "family/linear/theme.h"
#include "problem/dataset.h"
#include "run/spec/fields.h"

#include <string.h>

#define VARIABLES 5 /* of a seed, unless it needs more */

#define AT(f)   offsetof(struct evolve_spec, f)
#define LIST(f) .at = AT(f), .at_n = AT(n_##f)

static const char *const set_words[] = { "own", "paper", NULL };
const char *const evolve_kind_words[] = { [OPERATOR_FORMULA] = "fm",
                                          [OPERATOR_TEXT] = "lm",
                                          [OPERATOR_CROSS] = "co",
                                          [OPERATOR_FRESH] = "" };
static const char *const without_words[] = { "fm", "lm", "co", NULL };
static const char *const arm_words[] = { "original", "renumbered", "renamed",
                                         "reworded", "evolved",    NULL };
static const char *const depth_words[] = { "auto", "any", "0", "1", "2",
                                           "3",    "4",   "5", "6", "7",
                                           "8",    "9",   NULL };

static const struct spec_field fields[] = {
    { "source", SPEC_PATH, AT(source), .init = EVOLVE_SEEDS, .needed = true,
      .word = EVOLVE_SEEDS,
      .doc = "\"seeds\", or a file: a public dataset or problems made by "
             "assay",
      .head = "source problems" },
    { "as", SPEC_TEXT, AT(as), .flag = "as", .value = "FORMAT",
      .none = "detected", .doc = "format of the public dataset" },
    { "limit", SPEC_SIZE, AT(limit), .flag = "limit", .least = 1,
      .most = LIMIT_RUN_PROBLEMS, .none = "all",
      .doc = "use only the first N problems" },
    { "families", SPEC_NAMES, LIST(families), .flag = "families",
      .doc = "evolve problems of these families (names, or patterns such as "
             "concept/*) instead of seeds" },
    { "level", SPEC_SIZE, AT(level), .flag = "level", .letter = 'l',
      .value = "L", .init = "1", .least = 1, .most = 100,
      .doc = "level of the families' problems" },
    { "population", SPEC_SIZE, AT(population), .flag = "population",
      .letter = 'n', .init = "300", .least = 1, .most = 100000,
      .doc = "number of problems to evolve (not for a DATASET)" },
    { "variables", SPEC_SIZE, AT(variables), .flag = "variables", .least = 2,
      .most = 10, .none = "5, or as many as depth and distance need",
      .doc = "variables of a seed; it has as many equations" },
    { "depth", SPEC_CHOICE, AT(depth), .flag = "depth", .value = "D",
      .init = "auto", .words = depth_words,
      .doc = "elimination depth of a seed: number of variables that must be "
             "solved together, minus 1; auto: any, but 1 with --distance" },
    { "distance", SPEC_CHOICE, AT(distance), .flag = "distance", .value = "D",
      .init = "any", .words = depth_words + 1,
      .doc = "least number of substitution steps from known values (given, "
             "or solved together) to the asked variable" },
    { "decoy_distance", SPEC_CHOICE, AT(decoy_distance),
      .flag = "decoy-distance", .value = "D", .init = "any",
      .words = depth_words + 1,
      .doc = "distance of misleading conditions from the solution path, in "
             "equations; 0: on the path" },
    { "sparsity", SPEC_SIZE, AT(sparsity), .flag = "sparsity", .init = "2",
      .least = 2, .most = 4,
      .doc = "average number of variables in an equation, 2 to 4: more is "
             "denser" },
    { "low", SPEC_SIZE, AT(low), .init = "1", .least = 1, .most = EVOLVE_HIGH,
      .doc = "smallest value of a variable" },
    { "high", SPEC_SIZE, AT(high), .init = "20", .least = 2,
      .most = EVOLVE_HIGH, .doc = "largest value of a variable" },
    { "theme", SPEC_TEXT, AT(theme), .flag = "theme", .value = "NAME",
      .init = "any", .needed = true,
      .doc = "theme of the variables "
             "(prices, ages ...)" },
    { "fresh", SPEC_BOOL, AT(fresh), .flag = "same-numbers", .off = true,
      .init = "true",
      .doc = "give the problems of a file fresh numbers and "
             "names" },
    { "unchanged", SPEC_BOOL, AT(unchanged), .flag = "keep-unchanged",
      .init = "false",
      .doc = "keep variants that have the same numbers or the same key as "
             "the original" },
    { "certified", SPEC_BOOL, AT(certified), .flag = "certified",
      .init = "false",
      .doc = "use only rows of a public dataset whose key a second, "
             "independent program confirms" },
    { "seed", SPEC_SEED, AT(seed), .flag = "seed", .letter = 's', .init = "1",
      .needed = true, .doc = "seed of all random draws" },

    { "generations", SPEC_SIZE, AT(generations), .flag = "generations",
      .letter = 'g', .value = "G", .init = "2", .least = 1, .most = 10,
      .doc = "number of generations; rejected problems are evolved again",
      .head = "generations and operators" },
    { "without", SPEC_NAMES, LIST(without), .flag = "without",
      .words = without_words,
      .doc = "leave out fm (mutations of conditions), lm (mutations of "
             "wording) or co (crossover); docs/evolve.md explains them" },
    { "operators", SPEC_NAMES, LIST(operators), .flag = "operators",
      .doc = "use only these operators, in this order (default: "
             "approximate-replacement, useless-condition, "
             "misleading-condition, polish, misleading-text, background, "
             "irrelevant-topic, crossover; polish only with --writer)" },
    { "writer", SPEC_MODEL, AT(writer), .flag = "writer",
      .doc = "a model that rewords conditions and writes the added sentences; "
             "every text is checked" },
    { "writer_decoding", SPEC_GROUP, AT(writer_decoding),
      .doc = "how it answers", .group = spec_decoding_fields },

    { "features", SPEC_CHOICE, AT(features), .flag = "features",
      .value = "own|paper", .init = "own", .words = set_words,
      .doc = "features of the fitness score: own (measured on the structure) "
             "or paper (as published; docs/evolve.md)",
      .head = "fitness and selection" },
    { "weights", SPEC_PATH, AT(weights), .flag = "weights",
      .none = "the built-in weights",
      .doc = "a file of weights that "
             "--calibrate wrote" },
    { "referee", SPEC_MODEL, AT(referee), .flag = "referee",
      .doc = "a model that rates how hard a problem's text is to follow, from "
             "0 to 10" },
    { "referee_decoding", SPEC_GROUP, AT(referee_decoding),
      .doc = "how it answers", .group = spec_decoding_fields },
    { "threshold", SPEC_NUMBER, AT(threshold), .flag = "threshold",
      .init = "-0.5", .least = -100, .most = 100,
      .doc = "problems with lower scores are rejected" },
    { "percentile", SPEC_NUMBER, AT(percentile), .flag = "percentile",
      .value = "P", .init = "0.01", .most = 0.5,
      .doc = "also reject this fraction of the problems at the easy end of "
             "each feature" },

    { "models", SPEC_MODELS, LIST(models), .flag = "model", .letter = 'm',
      .doc = "a model to ask, named as in `assay run`; may be repeated",
      .head = "models" },
    { "model", SPEC_MODELS, LIST(models), .doc = "", .again = true },
    { "attempts", SPEC_U64, AT(attempts), .flag = "attempts", .letter = 'k',
      .value = "K", .init = "1", .least = 1, .most = LIMIT_ATTEMPTS,
      .doc = "attempts at each problem" },
    { "strict", SPEC_BOOL, AT(strict), .flag = "strict",
      .doc = "count strict verdicts" },
    { "decoding", SPEC_GROUP, AT(decoding), .options = true,
      .doc = "decoding settings", .group = spec_decoding_fields },
    { "settings", SPEC_BOOL, AT(settings), .flag = "settings",
      .doc = "make the sets of the five settings (2 generations; 1 generation; "
             "1 without fm, lm or co) even if no model is asked" },
    { "arms", SPEC_NAMES, LIST(arms), .flag = "arms", .words = arm_words,
      .doc = "with a DATASET: ask only these variants, and compare them in "
             "pairs: original, renumbered, renamed, reworded, evolved" },
    { "effects", SPEC_BOOL, AT(effects), .flag = "effects",
      .doc = "ask each problem with and without each operator, in a "
             "balanced design" },

    { "store", SPEC_TEXT, AT(store), .flag = "store", .value = "FILE",
      .unhashed = true, .none = "$ASSAY_STORE, or assay.db",
      .doc = "database of calls and runs", .head = "files" },
    { "out", SPEC_TEXT, AT(out), .flag = "output", .letter = 'o',
      .value = "OUT", .init = "evolve", .needed = true, .unhashed = true,
      .doc = "folder of the output files" },
    { 0 },
};

const struct spec_table evolve_table = { .what = "a spec",
                                         .fields = fields,
                                         .size = sizeof(struct evolve_spec) };

bool evolve_reads_file(const struct evolve_spec *s)
{
    return !str_eq(s->source, EVOLVE_SEEDS);
}

bool evolve_has_arm(const struct evolve_spec *s, const char *name)
{
    return str_is_one(name, s->arms, s->n_arms);
}

/* ---- what must go together ---- */

/* `all` has the names but the first, and is cleared. */
static bool espec_unknown(struct str *all, const char *what, const char *name,
                          const char *first, struct err *e)
{
    err_set(e, ERR_USAGE, "there is no %s \"%.40s\"; choose one of %s%.380s",
            what, name, first, str_get(all));
    str_clear(all);
    return false;
}

bool evolve_families(struct arena *a, const struct evolve_spec *s,
                     const struct family ***out, size_t *n, struct err *e)
{
    struct vec list = vec_in(a, sizeof(const struct family *));
    struct vec chosen = vec_in(a, sizeof(struct chosen));

    for (size_t i = 0; i < s->n_families; i++)
        if (!families_choose(a, s->families[i], &chosen, e))
            return false;
    for (size_t i = 0; i < chosen.n; i++) {
        const struct family *f = vec_get(&chosen, struct chosen, i)->family;

        if (f->pair)
            return err_set(e, ERR_USAGE,
                           "%.100s is a chain: single families can be evolved",
                           f->name);
        *(const struct family **)vec_push(&list) = f;
    }
    *out = list.items;
    *n = list.n;
    return true;
}

/* A family of fewer levels gives its last one. */
static bool check_families(const struct evolve_spec *s, struct err *e)
{
    const struct family **list;
    struct arena a = { 0 };
    int levels = 0;
    const char *deepest = "";
    size_t n = 0;
    bool ok = evolve_families(&a, s, &list, &n, e);

    for (size_t i = 0; ok && i < n; i++)
        if (list[i]->n_levels > levels) {
            levels = list[i]->n_levels;
            deepest = list[i]->name;
        }
    if (ok && n && s->level > (size_t)levels)
        ok = err_set(e, ERR_USAGE,
                     "there is no level %zu: %.60s has levels 1 to %d",
                     s->level, deepest, levels);
    arena_clear(&a);
    return ok;
}

struct linear_promise evolve_promise(int choice)
{
    return (struct linear_promise){ choice > 0,
                                    choice > 0 ? (size_t)choice - 1 : 0 };
}

struct linear_shape evolve_shape(const struct evolve_spec *s)
{
    struct linear_shape out = {
        .variables = VARIABLES,
        .low = (int64_t)s->low,
        .high = (int64_t)s->high,
        .terms = s->sparsity,
        .depth = evolve_promise(s->depth - 1),
        .distance = evolve_promise(s->distance),
    };

    linear_shape_settle(&out, s->variables, s->depth == 0);
    return out;
}

static bool check_source(const struct evolve_spec *s, struct err *e)
{
    struct linear_shape shape = evolve_shape(s);

    if (evolve_reads_file(s) && s->n_families)
        return err_set(e, ERR_USAGE,
                       "name a file or families to evolve, not both");
    if (s->as && !dataset_find(s->as))
        return err_set(e, ERR_USAGE,
                       "there is no format \"%.60s\"; `assay import --list` "
                       "lists them",
                       s->as);
    if (s->level > 1 && !s->n_families)
        return err_set(e, ERR_USAGE,
                       "--level works only with --families; name families, or "
                       "leave it out");
    if (!check_families(s, e))
        return false;
    if (s->low >= s->high)
        return err_set(e, ERR_USAGE,
                       "\"low\" must be below \"high\" (--range LO..HI), "
                       "but %zu is not below %zu",
                       s->low, s->high);
    if (s->high - s->low < 4)
        return err_set(e, ERR_USAGE,
                       "\"low\" and \"high\" (--range LO..HI) must differ "
                       "by at least 4 to leave room for decoys: %zu..%zu",
                       s->low, s->high);
    if (!linear_shape_holds(&shape))
        return err_set(e, ERR_USAGE,
                       "no seed of %zu variables has depth %s, distance %s "
                       "and sparsity %zu: the number of variables must "
                       "exceed depth plus distance and be at most 10, depth 0 "
                       "needs a distance, and a higher sparsity needs a "
                       "greater depth",
                       shape.variables, depth_words[s->depth],
                       depth_words[s->distance + 1], s->sparsity);
    if (!str_eq(s->theme, "any") && !theme_find(s->theme)) {
        struct str all = { 0 };

        for (size_t i = 0; i < n_linear_themes; i++)
            str_addf(&all, ", %s", linear_themes[i].name);
        return espec_unknown(&all, "theme", s->theme, "any", e);
    }
    return true;
}

static bool espec_check_asked(const struct evolve_spec *s, struct err *e)
{
    if (s->n_arms && !evolve_reads_file(s))
        return err_set(e, ERR_USAGE,
                       "--arms needs a DATASET, whose problems it varies");
    if (s->n_arms == (size_t)evolve_has_arm(s, "original") && s->n_arms)
        return err_set(e, ERR_USAGE,
                       "--arms compares originals with variants: name a "
                       "second arm, for example renumbered");
    if (s->effects && s->n_operators > EVOLVE_FACTORS)
        return err_set(e, ERR_USAGE,
                       "--effects can separate at most %d operators",
                       EVOLVE_FACTORS);
    return true;
}

static bool check_operators(const struct evolve_spec *s, struct err *e)
{
    struct str all = { 0 };

    if (s->n_operators > 64)
        return err_set(e, ERR_USAGE, "a generation has at most 64 operators");
    for (size_t i = 0; i < s->n_operators; i++) {
        const struct operator_card *card = operator_find(s->operators[i]);

        if (card == &op_polish && !s->writer)
            return err_set(e, ERR_USAGE,
                           "\"polish\" needs a writer: --writer MODEL");
        if (card)
            continue;
        for (size_t k = 1; k < n_operators; k++)
            str_addf(&all, ", %s", operators[k]->name);
        return espec_unknown(&all, "operator", s->operators[i],
                             operators[0]->name, e);
    }
    return true;
}

static bool is_left_out(const struct evolve_spec *s, enum operator_kind kind)
{
    return str_is_one(evolve_kind_words[kind], s->without, s->n_without);
}

/* Something must be left to evolve with; rows of a file may get fresh numbers
 * alone. */
static bool check_without(const struct evolve_spec *s, struct err *e)
{
    bool left = evolve_reads_file(s) && s->fresh;

    for (size_t i = 0; i < s->n_operators; i++)
        left = left || !is_left_out(s, operator_find(s->operators[i])->kind);
    for (int k = OPERATOR_FORMULA; !s->n_operators && k <= OPERATOR_CROSS; k++)
        left = left || !is_left_out(s, (enum operator_kind)k);
    if (left)
        return true;
    return err_set(e, ERR_USAGE,
                   "--without leaves out every operator%s; keep one of fm, lm "
                   "and co",
                   s->n_operators ? " of --operators" : "");
}

bool evolve_spec_check(const struct evolve_spec *s, struct err *e)
{
    if (s->certified && !evolve_reads_file(s))
        return err_set(
            e, ERR_USAGE,
            "--certified applies to the rows of a DATASET: name one");
    return spec_table_check(&evolve_table, s, e) && check_source(s, e) &&
           check_operators(s, e) && check_without(s, e) &&
           espec_check_asked(s, e) &&
           spec_decoding_check("decoding", &s->decoding, e) &&
           spec_decoding_check("writer_decoding", &s->writer_decoding, e) &&
           spec_decoding_check("referee_decoding", &s->referee_decoding, e);
}
