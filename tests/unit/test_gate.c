/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The gate: who comes in and by which name, how often, what errors look like;
 * and the links that let people in. No secret is in any reply.
 */
#include "../lib/visit.h"
#include "base/clock.h"
#include "base/str.h"
#include "serve/origin.h"
#include "serve/pace.h"
#include "serve/people/links.h"
#include "serve/people/people.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct visit_world w;
static struct visitor owner, author;

static int set_up(void **state)
{
    (void)state;
    visit_open(&w);
    owner = visit_person(&w, "Olga", ROLE_OWNER);
    author = visit_person(&w, "Ann", ROLE_AUTHOR);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visit_close(&w);
    return 0;
}

/* ---- secrets ---- */

/* No reply has a secret that the visitor did not send, nor one in a place where
 * it could be kept; but the cookie and a link that was just made. */
static void holds_no_secret(const struct visitor *who)
{
    assert_null(strstr(w.body, VISIT_TOKEN));
    for (int i = 0; i < 2; i++) {
        const struct visitor *p = i ? &owner : &author;

        assert_null(strstr(w.body, p->token));
        assert_true(p == who || !strstr(w.body, p->csrf));
        for (size_t k = 0; k < w.reply.n_fields; k++)
            assert_null(strstr(w.reply.fields[k].value, p->token));
    }
}

static int get(const struct visitor *who, const char *target)
{
    struct visit_request q = { .who = who, .target = target };
    int status = visit_gate(&w, &q);

    holds_no_secret(who);
    return status;
}

static int post(const struct visitor *who, const char *target, const char *form)
{
    struct visit_request q = { .who = who,
                               .method = HTTP_POST,
                               .target = target,
                               .form = form,
                               .csrf = true };
    int status = visit_gate(&w, &q);

    holds_no_secret(who);
    return status;
}

/* The path of the link that the page shows. */
static const char *shown_link(void)
{
    const char *at = strstr(w.body, "class=\"link\">");

    assert_non_null(at);
    at = strstr(at, "/join/");
    assert_non_null(at);
    return arena_strndup(&w.arena, at, strlen("/join/") + SECRET_LETTERS);
}

/* ---- errors ---- */

static void test_errors(void **state)
{
    struct visit_request q = { .target = "/people",
                               .headers = { "accept", "application/json" } };

    (void)state;
    assert_int_equal(get(NULL, "/people"), 401);
    assert_non_null(strstr(w.body, "Ask the owner for a link"));
    assert_non_null(strstr(w.body, "<html"));
    assert_int_equal(get(&author, "/people"), 403);
    assert_non_null(strstr(w.body, "Only the owner"));
    assert_int_equal(visit_gate(&w, &q), 401);
    assert_true(str_starts(w.body, "{\"error\": \"You are not signed in"));
    assert_string_equal(w.reply.type, "application/json");
    assert_int_equal(post(&owner, "/people/99/role", "role=author"), 404);
    assert_int_equal(post(&owner, "/people/x/role", "role=author"), 404);
    assert_int_equal(post(&owner, "/people/1/role", "role=king"), 400);
}

/* What the disk says is for the owner's terminal, not for visitors. */
static char told[600];

static void note(void *ctx, const char *line)
{
    (void)ctx;
    snprintf(told, sizeof(told), "%s", line);
}

