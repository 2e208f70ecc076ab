/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_BATCH_FORM_H
#define MODEL_BATCH_FORM_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/str.h"
#include "model/model.h"
#include "model/response.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The two forms of batches, OpenAI's and Anthropic's, as text: what is sent,
 * and what comes back. Pure: nothing here asks a server, and nothing that came
 * from one is trusted.
 *
 *   OpenAI     a file of lines {custom_id, method, url, body} is uploaded, and a
 *              batch is made of it; its replies are a file of lines, its errors
 *              another one
 *   Anthropic  {requests: [{custom_id, params}]} makes the batch; what comes of
 *              it is at a URL that the server names
 *
 * The custom_id of a call is its key in hexadecimal digits. Replies come in any
 * order; ids may be unknown, or come twice.
 */

/* Where the batches of a model are. */
struct batch_place {
    const char *files; /* NULL: batches take their calls with them */
    const char *batches;
};

/* Fails, with the cure, for models that are no servers and for URLs that do not
 * end as those of calls do. */
MUST_USE bool batch_place_find(struct arena *a, const struct model *m,
                               struct batch_place *out, struct err *e);

/* Returns the URL of something below a place: "/ID", "/ID/content". */
const char *batch_url(struct arena *a, const char *place, const char *below);

/* ---- out ---- */

/* The most calls and bytes of one batch. */
struct batch_size {
    size_t calls, bytes;
};

struct batch_size batch_size_most(const struct model *m);

/* What stands before the first call, between two, and behind the last. */
const char *batch_before(const struct model *m);
const char *batch_between(const struct model *m);
const char *batch_behind(const struct model *m);

/* Appends a call. */
void batch_add_call(struct str *out, const struct model *m, struct hash128 key,
                    const char *body);

/* Returns the body that makes a batch of an uploaded file (OpenAI). */
const char *batch_of_file(struct arena *a, const char *file, const char *token);

/* ---- in ---- */

enum batch_stage {
    STAGE_WORKING, /* at the server */
    STAGE_ENDED,   /* whatever came of it can be fetched */
    STAGE_FAILED,  /* refused as a whole: `why` */
};

/* A batch as the server tells it. */
struct batch_status {
    const char *id;
    const char *said; /* the server's word: "in_progress" */
    enum batch_stage stage;
    const char *why;   /* of STAGE_FAILED, without secrets */
    const char *token; /* ours, or NULL */
    const char *input; /* its uploaded file, or NULL */
    /* What there is to fetch: ids of files (OpenAI), a URL (Anthropic). */
    const char *results[2];
    uint64_t done, total; /* calls; total 0: not said */
    int64_t made_ms;      /* time of day; 0: not said */
};

/* Reads what a server says of a batch. Fails if it makes no sense. */
MUST_USE bool batch_status_read(struct arena *a, const struct model *m,
                                const char *text, size_t n,
                                struct batch_status *out, struct err *e);

/* Reads a list of batches; *after is the id behind which the next page begins,
 * NULL if there is none. Entries that make no sense are left out. */
MUST_USE bool batch_list_read(struct arena *a, const struct model *m,
                              const char *text, size_t n,
                              struct batch_status **out, size_t *n_out,
                              const char **after, struct err *e);

/* Reads the id of an uploaded file. */
MUST_USE bool batch_file_read(struct arena *a, const char *text, size_t n,
                              const char **id, struct err *e);

/* What came of one call, read as an answer of the server. */
struct batch_reply {
    struct hash128 key;
    int status; /* of HTTP, within the line; 0: the call was not made */
    struct response response;
};

/* Reads a line of the results. Returns false if it tells of no call: it has no
 * custom_id of ours. A line of a call that is no JSON is a malformed reply. */
bool batch_line_read(struct arena *a, const struct model *m, const char *text,
                     size_t n, double now_s, struct batch_reply *out);

#endif
