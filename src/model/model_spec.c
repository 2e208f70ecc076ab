/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Models behind a network, as the user names them; and what was meant by
 * names that are none.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "model/model_int.h"

#include <stdlib.h>
#include <string.h>

/* ---- providers ---- */

static const struct provider {
    const char *prefix;
    enum model_kind kind;
    const char *base, *base_env, *key_env;
} providers[] = {
    { "openai:", MODEL_OPENAI, "https://api.openai.com", "OPENAI_BASE_URL",
      "OPENAI_API_KEY" },
    { "anthropic:", MODEL_ANTHROPIC, "https://api.anthropic.com",
      "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY" },
};

static const struct provider *find_provider(const char *spec)
{
    for (size_t i = 0; i < sizeof(providers) / sizeof(providers[0]); i++)
        if (str_starts(spec, providers[i].prefix))
            return &providers[i];
    return NULL;
}

/* ---- what was meant ---- */

static bool begins(const char *s, const char *prefix)
{
    while (*prefix && to_lower(*s) == *prefix)
        s++, prefix++;
    return *prefix == '\0';
}

/* Returns a spec that the user may have meant, or NULL if there is no idea. */
static const char *proposal(struct arena *a, const char *spec)
{
    static const struct {
        const char *begins, *prefix;
        size_t drop; /* characters of the beginning that are no name */
    } usual[] = {
        { "openai:", "openai:", 7 },
        { "openai/", "openai:", 7 },
        { "anthropic:", "anthropic:", 10 },
        { "anthropic/", "anthropic:", 10 },
        { "replay:", "replay:", 7 },
        { "planted:", "planted:", 8 },
        { "student:", "student:", 8 },
        { "gpt", "openai:", 0 },
        { "chatgpt", "openai:", 0 },
        { "o1", "openai:", 0 },
        { "o3", "openai:", 0 },
        { "o4", "openai:", 0 },
        { "claude", "anthropic:", 0 },
        { "localhost", "http://", 0 },
        { "127.", "http://", 0 },
    };

    if (str_ends(spec, ".jsonl"))
        return arena_printf(a, "replay:%s", spec);
    if (str_ends(spec, ".yaml") || str_ends(spec, ".yml"))
        return arena_printf(a, "planted:%s", spec);
    if (str_ends(spec, ".weights"))
        return arena_printf(a, "student:%s", spec);
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        if (begins(spec, usual[i].begins))
            return arena_printf(
                a, "%s%s%s", usual[i].prefix, spec + usual[i].drop,
                strchr(usual[i].prefix, '/') && !strchr(spec, '#') ? "#NAME"
                                                                   : "");
    if (begins(spec, "student"))
        return "student";
    if (strchr(spec, '#') && !strchr(spec, '@') && !strstr(spec, "://"))
        return arena_printf(a, "https://%s", spec);
    return NULL;
}

/* A key in the place of a name: by how usual ones begin, or by a long word of
 * letters and digits. */
static bool is_key(struct arena *a, const char *spec)
{
    static const char *const usual[] = { "sk-",  "sk_",   "gsk_",
                                         "hf_",  "aiza",  "akia",
                                         "xai-", "pplx-", "nvapi-" };
    size_t n;

    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        if (begins(spec, usual[i]))
            return true;
    for (const char *p = spec; *p; p += n ? n : 1) {
        for (n = 0; is_letter(p[n]) || is_digit(p[n]); n++)
            ;
        if (model_looks_secret(arena_strndup(a, p, n)))
            return true;
    }
    return false;
}

static bool unknown(struct arena *a, const char *spec, struct err *e)
{
    const char *meant = proposal(a, spec);
    bool hidden = strchr(spec, '@') || strchr(spec, '?') || is_key(a, spec);

    if (hidden)
        meant = NULL;
    return err_set(
        e, ERR_USAGE,
        "\"%.80s\" is not a model%s%.100s%s; models are openai:NAME, "
        "anthropic:NAME, URL#NAME (http://localhost:8000/v1#NAME), student, "
        "student:FILE, replay:FILE and planted:FILE",
        hidden ? "..." : spec, meant ? " (did you mean \"" : "",
        meant ? meant : "", meant ? "\"?)" : "");
}

