/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The page of an entry's review. Its author sees what is checked, submits and
 * reads what was said; a reviewer sees the statement alone and answers, and
 * after that the key and all that is known of it, and decides.
 */
#include "report/html/html.h"
#include "run/judge.h"
#include "serve/desk/history.h"
#include "serve/desk/review.h"
#include "serve/desk/write/check.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

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
static const char *sent(struct page *p, const char *name)
{
    const char *text = p->wrong ? http_form(p->v->request, name) : NULL;

    return text ? text : "";
}

/* That of id "text" has what was sent. */
static void add_area(struct page *p, const char *id, const char *label,
                     bool required)
{
    str_addf(&p->out,
             "<div class=\"field\"><label for=\"%s\">%s</label>"
             "<textarea id=\"%s\" name=\"text\" rows=\"4\" "
             "maxlength=\"20000\"%s>",
             id, label, id, required ? " required" : "");
    html_text(&p->out, str_eq(id, "text") ? sent(p, "text") : "");
    str_add(&p->out, "</textarea></div>\n");
}

static void close_form(struct page *p, const char *class, const char *button)
{
    str_addf(&p->out, "<p class=\"actions\"><button%s>%s</button></p></form>\n",
             class, button);
}

static void add_button(struct page *p, const char *verb, const char *class,
                       const char *button)
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
        add_area(p, "text",
                 "A note for the reviewer, shown after the reviewer has "
                 "answered (optional)",
                 false);
        close_form(p, " class=\"first\"", "Submit");
        break;
    case ENTRY_WITHDRAWN:
        add_button(p, "reopen", "", "Make it a draft again");
        return;
    default: break;
    }
    add_button(p, "withdraw", " class=\"danger\"", "Withdraw the entry");
}

/* ---- for a reviewer, before answering ---- */

static void add_asked(struct page *p)
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

static void add_blind(struct page *p)
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
    html_text(&p->out, sent(p, "answer"));
    str_add(&p->out, "\">");
    add_asked(p);
    str_add(&p->out, "<div id=\"understood\" class=\"hint\" "
                     "aria-live=\"polite\"></div></div>\n");
    add_area(p, "text", "How you found it", false);
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

static void add_text(struct page *p, const char *title, const char *text)
{
    if (!text || str_blank(text))
        return;
    str_addf(&p->out, "<h3>%s</h3>\n", title);
    layout_tex(&p->out, text);
}

static bool add_known(struct page *p, struct err *e)
{
    const struct entry *t = &p->x->entry;

    entry_problem(p->v, &p->out, p->x);
    add_text(p, "Solution", p->x->problem.solution);
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
    add_area(p, "accept-text",
             own->agrees ? "A comment (optional)"
                         : "Why the key is correct nevertheless",
             !own->agrees);
    close_form(p, " class=\"first\"", "Accept");
    str_add(&p->out, "</div>\n<div>");
    open_form(p, "return");
    add_area(p, "return-text", "What its author should change", true);
    close_form(p, "", "Return to its author");
    str_add(&p->out, "</div>\n</div>\n");
}

/* ---- what was said ---- */

static void add_comment_form(struct page *p)
{
    open_form(p, "comment");
    add_area(p, "comment-text", "Comment; write mathematics in $...$", true);
    close_form(p, "", "Comment");
}

static void add_talk(struct page *p)
{
    size_t hidden = 0;

    str_add(&p->out, "<h2>Comments and events</h2>\n"
                     "<ol class=\"list\">\n");
    for (size_t i = 0; i < p->x->n_deeds; i++)
        if (p->x->deeds[i].deed >= DEED_SUBMITTED)
            hidden += !history_add_deed(p->v, &p->out, &p->crowd,
                                        &p->x->deeds[i], p->key);
    str_add(&p->out, "</ol>\n");
    if (hidden)
        str_addf(&p->out,
                 "<p class=\"secret\">%zu text%s by others could reveal the "
                 "key and %s hidden.</p>\n",
                 hidden, hidden == 1 ? "" : "s", hidden == 1 ? "is" : "are");
}

/* ---- the page ---- */

static bool add_all(struct page *p, struct err *e)
{
    struct blind own = blind_of(p->v, p->x, p->v->who->id);
    bool author = p->x->entry.author == p->v->who->id;

    if (entry_may(p->v, p->x, DEAL_SOLVE, NULL)) {
        add_blind(p);
    } else if (p->key) {
        if (author)
            add_author(p);
        else if (own.deed)
            add_agreement(p, &own);
        if (!add_known(p, e))
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
    if (!add_all(&p, e))
        return false;
    layout_close(v, &p.out, wrong ? 400 : 200);
    return true;
}

bool review_page(struct visit *v, struct err *e)
{
    struct entry_view x;

    return entry_open(v, &x, e) && review_page_again(v, &x, NULL, e);
}
