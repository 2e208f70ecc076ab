/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay new: problems from families, as JSON lines. Every problem is made from
 * its coordinates alone, so that threads share nothing and the output is the
 * same whatever their number.
 */
#include "base/clock.h"
#include "base/limits.h"
#include "base/pipeline.h"
#include "base/progress.h"
#include "cli/args.h"
#include "cli/card.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "family/generate.h"
#include "family/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct options {
    const char *seed, *level;
    uint64_t count, from, threads;
    struct vec set; /* "knob=value" */
};

/* What is to be made: these series, one after the other, each of `count`
 * problems. */
struct series {
    const struct family *family;
    int level;
    bool among; /* asked for as one of all, and not by its name */
};

struct job {
    const struct command *self;
    struct options o;
    struct arena arena;
    struct vec series;        /* struct series */
    const struct json *knobs; /* object, or NULL */
    char fresh_seed[17];      /* where the user gave none */
    uint64_t next, done;      /* problems begun, problems written */
    struct progress progress;
    bool failed;
};

/* ---- the command line ---- */

static int bad_level(const struct job *j, const struct family *f)
{
    struct str list = { 0 };
    int status;

    for (int i = 0; i < f->n_levels; i++)
        str_addf(&list, "%s%d%s%s%s", i ? ", " : "", i + 1,
                 f->levels[i].name ? " (" : "",
                 f->levels[i].name ? f->levels[i].name : "",
                 f->levels[i].name ? ")" : "");
    status = args_mistake(j->self,
                          "%s has no level \"%s\"; its levels are %s, or all",
                          f->name, j->o.level, str_get(&list));
    str_clear(&list);
    return status;
}

static int add_family(struct job *j, const struct family *f, bool among)
{
    bool all = str_eq(j->o.level, "all");
    int level = all ? 1 : family_level_find(f, j->o.level);

    if (level == 0)
        return bad_level(j, f);
    for (size_t i = 0; i < j->series.n; i++)
        if (vec_get(&j->series, struct series, i)->family == f ||
            str_eq(vec_get(&j->series, struct series, i)->family->name,
                   f->name))
            return args_mistake(j->self, "%s is named twice", f->name);
    for (int n = all ? f->n_levels : 1; n--; level++)
        *(struct series *)vec_push(&j->series) =
            (struct series){ f, level, among };
    return -1;
}

/* All families whose names begin with the first n bytes of the prefix. Returns
 * -2 if there is none. */
static int add_beginning(struct job *j, const char *prefix, size_t n)
{
    int status = -2;

    for (size_t i = 0; status < 0 && i < n_families; i++)
        if (strncmp(family_at(i)->name, prefix, n) == 0)
            status = add_family(j, family_at(i), true);
    return status;
}

/* "concept/crt", "concept/crt+concept/combinations", "concept/all" or
 * "all". */
static int add_named(struct job *j, const char *name)
{
    size_t n = strlen(name);
    const struct family *f;
    int status = -2;

    if (str_eq(name, "all") || (n > 4 && str_eq(name + n - 4, "/all")))
        status = add_beginning(j, name, n - 3);
    if (status != -2)
        return status;
    status = card_find(j->self, &j->arena, name, &f);
    return status < 0 ? add_family(j, f, false) : status;
}

static int add_families(struct job *j, const char *list)
{
    int status = -1;

    while (status < 0) {
        size_t n = strcspn(list, ",");

        status = add_named(j, arena_strndup(&j->arena, list, n));
        if (!list[n])
            break;
        list += n + 1;
    }
    return status;
}

static int check_named(const struct job *j, const char *name, const char *value)
{
    int status = -1;

    for (size_t i = 0; status < 0 && i < j->series.n; i++)
        status =
            knob_check(j->self, vec_get(&j->series, struct series, i)->family,
                       name, value);
    return status;
}

#define NAMES_SHOWN 5

/* A knob must be on the card of every family that was named. Of `all` those are
 * taken that have it; there must be one. */
