/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a hunt prints, from reports made by hand: whole texts of small ones,
 * members of the files, and hostile names at every width.
 */
#include "../lib/printed.h"
#include "hunt/print/print.h"
#include "report/figure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define DEMO                                                          \
 "The target demo is a simulated model with known weaknesses, not a " \
 "language model.\n"

/* ---- documents, built and rendered at once ---- */

typedef void render_fn(struct str *to, const struct document *d);

static void print_hunt(struct str *to, const struct hunt_spec *s,
                       const struct hunt_report *r,
                       const struct print_hash *files, size_t n, size_t width,
                       bool full, render_fn *render)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, width);

    str_reset(to);
    d->full = full;
    hunt_document(d, s, r, files, n);
    render(to, d);
    arena_clear(&a);
}

/* Everything, as with --full. */
static void print_report(struct str *to, const struct hunt_spec *s,
                         const struct hunt_report *r, size_t width)
{
    print_hunt(to, s, r, NULL, 0, width, true, document_text);
}

static void show_screen(struct str *to, const struct hunt_spec *s,
                        const struct hunt_report *r, size_t width)
{
    print_hunt(to, s, r, NULL, 0, width, false, document_text);
}

static void print_summary(struct str *to, const struct hunt_spec *s,
                          const struct hunt_report *r,
                          const struct print_hash *files, size_t n)
{
    print_hunt(to, s, r, files, n, 0, false, document_json);
}

static void print_of(struct str *to, const struct hunt_report *r,
                     void (*make)(struct document *d,
                                  const struct hunt_report *r))
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, 0);

    str_reset(to);
    make(d, r);
    document_json(to, d);
    arena_clear(&a);
}

static void print_task(struct str *to, const struct hunt_task_report *t,
                       size_t width, render_fn *render)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, width);

    str_reset(to);
    task_document(d, t);
    render(to, d);
    arena_clear(&a);
}

static void print_redundancy(struct str *to, const struct redundancy *r)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, 0);

    str_reset(to);
    redundancy_document(d, r);
    document_text(to, d);
    arena_clear(&a);
}

/* ---- a report ---- */

static const char *const pair[] = { "Alpha: one, two", "Beta (three)" };
static const char *const single[] = { "Gamma" };

static struct hypothesis row(const char *const *concepts, size_t n)
{
    return (struct hypothesis){ .text = "It fails.",
                                .suspicion = { .vocabulary = "high",
                                               .concepts = concepts,
                                               .n_concepts = n },
                                .by = "exact",
                                .accuracy = 0.8125,
                                .inside = 0.6,
                                .outside = 0.1,
                                .lift = 0.5,
                                .lo = 0.3,
                                .hi = 0.7,
                                .p = 1.0 / 3e9,
                                .q = 0.0005,
                                .n = 10,
                                .group = -1,
                                .explained = -1,
                                .bank_accuracy = NAN,
                                .reward = NAN };
}

struct made {
    struct hunt_spec spec;
    struct hypothesis rows[8];
    struct hunt_target targets[2];
    struct hunt_report report;
    struct problem problems[20];
};

/* The i-th of some problems that differ by their ids. */
static struct problem some_problem(size_t i)
{
    static const char letters[] = "abcdefghijklmnopqrst";

    return (struct problem){ .id = letters + i, .statement = "" };
}

/* One reported pair, measured; a bound in its group; one that is nothing. */
static void make(struct made *x)
{
    memset(x, 0, sizeof(*x));
    x->spec.score.level = 0.01;
    x->spec.seed = "7";
    x->rows[0] = row(pair, 2);
    x->rows[0].reported = true;
    x->rows[0].group = 0;
    x->rows[0].targeted = (struct solve){ 20, 0.25, 0.1, 0.4 };
    x->rows[0].control = (struct solve){ 20, 0.9, 0.8, 0.95 };
    x->rows[0].cause = "concept";
    x->rows[0].cause_why = "others are solved";
    x->rows[1] = row(NULL, 0);
    x->rows[1].suspicion.vocabulary = NULL;
    x->rows[1].suspicion.bound =
        (struct bound){ BOUND_ABOVE, "words", 80, NULL, 0 };
    x->rows[1].group = 0;
    x->rows[2] = row(single, 1);
    x->rows[2].q = 0.25;
    x->targets[0] = (struct hunt_target){
        .name = "demo",
        .solve_rate = 0.75,
        .solve_lo = 0.7,
        .solve_hi = 0.8,
        .failing = 5,
        .tried_problems = 40,
        .table = { .rows = x->rows, .n = 3, .tried = 3, .reported = 1 },
        .spearman = NAN,
        .spearman_p = NAN,
    };
    x->report = (struct hunt_report){ .hash = "00ff",
                                      .targets = x->targets,
                                      .n_targets = 1,
                                      .problems = x->problems,
                                      .controls = x->problems,
                                      .n_problems = 20,
                                      .asked = 7,
                                      .journalled = 2 };
    for (size_t i = 0; i < 20; i++)
        x->problems[i] = some_problem(i);
}

static void print_wide(struct made *x, struct str *to)
{
    print_report(to, &x->spec, &x->report, 100);
}

/* What a test prints, and from what; each print takes the place of the last. */
static struct made m;
static struct str out;

static void start(void **state)
{
    (void)state;
    make(&m);
}

