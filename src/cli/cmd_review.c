/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/utf8.h"
#include "cli/args.h"
#include "cli/run_show.h"
#include "cli/show_items.h"
#include "cli/talk.h"
#include "report/document.h"
#include "run/review/decisions.h"
#include "run/review/doubts.h"
#include "store/reviews.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HEAD_WORDS 10
#define HEAD_BYTES 60

/* ---- a line ---- */

/* The first words of a text, on one line. */
static void review_add_head(struct arena *a, struct str *out, const char *text)
{
    struct str head = str_in(a);
    size_t words = 0, n;

    for (;; text += n, words++) {
        while (is_space(*text))
            text++;
        for (n = 0; text[n] && !is_space(text[n]);)
            n++;
        if (n == 0 || words == HEAD_WORDS || head.n + n > HEAD_BYTES)
            break;
        if (words)
            str_addc(&head, ' ');
        str_addn(&head, text, n);
    }
    if (words == 0) { /* one endless word: not within a character */
        n = utf8_start(text, n < HEAD_BYTES ? n : HEAD_BYTES);
        str_addn(&head, text, n);
    }
    str_add_printable(out, str_get(&head));
    str_add(out, text[n] || (words && n) ? " ..." : "");
}

static void review_add_word(struct str *out, const struct json *v)
{
    const char *text = v ? json_string(v) : NULL;

    if (!text)
        return;
    str_add_printable(out, text);
    str_add(out, "  ");
}

/* "12  key  WHY: "first words ..."", of a verdict "12  verdict  RUN  PROBLEM
 * WHY: ...", with the state if `state`. */
static void review_add_line(struct arena *a, struct str *out,
                            const struct review *r, bool state)
{
    size_t from = out->n, fits;

    str_addf(out, "%4" PRId64 "  ", r->id);
    if (state)
        str_addf(out, "%-8s  ", review_state_name(r->state));
    str_add_printable(out, r->kind);
    str_add(out, "  ");
    if (review_is_verdict(r)) {
        review_add_word(out, json_get(review_evidence(a, r), "run"));
        review_add_word(out, json_get(review_problem(a, r), "id"));
    }
    str_add_printable(out, r->why);
    str_add(out, ": \"");
    review_add_head(a, out, review_statement(a, r));
    str_addc(out, '"');
    fits = from + utf8_fit(str_get(out) + from, terminal_width());
    if (isatty(STDOUT_FILENO) && fits < out->n)
        out->s[out->n = fits] = '\0';
    str_addc(out, '\n');
}

/* ---- a block ---- */

/* A row for each line of the text. */
static void review_add_part(struct str *out, const char *name, const char *text)
{
    struct arena a = { 0 };
    struct str clean = str_in(&a);
    size_t n;

    str_add_printable(&clean, name);
    for (; text; text = text[n] ? text + n + 1 : NULL, str_reset(&clean)) {
        n = strcspn(text, "\n");
        str_addf(out, "  %-10s  ", str_get(&clean));
        str_add_printable(out, arena_strndup(&a, text, n));
        str_addc(out, '\n');
    }
    arena_clear(&a);
}

static void review_add_time(struct str *out, const char *name, int64_t ms)
{
    char text[40];

    clock_minute(text, sizeof(text), ms);
    if (ms)
        review_add_part(out, name, text);
}

/* Text of several lines, each indented. */
static void review_add_lines(struct arena *a, struct str *out, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");

        struct text_rows rows = { .text = arena_strndup(a, text, n),
                                  .n = n,
                                  .width = terminal_width() - 4 };
        struct text_row row;

        while (text_next_row(&rows, &row)) {
            str_add(out, "    ");
            str_add_printable(
                out, arena_strndup(a, rows.text + row.from, row.to - row.from));
            str_addc(out, '\n');
        }
        if (!n)
            str_addc(out, '\n');
        text += n + (text[n] == '\n');
    }
}

