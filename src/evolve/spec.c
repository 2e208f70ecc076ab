/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an evolution's spec, their defaults, and what must go
 * together. */
#include "evolve/spec.h"
#include "base/limits.h"
#include "evolve/operators/operator.h"
#include "family/linear/theme.h"
#include "family/table.h"
#include "run/spec/fields.h"

#define AT(f)   offsetof(struct evolve_spec, f)
#define LIST(f) .at = AT(f), .at_n = AT(n_##f)

static const char *const set_words[] = { "own", "paper", NULL };
static const char *const without_words[] = { "fm", "lm", "co", NULL };

static const struct spec_field fields[] = {
    { "source", SPEC_PATH, AT(source),
      .doc = "seeds, or a file: a public set, or problems of ours",
      .needed = true, .word = EVOLVE_SEEDS, .head = "what is evolved" },
    { "as", SPEC_TEXT, AT(as), .doc = "the file's reader; null: found" },
    { "limit", SPEC_SIZE, AT(limit), .doc = "the first so many; 0: all",
      .most = LIMIT_RUN_PROBLEMS },
    { "families", SPEC_TEXTS, LIST(families),
      .doc = "problems of these instead of seeds" },
    { "level", SPEC_SIZE, AT(level), .doc = "of the families", .least = 1,
      .most = 100 },
    { "population", SPEC_SIZE, AT(population),
      .doc = "how many, of seeds or families", .least = 1, .most = 100000 },
    { "variables", SPEC_SIZE, AT(variables),
      .doc = "of a seed, and as many equations", .least = 2, .most = 10 },
    { "low", SPEC_SIZE, AT(low), .doc = "least value of a variable", .least = 1,
      .most = 1000 },
    { "high", SPEC_SIZE, AT(high), .doc = "largest value", .least = 2,
      .most = 1000 },
    { "theme", SPEC_TEXT, AT(theme), .doc = "any, or one of them",
      .needed = true },
    { "fresh", SPEC_BOOL, AT(fresh),
      .doc = "a file's problems get fresh numbers and names" },
    { "seed", SPEC_SEED, AT(seed), .doc = "of all that is drawn",
      .needed = true },

    { "generations", SPEC_SIZE, AT(generations),
      .doc = "what is rejected evolves again", .least = 1, .most = 10,
      .head = "how" },
    { "without", SPEC_NAMES, LIST(without),
      .doc = "fm (conditions), lm (words), co (crossover)",
      .words = without_words },
    { "operators", SPEC_TEXTS, LIST(operators),
      .doc = "names in order; none: the usual ones" },
    { "writer", SPEC_MODEL, AT(writer),
      .doc = "a model that writes text, which is checked" },
    { "writer_decoding", SPEC_GROUP, AT(writer_decoding),
      .doc = "how it answers", .group = spec_decoding_fields },

    { "features", SPEC_CHOICE, AT(features), .doc = "own, or the paper's",
      .words = set_words, .head = "fitness and selection" },
    { "weights", SPEC_PATH, AT(weights),
      .doc = "a file of --calibrate; null: published ones" },
    { "referee", SPEC_MODEL, AT(referee),
      .doc = "a model that rates texts, 0 to 10" },
    { "referee_decoding", SPEC_GROUP, AT(referee_decoding),
      .doc = "how it answers", .group = spec_decoding_fields },
    { "threshold", SPEC_NUMBER, AT(threshold),
      .doc = "scores below it are rejected", .least = -100, .most = 100 },
    { "percentile", SPEC_NUMBER, AT(percentile),
      .doc = "the worst share by any one feature, too", .most = 0.5 },

    { "models", SPEC_MODELS, LIST(models), .doc = "who is asked; none: nobody",
      .head = "what models make of it" },
    { "model", SPEC_MODELS, LIST(models), .doc = "", .again = true },
    { "attempts", SPEC_U64, AT(attempts), .doc = "at each problem", .least = 1,
      .most = LIMIT_ATTEMPTS },
    { "strict", SPEC_BOOL, AT(strict), .doc = "the strict reading of rules" },
    { "decoding", SPEC_GROUP, AT(decoding), .doc = "how models answer",
      .group = spec_decoding_fields },
    { "settings", SPEC_BOOL, AT(settings),
      .doc = "the five settings also when nobody is asked" },

    { "store", SPEC_TEXT, AT(store), .doc = "null: $ASSAY_STORE, or assay.db",
      .unhashed = true, .head = "where" },
    { "out", SPEC_TEXT, AT(out), .doc = "folder of the results", .needed = true,
      .unhashed = true },
    { 0 },
};

