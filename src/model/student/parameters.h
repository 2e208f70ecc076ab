/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_PARAMETERS_H
#define MODEL_STUDENT_PARAMETERS_H

#include "base/arena.h"
#include "base/err.h"
#include "model/student/kernel.h"

/*
 * The weights of a student, read from their file. Its form: "assayst1", the
 * length of the header (8 bytes, the lowest first), the header (JSON: sizes,
 * names and shapes of the parts, pieces), the parts one after another (a matrix
 * is a float32 for each row, then its rows in int8; a vector is float32), and
 * the SHA-256 of all that. Nothing of it is believed before it was checked.
 */

#define STUDENT_SHA_HEX 65 /* 64 hexadecimal digits and a NUL */

struct student_size {
    int width, layers, heads, inner, context, pieces;
    int head; /* width / heads */
};

struct student_layer {
    const float *norm1, *norm2; /* width */
    struct dense qkv, out, gate, up, down;
};

/* The text of a piece: bytes, which may be no UTF-8. */
struct student_piece {
    const char *text;
    size_t n;
};

struct parameters {
    struct student_size size;
    struct student_piece *pieces;
    struct dense embed; /* a row for each piece */
    struct student_layer *layers;
    const float *norm; /* width */
    int side;          /* of all matrices */
    char sha[STUDENT_SHA_HEX];
    struct arena arena; /* holds all of it but the parts */
    char *block;        /* these */
    size_t used;
};

/* Special pieces stand behind the 256 bytes, and never come from text. */
enum { PIECE_END = 256, PIECE_USER, PIECE_STUDENT, PIECE_WORDS };

/* `side` is the kernel's that will read them. */
MUST_USE bool parameters_read(struct parameters *p, const char *path, int side,
                              struct err *e);
void parameters_clear(struct parameters *p);

#endif
