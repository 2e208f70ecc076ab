/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SPEC_FIELDS_INT_H
#define RUN_SPEC_FIELDS_INT_H

#include "run/spec/fields.h"

/* Between reading, checking and writing. */

/* Returns how messages name a field: "propose.alpha" with its quotes. `group`
 * is NULL for a field at the top. */
#define SPEC_NAME_SIZE 80
const char *spec_name(const struct spec_field *group,
                      const struct spec_field *f, char out[SPEC_NAME_SIZE]);

/* "a, b or c": the words of a field; `last` is " or ", or " and ". */
void spec_add_words(struct str *out, const struct spec_field *f,
                    const char *last);

/* Finds the place of a word among those of a field. Returns false if it is none
 * of them. */
bool spec_find_word(const struct spec_field *f, const char *word, size_t *out);

/* Read and set a choice, as a place among its words. */
size_t spec_choice(const struct spec_field *f, const void *place);
void spec_choose(const struct spec_field *f, void *place, size_t word);

/* Returns the largest value of a number's field. */
double spec_most(const struct spec_field *f);

/* Fails if the value at `place` is not allowed. Messages begin with `name`. */
MUST_USE bool spec_check_field(const char *name, const struct spec_field *f,
                               const void *place, struct err *e);

/* Who reads: a file, or an option. */
struct spec_reader {
    struct arena *arena;
    const struct spec_table *table; /* of a file */
    const char *folder; /* what paths are relative to; "": as they stand */
    void *spec;         /* what a file is read into */
};

/* Put a value into its place, unchecked. Messages begin with `name`. */
MUST_USE bool spec_read_value(const struct spec_reader *r,
                              const struct spec_field *f, const char *name,
                              const struct json *v, void *place, struct err *e);

/* Returns a path, or a model that contains one (planted:FILE, replay:FILE,
 * student:FILE, also after llm:), joined to the folder that it is relative to. */
const char *spec_resolve(struct arena *a, const struct spec_field *f,
                         const char *folder, const char *text);

/* Returns whether the name of a field says that its value is a secret. */
bool spec_names_secret(const char *name);

#endif
