/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "evolve/structure/phrase.h"
#include "evolve/structure/slips.h"
#include "evolve/structure/structure.h"
#include "family/generate.h"
#include "family/recipe/keys.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe.h"
#include "family/recipe/values.h"
#include "family/table.h"

#include <inttypes.h>
#include <string.h>

/*
 * A problem of a concept family as a structure: its values, told by the
 * family's own wordings in one statement. All families with a recipe; keys need
 * be no numbers.
 *
 * Files are hostile, and a family's concept_solve() is safe only for values that make a
 * problem, with one number of the statement changed. So a structure is taken
 * from a file only after the family's concept_check(), which is safe for all values,
 * said yes to the key that is written beside them.
 */

struct concept_data {
    const struct family *family;
    int level;
    const struct json *knobs; /* "wording" and "digits" as set; or NULL */
    /* What the words are drawn from: as in the problem's coordinates, so that
     * a problem is told just as it was. */
    const char *seed;
    uint64_t index;
    union values values;
    struct structure_key key; /* as the family writes it */
    size_t steps;             /* of the worked solution */
};

/* ---- keys ---- */

#define PLACES 15 /* of a decimal, behind the point */

/* The key of the family that is spelt so: a number where the family asks for
 * one that fits. Other families' keys are taken for none, whatever they look
 * like: replies are read by the family's kind of answer. */
static struct structure_key key_spelt(struct arena *a, const struct family *f,
                                      const char *text)
{
    struct structure_key k = { .value = RATIO(0),
                               .kind = f->answer,
                               .latex = text };
    const char *back = NULL;
    struct ratio x;
    int64_t p, q;

    if (f->answer == ANSWER_DECIMAL && ratio_read(&x, text, strlen(text)))
        back = ratio_decimal(a, x, PLACES);
    if (f->answer == ANSWER_DECIMAL)
        k.is_number = back && str_eq(back, text);
    else if (f->answer == ANSWER_INTEGER || f->answer == ANSWER_RATIONAL)
        k.is_number = key_ratio(text, &p, &q) && ratio_make(&x, p, q);
    if (k.is_number)
        k.value = x;
    if (k.is_number && f->answer != ANSWER_DECIMAL)
        k.kind = ratio_whole(x) ? ANSWER_INTEGER : ANSWER_RATIONAL;
    return k;
}

/* Returns the number as a key of such a structure is written. */
static struct structure_key concept_number(struct arena *a, const void *data,
                                           struct ratio x)
{
    const struct concept_data *b = data;
    const char *decimal = b->family->answer == ANSWER_DECIMAL
                              ? ratio_decimal(a, x, PLACES)
                              : NULL;
    enum answer_kind plain = ratio_whole(x) ? ANSWER_INTEGER : ANSWER_RATIONAL;

    return (struct structure_key){ .is_number = true,
                                   .value = x,
                                   .kind = decimal ? ANSWER_DECIMAL : plain,
                                   .latex =
                                       decimal ? decimal : ratio_latex(a, x) };
}

/* ---- making ---- */

static bool usable_family(const char *name, const struct family **out,
                          struct err *e)
{
    const struct family *f = family_find(name);

    if (!f)
        return err_set(e, ERR_DOMAIN, "there is no family \"%.60s\"", name);
    if (!f->recipe)
        return err_set(e, ERR_DOMAIN,
                       "this is not a concept family, so its problems "
                       "cannot be evolved");
    *out = f;
    return true;
}

/* The knobs that say how the structure is told and drawn; others (distractors,
 * steps) are about what stands around it, and operators do that here. */
static const struct json *own_knobs(struct arena *a, const struct family *f,
                                    const struct json *knobs)
{
    static const char *const names[] = { "wording", "digits" };
    struct json *own = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        const char *value = json_string(json_get(knobs, names[i]));
        const struct knob *k = family_knob_find(f, names[i]);

        if (k && value && knob_allows(k, value))
            json_put_text(a, own, names[i], value);
    }
    return own->count ? own : NULL;
}

