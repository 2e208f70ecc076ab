/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "base/map.h"
#include "problem/problem.h"
#include "run/count/tally.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/desk/audit.h"
#include "serve/desk/review.h"
#include "serve/pages/layout.h"
#include "store/challenges.h"
#include "store/runs.h"

#include <inttypes.h>
#include <string.h>

/*
 * The history of an entry: its versions, each after the one before, and all
 * that was done with it. The script of the page marks what changed from one
 * version to the next; without it each stands whole.
 */

/* ---- versions ---- */

/* Puts a part of a version. Mathematics is shown set, by the class "tex" or
 * "tex key" (NULL: it is none), and as it was written, where the script marks
 * what changed. */
static void version_put_part(struct arena *a, struct json *list,
                             const char *name, const char *heading,
                             const char *style, const char *text)
{
    if (text && *text)
        json_push(list, row_new(a, "part=%s heading=%s style=%s text=%s", name,
                                heading, style ? style : "", text));
}

static bool history_put_version(struct visit *v, struct json *versions,
                                const struct crowd *c,
                                const struct entry_version *x, bool key,
                                struct err *e)
{
    struct arena *a = v->arena;
    struct json *row = row_new(a,
                               "number=%" PRId64 " before=%" PRId64
                               " by=%s made=%" PRId64 " note=%s",
                               x->number, x->number - 1, crowd_name(c, x->by),
                               x->made_ms, key ? x->note : "");
    struct json *list = row_list(a, row, "parts");
    struct problem p;

    if (!version_problem(a, x, &p, e))
        return false;
    version_put_part(a, list, "statement", "Statement", "tex", p.statement);
    if (key) {
        version_put_part(a, list, "key", "Key", "tex key",
                         keys_text(a, p.keys, p.n_keys));
        version_put_part(a, list, "solution", "Solution", "tex", p.solution);
        version_put_part(a, list, "claim",
                         version_is_family(x) ? "Family file" : "Claim", NULL,
                         x->claim);
    }
    json_push(versions, row);
    return true;
}

bool history_page(struct visit *v, struct err *e)
{
    struct json *row, *versions, *events;
    struct entry_version *list;
    struct entry_view x;
    struct crowd crowd;
    const char *why = NULL;
    bool key, shown;
    size_t n;

    if (!entry_open(v, &x, e) || !crowd_read(v, &crowd, e) ||
        !entries_versions(v->store, v->arena, x.entry.id, &list, &n, e))
        return false;
    key = entry_may(v, &x, DEAL_KEY, &why);
    row = row_add(v->arena, entry_row(v, &x, "history"), "hidden=%s",
                  key ? NULL : why);
    versions = row_list(v->arena, row, "versions");
    events = row_list(v->arena, row, "events");
    for (size_t i = n; i > 0; i--)
        if (!history_put_version(v, versions, &crowd, &list[i - 1], key, e))
            return false;
    for (size_t i = 0; i < x.n_audit_events; i++)
        json_push(events,
                  event_row(v, &crowd, &x.audit_events[i], key, &shown));
    return page_show(
        v, 200, arena_printf(v->arena, "History of entry %" PRId64, x.entry.id),
        "review", "history", row);
}

/*
 * GET /history.jsonl: what happened to all entries, for studies of what people
 * learn. One JSON line each, in two kinds:
 *
 *   {"row": "audit event", "audit event": "solved", "entry": 3, "topic": "sums", "version":
 *    2, "who": "reviewer 4", "at_ms": ..., "data": {...}}, in the order of the
 *    audit events; of "made" with the version: "statement", "keys", "check", "origin";
 *   {"row": "attempt", "entry": 3, "topic": "sums", "version": 2, "challenge":
 *    5, "who": "author 1", "model": "...", "attempt": 1, "outcome": "ok",
 *    "at_ms": ..., "verdict": "wrong", "failure": "sign", "answer": "..."}.
 *
 * Nobody has a name there or the number that the store knows them by. What
 * people wrote besides problems and answers ("text": comments, notes, written
 * solutions) may name somebody, and is left out unless ?comments=1 asks for it.
 * Of entries whose key the visitor may not see yet, keys, answers, data and what
 * came of attempts are left out; "hidden" says so.
 */

struct history {
    struct visit *v;
    struct crowd crowd;
    struct str out;
    bool comments; /* what people wrote goes in */
    struct entry *entries;
    bool *hidden;      /* [entry] the visitor may not see its key */
    struct map places; /* id of an entry -> its place in both */
};

static void history_page_put_text(struct arena *a, struct json *row,
                                  const char *name, const char *text)
{
    json_set(a, row, name, json_new_text(a, text));
}

/* Puts a text of the store that is JSON. */
static void history_page_put_json(struct arena *a, struct json *row,
                                  const char *name, const char *text)
{
    struct json *value;
    struct err e;

    if (json_read(a, text, strlen(text), 1, &value, &e))
        json_set(a, row, name, value);
}

/* ---- entries ---- */

/* Whoever may not see the key of an entry yet may be the one who is to solve it
 * blind: its rows have neither keys nor answers, nor what came of them. */
static bool read_entries(struct history *h, struct err *e)
{
    struct visit *v = h->v;
    size_t n;

    if (!entries_list(v->store, v->arena, &h->entries, &n, e) ||
        !keys_hidden(v, h->entries, n, &h->hidden, e))
        return false;
    for (size_t i = 0; i < n; i++)
        *map_put(&h->places, &h->entries[i].id, sizeof(h->entries[i].id),
                 NULL) = i;
    return true;
}

static size_t history_page_place_of(const struct history *h, int64_t entry)
{
    const size_t *place = map_get(&h->places, &entry, sizeof(entry));

    INVARIANT(place);
    return *place;
}

