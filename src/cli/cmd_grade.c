/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay grade: a file of keys and replies in, verdicts out, in the same order;
 * or one pair given at the prompt. Lines go to the threads in chunks, since
 * judging one often takes less time than handing it over.
 */
#include "base/ascii.h"
#include "base/clock.h"
#include "base/lines.h"
#include "base/pipeline.h"
#include "base/progress.h"
#include "cli/args.h"
#include "cli/grade_against.h"
#include "cli/interrupt.h"
#include "cli/row_talk.h"
#include "cli/talk.h"
#include "family/mathador/game.h"
#include "family/table.h"
#include "grade/jsonl.h"
#include "grade/profile_file.h"
#include "grade/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CHUNK_LINES 32
#define CHUNK_BYTES ((size_t)128 << 10)

/* Of replies to Mathador. */
struct scores {
    uint64_t n, optimal, points;
    uint64_t of_best; /* sum of score/best, in parts of PARTS */
};

#define PARTS UINT64_C(12252240) /* a multiple of every best score */

struct job {
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
    enum against_form form;
    bool ended;  /* the file has no more */
    bool failed; /* it cannot be read further, or nothing can be written */
};

/* ---- what is said of a pair ---- */

static void add_part(struct str *out, const char *name, const char *text)
{
    if (!text)
        return;
    str_addf(out, "    %-10s", name);
    str_add_printable(out, text);
    str_addc(out, '\n');
}

/* A field of a family's own judge; an empty one is left out. */
static void add_field(struct str *out, const struct json *m)
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
static void explain(struct str *out, const struct jsonl_line *l, bool strict)
{
    const struct grade_result *r = &l->result;
    const struct grade_reading *asked = jsonl_reading(r, strict);
    const struct grade_reading *other = jsonl_reading(r, !strict);

    if (l->failed) {
        add_part(out, "error", l->err.msg);
        return;
    }
    str_addf(out, "%s\n", verdict_name(asked->verdict));
    add_part(out, "why", asked->why);
    add_part(out, "by", asked->by);
    if (other->verdict != asked->verdict) {
        str_addf(out, "    %-10s%s: ", strict ? "lenient" : "strict",
                 verdict_name(other->verdict));
        str_add_printable(out, other->why ? other->why : "");
        str_addc(out, '\n');
    }
    add_part(out, "key", r->key);
    add_part(out, "answer", r->answer);
    add_part(out, "extracted", r->extracted);
    add_part(out, "rule", r->rule);
    add_part(out, "witness", r->witness);
    add_part(out, "profile", r->profile);
    for (const struct json *m = r->more ? r->more->first : NULL; m; m = m->next)
        add_field(out, m);
}

