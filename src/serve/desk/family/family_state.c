/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/family/family_state.h"
#include "serve/desk/family/examiner.h"

const struct entry_deed *family_tried(struct arena *a,
                                      const struct entry_deed *deeds, size_t n,
                                      int64_t version)
{
    for (size_t i = n; i-- > 0;)
        if (deeds[i].deed == DEED_CHECKED && deeds[i].version == version &&
            str_eq(deed_member(a, &deeds[i], "how"), ENTRY_FAMILY))
            return &deeds[i];
    return NULL;
}

const char *family_word(struct visit *v, const struct entry_view *x)
{
    const struct entry_deed *d =
        family_tried(v->arena, x->deeds, x->n_deeds, x->version.number);

    if (examiner_has(v->serve->examiner, x->entry.id, x->version.number))
        return "being tried";
    return d ? deed_member(v->arena, d, "finding") : "not tried yet";
}
