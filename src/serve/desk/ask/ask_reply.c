/* SPDX-License-Identifier: Apache-2.0 */

/* One reply: the stretch that was judged, the verdict, why it failed, and what it
 * cost. */
#include "base/utf8.h"
#include "report/html/html.h"
#include "run/count/tally.h"
#include "run/judge.h"
#include "serve/desk/ask/ask_results_int.h"
#include "serve/desk/ask/challenger.h"
#include "serve/desk/ask/failure.h"
#include "serve/desk/write/write_claim.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>

#define TEXT_MOST 24000 /* bytes of a reply on a page: its end */

bool looking_open(struct looking *l, struct err *e)
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
                     a, "%" PRId64 " in the prompt, %" PRId64 " in the reply",
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

static const char *machine_words(const struct grade_result *g)
{
    enum verdict x = g->lenient.verdict;

    return x == VERDICT_NO_ANSWER ? "no answer" : verdict_name(x);
}

static void add_facts(struct looking *l, const struct result *r,
                      const struct grade_result *g, const struct failure *f)
{
    enum mark m = mark_of(r, false);
    struct arena *a = l->visit->arena;

    str_add(l->out, "<dl class=\"meta\">\n");
    if (g && asked_is_decided(r)) {
        add_fact(l->out, "verdict of the judge", machine_words(g));
        add_fact(l->out, "why", g->lenient.why);
        add_fact(l->out, "verdict of a reviewer",
                 arena_printf(a, "%s, %s", asked_words(m), r->why));
    } else {
        add_fact(l->out, "verdict", asked_words(m));
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

bool looking_reply(struct looking *l, const struct result *r, struct err *e)
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
