/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/failures.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/outcomes.h"
#include "hunt/reply/kind.h"
#include "hunt/spec.h"
#include "problem/concept.h"
#include "problem/dataset.h"
#include "problem/rows.h"
#include "run/count/tally.h"
#include "text/span.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What one row says of one target. */
struct failures_outcome {
    bool counts; /* false: not tried */
    bool is_share;
    uint32_t tries, failed; /* else: */
    double share;           /* of attempts that are right, */
    double slack;           /* and by how much it may be rounded */
};

/* Tags of examples: names in the order of first sight, and the numbers of
 * those that each example has, ended by UINT32_MAX. */
struct failures_tags {
    const struct map *names;
    const uint32_t *const *of;
    size_t n; /* examples */
};

/*
 * Outcomes and names in a row of another tool's file. Files differ much in how
 * they write either.
 */

/* ---- outcomes ---- */

static void set_attempts(struct failures_outcome *out, int64_t right,
                         int64_t tries)
{
    out->counts = tries > 0;
    out->tries = (uint32_t)tries;
    out->failed = (uint32_t)(tries - right);
}

static bool set_pair(struct failures_outcome *out, int64_t right, int64_t tries)
{
    if (right < 0 || right > tries || tries > LIMIT_ATTEMPTS)
        return false;
    set_attempts(out, right, tries);
    return true;
}

/* A share is as exact as it was written, but for half a percent at most. */
static bool set_share(struct failures_outcome *out, const char *number)
{
    const char *point = strchr(number, '.');
    size_t places = point ? strspn(point + 1, "0123456789") : 0;

    out->counts = out->is_share = true;
    out->share = strtod(number, NULL);
    out->slack = 0.5;
    for (size_t i = 0; i < places && i < 12; i++)
        out->slack /= 10;
    if (out->slack > 0.005)
        out->slack = 0.005;
    if (strpbrk(number, "eE"))
        out->slack = 1e-12;
    return out->share >= 0 && out->share <= 1;
}

/* "k/K", with blanks around the sign. */
static bool failures_read_ratio(const char *s, struct failures_outcome *out)
{
    int64_t part[2] = { 0, 0 };

    for (int i = 0; i < 2; i++) {
        if (!is_digit(*s))
            return false;
        for (; is_digit(*s) && part[i] <= LIMIT_ATTEMPTS; s++)
            part[i] = part[i] * 10 + (*s - '0');
        if (i == 1)
            break;
        while (*s == ' ')
            s++;
        if (*s++ != '/')
            return false;
        while (*s == ' ')
            s++;
    }
    return *s == '\0' && set_pair(out, part[0], part[1]);
}

static bool failures_read_word(const char *s, struct failures_outcome *out)
{
    struct span word = { s, strlen(s) };

    if (span_among(word, "correct right pass passed solved ok true yes"))
        return set_pair(out, 1, 1);
    return span_among(word, "wrong incorrect fail failed unsolved false no") &&
           set_pair(out, 0, 1);
}

/* The fields of a CSV file are texts, whatever they hold; an empty one is a
 * row that was not tried. */
static bool failures_read_text(struct arena *a, const char *text,
                               struct failures_outcome *out)
{
    const char *s = str_trim(a, text);
    struct json *v;
    struct err e;

    if (!*s || failures_read_word(s, out) || failures_read_ratio(s, out))
        return true;
    return strlen(s) < 64 && json_read(a, s, strlen(s), 1, &v, &e) &&
           v->type == JSON_NUMBER && set_share(out, v->text);
}

/* [k, K], or an array with true or false for each attempt. */
static bool failures_read_array(const struct json *v,
                                struct failures_outcome *out)
{
    int64_t right = 0, tries;

    if (v->count == 2 && json_int64(v->first, &right) &&
        json_int64(v->last, &tries))
        return set_pair(out, right, tries);
    right = 0;
    for (const struct json *m = v->first; m; m = m->next) {
        if (m->type != JSON_BOOL)
            return false;
        right += m->truth;
    }
    return v->count <= LIMIT_ATTEMPTS &&
           set_pair(out, right, (int64_t)v->count);
}

/* Reads an outcome. Returns false if the value is none. */
static bool failures_outcome(struct arena *a, const struct json *v,
                             struct failures_outcome *out)
{
    *out = (struct failures_outcome){ 0 };
    switch (v->type) {
    case JSON_NULL: return true;
    case JSON_BOOL: return set_pair(out, v->truth, 1);
    case JSON_NUMBER: return set_share(out, v->text);
    case JSON_STRING: return failures_read_text(a, v->text, out);
    case JSON_ARRAY: return failures_read_array(v, out);
    case JSON_OBJECT: break;
    }
    return false;
}

