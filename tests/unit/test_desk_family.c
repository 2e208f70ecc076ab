/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Families that a class writes: every route, who may use it and what it refuses;
 * versions, draws, acceptance and its turns, review and files.
 */
#include "../lib/review_desk.h"
#include "base/json.h"
#include "family/language/file.h"
#include "family/language/start.h"
#include "math/flint.h"
#include "problem/export.h"
#include "serve/desk/family/examiner.h"

#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* Accepted, refused by one row, and no family at all. */
#define GOOD                                                                 \
 "title: Two amounts & more\nabout: Adds.\nanswer: integer\n\n"              \
 "draw a, b in 12..95\nkey: a + b\ncheck \"taking one away\": key - a = b\n" \
 "terse: $<a> + <b>$?\nplain: What is $<a> + <b>$?\n"                        \
 "step: It is $<a> + <b> = <key>$.\n"
#define GUESSABLE                                                           \
 "title: Remainders\nanswer: integer\ndraw a in 1000..9999\nkey: a mod 3\n" \
 "check \"division\": key in 0..2 and 3 divides a - key\n"                  \
 "plain: What is the remainder when $<a>$ is divided by $3$?\n"             \
 "step: The remainder is $<key>$.\n"
#define BROKEN \
 "title: <b>Broken</b>\nanswer: integer\ndraw a in 1..9\nkey: a + c\n"
/* Every draw of it takes long, and acceptance takes minutes. */
#define SLOW                                                             \
 "title: Slow\nanswer: integer\ndraw a, b in 12..95000\n"                \
 "key: a + b + 0 * (sum i in 1..400: sum j in 1..400: (i * j) mod 7)\n"  \
 "check \"taking one away\": key - a = b\nplain: What is $<a> + <b>$?\n" \
 "step: It is $<key>$.\n"

/* FLINT keeps memory for each thread. */
static void leave(void *unused)
{
    (void)unused;
    flint_cleanup();
}

static int open_desk(void **state)
{
    static struct review_desk d;
    struct err e;

    review_desk_open(&d);
    d.w.o.ask.ask.leave = leave;
    assert_true(examiner_start(&d.w.serve, &d.w.serve.examiner, &e));
    *state = &d;
    return 0;
}

static int close_desk(void **state)
{
    struct review_desk *d = *state;

    examiner_free(d->w.serve.examiner);
    d->w.serve.examiner = NULL;
    review_desk_close(d);
    return 0;
}

/* ---- asking ---- */

static const char *form_of(struct review_desk *d, const char *text,
                           const char *more)
{
    struct str out = str_in(&d->w.arena);

    str_add(&out, "text=");
    http_escape(&out, text);
    str_add(&out, more);
    return str_get(&out);
}

static int post(struct review_desk *d, const struct visitor *who,
                const char *target, const char *form)
{
    struct visit_request q = { .who = who,
                               .method = HTTP_POST,
                               .target = target,
                               .form = form,
                               .csrf = true };

    return visit_gate(&d->w, &q);
}

static int post_json(struct review_desk *d, const struct visitor *who,
                     const char *target, const char *text)
{
    struct str body = str_in(&d->w.arena);
    struct visit_request q = { .who = who,
                               .method = HTTP_POST,
                               .target = target,
                               .type = "application/json",
                               .csrf = true };

    str_add(&body, "{\"text\": ");
    json_write_string(&body, text);
    str_add(&body, "}");
    q.body = str_get(&body);
    return visit_gate(&d->w, &q);
}

static struct json *reply_of(struct review_desk *d)
{
    struct json *v;
    struct err e;

    assert_true(
        json_read(&d->w.arena, d->w.body, strlen(d->w.body), 1, &v, &e));
    return v;
}

static bool has(struct review_desk *d, const char *what)
{
    return strstr(d->w.body, what) != NULL;
}

/* Makes a family of Ann's; its number. */
static int64_t make(struct review_desk *d, const char *text)
{
    const char *place;
    int64_t id;

    assert_int_equal(post(d, &d->ann, "/families", form_of(d, text, "")), 303);
    place = visit_field(&d->w, "Location");
    assert_non_null(place);
    assert_int_equal(sscanf(place, "/families/%" SCNd64 "?done=begun", &id), 1);
    return id;
}