static const char *review_value_text(struct arena *a, const struct json *v)
{
    const char *model = json_string(json_get(v, "model"));
    const struct json *answer = json_get(v, "answer");
    struct str text = str_in(a);

    if (v->type == JSON_NULL)
        return "none";
    if (v->type == JSON_STRING)
        return v->text;
    if (model && answer && answer->type <= JSON_STRING)
        return arena_printf(a, "%s: %s", model, review_value_text(a, answer));
    json_write(&text, v);
    return str_get(&text);
}

/* One line for a plain value; for each part of another, a line. */
static void review_add_evidence(struct arena *a, struct str *out,
                                const struct json *m)
{
    const char *name = m->name;

    if (m->type != JSON_ARRAY && m->type != JSON_OBJECT) {
        review_add_part(out, name, review_value_text(a, m));
        return;
    }
    for (const struct json *v = m->first; v; v = v->next) {
        const char *text = review_value_text(a, v);

        if (v->name)
            text = arena_printf(a, "%s: %s", v->name, text);
        review_add_part(out, name, text);
        name = "";
    }
}

/* Appends the whole review as a block of lines. */
static void review_add_whole(struct arena *a, struct str *out,
                             const struct review *r)
{
    const struct json *problem = review_problem(a, r);
    const struct json *evidence = review_evidence(a, r);
    struct key *keys;
    size_t n = review_own_keys(a, problem, &keys);

    str_addf(out, "review %" PRId64 ", ", r->id);
    str_add_printable(out, r->kind);
    str_addf(out, ", %s\n", review_state_name(r->state));
    review_add_part(out, "doubt", r->why);
    review_add_part(out, "problem", json_string(json_get(problem, "id")));
    review_add_part(out, "hunt", r->hunt);
    review_add_time(out, "since", r->made_ms);
    str_addc(out, '\n');
    review_add_lines(a, out, review_statement(a, r));
    str_addc(out, '\n');
    review_add_part(out, review_is_verdict(r) ? "key" : "likely key",
                    n ? keys_text(a, keys, n) : "none");
    if (!evidence)
        review_add_part(out, "evidence", r->evidence);
    for (const struct json *m = evidence ? evidence->first : NULL; m;
         m = m->next)
        review_add_evidence(a, out, m);
    if (r->state == REVIEW_OPEN)
        return;
    review_add_time(out, "decided", r->decided_ms);
    if (r->state == REVIEW_ACCEPTED && !review_is_verdict(r))
        review_add_part(out, "with key", r->key ? r->key : "its own");
    review_add_part(out, "note", r->note);
}

/* ---- JSON ---- */

/* What is no JSON object is given as text, so that a line of ours is always
 * JSON. */
static struct datum object_or_text(const struct json *v, const char *text)
{
    return v ? datum_tree(v) : datum_text(text);
}

static void review_add_json(struct arena *a, struct str *out,
                            const struct review *r)
{
    struct document *d = document_new(a, 0);
    char hex[HASH_HEX_SIZE];

    document_fact(d, "review", datum_count((uint64_t)r->id));
    document_fact(d, "hash", datum_text(hash_hex(r->hash, hex)));
    document_fact(d, "kind", datum_text(r->kind));
    document_fact(d, "state", datum_text(review_state_name(r->state)));
    document_fact(d, "hunt", datum_text(r->hunt));
    document_fact(d, "why", datum_text(r->why));
    document_fact(d, "problem",
                  object_or_text(review_problem(a, r), r->problem));
    document_fact(d, "evidence",
                  object_or_text(review_evidence(a, r), r->evidence));
    document_fact(d, "key", datum_text(r->key));
    document_fact(d, "note", datum_text(r->note));
    document_fact(d, "made_ms", datum_number((double)r->made_ms, 0));
    document_fact(d, "decided_ms", datum_number((double)r->decided_ms, 0));
    document_json(out, d);
}

/*
 * assay review: doubtful keys and verdicts, which a person decides: one by one
 * at the prompt, or each by its number.
 */

