/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/grade_against.h"
#include "base/ascii.h"
#include "cli/talk.h"
#include "report/document.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SHOWN_MOST 60 /* characters of a text in a table */

/* ---- what they say ---- */

static const struct json *field_of(struct arena *a, const struct json *row,
                                   const char *path)
{
    const struct json *m = json_get(row, path);
    size_t n = strcspn(path, ".");

    if (m || !path[n])
        return m;
    m = json_get(row, arena_strndup(a, path, n));
    return m ? field_of(a, m, path + n + 1) : NULL;
}

/* Words of graders and labels for "correct" and "not correct". */
static bool read_word(const char *word, bool *yes)
{
    static const char *const yeses[] = { "correct", "true",  "yes",   "right",
                                         "c",       "pass",  "equal", "1",
                                         "1.0",     "passed" };
    static const char *const noes[] = { "wrong",     "incorrect", "false",
                                        "no",        "i",         "fail",
                                        "failed",    "n",         "not_equal",
                                        "different", "0",         "0.0",
                                        "no_answer", "unreadable" };

    for (size_t i = 0; i < sizeof yeses / sizeof *yeses; i++)
        if (strcasecmp(word, yeses[i]) == 0)
            return *yes = true;
    for (size_t i = 0; i < sizeof noes / sizeof *noes; i++)
        if (strcasecmp(word, noes[i]) == 0) {
            *yes = false;
            return true;
        }
    return false;
}

static bool read_theirs(const struct json *m, bool *yes)
{
    double x;

    switch (m->type) {
    case JSON_BOOL: *yes = m->truth; return true;
    case JSON_NUMBER:
        x = strtod(m->text, NULL);
        *yes = x >= 0.5;
        return x >= 0 && x <= 1;
    case JSON_STRING: return read_word(m->text, yes);
    case JSON_ARRAY: /* one verdict in a list of one */
        return m->count == 1 && read_theirs(m->first, yes);
    default: return false;
    }
}

/* ---- does the right answer stand in the reply? ---- */

static bool is_part(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

static bool is_dress(char c)
{
    return is_space(c) || c == '$' || c == '*';
}

/* The text without blanks and the signs of formulas, but for one between two
 * words or numbers. */
static const char *bare(struct arena *a, const char *s, size_t n)
{
    struct str out = str_in(a);
    char last = ' ';

    for (size_t i = 0; i < n && s[i]; i++) {
        if (is_dress(s[i]))
            continue;
        if (i && is_dress(s[i - 1]) && is_part(last) && is_part(s[i]))
            str_addc(&out, ' ');
        str_addc(&out, last = s[i]);
    }
    return str_get(&out);
}

/* Does `what` stand in `text` and not within a longer number or name? */
static bool stands_in(const char *text, const char *what)
{
    size_t n = strlen(what);

    for (const char *p = text; n && (p = strstr(p, what)); p++) {
        char before = p > text ? p[-1] : ' ', behind = p[n];
        bool number = is_digit(what[n - 1]) &&
                      (behind == '.' || behind == ',') && is_digit(p[n + 1]);
        bool inside = is_digit(what[0]) &&
                      (before == '.' || before == ',' || before == '-') &&
                      (before == '-' || (p > text + 1 && is_digit(p[-2])));

        if (!(is_part(before) && is_part(what[0])) &&
            !(is_part(behind) && is_part(what[n - 1])) && !number && !inside)
            return true;
    }
    return false;
}

static bool key_stands(struct arena *a, const struct jsonl_line *l)
{
    const struct grade_request *r = &l->request;
    const char *reply;

    if (r->extracted || !r->reply)
        return false;
    reply = bare(a, r->reply, r->reply_n);
    return (l->result.key &&
            stands_in(reply, bare(a, l->result.key, strlen(l->result.key)))) ||
           (r->gold && r->gold_n < 200 &&
            stands_in(reply, bare(a, r->gold, r->gold_n)));
}

/* ---- one row ---- */

static const char *cause_of(struct arena *a, const struct against_row *r,
                            const struct jsonl_line *l,
                            const struct grade_reading *ours)
{
    const char *by = ours->by ? ours->by : "?";

    if (ours->verdict == VERDICT_CORRECT)
        return arena_printf(
            a, "they say wrong, we say equal by \"%s\"%s", by,
            l->result.strict.verdict == VERDICT_CORRECT ? "" : " (lenient)");
    if (ours->verdict == VERDICT_UNDECIDED || ours->verdict == VERDICT_BAD_KEY)
        return arena_printf(a, "they say %s, we do not know: %s",
                            r->their_yes ? "correct" : "wrong",
                            verdict_name(ours->verdict));
    if (r->stands)
        return "they say correct, the right answer stands in the reply but was "
               "not extracted by us";
    if (ours->verdict == VERDICT_WRONG)
        return arena_printf(a, "they say correct, we say wrong by \"%s\"", by);
    return arena_printf(a, "they say correct, for us it is %s",
                        verdict_name(ours->verdict));
}

static bool is_judged(enum verdict v)
{
    return v != VERDICT_UNDECIDED && v != VERDICT_BAD_KEY;
}

bool against_look(struct arena *a, const char *field, const char *text,
                  size_t n, size_t number, const struct jsonl_line *l,
                  bool strict, struct against_row *out, struct err *e)
{
    const struct grade_reading *ours = jsonl_reading(&l->result, strict);
    struct str theirs = str_in(a);
    const struct json *m;
    struct json *row;

    *out = (struct against_row){ .id = l->id, .ours = ours->verdict };
    if (!json_read(a, text, n, number, &row, e))
        return false;
    m = field_of(a, row, field);
    if (!m)
        return err_at(e, ERR_DOMAIN, number, 0,
                      "the row has no field \"%.60s\" to compare with", field);
    if (!read_theirs(m, &out->their_yes))
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"%.60s\" is not a verdict; it must be true or false, a "
                      "number from 0 to 1, or a word such as correct or wrong",
                      field);
    json_write(&theirs, m);
    out->theirs = str_get(&theirs);
    out->stands = ours->verdict != VERDICT_CORRECT &&
                  is_judged(ours->verdict) && key_stands(a, l);
    if (out->their_yes != (ours->verdict == VERDICT_CORRECT) ||
        !is_judged(ours->verdict))
        out->cause = cause_of(a, out, l, ours);
    out->key = l->result.key ? l->result.key : l->request.gold;
    out->answer = l->result.answer;
    out->extracted = l->result.extracted;
    out->why = ours->why;
    out->rule = l->result.rule;
    return true;
}

