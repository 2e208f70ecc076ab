/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is printed of a spec reads back as the same spec: random ones, compared
 * field by field without the table that reads and prints them.
 */
#include "base/rng.h"
#include "base/str.h"
#include "base/utf8.h"
#include "hunt/spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 300

/* ---- comparing, without the table ---- */

static bool same_text(const char *x, const char *y)
{
    return x && y ? strcmp(x, y) == 0 : x == y;
}

static bool same_list(const char *const *x, size_t n, const char *const *y,
                      size_t m)
{
    bool same = n == m;

    for (size_t i = 0; same && i < n; i++)
        same = same_text(x[i], y[i]);
    return same;
}

#define SAME(f)      assert_true(x->f == y->f)
#define SAME_TEXT(f) assert_true(same_text(x->f, y->f))
#define SAME_LIST(f) assert_true(same_list(x->f, x->n_##f, y->f, y->n_##f))

static void same_decoding(const struct decoding *x, const struct decoding *y)
{
    SAME_TEXT(temperature);
    SAME_TEXT(top_p);
    SAME_TEXT(top_k);
    SAME_TEXT(min_p);
    SAME_TEXT(repetition_penalty);
    SAME_TEXT(max_tokens);
    SAME_TEXT(seed);
    SAME_TEXT(reasoning_effort);
    SAME_LIST(stop);
    assert_true(!x->extra == !y->extra);
    assert_true(!x->extra || json_equal(x->extra, y->extra));
}

static void same_propose(const struct propose_options *x,
                         const struct propose_options *y)
{
    SAME(num_init);
    SAME(init_batch_size);
    SAME(init_hypotheses_per_batch);
    SAME(k);
    SAME(alpha);
    SAME(num_wrong_scale);
    SAME(update_batch_size);
    SAME(num_hypotheses_to_update);
    SAME(update_hypotheses_per_batch);
    SAME(max_num_hypotheses);
    SAME(only_best_hypothesis);
    SAME(save_every_n_examples);
    SAME(num_train);
    SAME(epochs);
    SAME(held_out);
    SAME(fresh_bonus);
    SAME(by_claim);
    SAME(blind);
    SAME(balance);
    SAME(by_tags);
    SAME(again);
    SAME_TEXT(seed);
}

static void same_parts(const struct hunt_spec *x, const struct hunt_spec *y)
{
    SAME(probe.singles);
    SAME(probe.pairs);
    SAME(probe.pair_problems);
    SAME_TEXT(probe.seed);
    SAME(score.support);
    SAME(score.level);

    SAME(score.total);
    SAME(score.pairs);
    SAME(score.traits);
    SAME(infer.strategy);
    SAME(infer.k);
    SAME(infer.hypotheses);
    SAME(infer.examples);
    SAME(infer.similarity);
    SAME_TEXT(infer.seed);
    same_propose(&x->propose, &y->propose);
    same_decoding(&x->decoding, &y->decoding);
    same_decoding(&x->propose_decoding, &y->propose_decoding);
    same_decoding(&x->write_decoding, &y->write_decoding);
    same_decoding(&x->key_decoding, &y->key_decoding);
}

static void same_spec(const struct hunt_spec *x, const struct hunt_spec *y)
{
    SAME_LIST(targets);
    SAME_TEXT(benchmark);
    SAME_TEXT(as);
    SAME(limit);
    SAME_TEXT(outcomes_file);
    SAME_TEXT(outcome_field);
    SAME_TEXT(tags_field);
    SAME_TEXT(text_field);
    SAME_TEXT(id_field);
    SAME(attempts);
    SAME_LIST(granularities);
    SAME_TEXT(taxonomy);
    SAME_TEXT(tagger);
    SAME(tags_most);
    SAME_LIST(hypothesizers);
    SAME_TEXT(task);
    SAME(top);
    SAME_LIST(generators);
    SAME_TEXT(paraphrase);
    SAME(paraphrase_most);
    SAME_TEXT(domain.example);
    assert_true(same_list(x->domain.labels, x->domain.n_labels,
                          y->domain.labels, y->domain.n_labels));
    SAME_LIST(key_models);
    SAME(chosen);
    SAME(best_anyway);
    SAME(problems);
    SAME(width);
    SAME(problems_most);
    SAME(controls);
    SAME(control_problems);
    SAME_TEXT(seed);
    SAME_TEXT(store);
    SAME_TEXT(out);
    same_parts(x, y);
}

