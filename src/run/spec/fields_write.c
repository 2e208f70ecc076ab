/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A spec as YAML that reads back as itself: one field a line, its comment
 * behind it, or above it where the value is long.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "run/spec/fields_int.h"
#include "text/span.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMENT_AT 37 /* the column that comments begin in, from 0 */
#define LINE_MOST  80 /* columns, with a comment */

/* ---- texts ---- */

/* Words that YAML 1.1 or 1.2 takes for something else. */
static bool is_taken(const char *s)
{
    return span_among((struct span){ s, strlen(s) },
                      "null true false yes no on off y n");
}

/* Characters that may stand without quotes anywhere, also within brackets. */
static bool is_plain(const char *s)
{
    if (!is_letter(*s) && *s != '/')
        return false;
    if (is_taken(s) || str_ends(s, ":"))
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

static void add_quoted(struct str *out, const char *s)
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

static void add_text(struct str *out, const char *s)
{
    if (is_plain(s))
        str_add(out, s);
    else
        add_quoted(out, s);
}

static void add_maybe(struct str *out, const char *s)
{
    if (s)
        add_text(out, s);
    else
        str_add(out, "null");
}

static void add_list(struct str *out, const char *const *list, size_t n)
{
    str_addc(out, '[');
    for (size_t i = 0; i < n; i++) {
        str_add(out, i ? ", " : "");
        add_text(out, list[i]);
    }
    str_addc(out, ']');
}

/* ---- numbers ---- */

/* The shortest digits that are this number again. */
static void add_number(struct str *out, double v)
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

static void add_json(struct str *out, const struct json *v)
{
    switch (v->type) {
    case JSON_NULL: str_add(out, "null"); return;
    case JSON_BOOL: str_add(out, v->truth ? "true" : "false"); return;
    case JSON_NUMBER: str_add(out, v->text); return;
    case JSON_STRING: add_quoted(out, v->text); return;
    case JSON_ARRAY:
    case JSON_OBJECT: break;
    }
    str_addc(out, v->type == JSON_ARRAY ? '[' : '{');
    for (const struct json *m = v->first; m; m = m->next) {
        if (v->type == JSON_OBJECT) {
            add_quoted(out, m->name);
            str_add(out, ": ");
        }
        add_json(out, m);
        str_add(out, m->next ? ", " : "");
    }
    str_addc(out, v->type == JSON_ARRAY ? ']' : '}');
}

#define THERE(type) (*(const type *)at)

static void add_value(struct str *out, const struct spec_field *f,
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
        add_list(out, *(const char *const *const *)at, *(const size_t *)end);
        break;
    case SPEC_SIZE: str_addf(out, "%zu", THERE(size_t)); break;
    case SPEC_U64: str_addf(out, "%" PRIu64, THERE(uint64_t)); break;
    case SPEC_UNSIGNED: str_addf(out, "%u", THERE(unsigned)); break;
    case SPEC_NUMBER: add_number(out, THERE(double)); break;
    case SPEC_BOOL: str_add(out, THERE(bool) ? "true" : "false"); break;
    case SPEC_CHOICE: add_text(out, f->words[spec_choice(f, place)]); break;
    case SPEC_OBJECT:
        if (THERE(struct json *))
            add_json(out, THERE(struct json *));
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
static void add_line(struct str *out, const char *indent, const char *name,
                     const char *value, const char *doc)
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

static void add_field(struct str *out, const char *indent,
                      const struct spec_field *f, const void *place, bool whole)
{
    bool text = f->kind == SPEC_TEXT || f->kind == SPEC_PATH;
    struct str value = { 0 }, doc = { 0 };

    add_value(&value, f, place);
    str_add(&doc, f->doc);
    if (f->none)
        str_addf(&doc, "; %s: %s", text ? "null" : "0", f->none);
    add_line(out, indent, f->name, str_get(&value),
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
            add_field(out, "", f, spec, whole);
            continue;
        }
        add_line(out, "", f->name, "", whole ? f->doc : NULL);
        for (const struct spec_field *g = f->group; g->name; g++)
            if (!g->again)
                add_field(out, "  ", g, place, whole);
    }
}
