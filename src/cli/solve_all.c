/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay solve mathador --all: every draw, every target, and the exact
 * distribution of difficulty. Shares are shares of draws: what the dice give,
 * not what is different.
 */
#include "base/clock.h"
#include "base/progress.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/solve.h"
#include "cli/talk.h"
#include "family/mathador/report.h"
#include "family/table.h"

#include <inttypes.h>

#define QUANTILES 20 /* steps of five hundredths */

/* One distribution, from the easiest instance to the hardest. */
struct distribution {
    struct whole whole;
    struct difficulty quantile[QUANTILES + 1];
    uint64_t instances[MATHADOR_LEVELS], draws[MATHADOR_LEVELS];
    struct difficulty from[MATHADOR_LEVELS], to[MATHADOR_LEVELS];
};

/* ---- counting ---- */

static void count_level(struct distribution *d, struct difficulty x,
                        uint32_t draws)
{
    int level = whole_level(d->whole.edges, x) - 1;

    if (d->instances[level]++ == 0)
        d->from[level] = x;
    d->to[level] = x;
    d->draws[level] += draws;
}

static void measure(struct distribution *d)
{
    const struct whole *w = &d->whole;
    uint64_t sum = 0, next = 0;

    for (size_t i = 0; i < w->n_instances; i++) {
        const struct instance *at = &w->instances[w->order[i]];

        sum += at->draws;
        count_level(d, at->difficulty, at->draws);
        while (next <= QUANTILES && sum * QUANTILES >= w->weight * next)
            d->quantile[next++] = at->difficulty;
    }
}

/* ---- solving ---- */

static bool tick(void *ctx, size_t done, size_t all)
{
    struct progress *p = ctx;

    (void)all;
    if (done % 64 == 0)
        progress_add(p, 64);
    return !interrupt_came();
}

static bool solve(struct whole *w, const struct settings *s, struct err *e)
{
    struct progress p;
    bool ok;

    progress_open(&p, stderr, clock_real(), "solving sets", 0);
    ok = whole_solve(w, s, tick, &p, e);
    progress_close(&p);
    return ok;
}

/* ---- JSON ---- */

static struct json *number(struct arena *a, uint64_t n)
{
    return json_new_int(a, (int64_t)n);
}

static void set_difficulty(struct arena *a, struct json *v, const char *name,
                           struct difficulty d)
{
    json_set(a, v, name, json_new_number(a, difficulty_text(a, d)));
}

static struct json *quantiles_json(struct arena *a,
                                   const struct distribution *d)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (uint64_t i = 0; i <= QUANTILES; i++) {
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, v, "share",
                 json_new_number(a, decimal_text(a, i, QUANTILES)));
        set_difficulty(a, v, "difficulty", d->quantile[i]);
        json_set(a, v, "points", number(a, d->quantile[i].points));
        json_set(a, v, "solutions", number(a, d->quantile[i].solutions));
    }
    return list;
}

static struct json *levels_json(struct arena *a, const struct distribution *d)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (int l = 0; l < MATHADOR_LEVELS; l++) {
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, v, "level", json_new_int(a, l + 1));
        json_set(a, v, "name", json_new_string(a, mathador.levels[l].name));
        json_set(a, v, "instances", number(a, d->instances[l]));
        json_set(a, v, "draws", number(a, d->draws[l]));
        if (d->instances[l]) {
            set_difficulty(a, v, "from", d->from[l]);
            set_difficulty(a, v, "to", d->to[l]);
        }
    }
    return list;
}

static struct json *distribution_json(struct arena *a,
                                      const struct distribution *d)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "instances", number(a, d->whole.n_instances));
    json_set(a, v, "draws", number(a, d->whole.weight));
    json_set(a, v, "quantiles", quantiles_json(a, d));
    return v;
}

static struct json *knobs_json(struct arena *a, const struct json *knobs)
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < FAMILY_KNOBS && mathador.knobs[i].name; i++) {
        const char *name = mathador.knobs[i].name;

        json_set(
            a, v, name,
            json_new_string(a, family_knob_value(a, &mathador, knobs, name)));
    }
    return v;
}

static void write_json(struct str *out, struct arena *a,
                       const struct distribution *every,
                       const struct distribution *asked,
                       const struct json *knobs)
{
    struct json *v = json_new(a, JSON_OBJECT), *game;

    json_set(a, v, "draws", number(a, asked->whole.draws));
    json_set(a, v, "sets", number(a, asked->whole.n_sets));
    json_set(a, v, "every_target",
             every ? distribution_json(a, every) : json_new(a, JSON_NULL));
    game = json_set(a, v, "asked", distribution_json(a, asked));
    json_set(a, game, "levels", levels_json(a, asked));
    json_set(a, game, "knobs", knobs_json(a, knobs));
    json_write(out, v);
    str_addc(out, '\n');
}

