/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/entry.h"
#include "base/json.h"
#include "problem/limit.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding ---- */

bool version_problem(struct arena *a, const struct entry_version *v,
                     struct problem *out, struct err *e)
{
    struct json *j;

    return json_read(a, v->problem, strlen(v->problem), 1, &j, e) &&
           problem_read(a, j, out, e);
}

bool version_is_family(const struct entry_version *v)
{
    return str_eq(v->check, ENTRY_FAMILY);
}

const char *audit_event_member(struct arena *a,
                               const struct audit_event_kind *d,
                               const char *name)
{
    struct json *v;
    struct err e;
    const char *text = NULL;

    if (json_read(a, d->data, strlen(d->data), 1, &v, &e))
        text = json_string(json_get(v, name));
    return text ? text : "";
}

static bool read_author(struct visit *v, struct entry_view *x, struct err *e)
{
    struct person p;
    bool found;

    if (!people_find(v->store, v->arena, x->entry.author, &p, &found, e))
        return false;
    x->author = found ? p.name : "somebody";
    return true;
}

bool entry_open(struct visit *v, struct entry_view *out, struct err *e)
{
    int64_t id;

    if (!http_number(v->args[0], &id))
        return err_set(e, ERR_SPENT, "there is no such entry");
    return entry_open_id(v, id, out, e);
}

bool entry_open_id(struct visit *v, int64_t id, struct entry_view *out,
                   struct err *e)
{
    bool found = false;

    *out = (struct entry_view){ 0 };
    if (!entries_find(v->store, v->arena, id, &out->entry, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_SPENT, "there is no entry %" PRId64, id);
    if (!entries_version(v->store, v->arena, id, out->entry.version,
                         &out->version, &found, e))
        return false;
    if (!found)
        return err_set(
            e, ERR_IO,
            "the version of entry %" PRId64 " is missing from the store", id);
    return version_problem(v->arena, &out->version, &out->problem, e) &&
           read_author(v, out, e) &&
           audit_events_list(v->store, v->arena, id, &out->audit_events,
                             &out->n_audit_events, e);
}

/* ---- who may ---- */

static bool entry_no(const char **why, const char *text)
{
    if (why)
        *why = text;
    return false;
}

static bool is_author(const struct visit *v, const struct entry_view *x)
{
    return v->who && v->who->id == x->entry.author;
}

/* Did the visitor answer the newest version blind? */
static bool has_solved(const struct visit *v, const struct entry_view *x)
{
    for (size_t i = 0; v->who && i < x->n_audit_events; i++) {
        const struct audit_event_kind *d = &x->audit_events[i];

        if (d->audit_event == AUDIT_EVENT_SOLVED && d->person == v->who->id &&
            d->version == x->entry.version)
            return true;
    }
    return false;
}

static bool may_see(const struct visit *v, const struct entry_view *x,
                    const char **why)
{
    return is_author(v, x) || has_solved(v, x) ||
           (v->who && x->entry.state == ENTRY_ACCEPTED) ||
           entry_no(why,
                    "the key is hidden until you have solved the entry or it "
                    "is accepted");
}

static bool may_solve(const struct visit *v, const struct entry_view *x,
                      const char **why)
{
    if (!visit_judges(v))
        return entry_no(why, "only reviewers can solve entries");
    if (is_author(v, x))
        return entry_no(why, "you cannot review your own entry");
    if (x->entry.state != ENTRY_SUBMITTED)
        return entry_no(why, "the entry is not waiting for a review");
    return !has_solved(v, x) || entry_no(why, "you have already answered this "
                                              "version");
}

static bool may_decide(const struct visit *v, const struct entry_view *x,
                       const char **why)
{
    if (!visit_judges(v) || is_author(v, x))
        return entry_no(why, "only a reviewer who did not write the entry can "
                             "decide");
    if (x->entry.state != ENTRY_SUBMITTED)
        return entry_no(why, "the entry is not waiting for a review");
    return has_solved(v, x) || entry_no(why, "solve it first");
}

bool entry_may(const struct visit *v, const struct entry_view *x,
               enum entry_deal deal, const char **why)
{
    switch (deal) {
    case DEAL_EDIT:
        return is_author(v, x) || entry_no(why, "only the author can change an "
                                                "entry");
    case DEAL_KEY: return may_see(v, x, why);
    case DEAL_ASK:
        return is_author(v, x) ||
               (may_see(v, x, why) &&
                (visit_judges(v) ||
                 entry_no(why,
                          "only the author and reviewers can ask models")));
    case DEAL_SOLVE: return may_solve(v, x, why);
    case DEAL_DECIDE: return may_decide(v, x, why);
    case DEAL_COMMENT: return v->who || entry_no(why, "sign in first");
    }
    BUG("a deal that is none");
}

bool entry_must(const struct visit *v, const struct entry_view *x,
                enum entry_deal deal, struct err *e)
{
    const char *why = NULL;