static int save(struct review_desk *d, int64_t id, int64_t after,
                const char *text)
{
    struct arena *a = &d->w.arena;

    return post(d, &d->ann, arena_printf(a, "/families/%" PRId64, id),
                form_of(d, text,
                        arena_printf(a, "&note=mended&after=%" PRId64, after)));
}

static int get(struct review_desk *d, const struct visitor *who, int64_t id,
               const char *below)
{
    return review_desk_get(
        d, who,
        arena_printf(&d->w.arena, "/families/%" PRId64 "%s", id, below));
}

/* Waits until no version of it is being tried. */
static void settle(struct review_desk *d, int64_t id, int64_t version)
{
    const struct timespec turn = { .tv_nsec = 10000000 };

    for (int i = 0; i < 6000; i++) {
        if (!examiner_has(d->w.serve.examiner, id, version))
            return;
        nanosleep(&turn, NULL);
    }
    fail_msg("a version was not tried within a minute");
}

/* Ann's family, submitted, in that version. */
static void submit(struct review_desk *d, int64_t id, int64_t version)
{
    settle(d, id, version);
    assert_int_equal(review_desk_post(d, &d->ann, id, "submit", version, NULL),
                     303);
}

/* ---- a text at a glance ---- */

static void a_look_has_draws(void **state)
{
    struct review_desk *d = *state;
    const struct json *v;

    assert_int_equal(post_json(d, &d->tom, "/families/look", family_start()),
                     200);
    v = reply_of(d);
    assert_true(json_get(v, "reads")->truth);
    assert_string_equal(json_string(json_get(v, "wrong")), "");
    assert_non_null(
        strstr(json_string(json_get(v, "draws")), "Level 2, change"));
    assert_non_null(strstr(json_string(json_get(v, "draws")), "steps-2-3"));
}

static void a_look_has_the_place_of_an_error(void **state)
{
    struct review_desk *d = *state;
    int64_t line = 0, column = 0;
    const struct json *v;

    assert_int_equal(post_json(d, &d->tom, "/families/look", BROKEN), 200);
    v = reply_of(d);
    assert_false(json_get(v, "reads")->truth);
    assert_true(json_int64(json_get(v, "line"), &line));
    assert_true(json_int64(json_get(v, "column"), &column));
    assert_int_equal(line, 4);
    assert_int_equal(column, 10);
    assert_non_null(
        strstr(json_string(json_get(v, "wrong")), "data-line=\"4\""));
}

/* Blank lines before the text are lines: places are those of the editor. */
static void lines_are_those_of_the_editor(void **state)
{
    struct review_desk *d = *state;
    int64_t line = 0;

    assert_int_equal(post_json(d, &d->tom, "/families/look", "\r\n\r\n" BROKEN),
                     200);
    assert_true(json_int64(json_get(reply_of(d), "line"), &line));
    assert_int_equal(line, 6);
}

static void what_is_too_long_or_empty_is_refused(void **state)
{
    struct review_desk *d = *state;
    struct str text = str_in(&d->w.arena);

    for (size_t i = 0; i <= FILE_BYTES; i++)
        str_addc(&text, 'x');
    assert_int_equal(post_json(d, &d->tom, "/families/look", str_get(&text)),
                     413);
    assert_int_equal(
        post(d, &d->tom, "/families", form_of(d, str_get(&text), "")), 413);
    assert_int_equal(post(d, &d->tom, "/families", form_of(d, " \n", "")), 400);
    assert_int_equal(post(d, &d->tom, "/families", "note=x"), 400);
    assert_int_equal(post_json(d, &d->tom, "/families/try", ""), 400);
    assert_int_equal(post(d, &d->tom, "/families/look", "text="), 400);
}

