/* SPDX-License-Identifier: Apache-2.0 */
/* Words in the text of a differential equation. */
#include "verify/pde/pde.h"

#include "base/ascii.h"
#include "base/str.h"

#include <string.h>

static char *pde_lower(struct arena *a, const char *s)
{
    char *copy = arena_strdup(a, s);

    for (char *c = copy; *c; c++)
        *c = to_lower(*c);
    return copy;
}

static bool pde_has(const char *text, const char *words) /* words: "a|b|c" */
{
    while (*words) {
        size_t n = strcspn(words, "|");

        for (const char *s = text; *s; s++)
            if (strncmp(s, words, n) == 0)
                return true;
        words += n + (words[n] == '|');
    }
    return false;
}

void pde_read_phrases(struct pde *p, const char *text)
{
    const char *s = pde_lower(p->arena, text);

    p->speed |= pde_has(s, "front speed|wave speed|speed of|shock speed");
    p->travelling |=
        pde_has(s, "travelling wave|traveling wave|travelling-wave|"
                   "traveling-wave");
    p->wave |= pde_has(s, "travel|soliton|solitary|front|kink|pulse|wave sol");
    p->similarity |= pde_has(s, "similar");
    p->nontrivial |=
        pde_has(s, "nontrivial|non-trivial|nonconstant|non-constant|"
                   "localized|localised");
    if (pde_has(s,
                "to the right|rightward|right-moving|moving right|moves right"))
        p->direction = 1;
    if (pde_has(s, "to the left|leftward|left-moving|moving left|moves left"))
        p->direction = -1;
}

void pde_read_radial(struct pde *p, const char *text)
{
    static const struct {
        const char *words;
        unsigned n;
    } sizes[] = {
        { "three dim|three-dim|3 dim|3-dim|3d|^3", 3 },
        { "two dim|two-dim|2 dim|2-dim|2d|^2$|planar|in the plane", 2 },
        { "one dim|one-dim|1 dim|1-dim|1d", 1 },
    };
    const char *s = pde_lower(p->arena, text);

    if (!str_eq(p->variables.names[0], "r"))
        return;
    for (size_t i = 0; i < 3 && !p->variables.radial; i++)
        if (pde_has(s, sizes[i].words))
            p->variables.radial = sizes[i].n;
}

bool pde_is_phrase(struct arena *a, const char *text)
{
    return pde_has(
        pde_lower(a, text),
        "travel|soliton|solitary|front|kink|pulse|wave|similar|trivial|"
        "constant|locali|moving|leftward|rightward|to the right|"
        "to the left|radial|dimension|smooth|bounded|real|positive|"
        "speed|decay|weak|entropy|solution|maximum");
}

bool pde_is_words(const char *text)
{
    return !strpbrk(text, "=<>") && !strstr(text, "\\to") &&
           !strstr(text, "\\in") && !strstr(text, "\\le") &&
           !strstr(text, "\\ge");
}
