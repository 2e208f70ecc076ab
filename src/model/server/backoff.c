/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/backoff.h"

#define MOST_S        30.0
#define SPREAD        0.25 /* of a wait that the server asks for, on top, */
#define SPREAD_MOST_S 10.0 /* and at most */
#define OBEYED \
 3                  /* tries after which what is asked is no longer
                               believed to be enough */
#define DOUBLINGS 5 /* of what is asked */

/* In [0, 1). */
static double backoff_chance(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

double backoff_most(double s, unsigned tries)
{
    for (unsigned k = 1; k < tries && s < MOST_S; k++)
        s *= 2;
    return s < MOST_S ? s : MOST_S;
}

double backoff_wait(struct rng *r, double s, unsigned tries, double asked)
{
    double more = asked * SPREAD, own;

    if (!(asked > 0))
        return backoff_most(s, tries) * (0.75 + 0.25 * backoff_chance(r));
    if (more > SPREAD_MOST_S)
        more = SPREAD_MOST_S;
    more = asked + more * backoff_chance(r);
    if (tries <= OBEYED)
        return more;
    tries -= OBEYED;
    own = backoff_most(asked, 1 + (tries < DOUBLINGS ? tries : DOUBLINGS));
    own *= 0.5 + 0.5 * backoff_chance(r);
    return own > more ? own : more;
}

const char *backoff_refuse(struct arena *a, const char *why, double asked,
                           double most)
{
    if (!(asked > most))
        return NULL;
    return arena_printf(a,
                        "%s; the server asks for a wait of %.0f s, which is "
                        "more than the maximum of %g s",
                        why, asked, most);
}
