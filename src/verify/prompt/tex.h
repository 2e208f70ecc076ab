/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_PROMPT_TEX_H
#define VERIFY_PROMPT_TEX_H

#include "base/arena.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * LaTeX as text whose brackets are matched, for who cuts a formula into its
 * parts before it is read: at commas, relations and primes that stand inside no
 * bracket. Round, square, curly and \{ \} brackets and environments count; one
 * without a partner is no bracket.
 */

struct tex {
    struct span s;
    uint32_t *partner; /* of an opening bracket: where its partner begins; 0 */
};

/* What stands between the sides of a statement. */
enum tex_relation {
    TEX_NONE,
    TEX_EQUALS,  /* = */
    TEX_LIKE,    /* \sim \approx */
    TEX_TENDS,   /* \to \rightarrow */
    TEX_SMALL,   /* \ll */
    TEX_ORDERED, /* < > \le \ge */
    TEX_IN       /* \in */
};

/* A side of a statement, and the relation before it. */
struct tex_side {
    struct span s;
    enum tex_relation relation; /* TEX_NONE: the first side */
};

struct tex tex_open(struct arena *a, struct span s);

/* Returns the length of the control word, group opener or byte at `at`. */
size_t tex_token(struct span s, size_t at);

/* Returns where the next token at the same level begins: behind the partner if
 * a bracket opens at `at`. */
size_t tex_next(const struct tex *t, size_t at);

/* Cut at the relations that stand in no bracket. Returns how many sides there
 * are, `most` at most. */
size_t tex_sides(struct arena *a, struct span s, struct tex_side *sides,
                 size_t most);

/* Is this control word (without a letter behind it) at `at`? */
bool tex_word_at(struct span s, size_t at, const char *word);

/* Cut the next part, which ends at a mark that stands in no bracket or at the
 * end, off the text from *from on. Returns false behind the last; an empty
 * text has one. */
bool tex_part(const struct tex *t, size_t *from, char mark, struct span *part);

static inline bool tex_has(struct span s, const char *text)
{
    return span_find(s, 0, text) < s.n;
}

/* s without blanks, spacing commands and punctuation at its ends. */
struct span tex_trim(struct span s);

/* s without blanks and spacing commands anywhere, as a new C string. */
const char *tex_squeezed(struct arena *a, struct span s);

/* If the whole of s is one pair of these brackets ("[", "("), returns its
 * inside, else s. */
struct span tex_unwrapped(struct arena *a, struct span s, char bracket);

#endif
