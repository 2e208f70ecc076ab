/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A server that declined ten calls in the same words, and never answered one,
 * declines them all: a setting that it does not take, a route that is not there.
 * Prompts that it declines one by one differ in their words, or others are
 * answered.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "run/engine/ask_int.h"
#include "run/engine/call.h"

#define ID_LEAST 12 /* characters of the id of a request */

/* The words of an error without what is new in each: the ids of requests, which
 * are long. Other numbers count: every prompt that is too long has its own. */
static struct hash128 words_of(const char *why)
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
bool decline_note(struct lane *l, const struct call *c)
{
    struct hash128 words;
    struct pool_state s;

    if (c->reply.outcome != OUTCOME_ERROR)
        atomic_store(&l->answered, true);
    if (atomic_load(&l->answered) || call_blames_server(c))
        return false;
    words = words_of(c->reply.why ? c->reply.why : "");
    if (words.high != l->words.high || words.low != l->words.low)
        l->same = 0;
    l->words = words;
    if (++l->same < CALL_FIRST_ERRORS)
        return false;
    pool_look(l->pool, &s);
    return l->same >= s.in_flight;
}
