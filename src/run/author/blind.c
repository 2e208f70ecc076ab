/* SPDX-License-Identifier: Apache-2.0 */
#include "run/author/blind.h"
#include "family/generate.h"

#include <inttypes.h>
#include <string.h>

#define SEED "solvers"

static bool make_problems(struct arena *a, const struct family *f,
                          uint64_t count, struct vec *out, struct err *e)
{
    for (int level = 1; level <= f->n_levels; level++)
        for (uint64_t i = 0; i < count; i++) {
            struct coordinates c = { f, level, SEED, i, NULL, NULL };
            struct problem p;

            if (family_generate(a, &c, &p, e))
                *(struct problem *)vec_push(out) = p;
            else if (e->code == ERR_SPENT && i)
                break;
            else
                return false;
        }
    return true;
}

/* Whether some solver answered with the key is noted in `keyed`. */
static void blind_take_result(struct arena *a, const struct result *r,
                              const struct problem *p, struct blind_solver *s,
                              bool *keyed)
{
    if (r->outcome == OUTCOME_OK && r->lenient == VERDICT_CORRECT) {
        s->agreed++;
        *keyed = true;
    } else if (r->outcome == OUTCOME_OK && r->lenient == VERDICT_WRONG) {
        *(struct blind_other *)vec_push(&s->others) =
            (struct blind_other){ p->id, p->statement,
                                  keys_text(a, p->keys, p->n_keys),
                                  r->answer ? r->answer : "" };
    } else {
        s->silent++;
    }
}

static void blind_settle(struct agreement *b, const bool *keyed)
{
    b->agreed = b->problems > 0;
    for (size_t i = 0; i < b->problems; i++)
        b->agreed = b->agreed && keyed[i];
    for (size_t i = 0; i < b->n; i++)
        b->agreed = b->agreed && !b->solvers[i].others.n;
}

bool blind_ask(struct session *s, const struct family *f,
               const char *const *solvers, size_t n, uint64_t count,
               struct agreement *out, struct err *e)
{
    struct arena *a = s->arena;
    struct vec problems = vec_in(a, sizeof(struct problem));
    struct model *models;
    struct result *results;
    struct run_info run;
    size_t n_results;
    bool *keyed;

    if (!make_problems(a, f, count ? count : BLIND_COUNT, &problems, e) ||
        !session_models(s, solvers, n, &models, e))
        return false;
    watch_stage(&s->watch, "solving", "%zu problems of %s, %zu model%s",
                problems.n, f->name, n, n == 1 ? "" : "s");
    if (!session_put(s, arena_printf(a, "%s, blind", f->name), models, n,
                     problems.items, problems.n, &run, e) ||
        !runs_results(s->store, a, run.id, &results, &n_results, e))
        return false;
    *out =
        (struct agreement){ .run = run.name, .problems = problems.n, .n = n };
    out->solvers = arena_array(a, struct blind_solver, n);
    keyed = arena_array(a, bool, problems.n + 1);
    for (size_t i = 0; i < n; i++)
        out->solvers[i] =
            (struct blind_solver){ .model = models[i].spec,
                                   .others =
                                       vec_in(a, sizeof(struct blind_other)) };
    for (size_t i = 0; i < n_results; i++)
        blind_take_result(
            a, &results[i],
            vec_get(&problems, struct problem, results[i].problem),
            &out->solvers[results[i].model], &keyed[results[i].problem]);
    blind_settle(out, keyed);
    return true;
}

/* ---- printing ---- */

void blind_print(struct str *out, const struct agreement *b)
{
    str_addf(out, "proved by two roads, %s by blind solvers (run %s)\n",
             b->agreed ? "agreed on" : "not agreed on", b->run);
    for (size_t i = 0; i < b->n; i++) {
        const struct blind_solver *s = &b->solvers[i];

        str_addf(out, "  agreed %" PRIu64 " of %zu by ", s->agreed,
                 b->problems);
        str_add_printable(out, s->model);
        if (s->others.n)
            str_addf(out, "; %zu with another answer", s->others.n);
        if (s->silent)
            str_addf(out, "; %" PRIu64 " without one", s->silent);
        str_addc(out, '\n');
        for (size_t k = 0; k < s->others.n; k++) {
            const struct blind_other *o = vec_at(&s->others, k);

            str_addf(out, "    %s\n    ", o->id);
            str_add_printable(out, o->statement);
            str_add(out, "\n      key: ");
            str_add_printable(out, o->key);
            str_add(out, "\n      answer: ");
            str_add_printable(out, o->answer);
            str_addc(out, '\n');
        }
    }
}

static struct json *blind_truth(struct arena *a, bool yes)
{
    struct json *v = json_new(a, JSON_BOOL);

    v->truth = yes;
    return v;
}

static struct json *others_json(struct arena *a, const struct vec *others)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < others->n; i++) {
        const struct blind_other *o = vec_at(others, i);
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, v, "id", json_new_string(a, o->id));
        json_set(a, v, "statement", json_new_string(a, o->statement));
        json_set(a, v, "key", json_new_string(a, o->key));
        json_set(a, v, "answer", json_new_string(a, o->answer));
    }
    return list;
}

void blind_json(struct arena *a, struct json *to, const struct agreement *b)
{
    struct json *list = json_new(a, JSON_ARRAY);

    json_set(a, to, "proved", blind_truth(a, true));
    json_set(a, to, "agreed", blind_truth(a, b->agreed));
    json_set(a, to, "run", json_new_string(a, b->run));
    for (size_t i = 0; i < b->n; i++) {
        const struct blind_solver *s = &b->solvers[i];
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, v, "model", json_new_string(a, s->model));
        json_set(a, v, "problems", json_new_int(a, (int64_t)b->problems));
        json_set(a, v, "agreed", json_new_int(a, (int64_t)s->agreed));
        json_set(a, v, "silent", json_new_int(a, (int64_t)s->silent));
        json_set(a, v, "others", others_json(a, &s->others));
    }
    json_set(a, to, "solvers", list);
}
