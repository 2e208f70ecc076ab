/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/failures.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/failures_int.h"
#include "hunt/reply/kind.h"
#include "hunt/said.h"
#include "problem/dataset.h"
#include "problem/rows.h"
#include "run/count/tally.h"

#include <math.h>
#include <string.h>

/* ---- of a run ---- */

void failures_of_run(struct arena *a, const struct result *results, size_t n,
                     size_t model, bool strict, struct outcomes *s)
{
    for (size_t i = 0; i < s->n; i++) {
        struct example *x = &s->examples[i];
        size_t found;
        const struct result *r = tally_results(results, n, i, model, &found);

        x->tries = x->failed = 0;
        x->replies = (struct reply_counts){ 0 };
        x->answer = "";
        for (size_t k = 0; k < found; k++) {
            enum mark m = mark_of(&r[k], strict);

            x->tries += reply_is_try(m);
            x->failed += reply_is_try(m) && m != MARK_CORRECT;
            reply_counts_mark(&x->replies, m);
            if (r[k].answer)
                x->answer = r[k].answer;
        }
        x->answer = arena_strdup(a, x->answer);
    }
}

/* ---- of a file ---- */

/* The outcome of a row for a target, kept until all rows are read: only then is
 * it known how many attempts its share is of. */
struct event {
    size_t target, example;
    const struct json *row;
    struct failures_outcome outcome;
};

struct reading {
    struct arena *arena;
    const struct hunt_spec *spec;
    const char *path;
    struct taxonomy *user;               /* NULL: none */
    const char *model;                   /* field; NULL: one target */
    const struct dataset_reader *reader; /* NULL until found */
    struct map ids, targets, tags;       /* name -> number */
    struct vec problems;                 /* struct problem, by example */
    struct vec lines;                    /* size_t: where each began */
    struct vec first_rows;               /* struct json *, by example */
    struct vec tag_values;               /* const struct json *, by example */
    struct vec tag_lists;                /* const uint32_t *, by example */
    struct vec events;                   /* struct event */
    size_t rows;
    bool has_tags; /* some row has the field */
};

static bool fail_row(const struct json *row, struct err *e, const char *field,
                     const char *name)
{
    const char *near = NULL;
    size_t best = STR_FAR;

    for (const struct json *v = row->first; v; v = v->next) {
        size_t d = str_far(name, v->name);

        if (d < best) {
            best = d;
            near = v->name;
        }
    }
    return err_at(e, ERR_DOMAIN, row->line, 0,
                  "the row has no field \"%.60s\"; set \"outcomes.%s\" "
                  "(--%s-field) to the name or the path of the field%s%.60s%s",
                  name, field, field, near ? "; did you mean \"" : "",
                  near ? near : "", near ? "\"?" : "");
}

/* ---- the text of a row ---- */

/* The text that was asked for, or the first of the usual fields. */
static bool find_text(const struct reading *r, const struct json *row,
                      const char **out, struct err *e)
{
    static const char *const usual[] = { "statement", "problem", "question",
                                         "text",      "prompt",  "input",
                                         "query",     "content" };
    const char *field = r->spec->text_field;

    *out = NULL;
    if (field) {
        *out = json_string(failures_at(row, field));
        return *out || fail_row(row, e, "text", field);
    }
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]) && !*out; i++)
        *out = json_string(json_get(row, usual[i]));
    return true;
}

/* A problem by a reader of sets; a row that it cannot read is none. */
static bool read_known(struct reading *r, const struct json *row,
                       struct problem *out)
{
    struct err ignored;

    if (!r->spec->as && problem_is(row))
        return problem_read(r->arena, row, out, &ignored);
    if (!r->reader)
        r->reader = dataset_detect(row);
    return r->reader && r->reader->knows(row) &&
           dataset_problem(r->arena, r->reader, row, file_base(r->path),
                           r->rows - 1, out, &ignored);
}

static const char *scalar_text(const struct json *v)
{
    return v && (v->type == JSON_STRING || v->type == JSON_NUMBER) &&
                   !str_blank(v->text)
               ? v->text
               : NULL;
}

/* A row that is no problem of a known kind: its text, and its fields as those
 * of a source, where a level and a template may be. It has one key, as problems
 * have, so that the number of keys does not vary. */
