/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Translations, over every family that has some: one index is the same problem
 * in every language, with the same parameters, keys and numbers in the text.
 */
#include "../lib/places.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/audit.h"
#include "family/recipe/knobs.h"
#include "family/words.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Are there all languages? */
static bool is_translated(const struct family *f)
{
    return family_knob_find(f, "lang") != NULL;
}

static void make(struct arena *a, const struct place *at, uint64_t index,
                 const char *lang, struct problem *p)
{
    struct json *knobs = json_new(a, JSON_OBJECT);

    json_set(a, knobs, "lang", json_new_string(a, lang));
    place_generate(a, at, "tongues", index, knobs, p);
}

static const char *text_of(struct arena *a, const struct json *j)
{
    struct str s = str_in(a);

    json_write(&s, j);
    return str_get(&s);
}

/* ---- the same mathematics ---- */

static void same_keys(const struct problem *x, const struct problem *y)
{
    bool same = x->n_keys == y->n_keys;

    for (size_t i = 0; same && i < x->n_keys; i++)
        same = str_eq(x->keys[i].latex, y->keys[i].latex);
    if (!same)
        fail_msg("%s and %s have different keys", x->id, y->id);
}

/* ---- numbers in the text ---- */

/* Does the text have these digits as a number of their own? Zeros behind a point
 * and signs do not matter. */
static bool has_number(const char *text, const char *digits)
{
    size_t n = strlen(digits);

    for (const char *p = text; (p = strstr(p, digits)); p++)
        if ((p == text || !is_digit(p[-1])) && !is_digit(p[n]))
            return true;
    return false;
}

/*
 * Whole parameters of two digits or more are told in both texts or in neither;
 * smaller ones may stand in a text by chance. Returns how many were looked
 * for, and in *apart how many only one text has.
 */
static size_t look_for(const struct json *v, const char *x, const char *y,
                       size_t *apart)
{
    const char *digits;
    size_t n = 0;

    if (v->type == JSON_ARRAY || v->type == JSON_OBJECT) {
        for (const struct json *k = v->first; k; k = k->next)
            n += look_for(k, x, y, apart);
        return n;
    }
    if (v->type != JSON_NUMBER && v->type != JSON_STRING)
        return 0;
    digits = v->text + (v->text[0] == '-');
    if (strlen(digits) < 2 || digits[strspn(digits, "0123456789")])
        return 0;
    *apart += has_number(x, digits) != has_number(y, digits);
    return 1;
}

static void one_index_is_one_problem(void **state)
{
    const struct place *at = *state;

    for (size_t t = 1; t < tongues(); t++) {
        const char *lang = tongue_at(t)->code;
        size_t looked = 0, apart = 0;
        uint64_t said = 0;

        for (uint64_t i = 0; i < at->count; i++) {
            struct arena a = { 0 };
            struct problem x, y;

            make(&a, at, i, "en", &x);
            make(&a, at, i, lang, &y);
            same_keys(&x, &y);
            if (!str_eq(text_of(&a, x.params), text_of(&a, y.params)))
                fail_msg("%s and %s have different parameters", x.id, y.id);
            looked += look_for(x.params, x.statement, y.statement, &apart);
            said += !str_eq(x.statement, y.statement);
            arena_clear(&a);
        }
        if (apart > 0)
            fail_msg("%s level %d in %s: %zu of %zu numbers are told in one "
                     "language alone",
                     at->family->name, at->level, lang, apart, looked);
        if (said * 2 < at->count)
            fail_msg("%s level %d: most texts in %s are English",
                     at->family->name, at->level, lang);
    }
}

/* The second method accepts the problem in every language, and the line says what
 * it is: another statement is refused. */
static void translations_are_audited(void **state)
{
    const struct place *at = *state;

    for (size_t t = 1; t < tongues(); t++) {
        struct arena a = { 0 };
        struct problem p, english;

        make(&a, at, 1, tongue_at(t)->code, &p);
        if (audit_problem(&a, &p).status != AUDIT_HOLDS)
            fail_msg("%s does not hold", p.id);
        make(&a, at, 1, "en", &english);
        p.statement = arena_printf(&a, "%s ", english.statement);
        if (audit_problem(&a, &p).status != AUDIT_FAILS)
            fail_msg("%s holds with another statement", p.id);
        arena_clear(&a);
    }
}

static const struct property properties[] = {
    { "one index is one problem in every language", one_index_is_one_problem,
      NULL },
    { "translations are audited", translations_are_audited, NULL },
    { 0 },
};

static uint64_t count_for(const struct family *f, size_t n_places)
{
    (void)f;
    (void)n_places;
    return getenv("ASSAY_SOAK") ? 1000 : 60;
}

int main(void)
{
    return places_run("languages", properties, is_translated, count_for);
}
