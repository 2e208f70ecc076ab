/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/route.h"
#include "base/str.h"

#include <string.h>

const struct route *const route_tables[] = {
    people_routes, reward_routes, chat_routes,   write_routes,
    family_routes, ask_routes,    review_routes, board_routes,
    look_routes,   asset_routes,  NULL,
};

/* A segment of a path, from its first letter to the next slash. */
struct segment {
    const char *s;
    size_t n;
};

/* Takes the segment behind the slash at *path. Returns false at the end. */
static bool next_segment(const char **path, struct segment *out)
{
    if (**path != '/')
        return false;
    out->s = ++*path;
    out->n = strcspn(*path, "/");
    *path += out->n;
    return true;
}

/* Returns how many places the pattern has if the path fits it, or -1. */
static int route_match(const char *pattern, const char *path,
                       struct segment args[ROUTE_ARGS])
{
    struct segment want, have;
    int n = 0;

    while (next_segment(&pattern, &want)) {
        if (!next_segment(&path, &have))
            return -1;
        if (want.n && *want.s == ':') {
            if (!have.n)
                return -1;
            INVARIANT(n < ROUTE_ARGS);
            args[n++] = have;
        } else if (want.n != have.n || memcmp(want.s, have.s, want.n) != 0) {
            return -1;
        }
    }
    return *path ? -1 : n;
}

/* Of "/entries/new" and "/entries/:id" the one with fewer places is meant. */
const struct route *route_find(struct arena *a, enum http_method method,
                               const char *path, const char *args[ROUTE_ARGS],
                               bool *other)
{
    struct segment places[ROUTE_ARGS], found[ROUTE_ARGS];
    const struct route *best = NULL;
    int fewest = ROUTE_ARGS + 1;

    *other = false;
    for (size_t t = 0; route_tables[t]; t++)
        for (const struct route *r = route_tables[t]; r->path; r++) {
            int n = route_match(r->path, path, places);

            *other = *other || (n >= 0 && r->method != method);
            if (n < 0 || n >= fewest || r->method != method)
                continue;
            best = r;
            fewest = n;
            memcpy(found, places, sizeof(found));
        }
    for (int i = 0; best && i < fewest; i++)
        args[i] = arena_strndup(a, found[i].s, found[i].n);
    *other = *other && !best;
    return best;
}
