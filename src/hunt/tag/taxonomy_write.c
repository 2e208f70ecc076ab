/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"
#include "hunt/tag/taxonomy_make.h"

#include <inttypes.h>
#include <string.h>

/* Characters that YAML wants escaped, or that nobody sees. */
static bool is_odd(uint32_t ch)
{
    return ch < 0x20 || (ch >= 0x7F && ch <= 0xA0) ||
           (ch >= 0x2028 && ch <= 0x202E) || ch == 0xFEFF ||
           (ch & 0xFFFE) == 0xFFFE;
}

/* In double quotes, where colons, quotes and # mean nothing. */
static void add_quoted(struct str *out, const char *s)
{
    size_t n = strlen(s), len;

    str_addc(out, '"');
    for (size_t i = 0; i < n; i += len) {
        uint32_t ch = 0;

        len = utf8_read(s + i, n - i, &ch);
        if (len == 0) {
            ch = UTF8_REPLACEMENT;
            len = 1;
        }
        if (ch == '"' || ch == '\\')
            str_addf(out, "\\%c", (char)ch);
        else if (is_odd(ch) || ch == UTF8_REPLACEMENT)
            str_addf(out, "\\U%08" PRIX32, ch);
        else
            str_addn(out, s + i, len);
    }
    str_addc(out, '"');
}

static void add_maps(struct str *out, const struct concept *c)
{
    str_add(out, "    maps: [");
    for (const char *const *m = c->maps; *m; m++) {
        str_add(out, m == c->maps ? "" : ", ");
        add_quoted(out, *m);
    }
    str_add(out, "]\n");
}

void taxonomy_write(struct str *out, const struct taxonomy *t)
{
    bool high = t->maps_to && str_eq(t->maps_to, "high");

    str_add(out, "name: ");
    add_quoted(out, t->name);
    if (t->title && !str_eq(t->title, t->name)) {
        str_add(out, "\ntitle: ");
        add_quoted(out, t->title);
    }
    str_add(out, "\nconcepts:\n");
    for (size_t i = 0; i < t->n_concepts; i++) {
        const struct concept *c = &t->concepts[i];

        str_add(out, "  - name: ");
        add_quoted(out, c->name);
        str_addc(out, '\n');
        if (high && *c->maps)
            add_maps(out, c);
    }
}