static int clear_out(void **state)
{
    (void)state;
    str_clear(&out);
    return 0;
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

/* The place of the part that comes after i others; NULL: there is none. */
static const char *nth(const char *text, const char *part, int i)
{
    const char *s = strstr(text, part);

    while (s && i-- > 0)
        s = strstr(s + 1, part);
    return s;
}

/* ---- tables ---- */

static void a_small_report(void **state)
{
    start(state);
    print_wide(&m, &out);
    expect(&out,
           "demo\n"
           "solved on the benchmark 75.0 % (70.0 .. 80.0) of 40 problems, 5 of "
           "them never solved\n"
           "hypotheses reported 1 of 3 tried, at q <= 0.01\n"
           "solved on the worst weakness 25.0 % (10.0 .. 40.0) of 20 fresh "
           "problems\n"
           "\n"
           "Failure rates on the benchmark, inside and outside:\n"
           "hypothesis     n  inside  outside    lift          95 %       q\n"
           "Alpha + Beta  10  60.0 %   10.0 %  50.0 %  30.0 .. 70.0  0.0005\n"
           "  also: words > 80\n"
           "\n"
           "Solve rates on fresh problems:\n"
           "hypothesis     n  solved          95 %  control    cause\n"
           "Alpha + Beta  20  25.0 %  10.0 .. 40.0   90.0 %  concept\n"
           "\n"
           "Alpha + Beta:\n"
           "Cause: concept. Others are solved.\n"
           "\n"
           "20 fresh problems for hypotheses, 0 for controls.\n"
           "Calls: 7 asked, 2 from the store, 0 failed.\n");
}

static void hold(struct hypothesis *h, enum confirmed c, double against)
{
    h->confirmed = c;
    h->against = against;
    h->below_lo = c == CONFIRMED_NO ? 0.05 : -0.1;
    h->below_hi = 0.3;
}

/* Fresh problems that are solved more often than the control or the rest of the
 * benchmark, or about as often. */
static void what_is_not_confirmed(void **state)
{
    start(state);
    m.rows[2].reported = true;
    m.rows[2].targeted = (struct solve){ 20, 0.815, 0.7, 0.9 };
    m.rows[0].targeted.rate = 0.85; /* the control: 0.9 */
    m.rows[0].confirmed = CONFIRMED_YES;
    m.rows[2].control = (struct solve){ 20, 0.6, 0.4, 0.8 };
    m.rows[2].cause = "length"; /* of no weakness: it is not told */
    m.rows[2].cause_why = "others are solved";
    hold(&m.rows[2], CONFIRMED_NO, 0.6);
    print_wide(&m, &out);
    has_not(out.s, "Cause: length.");
    has(out.s,
        "2 of 3 tried, at q <= 0.01, 1 of them not confirmed on fresh problems\n");
    has(out.s, "solved on the worst weakness 85.0 %");
    has(out.s, "60.0 %  not confirmed\n");
    has(out.s, "Gamma:\n"
               "Not confirmed: 81.5 % of fresh problems are solved, against "
               "60.0 % of matched controls;");
    assert_true(nth(out.s, "Alpha + Beta:\n", 0) < nth(out.s, "Gamma:\n", 0));
    m.rows[2].control.n = 0;
    hold(&m.rows[2], CONFIRMED_NOT_SHOWN, 0.7);
    show_screen(&out, &m.spec, &m.report, 100);
    has(out.s, "not shown\n");
    has_not(out.s, "Cause: length.");
    has(out.s, "Not shown: 81.5 % of fresh problems are solved, against 70.0 % "
               "of the rest of");
    m.rows[2].confirmed = CONFIRMED_YES;
    show_screen(&out, &m.spec, &m.report, 100);
    has_not(out.s, "not confirmed\n");
    has_not(out.s, "not shown\n");
    has(out.s, "Cause: length.");
}

/* Problems that serve several sets count once. */
static void controls_count_once(void **state)
{
    start(state);
    m.report.n_controls = 6;
    m.problems[5] = m.problems[4];
    print_wide(&m, &out);
    has(out.s, "19 fresh problems for hypotheses, 5 for controls.");
}

/* Long names of models leave room for those of weaknesses. */
static void long_names_have_labels(void **state)
{
    const char *names[] = { "planted:/a/long/path/first.yaml",
                            "planted:/a/long/path/second.yaml" };
    const char *few[] = { "one", "two" };
    struct rasch_estimate weaker[2] = { 0 };
    struct models_part parts[2] = { { .holds = HOLDS_YES },
                                    { .holds = HOLDS_MAYBE } };
    struct models_claim claim = { .text = "It fails.",
                                  .name = "Exponential equations & logs",
                                  .parts = parts,
                                  .class = MODELS_UNTOLD };

    start(state);
    m.report.models = (struct models_table){ names, 2, NULL, &claim, 1 };
    m.report.models.weaker = weaker;
    show_screen(&out, &m.spec, &m.report, 80);
    has(out.s, "Exponential equations & logs  A; unclear for: B\n"
               "A: planted:/a/long/path/first.yaml\n"
               "B: planted:/a/long/path/second.yaml\n");
    m.report.models.names = few;
    show_screen(&out, &m.spec, &m.report, 80);
    has(out.s, "Exponential equations & logs  one; unclear for: two\n");
    has_not(out.s, "A: ");
}

static void nothing_stands_out(void **state)
{
    start(state);
    m.rows[0] = row(pair, 2);
    m.rows[0].q = 0.5;
    m.rows[1].q = NAN;
    m.rows[1].group = -1;
    m.report.n_problems = 0;
    show_screen(&out, &m.spec, &m.report, 100);
    expect(&out, "demo\n"
                 "solves 75.0 % (70.0 .. 80.0) of the benchmark: 40 problems, "
                 "5 of them never solved.\n"
                 "3 hypotheses tried, 0 reported at q <= 0.01.\n"
                 "No weakness was found at q <= 0.01: the smallest q is 0.250 "
                 "(Gamma). Use more problems, or more\n"
                 "  attempts at each.\n"
                 "\n"
                 "All tables: `--full`; figures: `assay report`.\n"
                 "\n"
                 "0 fresh problems for hypotheses, 0 for controls.\n"
                 "Calls: 7 asked, 2 from the store, 0 failed.\n");
    m.targets[0].table.n = m.targets[0].table.tried = 0;
    m.spec.score = (struct score_options){ 0 }; /* stands for the defaults */
    show_screen(&out, &m.spec, &m.report, 100);
    has(out.s, "0 hypotheses tried, 0 reported at q <= 0.03.");
    has(out.s, "No hypothesis could be tested: none has 8 problems inside");
    has_not(out.s, "No weakness was found");
}

static void groups_name_three(void **state)
{
    static const char *const same[] = { "Delta", "Epsilon" };

    start(state);
    m.rows[0].same = same;
    m.rows[0].n_same = 2;
    m.rows[2].group = 0;
    m.rows[3] = row(single, 1);
    m.rows[3].group = 0;
    m.targets[0].table.n = 4;
    print_wide(&m, &out);
    has(out.s, "\n  also: Delta; Epsilon; words > 80; and 2 more\n");
    m.rows[2].group = 1; /* of another one */
    m.rows[3].group = -1;
    print_wide(&m, &out);
    has(out.s, "\n  also: Delta; Epsilon; words > 80\n");
}

static void rows_by_models(void **state)
{
    start(state);
    m.rows[2].by = "openai:x";
    m.rows[2].reported = true;
    m.rows[2].bank_accuracy = 0.75;
    m.rows[2].visits = 12;
    m.rows[2].reward = 1.5;
    m.rows[2].suspicion.n_concepts = 0; /* no names were read: its sentence */
    print_wide(&m, &out);
    has(out.s, "hypotheses reported 2 of 3 tried, at q <= 0.01");
    has(out.s, "\nProposed by openai:x:\n"
               "hypothesis   n  accuracy    bank  visits  reward  inside");
    has(out.s, "\nIt fails.   10    81.3 %  75.0 %      12   1.500  60.0 %");
    for (size_t i = 0; i < 8; i++) {
        m.rows[i] = m.rows[2];
        m.rows[i].by = i % 2 ? "openai:x" : "openai:y";
    }
    m.targets[0].table.n = 8;
    print_wide(&m, &out);
    has_not(out.s, "Failure rates on the benchmark"); /* none is exact */
    has(strstr(out.s, "Proposed by openai:y"), "Proposed by openai:x");
    for (int i = 0; i < 8; i++)
        assert_non_null(nth(out.s, "\nIt fails. ", i));
    assert_null(nth(out.s, "\nIt fails. ", 8));
    assert_null(nth(out.s, "Proposed by", 2));
}

static void many_by_one_model(void **state)
{
    static struct hypothesis rows[25];

    start(state);
    for (size_t i = 0; i < 25; i++) {
        rows[i] = row(single, 1);
        rows[i].by = "openai:x";
    }
    m.targets[0].table.rows = rows;
    m.targets[0].table.n = 25;
    print_wide(&m, &out);
    assert_non_null(nth(out.s, "\nGamma ", 19));
    assert_null(nth(out.s, "\nGamma ", 20));
    has(out.s, "\n... and 5 more.\n");
}

static void vocabularies_are_named_where_they_differ(void **state)
{
    start(state);
    m.rows[2].reported = true;
    print_wide(&m, &out);
    has(out.s, "\nhypothesis     n  inside");
    m.rows[2].suspicion.vocabulary = "low";
    print_wide(&m, &out);
    has(out.s, "\nhypothesis    granularity   n  inside");
    has(out.s, "\nGamma         low          10  60.0 %");
}

/* Both names of a pair are seen, and a skill by the head of its name. */
static void long_names(void **state)
{
    static const char *const wordy[] = { "Names that go on and on and on",
                                         "Others of as many words as those" };

    start(state);
    m.rows[2].reported = true;
    m.rows[2].suspicion.concepts = wordy;
    m.rows[2].suspicion.n_concepts = 2;
    m.rows[2].targeted = (struct solve){ 10, 0.2, 0.1, 0.3 };
    m.rows[2].cause = "auxiliary skill: Skill: this and that";
    print_report(&out, &m.spec, &m.report, 100);
    has(out.s, "\nNames that go o... + Others of as man...");
    has(out.s, "  auxiliary skill: Skill\n");
}

static void the_demo_is_no_model(void **state)
{
    start(state);
    print_wide(&m, &out);
    has_not(out.s, "planted");
    m.report.planted_demo = true;
    print_wide(&m, &out);
    assert_memory_equal(out.s, DEMO, strlen(DEMO));
    assert_null(strstr(out.s + 1, DEMO)); /* it is said once */
}

static void what_was_found_of_all(void **state)
{
    static const double x[] = { 0.9, 0.7, 0.5 };
    struct redundancy redundancy = {
        .names = 5, .pairs = 10, .redundant = 3, .mean = 0.25
    };
    struct hunt_series series = { .target = "demo",
                                  .by = "exact",
                                  .granularity = "high",
                                  .accuracies = x,
                                  .n = 3,
                                  .quartiles = { 0.5, 0.6, 0.7, 0.8, 0.9 },
                                  .above = { 3, 2, 1, 0 },
                                  .redundancy = &redundancy };

    start(state);
    m.report.series = &series;
    m.report.n_series = 1;
    m.targets[0].spearman = 0.875;
    m.targets[0].spearman_p = 0.004;
    m.targets[0].spearman_n = 11;
    m.targets[0].balanced_rho = 0.5;
    m.targets[0].balanced_p = 0.125;
    m.targets[0].lift_rho = 0.9375;
    m.targets[0].lift_p = 0.002;
    m.report.failed = 3;
    m.report.tagging = (struct tagging){ 40, 4, 2, 1 };
    print_wide(&m, &out);
    has(out.s, "\nAccuracy against the failure rate on fresh problems: "
               "Spearman's rho = 0.88 (p = 0.0040, n = 11).\n"
               "Balanced accuracy: rho = 0.50 (p = 0.125); lift: rho = 0.94 "
               "(p = 0.0020). Of the three, lift");
    has(out.s, "\nAccuracies of hypotheses:\n"
               "target  hypothesizer  granularity  n  median  above 0.8  "
               "overlap\n"
               "demo    exact         high         3   0.700          1     "
               "0.25\n"
               "Names of high: 3 of 10 pairs cover nearly the same problems "
               "(half or more in common);");
    has(out.s, "Tags: 40 texts; 1 without a name, 4 asked again, 2 unknown");
    has(out.s, "3 failed (not counted; run the same command again");
    m.targets[0].spearman = m.targets[0].spearman_p = NAN;
    m.targets[0].spearman_n = 2;
    print_wide(&m, &out);
    has_not(out.s, "Accuracy against"); /* of a few it says nothing */
}

static void what_was_written(void **state)
{
    struct hunt_writing w[2] = {
        { .target = "demo",
          .text = "Primes",
          .writer = "openai:w",
          .accuracy = 0.5,
          .flawed = 0.4,
          .writer_rate = NAN,
          .written = { .drafts = 10, .doubtful = 2, .silent = 1 } },
        { .target = "demo",
          .text = "Sums",
          .writer = "openai:w",
          .accuracy = 0.9,
          .flawed = 0,
          .writer_rate = 0.5,
          .written = { .drafts = 5, .accepted = 1 } },
    };

    start(state);
    w[0].written.flaws[FLAW_NONE] = 4;
    w[0].written.flaws[FLAW_PROOF] = 3;
    w[0].written.flaws[FLAW_AMBIGUOUS] = 1;
    w[0].written.flaws[FLAW_OFF] = 2;
    w[1].written.unchecked = 3;
    w[1].written.flaws[FLAW_NONE] = 4;
    w[1].written.flaws[FLAW_PROOF] = 1;
    m.report.writings = w;
    m.report.n_writings = 2;
    print_wide(&m, &out);
    has(out.s, "\n"
               "Written problems: 15 drafts, 8 kept.\n"
               "hypothesis  writer    accuracy  drafts  kept  doubtful  off "
               "topic  not checked  flawed\n"
               "Primes      openai:w    50.0 %      10     4         2         "
               " 2            0  40.0 %\n"
               "Sums        openai:w    90.0 %       5     4         0         "
               " 0            3   0.0 %\n");
    has(out.s,
        "Not fully checked: for 3 of those kept, part of the hypothesis");
    has(out.s, flaw_name(FLAW_PROOF));
    has(out.s, " 4, ");
    has(out.s, "1 reply contained no problem.");
    has(out.s, "People accepted 1 and rejected 0.");
    has(out.s, "2 problems wait in the review queue: `assay review` shows");
}

/* With a hypothesis and without, by one writer and another. */
static void writers(void **state)
{
    struct hunt_writer w[] = {
        { .target = "demo",
          .writer = "families",
          .own = NAN,
          .targeted = { 20, 0.4, 0.2, 0.6 },
          .gap = NAN,
          .versus = NAN },
        { .target = "demo",
          .writer = "openai:w",
          .own = 0.5,
          .targeted = { 20, 0.25, 0.1, 0.5 },
          .without = { 10, 0.75, 0.4, 0.9 },
          .gap = 0.5,
          .lo = 0.1,
          .hi = 0.8,
          .versus = NAN },
        { .target = "demo",
          .writer = "openai:v",
          .own = NAN,
          .targeted = { 20, 0.2, 0.1, 0.4 },
          .without = { 10, 0.1, 0.0, 0.4 },
          .gap = -0.1,
          .lo = -0.3,
          .hi = 0.2,
          .versus = 0.05,
          .versus_lo = -0.2,
          .versus_hi = 0.3 },
    };
    struct hunt_rewording r = { .target = "demo",
                                .model = "openai:p",
                                .failed = 30,
                                .tried = 20,
                                .numbers = 2,
                                .formulas = 1,
                                .silent = 1,
                                .reworded = { 16, 0.5, 0.3, 0.7 },
                                .again = { 16, 0.4, 0.2, 0.6 },
                                .solved = 9,
                                .solved_again = 8,
                                .gap = 0.1,
                                .lo = -0.1,
                                .hi = 0.3 };

    start(state);
    m.report.writers = w;
    m.report.n_writers = 3;
    m.report.rewordings = &r;
    m.report.n_rewordings = 1;
    print_wide(&m, &out);
    has(out.s, "writer     own   n  with  without               harder by");
    has(out.s, "openai:w  50.0  30  25.0     75.0  +50.0 (+10.0 .. +80.0)");
    has(out.s, "Does the hypothesis make problems of openai:w harder? Yes: "
               "+50.0 points (+10.0 .. +80.0).");
    has(out.s, "Does the hypothesis make problems of openai:v harder? No "
               "difference was found: -10.0 points");
    has(out.s, "Are problems of openai:v harder than those of the first "
               "writer? No difference was found: +5.0 points");
    has(out.s, "Reworded by openai:p: 20 of 30 problems failed by demo.");
    has(out.s, "Rejected: 2 with other numbers, 1 with other formulas");
    has(out.s, "Of 16 reworded problems, 9 are solved at least once; of the "
               "same ones asked again in their");
    has(out.s, "Correct attempts: 50.0 % (30.0 .. 70.0) reworded, 40.0 % (20.0 "
               ".. 60.0) asked again.");
    has(out.s, "Does rewording make them easier? No difference was found: "
               "+10.0 points (-10.0 .. +30.0).");
}

/* ---- the screen ---- */

static void a_small_screen(void **state)
{
    start(state);
    m.spec.out = "found";
    show_screen(&out, &m.spec, &m.report, 80);
    expect(&out, "demo\n"
                 "solves 75.0 % (70.0 .. 80.0) of the benchmark: 40 problems, "
                 "5 of them never\n"
                 "  solved.\n"
                 "3 hypotheses tried, 1 reported at q <= 0.01.\n"
                 "\n"
                 "Solve rates on the benchmark, on 20 fresh problems each and "
                 "on matched controls:\n"
                 "weakness      benchmark   fresh          95 %              "
                 "control    cause\n"
                 "Alpha + Beta     40.0 %  25.0 %  10.0 .. 40.0  "
                 "\u2588\u2588\u258c          90.0 %  concept\n"
                 "\n"
                 "Alpha + Beta:\n"
                 "Cause: concept. Others are solved.\n"
                 "\n"
                 "All tables: `--full`; figures: `assay report`; data: "
                 "found/hypotheses.json.\n"
                 "\n"
                 "20 fresh problems for hypotheses, 0 for controls.\n"
                 "Calls: 7 asked, 2 from the store, 0 failed.\n");
}

static const char *const many_names[][1] = {
    { "A" }, { "B" }, { "C" }, { "D" }, { "E" }, { "F" }, { "G" },
    { "H" }, { "I" }, { "J" }, { "K" }, { "L" }, { "M" }, { "N" },
};

/* Fourteen weaknesses, the first ones solved most, each with two failed
 * attempts. */
static void make_many(struct made *x, struct hypothesis *rows)
{
    static struct doc_example failed[14][2];
    static char statements[14][300];

    make(x);
    for (size_t i = 0; i < 14; i++) {
        memset(statements[i], 'x', sizeof(statements[i]) - 1);
        for (size_t k = 0; k < 2; k++)
            failed[i][k] =
                (struct doc_example){ .problem = many_names[i][0],
                                      .statement = statements[i],
                                      .key = "1",
                                      .model = "demo",
                                      .answer = k ? NULL : "2",
                                      .mark = k ? "truncated" : "wrong",
                                      .why = "they differ" };
        rows[i] = row(many_names[i], 1);
        rows[i].reported = true;
        rows[i].targeted =
            (struct solve){ 20 + i, 0.9 - (double)i / 20, 0.1, 0.95 };
        rows[i].control = (struct solve){ 20, 0.9, 0.8, 0.95 };
        rows[i].cause = "concept";
        rows[i].cause_why = "others are solved";
        rows[i].failed = failed[i];
        rows[i].n_failed = 2;
    }
    x->targets[0].table.rows = rows;
    x->targets[0].table.n = 14;
    x->report.planted_demo = true;
}

static size_t lines_in(const struct str *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        n += s->s[i] == '\n';
    return n;
}

static void the_worst_ten(void **state)
{
    struct hypothesis rows[15];

    (void)state;
    make_many(&m, rows);
    rows[14] = rows[3]; /* another one proposed the same */
    rows[14].by = "openai:x";
    m.targets[0].table.n = 15;
    show_screen(&out, &m.spec, &m.report, 80);
    has(out.s, "on 24 to 33 fresh problems each");
    for (size_t i = 4; i < 14; i++)
        has(out.s, (char[]){ '\n', many_names[i][0][0], ' ', '\0' });
    assert_true(strstr(out.s, "\nN ") < strstr(out.s, "\nM "));
    has_not(out.s, "\nD ");
    has(out.s, "4 more and all tables: `--full`");
    /* all say why, five have two failed attempts each */
    assert_non_null(nth(out.s, "\nCause: concept. Others are solved.\n", 9));
    assert_null(nth(out.s, "\nCause: concept. Others are solved.\n", 10));
    assert_non_null(nth(out.s, "wrong: they differ", 4));
    assert_null(nth(out.s, "wrong: they differ", 5));
    assert_non_null(nth(out.s, "truncated: they differ", 4));
    assert_null(nth(out.s, "truncated: they differ", 5));
    m.targets[0].table.n = 15;
    print_report(&out, &m.spec, &m.report, 80); /* all have both */
    assert_non_null(nth(out.s, "wrong: they differ", 13));
    assert_null(nth(out.s, "wrong: they differ", 14));
    assert_non_null(nth(out.s, "truncated: they differ", 13));
    assert_null(nth(out.s, "truncated: they differ", 14));
    assert_non_null(nth(out.s, "\nCause: concept. Others are solved.\n", 13));
}

/* A file of outcomes: nothing is measured on fresh problems. */
static void a_screen_of_outcomes(void **state)
{
    struct hypothesis rows[14];

    (void)state;
    make_many(&m, rows);
    for (size_t i = 0; i < 14; i++) {
        rows[i].targeted.n = rows[i].control.n = rows[i].n_failed = 0;
        rows[i].cause = NULL;
        rows[i].lift = (double)i / 20;
    }
    show_screen(&out, &m.spec, &m.report, 80);
    has(out.s, "\n"
               "Solve rates on the benchmark:\n"
               "weakness  benchmark   n  outside       q\n"
               "N            40.0 %  10   90.0 %  0.0005\n"
               "M ");
}

static void several_targets(void **state)
{
    struct hypothesis rows[14], other[14];

    (void)state;
    make_many(&m, rows);
    make_many(&m, other);
    other[13].targeted.rate = 0.01;
    other[13].suspicion.vocabulary = "mid";
    m.targets[1] = m.targets[0];
    m.targets[0].table.rows = rows;
    m.targets[1].name = "other";
    m.report.n_targets = 2;
    show_screen(&out, &m.spec, &m.report, 100);
    check_lines(out.s, 100);
    has(out.s, "weakness  granularity  target  benchmark   fresh");
    has(out.s, "\nN         mid          other      40.0 %   1.0 %");
    has(out.s, "\nN         high         demo       40.0 %  25.0 %");
    has(out.s, "18 more and all tables");
}

/* ---- figures ---- */

static const struct figure *drawn(const struct document *d, const char *name)
{
    for (const struct block *b = d->first; b; b = b->next)
        if (b->kind == BLOCK_FIGURE && str_eq(b->figure->name, name)) {
            assert_int_equal(b->shown, SHOWN_FULL);
            assert_non_null(b->figure->caption);
            return b->figure;
        }
    return NULL;
}

/* The dot at a row and a series, by their names; x: of FIGURE_LINES, NaN. */
static const struct dot *dot_at(const struct figure *f, const char *row_name,
                                const char *series, double x)
{
    for (size_t i = 0; f && i < f->dots.n; i++) {
        const struct dot *t = vec_get(&f->dots, struct dot, i);

        if ((!row_name ||
             str_eq(*vec_get(&f->rows, const char *, t->row), row_name)) &&
            str_eq(*vec_get(&f->series, const char *, t->series), series) &&
            (isnan(x) || t->x == x))
            return t;
    }
    fail_msg("no dot at %s of %s", row_name ? row_name : "x", series);
    return NULL;
}

static void near(double x, double want)
{
    if (!(fabs(x - want) < 1e-12))
        fail_msg("%g is not %g", x, want);
}

static void check_dot(const struct dot *t, double value, double low,
                      double high, uint64_t n)
{
    near(t->value, value);
    if (isnan(low)) {
        assert_true(isnan(t->low) && isnan(t->high));
    } else {
        near(t->low, low);
        near(t->high, high);
    }
    assert_int_equal(t->n, n);
}

static void figures_of_a_target(void **state)
{
    static const struct contrast contrasts[] = {
        { .what = "wording",
          .which = "other wordings",
          .with = { 16, 0.25, 0.1, 0.4 },
          .without = { 16, 0.75, 0.6, 0.9 } },
        { .what = "auxiliary",
          .which = "Sums",
          .with = { 20, 0.25, 0.1, 0.4 },
          .without = { 12, 0.875, 0.7, 0.95 },
          .others = { 8, 0.5, 0.4, 0.6 } },
        { .what = "part",
          .which = "Beta",
          .with = { 20, 0.25, 0.1, 0.4 },
          .without = { 10, 0.25, 0.1, 0.5 } },
    };
    struct arena a = { 0 };
    struct document *d = document_new(&a, 80);
    const struct figure *f;

    start(state);
    m.rows[0].inside_lo = 0.5;
    m.rows[0].inside_hi = 0.75;
    m.rows[0].contrasts = contrasts;
    m.rows[0].n_contrasts = 3;
    hunt_document(d, &m.spec, &m.report, NULL, 0);
    f = drawn(d, "weaknesses");
    check_dot(dot_at(f, "Alpha + Beta", "benchmark, inside", NAN), 0.4, 0.25,
              0.5, 10);
    check_dot(dot_at(f, "Alpha + Beta", "fresh", NAN), 0.25, 0.1, 0.4, 20);
    check_dot(dot_at(f, "Alpha + Beta", "matched control", NAN), 0.9, 0.8, 0.95,
              20);
    assert_string_equal(dot_at(f, "Alpha + Beta", "fresh", NAN)->items,
                        "role=targeted&hypothesis=It%20fails.");
    assert_string_equal(
        dot_at(f, "Alpha + Beta", "matched control", NAN)->items,
        "role=control&hypothesis=It%20fails.&control=matched");
    near(vec_get(&f->rules, struct rule, 0)->value, 0.75);
    assert_int_equal(f->rows.n, 1); /* what was measured */
    f = drawn(d, "contrasts");
    check_dot(dot_at(f, "Alpha + Beta: wording", "with it", NAN), 0.25, 0.1,
              0.4, 16);
    check_dot(dot_at(f, "Alpha + Beta: wording", "without it", NAN), 0.75, 0.6,
              0.9, 16);
    check_dot(dot_at(f, "Alpha + Beta: Sums", "others without it", NAN), 0.5,
              0.4, 0.6, 8);
    check_dot(dot_at(f, "Alpha + Beta: Beta", "without it", NAN), 0.25, 0.1,
              0.5, 10);
    has(dot_at(f, "Alpha + Beta: Beta", "without it", NAN)->items,
        "&control=part");
    check_dot(dot_at(f, "Alpha + Beta: Sums", "without it", NAN), 0.875, 0.7,
              0.95, 12);
    has(dot_at(f, "Alpha + Beta: wording", "with it", NAN)->items,
        "&control=with%20wording");
    has(dot_at(f, "Alpha + Beta: wording", "without it", NAN)->items,
        "&control=without%20wording");
    has(dot_at(f, "Alpha + Beta: Sums", "with it", NAN)->items,
        "role=targeted");
    has(dot_at(f, "Alpha + Beta: Sums", "without it", NAN)->items,
        "&control=auxiliary");
    check_dot(dot_at(drawn(d, "solve-rates"), "Alpha + Beta (81.3 %)",
                     "fresh problems", NAN),
              0.25, 0.1, 0.4, 20);
    assert_null(drawn(d, "difficulty")); /* of one it says nothing */
    assert_null(drawn(d, "accuracies")); /* nothing to draw */
    assert_null(drawn(d, "flaws"));
    arena_clear(&a);
}

static void figures_worst_first(void **state)
{
    struct hypothesis rows[14];
    struct arena a = { 0 };
    struct document *d = document_new(&a, 80);
    const struct figure *f;

    (void)state;
    make_many(&m, rows);
    m.targets[1] = m.targets[0];
    m.targets[1].model = "openai:x";
    m.report.n_targets = 2;
    hunt_document(d, &m.spec, &m.report, NULL, 0);
    f = drawn(d, "weaknesses");
    for (size_t i = 0; i < 14; i++)
        assert_string_equal(*vec_get(&f->rows, const char *, i),
                            many_names[13 - i][0]);
    f = drawn(d, "weaknesses-2"); /* of the second target */
    has(dot_at(f, "A", "fresh", NAN)->items, "&model=openai%3Ax");
    assert_string_equal(dot_at(f, "A", "benchmark, inside", NAN)->items,
                        "role=benchmark&concept=A&model=openai%3Ax");
    arena_clear(&a);
}

static void figures_of_series(void **state)
{
    static const double x[] = { 0.95, 0.9, 0.55, 0.2 };
    static const struct propose_point points[] = { { 10, 5, 0.9, 0.1, 0.5 },
                                                   { 20, 6, 0.8, 0.2, 0.4 } };
    struct hunt_series s[3] = {
        { .target = "demo",
          .by = "exact",
          .granularity = "high",
          .accuracies = x,
          .n = 4,
          .quartiles = { 0.2, 0.4, 0.7, 0.9, 0.95 },
          .above = { 2, 2, 2, 1 } },
        { .target = "demo", .by = "exact", .granularity = "mid" },
        { .target = "demo",
          .by = "exact",
          .granularity = "low",
          .points = points,
          .n_points = 2 },
    };
    struct hunt_writing w = { .target = "demo",
                              .text = "T",
                              .writer = "w",
                              .accuracy = 0.5,
                              .flawed = 0.25,
                              .written = { .drafts = 12 } };
    struct arena a = { 0 };
    struct document *d = document_new(&a, 80);
    const struct dot *box;

    start(state);
    s[2].inferences[INFER_WEIGHTED] =
        (struct inference){ .n = 9, .accuracy = 0.5 };
    m.report.series = s;
    m.report.n_series = 3;
    m.report.writings = &w;
    m.report.n_writings = 1;
    hunt_document(d, &m.spec, &m.report, NULL, 0);
    box = dot_at(drawn(d, "accuracies"), "high", "hypotheses", NAN);
    check_dot(box, 0.7, 0.4, 0.9, 4);
    near(box->least, 0.2);
    near(box->most, 0.95);
    assert_int_equal(drawn(d, "accuracies")->rows.n, 1); /* mid has none */
    check_dot(dot_at(drawn(d, "above"), "high", "above 0.65", NAN), 2, NAN, NAN,
              4);
    check_dot(dot_at(drawn(d, "above"), "high", "above 0.9", NAN), 1, NAN, NAN,
              4);
    check_dot(dot_at(drawn(d, "bands"), "high", "0.9 to 1", NAN), 2, NAN, NAN,
              4);
    check_dot(dot_at(drawn(d, "bands"), "high", "below 0.5", NAN), 1, NAN, NAN,
              4);
    check_dot(dot_at(drawn(d, "over-time-largest"), NULL, "low", 10), 0.9, NAN,
              NAN, 5);
    check_dot(dot_at(drawn(d, "over-time-least"), NULL, "low", 20), 0.2, NAN,
              NAN, 6);
    check_dot(dot_at(drawn(d, "over-time-mean"), NULL, "low", 20), 0.4, NAN,
              NAN, 6);
    check_dot(
        dot_at(drawn(d, "inference"), infer_names[INFER_WEIGHTED], "low", NAN),
        0.5, NAN, NAN, 9);
    check_dot(dot_at(drawn(d, "flaws"), NULL, "w", 0.5), 0.25, NAN, NAN, 12);
    arena_clear(&a);
}

/* Nothing from outside moves a cursor or leaves the page. */
static void hostile_names(void **state)
{
    static const size_t widths[] = { 60, 72, 80, 100, 200 };
    char name[600];
    const char *const concepts[] = { name, "B\x1b[2Jeta\nx" };
    static const double x[] = { 0.9 };
    struct doc_example failed = { .problem = name,
                                  .statement = "\x1b[2J\nlong",
                                  .key = name,
                                  .model = "\x07",
                                  .answer = "a\rb",
                                  .mark = "wrong",
                                  .why = name };
    struct hunt_series series = { .target = name,
                                  .by = name,
                                  .accuracies = x,
                                  .n = 1,
                                  .granularity = "\x1b[31mred" };
    struct hunt_writing w = { .text = name, .writer = "\x07" };

    (void)state;
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    make(&m);
    m.rows[0].suspicion.concepts = concepts;
    m.rows[0].cause = "auxiliary skill: \x1b[2Jmoving on a long way";
    m.rows[2].suspicion.concepts = concepts;
    m.rows[2].suspicion.n_concepts = 2;
    m.rows[2].group = 0;
    m.rows[2].by = name;
    m.rows[0].failed = &failed;
    m.rows[0].n_failed = 1;
    m.targets[0].name = "a\rb\x1b]0;title\x07";
    m.report.series = &series;
    m.report.n_series = 1;
    m.report.writings = &w;
    m.report.n_writings = 1;
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
        print_report(&out, &m.spec, &m.report, widths[i]);
        check_lines(str_get(&out), widths[i]);
        has(out.s, "xxx...");
        show_screen(&out, &m.spec, &m.report, widths[i]);
        check_lines(str_get(&out), widths[i]);
        has(out.s, "...");
    }
}

