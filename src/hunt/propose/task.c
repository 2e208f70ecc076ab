/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/task.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/yaml.h"
#include "text/span.h"

#include <string.h>
#include <strings.h>

/*
 * What a task's prompts say in a hunt: which labels they speak of, and what
 * their slots stand for.
 */

/* ---- slots by their usual names ---- */

/* What tasks call the things that a hunt has. An answer is the whole reply:
 * who asks for its steps needs them, and who does not finds its end there. */
static const struct {
    const char *field;
    const char *names[12];
} usual[] = {
    { "statement",
      { "statements", "problem", "problems", "question", "questions", "text",
        "texts", "prompt", "input", "ticket", "tickets" } },
    { "reply",
      { "answer", "answers", "replies", "response", "responses", "output",
        "outputs", "completion", "generation", "prediction", "model_answer",
        "llm_answer" } },
    { "extract",
      { "extracted", "extracted_answer", "final_answer", "final_answers",
        "model_output" } },
    { "key",
      { "keys", "gold", "gold_answer", "ground_truth", "reference", "expected",
        "correct_answer", "correct_answers", "target" } },
    { "solution",
      { "solutions", "worked_solution", "explanation", "rationale" } },
    { "concepts", { "concept", "tags", "skills", "topics" } },
    { "traits", { "factors", "features" } },
    { "label", { "labels", "outcome", "verdict", "correctness" } },
};

/* Returns the field of a hunt that is often called so, or NULL. */
static const char *task_usual(const char *name)
{
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        for (const char *const *s = usual[i].names;
             s < usual[i].names + 12 && *s; s++)
            if (str_eq(*s, name))
                return usual[i].field;
    return NULL;
}

/* ---- labels ---- */

/* What failing and solving are called, the likeliest first. */
static const char *const pairs[][2] = {
    { TASK_FAILS, TASK_SOLVED },
    { "wrong", "correct" },
    { "incorrect", "correct" },
    { "wrong", "right" },
    { "failed", "solved" },
    { "fail", "pass" },
    { "failed", "passed" },
    { "failure", "success" },
    { "unsolved", "solved" },
    { "fails", "passes" },
    { "false", "true" },
    { "no", "yes" },
    { "0", "1" },
};

static bool task_is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

/* Does the word stand in the text, whole, and in quotes if `quoted`? */
static bool task_has_word(const char *text, const char *word, bool quoted)
{
    size_t n = strlen(word);

    for (const char *s = text; *s; s++) {
        if ((s > text && task_is_word(s[-1])) || strncasecmp(s, word, n) != 0 ||
            task_is_word(s[n]))
            continue;
        if (!quoted ||
            (s > text && strchr("\"'`*", s[-1]) && strchr("\"'`*.", s[n])))
            return true;
    }
    return false;
}

static bool any_has(const struct json *p, const char *word, bool quoted)
{
    if (p && p->type == JSON_STRING)
        return task_has_word(p->text, word, quoted);
    for (const struct json *v = p ? p->first : NULL; v; v = v->next)
        if (v->type == JSON_STRING && task_has_word(v->text, word, quoted))
            return true;
    return false;
}

static bool task_find_pair(struct task *t, const struct json *prompt,
                           bool quoted)
{
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        /* Short words stand in any text. */
        bool strict = quoted || strlen(pairs[i][0]) < 4;

        if (any_has(prompt, pairs[i][0], strict) &&
            any_has(prompt, pairs[i][1], strict)) {
            t->fails = pairs[i][0];
            t->solved = pairs[i][1];
            return true;
        }
    }
    return false;
}

/* In quotes before without them; where labels are predicted before where
 * hypotheses are made. */
static void task_find_labels(struct task *t)
{
    static const char *const prompts[] = { "inference",
                                           "multiple_hypotheses_inference",
                                           "adaptive_inference",
                                           "batched_generation" };

    for (int quoted = 1; quoted >= 0; quoted--)
        for (size_t i = 0; i < sizeof(prompts) / sizeof(prompts[0]); i++)
            if (task_find_pair(t, json_get(t->templates, prompts[i]), quoted))
                return;
}

