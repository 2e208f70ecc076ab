/* SPDX-License-Identifier: Apache-2.0 */
/* Replies of a writer. Nothing is trusted: what is found here still goes
 * through the checks. */
#include "base/ascii.h"
#include "base/json.h"
#include "base/str.h"
#include "evolve/text/writer_int.h"
#include "grade/extract/extract.h"

#include <string.h>

#define REPLY_MOST ((size_t)1 << 16) /* bytes that are looked at */

/* Behind what the model thought aloud, cut to what is looked at. */
static const char *answer_of(struct arena *a, const char *reply)
{
    size_t n = strlen(reply), from;

    if (!extract_skip_thinking(reply, n, &from))
        return "";
    n -= from;
    return arena_strndup(a, reply + from, n < REPLY_MOST ? n : REPLY_MOST);
}

/* In one line, without white space or quotes at its ends. */
static const char *flat(struct arena *a, const char *s, size_t n)
{
    struct str out = str_in(a);

    while (n && (is_space(*s) || *s == '"'))
        s++, n--;
    while (n && (is_space(s[n - 1]) || s[n - 1] == '"'))
        n--;
    for (size_t i = 0; i < n; i++) {
        bool blank = is_space(s[i]);

        if (!blank || (i && !is_space(s[i - 1])))
            str_addc(&out, blank ? ' ' : s[i]);
    }
    return str_get(&out);
}

static const char *from_json(struct arena *a, const char *text)
{
    const char *open = strchr(text, '{');
    struct json *v;
    struct err e;

    if (!open || !json_read_lenient(a, open, strlen(open), 1000, &v, &e))
        return NULL;
    return json_string(json_get(v, "text"));
}

const char *writer_read_text(struct arena *a, const char *reply)
{
    const char *text = answer_of(a, reply), *open, *close, *found;
    size_t at = strspn(text, " \t\r\n");

    open = strstr(text, "<text>");
    close = open ? strstr(open, "</text>") : NULL;
    if (close) {
        open += strlen("<text>");
        return flat(a, open, (size_t)(close - open));
    }
    if (open || !text[at])
        return NULL;
    if (text[at] == '{' || text[at] == '`') {
        found = from_json(a, text);
        return found ? flat(a, found, strlen(found)) : NULL;
    }
    /* A reply without tags serves where it is one paragraph. */
    return strstr(text + at, "\n\n") && !str_blank(strstr(text + at, "\n\n"))
               ? NULL
               : flat(a, text, strlen(text));
}

/* "12. the sentence": its number, and where the sentence begins. */
static size_t numbered(const char *line, size_t n, size_t *from)
{
    size_t i = 0, number = 0;

    while (i < n && (is_space(line[i]) || line[i] == '>' || line[i] == '*'))
        i++;
    if (i == n || !is_digit(line[i]))
        return 0;
    for (; i < n && is_digit(line[i]) && number < 1000; i++)
        number = number * 10 + (size_t)(line[i] - '0');
    if (i == n || !strchr(".):", line[i]))
        return 0;
    i++;
    while (i < n && line[i] == '*')
        i++;
    if (i == n || !is_space(line[i]))
        return 0;
    *from = i;
    return number;
}

size_t writer_read_list(struct arena *a, const char *reply, const char **said,
                        size_t n)
{
    const char *p = answer_of(a, reply);
    bool twice[STRUCTURE_SENTENCES] = { false };
    size_t found = 0, from = 0;

    INVARIANT(n <= STRUCTURE_SENTENCES);
    for (size_t i = 0; i < n; i++)
        said[i] = NULL;
    while (*p) {
        size_t len = strcspn(p, "\n"), number = numbered(p, len, &from);

        if (number >= 1 && number <= n) {
            twice[number - 1] = said[number - 1] != NULL || twice[number - 1];
            said[number - 1] = flat(a, p + from, len - from);
        }
        p += len + (p[len] == '\n');
    }
    for (size_t i = 0; i < n; i++) {
        if (twice[i])
            said[i] = NULL;
        found += said[i] != NULL;
    }
    return found;
}
