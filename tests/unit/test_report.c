/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Documents and their renderers. tests/cases/report/NAME.doc is a document as
 * JSON: steps that build it; NAME.txt, NAME.full.txt (all of it),
 * NAME.colour.txt, NAME.ascii.txt, NAME.md, NAME.json, NAME.csv and NAME.jsonl
 * are what the renderers make of it, those that there are.
 */
#include "base/lines.h"
#include "report/document.h"
#include "report/figure.h"
#include "report/keep.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- values ---- */

static double number(const struct json *v)
{
    return v->type == JSON_NUMBER ? strtod(v->text, NULL) : NAN;
}

static struct datum estimate(const struct json *v)
{
    const struct json *low = v->first->next, *high = low->next;

    return datum_estimate(number(v->first), number(low), number(high),
                          (uint64_t)number(high->next));
}

static struct datum curve(struct arena *a, const struct json *v)
{
    struct datum *points = arena_array(a, struct datum, v->count + 1);
    size_t n = 0;

    for (const struct json *p = v->first; p; p = p->next)
        points[n++] = estimate(p);
    return datum_curve(points, n);
}

/* {"share": 0.5}; "absent"; null */
static struct datum value_of(struct arena *a, const struct json *v)
{
    const struct json *x = v->first;
    const char *kind = x ? x->name : "";

    if (v->type == JSON_STRING)
        return datum_absent;
    if (str_eq(kind, "text"))
        return datum_name(json_string(x), json_string(x->next));
    if (str_eq(kind, "count"))
        return datum_count(strtoull(x->text, NULL, 10));
    if (str_eq(kind, "number"))
        return datum_number(number(x), x->next ? (int)number(x->next) : -1);
    if (str_eq(kind, "share"))
        return datum_share(number(x));
    if (str_eq(kind, "estimate"))
        return estimate(x);
    if (str_eq(kind, "range"))
        return datum_range(number(x->first), number(x->first->next));
    if (str_eq(kind, "p"))
        return datum_p(number(x));
    if (str_eq(kind, "money"))
        return datum_money(number(x));
    if (str_eq(kind, "seconds"))
        return datum_seconds(number(x));
    if (str_eq(kind, "truth"))
        return datum_truth(x->truth);
    if (str_eq(kind, "tree"))
        return datum_tree(x);
    if (str_eq(kind, "curve"))
        return curve(a, x);
    assert_true(v->type == JSON_NULL);
    return datum_unknown;
}

/* ---- steps ---- */

struct building {
    struct document *d;
    struct doc_table *t;
};

static unsigned flags_of(const struct json *list)
{
    static const struct {
        const char *name;
        unsigned flag;
    } flags[] = {
        { "bare", STYLE_BARE },      { "signed", STYLE_SIGNED },
        { "inline", STYLE_INLINE },  { "alone", STYLE_ALONE },
        { "of", STYLE_OF },          { "key", COLUMN_KEY },
        { "joined", COLUMN_JOINED }, { "later", COLUMN_LATER },
        { "if-any", COLUMN_IF_ANY }, { "bar", STYLE_BAR },
        { "bad", COLUMN_BAD },
    };
    unsigned out = 0;

    for (const struct json *f = list ? list->first : NULL; f; f = f->next)
        for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
            if (str_eq(f->text, flags[i].name))
                out |= flags[i].flag;
    return out;
}

static struct column column(const struct json *v)
{
    const struct json *parts = json_get(v, "parts");

    return (struct column){ json_string(json_get(v, "name")),
                            json_string(json_get(v, "heading")),
                            flags_of(json_get(v, "flags")),
                            json_string(json_get(v, "csv")),
                            parts ? (unsigned)number(parts) : 0 };
}

static void add_row(struct doc_table *t, const struct json *v)
{
    struct doc_row *r = table_row(t);
    const struct json *parent = json_get(v, "parent");
    const struct json *path = json_get(v, "path");
    size_t n = 0;

    r->indent = json_get(v, "indent") ? 1 : 0;
    if (parent)
        r->parent = (size_t)number(parent);
    for (path = path ? path->first : NULL; path; path = path->next)
        r->path[n++] = path->text;
}

