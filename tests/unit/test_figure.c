/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures as SVG, CSV and JSON. Figures of every kind are drawn at random, with
 * hostile labels and numbers of every size; what comes out must be XML without
 * styles, scripts or links to elsewhere, and lie within its own borders.
 */
#include "../lib/rounds.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "report/figure.h"
#include "report/svg/canvas.h"
#include "report/svg/scale.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- a checker of XML ---- */

#define DEEPEST 16

/* An element and its attributes, within a text. */
struct tag {
    const char *name;
    size_t n;          /* bytes of its name */
    const char *attrs; /* behind the name */
    const char *end;   /* at its ">" or "/>" */
};

struct xml {
    struct tag open[DEEPEST];
    size_t depth;
    void (*element)(void *ctx, const struct tag *t); /* or NULL */
    void *ctx;
};

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-' || c == ':';
}

/* A character of text or of an attribute's value: entities only, no "<". */
static const char *check_text(const char *s)
{
    static const char *const entities[] = { "&amp;", "&lt;", "&gt;", "&quot;",
                                            "&#39;" };

    assert_true(*s != '<' && ((unsigned char)*s >= ' ' || *s == '\n'));
    if (*s != '&')
        return s + 1;
    for (size_t i = 0; i < 5; i++)
        if (str_starts(s, entities[i]))
            return s + strlen(entities[i]);
    fail_msg("an ampersand: %.40s", s);
    return s;
}

/* Reads ` name="value"`; returns where it ends. */
static const char *check_attribute(const char *s)
{
    assert_true(*s == ' ' && is_name(s[1]));
    for (s++; is_name(*s); s++)
        ;
    assert_true(s[0] == '=' && s[1] == '"');
    for (s += 2; *s != '"';)
        s = check_text(s);
    return s + 1;
}

static const char *check_tag(struct xml *x, const char *s)
{
    struct tag t = { .name = s + 1 };

    if (s[1] == '/') {
        assert_true(x->depth > 0);
        t = x->open[--x->depth];
        assert_int_equal(strncmp(s + 2, t.name, t.n), 0);
        assert_true(s[2 + t.n] == '>');
        return s + 3 + t.n;
    }
    for (s++; is_name(*s); s++)
        t.n++;
    assert_true(t.n > 0);
    for (t.attrs = s; *s == ' ';)
        s = check_attribute(s);
    t.end = s;
    if (x->element)
        x->element(x->ctx, &t);
    if (s[0] == '/') {
        assert_true(s[1] == '>');
        return s + 2;
    }
    assert_true(*s == '>' && x->depth < DEEPEST);
    x->open[x->depth++] = t;
    return s + 1;
}

/* One element, with nothing but line ends behind it. */
static void check_xml(struct xml *x, const char *s)
{
    x->depth = 0;
    assert_int_equal(utf8_check(s, strlen(s)), strlen(s));
    s = check_tag(x, s);
    while (x->depth > 0)
        s = *s == '<' ? check_tag(x, s) : check_text(s);
    assert_string_equal(s, "\n");
}

/* Returns whether the element has the attribute; its value goes to `out`. */
static bool attribute(const struct tag *t, const char *name, char *out,
                      size_t room)
{
    size_t n = strlen(name);

    for (const char *s = t->attrs; s < t->end; s = check_attribute(s)) {
        const char *value = s + n + 3;

        if (strncmp(s + 1, name, n) != 0 || s[n + 1] != '=')
            continue;
        snprintf(out, room, "%.*s", (int)strcspn(value, "\""), value);
        return true;
    }
    return false;
}

static bool is_tag(const struct tag *t, const char *name)
{
    return strlen(name) == t->n && strncmp(t->name, name, t->n) == 0;
}

/* ---- what must hold of every element ---- */

#define ROOM 4096

struct look {
    enum svg_use use;
    double width, height;
    size_t dots; /* things that are drawn */
    size_t links;
};

static double number_of(const char *s)
{
    char *end;
    double v = strtod(s, &end);

    assert_true(end != s && *end == '\0' && isfinite(v));
    return v;
}

/* A number of the element, `otherwise` if there is none. */
static double length_of(const struct tag *t, const char *name, double otherwise)
{
    char value[ROOM];

    return attribute(t, name, value, sizeof(value)) ? number_of(value)
                                                    : otherwise;
}

static void within(const struct look *l, double x, double y)
{
    assert_true(x >= -0.5 && x <= l->width + 0.5);
    assert_true(y >= -0.5 && y <= l->height + 0.5);
}

