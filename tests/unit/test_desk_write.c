/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Writing entries: what a draft lacks, what the judge understands of it, what an
 * edit leaves of a proof, and the handlers, each asked by a visit made by hand.
 */
#include "../lib/cpu.h"
#include "../lib/scratch.h"
#include "base/clock.h"
#include "serve/desk/write/check.h"
#include "serve/desk/write/corpus.h"
#include "serve/desk/write/preview.h"
#include "serve/desk/write/start.h"
#include "serve/desk/write/write_draft.h"
#include "serve/pages/fill.h"
#include "serve/route.h"
#include "store/runs.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- a visit ---- */

#define FIELDS_MOST 32

static struct {
    struct arena arena;
    char folder[64], path[96];
    struct store *store;
    struct serve serve;
    struct serve_options options;
    struct http_request request;
    struct http_reply reply;
    struct http_field fields[FIELDS_MOST];
    struct http_field headers[1];
    struct person people[3]; /* author, another author, owner */
    struct visit visit;
    const char *number; /* of the version that is asked for; NULL: 1 */
} desk;

static int open_desk(void **unused)
{
    static const char *const names[] = { "Ada", "Ben", "Eve" };
    struct err e;

    (void)unused;
    memset(&desk, 0, sizeof desk);
    snprintf(desk.folder, sizeof desk.folder, "/tmp/assay-desk-XXXXXX");
    assert_non_null(mkdtemp(desk.folder));
    snprintf(desk.path, sizeof desk.path, "%s/s", desk.folder);
    assert_true(store_open(&desk.store, desk.path, STORE_MAKE, &e));
    for (int i = 0; i < 3; i++) {
        struct person *p = &desk.people[i];

        *p = (struct person){ .name = names[i],
                              .role = i == 2 ? ROLE_OWNER : ROLE_AUTHOR };
        assert_true(people_add(desk.store, p->name, p->role, 1, &p->id, &e));
    }
    desk.options.title = "a class";
    desk.serve.o = &desk.options;
    desk.serve.events = events_new();
    desk.visit = (struct visit){ .arena = &desk.arena,
                                 .request = &desk.request,
                                 .reply = &desk.reply,
                                 .serve = &desk.serve,
                                 .store = desk.store,
                                 .csrf = "token",
                                 .who = &desk.people[0] };
    desk.request.arena = &desk.arena;
    return 0;
}

static int close_desk(void **unused)
{
    char command[128];

    (void)unused;
    corpus_close(desk.serve.corpus);
    events_free(desk.serve.events);
    store_close(desk.store);
    arena_clear(&desk.arena);
    for (int i = 0; i < 3; i++) {
        static const char *const ends[] = { "", "-wal", "-shm" };

        snprintf(command, sizeof command, "%s%s", desk.path, ends[i]);
        unlink(command);
    }
    rmdir(desk.folder);
    return 0;
}

static const struct route *route(enum http_method m, const char *path)
{
    for (const struct route *r = write_routes; r->path; r++)
        if (r->method == m && strcmp(r->path, path) == 0)
            return r;
    fail_msg("no route %s", path);
    return NULL;
}

/* Asks a handler with fields "name", "value", ..., NULL. Returns its status, or
 * minus the code of its error. */
static int ask(enum http_method m, const char *path, const char *id, int who,
               struct err *e, ...)
{
    struct http_fields all = { desk.fields, 0 };
    const char *name;
    va_list ap;

    va_start(ap, e);
    while ((name = va_arg(ap, const char *))) {
        assert_true(all.n < FIELDS_MOST);
        desk.fields[all.n++] =
            (struct http_field){ name, va_arg(ap, const char *) };
    }
    va_end(ap);
    desk.request.method = m;
    desk.request.path = path;
    desk.request.query = m == HTTP_GET ? all : (struct http_fields){ 0 };
    desk.request.form = m == HTTP_POST ? all : (struct http_fields){ 0 };
    desk.request.headers = (struct http_fields){ 0 };
    desk.request.body = "";
    desk.request.body_n = 0;
    desk.reply = (struct http_reply){ 0 };
    desk.visit.who = &desk.people[who];
    desk.visit.args[0] = id;
    desk.visit.args[1] = desk.number ? desk.number : "1";
    if (!route(m, path)->handle(&desk.visit, e))
        return -(int)e->code;
    return desk.reply.status ? desk.reply.status : 200;
}

static bool shows(const char *part)
{
    return desk.reply.body && strstr(desk.reply.body, part);
}

#define assert_shows(part)                                    \
 do {                                                         \
  if (!shows(part))                                           \
   fail_msg("no \"%s\" in: %s", part,                         \
            desk.reply.body ? desk.reply.body : "(nothing)"); \
 } while (0)

static const char *place(void)
{
    for (size_t i = 0; i < desk.reply.n_fields; i++)
        if (strcasecmp(desk.reply.fields[i].name, "location") == 0)
            return desk.reply.fields[i].value;
    return "";
}

/* Makes entry 1 by hand. */
static void make_one(void)
{
    struct err e;

    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "topic",
                         "integrals", "statement", "Find $\\int_0^1 x dx$.",
                         "answer", "\\frac12", NULL),
                     303);
    assert_string_equal(place(), "/entries/1?done=made");
}

static struct json *record(int64_t number)
{
    struct entry_version version;
    struct json *v;
    struct err e;
    bool found;

    assert_true(entries_version(desk.store, &desk.arena, 1, number, &version,
                                &found, &e));
    assert_true(found);
    assert_true(json_read(&desk.arena, version.problem, strlen(version.problem),
                          1, &v, &e));
    return v;
}

/* ---- drafts ---- */

static void empty_draft(struct entry_draft *d)
{
    for (int i = 0; i < DRAFT_FIELDS; i++)
        d->text[i] = "";
    d->text[DRAFT_STATEMENT] = "Find it.";
    d->text[DRAFT_ANSWER] = "5";
}

