/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JUnit's XML, as continuous integration reads it: a suite for each model, a
 * case for each result. A result that counts in the denominator and is not
 * correct is a failure, a call without a reply is an error, and what could not
 * be judged is skipped. What was judged carries statement, key and answer.
 */
#include "base/json.h"
#include "base/utf8.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SPILL    ((size_t)1 << 20)
#define MS_MOST  1000000000000 /* thirty years: no time of a call */
#define WHY_MOST 2000 /* bytes of a reason; a reply's end may be in it */
#define KEY_MOST 200  /* bytes of a key and an answer, in a message */
#define ALL_MOST 4000 /* bytes of each, and of a statement, in the text */

/* ---- XML ---- */

static void add_escaped(struct str *out, uint32_t ch, const char *s, size_t n)
{
    if (ch == '&')
        str_add(out, "&amp;");
    else if (ch == '<')
        str_add(out, "&lt;");
    else if (ch == '>')
        str_add(out, "&gt;");
    else if (ch == '"')
        str_add(out, "&quot;");
    else if (ch < 0x20)
        str_addf(out, "&#%u;", (unsigned)ch);
    else
        str_addn(out, s, n);
}

/* Text within quotes or between tags. Control characters are dropped, and bytes that are no
 * UTF-8 become U+FFFD. */
static void junit_add_text(struct str *out, const char *s, size_t most)
{
    size_t n = strlen(s), len;
    uint32_t ch;
    bool cut = n > most;

    n = cut ? utf8_start(s, most) : n;
    for (; n; s += len, n -= len) {
        len = utf8_read(s, n, &ch);
        if (len == 0) {
            str_add(out, "\xef\xbf\xbd");
            len = 1;
        } else if (ch == '\t' || ch == '\n' || ch == '\r' ||
                   (!utf8_is_unseen(ch) && ch != 0xFFFE && ch != 0xFFFF)) {
            /* of XML 1.0, and needs no care in an attribute */
            add_escaped(out, ch, s, len);
        }
    }
    if (cut)
        str_add(out, "...");
}

static void add_attribute(struct str *out, const char *name, const char *text)
{
    str_addf(out, " %s=\"", name);
    junit_add_text(out, text, WHY_MOST);
    str_addc(out, '"');
}

static void junit_add_time(struct str *out, int64_t ms)
{
    ms = ms < 0 ? 0 : ms;
    str_addf(out, " time=\"%" PRId64 ".%03d\"", ms / 1000, (int)(ms % 1000));
}

/* ---- what a mark is to JUnit ---- */

enum kind { KIND_PASS, KIND_FAILURE, KIND_ERROR, KIND_SKIPPED, KINDS };

static enum kind junit_kind_of(enum mark m)
{
    switch (m) {
    case MARK_CORRECT: return KIND_PASS;
    case MARK_UNDECIDED: /* open: no pass, and no proven failure */
    case MARK_ERROR: return KIND_ERROR;
    case MARK_BAD_KEY: return KIND_SKIPPED;
    default: return KIND_FAILURE;
    }
}

/* All keys, "x = 1; y = 2" if there are several. */
static void junit_add_keys(struct str *out, const struct problem *p,
                           size_t most)
{
    for (size_t i = 0; i < p->n_keys; i++) {
        str_add(out, i ? "; " : "");
        if (p->keys[i].name) {
            junit_add_text(out, p->keys[i].name, most);
            str_add(out, " = ");
        }
        junit_add_text(out, p->keys[i].latex, most);
    }
}

/* "wrong: answer 12, key 13: they are different numbers" */
static void junit_add_message(struct str *out, const struct problem *p,
                              const struct result *r, enum mark m)
{
    str_addf(out, " message=\"%s", mark_name(m));
    if (r->answer && *r->answer) {
        str_add(out, ": answer ");
        junit_add_text(out, r->answer, KEY_MOST);
    }
    if (p->n_keys) {
        str_add(out, r->answer && *r->answer ? ", key " : ": key ");
        junit_add_keys(out, p, KEY_MOST);
    }
    if (r->why && *r->why) {
        str_add(out, ": ");
        junit_add_text(out, r->why, WHY_MOST);
    }
    str_addc(out, '"');
}

static void junit_add_mark(struct str *out, const struct problem *p,
                           const struct result *r, enum mark m)
{
    static const char *const names[] = { "", "failure", "error", "skipped" };
    enum kind kind = junit_kind_of(m);

    if (kind == KIND_PASS)
        return;
    str_addf(out, "<%s", names[kind]);
    if (m == MARK_ERROR)
        add_attribute(out, "message",
                      r->why && *r->why ? r->why : mark_name(m));
    else
        junit_add_message(out, p, r, m);
    if (kind != KIND_SKIPPED) /* which has no type */
        add_attribute(out, "type", mark_name(m));
    if (m == MARK_ERROR) {
        str_add(out, "/>");
        return;
    }
    /* What was asked, what is right, and what was said. */
    str_add(out, ">statement: ");
    junit_add_text(out, p->statement ? p->statement : "", ALL_MOST);
    str_add(out, "\nkey: ");
    junit_add_keys(out, p, ALL_MOST);
    str_add(out, "\nanswer: ");
    junit_add_text(out, r->answer && *r->answer ? r->answer : "none", ALL_MOST);
    str_addf(out, "</%s>", names[kind]);
}

