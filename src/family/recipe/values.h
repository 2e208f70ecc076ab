/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_VALUES_H
#define FAMILY_RECIPE_VALUES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The values of a problem: all that its mathematics depends on.
 *
 * A family keeps them in a struct of its own whose members are int64_t and
 * arrays of int64_t, nothing else, and describes it by a list of fields. From
 * that list come the problem's "params" in JSON, their reading and their
 * limits, and the numbers that other problems may replace. A family with a depth
 * may also have lists in an arena, as long as the depth asks for.
 *
 *     struct choice { int64_t n, k; };
 *     static const struct field fields[] = {
 *         SLOT(struct choice, n, 2, 5000), NUMBER(struct choice, k, 1, 60),
 *         { 0 } };
 */

#define VALUES_MOST 128 /* numbers in one struct */

/* Room for the struct of any family. */
union values {
    int64_t numbers[VALUES_MOST];
};

/* A list without a stated length. */
struct ints {
    int64_t n;
    int64_t *x;
};

#define INTS_MOST ((size_t)1 << 20) /* no list of a file is longer */

/* Returns a list of n zeros. */
struct ints ints_new(struct arena *a, size_t n);

struct field {
    const char *name;
    size_t at;       /* where in the struct */
    size_t most;     /* 0: one number; else a list of up to so many; INTS_MOST:
                        a struct ints */
    size_t count_at; /* of a list: where the member with its length is; that
                        member has no field of its own */
    int64_t lo, hi;  /* limits in a file. check() sees only values within them,
                        and must be safe for all of these */
    bool slot;       /* the number, or each one of the list, stands in the
                        statement and may be replaced by a letter that is
                        defined before */
    bool grows;      /* a list of the digits of a number whose size is free:
                        the knob "digits" makes it longer */
};

#define FIELD_NUMBER(type, member, lo, hi, slot)             \
 {                                                           \
#  member, offsetof(type, member), 0, 0, lo, hi, slot, false \
 }
#define FIELD_LIST(type, member, count, lo, hi, slot)                       \
 {                                                                          \
#  member, offsetof(type, member),                                          \
      sizeof(((type *)0)->member) / sizeof(int64_t), offsetof(type, count), \
      lo, hi, slot, false                                                   \
 }
#define NUMBER(type, member, lo, hi) FIELD_NUMBER(type, member, lo, hi, false)
#define SLOT(type, member, lo, hi)   FIELD_NUMBER(type, member, lo, hi, true)
/* The same for a member of a member, under a name of its own. */
#define FIELD_SLOT_OF(type, member, name, lo, hi)         \
 {                                                        \
  name, offsetof(type, member), 0, 0, lo, hi, true, false \
 }
#define FIELD_LIST_OF(type, member, name, count, lo, hi)                       \
 {                                                                             \
  name, offsetof(type, member), sizeof(((type *)0)->member) / sizeof(int64_t), \
      offsetof(type, count), lo, hi, false, false                              \
 }
/* Lists may share one count: then they are equally long. */
#define LIST(type, member, count, lo, hi) \
 FIELD_LIST(type, member, count, lo, hi, false)
#define SLOT_LIST(type, member, count, lo, hi) \
 FIELD_LIST(type, member, count, lo, hi, true)

/* The digits of one number, and what stands in their places. */
#define LIST_OF_DIGITS(type, member, count, lo, hi)                         \
 {                                                                          \
#  member, offsetof(type, member),                                          \
      sizeof(((type *)0)->member) / sizeof(int64_t), offsetof(type, count), \
      lo, hi, false, true                                                   \
 }

#define INTS(type, member, lo, hi)                                            \
 {                                                                            \
#  member, offsetof(type, member), INTS_MOST, offsetof(type, member), lo, hi, \
      false, false                                                            \
 }

/* Returns the values as an object: {"n": 12, "k": 3}. */
struct json *values_write(struct arena *a, const struct field *fields,
                          const void *values);

/* Read the values, long lists into the arena; the struct must be zeroed. Members that
 * are no fields are left alone. Fails if a value is missing, mistyped or beyond
 * its limits. */
MUST_USE bool values_read(struct arena *a, const struct json *params,
                          const struct field *fields, void *values,
                          struct err *e);

/* The numbers of a field: how many there are, where the member with that count
 * is (of a list), and the place of one of them. */
size_t values_count(const struct field *f, const void *values);
const int64_t *values_count_at(const struct field *f, const void *values);
const int64_t *values_at(const struct field *f, const void *values, size_t i);

/* Returns the field that a template names by "n" or "m[0]" (`n` bytes of name),
 * and sets the index; or NULL if there is none. */
const struct field *values_field(const struct field *fields, const char *name,
                                 size_t n, size_t *index);

/* Returns how many numbers could be replaced: the slots. */
size_t values_slots(const struct field *fields, const void *values);

/* One slot: its place in the struct, its field and its index in a list. */
struct slot {
    const struct field *field;
    size_t index;
    int64_t *place;
};
struct slot values_slot(const struct field *fields, void *values, size_t i);

/* Find the slot of that name and index. Returns false if there is none. */
bool values_slot_find(const struct field *fields, void *values,
                      const char *name, int64_t index, struct slot *out);

/* Returns the place of a number by the name that templates use, "n" or "m[0]"
 * (`n` bytes of name), or NULL if it is no field. */
const int64_t *values_find(const struct field *fields, const void *values,
                           const char *name, size_t n);

#endif
