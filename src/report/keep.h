/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_KEEP_H
#define REPORT_KEEP_H

#include "base/err.h"
#include "base/str.h"
#include "report/document.h"

#include <stdbool.h>

/*
 * A document as JSON that can be read back: what people see of it, block by
 * block, tables and figures with their values. Members for programs are not
 * kept, nor are columns that only programs see.
 */

/* Appends the document as one line of JSON, without a newline. */
void document_keep(struct str *out, const struct document *d);

/* Reads it back and adds its blocks to `d`. The text may come from anywhere.
 * Fails if it is no kept document. */
MUST_USE bool document_load(struct document *d, const char *text,
                            struct err *e);

#endif
