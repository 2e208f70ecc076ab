/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Names of models: whatever is typed, a model that opens has a URL that every
 * reader takes in the same way and headers of one line each; its key goes in
 * the open to this machine alone; and no message shows the key. The first line
 * of the input is the spec, the rest a header.
 */
#include "base/str.h"
#include "model/model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SECRET "ZQ-SECRET-0123" /* hosts are shown in lower case */

/* The hosts of this machine, as they stand in a URL. */
static bool is_here(const char *url)
{
    const char *host = url + strlen("http://");
    size_t n = strcspn(host, "/");

    return strncmp(host, "localhost", 9) == 0 ||
           strncmp(host, "[::1]", 5) == 0 ||
           (strncmp(host, "127.", 4) == 0 && strspn(host, "0123456789.:") == n);
}

static void check(const struct model *m)
{
    for (const char *p = m->url; *p; p++)
        if (*p <= ' ' || *p >= 0x7f || *p == '?' || *p == '#' || *p == '\\')
            abort();
    for (size_t i = 0; i < m->n_headers; i++)
        if (!strchr(m->headers[i], ':') || strpbrk(m->headers[i], "\r\n"))
            abort();
    if (str_starts(m->url, "http://") && m->key_env && !is_here(m->url))
        abort();
    if (strstr(m->url, SECRET) || strstr(m->name, SECRET) ||
        strstr(m->spec, SECRET))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    char *spec = arena_strndup(&a, (const char *)data, size);
    char *line = strchr(spec, '\n');
    const char *header = line ? line + 1 : NULL;
    struct model_options o = { .headers = &header, .n_headers = line ? 1 : 0 };
    struct model m;
    struct err e;

    /* files are not read here */
    if (str_starts(spec, "replay:") || str_starts(spec, "planted:") ||
        str_starts(spec, "student")) {
        arena_clear(&a);
        return 0;
    }
    if (line)
        *line = '\0';
    setenv("ASSAY_API_KEY", SECRET, 1);
    setenv("OPENAI_API_KEY", SECRET, 1);
    setenv("ANTHROPIC_API_KEY", SECRET, 1);
    if (model_open(&a, spec, &o, &m, &e))
        check(&m);
    else if (e.msg[0] == '\0' ||
             (strstr(e.msg, SECRET) && !strstr(spec, SECRET)))
        abort(); /* only what was typed as a name may be shown */
    arena_clear(&a);
    return 0;
}
