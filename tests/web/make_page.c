/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Writes pages to try in a browser: make_page FORM PATH [ITEMS [BYTES]]
 *
 * "report" has every kind of block, some ordinary items and hostile ones,
 * "split" the same as a folder, "many" as many items as are asked for, with
 * replies of so many bytes, "bare" no source of items, "none" one without any.
 */
#include "base/json.h"
#include "base/str.h"
#include "report/document.h"
#include "report/figure.h"
#include "report/html/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

/* What would set window.pwned if a page believed it. */
#define SCRIPT "<script>window.pwned=1</script>"
#define HOSTILE                                        \
 "\"'></script><svg onload=window.pwned=1><img src=x " \
 "onerror=window.pwned=1>" SCRIPT "<!--<style>*{display:none}</style>"
#define BIDI  "\xE2\x80\xAE" /* U+202E: from right to left */
#define EMOJI "\xF0\x9F\x98\x80"
#define WORDS "one two three four five six seven eight nine ten "
#define LONG  WORDS WORDS WORDS WORDS WORDS WORDS

/* ---- items ---- */

static const char *const families[] = { "concept/crt", "concept/series",
                                        "linear/solve", "mathador" };
static const char *const models[] = { "alpha", "beta" };
static const char *const marks[] = { "correct", "wrong", "truncated",
                                     "no_answer", "wrong" };

/* Statements and replies that try to be more than text. */
static const struct {
    const char *id, *statement, *reply;
} hostile[] = {
    { "h1" HOSTILE, HOSTILE, HOSTILE " $x$" },
    { "h2",
      "$\\href{javascript:window.pwned=1}{click}$ and "
      "$\\url{javascript:window.pwned=1}$",
      "$\\includegraphics{http://evil.invalid/x.png}$ "
      "$\\htmlData{x=1}{y} \\htmlStyle{color:red}{z} \\htmlId{main}{w}$" },
    { "h3",
      "broken $\\frac{1}{$ and $\\nosuchcommand{2}$ and "
      "$\\def\\a{\\a\\a}\\a$",
      "$$\\begin{align} x &= 1 \\\\ \\end{align}$$ \\begin{align}y&=2"
      "\\end{align} $\\color{red}\\rule{999999em}{999999em}$" },
    { "h4 " BIDI "gnp.exe", "turned " BIDI " round", BIDI "reply" },
    { "h5/%2F?&#x", "<b>bold</b> &lt;i&gt; &amp; ]]> --> <!-- -->",
      "**bold** *not* `a < b`\n\n# Heading\n\n- one\n- two $x^2$\n\n```c\n"
      "if (a < b && c) $x$\n```\n\nend" },
    { "h6", "It costs $5 and $6, or 7$ in all; but $x+1$ is a formula.",
      "from $5-$6 to $7/$8, while $a_1$ and \\(b\\) and \\[c\\]" },
    { "h7", "one long line", NULL },
};

struct made {
    size_t at, n, bytes;
    bool plain; /* no hostile ones */
};

static size_t utf16_length(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += (*s & 0xC0) == 0x80 ? 0 : (*s & 0xF8) == 0xF0 ? 2 : 1;
    return n;
}

static const char *detail_of(struct arena *a, const char *before,
                             const char *extract, const char *after,
                             bool correct)
{
    struct str out = str_in(a);
    const char *text = arena_printf(a, "%s%s%s", before, extract, after);

    str_add(&out, "{\"reply\":");
    json_write_string(&out, text);
    str_addf(&out, ",\"from\":%zu,\"to\":%zu", utf16_length(before),
             utf16_length(before) + utf16_length(extract));
    str_addf(&out,
             ",\"rule\":\"boxed\",\"why\":\"%s\",\"understood\":\"12\","
             "\"strict\":\"%s\",\"lenient\":\"correct\",\"by\":\"exact\","
             "\"reasoning\":\"Let me think about $x$.\"}",
             correct ? "they are the same number"
                     : "they are different numbers: the answer lacks "
                       "-\\\\frac{32}{3} and a value",
             correct ? "correct" : "wrong");
    return str_get(&out);
}

static const char *filler(struct arena *a, size_t bytes, size_t salt)
{
    struct str out = str_in(a);
    size_t x = salt * 2654435761u + 1;

    while (out.n < bytes) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        str_addf(&out, "Step %zu: since $x_{%zu} = %zu$, we find that ",
                 x >> 60, (x >> 40) & 63, (x >> 20) & 0xFFFFF);
        str_add(&out, (x >> 50) % 7 ? "it holds. " : "it follows.\n\n");
    }
    return str_get(&out);
}

static void fill_results(struct arena *a, struct page_item *x, size_t i,
                         const char *before, size_t bytes)
{
    struct item_result *r = arena_array(a, struct item_result, 4);

    for (size_t k = 0; k < 4; k++) {
        const char *mark = marks[(i + k * k) % COUNT(marks)];
        bool wrong = str_eq(mark, "wrong");

        r[k] = (struct item_result){
            .model = models[k / 2],
            .attempt = k % 2 + 1,
            .mark = mark,
            .reason = wrong ? "different numbers" : NULL,
            .answer = wrong ? "13" : "12",
            .tokens = k == 3 ? NAN : (double)(100 + i % 97 + k),
            .seconds = 0.25 * (double)(1 + i % 13),
            .detail = detail_of(
                a, arena_printf(a, "%s%s", filler(a, bytes, i + k), before),
                "\\boxed{12}", ". Done.", !wrong),
        };
    }
    x->results = r;
    x->n_results = 4;
}

