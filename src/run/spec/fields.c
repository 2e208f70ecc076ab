/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"
#include "base/json.h"
#include "run/spec/fields_int.h"

#include <math.h>
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
    static const char *const files[] = { "planted:", "replay:", "student:" };
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
      .doc = "sampling temperature; decoding options that you do not give are "
             "not sent",
      .range = &decoding_temperature },
    { "top_p", SPEC_DECIMAL, DECODE(top_p), .flag = "top-p", .value = "P",
      .doc = "sample from the top tokens with this total probability",
      .range = &decoding_top_p },
    { "top_k", SPEC_DECIMAL, DECODE(top_k), .flag = "top-k", .value = "N",
      .doc = "sample from the top N tokens; -1 turns it off",
      .range = &decoding_top_k },
    { "min_p", SPEC_DECIMAL, DECODE(min_p), .flag = "min-p", .value = "P",
      .doc = "ignore tokens below P times the top token's probability",
      .range = &decoding_min_p },
    { "repetition_penalty", SPEC_DECIMAL, DECODE(repetition_penalty),
      .flag = "repetition-penalty", .value = "X",
      .doc = "penalty on repeated tokens; 1 means none",
      .range = &decoding_repetition_penalty },
    { "max_tokens", SPEC_DECIMAL, DECODE(max_tokens), .flag = "max-tokens",
      .value = "N",
      .doc = "maximum length of a reply in tokens, reasoning included",
      .range = &decoding_max_tokens },
    { "seed", SPEC_WHOLE, DECODE(seed), .flag = "seed", .value = "N",
      .doc = "sampling seed; attempt k uses N + k - 1" },
    { "reasoning_effort", SPEC_TEXT, DECODE(reasoning_effort),
      .flag = "reasoning-effort", .value = "E",
      .doc = "reasoning effort: low, medium, high ..." },
    { "stop", SPEC_TEXTS, .at = DECODE(stop), .at_n = DECODE(n_stop),
      .flag = "stop", .doc = "stop the reply at this text; may be repeated" },
    { "extra", SPEC_OBJECT, DECODE(extra), .flag = "extra",
      .doc = "JSON object to merge into each request" },
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

/*
 * Fields as options: defaults, the options of a table, and their values. The
 * text of an option becomes the JSON value that a file would have, and is then
 * read and checked in the same way.
 */

/* ---- defaults ---- */

#define PUT(type, v) (*(type *)at = (type)(v))

/* The list of one name is the row's own. */
static void put_default(const struct spec_field *f, void *place)
{
    void *at = (char *)place + f->at;
    size_t word;

    switch (f->kind) {
    case SPEC_MODELS:
    case SPEC_NAMES:
    case SPEC_TEXTS:
        PUT(const char *const *, &f->init);
        *(size_t *)((char *)place + f->at_n) = 1;
        return;
    case SPEC_SIZE: PUT(size_t, strtoull(f->init, NULL, 10)); return;
    case SPEC_U64: PUT(uint64_t, strtoull(f->init, NULL, 10)); return;
    case SPEC_UNSIGNED: PUT(unsigned, strtoul(f->init, NULL, 10)); return;
    case SPEC_NUMBER: PUT(double, strtod(f->init, NULL)); return;
    case SPEC_BOOL: PUT(bool, str_eq(f->init, "true")); return;
    case SPEC_CHOICE:
        INVARIANT(spec_find_word(f, f->init, &word));
        spec_choose(f, place, word);
        return;
    case SPEC_GROUP:
    case SPEC_OBJECT: BUG("it has no default");
    default: PUT(const char *, f->init); return;
    }
}

void spec_table_defaults(const struct spec_table *t, void *spec)
{
    memset(spec, 0, t->size);
    for (const struct spec_field *f = t->fields; f->name; f++) {
        if (f->init)
            put_default(f, spec);
        for (const struct spec_field *g = f->group; g && g->name; g++)
            if (g->init)
                put_default(g, (char *)spec + f->at);
    }
    if (t->defaults)
        t->defaults(spec);
}

/* ---- options ---- */

static bool is_of_the_top(const struct spec_table *t, const char *flag)
{
    for (const struct spec_field *f = t->fields; f->name; f++)
        if (f->flag && str_eq(f->flag, flag))
            return true;
    return false;
}

size_t spec_table_options(const struct spec_table *t, struct spec_option *out,
                          size_t most)
{
    size_t n = 0;

    for (const struct spec_field *f = t->fields; f->name; f++) {
        const struct spec_field *g = f->options ? f->group : NULL;

        if (f->flag && n < most)
            out[n++] = (struct spec_option){ NULL, f };
        for (; g && g->name; g++)
            if (g->flag && !is_of_the_top(t, g->flag) && n < most)
                out[n++] = (struct spec_option){ f, g };
    }
    return n;
}

