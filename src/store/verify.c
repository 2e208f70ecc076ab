/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Is everything as it was written? What is said of it, the file, the workbench
 * and the reviews; verify_run.c looks at runs.
 */
#include "base/str.h"
#include "store/entries.h"
#include "store/reviews_int.h"
#include "store/runs.h"
#include "store/store_int.h"
#include "store/verify_int.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#define SAID_MOST 100

void verify_fault(struct verify_walk *w, const char *fmt, ...)
{
    struct str raw = { 0 }, line = str_in(w->arena);
    const char *more;
    va_list ap;

    w->out->faults++;
    if (w->out->n_said == SAID_MOST)
        return;
    va_start(ap, fmt);
    str_addv(&raw, fmt, ap);
    va_end(ap);
    /* Others send their readers here. */
    if ((more = strstr(str_get(&raw), "; assay store verify shows details")))
        raw.s[more - raw.s] = '\0';
    str_add_printable(&line, str_get(&raw));
    str_clear(&raw);
    w->out->said[w->out->n_said++] = str_get(&line);
}

bool verify_ended(struct verify_walk *w, const struct query *q,
                  enum query_got got, const struct err *why, struct err *e)
{
    if (got != QUERY_FAIL)
        return true;
    if (!query_is_damage(q)) {
        *e = *why;
        return false;
    }
    verify_fault(w, "%s", why->msg);
    return true;
}

/* ---- the workbench ---- */

/* What entries say of themselves follows from their history. */
static bool check_entries(struct verify_walk *w, enum sql which,
                          const char *what, struct err *e)
{
    struct query q = query_open(&w->s->db, which);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW)
        verify_fault(w, "entry %" PRId64 ": %s", query_take_int(&q), what);
    return verify_ended(w, &q, got, &why, e);
}

static bool count_deeds(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_DEED_COUNT);
    struct err why;
    bool found;

    if (!query_row(&q, &found, &why))
        return verify_ended(w, &q, QUERY_FAIL, &why, e);
    w->out->deeds = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

static bool check_history(struct verify_walk *w, struct err *e)
{
    unsigned char head[CHAIN_BYTES];
    int64_t bad = 0;
    struct err why;

    if (store_version(w->s) < STORE_WORKBENCH)
        return true;
    if (!deeds_verify(w->s, &bad, head, &why)) {
        if (!w->out->faults) { /* else for pages that were found damaged */
            *e = why;
            return false;
        }
        verify_fault(w, "%s", why.msg);
    }
    if (bad)
        verify_fault(w,
                     "audit log of entries, event %" PRId64 ": changed, "
                     "missing, or out of order",
                     bad);
    return count_deeds(w, e) &&
           check_entries(w, SQL_CHECK_VERSIONS,
                         "one of its versions has no event in the audit log",
                         e) &&
           check_entries(w, SQL_CHECK_ENTRIES,
                         "its author, version or state does not follow from "
                         "the audit log",
                         e);
}

/* ---- reviews ---- */

static void decision_fault(void *who, int64_t from, int64_t to,
                           const char *name, const char *what)
{
    if (from == to)
        verify_fault(who, "reviews, decision %" PRId64 "%s%s%s: %s", from,
                     name ? " (" : "", name ? name : "", name ? ")" : "", what);
    else
        verify_fault(who, "reviews, decisions %" PRId64 " to %" PRId64 ": %s",
                     from, to, what);
}

/* Rows of the queue that do not say what was decided last. */
static bool check_queue(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_REVIEWS);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW)
        verify_fault(w,
                     "review %" PRId64 ": its state, key, note or time "
                     "differs from the last decision",
                     query_take_int(&q));
    return verify_ended(w, &q, got, &why, e);
}

/* Decisions that are older than their chain stand first in it, and are
 * counted: they may have been changed before they were taken in. */
