/* SPDX-License-Identifier: Apache-2.0 */
#include "run/planted/replies.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/language/engine.h"
#include "family/table.h"
#include "problem/export/ask.h"
#include "problem/near_miss.h"
#include "run/judge.h"

#include <string.h>

/* ---- saying ---- */

const char **right_values(struct arena *a, const struct problem *p)
{
    const char **values = arena_array(a, const char *, p->n_keys + 1);

    for (size_t i = 0; i < p->n_keys; i++)
        values[i] = p->keys[i].latex;
    return values;
}

/* "value", or "name: value; name: value", as the judge joins several keys. */
static const char *replies_join(struct arena *a, const struct problem *p,
                                const char *const *values)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < p->n_keys; i++) {
        const char *name = p->keys[i].name;

        str_add(&out, i ? "; " : "");
        str_add(&out, name ? name : "");
        str_add(&out, name ? ": " : "");
        str_add(&out, values[i]);
    }
    return str_get(&out);
}

const char *right_say(struct arena *a, const struct problem *p,
                      const char *const *values, enum right_form form)
{
    static const char *const around[RIGHT_FORMS][2] = {
        [RIGHT_FORMULA] = { " $\\boxed{", "}$." },
        [RIGHT_BOX] = { " \\boxed{", "}." },
        [RIGHT_TEXT] = { " $\\boxed{\\text{", "}}$." },
        [RIGHT_PHRASE] = { ": ", "" },
    };
    const char *open = form == RIGHT_PHRASE ? "Final answer"
                       : p->n_keys == 1     ? "The answer is"
                                            : "The answers are";
    struct str out = str_in(a);

    str_add(&out, open);
    str_add(&out, around[form][0]);
    str_add(&out, replies_join(a, p, values));
    str_add(&out, around[form][1]);
    return str_get(&out);
}

/* ---- proving ---- */

static void replies_judge(struct arena *a, const struct problem *p,
                          const char *text, struct result *out)
{
    const struct reply reply = { .outcome = OUTCOME_OK, .text = text };

    *out = (struct result){ 0 };
    run_judge(a, p, NULL, &reply, out);
}

bool right_is_correct(struct arena *a, const struct problem *p,
                      const char *text)
{
    struct result r;

    replies_judge(a, p, text, &r);
    return r.strict == VERDICT_CORRECT && r.lenient == VERDICT_CORRECT;
}

static bool right_is_wrong(struct arena *a, const struct problem *p,
                           const char *text)
{
    struct result r;

    replies_judge(a, p, text, &r);
    return r.strict == VERDICT_WRONG && r.lenient == VERDICT_WRONG;
}

/* A few digits need no judging: equal texts are equal numbers. Most keys are
 * such, and every call of a run makes a note. */
static bool replies_is_plain(const struct problem *p)
{
    const char *s = p->keys[0].latex;
    size_t n = 0;

    if (p->n_keys != 1 || p->keys[0].name || p->extra ||
        p->keys[0].kind != ANSWER_INTEGER)
        return false;
    s += *s == '-';
    while (is_digit(s[n]))
        n++;
    return n > 0 && n <= 15 && s[n] == '\0' && (n == 1 || s[0] != '0');
}

/* Finds the first form in which the key is judged correct by both readings.
 * Returns false if there is none. Not for families with a judge of their
 * own. */
static bool right_find(struct arena *a, const struct problem *p,
                       enum right_form *form)
{
    const char **values = right_values(a, p);

    for (int f = 0; f < RIGHT_FORMS; f++) {
        *form = (enum right_form)f;
        if ((f == RIGHT_FORMULA && replies_is_plain(p)) ||
            right_is_correct(a, p, right_say(a, p, values, *form)))
            return true;
    }
    return false;
}

/* Returns the steps of the best solution, an array of texts in the key of a
 * family that judges by its own rules, or NULL for other families. */
static const struct json *right_steps(const struct problem *p)
{
    const struct json *steps;

    if (!ask_is_judged(p))
        return NULL;
    steps = json_get(p->keys[0].more, "best_solution");
    if (!steps || steps->type != JSON_ARRAY || steps->count == 0)
        return NULL;
    for (const struct json *m = steps->first; m; m = m->next)
        if (m->type != JSON_STRING)
            return NULL;
    return steps;
}

/* A step on each line. */
static const char *replies_play(struct arena *a, const struct problem *p)
{
    const struct json *steps = right_steps(p);
    struct str out = str_in(a);

    if (!steps)
        return NULL;
    for (const struct json *m = steps->first; m; m = m->next) {
        str_add(&out, m->text);
        str_addc(&out, '\n');
    }
    return right_is_correct(a, p, str_get(&out)) ? str_get(&out) : NULL;
}

const char *right_reply(struct arena *a, const struct problem *p)
{
    enum right_form form;

    if (ask_is_judged(p))
        return replies_play(a, p);
    if (p->n_keys == 0 || !right_find(a, p, &form))
        return NULL;
    return right_say(a, p, right_values(a, p), form);
}

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

static const char *replies_result_of(const char *step)
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
    const char *target = replies_result_of(steps->last->text);
    struct str out = str_in(a);
    size_t i = 0;

    for (const struct json *m = steps->first; m; m = m->next, i++) {
        const char *line = m->text, *result = replies_result_of(line);
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
