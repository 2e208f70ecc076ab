/* SPDX-License-Identifier: Apache-2.0 */
#include "run/consult/consult.h"
#include "base/alloc.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/str.h"
#include "run/consult/consult_int.h"

#include <stdlib.h>
#include <string.h>

/* ---- from questions to calls ---- */

static const char *last_user(const struct question *q)
{
    for (size_t i = q->n_messages; i-- > 0;)
        if (str_eq(q->messages[i].role, "user"))
            return q->messages[i].content;
    BUG("a question without a message of the user");
}

struct request consult_request(struct talk *t, const struct question *q,
                               struct note *note)
{
    struct request r = { .messages = q->messages,
                         .n_messages = q->n_messages,
                         .decoding = &t->consult->decoding,
                         .attempt = q->attempt };
    char hex[HASH_HEX_SIZE];
    const char *text;

    if (!model_is_local(t->consult->model))
        return r;
    /* A replay file finds its row by the text; the id is for its message. */
    text = last_user(q);
    hash_hex(hash_bytes(text, strlen(text)), hex);
    *note = (struct note){ .statement = text };
    note->problem = arena_printf(&t->scratch, "question %s", hex);
    r.note = note;
    return r;
}

/* The body of question i and its key; what the journal lacks becomes a call,
 * unless an earlier question is the same. */
static bool prepare(struct talk *t, struct map *keys, size_t i, struct err *e)
{
    const struct model *m = t->consult->model;
    struct question *q = &t->questions[i];
    struct call *call = &t->asked[t->n_asked].call;
    struct hash128 key;
    struct request r;
    struct note note;
    const char *body;
    size_t *first;
    bool is_new, found;

    INVARIANT(q->attempt >= 1);
    r = consult_request(t, q, &note);
    if (!model_body(&t->scratch, m, &r, &body, e))
        return false;
    key = model_call_key(m, body, q->attempt);
    first = map_put(keys, &key, sizeof(key), &is_new);
    if (is_new)
        *first = i;
    t->first[i] = *first;
    if (!is_new)
        return true;
    if (!journal_find(t->consult->store, t->arena, key, false, call, &found, e))
        return false;
    if (found) {
        q->reply = call->reply;
        t->consult->journalled++;
        t->done++;
        return true;
    }
    *call = (struct call){ .key = key,
                           .url = m->url,
                           .model = m->name,
                           .attempt = q->attempt,
                           .body = body,
                           .raw = "" };
    t->asked[t->n_asked++].question = i;
    return true;
}

static bool prepare_all(struct talk *t, struct err *e)
{
    struct map keys = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < t->n; i++)
        ok = prepare(t, &keys, i, e);
    map_clear(&keys);
    return ok;
}

/* ---- from calls to replies ---- */

static void count_reply(struct talk *t, const struct reply *r, uint64_t *good)
{
    struct consult *c = t->consult;

    t->done++;
    if (r->outcome != OUTCOME_ERROR) {
        ++*good;
        return;
    }
    c->failed++;
    if (!c->error)
        c->error = r->why ? r->why : "no reason was given";
}

/* The journal had a reply when this one came: that one counts. */
static bool reread(struct talk *t, struct asked *x, struct err *e)
{
    struct hash128 key = x->call.key;
    bool found;

    if (!journal_find(t->consult->store, &t->scratch, key, false, &x->call,
                      &found, e))
        return false;
    return found || err_set(e, ERR_IO, "a reply is missing in the store");
}

bool consult_settle(struct talk *t, struct asked *const *list, size_t n,
                    struct err *e)
{
    const struct call **calls = alloc_new(n + 1, sizeof(*calls));
    bool *already = alloc_new(n + 1, sizeof(*already));
    bool ok;

    for (size_t i = 0; i < n; i++)
        calls[i] = &list[i]->call;
    ok = journal_commit(t->consult->store, calls, n, already, e);
    for (size_t i = 0; ok && i < n; i++) {
        struct reply *r = &t->questions[list[i]->question].reply;

        ok = !already[i] || reread(t, list[i], e);
        if (!ok)
            break;
        *r = reply_copy(t->arena, &list[i]->call.reply);
        t->settled++;
        count_reply(t, r,
                    already[i] ? &t->consult->journalled : &t->consult->asked);
    }
    free(calls);
    free(already);
    return ok;
}

/* The same question again has the same reply. */
static void share_replies(struct talk *t)
{
    for (size_t i = 0; i < t->n; i++) {
        if (t->first[i] == i)
            continue;
        t->questions[i].reply = t->questions[t->first[i]].reply;
        count_reply(t, &t->questions[i].reply, &t->consult->journalled);
    }
}

/* ---- what it costs ---- */

static bool may_ask(const struct talk *t, struct err *e)
{
    const struct purse *p = t->consult->purse;

    if (!p || t->n_asked == 0 || (p->tokens > 0 && p->money > 0))
        return true;
    return err_set(e, ERR_IO,
                   "the budget is spent; the same command with a "
                   "larger one goes on");
}

/* Every reply counts, new or journalled: a hunt that goes on has spent what it
 * had spent. */
static void pay(const struct talk *t)
{
    const struct model *m = t->consult->model;
    struct purse *p = t->consult->purse;
    struct price price;
    bool priced;

    if (!p)
        return;
    priced = p->prices && prices_find(p->prices, m->spec, m->name, &price);
    for (size_t i = 0; i < t->n; i++) {
        const struct usage *u = &t->questions[i].reply.usage;

        if (t->first[i] != i)
            continue;
        p->tokens -= (double)((u->prompt > 0 ? u->prompt : 0) +
                              (u->completion > 0 ? u->completion : 0));
        if (priced)
            p->money -= price_of(&price, u->prompt, u->cached, u->completion);
    }
}

/* ---- asking ---- */

bool consult_ask(struct arena *a, struct consult *c, struct question *questions,
                 size_t n, struct err *e)
{
    struct talk t = {
        .arena = a, .consult = c, .questions = questions, .n = n
    };
    bool ok;

    if (c->model->kind == MODEL_PLANTED)
        return err_set(e, ERR_USAGE,
                       "planted models cannot be consulted: name another "
                       "model for this role");
    t.first = alloc_new(n + 1, sizeof(*t.first));
    t.asked = alloc_new(n + 1, sizeof(*t.asked));
    ok = prepare_all(&t, e) && may_ask(&t, e) &&
         (t.n_asked == 0 || consult_flow(&t, e));
    if (ok) {
        pay(&t);
        share_replies(&t);
    }
    if (ok && c->progress)
        c->progress(c->ctx, t.done, n);
    free(t.first);
    free(t.asked);
    arena_clear(&t.scratch);
    return ok;
}

bool consult_one(struct arena *a, struct consult *c, const char *system,
                 const char *user, uint64_t attempt, struct reply *out,
                 struct err *e)
{
    struct message messages[] = { { "system", system }, { "user", user } };
    struct question q = { .messages = system ? messages : messages + 1,
                          .n_messages = system ? 2 : 1,
                          .attempt = attempt };

    if (!consult_ask(a, c, &q, 1, e))
        return false;
    *out = q.reply;
    return true;
}
