/* SPDX-License-Identifier: Apache-2.0 */
#include "run/spec/fields.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/utf8.h"
#include "base/yaml.h"
#include "family/generate.h"
#include "store/store.h"
#include "text/span.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPEC_NAME_SIZE 80

/* Who reads: a file, or an option. */
struct spec_reader {
    struct arena *arena;
    const struct spec_table *table; /* of a file */
    const char *folder; /* what paths are relative to; "": as they stand */
    void *spec;         /* what a file is read into */
};

/*
 * A spec as YAML that reads back as itself: one field a line, its comment
 * behind it, or above it where the value is long.
 */

#define COMMENT_AT 37 /* the column that comments begin in, from 0 */
#define LINE_MOST  80 /* columns, with a comment */

/* ---- texts ---- */

/* Characters that may stand without quotes anywhere, also within brackets. */
static bool fields_is_plain(const char *s)
{
    if (!is_letter(*s) && *s != '/')
        return false;
    /* Words that YAML 1.1 or 1.2 takes for something else. */
    if (span_among((struct span){ s, strlen(s) },
                   "null true false yes no on off y n") ||
        str_ends(s, ":"))
        return false;
    for (; *s; s++)
        if (!is_letter(*s) && !is_digit(*s) && !strchr("/._-:#", *s))
            return false;
    return true;
}

/* Line ends of any kind, controls and the byte order mark are escaped: a
 * reader of YAML folds the ones and refuses the others. */
static void add_character(struct str *out, uint32_t ch, const char *bytes,
                          size_t n)
{
    if (ch == '"' || ch == '\\')
        str_addc(out, '\\');
    if (ch == '\n')
        str_add(out, "\\n");
    else if (ch == '\t')
        str_add(out, "\\t");
    else if (ch < 0x20 || (ch >= 0x7f && ch < 0xa0) || ch == 0x2028 ||
             ch == 0x2029 || ch == 0xfeff || (ch & 0xfffe) == 0xfffe)
        str_addf(out, ch > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)ch);
    else
        str_addn(out, bytes, n);
}

static void fields_add_quoted(struct str *out, const char *s)
{
    size_t n = strlen(s), len;
    uint32_t ch;

    str_addc(out, '"');
    for (size_t i = 0; i < n; i += len) {
        len = utf8_read(s + i, n - i, &ch);
        if (len)
            add_character(out, ch, s + i, len);
        else
            str_add(out, "\\ufffd");
        len = len ? len : 1;
    }
    str_addc(out, '"');
}

static void fields_add_text(struct str *out, const char *s)
{
    if (fields_is_plain(s))
        str_add(out, s);
    else
        fields_add_quoted(out, s);
}

static void add_maybe(struct str *out, const char *s)
{
    if (s)
        fields_add_text(out, s);
    else
        str_add(out, "null");
}

/* ---- numbers ---- */

/* The shortest digits that are this number again. */
static void fields_add_number(struct str *out, double v)
{
    char text[40];

    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, v);
        if (strtod(text, NULL) == v)
            break;
    }
    str_add(out, text);
}

/* A JSON number stands as it was written; what is none has quotes and is
 * refused by whoever reads it. */
static void add_decimal(struct str *out, const char *s)
{
    struct arena a = { 0 };
    struct json *v;
    struct err e;

    if (s && json_read(&a, s, strlen(s), 1, &v, &e) && v->type == JSON_NUMBER)
        str_add(out, v->text);
    else
        add_maybe(out, s);
    arena_clear(&a);
}

/* ---- values of YAML ---- */

static void fields_add_json(struct str *out, const struct json *v)
{
    switch (v->type) {
    case JSON_NULL: str_add(out, "null"); return;
    case JSON_BOOL: str_add(out, v->truth ? "true" : "false"); return;
    case JSON_NUMBER: str_add(out, v->text); return;
    case JSON_STRING: fields_add_quoted(out, v->text); return;
    case JSON_ARRAY:
    case JSON_OBJECT: break;
    }
    str_addc(out, v->type == JSON_ARRAY ? '[' : '{');
    for (const struct json *m = v->first; m; m = m->next) {
        if (v->type == JSON_OBJECT) {
            fields_add_quoted(out, m->name);
            str_add(out, ": ");
        }
        fields_add_json(out, m);
        str_add(out, m->next ? ", " : "");
    }
    str_addc(out, v->type == JSON_ARRAY ? ']' : '}');
}

