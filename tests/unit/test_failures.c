/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Failures: those of a run against a recount, and those of files in all the
 * ways that people write them; names by taxonomies against the maps walked by
 * hand.
 */
#include "../lib/cases.h"
#include "../lib/scratch.h"
#include "base/rng.h"
#include "base/str.h"
#include "hunt/failures.h"
#include "problem/concept.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- runs ---- */

#define PROBLEMS 30
#define MODELS   2
#define TRIES    4

static struct result draw_result(struct rng *r)
{
    static const char *const answers[] = { NULL, "1", "x", "7" };

    return (struct result){
        .outcome =
            rng_below(r, 3) ? OUTCOME_OK : (enum outcome)rng_below(r, OUTCOMES),
        .strict = (enum verdict)rng_below(r, VERDICTS),
        .lenient = (enum verdict)rng_below(r, VERDICTS),
        .answer = answers[rng_below(r, 4)],
    };
}

/* By the words of the rules: what counts, and what of that is right. */
static void recount(const struct result *r, bool strict, struct example *x)
{
    enum verdict v = strict ? r->strict : r->lenient;
    bool said = r->outcome == OUTCOME_REFUSED ||
                r->outcome == OUTCOME_OVERFLOW ||
                r->outcome == OUTCOME_MALFORMED;
    bool ok = r->outcome == OUTCOME_OK;

    if (r->answer)
        x->answer = r->answer;
    x->replies.kinds[REPLY_TRUNCATED] += r->outcome == OUTCOME_TRUNCATED;
    if (!said && (!ok || v == VERDICT_UNDECIDED || v == VERDICT_BAD_KEY))
        return;
    x->tries++;
    x->failed += !(ok && v == VERDICT_CORRECT);
}

static void runs_are_counted(void **state)
{
    struct arena a = { 0 };
    struct result all[PROBLEMS * MODELS * TRIES];
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("failures", 8));
    for (int round = 0; round < 50; round++) {
        struct example want[PROBLEMS] = { 0 }, got[PROBLEMS] = { 0 };
        struct outcomes s = { .examples = got, .n = PROBLEMS };
        size_t n = 0, model = (size_t)round % MODELS;
        bool strict = round % 3 == 0;

        for (uint64_t i = 0; i < PROBLEMS * MODELS * TRIES; i++) {
            struct result x = draw_result(&r);

            x.problem = i / (MODELS * TRIES);
            x.model = i / TRIES % MODELS;
            x.attempt = i % TRIES + 1;
            if (rng_below(&r, 5) == 0)
                continue;
            all[n++] = x;
            if (x.model == model)
                recount(&x, strict, &want[x.problem]);
        }
        got[0].tries = 9; /* of an earlier count */
        failures_of_run(&a, all, n, model, strict, &s);
        for (size_t i = 0; i < PROBLEMS; i++) {
            assert_int_equal(got[i].tries, want[i].tries);
            assert_int_equal(got[i].failed, want[i].failed);
            assert_int_equal(got[i].replies.kinds[REPLY_TRUNCATED],
                             want[i].replies.kinds[REPLY_TRUNCATED]);
            assert_int_equal(got[i].replies.kinds[REPLY_SOLVED],
                             want[i].tries - want[i].failed);
            assert_int_equal(reply_counts_all(&got[i].replies) -
                                 got[i].replies.kinds[REPLY_TRUNCATED],
                             want[i].tries);
            assert_string_equal(got[i].answer,
                                want[i].answer ? want[i].answer : "");
        }
    }
    arena_clear(&a);
}

/* ---- files ---- */

struct file {
    struct arena a;
    struct hunt_spec spec;
    struct outcomes *all_outcomes;
    size_t n;
    struct err e;
    bool ok;
};

/* The text as a file, read with the spec's fields as they are set. */
static void read_file(struct file *x, const char *text)
{
    const char *path = scratch_file(&x->a, text, strlen(text));

    x->spec.outcomes_file = path;
    x->e = (struct err){ 0 };
    x->ok = failures_read(&x->a, &x->spec, &x->all_outcomes, &x->n, &x->e);
    unlink(path);
}

static void open_file(struct file *x)
{
    arena_clear(&x->a);
    *x = (struct file){ 0 };
    spec_table_defaults(&hunt_table, &x->spec);
    x->spec.n_targets = 0;
    x->spec.outcome_field = "correct";
}

