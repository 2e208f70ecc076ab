/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Doubtful keys and verdicts of the store, as `assay review` has them, decided
 * on a page. A doubt about an entry of the class would tell its key: it is
 * shown to those alone who may see that, and decided by others than its author.
 */
#include "base/clock.h"
#include "base/json.h"
#include "run/review/decisions.h"
#include "serve/desk/review.h"
#include "serve/desk/topics.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_MOST    120 /* characters of a statement in the list */
#define DECIDED_MOST 20  /* decided ones in the list, the newest */
#define NOTE_MOST    4000
#define OWN_WORDS \
 "You wrote this entry: another reviewer must decide doubts about it."

/* ---- what the visitor may see ---- */

/* Returns the entry of the class that a doubt is about, or 0. */
static int64_t entry_of(struct arena *a, const struct review *r)
{
    const char *id = json_string(json_get(review_problem(a, r), "id"));
    int64_t entry;

    if (!id || !str_starts(id, "class/"))
        return 0;
    id += strlen("class/"); /* then "7.2", entry and version */
    (void)http_number(arena_strndup(a, id, strcspn(id, ".")), &entry);
    return entry;
}

/* What a visitor may do about a doubt. */
enum sight {
    SIGHT_WHOLE,
    SIGHT_OWN,   /* they wrote the entry: they see it, and others decide */
    SIGHT_SOLVE, /* it is hidden until they have solved the entry */
    SIGHT_WAIT,  /* it is hidden, and the entry is not there to be solved */
};

/* Finds it; *why is a sentence where the doubt is hidden. */
static bool find_sight(struct visit *v, const struct review *r, enum sight *out,
                       const char **why, struct err *e)
{
    int64_t id = entry_of(v->arena, r);
    struct entry_view x;

    *out = SIGHT_WHOLE;
    if (!id)
        return true;
    if (!entry_open_id(v, id, &x, e)) /* another class's: nobody solves it */
        return e->code == ERR_SPENT;
    if (x.entry.author == v->who->id)
        *out = SIGHT_OWN;
    else if (!entry_may(v, &x, DEAL_KEY, why))
        *out = entry_may(v, &x, DEAL_SOLVE, NULL) ? SIGHT_SOLVE : SIGHT_WAIT;
    return true;
}

/* ---- what was decided ---- */

/* Sets *who to who decided a doubt, or to 0 if it is not known: the history of
 * an entry has it, unless the command line decided; no other doubt has one. */
static bool find_decider(struct visit *v, const struct review *r, int64_t *who,
                         struct err *e)
{
    const char *number = arena_printf(v->arena, "%" PRId64, r->id);
    int64_t entry = entry_of(v->arena, r);
    struct audit_event_kind *all;
    size_t n = 0;