#define THERE(type) (*(const type *)at)

static size_t spec_choice(const struct spec_field *f, const void *place);

static void fields_add_value(struct str *out, const struct spec_field *f,
                             const void *place)
{
    const void *at = (const char *)place + f->at;
    const void *end = (const char *)place + f->at_n;

    switch (f->kind) {
    case SPEC_TEXT:
    case SPEC_PATH:
    case SPEC_MODEL: add_maybe(out, THERE(char *)); break;
    case SPEC_SEED:
    case SPEC_DECIMAL:
    case SPEC_WHOLE: add_decimal(out, THERE(char *)); break;
    case SPEC_MODELS:
    case SPEC_NAMES:
    case SPEC_TEXTS:
        str_addc(out, '[');
        for (size_t i = 0; i < *(const size_t *)end; i++) {
            str_add(out, i ? ", " : "");
            fields_add_text(out, (*(const char *const *const *)at)[i]);
        }
        str_addc(out, ']');
        break;
    case SPEC_SIZE: str_addf(out, "%zu", THERE(size_t)); break;
    case SPEC_U64: str_addf(out, "%" PRIu64, THERE(uint64_t)); break;
    case SPEC_UNSIGNED: str_addf(out, "%u", THERE(unsigned)); break;
    case SPEC_NUMBER: fields_add_number(out, THERE(double)); break;
    case SPEC_BOOL: str_add(out, THERE(bool) ? "true" : "false"); break;
    case SPEC_CHOICE:
        fields_add_text(out, f->words[spec_choice(f, place)]);
        break;
    case SPEC_OBJECT:
        if (THERE(struct json *))
            fields_add_json(out, THERE(struct json *));
        else
            str_add(out, "null");
        break;
    case SPEC_GROUP: BUG("a group has no value");
    }
}

/* ---- lines ---- */

static void pad(struct str *out, size_t n, size_t to)
{
    for (; n < to; n++)
        str_addc(out, ' ');
}

/* The comment, in as many lines as it takes; each begins in column `at`, the
 * first where *out ends. */
static void add_comment(struct str *out, size_t at, const char *doc)
{
    size_t most = LINE_MOST - at - 2;

    while (strlen(doc) > most) {
        size_t n = most;

        while (n > 0 && doc[n] != ' ')
            n--;
        n = n ? n : most;
        str_addf(out, "# %.*s\n", (int)n, doc);
        pad(out, 0, at);
        doc += n + (doc[n] == ' ');
    }
    str_addf(out, "# %s\n", doc);
}

/* doc NULL: the value alone. */
static void fields_add_line(struct str *out, const char *indent,
                            const char *name, const char *value,
                            const char *doc)
{
    size_t n = strlen(indent) + strlen(name) + 1 +
               (*value ? 1 + utf8_count(value, strlen(value)) : 0);
    bool fits = n + 1 <= COMMENT_AT;

    if (doc && !fits) {
        str_add(out, indent);
        add_comment(out, strlen(indent), doc);
    }
    str_addf(out, "%s%s:%s%s", indent, name, *value ? " " : "", value);
    if (doc && fits) {
        pad(out, n, COMMENT_AT);
        add_comment(out, COMMENT_AT, doc);
    } else {
        str_addc(out, '\n');
    }
}

static void fields_add_field(struct str *out, const char *indent,
                             const struct spec_field *f, const void *place,
                             bool whole)
{
    bool text = f->kind == SPEC_TEXT || f->kind == SPEC_PATH;
    struct str value = { 0 }, doc = { 0 };

    fields_add_value(&value, f, place);
    str_add(&doc, f->doc);
    if (f->none)
        str_addf(&doc, "; %s: %s", text ? "null" : "0", f->none);
    fields_add_line(out, indent, f->name, str_get(&value),
                    whole ? str_get(&doc) : NULL);
    str_clear(&doc);
    str_clear(&value);
}

