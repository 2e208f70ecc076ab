/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/shared_rate.h"
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

#define BLOCK_NS (SHARED_RATE_BLOCK_MS * UINT64_C(1000000))

struct file_slot {
    atomic_uint_least64_t key; /* 0: free */
    atomic_uint_least64_t due_ns;
    atomic_uint_least64_t gap_ns; /* of who was the last to send */
};

/* As the file has it. */
struct shared_rate_file {
    atomic_uint_least64_t boot;
    atomic_int_least64_t tokens, money;
    struct file_slot slots[SLOTS];
};

struct shared_rate_slot {
    struct shared_rate *shared_rate;
    uint64_t key;
    struct file_slot *at; /* in a file */

    /* Of rows: the block, and what was sent of it. */
    uint64_t due_ns, end_ns;
    unsigned size, sent;
    char name[24];
};

struct shared_rate {
    struct shared_rate_file *file; /* or, if it is NULL: */
    const struct shared_rate_rows *table;
    void *rows;
    pthread_mutex_t lock; /* of `rows` and `slots` */
    struct vec slots;     /* struct shared rate limiter_slot * */

    struct shared_rate_sum before; /* spent by all when this was opened, */
    struct shared_rate_sum mine;   /* and by us since */

    /* Of rows: what they were told of ours, and what they said. */
    struct shared_rate_sum told, held, all, others_hold;
    uint64_t traded_ns;
    unsigned ahead; /* calls that were held last */
};

static bool shared_rate_fail(const char *path, int fd, struct err *e)
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
static bool shared_rate_is_ours(int fd)
{
    struct stat s;

    if (fstat(fd, &s) != 0)
        return false;
    errno = EPERM;
    return S_ISREG(s.st_mode) && (s.st_uid == geteuid() || geteuid() == 0);
}

/* All of it on the disk: a hole that cannot be filled would end the process. */
static bool shared_rate_has_room(int fd)
{
    return system_reserve(fd, sizeof(struct shared_rate_file));
}

/* The moments in it are of the clock of one boot. Two that come first at once both clear what is of no use. */
static void greet(struct shared_rate_file *f)
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

static struct shared_rate *shared_rate_make(void)
{
    struct shared_rate *p = alloc_new(1, sizeof(*p));

    pthread_mutex_init(&p->lock, NULL);
    p->slots = vec_in(NULL, sizeof(struct shared_rate_slot *));
    return p;
}

static struct shared_rate_sum file_spent(const struct shared_rate_file *f)
{
    return (struct shared_rate_sum){ (double)atomic_load(&f->tokens),
                                     (double)atomic_load(&f->money) / NANO };
}

bool shared_rate_open(struct shared_rate **out, const char *path, struct err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    void *map;

    if (fd < 0 || !shared_rate_is_ours(fd) || !shared_rate_has_room(fd))
        return shared_rate_fail(path, fd, e);
    map = mmap(NULL, sizeof(struct shared_rate_file), PROT_READ | PROT_WRITE,
               MAP_SHARED, fd, 0);
    if (map == MAP_FAILED)
        return shared_rate_fail(path, fd, e);
    close(fd);
    greet(map);
    *out = shared_rate_make();
    (*out)->file = map;
    (*out)->before = file_spent(map);
    return true;
}

static void shared_rate_trade(struct shared_rate *p,
                              struct shared_rate_sum hold);

