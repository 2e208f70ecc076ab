/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Entries, their versions and their history: everything there and back, who
 * comes second is told so, and what was changed behind the program's back is
 * found.
 */
#include "../lib/stores.h"
#include "base/str.h"
#include "store/entries.h"
#include "store/people.h"
#include "store/store_int.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct store *with_person(const struct stores *t)
{
    struct store *s = stores_store(t, STORE_MAKE);
    struct err e;
    int64_t id;

    assert_true(people_add(s, "Ada", ROLE_AUTHOR, 5, &id, &e));
    assert_int_equal(id, 1);
    return s;
}

static struct entry_version text(const char *problem)
{
    return (struct entry_version){ .problem = problem,
                                   .check = "claim",
                                   .claim = "equal: 1",
                                   .origin = "{\"family\": \"crt\"}",
                                   .note = "first",
                                   .made_ms = 1000 };
}

#define PROBLEM "{\"id\": \"mine\", \"statement\": \"1 + 1?\"}"

static struct entry made(struct store *s, struct arena *a)
{
    struct entry x = { .author = 1, .topic = "sums" };
    struct entry_version v = text(PROBLEM);
    struct err e;

    assert_true(entries_add(s, a, &x, &v, &e));
    return x;
}

static struct entry find(struct store *s, struct arena *a, int64_t id)
{
    struct entry x;
    struct err e;
    bool found;

    assert_true(entries_find(s, a, id, &x, &found, &e));
    assert_true(found);
    return x;
}

static struct entry_version version(struct store *s, struct arena *a,
                                    int64_t entry, int64_t number)
{
    struct entry_version v;
    struct err e;
    bool found;

    assert_true(entries_version(s, a, entry, number, &v, &found, &e));
    assert_true(found);
    return v;
}

static int64_t bad_audit_event(struct store *s)
{
    unsigned char head[CHAIN_BYTES];
    struct err e;
    int64_t bad;

    assert_true(audit_events_verify(s, &bad, head, &e));
    return bad;
}

static bool does(struct store *s, int64_t entry, int64_t number,
                 enum audit_event audit_event, enum entry_state from,
                 struct err *e)
{
    struct audit_event_kind d = { .entry = entry,
                                  .version = number,
                                  .person = 1,
                                  .audit_event = audit_event,
                                  .at_ms = 2000 };

    return audit_events_add(s, &d, from, e);
}

/* ---- there and back ---- */

static void words_have_names(void **state)
{
    enum entry_state got;

    (void)state;
    for (int i = 0; i < ENTRY_STATES; i++) {
        assert_true(
            entry_state_find(entry_state_name((enum entry_state)i), &got));
        assert_int_equal(got, i);
    }
    assert_false(entry_state_find("Draft", &got));
    assert_string_equal(audit_event_name(AUDIT_EVENT_MADE), "made");
    assert_string_equal(audit_event_name(AUDIT_EVENT_REOPENED), "reopened");
}

