/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/import.h"
#include "base/limits.h"
#include "problem/import/boxed.h"
#include "problem/import/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The fields of a row, and the statement made from them. */

#define ID_MOST 200 /* bytes; a longer id is no id */

/* ---- looking ---- */

bool row_has(const struct json *row, ...)
{
    const char *name;
    bool all = true;
    va_list ap;

    va_start(ap, row);
    while (all && (name = va_arg(ap, const char *)))
        all = json_get(row, name) != NULL;
    va_end(ap);
    return all;
}

static bool holds_something(const struct json *v)
{
    if (!v || v->type == JSON_NULL)
        return false;
    if (v->type == JSON_STRING)
        return !str_blank(v->text);
    return (v->type != JSON_ARRAY && v->type != JSON_OBJECT) || v->count;
}

const char *row_text(const struct json *row, const char *name)
{
    const char *s = json_string(json_get(row, name));

    return s && !str_blank(s) ? s : NULL;
}

/* The member that a name, or a path "a.b", leads to. */
static const struct json *problem_import_walk(const struct json *row,
                                              const char *path)
{
    const char *dot = strchr(path, '.');
    char head[64];

    if (!dot)
        return json_get(row, path);
    snprintf(head, sizeof(head), "%.*s", (int)(dot - path), path);
    return json_get(json_get(row, head), dot + 1);
}

static bool sets_apart(char c)
{
    return c == ' ' || c == '_' || c == '-';
}

bool row_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        for (; sets_apart(*a); a++)
            ;
        for (; sets_apart(*b); b++)
            ;
        if (!*a || !*b || (*a != *b && (*a ^ *b) != 0x20))
            return *a == *b;
    }
}

/* The member of that name, however its words are set apart. */
static const struct json *member_like(const struct json *row, const char *name)
{
    for (const struct json *m = row->first; m; m = m->next)
        if (row_same_name(m->name, name) && holds_something(m))
            return m;
    return NULL;
}

const struct json *row_first(const struct json *row, const char *const *names)
{
    const struct json *v = NULL;

    for (size_t i = 0; names[i]; i++)
        if (holds_something(problem_import_walk(row, names[i])))
            return problem_import_walk(row, names[i]);
    if (row->type != JSON_OBJECT)
        return NULL;
    for (size_t i = 0; names[i] && !v; i++)
        v = member_like(row, names[i]);
    return v;
}

const char *row_id(const struct json *row, const char *name)
{
    const struct json *v = json_get(row, name);

    if (!v || (v->type != JSON_STRING && v->type != JSON_NUMBER) ||
        strlen(v->text) > ID_MOST || str_blank(v->text))
        return NULL;
    return v->text;
}

bool row_fail(const struct json *at, struct err *e, const char *fmt, ...)
{
    char what[sizeof(e->msg)];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(what, sizeof(what), fmt, ap);
    va_end(ap);
    return err_at(e, ERR_DOMAIN, at->line, at->column, "%s", what);
}

const struct json *row_need(const struct json *row, const char *name,
                            struct err *e)
{
    const struct json *v = json_get(row, name);

    if (!v || v->type == JSON_NULL)
        row_fail(row, e, "the field \"%s\" is missing", name);
    else if (!holds_something(v))
        row_fail(v, e, "the field \"%s\" is empty", name);
    else
        return v;
    return NULL;
}

/* Returns the text of a field, or NULL with an error if it is no string or
 * blank. */
static const char *need_text(const struct json *row, const char *name,
                             struct err *e)
{
    const struct json *v = row_need(row, name, e);

    if (v && v->type != JSON_STRING) {
        row_fail(v, e, "the field \"%s\" must be a string, not %s", name,
                 json_type_name(v->type));
        return NULL;
    }
    return v ? v->text : NULL;
}

/* ---- statements ---- */

bool read_statement(struct arena *a, const struct json *row, const char *name,
                    struct problem *p, struct err *e)
{
    const char *s = need_text(row, name, e);

    if (s)
        p->statement = str_trim(a, s);
    return s != NULL;
}

bool read_two_part_statement(struct arena *a, const struct json *row,
                             const char *text, const char *question, bool stop,
                             struct problem *p, struct err *e)
{
    const char *first = NULL, *second = need_text(row, question, e);

