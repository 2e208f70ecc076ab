/* SPDX-License-Identifier: Apache-2.0 */
#include "run/question/slots.h"
#include "base/ascii.h"

#include <string.h>

static size_t slots_name_length(const char *s)
{
    size_t n = 0;

    while (is_letter(s[n]) || s[n] == '_' || (n && is_digit(s[n])))
        n++;
    return n;
}

const char *slots_next(const char *s, const char **name, size_t *n)
{
    for (; (s = strstr(s, "${")); s += 2) {
        *name = s + 2;
        *n = slots_name_length(s + 2);
        if (*n && s[2 + *n] == '}')
            return s;
    }
    return NULL;
}

void slots_fill(struct str *out, const char *text,
                const struct prompt_slot *slots, size_t n_slots)
{
    const char *at, *name;
    size_t n;

    while ((at = slots_next(text, &name, &n))) {
        const char *value = NULL;

        for (size_t i = 0; i < n_slots && !value; i++)
            if (strlen(slots[i].name) == n &&
                strncmp(slots[i].name, name, n) == 0)
                value = slots[i].value;
        str_addn(out, text, (size_t)(at - text));
        str_add(out, value ? value : "");
        text = name + n + 1;
    }
    str_add(out, text);
}

void slots_block(struct str *out, const char *text, int indent)
{
    size_t n = strlen(text);

    str_add(out, n && text[n - 1] == '\n' ? " |+\n" : " |-\n");
    for (size_t i = 0; i < n; i++) {
        if ((i == 0 || text[i - 1] == '\n') && text[i] != '\n')
            str_addf(out, "%*s", indent, "");
        str_addc(out, text[i]);
    }
    if (!n || text[n - 1] != '\n')
        str_addc(out, '\n');
}
