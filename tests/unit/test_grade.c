/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The judge on every text case: tests/cases/grade/NAME.test, and the blocks
 * marked ```pairs of docs/grading.md, so that what the document promises is
 * what happens. The format is told in tests/cases/grade/README.md: key and
 * reply, each on a line (in the document: on one line, with U+2016 between),
 * then
 *
 *     VERDICT [strict VERDICT] [| name=value]...
 *
 * Every pair must also cost no more than its ceiling, and say why.
 */
#include "../lib/cases.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/vec.h"
#include "grade/grade.h"
#include "grade/request.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- blocks of a file ---- */

struct blocks {
    struct lines lines;
    struct arena arena; /* of the block */
    const char *path;
    const char *fence; /* only between ```fence and ```; NULL: everywhere */
    bool inside;
    size_t line;  /* where the block begins */
    size_t count; /* blocks */
    size_t failed;
    struct str
        *said; /* every verdict with its reason, a line each; may be NULL */
};

static void complain(struct blocks *b, const char *fmt, ...) PRINTF(2, 3);

static void complain(struct blocks *b, const char *fmt, ...)
{
    va_list ap;

    fprintf(stderr, "%s:%zu: ", b->path, b->line);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    b->failed++;
}

/* The next line that counts, NULL at the end. */
static const char *next_line(struct blocks *b)
{
    const char *text;
    struct err e;
    size_t n;

    while (lines_next(&b->lines, &text, &n, &e) == LINES_LINE) {
        if (b->fence && str_starts(text, "```"))
            b->inside = !b->inside && str_eq(text + 3, b->fence);
        else if (!b->fence || b->inside)
            return text;
    }
    return NULL;
}

/* The character that stands for a line's end in a case. */
static const char *with_lines(struct arena *a, const char *text)
{
    static const char mark[] = "\xe2\x8f\x8e"; /* U+23CE */
    struct str out = str_in(a);
    const char *at;

    while ((at = strstr(text, mark)) != NULL) {
        str_addn(&out, text, (size_t)(at - text));
        str_addc(&out, '\n');
        text = at + strlen(mark);
    }
    str_add(&out, text);
    return str_get(&out);
}

static bool is_skipped(const char *s)
{
    return *s == '#' || str_blank(s);
}

/* Cut a line of the document at its bars; false when it has not two. */
static bool cut_line(struct blocks *b, const char *line, const char *block[3])
{
    static const char bar[] = " \xe2\x80\x96 "; /* U+2016 */

    for (int i = 0; i < 3; i++) {
        const char *end = strstr(line, bar);

        if ((end != NULL) != (i < 2))
            return false;
        block[i] =
            with_lines(&b->arena, arena_strndup(&b->arena, line,
                                                end ? (size_t)(end - line)
                                                    : strlen(line)));
        line = end ? end + strlen(bar) : line;
    }
    return true;
}

/* Key, reply and verdict; false at the end. */
static bool next_block(struct blocks *b, const char *block[3])
{
    const char *s = "";

    arena_reset(&b->arena);
    while (s && is_skipped(s))
        s = next_line(b);
    b->line = b->lines.number;
    b->count += s != NULL;
    if (s && b->fence && !cut_line(b, s, block)) {
        complain(b, "not key, reply and verdict with bars between: %s", s);
        return false;
    }
    for (int i = 0; i < 3 && s && !b->fence; i++) {
        if (i > 0)
            s = next_line(b);
        if (!s || str_blank(s)) {
            complain(b, "a block has 3 lines, here are %d", i);
            return false;
        }
        block[i] = with_lines(&b->arena, s);
    }
    return s != NULL;
}

/* ---- what a block expects ---- */

struct expected {
    const char *verdict, *strict; /* strict: "any" goes */
};

static bool is_verdict(const char *name)
{
    for (int v = 0; v < VERDICTS; v++)
        if (str_eq(name, verdict_name((enum verdict)v)))
            return true;
    return str_eq(name, "any") || str_eq(name, "rejected");
}

