/* SPDX-License-Identifier: Apache-2.0 */
/* One generation: each operator in its turn over a block of the population. */
#include "evolve/evolve_crossing.h"
#include "evolve/evolve_int.h"
#include "evolve/individual/individual_int.h"

#include "base/str.h"

#include <string.h>

/* The usual ones, in the order of the paper. Polishing needs a writer. */
static const struct operator_card *const usual[] = {
    &op_replacement, &op_useless,    &op_misleading, &op_polish,
    &op_text,        &op_background, &op_topic,      &op_crossover,
};

#define N_USUAL (sizeof(usual) / sizeof(*usual))

size_t evolve_operators(const struct evolve *v,
                        const struct operator_card *out[EVOLVE_OPERATORS])
{
    const struct evolve_spec *s = v->spec;
    size_t n = s->n_operators ? s->n_operators : N_USUAL, k = 0;

    INVARIANT(n <= EVOLVE_OPERATORS);
    for (size_t i = 0; i < n; i++) {
        const struct operator_card *card =
            s->n_operators ? operator_find(s->operators[i]) : usual[i];

        INVARIANT(card);
        if (card != &op_polish || s->writer)
            out[k++] = card;
    }
    return k;
}

/* Those of a setting, in their order. */
static size_t operators_of(const struct evolve *v, const struct setting *g,
                           const struct operator_card *out[EVOLVE_OPERATORS])
{
    size_t n = g->n_only, k = 0;

    if (g->only)
        memcpy(out, g->only, n * sizeof(struct operator_card *));
    else
        n = evolve_operators(v, out);
    for (size_t i = 0; i < n; i++)
        if (!g->without[out[i]->kind])
            out[k++] = out[i];
    return k;
}

/* ---- streams of random numbers ---- */

struct rng evolve_rng(const struct evolve *v, const char *use, int generation,
                      size_t index)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, "evolve");
    hasher_text(&h, v->spec->seed);
    hasher_text(&h, use);
    hasher_u64(&h, (uint64_t)generation);
    hasher_u64(&h, v->from + index);
    rng_init(&r, hasher_close(&h));
    return r;
}

/* ---- counting ---- */

struct evolve_count *evolve_count_of(struct evolve *v,
                                     const struct operator_card *card)
{
    struct evolve_count *c;

    for (size_t i = 0; i < v->counts.n; i++) {
        c = vec_get(&v->counts, struct evolve_count, i);
        if (c->card == card)
            return c;
    }
    c = vec_push(&v->counts);
    *c = (struct evolve_count){ .card = card };
    return c;
}

static void count(struct evolve *v, const struct operator_card *card, bool done,
                  const struct err *e)
{
    struct evolve_count *c = evolve_count_of(v, card);

    if (done)
        c->applied++;
    else if (c->refused++ == 0)
        c->reason = arena_strdup(v->counts.arena, e->msg);
}

/* ---- one operator on one problem ---- */

/* Which part of a chain it works on: any of them. */
static size_t choose_part(const struct individual *s, struct rng *r)
{
    return s->n_parts == 1 ? 0 : (size_t)rng_below(r, s->n_parts);
}

static void apply(struct evolve *v, const struct operator_card *card,
                  int generation, size_t index, const struct text_job *job,
                  struct individual *s)
{
    struct rng r = evolve_rng(v, card->name, generation, index);
    struct operator_call o = { .arena = v->arena,
                               .rng = &r,
                               .generation = generation,
                               .first = s,
                               .id = s->id,
                               .away =
                                   evolve_promise(v->spec->decoy_distance) };
    struct individual out;
    struct err e;
    bool ok;

    /* A job was drawn the same way: what is built in is then the same whether
     * or not a model was asked first. */
    o.part = choose_part(s, &r);
    INVARIANT(!job || job->part == o.part);
    if (job) {
        o.text = job->text;
        o.said = job->lines;
        o.n_said = job->n_lines;
        o.writer = job->text || job->lines ? v->writer->model->spec : NULL;
    }
    ok = card->apply(&o, &out, &e);
    count(v, card, ok, &e);
    if (!ok)
        return;
    INVARIANT(individual_holds(v->arena, &out));
    *s = out;
}

/* ---- text by a model ---- */

size_t evolve_factors(const struct evolve *v,
                      const struct operator_card *out[EVOLVE_OPERATORS])
{
    struct setting g = evolve_main_setting(v);
    size_t n = operators_of(v, &g, out), k = 0;

    for (size_t i = 0; i < n; i++) {
        size_t j = 0;

        while (j < k && out[j] != out[i])
            j++;
        out[j] = out[i];
        k += j == k;
    }
    return k;
}

size_t evolve_writes(const struct evolve *v, const struct setting *g)
{
    const struct operator_card *list[EVOLVE_OPERATORS];
    size_t n = operators_of(v, g, list), writes = 0;

    for (size_t i = 0; i < n; i++)
        writes += list[i]->kind == OPERATOR_TEXT;
    return writes;
}

