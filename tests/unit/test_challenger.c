/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Challenges without a browser: asked through the handlers, worked on by the
 * threads of the challenger, looked at on the pages.
 */
#include "../lib/pool_job.h"
#include "../lib/visit.h"
#include "base/clock.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/challenge.h"
#include "store/challenges.h"
#include "store/entries.h"
#include "store/runs.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define DEAD "http://127.0.0.1:1#dead" /* nobody listens there */

struct class
{
    struct visit_world world;
    struct visitor author, other, owner;
    const char *models[2]; /* a planted one, and the dead one */
    int64_t entry;
};

static void put_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void save(struct class *c, int64_t after, const char *statement,
                 const char *key)
{
    struct visit_world *w = &c->world;
    struct entry in = { .author = c->author.person.id,
                        .topic = "integrals",
                        .made_ms = 1000 };
    struct entry_version v = { .entry = c->entry,
                               .by = c->author.person.id,
                               .made_ms = 1000 + after,
                               .check = "none",
                               .claim = "",
                               .origin = "{}",
                               .note = "" };
    struct err e;

    v.problem = arena_printf(&w->arena,
                             "{\"id\": \"class/1.%d\", \"statement\": \"%s\", "
                             "\"key\": {\"kind\": \"integer\", \"latex\": "
                             "\"%s\"}, \"solution\": \"\"}",
                             (int)after + 1, statement, key);
    if (after) {
        assert_true(entries_revise(w->store, &w->arena, after, &v, &e));
        return;
    }
    assert_true(entries_add(w->store, &w->arena, &in, &v, &e));
    c->entry = in.id;
}

static void open_class(struct class *c)
{
    struct visit_world *w = &c->world;
    const char *path;

    memset(c, 0, sizeof(*c));
    visit_open(w);
    path = arena_printf(&w->arena, "%s/m.yaml", w->folder);
    put_file(path, "seed: one\nbase: 0.5\n");
    c->models[0] = arena_printf(&w->arena, "planted:%s", path);
    c->models[1] = DEAD;
    w->o.models = c->models;
    w->o.n_models = 2;
    w->o.ask.ask.pool = pool_defaults;
    w->o.ask.ask.pool.retries = 0;
    c->author = visit_person(w, "Ann", ROLE_AUTHOR);
    c->other = visit_person(w, "Bob", ROLE_AUTHOR);
    c->owner = visit_person(w, "Olga", ROLE_OWNER);
    save(c, 0, "What is 20 + 22?", "42");
}

static void start(struct class *c)
{
    struct err e;

    if (!challenger_start(&c->world.serve, &c->world.serve.challenger, &e))
        fail_msg("%s", e.msg);
}

static void end(struct class *c)
{
    challenger_stop(c->world.serve.challenger);
    c->world.serve.challenger = NULL;
}

static void close_class(struct class *c)
{
    end(c);
    unlink(arena_printf(&c->world.arena, "%s/m.yaml", c->world.folder));
    unlink(arena_printf(&c->world.arena, "%s-lock", c->world.o.store));
    visit_close(&c->world);
}

static struct challenge row_of(struct class *c, int64_t id)
{
    struct challenge row;
    struct err e;
    bool found;

    assert_true(
        challenges_find(c->world.store, &c->world.arena, id, &row, &found, &e));
    assert_true(found);
    return row;
}

/* Waits until the challenge has ended. */
static struct challenge ended(struct class *c, int64_t id)
{
    for (int i = 0; i < 1500; i++) {
        struct challenge row = row_of(c, id);

        if (row.state != CHALLENGE_QUEUED && row.state != CHALLENGE_ASKING)
            return row;
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    }
    fail_msg("challenge %d does not end", (int)id);
    abort();
}

static bool post(struct class *c, const struct visitor *who, const char *target,
                 const char *form)
{
    return visit_handler(
        &c->world,
        &(struct visit_request){
            .who = who, .method = HTTP_POST, .target = target, .form = form });
}

static bool get(struct class *c, const struct visitor *who, const char *target)
{
    return visit_handler(
        &c->world, &(struct visit_request){ .who = who, .target = target });
}

static const char *form_of(struct class *c, int model, int attempts)
{
    return arena_printf(&c->world.arena, "model=%s&attempts=%d",
                        c->models[model], attempts);
}

static void has(struct class *c, const char *text)
{
    if (!strstr(c->world.body, text))
        fail_msg("no \"%s\" in: %.3000s", text, c->world.body);
}