static void ordinary(struct arena *a, struct page_item *x, size_t i,
                     size_t bytes)
{
    struct facet *f = arena_array(a, struct facet, 5);

    f[0] = (struct facet){ "family", families[i % COUNT(families)] };
    f[1] = (struct facet){ "level", arena_printf(a, "%zu", i % 3 + 1) };
    f[2] = (struct facet){ "concept", arena_printf(a, "concept %zu", i % 50) };
    f[3] = (struct facet){ "kind", "integer" };
    f[4] = (struct facet){ "concept", i % 2 ? "odd" : "even" };
    *x = (struct page_item){
        .set = i % 2 ? "r1" : "r2",
        .id = arena_printf(a, "%s:%zu", families[i % COUNT(families)], i),
        .statement = arena_printf(
            a,
            "Find the least positive integer $x$ with $x \\equiv %zu "
            "\\pmod{7}$ and $\\frac{x}{%zu} > \\sqrt{2}$. "
            "Give your answer in a box.",
            i % 7, i + 2),
        .key = "12",
        .facets = f,
        .n_facets = 5,
        .detail =
            "{\"understood\":\"12\",\"keys\":[{\"name\":\"x\",\"kind\":"
            "\"integer\",\"latex\":\"12\"}],\"proof\":{\"by\":\"two roads\","
            "\"detail\":\"solve and check agree\"},\"solution\":"
            "\"By the theorem, $x = 12$.\",\"params\":{\"n\":7},"
            "\"lineage\":[{\"what\":\"the seed\",\"text\":\"Find the least "
            "$x$ with $x > 11$.\"},{\"what\":\"narrows\",\"text\":"
            "\"Find the least integer $x$ with $x > 11$ and $x$ even.\"}]}",
    };
    fill_results(a, x, i, EMOJI " So $x = 5 + 7$, and the answer is ", bytes);
}

static const char *long_line(struct arena *a)
{
    size_t n = (size_t)1 << 20;
    char *text = arena_text(a, n);

    memset(text, 'x', n);
    memcpy(text + n - 6, "<the>$", 6);
    return text;
}

static void hostile_item(struct arena *a, struct page_item *x, size_t i)
{
    struct facet *f = arena_array(a, struct facet, 2);
    const char *reply = hostile[i].reply ? hostile[i].reply : long_line(a);

    f[0] = (struct facet){ "family", HOSTILE };
    f[1] = (struct facet){ "__proto__" SCRIPT, "constructor" };
    *x = (struct page_item){ .set = "r<1>",
                             .id = hostile[i].id,
                             .statement = hostile[i].statement,
                             .key = hostile[i].statement,
                             .facets = f,
                             .n_facets = 2,
                             .detail = NULL };
    fill_results(a, x, i, arena_printf(a, "%s ", reply), 0);
}

static bool next_item(void *ctx, struct arena *a, struct page_item *out,
                      bool *end, struct err *e)
{
    struct made *m = ctx;
    size_t i = m->at++;

    (void)e;
    *end = i >= m->n + (m->plain ? 0 : COUNT(hostile));
    if (*end)
        return true;
    if (i < m->n)
        ordinary(a, out, i, m->bytes + (i == 1 ? 20000 : 0));
    else
        hostile_item(a, out, i - m->n);
    return true;
}

/* ---- the document ---- */

static void add_tables(struct document *d)
{
    struct doc_table *t = document_table(d, "families");

    for (size_t i = 0; i < 32; i++) {
        if (i % 16 == 0)
            table_heading(t, i ? "second half" : "first half");
        table_row(t);
        table_key(t, "family", "family",
                  datum_text(i == 3 ? HOSTILE
                                    : arena_printf(d->arena, "family %zu", i)));
        table_cell(t, "rate", "accuracy",
                   datum_estimate((double)i / 40, (double)i / 50,
                                  (double)(i + 2) / 40, 100 + i));
        table_cell(t, "time", "time",
                   i == 5 ? datum_unknown
                          : datum_seconds(0.01 * (double)((i * 37 % 32) *
                                                          (i * 37 % 32))));
        table_cell(t, "cost", "cost", datum_money(0.01 * (double)(i % 7)));
        table_cell(t, "note", "note", datum_text("a remark"));
    }
    document_show(d, t, 0);
}

/* A wide table whose rows lead to their problems. */
static void add_flips(struct document *d)
{
    struct doc_table *t = document_table(d, "flips");

    for (size_t i = 0; i < 3; i++) {
        table_row(t);
        table_key(t, "problem", "problem",
                  datum_text(arena_printf(d->arena, "%s:%zu", families[i], i)));
        table_cell(t, "statement", "statement",
                   datum_text("Find $x$ with $\\frac{x}{2} = 7$."));
        for (size_t k = 1; k <= 10; k++)
            table_cell(t, NULL, arena_printf(d->arena, "a_long_heading_%zu", k),
                       datum_text("correct, then wrong"));
    }
    document_show(d, t, 0);
}

