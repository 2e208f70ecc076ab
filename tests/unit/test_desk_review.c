/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Reviews through the gate: who may do what in which state, that nothing tells
 * the key to a reviewer who has not answered, that the first decision wins, and
 * that doubts are decided as the command decides them.
 */
#include "../lib/classroom.h"
#include "../lib/review_desk.h"
#include "run/review/decisions.h"
#include "store/journal.h"
#include "store/runs.h"
#include "store/sqlite/sqlite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define RIGHT "answer=%5Cfrac%7B355%7D%7B113%7D"
#define WRONG "answer=%5Cfrac%7B22%7D%7B7%7D"

static int open_desk(void **state)
{
    static struct review_desk d;

    review_desk_open(&d);
    *state = &d;
    return 0;
}

static int close_desk(void **state)
{
    review_desk_close(*state);
    return 0;
}

static bool told(const struct review_desk *d, const char *text)
{
    return strstr(d->w.body, text) != NULL;
}

static void expect(struct review_desk *d, int status, int want,
                   const char *what)
{
    if (status != want)
        fail_msg("%s: %d instead of %d: %.300s", what, status, want, d->w.body);
}

/* ---- who may what ---- */

static void everybody_in_every_state(void **state)
{
    /* Author, another author, reviewer who has not answered, owner. */
    static const struct {
        const char *verb, *form;
        const char *by[2]; /* of a draft, of a submitted entry */
    } table[] = {
        { "submit", NULL, { "Y---", "4---" } },
        { "withdraw", "sure=1", { "Y---", "Y---" } },
        { "reopen", NULL, { "4---", "4---" } },
        { "comment", "text=well", { "YYYY", "YYYY" } },
        { "comment", "text=+", { "????", "????" } },
        { "solve", RIGHT, { "--44", "--YY" } },
        { "accept", NULL, { "--44", "----" } },
        { "return", "text=no", { "--44", "----" } },
    };
    struct review_desk *d = *state;
    const struct visitor *who[] = { &d->ann, &d->tom, &d->bob, &d->olga };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        for (int s = 0; s < 2; s++)
            for (size_t w = 0; w < 4; w++) {
                int64_t id = review_desk_entry(d, &d->ann, "One?", REVIEW_KEY);
                char c = table[i].by[s][w];
                char what[80];
                int got;

                if (s)
                    review_desk_post(d, &d->ann, id, "submit", 1, NULL);
                got = review_desk_post(d, who[w], id, table[i].verb, 1,
                                       table[i].form);
                snprintf(what, sizeof(what), "%s, state %d, visitor %zu",
                         table[i].verb, s, w);
                expect(d, got,
                       c == 'Y'   ? 303
                       : c == '4' ? 409
                       : c == '?' ? 400
                                  : 403,
                       what);
            }
}

/* ---- blind ---- */

static const char *const pages[] = { "/entries/1/review", "/entries/1/history",
                                     "/reviews", "/set", "/set.jsonl" };

static void expect_secret(struct review_desk *d, const struct visitor *who)
{
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        expect(d, review_desk_get(d, who, pages[i]), 200, pages[i]);
        if (told(d, REVIEW_SECRET))
            fail_msg("%s tells the key: %s", pages[i], d->w.body);
    }
}

static void the_key_is_hidden_until_an_answer_stands(void **state)
{
    struct review_desk *d = *state;
    struct audit_event_kind last;

    review_desk_revise(d, d->entry, 1, "What is $\\pi$, more or less?");
    review_desk_post(d, &d->ann, 1, "comment", 2, "text=it+is+355/113");
    expect(d, review_desk_post(d, &d->ann, 1, "submit", 2, "text=355+again"),
           303, "submit");
    expect_secret(d, &d->bob);
    expect_secret(d, &d->olga);
    expect_secret(d, &d->tom);

    /* What cannot be read opens nothing, unless it is meant so. */
    expect(d, review_desk_post(d, &d->bob, 1, "solve", 2, "answer="), 400,
           "no answer");
    assert_false(told(d, REVIEW_SECRET));
    expect(d, review_desk_post(d, &d->bob, 1, "solve", 2, "answer=%5Cfrac%7B"),
           400, "unreadable");
    assert_false(told(d, REVIEW_SECRET));
    assert_true(told(d, "as_written"));
    expect_secret(d, &d->bob);

    expect(d, review_desk_post(d, &d->bob, 1, "solve", 2, RIGHT "&text=so"),
           303, "solve");
    last = review_desk_last(d, 1);
    assert_int_equal(last.audit_event, AUDIT_EVENT_SOLVED);
    assert_non_null(strstr(last.data, "\"verdict\": \"correct\""));
    assert_string_equal(last.text, "so");
    review_desk_get(d, &d->bob, "/entries/1/review");
    assert_true(told(d, REVIEW_KEY));
    assert_true(told(d, "Your answer and the key agree."));
    assert_true(told(d, "/entries/1/accept"));
    assert_true(told(d, "it is 355/113"));

    /* Nobody answers twice, and the others are as blind as before. */
    expect(d, review_desk_post(d, &d->bob, 1, "solve", 2, WRONG), 403, "again");
    expect_secret(d, &d->rhea);
}

