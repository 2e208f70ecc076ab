/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The laws of benchmarks that compare texts. They are kept as they were
 * published, with what they miss: GSM8K's wants "#### 42" and nothing else, and
 * MATH's takes 1/2 for \frac{1}{2} but not 2/4.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/grade_int.h"
#include "text/span.h"

#include <stdlib.h>
#include <string.h>

/* Where in a text an answer stands. */
typedef bool law_finds(struct span text, struct span *out);

void law_settle(struct grade_result *r, enum verdict v, const char *by,
                const char *why)
{
    r->strict = r->lenient = (struct grade_reading){ v, by, why };
}

/* ---- the last box ---- */

/* The place of the last `word` in t, or t.n. */
static size_t last_of(struct span t, const char *word)
{
    for (size_t at = t.n; at-- > 0;)
        if (t.s[at] == word[0] && span_at(t, at, word))
            return at;
    return t.n;
}

bool law_last_box(struct span t, struct span *out)
{
    size_t at = last_of(t, "\\boxed"), open, depth = 0;

    at = at < t.n ? at : last_of(t, "\\fbox");
    open = at;
    while (open < t.n && t.s[open] != '{')
        open++;
    for (size_t i = open; i < t.n; i++) {
        depth += t.s[i] == '{';
        depth -= t.s[i] == '}';
        if (depth == 0) {
            *out = span_cut(t, open + 1, i);
            return true;
        }
    }
    return false;
}

/* ---- GSM8K ---- */

/* The first "#### " with a number behind it: a minus, then digits, points and
 * commas. */
static bool find_hashes(struct span t, struct span *out)
{
    for (size_t i = 0; i < t.n; i++) {
        size_t from, to;

        if (t.s[i] != '#' || !span_at(t, i, "#### "))
            continue;
        from = to = i + 5;
        to += span_byte(t, to) == '-';
        while (to < t.n && (is_digit(t.s[to]) || strchr(".,", t.s[to])) &&
               t.s[to])
            to++;
        *out = span_cut(t, from, to);
        if (to > from + (span_byte(t, from) == '-'))
            return true;
    }
    return false;
}

static const char *without_commas(struct arena *a, struct span t)
{
    struct str out = str_in(a);

    t = span_trim(t);
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] != ',')
            str_addc(&out, t.s[i]);
    return str_get(&out);
}

/* ---- MATH ---- */

static const char *replaced(struct arena *a, const char *s, const char *what,
                            const char *by)
{
    struct str out = str_in(a);
    size_t n = strlen(what);

    for (const char *at; (at = strstr(s, what)); s = at + n) {
        str_addn(&out, s, (size_t)(at - s));
        str_add(&out, by);
    }
    str_add(&out, s);
    return str_get(&out);
}

/* \sqrt3 and \frac12 get their braces. NULL: the published code fails there,
 * and the texts are then compared as they are. */
static const char *braced(struct arena *a, const char *s, const char *command,
                          int arguments)
{
    struct str out = str_in(a);
    size_t n = strlen(command);

    for (const char *at; (at = strstr(s, command));) {
        str_addn(&out, s, (size_t)(at + n - s));
        s = at + n;
        if (!*s)
            return NULL;
        if (*s == '{')
            continue;
        if (arguments == 2 && !s[1])
            return NULL;
        str_addf(&out, "{%c}", *s++);
        if (arguments == 2 && *s != '{')
            str_addf(&out, "{%c}", *s++);
    }
    str_add(&out, s);
    return str_get(&out);
}

/* 3/4, and nothing else, as a fraction. */
static const char *slash_fraction(struct arena *a, const char *s)
{
    char *end;
    long p, q;
    const char *slash = strchr(s, '/');

    if (!slash || strlen(s) > 30)
        return s;
    p = strtol(s, &end, 10);
    if (end != slash)
        return s;
    q = strtol(slash + 1, &end, 10);
    return str_eq(arena_printf(a, "%ld/%ld", p, q), s)
               ? arena_printf(a, "\\frac{%ld}{%ld}", p, q)
               : s;
}

/* "x = 5" without its name, which has up to two characters. */
static const char *without_name(const char *s)
{
    const char *sign = strchr(s, '=');

    return sign && sign - s <= 2 && !strchr(sign + 1, '=') ? sign + 1 : s;
}

