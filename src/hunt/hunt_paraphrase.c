/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Failed problems in other words. Problems that were chosen because they failed
 * are solved more often when they are asked again, in whatever words: the same
 * problems as they were, with fresh attempts, stand beside.
 */
#include "base/hash.h"
#include "base/str.h"
#include "hunt/hunt_int.h"
#include "hunt/prompt.h"
#include "hunt/reply/kind.h"
#include "hunt/write/reword.h"

#include <math.h>
#include <stdlib.h>

#define REWORD_BYTES ((size_t)1 << 20)

/* A failed problem on its way. */
struct failed {
    const struct problem *was;
    struct problem now;
    uint64_t by; /* the order of the draw */
};

static int by_draw(const void *x, const void *y)
{
    const struct failed *a = x, *b = y;

    return a->by < b->by ? -1 : a->by > b->by;
}

/* The failed problems of a target, as many as are wanted, drawn by the seed. */
static size_t find_failed(struct hunt *h, const struct hunt_target *t,
                          struct hunt_rewording *r, struct failed **out)
{
    const struct outcomes *s = &t->outcomes;
    size_t n = 0;

    *out = arena_array(h->arena, struct failed, s->n + 1);
    for (size_t i = 0; i < s->n; i++) {
        const struct example *x = &s->examples[i];
        struct hasher draw;

        if (!example_fails(x))
            continue;
        r->failed++;
        if (!x->problem || !x->problem->n_keys)
            continue;
        hasher_open(&draw);
        hasher_text(&draw, h->spec->seed);
        hasher_text(&draw, x->id);
        (*out)[n++] =
            (struct failed){ .was = x->problem, .by = hasher_close(&draw).low };
    }
    if (n)
        qsort(*out, n, sizeof(**out), by_draw);
    return n < h->spec->paraphrase_most ? n : h->spec->paraphrase_most;
}

/* ---- other words ---- */

static bool ask_words(struct hunt *h, struct failed *f, size_t n,
                      struct question *q, struct err *e)
{
    const struct domain *d = &h->spec->domain;
    struct arena *a = h->arena;
    const char *system = prompt_make(a, d, "reword", PROMPT_SYSTEM, NULL, 0);
    struct questioner c;
    bool ok;

    if (!session_role(&h->session, h->spec->paraphrase,
                      &h->spec->write_decoding, &c, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct message *m = arena_array(a, struct message, 2);
        const struct prompt_slot slot = {
            "text", prompt_quote(a, f[i].was->statement, REWORD_BYTES)
        };

        m[0] = (struct message){ "system", system };
        m[1] = (struct message){ "user", prompt_make(a, d, "reword",
                                                     PROMPT_USER, &slot, 1) };
        q[i] =
            (struct question){ .messages = m, .n_messages = 2, .attempt = 1 };
    }
    ok = question_ask(a, &c, q, n, e);
    session_count(&h->session, &c);
    return ok;
}

static struct problem reworded(struct hunt *h, const struct problem *was,
                               const char *text)
{
    struct problem p = *was;

    p.id = arena_printf(h->arena, "%s/reworded", was->id);
    p.statement = text;
    return p;
}

/* Leaves those that say the same with the same numbers. */
static size_t take_words(struct hunt *h, struct failed *f, size_t n,
                         const struct question *q, struct hunt_rewording *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        const struct reply *reply = &q[i].reply;
        const char *text = reply->outcome == OUTCOME_OK && reply->text
                               ? reword_read(h->arena, reply->text)
                               : NULL;

        switch (reword_check(h->arena, f[i].was->statement, text)) {
        case REWORD_SILENT: r->silent++; continue;
        case REWORD_NUMBERS: r->numbers++; continue;
        case REWORD_FORMULAS: r->formulas++; continue;
        case REWORD_KEPT: break;
        }
        f[kept] = f[i];
        f[kept].now = reworded(h, f[i].was, text);
        kept++;
    }
    return kept;
}

/* ---- keys ---- */

/* Who finds keys, and how. */
struct keying {
    struct questioner *models;
    size_t n;
    struct key_rules rules;
};

/* Of n texts: do key models agree on an answer, and is it the problem's key? A
 * text that they do not agree on is TRUTH_UNKNOWN. */
static bool find_keys(struct hunt *h, const struct keying *k,
                      const struct problem *const *p, size_t n, enum truth *out,
                      struct err *e)
{
    struct draft *d = arena_array(h->arena, struct draft, n + 1);
    struct key_finding *f = arena_array(h->arena, struct key_finding, n + 1);

    for (size_t i = 0; i < n; i++)
        d[i].statement = p[i]->statement;
    if (!key_find(h->arena, k->models, k->n, &k->rules, d, n, f, e))
        return false;
    for (size_t i = 0; i < n; i++)
        out[i] = f[i].state == KEY_SURE && p[i]->n_keys == 1
                     ? key_same(p[i]->keys[0].latex, f[i].key)
                     : TRUTH_UNKNOWN;
    return true;
}

