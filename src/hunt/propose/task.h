/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_TASK_H
#define HUNT_PROPOSE_TASK_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "hunt/domain.h"
#include "model/request.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Tasks of HypoGeniC: a config.yaml as that tool reads it, unchanged.
 *
 *     task_name: headlines
 *     label_name: label                 # default "label"
 *     train_data_path: ./train.json     # relative to the file; also
 *     test_data_path: ...               # val_data_path, ood_data_path
 *     prompt_templates:
 *       observations: {multi_content: "...", prefix: "...", suffix: "..."}
 *       batched_generation: {system: "...", user: "..."}
 *       inference: {system: "...", user: "..."}
 *
 * Each prompt is a map from roles to texts with ${slots}. A slot is a field of
 * the data, another template of the file (any key, also under
 * prompt_templates), or what the prompt is made for: observations,
 * num_hypotheses, hypothesis, hypotheses, ... `observations` and
 * adaptive_info_prompt may be a map with multi_content, or a plain string:
 * either way it is filled once for each example, which with a plain string the
 * original does not do. A slot that nothing fills is an error that names it,
 * its prompt and its line.
 *
 * In a hunt the data are its examples: statement, reply (the whole of it),
 * extract (what was read as its answer), key, solution, concepts, traits and
 * label. Slots with other names are filled by the spec's `fields`, else by the
 * usual names of these (problems, answers, gold ...). What the task calls its
 * labels is read from its prompts ("correct" or "wrong") unless the spec says
 * it.
 *
 * Slots are written ${name} or $name, and $$ is a dollar. LaTeX is full of
 * dollars: a $name that nothing fills, a lone $ and a ${...} that holds no name
 * stay as they are.
 *
 * Data is one JSON object of equally long arrays, one for each field; or
 * objects, one a line or in an array, each of which has the fields of the
 * first. Values that are no strings become their JSON text.
 */

/* The labels of the task that ships with assay. */
#define TASK_FAILS  "fails"
#define TASK_SOLVED "solved"
#define TASK_WORDS  6

/* A value for a slot. */
struct slot_value {
    const char *name, *value;
};

struct task_data {
    const char **fields; /* names, the label's among them */
    size_t n_fields;
    const char ***values; /* values[field][row] as text */
    size_t n;             /* rows */
    size_t label;         /* which field is the label */
    const size_t *lines;  /* of the file, where each row's label stands; NULL:
                             none */
    bool hunt;            /* examples of a hunt */
    const struct json **own; /* [row]: what a file of outcomes has, whose fields
                                fill slots, too; or NULL */
};

struct task {
    const char *path; /* of the file, for messages */
    const char *name;
    const char *label_name;
    const char *folder;                   /* that paths are relative to */
    const char *train, *val, *test, *ood; /* paths as written, or NULL */
    const struct json *templates;         /* prompt_templates */
    const struct json *root;              /* the whole file: extra keys */
    bool built_in;

    /* Of task_settle(); readers settle it by the defaults. */
    const char *fails, *solved;          /* its labels in a hunt */
    const struct json *fields;           /* slot -> field; NULL: none */
    struct slot_value words[TASK_WORDS]; /* what slots may stand for besides */
};

/* Settles what the prompts say in a hunt: the words of its domain, what failing
 * and solving are called (labels[0], labels[1]; NULL: found in the prompts),
 * which fields fill which slots (NULL: by their names). */
void task_settle(struct arena *a, struct task *t, const struct domain *d,
                 const char *const *labels, const struct json *fields);

/* Fails if `fields` names a field that the data has not, or a slot that no
 * prompt has. */
MUST_USE bool task_check_fields(struct arena *a, const struct task *t,
                                const struct task_data *d, struct err *e);

MUST_USE bool task_read_file(struct arena *a, const char *path,
                             struct task *out, struct err *e);

/* Is there such a prompt? And does it have that slot? */
bool task_has(const struct task *t, const char *prompt);
bool task_uses(const struct task *t, const char *prompt, const char *slot);

/* The line of a prompt in the file. */
size_t task_line(const struct task *t, const char *prompt);

/* `path` is relative to the task's folder. */
MUST_USE bool task_data_read(struct arena *a, const struct task *t,
                             const char *path, struct task_data *out,
                             struct err *e);

/* The messages of a prompt with its slots filled: by `values`, then by the
 * fields of row `row` of `data` (NULL: none), then by templates of the file.
 * What a value contains is not looked at again. */
MUST_USE bool task_messages(struct arena *a, const struct task *t,
                            const char *prompt, const struct slot_value *values,
                            size_t n_values, const struct task_data *data,
                            size_t row, const struct message **out, size_t *n,
                            struct err *e);

/* A prompt that is repeated for each of `rows`: observations,
 * adaptive_info_prompt. Prefix and suffix once. */
MUST_USE bool task_repeat(struct arena *a, const struct task *t,
                          const char *prompt, const struct slot_value *values,
                          size_t n_values, const struct task_data *data,
                          const size_t *rows, size_t n_rows, const char **out,
                          struct err *e);

/* The task that ships with assay: our own prompts for hunting on problems,
 * written as such a file (prompts.c). `blind`: the judge sees the statement
 * alone, else solution and reply too. `traits`: examples are shown with theirs.
 * Fields are those of a hunt. */
MUST_USE bool task_default(struct arena *a, bool blind, bool traits,
                           struct task *out, struct err *e);

#endif