static void lacks(struct class *c, const char *text)
{
    if (strstr(c->world.body, text))
        fail_msg("\"%s\" stands in the page", text);
}

static bool asked_audit_event(struct class *c, int64_t id)
{
    const char *data =
        arena_printf(&c->world.arena, "\"challenge\": %d,", (int)id);
    struct audit_event_kind *d;
    struct err e;
    size_t n;

    assert_true(audit_events_list(c->world.store, &c->world.arena, c->entry, &d,
                                  &n, &e));
    for (size_t i = 0; i < n; i++)
        if (d[i].audit_event == AUDIT_EVENT_ASKED && strstr(d[i].data, data))
            return true;
    return false;
}

/* From the form to the page; then once more, with other replies. */
static void asks_and_shows(void **state)
{
    struct class c;
    struct challenge one, two;
    struct run_info run;
    struct err e;

    (void)state;
    open_class(&c);
    start(&c);
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "No model has been asked yet");
    has(&c, "type=\"checkbox\"");
    has(&c, "<button class=\"first\">Ask</button>");
    assert_true(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 6)));
    assert_int_equal(c.world.reply.status, 303);
    assert_true(asked_audit_event(&c, 1));
    one = ended(&c, 1);
    assert_int_equal(one.state, CHALLENGE_DONE);
    assert_true(one.run > 0 && one.ended_ms >= one.started_ms);
    assert_true(runs_find(c.world.store, &c.world.arena, "r1", &run, &e));
    assert_int_equal(run.results, 6);
    assert_null(strstr(run.spec, "\"after\""));
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "data-mark=\"correct\"");
    has(&c, "data-mark=\"wrong\"");
    has(&c, "Based on attempts after the last edit: solved ");
    has(&c, "version 1: 6 attempts");
    has(&c, "understood</dt><dd class=\"tex key\">");
    has(&c, "\">m.yaml</span></label>"); /* not its whole path */
    has(&c, "data-from=");
    assert_true(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 2)));
    two = ended(&c, 2);
    assert_int_equal(two.after, 6);
    assert_true(get(&c, &c.author, "/challenges/2/results"));
    has(&c, ", after 6 earlier attempts at this entry");
    assert_int_not_equal(two.run, one.run);
    assert_true(runs_find(c.world.store, &c.world.arena, "last", &run, &e));
    assert_non_null(strstr(run.spec, "\"after\": 6"));
    close_class(&c);
}

/* What was found out about an older version counts for nothing. */
static void counts_versions_apart(void **state)
{
    struct class c;

    (void)state;
    open_class(&c);
    start(&c);
    assert_true(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 5)));
    ended(&c, 1);
    save(&c, 1, "What is 20 + 23?", "43");
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c,
        "Based on attempts after the last edit: no attempt has been counted "
        "yet");
    has(&c, "version 2: 0 attempts");
    has(&c, "5 attempts at earlier versions");
    has(&c, "<summary>Version 1: 1 challenge");
    has(&c, "/challenges/1/results?page=1");
    lacks(&c, "understood</dt>");
    assert_true(get(&c, &c.author, "/challenges/1/results"));
    has(&c, "understood</dt>");
    lacks(&c, "<html");
    close_class(&c);
}

/* Whoever may not see the key sees no reply, asks nothing and stops nothing. */
static void hides_from_others(void **state)
{
    struct class c;

    (void)state;
    open_class(&c);
    start(&c);
    assert_true(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 4)));
    ended(&c, 1);
    assert_true(get(&c, &c.other, "/entries/1/ask"));
    has(&c, "The replies are hidden");
    lacks(&c, "data-mark");
    lacks(&c, ">42<");
    lacks(&c, "{42}");
    assert_false(get(&c, &c.other, "/challenges/1/results"));
    assert_int_equal(c.world.err.code, ERR_OUTSIDE);
    assert_false(post(&c, &c.other, "/entries/1/ask", form_of(&c, 0, 1)));
    assert_int_equal(c.world.err.code, ERR_OUTSIDE);
    assert_false(post(&c, &c.other, "/challenges/1/stop", "x=1"));
    assert_int_equal(c.world.err.code, ERR_OUTSIDE);
    assert_true(post(&c, &c.owner, "/challenges/1/stop", "x=1"));
    assert_int_equal(row_of(&c, 1).state, CHALLENGE_DONE); /* it had ended */
    assert_false(get(&c, &c.author, "/challenges/7/results"));
    assert_int_equal(c.world.err.code, ERR_SPENT);
    close_class(&c);
}

