/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_RUN_FIGURES_H
#define RUN_PRINT_RUN_FIGURES_H

#include "report/document.h"
#include "run/summary.h"

/*
 * How replies came that came as streams: of each model the time to the first
 * token (median, and what 95 % did not exceed), the longest wait between two
 * tokens (likewise), and tokens a second from the first one on (median).
 */

/* Adds that to the document of a run; nothing if no reply was streamed. Models
 * are shown by their labels. */
void course_document(struct document *d, const struct summary *v,
                     const char *const *labels);

#endif