struct job {
    struct cli cli;
    struct store *store;
    const char *path, *key, *note, *state, *kind, *run;
    bool accept, reject, all, json, ask;
    enum review_state of; /* what is listed */
    int64_t number;       /* 0: none was given */
};

/* ---- list ---- */

static void review_summarize(const struct job *j, const struct review *list,
                             size_t n)
{
    size_t count[REVIEW_REJECTED + 1] = { 0 };
    struct str line = { 0 };

    for (size_t i = 0; i < n; i++)
        count[list[i].state]++;
    if (j->all)
        str_addf(&line, "%zu in all: %zu open, %zu accepted, %zu rejected", n,
                 count[REVIEW_OPEN], count[REVIEW_ACCEPTED],
                 count[REVIEW_REJECTED]);
    else
        str_addf(&line, "%zu %s review%s", n, review_state_name(j->of),
                 n == 1 ? "" : "s");
    talk_summary(&line);
    str_clear(&line);
}

/* The rows of a state, or all; only those of --kind, if it is given. */
static bool review_read_rows(struct job *j, struct review **rows, size_t *n,
                             struct err *e)
{
    size_t all, kept = 0;

    if (!review_list(j->store, j->cli.arena, j->of, j->all, rows, &all, e))
        return false;
    for (size_t i = 0; i < all; i++)
        if (!j->kind || str_eq((*rows)[i].kind, j->kind))
            (*rows)[kept++] = (*rows)[i];
    *n = kept;
    return true;
}

/* --of: the doubtful verdicts of a run. -1 to go on. */
static int review_queue(struct job *j)
{
    struct run_info run;
    struct doubts d;
    struct err e;
    int status;

    if (!runs_find(j->store, j->cli.arena, j->run, &run, &e))
        return talk_failure(&e);
    if ((status = run_queue_doubts(j->store, &run, NULL, &d)) >= 0)
        return status;
    talk("run %s: %zu doubtful verdict%s, %zu of them new in the queue",
         run.name, d.open, d.open == 1 ? "" : "s", d.added);
    d.open = 0; /* it is said */
    run_say_doubts(j->store, &run, &d);
    return -1;
}