static void without_a_script_the_form_comes_back(void **state)
{
    struct review_desk *d = *state;

    assert_int_equal(post(d, &d->tom, "/families/look", form_of(d, BROKEN, "")),
                     200);
    assert_true(has(d, "&lt;b&gt;Broken&lt;/b&gt;"));
    assert_false(has(d, "<b>Broken"));
    assert_true(has(d, "data-line=\"4\""));
    assert_int_equal(
        post(d, &d->tom, "/families/try", form_of(d, GUESSABLE, "")), 200);
    assert_true(has(d, "This text"));
    assert_true(has(d, "<td>NO</td>"));
    assert_true(has(d, "<td>yes</td>"));
    assert_int_equal(review_desk_get(d, &d->tom, "/families/new"), 200);
    assert_true(has(d, "Shopping for two things"));
    assert_int_equal(review_desk_get(d, &d->tom, "/families/reference"), 200);
    assert_true(has(d, "gcd"));
}

/* Nobody looks through the form at what somebody else writes. */
static void a_form_of_another_entry_is_refused(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, GOOD);

    assert_int_equal(
        post(
            d, &d->tom, "/families/look",
            form_of(d, GOOD, arena_printf(&d->w.arena, "&entry=%" PRId64, id))),
        403);
}

static void every_look_is_bounded(void **state)
{
    struct review_desk *d = *state;

    for (int i = 0; i < EXAMINER_LOOKS; i++)
        assert_true(examiner_look(d->w.serve.examiner));
    assert_int_equal(post_json(d, &d->tom, "/families/look", GOOD), 413);
    examiner_look_end(d->w.serve.examiner);
    assert_int_equal(post_json(d, &d->tom, "/families/look", GOOD), 200);
    for (int i = 1; i < EXAMINER_LOOKS; i++)
        examiner_look_end(d->w.serve.examiner);
}

/* ---- acceptance ---- */

static const struct json *row(const struct json *rows, const char *name)
{
    for (const struct json *r = rows->first; r; r = r->next)
        if (str_eq(json_string(json_get(r, "row")), name))
            return r;
    fail_msg("there is no row %s", name);
    return NULL;
}

static void acceptance_on_a_button(void **state)
{
    struct review_desk *d = *state;
    const struct json *rows;

    assert_int_equal(post_json(d, &d->tom, "/families/try", GUESSABLE), 200);
    rows = json_get(json_get(reply_of(d), "acceptance"), "rows");
    assert_false(json_get(row(rows, "not guessable"), "holds")->truth);
    assert_true(json_get(row(rows, "agrees"), "holds")->truth);
    assert_non_null(strstr(json_string(json_get(reply_of(d), "html")),
                           "refused</strong> by not guessable"));
    assert_int_equal(post_json(d, &d->tom, "/families/try", GOOD), 200);
    assert_true(
        json_get(json_get(reply_of(d), "acceptance"), "accepted")->truth);
    assert_int_equal(post_json(d, &d->tom, "/families/try", BROKEN), 200);
    rows = json_get(json_get(reply_of(d), "acceptance"), "rows");
    assert_false(json_get(row(rows, "reads"), "holds")->truth);
}

struct run {
    struct examiner *examiner;
    enum examined end;
};

static void *try_slow(void *ctx)
{
    struct http_request nobody = { 0 };
    struct run *r = ctx;
    struct arena a = { 0 };
    struct json *found;

    r->end = examiner_try(r->examiner, &a, &nobody, SLOW, &found);
    arena_clear(&a);
    leave(NULL);
    return NULL;
}

/* All turns and all places to wait are taken: others are told so at once, and
 * everything ends when the server does. */
