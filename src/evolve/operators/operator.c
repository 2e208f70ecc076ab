/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/operators/operator.h"
#include "base/str.h"

const struct operator_card *const operators[] = {
    &op_replacement, &op_useless, &op_misleading, &op_text,
    &op_background,  &op_topic,   &op_crossover,  &op_renumber,
    &op_reorder,     &op_rename,  &op_polish,     &op_insufficient,
    &op_sufficient,
};

const size_t n_operators = sizeof(operators) / sizeof(*operators);

const struct operator_card *operator_find(const char *name)
{
    for (size_t i = 0; i < n_operators; i++)
        if (str_eq(operators[i]->name, name))
            return operators[i];
    return NULL;
}