static void drafts_have_faults(void **unused)
{
    static const struct {
        enum draft_field field;
        const char *text, *want; /* NULL: it can be saved */
    } cases[] = {
        { DRAFT_STATEMENT, "Find it.", NULL },
        { DRAFT_STATEMENT, "", "Statement: it is empty" },
        { DRAFT_ANSWER, "", "Answer: it is empty" },
        { DRAFT_ANSWER, "\\frac{", NULL },
        { DRAFT_ANSWER, "x+O(x^2)", "Answer: O(...) is read as a symbol O" },
        { DRAFT_ANSWER, "x+2o \\left(x\\right)", "Answer: o(...) is read" },
        { DRAFT_ANSWER, "1+\\mathcal{O}(x)", "Answer: O(...) is read" },
        { DRAFT_ANSWER, "x\\mathcal O\\bigl(x\\bigr)", "Answer: O(...)" },
        { DRAFT_ANSWER, "1+\\Theta(x)", "Answer: \\Theta(...) is read" },
        { DRAFT_ANSWER, "2\\omega(x+1)+O", NULL },
        { DRAFT_ANSWER, "\\cosh o", NULL },
        { DRAFT_KIND, "nonsense", "Kind: there is no such kind of answer" },
        { DRAFT_LIMIT, "{\"symbol\": \"x\", \"to\": \"inf\"}", NULL },
        { DRAFT_LIMIT, "{\"symbol\": 3", "Limit as JSON, line 1, column" },
        { DRAFT_LIMIT_SYMBOL, "x", "Limit to: it must be 0+, 0-, inf" },
        { DRAFT_CONCEPTS, "no such concept", "Concepts, line 1, column 1:" },
        { DRAFT_CONCEPTS, "Quadratic solving; \xc3\xa9 oops",
          "Concepts, line 1, column 20: there is no concept" },
        { DRAFT_CONCEPTS, "Quadratic solvin",
          "did you mean \"Quadratic solving" },
        { DRAFT_CONCEPTS, "Quadratic solving", NULL },
        { DRAFT_CHECK, "claim", "Claim: it is empty" },
        { DRAFT_CHECK, "magic", "Check: there is no such check" },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct vec faults = vec_in(&desk.arena, sizeof(struct draft_fault));
        struct entry_draft d;
        const char *got;

        empty_draft(&d);
        d.text[cases[i].field] = cases[i].text;
        draft_check(&desk.arena, &d, &faults);
        assert_int_equal(faults.n, cases[i].want ? 1 : 0);
        if (!cases[i].want)
            continue;
        got = draft_fault_text(&desk.arena,
                               vec_get(&faults, struct draft_fault, 0));
        if (!strstr(got, cases[i].want))
            fail_msg("case %zu: %s", i, got);
    }
}

/* Each field of a limit is refused under its own name. */
static void limits_are_checked(void **unused)
{
    static const struct {
        const char *symbol, *to, *order, *json, *want; /* NULL: it is saved */
    } cases[] = {
        { "x", "banana", "1", "", "Limit to: it must be 0+, 0-, inf, -inf" },
        { "x", "b+1", "1", "", "Limit to: it must be 0+, 0-, inf, -inf" },
        { "x", "0+", "one", "",
          "Relative error of order: it must be a number" },
        { "x", "0+", "0", "", "Relative error of order: it must be a number" },
        { "x+y", "0+", "1", "", "Limit in: it must be one symbol" },
        { "", "0+", "", "", "Limit in: it must be one symbol" },
        { "", "", "", "{\"symbol\": \"x\", \"to\": \"banana\"}",
          "Limit as JSON: it must be 0+" },
        { "x", "0+", "1", "", NULL },
        { "x", "-inf", "", "", NULL },
        { "x", "\\pi/2-", "1/2", "", NULL },
        { "x", "a", "", "", NULL },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct vec faults = vec_in(&desk.arena, sizeof(struct draft_fault));
        struct entry_draft d;
        struct draft_limit limit;
        const char *got;

        empty_draft(&d);
        d.text[DRAFT_ANSWER] = "\\frac1x+\\frac a{x^2}";
        d.text[DRAFT_LIMIT_SYMBOL] = cases[i].symbol;
        d.text[DRAFT_LIMIT_TO] = cases[i].to;
        d.text[DRAFT_LIMIT_ORDER] = cases[i].order;
        d.text[DRAFT_LIMIT] = cases[i].json;
        draft_check(&desk.arena, &d, &faults);
        got = faults.n
                  ? draft_fault_text(&desk.arena,
                                     vec_get(&faults, struct draft_fault, 0))
                  : "";
        if (strncmp(got, cases[i].want ? cases[i].want : "",
                    cases[i].want ? strlen(cases[i].want) : 1) != 0)
            fail_msg("case %zu: %s", i, got);
        draft_limit(&desk.arena, &d, &limit);
        assert_int_equal(limit.json != NULL, cases[i].want == NULL);
        assert_null(limit.stranger);
        d.text[DRAFT_LIMIT_SYMBOL] = "q";
        draft_limit(&desk.arena, &d, &limit);
        if (!cases[i].want)
            assert_string_equal(limit.stranger, "q");
    }
}

/* A form that nobody touched has nothing wrong with it, until it is sent. */
static void empty_forms_are_quiet(void **unused)
{
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, NULL), 200);
    assert_false(shows("it is empty"));
    assert_int_equal(
        ask(HTTP_POST, "/entries", NULL, 0, &e, "topic", "sums", NULL), 400);
    assert_shows("Statement: it is empty");
    assert_int_equal(
        ask(HTTP_POST, "/preview", NULL, 0, &e, "statement", "s", NULL), 200);
    assert_shows("Answer: it is empty");
}

static void long_fields_are_refused(void **unused)
{
    struct err e;

    (void)unused;
    for (int i = 0; i < DRAFT_FIELDS; i++) {
        size_t n = draft_cards[i].most + 1;
        char *text = malloc(n + 1);

        memset(text, 'x', n);
        text[n] = '\0';
        assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement",
                             "s", "answer", "1", draft_cards[i].name, text,
                             NULL),
                         i == DRAFT_STATEMENT || i == DRAFT_ANSWER ? 303 : 400);
        assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e,
                             draft_cards[i].name, text, "statement", "s",
                             "answer", "1", NULL),
                         400);
        assert_shows("at most");
        free(text);
    }
}

/* A claim's mistake is named by its line. */
static void claims_name_lines(void **unused)
{
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement", "s",
                         "answer", "1", "check", "claim", "claim",
                         "kind: integral\nobject: a: b\n", NULL),
                     400);
    assert_shows("Claim, line 2");
    assert_shows("it is not YAML; put a value with a colon");
}

/* ---- the preview ---- */

static void judge_says(void **unused)
{
    static const struct {
        const char *answer, *symbols, *kind, *want[3];
    } cases[] = {
        { "\\frac{5}{12}",
          "",
          "",
          { "; = 5/12", "; \xe2\x89\x88 0.41666666666666" } },
        { "$2\\sqrt{3}$",
          "",
          "",
          { ">2\\sqrt{3}</div>", "; \xe2\x89\x88 3.46410161513775" } },
        { "x^2+y", "x; y", "", { ">expression; symbols x, y</p>" } },
        { "x^2+z",
          "x",
          "",
          { "z is not among the declared symbols", "; symbols x, z" } },
        { "3+)", "", "", { "\"error\": ", "\"column\": 3, \"at\": 2" } },
        { "  a: 3; b: 4+]",
          "",
          "",
          { "<h3>a</h3>", "<h3>b</h3>", "\"column\": 12, \"at\": 11" } },
        { "y: \\frac{4}{z+}", "", "", { "is missing", "\"column\": 15" } },
        { "\\log x", "x", "", { "has no base" } },
        { "0.33333", "", "", { "if it is rounded" } },
        { "3,14", "", "", { "The comma in 3,14" } },
        { "\xf0\x9d\x91\xa5+)", "x", "", { "\"column\": 3, \"at\": 3" } },
        { "(1, 2)", "", "set", { ">set</p>" } },
        { "seven", "", "text", { ">text</p>" } },
    };
    struct start hand = { 0 };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct str out = str_in(&desk.arena);
        struct http_field f[] = { { "statement", "Find it." },
                                  { "answer", cases[i].answer },
                                  { "symbols", cases[i].symbols },
                                  { "kind", cases[i].kind } };
        struct http_fields all = { f, 4 };
        struct preview p;
        struct entry_draft d;
        struct err e;

        draft_from_form(&desk.arena, &all, &d);
        assert_true(preview_make(&desk.visit, &d, &hand, 0, &p, &e));
        fill_part(&out, "preview", preview_row(&desk.arena, &d, &p));
        preview_json(&desk.arena, &out, &d, &p);
        for (int k = 0; k < 3 && cases[i].want[k]; k++)
            if (!strstr(str_get(&out), cases[i].want[k]))
                fail_msg("%s: no %s in %s", cases[i].answer, cases[i].want[k],
                         str_get(&out));
    }
}

