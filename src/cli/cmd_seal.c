/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay seal and assay reveal: a set of problems is announced by a hash, and
 * shown later to be the announced one. docs/sealing.md says what that proves.
 */
#include "base/core_file.h"
#include "base/shutdown.h"
#include "base/whole_file.h"
#include "cli/feed.h"
#include "cli/interrupt.h"
#include "cli/making.h"
#include "cli/talk.h"
#include "family/choose.h"
#include "family/pair/pair.h"
#include "run/opening.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- rows ---- */

#define NAMED_MOST 5 /* rows that are no sealed ones and are named */

/* The rows of a set, and those that they are compared with. */
struct gathering {
    struct chain chain;
    struct vec rows;        /* of struct row_sha */
    const struct vec *made; /* sorted; NULL: nothing to compare with */
    const char *path;
    uint64_t foreign; /* rows that were not made */
    FILE *copy;       /* where made rows are written to; NULL: nowhere */
};

static bool take_made(void *ctx, const struct problem *p,
                      const struct str *line)
{
    struct gathering *g = ctx;

    (void)p;
    rows_add(&g->chain, &g->rows, str_get(line));
    return !g->copy || fwrite(line->s, 1, line->n, g->copy) == line->n;
}

static bool seal_take_row(void *ctx, struct feed_item *item)
{
    struct gathering *g = ctx;

    rows_add(&g->chain, &g->rows, str_get((struct str *)item->own));
    if (g->made && !rows_have(g->made, vec_at(&g->rows, g->rows.n - 1)) &&
        g->foreign++ < NAMED_MOST)
        talk("%s:%zu: %.200s is not one of the sealed problems",
             file_shown(g->path), item->line, item->problem.id);
    return true;
}

static void gathering_open(struct gathering *g)
{
    *g = (struct gathering){ .rows = vec_in(NULL, sizeof(struct row_sha)) };
    chain_open(&g->chain);
}

static void gathering_close(struct gathering *g)
{
    chain_close(&g->chain);
    vec_clear(&g->rows);
}

/* The rows of a file. Returns -1, or the status to exit with. */
static int gather_file(struct gathering *g, const char *path, int threads)
{
    struct feed feed = { .path = path,
                         .verb = "reading",
                         .nothing = "problem",
                         .threads = threads,
                         .own_size = sizeof(struct str),
                         .ctx = g,
                         .work = feed_line,
                         .take = seal_take_row };

    g->path = path;
    interrupt_watch("the remaining problems were not read");
    feed_run(&feed);
    if (feed.failed || feed.unreadable || interrupt_came())
        return EXIT_COULD_NOT;
    return -1;
}

/* The rows that a making makes. Returns -1, or the status to exit with. */
static int gather_made(struct gathering *g, struct making *m)
{
    int status;

    m->ctx = g;
    m->take = take_made;
    status = making_run(m);
    return status == EXIT_DONE ? -1 : status;
}

/* ---- seal ---- */

struct sealing {
    struct cli cli;
    struct making making;
    const char *path, *copy; /* of the opening and of the problems, or NULL */
};

static void fill_spec(struct opening *o, const struct making *m)
{
    for (size_t i = 0; i < m->series.n; i++) {
        const struct series *s = vec_get(&m->series, struct series, i);

        if (!s->again)
            *(struct sealed_series *)vec_push(&o->series) =
                (struct sealed_series){ s->family->name, s->family->version,
                                        s->level };
    }
    o->seed = m->o.seed;
    o->split = m->o.split;
    o->holdout = m->o.holdout;
    o->from = m->o.from;
    o->count = m->o.count;
    o->knobs = m->knobs;
}

static bool say_unwritten(const char *path)
{
    talk("could not write \"%s\": %s", path, strerror(errno));
    return false;
}

