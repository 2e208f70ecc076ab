/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/prompt.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "text/character.h"

#include <string.h>

const struct hunt_prompt prompt_table[] = {
#include "hunt/prompts.inc" /* made of prompts.txt */
};

const size_t prompt_table_n = sizeof(prompt_table) / sizeof(prompt_table[0]);

/* Returns the name of a part in a spec. */
static const char *prompt_part_name(const struct hunt_prompt *p,
                                    enum prompt_part part)
{
    static const char *const usual[PROMPT_PARTS] = { "system", "user" };

    return p->part[part] ? p->part[part] : usual[part];
}

/* ---- prompts ---- */

/* The prompt of that name, or that replaces that template of the task; NULL:
 * there is none. */
static const struct hunt_prompt *prompt_find(const char *name,
                                             const char *template)
{
    for (size_t i = 0; i < prompt_table_n; i++) {
        const struct hunt_prompt *p = &prompt_table[i];

        if (name ? str_eq(p->name, name)
                 : p->template && str_eq(p->template, template))
            return p;
    }
    return NULL;
}

/* A part as the spec has it; NULL: it has it not. */
static const char *own_part(const struct domain *d, const struct hunt_prompt *p,
                            enum prompt_part part)
{
    return json_string(
        json_get(json_get(d->prompts, p->name), prompt_part_name(p, part)));
}

const char *prompt_make(struct arena *a, const struct domain *d,
                        const char *name, enum prompt_part part,
                        const struct prompt_slot *slots, size_t n)
{
    const struct hunt_prompt *p = prompt_find(name, NULL);
    struct domain words = domain_words(a, d);
    struct prompt_slot *all = arena_array(a, struct prompt_slot, n + 4);
    struct str out = str_in(a);
    const char *text;

    INVARIANT(p && !p->template);
    text = own_part(d, p, part);
    if (!text)
        text = p->text[part] ? p->text[part] : "";
    /* The words of the domain fill what the caller does not. */
    for (size_t i = 0; i < n; i++)
        all[i] = slots[i];
    all[n++] = (struct prompt_slot){ "example", words.example };
    all[n++] =
        (struct prompt_slot){ "Example", domain_capital(a, words.example) };
    all[n++] = (struct prompt_slot){ "examples", words.examples };
    all[n++] = (struct prompt_slot){ "task", words.task };
    slots_fill(&out, text, all, n);
    return str_get(&out);
}

/* ---- quoted texts ---- */

/* The bytes of a line's end at s, 0: there is none. Those of Unicode count. */
static size_t prompt_line_end(const char *s)
{
    if (s[0] == '\r' && s[1] == '\n')
        return 2;
    if (*s >= '\n' && *s <= '\r')
        return 1;
    return character_is((struct span){ s, strnlen(s, UTF8_MAX) }, 0, CHAR_LINE);
}

const char *prompt_quote(struct arena *a, const char *text, size_t most)
{
    struct str out = str_in(a);
    const char *s = text;

    str_add(&out, "> ");
    while (*s) {
        size_t n = prompt_line_end(s);

        if ((size_t)(s - text) >= most && ((unsigned char)*s & 0xC0) != 0x80) {
            str_add(&out, " [...]");
            break;
        }
        if (n)
            str_add(&out, "\n> ");
        else
            str_addc(&out, *s);
        s += n ? n : 1;
    }
    str_addc(&out, '\n');
    return str_get(&out);
}

/* ---- words of a list: "statement* reply label*" ---- */

/* The next word of the list; false: there is no more. */
static bool prompt_next_word(const char **list, const char **word, size_t *n,
                             bool *needed)
{
    *list += strspn(*list, " ");
    *word = *list;
    *n = strcspn(*list, " ");
    *list += *n;
    *needed = *n && (*word)[*n - 1] == '*';
    *n -= *needed;
    return *n > 0;
}