static void read_plain(struct reading *r, struct json *row, struct problem *out)
{
    struct json *meta = json_new(r->arena, JSON_OBJECT);
    const char *solution = json_string(json_get(row, "solution"));
    const char *key = said_in(row).key;

    *out = (struct problem){ .statement = "", .solution = "" };
    problem_set_key(r->arena, out, answer_guess(key), key);
    if (solution)
        out->solution = solution;
    json_set(r->arena, meta, "source",
             json_new_string(r->arena, file_base(r->path)));
    json_set(r->arena, meta, "fields", row);
    out->meta = meta;
}

static bool read_problem(struct reading *r, struct json *row, const char *id,
                         struct problem *out, struct err *e)
{
    const char *text;
    bool known;

    if (!find_text(r, row, &text, e))
        return false;
    known = read_known(r, row, out);
    if (!known)
        read_plain(r, row, out);
    if (text && (!known || r->spec->text_field))
        out->statement = text;
    out->id = id;
    return true;
}

/* ---- the row's example ---- */

static bool find_id(struct reading *r, const struct json *row, const char **out,
                    struct err *e)
{
    const char *field = r->spec->id_field;

    if (field) {
        *out = scalar_text(failures_at(row, field));
        return *out || fail_row(row, e, "id", field);
    }
    *out = scalar_text(json_get(row, "id"));
    if (!*out)
        *out = scalar_text(json_get(row, "idx"));
    if (!*out && r->model && !find_text(r, row, out, e))
        return false; /* rows of several models share the text */
    if (!*out)
        *out = arena_printf(r->arena, "row %zu", r->rows);
    return true;
}

static bool add_tags(struct reading *r, const struct json *v, bool commas,
                     struct err *e)
{
    const char **names;
    size_t n;
    uint32_t *list;

    if (!failures_tags(r->arena, v, commas, &names, &n, e))
        return false;
    if (n > LIMIT_CONCEPTS)
        return err_at(e, ERR_LIMIT, v->line, 0, "more than %d tags",
                      LIMIT_CONCEPTS);
    list = arena_array(r->arena, uint32_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        bool added;
        size_t *tag = map_put(&r->tags, names[i], strlen(names[i]), &added);

        if (added)
            *tag = r->tags.n - 1;
        list[i] = (uint32_t)*tag;
    }
    list[n] = UINT32_MAX;
    *(const uint32_t **)vec_push(&r->tag_lists) = list;
    return true;
}

/* Whether commas separate names is known when all rows are read. */
static bool read_tags(struct reading *r, struct err *e)
{
    const struct json *const *v = r->tag_values.items;
    bool commas = failures_commas(r->arena, v, r->tag_values.n);

    for (size_t i = 0; i < r->tag_values.n; i++)
        if (!add_tags(r, v[i], commas, e))
            return false;
    return true;
}

static void keep_tags(struct reading *r, const struct json *row)
{
    const char *field = r->spec->tags_field;
    const struct json *v = field ? failures_at(row, field) : NULL;

    r->has_tags = r->has_tags || v;
    *(const struct json **)vec_push(&r->tag_values) = v;
}

/* Rows of one id are attempts of one example; ids that are given twice to
 * different texts would mix examples up. */
static bool check_same(struct reading *r, const struct json *row,
                       const char *id, size_t example, struct err *e)
{
    const char *before =
        vec_get(&r->problems, struct problem, example)->statement;
    const char *text;

    if (!find_text(r, row, &text, e))
        return false;
    if (!text || !*before || str_eq(text, before))
        return true;
    if (!r->spec->text_field && r->reader)
        return true; /* its reader may have put the statement together */
    return err_at(
        e, ERR_DOMAIN, row->line, 0,
        "the id \"%.60s\" is also that of line %zu, which has another text; "
        "set \"outcomes.id\" (--id-field) to a field that is unique for each "
        "problem",
        id, *vec_get(&r->lines, size_t, example));
}

/* Its number, or SIZE_MAX where `limit` leaves it out. */
static bool find_example(struct reading *r, struct json *row, size_t *out,
                         struct err *e)
{
    struct problem p = { 0 };
    const char *id;
    size_t *at, line = row->line;

    if (!find_id(r, row, &id, e))
        return false;
    at = map_get(&r->ids, id, strlen(id));
    if (at) {
        *out = *at;
        return check_same(r, row, id, *at, e);
    }
    *out = SIZE_MAX;
    if (r->spec->limit && r->problems.n >= r->spec->limit)
        return true;
    if (!read_problem(r, row, id, &p, e))
        return false;
    keep_tags(r, row);
    *out = r->problems.n;
    *map_put(&r->ids, id, strlen(id), NULL) = *out;
    *(struct problem *)vec_push(&r->problems) = p;
    *(size_t *)vec_push(&r->lines) = line;
    *(struct json **)vec_push(&r->first_rows) = row;
    return true;
}

