/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/review_rows.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "cli/text_rows.h"
#include "report/document.h"
#include "run/review/settle.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define HEAD_WORDS 10
#define HEAD_BYTES 60

/* ---- a line ---- */

/* The first words of a text, on one line. */
static void add_head(struct arena *a, struct str *out, const char *text)
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
        for (n = n < HEAD_BYTES ? n : HEAD_BYTES;
             n && ((unsigned char)text[n] & 0xc0) == 0x80;)
            n--;
        str_addn(&head, text, n);
    }
    str_add_printable(out, str_get(&head));
    str_add(out, text[n] || (words && n) ? " ..." : "");
}

static void add_word(struct str *out, const struct json *v)
{
    const char *text = v ? json_string(v) : NULL;

    if (!text)
        return;
    str_add_printable(out, text);
    str_add(out, "  ");
}

/* Cuts the line that began at `from` to the width of a terminal. */
static void fit_line(struct str *out, size_t from)
{
    size_t fits = utf8_fit(str_get(out) + from, terminal_width());

    if (isatty(STDOUT_FILENO) && from + fits < out->n)
        out->s[out->n = from + fits] = '\0';
}

void review_add_line(struct arena *a, struct str *out, const struct review *r,
                     bool state)
{
    size_t from = out->n;

    str_addf(out, "%4" PRId64 "  ", r->id);
    if (state)
        str_addf(out, "%-8s  ", review_state_name(r->state));
    str_add_printable(out, r->kind);
    str_add(out, "  ");
    if (review_is_verdict(r)) {
        add_word(out, json_get(review_evidence(a, r), "run"));
        add_word(out, json_get(review_problem(a, r), "id"));
    }
    str_add_printable(out, r->why);
    str_add(out, ": \"");
    add_head(a, out, review_statement(a, r));
    str_addc(out, '"');
    fit_line(out, from);
    str_addc(out, '\n');
}

/* ---- a block ---- */

static void add_name(struct str *out, const char *name)
{
    struct str clean = { 0 };

    str_add_printable(&clean, name);
    str_addf(out, "  %-10s  ", str_get(&clean));
    str_clear(&clean);
}

/* A row for each line of the text. */
static void add_part(struct str *out, const char *name, const char *text)
{
    struct arena a = { 0 };
    size_t n;

    for (; text; text = text[n] ? text + n + 1 : NULL, name = "") {
        n = strcspn(text, "\n");
        add_name(out, name);
        str_add_printable(out, arena_strndup(&a, text, n));
        str_addc(out, '\n');
    }
    arena_clear(&a);
}

static void add_time(struct str *out, const char *name, int64_t ms)
{
    char text[40];

    clock_minute(text, sizeof(text), ms);
    if (ms)
        add_part(out, name, text);
}

/* Text of several lines, each indented. */
static void add_lines(struct arena *a, struct str *out, const char *text)
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

static const char *value_text(struct arena *a, const struct json *v)
{
    const char *model = json_string(json_get(v, "model"));
    const struct json *answer = json_get(v, "answer");
    struct str text = str_in(a);

    if (v->type == JSON_NULL)
        return "none";
    if (v->type == JSON_STRING)
        return v->text;
    if (model && answer && answer->type <= JSON_STRING)
        return arena_printf(a, "%s: %s", model, value_text(a, answer));
    json_write(&text, v);
    return str_get(&text);
}

/* One line for a plain value; for each part of another, a line. */
static void add_evidence(struct arena *a, struct str *out, const struct json *m)
{
    const char *name = m->name;

    if (m->type != JSON_ARRAY && m->type != JSON_OBJECT) {
        add_part(out, name, value_text(a, m));
        return;
    }
    for (const struct json *v = m->first; v; v = v->next) {
        const char *text = value_text(a, v);

        if (v->name)
            text = arena_printf(a, "%s: %s", v->name, text);
        add_part(out, name, text);
        name = "";
    }
}

static void add_decision(struct str *out, const struct review *r)
{
    if (r->state == REVIEW_OPEN)
        return;
    add_time(out, "decided", r->decided_ms);
    if (r->state == REVIEW_ACCEPTED && !review_is_verdict(r))
        add_part(out, "with key", r->key ? r->key : "its own");
    add_part(out, "note", r->note);
}

void review_add_whole(struct arena *a, struct str *out, const struct review *r)
{
    const struct json *problem = review_problem(a, r);
    const struct json *evidence = review_evidence(a, r);
    struct key *keys;
    size_t n = review_own_keys(a, problem, &keys);

    str_addf(out, "review %" PRId64 ", ", r->id);
    str_add_printable(out, r->kind);
    str_addf(out, ", %s\n", review_state_name(r->state));
    add_part(out, "doubt", r->why);
    add_part(out, "problem", json_string(json_get(problem, "id")));
    add_part(out, "hunt", r->hunt);
    add_time(out, "since", r->made_ms);
    str_addc(out, '\n');
    add_lines(a, out, review_statement(a, r));
    str_addc(out, '\n');
    add_part(out, review_is_verdict(r) ? "key" : "likely key",
             n ? keys_text(a, keys, n) : "none");
    if (!evidence)
        add_part(out, "evidence", r->evidence);
    for (const struct json *m = evidence ? evidence->first : NULL; m;
         m = m->next)
        add_evidence(a, out, m);
    add_decision(out, r);
}

/* ---- JSON ---- */

/* What is no JSON object is given as text, so that a line of ours is always
 * JSON. */
static struct datum object_or_text(const struct json *v, const char *text)
{
    return v ? datum_tree(v) : datum_text(text);
}

void review_add_json(struct arena *a, struct str *out, const struct review *r)
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
