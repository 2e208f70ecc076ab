/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_SET_FILES_H
#define SERVE_DESK_SET_FILES_H

#include "base/str.h"
#include "problem/export.h"
#include "serve/route.h"

/* Files that leave the workbench, as replies. */

/* Makes the reply a file of that name. */
void file_send(struct visit *v, const char *type, const char *name,
               const struct str *body);

/* Makes the reply problems in the format of another tool: one file, or several
 * in a tar archive. `name` is that of files and tasks. */
MUST_USE bool file_export(struct visit *v, const struct export_format *format,
                          const char *name, const char *title,
                          const struct problem *const *problems, size_t n,
                          struct err *e);

#endif
