/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_HTTP_MHD_H
#define SERVE_HTTP_MHD_H

#include "base/err.h"

#include <microhttpd.h>

/* libmicrohttpd, loaded when a server is opened: mhd.start_daemon() is
 * MHD_start_daemon(). */

#define MHD_FUNCTIONS(X)          \
 X(add_response_header)           \
 X(create_response_from_buffer)   \
 X(create_response_from_callback) \
 X(destroy_response)              \
 X(get_connection_info)           \
 X(get_connection_values_n)       \
 X(queue_response)                \
 X(quiesce_daemon)                \
 X(start_daemon)                  \
 X(stop_daemon)

struct mhd_library {
#define MHD_POINTER(name) __typeof__(MHD_##name) *name;
    MHD_FUNCTIONS(MHD_POINTER)
#undef MHD_POINTER
};

extern struct mhd_library mhd; /* after mhd_open() */

MUST_USE bool mhd_open(struct err *e);

#endif