/* "As it looks" is what the judge read, not which characters stand there. */
static void kinds_come_from_trees(void **unused)
{
    static const struct {
        const char *answer, *kind;
    } cases[] = {
        { "\\frac{1}{\\sqrt{x}}\\,e^{6x}", "expression" },
        { "\\sum_{n=1}^{\\infty}\\frac{\\sin(n^2)}{n}", "number" },
        { "\\sum_{n=1}^{\\infty}\\frac{\\sin(n x)}{n}", "expression" },
        { "42", "integer" },
        { "-7", "integer" },
        { "\\frac{-5}{12}", "rational" },
        { "3.25", "decimal" },
        { "2\\sqrt3\\,\\pi", "number" },
        { "y = 2x+1", "equation" },
        { "1, 2, 3", "list" },
        { "\\{1, 2\\}", "set" },
        { "(1, 2)", "tuple" },
        { "[0, 1)", "interval" },
        { "(0, \\infty)", "interval" },
        { "[0,1)\\cup(2,3]", "interval" },
        { "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "matrix" },
        { "B", "choice" },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct entry_draft d, again;
        struct problem p;

        empty_draft(&d);
        d.text[DRAFT_ANSWER] = cases[i].answer;
        draft_problem(&desk.arena, &d, &p);
        if (strcmp(answer_name(p.keys[0].kind), cases[i].kind) != 0)
            fail_msg("%s: %s", cases[i].answer, answer_name(p.keys[0].kind));
        draft_from_problem(&desk.arena, &p, &again);
        assert_string_equal(again.text[DRAFT_KIND], "");
    }
}

static void preview_for_scripts(void **unused)
{
    static const char body[] =
        "{\"statement\": \"Take 1234 from it.\", \"answer\": \"1234\", "
        "\"entry\": \"0\"}";
    struct err e;

    (void)unused;
    (void)ask(HTTP_GET, "/entries/new", NULL, 0, &e, NULL);
    desk.headers[0] = (struct http_field){ "content-type", "application/json" };
    desk.request.method = HTTP_POST;
    desk.request.headers = (struct http_fields){ desk.headers, 1 };
    desk.request.body = body;
    desk.request.body_n = strlen(body);
    desk.reply = (struct http_reply){ 0 };
    assert_true(route(HTTP_POST, "/preview")->handle(&desk.visit, &e));
    assert_string_equal(desk.reply.type, "application/json");
    assert_shows("integer; = 1234");
    assert_shows("The statement contains the answer 1234");
    assert_shows("\"html\": ");
}

/* Without a script the form comes back with the preview. */
static void preview_for_forms(void **unused)
{
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_POST, "/preview", NULL, 0, &e, "statement",
                         "s <b>", "answer", "3+)", "entry", "0", "after", "0",
                         NULL),
                     200);
    assert_shows("<span class=\"at\">)</span>");
    assert_shows("s &lt;b&gt;</textarea>");
    assert_shows("column 3");
}

/* What a limit asks of an answer is said in words. */
static void limits_are_explained(void **unused)
{
    static const struct {
        const char *answer, *order, *json, *want;
    } cases[] = {
        { "1/x-1/x^2", "", "",
          "Only the first term of an answer is compared, but the key has 2 "
          "terms. To compare all of them, give the whole limit: "
          "{&quot;symbol&quot;: &quot;x&quot;, "
          "&quot;to&quot;: &quot;inf&quot;, &quot;terms&quot;: 2}" },
        { "\\frac{1}{x}", "", "", "if it has the same first term" },
        { "1/x-1/x^2", "2", "", "relative error is of order (1/x)^2 in" },
        { "e^x(1+x+x^2)", "", "{\"symbol\": \"x\", \"to\": \"0\"}",
          "the key has 3 terms" },
        { "e^x(1+x)", "", "{\"symbol\": \"x\", \"to\": \"1+\", \"order\": 1}",
          "of order (|x - 1|)^1" },
        { "1/x-1/x^2", "", "{\"symbol\": \"x\", \"to\": \"inf\", \"terms\": 2}",
          "small compared with the last term of the key" },
    };
    struct err e;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool json = *cases[i].json;

        assert_int_equal(ask(HTTP_POST, "/preview", NULL, 0, &e, "statement",
                             "s", "answer", cases[i].answer, "limit_symbol",
                             json ? "" : "x", "limit_to", json ? "" : "inf",
                             "limit_order", cases[i].order, "limit",
                             cases[i].json, NULL),
                         200);
        assert_shows(cases[i].want);
    }
    assert_shows("<label for=\"limit_order\">Relative error of order</label>");
}

/* A fault stands at its field, and is in the script's reply; what the judge has
 * against the answer stands beside. */
static void faults_stand_at_fields(void **unused)
{
    static const char at[] =
        "<p class=\"trouble\" id=\"topic-wrong\">Topic: "
        "it has 121 bytes, but at most 120 are allowed.</p>";
    char topic[122];
    struct err e;

    (void)unused;
    memset(topic, 't', 121);
    topic[121] = '\0';
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "topic", topic,
                         "statement", "s", "answer", "1", NULL),
                     400);
    assert_shows(at);
    assert_null(
        strstr(strstr(desk.reply.body, "id=\"preview\""), "but at most"));
    assert_shows("id=\"claim-wrong\" hidden></p>");
    assert_int_equal(
        ask(HTTP_POST, "/preview", NULL, 0, &e, "topic", topic, NULL), 200);
    assert_shows(at);
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement", "s",
                         "answer", "x+O(x^2)", NULL),
                     400);
    assert_non_null(strstr(strstr(desk.reply.body, "id=\"preview\""),
                           "Answer: O(...) is read as a symbol O"));
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement", "s",
                         "answer", "x+O(x^2)", "symbols", "x; O", NULL),
                     303);
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, NULL), 200);
    assert_shows("id=\"symbols-wrong\" hidden></p><p class=\"hint\">The "
                 "variables of the answer");
}

/* ---- what an edit leaves of a proof ---- */

