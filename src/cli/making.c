/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/making.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/pipeline.h"
#include "cli/card.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "family/choose.h"
#include "family/split.h"
#include "family/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void making_begin(struct making *m, const struct cli *c)
{
    m->self = c->self;
    m->arena = c->arena;
    m->series = vec_in(c->arena, sizeof(struct series));
    m->o.level = m->o.level ? m->o.level : "1";
}

/* ---- the command line ---- */

static int bad_level(const struct making *m, const struct family *f)
{
    struct str list = { 0 };
    int status;

    for (int i = 0; i < f->n_levels; i++)
        str_addf(&list, "%s%d%s%s%s", i ? ", " : "", i + 1,
                 f->levels[i].name ? " (" : "",
                 f->levels[i].name ? f->levels[i].name : "",
                 f->levels[i].name ? ")" : "");
    status = args_mistake(m->self,
                          "%s has no level \"%s\"; its levels are %s, or all",
                          f->name, m->o.level, str_get(&list));
    str_clear(&list);
    return status;
}

static int making_add_family(struct making *m, const struct chosen *c)
{
    const struct family *f = c->family;
    bool all = str_eq(m->o.level, "all");
    int level = all ? 1 : family_level_find(f, m->o.level);

    if (level == 0)
        return bad_level(m, f);
    for (int n = all ? f->n_levels : 1; n--; level++)
        *(struct series *)vec_push(&m->series) =
            (struct series){ .family = f, .level = level, .among = c->among };
    return -1;
}

static int making_add_families(struct making *m, const char *list)
{
    struct vec chosen = vec_in(m->arena, sizeof(struct chosen));
    int status = -1;
    struct err e;

    if (!families_choose(m->arena, list, &chosen, &e))
        return args_failed(m->self, &e);
    for (size_t i = 0; status < 0 && i < chosen.n; i++)
        status = making_add_family(m, vec_get(&chosen, struct chosen, i));
    return status;
}

static int check_named(const struct making *m, const char *name,
                       const char *value)
{
    int status = -1;

    for (size_t i = 0; status < 0 && i < m->series.n; i++)
        status =
            knob_check(m->self, vec_get(&m->series, struct series, i)->family,
                       name, value);
    return status;
}

#define NAMES_SHOWN 5

/* Is a value that the knob's card allows within the range of the depth? */
static bool depth_fits(struct arena *a, const struct family *f,
                       const char *name, const char *value, struct err *e)
{
    struct json *knobs = json_new(a, JSON_OBJECT);

    json_set(a, knobs, name, json_new_string(a, value));
    return family_depth_fits(f, knobs, e);
}

/* A knob must be on the card of every family that was named. Of `all` those are
 * taken that have it; there must be one. */
static int making_check_knob(void *ctx, const char *name, const char *value)
{
    struct making *m = ctx;
    struct vec kept = vec_in(m->arena, sizeof(struct series));
    struct str out = str_in(m->arena);
    const struct family *last = NULL, *has_knob = NULL;
    size_t n = 0;
    struct err e;

    for (size_t i = 0; i < m->series.n; i++) {
        const struct series *s = vec_get(&m->series, struct series, i);
        const struct knob *k = family_knob_find(s->family, name);

        if (!s->among || (k && knob_allows(k, value) &&
                          depth_fits(m->arena, s->family, name, value, &e))) {
            *(struct series *)vec_push(&kept) = *s;
            continue;
        }
        if (last != s->family && n++ < NAMES_SHOWN)
            str_addf(&out, "%s%s", out.n ? ", " : "", s->family->name);
        last = s->family;
        has_knob = k ? last : has_knob;
    }
    m->series = kept;
    if (!kept.n) { /* this one as an example says why */
        const struct family *f = has_knob ? has_knob : last;
        int status = knob_check(m->self, f, name, value);

        return status >= 0 || depth_fits(m->arena, f, name, value, &e)
                   ? status
                   : args_mistake(m->self, "%s", e.msg);
    }
    if (n)
        talk("%zu famil%s left out, because %s not have %s=%s: %s%s", n,
             n == 1 ? "y is" : "ies are", n == 1 ? "it does" : "they do", name,
             value, str_get(&out), n > NAMES_SHOWN ? " ..." : "");
    return check_named(m, name, value);
}

