/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"
#include "run/spec/fields_int.h"

#include <stdio.h>
#include <string.h>

const char *spec_path(const struct spec_field *group,
                      const struct spec_field *f, char out[SPEC_PATH_SIZE])
{
    snprintf(out, SPEC_PATH_SIZE, "%s%s%s", group ? group->name : "",
             group ? "." : "", f->name);
    return out;
}

/* ---- words ---- */

void spec_add_words(struct str *out, const struct spec_field *f,
                    const char *last)
{
    for (const char *const *w = f->words; *w; w++) {
        if (w != f->words)
            str_add(out, w[1] ? ", " : last);
        str_add(out, *w);
    }
}

bool spec_find_word(const struct spec_field *f, const char *word, size_t *out)
{
    for (size_t i = 0; f->words[i]; i++)
        if (str_eq(f->words[i], word)) {
            *out = i;
            return true;
        }
    return false;
}

/* An enum is as wide as an int, with gcc and clang. */
size_t spec_choice(const struct spec_field *f, const void *place)
{
    const char *at = (const char *)place + f->at;
    size_t word =
        f->width == sizeof(bool) ? *(const bool *)at : *(const unsigned *)at;

    for (size_t i = 0; i <= word; i++)
        INVARIANT(f->words[i]);
    return word;
}

void spec_choose(const struct spec_field *f, void *place, size_t word)
{
    char *at = (char *)place + f->at;

    if (f->width == sizeof(bool))
        *(bool *)at = word != 0;
    else
        *(unsigned *)at = (unsigned)word;
}

/* ---- the rest ---- */

const char *spec_llm(const char *text)
{
    return str_starts(text, "llm:") && text[4] ? text + 4 : NULL;
}

const char *spec_table_hash(struct arena *a, const struct spec_table *t,
                            const void *spec)
{
    char hex[HASH_HEX_SIZE];
    struct str text = { 0 };

    spec_table_write(&text, t, spec, false);
    hash_hex(hash_bytes(str_get(&text), text.n), hex);
    str_clear(&text);
    return arena_strdup(a, hex);
}