/* The solution is worked out again: the key and the number of steps. */
static bool concept_finish(struct arena *a, struct concept_data *b,
                           const char *text, struct err *e)
{
    struct check_finding found = { .by = "", .detail = "" };
    struct steps steps = steps_in(a);
    const char *key;

    if (recipe_test(b->family, a, &b->values, text, &found) != TRUTH_YES)
        return err_set(e, ERR_DOMAIN, "the key is wrong: %s", found.detail);
    key = recipe_solve(b->family, a, &b->values, &steps);
    if (!key || !str_eq(key, text))
        return err_set(e, ERR_DOMAIN,
                       "the key does not follow from the "
                       "values");
    b->key = key_spelt(a, b->family, key);
    b->steps = steps.n > 0 ? (size_t)steps.n : 1;
    return true;
}

static bool good_level(const struct family *f, int64_t level)
{
    return level >= 1 && level <= f->n_levels;
}

bool structure_concept_of(struct arena *a, const struct problem *p,
                          struct structure *out, struct err *e)
{
    struct concept_data *b = arena_new(a, struct concept_data);

    if (!p->family || !p->params || p->n_keys != 1)
        return err_set(e, ERR_DOMAIN,
                       "a problem needs a family, params and one key to be "
                       "evolved");
    if (!usable_family(p->family, &b->family, e) ||
        !recipe_read(b->family, a, p->params, &b->values, e))
        return false;
    if (!good_level(b->family, p->level) || !p->seed ||
        !seed_is_valid(p->seed) || p->index > INT64_MAX)
        return err_set(e, ERR_DOMAIN,
                       "the problem lacks the level, seed and index of its "
                       "family");
    b->level = p->level;
    b->seed = p->seed;
    b->index = p->index;
    b->knobs = own_knobs(a, b->family, p->knobs);
    if (!concept_finish(a, b, p->keys[0].latex, e))
        return false;
    *out = (struct structure){ &structure_concept, b };
    return true;
}

/* ---- telling ---- */

/* The stream of words that generate.c gives the problem of these
 * coordinates. */
static void open_words(const struct concept_data *b, struct rng *r)
{
    rng_init(r, hash_list("%s %s %zu %zu %s %zu", "words", b->family->name,
                          (size_t)b->family->version, (size_t)b->level, b->seed,
                          b->index));
}

static const char *concept_statement(struct arena *a,
                                     const struct concept_data *b,
                                     size_t hidden, const char *letter)
{
    struct draw d = { .level = b->level, .knobs = b->knobs };
    union values v = b->values;
    const struct field *fields = recipe_fields(b->family, &b->values);
    const int64_t *place = NULL;
    struct str out = str_in(a);

    open_words(b, &d.words);
    if (hidden < values_slots(fields, &v))
        place = values_slot(fields, &v, hidden).place;
    recipe_say(b->family, a, &d, &v, place, place ? letter : NULL, 0, &out);
    return str_get(&out);
}

static void concept_say(struct arena *a, const void *data, size_t hidden,
                        const char *letter, struct saying *out)
{
    *out = (struct saying){ .n = 1, .question = 0 };
    out->sentences[0] = concept_statement(a, data, hidden, letter);
}

/* ---- numbers ---- */

static size_t concept_slots(struct arena *a, const void *data,
                            const struct structure_slot **out)
{
    const struct concept_data *b = data;
    const struct field *fields = recipe_fields(b->family, &b->values);
    union values v = b->values;
    size_t n = values_slots(fields, &v);
    struct structure_slot *list = arena_array(a, struct structure_slot, n + 1);

    n = n > STRUCTURE_SLOTS ? STRUCTURE_SLOTS : n;
    for (size_t i = 0; i < n; i++)
        list[i].value = RATIO(*values_slot(fields, &v, i).place);
    *out = list;
    return n;
}

