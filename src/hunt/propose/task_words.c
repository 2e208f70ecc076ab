/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a task's prompts say in a hunt: which labels they speak of, and what
 * their slots stand for.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "hunt/propose/task.h"

#include <string.h>

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

const char *task_usual(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        for (const char *const *s = usual[i].names;
             s < usual[i].names + 12 && *s; s++)
            if (strlen(*s) == n && strncmp(*s, name, n) == 0)
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

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

/* Does the word stand in the text, whole, and in quotes if `quoted`? */
static bool has_word(const char *text, const char *word, bool quoted)
{
    size_t n = strlen(word);

    for (const char *s = text; *s; s++) {
        size_t k = 0;

        if ((s > text && is_word(s[-1])) || to_lower(*s) != word[0])
            continue;
        while (k < n && to_lower(s[k]) == word[k])
            k++;
        if (k < n || is_word(s[n]))
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
        return has_word(p->text, word, quoted);
    for (const struct json *v = p ? p->first : NULL; v; v = v->next)
        if (v->type == JSON_STRING && has_word(v->text, word, quoted))
            return true;
    return false;
}

static bool find_pair(struct task *t, const struct json *prompt, bool quoted)
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
static void find_labels(struct task *t)
{
    static const char *const prompts[] = { "inference",
                                           "multiple_hypotheses_inference",
                                           "adaptive_inference",
                                           "batched_generation" };

    for (int quoted = 1; quoted >= 0; quoted--)
        for (size_t i = 0; i < sizeof(prompts) / sizeof(prompts[0]); i++)
            if (find_pair(t, json_get(t->templates, prompts[i]), quoted))
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
        find_labels(t);
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
static const char *meant(struct arena *a, const char *name,
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

static bool is_among(const char *name, const char *const *known, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(known[i], name))
            return true;
    return false;
}

bool task_check_fields(struct arena *a, const struct task *t,
                       const struct task_data *d, struct err *e)
{
    const char *const *slots;
    size_t n = task_slots(a, t, &slots);

    for (const struct json *v = t->fields ? t->fields->first : NULL; v;
         v = v->next) {
        const char *field = json_string(v) ? json_string(v) : "";
        const char *near = str_nearest(v->name, slots, n);

        if (!is_among(v->name, slots, n))
            return err_set(e, ERR_DOMAIN,
                           "\"fields\" of the spec fills the slot ${%.60s}, "
                           "which no prompt of %s has%s%s%s",
                           v->name, t->path, near ? "; did you mean ${" : "",
                           near ? near : "", near ? "}?" : "");
        if (!is_among(field, d->fields, d->n_fields) &&
            !(d->own && d->n && json_get(d->own[0], field)))
            return err_set(e, ERR_DOMAIN,
                           "\"fields\" of the spec fills the slot ${%.60s} "
                           "with \"%.60s\", which does not exist; %s",
                           v->name, field,
                           meant(a, field, d->fields, d->n_fields));
    }
    return true;
}
