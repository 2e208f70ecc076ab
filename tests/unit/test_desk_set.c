/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The set and what leaves the class: the same lines at any time, read by the
 * program as any problem file, exported, sealed; and a history without names.
 */
#include "../lib/classroom.h"
#include "../lib/review_desk.h"
#include "../lib/scratch.h"
#include "base/json.h"
#include "base/lines.h"
#include "problem/export.h"
#include "problem/source.h"
#include "run/count/grouping.h"
#include "run/opening.h"
#include "store/journal.h"
#include "store/runs.h"
#include "store/seals.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define RIGHT "%5Cfrac%7B355%7D%7B113%7D"

/* Two accepted entries and a draft. */
static int open_desk(void **state)
{
    static struct review_desk d;
    int64_t other;

    review_desk_open(&d);
    other = review_desk_entry(&d, &d.tom, "What is $\\frac{1}{2}$?", "0.5");
    review_desk_entry(&d, &d.ann, "A draft?", "777");
    review_desk_accept(&d, other, &d.tom, &d.rhea, "1/2");
    review_desk_accept(&d, d.entry, &d.ann, &d.bob, RIGHT);
    *state = &d;
    return 0;
}

static int close_desk(void **state)
{
    review_desk_close(*state);
    return 0;
}

static const char *get(struct review_desk *d, const struct visitor *who,
                       const char *target)
{
    int status = review_desk_get(d, who, target);

    if (status != 200)
        fail_msg("%s: %d: %.300s", target, status, d->w.body);
    return arena_strdup(&d->w.arena, d->w.body);
}

/* Reads a text as the commands read a file of problems; how many. */
static size_t read_lines(struct review_desk *d, const char *text,
                         struct problem *out, size_t most)
{
    const char *path = scratch_file(&d->w.arena, text, strlen(text));
    struct source in = { 0 };
    struct err e;
    size_t n = 0, line;

    assert_true(source_open(&in, path, NULL, &e));
    while (n < most &&
           source_next(&in, &d->w.arena, &out[n], &line, &e) == LINES_LINE)
        n++;
    source_close(&in);
    unlink(path);
    return n;
}

static const struct json *lineage(const struct problem *p)
{
    const struct json *class = json_get(p->meta, "class");

    assert_non_null(class);
    return class;
}

static void lines_are_read_and_say_where_they_are_from(void **state)
{
    struct review_desk *d = *state;
    const char *text = get(d, &d->tom, "/set.jsonl");
    struct problem p[4];
    int64_t number = 0;

    assert_int_equal(read_lines(d, text, p, 4), 2);
    assert_string_equal(p[0].id, "class/1.1");
    assert_string_equal(p[1].id, "class/2.1");
    assert_string_equal(p[0].keys[0].latex, REVIEW_KEY);
    assert_true(json_int64(json_get(lineage(&p[0]), "entry"), &number));
    assert_int_equal(number, 1);
    assert_string_equal(json_string(json_get(lineage(&p[0]), "by")),
                        "author 1");
    assert_string_equal(json_string(json_get(lineage(&p[1]), "by")),
                        "author 2");
    assert_string_equal(json_string(json_get(lineage(&p[0]), "verdict")),
                        "correct");
    assert_int_equal(strlen(json_string(json_get(lineage(&p[0]), "sha256"))),
                     64);
    assert_null(strstr(text, "Zyx"));
}

/* By the words of `assay run --by topic`. */
static void lines_have_their_topic(void **state)
{
    struct review_desk *d = *state;
    struct grouping g;
    struct problem p[4];
    size_t n = read_lines(d, get(d, &d->tom, "/set.jsonl"), p, 4);

    assert_true(grouping_make(&d->w.arena, p, n, "topic", &g));
    assert_int_equal(g.n, 1);
    assert_string_equal(g.values[0], "numbers");
}

static const char *text_of(const struct json *v, const char *name)
{
    const char *text = json_string(json_get(v, name));

    return text ? text : "";
}

