/* SPDX-License-Identifier: Apache-2.0 */

/* Pages as files: their items, failures, what is left behind. What they look
 * like is for tests/web. */
#include "base/json.h"
#include "report/document.h"
#include "report/figure.h"
#include "report/html/page.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <openssl/evp.h>
#include <zlib.h>

/* ---- a page ---- */

struct made {
    size_t at, n, fails; /* fails at that item; 0: never */
    size_t bytes;        /* of each reply */
    size_t results;      /* of each item; 0: one */
};

static bool next_item(void *ctx, struct arena *a, struct page_item *out,
                      bool *end, struct err *e)
{
    struct made *m = ctx;
    struct facet *f = arena_new(a, struct facet);
    size_t n_results = m->results ? m->results : 1;
    struct item_result *r = arena_array(a, struct item_result, n_results);
    char *reply = arena_text(a, m->bytes);
    size_t i = ++m->at;

    if (i == m->fails)
        return err_set(e, ERR_IO, "could not read the store");
    *end = i > m->n;
    memset(reply, 'a' + (int)(i % 26), m->bytes);
    *f = (struct facet){ "family", i % 2 ? "odd" : "even" };
    *r = (struct item_result){ .model = "m\"1\"",
                               .attempt = 1,
                               .mark = "wrong",
                               .tokens = 1.5,
                               .seconds = NAN,
                               .detail = arena_printf(a, "{\"reply\":\"%s\"}",
                                                      reply) };
    for (size_t k = 1; k < n_results; k++)
        r[k] = r[0];
    *out = (struct page_item){ .set = "r1",
                               .id = arena_printf(a, "p%zu", i),
                               .statement = "</script>",
                               .key = NULL,
                               .facets = f,
                               .n_facets = 1,
                               .results = r,
                               .n_results = n_results };
    return true;
}

static bool write_made(struct arena *a, struct made *m, bool split,
                       const char *path, struct err *e)
{
    struct item_source source = { next_item, m, m->n };
    struct document *d = document_new(a, 0);
    struct page p = { .title = "a < b", .body = d, .items = &source };

    document_say(d, "1 < 2 & \"3\"");
    return split ? page_write_split(&p, path, e) : page_write(&p, path, e);
}

/* A folder of this test's own. */
static char folder[] = "/tmp/assay_page_XXXXXX";

static const char *in_folder(struct arena *a, const char *name)
{
    return arena_printf(a, "%s/%s", folder, name);
}

static const char *read_file(struct arena *a, const char *path)
{
    struct str out = str_in(a);
    FILE *f = fopen(path, "rb");
    char part[4096];

    assert_non_null(f);
    for (size_t n; (n = fread(part, 1, sizeof(part), f)) > 0;)
        str_addn(&out, part, n);
    fclose(f);
    return str_get(&out);
}

/* The JSON that stands behind `mark` as base64, up to a quote or "<". */
static const struct json *unpack(struct arena *a, const char *page,
                                 const char *mark)
{
    const char *from = strstr(page, mark);
    size_t n, most = (size_t)80 << 20;
    unsigned char *bytes, *text = arena_alloc(a, most);
    struct json *v = NULL;
    struct err e = { 0 };
    uLongf size = most;

    assert_non_null(from);
    from += strlen(mark);
    n = strcspn(from, "<\"");
    bytes = arena_alloc(a, n);
    assert_true(EVP_DecodeBlock(bytes, (const unsigned char *)from, (int)n) >
                0);
    assert_int_equal(uncompress(text, &size, bytes, n), Z_OK);
    assert_true(json_read(a, (char *)text, size, 1, &v, &e));
    return v;
}

static const struct json *at(const struct json *v, size_t i)
{
    for (v = v->first; i--; v = v->next)
        assert_non_null(v->next);
    return v;
}

/* ---- tests ---- */

