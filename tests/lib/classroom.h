/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_CLASSROOM_H
#define TESTS_LIB_CLASSROOM_H

#include "store/entries.h"
#include "visit.h"

#include <stdint.h>

/* Entries and challenges of a class, planted. Anything that fails here stops the
 * program. */

/* Makes an entry; its key is "41". Returns its number. */
int64_t classroom_entry(struct visit_world *w, const struct visitor *author,
                        const char *topic, const char *statement);

/* Saves a version more of an entry. */
void classroom_revise(struct visit_world *w, const struct visitor *by,
                      int64_t entry);

/* Appends an audit event; the entry's state follows. */
void classroom_audit_event(struct visit_world *w, const struct visitor *by,
                           int64_t entry, enum audit_event audit_event);

/* Challenges models with the newest version, and gives what came of it: for
 * each model a word of letters, one for each attempt: c(orrect), w(rong),
 * u(ndecided), t(runcated), e(rror). Models end with NULL. Returns the run. */
int64_t classroom_challenge(struct visit_world *w, const struct visitor *by,
                            int64_t entry, const char *const *models,
                            const char *const *words);

#endif