static void turns_are_bounded_and_end(void **state)
{
    enum { MOST = 256 };
    struct review_desk *d = *state;
    const struct timespec turn = { .tv_nsec = 20000000 };
    static struct run runs[MOST];
    static pthread_t threads[MOST];
    size_t n = 0, ended = 0;
    int status = 200;

    /* One more runs or waits, until one is refused at once. */
    while (status != 503 && n < MOST) {
        runs[n].examiner = d->w.serve.examiner;
        runs[n].end = EXAMINED_DONE;
        assert_int_equal(pthread_create(&threads[n], NULL, try_slow, &runs[n]),
                         0);
        n++;
        nanosleep(&turn, NULL);
        if (n > EXAMINER_WAITING)
            status = runs[n - 1].end == EXAMINED_BUSY
                         ? post_json(d, &d->tom, "/families/try", GOOD)
                         : 200;
    }
    assert_int_equal(status, 503);
    assert_int_equal(post_json(d, &d->tom, "/families/look", GOOD), 200);
    examiner_stop(d->w.serve.examiner);
    for (size_t i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
        assert_int_not_equal(runs[i].end, EXAMINED_DONE);
        ended += runs[i].end == EXAMINED_ENDED;
    }
    assert_true(ended >= 1);
    assert_int_equal(post_json(d, &d->tom, "/families/try", GOOD), 503);
}

static bool gone(const void *connection)
{
    (void)connection;
    return true;
}

static void a_visitor_who_left_is_not_served(void **state)
{
    struct review_desk *d = *state;
    struct http_request r = { .is_gone = gone };
    struct json *found;

    assert_int_equal(
        examiner_try(d->w.serve.examiner, &d->w.arena, &r, SLOW, &found),
        EXAMINED_ENDED);
    assert_null(found);
}

/* ---- versions ---- */

static void saving_makes_versions(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, GUESSABLE);

    settle(d, id, 1);
    assert_int_equal(get(d, &d->ann, id, ""), 200);
    assert_true(has(d, "refused</strong> by not guessable"));
    assert_true(has(d, "Remainders"));
    assert_int_equal(save(d, id, 1, GOOD), 303);
    settle(d, id, 2);
    assert_int_equal(get(d, &d->ann, id, ""), 200);
    assert_true(has(d, "version 2"));
    assert_true(has(d, "Two amounts &amp; more"));
    assert_true(has(d, ">accepted</strong>"));
    assert_int_equal(get(d, &d->ann, id, "/versions/1"), 200);
    assert_true(has(d, "a mod 3"));
    assert_true(has(d, "refused</strong> by not guessable"));
    assert_int_equal(get(d, &d->ann, id, "/versions/3"), 404);
    assert_int_equal(get(d, &d->ann, id, "/versions/x"), 404);
    assert_int_equal(
        review_desk_get(
            d, &d->ann,
            arena_printf(&d->w.arena, "/entries/%" PRId64 "/history", id)),
        200);
    assert_true(has(d, "id=\"v2-claim\" data-before=\"v1-claim\""));
    assert_true(has(d, "mended"));
}

static void the_same_text_is_no_version(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, GOOD);

    assert_int_equal(save(d, id, 1, GOOD), 303);
    assert_non_null(strstr(visit_field(&d->w, "Location"), "done=unchanged"));
    assert_int_equal(get(d, &d->ann, id, "/versions/2"), 404);
}

static void another_window_was_quicker(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, GOOD);

    assert_int_equal(save(d, id, 1, GUESSABLE), 303);
    assert_int_equal(save(d, id, 1, BROKEN), 409);
    assert_true(has(d, "a + c"));
    assert_true(has(d, "a mod 3"));
    assert_true(has(d, "data-after=\"2\""));
    assert_int_equal(get(d, &d->ann, id, "/versions/3"), 404);
}

/* A text that is no family is saved, and can go nowhere. */
static void a_broken_text_is_kept(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, BROKEN);

    settle(d, id, 1);
    assert_int_equal(get(d, &d->ann, id, ""), 200);
    assert_true(has(d, "refused</strong> by reads"));
    assert_int_equal(review_desk_post(d, &d->ann, id, "submit", 1, NULL), 400);
    assert_true(has(d, "refused"));
    assert_int_equal(get(d, &d->ann, id, "/export"), 400);
    assert_int_equal(get(d, &d->ann, id, "/file"), 200);
    assert_string_equal(d->w.body, BROKEN);
}

static void only_the_author_changes_it(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, GOOD);
    const char *place = arena_printf(&d->w.arena, "/families/%" PRId64, id);

    assert_int_equal(post(d, &d->tom, place, form_of(d, BROKEN, "&after=1")),
                     403);
    assert_int_equal(post(d, &d->olga, place, form_of(d, BROKEN, "&after=1")),
                     403);
    assert_int_equal(
        post(d, &d->tom, arena_printf(&d->w.arena, "%s/check", place), ""),
        403);
}

