/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/lines.h"
#include "base/pipeline.h"
#include "base/progress.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/feed.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "family/mathador/game.h"
#include "family/table.h"
#include "grade/jsonl.h"
#include "grade/profile_file.h"
#include "grade/request.h"
#include "report/document.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/*
 * assay grade --against FIELD: our verdicts beside those that the rows carry,
 * of another grader or of a person. Rows are looked at by any thread; what is
 * found is added up and shown by one.
 */

/* One row that both have judged. */
struct against_row {
    const char *id;     /* as JSON */
    const char *theirs; /* as the row has it, as JSON */
    bool their_yes;     /* it says "correct" */
    enum verdict ours;
    bool stands;       /* the key stands in a reply that is not correct by us,
                          but it was not taken for the answer */
    const char *cause; /* why they differ, in a few words; NULL: they agree */
    const char *key, *answer, *extracted, *why, *rule;
};

struct against {
    struct arena *arena;
    struct vec differ;      /* struct against_row, in the order of the file */
    uint64_t count[2][2];   /* rows by [they][we] say correct */
    uint64_t not_judged[2]; /* undecided and bad_key, by what they say */
    uint64_t stands;        /* see above, of all rows */
    uint64_t stands_differ; /* of those on which we differ */
};

#define SHOWN_MOST 60 /* characters of a text in a table */

/* ---- what they say ---- */

static const struct json *grade_field_of(struct arena *a,
                                         const struct json *row,
                                         const char *path)
{
    const struct json *m = json_get(row, path);
    size_t n = strcspn(path, ".");

    if (m || !path[n])
        return m;
    m = json_get(row, arena_strndup(a, path, n));
    return m ? grade_field_of(a, m, path + n + 1) : NULL;
}

/* Words of graders and labels for "correct" and "not correct". */
static bool grade_read_word(const char *word, bool *yes)
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
    case JSON_STRING: return grade_read_word(m->text, yes);
    case JSON_ARRAY: /* one verdict in a list of one */
        return m->count == 1 && read_theirs(m->first, yes);
    default: return false;
    }
}

/* ---- does the right answer stand in the reply? ---- */

