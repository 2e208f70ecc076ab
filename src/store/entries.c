/* SPDX-License-Identifier: Apache-2.0 */
#include "store/entries.h"
#include "base/json.h"
#include "store/ledger.h"
#include "store/row.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <string.h>

/*
 * Entries and their versions. The order of binding and taking is that of the
 * columns in sql.c.
 */

static const char *const states[ENTRY_STATES] = {
    [ENTRY_DRAFT] = "draft",         [ENTRY_SUBMITTED] = "submitted",
    [ENTRY_RETURNED] = "returned",   [ENTRY_ACCEPTED] = "accepted",
    [ENTRY_WITHDRAWN] = "withdrawn",
};

const char *entry_state_name(enum entry_state s)
{
    INVARIANT(s < ENTRY_STATES);
    return states[s];
}

bool entry_state_find(const char *name, enum entry_state *out)
{
    int i = query_word(name, states, ENTRY_STATES);

    if (i >= 0)
        *out = (enum entry_state)i;
    return i >= 0;
}

/* ---- finding ---- */

static const struct store_column entry_columns[] = {
    COLUMN(INT, entry, id),
    COLUMN(INT, entry, author),
    COLUMN(NEED, entry, topic),
    COLUMN_WORD(entry, state, states, ENTRY_STATES),
    COLUMN(INT, entry, version),
    COLUMN(INT, entry, accepted),
    COLUMN(INT, entry, made_ms),
    COLUMN(INT, entry, changed_ms),
};

static const struct store_row entry_row =
    ROW("an entry", entry, entry_columns, STORE_WORKBENCH);

static const struct store_column version_columns[] = {
    COLUMN(INT, entry_version, entry),    COLUMN(INT, entry_version, number),
    COLUMN(INT, entry_version, by),       COLUMN(INT, entry_version, made_ms),
    COLUMN(NEED, entry_version, problem), COLUMN(NEED, entry_version, check),
    COLUMN(NEED, entry_version, claim),   COLUMN(NEED, entry_version, origin),
    COLUMN(NEED, entry_version, note),
};

static const struct store_row version_row = ROW(
    "a version of an entry", entry_version, version_columns, STORE_WORKBENCH);

bool entries_find(struct store *s, struct arena *a, int64_t id,
                  struct entry *out, bool *found, struct err *e)
{
    return rows_find(s, a, &entry_row, SQL_ENTRY_BY_ID, ARGS(sql_int(id)), out,
                     found, e);
}

bool entries_list(struct store *s, struct arena *a, struct entry **out,
                  size_t *n, struct err *e)
{
    return rows_list(s, a, &entry_row, SQL_ENTRY_ALL, NULL, out, n, e);
}

bool entries_version(struct store *s, struct arena *a, int64_t entry,
                     int64_t number, struct entry_version *out, bool *found,
                     struct err *e)
{
    return rows_find(s, a, &version_row, SQL_VERSION_ONE,
                     ARGS(sql_int(entry), sql_int(number)), out, found, e);
}

bool entries_versions(struct store *s, struct arena *a, int64_t entry,
                      struct entry_version **out, size_t *n, struct err *e)
{
    return rows_list(s, a, &version_row, SQL_VERSION_ALL, ARGS(sql_int(entry)),
                     out, n, e);
}

/* ---- changing ---- */

void entries_sha(struct chain *c, const struct entry_version *v,
                 unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay entry version 1");
    rows_chain(c, &version_row, v, 0, version_row.n);
    chain_end(c, out);
}

/* Puts both numbers into "meta.class", for readers of the record alone. */
static void set_class(struct arena *a, struct json *record,
                      const struct entry_version *v)
{
    const struct json *meta = json_get(record, "meta");

    for (struct json *m = meta ? meta->first : NULL; m; m = m->next)
        if (m->name && strcmp(m->name, "class") == 0 &&
            m->type == JSON_OBJECT && !json_get(m, "entry") &&
            !json_get(m, "version")) {
            json_set(a, m, "entry", json_new_int(a, v->entry));
            json_set(a, m, "version", json_new_int(a, v->number));
        }
}

/* Gives the record the id that it has in the class, which is known only now. */
static bool set_id(struct arena *a, struct entry_version *v, struct err *e)
{
    const char *id =
        arena_printf(a, "class/%" PRId64 ".%" PRId64, v->entry, v->number);
    struct str text = str_in(a);
    struct json *record, *m;

    if (!json_read(a, v->problem, strlen(v->problem), 1, &record, e))
        return false;
    if (record->type != JSON_OBJECT)
        return err_set(e, ERR_DOMAIN,
                       "the problem of an entry is not a "
                       "problem record");
    for (m = record->first; m && strcmp(m->name, "id") != 0; m = m->next)
        ;
    if (m) {
        m->type = JSON_STRING;
        m->text = id;
        m->first = NULL;
    } else {
        json_set(a, record, "id", json_new_string(a, id));
    }
    set_class(a, record, v);
    json_write(&text, record);
    v->problem = str_get(&text);
    return true;
}

