/* SPDX-License-Identifier: Apache-2.0 */
#include "base/yaml.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/map.h"
#include "base/utf8.h"

#include <libfyaml.h>
#include <string.h>

/*
 * libfyaml's events, turned into values by a descent that mirrors their
 * nesting. Events rather than its document tree, because they carry the
 * marks of every node and leave depth, repeated names and aliases to us.
 */

struct reader {
    struct arena *arena;
    struct fy_parser *parser;
    struct fy_diag *diag;
    int depth;
};

/* The first complaint of the library, as our error. */
static bool library_failed(struct reader *r, struct err *e)
{
    void *prev = NULL;
    struct fy_diag_error *d = fy_diag_errors_iterate(r->diag, &prev);

    if (!d)
        return err_set(e, ERR_SYNTAX, "cannot read this as YAML");
    return err_at(e, ERR_SYNTAX, d->line > 0 ? (size_t)d->line : 1,
                  d->column > 0 ? (size_t)d->column : 1, "%s", d->msg);
}

static bool yaml_fail_at(struct fy_event *event, struct err *e,
                         const char *what)
{
    const struct fy_mark *m = fy_event_start_mark(event);

    return err_at(e, ERR_SYNTAX, m ? (size_t)m->line + 1 : 1,
                  m ? (size_t)m->column + 1 : 1, "%s", what);
}

static struct fy_event *next_event(struct reader *r)
{
    return fy_parser_parse(r->parser);
}

static void yaml_done(struct reader *r, struct fy_event *event)
{
    fy_parser_event_free(r->parser, event);
}

static bool yaml_is_number(const char *s, size_t n)
{
    struct arena a = { 0 };
    struct json *v;
    struct err e;
    bool ok = n && (*s == '-' || (*s >= '0' && *s <= '9')) &&
              json_read(&a, s, n, 1, &v, &e) && v->type == JSON_NUMBER;

    arena_clear(&a);
    return ok;
}

/* YAML 1.2, core schema, less octal, hexadecimal, .inf and .nan: those stay
 * text, which a field that wants a number then refuses. */
static void set_plain(struct json *v, size_t n)
{
    if (!*v->text || str_among(v->text, "~ null Null NULL"))
        v->type = JSON_NULL;
    v->truth = str_among(v->text, "true True TRUE");
    if (v->truth || str_among(v->text, "false False FALSE"))
        v->type = JSON_BOOL;
    if (yaml_is_number(v->text, n))
        v->type = JSON_NUMBER;
    if (v->type == JSON_NULL || v->type == JSON_BOOL)
        v->text = NULL;
}

static bool read_scalar(struct reader *r, struct fy_event *event,
                        struct json *v, struct err *e)
{
    struct fy_token *token = event->scalar.value;
    size_t n = 0;
    const char *text = token ? fy_token_get_text(token, &n) : "";

    if (event->scalar.anchor || event->scalar.tag)
        return yaml_fail_at(event, e, "anchors and tags are not supported");
    if (!text || memchr(text, '\0', n) || utf8_check(text, n) < n)
        return yaml_fail_at(event, e, "the text is not valid UTF-8");
    v->type = JSON_STRING;
    v->text = arena_strndup(r->arena, text, n);
    if (!token || fy_token_scalar_style(token) == FYSS_PLAIN)
        set_plain(v, n);
    return true;
}

static bool yaml_read_value(struct reader *r, struct fy_event *event,
                            struct json **out, struct err *e);

static bool yaml_read_items(struct reader *r, struct json *v, struct err *e)
{
    struct fy_event *event;
    struct json *item;
    bool ok = true;

    while (ok && (event = next_event(r))) {
        if (event->type == FYET_SEQUENCE_END) {
            yaml_done(r, event);
            return true;
        }
        ok = yaml_read_value(r, event, &item, e);
        yaml_done(r, event);
        if (ok)
            json_push(v, item);
    }
    return ok ? library_failed(r, e) : false;
}

/* One `name: value` of a mapping; the name's event was read already. */
static bool yaml_read_member(struct reader *r, struct fy_event *name_event,
                             struct json *v, struct map *seen, struct err *e)
{
    struct json *name, *value;
    struct fy_event *event;
    bool ok, added;

    if (name_event->type != FYET_SCALAR)
        return yaml_fail_at(name_event, e, "a name must be plain text");
    name = json_new(r->arena, JSON_NULL);
    if (!read_scalar(r, name_event, name, e))
        return false;
    if (!name->text)
        return yaml_fail_at(name_event, e, "a name must be plain text");
    map_put(seen, name->text, strlen(name->text), &added);
    if (!added)
        return yaml_fail_at(name_event, e, "this name occurs twice");
    event = next_event(r);
    if (!event)
        return library_failed(r, e);
    ok = yaml_read_value(r, event, &value, e);
    yaml_done(r, event);
    if (ok) {
        value->name = name->text;
        json_push(v, value);
    }
    return ok;
}

static bool yaml_read_members(struct reader *r, struct json *v,
                              struct map *seen, struct err *e)
{
    struct fy_event *event;
    bool ok = true;

