/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Asking the key models: every draft of each model at once, one model after
 * another. Only a declared answer counts as one.
 */
#include "hunt/key/key.h"
#include "base/ascii.h"
#include "base/str.h"
#include "grade/extract/extract.h"
#include "grade/grade.h"
#include "hunt/prompt.h"
#include "text/span.h"

#include <string.h>

/*
 * From answers to a key. Two answers are equal if the strict judge finds one
 * correct with the other as its key, and different if it finds both wrong;
 * anything else is a doubt. The writer's answer is compared by the lenient
 * reading, since nobody asks the writer for a form.
 */

/* ---- equality ---- */

static bool key_is_integer(const char *s)
{
    size_t n;

    s += *s == '-';
    n = strspn(s, "0123456789");
    return n > 0 && s[n] == '\0' && (s[0] != '0' || n == 1);
}

static enum truth key_judge(struct arena *a, const char *key,
                            const char *answer, bool strict)
{
    struct grade_request r = { .gold = key,
                               .gold_n = strlen(key),
                               .reply = answer,
                               .reply_n = strlen(answer),
                               .extracted = true };
    struct grade_result g = grade_pair(a, &r);
    enum verdict v = strict ? g.strict.verdict : g.lenient.verdict;

    if (str_eq(g.lenient.by, "text")) /* no mathematics: it proves nothing */
        return TRUTH_UNKNOWN;
    return v == VERDICT_CORRECT ? TRUTH_YES
           : v == VERDICT_WRONG ? TRUTH_NO
                                : TRUTH_UNKNOWN;
}

static enum truth key_equal(const char *x, const char *y, bool strict)
{
    struct arena scratch = { 0 };
    enum truth there, back;

    if (strcmp(x, y) == 0)
        return TRUTH_YES;
    if (key_is_integer(x) && key_is_integer(y))
        return TRUTH_NO;
    there = key_judge(&scratch, x, y, strict);
    back = key_judge(&scratch, y, x, strict);
    arena_clear(&scratch);
    if (!strict && (there == TRUTH_YES || back == TRUTH_YES))
        return TRUTH_YES;
    return there == back ? there : TRUTH_UNKNOWN;
}

enum truth key_same(const char *x, const char *y)
{
    return key_equal(x, y, true);
}

/* ---- counting ---- */

struct count {
    const struct answer_form *form;
    const char **text; /* trimmed; NULL: no value */
    size_t n;
    size_t values, invalid;
    int *group; /* -1: no value */
    size_t groups;
    size_t *size;
    bool undecided; /* two that may be equal or not */
};

static bool says_invalid(const char *s)
{
    return span_among((struct span){ s, strlen(s) },
                      "invalid \\text{invalid} \\textbf{invalid} "
                      "\\mathrm{invalid} \\texttt{invalid}");
}

/* Labels are the same or not, whatever they mean; other texts, too, but one may
 * say the other in other words. */
static enum truth same_answer(const struct answer_form *f, const char *x,
                              const char *y)
{
    if (f->kind == FORM_LABEL)
        return str_eq(x, y) ? TRUTH_YES : TRUTH_NO;
    return key_equal(x, y, true);
}

/* The first answer of each group stands for it. */
static void key_put(struct count *c, const size_t *first, size_t i)
{
    for (size_t g = 0; g < c->groups; g++) {
        enum truth same = same_answer(c->form, c->text[first[g]], c->text[i]);

        c->undecided |= same == TRUTH_UNKNOWN;
        if (same == TRUTH_YES) {
            c->group[i] = (int)g;
            c->size[g]++;
            return;
        }
    }
    c->group[i] = (int)c->groups;
    c->size[c->groups++] = 1;
}

/* The answer as it counts; NULL: it is none. */
static const char *plain_answer(struct arena *a, const struct answer_form *f,
                                const char *text)
{
    return f->kind == FORM_LABEL ? form_label(f, text) : str_trim(a, text);
}

