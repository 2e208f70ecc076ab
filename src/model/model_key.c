/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Keys and headers of a model: where keys come from, where they may go, and
 * the lines that are sent.
 */
#include "assay.h"
#include "base/ascii.h"
#include "base/core_file.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/fold.h"
#include "model/model_int.h"

#include <stdlib.h>
#include <string.h>

#define SECRET_MOST 16384 /* bytes of a key or a header */
#define NAME_MOST   60    /* bytes of a variable's name that is shown */

/* Does the header line have this name (given in lower case)? */
static bool model_key_is_named(const char *line, const char *name)
{
    return fold_begins(line, name) && line[strlen(name)] == ':';
}

/* ---- the key ---- */

static const struct {
    const char *host, *env;
} owners[] = {
    { "api.openai.com", "OPENAI_API_KEY" },
    { "api.anthropic.com", "ANTHROPIC_API_KEY" },
    { "openrouter.ai", "OPENROUTER_API_KEY" },
    { "api.deepseek.com", "DEEPSEEK_API_KEY" },
    { "generativelanguage.googleapis.com", "GEMINI_API_KEY" },
    { "api.together.xyz", "TOGETHER_API_KEY" },
    { "api.groq.com", "GROQ_API_KEY" },
    { "api.mistral.ai", "MISTRAL_API_KEY" },
};

/* Returns the value of a variable, or NULL if it is unset or empty. */
static const char *model_key_value_of(const char *env)
{
    const char *value = getenv(env);

    return value && *value ? value : NULL;
}

/* Returns which variable holds the key, or NULL if the server wants none. */
static const char *key_variable(const struct model_url *u, const char *own_env,
                                const struct model_options *o)
{
    if (o->key_env)
        return o->key_env;
    if (own_env)
        return own_env;
    if (model_key_value_of("ASSAY_API_KEY"))
        return "ASSAY_API_KEY";
    for (size_t i = 0; i < sizeof(owners) / sizeof(owners[0]); i++)
        if (str_eq(u->host, owners[i].host))
            return owners[i].env;
    return NULL;
}

/* May the name of a variable that does not exist be shown? A key in its place
 * must not be: it has digits, and small letters or no "_". */
static bool model_key_is_shown(const char *name)
{
    bool small = false, digit = false;

    for (const char *p = name; *p; p++) {
        small = small || (*p >= 'a' && *p <= 'z');
        digit = digit || is_digit(*p);
    }
    return strlen(name) <= NAME_MOST &&
           (!digit || (!small && strchr(name, '_')));
}

/* Messages never show the key, nor a name that may be one. */
static bool model_key_check_key(const char *env, const char *key, bool named,
                                struct err *e)
{
    if (!key && named)
        return err_set(e, ERR_USAGE,
                       "the API key is missing: the environment variable "
                       "%s%sgiven by --key-env is not set",
                       model_key_is_shown(env) ? env : "",
                       model_key_is_shown(env) ? " " : "");
    if (!key)
        return err_set(e, ERR_USAGE,
                       "the API key is missing: set %s in the environment, or "
                       "name another variable with --key-env",
                       env);
    for (const char *p = key; *p; p++)
        if (*p <= ' ' || *p >= 0x7f)
            return err_set(e, ERR_USAGE,
                           "the key in %s contains a space, a line break or "
                           "another character that keys do not have; set it "
                           "again",
                           env);
    if (strlen(key) > SECRET_MOST)
        return err_set(e, ERR_LIMIT, "the key in %s is longer than %d bytes",
                       env, SECRET_MOST);
    return true;
}

static bool model_key_is_variable(const char *env)
{
    size_t n = 0;

    while (is_letter(env[n]) || env[n] == '_' || (n && is_digit(env[n])))
        n++;
    return n && env[n] == '\0';
}

/* A key given in the place of a name must not be shown. */
static bool check_variable(const char *env, struct err *e)
{
    if (model_key_is_variable(env))
        return true;
    return err_set(e, ERR_USAGE,
                   "--key-env takes the name of an environment variable, "
                   "never the key itself");
}

/* A key that goes in the open is asked for by name. */
static bool model_key_check_line(const struct model_url *u, const char *env,
                                 const struct model_options *o, struct err *e)
{
    if (u->https || model_url_is_loopback(u) || o->key_env)
        return true;
    return err_set(e, ERR_USAGE,
                   "the key in %s would be sent to \"%s\" unencrypted, so "
                   "others on the network could read it; use https://, or "
                   "give \"--key-env %s\" to send it anyway",
                   env, u->host, env);
}

/* Does the line take a value from the environment? */
static bool model_key_has_variable(const char *line)
{
    for (const char *p = line; (p = strstr(p, "${")); p += 2)
        if (p == line || p[-1] != '$')
            return true;
    return false;
}

