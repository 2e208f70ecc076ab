/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/text/grammar.h"
#include "base/ascii.h"
#include "base/err.h"

#include <string.h>

#define DEPTH_MOST 24 /* rules in rules; more of them are a circle */

struct speaker {
    const struct phrase_rule *rules;
    const struct phrase_slot *slots;
    size_t n_slots;
    struct rng *rng;
};

static const struct phrase_rule *rule_of(const struct phrase_rule *rules,
                                         const char *name, size_t n)
{
    for (; rules->name; rules++)
        if (strlen(rules->name) == n && !memcmp(rules->name, name, n))
            return rules;
    BUG("a grammar names a rule that it does not have");
}

static const char *grammar_slot_of(const struct speaker *s, const char *name,
                                   size_t n)
{
    for (size_t i = 0; i < s->n_slots; i++)
        if (strlen(s->slots[i].name) == n && !memcmp(s->slots[i].name, name, n))
            return s->slots[i].text;
    BUG("a grammar names a slot that was not filled");
}

/* The name between the braces that open at `p`. */
static const char *grammar_braced(const char *p, size_t *n)
{
    const char *end = strchr(p, '}');

    INVARIANT(end && end > p + 1);
    *n = (size_t)(end - p - 1);
    return p + 1;
}

static size_t alternatives(const struct phrase_rule *rule)
{
    size_t n = 0;

    while (rule->alternatives[n])
        n++;
    INVARIANT(n > 0);
    return n;
}

static void say_rule(struct str *out, const struct speaker *s,
                     const struct phrase_rule *rule, int depth);

static void say_text(struct str *out, const struct speaker *s, const char *text,
                     int depth)
{
    size_t n;

    INVARIANT(depth < DEPTH_MOST);
    for (const char *p = text; *p; p++) {
        const char *name;

        if (*p != '{') {
            str_addc(out, *p);
            continue;
        }
        name = grammar_braced(p, &n);
        if (*name == '@')
            str_add(out, grammar_slot_of(s, name + 1, n - 1));
        else
            say_rule(out, s, rule_of(s->rules, name, n), depth + 1);
        p = name + n;
    }
}

static void say_rule(struct str *out, const struct speaker *s,
                     const struct phrase_rule *rule, int depth)
{
    uint64_t pick = rng_below(s->rng, alternatives(rule));

    say_text(out, s, rule->alternatives[pick], depth);
}

/* Capital letters at the head of the sentences in text[0..n). */
static void grammar_capitals(char *text, size_t n)
{
    bool head = true;

    for (size_t i = 0; i < n; i++) {
        if (is_lower(text[i]) && head)
            text[i] = (char)(text[i] - 'a' + 'A');
        if (!is_space(text[i]) && text[i] != '"' && text[i] != '(')
            head = text[i] == '.' || text[i] == '!' || text[i] == '?';
    }
}

void grammar_say_text(struct str *out, const struct phrase_rule *rules,
                      const char *text, const struct phrase_slot *slots,
                      size_t n, struct rng *r)
{
    struct speaker s = {
        .rules = rules, .slots = slots, .n_slots = n, .rng = r
    };
    size_t from = out->n;

    say_text(out, &s, text, 0);
    if (out->n > from)
        grammar_capitals(out->s + from, out->n - from);
}

void grammar_say(struct str *out, const struct phrase_rule *rules,
                 const char *start, const struct phrase_slot *slots, size_t n,
                 struct rng *r)
{
    const struct phrase_rule *rule = rule_of(rules, start, strlen(start));
    uint64_t pick = rng_below(r, alternatives(rule));

    grammar_say_text(out, rules, rule->alternatives[pick], slots, n, r);
}

/* ---- how many ---- */

static uint64_t size_rule(const struct phrase_rule *rules,
                          const struct phrase_rule *rule, int depth)
{
    uint64_t sum = 0;
    size_t len;

    INVARIANT(depth < DEPTH_MOST);
    for (size_t i = 0, n = alternatives(rule); i < n; i++) {
        uint64_t ways = 1;

        for (const char *p = strchr(rule->alternatives[i], '{'); p;
             p = strchr(p + 1, '{')) {
            const char *name = grammar_braced(p, &len);

            if (*name != '@' &&
                __builtin_mul_overflow(
                    ways,
                    size_rule(rules, rule_of(rules, name, len), depth + 1),
                    &ways))
                ways = UINT64_MAX;
        }
        if (__builtin_add_overflow(sum, ways, &sum))
            sum = UINT64_MAX;
    }
    return sum;
}

uint64_t grammar_size(const struct phrase_rule *rules, const char *start)
{
    return size_rule(rules, rule_of(rules, start, strlen(start)), 0);
}
