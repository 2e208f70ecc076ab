/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/boxed.h"
#include "problem/import/reader.h"
#include "problem/import/table.h"

#include <string.h>

/*
 * Files of other tools, and anything else with a question and an answer. The
 * names are tried in an order that other tools have made usual; a chat stands
 * for its last user message.
 */

static const char *const questions[] = {
    "question",  "problem",       "input", "prompt",      "statement", "text",
    "sQuestion", "origin_prompt", "query", "instruction", NULL,
};

static const char *const answers[] = {
    "answer",
    "expected_answer",
    "final_answer",
    "target",
    "gold_answer",
    "gold",
    "ideal",
    "lSolutions",
    "label",
    "ground_truth",
    "short_answer",
    "correct_answer",
    "reference_answer",
    "reward_model.ground_truth",
    "key",
    NULL,
};

static const char *const solutions[] = { "solution", "reference_solution",
                                         "rationale", NULL };

/* ---- chats ---- */

/* The text of a message: a string, or parts of which some are text. */
static const char *message_text(struct arena *a, const struct json *message)
{
    const struct json *content = json_get(message, "content");
    struct str out = str_in(a);

    if (!content || content->type == JSON_STRING)
        return json_string(content);
    for (const struct json *m = content->first; m; m = m->next) {
        const char *text = json_string(json_get(m, "text"));

        str_add(&out, text && out.n ? "\n" : "");
        str_add(&out, text ? text : "");
    }
    return str_get(&out);
}

/* The statement from a string or from a chat. */
static bool read_question(struct arena *a, const struct json *v,
                          struct problem *p, struct err *e)
{
    const char *text = json_string(v), *role;

    for (const struct json *m = v->first; m; m = m->next) {
        role = json_string(json_get(m, "role"));
        if (role && str_eq(role, "user"))
            text = message_text(a, m);
    }
    p->statement = text ? str_trim(a, text) : "";
    return *p->statement ||
           row_fail(v, e,
                    "the field \"%s\" must be a string, or a chat with a "
                    "message of the user",
                    v->name);
}

/* ---- choices ---- */

/* Choices are part of the question. An answer that is the number of one, as
 * in MMLU, becomes its letter. */
static bool add_choices(struct arena *a, const struct json *row,
                        const struct json *answer, struct problem *p,
                        struct err *e)
{
    static const char *const names[] = { "choices", "options", NULL };
    const struct json *list = row_first(row, names);
    struct str out = str_in(a);
    char letter = 'A';
    int64_t i;

    if (!list || list->type != JSON_ARRAY || list->count > 26)
        return true;
    str_add(&out, p->statement);
    for (const struct json *m = list->first; m; m = m->next, letter++) {
        if (m->type != JSON_STRING && m->type != JSON_NUMBER)
            return row_fail(m, e, "a choice must be text, not %s",
                            json_type_name(m->type));
        str_addf(&out, "\n(%c) %s", letter, m->text);
    }
    p->statement = str_get(&out);
    if (json_int64(answer, &i) && i >= 0 && i < (int64_t)list->count)
        set_key(a, p, ANSWER_CHOICE, arena_printf(a, "%c", (char)('A' + i)),
                answer->text);
    return true;
}

/* ---- answers ---- */

/* The key from a worked text: "#### 18" or the last box. */
static bool read_worked(struct arena *a, const char *text, struct problem *p)
{
    if (read_hashes(a, text, p))
        return true;
    p->solution = str_trim(a, text);
    return set_boxed_key(a, text, p);
}

/* Returns the answer of a row, or NULL if it has none. A boolean label is the
 * verdict on a reply, in files of graded ones. */
static const struct json *find_answer(const struct json *row)
{
    const struct json *v = row_first(row, answers);

    return v && v->type == JSON_BOOL && str_eq(v->name, "label") ? NULL : v;
}

/* An answer that is itself a worked text, rather than only a boxed value. */
static bool is_worked(struct arena *a, const struct json *v)
{
    const char *s = json_string(v);

    return s && (strstr(s, "####") ||
                 (strstr(clean_latex(a, s), "\\boxed") != NULL));
}

static bool read_generic_answer(struct arena *a, const struct json *row,
                                const struct json *answer, struct problem *p,
                                struct err *e)
{
    const struct json *worked = row_first(row, solutions);

    if (answer && is_worked(a, answer) && read_worked(a, answer->text, p))
        return true;
    if (worked)
        read_solution(a, row, worked->name, p);
    if (answer)
        return read_answer(a, answer, p, e);
    if (worked && worked->type == JSON_STRING &&
        read_worked(a, worked->text, p))
        return true;
    return row_fail(worked ? worked : row, e,
                    "no answer: no field like \"answer\", and no solution "
                    "with \\boxed{...} or \"#### result\"");
}

/* ---- generic ---- */

static bool generic_knows(const struct json *row)
{
    const struct json *worked = row_first(row, solutions);
    const char *text = json_string(worked);

    return row_first(row, questions) &&
           (find_answer(row) ||
            (text && (strstr(text, "\\boxed") || strstr(text, "####"))));
}

static bool generic_read(struct arena *a, const struct json *row,
                         struct problem *p, struct err *e)
{
    static const char *const ids[] = { "id",  "ID",         "unique_id",
                                       "uid", "problem_id", "Problem ID",
                                       "idx", NULL };
    const struct json *question = row_first(row, questions);
    const struct json *answer = find_answer(row);

    if (!question)
        return row_fail(row, e,
                        "no question: no field like \"question\", "
                        "\"problem\" or \"prompt\"");
    if (!read_question(a, question, p, e) ||
        !read_generic_answer(a, row, answer, p, e))
        return false;
    for (size_t i = 0; ids[i] && !p->id; i++)
        p->id = row_id(row, ids[i]);
    return !answer || add_choices(a, row, answer, p, e);
}

static const char *const generic_taken[] = {
    "question",
    "problem",
    "prompt",
    "input",
    "statement",
    "text",
    "sQuestion",
    "origin_prompt",
    "query",
    "instruction",
    "answer",
    "expected_answer",
    "final_answer",
    "target",
    "gold_answer",
    "gold",
    "ideal",
    "lSolutions",
    "ground_truth",
    "label",
    "short_answer",
    "correct_answer",
    "reference_answer",
    "key",
    "solution",
    "reference_solution",
    "rationale",
    NULL,
};

const struct dataset_reader reader_generic = {
    .name = "generic",
    .title = "anything with a question and an answer field",
    .knows = generic_knows,
    .read = generic_read,
    .taken = generic_taken,
};

/* ---- OpenAI evals: input, ideal ---- */

static bool evals_knows(const struct json *row)
{
    return row_has(row, "input", "ideal", NULL);
}

/* Several ideals are alternatives: the first is the key. */
static bool evals_read(struct arena *a, const struct json *row,
                       struct problem *p, struct err *e)
{
    const struct json *input = row_need(row, "input", e), *ideal;

    if (!input || !read_question(a, input, p, e))
        return false;
    ideal = row_need(row, "ideal", e);
    if (!ideal)
        return false;
    if (ideal->type != JSON_ARRAY)
        return read_answer(a, ideal, p, e);
    if (!read_answer(a, ideal->first, p, e))
        return false;
    p->keys->source = spelling(a, ideal);
    return true;
}

static const char *const evals_taken[] = { "input", "ideal", NULL };

const struct dataset_reader reader_evals = {
    .name = "evals",
    .title = "OpenAI evals: input (text or chat), ideal",
    .knows = evals_knows,
    .read = evals_read,
    .taken = evals_taken,
    .id_field = "id",
};
