/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_COURSE_H
#define MODEL_COURSE_H

#include <stdint.h>

/* How a reply came that came as a stream. */
struct course {
    int64_t first_ms; /* from sending to the first piece of text */
    int64_t gap_ms;   /* the longest wait between two pieces */
    int64_t pieces;   /* that had text, reasoning included; 0: the reply came
                         in one piece, and nothing else is known */
};

#endif
