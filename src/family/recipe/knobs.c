/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/knobs.h"
#include "family/recipe/keys.h"

#include <inttypes.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

enum factor_wording factors_wording(const struct json *knobs)
{
    static const char *const names[] = { "any",   "plain", "paraphrase",
                                         "terse", "wordy", "story" };
    const char *set = json_string(json_get(knobs, "wording"));

    for (size_t i = 0; set && i < COUNT(names); i++)
        if (str_eq(set, names[i]))
            return (enum factor_wording)i;
    return WORDING_ANY;
}

static int small_knob(const struct json *knobs, const char *name)
{
    const char *set = knobs ? json_string(json_get(knobs, name)) : NULL;

    return set ? *set - '0' : 0;
}

int factors_distractors(const struct json *knobs)
{
    return small_knob(knobs, "distractors");
}

int factors_digits(const struct json *knobs)
{
    return small_knob(knobs, "digits");
}

int factors_steps(const struct json *knobs)
{
    return small_knob(knobs, "steps");
}

/* ---- the detour ---- */

/* Of K = u - c, u = w b, w = x - d: from the end. The last operation adds or
 * subtracts, the one before it multiplies, the first adds or subtracts
 * again. */
void detour_make(struct draw *d, const struct field *fields, union values *v,
                 struct detour *out)
{
    size_t n = values_slots(fields, v);
    int64_t x;

    INVARIANT(n > 0);
    *out = (struct detour){ .n = factors_steps(d->knobs) };
    out->slot = values_slot(fields, v, (size_t)rng_below(&d->noise, n));
    x = *out->slot.place;
    for (int i = out->n; i-- > 0;) {
        int64_t c = rng_range(&d->noise, 3, 40);
        bool less = x < 2 * c + 12 || rng_below(&d->noise, 2);

        if ((out->n - 1 - i) % 2 == 1) { /* x was made a multiple of by[i] */
            out->op[i] = '*';
            x /= out->by[i];
            continue;
        }
        if (less && x < 0)
            c -= x; /* the calculation itself stays with positive numbers */
        if (i > 0) {
            int64_t b = rng_range(&d->noise, 2, 9);

            out->by[i - 1] = b;
            c = less ? c + (b - (x + c) % b) % b : c + (x - c) % b;
        }
        out->op[i] = less ? '-' : '+';
        out->by[i] = c;
        x = less ? x + c : x - c;
    }
    out->start = x;
}

struct json *detour_write(struct arena *a, const struct detour *t)
{
    struct json *v = json_new(a, JSON_OBJECT), *list;

    json_set(a, v, "of", json_new_string(a, t->slot.field->name));
    json_set(a, v, "at", json_new_int(a, (int64_t)t->slot.index));
    json_set(a, v, "start", json_new_int(a, t->start));
    list = json_set(a, v, "then", json_new(a, JSON_ARRAY));
    for (int i = 0; i < t->n; i++)
        json_push(list, json_new_string(a, arena_printf(a, "%c%" PRId64,
                                                        t->op[i], t->by[i])));
    return v;
}

static int64_t step_value(char op, int64_t x, int64_t by)
{
    return op == '*' ? x * by : op == '+' ? x + by : x - by;
}

static const char *sign_of(char op)
{
    return op == '*' ? "\\cdot" : op == '+' ? "+" : "-";
}

void detour_solve(const struct detour *t, struct steps *steps)
{
    int64_t x = t->start;

    for (int i = 0; i < t->n; i++) {
        int64_t y = step_value(t->op[i], x, t->by[i]);

        if (i + 1 < t->n)
            steps_add(steps, "$%" PRId64 " %s %" PRId64 " = %" PRId64 "$.", x,
                      sign_of(t->op[i]), t->by[i], y);
        else
            steps_add(steps,
                      "$%" PRId64 " %s %" PRId64 " = %" PRId64
                      "$, so $" DETOUR_LETTER " = %" PRId64 "$.",
                      x, sign_of(t->op[i]), t->by[i], y, y);
        x = y;
    }
}

#define DETOUR_SIZE INT64_C(1000000000000) /* nothing here is larger */

/* "*7": apply it to *x. */
static bool apply(const struct json *v, int64_t *x)
{
    const char *text = json_string(v);
    int64_t by;

    if (!text || !text[0] || !strchr("+-*", text[0]) ||
        !key_int(text + 1, &by) || by < 0 || by > DETOUR_SIZE ||
        (text[0] == '*' && by > 1000))
        return false;
    *x = step_value(text[0], *x, by);
    return *x <= DETOUR_SIZE && *x >= -DETOUR_SIZE;
}

bool detour_check(const struct json *v, const struct field *fields,
                  union values *values, struct err *e)
{
    const char *name = json_string(json_get(v, "of"));
    const struct json *then = json_get(v, "then");
    struct slot slot;
    int64_t at, x;

    if (!name || !then || then->type != JSON_ARRAY || then->count < 1 ||
        then->count > DETOUR_MOST || !json_int64(json_get(v, "at"), &at) ||
        !json_int64(json_get(v, "start"), &x) || x > DETOUR_SIZE ||
        x < -DETOUR_SIZE || !values_slot_find(fields, values, name, at, &slot))
        return err_set(e, ERR_DOMAIN, "params: \"detour\" is malformed");
    for (const struct json *step = then->first; step; step = step->next)
        if (!apply(step, &x))
            return err_set(e, ERR_DOMAIN,
                           "params: \"detour\" has a step that is none");
    return x == *slot.place || err_set(e, ERR_DOMAIN,
                                       "params: \"detour\" gives %" PRId64
                                       " for \"%s\", not %" PRId64,
                                       x, name, *slot.place);
}

