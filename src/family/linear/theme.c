/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/theme_int.h"

#include "base/str.h"

/*
 * The table of themes. Values are 1 to 20 by default, so the units are those
 * in which such things are counted in small numbers.
 */

const struct theme linear_themes[] = {
    { "ages", "years", "year", "What, in years, is", "at an animal sanctuary",
      theme_ages, THEME_THINGS },
    { "areas", "square metres", "square metre", "How many square metres is",
      "in a walled garden", theme_areas, THEME_THINGS },
    { "batteries", "hours", "hour", "How many hours is",
      "in an electronics shop", theme_batteries, THEME_THINGS },
    { "crews", "sailors", "sailor", "How many sailors make up",
      "in an old sea port", theme_crews, THEME_THINGS },
    { "depths", "metres", "metre", "How many metres is", "in a land of lakes",
      theme_depths, THEME_THINGS },
    { "distances", "kilometres", "kilometre", "How many kilometres is",
      "around a harbour town", theme_distances, THEME_THINGS },
    { "fees", "euros", "euro", "How many euros is", "at a community centre",
      theme_fees, THEME_THINGS },
    { "heights", "metres", "metre", "How many metres is", "in a public park",
      theme_heights, THEME_THINGS },
    { "herds", "cows", "cow", "How many cows make up", "in a wide green valley",
      theme_herds, THEME_THINGS },
    { "leaflets", "pages", "page", "What, in pages, is", "in a reading room",
      theme_leaflets, THEME_THINGS },
    { "lengths", "metres", "metre", "How many metres is", "in a timber yard",
      theme_lengths, THEME_THINGS },
    { "postage", "cents", "cent", "How many cents is",
      "at a village post office", theme_postage, THEME_THINGS },
    { "powers", "watts", "watt", "How many watts is",
      "in a lighting laboratory", theme_powers, THEME_THINGS },
    { "prices", "dollars", "dollar", "How many dollars is", "at a flea market",
      theme_prices, THEME_THINGS },
    { "rainfall", "millimetres", "millimetre", "How many millimetres is",
      "in a rainy county", theme_rainfall, THEME_THINGS },
    { "recipes", "cups", "cup", "How many cups make up", "in a hotel kitchen",
      theme_recipes, THEME_THINGS },
    { "savings", "dollars", "dollar", "How many dollars is",
      "among friends who keep money boxes", theme_savings, THEME_THINGS },
    { "scores", "points", "point", "How many points make up",
      "in a school sports league", theme_scores, THEME_THINGS },
    { "speeds", "knots", "knot", "How many knots is", "on a busy estuary",
      theme_speeds, THEME_THINGS },
    { "stocks", "crates", "crate", "How many crates make up",
      "in a fruit warehouse", theme_stocks, THEME_THINGS },
    { "tasks", "minutes", "minute", "How many minutes is",
      "in a busy household", theme_tasks, THEME_THINGS },
    { "turnouts", "people", "person", "How many people make up",
      "in a neighbourhood with many clubs", theme_turnouts, THEME_THINGS },
    { "volumes", "litres", "litre", "How many litres is", "in a dairy",
      theme_volumes, THEME_THINGS },
    { "voyages", "days", "day", "How many days is", "in the age of sail",
      theme_voyages, THEME_THINGS },
    { "wages", "dollars", "dollar", "How many dollars is",
      "in a small market town", theme_wages, THEME_THINGS },
    { "warming", "degrees", "degree", "How many degrees is",
      "on a hot summer day", theme_warming, THEME_THINGS },
    { "weights", "kilograms", "kilogram", "How many kilograms is", "on a farm",
      theme_weights, THEME_THINGS },
    { "widths", "centimetres", "centimetre", "How many centimetres is",
      "in a joiner's workshop", theme_widths, THEME_THINGS },
};

const size_t n_linear_themes = sizeof linear_themes / sizeof linear_themes[0];

const struct theme *theme_find(const char *name)
{
    for (size_t i = 0; i < n_linear_themes; i++)
        if (str_eq(linear_themes[i].name, name))
            return &linear_themes[i];
    return NULL;
}