    if (!second || !json_need_string(row, text, JSON_OPTIONAL, &first, e))
        return false;
    second = str_trim(a, second);
    first = first ? str_trim(a, first) : "";
    if (!*first)
        p->statement = second;
    else if (!stop)
        p->statement = arena_printf(a, "%s\n\n%s", first, second);
    else
        p->statement = arena_printf(
            a, "%s%s %s", first,
            strchr(".,;:!?", first[strlen(first) - 1]) ? "" : ".", second);
    return true;
}

/* Worked solutions, and the results that stand at their end. */

void read_solution(struct arena *a, const struct json *row, const char *name,
                   struct problem *p)
{
    const struct json *v = json_get(row, name);
    struct str out = str_in(a);

    if (v && v->type == JSON_STRING)
        p->solution = str_trim(a, v->text);
    if (!v || v->type != JSON_ARRAY)
        return;
    for (const struct json *m = v->first; m; m = m->next)
        if (m->type == JSON_STRING && !str_blank(m->text)) {
            str_add(&out, out.n ? "\n\n" : "");
            str_add(&out, str_trim(a, m->text));
        }
    p->solution = str_get(&out);
}

/* Without the calculator's notes: "16-3 = <<16-3=13>>13" is "16-3 = 13". */
static const char *problem_import_drop_notes(struct arena *a, const char *s,
                                             size_t n)
{
    const char *text = arena_strndup(a, s, n), *open, *close;
    struct str out = str_in(a);

    while ((open = strstr(text, "<<")) && (close = strstr(open, ">>"))) {
        str_addn(&out, text, (size_t)(open - text));
        text = close + 2;
    }
    str_add(&out, text);
    return str_trim(a, str_get(&out));
}

/* Set the solution and the key from a text that ends with "#### result",
 * without <<calculator notes>>. Returns false if it has no such line. */
static bool read_hashes(struct arena *a, const char *text, struct problem *p)
{
    size_t at;
    const char *result = hashes_last(a, text, &at), *latex = NULL;

    if (!result)
        return false;
    latex = clean_number(a, result + (*result == '$'));
    if (!latex)
        latex = clean_latex(a, result);
    if (!*latex)
        return false;
    set_key(a, p, answer_guess(latex), latex, result);
    p->solution = problem_import_drop_notes(a, text, at);
    return true;
}

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
static bool problem_import_read_question(struct arena *a, const struct json *v,
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
static bool problem_import_read_worked(struct arena *a, const char *text,
                                       struct problem *p)
{
    if (read_hashes(a, text, p))
        return true;
    p->solution = str_trim(a, text);
    return set_boxed_key(a, text, p);
}

/* Returns the answer of a row, or NULL if it has none. A boolean label is the
 * verdict on a reply, in files of graded ones. */
static const struct json *problem_import_find_answer(const struct json *row)
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

    if (answer && is_worked(a, answer) &&
        problem_import_read_worked(a, answer->text, p))
        return true;
    if (worked)
        read_solution(a, row, worked->name, p);
    if (answer)
        return read_answer(a, answer, p, e);
    if (worked && worked->type == JSON_STRING &&
        problem_import_read_worked(a, worked->text, p))
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
           (problem_import_find_answer(row) ||
            (text && (strstr(text, "\\boxed") || strstr(text, "####"))));
}

static bool generic_read(struct arena *a, const struct json *row,
                         struct problem *p, struct err *e)
{
    static const char *const ids[] = { "id",  "ID",         "unique_id",
                                       "uid", "problem_id", "Problem ID",
                                       "idx", NULL };
    const struct json *question = row_first(row, questions);
    const struct json *answer = problem_import_find_answer(row);

