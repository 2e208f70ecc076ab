/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs: making, finding, listing, and their problems.
 */
#include "store/runs.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "store/row.h"
#include "store/runs_int.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <string.h>

#define PREFIX_LEAST 4 /* digits of a hash that name a run */

/* ---- reading one ---- */

/* All texts of a one-column query. */
static bool take_texts(struct query *q, struct arena *a, const char ***out,
                       size_t *n, struct err *e)
{
    struct vec v = vec_in(a, sizeof(const char *));
    enum query_got got;

    while ((got = query_step(q, e)) == QUERY_ROW) {
        const char *text = query_take_text(q, a);

        *(const char **)vec_push(&v) = text ? text : "";
    }
    *out = v.items;
    *n = v.n;
    return got == QUERY_END;
}

/* Sizes from a file that anybody may have written: within what a run can be,
 * so that callers may count and allocate by them. */
static bool has_size(const struct run_info *r)
{
    return r->id >= 1 && r->n_problems >= 1 &&
           r->n_problems <= LIMIT_RUN_PROBLEMS && r->n_models >= 1 &&
           r->n_models <= LIMIT_MODELS && r->attempts >= 1 &&
           r->attempts <= LIMIT_ATTEMPTS &&
           r->results <= r->n_problems * r->n_models * r->attempts &&
           r->errors <= r->results;
}

static const struct store_column run_columns[] = {
    COLUMN(INT, run_info, id),         COLUMN(HASH, run_info, hash),
    COLUMN(NEED, run_info, spec),      COLUMN(NEED, run_info, version),
    COLUMN(INT, run_info, n_problems), COLUMN(INT, run_info, n_models),
    COLUMN(INT, run_info, attempts),   COLUMN(INT, run_info, made_ms),
    COLUMN(INT, run_info, worked_ms),  COLUMN(INT, run_info, results),
    COLUMN(INT, run_info, errors),
};

static const struct store_row run_row = ROW("a run", run_info, run_columns, 0);

bool runs_take(struct query *q, struct arena *a, struct run_info *out,
               struct err *e)
{
    struct err why;
    bool good = rows_take(q, a, &run_row, out, &why);
    int64_t seen_ms = query_take_int(q);
    struct query models =
        query_with(q->db, SQL_RUN_MODELS, ARGS(sql_int(out->id)));
    const char **names;
    size_t n;

    out->name = arena_printf(a, "r%" PRId64, out->id);
    if (seen_ms > out->worked_ms)
        out->worked_ms = seen_ms;
    if (!take_texts(&models, a, &names, &n, e))
        return false;
    out->models = names;
    if (good && n == out->n_models && has_size(out))
        return true;
    return err_set(e, ERR_DOMAIN,
                   "cannot read run %s of the store \"%.200s\": its models, "
                   "settings or sizes are incomplete or invalid; assay "
                   "store verify shows details",
                   out->name, q->db->path);
}

bool runs_one(struct store *s, struct arena *a, enum sql which,
              const struct sql_value *args, struct run_info *out, bool *found,
              struct err *e)
{
    struct query q = query_with(&s->db, which, args);
    bool ok;

    if (!query_row(&q, found, e))
        return false;
    ok = !*found || runs_take(&q, a, out, e);
    query_end(&q);
    return ok;
}

bool runs_end(struct store *s, int64_t run, struct run_end *out, bool *found,
              struct err *e)
{
    struct query q = query_with(&s->db, SQL_CHECK_RUN, ARGS(sql_int(run)));

    *out = (struct run_end){ 0 };
    if (!query_row(&q, found, e))
        return false;
    if (!*found)
        return true;
    out->hash = query_take_hash(&q);
    query_take_blob(&q, out->start, CHAIN_BYTES);
    query_take_blob(&q, out->head, CHAIN_BYTES);
    out->count = (uint64_t)query_take_int(&q);
    out->done = (uint64_t)query_take_int(&q);
    out->errors = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

/* ---- making ---- */

struct plan { /* a run to be made */
    const struct chain_run *run;
    struct hash128 hash;
    unsigned char start[CHAIN_BYTES];
    const char *version;
    int64_t now_ms;
};

/* The row of a problem's text, new or there already. */
static bool put_problem(struct store *s, const char *json, int64_t *id,
                        struct err *e)
{
    unsigned char sha[CHAIN_BYTES];
    struct query q;
    bool added;

