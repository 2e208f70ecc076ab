/* SPDX-License-Identifier: Apache-2.0 */
#include "model/decoding.h"
#include "base/ascii.h"
#include "base/str.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct decoding_range decoding_temperature = {
    "--temperature", false, false, 0, 100, "a number from 0 to 100"
};
const struct decoding_range decoding_top_p = {
    "--top-p", false, false, 0, 1, "a number from 0 to 1"
};
const struct decoding_range decoding_top_k = {
    "--top-k", true, false, -1, 1e9, "a whole number, -1 (off) or more"
};
const struct decoding_range decoding_min_p = {
    "--min-p", false, false, 0, 1, "a number from 0 to 1"
};
const struct decoding_range decoding_repetition_penalty = {
    "--repetition-penalty", false, true, 0, 100, "a number above 0, at most 100"
};
const struct decoding_range decoding_max_tokens = {
    "--max-tokens", true, false, 1, 1e12, "a whole number from 1 to 10^12"
};

#define NUMBER_MOST 64 /* characters; longer ones are no settings */

/* ---- numbers ---- */

/* The value of a JSON number, near enough for a range; strtod() would look at
 * the locale. Exponents past +-400 decide the value by themselves. */
double decoding_value(const char *s)
{
    bool minus = *s == '-', down = false;
    double v = 0;
    int scale = 0, exponent = 0;

    s += minus;
    for (; is_digit(*s); s++)
        v = v * 10 + (*s - '0');
    if (*s == '.')
        for (s++; is_digit(*s); s++, scale--)
            v = v * 10 + (*s - '0');
    if (*s == 'e' || *s == 'E') {
        s++;
        down = *s == '-';
        s += *s == '-' || *s == '+';
        for (; is_digit(*s) && exponent < 1000; s++)
            exponent = exponent * 10 + (*s - '0');
    }
    scale += down ? -exponent : exponent;
    for (; scale > 0 && v < 1e300 && v > 0; scale--)
        v *= 10;
    for (; scale < 0 && v > 0; scale++)
        v /= 10;
    return minus ? -v : v;
}

static bool decoding_is_number(const char *text)
{
    struct arena a = { 0 };
    struct json *v;
    struct err e;
    bool ok = strlen(text) <= NUMBER_MOST && !is_space(text[0]) &&
              json_read(&a, text, strlen(text), 1, &v, &e) &&
              v->type == JSON_NUMBER && str_eq(v->text, text);

    arena_clear(&a);
    return ok;
}

bool decoding_fits(const char *text, const struct decoding_range *range)
{
    double v;

    if (!decoding_is_number(text) || (range->whole && strpbrk(text, ".eE")))
        return false;
    v = decoding_value(text);
    return v <= range->most &&
           (range->above ? v > range->least : v >= range->least);
}

bool decoding_number(struct arena *a, struct json *body, const char *field,
                     const char *text, const struct decoding_range *range,
                     struct err *e)
{
    if (!text)
        return true;
    if (!decoding_fits(text, range))
        return err_set(e, ERR_USAGE, "%s must be %s, not \"%.40s\"",
                       range->option, range->wanted, text);
    json_set(a, body, field, json_new_number(a, text));
    return true;
}

bool decoding_seed(struct arena *a, struct json *body, const char *seed,
                   uint64_t attempt, struct err *e)
{
    long long first;
    int64_t sum;
    char *end;

    INVARIANT(attempt >= 1);
    if (!seed)
        return true;
    errno = 0;
    first = decoding_is_number(seed) ? strtoll(seed, &end, 10) : 0;
    if (!decoding_is_number(seed) || *end || errno)
        return err_set(e, ERR_USAGE,
                       "--seed must be a whole number of at most 64 bits, "
                       "not \"%.40s\"",
                       seed);
    if (attempt - 1 > (uint64_t)INT64_MAX ||
        first > INT64_MAX - (int64_t)(attempt - 1))
        return err_set(e, ERR_USAGE,
                       "--seed %s is too large: attempt %" PRIu64
                       " would need a seed of more than 64 bits",
                       seed, attempt);
    sum = first + (int64_t)(attempt - 1);
    json_set(a, body, "seed", json_new_int(a, sum));
    return true;
}

/* ---- texts ---- */

bool decoding_stop(struct arena *a, struct json *body, const char *field,
                   const struct decoding *d, struct err *e)
{
    struct json *list;

    if (d->n_stop == 0)
        return true;
    list = json_new(a, JSON_ARRAY);
    for (size_t i = 0; i < d->n_stop; i++) {
        if (*d->stop[i] == '\0')
            return err_set(e, ERR_USAGE, "--stop must not be empty");
        json_push(list, json_new_string(a, d->stop[i]));
    }
    json_set(a, body, field, list);
    return true;
}

bool decoding_effort(struct arena *a, struct json *body, const char *field,
                     const char *effort, struct err *e)
{
    if (!effort)
        return true;
    if (str_blank(effort))
        return err_set(e, ERR_USAGE,
                       "--reasoning-effort must be a word such as \"low\", "
                       "\"medium\" or \"high\"");
    json_set(a, body, field, json_new_string(a, effort));
    return true;
}

struct json *decoding_message(struct arena *a, const struct message *m)
{
    struct json *out = json_new(a, JSON_OBJECT);

    json_set(a, out, "role", json_new_string(a, m->role));
    json_set(a, out, "content", json_new_string(a, m->content));
    return out;
}

/* ---- --extra ---- */

/* Both names of the limit: a server that takes both would obey one of them,
 * nobody knows which. */
static bool decoding_is_limit(const char *name)
{
    return str_eq(name, "max_tokens") || str_eq(name, "max_completion_tokens");
}

static bool decoding_check_extra(const struct json *body,
                                 const struct decoding *d, const char *name,
                                 struct err *e)
{
    if (str_eq(name, "n"))
        return err_set(e, ERR_USAGE,
                       "--extra must not set \"n\": each attempt is a "
                       "separate call, see --attempts");
    if (str_eq(name, "stream") || str_eq(name, "stream_options"))
        return err_set(e, ERR_USAGE,
                       "--extra must not set \"%s\": see --stream", name);
    if (str_eq(name, "model") || str_eq(name, "messages"))
        return err_set(e, ERR_USAGE,
                       "--extra must not set \"%s\": it comes from the model's "
                       "name and the problem",
                       name);
    if (json_get(body, name) || (d->max_tokens && decoding_is_limit(name)))
        return err_set(e, ERR_USAGE,
                       "--extra sets \"%.60s\", which another option also "
                       "sets; leave one of them out",
                       name);
    return true;
}

bool decoding_extra(struct arena *a, struct json *body,
                    const struct decoding *d, struct err *e)
{
    if (!d->extra)
        return true;
    if (d->extra->type != JSON_OBJECT)
        return err_set(e, ERR_USAGE, "--extra must be a JSON object, not %s",
                       json_type_name(d->extra->type));
    for (const struct json *m = d->extra->first; m; m = m->next) {
        if (!decoding_check_extra(body, d, m->name, e))
            return false;
        json_set(a, body, m->name, json_copy(a, m));
    }
    return true;
}