/* A text without "\text{ " and what follows; NULL where it has two of them. */
static const char *without_units(struct arena *a, const char *s)
{
    const char *at = strstr(s, "\\text{ ");

    if (at && strstr(at + 1, "\\text{ "))
        return NULL;
    return at ? arena_strndup(a, s, (size_t)(at - s)) : s;
}

static const char *tidied(struct arena *a, const char *s)
{
    static const char *const pairs[][2] = {
        { "\n", "" },        { "\\!", "" },       { "\\\\", "\\" },
        { "tfrac", "frac" }, { "dfrac", "frac" }, { "\\left", "" },
        { "\\right", "" },   { "^{\\circ}", "" }, { "^\\circ", "" },
        { "\\$", "" },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        s = replaced(a, s, pairs[i][0], pairs[i][1]);
    s = without_units(a, s);
    if (!s)
        return NULL;
    s = replaced(a, s, "\\%", "");
    s = replaced(a, replaced(a, s, " .", " 0."), "{.", "{0.");
    if (s[0] == '.')
        s = arena_printf(a, "0%s", s);
    s = braced(a, without_name(s), "\\sqrt", 1);
    s = s ? braced(a, replaced(a, s, " ", ""), "\\frac", 2) : NULL;
    if (!s)
        return NULL;
    return str_eq(s, "0.5") ? "\\frac{1}{2}" : slash_fraction(a, s);
}

/* ---- one text against the other ---- */

static void compare_numbers(struct arena *a, struct grade_result *out)
{
    (void)a;
    if (str_eq(out->key, out->answer))
        law_settle(out, VERDICT_CORRECT, "gsm8k",
                   "the numbers are the same text");
    else
        law_settle(out, VERDICT_WRONG, "gsm8k", "the texts are different");
}

static void compare_tidied(struct arena *a, struct grade_result *out)
{
    const char *key = tidied(a, out->key), *answer = tidied(a, out->answer);

    if (key && answer) {
        out->key = key;
        out->answer = answer;
    }
    if (str_eq(out->key, out->answer))
        law_settle(out, VERDICT_CORRECT, "math",
                   "the texts are the same after normalization");
    else
        law_settle(out, VERDICT_WRONG, "math",
                   "the texts differ after normalization");
}

static const struct law {
    law_finds *finds;
    const char *rule, *missing;
    void (*compare)(struct arena *a, struct grade_result *out);
} laws[] = {
    [LAW_GSM8K] = { find_hashes, "hashes", "there is no \"#### NUMBER\"",
                    compare_numbers },
    [LAW_MATH] = { law_last_box, "boxed", "there is no \\boxed{...}",
                   compare_tidied },
};

static const char *copy(struct arena *a, enum profile_law law, struct span t)
{
    return law == LAW_GSM8K ? without_commas(a, t) : arena_strndup(a, t.s, t.n);
}

struct grade_result law_judge(struct arena *a, const struct grade_request *r,
                              struct work *w)
{
    enum profile_law which = r->profile->law;
    struct grade_result out = { 0 };
    const struct law *law = &laws[which];
    struct span gold = { r->gold, r->gold_n }, reply = { r->reply, r->reply_n };
    struct span key = span_trim(gold), answer = span_trim(reply);

    if (which == LAW_HARDMATH2)
        return law_at_point(a, r, w);
    out.rule = r->extracted ? "given" : law->rule;
    (void)law->finds(gold, &key); /* a bare key stands as it is */
    if (key.n == 0) {
        law_settle(&out, VERDICT_BAD_KEY, r->profile->name, "the key is empty");
        return out;
    }
    out.key = copy(a, which, key);
    if (!r->extracted && !law->finds(reply, &answer)) {
        out.rule = "none";
        law_settle(&out, VERDICT_NO_ANSWER, r->profile->name, law->missing);
        return out;
    }
    out.extracted = arena_strndup(a, answer.s, answer.n);
    out.answer = copy(a, which, answer);
    if (!r->extracted) {
        out.from = (size_t)(answer.s - reply.s);
        out.to = out.from + answer.n;
    }
    law->compare(a, &out);
    return out;
}
