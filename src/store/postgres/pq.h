/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_POSTGRES_PQ_H
#define STORE_POSTGRES_PQ_H

#include "base/err.h"

/* Debian has libpq's header in a folder, others have not. */
#if __has_include(<postgresql/libpq-fe.h>)
# include <postgresql/libpq-fe.h>
#else
# include <libpq-fe.h>
#endif
#include <stdbool.h>

/* libpq, loaded when a store in PostgreSQL is first opened: it brings a dozen
 * libraries along. */

#define PQ_FUNCTIONS(X) \
 X(connectdbParams)     \
 X(finish)              \
 X(reset)               \
 X(status)              \
 X(errorMessage)        \
 X(transactionStatus)   \
 X(exec)                \
 X(execParams)          \
 X(prepare)             \
 X(execPrepared)        \
 X(enterPipelineMode)   \
 X(exitPipelineMode)    \
 X(pipelineSync)        \
 X(sendQueryPrepared)   \
 X(getResult)           \
 X(resultStatus)        \
 X(resultErrorField)    \
 X(resultErrorMessage)  \
 X(clear)               \
 X(ntuples)             \
 X(ftype)               \
 X(getvalue)            \
 X(getisnull)           \
 X(getlength)           \
 X(cmdTuples)           \
 X(conninfoParse)       \
 X(conninfoFree)        \
 X(freemem)             \
 X(setNoticeProcessor)  \
 X(host)                \
 X(db)

struct pq_library {
#define POINTER(name) __typeof__(PQ##name) *name;
    PQ_FUNCTIONS(POINTER)
#undef POINTER
};

extern struct pq_library pq;

MUST_USE bool pq_load(struct err *e);

#endif