/* Put the number into its slot; false where the field cannot hold it. */
static bool concept_put(const struct concept_data *b, union values *v,
                        size_t slot, struct ratio value)
{
    const struct field *fields = recipe_fields(b->family, &b->values);
    struct slot s;

    if (slot == NO_SLOT)
        return true;
    if (slot >= values_slots(fields, v) || !ratio_whole(value))
        return false;
    s = values_slot(fields, v, slot);
    if (value.p < s.field->lo || value.p > s.field->hi)
        return false;
    *s.place = value.p;
    return true;
}

static bool key(struct arena *a, const void *data, size_t slot,
                struct ratio value, struct structure_key *out)
{
    const struct concept_data *b = data;
    union values v = b->values;
    struct check_finding found = { .by = "", .detail = "" };
    const char *text;

    if (slot == NO_SLOT) {
        *out = b->key;
        return true;
    }
    if (!concept_put(b, &v, slot, value))
        return false;
    /* Beyond what the family draws, concept_solve() may take numbers that its problem
     * does not make sense for: both methods must agree. */
    text = recipe_solve(b->family, a, &v, NULL);
    if (!text || recipe_test(b->family, a, &v, text, &found) != TRUTH_YES)
        return false;
    *out = key_spelt(a, b->family, text);
    return true;
}

static bool concept_solve(struct arena *a, const void *data, size_t slot,
                          struct ratio value, struct ratio *out)
{
    struct structure_key k;

    if (!key(a, data, slot, value, &k) || !k.is_number)
        return false;
    *out = k.value;
    return true;
}

static enum truth concept_judge(struct arena *a, const void *data, size_t slot,
                                struct ratio value, const char *latex,
                                struct check_finding *found)
{
    const struct concept_data *b = data;
    union values v = b->values;

    found->detail = "the letter stands for a number that the problem does "
                    "not allow";
    return concept_put(b, &v, slot, value)
               ? recipe_test(b->family, a, &v, latex, found)
               : TRUTH_NO;
}

/* A number that is printed: positive ones alone, since a minus may be a sign
 * or an operation. */
static size_t concept_quantities(struct arena *a, const void *data,
                                 struct quantity *out)
{
    const struct concept_data *b = data;
    const char *text = concept_statement(a, b, NO_SLOT, NULL);
    struct number printed[NUMBERS];
    const struct structure_slot *list;
    size_t n = concept_slots(a, data, &list),
           n_printed = graph_scan(text, printed);
    size_t k = 0;

    if (b->key.is_number)
        out[k++] = (struct quantity){ .phrase = "the answer",
                                      .value = b->key.value,
                                      .asked = true,
                                      .unit = phrase_asked_unit(a, text),
                                      .slot = NO_SLOT };
    for (size_t i = 0; i < n && k < STRUCTURE_QUANTITIES; i++) {
        struct quantity q = { .value = list[i].value, .easy = true, .slot = i };
        size_t x = 0, times = 0;
        bool has = false;

        for (size_t j = 0; j < k; j++)
            has = has || (!out[j].asked && ratio_equal(out[j].value, q.value));
        if (ratio_sign(q.value) <= 0 || has ||
            !structure_digits(text, ratio_text(a, q.value)))
            continue;
        for (size_t j = 0; j < n_printed; j++)
            if (ratio_equal(printed[j].value, q.value)) {
                x = j;
                times++;
            }
        if (times == 1) /* the only number of that value */
            q.phrase = phrase_of_number(a, text, &printed[x], &q.unit);
        if (q.phrase && str_eq(q.unit, PHRASE_MONEY)) /* it opens a formula */
            q.phrase = q.unit = NULL;
        out[k++] = q;
    }
    return k;
}

/* ---- fresh ones ---- */

/* Of the same structure: the same kind of question, lists as long as before. */
static bool same_structure(const struct family *family, const union values *x,
                           const union values *y)
{
    for (const struct field *f = recipe_fields(family, x); f->name; f++) {
        size_t at = f->most ? f->count_at : f->at;

        if (!f->most && !str_eq(f->name, "kind"))
            continue;
        if (x->numbers[at / sizeof(int64_t)] !=
            y->numbers[at / sizeof(int64_t)])
            return false;
    }
    return true;
}

