/* SPDX-License-Identifier: Apache-2.0 */
/* Gaps in files:
 *
 *   {"sentence": 2, "fills": [{"values": ["6", "9"], "key": "9"}, ...]}
 *   {"slot": 0, "word": "several", "fills": [{"values": ["16"], ...}, ...]}
 */
#include "evolve/structure/gap.h"

#include <string.h>

struct json *gap_write(struct arena *a, const struct gap *g)
{
    struct json *v = json_new(a, JSON_OBJECT), *fills;

    if (g->word) {
        json_set(a, v, "slot", json_new_int(a, (int64_t)g->slot));
        json_set(a, v, "word", json_new_string(a, g->word));
    } else {
        json_set(a, v, "sentence", json_new_int(a, (int64_t)g->sentence));
    }
    fills = json_set(a, v, "fills", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < 2; i++) {
        struct json *fill = json_push(fills, json_new(a, JSON_OBJECT));
        struct json *list =
            json_set(a, fill, "values", json_new(a, JSON_ARRAY));

        for (size_t k = 0; k < g->fills[i].n; k++)
            json_push(list,
                      json_new_string(a, ratio_text(a, g->fills[i].values[k])));
        json_set(a, fill, "key",
                 json_new_string(a, ratio_text(a, g->fills[i].key)));
    }
    return v;
}

static bool read_fill(const struct json *v, struct gap_fill *out)
{
    const struct json *list = json_get(v, "values");

    if (!list || list->type != JSON_ARRAY || list->count > GAP_VALUES)
        return false;
    for (const struct json *x = list->first; x; x = x->next)
        if (!structure_read_ratio(x, &out->values[out->n++]))
            return false;
    return structure_read_ratio(json_get(v, "key"), &out->key);
}

bool gap_read(const struct json *v, struct gap *out, struct err *e)
{
    const struct json *fills = json_get(v, "fills");
    int64_t slot = -1, sentence = -1;

    *out = (struct gap){ .sentence = NO_SLOT, .slot = NO_SLOT };
    if (!json_need_int64(v, "slot", JSON_OPTIONAL, &slot, e) ||
        !json_need_int64(v, "sentence", JSON_OPTIONAL, &sentence, e) ||
        !json_need_string(v, "word", JSON_OPTIONAL, &out->word, e))
        return false;
    if ((slot < 0) == (sentence < 0) || (slot < 0) == (out->word != NULL) ||
        !fills || fills->type != JSON_ARRAY || fills->count != 2 ||
        !read_fill(fills->first, &out->fills[0]) ||
        !read_fill(fills->first->next, &out->fills[1]))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"gap\" must be a \"sentence\", or a \"slot\" and its "
                      "\"word\", with two \"fills\"");
    if (slot >= 0)
        out->slot = (size_t)slot;
    else
        out->sentence = (size_t)sentence;
    return true;
}
