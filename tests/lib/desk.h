/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_DESK_H
#define TESTS_LIB_DESK_H

#include "base/arena.h"
#include "base/str.h"
#include "model/model.h"
#include "run/question/question.h"
#include "stores.h"

/*
 * A store and a model for questions, which answers from rows (a replay file) or
 * is any other model.
 */

struct desk {
    struct arena arena;
    struct stores stores;
    struct store *store;
    struct model model;
    struct questioner questioner;
    struct str rows;
    const char *path; /* of the rows; NULL: another model */
};

/* Adds a row before the desk is opened: the model's reply to a question.
 * `finish` may be NULL. */
void desk_row(struct desk *d, const char *question, const char *reply,
              const char *finish);

/* Opens it with the model of `spec`, or if that is NULL with one that answers
 * from the rows. */
void desk_open(struct desk *d, const char *spec);
void desk_close(struct desk *d);

#endif