static void a_new_version_is_solved_again(void **state)
{
    struct review_desk *d = *state;

    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_post(d, &d->bob, 1, "solve", 1, RIGHT);
    review_desk_revise(d, 1, 1, "What is $\\pi$, nearly?");
    expect(d, review_desk_post(d, &d->bob, 1, "accept", 1, NULL), 409,
           "a draft");
    review_desk_post(d, &d->ann, 1, "submit", 2, NULL);
    expect(d, review_desk_post(d, &d->bob, 1, "accept", 1, NULL), 409,
           "the version before");
    expect(d, review_desk_post(d, &d->bob, 1, "accept", 2, NULL), 403,
           "not solved");
    expect_secret(d, &d->bob);
    review_desk_post(d, &d->bob, 1, "solve", 2, RIGHT);
    expect(d, review_desk_post(d, &d->bob, 1, "accept", 2, NULL), 303,
           "solved");
    assert_int_equal(review_desk_state(d, 1), ENTRY_ACCEPTED);
}

/* ---- decisions ---- */

static void one_decision_wins(void **state)
{
    struct review_desk *d = *state;

    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_post(d, &d->bob, 1, "solve", 1, RIGHT);
    review_desk_post(d, &d->rhea, 1, "solve", 1, RIGHT);
    expect(d, review_desk_post(d, &d->bob, 1, "return", 1, NULL), 400,
           "without a word");
    expect(d, review_desk_post(d, &d->bob, 1, "accept", 1, NULL), 303, "first");
    expect(d, review_desk_post(d, &d->rhea, 1, "return", 1, "text=no"), 409,
           "second");
    expect(d, review_desk_post(d, &d->bob, 1, "accept", 1, NULL), 409, "again");
    assert_int_equal(review_desk_state(d, 1), ENTRY_ACCEPTED);
    assert_int_equal(review_desk_last(d, 1).person, d->bob.person.id);
}

static void an_override_stands_beside_the_verdict(void **state)
{
    struct review_desk *d = *state;
    struct audit_event_kind last;

    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_post(d, &d->bob, 1, "solve", 1, WRONG);
    review_desk_get(d, &d->bob, "/entries/1/review");
    assert_true(told(d, "Your answer and the key do not agree."));
    expect(d, review_desk_post(d, &d->bob, 1, "accept", 1, NULL), 400,
           "no reason");
    assert_int_equal(review_desk_state(d, 1), ENTRY_SUBMITTED);
    expect(d, review_desk_post(d, &d->bob, 1, "accept", 1, "text=I+slipped"),
           303, "a reason");
    last = review_desk_last(d, 1);
    assert_string_equal(last.text, "I slipped");
    assert_non_null(strstr(last.data, "\"verdict\": \"wrong\""));
    assert_non_null(strstr(last.data, "\"override\": true"));
    review_desk_get(d, &d->ann, "/entries/1/history");
    assert_true(
        told(d, "Accepted although the judge found the blind answer wrong"));
    assert_true(told(d, "I slipped"));
}

/* What a page is sent twice is said once. */
static void a_comment_stands_once(void **state)
{
    struct review_desk *d = *state;
    int64_t first;

    review_desk_post(d, &d->tom, 1, "comment", 1, "text=well");
    first = review_desk_last(d, 1).id;
    expect(d, review_desk_post(d, &d->tom, 1, "comment", 1, "text=well"), 303,
           "again");
    assert_int_equal(review_desk_last(d, 1).id, first);
    review_desk_post(d, &d->bob, 1, "comment", 1, "text=well");
    assert_int_equal(review_desk_last(d, 1).id, first + 1);
    review_desk_post(d, &d->tom, 1, "comment", 1, "text=so");
    review_desk_post(d, &d->tom, 1, "comment", 1, "text=well");
    assert_int_equal(review_desk_last(d, 1).id, first + 3);
}

