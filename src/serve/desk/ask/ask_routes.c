/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"
#include "base/json.h"
#include "base/vec.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/ask_page.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/desk/ask/challenge.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

#define SMALL     16384 /* bytes of these forms */
#define WAIT_MOST 20    /* challenges of one person that wait */

/* ---- asking ---- */

static bool is_offered(const struct serve_options *o, const char *model)
{
    for (size_t i = 0; i < o->n_models; i++)
        if (str_eq(o->models[i], model))
            return true;
    return false;
}

/* The models and attempts of the form. */
static bool ask_routes_read_form(struct visit *v, struct challenge *c,
                                 struct err *e)
{
    const struct http_fields *f = &v->request->form;
    struct vec names = vec_in(v->arena, sizeof(const char *));
    int64_t most = ask_attempts_most(v->serve->o), attempts;

    for (size_t i = 0; i < f->n; i++) {
        bool again = false;

        if (!str_eq(f->items[i].name, "model"))
            continue;
        if (!is_offered(v->serve->o, f->items[i].value))
            return err_set(e, ERR_USAGE,
                           "This server does not offer that model.");
        for (size_t k = 0; k < names.n; k++)
            again |=
                str_eq(*vec_get(&names, const char *, k), f->items[i].value);
        if (!again)
            *(const char **)vec_push(&names) = f->items[i].value;
    }
    if (!names.n)
        return err_set(e, ERR_USAGE,
                       "No model is chosen: choose at least one model.");
    if (!http_number(http_form(v->request, "attempts"), &attempts) ||
        attempts < 1 || attempts > most)
        return err_set(e, ERR_USAGE,
                       "The number of attempts must be from 1 to %" PRId64 ".",
                       most);
    c->models = names.items;
    c->n_models = names.n;
    c->attempts = (uint64_t)attempts;
    return true;
}

/* Is there anything left to the person, and not too much in the queue already? */
static bool check_budget(struct visit *v, int64_t person, struct err *e)
{
    struct budget_left left;
    struct challenge *all;
    const char *spent;
    size_t n, waiting = 0;

    if (!budget_left(v->serve->o, v->store, person, &left, e) ||
        !challenges_list(v->store, v->arena, 0, &all, &n, e))
        return false;
    spent = budget_spent(v->arena, v->serve->o, &left);
    if (spent)
        return err_set(e, ERR_DOMAIN, "Models cannot be asked: %s.", spent);
    for (size_t i = 0; i < n; i++)
        waiting += all[i].person == person && all[i].state == CHALLENGE_QUEUED;
    if (waiting >= WAIT_MOST)
        return err_set(e, ERR_DOMAIN,
                       "This person already has %zu challenges in the queue; "
                       "wait until they end.",
                       waiting);
    return true;
}

static bool ask_routes_add_audit_event(struct visit *v,
                                       const struct entry_view *x,
                                       const struct challenge *c,
                                       const char *text, struct err *e)
{
    struct audit_event_kind d = { .entry = c->entry,
                                  .version = c->version,
                                  .person = v->who->id,
                                  .audit_event = AUDIT_EVENT_ASKED,
                                  .text = text,
                                  .at_ms = clock_day_ms() };
    struct str data = str_in(v->arena);

    str_addf(&data,
             "{\"challenge\": %" PRId64 ", \"attempts\": %" PRIu64
             ", \"models\": [",
             c->id, c->attempts);
    for (size_t i = 0; i < c->n_models; i++) {
        str_add(&data, i ? ", " : "");
        json_write_string(&data, c->models[i]);
    }
    str_add(&data, "]}");
    d.data = str_get(&data);
    return audit_events_add(v->store, &d, x->entry.state, e);
}

/* The challenge and the audit event, or neither. */
static bool ask_routes_queue(struct visit *v, const struct entry_view *x,
                             struct challenge *c, struct err *e)
{
    if (!store_begin_alone(v->store, e))
        return false;
    if (challenges_add(v->store, c, e) &&
        ask_routes_add_audit_event(v, x, c, "", e) && store_commit(v->store, e))
        return true;
    store_rollback(v->store);
    return false;
}