#define RENUMBER_DRAWS  2000
#define RENUMBER_SOLVES 40

static bool concept_renumber(struct arena *a, const void *data, struct rng *r,
                             void **out, struct err *e)
{
    const struct concept_data *old = data;
    struct concept_data *b = arena_new(a, struct concept_data);
    struct pick k = { .level = old->level,
                      .arena = a,
                      .digits = factors_digits(old->knobs),
                      .mode = PICK_FREE,
                      .maths = r };
    int solves = 0;
    const char *text;

    *b = *old;
    for (int i = 0; i < RENUMBER_DRAWS && solves < RENUMBER_SOLVES; i++) {
        memset(&b->values, 0, sizeof(b->values));
        if (!recipe_pick(b->family, &k, &b->values) ||
            !same_structure(b->family, &b->values, &old->values) ||
            memcmp(&b->values, &old->values, sizeof(b->values)) == 0)
            continue;
        solves++;
        text = recipe_solve(b->family, a, &b->values, NULL);
        if (text && concept_finish(a, b, text, e)) {
            *out = b;
            return true;
        }
    }
    return err_set(e, ERR_DOMAIN,
                   "%s level %d: no other numbers of the same structure were "
                   "found",
                   old->family->name, old->level);
}

/* The same numbers in other words: names, things, wording. */
static bool rename_words(struct arena *a, const void *data, struct rng *r,
                         void **out, struct err *e)
{
    const struct concept_data *old = data;
    const char *was = concept_statement(a, old, NO_SLOT, NULL);
    struct concept_data *b = arena_new(a, struct concept_data);

    *b = *old;
    b->index = 0;
    for (int i = 0; i < 20; i++) {
        b->seed = arena_printf(a, "w%016" PRIx64, rng_u64(r));
        if (str_eq(concept_statement(a, b, NO_SLOT, NULL), was))
            continue;
        *out = b;
        return true;
    }
    return err_set(e, ERR_DOMAIN, "%s has no other wording for it",
                   old->family->name);
}

/* ---- checking ---- */

/* The next number in digits, or formula between dollars. */
static const char *next_fact(const char **at, size_t *n)
{
    const char *p = *at, *end;

    while (*p && !is_digit(*p) && *p != '$')
        p++;
    if (!*p)
        return NULL;
    end = p + 1;
    if (*p == '$') {
        while (*end && *end != '$')
            end++;
        end += *end == '$';
    } else {
        while (is_digit(*end))
            end++;
    }
    *n = (size_t)(end - p);
    *at = end;
    return p;
}

/* Every number and formula of `told` stands in the text, and every one of the
 * text in `told`, as often as there. */
static bool keeps_facts(const char *told, const char *text)
{
    const char *both[] = { told, text };

    for (size_t side = 0; side < 2; side++) {
        const char *at = both[side];
        size_t n, k;

        for (const char *p; (p = next_fact(&at, &n));) {
            int more = 0;

            for (size_t i = 0; i < 2; i++) {
                const char *in = both[i];

                for (const char *q; (q = next_fact(&in, &k));)
                    if (k == n && strncmp(p, q, n) == 0)
                        more += i ? 1 : -1;
            }
            if (more)
                return false;
        }
    }
    return true;
}

static const char *concept_fault(struct arena *a, const void *data,
                                 const struct structure_told *t, struct ratio x)
{
    const struct concept_data *b = data;
    struct check_finding found = { .by = "", .detail = "" };
    const char *text = concept_number(a, b, x).latex;

    if (t->n != 1 ||
        !keeps_facts(concept_statement(a, b, t->hidden, t->letter), t->said[0]))
        return "the statement has other numbers or formulas";
    if (!b->key.is_number ||
        concept_judge(a, b, t->hidden, t->value, text, &found) == TRUTH_YES)
        return NULL;
    return *found.detail ? found.detail : "the key is wrong";
}