/* Blind answers are checks; one that did not agree stands with the reason. */
static void lines_have_second_solutions(void **state)
{
    struct review_desk *d = *state;
    int64_t id = review_desk_entry(d, &d->ann, "Three?", "3");
    const struct json *class, *one;
    struct problem p[4];

    review_desk_post(d, &d->ann, id, "submit", 1, NULL);
    review_desk_post(d, &d->rhea, id, "solve", 1, "answer=3");
    review_desk_post(d, &d->bob, id, "solve", 1, "answer=4");
    review_desk_post(d, &d->bob, id, "accept", 1, "text=I+slipped");
    assert_int_equal(read_lines(d, get(d, &d->tom, "/set.jsonl"), p, 4), 3);
    class = lineage(&p[2]);
    assert_string_equal(text_of(class, "reason"), "I slipped");
    assert_int_equal(json_get(class, "checks")->count, 2);
    one = json_get(class, "checks")->first;
    assert_string_equal(text_of(one, "how"), "second solution");
    assert_string_equal(text_of(one, "finding"), "agrees");
    assert_true(str_starts(text_of(one, "by"), "reviewer "));
    assert_string_equal(text_of(one->next, "finding"), "does not agree");
    assert_string_equal(text_of(one->next, "verdict"), "wrong");
    assert_string_equal(text_of(one->next, "by"),
                        text_of(class, "accepted_by"));
    assert_string_equal(text_of(lineage(&p[0]), "reason"), "");
    assert_int_equal(json_get(lineage(&p[0]), "checks")->count, 1);
}

static void the_same_set_has_the_same_bytes(void **state)
{
    struct review_desk *d = *state;
    const char *first = get(d, &d->ann, "/set.jsonl");
    struct audit_event_kind late = { .entry = 1,
                                     .version = 1,
                                     .audit_event = AUDIT_EVENT_CHECKED,
                                     .data =
                                         "{\"how\": \"claim\", \"finding\": "
                                         "\"holds\"}",
                                     .at_ms = 5 };
    struct err e;

    assert_true(audit_events_add(d->w.store, &late, ENTRY_ACCEPTED, &e));
    review_desk_entry(d, &d->rhea, "Another?", "9");
    review_desk_post(d, &d->olga, 1, "comment", 1, "text=fine");
    assert_string_equal(get(d, &d->olga, "/set.jsonl"), first);
}

static void what_is_edited_leaves_the_set(void **state)
{
    struct review_desk *d = *state;
    struct problem p[4];

    review_desk_revise(d, 1, 1, "What is it?");
    assert_int_equal(read_lines(d, get(d, &d->ann, "/set.jsonl"), p, 4), 1);
    review_desk_post(d, &d->ann, 1, "submit", 2, NULL);
    review_desk_post(d, &d->bob, 1, "solve", 2, "answer=" RIGHT);
    review_desk_post(d, &d->bob, 1, "accept", 2, NULL);
    assert_int_equal(read_lines(d, get(d, &d->ann, "/set.jsonl"), p, 4), 2);
    assert_string_equal(p[0].id, "class/1.2");
    assert_int_equal(json_get(lineage(&p[0]), "before")->count, 1);
}

static void pages_and_exports(void **state)
{
    struct review_desk *d = *state;
    char target[80];

    assert_non_null(strstr(get(d, &d->ann, "/set"), "numbers"));
    assert_null(strstr(d->w.body, "/set/seal"));
    assert_non_null(strstr(get(d, &d->olga, "/set"), "/set/seal"));
    for (size_t i = 0; i < n_export_formats; i++) {
        const char *name;

        snprintf(target, sizeof(target), "/set/export/%s",
                 export_formats[i]->name);
        get(d, &d->ann, target);
        name = visit_field(&d->w, "Content-Disposition");
        assert_non_null(name);
        assert_non_null(strstr(name, "attachment"));
        assert_true(d->w.reply.body_n > 20);
        if (strstr(name, ".tar")) {
            assert_int_equal(d->w.reply.body_n % 512, 0);
            assert_memory_equal(d->w.reply.body + 257, "ustar", 6);
        }
    }
    assert_int_equal(review_desk_get(d, &d->ann, "/set/export/nothing"), 404);
}

/* ---- the seal ---- */

static const char *between(struct review_desk *d, const char *from,
                           const char *to)
{
    const char *at = strstr(d->w.body, from);

    assert_non_null(at);
    at += strlen(from);
    return arena_strndup(&d->w.arena, at, (size_t)(strstr(at, to) - at));
}

static int post_seal(struct review_desk *d, const struct visitor *who,
                     const char *form)
{
    struct visit_request q = { .who = who,
                               .method = HTTP_POST,
                               .target = "/set/seal",
                               .form = form,
                               .csrf = true };

    return visit_gate(&d->w, &q);
}

