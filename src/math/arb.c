/* SPDX-License-Identifier: Apache-2.0 */
#include "math/arb.h"

#include <stdarg.h>

void acbs_init(acb_ptr z, ...)
{
    va_list rest;

    va_start(rest, z);
    for (; z; z = va_arg(rest, acb_ptr))
        acb_init(z);
    va_end(rest);
}

void acbs_clear(acb_ptr z, ...)
{
    va_list rest;

    va_start(rest, z);
    for (; z; z = va_arg(rest, acb_ptr))
        acb_clear(z);
    va_end(rest);
}

void arbs_init(arb_ptr x, ...)
{
    va_list rest;

    va_start(rest, x);
    for (; x; x = va_arg(rest, arb_ptr))
        arb_init(x);
    va_end(rest);
}

void arbs_clear(arb_ptr x, ...)
{
    va_list rest;

    va_start(rest, x);
    for (; x; x = va_arg(rest, arb_ptr))
        arb_clear(x);
    va_end(rest);
}
