/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "family/mathador/reply/play.h"
#include "family/mathador/report.h"

#include <string.h>

/* Returns what these numbers allow, or 0 if the target cannot be reached. */
static int best_of(const struct game *g)
{
    struct solver *s = solver_new();
    const struct solve_outcome *o =
        outcomes_find(solver_solve(s, g->numbers, g->n), g->target);
    int best = o ? outcome_best(o) : 0;

    solver_free(s);
    return best;
}

static struct json *share(struct arena *a, int part, int whole)
{
    if (whole == 0)
        return json_new(a, JSON_NULL);
    return json_new_number(a, decimal_text(a, (uint64_t)part, (uint64_t)whole));
}

static const struct json *fields(struct arena *a, const struct play *p,
                                 int best)
{
    struct json *v = json_new(a, JSON_OBJECT), *list;

    json_set(a, v, "score", json_new_int(a, p->score));
    json_set(a, v, "best",
             best ? json_new_int(a, best) : json_new(a, JSON_NULL));
    json_set(a, v, "score_share", share(a, p->score, SCORE_MOST));
    json_set(a, v, "score_of_best", share(a, p->score, best));
    json_set(a, v, "error",
             p->n_errors ? json_new_string(a, play_error_name(p->errors[0]))
                         : json_new(a, JSON_NULL));
    list = json_set(a, v, "errors", json_new(a, JSON_ARRAY));
    for (int i = 0; i < p->n_errors; i++)
        json_push(list, json_new_string(a, play_error_name(p->errors[i])));
    list = json_set(a, v, "padding", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->n_padding; i++)
        json_push(list, json_new_string(a, p->padding[i]));
    return v;
}

static const char *reason(struct arena *a, const struct play *p, int best)
{
    if (p->n_errors)
        return *p->why ? p->why : "it breaks a rule";
    if (p->score > best) /* only where padding earns points */
        return arena_printf(a,
                            "it reaches the target for %d points, more than "
                            "the rules of the game allow",
                            p->score);
    if (p->score == best)
        return arena_printf(a,
                            "it reaches the target for %d points, the best "
                            "score",
                            p->score);
    return arena_printf(a,
                        "it reaches the target for %d points; the best "
                        "score is %d",
                        p->score, best);
}

static void fill(struct arena *a, const struct play *p, int best,
                 struct grade_result *out)
{
    enum verdict solved = p->score > 0 ? VERDICT_CORRECT
                          : p->read    ? VERDICT_WRONG
                                       : VERDICT_NO_ANSWER;
    enum verdict optimal =
        p->score > 0 && p->score < best ? VERDICT_WRONG : solved;
    const char *why = reason(a, p, best);

    *out = (struct grade_result){
        .lenient = { solved, "mathador", why },
        .strict = { optimal, "mathador", why },
        .rule = p->read ? "steps" : NULL,
        .extracted = *p->steps ? p->steps : NULL,
        .key = arena_printf(a, "%d", best),
        .answer = p->read ? arena_printf(a, "%d", p->score) : NULL,
        .more = fields(a, p, best),
    };
}

/* Nothing can be right about a target that cannot be reached. */
static void fill_bad(struct arena *a, struct grade_result *out)
{
    struct grade_reading bad = { VERDICT_BAD_KEY, "mathador",
                                 "these numbers cannot reach the target" };
    struct play none = { .steps = "" };

    *out = (struct grade_result){ .strict = bad,
                                  .lenient = bad,
                                  .more = fields(a, &none, 0) };
}

bool mathador_grade(struct arena *a, const struct json *row,
                    const struct grade_request *request,
                    struct grade_result *out, struct err *e)
{
    bool paper = request->profile && request->profile->law == LAW_MATHADOR;
    struct game g;
    struct play p;
    int best;

    if (!game_read(row, &g, e))
        return false;
    best = best_of(&g);
    if (best == 0) {
        fill_bad(a, out);
        return true;
    }
    p = (paper ? play_read_paper : play_read)(a, &g, request->reply,
                                              request->reply_n);
    fill(a, &p, best, out);
    out->profile = paper ? request->profile->name : NULL;
    return true;
}
