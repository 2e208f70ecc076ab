/* SPDX-License-Identifier: Apache-2.0 */
#include "family/table.h"
#include "base/str.h"

const struct family *const families[] = {
    &concept_crt,
    &concept_quadratic_roots,
    &mathador,
};

const size_t n_families = sizeof(families) / sizeof(families[0]);

const struct family *family_find(const char *name)
{
    for (size_t i = 0; i < n_families; i++)
        if (str_eq(families[i]->name, name))
            return families[i];
    return NULL;
}
