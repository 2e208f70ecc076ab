/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Doubtful keys and verdicts of the store, as `assay review` has them, decided
 * on a page. A doubt about an entry of the class would tell its key: it is
 * shown to those alone who may see that, and decided by others than its author.
 */
#include "base/clock.h"
#include "base/json.h"
#include "report/html/html.h"
#include "run/review/decisions.h"
#include "serve/desk/board.h"
#include "serve/desk/review.h"
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

/* Adds "Decided: accepted by Eve, <time>", of one that is decided. */
static bool doubt_page_add_decision(struct visit *v, struct str *out,
                                    const struct review *r, struct err *e)
{
    struct crowd crowd;
    int64_t who;

    if (!find_decider(v, r, &who, e) || (who && !crowd_read(v, &crowd, e)))
        return false;
    str_addf(out, "<p class=\"told\">Decided: %s", review_state_name(r->state));
    if (who) {
        str_add(out, " by ");
        html_text(out, crowd_name(&crowd, who));
    }
    if (r->key) {
        str_add(out, " with the key ");
        html_text(out, r->key);
    }
    str_add(out, ", ");
    layout_time(out, r->decided_ms);
    if (r->note) {
        str_add(out, ". ");
        html_text(out, r->note);
    }
    str_add(out, "</p>\n");
    return true;
}

/* ---- the list ---- */