static bool prompt_has_word(const char *list, const char *name, size_t n)
{
    const char *word;
    size_t length;
    bool needed;

    while (prompt_next_word(&list, &word, &length, &needed))
        if (length == n && strncmp(word, name, n) == 0)
            return true;
    return false;
}

/* The slots of a prompt that it needs, or those that it may have besides. */
static void add_slots(struct str *out, const struct hunt_prompt *p, bool which,
                      const char *between)
{
    const char *const lists[] = { p->slots, PROMPT_WORDS };
    const char *word;
    bool needed, first = true;
    size_t n;

    for (size_t i = 0; i < 2; i++)
        for (const char *s = lists[i];
             prompt_next_word(&s, &word, &n, &needed);) {
            if (needed != which)
                continue;
            str_addf(out, "%s${%.*s}", first ? "" : between, (int)n, word);
            first = false;
        }
}

/* ---- checks ---- */

static bool slot_fails(const struct hunt_prompt *p, const char *what,
                       const char *name, size_t n, struct err *e)
{
    struct str known = { 0 };

    add_slots(&known, p, true, ", ");
    str_add(&known, known.n ? ", " : "");
    add_slots(&known, p, false, ", ");
    err_set(e, ERR_DOMAIN,
            "\"prompts.%s\" %s ${%.*s}; its slots are %s (--print-prompts "
            "shows it)",
            p->name, what, (int)(n < 60 ? n : 60), name, str_get(&known));
    str_clear(&known);
    return false;
}

static bool prompt_check_text(const struct hunt_prompt *p, const char *text,
                              struct err *e)
{
    const char *name;
    size_t n;

    for (const char *s = text; (s = slots_next(s, &name, &n)); s = name)
        if (!prompt_has_word(p->slots, name, n) &&
            !prompt_has_word(PROMPT_WORDS, name, n))
            return slot_fails(p, "has the unknown slot", name, n, e);
    return true;
}

static bool prompt_has_slot(const char *text, const char *slot, size_t length)
{
    const char *name;
    size_t n;

    for (const char *s = text; (s = slots_next(s, &name, &n)); s = name)
        if (n == length && strncmp(name, slot, n) == 0)
            return true;
    return false;
}

/* The text of a part: of the spec, else what stands there by default, of the
 * task or of the table. */
static const char *part_text(const struct domain *d,
                             const struct hunt_prompt *p, enum prompt_part part,
                             const struct task *t)
{
    const char *own = own_part(d, p, part);

    if (own)
        return own;
    return p->template
               ? json_string(json_get(json_get(t->templates, p->template),
                                      prompt_part_name(p, part)))
               : p->text[part];
}

/* Slots that it needs may stand in any part. */
static bool check_needed(const struct domain *d, const struct hunt_prompt *p,
                         const struct task *t, struct err *e)
{
    const char *s = p->slots, *word;
    size_t n;
    bool needed;

    while (prompt_next_word(&s, &word, &n, &needed)) {
        bool there = !needed;

        for (int i = 0; i < PROMPT_PARTS && !there; i++) {
            const char *text = part_text(d, p, (enum prompt_part)i, t);

            there = text && prompt_has_slot(text, word, n);
        }
        if (!there)
            return slot_fails(p, "lacks the slot", word, n, e);
    }
    return true;
}

static bool check_part(const struct hunt_prompt *p, const struct json *v,
                       const struct task *t, struct err *e)
{
    struct domain none = { 0 };
    const char *parts[PROMPT_PARTS];
    size_t n = 0;

    for (int i = 0; i < PROMPT_PARTS; i++)
        if (part_text(&none, p, (enum prompt_part)i, t) || p->template)
            parts[n++] = prompt_part_name(p, (enum prompt_part)i);
    for (size_t i = 0; i < n; i++)
        if (str_eq(parts[i], v->name) && json_string(v))
            return prompt_check_text(p, v->text, e);
    return err_set(
        e, ERR_DOMAIN,
        "\"prompts.%s\" has \"%.40s\"; it may only have %s%s%s, as strings",
        p->name, v->name, parts[0], n > 1 ? " and " : "",
        n > 1 ? parts[1] : "");
}