static void show(struct building *b, const struct json *v)
{
    const struct json *part = json_get(v, "part"), *from = json_get(v, "from");
    struct block *s =
        document_show_from(b->d, b->t, part ? (unsigned)number(part) : 0,
                           from ? (size_t)number(from) : 0);

    s->key = json_string(json_get(v, "key"));
    if (json_get(v, "to"))
        s->to = (size_t)number(json_get(v, "to"));
}

static void legend(struct document *d, const struct json *v)
{
    const char **names = arena_array(d->arena, const char *, v->count);
    size_t n = 0;

    for (const struct json *x = v->first; x; x = x->next)
        names[n++] = x->text;
    document_legend(d, names, document_labels(d, names, n), n);
}

static void shown(struct document *d, const char *who)
{
    document_shown(d, str_eq(who, "brief")  ? SHOWN_BRIEF
                      : str_eq(who, "full") ? SHOWN_FULL
                                            : SHOWN_ALWAYS);
}

static void example(struct document *d, const struct json *v)
{
    struct doc_example x = {
        .problem = json_string(json_get(v, "problem")),
        .statement = json_string(json_get(v, "statement")),
        .key = json_string(json_get(v, "key")),
        .model = json_string(json_get(v, "model")),
        .answer = json_string(json_get(v, "answer")),
        .mark = json_string(json_get(v, "mark")),
        .why = json_string(json_get(v, "why")),
    };

    document_example(d, &x);
}

static void steps(struct document *d, const char *title, const struct json *v)
{
    struct doc_step *all = arena_array(d->arena, struct doc_step, v->count);
    size_t n = 0;

    for (const struct json *x = v->first; x; x = x->next)
        all[n++] = (struct doc_step){ x->text, x->text };
    document_steps(d, title, all, n);
}

static void step(struct building *b, const struct json *v)
{
    const char *what = v->first->text ? v->first->text : "";
    const struct json *x = v->first->next, *y = x ? x->next : NULL;

    if (str_eq(what, "fact"))
        document_fact(b->d, x->text, value_of(b->d->arena, y));
    else if (str_eq(what, "entry"))
        document_entry(b->d, x->text, y->text, value_of(b->d->arena, y->next));
    else if (str_eq(what, "within"))
        document_within(b->d, x->text);
    else if (str_eq(what, "section"))
        document_section(b->d, "%s", x->text);
    else if (str_eq(what, "say"))
        document_say(b->d, "%s", x->text);
    else if (str_eq(what, "table"))
        b->t = document_table(b->d, json_string(x));
    else if (str_eq(what, "matrix"))
        b->t->matrix = true;
    else if (str_eq(what, "row"))
        add_row(b->t, x);
    else if (str_eq(what, "heading"))
        table_heading(b->t, x->text);
    else if (str_eq(what, "show"))
        show(b, x);
    else if (str_eq(what, "shown"))
        shown(b->d, x->text);
    else if (str_eq(what, "number"))
        document_number(b->d, x->text, value_of(b->d->arena, y),
                        json_string(y->next));
    else if (str_eq(what, "example"))
        example(b->d, x);
    else if (str_eq(what, "steps"))
        steps(b->d, x->text, y);
    else if (str_eq(what, "names"))
        legend(b->d, x);
    else
        table_put(b->t, column(v->first), value_of(b->d->arena, x));
}

/* ---- cases ---- */

static char *path_of(struct arena *a, const char *name, const char *end)
{
    const char *tests = getenv("ASSAY_TESTS");

    return arena_printf(a, "%s/cases/report/%s.%s", tests ? tests : "tests",
                        name, end);
}

static struct document *build(struct arena *a, const char *path)
{
    struct str text = str_in(a);
    struct building b = { 0 };
    struct json *v;
    struct err e;

