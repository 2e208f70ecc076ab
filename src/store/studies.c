/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Studies. The order of binding and taking is that of the columns in sql.c.
 */
#include "store/studies.h"
#include "base/str.h"
#include "store/row.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define STUDIES_VERSION 3 /* of the store: older ones have no such table */

static const char *const kind_names[STUDY_KINDS] = {
    [STUDY_HUNT] = "hunt",
    [STUDY_EVOLUTION] = "evolution",
    [STUDY_CLIMB] = "climb",
};

const char *study_kind_name(enum study_kind k)
{
    INVARIANT(k < STUDY_KINDS);
    return kind_names[k];
}

static const char *studies_name_of(struct arena *a, const struct study *v)
{
    return arena_printf(a, "%c%" PRId64, kind_names[v->kind][0], v->id);
}

/* ---- finding ---- */

/* The runs of a study. */
static const struct store_column study_run_columns[] = {
    COLUMN(INT, study_run, run),
    COLUMN(TEXT, study_run, role),
};

static const struct store_row study_run_row =
    ROW("a study", study_run, study_run_columns, STUDIES_VERSION);

/* How far one is that is at work. */
static const struct store_column study_work_columns[] = {
    COLUMN(NEED, study, stage),    COLUMN(NEED, study, what),
    COLUMN(INT, study, done),      COLUMN(INT, study, total),
    COLUMN(INT, study, worked_ms),
};

static const struct store_row study_work_row =
    ROW("a study", study, study_work_columns, STORE_WORKBENCH);

/* Its name, and its document if it is at its end. */
static bool studies_take(struct query *q, struct arena *a, void *out)
{
    struct study *v = out;

    v->name = studies_name_of(a, v);
    v->document = v->ended ? query_take_text(q, a) : NULL;
    return !v->ended || v->document;
}

static const struct store_column study_columns[] = {
    COLUMN(INT, study, id),
    COLUMN_WORD(study, kind, kind_names, STUDY_KINDS),
    COLUMN(NEED, study, hash),
    COLUMN(NEED, study, title),
    COLUMN(NEED, study, version),
    COLUMN(INT, study, made_ms),
    COLUMN(FLAG, study, ended),
};

static const struct store_row study_row =
    ROW_THEN("a study", study, study_columns, STUDIES_VERSION, studies_take);

static bool studies_take_parts(struct store *s, struct arena *a,
                               struct study *v, struct err *e)
{
    const struct sql_value *args = ARGS(sql_int(v->id));
    struct study work;
    bool found;

    if (!rows_list(s, a, &study_run_row, SQL_STUDY_RUNS, args, &v->runs,
                   &v->n_runs, e) ||
        !rows_find(s, a, &study_work_row, SQL_STUDY_WORK, args, &work, &found,
                   e))
        return false;
    if (found) {
        v->stage = work.stage;
        v->what = work.what;
        v->done = work.done;
        v->total = work.total;
        v->worked_ms = work.worked_ms;
    }
    return true;
}

/* "h3" -> 3 and the kind; 0: it is no such name. */
static int64_t studies_number_of(const char *name, enum study_kind *kind)
{
    for (int k = 0; k < STUDY_KINDS; k++)
        if (name[0] == kind_names[k][0] && name[1] &&
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

    if (!rows_find(s, a, &study_row, id ? SQL_STUDY_BY_ID : SQL_STUDY_BY_HASH,
                   id ? ARGS(sql_int(id)) : ARGS(sql_text(name)), out, found,
                   e))
        return false;
    *found = *found && (!id || out->kind == kind);
    return !*found || studies_take_parts(s, a, out, e);
}

bool studies_list(struct store *s, struct arena *a, struct study **out,
                  size_t *n, struct err *e)
{
    if (!rows_list(s, a, &study_row, SQL_STUDY_ALL, NULL, out, n, e))
        return false;
    for (size_t i = 0; i < *n; i++) {
        (*out)[i].document = NULL; /* the statement does not read it */
        if (!studies_take_parts(s, a, &(*out)[i], e))
            return false;
    }
    return true;
}

/* ---- changing ---- */

/* A run that was asked twice, to go on with it, is one run. */
static bool studies_add_runs(struct store *s, const struct study *v,
                             struct err *e)
{
    for (size_t i = 0; i < v->n_runs; i++)
        if (!query_do(&s->db, SQL_STUDY_RUN_ADD,
                      ARGS(sql_int(v->id), sql_int((int64_t)i),
                           sql_int(v->runs[i].run), sql_text(v->runs[i].role)),
                      e))
            return false;
    return true;
}

/* Drops what hangs on a study: its runs, and how far it is. */
static bool studies_forget(struct store *s, int64_t study, struct err *e)
{
    const struct sql_value *args = ARGS(sql_int(study));

    return query_do(&s->db, SQL_STUDY_RUNS_DROP, args, e) &&
           query_do(&s->db, SQL_STUDY_WORK_DROP, args, e);
}

/* Adding tries no row that is there: that would use up a number. */
static bool write_either(struct store *s, struct study *v, enum sql change,
                         struct err *e)
{
    const struct sql_value *args =
        ARGS(sql_text(study_kind_name(v->kind)), sql_text(v->hash),
             sql_text(v->title), sql_text(v->version), sql_int(v->made_ms),
             sql_text(v->document));

    if (!query_number(&s->db, change, args, &v->id, e) ||
        (!v->id && !query_number(&s->db, SQL_STUDY_ADD, args, &v->id, e)))
        return false;
    INVARIANT(v->id);
    return true;
}

bool studies_put(struct store *s, struct arena *a, struct study *study,
                 struct err *e)
{
    bool own, ok;

    if (!store_enter_alone(s, &own, e))
        return false;
    ok = write_either(s, study, SQL_STUDY_PUT, e) &&
         studies_forget(s, study->id, e) && studies_add_runs(s, study, e);
    if (ok) {
        study->name = studies_name_of(a, study);
        study->ended = true;
    }
    return store_leave(s, own, ok, e);
}

bool studies_drop(struct store *s, int64_t id, struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(
               s, own,
               studies_forget(s, id, e) &&
                   query_do(&s->db, SQL_STUDY_DROP, ARGS(sql_int(id)), e),
               e);
}

/* ---- at work ---- */

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
    bool own, ok;

    if (!store_enter_alone(s, &own, e))
        return false;
    ok = write_either(s, &v, SQL_STUDY_BEGIN, e) &&
         query_do(&s->db, SQL_STUDY_WORK_PUT,
                  ARGS(sql_int(v.id), sql_int(now_ms)), e);
    *id = v.id;
    return store_leave(s, own, ok, e);
}

bool studies_stage(struct store *s, int64_t id, const char *stage,
                   const char *what, uint64_t done, uint64_t total,
                   int64_t now_ms, struct err *e)
{
    return store_change(s, SQL_STUDY_WORK_SET,
                        ARGS(sql_text(stage), sql_text(what),
                             sql_int((int64_t)done), sql_int((int64_t)total),
                             sql_int(now_ms), sql_int(id)),
                        "study at work with the number", id, e);
}

bool studies_run(struct store *s, int64_t id, int64_t run, const char *role,
                 struct err *e)
{
    return store_do_alone(s, SQL_STUDY_ADD_RUN,
                          ARGS(sql_int(id), sql_int(run), sql_text(role)), e);
}
