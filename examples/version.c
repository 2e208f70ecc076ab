/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The smallest program with libassay:
 *
 *     cc version.c $(pkg-config --cflags --libs assay) -o version
 */
#include <assay.h>

#include <stdio.h>

int main(void)
{
    printf("compiled for %s, running with %s\n", ASSAY_VERSION,
           assay_version());
    return 0;
}