static bool unknown_prompt(const char *name, struct err *e)
{
    struct str known = { 0 };

    for (size_t i = 0; i < prompt_table_n; i++)
        str_addf(&known, "%s%s", i ? ", " : "", prompt_table[i].name);
    err_set(e, ERR_DOMAIN,
            "\"prompts\" has the unknown prompt \"%.40s\"; the prompts are %s",
            name, str_get(&known));
    str_clear(&known);
    return false;
}

static bool prompt_check_prompt(const struct domain *d, const struct json *v,
                                const struct task *t, struct err *e)
{
    const struct hunt_prompt *p = prompt_find(v->name, NULL);

    if (!p)
        return unknown_prompt(v->name, e);
    if (v->type != JSON_OBJECT)
        return err_set(e, ERR_DOMAIN,
                       "\"prompts.%s\" must be a map of its parts, such as "
                       "{%s: text}",
                       p->name, prompt_part_name(p, PROMPT_USER));
    for (const struct json *part = v->first; part; part = part->next)
        if (!check_part(p, part, t, e))
            return false;
    return check_needed(d, p, t, e);
}

bool prompts_check(const struct domain *d, struct err *e)
{
    struct arena a = { 0 };
    struct task t;
    bool ok = !d->prompts || task_default(&a, true, false, &t, e);

    for (const struct json *v = d->prompts ? d->prompts->first : NULL; ok && v;
         v = v->next)
        ok = prompt_check_prompt(d, v, &t, e);
    arena_clear(&a);
    return ok;
}

/* ---- the task ---- */

/* The prompt with the spec's parts in the place of its own. */
static struct json *prompt_replaced(struct arena *a, const struct domain *d,
                                    const struct hunt_prompt *p,
                                    const struct json *was)
{
    struct json *to = json_new(a, JSON_OBJECT);

    for (int i = 0; i < PROMPT_PARTS; i++) {
        const char *name = prompt_part_name(p, (enum prompt_part)i);
        const char *own = own_part(d, p, (enum prompt_part)i);

        if (own)
            json_set(a, to, name, json_new_string(a, own));
        else if (json_get(was, name))
            json_set(a, to, name, json_copy(a, json_get(was, name)));
    }
    return to;
}

void prompts_into(struct arena *a, const struct domain *d, struct task *t)
{
    struct json *to = json_new(a, JSON_OBJECT);

    if (!d->prompts)
        return;
    for (const struct json *v = t->templates->first; v; v = v->next) {
        const struct hunt_prompt *p = prompt_find(NULL, v->name);

        json_set(a, to, v->name,
                 p ? prompt_replaced(a, d, p, v) : json_copy(a, v));
    }
    t->templates = to;
}

/* ---- printing ---- */

static void prompt_add_heading(struct str *out, const struct hunt_prompt *p)
{
    str_addf(out, "  # %s\n", p->what);
    if (strchr(p->slots, '*')) {
        str_add(out, "  # required slots: ");
        add_slots(out, p, true, ", ");
        str_addc(out, '\n');
    }
    str_add(out, "  # optional slots: ");
    add_slots(out, p, false, " ");
    str_addf(out, "\n  %s:\n", p->name);
}

bool prompts_write(struct arena *a, const struct domain *d, bool blind,
                   bool traits, struct str *out, struct err *e)
{
    struct task t;

    if (!task_default(a, blind, traits, &t, e))
        return false;
    str_add(out, "prompts:\n");
    for (size_t i = 0; i < prompt_table_n; i++) {
        const struct hunt_prompt *p = &prompt_table[i];

        prompt_add_heading(out, p);
        for (int k = 0; k < PROMPT_PARTS; k++) {
            const char *text = part_text(d, p, (enum prompt_part)k, &t);

            if (!text)
                continue;
            str_addf(out, "    %s:", prompt_part_name(p, (enum prompt_part)k));
            slots_block(out, text, 6);
        }
    }
    return true;
}