/* ---- both ---- */

void task_settle(struct arena *a, struct task *t, const struct domain *d,
                 const char *const *labels, const struct json *fields)
{
    struct domain w = domain_words(a, d);

    t->fails = TASK_FAILS;
    t->solved = TASK_SOLVED;
    t->fields = fields;
    if (labels) {
        t->fails = labels[0];
        t->solved = labels[1];
    } else if (!t->built_in) {
        task_find_labels(t);
    }
    t->words[0] = (struct slot_value){ "example", w.example };
    t->words[1] =
        (struct slot_value){ "Example", domain_capital(a, w.example) };
    t->words[2] = (struct slot_value){ "examples", w.examples };
    t->words[3] = (struct slot_value){ "task", w.task };
    t->words[4] = (struct slot_value){ "fails", t->fails };
    t->words[5] = (struct slot_value){ "solved", t->solved };
}

/* "did you mean X?", or all that there are. */
static const char *task_meant(struct arena *a, const char *name,
                              const char *const *known, size_t n)
{
    const char *near = str_nearest(name, known, n);
    struct str all = str_in(a);

    if (near)
        return arena_printf(a, "did you mean \"%s\"?", near);
    str_add(&all, "the fields are ");
    for (size_t i = 0; i < n; i++)
        str_addf(&all, "%s%s", i ? ", " : "", known[i]);
    return str_get(&all);
}

static size_t task_slots(struct arena *a, const struct task *t,
                         const char *const **out);

bool task_check_fields(struct arena *a, const struct task *t,
                       const struct task_data *d, struct err *e)
{
    const char *const *slots;
    size_t n = task_slots(a, t, &slots);

    for (const struct json *v = t->fields ? t->fields->first : NULL; v;
         v = v->next) {
        const char *field = json_string(v) ? json_string(v) : "";
        const char *near = str_nearest(v->name, slots, n);

        if (!str_is_one(v->name, slots, n))
            return err_set(e, ERR_DOMAIN,
                           "\"fields\" of the spec fills the slot ${%.60s}, "
                           "which no prompt of %s has%s%s%s",
                           v->name, t->path, near ? "; did you mean ${" : "",
                           near ? near : "", near ? "}?" : "");
        if (!str_is_one(field, d->fields, d->n_fields) &&
            !(d->own && d->n && json_get(d->own[0], field)))
            return err_set(e, ERR_DOMAIN,
                           "\"fields\" of the spec fills the slot ${%.60s} "
                           "with \"%.60s\", which does not exist; %s",
                           v->name, field,
                           task_meant(a, field, d->fields, d->n_fields));
    }
    return true;
}

#define TASK_DEPTH 8       /* templates in templates */
#define TASK_SLOTS 1000000 /* filled for one text */

/* What slots are filled from. */
struct task_fill {
    struct arena *arena;
    const struct task *task;
    const char *prompt; /* its name, for messages */
    const struct slot_value *values;
    size_t n_values;
    const struct task_data *data; /* NULL: none */
    size_t row;
    unsigned depth;
    size_t left;     /* slots that may still be filled */
    struct str name; /* room for the name of the slot */
};

/*
 * Slots, as Python's string.Template has them. A template may name another of
 * the file, which is filled likewise; values and data are copied as they are.
 */

/* How many characters of s are a name: not one that begins with a digit. */
static size_t task_name_length(const char *s)
{
    size_t n = 0;

    if (is_digit(*s))
        return 0;
    while (task_is_word(s[n]))
        n++;
    return n;
}

/* A text or number of an object, NULL: none. */
static const char *own_text(const struct json *row, const char *name)
{
    const struct json *v = json_get(row, name);

    return v && (v->type == JSON_STRING || v->type == JSON_NUMBER) ? v->text
                                                                   : NULL;
}

