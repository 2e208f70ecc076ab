/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions of assay.h. Judging allocates many small things in an arena,
 * which is freed at the end; the caller gets one block with the verdict and,
 * behind it, its strings.
 */
#include "assay.h"
#include "base/limits.h"
#include "base/pipeline.h"
#include "family/table.h"
#include "grade/jsonl.h"
#include "grade/profile_file.h"
#include "grade/request.h"
#include "math/flint.h"

#include <stdlib.h>
#include <string.h>

/* The names of both enums are in the same order. */
_Static_assert((int)ASSAY_CORRECT == (int)VERDICT_CORRECT &&
                   (int)ASSAY_WRONG == (int)VERDICT_WRONG &&
                   (int)ASSAY_UNDECIDED == (int)VERDICT_UNDECIDED &&
                   (int)ASSAY_NO_ANSWER == (int)VERDICT_NO_ANSWER &&
                   (int)ASSAY_UNREADABLE == (int)VERDICT_UNREADABLE &&
                   (int)ASSAY_BAD_KEY == (int)VERDICT_BAD_KEY && VERDICTS == 6,
               "assay.h and grade.h differ");

const char *assay_outcome_name(enum assay_outcome v)
{
    if ((int)v < 0 || (int)v >= VERDICTS)
        return "unknown";
    return verdict_name((enum verdict)v);
}

void assay_thread_end(void)
{
    flint_cleanup();
}

/* ---- options ---- */

static bool all_given(const char *const *texts, size_t n)
{
    if (n > 0 && !texts)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!texts[i])
            return false;
    return true;
}

/* Makes a request of the options, without texts. Returns false if an option is
 * not valid. */
static bool api_read_limit(struct arena *a, const char *text,
                           struct grade_request *r)
{
    struct answer_limit *limit = arena_new(a, struct answer_limit);
    struct json *v;
    struct err e;

    r->limit = limit;
    return json_read(a, text, strlen(text), 1, &v, &e) &&
           limit_read(a, v, limit, &e);
}

static bool api_read_options(struct arena *a, const struct assay_options *o,
                             struct grade_request *r)
{
    const struct profile *profile = NULL;
    struct err e;

    *r = (struct grade_request){ 0 };
    if (!o)
        return true;
    if (o->profile && !profile_load(a, o->profile, &profile, &e))
        return false;
    request_set_profile(r, profile);
    if (!all_given(o->params, o->params_n) ||
        !all_given(o->choices, o->choices_n) ||
        o->choices_n > REQUEST_CHOICES_MOST || o->digits < 0)
        return false;
    r->extracted = o->extracted != 0;
    r->symbols = o->params;
    r->symbols_n = o->params_n;
    r->choices = o->choices;
    r->choices_n = o->choices_n;
    return (!o->kind || request_set_kind(r, o->kind, &e)) &&
           (!o->tolerance || request_set_tolerance(a, r, o->tolerance, &e)) &&
           (!o->digits || request_set_digits(r, (uint64_t)o->digits, &e)) &&
           (!o->limit || api_read_limit(a, o->limit, r));
}

/* ---- one pair ---- */

static size_t api_room(const char *s)
{
    return s ? strlen(s) + 1 : 0;
}

/* Copy s to *end and move it on. */
static const char *api_put(char **end, const char *s)
{
    char *at = *end;
    size_t n = api_room(s);

    if (!s)
        return NULL;
    memcpy(at, s, n);
    *end += n;
    return at;
}

static size_t parts_room(const struct grade_result *r)
{
    size_t size = r->parts_n * sizeof(struct assay_part);

    for (size_t i = 0; i < r->parts_n; i++)
        size += api_room(r->parts[i].name) + api_room(r->parts[i].extracted) +
                api_room(r->parts[i].value);
    return size;
}

static void pack_parts(struct assay_part *parts, char **end,
                       const struct grade_result *r)
{
    for (size_t i = 0; i < r->parts_n; i++) {
        const struct grade_part *p = &r->parts[i];

        parts[i].strict = (enum assay_outcome)p->strict.verdict;
        parts[i].lenient = (enum assay_outcome)p->lenient.verdict;
        parts[i].name = api_put(end, p->name);
        parts[i].extracted = api_put(end, p->extracted);
        parts[i].value = api_put(end, p->value);
    }
}

/* A verdict whose parts and strings stand behind it in the same block. */
static struct assay_verdict *api_pack(const struct grade_result *r, bool strict)
{
    const struct grade_reading *reading = jsonl_reading(r, strict);
    size_t size = api_room(reading->by) + api_room(reading->why) +
                  api_room(r->rule) + api_room(r->extracted) +
                  api_room(r->key) + api_room(r->answer) +
                  api_room(r->witness) + api_room(r->profile) + parts_room(r);
    struct assay_verdict *v = malloc(sizeof(*v) + size);
    struct assay_part *parts;
    char *end;

    if (!v)
        out_of_memory();
    parts = (struct assay_part *)(v + 1);
    end = (char *)(parts + r->parts_n);
    *v = (struct assay_verdict){
        .verdict = (enum assay_outcome)reading->verdict,
        .strict = (enum assay_outcome)r->strict.verdict,
        .lenient = (enum assay_outcome)r->lenient.verdict,
        .work = r->work,
        .parts = r->parts_n ? parts : NULL,
        .parts_n = r->parts_n,
        .from = r->from,
        .to = r->to,
    };
    pack_parts(parts, &end, r);
    v->by = api_put(&end, reading->by);
    v->why = api_put(&end, reading->why);
    v->rule = api_put(&end, r->rule);
    v->extracted = api_put(&end, r->extracted);
    v->key = api_put(&end, r->key);
    v->answer = api_put(&end, r->answer);
    v->witness = api_put(&end, r->witness);
    v->profile = api_put(&end, r->profile);
    return v;
}

