/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Looking at runs and studies: who may, what the pages show, what the lookout
 * tells, and which topics a visitor may hear.
 */
#include "../lib/classroom.h"
#include "report/keep.h"
#include "serve/look/look.h"
#include "store/challenges.h"
#include "store/runs.h"
#include "store/studies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const two[] = { "alpha", "<i>beta</i>", NULL };
static const char *const words[] = { "cw", "ee" };

struct world {
    struct visit_world w;
    struct visitor ada, bob, eve, olga; /* author, author, reviewer, owner */
    int64_t entry;                      /* Ada's; its run is r1 */
};

/* A run with two attempts of one model and no result. */
static void open_other(struct visit_world *w)
{
    static const char spec[] =
        "{\"problems\": {\"file\": \"<u>file</u>.jsonl\"}}";
    const char *problem = "{\"id\": \"p\", \"statement\": \"s\", \"key\": "
                          "{\"kind\": \"integer\", \"latex\": \"1\"}, "
                          "\"solution\": \"\"}";
    const char *model = "gamma";
    struct run_info run;
    struct err e;
    bool found;

    assert_true(runs_open(w->store, &w->arena, spec, "1.2.3", &problem, 1,
                          &model, 1, 2, 1, &run, &found, &e));
    assert_int_equal(run.id, 2);
}

/* r1 is of a challenge, r2 of the command line. */
static int open_world(void **state)
{
    static struct world t;

    t = (struct world){ 0 };
    visit_open(&t.w);
    t.ada = visit_person(&t.w, "Ada", ROLE_AUTHOR);
    t.bob = visit_person(&t.w, "Bob", ROLE_AUTHOR);
    t.eve = visit_person(&t.w, "Eve", ROLE_REVIEWER);
    t.olga = visit_person(&t.w, "Olga", ROLE_OWNER);
    t.entry = classroom_entry(&t.w, &t.ada, "pde", "what is 40 + 1?");
    assert_int_equal(classroom_challenge(&t.w, &t.ada, t.entry, two, words), 1);
    open_other(&t.w);
    *state = &t;
    return 0;
}

static int close_world(void **state)
{
    struct world *t = *state;

    visit_close(&t->w);
    return 0;
}

static bool get(struct world *t, const struct visitor *who, const char *target)
{
    return visit_handler(
        &t->w, &(struct visit_request){ .who = who, .target = target });
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%.3000s", part, text);
}

static void has_not(const char *text, const char *part)
{
    const char *at = strstr(text, part);

    if (at)
        fail_msg("\"%s\": %.200s", part, at);
}

static void refused(struct world *t, const struct visitor *who,
                    const char *target, enum err_code code)
{
    if (get(t, who, target))
        fail_msg("%s is let in to %s", who->person.name, target);
    if (t->w.err.code != code)
        fail_msg("%s: %s", target, t->w.err.msg);
}

/* A challenge that failed says so, and no command is named that goes on. */
static void failed_challenges(void **state)
{
    struct world *t = *state;
    struct challenge *list;
    struct err e;
    size_t n;

    assert_true(challenges_list(t->w.store, &t->w.arena, 0, &list, &n, &e));
    list[0].state = CHALLENGE_FAILED;
    list[0].why = "the <b>reason</b>";
    assert_true(challenges_set(t->w.store, &list[0], &e));
    assert_true(get(t, &t->ada, "/runs"));
    has(t->w.body, ", version 1</a>, failed");
    assert_true(get(t, &t->ada, "/runs/r1"));
    has(t->w.body, "<b>failed</b>");
    has(t->w.body, "the &lt;b&gt;reason&lt;/b&gt;");
    has(t->w.body, "the page of its challenge repeats");
    has_not(t->w.body, "the same command");
    assert_true(get(t, &t->eve, "/runs/r2"));
    has(t->w.body, "the same command continues");
}

/* ---- who may ---- */