static void the_content_of(struct review_desk *d, const char *lines,
                           unsigned char out[CHAIN_BYTES])
{
    struct vec rows = vec_in(&d->w.arena, sizeof(struct row_sha));
    struct problem p[4];
    size_t n = read_lines(d, lines, p, 4);
    struct chain c;

    chain_open(&c);
    for (size_t i = 0; i < n; i++) {
        struct str line = str_in(&d->w.arena);

        problem_write(&line, &p[i]);
        rows_add(&c, &rows, str_get(&line));
    }
    rows_content(&c, &rows, out);
    chain_close(&c);
}

static void a_seal_is_that_of_the_lines(void **state)
{
    struct review_desk *d = *state;
    unsigned char said[CHAIN_BYTES], own[CHAIN_BYTES], content[CHAIN_BYTES];
    const char *lines = get(d, &d->olga, "/set.jsonl"), *hash, *form, *path;
    struct opening o;
    char hex[SEAL_HEX];
    struct err e;

    assert_int_equal(post_seal(d, &d->bob, ""), 403);
    assert_int_equal(post_seal(d, &d->olga, "sure=1&version=0"), 200);
    hash = between(d, "id=\"seal\">", "<");
    form = arena_printf(&d->w.arena, "hash=%s&salt=%s&content=%s&problems=2",
                        hash, between(d, "name=\"salt\" value=\"", "\""),
                        between(d, "name=\"content\" value=\"", "\""));
    assert_int_equal(post_seal(d, &d->olga, form), 200);
    path = scratch_file(&d->w.arena, d->w.body, strlen(d->w.body));
    assert_true(opening_read(&d->w.arena, path, &o, said, &e));
    unlink(path);
    opening_seal(&o, own);
    assert_memory_equal(own, said, CHAIN_BYTES);
    assert_string_equal(seal_hex(own, hex), hash);
    the_content_of(d, lines, content);
    assert_memory_equal(content, o.content, CHAIN_BYTES);
    form = arena_printf(&d->w.arena, "%s1", form);
    assert_int_equal(post_seal(d, &d->olga, form), 400);
}

