/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The queue of challenges. The order of binding and taking is that of the
 * columns in sql.c.
 */
#include "store/challenges.h"
#include "base/json.h"
#include "store/store_int.h"

#include <string.h>

static const char *const states[CHALLENGE_STATES] = {
    [CHALLENGE_QUEUED] = "queued", [CHALLENGE_ASKING] = "asking",
    [CHALLENGE_DONE] = "done",     [CHALLENGE_STOPPED] = "stopped",
    [CHALLENGE_FAILED] = "failed",
};

const char *challenge_state_name(enum challenge_state s)
{
    INVARIANT(s < CHALLENGE_STATES);
    return states[s];
}

static bool challenges_has_queue(const struct store *s)
{
    return store_version(s) >= STORE_WORKBENCH;
}

/* ---- finding ---- */

/* Names of models, from a JSON array of strings. */
static bool challenges_take_models(struct query *q, struct arena *a,
                                   struct challenge *c)
{
    struct vec names = vec_in(a, sizeof(const char *));
    const char *text = query_take_text(q, a);
    struct json *list;
    struct err e;

    if (!text || !json_read(a, text, strlen(text), 1, &list, &e) ||
        list->type != JSON_ARRAY)
        return false;
    for (const struct json *m = list->first; m; m = m->next) {
        if (!json_string(m))
            return false;
        *(const char **)vec_push(&names) = json_string(m);
    }
    c->models = names.items;
    c->n_models = names.n;
    return true;
}

static bool store_challenges_take(struct query *q, struct arena *a, void *out,
                                  struct err *e)
{
    struct challenge *c = out;
    bool has_models;
    int state;

    *c = (struct challenge){ .id = query_take_int(q) };
    c->entry = query_take_int(q);
    c->version = query_take_int(q);
    c->person = query_take_int(q);
    has_models = challenges_take_models(q, a, c);
    c->attempts = (uint64_t)query_take_int(q);
    c->after = (uint64_t)query_take_int(q);
    state = query_take_word(q, states, CHALLENGE_STATES);
    c->why = query_take_text(q, a);
    c->run = query_take_int(q);
    c->made_ms = query_take_int(q);
    c->started_ms = query_take_int(q);
    c->ended_ms = query_take_int(q);
    c->money = query_take_real(q);
    c->tokens = query_take_real(q);
    if (!has_models || !c->why || state < 0)
        return query_nonsense(q, "a challenge", e);
    c->state = (enum challenge_state)state;
    return true;
}

bool challenges_find(struct store *s, struct arena *a, int64_t id,
                     struct challenge *out, bool *found, struct err *e)
{
    struct query q;

    *found = false;
    if (!challenges_has_queue(s))
        return true;
    q = query_open(&s->db, SQL_CHALLENGE_BY_ID);
    query_int(&q, id);
    return query_one(&q, a, store_challenges_take, out, found, e);
}

bool challenges_list(struct store *s, struct arena *a, int64_t entry,
                     struct challenge **out, size_t *n, struct err *e)
{
    struct vec rows = vec_in(a, sizeof(struct challenge));
    struct query q;
    bool ok = true;

    if (challenges_has_queue(s)) {
        q = query_open(&s->db, entry ? SQL_CHALLENGE_OF : SQL_CHALLENGE_ALL);
        if (entry)
            query_int(&q, entry);
        ok = query_all(&q, a, store_challenges_take, &rows, e);
    }
    *out = rows.items;
    *n = rows.n;
    return ok;
}

bool challenges_spent(struct store *s, int64_t person, double *money,
                      double *tokens, struct err *e)
{
    struct query q;
    bool found;

    *money = *tokens = 0;
    if (!challenges_has_queue(s))
        return true;
    q = query_open(&s->db, SQL_CHALLENGE_SPENT);
    query_int(&q, person);
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    *money = query_take_real(&q);
    *tokens = query_take_real(&q);
    query_end(&q);
    return true;
}

/* ---- changing ---- */

static bool store_challenges_add(struct store *s, struct challenge *in,
                                 const char *models, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CHALLENGE_ADD);
    bool found;

    query_int(&q, in->entry);
    query_int(&q, in->version);
    query_ref(&q, in->person);
    query_text(&q, models);
    query_int(&q, (int64_t)in->attempts);
    query_int(&q, in->made_ms);
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    in->id = query_take_int(&q);
    in->after = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

bool challenges_add(struct store *s, struct challenge *in, struct err *e)
{
    struct str models = { 0 };
    bool own, ok;

    str_addc(&models, '[');
    for (size_t i = 0; i < in->n_models; i++) {
        str_add(&models, i ? ", " : "");
        json_write_string(&models, in->models[i]);
    }
    str_addc(&models, ']');
    ok = store_enter_alone(s, &own, e) &&
         store_leave(s, own, store_challenges_add(s, in, str_get(&models), e),
                     e);
    str_clear(&models);
    return ok;
}

bool challenges_take(struct store *s, struct arena *a, int64_t now_ms,
                     struct challenge *out, bool *found, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CHALLENGE_TAKE);
    bool own;

    query_int(&q, now_ms);
    return store_enter_alone(s, &own, e) &&
           store_leave(s, own,
                       query_one(&q, a, store_challenges_take, out, found, e),
                       e);
}

bool challenges_set(struct store *s, const struct challenge *c, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CHALLENGE_SET);

    query_text(&q, challenge_state_name(c->state));
    query_text(&q, c->why ? c->why : "");
    query_ref(&q, c->run);
    query_int(&q, c->started_ms);
    query_int(&q, c->ended_ms);
    query_real(&q, c->money);
    query_real(&q, c->tokens);
    query_int(&q, c->id);
    return store_change(s, &q, "challenge", c->id, e);
}

bool challenges_again(struct store *s, size_t *n, struct err *e)
{
    struct query q = query_open(&s->db, SQL_CHALLENGE_AGAIN);
    int64_t changed = 0;
    bool own, ok;

    if (!store_enter_alone(s, &own, e))
        return false;
    ok = query_count(&q, &changed, e);
    *n = (size_t)changed;
    return store_leave(s, own, ok, e);
}
