/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_FAMILY_FAMILY_STATE_H
#define SERVE_DESK_FAMILY_FAMILY_STATE_H

#include "serve/desk/entry.h"

/* What is known of a saved version of a family. */

/* Returns the newest audit event of acceptance (family_finding()) about a version, or NULL. */
const struct audit_event_kind *family_tried(
    struct arena *a, const struct audit_event_kind *audit_events, size_t n,
    int64_t version);

/* Returns "accepted", "refused", "undecided", "being tried" or "not tried yet":
 * the version of the view. */
const char *family_word(struct visit *v, const struct entry_view *x);

#endif
