/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/profile.h"
#include "base/str.h"

const struct profile profiles[] = {
    { "gsm8k", "https://github.com/openai/grade-school-math (dataset.py)",
      LAW_GSM8K, NULL, 0, SIGN_FORGIVE, SIGN_FORGIVE },
    { "math", "https://github.com/hendrycks/math (math_equivalence.py)",
      LAW_MATH, NULL, 0, SIGN_FORGIVE, SIGN_FORGIVE },
    { "hardmath2", "arXiv 2505.11774 (its numeric evaluator)", LAW_HARDMATH2,
      NULL, 0, SIGN_FORGIVE, SIGN_FORGIVE },
    { "mathador", "arXiv 2406.12572 (Mathador-LM's checker)", LAW_MATHADOR,
      NULL, 0, SIGN_FORGIVE, SIGN_FORGIVE },
};

const size_t n_profiles = sizeof(profiles) / sizeof(profiles[0]);

const struct profile *profile_find(const char *name)
{
    if (!name)
        return NULL;
    if (str_eq(name, "paper"))
        name = "mathador";
    for (size_t i = 0; i < n_profiles; i++)
        if (str_eq(profiles[i].name, name))
            return &profiles[i];
    return NULL;
}