static void write_pair(struct str *out, const struct job *j,
                       const struct jsonl_line *l)
{
    if (j->explain) {
        str_add_printable(out, l->id);
        str_add(out, l->failed ? ":\n" : ": ");
        explain(out, l, j->strict);
    } else {
        jsonl_write(out, l, j->strict);
        str_addc(out, '\n');
    }
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
static bool take_line(struct job *j, struct chunk *c, struct arena *a)
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

static bool next(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct chunk *c = item->data;
    size_t bytes = 0;

    while (!j->ended && !interrupt_came()) {
        if (!take_line(j, c, &item->arena))
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

static void add_scores(struct scores *s, const struct grade_result *r)
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

/* The verdict beside that of the row; a row without one is refused. */
static void look_against(const struct job *j, struct chunk *c,
                         const struct raw *raw, struct jsonl_line *l,
                         struct arena *a)
{
    struct against_row *row = &c->against[c->n_against];

    if (against_look(a, j->field, raw->text, raw->n, raw->number, l, j->strict,
                     row, &l->err))
        c->n_against++;
    else
        l->failed = true;
}

static void judge(const struct job *j, struct chunk *c, const struct raw *raw,
                  struct arena *a)
{
    struct jsonl_line l;

    if (raw->text)
        jsonl_judge(a, raw->text, raw->n, raw->number, &j->rules, &l);
    else
        jsonl_fail(a, raw->number, &c->err, &l);
    if (j->field && !l.failed)
        look_against(j, c, raw, &l, a);
    if (l.failed)
        c->said[c->refused++] = l.err;
    else
        c->count[jsonl_reading(&l.result, j->strict)->verdict]++;
    if (!l.failed)
        add_scores(&c->scores, &l.result);
    if (!j->field)
        write_pair(&c->out, j, &l);
}

static void work(void *ctx, struct pipeline_item *item)
{
    const struct job *j = ctx;
    struct chunk *c = item->data;
    struct arena pair = { 0 };

    c->out = str_in(&item->arena);
    for (size_t i = 0; i < c->n; i++) {
        /* What --against keeps lives as long as the chunk. */
        judge(j, c, &c->raw[i], j->field ? &item->arena : &pair);
        arena_reset(&pair);
    }
    arena_clear(&pair);
}

static bool emit(void *ctx, struct pipeline_item *item)
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
static uint64_t summarise(const struct job *j)
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
    struct str out = { 0 };
    bool ok;

    against_write(&out, &j->against, j->field, j->form);
    ok = out_str(&out);
    str_clear(&out);
    arena_clear(&j->against_arena);
    return ok;
}

static int finish(struct job *j)
{
    uint64_t n = summarise(j);

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
                          .next = next,
                          .work = work,
                          .emit = emit,
                          .leave = threads_leave };
    struct err e;

    if (!lines_open(&j->lines, j->path, 0, &e) ||
        !row_talk_expect(&j->lines,
                         "assay grade reads one JSON line for each pair: "
                         "{\"gold\": ..., \"response\": ...}",
                         &e)) {
        lines_close(&j->lines);
        return talk_failure(&e);
    }
    j->against.arena = &j->against_arena;
    interrupt_watch("the remaining lines were not graded");
    progress_open(&j->progress, stderr, clock_real(), "judging", 0);
    pipeline_run(&p);
    progress_close(&j->progress);
    lines_close(&j->lines);
    row_talk_end(&j->rows);
    return finish(j);
}

/* ---- one pair at the prompt ---- */

static int grade_one(struct job *j, const char *gold, const char *reply)
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
        explain(&out, &l, j->strict);
    }
    out_str(&out);
    correct = (j->strict ? l.result.strict : l.result.lenient).verdict ==
              VERDICT_CORRECT;
    arena_clear(&a);
    return !out_finish() ? EXIT_COULD_NOT : correct ? EXIT_DONE : EXIT_NO;
}

/* ---- the command line ---- */

struct given {
    uint64_t threads, digits;
    const char *kind, *params, *tolerance, *profile;
    bool answer, csv, markdown;
};

#define NOT_GIVEN UINT64_MAX

static int read_params(const struct command *self, struct arena *a,
                       struct grade_request *r, const char *text)
{
    request_set_symbols(a, r, text);
    for (size_t i = 0; i < r->symbols_n; i++) {
        const char first = r->symbols[i][0];

        /* a letter of any script, or a command such as \epsilon */
        if (!is_letter(first) && first != '\\' && (unsigned char)first < 0x80)
            return args_mistake(self,
                                "--params takes symbols such as \"x, "
                                "\\epsilon\", not \"%s\"",
                                r->symbols[i]);
    }
    return -1;
}

/* Reads the options of the judge. Returns -1 if they are valid. */
static int read_given(const struct command *self, const struct given *g,
                      struct arena *a, struct grade_request *r)
{
    const struct profile *profile = NULL;
    struct err e;

    if (g->profile && !profile_load(a, g->profile, &profile, &e)) {
        if (e.code == ERR_USAGE)
            return args_mistake(self, "%s", e.msg);
        talk_err(NULL, &e);
        return e.code == ERR_IO ? EXIT_COULD_NOT : EXIT_USAGE;
    }
    if (profile)
        request_set_profile(r, profile);
    if ((g->kind && !request_set_kind(r, g->kind, &e)) ||
        (g->tolerance && !request_set_tolerance(a, r, g->tolerance, &e)) ||
        (g->digits != NOT_GIVEN && !request_set_digits(r, g->digits, &e)))
        return args_mistake(self, "%s", e.msg);
    r->extracted = g->answer;
    return g->params ? read_params(self, a, r, g->params) : -1;
}