static bool failures_fits(const struct failures_outcome *o, uint32_t attempts)
{
    double right = floor(o->share * attempts + 0.5);

    return fabs(o->share - right / attempts) <= o->slack + 1e-12;
}

/* Returns the fewest attempts, at most 100, that can give all these shares. */
static uint32_t failures_attempts(const struct failures_outcome *all, size_t n)
{
    uint32_t k = 1;

    for (size_t i = 0; i < n && k < 100;)
        if (!all[i].is_share || failures_fits(&all[i], k)) {
            i++;
        } else {
            k++;
            i = 0;
        }
    return k;
}

/* ---- names ---- */

static void failures_add_name(struct arena *a, const char *s, size_t n,
                              const char **names, size_t *k)
{
    const char *name = str_trim(a, arena_strndup(a, s, n));

    if (*name)
        names[(*k)++] = name;
}

/* A text that is an array of names, as tables have them; NULL: it is none. */
static const struct json *array_in(struct arena *a, const struct json *v)
{
    struct json *inner;
    struct err ignored;

    if (v->type != JSON_STRING || v->text[strspn(v->text, " \t")] != '[' ||
        !json_read(a, v->text, strlen(v->text), v->line, &inner, &ignored))
        return NULL;
    return inner->type == JSON_ARRAY ? inner : NULL;
}

/* The names of one text, between any of `marks`. */
static void failures_split(struct arena *a, const char *s, const char *marks,
                           const char ***names, size_t *n)
{
    size_t most = 1;

    for (const char *p = s; *p; p++)
        most += strchr(marks, *p) != NULL;
    *names = arena_array(a, const char *, most);
    for (*n = 0;; s++) {
        size_t len = strcspn(s, marks);

        failures_add_name(a, s, len, *names, n);
        s += len;
        if (!*s)
            return;
    }
}

/* Reads the names of a row; none if the field is absent: an array, a text that
 * is one, or a text with ";" or "|" (or "," with `commas`) between them. Fails
 * on a value that is no name. */
static bool failures_tags(struct arena *a, const struct json *v, bool commas,
                          const char ***names, size_t *n, struct err *e)
{
    const struct json *array = v ? array_in(a, v) : NULL;

    *n = 0;
    *names = NULL;
    if (!v || v->type == JSON_NULL)
        return true;
    if (v->type == JSON_STRING && !array) {
        failures_split(a, v->text, commas ? ";|," : ";|", names, n);
        return true;
    }
    if (v->type != JSON_ARRAY && !array)
        return err_at(e, ERR_DOMAIN, v->line, 0,
                      "tags must be an array of names, or a string with names "
                      "separated by \";\" or \"|\", not %s",
                      json_type_name(v->type));
    v = array ? array : v;
    *names = arena_array(a, const char *, v->count + 1);
    for (const struct json *m = v->first; m; m = m->next) {
        if (m->type != JSON_STRING && m->type != JSON_NUMBER)
            return err_at(e, ERR_DOMAIN, m->line, 0,
                          "tags must be names, not %s",
                          json_type_name(m->type));
        failures_add_name(a, m->text, strlen(m->text), *names, n);
    }
    return true;
}

/* ---- commas ---- */

/* The pieces between other marks, each once, in a map; those of arrays are no
 * texts to split. */
static void find_pieces(struct arena *a, const struct json *const *v, size_t n,
                        struct map *out)
{
    for (size_t i = 0; i < n; i++) {
        const char **pieces;
        size_t k = 0;

        if (v[i] && v[i]->type == JSON_STRING && !array_in(a, v[i]))
            failures_split(a, v[i]->text, ";|", &pieces, &k);
        while (k--)
            map_put(out, pieces[k], strlen(pieces[k]), NULL);
    }
}

/* Do commas separate names in these values (NULL: none)? Every name that they
 * would make must stand elsewhere in other company: a name may contain them. */
static bool failures_commas(struct arena *a, const struct json *const *v,
                            size_t n)
{
    struct map pieces = { 0 }, seen = { 0 };
    const char **names;
    size_t k;
    bool any = false, all = true;

    find_pieces(a, v, n, &pieces);
    for (size_t i = 0; i < pieces.n; i++)
        for (failures_split(a, pieces.entries[i].key, ",", &names, &k); k--;)
            ++*map_put(&seen, names[k], strlen(names[k]), NULL);
    for (size_t i = 0; i < pieces.n; i++) {
        failures_split(a, pieces.entries[i].key, ",", &names, &k);
        any = any || k > 1;
        for (size_t m = 0; k > 1 && m < k; m++)
            all = all && *map_get(&seen, names[m], strlen(names[m])) > 1;
    }
    map_clear(&pieces);
    map_clear(&seen);
    return any && all;
}

