/* SPDX-License-Identifier: Apache-2.0 */
#include "assay.h"

const char *assay_version(void)
{
    return ASSAY_VERSION;
}