/* The row's value of a field, NULL: there is none. */
static const char *field_value(const struct task_fill *f, const char *name)
{
    for (size_t i = 0; f->data && i < f->data->n_fields; i++)
        if (str_eq(f->data->fields[i], name))
            return f->data->values[i][f->row];
    return NULL;
}

/* The same, or what another tool's row has. */
static const char *any_value(const struct task_fill *f, const char *name)
{
    const char *value = field_value(f, name);

    if (value || !f->data || !f->data->own)
        return value;
    return own_text(f->data->own[f->row], name);
}

/* The value of a slot, NULL: there is none. */
static const char *task_find_value(const struct task_fill *f, const char *name)
{
    const char *field = json_string(json_get(f->task->fields, name));

    if (field && f->data)
        return any_value(f, field);
    for (size_t i = 0; i < f->n_values; i++)
        if (str_eq(f->values[i].name, name))
            return f->values[i].value;
    return field_value(f, name);
}

/* A value by a usual name, where nothing in the file has it. */
static const char *find_usual(const struct task_fill *f, const char *name)
{
    bool hunt = f->data && f->data->hunt;
    const char *field = hunt ? task_usual(name) : NULL;
    const char *own = any_value(f, name);

    if (own)
        return own;
    if (hunt && str_eq(f->task->label_name, name))
        field = "label";
    if (field)
        return field_value(f, field);
    for (size_t i = 0; i < TASK_WORDS; i++)
        if (f->task->words[i].name && str_eq(f->task->words[i].name, name))
            return f->task->words[i].value;
    return NULL;
}

/* A text of the file by that name: a template, or any other key. */
static const struct json *find_template(const struct task *t, const char *name)
{
    const struct json *v = json_get(t->templates, name);

    if (!v || v->type != JSON_STRING)
        v = json_get(t->root, name);
    return v && v->type == JSON_STRING ? v : NULL;
}

static bool unfilled(const struct task_fill *f, const struct json *text,
                     const char *name, struct err *e)
{
    const char *word = arena_strndup(f->arena, name, strnlen(name, 80)), *near;

    near =
        f->data ? str_nearest(word, f->data->fields, f->data->n_fields) : NULL;
    err_at(e, ERR_DOMAIN, text->line, text->column,
           "the slot ${%s} of the prompt \"%s\" cannot be filled: it is "
           "neither a field of the data nor a key of the file%s%s%s%s",
           word, f->prompt, near ? "; did you mean ${" : "", near ? near : "",
           near ? "}?" : "",
           f->data && f->data->hunt
               ? "; \"fields\" of the spec maps a slot to statement, reply, "
                 "extract, key, solution, concepts, traits or label"
               : "");
    return file_fail(f->task->path, e);
}

static bool too_large(const struct task_fill *f, struct err *e)
{
    return err_set(e, ERR_LIMIT,
                   "the prompt \"%s\" is too large; show fewer examples",
                   f->prompt);
}

static bool task_fill_text(struct str *out, const struct json *text,
                           struct task_fill *f, struct err *e);

/* Puts in what the slot of that name stands for; *known false: nothing does. */
static bool fill_slot(struct str *out, struct task_fill *f, const char *name,
                      bool *known, struct err *e)
{
    const char *value = task_find_value(f, name);
    const struct json *v = value ? NULL : find_template(f->task, name);
    bool ok;

    value = value || v ? value : find_usual(f, name);
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
                       "itself, or is nested too deeply",
                       f->task->path, v->name, f->prompt);
    f->depth++;
    ok = task_fill_text(out, v, f, e);
    f->depth--;
    return ok;
}