static const struct spec_table table = { .what = "a spec",
                                         .fields = fields,
                                         .size = sizeof(struct evolve_spec) };

void evolve_defaults(struct evolve_spec *s)
{
    *s = (struct evolve_spec){ .source = EVOLVE_SEEDS,
                               .level = 1,
                               .population = 300,
                               .variables = 5,
                               .low = 1,
                               .high = 20,
                               .theme = "any",
                               .fresh = true,
                               .seed = "1",
                               .generations = 2,
                               .threshold = -0.5,
                               .percentile = 0.01,
                               .attempts = 1,
                               .out = "evolve" };
}

bool evolve_reads_file(const struct evolve_spec *s)
{
    return !str_eq(s->source, EVOLVE_SEEDS);
}

bool evolve_spec_read_file(struct arena *a, const char *path,
                           struct evolve_spec *out, struct err *e)
{
    return spec_table_read_file(a, &table, path, out, e);
}

bool evolve_spec_read_text(struct arena *a, const char *text, size_t n,
                           struct evolve_spec *out, struct err *e)
{
    return spec_table_read_text(a, &table, text, n, "", out, e);
}

void evolve_spec_print(struct str *out, const struct evolve_spec *s)
{
    spec_table_write(out, &table, s, true);
}

const char *evolve_spec_hash(struct arena *a, const struct evolve_spec *s)
{
    return spec_table_hash(a, &table, s);
}

/* ---- what must go together ---- */

/* `all` has the names but the first, and is cleared. */
static bool unknown(struct str *all, const char *what, const char *name,
                    const char *first, struct err *e)
{
    err_set(e, ERR_USAGE, "there is no %s %.40s; there are %s%.380s", what,
            name, first, str_get(all));
    str_clear(all);
    return false;
}

/* A family of fewer levels gives its last one. */
static bool check_families(const struct evolve_spec *s, struct err *e)
{
    size_t levels = 0;
    const char *deepest = "";

    for (size_t i = 0; i < s->n_families; i++) {
        const struct family *f = family_find(s->families[i]);

        if (!f)
            return err_set(e, ERR_USAGE,
                           "there is no family %.60s; `assay families` lists "
                           "them",
                           s->families[i]);
        if ((size_t)f->n_levels > levels) {
            levels = (size_t)f->n_levels;
            deepest = f->name;
        }
    }
    if (s->n_families && s->level > levels)
        return err_set(e, ERR_USAGE,
                       "there is no level %zu: %.60s has levels 1 to %zu",
                       s->level, deepest, levels);
    return true;
}

static bool check_source(const struct evolve_spec *s, struct err *e)
{
    if (evolve_reads_file(s) && s->n_families)
        return err_set(e, ERR_USAGE,
                       "name a file or families to be evolved, not both");
    if (!check_families(s, e))
        return false;
    if (s->low >= s->high)
        return err_set(e, ERR_USAGE,
                       "\"low\" must be below \"high\": values of a seed are "
                       "drawn between them");
    if (s->high - s->low < 4)
        return err_set(e, ERR_USAGE,
                       "\"low\" and \"high\" must be at least 4 "
                       "apart, or there is no room for decoys");
    if (!str_eq(s->theme, "any") && !theme_find(s->theme)) {
        struct str all = { 0 };

        for (size_t i = 0; i < n_linear_themes; i++)
            str_addf(&all, ", %s", linear_themes[i].name);
        return unknown(&all, "theme", s->theme, "any", e);
    }
    return true;
}

static bool check_operators(const struct evolve_spec *s, struct err *e)
{
    struct str all = { 0 };

    if (s->n_operators > 64)
        return err_set(e, ERR_USAGE, "at most 64 operators in a generation");
    for (size_t i = 0; i < s->n_operators; i++) {
        const struct operator_card *card = operator_find(s->operators[i]);

        if (card == &op_polish && !s->writer)
            return err_set(e, ERR_USAGE,
                           "\"polish\" needs a writer: --writer MODEL");
        if (card)
            continue;
        for (size_t k = 1; k < n_operators; k++)
            str_addf(&all, ", %s", operators[k]->name);
        return unknown(&all, "operator", s->operators[i], operators[0]->name,
                       e);
    }
    return true;
}

bool evolve_spec_check(const struct evolve_spec *s, struct err *e)
{
    return spec_table_check(&table, s, e) && check_source(s, e) &&
           check_operators(s, e) &&
           spec_decoding_check("decoding", &s->decoding, e) &&
           spec_decoding_check("writer_decoding", &s->writer_decoding, e) &&
           spec_decoding_check("referee_decoding", &s->referee_decoding, e);
}