/* ---- files ---- */

static struct json *read_file(struct arena *a, struct str *from)
{
    struct json *v;
    struct err e;

    if (!json_read(a, str_get(from), from->n, 1, &v, &e))
        fail_msg("%zu:%zu: %s in\n%s", e.line, e.column, e.msg, from->s);
    assert_int_equal(from->s[from->n - 1], '\n');
    return v;
}

static void hypotheses_file(void **state)
{
    struct arena a = { 0 };
    struct json *v;
    size_t lines;

    start(state);
    m.rows[1].lift = INFINITY;
    m.rows[0].text = "a \"quote\"\n\x1b";
    print_of(&out, &m.report, hunt_hypotheses);
    v = read_file(&a, &out);
    check_text(v, "0.target", "demo");
    check_text(v, "0.concepts.0", pair[0]);
    check_text(v, "0.concepts.1", pair[1]);
    check_null(v, "0.factor");
    check_text(v, "0.text", m.rows[0].text);
    check_number(v, "0.accuracy", 0.8125);
    check_number(v, "0.inside", 0.6);
    check_number(v, "0.outside", 0.1);
    check_number(v, "0.lift", 0.5);
    check_number(v, "0.lo", 0.3);
    check_number(v, "0.hi", 0.7);
    assert_non_null(at(v, "0.p"));
    check_number(v, "0.q", 0.0005);
    check_number(v, "0.n", 10);
    assert_true(at(v, "0.reported")->truth);
    check_number(v, "0.solve_rate", 0.25);
    check_number(v, "0.solve_lo", 0.1);
    check_number(v, "0.solve_hi", 0.4);
    check_number(v, "0.control_rate", 0.9);
    check_text(v, "1.factor.name", "words");
    check_number(v, "1.factor.above", 80);
    check_null(v, "1.lift");
    check_null(v, "1.solve_rate");
    check_null(v, "1.control_rate");
    /* A row is a line: one row more is one line more. */
    lines = lines_in(&out);
    m.targets[0].table.n = 2;
    print_of(&out, &m.report, hunt_hypotheses);
    assert_int_equal(lines_in(&out), lines - 1);
    arena_clear(&a);
}

