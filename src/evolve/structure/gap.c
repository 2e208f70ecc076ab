/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers and gaps in files:
 *
 *   {"sentence": 2, "fills": [{"values": ["6", "9"], "key": "9"}, ...]}
 *   {"slot": 0, "word": "several", "fills": [{"values": ["16"], ...}, ...]}
 */
#include "evolve/structure/gap.h"

#include <string.h>

bool structure_read_ratio(const struct json *v, struct ratio *out)
{
    const char *s = json_string(v);

    return s && ratio_read(out, s, strlen(s));
}

struct json *structure_ratios(struct arena *a, const struct ratio *x, size_t n,
                              size_t step)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_string(a, ratio_text(a, x[i * step])));
    return list;
}

struct json *gap_write(struct arena *a, const struct gap *g)
{
    struct json *v = json_new(a, JSON_OBJECT), *fills;

    if (g->word) {
        json_put_count(a, v, "slot", g->slot);
        json_put_text(a, v, "word", g->word);
    } else {
        json_put_count(a, v, "sentence", g->sentence);
    }
    fills = json_put(a, v, "fills", JSON_ARRAY);
    for (size_t i = 0; i < 2; i++) {
        struct json *fill = json_push(fills, json_new(a, JSON_OBJECT));
        const struct gap_fill *f = &g->fills[i];

        json_set(a, fill, "values", structure_ratios(a, f->values, f->n, 1));
        json_put_text(a, fill, "key", ratio_text(a, f->key));
    }
    return v;
}

static bool read_fill(const struct json *v, struct gap_fill *out)
{
    const struct json *list = json_list(v, "values");

    if (!list || list->count > GAP_VALUES)
        return false;
    for (const struct json *x = list->first; x; x = x->next)
        if (!structure_read_ratio(x, &out->values[out->n++]))
            return false;
    return structure_read_ratio(json_get(v, "key"), &out->key);
}

bool gap_read(const struct json *v, struct gap *out, struct err *e)
{
    const struct json *fills = json_list(v, "fills");
    int64_t slot = -1, sentence = -1;

    *out = (struct gap){ .sentence = NO_SLOT, .slot = NO_SLOT };
    if (!json_need_int64(v, "slot", JSON_OPTIONAL, &slot, e) ||
        !json_need_int64(v, "sentence", JSON_OPTIONAL, &sentence, e) ||
        !json_need_string(v, "word", JSON_OPTIONAL, &out->word, e))
        return false;
    if ((slot < 0) == (sentence < 0) || (slot < 0) == (out->word != NULL) ||
        !fills || fills->count != 2 ||
        !read_fill(fills->first, &out->fills[0]) ||
        !read_fill(fills->first->next, &out->fills[1]))
        return json_bad(v, e,
                        "\"gap\" must be a \"sentence\", or a \"slot\" and its "
                        "\"word\", with two \"fills\"");
    *(slot >= 0 ? &out->slot : &out->sentence) =
        (size_t)(slot >= 0 ? slot : sentence);
    return true;
}
