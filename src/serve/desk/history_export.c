/* SPDX-License-Identifier: Apache-2.0 */

/*
 * GET /history.jsonl: what happened to all entries, for studies of what people
 * learn. One JSON line each, in two kinds:
 *
 *   {"row": "deed", "deed": "solved", "entry": 3, "version": 2, "who":
 *    "reviewer 4", "at_ms": ..., "data": {...}}, in the order of the deeds; of
 *    "made" with the version: "statement", "keys", "check", "origin";
 *   {"row": "attempt", "entry": 3, "version": 2, "challenge": 5, "who":
 *    "author 1", "model": "...", "attempt": 1, "outcome": "ok", "verdict":
 *    "wrong", "answer": "...", "at_ms": ...}.
 *
 * Nobody has a name there or the number that the store knows them by. What
 * people wrote besides problems and answers ("text": comments, notes, written
 * solutions) may name somebody, and is left out unless ?comments=1 asks for it.
 * Of entries whose key the visitor may not see yet, keys, answers and data are
 * left out; "hidden" says so.
 */
#include "base/json.h"
#include "problem/problem.h"
#include "serve/desk/history.h"
#include "serve/desk/review.h"
#include "store/challenges.h"
#include "store/runs.h"

#include <inttypes.h>
#include <string.h>

struct history {
    struct visit *v;
    struct crowd crowd;
    struct str out;
    bool comments;   /* what people wrote goes in */
    int64_t *hidden; /* entries whose keys the visitor may not see */
    size_t n_hidden;
};

static void put_text(struct arena *a, struct json *row, const char *name,
                     const char *text)
{
    json_set(a, row, name, json_new_text(a, text));
}

static void put_int(struct arena *a, struct json *row, const char *name,
                    int64_t n)
{
    json_set(a, row, name, json_new_int(a, n));
}

/* Puts a text of the store that is JSON. */
static void put_json(struct arena *a, struct json *row, const char *name,
                     const char *text)
{
    struct json *value;
    struct err e;

    if (json_read(a, text, strlen(text), 1, &value, &e))
        json_set(a, row, name, value);
}

static struct json *row_of(struct history *h, struct arena *a, const char *kind,
                           int64_t entry, int64_t version, int64_t person)
{
    struct json *row = json_new(a, JSON_OBJECT);

    put_text(a, row, "row", kind);
    put_int(a, row, "entry", entry);
    put_int(a, row, "version", version);
    put_text(a, row, "who", crowd_alias(a, &h->crowd, person, NULL));
    return row;
}

static void end_row(struct history *h, const struct json *row)
{
    json_write(&h->out, row);
    str_addc(&h->out, '\n');
}

/* ---- what is hidden ---- */

/* Whoever may not see the key of an entry yet may be the one who is to solve it
 * blind: its rows have neither keys nor answers. */
static bool find_hidden(struct history *h, struct err *e)
{
    struct visit *v = h->v;
    struct entry *list;
    size_t n;

    if (!entries_list(v->store, v->arena, &list, &n, e))
        return false;
    h->hidden = arena_array(v->arena, int64_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct entry_view x;

        if (!entry_open_id(v, list[i].id, &x, e))
            return false;
        if (!entry_may(v, &x, DEAL_KEY, NULL))
            h->hidden[h->n_hidden++] = list[i].id;
    }
    return true;
}

static bool is_hidden(const struct history *h, int64_t entry)
{
    for (size_t i = 0; i < h->n_hidden; i++)
        if (h->hidden[i] == entry)
            return true;
    return false;
}

/* ---- deeds ---- */

static bool put_version(struct history *h, struct arena *a, struct json *row,
                        const struct entry_deed *d, struct err *e)
{
    struct entry_version x;
    struct problem p;
    bool found;

    if (!entries_version(h->v->store, a, d->entry, d->version, &x, &found, e))
        return false;
    if (!found)
        return true;
    if (!version_problem(a, &x, &p, e))
        return false;
    put_text(a, row, "statement", p.statement);
    if (is_hidden(h, d->entry))
        return true;
    put_text(a, row, "keys", keys_text(a, p.keys, p.n_keys));
    put_text(a, row, "check", x.check);
    put_json(a, row, "origin", x.origin);
    return true;
}

static bool add_deed(struct history *h, struct arena *a,
                     const struct entry_deed *d, struct err *e)
{
    struct json *row = row_of(h, a, "deed", d->entry, d->version, d->person);

    put_text(a, row, "deed", deed_name(d->deed));
    put_int(a, row, "at_ms", d->at_ms);
    if (is_hidden(h, d->entry))
        put_text(a, row, "hidden", "until you have solved it");
    else
        put_json(a, row, "data", d->data);
    if (h->comments && d->text[0] && !is_hidden(h, d->entry))
        put_text(a, row, "text", d->text);
    if (d->deed == DEED_MADE && !put_version(h, a, row, d, e))
        return false;
    end_row(h, row);
    return true;
}

/* ---- attempts ---- */

static void add_attempt(struct history *h, struct arena *a,
                        const struct challenge *c, const struct run_info *run,
                        const struct result *r)
{
    struct json *row = row_of(h, a, "attempt", c->entry, c->version, c->person);

    put_int(a, row, "challenge", c->id);
    put_text(a, row, "model", run->models[r->model]);
    put_int(a, row, "attempt", (int64_t)r->attempt);
    put_text(a, row, "outcome", outcome_name(r->outcome));
    put_text(a, row, "verdict",
             r->outcome == OUTCOME_OK ? verdict_name(r->lenient) : NULL);
    if (!is_hidden(h, c->entry))
        put_text(a, row, "answer", r->answer);
    put_int(a, row, "at_ms", c->started_ms);
    end_row(h, row);
}

static bool add_challenge(struct history *h, struct arena *a,
                          const struct challenge *c, struct err *e)
{
    struct result *results;
    struct run_info run;
    size_t n;

    if (!c->run)
        return true;
    if (!runs_find(h->v->store, a, arena_printf(a, "r%" PRId64, c->run), &run,
                   e) ||
        !runs_results(h->v->store, a, c->run, &results, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (results[i].model < run.n_models)
            add_attempt(h, a, c, &run, &results[i]);
    return true;
}

static bool add_all(struct history *h, struct err *e)
{
    struct challenge *list;
    struct arena tmp = { 0 };
    bool ok = true;
    size_t n;

    if (!find_hidden(h, e) ||
        !challenges_list(h->v->store, h->v->arena, 0, &list, &n, e))
        return false;
    for (size_t i = 0; ok && i < h->crowd.n_deeds; i++) {
        ok = add_deed(h, &tmp, &h->crowd.deeds[i], e);
        arena_reset(&tmp);
    }
    for (size_t i = 0; ok && i < n; i++) {
        ok = add_challenge(h, &tmp, &list[i], e);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return ok;
}

bool history_jsonl(struct visit *v, struct err *e)
{
    const char *comments = http_query(v->request, "comments");
    struct history h = { .v = v,
                         .out = str_in(v->arena),
                         .comments = comments && str_eq(comments, "1") };

    if (!crowd_read_deeds(v, &h.crowd, e) || !add_all(&h, e))
        return false;
    reply_text(v->reply, 200, "application/jsonl; charset=utf-8",
               str_get(&h.out));
    reply_field(v->reply, "Content-Disposition",
                "attachment; filename=\"history.jsonl\"");
    return true;
}