static void whose_run(void **state)
{
    struct world *t = *state;
    static const char *const places[] = { "/runs/r1", "/runs/r1/report.html",
                                          "/events?topics=run:r1",
                                          "/events?topics=challenge:1" };

    for (size_t i = 0; i < 4; i++) {
        assert_true(get(t, &t->ada, places[i]));
        refused(t, &t->bob, places[i], ERR_OUTSIDE);
        refused(t, &t->eve, places[i], ERR_OUTSIDE); /* has not solved it */
    }
    classroom_audit_event(&t->w, &t->ada, t->entry, AUDIT_EVENT_SUBMITTED);
    classroom_audit_event(&t->w, &t->eve, t->entry, AUDIT_EVENT_SOLVED);
    for (size_t i = 0; i < 4; i++) {
        assert_true(get(t, &t->eve, places[i]));
        refused(t, &t->bob, places[i], ERR_OUTSIDE);
    }
    classroom_audit_event(&t->w, &t->eve, t->entry, AUDIT_EVENT_ACCEPTED);
    for (size_t i = 0; i < 4; i++)
        assert_true(get(t, &t->bob, places[i]));
}

static void other_runs(void **state)
{
    struct world *t = *state;

    assert_true(get(t, &t->eve, "/runs/r2"));
    assert_true(get(t, &t->olga, "/runs/r2"));
    assert_true(get(t, &t->olga, "/events?topics=run:r2+runs+board+entry:1"));
    assert_string_equal(t->w.reply.topics, "run:r2 runs board entry:1");
    refused(t, &t->ada, "/runs/r2", ERR_OUTSIDE);
    refused(t, &t->ada, "/runs/r2/report.html", ERR_OUTSIDE);
    refused(t, &t->ada, "/events?topics=board+run:r2", ERR_OUTSIDE);
}

