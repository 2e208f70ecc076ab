/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/family/family_state.h"
#include "serve/desk/family/examiner.h"

const struct audit_event_kind *family_tried(
    struct arena *a, const struct audit_event_kind *audit_events, size_t n,
    int64_t version)
{
    for (size_t i = n; i-- > 0;)
        if (audit_events[i].audit_event == AUDIT_EVENT_CHECKED &&
            audit_events[i].version == version &&
            str_eq(audit_event_member(a, &audit_events[i], "how"),
                   ENTRY_FAMILY))
            return &audit_events[i];
    return NULL;
}

const char *family_word(struct visit *v, const struct entry_view *x)
{
    const struct audit_event_kind *d = family_tried(
        v->arena, x->audit_events, x->n_audit_events, x->version.number);

    if (examiner_has(v->serve->examiner, x->entry.id, x->version.number))
        return "being tried";
    return d ? audit_event_member(v->arena, d, "finding") : "not tried yet";
}