static const char *text_or(const char *text, const char *other)
{
    return text ? text : other;
}

static bool audit_events_append(struct store *s, struct audit_event_kind *d,
                                struct err *e);

/* Adds the version with the audit event that says so. */
static bool entries_add_version(struct store *s, struct arena *a,
                                struct entry_version *v, struct err *e)
{
    struct audit_event_kind d = { .entry = v->entry,
                                  .version = v->number,
                                  .person = v->by,
                                  .audit_event = AUDIT_EVENT_MADE,
                                  .at_ms = v->made_ms };
    unsigned char sha[CHAIN_BYTES];
    struct query q;

    v->check = text_or(v->check, "none");
    v->claim = text_or(v->claim, "");
    v->origin = text_or(v->origin, "{}");
    v->note = d.text = text_or(v->note, "");
    if (!set_id(a, v, e))
        return false;
    entries_sha(&s->chain, v, sha);
    q = query_open(&s->db, SQL_VERSION_ADD);
    rows_bind(&q, &version_row, v, 0, version_row.n);
    query_bind(&q, sql_blob(sha, sizeof(sha)));
    return query_run(&q, e) && audit_events_append(s, &d, e);
}

bool entries_add(struct store *s, struct arena *a, struct entry *in,
                 struct entry_version *v, struct err *e)
{
    struct query q;
    bool own, ok;

    if (!store_enter_alone(s, &own, e))
        return false;
    in->topic = text_or(in->topic, "");
    q = query_with(
        &s->db, SQL_ENTRY_ADD,
        ARGS(sql_int(in->author), sql_text(in->topic), sql_int(v->made_ms)));
    ok = query_add(&q, NULL, &in->id, e);
    v->entry = in->id;
    in->version = v->number = 1;
    in->accepted = 0;
    in->state = ENTRY_DRAFT;
    in->made_ms = in->changed_ms = v->made_ms;
    v->by = in->author;
    return store_leave(s, own, ok && entries_add_version(s, a, v, e), e);
}

bool entries_revise(struct store *s, struct arena *a, int64_t after,
                    struct entry_version *v, struct err *e)
{
    struct query q;
    bool own, ok;
    int64_t n = 0;

    if (!store_enter_alone(s, &own, e))
        return false;
    q = query_with(
        &s->db, SQL_ENTRY_REVISE,
        ARGS(sql_int(v->made_ms), sql_int(v->entry), sql_int(after)));
    ok = query_count(&q, &n, e);
    if (ok && n == 0)
        ok = err_set(e, ERR_DOMAIN,
                     "somebody else saved entry %" PRId64 " in the "
                     "meantime: version %" PRId64 " is no longer the "
                     "newest",
                     v->entry, after);
    v->number = after + 1;
    return store_leave(s, own, ok && entries_add_version(s, a, v, e), e);
}

bool entries_set_topic(struct store *s, int64_t id, const char *topic,
                       struct err *e)
{
    return store_change(s, SQL_ENTRY_TOPIC, ARGS(sql_text(topic), sql_int(id)),
                        "entry", id, e);
}

/*
 * Audit events: the history of all entries, a chain.
 *
 *     chain_1 = H("assay audit event 1", 32 zero bytes, audit event 1, the sha of its version)
 *     chain_n = H("assay audit event 1", chain_{n-1}, audit event n, ...)
 *
 * They are a ledger (ledger.h), whose end is in deed_chain.
 */

#define SAME_MS 60000 /* in which a comment that is said again is one */

static const char *const names[AUDIT_EVENTS] = {
    [AUDIT_EVENT_MADE] = "made",
    [AUDIT_EVENT_CHECKED] = "checked",
    [AUDIT_EVENT_ASKED] = "asked",
    [AUDIT_EVENT_SUBMITTED] = "submitted",
    [AUDIT_EVENT_SOLVED] = "solved",
    [AUDIT_EVENT_COMMENTED] = "commented",
    [AUDIT_EVENT_ACCEPTED] = "accepted",
    [AUDIT_EVENT_RETURNED] = "returned",
    [AUDIT_EVENT_WITHDRAWN] = "withdrawn",
    [AUDIT_EVENT_REOPENED] = "reopened",
};