bool making_random(unsigned char *out, size_t n)
{
    FILE *f = fopen("/dev/urandom", "rb");
    bool ok = f && fread(out, 1, n, f) == n;

    if (f)
        fclose(f);
    if (!ok)
        talk("could not draw random bytes from /dev/urandom");
    return ok;
}

/* Without --seed the problems are new, and the seed is printed so that they can
 * be made again, unless it is a secret. */
static int choose_seed(struct making *m)
{
    unsigned char bytes[8];

    if (m->o.seed)
        return -1;
    if (!making_random(bytes, sizeof(bytes)))
        return EXIT_COULD_NOT;
    for (size_t i = 0; i < sizeof(bytes); i++)
        snprintf(m->fresh_seed + 2 * i, 3, "%02x", bytes[i]);
    m->o.seed = m->fresh_seed;
    if (!m->secret)
        talk("new random seed; --seed %s makes the same problems again",
             m->o.seed);
    return -1;
}

/* Reports before the first line if a level has fewer problems than are asked
 * for. */
static int check_space(const struct making *m)
{
    for (size_t i = 0; i < m->series.n; i++) {
        const struct series *s = vec_get(&m->series, struct series, i);
        uint64_t space;
        struct err e;

        if (!family_space(s->family, s->level, s->knobs, &space, &e)) {
            if (e.code != ERR_LIMIT)
                return args_mistake(m->self, "%s", e.msg);
            talk_err(NULL, &e);
            return EXIT_COULD_NOT;
        }
        if (space == 0 ||
            (m->o.from <= space && m->o.count <= space - m->o.from))
            continue;
        talk("level %d of %s has %" PRIu64
             " different problems; --from %" PRIu64 " "
             "--count %" PRIu64 " asks for more",
             s->level, s->family->name, space, m->o.from, m->o.count);
        return EXIT_COULD_NOT;
    }
    return -1;
}

/* ---- --holdout ---- */

#define TEMPLATES "templates" /* the knobs */
#define KINDS     "kinds"

static int check_holdout(const struct making *m)
{
    if (!str_among(m->o.holdout,
                   "wordings kinds wordings,kinds kinds,wordings"))
        return args_mistake(m->self,
                            "--holdout takes wordings, kinds, or "
                            "wordings,kinds, not \"%s\"",
                            m->o.holdout);
    if (!m->o.split || !str_among(m->o.split, "train test"))
        return args_mistake(m->self,
                            "--holdout needs --split train, for problems "
                            "without what is held out, or --split test");
    return -1;
}

static const struct json *making_knobs_with(struct making *m,
                                            const char *templates,
                                            const char *kinds)
{
    struct json *knobs = m->knobs ? json_copy(m->arena, m->knobs)
                                  : json_new(m->arena, JSON_OBJECT);

    if (templates)
        json_set(m->arena, knobs, TEMPLATES,
                 json_new_string(m->arena, templates));
    if (kinds)
        json_set(m->arena, knobs, KINDS, json_new_string(m->arena, kinds));
    return knobs->count ? knobs : NULL;
}

/* Of what --holdout says. */
struct held {
    bool wordings, kinds;
    struct vec series;     /* that are kept, and those made of them */
    struct str left, none; /* families without wordings; levels where no kind is
                              held out */
    size_t n_left, n_none, n_kinds;
    const struct family *last; /* that was left out */
    struct err why; /* no kind is held out at the last of these levels */
};

static void add_held(struct making *m, struct held *h, struct series s,
                     const char *templates, const char *kinds)
{
    s.knobs = making_knobs_with(m, templates, kinds);
    *(struct series *)vec_push(&h->series) = s;
}

static void name_one(struct str *out, size_t *n, const char *name)
{
    if ((*n)++ < NAMES_SHOWN)
        str_addf(out, "%s%s", out->n ? ", " : "", name);
}

/* Can what --holdout names be held out of the series? Of kinds it is enough
 * that some level has one. */
static bool making_can_hold(struct making *m, const struct held *h,
                            const struct series *s, struct err *e)
{
    uint64_t unused;

    if (h->kinds && !family_knob_find(s->family, KINDS))
        return err_set(e, ERR_DOMAIN,
                       "%s has no kinds of questions that could be held out",
                       s->family->name);
    if (!h->wordings)
        return true;
    if (!family_knob_find(s->family, TEMPLATES))
        return err_set(e, ERR_DOMAIN,
                       "%s has no wordings that could be held out",
                       s->family->name);
    return family_space(
        s->family, s->level,
        making_knobs_with(m, "unseen", h->kinds ? "seen" : NULL), &unused, e);
}

