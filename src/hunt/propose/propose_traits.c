/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Traits in prompts and in hypotheses: "[trait: words above 80]", beside
 * concepts or alone.
 */
#include "base/ascii.h"
#include "base/sort.h"
#include "hunt/propose/propose_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MOST 12 /* values of a trait that are listed */

/* ---- what models are shown ---- */

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void add_numbers(struct arena *a, struct str *out, const struct trait *t,
                        size_t n)
{
    double *x = arena_array(a, double, n + 1);
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        if (!isnan(t->value[i]))
            x[k++] = t->value[i];
    qsort(x, k, sizeof(*x), rising);
    if (k)
        str_addf(out, "a number, %.10g to %.10g, half of them above %.10g",
                 x[0], x[k - 1], x[k / 2]);
}

static void add_words(struct str *out, const struct trait *t, size_t n)
{
    const char *seen[WORDS_MOST];
    size_t k = 0;

    for (size_t i = 0; i < n && k < WORDS_MOST; i++) {
        size_t j = 0;

        while (j < k && t->words[i] && !str_eq(seen[j], t->words[i]))
            j++;
        if (!t->words[i] || j < k)
            continue;
        str_addf(out, "%s%s", k ? ", " : "one of ", t->words[i]);
        seen[k++] = t->words[i];
    }
}

const char *propose_trait_names(struct arena *a, const struct outcomes *s)
{
    struct str out = str_in(a);

    for (size_t k = 0; s && k < s->n_traits; k++) {
        str_addf(&out, "%s- %s: ", k ? "\n" : "", s->traits[k].name);
        if (s->traits[k].value)
            add_numbers(a, &out, &s->traits[k], s->n);
        else
            add_words(&out, &s->traits[k], s->n);
    }
    return s && s->n_traits ? arena_printf(a, "\nTraits:\n%s\n", str_get(&out))
                            : "";
}

const char *propose_trait_form(const struct outcomes *s)
{
    return s && s->n_traits
               ? "A hypothesis may rest on a bound of one trait instead, or "
                 "besides:\n"
                 "2. The model is likely to fail on long ones. [trait: words "
                 "above 80]\n"
                 "3. ... on short ones that involve NAME. [concepts: NAME; "
                 "trait: words below 20]\n"
                 "or: [trait: words between 20 and 40], or of a trait that is "
                 "a word: [trait: NAME is WORD]"
               : "";
}

const char *propose_traits(struct arena *a, const struct outcomes *s,
                           size_t example)
{
    struct str out = str_in(a);

    for (size_t k = 0; s && k < s->n_traits; k++) {
        const struct trait *t = &s->traits[k];

        if (t->value && !isnan(t->value[example]))
            str_addf(&out, "%s%s %.10g", out.n ? ", " : "", t->name,
                     t->value[example]);
        else if (!t->value && t->words[example])
            str_addf(&out, "%s%s %s", out.n ? ", " : "", t->name,
                     t->words[example]);
    }
    return out.n ? str_get(&out) : "none";
}

/* ---- what they say ---- */

/* Behind the word if s begins with it, whatever its case; else NULL. */
static const char *behind(const char *s, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; i < n; i++)
        if (to_lower(s[i]) != to_lower(word[i]))
            return NULL;
    return is_letter(word[n - 1]) && is_letter(s[n]) ? NULL : s + n;
}

static const char *skip(const char *s)
{
    while (is_space(*s) || *s == '"' || *s == '\'' || *s == '`' || *s == '*')
        s++;
    return s;
}

/* The trait that s begins with, the one with the longest name; NULL: none. */
static const struct trait *find_trait(const struct outcomes *s, const char **at)
{
    const struct trait *best = NULL;
    const char *end = *at;

    for (size_t k = 0; k < s->n_traits; k++) {
        const char *rest = behind(*at, s->traits[k].name);

        if (rest && rest > end) {
            best = &s->traits[k];
            end = rest;
        }
    }
    *at = end;
    return best;
}

/* How bounds are written; `with`: the number itself is meant, too. */
static const struct {
    const char *word;
    enum bound_kind kind;
    bool with;
} relations[] = {
    { "at least", BOUND_ABOVE, true },
    { ">=", BOUND_ABOVE, true },
    { "above", BOUND_ABOVE, false },
    { "over", BOUND_ABOVE, false },
    { "more than", BOUND_ABOVE, false },
    { "greater than", BOUND_ABOVE, false },
    { "larger than", BOUND_ABOVE, false },
    { "exceeds", BOUND_ABOVE, false },
    { ">", BOUND_ABOVE, false },
    { "at most", BOUND_BELOW, true },
    { "<=", BOUND_BELOW, true },
    { "below", BOUND_BELOW, false },
    { "under", BOUND_BELOW, false },
    { "less than", BOUND_BELOW, false },
    { "fewer than", BOUND_BELOW, false },
    { "smaller than", BOUND_BELOW, false },
    { "<", BOUND_BELOW, false },
    { "equals", BOUND_IS, false },
    { "=", BOUND_IS, false },
};

