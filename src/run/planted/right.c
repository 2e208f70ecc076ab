/* SPDX-License-Identifier: Apache-2.0 */
#include "run/planted/right.h"
#include "base/ascii.h"
#include "problem/export/ask.h"
#include "run/judge.h"

/* ---- saying ---- */

const char **right_values(struct arena *a, const struct problem *p)
{
    const char **values = arena_array(a, const char *, p->n_keys + 1);

    for (size_t i = 0; i < p->n_keys; i++)
        values[i] = p->keys[i].latex;
    return values;
}

/* "value", or "name: value; name: value", as the judge joins several keys. */
static const char *join(struct arena *a, const struct problem *p,
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
    str_add(&out, join(a, p, values));
    str_add(&out, around[form][1]);
    return str_get(&out);
}

/* ---- proving ---- */

static void judge(struct arena *a, const struct problem *p, const char *text,
                  struct result *out)
{
    const struct reply reply = { .outcome = OUTCOME_OK, .text = text };

    *out = (struct result){ 0 };
    run_judge(a, p, NULL, &reply, out);
}

bool right_is_correct(struct arena *a, const struct problem *p,
                      const char *text)
{
    struct result r;

    judge(a, p, text, &r);
    return r.strict == VERDICT_CORRECT && r.lenient == VERDICT_CORRECT;
}

bool right_is_wrong(struct arena *a, const struct problem *p, const char *text)
{
    struct result r;

    judge(a, p, text, &r);
    return r.strict == VERDICT_WRONG && r.lenient == VERDICT_WRONG;
}

/* A few digits need no judging: equal texts are equal numbers. Most keys are
 * such, and every call of a run makes a note. */
static bool is_plain(const struct problem *p)
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

bool right_find(struct arena *a, const struct problem *p, enum right_form *form)
{
    const char **values = right_values(a, p);

    for (int f = 0; f < RIGHT_FORMS; f++) {
        *form = (enum right_form)f;
        if ((f == RIGHT_FORMULA && is_plain(p)) ||
            right_is_correct(a, p, right_say(a, p, values, *form)))
            return true;
    }
    return false;
}

const struct json *right_steps(const struct problem *p)
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
static const char *play(struct arena *a, const struct problem *p)
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
        return play(a, p);
    if (p->n_keys == 0 || !right_find(a, p, &form))
        return NULL;
    return right_say(a, p, right_values(a, p), form);
}