static int hold_series(struct making *m, struct held *h, struct series s)
{
    const char *seen = h->wordings ? "seen" : NULL;
    bool test = m->o.split && str_eq(m->o.split, "test");
    uint64_t unused;
    struct err e;

    if (!making_can_hold(m, h, &s, &e)) {
        if (!s.among)
            return args_mistake(m->self, "--holdout %s: %s", m->o.holdout,
                                e.msg);
        if (s.family != h->last)
            name_one(&h->left, &h->n_left, s.family->name);
        h->last = s.family;
        return -1;
    }
    add_held(m, h, s, seen, h->kinds ? "seen" : NULL);
    s.again = true;
    if (test && h->wordings)
        add_held(m, h, s, "unseen", h->kinds ? "seen" : NULL);
    if (!h->kinds)
        return -1;
    if (!family_space(s.family, s.level, making_knobs_with(m, NULL, "unseen"),
                      &unused, &h->why)) {
        name_one(&h->none, &h->n_none,
                 arena_printf(m->arena, "%s %d", s.family->name, s.level));
        return -1;
    }
    h->n_kinds++;
    if (test)
        add_held(m, h, s, NULL, "unseen");
    return -1;
}

static void making_say_held(const struct held *h)
{
    const char *more = " ...";

    if (h->n_left)
        talk("left out, because nothing of them can be held out: %s%s",
             str_get(&h->left), h->n_left > NAMES_SHOWN ? more : "");
    if (h->n_none)
        talk("at %zu level%s no kind of question is held out: %s%s", h->n_none,
             h->n_none == 1 ? "" : "s", str_get(&h->none),
             h->n_none > NAMES_SHOWN ? more : "");
}

/* Turn each series into those that are made of it. */
static int making_hold_out(struct making *m)
{
    struct held h = { .series = vec_in(m->arena, sizeof(struct series)),
                      .left = str_in(m->arena),
                      .none = str_in(m->arena) };
    int status = -1;

    h.wordings = m->o.holdout && strstr(m->o.holdout, "wordings");
    h.kinds = m->o.holdout && strstr(m->o.holdout, "kinds");
    if (m->o.holdout &&
        (json_get(m->knobs, TEMPLATES) || json_get(m->knobs, KINDS)))
        return args_mistake(m->self, "--holdout sets the knobs \"" TEMPLATES
                                     "\" and \"" KINDS "\" itself");
    for (size_t i = 0; status < 0 && i < m->series.n; i++)
        status = hold_series(m, &h, *vec_get(&m->series, struct series, i));
    if (status < 0 && h.kinds && !h.n_kinds && h.n_none)
        status = args_mistake(
            m->self, "--holdout %s: %s; choose other levels or families%s",
            m->o.holdout, h.why.msg,
            h.wordings ? ", or --holdout wordings" : "");
    if (status < 0 && !h.series.n)
        status = args_mistake(m->self,
                              "--holdout %s: none of the families has "
                              "what could be held out",
                              m->o.holdout);
    if (status < 0)
        making_say_held(&h);
    m->series = h.series;
    return status;
}

static int making_check_options(const struct making *m)
{
    struct split unused;

    if (m->o.count == 0)
        return args_mistake(
            m->self, "--count must be a whole number, 1 or more, not \"0\"");
    if (m->o.count > UINT64_C(1) << 40 || m->o.from > UINT64_C(1) << 60)
        return args_mistake(m->self, "--count or --from is too large");
    if (m->o.split && !split_read(m->o.split, &unused))
        return args_mistake(m->self,
                            "--split must be train, test, or k/n with k from 1 "
                            "to n and n up to %d, not \"%s\"",
                            SPLIT_PARTS, m->o.split);
    return m->o.holdout ? check_holdout(m) : -1;
}

