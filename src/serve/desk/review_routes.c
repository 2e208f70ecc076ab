/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The routes of reviewing, of the set and of history; and the audit events that people
 * do with an entry. A form carries the version that its page showed. Whoever
 * comes too late, because the entry has another state or version by now, gets
 * a page with status 409 and nothing is changed.
 */
#include "base/clock.h"
#include "base/json.h"
#include "run/judge.h"
#include "serve/desk/family/examiner.h"
#include "serve/desk/review.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

#define TEXT_MOST   20000 /* bytes of a comment or of a written solution */
#define ANSWER_MOST 4000  /* bytes of an answer */

#define STATE(s) (1u << (s))

/* One kind of audit event by a person. */
struct act {
    const char *verb; /* in the path */
    enum audit_event audit_event;
    enum entry_deal deal;
    unsigned from; /* bits of the states in which it can be done */
    /* Looks at the form, and may fill in d->data. Returns false, with *e, if
     * something is missing; sets *answered if it has made the reply itself. */
    bool (*look)(struct visit *v, const struct entry_view *x,
                 struct audit_event_kind *d, bool *answered, struct err *e);
};

/* ---- the audit events ---- */

/* Fails if the visitor may not, whatever state the entry has: that its author
 * alone changes it, and never decides about it, is said before any state. */
static bool may_ever(struct visit *v, const struct entry_view *x,
                     enum entry_deal deal, struct err *e)
{
    bool own = x->entry.author == v->who->id;

    return deal == DEAL_COMMENT || own == (deal == DEAL_EDIT) ||
           entry_must(v, x, deal, e);
}

static bool review_routes_act(struct visit *v, const struct act *t,
                              struct err *e)
{
    struct audit_event_kind d = { .audit_event = t->audit_event,
                                  .at_ms = clock_day_ms() };
    bool answered = false;
    struct entry_view x;
    int64_t version;

    if (!entry_open(v, &x, e))
        return false;
    d.entry = x.entry.id;
    d.version = x.entry.version;
    d.person = v->who->id;
    d.text = visit_text(v, "text");
    d.data = "{}";
    if (strlen(d.text) > TEXT_MOST)
        return err_set(e, ERR_LIMIT,
                       "the text is too long: at most %d bytes are allowed",
                       TEXT_MOST);
    if (!may_ever(v, &x, t->deal, e))
        return false;
    if (!(t->from & STATE(x.entry.state)))
        return layout_late(v,
                           arena_printf(v->arena,
                                        "this entry is now %s; load its page "
                                        "again",
                                        entry_state_name(x.entry.state)));
    if (!http_number(http_form(v->request, "version"), &version) ||
        version != x.entry.version)
        return layout_late(v, "there is a newer version of this entry; load "
                              "its page again");
    if (!entry_must(v, &x, t->deal, e) ||
        (t->look && !t->look(v, &x, &d, &answered, e)))
        return false;
    if (answered)
        return true;
    if (!audit_events_add(v->store, &d, x.entry.state, e))
        return e->code == ERR_DOMAIN ? layout_late(v, e->msg) : false;
    entry_tell(v, d.entry, audit_event_name(d.audit_event));
    return visit_go(v, "/entries/%" PRId64 "/review?done=%s", d.entry,
                    audit_event_name(d.audit_event));
}

static bool look_submit(struct visit *v, const struct entry_view *x,
                        struct audit_event_kind *d, bool *answered,
                        struct err *e)
{
    const char *why;

    (void)d;
    (void)answered;
    if (version_is_family(&x->version) &&
        !str_eq(family_word(v, x), "accepted"))
        return err_set(e, ERR_USAGE,
                       "acceptance has not accepted this version: it is %s",
                       family_word(v, x));
    return run_judge_key(v->arena, &x->problem, NULL, &why) ||
           err_set(e, ERR_USAGE, "the judge cannot read the key: %s", why);
}

static bool look_withdraw(struct visit *v, const struct entry_view *x,
                          struct audit_event_kind *d, bool *answered,
                          struct err *e)
{
    const char *what = arena_printf(
        v->arena,
        "Entry %" PRId64
        " will be withdrawn%s. You can make it a draft again later; it must "
        "then be submitted and reviewed again.",
        x->entry.id,
        x->entry.state == ENTRY_ACCEPTED    ? " and removed from the set"
        : x->entry.state == ENTRY_SUBMITTED ? " and will not be reviewed"
                                            : "");

    (void)d;
    (void)e;
    *answered = !layout_sure(
        v, what, "Withdraw the entry",
        arena_printf(v->arena, "/entries/%" PRId64 "/review", x->entry.id));
    return true;
}

static bool look_text(struct visit *v, const struct entry_view *x,
                      struct audit_event_kind *d, bool *answered, struct err *e)
{
    (void)v;
    (void)x;
    (void)answered;
    return d->text[0] ||
           err_set(e, ERR_USAGE, "the text is empty; write something");
}

/* Reads the answer and judges it. What the judge cannot read is not recorded
 * unless the reviewer says that it is meant so: a slip would open the key. */
