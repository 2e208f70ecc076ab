/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/evolve.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/str.h"
#include "evolve/evolve_int.h"
#include "evolve/individual/individual_int.h"
#include "family/audit.h"

#include <string.h>

static uint64_t source_hash(const char *source)
{
    return source ? hash_bytes(source, strlen(source)).low : 0;
}

struct pairs_item evolve_kin_of(const struct individual *s)
{
    struct pairs_item out = { .ends = s->parts[s->n_parts - 1].text != NULL };

    for (size_t k = 0; k < s->n_parts; k++)
        out.sources[out.n++] = source_hash(s->parts[k].source);
    return out;
}

/* The sources of a record, which is not read beyond them. */
static bool kin_of_record(struct arena *a, const struct spool *spool,
                          const struct evolve_place *place,
                          struct pairs_item *out, struct err *e)
{
    char *text = arena_text(a, place->sources);
    struct json *v;

    *out = (struct pairs_item){ .ends = place->ends };
    if (!spool_read(spool, place->at, text, place->sources, e) ||
        !json_read(a, text, place->sources, 1, &v, e))
        return false;
    for (const struct json *m = v->first; m && out->n < INDIVIDUAL_PARTS;
         m = m->next)
        out->sources[out->n++] = source_hash(json_string(m));
    return true;
}

/* The sources of all problems. No chain will have those of one of them. */
static bool read_kin(const struct evolve *v, const struct evolve_crossing *c,
                     struct pairs_item *out, struct pairs_sets *sets,
                     struct err *e)
{
    struct arena tmp = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < c->n; i++) {
        ok = kin_of_record(&tmp, v->spool, &c->all[i], &out[i], e);
        if (ok && out[i].n > 1)
            pairs_take(sets, &out[i], NULL);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return ok;
}

/* One generation: each operator in its turn over a block of the population. */

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

bool operators_have(const struct operator_card *const *list, size_t n,
                    const struct operator_card *card)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == card)
            return true;
    return false;
}

/* Finds the partners of a pass, for evolve_cycle(): v->partners[i] has places in
 * the window of problem i, those of spare ones behind it. Nothing is done where
 * the setting crosses nobody. */
