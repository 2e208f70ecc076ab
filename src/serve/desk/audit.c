/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/audit.h"
#include "grade/grade.h"
#include "serve/pages/fill.h"

#include <inttypes.h>
#include <string.h>

/* ---- people ---- */

bool crowd_read(struct visit *v, struct crowd *out, struct err *e)
{
    *out = (struct crowd){ 0 };
    return people_list(v->store, v->arena, &out->people, &out->n, e);
}

/* Numbers people by their first audit event, which no later audit event changes. */
static void history_page_number(struct arena *a, struct crowd *c)
{
    c->order = arena_array(a, int64_t, c->n_audit_events + 1);
    for (size_t i = 0; i < c->n_audit_events; i++) {
        int64_t id = c->audit_events[i].person;
        size_t k = 0;

        while (k < c->n_order && c->order[k] != id)
            k++;
        if (id && k == c->n_order)
            c->order[c->n_order++] = id;
    }
}

bool crowd_read_audit_events(struct visit *v, struct crowd *out, struct err *e)
{
    if (!crowd_read(v, out, e) ||
        !audit_events_list(v->store, v->arena, 0, &out->audit_events,
                           &out->n_audit_events, e))
        return false;
    history_page_number(v->arena, out);
    return true;
}

static const struct person *history_page_find(const struct crowd *c, int64_t id)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->people[i].id == id)
            return &c->people[i];
    return NULL;
}

const char *crowd_name(const struct crowd *c, int64_t person)
{
    const struct person *p = history_page_find(c, person);

    return p ? p->name : person ? "somebody" : "the program";
}

const char *crowd_alias(struct arena *a, const struct crowd *c, int64_t person,
                        const char *word)
{
    const struct person *p = history_page_find(c, person);
    size_t k = 0;

    if (!person)
        return "the program";
    while (k < c->n_order && c->order[k] != person)
        k++;
    if (!word)
        word = p ? person_role_name(p->role) : "somebody";
    return arena_printf(a, "%s %zu", word, k + 1);
}

/* ---- audit events ---- */

/* The words of an audit event on the page. */
static const char *const did[AUDIT_EVENTS] = {
    [AUDIT_EVENT_MADE] = "wrote version",
    [AUDIT_EVENT_CHECKED] = "checked the key of version",
    [AUDIT_EVENT_ASKED] = "asked models about version",
    [AUDIT_EVENT_SUBMITTED] = "submitted version",
    [AUDIT_EVENT_SOLVED] = "answered version",
    [AUDIT_EVENT_COMMENTED] = "commented on version",
    [AUDIT_EVENT_ACCEPTED] = "accepted version",
    [AUDIT_EVENT_RETURNED] = "returned version",
    [AUDIT_EVENT_WITHDRAWN] = "withdrew version",
    [AUDIT_EVENT_REOPENED] = "reopened version",
};

struct json *event_row(struct visit *v, const struct crowd *c,
                       const struct audit_event_kind *d, bool key, bool *shown)
{
    bool own = v->who && d->person == v->who->id;
    bool says = key || (own && d->audit_event == AUDIT_EVENT_COMMENTED);
    struct blind b = { .answer = "" };
    struct json *row;

    if (d->audit_event == AUDIT_EVENT_SOLVED ||
        d->audit_event == AUDIT_EVENT_ACCEPTED)
        b = blind_read(v->arena, d);
    row = row_new(v->arena,
                  "who=%s did=%s version=%" PRId64 " at=%" PRId64
                  " shown=%d text=%s",
                  crowd_name(c, d->person), did[d->audit_event], d->version,
                  d->at_ms, says, d->text);
    row_add(v->arena, row, "solved=%d override=%d answer=%s verdict=%s why=%s",
            d->audit_event == AUDIT_EVENT_SOLVED,
            d->audit_event == AUDIT_EVENT_ACCEPTED &&
                strstr(d->data, "\"override\": true"),
            b.answer, b.verdict, b.why);
    if (d->audit_event == AUDIT_EVENT_CHECKED)
        json_set(v->arena, row, "checked", check_row(v->arena, d));
    *shown = says || (!d->text[0] && d->audit_event != AUDIT_EVENT_SOLVED &&
                      d->audit_event != AUDIT_EVENT_CHECKED &&
                      d->audit_event != AUDIT_EVENT_ACCEPTED);
    return row;
}

/* ---- answers that were given blind ---- */

struct blind blind_read(struct arena *a, const struct audit_event_kind *d)
{
    struct blind out = { .audit_event = d,
                         .answer = audit_event_member(a, d, "answer"),
                         .verdict = verdict_name(VERDICT_UNDECIDED),
                         .why = audit_event_member(a, d, "why") };
    enum verdict verdict;

    if (verdict_find(audit_event_member(a, d, "verdict"), &verdict)) {
        out.verdict = verdict_name(verdict);
        out.agrees = verdict == VERDICT_CORRECT;
    }
    return out;
}

const char *blind_finding(const struct blind *b)
{
    return b->agrees                     ? "agrees"
           : str_eq(b->verdict, "wrong") ? "does not agree"
                                         : "cannot be decided";
}

struct blind blind_of(struct visit *v, const struct entry_view *x,
                      int64_t person)
{
    for (size_t i = 0; i < x->n_audit_events; i++) {
        const struct audit_event_kind *d = &x->audit_events[i];

        if (d->audit_event == AUDIT_EVENT_SOLVED && d->person == person &&
            d->version == x->entry.version)
            return blind_read(v->arena, d);
    }
    return (struct blind){ .answer = "", .verdict = "", .why = "" };
}

struct blind_count blind_count(struct arena *a, const struct entry_view *x)
{
    struct blind_count out = { 0 };

    for (size_t i = 0; i < x->n_audit_events; i++) {
        const struct audit_event_kind *d = &x->audit_events[i];

        out.comments += d->audit_event == AUDIT_EVENT_COMMENTED;
        if (d->audit_event != AUDIT_EVENT_SOLVED ||
            d->version != x->entry.version)
            continue;
        out.all++;
        out.agree += blind_read(a, d).agrees;
    }
    return out;
}

bool keys_hidden(struct visit *v, const struct entry *list, size_t n,
                 bool **out, struct err *e)
{
    *out = arena_array(v->arena, bool, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct entry_view x = { .entry = list[i] };

        if (entry_may(v, &x, DEAL_KEY, NULL))
            continue; /* whatever was done with it */
        if (!audit_events_list(v->store, v->arena, x.entry.id, &x.audit_events,
                               &x.n_audit_events, e))
            return false;
        (*out)[i] = !entry_may(v, &x, DEAL_KEY, NULL);
    }
    return true;
}

struct json *check_row(struct arena *a, const struct audit_event_kind *d)
{
    return row_new(
        a, "how=%s finding=%s why=%s", audit_event_member(a, d, "how"),
        audit_event_member(a, d, "finding"), audit_event_member(a, d, "why"));
}