/* ---- random specs ---- */

struct draw {
    struct arena *a;
    struct rng r;
};

static size_t below(struct draw *d, size_t n)
{
    return (size_t)rng_below(&d->r, n);
}

static bool coin(struct draw *d)
{
    return below(d, 2) == 1;
}

/* Texts that a reader of YAML could take for something else. */
static const char *draw_text(struct draw *d)
{
    static const char *const odd[] = {
        "null",    "~",    "true",  "No",   "y",    "1",    "1e5",    "-1",
        "- a",     "a: b", "a:",    "a #b", "#a",   "[a]",  "{a}",    "a, b",
        "'a'",     "\"",   "\\",    "\\n",  "a\nb", " a ",  "a\t",    "%a",
        "@a",      "`a`",  "!a",    "&a",   "*a",   "|",    ">",      "?",
        "? a",     "---",  "...",   "=",    "<<",   "0x10", ".inf",   "\r\n.",
        "a\n\n b", "a\\",  "NULL",  "on",   "a:b",  "a#b",  "/x y/z", "\x7f",
        "0.60",    "Null", "probe", "demo", "all",  "-",    "é",      "x  # y",
    };
    static const uint32_t odder[] = { 0x85,   0xa0,   0x2028,  0x2029,
                                      0xfeff, 0xfffd, 0x1f600, 0xfffe,
                                      0x9f,   0x202e, 0x1ffff, 0x10ffff };
    struct str out = str_in(d->a);
    char bytes[UTF8_MAX];

    if (coin(d))
        return odd[below(d, sizeof(odd) / sizeof(odd[0]))];
    str_addc(&out, 'a');
    for (size_t n = below(d, 30); n > 0; n--) {
        uint32_t ch = 1 + (uint32_t)below(d, 0x17f);

        if (below(d, 8) == 0)
            ch = odder[below(d, sizeof(odder) / sizeof(odder[0]))];
        str_addn(&out, bytes, utf8_write(ch, bytes));
    }
    return str_get(&out);
}

static const char *draw_maybe(struct draw *d)
{
    return coin(d) ? draw_text(d) : NULL;
}

/* Entries are told apart by their numbers: none may stand twice. */
static void draw_list(struct draw *d, const char *const **out, size_t *n)
{
    const char **list;

    *n = below(d, 4);
    list = arena_array(d->a, const char *, *n + 1);
    for (size_t i = 0; i < *n; i++)
        list[i] = arena_printf(d->a, "%s%zu", draw_text(d), i);
    *out = list;
}

static double draw_share(struct draw *d)
{
    static const double some[] = { 0.5, 0.1, 0.01, 1e-9, 1.0 / 3, 0.95 };

    return coin(d) ? some[below(d, 6)]
                   : ((double)below(d, 1000000) + 0.5) / 1000000.1;
}

static const char *draw_number(struct draw *d, const char *const *some,
                               size_t n)
{
    return below(d, 3) ? some[below(d, n)] : NULL;
}

static struct json *draw_json(struct draw *d, unsigned depth)
{
    static const char *const numbers[] = { "0", "-1.50", "1e-3",
                                           "12345678901234567890" };
    enum json_type type = (enum json_type)below(d, depth ? 6 : 4);
    struct json *v;

