/* SPDX-License-Identifier: Apache-2.0 */
#include "run/prompt.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "problem/export/ask.h"
#include "problem/source.h"
#include "run/planted/note.h"

#include <string.h>

static const char built_in[] = "{{statement}}\n\n{{answer_form}}";

static const char asks_confidence[] =
    "End your reply with one more line that says how likely it is that your "
    "answer is correct, from 0% to 100%, in this form:\nConfidence: NN%";

/* Puts file and line into the message itself, whoever prints it. */
static bool fail_in(const char *path, struct err *e)
{
    if (e->line)
        return err_prefix(e, "%s:%zu: ", file_shown(path), e->line);
    return err_prefix(e, "%s: ", file_shown(path));
}

/* ---- templates ---- */

/* The next {{name}} at or after s: its text with the braces, and the name
 * inside, blanks at its ends dropped. False when there is none. Braces around
 * anything but a name are text: LaTeX is full of them. */
static bool prompt_next_name(struct arena *a, const char *s, const char **from,
                             const char **to, const char **name)
{
    for (*from = strstr(s, "{{"); *from; *from = strstr(*from + 1, "{{")) {
        const char *p = *from + 2;

        while (is_letter(*p) || is_digit(*p) || (*p && strchr("_.- ", *p)))
            p++;
        if (p == *from + 2 || p[0] != '}' || p[1] != '}')
            continue;
        *to = p + 2;
        *name =
            str_trim(a, arena_strndup(a, *from + 2, (size_t)(p - *from) - 2));
        return true;
    }
    return false;
}

/* All names are known, and the statement is among them. */
static bool check_template(struct arena *a, const char *text, struct err *e)
{
    const char *from, *to, *name, *counted = text;
    bool asks = false;
    size_t line = 1;

    for (const char *s = text; prompt_next_name(a, s, &from, &to, &name);
         s = to) {
        for (; counted < from; counted++)
            line += *counted == '\n';
        if (!str_among(name, "statement answer_form id family level") &&
            !(str_starts(name, "fields.") && name[strlen("fields.")]))
            return err_at(e, ERR_DOMAIN, line, 0,
                          "unknown name \"{{%.60s}}\" in the template; the "
                          "known names are {{statement}}, {{answer_form}}, "
                          "{{id}}, {{family}}, {{level}} and {{fields.NAME}}",
                          name);
        asks = asks || str_eq(name, "statement");
    }
    return asks || err_set(e, ERR_DOMAIN,
                           "the template has no {{statement}}, so the model "
                           "would not see the problem");
}

/* The value of a source field as text; NULL: the problem has no such field. */
static const char *field_text(struct arena *a, const struct problem *p,
                              const char *name)
{
    const struct json *v = json_get(json_get(p->meta, "fields"), name);
    struct str out = str_in(a);

    if (!v)
        v = json_get(p->extra, name);
    if (!v || v->type == JSON_NULL)
        return NULL;
    if (v->type == JSON_STRING || v->type == JSON_NUMBER)
        return v->text;
    json_write(&out, v);
    return str_get(&out);
}

/* The value of a name; NULL: this problem has none. */
static const char *prompt_value_of(struct arena *a, const struct problem *p,
                                   const char *name)
{
    if (str_eq(name, "statement"))
        return p->statement;
    if (str_eq(name, "answer_form"))
        return ask_instruction(a, p);
    if (str_eq(name, "id"))
        return p->id;
    if (str_eq(name, "family"))
        return p->family;
    if (str_eq(name, "level"))
        return p->family ? arena_printf(a, "%d", p->level)
                         : field_text(a, p, "level");
    return field_text(a, p, name + strlen("fields."));
}

static bool fill_template(struct arena *a, const char *text,
                          const struct problem *p, const char **out,
                          struct err *e)
{
    const char *from, *to, *name, *s = text;
    struct str filled = str_in(a);

    while (prompt_next_name(a, s, &from, &to, &name)) {
        const char *value = prompt_value_of(a, p, name);

        if (!value)
            return err_set(e, ERR_DOMAIN,
                           "the template uses {{%.60s}}, which problem "
                           "\"%.120s\" does not have",
                           name, p->id);
        str_addn(&filled, s, (size_t)(from - s));
        if (filled.n + strlen(value) > LIMIT_PROMPT_BYTES)
            return err_set(e, ERR_LIMIT,
                           "the prompt of problem \"%.120s\" has more than "
                           "%zu bytes",
                           p->id, LIMIT_PROMPT_BYTES);
        str_add(&filled, value);
        s = to;
    }
    str_add(&filled, s);
    *out = str_get(&filled);
    return true;
}

/* The text of the user message. A family that judges replies itself says in its
 * statement how to answer. */
static bool prompt_user_text(struct arena *a, const struct prompt *p,
                             const struct problem *problem, const char **out,
                             struct err *e)
{
    if (!p->template && ask_is_judged(problem)) {
        *out = problem->statement;
        return true;
    }
    return fill_template(a, p->template ? p->template : built_in, problem, out,
                         e);
}