void spec_table_write(struct str *out, const struct spec_table *t,
                      const void *spec, bool whole)
{
    size_t before = out->n;

    for (const struct spec_field *f = t->fields; f->name; f++) {
        const char *place = (const char *)spec + f->at;

        if (f->again || (!whole && f->unhashed))
            continue;
        if (f->head && whole)
            str_addf(out, "%s# ---- %s ----\n", out->n > before ? "\n" : "",
                     f->head);
        if (f->kind != SPEC_GROUP) {
            fields_add_field(out, "", f, spec, whole);
            continue;
        }
        fields_add_line(out, "", f->name, "", whole ? f->doc : NULL);
        for (const struct spec_field *g = f->group; g->name; g++)
            if (!g->again)
                fields_add_field(out, "  ", g, place, whole);
    }
}

/* Returns how messages name a field: "propose.alpha" with its quotes. `group`
 * is NULL for a field at the top. */
static const char *spec_name(const struct spec_field *group,
                             const struct spec_field *f,
                             char out[SPEC_NAME_SIZE])
{
    snprintf(out, SPEC_NAME_SIZE, "\"%s%s%s\"", group ? group->name : "",
             group ? "." : "", f->name);
    return out;
}

/* ---- words ---- */

/* "a, b or c": the words of a field; `last` is " or ", or " and ". */
static void spec_add_words(struct str *out, const struct spec_field *f,
                           const char *last)
{
    for (const char *const *w = f->words; *w; w++) {
        if (w != f->words)
            str_add(out, w[1] ? ", " : last);
        str_add(out, *w);
    }
}

/* Finds the place of a word among those of a field. Returns false if it is none
 * of them. */
static bool spec_find_word(const struct spec_field *f, const char *word,
                           size_t *out)
{
    for (size_t i = 0; f->words[i]; i++)
        if (str_eq(f->words[i], word)) {
            *out = i;
            return true;
        }
    return false;
}

/* Read and set a choice, as a place among its words. */
/* An enum is as wide as an int, with gcc and clang. */
static size_t spec_choice(const struct spec_field *f, const void *place)
{
    const char *at = (const char *)place + f->at;
    size_t word =
        f->width == sizeof(bool) ? *(const bool *)at : *(const unsigned *)at;

    for (size_t i = 0; i <= word; i++)
        INVARIANT(f->words[i]);
    return word;
}

static void spec_choose(const struct spec_field *f, void *place, size_t word)
{
    char *at = (char *)place + f->at;

    if (f->width == sizeof(bool))
        *(bool *)at = word != 0;
    else
        *(unsigned *)at = (unsigned)word;
}

/* ---- paths ---- */

static const char *fields_whole_path(struct arena *a, const char *folder,
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
                                fields_whole_path(a, folder, name + at));
        }
    return name;
}

/* Returns a path, or a model that contains one (planted:FILE, replay:FILE,
 * student:FILE, also after llm:), joined to the folder that it is relative to. */
static const char *spec_resolve(struct arena *a, const struct spec_field *f,
                                const char *folder, const char *text)
{
    if (f->kind == SPEC_PATH && !(f->word && str_eq(text, f->word)))
        return fields_whole_path(a, folder, text);
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
    struct err why;
    bool ok;

    /* The field of max_tokens has another name in each API. */
    for (const struct spec_field *f = spec_decoding_fields; f->name; f++) {
        const char *at = (const char *)d + f->at;

        if (f->kind != SPEC_OBJECT && !str_eq(f->name, "max_tokens") &&
            (f->kind == SPEC_TEXTS ? d->n_stop > 0 : THERE(char *) != NULL))
            json_set(&a, body, f->name, json_new(&a, JSON_NULL));
    }
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

size_t spec_table_options(const struct spec_table *t, struct spec_option *out,
                          size_t most)
{
    size_t n = 0;

    for (const struct spec_field *f = t->fields; f->name; f++) {
        const struct spec_field *g = f->options ? f->group : NULL;

        if (f->flag && n < most)
            out[n++] = (struct spec_option){ NULL, f };
        for (; g && g->name; g++) {
            bool top = false; /* a field at the top has the flag */

            for (const struct spec_field *k = t->fields; k->name; k++)
                top = top || (k->flag && g->flag && str_eq(k->flag, g->flag));
            if (g->flag && !top && n < most)
                out[n++] = (struct spec_option){ f, g };
        }
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
static struct json *fields_number_of(struct arena *a,
                                     const struct spec_field *f,
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
static struct json *fields_names_of(struct arena *a, const char *text)
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
    case SPEC_WHOLE: *out = fields_number_of(a, f, text); return true;
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
        *out = fields_names_of(a, text);
        if ((*out)->type == JSON_ARRAY && !(*out)->count)
            return err_set(e, ERR_USAGE, "%s takes names, separated by commas",
                           name);
        return true;
    default: *out = json_new_string(a, text); return true;
    }
}

static bool spec_check_field(const char *name, const struct spec_field *f,
                             const void *place, struct err *e);

static bool spec_read_value(const struct spec_reader *r,
                            const struct spec_field *f, const char *name,
                            const struct json *v, void *place, struct err *e);

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
    if (more) { /* the list is put behind the one that stood there */
        const char *const **list = (void *)(place + f->at);
        size_t *end = (void *)(place + f->at_n);
        const char **all = arena_array(a, const char *, n + *end + 1);

        for (size_t i = 0; i < n + *end; i++)
            all[i] = i < n ? before[i] : (*list)[i - n];
        *list = all;
        *end += n;
    }
    return spec_check_field(name, f, place, e);
}

/*
 * Checks each field, by itself, against its row of the table. The reader calls
 * this for each field as it comes, so that a mistake in a file is reported with
 * its line.
 */

#define EXTRA_MOST 256 /* members: each is looked for among those before it */

/* ---- secrets ---- */

/* Returns whether the name of a field says that its value is a secret. */
static bool spec_names_secret(const char *name)
{
    static const char *const parts[] = { "apikey",    "authorization",
                                         "secret",    "password",
                                         "bearer",    "accesstoken",
                                         "authtoken", "credential" };
    char plain[64];
    size_t n = 0;

    for (; *name && n + 1 < sizeof(plain); name++)
        if (is_letter(*name) || is_digit(*name))
            plain[n++] = to_lower(*name);
    plain[n] = '\0';
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strstr(plain, parts[i]))
            return true;
    return str_among(plain, "key token header headers auth");
}