/* The places of "M1 2L3 4Z". */
static void path_within(const struct look *l, const char *d)
{
    while (*d && *d != 'Z') {
        char *end;
        double x = strtod(d + 1, &end), y;

        assert_true((*d == 'M' || *d == 'L') && end != d + 1);
        y = strtod(end, &end);
        within(l, x, y);
        d = end;
    }
}

static void look_at_place(const struct look *l, const struct tag *t)
{
    char value[ROOM * 4];
    double x = length_of(t, "x", 0), y = length_of(t, "y", 0);

    if (attribute(t, "transform", value, sizeof(value))) {
        char *end;

        x = strtod(value + strlen("translate("), &end);
        y = strtod(end, &end);
        assert_true(str_starts(end, ") rotate(-"));
    }
    within(l, x, y);
    within(l, x + length_of(t, "width", 0), y + length_of(t, "height", 0));
    within(l, length_of(t, "x1", 0), length_of(t, "y1", 0));
    within(l, length_of(t, "x2", 0), length_of(t, "y2", 0));
    within(l, length_of(t, "cx", 0), length_of(t, "cy", 0));
    if (attribute(t, "d", value, sizeof(value)) &&
        !attribute(t, "stroke-opacity", value, sizeof(value)))
        path_within(l, (attribute(t, "d", value, sizeof(value)), value));
}

/* Nothing is styled, run or loaded. */
static void look_for_harm(struct look *l, const struct tag *t)
{
    static const char *const known[] = { "svg",  "g",    "a",      "title",
                                         "text", "line", "rect",   "circle",
                                         "path", "defs", "pattern" };
    char value[ROOM];
    size_t i = 0;

    while (i < sizeof(known) / sizeof(*known) && !is_tag(t, known[i]))
        i++;
    assert_true(i < sizeof(known) / sizeof(*known));
    assert_false(attribute(t, "style", value, sizeof(value)));
    for (const char *s = t->attrs; s < t->end; s = check_attribute(s))
        assert_false(str_starts(s, " on"));
    if (attribute(t, "href", value, sizeof(value))) {
        assert_true(str_starts(value, "#items?") && is_tag(t, "a"));
        l->links++;
    }
}

static void look_at(void *ctx, const struct tag *t)
{
    struct look *l = ctx;
    char value[ROOM];

    look_for_harm(l, t);
    if (is_tag(t, "svg")) {
        char *end;

        assert_true(attribute(t, "viewBox", value, sizeof(value)));
        l->width = strtod(value + strlen("0 0 "), &end);
        l->height = number_of(end + 1);
        assert_true(l->height > 0 && l->height < 1e6);
        return;
    }
    if (attribute(t, "class", value, sizeof(value))) {
        assert_int_equal(l->use, SVG_PAGE);
        l->dots += str_eq(value, "dot");
    }
    if (!is_tag(t, "pattern"))
        look_at_place(l, t);
}

static struct look look_over(const struct figure *f, enum svg_use use,
                             double width)
{
    struct look l = { .use = use };
    struct xml x = { .element = look_at, .ctx = &l };
    struct str out = { 0 };

    figure_svg(&out, f, use, width);
    check_xml(&x, str_get(&out));
    assert_null(strstr(str_get(&out), "\xe2\x80\xae")); /* turns the text */
    assert_null(strstr(str_get(&out), "\xef\xbf\xbe")); /* not XML */
    assert_null(strstr(str_get(&out), "\xef\xbf\xbf"));
    str_clear(&out);
    return l;
}

/* ---- data ---- */

static size_t csv_lines(const struct figure *f)
{
    struct str out = { 0 };
    size_t n = 0;

    figure_csv(&out, f);
    for (const char *s = str_get(&out); (s = strstr(s, "\r\n")); s += 2)
        n++;
    str_clear(&out);
    return n;
}

static const struct json *read_json(struct arena *a, const struct figure *f)
{
    struct str out = str_in(a);
    struct json *v;
    struct err e;

    figure_json(&out, f);
    assert_true(json_read(a, str_get(&out), out.n, 1, &v, &e));
    return v;
}

/* Everything that is asked of a figure. */
static void check_figure(const struct figure *f)
{
    static const double widths[] = { 0, 320, 1000 };
    struct arena a = { 0 };
    bool drawn = f->dots.n && (f->rows.n || f->kind == FIGURE_LINES);

    for (size_t i = 0; i < 3; i++) {
        struct look paper = look_over(f, SVG_PAPER, widths[i]);
        struct look page = look_over(f, SVG_PAGE, widths[i]);

        assert_int_equal(paper.links, 0);
        assert_int_equal(page.dots, drawn ? f->dots.n : 0);
        assert_true(page.width == (widths[i] > 0 ? widths[i] : 680));
    }
    assert_int_equal(csv_lines(f), f->dots.n + 1);
    assert_int_equal(json_get(read_json(&a, f), "dots")->count, f->dots.n);
    arena_clear(&a);
}

