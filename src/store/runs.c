/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs: making, finding, listing, and their problems.
 */
#include "store/runs.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
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

bool runs_take(struct query *q, struct arena *a, struct run_info *out,
               struct err *e)
{
    struct query models = query_open(q->db, SQL_RUN_MODELS);
    const char **names;
    int64_t seen_ms;
    size_t n;

    *out = (struct run_info){ .id = query_take_int(q) };
    out->name = arena_printf(a, "r%" PRId64, out->id);
    out->hash = query_take_hash(q);
    out->spec = query_take_text(q, a);
    out->version = query_take_text(q, a);
    out->n_problems = (uint64_t)query_take_int(q);
    out->n_models = (uint64_t)query_take_int(q);
    out->attempts = (uint64_t)query_take_int(q);
    out->made_ms = query_take_int(q);
    out->worked_ms = query_take_int(q);
    out->results = (uint64_t)query_take_int(q);
    out->errors = (uint64_t)query_take_int(q);
    seen_ms = query_take_int(q);
    if (seen_ms > out->worked_ms)
        out->worked_ms = seen_ms;
    query_int(&models, out->id);
    if (!take_texts(&models, a, &names, &n, e))
        return false;
    out->models = names;
    if (out->spec && out->version && n == out->n_models && has_size(out))
        return true;
    return err_set(e, ERR_DOMAIN,
                   "cannot read run %s of the store \"%.200s\": its models, "
                   "settings or sizes are incomplete or invalid; assay "
                   "store verify shows details",
                   out->name, q->db->path);
}

/* The run of a query that gives at most one. */
static bool runs_take_one(struct query *q, struct arena *a,
                          struct run_info *out, bool *found, struct err *e)
{
    bool ok;

    if (!query_row(q, found, e))
        return false;
    ok = !*found || runs_take(q, a, out, e);
    query_end(q);
    return ok;
}

static bool runs_by_hash(struct store *s, struct arena *a, struct hash128 hash,
                         struct run_info *out, bool *found, struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_BY_HASH);

    query_hash(&q, hash);
    return runs_take_one(&q, a, out, found, e);
}

static bool runs_by_id(struct store *s, struct arena *a, int64_t id,
                       struct run_info *out, bool *found, struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_BY_ID);

    query_int(&q, id);
    return runs_take_one(&q, a, out, found, e);
}

/* ---- making ---- */

struct plan { /* a run to be made */
    const struct chain_run *run;
    struct hash128 hash;
    unsigned char start[CHAIN_BYTES];
    const char *version;
    int64_t now_ms;
};

/* *id is 0 if another process was quicker: it has committed by then. */
static bool runs_add_run(struct store *s, const struct plan *p, int64_t *id,
                         struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_ADD);
    bool added;

    query_hash(&q, p->hash);
    query_text(&q, p->run->spec);
    query_text(&q, p->version);
    query_int(&q, (int64_t)p->run->n_problems);
    query_int(&q, (int64_t)p->run->n_models);
    query_int(&q, (int64_t)p->run->attempts);
    query_int(&q, p->now_ms);
    query_blob(&q, p->start, CHAIN_BYTES);
    if (!query_add(&q, &added, id, e))
        return false;
    *id = added ? *id : 0;
    return true;
}

static bool runs_add_model(struct store *s, int64_t run, size_t place,
                           const char *model, struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_MODEL_ADD);

    query_int(&q, run);
    query_int(&q, (int64_t)place);
    query_text(&q, model);
    return query_run(&q, e);
}

/* The row of a problem's text, new or there already. */
static bool put_problem(struct store *s, const char *json, int64_t *id,
                        struct err *e)
{
    unsigned char sha[CHAIN_BYTES];
    struct query q = query_open(&s->db, SQL_PROBLEM_ADD);
    bool added, found;

    chain_problem(&s->chain, json, sha);
    query_blob(&q, sha, sizeof(sha));
    query_text(&q, json);
    if (!query_add(&q, &added, id, e))
        return false;
    if (added)
        return true;
    q = query_open(&s->db, SQL_PROBLEM_ID);
    query_blob(&q, sha, sizeof(sha));
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    *id = query_take_int(&q);
    query_end(&q);
    return true;
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
    struct query q = query_open(&s->db, SQL_RUN_PROBLEMS_ADD);

