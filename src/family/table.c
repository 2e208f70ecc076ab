/* SPDX-License-Identifier: Apache-2.0 */
#include "family/table.h"
#include "base/str.h"
#include "family/language/catalogue.h"
#include "family/language/shipped.h"
#include "family/recipe/recipe.h"

#include <string.h>

/* In alphabetical order of the names. */
#define FAMILIES(CARD)                 \
 CARD(applied_balance)                 \
 CARD(applied_behaviour)               \
 CARD(applied_blow_up)                 \
 CARD(applied_cole_hopf)               \
 CARD(applied_expectation)             \
 CARD(applied_laplace)                 \
 CARD(applied_layer)                   \
 CARD(applied_nondimensional_numeric)  \
 CARD(applied_nondimensional_symbolic) \
 CARD(applied_nonlinear)               \
 CARD(applied_regimes)                 \
 CARD(applied_corrections)             \
 CARD(applied_series)                  \
 CARD(applied_similarity)              \
 CARD(applied_stationary)              \
 CARD(applied_two_layers)              \
 CARD(applied_waves)                   \
 CARD(applied_wkb)                     \
 CARD(hard_bayes)                      \
 CARD(hard_chain)                      \
 CARD(hard_colourings)                 \
 CARD(hard_curves)                     \
 CARD(hard_games)                      \
 CARD(hard_groups)                     \
 CARD(hard_hitting)                    \
 CARD(hard_independent)                \
 CARD(hard_knights)                    \
 CARD(hard_matchings)                  \
 CARD(hard_norms)                      \
 CARD(hard_owners)                     \
 CARD(hard_periods)                    \
 CARD(hard_plane)                      \
 CARD(hard_programmes)                 \
 CARD(hard_rewriting)                  \
 CARD(hard_sums)                       \
 CARD(hard_walks)                      \
 CARD(hard_words)                      \
 CARD(linear_card)                     \
 CARD(mathador)

#define DECLARED(card) extern const struct family card;
#define LISTED(card)   &card,

FAMILIES(DECLARED)

static const struct family *const cards[] = { FAMILIES(LISTED) };

#define N_CARDS (sizeof(cards) / sizeof(cards[0]))

size_t family_count(void)
{
    return N_CARDS + n_shipped;
}

/* Both lists are in alphabetical order: find which of them has number i of all,
 * and its number there. Returns the card, or NULL if it is of a file. */
static const struct family *find_number(size_t i, size_t *file)
{
    size_t card = 0;

    *file = 0;
    for (;;) {
        bool is_card = *file == n_shipped ||
                       (card < N_CARDS &&
                        strcmp(cards[card]->name, shipped_name(*file)) < 0);

        if (i-- == 0)
            return is_card ? cards[card] : NULL;
        card += is_card;
        *file += !is_card;
    }
}

const struct family *family_at(size_t i)
{
    size_t file;
    const struct family *f = find_number(i, &file);

    return f ? recipe_card(f) : shipped_card(file);
}

const char *family_name_at(size_t i)
{
    size_t file;
    const struct family *f = find_number(i, &file);

    return f ? f->name : shipped_name(file);
}

/* Returns a card of C. */
static const struct family *find_c(const char *name)
{
    for (size_t i = 0; name && i < N_CARDS; i++)
        if (str_eq(cards[i]->name, name))
            return cards[i];
    return NULL;
}

const struct family *family_card(const char *name)
{
    for (size_t i = 0; name && i < n_shipped; i++)
        if (str_eq(shipped_name(i), name))
            return shipped_card(i);
    return find_c(name);
}

const struct family *family_find(const char *name)
{
    const struct family *f = family_card(name);
    struct err ignored;

    if (!f && name && strchr(name, '/') && !strchr(name, '+'))
        return catalogue_find(name, &ignored);
    return f ? recipe_card(f) : NULL;
}

const struct grade_own *family_judge(const char *name)
{
    const struct family *f = find_c(name);

    return f ? f->own_judge : NULL;
}

const struct family *family_shower(const char *name)
{
    const struct family *f = find_c(name);

    return f && f->show ? f : NULL;
}
