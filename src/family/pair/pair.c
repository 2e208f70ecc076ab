/* SPDX-License-Identifier: Apache-2.0 */
#include "family/pair/pair.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/pair/link.h"
#include "family/pair/part.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>
#include <string.h>

#define TRIES_MOST 2000

/* The letters of the numbers that are passed on. */
static const char *const letters[] = { "N", "M" };

/* ---- drawing ---- */

/* With another first answer, is there another key? Filled in when so. */
static bool depends(struct arena *a, struct part *t)
{
    int64_t was = *t->slot.place;
    bool found = false;

    for (int64_t i = 1; i <= 12 && !found; i++) {
        int64_t other = t->answer + (i % 2 ? (i + 1) / 2 : -i / 2);
        int64_t value = link_apply(&t->link, other);
        const char *key;

        if (value == was || value < t->slot.field->lo ||
            value > t->slot.field->hi)
            continue;
        *t->slot.place = value;
        key = recipe_solve(t->family, a, &t->values, NULL);
        if (key && !str_eq(key, t->key) && part_holds(a, t, key) &&
            !part_holds(a, t, t->key)) {
            t->other_answer = other;
            t->other_key = key;
            found = true;
        }
    }
    *t->slot.place = was;
    return found;
}

/* Do two keys look the same but for their digits and signs? Integers stay
 * integers then, and surds surds: the level keeps what it promises. */
static bool same_form(const char *x, const char *y)
{
    for (;;) {
        while (is_digit(*x) || *x == '-')
            x++;
        while (is_digit(*y) || *y == '-')
            y++;
        if (*x != *y)
            return false;
        if (!*x)
            return true;
        x++;
        y++;
    }
}

/* Put the answer itself into the slot, if it is of a size for it. */
static bool enter_directly(struct arena *a, struct part *t)
{
    int64_t was = *t->slot.place, x = t->answer;
    const char *drawn = recipe_solve(t->family, a, &t->values, NULL);

    if (was < 2 || x < 2 || x > 20 + 10 * was || x < t->slot.field->lo ||
        x > t->slot.field->hi)
        return false;
    *t->slot.place = x;
    t->link = (struct link){ 0, 0 };
    t->key = recipe_solve(t->family, a, &t->values, NULL);
    if (t->key && same_form(t->key, drawn) && depends(a, t))
        return true;
    *t->slot.place = was;
    return false;
}

/* Let the drawn value stand and find a link that leads to it. */
static bool enter_by_link(struct arena *a, struct draw *d, struct part *t)
{
    t->link = link_to(&d->maths, t->answer, *t->slot.place);
    t->key = recipe_solve(t->family, a, &t->values, NULL);
    return t->key && depends(a, t);
}

/* Draw the values of a part; `answer` is what enters. */
static bool draw_part(struct arena *a, struct draw *d, bool first,
                      struct part *t, struct err *e)
{
    const struct field *fields = t->family->recipe->fields;
    size_t n;

    if (!recipe_draw(t->family, a, d, &t->values, e))
        return false;
    if (first) {
        t->key = recipe_solve(t->family, a, &t->values, NULL);
        return true;
    }
    n = values_slots(fields, &t->values);
    t->slot = values_slot(fields, &t->values, (size_t)rng_below(&d->maths, n));
    if (!enter_directly(a, t) && !enter_by_link(a, d, t))
        t->key = NULL;
    return true;
}

/* Draw until the part depends on what enters and gives what the next needs. */
static bool find_part(struct arena *a, struct draw *d, size_t i, bool last,
                      struct part *t, struct err *e)
{
    for (int k = 0; k < TRIES_MOST; k++) {
        int64_t x;

        if (!draw_part(a, d, i == 0, t, e))
            return false;
        if (t->key && (last || link_number(t->family->answer, t->key, &x)))
            return true;
    }
    return err_set(e, ERR_DOMAIN,
                   last ? "%s level %d: none of %d draws depends on what comes "
                          "before: take another level"
                        : "%s level %d: none of %d answers gives a number to "
                          "go on with: take another level, or let it come last",
                   t->family->name, d->level, TRIES_MOST);
}

/* ---- words ---- */

/* What stands before each part, and behind the last; %zu is its number. */
struct frame {
    const char *open, *part, *close;
};

static const struct frame frames[] = {
    { "", "(%zu) ", " Give the answer to (%zu)." },
    { "This problem has %s parts. ",
      "Part %zu: ", " Give the answer of part %zu only." },
    { "Answer these %s questions one after the other. ",
      "Question %zu: ", " The answer asked for is that of question %zu." },
    { "Work in %s stages. ", "Stage %zu. ",
      " Only the result of stage %zu is to be given." },
    { "Here are %s tasks, and each after the first needs the one before. ",
      "Task %zu: ", " What is wanted is the answer to task %zu." },
};

