/* SPDX-License-Identifier: Apache-2.0 */
#include "report/datum.h"
#include "report/html/html.h"
#include "serve/desk/ask_results.h"
#include "serve/desk/board_page.h"
#include "serve/desk/review.h"
#include "serve/pages/layout.h"
#include "store/reviews.h"

#include <inttypes.h>
#include <math.h>

#define LIST_MOST 50 /* rows of a list */

static const char *person_name(const struct board_page *s, int64_t id)
{
    for (size_t i = 0; i < s->n_people; i++)
        if (s->people[i].id == id)
            return s->people[i].name;
    return "somebody";
}

/* ---- who waits for whom ---- */

/* The newest deed that began the waiting, and who has it in hand. */
struct waiting {
    int64_t since_ms;
    int64_t solver; /* who solved it blind and has not decided; 0: nobody */
};

static bool find_waiting(struct board_page *s, const struct entry *x,
                         struct waiting *out, struct err *e)
{
    struct entry_deed *deeds;
    size_t n;

    *out = (struct waiting){ .since_ms = x->changed_ms };
    if (!deeds_list(s->visit->store, s->visit->arena, x->id, &deeds, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct entry_deed *d = &deeds[i];

        if (d->deed == DEED_SUBMITTED || d->deed == DEED_RETURNED)
            *out = (struct waiting){ .since_ms = d->at_ms };
        if (d->deed == DEED_SOLVED && d->version == x->version)
            out->solver = d->person;
    }
    return true;
}

static bool add_waiting(struct board_page *s, const struct entry *x,
                        struct err *e)
{
    struct str *out = s->out;
    struct waiting w;

    if (!find_waiting(s, x, &w, e))
        return false;
    str_add(out, "<tr><td>");
    if (!board_entry(s, x, e))
        return false;
    str_add(out, "</td><td>");
    html_text(out, person_name(s, x->author));
    str_add(out, "</td><td>");
    if (x->state == ENTRY_RETURNED)
        html_text(out, person_name(s, x->author));
    else if (w.solver)
        html_text(out, person_name(s, w.solver));
    else
        str_add(out, "a reviewer");
    str_add(out, x->state == ENTRY_RETURNED ? ", who wrote it"
                 : w.solver                 ? ", who has solved it"
                                            : "");
    str_add(out, "</td><td>");
    layout_time(out, w.since_ms);
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
            str_add(s->out,
                    "<div class=\"scroll\"><table><thead><tr>"
                    "<th scope=\"col\">entry</th>"
                    "<th scope=\"col\">by</th>"
                    "<th scope=\"col\">waits for</th>"
                    "<th scope=\"col\">since</th></tr></thead><tbody>\n");
        if (!add_waiting(s, x, e))
            return false;
    }
    str_add(s->out, n ? "</tbody></table></div>\n"
                      : "<p class=\"say\">Nobody waits.</p>\n");
    if (n > LIST_MOST)
        str_addf(s->out, "<p class=\"say\">And %zu more.</p>\n", n - LIST_MOST);
    return true;
}

/* Doubtful keys and verdicts are for those who may decide them. */
static bool add_doubts(struct board_page *s, struct err *e)
{
    struct doubts_open d;

    if (s->visit->who->role < ROLE_REVIEWER)
        return true;
    if (!doubts_count(s->visit, &d, e))
        return false;
    if (d.n) {
        str_addf(s->out,
                 "<p class=\"say\"><a href=\"/reviews\">%s</a> about keys and "
                 "verdicts wait%s for a person, the oldest since ",
                 datum_plural(s->visit->arena, d.n, "doubt"),
                 d.n == 1 ? "s" : "");
        layout_time(s->out, d.since_ms);
        str_add(s->out, ".</p>\n");
    }
    return true;
}

bool board_waiting(struct board_page *s, struct err *e)
{
    str_add(s->out, "<h2 id=\"waiting\">Who waits for whom</h2>\n");
    return add_entries(s, e) && add_doubts(s, e);
}

/* ---- challenges and what they cost ---- */

static void add_challenge(struct board_page *s, const struct challenge *c)
{
    const struct run_stamp *t = board_stamp(&s->data, c->run);
    struct str *out = s->out;

    str_addf(out,
             "<tr><td><a href=\"/entries/%" PRId64 "/ask\">%" PRId64
             "</a>, version %" PRId64 "</td><td>",
             c->entry, c->entry, c->version);
    html_text(out, person_name(s, c->person));
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

    str_add(s->out, "<h2 id=\"queue\">Challenges in the queue</h2>\n");
    for (size_t i = 0; i < s->data.n_challenges; i++) {
        const struct challenge *c = &s->data.challenges[i];

        if (c->state > CHALLENGE_ASKING || n++ >= LIST_MOST)
            continue;
        if (n == 1)
            str_add(s->out,
                    "<div class=\"scroll\"><table><thead><tr>"
                    "<th scope=\"col\">entry</th>"
                    "<th scope=\"col\">by</th>"
                    "<th scope=\"col\">models</th>"
                    "<th scope=\"col\" class=\"num\">attempts</th>"
                    "<th scope=\"col\">state</th>"
                    "<th scope=\"col\">since</th></tr></thead><tbody>\n");
        add_challenge(s, c);
    }
    str_add(s->out, n ? "</tbody></table></div>\n"
                      : "<p class=\"say\">The queue is empty.</p>\n");
    if (n > LIST_MOST)
        str_addf(s->out, "<p class=\"say\">And %zu more.</p>\n", n - LIST_MOST);
}

/* "$3.10 of $20.00 are left" */
static void add_left(struct board_page *s, const char *whose, double money_most,
                     double money, uint64_t tokens_most, double tokens)
{
    struct arena *a = s->visit->arena;

    if (money_most > 0) {
        str_addf(s->out, "<li>%s: %s of ", whose,
                 datum_words(a, datum_money(fmax(money_most - money, 0)), 0));
        str_addf(s->out, "%s are left</li>\n",
                 datum_words(a, datum_money(money_most), 0));
    }
    if (tokens_most)
        str_addf(s->out, "<li>%s: %.0f of %" PRIu64 " tokens are left</li>\n",
                 whose, fmax((double)tokens_most - tokens, 0), tokens_most);
}

bool board_budget(struct board_page *s, struct err *e)
{
    const struct serve_options *o = s->visit->serve->o;
    double money, tokens, own_money, own_tokens;

    if (!challenges_spent(s->visit->store, 0, &money, &tokens, e) ||
        !challenges_spent(s->visit->store, s->visit->who->id, &own_money,
                          &own_tokens, e))
        return false;
    str_add(s->out, "<h2 id=\"budget\">Budget</h2>\n<ul class=\"list\">\n");
    add_left(s, "Project", o->ask.ask.budget_money, money,
             o->ask.ask.budget_tokens, tokens);
    add_left(s, "Yours", o->person_money, own_money, o->person_tokens,
             own_tokens);
    str_addf(s->out, "<li>Spent so far: %s, %.0f tokens</li>\n</ul>\n",
             datum_words(s->visit->arena, datum_money(money), 0), tokens);
    return true;
}
