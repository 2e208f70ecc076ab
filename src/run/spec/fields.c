/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"
#include "run/spec/fields_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *spec_name(const struct spec_field *group,
                      const struct spec_field *f, char out[SPEC_NAME_SIZE])
{
    snprintf(out, SPEC_NAME_SIZE, "\"%s%s%s\"", group ? group->name : "",
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

/* ---- paths ---- */

static const char *whole_path(struct arena *a, const char *folder,
                              const char *path)
{
    if (!*folder || path[0] == '/' || str_eq(path, "-") || !*path)
        return path;
    while (str_starts(path, "./"))
        path += 2;
    return arena_printf(a, "%s/%s", folder, path);
}

static const char *whole_model(struct arena *a, const char *folder,
                               const char *name)
{
    static const char *const files[] = { "planted:", "replay:" };
    size_t at = str_starts(name, "llm:") ? 4 : 0;

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (str_starts(name + at, files[i])) {
            at += strlen(files[i]);
            return arena_printf(a, "%.*s%s", (int)at, name,
                                whole_path(a, folder, name + at));
        }
    return name;
}

const char *spec_resolve(struct arena *a, const struct spec_field *f,
                         const char *folder, const char *text)
{
    if (f->kind == SPEC_PATH && !(f->word && str_eq(text, f->word)))
        return whole_path(a, folder, text);
    if (f->kind == SPEC_MODEL || f->kind == SPEC_MODELS)
        return whole_model(a, folder, text);
    return text;
}

static void resolve_field(struct arena *a, const struct spec_field *f,
                          const char *here, char *place)
{
    const char **text = (const char **)(place + f->at);

    if (f->kind == SPEC_MODELS) {
        const char *const **list = (const char *const **)text;
        size_t n = *(size_t *)(place + f->at_n);
        const char **out = arena_array(a, const char *, n + 1);

        for (size_t i = 0; i < n; i++)
            out[i] = spec_resolve(a, f, here, (*list)[i]);
        *list = out;
    } else if ((f->kind == SPEC_PATH || f->kind == SPEC_MODEL) && *text) {
        *text = spec_resolve(a, f, here, *text);
    }
}

void spec_table_resolve(struct arena *a, const struct spec_table *t,
                        const char *here, void *spec)
{
    for (const struct spec_field *f = t->fields; f->name; f++) {
        if (!f->again)
            resolve_field(a, f, here, spec);
        for (const struct spec_field *g = f->group; g && g->name; g++)
            resolve_field(a, g, here, (char *)spec + f->at);
    }
}

/* ---- decoding ---- */

#define DECODE(f) offsetof(struct decoding, f)

const struct spec_field spec_decoding_fields[] = {
    { "temperature", SPEC_DECIMAL, DECODE(temperature), .flag = "temperature",
      .letter = 't', .value = "T",
      .doc = "decoding; what is not given is not sent",
      .range = &decoding_temperature },
    { "top_p", SPEC_DECIMAL, DECODE(top_p), .flag = "top-p", .value = "P",
      .doc = "share of the likeliest tokens", .range = &decoding_top_p },
    { "top_k", SPEC_DECIMAL, DECODE(top_k), .flag = "top-k", .value = "N",
      .doc = "so many of the likeliest; -1: off", .range = &decoding_top_k },
    { "min_p", SPEC_DECIMAL, DECODE(min_p), .flag = "min-p", .value = "P",
      .doc = "least share of the likeliest one's", .range = &decoding_min_p },
    { "repetition_penalty", SPEC_DECIMAL, DECODE(repetition_penalty),
      .flag = "repetition-penalty", .value = "X", .doc = "1: none",
      .range = &decoding_repetition_penalty },
    { "max_tokens", SPEC_DECIMAL, DECODE(max_tokens), .flag = "max-tokens",
      .value = "N", .doc = "the longest reply, thoughts included",
      .range = &decoding_max_tokens },
    { "seed", SPEC_WHOLE, DECODE(seed), .flag = "seed", .value = "N",
      .doc = "of attempt 1; attempt k has it + k - 1" },
    { "reasoning_effort", SPEC_TEXT, DECODE(reasoning_effort),
      .flag = "reasoning-effort", .value = "E",
      .doc = "low, medium, high ..." },
    { "stop", SPEC_TEXTS, .at = DECODE(stop), .at_n = DECODE(n_stop),
      .flag = "stop", .doc = "texts that end a reply; may be given again" },
    { "extra", SPEC_OBJECT, DECODE(extra), .flag = "extra",
      .doc = "an object merged into each request" },
    { 0 },
};

bool spec_decoding_check(const char *name, const struct decoding *d,
                         struct err *e)
{
    struct arena a = { 0 };
    struct json *body = json_new(&a, JSON_OBJECT);
    const struct {
        const char *name;
        bool set;
    } fields[] = {
        { "temperature", d->temperature },
        { "top_p", d->top_p },
        { "top_k", d->top_k },
        { "min_p", d->min_p },
        { "repetition_penalty", d->repetition_penalty },
        { "seed", d->seed },
        { "reasoning_effort", d->reasoning_effort },
        { "stop", d->n_stop > 0 },
    };
    struct err why;
    bool ok;

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (fields[i].set)
            json_set(&a, body, fields[i].name, json_new(&a, JSON_NULL));
    ok = decoding_extra(&a, body, d, &why);
    arena_clear(&a);
    return ok || err_set(e, ERR_DOMAIN, "\"%s.extra\": %.300s", name, why.msg);
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
