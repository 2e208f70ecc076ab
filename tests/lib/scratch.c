/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

const char *scratch_file(struct arena *a, const char *text, size_t n)
{
    char *path = arena_strdup(a, "/tmp/assay-test-XXXXXX");
    int fd = mkstemp(path);
    FILE *f;

    assert_true(fd >= 0);
    f = fdopen(fd, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    return path;
}
