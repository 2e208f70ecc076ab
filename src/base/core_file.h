/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_CORE_FILE_H
#define BASE_CORE_FILE_H

/*
 * A process that stops at a bug may leave a file of all its memory, or hand it
 * to a service that keeps it. From the first key on this one leaves none. The
 * process stays open to the user's own debugger and its /proc/self stays its
 * own, so that /dev/fd/N can be opened.
 */
void core_file_forbid(void);

#endif
