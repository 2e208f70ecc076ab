/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_EXPORT_ASK_H
#define PROBLEM_EXPORT_ASK_H

#include "base/arena.h"
#include "base/json.h"
#include "problem/problem.h"

#include <stdbool.h>

/*
 * The question and the answer of a problem, in formats that have one text for
 * each.
 *
 * The answer is the key's LaTeX. Several keys are joined in their order as
 *
 *     name: value; name: value
 *
 * (a ";" behind a backslash is LaTeX's space and separates nothing; a key
 * without a name is its value alone), and the instruction asks for them in
 * exactly that form, in one \boxed{}.
 *
 * Some families judge a reply by their own rules (a game's points): there is no
 * value to compare with. Their answer is the data that the judge needs, in one
 * line that `assay grade` takes for a gold,
 *
 *     {"family": "mathador", "params": {"numbers": [...], "target": 24}}
 *
 * their kind is "rules", and there is no instruction, because the statement
 * explains how to answer. Keys that are meant in a limit (problem/limit.h) are
 * likewise the JSON text of the key, or of an array of keys:
 *
 *     {"kind": "expression", "latex": "1-x", "limit": {"symbol": "x", ...}}
 */

/* Is a reply judged by the family's rules? Then "rules" of the key is the
 * family's name. */
bool ask_is_judged(const struct problem *p);

/* Returns the keys as an array of objects with name, kind and latex, and with
 * their limits. */
struct json *ask_keys(struct arena *a, const struct problem *p, bool limits);

const char *ask_answer(struct arena *a, const struct problem *p);

/* Returns the kind of the key; for several keys "kind; kind", unless all are
 * the same. */
const char *ask_kind(struct arena *a, const struct problem *p);

/* Returns the instruction on how to answer, for the end of a prompt, or "" if
 * there is none. */
const char *ask_instruction(struct arena *a, const struct problem *p);

/* Returns the statement, followed by the instruction if there is one. */
const char *ask_prompt(struct arena *a, const struct problem *p);

/* Returns [{"role": "user", "content": prompt}], in the arena. */
struct json *ask_chat(struct arena *a, const struct problem *p);

/* Returns the concepts, joined with "; ". */
const char *ask_concepts(struct arena *a, const struct problem *p);

/* Returns the knobs that were set, as "name=value; name=value", or "" if none
 * was. */
const char *ask_knobs(struct arena *a, const struct problem *p);

/* Returns meta.source of an imported problem, or NULL if it is not imported. */
const char *ask_source(const struct problem *p);

/* Append a member that is a string, a whole number, an array of strings. */
void ask_text(struct arena *a, struct json *row, const char *name,
              const char *s);
void ask_int(struct arena *a, struct json *row, const char *name, uint64_t v);
void ask_list(struct arena *a, struct json *row, const char *name,
              const char *const *items, size_t n);

#endif