/* ---- figures at random ---- */

static const char *hostile(struct arena *a, struct rng *r)
{
    static const char *const texts[] = {
        "",
        "plain",
        "<script>alert(1)</script>",
        "\" onload=\"alert(1)",
        "'a' & <b> ]]> --> <svg/onload=x>",
        "\x01\x02\x1b[2J\x7f",
        "\xff\xfe\xc3",
        "\xe2\x80\xae"
        "desrever",
        "\xef\xbf\xbe\xef\xbf\xbf",
        "a tab\tand a return\r",
        "javascript:alert(1)",
        "=HYPERLINK(1)",
        "\xe6\xbc\xa2\xe5\xad\x97 and \xf0\x9d\x95\x8f",
        "a label that is much longer than any column of a figure may be, so "
        "that it must be cut somewhere before it reaches the other side",
    };
    size_t n = sizeof(texts) / sizeof(*texts), i = rng_below(r, n + 1);

    if (i < n)
        return texts[i];
    return memset(arena_text(a, 5000), 'W', 5000);
}

static double odd_number(struct rng *r)
{
    static const double odd[] = {
        NAN,    INFINITY, -INFINITY, 0, -0.0,   1e308,
        -1e308, 5e-324,   1e-200,    1, -1e-12, 1e15
    };

    if (rng_below(r, 3) == 0)
        return odd[rng_below(r, sizeof(odd) / sizeof(*odd))];
    return (double)rng_range(r, -1000, 1000) / 997;
}

static double some_number(struct rng *r, bool odd)
{
    return odd ? odd_number(r) : (double)rng_below(r, 1001) / 1000;
}

static struct axis some_axis(struct arena *a, struct rng *r, bool odd)
{
    struct axis x = { .share = rng_below(r, 2), .log = rng_below(r, 3) == 0 };

    if (rng_below(r, 2))
        x.title = hostile(a, r);
    if (rng_below(r, 3) == 0) {
        x.from = some_number(r, odd);
        x.to = some_number(r, odd);
    }
    return x;
}

static void add_dots(struct figure *f, struct rng *r, size_t n, bool odd)
{
    for (size_t i = 0; i < n; i++) {
        size_t series = f->series.n ? rng_below(r, f->series.n) : 0;
        struct dot *d = figure_dot(f, f->rows.n ? rng_below(r, f->rows.n) : 0,
                                   series, some_number(r, odd));

        d->x = some_number(r, odd);
        d->low = some_number(r, odd);
        d->high = some_number(r, odd);
        d->least = some_number(r, odd);
        d->most = some_number(r, odd);
        d->n = rng_below(r, 2) ? rng_below(r, 1000) : 0;
        d->label = rng_below(r, 4) ? NULL : hostile(f->arena, r);
        d->items = rng_below(r, 2) ? items_query(f->arena, "family",
                                                 hostile(f->arena, r), NULL)
                                   : NULL;
    }
}

static struct figure *some_figure(struct arena *a, struct rng *r)
{
    static const size_t sizes[] = { 0, 1, 2, 5, 12, 60 };
    bool odd = rng_below(r, 2);
    struct figure *f =
        figure_new(a, (enum figure_kind)rng_below(r, 5), "some", hostile(a, r));

    f->caption = rng_below(r, 2) ? hostile(a, r) : NULL;
    f->value = some_axis(a, r, odd);
    f->across = some_axis(a, r, odd);
    f->stacked = rng_below(r, 2);
    f->scatter = rng_below(r, 2);
    f->marks = rng_below(r, 2);
    for (size_t i = sizes[rng_below(r, 6)]; i > 0; i--)
        figure_row(f, hostile(a, r));
    for (size_t i = sizes[rng_below(r, 5)]; i > 0; i--)
        figure_series(f, rng_below(r, 3) ? hostile(a, r)
                                         : mark_name((enum mark)(i % MARKS)));
    for (size_t i = rng_below(r, 4); i > 0; i--)
        figure_rule(f, some_number(r, odd), hostile(a, r));
    add_dots(f, r, sizes[rng_below(r, 6)], odd);
    return f;
}

static void every_figure_is_harmless(void **state)
{
    uint64_t rounds = rounds_of(200, 3000);
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("figures", 7));
    for (uint64_t i = 0; i < rounds; i++) {
        struct arena a = { 0 };

        check_figure(some_figure(&a, &r));
        arena_clear(&a);
    }
}