int making_prepare(struct making *m, const char *families)
{
    int status = making_check_options(m);

    if (status < 0 && m->o.depth)
        *(const char **)vec_push(&m->o.set) =
            arena_printf(m->arena, "depth=%s", m->o.depth);
    if (status < 0 && m->o.lang && strcmp(m->o.lang, "en") != 0)
        *(const char **)vec_push(&m->o.set) =
            arena_printf(m->arena, "lang=%s", m->o.lang);
    if (status >= 0 || (status = making_add_families(m, families)) >= 0 ||
        (status = knobs_read(m->self, m->arena, &m->o.set, making_check_knob, m,
                             &m->knobs)) >= 0 ||
        (status = making_hold_out(m)) >= 0 || (status = check_space(m)) >= 0)
        return status;
    return !m->o.seed || seed_is_valid(m->o.seed)
               ? -1
               : args_mistake(m->self,
                              "--seed takes 1 to %d letters, digits, dots, "
                              "dashes or underscores, not \"%s\"",
                              LIMIT_SEED_BYTES, m->o.seed);
}

int making_check(struct making *m)
{
    int status = making_check_options(m);

    for (const struct json *k = m->knobs ? m->knobs->first : NULL;
         status < 0 && k; k = k->next)
        status = check_named(m, k->name, k->text);
    if (status < 0)
        status = making_hold_out(m);
    return status < 0 ? check_space(m) : status;
}

/* ---- the work ---- */

enum got { GOT_PROBLEM, GOT_OUTSIDE, GOT_LEFT_OUT, GOT_FAILURE };

struct item {
    struct coordinates at;
    struct problem problem;
    struct str line;
    struct err err;
    enum got got;
};

static bool making_next(void *ctx, struct pipeline_item *item)
{
    struct making *m = ctx;
    struct item *it = item->data;
    const struct series *s;

    if (interrupt_came() || m->at == m->end)
        return false;
    s = vec_get(&m->series, struct series, m->at);
    it->at = (struct coordinates){ .family = s->family,
                                   .level = s->level,
                                   .seed = m->o.seed,
                                   .index = m->index + m->given,
                                   .knobs = s->knobs,
                                   .split = m->o.split };
    if (++m->given == m->n) {
        m->given = 0;
        m->at++;
    }
    return true;
}

static void making_work(void *ctx, struct pipeline_item *item)
{
    const struct making *m = ctx;
    struct item *it = item->data;

    if (!family_generate(&item->arena, &it->at, &it->problem, &it->err)) {
        it->got = it->err.code == ERR_OUTSIDE ? GOT_OUTSIDE : GOT_FAILURE;
        return;
    }
    if (m->leaves_out && m->leaves_out(m->ctx, &it->problem)) {
        it->got = GOT_LEFT_OUT;
        return;
    }
    it->line = str_in(&item->arena);
    problem_write(&it->line, &it->problem);
}

/* A reason may name the seed. */
static void say_failure(struct making *m, const struct item *it)
{
    progress_hide(&m->progress);
    if (m->secret && strstr(it->err.msg, m->o.seed))
        talk("could not make problem %" PRIu64 " of level %d of %s",
             it->at.index, it->at.level, it->at.family->name);
    else
        talk_err(NULL, &it->err);
}

static bool making_emit(void *ctx, struct pipeline_item *item)
{
    struct making *m = ctx;
    struct item *it = item->data;

    if (it->got == GOT_FAILURE)
        say_failure(m, it);
    if (it->got == GOT_FAILURE ||
        (it->got == GOT_PROBLEM && !m->take(m->ctx, &it->problem, &it->line))) {
        m->failed = true;
        return false;
    }
    m->series_out += it->got == GOT_LEFT_OUT;
    if (it->got != GOT_PROBLEM)
        return true;
    m->done++;
    progress_add(&m->progress, 1);
    return ++m->found < m->o.count || !m->filters;
}

/* Go through n indexes of each of some series. */
static void making_pass(struct making *m, size_t from, size_t to,
                        uint64_t index, uint64_t n)
{
    struct pipeline p = { .threads = m->threads,
                          .item_size = sizeof(struct item),
                          .ctx = m,
                          .next = making_next,
                          .work = making_work,
                          .emit = making_emit,
                          .leave = threads_leave };

    m->at = from;
    m->end = to;
    m->index = index;
    m->given = 0;
    m->n = n;
    pipeline_run(&p);
}

/* ---- some problems are passed over ---- */

