/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/entry.h"
#include "base/json.h"
#include "problem/limit.h"
#include "report/html/html.h"
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

static void add_tabs(struct arena *a, struct str *out,
                     const struct entry_view *x, const char *here)
{
    bool family = version_is_family(&x->version);

    str_addf(out, "<ul class=\"tabs\">\n<li><a href=\"%s\"%s>%s</a></li>\n",
             entry_place(a, x),
             str_eq(here, "write") ? " aria-current=\"page\"" : "",
             family ? "Family" : "Problem");
    for (size_t i = 0; i < sizeof(tabs) / sizeof(tabs[0]); i++)
        str_addf(out, "<li><a href=\"/entries/%" PRId64 "/%s\"%s>%s</a></li>\n",
                 x->entry.id, tabs[i].here,
                 str_eq(here, tabs[i].here) ? " aria-current=\"page\"" : "",
                 tabs[i].name);
    str_add(out, "</ul>\n");
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

void entry_head(struct visit *v, struct str *out, const struct entry_view *x,
                const char *here)
{
    const struct entry *t = &x->entry;
    const char *state = entry_state_name(t->state);
    const char *waits = entry_waits(v, x);

    str_addf(out, "<div class=\"entry-head\"><h1>%s %" PRId64,
             version_is_family(&x->version) ? "Family" : "Entry", t->id);
    if (t->topic[0]) {
        str_add(out, ": ");
        html_text(out, t->topic);
    }
    str_addf(out, "</h1><span class=\"state state-%s\">%s</span></div>\n",
             state, state);
    str_add(out, "<p class=\"facts\">by ");
    html_text(out, x->author);
    str_addf(out, ", version %" PRId64, x->version.number);
    if (x->version.number != t->version)
        str_addf(out, " of %" PRId64, t->version);
    str_add(out, ", ");
    layout_time(out, x->version.made_ms);
    str_add(out, waits                     ? "; waits for "
                 : t->state == ENTRY_DRAFT ? "; in progress by its author"
                                           : "");
    html_text(out, waits ? waits : "");
    str_add(out, "</p>\n");
    add_tabs(v->arena, out, x, here);
}

static void add_symbols(struct str *out, const struct problem *p)
{
    const struct json *list = json_get(p->extra, "params");

    if (!list || (list->type == JSON_ARRAY && !list->first))
        return;
    str_add(out, "<p class=\"facts\">Symbols: ");
    if (list->type == JSON_STRING)
        html_text(out, list->text);
    for (const struct json *m = list->first; m; m = m->next) {
        html_text(out, m->text ? m->text : "");
        str_add(out, m->next ? ", " : "");
    }
    str_add(out, "</p>\n");
}

/* "epsilon to 0+, relative error of order 2, uniformly in x, 0 < x < 1". */
static void add_limit_words(struct str *out, const struct answer_limit *l)
{
    static const char *const sides[] = { "+", "-", "", "inf", "-inf" };

    html_text(out, l->symbol);
    str_add(out, " to ");
    html_text(out, l->point ? l->point : "");
    str_add(out, sides[l->side]);
    if (l->terms)
        str_addf(out, ", to %d term%s", l->terms, l->terms == 1 ? "" : "s");
    else
        str_addf(out, ", with a relative error of order %g", l->order);
    if (l->uniform_in) {
        str_add(out, ", uniformly in ");
        html_text(out, l->uniform_in);
    }
    if (l->range) {
        str_add(out, ", for ");
        html_text(out, l->range);
    }
}

static void entry_add_limit(struct arena *a, struct str *out,
                            const struct key *k, bool named)
{
    struct answer_limit read;
    struct err unused;

    str_add(out, "<p class=\"facts\">In a limit");
    if (named && k->name) {
        str_add(out, ", ");
        html_text(out, k->name);
    }
    str_add(out, ": ");
    if (limit_read(a, k->limit, &read, &unused)) {
        add_limit_words(out, &read);
    } else {
        struct str text = str_in(a);

        json_write(&text, k->limit);
        html_text(out, str_get(&text));
    }
    str_add(out, "</p>\n");
}

void entry_key_facts(struct arena *a, struct str *out, const struct problem *p)
{
    bool differ = false;

    add_symbols(out, p);
    for (size_t i = 1; i < p->n_keys; i++)
        differ = differ || !p->keys[i].limit != !p->keys[0].limit ||
                 (p->keys[0].limit &&
                  !json_equal(p->keys[i].limit, p->keys[0].limit));
    for (size_t i = 0; i < (differ ? p->n_keys : p->n_keys > 0); i++)
        if (p->keys[i].limit)
            entry_add_limit(a, out, &p->keys[i], differ);
}

void entry_problem(struct visit *v, struct str *out, const struct entry_view *x)
{
    const struct problem *p = &x->problem;
    const char *why;

    str_add(out, "<h2>Statement</h2>\n");
    layout_tex(out, p->statement);
    str_add(out, "<h2>Key</h2>\n");
    if (!entry_may(v, x, DEAL_KEY, &why)) {
        str_addf(out, "<p class=\"secret\">Hidden: %s.</p>\n", why);
        return;
    }
    str_add(out, "<div class=\"tex key\">");
    html_text(out, keys_text(v->arena, p->keys, p->n_keys));
    str_add(out, "</div>\n<p class=\"facts\">Kind: ");
    for (size_t i = 0; i < p->n_keys; i++)
        str_addf(out, "%s%s", i ? ", " : "", answer_name(p->keys[i].kind));
    str_add(out, "</p>\n");
    entry_key_facts(v->arena, out, p);
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