/* A audit event that comes too late, since the entry is another by now, is told so. */
static bool is_late(struct visit *v, const struct err *e)
{
    return e->code == ERR_DOMAIN &&
           layout_late(
               v, arena_printf(v->arena, "No model was asked: %s.", e->msg));
}

static bool to_challenge(struct visit *v, const struct challenge *c)
{
    entry_tell(v, c->entry, "asked");
    return visit_go(v,
                    "/entries/%" PRId64 "/ask?done=asked#challenge-"
                    "%" PRId64,
                    c->entry, c->id);
}

static bool ask_routes_ask(struct visit *v, struct err *e)
{
    struct challenge c = { .person = v->who->id, .made_ms = clock_day_ms() };
    struct entry_view x;

    if (!entry_open(v, &x, e) || !entry_must(v, &x, DEAL_ASK, e) ||
        !ask_routes_read_form(v, &c, e) || !check_budget(v, v->who->id, e))
        return false;
    c.entry = x.entry.id;
    c.version = x.entry.version;
    if (!ask_routes_queue(v, &x, &c, e))
        return is_late(v, e);
    if (v->serve->challenger)
        challenger_wake(v->serve->challenger);
    return to_challenge(v, &c);
}

/* Asks what has no reply: of the same run, so that nothing that was answered is
 * asked twice. It is paid by whoever asked first. */
static bool ask_routes_ask_again(struct visit *v, struct err *e)
{
    struct entry_view x;
    struct challenge c;
    struct asked a;
    bool queued;

    if (!ask_open(v, &c, &x, e) || !entry_must(v, &x, DEAL_ASK, e) ||
        !asked_read(v, &c, &a, e))
        return false;
    if (c.version != x.entry.version)
        return err_set(e, ERR_DOMAIN, "Only the newest version can be asked.");
    if (!asked_misses(&a))
        return err_set(e, ERR_DOMAIN,
                       "There is nothing to ask: no attempt is missing, or "
                       "the challenge is in progress.");
    if (!v->serve->challenger)
        return err_set(e, ERR_DOMAIN, "The server was started without models.");
    if (!check_budget(v, c.person, e) ||
        !challenger_again(v->serve->challenger, v->store, c.id, &queued, e))
        return false;
    if (!queued) /* somebody was quicker */
        return layout_late(v, "The challenge is already in progress.");
    if (!ask_routes_add_audit_event(v, &x, &c, "the missing attempts", e))
        return is_late(v, e);
    return to_challenge(v, &c);
}

/* ---- stopping ---- */

static bool ask_routes_stop(struct visit *v, struct err *e)
{
    struct entry_view x;
    struct challenge c;

    if (!ask_open(v, &c, &x, e))
        return false;
    if (v->who->id != c.person && v->who->id != x.entry.author &&
        v->who->role != ROLE_OWNER)
        return err_set(e, ERR_OUTSIDE,
                       "Only the person who started the challenge, the "
                       "author of the entry and the owner can stop it.");
    if (!asked_is_going(&c))
        return layout_late(v, "The challenge has already ended.");
    if (v->serve->challenger &&
        !challenger_halt(v->serve->challenger, v->store, c.id,
                         arena_printf(v->arena, "stopped by %s", v->who->name),
                         e))
        return false;
    entry_tell(v, c.entry, "stopped");
    return visit_go(v, "/entries/%" PRId64 "/ask?done=stopped", c.entry);
}

const struct route ask_routes[] = {
    { HTTP_GET, "/entries/:id/ask", MAY_PEOPLE, PACE_PAGE, .handle = ask_show },
    { HTTP_POST, "/entries/:id/ask", MAY_PEOPLE, PACE_ASK, SMALL,
      .handle = ask_routes_ask },
    { HTTP_GET, "/challenges/:id/results", MAY_PEOPLE, PACE_LIVE,
      .handle = ask_results },
    { HTTP_POST, "/challenges/:id/again", MAY_PEOPLE, PACE_ASK, SMALL,
      .handle = ask_routes_ask_again },
    { HTTP_POST, "/challenges/:id/stop", MAY_PEOPLE, PACE_WRITE, SMALL,
      .handle = ask_routes_stop },
    { 0 },
};