const char *audit_event_name(enum audit_event d)
{
    INVARIANT(d < AUDIT_EVENTS);
    return names[d];
}

/* Returns the state that the entry has then. */
static enum entry_state entries_leads_to(enum audit_event d,
                                         enum entry_state from)
{
    switch (d) {
    case AUDIT_EVENT_SUBMITTED: return ENTRY_SUBMITTED;
    case AUDIT_EVENT_ACCEPTED: return ENTRY_ACCEPTED;
    case AUDIT_EVENT_RETURNED: return ENTRY_RETURNED;
    case AUDIT_EVENT_WITHDRAWN: return ENTRY_WITHDRAWN;
    case AUDIT_EVENT_REOPENED: return ENTRY_DRAFT;
    default: return from;
    }
}

/* ---- the chain ---- */

static const struct ledger audit_events_ledger;

/* ---- adding ---- */

static const struct store_column audit_event_columns[] = {
    COLUMN(INT, audit_event_kind, id),
    COLUMN(INT, audit_event_kind, entry),
    COLUMN(INT, audit_event_kind, version),
    COLUMN(REF, audit_event_kind, person),
    COLUMN_WORD(audit_event_kind, audit_event, names, AUDIT_EVENTS),
    COLUMN(NEED, audit_event_kind, text),
    COLUMN(NEED, audit_event_kind, data),
    COLUMN(INT, audit_event_kind, at_ms),
};

static const struct store_row audit_event_row =
    ROW("a deed", audit_event_kind, audit_event_columns, STORE_WORKBENCH);

/* `sha` is of the version, `link` the one before and then the new one. */
static void chain_on(struct chain *c, const struct audit_event_kind *d,
                     const unsigned char *sha, unsigned char *link)
{
    chain_begin(c, "assay deed 1");
    chain_bytes(c, link, CHAIN_BYTES);
    rows_chain(c, &audit_event_row, d, 0, audit_event_row.n);
    chain_bytes(c, sha, CHAIN_BYTES);
    chain_end(c, link);
}

static bool find_sha(struct store *s, const struct audit_event_kind *d,
                     unsigned char sha[CHAIN_BYTES], struct err *e)
{
    struct query q = query_with(&s->db, SQL_VERSION_SHA,
                                ARGS(sql_int(d->entry), sql_int(d->version)));
    bool found;

    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN,
                       "there is no version %" PRId64 " of entry %" PRId64,
                       d->version, d->entry);
    query_take_blob(&q, sha, CHAIN_BYTES);
    query_end(&q);
    return true;
}

/* Appends an audit event to the chain, within a transaction; d->id is set. The entry
 * itself is not changed. */
static bool audit_events_append(struct store *s, struct audit_event_kind *d,
                                struct err *e)
{
    unsigned char sha[CHAIN_BYTES];
    struct ledger_head h;
    struct query q;

    d->text = text_or(d->text, "");
    d->data = text_or(d->data, "{}");
    if (!ledger_take(s, &audit_events_ledger, &h, e) || !find_sha(s, d, sha, e))
        return false;
    d->id = ++h.count;
    chain_on(&s->chain, d, sha, h.chain);
    q = query_open(&s->db, SQL_AUDIT_EVENT_ADD);
    rows_bind(&q, &audit_event_row, d, 0, audit_event_row.n);
    query_bind(&q, sql_blob(h.chain, sizeof(h.chain)));
    return query_run(&q, e) && ledger_put(s, &audit_events_ledger, &h, e);
}

/* Is it what the person said before, sent again by accident? */
static bool entries_is_same(const struct audit_event_kind *last,
                            const struct audit_event_kind *d)
{
    return last->audit_event == AUDIT_EVENT_COMMENTED &&
           last->version == d->version &&
           strcmp(last->text, d->text ? d->text : "") == 0 &&
           (!d->data || strcmp(d->data, "{}") == 0) &&
           d->at_ms - last->at_ms < SAME_MS;
}

static bool set_state(struct store *s, const struct audit_event_kind *d,
                      enum entry_state from, struct err *e)
{
    enum entry_state to = entries_leads_to(d->audit_event, from);
    struct query q =
        query_with(&s->db, SQL_ENTRY_SET,
                   ARGS(sql_int(d->at_ms), sql_int(d->entry),
                        sql_text(entry_state_name(to)),
                        sql_text(entry_state_name(from)), sql_int(d->version)));
    int64_t n;

    if (!query_count(&q, &n, e))
        return false;
    return n > 0 ||
           err_set(e, ERR_DOMAIN,
                   "entry %" PRId64 " was changed in the meantime: it is no "
                   "longer version %" PRId64 ", %s",
                   d->entry, d->version, entry_state_name(from));
}