/*
 * Vocabularies of a file's tags. If nearly all tags are names of a built-in
 * taxonomy (underscores and spaces do not matter), they become its concepts,
 * and other vocabularies follow by the maps between taxonomies: upwards along
 * the chain, and from high concepts to baseline skills and the concepts of a
 * user's taxonomy.
 */

#define KNOWN_SHARE 90 /* percent of the tags that a taxonomy must know */

struct builder {
    struct arena *arena;
    const struct failures_tags *tags;
    const struct taxonomy *known; /* whose names tags are; NULL: nobody's */
};

/* ---- the tags themselves ---- */

/* In the order of bytes, so that the order of rows says nothing. */
static void make_tags(struct builder *b, struct vocabulary *out)
{
    const struct map *tags = b->tags->names;
    struct places *places = arena_array(b->arena, struct places, tags->n + 1);
    uint32_t *at = arena_array(b->arena, uint32_t, tags->n + 1);
    const char **names = arena_array(b->arena, const char *, tags->n + 1);

    for (size_t i = 0; i < tags->n; i++)
        names[i] = arena_strdup(b->arena, tags->entries[i].key);
    sort_texts(names, tags->n);
    for (size_t i = 0; i < tags->n; i++) {
        size_t tag = *map_get(tags, names[i], strlen(names[i]));

        at[tag] = (uint32_t)i;
        places[tag] = (struct places){ &at[tag], 1 };
    }
    *out = (struct vocabulary){ .name = "tags" };
    vocabulary_make(b->arena, names, tags->n, b->tags->of, b->tags->n, places,
                    out);
}

/* ---- taxonomies ---- */

/* The taxonomy that knows the most of the tags, if that is nearly all. */
static const struct taxonomy *find_known(const struct builder *b)
{
    const struct taxonomy *best = NULL;
    size_t n = b->tags->names->n, most = 0;

    for (size_t t = 0; t < n_taxonomies; t++) {
        size_t known = 0;

        for (size_t i = 0; i < n; i++)
            known += concept_find(taxonomies[t],
                                  b->tags->names->entries[i].key) != NULL;
        if (known > most && known * 100 >= n * KNOWN_SHARE) {
            most = known;
            best = taxonomies[t];
        }
    }
    return best;
}

static void failures_add_place(struct places *out, const struct taxonomy *t,
                               const char *name)
{
    const struct concept *c = concept_find(t, name);
    uint32_t at = c ? (uint32_t)(c - t->concepts) : 0;

    for (size_t i = 0; c && i < out->n; i++)
        if (out->at[i] == at)
            return;
    if (c)
        out->at[out->n++] = at;
}

/* The concepts that `from` of taxonomy t maps to, and what they map to ...,
 * until taxonomy `to` is met; there is no way down. */
static void failures_climb(struct builder *b, const struct taxonomy *t,
                           const struct concept *from,
                           const struct taxonomy *to, struct places *out)
{
    const struct taxonomy *up = t->maps_to ? taxonomy_find(t->maps_to) : NULL;
    const char **names;

    if (t == to) {
        failures_add_place(out, to, from->name);
        return;
    }
    if (t->granularity == GRANULARITY_HIGH &&
        (to->granularity == GRANULARITY_BASELINE ||
         to->granularity == GRANULARITY_USER)) {
        size_t n = concept_lift(b->arena, from, to, &names);

        for (size_t i = 0; i < n; i++)
            failures_add_place(out, to, names[i]);
        return;
    }
    for (const char *const *m = from->maps; up && *m; m++) {
        const struct concept *c = concept_find(up, *m);

        if (c)
            failures_climb(b, up, c, to, out);
    }
}

static void make_names(struct builder *b, const struct taxonomy *to,
                       struct vocabulary *out)
{
    size_t n = b->tags->names->n;
    struct places *places = arena_array(b->arena, struct places, n + 1);
    const char **names =
        arena_array(b->arena, const char *, to->n_concepts + 1);
    uint32_t *room = arena_array(b->arena, uint32_t, to->n_concepts + 1);