/* The file of a test. */
static struct file f;

static void start(void **state)
{
    (void)state;
    open_file(&f);
}

static int end(void **state)
{
    (void)state;
    arena_clear(&f.a);
    return 0;
}

static void must_read(struct file *x, const char *text)
{
    read_file(x, text);
    if (!x->ok)
        fail_msg("%s", x->e.msg);
}

/* Fails at that line with that text in its message. */
static void must_fail(struct file *x, const char *text, size_t line,
                      const char *part)
{
    read_file(x, text);
    assert_false(x->ok);
    assert_int_equal(x->e.line, line);
    if (!strstr(x->e.msg, part))
        fail_msg("\"%s\" is not in \"%s\"", part, x->e.msg);
}

static void check_example(const struct outcomes *s, size_t i, const char *id,
                          uint32_t tries, uint32_t failed)
{
    assert_true(i < s->n);
    assert_string_equal(s->examples[i].id, id);
    assert_int_equal(s->examples[i].tries, tries);
    assert_int_equal(s->examples[i].failed, failed);
    assert_null(s->examples[i].problem);
}

static void outcome_cases(void **state)
{
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "spec/outcomes.test");
    while (cases_next(&c, lines, 2)) {
        const char *got = "no outcome";

        open_file(&f);
        read_file(&f, arena_printf(&f.a, "{\"correct\": %s}\n", lines[0]));
        if (f.ok)
            got = arena_printf(&f.a, "%u %u", f.all_outcomes->examples->tries,
                               f.all_outcomes->examples->failed);
        else if (!strstr(f.e.msg, "is not an outcome"))
            got = f.e.msg;
        if (strcmp(got, lines[1]) != 0)
            cases_fail(&c, "got \"%s\"", got);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* Shares of one target are of one number of attempts: 1/3 and 1/2 are of six,
 * and so are the whole ones beside them. What says how many keeps that. */
static void shares_have_one_count(void **state)
{
    start(state);
    must_read(&f, "{\"id\": \"a\", \"correct\": {\"x\": 0.333, \"y\": 1}}\n"
                  "{\"id\": \"b\", \"correct\": {\"x\": 0.5, \"y\": 0}}\n"
                  "{\"id\": \"c\", \"correct\": {\"x\": 1, \"y\": 1}}\n"
                  "{\"id\": \"d\", \"correct\": {\"x\": true, \"y\": 0}}\n"
                  "{\"id\": \"e\", \"correct\": {\"x\": \"1/9\", \"y\": 0}}\n");
    assert_int_equal(f.n, 2);
    check_example(&f.all_outcomes[0], 0, "a", 6, 4);
    check_example(&f.all_outcomes[0], 1, "b", 6, 3);
    check_example(&f.all_outcomes[0], 2, "c", 6, 0);
    check_example(&f.all_outcomes[0], 3, "d", 1, 0);
    check_example(&f.all_outcomes[0], 4, "e", 9, 8);
    check_example(&f.all_outcomes[1], 0, "a", 1, 0);
    check_example(&f.all_outcomes[1], 1, "b", 1, 1);
}

static void targets_are_members(void **state)
{
    static const char rows[] =
        "{\"r\": {\"by\": {\"m-3.1\": true, \"n\": false}}}\n"
        "{\"r\": {\"by\": {\"n\": true, \"o\": null}}}\n";

    start(state);
    f.spec.outcome_field = "r.by";
    must_read(&f, rows);
    assert_int_equal(f.n, 3);
    assert_string_equal(f.all_outcomes[0].target, "m-3.1");
    assert_string_equal(f.all_outcomes[1].target, "n");
    assert_string_equal(f.all_outcomes[2].target, "o");
    check_example(&f.all_outcomes[0], 0, "row 1", 1, 0);
    check_example(&f.all_outcomes[0], 1, "row 2", 0, 0);
    check_example(&f.all_outcomes[1], 0, "row 1", 1, 1);
    check_example(&f.all_outcomes[1], 1, "row 2", 1, 0);
    check_example(&f.all_outcomes[2], 1, "row 2", 0, 0);

    /* a name with a dot in it, of one member */
    open_file(&f);
    f.spec.outcome_field = "r.by.m-3.1";
    must_fail(&f, rows, 2, "the row has no field \"r.by.m-3.1\"");
    must_read(&f,
              "{\"id\": 1, \"r\": {\"by\": {\"m-3.1\": true, \"m-3\": 7}}}\n");
    assert_int_equal(f.n, 1);
    check_example(&f.all_outcomes[0], 0, "1", 1, 0);
}

/* One row for each model and attempt. */
static void rows_of_models_are_split(void **state)
{
    start(state);
    must_read(&f, "{\"id\": 1, \"model\": \"m\", \"correct\": true}\n"
                  "{\"id\": 1, \"model\": \"n\", \"correct\": false}\n"
                  "{\"id\": 2, \"model\": \"n\", \"correct\": true}\n"
                  "{\"id\": 1, \"model\": \"m\", \"correct\": false}\n");
    assert_int_equal(f.n, 2);
    assert_string_equal(f.all_outcomes[0].target, "m");
    assert_string_equal(f.all_outcomes[1].target, "n");
    check_example(&f.all_outcomes[0], 0, "1", 2, 1);
    check_example(&f.all_outcomes[0], 1, "2", 0, 0);
    check_example(&f.all_outcomes[1], 0, "1", 1, 1);
    check_example(&f.all_outcomes[1], 1, "2", 1, 0);

    /* without an id, rows of one text are of one problem */
    open_file(&f);
    must_read(&f, "text,model,correct\nx y,m,1\nx y,n,0\nz,m,0\n");
    assert_int_equal(f.n, 2);
    assert_int_equal(f.all_outcomes->n, 2);
    check_example(&f.all_outcomes[1], 0, "x y", 1, 1);
    must_fail(
        &f,
        "{\"id\": 1, \"model\": \"m\", \"correct\": 1}\n"
        "{\"id\": 2, \"correct\": 1}\n",
        2,
        "the row has no field \"model\"; set \"outcomes.model\" (--model-field) to the name");
    /* a field of another name, and members in spite of a model */
    f.spec.model_field = "who.name";
    must_read(&f, "{\"id\": 1, \"who\": {\"name\": \"a\"}, \"correct\": 1}\n"
                  "{\"id\": 1, \"who\": {\"name\": \"b\"}, \"correct\": 1}\n");
    assert_int_equal(f.n, 2);
    must_fail(
        &f,
        "{\"id\": 1, \"who\": {\"name\": \"a\"}, \"correct\": {\"x\": 1}}\n", 1,
        "choose one of them with \"outcomes.outcome\"");
    f.spec.model_field = NULL;
    must_read(&f,
              "{\"model\": \"judge\", \"correct\": {\"x\": 1, \"y\": 0}}\n");
    assert_string_equal(f.all_outcomes[1].target, "y");
}

static void names_of_the_only_target(void **state)
{
    static const char *const name[] = { "openai:x" };

    start(state);
    must_read(&f, "{\"correct\": 1}\n");
    assert_string_equal(f.all_outcomes->target,
                        strrchr(f.spec.outcomes_file, '/') + 1);
    f.spec.targets = name;
    f.spec.n_targets = 1;
    must_read(&f, "{\"correct\": 1}\n");
    assert_string_equal(f.all_outcomes->target, "openai:x");
}

static void rows_of_one_id_are_attempts(void **state)
{
    start(state);
    must_read(&f, "{\"id\": 7, \"text\": \"a\", \"correct\": true}\n"
                  "{\"id\": 8, \"text\": \"b\", \"correct\": false}\n"
                  "{\"id\": 7, \"text\": \"a\", \"correct\": false}\n"
                  "{\"id\": 7, \"text\": \"a\", \"correct\": null}\n"
                  "{\"id\": \"7\", \"correct\": [1, 3]}\n");
    assert_int_equal(f.all_outcomes->n, 2);
    check_example(f.all_outcomes, 0, "7", 5, 3);
    check_example(f.all_outcomes, 1, "8", 1, 1);
    assert_string_equal(f.all_outcomes->examples[0].text, "a");
    f.spec.limit = 1;
    must_read(&f, "{\"id\": 7, \"correct\": true}\n"
                  "{\"id\": 8, \"correct\": true}\n"
                  "{\"id\": 7, \"correct\": true}\n");
    assert_int_equal(f.all_outcomes->n, 1);
    check_example(f.all_outcomes, 0, "7", 2, 0);
    f.spec.limit = 2;
    must_read(&f, "{\"id\": 7, \"correct\": true}\n"
                  "{\"id\": 7, \"correct\": true}\n"
                  "{\"id\": 8, \"correct\": true}\n");
    assert_int_equal(f.all_outcomes->n, 2);
    f.spec.limit = 0;
    f.spec.id_field = "k";
    must_read(&f, "{\"id\": 7, \"k\": \"x\", \"correct\": true}\n"
                  "{\"id\": 7, \"k\": \"y\", \"correct\": true}\n");
    assert_int_equal(f.all_outcomes->n, 2);
}

static void csv_is_read(void **state)
{
    start(state);
    f.spec.tags_field = "tags";
    must_read(&f, "idx,text,correct,tags\n"
                  "1,one two three,True,b; a\n"
                  "2,\"one, two\",0,a\n"
                  "3,one,,\n");
    assert_int_equal(f.all_outcomes->n, 3);
    check_example(f.all_outcomes, 0, "1", 1, 0);
    check_example(f.all_outcomes, 1, "2", 1, 1);
    check_example(f.all_outcomes, 2, "3", 0, 0);
    assert_string_equal(f.all_outcomes->examples[1].text, "one, two");
    assert_int_equal(f.all_outcomes->n_vocabularies, 1);
    assert_int_equal(f.all_outcomes->vocabularies[0].n, 2);
}

static void bad_rows_are_named(void **state)
{
    start(state);
    must_fail(&f, "{\"correct\": 1}\n{\"corect\": 1}\n", 2,
              "the row has no field \"correct\"; set \"outcomes.outcome\" "
              "(--outcome-field) to the name");
    must_fail(&f, "{\"correct\": 1}\n\n{\"correct\": 7}\n", 3,
              "\"7\" is not an outcome");
    must_fail(&f, "{\"id\": 1, \"correct\": {\"m\": {\"n\": 1}}}\n", 1,
              "an object is not an outcome");
    must_fail(&f, "{\"correct\": 1}\n{\"correct\": \n", 2, "");
    must_fail(&f,
              "{\"id\": 1, \"text\": \"a\", \"correct\": 1}\n"
              "{\"id\": 1, \"text\": \"b\", \"correct\": 1}\n",
              2, "the id \"1\" is also that of line 1");
    must_fail(&f,
              "{\"id\": 1, \"correct\": [0, 9000]}\n"
              "{\"id\": 1, \"correct\": [0, 9000]}\n",
              1, "more than 10000 attempts");
    must_fail(&f, "{\"id\": 1, \"correct\": {}}\n", 0,
              "it contains no outcome");
    f.spec.tags_field = "tgas";
    must_fail(&f, "{\"correct\": 1, \"tags\": [\"a\"]}\n", 0,
              "no row has \"tgas\"");
    f.spec.tags_field = "tags";
    must_fail(&f,
              "{\"correct\": 1, \"tags\": [\"a\"]}\n"
              "{\"correct\": 1, \"tags\": [[\"a\"]]}\n",
              2, "tags must be names, not an array");
    must_fail(&f, "{\"correct\": 1, \"tags\": {\"a\": 1}}\n", 1,
              "tags must be an array");
    f.spec.text_field = "body";
    must_fail(&f, "{\"correct\": 1, \"text\": \"a\"}\n", 1,
              "the row has no field \"body\"");
    f.spec.text_field = NULL;
    f.spec.id_field = "key";
    must_fail(&f, "{\"correct\": 1}\n", 1, "the row has no field \"key\"");
}

/* ---- texts and traits ---- */

static const struct trait *find_trait(const struct outcomes *s,
                                      const char *name)
{
    for (size_t i = 0; i < s->n_traits; i++)
        if (strcmp(s->traits[i].name, name) == 0)
            return &s->traits[i];
    return NULL;
}

static void texts_have_traits(void **state)
{
    const struct trait *t;

    start(state);
    f.spec.text_field = "mail.body";
    must_read(&f,
              "{\"correct\": 1, \"mail\": {\"body\": \"order 12345 came\"}}\n"
              "{\"correct\": 0, \"mail\": {\"body\": \"yes\"}}\n");
    assert_string_equal(f.all_outcomes->examples[1].text, "yes");
    t = find_trait(f.all_outcomes, "words");
    assert_true(t && t->value[0] == 3 && t->value[1] == 1);
    t = find_trait(f.all_outcomes, "characters");
    assert_true(t && t->value[0] == 16 && t->value[1] == 3);
    t = find_trait(f.all_outcomes, "numbers");
    assert_true(t && t->value[0] == 1 && t->value[1] == 0);
    t = find_trait(f.all_outcomes, "digits");
    assert_true(t && t->value[0] == 5 && t->value[1] == 0);
    assert_null(find_trait(f.all_outcomes, "keys"));
}

/* A row of MATH has its level and the steps of its solution; a row among them
 * whose answer cannot be read is a row all the same. */
static void problems_have_theirs(void **state)
{
    const struct trait *t;

    start(state);
    must_read(&f, "{\"problem\": \"What is $1+1$?\", \"level\": \"Level 2\", "
                  "\"type\": \"Algebra\", \"solution\": \"Add.\\nIt is "
                  "$\\\\boxed{2}$.\", \"correct\": 1}\n"
                  "{\"problem\": \"What is $3$?\", \"level\": \"Level 5\", "
                  "\"type\": \"Algebra\", \"solution\": \"Three.\", "
                  "\"correct\": 0}\n");
    assert_string_equal(f.all_outcomes->examples[0].text, "What is $1+1$?");
    assert_string_equal(f.all_outcomes->examples[1].solution, "Three.");
    t = find_trait(f.all_outcomes, "level");
    assert_true(t && t->value[0] == 2 && t->value[1] == 5);
    t = find_trait(f.all_outcomes, "steps");
    assert_true(t && t->value[0] == 2 && t->value[1] == 1);
    assert_null(find_trait(f.all_outcomes, "keys"));
}

/* Rows of any kind have the traits of their answers. */
static void answers_have_traits(void **state)
{
    const struct trait *t;

    start(state);
    f.spec.text_field = "mail.body";
    must_read(&f, "{\"correct\": 1, \"mail\": {\"body\": \"a\"}, "
                  "\"gold\": \"1/2\", \"answer\": \"7\"}\n"
                  "{\"correct\": 0, \"mail\": {\"body\": \"b\"}, "
                  "\"target\": -12}\n"
                  "{\"correct\": 0, \"mail\": {\"body\": \"c\"}}\n");
    t = find_trait(f.all_outcomes, "answer");
    assert_true(t && t->words);
    assert_string_equal(t->words[0], "fraction");
    assert_string_equal(t->words[1], "integer");
    assert_null(t->words[2]);
    t = find_trait(f.all_outcomes, "answer sign");
    assert_string_equal(t->words[1], "negative");
    t = find_trait(f.all_outcomes, "answer digits");
    assert_true(t->value[0] == 1 && t->value[1] == 2 && isnan(t->value[2]));
}

/* Rows of one template are no independent evidence. */
static void templates_are_clusters(void **state)
{
    start(state);
    must_read(&f, "{\"id\": 1, \"template\": \"t\", \"correct\": 1}\n"
                  "{\"id\": 2, \"template\": \"u\", \"correct\": 1}\n"
                  "{\"id\": 3, \"template\": \"t\", \"correct\": 1}\n");
    assert_int_equal(f.all_outcomes->examples[0].cluster,
                     f.all_outcomes->examples[2].cluster);
    assert_int_not_equal(f.all_outcomes->examples[0].cluster,
                         f.all_outcomes->examples[1].cluster);
}

/* ---- names ---- */

static const struct vocabulary *find_vocabulary(const struct outcomes *s,
                                                const char *name)
{
    for (size_t i = 0; i < s->n_vocabularies; i++)
        if (strcmp(s->vocabularies[i].name, name) == 0)
            return &s->vocabularies[i];
    return NULL;
}

static bool carries(const struct vocabulary *v, size_t example,
                    const char *name)
{
    for (const uint32_t *p = v->of[example]; *p != UINT32_MAX; p++)
        if (strcmp(v->names[*p], name) == 0)
            return true;
    return false;
}

static size_t carried(const struct vocabulary *v, size_t example)
{
    size_t n = 0;

    for (const uint32_t *p = v->of[example]; *p != UINT32_MAX; p++, n++)
        assert_true(*p < v->n && (n == 0 || p[-1] < *p));
    return n;
}

static void tags_are_names(void **state)
{
    const struct vocabulary *v;

    start(state);
    f.spec.tags_field = "meta.tags";
    must_read(&f,
              "{\"correct\": 1, \"meta\": {\"tags\": [\"z\", \"b\", \"z\"]}}\n"
              "{\"correct\": 1, \"meta\": {\"tags\": \" m n ;b;\"}}\n"
              "{\"correct\": 1, \"meta\": {\"tags\": [7, \"\"]}}\n"
              "{\"correct\": 1, \"meta\": {\"tags\": null}}\n"
              "{\"correct\": 1}\n");
    assert_int_equal(f.all_outcomes->n_vocabularies, 1);
    v = &f.all_outcomes->vocabularies[0];
    assert_string_equal(v->name, "tags");
    assert_null(v->taxonomy);
    assert_int_equal(v->n, 4);
    assert_string_equal(v->names[0], "7");
    assert_string_equal(v->names[1], "b");
    assert_string_equal(v->names[2], "m n");
    assert_string_equal(v->names[3], "z");
    assert_int_equal(carried(v, 0), 2);
    assert_true(carries(v, 0, "z") && carries(v, 0, "b"));
    assert_int_equal(carried(v, 1), 2);
    assert_true(carries(v, 1, "m n") && carries(v, 1, "b"));
    assert_true(carried(v, 2) == 1 && carries(v, 2, "7"));
    assert_int_equal(carried(v, 3), 0);
    assert_int_equal(carried(v, 4), 0);
}

/* One row for each concept of a taxonomy, its name as the only tag. */
static const char *rows_of(struct arena *a, const struct taxonomy *t)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < t->n_concepts; i++) {
        str_add(&out, "{\"correct\": 1, \"tags\": [");
        json_write_string(&out, t->concepts[i].name);
        str_add(&out, "]}\n");
    }
    return str_get(&out);
}

