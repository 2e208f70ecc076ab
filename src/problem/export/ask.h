/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_EXPORT_ASK_H
#define PROBLEM_EXPORT_ASK_H

#include "base/arena.h"
#include "base/json.h"
#include "problem/problem.h"

#include <stdbool.h>

/*
 * How a problem is asked and answered in formats that have one text for the
 * question and one for the answer.
 *
 * The answer is the key's LaTeX. Several keys are joined in their order as
 *
 *     name: value; name: value
 *
 * (a ";" behind a backslash is LaTeX's space and separates nothing; a key
 * without a name is its value alone), and the instruction asks for them in
 * that very form, in one \boxed{}.
 *
 * Some families judge a reply by rules of their own (a game's points): there
 * is no value to compare with. Their answer is what the judge has to know, in
 * one line that `assay grade` takes for a gold,
 *
 *     {"family": "mathador", "params": {"numbers": [...], "target": 24}}
 *
 * their kind is "rules", and there is no instruction, because the statement
 * says how to answer.
 */

/* Is a reply judged by the family's rules? The key says so: "rules" is the
 * family's name. */
bool ask_is_judged(const struct problem *p);

const char *ask_answer(struct arena *a, const struct problem *p);

/* The kind of the key; of several, "kind; kind" unless all are the same. */
const char *ask_kind(struct arena *a, const struct problem *p);

/* What to do with the answer, for the end of a prompt; "" for nothing. */
const char *ask_instruction(struct arena *a, const struct problem *p);

/* The statement, with the instruction when there is one. */
const char *ask_prompt(struct arena *a, const struct problem *p);

/* [{"role": "user", "content": prompt}] */
struct json *ask_chat(struct arena *a, const struct problem *p);

/* The concepts, joined with "; ". */
const char *ask_concepts(struct arena *a, const struct problem *p);

/* The knobs that were set, as "name=value; name=value"; "" for none. */
const char *ask_knobs(struct arena *a, const struct problem *p);

/* Where the problem is from: meta.source for an imported one, else NULL. */
const char *ask_source(const struct problem *p);

/* Append a member that is a string, a whole number, an array of strings. */
void ask_text(struct arena *a, struct json *row, const char *name,
              const char *s);
void ask_int(struct arena *a, struct json *row, const char *name, uint64_t v);
void ask_list(struct arena *a, struct json *row, const char *name,
              const char *const *items, size_t n);

#endif