/* ---- examples ---- */

/* The worked solution with the key in a box at the end; for a family that
 * judges replies itself, its best solution. */
static const char *example_reply(struct arena *a, const struct problem *p)
{
    const char *key = right_reply(a, p);

    if (!key && !ask_is_judged(p))
        key = right_say(a, p, right_values(a, p), RIGHT_FORMULA);
    if (!key || ask_is_judged(p))
        return key;
    if (!p->solution || str_blank(p->solution))
        return key;
    if (p->n_keys == 1 && right_is_correct(a, p, p->solution) &&
        strstr(p->solution, "\\boxed"))
        return p->solution;
    return arena_printf(a, "%s\n\n%s", str_trim(a, p->solution), key);
}

static bool prompt_add_example(struct arena *a, const struct prompt *p,
                               const struct problem *problem, struct vec *shots,
                               struct err *e)
{
    struct message user = { "user", NULL }, reply = { "assistant", NULL };

    reply.content = example_reply(a, problem);
    if (!reply.content)
        return err_set(
            e, ERR_DOMAIN,
            "problem \"%.120s\" has no solution to show as an example",
            problem->id);
    if (!prompt_user_text(a, p, problem, &user.content, e))
        return false;
    *(struct message *)vec_push(shots) = user;
    *(struct message *)vec_push(shots) = reply;
    return true;
}

static bool read_examples(struct arena *a, const struct prompt_files *f,
                          struct prompt *p, struct err *e)
{
    struct vec shots = vec_in(a, sizeof(struct message));
    enum lines_got got = LINES_LINE;
    struct problem problem;
    struct source s;
    size_t line = 0;
    bool ok = true;

    if (!source_open(&s, f->fewshot, NULL, e))
        return false;
    while (ok && got == LINES_LINE && (!f->shots || shots.n < 2 * f->shots)) {
        got = source_next(&s, a, &problem, &line, e);
        if (got == LINES_LINE &&
            !prompt_add_example(a, p, &problem, &shots, e)) {
            e->line = line;
            ok = false;
        }
    }
    source_close(&s);
    if (!ok || got == LINES_BAD || got == LINES_FAIL)
        return fail_in(f->fewshot, e);
    if (shots.n == 0 || (f->shots && shots.n < 2 * f->shots))
        return err_set(e, ERR_DOMAIN,
                       "%s has only %zu examples, fewer than requested",
                       file_shown(f->fewshot), shots.n / 2);
    p->shots = shots.items;
    p->n_shots = shots.n;
    return true;
}

/* ---- files ---- */

/* A text file; the newline at its end is the editor's. */
static bool prompt_read_text(struct arena *a, const char *path,
                             const char **out, struct err *e)
{
    struct str text = { 0 };
    bool ok = file_read(path, LIMIT_SPEC_BYTES, &text, e);
    size_t n = text.n;

    if (ok && (utf8_check(str_get(&text), n) < n || strlen(str_get(&text)) < n))
        ok =
            err_set(e, ERR_SYNTAX, "%s is not text in UTF-8", file_shown(path));
    if (ok) {
        n -= n > 0 && text.s[n - 1] == '\n';
        n -= n > 0 && text.s[n - 1] == '\r';
        *out = arena_strndup(a, str_get(&text), n);
    }
    str_clear(&text);
    return ok;
}

bool prompt_read(struct arena *a, const struct prompt_files *f,
                 struct prompt *out, struct err *e)
{
    struct prompt p = { 0 };

    if (f->system && !prompt_read_text(a, f->system, &p.system, e))
        return false;
    if (f->template) {
        if (!prompt_read_text(a, f->template, &p.template, e))
            return false;
        if (!check_template(a, p.template, e))
            return fail_in(f->template, e);
    }
    if (f->fewshot && !read_examples(a, f, &p, e))
        return false;
    p.confidence = f->confidence;
    *out = p;
    return true;
}

/* ---- messages ---- */

bool prompt_messages(struct arena *a, const struct prompt *p,
                     const struct problem *problem, const struct message **out,
                     size_t *n, struct err *e)
{
    struct message *all = arena_array(a, struct message, p->n_shots + 2);
    const char *text;
    size_t k = 0;

    if (!prompt_user_text(a, p, problem, &text, e))
        return false;
    if (p->system)
        all[k++] = (struct message){ "system", p->system };
    for (size_t i = 0; i + 1 < p->n_shots; i += 2) {
        if (str_eq(p->shots[i].content, text))
            continue; /* it would give the key away */
        all[k++] = p->shots[i];
        all[k++] = p->shots[i + 1];
    }
    if (p->confidence)
        text = arena_printf(a, "%s\n\n%s", text, asks_confidence);
    all[k++] = (struct message){ "user", text };
    *out = all;
    *n = k;
    return true;
}