    chain_problem(&s->chain, json, sha);
    q = query_with(&s->db, SQL_PROBLEM_ADD,
                   ARGS(sql_blob(sha, sizeof(sha)), sql_text(json)));
    return query_add(&q, &added, id, e) &&
           (added || query_number(&s->db, SQL_PROBLEM_ID,
                                  ARGS(sql_blob(sha, sizeof(sha))), id, e));
}

/* Rows of problems that follow each other, as new ones do: they are put into a
 * run by one statement. */
struct span {
    int64_t first; /* row */
    size_t place;  /* of that one, in the run */
    size_t n;
};

static bool runs_add_span(struct store *s, int64_t run, const struct span *p,
                          struct err *e)
{
    return query_do(&s->db, SQL_RUN_PROBLEMS_ADD,
                    ARGS(sql_int(run), sql_int(p->first),
                         sql_int((int64_t)p->place), sql_int((int64_t)p->n)),
                    e);
}

static bool runs_add_problems(struct store *s, const struct unfinished_run *u,
                              struct err *e)
{
    struct span span = { 0 };

    for (size_t i = 0; i < u->n; i++) {
        int64_t id;

        if (!put_problem(s, u->problems[i], &id, e))
            return false;
        if (span.n && id != span.first + (int64_t)span.n) {
            if (!runs_add_span(s, u->run, &span, e))
                return false;
            span.n = 0;
        }
        if (!span.n)
            span = (struct span){ .first = id, .place = i };
        span.n++;
    }
    return runs_add_span(s, u->run, &span, e);
}

/* All but the problems; *there: another process was quicker, and has committed
 * by then. */
static bool runs_make(struct store *s, const struct plan *p, bool *there,
                      struct err *e)
{
    struct query q = query_with(
        &s->db, SQL_RUN_ADD,
        ARGS(sql_hash(p->hash), sql_text(p->run->spec), sql_text(p->version),
             sql_int((int64_t)p->run->n_problems),
             sql_int((int64_t)p->run->n_models),
             sql_int((int64_t)p->run->attempts), sql_int(p->now_ms),
             sql_blob(p->start, CHAIN_BYTES)));
    bool added = false;
    int64_t id;
    bool ok = query_add(&q, &added, &id, e);

    *there = ok && !added;
    for (size_t i = 0; ok && added && i < p->run->n_models; i++)
        ok = query_do(
            &s->db, SQL_RUN_MODEL_ADD,
            ARGS(sql_int(id), sql_int((int64_t)i), sql_text(p->run->models[i])),
            e);
    return ok;
}

bool runs_unfinished(const struct store *s)
{
    return s->unfinished.run != 0;
}

bool runs_finish(struct store *s, struct err *e)
{
    struct unfinished_run u = s->unfinished;

    if (!runs_unfinished(s))
        return true;
    s->unfinished = (struct unfinished_run){ 0 };
    return store_leave(s, u.own, runs_add_problems(s, &u, e), e);
}

/* A run that is found must be the one that is meant, to the last problem. */
static bool runs_same(struct store *s, const struct plan *p,
                      const struct run_info *r, struct err *e)
{
    struct run_end end;
    bool found;

    if (!runs_end(s, r->id, &end, &found, e))
        return false;
    return (found && memcmp(end.start, p->start, CHAIN_BYTES) == 0 &&
            r->n_problems == p->run->n_problems &&
            r->n_models == p->run->n_models &&
            r->attempts == p->run->attempts) ||
           err_set(e, ERR_DOMAIN,
                   "run %s of the store \"%.200s\" has the same "
                   "settings, but other problems or models",
                   r->name, s->db.path);
}

/* A run that is made has its transaction open. */
static bool find_or_make(struct store *s, struct arena *a, const struct plan *p,
                         struct run_info *out, bool *found, struct err *e)
{
    const struct sql_value *hash = ARGS(sql_hash(p->hash));
    bool own, ok, there;