/* Pages say who is waited for, and what a blind answer found. */
static void answers_are_checks_and_are_waited_for(void **state)
{
    struct review_desk *d = *state;

    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_get(d, &d->tom, "/reviews");
    assert_true(told(d, "waits for a reviewer"));
    review_desk_get(d, &d->ann, "/entries/1/review");
    assert_true(told(d, "; waits for a reviewer"));
    assert_true(told(d, "the answer of a reviewer will be its check"));
    review_desk_post(d, &d->bob, 1, "solve", 1, RIGHT);
    review_desk_post(d, &d->rhea, 1, "solve", 1, WRONG);
    review_desk_get(d, &d->ann, "/entries/1/review");
    assert_false(told(d, "waits for a reviewer"));
    assert_true(told(d, "; waits for a decision by Bob Zyxreviewer or Rhea "
                        "Zyxsecond"));
    assert_false(told(d, "will be its check"));
    assert_true(told(d, "second solution by Bob Zyxreviewer: "
                        "<strong>agrees</strong>"));
    assert_true(told(d, "second solution by Rhea Zyxsecond: "
                        "<strong>does not agree</strong>"));
    review_desk_get(d, &d->tom, "/reviews");
    assert_true(told(d, "waits for a decision by Bob"));
    assert_false(told(d, "waits for a reviewer"));
}

static void back_and_forth(void **state)
{
    struct review_desk *d = *state;

    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_get(d, &d->bob, "/reviews");
    assert_true(told(d, "answer it"));
    review_desk_post(d, &d->bob, 1, "solve", 1, RIGHT);
    review_desk_post(d, &d->bob, 1, "return", 1, "text=Say+how+near%3Cb%3E");
    assert_int_equal(review_desk_state(d, 1), ENTRY_RETURNED);
    review_desk_get(d, &d->ann, "/reviews");
    assert_true(told(d, "it was returned to you"));
    review_desk_get(d, &d->ann, "/entries/1/review");
    assert_true(told(d, "Say how near&lt;b&gt;"));
    expect(d, review_desk_post(d, &d->ann, 1, "withdraw", 1, "sure=1"), 303,
           "out");
    expect(d, review_desk_post(d, &d->ann, 1, "reopen", 1, NULL), 303, "in");
    assert_int_equal(review_desk_state(d, 1), ENTRY_DRAFT);
}

static void pages_show_mathematics_and_say_their_words(void **state)
{
    struct review_desk *d = *state;

    review_desk_get(d, &d->ann, "/entries/1/history");
    assert_true(told(d, "<div class=\"tex key\">" REVIEW_KEY "</div>"));
    assert_true(told(d, "id=\"v1-key\">" REVIEW_KEY "</div>"));
    assert_true(told(d, "<h4>Statement</h4>\n<div class=\"tex\">"));
    assert_true(told(d, "All events of this entry"));
    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_get(d, &d->bob, "/entries/1/review");
    assert_true(told(d, "records your answer permanently"));
}

/* The page in between has all that its form needs. */
static void withdrawing_is_asked_for(void **state)
{
    struct review_desk *d = *state;

    review_desk_accept(d, 1, &d->ann, &d->bob, "%5Cfrac%7B355%7D%7B113%7D");
    review_desk_get(d, &d->ann, "/entries/1");
    assert_true(told(d, "removes it from the set until it is accepted again"));
    expect(d, review_desk_post(d, &d->ann, 1, "withdraw", 1, NULL), 200, "ask");
    assert_true(told(d, "will be withdrawn and removed from the set"));
    assert_true(told(d, "action=\"/entries/1/withdraw\""));
    assert_true(told(d, "name=\"sure\" value=\"1\""));
    assert_true(told(d, "name=\"version\" value=\"1\""));
    assert_true(told(d, "name=\"csrf\""));
    assert_true(told(d, "href=\"/entries/1/review\""));
    assert_int_equal(review_desk_state(d, 1), ENTRY_ACCEPTED);
    expect(d, review_desk_post(d, &d->ann, 1, "withdraw", 1, "sure=1"), 303,
           "out");
    assert_int_equal(review_desk_state(d, 1), ENTRY_WITHDRAWN);
    review_desk_post(d, &d->ann, 1, "reopen", 1, NULL);
    review_desk_get(d, &d->ann, "/entries/1");
    assert_false(told(d, "removes it from the set"));
}