static void refuses_bad_forms(void **state)
{
    static const struct {
        const char *form, *says;
    } rows[] = {
        { "attempts=3", "choose at least one model" },
        { "model=openai:other&attempts=3", "does not offer that model" },
        { "model=" DEAD "&attempts=0", "from 1 to 32" },
        { "model=" DEAD "&attempts=33", "from 1 to 32" },
        { "model=" DEAD "&attempts=2x", "from 1 to 32" },
        { "model=" DEAD, "from 1 to 32" },
    };
    struct class c;

    (void)state;
    open_class(&c);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_false(post(&c, &c.author, "/entries/1/ask", rows[i].form));
        assert_int_equal(c.world.err.code, ERR_USAGE);
        assert_non_null(strstr(c.world.err.msg, rows[i].says));
    }
    close_class(&c);
}

static int64_t queue(struct class *c, const char *model)
{
    struct challenge row = { .entry = c->entry,
                             .version = 1,
                             .person = c->author.person.id,
                             .models = &model,
                             .n_models = 1,
                             .attempts = 3,
                             .made_ms = clock_day_ms() };
    struct err e;

    assert_true(challenges_add(c->world.store, &row, &e));
    return row.id;
}

/* A server that is dead makes errors, never wrong answers. */
static void dead_servers_are_errors(void **state)
{
    struct class c;
    struct challenge row;

    (void)state;
    open_class(&c);
    start(&c);
    queue(&c, DEAD);
    challenger_wake(c.world.serve.challenger);
    row = ended(&c, 1);
    assert_int_equal(row.state, CHALLENGE_DONE);
    assert_non_null(strstr(row.why, "3 attempts had no reply"));
    ended(&c, queue(&c, DEAD));
    assert_true(get(&c, &c.author, "/challenges/2/results"));
    lacks(&c, "earlier attempt"); /* there were errors alone */
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, ", 3 without a verdict, error 3<");
    lacks(&c, "data-mark=\"wrong\"");
    close_class(&c);
}

/* Two models of the test server; the first is a scenario that fails. */
static void serve_two(struct class *c, const struct job_server *s,
                      const char *bad)
{
    const char *const names[] = { bad, "ok,wrong=0" };

    for (size_t i = 0; i < 2; i++)
        c->models[i] = arena_printf(&c->world.arena,
                                    "http://127.0.0.1:%s/%s/v1/chat/completions"
                                    "#m",
                                    s->port, names[i]);
}

static const char *ask_both(struct class *c, int attempts)
{
    return arena_printf(&c->world.arena, "model=%s&model=%s&attempts=%d",
                        c->models[0], c->models[1], attempts);
}

/* A model that cannot be asked ends for itself alone, and goes on later. */
static void others_go_on(void **state)
{
    struct class c;
    struct challenge row;
    struct run_info run;
    struct err e;

    open_class(&c);
    serve_two(&c, *state, "401");
    c.world.o.ask.ask.pool.concurrency = 1;
    start(&c);
    assert_true(post(&c, &c.author, "/entries/1/ask", ask_both(&c, 3)));
    row = ended(&c, 1);
    assert_int_equal(row.state, CHALLENGE_FAILED);
    assert_non_null(strstr(row.why, "401"));
    assert_non_null(strstr(row.why, "Ask the owner to fix the problem"));
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "partly failed");
    has(&c, "solved 3 of 3");
    has(&c, "3 of 3 by <span title=");
    has(&c, "solved 0 of 1");
    has(&c, ", 1 without a verdict, error 1<");
    has(&c, "<button id=\"again-1\">Ask for the missing attempts</button> "
            "<span class=\"hint\">3 attempts</span>");
    assert_false(post(&c, &c.other, "/challenges/1/again", "x=1"));
    assert_int_equal(c.world.err.code, ERR_OUTSIDE);
    for (int i = 0; i < 3 && row.state == CHALLENGE_FAILED; i++) {
        /* each body has its own first failure */
        assert_true(post(&c, &c.author, "/challenges/1/again", "x=1"));
        row = ended(&c, 1);
    }
    assert_int_equal(row.state, CHALLENGE_DONE);
    assert_string_equal(row.why, "");
    assert_true(runs_find(c.world.store, &c.world.arena, "last", &run, &e));
    assert_int_equal(run.id, row.run);
    assert_int_equal(run.results, 6);
    assert_int_equal(run.errors, 0);
    assert_int_equal(job_stat(*state, "ok,wrong=0", "requests"), 3);
    assert_false(post(&c, &c.author, "/challenges/1/again", "x=1"));
    assert_non_null(strstr(c.world.err.msg, "no attempt is missing"));
    ended(&c, queue(&c, DEAD)); /* fails: it is not offered here */
    save(&c, 1, "What is 20 + 23?", "43");
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    lacks(&c, "Ask for the missing attempts");
    assert_false(post(&c, &c.author, "/challenges/2/again", "x=1"));
    assert_non_null(strstr(c.world.err.msg, "Only the newest version"));
    close_class(&c);
}

