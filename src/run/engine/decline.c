/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/decline.h"
#include "base/ascii.h"
#include "base/str.h"
#include "run/engine/call.h"

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
    if (words.high != d->words.high || words.low != d->words.low)
        d->same = 0;
    d->words = words;
    if (++d->same < CALL_FIRST_ERRORS)
        return false;
    pool_look(pool, &s);
    return d->same >= s.in_flight;
}