/* The next word of *p, "" at the end. */
static const char *word(struct arena *a, const char **p)
{
    const char *from = *p + strspn(*p, " ");

    *p = from + strcspn(from, " ");
    return arena_strndup(a, from, (size_t)(*p - from));
}

/* "red;green" */
static void set_choices(struct arena *a, struct grade_request *r,
                        const char *text)
{
    struct vec texts = vec_in(a, sizeof(const char *));

    for (;;) {
        size_t n = strcspn(text, ";");

        *(const char **)vec_push(&texts) = arena_strndup(a, text, n);
        if (!text[n])
            break;
        text += n + 1;
    }
    r->choices = texts.items;
    r->choices_n = texts.n;
}

static bool set_option(struct arena *a, struct grade_request *r,
                       const char *name, const char *value, struct err *e)
{
    if (str_eq(name, "params"))
        request_set_symbols(a, r, value);
    else if (str_eq(name, "choices"))
        set_choices(a, r, value);
    else if (str_eq(name, "kind"))
        return request_set_kind(r, value, e);
    else if (str_eq(name, "tolerance"))
        return request_set_tolerance(a, r, value, e);
    else if (str_eq(name, "digits"))
        return request_set_digits(r, strtoul(value, NULL, 10), e);
    else if (str_eq(name, "question"))
        r->question = value;
    else if (str_eq(name, "profile"))
        request_set_profile(r, profile_find(value));
    else if (str_eq(name, "answer"))
        r->extracted = true;
    else if (str_eq(name, "number"))
        r->gold_number = true;
    else
        return err_set(e, ERR_SYNTAX, "there is no option \"%s\"", name);
    return true;
}

/* "params=x,y | kind=set" */
static bool set_options(struct arena *a, struct grade_request *r, const char *p,
                        struct err *e)
{
    for (;;) {
        size_t n = strcspn(p, "|");
        const char *o = str_trim(a, arena_strndup(a, p, n));
        size_t name_n = strcspn(o, "=");

        if (!set_option(a, r, arena_strndup(a, o, name_n),
                        o + name_n + (o[name_n] == '='), e))
            return false;
        if (!p[n])
            return true;
        p += n + 1;
    }
}

static bool read_expected(struct arena *a, const char *line,
                          struct grade_request *r, struct expected *x,
                          struct err *e)
{
    const char *bar = strchr(line, '|');
    const char *p =
        arena_strndup(a, line, bar ? (size_t)(bar - line) : strlen(line));
    const char *w;

    x->verdict = x->strict = word(a, &p);
    w = word(a, &p);
    if (str_eq(w, "strict")) {
        x->strict = word(a, &p);
        w = word(a, &p);
    }
    if (*w || !is_verdict(x->verdict) || !is_verdict(x->strict))
        return err_set(e, ERR_SYNTAX, "\"%s\" is no verdict", line);
    return !bar || set_options(a, r, bar + 1, e);
}

/* ---- running them ---- */

static bool is_as(const char *want, enum verdict got)
{
    if (str_eq(want, "rejected"))
        return got != VERDICT_CORRECT;
    return str_eq(want, "any") || str_eq(want, verdict_name(got));
}

static void check_result(struct blocks *b, const char *block[3],
                         const struct grade_result *r, const struct expected *x)
{
    const struct grade_reading *l = &r->lenient, *s = &r->strict;

    if (!is_as(x->verdict, l->verdict) || !is_as(x->strict, s->verdict))
        complain(b,
                 "%.300s against %.300s: %s, strict %s (by %s: %s)\n    read "
                 "%.300s and %.300s, found by %s; wanted: %s",
                 block[1], block[0], verdict_name(l->verdict),
                 verdict_name(s->verdict), l->by, l->why,
                 r->key ? r->key : "nothing", r->answer ? r->answer : "nothing",
                 r->rule, block[2]);
    if (!l->by || !l->why || !*l->why || !s->by || !s->why || !*s->why)
        complain(b, "a verdict without a reason");
    if (s->verdict == VERDICT_CORRECT && l->verdict != VERDICT_CORRECT)
        complain(b, "strict is more lenient than lenient");
    if (r->work > LIMIT_WORK)
        complain(b, "%llu units of work", (unsigned long long)r->work);
}