static void add_figures(struct document *d)
{
    struct figure *f =
        figure_new(d->arena, FIGURE_DOTS, "accuracy", "Accuracy by family");
    struct figure *h =
        figure_new(d->arena, FIGURE_BARS, "marks", "Verdicts by model");

    f->value = (struct axis){ .title = "accuracy", .share = true };
    f->caption = "Accuracy of each model with its 95 % interval, n = 100.";
    f->row_title = "family";
    f->series_title = "model";
    h->marks = h->stacked = true;
    h->value = (struct axis){ .title = "share", .share = true };
    for (size_t k = 0; k < COUNT(models); k++)
        figure_series(f, models[k]);
    for (size_t i = 0; i < COUNT(families); i++) {
        size_t row = figure_row(f, families[i]);

        for (size_t k = 0; k < COUNT(models); k++) {
            struct dot *s = figure_dot(f, row, k, 0.3 + 0.15 * (double)i);

            s->low = s->value - 0.1;
            s->high = s->value + 0.1;
            s->n = 100;
            s->items = items_query(d->arena, "family", families[i], "model",
                                   models[k], "mark", "wrong", NULL);
        }
    }
    figure_row(f, HOSTILE);
    for (size_t k = 0; k < 3; k++)
        figure_series(h, marks[k]);
    for (size_t k = 0; k < COUNT(models); k++) {
        figure_row(h, models[k]);
        for (size_t m = 0; m < 3; m++)
            figure_dot(h, k, m, 0.5 - 0.2 * (double)m)->items = items_query(
                d->arena, "model", models[k], "mark", marks[m], NULL);
    }
    document_figure(d, f);
    document_figure(d, h);
}

static void add_examples(struct document *d)
{
    static const struct doc_step steps[] = {
        { "the seed", "Ann has 5 apples and gives 2 of them to Bob." },
        { "adds a decoy", "Ann, who is 9 years old, has 5 apples and gives 2 "
                          "of them to Bob." },
        { HOSTILE, HOSTILE },
        { "a long one", LONG " It ends here." },
        { "another", LONG " It ends there." },
    };
    struct doc_example x = {
        .problem = "concept/crt:0",
        .statement = "Find $x$ with $x^2 = 2$ and $\\int_0^1 t\\,dt < x$.",
        .key = "\\sqrt{2}",
        .model = "alpha",
        .answer = "\\frac{3}{2}",
        .mark = "wrong",
        .why = "they are different: \\frac{3}{2} is not \\sqrt{2}",
        .items = items_query(d->arena, "set", "r2", "problem", "concept/crt:0",
                             NULL),
    };

    document_example(d, &x);
    x.statement = x.problem = x.key = x.answer = x.model = x.why = HOSTILE;
    document_example(d, &x);
    document_steps(d, "How a problem came to be", steps, COUNT(steps));
}

static struct document *document_made(struct arena *a)
{
    struct document *d = document_new(a, 0);

    document_number(d, "accuracy", datum_estimate(0.724, 0.641, 0.795, 400),
                    "of 400 attempts");
    document_number(d, "no answer", datum_count(17), HOSTILE);
    document_number(d, "cost", datum_money(4.2), NULL);
    document_number(d, "time", datum_seconds(754), NULL);
    document_shown(d, SHOWN_BRIEF);
    document_say(d, "this sentence is for screens alone");
    document_shown(d, SHOWN_FULL);
    document_say(d, "Two models were asked 400 questions. %s", HOSTILE);
    document_section(d, "accuracy by family:");
    add_figures(d);
    document_section(d, "This is a sentence of its own.");
    document_section(d, "the table");
    add_tables(d);
    add_flips(d);
    document_section(d, "%s", HOSTILE);
    document_section(d, "examples");
    add_examples(d);
    return d;
}

int main(int argc, char **argv)
{
    struct made made = { .n = argc > 3 ? strtoul(argv[3], NULL, 10) : 40,
                         .bytes = argc > 4 ? strtoul(argv[4], NULL, 10) : 0 };
    struct item_source source = { next_item, &made, 0 };
    struct arena a = { 0 };
    struct page p = { .title = "A report " HOSTILE,
                      .body = document_made(&a),
                      .items = &source };
    struct err e = { 0 };
    bool ok;

    if (argc < 3)
        return 2;
    made.plain = str_eq(argv[1], "many") || str_eq(argv[1], "none");
    if (str_eq(argv[1], "none"))
        made.n = 0;
    if (str_eq(argv[1], "bare"))
        p.items = NULL;
    ok = str_eq(argv[1], "split") ? page_write_split(&p, argv[2], &e)
                                  : page_write(&p, argv[2], &e);
    if (!ok)
        fprintf(stderr, "%s\n", e.msg);
    arena_clear(&a);
    return ok ? 0 : 1;
}