/* ---- sizes ---- */

static struct figure *of_size(struct arena *a, enum figure_kind kind,
                              size_t rows, size_t series)
{
    struct figure *f = figure_new(a, kind, "sized", "Of some size");

    f->value = (struct axis){ .title = "accuracy", .share = true };
    for (size_t i = 0; i < series; i++)
        figure_series(f, arena_printf(a, "series %zu", i));
    for (size_t i = 0; i < rows; i++) {
        figure_row(f, arena_printf(a, "row %zu", i));
        for (size_t k = 0; k < series; k++) {
            struct dot *d = figure_dot(f, i, k, (double)(i * k % 7) / 7);

            d->x = (double)i;
            d->n = 1 + i;
        }
    }
    return f;
}

static void large_figures(void **state)
{
    (void)state;
    for (int kind = FIGURE_DOTS; kind <= FIGURE_BARS; kind++) {
        struct arena a = { 0 };

        struct figure *tall = of_size(&a, (enum figure_kind)kind, 500, 2);
        struct figure *wide = of_size(&a, (enum figure_kind)kind, 200, 20);

        assert_int_equal(look_over(tall, SVG_PAGE, 0).dots, 1000);
        assert_int_equal(look_over(wide, SVG_PAGE, 0).dots, 4000);
        check_figure(of_size(&a, (enum figure_kind)kind, 1, 1));
        check_figure(of_size(&a, (enum figure_kind)kind, 0, 3));
        arena_clear(&a);
    }
}

/* What is not drawn is counted below. */
static void too_large_a_figure(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct figure *f = of_size(&a, FIGURE_DOTS, 1200, 1);

    (void)state;
    assert_int_equal(look_over(f, SVG_PAGE, 0).dots, 1000);
    figure_svg(&out, f, SVG_PAPER, 0);
    assert_non_null(strstr(str_get(&out), "200 more rows"));
    arena_clear(&a);
}

static void an_empty_figure(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);

    (void)state;
    for (int kind = FIGURE_DOTS; kind <= FIGURE_BARS; kind++) {
        struct figure *f =
            figure_new(&a, (enum figure_kind)kind, "empty", "Empty");

        str_reset(&out);
        figure_svg(&out, f, SVG_PAPER, 0);
        assert_non_null(strstr(str_get(&out), "No data."));
    }
    arena_clear(&a);
}

/* ---- places ---- */

/* The attributes `name` of all elements of a name, in order. */
struct found {
    const char *element, *name;
    double at[64];
    size_t n;
};

static void find(void *ctx, const struct tag *t)
{
    struct found *f = ctx;

    if (is_tag(t, f->element) && f->n < 64)
        f->at[f->n++] = length_of(t, f->name, NAN);
}

static void find_all(struct found *found, const struct figure *f)
{
    struct xml x = { .element = find, .ctx = found };
    struct str out = { 0 };

    figure_svg(&out, f, SVG_PAPER, 0);
    check_xml(&x, str_get(&out));
    str_clear(&out);
}

static struct figure *rising(struct arena *a, enum figure_kind kind, bool log)
{
    struct figure *f = figure_new(a, kind, "rising", "Rising values");

    f->value.log = f->across.log = log;
    for (int i = 0; i < 10; i++) {
        size_t row = figure_row(f, "row");
        struct dot *d = figure_dot(f, row, 0, pow(1.7, i) - (log ? 0 : 3));

        d->x = 1 + i;
    }
    return f;
}

static void check_rising(const struct found *f, size_t first, double sign)
{
    assert_true(f->n >= first + 10);
    for (size_t i = first + 1; i < first + 10; i++)
        assert_true(sign * (f->at[i] - f->at[i - 1]) > 0.5);
}

static void larger_values_stand_further(void **state)
{
    (void)state;
    for (int log = 0; log < 2; log++) {
        struct arena a = { 0 };
        struct found dots = { "circle", "cx", { 0 }, 0 };
        struct found x = dots, y = { "circle", "cy", { 0 }, 0 };
        struct found bars = { "rect", "width", { 0 }, 0 };

        find_all(&dots, rising(&a, FIGURE_DOTS, log));
        check_rising(&dots, 0, 1);
        find_all(&x, rising(&a, FIGURE_LINES, log));
        check_rising(&x, 0, 1);
        find_all(&y, rising(&a, FIGURE_LINES, log));
        check_rising(&y, 0, -1);
        find_all(&bars, rising(&a, FIGURE_BARS, true)); /* the ground first */
        assert_true(bars.at[2] < bars.at[5] && bars.at[5] < bars.at[10]);
        arena_clear(&a);
    }
}