static bool holds_secret(const char *line)
{
    return model_names_secret(line) || model_key_has_variable(line);
}

/* The same for what the user sets as a header. */
static bool check_header_line(const struct model_url *u, const char *line,
                              size_t i, struct err *e)
{
    if (u->https || model_url_is_loopback(u) || !holds_secret(line))
        return true;
    return err_set(e, ERR_USAGE,
                   "--header no. %zu contains a key, which would be sent to "
                   "\"%s\" unencrypted, so others on the network could read "
                   "it; use https://, or put the key into an environment "
                   "variable and give its name with --key-env to send it "
                   "anyway",
                   i + 1, u->host);
}

/* ---- headers ---- */

static bool is_token_char(char c)
{
    return is_letter(c) || is_digit(c) || (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* "Name: value", the i-th of the command line. An error shows nothing of it:
 * a key may stand in either place. */
static bool check_header(const char *line, size_t i, struct err *e)
{
    static const char *const ours[] = { "content-length", "transfer-encoding",
                                        "connection", "expect",
                                        "accept-encoding" };
    size_t n = 0;

    while (is_token_char(line[n]))
        n++;
    if (n == 0 || line[n] != ':')
        return err_set(e, ERR_USAGE,
                       "--header must be \"Name: value\", with the colon "
                       "directly after the name");
    for (size_t k = 0; k < sizeof(ours) / sizeof(ours[0]); k++)
        if (model_key_is_named(line, ours[k]))
            return err_set(e, ERR_USAGE,
                           "--header cannot set \"%s\": the HTTP connection "
                           "sets it itself",
                           ours[k]);
    for (const char *p = line + n + 1; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            return err_set(e, ERR_USAGE,
                           "--header no. %zu contains a line break or "
                           "another control character",
                           i + 1);
    if (str_blank(line + n + 1))
        return err_set(e, ERR_USAGE,
                       "--header no. %zu has no value: the form is \"Name: "
                       "value\"",
                       i + 1);
    if (strlen(line) > SECRET_MOST)
        return err_set(e, ERR_LIMIT, "--header no. %zu is longer than %d bytes",
                       i + 1, SECRET_MOST);
    return true;
}

static bool user_has(const struct model_options *o, const char *name)
{
    for (size_t i = 0; i < o->n_headers; i++)
        if (model_key_is_named(o->headers[i], name))
            return true;
    return false;
}

static void model_key_add_header(struct vec *headers,
                                 const struct model_options *o,
                                 const char *name, const char *value)
{
    if (user_has(o, name)) /* the user's wins */
        return;
    *(const char **)vec_push(headers) =
        arena_printf(headers->arena, "%s: %s", name, value);
}

/* The headers for every server. Some gateways refuse calls without a
 * User-Agent. */
static void add_common(struct vec *headers, const struct model *m,
                       const struct model_options *o)
{
    model_key_add_header(headers, o, "content-type", "application/json");
    model_key_add_header(headers, o, "accept", "application/json");
    model_key_add_header(headers, o, "user-agent", "assay/" ASSAY_VERSION);
    if (m->kind == MODEL_ANTHROPIC)
        model_key_add_header(headers, o, "anthropic-version", "2023-06-01");
}

/* Servers other than Anthropic's that speak its form look for either. */
static void model_key_add_key(struct vec *headers, const struct model *m,
                              const struct model_url *u,
                              const struct model_options *o, const char *key)
{
    if (m->kind == MODEL_ANTHROPIC)
        model_key_add_header(headers, o, "x-api-key", key);
    if (m->kind != MODEL_ANTHROPIC || !str_eq(u->host, "api.anthropic.com"))
        model_key_add_header(headers, o, "authorization",
                             arena_printf(headers->arena, "Bearer %s", key));
}

/* ---- variables in headers ---- */

static bool variable_failed(size_t i, const char *why, struct err *e)
{
    return err_set(e, ERR_USAGE,
                   "--header no. %zu: %s; \"${NAME}\" stands for the value of "
                   "an environment variable, and \"$${\" for \"${\"",
                   i + 1, why);
}

/* Adds the value of the variable whose name stands at s[0..n). */
static bool add_variable(struct str *out, struct vec *secrets, const char *s,
                         size_t n, size_t i, bool unsent, struct err *e)
{
    const char *name = arena_strndup(secrets->arena, s, n), *value;

    if (!model_key_is_variable(name))
        return variable_failed(
            i, "the text in ${} is not the name of a variable", e);
    value = model_key_value_of(name);
    if (!value && !unsent)
        return variable_failed(
            i,
            model_key_is_shown(name)
                ? arena_printf(secrets->arena,
                               "the variable %s is not set or is "
                               "empty",
                               name)
                : "the variable is not set or is empty",
            e);
    str_add(out, value ? value : "unset");
    if (value)
        model_add_key(secrets, value);
    return true;
}

/* The line with the values of its variables, which are secrets whatever the
 * header is called. */
static const char *model_key_fill_in(const char *line, struct vec *secrets,
                                     size_t i, bool unsent, struct err *e)
{
    struct str out = str_in(secrets->arena);

    for (const char *p = line, *end; *p;) {
        if (str_starts(p, "$${")) {
            str_add(&out, "${");
            p += 3;
        } else if (!str_starts(p, "${")) {
            str_addc(&out, *p++);
        } else if (!(end = strchr(p, '}'))) {
            variable_failed(i, "a \"${\" has no closing \"}\"", e);
            return NULL;
        } else if (!add_variable(&out, secrets, p + 2, (size_t)(end - p) - 2, i,
                                 unsent, e)) {
            return NULL;
        } else {
            p = end + 1;
        }
    }
    return str_get(&out);
}

static bool add_users(struct vec *headers, struct vec *secrets,
                      const struct model_url *u, const struct model_options *o,
                      struct err *e)
{
    for (size_t i = 0; i < o->n_headers; i++) {
        const char *line = o->headers[i];

        if (!check_header(line, i, e) || !check_header_line(u, line, i, e) ||
            !(line = model_key_fill_in(line, secrets, i, o->unsent, e)) ||
            !check_header(line, i, e))
            return false;
        *(const char **)vec_push(headers) = arena_strdup(headers->arena, line);
        model_add_header(secrets, line);
    }
    return true;
}

bool model_set_headers(struct arena *a, struct model *m,
                       const struct model_url *u, const char *own_env,
                       const struct model_options *o, struct err *e)
{
    struct vec headers = vec_in(a, sizeof(char *));
    struct vec secrets = vec_in(a, sizeof(char *));
    const char *env = key_variable(u, own_env, o), *key;

    if (user_has(o, "authorization") ||
        (m->kind == MODEL_ANTHROPIC && user_has(o, "x-api-key")))
        env = NULL;
    if (o->unsent && env && !model_key_value_of(env))
        env = NULL;
    add_common(&headers, m, o);
    if (env) {
        if (!check_variable(env, e))
            return false;
        key = model_key_value_of(env);
        if (!model_key_check_key(env, key, o->key_env != NULL, e) ||
            !model_key_check_line(u, env, o, e))
            return false;
        model_key_add_key(&headers, m, u, o, key);
        model_add_key(&secrets, key);
        m->key_env = arena_strdup(a, env);
    }
    if (!add_users(&headers, &secrets, u, o, e))
        return false;
    m->headers = headers.items;
    m->n_headers = headers.n;
    m->secrets = secrets.items;
    m->n_secrets = secrets.n;
    m->finder = model_new_finder(a, m);
    if (env || secrets.n)
        core_file_forbid();
    return true;
}

/* ---- several models ---- */

static size_t model_key_host_of(const char *url, const char **host)
{
    const char *at = strstr(url, "://");

    *host = at ? at + 3 : url;
    if (**host == '[')
        return strcspn(*host, "]") + 1;
    return strcspn(*host, ":/");
}

/* The first model behind a network that has another host than the i-th. */
static const struct model *elsewhere(const struct model *models, size_t n,
                                     size_t i)
{
    const char *one, *other;
    size_t one_n = model_key_host_of(models[i].url, &one);

    for (size_t k = i + 1; k < n; k++)
        if (!model_is_local(&models[k]) &&
            (model_key_host_of(models[k].url, &other) != one_n ||
             strncmp(one, other, one_n) != 0))
            return &models[k];
    return NULL;
}

/* Returns the option that is meant for one host alone, or NULL if there is
 * none. */
static const char *for_one_host(const struct model_options *o)
{
    if (o->key_env)
        return "the key of --key-env";
    for (size_t i = 0; i < o->n_headers; i++)
        if (holds_secret(o->headers[i]))
            return "a --header that contains a key";
    return NULL;
}

bool model_check_shared(const struct model *models, size_t n,
                        const struct model_options *o, struct err *e)
{
    const char *what = for_one_host(o), *one, *two;
    const struct model *other;
    size_t i = 0, one_n, two_n;

    while (i < n && model_is_local(&models[i]))
        i++;
    if (!what || i == n || !(other = elsewhere(models, n, i)))
        return true;
    one_n = model_key_host_of(models[i].url, &one);
    two_n = model_key_host_of(other->url, &two);
    return err_set(e, ERR_USAGE,
                   "%s would be sent to every model, that is, both to "
                   "\"%.*s\" and to \"%.*s\"; run the models one by one, or "
                   "set each provider's own environment variable",
                   what, (int)one_n, one, (int)two_n, two);
}
