/* SPDX-License-Identifier: Apache-2.0 */

/*
 * People, invitations, sign-ins. The order of binding and taking is that of the
 * columns in sql.c.
 */
#include "store/people.h"
#include "store/driver.h"
#include "store/row.h"
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

/* ---- people ---- */

static const struct store_column person_columns[] = {
    COLUMN(INT, person, id),
    COLUMN(NEED, person, name),
    COLUMN_WORD(person, role, roles, PERSON_ROLES),
    COLUMN(INT, person, made_ms),
    COLUMN(INT, person, seen_ms),
    COLUMN(INT, person, gone_ms),
};

static const struct store_row person_row =
    ROW("a person", person, person_columns, STORE_WORKBENCH);

bool people_add(struct store *s, const char *name, enum person_role role,
                int64_t now_ms, int64_t *id, struct err *e)
{
    struct query q;
    bool own;

    if (!name || !*name)
        return err_set(e, ERR_USAGE, "a person needs a name");
    if (!store_enter_alone(s, &own, e))
        return false;
    q = query_with(&s->db, SQL_PERSON_ADD,
                   ARGS(sql_text(name), sql_text(person_role_name(role)),
                        sql_int(now_ms)));
    return store_leave(s, own, query_add(&q, NULL, id, e), e);
}

bool people_find(struct store *s, struct arena *a, int64_t id,
                 struct person *out, bool *found, struct err *e)
{
    return rows_find(s, a, &person_row, SQL_PERSON_BY_ID, ARGS(sql_int(id)),
                     out, found, e);
}

bool people_list(struct store *s, struct arena *a, struct person **out,
                 size_t *n, struct err *e)
{
    return rows_list(s, a, &person_row, SQL_PERSON_ALL, NULL, out, n, e);
}

bool people_set_role(struct store *s, int64_t id, enum person_role role,
                     struct err *e)
{
    return store_change(s, SQL_PERSON_ROLE,
                        ARGS(sql_text(person_role_name(role)), sql_int(id)),
                        "person", id, e);
}

bool people_set_gone(struct store *s, int64_t id, int64_t gone_ms,
                     struct err *e)
{
    const struct sql_value *args = ARGS(sql_int(gone_ms), sql_int(id));
    bool own, ok;

    if (!store_enter_alone(s, &own, e))
        return false;
    ok = store_change(s, SQL_PERSON_GONE, args, "person", id, e) &&
         (!gone_ms ||
          (query_do(&s->db, SQL_INVITATION_REVOKE_ALL, args, e) &&
           query_do(&s->db, SQL_SIGNIN_END_ALL, ARGS(sql_int(id)), e)));
    return store_leave(s, own, ok, e);
}

/* ---- invitations ---- */

static const struct store_column invitation_columns[] = {
    COLUMN(INT, invitation, id),
    COLUMN_WORD(invitation, role, roles, PERSON_ROLES),
    COLUMN(REF, invitation, person),
    COLUMN(NEED, invitation, note),
    COLUMN(REF, invitation, by),
    COLUMN(INT, invitation, made_ms),
    COLUMN(INT, invitation, expires_ms),
    COLUMN(INT, invitation, revoked_ms),
    COLUMN(INT, invitation, uses),
    COLUMN(INT, invitation, uses_most),
};

static const struct store_row invitation_row =
    ROW("an invitation", invitation, invitation_columns, STORE_WORKBENCH);

bool invitation_add(struct store *s, struct invitation *in,
                    const unsigned char sha[TOKEN_SHA], struct err *e)
{
    struct query q;
    bool own;

    if (!store_enter_alone(s, &own, e))
        return false;
    in->note = in->note ? in->note : "";
    q = query_with(&s->db, SQL_INVITATION_ADD, ARGS(sql_blob(sha, TOKEN_SHA)));
    rows_bind(&q, &invitation_row, in, 1, 7);
    query_bind(&q, sql_int((int64_t)in->uses_most));
    return store_leave(s, own, query_add(&q, NULL, &in->id, e), e);
}

