/* SPDX-License-Identifier: Apache-2.0 */
/* One run, counted for each of its models. */
#include "evolve/measure/measure_int.h"
#include "stats/cluster.h"

#include <math.h>
#include <string.h>

/* One model in the making. */
struct model_counts {
    struct share *first, *final;
    struct slip_share *slips;
    struct measure_cell *cell;
};

/* ---- clusters ---- */

static void join(struct clusters *c, size_t i, const char *name)
{
    if (name)
        clusters_join(c, i, name, strlen(name));
}

/* Names with blanks between them. */
static void join_all(struct clusters *c, size_t i, const char *names)
{
    while (names && *names) {
        size_t n = strcspn(names, " ");

        if (n)
            clusters_join(c, i, names, n);
        names += n + (names[n] == ' ');
    }
}

/* Numbers of clusters: problems that share an id, a parent or a source. */
static uint32_t *find_clusters(struct arena *a, const struct problem *problems,
                               const struct individual *individuals, size_t n)
{
    struct clusters c = clusters_in(a, n);
    uint32_t *out = arena_array(a, uint32_t, n + 1);

    for (size_t i = 0; i < n; i++) {
        const struct individual *s = &individuals[i];

        join(&c, i, problems[i].id);
        join_all(&c, i, s->parents);
        for (size_t k = 0; k < s->n_parts; k++)
            join(&c, i, s->parts[k].source);
    }
    clusters_number(&c, out);
    clusters_clear(&c);
    return out;
}

/* ---- counting ---- */

bool run_board_open(struct arena *a, const struct problem *problems, size_t n,
                    struct run_board *b, struct err *e)
{
    *b = (struct run_board){ .problems = problems,
                             .individuals =
                                 arena_array(a, struct individual, n + 1),
                             .baits = arena_array(a, struct baits, n + 1),
                             .n = n };
    for (size_t i = 0; i < n; i++) {
        bool is = false;

        if (!individual_read(a, &problems[i], &is, &b->individuals[i], e)) {
            if (is)
                return err_prefix(
                    e, "%.60s: ", problems[i].id ? problems[i].id : "?");
            b->individuals[i] = (struct individual){ 0 };
        }
        baits_make(a, &b->individuals[i], &b->baits[i]);
    }
    b->cluster = find_clusters(a, problems, b->individuals, n);
    return true;
}

static void count_mark(struct share *s, uint64_t count[MARKS], enum mark m)
{
    count[m]++;
    s->n += mark_counts(m);
    s->sum += m == MARK_CORRECT;
}

static void count_reply(struct arena *scratch, const struct run_board *b,
                        struct model_counts *m, size_t problem,
                        const struct chain_answers *t)
{
    bool chain = b->problems[problem].n_keys > 1;

    if (chain)
        count_mark(&m->first[problem], m->cell->count_first, t->first);
    count_mark(&m->final[problem], m->cell->count_final, t->final);
    slips_count(scratch, &b->baits[problem], t, chain, &m->cell->slips,
                &m->slips[problem]);
}

static void open_model(struct arena *a, const struct run_board *b,
                       const char *model, const char *set,
                       struct measure_cell *cell, struct model_counts *m)
{
    *cell = (struct measure_cell){ .model = model, .set = set };
    *m = (struct model_counts){ .first = arena_array(a, struct share, b->n + 1),
                                .final = arena_array(a, struct share, b->n + 1),
                                .slips =
                                    arena_array(a, struct slip_share, b->n + 1),
                                .cell = cell };
    for (size_t i = 0; i < b->n; i++)
        m->first[i].cluster = m->final[i].cluster = b->cluster[i];
}

static struct interval slip_interval(struct arena *a, const struct run_board *b,
                                     const struct slip_share *s,
                                     enum slip_kind k)
{
    struct share *shares = arena_array(a, struct share, b->n + 1);

    for (size_t i = 0; i < b->n; i++)
        shares[i] = (struct share){ .cluster = b->cluster[i],
                                    .n = s[i].could[k],
                                    .sum = s[i].hits[k] };
    return rate_make(shares, b->n).interval;
}

static void close_model(struct arena *scratch, const struct run_board *b,
                        struct model_counts *m)
{
    m->cell->first = rate_make(m->first, b->n);
    m->cell->final = rate_make(m->final, b->n);
    for (enum slip_kind k = 0; k < SLIPS; k++) {
        struct slip_count *s = &m->cell->slips.of[k];

        s->chance = s->could ? s->chance / (double)s->could : NAN;
        s->rate = slip_interval(scratch, b, m->slips, k);
    }
}

static void count_models(struct arena *a, const struct run_info *run,
                         const struct run_board *b, const struct replies *r,
                         const char *set, struct measure_cell *cells)
{
    struct arena scratch = { 0 };
    struct arena one = { 0 };
    struct model_counts *m =
        arena_array(&scratch, struct model_counts, run->n_models + 1);

    for (size_t i = 0; i < run->n_models; i++)
        open_model(&scratch, b, arena_strdup(a, run->models[i]), set, &cells[i],
                   &m[i]);
    for (size_t i = 0; i < r->n; i++) {
        arena_reset(&one);
        count_reply(&one, b, &m[r->results[i].model], r->results[i].problem,
                    &r->answers[i]);
    }
    for (size_t i = 0; i < run->n_models; i++) {
        cells[i].run = arena_strdup(a, run->name);
        close_model(&scratch, b, &m[i]);
    }
    arena_clear(&one);
    arena_clear(&scratch);
}

bool measure_run(struct arena *a, struct store *s, const struct run_info *run,
                 const struct problem *problems, size_t n, const char *set,
                 bool strict, struct measure_cell **cells, size_t *n_cells,
                 struct err *e)
{
    struct replies replies = { 0 };
    struct arena work = { 0 };
    struct run_board board;
    bool ok = run_board_open(&work, problems, n, &board, e) &&
              replies_read(&work, s, run, problems, n, strict, &replies, e);

    if (ok) {
        *cells = arena_array(a, struct measure_cell, run->n_models + 1);
        *n_cells = run->n_models;
        count_models(a, run, &board, &replies, arena_strdup(a, set ? set : ""),
                     *cells);
    }
    arena_clear(&work);
    return ok;
}
