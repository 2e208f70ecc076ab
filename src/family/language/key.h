/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_KEY_H
#define FAMILY_LANGUAGE_KEY_H

#include "family/language/val.h"
#include "problem/answer.h"

/*
 * Keys as text. A value has one spelling for each kind of answer, and only that
 * spelling is read: a spoilt key never passes by accident.
 */

/* Returns the text of the value as an answer of that kind, or NULL and a
 * failure if it is none. */
const char *key_write(struct reckoning *r, enum answer_kind kind, struct val x);

/* Returns the number as a decimal, rounded to so many places (halves away from
 * zero), or exactly if places < 0; NULL if it is no rational number, or none
 * such. */
const char *key_decimal_text(struct reckoning *r, struct val x, int places);

/* Read the text of a key. Returns nothing, without a failure, if it is none of
 * that kind. */
struct val key_value(struct reckoning *r, enum answer_kind kind,
                     const char *text);

#endif
