/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_HASH_H
#define RUN_PRINT_HASH_H

/* A file of a folder of results, and its hash in hex: what a summary tells of
 * the other files. */
struct print_hash {
    const char *file, *hash;
};

#endif
