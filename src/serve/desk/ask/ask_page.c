/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/ask/ask_page.h"
#include "base/utf8.h"
#include "report/document.h"
#include "report/html/html.h"
#include "run/count/bad_keys.h"
#include "run/count/tally.h"
#include "run/engine/ask.h"
#include "run/judge.h"
#include "run/review/decisions.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/ask_results_int.h"
#include "serve/desk/ask/challenge.h"
#include "serve/desk/ask/failure.h"
#include "serve/desk/write/write_claim.h"
#include "serve/pages/layout.h"
#include "store/challenges.h"
#include "store/journal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static double ask_page_left_of(double budget, double spent)
{
    return budget > 0 ? budget - spent : INFINITY;
}

bool budget_left(const struct serve_options *o, struct store *s, int64_t person,
                 struct budget_left *out, struct err *e)
{
    double money, tokens, own_money, own_tokens;

    if (!challenges_spent(s, 0, &money, &tokens, e) ||
        !challenges_spent(s, person, &own_money, &own_tokens, e))
        return false;
    *out = (struct budget_left){
        .project_money = ask_page_left_of(o->ask.ask.budget_money, money),
        .project_tokens =
            ask_page_left_of((double)o->ask.ask.budget_tokens, tokens),
        .person_money = ask_page_left_of(o->person_money, own_money),
        .person_tokens = ask_page_left_of((double)o->person_tokens, own_tokens)
    };
    return true;
}

/* One of the four budgets, and what is left of it. */
struct budget_row {
    const char *whose;
    double left, budget;
    bool money;
};

#define ROWS 4

static void list_rows(const struct serve_options *o,
                      const struct budget_left *l, struct budget_row out[ROWS])
{
    const char *project = "the project's budget";
    const char *person = "this person's budget";

    out[0] = (struct budget_row){ project, l->project_money,
                                  o->ask.ask.budget_money, true };
    out[1] = (struct budget_row){ project, l->project_tokens,
                                  (double)o->ask.ask.budget_tokens, false };
    out[2] =
        (struct budget_row){ person, l->person_money, o->person_money, true };
    out[3] = (struct budget_row){ person, l->person_tokens,
                                  (double)o->person_tokens, false };
}

/* "the project's budget is spent: $2.50 of $2.00" */
static const char *row_words(struct arena *a, const struct budget_row *r,
                             const char *says)
{
    double spent = r->budget - r->left;

    return r->money ? arena_printf(a, "%s %s: $%.2f of $%.2f", r->whose, says,
                                   spent, r->budget)
                    : arena_printf(a, "%s %s: %.0f of %.0f tokens", r->whose,
                                   says, spent, r->budget);
}

const char *budget_spent(struct arena *a, const struct serve_options *o,
                         const struct budget_left *left)
{
    struct budget_row rows[ROWS];

    list_rows(o, left, rows);
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].left <= 0)
            return row_words(a, &rows[i], "is spent");
    return NULL;
}

const char *budget_scarce(struct arena *a, const struct serve_options *o,
                          const struct budget_left *left)
{
    const struct budget_row *worst = NULL;
    struct budget_row rows[ROWS];

    list_rows(o, left, rows);
    for (size_t i = 0; i < ROWS; i++)
        if (isfinite(rows[i].left) &&
            (!worst ||
             rows[i].left / rows[i].budget < worst->left / worst->budget))
            worst = &rows[i];
    return worst
               ? row_words(a, worst,
                           worst->left <= 0 ? "is spent"
                                            : "is not enough for another call")
               : NULL;
}

/* What challenges came to, in numbers. */

bool asked_read(struct visit *v, const struct challenge *c, struct asked *out,
                struct err *e)
{
    struct result *r = NULL;
    const bool *bad;

    *out = (struct asked){ .row = *c };
    if (c->run &&
        !bad_keys_results(v->arena, v->store, c->run, &r, &out->n, &bad, e))
        return false;
    out->results = r;
    return true;
}

/* Reads all challenges of an entry, oldest first, with what the visitor may do.
 * Fails likewise. */
static bool asked_read_all(struct visit *v, const struct entry_view *x,
                           struct asked **out, size_t *n, struct err *e)
{
    struct challenge *rows;
    uint64_t replies = 0;

