/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What clients send, as bytes: fields, a path and cookies. What is read is
 * UTF-8, no longer than what came, and within the ceilings; a path that was
 * read has no part of dots alone.
 */
#include "base/utf8.h"
#include "serve/http/http.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char *s, size_t most)
{
    size_t n = strlen(s);

    INVARIANT(n <= most && utf8_check(s, n) == n);
}

static void check_form(struct arena *a, const char *text, size_t n)
{
    struct http_fields f;
    struct err e;

    if (!http_read_form(a, text, n, &f, &e))
        return;
    INVARIANT(f.n <= HTTP_FIELDS_MOST);
    for (size_t i = 0; i < f.n; i++) {
        struct http_request r = { .form = f };
        const char *first = http_form(&r, f.items[i].name);

        check_text(f.items[i].name, n);
        check_text(f.items[i].value, n - strlen(f.items[i].name));
        INVARIANT(first && first <= f.items[i].value);
    }
}

static void check_path(struct arena *a, const char *text)
{
    const char *path;
    struct err e;

    if (!http_read_path(a, text, &path, &e))
        return;
    check_text(path, HTTP_PATH_MOST);
    INVARIANT(path[0] == '/' && !strchr(path, '\\') && !strchr(path, '\n'));
    INVARIANT(!strstr(path, "/../") && !str_ends(path, "/.."));
}

static void check_cookie(struct arena *a, const char *header)
{
    struct http_field field = { "cookie", header };
    struct http_request r = { .arena = a, .headers = { &field, 1 } };
    const char *value = http_cookie(&r, "a");

    if (value)
        INVARIANT(strstr(header, "a=") && strstr(header, value));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    const char *text = arena_strndup(&a, (const char *)data, size);

    check_form(&a, (const char *)data, size);
    check_path(&a, text);
    check_cookie(&a, text);
    arena_clear(&a);
    return 0;
}
