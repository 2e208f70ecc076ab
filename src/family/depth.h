/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_DEPTH_H
#define FAMILY_DEPTH_H

#include "family/family.h"

/* Fails, with the bound, if the family has a depth and the knobs set one that
 * is out of the card's range. */
MUST_USE bool family_depth_fits(const struct family *f,
                                const struct json *knobs, struct err *e);

#endif