static void count_answers(struct arena *a, const struct answer_form *f,
                          const char *const *answers, size_t n, struct count *c)
{
    size_t *first = arena_array(a, size_t, n + 1);

    *c = (struct count){ .form = f, .n = n };
    c->text = arena_array(a, const char *, n + 1);
    c->group = arena_array(a, int, n + 1);
    c->size = arena_array(a, size_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        size_t before = c->groups;

        c->group[i] = -1;
        if (!answers[i] || str_blank(answers[i]))
            continue;
        if (says_invalid(str_trim(a, answers[i]))) {
            c->invalid++;
            continue;
        }
        c->text[i] = plain_answer(a, f, answers[i]);
        if (!c->text[i])
            continue;
        c->values++;
        key_put(c, first, i);
        if (c->groups > before)
            first[before] = i;
    }
}

/* The first text of the largest group; NULL: there is none. */
static const char *key_likeliest(const struct count *c, size_t *size)
{
    size_t best = 0;

    *size = 0;
    for (size_t g = 1; g < c->groups; g++)
        if (c->size[g] > c->size[best])
            best = g;
    for (size_t i = 0; i < c->n; i++)
        if (c->group[i] == (int)best) {
            *size = c->size[best];
            return c->text[i];
        }
    return NULL;
}

/* ---- the decision ---- */

static void doubt(struct key_finding *out, const char *why)
{
    out->state = KEY_DOUBTFUL;
    out->why = why;
}

static void key_drop(struct key_finding *out, enum flaw flaw, const char *why)
{
    out->state = KEY_NONE;
    out->flaw = flaw;
    out->key = NULL;
    out->why = why;
}

/* Is the compute: line only the writer's answer again: a bare number, or the
 * same text? */
static bool is_restated(const struct draft *d)
{
    const char *x = d->compute, *y = d->answer ? d->answer : "";

    if (x[strspn(x, "0123456789.,-/{}$` \\fracd")] == '\0')
        return true;
    for (;; x++, y++) {
        x += strspn(x, " $`");
        y += strspn(y, " $`");
        if (*x != *y)
            return false;
        if (*x == '\0')
            return true;
    }
}

/* Does the value agree with any of the answers? */
static enum truth agrees_with_any(const struct count *c, const char *value)
{
    enum truth any = TRUTH_NO;

    for (size_t i = 0; i < c->n && any != TRUTH_YES; i++) {
        enum truth same =
            c->text[i] ? key_equal(c->text[i], value, true) : TRUTH_NO;

        any = same == TRUTH_NO ? any : same;
    }
    return any;
}

/* The same where keys are texts, of which nothing can be computed. */
static const char *doubt_of_text(struct arena *a, const struct answer_form *f,
                                 const struct draft *d,
                                 const struct key_finding *k, size_t size)
{
    const char *own = d->answer && !str_blank(d->answer)
                          ? plain_answer(a, f, d->answer)
                          : NULL;

    if (size < 2)
        return "only one key model gave an answer";
    if (own && f->kind == FORM_LABEL && !str_eq(own, k->key))
        return arena_printf(a, "the writer's answer is different: %s", own);
    return NULL;
}

/* What is against a key on which all that answered agree; NULL: nothing. */
static const char *doubt_of(struct arena *a, const struct draft *d,
                            const struct key_finding *f, size_t size)
{
    enum truth same = TRUTH_UNKNOWN;

    if (key_judge(a, f->key, f->key, true) != TRUTH_YES)
        return "the judge cannot read the key";
    if (f->computed)
        same = key_equal(f->key, f->computed, true);
    if (f->computed && same == TRUTH_NO)
        return arena_printf(a, "the computed value is different: %s",
                            f->computed);
    if (f->computed && same == TRUTH_UNKNOWN)
        return "it is undecided whether the computed value is the same";
    if (size < 2 && (same != TRUTH_YES || is_restated(d)))
        return "only one key model gave an answer";
    if (d->answer && !str_blank(d->answer)) {
        const char *own = extract_trim(a, d->answer, strlen(d->answer));

        if (own && *own && key_equal(f->key, own, false) == TRUTH_NO)
            return arena_printf(a, "the writer's answer is different: %s", own);
    }
    return NULL;
}

