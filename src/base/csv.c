/* SPDX-License-Identifier: Apache-2.0 */
#include "base/csv.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/utf8.h"

#include <string.h>

/*
 * A row is read by a state machine that is fed line after line until no quote
 * is open, so that a field of a million lines costs linear time. The fields go
 * to c->row, decoded, each with a NUL behind it; lines that hold a NUL of
 * their own are refused first.
 */

enum place {
    FIELD_START,
    PLAIN,  /* in a field without quotes */
    QUOTED, /* between the quotes */
    CLOSED, /* behind a quote that closes the field or doubles itself */
};

struct row_state {
    enum place place;
    size_t fields; /* ended so far */
    bool stray;    /* text behind a closing quote */
};

static void end_field(struct csv *c, struct row_state *s)
{
    str_addc(&c->row, '\0');
    s->fields++;
    s->place = FIELD_START;
}

static void feed_char(struct csv *c, struct row_state *s, char ch)
{
    switch (s->place) {
    case QUOTED:
        if (ch == '"')
            s->place = CLOSED;
        else
            str_addc(&c->row, ch);
        return;
    case CLOSED:
        if (ch == c->separator) {
            end_field(c, s);
        } else if (ch == '"') {
            str_addc(&c->row, '"');
            s->place = QUOTED;
        } else if (ch != ' ' && ch != '\t') {
            s->stray = true;
        }
        return;
    case FIELD_START:
    case PLAIN:
        if (ch == c->separator) {
            end_field(c, s);
        } else if (ch == '"' && s->place == FIELD_START) {
            s->place = QUOTED;
        } else {
            str_addc(&c->row, ch);
            s->place = PLAIN;
        }
        return;
    }
}

/* Returns why the bytes of a line cannot be text, or NULL if they can. */
static const char *unfit(const char *text, size_t n)
{
    if (memchr(text, '\0', n))
        return "the row holds a NUL byte";
    if (utf8_check(text, n) < n)
        return "the row is not valid UTF-8; save the file as UTF-8";
    return NULL;
}

static bool base_csv_is_blank(const char *text, size_t n)
{
    return strspn(text, " \t") == n;
}

/* The first line of the next row, behind blank ones. */
static enum lines_got first_line(struct csv *c, const char **text, size_t *n,
                                 struct err *e)
{
    enum lines_got got;

    do
        got = lines_next(c->lines, text, n, e);
    while (got == LINES_LINE && base_csv_is_blank(*text, *n));
    c->line = c->lines->number;
    return got;
}

/* Feed lines until the row is whole. */
static enum lines_got finish_row(struct csv *c, struct row_state *s,
                                 const char *text, size_t n, struct err *e)
{
    const char *bad = NULL;
    enum lines_got got;

    for (;;) {
        if (!bad)
            bad = unfit(text, n);
        for (size_t i = 0; i < n; i++)
            feed_char(c, s, text[i]);
        if (s->place != QUOTED)
            break;
        str_addc(&c->row, '\n');
        if (c->row.n > LIMIT_CSV_RECORD || s->fields > LIMIT_CSV_COLUMNS) {
            err_at(e, ERR_LIMIT, c->line, 0,
                   "a row is over the limit of %zu bytes or %d fields",
                   LIMIT_CSV_RECORD, LIMIT_CSV_COLUMNS);
            return LINES_FAIL;
        }
        got = lines_next(c->lines, &text, &n, e);
        if (got == LINES_END) {
            err_at(e, ERR_SYNTAX, c->line, 0,
                   "a quoted field is never closed; the rest of the file "
                   "was read as part of this row");
            return LINES_BAD;
        }
        if (got != LINES_LINE) /* a gap in a quoted field: no way to go on */
            return LINES_FAIL;
    }
    end_field(c, s);
    if (c->row.n > LIMIT_CSV_RECORD)
        bad = "the row is over the limit of 64 MiB";
    if (s->stray)
        bad = "there is text after a closing quote; write a quote inside a "
              "quoted field twice";
    if (!bad)
        return LINES_LINE;
    err_at(e, ERR_SYNTAX, c->line, 0, "%s", bad);
    return LINES_BAD;
}

/* The separator the header row has most of, outside quotes. */
static char find_separator(const char *header)
{
    static const char candidates[] = ",;\t";
    size_t count[sizeof(candidates)] = { 0 }, best = 0;
    const char *which;
    bool quoted = false;

    for (; *header; header++) {
        if (*header == '"')
            quoted = !quoted;
        else if (!quoted && (which = strchr(candidates, *header)))
            count[which - candidates]++;
    }
    for (size_t i = 1; candidates[i]; i++)
        best = count[i] > count[best] ? i : best;
    return candidates[best];
}

static enum lines_got base_csv_read_row(struct csv *c, size_t *fields,
                                        struct err *e)
{
    struct row_state s = { .place = FIELD_START };
    enum lines_got got;
    const char *text;
    size_t n;