static bool write_texts(struct evolve *v, const struct operator_card *card,
                        int generation, const struct individual *s, size_t n,
                        struct text_job **out, struct err *e)
{
    struct text_job *jobs, *asked;
    size_t n_asked = 0;

    *out = NULL;
    if (!v->writer->model || card->kind != OPERATOR_TEXT)
        return true;
    jobs = arena_array(v->arena, struct text_job, n + 1);
    asked = arena_array(v->arena, struct text_job, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct rng r = evolve_rng(v, card->name, generation, i);

        jobs[i] = (struct text_job){ .kind = card->job,
                                     .individual = &s[i],
                                     .part = choose_part(&s[i], &r) };
        /* A part has one background: nobody is asked for another. */
        if (card != &op_background ||
            !individual_line_of(&s[i], jobs[i].part, ROLE_BACKGROUND))
            asked[n_asked++] = jobs[i];
    }
    watch_stage(&v->session.watch, "text", "%s by %s", card->name,
                v->writer->model->spec);
    if (!writer_work(v->arena, v->writer, asked, n_asked, &v->report->writer,
                     e))
        return false;
    for (size_t k = 0; k < n_asked; k++)
        jobs[asked[k].individual - s] = asked[k];
    *out = jobs;
    return true;
}

static bool apply_all(struct evolve *v, const struct operator_card *card,
                      int generation, struct individual *s, size_t n,
                      struct err *e)
{
    struct text_job *jobs;

    if (!write_texts(v, card, generation, s, n, &jobs, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (i % 64 == 0 && watch_stopped(&v->session.watch))
            return err_set(e, ERR_IO, "interrupted");
        if (card == &op_polish && jobs && !jobs[i].lines)
            continue; /* as it was: counted by the writer */
        apply(v, card, generation, i, jobs ? &jobs[i] : NULL, &s[i]);
    }
    return true;
}

/* ---- crossover ---- */

/* Problem i leads, its partner goes on; or the other way round where the answer
 * of i is no number, which only ends a chain. */
static bool cross(struct evolve *v, int generation, size_t i,
                  const struct individual *first,
                  const struct individual *second, struct individual *out,
                  struct err *e)
{
    struct rng r = evolve_rng(v, op_crossover.name, generation, i);
    bool ends = first->parts[first->n_parts - 1].text != NULL;
    struct operator_call o = { .arena = v->arena,
                               .rng = &r,
                               .generation = generation,
                               .first = ends ? second : first,
                               .second = ends ? first : second,
                               .id = first->id };

    if (!op_crossover.apply(&o, out, e))
        return false;
    INVARIANT(individual_holds(v->arena, out));
    return true;
}

bool evolve_crosses(const struct evolve *v, const struct setting *g)
{
    const struct operator_card *list[EVOLVE_OPERATORS];
    size_t n = operators_of(v, g, list);

    for (size_t i = 0; i < n; i++)
        if (list[i] == &op_crossover)
            return true;
    return false;
}

static void cross_all(struct evolve *v, int generation, struct individual *s,
                      size_t n, const struct individual *spare)
{
    struct individual *out = arena_array(v->arena, struct individual, n + 1);
    const struct pairs_list *list = v->partners + v->from;

    for (size_t i = 0; i < n; i++) {
        struct err e = { 0 };
        bool ok = false;

        err_set(&e, ERR_DOMAIN,
                "no problem from another source is left to cross it with");
        for (size_t t = 0; !ok && t < list[i].n; t++) {
            size_t k = list[i].of[t];

            ok = cross(v, generation, i, &s[i], k < n ? &s[k] : &spare[k - n],
                       &out[i], &e);
        }
        count(v, &op_crossover, ok, &e);
        if (!ok)
            out[i] = s[i];
    }
    for (size_t i = 0; i < n; i++)
        s[i] = out[i];
}

/* Window by window; streams count from the first of each. */
static void cross_windows(struct evolve *v, int generation,
                          struct individual *s, size_t n,
                          const struct individual *spare)
{
    size_t from = v->from, windows = evolve_windows(n);

    for (size_t w = 0; w < windows; w++) {
        size_t at = w * EVOLVE_WINDOW;

        v->from = from + at;
        cross_all(v, generation, s + at, evolve_window_size(n, w), spare);
    }
    v->from = from;
}

/* ---- the generation ---- */

bool evolve_cycle(struct evolve *v, const struct setting *g, int generation,
                  struct individual *s, size_t n,
                  const struct individual *spare, struct err *e)
{
    const struct operator_card *list[EVOLVE_OPERATORS];
    size_t n_list = operators_of(v, g, list);

    for (size_t i = 0; i < n_list; i++) {
        if (watch_stopped(&v->session.watch))
            return err_set(e, ERR_IO, "interrupted");
        if (list[i] == &op_crossover)
            cross_windows(v, generation, s, n, spare);
        else if (!apply_all(v, list[i], generation, s, n, e))
            return false;
    }
    for (size_t i = 0; i < n; i++)
        s[i].generation = generation;
    return true;
}