static void names_that_are_none(void **state)
{
    static const struct {
        const char *target;
        enum err_code code;
    } rows[] = {
        { "/runs/r99", ERR_SPENT },
        { "/runs/last", ERR_SPENT },
        { "/runs/1", ERR_SPENT },
        { "/runs/r1%20", ERR_SPENT },
        { "/runs/r%3Cscript%3E", ERR_SPENT },
        { "/runs/r99999999999999999999", ERR_SPENT },
        { "/studies/h1", ERR_SPENT },
        { "/studies/x1", ERR_SPENT },
        { "/studies/h1%27--", ERR_SPENT },
        { "/events", ERR_USAGE },
        { "/events?topics=", ERR_USAGE },
        { "/events?topics=+++", ERR_USAGE },
        { "/events?topics=secret", ERR_DOMAIN },
        { "/events?topics=entry:", ERR_DOMAIN },
        { "/events?topics=entry:x", ERR_DOMAIN },
        { "/events?topics=challenge:7", ERR_SPENT },
        { "/events?topics=run:last", ERR_SPENT },
        { "/events?topics=study:h1", ERR_SPENT },
        { "/events?topics=a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a", ERR_DOMAIN },
        { "/events?topics=board+board+board+board+board+board+board+board+"
          "board+board+board+board+board+board+board+board+board",
          ERR_LIMIT },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        refused(*state, &((struct world *)*state)->eve, rows[i].target,
                rows[i].code);
}

static void list_of_runs(void **state)
{
    struct world *t = *state;

    assert_true(get(t, &t->ada, "/runs"));
    has(t->w.body, "/runs/r1\"");
    has(t->w.body, "entry 1, version 1");
    has_not(t->w.body, "/runs/r2\"");
    assert_true(get(t, &t->bob, "/runs"));
    has(t->w.body, "There are no runs that you may see");
    assert_true(get(t, &t->eve, "/runs?page=99"));
    has_not(t->w.body, "/runs/r1\"");
    has(t->w.body, "/runs/r2\"");
    has_not(t->w.body, "<u>");
    assert_true(get(t, &t->ada, "/runs"));
    has_not(t->w.body, "<i>");
    has(t->w.body, "&lt;i&gt;beta");
}

/* ---- pages ---- */

static void page_of_a_run(void **state)
{
    struct world *t = *state;

    assert_true(get(t, &t->ada, "/runs/r1"));
    has(t->w.body, "data-watch=\"run:r1\"");
    has(t->w.body, "<span data-say=\"done\">4</span> of <span "
                   "data-say=\"total\">4</span> results");
    has(t->w.body, "<span data-say=\"errors\">2</span> errors");
    has(t->w.body, "<figure ");
    has(t->w.body, "50.0");
    has_not(t->w.body, "<i>beta");
    has_not(t->w.body, "style=");
}

static void whole_report(void **state)
{
    struct world *t = *state;

    assert_true(get(t, &t->ada, "/runs/r1/report.html"));
    has(t->w.body, "<meta name=\"generator\" content=\"assay");
    has(t->w.body, "Content-Security-Policy");
    assert_string_equal(visit_field(&t->w, "Content-Security-Policy"),
                        "base-uri 'none'; form-action 'none'; "
                        "frame-ancestors 'none'");
}

/* ---- studies ---- */

static int64_t begin_study(struct world *t)
{
    struct err e;
    int64_t id;

    assert_true(studies_begin(t->w.store, STUDY_HUNT, "abc",
                              "hunt: <b>bold</b>", "1.2.3", 5, &id, &e));
    assert_true(studies_stage(t->w.store, id, "benchmark", "asks <b>all</b>", 3,
                              8, 6, &e));
    assert_true(studies_run(t->w.store, id, 1, "benchmark", &e));
    return id;
}

static void study_in_progress(void **state)
{
    struct world *t = *state;

    begin_study(t);
    assert_true(get(t, &t->eve, "/studies/h1"));
    has(t->w.body, "data-watch=\"study:h1\"");
    has(t->w.body, "<b data-say=\"stage\">benchmark</b>");
    has(t->w.body, "<span data-say=\"done\">3</span>");
    has(t->w.body, "asks &lt;b&gt;all");
    has(t->w.body, "Runs so far");
    has(t->w.body, "50.0");
    has_not(t->w.body, "<b>bold");
    refused(t, &t->ada, "/studies/h1", ERR_OUTSIDE);
    refused(t, &t->ada, "/events?topics=study:h1", ERR_OUTSIDE);
    refused(t, &t->eve, "/studies/h1/report.html", ERR_SPENT);
    assert_true(get(t, &t->eve, "/runs"));
    has(t->w.body, "benchmark, 3 of 8");
    assert_true(get(t, &t->ada, "/runs"));
    has_not(t->w.body, "/studies/");
}

/* Authors begin with problems that evolutions and climbs made, so they may look
 * at these; the run of a challenge stays what it was. */
static void evolutions_are_for_all(void **state)
{
    struct world *t = *state;
    struct err e;
    int64_t id;

    assert_true(studies_begin(t->w.store, STUDY_EVOLUTION, "def", "evolution",
                              "1.2.3", 5, &id, &e));
    assert_true(studies_run(t->w.store, id, 2, "full", &e));
    assert_true(studies_run(t->w.store, id, 1, "seeds", &e));
    assert_true(get(t, &t->ada, "/studies/e1"));
    assert_true(get(t, &t->ada, "/events?topics=study:e1+run:r2"));
    assert_true(get(t, &t->bob, "/runs/r2/problems"));
    has(t->w.body, "/entries/new?run=r2&amp;problem=p\"");
    refused(t, &t->bob, "/runs/r1/problems", ERR_OUTSIDE);
    assert_true(get(t, &t->bob, "/runs"));
    has(t->w.body, "/studies/e1\"");
    has(t->w.body, "/runs/r2\"");
    has_not(t->w.body, "/runs/r1\"");
}

/* A run without a problem leads to the list of its problems, whatever it is. */
static void problems_to_write_from(void **state)
{
    struct world *t = *state;

    refused(t, &t->ada, "/runs/r2/problems", ERR_OUTSIDE);
    assert_true(get(t, &t->eve, "/runs/r2"));
    has(t->w.body, "href=\"/runs/r2/problems\"");
    assert_true(get(t, &t->eve, "/runs/r2/problems?from=-3"));
    has(t->w.body, "<div class=\"tex\">s</div>");
    assert_true(get(t, &t->eve, "/runs/r2/problems?from=1"));
    has_not(t->w.body, "class=\"tex\"");
    assert_true(get(t, &t->eve, "/entries/new?run=r2"));
    assert_string_equal(visit_field(&t->w, "Location"), "/runs/r2/problems");
    assert_true(get(t, &t->eve, "/entries/new?run=/x%0d%0aA:%20b&problem="));
    assert_string_equal(visit_field(&t->w, "Location"),
                        "/runs/%2Fx%0D%0AA%3A%20b/problems");
}

static void study_at_its_end(void **state)
{
    struct world *t = *state;
    struct document *d = document_new(&t->w.arena, 0);
    const struct study_run run = { 1, "benchmark" };
    struct study v = { .kind = STUDY_HUNT,
                       .hash = "abc",
                       .title = "hunt: it",
                       .version = "1.2.3",
                       .made_ms = 9,
                       .runs = &run,
                       .n_runs = 1 };
    struct str text = str_in(&t->w.arena);
    struct err e;

    begin_study(t);
    document_say(d, "what was found <here>");
    document_keep(&text, d);
    v.document = str_get(&text);
    assert_true(studies_put(t->w.store, &t->w.arena, &v, &e));
    assert_true(get(t, &t->eve, "/studies/h1"));
    has(t->w.body, "what was found &lt;here&gt;");
    has_not(t->w.body, "data-watch");
    assert_true(get(t, &t->eve, "/studies/h1/report.html"));
    has(t->w.body, "what was found &lt;here&gt;");
}

/* ---- the lookout ---- */

static const char *heard(struct listener *l)
{
    static char text[4096];
    size_t n = 0;
    long k;

    while (n < sizeof(text) - 1 &&
           (k = events_wait(l, text + n, sizeof(text) - 1 - n, 0)) > 0)
        n += (size_t)k;
    text[n] = '\0';
    return text;
}

static void tells_what_changed(void **state)
{
    struct world *t = *state;
    struct lookout *l = lookout_new(&t->w.serve);
    struct listener *ear =
        events_listen(t->w.serve.events, "run:r2 study:h1 runs", 0);
    const struct result r = { .model = 0,
                              .attempt = 1,
                              .outcome = OUTCOME_ERROR,
                              .strict = VERDICT_NO_ANSWER,
                              .lenient = VERDICT_NO_ANSWER };
    const struct result *one = &r;
    const char *text;
    struct err e;

    assert_true(lookout_look(l, t->w.store, 1800000000000, &e));
    assert_string_equal(heard(ear), "");
    assert_true(lookout_look(l, t->w.store, 1800000001000, &e));
    assert_string_equal(heard(ear), "");
    assert_true(runs_append(t->w.store, 2, &one, 1, 1, &e));
    begin_study(t);
    assert_true(lookout_look(l, t->w.store, 1800000002000, &e));
    text = heard(ear);
    has(text, "\"done\": 1, \"total\": 2, \"errors\": 1, \"rate\": 0.40");
    has(text, "\"stage\": \"benchmark\"");
    has(text, "\"done\": 3, \"total\": 8, \"runs\": 1, \"ended\": false");
    assert_true(lookout_look(l, t->w.store, 1800000003000, &e));
    assert_string_equal(heard(ear), "");
    events_leave(ear);
    lookout_free(l);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_world, close_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(failed_challenges),
        TEST(whose_run),
        TEST(other_runs),
        TEST(names_that_are_none),
        TEST(list_of_runs),
        TEST(page_of_a_run),
        TEST(whole_report),
        TEST(study_in_progress),
        TEST(evolutions_are_for_all),
        TEST(problems_to_write_from),
        TEST(study_at_its_end),
        TEST(tells_what_changed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
