/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a task's prompts say in a hunt: which labels they speak of, and what
 * their slots stand for.
 */
#include "base/ascii.h"
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

bool task_check_fields(const struct task *t, const struct task_data *d,
                       struct err *e)
{
    for (const struct json *v = t->fields ? t->fields->first : NULL; v;
         v = v->next) {
        const char *field = json_string(v);
        struct str known = { 0 };
        size_t k = 0;

        while (field && k < d->n_fields && !str_eq(d->fields[k], field))
            k++;
        if (field &&
            (k < d->n_fields || (d->own && d->n && json_get(d->own[0], field))))
            continue;
        for (k = 0; k < d->n_fields; k++)
            str_addf(&known, "%s%s", k ? ", " : "", d->fields[k]);
        err_set(e, ERR_DOMAIN,
                "\"fields\" of the spec fills the slot ${%.60s} by \"%.60s\", "
                "which is not there; there are %s",
                v->name, field ? field : "", str_get(&known));
        str_clear(&known);
        return false;
    }
    return true;
}
