/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Is a spec one that can be hunted by? Each field by itself, as the table says
 * it, and then those that must go together.
 */
#include "hunt/spec_int.h"

static bool check_outcomes(const struct hunt_spec *s, struct err *e)
{
    if (!s->outcomes_file &&
        (s->outcome_field || s->tags_field || s->text_field || s->id_field))
        return err_set(e, ERR_DOMAIN,
                       "\"outcomes\" names fields but no \"outcomes.file\"");
    if (s->outcomes_file && !s->outcome_field)
        return err_set(e, ERR_DOMAIN,
                       "\"outcomes.outcome\" (--outcome-field) is missing: "
                       "name the field that says whether a row is correct, "
                       "such as \"correct\" or \"results.model\"");
    if (s->n_targets == 0 && !s->outcomes_file)
        return err_set(e, ERR_DOMAIN,
                       "\"targets\" is empty: name a model, such as "
                       "openai:NAME, or \"outcomes.file\"");
    return true;
}

static bool check_granularity(const struct hunt_spec *s, struct err *e)
{
    if (s->n_granularities || s->taxonomy || s->tags_field)
        return true;
    return err_set(e, ERR_DOMAIN,
                   "\"granularity\" is empty: name one (high), or a "
                   "\"taxonomy\"");
}

static bool check_hypothesizers(const struct hunt_spec *s, struct err *e)
{
    if (s->n_hypothesizers == 0)
        return err_set(e, ERR_DOMAIN,
                       "\"hypothesizer\" is empty: name exact or llm:MODEL");
    for (size_t i = 0; i < s->n_hypothesizers; i++) {
        const char *h = s->hypothesizers[i];

        if (!str_eq(h, "exact") && !spec_llm(h))
            return err_set(e, ERR_DOMAIN,
                           "\"hypothesizer\" has \"%.80s\": it must be exact "
                           "or llm:MODEL, such as llm:openai:NAME",
                           h);
    }
    if (s->propose.num_init % s->propose.init_batch_size)
        return err_set(e, ERR_DOMAIN,
                       "\"propose.init_batch_size\" (%zu) must divide "
                       "\"propose.num_init\" (%zu)",
                       s->propose.init_batch_size, s->propose.num_init);
    return true;
}

static bool check_generator(const struct hunt_spec *s, struct err *e)
{
    const char *g = s->generator;
    bool writes = str_eq(g, "llm") || spec_llm(g);

    if (!writes && !str_eq(g, "families"))
        return err_set(e, ERR_DOMAIN,
                       "\"generator\" is \"%.80s\": it must be families, llm "
                       "(the target itself) or llm:MODEL",
                       g);
    if (writes && s->n_key_models < 2)
        return err_set(e, ERR_DOMAIN,
                       "\"generator\" %.40s needs at least 2 \"key_models\": "
                       "a written problem has no key until they agree on it",
                       g);
    return true;
}

bool spec_check(const struct hunt_spec *s, struct err *e)
{
    return spec_table_check(&hunt_table, s, e) && check_outcomes(s, e) &&
           check_granularity(s, e) && check_hypothesizers(s, e) &&
           check_generator(s, e) &&
           spec_decoding_check("decoding", &s->decoding, e) &&
           spec_decoding_check("propose_decoding", &s->propose_decoding, e) &&
           spec_decoding_check("write_decoding", &s->write_decoding, e) &&
           spec_decoding_check("key_decoding", &s->key_decoding, e);
}