const char *spec_option_value(const struct spec_option *o)
{
    static const char *const usual[] = {
        [SPEC_TEXT] = "TEXT",   [SPEC_PATH] = "FILE",  [SPEC_MODEL] = "M",
        [SPEC_MODELS] = "M",    [SPEC_NAMES] = "LIST", [SPEC_TEXTS] = "TEXT",
        [SPEC_SEED] = "S",      [SPEC_SIZE] = "N",     [SPEC_U64] = "N",
        [SPEC_UNSIGNED] = "N",  [SPEC_NUMBER] = "X",   [SPEC_BOOL] = NULL,
        [SPEC_CHOICE] = "WORD", [SPEC_DECIMAL] = "X",  [SPEC_WHOLE] = "N",
        [SPEC_OBJECT] = "JSON",
    };

    return o->field->value ? o->field->value : usual[o->field->kind];
}

void spec_option_help(struct str *out, const struct spec_option *o)
{
    const struct spec_field *f = o->field;

    const char *usual = f->usual               ? f->usual
                        : f->none              ? f->none
                        : f->kind != SPEC_BOOL ? f->init
                                               : NULL;

    str_addf(out, "%s%s", f->off ? "do not " : "", f->doc);
    if (usual)
        str_addf(out, " (default: %s)", usual);
}

/* ---- what was typed ---- */

/* A number as JSON writes it; else the text, which is refused as such. */
static struct json *number_of(struct arena *a, const struct spec_field *f,
                              const char *text)
{
    size_t n = strlen(text), zeros = strspn(text, "0");
    bool percent = f->kind == SPEC_NUMBER && f->most > 0 && f->most <= 1 &&
                   n > 1 && text[n - 1] == '%';
    char *end;
    double v;

    if (f->kind == SPEC_DECIMAL || f->kind == SPEC_WHOLE)
        return json_new_number(a, text);
    if (f->kind != SPEC_NUMBER)
        return !n || strspn(text, "0123456789") < n
                   ? json_new_string(a, text)
                   : json_new_number(a, zeros < n ? text + zeros : "0");
    v = strtod(text, &end);
    if (!n || strspn(text, "+-.0123456789eE") < n - percent ||
        end != text + n - percent || !isfinite(v))
        return json_new_string(a, text);
    return json_new_number(a, arena_printf(a, "%.17g", percent ? v / 100 : v));
}

/* "a,b" as a list. */
static struct json *names_of(struct arena *a, const char *text)
{
    struct json *list = json_new(a, JSON_ARRAY);

    while (*text) {
        size_t n = strcspn(text, ",");
        const char *name = str_trim(a, arena_strndup(a, text, n));

        if (*name)
            json_push(list, json_new_string(a, name));
        text += n + (text[n] == ',');
    }
    return list->count == 1 ? list->first : list;
}

static bool json_of(struct arena *a, const struct spec_field *f,
                    const char *name, const char *text, struct json **out,
                    struct err *e)
{
    switch (f->kind) {
    case SPEC_SIZE:
    case SPEC_U64:
    case SPEC_UNSIGNED:
    case SPEC_NUMBER:
    case SPEC_DECIMAL:
    case SPEC_WHOLE: *out = number_of(a, f, text); return true;
    case SPEC_BOOL:
        *out = json_new(a, JSON_BOOL);
        (*out)->truth = !f->off;
        return true;
    case SPEC_OBJECT:
        if (json_read(a, text, strlen(text), 1, out, e))
            return true;
        return err_prefix(e, "%s is not valid JSON, at column %zu: ", name,
                          e->column);
    case SPEC_NAMES:
        *out = names_of(a, text);
        if ((*out)->type == JSON_ARRAY && !(*out)->count)
            return err_set(e, ERR_USAGE, "%s takes names, separated by commas",
                           name);
        return true;
    default: *out = json_new_string(a, text); return true;
    }
}

/* Put a list behind the one that stood there. */
static void append(struct arena *a, const struct spec_field *f, void *place,
                   const char *const *before, size_t n)
{
    const char *const **list = (void *)((char *)place + f->at);
    size_t *end = (void *)((char *)place + f->at_n);
    const char **all = arena_array(a, const char *, n + *end + 1);

    if (n)
        memcpy(all, before, n * sizeof(*all));
    if (*end)
        memcpy(all + n, *list, *end * sizeof(*all));
    *list = all;
    *end += n;
}

bool spec_option_set(struct arena *a, const struct spec_option *o,
                     const char *text, bool more, void *spec, struct err *e)
{
    const struct spec_field *f = o->field;
    char *place = (char *)spec + (o->group ? o->group->at : 0);
    const char *const *before = NULL;
    const char *name = arena_printf(a, "--%s", f->flag);
    struct spec_reader r = { .arena = a, .folder = "" };
    size_t n = 0;
    struct json *v;

    if (!json_of(a, f, name, text, &v, e))
        return false;
    more = more && (f->kind == SPEC_MODELS || f->kind == SPEC_NAMES ||
                    f->kind == SPEC_TEXTS);
    if (more) {
        before = *(const char *const **)(place + f->at);
        n = *(size_t *)(place + f->at_n);
    }
    if (!spec_read_value(&r, f, name, v, place, e))
        return false;
    if (more)
        append(a, f, place, before, n);
    return spec_check_field(name, f, place, e);
}
