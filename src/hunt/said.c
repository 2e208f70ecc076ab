/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/said.h"
#include "base/str.h"

static const char *said_find(const struct json *row, const char *const *names)
{
    for (; row && *names; names++) {
        const struct json *v = json_get(row, *names);

        if (v && (v->type == JSON_STRING || v->type == JSON_NUMBER) &&
            !str_blank(v->text))
            return v->text;
    }
    return "";
}

struct row_said said_in(const struct json *row)
{
    static const char *const keys[] = {
        "gold",   "key",      "ground_truth", "expected_answer",
        "target", "expected", "reference",    "correct_answer",
        NULL
    };
    static const char *const answers[] = { "extract",      "extracted_answer",
                                           "final_answer", "prediction",
                                           "predicted",    NULL };
    static const char *const replies[] = { "reply",      "response",
                                           "output",     "completion",
                                           "generation", "model_answer",
                                           NULL };
    static const char *const either[] = { "answer", NULL };
    struct row_said s = { said_find(row, keys), said_find(row, answers),
                          said_find(row, replies) };

    if (!*s.key)
        s.key = said_find(row, either);
    else if (!*s.answer)
        s.answer = said_find(row, either);
    return s;
}
