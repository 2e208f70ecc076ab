/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_PACE_H
#define SERVE_PACE_H

#include "base/clock.h"
#include "serve/route.h"

#include <stdint.h>

/*
 * How often somebody may come: a bucket of requests for each visitor and pace,
 * which fills again as time goes on. A visitor is a person or, for those who
 * are not signed in, an address (of IPv6 its network of 64 bits). There is
 * room for so many buckets; the one that was not used for longest makes place
 * for a new one. Any thread may ask.
 */

struct paces;

struct paces *paces_new(struct clock clock);
void paces_free(struct paces *p);

/* Takes one request out of the visitor's bucket; person 0: by the address.
 * Returns 0, or, if the bucket is empty, the seconds until it is not. */
unsigned paces_take(struct paces *p, enum pace pace, int64_t person,
                    const char *peer);

#endif