    return entry_may(v, x, deal, &why) || err_set(e, ERR_OUTSIDE, "%s", why);
}

/* ---- on pages ---- */

static const struct {
    const char *here, *name;
} tabs[] = {
    { "ask", "Models" },
    { "review", "Review" },
    { "history", "History" },
};

const char *entry_place(struct arena *a, const struct entry_view *x)
{
    return arena_printf(a, "/%s/%" PRId64,
                        version_is_family(&x->version) ? "families" : "entries",
                        x->entry.id);
}

static void entry_put_tabs(struct arena *a, struct json *row,
                           const struct entry_view *x, const char *here)
{
    struct json *list = row_list(a, row, "tabs");

    json_push(list,
              row_new(a, "place=%s tab=%s here=%d", entry_place(a, x),
                      version_is_family(&x->version) ? "Family" : "Problem",
                      str_eq(here, "write")));
    for (size_t i = 0; i < sizeof(tabs) / sizeof(tabs[0]); i++)
        json_push(list, row_new(a, "place=%s tab=%s here=%d",
                                arena_printf(a, "/entries/%" PRId64 "/%s",
                                             x->entry.id, tabs[i].here),
                                tabs[i].name, str_eq(here, tabs[i].here)));
}

/* Those who have solved the newest version, and may come and decide. */
static const char *deciders(struct visit *v, const struct entry_view *x)
{
    struct str out = str_in(v->arena);

    for (size_t i = 0; i < x->n_audit_events; i++) {
        const struct audit_event_kind *d = &x->audit_events[i];
        struct person p;
        struct err e;
        bool found;

        if (d->audit_event != AUDIT_EVENT_SOLVED ||
            d->version != x->entry.version ||
            !people_find(v->store, v->arena, d->person, &p, &found, &e) ||
            !found || p.gone_ms || p.role == ROLE_AUTHOR)
            continue;
        str_add(&out, out.n ? " or " : "a decision by ");
        str_add(&out, p.name);
    }
    return out.n ? str_get(&out) : "a reviewer";
}

const char *entry_waits(struct visit *v, const struct entry_view *x)
{
    return x->entry.state == ENTRY_SUBMITTED  ? deciders(v, x)
           : x->entry.state == ENTRY_RETURNED ? "its author"
                                              : NULL;
}

static const char *entry_symbols(struct arena *a, const struct problem *p)
{
    const struct json *list = json_get(p->extra, "params");
    struct str out = str_in(a);

    if (list && list->type == JSON_STRING)
        return list->text;
    for (const struct json *m = list ? list->first : NULL; m; m = m->next)
        str_addf(&out, "%s%s", m->text ? m->text : "", m->next ? ", " : "");
    return list && list->first ? str_get(&out) : NULL;
}

/* "epsilon to 0+, relative error of order 2, uniformly in x, 0 < x < 1". */
static const char *entry_limit(struct arena *a, const struct json *limit)
{
    static const char *const sides[] = { "+", "-", "", "inf", "-inf" };
    struct str out = str_in(a);
    struct answer_limit l;
    struct err unused;

    if (!limit_read(a, limit, &l, &unused)) {
        json_write(&out, limit);
        return str_get(&out);
    }
    str_addf(&out, "%s to %s%s", l.symbol, l.point ? l.point : "",
             sides[l.side]);
    if (l.terms)
        str_addf(&out, ", to %d term%s", l.terms, l.terms == 1 ? "" : "s");
    else
        str_addf(&out, ", with a relative error of order %g", l.order);
    if (l.uniform_in)
        str_addf(&out, ", uniformly in %s", l.uniform_in);
    if (l.range)
        str_addf(&out, ", for %s", l.range);
    return str_get(&out);
}

void entry_put_key_facts(struct arena *a, struct json *row,
                         const struct problem *p)
{
    struct json *list = row_list(a, row, "limits");
    bool differ = false;

    row_add(a, row, "symbols=%s", entry_symbols(a, p));
    for (size_t i = 1; i < p->n_keys; i++)
        differ = differ || !p->keys[i].limit != !p->keys[0].limit ||
                 (p->keys[0].limit &&
                  !json_equal(p->keys[i].limit, p->keys[0].limit));
    for (size_t i = 0; i < (differ ? p->n_keys : p->n_keys > 0); i++)
        if (p->keys[i].limit)
            json_push(list, row_new(a, "of=%s limit=%s",
                                    differ ? p->keys[i].name : NULL,
                                    entry_limit(a, p->keys[i].limit)));
}

static void entry_put_problem(struct visit *v, struct json *row,
                              const struct entry_view *x)
{
    const struct problem *p = &x->problem;
    struct str kinds = str_in(v->arena);
    const char *why;

    row_add(v->arena, row, "statement=%s", p->statement);
    if (!entry_may(v, x, DEAL_KEY, &why)) {
        row_add(v->arena, row, "hidden=%s", why);
        return;
    }
    for (size_t i = 0; i < p->n_keys; i++)
        str_addf(&kinds, "%s%s", i ? ", " : "", answer_name(p->keys[i].kind));
    row_add(v->arena, row, "key=%s kinds=%s",
            keys_text(v->arena, p->keys, p->n_keys), str_get(&kinds));
    entry_put_key_facts(v->arena, row, p);
}

struct json *entry_row(struct visit *v, const struct entry_view *x,
                       const char *here)
{
    const struct entry *t = &x->entry;
    struct json *page = json_new(v->arena, JSON_OBJECT), *row;
    const char *waits = entry_waits(v, x);

    row = row_new(v->arena,
                  "id=%" PRId64 " topic=%s author=%s version=%" PRId64
                  " number=%" PRId64 " older=%d made=%" PRId64
                  " state=%s place=%s",
                  t->id, t->topic, x->author, t->version, x->version.number,
                  x->version.number != t->version, x->version.made_ms,
                  entry_state_name(t->state), entry_place(v->arena, x));
    row_add(v->arena, row, "what=%s family=%d waits=%s draft=%d",
            version_is_family(&x->version) ? "Family" : "Entry",
            version_is_family(&x->version), waits, t->state == ENTRY_DRAFT);
    entry_put_tabs(v->arena, row, x, here);
    entry_put_problem(v, row, x);
    json_set(v->arena, page, "entry", row);
    return page;
}

bool entry_revise(struct visit *v, const struct entry *x, const char *topic,
                  struct entry_version *version, struct err *e)
{
    if (!store_begin_alone(v->store, e))
        return false;
    if (entries_revise(v->store, v->arena, x->version, version, e) &&
        (str_eq(topic, x->topic) ||
         entries_set_topic(v->store, x->id, topic, e)) &&
        store_commit(v->store, e))
        return true;
    store_rollback(v->store);
    return false;
}

void entry_tell(struct visit *v, int64_t entry, const char *what)
{
    struct str json = str_in(v->arena);

    str_addf(&json, "{\"entry\": %" PRId64 ", \"what\": ", entry);
    json_write_string(&json, what);
    str_add(&json, "}");
    events_say(v->serve->events,
               arena_printf(v->arena, "entry:%" PRId64, entry), "changed",
               str_get(&json));
    events_say(v->serve->events, "board", "changed", str_get(&json));
}