/* A key that can be read is answered by its own text, as a reply and as an
 * answer. Where nothing is decided, as of 0/0, nothing is said; the law of a
 * benchmark may want a box. */
static void check_itself(struct blocks *b, struct grade_request r)
{
    r.reply = r.gold;
    r.reply_n = r.gold_n;
    for (int i = 0; i < 2 && !r.profile; i++) {
        struct grade_result self;

        r.extracted = i == 1;
        self = grade_pair(&b->arena, &r);
        if (self.key && self.lenient.verdict != VERDICT_CORRECT &&
            self.lenient.verdict != VERDICT_UNDECIDED)
            complain(b, "\"%.*s\" is not itself: %s, %s", (int)r.gold_n, r.gold,
                     verdict_name(self.lenient.verdict), self.lenient.why);
    }
}

static void run_block(struct blocks *b, const char *block[3])
{
    struct grade_request request = { .gold = block[0],
                                     .gold_n = strlen(block[0]),
                                     .reply = block[1],
                                     .reply_n = strlen(block[1]) };
    struct grade_result result;
    struct expected x;
    struct err e;

    if (!read_expected(&b->arena, block[2], &request, &x, &e)) {
        complain(b, "%s", e.msg);
        return;
    }
    result = grade_pair(&b->arena, &request);
    check_result(b, block, &result, &x);
    if (b->said)
        str_addf(b->said, "%s %s %s\n", verdict_name(result.lenient.verdict),
                 verdict_name(result.strict.verdict), result.lenient.why);
    check_itself(b, request);
}

/* Returns the number of failures. */
static size_t run_path(const char *path, const char *fence, size_t *count,
                       struct str *said)
{
    struct blocks b = { .path = path, .fence = fence, .said = said };
    const char *block[3];
    struct err e;

    if (!lines_open(&b.lines, path, 0, &e)) {
        complain(&b, "%s", e.msg);
        return b.failed;
    }
    while (next_block(&b, block))
        run_block(&b, block);
    if (b.count == 0)
        complain(&b, "no pair in this file");
    lines_close(&b.lines);
    arena_clear(&b.arena);
    *count += b.count;
    return b.failed;
}

static const char *tests_folder(void)
{
    const char *folder = getenv("ASSAY_TESTS");

    return folder ? folder : "tests";
}

static int by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static void test_cases(void **state)
{
    struct arena a = { 0 };
    const char *folder = arena_printf(&a, "%s/cases/grade", tests_folder());
    struct vec names = vec_in(&a, sizeof(const char *));
    struct str said = str_in(&a);
    char digest[HASH_HEX_SIZE];
    size_t failed = 0, count = 0;
    struct dirent *d;
    DIR *dir = opendir(folder);

    (void)state;
    assert_non_null(dir);
    while ((d = readdir(dir)) != NULL)
        if (str_ends(d->d_name, ".test"))
            *(const char **)vec_push(&names) =
                arena_printf(&a, "%s/%s", folder, d->d_name);
    closedir(dir);
    assert_true(names.n > 0);
    qsort(names.items, names.n, sizeof(const char *), by_name);
    for (size_t i = 0; i < names.n; i++)
        failed +=
            run_path(*vec_get(&names, const char *, i), NULL, &count, &said);
    printf("# figure: %zu of %zu pairs judged as the cases say\n",
           count - failed, count);
    /* `make soak` compares it between systems. */
    printf("# figure: digest of verdicts and reasons: %s\n",
           hash_hex(hash_bytes(said.s, said.n), digest));
    if (getenv("ASSAY_SAY"))
        fputs(str_get(&said), stdout);
    arena_clear(&a);
    assert_int_equal(failed, 0);
}

/* What docs/grading.md says is what happens. */
static void test_document(void **state)
{
    struct arena a = { 0 };
    const char *path =
        arena_printf(&a, "%s/../docs/grading.md", tests_folder());
    size_t failed, count = 0;

    (void)state;
    failed = run_path(path, "pairs", &count, NULL);
    arena_clear(&a);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_document),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
