/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/look/access.h"
#include "base/str.h"
#include "serve/desk/entry.h"

#include <inttypes.h>
#include <string.h>

enum { RIGHT_YES = 1, RIGHT_NO = 2 };

/* Reads "r12" with its letter, or "12" without one. */
static bool access_read_number(const char *s, const char *letters, int64_t *out)
{
    if (*letters && (!*s || !strchr(letters, *s++)))
        return false;
    return http_number(s, out);
}

bool look_may_study(const struct visit *v, const struct study *study)
{
    return visit_judges(v) || study->kind != STUDY_HUNT;
}

/* ---- runs of challenges ---- */

/* Marks the runs of studies that all may look at. */
static bool find_shared(struct look_access *a, struct err *e)
{
    struct study *list;
    size_t n;

    if (!studies_list(a->visit->store, a->visit->arena, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0;
             look_may_study(a->visit, &list[i]) && k < list[i].n_runs; k++)
            map_put(&a->shared, &list[i].runs[k].run,
                    sizeof(list[i].runs[k].run), NULL);
    return true;
}

bool look_access_open(struct visit *v, struct look_access *out, struct err *e)
{
    *out = (struct look_access){ .visit = v };
    if (!challenges_list(v->store, v->arena, 0, &out->challenges, &out->n, e) ||
        (!visit_judges(v) && !find_shared(out, e)))
        return false;
    out->before = arena_array(v->arena, size_t, out->n + 1);
    for (size_t i = 0; i < out->n; i++) {
        int64_t run = out->challenges[i].run;
        size_t *place;
        bool added;

        if (!run)
            continue;
        place = map_put(&out->runs, &run, sizeof(run), &added);
        out->before[i] = added ? SIZE_MAX : *place;
        *place = i;
    }
    return true;
}

void look_access_close(struct look_access *a)
{
    map_clear(&a->runs);
    map_clear(&a->shared);
    map_clear(&a->rights);
}

const struct challenge *look_challenge(const struct look_access *a, int64_t run)
{
    const size_t *place = map_get(&a->runs, &run, sizeof(run));

    return place ? &a->challenges[*place] : NULL;
}

/* May the visitor see the key of an entry? One that is gone has none to see. */
static bool has_key(struct visit *v, int64_t entry, bool *may, struct err *e)
{
    struct entry_view x;

    *may = entry_open_id(v, entry, &x, e);
    if (!*may)
        return e->code == ERR_SPENT;
    *may = entry_may(v, &x, DEAL_KEY, NULL);
    return true;
}

static bool may_entry(struct look_access *a, int64_t entry, bool *may,
                      struct err *e)
{
    size_t *right = map_put(&a->rights, &entry, sizeof(entry), NULL);

    if (!*right) {
        if (!has_key(a->visit, entry, may, e))
            return false;
        *right = *may ? RIGHT_YES : RIGHT_NO;
    }
    *may = *right == RIGHT_YES;
    return true;
}

bool look_may_run(struct look_access *a, int64_t run, bool *may, struct err *e)
{
    const size_t *place = map_get(&a->runs, &run, sizeof(run));

    *may = place || visit_judges(a->visit) ||
           map_get(&a->shared, &run, sizeof(run));
    for (size_t i = place ? *place : SIZE_MAX; *may && i != SIZE_MAX;
         i = a->before[i])
        if (!may_entry(a, a->challenges[i].entry, may, e))
            return false;
    return true;
}

/* ---- one run, one study ---- */

static bool may_one(struct visit *v, int64_t run, struct err *e)
{
    struct look_access a;
    bool may = false;
    bool ok = look_access_open(v, &a, e) && look_may_run(&a, run, &may, e);

    look_access_close(&a);
    return ok && (may || err_set(e, ERR_OUTSIDE,
                                 "this run contains keys that you may not "
                                 "see yet"));
}

bool look_find_run(struct visit *v, const char *name, struct run_info *out,
                   struct err *e)
{
    int64_t id;

    if (!access_read_number(name, "r", &id))
        return err_set(e, ERR_SPENT, "there is no such run");
    if (!runs_find(v->store, v->arena, name, out, e))
        return err_set(e, e->code == ERR_IO ? ERR_IO : ERR_SPENT,
                       "there is no run %s", name);
    return may_one(v, out->id, e);
}

bool look_find_study(struct visit *v, const char *name, struct study *out,
                     struct err *e)
{
    bool found = false;
    int64_t id;

    if (access_read_number(name, "hec", &id) &&
        !studies_find(v->store, v->arena, name, out, &found, e))
        return false;
    if (found && !look_may_study(v, out))
        return err_set(e, ERR_OUTSIDE, "only reviewers can see hunts");
    return found || err_set(e, ERR_SPENT, "there is no such study");
}

bool look_find_challenge(struct visit *v, int64_t run,
                         const struct challenge **out, struct err *e)
{
    struct look_access a;
    bool ok = look_access_open(v, &a, e);

    *out = ok ? look_challenge(&a, run) : NULL;
    look_access_close(&a);
    return ok;
}

/* ---- topics ---- */

static bool must_hear_challenge(struct visit *v, int64_t id, struct err *e)
{
    struct challenge c;
    bool found, may = false;

    if (!challenges_find(v->store, v->arena, id, &c, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_SPENT, "there is no such challenge");
    return has_key(v, c.entry, &may, e) &&
           (may || err_set(e, ERR_OUTSIDE,
                           "the replies contain a key that you may not see "
                           "yet"));
}

bool look_must_hear(struct visit *v, const char *topic, struct err *e)
{
    const char *name = strchr(topic, ':');
    struct run_info run;
    struct study study;
    int64_t id;

    name = name ? name + 1 : "";
    if (str_among(topic, "board runs"))
        return true;
    if (str_starts(topic, "entry:") && access_read_number(name, "", &id))
        return true;
    if (str_starts(topic, "challenge:") && access_read_number(name, "", &id))
        return must_hear_challenge(v, id, e);
    if (str_starts(topic, "run:"))
        return look_find_run(v, name, &run, e);
    if (str_starts(topic, "study:"))
        return look_find_study(v, name, &study, e);
    return err_set(e, ERR_DOMAIN, "there is no topic with that name");
}