/* Append the text of a template with its slots filled. */
static bool task_fill_text(struct str *out, const struct json *text,
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
        n = task_name_length(s + 1 + braced);
        if (s[1] == '$') {
            str_addc(out, '$');
            s += 2;
        } else if (n == 0 || (braced && s[2 + n] != '}')) {
            str_addc(out, *s++);
        } else {
            const char *name = arena_strndup(f->arena, s + 1 + braced, n);

            if (!fill_slot(out, f, name, &known, e))
                return false;
            if (!known && braced)
                return unfilled(f, text, name, e);
            if (!known)
                str_addn(out, s, 1 + n);
            s += 1 + n + (braced ? 2 : 0);
        }
    }
    return true;
}

/*
 * Rows of a task: one object of equally long arrays, or an object for each.
 */

static const char *task_text_of(struct arena *a, const struct json *v)
{
    struct str s = str_in(a);

    if (v->type == JSON_STRING)
        return v->text;
    json_write(&s, v);
    return str_get(&s);
}

static void open_fields(struct arena *a, struct task_data *d,
                        const struct json *object, size_t rows)
{
    size_t k = 0;

    d->n = rows;
    d->n_fields = object->count;
    d->fields = arena_array(a, const char *, object->count);
    d->values = arena_array(a, const char **, object->count);
    for (const struct json *v = object->first; v; v = v->next, k++) {
        d->fields[k] = v->name;
        d->values[k] = arena_array(a, const char *, rows ? rows : 1);
    }
}

/* {"field": [...], ...} */
static bool read_columns(struct arena *a, const struct json *root,
                         const char *label, size_t *lines,
                         struct task_data *out, struct err *e)
{
    const struct json *first = root->first;
    size_t k = 0;

    for (const struct json *v = root->first; v; v = v->next) {
        if (v->type != JSON_ARRAY)
            return err_at(e, ERR_DOMAIN, v->line, v->column,
                          "the field \"%s\" must be an array, as \"%s\" is",
                          v->name, first->name);
        if (v->count != first->count)
            return err_at(e, ERR_DOMAIN, v->line, v->column,
                          "\"%s\" has %zu values but \"%s\" has %zu: every "
                          "field must have one for each row",
                          first->name, first->count, v->name, v->count);
    }
    open_fields(a, out, root, first->count);
    for (const struct json *v = root->first; v; v = v->next, k++) {
        size_t i = 0;

        for (const struct json *x = v->first; x; x = x->next) {
            if (k == 0 || str_eq(v->name, label))
                lines[i] = x->line;
            out->values[k][i++] = task_text_of(a, x);
        }
    }
    return true;
}

/* Objects with the fields of the first. */
static bool task_read_rows(struct arena *a, const struct vec *rows,
                           size_t *lines, struct task_data *out, struct err *e)
{
    const struct json *first = *vec_get(rows, struct json *, 0);

    open_fields(a, out, first, rows->n);
    for (size_t i = 0; i < rows->n; i++) {
        const struct json *row = *vec_get(rows, struct json *, i);

        if (row->type != JSON_OBJECT)
            return err_at(e, ERR_DOMAIN, row->line, row->column,
                          "a row must be an object, not %s",
                          json_type_name(row->type));
        lines[i] = row->line;
        for (size_t k = 0; k < out->n_fields; k++) {
            const struct json *v = json_get(row, out->fields[k]);

            if (!v)
                return err_at(e, ERR_DOMAIN, row->line, row->column,
                              "this row lacks the field \"%s\", which the "
                              "first has",
                              out->fields[k]);
            out->values[k][i] = task_text_of(a, v);
        }
    }
    return true;
}

/* All values of the text, those of an array one by one. */
static bool task_read_values(struct arena *a, const struct str *text,
                             struct vec *out, struct err *e)
{
    struct json_cursor c;
    struct json *v;