static void a_key_that_nobody_reads_is_not_submitted(void **state)
{
    struct review_desk *d = *state;
    int64_t id = review_desk_entry(d, &d->ann, "What?", "\\frac{1}{");

    expect(d, review_desk_post(d, &d->ann, id, "submit", 1, NULL), 400, "key");
    assert_int_equal(review_desk_state(d, id), ENTRY_DRAFT);
}

static void a_key_that_cannot_be_worked_out_is_told(void **state)
{
    static const char what[] = "undecided: could not compute the key";
    struct review_desk *d = *state;
    int64_t id =
        review_desk_entry(d, &d->ann, "What?",
                          "\\\\sum_{n=1}^\\\\infty \\\\frac{\\\\sin(n^2)}{n}");
    const char *path = arena_printf(&d->w.arena, "/entries/%d/review", (int)id);

    review_desk_get(d, &d->ann, path);
    assert_true(told(d, what));
    assert_true(strstr(d->w.body, what) <
                strstr(d->w.body, ">Submit</button>"));
    review_desk_get(d, &d->ann, "/entries/1/review");
    assert_false(told(d, what));
}

/* ---- doubts ---- */

static int64_t put_doubt(struct review_desk *d, const char *kind,
                         const char *id, const char *key)
{
    struct arena *a = &d->w.arena;
    struct review r = {
        .hash = review_hash(kind, id),
        .kind = kind,
        .problem = arena_printf(a,
                                "{\"id\": \"%s\", \"statement\": \"S <i>\", "
                                "\"key\": {\"kind\": \"integer\", \"latex\": "
                                "\"%s\"}}",
                                id, key),
        .why = "models disagree",
        .evidence = "{\"answer\": \"7\", \"reply_end\": \"so <b>7</b>\"}",
        .made_ms = 1700000000000,
    };
    struct review out;
    struct err e;
    bool found;

    assert_true(review_put(d->w.store, a, &r, &out, &found, &e));
    return out.id;
}

static int decide(struct review_desk *d, const struct visitor *who, int64_t id,
                  const char *form)
{
    struct visit_request q = {
        .who = who,
        .method = HTTP_POST,
        .target = arena_printf(&d->w.arena, "/doubts/%d", (int)id),
        .form = form,
        .csrf = true,
    };

    return visit_gate(&d->w, &q);
}

static struct review doubt(struct review_desk *d, int64_t id)
{
    struct review r;
    struct err e;
    bool found;

    assert_true(review_by_id(d->w.store, &d->w.arena, id, &r, &found, &e) &&
                found);
    return r;
}

static void doubts_are_decided(void **state)
{
    struct review_desk *d = *state;
    int64_t key = put_doubt(d, "key", "w:1", "41");
    int64_t verdict = put_doubt(d, "verdict", "w:2", "41");
    int64_t bad = put_doubt(d, "key", "w:3", "\\\\frac{1}{");

    expect(d, review_desk_get(d, &d->bob, "/reviews"), 200, "list");
    assert_true(told(d, "models disagree") && told(d, "/doubts/1"));
    expect(d, review_desk_get(d, &d->ann, "/reviews"), 200, "list");
    assert_false(told(d, "models disagree"));
    expect(d, review_desk_get(d, &d->ann, "/doubts/1"), 403, "author");
    expect(d, review_desk_get(d, &d->bob, "/doubts/1"), 200, "page");
    assert_true(told(d, "so &lt;b&gt;7") && told(d, "S &lt;i&gt;"));
    expect(d, review_desk_get(d, &d->bob, "/doubts/99"), 404, "none");

    expect(d, decide(d, &d->ann, key, "state=open&decide=accept"), 403, "role");
    expect(d, decide(d, &d->bob, key, "state=open&decide=maybe"), 400, "word");
    expect(d, decide(d, &d->bob, bad, "state=open&decide=accept"), 400,
           "the key cannot be read");
    assert_int_equal(doubt(d, bad).state, REVIEW_OPEN);
    expect(d,
           decide(d, &d->bob, key,
                  "state=open&decide=accept&key=%2442%24&note=seen"),
           303, "another key");
    assert_int_equal(doubt(d, key).state, REVIEW_ACCEPTED);
    assert_string_equal(doubt(d, key).key, "42");
    assert_string_equal(doubt(d, key).note, "seen");
    expect(d, decide(d, &d->rhea, key, "state=open&decide=reject"), 409,
           "too late");
    expect(d, decide(d, &d->rhea, key, "state=accepted&decide=reject"), 303,
           "again");
    assert_null(doubt(d, key).key);
    expect(d, decide(d, &d->bob, verdict, "state=open&decide=reject"), 303,
           "verdict");
    assert_int_equal(doubt(d, verdict).state, REVIEW_REJECTED);
}