/* Judge with options that were read. */
static struct assay_verdict *api_judge(struct arena *a,
                                       const struct grade_request *options,
                                       const char *gold, const char *reply,
                                       bool strict)
{
    const struct jsonl_rules rules = { .find = family_judge };
    struct grade_request request = *options;
    struct grade_result result;

    if (!gold)
        return NULL;
    grade_set_gold(&request, gold);
    grade_set_reply(&request, reply ? reply : "");
    if (!jsonl_judge_gold(a, &request, &rules, &result))
        result = grade_pair(a, &request);
    return api_pack(&result, strict);
}

/* Read the options and judge. */
static struct assay_verdict *judge_with(struct arena *a,
                                        const struct assay_options *options,
                                        const char *gold, const char *reply)
{
    struct grade_request request;

    return api_read_options(a, options, &request)
               ? api_judge(a, &request, gold, reply, options && options->strict)
               : NULL;
}

struct assay_verdict *assay_grade(const char *gold, const char *reply,
                                  const struct assay_options *options)
{
    struct arena a = { 0 };
    struct assay_verdict *v = judge_with(&a, options, gold, reply);

    arena_clear(&a);
    return v;
}

void assay_verdict_free(struct assay_verdict *v)
{
    free(v);
}

/* ---- lines ---- */

char *assay_grade_line(const char *line, size_t n, int strict)
{
    const struct jsonl_rules rules = { .find = family_judge };
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct jsonl_line l;
    char *copy;

    jsonl_judge(&a, line ? line : "", line ? n : 0, 1, &rules, &l);
    jsonl_write(&out, &l, strict != 0);
    copy = malloc(out.n + 1);
    if (!copy)
        out_of_memory();
    memcpy(copy, out.s, out.n + 1);
    arena_clear(&a);
    return copy;
}

void assay_line_free(char *line)
{
    free(line);
}

/* ---- many ---- */

/* Pairs that are handed to a thread at once, since handing over costs time. */
#define BATCH_PAIRS 16

struct batch {
    const char *const *gold, *const *reply;
    size_t n, next;
    const struct grade_request *shared; /* of all pairs; NULL: `each` */
    bool strict;
    const struct assay_options *const *each; /* NULL: none */
    struct assay_verdict **out;
};

static bool batch_next(void *ctx, struct pipeline_item *item)
{
    struct batch *b = ctx;

    if (b->next >= b->n)
        return false;
    *(size_t *)item->data = b->next;
    b->next += b->n - b->next < BATCH_PAIRS ? b->n - b->next : BATCH_PAIRS;
    return true;
}

static void batch_work(void *ctx, struct pipeline_item *item)
{
    struct batch *b = ctx;
    size_t from = *(size_t *)item->data;
    size_t to = b->n - from < BATCH_PAIRS ? b->n : from + BATCH_PAIRS;

    for (size_t i = from; i < to; i++) {
        const char *reply = b->reply ? b->reply[i] : NULL;

        b->out[i] = b->shared
                        ? api_judge(&item->arena, b->shared, b->gold[i], reply,
                                    b->strict)
                        : judge_with(&item->arena, b->each ? b->each[i] : NULL,
                                     b->gold[i], reply);
        arena_reset(&item->arena);
    }
}

static bool batch_emit(void *ctx, struct pipeline_item *item)
{
    (void)ctx;
    (void)item;
    return true;
}

static void batch_leave(void *ctx)
{
    (void)ctx;
    flint_cleanup();
}

static int thread_count(int asked, size_t n)
{
    size_t batches = n / BATCH_PAIRS + 1;
    int threads = asked > 0 ? asked : pipeline_cores();

    if (threads > LIMIT_THREADS)
        threads = LIMIT_THREADS;
    return (size_t)threads > batches ? (int)batches : threads;
}

static void run_batch(struct batch *b, int threads)
{
    struct pipeline p = { .threads = thread_count(threads, b->n),
                          .item_size = sizeof(size_t),
                          .ctx = b,
                          .next = batch_next,
                          .work = batch_work,
                          .emit = batch_emit,
                          .leave = batch_leave };

    pipeline_run(&p);
}

int assay_grade_many(const char *const *gold, const char *const *reply,
                     size_t n, const struct assay_options *options, int threads,
                     struct assay_verdict **out)
{
    struct arena a = { 0 };
    struct grade_request request;
    struct batch b = { .gold = gold,
                       .reply = reply,
                       .n = n,
                       .out = out,
                       .shared = &request,
                       .strict = options && options->strict };
    bool ok = gold && api_read_options(&a, options, &request);

    for (size_t i = 0; i < n; i++)
        out[i] = NULL;
    if (ok)
        run_batch(&b, threads);
    arena_clear(&a);
    return ok;
}

int assay_grade_each(const char *const *gold, const char *const *reply,
                     size_t n, const struct assay_options *const *options,
                     int threads, struct assay_verdict **out)
{
    struct batch b = {
        .gold = gold, .reply = reply, .n = n, .each = options, .out = out
    };

    for (size_t i = 0; i < n; i++)
        out[i] = NULL;
    if (gold)
        run_batch(&b, threads);
    return gold != NULL;
}
