/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Is a spec one that can be hunted by? Each field by itself, as the table says
 * it, and then those that must go together. The reader asks the same of each
 * field as it comes, so that a mistake in a file is told with its line.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "family/generate.h"
#include "hunt/spec_int.h"
#include "problem/concept.h"

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
    static const char *const whole[] = { "key", "token", "header", "headers",
                                         "auth" };
    char plain[64];
    size_t n = 0;

    for (; *name && n + 1 < sizeof(plain); name++)
        if (is_letter(*name) || is_digit(*name))
            plain[n++] = to_lower(*name);
    plain[n] = '\0';
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strstr(plain, parts[i]))
            return true;
    for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
        if (str_eq(plain, whole[i]))
            return true;
    return false;
}

/* "https://name:password@host". */
static bool has_password(const char *s)
{
    const char *host = strstr(s, "://");
    size_t n;

    if (!host)
        return false;
    n = strcspn(host + 3, "/?#");
    return memchr(host + 3, '@', n) != NULL;
}

static bool check_secret(const char *path, const char *text, struct err *e)
{
    static const char *const usual[] = { "sk-", "Bearer ", "gsk_", "hf_",
                                         "AIza" };
    bool found = has_password(text);

    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        found = found || str_starts(text, usual[i]);
    if (!found)
        return true;
    return err_set(e, ERR_DOMAIN,
                   "\"%s\" looks like a key: secrets stand in no spec; put it "
                   "into an environment variable (OPENAI_API_KEY, "
                   "ANTHROPIC_API_KEY, ASSAY_API_KEY)",
                   path);
}

/* Names and values of --extra's kind, at any depth (readers have a ceiling on
 * that). */
static bool check_object(const char *path, const struct json *v, struct err *e)
{
    for (const struct json *m = v->first; m; m = m->next) {
        if (m->name && spec_names_secret(m->name))
            return err_set(e, ERR_DOMAIN,
                           "\"%s\" must not hold \"%.40s\": secrets stand in "
                           "no spec; put them into environment variables",
                           path, m->name);
        if (json_string(m) && !check_secret(path, m->text, e))
            return false;
        if (!check_object(path, m, e))
            return false;
    }
    return true;
}

/* ---- one field ---- */

static bool check_range(const char *path, const struct spec_field *f, double v,
                        struct err *e)
{
    double most = f->most > 0 ? f->most : 1e9;
    bool whole = f->kind != SPEC_NUMBER;

    if (isfinite(v) &&
        (f->open ? v > f->least && v < most : v >= f->least && v <= most))
        return true;
    return err_set(e, ERR_DOMAIN, "\"%s\" must be a %snumber %s %.0f %s %.0f",
                   path, whole ? "whole " : "", f->open ? "above" : "from",
                   f->least, f->open ? "and below" : "to", most);
}

static bool check_text(const char *path, const struct spec_field *f,
                       const char *s, struct err *e)
{
    if (!s)
        return !f->needed ||
               err_set(e, ERR_DOMAIN, "\"%s\" must not be null", path);
    if (str_blank(s))
        return err_set(e, ERR_DOMAIN, "\"%s\" must not be empty%s", path,
                       f->needed ? "" : "; for none write null");
    if (f->kind == SPEC_SEED && !seed_is_valid(s))
        return err_set(e, ERR_DOMAIN,
                       "\"%s\" must be 1 to %d letters, digits, \".\", \"_\" "
                       "or \"-\"",
                       path, LIMIT_SEED_BYTES);
    return check_secret(path, s, e);
}

static bool check_name(const char *path, const char *name, struct err *e)
{
    if (taxonomy_find(name))
        return true;
    return err_set(e, ERR_DOMAIN,
                   "\"%s\" has \"%.40s\"; granularities are high, mid, low, "
                   "extremely-low and baseline, or all of them; a file of "
                   "your own goes into \"taxonomy\"",
                   path, name);
}

