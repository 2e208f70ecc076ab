/* SPDX-License-Identifier: Apache-2.0 */
#include "report/document.h"
#include "report/html/html.h"
#include "run/count/tally.h"
#include "serve/desk/ask/ask_results_int.h"
#include "serve/desk/ask/challenger.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

void asked_name(struct visit *v, struct str *out, const char *model)
{
    const struct serve_options *o = v->serve->o;
    const char **labels =
        document_labels(document_new(v->arena, 0), o->models, o->n_models);
    const char *label = model;

    for (size_t i = 0; i < o->n_models; i++)
        if (str_eq(o->models[i], model) && strstr(model, labels[i]))
            label = labels[i];
    str_add(out, "<span title=\"");
    html_text(out, model);
    str_add(out, "\">");
    html_name(out, label);
    str_add(out, "</span>");
}

/* ---- one model ---- */

static void add_marks(struct str *out, const struct asked *x, size_t model,
                      bool replies)
{
    str_add(out, "<p class=\"marks\">");
    for (size_t i = 0; i < x->n; i++) {
        const struct result *r = &x->results[i];
        enum mark m = mark_of(r, false);

        if (r->model != model)
            continue;
        str_addf(out, "<%s class=\"mark\" data-mark=\"%s\"",
                 replies ? "a" : "span", mark_name(m));
        if (replies)
            str_addf(out,
                     " href=\"#reply-%" PRId64 "-%" PRIu64 "-%" PRIu64 "\"",
                     x->row.id, r->model, r->attempt);
        str_addf(out, ">%" PRIu64 " %s%s</%s> ", r->attempt, asked_words(m),
                 asked_is_decided(r) ? " by a reviewer" : "",
                 replies ? "a" : "span");
    }
    str_add(out, "</p>\n");
}

static void add_counts(struct str *out, const struct asked_score *s)
{
    for (int m = 0; m < MARKS; m++)
        if (s->marks[m] && m != MARK_CORRECT)
            str_addf(out, ", %s %" PRIu64 "%s", asked_words((enum mark)m),
                     s->marks[m],
                     mark_counts((enum mark)m) ? "" : " (not counted)");
}

static bool add_model(struct looking *l, size_t model, bool replies,
                      struct err *e)
{
    const struct asked *x = l->asked;
    struct asked_score s = { 0 };

    asked_add(x, x->row.models[model], &s);
    str_add(l->out, "<h4>");
    asked_name(l->visit, l->out, x->row.models[model]);
    str_add(l->out, "</h4>\n<p class=\"facts\">");
    asked_rate(l->out, &s);
    add_counts(l->out, &s);
    str_add(l->out, "</p>\n");
    add_marks(l->out, x, model, replies);
    for (size_t i = 0; replies && i < x->n; i++)
        if (x->results[i].model == model &&
            !looking_reply(l, &x->results[i], e))
            return false;
    return true;
}

/* ---- the challenge ---- */

/* The state as people see it. */
static const char *state_words(struct visit *v, const struct asked *x)
{
    uint64_t total = x->row.attempts * x->row.n_models;

    if (asked_is_going(&x->row) && v->serve->challenger &&
        challenger_is_halting(v->serve->challenger, x->row.id))
        return "stopping";
    return x->row.state == CHALLENGE_FAILED && asked_misses(x) < total
               ? "partly failed"
               : challenge_state_name(x->row.state);
}

static void add_again(struct visit *v, struct str *out, const struct asked *x)
{
    uint64_t n = asked_misses(x);

    if (!n || !x->may_ask)
        return;
    layout_form(
        v, out,
        arena_printf(v->arena, "/challenges/%" PRId64 "/again", x->row.id));
    str_addf(
        out,
        "<button id=\"again-%" PRId64
        "\">Ask for the missing attempts</button> <span class=\"hint\">%" PRIu64
        " attempt%s</span></form>\n",
        x->row.id, n, n == 1 ? "" : "s");
}

/* Who asked, the entry's author and the owner may stop it: the route asks; here
 * the button is shown to whoever may see the page. */
static void add_progress(struct visit *v, struct str *out,
                         const struct asked *x)
{
    uint64_t total = x->row.attempts * x->row.n_models;

    if (!asked_is_going(&x->row))
        return;
    str_addf(out,
             "<div class=\"going\"><progress max=\"%" PRIu64
             "\" value=\"%zu\" aria-label=\"attempts done\"></progress>\n"
             "<p class=\"facts\"><span class=\"count\">%zu of %" PRIu64
             "</span> attempts <span class=\"elapsed\" data-since=\"%" PRId64
             "\"></span></p>\n",
             total, x->n, x->n, total, x->row.started_ms);
    if (str_eq(state_words(v, x), "stopping")) {
        layout_say(out, "hint",
                   "Calls that were already sent may still finish.");
        str_add(out, "</div>\n");
        return;
    }
    layout_form(
        v, out,
        arena_printf(v->arena, "/challenges/%" PRId64 "/stop", x->row.id));
    str_addf(out,
             "<button id=\"stop-%" PRId64 "\">Stop</button></form></div>\n",
             x->row.id);
}

static bool add_head(struct visit *v, struct str *out, const struct asked *x,
                     struct err *e)
{
    const struct challenge *c = &x->row;
    const char *state = state_words(v, x);
    struct person p;
    bool found;

    if (!people_find(v->store, v->arena, c->person, &p, &found, e))
        return false;
    str_addf(out,
             "<h3>Challenge %" PRId64 " <span class=\"state\">%s</span></h3>\n"
             "<p class=\"facts\">by ",
             c->id, state);
    html_text(out, found ? p.name : "somebody");
    str_add(out, ", ");
    layout_time(out, c->made_ms);
    str_addf(out, "; version %" PRId64 ", %" PRIu64 " attempt%s for each model",
             c->version, c->attempts, c->attempts == 1 ? "" : "s");
    if (x->earlier)
        str_addf(out, ", after %" PRIu64 " earlier attempt%s at this entry",
                 x->earlier, x->earlier == 1 ? "" : "s");
    if (c->tokens > 0)
        str_addf(out, "; %.0f tokens", c->tokens);
    if (c->money > 0)
        str_addf(out, "; $%.4f", c->money);
    if (c->run)
        str_addf(out, "; run r%" PRId64, c->run);
    str_add(out, "</p>\n");
    for (const char *s = c->why ? c->why : ""; *s; s += strspn(s, "\n")) {
        size_t n = strcspn(s, "\n");

        layout_say(out, "told", arena_strndup(v->arena, s, n));
        s += n;
    }
    return true;
}

bool asked_show(struct visit *v, struct str *out, const struct asked *x,
                bool replies, struct err *e)
{
    struct looking l = { .visit = v, .out = out, .asked = x };
    const struct challenge *c = &x->row;

    str_addf(out,
             "<section class=\"challenge\" id=\"challenge-%" PRId64
             "\" data-challenge=\"%" PRId64 "\" data-state=\"%s\">\n",
             c->id, c->id, challenge_state_name(c->state));
    if (!add_head(v, out, x, e) || !looking_open(&l, e))
        return false;
    add_progress(v, out, x);
    add_again(v, out, x);
    for (size_t i = 0; i < c->n_models; i++)
        if (!add_model(&l, i, replies, e))
            return false;
    if (!replies)
        str_addf(out,
                 "<p><a href=\"/challenges/%" PRId64
                 "/results?page=1\">Replies</a></p>\n",
                 c->id);
    str_add(out, "</section>\n");
    return true;
}