static bool evolve_partners(struct arena *a, struct evolve *v,
                            const struct setting *g,
                            const struct evolve_crossing *c, struct err *e)
{
    const struct operator_card *list[EVOLVE_OPERATORS];
    struct pairs_list *out;
    struct pairs_item *kin;
    struct pairs_sets sets = { 0 };
    struct arena tmp = { 0 };

    if (!operators_have(list, operators_of(v, g, list), &op_crossover))
        return true;
    v->partners = out = arena_array(a, struct pairs_list, c->n_open + 1);
    kin = arena_array(a, struct pairs_item, c->n + 1);
    if (!read_kin(v, c, kin, &sets, e)) {
        map_clear(&sets.sums);
        return false;
    }
    for (size_t w = 0; w < evolve_windows(c->n_open); w++) {
        size_t at = w * EVOLVE_WINDOW, n = evolve_window_size(c->n_open, w);
        struct pairs_item *x =
            arena_array(&tmp, struct pairs_item, n + c->n_spare);

        for (size_t i = 0; i < n; i++)
            x[i] = kin[c->open[at + i]];
        for (size_t i = 0; i < c->n_spare; i++)
            x[n + i] = kin[c->spare[i]];
        pairs_make(&tmp, x, n, c->n_spare, &sets, out + at);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    map_clear(&sets.sums);
    return true;
}

/* ---- streams of random numbers ---- */

struct rng evolve_rng(const struct evolve *v, const char *use, int generation,
                      size_t index)
{
    struct rng r;

    rng_init(&r, hash_list("%s %s %s %zu %zu", "evolve", v->spec->seed, use,
                           (size_t)generation, v->from + index));
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

static void cycle_count(struct evolve *v, const struct operator_card *card,
                        bool done, const struct err *e)
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

bool evolve_try(struct evolve *v, const struct operator_card *card,
                struct operator_call o, int generation, size_t index,
                struct individual *out, struct err *e)
{
    struct rng r = evolve_rng(v, card->name, generation, index);

    o.arena = v->arena;
    o.rng = &r;
    o.generation = generation;
    /* A job was drawn the same way: what is built in is then the same whether
     * or not a model was asked first. */
    if (card->kind != OPERATOR_CROSS && generation) {
        size_t part = choose_part(o.first, &r);

        INVARIANT(!(o.text || o.said) || o.part == part);
        o.part = part;
    }
    INVARIANT(o.part < o.first->n_parts);
    if (!card->apply(&o, out, e))
        return false;
    INVARIANT(individual_holds(v->arena, out));
    return true;
}

static void evolve_apply(struct evolve *v, const struct operator_card *card,
                         int generation, size_t index,
                         const struct text_job *job, struct individual *s)
{
    struct operator_call o = {
        .first = s, .id = s->id, .away = evolve_promise(v->spec->decoy_distance)
    };
    struct individual out;
    struct err e;
    bool ok;

    if (job) {
        o.part = job->part;
        o.text = job->text;
        o.said = job->lines;
        o.n_said = job->n_lines;
        o.writer = job->text || job->lines ? v->writer->model->spec : NULL;
    }
    ok = evolve_try(v, card, o, generation, index, &out, &e);
    cycle_count(v, card, ok, &e);
    if (ok)
        *s = out;
}

/* ---- text by a model ---- */

size_t evolve_factors(const struct evolve *v,
                      const struct operator_card *out[EVOLVE_OPERATORS])
{
    struct setting g = evolve_main_setting(v);
    size_t n = operators_of(v, &g, out), k = 0;

    for (size_t i = 0; i < n; i++)
        if (!operators_have(out, k, out[i]))
            out[k++] = out[i];
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
        evolve_apply(v, card, generation, i, jobs ? &jobs[i] : NULL, &s[i]);
    }
    return true;
}

/* ---- crossover ---- */

/* Problem i leads, its partner goes on; or the other way round where the answer
 * of i is no number, which only ends a chain. */
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
            struct operator_call o;

            o = (struct operator_call){ .first = &s[i],
                                        .second = k < n ? &s[k] : &spare[k - n],
                                        .id = s[i].id };
            if (s[i].parts[s[i].n_parts - 1].text) {
                o.first = o.second;
                o.second = &s[i];
            }
            ok = evolve_try(v, &op_crossover, o, generation, i, &out[i], &e);
        }
        cycle_count(v, &op_crossover, ok, &e);
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

/* Applies the operators of one generation to a block, s[0..n), in place.
 * `spare` has the further partners that v->partners speaks of. */
