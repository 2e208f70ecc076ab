/* SPDX-License-Identifier: Apache-2.0 */

/*
 * People, invitations, sign-ins. The order of binding and taking is that of the
 * columns in sql.c.
 */
#include "store/people.h"
#include "store/driver.h"
#include "store/store_int.h"

#include <inttypes.h>

#define SEEN_EVERY_MS 60000

static const char *const roles[PERSON_ROLES] = {
    [ROLE_AUTHOR] = "author",
    [ROLE_REVIEWER] = "reviewer",
    [ROLE_OWNER] = "owner",
};

const char *person_role_name(enum person_role r)
{
    INVARIANT(r < PERSON_ROLES);
    return roles[r];
}

bool person_role_find(const char *name, enum person_role *out)
{
    int i = query_word(name, roles, PERSON_ROLES);

    if (i >= 0)
        *out = (enum person_role)i;
    return i >= 0;
}

static bool has_people(const struct store *s)
{
    return store_version(s) >= STORE_WORKBENCH;
}

/* ---- people ---- */

static bool take_person(struct query *q, struct arena *a, void *out,
                        struct err *e)
{
    struct person *p = out;
    int role;

    *p = (struct person){ .id = query_take_int(q) };
    p->name = query_take_text(q, a);
    role = query_take_word(q, roles, PERSON_ROLES);
    p->made_ms = query_take_int(q);
    p->seen_ms = query_take_int(q);
    p->gone_ms = query_take_int(q);
    if (!p->name || role < 0)
        return query_nonsense(q, "a person", e);
    p->role = (enum person_role)role;
    return true;
}

static bool store_people_add_person(struct store *s, const char *name,
                                    enum person_role role, int64_t now_ms,
                                    int64_t *id, struct err *e)
{
    struct query q = query_open(&s->db, SQL_PERSON_ADD);

    if (!name || !*name)
        return err_set(e, ERR_USAGE, "a person needs a name");
    query_text(&q, name);
    query_text(&q, person_role_name(role));
    query_int(&q, now_ms);
    return query_add(&q, NULL, id, e);
}

bool people_add(struct store *s, const char *name, enum person_role role,
                int64_t now_ms, int64_t *id, struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own,
                       store_people_add_person(s, name, role, now_ms, id, e),
                       e);
}

bool people_find(struct store *s, struct arena *a, int64_t id,
                 struct person *out, bool *found, struct err *e)
{
    struct query q;

    *found = false;
    if (!has_people(s))
        return true;
    q = query_open(&s->db, SQL_PERSON_BY_ID);
    query_int(&q, id);
    return query_one(&q, a, take_person, out, found, e);
}

bool people_list(struct store *s, struct arena *a, struct person **out,
                 size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct person));
    struct query q;
    bool ok = true;

    if (has_people(s)) {
        q = query_open(&s->db, SQL_PERSON_ALL);
        ok = query_all(&q, a, take_person, &rows, e);
    }
    *out = rows.items;
    *n = rows.n;
    return ok;
}

bool people_set_role(struct store *s, int64_t id, enum person_role role,
                     struct err *e)
{
    struct query q = query_open(&s->db, SQL_PERSON_ROLE);

    query_text(&q, person_role_name(role));
    query_int(&q, id);
    return store_change(s, &q, "person", id, e);
}

static bool close_door(struct store *s, int64_t id, int64_t gone_ms,
                       struct err *e)
{
    struct query q = query_open(&s->db, SQL_PERSON_GONE);

    query_int(&q, gone_ms);
    query_int(&q, id);
    if (!store_change(s, &q, "person", id, e))
        return false;
    if (!gone_ms)
        return true;
    q = query_open(&s->db, SQL_INVITATION_REVOKE_ALL);
    query_int(&q, gone_ms);
    query_int(&q, id);
    if (!query_run(&q, e))
        return false;
    q = query_open(&s->db, SQL_SIGNIN_END_ALL);
    query_int(&q, id);
    return query_run(&q, e);
}

