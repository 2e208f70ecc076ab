/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/prompt.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "text/character.h"

#include <string.h>

const char *prompt_part_name(const struct hunt_prompt *p, enum prompt_part part)
{
    static const char *const usual[PROMPT_PARTS] = { "system", "user" };

    return p->part[part] ? p->part[part] : usual[part];
}

/* ---- prompts ---- */

static const struct hunt_prompt *find(const char *name)
{
    for (size_t i = 0; i < prompt_table_n; i++)
        if (str_eq(prompt_table[i].name, name) && !prompt_table[i].template)
            return &prompt_table[i];
    BUG("there is no such prompt");
}

const char *prompt_make(struct arena *a, const struct domain *d,
                        const char *name, enum prompt_part part,
                        const struct prompt_slot *slots, size_t n)
{
    const struct hunt_prompt *p = find(name);
    struct domain words = domain_words(a, d);
    struct prompt_slot *all = arena_array(a, struct prompt_slot, n + 4);
    const char *text = json_string(
        json_get(json_get(d->prompts, name), prompt_part_name(p, part)));
    struct str out = str_in(a);

    if (!text)
        text = p->text[part] ? p->text[part] : "";
    /* The words of the domain fill what the caller does not. */
    for (size_t i = 0; i < n; i++)
        all[i] = slots[i];
    all[n++] = (struct prompt_slot){ "example", words.example };
    all[n++] =
        (struct prompt_slot){ "Example", domain_capital(a, words.example) };
    all[n++] = (struct prompt_slot){ "examples", words.examples };
    all[n++] = (struct prompt_slot){ "task", words.task };
    slots_fill(&out, text, all, n);
    return str_get(&out);
}

/* ---- quoted texts ---- */

/* The bytes of a line's end at s, 0: there is none. Those of Unicode count. */
static size_t line_end(const char *s)
{
    if (s[0] == '\r' && s[1] == '\n')
        return 2;
    if (*s >= '\n' && *s <= '\r')
        return 1;
    return character_is((struct span){ s, strnlen(s, UTF8_MAX) }, 0, CHAR_LINE);
}

const char *prompt_quote(struct arena *a, const char *text, size_t most)
{
    struct str out = str_in(a);
    const char *s = text;

    str_add(&out, "> ");
    while (*s) {
        size_t n = line_end(s);

        if ((size_t)(s - text) >= most && ((unsigned char)*s & 0xC0) != 0x80) {
            str_add(&out, " [...]");
            break;
        }
        if (n)
            str_add(&out, "\n> ");
        else
            str_addc(&out, *s);
        s += n ? n : 1;
    }
    str_addc(&out, '\n');
    return str_get(&out);
}
