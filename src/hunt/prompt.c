/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/prompt.h"
#include "base/ascii.h"
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

/* ---- slots ---- */

static size_t name_length(const char *s)
{
    size_t n = 0;

    while (is_letter(s[n]) || s[n] == '_' || (n && is_digit(s[n])))
        n++;
    return n;
}

const char *prompt_next_slot(const char *s, const char **name, size_t *n)
{
    for (; (s = strstr(s, "${")); s += 2) {
        *name = s + 2;
        *n = name_length(s + 2);
        if (*n && s[2 + *n] == '}')
            return s;
    }
    return NULL;
}

static bool is_called(const char *a, const char *name, size_t n)
{
    return strlen(a) == n && strncmp(a, name, n) == 0;
}

/* What the domain calls things; NULL: it is none of its words. */
static const char *word_of(struct arena *a, const struct domain *d,
                           const char *name, size_t n)
{
    if (is_called("example", name, n))
        return d->example;
    if (is_called("Example", name, n))
        return domain_capital(a, d->example);
    if (is_called("examples", name, n))
        return d->examples;
    return is_called("task", name, n) ? d->task : NULL;
}

static void fill(struct arena *a, const struct domain *d, const char *text,
                 const struct prompt_slot *slots, size_t n_slots,
                 struct str *out)
{
    const char *at, *name, *value;
    size_t n;

    while ((at = prompt_next_slot(text, &name, &n))) {
        value = NULL;
        for (size_t i = 0; i < n_slots && !value; i++)
            if (is_called(slots[i].name, name, n))
                value = slots[i].value;
        if (!value)
            value = word_of(a, d, name, n);
        str_addn(out, text, (size_t)(at - text));
        str_add(out, value ? value : "");
        text = name + n + 1;
    }
    str_add(out, text);
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
    const char *text = json_string(
        json_get(json_get(d->prompts, name), prompt_part_name(p, part)));
    struct str out = str_in(a);

    if (!text)
        text = p->text[part] ? p->text[part] : "";
    fill(a, &words, text, slots, n, &out);
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
