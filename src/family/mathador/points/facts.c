/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The facts about models in a user's file, and their correlation with the
 * points; people.c reads its groups of people. A model is named as in the run, or by the part of its name there
 * behind the last "#" or the first ":".
 */
#include "base/ascii.h"
#include "base/map.h"
#include "base/yaml.h"
#include "family/mathador/points/points_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FACTS_MOST 64

/* ---- reading ---- */

static bool names_model(const char *name, const char *model)
{
    const char *hash = strrchr(model, '#'), *colon = strchr(model, ':');

    return str_eq(name, model) || (hash && str_eq(name, hash + 1)) ||
           (!hash && colon && str_eq(name, colon + 1));
}

/* "7B", "0.5 B", "350M": as sizes of models are written. */
static bool read_size(const char *s, double *out)
{
    static const struct {
        char letter;
        double factor;
    } units[] = { { 'K', 1e3 }, { 'M', 1e6 }, { 'B', 1e9 }, { 'T', 1e12 } };
    char *end;

    if (!is_digit(*s))
        return false;
    *out = strtod(s, &end);
    while (*end == ' ')
        end++;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if ((end[0] == units[i].letter || end[0] == units[i].letter + 32) &&
            end[1] == '\0') {
            *out *= units[i].factor;
            return true;
        }
    return false;
}

static bool read_fact(const struct json *v, double *out, struct err *e)
{
    bool size = str_eq(v->name, "size");
    bool ok = false;

    if (v->type == JSON_NULL) {
        *out = NAN;
        return true;
    }
    if (v->type == JSON_NUMBER) {
        *out = strtod(v->text, NULL);
        ok = true;
    } else if (size && v->type == JSON_STRING) {
        ok = read_size(v->text, out);
    }
    if (!ok || !isfinite(*out))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%.60s\" must be a number", v->name);
    if (size && !(*out > 0))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"size\" must be above 0");
    return true;
}

/* The one entry that is no model. */
static bool is_people(const struct json *entry)
{
    return str_eq(entry->name, "people");
}

/* The facts' names, in the order in which the file has them. */
static bool read_names(struct plays *p, const struct json *file,
                       struct points_facts *f, struct err *e)
{
    struct map seen = { 0 };
    const struct json *bad = NULL;
    bool many = false;

    for (const struct json *m = file->first; m && !bad; m = m->next) {
        if (is_people(m))
            continue;
        if (m->type != JSON_OBJECT)
            bad = m;
        for (const struct json *v = m->first; v && !bad; v = v->next) {
            map_put(&seen, v->name ? v->name : "",
                    v->name ? strlen(v->name) : 0, NULL);
            if ((many = seen.n > FACTS_MOST))
                bad = v;
        }
    }
    f->n = seen.n;
    f->names = arena_array(p->arena, const char *, f->n + 1);
    for (size_t i = 0; i < f->n; i++)
        f->names[i] = arena_strdup(p->arena, seen.entries[i].key);
    map_clear(&seen);
    if (many)
        return err_at(e, ERR_LIMIT, bad->line, bad->column,
                      "more than %d different facts", FACTS_MOST);
    if (bad)
        return err_at(e, ERR_DOMAIN, bad->line, bad->column,
                      "model \"%.60s\": expected facts as {name: number}",
                      bad->name ? bad->name : "");
    return true;
}

static size_t place_of(const struct points_facts *f, const char *name)
{
    size_t i = 0;

    while (i < f->n && !str_eq(f->names[i], name))
        i++;
    INVARIANT(i < f->n);
    return i;
}

/* The facts of one entry go to every model that it names; a full name wins
 * over the part of one. */
static bool read_entry(struct plays *p, const struct json *entry,
                       struct points_facts *f, bool *by_full, struct err *e)
{
    size_t models = p->of->n_models;
    bool known = false;

    for (size_t m = 0; m < models; m++) {
        bool full = str_eq(entry->name, p->of->models[m]);

        if (!names_model(entry->name, p->of->models[m]))
            continue;
        known = true;
        if (by_full[m] && !full)
            continue;
        by_full[m] = full;
        for (const struct json *v = entry->first; v; v = v->next)
            if (!read_fact(v, &f->values[m * f->n + place_of(f, v->name)], e))
                return false;
    }
    return known || err_at(e, ERR_DOMAIN, entry->line, entry->column,
                           "the run has no model \"%.100s\"", entry->name);
}

static bool read_file(struct plays *p, const char *path, struct points *out,
                      struct err *e)
{
    struct points_facts *f = &out->facts;
    size_t models = p->of->n_models;
    bool *by_full = arena_array(p->arena, bool, models + 1);
    struct json *file;

    if (!yaml_read_file(p->arena, path, &file, e))
        return false;
    if (file->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, file->line, file->column,
                      "expected {MODEL: {size: NUMBER, ...}}");
    if (!read_names(p, file, f, e))
        return false;
    f->values = arena_array(p->arena, double, models * f->n + 1);
    for (size_t i = 0; i < models * f->n; i++)
        f->values[i] = NAN;
    for (const struct json *m = file->first; m; m = m->next)
        if (!(is_people(m) ? plays_people(p, m, out, e)
                           : read_entry(p, m, f, by_full, e)))
            return false;
    return true;
}

/* ---- correlation ---- */

/* The share of a model's results that failed by a class of error. */
static double share_of(const struct points *play, size_t model, size_t class)
{
    return (double)play->errors.count[model * play->errors.n + class] /
           (double)play->whole[model].results;
}

static void correlate(struct plays *p, struct points *play, size_t fact)
{
    size_t models = p->of->n_models, n = 0;
    struct points_facts *f = &play->facts;
    double *x = arena_array(p->arena, double, models);
    double *y = arena_array(p->arena, double, models);
    size_t *of = arena_array(p->arena, size_t, models);

    for (size_t m = 0; m < models; m++) {
        double v = f->values[m * f->n + fact];

        if (isnan(v) || !play->whole[m].results)
            continue;
        of[n] = m;
        x[n] = str_eq(f->names[fact], "size") ? log10(v) : v;
        y[n++] = play->whole[m].of_18.value;
    }
    f->n_models[fact] = n;
    if (n < 3)
        return;
    f->r_score[fact] = stats_pearson(x, y, n);
    f->rho_score[fact] = stats_spearman(x, y, n);
    if (n >= 4 && isfinite(f->r_score[fact]))
        f->r_interval[fact] = stats_pearson_interval(f->r_score[fact], n);
    for (size_t c = 0; c < play->errors.n; c++) {
        for (size_t i = 0; i < n; i++)
            y[i] = share_of(play, of[i], c);
        f->r_error[fact * play->errors.n + c] = stats_pearson(x, y, n);
    }
}

bool plays_facts(struct plays *p, const char *path, struct points *out,
                 struct err *e)
{
    struct points_facts *f = &out->facts;
    struct arena *a = p->arena;

    if (!read_file(p, path, out, e))
        return false;
    f->r_score = arena_array(a, double, f->n + 1);
    f->rho_score = arena_array(a, double, f->n + 1);
    f->r_interval = arena_array(a, struct interval, f->n + 1);
    f->n_models = arena_array(a, size_t, f->n + 1);
    f->r_error = arena_array(a, double, f->n * out->errors.n + 1);
    for (size_t i = 0; i < f->n * out->errors.n; i++)
        f->r_error[i] = NAN;
    for (size_t i = 0; i < f->n; i++) {
        f->r_score[i] = f->rho_score[i] = NAN;
        f->r_interval[i] = (struct interval){ NAN, NAN };
        correlate(p, out, i);
    }
    return true;
}