    if (!challenges_list(v->store, v->arena, x->entry.id, &rows, n, e))
        return false;
    *out = arena_array(v->arena, struct asked, *n + 1);
    for (size_t i = 0; i < *n; i++) {
        struct asked *a = &(*out)[i];

        if (!asked_read(v, &rows[i], a, e))
            return false;
        a->may_ask = rows[i].version == x->entry.version &&
                     entry_may(v, x, DEAL_ASK, NULL);
        a->earlier = replies;
        for (size_t k = 0; k < a->n; k++)
            replies += a->results[k].outcome != OUTCOME_ERROR;
    }
    return true;
}

/* Is the verdict a person's? */
static bool asked_is_decided(const struct result *r)
{
    return r->judge && str_eq(r->judge, DECISIONS_JUDGE);
}

static void score_one(struct asked_score *s, const struct result *r)
{
    enum mark m = mark_of(r, false);

    s->marks[m]++;
    s->attempts += m != MARK_ERROR;
    s->counted += mark_counts(m);
    s->correct += m == MARK_CORRECT;
    s->decided += mark_is_settled(m) && asked_is_decided(r);
    if (m == MARK_ERROR || r->usage.completion < 0)
        return;
    s->sized++;
    s->prompt += r->usage.prompt > 0 ? (double)r->usage.prompt : 0;
    s->completion += (double)r->usage.completion;
}

void asked_add(const struct asked *x, const char *model,
               struct asked_score *score)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->results[i].model < x->row.n_models &&
            str_eq(x->row.models[x->results[i].model], model))
            score_one(score, &x->results[i]);
}

/* Attempts that count, and of which nobody knows whether they are right. */
static uint64_t ask_page_open_of(const struct asked_score *s)
{
    uint64_t n = 0;

    for (int m = 0; m < MARKS; m++)
        n += mark_is_open((enum mark)m) ? s->marks[m] : 0;
    return n;
}

void asked_put_rate(struct arena *a, struct json *row,
                    const struct asked_score *s)
{
    struct interval i = stats_wilson((double)s->correct, (double)s->counted);

    row_add(a, row,
            "correct=%" PRIu64 " counted=%" PRIu64
            " low=%.0f high=%.0f undecided=%" PRIu64 " decisions=%" PRIu64,
            s->correct, s->counted, 100 * i.low, 100 * i.high,
            ask_page_open_of(s), s->decided);
}

void asked_rate(struct str *out, const struct asked_score *s)
{
    struct json *row = json_new(out->arena, JSON_OBJECT);

    asked_put_rate(out->arena, row, s);
    fill_part(out, "rate", row);
}

static const char *asked_words(enum mark m)
{
    return m == MARK_NO_ANSWER ? "no answer"
           : m == MARK_BAD_KEY ? "bad key"
                               : mark_name(m);
}

bool asked_is_going(const struct challenge *c)
{
    return c->state == CHALLENGE_QUEUED || c->state == CHALLENGE_ASKING;
}

uint64_t asked_misses(const struct asked *x)
{
    uint64_t replies = 0, total = x->row.attempts * x->row.n_models;

    for (size_t i = 0; i < x->n; i++)
        replies += x->results[i].outcome != OUTCOME_ERROR;
    return asked_is_going(&x->row) || replies > total ? 0 : total - replies;
}

/* One reply: the stretch that was judged, the verdict, why it failed, and what it
 * cost. */

#define TEXT_MOST 24000 /* bytes of a reply on a page: its end */

/* Reads what else it needs than visit, out and asked. */
static bool looking_open(struct looking *l, struct err *e)
{
    const struct challenge *c = &l->asked->row;
    struct arena *a = l->visit->arena;
    struct entry_version v;
    struct err unused;
    bool found;

    if (!entries_version(l->visit->store, a, c->entry, c->version, &v, &found,
                         e))
        return false;
    if (!found)
        return err_set(e, ERR_IO, "a version is missing from the store");
    if (str_eq(v.check, "claim") &&
        !draft_claims(a, v.claim, &l->claims, &l->n_claims, &unused))
        l->n_claims = 0;
    return version_problem(a, &v, &l->problem, e);
}

static void ask_page_add_fact(struct str *out, const char *name,
                              const char *text)
{
    if (!text || !text[0])
        return;
    str_addf(out, "<dt>%s</dt><dd>", name);
    html_text(out, text);
    str_add(out, "</dd>\n");
}

