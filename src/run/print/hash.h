/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_HASH_H
#define RUN_PRINT_HASH_H

/* A file in the folder of results and its hash in hex, as summary.json lists
 * them. */
struct print_hash {
    const char *file, *hash;
};

#endif
