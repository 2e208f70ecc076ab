/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_FILE_LOCK_H
#define BASE_FILE_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Locks on single bytes of a file, or on all of it. They belong to one opening
 * of the file: two of one process exclude each other as two processes do, and
 * the system drops them when the process ends, however that happens.
 *
 * Linux has such locks (F_OFD_SETLK). Those of POSIX belong to the process,
 * and closing any descriptor of the file drops them all: there, the openings of
 * one file share a descriptor and a list of who holds what. Such a file is
 * opened by these functions alone.
 */

#define FILE_LOCK_ALL INT64_C(-1) /* in the place of a byte's number */

struct file_lock;

/* Opens the file, which may be made if it is absent; else it may also be one that
 * can only be read, which serves file_lock_held(). Returns NULL, with errno. */
struct file_lock *file_lock_open(const char *path, bool make);
void file_lock_close(struct file_lock *l); /* or NULL; drops its locks */

/* Its descriptor, for pread() and pwrite(). */
int file_lock_fd(const struct file_lock *l);

/* Locks at once, or returns false with errno: EACCES or EAGAIN if somebody else
 * has a lock there, and one of the two is not shared. */
bool file_lock_try(struct file_lock *l, int64_t byte, bool shared);

/* Drops a lock; FILE_LOCK_ALL drops all. */
void file_lock_drop(struct file_lock *l, int64_t byte);

/* Returns whether a lock of somebody else stands in the way of such a lock;
 * *where is its first byte. */
bool file_lock_held(struct file_lock *l, int64_t byte, bool shared,
                    int64_t *where);

#endif