    if (!file_read(path, 0x100000, &text, &e) ||
        !json_read(a, text.s, text.n, 1, &v, &e))
        fail_msg("%s:%zu: %s", path, e.line, e.msg);
    b.d = document_new(a, (size_t)number(json_get(v, "width")));
    b.d->spread = json_get(v, "spread") ? 4 : 0;
    if (json_get(v, "digits"))
        b.d->digits = (int)number(json_get(v, "digits"));
    for (v = json_get(v, "steps")->first; v; v = v->next)
        step(&b, v);
    return b.d;
}

typedef void render_fn(struct str *out, const struct document *d);

static void text_full(struct str *out, const struct document *d)
{
    struct document all = *d;

    all.full = true;
    document_text(out, &all);
}

static void text_colour(struct str *out, const struct document *d)
{
    struct document page = *d;

    page.colour = true;
    document_text(out, &page);
}

static void text_ascii(struct str *out, const struct document *d)
{
    struct document page = *d;

    page.ascii = true;
    document_text(out, &page);
}

/* ASSAY_WANT=1 writes what there is, to be looked at before it is kept. */
static void check(const struct document *d, const char *path, render_fn *render)
{
    struct str out = { 0 }, want = { 0 };
    FILE *f = fopen(path, getenv("ASSAY_WANT") ? "r+" : "r");
    struct err e;

    if (!f)
        return;
    render(&out, d);
    if (getenv("ASSAY_WANT")) {
        assert_return_code(ftruncate(fileno(f), 0), 0);
        fputs(str_get(&out), f);
    }
    fclose(f);
    if (!file_read(path, 0x100000, &want, &e))
        fail_msg("%s", e.msg);
    if (!str_eq(str_get(&want), str_get(&out)))
        fail_msg("%s is not what is written:\n%s", path, str_get(&out));
    str_clear(&out);
    str_clear(&want);
}

static void documents(void **state)
{
    static const char *const names[] = { "run",   "kinds", "narrow",
                                         "files", "lines", "screen" };
    static const struct {
        const char *end;
        render_fn *render;
    } formats[] = { { "txt", document_text },      { "full.txt", text_full },
                    { "colour.txt", text_colour }, { "ascii.txt", text_ascii },
                    { "md", document_markdown },   { "json", document_json },
                    { "jsonl", document_jsonl },   { "csv", document_csv } };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct document *d = build(&a, path_of(&a, names[i], "doc"));

        for (size_t k = 0; k < sizeof(formats) / sizeof(formats[0]); k++)
            check(d, path_of(&a, names[i], formats[k].end), formats[k].render);
    }
    arena_clear(&a);
}

/* The same without what colours a terminal; no other escape may be there. */
static void strip(struct str *out, const char *s)
{
    while (*s) {
        if (*s != '\033') {
            str_addc(out, *s++);
            continue;
        }
        assert_int_equal(s[1], '[');
        s += 2;
        s += strspn(s, "0123456789");
        assert_int_equal(*s++, 'm');
    }
}

/* Colours change no letter, and hostile texts bring none in. */
static void colours_are_added_alone(void **state)
{
    static const char *const names[] = { "run", "kinds", "narrow", "screen" };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct document *d = build(&a, path_of(&a, names[i], "doc"));
        struct str plain = str_in(&a), colour = str_in(&a), bare = str_in(&a);

        document_text(&plain, d);
        text_colour(&colour, d);
        assert_null(strchr(str_get(&plain), '\033'));
        assert_non_null(strchr(str_get(&colour), '\033'));
        strip(&bare, str_get(&colour));
        assert_string_equal(str_get(&bare), str_get(&plain));
    }
    arena_clear(&a);
}

/* One share is one text, whatever sums it came out of: k of n as a quotient, as
 * 1 less the rest, and as a mean of quarters. */