/* Likewise; the script sets it. */
static void ask_page_add_formula(struct str *out, const char *name,
                                 const char *text)
{
    if (!text || !text[0])
        return;
    str_addf(out, "<dt>%s</dt><dd class=\"tex key\">", name);
    html_text(out, text);
    str_add(out, "</dd>\n");
}

/* The end of the text, with the stretch that was taken for the answer. */
static void ask_page_add_text(struct str *out, const char *text,
                              const struct grade_result *g, const char *id)
{
    size_t n = strlen(text), skip = n > TEXT_MOST ? n - TEXT_MOST : 0;
    bool has = g && g->to > g->from && g->to <= n;
    size_t from = has ? g->from : 0, to = has ? g->to : 0;

    while (skip && skip < n && ((unsigned char)text[skip] & 0xc0) == 0x80)
        skip++;
    if (skip)
        str_addf(out,
                 "<p class=\"hint\">The first %zu bytes of the reply are not "
                 "shown here.</p>\n",
                 skip);
    text += skip;
    n -= skip;
    from = from > skip ? from - skip : 0;
    to = to > skip ? to - skip : 0;
    str_addf(out, "<div class=\"tex\" data-from=\"%zu\" data-to=\"%zu\">",
             utf8_units(text, n, from), utf8_units(text, n, to));
    html_text(out, text);
    str_addf(out,
             "</div>\n<details id=\"%s-source\"><summary>As written</summary>"
             "\n<pre>",
             id);
    html_text(out, text);
    str_add(out, "</pre></details>\n");
}

static void ask_page_add_numbers(struct looking *l, const struct result *r)
{
    struct arena *a = l->visit->arena;
    const char *spec = l->asked->row.models[r->model];
    const struct model *m = challenger_model(l->visit->serve->challenger, spec);
    const struct prices *prices = l->visit->serve->o->ask.ask.prices;
    struct price p;

    if (r->usage.completion >= 0)
        ask_page_add_fact(l->out, "tokens",
                          arena_printf(a,
                                       "%" PRId64 " in the prompt, %" PRId64
                                       " in the reply",
                                       r->usage.prompt, r->usage.completion));
    if (r->outcome != OUTCOME_ERROR)
        ask_page_add_fact(l->out, "time",
                          arena_printf(a, "%.1f s", (double)r->took_ms / 1000));
    if (prices && prices_find(prices, spec, m ? m->name : spec, &p))
        ask_page_add_fact(
            l->out, "cost",
            arena_printf(a, "$%.4f",
                         price_of(&p, r->usage.prompt, r->usage.cached,
                                  r->usage.completion)));
}

static const char *machine_words(const struct grade_result *g)
{
    enum verdict x = g->lenient.verdict;

    return x == VERDICT_NO_ANSWER ? "no answer" : verdict_name(x);
}

static void ask_page_add_facts(struct looking *l, const struct result *r,
                               const struct grade_result *g,
                               const struct failure *f)
{
    enum mark m = mark_of(r, false);
    struct arena *a = l->visit->arena;

    str_add(l->out, "<dl class=\"meta\">\n");
    if (g && asked_is_decided(r)) {
        ask_page_add_fact(l->out, "verdict of the judge", machine_words(g));
        ask_page_add_fact(l->out, "why", g->lenient.why);
        ask_page_add_fact(l->out, "verdict of a reviewer",
                          arena_printf(a, "%s, %s", asked_words(m), r->why));
    } else {
        ask_page_add_fact(l->out, "verdict", asked_words(m));
        ask_page_add_fact(l->out, "why", r->why);
    }
    if (f->kind)
        ask_page_add_fact(
            l->out, "kind",
            arena_printf(a, "%s: %s", failure_word(f->kind), f->says));
    ask_page_add_formula(l->out, "answer", r->answer);
    if (g) {
        ask_page_add_formula(l->out, "understood", g->answer);
        ask_page_add_formula(l->out, "key", g->key);
        ask_page_add_fact(l->out, "they differ", g->witness);
    }
    ask_page_add_numbers(l, r);
    str_add(l->out, "</dl>\n");
}