static bool is_among(const char *const *list, const char *name)
{
    for (; *list; list++)
        if (strcmp(*list, name) == 0)
            return true;
    return false;
}

static void spec_names(struct file *x, const char *const *names, size_t n)
{
    open_file(x);
    x->spec.tags_field = "tags";
    x->spec.granularities = names;
    x->spec.n_granularities = n;
}

/* A skill carries itself, and exactly the high concepts that it maps to. */
static void skills_give_high_concepts(void **state)
{
    static const char *const names[] = { "high", "low" };
    const struct taxonomy *baseline = taxonomy_find("baseline");
    const struct vocabulary *own, *high;

    (void)state;
    spec_names(&f, names, 2);
    must_read(&f, rows_of(&f.a, baseline));
    own = find_vocabulary(f.all_outcomes, "baseline");
    high = find_vocabulary(f.all_outcomes, "high");
    assert_true(own && high && find_vocabulary(f.all_outcomes, "low"));
    assert_null(find_vocabulary(f.all_outcomes, "mid"));
    assert_ptr_equal(own->taxonomy, baseline);
    for (size_t i = 0; i < baseline->n_concepts; i++) {
        const struct concept *c = &baseline->concepts[i];
        size_t n = 0;

        assert_true(carried(own, i) == 1 && carries(own, i, c->name));
        while (c->maps[n])
            n++;
        assert_int_equal(carried(high, i), n);
        for (size_t j = 0; j < n; j++)
            assert_true(carries(high, i, c->maps[j]));
    }
}