/* ---- its outcomes ---- */

static bool add_event(struct reading *r, const char *target, size_t example,
                      const struct json *row, const struct json *v,
                      struct err *e)
{
    struct failures_outcome outcome;
    struct event *event;
    bool added;
    size_t *at;

    if (!failures_outcome(r->arena, v, &outcome))
        return err_at(e, ERR_DOMAIN, v->line, 0,
                      "%s%.40s%s is not an outcome; an outcome is true or "
                      "false, 1 or 0, a share of attempts such as 0.4, [2, 5] "
                      "or \"2/5\", or a word such as \"correct\" or \"wrong\"",
                      v->text ? "\"" : "",
                      v->text ? v->text : json_type_name(v->type),
                      v->text ? "\"" : "");
    at = map_put(&r->targets, target, strlen(target), &added);
    if (added)
        *at = r->targets.n - 1;
    if (r->targets.n > LIMIT_MODELS)
        return err_at(e, ERR_LIMIT, v->line, 0,
                      "more than %d targets: \"%.60s\" should have one value "
                      "for each",
                      LIMIT_MODELS,
                      r->model ? r->model : r->spec->outcome_field);
    event = vec_push(&r->events);
    *event = (struct event){ *at, example, row, outcome };
    return true;
}

/* The only target of a file has the spec's name for it, or the file's. */
static const char *only_name(const struct reading *r)
{
    const struct hunt_spec *s = r->spec;

    return s->n_targets == 1 && spec_has_targets(s) ? s->targets[0]
                                                    : file_base(r->path);
}

/* Whose outcome the row is. A file in which the first row has a model has one
 * in every row. */
static bool find_model(struct reading *r, const struct json *row,
                       const char **out, struct err *e)
{
    if (r->rows == 1 && !r->model && scalar_text(json_get(row, "model")))
        r->model = "model";
    *out = r->model ? scalar_text(failures_at(row, r->model)) : only_name(r);
    return *out || fail_row(row, e, "model", r->model);
}

static bool read_row(struct reading *r, struct json *row, struct err *e)
{
    const struct json *v = failures_at(row, r->spec->outcome_field);
    const char *model;
    size_t example;

    if (!v)
        return fail_row(row, e, "outcome", r->spec->outcome_field);
    if (!find_model(r, row, &model, e))
        return false;
    if (!find_example(r, row, &example, e))
        return false;
    if (example == SIZE_MAX)
        return true;
    if (v->type != JSON_OBJECT)
        return add_event(r, model, example, row, v, e);
    if (r->spec->model_field)
        return err_at(e, ERR_DOMAIN, v->line, 0,
                      "\"%.60s\" names the model of the row, but \"%.60s\" has "
                      "outcomes of several models; choose one of them with "
                      "\"outcomes.outcome\" (--outcome-field), such as "
                      "\"%.60s.%.40s\"",
                      r->model, r->spec->outcome_field, r->spec->outcome_field,
                      v->first ? v->first->name : "NAME");
    for (const struct json *m = v->first; m; m = m->next)
        if (!add_event(r, m->name, example, row, m, e))
            return false;
    return true;
}

static bool read_rows(struct reading *r, struct err *e)
{
    struct rows *rows = rows_open(r->path, e);
    enum lines_got got = LINES_END;
    struct json *row;
    bool ok = rows != NULL;

    while (ok && (got = rows_next(rows, r->arena, &row, e)) == LINES_LINE) {
        if (++r->rows > LIMIT_RUN_PROBLEMS)
            ok = err_at(e, ERR_LIMIT, row->line, 0, "more than %d rows",
                        LIMIT_RUN_PROBLEMS);
        else
            ok = read_row(r, row, e);
    }
    if (rows)
        rows_close(rows);
    return ok && got == LINES_END;
}

/* ---- the outcomes of each target ---- */

static bool check_rows(const struct reading *r, struct err *e)
{
    if (r->targets.n == 0)
        return err_set(e, ERR_DOMAIN, "it contains no outcome");
    if (r->spec->tags_field && !r->has_tags)
        return err_set(e, ERR_DOMAIN,
                       "no row has \"%.60s\", which \"outcomes.tags\" names",
                       r->spec->tags_field);
    return true;
}