static void edits_lose_proofs(void **unused)
{
    static const struct {
        enum draft_field field;
        const char *text; /* NULL: as in the source */
        bool statement, key, solution, proved;
    } cases[] = {
        { DRAFT_STATEMENT, NULL, false, false, false, true },
        { DRAFT_STATEMENT, "Something else.", true, false, false, false },
        { DRAFT_ANSWER, "77777", false, true, false, false },
        { DRAFT_KIND, "text", false, true, false, false },
        { DRAFT_SYMBOLS, "q", false, true, false, false },
        { DRAFT_LIMIT, "{\"symbol\": \"x\", \"to\": \"inf\"}", false, true,
          false, false },
        { DRAFT_SOLUTION, "Look.", false, false, true, true },
        { DRAFT_CONCEPTS, "", false, false, false, true },
        { DRAFT_NOTE, "a note", false, false, false, true },
    };
    struct http_field f[] = { { "family", "concept/crt" },
                              { "level", "1" },
                              { "seed", "9" } };
    struct http_fields all = { f, 3 };
    struct start start;
    struct err e;

    (void)unused;
    assert_true(start_find(&desk.visit, &all, &start, &e));
    assert_true(start.proved);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct start_edited edited;
        struct start again;
        struct problem p;
        struct entry_draft d;
        const char *origin;

        draft_from_problem(&desk.arena, &start.problem, &d);
        if (cases[i].text)
            d.text[cases[i].field] = cases[i].text;
        edited = start_compare(&desk.arena, &start, &d);
        assert_int_equal(edited.statement, cases[i].statement);
        assert_int_equal(edited.key, cases[i].key);
        assert_int_equal(edited.solution, cases[i].solution);
        start_problem(&desk.arena, &start, &d, &p);
        assert_int_equal(p.proof_by != NULL, cases[i].proved);
        assert_int_equal(p.family != NULL, cases[i].proved);
        assert_int_equal(p.params != NULL, cases[i].proved);
        origin = start_origin(&desk.arena, &start, &edited);
        assert_true(source_read(&desk.arena, origin, &again, &e));
        assert_string_equal(again.sha, start.sha);
        assert_string_equal(again.problem.id, start.problem.id);
        assert_true(again.proved);
    }
}

/* Where one of both was edited nothing is proved. */
static void edits_are_marked(void **unused)
{
    static const struct {
        const char *name, *text, *statement, *key;
    } cases[] = {
        { "statement", "What is $1+1$?",
          "<b>Statement</b>: <mark>edited: the proof no longer holds</mark>",
          "<b>Key</b>: as in the source; the proof no longer holds for it" },
        { "answer", "2",
          "<b>Statement</b>: as in the source; the proof no longer holds",
          "<b>Key</b>: <mark>edited: the proof no longer holds</mark>" },
    };
    struct http_field f[] = { { "family", "applied/laplace" },
                              { "level", "2" },
                              { "seed", "9" } };
    struct http_fields all = { f, 3 };
    struct start start;
    struct entry_draft d;
    struct err e;

    (void)unused;
    assert_true(start_find(&desk.visit, &all, &start, &e));
    start_draft(&desk.arena, &start, &d);
    assert_string_equal(d.text[DRAFT_TOPIC], "integrals");
    for (size_t i = 0; i < 2; i++) {
        bool key = i == 1;

        assert_int_equal(
            ask(HTTP_POST, "/entries", NULL, 0, &e, "family", f[0].value,
                "level", "2", "seed", "9", cases[i].name, cases[i].text,
                key ? "statement" : "answer",
                d.text[key ? DRAFT_STATEMENT : DRAFT_ANSWER], "symbols",
                d.text[DRAFT_SYMBOLS], "kind", d.text[DRAFT_KIND],
                "limit_symbol", d.text[DRAFT_LIMIT_SYMBOL], "limit_to",
                d.text[DRAFT_LIMIT_TO], "limit_order",
                d.text[DRAFT_LIMIT_ORDER], "limit", d.text[DRAFT_LIMIT],
                "check", "family", NULL),
            303);
        assert_int_equal(
            ask(HTTP_GET, "/entries/:id", key ? "2" : "1", 0, &e, NULL), 200);
        assert_shows(cases[i].statement);
        assert_shows(cases[i].key);
        assert_false(shows("in the source, proved"));
    }
    assert_null(json_get(record(1), "proof"));
    assert_null(json_get(record(1), "family"));
}

/* An entry begins with the topic of its source. */
static void topics_come_from_sources(void **unused)
{
    static const struct {
        const char *name, *value, *want;
    } cases[] = {
        { "family", "applied/layer", "boundary layers" },
        { "family", "concept/crt", "Chinese remainder theorem" },
        { "row",
          "{\"question\": \"Why?\", \"answer\": \"4\", \"type\": \"odd_sums\"}",
          "odd sums" },
        { "row", "{\"question\": \"Why?\", \"answer\": \"4\"}", "" },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct http_field f = { cases[i].name, cases[i].value };
        struct http_fields all = { &f, 1 };
        struct start start;
        struct entry_draft d;
        struct err e;

        if (!start_find(&desk.visit, &all, &start, &e))
            fail_msg("%s", e.msg);
        start_draft(&desk.arena, &start, &d);
        assert_string_equal(d.text[DRAFT_TOPIC], cases[i].want);
    }
}

/* A row may claim what it likes: a proof is what the check says. */
static void rows_prove_nothing(void **unused)
{
    static const struct {
        const char *row, *want; /* NULL: it is no row */
        bool proved;
    } cases[] = {
        { "{\"question\": \"What is 2+2?\", \"answer\": \"4\"}", "What is 2+2?",
          false },
        { "{\"id\": \"x\", \"statement\": \"Find it.\", \"key\": {\"kind\": "
          "\"integer\", \"latex\": \"4\"}, \"proof\": {\"by\": \"me\"}}",
          "Find it.", false },
        { "{\"id\": \"concept/crt@1:1:9:0\", \"family\": \"concept/crt\", "
          "\"version\": 1, \"level\": 1, \"seed\": \"9\", \"index\": 0, "
          "\"statement\": \"Find it.\", \"key\": {\"kind\": \"integer\", "
          "\"latex\": \"4\"}, \"params\": {}, \"proof\": {\"by\": \"me\"}}",
          "Find it.", false },
        { "{\"question\": ", NULL, false },
        { "[1, 2]", NULL, false },
        { "{\"colour\": \"red\"}", NULL, false },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct http_field f[] = { { "row", cases[i].row } };
        struct http_fields all = { f, 1 };
        struct start start;
        struct problem p;
        struct entry_draft d;
        struct err e;
        bool ok = start_find(&desk.visit, &all, &start, &e);

        assert_int_equal(ok, cases[i].want != NULL);
        if (!ok)
            continue;
        assert_string_equal(start.problem.statement, cases[i].want);
        assert_int_equal(start.proved, cases[i].proved);
        draft_from_problem(&desk.arena, &start.problem, &d);
        start_problem(&desk.arena, &start, &d, &p);
        assert_null(p.proof_by);
        assert_null(p.family);
    }
}