static void ask_page_add_summary(struct looking *l, const struct result *r,
                                 const struct grade_result *g,
                                 const struct failure *f)
{
    enum mark m = mark_of(r, false);

    str_addf(l->out,
             "<details class=\"reply\" id=\"reply-%" PRId64 "-%" PRIu64
             "-%" PRIu64 "\"><summary>%" PRIu64
             " <span class=\"mark\" data-mark=\"%s\">%s</span>",
             l->asked->row.id, r->model, r->attempt, r->attempt, mark_name(m),
             asked_words(m));
    if (g && asked_is_decided(r))
        str_addf(l->out, " decided by a reviewer; the judge: %s",
                 machine_words(g));
    if (f->kind && !str_eq(failure_word(f->kind), asked_words(m)))
        str_addf(l->out, " %s", failure_word(f->kind));
    if (r->answer && strlen(r->answer) <= 200) {
        str_add(l->out, " <span class=\"tex key\">");
        html_text(l->out, r->answer);
        str_add(l->out, "</span>");
    }
    str_add(l->out, "</summary>\n");
}

/* Adds a reply with its text, verdict and kind of failure. Fails when the store
 * cannot be read. */
static bool looking_reply(struct looking *l, const struct result *r,
                          struct err *e)
{
    struct visit *v = l->visit;
    struct grade_result g;
    struct failed_reply x = { .problem = &l->problem,
                              .result = r,
                              .claims = l->claims,
                              .n_claims = l->n_claims };
    struct failure f;
    struct call call;
    bool found = false;

    if (r->outcome != OUTCOME_ERROR &&
        !journal_find(v->store, v->arena, r->call, false, &call, &found, e))
        return false;
    if (found)
        x.text = call.reply.text ? call.reply.text : "";
    if (found && r->outcome == OUTCOME_OK) {
        g = run_judge_text(v->arena, &l->problem, NULL, x.text);
        x.grade = &g;
    }
    f = failure_of(v->arena, &x);
    ask_page_add_summary(l, r, x.grade, &f);
    ask_page_add_facts(l, r, x.grade, &f);
    if (x.text)
        ask_page_add_text(l->out, x.text, x.grade,
                          arena_printf(v->arena,
                                       "reply-%" PRId64 "-%" PRIu64 "-%" PRIu64,
                                       l->asked->row.id, r->model, r->attempt));
    str_add(l->out, "</details>\n");
    return true;
}

struct json *asked_model(struct visit *v, const char *model)
{
    const struct serve_options *o = v->serve->o;
    const char **labels =
        document_labels(document_new(v->arena, 0), o->models, o->n_models);
    const char *label = model;

    for (size_t i = 0; i < o->n_models; i++)
        if (str_eq(o->models[i], model) && strstr(model, labels[i]))
            label = labels[i];
    return row_new(v->arena, "spec=%s label=%s", model, label);
}

void asked_name(struct visit *v, struct str *out, const char *model)
{
    fill_part(out, "model", asked_model(v, model));
}

/* ---- one model ---- */

static void ask_page_add_marks(struct str *out, const struct asked *x,
                               size_t model, bool replies)
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

static void ask_page_add_counts(struct str *out, const struct asked_score *s)
{
    for (int m = 0; m < MARKS; m++)
        if (s->marks[m] && m != MARK_CORRECT)
            str_addf(out, ", %s %" PRIu64 "%s", asked_words((enum mark)m),
                     s->marks[m],
                     mark_counts((enum mark)m) ? "" : " (not counted)");
}

static bool ask_page_add_model(struct looking *l, size_t model, bool replies,
                               struct err *e)
{
    const struct asked *x = l->asked;
    struct asked_score s = { 0 };