/* "https://name:password@host". The name alone may be a key, but of a database
 * it is a name. */
static bool fields_has_password(const char *s)
{
    const char *host = strstr(s, "://"), *at;
    size_t n;

    if (!host)
        return false;
    n = strcspn(host + 3, "/?#");
    at = memchr(host + 3, '@', n);
    if (!store_is_address(s) || !at)
        return at != NULL;
    return memchr(host + 3, ':', (size_t)(at - host) - 3) != NULL;
}

static bool check_secret(const char *name, const char *text, struct err *e)
{
    static const char *const usual[] = { "sk-", "Bearer ", "gsk_", "hf_",
                                         "AIza" };
    bool found = fields_has_password(text);

    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        found = found || str_starts(text, usual[i]);
    if (!found)
        return true;
    return err_set(e, ERR_DOMAIN,
                   "%s looks like an API key: a spec must not contain secrets; "
                   "put it into an environment variable (OPENAI_API_KEY, "
                   "ANTHROPIC_API_KEY, ASSAY_API_KEY)",
                   name);
}

/* Names and values of --extra's kind, at any depth (readers have a ceiling on
 * that). */
static bool check_object(const char *name, const struct json *v, struct err *e)
{
    for (const struct json *m = v->first; m; m = m->next) {
        /* "key" of a map is a name like others: the prompt of key models. */
        if (m->name && spec_names_secret(m->name) &&
            !(m->type == JSON_OBJECT && str_eq(m->name, "key")))
            return err_set(
                e, ERR_DOMAIN,
                "%s must not contain \"%.40s\": a spec must not contain "
                "secrets; put them into environment variables",
                name, m->name);
        if (json_string(m) && !check_secret(name, m->text, e))
            return false;
        if (!check_object(name, m, e))
            return false;
    }
    return true;
}

/* ---- one field ---- */

/* Returns the largest value of a number's field. */
static double spec_most(const struct spec_field *f)
{
    return f->most > 0 ? f->most : 1e9;
}

static bool check_range(const char *name, const struct spec_field *f, double v,
                        struct err *e)
{
    double most = spec_most(f);
    bool whole = f->kind != SPEC_NUMBER;

    if (v == 0 && f->none && *name == '"')
        return true;
    if (isfinite(v) &&
        (f->open ? v > f->least && v < most : v >= f->least && v <= most))
        return true;
    return err_set(e, ERR_DOMAIN,
                   "%s must be a %snumber %s %.10g %s %.10g, not \"%.10g\"",
                   name, whole ? "whole " : "", f->open ? "above" : "from",
                   f->least, f->open ? "and below" : "to", most, v);
}