static uint64_t shared_rate_now(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

bool shared_rate_open_rows(struct shared_rate **out,
                           const struct shared_rate_rows *table, void *rows,
                           struct err *e)
{
    struct shared_rate *p = shared_rate_make();

    p->table = table;
    p->rows = rows;
    shared_rate_trade(p, (struct shared_rate_sum){ 0, 0 });
    p->before = p->all;
    if (p->traded_ns) {
        *out = p;
        return true;
    }
    shared_rate_close(p);
    return err_set(e, ERR_IO, "the database does not answer");
}

void shared_rate_close(struct shared_rate *p)
{
    if (!p)
        return;
    if (p->traded_ns)
        shared_rate_trade(p, (struct shared_rate_sum){
                                 0, 0 }); /* the rest, and what is held */
    for (size_t i = 0; i < p->slots.n; i++)
        free(*vec_get(&p->slots, struct shared_rate_slot *, i));
    vec_clear(&p->slots);
    pthread_mutex_destroy(&p->lock);
    if (p->file)
        munmap(p->file, sizeof(*p->file));
    else
        p->table->close(p->rows);
    free(p);
}

/* ---- slots ---- */

static uint64_t shared_rate_key_of(const char *url, const char *model)
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
static struct file_slot *oldest(struct shared_rate_file *f, uint64_t key)
{
    struct file_slot *found = &f->slots[0];

    for (size_t i = 1; i < SLOTS; i++)
        if (atomic_load(&f->slots[i].due_ns) < atomic_load(&found->due_ns))
            found = &f->slots[i];
    atomic_store(&found->key, key);
    return found;
}

static struct file_slot *in_file(struct shared_rate_file *f, uint64_t key)
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

struct shared_rate_slot *shared_rate_slot(struct shared_rate *p,
                                          const char *url, const char *model)
{
    struct shared_rate_slot *s = alloc_new(1, sizeof(*s));

    s->shared_rate = p;
    s->key = shared_rate_key_of(url, model);
    s->at = p->file ? in_file(p->file, s->key) : NULL;
    snprintf(s->name, sizeof(s->name), "%016llx", (unsigned long long)s->key);
    pthread_mutex_lock(&p->lock);
    *(struct shared_rate_slot **)vec_push(&p->slots) = s;
    pthread_mutex_unlock(&p->lock);
    return s;
}

/* ---- rates in a file ---- */

/* What stands there, if it can be. */
static uint64_t shared_rate_believed(const struct file_slot *s, uint64_t due,
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
        due = shared_rate_believed(s, before, now_ns);
        due = (due > now_ns ? due : now_ns) + gap_ns;
    } while (!atomic_compare_exchange_weak(&s->due_ns, &before, due));
    atomic_store(&s->gap_ns, gap_ns);
}

/* ---- rates in rows ---- */

/* Who sends all of a block draws twice as much, and who does not as much as was
 * sent: nobody takes time that others could use. */
static unsigned next_size(const struct shared_rate_slot *s, uint64_t gap_ns)
{
    uint64_t most = BLOCK_NS / gap_ns;
    uint64_t size = s->sent >= s->size ? 2 * (uint64_t)s->size : s->sent;

    size = size < most ? size : most;
    return size ? (unsigned)size : 1;
}

/* A rate that the database cannot be asked for holds for this process alone. */
static void shared_rate_draw(struct shared_rate_slot *s, uint64_t gap_ns,
                             uint64_t now_ns)
{
    struct shared_rate *p = s->shared_rate;
    uint64_t from = shared_rate_now(), span, wait = 0;
    bool ok;

    s->size = next_size(s, gap_ns);
    s->sent = 0;
    span = s->size * gap_ns;
    pthread_mutex_lock(&p->lock);
    ok = p->table->draw(p->rows, s->name, span, &wait);
    pthread_mutex_unlock(&p->lock);
    now_ns += shared_rate_now() - from;
    if (ok)
        s->due_ns = now_ns + wait;
    else if (s->due_ns < now_ns)
        s->due_ns = now_ns;
    s->end_ns = s->due_ns + span;
}

static uint64_t due_in_rows(struct shared_rate_slot *s, uint64_t gap_ns,
                            uint64_t now_ns)
{
    if (s->due_ns >= s->end_ns || now_ns >= s->end_ns)
        shared_rate_draw(s, gap_ns, now_ns);
    return s->due_ns;
}

/* ---- rates ---- */

