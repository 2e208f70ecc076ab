/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/import.h"
#include "base/limits.h"
#include "problem/import/boxed.h"
#include "problem/import/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The fields of a row, and the statement made from them. */

#define ID_MOST   200 /* bytes; a longer id is no id */
#define NAME_MOST 64  /* bytes of a name in the lists below */

/* ---- looking ---- */

/* The next name of a list with blanks between two, or NULL; *list moves on. */
static const char *next_name(const char **list, char *name, size_t room)
{
    size_t n = strcspn(*list, " ");

    if (n == 0)
        return NULL;
    INVARIANT(n < room);
    memcpy(name, *list, n);
    name[n] = '\0';
    *list += n + ((*list)[n] == ' ');
    return name;
}

bool row_has(const struct json *row, const char *names)
{
    char name[NAME_MOST];

    while (next_name(&names, name, sizeof(name)))
        if (!json_get(row, name))
            return false;
    return true;
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

const struct json *row_first(const struct json *row, const char *names)
{
    const struct json *v = NULL;
    const char *list = names;
    char name[NAME_MOST];

    while (next_name(&list, name, sizeof(name)))
        if (holds_something(problem_import_walk(row, name)))
            return problem_import_walk(row, name);
    while (row->type == JSON_OBJECT && !v &&
           next_name(&names, name, sizeof(name)))
        v = member_like(row, name);
    return v;
}

bool row_named(const char *names, const char *member)
{
    char name[NAME_MOST];

    while (next_name(&names, name, sizeof(name)))
        if (row_same_name(name, member))
            return true;
    return false;
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

/* Set the statement from a string field. */
static bool import_read_statement(struct arena *a, const struct json *row,
                                  const char *name, struct problem *p,
                                  struct err *e)
{
    const char *s = need_text(row, name, e);

    if (s)
        p->statement = str_trim(a, s);
    return s != NULL;
}

/* The statement from a text, which may be absent, and the question about it.
 * With `stop`, a text that ends without punctuation gets a full stop. */
static bool read_two_part_statement(struct arena *a, const struct json *row,
                                    const char *text, const char *question,
                                    bool stop, struct problem *p, struct err *e)
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

/* Set the worked solution from a string or an array of strings, if the field is
 * one. */
static void import_read_solution(struct arena *a, const struct json *row,
                                 const char *name, struct problem *p)
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

#define QUESTIONS                                                        \
 "question problem input prompt statement text sQuestion origin_prompt " \
 "query instruction"
#define ANSWERS                                                       \
 "answer expected_answer final_answer target gold_answer gold ideal " \
 "lSolutions label ground_truth short_answer correct_answer "         \
 "reference_answer reward_model.ground_truth key"
#define SOLUTIONS "solution reference_solution rationale"

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
    const struct json *list = row_first(row, "choices options");
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
    const struct json *v = row_first(row, ANSWERS);

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
    const struct json *worked = row_first(row, SOLUTIONS);

    if (answer && is_worked(a, answer) &&
        problem_import_read_worked(a, answer->text, p))
        return true;
    if (worked)
        import_read_solution(a, row, worked->name, p);
    if (answer)
        return key_read_answer(a, answer, p, e);
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
    const struct json *worked = row_first(row, SOLUTIONS);
    const char *text = json_string(worked);

    return row_first(row, QUESTIONS) &&
           (problem_import_find_answer(row) ||
            (text && (strstr(text, "\\boxed") || strstr(text, "####"))));
}

static bool generic_read(const struct dataset_reader *r, struct arena *a,
                         const struct json *row, struct problem *p,
                         struct err *e)
{
    static const char *const ids[] = { "id",  "ID",         "unique_id",
                                       "uid", "problem_id", "Problem ID",
                                       "idx", NULL };
    const struct json *question = row_first(row, QUESTIONS);
    const struct json *answer = problem_import_find_answer(row);

    (void)r;
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

const struct dataset_reader reader_generic = {
    .name = "generic",
    .title = "anything with a question and an answer field",
    .knows = generic_knows,
    .read = generic_read,
    .taken = QUESTIONS " " ANSWERS " " SOLUTIONS,
};

/* ---- OpenAI evals: input, ideal ---- */

/* Several ideals are alternatives: the first is the key. */
static bool evals_read(const struct dataset_reader *r, struct arena *a,
                       const struct json *row, struct problem *p, struct err *e)
{
    const struct json *input = row_need(row, "input", e), *ideal;

    (void)r;
    if (!input || !problem_import_read_question(a, input, p, e))
        return false;
    ideal = row_need(row, "ideal", e);
    if (!ideal)
        return false;
    if (ideal->type != JSON_ARRAY)
        return key_read_answer(a, ideal, p, e);
    if (!key_read_answer(a, ideal->first, p, e))
        return false;
    p->keys->source = spelling(a, ideal);
    return true;
}

static const struct dataset_reader reader_evals = {
    .name = "evals",
    .title = "OpenAI evals: input (text or chat), ideal",
    .fields = "input ideal",
    .read = evals_read,
    .taken = "input ideal",
    .id_field = "id",
};

/* ---- rows whose statement, solution and answer are fields ---- */

/* The name of the first field of the list that the row has. */
static const char *field_name(const struct json *row, const char *names)
{
    const struct json *v = strchr(names, ' ') ? row_first(row, names) : NULL;

    return v ? v->name : names;
}

bool read_fields(const struct dataset_reader *r, struct arena *a,
                 const struct json *row, struct problem *p, struct err *e)
{
    const char *question = field_name(row, r->question);
    const struct json *answer = NULL;

    if (r->context ? !read_two_part_statement(a, row, r->context, question,
                                              r->stop, p, e)
                   : !import_read_statement(a, row, question, p, e))
        return false;
    if (r->solution)
        import_read_solution(a, row, field_name(row, r->solution), p);
    if (r->answer && !(answer = row_need(row, r->answer, e)))
        return false;
    return r->key(a, row, answer, p, e);
}

bool key_any(struct arena *a, const struct json *row, const struct json *answer,
             struct problem *p, struct err *e)
{
    (void)row;
    return key_read_answer(a, answer, p, e);
}

bool key_number(struct arena *a, const struct json *row,
                const struct json *answer, struct problem *p, struct err *e)
{
    (void)row;
    return read_number_answer(a, answer, p, e);
}

/*
 * Word problems with numbers as answers: GSM8K and the sets made from it,
 * SVAMP, MAWPS, ASDiv.
 */

/* ---- GSM8K: question, answer = worked text, then "#### 18" ---- */

static bool gsm8k_knows(const struct json *row)
{
    const char *s = json_string(json_get(row, "answer"));

    return s && strstr(s, "####");
}

static bool gsm8k_key(struct arena *a, const struct json *row,
                      const struct json *answer, struct problem *p,
                      struct err *e)
{
    (void)row;
    if (answer->type != JSON_STRING)
        return row_fail(answer, e,
                        "the field \"answer\" must be a string, not %s",
                        json_type_name(answer->type));
    return read_hashes(a, answer->text, p) ||
           row_fail(answer, e,
                    "the field \"answer\" has no line \"#### result\"");
}

const struct dataset_reader reader_gsm8k = {
    .name = "gsm8k",
    .title = "GSM8K: question, answer with \"#### n\"",
    .fields = "question",
    .knows = gsm8k_knows,
    .question = "question",
    .answer = "answer",
    .key = gsm8k_key,
    .read = read_fields,
    .taken = "question answer",
    .id_field = "idx",
};

/* ---- GSM-Symbolic: instances of templates, and the template files ---- */

static bool gsm_symbolic_knows(const struct json *row)
{
    return gsm8k_knows(row) && (row_has(row, "original_id instance") ||
                                json_get(row, "question_annotated"));
}

static bool gsm_symbolic_key(struct arena *a, const struct json *row,
                             const struct json *answer, struct problem *p,
                             struct err *e)
{
    const char *id = row_id(row, "id"), *instance = row_id(row, "instance");

    if (!gsm8k_key(a, row, answer, p, e))
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
    .fields = "question",
    .knows = gsm_symbolic_knows,
    .question = "question",
    .answer = "answer",
    .key = gsm_symbolic_key,
    .read = read_fields,
    .taken = "question answer",
    .id_field = "id",
};

/* ---- GSM-Plus: the result stands in the solution and in answer ---- */

static bool gsm_plus_knows(const struct json *row)
{
    return json_get(row, "perturbation_type") || json_get(row, "seed_question");
}

static bool gsm_plus_key(struct arena *a, const struct json *row,
                         const struct json *answer, struct problem *p,
                         struct err *e)
{
    const char *worked = row_text(row, "solution");

    if (worked && read_hashes(a, worked, p))
        return true;
    import_read_solution(a, row, "solution", p);
    answer = row_need(row, "answer", e);
    return answer && read_number_answer(a, answer, p, e);
}

static const struct dataset_reader reader_gsm_plus = {
    .name = "gsm-plus",
    .title = "GSM-Plus: question, solution, answer, perturbation_type",
    .fields = "question solution answer",
    .knows = gsm_plus_knows,
    .question = "question",
    .key = gsm_plus_key,
    .read = read_fields,
    .taken = "question solution answer",
};

/* ---- SVAMP ---- */

static const struct dataset_reader reader_svamp = {
    .name = "svamp",
    .title = "SVAMP: Body, Question, Answer",
    .fields = "Body Question Answer",
    .context = "Body",
    .stop = true,
    .question = "Question",
    .answer = "Answer",
    .key = key_number,
    .read = read_fields,
    .taken = "Body Question Answer",
    .id_field = "ID",
};

/* ---- MAWPS: the original fields, and those of the ToRA copy ---- */

static bool mawps_knows(const struct json *row)
{
    return row_has(row, "sQuestion lSolutions") ||
           row_has(row, "input target type");
}

static bool mawps_read(const struct dataset_reader *r, struct arena *a,
                       const struct json *row, struct problem *p, struct err *e)
{
    bool original = json_get(row, "sQuestion") != NULL;
    const char *question = original ? "sQuestion" : "input";
    const struct json *answer;

    (void)r;
    if (!import_read_statement(a, row, question, p, e))
        return false;
    p->id = row_id(row, original ? "iIndex" : "idx");
    answer = row_need(row, original ? "lSolutions" : "target", e);
    return answer && read_number_answer(a, answer, p, e);
}

static const struct dataset_reader reader_mawps = {
    .name = "mawps",
    .title = "MAWPS: sQuestion, lSolutions; or input, target, type",
    .knows = mawps_knows,
    .read = mawps_read,
    .taken = "sQuestion lSolutions input target",
};

/* ---- ASDiv: "9 (apples)", and "3 (red); 4 (blue)" for two values ---- */

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

static bool asdiv_key(struct arena *a, const struct json *row,
                      const struct json *answer, struct problem *p,
                      struct err *e)
{
    const char *parts[LIMIT_KEYS + 1], *unit;

    if (answer->type != JSON_STRING)
        return key_number(a, row, answer, p, e);
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

static const struct dataset_reader reader_asdiv = {
    .name = "asdiv",
    .title = "ASDiv: body, question, answer as \"9 (apples)\"",
    .fields = "body question answer",
    .context = "body",
    .stop = true,
    .question = "question",
    .answer = "answer",
    .key = asdiv_key,
    .read = read_fields,
    .taken = "body question answer",
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