/* ---- all rows ---- */

static const char *kept(struct arena *a, const char *s)
{
    return s ? arena_strdup(a, s) : NULL;
}

void against_add(struct against *g, const struct against_row *row)
{
    struct against_row *r;

    if (is_judged(row->ours))
        g->count[row->their_yes][row->ours == VERDICT_CORRECT]++;
    else
        g->not_judged[row->their_yes]++;
    g->stands += row->stands;
    if (!row->cause)
        return;
    g->stands_differ += row->stands;
    if (!g->differ.size)
        g->differ = vec_in(g->arena, sizeof(*r));
    r = vec_push(&g->differ);
    *r = *row;
    r->id = kept(g->arena, row->id);
    r->theirs = kept(g->arena, row->theirs);
    r->cause = kept(g->arena, row->cause);
    r->key = kept(g->arena, row->key);
    r->answer = kept(g->arena, row->answer);
    r->extracted = kept(g->arena, row->extracted);
    r->why = kept(g->arena, row->why);
    r->rule = kept(g->arena, row->rule);
}

/* ---- the report ---- */

static int by_cause(const void *x, const void *y)
{
    const struct against_row *const *a = x, *const *b = y;
    int c = strcmp((*a)->cause, (*b)->cause);

    return c ? c : (*a > *b) - (*a < *b); /* then as in the file */
}

static const struct against_row **sorted(struct against *g)
{
    size_t n = g->differ.n;
    const struct against_row **list =
        arena_array(g->arena, const struct against_row *, n + 1);

    for (size_t i = 0; i < n; i++)
        list[i] = vec_at(&g->differ, i);
    qsort(list, n, sizeof(*list), by_cause);
    return list;
}

