/* SPDX-License-Identifier: Apache-2.0 */
/* The prompts of a writer. Every batch is asked in the same words and has
 * another attempt number, so that the journal answers for those it has. */
#include "base/str.h"
#include "hunt/write/write_int.h"

const char *write_system(void)
{
    return "You write mathematics problems. They are used to find out what a "
           "solver cannot do, so each must be sound: a reader who has only its "
           "text can solve it, and there is exactly one right answer.\n"
           "\n"
           "Rules for every problem:\n"
           "- All that is needed stands in the text: no figure, no table "
           "elsewhere, no other problem.\n"
           "- It asks for one value or formula: no proof, no explanation, no "
           "drawing, no yes or no, no choices to pick from.\n"
           "- It has exactly one answer, which you have checked.\n"
           "- No two problems differ in names or numbers alone, and none is "
           "one that you have seen in a book or a collection.\n"
           "- Mathematics is in LaTeX between dollar signs.\n"
           "\n"
           "Write each problem in this form, with nothing before, between or "
           "after:\n"
           "\n"
           "Problem 1:\n"
           "the text of the problem\n"
           "Answer: the final answer alone\n"
           "Compute: the answer as one formula of numbers\n"
           "\n"
           "The line Compute is optional. It holds what a calculator for exact "
           "mathematics can evaluate: an expression, a sum \\sum_{k=1}^{n}, a "
           "definite integral, a remainder such as 7^{100} \\bmod 13, "
           "congruences such as x \\equiv 2 \\pmod 3, x \\equiv 3 \\pmod 5, "
           "or equations such as solve x+y=3, x-y=1 for x. Leave it out where "
           "there is no such formula.";
}

/* The name as the taxonomy has it in full. */
static const char *full_name(const struct taxonomy *t, const char *name)
{
    const struct concept *c = t ? concept_find(t, name) : NULL;

    return c ? c->name : name;
}

const char *write_user(struct arena *a, const struct claim *c,
                       const struct taxonomy *t, const struct write_options *o,
                       size_t batch)
{
    struct str s = str_in(a);

    str_add(&s, "This is believed of a solver: ");
    str_add(&s, o->hypothesis_text);
    str_addc(&s, '\n');
    if (c->n_concepts) {
        str_add(&s, "\nConcepts:\n");
        for (size_t i = 0; i < c->n_concepts; i++)
            str_addf(&s, "- %s\n", full_name(t, c->concepts[i]));
    }
    str_addf(&s,
             "\nWrite %zu new problem%s that would put this to the test%s. "
             "Vary what they are about, and how hard they are.\n",
             batch, batch == 1 ? "" : "s",
             c->n_concepts > 1 ? "; each needs all of these concepts"
             : c->n_concepts   ? "; each needs this concept"
                               : "");
    if (o->seed && *o->seed)
        str_addf(&s, "\nSet: %s\n", o->seed);
    return str_get(&s);
}