/* What can be told of any family: a number of the statement taken with the
 * other sign. */
static size_t slips(struct arena *a, const void *data, struct slip *out)
{
    const struct concept_data *b = data;
    struct slip_list list = { .key = b->key.value, .out = out };
    const struct structure_slot *numbers;
    size_t n = b->key.is_number ? concept_slots(a, data, &numbers) : 0;
    struct ratio x;

    for (size_t i = 0; i < n && !list.n; i++)
        if (concept_solve(a, data, i, ratio_neg(numbers[i].value), &x))
            slip_add(&list, SLIP_SIGN, x);
    return list.n;
}

static const char *concept_family(const void *data)
{
    return ((const struct concept_data *)data)->family->name;
}

/* Each step of the solution finds one more number, which the next one needs. */
static void concept_measure(const void *data, struct structure_measures *out)
{
    const struct concept_data *b = data;

    *out = (struct structure_measures){ .variables = b->steps,
                                        .steps = b->steps,
                                        .distance = b->steps };
}

static void concept_explain(struct arena *a, const void *data, struct str *out)
{
    const struct concept_data *b = data;
    struct steps steps = steps_in(a);

    recipe_solve(b->family, a, &b->values, &steps);
    str_add(out, str_get(&steps.text));
    if (out->n && out->s[out->n - 1] != '\n')
        str_addc(out, '\n');
}

/* ---- files ---- */

static struct json *concept_write(struct arena *a, const void *data)
{
    const struct concept_data *b = data;
    struct json *v = json_new(a, JSON_OBJECT);

    json_put_text(a, v, "family", b->family->name);
    json_put_int(a, v, "level", b->level);
    json_put_text(a, v, "seed", b->seed);
    json_put_count(a, v, "index", b->index);
    if (b->knobs)
        json_set(a, v, "knobs", json_copy(a, b->knobs));
    json_set(a, v, "params", recipe_params(b->family, a, &b->values));
    json_put_text(a, v, "key", b->key.latex);
    return v;
}

static bool concept_read(struct arena *a, const struct json *v, void **out,
                         struct err *e)
{
    struct concept_data *b = arena_new(a, struct concept_data);
    const char *family = NULL, *text = NULL;
    int64_t level = 0, index = 0;

    if (!json_need_string(v, "family", JSON_REQUIRED, &family, e) ||
        !json_need_int64(v, "level", JSON_REQUIRED, &level, e) ||
        !json_need_string(v, "seed", JSON_REQUIRED, &b->seed, e) ||
        !json_need_int64(v, "index", JSON_REQUIRED, &index, e) ||
        !json_need_string(v, "key", JSON_REQUIRED, &text, e) ||
        !usable_family(family, &b->family, e))
        return false;
    if (!good_level(b->family, level) || !seed_is_valid(b->seed) || index < 0)
        return json_bad(v, e, "\"level\", \"seed\" or \"index\" is none of %s",
                        b->family->name);
    b->level = (int)level;
    b->index = (uint64_t)index;
    b->knobs = own_knobs(a, b->family, json_get(v, "knobs"));
    if (!recipe_read(b->family, a, json_get(v, "params"), &b->values, e) ||
        !concept_finish(a, b, text, e))
        return false;
    *out = b;
    return true;
}

const struct structure_kind structure_concept = {
    .name = "concept",
    .say = concept_say,
    .slots = concept_slots,
    .solve = concept_solve,
    .key = key,
    .judge = concept_judge,
    .quantities = concept_quantities,
    .renumber = concept_renumber,
    .rename = rename_words,
    .fault = concept_fault,
    .slips = slips,
    .number = concept_number,
    .family = concept_family,
    .measure = concept_measure,
    .explain = concept_explain,
    .write = concept_write,
    .read = concept_read,
};
