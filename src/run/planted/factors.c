/* SPDX-License-Identifier: Apache-2.0 */
#include "run/planted/factors.h"
#include "base/ascii.h"
#include "base/str.h"
#include "base/utf8.h"
#include "family/table.h"
#include "grade/measure.h"
#include "problem/concept.h"

#include <math.h>
#include <string.h>

static size_t factors_words(const char *s)
{
    size_t n = 0;

    for (bool in = false; *s; s++) {
        n += !in && !is_space(*s);
        in = !is_space(*s);
    }
    return n;
}

/* How many numbers, and how many digits the longest has. */
static size_t factors_numbers(const char *s, size_t *longest)
{
    size_t n = 0;

    *longest = 0;
    while (*s) {
        size_t digits = 0;

        if (!is_digit(*s)) {
            s++;
            continue;
        }
        for (; is_digit(*s) || ((*s == '.' || *s == ',') && is_digit(s[1]));
             s++)
            digits += is_digit(*s);
        if (digits > *longest)
            *longest = digits;
        n++;
    }
    return n;
}

/* "3. " or "Step 3" at the head of a line. */
static bool is_numbered(const char *line)
{
    size_t n = 0;

    if (str_starts(line, "Step "))
        return is_digit(line[5]);
    while (is_digit(line[n]))
        n++;
    return n > 0 && n < 4 && (line[n] == '.' || line[n] == ')') &&
           line[n + 1] == ' ';
}

static size_t steps(const char *solution)
{
    size_t numbered = 0, filled = 0;
    const char *end;

    for (const char *s = solution; *s; s = end) {
        while (is_space(*s))
            s++;
        end = s + strcspn(s, "\n");
        filled += end > s;
        numbered += is_numbered(s);
    }
    return numbered ? numbered : filled;
}

/* Concepts of the high taxonomy, each counted once. */
static size_t high_concepts(const struct problem *p)
{
    const struct taxonomy *high = taxonomy_find("high");
    size_t n = 0;

    for (size_t i = 0; i < p->n_concepts; i++) {
        const struct concept *c = concept_find(high, p->concepts[i]);
        size_t j = 0;

        while (c && j < i && concept_find(high, p->concepts[j]) != c)
            j++;
        n += c && j == i;
    }
    return n;
}

/* 5 of "Level 5"; false when there is none. */
static bool source_level(const struct problem *p, double *out)
{
    const struct json *v = json_get(json_get(p->meta, "fields"), "level");
    const char *s = v && v->text ? v->text : "";

    s += strcspn(s, "0123456789");
    if (!*s)
        return false;
    for (*out = 0; is_digit(*s) && *out < 1e6; s++)
        *out = *out * 10 + (*s - '0');
    return true;
}

/* How many sentences beside the point a family was told to add; false where
 * its knobs do not say. */
static bool distractors(const struct problem *p, double *out)
{
    const char *s = json_string(json_get(p->knobs, "distractors"));

    if (!s || !is_digit(s[0]) || s[1])
        return false;
    *out = s[0] - '0';
    return true;
}

/* The depth that a family without a ceiling was set to; 0: it is none. */
static int64_t depth(const struct problem *p)
{
    const struct family *f = family_find(p->family);

    return f && p->level >= 1 && p->level <= f->n_levels
               ? family_depth_of(f, p->level, p->knobs)
               : 0;
}

/* ---- the answer ---- */

/* Both, where they are the same; else `otherwise`. */
static const char *factors_common(const char *x, const char *y,
                                  const char *otherwise)
{
    return x && y && str_eq(x, y) ? x : otherwise;
}

/* All keys as one; false: one cannot be read. A family that judges by its own
 * rules has keys of its own making. */
static bool factors_measure(struct arena *a, const struct problem *p,
                            struct key_measure *out)
{
    if (p->n_keys == 0 || (p->family && family_judge(p->family)))
        return false;
    for (size_t i = 0; i < p->n_keys; i++) {
        struct key_measure m;

        if (!grade_measure(a, p->keys[i].latex, p->keys[i].kind, &m))
            return false;
        if (i == 0) {
            *out = m;
            continue;
        }
        out->word = factors_common(out->word, m.word, MEASURE_SEVERAL);
        out->sign = factors_common(out->sign, m.sign, NULL);
        out->digits = fmax(out->digits, m.digits);
        out->denominator = fmax(out->denominator, m.denominator);
        out->parts += m.parts;
    }
    return true;
}

/* ---- the whole ---- */

const char *const *factor_words(const char *name)
{
    static const char *const signs[] = { "negative", "zero", "positive", NULL };
    static const char *const wordings[] = { "plain", "paraphrase", "terse",
                                            "wordy", "story",      NULL };

    return str_eq(name, "answer")        ? measure_words
           : str_eq(name, "answer sign") ? signs
           : str_eq(name, "wording")     ? wordings
                                         : NULL;
}

struct list {
    struct factor *all;
    size_t n;
};

/* One without a value is none. */
static void factors_add(struct list *s, const char *name, double value)
{
    INVARIANT(s->n < FACTORS_MOST);
    if (!isnan(value))
        s->all[s->n++] = (struct factor){ name, value, NULL };
}

static void factors_add_word(struct list *s, const char *name, const char *word)
{
    INVARIANT(s->n < FACTORS_MOST);
    if (word)
        s->all[s->n++] = (struct factor){ name, NAN, word };
}

static void factors_add_answer(struct arena *a, struct list *s,
                               const struct problem *p)
{
    struct key_measure m = { .digits = NAN };

    if (!factors_measure(a, p, &m))
        return;
    factors_add_word(s, "answer", m.word);
    factors_add_word(s, "answer sign", m.sign);
    factors_add(s, "answer digits", m.digits);
    factors_add(s, "denominator", m.denominator);
    factors_add(s, "answer parts", (double)m.parts);
}

size_t factors_make(struct arena *a, const struct problem *p,
                    const struct factor **out)
{
    struct list all = { arena_array(a, struct factor, FACTORS_MOST), 0 };
    const char *s = p->statement;
    size_t digits, count = factors_numbers(s, &digits);
    double level = p->level, beside;

    factors_add(&all, "words", (double)factors_words(s));
    factors_add(&all, "characters", (double)utf8_count(s, strlen(s)));
    factors_add(&all, "numbers", (double)count);
    factors_add(&all, "digits", (double)digits);
    if (p->solution && !str_blank(p->solution)) {
        factors_add(&all, "steps", (double)steps(p->solution));
        factors_add(&all, "solution words", (double)factors_words(p->solution));
    }
    factors_add(&all, "concepts", (double)high_concepts(p));
    if (p->family || source_level(p, &level))
        factors_add(&all, "level", level);
    factors_add(&all, "keys", (double)p->n_keys);
    factors_add_answer(a, &all, p);
    if (distractors(p, &beside))
        factors_add(&all, "distractors", beside);
    factors_add_word(&all, "wording",
                     json_string(json_get(p->knobs, "wording")));
    if (depth(p))
        factors_add(&all, "depth", (double)depth(p));
    *out = all.all;
    return all.n;
}