/* A challenge that ended for want of a budget says whose it was, and goes on
 * when it was raised. */
static void goes_on_with_more_budget(void **state)
{
    struct class c;
    struct challenge row;

    open_class(&c);
    serve_two(&c, *state, "ok,wrong=0,seed=1");
    c.world.o.person_tokens = 100;
    start(&c);
    assert_true(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 30)));
    row = ended(&c, 1);
    assert_int_equal(row.state, CHALLENGE_FAILED);
    assert_non_null(strstr(row.why, "this person's budget "));
    assert_non_null(strstr(row.why, " of 100 tokens"));
    assert_non_null(strstr(row.why, "ask for the missing attempts"));
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "Ask for the missing attempts</button>");
    c.world.o.person_tokens = 100000;
    assert_true(post(&c, &c.author, "/challenges/1/again", "x=1"));
    assert_int_equal(ended(&c, 1).state, CHALLENGE_DONE);
    assert_int_equal(job_stat(*state, "ok,wrong=0,seed=1", "requests"), 30);
    close_class(&c);
}

/* A claim in a list says what is wrong with a reply as one alone does. */
static void claims_say_what_is_missed(void **state)
{
    struct entry_version v = {
        .entry = 1,
        .made_ms = 1001,
        .check = "claim",
        .origin = "{}",
        .note = "",
        .claim = "- id: a\n  kind: integral\n  object: '\\int_0^1 x \\, dx'\n"
                 "  variable: x\n  claim: '1/2'\n  mode: equals\n"
                 "- id: b\n  kind: ode\n  object: 'y''=0, y(0)=41'\n"
                 "  variable: x\n  claim: '41'\n  mode: equals\n",
        .problem =
            "{\"id\": \"class/1.2\", \"statement\": \"What is 20 + 22?\", "
            "\"key\": {\"kind\": \"integer\", \"latex\": \"41\"}, "
            "\"solution\": \"\"}"
    };
    struct class c;
    struct err e;

    open_class(&c);
    serve_two(&c, *state, "ok,wrong=0,seed=2");
    v.by = c.author.person.id;
    assert_true(entries_revise(c.world.store, &c.world.arena, 1, &v, &e));
    start(&c);
    assert_true(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 1)));
    assert_int_equal(ended(&c, 1).state, CHALLENGE_DONE);
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "wrong condition: The answer solves the equation, but ");
    close_class(&c);
}

/* A person's verdict stands beside the judge's, and counts say so. */
static void decisions_stand_beside_verdicts(void **state)
{
    struct class c;
    const struct result *one;
    struct result *r;
    struct err e;
    size_t n, i = 0;

    (void)state;
    open_class(&c);
    start(&c);
    assert_true(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 6)));
    ended(&c, 1);
    assert_true(runs_results(c.world.store, &c.world.arena, 1, &r, &n, &e));
    while (i < n && r[i].lenient != VERDICT_WRONG)
        i++;
    assert_true(i < n);
    r[i].strict = r[i].lenient = VERDICT_CORRECT;
    r[i].judge = "review";
    r[i].why = "decided by review 1: looked at it";
    one = &r[i];
    assert_true(runs_append(c.world.store, 1, &one, 1, clock_day_ms(), &e));
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "correct by a reviewer</a>");
    has(&c, ", 1 decided by a reviewer");
    has(&c, "correct</span> decided by a reviewer; the judge: wrong");
    has(&c, "<dt>verdict of the judge</dt><dd>wrong</dd>");
    has(&c, "<dt>verdict of a reviewer</dt><dd>correct, decided by review 1: "
            "looked at it</dd>");
    close_class(&c);
}

/* The program was killed while it asked: the next one goes on. A model that is
 * not offered any more is a reason. */