/* A high concept carries the mid ones that it maps to, what these map to, and
 * the skills that map to it. */
static void high_concepts_give_others(void **state)
{
    static const char *const names[] = { "mid", "low", "high", "baseline" };
    const struct taxonomy *high = taxonomy_find("high");
    const struct taxonomy *baseline = taxonomy_find("baseline");
    const struct taxonomy *middle = taxonomy_find("mid");
    const struct vocabulary *mid, *low, *skills;

    (void)state;
    spec_names(&f, names, 4);
    must_read(&f, rows_of(&f.a, high));
    assert_int_equal(f.all_outcomes->n_vocabularies, 5);
    mid = find_vocabulary(f.all_outcomes, "mid");
    low = find_vocabulary(f.all_outcomes, "low");
    skills = find_vocabulary(f.all_outcomes, "baseline");
    for (size_t i = 0; i < high->n_concepts; i++) {
        const struct concept *c = &high->concepts[i];

        for (size_t j = 0; j < baseline->n_concepts; j++)
            assert_true(carries(skills, i, baseline->concepts[j].name) ==
                        is_among(baseline->concepts[j].maps, c->name));
        for (size_t j = 0; j < mid->n; j++)
            assert_true(carries(mid, i, mid->names[j]) ==
                        is_among(c->maps, mid->names[j]));
        for (size_t j = 0; j < low->n; j++) {
            bool want = false;

            for (const char *const *m = c->maps; *m; m++)
                want = want ||
                       is_among(concept_find(middle, *m)->maps, low->names[j]);
            assert_true(carries(low, i, low->names[j]) == want);
        }
    }
}