    asked_add(x, x->row.models[model], &s);
    str_add(l->out, "<h4>");
    asked_name(l->visit, l->out, x->row.models[model]);
    str_add(l->out, "</h4>\n<p class=\"facts\">");
    asked_rate(l->out, &s);
    ask_page_add_counts(l->out, &s);
    str_add(l->out, "</p>\n");
    ask_page_add_marks(l->out, x, model, replies);
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
static void ask_page_add_progress(struct visit *v, struct str *out,
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

static bool ask_page_add_head(struct visit *v, struct str *out,
                              const struct asked *x, struct err *e)
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

/* Adds a <section> of the challenge. `replies`: with the replies themselves, else
 * with a link to them. Fails when the store cannot be read. */
static bool asked_show(struct visit *v, struct str *out, const struct asked *x,
                       bool replies, struct err *e)
{
    struct looking l = { .visit = v, .out = out, .asked = x };
    const struct challenge *c = &x->row;

    str_addf(out,
             "<section class=\"challenge\" id=\"challenge-%" PRId64
             "\" data-challenge=\"%" PRId64 "\" data-state=\"%s\">\n",
             c->id, c->id, challenge_state_name(c->state));
    if (!ask_page_add_head(v, out, x, e) || !looking_open(&l, e))
        return false;
    ask_page_add_progress(v, out, x);
    add_again(v, out, x);
    for (size_t i = 0; i < c->n_models; i++)
        if (!ask_page_add_model(&l, i, replies, e))
            return false;
    if (!replies)
        str_addf(out,
                 "<p><a href=\"/challenges/%" PRId64
                 "/results?page=1\">Replies</a></p>\n",
                 c->id);
    str_add(out, "</section>\n");
    return true;
}

#define BYTES_OF_TOKEN 4.0 /* of a prompt, about */
#define ELSEWHERE      8   /* challenges of other entries that are looked at */

/* Everything the page is made of. */
struct ask_page {
    struct visit *visit;
    struct str *out;
    struct entry_view entry;
    struct asked *asked; /* oldest first */
    size_t n;
    struct challenge *all; /* of all entries, oldest first */
    size_t n_all;
    size_t queue;        /* of these, how many wait or are asked */
    const char **models; /* that were asked or may be asked, each once */
    size_t n_models;
    struct budget_left left;
};

/* ---- reading ---- */

static void ask_page_add_name(struct ask_page *p, const char *name)
{
    for (size_t i = 0; i < p->n_models; i++)
        if (str_eq(p->models[i], name))
            return;
    p->models[p->n_models++] = name;
}

static void gather_models(struct ask_page *p)
{
    const struct serve_options *o = p->visit->serve->o;
    size_t most = o->n_models;

    for (size_t i = 0; i < p->n; i++)
        most += p->asked[i].row.n_models;
    p->models = arena_array(p->visit->arena, const char *, most + 1);
    for (size_t i = 0; i < o->n_models; i++)
        ask_page_add_name(p, o->models[i]);
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->asked[i].row.n_models; k++)
            ask_page_add_name(p, p->asked[i].row.models[k]);
}

static bool read_page(struct ask_page *p, struct err *e)
{
    struct visit *v = p->visit;

    if (!asked_read_all(v, &p->entry, &p->asked, &p->n, e) ||
        !challenges_list(v->store, v->arena, 0, &p->all, &p->n_all, e) ||
        !budget_left(v->serve->o, v->store, v->who->id, &p->left, e))
        return false;
    for (size_t i = 0; i < p->n_all; i++)
        p->queue += asked_is_going(&p->all[i]);
    gather_models(p);
    return true;
}

/* How a model did with the newest version, and with earlier ones. */
static void scores_of(const struct ask_page *p, const char *model,
                      struct asked_score *now, struct asked_score *before)
{
    *now = *before = (struct asked_score){ 0 };
    for (size_t i = 0; i < p->n; i++)
        asked_add(&p->asked[i], model,
                  p->asked[i].row.version == p->entry.entry.version ? now
                                                                    : before);
}

/* ---- what it may cost ---- */

/* What attempts take. */
struct reckoned {
    double tokens, money;
    bool floor; /* at least: how long replies are is not known */
};

/* How a model did with other entries lately. */
static struct asked_score score_elsewhere(const struct ask_page *p,
                                          const char *model)
{
    struct asked_score score = { 0 };
    size_t left = ELSEWHERE;
    struct asked x;
    struct err unused;

    for (size_t i = p->n_all; left > 0 && i-- > 0;) {
        const struct challenge *c = &p->all[i];

        for (size_t k = 0; c->run && k < c->n_models; k++)
            if (str_eq(c->models[k], model) &&
                asked_read(p->visit, c, &x, &unused)) {
                asked_add(&x, model, &score);
                left--;
                break;
            }
    }
    return score;
}

/* Tokens of the prompt, by its bytes. */
static double ask_page_prompt_tokens(const struct ask_page *p,
                                     const struct model *m)
{
    struct plan plan = { .problems = &p->entry.problem,
                         .n_problems = 1,
                         .models = m,
                         .n_models = 1,
                         .attempts = 1 };
    struct ask_estimate t;
    struct err unused;

    return m && !model_is_local(m) &&
                   ask_preview(p->visit->arena, NULL, NULL, NULL, &plan, &t,
                               &unused)
               ? (double)t.prompt_bytes / BYTES_OF_TOKEN
               : 0;
}

/* Tokens of one attempt: the means of those with this entry, else the prompt's by
 * its bytes and the reply's by the mean with other entries. Returns false if no
 * reply of the model ever came. */
static bool ask_page_reckon(const struct ask_page *p, const char *model,
                            double *prompt, double *reply)
{
    struct asked_score now, before;
    double n;

    scores_of(p, model, &now, &before);
    n = (double)(now.sized + before.sized);
    if (n > 0) {
        *prompt = (now.prompt + before.prompt) / n;
        *reply = (now.completion + before.completion) / n;
        return true;
    }
    now = score_elsewhere(p, model);
    *prompt = ask_page_prompt_tokens(
        p, challenger_model(p->visit->serve->challenger, model));
    *reply = now.sized ? now.completion / (double)now.sized : 0;
    return now.sized > 0;
}

static const char *about(bool floor)
{
    return floor ? "at least" : "about";
}

/* Adds what one attempt takes to the sums. */
static void page_add_model(const struct ask_page *p, size_t i,
                           struct reckoned *sum)
{
    struct visit *v = p->visit;
    const struct prices *prices = v->serve->o->ask.ask.prices;
    const char *spec = v->serve->o->models[i];
    const struct model *m = challenger_model(v->serve->challenger, spec);
    double prompt, reply, money = 0;
    bool local = m && model_is_local(m), priced;
    bool floor = !ask_page_reckon(p, spec, &prompt, &reply) && !local;
    struct price price;

