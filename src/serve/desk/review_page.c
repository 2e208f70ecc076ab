/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/html.h"
#include "run/judge.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/desk/history.h"
#include "serve/desk/review.h"
#include "serve/desk/write/check.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

/*
 * What waits for the visitor, and what waits for others: entries to answer and
 * to decide, entries that came back, and the doubts of the store.
 */

/* ---- entries ---- */

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

static void review_page_add_entry(struct visit *v, struct str *out,
                                  const struct entry_view *x, const char *what)
{
    str_addf(out, "<li><a href=\"/entries/%" PRId64 "/review\">Entry %" PRId64,
             x->entry.id, x->entry.id);
    if (x->entry.topic[0]) {
        str_add(out, ", ");
        html_text(out, x->entry.topic);
    }
    str_add(out, "</a> by ");
    html_text(out, x->author);
    str_addf(out, ", version %" PRId64 ": ", x->entry.version);
    str_add(out, what ? what : "waits for ");
    html_text(out, what ? "" : entry_waits(v, x));
    str_add(out, " <span class=\"hint\">");
    layout_time(out, x->entry.changed_ms);
    str_add(out, "</span></li>\n");
}

void review_add_list(struct str *out, const char *title, const struct str *rows)
{
    str_addf(out, "<h2>%s</h2>\n", title);
    if (rows->n)
        str_addf(out, "<ul class=\"list\">\n%s</ul>\n", str_get(rows));
    else
        layout_say(out, "secret", "Nothing.");
}

static bool review_page_add_entries(struct visit *v, struct str *out,
                                    struct err *e)
{
    struct str own = str_in(v->arena), others = str_in(v->arena);
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
        review_page_add_entry(v, what ? &own : &others, &x, what);
    }
    review_add_list(out, "Waiting for you", &own);
    review_add_list(out, "Waiting for others", &others);
    return true;
}

bool review_list_page(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);

    layout_open(v, &out, "Reviews", "review");
    str_add(&out,
            "<h1>Reviews</h1>\n<div id=\"live\" data-topics=\"board\">\n");
    if (!review_page_add_entries(v, &out, e) ||
        (visit_judges(v) && !doubts_add(v, &out, e)))
        return false;
    str_add(&out, "</div>\n");
    layout_close(v, &out, 200);
    return true;
}

/*
 * What is known of an entry besides its text: what reviewers answered before
 * they saw the key, what checks found, and what models did.
 */

/* ---- answers that were given blind ---- */

struct blind blind_read(struct arena *a, const struct audit_event_kind *d)
{
    struct blind out = { .audit_event = d,
                         .answer = audit_event_member(a, d, "answer"),
                         .verdict = verdict_name(VERDICT_UNDECIDED),
                         .why = audit_event_member(a, d, "why") };
    enum verdict verdict;

    if (verdict_find(audit_event_member(a, d, "verdict"), &verdict)) {
        out.verdict = verdict_name(verdict);
        out.agrees = verdict == VERDICT_CORRECT;
    }
    return out;
}

const char *blind_finding(const struct blind *b)
{
    return b->agrees                     ? "agrees"
           : str_eq(b->verdict, "wrong") ? "does not agree"
                                         : "cannot be decided";
}

struct blind blind_of(struct visit *v, const struct entry_view *x,
                      int64_t person)
{
    for (size_t i = 0; i < x->n_audit_events; i++) {
        const struct audit_event_kind *d = &x->audit_events[i];

        if (d->audit_event == AUDIT_EVENT_SOLVED && d->person == person &&
            d->version == x->entry.version)
            return blind_read(v->arena, d);
    }
    return (struct blind){ .answer = "", .verdict = "", .why = "" };
}

bool keys_hidden(struct visit *v, const struct entry *list, size_t n,
                 bool **out, struct err *e)
{
    *out = arena_array(v->arena, bool, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct entry_view x = { .entry = list[i] };

        if (entry_may(v, &x, DEAL_KEY, NULL))
            continue; /* whatever was done with it */
        if (!audit_events_list(v->store, v->arena, x.entry.id, &x.audit_events,
                               &x.n_audit_events, e))
            return false;
        (*out)[i] = !entry_may(v, &x, DEAL_KEY, NULL);
    }
    return true;
}

/* ---- checks ---- */

void check_add(struct arena *a, struct str *out,
               const struct audit_event_kind *d)
{
    html_text(out, audit_event_member(a, d, "how"));
    str_add(out, ": <strong>");
    html_text(out, audit_event_member(a, d, "finding"));
    str_add(out, "</strong> ");
    html_text(out, audit_event_member(a, d, "why"));
}

