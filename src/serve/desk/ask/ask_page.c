/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/ask/ask_page.h"
#include "report/html/html.h"
#include "run/engine/ask.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/ask_results_int.h"
#include "serve/desk/ask/challenger.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <math.h>

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
    struct purse_left left;
};

/* ---- reading ---- */

static void add_name(struct ask_page *p, const char *name)
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
        add_name(p, o->models[i]);
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->asked[i].row.n_models; k++)
            add_name(p, p->asked[i].row.models[k]);
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
static double prompt_tokens(const struct ask_page *p, const struct model *m)
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
static bool reckon(const struct ask_page *p, const char *model, double *prompt,
                   double *reply)
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
    *prompt =
        prompt_tokens(p, challenger_model(p->visit->serve->challenger, model));
    *reply = now.sized ? now.completion / (double)now.sized : 0;
    return now.sized > 0;
}

static const char *about(bool floor)
{
    return floor ? "at least" : "about";
}

/* Adds what one attempt takes to the sums. */
static void add_model(const struct ask_page *p, size_t i, struct reckoned *sum)
{
    struct visit *v = p->visit;
    const struct prices *prices = v->serve->o->ask.ask.prices;
    const char *spec = v->serve->o->models[i];
    const struct model *m = challenger_model(v->serve->challenger, spec);
    double prompt, reply, money = 0;
    bool local = m && model_is_local(m), priced;
    bool floor = !reckon(p, spec, &prompt, &reply) && !local;
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

static void add_left(struct str *out, const char *whose, double money,
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
    add_left(p->out, "Remaining budget of the project", p->left.project_money,
             p->left.project_tokens);
    add_left(p->out, "Your remaining budget", p->left.person_money,
             p->left.person_tokens);
    str_add(p->out, "</p>\n");
}

/* ---- the form ---- */

/* What all models take with the most attempts; the script says what is chosen. */
static void add_most(const struct ask_page *p, const struct reckoned *one,
                     unsigned attempts)
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

static void add_form(const struct ask_page *p)
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
        add_model(p, i, &sum);
    str_addf(p->out,
             "</ul></fieldset>\n"
             "<div class=\"row\"><div class=\"field\"><label "
             "for=\"attempts\">Attempts for each model</label><input "
             "type=\"number\" id=\"attempts\" name=\"attempts\" min=\"1\" "
             "max=\"%u\" value=\"%u\" required></div></div>\n",
             most, most < 4 ? 1 : 4);
    add_most(p, &sum, most);
    str_add(p->out, "<div class=\"actions\"><button class=\"first\">Ask"
                    "</button></div></form>\n");
}

/* ---- how models did ---- */

static void add_row(const struct ask_page *p, const char *model)
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

static void add_scores(const struct ask_page *p)
{
    if (!p->n)
        return;
    str_add(p->out, "<h2>Difficulty</h2>\n"
                    "<p>Based on attempts after the last edit: ");
    add_each(p);
    str_add(p->out, ". Attempts at earlier versions do not count.</p>\n");
    layout_table(p->out, "model fresh_attempts at_this_version before");
    for (size_t i = 0; i < p->n_models; i++)
        add_row(p, p->models[i]);
    layout_table_end(p->out);
}

/* ---- challenges ---- */

/* Those of one version, newest first; of an older one folded. */
static bool add_version(const struct ask_page *p, int64_t number, struct err *e)
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
    add_scores(p);
    for (int64_t i = p->entry.entry.version; ok && i >= 1; i--)
        ok = add_version(p, i, e);
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
        add_form(&p);
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