static int cmd_review_list(struct job *j)
{
    struct arena tmp = { 0 };
    struct str out = { 0 };
    struct review *rows;
    struct err e;
    size_t n;
    int status = j->run ? review_queue(j) : -1;

    if (status >= 0)
        return status;
    if (!review_read_rows(j, &rows, &n, &e))
        return talk_failure(&e);
    for (size_t i = 0; i < n; i++) {
        if (j->json)
            review_add_json(&tmp, &out, &rows[i]);
        else
            review_add_line(&tmp, &out, &rows[i], j->all);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    status = out_all(&out);
    review_summarize(j, rows, n);
    return status;
}

/* ---- one ---- */

/* -1 to go on. */
static int cmd_review_find(struct job *j, int64_t number, struct review *out)
{
    struct err e;
    bool found;

    if (!review_by_id(j->store, j->cli.arena, number, out, &found, &e))
        return talk_failure(&e);
    if (found)
        return -1;
    talk("there is no review %" PRId64
         " in %s; `assay review --all%s` lists them; "
         "--store FILE names another store",
         number, store_path(j->store),
         store_told(j->cli.arena, store_path(j->store)));
    return EXIT_COULD_NOT;
}

static int review_show(struct job *j)
{
    struct str out = { 0 };
    struct review r;
    int status = cmd_review_find(j, j->number, &r);

    if (status >= 0)
        return status;
    if (j->json)
        review_add_json(j->cli.arena, &out, &r);
    else
        review_add_whole(j->cli.arena, &out, &r);
    return out_all(&out);
}

/* ---- deciding ---- */

static void add_state(struct arena *a, struct str *out, const struct review *r,
                      enum review_state state, const char *key)
{
    struct key *own;
    size_t n;

    str_add(out, review_state_name(state));
    if (review_is_verdict(r))
        str_add(out,
                state == REVIEW_ACCEPTED ? ": it is correct" : ": it is wrong");
    if (state != REVIEW_ACCEPTED || review_is_verdict(r))
        return;
    if (!key) {
        n = review_own_keys(a, review_problem(a, r), &own);
        key = keys_text(a, own, n);
    }
    str_add(out, " with the key ");
    str_add_printable(out, key);
}

static int cmd_review_decide(struct job *j, const struct review *r,
                             enum review_state state, const char *key,
                             const char *note)
{
    struct ruling d = { .row = r, .state = state, .key = key, .note = note };
    struct str out = { 0 };
    struct review now;
    size_t changed;
    struct err e;
    int status;

    if (!decisions_make(j->cli.arena, j->store, &d, clock_day_ms(), &changed,
                        &e))
        return talk_failure(&e);
    status = j->json ? cmd_review_find(j, r->id, &now) : -1;
    if (status >= 0)
        return status;
    if (j->json) {
        review_add_json(j->cli.arena, &out, &now);
        return out_all(&out);
    }
    str_addf(&out, "review %" PRId64 " ", r->id);
    add_state(j->cli.arena, &out, r, state, key);
    if (review_is_verdict(r))
        str_addf(&out, "; %zu result%s this verdict", changed,
                 changed == 1 ? " has" : "s have");
    if (r->state != REVIEW_OPEN) {
        str_add(&out, "; this replaces the earlier decision: ");
        add_state(j->cli.arena, &out, r, r->state, r->key);
    }
    str_addc(&out, '\n');
    return out_all(&out);
}

static int review_settle(struct job *j)
{
    enum review_state state = j->accept ? REVIEW_ACCEPTED : REVIEW_REJECTED;
    const char *key = NULL;
    struct review r;
    struct err e;
    int status = cmd_review_find(j, j->number, &r);

    if (status >= 0)
        return status;
    if (j->key && review_is_verdict(&r))
        return args_mistake(j->cli.self,
                            "review %" PRId64
                            " is about a verdict, so it takes no "
                            "--key: use --accept or --reject",
                            r.id);
    if (j->accept && !review_is_verdict(&r) &&
        !review_choose_key(j->cli.arena, &r, j->key, &key, &e)) {
        talk("%s; give the correct key with --key LATEX", e.msg);
        return EXIT_USAGE;
    }
    return cmd_review_decide(j, &r, state, key, j->note);
}

/* ---- asking ---- */

struct talker {
    struct job *job;
    struct lines in;
    size_t accepted, rejected;
    bool ended; /* nobody answers any more */
    int status; /* -1: all is well */
};

static void review_say(struct talker *t, const char *text)
{
    if (!out_write(text, strlen(text)) || !out_finish()) {
        t->status = EXIT_COULD_NOT;
        t->ended = true;
    }
}

/* The next line that was typed, trimmed; NULL at the end. */
static const char *review_hear(struct talker *t, struct arena *a,
                               const char *asked)
{
    enum lines_got got;
    const char *text;
    struct err e;
    size_t n;

    review_say(t, asked);
    if (t->ended)
        return NULL;
    got = lines_next(&t->in, &text, &n, &e);
    if (got == LINES_LINE)
        return str_trim(a, text);
    if (got == LINES_BAD)
        return "";
    if (got == LINES_FAIL)
        t->status = talk_failure(&e);
    t->ended = true;
    return NULL;
}

/* Accept with the given key, or with the problem's own; false: asked again. */
static bool review_take_key(struct talker *t, struct arena *a,
                            const struct review *r, const char *given,
                            const char *note)
{
    const char *key = NULL;
    struct err e;

    if (!review_is_verdict(r) && !review_choose_key(a, r, given, &key, &e)) {
        talk("%s; give the correct key with k LATEX", e.msg);
        return false;
    }
    t->status = cmd_review_decide(t->job, r, REVIEW_ACCEPTED, key, note);
    t->accepted += t->status == EXIT_DONE;
    return true;
}

/* What was typed: a letter, and perhaps a text behind it. True when the
 * review is done with. */
static bool review_obey(struct talker *t, struct arena *a,
                        const struct review *r, const char *typed)
{
    const char *rest = *typed ? str_trim(a, typed + 1) : "";
    bool alone = !*typed || typed[1] == '\0' || is_space(typed[1]);
    char letter = alone ? to_lower(*typed) : '?';

    switch (letter == 'k' && review_is_verdict(r) ? '?' : letter) {
    case 'a': return review_take_key(t, a, r, NULL, *rest ? rest : NULL);
    case 'k':
        if (!*rest)
            rest = review_hear(t, a, "key: ");
        return rest && review_take_key(t, a, r, rest, NULL);
    case 'r':
        t->status = cmd_review_decide(t->job, r, REVIEW_REJECTED, NULL,
                                      *rest ? rest : NULL);
        t->rejected += t->status == EXIT_DONE;
        return true;
    case 's': return true;
    case 'q': t->ended = true; return true;
    default:
        review_say(
            t, review_is_verdict(r)
                   ? "a, or a NOTE: the answer is correct; r, "
                     "or r NOTE: it is wrong; s: skip; q: quit\n"
                   : "a, or a NOTE: accept with the likely key; k, or k LATEX: "
                     "accept with that key;\nr, or r NOTE: reject; s: skip; q: "
                     "quit\n");
        return false;
    }
}

static void ask_one(struct talker *t, struct arena *a, int64_t id)
{
    struct str out = { 0 };
    struct review r;
    struct err e;
    bool found;

    if (!review_by_id(t->job->store, a, id, &r, &found, &e)) {
        t->status = talk_failure(&e);
        return;
    }
    if (!found || r.state != REVIEW_OPEN)
        return; /* somebody else was quicker */
    review_add_whole(a, &out, &r);
    review_say(t, str_get(&out));
    str_clear(&out);
    while (!t->ended) {
        const char *typed =
            review_hear(t, a,
                        review_is_verdict(&r)
                            ? "correct, wrong, skip, quit (a r s q)? "
                            : "accept, key, reject, skip, quit (a k r s q)? ");

        if (typed && review_obey(t, a, &r, typed))
            return;
    }
}

static int review_ask(struct job *j)
{
    struct talker t = { .job = j, .status = -1 };
    struct arena tmp = { 0 };
    struct str line = { 0 };
    struct review *rows;
    struct err e;
    size_t n;

    if (!review_read_rows(j, &rows, &n, &e) || !lines_open(&t.in, "-", 0, &e))
        return talk_failure(&e);
    for (size_t i = 0; i < n && !t.ended && t.status <= EXIT_DONE; i++) {
        ask_one(&t, &tmp, rows[i].id);
        review_say(&t, "\n");
        arena_reset(&tmp);
    }
    lines_close(&t.in);
    arena_clear(&tmp);
    str_addf(&line, "%zu accepted, %zu rejected, %zu left open", t.accepted,
             t.rejected, n - t.accepted - t.rejected);
    talk_summary(&line);
    str_clear(&line);
    return t.status > EXIT_DONE ? t.status : EXIT_DONE;
}

/* ---- the command ---- */

static bool review_read_number(const char *text, int64_t *out)
{
    int64_t v = 0;

    for (const char *p = text; *p; p++) {
        if (!is_digit(*p) || p - text > 17)
            return false;
        v = v * 10 + (*p - '0');
    }
    *out = v;
    return v > 0;
}

/* -1 to go on. */
static int review_check(struct job *j)
{
    static const char *const states[] = { "open", "accepted", "rejected" };
    static const char *const kinds[] = { "key", "verdict" };
    const struct command *self = j->cli.self;
    const char *word = cli_word(&j->cli, 0);
    bool decides = j->accept || j->reject;
    const struct mistake mistakes[] = {
        { j->key && !j->accept, "--key needs --accept" },
        { j->note && !decides, "--note needs --accept or --reject" },
        { j->all && j->state, "give --all or --state, not both" },
        { word && (j->all || j->state || j->ask || j->kind || j->run),
          "--all, --state, --kind, --of and --ask take no review number" },
    };
    int status;

    if (word && !review_read_number(word, &j->number))
        return args_mistake(self,
                            "\"%s\" is not the number of a review; `assay "
                            "review%s` lists them",
                            word, store_told(j->cli.arena, j->path));
    if (j->accept && j->reject)
        return args_mistake(self, "give --accept or --reject, not both");
    if (decides && !j->number)
        return args_mistake(self,
                            "give the number of a review: assay "
                            "review N %s%s",
                            j->accept ? "--accept" : "--reject",
                            store_told(j->cli.arena, j->path));
    if ((status = ARGS_CHECK(&j->cli, mistakes)) >= 0)
        return status;
    if (j->kind && !str_among(j->kind, "key verdict"))
        return args_unknown(self, "kind", j->kind, kinds, 2);
    if (j->ask && (j->all || j->state || j->json || j->run))
        return args_mistake(self, "--ask is interactive and goes through "
                                  "the open reviews; leave out --all, "
                                  "--state, --json and --of");
    if (j->state && !review_state_find(j->state, &j->of))
        return args_unknown(self, "state", j->state, states, 3);
    return -1;
}

static int review_work(void *job)
{
    struct job *j = job;
    bool decides = j->accept || j->reject;
    bool writes = decides || j->ask || j->run;
    int status = review_check(j);

    if (status >= 0 ||
        (status = run_open_store(j->path, writes ? STORE_WRITE : STORE_READ,
                                 &j->store)) >= 0)
        return status;
    status = j->ask      ? review_ask(j)
             : decides   ? review_settle(j)
             : j->number ? review_show(j)
                         : cmd_review_list(j);
    store_close(j->store);
    return status;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "accept", 0, OPTION_FLAG, AT(accept), NULL,
      "accept a problem with its likely key; for a verdict: the answer is "
      "correct" },
    { "key", 0, OPTION_TEXT, AT(key), "LATEX",
      "with --accept: use this key instead" },
    { "reject", 0, OPTION_FLAG, AT(reject), NULL,
      "leave the problem out; for a verdict: the answer is wrong" },
    { "note", 0, OPTION_TEXT, AT(note), "TEXT",
      "reason for the decision, stored with it" },
    { "ask", 0, OPTION_FLAG, AT(ask), NULL,
      "go through the open reviews one by one: a accept, k other key, r "
      "reject, s skip, q quit" },
    { "of", 0, OPTION_TEXT, AT(run), "RUN",
      "add the doubtful verdicts of this run to the queue" },
    { "kind", 0, OPTION_TEXT, AT(kind), "key|verdict",
      "list only reviews of keys, or only of verdicts (default: both)" },
    { "state", 0, OPTION_TEXT, AT(state), "open|accepted|rejected",
      "list reviews in this state (default: open)" },
    { "all", 0, OPTION_FLAG, AT(all), NULL, "list reviews in all states" },
    { "json", 0, OPTION_FLAG, AT(json), NULL, "print JSON lines" },
    STORE_OPTION(AT(path)),
    { 0 },
};

const struct command cmd_review = {
    .name = "review",
    .summary = "decide doubtful keys and verdicts",
    .usage = "[N [--accept [--key LATEX] | --reject]] [options]",
    .help =
        "Without a number, the command lists the open reviews. With a number, "
        "it shows why\nthe item is doubtful, the statement and the answer of each model. "
        "A new key must be one that assay can read. A\nlater decision "
        "replaces an earlier one. Accepted problems join their hunt when "
        "it is\nrun again.\n\n"
        "`assay run` queues doubtful verdicts: undecided or unreadable "
        "answers, and replies that\ncontain the key but were judged wrong "
        "or without an answer. A decision is appended to\nevery run with "
        "that answer, and --regrade keeps it.\n",
    .could_not = "there is no such store or review",
    .job = sizeof(struct job),
    .options = options,
    .most = 1,
    .words = "give one review number at a time",
    .work = review_work,
};
