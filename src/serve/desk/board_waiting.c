/* SPDX-License-Identifier: Apache-2.0 */
#include "report/datum.h"
#include "report/html/html.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/desk/board_page.h"
#include "serve/desk/review.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <math.h>

#define LIST_MOST 50 /* rows of a list */

/* Adds the end of a list of n rows, and how many were left out. */
static void end_list(struct board_page *s, size_t n, const char *none)
{
    if (n)
        layout_table_end(s->out);
    else
        layout_say(s->out, "say", none);
    if (n > LIST_MOST)
        layout_say(
            s->out, "say",
            arena_printf(s->visit->arena, "And %zu more.", n - LIST_MOST));
}

/* ---- who waits for whom ---- */

/* When the waiting began: the newest deed that led to it. */
static int64_t waits_since(const struct entry_view *x)
{
    int64_t since = x->entry.changed_ms;

    for (size_t i = 0; i < x->n_deeds; i++)
        if (x->deeds[i].deed == DEED_SUBMITTED ||
            x->deeds[i].deed == DEED_RETURNED)
            since = x->deeds[i].at_ms;
    return since;
}

static bool add_waiting(struct board_page *s, const struct entry *x,
                        struct err *e)
{
    struct entry_view view = { .entry = *x };
    struct str *out = s->out;

    if (!deeds_list(s->visit->store, s->visit->arena, x->id, &view.deeds,
                    &view.n_deeds, e))
        return false;
    str_add(out, "<tr><td>");
    if (!board_entry(s, x, e))
        return false;
    str_add(out, "</td><td class=\"name\">");
    html_text(out, crowd_name(&s->crowd, x->author));
    str_add(out, "</td><td class=\"name\">");
    html_text(out, entry_waits(s->visit, &view));
    str_add(out, "</td><td>");
    layout_time(out, waits_since(&view));
    str_add(out, "</td></tr>\n");
    return true;
}

static bool add_entries(struct board_page *s, struct err *e)
{
    size_t n = 0;

    /* Entries stand newest first; who waits longest comes first here. */
    for (size_t i = s->data.n_entries; i-- > 0;) {
        const struct entry *x = &s->data.entries[i];

        if ((x->state != ENTRY_SUBMITTED && x->state != ENTRY_RETURNED) ||
            n++ >= LIST_MOST)
            continue;
        if (n == 1)
            layout_table(s->out, "entry by waits_for since");
        if (!add_waiting(s, x, e))
            return false;
    }
    end_list(s, n, "Nothing is waiting.");
    return true;
}

/* Doubtful keys and verdicts are for those who may decide them. */
static bool add_doubts(struct board_page *s, struct err *e)
{
    struct doubts_open d;

    if (!visit_judges(s->visit))
        return true;
    if (!doubts_count(s->visit, &d, e))
        return false;
    if (d.n) {
        str_addf(s->out,
                 "<p class=\"say\"><a href=\"/reviews\">%s</a> about keys "
                 "and verdicts wait%s for a decision, the oldest since ",
                 datum_plural(s->visit->arena, d.n, "doubt"),
                 d.n == 1 ? "s" : "");
        layout_time(s->out, d.since_ms);
        str_add(s->out, ".</p>\n");
    }
    return true;
}

bool board_waiting(struct board_page *s, struct err *e)
{
    str_add(s->out, "<h2>Waiting entries</h2>\n");
    return add_entries(s, e) && add_doubts(s, e);
}

/* ---- challenges and what they cost ---- */

static void add_challenge(struct board_page *s, const struct challenge *c)
{
    const struct run_stamp *t = board_stamp(&s->data, c->run);
    struct str *out = s->out;

    str_addf(out,
             "<tr><td><a href=\"/entries/%" PRId64 "/ask\">%" PRId64
             "</a>, version %" PRId64 "</td><td class=\"name\">",
             c->entry, c->entry, c->version);
    html_text(out, crowd_name(&s->crowd, c->person));
    str_add(out, "</td><td>");
    for (size_t i = 0; i < c->n_models; i++) {
        str_add(out, i ? ", " : "");
        asked_name(s->visit, out, c->models[i]);
    }
    str_addf(out, "</td><td class=\"num\">%" PRIu64 "</td><td>%s", c->attempts,
             challenge_state_name(c->state));
    if (t && c->state == CHALLENGE_ASKING)
        str_addf(out, ", %" PRIu64 " of %" PRIu64, t->done, t->total);
    str_add(out, "</td><td>");
    layout_time(out, c->made_ms);
    str_add(out, "</td></tr>\n");
}

void board_queue(struct board_page *s)
{
    size_t n = 0;

    str_add(s->out, "<h2>Challenges in the queue</h2>\n");
    for (size_t i = 0; i < s->data.n_challenges; i++) {
        const struct challenge *c = &s->data.challenges[i];

        if (c->state > CHALLENGE_ASKING || n++ >= LIST_MOST)
            continue;
        if (n == 1)
            layout_table(s->out, "entry by models attempts:num state since");
        add_challenge(s, c);
    }
    end_list(s, n, "The queue is empty.");
}

/* "$3.10 of $20.00 are left" */
static void add_left(struct board_page *s, const char *whose, double money_most,
                     double money, uint64_t tokens_most, double tokens)
{
    struct arena *a = s->visit->arena;

    if (isfinite(money))
        str_addf(s->out, "<li>%s: %s of %s remain</li>\n", whose,
                 datum_words(a, datum_money(fmax(money, 0)), 0),
                 datum_words(a, datum_money(money_most), 0));
    if (isfinite(tokens))
        str_addf(s->out, "<li>%s: %.0f of %" PRIu64 " tokens remain</li>\n",
                 whose, fmax(tokens, 0), tokens_most);
}

bool board_budget(struct board_page *s, struct err *e)
{
    const struct serve_options *o = s->visit->serve->o;
    struct purse_left left;
    double money, tokens;

    if (!challenges_spent(s->visit->store, 0, &money, &tokens, e) ||
        !budget_left(o, s->visit->store, s->visit->who->id, &left, e))
        return false;
    str_add(s->out, "<h2>Budget</h2>\n<ul class=\"list\">\n");
    add_left(s, "Project", o->ask.ask.budget_money, left.project_money,
             o->ask.ask.budget_tokens, left.project_tokens);
    add_left(s, "Yours", o->person_money, left.person_money, o->person_tokens,
             left.person_tokens);
    str_addf(s->out, "<li>Spent so far: %s, %.0f tokens</li>\n</ul>\n",
             datum_words(s->visit->arena, datum_money(money), 0), tokens);
    return true;
}