    if (!store_enter_alone(s, &own, e))
        return false;
    /* again: now we have the lock */
    ok = runs_one(s, a, SQL_RUN_BY_HASH, hash, out, found, e);
    if (ok && !*found)
        ok = runs_make(s, p, found, e) &&
             runs_one(s, a, SQL_RUN_BY_HASH, hash, out, &there, e);
    if (!ok || *found)
        return store_leave(s, own, ok, e);
    s->unfinished = (struct unfinished_run){ out->id, p->run->problems,
                                             p->run->n_problems, own };
    return true;
}

struct hash128 runs_hash(const char *spec)
{
    return hash_bytes(spec, strlen(spec));
}

bool runs_begin(struct store *s, struct arena *a, const char *spec,
                const char *version, const char *const *problems,
                size_t n_problems, const char *const *models, size_t n_models,
                uint64_t attempts, int64_t now_ms, struct run_info *out,
                bool *found, struct err *e)
{
    struct chain_run run = { .spec = spec,
                             .attempts = attempts,
                             .models = models,
                             .n_models = n_models,
                             .problems = problems,
                             .n_problems = n_problems };
    struct plan p = { .run = &run, .version = version, .now_ms = now_ms };

    p.hash = runs_hash(spec);
    chain_start(&s->chain, &run, p.start);
    if (!runs_one(s, a, SQL_RUN_BY_HASH, ARGS(sql_hash(p.hash)), out, found, e))
        return false;
    if (!*found && !find_or_make(s, a, &p, out, found, e))
        return false;
    return !*found || runs_same(s, &p, out, e);
}

bool runs_open(struct store *s, struct arena *a, const char *spec,
               const char *version, const char *const *problems,
               size_t n_problems, const char *const *models, size_t n_models,
               uint64_t attempts, int64_t now_ms, struct run_info *out,
               bool *found, struct err *e)
{
    return runs_begin(s, a, spec, version, problems, n_problems, models,
                      n_models, attempts, now_ms, out, found, e) &&
           runs_finish(s, e);
}

/* ---- finding ---- */

/* Returns the number of "r12" or "12", or 0 if it is none. */
static int64_t runs_number_of(const char *name)
{
    const char *p = name[0] == 'r' ? name + 1 : name;
    int64_t v = 0;

    if (strlen(p) > 18)
        return 0;
    for (; is_digit(*p); p++)
        v = v * 10 + (*p - '0');
    return *p == '\0' ? v : 0;
}

static bool runs_is_prefix(const char *name)
{
    size_t n = strspn(name, "0123456789abcdef");

    return name[n] == '\0' && n >= PREFIX_LEAST && n < HASH_HEX_SIZE;
}

static bool by_prefix(struct store *s, struct arena *a, const char *name,
                      struct run_info *out, bool *found, struct err *e)
{
    struct query q =
        query_with(&s->db, SQL_RUN_BY_PREFIX, ARGS(sql_text(name)));
    enum query_got got;

    if (!query_row(&q, found, e))
        return false;
    if (!*found)
        return true;
    if (!runs_take(&q, a, out, e)) {
        query_end(&q);
        return false;
    }
    got = query_step(&q, e);
    if (got != QUERY_ROW)
        return got == QUERY_END;
    query_end(&q);
    return err_set(e, ERR_USAGE,
                   "the hashes of several runs begin with \"%.40s\": give "
                   "more digits",
                   name);
}

/* Newest first, so that the one that was meant is seen. */
static bool runs_none(struct store *s, const char *name, struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_NEWEST);
    struct str list = { 0 };
    struct str shown = { 0 };
    enum query_got got;

