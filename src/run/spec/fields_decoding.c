/* SPDX-License-Identifier: Apache-2.0 */

/* How a model answers: the group of fields that every spec has of it. */
#include "run/spec/fields.h"

#define DECODE(f) offsetof(struct decoding, f)

const struct spec_field spec_decoding_fields[] = {
    { "temperature", SPEC_DECIMAL, DECODE(temperature), .doc = "null: not sent",
      .range = &decoding_temperature },
    { "top_p", SPEC_DECIMAL, DECODE(top_p), .doc = "likewise, as all below",
      .range = &decoding_top_p },
    { "top_k", SPEC_DECIMAL, DECODE(top_k),
      .doc = "most likely tokens; -1: off", .range = &decoding_top_k },
    { "min_p", SPEC_DECIMAL, DECODE(min_p),
      .doc = "least share of the likeliest", .range = &decoding_min_p },
    { "repetition_penalty", SPEC_DECIMAL, DECODE(repetition_penalty),
      .doc = "1: none", .range = &decoding_repetition_penalty },
    { "max_tokens", SPEC_DECIMAL, DECODE(max_tokens),
      .doc = "the longest reply, thoughts included",
      .range = &decoding_max_tokens },
    { "seed", SPEC_WHOLE, DECODE(seed),
      .doc = "the k-th attempt's is this + k - 1" },
    { "reasoning_effort", SPEC_TEXT, DECODE(reasoning_effort),
      .doc = "low, medium, high ..." },
    { "stop", SPEC_TEXTS, .at = DECODE(stop), .at_n = DECODE(n_stop),
      .doc = "texts that end a reply" },
    { "extra", SPEC_OBJECT, DECODE(extra), .doc = "merged into each request" },
    { 0 },
};

bool spec_decoding_check(const char *name, const struct decoding *d,
                         struct err *e)
{
    struct arena a = { 0 };
    struct json *body = json_new(&a, JSON_OBJECT);
    const struct {
        const char *name;
        bool set;
    } fields[] = {
        { "temperature", d->temperature },
        { "top_p", d->top_p },
        { "top_k", d->top_k },
        { "min_p", d->min_p },
        { "repetition_penalty", d->repetition_penalty },
        { "seed", d->seed },
        { "reasoning_effort", d->reasoning_effort },
        { "stop", d->n_stop > 0 },
    };
    struct err why;
    bool ok;

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (fields[i].set)
            json_set(&a, body, fields[i].name, json_new(&a, JSON_NULL));
    ok = decoding_extra(&a, body, d, &why);
    arena_clear(&a);
    return ok || err_set(e, ERR_DOMAIN, "\"%s.extra\": %.300s", name, why.msg);
}
