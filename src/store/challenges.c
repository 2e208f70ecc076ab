/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The queue of challenges. The order of binding and taking is that of the
 * columns in sql.c.
 */
#include "store/challenges.h"
#include "base/json.h"
#include "store/row.h"
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

/* ---- finding ---- */

/* Names of models, from a JSON array of strings. */
static bool challenges_take_models(struct arena *a, struct challenge *c,
                                   const char *text)
{
    struct vec names = vec_in(a, sizeof(const char *));
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

static bool store_challenges_take(struct query *q, struct arena *a, void *out)
{
    return challenges_take_models(a, out, query_take_text(q, a));
}

static const struct store_column challenge_columns[] = {
    COLUMN(INT, challenge, id),
    COLUMN(INT, challenge, entry),
    COLUMN(INT, challenge, version),
    COLUMN(INT, challenge, person),
    COLUMN(INT, challenge, attempts),
    COLUMN(INT, challenge, after),
    COLUMN_WORD(challenge, state, states, CHALLENGE_STATES),
    COLUMN(NEED, challenge, why),
    COLUMN(INT, challenge, run),
    COLUMN(INT, challenge, made_ms),
    COLUMN(INT, challenge, started_ms),
    COLUMN(INT, challenge, ended_ms),
    COLUMN(REAL, challenge, money),
    COLUMN(REAL, challenge, tokens),
};

static const struct store_row challenge_row =
    ROW_THEN("a challenge", challenge, challenge_columns, STORE_WORKBENCH,
             store_challenges_take);

struct spent {
    double money, tokens;
};

static const struct store_column spent_columns[] = {
    COLUMN(REAL, spent, money),
    COLUMN(REAL, spent, tokens),
};

static const struct store_row spent_row =
    ROW("a sum", spent, spent_columns, STORE_WORKBENCH);

bool challenges_find(struct store *s, struct arena *a, int64_t id,
                     struct challenge *out, bool *found, struct err *e)
{
    return rows_find(s, a, &challenge_row, SQL_CHALLENGE_BY_ID,
                     ARGS(sql_int(id)), out, found, e);
}

bool challenges_list(struct store *s, struct arena *a, int64_t entry,
                     struct challenge **out, size_t *n, struct err *e)
{
    return rows_list(s, a, &challenge_row,
                     entry ? SQL_CHALLENGE_OF : SQL_CHALLENGE_ALL,
                     entry ? ARGS(sql_int(entry)) : NULL, out, n, e);
}

bool challenges_spent(struct store *s, int64_t person, double *money,
                      double *tokens, struct err *e)
{
    struct spent spent = { 0, 0 };
    bool found;

    if (!rows_find(s, NULL, &spent_row, SQL_CHALLENGE_SPENT,
                   ARGS(sql_int(person)), &spent, &found, e))
        return false;
    *money = spent.money;
    *tokens = spent.tokens;
    return true;
}

/* ---- changing ---- */

bool challenges_add(struct store *s, struct challenge *in, struct err *e)
{
    struct str models = { 0 };
    struct query q;
    bool own, ok, found;

    if (!store_enter_alone(s, &own, e))
        return false;
    str_addc(&models, '[');
    for (size_t i = 0; i < in->n_models; i++) {
        str_add(&models, i ? ", " : "");
        json_write_string(&models, in->models[i]);
    }
    str_addc(&models, ']');
    q = query_with(&s->db, SQL_CHALLENGE_ADD,
                   ARGS(sql_int(in->entry), sql_int(in->version),
                        sql_ref(in->person), sql_text(str_get(&models)),
                        sql_int((int64_t)in->attempts), sql_int(in->made_ms)));
    ok = query_row(&q, &found, e);
    if (ok) {
        INVARIANT(found);
        in->id = query_take_int(&q);
        in->after = (uint64_t)query_take_int(&q);
        query_end(&q);
    }
    str_clear(&models);
    return store_leave(s, own, ok, e);
}

bool challenges_take(struct store *s, struct arena *a, int64_t now_ms,
                     struct challenge *out, bool *found, struct err *e)
{
    bool own;

    return store_enter_alone(s, &own, e) &&
           store_leave(s, own,
                       rows_find(s, a, &challenge_row, SQL_CHALLENGE_TAKE,
                                 ARGS(sql_int(now_ms)), out, found, e),
                       e);
}

bool challenges_set(struct store *s, const struct challenge *c, struct err *e)
{
    return store_change(s, SQL_CHALLENGE_SET,
                        ARGS(sql_text(challenge_state_name(c->state)),
                             sql_text(c->why ? c->why : ""), sql_ref(c->run),
                             sql_int(c->started_ms), sql_int(c->ended_ms),
                             sql_real(c->money), sql_real(c->tokens),
                             sql_int(c->id)),
                        "challenge", c->id, e);
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
