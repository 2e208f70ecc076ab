/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SPEC_FIELDS_INT_H
#define RUN_SPEC_FIELDS_INT_H

#include "run/spec/fields.h"

/* Between reading, checking and writing. */

/* "propose.alpha"; `group` NULL: at the top. */
#define SPEC_PATH_SIZE 80
const char *spec_path(const struct spec_field *group,
                      const struct spec_field *f, char out[SPEC_PATH_SIZE]);

/* "a, b or c": the words of a field; `last` is " or ", or " and ". */
void spec_add_words(struct str *out, const struct spec_field *f,
                    const char *last);

/* The place of a word among a field's; false: it is none of them. */
bool spec_find_word(const struct spec_field *f, const char *word, size_t *out);

/* What a choice has chosen: a place among its words. */
size_t spec_choice(const struct spec_field *f, const void *place);
void spec_choose(const struct spec_field *f, void *place, size_t word);

/* Is what stands there allowed? The message names the field. */
MUST_USE bool spec_check_field(const struct spec_field *group,
                               const struct spec_field *f, const void *place,
                               struct err *e);

/* Does the name of a field say that its value is a secret? */
bool spec_names_secret(const char *name);

#endif
