/* SPDX-License-Identifier: Apache-2.0 */
#include "store/seals.h"
#include "store/row.h"
#include "store/store_int.h"

static const struct store_column seal_columns[] = {
    COLUMN(SHA, seal, hash),
    COLUMN(INT, seal, problems),
    COLUMN(INT, seal, made_ms),
    COLUMN(INT, seal, person),
};

static const struct store_row seal_row =
    ROW("a seal", seal, seal_columns, STORE_WORKBENCH);

bool seals_list(struct store *s, struct arena *a, struct seal **out, size_t *n,
                struct err *e)
{
    return rows_list(s, a, &seal_row, SQL_SEAL_ALL, NULL, out, n, e);
}

bool seals_add(struct store *s, const struct seal *in, struct err *e)
{
    return store_do_alone(s, SQL_SEAL_ADD,
                          ARGS(sql_blob(in->hash, sizeof(in->hash)),
                               sql_int((int64_t)in->problems),
                               sql_int(in->made_ms), sql_int(in->person)),
                          e);
}