static bool grade_is_part(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

static bool grade_is_dress(char c)
{
    return is_space(c) || c == '$' || c == '*';
}

/* The text without blanks and the signs of formulas, but for one between two
 * words or numbers. */
static const char *grade_bare(struct arena *a, const char *s, size_t n)
{
    struct str out = str_in(a);
    char last = ' ';

    for (size_t i = 0; i < n && s[i]; i++) {
        if (grade_is_dress(s[i]))
            continue;
        if (i && grade_is_dress(s[i - 1]) && grade_is_part(last) &&
            grade_is_part(s[i]))
            str_addc(&out, ' ');
        str_addc(&out, last = s[i]);
    }
    return str_get(&out);
}

/* Does `what` stand in `text` and not within a longer number or name? */
static bool grade_stands_in(const char *text, const char *what)
{
    size_t n = strlen(what);

    for (const char *p = text; n && (p = strstr(p, what)); p++) {
        char before = p > text ? p[-1] : ' ', behind = p[n];
        bool number = is_digit(what[n - 1]) &&
                      (behind == '.' || behind == ',') && is_digit(p[n + 1]);
        bool inside = is_digit(what[0]) &&
                      (before == '.' || before == ',' || before == '-') &&
                      (before == '-' || (p > text + 1 && is_digit(p[-2])));

        if (!(grade_is_part(before) && grade_is_part(what[0])) &&
            !(grade_is_part(behind) && grade_is_part(what[n - 1])) && !number &&
            !inside)
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
    reply = grade_bare(a, r->reply, r->reply_n);
    return (l->result.key &&
            grade_stands_in(
                reply, grade_bare(a, l->result.key, strlen(l->result.key)))) ||
           (r->gold && r->gold_n < 200 &&
            grade_stands_in(reply, grade_bare(a, r->gold, r->gold_n)));
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

/* Compare the verdict on a line with that in field `field` ("a.b": a member of
 * a member) of the row text[0..n). Strings are in the arena. Fails if the row
 * has no such field, or it is no verdict. */
static bool against_look(struct arena *a, const char *field, const char *text,
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
    m = grade_field_of(a, row, field);
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

/* Add a row, whose strings are copied if they are kept. */
static void against_add(struct against *g, const struct against_row *row)
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
    r->id = feed_keep(g->arena, row->id);
    r->theirs = feed_keep(g->arena, row->theirs);
    r->cause = feed_keep(g->arena, row->cause);
    r->key = feed_keep(g->arena, row->key);
    r->answer = feed_keep(g->arena, row->answer);
    r->extracted = feed_keep(g->arena, row->extracted);
    r->why = feed_keep(g->arena, row->why);
    r->rule = feed_keep(g->arena, row->rule);
}

/* ---- the report ---- */

static int by_cause(const void *x, const void *y)
{
    const struct against_row *const *a = x, *const *b = y;
    int c = strcmp((*a)->cause, (*b)->cause);

    return c ? c : (*a > *b) - (*a < *b); /* then as in the file */
}

static void grade_add_counts(struct document *d, const struct against *g,
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

static void grade_put_text(struct doc_table *t, struct arena *a,
                           const char *name, const char *heading,
                           const char *text)
{
    struct column c = { name, heading, 0, name, 0 };

    table_put(t, c,
              text ? datum_name(text, printable(a, text, SHOWN_MOST))
                   : datum_unknown);
}

static void grade_add_rows(struct document *d, const struct against_row **list,
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
        grade_put_text(t, d->arena, "cause", NULL, r->cause);
        table_put(t, theirs, datum_source(d->arena, r->theirs));
        grade_put_text(t, d->arena, "ours", "ours", verdict_name(r->ours));
        grade_put_text(t, d->arena, "key", "key", r->key);
        grade_put_text(t, d->arena, "answer", "answer", r->answer);
        grade_put_text(t, d->arena, "extracted", "extracted", r->extracted);
        grade_put_text(t, d->arena, "rule", NULL, r->rule);
        grade_put_text(t, d->arena, "why", "why", r->why);
        table_put(t, stands, datum_truth(r->stands));
    }
    if (n)
        document_show(d, t, 0);
}

/*
 * assay grade: a file of keys and replies in, verdicts out, in the same order;
 * or one pair given at the prompt. Lines go to the threads in chunks, since
 * judging one often takes less time than handing it over.
 */

#define CHUNK_LINES 32
#define CHUNK_BYTES ((size_t)128 << 10)

/* Of replies to Mathador. */
struct scores {
    uint64_t n, optimal, points;
    uint64_t of_best; /* sum of score/best, in parts of PARTS */
};

#define PARTS UINT64_C(12252240) /* a multiple of every best score */

struct job {
    struct cli cli;
    uint64_t digits;
    const char *kind, *params, *tolerance, *profile;
    bool answer, csv, markdown;
    const char *path;
    bool strict, explain, json;
    int threads;
    struct grade_request defaults; /* of every pair */
    struct jsonl_rules rules;
    struct lines lines;
    struct progress progress;
    uint64_t count[VERDICTS], refused;
    struct row_talk rows; /* what was said of the refused ones */
    struct scores scores;
    const char *field;          /* --against; NULL: verdicts are written */
    struct arena against_arena; /* of `against` */
    struct against against;
    bool ended;  /* the file has no more */
    bool failed; /* it cannot be read further, or nothing can be written */
};

/* ---- what is said of a pair ---- */

static void grade_add_part(struct str *out, const char *name, const char *text)
{
    if (!text)
        return;
    str_addf(out, "    %-10s", name);
    str_add_printable(out, text);
    str_addc(out, '\n');
}

/* A field of a family's own judge; an empty one is left out. */
static void grade_add_field(struct str *out, const struct json *m)
{
    struct str text = { 0 };

    if (m->type == JSON_NULL || (m->type == JSON_ARRAY && m->count == 0))
        return;
    json_write(&text, m);
    str_addf(out, "    %-10s", m->name);
    if (strlen(m->name) >= 10)
        str_addc(out, ' ');
    str_add_printable(out, json_string(m) ? m->text : str_get(&text));
    str_addc(out, '\n');
    str_clear(&text);
}

/* A block for people. */
static void grade_explain(struct str *out, const struct jsonl_line *l,
                          bool strict)
{
    const struct grade_result *r = &l->result;
    const struct grade_reading *asked = jsonl_reading(r, strict);
    const struct grade_reading *other = jsonl_reading(r, !strict);

    if (l->failed) {
        grade_add_part(out, "error", l->err.msg);
        return;
    }
    str_addf(out, "%s\n", verdict_name(asked->verdict));
    grade_add_part(out, "why", asked->why);
    grade_add_part(out, "by", asked->by);
    if (other->verdict != asked->verdict) {
        str_addf(out, "    %-10s%s: ", strict ? "lenient" : "strict",
                 verdict_name(other->verdict));
        str_add_printable(out, other->why ? other->why : "");
        str_addc(out, '\n');
    }
    grade_add_part(out, "key", r->key);
    grade_add_part(out, "answer", r->answer);
    grade_add_part(out, "extracted", r->extracted);
    grade_add_part(out, "rule", r->rule);
    grade_add_part(out, "witness", r->witness);
    grade_add_part(out, "profile", r->profile);
    for (const struct json *m = r->more ? r->more->first : NULL; m; m = m->next)
        grade_add_field(out, m);
}

/* ---- the file, chunk by chunk ---- */

struct raw {
    const char *text; /* NULL: the line cannot be had, see err */
    size_t n, number;
};

struct chunk {
    size_t n;
    struct raw raw[CHUNK_LINES];
    double share;   /* of the file, when this was read */
    bool last;      /* no further line was at hand */
    bool broken;    /* the file cannot be read further */
    struct err err; /* of the last line, when its text is NULL */

    struct str out;
    uint64_t count[VERDICTS], refused;
    struct scores scores;
    struct err said[CHUNK_LINES];            /* of the refused ones */
    struct against_row against[CHUNK_LINES]; /* with --against */
    size_t n_against;
};

/* Returns whether a whole line is there, so that reading it does not wait. */
static bool line_waits(const struct lines *l)
{
    return memchr(l->buf + l->start, '\n', l->end - l->start) != NULL;
}

/* One line into the chunk; false when no further one should follow. */
static bool grade_take_line(struct job *j, struct chunk *c, struct arena *a)
{
    struct raw *raw = &c->raw[c->n];
    const char *text;
    enum lines_got got = lines_next(&j->lines, &text, &raw->n, &c->err);

    raw->number = j->lines.number;
    if (got == LINES_END || (got == LINES_FAIL && interrupt_came())) {
        j->ended = true;
        return false;
    }
    if (got == LINES_LINE) {
        if (raw->n != strlen(text) || !str_blank(text)) {
            raw->text = arena_strndup(a, text, raw->n);
            c->n++;
        }
        return true;
    }
    raw->text = NULL;
    c->broken = got == LINES_FAIL;
    j->ended = c->broken;
    c->n++;
    return false;
}

static bool grade_next(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct chunk *c = item->data;
    size_t bytes = 0;

    while (!j->ended && !interrupt_came()) {
        if (!grade_take_line(j, c, &item->arena))
            break;
        bytes += c->n ? c->raw[c->n - 1].n : 0;
        if (c->n == CHUNK_LINES || bytes > CHUNK_BYTES)
            break;
        if (c->n && !line_waits(&j->lines))
            break;
    }
    c->last = c->n > 0 && !line_waits(&j->lines);
    if (j->lines.size)
        c->share = (double)j->lines.read / (double)j->lines.size;
    return c->n > 0;
}

static void grade_add_scores(struct scores *s, const struct grade_result *r)
{
    int64_t score, best;

    if (!r->more || !json_int64(json_get(r->more, "score"), &score) ||
        !json_int64(json_get(r->more, "best"), &best))
        return;
    s->n++;
    s->optimal += r->strict.verdict == VERDICT_CORRECT;
    s->points += (uint64_t)score;
    s->of_best += (uint64_t)score * (PARTS / (uint64_t)best);
}

static void grade_judge(const struct job *j, struct chunk *c,
                        const struct raw *raw, struct arena *a)
{
    struct jsonl_line l;

    if (raw->text)
        jsonl_judge(a, raw->text, raw->n, raw->number, &j->rules, &l);
    else
        jsonl_fail(a, raw->number, &c->err, &l);
    /* The verdict beside that of the row; a row without one is refused. */
    if (j->field && !l.failed) {
        l.failed =
            !against_look(a, j->field, raw->text, raw->n, raw->number, &l,
                          j->strict, &c->against[c->n_against], &l.err);
        c->n_against += !l.failed;
    }
    if (l.failed) {
        c->said[c->refused++] = l.err;
    } else {
        c->count[jsonl_reading(&l.result, j->strict)->verdict]++;
        grade_add_scores(&c->scores, &l.result);
    }
    if (j->explain) {
        str_add_printable(&c->out, l.id);
        str_add(&c->out, l.failed ? ":\n" : ": ");
        grade_explain(&c->out, &l, j->strict);
    } else if (!j->field) {
        jsonl_write(&c->out, &l, j->strict);
        str_addc(&c->out, '\n');
    }
}

static void grade_work(void *ctx, struct pipeline_item *item)
{
    const struct job *j = ctx;
    struct chunk *c = item->data;
    struct arena pair = { 0 };

    c->out = str_in(&item->arena);
    for (size_t i = 0; i < c->n; i++) {
        /* What --against keeps lives as long as the chunk. */
        grade_judge(j, c, &c->raw[i], j->field ? &item->arena : &pair);
        arena_reset(&pair);
    }
    arena_clear(&pair);
}

static bool grade_emit(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct chunk *c = item->data;

    if (c->refused || j->explain)
        progress_hide(&j->progress);
    for (size_t i = 0; i < c->refused; i++)
        row_talk_add(&j->rows, j->path, &c->said[i]);
    for (int v = 0; v < VERDICTS; v++)
        j->count[v] += c->count[v];
    j->refused += c->refused;
    j->scores.n += c->scores.n;
    j->scores.optimal += c->scores.optimal;
    j->scores.points += c->scores.points;
    j->scores.of_best += c->scores.of_best;
    for (size_t i = 0; i < c->n_against; i++)
        against_add(&j->against, &c->against[i]);
    j->failed = !out_str(&c->out) || c->broken;
    if (c->last) /* whoever feeds us may wait for the verdicts */
        j->failed = !out_finish() || j->failed;
    progress_figures(&j->progress, "%" PRIu64 " correct",
                     j->count[VERDICT_CORRECT]);
    progress_share(&j->progress, c->share);
    progress_add(&j->progress, c->n);
    return !j->failed;
}

/* ---- the whole of it ---- */

/* The accuracy of Mathador-LM is the mean score over 18. */
static void summarise_scores(const struct scores *s)
{
    struct str line = { 0 };
    uint64_t share =
        (1000 * s->points + SCORE_MOST * s->n / 2) / (SCORE_MOST * s->n);
    uint64_t best = (1000 * s->of_best / PARTS + s->n / 2) / s->n;

    str_addf(&line,
             "Mathador: %" PRIu64 ".%" PRIu64 " %% of %d points, %" PRIu64
             ".%" PRIu64 " %% of the best scores; %" PRIu64 " of %" PRIu64
             " optimal",
             share / 10, share % 10, SCORE_MOST, best / 10, best % 10,
             s->optimal, s->n);
    talk_summary(&line);
    str_clear(&line);
}

/* "12 pairs: 9 correct, 2 wrong, 1 undecided" */
static uint64_t grade_summarise(const struct job *j)
{
    struct str line = { 0 };
    const char *before = ": ";
    uint64_t n = 0;

    for (int v = 0; v < VERDICTS; v++)
        n += j->count[v];
    str_addf(&line, "%" PRIu64 " pair%s", n, n == 1 ? "" : "s");
    for (int v = 0; v < VERDICTS; v++) {
        if (j->count[v] == 0)
            continue;
        str_addf(&line, "%s%" PRIu64 " %s", before, j->count[v],
                 verdict_name((enum verdict)v));
        before = ", ";
    }
    if (j->refused)
        str_addf(&line, "%s%" PRIu64 " line%s refused", before, j->refused,
                 j->refused == 1 ? "" : "s");
    if (n + j->refused)
        talk_summary(&line);
    str_clear(&line);
    if (j->scores.n)
        summarise_scores(&j->scores);
    return n + j->refused;
}

/* The report of --against. */
static bool write_against(struct job *j)
{
    struct against *g = &j->against;
    struct document *d = document_new(g->arena, terminal_width());
    size_t n = g->differ.n;
    const struct against_row **list =
        arena_array(g->arena, const struct against_row *, n + 1);
    struct str out = { 0 };
    bool ok;

    for (size_t i = 0; i < n; i++)
        list[i] = vec_at(&g->differ, i);
    qsort(list, n, sizeof(*list), by_cause);
    d->spread = 2;
    grade_add_counts(d, g, j->field);
    add_causes(d, list, n);
    grade_add_rows(d, list, n);
    (j->json       ? document_json
     : j->csv      ? document_csv
     : j->markdown ? document_markdown
                   : document_text)(&out, d);
    ok = out_str(&out);
    str_clear(&out);
    arena_clear(&j->against_arena);
    return ok;
}

static int grade_finish(struct job *j)
{
    uint64_t n = grade_summarise(j);

    if (j->field && n > j->refused && !write_against(j))
        j->failed = true;

    if (!interrupt_tell() && n == 0 && !j->failed)
        talk("%s is empty%s", file_shown(j->path),
             str_eq(j->path, "-") ? "; name a file, or give a key and an answer"
                                  : "");
    if (!out_finish() || j->failed || interrupt_came() || n == 0)
        return EXIT_COULD_NOT;
    return j->refused ? EXIT_NO : EXIT_DONE;
}

static int grade_file(struct job *j)
{
    struct pipeline p = { .threads = j->threads,
                          .item_size = sizeof(struct chunk),
                          .ctx = j,
                          .next = grade_next,
                          .work = grade_work,
                          .emit = grade_emit,
                          .leave = threads_leave };
    struct err e;

    if (!feed_lines_open(&j->lines, j->path,
                         "assay grade reads one JSON line for each pair: "
                         "{\"gold\": ..., \"response\": ...}",
                         &e))
        return talk_failure(&e);
    j->against.arena = &j->against_arena;
    interrupt_watch("the remaining lines were not graded");
    progress_open(&j->progress, stderr, clock_real(), "judging", 0);
    pipeline_run(&p);
    progress_close(&j->progress);
    lines_close(&j->lines);
    row_talk_end(&j->rows);
    return grade_finish(j);
}

/* ---- one pair at the prompt ---- */

static int cmd_grade_one(struct job *j, const char *gold, const char *reply)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct jsonl_line l = { .id = "1", .request = j->defaults };
    bool correct;

    l.request.gold = gold;
    l.request.gold_n = strlen(gold);
    l.request.reply = reply;
    l.request.reply_n = strlen(reply);
    if (!jsonl_judge_gold(&a, &l.request, &j->rules, &l.result))
        l.result = grade_pair(&a, &l.request);
    if (j->json) {
        jsonl_write(&out, &l, j->strict);
        str_addc(&out, '\n');
    } else {
        grade_explain(&out, &l, j->strict);
    }
    out_str(&out);
    correct = (j->strict ? l.result.strict : l.result.lenient).verdict ==
              VERDICT_CORRECT;
    arena_clear(&a);
    return !out_finish() ? EXIT_COULD_NOT : correct ? EXIT_DONE : EXIT_NO;
}

/* ---- the command line ---- */

#define NOT_GIVEN UINT64_MAX

static int grade_read_params(const struct job *j, struct grade_request *r)
{
    request_set_symbols(j->cli.arena, r, j->params);
    for (size_t i = 0; i < r->symbols_n; i++) {
        const char first = r->symbols[i][0];

        /* a letter of any script, or a command such as \epsilon */
        if (!is_letter(first) && first != '\\' && (unsigned char)first < 0x80)
            return args_mistake(j->cli.self,
                                "--params takes symbols such as \"x, "
                                "\\epsilon\", not \"%s\"",
                                r->symbols[i]);
    }
    return -1;
}

/* Reads the options of the judge. Returns -1 if they are valid. */
static int grade_read_given(struct job *j)
{
    struct grade_request *r = &j->defaults;
    const struct profile *profile = NULL;
    struct arena *a = j->cli.arena;
    struct err e;

    if (j->profile && !profile_load(a, j->profile, &profile, &e)) {
        if (e.code == ERR_USAGE)
            return args_mistake(j->cli.self, "%s", e.msg);
        talk_err(NULL, &e);
        return e.code == ERR_IO ? EXIT_COULD_NOT : EXIT_USAGE;
    }
    if (profile)
        request_set_profile(r, profile);
    if ((j->kind && !request_set_kind(r, j->kind, &e)) ||
        (j->tolerance && !request_set_tolerance(a, r, j->tolerance, &e)) ||
        (j->digits != NOT_GIVEN && !request_set_digits(r, j->digits, &e)))
        return args_mistake(j->cli.self, "%s", e.msg);
    r->extracted = j->answer;
    return j->params ? grade_read_params(j, r) : -1;
}

/* -1 when the words and options go together. */
static int grade_check_job(const struct job *j)
{
    size_t n = j->cli.args.n;
    const struct mistake mistakes[] = {
        { n < 2 && j->answer, "--answer works only with KEY ANSWER; in a "
                              "file, use the field \"answer\"" },
        { j->field && n == 2,
          "--against works only with a file: it compares our verdicts with a "
          "field of its rows" },
        { j->explain && n == 2, "--explain works only with a file; KEY ANSWER "
                                "is explained anyway" },
        { j->field && j->explain,
          "--against prints its own report; leave out --explain" },
        { !j->field && (j->csv || j->markdown),
          "--csv and --markdown work only with --against" },
        { j->json + j->csv + j->markdown > 1,
          "give only one of --json, --csv and --markdown" },
        { j->json && j->explain, "give --json or --explain, not both" },
        { n == 0 && isatty(STDIN_FILENO),
          "name a file of pairs, or - to type them in; or give a key and an "
          "answer" },
    };

    return ARGS_CHECK(&j->cli, mistakes);
}

static int grade_work_on(void *job)
{
    struct job *j = job;
    int status;

    j->rules = (struct jsonl_rules){ &j->defaults, family_judge };
    if ((status = grade_check_job(j)) >= 0 ||
        (status = grade_read_given(j)) >= 0)
        return status;
    if (j->cli.args.n == 2)
        return cmd_grade_one(j, cli_word(&j->cli, 0), cli_word(&j->cli, 1));
    j->path = j->cli.args.n ? cli_word(&j->cli, 0) : "-";
    return grade_file(j);
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "strict", 0, OPTION_FLAG, AT(strict), NULL,
      "count strict verdicts: accept only a declared final answer; reject a "
      "missing unit, a missing percent sign and a rounded value" },
    { "explain", 0, OPTION_FLAG, AT(explain), NULL,
      "with FILE: print readable text instead of JSON lines" },
    { "json", 0, OPTION_FLAG, AT(json), NULL,
      "with KEY ANSWER: print a JSON line" },
    { "against", 0, OPTION_TEXT, AT(field), "FIELD",
      "print a report instead of verdicts: where and why our verdicts "
      "differ from those in this field of the rows (another grader's "
      "verdict, or a label); a.b is a nested field" },
    { "csv", 0, OPTION_FLAG, AT(csv), NULL,
      "with --against: print the disagreements as CSV" },
    { "markdown", 0, OPTION_FLAG, AT(markdown), NULL,
      "with --against: print the report as Markdown (--json: as JSON)" },
    { "answer", 0, OPTION_FLAG, AT(answer), NULL,
      "ANSWER is only the answer; do not search it for a final answer" },
    { "kind", 0, OPTION_TEXT, AT(kind), "KIND",
      "kind of the key: integer, set, interval, text ... (default: "
      "detected)" },
    { "params", 0, OPTION_TEXT, AT(params), "LIST",
      "symbols that are variables: \"x, epsilon\"" },
    { "tolerance", 0, OPTION_TEXT, AT(tolerance), "T",
      "accept numbers within this tolerance: 0.01, 1%" },
    { "digits", 0, OPTION_COUNT, AT(digits), "N",
      "significant digits that a rounded answer needs (default: 6)" },
    { "profile", 0, OPTION_TEXT, AT(profile), "NAME",
      "use the grading rules of a benchmark: gsm8k, math, hardmath2, "
      "mathador, or a file NAME.yaml (default: assay's rules)" },
    { "convention", 0, OPTION_TEXT, AT(profile), "NAME", NULL },
    THREADS_OPTION(AT(threads)),
    { 0 },
};

const struct command cmd_grade = {
    .name = "grade",
    .summary = "grade answers against keys",
    .usage = "[FILE] [--strict] [--explain] [--against FIELD] [--threads N] | "
             "KEY ANSWER [--strict] [--json]",
    .help =
        "FILE (default: standard input) has one JSON line for each pair:\n"
        "\n"
        "  {\"id\": 1, \"gold\": \"\\\\frac12\", \"response\": \"... \\\\boxed{0.5}\"}\n"
        "\n"
        "\"gold\" may also be called \"key\", and may be an array of accepted keys. \"answer\" instead\n"
        "of \"response\" is an answer that was already extracted. A line may also have \"params\",\n"
        "\"kind\", \"choices\" and \"tolerance\"; they override the options. Verdicts are printed in\n"
        "the order of the lines: correct, wrong, undecided, no_answer, unreadable or bad_key,\n"
        "with the reason; \"by\" is the method that compared them, \"rule\" how the answer was found\n"
        "in the reply. Each line has the lenient and the strict verdict; the lenient one counts\n"
        "unless --strict is given. docs/grading.md explains the rules. Text is never run as code.\n"
        "\n"
        "With --against FIELD the rows contain another grader's verdict: true or false, a number\n"
        "from 0 to 1, or a word (correct, wrong, C, I ...). The report shows the agreement, how\n"
        "often the correct answer is in the reply but was not extracted, and every disagreement\n"
        "with both verdicts and our reason, grouped by cause.\n"
        "\n"
        "Put -- before a key or an answer that begins with - and a letter:\n"
        "    assay grade -- -x -x\n"
        "If a line cannot be graded, the error is reported and the output has\n"
        "{\"id\": ..., \"error\": ...} in its place.\n",
    .done = "KEY ANSWER: the answer is correct; FILE: every line was graded, "
            "whatever the verdicts",
    .no = "KEY ANSWER: any other verdict; FILE: a line cannot be graded",
    .could_not = "the file cannot be read",
    .job = sizeof(struct job),
    .init = &(const struct job){ .digits = NOT_GIVEN },
    .options = options,
    .most = 2,
    .words = "give one file, or a key and an answer; put quotes around text "
             "with spaces",
    .work = grade_work_on,
};
