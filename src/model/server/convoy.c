/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/convoy.h"
#include "base/alloc.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLOTS 64
#define NANO  1e9 /* money is kept in billionths */
#define AHEAD_MOST \
 256 /* gaps that `due` can be ahead: more is another boot's */

struct convoy_slot {
    atomic_uint_least64_t key; /* 0: free */
    atomic_uint_least64_t due_ns;
    atomic_uint_least64_t gap_ns; /* of who was the last to send */
};

/* As the file has it. */
struct convoy_file {
    atomic_uint_least64_t boot;
    atomic_int_least64_t tokens, money;
    struct convoy_slot slots[SLOTS];
};

struct convoy {
    struct convoy_file *file;
};

static bool fail(const char *path, int fd, struct err *e)
{
    err_set(e, ERR_IO,
            "could not open \"%.300s\", by which processes share --rate and "
            "--budget: %s",
            path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return false;
}

/* A file that somebody else may cut short is not mapped. */
static bool is_ours(int fd)
{
    struct stat s;

    if (fstat(fd, &s) != 0)
        return false;
    errno = EPERM;
    return S_ISREG(s.st_mode) && (s.st_uid == geteuid() || geteuid() == 0);
}

/* All of it on the disk: a hole that cannot be filled would end the process. */
static bool has_room(int fd)
{
    errno = posix_fallocate(fd, 0, sizeof(struct convoy_file));
    return errno == 0;
}

/* A number for this boot of the machine, whose clock the moments are of. */
static uint64_t this_boot(void)
{
    char id[64];
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, id, sizeof(id));

    if (fd >= 0)
        close(fd);
    return hash_bytes(id, n > 0 ? (size_t)n : 0).low;
}

/* Two that come first at once both clear what is of no use. */
static void greet(struct convoy_file *f)
{
    uint64_t boot = this_boot();

    if (atomic_load(&f->boot) == boot)
        return;
    for (size_t i = 0; i < SLOTS; i++) {
        atomic_store(&f->slots[i].key, 0);
        atomic_store(&f->slots[i].due_ns, 0);
    }
    atomic_store(&f->boot, boot);
}

bool convoy_open(struct convoy **out, const char *path, struct err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    void *map;

    if (fd < 0 || !is_ours(fd) || !has_room(fd))
        return fail(path, fd, e);
    map = mmap(NULL, sizeof(struct convoy_file), PROT_READ | PROT_WRITE,
               MAP_SHARED, fd, 0);
    if (map == MAP_FAILED)
        return fail(path, fd, e);
    close(fd);
    *out = alloc_new(1, sizeof(**out));
    (*out)->file = map;
    greet(map);
    return true;
}

void convoy_close(struct convoy *p)
{
    if (!p)
        return;
    munmap(p->file, sizeof(*p->file));
    free(p);
}

/* ---- rates ---- */

static uint64_t key_of(const char *url, const char *model)
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
static struct convoy_slot *oldest(struct convoy *p, uint64_t key)
{
    struct convoy_slot *found = &p->file->slots[0];

    for (size_t i = 1; i < SLOTS; i++)
        if (atomic_load(&p->file->slots[i].due_ns) <
            atomic_load(&found->due_ns))
            found = &p->file->slots[i];
    atomic_store(&found->key, key);
    return found;
}

struct convoy_slot *convoy_slot(struct convoy *p, const char *url,
                                const char *model)
{
    uint64_t key = key_of(url, model);

    for (uint64_t i = 0; i < SLOTS; i++) {
        struct convoy_slot *s = &p->file->slots[(key + i) % SLOTS];
        uint_least64_t held = 0;

        if (atomic_load(&s->key) == key ||
            atomic_compare_exchange_strong(&s->key, &held, key) || held == key)
            return s;
    }
    return oldest(p, key);
}

/* What stands there, if it can be. */
static uint64_t believed(const struct convoy_slot *s, uint64_t due,
                         uint64_t now_ns)
{
    return due > now_ns && (due - now_ns) / AHEAD_MOST > atomic_load(&s->gap_ns)
               ? 0
               : due;
}

uint64_t convoy_due_ns(const struct convoy_slot *s, uint64_t now_ns)
{
    return believed(s, atomic_load(&s->due_ns), now_ns);
}

void convoy_sent(struct convoy_slot *s, uint64_t gap_ns, uint64_t now_ns)
{
    uint_least64_t before = atomic_load(&s->due_ns);
    uint64_t due;

    do {
        due = believed(s, before, now_ns);
        due = (due > now_ns ? due : now_ns) + gap_ns;
    } while (!atomic_compare_exchange_weak(&s->due_ns, &before, due));
    atomic_store(&s->gap_ns, gap_ns);
}

/* ---- budgets ---- */

void convoy_spend(struct convoy *p, struct convoy_sum spent)
{
    atomic_fetch_add(&p->file->tokens, llround(spent.tokens));
    atomic_fetch_add(&p->file->money, llround(spent.money * NANO));
}

struct convoy_sum convoy_spent(const struct convoy *p)
{
    return (struct convoy_sum){ (double)atomic_load(&p->file->tokens),
                                (double)atomic_load(&p->file->money) / NANO };
}
