/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The two coarsest taxonomies: low, seven rows of skills, and extremely-low,
 * seven school subjects.
 *
 * Rows and subjects answer to each other one for one. Five pairs are plain,
 * and the curves of the last row head the line of advanced topics in the
 * finer lists. That leaves one row and one subject, multi-step reasoning and
 * Prealgebra: arithmetic and its word problems, done step by step.
 */
#include "problem/concept.h"
#include "problem/taxonomy/taxonomy.h"

static const struct concept low[] = {
    { LOW_EXPRESSIONS, 0, MAPS("Algebra") },
    { LOW_INTEGERS, 0, MAPS("Number Theory") },
    { LOW_COMBINATORICS, 0, MAPS("Counting & Probability") },
    { LOW_SPACE, 0, MAPS("Geometry") },
    { LOW_FUNCTIONS, 0, MAPS("Precalculus") },
    { LOW_MULTI_STEP, 0, MAPS("Prealgebra") },
    { LOW_CURVES, 0, MAPS("Advanced Auxiliary Topics") },
};

const struct taxonomy taxonomy_low = {
    .name = "low",
    .title = "Low granularity",
    .granularity = GRANULARITY_LOW,
    .maps_to = "extremely-low",
    .concepts = low,
    .n_concepts = COUNT_OF(low),
};

static const struct concept extremely_low[] = {
    { "Prealgebra", 0, MAPS_NONE },
    { "Algebra", 0, MAPS_NONE },
    { "Number Theory", 0, MAPS_NONE },
    { "Counting & Probability", 0, MAPS_NONE },
    { "Geometry", 0, MAPS_NONE },
    { "Precalculus", 0, MAPS_NONE },
    { "Advanced Auxiliary Topics", 0, MAPS_NONE },
};

const struct taxonomy taxonomy_extremely_low = {
    .name = "extremely-low",
    .title = "Extremely low granularity",
    .granularity = GRANULARITY_EXTREMELY_LOW,
    .maps_to = NULL,
    .concepts = extremely_low,
    .n_concepts = COUNT_OF(extremely_low),
};