/* An entry is one or the other, whatever the address. */
static void families_and_problems_are_apart(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, GOOD);
    const char *place = arena_printf(&d->w.arena, "/entries/%" PRId64, id);

    assert_int_equal(review_desk_get(d, &d->ann, place), 303);
    assert_string_equal(visit_field(&d->w, "Location"),
                        arena_printf(&d->w.arena, "/families/%" PRId64, id));
    assert_int_equal(
        review_desk_get(d, &d->ann,
                        arena_printf(&d->w.arena, "%s/versions/1", place)),
        303);
    assert_int_equal(
        post(d, &d->ann, place, "statement=Two%3F&answer=2&after=1"), 400);
    assert_int_equal(get(d, &d->ann, d->entry, ""), 404);
    assert_int_equal(get(d, &d->ann, d->entry, "/file"), 404);
    assert_int_equal(get(d, &d->ann, d->entry, "/export"), 404);
    assert_int_equal(get(d, &d->ann, 4711, ""), 404);
    assert_int_equal(review_desk_get(d, &d->ann, "/families/none"), 404);
}

/* What a stopped server left is tried by a button. */
static void a_version_is_tried_again(void **state)
{
    struct review_desk *d = *state;
    struct examiner *room = d->w.serve.examiner;
    const char *check;
    int64_t id;

    d->w.serve.examiner = NULL;
    id = make(d, GOOD);
    check = arena_printf(&d->w.arena, "/families/%" PRId64 "/check", id);
    assert_int_equal(get(d, &d->ann, id, ""), 200);
    assert_true(has(d, "has not been tried yet"));
    assert_true(has(d, "Try version 1"));
    assert_int_equal(post(d, &d->ann, check, ""), 503);
    assert_int_equal(review_desk_post(d, &d->ann, id, "submit", 1, NULL), 400);
    d->w.serve.examiner = room;
    assert_int_equal(post(d, &d->ann, check, ""), 303);
    settle(d, id, 1);
    assert_int_equal(get(d, &d->ann, id, ""), 200);
    assert_true(has(d, ">accepted</strong>"));
    assert_false(has(d, "Try version 1"));
}

/* ---- reviewing ---- */

static void a_reviewer_solves_the_sample_blind(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, GOOD);
    struct entry_version version;
    struct json *record;
    struct err e;
    bool found;

    submit(d, id, 1);
    assert_int_equal(get(d, &d->bob, id, ""), 200);
    assert_true(has(d, "hidden until you have solved"));
    assert_false(has(d, "taking one away"));
    assert_int_equal(get(d, &d->bob, id, "/file"), 403);
    assert_int_equal(get(d, &d->bob, id, "/export"), 403);
    assert_int_equal(get(d, &d->bob, id, "/versions/1"), 200);
    assert_false(has(d, "taking one away"));
    assert_true(
        entries_version(d->w.store, &d->w.arena, id, 1, &version, &found, &e));
    assert_true(json_read(&d->w.arena, version.problem, strlen(version.problem),
                          1, &record, &e));
    assert_int_equal(
        review_desk_post(d, &d->bob, id, "solve", 1,
                         arena_printf(&d->w.arena, "answer=%s",
                                      json_string(json_get(
                                          json_get(record, "key"), "latex")))),
        303);
    assert_int_equal(get(d, &d->bob, id, ""), 200);
    assert_true(has(d, "taking one away"));
    assert_int_equal(review_desk_post(d, &d->bob, id, "accept", 1, NULL), 303);
    assert_int_equal(review_desk_state(d, id), ENTRY_ACCEPTED);
    assert_int_equal(review_desk_get(d, &d->tom, "/families"), 200);
    assert_true(has(d, "1 of 1 agree"));
    assert_int_equal(review_desk_get(d, &d->tom, "/set.jsonl"), 200);
    assert_true(has(d, "\"how\": \"acceptance\", \"finding\": \"accepted\""));
    assert_int_equal(get(d, &d->tom, id, "/file"), 200);
    assert_string_equal(d->w.body, GOOD);
}

