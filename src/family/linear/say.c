/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/say_int.h"

#include <stddef.h>
#include <string.h>

/*
 * The templates of statements. Those of one shape all mean the same, and none
 * can be understood in two ways: there is no "the difference between A and B",
 * whose sign readers do not agree upon, and no "half of A plus 3". "Adding the
 * distance to the mill to 3 times ..." could be, too: behind "|" stands what is
 * said of things with "to" in them, with the same numbers in the same order.
 */

static const char *const one[] = {
    "%L is %K",
    "%L equals %K",
    "%L is exactly %K",
    "%L is equal to %K",
    "it is known that %L is %K",
    "%L comes to %K",
    NULL,
};

static const char *const many[] = {
    "%L is %K",
    "%l equals %K",
    "%A together make %K",
    "%A add up to %K",
    "the total of %A is %K",
    "adding %1 to %2 gives %K|%A together give %K",
    "%1 equals %K minus %2",
    "if we add %1 to %2, we get %K|%A amount to %K",
    "together, %A come to %K",
    NULL,
};

static const char *const more[] = {
    "%L is %K more than %R",
    "%L exceeds %R by %K",
    "%R is %K less than %L",
    "%L equals %K plus %r",
    "adding %K to %R gives %L|%K plus %r equals %L",
    "if we subtract %R from %L, we get %K",
    "subtracting %R from %L leaves %K",
    "if we add %K to %R, we get %L|%K plus %r is %L",
    "%R falls short of %L by %K",
    NULL,
};

static const char *const same[] = {
    "%L is equal to %R",
    "%L equals %R",
    "%L is the same as %R",
    "%L is exactly %R",
    "it is known that %L equals %R",
    "%R comes to the same as %L",
    NULL,
};

/* The last three do not come from positive values, but must be tellable. */

static const char *const zero[] = {
    "%L is 0 %U",       "%L equals 0 %U",      "%L is exactly 0 %U",
    "%L comes to 0 %U", "%L is equal to 0 %U", NULL,
};

static const char *const negative[] = {
    "%K plus %l equals 0 %U",
    "adding %K to %L gives 0 %U|%K and %l together make 0 %U",
    "%K plus %l is 0 %U",
    "if we add %K to %L, we get 0 %U|%K plus %l comes to 0 %U",
    NULL,
};

static const char *const empty[] = { "0 %U equals %K", NULL };

static const char *const *const templates[SAY_SHAPES] = {
    [SAY_ONE] = one,     [SAY_MANY] = many, [SAY_MORE] = more,
    [SAY_SAME] = same,   [SAY_ZERO] = zero, [SAY_NEGATIVE] = negative,
    [SAY_EMPTY] = empty,
};

void linear_say(struct str *out, const struct equation *eq,
                const struct say_options *o, struct slots *slots)
{
    struct telling t = { .out = out, .slots = slots, .hidden = o->hidden };
    const char *const *list, *said, *other;
    unsigned n = 0;

    linear_say_sort(&t, eq, o);
    list = templates[t.shape];
    while (list[n])
        n++;
    /* Neighbouring styles differ in the words for coefficients, too. */
    t.wording = o->style / n + o->style;
    said = list[o->style % n];
    other = strchr(said, '|');
    if (other && strstr(o->theme->things[0], " to "))
        said = other + 1;
    linear_say_fill(&t, said);
}

void linear_ask(struct str *out, const struct say_options *o, size_t var)
{
    str_addf(out, "%s %s?", o->theme->asked, o->theme->things[o->thing[var]]);
}

/* ---- relations that say nothing for certain ---- */

/*
 * Relations without certainty, in up to three wordings each. A reader who overlooks
 * the doubt reads %X = %Q.
 */

static const char *const relations[] = {
    /* roughly equal */
    "%X is said to be roughly %I",
    "it has been rumoured that %X could be roughly %I",
    "by some accounts, %X comes to something like %I",
    /* perhaps more */
    "%X might be somewhat more than %q",
    "%X is perhaps a little more than %q",
    "some believe that %X could be slightly above %q",
    /* perhaps less */
    "%X might be somewhat less than %q",
    "%X is perhaps a little less than %q",
    "some believe that %X could be slightly below %q",
    /* unclear */
    "it is unclear whether %X is %I",
    "whether %X equals %Q is an open question",
    "nobody is certain that %X is %I",
    /* perhaps the same */
    "%X may be the same as %Q",
    "%X could possibly match %Q",
    /* cannot be told */
    "it cannot be told whether %X equals %Q",
    "nobody can say whether %X is %I",
    "there is no telling whether %X is %I",
};

const size_t n_vague_relations = sizeof relations / sizeof relations[0];

void linear_say_vague(struct str *out, const struct equation *eq,
                      const struct say_options *o, size_t relation)
{
    struct telling t = { .out = out, .hidden = SIZE_MAX, .wording = o->style };

    INVARIANT(relation < n_vague_relations);
    linear_say_sort(&t, eq, o);
    linear_say_fill(&t, relations[relation]);
}
