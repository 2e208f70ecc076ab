/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* POLLRDHUP */
#include "base/system.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef SYSTEM_LINUX
# include <sys/random.h>
#endif

bool system_quiet(int fd)
{
    return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

#ifdef SYSTEM_LINUX

bool system_random(void *out, size_t n)
{
    unsigned char *at = out;

    while (n) {
        ssize_t got = getrandom(at, n, 0);

        if (got < 0 && errno != EINTR)
            return false;
        at += got > 0 ? got : 0;
        n -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

uint64_t system_boot(void)
{
    char id[64];
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, id, sizeof(id));

    if (fd >= 0)
        close(fd);
    return n > 0 ? hash_bytes(id, (size_t)n).low : 0;
}

size_t system_program(char *out, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", out, size);

    return n > 0 ? (size_t)n : 0;
}

uint64_t system_resident(void)
{
    FILE *f = fopen("/proc/self/statm", "re");
    uint64_t all, pages = 0;

    if (!f)
        return 0;
    if (fscanf(f, "%" SCNu64 " %" SCNu64, &all, &pages) != 2)
        pages = 0;
    fclose(f);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool system_is_gone(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLRDHUP };

    return poll(&p, 1, 0) > 0 && (p.revents & (POLLRDHUP | POLLHUP | POLLERR));
}

bool system_reserve(int fd, size_t n)
{
    errno = posix_fallocate(fd, 0, (off_t)n);
    return errno == 0;
}

#else

bool system_random(void *out, size_t n)
{
    unsigned char *at = out;
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC), reason;

    if (fd < 0)
        return false;
    while (n) {
        ssize_t got = read(fd, at, n);

        if (got == 0)
            errno = EIO;
        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        at += got > 0 ? got : 0;
        n -= got > 0 ? (size_t)got : 0;
    }
    reason = errno;
    close(fd);
    errno = reason;
    return n == 0;
}

uint64_t system_boot(void)
{
    return 0;
}

size_t system_program(char *out, size_t size)
{
    (void)out;
    (void)size;
    return 0;
}

uint64_t system_resident(void)
{
    return 0;
}

bool system_is_gone(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    char c;

    if (poll(&p, 1, 0) <= 0)
        return false;
    return (p.revents & (POLLHUP | POLLERR)) ||
           ((p.revents & POLLIN) && recv(fd, &c, 1, MSG_PEEK) == 0);
}

/* Appended: what another process puts into the file meanwhile stays. */
bool system_reserve(int fd, size_t n)
{
    static const char zeros[512];
    int flags = fcntl(fd, F_GETFL);
    struct stat st;
    bool ok;

    if (flags < 0 || fstat(fd, &st) != 0 ||
        fcntl(fd, F_SETFL, flags | O_APPEND) != 0)
        return false;
    ok = true;
    for (size_t have = (size_t)st.st_size; ok && have < n;) {
        size_t more = n - have < sizeof(zeros) ? n - have : sizeof(zeros);
        ssize_t put = write(fd, zeros, more);

        ok = put > 0;
        have += ok ? (size_t)put : 0;
    }
    return fcntl(fd, F_SETFL, flags) == 0 && ok;
}

#endif