/* The pieces of a bar lie side by side and fill it. */
static void pieces_fill_a_stack(void **state)
{
    struct arena a = { 0 };
    struct figure *f = figure_new(&a, FIGURE_BARS, "stack", "Stack");
    struct found x = { "rect", "x", { 0 }, 0 };
    struct found width = { "rect", "width", { 0 }, 0 };
    static const double shares[] = { 0.5, 0.2, 0.3 };

    (void)state;
    f->stacked = true;
    f->value.share = true;
    figure_row(f, "row");
    for (size_t i = 0; i < 3; i++)
        figure_dot(f, 0, 0, shares[i]); /* a series without hatches */
    find_all(&x, f);
    find_all(&width, f);
    assert_int_equal(x.n, 4);
    for (size_t i = 1; i < 3; i++)
        assert_true(fabs(x.at[i] + width.at[i] - x.at[i + 1]) < 0.02);
    assert_true(fabs(width.at[1] / (width.at[1] + width.at[2] + width.at[3]) -
                     0.5) < 0.001);
    arena_clear(&a);
}

/* Points of a line are in order, whatever order they came in; those without a
 * place are left out. */
static void a_line_goes_right(void **state)
{
    struct arena a = { 0 };
    struct figure *f = figure_new(&a, FIGURE_LINES, "line", "Line");
    struct found x = { "circle", "cx", { 0 }, 0 };

    (void)state;
    for (int i = 0; i < 10; i++) {
        figure_point(f, 0, (7 * i + 3) % 10, i);
        figure_point(f, 0, NAN, i);
    }
    find_all(&x, f);
    assert_int_equal(x.n, 10);
    check_rising(&x, 0, 1);
    arena_clear(&a);
}

static void numbers_of_shapes(void **state)
{
    static const struct {
        double v;
        const char *words;
    } cases[] = { { 1.5, "1.5" },    { -0.004, "0" },      { 2.345, "2.35" },
                  { 7.05, "7.05" },  { -3.25, "-3.25" },   { NAN, "0" },
                  { INFINITY, "0" }, { 1e300, "10000000" } };
    struct arena a = { 0 };
    struct canvas c = { .arena = &a };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        assert_string_equal(canvas_number(&c, cases[i].v), cases[i].words);
    arena_clear(&a);
}

/* ---- scales ---- */

static void check_ticks(const struct scale *s, size_t most)
{
    struct ticks t = scale_ticks(s, most);

    assert_true(t.n > 0 && t.n <= most);
    for (size_t i = 0; i < t.n; i++) {
        double at = scale_at(s, t.at[i]);

        assert_true(isfinite(t.at[i]) && (i == 0 || t.at[i] > t.at[i - 1]));
        assert_true(at >= -1e-6 && at <= 1 + 1e-6);
    }
}

static void a_scale_holds_its_values(void **state)
{
    struct arena a = { 0 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("scales", 6));
    for (uint64_t i = rounds_of(5000, 100000); i > 0; i--) {
        struct axis axis = { .log = rng_below(&r, 2),
                             .share = rng_below(&r, 2) };
        struct reach reach = { NAN, NAN };
        double power = pow(10, (double)rng_range(&r, -30, 30));
        double x = power * (double)rng_range(&r, -1000, 1000);
        double y = power * (double)rng_range(&r, -1000, 1000);
        struct scale s;

        reach_take(&reach, &axis, x);
        reach_take(&reach, &axis, y);
        reach_take(&reach, &axis, odd_number(&r));
        s = scale_over(&axis, reach);
        assert_true(s.from < s.to && isfinite(s.from) && isfinite(s.to));
        if (!isnan(reach.least)) {
            double slack = 1e-6 * (s.to - s.from);

            assert_true(s.from <= reach.least + slack);
            assert_true(s.to >= reach.most - slack);
        }
        for (size_t most = 2; most <= TICKS_MOST; most++)
            check_ticks(&s, most);
    }
    arena_clear(&a);
}

static void check_tick_words(struct axis axis, double from, double to,
                             const char *expected)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct reach r = { NAN, NAN };
    struct ticks t;
    struct scale s;

    reach_take(&r, &axis, from);
    reach_take(&r, &axis, to);
    s = scale_over(&axis, r);
    t = scale_ticks(&s, 6);
    for (size_t i = 0; i < t.n; i++)
        str_addf(&out, "%s%s", i ? " | " : "", ticks_words(&a, &s, &t, i));
    assert_string_equal(str_get(&out), expected);
    arena_clear(&a);
}

