/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_MODEL_INT_H
#define MODEL_MODEL_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "model/model.h"

#include <stdbool.h>

/* The inside of model: URLs, keys and headers. Only for src/model/model*.c. */

/* An address, checked: http or https, a host, no password, no query. */
struct model_url {
    bool https;
    const char *front; /* "https://host:8000", in lower case */
    const char *host;  /* in lower case, without port; "::1" of "[::1]" */
    const char *path;  /* "" or "/v1", without a slash at the end */
};

/* Is the host this machine, judged by its name or number alone? */
bool model_url_is_loopback(const struct model_url *u);

/*
 * Fill the headers and secrets of m, whose kind is known. `own_env` is the
 * variable that must have the key, for providers named by the user; NULL: the
 * host decides, as in model.h.
 */
MUST_USE bool model_set_headers(struct arena *a, struct model *m,
                                const struct model_url *u, const char *own_env,
                                const struct model_options *o, struct err *e);

/* Does the name in a header line "Name: value" mean that its value is secret?
 */
bool model_names_secret(const char *line);

/* Add a key to the secrets (const char *), or the value of a header line if it
 * is secret, with the forms in which they may come back. */
void model_add_key(struct vec *secrets, const char *key);
void model_add_header(struct vec *secrets, const char *line);

/* Returns a finder of the secrets of m, which are set; it lasts as long as they
 * do. */
const struct model_finder *model_new_finder(struct arena *a,
                                            const struct model *m);

#endif