/* -1 when the words and options go together. */
static int check_job(const struct command *self, const struct job *j,
                     const struct given *g, const struct args *args)
{
    if (args->n > 2)
        return args_mistake(self,
                            "give one file, or a key and an answer; put quotes "
                            "around text with spaces");
    if (args->n < 2 && g->answer)
        return args_mistake(self, "--answer works only with KEY ANSWER; in a "
                                  "file, use the field \"answer\"");
    if (j->field && args->n == 2)
        return args_mistake(self, "--against works only with a file: it "
                                  "compares our verdicts with a field of its "
                                  "rows");
    if (j->explain && args->n == 2)
        return args_mistake(self, "--explain works only with a file; KEY "
                                  "ANSWER is explained anyway");
    if (j->field && j->explain)
        return args_mistake(self, "--against prints its own report; leave out "
                                  "--explain");
    if (!j->field && (g->csv || g->markdown))
        return args_mistake(self, "--csv and --markdown work only with "
                                  "--against");
    if (j->json + g->csv + g->markdown > 1)
        return args_mistake(self, "give only one of --json, --csv and "
                                  "--markdown");
    if (j->json && j->explain)
        return args_mistake(self, "give --json or --explain, not both");
    if (args->n == 0 && isatty(STDIN_FILENO))
        return args_mistake(self, "name a file of pairs, or - to type them "
                                  "in; or give a key and an answer");
    return -1;
}

static int run_job(const struct command *self, struct job *j,
                   const struct given *g, const struct args *args)
{
    struct arena a = { 0 };
    int status = check_job(self, j, g, args);

    if (status < 0)
        status = read_given(self, g, &a, &j->defaults);
    if (status < 0)
        status = threads_read(self, g->threads, &j->threads);
    if (status < 0 && args->n == 2) {
        status = grade_one(j, args->words[0], args->words[1]);
    } else if (status < 0) {
        j->form = j->json       ? AGAINST_JSON
                  : g->csv      ? AGAINST_CSV
                  : g->markdown ? AGAINST_MARKDOWN
                                : AGAINST_TEXT;
        j->path = args->n ? args->words[0] : "-";
        status = grade_file(j);
    }
    arena_clear(&a);
    return status;
}

static int run(const struct command *self, int argc, char **argv)
{
    struct job j = { .rules = { &j.defaults, family_judge } };
    struct given g = { .digits = NOT_GIVEN };
    const struct option options[] = {
        { "strict", 0, OPTION_FLAG, &j.strict, NULL,
          "count strict verdicts: accept only a declared final answer; reject a "
          "missing unit, a missing percent sign and a rounded value" },
        { "explain", 0, OPTION_FLAG, &j.explain, NULL,
          "with FILE: print readable text instead of JSON lines" },
        { "json", 0, OPTION_FLAG, &j.json, NULL,
          "with KEY ANSWER: print a JSON line" },
        { "against", 0, OPTION_TEXT, &j.field, "FIELD",
          "print a report instead of verdicts: where and why our verdicts "
          "differ from those in this field of the rows (another grader's "
          "verdict, or a label); a.b is a nested field" },
        { "csv", 0, OPTION_FLAG, &g.csv, NULL,
          "with --against: print the disagreements as CSV" },
        { "markdown", 0, OPTION_FLAG, &g.markdown, NULL,
          "with --against: print the report as Markdown (--json: as JSON)" },
        { "answer", 0, OPTION_FLAG, &g.answer, NULL,
          "ANSWER is only the answer; do not search it for a final answer" },
        { "kind", 0, OPTION_TEXT, &g.kind, "KIND",
          "kind of the key: integer, set, interval, text ... (default: "
          "detected)" },
        { "params", 0, OPTION_TEXT, &g.params, "LIST",
          "symbols that are variables: \"x, epsilon\"" },
        { "tolerance", 0, OPTION_TEXT, &g.tolerance, "T",
          "accept numbers within this tolerance: 0.01, 1%" },
        { "digits", 0, OPTION_COUNT, &g.digits, "N",
          "significant digits that a rounded answer needs (default: 6)" },
        { "profile", 0, OPTION_TEXT, &g.profile, "NAME",
          "use the grading rules of a benchmark: gsm8k, math, hardmath2, "
          "mathador, or a file NAME.yaml (default: assay's rules)" },
        { "convention", 0, OPTION_TEXT, &g.profile, "NAME", NULL },
        THREADS_OPTION(&g.threads),
        { 0 },
    };
    struct args args;
    int status = args_read(self, options, argc, argv, &args);

    return status >= 0 ? status : run_job(self, &j, &g, &args);
}

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
    .run = run,
};