static void ticks_are_round(void **state)
{
    const struct axis plain = { 0 }, share = { .share = true },
                      log = { .log = true };

    (void)state;
    check_tick_words(plain, 0.03, 9.7, "0 | 2 | 4 | 6 | 8 | 10");
    check_tick_words(plain, -0.1, 0.21,
                     "\xe2\x88\x92"
                     "0.1 | 0 | 0.1 | 0.2 | 0.3");
    check_tick_words(plain, 3, 3, "1 | 2 | 3 | 4 | 5");
    check_tick_words(plain, 0, 0, "0 | 0.2 | 0.4 | 0.6 | 0.8 | 1");
    check_tick_words(plain, 10000, 48000, "10k | 20k | 30k | 40k | 50k");
    check_tick_words(share, 0.2, 0.9,
                     "0 % | 20 % | 40 % | 60 % | 80 % | 100 %");
    check_tick_words(share, 0.01, 0.04, "0 % | 1 % | 2 % | 3 % | 4 %");
    check_tick_words(share, -0.1, 0.1,
                     "\xe2\x88\x92"
                     "10 % | \xe2\x88\x92"
                     "5 % | 0 % | 5 % | 10 %");
    check_tick_words(plain, 4.7142, 4.7143, "4.2 | 4.4 | 4.6 | 4.8 | 5 | 5.2");
    check_tick_words(log, 1, 64, "1 | 10 | 100");
    check_tick_words(log, 3, 30, "2 | 5 | 10 | 20 | 50");
    check_tick_words(log, 1e-5, 1e5, "0.0001 | 0.01 | 1 | 100 | 10k");
    check_tick_words(log, 0, -1, "1 | 2 | 5 | 10");
}

static void check_words(bool share, double v, const char *expected)
{
    struct arena a = { 0 };
    struct scale s = { 0, 1, false, share, false, 0, 1 };

    assert_string_equal(scale_words(&a, &s, v), expected);
    arena_clear(&a);
}

static void values_have_few_digits(void **state)
{
    (void)state;
    check_words(true, 0.7239, "72.4 %");
    check_words(true, -0.05,
                "\xe2\x88\x92"
                "5.0 %");
    check_words(false, 0.0123456, "0.0123");
    check_words(false, 1234.4, "1234");
    check_words(false, 123456, "123k");
    check_words(false, 1.5e9, "1.5G");
    check_words(false, NAN, "\xe2\x80\x93");
}

/* ---- words ---- */

static void labels_are_cut(void **state)
{
    struct arena a = { 0 };
    const char *s = letters_cut(&a, LETTERS_LABEL, "accuracy of it all", 50);

    (void)state;
    assert_true(letters_width(LETTERS_LABEL, s) <= 50);
    assert_true(str_starts(s, "accur") && str_ends(s, "\xe2\x80\xa6"));
    assert_string_equal(letters_cut(&a, LETTERS_LABEL, "short", 50), "short");
    assert_string_equal(
        letters_cut(&a, LETTERS_LABEL, "a\nb\x01\xe2\x80\xae", 50), "a b??");
    assert_true(letters_width(LETTERS_LABEL, "WWW") >
                2 * letters_width(LETTERS_LABEL, "iii"));
    arena_clear(&a);
}

/* ---- whole outputs ---- */

static struct figure *small(struct arena *a)
{
    struct figure *f = figure_new(a, FIGURE_DOTS, "small", "Small & plain");
    struct dot *d;

    f->caption = "One dot.";
    f->row_title = "family";
    f->value = (struct axis){ .title = "accuracy", .share = true };
    figure_series(f, "m");
    figure_row(f, "=crt");
    figure_row(f, "b, c");
    figure_rule(f, 0.25, "chance");
    d = figure_dot(f, 0, 0, 2.0 / 3);
    d->low = 0.5;
    d->high = 0.8;
    d->n = 12;
    d->items = items_query(a, "family", "a/b", "mark", "wrong", NULL);
    figure_dot(f, 1, 0, NAN);
    return f;
}

static const struct figure *heat_with_an_interval(struct arena *a)
{
    struct figure *f = figure_new(a, FIGURE_HEAT, "heat", "Heat");
    struct dot *d;

    figure_row(f, "a");
    figure_series(f, "m");
    figure_series(f, "n");
    figure_dot(f, 0, 0, 0.5);
    d = figure_dot(f, 0, 1, 0.5);
    d->low = 0.25;
    d->high = 0.75;
    d->n = 8;
    return f;
}

