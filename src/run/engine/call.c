/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/call.h"
#include "base/ascii.h"
#include "base/str.h"

void call_fill(struct call *c, const struct pool_call *p)
{
    c->raw = p->raw;
    c->reply = p->reply;
    c->status = p->status;
    c->http_version = p->http_version;
    c->tries = p->tries;
    c->history = p->history;
    c->sent_ms = p->sent_ms;
    c->took_ms = p->took_ms;
    c->total_ms = p->total_ms;
    c->course = p->course;
}

bool call_reread(struct store *s, struct arena *a, struct call *c,
                 struct err *e)
{
    struct hash128 key = c->key;
    bool found;

    if (!journal_find(s, a, key, false, c, &found, e))
        return false;
    return found || err_set(e, ERR_IO, "a reply is missing in the store");
}

bool call_blames_server(const struct call *c)
{
    return c->status == 0 || c->status == 429 || c->status >= 500 ||
           (c->status >= 200 && c->status < 300);
}

#define ID_LEAST 12 /* characters of the id of a request */

/* The words of an error without what is new in each: the ids of requests, which
 * are long. Other numbers count: every prompt that is too long has its own. */
static struct hash128 decline_words_of(const char *why)
{
    struct str out = { 0 };
    struct hash128 h;

    for (size_t n; *why; why += n) {
        bool digit = false;

        for (n = 0; is_letter(why[n]) || is_digit(why[n]) || why[n] == '-' ||
                    why[n] == '_';
             n++)
            digit = digit || is_digit(why[n]);
        if (!digit || n < ID_LEAST)
            str_addn(&out, why, n ? n : 1);
        n = n ? n : 1;
    }
    h = hash_bytes(str_get(&out), out.n);
    str_clear(&out);
    return h;
}

/* Errors come sooner than replies: there must be as many of them as calls that
 * may still be answered. */
bool decline_note(struct decline *d, const struct call *c, struct pool *pool)
{
    struct hash128 words;
    struct pool_state s;

    if (c->reply.outcome != OUTCOME_ERROR)
        atomic_store(&d->answered, true);
    if (atomic_load(&d->answered) || call_blames_server(c))
        return false;
    words = decline_words_of(c->reply.why ? c->reply.why : "");
    if (hash_compare(words, d->words) != 0)
        d->same = 0;
    d->words = words;
    if (++d->same < CALL_FIRST_ERRORS)
        return false;
    pool_look(pool, &s);
    return d->same >= s.in_flight;
}

struct hash128 order_key(struct hash128 run, uint64_t model)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "order of calls");
    hasher_u64(&h, run.high);
    hasher_u64(&h, run.low);
    hasher_u64(&h, model);
    return hasher_close(&h);
}
