/* SPDX-License-Identifier: Apache-2.0 */

/*
 * People, invitations and sign-ins: there and back, links that do not work any
 * more, the last place of a link that many use at once.
 */
#include "../lib/stores.h"
#include "../lib/visit.h"
#include "serve/people/links.h"
#include "store/people.h"
#include "store/sqlite/sqlite.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The SHA-256 of no token in particular. */
static const unsigned char *sha(int i)
{
    static unsigned char all[256][TOKEN_SHA];

    memset(all[i], i, TOKEN_SHA);
    all[i][5] = 0; /* it is no text */
    return all[i];
}

static int64_t add(struct store *s, const char *name, enum person_role role)
{
    struct err e;
    int64_t id;

    assert_true(people_add(s, name, role, 1000, &id, &e));
    return id;
}

static struct person find(struct store *s, struct arena *a, int64_t id)
{
    struct person p;
    struct err e;
    bool found;

    assert_true(people_find(s, a, id, &p, &found, &e));
    assert_true(found);
    return p;
}

static int64_t invite(struct store *s, struct invitation in, int token)
{
    struct err e;

    assert_true(invitation_add(s, &in, sha(token), &e));
    return in.id;
}

static enum invited why(struct store *s, int token, int64_t now)
{
    struct arena a = { 0 };
    struct invitation in;
    enum invited out;
    struct err e;

    assert_true(invitation_find(s, &a, sha(token), now, &in, &out, &e));
    arena_clear(&a);
    return out;
}

static bool is_in(struct store *s, int token, int64_t now, struct person *p,
                  struct arena *a)
{
    struct err e;
    bool found;

    assert_true(signin_find(s, a, sha(token), now, p, &found, &e));
    return found;
}

/* ---- people ---- */

static void roles_have_names(void **state)
{
    enum person_role r;

    (void)state;
    for (int i = 0; i < PERSON_ROLES; i++) {
        assert_true(
            person_role_find(person_role_name((enum person_role)i), &r));
        assert_int_equal(r, i);
    }
    assert_false(person_role_find("Owner", &r));
    assert_false(person_role_find("", &r));
}

static void people_come_back(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct person p, *list;
    struct err e;
    int64_t id;
    bool found;
    size_t n;

    assert_int_equal(add(s, "Ada", ROLE_OWNER), 1);
    assert_int_equal(add(s, "'); DROP TABLE people; --", ROLE_AUTHOR), 2);
    assert_false(people_add(s, "", ROLE_AUTHOR, 1, &id, &e));
    p = find(s, &a, 1);
    assert_string_equal(p.name, "Ada");
    assert_int_equal(p.role, ROLE_OWNER);
    assert_int_equal(p.made_ms, 1000);
    assert_int_equal(p.seen_ms, 1000);
    assert_int_equal(p.gone_ms, 0);
    assert_true(people_set_role(s, 2, ROLE_REVIEWER, &e));
    assert_false(people_set_role(s, 3, ROLE_REVIEWER, &e));
    assert_non_null(strstr(e.msg, "there is no person 3"));
    assert_true(people_list(s, &a, &list, &n, &e));
    assert_int_equal(n, 2);
    assert_string_equal(list[1].name, "'); DROP TABLE people; --");
    assert_int_equal(list[1].role, ROLE_REVIEWER);
    assert_int_equal(list[0].role, ROLE_OWNER);
    assert_true(people_find(s, &a, 3, &p, &found, &e));
    assert_false(found);
    store_close(s);
    arena_clear(&a);
}

/* ---- invitations ---- */

static void invitations_come_back(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct invitation in = { .role = ROLE_REVIEWER,
                             .note = "for Bob",
                             .made_ms = 5,
                             .expires_ms = 90,
                             .uses_most = 3 },
                      *list, got;
    enum invited w;
    struct err e;
    size_t n;

    in.by = add(s, "Ada", ROLE_OWNER);
    assert_int_equal(invite(s, in, 1), 1);
    in.person = in.by;
    in.note = NULL;
    assert_int_equal(invite(s, in, 2), 2);
    assert_true(invitation_find(s, &a, sha(1), 10, &got, &w, &e));
    assert_int_equal(w, INVITED);
    assert_int_equal(got.id, 1);
    assert_int_equal(got.role, ROLE_REVIEWER);
    assert_int_equal(got.person, 0);
    assert_string_equal(got.note, "for Bob");
    assert_int_equal(got.by, 1);
    assert_int_equal(got.made_ms, 5);
    assert_int_equal(got.expires_ms, 90);
    assert_int_equal(got.revoked_ms, 0);
    assert_int_equal(got.uses, 0);
    assert_int_equal(got.uses_most, 3);
    assert_true(invitation_list(s, &a, &list, &n, &e));
    assert_int_equal(n, 2);
    assert_int_equal(list[1].person, 1);
    assert_string_equal(list[1].note, "");
    assert_int_equal(why(s, 3, 10), INVITED_UNKNOWN);
    assert_false(
        invitation_add(s, &in, sha(1), &e)); /* a token is one link's */
    store_close(s);
    arena_clear(&a);
}

