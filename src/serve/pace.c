/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/pace.h"
#include "base/alloc.h"
#include "base/hash.h"

#include <arpa/inet.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Requests at once, and a second. A class may sit behind one address, so that
 * an address may do more than a person. */
struct figures {
    double most, rate;
};

static const struct {
    struct figures person, address;
} table[PACES] = {
    [PACE_PAGE] = { { 300, 20 }, { 3000, 200 } },
    [PACE_LIVE] = { { 240, 10 }, { 600, 50 } },
    [PACE_WRITE] = { { 60, 2 }, { 60, 2 } },
    [PACE_ASK] = { { 20, 0.2 }, { 20, 0.2 } },
    [PACE_SIGN_IN] = { { 30, 0.5 }, { 200, 5 } },
    [PACE_GRADE] = { { 0, 0 }, { 0, 0 } }, /* any number */
};

#define SETS 512 /* of buckets, found by their hash; */
#define WAYS 8   /* buckets of a set */

struct bucket {
    uint64_t key; /* 0: free */
    double left;  /* requests */
    uint64_t at;  /* when that was so: ns */
};

struct paces {
    pthread_mutex_t lock;
    struct clock clock;
    struct bucket buckets[SETS][WAYS];
};

struct paces *paces_new(struct clock clock)
{
    struct paces *p = alloc_new(1, sizeof(*p));

    pthread_mutex_init(&p->lock, NULL);
    p->clock = clock;
    return p;
}

void paces_free(struct paces *p)
{
    if (!p)
        return;
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* A number that is not 0. */
static uint64_t pace_key_of(enum pace pace, int64_t person, const char *peer)
{
    struct {
        int64_t pace, person;
        unsigned char net[16];
    } id = { .pace = pace, .person = person };

    /* Whoever has one address of IPv6 has 2^64. */
    if (!person && inet_pton(AF_INET6, peer, id.net) == 1)
        memset(id.net + 8, 0, 8);
    else if (!person)
        inet_pton(AF_INET, peer, id.net + 12);
    return hash_bytes(&id, sizeof(id)).low | 1;
}

/* Finds the bucket, or makes a full one. */
static struct bucket *pace_find(struct paces *p, uint64_t key, double most,
                                uint64_t now)
{
    struct bucket *set = p->buckets[key / 2 % SETS], *oldest = set;

    for (size_t i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].at < oldest->at)
            oldest = &set[i];
    }
    *oldest = (struct bucket){ .key = key, .left = most, .at = now };
    return oldest;
}

unsigned paces_take(struct paces *p, enum pace pace, int64_t person,
                    const char *peer)
{
    const struct figures *f =
        person ? &table[pace].person : &table[pace].address;
    uint64_t now = clock_now(&p->clock);
    struct bucket *b;
    unsigned wait = 0;

    if (!(f->most > 0))
        return 0;
    pthread_mutex_lock(&p->lock);
    b = pace_find(p, pace_key_of(pace, person, peer), f->most, now);
    /* Another thread may have been here with a later time. */
    if (now > b->at) {
        b->left =
            fmin(f->most, b->left + (double)(now - b->at) / 1e9 * f->rate);
        b->at = now;
    }
    if (b->left >= 1)
        b->left -= 1;
    else
        wait = (unsigned)ceil((1 - b->left) / f->rate);
    pthread_mutex_unlock(&p->lock);
    return wait;
}
