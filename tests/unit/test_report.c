/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Documents and their renderers. tests/cases/report/NAME.doc is a document as
 * JSON: steps that build it; NAME.txt, NAME.md, NAME.json, NAME.csv and
 * NAME.jsonl are what the renderers make of it, those that there are.
 */
#include "base/lines.h"
#include "report/document.h"

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
        { "if-any", COLUMN_IF_ANY },
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
    static const char *const names[] = { "run", "kinds", "narrow", "files",
                                         "lines" };
    static const struct {
        const char *end;
        render_fn *render;
    } formats[] = { { "txt", document_text },
                    { "md", document_markdown },
                    { "json", document_json },
                    { "jsonl", document_jsonl },
                    { "csv", document_csv } };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct document *d = build(&a, path_of(&a, names[i], "doc"));

        for (size_t k = 0; k < sizeof(formats) / sizeof(formats[0]); k++)
            check(d, path_of(&a, names[i], formats[k].end), formats[k].render);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
