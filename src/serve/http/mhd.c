/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/http/mhd.h"
#include "base/library.h"

struct mhd_library mhd;

bool mhd_open(struct err *e)
{
#define MHD_NAME(name) "MHD_" #name,
    static const char *const names[] = { MHD_FUNCTIONS(MHD_NAME) };
#undef MHD_NAME
    static const char *const files[] = { LIBRARY_FILE("microhttpd", "12"),
                                         NULL };
    static struct library library = { .files = files,
                                      .package = "libmicrohttpd12",
                                      .names = names,
                                      .n = sizeof(names) / sizeof(names[0]),
                                      .into = &mhd,
                                      .lock = PTHREAD_MUTEX_INITIALIZER };

    return library_open(&library, e);
}
