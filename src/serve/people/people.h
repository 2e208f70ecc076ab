/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_PEOPLE_PEOPLE_H
#define SERVE_PEOPLE_PEOPLE_H

#include "serve/route.h"

/*
 * Who is here: handlers of the links that let people in (join.c) and of the
 * owner's page of people and invitations (people.c). The rows of the table
 * stand in routes.c.
 */

#define NAME_MOST 60 /* characters of a display name */

/* ---- join.c ---- */

/* Returns a name as it is compared: in lower case, without accents, with one
 * blank for white space. */
const char *name_fold(struct arena *a, const char *name);

/* Fails with ERR_USAGE if that is no name to show: too long, blank, with
 * letters of two alphabets in one word, or with characters that are not seen or
 * turn the direction of the text. */
MUST_USE bool name_check(const char *name, struct err *e);

/* ---- people.c ---- */

#endif