    for (size_t i = 0; i < to->n_concepts; i++)
        names[i] = to->concepts[i].name;
    for (size_t i = 0; i < n; i++) {
        const struct concept *c =
            b->known ? concept_find(b->known, b->tags->names->entries[i].key)
                     : NULL;

        places[i].at = room;
        if (to->granularity == GRANULARITY_USER)
            failures_add_place(&places[i], to, b->tags->names->entries[i].key);
        if (c)
            failures_climb(b, b->known, c, to, &places[i]);
        places[i].at = arena_array(b->arena, uint32_t, places[i].n + 1);
        memcpy(places[i].at, room, places[i].n * sizeof(*room));
    }
    *out = (struct vocabulary){ .name = to->name, .taxonomy = to };
    vocabulary_make(b->arena, names, to->n_concepts, b->tags->of, b->tags->n,
                    places, out);
}

/* ---- all ---- */

static void failures_add_names(struct builder *b, const struct taxonomy *t,
                               struct vocabulary *all, size_t *n)
{
    make_names(b, t, &all[*n]);
    *n += all[*n].n > 0;
}

/* Makes the vocabularies that follow from tags and returns how many: the tags
 * themselves, the built-in taxonomy whose names they are, other granularities
 * that follow from it, and the user's taxonomy (NULL: there is none). */
static size_t failures_vocabularies(struct arena *a,
                                    const struct failures_tags *t,
                                    const struct hunt_spec *spec,
                                    const struct taxonomy *user,
                                    const struct vocabulary **out)
{
    struct builder b = { .arena = a, .tags = t };
    struct vocabulary *all =
        arena_array(a, struct vocabulary, spec->n_granularities + 3);
    size_t n = 0;

    *out = all;
    if (!spec->tags_field)
        return 0;
    make_tags(&b, &all[n]);
    n += all[n].n > 0;
    b.known = find_known(&b);
    if (b.known)
        failures_add_names(&b, b.known, all, &n);
    for (size_t i = 0; b.known && i < spec->n_granularities; i++) {
        const struct taxonomy *to = taxonomy_find(spec->granularities[i]);

        if (to && to != b.known)
            failures_add_names(&b, to, all, &n);
    }
    if (user)
        failures_add_names(&b, user, all, &n);
    return n;
}

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
static bool failures_find_text(const struct reading *r, const struct json *row,
                               const char **out, struct err *e)
{
    static const char *const usual[] = { "statement", "problem", "question",
                                         "text",      "prompt",  "input",
                                         "query",     "content" };
    const char *field = r->spec->text_field;

    *out = NULL;
    if (field) {
        *out = json_string(json_at(row, field));
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
    return r->reader && dataset_knows(r->reader, row) &&
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
static void failures_read_plain(struct reading *r, struct json *row,
                                struct problem *out)
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

static bool failures_read_problem(struct reading *r, struct json *row,
                                  const char *id, struct problem *out,
                                  struct err *e)
{
    const char *text;
    bool known;

    if (!failures_find_text(r, row, &text, e))
        return false;
    known = read_known(r, row, out);
    if (!known)
        failures_read_plain(r, row, out);
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
        *out = scalar_text(json_at(row, field));
        return *out || fail_row(row, e, "id", field);
    }
    *out = scalar_text(json_get(row, "id"));
    if (!*out)
        *out = scalar_text(json_get(row, "idx"));
    if (!*out && r->model && !failures_find_text(r, row, out, e))
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
    const struct json *v = field ? json_at(row, field) : NULL;

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

    if (!failures_find_text(r, row, &text, e))
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
    if (!failures_read_problem(r, row, id, &p, e))
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
static const char *failures_only_name(const struct reading *r)
{
    const struct hunt_spec *s = r->spec;

    return s->n_targets == 1 && spec_has_targets(s) ? s->targets[0]
                                                    : file_base(r->path);
}

/* Whose outcome the row is. A file in which the first row has a model has one
 * in every row. */
static bool failures_find_model(struct reading *r, const struct json *row,
                                const char **out, struct err *e)
{
    if (r->rows == 1 && !r->model && scalar_text(json_get(row, "model")))
        r->model = "model";
    *out =
        r->model ? scalar_text(json_at(row, r->model)) : failures_only_name(r);
    return *out || fail_row(row, e, "model", r->model);
}

static bool failures_read_row(struct reading *r, struct json *row,
                              struct err *e)
{
    const struct json *v = json_at(row, r->spec->outcome_field);
    const char *model;
    size_t example;

    if (!v)
        return fail_row(row, e, "outcome", r->spec->outcome_field);
    if (!failures_find_model(r, row, &model, e))
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

static bool failures_read_rows(struct reading *r, struct err *e)
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
            ok = failures_read_row(r, row, e);
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
    ok = (failures_read_rows(&r, e) && check_rows(&r, e) && read_tags(&r, e) &&
          make_sheets(&r, out, n, e)) ||
         file_fail(r.path, e);
    map_clear(&r.ids);
    map_clear(&r.targets);
    map_clear(&r.tags);
    return ok;
}