/* A file of secrets: nobody else may read it, and none is overwritten. */
static bool open_secret(const char *path, const char *why, FILE **out)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (fd < 0 && errno == EEXIST) {
        talk("\"%s\" already exists; choose another name%s", path, why);
        return false;
    }
    if (fd < 0)
        return say_unwritten(path);
    shutdown_remove(path);
    *out = fdopen(fd, "w");
    if (!*out)
        close(fd);
    return *out || say_unwritten(path);
}

static bool close_secret(const char *path, FILE *f)
{
    bool ok = fflush(f) == 0 && fsync(fileno(f)) == 0;

    if (!ok)
        say_unwritten(path);
    ok = fclose(f) == 0 && ok;
    if (!ok)
        unlink(path);
    shutdown_keep(path);
    return ok;
}

static bool write_opening(const char *path, const struct opening *o)
{
    struct str text = { 0 };
    FILE *f;

    if (!open_secret(path, ": an opening is never replaced", &f))
        return false;
    opening_write(&text, o);
    fwrite(text.s, 1, text.n, f); /* an error shows when it is closed */
    str_clear(&text);
    return close_secret(path, f);
}

static int finish_seal(struct arena *a, const struct opening *o,
                       const char *path)
{
    unsigned char seal[CHAIN_BYTES];
    char hex[SEAL_HEX];
    struct str out = { 0 };

    opening_seal(o, seal);
    seal_hex(seal, hex);
    if (!path)
        path = arena_printf(a, "opening-%.12s.json", hex);
    if (!write_opening(path, o))
        return EXIT_COULD_NOT;
    talk("publish the hash, and keep \"%s\" secret until you reveal the set",
         path);
    str_addf(&out, "%s\n", hex);
    return out_all(&out);
}

/* Gather what families make, with a copy for asking models: whoever has the
 * seed on a command line shows it to everybody on the machine. */
static int gather_families(struct gathering *g, struct making *m,
                           const char *copy)
{
    int status;

    if (copy && !open_secret(copy, "", &g->copy))
        return EXIT_COULD_NOT;
    status = gather_made(g, m);
    if (copy && !close_secret(copy, g->copy) && status < 0)
        status = EXIT_COULD_NOT;
    if (copy && status >= 0)
        unlink(copy);
    return status;
}

static int seal_work(void *job)
{
    struct sealing *s = job;
    struct making *m = &s->making;
    const struct making_options *w = &m->o; /* how problems are made */
    const char *word = cli_word(&s->cli, 0), *path = s->path, *copy = s->copy;
    struct opening o = { .series = vec_in(s->cli.arena,
                                          sizeof(struct sealed_series)) };
    bool families = families_is_list(word);
    struct gathering g;
    int status = -1;

    making_begin(m, &s->cli);
    if (!families && access(word, F_OK) != 0 && !str_eq(word, "-"))
        return args_mistake(m->self,
                            "\"%s\" is neither a family nor a file; `assay "
                            "families` lists the families",
                            word);
    if (!families &&
        (copy || w->seed || w->split || w->holdout || w->depth || w->set.n ||
         w->from || w->count != 1 || !str_eq(w->level, "1")))
        return args_mistake(m->self, "options such as --seed, --level and "
                                     "--problems work only with families; a "
                                     "file is sealed as it is");
    if (path && copy && whole_file_same(path, copy))
        return args_mistake(m->self,
                            "--problems and -o name the same file, \"%s\"; the "
                            "problems and the opening need a file each",
                            path);
    if (m->o.seed)
        talk("other users of this machine can see --seed while the command "
             "runs, and the shell keeps it in its history; without --seed it "
             "is only in the opening");
    core_file_forbid();
    m->secret = true;
    if (families && (status = making_prepare(m, word)) >= 0)
        return status;
    gathering_open(&g);
    status = families ? gather_families(&g, m, copy)
                      : gather_file(&g, word, m->threads);
    if (status < 0 && !making_random(o.salt, sizeof(o.salt)))
        status = EXIT_COULD_NOT;
    if (status < 0) {
        if (families)
            fill_spec(&o, m);
        o.problems = g.rows.n;
        rows_content(&g.chain, &g.rows, o.content);
        status = finish_seal(m->arena, &o, path);
    }
    gathering_close(&g);
    return status;
}