static void review_page_add_answer(struct visit *v, struct str *out,
                                   const struct crowd *c,
                                   const struct audit_event_kind *d)
{
    struct blind b = blind_read(v->arena, d);

    str_add(out, "second solution by ");
    html_text(out, crowd_name(c, d->person));
    str_addf(out, ": <strong>%s</strong>", blind_finding(&b));
}

/* Adds the checks of the newest version's key, as a list, with the blind answers
 * to it; nothing if there are none. Returns how many. */
static size_t checks_add(struct visit *v, struct str *out,
                         const struct entry_view *x, const struct crowd *c)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n_audit_events; i++) {
        const struct audit_event_kind *d = &x->audit_events[i];

        if ((d->audit_event != AUDIT_EVENT_CHECKED &&
             d->audit_event != AUDIT_EVENT_SOLVED) ||
            d->version != x->entry.version)
            continue;
        str_add(out, n++ ? "<li>" : "<ul class=\"list\">\n<li>");
        if (d->audit_event == AUDIT_EVENT_CHECKED)
            check_add(v->arena, out, d);
        else
            review_page_add_answer(v, out, c, d);
        str_add(out, " <span class=\"hint\">");
        layout_time(out, d->at_ms);
        str_add(out, "</span></li>\n");
    }
    str_add(out, n ? "</ul>\n" : "");
    return n;
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

static void add_score(struct visit *v, struct str *out, const struct asked *all,
                      size_t n, const char *model)
{
    struct asked_score score = { 0 };

    for (size_t i = 0; i < n; i++)
        asked_add(&all[i], model, &score);
    asked_name(v, out, model);
    str_add(out, " ");
    asked_rate(out, &score);
}

bool record_add(struct visit *v, struct str *out, int64_t entry,
                int64_t version, struct err *e)
{
    struct challenge *list;
    struct asked *all;
    size_t count, n = 0, models = 0;

    if (!challenges_list(v->store, v->arena, entry, &list, &count, e))
        return false;
    all = arena_array(v->arena, struct asked, count + 1);
    for (size_t i = 0; i < count; i++)
        if (list[i].version == version && list[i].run &&
            !asked_read(v, &list[i], &all[n++], e))
            return false;
    for (size_t i = 0; i < n; i++)
        for (size_t m = 0; m < all[i].row.n_models; m++) {
            if (review_page_is_known(all, i, m))
                continue;
            str_add(out, models++ ? "; " : "Attempts at this version: ");
            add_score(v, out, all, n, all[i].row.models[m]);
        }
    str_add(out, models ? "." : "No model has been asked about this version.");
    return true;
}

/*
 * The page of an entry's review. Its author sees what is checked, submits and
 * reads what was said; a reviewer sees the statement alone and answers, and
 * after that the key and all that is known of it, and decides.
 */

struct page {
    struct visit *v;
    const struct entry_view *x;
    struct crowd crowd;
    struct str out;
    bool key;          /* the visitor may see the key */
    const char *wrong; /* with the answer that was sent; NULL: nothing */
};

/* ---- forms ---- */

static void open_form(struct page *p, const char *verb)
{
    const struct entry *t = &p->x->entry;

    layout_form(
        p->v, &p->out,
        arena_printf(p->v->arena, "/entries/%" PRId64 "/%s", t->id, verb));
    layout_hidden(&p->out, "version",
                  arena_printf(p->v->arena, "%" PRId64, t->version));
}

/* Returns what a form that is shown again had in that field, or "". */
static const char *review_page_sent(struct page *p, const char *name)
{
    const char *text = p->wrong ? http_form(p->v->request, name) : NULL;

    return text ? text : "";
}

/* That of id "text" has what was sent. */
static void review_page_add_area(struct page *p, const char *id,
                                 const char *label, bool required)
{
    str_addf(&p->out,
             "<div class=\"field\"><label for=\"%s\">%s</label>"
             "<textarea id=\"%s\" name=\"text\" rows=\"4\" "
             "maxlength=\"20000\"%s>",
             id, label, id, required ? " required" : "");
    html_text(&p->out, str_eq(id, "text") ? review_page_sent(p, "text") : "");
    str_add(&p->out, "</textarea></div>\n");
}

static void close_form(struct page *p, const char *class, const char *button)
{
    str_addf(&p->out, "<p class=\"actions\"><button%s>%s</button></p></form>\n",
             class, button);
}

static void review_page_add_button(struct page *p, const char *verb,
                                   const char *class, const char *button)
{
    open_form(p, verb);
    close_form(p, class, button);
}

/* ---- for the author ---- */