/* Looks at what the person did with the entry before. A second answer to a
 * version would not be blind, and fails; d->id is set if d is a comment that is
 * there already. */
static bool look_back(struct store *s, struct audit_event_kind *d,
                      struct err *e)
{
    const struct audit_event_kind *last = NULL;
    struct arena a = { 0 };
    struct audit_event_kind *all;
    size_t n;
    bool ok = audit_events_list(s, &a, d->entry, &all, &n, e);

    for (size_t i = 0; ok && i < n; i++) {
        if (all[i].person != d->person)
            continue;
        last = &all[i];
        if (d->audit_event == AUDIT_EVENT_SOLVED &&
            last->audit_event == AUDIT_EVENT_SOLVED &&
            last->version == d->version)
            ok = err_set(e, ERR_DOMAIN,
                         "you have already answered this "
                         "version");
    }
    if (ok && last && d->audit_event == AUDIT_EVENT_COMMENTED &&
        entries_is_same(last, d))
        d->id = last->id;
    arena_clear(&a);
    return ok;
}

bool audit_events_add(struct store *s, struct audit_event_kind *d,
                      enum entry_state from, struct err *e)
{
    bool says = d->audit_event == AUDIT_EVENT_SOLVED ||
                d->audit_event == AUDIT_EVENT_COMMENTED;
    bool own, ok;

    INVARIANT(d->audit_event !=
              AUDIT_EVENT_MADE); /* entries_add(), entries_revise() */
    d->id = 0;
    if (!store_enter_alone(s, &own, e))
        return false;
    ok = d->audit_event == AUDIT_EVENT_CHECKED
             ? store_change(s, SQL_ENTRY_TOUCH,
                            ARGS(sql_int(d->at_ms), sql_int(d->entry)), "entry",
                            d->entry, e)
             : set_state(s, d, from, e);
    ok = ok && (!says || look_back(s, d, e)) &&
         (d->id || audit_events_append(s, d, e));
    return store_leave(s, own, ok, e);
}

/* ---- reading ---- */

bool audit_events_list(struct store *s, struct arena *a, int64_t entry,
                       struct audit_event_kind **out, size_t *n, struct err *e)
{
    return rows_list(s, a, &audit_event_row,
                     entry ? SQL_AUDIT_EVENT_OF : SQL_AUDIT_EVENT_ALL,
                     entry ? ARGS(sql_int(entry)) : NULL, out, n, e);
}

/* ---- verifying ---- */

/* Is the version that an audit event made still what it was? */
static bool entries_is_whole(struct store *s, struct arena *a,
                             const struct audit_event_kind *d,
                             const unsigned char *sha)
{
    unsigned char real[CHAIN_BYTES];
    struct entry_version v;
    struct err e;
    bool found;

    if (d->audit_event != AUDIT_EVENT_MADE)
        return true;
    if (!entries_version(s, a, d->entry, d->version, &v, &found, &e) || !found)
        return false;
    entries_sha(&s->chain, &v, real);
    return memcmp(real, sha, sizeof(real)) == 0;
}

static bool follow_audit_event(struct store *s, struct query *q,
                               struct arena *a, unsigned char *link,
                               struct ledger_row *r)
{
    unsigned char sha[CHAIN_BYTES];
    struct audit_event_kind d;
    struct err e;
    bool good = rows_take(q, a, &audit_event_row, &d, &e);

    r->id = d.id;
    good &= query_take_blob(q, r->stored, sizeof(r->stored));
    good &= query_take_blob(q, sha, sizeof(sha));
    if (good)
        chain_on(&s->chain, &d, sha, link);
    return good && entries_is_whole(s, a, &d, sha);
}

static const struct ledger audit_events_ledger = { SQL_AUDIT_EVENT_HEAD,
                                                   SQL_AUDIT_EVENT_HEAD_SET,
                                                   SQL_CHECK_AUDIT_EVENTS,
                                                   follow_audit_event };

static void note_first(void *who, int64_t from, int64_t to, const char *name,
                       const char *what)
{
    int64_t *bad = who;

    (void)to;
    (void)name;
    (void)what;
    if (!*bad)
        *bad = from > 0 ? from : 1;
}

bool audit_events_verify(struct store *s, int64_t *bad,
                         unsigned char head[CHAIN_BYTES], struct err *e)
{
    struct ledger_head h = { 0 };
    bool ok = true;

    *bad = 0;
    if (store_version(s) >= STORE_WORKBENCH)
        ok = ledger_verify(s, &audit_events_ledger, note_first, bad, &h, e);
    memcpy(head, h.chain, CHAIN_BYTES);
    return ok;
}
