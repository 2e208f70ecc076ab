/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_BOARD_DOCUMENT_H
#define SERVE_DESK_BOARD_DOCUMENT_H

#include "report/document.h"
#include "serve/desk/board_count.h"

/* Adds what models made of the class's entries: the models, worst first,
 * with the entries that each solves and falls for, and topics x models as a heat map
 * and as a table with intervals. */
void board_document(struct document *d, const struct board_counts *c);

#endif