/* Nobody can tell which high concept a coarse one stands for. */
static void coarse_names_give_no_finer(void **state)
{
    static const char *const names[] = { "high", "mid", "extremely-low" };

    (void)state;
    spec_names(&f, names, 3);
    must_read(&f, rows_of(&f.a, taxonomy_find("low")));
    assert_int_equal(f.all_outcomes->n_vocabularies, 3);
    assert_non_null(find_vocabulary(f.all_outcomes, "low"));
    assert_non_null(find_vocabulary(f.all_outcomes, "extremely-low"));
}

/* Nine of ten tags must be known, in whatever spelling. */
static void most_tags_must_be_known(void **state)
{
    static const char *const names[] = { "high" };
    static const char known[] =
        "{\"correct\": 1, \"tags\": [\"chinese_remainder_theorem\", "
        "\"Eulers phi function\", \"POLYNOMIAL_GCD computations\", "
        "\"function composition\", \"Solving_linear_congruences\", "
        "\"Probability trees and compound events\", \"factors and multiples\", "
        "\"Combinations\", \"Fundamental theorem of arithmetic\", \"odd\"]}\n";
    const struct vocabulary *v;

    (void)state;
    spec_names(&f, names, 1);
    must_read(&f, known);
    assert_int_equal(f.all_outcomes->n_vocabularies, 2);
    v = find_vocabulary(f.all_outcomes, "high");
    assert_int_equal(v->n, 9);
    assert_true(carries(v, 0, "Chinese remainder theorem"));
    assert_int_equal(find_vocabulary(f.all_outcomes, "tags")->n, 10);
    must_read(&f, arena_printf(&f.a, "%s{\"correct\": 1, \"tags\": \"even\"}\n",
                               known));
    assert_int_equal(f.all_outcomes->n_vocabularies, 1);
}

