/* SPDX-License-Identifier: Apache-2.0 */
/* Polish without a model: what it proposes is checked as a model's words are,
 * and a sentence whose new words do not pass stays as it was. */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/text/builtin.h"
#include "evolve/text/check_int.h"
#include "family/linear/say.h"
#include "text/sentence.h"
#include "text/span.h"

#include <string.h>

#define STYLES 64 /* numbers from which another wording is drawn */

/* ---- openers ---- */

static const char *const for_facts[] = {
    "As it happens,",         "As it turns out,",     "For the record,",
    "To be clear,",           "As a matter of fact,", "In this story,",
    "As a matter of record,",
};

static const char *const for_questions[] = { "So,", "Now,", "In this case,",
                                             "With that in mind," };

/* A word that may lose its capital inside a sentence. */
static bool may_be_small(const struct written_token *t)
{
    return t->kind == TOKEN_WORD && !str_eq(t->raw, "I") &&
           (text_is_small(t->text) || text_relation(t->text));
}

/* Is the first word known as a name, from a place where no sentence begins? */
static bool is_known_name(struct arena *a, const char *word,
                          const char *const *old, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct written_tokens t = text_tokens(a, old[i]);

        for (size_t k = 0; k < t.n; k++)
            if (!t.items[k].head && t.items[k].capital &&
                str_eq(t.items[k].text, word))
                return true;
    }
    return false;
}

/* The sentence behind an opener; NULL: its first word does not allow it. */
static const char *with_opener(struct arena *a, const char *sentence,
                               const char *const *old, size_t n, struct rng *r)
{
    bool asks = sentence_count(sentence) == 1 && strchr(sentence, '?');
    const char *const *list = asks ? for_questions : for_facts;
    size_t many = asks ? sizeof for_questions / sizeof *for_questions
                       : sizeof for_facts / sizeof *for_facts;
    const char *opener = list[rng_below(r, many)];
    struct written_tokens t = text_tokens(a, sentence);

    if (t.n == 0 || (asks && !span_among(span_of(t.items[0].text),
                                         "how what which if who when where")))
        return NULL;
    if (may_be_small(&t.items[0]) || t.items[0].kind == TOKEN_NUMBER)
        return arena_printf(a, "%s %c%s", opener, to_lower(*sentence),
                            sentence + 1);
    if (is_known_name(a, t.items[0].text, old, n))
        return arena_printf(a, "%s %s", opener, sentence);
    return NULL;
}

/* ---- equations in other words ---- */

/* NULL: the line tells no equation, or one with a letter in it. */
static const char *in_other_words(struct arena *a, const struct individual *s,
                                  const struct individual_line *l,
                                  const char *old, struct rng *r)
{
    const struct individual_part *p = &s->parts[l->part];
    const struct linear_problem *b = structure_linear_of(&p->structure);
    struct say_options o = { .hidden = SIZE_MAX };
    struct str out = str_in(a);
    unsigned style = (unsigned)rng_below(r, STYLES);

    if (!b || l->sentence >= b->system.n_eqs || l->role == ROLE_QUESTION)
        return NULL;
    o.theme = b->theme;
    o.thing = b->thing;
    o.style = b->style[l->sentence];
    linear_say(&out, &b->system.eqs[l->sentence], &o, NULL);
    if (!str_eq(str_get(&out), old))
        return NULL; /* a number is hidden in it */
    str_reset(&out);
    o.style = style;
    linear_say(&out, &b->system.eqs[l->sentence], &o, NULL);
    return arena_strdup(a, str_get(&out));
}

/* ---- a part ---- */

static bool is_fine(struct arena *a, const struct individual *s, size_t part,
                    const char *old, const char *new)
{
    struct polish_pair p = { s, part, old, new };
    const char *why;

    return new && !str_eq(old, new) &&
           text_check_pair(a, &p, &why) == TEXT_FINE;
}

size_t builtin_polish(struct arena *a, const struct individual *s, size_t part,
                      struct rng *r, const char *said[STRUCTURE_SENTENCES],
                      size_t *changed)
{
    const char *old[STRUCTURE_SENTENCES];
    size_t lines[STRUCTURE_SENTENCES],
        n = text_told_lines(a, s, part, old, lines);

    *changed = 0;
    for (size_t i = 0; i < n; i++) {
        const char *new = in_other_words(a, s, &s->lines[lines[i]], old[i], r);
        const char *opened;
        bool open = rng_below(r, 2) == 0;

        said[i] = is_fine(a, s, part, old[i], new) ? new : NULL;
        if (open || !said[i]) {
            opened = with_opener(a, said[i] ? said[i] : old[i], old, n, r);
            if (is_fine(a, s, part, old[i], opened))
                said[i] = opened;
        }
        *changed += said[i] != NULL;
    }
    return n;
}