static bool fields_check_text(const char *name, const struct spec_field *f,
                              const char *s, struct err *e)
{
    if (!s)
        return !f->needed ||
               err_set(e, ERR_DOMAIN, "%s must not be null", name);
    if (str_blank(s))
        return err_set(e, ERR_DOMAIN, "%s must not be empty%s", name,
                       f->needed ? "" : "; write null for none");
    if (f->kind == SPEC_SEED && !seed_is_valid(s))
        return err_set(e, ERR_DOMAIN,
                       "%s must be 1 to %d letters, digits, \".\", \"_\" "
                       "or \"-\"",
                       name, LIMIT_SEED_BYTES);
    return check_secret(name, s, e);
}

static bool fields_check_name(const char *name, const struct spec_field *f,
                              const char *said, struct err *e)
{
    struct str known = { 0 };
    size_t word;

    if (f->knows   ? f->knows(said)
        : f->words ? spec_find_word(f, said, &word)
                   : true)
        return true;
    if (f->known) {
        str_add(&known, f->known);
    } else {
        str_add(&known, "choose ");
        spec_add_words(&known, f, " or ");
        str_add(&known, ", or write all");
    }
    err_set(e, ERR_DOMAIN, "%s has \"%.40s\"; %s", name, said, str_get(&known));
    str_clear(&known);
    return false;
}

static bool check_list(const char *name, const struct spec_field *f,
                       const char *const *list, size_t n, struct err *e)
{
    if (n > LIMIT_MODELS)
        return err_set(e, ERR_LIMIT, "%s may have at most %d entries", name,
                       LIMIT_MODELS);
    for (size_t i = 0; i < n; i++) {
        if (f->kind == SPEC_TEXTS ? !*list[i] : str_blank(list[i]))
            return err_set(e, ERR_DOMAIN, "%s has an empty entry", name);
        for (size_t j = 0; j < i; j++)
            if (str_eq(list[i], list[j]))
                return err_set(e, ERR_DOMAIN,
                               "%s has \"%.80s\" twice; leave one out", name,
                               list[i]);
        if (!check_secret(name, list[i], e) ||
            (f->kind == SPEC_NAMES && !fields_check_name(name, f, list[i], e)))
            return false;
    }
    return true;
}

/* By the rules of model/decoding.h, under the field's own name. */
static bool check_decimal(const char *name, const struct spec_field *f,
                          const char *text, struct err *e)
{
    struct arena a = { 0 };
    struct json *body = json_new(&a, JSON_OBJECT);
    bool ok;

    if (f->kind == SPEC_DECIMAL) {
        struct decoding_range range = *f->range;

        range.option = name;
        ok = decoding_number(&a, body, "x", text, &range, e);
    } else {
        struct err why;

        ok = decoding_seed(&a, body, text, LIMIT_ATTEMPTS, &why) ||
             err_set(e, ERR_DOMAIN,
                     "%s must be a whole number of at most 64 bits, not "
                     "\"%.40s\"",
                     name, text);
    }
    if (!ok)
        e->code = ERR_DOMAIN;
    arena_clear(&a);
    return ok;
}

static bool fields_check_extra(const char *name, const struct json *v,
                               struct err *e)
{
    if (!v)
        return true;
    if (v->type != JSON_OBJECT)
        return err_set(e, ERR_DOMAIN, "%s must be an object, not %s", name,
                       json_type_name(v->type));
    if (v->count > EXTRA_MOST)
        return err_set(e, ERR_LIMIT, "%s may have at most %d members", name,
                       EXTRA_MOST);
    return check_object(name, v, e);
}

/* Fails if the value at `place` is not allowed. Messages begin with `name`. */
static bool spec_check_field(const char *name, const struct spec_field *f,
                             const void *place, struct err *e)
{
    const void *at = (const char *)place + f->at;
    const void *end = (const char *)place + f->at_n;

    switch (f->kind) {
    case SPEC_TEXT:
    case SPEC_PATH:
    case SPEC_MODEL:
    case SPEC_SEED: return fields_check_text(name, f, THERE(char *), e);
    case SPEC_MODELS:
    case SPEC_NAMES:
    case SPEC_TEXTS:
        return check_list(name, f, *(const char *const *const *)at,
                          *(const size_t *)end, e);
    case SPEC_SIZE: return check_range(name, f, (double)THERE(size_t), e);
    case SPEC_U64: return check_range(name, f, (double)THERE(uint64_t), e);
    case SPEC_UNSIGNED: return check_range(name, f, THERE(unsigned), e);
    case SPEC_NUMBER: return check_range(name, f, THERE(double), e);
    case SPEC_DECIMAL:
    case SPEC_WHOLE: return check_decimal(name, f, THERE(char *), e);
    case SPEC_OBJECT: return fields_check_extra(name, THERE(struct json *), e);
    case SPEC_GROUP:
    case SPEC_BOOL:
    case SPEC_CHOICE: return true;
    }
    BUG("no such kind of field");
}

