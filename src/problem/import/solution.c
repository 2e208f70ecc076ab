/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/import/boxed.h"
#include "problem/import/reader.h"

#include <string.h>

/* Worked solutions, and the results that stand at their end. */

void read_solution(struct arena *a, const struct json *row, const char *name,
                   struct problem *p)
{
    const struct json *v = json_get(row, name);
    struct str out = str_in(a);

    if (v && v->type == JSON_STRING)
        p->solution = str_trim(a, v->text);
    if (!v || v->type != JSON_ARRAY)
        return;
    for (const struct json *m = v->first; m; m = m->next)
        if (m->type == JSON_STRING && !str_blank(m->text)) {
            str_add(&out, out.n ? "\n\n" : "");
            str_add(&out, str_trim(a, m->text));
        }
    p->solution = str_get(&out);
}

/* Without the calculator's notes: "16-3 = <<16-3=13>>13" is "16-3 = 13". */
static const char *drop_notes(struct arena *a, const char *s, size_t n)
{
    const char *text = arena_strndup(a, s, n), *open, *close;
    struct str out = str_in(a);

    while ((open = strstr(text, "<<")) && (close = strstr(open, ">>"))) {
        str_addn(&out, text, (size_t)(open - text));
        text = close + 2;
    }
    str_add(&out, text);
    return str_trim(a, str_get(&out));
}

bool read_hashes(struct arena *a, const char *text, struct problem *p)
{
    size_t at;
    const char *result = hashes_last(a, text, &at), *latex = NULL;

    if (!result)
        return false;
    latex = clean_number(a, result + (*result == '$'));
    if (!latex)
        latex = clean_latex(a, result);
    if (!*latex)
        return false;
    set_key(a, p, answer_guess(latex), latex, result);
    p->solution = drop_notes(a, text, at);
    return true;
}