static void add_counts(struct document *d, const struct against *g,
                       const char *field)
{
    uint64_t same = g->count[0][0] + g->count[1][1];
    uint64_t judged = same + g->count[0][1] + g->count[1][0];
    uint64_t open = g->not_judged[0] + g->not_judged[1];
    struct datum share =
        judged ? datum_share((double)same / (double)judged) : datum_unknown;

    document_fact(d, "against", datum_text(field));
    document_fact(d, "rows", datum_count(judged + open));
    document_fact(d, "judged", datum_count(judged));
    document_fact(d, "agree", datum_count(same));
    document_fact(d, "agreement", share);
    document_fact(d, "both_correct", datum_count(g->count[1][1]));
    document_fact(d, "both_wrong", datum_count(g->count[0][0]));
    document_fact(d, "only_they_correct", datum_count(g->count[1][0]));
    document_fact(d, "only_we_correct", datum_count(g->count[0][1]));
    document_fact(d, "not_judged", datum_count(open));
    document_fact(d, "stands_but_not_extracted", datum_count(g->stands));
    document_say(
        d,
        "Of %" PRIu64 " rows that both graded, \"%s\" and we agree on %" PRIu64
        " (%s): %" PRIu64 " "
        "correct, %" PRIu64 " not. Only they say correct: %" PRIu64
        "; only we: %" PRIu64 ".",
        judged, field, same, datum_words(d->arena, share, 0), g->count[1][1],
        g->count[0][0], g->count[1][0], g->count[0][1]);
    if (open)
        document_say(d,
                     "We cannot decide %" PRIu64
                     ": undecided, or a key that cannot be "
                     "read.",
                     open);
    document_say(d,
                 "The correct answer is in the reply but we did not extract "
                 "it: %" PRIu64 " (%" PRIu64 " of them where we differ).",
                 g->stands, g->stands_differ);
}

static void add_causes(struct document *d, const struct against_row **list,
                       size_t n)
{
    const struct column cause = { "cause", "cause", COLUMN_KEY, NULL, 0 };
    const struct column rows = { "rows", "rows", 0, NULL, 0 };
    struct doc_table *t = document_table(d, "causes");
    size_t from = 0;

    if (n)
        document_section(d, "causes of disagreement");
    for (size_t i = 1; i <= n; i++) {
        if (i < n && str_eq(list[i]->cause, list[from]->cause))
            continue;
        table_row(t);
        table_put(t, cause, datum_text(list[from]->cause));
        table_put(t, rows, datum_count(i - from));
        from = i;
    }
    if (n)
        document_show(d, t, 0);
}

static void put_text(struct doc_table *t, struct arena *a, const char *name,
                     const char *heading, const char *text)
{
    struct column c = { name, heading, 0, name, 0 };

    table_put(t, c,
              text ? datum_name(text, printable(a, text, SHOWN_MOST))
                   : datum_unknown);
}

static void add_rows(struct document *d, const struct against_row **list,
                     size_t n)
{
    struct doc_table *t = document_table(d, "disagreements");

    if (n)
        document_section(d, "all disagreements");
    for (size_t i = 0; i < n; i++) {
        const struct against_row *r = list[i];
        struct column id = { "id", "id", COLUMN_KEY, "id", 0 };
        struct column theirs = { "theirs", "theirs", 0, "theirs", 0 };
        struct column stands = { "stands", NULL, 0, "stands", 0 };

        if (i == 0 || !str_eq(r->cause, list[i - 1]->cause))
            table_heading(t, r->cause);
        table_row(t);
        table_put(t, id, datum_source(d->arena, r->id));
        put_text(t, d->arena, "cause", NULL, r->cause);
        table_put(t, theirs, datum_source(d->arena, r->theirs));
        put_text(t, d->arena, "ours", "ours", verdict_name(r->ours));
        put_text(t, d->arena, "key", "key", r->key);
        put_text(t, d->arena, "answer", "answer", r->answer);
        put_text(t, d->arena, "extracted", "extracted", r->extracted);
        put_text(t, d->arena, "rule", NULL, r->rule);
        put_text(t, d->arena, "why", "why", r->why);
        table_put(t, stands, datum_truth(r->stands));
    }
    if (n)
        document_show(d, t, 0);
}

void against_write(struct str *out, struct against *g, const char *field,
                   enum against_form form)
{
    struct document *d = document_new(g->arena, terminal_width());
    const struct against_row **list = sorted(g);

    d->spread = 2;
    add_counts(d, g, field);
    add_causes(d, list, g->differ.n);
    add_rows(d, list, g->differ.n);
    switch (form) {
    case AGAINST_JSON: document_json(out, d); break;
    case AGAINST_CSV: document_csv(out, d); break;
    case AGAINST_MARKDOWN: document_markdown(out, d); break;
    case AGAINST_TEXT: document_text(out, d); break;
    }
}