/* ---- suites and cases ---- */

static void add_case(struct str *out, const struct summary *v,
                     const struct result *r)
{
    const struct problem *p = &v->problems[r->problem];
    const char *source = json_string(json_get(p->meta, "source"));
    enum mark m = mark_of(r, v->strict);

    str_add(out, "    <testcase");
    add_attribute(out, "classname",
                  p->family ? p->family
                  : source  ? source
                            : "problems");
    str_add(out, " name=\"");
    junit_add_text(out, p->id ? p->id : "", WHY_MOST);
    str_addf(out, " attempt %" PRIu64 "\"", r->attempt);
    junit_add_time(out, r->took_ms);
    if (junit_kind_of(m) == KIND_PASS) {
        str_add(out, "/>\n");
        return;
    }
    str_addc(out, '>');
    junit_add_mark(out, p, r, m);
    str_add(out, "</testcase>\n");
}

/* Sums for the head of a suite, which comes before its cases. */
struct sums {
    uint64_t tests, kind[KINDS];
    int64_t ms;
};

static bool is_of(const struct summary *v, const struct result *r, size_t model)
{
    return r->model == model && r->problem < v->info.n_problems;
}

static void junit_add_sums(struct str *out, const struct sums *s)
{
    str_addf(out,
             " tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"%" PRIu64
             "\" skipped=\"%" PRIu64 "\"",
             s->tests, s->kind[KIND_FAILURE], s->kind[KIND_ERROR],
             s->kind[KIND_SKIPPED]);
    junit_add_time(out, s->ms);
}

static void junit_sum_up(const struct summary *v, size_t model, struct sums *s)
{
    for (size_t i = 0; i < v->n_results; i++) {
        const struct result *r = &v->results[i];

        if (!is_of(v, r, model))
            continue;
        s->tests++;
        s->kind[junit_kind_of(mark_of(r, v->strict))]++;
        s->ms += r->took_ms > 0 && r->took_ms < MS_MOST ? r->took_ms : 0;
    }
    s->tests += v->whole[model].missing > 0;
    s->kind[KIND_ERROR] += v->whole[model].missing > 0;
}

/* The rates of a model, for those who read no cases. */
static void add_properties(struct str *out, const struct tally *t)
{
    const struct {
        const char *name;
        double value;
    } rows[] = { { "accuracy", t->accuracy.value },
                 { "accuracy.se", t->accuracy.se },
                 { "accuracy.low", t->accuracy.interval.low },
                 { "accuracy.high", t->accuracy.interval.high },
                 { "bracket.low", t->bracket.low },
                 { "bracket.high", t->bracket.high } };
    struct arena a = { 0 };

    if (!t->counted)
        return;
    str_add(out, "    <properties>\n");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *value = datum_digits(&a, rows[i].value, 15);

        if (value)
            str_addf(out, "      <property name=\"%s\" value=\"%s\"/>\n",
                     rows[i].name, value);
    }
    str_add(out, "    </properties>\n");
    arena_clear(&a);
}

/* A run may have millions of results, so the text is written in pieces. Failed
 * writes show in the state of the file. */
static void spill(struct str *out, FILE *file, size_t least)
{
    if (!file || out->n < least)
        return;
    fwrite(out->s, 1, out->n, file);
    str_reset(out);
}

static void add_suite(struct str *out, FILE *file, const struct summary *v,
                      size_t model)
{
    struct sums s = { 0 };

    junit_sum_up(v, model, &s);
    str_add(out, "  <testsuite");
    add_attribute(out, "name", v->models[model]);
    junit_add_sums(out, &s);
    str_add(out, ">\n");
    add_properties(out, &v->whole[model]);
    for (size_t i = 0; i < v->n_results; i++) {
        if (is_of(v, &v->results[i], model))
            add_case(out, v, &v->results[i]);
        spill(out, file, SPILL);
    }
    /* One case stands for all that was planned and is not there. */
    if (v->whole[model].missing)
        str_addf(out,
                 "    <testcase classname=\"run\" name=\"missing results\" "
                 "time=\"0.000\"><error message=\"%" PRIu64
                 " planned results are not there\" "
                 "type=\"missing\"/></testcase>\n",
                 v->whole[model].missing);
    str_add(out, "  </testsuite>\n");
}

void print_junit(struct str *out, FILE *file, const struct summary *v)
{
    struct sums all = { 0 };

    for (size_t m = 0; m < v->info.n_models; m++)
        junit_sum_up(v, m, &all);
    str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    add_attribute(out, "name", v->info.name ? v->info.name : "");
    junit_add_sums(out, &all);
    str_add(out, ">\n");
    for (size_t m = 0; m < v->info.n_models; m++)
        add_suite(out, file, v, m);
    str_add(out, "</testsuites>\n");
    spill(out, file, 1);
}
