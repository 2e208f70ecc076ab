/* SPDX-License-Identifier: Apache-2.0 */

/* What a hunt prints of replies: kinds, how they fail, the limit on tokens, and
 * elementary problems that fail. */
#include "../lib/printed.h"
#include "hunt/print/print.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define N 60

static const char *const concepts[] = { "Gamma", "Delta" };

/* A target with N problems of two concepts in turn, and levels 1 to 3. */
struct world {
    struct arena a;
    struct hunt_spec spec;
    struct hunt_target target;
    struct hypothesis row;
    struct hunt_report report;
    struct example examples[N];
    double levels[N];
    const uint32_t *of[N];
    struct vocabulary names;
    struct trait level;
    struct doc_example failed[2];
};

static void make(struct world *w)
{
    static const uint32_t lists[2][2] = { { 0, UINT32_MAX },
                                          { 1, UINT32_MAX } };

    memset(w, 0, sizeof(*w));
    w->spec.seed = "7";
    w->row = (struct hypothesis){ .text = "It fails.",
                                  .suspicion = { .vocabulary = "high",
                                                 .concepts = concepts,
                                                 .n_concepts = 1 },
                                  .by = "exact",
                                  .reported = true,
                                  .n = N / 2,
                                  .group = -1,
                                  .explained = -1,
                                  .bank_accuracy = NAN,
                                  .reward = NAN };
    for (size_t i = 0; i < N; i++) {
        w->levels[i] = (double)(i % 3 + 1);
        w->of[i] = lists[i % 2];
        w->examples[i] =
            (struct example){ .id = arena_printf(&w->a, "p%zu", i),
                              .text = arena_printf(&w->a, "Statement %zu.", i),
                              .tries = 1 };
    }
    w->names = (struct vocabulary){ "high", NULL, concepts, 2, w->of };
    w->level = (struct trait){ "level", w->levels, NULL };
    w->target = (struct hunt_target){
        .name = "m",
        .solve_rate = 0.5,
        .outcomes = { .target = "m",
                      .examples = w->examples,
                      .n = N,
                      .vocabularies = &w->names,
                      .n_vocabularies = 1,
                      .traits = &w->level,
                      .n_traits = 1 },
        .table = { .rows = &w->row, .n = 1, .tried = 1, .reported = 1 },
        .spearman = NAN,
        .spearman_p = NAN
    };
    w->report = (struct hunt_report){ .hash = "00ff",
                                      .targets = &w->target,
                                      .n_targets = 1 };
}