static void a_run_is_a_source(void **unused)
{
    static const char *const lines[] = {
        "{\"id\": \"p0\", \"statement\": \"One.\", \"key\": {\"kind\": "
        "\"integer\", \"latex\": \"1\"}}",
        "{\"id\": \"p1\", \"statement\": \"Two.\", \"key\": {\"kind\": "
        "\"integer\", \"latex\": \"2\"}}",
    };
    static const char *const models[] = { "m" };
    struct run_info run;
    struct err e;
    bool found;

    (void)unused;
    assert_true(runs_open(desk.store, &desk.arena, "{}", "1", lines, 2, models,
                          1, 1, 1, &run, &found, &e));
    /* Authors may not look at runs of the command line, nor write from them. */
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "run", "r1",
                         "problem", "p1", NULL),
                     -ERR_OUTSIDE);
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "run", "r1",
                         "problem", "p1", "statement", "Two.", "answer", "3",
                         NULL),
                     -ERR_OUTSIDE);
    desk.people[0].role = ROLE_REVIEWER;
    /* A run without a problem leads to its list, whatever its name is. */
    assert_int_equal(
        ask(HTTP_GET, "/entries/new", NULL, 0, &e, "run", "r1/\r\n?", NULL),
        303);
    assert_string_equal(place(), "/runs/r1%2F%0D%0A%3F/problems");
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "run", "r1",
                         "problem", "p1", NULL),
                     200);
    assert_shows("Two.</textarea>");
    assert_shows("name=\"run\" value=\"r1\"");
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "run", "r1",
                         "problem", "p", NULL),
                     404);
    assert_shows("no problem &quot;p&quot;");
    assert_shows("id=\"run\" name=\"run\" value=\"r1\"");
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "run", "r9",
                         "problem", "p1", NULL),
                     404);
    assert_shows("role=\"alert\"");
    assert_shows("name=\"run\" value=\"r9\"");
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "run", "r1",
                         "problem", "p1", "statement", "Two.", "answer", "3",
                         NULL),
                     303);
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "1", 0, &e, NULL), 200);
    assert_shows("<b>Statement</b>: as in the source");
    assert_shows("<b>Key</b>: <mark>edited");
}

/* What cannot be started from is told on the page that asked, with the column,
 * and nothing that was typed is lost. */
static void wrong_starts_are_told(void **unused)
{
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_POST, "/preview", NULL, 0, &e, "row",
                         "{\"question\": \"Why\" oops}", "begin", "1", NULL),
                     400);
    assert_shows("Column 20: the row is not JSON");
    assert_shows("{&quot;question&quot;: &quot;Why&quot; oops}</textarea>");
    assert_shows("class=\"starts\" open");
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "family",
                         "concept/crt", "level", "99", "seed", "s7", NULL),
                     400);
    assert_shows("no level");
    assert_shows("name=\"seed\" value=\"s7\"");
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "family",
                         "concept/crt", "index", "-1", NULL),
                     400);
    assert_shows("&quot;-1&quot; is not an index: use 0, 1, 2");
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "family",
                         "concept/crt", "level", "99", "seed", "s7", NULL),
                     400);
    assert_shows("<option value=\"concept/crt\" selected>");
}

/* Without a seed everybody gets another problem, which its form names. */
static void seeds_are_random(void **unused)
{
    static const char mark[] = "<input type=\"hidden\" name=\"seed\" value=\"";
    char seeds[2][16] = { "", "" };
    struct err e;

    (void)unused;
    for (int i = 0; i < 2; i++) {
        const char *at;

        assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "family",
                             "concept/crt", "level", "1", NULL),
                         200);
        assert_shows(mark);
        at = strstr(desk.reply.body, mark) + strlen(mark);
        assert_int_equal(strcspn(at, "\""), 8);
        memcpy(seeds[i], at, 8);
        assert_shows("as in the source, proved");
    }
    assert_string_not_equal(seeds[0], seeds[1]);
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, NULL), 200);
    assert_false(shows("name=\"seed\" value=\"1\""));
}

/* ---- versions ---- */

static void entries_are_made(void **unused)
{
    const struct json *v;
    struct err e;

    (void)unused;
    make_one();
    v = record(1);
    assert_string_equal(json_string(json_get(v, "id")), "class/1.1");
    v = json_get(json_get(v, "meta"), "class");
    assert_string_equal(json_string(json_get(v, "topic")), "integrals");
    assert_string_equal(json_get(v, "entry")->text, "1");
    assert_string_equal(json_get(v, "version")->text, "1");
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "1", 0, &e, NULL), 200);
    assert_shows("\\frac12</textarea>");
    assert_shows("<option value=\"integrals\">");
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "2", 0, &e, NULL),
                     -ERR_SPENT);
}

/* Names, symbols and a limit go into the record and come back to the form. */
static void keys_have_names(void **unused)
{
    const struct json *keys;
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement", "s",
                         "answer", "first: x+1; second: $4$", "symbols",
                         "x; \\epsilon", "limit_symbol", "epsilon", "limit_to",
                         "0+", "limit_order", "2", NULL),
                     303);
    keys = json_get(record(1), "keys");
    assert_non_null(keys);
    assert_int_equal(keys->count, 2);
    assert_string_equal(json_string(json_get(keys->first, "name")), "first");
    assert_string_equal(json_string(json_get(keys->first, "latex")), "x+1");
    assert_string_equal(json_get(json_get(keys->first, "limit"), "order")->text,
                        "2");
    assert_string_equal(json_get(record(1), "params")->first->text, "x");
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "1", 0, &e, NULL), 200);
    assert_shows("first: x+1; second: ");
    assert_shows("value=\"x; \\epsilon\"");
    assert_shows("value=\"0+\"");
    assert_shows("epsilon to 0+, with a relative error of order 2");
    assert_int_equal(
        ask(HTTP_GET, "/entries/:id/versions/:n", "1", 0, &e, NULL), 200);
    assert_shows("epsilon to 0+, with a relative error of order 2");
    assert_shows("Symbols: x, \\epsilon");
}

/* A note may tell the key: it is for those who may see that. */
static void notes_are_for_who_sees_the_key(void **unused)
{
    struct err e;

    (void)unused;
    make_one();
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "statement",
                         "Find it.", "answer", "3", "note", "it was 31415926",
                         "after", "1", NULL),
                     303);
    for (int who = 0; who < 3; who++) {
        desk.number = "2";
        assert_int_equal(
            ask(HTTP_GET, "/entries/:id/versions/:n", "1", who, &e, NULL), 200);
        assert_shows("version 2");
        assert_int_equal(shows("31415926"), who == 0);
    }
}

