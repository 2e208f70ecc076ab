/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_REVIEW_DESK_H
#define TESTS_LIB_REVIEW_DESK_H

#include "store/entries.h"
#include "visit.h"

/*
 * A class at work on reviews: an author, two reviewers and the owner, with an
 * entry whose key is REVIEW_KEY.
 */

#define REVIEW_KEY    "\\frac{355}{113}"
#define REVIEW_SECRET "355" /* stands in no page but by the key */

struct review_desk {
    struct visit_world w;
    struct visitor ann, tom, bob, rhea, olga; /* Ann wrote it, Tom is another
                                                 author, Bob and Rhea review,
                                                 Olga is the owner */
    int64_t entry;
};

void review_desk_open(struct review_desk *d);
void review_desk_close(struct review_desk *d);

/* Adds an entry by a person; its id. */
int64_t review_desk_entry(struct review_desk *d, const struct visitor *by,
                          const char *statement, const char *key);

/* Saves another version of an entry. */
void review_desk_revise(struct review_desk *d, int64_t entry, int64_t after,
                        const char *statement);

/* Gets a page; the status of the reply. Posts a form likewise; `form` may be
 * NULL. Both go through the gate. */
int review_desk_get(struct review_desk *d, const struct visitor *who,
                    const char *target);
int review_desk_post(struct review_desk *d, const struct visitor *who,
                     int64_t entry, const char *verb, int64_t version,
                     const char *form);

/* Submits version 1 and lets a reviewer answer it right and accept it. */
void review_desk_accept(struct review_desk *d, int64_t entry,
                        const struct visitor *author,
                        const struct visitor *reviewer, const char *answer);

/* Returns the state of an entry, and its newest audit event. */
enum entry_state review_desk_state(struct review_desk *d, int64_t entry);
struct audit_event_kind review_desk_last(struct review_desk *d, int64_t entry);

#endif