static void files_of_the_demo_say_so(void **state)
{
    struct arena a = { 0 };

    start(state);
    m.report.planted_demo = true;
    print_of(&out, &m.report, hunt_figures);
    assert_non_null(strstr(json_string(at(read_file(&a, &out), "note")),
                           "not a language model"));
    print_summary(&out, &m.spec, &m.report, NULL, 0);
    assert_non_null(strstr(json_string(at(read_file(&a, &out), "note")),
                           "not a language model"));
    arena_clear(&a);
}

static void writes_summary_file(void **state)
{
    static const struct print_hash files[] = { { "a.jsonl", "aa" },
                                               { "banks/b.json", "bb" } };
    static const char *const targets[] = { "demo" };
    struct arena a = { 0 };
    struct json *v;

    start(state);
    m.spec.targets = targets;
    m.spec.n_targets = 1;
    m.spec.attempts = 3;
    m.spec.benchmark = "probe";
    m.report.n_controls = 6;
    print_summary(&out, &m.spec, &m.report, files, 2);
    v = read_file(&a, &out);
    check_text(v, "hunt", "00ff");
    check_text(v, "seed", "7");
    assert_non_null(json_string(at(v, "version")));
    check_text(v, "asked.targets.0", "demo");
    check_text(v, "asked.benchmark", "probe");
    check_number(v, "asked.attempts", 3);
    check_text(v, "targets.0.target", "demo");
    check_number(v, "targets.0.solve_rate", 0.75);
    check_number(v, "targets.0.solve_lo", 0.7);
    check_number(v, "targets.0.solve_hi", 0.8);
    check_number(v, "targets.0.problems", 40);
    check_number(v, "targets.0.failing", 5);
    check_number(v, "targets.0.tried", 3);
    check_number(v, "targets.0.reported", 1);
    check_null(v, "targets.0.spearman");
    check_null(v, "targets.0.run");
    check_number(v, "problems", 20);
    check_number(v, "controls", 6);
    check_number(v, "controls_distinct", 6);
    check_number(v, "calls.asked", 7);
    check_number(v, "calls.journalled", 2);
    check_number(v, "calls.failed", 0);
    check_null(v, "tagging");
    assert_string_equal(
        json_string(json_get(json_get(v, "files"), "banks/b.json")), "bb");
    arena_clear(&a);
}