/* Where key models find another answer to the new text, they are asked for the
 * old one: if they find its key there, the new text asks for something else.
 * Leaves the others; a problem that they get wrong in any words stays. */
static bool drop_moved(struct hunt *h, const struct keying *k, struct failed *f,
                       size_t *n, struct hunt_rewording *r, struct err *e)
{
    const struct problem **p =
        arena_array(h->arena, const struct problem *, *n + 1);
    enum truth *now = arena_array(h->arena, enum truth, *n + 1);
    enum truth *was = arena_array(h->arena, enum truth, *n + 1);
    size_t suspects = 0, at = 0, kept = 0;

    for (size_t i = 0; i < *n; i++)
        p[i] = &f[i].now;
    if (!find_keys(h, k, p, *n, now, e))
        return false;
    for (size_t i = 0; i < *n; i++)
        if (now[i] == TRUTH_NO)
            p[suspects++] = f[i].was;
    if (!find_keys(h, k, p, suspects, was, e))
        return false;
    for (size_t i = 0; i < *n; i++) {
        bool moved = now[i] == TRUTH_NO && was[at++] == TRUTH_YES;

        r->keys += moved;
        if (!moved)
            f[kept++] = f[i];
    }
    *n = kept;
    return true;
}

static bool check_keys(struct hunt *h, struct failed *f, size_t *n,
                       struct hunt_rewording *r, struct err *e)
{
    const struct hunt_spec *s = h->spec;
    struct keying k = { .n = s->n_key_models };
    bool ok = true;

    if (!k.n)
        return true;
    k.models = arena_array(h->arena, struct questioner, k.n);
    k.rules =
        (struct key_rules){ &s->domain, form_find(h->arena, &s->domain,
                                                  h->report->benchmark,
                                                  h->report->n_benchmark) };
    for (size_t i = 0; ok && i < k.n; i++)
        ok = session_role(&h->session, s->key_models[i], &s->key_decoding,
                          &k.models[i], e);
    ok = ok && drop_moved(h, &k, f, n, r, e);
    for (size_t i = 0; ok && i < k.n; i++)
        session_count(&h->session, &k.models[i]);
    return ok;
}

/* ---- asking ---- */

/* The answers to n problems from place `from` on. */
static struct tried tried_from(const struct answers *got, size_t from, size_t n,
                               size_t *solved)
{
    struct tried t = { got->tries + from, got->right + from, n };

    *solved = 0;
    for (size_t i = 0; i < n; i++)
        *solved += t.right[i] > 0;
    return t;
}

/* Both wordings are asked together, with attempts behind those of the benchmark:
 * the journal has none of them. */
static bool ask_both(struct hunt *h, size_t model, const struct failed *f,
                     size_t n, struct hunt_rewording *r, struct err *e)
{
    struct problem *both = arena_array(h->arena, struct problem, 2 * n + 1);
    struct answers got = { 0 };
    struct tried x, y;
    bool ok;

    for (size_t i = 0; i < n; i++) {
        both[i] = *f[i].was;
        both[n + i] = f[i].now;
    }
    h->session.after = h->spec->attempts;
    ok = hunt_ask(h, "reworded", model, 1, both, 2 * n, &got, e);
    h->session.after = 0;
    if (!ok)
        return false;
    x = tried_from(&got, 0, n, &r->solved_again);
    y = tried_from(&got, n, n, &r->solved);
    r->again = solve_of(&x);
    r->reworded = solve_of(&y);
    gap_paired(&x, &y, &r->gap, &r->lo, &r->hi);
    return true;
}

/* ---- all of it ---- */

bool hunt_paraphrase(struct hunt *h, struct hunt_target *t, struct err *e)
{
    size_t i = (size_t)(t - h->report->targets), model, n;
    struct hunt_rewording r = { .target = t->name,
                                .model = h->spec->paraphrase,
                                .gap = NAN,
                                .lo = NAN,
                                .hi = NAN };
    struct failed *f;
    struct question *q;

    if (!h->spec->paraphrase ||
        !hunt_model_for(h, i, t->name, h->report->n_targets, &model))
        return true;
    r.tried = n = find_failed(h, t, &r, &f);
    if (!n && r.failed)
        watch_note(&h->session.watch,
                   "%s: nothing is reworded, because the failed problems have "
                   "no keys; use --benchmark FILE with keys",
                   t->name);
    if (n) {
        watch_stage(&h->session.watch, "paraphrase",
                    "%s, %zu failed problems, by %s", t->name, n, r.model);
        q = arena_array(h->arena, struct question, n + 1);
        if (!ask_words(h, f, n, q, e))
            return false;
        n = take_words(h, f, n, q, &r);
        if (!check_keys(h, f, &n, &r, e) ||
            (n && !ask_both(h, model, f, n, &r, e)))
            return false;
    }
    *(struct hunt_rewording *)vec_push(&h->rewordings) = r;
    return true;
}