/* A user's concepts are met by their own names, and by high ones. */
static void user_taxonomies_are_met(void **state)
{
    static const char text[] =
        "name: ours\n"
        "concepts:\n"
        "  - {name: Remainders, maps: [Chinese remainder theorem]}\n"
        "  - late parcel\n";
    const struct vocabulary *v;
    const char *path;

    start(state);
    path = scratch_file(&f.a, text, strlen(text));
    f.spec.taxonomy = path;
    f.spec.tags_field = "tags";
    must_read(&f, "{\"correct\": 1, \"tags\": [\"late_parcel\", \"x\"]}\n");
    v = find_vocabulary(f.all_outcomes, "ours");
    assert_true(v && v->n == 1 && carries(v, 0, "late parcel"));
    must_read(&f, "{\"correct\": 1, \"tags\": [\"Chinese remainder "
                  "theorem\"]}\n");
    v = find_vocabulary(f.all_outcomes, "ours");
    assert_true(v && v->n == 1 && carries(v, 0, "Remainders"));
    unlink(path);

    /* what is wrong with it is not the rows' fault */
    path = scratch_file(&f.a, "name: ours\nconcepts: 3\n", 23);
    f.spec.taxonomy = path;
    must_fail(&f, "{\"correct\": 1, \"tags\": \"x\"}\n", 2, path);
    unlink(path);
}