/* The attempts that the shares of each target are of. */
static const uint32_t *count_attempts(struct reading *r)
{
    uint32_t *out = arena_array(r->arena, uint32_t, r->targets.n);

    for (size_t t = 0; t < r->targets.n; t++) {
        struct vec shares = vec_in(NULL, sizeof(struct failures_outcome));

        for (size_t i = 0; i < r->events.n; i++) {
            const struct event *v = vec_get(&r->events, struct event, i);

            if (v->target == t && v->outcome.is_share)
                *(struct failures_outcome *)vec_push(&shares) = v->outcome;
        }
        out[t] = failures_attempts(shares.items, shares.n);
        vec_clear(&shares);
    }
    return out;
}

static bool add_outcomes(struct reading *r, struct outcomes *all_outcomes,
                         struct err *e)
{
    const uint32_t *attempts = count_attempts(r);

    for (size_t i = 0; i < r->events.n; i++) {
        const struct event *v = vec_get(&r->events, struct event, i);
        struct example *x = &all_outcomes[v->target].examples[v->example];
        uint32_t tries = v->outcome.tries, failed = v->outcome.failed;

        if (!v->outcome.counts)
            continue;
        if (v->outcome.is_share) {
            tries = attempts[v->target];
            failed = tries - (uint32_t)floor(v->outcome.share * tries + 0.5);
        }
        if (!x->tries || (failed && !x->failed))
            x->row = v->row; /* a failure of this target, if there is one */
        x->tries += tries;
        x->failed += failed;
        if (x->tries > LIMIT_ATTEMPTS)
            return err_at(e, ERR_LIMIT, *vec_get(&r->lines, size_t, v->example),
                          0, "\"%.60s\" has more than %d attempts", x->id,
                          LIMIT_ATTEMPTS);
    }
    return true;
}

static bool make_sheets(struct reading *r, struct outcomes **out, size_t *n,
                        struct err *e)
{
    const struct failures_tags tags = { &r->tags, r->tag_lists.items,
                                        r->problems.n };
    const struct problem *p = r->problems.items;
    struct outcomes first,
        *all_outcomes = arena_array(r->arena, struct outcomes, r->targets.n);

    outcomes_of(r->arena, &first, p, r->problems.n);
    first.n_traits = traits_of(r->arena, p, r->problems.n, &first.traits);
    first.n_vocabularies = failures_vocabularies(r->arena, &tags, r->spec,
                                                 r->user, &first.vocabularies);
    for (size_t i = 0; i < first.n; i++) {
        first.examples[i].problem = NULL;
        first.examples[i].row = *vec_get(&r->first_rows, struct json *, i);
    }
    for (size_t t = 0; t < r->targets.n; t++) {
        all_outcomes[t] = first;
        all_outcomes[t].target =
            arena_strdup(r->arena, r->targets.entries[t].key);
        all_outcomes[t].examples =
            arena_array(r->arena, struct example, first.n);
        memcpy(all_outcomes[t].examples, first.examples,
               first.n * sizeof(struct example));
    }
    *out = all_outcomes;
    *n = r->targets.n;
    return add_outcomes(r, all_outcomes, e);
}

static bool open_reading(struct reading *r, struct err *e)
{
    const struct hunt_spec *s = r->spec;

    if (s->as && !(r->reader = dataset_find(s->as)))
        return err_set(e, ERR_USAGE, "there is no format \"%.60s\"", s->as);
    if (!s->taxonomy)
        return true;
    r->user = arena_new(r->arena, struct taxonomy);
    return taxonomy_read_file(r->arena, s->taxonomy, r->user, e) ||
           file_fail(s->taxonomy, e);
}

bool failures_read(struct arena *a, const struct hunt_spec *spec,
                   struct outcomes **out, size_t *n, struct err *e)
{
    struct reading r = { .arena = a,
                         .spec = spec,
                         .path = spec->outcomes_file,
                         .model = spec->model_field,
                         .problems = vec_in(a, sizeof(struct problem)),
                         .lines = vec_in(a, sizeof(size_t)),
                         .first_rows = vec_in(a, sizeof(struct json *)),
                         .tag_values = vec_in(a, sizeof(struct json *)),
                         .tag_lists = vec_in(a, sizeof(uint32_t *)),
                         .events = vec_in(a, sizeof(struct event)) };
    bool ok;

    INVARIANT(spec->outcomes_file && spec->outcome_field);
    if (!open_reading(&r, e))
        return false;
    ok = (read_rows(&r, e) && check_rows(&r, e) && read_tags(&r, e) &&
          make_sheets(&r, out, n, e)) ||
         file_fail(r.path, e);
    map_clear(&r.ids);
    map_clear(&r.targets);
    map_clear(&r.tags);
    return ok;
}
