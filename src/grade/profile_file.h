/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_PROFILE_FILE_H
#define GRADE_PROFILE_FILE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "grade/profile.h"

/*
 * Profiles as people write them: the name of a benchmark, or a file of YAML,
 *
 *     name: school
 *     tolerance: 1%      # 0.01 is absolute
 *     digits: 3          # of a rounded answer
 *     units: demand      # or forgive (as ours), or ignore
 *     percent: ignore
 *     source: https://...
 */

/* Read a profile: the name of a benchmark, or an object with the fields of a
 * file. */
MUST_USE bool profile_read(struct arena *a, const struct json *v,
                           const struct profile **out, struct err *e);

/* Read what a user typed: the name of a benchmark, or that of a file, which
 * ends in .yaml or .yml or has a folder. */
MUST_USE bool profile_load(struct arena *a, const char *word,
                           const struct profile **out, struct err *e);

/* Returns what profile_read() reads as the same profile. */
struct json *profile_json(struct arena *a, const struct profile *p);

#endif
