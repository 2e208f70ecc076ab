/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/ask/ask_page.h"
#include "base/utf8.h"
#include "report/document.h"
#include "run/count/tally.h"
#include "run/engine/ask.h"
#include "run/judge.h"
#include "run/review/decisions.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/desk/ask/challenge.h"
#include "serve/desk/ask/failure.h"
#include "serve/desk/write/write_draft.h"
#include "serve/pages/layout.h"
#include "store/challenges.h"
#include "store/journal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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

bool asked_judge_open(struct store *s, struct arena *a, int64_t entry,
                      int64_t version, struct asked_judge *out, struct err *e)
{
    struct entry_version v;
    struct err unused;
    bool found;

    *out = (struct asked_judge){ 0 };
    if (!entries_version(s, a, entry, version, &v, &found, e))
        return false;
    if (!found)
        return err_set(
            e, ERR_IO,
            "a version of entry %" PRId64 " is missing from the store", entry);
    if (str_eq(v.check, "claim") &&
        !draft_claims(a, v.claim, &out->claims, &out->n_claims, &unused))
        out->n_claims = 0;
    return version_problem(a, &v, &out->problem, e);
}

bool asked_judge_read(struct store *s, struct arena *a,
                      const struct asked_judge *j, const struct result *r,
                      bool all, struct asked_reply *out, struct err *e)
{
    struct failed_reply x = { .problem = &j->problem,
                              .result = r,
                              .claims = j->claims,
                              .n_claims = j->n_claims };

    *out = (struct asked_reply){ 0 };
    if (r->outcome != OUTCOME_ERROR &&
        !journal_find(s, a, r->call, false, &out->call, &out->found, e))
        return false;
    if (out->found)
        x.text = out->call.reply.text ? out->call.reply.text : "";
    out->judged = out->found && r->outcome == OUTCOME_OK &&
                  (all || mark_of(r, false) != MARK_CORRECT);
    if (out->judged) {
        out->grade = run_judge_text(a, &j->problem, NULL, x.text);
        x.grade = &out->grade;
    }
    out->text = x.text;
    out->failure = failure_of(a, &x);
    return true;
}

/* A fact of a reply; `tex`: the script sets it. */
static void reply_put_fact(struct arena *a, struct json *facts,
                           const char *name, bool tex, const char *value)
{
    if (value && value[0])
        json_push(facts, row_add(a, row_new(a, "value=%s tex=%d", value, tex),
                                 "fact=%s", name));
}

/* The end of the text, with the stretch that was taken for the answer. */
static void reply_put_text(struct arena *a, struct json *row,
                           const struct asked_reply *x)
{
    const char *text = x->text;
    size_t n = strlen(text), skip = n > TEXT_MOST ? n - TEXT_MOST : 0;
    bool has = x->judged && x->grade.to > x->grade.from && x->grade.to <= n;
    size_t from = has ? x->grade.from : 0, to = has ? x->grade.to : 0;

    while (skip && skip < n && ((unsigned char)text[skip] & 0xc0) == 0x80)
        skip++;
    text += skip;
    n -= skip;
    from = from > skip ? from - skip : 0;
    to = to > skip ? to - skip : 0;
    row_add(a, row, "has_text=1 skipped=%zu from=%zu to=%zu text=%s", skip,
            utf8_units(text, n, from), utf8_units(text, n, to), text);
}

static void reply_put_numbers(struct visit *v, struct json *facts,
                              const char *spec, const struct result *r)
{
    const struct model *m = challenger_model(v->serve->challenger, spec);
    const struct prices *prices = v->serve->o->ask.ask.prices;
    struct arena *a = v->arena;
    struct price p;

    if (r->usage.completion >= 0)
        reply_put_fact(a, facts, "tokens", false,
                       arena_printf(a,
                                    "%" PRId64 " in the prompt, %" PRId64
                                    " in the reply",
                                    r->usage.prompt, r->usage.completion));
    if (r->outcome != OUTCOME_ERROR)
        reply_put_fact(a, facts, "time", false,
                       arena_printf(a, "%.1f s", (double)r->took_ms / 1000));
    if (prices && prices_find(prices, spec, m ? m->name : spec, &p))
        reply_put_fact(
            a, facts, "cost", false,
            arena_printf(a, "$%.4f",
                         price_of(&p, r->usage.prompt, r->usage.cached,
                                  r->usage.completion)));
}