static void data_in_full(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);

    (void)state;
    figure_csv(&out, small(&a));
    assert_string_equal(str_get(&out),
                        "family,series,value,low,high,n\r\n"
                        "'=crt,m,0.666666666666667,0.5,0.8,12\r\n"
                        "\"b, c\",m,,,,\r\n");
    str_reset(&out);
    figure_csv(&out, heat_with_an_interval(&a));
    assert_string_equal(str_get(&out), "row,series,value,low,high,n\r\n"
                                       "a,m,0.5,,,\r\n"
                                       "a,n,0.5,0.25,0.75,8\r\n");
    str_reset(&out);
    figure_json(&out, small(&a));
    assert_string_equal(
        str_get(&out),
        "{\"name\": \"small\", \"kind\": \"dots\", \"title\": \"Small & "
        "plain\", \"caption\": \"One dot.\", \"value\": {\"title\": "
        "\"accuracy\", \"share\": true, \"log\": false, \"from\": null, "
        "\"to\": null}, \"row_title\": \"family\", \"series_title\": null, "
        "\"stacked\": false, \"scatter\": false, \"curve\": false, "
        "\"marks\": false, \"rows\": [\"=crt\", \"b, c\"], \"series\": [\"m\"], \"rules\": [{\"value\": "
        "0.25, \"label\": \"chance\"}], \"dots\": [{\"row\": 0, \"series\": 0, "
        "\"value\": 0.666666666666667, \"low\": 0.5, \"high\": 0.8, \"n\": 12, "
        "\"label\": null, \"items\": \"family=a%2Fb&mark=wrong\"}, {\"row\": "
        "1, \"series\": 0, \"value\": null, \"low\": null, \"high\": null, "
        "\"n\": null, \"label\": null, \"items\": null}]}");
    arena_clear(&a);
}

static void has(const struct str *out, const char *part)
{
    if (!strstr(str_get(out), part))
        fail_msg("there is no %s in\n%s", part, str_get(out));
}

static size_t count(const struct str *out, const char *part)
{
    size_t n = 0;

    for (const char *s = str_get(out); (s = strstr(s, part)); s++)
        n++;
    return n;
}

/* Writes a figure of two stacked bars; n is that of each piece, or 0. */
static void write_stacks(struct str *out, bool share, double x, double y,
                         uint64_t n)
{
    struct figure *f = figure_new(out->arena, FIGURE_BARS, "n", "N");
    double size = share ? 100 : 1;

    f->stacked = true;
    f->value.share = share;
    figure_row(f, "a");
    figure_row(f, "b");
    figure_dot(f, 0, 0, x)->n = n ? n : (uint64_t)(x * size);
    figure_dot(f, 0, 1, y)->n = n ? n : (uint64_t)(y * size);
    figure_dot(f, 1, 0, x)->n = n ? n + 7 : (uint64_t)(x * size);
    str_reset(out);
    figure_svg(out, f, SVG_PAPER, 0);
}

/* n of a stacked bar is that of all its pieces. */
static void stacks_have_one_n(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);

    (void)state;
    write_stacks(&out, false, 30, 30, 0); /* counts of their own */
    has(&out, ">n</text>");
    has(&out, ">60</text>");
    write_stacks(&out, false, 20, 30, 59); /* that of the bar */
    has(&out, ">59</text>");
    has(&out, ">66</text>");
    write_stacks(&out, true, 0.5, 0.25, 0); /* shares of 100 */
    has(&out, ">n = 100</text>");
    assert_int_equal(count(&out, ">n</text>"), 0);
    arena_clear(&a);
}

/* Points that are next to each other have room beside them, and the title says
 * that the scale is logarithmic. */
static void an_axis_has_few_digits(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct figure *f = figure_new(&a, FIGURE_LINES, "log", "Log");

    (void)state;
    f->scatter = true;
    f->across = (struct axis){ .title = "tokens", .log = true };
    figure_point(f, 0, 4.71421, 1);
    figure_point(f, 0, 4.71432, 2);
    figure_svg(&out, f, SVG_PAPER, 0);
    has(&out, ">tokens (log scale)</text>");
    has(&out, ">4.6</text>");
    assert_int_equal(count(&out, ">4.71"), 0);
    arena_clear(&a);
}

static void a_page_leads_to_items(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);

    (void)state;
    figure_svg(&out, small(&a), SVG_PAGE, 0);
    has(&out, "role=\"group\" class=\"figure figure-dots\" "
              "aria-label=\"Small &amp; plain. One dot.\"");
    has(&out, "<a class=\"dot\" href=\"#items?family=a%2Fb&amp;mark=wrong\">"
              "<title>=crt, m: 66.7 % (50.0 % to 80.0 %), n = 12</title>\n"
              "<g color=\"#0072b2\" class=\"series-0\">");
    has(&out, ">chance</text>");
    has(&out, ">n = 12</text>");
    arena_clear(&a);
}