static bool count_decisions(struct verify_walk *w, struct err *e)
{
    bool chained = store_version(w->s) >= STORE_DECISIONS, found;
    struct query q = query_open(&w->s->db, chained ? SQL_CHECK_DECISION_COUNT
                                                   : SQL_CHECK_REVIEW_COUNT);
    struct err why;

    if (!query_row(&q, &found, &why))
        return verify_ended(w, &q, QUERY_FAIL, &why, e);
    w->out->decisions = (uint64_t)query_take_int(&q);
    w->out->unchained =
        chained ? (uint64_t)query_take_int(&q) : w->out->decisions;
    if (chained && query_take_int(&q) != 0)
        verify_fault(w,
                     "reviews: a decision marked as older than the chain comes "
                     "after one that is not");
    query_end(&q);
    return true;
}

static bool check_reviews(struct verify_walk *w, struct err *e)
{
    struct ledger_head end;
    struct err why;

    if (store_version(w->s) < STORE_REVIEWS)
        return true;
    if (store_version(w->s) < STORE_DECISIONS)
        return count_decisions(w, e);
    if (!review_chain_verify(w->s, decision_fault, w, &end, &why)) {
        if (!w->out->faults) { /* else for pages that were found damaged */
            *e = why;
            return false;
        }
        verify_fault(w, "%s", why.msg);
    }
    return check_queue(w, e) && count_decisions(w, e);
}

/* ---- the file ---- */

static bool check_pages(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_PAGES);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        const char *line = query_take_text(&q, &w->scratch);

        if (line && !str_eq(line, "ok"))
            verify_fault(w, "the file: %.300s", line);
        arena_reset(&w->scratch);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* Are the tables those of the version that the file says? Who sets it back
 * hides what later versions chain. *whole: all tables are there to be read. */
static bool check_shape(struct verify_walk *w, bool *whole, struct err *e)
{
    const char *what = NULL;
    bool lacks = false;
    struct err why;

    *whole = true;
    if (!store_shape(w->s, &w->scratch, &what, &lacks, &why)) {
        *e = why;
        return w->out->faults > 0; /* pages that were found damaged */
    }
    if (what)
        verify_fault(w, "the file: %s", what);
    *whole = !lacks;
    return true;
}

static bool check_keys(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_KEYS);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        const char *child = query_take_text(&q, &w->scratch);
        const char *parent = query_take_text(&q, &w->scratch);
        int64_t n = query_take_int(&q);

        /* The walk along the chain names each of those. */
        if (child && parent && !str_eq(parent, "calls"))
            verify_fault(w,
                         "%" PRId64 " rows of %s refer to missing rows of %s",
                         n, child, parent);
        arena_reset(&w->scratch);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* The courses of streams are in no chain: whether they can be is looked at. */
static bool check_timings(struct verify_walk *w, struct err *e)
{
    enum query_got got;
    struct query q;
    struct err why;

    if (store_version(w->s) < STORE_COURSES)
        return true;
    q = query_open(&w->s->db, SQL_CHECK_TIMINGS);
    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        int64_t n = query_take_int(&q);

        if (n)
            verify_fault(w,
                         "%" PRId64 " stream timings are invalid, or refer "
                         "to missing calls",
                         n);
    }
    return verify_ended(w, &q, got, &why, e);
}

bool runs_verify(struct store *s, struct arena *a, int64_t run,
                 struct verify_report *out, struct err *e)
{
    struct verify_walk w = { .s = s, .arena = a, .out = out };
    bool own, ok, whole = false;

    *out = (struct verify_report){ 0 };
    out->said = arena_array(a, const char *, SAID_MOST);
    if (!store_look(s, &own, e))
        return false;
    ok = check_pages(&w, e) && check_shape(&w, &whole, e);
    if (whole)
        ok = ok && check_keys(&w, e) && verify_runs(&w, run, e);
    if (whole && run == 0)
        ok = ok && verify_orphans(&w, e) && verify_lone_calls(&w, e) &&
             check_timings(&w, e) && check_history(&w, e) &&
             check_reviews(&w, e);
    else if (ok && run && out->runs == 0 && out->faults == 0)
        ok = err_set(e, ERR_USAGE, "there is no run r%" PRId64, run);
    store_look_end(s, own);
    arena_clear(&w.scratch);
    map_clear(&w.calls);
    return ok;
}
