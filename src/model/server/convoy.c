/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/convoy.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/system.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLOTS 64
#define NANO  1e9 /* money is kept in billionths */
#define AHEAD_MOST \
 256 /* gaps that `due` can be ahead: more is another boot's */

#define BLOCK_NS (CONVOY_BLOCK_MS * UINT64_C(1000000))

struct file_slot {
    atomic_uint_least64_t key; /* 0: free */
    atomic_uint_least64_t due_ns;
    atomic_uint_least64_t gap_ns; /* of who was the last to send */
};

/* As the file has it. */
struct convoy_file {
    atomic_uint_least64_t boot;
    atomic_int_least64_t tokens, money;
    struct file_slot slots[SLOTS];
};

struct convoy_slot {
    struct convoy *convoy;
    uint64_t key;
    struct file_slot *at; /* in a file */

    /* Of rows: the block, and what was sent of it. */
    uint64_t due_ns, end_ns;
    unsigned size, sent;
    char name[24];
};

struct convoy {
    struct convoy_file *file; /* or, if it is NULL: */
    const struct convoy_rows *table;
    void *rows;
    pthread_mutex_t lock; /* of `rows` and `slots` */
    struct vec slots;     /* struct convoy_slot * */

    struct convoy_sum before; /* spent by all when this was opened, */
    struct convoy_sum mine;   /* and by us since */

    /* Of rows: what they were told of ours, and what they said. */
    struct convoy_sum told, held, all, others_hold;
    uint64_t traded_ns;
    unsigned ahead; /* calls that were held last */
};

