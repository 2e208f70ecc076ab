/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/write/write_claim.h"

#include "base/yaml.h"

#include <string.h>

#define CLAIMS_MOST 4 /* of one entry: each may take seconds */

bool draft_claims(struct arena *a, const char *yaml, struct claim **out,
                  size_t *n, struct err *e)
{
    const struct json *one;
    struct json *all;

    *n = 0;
    *out = arena_array(a, struct claim, CLAIMS_MOST);
    if (!yaml_read(a, yaml, strlen(yaml), &all, e))
        return err_prefix(e, "it is not YAML; put a value with a colon, a "
                             "bracket or a backslash in 'single quotes'. The "
                             "parser says: ");
    one = all->type == JSON_ARRAY ? all->first : all;
    for (; one; one = one->next, ++*n) {
        if (*n == CLAIMS_MOST)
            return err_set(e, ERR_LIMIT, "an entry has at most %d claims",
                           CLAIMS_MOST);
        if (!claim_from_json(a, one, &(*out)[*n], e)) {
            e->line = e->line ? e->line : one->line;
            return false;
        }
    }
    return *n || err_set(e, ERR_DOMAIN, "the list has no claims");
}