static bool history_page_is_hidden(const struct history *h, int64_t entry)
{
    return h->hidden[history_page_place_of(h, entry)];
}

static struct json *history_page_row_of(struct history *h, struct arena *a,
                                        const char *kind, int64_t entry,
                                        int64_t version, int64_t person)
{
    struct json *row = row_new(
        a, "row=%s entry=%" PRId64 " topic=%s version=%" PRId64 " who=%s", kind,
        entry, h->entries[history_page_place_of(h, entry)].topic, version,
        crowd_alias(a, &h->crowd, person, NULL));

    if (history_page_is_hidden(h, entry))
        row_add(a, row, "hidden=%s", "until you have solved it");
    return row;
}

static void end_row(struct history *h, const struct json *row)
{
    json_write(&h->out, row);
    str_addc(&h->out, '\n');
}

/* ---- audit events ---- */

static bool put_version(struct history *h, struct arena *a, struct json *row,
                        const struct audit_event_kind *d, struct err *e)
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
    history_page_put_text(a, row, "statement", p.statement);
    if (history_page_is_hidden(h, d->entry))
        return true;
    history_page_put_text(a, row, "keys", keys_text(a, p.keys, p.n_keys));
    history_page_put_text(a, row, "check", x.check);
    history_page_put_json(a, row, "origin", x.origin);
    return true;
}

static bool history_page_add_audit_event(struct history *h, struct arena *a,
                                         const struct audit_event_kind *d,
                                         struct err *e)
{
    struct json *row =
        history_page_row_of(h, a, "deed", d->entry, d->version, d->person);

    history_page_put_text(a, row, "deed", audit_event_name(d->audit_event));
    row_add(a, row, "at_ms=%" PRId64, d->at_ms);
    if (!history_page_is_hidden(h, d->entry))
        history_page_put_json(a, row, "data", d->data);
    if (h->comments && d->text[0] && !history_page_is_hidden(h, d->entry))
        history_page_put_text(a, row, "text", d->text);
    if (d->audit_event == AUDIT_EVENT_MADE && !put_version(h, a, row, d, e))
        return false;
    end_row(h, row);
    return true;
}

/* ---- attempts ---- */

/* What the attempts of a challenge are looked at with. */
struct attempts {
    const struct challenge *challenge;
    struct run_info run;
    struct asked_judge judged;
};

/* Puts when the model was asked, and what came of it. An attempt that ended with
 * an error has no call. */
static bool put_reply(struct history *h, struct arena *a,
                      const struct attempts *t, const struct result *r,
                      struct json *row, struct err *e)
{
    bool hidden = history_page_is_hidden(h, t->challenge->entry);
    struct asked_reply x;

    if (!asked_judge_read(h->v->store, a, &t->judged, r, false, &x, e))
        return false;
    if (x.found)
        row_add(a, row, "at_ms=%" PRId64, x.call.sent_ms);
    if (hidden)
        return true;
    history_page_put_text(a, row, "verdict",
                          r->outcome == OUTCOME_OK ? verdict_name(r->lenient)
                                                   : NULL);
    history_page_put_text(a, row, "failure",
                          x.failure.kind ? failure_word(x.failure.kind) : NULL);
    history_page_put_text(a, row, "answer", r->answer);
    return true;
}

static bool add_attempt(struct history *h, struct arena *a,
                        const struct attempts *t, const struct result *r,
                        struct err *e)
{
    const struct challenge *c = t->challenge;
    struct json *row =
        history_page_row_of(h, a, "attempt", c->entry, c->version, c->person);

    row_add(
        a, row, "challenge=%" PRId64 " model=%s attempt=%" PRIu64 " outcome=%s",
        c->id, t->run.models[r->model], r->attempt, outcome_name(r->outcome));
    if (!put_reply(h, a, t, r, row, e))
        return false;
    end_row(h, row);
    return true;
}

static bool history_page_add_challenge(struct history *h, struct arena *a,
                                       const struct challenge *c, struct err *e)
{
    struct attempts t = { .challenge = c };
    struct result *results;
    const bool *bad;
    size_t n;

    if (!c->run)
        return true;
    if (!runs_find(h->v->store, a, arena_printf(a, "r%" PRId64, c->run), &t.run,
                   e) ||
        !bad_keys_results(a, h->v->store, c->run, &results, &n, &bad, e) ||
        !asked_judge_open(h->v->store, a, c->entry, c->version, &t.judged, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (results[i].model < t.run.n_models &&
            !add_attempt(h, a, &t, &results[i], e))
            return false;
    return true;
}

static bool history_page_add_all(struct history *h, struct err *e)
{
    struct challenge *list;
    struct arena tmp = { 0 };
    bool ok = true;
    size_t n;

    /* Entries come last: those of all audit events and challenges are there then. */
    if (!challenges_list(h->v->store, h->v->arena, 0, &list, &n, e) ||
        !read_entries(h, e))
        return false;
    for (size_t i = 0; ok && i < h->crowd.n_audit_events; i++) {
        ok =
            history_page_add_audit_event(h, &tmp, &h->crowd.audit_events[i], e);
        arena_reset(&tmp);
    }
    for (size_t i = 0; ok && i < n; i++) {
        ok = history_page_add_challenge(h, &tmp, &list[i], e);
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

    bool ok =
        crowd_read_audit_events(v, &h.crowd, e) && history_page_add_all(&h, e);

    map_clear(&h.places);
    if (!ok)
        return false;
    reply_text(v->reply, 200, "application/jsonl; charset=utf-8",
               str_get(&h.out));
    reply_field(v->reply, "Content-Disposition",
                "attachment; filename=\"history.jsonl\"");
    return true;
}
