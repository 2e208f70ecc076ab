/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/text_rows.h"
#include "base/utf8.h"

#include <string.h>

bool text_next_row(struct text_rows *r, struct text_row *out)
{
    size_t i = r->at, blank = 0, count = 0;
    uint32_t ch;

    if (i >= r->n)
        return false;
    while (i < r->n && r->text[i] != '\n') {
        size_t len = utf8_read(r->text + i, r->n - i, &ch);

        len = len ? len : 1;
        count += utf8_columns(r->text + i, len);
        if (count > r->width && i > r->at)
            break;
        if (r->text[i] == ' ')
            blank = i;
        i += len;
    }
    if (i < r->n && r->text[i] != '\n' && r->text[i] != ' ' && blank > r->at)
        i = blank;
    *out = (struct text_row){ r->at, i };
    r->at = i + (i < r->n && (r->text[i] == '\n' || r->text[i] == ' '));
    r->of_line = i < r->n && r->text[i] != '\n' ? r->of_line + 1 : 0;
    return true;
}

size_t text_skip_line(struct text_rows *r)
{
    const char *end;
    size_t was = r->at;

    if (r->of_line < TEXT_LINE_ROWS)
        return 0;
    end = memchr(r->text + r->at, '\n', r->n - r->at);
    r->at = end ? (size_t)(end - r->text) + 1 : r->n;
    r->of_line = 0;
    return r->at - was;
}

void text_add_row(struct arena *a, struct str *out, const struct text_rows *r,
                  struct text_row row)
{
    char *text = arena_strndup(a, r->text + row.from, row.to - row.from);
    size_t n = strlen(text);

    for (char *p = text; *p; p++)
        if (*p == '\t' || (*p == '\r' && p + 1 == text + n))
            *p = ' ';
    str_add_printable(out, text);
    while (out->n && out->s[out->n - 1] == ' ')
        out->s[--out->n] = '\0';
    str_addc(out, '\n');
}

void text_add_rows(struct arena *a, struct str *out, const char *text,
                   size_t width, size_t most, const char *margin,
                   const char *hint)
{
    struct text_rows r = { .text = text, .n = strlen(text), .width = width };
    struct text_row row;
    size_t left;

    for (size_t i = 0; (!most || i < most) && text_next_row(&r, &row); i++) {
        str_add(out, i ? margin : "");
        text_add_row(a, out, &r, row);
        if ((left = text_skip_line(&r)))
            str_addf(out, "%s... %zu more bytes of this line\n", margin, left);
    }
    if (r.n == 0)
        str_addc(out, '\n');
    if (r.at < r.n)
        str_addf(out, "%s... %zu more bytes%s\n", margin, r.n - r.at, hint);
}