/* A topic is the entry's: to correct it makes no version. */
static void topics_make_no_versions(void **unused)
{
    struct audit_event_kind d = { .entry = 1,
                                  .version = 1,
                                  .audit_event = AUDIT_EVENT_SUBMITTED,
                                  .text = "",
                                  .data = "{}" };
    struct entry entry;
    struct err e;
    bool found;

    (void)unused;
    make_one();
    d.person = desk.people[0].id;
    assert_true(audit_events_add(desk.store, &d, ENTRY_DRAFT, &e));
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "topic",
                         "areas", "statement", "Find $\\int_0^1 x dx$.",
                         "answer", "\\frac12", "check", "none", "note",
                         "a better word", "after", "1", NULL),
                     303);
    assert_string_equal(place(), "/entries/1?done=topic");
    assert_true(entries_find(desk.store, &desk.arena, 1, &entry, &found, &e));
    assert_string_equal(entry.topic, "areas");
    assert_int_equal(entry.version, 1);
    assert_int_equal(entry.state, ENTRY_SUBMITTED);
    assert_int_equal(
        ask(HTTP_GET, "/entries/:id", "1", 0, &e, "done", "topic", NULL), 200);
    assert_shows("The topic was changed; the version is the same.");
}

/* Others see the statement and no key, in no version. */
static void others_see_no_key(void **unused)
{
    static const char *const pages[] = { "/entries/:id",
                                         "/entries/:id/versions/:n" };
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement",
                         "Find it.", "answer", "31415926", "solution",
                         "thus 27182818", "claim", "x: 16180339", NULL),
                     303);
    for (int i = 0; i < 2; i++)
        for (int who = 0; who < 3; who++) {
            assert_int_equal(ask(HTTP_GET, pages[i], "1", who, &e, NULL), 200);
            assert_shows("Find it.");
            assert_int_equal(shows("31415926"), who == 0);
            assert_int_equal(shows("27182818"), who == 0);
            assert_int_equal(shows("16180339"), who == 0);
        }
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 1, &e, "statement",
                         "x", "answer", "1", "after", "1", NULL),
                     -ERR_OUTSIDE);
    assert_int_equal(ask(HTTP_POST, "/entries/:id/check", "1", 1, &e, NULL),
                     -ERR_OUTSIDE);
    assert_int_equal(ask(HTTP_POST, "/preview", NULL, 1, &e, "entry", "1",
                         "statement", "x", NULL),
                     -ERR_OUTSIDE);
}

/* The topic and the version are saved together, or neither is. */
static void topics_come_with_versions(void **unused)
{
    struct entry entry;
    sqlite3 *db;
    struct err e;
    bool found;

    (void)unused;
    make_one();
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "topic", "taken",
                         "statement", "s", "answer", "1", NULL),
                     303);
    assert_int_equal(sqlite3_open(desk.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE UNIQUE INDEX u ON entries(topic)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "topic",
                         "taken", "statement", "New.", "answer", "1", "after",
                         "1", NULL),
                     -ERR_IO);
    assert_true(entries_find(desk.store, &desk.arena, 1, &entry, &found, &e));
    assert_int_equal(entry.version, 1);
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "topic", "free",
                         "statement", "New.", "answer", "1", "after", "1",
                         NULL),
                     303);
    assert_true(entries_find(desk.store, &desk.arena, 1, &entry, &found, &e));
    assert_int_equal(entry.version, 2);
    assert_string_equal(entry.topic, "free");
}

static void two_windows(void **unused)
{
    struct err e;

    (void)unused;
    make_one();
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "topic",
                         "integrals", "statement", "The first window.",
                         "answer", "1", "after", "1", "note", "shorter", NULL),
                     303);
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "topic",
                         "integrals", "statement", "The second window.",
                         "answer", "1", "after", "1", NULL),
                     409);
    assert_shows("<pre class=\"column\">The first window.");
    assert_shows("<pre class=\"column\">The second window.");
    assert_shows("The second window.</textarea>");
    assert_shows("name=\"after\" value=\"2\"");
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "topic", "sums",
                         "statement", "The second window.", "answer", "1",
                         "after", "2", NULL),
                     303);
    assert_string_equal(json_string(json_get(record(3), "statement")),
                        "The second window.");
    assert_string_equal(json_string(json_get(record(2), "statement")),
                        "The first window.");
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "topic", "sums",
                         "statement", "The second window.", "answer", "1",
                         "after", "1", "check", "none", NULL),
                     303);
    assert_string_equal(place(), "/entries/1?done=unchanged");
}

static void hostile_text(void **unused)
{
    static const char bad[] = "</textarea><script>alert(1)</script>\"'&";
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "topic", bad,
                         "statement", bad, "answer", bad, "solution", bad,
                         "claim", bad, "symbols", bad, NULL),
                     303);
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "topic", bad,
                         "statement", "other", "answer", bad, "note", bad,
                         "after", "7", "limit", "", NULL),
                     409);
    assert_false(shows("<script>alert"));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(HTTP_GET,
                             i ? "/entries/:id/versions/:n" : "/entries/:id",
                             "1", 0, &e, NULL),
                         200);
        assert_false(shows("<script>alert"));
        assert_shows("&lt;script&gt;");
    }
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement", "s",
                         "answer", "1", "concepts", bad, "kind", bad, "limit",
                         bad, "check", bad, NULL),
                     400);
    assert_false(shows("<script>alert"));
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "family", bad,
                         "level", bad, "run", "", "row", "", NULL),
                     400);
    assert_false(shows("<script>alert"));
    assert_int_equal(ask(HTTP_POST, "/preview", NULL, 0, &e, "row", bad, NULL),
                     400);
    assert_false(shows("<script>alert"));
    assert_shows("&lt;script&gt;");
}

/* ---- checks ---- */

static void check_by_family(void **unused)
{
    struct err e;
    struct start start;
    struct http_field f[] = { { "family", "concept/crt" }, { "seed", "9" } };
    struct http_fields all = { f, 2 };
    struct entry_version second;
    bool found;
    struct entry_draft d;

    (void)unused;
    assert_true(start_find(&desk.visit, &all, &start, &e));
    draft_from_problem(&desk.arena, &start.problem, &d);
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "family",
                         "concept/crt", "seed", "9", "statement",
                         d.text[DRAFT_STATEMENT], "answer",
                         d.text[DRAFT_ANSWER], "kind", d.text[DRAFT_KIND],
                         "solution", "Mine.", "check", "family", NULL),
                     303);
    assert_non_null(json_get(record(1), "proof"));
    assert_int_equal(ask(HTTP_POST, "/entries/:id/check", "1", 0, &e, NULL),
                     303);
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "1", 0, &e, NULL), 200);
    assert_shows("<b>holds</b>");
    assert_shows("as in the source, proved");
    assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e, "statement",
                         "Changed.", "answer", d.text[DRAFT_ANSWER], "kind",
                         d.text[DRAFT_KIND], "check", "family", "after", "1",
                         NULL),
                     303);
    assert_null(json_get(record(2), "proof"));
    assert_null(json_get(record(2), "family"));
    assert_true(
        entries_version(desk.store, &desk.arena, 1, 2, &second, &found, &e));
    assert_string_equal(second.check, "none");
    assert_int_equal(ask(HTTP_POST, "/entries/:id/check", "1", 0, &e, NULL),
                     400);
    assert_shows("The key was not checked");
    assert_shows("Changed.</textarea>");
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "1", 0, &e, NULL), 200);
    assert_shows("edited: the proof no longer holds");
    assert_false(shows("Check it now"));
    assert_shows("<label hidden><input type=\"radio\" name=\"check\" "
                 "value=\"family\">");
    assert_shows("value=\"none\" checked");
    assert_shows("the result for version 1");
}

