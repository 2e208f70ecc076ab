/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/spec.h"
#include "hunt/spec_int.h"

/*
 * Combinations and probability stand in families of their own as well as
 * together, so that the pair is weak and neither of its parts is.
 */
const char spec_demo[] =
    "# A made-up target that fails where this file says, and nowhere else.\n"
    "seed: demo\n"
    "base: 0.05\n"
    "weak:\n"
    "  - {concepts: [Chinese remainder theorem], fail: 0.75}\n"
    "  - {concepts: [Combinations, Basic probability], fail: 0.85}\n"
    "  - {factor: words, above: 120, fail: 0.7}\n";

void spec_set_seed(struct hunt_spec *s, const char *seed)
{
    s->seed = seed;
    s->probe.seed = seed;
    s->score.seed = seed;
    s->propose.seed = seed;
    s->infer.seed = seed;
}

void spec_defaults(struct hunt_spec *s)
{
    static const char *const targets[] = { SPEC_DEMO };
    static const char *const granularities[] = { "high" };
    static const char *const hypothesizers[] = { "exact" };

    *s = (struct hunt_spec){ .targets = targets,
                             .n_targets = 1,
                             .benchmark = "probe",
                             .probe = probe_defaults,
                             .attempts = 3,
                             .granularities = granularities,
                             .n_granularities = 1,
                             .tags_most = 4,
                             .hypothesizers = hypothesizers,
                             .n_hypothesizers = 1,
                             .score = score_defaults,
                             .propose = propose_defaults,
                             .infer = infer_defaults,
                             .top = 15,
                             .generator = "families",
                             .chosen = 8,
                             .width = 0.2,
                             .problems_most = 200,
                             .controls = true,
                             .control_problems = 40,
                             .out = "hunt" };
    spec_set_seed(s, "1");
}

const char *spec_first_llm(const struct hunt_spec *s)
{
    for (size_t i = 0; i < s->n_hypothesizers; i++)
        if (spec_llm(s->hypothesizers[i]))
            return spec_llm(s->hypothesizers[i]);
    return NULL;
}

bool spec_has_targets(const struct hunt_spec *s)
{
    return s->n_targets && !(s->outcomes_file && s->n_targets == 1 &&
                             str_eq(s->targets[0], SPEC_DEMO));
}

bool spec_read(struct arena *a, const char *text, size_t n, const char *folder,
               struct hunt_spec *s, struct err *e)
{
    return spec_table_read_text(a, &hunt_table, text, n, folder, s, e);
}

bool spec_read_file(struct arena *a, const char *path, struct hunt_spec *s,
                    struct err *e)
{
    return spec_table_read_file(a, &hunt_table, path, s, e);
}

void spec_print(struct str *out, const struct hunt_spec *s)
{
    spec_table_write(out, &hunt_table, s, true);
}

const char *spec_hash(struct arena *a, const struct hunt_spec *s)
{
    return spec_table_hash(a, &hunt_table, s);
}