static void a_link_makes_a_person(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    int64_t id = invite(s, (struct invitation){ .role = ROLE_AUTHOR }, 1);
    struct person p;
    struct err e;
    int64_t who;

    assert_true(invitation_use(s, id, "Bob", sha(9), 50, 500, &who, &e));
    assert_true(is_in(s, 9, 60, &p, &a));
    assert_int_equal(p.id, who);
    assert_string_equal(p.name, "Bob");
    assert_int_equal(p.role, ROLE_AUTHOR);
    assert_false(is_in(s, 8, 60, &p, &a));
    assert_false(is_in(s, 9, 500, &p, &a)); /* it is over */
    assert_true(invitation_use(s, id, "Eve", sha(8), 70, 700, &who, &e));
    assert_int_equal(who, 2); /* used by any number */
    assert_false(invitation_use(s, id, "", sha(7), 70, 700, &who, &e));
    assert_int_equal(stores_int(*state, "SELECT uses FROM invitations"), 2);
    assert_true(signin_end(s, sha(9), &e));
    assert_false(is_in(s, 9, 60, &p, &a));
    assert_true(is_in(s, 8, 80, &p, &a));
    store_close(s);
    arena_clear(&a);
}

static void a_link_lets_a_person_in_again(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    int64_t ada = add(s, "Ada", ROLE_OWNER), who;
    int64_t id =
        invite(s, (struct invitation){ .person = ada, .role = ROLE_AUTHOR }, 1);
    struct person p;
    struct err e;

    assert_true(invitation_use(s, id, "Eve", sha(9), 5000, 9000, &who, &e));
    assert_int_equal(who, ada);
    assert_true(is_in(s, 9, 5001, &p, &a));
    assert_string_equal(p.name, "Ada");
    assert_int_equal(p.role, ROLE_OWNER); /* the link's role is no matter */
    assert_int_equal(p.seen_ms, 5000);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM people"), 1);
    assert_true(people_set_gone(s, ada, 5002, &e));
    assert_false(is_in(s, 9, 5003, &p, &a));
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM signins"), 0);
    assert_int_equal(why(s, 1, 5003), INVITED_REVOKED);
    assert_false(invitation_use(s, id, "", sha(8), 5003, 9000, &who, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_true(people_set_gone(s, ada, 0, &e));
    assert_int_equal(find(s, &a, ada).gone_ms, 0);
    assert_false(is_in(s, 9, 5004, &p, &a)); /* those sign-ins are over */
    assert_int_equal(why(s, 1, 5004), INVITED_REVOKED); /* and those links */
    assert_false(people_set_gone(s, 7, 1, &e));
    stores_sql(*state, "UPDATE invitations SET revoked_ms = 0");
    assert_true(invitation_use(s, id, "", sha(8), 5005, 9000, &who, &e));
    assert_true(is_in(s, 8, 5006, &p, &a));
    stores_sql(*state, "UPDATE people SET gone_ms = 5"); /* a sign-in is left */
    assert_false(is_in(s, 8, 5006, &p, &a));
    store_close(s);
    arena_clear(&a);
}

static void links_stop_working(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    int64_t id =
        invite(s, (struct invitation){ .expires_ms = 100, .uses_most = 1 }, 1);
    int64_t other = invite(s, (struct invitation){ .role = ROLE_OWNER }, 2);
    int64_t who = 7;
    struct err e;

    assert_int_equal(why(s, 1, 99), INVITED);
    assert_int_equal(why(s, 1, 100), INVITED_EXPIRED);
    assert_false(invitation_use(s, id, "Bob", sha(9), 100, 900, &who, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_non_null(strstr(e.msg, "expired"));
    assert_true(invitation_use(s, id, "Bob", sha(9), 99, 900, &who, &e));
    assert_int_equal(why(s, 1, 99), INVITED_USED);
    assert_false(invitation_use(s, id, "Eve", sha(8), 99, 900, &who, &e));
    assert_non_null(strstr(e.msg, "already been used"));
    assert_true(invitation_revoke(s, other, 50, &e));
    assert_true(
        invitation_revoke(s, other, 60, &e)); /* the first time counts */
    assert_int_equal(
        stores_int(*state, "SELECT revoked_ms FROM invitations WHERE id = 2"),
        50);
    assert_int_equal(why(s, 2, 51), INVITED_REVOKED);
    assert_false(invitation_use(s, other, "Eve", sha(8), 99, 900, &who, &e));
    assert_false(invitation_use(s, 33, "Eve", sha(8), 99, 900, &who, &e));
    assert_int_equal(e.code, ERR_DOMAIN);
    assert_false(invitation_revoke(s, 33, 1, &e));
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM people"), 1);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM signins"), 1);
    store_close(s);
    arena_clear(&a);
}

/* The one sign-in that cannot be added takes the person back with it. */
static void using_is_one_transaction(void **state)
{
    struct store *s = stores_store(*state, STORE_MAKE);
    int64_t id = invite(s, (struct invitation){ .role = ROLE_AUTHOR }, 1);
    struct err e;
    int64_t who;

    assert_true(invitation_use(s, id, "Bob", sha(9), 1, 900, &who, &e));
    assert_false(invitation_use(s, id, "Eve", sha(9), 1, 900, &who, &e));
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM people"), 1);
    assert_int_equal(stores_int(*state, "SELECT uses FROM invitations"), 1);
    store_close(s);
}

static void being_seen_is_noted_once_a_minute(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    int64_t id = invite(s, (struct invitation){ .role = ROLE_AUTHOR }, 1);
    struct person p;
    struct err e;
    int64_t who;

    assert_true(invitation_use(s, id, "Bob", sha(9), 0, 1 << 30, &who, &e));
    assert_true(is_in(s, 9, 59999, &p, &a));
    assert_int_equal(find(s, &a, who).seen_ms, 0);
    assert_true(is_in(s, 9, 60000, &p, &a));
    assert_int_equal(p.seen_ms, 60000);
    assert_int_equal(find(s, &a, who).seen_ms, 60000);
    store_close(s);
    s = stores_store(*state, STORE_READ); /* who only reads notes nothing */
    assert_true(is_in(s, 9, 200000, &p, &a));
    assert_int_equal(find(s, &a, who).seen_ms, 60000);
    store_close(s);
    arena_clear(&a);
}

/* Whoever reads a page does not wait for somebody who writes, nor need they be
 * able to write. */
static void being_seen_does_not_wait(void **state)
{
    stores_files_only();

    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE), *other;
    int64_t id = invite(s, (struct invitation){ .role = ROLE_AUTHOR }, 1);
    struct person p;
    struct err e;
    int64_t who;

    assert_true(invitation_use(s, id, "Bob", sha(9), 0, 1 << 30, &who, &e));
    other = stores_store(*state, STORE_WRITE);
    assert_true(store_begin(other, &e));
    assert_true(is_in(s, 9, 60000, &p, &a));
    assert_int_equal(find(s, &a, who).seen_ms, 0);
    store_rollback(other);
    assert_true(is_in(s, 9, 60001, &p, &a));
    assert_int_equal(find(s, &a, who).seen_ms, 60001);
    assert_int_equal(sqlite3_exec(sqlite_of(&s->db), "PRAGMA query_only = ON",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_true(is_in(s, 9, 200000, &p, &a));
    store_close(other);
    store_close(s);
    arena_clear(&a);
}

/* ---- by the page ---- */

/* A link is not used up when the sign-in before it cannot be ended. */
static void a_failure_leaves_the_link(void **state)
{
    static const char hold[] =
        "CREATE TABLE held (sha BLOB REFERENCES signins (sha));"
        "INSERT INTO held SELECT sha FROM signins";
    struct visit_world w = { 0 };
    struct visitor bob;
    struct invitation in = { .role = ROLE_AUTHOR, .uses_most = 1 };
    struct visit_request q = {
        .who = &bob, .method = HTTP_POST, .form = "name=Rob", .csrf = true
    };
    struct err e;

    (void)state;
    visit_open(&w);
    bob = visit_person(&w, "Bob", ROLE_AUTHOR);
    assert_true(links_make(&w.arena, w.store, &in, &q.target, &e));
    assert_int_equal(
        sqlite3_exec(sqlite_of(&w.store->db), hold, NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(visit_gate(&w, &q), 500);
    assert_null(visit_field(&w, "Set-Cookie"));
    assert_int_equal(sqlite3_exec(sqlite_of(&w.store->db), "DROP TABLE held",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(visit_gate(&w, &q), 303);
    assert_non_null(visit_field(&w, "Set-Cookie"));
    visit_close(&w);
}

/* Whoever looks like somebody else is asked, or refused. */
static void names_that_look_alike(void **state)
{
    static const struct {
        const char *form;
        int status;
    } rows[] = {
        { "name=own2", 409 },
        { "name=+OWN2+", 409 },
        { "name=J%C3%B6rg++Ott", 409 },
        { "name=Jorg+Ott", 409 },
        { "name=%D0%9Ewn2", 400 }, /* a Cyrillic O */
        { "name=0123456789012345678901234567890123456789012345678901234567890",
          400 },
        { "name=%D0%90%D0%BD%D0%BD%D0%B0+Smith", 303 },
    };
    struct visit_world w = { 0 };
    struct invitation in = { .role = ROLE_AUTHOR };
    struct visit_request q = { .method = HTTP_POST, .csrf = true };
    struct err e;

    (void)state;
    visit_open(&w);
    visit_person(&w, "Own2", ROLE_AUTHOR);
    visit_person(&w, "J\xc3\xb6rg Ott", ROLE_AUTHOR);
    assert_true(links_make(&w.arena, w.store, &in, &q.target, &e));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int status;

        q.form = rows[i].form;
        status = visit_gate(&w, &q);
        if (status != rows[i].status)
            fail_msg("%s: %d", rows[i].form, status);
        if (status != 303) /* a browser would shorten it without a word */
            assert_null(strstr(w.body, "maxlength"));
    }
    visit_close(&w);
}

static void sign_ins_that_are_over_are_swept(void **state)
{
    struct store *s = stores_store(*state, STORE_MAKE);
    int64_t id = invite(s, (struct invitation){ .role = ROLE_AUTHOR }, 1);
    struct err e;
    int64_t who;

    assert_true(invitation_use(s, id, "Bob", sha(9), 1, 10, &who, &e));
    assert_true(invitation_use(s, id, "Eve", sha(8), 2, 90, &who, &e));
    assert_true(invitation_use(s, id, "Kim", sha(7), 10, 90, &who, &e));
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM signins"), 2);
    store_close(s);
}

/* ---- at once ---- */

#define AT_ONCE 6
#define PLACES  10
#define TRIES   5

struct guest {
    const struct stores *t;
    int number, in, refused, failed;
};

static void *come(void *arg)
{
    struct guest *g = arg;
    struct store *s = stores_store(g->t, STORE_WRITE);
    struct err e;
    int64_t who;

    for (int i = 0; i < TRIES; i++) {
        unsigned char token[TOKEN_SHA] = { (unsigned char)g->number,
                                           (unsigned char)i };

        if (invitation_use(s, 1, "guest", token, 1, 90, &who, &e))
            g->in++;
        else if (e.code == ERR_DOMAIN)
            g->refused++;
        else
            g->failed++;
    }
    store_close(s);
    return NULL;
}

static void a_link_has_so_many_places(void **state)
{
    struct store *s = stores_store(*state, STORE_MAKE);
    struct guest guests[AT_ONCE];
    pthread_t threads[AT_ONCE];
    int in = 0;

    invite(s, (struct invitation){ .uses_most = PLACES }, 1);
    for (int i = 0; i < AT_ONCE; i++) {
        guests[i] = (struct guest){ .t = *state, .number = i };
        assert_int_equal(pthread_create(&threads[i], NULL, come, &guests[i]),
                         0);
    }
    for (int i = 0; i < AT_ONCE; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(guests[i].failed, 0);
        in += guests[i].in;
    }
    assert_int_equal(in, PLACES);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM people"), PLACES);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM signins"),
                     PLACES);
    store_close(s);
}

static void older_stores_have_none(void **state)
{
    struct arena a = { 0 };
    struct invitation *invitations;
    struct person *people, p;
    struct store *s;
    struct err e;
    bool found = true;
    size_t n = 7;

    store_close(stores_store(*state, STORE_MAKE));
    stores_age(*state, 1);
    s = stores_store(*state, STORE_READ);
    assert_true(people_list(s, &a, &people, &n, &e));
    assert_int_equal(n, 0);
    assert_true(invitation_list(s, &a, &invitations, &n, &e));
    assert_int_equal(n, 0);
    assert_true(people_find(s, &a, 1, &p, &found, &e));
    assert_false(found);
    assert_false(is_in(s, 1, 1, &p, &a));
    assert_int_equal(why(s, 1, 1), INVITED_UNKNOWN);
    store_close(s);
    s = stores_store(*state, STORE_WRITE);
    assert_int_equal(store_version(s), STORE_VERSION);
    assert_int_equal(add(s, "Ada", ROLE_OWNER), 1);
    store_close(s);
    arena_clear(&a);
}

#define TEST(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roles_have_names),
        TEST(people_come_back),
        TEST(invitations_come_back),
        TEST(a_link_makes_a_person),
        TEST(a_link_lets_a_person_in_again),
        TEST(links_stop_working),
        TEST(using_is_one_transaction),
        TEST(being_seen_is_noted_once_a_minute),
        TEST(being_seen_does_not_wait),
        cmocka_unit_test(a_failure_leaves_the_link),
        cmocka_unit_test(names_that_look_alike),
        TEST(sign_ins_that_are_over_are_swept),
        TEST(a_link_has_so_many_places),
        TEST(older_stores_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