    priced = prices && prices_find(prices, spec, m ? m->name : spec, &price);
    if (priced)
        money = price.input * prompt + price.output * reply;
    sum->tokens += prompt + reply;
    sum->money += money;
    sum->floor = sum->floor || floor;
    str_addf(p->out,
             "<li><label><input type=\"checkbox\" name=\"model\" id=\"model-"
             "%zu\" data-tokens=\"%.0f\" data-money=\"%.6f\"%s value=\"",
             i, prompt + reply, money, floor ? " data-floor=\"1\"" : "");
    html_text(p->out, spec);
    str_add(p->out, v->serve->o->n_models == 1 ? "\" checked> " : "\"> ");
    asked_name(v, p->out, spec);
    str_add(p->out, "</label> <span class=\"hint\">");
    if (local)
        str_add(p->out, "runs inside the server, costs nothing");
    else if (!floor)
        str_addf(p->out, "an attempt takes about %.0f tokens", prompt + reply);
    else
        str_addf(p->out,
                 "a prompt of about %.0f tokens; the length of replies is "
                 "not known yet",
                 prompt);
    if (priced)
        str_addf(p->out, ", %s $%.4f", about(floor), money);
    str_add(p->out, "</span></li>\n");
}

static void ask_page_add_left(struct str *out, const char *whose, double money,
                              double tokens)
{
    if (isfinite(money))
        str_addf(out, " %s: $%.2f.", whose, fmax(0, money));
    if (isfinite(tokens))
        str_addf(out, " %s: %.0f tokens.", whose, fmax(0, tokens));
}

static void add_budgets(const struct ask_page *p)
{
    double tokens = fmin(p->left.project_tokens, p->left.person_tokens);
    double money = fmin(p->left.project_money, p->left.person_money);

    str_add(p->out, "<p class=\"hint\" id=\"left\"");
    if (isfinite(tokens))
        str_addf(p->out, " data-tokens=\"%.0f\"", fmax(0, tokens));
    if (isfinite(money))
        str_addf(p->out, " data-money=\"%.6f\"", fmax(0, money));
    str_addf(p->out, ">%zu challenge%s wait%s or %s in progress.", p->queue,
             p->queue == 1 ? "" : "s", p->queue == 1 ? "s" : "",
             p->queue == 1 ? "is" : "are");
    ask_page_add_left(p->out, "Remaining budget of the project",
                      p->left.project_money, p->left.project_tokens);
    ask_page_add_left(p->out, "Your remaining budget", p->left.person_money,
                      p->left.person_tokens);
    str_add(p->out, "</p>\n");
}

/* ---- the form ---- */

/* What all models take with the most attempts; the script says what is chosen. */
static void ask_page_add_most(const struct ask_page *p,
                              const struct reckoned *one, unsigned attempts)
{
    double tokens = attempts * one->tokens, money = attempts * one->money;
    bool scarce =
        tokens > fmin(p->left.project_tokens, p->left.person_tokens) ||
        money > fmin(p->left.project_money, p->left.person_money);

    str_addf(p->out,
             "<p class=\"hint\" id=\"estimate\" role=\"status\">All models "
             "with the largest number of attempts take %s %.0f tokens",
             about(one->floor), tokens);
    if (money > 0)
        str_addf(p->out, ", %s $%.4f", about(one->floor), money);
    str_addf(p->out, "%s.</p>\n",
             scarce ? ", which is more than the remaining budget" : "");
}

static void ask_page_add_form(const struct ask_page *p)
{
    struct visit *v = p->visit;
    const char *spent = budget_spent(v->arena, v->serve->o, &p->left), *why;
    unsigned most = ask_attempts_most(v->serve->o);
    struct reckoned sum = { 0 };

    str_add(p->out, "<h2>Ask models</h2>\n");
    if (!entry_may(v, &p->entry, DEAL_ASK, &why)) {
        layout_say(p->out, "secret",
                   arena_printf(v->arena, "You cannot ask models: %s.", why));
        return;
    }
    if (!v->serve->o->n_models) {
        layout_say(p->out, "secret",
                   "The server was started without models (--model).");
        return;
    }
    if (spent) {
        layout_say(
            p->out, "told",
            arena_printf(v->arena, "Models cannot be asked: %s.", spent));
        return;
    }
    layout_form(
        v, p->out,
        arena_printf(v->arena, "/entries/%" PRId64 "/ask", p->entry.entry.id));
    str_add(p->out, "<fieldset><legend>Models</legend>\n<ul class=\"list\">\n");
    for (size_t i = 0; i < v->serve->o->n_models; i++)
        page_add_model(p, i, &sum);
    str_addf(p->out,
             "</ul></fieldset>\n"
             "<div class=\"row\"><div class=\"field\"><label "
             "for=\"attempts\">Attempts for each model</label><input "
             "type=\"number\" id=\"attempts\" name=\"attempts\" min=\"1\" "
             "max=\"%u\" value=\"%u\" required></div></div>\n",
             most, most < 4 ? 1 : 4);
    ask_page_add_most(p, &sum, most);
    str_add(p->out, "<div class=\"actions\"><button class=\"first\">Ask"
                    "</button></div></form>\n");
}

/* ---- how models did ---- */

static void ask_page_add_row(const struct ask_page *p, const char *model)
{
    struct asked_score now, before;

    scores_of(p, model, &now, &before);
    if (!now.attempts && !before.attempts)
        return;
    str_add(p->out, "<tr><th scope=\"row\">");
    asked_name(p->visit, p->out, model);
    str_add(p->out, "</th><td>");
    asked_rate(p->out, &now);
    str_addf(p->out,
             "</td><td>version %" PRId64 ": %" PRIu64 " attempt%s</td>"
             "<td>%" PRIu64 " attempt%s at earlier versions</td></tr>\n",
             p->entry.entry.version, now.attempts, now.attempts == 1 ? "" : "s",
             before.attempts, before.attempts == 1 ? "" : "s");
}

/* "solved 3 of 6 by alpha, 0 of 4 by beta": models are not pooled. */
static void add_each(const struct ask_page *p)
{
    struct asked_score now, before;
    bool any = false;

    for (size_t i = 0; i < p->n_models; i++) {
        scores_of(p, p->models[i], &now, &before);
        if (!now.counted)
            continue;
        str_addf(p->out, "%s%" PRIu64 " of %" PRIu64 " by ",
                 any ? ", " : "solved ", now.correct, now.counted);
        asked_name(p->visit, p->out, p->models[i]);
        any = true;
    }
    if (!any)
        asked_rate(p->out, &(struct asked_score){ 0 });
}

static void ask_page_add_scores(const struct ask_page *p)
{
    if (!p->n)
        return;
    str_add(p->out, "<h2>Difficulty</h2>\n"
                    "<p>Based on attempts after the last edit: ");
    add_each(p);
    str_add(p->out, ". Attempts at earlier versions do not count.</p>\n");
    layout_table(p->out, "model fresh_attempts at_this_version before");
    for (size_t i = 0; i < p->n_models; i++)
        ask_page_add_row(p, p->models[i]);
    layout_table_end(p->out);
}

/* ---- challenges ---- */

/* Those of one version, newest first; of an older one folded. */
static bool ask_page_add_version(const struct ask_page *p, int64_t number,
                                 struct err *e)
{
    bool newest = number == p->entry.entry.version;
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++)
        n += p->asked[i].row.version == number;
    if (!n)
        return true;
    if (newest)
        str_addf(p->out, "<h2>Version %" PRId64 "</h2>\n", number);
    else
        str_addf(p->out,
                 "<details id=\"version-%" PRId64 "\"><summary>Version %" PRId64
                 ": %zu challenge%s</summary>\n",
                 number, number, n, n == 1 ? "" : "s");
    for (size_t i = p->n; i-- > 0;)
        if (p->asked[i].row.version == number &&
            !asked_show(p->visit, p->out, &p->asked[i], newest, e))
            return false;
    if (!newest)
        str_add(p->out, "</details>\n");
    return true;
}

