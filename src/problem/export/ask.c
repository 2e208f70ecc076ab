/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/export/ask.h"

#include <inttypes.h>

bool ask_is_judged(const struct problem *p)
{
    const char *rules;

    if (!p->family || !p->params || p->n_keys != 1 || !p->keys[0].more)
        return false;
    rules = json_string(json_get(p->keys[0].more, "rules"));
    return rules && str_eq(rules, p->family);
}

static const char *judges_row(struct arena *a, const struct problem *p)
{
    struct json *row = json_new(a, JSON_OBJECT);
    struct str out = str_in(a);

    ask_text(a, row, "family", p->family);
    json_set(a, row, "params", json_copy(a, p->params));
    json_write(&out, row);
    return str_get(&out);
}

static bool problem_ask_has_limit(const struct problem *p)
{
    for (size_t i = 0; i < p->n_keys; i++)
        if (p->keys[i].limit)
            return true;
    return false;
}

struct json *ask_keys(struct arena *a, const struct problem *p, bool limits)
{
    struct json *keys = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < p->n_keys; i++) {
        const struct key *k = &p->keys[i];
        struct json *one = json_push(keys, json_new(a, JSON_OBJECT));

        if (k->name)
            ask_text(a, one, "name", k->name);
        ask_text(a, one, "kind", answer_name(k->kind));
        ask_text(a, one, "latex", k->latex);
        if (limits && k->limit)
            json_set(a, one, "limit", json_copy(a, k->limit));
    }
    return keys;
}

const char *ask_answer(struct arena *a, const struct problem *p)
{
    struct str out = str_in(a);
    struct json *keys;

    if (ask_is_judged(p))
        return judges_row(a, p);
    if (problem_ask_has_limit(p)) {
        keys = ask_keys(a, p, true);
        json_write(&out, p->n_keys == 1 ? keys->first : keys);
        return str_get(&out);
    }
    return p->n_keys == 1 ? p->keys[0].latex : keys_text(a, p->keys, p->n_keys);
}

const char *ask_kind(struct arena *a, const struct problem *p)
{
    struct str out = str_in(a);
    bool same = true;

    if (ask_is_judged(p))
        return "rules";
    for (size_t i = 1; i < p->n_keys; i++)
        same = same && p->keys[i].kind == p->keys[0].kind;
    for (size_t i = 0; i < (same ? 1 : p->n_keys); i++)
        str_addf(&out, "%s%s", i ? "; " : "", answer_name(p->keys[i].kind));
    return str_get(&out);
}

const char *ask_instruction(struct arena *a, const struct problem *p)
{
    struct str out = str_in(a);

    if (ask_is_judged(p))
        return "";
    if (p->n_keys == 1)
        return "Work it out step by step. End with the final answer, and "
               "nothing else, in \\boxed{}.";
    str_addf(&out,
             "Work it out step by step. End with all %zu answers in one "
             "\\boxed{}, in this order and form: \\boxed{",
             p->n_keys);
    for (size_t i = 0; i < p->n_keys; i++) {
        str_add(&out, i ? "; " : "");
        if (p->keys[i].name)
            str_addf(&out, "%s: ", p->keys[i].name);
        str_add(&out, "...");
    }
    str_add(&out, "}.");
    return str_get(&out);
}

const char *ask_prompt(struct arena *a, const struct problem *p)
{
    const char *instruction = ask_instruction(a, p);

    if (!*instruction)
        return p->statement;
    return arena_printf(a, "%s\n\n%s", p->statement, instruction);
}

struct json *ask_chat(struct arena *a, const struct problem *p)
{
    struct json *chat = json_new(a, JSON_ARRAY);
    struct json *message = json_push(chat, json_new(a, JSON_OBJECT));

    ask_text(a, message, "role", "user");
    ask_text(a, message, "content", ask_prompt(a, p));
    return chat;
}

const char *ask_concepts(struct arena *a, const struct problem *p)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < p->n_concepts; i++)
        str_addf(&out, "%s%s", i ? "; " : "", p->concepts[i]);
    return str_get(&out);
}

const char *ask_knobs(struct arena *a, const struct problem *p)
{
    struct str out = str_in(a);

    if (p->split)
        str_addf(&out, "split=%s", p->split);
    for (const struct json *k = p->knobs ? p->knobs->first : NULL; k;
         k = k->next)
        str_addf(&out, "%s%s=%s", out.n ? "; " : "", k->name,
                 k->text ? k->text : "");
    return str_get(&out);
}

const char *ask_source(const struct problem *p)
{
    return p->family ? NULL : json_string(json_get(p->meta, "source"));
}

void ask_text(struct arena *a, struct json *row, const char *name,
              const char *s)
{
    json_set(a, row, name, json_new_string(a, s));
}

void ask_int(struct arena *a, struct json *row, const char *name, uint64_t v)
{
    json_set(a, row, name, json_new_number(a, arena_printf(a, "%" PRIu64, v)));
}

void ask_list(struct arena *a, struct json *row, const char *name,
              const char *const *items, size_t n)
{
    struct json *list = json_set(a, row, name, json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_string(a, items[i]));
}
