/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/knobs.h"
#include "family/recipe/keys.h"

#include <inttypes.h>
#include <stdlib.h>
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
bool detour_make(struct draw *d, const struct field *fields, union values *v,
                 struct detour *out, struct err *e)
{
    size_t n = values_slots(fields, v);
    int64_t x;

    if (n == 0)
        return err_set(
            e, ERR_DOMAIN,
            "the knob \"steps\" hides a number of the statement, and "
            "this one has none that every wording tells as it is");
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
    return true;
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

void detour_solve(const struct detour *t, const struct tongue *tongue,
                  struct steps *steps)
{
    int64_t x = t->start;

    tongue = tongue ? tongue : tongue_at(0);
    for (int i = 0; i < t->n; i++) {
        int64_t y = step_value(t->op[i], x, t->by[i]);

        if (i + 1 < t->n)
            steps_add(steps, "$%" PRId64 " %s %" PRId64 " = %" PRId64 "$%s", x,
                      sign_of(t->op[i]), t->by[i], y, tongue->stop);
        else
            steps_add(steps,
                      "$%" PRId64 " %s %" PRId64 " = %" PRId64
                      "$%s$" DETOUR_LETTER " = %" PRId64 "$%s",
                      x, sign_of(t->op[i]), t->by[i], y, tongue->so, y,
                      tongue->stop);
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
static void say_detour(const struct detour *t, const struct tongue *tongue,
                       struct str *out)
{
    tongue = tongue ? tongue : tongue_at(0);
    str_addf(out, tongue->let, DETOUR_LETTER);
    for (int i = 1; i < t->n; i++)
        if (t->op[i] == '*')
            str_addc(out, '(');
    str_addf(out, "%" PRId64, t->start);
    for (int i = 0; i < t->n; i++) {
        if (t->op[i] == '*' && i > 0)
            str_addc(out, ')');
        str_addf(out, " %s %" PRId64, sign_of(t->op[i]), t->by[i]);
    }
    str_addf(out, "$%s%s", tongue->stop, tongue->space);
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

#define ANY INT64_MAX

/* <y> is a number of the problem's size. A story's sentence is for statements
 * that have a word of both pools, and for numbers within its limits. */
static const struct distractor {
    const char *text, *pool, *other;
    int64_t least, most;
} distractors[] = {
    { "Last year <name> gave away $<y>$ <things>.", "name", "thing", 2, 9999 },
    { "A neighbour of <name> has $<y>$ <things>.", "name", "thing", 2, 99999 },
    { "Elsewhere, <name> has counted $<y>$ <things>.", "name", "thing", 2,
      999999 },
    { "Another box, which is not meant here, holds $<y>$ <things>.", "thing",
      NULL, 2, 5000 },
    { "Before that, somebody bought $<y>$ other <things>.", "thing", NULL, 2,
      999999 },
    { "The house where <name> lives has the number $<y>$.", "name", NULL, 2,
      300 },
    { "<name> is reading a book of $<y>$ pages.", "name", NULL, 30, 900 },
    { "On the way home <name> once counted $<y>$ steps.", "name", NULL, 10,
      99999 },
    { "An old ticket of <name> has the number $<y>$.", "name", NULL, 2, ANY },
    { "A hall in <city> has $<y>$ seats.", "city", NULL, 20, 20000 },
    { "A letter to <city> bears the number $<y>$.", "city", NULL, 2, ANY },
    { "The <shop> had $<y>$ customers last week.", "shop", NULL, 5, 5000 },
    { "The <group> has met $<y>$ times so far.", "group", NULL, 2, 900 },
    { "The <place> had $<y>$ visitors last week.", "place", NULL, 5, 99999 },
    { "The <vehicle> bears the number $<y>$.", "vehicle", NULL, 2, ANY },
    { "The <job> has been at work for $<y>$ days.", "job", NULL, 2, 9000 },
    { "Note that $<y> = <q> \\cdot <b> + <r>$.", NULL, NULL, 10, ANY },
    { "The sum of the digits of $<y>$ is $<s>$.", NULL, NULL, 10, ANY },
    { "The least multiple of $<b>$ above $<y>$ is $<z>$.", NULL, NULL, 10,
      ANY },
    { "The mean of $<y>$ and $<w>$ is $<m>$.", NULL, NULL, 2, ANY },
    { "The remainder of $<y>$ on division by $<b>$ is $<r>$.", NULL, NULL, 10,
      ANY },
    { "The numbers $<y>$ and $<w>$ differ by $<e>$.", NULL, NULL, 2, ANY },
};

#define DISTRACTOR_TRIES 200

/* What the places of the sentences stand for: y and what can be said of it. */
struct aside {
    int64_t y, b, q, r; /* y = qb + r */
    int64_t w, e, m;    /* w = y + e, and m between them */
    int64_t s, z;       /* digits, next multiple of b */
};

static int64_t digit_sum(int64_t x)
{
    return x ? x % 10 + digit_sum(x / 10) : 0;
}

/* All numbers of the problem, without their signs. Returns how many. */
static size_t numbers_of(const struct speech *s, int64_t *out)
{
    size_t n = 0;

    for (const struct field *f = s->fields; f->name; f++)
        for (size_t i = 0; f->slot && i < values_count(f, s->values); i++) {
            int64_t x = *values_at(f, s->values, i);

            out[n++] = x < 0 ? -x : x;
        }
    return n;
}

static struct aside draw_aside(struct rng *r, const int64_t *numbers, size_t n)
{
    int64_t size = numbers[rng_below(r, n)];
    struct aside a = { 0 };

    size = size < 10 ? 10 : size > DETOUR_SIZE ? DETOUR_SIZE : size;
    a.y = rng_range(r, size - size / 2, size + size / 2 + 3);
    a.e = 2 * rng_range(r, 1, size / 4 + 3);
    a.b = rng_range(r, 3, size < 100 ? 9 : 40);
    a.q = a.y / a.b;
    a.r = a.y % a.b;
    a.z = (a.q + 1) * a.b;
    a.w = a.y + a.e;
    a.m = a.y + a.e / 2;
    a.s = digit_sum(a.y);
    return a;
}

static int64_t aside_number(const struct aside *a, char letter)
{
    switch (letter) {
    case 'y': return a->y;
    case 'b': return a->b;
    case 'q': return a->q;
    case 'r': return a->r;
    case 'w': return a->w;
    case 'e': return a->e;
    case 'm': return a->m;
    case 's': return a->s;
    default: return a->z;
    }
}

/* Is x, or does it look like, a number of the key? */
static bool is_in_key(const char *key, int64_t x)
{
    while (*(key += strcspn(key, "0123456789"))) {
        size_t n = strspn(key, "0123456789");

        if (n < 18 && strtoll(key, NULL, 10) == x)
            return true;
        key += n;
    }
    return false;
}

static bool can_say(const struct distractor *t, const struct aside *a,
                    const struct speech *s, const int64_t *numbers, size_t n)
{
    if ((t->pool && !speech_drew(s, t->pool)) ||
        (t->other && !speech_drew(s, t->other)) || a->y > t->most ||
        a->y < t->least || a->r == 0)
        return false;
    for (const char *p = t->text; (p = strchr(p, '<')); p++)
        if (p[2] == '>' && is_in_key(s->key, aside_number(a, p[1])))
            return false;
    for (size_t i = 0; i < n; i++)
        if (numbers[i] == a->y || numbers[i] == a->w)
            return false;
    return true;
}

/* Of the sentences that can be said, those of a story come first. */
static const struct distractor *choose_distractor(struct rng *r, int used,
                                                  const struct speech *s,
                                                  struct aside *a)
{
    int64_t numbers[VALUES_MOST] = { 0 };
    size_t n = numbers_of(s, numbers);

    for (int i = 0; i < DISTRACTOR_TRIES; i++) {
        size_t k = (size_t)rng_below(r, COUNT(distractors));
        const struct distractor *t = &distractors[k];

        *a = draw_aside(r, numbers, n ? n : 1);
        if (!(used >> k & 1) && (t->pool || i >= DISTRACTOR_TRIES / 4) &&
            can_say(t, a, s, numbers, n))
            return t;
    }
    return &distractors[COUNT(distractors) - 1];
}

static void say_distractor(struct speech *s, const char *text,
                           const struct aside *a)
{
    struct str filled = str_in(s->arena);

    for (; *text; text++)
        if (text[0] == '<' && text[2] == '>') {
            str_add_int(&filled, aside_number(a, text[1]));
            text += 2;
        } else {
            str_addc(&filled, *text);
        }
    str_addc(&filled, ' ');
    speech_say(s, str_get(&filled));
}

void factors_distract(struct draw *d, int n, struct speech *s, struct str *out)
{
    struct str statement = s->out;
    int used = 0;

    INVARIANT(COUNT(distractors) < 8 * sizeof(used));
    s->out = str_in(s->arena);
    for (; n > 0; n--) {
        struct aside a;
        const struct distractor *t = choose_distractor(&d->noise, used, s, &a);

        used |= 1 << (t - distractors);
        say_distractor(s, t->text, &a);
    }
    str_add(out, str_get(&s->out));
    s->out = statement;
}

void factors_open(struct arena *a, struct draw *d, const struct detour *t,
                  const struct tongue *tongue, struct str *out)
{
    (void)a;
    if (factors_wording(d->knobs) == WORDING_WORDY) {
        str_add(out, words_pick(&d->noise, openings, COUNT(openings)));
        str_addc(out, ' ');
    }
    if (t->slot.place)
        say_detour(t, tongue, out);
}

void factors_close(struct draw *d, struct str *out)
{
    if (factors_wording(d->knobs) != WORDING_WORDY)
        return;
    str_addc(out, ' ');
    str_add(out, words_pick(&d->noise, closings, COUNT(closings)));
}
