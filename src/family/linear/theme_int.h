/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_THEME_INT_H
#define FAMILY_LINEAR_THEME_INT_H

#include "family/linear/theme.h"

/* The things of each theme, as many for all of them. */

#define THEME_THINGS 20

/* theme_goods.c */
extern const char *const theme_prices[THEME_THINGS + 1];
extern const char *const theme_fees[THEME_THINGS + 1];
extern const char *const theme_wages[THEME_THINGS + 1];
extern const char *const theme_savings[THEME_THINGS + 1];
extern const char *const theme_postage[THEME_THINGS + 1];
extern const char *const theme_stocks[THEME_THINGS + 1];

/* theme_living.c */
extern const char *const theme_ages[THEME_THINGS + 1];
extern const char *const theme_herds[THEME_THINGS + 1];
extern const char *const theme_crews[THEME_THINGS + 1];
extern const char *const theme_turnouts[THEME_THINGS + 1];
extern const char *const theme_scores[THEME_THINGS + 1];
extern const char *const theme_leaflets[THEME_THINGS + 1];

/* theme_measure.c */
extern const char *const theme_distances[THEME_THINGS + 1];
extern const char *const theme_weights[THEME_THINGS + 1];
extern const char *const theme_lengths[THEME_THINGS + 1];
extern const char *const theme_heights[THEME_THINGS + 1];
extern const char *const theme_depths[THEME_THINGS + 1];
extern const char *const theme_widths[THEME_THINGS + 1];
extern const char *const theme_volumes[THEME_THINGS + 1];
extern const char *const theme_areas[THEME_THINGS + 1];

/* theme_rates.c */
extern const char *const theme_tasks[THEME_THINGS + 1];
extern const char *const theme_voyages[THEME_THINGS + 1];
extern const char *const theme_speeds[THEME_THINGS + 1];
extern const char *const theme_rainfall[THEME_THINGS + 1];
extern const char *const theme_warming[THEME_THINGS + 1];
extern const char *const theme_batteries[THEME_THINGS + 1];
extern const char *const theme_powers[THEME_THINGS + 1];
extern const char *const theme_recipes[THEME_THINGS + 1];

#endif
