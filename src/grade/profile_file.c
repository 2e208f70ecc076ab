/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/profile_file.h"
#include "base/str.h"
#include "base/yaml.h"
#include "grade/request.h"

#include <string.h>

static bool profile_file_unknown(const char *name, struct err *e)
{
    struct str names = { 0 };

    for (size_t i = 0; i < n_profiles; i++)
        str_addf(&names, "%s%s", i ? ", " : "", profiles[i].name);
    err_set(e, ERR_USAGE,
            "there is no profile \"%.60s\"; use %s, or a file NAME.yaml", name,
            str_get(&names));
    str_clear(&names);
    return false;
}

/* ---- files ---- */

static const char *const signs[] = { [SIGN_FORGIVE] = "forgive",
                                     [SIGN_DEMAND] = "demand",
                                     [SIGN_IGNORE] = "ignore" };

static bool profile_file_read_sign(const struct json *m, enum profile_sign *out,
                                   struct err *e)
{
    const char *word = json_string(m);

    for (int i = 0; word && i < 3; i++)
        if (str_eq(word, signs[i])) {
            *out = (enum profile_sign)i;
            return true;
        }
    return err_at(e, ERR_DOMAIN, m->line, m->column,
                  "\"%s\" must be forgive, demand or ignore", m->name);
}

static bool profile_file_read_name(const struct json *m, struct profile *p,
                                   struct err *e)
{
    const char *name = json_string(m);

    if (!name || !*name || strlen(name) > 60 || profile_find(name))
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"name\" must be a string of at most 60 bytes and "
                      "must not be the name of a benchmark");
    p->name = name;
    return true;
}

/* Numbers and shares go through the checks of a request's own options. */
static bool read_figure(struct arena *a, const struct json *m,
                        struct profile *p, struct err *e)
{
    struct grade_request q = { 0 };
    bool is_text = m->type == JSON_STRING || m->type == JSON_NUMBER, ok;
    int64_t digits = 0;

    if (str_eq(m->name, "tolerance"))
        ok = request_set_tolerance(a, &q, is_text ? m->text : "", e);
    else
        ok = request_set_digits(
            &q, json_int64(m, &digits) && digits > 0 ? (uint64_t)digits : 0, e);
    if (!ok) {
        e->line = m->line;
        e->column = m->column;
        return false;
    }
    p->tolerance = q.tolerance ? q.tolerance : p->tolerance;
    p->digits = q.digits ? q.digits : p->digits;
    return true;
}

static bool profile_file_read_field(struct arena *a, const struct json *m,
                                    struct profile *p, struct err *e)
{
    if (str_eq(m->name, "name"))
        return profile_file_read_name(m, p, e);
    if (str_eq(m->name, "source") && json_string(m)) {
        p->source = json_string(m);
        return true;
    }
    if (str_eq(m->name, "units"))
        return profile_file_read_sign(m, &p->units, e);
    if (str_eq(m->name, "percent"))
        return profile_file_read_sign(m, &p->percent, e);
    if (str_eq(m->name, "tolerance") || str_eq(m->name, "digits"))
        return read_figure(a, m, p, e);
    return err_at(e, ERR_DOMAIN, m->line, m->column,
                  "a profile has no field \"%.40s\"; the fields are name, "
                  "tolerance, digits, units, percent and source (a string)",
                  m->name);
}

bool profile_read(struct arena *a, const struct json *v,
                  const struct profile **out, struct err *e)
{
    struct profile *p = arena_new(a, struct profile);

    *out = p;
    if (json_string(v)) {
        *out = profile_find(json_string(v));
        return *out || profile_file_unknown(json_string(v), e);
    }
    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "a profile must be a name, or an object with \"name\", "
                      "\"tolerance\", \"units\" ...");
    for (const struct json *m = v->first; m; m = m->next)
        if (!profile_file_read_field(a, m, p, e))
            return false;
    if (!p->name)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "a profile needs a \"name\", which is shown with its "
                      "verdicts");
    return true;
}

bool profile_load(struct arena *a, const char *word, const struct profile **out,
                  struct err *e)
{
    struct json *v;

    *out = profile_find(word);
    if (*out)
        return true;
    if (!strchr(word, '/') && !str_ends(word, ".yaml") &&
        !str_ends(word, ".yml"))
        return profile_file_unknown(word, e);
    if (!yaml_read_file(a, word, &v, e))
        return false;
    return profile_read(a, v, out, e) ||
           err_prefix(e, "%.200s:%zu: ", word, e->line);
}

struct json *profile_json(struct arena *a, const struct profile *p)
{
    struct json *v;

    if (p->law != LAW_OURS)
        return json_new_string(a, p->name);
    v = json_new(a, JSON_OBJECT);
    json_set(a, v, "name", json_new_string(a, p->name));
    if (p->tolerance)
        json_set(a, v, "tolerance", json_new_string(a, p->tolerance));
    if (p->digits)
        json_set(a, v, "digits", json_new_int(a, p->digits));
    json_set(a, v, "units", json_new_string(a, signs[p->units]));
    json_set(a, v, "percent", json_new_string(a, signs[p->percent]));
    return v;
}