/* ---- text ---- */

/* A difficulty cut to a readable length. */
static const char *brief(struct arena *a, struct difficulty d)
{
    char *text = arena_strdup(a, difficulty_text(a, d));
    size_t i = 0, digits = 0;

    for (; text[i] && digits < 4; i++)
        digits += text[i] != '.' && (digits > 0 || text[i] != '0');
    text[i] = '\0';
    return text;
}

static void write_text(struct str *out, struct arena *a,
                       const struct distribution *every,
                       const struct distribution *asked)
{
    str_addf(out, "%" PRIu64 " draws, %zu distinct sets\n", asked->whole.draws,
             asked->whole.n_sets);
    if (every)
        str_addf(out,
                 "%zu instances over all targets, %" PRIu64
                 " draws of an instance\n",
                 every->whole.n_instances, every->whole.weight);
    str_addf(out,
             "%zu instances with the chosen knobs, %" PRIu64
             " draws of an instance\n"
             "\n"
             "share of draws  difficulty, chosen knobs%s\n",
             asked->whole.n_instances, asked->whole.weight,
             every ? "      all targets" : "");
    for (int i = 0; i <= QUANTILES; i++)
        str_addf(out, "%9d %%     %-26s    %s\n", i * 100 / QUANTILES,
                 brief(a, asked->quantile[i]),
                 every ? brief(a, every->quantile[i]) : "");
    str_add(out, "\nlevel         instances  difficulty\n");
    for (int l = 0; l < MATHADOR_LEVELS; l++)
        str_addf(out, "%d %-8s %12" PRIu64 "  %s to %s\n", l + 1,
                 mathador.levels[l].name, asked->instances[l],
                 asked->instances[l] ? brief(a, asked->from[l]) : "-",
                 asked->instances[l] ? brief(a, asked->to[l]) : "-");
}

/* ---- every instance ---- */

static bool write_instance(const struct whole *w, const struct drawn_set *set,
                           const struct instance *i)
{
    struct arena a = { 0 };
    struct str line = str_in(&a);
    bool ok;

    str_add(&line, "{\"numbers\": [");
    for (int k = 0; k < set->bag.n; k++)
        str_addf(&line, "%s%" PRId64, k ? ", " : "", set->bag.numbers[k]);
    str_addf(&line,
             "], \"draws\": %" PRIu32 ", \"target\": %" PRId64
             ", \"solutions\": %" PRIu64 ", \"points\": %" PRIu64
             ", \"difficulty\": %s, \"level\": %d}\n",
             set->draws, i->target, i->difficulty.solutions,
             i->difficulty.points, difficulty_text(&a, i->difficulty),
             whole_level(w->edges, i->difficulty));
    ok = out_str(&line);
    arena_clear(&a);
    return ok;
}

static bool write_each(const struct whole *w)
{
    bool ok = true;

    for (size_t s = 0; ok && s < w->n_sets; s++)
        for (size_t i = 0; ok && i < w->sets[s].n; i++)
            ok = !interrupt_came() &&
                 write_instance(w, &w->sets[s],
                                &w->instances[w->sets[s].from + i]);
    return ok;
}

/* ---- all of it ---- */

static bool print(const struct solve_all *how, const struct distribution *every,
                  const struct distribution *asked)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    bool ok;

    if (how->json)
        write_json(&out, &a, every, asked, how->knobs);
    else
        write_text(&out, &a, every, asked);
    ok = out_str(&out);
    arena_clear(&a);
    return ok;
}

/* Every target is solved, and what is asked for is a part of that; where that
 * is too much, only what is asked for is solved. */
static bool solve_both(struct distribution *every, struct distribution *asked,
                       const struct settings *s, struct err *e)
{
    struct settings widest = *s;

    widest.target_lo = 0;
    widest.target_hi = GAME_TARGET_MAX;
    widest.required = false;
    if (solve(&every->whole, &widest, e))
        return whole_narrow(&asked->whole, &every->whole, s, e);
    return e->code == ERR_LIMIT && solve(&asked->whole, s, e);
}

int solve_all(const struct solve_all *how)
{
    struct distribution asked = { 0 }, every = { 0 };
    struct settings s;
    struct err e;
    bool ok;

    interrupt_watch("the remaining sets were not solved");
    ok = settings_read(how->knobs, &s, &e) &&
         (how->each ? solve(&asked.whole, &s, &e)
                    : solve_both(&every, &asked, &s, &e));
    if (!ok) {
        talk_err(NULL, &e);
    } else if (how->each) {
        ok = write_each(&asked.whole);
    } else {
        measure(&every);
        measure(&asked);
        ok = print(how, every.whole.n_sets ? &every : NULL, &asked);
    }
    whole_clear(&every.whole);
    whole_clear(&asked.whole);
    return out_finish() && ok ? EXIT_DONE : EXIT_COULD_NOT;
}