static bool check_list(const char *path, const struct spec_field *f,
                       const char *const *list, size_t n, struct err *e)
{
    if (n > LIMIT_MODELS)
        return err_set(e, ERR_LIMIT, "\"%s\" may have at most %d entries", path,
                       LIMIT_MODELS);
    for (size_t i = 0; i < n; i++) {
        if (f->kind == SPEC_TEXTS ? !*list[i] : str_blank(list[i]))
            return err_set(e, ERR_DOMAIN, "\"%s\" has an empty entry", path);
        for (size_t j = 0; j < i; j++)
            if (str_eq(list[i], list[j]))
                return err_set(e, ERR_DOMAIN,
                               "\"%s\" has \"%.80s\" twice; leave one out",
                               path, list[i]);
        if (!check_secret(path, list[i], e) ||
            (f->kind == SPEC_NAMES && !check_name(path, list[i], e)))
            return false;
    }
    return true;
}

/* By the rules of model/decoding.h, under the field's own name. */
static bool check_decimal(const char *path, const struct spec_field *f,
                          const char *text, struct err *e)
{
    struct arena a = { 0 };
    struct json *body = json_new(&a, JSON_OBJECT);
    bool ok;

    if (f->kind == SPEC_DECIMAL) {
        struct decoding_range range = *f->range;

        range.option = arena_printf(&a, "\"%s\"", path);
        ok = decoding_number(&a, body, "x", text, &range, e);
    } else {
        struct err why;

        ok = decoding_seed(&a, body, text, LIMIT_ATTEMPTS, &why) ||
             err_set(e, ERR_DOMAIN,
                     "\"%s\" must be a whole number of at most 64 bits, not "
                     "\"%.40s\"",
                     path, text);
    }
    if (!ok)
        e->code = ERR_DOMAIN;
    arena_clear(&a);
    return ok;
}

static bool check_extra(const char *path, const struct json *v, struct err *e)
{
    if (!v)
        return true;
    if (v->type != JSON_OBJECT)
        return err_set(e, ERR_DOMAIN, "\"%s\" must be an object, not %s", path,
                       json_type_name(v->type));
    if (v->count > EXTRA_MOST)
        return err_set(e, ERR_LIMIT, "\"%s\" may have at most %d members", path,
                       EXTRA_MOST);
    return check_object(path, v, e);
}

#define THERE(type) (*(const type *)at)

bool spec_check_field(const struct spec_field *group,
                      const struct spec_field *f, const void *place,
                      struct err *e)
{
    const void *at = (const char *)place + f->at;
    const void *end = (const char *)place + f->at_n;
    char name[SPEC_PATH_SIZE];
    const char *path = spec_path(group, f, name);

    switch (f->kind) {
    case SPEC_TEXT:
    case SPEC_PATH:
    case SPEC_MODEL:
    case SPEC_SEED: return check_text(path, f, THERE(char *), e);
    case SPEC_MODELS:
    case SPEC_NAMES:
    case SPEC_TEXTS:
        return check_list(path, f, *(const char *const *const *)at,
                          *(const size_t *)end, e);
    case SPEC_SIZE: return check_range(path, f, (double)THERE(size_t), e);
    case SPEC_U64: return check_range(path, f, (double)THERE(uint64_t), e);
    case SPEC_UNSIGNED: return check_range(path, f, THERE(unsigned), e);
    case SPEC_NUMBER: return check_range(path, f, THERE(double), e);
    case SPEC_DECIMAL:
    case SPEC_WHOLE: return check_decimal(path, f, THERE(char *), e);
    case SPEC_OBJECT: return check_extra(path, THERE(struct json *), e);
    case SPEC_GROUP:
    case SPEC_BOOL:
    case SPEC_FAILURE:
    case SPEC_STRATEGY: return true;
    }
    BUG("no such kind of field");
}

/* ---- several ---- */

static bool check_fields(const struct hunt_spec *s, struct err *e)
{
    for (const struct spec_field *f = spec_fields; f->name; f++) {
        const char *at = (const char *)s + f->at;

        if (f->kind != SPEC_GROUP) {
            if (!spec_check_field(NULL, f, s, e))
                return false;
            continue;
        }
        for (const struct spec_field *g = f->group; g->name; g++)
            if (!spec_check_field(f, g, at, e))
                return false;
    }
    return true;
}