bool people_set_gone(struct store *s, int64_t id, int64_t gone_ms,
                     struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, close_door(s, id, gone_ms, e), e);
}

/* ---- invitations ---- */

static bool take_invitation(struct query *q, struct arena *a, void *out,
                            struct err *e)
{
    struct invitation *in = out;
    int role;

    *in = (struct invitation){ .id = query_take_int(q) };
    role = query_take_word(q, roles, PERSON_ROLES);
    in->person = query_take_int(q);
    in->note = query_take_text(q, a);
    in->by = query_take_int(q);
    in->made_ms = query_take_int(q);
    in->expires_ms = query_take_int(q);
    in->revoked_ms = query_take_int(q);
    in->uses = (uint64_t)query_take_int(q);
    in->uses_most = (uint64_t)query_take_int(q);
    if (!in->note || role < 0)
        return query_nonsense(q, "an invitation", e);
    in->role = (enum person_role)role;
    return true;
}

static bool store_people_add_invitation(struct store *s, struct invitation *in,
                                        const unsigned char sha[TOKEN_SHA],
                                        struct err *e)
{
    struct query q = query_open(&s->db, SQL_INVITATION_ADD);

    query_blob(&q, sha, TOKEN_SHA);
    query_text(&q, person_role_name(in->role));
    query_ref(&q, in->person);
    query_text(&q, in->note ? in->note : "");
    query_ref(&q, in->by);
    query_int(&q, in->made_ms);
    query_int(&q, in->expires_ms);
    query_int(&q, (int64_t)in->uses_most);
    return query_add(&q, NULL, &in->id, e);
}

bool invitation_add(struct store *s, struct invitation *in,
                    const unsigned char sha[TOKEN_SHA], struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, store_people_add_invitation(s, in, sha, e), e);
}

bool invitation_list(struct store *s, struct arena *a, struct invitation **out,
                     size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct invitation));
    struct query q;
    bool ok = true;

    if (has_people(s)) {
        q = query_open(&s->db, SQL_INVITATION_ALL);
        ok = query_all(&q, a, take_invitation, &rows, e);
    }
    *out = rows.items;
    *n = rows.n;
    return ok;
}

bool invitation_revoke(struct store *s, int64_t id, int64_t now_ms,
                       struct err *e)
{
    struct query q = query_open(&s->db, SQL_INVITATION_REVOKE);

    query_int(&q, now_ms);
    query_int(&q, id);
    return store_change(s, &q, "invitation", id, e);
}

static enum invited works(const struct invitation *in, bool found,
                          int64_t now_ms)
{
    if (!found)
        return INVITED_UNKNOWN;
    if (in->revoked_ms)
        return INVITED_REVOKED;
    if (in->expires_ms && in->expires_ms <= now_ms)
        return INVITED_EXPIRED;
    return in->uses_most && in->uses >= in->uses_most ? INVITED_USED : INVITED;
}

bool invitation_find(struct store *s, struct arena *a,
                     const unsigned char sha[TOKEN_SHA], int64_t now_ms,
                     struct invitation *out, enum invited *why, struct err *e)
{
    bool found = false;
    struct query q;

    *out = (struct invitation){ .note = "" };
    if (has_people(s)) {
        q = query_open(&s->db, SQL_INVITATION_BY_SHA);
        query_blob(&q, sha, TOKEN_SHA);
        if (!query_one(&q, a, take_invitation, out, &found, e))
            return false;
    }
    *why = works(out, found, now_ms);
    return true;
}

/* ---- sign-ins ---- */

static bool note_seen(struct store *s, int64_t person, int64_t now_ms,
                      struct err *e)
{
    struct query q = query_open(&s->db, SQL_PERSON_SEEN);

    query_int(&q, now_ms);
    query_int(&q, person);
    return store_change(s, &q, "person", person, e);
}