static void doubts_about_an_entry_are_as_secret_as_its_key(void **state)
{
    struct review_desk *d = *state;
    int64_t id = put_doubt(d, "verdict", "class/1.1", "355113");

    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    expect_secret(d, &d->bob);
    expect(d, review_desk_get(d, &d->bob, "/doubts/1"), 403, "page");
    assert_false(told(d, REVIEW_SECRET));
    expect(d, decide(d, &d->bob, id, "state=open&decide=accept"), 403, "post");
    review_desk_post(d, &d->bob, 1, "solve", 1, RIGHT);
    expect(d, review_desk_get(d, &d->bob, "/doubts/1"), 200, "solved");
    assert_true(told(d, "355113"));
}

static void doubts_that_cannot_be_opened_do_not_count(void **state)
{
    struct review_desk *d = *state;

    put_doubt(d, "verdict", "class/1.1", "355113");
    put_doubt(d, "key", "w:1", "41");
    put_doubt(d, "key", "class/99.1", "41");
    review_desk_get(d, &d->bob, "/reviews");
    assert_true(told(d, "Doubtful keys and verdicts (2)"));
    assert_true(told(d, "1 more is about entries that are still being"));
    assert_false(told(d, "/doubts/1\""));
    assert_true(told(d, "/doubts/2\"") && told(d, "/doubts/3\""));
    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_post(d, &d->bob, 1, "solve", 1, RIGHT);
    review_desk_get(d, &d->bob, "/reviews");
    assert_true(told(d, "Doubtful keys and verdicts (3)"));
    assert_true(told(d, "/doubts/1\""));
    assert_false(told(d, "more is about"));
}

/* ---- doubts about answers of models ---- */

static const char *reply_of(struct review_desk *d, int64_t run, size_t i)
{
    struct result *all;
    struct call c;
    struct err e;
    bool found;
    size_t n;

    assert_true(runs_results(d->w.store, &d->w.arena, run, &all, &n, &e));
    assert_true(i < n && journal_find(d->w.store, &d->w.arena, all[i].call,
                                      false, &c, &found, &e));
    return c.reply.text;
}

/* Asks a model about entry 1 and puts a doubt about its first reply; Bob and
 * Rhea have solved the entry. Returns the run. */
static int64_t doubt_reply(struct review_desk *d, struct review *out)
{
    static const char *const models[] = { "m0", NULL }, *const words[] = {
        "wu"
    };
    int64_t run = classroom_challenge(&d->w, &d->ann, 1, models, words);
    struct review r = {
        .hash =
            review_hash_reply("What is $\\pi$, roughly?", reply_of(d, run, 0)),
        .kind = "verdict",
        .problem = "{\"id\": \"class/1.1\", \"statement\": \"What is "
                   "$\\\\pi$, roughly?\"}",
        .why = "models disagree",
        .made_ms = 1700000000000,
    };
    struct err e;
    bool found;

    assert_true(review_put(d->w.store, &d->w.arena, &r, out, &found, &e));
    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_post(d, &d->bob, 1, "solve", 1, RIGHT);
    review_desk_post(d, &d->rhea, 1, "solve", 1, RIGHT);
    return run;
}

