/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "family/pair/part.h"
#include "family/pair/sample.h"
#include "family/recipe/recipe.h"

#include <math.h>

#define TRIED      16 /* different numbers that are put into the part */
#define SAME_LEAST 6  /* of these tell whether most give the same key */

/* A number that enters for some problems of the sample. */
struct image {
    int64_t answer, x; /* of the part before, and behind the link */
    size_t count;
    bool open;  /* the part is a problem with it */
    bool same;  /* and has the key that it has now */
    bool alike; /* and has a key of the form that it has */
};

/* Collect the different images in the order of the sample. Returns how many
 * there are: TRIED + 1 if there are more than TRIED. */
static size_t collect(const struct link *l, const struct fresh *before,
                      struct image *out)
{
    size_t n = 0;

    for (size_t i = 0; i < before->n; i++) {
        int64_t x = link_apply(l, before->x[i]);
        size_t k = 0;

        while (k < n && out[k].x != x)
            k++;
        if (k == TRIED)
            return TRIED + 1;
        if (k == n)
            out[n++] = (struct image){ .answer = before->x[i], .x = x };
        out[k].count++;
    }
    return n;
}

static void try_image(struct arena *a, struct part *t, struct image *im)
{
    const char *key = NULL;

    *t->slot.place = im->x;
    if (part_admits(t, im->x))
        key = recipe_solve(t->family, a, &t->values, NULL);
    im->open = key != NULL;
    im->alike = key && part_same_form(key, t->key);
    im->same = key && str_eq(key, t->key);
    if (key && !im->same)
        t->other_answer = im->answer;
}

/* So many of TRIED less one standard deviation: the best of many links is
 * taken. */
static double lowered(double sum)
{
    return sum - sqrt(sum * (1 - sum / TRIED));
}

/* The share of open ones. */
static double share_open(const struct image *images, bool alike)
{
    double sum = 0;

    for (size_t i = 0; i < TRIED; i++)
        sum += alike ? images[i].alike : images[i].open;
    return lowered(sum) / TRIED;
}

/* The spread of the images that are all there are. */
static double spread_of_all(const struct image *images, size_t n, bool alike)
{
    size_t count[TRIED], taken = 0;

    for (size_t i = 0; i < n; i++)
        if (alike ? images[i].alike : images[i].open)
            count[taken++] = images[i].count;
    return sample_spread_counted(count, taken);
}

double link_spread(const struct link *l, const struct fresh *before)
{
    int64_t x[SAMPLE_MOST];

    for (size_t i = 0; i < before->n; i++)
        x[i] = link_apply(l, before->x[i]);
    return l->modulus ? sample_spread(x, before->n) : before->spread;
}

/* Try images until fewer than `least` can be open, or more than `most` are. Returns
 * false in the first case. */
static bool try_images(struct arena *a, struct part *t, struct image *images,
                       size_t n, double least, double most)
{
    int64_t was = *t->slot.place;
    size_t shut = 0, alike = 0;

    for (size_t i = 0;
         i < n && (double)(n - shut) >= least && lowered((double)alike) <= most;
         i++) {
        try_image(a, t, &images[i]);
        shut += !images[i].open;
        alike += images[i].alike;
    }
    *t->slot.place = was;
    return (double)(n - shut) >= least;
}

static int64_t most_of(const struct part *t)
{
    int64_t most = link_capacity(&t->link, t->answer);

    return most < LINK_MOST ? most : LINK_MOST;
}

/* By the images that are open, and by those alike if others are rare. */
static int64_t join(struct part *t, double open, double alike,
                    const struct json *knobs)
{
    int64_t most = most_of(t);
    double form = alike < open ? sample_form(t, knobs) : 0;

    if (alike < form * form * open)
        open = alike / (form * form);
    return open < (double)most ? (int64_t)open : most;
}

/* Do more than two thirds of the numbers that serve give the key that the part
 * has now? Then the answer before hardly matters. */
static bool hardly_depends(const struct image *images, size_t n)
{
    size_t open = 0, same = 0;

    for (size_t i = 0; i < n; i++) {
        open += images[i].open;
        same += images[i].same;
    }
    return open >= SAME_LEAST && 3 * same > 2 * open;
}

int64_t part_capacity(struct arena *a, struct part *t,
                      const struct fresh *before, double spread,
                      const struct json *knobs, int64_t least)
{
    struct image images[TRIED];
    size_t n = collect(&t->link, before, images);

    t->other_answer = t->answer;
    if (n <= TRIED) {
        try_images(a, t, images, n, 0, TRIED);
        if (hardly_depends(images, n))
            return 0;
        return join(t, spread_of_all(images, n, false),
                    spread_of_all(images, n, true), knobs);
    }
    if (!try_images(a, t, images, TRIED, (double)least * TRIED / spread,
                    (double)most_of(t) * TRIED / spread) ||
        hardly_depends(images, TRIED))
        return 0;
    return join(t, spread * share_open(images, false),
                spread * share_open(images, true), knobs);
}

/* ---- by the next part alone ---- */

static bool is_open(struct arena *a, struct part *t, int64_t answer)
{
    int64_t was = *t->slot.place, value = link_apply(&t->link, answer);
    bool open = part_admits(t, value);

    *t->slot.place = value;
    open = open && recipe_solve(t->family, a, &t->values, NULL);
    *t->slot.place = was;
    return open;
}

int64_t part_room(struct arena *a, struct part *t)
{
    static const int64_t steps[] = { 1, 10, 100, 1000, 5000 };
    int64_t most = link_capacity(&t->link, t->answer);

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        if (!is_open(a, t, t->answer + steps[i]) &&
            !is_open(a, t, t->answer - steps[i]))
            return most < 2 * steps[i] - 1 ? most : 2 * steps[i] - 1;
    return most;
}