static void check_by_claim(void **unused)
{
    static const struct {
        const char *claim, *answer, *want[2];
    } cases[] = {
        { "1/2", "\\frac12", { "<b>holds</b>", "<td>" } },
        { "1/3", "\\frac13", { "<b>fails</b>", NULL } },
        { "1/2",
          "7",
          { "<b>holds, but is not the key</b>",
            "the formula of the claim is wrong" } },
    };
    struct err e;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *id = arena_printf(&desk.arena, "%zu", i + 1);
        const char *claim = arena_printf(
            &desk.arena,
            "id: a\nkind: integral\nobject: '\\int_0^1 x \\, dx'\nvariable: x\n"
            "claim: '%s'\nmode: equals\n",
            cases[i].claim);

        assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement",
                             "Find it.", "answer", cases[i].answer, "check",
                             "claim", "claim", claim, NULL),
                         303);
        assert_int_equal(ask(HTTP_POST, "/entries/:id/check", id, 0, &e, NULL),
                         303);
        assert_int_equal(ask(HTTP_GET, "/entries/:id", id, 0, &e, NULL), 200);
        for (int k = 0; k < 2 && cases[i].want[k]; k++)
            assert_shows(cases[i].want[k]);
        assert_false(shows(">scaled<"));
    }
}

/* A claim that is not the key is recorded as such; in the limit of the key the
 * two may differ, and each of several keys needs a claim. */
static void claims_and_keys(void **unused)
{
    static const char one[] =
        "- id: a\n  kind: integral\n"
        "  object: '\\int_0^1 (1/x - 2t/x^2) \\, dt'\n  variable: t\n"
        "  parameters: [x]\n  conditions: x > 1\n  claim: 1/x-1/x^2\n"
        "  mode: equals\n";
    static const struct {
        const char *answer, *limit_to, *want;
    } cases[] = {
        { "1/x-1/x^2", "", "holds" },
        { "2/x", "", "holds, but is not the key" },
        { "1/x", "inf", "holds" },
        { "a: 1/x-1/x^2; b: 7", "", "holds, but is not the key" },
    };
    struct err e;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *id = arena_printf(&desk.arena, "%zu", i + 1), *got;
        struct audit_event_kind *audit_events;
        struct json *data;
        size_t n;

        assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement",
                             "Find it.", "answer", cases[i].answer, "limit_to",
                             cases[i].limit_to, "limit_symbol",
                             *cases[i].limit_to ? "x" : "", "check", "claim",
                             "claim", one, NULL),
                         303);
        assert_int_equal(ask(HTTP_POST, "/entries/:id/check", id, 0, &e, NULL),
                         303);
        assert_true(audit_events_list(desk.store, &desk.arena, (int64_t)i + 1,
                                      &audit_events, &n, &e));
        assert_true(json_read(&desk.arena, audit_events[n - 1].data,
                              strlen(audit_events[n - 1].data), 1, &data, &e));
        got = json_string(json_get(data, "finding"));
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("%s: %s: %s", cases[i].answer, got,
                     json_string(json_get(data, "why")));
    }
}

/* What `assay check` would say of the set is said while it is written. */
static void keys_are_worked_out(void **unused)
{
    static const struct {
        const char *answer, *want; /* NULL: nothing */
    } cases[] = {
        { "\\sum_{n=1}^{\\infty}\\frac{\\sin(n^2)}{n}",
          "undecided: could not compute the key" },
        { "\\frac{\\pi^2}{6}", NULL },
        { "x^2+1", NULL },
    };
    struct err e;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(ask(HTTP_POST, "/preview", NULL, 0, &e, "statement",
                             "s", "answer", cases[i].answer, "entry", "0",
                             NULL),
                         200);
        if (cases[i].want)
            assert_shows(cases[i].want);
        else
            assert_false(shows("assay check"));
    }
}

static void check_by_second(void **unused)
{
    struct audit_event_kind d = { .entry = 1,
                                  .version = 1,
                                  .audit_event = AUDIT_EVENT_SOLVED,
                                  .text = "",
                                  .data = "{\"answer\": \"1/2\", \"verdict\": "
                                          "\"correct\", \"why\": \"\"}" };
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "statement",
                         "Find it.", "answer", "\\frac12", "check", "second",
                         NULL),
                     303);
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "1", 0, &e, NULL), 200);
    assert_shows("Nobody has solved this version yet");
    assert_int_equal(ask(HTTP_POST, "/entries/:id/check", "1", 0, &e, NULL),
                     400);
    assert_shows("the check is a blind solution");
    d.person = desk.people[2].id;
    d.at_ms = 5;
    assert_true(audit_events_add(desk.store, &d, ENTRY_DRAFT, &e));
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "1", 0, &e, NULL), 200);
    assert_shows("Of 1 blind solution of this version, 1 agrees");
}

/* ---- what is known already ---- */

static void overlaps_are_found(void **unused)
{
    static const char set[] =
        "{\"question\": \"Anna has 3 red apples and 14 green pears in a "
        "basket; "
        "how many pieces of fruit does she have?\", \"answer\": \"17\"}\n"
        "{\"question\": \"What is the sum of the first hundred positive whole "
        "numbers that are odd?\", \"answer\": \"10000\"}\n"
        "nonsense\n";
    static const struct {
        const char *statement;
        int found, same; /* of the file */
    } cases[] = {
        { "Lily has 3 red apples and 14 green pears in a basket; how many "
          "pieces of fruit does she have?",
          1, 1 },
        { "What is the sum of the first hundred positive whole numbers that "
          "are even?",
          1, 0 },
        { "Compute the residue of the function at its only pole in the upper "
          "half plane.",
          0, 0 },
    };
    const char *path = scratch_file(&desk.arena, set, strlen(set));
    struct err e;

    (void)unused;
    desk.options.public_sets = &path;
    desk.options.n_public_sets = 1;
    assert_true(corpus_open(&desk.options, &desk.serve.corpus, &e));
    unlink(path);
    for (size_t i = 0; i < 3; i++) {
        struct problem p = { .statement = cases[i].statement };
        struct overlap *found;
        size_t n;

        assert_true(corpus_find(desk.serve.corpus, &desk.arena, desk.store, &p,
                                0, 8, &found, &n, &e));
        assert_int_equal(n, cases[i].found);
        if (n)
            assert_int_equal(found[0].same, cases[i].same);
    }
    /* The class's own, by its newest version, and not the entry itself. */
    make_one();
    for (int i = 0; i < 4; i++) {
        struct problem p = { .statement = i < 2 ? "Find $\\int_0^1 x dx$."
                                                : "The other text." };
        struct overlap *found;
        size_t n;

        if (i == 2)
            assert_int_equal(ask(HTTP_POST, "/entries/:id", "1", 0, &e,
                                 "statement", "The other text.", "answer", "1",
                                 "after", "1", NULL),
                             303);
        assert_true(corpus_find(desk.serve.corpus, &desk.arena, desk.store, &p,
                                i == 1 ? 1 : 0, 8, &found, &n, &e));
        assert_int_equal(n, i == 1 ? 0 : 1);
        if (n)
            assert_int_equal(found[0].entry, 1);
    }
    path = "/nonexistent.jsonl";
    {
        struct corpus *none;

        assert_false(corpus_open(&desk.options, &none, &e));
    }
}

