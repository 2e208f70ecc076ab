/* SPDX-License-Identifier: Apache-2.0 */
#include "run/forecast.h"
#include "base/hash.h"
#include "base/str.h"

#include <inttypes.h>
#include <stdarg.h>

struct call_range calls_at_most(uint64_t n)
{
    return (struct call_range){ 0, n };
}

struct call_range calls_times(struct call_range c, uint64_t n)
{
    return (struct call_range){ c.least * n, c.most * n };
}

void calls_words(struct str *out, struct call_range c)
{
    if (c.least == c.most)
        str_addf(out, "%" PRIu64, c.most);
    else if (!c.least)
        str_addf(out, "at most %" PRIu64, c.most);
    else
        str_addf(out, "%" PRIu64 " to %" PRIu64, c.least, c.most);
}

struct forecast forecast_open(struct session *s)
{
    return (struct forecast){ .session = s,
                              .rows =
                                  vec_in(s->arena, sizeof(struct forecast_row)),
                              .notes = vec_in(s->arena, sizeof(const char *)) };
}

struct forecast_row *forecast_add(struct forecast *f, const char *stage,
                                  const char *role, const struct model *m,
                                  struct call_range calls,
                                  const struct decoding *d)
{
    struct forecast_row *r = vec_push(&f->rows);

    *r = (struct forecast_row){ .stage = stage,
                                .role = role,
                                .model = m,
                                .calls = calls,
                                .ask = calls,
                                .max_tokens = d->max_tokens };
    return r;
}

bool forecast_role(struct forecast *f, const char *stage, const char *role,
                   const char *name, struct call_range calls,
                   const struct decoding *d, struct err *e)
{
    struct questioner c;

    if (!calls.most || !name) /* nobody has the role */
        return true;
    if (!session_role(f->session, name, d, &c, e))
        return false;
    forecast_add(f, stage, role, c.model, calls, d);
    return true;
}

void forecast_note(struct forecast *f, const char *fmt, ...)
{
    struct str text = str_in(f->session->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    *(const char **)vec_push(&f->notes) = str_get(&text);
}

bool forecast_look(struct arena *a, struct store *s, const struct plan *p,
                   const struct run_info *old, struct ask_estimate *out,
                   struct err *e)
{
    const struct run_info *run = NULL;
    char hex[HASH_HEX_SIZE];
    struct run_info info;
    struct err none;

    hash_hex(runs_hash(plan_spec(a, p)), hex);
    if (s && runs_find(s, a, hex, &info, &none))
        run = &info;
    return ask_preview(a, s, run, old, p, out, e);
}