/* ---- what ships, and real data ---- */

static bool has_tag(const struct outcomes *s, size_t i, const char *name)
{
    return carries(find_vocabulary(s, "tags"), i, name);
}

/* The example has what it says: a weak pair and a weak length. */
static void tickets_have_their_weaknesses(void **state)
{
    const char *tests = getenv("ASSAY_TESTS");
    size_t pair[2] = { 0 }, longer[2] = { 0 }, rest[2] = { 0 };
    const double *words;

    start(state);
    assert_true(spec_table_read_file(
        &f.a, &hunt_table,
        arena_printf(&f.a, "%s%sexamples/hunt-tickets.yaml", tests ? tests : "",
                     tests ? "/../" : ""),
        &f.spec, &f.e));
    assert_true(failures_read(&f.a, &f.spec, &f.all_outcomes, &f.n, &f.e));
    assert_int_equal(f.n, 1);
    assert_int_equal(f.all_outcomes->n, 240);
    words = find_trait(f.all_outcomes, "words")->value;
    for (size_t i = 0; i < f.all_outcomes->n; i++) {
        bool both = has_tag(f.all_outcomes, i, "refund") &&
                    has_tag(f.all_outcomes, i, "two languages");
        size_t *of = both ? pair : words[i] > 100 ? longer : rest;

        of[0]++;
        of[1] += f.all_outcomes->examples[i].failed;
    }
    assert_true(pair[0] >= 20 && pair[1] * 10 >= pair[0] * 7);
    assert_true(longer[0] >= 20 && longer[1] * 10 >= longer[0] * 5);
    assert_true(rest[1] * 10 <= rest[0]);
}