static void one_rounding(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(datum_percent(&a, 37.0 / 60, 1), "61.7");
    assert_string_equal(datum_percent(&a, 0.6165, 1), "61.7");
    assert_string_equal(datum_percent(&a, 1 - 0.3835, 1), "61.7");
    /* p values round as percentages do. */
    assert_string_equal(datum_words(&a, datum_p(0.0625), 0), "0.063");
    assert_string_equal(datum_words(&a, datum_p(0.1875), 0), "0.188");
    assert_string_equal(datum_words(&a, datum_p(0.00625), 0), "0.0063");
    assert_string_equal(datum_words(&a, datum_p(0.00005), 0), "< 0.0001");
    assert_string_equal(datum_percent(&a, -0.0625, 1), "-6.3");
    assert_string_equal(datum_percent(&a, 0.125, 0), "13");
    assert_string_equal(datum_percent(&a, 0.999499, 1), "99.9");
    assert_string_equal(datum_percent(&a, -1e-9, 1), "0.0");
    for (int n = 1; n <= 400; n++)
        for (int k = 0; k <= n; k++) {
            double x = (double)k / n, y = 1 - (double)(n - k) / n, z = 0;
            int tenths = (2000 * k + n) / (2 * n); /* half up, exactly */

            for (int i = 0; i < 4; i++)
                z += (double)k / (4 * n);
            assert_string_equal(
                datum_percent(&a, x, 1),
                arena_printf(&a, "%d.%d", tenths / 10, tenths % 10));
            assert_string_equal(datum_percent(&a, x, 1),
                                datum_percent(&a, y, 1));
            assert_string_equal(datum_percent(&a, x, 1),
                                datum_percent(&a, z, 1));
            arena_reset(&a);
        }
    arena_clear(&a);
}

/* A bar is ten characters, seen when it is above 0, and full only at 1. */
static void bars(void **state)
{
    static const struct {
        double share;
        const char *bar;
    } want[] = { { 0, "          " },
                 { 1e-9, "\xe2\x96\x8f         " },
                 { 0.5, "\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88"
                        "\xe2\x96\x88     " },
                 { 0.1125, "\xe2\x96\x88\xe2\x96\x8f        " },
                 { -3, "          " } };
    struct arena a = { 0 };
    const char *full = datum_words(&a, datum_share(1), STYLE_BAR);
    const char *near = datum_words(&a, datum_share(0.9999), STYLE_BAR);

    (void)state;
    for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
        assert_string_equal(
            datum_words(&a, datum_share(want[i].share), STYLE_BAR),
            want[i].bar);
    assert_int_equal(strlen(full), 30);
    assert_string_equal(full + 27, "\xe2\x96\x88");
    assert_string_equal(near + 27, "\xe2\x96\x89");
    assert_string_equal(datum_words(&a, datum_share(7), STYLE_BAR), full);
    assert_string_equal(datum_words(&a, datum_share(NAN), STYLE_BAR), "-");
    arena_clear(&a);
}

/* ---- documents that are kept ---- */

static struct document *again(struct arena *a, const struct document *d)
{
    struct document *back = document_new(a, d->width);
    struct str text = str_in(a);
    struct err e;

    document_keep(&text, d);
    if (!document_load(back, str_get(&text), &e))
        fail_msg("%s", e.msg);
    back->full = d->full;
    return back;
}

static const char *words(struct arena *a, const struct document *d,
                         render_fn *render)
{
    struct str out = str_in(a);

    render(&out, d);
    return str_get(&out);
}

/* What people see is the same after keeping and loading. */
static void kept(void **state)
{
    static const char *const names[] = { "run", "kinds", "narrow", "files",
                                         "screen" };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct document *d = build(&a, path_of(&a, names[i], "doc"));
        struct document *back = again(&a, d);

        assert_string_equal(words(&a, back, document_text),
                            words(&a, d, document_text));
        assert_string_equal(words(&a, back, document_markdown),
                            words(&a, d, document_markdown));
        assert_string_equal(words(&a, again(&a, back), document_keep),
                            words(&a, back, document_keep));
    }
    arena_clear(&a);
}

static struct document *drawn(struct arena *a)
{
    static const struct doc_step steps[] = { { "seed", "one" },
                                             { "adds", "one, two" } };
    struct document *d = document_new(a, 80);
    struct figure *f = figure_new(a, FIGURE_LINES, "rates", "Rates <&>");
    struct dot *s;