    str_reset(&c->row);
    got = first_line(c, &text, &n, e);
    if (got != LINES_LINE)
        return got;
    if (!c->separator)
        c->separator = find_separator(text);
    got = finish_row(c, &s, text, n, e);
    *fields = s.fields;
    return got;
}

/* ---- the header ---- */

/* The names of the columns from the header row. A column without a name gets
 * its number; two of one name would make two fields of one object. */
static bool take_names(struct csv *c, size_t fields, struct err *e)
{
    struct map seen = { 0 };
    const char *p = c->row.s;
    bool added = true;
    size_t i;

    c->names = arena_array(&c->names_arena, const char *, fields);
    c->n_names = fields;
    for (i = 0; i < fields && added; i++, p += strlen(p) + 1) {
        c->names[i] = str_trim(&c->names_arena, p);
        if (!*c->names[i])
            c->names[i] = arena_printf(&c->names_arena, "column %zu", i + 1);
        map_put(&seen, c->names[i], strlen(c->names[i]), &added);
    }
    map_clear(&seen);
    if (added)
        return true;
    return err_at(e, ERR_DOMAIN, c->line, 0,
                  "the header names the column \"%.60s\" twice",
                  c->names[i - 1]);
}

bool csv_open(struct csv *c, struct lines *l, struct err *e)
{
    size_t fields = 0;

    *c = (struct csv){ .lines = l };
    c->row.max = LIMIT_CSV_RECORD + LIMIT_LINE_BYTES + 2;
    switch (base_csv_read_row(c, &fields, e)) {
    case LINES_LINE: break;
    case LINES_END:
        return err_set(e, ERR_SYNTAX, "the file is empty: no header row");
    case LINES_BAD:
    case LINES_FAIL: return false;
    }
    if (fields > LIMIT_CSV_COLUMNS)
        return err_at(e, ERR_LIMIT, c->line, 0,
                      "the header names %zu columns; the limit is %d", fields,
                      LIMIT_CSV_COLUMNS);
    return take_names(c, fields, e);
}

/* ---- rows ---- */

enum lines_got csv_next(struct csv *c, struct arena *a, struct json **out,
                        struct err *e)
{
    size_t fields = 0;
    enum lines_got got = base_csv_read_row(c, &fields, e);
    const char *p = c->row.s;

    if (got != LINES_LINE)
        return got;
    if (fields != c->n_names) {
        err_at(e, ERR_SYNTAX, c->line, 0,
               "the row has %zu field%s, but the header names %zu", fields,
               fields == 1 ? "" : "s", c->n_names);
        return LINES_BAD;
    }
    *out = json_new(a, JSON_OBJECT);
    (*out)->line = c->line;
    (*out)->column = 1;
    for (size_t i = 0; i < fields; i++, p += strlen(p) + 1) {
        struct json *v = json_new_string(a, p);

        v->line = c->line;
        v->name = arena_strdup(a, c->names[i]);
        json_push(*out, v); /* the names are known to differ */
    }
    return LINES_LINE;
}

void csv_close(struct csv *c)
{
    arena_clear(&c->names_arena);
    str_clear(&c->row);
    *c = (struct csv){ 0 };
}

void csv_write(struct str *out, const char *field)
{
    if (!strpbrk(field, ",;\t\"\r\n") && field[0] != ' ' &&
        !str_ends(field, " ")) {
        str_add(out, field);
        return;
    }
    str_addc(out, '"');
    for (; *field; field++) {
        if (*field == '"')
            str_addc(out, '"');
        str_addc(out, *field);
    }
    str_addc(out, '"');
}

/* ---- labels ---- */

/* Digits with at most a sign, a point and an exponent. */
static bool base_csv_is_plain_number(const char *s)
{
    s += *s == '-' || *s == '+';
    if (!is_digit(*s))
        return false;
    while (is_digit(*s))
        s++;
    if (*s == '.' && is_digit(s[1]))
        for (s++; is_digit(*s); s++)
            ;
    return *s == '\0';
}

/* Line ends and tabs stay, in quotes; other control characters are "?". */
static void add_printable(struct str *out, const char *s)
{
    struct arena a = { 0 };

    while (*s) {
        size_t n = strcspn(s, "\t\r\n");

        if (n == 0) {
            str_addc(out, *s++);
            continue;
        }
        str_add_printable(out, arena_strndup(&a, s, n));
        s += n;
    }
    arena_clear(&a);
}

void csv_write_label(struct str *out, const char *s)
{
    struct str b = { 0 };

    /* Some programs skip blanks, tabs and line ends before a formula. */
    if (s[0] && strchr("=+-@ \t\r\n", s[0]) && !base_csv_is_plain_number(s))
        str_addc(&b, '\'');
    add_printable(&b, s);
    csv_write(out, str_get(&b));
    str_clear(&b);
}