/* Counted in the bytes of the file: how often "NAME": 0 stands in it. */
static size_t count_text(const char *path, const char *part, size_t *lines)
{
    static char line[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t n = 0;

    assert_non_null(file);
    for (*lines = 0; fgets(line, sizeof(line), file); ++*lines)
        n += strstr(line, part) != NULL;
    fclose(file);
    return n;
}

static void skills_of_math(void **state)
{
    static const char *const names[] = { "high", "mid", "low", "extremely-low",
                                         "baseline" };
    const char *data = getenv("ASSAY_DATA");
    size_t lines;

    (void)state;
    if (!data) {
        print_message("skipped: ASSAY_DATA is not set\n");
        return;
    }
    spec_names(&f, names, 5);
    f.spec.outcome_field = "evaltree_correct";
    f.spec.tags_field = "skills";
    f.spec.outcomes_file =
        arena_printf(&f.a, "%s/math-test-skills.jsonl", data);
    f.ok = failures_read(&f.a, &f.spec, &f.all_outcomes, &f.n, &f.e);
    if (!f.ok)
        fail_msg("%s", f.e.msg);
    assert_int_equal(f.n, 3);
    for (size_t t = 0; t < f.n; t++) {
        const struct outcomes *s = &f.all_outcomes[t];
        size_t failed = 0;

        for (size_t i = 0; i < s->n; i++) {
            assert_int_equal(s->examples[i].tries, 1);
            failed += s->examples[i].failed;
        }
        assert_int_equal(failed,
                         count_text(f.spec.outcomes_file,
                                    arena_printf(&f.a, "\"%s\": 0", s->target),
                                    &lines));
        assert_int_equal(s->n, lines);
        assert_int_equal(s->n_vocabularies, 6);
        assert_non_null(find_vocabulary(s, "baseline"));
        assert_non_null(find_trait(s, "level"));
        assert_non_null(find_trait(s, "steps"));
    }
    assert_int_equal(f.all_outcomes->n, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_counted),
        cmocka_unit_test(outcome_cases),
        cmocka_unit_test(shares_have_one_count),
        cmocka_unit_test(targets_are_members),
        cmocka_unit_test(rows_of_models_are_split),
        cmocka_unit_test(names_of_the_only_target),
        cmocka_unit_test(rows_of_one_id_are_attempts),
        cmocka_unit_test(csv_is_read),
        cmocka_unit_test(bad_rows_are_named),
        cmocka_unit_test(texts_have_traits),
        cmocka_unit_test(problems_have_theirs),
        cmocka_unit_test(answers_have_traits),
        cmocka_unit_test(templates_are_clusters),
        cmocka_unit_test(tags_are_names),
        cmocka_unit_test(skills_give_high_concepts),
        cmocka_unit_test(high_concepts_give_others),
        cmocka_unit_test(coarse_names_give_no_finer),
        cmocka_unit_test(most_tags_must_be_known),
        cmocka_unit_test(user_taxonomies_are_met),
        cmocka_unit_test(tickets_have_their_weaknesses),
        cmocka_unit_test(skills_of_math),
    };

    return cmocka_run_group_tests(tests, NULL, end);
}