static void reply_put_facts(struct arena *a, struct json *facts,
                            const struct result *r, const struct asked_reply *x,
                            const char *machine)
{
    const struct grade_result *g = x->judged ? &x->grade : NULL;
    const char *words = asked_words(mark_of(r, false));

    if (machine) {
        reply_put_fact(a, facts, "verdict of the judge", false, machine);
        reply_put_fact(a, facts, "why", false, g->lenient.why);
        reply_put_fact(a, facts, "verdict of a reviewer", false,
                       arena_printf(a, "%s, %s", words, r->why));
    } else {
        reply_put_fact(a, facts, "verdict", false, words);
        reply_put_fact(a, facts, "why", false, r->why);
    }
    if (x->failure.kind)
        reply_put_fact(a, facts, "kind", false,
                       arena_printf(a, "%s: %s", failure_word(x->failure.kind),
                                    x->failure.says));
    reply_put_fact(a, facts, "answer", true, r->answer);
    if (!g)
        return;
    reply_put_fact(a, facts, "understood", true, g->answer);
    reply_put_fact(a, facts, "key", true, g->key);
    reply_put_fact(a, facts, "they differ", false, g->witness);
}

/* Puts a reply with its text, verdict and kind of failure. Fails when the store
 * cannot be read. */
static bool reply_put(struct visit *v, struct json *row, const struct asked *x,
                      const struct asked_judge *j, const struct result *r,
                      struct err *e)
{
    const char *words = asked_words(mark_of(r, false)), *machine = NULL;
    struct arena *a = v->arena;
    struct json *facts = row_list(a, row, "facts");
    struct asked_reply reply;
    const char *failed;

