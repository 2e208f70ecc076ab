/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/task.h"
#include "base/lines.h"
#include "base/yaml.h"
#include "hunt/propose/prompts.h"
#include "hunt/propose/task_int.h"

/* ---- the file ---- */

static bool read_root(const struct json *root, struct task *out, struct err *e)
{
    const struct json *t = json_get(root, "prompt_templates");

    out->name = "";
    out->label_name = "label";
    out->root = root;
    out->templates = t;
    if (root->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, root->line, root->column,
                      "a task is a map with prompt_templates");
    if (!t || t->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, t ? t->line : root->line,
                      t ? t->column : root->column,
                      "prompt_templates must be a map of prompts");
    return json_need_string(root, "task_name", JSON_OPTIONAL, &out->name, e) &&
           json_need_string(root, "label_name", JSON_OPTIONAL, &out->label_name,
                            e) &&
           json_need_string(root, "train_data_path", JSON_OPTIONAL, &out->train,
                            e) &&
           json_need_string(root, "val_data_path", JSON_OPTIONAL, &out->val,
                            e) &&
           json_need_string(root, "test_data_path", JSON_OPTIONAL, &out->test,
                            e) &&
           json_need_string(root, "ood_data_path", JSON_OPTIONAL, &out->ood, e);
}

bool task_read_file(struct arena *a, const char *path, struct task *out,
                    struct err *e)
{
    const char *base = file_base(path);
    struct json *root;

    *out = (struct task){ .path = arena_strdup(a, path) };
    out->folder = arena_strndup(a, path, (size_t)(base - path));
    return (yaml_read_file(a, path, &root, e) && read_root(root, out, e)) ||
           file_fail(path, e);
}

bool task_default(struct arena *a, bool blind, struct task *out, struct err *e)
{
    struct str text = str_in(a);
    struct json *root;

    str_add(&text, prompts_common);
    str_add(&text, blind ? prompts_blind : prompts_open);
    *out = (struct task){ .path = "the built-in task", .folder = "" };
    return yaml_read(a, text.s, text.n, &root, e) && read_root(root, out, e);
}

/* ---- prompts ---- */

bool task_has(const struct task *t, const char *prompt)
{
    const struct json *v = json_get(t->templates, prompt);

    return v && (v->type == JSON_OBJECT || v->type == JSON_STRING);
}

static bool fail_at(const struct task *t, const struct json *v, struct err *e,
                    const char *prompt, const char *what)
{
    err_at(e, ERR_DOMAIN, v ? v->line : t->templates->line,
           v ? v->column : t->templates->column, "the prompt \"%s\" %s", prompt,
           what);
    return file_fail(t->path, e);
}

static bool is_role(const char *name)
{
    return str_eq(name, "system") || str_eq(name, "user") ||
           str_eq(name, "assistant");
}

static bool fill_message(struct arena *a, const struct json *text,
                         const char *role, struct task_fill *f,
                         struct message *out, struct err *e)
{
    struct str s = str_in(a);

    f->left = TASK_SLOTS;
    if (!task_fill_text(&s, text, f, e))
        return false;
    *out = (struct message){ role, str_get(&s) };
    return true;
}

/* Messages in the order of the file, but the system's first. */
static bool fill_roles(struct arena *a, const struct json *p,
                       struct task_fill *f, struct message *out, struct err *e)
{
    const struct json *system = json_get(p, "system");
    size_t n = 0;

    for (const struct json *v = p->first; v; v = v->next)
        if (v->type != JSON_STRING || !is_role(v->name))
            return fail_at(f->task, v, e, f->prompt,
                           "must be a map from system, user and assistant to "
                           "texts");
    if (system && !fill_message(a, system, system->name, f, &out[n++], e))
        return false;
    for (const struct json *v = p->first; v; v = v->next)
        if (v != system && !fill_message(a, v, v->name, f, &out[n++], e))
            return false;
    return true;
}

bool task_messages(struct arena *a, const struct task *t, const char *prompt,
                   const struct slot_value *values, size_t n_values,
                   const struct task_data *data, size_t row,
                   const struct message **out, size_t *n, struct err *e)
{
    const struct json *p = json_get(t->templates, prompt);
    struct task_fill f = { .task = t,
                           .prompt = prompt,
                           .values = values,
                           .n_values = n_values,
                           .data = data,
                           .row = row };
    struct message *made;
    bool ok;

    if (!task_has(t, prompt))
        return fail_at(t, p, e, prompt, "is missing from prompt_templates");
    if (p->type == JSON_OBJECT && p->count == 0)
        return fail_at(t, p, e, prompt, "has no message");
    *n = p->type == JSON_OBJECT ? p->count : 1;
    made = arena_array(a, struct message, *n);
    ok = p->type == JSON_OBJECT ? fill_roles(a, p, &f, made, e)
                                : fill_message(a, p, "user", &f, made, e);
    *out = made;
    return ok;
}

/* ---- prompts for several rows ---- */

/* One piece, on a line of its own. */
static bool add_piece(struct str *out, const struct json *text,
                      struct task_fill *f, struct err *e)
{
    if (text && text->type == JSON_NULL)
        text = NULL;
    if (text && text->type != JSON_STRING)
        return fail_at(f->task, text, e, f->prompt,
                       "must have texts as prefix, multi_content and suffix");
    if (out->n && out->s[out->n - 1] != '\n' && text)
        str_addc(out, '\n');
    return !text || task_fill_text(out, text, f, e);
}

bool task_repeat(struct arena *a, const struct task *t, const char *prompt,
                 const struct slot_value *values, size_t n_values,
                 const struct task_data *data, const size_t *rows,
                 size_t n_rows, const char **out, struct err *e)
{
    const struct json *p = json_get(t->templates, prompt);
    const struct json *body =
        p && p->type == JSON_OBJECT ? json_get(p, "multi_content") : p;
    struct task_fill f = { .task = t,
                           .prompt = prompt,
                           .values = values,
                           .n_values = n_values,
                           .left = TASK_SLOTS };
    struct str s = str_in(a);

    if (!body || !task_has(t, prompt))
        return fail_at(t, p, e, prompt,
                       p ? "needs multi_content, which is filled for each "
                           "example"
                         : "is missing from prompt_templates");
    if (!add_piece(&s, json_get(p, "prefix"), &f, e))
        return false;
    f.data = data;
    for (size_t i = 0; i < n_rows; i++) {
        f.row = rows[i];
        if (!add_piece(&s, body, &f, e))
            return false;
    }
    f.data = NULL;
    if (!add_piece(&s, json_get(p, "suffix"), &f, e))
        return false;
    *out = str_get(&s);
    return true;
}
