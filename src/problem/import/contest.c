/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/boxed.h"
#include "problem/import/import.h"
#include "problem/import/reader.h"

#include <string.h>

/*
 * Contest and course problems with LaTeX answers: MATH and MATH-500, AIME in
 * the shapes it is published in, AMC, Minerva, OlympiadBench, college_math.
 */

/* ---- MATH: the key is a field, or the box of the solution ---- */

/* A list of answers in MATH holds alternatives, each good alone. The first
 * one that is also the last box of the solution is the key; so a misspelt
 * alternative is passed over. */
static const struct json *contest_choose(struct arena *a,
                                         const struct json *list,
                                         const char *solution)
{
    const char *box = solution ? boxed_last(a, solution) : NULL;

    for (const struct json *m = list->first; m && box; m = m->next)
        if (m->type == JSON_STRING && same_spelling(m->text, box))
            return m;
    return list->first;
}

static bool math_key(struct arena *a, const struct json *row,
                     const struct json *answer, struct problem *p,
                     struct err *e)
{
    answer = row_first(row, "answer");
    if (!answer)
        return read_boxed_answer(a, row, "solution", p, e);
    if (answer->type != JSON_ARRAY)
        return key_read_answer(a, answer, p, e);
    if (!key_read_answer(
            a, contest_choose(a, answer, row_text(row, "solution")), p, e))
        return false;
    p->keys->source = spelling(a, answer);
    return true;
}

const struct dataset_reader reader_math = {
    .name = "math",
    .title = "MATH: problem, level, type, solution, perhaps answer",
    .fields = "problem solution level type",
    .question = "problem",
    .solution = "solution",
    .key = math_key,
    .read = read_fields,
    .taken = "problem solution answer",
    .id_field = "idx",
};

static bool math500_knows(const struct json *row)
{
    return json_get(row, "solution") || row_has(row, "answer level");
}

const struct dataset_reader reader_math500 = {
    .name = "math500",
    .title = "MATH-500, prm800k splits: problem, answer, unique_id",
    .fields = "problem unique_id",
    .knows = math500_knows,
    .question = "problem",
    .solution = "solution",
    .key = math_key,
    .read = read_fields,
    .taken = "problem solution answer",
    .id_field = "unique_id",
};

/* ---- AIME ---- */

#define AIME_QUESTIONS "problem Problem Question origin_prompt question"
#define AIME_ANSWERS   "answer expected_answer Answer gold_answer"
#define AIME_SOLUTIONS "solution Solution reference_solution"

/* A whole number from 0 to 999 by text, without leading zeros; else NULL. */
static const char *aime_number(struct arena *a, const struct json *v)
{
    const char *s = NULL;

    if (v && v->type == JSON_NUMBER)
        s = clean_number(a, v->text);
    else if (v && v->type == JSON_STRING)
        s = clean_number(a, clean_latex(a, v->text));
    return s && strspn(s, "0123456789") == strlen(s) && strlen(s) <= 3 ? s
                                                                       : NULL;
}

/* Does the field's text name the contest? */
static bool names_contest(const struct json *row, const char *field,
                          const char *upper, const char *lower)
{
    const char *s = json_string(json_get(row, field));

    return s && (strstr(s, upper) || strstr(s, lower));
}

/* One to three digits, also as a float or with a ".0" in a string. */
static bool looks_aime(const struct json *v)
{
    const char *s =
        v->type == JSON_NUMBER || v->type == JSON_STRING ? v->text : "";
    size_t n = strspn(s, "0123456789");

    return n >= 1 && n <= 3 && (!s[n] || str_eq(s + n, ".0"));
}

/*
 * A row of one of the published shapes that says it is AIME: by a name in its
 * id, url or source, or by fields that no other set has. A row of problem and
 * answer alone could be anything, and is left to the generic reader.
 */
static bool aime_knows(const struct json *row)
{
    const struct json *answer = row_first(row, AIME_ANSWERS);

    if (!answer || !row_first(row, AIME_QUESTIONS))
        return false;
    if (names_contest(row, "url", "AIME", "aime") ||
        names_contest(row, "id", "AIME", "aime") ||
        names_contest(row, "source", "AIME", "aime"))
        return true;
    if (!looks_aime(answer) || names_contest(row, "url", "AMC", "amc"))
        return false;
    return row_has(row, "origin_prompt gold_answer") ||
           row_has(row, "ID Problem Solution Answer") ||
           row_has(row, "Year Question Answer") ||
           (row_has(row, "problem solution answer url") &&
            (json_get(row, "year") || json_get(row, "question"))) ||
           (row_has(row, "problem_idx problem problem_type") &&
            answer->type == JSON_NUMBER);
}

static bool aime_key(struct arena *a, const struct json *row,
                     const struct json *answer, struct problem *p,
                     struct err *e)
{
    const char *number;

