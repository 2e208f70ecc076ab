/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The table of all that the server answers: every route with every visitor, by
 * its bits; what each visitor must never reach, by a list of its own, so that a
 * wrong bit is seen; limits, and that no two routes are the same.
 */
#include "../lib/visit.h"
#include "base/str.h"
#include "serve/http/server.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { NOBODY, AUTHOR, REVIEWER, OWNER, MACHINE, GONE, VISITORS };

static const char *const names[VISITORS] = { "nobody", "author",  "reviewer",
                                             "owner",  "machine", "gone" };
static struct visit_world w;
static struct visitor visitors[VISITORS];

static int set_up(void **state)
{
    struct err e;

    (void)state;
    visit_open(&w);
    for (int i = AUTHOR; i <= OWNER; i++)
        visitors[i] =
            visit_person(&w, names[i], (enum person_role)(i - AUTHOR));
    visitors[GONE] = visit_person(&w, "gone", ROLE_OWNER);
    assert_true(people_set_gone(w.store, visitors[GONE].person.id, 1, &e));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visit_close(&w);
    return 0;
}

/* ---- asking ---- */

#define EACH_ROUTE(r)                                                      \
 for (const struct route *const *of_##r = route_tables; *of_##r; of_##r++) \
  for (const struct route *r = *of_##r; r->path; r++)

/* A path of the route: "7" in each place. */
static const char *example(const char *pattern)
{
    struct str out = str_in(&w.arena);

    for (const char *p = pattern; *p;) {
        size_t n = strcspn(p + 1, "/") + 1;

        if (p[1] == ':')
            str_add(&out, "/7");
        else
            str_addn(&out, p, n);
        p += n;
    }
    return str_get(&out);
}

/* A gate without a past: none is refused for coming often. */
static void forget(void)
{
    gate_free(w.serve.gate);
    w.serve.gate = gate_new(&w.serve);
    gate_open(w.serve.gate);
}

static struct visit_request request(int visitor, enum http_method method,
                                    const char *path, bool csrf)
{
    struct visit_request q = { .who = &visitors[visitor],
                               .method = method,
                               .target = path,
                               .csrf = csrf };

    if (visitor == MACHINE) {
        q.headers[0] = "authorization";
        q.headers[1] = "Bearer " VISIT_TOKEN;
    }
    return q;
}

/* Returns the status of the refusal, or 0. */
static int ask(int visitor, enum http_method method, const char *path,
               bool csrf)
{
    struct visit_request q = request(visitor, method, path, csrf);
    int status;

    forget();
    visit_may(&w, &q, &status);
    return status;
}

/* ---- every route, every visitor ---- */

static int expected(const struct route *r, int visitor)
{
    static const unsigned bit[VISITORS] = { [AUTHOR] = MAY_AUTHOR,
                                            [REVIEWER] = MAY_REVIEWER,
                                            [OWNER] = MAY_OWNER,
                                            [MACHINE] = MAY_MACHINE };

    if (r->may & (MAY_ANYBODY | bit[visitor]))
        return 0;
    return bit[visitor] & MAY_PEOPLE && r->may & MAY_PEOPLE ? 403 : 401;
}

static void test_every_route(void **state)
{
    (void)state;
    EACH_ROUTE(r)
    for (int i = 0; i < VISITORS; i++) {
        int status = ask(i, r->method, example(r->path), true);

        if (status != expected(r, i))
            fail_msg("%s %s: %d, not %d", names[i], r->path, status,
                     expected(r, i));
        assert_null(strstr(w.body, VISIT_TOKEN));
    }
}

/* ---- forms of other sites ---- */

static void expect_refused(const char *what, const struct route *r,
                           struct visit_request q)
{
    int status;

    forget();
    visit_may(&w, &q, &status);
    if (status != 403)
        fail_msg("%s %s: %d", what, r->path, status);
}

static void test_forms(void **state)
{
    (void)state;
    EACH_ROUTE(r)
    for (int i = AUTHOR; i <= OWNER; i++) {
        const char *path = example(r->path);
        struct visit_request q = request(i, HTTP_POST, path, false);

        if (r->method != HTTP_POST || expected(r, i) ||
            !(r->may & (MAY_PEOPLE | MAY_ANYBODY)))
            continue;
        expect_refused("no token", r, q);
        q.form = "csrf=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        expect_refused("a wrong token", r, q);
        q = request(i, HTTP_POST, path, true);
        q.headers[0] = "origin";
        q.headers[1] = "https://evil.example";
        expect_refused("a foreign origin", r, q);
        q.headers[1] = "null";
        expect_refused("a nameless origin", r, q);
        q.headers[1] = "http://127.0.0.1:8080";
        assert_int_equal(ask(i, HTTP_POST, path, true), 0);
        q.csrf = false;
        q.form = arena_printf(&w.arena, "csrf=%s", visitors[i].csrf);
        forget();
        assert_true(visit_may(&w, &q, &(int){ 0 }));
    }
}

/* ---- what nobody may ever reach, whatever the table says ---- */

static const char *const people_only[] = {
    "GET /",
    "GET /entries/new",
    "GET /entries/7",
    "POST /entries",
    "POST /entries/7",
    "POST /entries/7/check",
    "POST /preview",
    "GET /entries/7/versions/1",
    "GET /entries/7/ask",
    "POST /entries/7/ask",
    "POST /challenges/7/stop",
    "GET /challenges/7/results",
    "GET /entries/7/review",
    "POST /entries/7/submit",
    "POST /entries/7/withdraw",
    "POST /entries/7/comment",
    "GET /entries/7/history",
    "GET /set",
    "GET /set.jsonl",
    "GET /set/export/verl",
    "GET /events",
    "POST /out",
    "GET /reviews",
    "POST /entries/7/reopen",
    NULL,
};

static const char *const judges_only[] = {
    "GET /doubts/7",          "POST /doubts/7",         "POST /entries/7/solve",
    "POST /entries/7/accept", "POST /entries/7/return", NULL,
};

static const char *const owner_only[] = {
    "GET /people",
    "POST /people/7/role",
    "POST /people/7/close",
    "POST /people/7/open",
    "POST /people/7/link",
    "POST /invitations",
    "POST /invitations/7/revoke",
    "POST /set/seal",
    "GET /history.jsonl",
    NULL,
};

static const char *const machines_only[] = {
    "POST /grade", "POST /get_reward", "POST /rm", "POST /verify", NULL,
};

/* Whether all rooms have routes: then each path of the lists must be one. */
static bool all_rooms(void)
{
    for (size_t t = 0; route_tables[t]; t++)
        if (!route_tables[t][0].path)
            return false;
    return true;
}

static void must_not(const char *const *list, unsigned who)
{
    for (; *list; list++) {
        bool post = str_starts(*list, "POST ");
        const char *path = strchr(*list, '/');

        for (int i = 0; i < VISITORS; i++) {
            int status;

            if (!(who & 1u << i))
                continue;
            status = ask(i, post ? HTTP_POST : HTTP_GET, path, true);
            if (status != 401 && status != 403 &&
                (status != 404 || all_rooms()))
                fail_msg("%s: %s: %d", names[i], *list, status);
        }
    }
}

static void test_lists(void **state)
{
    unsigned strangers = 1u << NOBODY | 1u << MACHINE | 1u << GONE;

    (void)state;
    must_not(people_only, strangers);
    must_not(judges_only, strangers | 1u << AUTHOR);
    must_not(owner_only, strangers | 1u << AUTHOR | 1u << REVIEWER);
    must_not(machines_only, ~(1u << MACHINE));
}

/* Only the doors are open to everybody. */
static void test_open_doors(void **state)
{
    (void)state;
    EACH_ROUTE(r)
    if (r->may & MAY_ANYBODY &&
        !str_among(r->path, "/join/:token /static/:name /healthz"))
        fail_msg("%s is open to anybody", r->path);
}

/* ---- limits ---- */

static void test_limits(void **state)
{
    (void)state;
    EACH_ROUTE(r)
    {
        bool post = r->method == HTTP_POST;

        assert_non_null(r->handle);
        assert_true(r->path[0] == '/' && r->may);
        assert_true(r->body_most <= (size_t)16 << 20);
        if (!(r->may & MAY_MACHINE) && r->body_most > HTTP_FORM_MOST)
            fail_msg("%s takes %zu bytes", r->path, r->body_most);
        if (post ? r->body_most < 256 : r->body_most > 0)
            fail_msg("%s: a body of %zu bytes", r->path, r->body_most);
        /* A form has room for its token, and is no page. */
        assert_true(r->pace < PACES);
        if (post && (r->pace == PACE_PAGE ||
                     (r->pace == PACE_GRADE && !(r->may & MAY_MACHINE))))
            fail_msg("%s has the pace of a page", r->path);
    }
}

/* Bodies of those who may not are not read, whatever their cookie looks like, and
 * those of who is not known are small. */
static void test_bodies(void **state)
{
    (void)state;
    EACH_ROUTE(r)
    for (int i = 0; i < VISITORS; i++) {
        struct visit_request q = request(i, r->method, example(r->path), false);
        bool known = i != NOBODY && i != GONE && i != MACHINE;
        size_t most = r->body_most;

        forget();
        if (expected(r, i))
            most = SERVER_BODY_DROP;
        else if (!known && !(r->may & MAY_MACHINE) && most > (size_t)16 << 10)
            most = (size_t)16 << 10;
        if (visit_body_most(&w, &q) != most)
            fail_msg("%s, visitor %d", r->path, i);
    }
}

/* ---- the table itself ---- */

static size_t places(const char *path)
{
    size_t n = 0;

    for (; *path; path++)
        n += *path == ':';
    return n;
}

/* Is there a path that fits both? */
static bool overlap(const char *a, const char *b)
{
    while (*a && *b) {
        size_t n = strcspn(a + 1, "/") + 1, m = strcspn(b + 1, "/") + 1;

        if (a[1] != ':' && b[1] != ':' && (n != m || strncmp(a, b, n) != 0))
            return false;
        a += n;
        b += m;
    }
    return *a == *b;
}

static void test_no_two(void **state)
{
    (void)state;
    EACH_ROUTE(a)
    EACH_ROUTE(b)
    if (a != b && a->method == b->method && overlap(a->path, b->path) &&
        places(a->path) == places(b->path))
        fail_msg("%s and %s are the same", a->path, b->path);
}

static void test_find(void **state)
{
    const char *args[ROUTE_ARGS] = { NULL };
    struct visit_request none;
    const struct route *r;
    bool other;

    (void)state;
    r = route_find(&w.arena, HTTP_GET, "/join/a b", args, &other);
    assert_string_equal(r->path, "/join/:token");
    assert_string_equal(args[0], "a b");
    assert_false(other);
    assert_null(route_find(&w.arena, HTTP_GET, "/join/", args, &other));
    assert_null(route_find(&w.arena, HTTP_GET, "/join", args, &other));
    assert_null(route_find(&w.arena, HTTP_GET, "/join/a/", args, &other));
    assert_null(route_find(&w.arena, HTTP_GET, "/join/a/b", args, &other));
    assert_null(route_find(&w.arena, HTTP_GET, "", args, &other));
    assert_false(other);
    assert_null(route_find(&w.arena, HTTP_GET, "/out", args, &other));
    assert_true(other);
    r = route_find(&w.arena, HTTP_GET, "/entries/new", args, &other);
    assert_true(!r || str_eq(r->path, "/entries/new"));
    assert_int_equal(ask(OWNER, HTTP_GET, "/nothing", false), 404);
    assert_int_equal(ask(OWNER, HTTP_GET, "/out", false), 405);
    assert_string_equal(visit_field(&w, "Allow"), "POST");
    none = request(OWNER, HTTP_POST, "/nothing", false);
    assert_true(visit_body_most(&w, &none) == SERVER_BODY_DROP);
}

/* The reward API alone has no page. */
static void test_reward_only(void **state)
{
    (void)state;
    w.o.workbench = false;
    EACH_ROUTE(r)
    {
        int status = ask(OWNER, r->method, example(r->path), true);

        if ((status == 404) ==
            (r->no_store && r->may & (MAY_MACHINE | MAY_ANYBODY)))
            fail_msg("%s: %d", r->path, status);
    }
    w.o.workbench = true;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_route), cmocka_unit_test(test_forms),
        cmocka_unit_test(test_lists),       cmocka_unit_test(test_open_doors),
        cmocka_unit_test(test_limits),      cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_no_two),      cmocka_unit_test(test_find),
        cmocka_unit_test(test_reward_only),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