    if (!question)
        return row_fail(row, e,
                        "no question: no field like \"question\", "
                        "\"problem\" or \"prompt\"");
    if (!problem_import_read_question(a, question, p, e) ||
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

    if (!input || !problem_import_read_question(a, input, p, e))
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

/*
 * Word problems with numbers as answers: GSM8K and the sets made from it,
 * SVAMP, MAWPS, ASDiv.
 */

/* ---- GSM8K: question, answer = worked text, then "#### 18" ---- */

static bool ends_in_hashes(const struct json *row, const char *field)
{
    const char *s = json_string(json_get(row, field));

    return s && strstr(s, "####");
}

static bool gsm8k_knows(const struct json *row)
{
    return json_get(row, "question") && ends_in_hashes(row, "answer");
}

static bool gsm8k_read(struct arena *a, const struct json *row,
                       struct problem *p, struct err *e)
{
    const struct json *answer;

    if (!read_statement(a, row, "question", p, e))
        return false;
    answer = row_need(row, "answer", e);
    if (!answer)
        return false;
    if (answer->type != JSON_STRING)
        return row_fail(answer, e,
                        "the field \"answer\" must be a string, not %s",
                        json_type_name(answer->type));
    return read_hashes(a, answer->text, p) ||
           row_fail(answer, e,
                    "the field \"answer\" has no line \"#### result\"");
}

static const char *const gsm8k_taken[] = { "question", "answer", NULL };

const struct dataset_reader reader_gsm8k = {
    .name = "gsm8k",
    .title = "GSM8K: question, answer with \"#### n\"",
    .knows = gsm8k_knows,
    .read = gsm8k_read,
    .taken = gsm8k_taken,
    .id_field = "idx",
};

/* ---- GSM-Symbolic: instances of templates, and the template files ---- */

static bool gsm_symbolic_knows(const struct json *row)
{
    return gsm8k_knows(row) && (row_has(row, "original_id", "instance", NULL) ||
                                json_get(row, "question_annotated"));
}

static bool gsm_symbolic_read(struct arena *a, const struct json *row,
                              struct problem *p, struct err *e)
{
    const char *id = row_id(row, "id"), *instance = row_id(row, "instance");

    if (!gsm8k_read(a, row, p, e))
        return false;
    if (id && instance) /* one id for all instances of a template */
        p->id = arena_printf(a, "%s-%s", id, instance);
    else if (json_get(row, "question_annotated"))
        p->id = row_id(row, "id_shuffled");
    return true;
}

static const struct dataset_reader reader_gsm_symbolic = {
    .name = "gsm-symbolic",
    .title = "GSM-Symbolic: GSM8K's fields, instance, original_id",
    .knows = gsm_symbolic_knows,
    .read = gsm_symbolic_read,
    .taken = gsm8k_taken,
    .id_field = "id",
};

/* ---- GSM-Plus: the result stands in the solution and in answer ---- */

static bool gsm_plus_knows(const struct json *row)
{
    return row_has(row, "question", "solution", "answer", NULL) &&
           (json_get(row, "perturbation_type") ||
            json_get(row, "seed_question"));
}

static bool gsm_plus_read(struct arena *a, const struct json *row,
                          struct problem *p, struct err *e)
{
    const char *worked = row_text(row, "solution");
    const struct json *answer;

    if (!read_statement(a, row, "question", p, e))
        return false;
    if (worked && read_hashes(a, worked, p))
        return true;
    read_solution(a, row, "solution", p);
    answer = row_need(row, "answer", e);
    return answer && read_number_answer(a, answer, p, e);
}

static const char *const gsm_plus_taken[] = { "question", "solution", "answer",
                                              NULL };

static const struct dataset_reader reader_gsm_plus = {
    .name = "gsm-plus",
    .title = "GSM-Plus: question, solution, answer, perturbation_type",
    .knows = gsm_plus_knows,
    .read = gsm_plus_read,
    .taken = gsm_plus_taken,
};

/* ---- SVAMP ---- */

static bool svamp_knows(const struct json *row)
{
    return row_has(row, "Body", "Question", "Answer", NULL);
}

static bool svamp_read(struct arena *a, const struct json *row,
                       struct problem *p, struct err *e)
{
    const struct json *answer;

    if (!read_two_part_statement(a, row, "Body", "Question", true, p, e))
        return false;
    answer = row_need(row, "Answer", e);
    return answer && read_number_answer(a, answer, p, e);
}

static const char *const svamp_taken[] = { "Body", "Question", "Answer", NULL };

static const struct dataset_reader reader_svamp = {
    .name = "svamp",
    .title = "SVAMP: Body, Question, Answer",
    .knows = svamp_knows,
    .read = svamp_read,
    .taken = svamp_taken,
    .id_field = "ID",
};

/* ---- MAWPS: the original fields, and those of the ToRA copy ---- */

static bool mawps_knows(const struct json *row)
{
    return row_has(row, "sQuestion", "lSolutions", NULL) ||
           row_has(row, "input", "target", "type", NULL);
}

static bool mawps_read(struct arena *a, const struct json *row,
                       struct problem *p, struct err *e)
{
    bool original = json_get(row, "sQuestion") != NULL;
    const char *question = original ? "sQuestion" : "input";
    const struct json *answer;

    if (!read_statement(a, row, question, p, e))
        return false;
    p->id = row_id(row, original ? "iIndex" : "idx");
    answer = row_need(row, original ? "lSolutions" : "target", e);
    return answer && read_number_answer(a, answer, p, e);
}

static const char *const mawps_taken[] = { "sQuestion", "lSolutions", "input",
                                           "target", NULL };

static const struct dataset_reader reader_mawps = {
    .name = "mawps",
    .title = "MAWPS: sQuestion, lSolutions; or input, target, type",
    .knows = mawps_knows,
    .read = mawps_read,
    .taken = mawps_taken,
};

/* ---- ASDiv: "9 (apples)", and "3 (red); 4 (blue)" for two values ---- */

static bool asdiv_knows(const struct json *row)
{
    return row_has(row, "body", "question", "answer", NULL);
}

/* Cut "9 (apples)" into the number and the unit; *unit is NULL without one. */
static const char *cut_unit(struct arena *a, const char *s, const char **unit)
{
    const char *open = strstr(s, " ("), *number;

    *unit = NULL;
    if (open && str_ends(s, ")")) {
        *unit = str_trim(a, arena_strndup(a, open + 2, strlen(open) - 3));
        s = str_trim(a, arena_strndup(a, s, (size_t)(open - s)));
    }
    number = clean_number(a, s);
    return number ? number : s;
}

/* Units name the values, unless one has none or two have the same. */
static void name_keys(struct arena *a, struct key *keys, size_t n)
{
    bool good = true;

    for (size_t i = 0; i < n; i++) {
        good = good && keys[i].name && *keys[i].name;
        for (size_t k = 0; k < i && good; k++)
            good = !str_eq(keys[i].name, keys[k].name);
    }
    for (size_t i = 0; i < n && !good; i++)
        keys[i].name = arena_printf(a, "value %zu", i + 1);
}

static bool asdiv_keys(struct arena *a, const struct json *answer,
                       struct problem *p, struct err *e)
{
    const char *parts[LIMIT_KEYS + 1], *unit;

    p->n_keys = split_top(a, answer->text, ';', parts, LIMIT_KEYS + 1);
    if (p->n_keys > LIMIT_KEYS)
        return row_fail(answer, e,
                        "the field \"answer\" has more than %d values",
                        LIMIT_KEYS);
    p->keys = arena_array(a, struct key, p->n_keys);
    for (size_t i = 0; i < p->n_keys; i++) {
        struct key *k = &p->keys[i];

        k->latex = cut_unit(a, parts[i], &unit);
        if (!*k->latex)
            return row_fail(answer, e,
                            "the field \"answer\" has an empty value");
        k->kind = answer_guess(k->latex);
        k->name = p->n_keys > 1 ? unit : NULL;
        k->source = str_eq(k->latex, parts[i]) ? NULL : parts[i];
    }
    if (p->n_keys > 1)
        name_keys(a, p->keys, p->n_keys);
    return true;
}

static bool asdiv_read(struct arena *a, const struct json *row,
                       struct problem *p, struct err *e)
{
    const struct json *answer;

    if (!read_two_part_statement(a, row, "body", "question", true, p, e))
        return false;
    answer = row_need(row, "answer", e);
    if (!answer)
        return false;
    return answer->type == JSON_STRING ? asdiv_keys(a, answer, p, e)
                                       : read_number_answer(a, answer, p, e);
}

static const char *const asdiv_taken[] = { "body", "question", "answer", NULL };

static const struct dataset_reader reader_asdiv = {
    .name = "asdiv",
    .title = "ASDiv: body, question, answer as \"9 (apples)\"",
    .knows = asdiv_knows,
    .read = asdiv_read,
    .taken = asdiv_taken,
    .id_field = "id",
};

/* A reader that asks for more fields stands before one that asks for fewer. */
const struct dataset_reader *const dataset_readers[] = {
    &reader_gsm_symbolic, &reader_gsm_plus,      &reader_hardmath,
    &reader_hardmath2,    &reader_olympiadbench, &reader_college_math,
    &reader_asdiv,        &reader_gsm8k,         &reader_svamp,
    &reader_theoremqa,    &reader_mawps,         &reader_evals,
    &reader_math500,      &reader_math,          &reader_aime,
    &reader_amc,          &reader_minerva,       &reader_generic,
};

const size_t n_dataset_readers =
    sizeof(dataset_readers) / sizeof(dataset_readers[0]);
