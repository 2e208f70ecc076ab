/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/show_items.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "report/document.h"
#include "run/count/grouping.h"
#include "run/engine/regrade.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>

#define LIMIT_DEFAULT  10
#define STATEMENT_ROWS 12
#define FIELD_ROWS     6  /* of a key, an answer, a reason */
#define END_ROWS       8  /* of a reply */
#define FOUND_ROWS     3  /* around an answer that stands before them */
#define NAMES_MOST     20 /* in a message */
#define INDENT         "    "
#define MARGIN         "  | "
#define FIELD_INDENT   11 /* "  verdict  " */

/* ---- rows of a text ---- */

bool text_next_row(struct text_rows *r, struct text_row *out)
{
    size_t i = r->at, blank = 0, count = 0;
    uint32_t ch;

    if (i >= r->n)
        return false;
    while (i < r->n && r->text[i] != '\n') {
        size_t len = utf8_read(r->text + i, r->n - i, &ch);

        len = len ? len : 1;
        count += utf8_columns(r->text + i, len);
        if (count > r->width && i > r->at)
            break;
        if (r->text[i] == ' ')
            blank = i;
        i += len;
    }
    if (i < r->n && r->text[i] != '\n' && r->text[i] != ' ' && blank > r->at)
        i = blank;
    *out = (struct text_row){ r->at, i };
    r->at = i + (i < r->n && (r->text[i] == '\n' || r->text[i] == ' '));
    r->of_line = i < r->n && r->text[i] != '\n' ? r->of_line + 1 : 0;
    return true;
}

/* Leaves out the rest of a line that has too many rows. Returns its bytes, 0 if
 * nothing is left out. */
static size_t text_skip_line(struct text_rows *r)
{
    const char *end;
    size_t was = r->at;

    if (r->of_line < TEXT_LINE_ROWS)
        return 0;
    end = memchr(r->text + r->at, '\n', r->n - r->at);
    r->at = end ? (size_t)(end - r->text) + 1 : r->n;
    r->of_line = 0;
    return r->at - was;
}

/* Appends a row with its newline. The arena holds a copy of it. */
static void text_add_row(struct arena *a, struct str *out,
                         const struct text_rows *r, struct text_row row)
{
    char *text = arena_strndup(a, r->text + row.from, row.to - row.from);
    size_t n = strlen(text);

    for (char *p = text; *p; p++)
        if (*p == '\t' || (*p == '\r' && p + 1 == text + n))
            *p = ' ';
    str_add_printable(out, text);
    while (out->n && out->s[out->n - 1] == ' ')
        out->s[--out->n] = '\0';
    str_addc(out, '\n');
}

/* Appends the rows of a text, at most `most` (0: all), each but the first behind
 * the margin, then how many bytes are left out, with `hint` behind it. */
static void text_add_rows(struct arena *a, struct str *out, const char *text,
                          size_t width, size_t most, const char *margin,
                          const char *hint)
{
    struct text_rows r = { .text = text, .n = strlen(text), .width = width };
    struct text_row row;
    size_t left;

    for (size_t i = 0; (!most || i < most) && text_next_row(&r, &row); i++) {
        str_add(out, i ? margin : "");
        text_add_row(a, out, &r, row);
        if ((left = text_skip_line(&r)))
            str_addf(out, "%s... %zu more bytes of this line\n", margin, left);
    }
    if (r.n == 0)
        str_addc(out, '\n');
    if (r.at < r.n)
        str_addf(out, "%s... %zu more bytes%s\n", margin, r.n - r.at, hint);
}

/* ---- fields ---- */

bool items_asked(const struct items_options *o)
{
    bool asked = o->words.wrong || o->limit != UINT64_MAX;

    for (size_t i = 0; i < FILTERS; i++)
        asked |= o->words.by[i].n > 0;
    return asked;
}

