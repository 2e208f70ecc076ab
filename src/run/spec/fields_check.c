/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Checks each field, by itself, against its row of the table. The reader calls
 * this for each field as it comes, so that a mistake in a file is reported with
 * its line.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "family/generate.h"
#include "run/spec/fields_int.h"
#include "store/store.h"

#include <math.h>
#include <string.h>

#define EXTRA_MOST 256 /* members: each is looked for among those before it */

/* ---- secrets ---- */

bool spec_names_secret(const char *name)
{
    static const char *const parts[] = { "apikey",    "authorization",
                                         "secret",    "password",
                                         "bearer",    "accesstoken",
                                         "authtoken", "credential" };
    char plain[64];
    size_t n = 0;

    for (; *name && n + 1 < sizeof(plain); name++)
        if (is_letter(*name) || is_digit(*name))
            plain[n++] = to_lower(*name);
    plain[n] = '\0';
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strstr(plain, parts[i]))
            return true;
    return str_among(plain, "key token header headers auth");
}

/* "https://name:password@host". The name alone may be a key, but of a database
 * it is a name. */
static bool has_password(const char *s)
{
    const char *host = strstr(s, "://"), *at;
    size_t n;

    if (!host)
        return false;
    n = strcspn(host + 3, "/?#");
    at = memchr(host + 3, '@', n);
    if (!store_is_address(s) || !at)
        return at != NULL;
    return memchr(host + 3, ':', (size_t)(at - host) - 3) != NULL;
}

static bool check_secret(const char *name, const char *text, struct err *e)
{
    static const char *const usual[] = { "sk-", "Bearer ", "gsk_", "hf_",
                                         "AIza" };
    bool found = has_password(text);

    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        found = found || str_starts(text, usual[i]);
    if (!found)
        return true;
    return err_set(e, ERR_DOMAIN,
                   "%s looks like an API key: a spec must not contain secrets; "
                   "put it into an environment variable (OPENAI_API_KEY, "
                   "ANTHROPIC_API_KEY, ASSAY_API_KEY)",
                   name);
}

/* Names and values of --extra's kind, at any depth (readers have a ceiling on
 * that). */
static bool check_object(const char *name, const struct json *v, struct err *e)
{
    for (const struct json *m = v->first; m; m = m->next) {
        /* "key" of a map is a name like others: the prompt of key models. */
        if (m->name && spec_names_secret(m->name) &&
            !(m->type == JSON_OBJECT && str_eq(m->name, "key")))
            return err_set(
                e, ERR_DOMAIN,
                "%s must not contain \"%.40s\": a spec must not contain "
                "secrets; put them into environment variables",
                name, m->name);
        if (json_string(m) && !check_secret(name, m->text, e))
            return false;
        if (!check_object(name, m, e))
            return false;
    }
    return true;
}

/* ---- one field ---- */

double spec_most(const struct spec_field *f)
{
    return f->most > 0 ? f->most : 1e9;
}

static bool check_range(const char *name, const struct spec_field *f, double v,
                        struct err *e)
{
    double most = spec_most(f);
    bool whole = f->kind != SPEC_NUMBER;

    if (v == 0 && f->none && *name == '"')
        return true;
    if (isfinite(v) &&
        (f->open ? v > f->least && v < most : v >= f->least && v <= most))
        return true;
    return err_set(e, ERR_DOMAIN,
                   "%s must be a %snumber %s %.10g %s %.10g, not \"%.10g\"",
                   name, whole ? "whole " : "", f->open ? "above" : "from",
                   f->least, f->open ? "and below" : "to", most, v);
}

static bool check_text(const char *name, const struct spec_field *f,
                       const char *s, struct err *e)
{
    if (!s)
        return !f->needed ||
               err_set(e, ERR_DOMAIN, "%s must not be null", name);
    if (str_blank(s))
        return err_set(e, ERR_DOMAIN, "%s must not be empty%s", name,
                       f->needed ? "" : "; write null for none");
    if (f->kind == SPEC_SEED && !seed_is_valid(s))
        return err_set(e, ERR_DOMAIN,
                       "%s must be 1 to %d letters, digits, \".\", \"_\" "
                       "or \"-\"",
                       name, LIMIT_SEED_BYTES);
    return check_secret(name, s, e);
}