/* ---- all of them ---- */

bool spec_table_check(const struct spec_table *t, const void *spec,
                      struct err *e)
{
    char name[SPEC_NAME_SIZE];

    for (const struct spec_field *f = t->fields; f->name; f++) {
        const char *at = (const char *)spec + f->at;

        if (!spec_check_field(spec_name(NULL, f, name), f, spec, e))
            return false;
        for (const struct spec_field *g = f->group; g && g->name; g++)
            if (!spec_check_field(spec_name(f, g, name), g, at, e))
                return false;
    }
    return true;
}

/*
 * Reading a spec: YAML, or the text of an option, against the table of fields.
 * A mistake is reported with its line or its option, and with what was likely
 * meant.
 */

/* ---- names ---- */

/* Of equally near names the one in the same group counts: `place` is below 4. */
static size_t far_from(const char *word, const char *name, size_t place)
{
    size_t d = str_far(word, name);

    return d == STR_FAR ? STR_FAR : 4 * d + place;
}

/* Returns the field of the whole table that was likely meant by a name, or NULL
 * if none is near. It may stand in a group although the name stands at the
 * top. */
static const char *fields_nearest(const struct spec_table *t,
                                  const struct spec_field *group,
                                  const char *name, char out[SPEC_NAME_SIZE])
{
    size_t least = STR_FAR;
    bool found = false;

    for (const struct spec_field *f = t->fields; f->name; f++) {
        size_t d = far_from(name, f->name, group ? 1 : 0);

        if (d < least) {
            least = d;
            found = spec_name(NULL, f, out);
        }
        for (const struct spec_field *g = f->group; g && g->name; g++) {
            d = far_from(name, g->name, f == group ? 0 : 2);
            if (d < least) {
                least = d;
                found = spec_name(f, g, out);
            }
        }
    }
    return found ? out : NULL;
}

static bool refuse_name(const struct spec_table *t,
                        const struct spec_field *group, const struct json *v,
                        struct err *e)
{
    const struct spec_field *table = group ? group->group : t->fields;
    char meant[SPEC_NAME_SIZE];
    struct str all = { 0 };

    if (spec_names_secret(v->name))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%.40s\" is not allowed in a spec, because specs are "
                      "stored and shown: put keys into environment variables "
                      "(OPENAI_API_KEY, ANTHROPIC_API_KEY, ASSAY_API_KEY)",
                      v->name);
    if (fields_nearest(t, group, v->name, meant)) {
        str_addf(&all, "did you mean %s?", meant);
    } else {
        str_add(&all, "the fields are ");
        for (const struct spec_field *f = table; f->name; f++)
            if (!f->again)
                str_addf(&all, "%s%s", f == table ? "" : ", ", f->name);
    }
    err_at(e, ERR_DOMAIN, v->line, v->column,
           "%s%s%s has no field \"%.60s\"; %s", group ? "\"" : t->what,
           group ? group->name : "", group ? "\"" : "", v->name, str_get(&all));
    str_clear(&all);
    return false;
}

static const struct spec_field *fields_find(const struct spec_field *table,
                                            const char *name)
{
    for (; table->name; table++)
        if (str_eq(table->name, name))
            return table;
    return NULL;
}

/* ---- values ---- */

static bool fields_wrong_type(const char *name, const struct json *v,
                              const char *wanted, struct err *e)
{
    if (v->type == JSON_STRING && !v->line) /* of an option */
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "%s must be %s, not \"%.40s\"", name, wanted, v->text);
    return err_at(e, ERR_DOMAIN, v->line, v->column,
                  "%s must be %s, not %s%s%.40s%s", name, wanted,
                  json_type_name(v->type), v->text ? " (" : "",
                  v->text ? v->text : "", v->text ? ")" : "");
}