static void a_seal_is_asked_for_and_kept(void **state)
{
    struct review_desk *d = *state;
    const char *salt, *hash, *list;
    struct seal *all;
    struct err e;
    size_t n;

    assert_non_null(
        strstr(get(d, &d->olga, "/set"), "name=\"version\" value=\"0\""));
    assert_int_equal(post_seal(d, &d->olga, "version=0"), 200);
    assert_non_null(strstr(d->w.body, "name=\"sure\""));
    assert_non_null(strstr(d->w.body, "name=\"version\" value=\"0\""));
    assert_null(strstr(d->w.body, "id=\"opening\""));
    assert_true(seals_list(d->w.store, &d->w.arena, &all, &n, &e));
    assert_int_equal(n, 0);
    assert_null(strstr(get(d, &d->ann, "/set"), "id=\"seals\""));
    assert_int_equal(post_seal(d, &d->olga, "sure=1&version=0"), 200);
    hash = between(d, "id=\"seal\">", "<");
    salt = between(d, "name=\"salt\" value=\"", "\"");
    get(d, &d->ann, "/set");
    list = between(d, "id=\"seals\"", "</ul>");
    assert_non_null(strstr(list, hash));
    assert_non_null(strstr(list, "2 problems, by "));
    assert_non_null(strstr(list, d->olga.person.name));
    assert_non_null(strstr(list, "<time"));
    assert_null(strstr(d->w.body, salt));
    assert_true(seals_list(d->w.store, &d->w.arena, &all, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(all[0].person, d->olga.person.id);
    assert_int_equal(post_seal(d, &d->olga, "version=0"), 409);
    /* The page that followed, loaded again. */
    assert_int_equal(post_seal(d, &d->olga, "sure=1&version=0"), 409);
    assert_non_null(strstr(d->w.body, "was sealed after that page was loaded"));
    assert_true(seals_list(d->w.store, &d->w.arena, &all, &n, &e));
    assert_int_equal(n, 1);
}

/* A phone has no room for columns beside a statement. */
static void a_problem_has_one_hash_and_the_whole_width(void **state)
{
    struct review_desk *d = *state;
    const char *page = get(d, &d->ann, "/set");
    struct problem p[4];
    size_t n = read_lines(d, get(d, &d->ann, "/set.jsonl"), p, 4);

    assert_int_equal(n, 2);
    for (size_t i = 0; i < n; i++)
        assert_non_null(
            strstr(page, json_string(json_get(lineage(&p[i]), "sha256"))));
    assert_non_null(strstr(page, "meta.class.sha256"));
    assert_null(strstr(page, "<table"));
}

/* ---- history ---- */

static void history_has_no_names(void **state)
{
    struct review_desk *d = *state;
    const char *text;

    review_desk_post(d, &d->olga, 1, "comment", 1, "text=Zyx+secret+word");
    assert_int_equal(review_desk_get(d, &d->bob, "/history.jsonl"), 403);
    text = get(d, &d->olga, "/history.jsonl");
    assert_null(strstr(text, "Zyx"));
    assert_null(strstr(text, "\"text\""));
    assert_null(strstr(text, "\"person\""));
    assert_non_null(strstr(text, "\"who\": \"author 1\""));
    assert_non_null(strstr(text, "\"who\": \"reviewer 3\""));
    assert_non_null(strstr(text, "\"deed\": \"solved\""));
    assert_non_null(strstr(text, "\"verdict\": \"correct\""));
    /* Who may yet solve it blind sees no key of it. */
    text = strstr(text, "\"statement\": \"A draft?\"");
    assert_non_null(text);
    assert_memory_equal(strchr(text, '?'), "?\"}\n", 4);
    assert_non_null(strstr(get(d, &d->olga, "/history.jsonl?comments=1"),
                           "Zyx secret word"));
}

/* Returns the n-th line of the history that has these words, from 0. */
static const struct json *history_line(struct review_desk *d, const char *words,
                                       size_t n)
{
    const char *at = get(d, &d->olga, "/history.jsonl");
    struct json *out;
    struct err e;

    for (; *at; at = strchr(at, '\n') + 1) {
        const char *line = arena_strndup(&d->w.arena, at, strcspn(at, "\n"));

        if (!strstr(line, words) || n--)
            continue;
        assert_true(json_read(&d->w.arena, line, strlen(line), 1, &out, &e));
        return out;
    }
    fail_msg("no line has %s", words);
    return NULL;
}

static void attempts_have_their_time_and_kind(void **state)
{
    static const char *const models[] = { "m0", "m1", NULL };
    static const char *const words[] = { "cw", "te" };
    static const char *const kinds[] = { "", "", "truncated", "error" };
    struct review_desk *d = *state;
    int64_t hidden = review_desk_entry(d, &d->ann, "Secret?", "5"), at = 0;

    classroom_challenge(&d->w, &d->ann, 1, models, words);
    for (size_t i = 0; i < 4; i++) {
        const struct json *row = history_line(d, "\"attempt\": ", i);
        struct result *all;
        struct call c;
        struct err e;
        size_t n;
        bool found;

        assert_true(runs_results(d->w.store, &d->w.arena, 1, &all, &n, &e));
        assert_string_equal(text_of(row, "model"), models[i / 2]);
        assert_string_equal(text_of(row, "topic"), "numbers");
        if (kinds[i][0])
            assert_string_equal(text_of(row, "failure"), kinds[i]);
        else
            assert_int_equal(!text_of(row, "failure")[0], i == 0);
        if (i == 3) {
            assert_null(json_get(row, "at_ms")); /* no call was answered */
            continue;
        }
        assert_true(journal_find(d->w.store, &d->w.arena, all[i].call, false,
                                 &c, &found, &e) &&
                    found);
        assert_true(json_int64(json_get(row, "at_ms"), &at));
        assert_int_equal(at, c.sent_ms);
    }
    assert_string_equal(text_of(history_line(d, "\"deed\": ", 0), "topic"),
                        "numbers");
    /* Nor what came of it, where the key is hidden. */
    classroom_challenge(&d->w, &d->ann, hidden, models, words);
    assert_null(json_get(history_line(d, "\"attempt\": ", 4), "verdict"));
    assert_null(json_get(history_line(d, "\"attempt\": ", 4), "failure"));
    assert_non_null(json_get(history_line(d, "\"attempt\": ", 4), "hidden"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lines_are_read_and_say_where_they_are_from),
        TEST(lines_have_their_topic),
        TEST(lines_have_second_solutions),
        TEST(the_same_set_has_the_same_bytes),
        TEST(what_is_edited_leaves_the_set),
        TEST(pages_and_exports),
        TEST(a_seal_is_that_of_the_lines),
        TEST(a_seal_is_asked_for_and_kept),
        TEST(a_problem_has_one_hash_and_the_whole_width),
        TEST(history_has_no_names),
        TEST(attempts_have_their_time_and_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