static void items_add_field(struct arena *a, struct str *out, const char *name,
                            const char *text, size_t width)
{
    if (!text || !*text)
        return;
    str_addf(out, "  %-*s", FIELD_INDENT - 2, name);
    text_add_rows(a, out, text, width - FIELD_INDENT, FIELD_ROWS, "           ",
                  "");
}

/* ---- replies ---- */

/* A reply and the stretch of it that holds the answer; from = to: none. */
struct shown_reply {
    struct text_rows rows;
    size_t from, to;
};

/* Marks under a row the part of it that is the answer. */
static void items_add_marks(struct str *out, const struct shown_reply *s,
                            struct text_row row)
{
    size_t from = s->from > row.from ? s->from : row.from;
    size_t to = s->to < row.to ? s->to : row.to;
    const char *text = s->rows.text;

    if (from >= to)
        return;
    str_add(out, MARGIN);
    for (size_t i = utf8_columns(text + row.from, from - row.from); i; i--)
        str_addc(out, ' ');
    for (size_t i = utf8_columns(text + from, to - from); i; i--)
        str_addc(out, '^');
    str_addc(out, '\n');
}

static void add_reply_rows(struct arena *a, struct str *out,
                           struct shown_reply *s, size_t from, size_t most)
{
    struct text_row row;
    size_t left;

    s->rows.at = from;
    s->rows.of_line = 0;
    for (size_t i = 0; (!most || i < most) && text_next_row(&s->rows, &row);
         i++) {
        str_add(out, MARGIN);
        text_add_row(a, out, &s->rows, row);
        items_add_marks(out, s, row);
        if ((left = text_skip_line(&s->rows)))
            str_addf(out, MARGIN "... %zu more bytes of this line\n", left);
    }
}

/* Returns where the last END_ROWS rows begin. */
static size_t items_end_of(const struct shown_reply *s)
{
    struct text_rows r = s->rows;
    size_t starts[END_ROWS] = { 0 }, n = 0, room = END_ROWS * r.width;
    struct text_row row;

    while (r.n && (r.text[r.n - 1] == '\n' || r.text[r.n - 1] == ' '))
        r.n--;
    r.at = utf8_start(r.text, r.n > room ? r.n - room : 0);
    while (text_next_row(&r, &row))
        starts[n++ % END_ROWS] = row.from;
    return n > END_ROWS ? starts[n % END_ROWS] : starts[0];
}

static void add_reply_end(struct arena *a, struct str *out,
                          struct shown_reply *s)
{
    size_t end = items_end_of(s), found = s->from;

    if (s->to > s->from && found < end) {
        size_t room = s->rows.width / 2;

        while (found && s->rows.text[found - 1] != '\n' &&
               s->from - found < room)
            found--;
        found = utf8_start(s->rows.text, found);
        str_add(out, found ? MARGIN "...\n" : "");
        add_reply_rows(a, out, s, found, FOUND_ROWS);
        end = end > s->rows.at ? end : s->rows.at;
        if (end > s->rows.at)
            str_add(out, MARGIN "...\n");
    } else if (end) {
        str_addf(out, MARGIN "... %zu bytes before\n", end);
    }
    add_reply_rows(a, out, s, end, END_ROWS);
}

/* ---- an item ---- */

/* What is shown, and how. */
struct shower {
    struct arena tmp; /* for one item */
    struct store *store;
    const struct summary *view;
    const struct items_options *o;
    struct judge_options judge; /* of the run */
    bool judges;                /* it is known */
    size_t width;
    struct str out;
};

static void add_item_reply(struct shower *s, const struct result *r,
                           const char *text)
{
    struct shown_reply shown = { .rows = { .text = text,
                                           .n = strlen(text),
                                           .width =
                                               s->width - strlen(MARGIN) } };

    if (r->outcome == OUTCOME_OK && r->answer && s->judges) {
        struct grade_result g = run_judge_text(
            &s->tmp, &s->view->problems[r->problem], &s->judge, text);

        if (g.extracted && str_eq(g.extracted, r->answer)) {
            shown.from = g.from;
            shown.to = g.to;
        }
    }
    str_add(&s->out, "  reply\n");
    if (s->o->replies)
        add_reply_rows(&s->tmp, &s->out, &shown, 0, 0);
    else
        add_reply_end(&s->tmp, &s->out, &shown);
}

