/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/structure/phrase.h"
#include "base/str.h"
#include "evolve/structure/entities.h"
#include "text/fold.h"

#include <string.h>

/* ---- nouns ---- */

/* A word that may be a noun, rather than a small one or a verb. */
static bool phrase_is_noun(struct span word)
{
    return word.n > 2 &&
           !span_among(
               word,
               "and for per each every more less than fewer the are was were "
               "from with times when then but his her their its this that has "
               "have left away years pass always costs needs gives gets makes "
               "wants takes sells eats buys pays goes runs works does plus "
               "minus equals sometimes towards besides across others hers ours "
               "theirs yours who which whose because unless minus versus");
}

static bool phrase_is_plural(struct span w)
{
    return phrase_is_noun(w) && w.n > 3 && to_lower(w.s[w.n - 1]) == 's' &&
           to_lower(w.s[w.n - 2]) != 's';
}

const char *phrase_noun_after(struct arena *a, struct span text, size_t at)
{
    struct span one = { 0 }, two = { 0 };
    struct str out = str_in(a);

    at += span_byte(text, at) == '$'; /* that closes a formula */
    if (span_byte(text, at) == ' ')
        one = graph_next_word(text, &at);
    if (phrase_is_noun(one) && !phrase_is_plural(one) &&
        span_byte(text, at) == ' ')
        two = graph_next_word(text, &at);
    if (!phrase_is_noun(one) || !phrase_is_plural(two.n ? two : one))
        return NULL;
    str_addn(&out, one.s, one.n);
    str_add(&out, two.n ? " " : "");
    str_addn(&out, two.n ? two.s : "", two.n);
    return str_get(&out);
}

static const char *phrase_last_word(struct arena *a, const char *words)
{
    const char *at = strrchr(words, ' ');
    struct str out = str_in(a);

    fold_lower(&out, span_of(at ? at + 1 : words));
    return str_get(&out);
}

/* ---- who ---- */

/* "Mia has 16 eggs": " that Mia has"; "" where no person stands just before.
 * Only a given name begins the sentence and one word stands between, so that
 * it is the verb. */
static const char *whose(struct arena *a, struct span text, size_t at)
{
    struct entities people = { .n = 0 };
    size_t end = 0;
    struct span name, verb;

    entities_collect(&people, arena_strndup(a, text.s, text.n), NULL);
    name = graph_next_word(text, &end);
    if (!people.n || !span_equal(people.old[0], name) ||
        span_byte(text, end) != ' ')
        return "";
    verb = graph_next_word(text, &end);
    if (end + 1 != at || verb.n < 3 || !is_lower(verb.s[0]) ||
        span_among(verb, "and was are were will can the made been did does"))
        return "";
    return arena_printf(a, " that %.*s %.*s", (int)name.n, name.s, (int)verb.n,
                        verb.s);
}

/* ---- phrases ---- */

const char *phrase_of_number(struct arena *a, const char *text,
                             const struct number *x, const char **unit)
{
    /* a number in a formula of its own: $12$ */
    bool formula =
        x->at > 0 && text[x->at - 1] == '$' && text[x->at + x->n] == '$';
    char *printed = arena_strndup(a, text + x->at, x->n);
    const char *noun;

    if (x->form == NUMBER_SET || x->part != PART_NONE || x->percent ||
        x->scale != 1 || is_letter(text[x->at + x->n]))
        return NULL;
    if (x->dollar && !formula) {
        *unit = PHRASE_MONEY;
        return arena_printf(a, "the $%s", printed);
    }
    noun = phrase_noun_after(a, span_of(text), x->at + x->n);
    if (!noun)
        return NULL;
    *unit = phrase_last_word(a, noun);
    printed[0] = to_lower(printed[0]);
    return arena_printf(a, formula ? "the $%s$ %s%s" : "the %s %s%s", printed,
                        noun, whose(a, span_of(text), x->at));
}

const char *phrase_asked_unit(struct arena *a, const char *question)
{
    static const char *const money[] = { "how much money",
                                         "how many dollars",
                                         "how much will it cost",
                                         "in dollars",
                                         "cost",
                                         " pay",
                                         "spend",
                                         "earn",
                                         "profit",
                                         "price" };
    struct str low = str_in(a);
    const char *text, *many;

    fold_lower(&low, span_of(question));
    text = str_get(&low);
    many = strstr(text, "how many ");
    if (many && !str_starts(many, "how many dollars")) {
        const char *noun =
            phrase_noun_after(a, span_of(many), strlen("how many"));

        return noun ? phrase_last_word(a, noun) : NULL;
    }
    for (size_t i = 0;
         strstr(text, "how much") && i < sizeof(money) / sizeof(*money); i++)
        if (strstr(text, money[i]))
            return PHRASE_MONEY;
    return NULL;
}
