/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/request.h"
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "grade/grade_int.h"
#include "text/pattern.h"

#include <inttypes.h>
#include <string.h>

#define EXPONENT_MOST 60 /* of a tolerance: 1e-60 is zero for everybody */
#define DECIMAL_MOST  80 /* characters of a tolerance */

/* ---- keys ---- */

void request_set_keys(struct arena *a, struct grade_request *r,
                      const struct grade_key *keys, size_t n)
{
    struct str gold = str_in(a);
    size_t names = 0;

    for (size_t i = 0; i < n; i++) {
        const char *name = keys[i].name ? keys[i].name : "";

        names += *name != '\0';
        str_addf(&gold, "%s%s%s", i ? "; " : "", name, *name ? ": " : "");
        str_add(&gold, keys[i].latex);
    }
    grade_set_gold(r, n == 1 ? keys[0].latex : str_get(&gold));
    if (n == 1 && keys[0].has_kind) {
        r->has_kind = true;
        r->kind = keys[0].kind;
    }
    if (n == 1 && keys[0].limit)
        r->limit = keys[0].limit;
    if (n > 1 && names == n && !several_repeats(keys, n)) {
        r->keys = keys;
        r->keys_n = n;
    }
}

/* ---- kind ---- */

bool request_set_kind(struct grade_request *r, const char *name, struct err *e)
{
    struct str names = { 0 };
    enum answer_kind kind;

    if (answer_find(name, &kind)) {
        r->has_kind = true;
        r->kind = kind;
        return true;
    }
    for (int k = 0; k < ANSWER_KINDS; k++)
        str_addf(&names, "%s%s", k ? ", " : "",
                 answer_name((enum answer_kind)k));
    err_set(e, ERR_DOMAIN,
            "there is no answer kind \"%.40s\"; the kinds are %s", name,
            str_get(&names));
    str_clear(&names);
    return false;
}

/* ---- tolerance ---- */

/* A decimal taken apart: digits with the point `scale` places from their
 * end. */
struct decimal {
    char digits[DECIMAL_MOST + 1];
    int n, scale;
    bool percent;
};

/* The whole text is one number that is not negative, perhaps with a percent
 * sign. */
static bool request_read_decimal(const char *text, struct decimal *d)
{
    struct span t = span_of(text);
    size_t at = span_skip(t, 0, " ");
    bool behind = false, minus;
    int x = 0;

    if (t.n > DECIMAL_MOST ||
        !pattern_is(t, " %*%(%d%+%(.%d%*%)%?|.%d%+%)%(e%[+-]%?%d%+%)%?"
                       " %*\\%?%%%? %*"))
        return false;
    for (; span_one_of(t, at, ".0123456789"); at++)
        if (t.s[at] == '.') {
            behind = true;
        } else {
            d->digits[d->n++] = t.s[at];
            d->scale += behind;
        }
    if (span_one_of(t, at, "eE")) {
        minus = span_byte(t, at + 1) == '-';
        for (at = span_skip(t, at + 1, "+-"); is_digit(span_byte(t, at)); at++)
            x = x > EXPONENT_MOST ? x : x * 10 + (t.s[at] - '0');
        d->scale += minus ? x : -x;
    }
    d->percent = span_has(t, '%');
    return x <= EXPONENT_MOST;
}

static char *request_write_decimal(struct arena *a, const struct decimal *d)
{
    struct str out = str_in(a);
    int point = d->n - d->scale; /* digits before the point */

    if (point <= 0)
        str_addc(&out, '0');
    for (int i = 0; i < point; i++)
        str_addc(&out, i < d->n ? d->digits[i] : '0');
    if (d->scale > 0)
        str_addc(&out, '.');
    for (int i = point; i < 0; i++)
        str_addc(&out, '0');
    for (int i = point < 0 ? 0 : point; i < d->n; i++)
        str_addc(&out, d->digits[i]);
    if (d->percent)
        str_addc(&out, '%');
    return out.s;
}

bool request_set_tolerance(struct arena *a, struct grade_request *r,
                           const char *text, struct err *e)
{
    struct decimal d = { .n = 0 };

    if (!request_read_decimal(text, &d))
        return err_set(e, ERR_DOMAIN,
                       "\"%.40s\" is not a tolerance; write an absolute "
                       "difference like \"0.01\" or a relative one like "
                       "\"1%%\"",
                       text);
    r->tolerance = request_write_decimal(a, &d);
    return true;
}

/* ---- digits ---- */

bool request_set_digits(struct grade_request *r, uint64_t digits, struct err *e)
{
    if (digits < 1 || digits > REQUEST_DIGITS_MOST)
        return err_set(e, ERR_DOMAIN,
                       "digits must be from 1 to %d, not \"%" PRIu64 "\"",
                       REQUEST_DIGITS_MOST, digits);
    r->digits = (int)digits;
    return true;
}

/* ---- profile ---- */

void request_set_profile(struct grade_request *r, const struct profile *p)
{
    r->profile = p;
    if (p && p->tolerance)
        r->tolerance = p->tolerance;
    if (p && p->digits)
        r->digits = p->digits;
}

/* ---- symbols ---- */

/* Where the symbol that begins at p ends: a separator outside of braces, as
 * in x_{1,2}. */
static const char *symbol_end(const char *p)
{
    int depth = 0;

    for (; *p; p++) {
        if (*p == '{')
            depth++;
        else if (*p == '}')
            depth--;
        else if (depth <= 0 && (*p == ';' || *p == ','))
            break;
    }
    return p;
}

static bool request_is_fence(char c)
{
    return is_space(c) || c == '$';
}

void request_set_symbols(struct arena *a, struct grade_request *r,
                         const char *text)
{
    struct vec symbols = vec_in(a, sizeof(const char *));

    for (const char *p = text, *end; *p; p = *end ? end + 1 : end) {
        const char *from = p, *to;

        end = to = symbol_end(p);
        while (from < to && request_is_fence(*from))
            from++;
        while (to > from && request_is_fence(to[-1]))
            to--;
        if (to > from)
            *(const char **)vec_push(&symbols) =
                arena_strndup(a, from, (size_t)(to - from));
    }
    r->symbols = symbols.items;
    r->symbols_n = symbols.n;
}
