/* SPDX-License-Identifier: Apache-2.0 */
#include "run/play/play.h"

struct family_results play_rows(struct arena *a, const struct view *v)
{
    struct family_result *rows =
        arena_array(a, struct family_result, v->n_results + 1);
    size_t n = 0;

    for (size_t i = 0; i < v->n_results; i++) {
        const struct result *r = &v->results[i];
        enum mark m = mark_of(r, false);

        if (mark_counts(m))
            rows[n++] = (struct family_result){
                .problem = (size_t)r->problem,
                .model = (size_t)r->model,
                .mark = mark_name(m),
                .more = r->outcome == OUTCOME_OK ? r->more : NULL,
            };
    }
    return (struct family_results){ .problems = v->problems,
                                    .n_problems = v->info.n_problems,
                                    .models = v->models,
                                    .n_models = v->info.n_models,
                                    .attempts = v->info.attempts,
                                    .rows = rows,
                                    .n = n };
}

bool play_make(struct arena *a, const struct view *v, const char *facts,
               struct play **out, struct err *e)
{
    struct family_results r = play_rows(a, v);

    return points_make(a, &r, facts, out, e);
}

struct play_scores *play_by(struct arena *a, const struct view *v,
                            const struct grouping *g)
{
    struct family_results r = play_rows(a, v);

    return points_by(a, &r, g ? g->of : NULL, g ? g->n : 0);
}
