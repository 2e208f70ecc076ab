/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Servers under weather: a storm, in which any try may meet any fault that
 * passes, and a cap on the requests at once.
 */

#include "server_scenario.h"

#include "base/rng.h"

#define STORM_RUN 4 /* most faults in a row of one body */

/* What a try of a body meets depends on these alone. */
static void storm_key(const struct ask *q, struct rng *g, struct hash128 *key)
{
    const char *seed = scenario_text(q->scenario, "seed", "0");
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "storm");
    hasher_text(&h, seed);
    hasher_u64(&h, q->hash.high);
    hasher_u64(&h, q->hash.low);
    hasher_u64(&h, q->try_no);
    *key = hasher_close(&h);
    rng_init(g, *key);
}

/* One fault of the storm: its scenario, and what its wait is written in. */
struct gust {
    const char *name;
    const char *form; /* of the milliseconds; NULL: no wait is named */
};

static const struct gust gusts[] = {
    { "429-ms", "%lld" },      { "429-float", "0.%03lld" },
    { "429-reset", "%lldms" }, { "500", "%lld" },
    { "503-loading", "%lld" }, { "529", "%lld" },
    { "reset", NULL },         { "close", NULL },
    { "half", NULL },          { "chunked-half", NULL },
    { "garbage", NULL },       { "html", NULL },
    { "200-error", NULL },     { "finish-error", NULL },
    { "hang", NULL },          { "unclosed", NULL },
};

void storm_play(const struct ask *q, struct reply *r)
{
    double rate = scenario_number(q->scenario, "rate", 0.2);
    const char *as = scenario_text(q->scenario, "as", "ok");
    const char *only = scenario_text(q->scenario, "only", NULL);
    const struct gust *gust;
    struct ask blown = *q;
    struct hash128 key;
    struct rng g;

    storm_key(q, &g, &key);
    if (q->run >= STORM_RUN || answer_share(key) >= rate) {
        scenario_play_as(q, str_eq(as, "roles") ? as : "ok", r);
        return;
    }
    if (only) {
        scenario_play_as(q, only, r);
        return;
    }
    gust = &gusts[rng_below(&g, sizeof gusts / sizeof *gusts)];
    if (gust->form)
        blown.wait = arena_printf(q->arena, gust->form,
                                  (long long)rng_range(&g, 20, 80));
    scenario_play_as(&blown, gust->name, r);
    if (r->wire == WIRE_HANG) { /* a short one */
        r->wire = WIRE_CLOSE;
        r->delay_ns = 50 * 1000000;
    }
}

void cap_play(const struct ask *q, struct reply *r)
{
    double limit = scenario_number(q->scenario, "limit", 16);

    if ((double)q->scenario->in_flight <= limit) {
        scenario_play_as(q, "ok", r);
        return;
    }
    r->delay_ns = 0;
    scenario_play_as(q, "429-ms", r);
}