/* Each version has another sample, so that nobody has seen its key. */
static void a_new_version_has_another_sample(void **state)
{
    struct review_desk *d = *state;
    struct entry_version first, second;
    int64_t id = make(d, GOOD);
    struct err e;
    bool found;

    assert_int_equal(save(d, id, 1, "# a note\n" GOOD), 303);
    assert_true(
        entries_version(d->w.store, &d->w.arena, id, 1, &first, &found, &e));
    assert_true(
        entries_version(d->w.store, &d->w.arena, id, 2, &second, &found, &e));
    assert_string_not_equal(strstr(first.problem, "\"params\""),
                            strstr(second.problem, "\"params\""));
}

/* ---- the list and the files ---- */

static void the_list(void **state)
{
    struct review_desk *d = *state;
    int64_t id;

    assert_int_equal(review_desk_get(d, &d->tom, "/families"), 200);
    assert_true(has(d, "Nobody has written a family yet"));
    id = make(d, BROKEN);
    settle(d, id, 1);
    assert_int_equal(review_desk_get(d, &d->tom, "/families"), 200);
    assert_true(has(d, "&lt;b&gt;Broken&lt;/b&gt;"));
    assert_false(has(d, "<b>Broken"));
    assert_true(has(d, "Ann Zyxauthor"));
    assert_true(has(d, ">refused<"));
    assert_false(has(d, "roughly")); /* an entry that is none */
}

static void files_of_all_formats(void **state)
{
    struct review_desk *d = *state;
    int64_t id = make(d, GOOD);
    size_t lines = 0;

    assert_int_equal(get(d, &d->ann, id, "/file"), 200);
    assert_string_equal(d->w.body, GOOD);
    assert_non_null(strstr(visit_field(&d->w, "Content-Disposition"),
                           "\"two-amounts-more.family\""));
    assert_int_equal(get(d, &d->ann, id, "/export?count=7&seed=x"), 200);
    for (const char *s = d->w.body; *s; s++)
        lines += *s == '\n';
    assert_int_equal(lines, 7);
    assert_true(has(d, "my/two-amounts-more@1~"));
    for (size_t i = 0; i < n_export_formats; i++) {
        assert_int_equal(
            get(d, &d->ann, id,
                arena_printf(&d->w.arena, "/export?count=2&format=%s",
                             export_formats[i]->name)),
            200);
        assert_true(d->w.reply.body_n > 20);
        assert_non_null(
            strstr(visit_field(&d->w, "Content-Disposition"), "attachment"));
    }
    assert_int_equal(get(d, &d->ann, id, "/export?format=nothing"), 404);
    assert_int_equal(get(d, &d->ann, id, "/export?count=0"), 400);
    assert_int_equal(get(d, &d->ann, id, "/export?count=201"), 400);
    assert_int_equal(get(d, &d->ann, id, "/export?seed=a%20b"), 400);
    assert_int_equal(get(d, &d->ann, id, "/file?version=9"), 404);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_look_has_draws),
        TEST(a_look_has_the_place_of_an_error),
        TEST(lines_are_those_of_the_editor),
        TEST(what_is_too_long_or_empty_is_refused),
        TEST(without_a_script_the_form_comes_back),
        TEST(a_form_of_another_entry_is_refused),
        TEST(every_look_is_bounded),
        TEST(acceptance_on_a_button),
        TEST(turns_are_bounded_and_end),
        TEST(a_visitor_who_left_is_not_served),
        TEST(saving_makes_versions),
        TEST(the_same_text_is_no_version),
        TEST(another_window_was_quicker),
        TEST(a_broken_text_is_kept),
        TEST(only_the_author_changes_it),
        TEST(families_and_problems_are_apart),
        TEST(a_version_is_tried_again),
        TEST(a_reviewer_solves_the_sample_blind),
        TEST(a_new_version_has_another_sample),
        TEST(the_list),
        TEST(files_of_all_formats),
    };

    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    flint_cleanup();
    return failed;
}