uint64_t shared_rate_due_ns(struct shared_rate_slot *s, uint64_t gap_ns,
                            uint64_t now_ns)
{
    return s->at ? shared_rate_believed(s->at, atomic_load(&s->at->due_ns),
                                        now_ns)
                 : due_in_rows(s, gap_ns, now_ns);
}

void shared_rate_sent(struct shared_rate_slot *s, uint64_t gap_ns,
                      uint64_t now_ns)
{
    if (s->at) {
        sent_in_file(s->at, gap_ns, now_ns);
        return;
    }
    s->due_ns = (s->due_ns > now_ns ? s->due_ns : now_ns) + gap_ns;
    s->sent++;
}

/* ---- budgets ---- */

/* What the rows do not know is told; if they cannot be reached, what they said
 * last holds. */
static void shared_rate_trade(struct shared_rate *p,
                              struct shared_rate_sum hold)
{
    struct shared_rate_sum all, others;
    bool ok;

    pthread_mutex_lock(&p->lock);
    ok = p->table->trade(p->rows, shared_rate_plus(p->mine, -1, p->told), hold,
                         &all, &others);
    pthread_mutex_unlock(&p->lock);
    if (ok) {
        p->told = p->mine;
        p->held = hold;
        p->all = all;
        p->others_hold = others;
    }
    if (ok || p->traded_ns)
        p->traded_ns = shared_rate_now();
}

/* What was told last is as old as a block. */
static bool shared_rate_is_stale(const struct shared_rate *p)
{
    return shared_rate_now() - p->traded_ns >= BLOCK_NS;
}

/* What may be spent before the rows must be told. */
static struct shared_rate_sum shared_rate_room(const struct shared_rate *p)
{
    return shared_rate_plus(shared_rate_plus(p->told, 1, p->held), -1, p->mine);
}

static bool covers(const struct shared_rate *p, struct shared_rate_sum next)
{
    struct shared_rate_sum r = shared_rate_room(p);

    return r.tokens >= next.tokens && r.money * NANO >= next.money * NANO - 0.5;
}

void shared_rate_spend(struct shared_rate *p, struct shared_rate_sum spent)
{
    p->mine = shared_rate_plus(p->mine, 1, spent);
    if (p->file) {
        atomic_fetch_add(&p->file->tokens, llround(spent.tokens));
        atomic_fetch_add(&p->file->money, llround(spent.money * NANO));
    } else if (shared_rate_is_stale(p)) {
        shared_rate_trade(p, (struct shared_rate_sum){ 0, 0 });
    }
}

struct shared_rate_sum shared_rate_others(struct shared_rate *p)
{
    struct shared_rate_sum sum;

    if (p->file) {
        sum = shared_rate_plus(file_spent(p->file), -1, p->before);
        sum = shared_rate_plus(sum, -1, p->mine);
    } else {
        if (shared_rate_is_stale(p))
            shared_rate_trade(p, (struct shared_rate_sum){ 0, 0 });
        sum = shared_rate_plus(p->all, -1, p->before);
        sum = shared_rate_plus(sum, -1, p->told);
        sum = shared_rate_plus(sum, 1, p->others_hold);
    }
    return (struct shared_rate_sum){ fmax(0, sum.tokens), fmax(0, sum.money) };
}

void shared_rate_hold(struct shared_rate *p, struct shared_rate_sum next,
                      unsigned most)
{
    unsigned n = shared_rate_is_stale(p) ? p->ahead / 2 : 2 * p->ahead;

    if (p->file)
        return;
    if (most == 0) {
        if (p->held.tokens > 0 || p->held.money > 0)
            shared_rate_trade(p, (struct shared_rate_sum){ 0, 0 });
        p->ahead = 0;
        return;
    }
    if (covers(p, next))
        return;
    p->ahead = n < 1 ? 1 : n > most ? most : n;
    shared_rate_trade(p, (struct shared_rate_sum){ next.tokens * p->ahead,
                                                   next.money * p->ahead });
}
