/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/ask_results.h"
#include "base/utf8.h"
#include "base/yaml.h"
#include "report/document.h"
#include "report/html/html.h"
#include "run/count/tally.h"
#include "run/judge.h"
#include "run/review/decisions.h"
#include "serve/desk/challenger.h"
#include "serve/desk/failure.h"
#include "serve/pages/layout.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>

#define TEXT_MOST 24000 /* bytes of a reply on a page: its end */

/* ---- counting ---- */

bool asked_read(struct visit *v, const struct challenge *c, struct asked *out,
                struct err *e)
{
    struct result *r = NULL;

    *out = (struct asked){ .row = *c, .strict = v->serve->o->ask.ask.strict };
    if (c->run && !runs_results(v->store, v->arena, c->run, &r, &out->n, e))
        return false;
    out->results = r;
    return true;
}

bool asked_read_all(struct visit *v, const struct entry_view *x,
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
static bool is_decided(const struct result *r)
{
    return r->judge && str_eq(r->judge, DECISIONS_JUDGE);
}

static void score_one(struct asked_score *s, const struct result *r,
                      bool strict)
{
    enum mark m = mark_of(r, strict);

    s->marks[m]++;
    s->attempts += m != MARK_ERROR;
    s->counted += mark_counts(m);
    s->correct += m == MARK_CORRECT;
    s->decided += mark_counts(m) && is_decided(r);
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
            score_one(score, &x->results[i], x->strict);
}

void asked_rate(struct str *out, const struct asked_score *s)
{
    struct interval i = stats_wilson((double)s->correct, (double)s->counted);

    if (!s->counted) {
        str_add(out, "no attempt counts yet");
        return;
    }
    str_addf(out,
             "solved %" PRIu64 " of %" PRIu64
             " <span class=\"interval\">[%.0f %%, %.0f %%]</span>",
             s->correct, s->counted, 100 * i.low, 100 * i.high);
    if (s->decided)
        str_addf(out, ", %" PRIu64 " decided by a person", s->decided);
}

static const char *words_of(enum mark m)
{
    return m == MARK_NO_ANSWER ? "no answer"
           : m == MARK_BAD_KEY ? "bad key"
                               : mark_name(m);
}

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

/* ---- one reply ---- */

/* What all replies of a challenge are looked at with. */
struct looking {
    struct visit *visit;
    struct str *out;
    const struct asked *asked;
    struct problem problem;
    struct claim claim;
    bool has_claim;
};

static bool read_claim(struct looking *l, const struct entry_version *v)
{
    struct json *j;
    struct err e;

    return str_eq(v->check, "claim") && v->claim[0] &&
           yaml_read(l->visit->arena, v->claim, strlen(v->claim), &j, &e) &&
           claim_from_json(l->visit->arena, j, &l->claim, &e);
}

static bool look_open(struct looking *l, struct err *e)
{
    const struct challenge *c = &l->asked->row;
    struct entry_version v;
    struct json *j;
    bool found;

    if (!entries_version(l->visit->store, l->visit->arena, c->entry, c->version,
                         &v, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_IO, "a version is missing in the store");
    l->has_claim = read_claim(l, &v);
    return json_read(l->visit->arena, v.problem, strlen(v.problem), 1, &j, e) &&
           problem_read(l->visit->arena, j, &l->problem, e);
}

static void add_fact(struct str *out, const char *name, const char *text)
{
    if (!text || !text[0])
        return;
    str_addf(out, "<dt>%s</dt><dd>", name);
    html_text(out, text);
    str_add(out, "</dd>\n");
}

/* Likewise; the script sets it. */
static void add_formula(struct str *out, const char *name, const char *text)
{
    if (!text || !text[0])
        return;
    str_addf(out, "<dt>%s</dt><dd class=\"tex key\">", name);
    html_text(out, text);
    str_add(out, "</dd>\n");
}

/* The end of the text, with the stretch that was taken for the answer. */
static void add_text(struct str *out, const char *text,
                     const struct grade_result *g, const char *id)
{
    size_t n = strlen(text), skip = n > TEXT_MOST ? n - TEXT_MOST : 0;
    bool has = g && g->to > g->from && g->to <= n;
    size_t from = has ? g->from : 0, to = has ? g->to : 0;

    while (skip && skip < n && ((unsigned char)text[skip] & 0xc0) == 0x80)
        skip++;
    if (skip)
        str_addf(out,
                 "<p class=\"hint\">The first %zu bytes of the reply are left "
                 "out here.</p>\n",
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

static void add_numbers(struct looking *l, const struct result *r)
{
    struct arena *a = l->visit->arena;
    const char *spec = l->asked->row.models[r->model];
    const struct model *m = challenger_model(l->visit->serve->challenger, spec);
    const struct prices *prices = l->visit->serve->o->ask.ask.prices;
    struct price p;

    if (r->usage.completion >= 0)
        add_fact(l->out, "tokens",
                 arena_printf(
                     a, "%" PRId64 " of the prompt, %" PRId64 " of the reply",
                     r->usage.prompt, r->usage.completion));
    if (r->outcome != OUTCOME_ERROR)
        add_fact(l->out, "time",
                 arena_printf(a, "%.1f s", (double)r->took_ms / 1000));
    if (prices && prices_find(prices, spec, m ? m->name : spec, &p))
        add_fact(l->out, "cost",
                 arena_printf(a, "$%.4f",
                              price_of(&p, r->usage.prompt, r->usage.cached,
                                       r->usage.completion)));
}

static const struct grade_reading *reading_of(const struct looking *l,
                                              const struct grade_result *g)
{
    return l->asked->strict ? &g->strict : &g->lenient;
}

static const char *machine_words(const struct looking *l,
                                 const struct grade_result *g)
{
    enum verdict x = reading_of(l, g)->verdict;

    return x == VERDICT_NO_ANSWER ? "no answer" : verdict_name(x);
}

static void add_facts(struct looking *l, const struct result *r,
                      const struct grade_result *g, const struct failure *f)
{
    enum mark m = mark_of(r, l->asked->strict);
    struct arena *a = l->visit->arena;

    str_add(l->out, "<dl class=\"meta\">\n");
    if (g && is_decided(r)) {
        add_fact(l->out, "verdict of the judge", machine_words(l, g));
        add_fact(l->out, "why", reading_of(l, g)->why);
        add_fact(l->out, "verdict of a person",
                 arena_printf(a, "%s, %s", words_of(m), r->why));
    } else {
        add_fact(l->out, "verdict", words_of(m));
        add_fact(l->out, "why", r->why);
    }
    if (f->kind)
        add_fact(l->out, "kind",
                 arena_printf(a, "%s: %s", failure_word(f->kind), f->says));
    add_formula(l->out, "answer", r->answer);
    if (g) {
        add_formula(l->out, "understood", g->answer);
        add_formula(l->out, "key", g->key);
        add_fact(l->out, "they differ", g->witness);
    }
    add_numbers(l, r);
    str_add(l->out, "</dl>\n");
}

static void add_summary(struct looking *l, const struct result *r,
                        const struct grade_result *g, const struct failure *f)
{
    enum mark m = mark_of(r, l->asked->strict);

    str_addf(l->out,
             "<details class=\"reply\" id=\"reply-%" PRId64 "-%" PRIu64
             "-%" PRIu64 "\"><summary>%" PRIu64
             " <span class=\"mark\" data-mark=\"%s\">%s</span>",
             l->asked->row.id, r->model, r->attempt, r->attempt, mark_name(m),
             words_of(m));
    if (g && is_decided(r))
        str_addf(l->out, " decided by a person; the judge: %s",
                 machine_words(l, g));
    if (f->kind && !str_eq(failure_word(f->kind), words_of(m)))
        str_addf(l->out, " %s", failure_word(f->kind));
    if (r->answer && strlen(r->answer) <= 200) {
        str_add(l->out, " <span class=\"tex key\">");
        html_text(l->out, r->answer);
        str_add(l->out, "</span>");
    }
    str_add(l->out, "</summary>\n");
}

static bool add_reply(struct looking *l, const struct result *r, struct err *e)
{
    struct visit *v = l->visit;
    struct grade_result g;
    struct failed_reply x = { .problem = &l->problem,
                              .result = r,
                              .strict = l->asked->strict,
                              .claim = l->has_claim ? &l->claim : NULL };
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
    add_summary(l, r, x.grade, &f);
    add_facts(l, r, x.grade, &f);
    if (x.text)
        add_text(l->out, x.text, x.grade,
                 arena_printf(v->arena,
                              "reply-%" PRId64 "-%" PRIu64 "-%" PRIu64,
                              l->asked->row.id, r->model, r->attempt));
    str_add(l->out, "</details>\n");
    return true;
}

/* ---- one model ---- */

static void add_marks(struct str *out, const struct asked *x, size_t model,
                      bool replies)
{
    str_add(out, "<p class=\"marks\">");
    for (size_t i = 0; i < x->n; i++) {
        const struct result *r = &x->results[i];
        enum mark m = mark_of(r, x->strict);

        if (r->model != model)
            continue;
        str_addf(out, "<%s class=\"mark\" data-mark=\"%s\"",
                 replies ? "a" : "span", mark_name(m));
        if (replies)
            str_addf(out,
                     " href=\"#reply-%" PRId64 "-%" PRIu64 "-%" PRIu64 "\"",
                     x->row.id, r->model, r->attempt);
        str_addf(out, ">%" PRIu64 " %s%s</%s> ", r->attempt, words_of(m),
                 is_decided(r) ? " by a person" : "", replies ? "a" : "span");
    }
    str_add(out, "</p>\n");
}

static void add_counts(struct str *out, const struct asked_score *s)
{
    for (int m = 0; m < MARKS; m++)
        if (s->marks[m] && m != MARK_CORRECT)
            str_addf(out, ", %s %" PRIu64 "%s", words_of((enum mark)m),
                     s->marks[m],
                     mark_counts((enum mark)m) ? "" : " (not counted)");
}

static bool add_model(struct looking *l, size_t model, bool replies,
                      struct err *e)
{
    const struct asked *x = l->asked;
    struct asked_score s = { 0 };

    for (size_t i = 0; i < x->n; i++)
        if (x->results[i].model == model)
            score_one(&s, &x->results[i], x->strict);
    str_add(l->out, "<h4>");
    asked_name(l->visit, l->out, x->row.models[model]);
    str_add(l->out, "</h4>\n<p class=\"facts\">");
    asked_rate(l->out, &s);
    add_counts(l->out, &s);
    str_add(l->out, "</p>\n");
    add_marks(l->out, x, model, replies);
    for (size_t i = 0; replies && i < x->n; i++)
        if (x->results[i].model == model && !add_reply(l, &x->results[i], e))
            return false;
    return true;
}

/* ---- the challenge ---- */

static bool is_going(const struct challenge *c)
{
    return c->state == CHALLENGE_QUEUED || c->state == CHALLENGE_ASKING;
}

uint64_t asked_misses(const struct asked *x)
{
    uint64_t replies = 0, total = x->row.attempts * x->row.n_models;

    for (size_t i = 0; i < x->n; i++)
        replies += x->results[i].outcome != OUTCOME_ERROR;
    return is_going(&x->row) || replies > total ? 0 : total - replies;
}

/* The state as people see it. */
static const char *state_words(struct visit *v, const struct asked *x)
{
    uint64_t total = x->row.attempts * x->row.n_models;

    if (is_going(&x->row) && v->serve->challenger &&
        challenger_is_halting(v->serve->challenger, x->row.id))
        return "stopping";
    return x->row.state == CHALLENGE_FAILED && asked_misses(x) < total
               ? "failed in part"
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
    str_addf(out,
             "<button id=\"again-%" PRId64 "\">Ask what is missing</button> "
             "<span class=\"hint\">%" PRIu64 " attempt%s</span></form>\n",
             x->row.id, n, n == 1 ? "" : "s");
}

/* Who asked, the entry's author and the owner may stop it: the route asks; here
 * the button is shown to whoever may see the page. */
static void add_progress(struct visit *v, struct str *out,
                         const struct asked *x)
{
    uint64_t total = x->row.attempts * x->row.n_models;

    if (!is_going(&x->row))
        return;
    str_addf(out,
             "<div class=\"going\"><progress max=\"%" PRIu64
             "\" value=\"%zu\" aria-label=\"attempts done\"></progress>\n"
             "<p class=\"facts\"><span class=\"count\">%zu of %" PRIu64
             "</span> attempts <span class=\"elapsed\" data-since=\"%" PRId64
             "\"></span></p>\n",
             total, x->n, x->n, total, x->row.started_ms);
    if (str_eq(state_words(v, x), "stopping")) {
        str_add(out, "<p class=\"hint\">Calls in flight may still end.</p>"
                     "</div>\n");
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
    str_addf(out, "; version %" PRId64 ", %" PRIu64 " attempt%s of each model",
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

        str_add(out, "<p class=\"told\">");
        html_text(out, arena_strndup(v->arena, s, n));
        str_add(out, "</p>\n");
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
    if (!add_head(v, out, x, e) || !look_open(&l, e))
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
