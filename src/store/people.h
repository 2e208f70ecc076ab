/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_PEOPLE_H
#define STORE_PEOPLE_H

#include "base/arena.h"
#include "base/err.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * People of a workbench, the links that invite them, and their sign-ins. Of a
 * person we keep a display name. Tokens of links and sign-ins are secrets and
 * never come here: the store has their SHA-256 (32 bytes), by which they are
 * found.
 */

enum person_role { ROLE_AUTHOR, ROLE_REVIEWER, ROLE_OWNER, PERSON_ROLES };

const char *person_role_name(enum person_role r); /* "author" ... */
bool person_role_find(const char *name, enum person_role *out);

struct person {
    int64_t id;
    const char *name; /* as shown */
    enum person_role role;
    int64_t made_ms, seen_ms;
    int64_t gone_ms; /* when the owner closed the door to them; 0: not */
};

/* A link that lets people in with a role, or one person in again. */
struct invitation {
    int64_t id;
    enum person_role role;
    int64_t person;   /* a sign-in link of that person; 0: a new one comes */
    const char *note; /* for whom, by the owner */
    int64_t by;       /* person; 0: the program */
    int64_t made_ms, expires_ms; /* 0: never */
    int64_t revoked_ms;          /* 0: not */
    uint64_t uses, uses_most;    /* most 0: any number */
};

/* Why a link does not work. */
enum invited {
    INVITED,
    INVITED_UNKNOWN,
    INVITED_EXPIRED,
    INVITED_REVOKED,
    INVITED_USED
};

#define TOKEN_SHA 32

MUST_USE bool people_add(struct store *s, const char *name,
                         enum person_role role, int64_t now_ms, int64_t *id,
                         struct err *e);
MUST_USE bool people_find(struct store *s, struct arena *a, int64_t id,
                          struct person *out, bool *found, struct err *e);
MUST_USE bool people_list(struct store *s, struct arena *a, struct person **out,
                          size_t *n, struct err *e);
MUST_USE bool people_set_role(struct store *s, int64_t id,
                              enum person_role role, struct err *e);

/* Closes the door to a person, whose sign-ins end and whose links are revoked,
 * or opens it again (0). */
MUST_USE bool people_set_gone(struct store *s, int64_t id, int64_t gone_ms,
                              struct err *e);

/* Adds an invitation; in->id is set. */
MUST_USE bool invitation_add(struct store *s, struct invitation *in,
                             const unsigned char sha[TOKEN_SHA], struct err *e);
MUST_USE bool invitation_list(struct store *s, struct arena *a,
                              struct invitation **out, size_t *n,
                              struct err *e);
MUST_USE bool invitation_revoke(struct store *s, int64_t id, int64_t now_ms,
                                struct err *e);
/* Finds the invitation of a token; *why says whether it works now. */
MUST_USE bool invitation_find(struct store *s, struct arena *a,
                              const unsigned char sha[TOKEN_SHA],
                              int64_t now_ms, struct invitation *out,
                              enum invited *why, struct err *e);
/* Uses it once more, in one transaction with what follows from it: a new person
 * of that name, or the person it is for, and a sign-in. Fails with ERR_DOMAIN if
 * it does not work any more. */
MUST_USE bool invitation_use(struct store *s, int64_t id, const char *name,
                             const unsigned char signin[TOKEN_SHA],
                             int64_t now_ms, int64_t until_ms, int64_t *person,
                             struct err *e);

/* Finds who signed in with that token; *found is false for none, one that is
 * over, and a person who is gone. Notes that the person was seen, at most once a
 * minute, if that can be written at once. */
MUST_USE bool signin_find(struct store *s, struct arena *a,
                          const unsigned char sha[TOKEN_SHA], int64_t now_ms,
                          struct person *out, bool *found, struct err *e);
MUST_USE bool signin_end(struct store *s, const unsigned char sha[TOKEN_SHA],
                         struct err *e);

#endif