static void items_are_packed(void **state)
{
    struct arena a = { 0 };
    struct made m = { .n = 1000, .bytes = 1000 };
    struct err e = { 0 };
    const char *path = in_folder(&a, "page.html"), *page;
    const struct json *index, *block, *item;
    int64_t first = 0, block_items = 0;

    (void)state;
    assert_true(write_made(&a, &m, false, path, &e));
    page = read_file(&a, path);
    assert_non_null(strstr(page, "<p class=\"say\">1 &lt; 2 &amp; &quot;3"));
    assert_non_null(strstr(page, "<title>a &lt; b</title>"));
    index = unpack(&a, page, "id=\"index\">");
    assert_int_equal(json_get(index, "items")->count, 1000);
    item = at(json_get(index, "items"), 999);
    assert_string_equal(at(item, 1)->text, "p1000");
    assert_string_equal(at(json_get(index, "models"), 0)->text, "m\"1\"");
    assert_int_equal(json_get(index, "facets")->count, 2);
    for (const struct json *b = json_get(index, "blocks")->first; b;
         b = b->next) {
        assert_true(json_int64(b, &block_items));
        first += block_items;
    }
    assert_int_equal(first, 1000);
    assert_true(json_get(index, "blocks")->count > 3);
    /* The second block begins where the first one ends. */
    assert_true(json_int64(at(json_get(index, "blocks"), 0), &first));
    block = unpack(&a, page, "id=\"block-1\">");
    item = at(json_get(at(block, 0), "results"), 0);
    assert_int_equal(json_string(json_get(item, "reply"))[0],
                     'a' + (first + 1) % 26);
    arena_clear(&a);
}

/* A page with an example, a figure and a table of problems, with items or
 * without. */
static const char *linked_page(struct arena *a, struct item_source *items)
{
    struct document *d = document_new(a, 0);
    struct doc_example x = { .problem = "a/b",
                             .statement = "?",
                             .items = items_query(a, "model", "m", "set", "r1",
                                                  "problem", "a/b", NULL) };
    struct figure *f = figure_new(a, FIGURE_DOTS, "f", "A figure");
    struct doc_table *t = document_table(d, "flips");
    struct page p = { .title = "", .body = d, .items = items };
    const char *path = in_folder(a, "page.html"), *text;
    struct err e = { 0 };

    figure_dot(f, figure_row(f, "row"), figure_series(f, "m"), 1)->items =
        "model=m";
    table_row(t);
    table_key(t, "problem", "lost", datum_text("a/b"));
    table_cell(t, "statement", "statement", datum_text("$x$"));
    document_example(d, &x);
    document_figure(d, f);
    document_show(d, t, 0);
    assert_true(page_write(&p, path, &e));
    text = strstr(read_file(a, path), "<main");
    assert_non_null(text);
    return arena_strndup(a, text, (size_t)(strstr(text, "</main>") - text));
}

static void links_lead_to_items(void **state)
{
    struct arena a = { 0 };
    struct made m = { .n = 1 };
    struct item_source source = { next_item, &m, 1 };
    const char *page = linked_page(&a, &source);

    (void)state;
    assert_non_null(strstr(page, "<a href=\"#item/r1/a%2Fb\">a/<wbr>b</a>"));
    assert_non_null(strstr(page, "href=\"#items?model=m\""));
    assert_non_null(
        strstr(page, "<a href=\"#items?problem=a%2Fb\">a/<wbr>b</a>"));
    assert_non_null(strstr(page, "<td class=\"tex\">$x$</td>"));
    page = linked_page(&a, NULL);
    assert_non_null(strstr(page, "<svg"));
    assert_null(strstr(page, "#item"));
    arena_clear(&a);
}

static void an_item_has_a_ceiling(void **state)
{
    struct arena a = { 0 };
    struct made m = { .n = 1, .bytes = (size_t)1 << 20, .results = 70 };
    struct err e = { 0 };
    const char *path = in_folder(&a, "page.html");
    const struct json *results;

    (void)state;
    assert_true(write_made(&a, &m, false, path, &e));
    results = json_get(
        at(unpack(&a, read_file(&a, path), "id=\"block-0\">"), 0), "results");
    assert_int_equal(results->count, 70);
    assert_non_null(json_get(at(results, 62), "reply"));
    assert_null(json_get(at(results, 64), "reply"));
    assert_non_null(json_get(at(results, 69), "note"));
    arena_clear(&a);
}

