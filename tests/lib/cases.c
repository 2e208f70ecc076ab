/* SPDX-License-Identifier: Apache-2.0 */
#include "cases.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cases_fail(struct cases *c, const char *fmt, ...)
{
    va_list ap;

    fprintf(stderr, "%s:%zu: ", c->path, c->line);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    c->failed++;
}

void cases_open(struct cases *c, const char *name)
{
    const char *tests = getenv("ASSAY_TESTS");
    struct str path = { 0 };
    struct err e;

    *c = (struct cases){ 0 };
    str_addf(&path, "%s/cases/%s", tests ? tests : "tests", name);
    c->path = path.s;
    c->open = lines_open(&c->lines, c->path, 0, &e);
    if (!c->open)
        cases_fail(c, "%s", e.msg);
}

static bool is_skipped(const char *s)
{
    return *s == '#' || s[strspn(s, " \t")] == '\0';
}

/* The next line, NULL at the end or when there is none to be had. */
static const char *next_line(struct cases *c)
{
    const char *text;
    struct err e;
    size_t n;

    switch (lines_next(&c->lines, &text, &n, &e)) {
    case LINES_LINE: return text;
    case LINES_END: return NULL;
    default: break;
    }
    c->line = c->lines.number;
    cases_fail(c, "%s", e.msg);
    return NULL;
}

bool cases_next(struct cases *c, const char **lines, size_t k)
{
    const char *s = "";

    arena_reset(&c->block);
    while (c->open && s && is_skipped(s))
        s = next_line(c);
    if (!c->open || !s)
        return false;
    c->line = c->lines.number;
    for (size_t i = 0; i < k; i++) {
        if (i > 0)
            s = next_line(c);
        if (!s || is_skipped(s)) {
            cases_fail(c, "a block has %zu lines, here are %zu", k, i);
            return false;
        }
        lines[i] = arena_strdup(&c->block, s);
    }
    c->count++;
    return true;
}

size_t cases_close(struct cases *c)
{
    if (c->open && c->count == 0)
        cases_fail(c, "no block in this file");
    if (c->open)
        lines_close(&c->lines);
    arena_clear(&c->block);
    free(c->path);
    return c->failed;
}