static bool fields_read_text(const struct spec_reader *r,
                             const struct spec_field *f, const char *name,
                             const struct json *v, const char **out,
                             struct err *e)
{
    bool number = (f->kind == SPEC_SEED || f->number) && v->type == JSON_NUMBER;

    if (v->type == JSON_NULL && !f->needed)
        *out = NULL;
    else if (v->type == JSON_STRING || number)
        *out = spec_resolve(r->arena, f, r->folder, v->text);
    else
        return fields_wrong_type(name, v,
                                 v->type == JSON_NUMBER
                                     ? "a string (write it in quotes)"
                                     : "a string",
                                 e);
    return true;
}

static bool fields_read_list(const struct spec_reader *r,
                             const struct spec_field *f, const char *name,
                             const struct json *v, const char *const **out,
                             size_t *n, struct err *e)
{
    const struct json *first = v->type == JSON_ARRAY ? v->first : v;
    size_t most = v->type == JSON_ARRAY ? v->count : 1, k = 0;
    const char **list = arena_array(r->arena, const char *, most + 1);

    if (v->type == JSON_NULL)
        most = 0;
    for (const struct json *m = first; k < most; m = m->next) {
        if (m->type != JSON_STRING)
            return fields_wrong_type(name, m, "a name or a list of names", e);
        list[k++] = spec_resolve(r->arena, f, r->folder, m->text);
    }
    *out = list;
    *n = k;
    return true;
}

static bool fields_read_whole(const struct spec_field *f, const char *name,
                              const struct json *v, void *at, struct err *e)
{
    int64_t k;

    if (!json_int64(v, &k) || k < 0) {
        char wanted[100];

        /* 0 in a file is for none. */
        snprintf(wanted, sizeof(wanted), "a whole number from %.10g to %.10g",
                 f->none && *name == '"' ? 0 : f->least, spec_most(f));
        return fields_wrong_type(name, v, wanted, e);
    }
    if ((uint64_t)k > SIZE_MAX || (f->kind == SPEC_UNSIGNED && k > UINT32_MAX))
        return fields_wrong_type(name, v, "a smaller number", e);
    if (f->kind == SPEC_SIZE)
        PUT(size_t, k);
    else if (f->kind == SPEC_U64)
        PUT(uint64_t, k);
    else
        PUT(unsigned, k);
    return true;
}

/* Fails unless the value is of that type, or null where `null` allows it. */
static bool fields_is(const char *name, const struct json *v,
                      enum json_type type, bool null, const char *wanted,
                      struct err *e)
{
    return v->type == type || (null && v->type == JSON_NULL) ||
           fields_wrong_type(name, v, wanted, e);
}

static bool fields_read_choice(const struct spec_field *f, const char *name,
                               const struct json *v, void *place, struct err *e)
{
    const char *s = v->type == JSON_NUMBER ? v->text : json_string(v);
    struct str wanted = { 0 };
    size_t word;

    if (s && spec_find_word(f, s, &word)) {
        spec_choose(f, place, word);
        return true;
    }
    spec_add_words(&wanted, f, " or ");
    fields_wrong_type(name, v, str_get(&wanted), e);
    str_clear(&wanted);
    return false;
}

