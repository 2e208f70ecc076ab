/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/finding.h"

#include "base/json.h"

#include <math.h>

const char *finding_verdict_name(enum truth holds)
{
    return holds == TRUTH_YES  ? "holds"
           : holds == TRUTH_NO ? "fails"
                               : "undecided";
}

bool finding_say(struct finding *f, enum truth holds, const char *reason,
                 const char *why)
{
    f->holds = holds;
    f->reason = reason;
    f->why = why;
    return false;
}

bool finding_print(struct finding *f, struct arena *a, enum truth holds,
                   const char *reason, const char *fmt, ...)
{
    struct str why = str_in(a);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&why, fmt, ap);
    va_end(ap);
    return finding_say(f, holds, reason, str_get(&why));
}

static void finding_write_number(struct str *out, double v)
{
    if (isfinite(v))
        str_addf(out, "%.6g", v);
    else
        str_add(out, "null");
}

static void finding_write_row(struct str *out, const struct finding_row *row)
{
    str_add(out, "{\"at\": ");
    json_write_text(out, row->at);
    str_add(out, ", \"object\": ");
    json_write_text(out, row->object);
    str_add(out, ", \"claim\": ");
    json_write_text(out, row->claim);
    str_add(out, ", \"error\": ");
    finding_write_number(out, row->error);
    str_add(out, ", \"scaled\": ");
    finding_write_number(out, row->scaled);
    str_addc(out, '}');
}

void finding_write(struct str *out, const struct finding *f)
{
    str_addf(out,
             "\"verdict\": \"%s\", \"why\": ", finding_verdict_name(f->holds));
    json_write_text(out, f->why);
    str_add(out, ", \"reason\": ");
    json_write_text(out, f->reason);
    str_addf(out, ", \"exact\": %s, \"table\": [", f->exact ? "true" : "false");
    for (size_t i = 0; i < f->rows_n; i++) {
        str_add(out, i ? ", " : "");
        finding_write_row(out, &f->rows[i]);
    }
    str_addc(out, ']');
}