static void every_field_comes_back(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_person(*state);
    struct entry x = made(s, &a), got;
    struct entry_version v;
    struct audit_event_kind *audit_events;
    struct err e;
    size_t n;

    assert_int_equal(x.id, 1);
    got = find(s, &a, 1);
    assert_int_equal(got.author, 1);
    assert_string_equal(got.topic, "sums");
    assert_int_equal(got.state, ENTRY_DRAFT);
    assert_int_equal(got.version, 1);
    assert_int_equal(got.accepted, 0);
    assert_int_equal(got.made_ms, 1000);
    assert_int_equal(got.changed_ms, 1000);
    v = version(s, &a, 1, 1);
    assert_string_equal(v.problem,
                        "{\"id\": \"class/1.1\", \"statement\": \"1 + 1?\"}");
    assert_int_equal(v.by, 1);
    assert_int_equal(v.made_ms, 1000);
    assert_string_equal(v.check, "claim");
    assert_string_equal(v.claim, "equal: 1");
    assert_string_equal(v.origin, "{\"family\": \"crt\"}");
    assert_string_equal(v.note, "first");
    assert_true(audit_events_list(s, &a, 1, &audit_events, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(audit_events[0].id, 1);
    assert_int_equal(audit_events[0].audit_event, AUDIT_EVENT_MADE);
    assert_int_equal(audit_events[0].person, 1);
    assert_int_equal(audit_events[0].at_ms, 1000);
    assert_string_equal(audit_events[0].text, "first");
    assert_string_equal(audit_events[0].data, "{}");
    assert_int_equal(bad_audit_event(s), 0);
    store_close(s);
    arena_clear(&a);
}

static void hostile_texts_come_back(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_person(*state);
    struct entry x = { .author = 1, .topic = "'); DROP TABLE entries; --" };
    struct entry_version v = { .problem = "{\"x\": \"\\\"'<b>\"}",
                               .made_ms = 1 };
    struct err e;

    assert_true(entries_add(s, &a, &x, &v, &e));
    assert_string_equal(find(s, &a, 1).topic, x.topic);
    v = version(s, &a, 1, 1);
    assert_string_equal(v.problem,
                        "{\"x\": \"\\\"'<b>\", \"id\": \"class/1.1\"}");
    assert_string_equal(v.check, "none");
    assert_string_equal(v.claim, "");
    assert_string_equal(v.origin, "{}");
    v.problem = "[1]";
    assert_false(entries_add(s, &a, &x, &v, &e));
    v.problem = "{\"id\":";
    assert_false(entries_revise(s, &a, 1, &v, &e));
    assert_int_equal(find(s, &a, 1).version, 1);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM entries"), 1);
    store_close(s);
    arena_clear(&a);
}

static void lists_have_the_newest_change_first(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_person(*state);
    struct entry *list;
    struct err e;
    size_t n;

    made(s, &a);
    made(s, &a);
    assert_true(entries_list(s, &a, &list, &n, &e));
    assert_int_equal(n, 2);
    assert_int_equal(list[0].id, 2);
    assert_true(does(s, 1, 1, AUDIT_EVENT_COMMENTED, ENTRY_DRAFT, &e));
    assert_true(entries_list(s, &a, &list, &n, &e));
    assert_int_equal(list[0].id, 1);
    assert_int_equal(list[0].changed_ms, 2000);
    assert_true(entries_set_topic(s, 2, "limits", &e));
    assert_string_equal(find(s, &a, 2).topic, "limits");
    assert_false(entries_set_topic(s, 3, "limits", &e));
    assert_non_null(strstr(e.msg, "there is no entry 3"));
    store_close(s);
    arena_clear(&a);
}

/* ---- changing ---- */

static void a_revision_is_a_draft(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_person(*state);
    struct entry_version v = text(PROBLEM), *all;
    struct err e;
    size_t n;

    made(s, &a);
    assert_true(does(s, 1, 1, AUDIT_EVENT_SUBMITTED, ENTRY_DRAFT, &e));
    v.entry = v.by = 1;
    assert_true(entries_revise(s, &a, 1, &v, &e));
    assert_int_equal(v.number, 2);
    assert_int_equal(find(s, &a, 1).state, ENTRY_DRAFT);
    assert_int_equal(find(s, &a, 1).version, 2);
    assert_false(entries_revise(s, &a, 1, &v, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_non_null(strstr(e.msg, "somebody else saved"));
    assert_true(entries_versions(s, &a, 1, &all, &n, &e));
    assert_int_equal(n, 2);
    assert_non_null(strstr(all[1].problem, "class/1.2"));
    assert_int_equal(bad_audit_event(s), 0);
    store_close(s);
    arena_clear(&a);
}

static void audit_events_lead_from_state_to_state(void **state)
{
    static const struct {
        enum audit_event audit_event;
        enum entry_state from, to;
    } way[] = {
        { AUDIT_EVENT_SUBMITTED, ENTRY_DRAFT, ENTRY_SUBMITTED },
        { AUDIT_EVENT_SOLVED, ENTRY_SUBMITTED, ENTRY_SUBMITTED },
        { AUDIT_EVENT_RETURNED, ENTRY_SUBMITTED, ENTRY_RETURNED },
        { AUDIT_EVENT_CHECKED, ENTRY_DRAFT, ENTRY_RETURNED }, /* no matter */
        { AUDIT_EVENT_SUBMITTED, ENTRY_RETURNED, ENTRY_SUBMITTED },
        { AUDIT_EVENT_ACCEPTED, ENTRY_SUBMITTED, ENTRY_ACCEPTED },
        { AUDIT_EVENT_ASKED, ENTRY_ACCEPTED, ENTRY_ACCEPTED },
        { AUDIT_EVENT_WITHDRAWN, ENTRY_ACCEPTED, ENTRY_WITHDRAWN },
        { AUDIT_EVENT_COMMENTED, ENTRY_WITHDRAWN, ENTRY_WITHDRAWN },
        { AUDIT_EVENT_REOPENED, ENTRY_WITHDRAWN, ENTRY_DRAFT },
    };
    struct arena a = { 0 };
    struct store *s = with_person(*state);
    struct verify_report report;
    struct err e;

    made(s, &a);
    for (size_t i = 0; i < sizeof(way) / sizeof(way[0]); i++) {
        assert_true(does(s, 1, 1, way[i].audit_event, way[i].from, &e));
        assert_int_equal(find(s, &a, 1).state, way[i].to);
        assert_true(runs_verify(s, &a, 0, &report, &e));
        assert_int_equal(report.faults, 0);
        assert_int_equal(report.audit_events, i + 2);
    }
    assert_int_equal(find(s, &a, 1).accepted, 1);
    assert_false(does(s, 1, 1, AUDIT_EVENT_ACCEPTED, ENTRY_SUBMITTED, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_false(does(s, 1, 2, AUDIT_EVENT_SUBMITTED, ENTRY_DRAFT, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_false(does(s, 1, 2, AUDIT_EVENT_COMMENTED, ENTRY_DRAFT, &e));
    assert_false(does(s, 2, 1, AUDIT_EVENT_COMMENTED, ENTRY_DRAFT, &e));
    assert_int_equal(bad_audit_event(s), 0);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM deeds"), 11);
    store_close(s);
    arena_clear(&a);
}

/* Two clicks are one answer, and nobody speaks of what is no longer there. */
static void who_comes_too_late_changes_nothing(void **state)
{
    static const enum audit_event late[] = { AUDIT_EVENT_SOLVED,
                                             AUDIT_EVENT_COMMENTED,
                                             AUDIT_EVENT_ASKED };
    struct arena a = { 0 };
    struct store *s = with_person(*state);
    struct entry_version v = text(PROBLEM);
    struct err e;

    made(s, &a);
    assert_true(does(s, 1, 1, AUDIT_EVENT_SUBMITTED, ENTRY_DRAFT, &e));
    assert_true(does(s, 1, 1, AUDIT_EVENT_SOLVED, ENTRY_SUBMITTED, &e));
    assert_false(does(s, 1, 1, AUDIT_EVENT_SOLVED, ENTRY_SUBMITTED, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_non_null(strstr(e.msg, "you have already answered this version"));
    assert_true(does(s, 1, 1, AUDIT_EVENT_COMMENTED, ENTRY_SUBMITTED, &e));
    assert_true(does(s, 1, 1, AUDIT_EVENT_COMMENTED, ENTRY_SUBMITTED, &e));
    v.entry = v.by = 1;
    assert_true(entries_revise(s, &a, 1, &v, &e));
    assert_true(does(s, 1, 2, AUDIT_EVENT_SUBMITTED, ENTRY_DRAFT, &e));
    for (size_t i = 0; i < sizeof(late) / sizeof(late[0]); i++) {
        assert_false(does(s, 1, 1, late[i], ENTRY_SUBMITTED, &e));
        assert_int_equal(e.code, ERR_DOMAIN);
        assert_false(does(s, 1, 2, late[i], ENTRY_DRAFT, &e));
    }
    assert_true(does(s, 1, 1, AUDIT_EVENT_CHECKED, ENTRY_DRAFT, &e));
    assert_true(does(s, 1, 2, AUDIT_EVENT_SOLVED, ENTRY_SUBMITTED, &e));
    assert_int_equal(
        stores_int(*state, "SELECT count(*) FROM deeds WHERE deed = 'solved'"),
        2);
    assert_int_equal(bad_audit_event(s), 0);
    store_close(s);
    arena_clear(&a);
}

/* ---- at once ---- */

#define AT_ONCE 4
#define TRIES   20

struct hand { /* a thread that revises and checks */
    const struct stores *t;
    pthread_barrier_t *start;
    int saved, refused, failed;
};

static void *work(void *arg)
{
    struct hand *h = arg;
    struct arena a = { 0 };
    struct store *s = stores_store(h->t, STORE_WRITE);
    struct err e;

    for (int i = 1; i <= TRIES; i++) {
        struct entry_version v = text(PROBLEM);

        pthread_barrier_wait(h->start);
        v.entry = v.by = 1;
        if (entries_revise(s, &a, i, &v, &e))
            h->saved++;
        else if (e.code == ERR_DOMAIN)
            h->refused++;
        else
            h->failed++;
        h->failed += !does(s, 1, 1, AUDIT_EVENT_CHECKED, ENTRY_DRAFT, &e);
        arena_reset(&a);
    }
    store_close(s);
    arena_clear(&a);
    return NULL;
}

/* Of all who revise the same version, one is first; no audit event is lost. */
static void one_of_many_is_first(void **state)
{
    struct arena a = { 0 };
    struct store *s = with_person(*state);
    struct hand hands[AT_ONCE] = { 0 };
    pthread_t threads[AT_ONCE];
    pthread_barrier_t start;
    int saved = 0;

    made(s, &a);
    pthread_barrier_init(&start, NULL, AT_ONCE);
    for (int i = 0; i < AT_ONCE; i++) {
        hands[i] = (struct hand){ .t = *state, .start = &start };
        assert_int_equal(pthread_create(&threads[i], NULL, work, &hands[i]), 0);
    }
    for (int i = 0; i < AT_ONCE; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(hands[i].failed, 0);
        saved += hands[i].saved;
    }
    pthread_barrier_destroy(&start);
    assert_int_equal(saved, TRIES);
    assert_int_equal(find(s, &a, 1).version, TRIES + 1);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM deeds"),
                     1 + TRIES + AT_ONCE * TRIES);
    assert_int_equal(bad_audit_event(s), 0);
    store_close(s);
    arena_clear(&a);
}

/* ---- the chain ---- */

static void make_history(const struct stores *t)
{
    struct arena a = { 0 };
    struct store *s = with_person(t);
    struct entry_version v = text(PROBLEM);
    struct err e;

    made(s, &a);
    assert_true(does(s, 1, 1, AUDIT_EVENT_COMMENTED, ENTRY_DRAFT, &e)); /* 2 */
    v.entry = v.by = 1;
    assert_true(entries_revise(s, &a, 1, &v, &e));                      /* 3 */
    assert_true(does(s, 1, 2, AUDIT_EVENT_SUBMITTED, ENTRY_DRAFT, &e)); /* 4 */
    assert_true(
        does(s, 1, 2, AUDIT_EVENT_RETURNED, ENTRY_SUBMITTED, &e)); /* 5 */
    store_close(s);
    arena_clear(&a);
}

/* What the whole store's check says first, or NULL. */
static const char *fault(const struct stores *t, struct arena *a)
{
    struct store *s = stores_store(t, STORE_READ);
    struct verify_report report;
    struct err e;

    assert_true(runs_verify(s, a, 0, &report, &e));
    assert_int_equal(report.faults > 0, report.n_said > 0);
    store_close(s);
    return report.n_said ? report.said[0] : NULL;
}

static void changed_audit_events_are_found(void **state)
{
    static const struct {
        const char *sql;
        int bad;
    } harm[] = {
        { "UPDATE deeds SET text = 'fine' WHERE id = 2", 2 },
        { "UPDATE deeds SET person = NULL WHERE id = 4", 4 },
        { "UPDATE deeds SET deed = 'checked' WHERE id = 2", 2 },
        { "UPDATE deeds SET deed = 'unheard' WHERE id = 1", 1 },
        { "UPDATE deeds SET at_ms = 0 WHERE id = 5", 5 },
        { "UPDATE deeds SET version = 1 WHERE id = 4", 4 },
        { "UPDATE deeds SET data = '{\"a\": 1}' WHERE id = 3", 3 },
        { "DELETE FROM deeds WHERE id = 3", 3 },
        { "DELETE FROM deeds WHERE id = 5", 5 },
        { "DELETE FROM deeds", 1 },
        { "UPDATE deeds SET id = 9 WHERE id = 5", 5 },
        { "INSERT INTO deeds SELECT 6, entry, version, person, deed, text, "
          "data, at_ms, chain FROM deeds WHERE id = 2",
          6 },
        { "UPDATE deed_chain SET count = 4", 5 },
        { "UPDATE deed_chain SET head = zeroblob(32)", 5 },
        { "DELETE FROM deed_chain", 1 },
        { "UPDATE entry_versions SET problem = '{}' WHERE number = 2", 3 },
        { "UPDATE entry_versions SET claim = 'x' WHERE number = 1", 1 },
        { "UPDATE entry_versions SET made_ms = 3 WHERE number = 1", 1 },
        { "UPDATE entry_versions SET sha = zeroblob(32) WHERE number = 2", 3 },
    };
    struct arena a = { 0 };
    struct store *s;

    for (size_t i = 0; i < sizeof(harm) / sizeof(harm[0]); i++) {
        struct stores t;

        stores_open(&t);
        make_history(&t);
        assert_null(fault(&t, &a));
        stores_sql(&t, harm[i].sql);
        s = stores_store(&t, STORE_READ);
        assert_int_equal(bad_audit_event(s), harm[i].bad);
        store_close(s);
        assert_non_null(fault(&t, &a));
        stores_close(&t);
    }
    arena_clear(&a);
    (void)state;
}

/* A version that was changed with its own sha: the audit events have the old one. */
static void a_version_with_its_sha_is_found(void **state)
{
    unsigned char sha[CHAIN_BYTES];
    struct arena a = { 0 };
    struct str hex = { 0 };
    struct entry_version v;
    struct store *s;

    make_history(*state);
    s = stores_store(*state, STORE_READ);
    v = version(s, &a, 1, 2);
    v.note = "another";
    entries_sha(&s->chain, &v, sha);
    for (size_t i = 0; i < sizeof(sha); i++)
        str_addf(&hex, "%02x", sha[i]);
    stores_sql(*state,
               arena_printf(&a,
                            "UPDATE entry_versions SET note = 'another', "
                            "sha = x'%s' WHERE number = 2",
                            str_get(&hex)));
    assert_int_equal(bad_audit_event(s), 3);
    store_close(s);
    str_clear(&hex);
    arena_clear(&a);
}

/* What no audit event covers is worked out from them. */
static void changed_entries_are_found(void **state)
{
    static const char *const harm[] = {
        "UPDATE entries SET state = 'accepted'",
        "UPDATE entries SET accepted = 2",
        "UPDATE entries SET version = 1",
        "INSERT INTO people VALUES (2, 'Eve', 'author', 1, 1, 0); "
        "UPDATE entries SET author = 2",
        "INSERT INTO entry_versions SELECT entry, 3, by, made_ms, problem, "
        "how, claim, origin, note, sha FROM entry_versions WHERE number = 2",
    };
    struct arena a = { 0 };

    for (size_t i = 0; i < sizeof(harm) / sizeof(harm[0]); i++) {
        struct stores t;
        const char *said;

        stores_open(&t);
        make_history(&t);
        stores_sql(&t, harm[i]);
        said = fault(&t, &a);
        assert_non_null(said);
        assert_non_null(strstr(said, "entry 1"));
        stores_close(&t);
    }
    arena_clear(&a);
    (void)state;
}

/* ---- older stores ---- */

static void older_stores_have_none(void **state)
{
    struct arena a = { 0 };
    struct entry *list, x;
    struct entry_version *versions, v;
    struct audit_event_kind *audit_events;
    struct store *s;
    struct err e;
    bool found = true;
    size_t n = 7;

    store_close(stores_store(*state, STORE_MAKE));
    stores_age(*state, 3);
    s = stores_store(*state, STORE_READ);
    assert_int_equal(store_version(s), 3);
    assert_true(entries_list(s, &a, &list, &n, &e));
    assert_int_equal(n, 0);
    assert_true(entries_versions(s, &a, 1, &versions, &n, &e));
    assert_int_equal(n, 0);
    assert_true(audit_events_list(s, &a, 0, &audit_events, &n, &e));
    assert_int_equal(n, 0);
    assert_true(entries_find(s, &a, 1, &x, &found, &e));
    assert_false(found);
    assert_true(entries_version(s, &a, 1, 1, &v, &found, &e));
    assert_false(found);
    assert_int_equal(bad_audit_event(s), 0);
    assert_null(fault(*state, &a));
    store_close(s);
    s = with_person(*state); /* brought along */
    made(s, &a);
    assert_int_equal(bad_audit_event(s), 0);
    store_close(s);
    arena_clear(&a);
}

#define TEST(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_have_names),
        TEST(every_field_comes_back),
        TEST(hostile_texts_come_back),
        TEST(lists_have_the_newest_change_first),
        TEST(a_revision_is_a_draft),
        TEST(audit_events_lead_from_state_to_state),
        TEST(who_comes_too_late_changes_nothing),
        TEST(one_of_many_is_first),
        cmocka_unit_test(changed_audit_events_are_found),
        TEST(a_version_with_its_sha_is_found),
        cmocka_unit_test(changed_entries_are_found),
        TEST(older_stores_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