static void decide_values(struct arena *a, const struct draft *d,
                          const struct count *c, struct key_finding *out)
{
    enum truth computed = TRUTH_NO;
    const char *why;
    size_t size;

    out->key = key_likeliest(c, &size);
    if (out->computed && c->groups > 1 && !is_restated(d))
        computed = agrees_with_any(c, out->computed);
    if (c->undecided) {
        doubt(out, "it is undecided whether two answers are equal");
    } else if (c->groups > 1 && size < 2 && computed == TRUTH_NO) {
        key_drop(out, FLAW_AMBIGUOUS, "the key models all differ");
    } else if (c->groups > 1) {
        if (size < 2)
            out->key = out->computed;
        doubt(out, "a key model disagrees");
    } else if (c->invalid) {
        doubt(out, "a key model says that the problem is flawed");
    } else if ((why = c->form->kind == FORM_MATHS
                          ? doubt_of(a, d, out, size)
                          : doubt_of_text(a, c->form, d, out, size))) {
        doubt(out, why);
    } else {
        out->state = KEY_SURE;
        out->why =
            size < 2
                ? "a key model and the computed value agree"
                : arena_printf(a, "%zu key models agree%s", size,
                               out->computed ? ", and the computed value" : "");
    }
}

void key_decide(struct arena *a, const struct answer_form *f,
                const struct draft *d, const char *const *answers, size_t n,
                struct key_finding *out)
{
    const char *unread = NULL;
    struct count c;

    count_answers(a, f, answers, n, &c);
    *out = (struct key_finding){ .answers = answers, .n_answers = n };
    if (d->compute && f->kind == FORM_MATHS)
        out->computed = key_compute(a, d->compute, &unread);
    if (c.invalid >= 2) {
        key_drop(
            out, FLAW_INVALID,
            arena_printf(a, "%zu key models say that it is flawed", c.invalid));
    } else if (c.values > 0) {
        decide_values(a, d, &c, out);
    } else {
        out->key = out->computed;
        doubt(out, c.invalid ? "one key model says that the problem is flawed, "
                               "and no key model answered"
                             : "no key model answered");
    }
}

/* A model that is named twice is asked twice. */
static uint64_t attempt_of(const struct questioner *models, size_t i)
{
    const struct model *m = models[i].model;
    uint64_t attempt = 1;

    for (size_t k = 0; k < i; k++)
        attempt += str_eq(model_identity(models[k].model), model_identity(m)) &&
                   str_eq(models[k].model->name, m->name);
    return attempt;
}

static const char *key_answer_of(struct arena *a, const struct reply *r)
{
    struct extract_options o = { 0 };
    struct extracted x;

    if (r->outcome != OUTCOME_OK || !r->text)
        return NULL;
    x = extract_answer(a, r->text, strlen(r->text), &o);
    return x.declared && x.text && !str_blank(x.text) ? x.text : NULL;
}

bool key_find(struct arena *a, struct questioner *models, size_t n_models,
              const struct key_rules *rules, const struct draft *drafts,
              size_t n, struct key_finding *out, struct err *e)
{
    const struct prompt_slot slot = {
        "form", form_prompt(a, rules->domain, &rules->form, "key")
    };
    const char *system =
        prompt_make(a, rules->domain, "key", PROMPT_SYSTEM, &slot, 1);
    const char **answers = arena_array(a, const char *, n *n_models + 1);
    const char **users = arena_array(a, const char *, n + 1);
    struct question *q = arena_array(a, struct question, n + 1);

    for (size_t i = 0; i < n; i++) {
        const struct prompt_slot text = { "text", drafts[i].statement };

        users[i] = prompt_make(a, rules->domain, "key", PROMPT_USER, &text, 1);
    }
    for (size_t m = 0; m < n_models && n; m++) {
        for (size_t i = 0; i < n; i++)
            q[i] = question_make(a, system, users[i], attempt_of(models, m));
        if (!question_ask(a, &models[m], q, n, e))
            return false;
        for (size_t i = 0; i < n; i++)
            answers[i * n_models + m] = key_answer_of(a, &q[i].reply);
    }
    for (size_t i = 0; i < n; i++)
        key_decide(a, &rules->form, &drafts[i], answers + i * n_models,
                   n_models, &out[i]);
    return true;
}
