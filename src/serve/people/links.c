/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/people/links.h"
#include "serve/secret.h"

bool links_make(struct arena *a, struct store *s, struct invitation *in,
                const char **path, struct err *e)
{
    char secret[SECRET_LETTERS + 1];
    unsigned char sha[TOKEN_SHA];

    if (!secret_make(secret, e))
        return false;
    secret_sha(secret, sha);
    *path = arena_printf(a, "/join/%s", secret);
    return invitation_add(s, in, sha, e);
}

bool links_of_person(struct arena *a, struct store *s, const struct person *p,
                     int64_t by, int64_t now_ms, int64_t ms, const char **path,
                     struct err *e)
{
    struct invitation in = { .role = p->role,
                             .person = p->id,
                             .note = "",
                             .by = by,
                             .made_ms = now_ms,
                             .expires_ms = now_ms + ms,
                             .uses_most = 1 };

    return links_make(a, s, &in, path, e);
}

static bool end_earlier(struct arena *a, struct store *s, int64_t now_ms,
                        struct err *e)
{
    struct invitation *all;
    size_t n;

    if (!invitation_list(s, a, &all, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!all[i].by && !all[i].revoked_ms && !all[i].uses &&
            !invitation_revoke(s, all[i].id, now_ms, e))
            return false;
    return true;
}

bool links_of_owner(struct arena *a, struct store *s, int64_t now_ms,
                    int64_t ms, const char **path, struct err *e)
{
    struct invitation in = { .role = ROLE_OWNER,
                             .note = "printed at the server start",
                             .made_ms = now_ms,
                             .expires_ms = now_ms + ms,
                             .uses_most = 1 };
    const struct person *first = NULL;
    struct person *all;
    size_t n;

    if (!end_earlier(a, s, now_ms, e) || !people_list(s, a, &all, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (all[i].role == ROLE_OWNER && !all[i].gone_ms &&
            (!first || all[i].id < first->id))
            first = &all[i];
    in.person = first ? first->id : 0;
    return links_make(a, s, &in, path, e);
}
