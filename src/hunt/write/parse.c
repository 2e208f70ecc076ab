/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Drafts out of a writer's reply. Thinking aloud is passed over; JSON, in a
 * fence or alone, goes before headings and labels.
 */
#include "base/ascii.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "grade/extract/extract.h"
#include "hunt/write/parse_int.h"

#include <string.h>

/*
 * Drafts written as JSON: arrays of texts or objects, an object with such an
 * array in it, or one object a line. Models forget to double the backslashes
 * of LaTeX, so that \frac is a form feed and "rac": those are doubled here
 * first.
 */

#define VALUES_MOST 100000 /* of one reply */
#define DEPTH_MOST  4      /* of arrays and objects around a draft */

/* Commands of LaTeX that begin with the letter of an escape: \b \f \n \r \t. */
static const char *const commands[] = {
    "bar",   "begin",  "beta",     "bf",        "big",     "bin",     "bmod",
    "boxed", "bullet", "flat",     "fl",        "forall",  "frac",    "ge",
    "nabla", "ne",     "neg",      "neq",       "ni",      "nmid",    "not",
    "notin", "nu",     "ran",      "rceil",     "rfloor",  "rho",     "right",
    "rm",    "tan",    "tau",      "text",      "tfrac",   "theta",   "times",
    "to",    "top",    "triangle", "backslash", "because", "between",
};

/* Is the run of letters at p a command, not an escape with a word behind? */
static bool is_command(struct span p)
{
    size_t n = 0;

    while (n < p.n && is_letter(p.s[n]))
        n++;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        size_t k = strlen(commands[i]);

        if (n >= k && memcmp(p.s, commands[i], k) == 0 &&
            (n == k || k > 2 || p.s[n] == '{'))
            return true;
    }
    return false;
}

/* Does the backslash before p begin an escape of JSON? */
static bool is_escape(struct span p)
{
    if (p.n == 0)
        return false;
    if (strchr("\"\\/", p.s[0]))
        return p.s[0] != '\0';
    if (p.s[0] == 'u') {
        size_t i = 1;

        while (i < p.n && i < 5 &&
               (is_digit(p.s[i]) || strchr("abcdefABCDEF", p.s[i])))
            i++;
        return i == 5;
    }
    return strchr("bfnrt", p.s[0]) && p.s[0] != '\0' && !is_command(p);
}

static struct span double_backslashes(struct arena *a, struct span p)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < p.n; i++) {
        str_addc(&s, p.s[i]);
        if (p.s[i] != '\\')
            continue;
        if (is_escape(span_from(p, i + 1)))
            str_addc(&s, p.s[++i]);
        else
            str_addc(&s, '\\');
    }
    return (struct span){ str_get(&s), s.n };
}

/* ---- values ---- */

/* The first member of one of the names, in any case. */
static const struct json *member(const struct json *v, const char *const *names,
                                 size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (const struct json *m = v->first; m; m = m->next) {
            struct span name = { m->name, strlen(m->name) };

            if (name.n == strlen(names[i]) && span_at_fold(name, 0, names[i]))
                return m;
        }
    return NULL;
}

/* The text of a string or number; NULL for all else and for nothing. */
static const char *text_of(struct arena *a, const struct json *v)
{
    if (!v || (v->type != JSON_STRING && v->type != JSON_NUMBER) ||
        str_blank(v->text))
        return NULL;
    return str_trim(a, v->text);
}

static void add(struct vec *out, const char *statement, const char *answer,
                const char *compute)
{
    struct draft *d;

    if (!statement || out->n >= DRAFTS_MOST)
        return;
    d = vec_push(out);
    *d = (struct draft){ statement, answer, compute };
}

static void add_value(struct arena *a, const struct json *v, unsigned depth,
                      struct vec *out)
{
    static const char *const statements[] = { "problem", "statement",
                                              "question", "problem_statement",
                                              "text" };
    static const char *const answers[] = { "answer", "final_answer", "key" };
    static const char *const computes[] = { "compute" };
    const struct json *s;

    if (v->type == JSON_STRING && depth > 0)
        add(out, text_of(a, v), NULL, NULL);
    if (depth > DEPTH_MOST || (v->type != JSON_ARRAY && v->type != JSON_OBJECT))
        return;
    s = v->type == JSON_OBJECT ? member(v, statements, 5) : NULL;
    if (s && s->type == JSON_STRING) {
        add(out, text_of(a, s), text_of(a, member(v, answers, 3)),
            text_of(a, member(v, computes, 1)));
        return;
    }
    for (const struct json *m = v->first; m; m = m->next)
        if (v->type == JSON_ARRAY || m->type == JSON_ARRAY ||
            m->type == JSON_OBJECT)
            add_value(a, m, depth + 1, out);
}

/* ---- layouts: drafts are added to `out`; how many came ---- */
static size_t draft_from_json(struct arena *a, struct span text,
                              struct vec *out)
{
    size_t before = out->n;
    struct json_cursor c;
    struct err e;

    text = double_backslashes(a, text);
    json_open(&c, text.s, text.n, 1);
    c.lenient = true;
    c.left = VALUES_MOST + 1;
    while (json_peek(&c) == '[' || json_peek(&c) == '{') {
        struct json *v;

        if (!json_step(a, &c, &v, &e))
            break;
        add_value(a, v, 0, out);
        json_accept(&c, ',');
    }
    return out->n - before;
}

/* What stands behind the thinking; nothing when that never ends. */
static struct span skip_thinking(struct span p)
{
    size_t from;

    return span_from(p, extract_skip_thinking(p.s, p.n, &from) ? from : p.n);
}

/* ---- JSON in a fence ---- */

static bool is_json(struct span p)
{
    p = span_trim(p);
    return p.n && (p.s[0] == '[' || p.s[0] == '{');
}

/* The next fenced block of *rest; false when there is none. */
static bool next_fence(struct span *rest, struct span *block)
{
    struct span line, at = *rest;
    bool inside = false;

    while (span_split(&at, '\n', &line)) {
        if (!span_at_fold(span_trim(line), 0, "```"))
            continue;
        if (inside) {
            block->n = (size_t)(line.s - block->s);
            *rest = at;
            return true;
        }
        inside = true;
        block->s = at.s;
    }
    if (!inside)
        return false;
    block->n = (size_t)(rest->s + rest->n - block->s);
    *rest = at;
    return true;
}

static size_t read_json(struct arena *a, struct span text, struct vec *out)
{
    struct span block = { 0 }, rest = text;
    size_t n = 0;

    if (is_json(text))
        return draft_from_json(a, text, out);
    while (next_fence(&rest, &block))
        if (is_json(block))
            n += draft_from_json(a, block, out);
    return n;
}

size_t draft_read(struct arena *a, const char *reply, const struct draft **out)
{
    struct vec drafts = vec_in(a, sizeof(struct draft));
    struct span text = { reply, strlen(reply) };

    if (text.n > LIMIT_REPLY_BYTES)
        text.n = LIMIT_REPLY_BYTES;
    text = span_trim(skip_thinking(text));
    if (read_json(a, text, &drafts) == 0)
        draft_from_text(a, text, &drafts);
    *out = drafts.items;
    return drafts.n;
}
