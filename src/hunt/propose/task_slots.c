/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Slots, as Python's string.Template has them. A template may name another of
 * the file, which is filled likewise; values and data are copied as they are.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/lines.h"
#include "hunt/propose/task_int.h"

#include <string.h>

static bool is_name(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

/* How many characters of s are a name: not one that begins with a digit. */
static size_t name_length(const char *s)
{
    size_t n = 0;

    if (is_digit(*s))
        return 0;
    while (is_name(s[n]))
        n++;
    return n;
}

static bool is_called(const char *name, const char *s, size_t n)
{
    return strncmp(name, s, n) == 0 && name[n] == '\0';
}

/* The value of a slot, NULL: there is none. */
static const char *find_value(const struct task_fill *f, const char *name,
                              size_t n)
{
    for (size_t i = 0; i < f->n_values; i++)
        if (is_called(f->values[i].name, name, n))
            return f->values[i].value;
    for (size_t i = 0; f->data && i < f->data->n_fields; i++)
        if (is_called(f->data->fields[i], name, n))
            return f->data->values[i][f->row];
    return NULL;
}

/* A text of the file by that name: a template, or any other key. */
static const struct json *find_template(const struct task *t, const char *name,
                                        size_t n)
{
    const struct json *in[] = { t->templates, t->root };

    for (size_t k = 0; k < 2; k++)
        for (const struct json *v = in[k]->first; v; v = v->next)
            if (v->type == JSON_STRING && is_called(v->name, name, n))
                return v;
    return NULL;
}

static bool unfilled(const struct task_fill *f, const struct json *text,
                     const char *name, size_t n, struct err *e)
{
    err_at(e, ERR_DOMAIN, text->line, text->column,
           "nothing fills the slot ${%.*s} of the prompt \"%s\": it is no "
           "field of the data and no key of the file",
           (int)(n < 80 ? n : 80), name, f->prompt);
    return file_fail(f->task->path, e);
}

static bool too_large(const struct task_fill *f, struct err *e)
{
    return err_set(e, ERR_LIMIT,
                   "the prompt \"%s\" grows too large: show fewer examples",
                   f->prompt);
}

/* Put in what the slot name[0..n) stands for; *known false: nothing does. */
static bool fill_slot(struct str *out, struct task_fill *f, const char *name,
                      size_t n, bool *known, struct err *e)
{
    const char *value = find_value(f, name, n);
    const struct json *v = value ? NULL : find_template(f->task, name, n);
    bool ok;

    *known = value || v;
    if (!*known)
        return true;
    if (f->left-- == 0 ||
        out->n + (value ? strlen(value) : 0) > LIMIT_PROMPT_BYTES)
        return too_large(f, e);
    if (value)
        str_add(out, value);
    if (!v)
        return true;
    if (f->depth == TASK_DEPTH)
        return err_set(e, ERR_DOMAIN,
                       "%s: the template \"%s\" of the prompt \"%s\" contains "
                       "itself, or too many within each other",
                       f->task->path, v->name, f->prompt);
    f->depth++;
    ok = task_fill_text(out, v, f, e);
    f->depth--;
    return ok;
}

bool task_fill_text(struct str *out, const struct json *text,
                    struct task_fill *f, struct err *e)
{
    const char *s = text->text;
    bool known;

    if (out->n > LIMIT_PROMPT_BYTES)
        return too_large(f, e);
    while (*s) {
        size_t plain = strcspn(s, "$"), n;
        bool braced;

        str_addn(out, s, plain);
        s += plain;
        if (!*s)
            break;
        braced = s[1] == '{';
        n = name_length(s + 1 + braced);
        if (s[1] == '$') {
            str_addc(out, '$');
            s += 2;
        } else if (n == 0 || (braced && s[2 + n] != '}')) {
            str_addc(out, *s++);
        } else {
            if (!fill_slot(out, f, s + 1 + braced, n, &known, e))
                return false;
            if (!known && braced)
                return unfilled(f, text, s + 2, n, e);
            if (!known)
                str_addn(out, s, 1 + n);
            s += 1 + n + (braced ? 2 : 0);
        }
    }
    return true;
}