static void sql(const char *text)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(w.o.store, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_failure(void **state)
{
    (void)state;
    w.o.tell = note;
    sql("ALTER TABLE invitations RENAME TO spoilt");
    assert_int_equal(post(&owner, "/invitations", "role=author&span=1&uses=1"),
                     500);
    sql("ALTER TABLE spoilt RENAME TO invitations");
    assert_null(strstr(w.body, "no such table"));
    assert_non_null(strstr(w.body, "failed to do this"));
    assert_true(str_starts(told, "could not answer /invitations: "));
    w.o.tell = NULL;
}

/* ---- names of the server ---- */

static int by_name(const char *host)
{
    struct visit_request q = { .who = &owner,
                               .target = "/people",
                               .headers = { "host", host } };

    return visit_gate(&w, &q);
}

static void test_hosts(void **state)
{
    (void)state;
    assert_int_equal(by_name("127.0.0.1:8080"), 200);
    assert_int_equal(by_name("localhost"), 200);
    assert_int_equal(by_name("LOCALHOST:1"), 200);
    assert_int_equal(by_name("a.localhost:8080"), 200);
    assert_int_equal(by_name("[::1]:8080"), 200);
    assert_int_equal(by_name("evil.example:8080"), 403);
    assert_int_equal(by_name("127.evil.example"), 403);
    assert_int_equal(by_name("127.0.0.1.evil.example"), 403);
    assert_int_equal(by_name("evillocalhost"), 403);
    assert_int_equal(by_name("[::2]"), 403);
    assert_int_equal(by_name(""), 403);
    assert_int_equal(by_name("127.0.0.1:8080.evil.example"), 403);
    assert_int_equal(by_name("localhost:x"), 403);
    w.serve.origin = "https://class.example.org";
    assert_int_equal(by_name("class.example.org"), 200);
    assert_int_equal(by_name("example.org"), 403);
    w.o.address = "192.0.2.1";
    assert_int_equal(by_name("any.example"), 200);
    w.o.address = "127.0.0.1";
    w.serve.origin = "http://127.0.0.1:8080";
}

static void test_origins(void **state)
{
    const char *ours = "http://127.0.0.1:8080";
    struct arena *a = &w.arena;
    struct err e;

    (void)state;
    assert_true(origin_is_ours(ours, false, NULL, ours));
    assert_true(
        origin_is_ours(ours, false, "localhost:8080", "http://localhost:8080"));
    assert_false(
        origin_is_ours(ours, false, "localhost:8080", "http://localhost:8081"));
    assert_false(origin_is_ours(ours, false, "localhost:8080",
                                "https://localhost:8080"));
    assert_false(origin_is_ours(ours, false, NULL, "null"));
    assert_false(origin_is_ours(ours, false, "", "http://"));
    assert_true(origin_check("https://class.example.org", &e));
    assert_true(origin_check("http://[::1]:99", &e));
    assert_false(origin_check("class.example.org", &e));
    assert_false(origin_check("https://class.example.org/", &e));
    assert_false(origin_check("https://a@b", &e));
    assert_string_equal(request_origin(a, false, "::1", 80), "http://[::1]:80");
    assert_string_equal(request_origin(a, true, "10.0.0.1", 443),
                        "https://10.0.0.1:443");
}

/* ---- the token of the reward API ---- */

static int grade_with(const char *authorization, const char *origin)
{
    struct visit_request q = {
        .who = &owner, .method = HTTP_POST, .target = "/grade", .csrf = true
    };
    size_t n = 0;
    int status;

    if (authorization) {
        q.headers[n++] = "authorization";
        q.headers[n++] = authorization;
    }
    if (origin) {
        q.headers[n++] = "origin";
        q.headers[n++] = origin;
    }
    visit_may(&w, &q, &status);
    assert_null(strstr(w.body, VISIT_TOKEN));
    return status;
}

static void test_bearer(void **state)
{
    (void)state;
    assert_int_equal(grade_with("Bearer " VISIT_TOKEN, NULL), 0);
    assert_int_equal(grade_with("bearer " VISIT_TOKEN, NULL), 0);
    assert_int_equal(grade_with(NULL, NULL), 401);
    assert_string_equal(visit_field(&w, "WWW-Authenticate"), "Bearer");
    assert_true(str_starts(w.body, "{\"error\": "));
    assert_int_equal(grade_with("Bearer ", NULL), 401);
    assert_int_equal(grade_with("Bearer " VISIT_TOKEN "x", NULL), 401);
    assert_int_equal(grade_with("Bearer 0123456789abcdefABCDEF-rewarD", NULL),
                     401);
    assert_int_equal(grade_with("Basic " VISIT_TOKEN, NULL), 401);
    assert_int_equal(grade_with(VISIT_TOKEN, NULL), 401);
    /* without a token pages of other sites must not use it */
    w.o.open = true;
    assert_int_equal(grade_with(NULL, NULL), 0);
    assert_int_equal(grade_with(NULL, "http://127.0.0.1:8080"), 0);
    assert_int_equal(grade_with(NULL, "https://evil.example"), 403);
    w.o.open = false;
}

/* ---- cookies ---- */

static const char *cookie_of(const char *token)
{
    struct visit v = { .arena = &w.arena,
                       .reply = &w.reply,
                       .serve = &w.serve };

    w.reply = (struct http_reply){ 0 };
    visit_set_cookie(&v, token);
    return visit_field(&w, "Set-Cookie");
}

static void test_cookies(void **state)
{
    (void)state;
    assert_string_equal(cookie_of("T"), "assay=T; Path=/; Max-Age=2592000; "
                                        "HttpOnly; SameSite=Lax");
    assert_string_equal(cookie_of(NULL),
                        "assay=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    gate_free(w.serve.gate);
    w.o.tls_cert = "PEM";
    w.serve.gate = gate_new(&w.serve);
    assert_string_equal(cookie_of("T"),
                        "__Host-assay=T; Path=/; Max-Age=2592000; HttpOnly; "
                        "SameSite=Lax; Secure");
    assert_int_equal(get(&owner, "/people"), 503); /* not open yet */
    gate_open(w.serve.gate);
    assert_int_equal(get(&owner, "/people"), 200);
    w.o.tls_cert = NULL; /* the plain cookie is not taken for it */
    assert_int_equal(get(&owner, "/people"), 401);
    gate_free(w.serve.gate);
    w.serve.gate = gate_new(&w.serve);
    gate_open(w.serve.gate);
}

/* ---- paces ---- */

static void test_paces(void **state)
{
    uint64_t now = 1000000000;
    struct paces *p = paces_new(clock_manual(&now));

    (void)state;
    for (int i = 0; i < 20; i++)
        assert_int_equal(paces_take(p, PACE_ASK, 1, "192.0.2.1"), 0);
    assert_int_equal(paces_take(p, PACE_ASK, 1, "192.0.2.1"), 5);
    assert_int_equal(paces_take(p, PACE_ASK, 1, "192.0.2.2"), 5);
    assert_int_equal(paces_take(p, PACE_ASK, 2, "192.0.2.1"), 0);
    assert_int_equal(paces_take(p, PACE_WRITE, 1, "192.0.2.1"), 0);
    now += 5000000000;
    assert_int_equal(paces_take(p, PACE_ASK, 1, "192.0.2.1"), 0);
    assert_int_equal(paces_take(p, PACE_ASK, 1, "192.0.2.1"), 5);
    /* a network of IPv6 is one visitor */
    for (int i = 0; i < 20; i++)
        assert_int_equal(
            paces_take(p, PACE_ASK, 0,
                       arena_printf(&w.arena, "2001:db8::%d", i + 1)),
            0);
    assert_true(paces_take(p, PACE_ASK, 0, "2001:db8::ffff") > 0);
    assert_int_equal(paces_take(p, PACE_ASK, 0, "2001:db8:0:1::1"), 0);
    /* strangers do not push out somebody who is at work */
    for (int i = 0; i < 100000; i++) {
        now += 1000;
        paces_take(p, PACE_PAGE, 0,
                   arena_printf(&w.arena, "10.%d.%d.%d", i >> 16, i >> 8 & 255,
                                i & 255));
        assert_int_equal(paces_take(p, PACE_GRADE, 0, "10.0.0.1"), 0);
        if (i % 100 == 0)
            assert_true(paces_take(p, PACE_ASK, 1, "192.0.2.1") > 0);
    }
    paces_free(p);
}

static void test_too_often(void **state)
{
    int status = 0, n = 0;

    (void)state;
    while (n < 1000 && (status = get(&author, "/join/x")) != 429)
        n++;
    assert_int_equal(status, 429);
    assert_in_range(n, 25, 60);
    assert_non_null(visit_field(&w, "Retry-After"));
    assert_int_equal(get(&owner, "/people"), 200);
}

/* ---- links ---- */

static void test_invitation(void **state)
{
    struct visit_request q = { .who = &author, .method = HTTP_POST };
    const char *link;

    (void)state;
    assert_int_equal(post(&owner, "/invitations",
                          "role=reviewer&span=7&uses=1&note=%3Cb%3Efor+Rob"),
                     200);
    link = shown_link();
    assert_non_null(strstr(w.body, "&lt;b&gt;for Rob"));
    assert_int_equal(get(&owner, "/people"), 200);
    assert_null(strstr(w.body, link)); /* shown once */
    assert_int_equal(get(NULL, link), 200);
    assert_non_null(strstr(w.body, "<strong>reviewer</strong>"));
    assert_int_equal(post(NULL, link, "name=+"), 400);
    assert_int_equal(post(NULL, link, "name=a%E2%80%AEb"), 400);
    assert_int_equal(post(NULL, link, "name=Ann"), 409);
    assert_non_null(strstr(w.body, "already has this name"));
    /* the form of another site, and of nobody who is signed in */
    q.target = link;
    q.form = "name=Rob";
    assert_int_equal(visit_gate(&w, &q), 403);
    q.who = NULL;
    q.headers[0] = "origin";
    q.headers[1] = "https://evil.example";
    assert_int_equal(visit_gate(&w, &q), 403);
    assert_int_equal(post(NULL, link, "name=Ann&same=1"), 303);
    assert_string_equal(visit_field(&w, "Location"), "/");
    assert_int_equal(get(NULL, link), 410);
    assert_non_null(strstr(w.body, "has already been used"));
    assert_int_equal(post(NULL, link, "name=Bob"), 410);
    assert_int_equal(get(NULL, "/join/none"), 404);
}

static void test_ended_links(void **state)
{
    struct invitation in = {
        .role = ROLE_AUTHOR, .note = "", .made_ms = 1, .expires_ms = 2
    };
    const char *link, *other;
    struct err e;

    (void)state;
    assert_true(links_make(&w.arena, w.store, &in, &link, &e));
    assert_int_equal(get(NULL, link), 410);
    assert_non_null(strstr(w.body, "expired"));
    in.expires_ms = 0;
    assert_true(links_make(&w.arena, w.store, &in, &link, &e));
    assert_int_equal(get(NULL, link), 200);
    assert_int_equal(
        post(&owner,
             arena_printf(&w.arena, "/invitations/%d/revoke", (int)in.id), ""),
        303);
    assert_int_equal(get(NULL, link), 410);
    assert_non_null(strstr(w.body, "revoked"));
    /* each start ends the link of the start before it */
    assert_true(links_of_owner(&w.arena, w.store, 5, 1LL << 50, &link, &e));
    assert_true(links_of_owner(&w.arena, w.store, 6, 1LL << 50, &other, &e));
    assert_int_equal(get(NULL, link), 410);
    assert_int_equal(get(NULL, other), 200);
    assert_non_null(strstr(w.body, "<strong>Olga</strong>"));
}

/* ---- people ---- */

static void test_owners(void **state)
{
    struct visitor second = visit_person(&w, "Otto", ROLE_OWNER);
    const char *me = arena_printf(&w.arena, "/people/%d", (int)owner.person.id);
    const char *them =
        arena_printf(&w.arena, "/people/%d", (int)second.person.id);

    (void)state;
#define AT(who, what) arena_printf(&w.arena, "%s/" what, who)
    assert_int_equal(post(&owner, AT(me, "role"), "role=author"), 403);
    assert_int_equal(post(&owner, AT(me, "close"), ""), 403);
    assert_int_equal(post(&owner, AT(them, "close"), ""), 200);
    assert_non_null(strstr(w.body, "name=\"sure\""));
    assert_non_null(strstr(w.body, "Otto will be signed out everywhere"));
    assert_int_equal(get(&second, "/people"), 200);
    assert_int_equal(post(&owner, AT(them, "close"), "sure=1"), 303);
    assert_int_equal(get(&second, "/people"), 401);
    assert_int_equal(post(&owner, AT(them, "link"), ""), 400);
    assert_int_equal(post(&owner, AT(them, "open"), ""), 303);
    assert_string_equal(visit_field(&w, "Location"), "/people?done=opened");
    assert_int_equal(get(&owner, "/people?done=opened"), 200);
    assert_non_null(strstr(w.body, "make a sign-in link"));
    assert_int_equal(get(&second, "/people"), 401); /* sign-ins ended */
    assert_int_equal(post(&owner, AT(them, "role"), "role=author"), 303);
    assert_int_equal(post(&owner, AT(them, "link"), ""), 200);
    assert_int_equal(post(NULL, shown_link(), ""), 303);
    assert_int_equal(get(&owner, "/people"), 200);
    assert_non_null(strstr(w.body, "whose access is blocked"));
    assert_non_null(strstr(w.body, "Otto"));
}

static void test_out(void **state)
{
    struct visitor who = visit_person(&w, "Ida", ROLE_REVIEWER);

    (void)state;
    assert_int_equal(get(&who, "/people"), 403);
    assert_int_equal(post(&who, "/out", ""), 200);
    assert_non_null(strstr(visit_field(&w, "Set-Cookie"), "assay=; "));
    assert_int_equal(get(&who, "/people"), 401);
}

static void test_names(void **state)
{
    struct str sixty = str_in(&w.arena);
    struct err e;

    (void)state;
    for (int i = 0; i < NAME_MOST; i++)
        str_add(&sixty, "\xc3\xa9");
    assert_true(name_check("J\xc3\xb6rg 3", &e));
    assert_true(name_check(str_get(&sixty), &e));
    str_add(&sixty, "x");
    assert_false(name_check(str_get(&sixty), &e));
    assert_false(name_check("", &e));
    assert_false(name_check("a\nb", &e));
    assert_false(name_check("a\x7f", &e));
    assert_false(name_check("\xe2\x81\xa6x", &e));
    assert_false(name_check("\xd8\x9cx", &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),      cmocka_unit_test(test_failure),
        cmocka_unit_test(test_hosts),       cmocka_unit_test(test_origins),
        cmocka_unit_test(test_cookies),     cmocka_unit_test(test_bearer),
        cmocka_unit_test(test_paces),       cmocka_unit_test(test_invitation),
        cmocka_unit_test(test_ended_links), cmocka_unit_test(test_owners),
        cmocka_unit_test(test_out),         cmocka_unit_test(test_names),
        cmocka_unit_test(test_too_often),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
