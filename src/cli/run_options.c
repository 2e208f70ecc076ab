/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/run_options.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

const char *run_store_path(const char *given)
{
    const char *env = getenv("ASSAY_STORE");

    return given ? given : env && *env ? env : "assay.db";
}

bool run_read_rate(const char *text, double *out)
{
    char *end;

    if (!(*text >= '0' && *text <= '9') && *text != '.')
        return false;
    *out = strtod(text, &end);
    if (str_eq(end, "%"))
        *out /= 100;
    else if (*end)
        return false;
    return *out <= 1;
}

/* "level,subject" as a list. */
static void split_names(struct arena *a, const char *text, struct vec *out)
{
    while (*text) {
        size_t n = strcspn(text, ",");

        if (n)
            *(const char **)vec_push(out) =
                str_trim(a, arena_strndup(a, text, n));
        text += n + (text[n] == ',');
    }
}

int run_read_view(const struct command *c, struct arena *a,
                  const struct run_options *r, bool strict,
                  const struct prices *prices, struct summary_options *out)
{
    struct vec names = vec_in(a, sizeof(const char *));
    double least;

    *out = (struct summary_options){ .strict = strict, .prices = prices };
    if (r->json + r->csv + r->markdown > 1)
        return args_mistake(c, "--json, --csv and --markdown all go to "
                               "standard output; give one");
    if (r->min_accuracy && !run_read_rate(r->min_accuracy, &least))
        return args_mistake(c,
                            "--min-accuracy takes a rate like 0.7 or 70%%, "
                            "not \"%s\"",
                            r->min_accuracy);
    if (r->by) {
        split_names(a, r->by, &names);
        if (names.n == 0)
            return args_mistake(c, "--by takes names: level,subject");
        out->by = names.items;
        out->n_by = names.n;
    }
    return -1;
}