static const char *print(struct world *w, bool full,
                         void (*render)(struct str *, const struct document *))
{
    struct document *d = document_new(&w->a, 100);
    struct str out = str_in(&w->a);

    d->full = full;
    hunt_document(d, &w->spec, &w->report, NULL, 0);
    render(&out, d);
    return str_get(&out);
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void has_not(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("\"%s\" is in:\n%s", part, text);
}

/* ---- kinds and ways ---- */

static void fill_counts(struct world *w)
{
    struct reply_counts *all = &w->target.replies;
    struct reply_counts *in = &w->row.replies[REPLIES_BENCHMARK];

    *all = (struct reply_counts){ .kinds = { 30, 20, 4, 3, 2, 1 },
                                  .held = 12,
                                  .apart = 2,
                                  .wrong = 1,
                                  .doubtful = 3,
                                  .alone = 5,
                                  .read = { 30, 29 },
                                  .boxed = { 30, 10 },
                                  .words = { 3000, 2900 } };
    *in = (struct reply_counts){ .kinds = { 0, 20, 4, 0, 0, 0 },
                                 .read = { 0, 24 },
                                 .boxed = { 0, 12 },
                                 .words = { 0, 5040 } };
    in->ways[WAY_SIGN] = 3;
    in->ways[WAY_METHOD] = 17;
    in->ways[WAY_GAVE_UP] = 4;
    w->row.replies[REPLIES_FRESH] =
        (struct reply_counts){ .kinds = { 1, 7, 0, 0, 0, 2 } };
    w->row.cause = "concept";
    w->row.cause_why = "others are solved";
    w->failed[0] = (struct doc_example){
        .problem = "p0",
        .statement = "Statement 0.",
        .key = "17",
        .answer = "19",
        .mark = "wrong",
        .reply = "... so \\boxed{19}",
        .note = "arithmetic slip: step 3 of the worked solution has 17, the "
                "reply has 19"
    };
    w->row.failed = w->failed;
    w->row.n_failed = 1;
}

static void by_kind(void **state)
{
    struct world w;
    const char *screen, *full;

    (void)state;
    make(&w);
    fill_counts(&w);
    screen = print(&w, false, document_text);
    has(screen, "\nReplies: 30 solved, 20 wrong, 4 no answer, 3 refused, 2 "
                "unreadable, 1 truncated.\n");
    has(screen, "\n"
                "1 of 60 replies were cut off at the model's token limit and "
                "are not counted; raise `--max-tokens`.");
    has(screen, "\nReplies, benchmark: 20 wrong, 4 no answer; fresh: 1 solved, "
                "7 wrong, 2 truncated.\n");
    has(screen, "\nHow it fails: wrong method 17, gave up 4, sign error 3.\n");
    has(screen, "\nFailed replies are 2.1 times as long as solved ones "
                "elsewhere (210 and 100 words).\n");
    has(screen, "\n"
                "50 % of failed replies have a boxed answer, against 100 % of "
                "solved ones elsewhere.\n");
    has(screen,
        "of 12 solved replies compared with worked steps, 2 have none of the");
    has(screen, "1 has a false equation; 5 more have only an answer.");
    has(screen, "\n    reply: ... so \\boxed{19}\n"
                "    how: arithmetic slip: step 3 of the worked solution has "
                "17, the reply has 19\n");
    has(screen, "\nCause: concept. Others are solved.\n");
    full = print(&w, true, document_text);
    has(full, "\nReplies by kind:\n"
              "problems  set        solved  wrong  no answer  refused  "
              "unreadable  truncated\n"
              "all       benchmark      30     20          4        3         "
              "  2          1\n"
              "Gamma     benchmark       0     20          4        0         "
              "  0          0\n"
              "Gamma     fresh           1      7          0        0         "
              "  0          2\n");
    has(print(&w, true, document_markdown), "| Gamma | fresh | 1 | 7 |");
    arena_clear(&w.a);
}

/* A file of outcomes has no replies: nothing is said of them. */
static void without_replies(void **state)
{
    struct world w;

    (void)state;
    make(&w);
    has_not(print(&w, true, document_text), "Replies");
    has_not(print(&w, false, document_text), "How it fails");
    has_not(print(&w, false, document_text), "Gamma:\n"); /* no empty heading */
    arena_clear(&w.a);
}

/* ---- the limit on tokens ---- */

/* Half of the replies about Gamma are truncated, none about Delta. */
static void where_truncated(void **state)
{
    struct world w;

    (void)state;
    make(&w);
    w.spec.decoding.max_tokens = "320";
    for (size_t i = 0; i < N; i++) {
        struct reply_counts *c = &w.examples[i].replies;

        c->kinds[i % 4 ? REPLY_SOLVED : REPLY_TRUNCATED]++;
        reply_counts_add(&w.target.replies, c);
    }
    has(print(&w, false, document_text),
        "\n"
        "15 of 60 replies were cut off at max_tokens 320 and are not counted; "
        "raise `--max-tokens`.\n"
        "Most often with Gamma: 50 % of 30 replies, against 0 % of the "
        "others.\n");
    arena_clear(&w.a);
}

static void all_truncated(void **state)
{
    struct world w;
    const char *screen;

    (void)state;
    make(&w);
    w.spec.decoding.max_tokens = "16";
    w.target.table.n = 0;
    w.target.replies.kinds[REPLY_TRUNCATED] = 57;
    w.target.replies.kinds[REPLY_SOLVED] = 3;
    screen = print(&w, false, document_text);
    has(screen, "m\n"
                "57 of 60 replies were cut off at max_tokens 16 and");
    has(screen, "Because of this limit, nothing else can be concluded.");
    has_not(screen, "No hypothesis could be tested");
    has_not(screen, "solves ");
    arena_clear(&w.a);
}

/* ---- elementary problems ---- */

static void elementary(void **state)
{
    struct world w;
    const char *full;

    (void)state;
    make(&w);
    /* Of Gamma p0 (level 1) and p12 (1) fail and p14 (3) is solved; all of
     * Delta fails. */
    for (size_t i = 0; i < N; i++)
        w.examples[i].failed = i % 2 || i == 0 || i == 12;
    full = print(&w, true, document_text);
    has(full, "\n"
              "2 problems never solved although a harder one with the same "
              "concepts is always solved:\n"
              "  p0  level 1, never solved\n"
              "    Statement 0.\n");
    has(full, "  p2  level 3, always solved\n"
              "    Statement 2.\n");
    has(full, "  p12  level 1, never solved\n");
    has_not(full, "answer none");
    has(print(&w, true, document_json), "\"failed\": \"p12\"");
    for (size_t i = 0; i < N; i++)
        w.examples[i].failed = w.levels[i] > 2;
    has_not(print(&w, true, document_text), "never solved, where");
    arena_clear(&w.a);
}

/* ---- for programs ---- */

static void for_programs(void **state)
{
    struct document *d;
    struct str out = { 0 };
    struct world w;

    (void)state;
    make(&w);
    fill_counts(&w);
    d = document_new(&w.a, 0);
    hunt_hypotheses(d, &w.report);
    document_json(&out, d);
    has(out.s,
        "\"benchmark\": {\"solved\": 0, \"wrong\": 20, \"no_answer\": 4, "
        "\"refused\": 0, \"unreadable\": 0, \"truncated\": 0}");
    has(out.s, "\"how\": {\"sign_error\": 3, \"dropped_case\": 0, ");
    has(out.s, "\"words\": {\"solved\": null, \"failed\": 210");
    has(out.s, "\"how\": \"arithmetic slip: step 3");
    str_clear(&out);
    arena_clear(&w.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_kind),         cmocka_unit_test(without_replies),
        cmocka_unit_test(where_truncated), cmocka_unit_test(all_truncated),
        cmocka_unit_test(elementary),      cmocka_unit_test(for_programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
