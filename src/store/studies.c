/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Studies. The order of binding and taking is that of the columns in sql.c.
 */
#include "store/studies.h"
#include "base/str.h"
#include "base/vec.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define STUDIES_VERSION 3 /* of the store: older ones have no such table */

static const struct {
    const char *name;
    char letter;
} kinds[STUDY_KINDS] = {
    [STUDY_HUNT] = { "hunt", 'h' },
    [STUDY_EVOLUTION] = { "evolution", 'e' },
    [STUDY_CLIMB] = { "climb", 'c' },
};

const char *study_kind_name(enum study_kind k)
{
    INVARIANT(k < STUDY_KINDS);
    return kinds[k].name;
}

static bool kind_find(const char *name, enum study_kind *out)
{
    for (int k = 0; name && k < STUDY_KINDS; k++)
        if (str_eq(name, kinds[k].name)) {
            *out = (enum study_kind)k;
            return true;
        }
    return false;
}

static const char *studies_name_of(struct arena *a, const struct study *v)
{
    return arena_printf(a, "%c%" PRId64, kinds[v->kind].letter, v->id);
}

/* ---- finding ---- */

static bool studies_take(struct query *q, struct arena *a, bool whole,
                         struct study *out, struct err *e)
{
    const char *kind;

    *out = (struct study){ .id = query_take_int(q) };
    kind = query_take_text(q, a);
    out->hash = query_take_text(q, a);
    out->title = query_take_text(q, a);
    out->version = query_take_text(q, a);
    out->made_ms = query_take_int(q);
    out->ended = query_take_int(q) != 0;
    out->document = whole && out->ended ? query_take_text(q, a) : NULL;
    if (!out->hash || !out->title || !out->version ||
        (whole && out->ended && !out->document) || !kind_find(kind, &out->kind))
        return query_nonsense(q, "a study", e);
    out->name = studies_name_of(a, out);
    return true;
}

static bool take_runs(struct store *s, struct arena *a, struct study *v,
                      struct err *e)
{
    struct vec runs = vec_in(a, sizeof(struct study_run));
    struct query q = query_open(&s->db, SQL_STUDY_RUNS);
    enum query_got got;

    query_int(&q, v->id);
    while ((got = query_step(&q, e)) == QUERY_ROW) {
        struct study_run *r = vec_push(&runs);

        r->run = query_take_int(&q);
        r->role = query_take_text(&q, a);
    }
    v->runs = runs.items;
    v->n_runs = runs.n;
    return got == QUERY_END;
}

/* How far one is that is at work. */
static bool take_work(struct store *s, struct arena *a, struct study *v,
                      struct err *e)
{
    struct query q;
    bool found;

    if (store_version(s) < STORE_WORKBENCH)
        return true;
    q = query_open(&s->db, SQL_STUDY_WORK);
    query_int(&q, v->id);
    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return true;
    v->stage = query_take_text(&q, a);
    v->what = query_take_text(&q, a);
    v->done = (uint64_t)query_take_int(&q);
    v->total = (uint64_t)query_take_int(&q);
    v->worked_ms = query_take_int(&q);
    query_end(&q);
    return (v->stage && v->what) || query_nonsense(&q, "a study", e);
}

/* "h3" -> 3 and the kind; 0: it is no such name. */
static int64_t studies_number_of(const char *name, enum study_kind *kind)
{
    for (int k = 0; k < STUDY_KINDS; k++)
        if (name[0] == kinds[k].letter && name[1] &&
            !name[1 + strspn(name + 1, "0123456789")] && strlen(name) < 18) {
            *kind = (enum study_kind)k;
            return strtoll(name + 1, NULL, 10);
        }
    return 0;
}

bool studies_find(struct store *s, struct arena *a, const char *name,
                  struct study *out, bool *found, struct err *e)
{
    enum study_kind kind = STUDY_HUNT;
    int64_t id = studies_number_of(name, &kind);
    struct query q;
    bool ok;

    *found = false;
    if (store_version(s) < STUDIES_VERSION)
        return true;
    q = query_open(&s->db, id ? SQL_STUDY_BY_ID : SQL_STUDY_BY_HASH);
    if (id)
        query_int(&q, id);
    else
        query_text(&q, name);
    if (!query_row(&q, found, e))
        return false;
    if (!*found)
        return true;
    ok = studies_take(&q, a, true, out, e);
    query_end(&q);
    *found = ok && (!id || out->kind == kind);
    return ok &&
           (!*found || (take_runs(s, a, out, e) && take_work(s, a, out, e)));
}