    json_open(&c, str_get(text), text->n, 1);
    while (json_peek(&c) != '\0') {
        if (!json_step(a, &c, &v, e))
            return false;
        if (v->type != JSON_ARRAY) {
            *(struct json **)vec_push(out) = v;
            continue;
        }
        for (struct json *x = v->first; x; x = x->next)
            *(struct json **)vec_push(out) = x;
    }
    if (out->n == 0)
        return err_set(e, ERR_DOMAIN, "it contains no rows");
    v = *vec_get(out, struct json *, 0);
    if (v->type != JSON_OBJECT || v->count == 0)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "data must be an object of arrays, or objects, one for "
                      "each row");
    return true;
}

static bool task_find_label(const struct task *t, struct task_data *d,
                            struct err *e)
{
    for (d->label = 0; d->label < d->n_fields; d->label++)
        if (str_eq(d->fields[d->label], t->label_name))
            break;
    if (d->label == d->n_fields)
        return err_set(e, ERR_DOMAIN,
                       "the data has no field \"%s\"; label_name of the task "
                       "must be a field of the data",
                       t->label_name);
    if (d->n == 0)
        return err_set(e, ERR_DOMAIN, "it contains no rows");
    return true;
}

static bool task_read_text(struct arena *a, const struct task *t,
                           const struct str *text, struct task_data *out,
                           struct err *e)
{
    struct vec values = vec_in(a, sizeof(struct json *));
    const struct json *first;
    size_t *lines;
    bool ok, columns;

    if (!task_read_values(a, text, &values, e))
        return false;
    first = *vec_get(&values, struct json *, 0);
    columns = values.n == 1 && first->first->type == JSON_ARRAY;
    lines =
        arena_array(a, size_t, (columns ? first->first->count : values.n) + 1);
    ok = columns ? read_columns(a, first, t->label_name, lines, out, e)
                 : task_read_rows(a, &values, lines, out, e);
    out->lines = lines;
    return ok && task_find_label(t, out, e);
}

bool task_data_read(struct arena *a, const struct task *t, const char *path,
                    struct task_data *out, struct err *e)
{
    const char *where =
        *path == '/' ? path : arena_printf(a, "%s%s", t->folder, path);
    struct str text = { 0 };
    bool ok;

    *out = (struct task_data){ 0 };
    ok = file_read(where, LIMIT_FILE_BYTES, &text, e) &&
         (task_read_text(a, t, &text, out, e) || file_fail(where, e));
    str_clear(&text);
    return ok;
}

/* ---- the file ---- */

static bool task_read_root(const struct json *root, struct task *out,
                           struct err *e)
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
    if (!yaml_read_file(a, path, &root, e) || !task_read_root(root, out, e))
        return file_fail(path, e);
    task_settle(a, out, &(struct domain){ 0 }, NULL, NULL);
    return true;
}

/* Lines of the built-in task that only some hunts have begin with a mark. */
static const char built_in[] =
#include "hunt/task.inc" /* made of task.yaml */
    ;

bool task_default(struct arena *a, bool blind, bool traits, struct task *out,
                  struct err *e)
{
    struct span rest = span_of(built_in), line;
    struct str text = str_in(a);
    struct json *root;

    while (span_split(&rest, '\n', &line)) {
        bool trait = span_at(line, 0, "?traits "), open;

        open = span_at(line, 0, "?open ");
        if ((trait && !traits) || (open && blind))
            continue;
        line = span_from(line, trait ? 8 : open ? 6 : 0);
        str_addn(&text, line.s, line.n);
        str_addc(&text, '\n');
    }
    *out = (struct task){ .path = "the built-in task",
                          .folder = "",
                          .built_in = true };
    if (!yaml_read(a, text.s, text.n, &root, e) ||
        !task_read_root(root, out, e))
        return false;
    task_settle(a, out, &(struct domain){ 0 }, NULL, NULL);
    return true;
}

/* ---- prompts ---- */

bool task_has(const struct task *t, const char *prompt)
{
    const struct json *v = json_get(t->templates, prompt);

    return v && (v->type == JSON_OBJECT || v->type == JSON_STRING);
}