static bool check_outcomes(const struct hunt_spec *s, struct err *e)
{
    if (!s->outcomes_file &&
        (s->outcome_field || s->tags_field || s->text_field || s->id_field))
        return err_set(e, ERR_DOMAIN,
                       "\"outcomes\" names fields but no \"outcomes.file\"");
    if (s->outcomes_file && !s->outcome_field)
        return err_set(e, ERR_DOMAIN,
                       "\"outcomes.outcome\" (--outcome-field) is missing: "
                       "name the field that says whether a row is correct, "
                       "such as \"correct\" or \"results.model\"");
    if (s->n_targets == 0 && !s->outcomes_file)
        return err_set(e, ERR_DOMAIN,
                       "\"targets\" is empty: name a model, such as "
                       "openai:NAME, or \"outcomes.file\"");
    return true;
}

static bool check_granularity(const struct hunt_spec *s, struct err *e)
{
    if (s->n_granularities || s->taxonomy || s->tags_field)
        return true;
    return err_set(e, ERR_DOMAIN,
                   "\"granularity\" is empty: name one (high), or a "
                   "\"taxonomy\"");
}

static bool check_hypothesizers(const struct hunt_spec *s, struct err *e)
{
    if (s->n_hypothesizers == 0)
        return err_set(e, ERR_DOMAIN,
                       "\"hypothesizer\" is empty: name exact or llm:MODEL");
    for (size_t i = 0; i < s->n_hypothesizers; i++) {
        const char *h = s->hypothesizers[i];

        if (!str_eq(h, "exact") && !spec_llm(h))
            return err_set(e, ERR_DOMAIN,
                           "\"hypothesizer\" has \"%.80s\": it must be exact "
                           "or llm:MODEL, such as llm:openai:NAME",
                           h);
    }
    if (s->propose.num_init % s->propose.init_batch_size)
        return err_set(e, ERR_DOMAIN,
                       "\"propose.init_batch_size\" (%zu) must divide "
                       "\"propose.num_init\" (%zu)",
                       s->propose.init_batch_size, s->propose.num_init);
    return true;
}

static bool check_generator(const struct hunt_spec *s, struct err *e)
{
    const char *g = s->generator;
    bool writes = str_eq(g, "llm") || spec_llm(g);

    if (!writes && !str_eq(g, "families"))
        return err_set(e, ERR_DOMAIN,
                       "\"generator\" is \"%.80s\": it must be families, llm "
                       "(the target itself) or llm:MODEL",
                       g);
    if (writes && s->n_key_models < 2)
        return err_set(e, ERR_DOMAIN,
                       "\"generator\" %.40s needs at least 2 \"key_models\": "
                       "a written problem has no key until they agree on it",
                       g);
    return true;
}

/* Does --extra leave alone what fields of its own set? */
static bool check_decoding(const char *name, const struct decoding *d,
                           struct err *e)
{
    struct arena a = { 0 };
    struct json *body = json_new(&a, JSON_OBJECT);
    const struct {
        const char *name;
        bool set;
    } fields[] = {
        { "temperature", d->temperature },
        { "top_p", d->top_p },
        { "top_k", d->top_k },
        { "min_p", d->min_p },
        { "repetition_penalty", d->repetition_penalty },
        { "seed", d->seed },
        { "reasoning_effort", d->reasoning_effort },
        { "stop", d->n_stop > 0 },
    };
    struct err why;
    bool ok;

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (fields[i].set)
            json_set(&a, body, fields[i].name, json_new(&a, JSON_NULL));
    ok = decoding_extra(&a, body, d, &why);
    arena_clear(&a);
    return ok || err_set(e, ERR_DOMAIN, "\"%s.extra\": %.300s", name, why.msg);
}

bool spec_check(const struct hunt_spec *s, struct err *e)
{
    return check_fields(s, e) && check_outcomes(s, e) &&
           check_granularity(s, e) && check_hypothesizers(s, e) &&
           check_generator(s, e) &&
           check_decoding("decoding", &s->decoding, e) &&
           check_decoding("propose_decoding", &s->propose_decoding, e) &&
           check_decoding("write_decoding", &s->write_decoding, e) &&
           check_decoding("key_decoding", &s->key_decoding, e);
}