static int check_knob(void *ctx, const char *name, const char *value)
{
    struct job *j = ctx;
    struct vec kept = { .size = sizeof(struct series) };
    struct str out = str_in(&j->arena);
    const struct family *last = NULL, *has_knob = NULL;
    size_t n = 0;

    for (size_t i = 0; i < j->series.n; i++) {
        const struct series *s = vec_get(&j->series, struct series, i);
        const struct knob *k = family_knob_find(s->family, name);

        if (!s->among || (k && knob_allows(k, value))) {
            *(struct series *)vec_push(&kept) = *s;
            continue;
        }
        if (last != s->family && n++ < NAMES_SHOWN)
            str_addf(&out, "%s%s", out.n ? ", " : "", s->family->name);
        last = s->family;
        has_knob = k ? last : has_knob;
    }
    vec_clear(&j->series);
    j->series = kept;
    if (!kept.n)
        return knob_check(j->self, has_knob ? has_knob : last, name, value);
    if (n)
        talk("left out, for want of %s=%s: %s%s", name, value, str_get(&out),
             n > NAMES_SHOWN ? " and others" : "");
    return check_named(j, name, value);
}

/* Without --seed the problems are new, and the seed is printed so that they can
 * be made again. */
static int choose_seed(struct job *j)
{
    unsigned char bytes[8];
    FILE *f;

    if (j->o.seed)
        return seed_is_valid(j->o.seed)
                   ? -1
                   : args_mistake(j->self,
                                  "a seed is 1 to %d letters, digits, dots, "
                                  "dashes or underscores",
                                  LIMIT_SEED_BYTES);
    f = fopen("/dev/urandom", "rb");
    if (!f || fread(bytes, 1, sizeof(bytes), f) != sizeof(bytes)) {
        talk("could not draw a seed from /dev/urandom; give one with --seed");
        if (f)
            fclose(f);
        return EXIT_COULD_NOT;
    }
    fclose(f);
    for (size_t i = 0; i < sizeof(bytes); i++)
        snprintf(j->fresh_seed + 2 * i, 3, "%02x", bytes[i]);
    j->o.seed = j->fresh_seed;
    talk("fresh problems; --seed %s makes the same again", j->o.seed);
    return -1;
}

/* Reports before the first line if a level has fewer problems than are asked
 * for. */
static int check_space(const struct job *j)
{
    for (size_t i = 0; i < j->series.n; i++) {
        const struct series *s = vec_get(&j->series, struct series, i);
        uint64_t space;
        struct err e;

        if (!family_space(s->family, s->level, j->knobs, &space, &e)) {
            if (e.code != ERR_LIMIT)
                return args_mistake(j->self, "%s", e.msg);
            talk_err(NULL, &e);
            return EXIT_COULD_NOT;
        }
        if (space == 0 ||
            (j->o.from <= space && j->o.count <= space - j->o.from))
            continue;
        talk("level %d of %s has %" PRIu64
             " different problems; --from %" PRIu64 " --count %" PRIu64
             " asks for more",
             s->level, s->family->name, space, j->o.from, j->o.count);
        return EXIT_COULD_NOT;
    }
    return -1;
}

/* ---- the work ---- */

struct item {
    struct coordinates at;
    struct str line;
    struct err err;
    bool ok;
};

static bool job_next(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct item *it = item->data;
    const struct series *s;

    if (interrupt_came() || j->next / j->o.count >= j->series.n)
        return false;
    s = vec_get(&j->series, struct series, j->next / j->o.count);
    it->at = (struct coordinates){ s->family, s->level, j->o.seed,
                                   j->o.from + j->next % j->o.count, j->knobs };
    j->next++;
    return true;
}

static void job_work(void *ctx, struct pipeline_item *item)
{
    struct item *it = item->data;
    struct problem p;

    (void)ctx;
    it->ok = family_generate(&item->arena, &it->at, &p, &it->err);
    if (!it->ok)
        return;
    it->line = str_in(&item->arena);
    problem_write(&it->line, &p);
}