static bool look_solve(struct visit *v, const struct entry_view *x,
                       struct audit_event_kind *d, bool *answered,
                       struct err *e)
{
    const char *answer = visit_text(v, "answer");
    struct json *data;
    struct str text = str_in(v->arena);
    struct grade_result g;

    if (strlen(answer) > ANSWER_MOST)
        return err_set(e, ERR_LIMIT,
                       "the answer is too long: at most %d bytes are allowed",
                       ANSWER_MOST);
    g = run_judge_answer(v->arena, &x->problem, NULL, answer);
    if (!answer[0] || (g.lenient.verdict >= VERDICT_NO_ANSWER &&
                       !http_form(v->request, "as_written"))) {
        *answered = true;
        return review_page_again(v, x,
                                 !answer[0]      ? "give an answer"
                                 : g.lenient.why ? g.lenient.why
                                                 : "it cannot be read",
                                 e);
    }
    data = row_new(v->arena, "answer=%s verdict=%s", answer,
                   verdict_name(g.lenient.verdict));
    json_set(v->arena, data, "why", json_new_text(v->arena, g.lenient.why));
    json_write(&text, data);
    d->data = str_get(&text);
    return true;
}

/* Accepting against the judge needs a reason, which is kept beside what the
 * judge found. */
static bool look_accept(struct visit *v, const struct entry_view *x,
                        struct audit_event_kind *d, bool *answered,
                        struct err *e)
{
    struct blind own = blind_of(v, x, v->who->id);

    (void)answered;
    if (!own.agrees && !d->text[0])
        return err_set(e, ERR_USAGE,
                       "your answer does not agree with the key (%s): "
                       "explain why the key is correct nevertheless, or "
                       "return the entry",
                       own.verdict);
    d->data = arena_printf(
        v->arena,
        "{\"solved\": %" PRId64 ", \"verdict\": \"%s\", \"override\": %s}",
        own.audit_event->id, own.verdict, own.agrees ? "false" : "true");
    return true;
}

#define ANY_STATE (STATE(ENTRY_STATES) - 1)

static const struct act acts[] = {
    { "submit", AUDIT_EVENT_SUBMITTED, DEAL_EDIT,
      STATE(ENTRY_DRAFT) | STATE(ENTRY_RETURNED), look_submit },
    { "withdraw", AUDIT_EVENT_WITHDRAWN, DEAL_EDIT,
      ANY_STATE & ~STATE(ENTRY_WITHDRAWN), look_withdraw },
    { "reopen", AUDIT_EVENT_REOPENED, DEAL_EDIT, STATE(ENTRY_WITHDRAWN), NULL },
    { "comment", AUDIT_EVENT_COMMENTED, DEAL_COMMENT, ANY_STATE, look_text },
    { "solve", AUDIT_EVENT_SOLVED, DEAL_SOLVE, STATE(ENTRY_SUBMITTED),
      look_solve },
    { "accept", AUDIT_EVENT_ACCEPTED, DEAL_DECIDE, STATE(ENTRY_SUBMITTED),
      look_accept },
    { "return", AUDIT_EVENT_RETURNED, DEAL_DECIDE, STATE(ENTRY_SUBMITTED),
      look_text },
};

/* Finds it by the end of the path. */
static bool do_act(struct visit *v, struct err *e)
{
    const char *verb = strrchr(v->request->path, '/') + 1;

    for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++)
        if (str_eq(acts[i].verb, verb))
            return review_routes_act(v, &acts[i], e);
    BUG("a deed that no route has");
}

/* ---- the table ---- */

#define GET(path, may, handle)                     \
 {                                                 \
  HTTP_GET, path, may, PACE_PAGE, 0, false, handle \
 }
#define POST(path, may, handle)                                   \
 {                                                                \
  HTTP_POST, path, may, PACE_WRITE, HTTP_FORM_MOST, false, handle \
 }

const struct route review_routes[] = {
    GET("/reviews", MAY_PEOPLE, review_list_page),
    GET("/entries/:id/review", MAY_PEOPLE, review_page),
    POST("/entries/:id/submit", MAY_PEOPLE, do_act),
    POST("/entries/:id/withdraw", MAY_PEOPLE, do_act),
    POST("/entries/:id/reopen", MAY_PEOPLE, do_act),
    POST("/entries/:id/comment", MAY_PEOPLE, do_act),
    POST("/entries/:id/solve", MAY_JUDGE, do_act),
    POST("/entries/:id/accept", MAY_JUDGE, do_act),
    POST("/entries/:id/return", MAY_JUDGE, do_act),
    GET("/doubts/:id", MAY_JUDGE, doubt_page),
    POST("/doubts/:id", MAY_JUDGE, doubt_decide),
    GET("/set", MAY_PEOPLE, set_page),
    GET("/set.jsonl", MAY_PEOPLE, set_jsonl),
    GET("/set/export/:format", MAY_PEOPLE, set_export),
    POST("/set/seal", MAY_OWNER, set_seal),
    GET("/entries/:id/history", MAY_PEOPLE, history_page),
    GET("/history.jsonl", MAY_OWNER, history_jsonl),
    { 0 },
};