/* ---- opening ---- */

static bool check_name(const char *name, const char *form, struct err *e)
{
    if (str_blank(name))
        return err_set(e, ERR_USAGE,
                       "the name of the model is missing: the form is %s",
                       form);
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == 0x7f)
            return err_set(e, ERR_USAGE,
                           "the name of the model contains a control "
                           "character");
    return true;
}

/* OpenAI's own models take one name alone, also behind a gateway; what else
 * speaks their form knows the older one. */
static bool set_token_field(struct model *m, bool openai,
                            const struct model_options *o, struct err *e)
{
    m->token_field = "max_tokens";
    if (m->kind == MODEL_OPENAI && openai)
        m->token_field = "max_completion_tokens";
    if (!o->token_field)
        return true;
    if (str_eq(o->token_field, "max_tokens"))
        m->token_field = "max_tokens";
    else if (!str_eq(o->token_field, "max_completion_tokens"))
        return err_set(e, ERR_USAGE,
                       "--token-field must be max_tokens or "
                       "max_completion_tokens, not \"%.60s\"",
                       o->token_field);
    else if (m->kind == MODEL_OPENAI)
        m->token_field = "max_completion_tokens";
    return true;
}

static bool open_provider(struct arena *a, const struct provider *p,
                          const char *spec, const struct model_options *o,
                          struct model *out, struct err *e)
{
    const char *base = getenv(p->base_env);
    struct model_url u;

    out->kind = p->kind;
    out->name = arena_strdup(a, spec + strlen(p->prefix));
    if (!check_name(out->name, arena_printf(a, "%sNAME", p->prefix), e))
        return false;
    if (!model_url_read(a, base && *base ? p->base_env : "the provider's URL",
                        base && *base ? base : p->base, &u, e))
        return false;
    out->url = p->kind == MODEL_ANTHROPIC ? model_url_anthropic(a, &u)
                                          : model_url_openai(a, &u);
    return set_token_field(out, true, o, e) &&
           model_set_headers(a, out, &u, p->key_env, o, e);
}

static bool open_url(struct arena *a, const char *spec,
                     const struct model_options *o, struct model *out,
                     struct err *e)
{
    size_t n = strcspn(spec, "#");
    struct model_url u;

    if (!model_url_read(a, "the model's URL", arena_strndup(a, spec, n), &u, e))
        return false;
    out->name = arena_strdup(a, spec[n] ? spec + n + 1 : "");
    if (!check_name(out->name,
                    "URL#NAME, such as http://localhost:8000/v1#NAME", e))
        return false;
    out->kind = str_ends(u.path, "/messages") ? MODEL_ANTHROPIC : MODEL_OPENAI;
    out->url = out->kind == MODEL_ANTHROPIC ? model_url_anthropic(a, &u)
                                            : model_url_openai(a, &u);
    return set_token_field(out, str_eq(u.host, "api.openai.com"), o, e) &&
           model_set_headers(a, out, &u, NULL, o, e);
}

/* What a run stores and shows of its models must hold no secret. */
static bool check_open(const struct model *m, struct err *e)
{
    if (!model_holds_secret(m, m->spec) && !model_holds_secret(m, m->url) &&
        !model_holds_secret(m, m->name))
        return true;
    return err_set(e, ERR_USAGE,
                   "the URL or the name of the model contains the key or the "
                   "value of a --header, which would be stored and shown "
                   "with the run; remove it there");
}

bool model_open_remote(struct arena *a, const char *spec,
                       const struct model_options *o, struct model *out,
                       struct err *e)
{
    const struct provider *p = find_provider(spec);

    if (!p && !begins(spec, "http://") && !begins(spec, "https://"))
        return unknown(a, spec, e);
    return (p ? open_provider(a, p, spec, o, out, e)
              : open_url(a, spec, o, out, e)) &&
           check_open(out, e);
}
