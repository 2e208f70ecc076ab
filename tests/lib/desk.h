/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_DESK_H
#define TESTS_LIB_DESK_H

#include "base/arena.h"
#include "base/str.h"
#include "model/model.h"
#include "run/question/question.h"
#include "stores.h"

/*
 * A desk with a model to consult: a store of its own, and a model that
 * answers from rows (a replay file), or any other.
 */

struct desk {
    struct arena arena;
    struct stores stores;
    struct store *store;
    struct model model;
    struct questioner consult;
    struct str rows;
    const char *path; /* of the rows; NULL: another model */
};

/* Before it is opened: what the model says to a question; `finish` NULL: the
 * row does not say. */
void desk_row(struct desk *d, const char *question, const char *reply,
              const char *finish);

/* Open it with the model that answers from the rows, or with that of `spec`. */
void desk_open(struct desk *d, const char *spec);
void desk_close(struct desk *d);

#endif
