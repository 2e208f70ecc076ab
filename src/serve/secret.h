/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_SECRET_H
#define SERVE_SECRET_H

#include "store/people.h"

#include <stdbool.h>

/* Secrets of links, sign-ins and forms: 32 random bytes of the system, written
 * as 43 letters of URLs. */

#define SECRET_LETTERS 43

/* Makes a secret. Fails if the system gives no random bytes. */
MUST_USE bool secret_make(char out[SECRET_LETTERS + 1], struct err *e);

/* Computes the SHA-256 of a secret, by which the store finds it. */
void secret_sha(const char *secret, unsigned char out[TOKEN_SHA]);

/* Computes a token for forms from a sign-in's token: it proves that the page
 * was ours, and tells nothing of the sign-in. */
void secret_csrf(const char *token, char out[SECRET_LETTERS + 1]);

/* Returns whether two texts are equal, in a time that does not tell where they
 * differ. */
bool secret_equal(const char *a, const char *b);

#endif
