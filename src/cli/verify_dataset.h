/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_VERIFY_DATASET_H
#define CLI_VERIFY_DATASET_H

#include <stdbool.h>
#include <stdint.h>

/*
 * assay verify --dataset FILE: the keys of a published set of applied
 * mathematics, each held against what its prompt states.
 */

struct verify_dataset {
    const char *path;
    bool markdown; /* the document as Markdown */
};

/* Audits the set and prints what was found: a document, or with `json` a line
 * for each row. A claim may take so many units of work. Returns the status to
 * exit with: that of a verification, which says no if a key fails. */
int verify_dataset(const struct verify_dataset *v, bool json, int threads,
                   uint64_t work);

#endif