static void a_doubt_waits_for_the_run(void **state)
{
    struct review_desk *d = *state;
    struct review r;
    int64_t run = doubt_reply(d, &r);
    struct err e;

    assert_true(runs_lock(d->w.store, run, &e));
    expect(d, decide(d, &d->bob, r.id, "state=open&decide=accept"), 409, "run");
    assert_true(told(d, arena_printf(&d->w.arena,
                                     "process %ld is working on it; try again "
                                     "when it is done",
                                     (long)getpid())));
    assert_int_equal(doubt(d, r.id).state, REVIEW_OPEN);
    runs_unlock(d->w.store, run);
    expect(d, decide(d, &d->bob, r.id, "state=open&decide=accept"), 303, "run");
}

/* That the lock cannot be had is no word of somebody else. */
static void a_lock_that_fails_is_no_conflict(void **state)
{
    struct review_desk *d = *state;
    struct review r;
    const char *path;

    doubt_reply(d, &r);
    path = arena_printf(&d->w.arena, "%s-lock", store_path(d->w.store));
    assert_int_equal(mkdir(path, 0700), 0);
    expect(d, decide(d, &d->bob, r.id, "state=open&decide=accept"), 500, "IO");
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(doubt(d, r.id).state, REVIEW_OPEN);
}

static void who_decided_is_told(void **state)
{
    struct review_desk *d = *state;
    struct review r;
    size_t changed;
    struct err e;

    doubt_reply(d, &r);
    review_desk_get(d, &d->rhea, "/reviews");
    assert_true(told(d, "<div class=\"hint tex\">What is $\\pi$, roughly?<"));
    assert_false(told(d, "Recently decided"));
    decide(d, &d->bob, r.id, "state=open&decide=accept");
    review_desk_get(d, &d->rhea, "/doubts/1");
    assert_true(told(d, "Decided: accepted by Bob Zyxreviewer, <time"));
    review_desk_get(d, &d->rhea, "/reviews");
    assert_true(told(d, "Recently decided"));
    assert_true(told(d, "Decided: accepted by Bob Zyxreviewer, <time"));
    /* Nobody is believed who says so. */
    review_desk_post(d, &d->tom, 1, "comment", 1, "text=Decided+doubt+1:+no.");
    review_desk_get(d, &d->rhea, "/doubts/1");
    assert_false(told(d, "by Tom"));
    decide(d, &d->rhea, r.id, "state=accepted&decide=reject");
    review_desk_get(d, &d->bob, "/doubts/1");
    assert_true(told(d, "Decided: rejected by Rhea Zyxsecond, <time"));
    decide(d, &d->rhea, r.id, "state=rejected&decide=reject");
    review_desk_get(d, &d->bob, "/doubts/1");
    assert_true(told(d, "Decided: rejected by Rhea Zyxsecond, <time"));
    /* The command line leaves no name. */
    r = doubt(d, r.id);
    assert_true(
        decisions_make(&d->w.arena, d->w.store,
                       &(struct ruling){ .row = &r, .state = REVIEW_ACCEPTED },
                       r.decided_ms + 1, &changed, &e));
    review_desk_get(d, &d->bob, "/doubts/1");
    assert_true(told(d, "Decided: accepted, <time"));
    review_desk_get(d, &d->olga, "/reviews");
    assert_false(told(d, "Recently decided")); /* she may yet solve the entry */
}

/* Pages count alike, and say what rests on a person's word. */
static void decisions_are_marked(void **state)
{
    struct review_desk *d = *state;
    struct review r;

    doubt_reply(d, &r);
    review_desk_get(d, &d->bob, "/entries/1/review");
    assert_true(told(d, "solved 0 of 2 "));
    assert_true(told(d, ", 1 without a verdict"));
    assert_false(told(d, "decided by a reviewer"));
    decide(d, &d->bob, r.id, "state=open&decide=accept");
    review_desk_get(d, &d->bob, "/entries/1/review");
    assert_true(told(d, "solved 1 of 2 "));
    assert_true(told(d, ", 1 decided by a reviewer"));
    review_desk_get(d, &d->bob, "/entries/1/ask");
    assert_true(told(d, "solved 1 of 2 "));
    review_desk_post(d, &d->bob, 1, "accept", 1, NULL);
    review_desk_get(d, &d->bob, "/set");
    assert_true(told(d, "solved 1 of 2 "));
    assert_true(told(d, ", 1 decided by a reviewer"));
}

