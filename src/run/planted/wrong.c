/* SPDX-License-Identifier: Apache-2.0 */
#include "run/planted/wrong.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/language/engine.h"
#include "family/table.h"
#include "problem/near_miss.h"
#include "run/planted/right.h"

#include <string.h>

#define TRIES 24 /* near misses that are judged for one reply */

/* Returns how many choices a multiple choice has, or 0 if its source does not
 * say. */
static size_t count_choices(const struct problem *p)
{
    const struct json *fields = json_get(p->meta, "fields");
    const struct json *v = json_get(fields, "choices");

    v = v ? v : json_get(fields, "options");
    return v && v->type == JSON_ARRAY ? v->count : 0;
}

/* What people do wrong, in a family whose file says so; if it looks like the
 * key. */
static const char *wrong_slip(struct arena *a, const struct problem *p,
                              uint64_t pick)
{
    const struct family *f = p->family ? family_find(p->family) : NULL;
    const char *text = f ? family_slip(f, a, p, (size_t)pick) : NULL;
    const char **values;
    enum right_form form;

    if (!text || p->n_keys != 1 ||
        answer_guess(text) != answer_guess(p->keys[0].latex) ||
        !right_find(a, p, &form))
        return NULL;
    values = right_values(a, p);
    values[0] = text;
    text = right_say(a, p, values, form);
    return right_is_wrong(a, p, text) ? text : NULL;
}

static const char *wrong_value(struct arena *a, const struct problem *p,
                               uint64_t pick)
{
    const struct key *k = &p->keys[pick % p->n_keys];
    struct near_misses s = near_misses_of(a, k->latex);
    const char **values = right_values(a, p);
    enum right_form form;

    if (!right_find(a, p, &form))
        return NULL;
    pick /= p->n_keys;
    near_misses_make(&s, k->kind, p->statement, count_choices(p));
    for (size_t i = 0; i < s.texts.n && i < TRIES; i++) {
        const char *text;

        values[k - p->keys] =
            near_misses_at(&s, (pick % s.texts.n + i) % s.texts.n);
        text = right_say(a, p, values, form);
        if (right_is_wrong(a, p, text))
            return text;
    }
    return NULL;
}

/* ---- games ---- */

/* The number that begins at s, with what is added to it. */
static const char *changed(struct arena *a, const char *line, const char *at,
                           int by)
{
    int64_t v = 0;
    const char *end = at;

    for (; is_digit(*end) && end - at < 15; end++)
        v = v * 10 + (*end - '0');
    v = v + by < 0 ? v - by : v + by;
    return arena_printf(a, "%.*s%lld%s", (int)(at - line), line, (long long)v,
                        end);
}

static const char *result_of(const char *step)
{
    const char *blank = strrchr(step, ' ');

    return blank ? blank + 1 : step;
}

/*
 * Ways to spoil a solution: what comes to the target comes to another number
 * (0 to 3), or is left out (8), or takes another number (9); or the step
 * before the last one comes to another number (4 to 7). A step on the way may
 * come to the target as well: it is then spoilt too, or the rest of the
 * solution would still be one.
 */
#define SPOILS 10

static const char *spoil(struct arena *a, const struct json *steps, size_t how)
{
    static const int by[] = { 1, -1, 2, 10 };
    const char *target = result_of(steps->last->text);
    struct str out = str_in(a);
    size_t i = 0;

    for (const struct json *m = steps->first; m; m = m->next, i++) {
        const char *line = m->text, *result = result_of(line);
        bool ends = str_eq(result, target);

        if (how == 8 && ends)
            continue;
        if (how == 9 && ends)
            line = changed(a, line, line, 1);
        else if (how < 4 ? ends : how < 8 && i + 2 == steps->count)
            line = changed(a, line, result, by[how % 4]);
        str_add(&out, line);
        str_addc(&out, '\n');
    }
    return str_get(&out);
}

static const char *wrong_play(struct arena *a, const struct problem *p,
                              uint64_t pick)
{
    const struct json *steps = right_steps(p);

    for (uint64_t i = 0; steps && i < SPOILS; i++) {
        const char *text =
            spoil(a, steps, (size_t)((pick % SPOILS + i) % SPOILS));

        if (right_is_wrong(a, p, text))
            return text;
    }
    return NULL;
}

const char *wrong_reply(struct arena *a, const struct problem *p, uint64_t pick)
{
    const char *slip;

    if (p->n_keys == 0)
        return NULL;
    if (right_steps(p))
        return wrong_play(a, p, pick);
    slip = pick % 2 ? NULL : wrong_slip(a, p, pick / 2);
    return slip ? slip : wrong_value(a, p, pick);
}
