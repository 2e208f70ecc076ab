/* SPDX-License-Identifier: Apache-2.0 */
#include "run/judge.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/desk/audit.h"
#include "serve/desk/review.h"
#include "serve/desk/write/check.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

/*
 * What waits for the visitor, and what waits for others: entries to answer and
 * to decide, entries that came back, and the doubts of the store.
 */

/* Says what the visitor can do with an entry, or NULL if it waits for others. */
static const char *mine(struct visit *v, const struct entry_view *x)
{
    if (entry_may(v, x, DEAL_DECIDE, NULL))
        return "you have answered it: accept it or return it";
    if (entry_may(v, x, DEAL_SOLVE, NULL))
        return "answer it";
    if (x->entry.state == ENTRY_RETURNED && x->entry.author == v->who->id)
        return "it was returned to you: change it and submit it again";
    return NULL;
}

static bool review_put_entries(struct visit *v, struct json *row, struct err *e)
{
    struct json *own = row_list(v->arena, row, "own");
    struct json *others = row_list(v->arena, row, "others");
    struct entry *list;
    size_t n;

    if (!entries_list(v->store, v->arena, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct entry_view x;
        const char *what;

        if (list[i].state != ENTRY_SUBMITTED && list[i].state != ENTRY_RETURNED)
            continue;
        if (!entry_open_id(v, list[i].id, &x, e))
            return false;
        what = mine(v, &x);
        json_push(what ? own : others,
                  row_new(v->arena,
                          "id=%" PRId64 " topic=%s author=%s version=%" PRId64
                          " what=%s waits=%s changed=%" PRId64,
                          list[i].id, list[i].topic, x.author, list[i].version,
                          what ? what : "", what ? "" : entry_waits(v, &x),
                          list[i].changed_ms));
    }
    return true;
}

bool review_list_page(struct visit *v, struct err *e)
{
    struct json *row = row_new(v->arena, "judges=%d", visit_judges(v));

    return review_put_entries(v, row, e) &&
           (!visit_judges(v) || doubts_put(v, row, e)) &&
           page_show(v, 200, "Reviews", "review", "reviews", row);
}

/* ---- checks ---- */

/* Puts the checks of the newest version's key, with the blind answers to it. */
static void review_put_checks(struct visit *v, struct json *row,
                              const struct entry_view *x, const struct crowd *c)
{
    struct json *list = row_list(v->arena, row, "checks"), *one;

    for (size_t i = 0; i < x->n_audit_events; i++) {
        const struct audit_event_kind *d = &x->audit_events[i];
        struct blind b;

        if (d->version != x->entry.version)
            continue;
        if (d->audit_event == AUDIT_EVENT_CHECKED) {
            one = check_row(v->arena, d);
        } else if (d->audit_event == AUDIT_EVENT_SOLVED) {
            b = blind_read(v->arena, d);
            one = row_new(v->arena, "by=%s finding=%s",
                          crowd_name(c, d->person), blind_finding(&b));
        } else {
            continue;
        }
        json_push(list, row_add(v->arena, one, "at=%" PRId64, d->at_ms));
    }
}

/* ---- models ---- */

/* Returns whether a model stands in an earlier challenge, or earlier in this. */
static bool review_page_is_known(const struct asked *all, size_t i,
                                 size_t model)
{
    const char *name = all[i].row.models[model];

    for (size_t k = 0; k <= i; k++)
        for (size_t m = 0; m < (k < i ? all[k].row.n_models : model); m++)
            if (str_eq(all[k].row.models[m], name))
                return true;
    return false;
}

bool record_put(struct visit *v, struct json *row, int64_t entry,
                int64_t version, struct err *e)
{
    struct json *record = row_list(v->arena, row, "record");
    struct challenge *list;
    struct asked *all;
    size_t count, n = 0;

    if (!challenges_list(v->store, v->arena, entry, &list, &count, e))
        return false;
    all = arena_array(v->arena, struct asked, count + 1);
    for (size_t i = 0; i < count; i++)
        if (list[i].version == version && list[i].run &&
            !asked_read(v, &list[i], &all[n++], e))
            return false;
    for (size_t i = 0; i < n; i++)
        for (size_t m = 0; m < all[i].row.n_models; m++) {
            struct asked_score score = { 0 };
            const char *model = all[i].row.models[m];

            if (review_page_is_known(all, i, m))
                continue;
            for (size_t k = 0; k < n; k++)
                asked_add(&all[k], model, &score);
            asked_put_rate(v->arena, json_push(record, asked_model(v, model)),
                           &score);
        }
    return true;
}

/*
 * The page of an entry's review. Its author sees what is checked, submits and
 * reads what was said; a reviewer sees the statement alone and answers, and
 * after that the key and all that is known of it, and decides.
 */

/* What a reviewer is asked for before answering, and, of a form that is shown
 * again, what it had. */
static void review_put_blind(struct visit *v, struct json *row,
                             const struct problem *q, const char *wrong)
{
    struct json *list = row_list(v->arena, row, "asked");

    row_add(v->arena, row, "solve=1 wrong=%s sent_answer=%s sent_text=%s",
            wrong, wrong ? http_form(v->request, "answer") : NULL,
            wrong ? http_form(v->request, "text") : NULL);
    row_add(v->arena, row, "one_kind=%s several=%d",
            q->n_keys == 1 ? answer_name(q->keys[0].kind) : NULL,
            q->n_keys > 1);
    for (size_t i = 0; i < q->n_keys; i++)
        json_push(list, row_new(v->arena, "key_name=%s kind=%s",
                                q->keys[i].name, answer_name(q->keys[i].kind)));
}

/* What whoever may see the key sees of it. */
static bool review_put_known(struct visit *v, struct json *row,
                             const struct entry_view *x, const struct crowd *c,
                             const struct blind *own, struct err *e)
{
    const char *solution = x->problem.solution, *why;
    bool author = x->entry.author == v->who->id;
    enum entry_state state = x->entry.state;

    if (run_judge_key(v->arena, &x->problem, NULL, &why))
        why = NULL;
    row_add(v->arena, row,
            "known=1 solution=%s claim=%s unreadable=%s trouble=%s second=%d",
            solution && !str_blank(solution) ? solution : NULL,
            x->version.claim, why, check_key_trouble(v->arena, &x->problem),
            str_eq(x->version.check, "second"));
    row_add(v->arena, row, "submit=%d reopen=%d withdraw=%d decide=%d",
            author && (state == ENTRY_DRAFT || state == ENTRY_RETURNED),
            author && state == ENTRY_WITHDRAWN,
            author && state != ENTRY_WITHDRAWN,
            entry_may(v, x, DEAL_DECIDE, NULL));
    if (!author && own->audit_event)
        row_add(v->arena, row, "answer=%s answer_why=%s", own->answer,
                own->why);
    row_add(v->arena, row, "agrees=%d differs=%d", own->agrees,
            str_eq(own->verdict, "wrong"));
    review_put_checks(v, row, x, c);
    return record_put(v, row, x->entry.id, x->entry.version, e);
}

/* What was said, and how much of it is hidden. */
static void review_put_talk(struct visit *v, struct json *row,
                            const struct entry_view *x, const struct crowd *c,
                            bool key)
{
    struct json *list = row_list(v->arena, row, "events");
    size_t hidden = 0;
    bool shown;

    for (size_t i = 0; i < x->n_audit_events; i++)
        if (x->audit_events[i].audit_event >= AUDIT_EVENT_SUBMITTED) {
            json_push(list, event_row(v, c, &x->audit_events[i], key, &shown));
            hidden += !shown;
        }
    row_add(v->arena, row, "unshown=%zu are=%s", hidden,
            hidden == 1 ? "is" : "are");
}

bool review_page_again(struct visit *v, const struct entry_view *x,
                       const char *wrong, struct err *e)
{
    bool key = entry_may(v, x, DEAL_KEY, NULL);
    struct blind own = blind_of(v, x, v->who->id);
    struct json *row = entry_row(v, x, "review");
    struct crowd crowd;

    if (!crowd_read(v, &crowd, e))
        return false;
    if (entry_may(v, x, DEAL_SOLVE, NULL))
        review_put_blind(v, row, &x->problem, wrong);
    else if (key && !review_put_known(v, row, x, &crowd, &own, e))
        return false;
    review_put_talk(v, row, x, &crowd, key);
    return page_show(
        v, wrong ? 400 : 200,
        arena_printf(v->arena, "Review of entry %" PRId64, x->entry.id),
        "review", "review", row);
}

bool review_page(struct visit *v, struct err *e)
{
    struct entry_view x;

    return entry_open(v, &x, e) && review_page_again(v, &x, NULL, e);
}
