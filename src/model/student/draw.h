/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_DRAW_H
#define MODEL_STUDENT_DRAW_H

#include "model/student/kernel.h"
#include "model/student/student.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The next piece, drawn from logits. In this order: the penalty of pieces that
 * were there before, temperature, top_k, top_p, min_p; where two are equally
 * likely, the lower number comes first. The draw depends on the seed and the
 * position alone, whatever else is under way.
 */

/* A piece that may be drawn. */
struct candidate {
    float weight; /* 1 for the likeliest */
    int piece;
};

/* Memory for drawing: room for all pieces. */
struct draw_room {
    int pieces;
    float *logit, *weight;
    struct candidate *list;
};

void draw_open(struct draw_room *r, int pieces);
void draw_clear(struct draw_room *r);

/* seen[piece]: was it in the prompt or the reply? */
int draw_piece(struct draw_room *r, const struct kernel *k, const float *logits,
               const struct student_how *how, const bool *seen, int position);

#endif