static void items_add_item(struct shower *s, const struct result *r,
                           const struct call *c)
{
    const struct problem *p = &s->view->problems[r->problem];
    const char *verdict = verdict_name(r->lenient);
    struct str *out = &s->out;

    str_addf(out, "%s  ", s->view->info.name);
    str_add_printable(out, p->id);
    str_add(out, "  ");
    str_add_printable(out, s->view->models[r->model]);
    str_addf(out, "  attempt %" PRIu64 "  %s\n" INDENT, r->attempt,
             mark_name(mark_of(r, s->o->words.strict)));
    text_add_rows(&s->tmp, out, p->statement, s->width - strlen(INDENT),
                  s->o->replies ? 0 : STATEMENT_ROWS, INDENT,
                  "; --replies shows the whole reply");
    items_add_field(&s->tmp, out, "key", keys_text(&s->tmp, p->keys, p->n_keys),
                    s->width);
    if (c && c->reply.text && *c->reply.text)
        add_item_reply(s, r, c->reply.text);
    else
        items_add_field(&s->tmp, out, "reply", c ? "empty" : "none", s->width);
    items_add_field(&s->tmp, out, "answer", r->answer ? r->answer : "none",
                    s->width);
    if (r->outcome != OUTCOME_OK)
        verdict = arena_printf(&s->tmp, "none: %s", outcome_name(r->outcome));
    else if (r->strict != r->lenient)
        verdict = arena_printf(&s->tmp, "%s; strictly: %s", verdict,
                               verdict_name(r->strict));
    items_add_field(&s->tmp, out, "verdict", verdict, s->width);
    items_add_field(&s->tmp, out, "why", r->why, s->width);
    str_addc(out, '\n');
}

/* ---- JSON ---- */

static struct datum items_tokens(int64_t n)
{
    return n >= 0 ? datum_count((uint64_t)n) : datum_absent;
}

static void items_add_reply(struct document *d, const struct result *r,
                            const struct call *c)
{
    document_fact(d, "response", datum_text(c->reply.text));
    document_fact(d, "reasoning", datum_text(c->reply.reasoning));
    document_fact(d, "finish_reason", datum_text(c->reply.finish));
    document_fact(d, "usage.prompt_tokens",
                  items_tokens(c->reply.usage.prompt));
    document_fact(d, "usage.completion_tokens",
                  items_tokens(c->reply.usage.completion));
    document_fact(d, "took_ms", datum_number((double)c->took_ms, 0));
    document_fact(d, "tries", datum_count(r->tries));
}

/* Of a reply that came as a stream. */
static bool items_add_course(struct document *d, struct store *s,
                             const struct result *r, struct err *e)
{
    struct course c;
    bool found;

    if (!journal_course(s, r->call, &c, &found, e))
        return false;
    if (!found)
        return true;
    document_fact(d, "stream.first_token_ms",
                  datum_number((double)c.first_ms, 0));
    document_fact(d, "stream.longest_gap_ms",
                  datum_number((double)c.gap_ms, 0));
    document_fact(d, "stream.pieces", datum_number((double)c.pieces, 0));
    return true;
}