    if (type == JSON_NUMBER)
        return json_new_number(d->a, numbers[below(d, 4)]);
    if (type == JSON_STRING)
        return json_new_string(d->a, draw_text(d));
    v = json_new(d->a, type);
    v->truth = type == JSON_BOOL && coin(d);
    for (size_t i = type >= JSON_ARRAY ? below(d, 4) : 0; i > 0; i--)
        if (type == JSON_ARRAY)
            json_push(v, draw_json(d, depth - 1));
        else
            json_set(d->a, v, arena_printf(d->a, "%s%zu", draw_text(d), i),
                     draw_json(d, depth - 1));
    return v;
}

static void draw_decoding(struct draw *d, struct decoding *out)
{
    static const char *const shares[] = { "0.6", "0.60", "1", "6e-1", "0.0" };
    static const char *const whole[] = { "40", "1", "7" };
    struct json *extra = json_new(d->a, JSON_OBJECT);

    out->temperature = draw_number(d, shares, 5);
    out->top_p = draw_number(d, shares, 5);
    out->top_k = draw_number(d, whole, 3);
    out->min_p = draw_number(d, shares, 5);
    out->repetition_penalty = draw_number(d, shares, 4);
    out->max_tokens = draw_number(d, whole, 3);
    out->seed = draw_number(d, whole, 3);
    out->reasoning_effort = draw_maybe(d);
    draw_list(d, &out->stop, &out->n_stop);
    json_set(d->a, extra, draw_text(d), draw_json(d, 4));
    out->extra = coin(d) ? extra : NULL;
}

static void draw_propose(struct draw *d, struct propose_options *o)
{
    size_t *const sizes[] = { &o->num_init,
                              &o->init_batch_size,
                              &o->init_hypotheses_per_batch,
                              &o->k,
                              &o->update_batch_size,
                              &o->num_hypotheses_to_update,
                              &o->update_hypotheses_per_batch,
                              &o->max_num_hypotheses,
                              &o->save_every_n_examples,
                              &o->num_train,
                              &o->epochs };
    bool *const bools[] = { &o->only_best_hypothesis,
                            &o->held_out,
                            &o->fresh_bonus,
                            &o->by_claim,
                            &o->blind,
                            &o->balance,
                            &o->by_tags };

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        *sizes[i] = 1 + below(d, 900);
    for (size_t i = 0; i < sizeof(bools) / sizeof(bools[0]); i++)
        *bools[i] = coin(d);
    o->alpha = draw_share(d) * 7;
    o->num_wrong_scale = draw_share(d);
    o->again = (unsigned)below(d, 90);
}

static void draw_parts(struct draw *d, struct hunt_spec *s)
{
    s->probe.singles = below(d, 1000);
    s->probe.pairs = below(d, 1000);
    s->probe.pair_problems = below(d, 1000);
    s->score.support = 1 + below(d, 100000);
    s->score.level = draw_share(d);
    s->score.total = coin(d);
    s->score.pairs = coin(d);
    s->score.traits = coin(d);
    s->infer.strategy = (enum infer_strategy)below(d, INFER_STRATEGIES);
    s->infer.k = 1 + below(d, 100);
    s->infer.hypotheses = 1 + below(d, 100);
    s->infer.examples = below(d, 100);
    s->infer.similarity = draw_share(d);
    draw_propose(d, &s->propose);
    draw_decoding(d, &s->decoding);
    draw_decoding(d, &s->propose_decoding);
    draw_decoding(d, &s->write_decoding);
    draw_decoding(d, &s->key_decoding);
}