bool studies_list(struct store *s, struct arena *a, struct study **out,
                  size_t *n, struct err *e)
{
    struct vec v = vec_in(a, sizeof(struct study));
    enum query_got got;
    struct query q;
    bool ok = true;

    *out = NULL;
    *n = 0;
    if (store_version(s) < STUDIES_VERSION)
        return true;
    q = query_open(&s->db, SQL_STUDY_ALL);
    while (ok && (got = query_step(&q, e)) == QUERY_ROW)
        ok = studies_take(&q, a, false, vec_push(&v), e);
    if (!ok)
        query_end(&q);
    *out = v.items;
    *n = v.n;
    for (size_t i = 0; ok && got == QUERY_END && i < v.n; i++)
        ok = take_runs(s, a, &(*out)[i], e) && take_work(s, a, &(*out)[i], e);
    return ok && got == QUERY_END;
}

/* ---- changing ---- */

/* A run that was asked twice, to go on with it, is one run. */
static bool studies_add_runs(struct store *s, const struct study *v,
                             struct err *e)
{
    for (size_t i = 0; i < v->n_runs; i++) {
        struct query q = query_open(&s->db, SQL_STUDY_RUN_ADD);

        query_int(&q, v->id);
        query_int(&q, (int64_t)i);
        query_int(&q, v->runs[i].run);
        query_text(&q, v->runs[i].role);
        if (!query_run(&q, e))
            return false;
    }
    return true;
}

/* Drops what hangs on a study: its runs, and how far it is. */
static bool studies_forget(struct store *s, int64_t study, struct err *e)
{
    static const enum sql parts[] = { SQL_STUDY_RUNS_DROP,
                                      SQL_STUDY_WORK_DROP };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        struct query q = query_open(&s->db, parts[i]);

        query_int(&q, study);
        if (!query_run(&q, e))
            return false;
    }
    return true;
}

static bool studies_write_row(struct store *s, struct study *v, enum sql how,
                              bool *found, struct err *e)
{
    struct query q = query_open(&s->db, how);

    query_text(&q, study_kind_name(v->kind));
    query_text(&q, v->hash);
    query_text(&q, v->title);
    query_text(&q, v->version);
    query_int(&q, v->made_ms);
    query_text(&q, v->document);
    if (!query_row(&q, found, e))
        return false;
    if (*found) {
        v->id = query_take_int(&q);
        query_end(&q);
    }
    return true;
}

/* Adding tries no row that is there: that would use up a number. */
static bool write_either(struct store *s, struct study *v, enum sql change,
                         struct err *e)
{
    bool found;

    if (!studies_write_row(s, v, change, &found, e) ||
        (!found && !studies_write_row(s, v, SQL_STUDY_ADD, &found, e)))
        return false;
    INVARIANT(found);
    return true;
}

static bool store_studies_put(struct store *s, struct arena *a, struct study *v,
                              struct err *e)
{
    if (!write_either(s, v, SQL_STUDY_PUT, e))
        return false;
    v->name = studies_name_of(a, v);
    v->ended = true;
    return studies_forget(s, v->id, e) && studies_add_runs(s, v, e);
}

bool studies_put(struct store *s, struct arena *a, struct study *study,
                 struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, store_studies_put(s, a, study, e), e);
}

static bool store_studies_drop(struct store *s, int64_t id, struct err *e)
{
    struct query q;

    if (!studies_forget(s, id, e))
        return false;
    q = query_open(&s->db, SQL_STUDY_DROP);
    query_int(&q, id);
    return query_run(&q, e);
}

bool studies_drop(struct store *s, int64_t id, struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, store_studies_drop(s, id, e), e);
}

/* ---- at work ---- */

static bool store_studies_begin(struct store *s, struct study *v, struct err *e)
{
    struct query q;

    if (!write_either(s, v, SQL_STUDY_BEGIN, e))
        return false;
    q = query_open(&s->db, SQL_STUDY_WORK_PUT);
    query_int(&q, v->id);
    query_int(&q, v->made_ms);
    return query_run(&q, e);
}

bool studies_begin(struct store *s, enum study_kind kind, const char *hash,
                   const char *title, const char *version, int64_t now_ms,
                   int64_t *id, struct err *e)
{
    struct study v = { .kind = kind,
                       .hash = hash,
                       .title = title,
                       .version = version,
                       .made_ms = now_ms,
                       .document = "" };
    bool own;

    if (!store_enter_alone(s, &own, e) ||
        !store_leave(s, own, store_studies_begin(s, &v, e), e))
        return false;
    *id = v.id;
    return true;
}

bool studies_stage(struct store *s, int64_t id, const char *stage,
                   const char *what, uint64_t done, uint64_t total,
                   int64_t now_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_STUDY_WORK_SET);

    query_text(&q, stage);
    query_text(&q, what);
    query_int(&q, (int64_t)done);
    query_int(&q, (int64_t)total);
    query_int(&q, now_ms);
    query_int(&q, id);
    return store_change(s, &q, "study at work with the number", id, e);
}

bool studies_run(struct store *s, int64_t id, int64_t run, const char *role,
                 struct err *e)
{
    struct query q = query_open(&s->db, SQL_STUDY_ADD_RUN);
    bool own;

    query_int(&q, id);
    query_int(&q, run);
    query_text(&q, role);
    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, query_run(&q, e), e);
}
