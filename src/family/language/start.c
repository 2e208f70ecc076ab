/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/start.h"

static const struct {
    const char *path, *text;
} start = {
#include "family/language/start.inc"
};

const char *family_start(void)
{
    return start.text;
}
