/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_TYPE_H
#define FAMILY_LANGUAGE_TYPE_H

#include <stdint.h>

/* A type is known before a file is run as far as its text tells it. Four bits
 * name the outermost kind, the next four the kind of its items, and so on;
 * TYPE_ANY: it is not known. */
typedef uint32_t type;
enum {
    TYPE_ANY,
    TYPE_NUMBER,
    TYPE_TRUTH,
    TYPE_TEXT,
    TYPE_POLY,
    TYPE_LIST,
    TYPE_SET,
    TYPE_TUPLE,
    TYPE_INTERVAL
};

static inline type type_of(type t)
{
    return t & 15; /* without its items */
}
static inline type type_item(type t)
{
    return t >> 4;
}
/* The type of the items, if it is a row. */
static inline type type_inside(type t)
{
    return type_of(t) >= TYPE_LIST ? type_item(t) : TYPE_ANY;
}
static inline type type_list(type item)
{
    return TYPE_LIST | item << 4;
}
static inline type type_set(type item)
{
    return TYPE_SET | item << 4;
}

#endif