static void find_slots(const struct json *v, struct arena *a, struct vec *out)
{
    for (const struct json *c = v->first; c; c = c->next)
        find_slots(c, a, out);
    for (const char *s = v->text; v->type == JSON_STRING && *s; s++) {
        const char *name = s[1] == '{' ? s + 2 : s + 1;

        if (*s == '$' && task_name_length(name))
            *(const char **)vec_push(out) =
                arena_strndup(a, name, task_name_length(name));
    }
}

bool task_uses(const struct task *t, const char *prompt, const char *slot)
{
    const struct json *p = json_get(t->templates, prompt);
    struct arena scratch = { 0 };
    struct vec names = vec_in(&scratch, sizeof(const char *));
    bool uses;

    if (p)
        find_slots(p, &scratch, &names);
    uses = vec_find_name(&names, slot) < names.n;
    arena_clear(&scratch);
    return uses;
}

/* Finds the names of all slots in the texts of the file, each maybe several
 * times, and returns how many. */
static size_t task_slots(struct arena *a, const struct task *t,
                         const char *const **out)
{
    struct vec all = vec_in(a, sizeof(const char *));

    find_slots(t->root, a, &all);
    find_slots(t->templates, a, &all); /* the spec may have replaced them */
    *out = all.items;
    return all.n;
}

size_t task_line(const struct task *t, const char *prompt)
{
    const struct json *p = json_get(t->templates, prompt);

    return p ? p->line : t->templates->line;
}

static bool task_fail_at(const struct task *t, const struct json *v,
                         struct err *e, const char *prompt, const char *what)
{
    err_at(e, ERR_DOMAIN, v ? v->line : t->templates->line,
           v ? v->column : t->templates->column, "the prompt \"%s\" %s", prompt,
           what);
    return file_fail(t->path, e);
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
        if (v->type != JSON_STRING ||
            !str_among(v->name, "system user assistant"))
            return task_fail_at(
                f->task, v, e, f->prompt,
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
    struct task_fill f = { .arena = a,
                           .task = t,
                           .prompt = prompt,
                           .values = values,
                           .n_values = n_values,
                           .data = data,
                           .row = row };
    struct message *made;
    bool ok;

    if (!task_has(t, prompt))
        return task_fail_at(t, p, e, prompt,
                            "is missing from prompt_templates");
    if (p->type == JSON_OBJECT && p->count == 0)
        return task_fail_at(t, p, e, prompt, "has no message");
    *n = p->type == JSON_OBJECT ? p->count : 1;
    made = arena_array(a, struct message, *n);
    ok = p->type == JSON_OBJECT ? fill_roles(a, p, &f, made, e)
                                : fill_message(a, p, "user", &f, made, e);
    *out = made;
    return ok;
}

/* ---- prompts for several rows ---- */

/* One piece, on a line of its own. */
static bool task_add_piece(struct str *out, const struct json *text,
                           struct task_fill *f, struct err *e)
{
    if (text && text->type == JSON_NULL)
        text = NULL;
    if (text && text->type != JSON_STRING)
        return task_fail_at(
            f->task, text, e, f->prompt,
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
    struct task_fill f = { .arena = a,
                           .task = t,
                           .prompt = prompt,
                           .values = values,
                           .n_values = n_values,
                           .left = TASK_SLOTS };
    struct str s = str_in(a);

    if (!body || !task_has(t, prompt))
        return task_fail_at(t, p, e, prompt,
                            p ? "needs multi_content, which is filled for each "
                                "example"
                              : "is missing from prompt_templates");
    if (!task_add_piece(&s, json_get(p, "prefix"), &f, e))
        return false;
    f.data = data;
    for (size_t i = 0; i < n_rows; i++) {
        f.row = rows[i];
        if (!task_add_piece(&s, body, &f, e))
            return false;
    }
    f.data = NULL;
    if (!task_add_piece(&s, json_get(p, "suffix"), &f, e))
        return false;
    *out = str_get(&s);
    return true;
}