    if (!asked_judge_read(v->store, a, j, r, true, &reply, e))
        return false;
    if (reply.judged && asked_is_decided(r))
        machine = reply.grade.lenient.verdict == VERDICT_NO_ANSWER
                      ? "no answer"
                      : verdict_name(reply.grade.lenient.verdict);
    failed = failure_word(reply.failure.kind);
    row_add(a, row, "machine=%s failed=%s answer=%s", machine,
            reply.failure.kind && !str_eq(failed, words) ? failed : "",
            r->answer && strlen(r->answer) <= 200 ? r->answer : "");
    reply_put_facts(a, facts, r, &reply, machine);
    reply_put_numbers(v, facts, x->row.models[r->model], r);
    if (reply.text)
        reply_put_text(a, row, &reply);
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

/* ---- the challenge ---- */

/* Puts one model with its marks; `replies`: with the replies themselves. */
static bool asked_put_model(struct visit *v, struct json *models,
                            const struct asked *x, const struct asked_judge *j,
                            size_t model, bool replies, struct err *e)
{
    struct arena *a = v->arena;
    struct json *row = json_push(models, asked_model(v, x->row.models[model]));
    struct json *marks = row_list(a, row, "marks");
    struct json *results = row_list(a, row, "results"), *one;
    struct asked_score s = { 0 };

    asked_add(x, x->row.models[model], &s);
    asked_put_rate(a, row, &s);
    for (int m = 0; m < MARKS; m++)
        if (s.marks[m] && m != MARK_CORRECT)
            json_push(marks, row_new(a, "words=%s n=%" PRIu64 " counts=%d",
                                     asked_words((enum mark)m), s.marks[m],
                                     mark_counts((enum mark)m)));
    for (size_t i = 0; i < x->n; i++) {
        const struct result *r = &x->results[i];
        enum mark m = mark_of(r, false);

        if (r->model != model)
            continue;
        one = row_new(a,
                      "tag=%s mark=%s words=%s attempt=%" PRIu64
                      " model=%" PRIu64 " decided=%d",
                      replies ? "a" : "span", mark_name(m), asked_words(m),
                      r->attempt, r->model, asked_is_decided(r));
        json_push(results, one);
        if (replies && !reply_put(v, one, x, j, r, e))
            return false;
    }
    return true;
}

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

/* Who asked, the entry's author and the owner may stop it: the route asks; here
 * the button is shown to whoever may see the page. */
static bool asked_put_head(struct visit *v, struct json *row,
                           const struct asked *x, struct err *e)
{
    const struct challenge *c = &x->row;
    const char *state = state_words(v, x);
    struct arena *a = v->arena;
    struct json *why = row_list(a, row, "why");
    struct person p;
    bool found;

    if (!people_find(v->store, a, c->person, &p, &found, e))
        return false;
    row_add(a, row,
            "id=%" PRId64 " state=%s words=%s by=%s made=%" PRId64
            " version=%" PRId64 " attempts=%" PRIu64,
            c->id, challenge_state_name(c->state), state,
            found ? p.name : "somebody", c->made_ms, c->version, c->attempts);
    row_add(a, row, "earlier=%" PRIu64 " tokens=%s money=%s run=%" PRId64,
            x->earlier, c->tokens > 0 ? arena_printf(a, "%.0f", c->tokens) : "",
            c->money > 0 ? arena_printf(a, "%.4f", c->money) : "", c->run);
    row_add(a, row,
            "going=%d stopping=%d total=%" PRIu64 " done=%zu started=%" PRId64
            " misses=%" PRIu64,
            asked_is_going(c), str_eq(state, "stopping"),
            c->attempts * c->n_models, x->n, c->started_ms,
            x->may_ask ? asked_misses(x) : 0);
    for (const char *s = c->why ? c->why : ""; *s; s += strspn(s, "\n")) {
        size_t n = strcspn(s, "\n");

        json_push(why, json_new_string(a, arena_strndup(a, s, n)));
        s += n;
    }
    return true;
}

/* Puts what the part "challenge" shows. `replies`: with the replies themselves,
 * else with a link to them. Fails when the store cannot be read. */
static bool asked_put(struct visit *v, struct json *row, const struct asked *x,
                      bool replies, struct err *e)
{
    const struct challenge *c = &x->row;
    struct json *models = row_list(v->arena, row, "models");
    struct asked_judge j;

    row_add(v->arena, row, "replies=%d", replies);
    if (!asked_put_head(v, row, x, e) ||
        !asked_judge_open(v->store, v->arena, c->entry, c->version, &j, e))
        return false;
    for (size_t i = 0; i < c->n_models; i++)
        if (!asked_put_model(v, models, x, &j, i, replies, e))
            return false;
    return true;
}

#define BYTES_OF_TOKEN 4.0 /* of a prompt, about */
#define ELSEWHERE      8   /* challenges of other entries that are looked at */

/* Everything the page is made of. */
struct ask_page {
    struct visit *visit;
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

/* Puts what one attempt takes, and adds it to the sums. */
static void page_put_model(const struct ask_page *p, struct json *list,
                           size_t i, struct reckoned *sum)
{
    struct visit *v = p->visit;
    const struct prices *prices = v->serve->o->ask.ask.prices;
    const char *spec = v->serve->o->models[i];
    const struct model *m = challenger_model(v->serve->challenger, spec);
    double prompt, reply, money = 0;
    bool local = m && model_is_local(m), priced;
    bool floor = !ask_page_reckon(p, spec, &prompt, &reply) && !local;
    struct price price;
    struct json *row = json_push(list, asked_model(v, spec));

    priced = prices && prices_find(prices, spec, m ? m->name : spec, &price);
    if (priced)
        money = price.input * prompt + price.output * reply;
    sum->tokens += prompt + reply;
    sum->money += money;
    sum->floor = sum->floor || floor;
    row_add(v->arena, row,
            "number=%zu tokens=%.0f money=%.6f floor=%d only=%d local=%d", i,
            prompt + reply, money, floor, v->serve->o->n_models == 1, local);
    row_add(v->arena, row, "prompt=%.0f about=%s price=%s", prompt,
            about(floor), priced ? arena_printf(v->arena, "%.4f", money) : "");
}

/* "" if there is no bound. */
static const char *left_words(struct arena *a, double left, int decimals)
{
    return isfinite(left) ? arena_printf(a, "%.*f", decimals, fmax(0, left))
                          : "";
}

/* What is left of the budgets, "" where there is none. */
static void page_put_left(const struct ask_page *p, struct json *row)
{
    struct arena *a = p->visit->arena;
    const struct budget_left *l = &p->left;

    row_add(a, row, "queue=%zu one=%d left_tokens=%s left_money=%s", p->queue,
            p->queue == 1,
            left_words(a, fmin(l->project_tokens, l->person_tokens), 0),
            left_words(a, fmin(l->project_money, l->person_money), 6));
    row_add(
        a, row, "project_money=%s project_tokens=%s own_money=%s own_tokens=%s",
        left_words(a, l->project_money, 2), left_words(a, l->project_tokens, 0),
        left_words(a, l->person_money, 2), left_words(a, l->person_tokens, 0));
}

/* ---- the form ---- */

/* Why nobody can be asked here, or NULL. */
static const char *page_cannot(const struct ask_page *p, const char **style)
{
    struct visit *v = p->visit;
    const char *spent = budget_spent(v->arena, v->serve->o, &p->left), *why;

    *style = "secret";
    if (!entry_may(v, &p->entry, DEAL_ASK, &why))
        return arena_printf(v->arena, "You cannot ask models: %s.", why);
    if (!v->serve->o->n_models)
        return "The server was started without models (--model).";
    *style = "told";
    return spent ? arena_printf(v->arena, "Models cannot be asked: %s.", spent)
                 : NULL;
}

static void page_put_form(const struct ask_page *p, struct json *row)
{
    struct visit *v = p->visit;
    unsigned most = ask_attempts_most(v->serve->o);
    struct json *list = row_list(v->arena, row, "offered");
    struct reckoned sum = { 0 };
    const char *style, *cannot = page_cannot(p, &style);
    double tokens, money;

    row_add(v->arena, row, "cannot=%s style=%s", cannot ? cannot : "", style);
    for (size_t i = 0; !cannot && i < v->serve->o->n_models; i++)
        page_put_model(p, list, i, &sum);
    /* What all models take with the most attempts; the script says what is
     * chosen. */
    tokens = most * sum.tokens;
    money = most * sum.money;
    row_add(v->arena, row, "most=%u usual=%d about=%s all_tokens=%.0f", most,
            most < 4 ? 1 : 4, about(sum.floor), tokens);
    row_add(v->arena, row, "all_money=%s scarce=%d",
            money > 0 ? arena_printf(v->arena, "%.4f", money) : "",
            tokens > fmin(p->left.project_tokens, p->left.person_tokens) ||
                money > fmin(p->left.project_money, p->left.person_money));
}

/* ---- how models did ---- */

/* Models are not pooled: "solved 3 of 6 by alpha, 0 of 4 by beta". */
static void page_put_scores(const struct ask_page *p, struct json *row)
{
    struct visit *v = p->visit;
    struct json *scores = row_list(v->arena, row, "scores");
    struct json *each = row_list(v->arena, row, "each"), *one;

    for (size_t i = 0; i < p->n_models; i++) {
        struct asked_score now, before;

        scores_of(p, p->models[i], &now, &before);
        one = asked_model(v, p->models[i]);
        asked_put_rate(v->arena, one, &now);
        row_add(v->arena, one, "now=%" PRIu64 " before=%" PRIu64, now.attempts,
                before.attempts);
        if (now.counted)
            json_push(each, json_copy(v->arena, one));
        if (now.attempts || before.attempts)
            json_push(scores, one);
    }
}

/* Puts the challenges of one version, newest first; of an older one folded. */
static bool page_put_version(const struct ask_page *p, struct json *versions,
                             int64_t number, struct err *e)
{
    struct arena *a = p->visit->arena;
    bool newest = number == p->entry.entry.version;
    struct json *row =
        row_new(a, "number=%" PRId64 " newest=%d", number, newest);
    struct json *list = row_list(a, row, "challenges");

    for (size_t i = p->n; i-- > 0;)
        if (p->asked[i].row.version == number &&
            !asked_put(p->visit, json_push(list, json_new(a, JSON_OBJECT)),
                       &p->asked[i], newest, e))
            return false;
    if (list->count)
        json_push(versions, row_add(a, row, "n=%zu", list->count));
    return true;
}

/* ---- routes ---- */

bool ask_show(struct visit *v, struct err *e)
{
    struct ask_page p = { .visit = v };
    const char *why = "";
    struct json *row, *versions;

    if (!entry_open(v, &p.entry, e))
        return false;
    row = entry_row(v, &p.entry, "ask");
    if (!entry_may(v, &p.entry, DEAL_KEY, &why)) {
        row_add(v->arena, row, "hidden=%s", why);
    } else {
        if (!read_page(&p, e))
            return false;
        page_put_form(&p, row);
        page_put_left(&p, row);
        page_put_scores(&p, row);
        versions = row_list(v->arena, row, "versions");
        for (int64_t i = p.entry.entry.version; i >= 1; i--)
            if (!page_put_version(&p, versions, i, e))
                return false;
    }
    return page_show(
        v, 200,
        arena_printf(v->arena, "Entry %" PRId64 ": models", p.entry.entry.id),
        NULL, "ask", row);
}

bool ask_results(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct entry_view x;
    struct challenge c;
    struct asked *all;
    struct json *row;
    size_t n, i = 0;

    if (!ask_open(v, &c, &x, e) || !entry_must(v, &x, DEAL_KEY, e) ||
        !asked_read_all(v, &x, &all, &n, e))
        return false;
    while (i < n && all[i].row.id != c.id)
        i++;
    row = entry_row(v, &x, "ask");
    if (i < n && !asked_put(v, row, &all[i], true, e))
        return false;
    if (http_query(v->request, "page"))
        return page_show(v, 200,
                         arena_printf(v->arena, "Challenge %" PRId64, c.id),
                         NULL, "challenge_page", row);
    page_part(v, &out, "challenge", row);
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