static void draw_spec(struct draw *d, struct hunt_spec *s)
{
    static const char *const names[] = { "low", "baseline", "mid",
                                         "extremely-low", "high" };
    static const char *const seeds[] = { "1",   "007", "1e5", "null", "x.y-z",
                                         "1.0", "-",   ".",   "true", "0" };

    spec_table_defaults(&hunt_table, s);
    draw_list(d, &s->targets, &s->n_targets);
    s->benchmark = draw_text(d);
    s->as = draw_maybe(d);
    s->limit = below(d, 1000);
    s->outcomes_file = draw_maybe(d);
    s->outcome_field = draw_maybe(d);
    s->tags_field = draw_maybe(d);
    s->text_field = draw_maybe(d);
    s->id_field = draw_maybe(d);
    s->attempts = 1 + below(d, 10000);
    s->granularities = names + below(d, 3);
    s->n_granularities = below(d, 3);
    s->taxonomy = draw_maybe(d);
    s->tagger = draw_maybe(d);
    s->tags_most = 1 + below(d, 200);
    draw_list(d, &s->hypothesizers, &s->n_hypothesizers);
    s->task = draw_maybe(d);
    s->top = 1 + below(d, 100);
    draw_list(d, &s->generators, &s->n_generators);
    s->paraphrase = draw_maybe(d);
    s->paraphrase_most = 1 + below(d, 100);
    s->domain.example = draw_maybe(d);
    draw_list(d, &s->domain.labels, &s->domain.n_labels);
    draw_list(d, &s->key_models, &s->n_key_models);
    s->chosen = below(d, 100);
    s->best_anyway = coin(d);
    s->problems = below(d, 100);
    s->width = draw_share(d);
    s->problems_most = 1 + below(d, 1000);
    s->controls = coin(d);
    s->control_problems = 1 + below(d, 100);
    s->store = draw_maybe(d);
    s->out = draw_text(d);
    draw_parts(d, s);
    spec_set_seed(s, seeds[below(d, sizeof(seeds) / sizeof(seeds[0]))]);
}

static void printed_reads_back(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < ROUNDS; i++) {
        struct arena a = { 0 };
        struct draw d = { .a = &a };
        struct hunt_spec want, got;
        struct str text = { 0 }, again = { 0 };
        struct err e = { 0 };

        rng_init(&d.r, hash_bytes(&i, sizeof(i)));
        draw_spec(&d, &want);
        spec_table_write(&text, &hunt_table, &want, true);
        spec_table_defaults(&hunt_table, &got);
        if (!spec_table_read_text(&a, &hunt_table, str_get(&text), text.n, "",
                                  &got, &e))
            fail_msg("%zu:%zu: %s\n%s", e.line, e.column, e.msg,
                     str_get(&text));
        same_spec(&want, &got);
        spec_table_write(&again, &hunt_table, &got, true);
        assert_string_equal(str_get(&text), str_get(&again));
        assert_string_equal(spec_table_hash(&a, &hunt_table, &want),
                            spec_table_hash(&a, &hunt_table, &got));
        str_clear(&text);
        str_clear(&again);
        arena_clear(&a);
    }
}

/* Readers of YAML 1.1 take more characters for line ends than ours does, and
 * more words for truths. */
static void printed_suits_other_readers(void **state)
{
    struct hunt_spec s;
    struct str text = { 0 };

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    s.out = "a\xe2\x80\xa8"
            "b\xc2\x85"
            "c";
    s.as = "off";
    spec_table_write(&text, &hunt_table, &s, true);
    assert_non_null(strstr(str_get(&text), "out: \"a\\u2028b\\u0085c\""));
    assert_non_null(strstr(str_get(&text), "as: \"off\""));
    str_clear(&text);
}

/* Every line of it is a heading, blank, or a field with its comment. */
static void printed_has_comments(void **state)
{
    struct hunt_spec s;
    struct str text = { 0 };
    size_t lines = 0;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    spec_table_write(&text, &hunt_table, &s, true);
    for (const char *p = text.s, *end; *p; p = end + 1, lines++) {
        end = strchr(p, '\n');
        assert_non_null(end);
        if (end == p)
            continue;
        assert_true(end - p <= 88);
        assert_non_null(memchr(p, '#', (size_t)(end - p)));
    }
    assert_true(lines > 100);
    str_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_reads_back),
        cmocka_unit_test(printed_suits_other_readers),
        cmocka_unit_test(printed_has_comments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