bool invitation_list(struct store *s, struct arena *a, struct invitation **out,
                     size_t *n, struct err *e)
{
    return rows_list(s, a, &invitation_row, SQL_INVITATION_ALL, NULL, out, n,
                     e);
}

bool invitation_revoke(struct store *s, int64_t id, int64_t now_ms,
                       struct err *e)
{
    return store_change(s, SQL_INVITATION_REVOKE,
                        ARGS(sql_int(now_ms), sql_int(id)), "invitation", id,
                        e);
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
    bool found;

    *out = (struct invitation){ .note = "" };
    if (!rows_find(s, a, &invitation_row, SQL_INVITATION_BY_SHA,
                   ARGS(sql_blob(sha, TOKEN_SHA)), out, &found, e))
        return false;
    *why = works(out, found, now_ms);
    return true;
}

/* ---- sign-ins ---- */

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

static bool people_note_seen(struct store *s, int64_t person, int64_t now_ms,
                             struct err *e)
{
    return store_change(s, SQL_PERSON_SEEN,
                        ARGS(sql_int(now_ms), sql_int(person)), "person",
                        person, e);
}

/* Who comes by it is a new person, or the one whom it is for. */
static bool use(struct store *s, int64_t id, const char *name, int64_t now_ms,
                int64_t *person, struct err *e)
{
    const struct sql_value *args = ARGS(sql_int(id));
    struct arena a = { 0 };
    struct invitation in;
    enum invited why;
    bool found, ok;

    ok = rows_find(s, &a, &invitation_row, SQL_INVITATION_BY_ID, args, &in,
                   &found, e);
    why = ok ? works(&in, found, now_ms) : INVITED;
    if (why != INVITED)
        ok = store_people_refuse(why, e);
    ok = ok && query_do(&s->db, SQL_INVITATION_USE, args, e);
    if (ok) {
        *person = in.person;
        ok = in.person ? people_note_seen(s, in.person, now_ms, e)
                       : people_add(s, name, in.role, now_ms, person, e);
    }
    arena_clear(&a);
    return ok;
}

/* Sign-ins that are over go when somebody comes. */
bool invitation_use(struct store *s, int64_t id, const char *name,
                    const unsigned char signin[TOKEN_SHA], int64_t now_ms,
                    int64_t until_ms, int64_t *person, struct err *e)
{
    bool own, ok;

    if (!store_enter_alone(s, &own, e))
        return false;
    ok = use(s, id, name, now_ms, person, e) &&
         query_do(&s->db, SQL_SIGNIN_SWEEP, ARGS(sql_int(now_ms)), e) &&
         query_do(&s->db, SQL_SIGNIN_ADD,
                  ARGS(sql_blob(signin, TOKEN_SHA), sql_int(*person),
                       sql_int(now_ms), sql_int(until_ms)),
                  e);
    return store_leave(s, own, ok, e);
}

/* The same if it can be done at once: whoever reads a page neither waits for
 * those who write nor needs room on the disk. */
static void try_seen(struct store *s, int64_t person, int64_t now_ms)
{
    struct err ignored;
    bool noted;

    s->db.driver->hurry(&s->db, true);
    noted = people_note_seen(s, person, now_ms, &ignored);
    s->db.driver->hurry(&s->db, false);
    (void)noted;
}

bool signin_find(struct store *s, struct arena *a,
                 const unsigned char sha[TOKEN_SHA], int64_t now_ms,
                 struct person *out, bool *found, struct err *e)
{
    if (!rows_find(s, a, &person_row, SQL_SIGNIN_FIND,
                   ARGS(sql_blob(sha, TOKEN_SHA), sql_int(now_ms)), out, found,
                   e))
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
    return store_do_alone(s, SQL_SIGNIN_END, ARGS(sql_blob(sha, TOKEN_SHA)), e);
}
