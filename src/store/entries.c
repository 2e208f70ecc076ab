/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Entries and their versions. The order of binding and taking is that of the
 * columns in sql.c.
 */
#include "store/entries.h"
#include "base/json.h"
#include "store/entries_int.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <string.h>

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

static bool has_entries(const struct store *s)
{
    return store_version(s) >= STORE_WORKBENCH;
}

/* ---- finding ---- */

static bool take_entry(struct query *q, struct arena *a, void *out,
                       struct err *e)
{
    struct entry *x = out;
    int state;

    *x = (struct entry){ .id = query_take_int(q) };
    x->author = query_take_int(q);
    x->topic = query_take_text(q, a);
    state = query_take_word(q, states, ENTRY_STATES);
    x->version = query_take_int(q);
    x->accepted = query_take_int(q);
    x->made_ms = query_take_int(q);
    x->changed_ms = query_take_int(q);
    if (!x->topic || state < 0)
        return query_nonsense(q, "an entry", e);
    x->state = (enum entry_state)state;
    return true;
}

static bool take_version(struct query *q, struct arena *a, void *out,
                         struct err *e)
{
    struct entry_version *v = out;

    *v = (struct entry_version){ .entry = query_take_int(q) };
    v->number = query_take_int(q);
    v->by = query_take_int(q);
    v->made_ms = query_take_int(q);
    v->problem = query_take_text(q, a);
    v->check = query_take_text(q, a);
    v->claim = query_take_text(q, a);
    v->origin = query_take_text(q, a);
    v->note = query_take_text(q, a);
    return (v->problem && v->check && v->claim && v->origin && v->note) ||
           query_nonsense(q, "a version of an entry", e);
}

bool entries_find(struct store *s, struct arena *a, int64_t id,
                  struct entry *out, bool *found, struct err *e)
{
    struct query q;

    *found = false;
    if (!has_entries(s))
        return true;
    q = query_open(&s->db, SQL_ENTRY_BY_ID);
    query_int(&q, id);
    return query_one(&q, a, take_entry, out, found, e);
}

bool entries_list(struct store *s, struct arena *a, struct entry **out,
                  size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct entry));
    struct query q;
    bool ok = true;

    if (has_entries(s)) {
        q = query_open(&s->db, SQL_ENTRY_ALL);
        ok = query_all(&q, a, take_entry, &rows, e);
    }
    *out = rows.items;
    *n = rows.n;
    return ok;
}

bool entries_version(struct store *s, struct arena *a, int64_t entry,
                     int64_t number, struct entry_version *out, bool *found,
                     struct err *e)
{
    struct query q;

    *found = false;
    if (!has_entries(s))
        return true;
    q = query_open(&s->db, SQL_VERSION_ONE);
    query_int(&q, entry);
    query_int(&q, number);
    return query_one(&q, a, take_version, out, found, e);
}

bool entries_versions(struct store *s, struct arena *a, int64_t entry,
                      struct entry_version **out, size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct entry_version));
    struct query q;
    bool ok = true;

    if (has_entries(s)) {
        q = query_open(&s->db, SQL_VERSION_ALL);
        query_int(&q, entry);
        ok = query_all(&q, a, take_version, &rows, e);
    }
    *out = rows.items;
    *n = rows.n;
    return ok;
}

/* ---- changing ---- */

void entries_sha(struct chain *c, const struct entry_version *v,
                 unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay entry version 1");
    chain_u64(c, (uint64_t)v->entry);
    chain_u64(c, (uint64_t)v->number);
    chain_u64(c, (uint64_t)v->by);
    chain_u64(c, (uint64_t)v->made_ms);
    chain_text(c, v->problem);
    chain_text(c, v->check);
    chain_text(c, v->claim);
    chain_text(c, v->origin);
    chain_text(c, v->note);
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

/* Adds the version with the deed that says so. */
static bool add_version(struct store *s, struct arena *a,
                        struct entry_version *v, struct err *e)
{
    struct entry_deed d = { .entry = v->entry,
                            .version = v->number,
                            .person = v->by,
                            .deed = DEED_MADE,
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
    query_int(&q, v->entry);
    query_int(&q, v->number);
    query_int(&q, v->by);
    query_int(&q, v->made_ms);
    query_text(&q, v->problem);
    query_text(&q, v->check);
    query_text(&q, v->claim);
    query_text(&q, v->origin);
    query_text(&q, v->note);
    query_blob(&q, sha, sizeof(sha));
    return query_run(&q, e) && deeds_append(s, &d, e);
}

static bool add_entry(struct store *s, struct arena *a, struct entry *in,
                      struct entry_version *v, struct err *e)
{
    struct query q = query_open(&s->db, SQL_ENTRY_ADD);

    in->topic = text_or(in->topic, "");
    query_int(&q, in->author);
    query_text(&q, in->topic);
    query_int(&q, v->made_ms);
    if (!query_add(&q, NULL, &in->id, e))
        return false;
    v->entry = in->id;
    in->version = v->number = 1;
    in->accepted = 0;
    in->state = ENTRY_DRAFT;
    in->made_ms = in->changed_ms = v->made_ms;
    v->by = in->author;
    return add_version(s, a, v, e);
}

bool entries_add(struct store *s, struct arena *a, struct entry *in,
                 struct entry_version *v, struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, add_entry(s, a, in, v, e), e);
}

static bool revise(struct store *s, struct arena *a, int64_t after,
                   struct entry_version *v, struct err *e)
{
    struct query q = query_open(&s->db, SQL_ENTRY_REVISE);
    int64_t n;

    query_int(&q, v->made_ms);
    query_int(&q, v->entry);
    query_int(&q, after);
    if (!query_count(&q, &n, e))
        return false;
    if (n == 0)
        return err_set(e, ERR_DOMAIN,
                       "somebody else saved entry %" PRId64 " in the "
                       "meantime: version %" PRId64 " is no longer the "
                       "newest",
                       v->entry, after);
    v->number = after + 1;
    return add_version(s, a, v, e);
}

bool entries_revise(struct store *s, struct arena *a, int64_t after,
                    struct entry_version *v, struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, revise(s, a, after, v, e), e);
}

bool entries_set_topic(struct store *s, int64_t id, const char *topic,
                       struct err *e)
{
    struct query q = query_open(&s->db, SQL_ENTRY_TOPIC);

    query_text(&q, topic);
    query_int(&q, id);
    return store_change(s, &q, "entry", id, e);
}
