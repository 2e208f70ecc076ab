/* SPDX-License-Identifier: Apache-2.0 */
#include "family/pair/pair.h"
#include "base/str.h"
#include "family/pair/link.h"
#include "family/pair/part.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe.h"
#include "family/recipe/recipe_int.h"

#include <inttypes.h>
#include <string.h>

/*
 * The letter of the number that enters part i, from 1: N and M, in chains of
 * more parts N_1, N_2 ... A family may write it as an exponent, without braces
 * of its own.
 */
static const char *letter_of(struct arena *a, size_t n, size_t i, bool inside)
{
    if (n <= 3)
        return i == 1 ? "N" : "M";
    return arena_printf(a,
                        i > 9    ? inside ? "{N_{%zu}}" : "N_{%zu}"
                        : inside ? "{N_%zu}"
                                 : "N_%zu",
                        i);
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
    static const char *const words[] = { "two",   "three", "four",
                                         "five",  "six",   "seven",
                                         "eight", "nine",  "ten" };
    const char *at = strstr(fmt, "%s");

    if (!at)
        return;
    str_addn(out, fmt, (size_t)(at - fmt));
    if (n <= 10)
        str_add(out, words[n - 2]);
    else
        str_add_int(out, (int64_t)n);
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

static bool say(const struct pair *pair, struct arena *a, struct draw *d,
                struct part *parts, const struct detour *detour,
                struct str *out)
{
    const struct frame *frame = choose_frame(d);
    int distractors = factors_distractors(d->knobs);

    factors_open(a, d, detour, NULL, out);
    add_counted(out, frame->open, pair->n);
    for (size_t i = 0; i < pair->n; i++) {
        const struct part *t = &parts[i];

        if (i) {
            str_addc(out, ' ');
            link_say(out, &t->link, parts[i - 1].family->answer,
                     parts[i - 1].key, letter_of(a, pair->n, i, false));
            str_addc(out, ' ');
        }
        add_numbered(out, frame->part, i + 1);
        if (!recipe_say(t->family, a, d, &t->values,
                        i ? t->slot.place : detour->slot.place,
                        i ? letter_of(a, pair->n, i, true) : DETOUR_LETTER,
                        i ? 0 : distractors, out))
            return false;
    }
    add_numbered(out, frame->close, pair->n);
    factors_close(d, out);
    return true;
}

static void explain(const struct pair *pair, struct arena *a,
                    struct part *parts, const struct detour *detour,
                    struct steps *steps)
{
    if (detour->slot.place)
        detour_solve(detour, NULL, steps);
    for (size_t i = 0; i < pair->n; i++) {
        const struct part *t = &parts[i];

        if (i) {
            struct str text = str_in(a);

            link_explain(&text, &t->link, parts[i - 1].family->answer,
                         parts[i - 1].key, letter_of(a, pair->n, i, false));
            steps_add(steps, "%s", str_get(&text));
        }
        recipe_solve(t->family, a, &t->values, steps);
    }
}

/* ---- the whole ---- */

bool chain_make(const struct pair *pair, struct arena *a, struct draw *d,
                struct problem *p, struct err *e)
{
    struct part *parts = arena_array(a, struct part, pair->n);
    const struct part *last = &parts[pair->n - 1];
    struct str statement = str_in(a);
    struct steps steps = steps_in(a);
    struct detour detour = { 0 };
    struct json *params;

    if (!parts_draw(pair, a, d, parts, e))
        return false;
    params = parts_write(a, parts, pair->n);
    if (factors_steps(d->knobs)) {
        if (!detour_make(d, recipe_room(parts[0].family, &parts[0].values),
                         &parts[0].values, &detour, e))
            return false;
        json_set(a, params, "detour", detour_write(a, &detour));
    }
    if (!say(pair, a, d, parts, &detour, &statement))
        return err_set(e, ERR_DOMAIN,
                       "a text of a part has no value with what was drawn; "
                       "`assay family check` says where");
    explain(pair, a, parts, &detour, &steps);
    recipe_set_keys(last->family, a, &last->values, last->key, p);
    p->statement = str_get(&statement);
    p->solution = str_get(&steps.text);
    p->params = params;
    return true;
}

bool pair_make(const struct family *f, struct arena *a, struct draw *d,
               struct problem *p, struct err *e)
{
    return chain_make(f->pair, a, d, p, e);
}