static bool convoy_fail(const char *path, int fd, struct err *e)
{
    err_set(e, ERR_IO,
            "could not open \"%.300s\", the file through which processes "
            "share --rate and --budget: %s",
            path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return false;
}

/* A file that somebody else may cut short is not mapped. */
static bool convoy_is_ours(int fd)
{
    struct stat s;

    if (fstat(fd, &s) != 0)
        return false;
    errno = EPERM;
    return S_ISREG(s.st_mode) && (s.st_uid == geteuid() || geteuid() == 0);
}

/* All of it on the disk: a hole that cannot be filled would end the process. */
static bool convoy_has_room(int fd)
{
    return system_reserve(fd, sizeof(struct convoy_file));
}

/* The moments in it are of the clock of one boot. Two that come first at once both clear what is of no use. */
static void greet(struct convoy_file *f)
{
    uint64_t boot = system_boot();

    if (atomic_load(&f->boot) == boot)
        return;
    for (size_t i = 0; i < SLOTS; i++) {
        atomic_store(&f->slots[i].key, 0);
        atomic_store(&f->slots[i].due_ns, 0);
    }
    atomic_store(&f->boot, boot);
}

static struct convoy *convoy_make(void)
{
    struct convoy *p = alloc_new(1, sizeof(*p));

    pthread_mutex_init(&p->lock, NULL);
    p->slots = vec_in(NULL, sizeof(struct convoy_slot *));
    return p;
}

static struct convoy_sum file_spent(const struct convoy_file *f)
{
    return (struct convoy_sum){ (double)atomic_load(&f->tokens),
                                (double)atomic_load(&f->money) / NANO };
}

bool convoy_open(struct convoy **out, const char *path, struct err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    void *map;

    if (fd < 0 || !convoy_is_ours(fd) || !convoy_has_room(fd))
        return convoy_fail(path, fd, e);
    map = mmap(NULL, sizeof(struct convoy_file), PROT_READ | PROT_WRITE,
               MAP_SHARED, fd, 0);
    if (map == MAP_FAILED)
        return convoy_fail(path, fd, e);
    close(fd);
    greet(map);
    *out = convoy_make();
    (*out)->file = map;
    (*out)->before = file_spent(map);
    return true;
}

static void convoy_trade(struct convoy *p, struct convoy_sum hold);

static uint64_t convoy_now(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

bool convoy_open_rows(struct convoy **out, const struct convoy_rows *table,
                      void *rows, struct err *e)
{
    struct convoy *p = convoy_make();

    p->table = table;
    p->rows = rows;
    convoy_trade(p, (struct convoy_sum){ 0, 0 });
    p->before = p->all;
    if (p->traded_ns) {
        *out = p;
        return true;
    }
    convoy_close(p);
    return err_set(e, ERR_IO, "the database does not answer");
}

void convoy_close(struct convoy *p)
{
    if (!p)
        return;
    if (p->traded_ns)
        convoy_trade(
            p, (struct convoy_sum){ 0, 0 }); /* the rest, and what is held */
    for (size_t i = 0; i < p->slots.n; i++)
        free(*vec_get(&p->slots, struct convoy_slot *, i));
    vec_clear(&p->slots);
    pthread_mutex_destroy(&p->lock);
    if (p->file)
        munmap(p->file, sizeof(*p->file));
    else
        p->table->close(p->rows);
    free(p);
}

/* ---- slots ---- */

static uint64_t convoy_key_of(const char *url, const char *model)
{
    struct hasher h;
    uint64_t key;

    hasher_open(&h);
    hasher_text(&h, url);
    hasher_text(&h, model);
    key = hasher_close(&h).low;
    return key ? key : 1;
}

/* The slot that was used longest ago is given to another. */
static struct file_slot *oldest(struct convoy_file *f, uint64_t key)
{
    struct file_slot *found = &f->slots[0];

    for (size_t i = 1; i < SLOTS; i++)
        if (atomic_load(&f->slots[i].due_ns) < atomic_load(&found->due_ns))
            found = &f->slots[i];
    atomic_store(&found->key, key);
    return found;
}

static struct file_slot *in_file(struct convoy_file *f, uint64_t key)
{
    for (uint64_t i = 0; i < SLOTS; i++) {
        struct file_slot *s = &f->slots[(key + i) % SLOTS];
        uint_least64_t held = 0;

        if (atomic_load(&s->key) == key ||
            atomic_compare_exchange_strong(&s->key, &held, key) || held == key)
            return s;
    }
    return oldest(f, key);
}

struct convoy_slot *convoy_slot(struct convoy *p, const char *url,
                                const char *model)
{
    struct convoy_slot *s = alloc_new(1, sizeof(*s));

    s->convoy = p;
    s->key = convoy_key_of(url, model);
    s->at = p->file ? in_file(p->file, s->key) : NULL;
    snprintf(s->name, sizeof(s->name), "%016llx", (unsigned long long)s->key);
    pthread_mutex_lock(&p->lock);
    *(struct convoy_slot **)vec_push(&p->slots) = s;
    pthread_mutex_unlock(&p->lock);
    return s;
}

/* ---- rates in a file ---- */

/* What stands there, if it can be. */
static uint64_t convoy_believed(const struct file_slot *s, uint64_t due,
                                uint64_t now_ns)
{
    return due > now_ns && (due - now_ns) / AHEAD_MOST > atomic_load(&s->gap_ns)
               ? 0
               : due;
}

static void sent_in_file(struct file_slot *s, uint64_t gap_ns, uint64_t now_ns)
{
    uint_least64_t before = atomic_load(&s->due_ns);
    uint64_t due;

    do {
        due = convoy_believed(s, before, now_ns);
        due = (due > now_ns ? due : now_ns) + gap_ns;
    } while (!atomic_compare_exchange_weak(&s->due_ns, &before, due));
    atomic_store(&s->gap_ns, gap_ns);
}

/* ---- rates in rows ---- */

/* Who sends all of a block draws twice as much, and who does not as much as was
 * sent: nobody takes time that others could use. */
static unsigned next_size(const struct convoy_slot *s, uint64_t gap_ns)
{
    uint64_t most = BLOCK_NS / gap_ns;
    uint64_t size = s->sent >= s->size ? 2 * (uint64_t)s->size : s->sent;

    size = size < most ? size : most;
    return size ? (unsigned)size : 1;
}

/* A rate that the database cannot be asked for holds for this process alone. */
static void convoy_draw(struct convoy_slot *s, uint64_t gap_ns, uint64_t now_ns)
{
    struct convoy *p = s->convoy;
    uint64_t from = convoy_now(), span, wait = 0;
    bool ok;

    s->size = next_size(s, gap_ns);
    s->sent = 0;
    span = s->size * gap_ns;
    pthread_mutex_lock(&p->lock);
    ok = p->table->draw(p->rows, s->name, span, &wait);
    pthread_mutex_unlock(&p->lock);
    now_ns += convoy_now() - from;
    if (ok)
        s->due_ns = now_ns + wait;
    else if (s->due_ns < now_ns)
        s->due_ns = now_ns;
    s->end_ns = s->due_ns + span;
}

static uint64_t due_in_rows(struct convoy_slot *s, uint64_t gap_ns,
                            uint64_t now_ns)
{
    if (s->due_ns >= s->end_ns || now_ns >= s->end_ns)
        convoy_draw(s, gap_ns, now_ns);
    return s->due_ns;
}

/* ---- rates ---- */

uint64_t convoy_due_ns(struct convoy_slot *s, uint64_t gap_ns, uint64_t now_ns)
{
    return s->at ? convoy_believed(s->at, atomic_load(&s->at->due_ns), now_ns)
                 : due_in_rows(s, gap_ns, now_ns);
}

void convoy_sent(struct convoy_slot *s, uint64_t gap_ns, uint64_t now_ns)
{
    if (s->at) {
        sent_in_file(s->at, gap_ns, now_ns);
        return;
    }
    s->due_ns = (s->due_ns > now_ns ? s->due_ns : now_ns) + gap_ns;
    s->sent++;
}

/* ---- budgets ---- */

static struct convoy_sum convoy_plus(struct convoy_sum a, struct convoy_sum b)
{
    return (struct convoy_sum){ a.tokens + b.tokens, a.money + b.money };
}

static struct convoy_sum convoy_minus(struct convoy_sum a, struct convoy_sum b)
{
    return (struct convoy_sum){ a.tokens - b.tokens, a.money - b.money };
}

/* What the rows do not know is told; if they cannot be reached, what they said
 * last holds. */
static void convoy_trade(struct convoy *p, struct convoy_sum hold)
{
    struct convoy_sum all, others;
    bool ok;

    pthread_mutex_lock(&p->lock);
    ok = p->table->trade(p->rows, convoy_minus(p->mine, p->told), hold, &all,
                         &others);
    pthread_mutex_unlock(&p->lock);
    if (ok) {
        p->told = p->mine;
        p->held = hold;
        p->all = all;
        p->others_hold = others;
    }
    if (ok || p->traded_ns)
        p->traded_ns = convoy_now();
}

/* What was told last is as old as a block. */
static bool convoy_is_stale(const struct convoy *p)
{
    return convoy_now() - p->traded_ns >= BLOCK_NS;
}

/* What may be spent before the rows must be told. */
static struct convoy_sum convoy_room(const struct convoy *p)
{
    return convoy_minus(convoy_plus(p->told, p->held), p->mine);
}

static bool covers(const struct convoy *p, struct convoy_sum next)
{
    struct convoy_sum r = convoy_room(p);

    return r.tokens >= next.tokens && r.money * NANO >= next.money * NANO - 0.5;
}

void convoy_spend(struct convoy *p, struct convoy_sum spent)
{
    p->mine = convoy_plus(p->mine, spent);
    if (p->file) {
        atomic_fetch_add(&p->file->tokens, llround(spent.tokens));
        atomic_fetch_add(&p->file->money, llround(spent.money * NANO));
    } else if (convoy_is_stale(p)) {
        convoy_trade(p, (struct convoy_sum){ 0, 0 });
    }
}

struct convoy_sum convoy_others(struct convoy *p)
{
    struct convoy_sum sum;

    if (p->file) {
        sum =
            convoy_minus(convoy_minus(file_spent(p->file), p->before), p->mine);
    } else {
        if (convoy_is_stale(p))
            convoy_trade(p, (struct convoy_sum){ 0, 0 });
        sum =
            convoy_plus(convoy_minus(convoy_minus(p->all, p->before), p->told),
                        p->others_hold);
    }
    return (struct convoy_sum){ fmax(0, sum.tokens), fmax(0, sum.money) };
}

void convoy_hold(struct convoy *p, struct convoy_sum next, unsigned most)
{
    unsigned n = convoy_is_stale(p) ? p->ahead / 2 : 2 * p->ahead;

    if (p->file)
        return;
    if (most == 0) {
        if (p->held.tokens > 0 || p->held.money > 0)
            convoy_trade(p, (struct convoy_sum){ 0, 0 });
        p->ahead = 0;
        return;
    }
    if (covers(p, next))
        return;
    p->ahead = n < 1 ? 1 : n > most ? most : n;
    convoy_trade(p, (struct convoy_sum){ next.tokens * p->ahead,
                                         next.money * p->ahead });
}