/* Put a value into its place, unchecked. Messages begin with `name`. */
static bool spec_read_value(const struct spec_reader *r,
                            const struct spec_field *f, const char *name,
                            const struct json *v, void *place, struct err *e)
{
    void *at = (char *)place + f->at;
    void *end = (char *)place + f->at_n;
    size_t n = 0;

    switch (f->kind) {
    case SPEC_TEXT:
    case SPEC_PATH:
    case SPEC_MODEL:
    case SPEC_SEED: return fields_read_text(r, f, name, v, at, e);
    case SPEC_MODELS:
    case SPEC_TEXTS: return fields_read_list(r, f, name, v, at, end, e);
    case SPEC_NAMES:
        if (!f->words || !json_string(v) || !str_eq(v->text, "all"))
            return fields_read_list(r, f, name, v, at, end, e);
        PUT(const char *const *, f->words);
        while (f->words[n])
            n++;
        *(size_t *)end = n;
        return true;
    case SPEC_SIZE:
    case SPEC_U64:
    case SPEC_UNSIGNED: return fields_read_whole(f, name, v, at, e);
    case SPEC_NUMBER:
        if (!fields_is(name, v, JSON_NUMBER, false, "a number such as 0.5", e))
            return false;
        PUT(double, strtod(v->text, NULL));
        return true;
    case SPEC_BOOL:
        if (!fields_is(name, v, JSON_BOOL, false, "true or false", e))
            return false;
        PUT(bool, v->truth);
        return true;
    case SPEC_CHOICE: return fields_read_choice(f, name, v, place, e);
    case SPEC_DECIMAL:
    case SPEC_WHOLE:
        if (!fields_is(name, v, JSON_NUMBER, true,
                       "a number such as 0.6, or null", e))
            return false;
        PUT(const char *, v->text); /* NULL of null */
        return true;
    case SPEC_OBJECT:
        if (!fields_is(name, v, JSON_OBJECT, true,
                       "an object {name: value}, or null", e))
            return false;
        PUT(const struct json *, v->type == JSON_NULL ? NULL : v);
        return true;
    case SPEC_GROUP: break;
    }
    BUG("a group has no value");
}

/* ---- the whole ---- */

static bool fields_read_field(const struct spec_reader *r,
                              const struct spec_field *group,
                              const struct spec_field *f, const struct json *v,
                              void *place, struct err *e)
{
    char name[SPEC_NAME_SIZE];

    spec_name(group, f, name);
    if (!spec_read_value(r, f, name, v, place, e))
        return false;
    if (spec_check_field(name, f, place, e))
        return true;
    e->line = v->line;
    e->column = v->column;
    return false;
}

/* A group that is null is left as it is. */
static bool fields_read_group(const struct spec_reader *r,
                              const struct spec_field *group,
                              const struct json *v, struct err *e)
{
    void *place = (char *)r->spec + group->at;
    char name[SPEC_NAME_SIZE];

    if (v->type == JSON_NULL)
        return true;
    if (v->type != JSON_OBJECT)
        return fields_wrong_type(spec_name(NULL, group, name), v,
                                 "fields: {name: value}", e);
    for (const struct json *m = v->first; m; m = m->next) {
        const struct spec_field *f = fields_find(group->group, m->name);

        if (!f)
            return refuse_name(r->table, group, m, e);
        if (!fields_read_field(r, group, f, m, place, e))
            return false;
    }
    return true;
}

static bool fields_read_top(const struct spec_reader *r, const struct json *v,
                            struct err *e)
{
    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "%s must consist of fields, one per line, as name: value",
                      r->table->what);
    for (const struct json *m = v->first; m; m = m->next) {
        const struct spec_field *f = fields_find(r->table->fields, m->name);

        if (!f)
            return refuse_name(r->table, NULL, m, e);
        if (f->again && json_get(v, f[-1].name))
            return err_at(e, ERR_DOMAIN, m->line, m->column,
                          "\"%s\" and \"%s\" are two names of the same field; "
                          "leave one out",
                          f->name, f[-1].name);
        if (f->kind == SPEC_GROUP
                ? !fields_read_group(r, f, m, e)
                : !fields_read_field(r, NULL, f, m, r->spec, e))
            return false;
    }
    return true;
}

bool spec_table_read_text(struct arena *a, const struct spec_table *t,
                          const char *text, size_t n, const char *folder,
                          void *spec, struct err *e)
{
    struct spec_reader r = { a, t, folder, arena_alloc(a, t->size) };
    struct json *v;

    INVARIANT(t->size > 0);
    memcpy(r.spec, spec, t->size);
    if (!yaml_read(a, text, n, &v, e) ||
        (v->type != JSON_NULL && !fields_read_top(&r, v, e)))
        return false;
    if (t->after)
        t->after(v, r.spec);
    memcpy(spec, r.spec, t->size);
    return true;
}

bool spec_table_read_file(struct arena *a, const struct spec_table *t,
                          const char *path, void *spec, struct err *e)
{
    size_t n = (size_t)(file_base(path) - path);
    const char *folder = arena_strndup(a, path, n > 1 ? n - 1 : n);
    struct str text = { 0 };
    bool ok =
        file_read(path, LIMIT_SPEC_BYTES, &text, e) &&
        spec_table_read_text(a, t, str_get(&text), text.n, folder, spec, e);

    str_clear(&text);
    return ok;
}