static void items_add_result(struct document *d, const struct result *r,
                             const char *problem, const char *model)
{
    document_fact(d, "problem_id", datum_text(problem));
    document_fact(d, "model", datum_text(model));
    document_fact(d, "attempt", datum_count(r->attempt));
    document_fact(d, "outcome", datum_text(outcome_name(r->outcome)));
    if (r->outcome == OUTCOME_OK) {
        document_fact(d, "lenient", datum_text(verdict_name(r->lenient)));
        document_fact(d, "strict", datum_text(verdict_name(r->strict)));
    }
    document_fact(d, "answer", datum_text(r->answer));
    document_fact(d, "why", datum_text(r->why));
    if (r->more)
        document_fact(d, "more", datum_source(d->arena, r->more));
    if (r->outcome == OUTCOME_ERROR)
        document_fact(d, "error", datum_text(r->why ? r->why : "no reply"));
}

/* What an item has beside its result. */
static void items_add_problem(struct document *d, const struct shower *s,
                              const struct result *r)
{
    const struct problem *p = &s->view->problems[r->problem];
    const struct json *field = json_get(json_get(p->meta, "fields"), "level");
    enum mark mark = mark_of(r, s->o->words.strict);

    document_fact(d, "run", datum_text(s->view->info.name));
    document_fact(d, "mark", datum_text(mark_name(mark)));
    document_fact(d, "reason", datum_text(reasons_word(d->arena, r, mark)));
    document_fact(d, "family", datum_text(p->family));
    /* Of a family's problem, or the source field of that name. */
    document_fact(d, "level",
                  p->family ? datum_number(p->level, 0)
                  : field   ? datum_tree(field)
                            : datum_absent);
    document_fact(d, "concepts",
                  datum_list(d->arena, p->concepts, p->n_concepts));
    document_fact(d, "statement", datum_text(p->statement));
    document_fact(d, "key",
                  datum_text(keys_text(d->arena, p->keys, p->n_keys)));
}

/* ---- all of them ---- */

static bool find_reply(struct store *s, struct arena *a, const struct result *r,
                       struct call *out, bool *found, struct err *e)
{
    *found = false;
    return r->outcome == OUTCOME_ERROR ||
           journal_find(s, a, r->call, false, out, found, e);
}

static bool items_show_one(struct shower *s, const struct result *r,
                           struct err *e)
{
    struct document *d = document_new(&s->tmp, 0);
    struct call c;
    bool found;

    if (!find_reply(s->store, &s->tmp, r, &c, &found, e))
        return false;
    if (!s->o->json) {
        items_add_item(s, r, found ? &c : NULL);
        return true;
    }
    items_add_result(d, r, s->view->problems[r->problem].id,
                     s->view->models[r->model]);
    items_add_problem(d, s, r);
    if (found)
        items_add_reply(d, r, &c);
    if (found && !items_add_course(d, s->store, r, e))
        return false;
    document_json(&s->out, d);
    return true;
}

static bool items_show_list(struct shower *s, const size_t *list, size_t n,
                            struct err *e)
{
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++) {
        str_reset(&s->out);
        ok = items_show_one(s, &s->view->results[list[i]], e);
        arena_reset(&s->tmp);
        if (ok && !out_str(&s->out))
            return err_set(e, ERR_IO, "could not write to standard output");
    }
    return ok;
}