static bool check_name(const char *name, const struct spec_field *f,
                       const char *said, struct err *e)
{
    struct str known = { 0 };
    size_t word;

    if (f->knows   ? f->knows(said)
        : f->words ? spec_find_word(f, said, &word)
                   : true)
        return true;
    if (f->known) {
        str_add(&known, f->known);
    } else {
        str_add(&known, "choose ");
        spec_add_words(&known, f, " or ");
        str_add(&known, ", or write all");
    }
    err_set(e, ERR_DOMAIN, "%s has \"%.40s\"; %s", name, said, str_get(&known));
    str_clear(&known);
    return false;
}

static bool check_list(const char *name, const struct spec_field *f,
                       const char *const *list, size_t n, struct err *e)
{
    if (n > LIMIT_MODELS)
        return err_set(e, ERR_LIMIT, "%s may have at most %d entries", name,
                       LIMIT_MODELS);
    for (size_t i = 0; i < n; i++) {
        if (f->kind == SPEC_TEXTS ? !*list[i] : str_blank(list[i]))
            return err_set(e, ERR_DOMAIN, "%s has an empty entry", name);
        for (size_t j = 0; j < i; j++)
            if (str_eq(list[i], list[j]))
                return err_set(e, ERR_DOMAIN,
                               "%s has \"%.80s\" twice; leave one out", name,
                               list[i]);
        if (!check_secret(name, list[i], e) ||
            (f->kind == SPEC_NAMES && !check_name(name, f, list[i], e)))
            return false;
    }
    return true;
}

/* By the rules of model/decoding.h, under the field's own name. */
static bool check_decimal(const char *name, const struct spec_field *f,
                          const char *text, struct err *e)
{
    struct arena a = { 0 };
    struct json *body = json_new(&a, JSON_OBJECT);
    bool ok;

    if (f->kind == SPEC_DECIMAL) {
        struct decoding_range range = *f->range;

        range.option = name;
        ok = decoding_number(&a, body, "x", text, &range, e);
    } else {
        struct err why;

        ok = decoding_seed(&a, body, text, LIMIT_ATTEMPTS, &why) ||
             err_set(e, ERR_DOMAIN,
                     "%s must be a whole number of at most 64 bits, not "
                     "\"%.40s\"",
                     name, text);
    }
    if (!ok)
        e->code = ERR_DOMAIN;
    arena_clear(&a);
    return ok;
}

static bool check_extra(const char *name, const struct json *v, struct err *e)
{
    if (!v)
        return true;
    if (v->type != JSON_OBJECT)
        return err_set(e, ERR_DOMAIN, "%s must be an object, not %s", name,
                       json_type_name(v->type));
    if (v->count > EXTRA_MOST)
        return err_set(e, ERR_LIMIT, "%s may have at most %d members", name,
                       EXTRA_MOST);
    return check_object(name, v, e);
}

#define THERE(type) (*(const type *)at)

bool spec_check_field(const char *name, const struct spec_field *f,
                      const void *place, struct err *e)
{
    const void *at = (const char *)place + f->at;
    const void *end = (const char *)place + f->at_n;

    switch (f->kind) {
    case SPEC_TEXT:
    case SPEC_PATH:
    case SPEC_MODEL:
    case SPEC_SEED: return check_text(name, f, THERE(char *), e);
    case SPEC_MODELS:
    case SPEC_NAMES:
    case SPEC_TEXTS:
        return check_list(name, f, *(const char *const *const *)at,
                          *(const size_t *)end, e);
    case SPEC_SIZE: return check_range(name, f, (double)THERE(size_t), e);
    case SPEC_U64: return check_range(name, f, (double)THERE(uint64_t), e);
    case SPEC_UNSIGNED: return check_range(name, f, THERE(unsigned), e);
    case SPEC_NUMBER: return check_range(name, f, THERE(double), e);
    case SPEC_DECIMAL:
    case SPEC_WHOLE: return check_decimal(name, f, THERE(char *), e);
    case SPEC_OBJECT: return check_extra(name, THERE(struct json *), e);
    case SPEC_GROUP:
    case SPEC_BOOL:
    case SPEC_CHOICE: return true;
    }
    BUG("no such kind of field");
}

/* ---- all of them ---- */

bool spec_table_check(const struct spec_table *t, const void *spec,
                      struct err *e)
{
    char name[SPEC_NAME_SIZE];

    for (const struct spec_field *f = t->fields; f->name; f++) {
        const char *at = (const char *)spec + f->at;

        if (!spec_check_field(spec_name(NULL, f, name), f, spec, e))
            return false;
        for (const struct spec_field *g = f->group; g && g->name; g++)
            if (!spec_check_field(spec_name(f, g, name), g, at, e))
                return false;
    }
    return true;
}