static const struct option seal_options[] = {
    MAKING_OPTIONS(struct sealing, "which is stored in the opening"),
    { "problems", 0, OPTION_TEXT, offsetof(struct sealing, copy), "FILE",
      "also write the problems to FILE, to ask models with; keep it secret "
      "too" },
    { "output", 'o', OPTION_TEXT, offsetof(struct sealing, path), "FILE",
      "file of the opening; an existing file is not replaced (default: "
      "opening-HASH.json)" },
    { 0 },
};

/* ---- reveal ---- */

struct revealing {
    struct cli cli;
    const char *path, *file, *hash; /* the opening; the others may be NULL */
    struct making making;
    struct opening opening;
    struct gathering made;
    bool other_version; /* this program cannot make the problems again */
};

static int seal_no(const char *why)
{
    talk("no: %s", why);
    return EXIT_NO;
}

/* Is the opening that of its seal, and the seal the one announced? */
static int check_seal(struct revealing *r)
{
    unsigned char own[CHAIN_BYTES], said[CHAIN_BYTES], told[CHAIN_BYTES];
    struct err e;

    if (r->hash && !seal_read(r->hash, told))
        return args_mistake(r->cli.self,
                            "--hash takes %d hexadecimal digits, not \"%s\"",
                            2 * CHAIN_BYTES, r->hash);
    if (!opening_read(r->cli.arena, r->path, &r->opening, said, &e))
        return talk_failure(&e);
    opening_seal(&r->opening, own);
    if (r->hash && memcmp(own, told, CHAIN_BYTES) != 0)
        return seal_no("the published hash is not the hash of this opening");
    if (memcmp(own, said, CHAIN_BYTES) != 0)
        return seal_no(
            "the opening was changed: its contents do not match its hash");
    return -1;
}

/* Take the families of the opening. Versions that are not ours are named. */
static int seal_find_series(struct revealing *r)
{
    struct making *m = &r->making;

    for (size_t i = 0; i < r->opening.series.n; i++) {
        const struct sealed_series *s =
            vec_get(&r->opening.series, struct sealed_series, i);
        struct err e;
        const struct family *f = family_named(m->arena, s->family, &e);

        if (f && f->version == s->version && s->level <= f->n_levels) {
            *(struct series *)vec_push(&m->series) =
                (struct series){ .family = f, .level = (int)s->level };
            continue;
        }
        talk("this program does not have version %" PRId64
             " of %.200s, level %" PRId64,
             s->version, s->family, s->level);
        r->other_version = true;
    }
    return -1;
}

static int make_again(struct revealing *r)
{
    struct making *m = &r->making;
    unsigned char content[CHAIN_BYTES];
    int status = seal_find_series(r);

    if (status >= 0 || r->other_version)
        return status;
    m->o.seed = r->opening.seed;
    m->o.split = r->opening.split;
    m->o.holdout = r->opening.holdout;
    m->o.from = r->opening.from;
    m->o.count = r->opening.count;
    m->knobs = r->opening.knobs;
    if ((status = making_check(m)) >= 0 ||
        (status = gather_made(&r->made, m)) >= 0)
        return status;
    rows_content(&r->made.chain, &r->made.rows, content);
    if (memcmp(content, r->opening.content, CHAIN_BYTES) != 0)
        return seal_no("the problems made from the opening are not the sealed "
                       "problems");
    return -1;
}

static int compare_file(struct revealing *r)
{
    bool made = r->opening.series.n && !r->other_version;
    unsigned char content[CHAIN_BYTES];
    struct gathering g;
    int status;

    gathering_open(&g);
    g.made = made ? &r->made.rows : NULL;
    status = gather_file(&g, r->file, r->making.threads);
    if (status < 0) {
        rows_content(&g.chain, &g.rows, content);
        if (g.rows.n != r->opening.problems) {
            talk("%s has %zu problems, but %" PRIu64 " were sealed",
                 file_shown(r->file), g.rows.n, r->opening.problems);
            status = seal_no("the file is not the sealed set");
        } else if (memcmp(content, r->opening.content, CHAIN_BYTES) != 0) {
            status = seal_no("the file is not the sealed set: a row differs");
        }
    }
    gathering_close(&g);
    return status;
}