#define PASS_MOST 65536 /* indexes of one pass */
#define BARREN    4096  /* so many times what should have given one problem */

static void say_spent(const struct making *m, const struct series *s,
                      uint64_t end)
{
    struct str of = { 0 }, with = { 0 };

    if (m->o.split)
        str_addf(&of, "split %s of ", m->o.split);
    if (json_get(s->knobs, KINDS))
        str_addf(&with, " with kinds=%s",
                 json_string(json_get(s->knobs, KINDS)));
    talk("%slevel %d of %s has %" PRIu64 " problems%s%s from index %" PRIu64
         " to its last "
         "index %" PRIu64 "; --count %" PRIu64 " asks for more",
         str_get(&of), s->level, s->family->name, m->found, str_get(&with),
         m->series_out ? " (without those left out)" : "", m->o.from, end - 1,
         m->o.count);
    str_clear(&of);
    str_clear(&with);
}

/* Make the problems of one series: indexes are walked until there are enough.
 * How far a pass goes changes the work and not the output. */
static void making_fill(struct making *m, size_t i)
{
    const struct series *s = vec_get(&m->series, struct series, i);
    uint64_t index = m->o.from, thin = 1, space, since = index;
    struct split split;
    struct err e;

    if (m->o.split && split_read(m->o.split, &split))
        /* how many indexes have one problem of the split, about */
        thin = (split.of + split.last - split.first) /
               (split.last - split.first + 1);
    INVARIANT(family_space(s->family, s->level, s->knobs, &space, &e));
    m->found = m->series_out = 0;
    while (m->found < m->o.count && !m->failed && !interrupt_came()) {
        uint64_t n = m->o.count - m->found, met = m->found + m->series_out;

        n = n > PASS_MOST / thin ? PASS_MOST : n * thin;
        if (space && n > space - index)
            n = space - index;
        if (n == 0 || index - since > BARREN * thin) {
            say_spent(m, s, index);
            m->failed = true;
            break;
        }
        making_pass(m, i, i + 1, index, n);
        index += n;
        since = m->found + m->series_out > met ? index : since;
    }
    m->left_out += m->series_out;
}

/* Which part of such a set do two seeds share? 0: none, as far as one can see. */
static double share_by_seeds(const struct making *m, size_t i)
{
    const struct series *s = vec_get(&m->series, struct series, i);
    double n = (double)m->o.count;
    uint64_t space;
    struct err e;

    INVARIANT(family_space(s->family, s->level, s->knobs, &space, &e));
    return space && n * n >= (double)space ? n / (double)space : 0;
}

#define SHARE_SAID 0.01

/* A level of few problems is no source of independent sets. */
static void say_shared(struct making *m)
{
    const struct series *s;
    size_t n = 0, most = 0;

    for (size_t i = 0; i < m->series.n; i++) {
        n += share_by_seeds(m, i) > SHARE_SAID;
        most = share_by_seeds(m, i) > share_by_seeds(m, most) ? i : most;
    }
    if (n == 0)
        return;
    s = vec_get(&m->series, struct series, most);
    talk("note: with another seed, a set of this size shares about %.0f %% of "
         "its problems of level %d of %s%s; --split train and --split test, or "
         "--exclude FILE, make sets that share none",
         100 * share_by_seeds(m, most), s->level, s->family->name,
         n == 1 ? ""
                : arena_printf(m->arena, ", and fewer of %zu other levels",
                               n - 1));
}

int making_run(struct making *m)
{
    uint64_t total = m->o.count * m->series.n;
    int status = choose_seed(m);

    if (status >= 0)
        return status;
    m->filters = m->o.split || m->leaves_out;
    interrupt_watch("the remaining problems were not made");
    progress_open(&m->progress, stderr, clock_real(), "making", total);
    if (!m->filters)
        making_pass(m, 0, m->series.n, m->o.from, m->o.count);
    for (size_t i = 0; m->filters && !m->failed && i < m->series.n; i++)
        making_fill(m, i);
    progress_close(&m->progress);
    if (m->failed)
        return EXIT_COULD_NOT;
    if (m->done == total) {
        if (!m->filters)
            say_shared(m);
        return EXIT_DONE;
    }
    talk("interrupted after %" PRIu64 " of %" PRIu64 " problems", m->done,
         total);
    return EXIT_COULD_NOT;
}