static bool add_live(struct ask_page *p, struct err *e)
{
    bool ok = true;

    str_addf(p->out,
             "<div id=\"asked\" data-entry=\"%" PRId64 "\" data-place=\""
             "/entries/%" PRId64 "/ask\">\n",
             p->entry.entry.id, p->entry.entry.id);
    add_budgets(p);
    ask_page_add_scores(p);
    for (int64_t i = p->entry.entry.version; ok && i >= 1; i--)
        ok = ask_page_add_version(p, i, e);
    if (!p->n)
        layout_say(p->out, "secret", "No model has been asked yet.");
    str_add(p->out, "</div>\n");
    return ok;
}

/* ---- routes ---- */

bool ask_show(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct ask_page p = { .visit = v, .out = &out };
    const char *why;

    if (!entry_open(v, &p.entry, e))
        return false;
    layout_open(
        v, &out,
        arena_printf(v->arena, "Entry %" PRId64 ": models", p.entry.entry.id),
        NULL);
    entry_head(v, &out, &p.entry, "ask");
    if (!entry_may(v, &p.entry, DEAL_KEY, &why)) {
        layout_say(&out, "secret",
                   arena_printf(v->arena, "The replies are hidden: %s.", why));
    } else {
        if (!read_page(&p, e))
            return false;
        ask_page_add_form(&p);
        if (!add_live(&p, e))
            return false;
    }
    layout_close(v, &out, 200);
    return true;
}