    *who = 0;
    if (entry && !audit_events_list(v->store, v->arena, entry, &all, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (all[i].at_ms == r->decided_ms &&
            str_eq(audit_event_member(v->arena, &all[i], "doubt"), number))
            *who = all[i].person;
    return true;
}

/* Puts "Decided: accepted by Eve, <time>", of one that is decided. */
static bool doubt_put_decision(struct visit *v, struct json *row,
                               const struct review *r, struct err *e)
{
    struct crowd crowd;
    int64_t who;

    if (!find_decider(v, r, &who, e) || (who && !crowd_read(v, &crowd, e)))
        return false;
    row_add(v->arena, row,
            "settled=1 decider=%s key=%s note=%s decided_at=%" PRId64,
            who ? crowd_name(&crowd, who) : NULL, r->key, r->note,
            r->decided_ms);
    return true;
}

/* ---- the list ---- */

static bool doubt_put_item(struct visit *v, struct json *list,
                           const struct review *r, struct err *e)
{
    bool open = r->state == REVIEW_OPEN;
    const char *why = "";
    enum sight sight;
    struct json *row;

    if (!find_sight(v, r, &sight, &why, e))
        return false;
    if (sight == SIGHT_WAIT || (sight == SIGHT_SOLVE && !open))
        return true;
    row = row_new(
        v->arena,
        "id=%" PRId64 " kind=%s why=%s state=%s own_open=%d "
        "solve_first=%d of_entry=%" PRId64 " title=%s",
        r->id, r->kind, r->why, review_state_name(r->state),
        sight == SIGHT_OWN && open, sight == SIGHT_SOLVE, entry_of(v->arena, r),
        board_title(v->arena, review_statement(v->arena, r), HEAD_MOST));
    json_push(list, row);
    return open || doubt_put_decision(v, row, r, e);
}

bool doubts_count(struct visit *v, struct doubts_open *out, struct err *e)
{
    *out = (struct doubts_open){ 0 };
    if (!review_list(v->store, v->arena, REVIEW_OPEN, false, &out->rows,
                     &out->all, e))
        return false;
    for (size_t i = 0; i < out->all; i++) {
        const char *why;
        enum sight sight;

        if (!find_sight(v, &out->rows[i], &sight, &why, e))
            return false;
        out->own += sight == SIGHT_OWN;
        if (sight == SIGHT_WAIT || sight == SIGHT_OWN)
            continue;
        if (!out->n++)
            out->since_ms = out->rows[i].made_ms;
    }
    return true;
}

static int newest_first(const void *a, const void *b)
{
    const struct review *x = a, *y = b;

    return (x->decided_ms < y->decided_ms) - (x->decided_ms > y->decided_ms);
}

bool doubts_put(struct visit *v, struct json *row, struct err *e)
{
    struct json *list = row_list(v->arena, row, "doubts");
    struct json *decided = row_list(v->arena, row, "decided");
    struct doubts_open d;
    struct review *all;
    size_t n, hidden;

    if (!doubts_count(v, &d, e) ||
        !review_list(v->store, v->arena, REVIEW_OPEN, true, &all, &n, e))
        return false;
    for (size_t i = 0; i < d.all; i++)
        if (!doubt_put_item(v, list, &d.rows[i], e))
            return false;
    if (n)
        qsort(all, n, sizeof(*all), newest_first);
    for (size_t i = 0; i < n && i < DECIDED_MOST && all[i].decided_ms; i++)
        if (!doubt_put_item(v, decided, &all[i], e))
            return false;
    hidden = d.all - d.n - d.own;
    row_add(v->arena, row, "n_doubts=%zu unshown=%zu are=%s", d.n, hidden,
            hidden == 1 ? "is" : "are");
    return true;
}

/* ---- one doubt ---- */

static bool doubt_page_find(struct visit *v, struct review *out,
                            enum sight *sight, struct err *e)
{
    int64_t id;
    const char *why = "";
    bool found = false;

    if (http_number(v->args[0], &id) &&
        !review_by_id(v->store, v->arena, id, out, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_SPENT, "there is no such doubt");
    if (!find_sight(v, out, sight, &why, e))
        return false;
    return *sight <= SIGHT_OWN ||
           err_set(e, ERR_OUTSIDE, "this is about entry %" PRId64 ": %s",
                   entry_of(v->arena, out), why);
}

static const char *doubt_value_text(struct arena *a, const struct json *m)
{
    struct str text = str_in(a);

    if (m->type == JSON_STRING || m->type == JSON_NUMBER)
        return m->text;
    if (m->type == JSON_NULL)
        return "none";
    json_write(&text, m);
    return str_get(&text);
}

/* Rows of the evidence; a reply may have many lines. */
static void doubt_put_evidence(struct visit *v, struct json *row,
                               const struct review *r)
{
    const struct json *evidence = review_evidence(v->arena, r);
    struct json *list = row_list(v->arena, row, "evidence");

    if (!evidence)
        row_add(v->arena, row, "raw=%s", r->evidence);
    for (const struct json *m = evidence ? evidence->first : NULL; m;
         m = m->next) {
        struct str value = str_in(v->arena);

        if (m->type != JSON_ARRAY)
            str_add(&value, doubt_value_text(v->arena, m));
        for (const struct json *i = m->type == JSON_ARRAY ? m->first : NULL; i;
             i = i->next)
            str_addf(&value, "%s%s", doubt_value_text(v->arena, i),
                     i->next ? "\n" : "");
        json_push(list, row_new(v->arena, "fact=%s value=%s", m->name,
                                str_get(&value)));
    }
}

bool doubt_page(struct visit *v, struct err *e)
{
    enum sight sight;
    struct review r;
    struct key *keys;
    struct json *row;
    size_t n;

    if (!doubt_page_find(v, &r, &sight, e))
        return false;
    n = review_own_keys(v->arena, review_problem(v->arena, &r), &keys);
    row = row_new(v->arena,
                  "id=%" PRId64 " verdict=%d why=%s state=%s statement=%s "
                  "likely=%s own=%s",
                  r.id, review_is_verdict(&r), r.why,
                  review_state_name(r.state), review_statement(v->arena, &r),
                  n ? keys_text(v->arena, keys, n) : "\\text{none}",
                  sight == SIGHT_OWN ? OWN_WORDS : NULL);
    doubt_put_evidence(v, row, &r);
    return (r.state == REVIEW_OPEN || doubt_put_decision(v, row, &r, e)) &&
           page_show(v, 200, arena_printf(v->arena, "Doubt %" PRId64, r.id),
                     "review", "doubt", row);
}

/* ---- deciding ---- */

/* The history of an entry has what was decided about it; not the note, which
 * may tell the key. */
static bool doubt_page_record(struct visit *v, struct ruling *t, struct err *e)
{
    bool accept = t->state == REVIEW_ACCEPTED;
    int64_t id = entry_of(v->arena, t->row);
    struct entry_view x;

    if (!id)
        return true;
    if (!entry_open_id(v, id, &x, e))
        return e->code == ERR_SPENT;
    t->from = x.entry.state;
    t->audit_event = arena_new(v->arena, struct audit_event_kind);
    *t->audit_event = (struct audit_event_kind){
        .entry = id,
        .version = x.entry.version,
        .person = v->who->id,
        .audit_event = AUDIT_EVENT_COMMENTED,
        .text = arena_printf(
            v->arena, "Decided doubt %" PRId64 ": %s.", t->row->id,
            review_is_verdict(t->row)
                ? (accept ? "the answer is correct" : "the answer is wrong")
                : (accept ? "the key is accepted" : "the problem is rejected")),
        .data =
            arena_printf(v->arena, "{\"doubt\": \"%" PRId64 "\"}", t->row->id),
    };
    return true;
}

/* Reads the form, and finds what else is written. */
static bool read_ruling(struct visit *v, struct ruling *t, struct err *e)
{
    const char *decide = visit_text(v, "decide"), *given = visit_text(v, "key");
    const char *note = visit_text(v, "note");

    if (!str_among(decide, "accept reject"))
        return err_set(e, ERR_USAGE, "accept or reject");
    if (strlen(note) > NOTE_MOST)
        return err_set(e, ERR_LIMIT, "the note is too long: %d bytes at most",
                       NOTE_MOST);
    t->note = *note ? note : NULL;
    t->state = str_eq(decide, "accept") ? REVIEW_ACCEPTED : REVIEW_REJECTED;
    if (t->state == REVIEW_ACCEPTED && !review_is_verdict(t->row) &&
        !review_choose_key(v->arena, t->row, *given ? given : NULL, &t->key, e))
        return false;
    return doubt_page_record(v, t, e);
}

bool doubt_decide(struct visit *v, struct err *e)
{
    struct review r;
    struct ruling t = { .row = &r };
    int64_t now = clock_day_ms();
    enum sight sight;
    size_t changed;

    if (!doubt_page_find(v, &r, &sight, e))
        return false;
    if (sight == SIGHT_OWN)
        return err_set(e, ERR_OUTSIDE, OWN_WORDS);
    if (!str_eq(visit_text(v, "state"), review_state_name(r.state)))
        return layout_late(v, "someone has decided it in the meantime; load "
                              "the page again");
    if (!read_ruling(v, &t, e))
        return false;
    if (t.audit_event)
        t.audit_event->at_ms = now;
    if (!decisions_make(v->arena, v->store, &t, now, &changed, e))
        return e->code == ERR_DOMAIN && layout_late(v, e->msg);
    if (t.audit_event)
        entry_tell(v, t.audit_event->entry, "decided");
    events_say(v->serve->events, "board", "changed", "{}");
    return visit_go(v, "/doubts/%" PRId64 "?done=decided", r.id);
}