    while (ok && (event = next_event(r))) {
        if (event->type == FYET_MAPPING_END) {
            yaml_done(r, event);
            return true;
        }
        ok = yaml_read_member(r, event, v, seen, e);
        yaml_done(r, event);
    }
    return ok ? library_failed(r, e) : false;
}

static bool read_mapping(struct reader *r, struct json *v, struct err *e)
{
    struct map seen = { 0 };
    bool ok = yaml_read_members(r, v, &seen, e);

    map_clear(&seen);
    return ok;
}

static bool read_collection(struct reader *r, struct fy_event *event,
                            struct json *v, struct err *e)
{
    bool ok, mapping = event->type == FYET_MAPPING_START;

    if (mapping ? event->mapping_start.anchor || event->mapping_start.tag
                : event->sequence_start.anchor || event->sequence_start.tag)
        return yaml_fail_at(event, e, "anchors and tags are not supported");
    if (r->depth == LIMIT_JSON_DEPTH)
        return yaml_fail_at(event, e, "nested too deep");
    r->depth++;
    v->type = mapping ? JSON_OBJECT : JSON_ARRAY;
    ok = mapping ? read_mapping(r, v, e) : yaml_read_items(r, v, e);
    r->depth--;
    return ok;
}

static bool yaml_read_value(struct reader *r, struct fy_event *event,
                            struct json **out, struct err *e)
{
    const struct fy_mark *m = fy_event_start_mark(event);
    struct json *v = json_new(r->arena, JSON_NULL);

    v->line = m ? (size_t)m->line + 1 : 1;
    v->column = m ? (size_t)m->column + 1 : 1;
    *out = v;
    switch (event->type) {
    case FYET_SCALAR: return read_scalar(r, event, v, e);
    case FYET_MAPPING_START:
    case FYET_SEQUENCE_START: return read_collection(r, event, v, e);
    case FYET_ALIAS: return yaml_fail_at(event, e, "aliases are not supported");
    default: return yaml_fail_at(event, e, "expected a value");
    }
}

/* stream start, document start, value, document end, stream end. An empty
 * stream is null. */
static bool yaml_read_stream(struct reader *r, struct json **out, struct err *e)
{
    struct fy_event *event;
    int values = 0;
    bool ok = true, ended = false;

    *out = json_new(r->arena, JSON_NULL);
    while (ok && !ended && (event = next_event(r))) {
        switch (event->type) {
        case FYET_STREAM_START:
        case FYET_DOCUMENT_START:
        case FYET_DOCUMENT_END: break;
        case FYET_STREAM_END: ended = true; break;
        default:
            ok = values++ == 0 ? yaml_read_value(r, event, out, e)
                               : yaml_fail_at(event, e,
                                              "the file must hold exactly one "
                                              "YAML document");
        }
        yaml_done(r, event);
    }
    return ok && !ended ? library_failed(r, e) : ok;
}

static bool read_with(struct reader *r, const char *text, size_t n,
                      struct json **out, struct err *e)
{
    struct fy_parse_cfg cfg = { .flags = FYPCF_QUIET, .diag = r->diag };
    bool ok;

    r->parser = fy_parser_create(&cfg);
    if (!r->parser)
        out_of_memory();
    ok = fy_parser_set_string(r->parser, text, n) == 0
             ? yaml_read_stream(r, out, e)
             : library_failed(r, e);
    fy_parser_destroy(r->parser);
    return ok;
}

/* Valid UTF-8 without control characters, before the library sees it:
 * libfyaml 0.7.12 loops for ever on some bad bytes. */
static bool yaml_check_text(const char *text, size_t n, struct err *e)
{
    size_t line = 1, start = 0, good = utf8_check(text, n);

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];

        if (i == good || c == 0x7f ||
            (c < 0x20 && c != '\n' && c != '\r' && c != '\t'))
            return err_at(e, ERR_SYNTAX, line,
                          utf8_count(text + start, i - start) + 1,
                          i == good ? "the text is not valid UTF-8"
                                    : "a control character");
        if (c == '\n') {
            line++;
            start = i + 1;
        }
    }
    return true;
}

bool yaml_read(struct arena *a, const char *text, size_t n, struct json **out,
               struct err *e)
{
    struct fy_diag_cfg cfg;
    struct reader r = { .arena = a };
    bool ok;

    if (n > LIMIT_SPEC_BYTES)
        return err_set(e, ERR_LIMIT,
                       "the YAML file is larger than the "
                       "limit of %zu bytes",
                       LIMIT_SPEC_BYTES);
    if (!yaml_check_text(text, n, e))
        return false;
    fy_diag_cfg_default(&cfg);
    cfg.fp = NULL;
    cfg.colorize = false;
    r.diag = fy_diag_create(&cfg);
    if (!r.diag)
        out_of_memory();
    fy_diag_set_collect_errors(r.diag, true);
    ok = read_with(&r, text, n, out, e);
    fy_diag_destroy(r.diag);
    return ok;
}

bool yaml_read_file(struct arena *a, const char *path, struct json **out,
                    struct err *e)
{
    struct str text = { 0 };
    bool ok = file_read(path, LIMIT_SPEC_BYTES, &text, e) &&
              yaml_read(a, str_get(&text), text.n, out, e);

    str_clear(&text);
    return ok;
}