/* A dot whose value is not known is a dash. */
static void missing_values(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct figure *f = small(&a);
    struct found dots = { "circle", "cx", { 0 }, 0 };

    (void)state;
    find_all(&dots, f);
    assert_int_equal(dots.n, 1);
    figure_svg(&out, f, SVG_PAPER, 0);
    has(&out, ">\xe2\x80\x93</text>");
    arena_clear(&a);
}

/* Three cells, one of them not known, and one that nobody gave. */
static void cells(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct figure *f = figure_new(&a, FIGURE_HEAT, "cells", "Cells");
    struct found boxes = { "rect", "width", { 0 }, 0 };

    (void)state;
    f->value = (struct axis){ .title = "wider than a row", .share = true };
    figure_row(f, "a");
    figure_row(f, "b");
    figure_series(f, "m");
    figure_series(f, "n");
    figure_dot(f, 0, 0, 0.25)->n = 8;
    figure_dot(f, 0, 1, 1)->n = 9;
    figure_dot(f, 1, 0, NAN);
    find_all(&boxes, f);
    assert_int_equal(boxes.n, 1 + 4 + 40); /* the ground, cells, the key */
    figure_svg(&out, f, SVG_PAGE, 0);
    has(&out, "<title>a, m: 25.0 %, n = 8</title>\n<rect");
    has(&out, ">25.0 %</text>");
    has(&out, ">wider than a row</text>");
    has(&out, "fill=\"#f9e241\" class=\"cell\"");
    assert_int_equal(count(&out, "class=\"missing\""), 2);
    has(&out, ">n = 8\xe2\x80\x93"
              "9 in each cell</text>");
    arena_clear(&a);
}

/* Marks have colours of their own, whatever their place. */
static void marks_have_colours(void **state)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct figure *f = figure_new(&a, FIGURE_BARS, "marks", "Marks");

    (void)state;
    f->marks = f->stacked = true;
    figure_row(f, "row");
    figure_series(f, "truncated");
    figure_series(f, "correct");
    figure_dot(f, 0, 0, 1);
    figure_dot(f, 0, 1, 2);
    figure_svg(&out, f, SVG_PAGE, 0);
    has(&out, "<g color=\"#f0e442\" class=\"mark-truncated\">");
    has(&out, "<g color=\"#0072b2\" class=\"mark-correct\">");
    has(&out, "fill=\"url(#marks-hatch-3)\"");
    arena_clear(&a);
}

/* A curve has no dots; what stands beside it has, and labels are written. */
static void a_curve_has_points_beside_it(void **state)
{
    struct arena a = { 0 };
    struct figure *f = figure_new(&a, FIGURE_LINES, "curve", "A curve");
    struct str out = { 0 };

    (void)state;
    figure_series(f, "m");
    f->curve = true;
    for (int i = 1; i < 9; i++)
        figure_point(f, 0, i, 1.0 / i);
    figure_point(f, 0, 2.5, 0.7)->n = 3;
    assert_int_equal(look_over(f, SVG_PAGE, 0).dots, 1);
    f->curve = false;
    assert_int_equal(look_over(f, SVG_PAGE, 0).dots, 9);
    f = figure_new(&a, FIGURE_DOTS, "dots", "Dots");
    figure_series(f, "m");
    figure_dot(f, figure_row(f, "a"), 0, 3)->label = "> 3";
    figure_svg(&out, f, SVG_PAPER, 0);
    assert_non_null(strstr(str_get(&out), "&gt; 3<"));
    str_clear(&out);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_figure_is_harmless),
        cmocka_unit_test(large_figures),
        cmocka_unit_test(too_large_a_figure),
        cmocka_unit_test(an_empty_figure),
        cmocka_unit_test(larger_values_stand_further),
        cmocka_unit_test(pieces_fill_a_stack),
        cmocka_unit_test(a_line_goes_right),
        cmocka_unit_test(numbers_of_shapes),
        cmocka_unit_test(a_scale_holds_its_values),
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(values_have_few_digits),
        cmocka_unit_test(labels_are_cut),
        cmocka_unit_test(data_in_full),
        cmocka_unit_test(stacks_have_one_n),
        cmocka_unit_test(an_axis_has_few_digits),
        cmocka_unit_test(a_page_leads_to_items),
        cmocka_unit_test(missing_values),
        cmocka_unit_test(cells),
        cmocka_unit_test(marks_have_colours),
        cmocka_unit_test(a_curve_has_points_beside_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