    query_int(&q, run);
    query_int(&q, p->first);
    query_int(&q, (int64_t)p->place);
    query_int(&q, (int64_t)p->n);
    return query_run(&q, e);
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

/* All but the problems; *there: another process did. */
static bool runs_make(struct store *s, const struct plan *p, bool *there,
                      struct err *e)
{
    int64_t id = 0;
    bool ok = runs_add_run(s, p, &id, e);

    *there = ok && !id;
    for (size_t i = 0; ok && id && i < p->run->n_models; i++)
        ok = runs_add_model(s, id, i, p->run->models[i], e);
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
    struct query q = query_open(&s->db, SQL_CHECK_RUN);
    unsigned char start[CHAIN_BYTES];
    bool found;

    query_int(&q, r->id);
    if (!query_row(&q, &found, e))
        return false;
    if (found) {
        query_take_hash(&q);
        found = query_take_blob(&q, start, sizeof(start)) &&
                memcmp(start, p->start, sizeof(start)) == 0 &&
                r->n_problems == p->run->n_problems &&
                r->n_models == p->run->n_models &&
                r->attempts == p->run->attempts;
        query_end(&q);
    }
    return found || err_set(e, ERR_DOMAIN,
                            "run %s of the store \"%.200s\" has the same "
                            "settings, but other problems or models",
                            r->name, s->db.path);
}

/* A run that is made has its transaction open. */
static bool find_or_make(struct store *s, struct arena *a, const struct plan *p,
                         struct run_info *out, bool *found, struct err *e)
{
    bool own, ok, there;

    if (!store_enter_alone(s, &own, e))
        return false;
    ok = runs_by_hash(s, a, p->hash, out, found,
                      e); /* again: now we have the lock */
    if (ok && !*found)
        ok = runs_make(s, p, found, e) &&
             runs_by_hash(s, a, p->hash, out, &there, e);
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
    if (!runs_by_hash(s, a, p.hash, out, found, e))
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
    struct query q = query_open(&s->db, SQL_RUN_BY_PREFIX);
    enum query_got got;

    query_text(&q, name);
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
    bool found = false;

    if (str_eq(name, "last")) {
        struct query q = query_open(&s->db, SQL_RUN_LAST);

        if (!runs_take_one(&q, a, out, &found, e))
            return false;
    }
    if (!found && runs_number_of(name) > 0 &&
        !runs_by_id(s, a, runs_number_of(name), out, &found, e))
        return false;
    if (!found && runs_is_prefix(name) &&
        !by_prefix(s, a, name, out, &found, e))
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
    struct query q = query_open(&s->db, SQL_RUN_SIZE);
    bool found;

    query_int(&q, run);
    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_USAGE,
                       "run r%" PRId64 " is not in the store \"%.200s\"", run,
                       s->db.path);
    out->problems = (uint64_t)query_take_int(&q);
    out->models = (uint64_t)query_take_int(&q);
    out->attempts = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

bool runs_stamps(struct store *s, struct arena *a, struct run_stamp **out,
                 size_t *n, struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_STAMPS);
    struct vec v = vec_in(a, sizeof(struct run_stamp));
    enum query_got got;

    while ((got = query_step(&q, e)) == QUERY_ROW) {
        struct run_stamp *t = vec_push(&v);

        t->run = query_take_int(&q);
        t->count = (uint64_t)query_take_int(&q);
        t->done = (uint64_t)query_take_int(&q);
        t->errors = (uint64_t)query_take_int(&q);
        t->total = (uint64_t)query_take_int(&q);
        t->worked_ms = query_take_int(&q);
    }
    *out = v.items;
    *n = v.n;
    return got == QUERY_END;
}

bool runs_problems(struct store *s, struct arena *a, int64_t run,
                   const char ***out, size_t *n, struct err *e)
{
    struct run_size size = { 0 };
    struct query q;

    if (!runs_size(s, run, &size, e))
        return false;
    q = query_open(&s->db, SQL_RUN_PROBLEMS);
    query_int(&q, run);
    if (!take_texts(&q, a, out, n, e))
        return false;
    return *n == size.problems ||
           err_set(e, ERR_DOMAIN,
                   "cannot read run r%" PRId64 " of the store \"%.200s\": "
                   "some of its problems are missing; assay store verify "
                   "shows details",
                   run, s->db.path);
}