/* Returns the places of the results that pass. */
static size_t *select_results(struct arena *a, const struct summary *v,
                              const struct result_filter *f, size_t *n)
{
    size_t *list = arena_array(a, size_t, v->n_results + 1);
    struct arena tmp = { 0 };

    *n = 0;
    for (size_t i = 0; i < v->n_results; i++) {
        if (filter_holds(&tmp, f, &v->results[i]))
            list[(*n)++] = i;
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return list;
}

static int say_mistake(const struct command *self, struct arena *a,
                       const struct run_info *run,
                       const struct filter_mistake *m)
{
    const char *what = filter_name(m->by);
    const char **few = arena_array(a, const char *, NAMES_MOST + 1);
    size_t n = m->n < NAMES_MOST ? m->n : NAMES_MOST;
    struct str all = str_in(a);

    for (size_t i = 0; i < n; i++) {
        few[i] = m->names[i];
        str_addf(&all, "%s%s", i ? ", " : "", few[i]);
    }
    if (m->n > n)
        few[n++] = "...";
    if (m->several)
        return args_mistake(self, "--%s \"%s\" is ambiguous: %s%s", what,
                            m->word, str_get(&all),
                            m->n > NAMES_MOST ? ", ..." : "");
    if (m->n == 0)
        return args_mistake(self, "no problem of run %s has a %s", run->name,
                            what);
    if (*m->word && str_nearest(m->word, m->names, m->n))
        return args_unknown(self, what, m->word, m->names, m->n);
    return args_unknown(self, what, m->word, few, n);
}

static void items_say_end(const struct items_options *o, size_t shown, size_t n)
{
    struct str line = { 0 };

    if (shown < n)
        str_addf(&line, "%zu of %zu: --limit %zu shows all\n", shown, n, n);
    else
        str_addf(&line, "%zu of %zu\n", n, n);
    if (!o->json)
        out_str(&line);
    str_clear(&line);
}

int show_items(const struct command *self, struct arena *a, struct store *s,
               const struct run_info *run, const struct items_options *o)
{
    static const char *const none[] = { NULL };
    const struct summary_options plain = { .strict = o->words.strict,
                                           .by = none };
    struct summary v;
    struct shower show = {
        .store = s, .view = &v, .o = o, .width = terminal_width()
    };
    struct filter_mistake mistake;
    struct result_filter f;
    size_t n, shown, *list;
    struct err e;
    bool ok;

    if (!summary_load(a, s, run, &plain, &v, &e))
        return talk_failure(&e);
    if (!filter_read(a, &v, &o->words, &f, &mistake))
        return say_mistake(self, a, run, &mistake);
    list = select_results(a, &v, &f, &n);
    if (n == 0) {
        talk("no result of run %s matches these filters", run->name);
        return EXIT_NO;
    }
    shown = o->limit != UINT64_MAX ? (size_t)o->limit
            : o->json              ? 0
                                   : LIMIT_DEFAULT;
    shown = shown && shown < n ? shown : n;
    show.judges = regrade_judge(a, run, &show.judge, &e);
    ok = items_show_list(&show, list, shown, &e);
    arena_clear(&show.tmp);
    str_clear(&show.out);
    if (!ok)
        return talk_failure(&e);
    items_say_end(o, shown, n);
    return out_finish() ? EXIT_DONE : EXIT_COULD_NOT;
}

static bool print_one(struct store *s, struct arena *a, struct str *line,
                      const struct result *r, const char *problem,
                      const char *model, struct err *e)
{
    struct document *d = document_new(a, 0);
    struct call c;
    bool found;

    if (!find_reply(s, a, r, &c, &found, e))
        return false;
    str_reset(line);
    items_add_result(d, r, problem, model);
    if (found)
        items_add_reply(d, r, &c);
    document_json(line, d);
    return true;
}

int show_replies(struct arena *a, struct store *s, const struct run_info *run)
{
    struct arena tmp = { 0 };
    struct str line = { 0 };
    struct result *results;
    const char **problems;
    size_t n, n_problems;
    struct json *row;
    struct err e;
    bool ok = runs_problems(s, a, run->id, &problems, &n_problems, &e) &&
              runs_results(s, a, run->id, &results, &n, &e);

    for (size_t i = 0; ok && i < n; i++) {
        const struct result *r = &results[i];
        const char *id = NULL;

        if (r->problem < n_problems && r->model < run->n_models &&
            json_read(&tmp, problems[r->problem], strlen(problems[r->problem]),
                      1, &row, &e))
            id = json_string(json_get(row, "id"));
        ok = print_one(s, &tmp, &line, r, id ? id : "?", run->models[r->model],
                       &e);
        if (ok && !out_str(&line))
            break;
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    str_clear(&line);
    if (!ok)
        talk_err(NULL, &e);
    return out_finish() && ok ? EXIT_DONE : EXIT_COULD_NOT;
}
