/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/say_int.h"

/*
 * Relations without certainty, in three wordings each. A reader who overlooks
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
    /* related */
    "%X is in some way related to %Q",
    "there is said to be some link between %X and %Q",
    "%X has something to do with %Q",
    /* perhaps related */
    "%X may somehow be related to %Q",
    "%X may or may not have something to do with %Q",
    "perhaps %X is somehow linked to %Q",
    /* could follow from */
    "%X could follow from %Q",
    "it is thought that %X might be derived from %Q",
    "%X may possibly result from %Q",
    /* could lead to */
    "%X could lead to %Q",
    "it is possible that %X somehow brings about %Q",
    "%X might give rise to %Q",
    /* unclear */
    "it is unclear whether %X is %I",
    "whether %X equals %Q is an open question",
    "nobody is certain that %X is %I",
    /* perhaps proportional */
    "%X may be proportional to %Q",
    "%X might vary in step with %Q",
    "it is suspected that %X grows and shrinks with %Q",
    /* perhaps the same */
    "%X may be the same as %Q",
    "%X could possibly match %Q",
    "some say that %X and %Q might be alike",
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
