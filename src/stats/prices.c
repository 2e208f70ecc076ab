/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/prices.h"

#include "base/json.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/map.h"
#include "base/str.h"
#include "base/yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct prices {
    struct map names; /* of a model -> its price's place */
    struct price *prices;
    size_t n;
};

#define MILLION 1e6

/* ---- reading ---- */

static bool prices_is_price(double x)
{
    return isfinite(x) && x >= 0;
}

/* The price of `per` tokens, of one in *out, which is left as it is where
 * there is none. */
static bool read_price(const struct json *entry, const char *name, double per,
                       double *out, struct err *e)
{
    const struct json *v = json_get(entry, name);
    double x;

    if (!v || v->type == JSON_NULL)
        return true;
    x = v->type == JSON_NUMBER ? strtod(v->text, NULL) : NAN;
    if (!prices_is_price(x))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the price \"%s\" of \"%.100s\" must be a number "
                      "(dollars for %s) without quotes",
                      name, entry->name,
                      per > 1 ? "a million tokens" : "one token");
    *out = x / per;
    return true;
}

/* An entry of LiteLLM's; *found: it has a price for tokens. */
static bool read_by_token(const struct json *entry, struct price *out,
                          bool *found, struct err *e)
{
    struct price p = { NAN, NAN, NAN };

    if (!read_price(entry, "input_cost_per_token", 1, &p.input, e) ||
        !read_price(entry, "output_cost_per_token", 1, &p.output, e) ||
        !read_price(entry, "cache_read_input_token_cost", 1, &p.cached, e))
        return false;
    *found = !isnan(p.input) || !isnan(p.output);
    out->input = isnan(p.input) ? 0 : p.input;
    out->output = isnan(p.output) ? 0 : p.output;
    out->cached = isnan(p.cached) ? out->input : p.cached;
    return true;
}

static bool read_by_million(const struct json *model, struct price *out,
                            struct err *e)
{
    struct price p = { NAN, NAN, NAN };

    if (!read_price(model, "input", MILLION, &p.input, e) ||
        !read_price(model, "output", MILLION, &p.output, e) ||
        !read_price(model, "input_cache_read", MILLION, &p.cached, e) ||
        !read_price(model, "cached", MILLION, &p.cached, e))
        return false;
    if (isnan(p.input) || isnan(p.output))
        return err_at(e, ERR_DOMAIN, model->line, model->column,
                      "\"%s\" needs the prices \"input\" and \"output\"",
                      model->name);
    if (isnan(p.cached))
        p.cached = p.input;
    *out = p;
    return true;
}

static void add_price(struct prices *all, const char *name, struct price p)
{
    *map_put(&all->names, name, strlen(name), NULL) = all->n;
    all->prices[all->n++] = p;
}

static bool read_model(const struct json *model, struct prices *all,
                       struct err *e)
{
    struct price p = { 0 };
    bool found;

    /* LiteLLM's sample entry has texts where others have numbers. */
    if (model->type != JSON_OBJECT || str_eq(model->name, "sample_spec"))
        return true;
    if (!read_by_token(model, &p, &found, e))
        return false;
    if (!found) {
        if (!json_get(model, "input") && !json_get(model, "output"))
            return true;
        if (!read_by_million(model, &p, e))
            return false;
    }
    add_price(all, model->name, p);
    return true;
}

static void clear_names(void *map)
{
    map_clear(map);
}

#define PRICE_EXAMPLE \
 "{input: 2.5, output: 10}, in dollars for a million tokens"

static bool read_table(struct arena *a, const struct json *table,
                       struct prices **out, struct err *e)
{
    struct prices *all = arena_new(a, struct prices);

    if (table->type == JSON_NULL)
        return err_set(
            e, ERR_DOMAIN,
            "the file is empty; write prices as NAME: " PRICE_EXAMPLE);
    if (table->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, table->line, table->column,
                      "prices must be an object {MODEL: {input: ..., "
                      "output: ...}}, not %s",
                      json_type_name(table->type));
    arena_defer(a, clear_names, &all->names);
    all->prices = arena_array(a, struct price, table->count);
    for (const struct json *m = table->first; m; m = m->next)
        if (!read_model(m, all, e))
            return false;
    if (all->n == 0)
        return err_set(e, ERR_DOMAIN,
                       "the file has no prices of a model: write "
                       "NAME: " PRICE_EXAMPLE);
    *out = all;
    return true;
}

static bool prices_read_text(struct arena *a, const struct str *text,
                             struct prices **out, struct err *e)
{
    const char *s = str_get(text);
    struct json *table;

    /* JSON is YAML as well, but LiteLLM's thousands of entries are read by the
     * quicker reader. */
    if (s[strspn(s, " \t\r\n")] == '{')
        return json_read(a, s, text->n, 1, &table, e) &&
               read_table(a, table, out, e);
    return yaml_read(a, s, text->n, &table, e) && read_table(a, table, out, e);
}

bool prices_read_file(struct arena *a, const char *path, struct prices **out,
                      struct err *e)
{
    struct str text = { 0 };
    bool ok = file_read(path, LIMIT_SPEC_BYTES, &text, e) &&
              prices_read_text(a, &text, out, e);

    str_clear(&text);
    return ok;
}

/* ---- looking ---- */

static bool prices_look_up(const struct prices *p, const char *name,
                           struct price *out)
{
    const size_t *at = map_get(&p->names, name, strlen(name));

    if (!at)
        return false;
    *out = p->prices[*at];
    return true;
}

/* Does the price of "PROVIDER/NAME" stand in the table? */
static bool look_up_with(const struct prices *p, const char *provider, size_t n,
                         const char *name, struct price *out)
{
    struct str full = { 0 };
    bool found;

    str_addn(&full, provider, n);
    str_addc(&full, '/');
    str_add(&full, name);
    found = n > 0 && prices_look_up(p, full.s, out);
    str_clear(&full);
    return found;
}

/* Who serves a model: "openai" of openai:NAME; of a URL the label of its host
 * before the last one, "deepseek" of api.deepseek.com. */
static const char *provider_of(const char *spec, size_t *n)
{
    const char *host = strstr(spec, "://"), *end, *dot;

    if (!host) {
        *n = strchr(spec, ':') ? strcspn(spec, ":") : 0;
        return spec;
    }
    host += 3;
    end = host + strcspn(host, "/:#?");
    dot = end;
    while (dot > host && *dot != '.')
        dot--;
    end = dot;
    while (dot > host && dot[-1] != '.')
        dot--;
    *n = (size_t)(end - dot);
    return dot;
}

bool prices_find(const struct prices *p, const char *spec, const char *name,
                 struct price *out)
{
    const char *slash = strrchr(name, '/');
    size_t n;
    const char *provider = provider_of(spec, &n);

    return prices_look_up(p, spec, out) || prices_look_up(p, name, out) ||
           look_up_with(p, provider, n, name, out) ||
           (slash && prices_look_up(p, slash + 1, out));
}

static double prices_tokens(int64_t n)
{
    return n > 0 ? (double)n : 0;
}

double price_of(const struct price *p, int64_t prompt, int64_t cached,
                int64_t completion)
{
    double all = prices_tokens(prompt),
           known = fmin(prices_tokens(cached), all);

    return (all - known) * p->input + known * p->cached +
           prices_tokens(completion) * p->output;
}
