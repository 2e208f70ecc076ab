/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_SHOW_ITEMS_H
#define CLI_SHOW_ITEMS_H

#include "base/arena.h"
#include "cli/args.h"
#include "run/count/result_filter.h"
#include "store/runs.h"

/*
 * Results of a run, one by one: for people, with statement, key, the end of the
 * reply, answer, verdict and reason, or as JSON lines. Texts of models and of
 * files are shown without control characters, and long ones are cut. Functions
 * return the status to exit with.
 */

struct items_options {
    struct filter_words words;
    uint64_t limit; /* items at most; 0: all; UINT64_MAX: the default */
    bool replies;   /* whole texts */
    bool json;
};

/* Returns whether items are asked for: by a filter or by a limit. */
bool items_asked(const struct items_options *o);

/* Shows the items that pass the filter. EXIT_NO if there is none. */
int show_items(const struct command *self, struct arena *a, struct store *s,
               const struct run_info *run, const struct items_options *o);

/* Prints the newest result of every call of a run with its reply, a JSON line
 * each, as replay:FILE reads them. */
int show_replies(struct arena *a, struct store *s, const struct run_info *run);

/*
 * A text from outside in rows for a terminal: folded at blanks where there are
 * some, its own lines kept, without control characters. A line of more than
 * TEXT_LINE_ROWS rows is cut. The time is linear in what is shown.
 */

#define TEXT_LINE_ROWS 50

struct text_rows {
    const char *text;
    size_t n, width; /* bytes; characters of a row */
    size_t at;       /* where the next row begins */
    size_t of_line;  /* rows of the line at hand */
};

struct text_row {
    size_t from, to; /* bytes */
};

/* Finds the next row. Returns false if there is none left. */
bool text_next_row(struct text_rows *r, struct text_row *out);

#endif