    while ((got = query_step(&q, e)) == QUERY_ROW)
        str_addf(&list, "%sr%" PRId64, list.n ? ", " : "", query_take_int(&q));
    str_add_printable(&shown, name);
    if (got == QUERY_END && list.n)
        err_set(e, ERR_DOMAIN, "there is no run \"%.60s\"; the newest are %s",
                str_get(&shown), str_get(&list));
    else if (got == QUERY_END)
        err_set(e, ERR_DOMAIN,
                "there is no run \"%.60s\": the store \"%.200s\" "
                "has none",
                str_get(&shown), s->db.path);
    str_clear(&list);
    str_clear(&shown);
    return false;
}

bool runs_find(struct store *s, struct arena *a, const char *name,
               struct run_info *out, struct err *e)
{
    int64_t id = runs_number_of(name);
    bool found = false;

    if ((str_eq(name, "last") &&
         !runs_one(s, a, SQL_RUN_LAST, NULL, out, &found, e)) ||
        (!found && id > 0 &&
         !runs_one(s, a, SQL_RUN_BY_ID, ARGS(sql_int(id)), out, &found, e)) ||
        (!found && runs_is_prefix(name) &&
         !by_prefix(s, a, name, out, &found, e)))
        return false;
    return found || runs_none(s, name, e);
}

/* ---- listing ---- */

bool runs_list(struct store *s, struct arena *a, struct run_info **out,
               size_t *n, struct err *e)
{
    struct vec v = vec_in(a, sizeof(struct run_info));
    struct query q = query_open(&s->db, SQL_RUN_ALL);
    enum query_got got;

    while ((got = query_step(&q, e)) == QUERY_ROW) {
        if (runs_take(&q, a, vec_push(&v), e))
            continue;
        query_end(&q);
        return false;
    }
    *out = v.items;
    *n = v.n;
    return got == QUERY_END;
}

bool runs_size(struct store *s, int64_t run, struct run_size *out,
               struct err *e)
{
    static const struct store_column columns[] = {
        COLUMN(INT, run_size, problems),
        COLUMN(INT, run_size, models),
        COLUMN(INT, run_size, attempts),
    };
    static const struct store_row row = ROW("a run", run_size, columns, 0);
    bool found;

    return rows_find(s, NULL, &row, SQL_RUN_SIZE, ARGS(sql_int(run)), out,
                     &found, e) &&
           (found || err_set(e, ERR_USAGE,
                             "run r%" PRId64 " is not in the store \"%.200s\"",
                             run, s->db.path));
}

bool runs_stamps(struct store *s, struct arena *a, struct run_stamp **out,
                 size_t *n, struct err *e)
{
    static const struct store_column columns[] = {
        COLUMN(INT, run_stamp, run),   COLUMN(INT, run_stamp, count),
        COLUMN(INT, run_stamp, done),  COLUMN(INT, run_stamp, errors),
        COLUMN(INT, run_stamp, total), COLUMN(INT, run_stamp, worked_ms),
    };
    static const struct store_row row = ROW("a run", run_stamp, columns, 0);

    return rows_list(s, a, &row, SQL_RUN_STAMPS, NULL, out, n, e);
}

bool runs_problems(struct store *s, struct arena *a, int64_t run,
                   const char ***out, size_t *n, struct err *e)
{
    struct run_size size = { 0 };
    struct query q;

    if (!runs_size(s, run, &size, e))
        return false;
    q = query_with(&s->db, SQL_RUN_PROBLEMS, ARGS(sql_int(run)));
    if (!take_texts(&q, a, out, n, e))
        return false;
    return *n == size.problems ||
           err_set(e, ERR_DOMAIN,
                   "cannot read run r%" PRId64 " of the store \"%.200s\": "
                   "some of its problems are missing; assay store verify "
                   "shows details",
                   run, s->db.path);
}