    figure_series(f, "m");
    f->value = (struct axis){ .title = "rate", .share = true, .to = 1 };
    f->across = (struct axis){ .title = "depth", .log = true };
    f->caption = "n = 4";
    figure_point(f, 0, 2, 0.1)->n = 4;
    s = figure_point(f, 0, 4, NAN);
    s->items = items_query(a, "family", "a/b c", "mark", NULL, NULL);
    figure_rule(f, 0.5, "chance");
    document_shown(d, SHOWN_FULL);
    document_figure(d, f);
    document_shown(d, SHOWN_BRIEF);
    document_number(d, "accuracy", datum_estimate(0.25, 0.1, 0.5, 8), NULL);
    document_steps(d, "p1", steps, 2);
    document_example(d, &(struct doc_example){ .problem = "p",
                                               .statement = "1 + 1?",
                                               .key = "2",
                                               .mark = "wrong" });
    return d;
}

static void kept_figures(void **state)
{
    struct arena a = { 0 };
    struct document *d = drawn(&a), *back = again(&a, d);
    const struct figure *f = back->first->figure;
    const struct block *b = back->first->next;

    (void)state;
    assert_string_equal(words(&a, back, document_keep),
                        words(&a, d, document_keep));
    assert_int_equal(back->first->shown, SHOWN_FULL);
    assert_true(f->across.log && f->value.share && f->value.to == 1);
    assert_true(vec_get(&f->dots, struct dot, 0)->value == 0.1);
    assert_true(isnan(vec_get(&f->dots, struct dot, 0)->low));
    assert_true(isnan(vec_get(&f->dots, struct dot, 1)->value));
    assert_string_equal(vec_get(&f->dots, struct dot, 1)->items,
                        "family=a%2Fb%20c");
    assert_int_equal(b->shown, SHOWN_BRIEF);
    assert_true(b->value.n == 8 && b->value.high == 0.5);
    assert_int_equal(b->next->n_steps, 2);
    assert_string_equal(b->next->next->example->mark, "wrong");
    arena_clear(&a);
}

/* Whatever stands in a store or a folder: an error, never a crash. */
static void kept_badly(void **state)
{
    static const char *const texts[] = {
        "",
        "{}",
        "[]",
        "{\"document\":1}",
        "{\"document\":2,\"blocks\":[]}",
        "{\"document\":1,\"blocks\":[{\"kind\":9}]}",
        "{\"document\":1,\"blocks\":[{\"kind\":0}]}",
        "{\"document\":1,\"blocks\":[{\"kind\":2,\"columns\":[{}],"
        "\"rows\":[{\"cells\":[]}]}]}",
        "{\"document\":1,\"blocks\":[{\"kind\":3,\"text\":\"x\"}]}",
        "{\"document\":1,\"blocks\":[{\"kind\":4,\"figure\":{\"name\":"
        "\"../x\",\"title\":\"t\"}}]}",
        "{\"document\":1,\"blocks\":[{\"kind\":4,\"figure\":{\"name\":"
        "\"x\",\"title\":\"t\",\"value\":{},\"across\":{},\"rows\":[],"
        "\"series\":[],\"dots\":[{\"row\":3}],\"rules\":[]}}]}",
        "{\"document\":1,\"blocks\":[{\"kind\":5,\"example\":{}}]}",
        "{\"document\":1,\"blocks\":[{\"kind\":6,\"text\":\"x\","
        "\"steps\":[{}]}]}",
    };
    struct arena a = { 0 };
    struct err e;

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (document_load(document_new(&a, 80), texts[i], &e))
            fail_msg("%s was loaded", texts[i]);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents),
        cmocka_unit_test(colours_are_added_alone),
        cmocka_unit_test(one_rounding),
        cmocka_unit_test(bars),
        cmocka_unit_test(kept),
        cmocka_unit_test(kept_figures),
        cmocka_unit_test(kept_badly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