/* (3 \cdot 14 - 5) \cdot 2 */
static void say_detour(const struct detour *t, struct str *out)
{
    str_addf(out, "Let $" DETOUR_LETTER " = ");
    for (int i = 1; i < t->n; i++)
        if (t->op[i] == '*')
            str_addc(out, '(');
    str_addf(out, "%" PRId64, t->start);
    for (int i = 0; i < t->n; i++) {
        if (t->op[i] == '*' && i > 0)
            str_addc(out, ')');
        str_addf(out, " %s %" PRId64, sign_of(t->op[i]), t->by[i]);
    }
    str_add(out, "$. ");
}

/* ---- empty words ---- */

static const char *const openings[] = {
    "Please read the whole of the following task before you begin to work on "
    "it. It is meant to be done with pencil and paper, and there is no hurry.",
    "The task below comes from a collection that was put together over the "
    "years for students who like to practise.",
    "Here is a task of the kind that is often set at the end of a lesson, when "
    "there is still some time left.",
    "What follows is an exercise. Everything that is needed is said in it, and "
    "it can be solved without looking anything up.",
    "Among the many questions that one could ask about this subject, the "
    "following one has been chosen because it shows the method well.",
    "Take a quiet moment for this one. It is not a trick question, and the "
    "words in it mean what they usually mean.",
    "As a warm-up, and in order to see how well the material has been "
    "understood, consider the question that is posed in these lines.",
    "A teacher wrote the following on the board at the beginning of the "
    "morning and asked everybody to think about it calmly.",
};

static const char *const closings[] = {
    "As always, it is a good idea to look over the work once more before the "
    "answer is written down.",
    "It does not matter which way you go, as long as every step of it can be "
    "justified and the result is right.",
    "Please make sure that what you hand in at the end is the result itself, "
    "and that it can be found easily.",
    "There may be more than one way to get there; choose the one that you "
    "like best, and take the time that it needs.",
    "If you like, explain to somebody else how you found it: that is often the "
    "best way to see whether it is right.",
    "When the work is finished, put the result where a reader will see it at "
    "once.",
};

/* ---- true and of no matter ---- */

static int64_t prime_at(uint64_t i)
{
    static const int16_t primes[] = { 101, 103, 107, 109, 113, 127, 131, 137,
                                      139, 149, 151, 157, 163, 167, 173, 179,
                                      181, 191, 193, 197, 199, 211, 223, 227,
                                      229, 233, 239, 241, 251, 257 };

    return primes[i % COUNT(primes)];
}

#define DISTRACTORS 12

/* Sentence number `kind`: a theorem with numbers, or news from elsewhere. x
 * lies in 12..95, y in 3..11. */
static void say_distractor(struct str *out, uint64_t kind, int64_t x, int64_t y)
{
    static const char *const news[] = {
        "The town hall across the street was repainted %" PRId64 " years ago. ",
        "A ferry on a lake far away has %" PRId64 " seats. ",
        "In the library next door, %" PRId64
        " of the old maps have been framed. ",
        "The oldest tree of the avenue is %" PRId64 " years old. ",
        "Last winter the schoolyard was covered with snow for %" PRId64
        " days. ",
        "The bus that stops outside has the number %" PRId64 ". ",
    };

    switch (kind) {
    case 0:
        str_addf(out, "The number $%" PRId64 "$ is prime. ",
                 prime_at((uint64_t)x));
        break;
    case 1:
        str_addf(out, "There are $%" PRId64 "$ days in $%" PRId64 "$ weeks. ",
                 7 * x, x);
        break;
    case 2:
        str_addf(out,
                 "Note that $%" PRId64 " \\cdot %" PRId64 " = %" PRId64 "$. ",
                 x, y, x * y);
        break;
    case 3:
        str_addf(out,
                 "A convex polygon with $%" PRId64 "$ vertices has $%" PRId64
                 "$ diagonals. ",
                 y + 2, (y + 2) * (y - 1) / 2);
        break;
    case 4:
        str_addf(out,
                 "The sum of the first $%" PRId64
                 "$ positive integers is $%" PRId64 "$. ",
                 x, x * (x + 1) / 2);
        break;
    case 5:
        str_addf(out, "The square of $%" PRId64 "$ is $%" PRId64 "$. ", x,
                 x * x);
        break;
    default: str_addf(out, news[kind - 6], x); break;
    }
}

const char *factors_aside(struct arena *a, struct draw *d)
{
    int n = factors_distractors(d->knobs);
    uint64_t kinds[DISTRACTORS];
    struct str out = str_in(a);

    if (!n)
        return "";
    for (uint64_t i = 0; i < DISTRACTORS; i++)
        kinds[i] = i;
    rng_shuffle(&d->noise, kinds, DISTRACTORS, sizeof(kinds[0]));
    for (int i = 0; i < n; i++) {
        int64_t x = rng_range(&d->noise, 12, 95);
        int64_t y = rng_range(&d->noise, 3, 11);

        say_distractor(&out, kinds[i], x, y);
    }
    return str_get(&out);
}

void factors_open(struct arena *a, struct draw *d, const struct detour *t,
                  struct str *out)
{
    (void)a;
    if (factors_wording(d->knobs) == WORDING_WORDY) {
        str_add(out, words_pick(&d->noise, openings, COUNT(openings)));
        str_addc(out, ' ');
    }
    if (t->slot.place)
        say_detour(t, out);
}

void factors_close(struct draw *d, struct str *out)
{
    if (factors_wording(d->knobs) != WORDING_WORDY)
        return;
    str_addc(out, ' ');
    str_add(out, words_pick(&d->noise, closings, COUNT(closings)));
}