    answer = row_first(row, AIME_ANSWERS);
    if (!answer)
        return row_fail(row, e, "the field \"answer\" is missing");
    number = aime_number(a, answer);
    if (!number)
        return row_fail(answer, e,
                        "\"%.60s\" is not an AIME answer, which is a whole "
                        "number from 0 to 999",
                        spelling(a, answer));
    set_key(a, p, ANSWER_INTEGER, number, spelling(a, answer));
    p->id = row_id(row, "id");
    if (!p->id)
        p->id = row_id(row, json_get(row, "ID") ? "ID" : "problem_idx");
    return true;
}

const struct dataset_reader reader_aime = {
    .name = "aime",
    .title = "AIME in its published shapes: a whole number from 0 to 999",
    .knows = aime_knows,
    .question = AIME_QUESTIONS,
    .solution = AIME_SOLUTIONS,
    .key = aime_key,
    .read = read_fields,
    .taken = AIME_QUESTIONS " " AIME_ANSWERS " " AIME_SOLUTIONS,
};

/* ---- AMC: answers are floats, "27.0" ---- */

static bool amc_knows(const struct json *row)
{
    return names_contest(row, "url", "AMC", "amc") ||
           (json_get(row, "question") &&
            json_get(row, "answer")->type == JSON_NUMBER);
}

const struct dataset_reader reader_amc = {
    .name = "amc",
    .title = "AMC: problem, answer, url",
    .fields = "problem answer url",
    .knows = amc_knows,
    .question = "problem",
    .solution = "solution",
    .answer = "answer",
    .key = key_number,
    .read = read_fields,
    .taken = "problem question solution answer",
    .id_field = "id",
};

/* ---- Minerva: problem, solution with a box, type ---- */

static bool minerva_knows(const struct json *row)
{
    return !json_get(row, "level");
}

const struct dataset_reader reader_minerva = {
    .name = "minerva",
    .title = "Minerva: problem, solution with \\boxed, type, idx",
    .fields = "problem solution type idx",
    .knows = minerva_knows,
    .question = "problem",
    .solution = "solution",
    .key = math_key,
    .read = read_fields,
    .taken = "problem solution answer",
    .id_field = "idx",
};

/* ---- OlympiadBench ---- */

static bool olympiad_knows(const struct json *row)
{
    return json_get(row, "is_multiple_answer") ||
           json_get(row, "answer_type") || json_get(row, "subfield");
}

static bool contest_is_true(const struct json *v)
{
    const char *s = json_string(v);

    return (v && v->type == JSON_BOOL && v->truth) ||
           (s && (str_eq(s, "True") || str_eq(s, "true")));
}

/* The kind the set states; a numerical answer keeps the kind of its spelling.
 */
static enum answer_kind olympiad_kind(const struct json *row,
                                      enum answer_kind guess)
{
    static const struct {
        const char *name;
        enum answer_kind kind;
    } kinds[] = {
        { "Expression", ANSWER_EXPRESSION },
        { "Equation", ANSWER_EQUATION },
        { "Interval", ANSWER_INTERVAL },
        { "Tuple", ANSWER_TUPLE },
    };
    const char *type = json_string(json_get(row, "answer_type"));

    if (contest_is_true(json_get(row, "is_multiple_answer")))
        return ANSWER_LIST;
    for (size_t i = 0; i < 4 && type; i++)
        if (str_eq(type, kinds[i].name))
            return kinds[i].kind;
    return guess;
}

static bool olympiad_key(struct arena *a, const struct json *row,
                         const struct json *answer, struct problem *p,
                         struct err *e)
{
    answer = json_get(row, "final_answer");
    if (!answer || answer->type == JSON_NULL)
        return row_fail(row, e,
                        "the field \"final_answer\" is missing: a proof has "
                        "no key");
    answer = row_need(row, "final_answer", e);
    if (!answer || !key_read_answer(a, answer, p, e))
        return false;
    p->keys->kind = olympiad_kind(row, p->keys->kind);
    return true;
}

const struct dataset_reader reader_olympiadbench = {
    .name = "olympiadbench",
    .title = "OlympiadBench: context, question, solution[], final_answer[]",
    .fields = "question final_answer",
    .knows = olympiad_knows,
    .context = "context",
    .question = "question",
    .solution = "solution",
    .key = olympiad_key,
    .read = read_fields,
    .taken = "context question solution final_answer",
    .id_field = "id",
};

/* ---- college_math ---- */

const struct dataset_reader reader_college_math = {
    .name = "college-math",
    .title = "college_math: question, answer, data_topic",
    .fields = "question answer data_topic",
    .question = "question",
    .answer = "answer",
    .key = key_any,
    .read = read_fields,
    .taken = "question answer",
};