#define FRAMES (sizeof(frames) / sizeof(frames[0]))

static void add_numbered(struct str *out, const char *fmt, size_t i)
{
    const char *at = strstr(fmt, "%zu");

    str_addn(out, fmt, (size_t)(at - fmt));
    str_add_int(out, (int64_t)i);
    str_add(out, at + strlen("%zu"));
}

static void add_counted(struct str *out, const char *fmt, size_t n)
{
    const char *at = strstr(fmt, "%s");

    if (!at)
        return;
    str_addn(out, fmt, (size_t)(at - fmt));
    str_add(out, n == 2 ? "two" : "three");
    str_add(out, at + strlen("%s"));
}

/* "plain" and "wordy" have the same frame, and "paraphrase" another. */
static const struct frame *choose_frame(struct draw *d)
{
    enum factor_wording wanted = factors_wording(d->knobs);
    size_t i = 1 + (size_t)rng_below(&d->words, FRAMES - 1);

    if (wanted == WORDING_TERSE)
        return &frames[0];
    return &frames[wanted == WORDING_PARAPHRASE ? 1 + i % (FRAMES - 1) : i];
}

static void say(const struct pair *pair, struct arena *a, struct draw *d,
                struct part *parts, const struct detour *detour,
                struct str *out)
{
    const struct frame *frame = choose_frame(d);
    const char *aside = factors_aside(a, d);

    factors_open(a, d, detour, out);
    add_counted(out, frame->open, pair->n);
    for (size_t i = 0; i < pair->n; i++) {
        const struct part *t = &parts[i];

        if (i) {
            str_addc(out, ' ');
            link_say(out, &t->link, parts[i - 1].family->answer,
                     parts[i - 1].key, letters[i - 1]);
            str_addc(out, ' ');
        }
        add_numbered(out, frame->part, i + 1);
        recipe_say(t->family, a, d, &t->values,
                   i ? t->slot.place : detour->slot.place,
                   i ? letters[i - 1] : DETOUR_LETTER, i ? "" : aside, out);
    }
    add_numbered(out, frame->close, pair->n);
    factors_close(d, out);
}

static void explain(const struct pair *pair, struct arena *a,
                    struct part *parts, const struct detour *detour,
                    struct steps *steps)
{
    if (detour->slot.place)
        detour_solve(detour, steps);
    for (size_t i = 0; i < pair->n; i++) {
        const struct part *t = &parts[i];

        if (i) {
            struct str text = str_in(a);

            link_explain(&text, &t->link, parts[i - 1].family->answer,
                         parts[i - 1].key, letters[i - 1]);
            steps_add(steps, "%s", str_get(&text));
        }
        recipe_solve(t->family, a, &t->values, steps);
    }
}

/* ---- the card's function ---- */

static bool draw_parts(const struct pair *pair, struct arena *a, struct draw *d,
                       struct part *parts, struct err *e)
{
    for (size_t i = 0; i < pair->n; i++) {
        parts[i] = (struct part){ .family = pair->parts[i] };
        if (i && !link_number(parts[i - 1].family->answer, parts[i - 1].key,
                              &parts[i].answer))
            BUG("an answer that gives no number was let through");
        if (!find_part(a, d, i, i + 1 == pair->n, &parts[i], e))
            return false;
    }
    return true;
}

bool pair_make(const struct family *f, struct arena *a, struct draw *d,
               struct problem *p, struct err *e)
{
    const struct pair *pair = f->pair;
    struct part *parts = arena_array(a, struct part, PAIR_PARTS);
    struct str statement = str_in(a);
    struct steps steps = steps_in(a);
    struct detour detour = { 0 };
    struct json *params;

    if (!draw_parts(pair, a, d, parts, e))
        return false;
    params = parts_write(a, parts, pair->n);
    if (factors_steps(d->knobs)) {
        detour_make(d, parts[0].family->recipe->fields, &parts[0].values,
                    &detour);
        json_set(a, params, "detour", detour_write(a, &detour));
    }
    say(pair, a, d, parts, &detour, &statement);
    explain(pair, a, parts, &detour, &steps);
    problem_set_key(a, p, f->answer, parts[pair->n - 1].key);
    p->statement = str_get(&statement);
    p->solution = str_get(&steps.text);
    p->params = params;
    return true;
}
