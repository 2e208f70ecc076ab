/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_DATE_H
#define TEXT_DATE_H

#include "text/lexicon.h"

#include <stdbool.h>

/*
 * Dates in English words: "March 14", "14 March", "the 14th of March, 2020",
 * "Tuesday, Mar. 14", "March 2020". Dates of numbers alone are not read here:
 * 3/4 is another day on the other side of an ocean.
 */

struct date {
    int year;                     /* 0: not given */
    int month;                    /* 1 to 12 */
    int day;                      /* 0: not given, and then the year is */
    const struct lexeme *weekday; /* NULL: not given */
};

/* Read a text that is a date and nothing else. Returns false if it is none. */
bool date_read(struct span text, struct date *out);

/* Can the day and the month be those of a date? */
bool date_exists(int month, int day);

#endif
