/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The good answer: the last sum in the last message of the user is worked
 * out, rightly or, for a share of prompts and seeds, one too large. The same
 * question gets the same answer, whenever it is asked.
 */

#include "server_scenario.h"

#include "base/ascii.h"

#include <string.h>

double answer_share(struct hash128 key)
{
    return (double)(key.high >> 11) / 9007199254740992.0; /* 2^53 */
}

/* The text of a message: a string, or parts of which some are text. */
static const char *content_text(const struct ask *q, const struct json *content)
{
    const char *text = json_string(content);
    struct str all;

    if (text || !content || content->type != JSON_ARRAY)
        return text ? text : "";
    all = str_in(q->arena);
    for (const struct json *p = content->first; p; p = p->next) {
        text = json_string(json_get(p, "text"));
        if (text)
            str_add(&all, text);
    }
    return str_get(&all);
}

const char *answer_prompt(const struct ask *q)
{
    const struct json *messages = json_get(q->body, "messages"), *found = NULL;
    const char *role;

    if (!messages || messages->type != JSON_ARRAY)
        return "";
    for (const struct json *m = messages->first; m; m = m->next) {
        role = json_string(json_get(m, "role"));
        if (role && str_eq(role, "user"))
            found = m;
    }
    return content_text(q, json_get(found, "content"));
}

const char *answer_said(const struct ask *q, const char *role)
{
    const struct json *messages = json_get(q->body, "messages");
    struct str all = str_in(q->arena);
    const char *who;

    if (str_eq(role, "system"))
        str_add(&all, content_text(q, json_get(q->body, role)));
    if (!messages || messages->type != JSON_ARRAY)
        return str_get(&all);
    for (const struct json *m = messages->first; m; m = m->next) {
        who = json_string(json_get(m, "role"));
        if (!who || !str_eq(who, role))
            continue;
        str_add(&all, all.n ? "\n" : "");
        str_add(&all, content_text(q, json_get(m, "content")));
    }
    return str_get(&all);
}

/* Digits from p on, with the sign; 0 digits or too many: false. */
static bool read_number(const char *p, int64_t *out)
{
    bool minus = *p == '-';
    int64_t v = 0;
    int n = 0;

    for (p += minus; is_digit(*p); p++) {
        if (++n > 17)
            return false;
        v = v * 10 + (*p - '0');
    }
    *out = minus ? -v : v;
    return n > 0;
}

/* The number that ends before `plus`; a minus belongs to it when nothing
 * stands before that could be subtracted from. */
static bool read_before(const char *text, const char *plus, int64_t *out)
{
    const char *p = plus;

    while (p > text && p[-1] == ' ')
        p--;
    if (p == text || !is_digit(p[-1]))
        return false;
    while (p > text && is_digit(p[-1]))
        p--;
    if (p > text && p[-1] == '-' &&
        (p == text + 1 || !(is_digit(p[-2]) || is_letter(p[-2]))))
        p--;
    return read_number(p, out);
}

static bool find_sum(const char *text, int64_t *sum)
{
    const char *plus = text + strlen(text), *p;
    int64_t a, b;

    while (plus-- > text) {
        if (*plus != '+')
            continue;
        for (p = plus + 1; *p == ' ';)
            p++;
        if (read_number(p, &b) && read_before(text, plus, &a)) {
            *sum = a + b;
            return true;
        }
    }
    return false;
}

static bool is_wrong(const struct ask *q, const char *prompt)
{
    const struct json *seed = json_get(q->body, "seed");
    struct hash128 key[2];

    if (q->scenario->wrong <= 0)
        return false;
    key[0] = hash_bytes(prompt, strlen(prompt));
    key[1] = (struct hash128){ 0 };
    if (seed && seed->text)
        key[1] = hash_bytes(seed->text, strlen(seed->text));
    return answer_share(hash_bytes(key, sizeof key)) < q->scenario->wrong;
}

struct span answer_text(const struct ask *q, int64_t off)
{
    const char *prompt = answer_prompt(q);
    struct str text = str_in(q->arena);
    int64_t sum;

    if (find_sum(prompt, &sum)) {
        sum += off + is_wrong(q, prompt);
        str_add(&text, "The sum is \\\\boxed{");
        str_add(&text, sum < 0 ? "-" : "");
        reply_add_number(&text, (uint64_t)(sum < 0 ? -sum : sum));
        str_add(&text, "}.");
    } else {
        str_add(&text, "\\\\boxed{1}");
    }
    return (struct span){ text.s, text.n };
}