static const struct json *figure_in(const struct json *v, const char *name)
{
    for (const struct json *f = at(v, "figures")->first; f; f = f->next)
        if (str_eq(json_string(json_get(f, "name")), name))
            return f;
    fail_msg("there is no figure %s", name);
    return NULL;
}

static void figures_file(void **state)
{
    static const double x[] = { 0.9, 0.123456789 };
    static const struct propose_point points[] = { { 10, 5, 0.9, 0.1, 0.5 },
                                                   { 20, 6, 0.8, 0.2, NAN } };
    struct hunt_series series = { .target = "demo",
                                  .by = "openai:h",
                                  .granularity = "high",
                                  .accuracies = x,
                                  .n = 2,
                                  .quartiles = { 0.1, 0.2, 0.3, 0.4, 0.9 },
                                  .above = { 4, 3, 2, 1 },
                                  .points = points,
                                  .n_points = 2 };
    struct hunt_writing w = { .target = "demo",
                              .text = "T",
                              .writer = "w",
                              .accuracy = 0.5,
                              .writer_rate = NAN,
                              .flawed = 0.25 };
    struct arena a = { 0 };
    const struct json *v, *f;

    start(state);
    series.inferences[INFER_WEIGHTED] =
        (struct inference){ .n = 9, .accuracy = 0.5, .macro_f1 = 0.25 };
    w.written.flaws[FLAW_NONE] = 3;
    w.written.flaws[FLAW_INVALID] = 1;
    m.report.series = &series;
    m.report.n_series = 1;
    m.report.writings = &w;
    m.report.n_writings = 1;
    print_of(&out, &m.report, hunt_figures);
    v = read_file(&a, &out);
    for (f = at(v, "figures")->first; f; f = f->next)
        for (const struct json *r = json_get(f, "rows")->first; r; r = r->next)
            assert_int_equal(r->count, json_get(f, "columns")->count);
    f = figure_in(v, "solve-rates");
    assert_int_equal(json_get(f, "rows")->count, 1); /* what was measured */
    check_text(f, "columns.7", "solve_rate");
    check_number(f, "rows.0.5", 0.75);
    check_number(f, "rows.0.7", 0.25);
    check_number(f, "rows.0.10", 0.9);
    f = figure_in(v, "accuracies");
    check_number(f, "rows.0.4", 0.9);
    check_number(f, "rows.1.3", 2);
    check_number(f, "rows.1.4", 0.123457); /* six digits */
    f = figure_in(v, "quartiles");
    check_text(f, "columns.6", "median");
    check_number(f, "rows.0.6", 0.3);
    f = figure_in(v, "above");
    check_text(f, "columns.6", "above_80");
    check_number(f, "rows.0.6", 2);
    f = figure_in(v, "over-time");
    check_number(f, "rows.1.3", 20);
    check_number(f, "rows.1.6", 0.2);
    check_null(f, "rows.1.7");
    f = figure_in(v, "inference");
    assert_int_equal(json_get(f, "rows")->count, 1);
    check_text(f, "rows.0.3", infer_names[INFER_WEIGHTED]);
    f = figure_in(v, "flaws");
    check_null(f, "rows.0.4");
    check_number(f, "rows.0.6", 3);
    check_number(f, "rows.0.8", 0.25);
    check_text(f, "columns.17", flaw_name(FLAW_INVALID));
    check_number(f, "rows.0.17", 1);
    arena_clear(&a);
}