static void pages_are_the_same_each_time(void **state)
{
    struct arena a = { 0 };
    struct made m = { .n = 700, .bytes = 2000 }, again = m;
    struct err e = { 0 };

    (void)state;
    assert_true(write_made(&a, &m, false, in_folder(&a, "one.html"), &e));
    assert_true(write_made(&a, &again, false, in_folder(&a, "two.html"), &e));
    assert_string_equal(read_file(&a, in_folder(&a, "one.html")),
                        read_file(&a, in_folder(&a, "two.html")));
    arena_clear(&a);
}

static void a_folder_has_blocks(void **state)
{
    struct arena a = { 0 };
    struct made m = { .n = 600, .bytes = 1000 };
    struct err e = { 0 };
    const struct json *block;

    (void)state;
    assert_true(write_made(&a, &m, true, in_folder(&a, "split"), &e));
    block = unpack(&a, read_file(&a, in_folder(&a, "split/blocks/0.js")),
                   "assay.block(0,\"");
    assert_true(block->count > 100);
    assert_null(strstr(read_file(&a, in_folder(&a, "split/index.html")),
                       "id=\"block-0\""));
    arena_clear(&a);
}

static void nothing_is_left_of_a_failure(void **state)
{
    struct arena a = { 0 };
    struct made m = { .n = 1000, .fails = 900, .bytes = 1000 };
    struct err e = { 0 };
    const char *path = in_folder(&a, "failed.html");

    (void)state;
    assert_false(write_made(&a, &m, false, path, &e));
    assert_string_equal(e.msg, "could not read the store");
    assert_int_not_equal(access(path, F_OK), 0);
    m = (struct made){ .n = 1 };
    path = in_folder(&a, "none/page.html");
    assert_false(write_made(&a, &m, false, path, &e));
    assert_non_null(strstr(e.msg, path));
    assert_non_null(strstr(e.msg, "No such file"));
    assert_false(write_made(&a, &m, true, in_folder(&a, "none/split"), &e));
    assert_non_null(strstr(e.msg, "none/split"));
    arena_clear(&a);
}

static void a_full_disk_is_told(void **state)
{
    struct arena a = { 0 };
    struct made m = { .n = 100, .bytes = 5000 };
    struct err e = { 0 };
    const char *path = in_folder(&a, "full.html");

    (void)state;
    if (access("/dev/full", W_OK) != 0 || symlink("/dev/full", path) != 0)
        skip();
    assert_false(write_made(&a, &m, false, path, &e));
    assert_non_null(strstr(e.msg, "full.html\": No space left"));
    arena_clear(&a);
}

static bool stop_at_ten(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    assert_int_equal(total, 50);
    return done < 10;
}

static void progress_may_stop(void **state)
{
    struct arena a = { 0 };
    struct made m = { .n = 50 };
    struct item_source source = { next_item, &m, 50 };
    struct page p = { .title = "",
                      .body = document_new(&a, 0),
                      .items = &source,
                      .progress = stop_at_ten };
    struct err e = { 0 };

    (void)state;
    assert_false(page_write(&p, in_folder(&a, "stopped.html"), &e));
    assert_int_equal(m.at, 10);
    assert_int_not_equal(access(in_folder(&a, "stopped.html"), F_OK), 0);
    arena_clear(&a);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

/* The folder goes with all files that a test may have left. */
static int remove_folder(void **state)
{
    static const char *const names[] = { "page.html", "one.html",
                                         "two.html",  "split/index.html",
                                         "full.html", "split/blocks",
                                         "split",     "" };
    struct arena a = { 0 };

    (void)state;
    for (int i = 0; i < 64; i++)
        unlink(in_folder(&a, arena_printf(&a, "split/blocks/%d.js", i)));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        (void)remove(in_folder(&a, names[i]));
    arena_clear(&a);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_packed),
        cmocka_unit_test(links_lead_to_items),
        cmocka_unit_test(an_item_has_a_ceiling),
        cmocka_unit_test(pages_are_the_same_each_time),
        cmocka_unit_test(a_folder_has_blocks),
        cmocka_unit_test(nothing_is_left_of_a_failure),
        cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(progress_may_stop),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