static void add_checked(struct page *p)
{
    const struct entry_view *x = p->x;
    const char *why;

    str_add(&p->out, "<h2>Checks of the key</h2>\n<p>");
    if (run_judge_key(p->v->arena, &x->problem, NULL, &why)) {
        str_add(&p->out, "The judge can read it.");
    } else {
        str_add(&p->out, "The judge cannot read it: ");
        html_text(&p->out, why);
        str_add(&p->out, ".");
    }
    str_add(&p->out, "</p>\n");
    check_key_html(p->v->arena, &p->out, &x->problem);
    if (!checks_add(p->v, &p->out, x, &p->crowd))
        str_addf(&p->out,
                 "<p class=\"secret\">Version %" PRId64
                 " has not been checked yet%s.</p>\n",
                 x->entry.version,
                 str_eq(x->version.check, "second")
                     ? "; the answer of a reviewer will be its check"
                     : "");
}

static void add_author(struct page *p)
{
    switch (p->x->entry.state) {
    case ENTRY_DRAFT:
    case ENTRY_RETURNED:
        str_add(&p->out, "<h2>Submit</h2>\n<p>A reviewer will answer the "
                         "statement without seeing the key.</p>\n");
        check_key_html(p->v->arena, &p->out, &p->x->problem);
        open_form(p, "submit");
        review_page_add_area(
            p, "text",
            "A note for the reviewer, shown after the reviewer has "
            "answered (optional)",
            false);
        close_form(p, " class=\"first\"", "Submit");
        break;
    case ENTRY_WITHDRAWN:
        review_page_add_button(p, "reopen", "", "Make it a draft again");
        return;
    default: break;
    }
    review_page_add_button(p, "withdraw", " class=\"danger\"",
                           "Withdraw the entry");
}

/* ---- for a reviewer, before answering ---- */

static void review_page_add_asked(struct page *p)
{
    const struct problem *q = &p->x->problem;

    str_add(&p->out, "<p class=\"hint\" id=\"answer-kind\">Expected: ");
    for (size_t i = 0; i < q->n_keys; i++) {
        str_add(&p->out, i ? "; " : "");
        if (q->keys[i].name) {
            html_text(&p->out, q->keys[i].name);
            str_add(&p->out, ": ");
        }
        str_add(&p->out, answer_name(q->keys[i].kind));
    }
    str_add(&p->out, q->n_keys > 1 ? ". Write \"name: value; name: value\".</p>"
                                   : ".</p>");
}

static void review_page_add_blind(struct page *p)
{
    const struct problem *q = &p->x->problem;

    str_add(&p->out, "<h2>Statement</h2>\n");
    layout_tex(&p->out, q->statement);
    str_add(&p->out, "<h2>Your answer</h2>\n");
    if (p->wrong)
        layout_say(&p->out, "trouble",
                   arena_printf(p->v->arena, "Not recorded: %s.", p->wrong));
    str_add(&p->out, "<p>The key, the solution, the comments and the replies "
                     "of models are shown after you have answered. You can "
                     "answer only once.</p>\n");
    open_form(p, "solve");
    str_addf(
        &p->out,
        "<div class=\"field\"><label for=\"answer\">Answer, in LaTeX"
        "</label><input id=\"answer\" name=\"answer\" required "
        "maxlength=\"4000\" autocomplete=\"off\" spellcheck=\"false\" "
        "aria-describedby=\"answer-kind\" data-understand=\"understood\"%s%s%s "
        "value=\"",
        q->n_keys == 1 ? " data-kind=\"" : "",
        q->n_keys == 1 ? answer_name(q->keys[0].kind) : "",
        q->n_keys == 1 ? "\"" : "");
    html_text(&p->out, review_page_sent(p, "answer"));
    str_add(&p->out, "\">");
    review_page_add_asked(p);
    str_add(&p->out, "<div id=\"understood\" class=\"hint\" "
                     "aria-live=\"polite\"></div></div>\n");
    review_page_add_area(p, "text", "How you found it", false);
    if (p->wrong)
        str_add(&p->out,
                "<p><label><input type=\"checkbox\" name=\"as_written\" "
                "value=\"1\">Record the answer as written, although the "
                "judge cannot read it</label></p>\n");
    layout_say(&p->out, "hint",
               "\"Submit the answer\" records your answer permanently and "
               "shows the key.");
    close_form(p, " class=\"first\"", "Submit the answer");
}

/* ---- for whoever may see the key ---- */

static void review_page_add_text(struct page *p, const char *title,
                                 const char *text)
{
    if (!text || str_blank(text))
        return;
    str_addf(&p->out, "<h3>%s</h3>\n", title);
    layout_tex(&p->out, text);
}