bool ask_results(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    bool page = http_query(v->request, "page") != NULL;
    struct entry_view x;
    struct challenge c;
    struct asked *all;
    size_t n, i = 0;

    if (!ask_open(v, &c, &x, e) || !entry_must(v, &x, DEAL_KEY, e) ||
        !asked_read_all(v, &x, &all, &n, e))
        return false;
    while (i < n && all[i].row.id != c.id)
        i++;
    if (page) {
        layout_open(v, &out, arena_printf(v->arena, "Challenge %" PRId64, c.id),
                    NULL);
        entry_head(v, &out, &x, "ask");
    }
    if (i < n && !asked_show(v, &out, &all[i], true, e))
        return false;
    if (page)
        layout_close(v, &out, 200);
    else
        reply_html(v->reply, 200, &out);
    return true;
}

/* ---- for routes ---- */

unsigned ask_attempts_most(const struct serve_options *o)
{
    return o->attempts_most ? o->attempts_most : CHALLENGER_ATTEMPTS;
}

bool ask_open(struct visit *v, struct challenge *c, struct entry_view *x,
              struct err *e)
{
    bool found = false;
    int64_t id;

    if (!http_number(v->args[0], &id))
        return err_set(e, ERR_SPENT, "there is no such challenge");
    if (!challenges_find(v->store, v->arena, id, c, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_SPENT, "there is no challenge %" PRId64, id);
    return entry_open_id(v, c->entry, x, e);
}
