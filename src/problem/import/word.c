/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "problem/import/reader.h"
#include "problem/import/table.h"

#include <string.h>

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

const struct dataset_reader reader_gsm_symbolic = {
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

const struct dataset_reader reader_gsm_plus = {
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

const struct dataset_reader reader_svamp = {
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

const struct dataset_reader reader_mawps = {
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

const struct dataset_reader reader_asdiv = {
    .name = "asdiv",
    .title = "ASDiv: body, question, answer as \"9 (apples)\"",
    .knows = asdiv_knows,
    .read = asdiv_read,
    .taken = asdiv_taken,
    .id_field = "id",
};
