/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_CURL_H
#define MODEL_SERVER_CURL_H

#include "base/err.h"

/* Loads libcurl unless that was done. Before it no function of libcurl may be
 * called but curl_easy_init(), which returns NULL if it cannot be loaded. */
MUST_USE bool curl_load(struct err *e);

#endif