static void problems_are_lines(void **state)
{
    struct arena a = { 0 };
    struct problem p[2] = {
        { .id = "one", .statement = "1 + 1\n?", .solution = "" },
        { .id = "two", .statement = "2 + 2?", .solution = "" }
    };
    struct problem back;
    struct json *v;
    struct err e;
    const char *end;

    (void)state;
    problem_set_key(&a, &p[0], ANSWER_INTEGER, "2");
    problem_set_key(&a, &p[1], ANSWER_INTEGER, "4");
    str_reset(&out);
    print_problems(&out, p, 2);
    assert_int_equal(lines_in(&out), 2);
    end = strchr(out.s, '\n');
    assert_true(json_read(&a, out.s, (size_t)(end - out.s), 1, &v, &e));
    assert_true(problem_read(&a, v, &back, &e));
    assert_string_equal(back.id, "one");
    assert_string_equal(back.statement, "1 + 1\n?");
    arena_clear(&a);
}

/* ---- the other modes ---- */

static void a_made_taxonomy(void **state)
{
    struct redundancy r = { .names = 12,
                            .unused = 3,
                            .pairs = 66,
                            .redundant = 2,
                            .mean = 0.125,
                            .per_example = 2.5,
                            .n_worst = 1 };

    (void)state;
    r.worst[0] = (struct tag_overlap){ "sums", "series", 0.75, 6, 8 };
    print_redundancy(&out, &r);
    expect(&out, "12 names in use, 3 unused; 2.50 per problem on average.\n"
                 "2 of 66 pairs of names are redundant (Jaccard index 0.5 or "
                 "more); the mean index of a name and its\n"
                 "  most similar name is 0.12.\n"
                 "\n"
                 "The most similar names:\n"
                 "name  and     both  either  Jaccard\n"
                 "sums  series     6       8     0.75\n");
}

