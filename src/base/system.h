/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_SYSTEM_H
#define BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What POSIX does not have, or not every system has. Each is here, in poller.h,
 * thread.h, file_lock.h or core_file.h, in two forms: that of Linux, and one of
 * POSIX alone. `make check-portable` links programs with the second forms on
 * Linux, from these files compiled with ASSAY_PORTABLE. docs/porting.md has the
 * whole list.
 */

#if defined(__linux__) && !defined(ASSAY_PORTABLE)
# define SYSTEM_LINUX
#endif

#ifdef __APPLE__
# define st_mtim st_mtimespec
#endif

/* Fills in random bytes of the system. Returns false, with errno, if it has
 * none. */
bool system_random(void *out, size_t n);

/* A number for this boot of the machine, 0 if the system does not tell. */
uint64_t system_boot(void);

/* Writes the program's own path, which is not ended by a 0. Returns its bytes,
 * or 0 if the system does not tell. */
size_t system_program(char *out, size_t size);

/* The bytes of memory that the process has in use, or 0 if the system does not
 * tell. */
uint64_t system_resident(void);

/* Returns whether the other side of a connection has closed it. The form of
 * POSIX sees that only when all that came before was read. */
bool system_is_gone(int fd);

/* Makes the file have at least n bytes, all of them on the disk. Returns false,
 * with errno. */
bool system_reserve(int fd, size_t n);

/* Makes a descriptor close at exec and never block. */
bool system_quiet(int fd);

#endif