static bool doubt_page_add_doubt(struct visit *v, struct str *out,
                                 const struct review *r, struct err *e)
{
    const char *why = "";
    enum sight sight;
    int64_t entry = entry_of(v->arena, r);
    bool open = r->state == REVIEW_OPEN;

    if (!find_sight(v, r, &sight, &why, e))
        return false;
    if (sight == SIGHT_WAIT || (sight == SIGHT_SOLVE && !open))
        return true;
    if (sight == SIGHT_SOLVE) {
        str_addf(out, "<li>Doubt %" PRId64 ", ", r->id);
        html_text(out, r->kind);
        str_addf(out,
                 " of entry %" PRId64 ": <a href=\"/entries/%" PRId64
                 "/review\">solve it first</a></li>\n",
                 entry, entry);
        return true;
    }
    str_addf(out, "<li><a href=\"/doubts/%" PRId64 "\">Doubt %" PRId64 "</a>, ",
             r->id, r->id);
    html_text(out, r->kind);
    str_add(out, ": ");
    html_text(out, r->why);
    str_add(out, sight == SIGHT_OWN && open
                     ? " (your entry: another reviewer must decide)"
                     : "");
    if (!open && !doubt_page_add_decision(v, out, r, e))
        return false;
    str_add(out, "<div class=\"hint tex\">");
    html_text(out,
              board_title(v->arena, review_statement(v->arena, r), HEAD_MOST));
    str_add(out, "</div></li>\n");
    return true;
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

/* Adds those that were decided last, as far as the visitor may see them. */
static bool doubt_page_add_decided(struct visit *v, struct str *out,
                                   struct err *e)
{
    struct str rows = str_in(v->arena);
    struct review *all;
    size_t n;

    if (!review_list(v->store, v->arena, REVIEW_OPEN, true, &all, &n, e))
        return false;
    if (n)
        qsort(all, n, sizeof(*all), newest_first);
    for (size_t i = 0; i < n && i < DECIDED_MOST && all[i].decided_ms; i++)
        if (!doubt_page_add_doubt(v, &rows, &all[i], e))
            return false;
    if (rows.n)
        review_add_list(out, "Recently decided", &rows);
    return true;
}

bool doubts_add(struct visit *v, struct str *out, struct err *e)
{
    struct str rows = str_in(v->arena);
    struct doubts_open d;
    size_t hidden;

    if (!doubts_count(v, &d, e))
        return false;
    for (size_t i = 0; i < d.all; i++)
        if (!doubt_page_add_doubt(v, &rows, &d.rows[i], e))
            return false;
    review_add_list(
        out, arena_printf(v->arena, "Doubtful keys and verdicts (%zu)", d.n),
        &rows);
    hidden = d.all - d.n - d.own;
    if (hidden)
        str_addf(out,
                 "<p class=\"hint\">%zu more %s about entries that are still "
                 "being written: you can decide when the entry is submitted "
                 "and you have solved it.</p>\n",
                 hidden, hidden == 1 ? "is" : "are");
    return doubt_page_add_decided(v, out, e);
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

static const char *doubt_page_value_text(struct arena *a, const struct json *m)
{
    struct str text = str_in(a);

    if (m->type == JSON_STRING || m->type == JSON_NUMBER)
        return m->text;
    if (m->type == JSON_NULL)
        return "none";
    json_write(&text, m);
    return str_get(&text);
}

/* A row of the evidence; a reply may have many lines. */
static void doubt_page_add_fact(struct visit *v, struct str *out,
                                const char *name, const struct json *m)
{
    str_add(out, "<dt>");
    html_text(out, name);
    str_add(out, "</dt><dd class=\"column\">");
    if (m->type == JSON_ARRAY)
        for (const struct json *i = m->first; i; i = i->next) {
            html_text(out, doubt_page_value_text(v->arena, i));
            str_add(out, i->next ? "\n" : "");
        }
    else
        html_text(out, doubt_page_value_text(v->arena, m));
    str_add(out, "</dd>\n");
}

static void doubt_page_add_evidence(struct visit *v, struct str *out,
                                    const struct review *r)
{
    const struct json *evidence = review_evidence(v->arena, r);

    str_add(out, "<h2>Evidence</h2>\n");
    if (!evidence) {
        str_add(out, "<pre>");
        html_text(out, r->evidence);
        str_add(out, "</pre>\n");
        return;
    }
    str_add(out, "<dl>\n");
    for (const struct json *m = evidence->first; m; m = m->next)
        doubt_page_add_fact(v, out, m->name, m);
    str_add(out, "</dl>\n");
}

static void doubt_page_add_form(struct visit *v, struct str *out,
                                const struct review *r)
{
    bool verdict = review_is_verdict(r);

    str_add(out, r->state == REVIEW_OPEN ? "<h2>Decide</h2>\n"
                                         : "<h2>Decide again</h2>\n");
    layout_form(v, out, arena_printf(v->arena, "/doubts/%" PRId64, r->id));
    layout_hidden(out, "state", review_state_name(r->state));
    if (!verdict)
        str_add(out,
                "<div class=\"field\"><label for=\"key\">A different key, in "
                "LaTeX</label><input id=\"key\" name=\"key\" "
                "maxlength=\"4000\" spellcheck=\"false\" "
                "autocomplete=\"off\"><p class=\"hint\">If empty, the "
                "problem's own key is used.</p></div>\n");
    str_addf(
        out,
        "<div class=\"field\"><label for=\"note\">Note</label><textarea "
        "id=\"note\" name=\"note\" rows=\"3\" maxlength=\"4000\">"
        "</textarea></div>\n<p class=\"actions\">"
        "<button name=\"decide\" value=\"accept\">%s</button>"
        "<button name=\"decide\" value=\"reject\">%s</button></p></form>\n",
        verdict ? "The answer is correct" : "Accept with this key",
        verdict ? "The answer is wrong" : "Reject the problem");
}

bool doubt_page(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    const struct json *problem;
    enum sight sight;
    struct review r;
    struct key *keys;
    size_t n;

    if (!doubt_page_find(v, &r, &sight, e))
        return false;
    problem = review_problem(v->arena, &r);
    n = review_own_keys(v->arena, problem, &keys);
    layout_open(v, &out, arena_printf(v->arena, "Doubt %" PRId64, r.id),
                "review");
    str_addf(&out, "<h1>Doubt %" PRId64 ": a %s</h1>\n<p>", r.id,
             review_is_verdict(&r) ? "verdict" : "key");
    html_text(&out, r.why);
    str_add(&out, "</p>\n");
    if (r.state != REVIEW_OPEN && !doubt_page_add_decision(v, &out, &r, e))
        return false;
    str_add(&out, "<h2>Statement</h2>\n");
    layout_tex(&out, review_statement(v->arena, &r));
    str_addf(&out, "<h2>%s</h2>\n",
             review_is_verdict(&r) ? "Key" : "Likely key");
    layout_key(&out, n ? keys_text(v->arena, keys, n) : "\\text{none}");
    doubt_page_add_evidence(v, &out, &r);
    if (sight == SIGHT_OWN)
        layout_say(&out, "told", OWN_WORDS);
    else
        doubt_page_add_form(v, &out, &r);
    layout_close(v, &out, 200);
    return true;
}

/* ---- deciding ---- */

static const char *doubt_page_field(struct visit *v, const char *name)
{
    const char *text = http_form(v->request, name);

    return str_trim(v->arena, text ? text : "");
}

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
    const char *decide = doubt_page_field(v, "decide"),
               *given = doubt_page_field(v, "key");
    const char *note = doubt_page_field(v, "note");

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
    if (!str_eq(doubt_page_field(v, "state"), review_state_name(r.state)))
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
    reply_to(v->reply,
             arena_printf(v->arena, "/doubts/%" PRId64 "?done=decided", r.id));
    return true;
}