/* Two who decide at once have read the same row. */
static void one_of_two_decides(void **state)
{
    struct review_desk *d = *state;
    struct audit_event_kind audit_event = { .entry = 1,
                                            .version = 2,
                                            .person = 1 };
    struct ruling t = { .state = REVIEW_REJECTED };
    struct review r;
    size_t changed;
    struct err e;

    doubt_reply(d, &r);
    t.row = &r;
    t.audit_event =
        &audit_event; /* of a version that is none: nothing is written */
    audit_event.audit_event = AUDIT_EVENT_COMMENTED;
    t.from = ENTRY_SUBMITTED;
    assert_false(decisions_make(&d->w.arena, d->w.store, &t, 5, &changed, &e));
    assert_int_equal(doubt(d, r.id).state, REVIEW_OPEN);
    review_desk_get(d, &d->bob, "/entries/1/review");
    assert_false(told(d, "decided by a reviewer"));
    expect(d, decide(d, &d->bob, r.id, "state=open&decide=accept"), 303, "one");
    audit_event.version = 1;
    assert_false(decisions_make(&d->w.arena, d->w.store, &t, 6, &changed, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_int_equal(doubt(d, r.id).state, REVIEW_ACCEPTED);
    assert_string_equal(review_desk_last(d, 1).text,
                        "Decided doubt 1: the answer is correct.");
}

static void nobody_decides_about_what_they_wrote(void **state)
{
    struct review_desk *d = *state;
    const struct visitor *who[] = { &d->rhea, &d->olga };

    for (int i = 0; i < 2; i++) {
        int64_t entry = review_desk_entry(d, who[i], "One?", REVIEW_KEY);
        int64_t id = put_doubt(
            d, "key", arena_printf(&d->w.arena, "class/%d.1", (int)entry),
            "41");
        const char *path = arena_printf(&d->w.arena, "/doubts/%d", (int)id);

        expect(d, review_desk_get(d, who[i], path), 200, "see");
        assert_true(told(d, "another reviewer must decide"));
        assert_false(told(d, "name=\"decide\""));
        expect(d, decide(d, who[i], id, "state=open&decide=accept"), 403,
               "own");
        assert_true(told(d, "another reviewer must decide"));
        assert_int_equal(doubt(d, id).state, REVIEW_OPEN);
        review_desk_get(d, who[i], "/reviews");
        assert_true(told(d, "Doubtful keys and verdicts (0)"));
        assert_true(told(d, path) && told(d, "your entry: another reviewer"));
        review_desk_accept(d, entry, who[i], &d->bob, "355/113");
        expect(d, decide(d, &d->bob, id, "state=open&decide=accept"), 303,
               "another's");
    }
}

/* Somebody may have changed the file. */
static void the_kind_of_a_doubt_is_text(void **state)
{
    struct review_desk *d = *state;

    put_doubt(d, "key", "class/1.1", "41");
    assert_int_equal(sqlite3_exec(sqlite_of(&d->w.store->db),
                                  "PRAGMA ignore_check_constraints = ON;"
                                  "UPDATE reviews SET kind = '<i>key'",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    review_desk_post(d, &d->ann, 1, "submit", 1, NULL);
    review_desk_get(d, &d->bob, "/reviews");
    assert_true(told(d, "solve it first"));
    assert_true(told(d, "&lt;i&gt;key"));
    assert_false(told(d, "<i>key"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(everybody_in_every_state),
        TEST(the_key_is_hidden_until_an_answer_stands),
        TEST(a_new_version_is_solved_again),
        TEST(one_decision_wins),
        TEST(an_override_stands_beside_the_verdict),
        TEST(a_comment_stands_once),
        TEST(answers_are_checks_and_are_waited_for),
        TEST(back_and_forth),
        TEST(withdrawing_is_asked_for),
        TEST(pages_show_mathematics_and_say_their_words),
        TEST(a_key_that_nobody_reads_is_not_submitted),
        TEST(a_key_that_cannot_be_worked_out_is_told),
        TEST(doubts_are_decided),
        TEST(doubts_about_an_entry_are_as_secret_as_its_key),
        TEST(doubts_that_cannot_be_opened_do_not_count),
        TEST(a_doubt_waits_for_the_run),
        TEST(a_lock_that_fails_is_no_conflict),
        TEST(who_decided_is_told),
        TEST(decisions_are_marked),
        TEST(one_of_two_decides),
        TEST(nobody_decides_about_what_they_wrote),
        TEST(the_kind_of_a_doubt_is_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
