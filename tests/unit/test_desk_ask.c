/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What asking is said to cost, and asking or stopping too late: challenges are
 * planted, and nobody works on them.
 */
#include "../lib/classroom.h"
#include "store/challenges.h"

#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

struct class
{
    struct visit_world world;
    struct visitor author;
    int64_t entry, other;
};

static const char *const models[] = { "openai:asked", "openai:new", NULL };

static void open_class(struct class *c)
{
    memset(c, 0, sizeof(*c));
    visit_open(&c->world);
    c->world.o.models = models;
    c->world.o.n_models = 2;
    c->author = visit_person(&c->world, "Ann", ROLE_AUTHOR);
    c->entry = classroom_entry(&c->world, &c->author, "sums", "What is 20+21?");
    c->other = classroom_entry(&c->world, &c->author, "sums", "What is 40+1?");
}

static bool visit(struct class *c, const char *target, const char *form)
{
    return visit_handler(&c->world, &(struct visit_request){
                                        .who = &c->author,
                                        .method = form ? HTTP_POST : HTTP_GET,
                                        .target = target,
                                        .form = form });
}

static void has(struct class *c, const char *text)
{
    if (!strstr(c->world.body, text))
        fail_msg("no \"%s\" in: %.6000s", text, c->world.body);
}

/* A model that never answered makes the whole a floor; one that answered with
 * another entry takes as much as there: its replies have 20 tokens. */
static void floors_are_told(void **state)
{
    static const char *const words[] = { "cw", "cc" };
    struct class c;

    (void)state;
    open_class(&c);
    assert_true(visit(&c, "/entries/1/ask", NULL));
    has(&c, "take at least 0 tokens");
    has(&c, "data-floor=\"1\" value=\"openai:asked\"");
    classroom_challenge(&c.world, &c.author, c.other,
                        (const char *const[]){ models[0], NULL }, words);
    assert_true(visit(&c, "/entries/1/ask", NULL));
    has(&c, "data-tokens=\"20\" data-money=\"0.000000\" "
            "value=\"openai:asked\"");
    has(&c, "data-floor=\"1\" value=\"openai:new\"");
    has(&c, "take at least 640 tokens");
    classroom_challenge(&c.world, &c.author, c.other, models, words);
    assert_true(visit(&c, "/entries/1/ask", NULL));
    has(&c, "take about 1280 tokens");
    visit_close(&c.world);
}

/* Ends a transaction after a while, in which others see what was before it. */
static void *commit(void *db)
{
    nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    return NULL;
}

/* The audit event of asking names models and attempts. One that comes too late, since
 * the entry was withdrawn just now, is a conflict, and nothing is queued. */
static void late_ones_are_told(void **state)
{
    static const char form[] = "model=openai:asked&model=openai:new&attempts=3";
    struct audit_event_kind *audit_events;
    struct challenge *all;
    struct class c;
    struct err e;
    pthread_t thread;
    sqlite3 *db;
    size_t n;

    (void)state;
    open_class(&c);
    assert_true(visit(&c, "/entries/1/ask", form));
    assert_int_equal(c.world.reply.status, 303);
    assert_true(audit_events_list(c.world.store, &c.world.arena, c.entry,
                                  &audit_events, &n, &e));
    assert_string_equal(audit_events[n - 1].data,
                        "{\"challenge\": 1, \"attempts\": 3, \"models\": "
                        "[\"openai:asked\", \"openai:new\"]}");
    assert_int_equal(sqlite3_open(c.world.o.store, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "BEGIN IMMEDIATE; UPDATE entries SET state = "
                                  "'withdrawn'",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(pthread_create(&thread, NULL, commit, db), 0);
    assert_true(visit(&c, "/entries/1/ask", form));
    pthread_join(thread, NULL);
    sqlite3_close(db);
    assert_int_equal(c.world.reply.status, 409);
    has(&c, "No model was asked: entry 1 was changed in the meantime");
    assert_true(
        challenges_list(c.world.store, &c.world.arena, c.entry, &all, &n, &e));
    assert_int_equal(n, 1);
    visit_close(&c.world);
}

/* What is over cannot be stopped. */
static void over_is_over(void **state)
{
    static const char *const words[] = { "c", "c" };
    struct class c;

    (void)state;
    open_class(&c);
    classroom_challenge(&c.world, &c.author, c.entry, models, words);
    assert_true(visit(&c, "/challenges/1/stop", "x=1"));
    assert_int_equal(c.world.reply.status, 409);
    has(&c, "The challenge has already ended.");
    visit_close(&c.world);
}

/* What is refused is told in sentences. */
static void refusals_are_sentences(void **state)
{
    static const char *const forms[][2] = {
        { "attempts=2", "No model is chosen: choose at least one model." },
        { "model=openai:new&attempts=33",
          "The number of attempts must be from 1 to 32." },
        { "model=x&attempts=2", "This server does not offer that model." },
    };
    struct class c;

    (void)state;
    open_class(&c);
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        assert_false(visit(&c, "/entries/1/ask", forms[i][0]));
        assert_string_equal(c.world.err.msg, forms[i][1]);
    }
    visit_close(&c.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_are_told),
        cmocka_unit_test(late_ones_are_told),
        cmocka_unit_test(over_is_over),
        cmocka_unit_test(refusals_are_sentences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