static bool review_page_add_known(struct page *p, struct err *e)
{
    const struct entry *t = &p->x->entry;

    entry_problem(p->v, &p->out, p->x);
    review_page_add_text(p, "Solution", p->x->problem.solution);
    if (version_is_family(&p->x->version)) {
        str_addf(&p->out,
                 "<p>This is a sample of a family. <a href=\"%s\">Its file, "
                 "more draws and the acceptance</a></p>\n",
                 entry_place(p->v->arena, p->x));
    } else if (p->x->version.claim[0]) {
        str_add(&p->out, "<h3>Claim</h3>\n<pre>");
        html_text(&p->out, p->x->version.claim);
        str_add(&p->out, "</pre>\n");
    }
    add_checked(p);
    str_add(&p->out, "<h2>Models</h2>\n<p>");
    if (!record_add(p->v, &p->out, t->id, t->version, e))
        return false;
    str_addf(&p->out,
             " <a href=\"/entries/%" PRId64 "/ask\">All replies</a></p>\n",
             t->id);
    return true;
}

/* Whether the reviewer's answer and the key agree, in plain words. */
static void add_agreement(struct page *p, const struct blind *own)
{
    str_addf(&p->out, "<h2>Your answer</h2>\n<p class=\"%s\">",
             own->agrees ? "done" : "trouble");
    str_add(&p->out, own->agrees ? "Your answer and the key agree."
                     : str_eq(own->verdict, "wrong")
                         ? "Your answer and the key do not agree."
                         : "The judge could not decide whether your answer "
                           "and the key agree.");
    if (own->why[0]) {
        str_add(&p->out, " The judge: ");
        html_text(&p->out, own->why);
        str_add(&p->out, ".");
    }
    str_add(&p->out, "</p>\n");
    layout_key(&p->out, own->answer);
}

static void add_decide(struct page *p, const struct blind *own)
{
    str_add(&p->out, "<h2>Decide</h2>\n<div class=\"pair\">\n<div>");
    open_form(p, "accept");
    review_page_add_area(p, "accept-text",
                         own->agrees ? "A comment (optional)"
                                     : "Why the key is correct nevertheless",
                         !own->agrees);
    close_form(p, " class=\"first\"", "Accept");
    str_add(&p->out, "</div>\n<div>");
    open_form(p, "return");
    review_page_add_area(p, "return-text", "What its author should change",
                         true);
    close_form(p, "", "Return to its author");
    str_add(&p->out, "</div>\n</div>\n");
}

/* ---- what was said ---- */

static void add_comment_form(struct page *p)
{
    open_form(p, "comment");
    review_page_add_area(p, "comment-text",
                         "Comment; write mathematics in $...$", true);
    close_form(p, "", "Comment");
}

static void add_talk(struct page *p)
{
    size_t hidden = 0;

    str_add(&p->out, "<h2>Comments and events</h2>\n"
                     "<ol class=\"list\">\n");
    for (size_t i = 0; i < p->x->n_audit_events; i++)
        if (p->x->audit_events[i].audit_event >= AUDIT_EVENT_SUBMITTED)
            hidden += !history_add_audit_event(p->v, &p->out, &p->crowd,
                                               &p->x->audit_events[i], p->key);
    str_add(&p->out, "</ol>\n");
    if (hidden)
        str_addf(&p->out,
                 "<p class=\"secret\">%zu text%s by others could reveal the "
                 "key and %s hidden.</p>\n",
                 hidden, hidden == 1 ? "" : "s", hidden == 1 ? "is" : "are");
}

/* ---- the page ---- */

static bool review_page_add_all(struct page *p, struct err *e)
{
    struct blind own = blind_of(p->v, p->x, p->v->who->id);
    bool author = p->x->entry.author == p->v->who->id;

    if (entry_may(p->v, p->x, DEAL_SOLVE, NULL)) {
        review_page_add_blind(p);
    } else if (p->key) {
        if (author)
            add_author(p);
        else if (own.audit_event)
            add_agreement(p, &own);
        if (!review_page_add_known(p, e))
            return false;
        if (entry_may(p->v, p->x, DEAL_DECIDE, NULL))
            add_decide(p, &own);
    } else {
        entry_problem(p->v, &p->out, p->x);
    }
    add_talk(p);
    add_comment_form(p);
    return true;
}

bool review_page_again(struct visit *v, const struct entry_view *x,
                       const char *wrong, struct err *e)
{
    struct page p = { .v = v, .x = x, .out = str_in(v->arena), .wrong = wrong };

    p.key = entry_may(v, x, DEAL_KEY, NULL);
    if (!crowd_read(v, &p.crowd, e))
        return false;
    layout_open(v, &p.out,
                arena_printf(v->arena, "Review of entry %" PRId64, x->entry.id),
                "review");
    entry_head(v, &p.out, x, "review");
    if (!review_page_add_all(&p, e))
        return false;
    layout_close(v, &p.out, wrong ? 400 : 200);
    return true;
}

bool review_page(struct visit *v, struct err *e)
{
    struct entry_view x;

    return entry_open(v, &x, e) && review_page_again(v, &x, NULL, e);
}
