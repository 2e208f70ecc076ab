/* SPDX-License-Identifier: Apache-2.0 */

/* Where the weights are. */
#include "base/str.h"
#include "base/system.h"
#include "model/student/student.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "student.weights"
#ifndef ASSAY_DATADIR
# define ASSAY_DATADIR NULL
#endif

/* The folder of the program, or NULL. */
static const char *program_folder(struct arena *a)
{
    char path[4096];
    size_t n = system_program(path, sizeof(path));

    while (n > 0 && path[n - 1] != '/')
        n--;
    return n > 1 ? arena_strndup(a, path, n - 1) : NULL;
}

static bool try(struct arena *a, struct str *tried, const char *path,
                const char **out)
{
    if (access(path, R_OK) == 0) {
        *out = arena_strdup(a, path);
        return true;
    }
    str_addf(tried, "%s\"%s\"", tried->n ? ", " : "", path);
    return false;
}

bool student_path(struct arena *a, const char **path, struct err *e)
{
    const char *named = getenv("ASSAY_STUDENT"), *folder = program_folder(a);
    const char *data = ASSAY_DATADIR;
    struct str tried = str_in(a);

    if (named && *named) {
        if (try(a, &tried, named, path))
            return true;
        return err_set(e, ERR_IO,
                       "cannot read the student's weights from %s, the file "
                       "given in $ASSAY_STUDENT",
                       str_get(&tried));
    }
    if ((folder &&
         (try(a, &tried, arena_printf(a, "%s/" NAME, folder), path) ||
          try(a, &tried, arena_printf(a, "%s/../share/assay/" NAME, folder),
              path))) ||
        (data && try(a, &tried, arena_printf(a, "%s/" NAME, data), path)))
        return true;
    return err_set(e, ERR_IO,
                   "the student's weights were not found at %s; set "
                   "$ASSAY_STUDENT to the file",
                   str_get(&tried));
}