/* Those that are over go when somebody comes. */
static bool add_signin(struct store *s, int64_t person,
                       const unsigned char sha[TOKEN_SHA], int64_t now_ms,
                       int64_t until_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_SIGNIN_SWEEP);

    query_int(&q, now_ms);
    if (!query_run(&q, e))
        return false;
    q = query_open(&s->db, SQL_SIGNIN_ADD);
    query_blob(&q, sha, TOKEN_SHA);
    query_int(&q, person);
    query_int(&q, now_ms);
    query_int(&q, until_ms);
    return query_run(&q, e);
}

static bool store_people_refuse(enum invited why, struct err *e)
{
    static const char *const reasons[] = {
        [INVITED_UNKNOWN] = "this link is not a valid invitation",
        [INVITED_EXPIRED] = "this invitation has expired",
        [INVITED_REVOKED] = "this invitation was revoked",
        [INVITED_USED] = "this invitation has already been used",
    };

    return err_set(e, ERR_DOMAIN, "%s", reasons[why]);
}

/* Who comes by it: a new person, or the one whom it is for. */
static bool let_in(struct store *s, const struct invitation *in,
                   const char *name, int64_t now_ms, int64_t *person,
                   struct err *e)
{
    struct query q = query_open(&s->db, SQL_INVITATION_USE);

    query_int(&q, in->id);
    if (!query_run(&q, e))
        return false;
    *person = in->person;
    return in->person
               ? note_seen(s, in->person, now_ms, e)
               : store_people_add_person(s, name, in->role, now_ms, person, e);
}

static bool use(struct store *s, int64_t id, const char *name, int64_t now_ms,
                int64_t *person, struct err *e)
{
    struct query q = query_open(&s->db, SQL_INVITATION_BY_ID);
    struct arena a = { 0 };
    struct invitation in;
    enum invited why;
    bool found, ok;

    query_int(&q, id);
    ok = query_one(&q, &a, take_invitation, &in, &found, e);
    why = ok ? works(&in, found, now_ms) : INVITED;
    if (ok)
        ok = why == INVITED ? let_in(s, &in, name, now_ms, person, e)
                            : store_people_refuse(why, e);
    arena_clear(&a);
    return ok;
}

bool invitation_use(struct store *s, int64_t id, const char *name,
                    const unsigned char signin[TOKEN_SHA], int64_t now_ms,
                    int64_t until_ms, int64_t *person, struct err *e)
{
    bool own, ok;

    if (!store_enter_alone(s, &own, e))
        return false;
    ok = use(s, id, name, now_ms, person, e) &&
         add_signin(s, *person, signin, now_ms, until_ms, e);
    return store_leave(s, own, ok, e);
}

/* The same if it can be done at once: whoever reads a page neither waits for
 * those who write nor needs room on the disk. */
static void try_seen(struct store *s, int64_t person, int64_t now_ms)
{
    struct err ignored;
    bool noted;

    s->db.driver->hurry(&s->db, true);
    noted = note_seen(s, person, now_ms, &ignored);
    s->db.driver->hurry(&s->db, false);
    (void)noted;
}

bool signin_find(struct store *s, struct arena *a,
                 const unsigned char sha[TOKEN_SHA], int64_t now_ms,
                 struct person *out, bool *found, struct err *e)
{
    struct query q;

    *found = false;
    if (!has_people(s))
        return true;
    q = query_open(&s->db, SQL_SIGNIN_FIND);
    query_blob(&q, sha, TOKEN_SHA);
    query_int(&q, now_ms);
    if (!query_one(&q, a, take_person, out, found, e))
        return false;
    if (!*found || s->mode == STORE_READ ||
        now_ms - out->seen_ms < SEEN_EVERY_MS)
        return true;
    out->seen_ms = now_ms;
    try_seen(s, out->id, now_ms);
    return true;
}

bool signin_end(struct store *s, const unsigned char sha[TOKEN_SHA],
                struct err *e)
{
    struct query q = query_open(&s->db, SQL_SIGNIN_END);
    bool own;

    query_blob(&q, sha, TOKEN_SHA);
    return store_enter_alone(s, &own, e) &&
           store_leave(s, own, query_run(&q, e), e);
}
