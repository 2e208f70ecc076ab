/* SPDX-License-Identifier: Apache-2.0 */
#include "store/told.h"
#include "base/ascii.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

const char *store_usual(void)
{
    const char *env = getenv("ASSAY_STORE");

    return env && *env ? env : "assay.db";
}

/* A shell takes these as they are. */
static bool told_is_plain(const char *s)
{
    if (!*s)
        return false;
    for (; *s; s++)
        if (!is_letter(*s) && !is_digit(*s) && !strchr("_@%+=:,./-", *s))
            return false;
    return true;
}

void told_word(struct str *out, const char *s)
{
    if (told_is_plain(s)) {
        str_add(out, s);
        return;
    }
    str_addc(out, '\'');
    for (; *s; s++)
        if (*s == '\'')
            str_add(out, "'\\''");
        else
            str_addc(out, *s);
    str_addc(out, '\'');
}

const char *store_told(struct arena *a, const char *path)
{
    struct str out = str_in(a);

    if (!path || str_eq(path, store_usual()))
        return "";
    str_add(&out, " --store ");
    told_word(&out, path);
    return str_get(&out);
}