#define N_RELATIONS (sizeof(relations) / sizeof(relations[0]))

/* Reads the relation, past "is" and "are"; N_RELATIONS: none. *is: there was
 * an "is". */
static size_t read_relation(const char **at, bool *is)
{
    const char *s = skip(*at), *rest;

    rest = behind(s, "is");
    rest = rest ? rest : behind(s, "are");
    *is = rest != NULL;
    s = skip(rest ? rest : s);
    *at = s;
    for (size_t i = 0; i < N_RELATIONS; i++)
        if ((rest = behind(s, relations[i].word))) {
            *at = skip(rest);
            return i;
        }
    return N_RELATIONS;
}

/* The word of the trait that s is, to its end; NULL: none. */
static const char *find_word(const struct outcomes *s, const struct trait *t,
                             const char *text)
{
    for (size_t i = 0; i < s->n; i++) {
        const char *rest = t->words[i] ? behind(text, t->words[i]) : NULL;

        if (rest && strspn(rest, " \"'`*.") == strlen(rest))
            return t->words[i];
    }
    return NULL;
}

/* Reads "80", "80 words", "80."; *rest is what follows. */
static bool read_number(const char *s, const char **rest, double *out)
{
    char *end;

    if (!is_digit(*s) && *s != '-' && *s != '.')
        return false; /* not "nan" or "inf" */
    *out = strtod(s, &end);
    *rest = end;
    return end > s && isfinite(*out) && !is_digit(*end);
}

/* "between 60 and 80", "60 to 80", "60-80", or "5" alone: both ends are
 * meant. */
static bool read_band(const char *s, struct bound *out)
{
    static const char *const joins[] = { "and", "to", "..", "-",
                                         "\xE2\x80\x93" };
    const char *rest = behind(s, "between"), *next = NULL;

    s = skip(rest ? rest : s);
    rest = behind(s, "from");
    s = skip(rest ? rest : s);
    if (!read_number(s, &rest, &out->value))
        return false;
    out->kind = BOUND_WITHIN;
    out->upper = out->value;
    rest = skip(rest);
    for (size_t i = 0; i < 5 && !next; i++)
        next = behind(rest, joins[i]);
    if (next && !read_number(skip(next), &rest, &out->upper))
        return false;
    out->value -= 1; /* traits count: above 59 to 80 */
    return out->value < out->upper;
}

bool propose_bound(const struct outcomes *s, const char *text,
                   struct bound *out)
{
    const char *at = skip(text);
    const struct trait *t = s ? find_trait(s, &at) : NULL;
    bool is;
    size_t r = t ? read_relation(&at, &is) : N_RELATIONS;

    if (!t)
        return false;
    *out = (struct bound){ .trait = t->name };
    if (!t->value) {
        out->kind = BOUND_IS;
        out->word = (r < N_RELATIONS ? relations[r].kind == BOUND_IS : is)
                        ? find_word(s, t, at)
                        : NULL;
        return out->word != NULL;
    }
    if (r == N_RELATIONS || relations[r].kind == BOUND_IS)
        return read_band(at, out);
    if (!read_number(at, &at, &out->value))
        return false;
    out->kind = relations[r].kind;
    if (relations[r].with) /* traits count */
        out->value += out->kind == BOUND_ABOVE ? -1 : 1;
    return true;
}

/* The last "trait:" or "traits:" of a text, NULL: none. */
static const char *find_mark(const char *text, const char **behind_it)
{
    static const char *const marks[] = { "trait:", "traits:" };
    const char *found = NULL;

    for (const char *s = text; *s; s++)
        for (size_t k = 0; k < 2; k++) {
            const char *rest =
                s > text && is_letter(s[-1]) ? NULL : behind(s, marks[k]);

            if (rest) {
                found = s;
                *behind_it = rest;
            }
        }
    return found;
}

const char *propose_trait(struct arena *a, const char *text, const char **rest)
{
    const char *inside = NULL, *mark = find_mark(text, &inside);
    size_t n;

    *rest = text;
    if (!mark)
        return NULL;
    n = strcspn(inside, ";]\n");
    *rest = arena_printf(a, "%.*s%s", (int)(mark - text), text, inside + n);
    return str_trim(a, arena_strndup(a, inside, n < 200 ? n : 200));
}