static void goes_on_after_a_kill(void **state)
{
    struct class c;
    struct challenge row, *taken = &row;
    struct err e;
    bool found;

    (void)state;
    open_class(&c);
    queue(&c, c.models[0]);
    queue(&c, "planted:gone.yaml");
    assert_true(
        challenges_take(c.world.store, &c.world.arena, 5, taken, &found, &e));
    assert_int_equal(row_of(&c, 1).state, CHALLENGE_ASKING);
    start(&c);
    assert_int_equal(ended(&c, 1).state, CHALLENGE_DONE);
    row = ended(&c, 2);
    assert_int_equal(row.state, CHALLENGE_FAILED);
    assert_non_null(strstr(row.why, "without the model planted:gone.yaml"));
    close_class(&c);
}

static void halts_what_waits(void **state)
{
    struct class c;
    int64_t ids[8];
    struct challenge row;
    struct err e;
    bool any = false;

    (void)state;
    open_class(&c);
    c.world.o.ask.ask.pool.retries = 8; /* keeps the workers for a while */
    start(&c);
    for (size_t i = 0; i < 8; i++)
        ids[i] = queue(&c, DEAD);
    challenger_wake(c.world.serve.challenger);
    for (size_t i = 8; i-- > 0;)
        assert_true(challenger_halt(c.world.serve.challenger, c.world.store,
                                    ids[i], "stopped by Ann", &e));
    for (size_t i = 0; i < 8; i++) {
        row = ended(&c, ids[i]);
        any |= row.run == 0;
        assert_int_equal(row.state, CHALLENGE_STOPPED);
        assert_string_equal(row.why, "stopped by Ann");
    }
    assert_true(any); /* some had not begun */
    close_class(&c);
}

/* Whoever comes second queues nothing. */
static void goes_on_once(void **state)
{
    struct class c;
    bool queued;
    int64_t id;
    struct err e;

    (void)state;
    open_class(&c);
    c.world.o.ask.ask.pool.retries = 8;
    start(&c);
    id = queue(&c, DEAD);
    assert_true(post(&c, &c.author, "/challenges/1/stop", "x=1"));
    assert_int_equal(ended(&c, id).state, CHALLENGE_STOPPED);
    assert_true(challenger_again(c.world.serve.challenger, c.world.store, id,
                                 &queued, &e));
    assert_true(queued);
    assert_true(challenger_again(c.world.serve.challenger, c.world.store, id,
                                 &queued, &e));
    assert_false(queued);
    close_class(&c);
}

/* A name of 60 characters, each of four bytes, stands whole in the reason. */
static void long_names_stay_whole(void **state)
{
    struct visitor eve;
    struct class c;
    char name[60 * 4 + 1] = "";

    (void)state;
    open_class(&c);
    for (size_t i = 0; i < 60; i++)
        memcpy(name + 4 * i, "\xf0\x9d\x91\xa5", 5);
    eve = visit_person(&c.world, name, ROLE_OWNER);
    c.world.o.ask.ask.pool.retries = 8;
    start(&c);
    for (int i = 0; i < 5; i++) /* some wait, some are under way */
        queue(&c, DEAD);
    challenger_wake(c.world.serve.challenger);
    for (int i = 1; i <= 5; i++) {
        assert_true(post(&c, &eve,
                         arena_printf(&c.world.arena, "/challenges/%d/stop", i),
                         "x=1"));
        assert_string_equal(
            ended(&c, i).why,
            arena_printf(&c.world.arena, "stopped by %s", name));
    }
    close_class(&c);
}

static void execute(struct class *c, const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(c->world.o.store, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 10000);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void note(void *ctx, const char *line)
{
    (void)line;
    atomic_fetch_add((atomic_int *)ctx, 1);
}

/* A queue that cannot be read is told once, and looked at again. */
static void queues_that_fail_are_told(void **state)
{
    struct class c;
    atomic_int told = 0;
    int64_t id;

    (void)state;
    open_class(&c);
    c.world.o.tell = note;
    c.world.o.ctx = &told;
    start(&c);
    execute(&c, "ALTER TABLE challenges RENAME TO lost");
    for (int i = 0; i < 20; i++) {
        challenger_wake(c.world.serve.challenger);
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    }
    assert_int_equal(atomic_load(&told), 1);
    execute(&c, "ALTER TABLE lost RENAME TO challenges");
    id = queue(&c, c.models[0]);
    challenger_wake(c.world.serve.challenger);
    assert_int_equal(ended(&c, id).state, CHALLENGE_DONE);
    close_class(&c);
}

/* While calls in flight end, the page says that it stops. The queue stands in
 * the part of the page that is read again. */
static void says_that_it_stops(void **state)
{
    struct class c;
    int64_t id;

    open_class(&c);
    serve_two(&c, *state, "ok,ms=2000");
    c.world.o.ask.ask.grace_s = 10;
    start(&c);
    id = queue(&c, c.models[0]);
    challenger_wake(c.world.serve.challenger);
    while (job_stat(*state, "ok,ms=2000", "requests") < 3)
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "<span class=\"state\">asking</span>");
    has(&c, "<button id=\"stop-1\">");
    assert_non_null(strstr(strstr(c.world.body, "id=\"asked\""),
                           "1 challenge waits or is in progress."));
    assert_true(post(&c, &c.author, "/challenges/1/stop", "x=1"));
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "<span class=\"state\">stopping</span>");
    lacks(&c, "<button id=\"stop-1\">");
    assert_int_equal(ended(&c, id).state, CHALLENGE_STOPPED);
    close_class(&c);
}

