/* SPDX-License-Identifier: Apache-2.0 */
#include "family/pair/part.h"
#include "base/ascii.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>

bool part_holds(struct arena *a, const struct part *t, const char *key)
{
    struct check_finding found = { .by = "", .detail = "" };

    return recipe_test(t->family, a, &t->values, key, &found) == TRUTH_YES;
}

bool part_admits(const struct part *t, int64_t number)
{
    return number >= t->slot.field->lo && number <= t->slot.field->hi;
}

/* ---- drawing ---- */

bool part_draw(struct arena *a, struct draw *d, int digits, struct part *t,
               struct err *e)
{
    static const char *const texts[] = { "0", "1", "2" };
    const struct json *knobs = d->knobs;
    struct json *wider = json_new(a, JSON_OBJECT);

    t->level = d->level;
    t->digits = digits < 2 ? digits : 2;
    json_set(a, wider, "digits", json_new_string(a, texts[t->digits]));
    if (json_get(knobs, "kinds"))
        json_set(a, wider, "kinds", json_copy(a, json_get(knobs, "kinds")));
    d->knobs = wider;
    t->key = recipe_draw(t->family, a, d, &t->values, e);
    d->knobs = knobs;
    return t->key != NULL;
}

bool part_form_skips(char c)
{
    return is_digit(c) || c == '-';
}

bool part_same_form(const char *x, const char *y)
{
    for (;;) {
        while (part_form_skips(*x))
            x++;
        while (part_form_skips(*y))
            y++;
        if (*x != *y)
            return false;
        if (!*x)
            return true;
        x++;
        y++;
    }
}

bool part_put(struct arena *a, struct part *t, const char *drawn,
              int64_t number)
{
    int64_t was = *t->slot.place;

    if (!part_admits(t, number))
        return false;
    *t->slot.place = number;
    t->key = recipe_solve(t->family, a, &t->values, NULL);
    if (t->key && part_same_form(t->key, drawn))
        return true;
    *t->slot.place = was;
    return false;
}

static bool enlarge(struct arena *a, struct rng *r, struct part *t, size_t i)
{
    const char *drawn = t->key;
    int64_t was;

    t->slot = values_slot(recipe_room(t->family, &t->values), &t->values, i);
    was = *t->slot.place;
    if (part_put(a, t, drawn, rng_range(r, PART_LEAST, PART_MOST)))
        return true;
    *t->slot.place = was;
    t->key = drawn;
    return false;
}

void part_widen(struct arena *a, struct rng *r, struct part *t)
{
    size_t n = values_slots(recipe_room(t->family, &t->values), &t->values);
    int64_t x;

    if (n > 0 && link_number(t->family->answer, t->key, &x) && x < LINK_LARGE &&
        x > -LINK_LARGE)
        enlarge(a, r, t, (size_t)rng_below(r, n));
}

void part_enlarge(struct arena *a, struct rng *r, struct part *t)
{
    size_t n = values_slots(recipe_room(t->family, &t->values), &t->values);
    size_t from = n ? (size_t)rng_below(r, n) : 0;

    for (size_t i = 0; i < n; i++)
        if (enlarge(a, r, t, (from + i) % n))
            return;
}

bool part_passes_on(const struct part *t, int64_t *x)
{
    return link_number_like(t->family->answer, t->key, t->other_key, x);
}

static struct json *write_part(struct arena *a, const struct part *t,
                               bool first)
{
    struct json *v = json_new(a, JSON_OBJECT), *other;

    json_set(a, v, "family", json_new_string(a, t->family->name));
    json_set(a, v, "params", recipe_params(t->family, a, &t->values));
    json_set(a, v, "key", json_new_string(a, t->key));
    if (first)
        return v;
    json_set(a, v, "slot", json_new_string(a, t->slot.field->name));
    json_set(a, v, "at", json_new_int(a, (int64_t)t->slot.index));
    json_set(a, v, "modulus", json_new_int(a, t->link.modulus));
    json_set(a, v, "plus", json_new_int(a, t->link.plus));
    json_set(a, v, "capacity", json_new_int(a, t->capacity));
    other = json_set(a, v, "other", json_new(a, JSON_OBJECT));
    json_set(a, other, "answer", json_new_int(a, t->other_answer));
    json_set(a, other, "key", json_new_string(a, t->other_key));
    return v;
}

struct json *parts_write(struct arena *a, const struct part *parts, size_t n)
{
    struct json *params = json_new(a, JSON_OBJECT);
    struct json *list = json_set(a, params, "parts", json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < n; i++)
        json_push(list, write_part(a, &parts[i], i == 0));
    return params;
}

#define NUMBER_SIZE INT64_C(2000000000000000)

static bool read_size(const struct json *v, const char *name, int64_t *out)
{
    return json_int64(json_get(v, name), out) && *out <= NUMBER_SIZE &&
           *out >= -NUMBER_SIZE;
}

static bool read_entry(const struct json *v, struct part *t, struct err *e)
{
    const struct json *other = json_get(v, "other");
    const char *slot = json_string(json_get(v, "slot"));
    int64_t at;

    t->other_key = json_string(json_get(other, "key"));
    if (!slot || !t->other_key || !read_size(v, "at", &at) ||
        !read_size(v, "modulus", &t->link.modulus) || t->link.modulus < 0 ||
        !read_size(v, "plus", &t->link.plus) ||
        !read_size(v, "capacity", &t->capacity) ||
        !read_size(other, "answer", &t->other_answer) ||
        !values_slot_find(recipe_room(t->family, &t->values), &t->values, slot,
                          at, &t->slot))
        return err_set(e, ERR_DOMAIN,
                       "params: a part does not say how it hangs on the one "
                       "before");
    return true;
}

bool parts_read(struct arena *a, const struct json *params, struct part *parts,
                size_t n, struct err *e)
{
    const struct json *list = json_get(params, "parts");
    const struct json *v = list ? list->first : NULL;

    (void)a;
    if (!list || list->type != JSON_ARRAY || list->count != n)
        return err_set(e, ERR_DOMAIN, "params must hold %zu \"parts\"", n);
    for (size_t i = 0; i < n; i++, v = v->next) {
        struct part *t = &parts[i];
        const char *family = json_string(json_get(v, "family"));

        t->key = json_string(json_get(v, "key"));
        if (!family || !str_eq(family, t->family->name) || !t->key)
            return err_set(e, ERR_DOMAIN,
                           "params: part %zu must have \"key\" and be of %s",
                           i + 1, t->family->name);
        if (!recipe_read(t->family, a, json_get(v, "params"), &t->values, e) ||
            (i && !read_entry(v, t, e)))
            return err_prefix(e, "part %zu: ", i + 1);
    }
    return true;
}