/* A problem that is the same comes before any number of near ones. */
static void same_ones_come_first(void **unused)
{
    static const char set[] =
        "{\"question\": \"What is the sum of the first hundred positive whole "
        "numbers that are odd?\", \"answer\": \"10000\"}\n";
    const char *path = scratch_file(&desk.arena, set, strlen(set));
    struct problem p = { .statement = "What is the sum of the first hundred "
                                      "positive whole numbers that are odd?" };
    struct overlap *found;
    struct err e;
    size_t n;

    (void)unused;
    desk.options.public_sets = &path;
    desk.options.n_public_sets = 1;
    assert_true(corpus_open(&desk.options, &desk.serve.corpus, &e));
    unlink(path);
    for (int i = 0; i < 9; i++)
        assert_int_equal(
            ask(HTTP_POST, "/entries", NULL, 0, &e, "statement",
                arena_printf(&desk.arena,
                             "What is the sum of the first hundred positive "
                             "whole numbers that are no. %c?",
                             'a' + i),
                "answer", "1", NULL),
            303);
    assert_true(corpus_find(desk.serve.corpus, &desk.arena, desk.store, &p, 0,
                            8, &found, &n, &e));
    assert_int_equal(n, 8);
    assert_true(found[0].same && found[0].source);
    assert_false(found[1].same);
}

/* Rows of a public set can be looked at and written from. */
static void public_rows_are_sources(void **unused)
{
    struct str set = str_in(&desk.arena);
    const char *path;
    struct err e;

    (void)unused;
    assert_int_equal(ask(HTTP_GET, "/public", NULL, 0, &e, NULL), 200);
    assert_shows("without public sets");
    assert_int_equal(ask(HTTP_GET, "/public/:n", "1", 0, &e, NULL), -ERR_SPENT);
    for (int i = 1; i <= 60; i++)
        str_addf(&set,
                 "{\"question\": \"Row <b>%d</b>?\", \"answer\": \"%d\"}\n%s",
                 i, i, i == 2 ? "nonsense\n" : "");
    path = scratch_file(&desk.arena, str_get(&set), set.n);
    desk.options.public_sets = &path;
    desk.options.n_public_sets = 1;
    assert_int_equal(ask(HTTP_GET, "/public", NULL, 0, &e, NULL), 200);
    assert_shows(strrchr(path, '/') + 1);
    assert_false(shows(path)); /* not where it is */
    assert_int_equal(ask(HTTP_GET, "/public/:n", "1", 0, &e, NULL), 200);
    assert_shows("/entries/new?public=1&amp;row-number=3\">");
    assert_shows("Row &lt;b&gt;50&lt;/b&gt;?");
    assert_false(shows("Row &lt;b&gt;51"));
    assert_shows("/public/1?from=50\">Next");
    assert_int_equal(
        ask(HTTP_GET, "/public/:n", "1", 0, &e, "from", "50", NULL), 200);
    assert_shows("start=\"51\"");
    assert_shows("Row &lt;b&gt;60");
    assert_false(shows(">Next<"));
    assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "public", "1",
                         "row-number", "3", NULL),
                     200);
    assert_shows("Row &lt;b&gt;3&lt;/b&gt;?</textarea>");
    assert_shows("name=\"row-number\" value=\"3\"");
    assert_shows("<a href=\"/public\">");
    assert_int_equal(ask(HTTP_POST, "/entries", NULL, 0, &e, "public", "1",
                         "row-number", "3", "statement", "Row <b>3</b>?",
                         "answer", "4", NULL),
                     303);
    assert_int_equal(ask(HTTP_GET, "/entries/:id", "1", 0, &e, NULL), 200);
    assert_shows("<b>Statement</b>: as in the source");
    assert_shows("<b>Key</b>: <mark>edited</mark>");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(HTTP_GET, "/entries/new", NULL, 0, &e, "public",
                             i ? "2" : "1", "row-number", "61", NULL),
                         404);
        assert_shows(i ? "no such public set" : "no such row");
    }
    unlink(path);
}

/* A source that takes long to make is made once. */
static void sources_are_kept(void **unused)
{
    struct http_field f[] = { { "family", "applied/series" },
                              { "level", "4" },
                              { "seed", "s7" } };
    struct http_fields all = { f, 3 };
    struct start start, again;
    double began, made, found;
    struct err e;

    (void)unused;
    assert_true(corpus_open(&desk.options, &desk.serve.corpus, &e));
    began = cpu_seconds();
    assert_true(start_find(&desk.visit, &all, &start, &e));
    made = cpu_seconds();
    for (int i = 0; i < 4; i++)
        assert_true(start_find(&desk.visit, &all, &again, &e));
    found = cpu_seconds();
    assert_true(found - made < made - began);
    assert_true(again.proved);
    assert_string_equal(again.sha, start.sha);
    assert_string_equal(again.from, "family");
    assert_string_equal(again.problem.statement, start.problem.statement);
    f[2].value = "s8";
    assert_true(start_find(&desk.visit, &all, &again, &e));
    assert_string_not_equal(again.sha, start.sha);
}

#define desk_test(f) cmocka_unit_test_setup_teardown(f, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        desk_test(drafts_have_faults),
        desk_test(long_fields_are_refused),
        desk_test(limits_are_checked),
        desk_test(empty_forms_are_quiet),
        desk_test(claims_name_lines),
        desk_test(judge_says),
        desk_test(kinds_come_from_trees),
        desk_test(preview_for_scripts),
        desk_test(preview_for_forms),
        desk_test(edits_lose_proofs),
        desk_test(rows_prove_nothing),
        desk_test(a_run_is_a_source),
        desk_test(wrong_starts_are_told),
        desk_test(seeds_are_random),
        desk_test(entries_are_made),
        desk_test(others_see_no_key),
        desk_test(keys_have_names),
        desk_test(two_windows),
        desk_test(hostile_text),
        desk_test(check_by_family),
        desk_test(check_by_claim),
        desk_test(check_by_second),
        desk_test(claims_and_keys),
        desk_test(keys_are_worked_out),
        desk_test(overlaps_are_found),
        desk_test(same_ones_come_first),
        desk_test(sources_are_kept),
        desk_test(topics_come_with_versions),
        desk_test(notes_are_for_who_sees_the_key),
        desk_test(topics_make_no_versions),
        desk_test(edits_are_marked),
        desk_test(topics_come_from_sources),
        desk_test(limits_are_explained),
        desk_test(faults_stand_at_fields),
        desk_test(public_rows_are_sources),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