/* The end of the program leaves the queue as it is. */
static void stops_and_keeps_the_queue(void **state)
{
    struct class c;
    int64_t id;

    (void)state;
    open_class(&c);
    c.world.o.ask.ask.pool.retries = 8;
    start(&c);
    id = queue(&c, DEAD);
    challenger_wake(c.world.serve.challenger);
    while (row_of(&c, id).state == CHALLENGE_QUEUED)
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    end(&c);
    assert_int_equal(row_of(&c, id).state, CHALLENGE_QUEUED);
    close_class(&c);
}

/* ---- budgets ---- */

static void budgets_say_what_is_spent(void **state)
{
    struct serve_options o = { .person_money = 2, .person_tokens = 1000 };
    struct budget_left all = { 1, 1, 1, 1 }, left;
    struct arena a = { 0 };

    (void)state;
    assert_null(budget_spent(&a, &o, &all));
    left = all;
    left.person_money = -0.5;
    assert_string_equal(budget_spent(&a, &o, &left),
                        "this person's budget is spent: $2.50 of $2.00");
    left = all;
    left.person_tokens = 0;
    assert_string_equal(budget_spent(&a, &o, &left),
                        "this person's budget is spent: 1000 of 1000 tokens");
    arena_clear(&a);
}

static void spent_budgets_refuse(void **state)
{
    struct class c;
    struct challenge row;
    struct budget_left left;
    struct err e;

    (void)state;
    open_class(&c);
    c.world.o.person_tokens = 500;
    c.world.o.ask.ask.budget_tokens = 2000;
    row = row_of(&c, queue(&c, DEAD));
    row.state = CHALLENGE_DONE;
    row.tokens = 600;
    assert_true(challenges_set(c.world.store, &row, &e));
    assert_true(
        budget_left(&c.world.o, c.world.store, c.author.person.id, &left, &e));
    assert_true(left.project_tokens == 1400 && left.person_tokens == -100);
    assert_false(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 1)));
    assert_non_null(strstr(c.world.err.msg, "600 of 500 tokens"));
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "Models cannot be asked: this person&#39;s budget is spent");
    c.world.o.person_tokens = 700;
    start(&c);
    assert_true(get(&c, &c.author, "/entries/1/ask"));
    has(&c, "tokens, which is more than the remaining budget.</p>");
    end(&c);
    assert_true(post(&c, &c.author, "/entries/1/ask", form_of(&c, 0, 1)));
    close_class(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_and_shows),
        cmocka_unit_test(counts_versions_apart),
        cmocka_unit_test(hides_from_others),
        cmocka_unit_test(refuses_bad_forms),
        cmocka_unit_test(dead_servers_are_errors),
        cmocka_unit_test(others_go_on),
        cmocka_unit_test(goes_on_with_more_budget),
        cmocka_unit_test(claims_say_what_is_missed),
        cmocka_unit_test(decisions_stand_beside_verdicts),
        cmocka_unit_test(goes_on_after_a_kill),
        cmocka_unit_test(halts_what_waits),
        cmocka_unit_test(goes_on_once),
        cmocka_unit_test(long_names_stay_whole),
        cmocka_unit_test(queues_that_fail_are_told),
        cmocka_unit_test(says_that_it_stops),
        cmocka_unit_test(stops_and_keeps_the_queue),
        cmocka_unit_test(budgets_say_what_is_spent),
        cmocka_unit_test(spent_budgets_refuse),
    };

    return cmocka_run_group_tests(tests, job_server_start, job_server_stop);
}