static void a_task(void **state)
{
    struct bank_entry entries[] = {
        { .text = "long ones fail", .right = 3, .visits = 4, .reward = 1.25 },
    };
    struct hunt_task_report t = {
        .task = "headlines", .by = "openai:x", .data = "val", .asked = 9
    };
    struct arena a = { 0 };
    struct json *v;

    (void)state;
    t.proposal.bank.entries = entries;
    t.proposal.bank.n = 1;
    t.proposal.train.n = 30;
    t.inferences[INFER_BEST] = (struct inference){
        .n = 10, .right = 6, .accuracy = 0.6, .macro_f1 = 0.5, .balanced = 0.55
    };
    print_task(&out, &t, 80, document_text);
    expect(&out, "headlines: 1 hypothesis by openai:x, from 30 examples.\n"
                 "hypothesis      accuracy  balanced  visits  reward\n"
                 "long ones fail    75.0 %         -       4   1.250\n"
                 "\n"
                 "Predicted on the val data:\n"
                 "strategy  examples  unlabelled  accuracy  balanced  macro "
                 "F1\n"
                 "best            10           0    60.0 %    55.0 %     "
                 "0.500\n"
                 "\n"
                 "Calls: 9 asked, 0 from the store, 0 failed.\n");
    print_task(&out, &t, 0, document_json);
    has(out.s, "\n    {\"text\": \"long ones fail\", \"concepts\": [], "
               "\"accuracy\": 0.75, \"balanced\": null, \"visits\": 4, "
               "\"reward\": 1.25}\n  ],");
    v = read_file(&a, &out);
    check_text(v, "hypotheses.0.text", "long ones fail");
    check_number(v, "hypotheses.0.accuracy", 0.75);
    check_text(v, "inferences.0.strategy", "best");
    check_number(v, "inferences.0.right", 6);
    check_number(v, "inferences.0.balanced", 0.55);
    /* Of one label nothing can be told apart. */
    t.inferences[INFER_BEST] = (struct inference){ .n = 10,
                                                   .right = 10,
                                                   .accuracy = 1,
                                                   .macro_f1 = NAN,
                                                   .balanced = NAN,
                                                   .only = "solved" };
    print_task(&out, &t, 80, document_text);
    has(out.s, "100.0 %         -         -\n");
    has(out.s,
        "All 10 examples have the label \"solved\": with a single label");
    print_task(&out, &t, 0, document_json);
    has(out.s, "\"macro_f1\": null, \"only\": \"solved\"");
    check_number(v, "asked", 9);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_report),
        cmocka_unit_test(what_is_not_confirmed),
        cmocka_unit_test(controls_count_once),
        cmocka_unit_test(long_names_have_labels),
        cmocka_unit_test(nothing_stands_out),
        cmocka_unit_test(groups_name_three),
        cmocka_unit_test(rows_by_models),
        cmocka_unit_test(many_by_one_model),
        cmocka_unit_test(vocabularies_are_named_where_they_differ),
        cmocka_unit_test(long_names),
        cmocka_unit_test(the_demo_is_no_model),
        cmocka_unit_test(what_was_found_of_all),
        cmocka_unit_test(what_was_written),
        cmocka_unit_test(writers),
        cmocka_unit_test(a_small_screen),
        cmocka_unit_test(the_worst_ten),
        cmocka_unit_test(a_screen_of_outcomes),
        cmocka_unit_test(several_targets),
        cmocka_unit_test(figures_of_a_target),
        cmocka_unit_test(figures_worst_first),
        cmocka_unit_test(figures_of_series),
        cmocka_unit_test(hostile_names),
        cmocka_unit_test(hypotheses_file),
        cmocka_unit_test(files_of_the_demo_say_so),
        cmocka_unit_test(writes_summary_file),
        cmocka_unit_test(figures_file),
        cmocka_unit_test(problems_are_lines),
        cmocka_unit_test(a_made_taxonomy),
        cmocka_unit_test(a_task),
    };

    return cmocka_run_group_tests(tests, NULL, clear_out);
}