static bool job_emit(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct item *it = item->data;

    if (!it->ok) {
        progress_hide(&j->progress);
        talk_err(NULL, &it->err);
        j->failed = true;
        return false;
    }
    if (!out_str(&it->line)) {
        j->failed = true;
        return false;
    }
    j->done++;
    progress_add(&j->progress, 1);
    return true;
}

static int run_job(struct job *j, int threads)
{
    struct pipeline p = { .threads = threads,
                          .item_size = sizeof(struct item),
                          .ctx = j,
                          .next = job_next,
                          .work = job_work,
                          .emit = job_emit,
                          .leave = threads_leave };
    uint64_t total = j->o.count * j->series.n;

    interrupt_watch();
    progress_open(&j->progress, stderr, clock_real(), "making", total);
    pipeline_run(&p);
    progress_close(&j->progress);
    if (!out_finish() || j->failed)
        return EXIT_COULD_NOT;
    if (j->done == total)
        return EXIT_DONE;
    talk("interrupted after %" PRIu64 " of %" PRIu64 " problems", j->done,
         total);
    return EXIT_COULD_NOT;
}

/* ---- the card ---- */

static int prepare(struct job *j, const struct args *args, int *threads)
{
    int status;

    if (args->n != 1)
        return args_mistake(j->self, "name one family, or several with commas "
                                     "between: assay new concept/crt");
    if (j->o.count == 0)
        return args_mistake(j->self, "--count is at least 1");
    if (j->o.count > UINT64_C(1) << 40 || j->o.from > UINT64_C(1) << 60)
        return args_mistake(j->self, "--count or --from is too large");
    if ((status = threads_read(j->self, j->o.threads, threads)) >= 0 ||
        (status = add_families(j, args->words[0])) >= 0 ||
        (status = knobs_read(j->self, &j->arena, &j->o.set, check_knob, j,
                             &j->knobs)) >= 0 ||
        (status = check_space(j)) >= 0)
        return status;
    return choose_seed(j);
}

static int run(const struct command *self, int argc, char **argv)
{
    struct job j = { .self = self,
                     .o = { .level = "1",
                            .count = 1,
                            .set = { .size = sizeof(const char *) } },
                     .series = { .size = sizeof(struct series) } };
    const struct option options[] = {
        { "count", 'n', OPTION_COUNT, &j.o.count, "N",
          "problems of each family and level (1)" },
        { "seed", 's', OPTION_TEXT, &j.o.seed, "S",
          "a word or number that chooses the problems;\n"
          "without it they are fresh and the seed is printed" },
        { "level", 'l', OPTION_TEXT, &j.o.level, "L",
          "a level's number or name, or all (1)" },
        { "from", 0, OPTION_COUNT, &j.o.from, "I",
          "index of the first problem (0)" },
        { "set", 0, OPTION_MANY, &j.o.set, "K=V",
          "set a knob of the family; may be repeated" },
        THREADS_OPTION(&j.o.threads),
        { 0 },
    };
    struct args args;
    int threads = 1, status;

    status = args_read(self, options, argc, argv, &args);
    if (status < 0)
        status = prepare(&j, &args, &threads);
    if (status < 0)
        status = run_job(&j, threads);
    vec_clear(&j.o.set);
    vec_clear(&j.series);
    arena_clear(&j.arena);
    return status;
}

const struct command cmd_new = {
    .name = "new",
    .summary = "make problems, as JSON lines",
    .usage = "FAMILY[,FAMILY...] [--count N] [--seed S] [--level L] "
             "[options]",
    .help = "A problem is a function of family, version, level, seed and "
            "index alone:\n"
            "    assay new concept/crt --seed 1 --count 10\n"
            "    assay new concept/crt --seed 1 --from 5 --count 5\n"
            "agree on the problems 5 to 9, on every machine. `all` stands for "
            "every family,\n"
            "`concept/all` and `applied/all` for every one of a folder; with "
            "--set for those\n"
            "that know the value. A pair makes one problem of two or three "
            "families, the\n"
            "answer of one entering the next as a number:\n"
            "    assay new concept/crt+concept/combinations --count 5\n"
            "Every key was derived twice, by independent roads, before it is "
            "written.\n",
    .run = run,
};