/* What was shown, when nothing spoke against it. */
static int finish_reveal(const struct revealing *r)
{
    struct str out = { 0 };

    opening_say(&out, &r->opening);
    str_addf(&out, "hash      %s\n",
             r->hash ? "matches the published hash"
                     : "matches the opening (not compared with "
                       "a published hash)");
    if (r->opening.series.n)
        str_addf(&out, "problems  %s\n",
                 r->other_version
                     ? "were not made again: a family has another version"
                     : "were made again and are the same");
    if (r->file)
        str_add(&out, "file      is the sealed set\n");
    return out_all(&out);
}

static int reveal(struct revealing *r)
{
    int status = check_seal(r);

    if (status >= 0)
        return status;
    if (!r->opening.series.n && !r->file)
        return args_mistake(r->cli.self,
                            "a file was sealed; name that file too");
    if ((r->opening.series.n && (status = make_again(r)) >= 0) ||
        (r->file && (status = compare_file(r)) >= 0))
        return status;
    if (r->other_version && !r->file) {
        talk("use the version of assay that made the set, or name the file of "
             "the set");
        return EXIT_COULD_NOT;
    }
    return finish_reveal(r);
}

static int cmd_reveal_work(void *job)
{
    struct revealing *r = job;
    int status;

    making_begin(&r->making, &r->cli);
    r->path = cli_word(&r->cli, 0);
    r->file = cli_word(&r->cli, 1);
    gathering_open(&r->made);
    status = reveal(r);
    gathering_close(&r->made);
    return status;
}

static const struct option reveal_options[] = {
    { "hash", 0, OPTION_TEXT, offsetof(struct revealing, hash), "H",
      "the published hash (default: trust the hash in the opening)" },
    THREADS_OPTION(offsetof(struct revealing, making.threads)),
    { 0 },
};

/* ---- the cards ---- */

const struct command cmd_seal = {
    .name = "seal",
    .summary = "commit to a set of problems by publishing a hash",
    .usage = "FAMILY[,FAMILY...]|FILE [-o OPENING] [options]",
    .help =
        "Prints a hash that commits to a set without revealing it, and writes the opening, which\n"
        "later shows what was sealed. Keep the opening secret until then:\n"
        "    assay seal concept/crt --level 3 --count 200 --split test\n"
        "    assay seal problems.jsonl\n"
        "The hash covers the families, versions, levels, seed, indexes, split, knobs, every row,\n"
        "and a random salt, so that it cannot be found by guessing. The order of the rows does\n"
        "not matter.\n",
    .job = sizeof(struct sealing),
    .init = &(const struct sealing){ .making.o.count = 1 },
    .options = seal_options,
    .least = 1,
    .most = 1,
    .words = "name one problem file, or families as `assay new` takes them",
    .work = seal_work,
};

const struct command cmd_reveal = {
    .name = "reveal",
    .summary = "verify that a set is the sealed one",
    .usage = "OPENING [FILE] [--hash H]",
    .help =
        "Computes the hash of the opening again, makes the problems again and compares them with\n"
        "the sealed ones. If FILE is given, it is compared too. Prints what was sealed. Give the\n"
        "published hash with --hash: the hash inside the opening proves nothing.\n",
    .done = "the set is the sealed one",
    .no = "something differs",
    .could_not = "the opening or the file cannot be read",
    .job = sizeof(struct revealing),
    .options = reveal_options,
    .least = 1,
    .most = 2,
    .words = "name an opening and, if you have it, the file of the set",
    .work = cmd_reveal_work,
};