static bool evolve_cycle(struct evolve *v, const struct setting *g,
                         int generation, struct individual *s, size_t n,
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

/*
 * Sets that are compared problem by problem: the arms of a file, each of which
 * changes one thing of its rows, and the runs of a design, in each of which half
 * of the operators work on the same problems.
 */

/* ---- arms ---- */

static const struct {
    const char *name;
    const struct operator_card *card;
} arms[EVOLVE_ARMS] = {
    { "renumbered", &op_renumber },
    { "renamed", &op_rename },
    { "reworded", &op_polish }, /* built-in words, if nobody writes */
};

struct arm_pass {
    struct setting setting;
    bool *changed; /* [row] */
};

static bool fill_arm(struct evolve *v, void *ctx, struct individual *s,
                     size_t n, struct err *e)
{
    const struct arm_pass *c = ctx;
    size_t *steps = arena_array(v->arena, size_t, n + 1);

    if (!evolve_fetch_block(v, v->rows, s, n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        steps[i] = s[i].n_steps;
    if (!evolve_cycle(v, &c->setting, 1, s, n, NULL, e))
        return false;
    for (size_t i = 0; i < n; i++)
        c->changed[v->from + i] = s[i].n_steps > steps[i];
    return true;
}

/* Rows that the operator did not change are no variants. */
static bool make_arm(struct evolve *v, size_t k, struct err *e)
{
    struct evolve_place *all =
        arena_array(v->arena, struct evolve_place, v->n_seeds + 1);
    struct arm_pass c = { .setting = { .name = arms[k].name,
                                       .generations = 1,
                                       .only = &arms[k].card,
                                       .n_only = 1 },
                          .changed =
                              arena_array(v->arena, bool, v->n_seeds + 1) };
    struct evolve_pass pass = { .setting = arms[k].name,
                                .n = v->n_seeds,
                                .fill = fill_arm,
                                .ctx = &c,
                                .check = true,
                                .places = all };
    size_t n = 0;

    watch_stage(&v->session.watch, "evolve", "arm %s", arms[k].name);
    if (!evolve_pass(v, &pass, e))
        return false;
    for (size_t i = 0; i < v->n_seeds; i++)
        if (c.changed[i])
            all[n++] = all[i];
    v->report->arms[v->report->n_arms++] =
        evolve_set_of(v, arms[k].name, all, n);
    return true;
}

/* ---- effects ---- */

static bool evolve_fill_run(struct evolve *v, void *ctx, struct individual *s,
                            size_t n, struct err *e)
{
    return evolve_fetch_block(v, v->seeds, s, n, e) &&
           evolve_cycle(v, ctx, 1, s, n, NULL, e);
}

struct setting evolve_design_run(struct arena *a,
                                 const struct operator_card *const *list,
                                 size_t n, size_t run)
{
    const struct operator_card **only =
        arena_array(a, const struct operator_card *, n + 1);
    struct setting g = { .name = "effects", .generations = 1, .only = only };

    for (size_t k = 0; k < n; k++)
        if (design_has(n, run, k))
            only[g.n_only++] = list[k];
    return g;
}

static bool make_effects(struct evolve *v, struct err *e)
{
    const struct operator_card *list[EVOLVE_OPERATORS];
    struct setting g = evolve_main_setting(v);
    size_t n = evolve_factors(v, list), runs = design_runs(n);
    struct evolve_report *r = v->report;
    struct evolve_place *all =
        arena_array(v->arena, struct evolve_place, v->n_seeds * runs + 1);
    size_t *open = arena_array(v->arena, size_t, v->n_seeds + 1);
    struct evolve_crossing crossing;
    struct arena a = { 0 };
    bool ok = true;

    if (!n)
        return err_set(e, ERR_USAGE,
                       "no operator has an effect that can be measured");
    r->factors = arena_array(v->arena, const char *, n + 1);
    for (size_t k = 0; k < n; k++)
        r->factors[r->n_factors++] = list[k]->name;
    for (size_t i = 0; i < v->n_seeds; i++)
        open[i] = i;
    crossing = (struct evolve_crossing){
        .all = v->seeds, .n = v->n_seeds, .open = open, .n_open = v->n_seeds
    };
    for (size_t i = 0; ok && i < runs; i++) {
        struct evolve_pass pass = { .setting = "effects",
                                    .n = v->n_seeds,
                                    .fill = evolve_fill_run,
                                    .ctx = &g,
                                    .check = true,
                                    .places = all + i * v->n_seeds };

        g = evolve_design_run(v->arena, list, n, i);
        watch_stage(&v->session.watch, "evolve",
                    "effects: run %zu of %zu, with %zu of %zu operators", i + 1,
                    runs, g.n_only, n);
        ok = evolve_partners(&a, v, &g, &crossing, e) &&
             evolve_pass(v, &pass, e);
        arena_clear(&a);
    }
    if (!ok)
        return false;
    r->effects = evolve_set_of(v, "effects", all, v->n_seeds * runs);
    return true;
}

/* ---- both ---- */

/* Makes the arms of a file, and the problems with and without each operator,
 * as far as the spec wants them. */
static bool evolve_arms(struct evolve *v, struct err *e)
{
    for (size_t k = 0; k < EVOLVE_ARMS; k++)
        if (evolve_has_arm(v->spec, arms[k].name) && !make_arm(v, k, e))
            return false;
    return !v->spec->effects || make_effects(v, e);
}

#define WINDOWS_ASKED 8 /* of a block */

/* ---- generations ---- */

/* A population on its way. */
struct population {
    struct evolve_place *all; /* [n], in the order of the seeds */
    size_t n;
    struct features *features; /* at their last scoring */
    struct fitness *scores;
    const char **reasons; /* of a rejection; NULL: never rejected */
    size_t *open;         /* those to evolve again */
    size_t n_open;
    /* after the first generation */
    struct evolve_place *first;
    bool *easy;
};

static void note_generation(struct arena *a, struct evolve *v, int number,
                            const struct fit *f, size_t n)
{
    struct evolve_report *r = v->report;
    struct evolve_generation *g = &r->generations[r->n_generations++];
    double *scores = arena_array(a, double, n + 1);

    *g = (struct evolve_generation){ .number = number, .n = n };
    for (size_t i = 0; i < n; i++) {
        double x = f->scores[i].score;
        bool deficient = false;

        for (size_t k = 0; k < FEATURES; k++)
            deficient = deficient || f->selected[i].deficient[k];
        scores[i] = x;
        g->mean += x / (double)n;
        g->least = i == 0 || x < g->least ? x : g->least;
        g->most = i == 0 || x > g->most ? x : g->most;
        g->kept += f->selected[i].kept;
        g->low_score += f->selected[i].low_score;
        g->deficient += deficient;
    }
    g->lower = select_quantile(scores, n, 0.25);
    g->median = select_quantile(scores, n, 0.5);
    g->upper = select_quantile(scores, n, 0.75);
}

/* Score those that were evolved, and see who must do it again. */
static bool select_open(struct arena *a, struct evolve *v, struct population *l,
                        int generation, bool told,
                        const struct evolve_place *places,
                        struct features *features, struct err *e)
{
    struct fit f;
    size_t left = 0;

    if (!evolve_fit(a, v, places, features, l->n_open, &f, e))
        return false;
    if (told)
        note_generation(a, v, generation, &f, l->n_open);
    for (size_t i = 0; i < l->n_open; i++) {
        size_t k = l->open[i];

        l->all[k] = places[i];
        l->features[k] = features[i];
        l->scores[k] = f.scores[i];
        if (f.selected[i].kept)
            continue;
        l->reasons[k] = select_reason(v->arena, &f.selected[i], &features[i],
                                      &f.scores[i], &f.options);
        l->open[left++] = k;
    }
    l->n_open = left;
    return true;
}

/* What a block of a generation is made from. */
struct cycle {
    const struct setting *setting;
    int generation;
    const struct population *population;
    size_t *spare; /* some that are not open: few have no partners */
    size_t n_spare;
};

static bool cycle_fetch(struct evolve *v, const struct population *l,
                        const size_t *which, size_t n, struct individual *out,
                        struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (!evolve_fetch(v->arena, v->spool, &l->all[which[i]], &out[i], e))
            return false;
    return true;
}

static bool fill_cycle(struct evolve *v, void *ctx, struct individual *s,
                       size_t n, struct err *e)
{
    const struct cycle *c = ctx;
    const struct population *l = c->population;
    struct individual *spare =
        arena_array(v->arena, struct individual, c->n_spare + 1);

    return cycle_fetch(v, l, l->open + v->from, n, s, e) &&
           cycle_fetch(v, l, c->spare, c->n_spare, spare, e) &&
           evolve_cycle(v, c->setting, c->generation, s, n, spare, e);
}

#define FEW    (EVOLVE_WINDOW / 2)
#define SPARES 16

/* The first that are not open; none where those that are have enough partners
 * among themselves. */
static void find_spares(struct arena *a, const struct population *l,
                        struct cycle *c)
{
    size_t o = 0;

    c->spare = arena_array(a, size_t, SPARES);
    for (size_t i = 0; i < l->n && c->n_spare < SPARES && l->n_open < FEW; i++)
        if (o < l->n_open && l->open[o] == i)
            o++;
        else
            c->spare[c->n_spare++] = i;
}

static bool cycle_open(struct evolve *v, const struct setting *g,
                       struct population *l, int generation, bool told,
                       struct err *e)
{
    struct arena a = { 0 };
    struct cycle c = { .setting = g,
                       .generation = generation,
                       .population = l };
    struct evolve_pass pass = {
        .setting = g->name,
        .n = l->n_open,
        .fill = fill_cycle,
        .ctx = &c,
        .check = true,
        .places = arena_array(&a, struct evolve_place, l->n_open + 1),
        .features = arena_array(&a, struct features, l->n_open + 1)
    };
    struct evolve_crossing crossing;
    bool ok;

    find_spares(&a, l, &c);
    crossing = (struct evolve_crossing){ .all = l->all,
                                         .n = l->n,
                                         .open = l->open,
                                         .n_open = l->n_open,
                                         .spare = c.spare,
                                         .n_spare = c.n_spare };
    ok = evolve_partners(&a, v, g, &crossing, e) && evolve_pass(v, &pass, e) &&
         select_open(&a, v, l, generation, told, pass.places, pass.features, e);
    arena_clear(&a);
    return ok;
}

static struct population population_of(struct arena *a,
                                       const struct evolve_place *s, size_t n)
{
    struct population l = { .n = n, .n_open = n };

    l.all = arena_array(a, struct evolve_place, n + 1);
    memcpy(l.all, s, n * sizeof(*s));
    l.features = arena_array(a, struct features, n + 1);
    l.scores = arena_array(a, struct fitness, n + 1);
    l.reasons = arena_array(a, const char *, n + 1);
    l.open = arena_array(a, size_t, n + 1);
    l.first = arena_array(a, struct evolve_place, n + 1);
    l.easy = arena_array(a, bool, n + 1);
    for (size_t i = 0; i < n; i++)
        l.open[i] = i;
    return l;
}

/* `told` is true for the setting of the spec, whose generations are
 * reported. */
static bool go_through(struct evolve *v, const struct setting *g,
                       struct population *l, bool told, struct err *e)
{
    for (size_t k = 1; k <= g->generations && l->n_open; k++) {
        watch_stage(&v->session.watch, "evolve", "%s: generation %zu, %s",
                    g->name, k, datum_plural(v->arena, l->n_open, "problem"));
        if (!cycle_open(v, g, l, (int)k, told, e))
            return false;
        if (k > 1)
            continue;
        memcpy(l->first, l->all, l->n * sizeof(*l->all));
        for (size_t i = 0; i < l->n_open; i++)
            l->easy[l->open[i]] = true;
    }
    return true;
}

/* ---- the sets of the report ---- */

static struct evolve_set evolve_part_of(struct evolve *v,
                                        const struct population *l,
                                        const struct evolve_place *from,
                                        bool easy, const char *name)
{
    struct evolve_place *s = arena_array(v->arena, struct evolve_place, l->n);
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++)
        if (l->easy[i] == easy)
            s[n++] = from[i];
    return evolve_set_of(v, name, s, n);
}

static void mark_without(struct setting *g, const char *word)
{
    for (size_t k = 0; k <= OPERATOR_CROSS; k++)
        g->without[k] = g->without[k] || str_eq(word, evolve_kind_words[k]);
}

struct setting evolve_main_setting(const struct evolve *v)
{
    const struct evolve_spec *s = v->spec;
    struct setting g = { .generations = s->generations };
    struct str name = str_in(v->arena);

    str_add(&name, "full");
    for (size_t i = 0; i < s->n_without; i++) {
        mark_without(&g, s->without[i]);
        str_addf(&name, "-without-%s", s->without[i]);
    }
    if (s->generations > 1)
        str_addf(&name, "-%zugen", s->generations);
    g.name = str_get(&name);
    return g;
}

struct setting evolve_setting(size_t i)
{
    static const char *const names[EVOLVE_SETTINGS] = { "full-2gen", "full",
                                                        "full-without-fm",
                                                        "full-without-lm",
                                                        "full-without-co" };
    struct setting g = { .name = names[i], .generations = i ? 1 : 2 };

    mark_without(&g, i < 2 ? "" : names[i] + strlen("full-without-"));
    return g;
}

/* Those of two generations stand first. */
size_t evolve_settings(const struct evolve_spec *s, size_t *first)
{
    *first = 0;
    while (evolve_setting(*first).generations > s->generations)
        ++*first;
    return EVOLVE_SETTINGS - *first;
}

static bool make_ablation_sets(struct evolve *v, struct err *e)
{
    struct evolve_report *r = v->report;
    size_t i;

    for (evolve_settings(v->spec, &i); i < EVOLVE_SETTINGS; i++) {
        struct setting g = evolve_setting(i);
        struct population l;

        if (str_eq(g.name, r->population.name)) {
            r->settings[r->n_settings++] = r->population;
            continue;
        }
        l = population_of(v->arena, v->seeds, v->n_seeds);
        if (!go_through(v, &g, &l, false, e))
            return false;
        r->settings[r->n_settings++] =
            evolve_set_of(v, g.name, l.all, v->n_seeds);
    }
    return true;
}

/* Counts of the report are the population's own: they are the same whether or
 * not further sets are made. */
static bool make_aside(struct evolve *v,
                       bool (*make)(struct evolve *v, struct err *e),
                       struct err *e)
{
    struct evolve_report *r = v->report;
    struct writer_report writer = r->writer;
    size_t unread = r->referee_unread;
    struct vec counts = v->counts;
    bool dropped[FEATURES], ok;

    memcpy(dropped, r->dropped, sizeof(dropped));
    v->counts = vec_in(v->arena, sizeof(struct evolve_count));
    ok = make(v, e);
    v->counts = counts;
    r->writer = writer;
    r->referee_unread = unread;
    memcpy(r->dropped, dropped, sizeof(dropped));
    return ok;
}

/* ---- the whole ---- */

static bool load_weights(struct arena *a, const struct evolve_spec *s,
                         struct weights *w, struct err *e)
{
    const char *path = s->weights;
    struct str text = str_in(a);
    struct json *json;

    if (s->features == FEATURES_PAPER)
        weights_published(w);
    else
        weights_measured(w);
    if (!path)
        return true;
    if (!file_read(path, LIMIT_SPEC_BYTES, &text, e))
        return false;
    if (!json_read(a, str_get(&text), text.n, 1, &json, e) ||
        !weights_read(a, json, w, e))
        return file_fail(path, e);
    return w->set == (enum feature_set)s->features ||
           err_set(e, ERR_USAGE,
                   "%s holds weights of the other set of features; choose "
                   "the set with --features",
                   path);
}

/* The rows that cannot be read are named when they are taken. */
static void pass_over(void *with, const char *why)
{
    (void)with;
    (void)why;
}

bool evolve_try_inputs(const struct evolve_spec *s, struct err *e)
{
    struct arena scratch = { 0 };
    struct plan plan = { .unread = pass_over };
    struct weights w;
    bool file = evolve_reads_file(s) && !str_eq(s->source, "-");
    bool ok = load_weights(&scratch, s, &w, e) &&
              (!file || plan_read_problems(&scratch, s->source, s->as, s->limit,
                                           &plan, e));

    arena_clear(&scratch);
    return ok;
}

bool evolve_wants_settings(const struct evolve_spec *s)
{
    return s->settings || (s->n_models && !evolve_reads_file(s) && !s->effects);
}

struct evolve evolve_open(struct arena *a, struct store *s,
                          const struct evolve_spec *spec,
                          const struct session_options *o,
                          struct evolve_report *report)
{
    struct evolve v = { .arena = a,
                        .store = s,
                        .spec = spec,
                        .report = report,
                        .session = session_open(a, s, o),
                        .writer = arena_new(a, struct questioner),
                        .referee = arena_new(a, struct questioner),
                        .spool = arena_new(a, struct spool),
                        .counts = vec_in(a, sizeof(struct evolve_count)) };

    /* Models are asked for a whole block at once. */
    v.windows = spec->writer || spec->referee ? WINDOWS_ASKED : 1;
    v.session.attempts = spec->attempts;
    v.session.decoding = &spec->decoding;
    v.session.strict = spec->strict;
    return v;
}

static void end_spool(void *spool)
{
    spool_close(spool);
}

static void evolve_end_map(void *map)
{
    map_clear(map);
}

bool evolve_begin(struct evolve *v, struct err *e)
{
    const struct evolve_spec *s = v->spec;

    v->report->generations = arena_array(v->arena, struct evolve_generation,
                                         v->spec->generations + 1);
    if (!spool_open(v->spool, s->out, e))
        return false;
    arena_defer(v->arena, end_spool, v->spool);
    v->report->writer.texts = arena_new(v->arena, struct map);
    arena_defer(v->arena, evolve_end_map, v->report->writer.texts);
    return load_weights(v->arena, s, &v->report->weights, e) &&
           session_models(&v->session, s->models, s->n_models, &v->models, e) &&
           session_role(&v->session, s->writer, &s->writer_decoding, v->writer,
                        e) &&
           session_role(&v->session, s->referee, &s->referee_decoding,
                        v->referee, e);
}

bool evolve_make(struct evolve *v, struct err *e)
{
    struct setting g = evolve_main_setting(v);
    struct population l = population_of(v->arena, v->seeds, v->n_seeds);
    struct evolve_report *r;

    if (!go_through(v, &g, &l, true, e))
        return false;
    r = v->report;
    r->features = l.features;
    r->scores = l.scores;
    r->reasons = l.reasons;
    r->population = evolve_set_of(v, g.name, l.all, l.n);
    r->easy = evolve_part_of(v, &l, l.first, true, "easy");
    r->hard = evolve_part_of(v, &l, l.first, false, "hard");
    if (g.generations > 1)
        r->evolved_easy = evolve_part_of(v, &l, l.all, true, "evolved-easy");
    return (!evolve_wants_settings(v->spec) ||
            make_aside(v, make_ablation_sets, e)) &&
           make_aside(v, evolve_arms, e);
}

/* Generations make texts and rate them as they go. */
const struct evolve_stage evolve_stages[EVOLVE_STAGES] = {
    { "source", "writer", evolve_source, forecast_formulas },
    { "evolve", NULL, evolve_make, NULL },
    { "text", "writer", NULL, forecast_texts },
    { "referee", "referee", NULL, forecast_ratings },
    { "ask", "model", evolve_ask, forecast_sets },
};

bool evolve_run(struct arena *a, struct store *s,
                const struct evolve_spec *spec, const struct session_options *o,
                struct evolve_report *out, struct err *e)
{
    struct evolve v = evolve_open(a, s, spec, o, out);
    bool ok;

    *out = (struct evolve_report){ .hash = spec_table_hash(a, &evolve_table,
                                                           spec) };
    ok = evolve_begin(&v, e);
    for (size_t i = 0; ok && i < EVOLVE_STAGES; i++)
        ok = !evolve_stages[i].run || evolve_stages[i].run(&v, e);
    out->counts = v.counts.items;
    out->n_counts = v.counts.n;
    if (v.writer->model)
        session_count(&v.session, v.writer);
    if (v.referee->model)
        session_count(&v.session, v.referee);
    out->asked = v.session.asked;
    out->journalled = v.session.journalled;
    out->failed = v.session.failed;
    out->budget = v.session.budget;
    return ok;
}

/* ---- check ---- */

bool evolve_audit(struct arena *a, const struct problem *p, struct audit *out)
{
    struct individual s;
    const char *fault;
    struct err e;
    bool is, read = individual_read(a, p, &is, &s, &e);

    if (!is)
        return false;
    fault = read ? individual_fault(a, &s, p) : arena_strdup(a, e.msg);
    out->status = fault ? AUDIT_FAILS : AUDIT_HOLDS;
    out->by = "structure";
    out->detail = fault;
    if (!fault)
        out->detail =
            arena_printf(a,
                         "%zu part%s solved again, text read back, %zu step%s "
                         "checked against their guarantees",
                         s.n_parts, s.n_parts == 1 ? "" : "s", s.n_steps,
                         s.n_steps == 1 ? "" : "s");
    return true;
}
