/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Errors.
 *
 * A function that can fail returns bool and takes `struct err *` last. On
 * failure it has filled *e with a message fit to print as it stands; on
 * success it has not touched *e, so calls chain with &&. Three things are
 * not errors and never travel this way:
 *
 *   - running out of memory: the process ends with status 3 and says what
 *     helps (out_of_memory()); broken invariants: it stops (BUG);
 *   - a question that could not be decided: see enum truth in base/truth.h;
 *   - a wrong answer: that is a verdict.
 *
 * Messages are lower-case without a full stop: "could not ..." when another
 * try may succeed, "cannot ..." when none will. They name no function. What
 * they quote of a hostile file has no control characters left in it, and a
 * message too long for its field is cut.
 */

enum err_code {
    ERR_NONE = 0,
    ERR_USAGE,   /* the caller's request makes no sense */
    ERR_SYNTAX,  /* text that does not parse */
    ERR_DOMAIN,  /* parses, but has no value or breaks a rule of its format */
    ERR_LIMIT,   /* a ceiling of base/limits.h was met */
    ERR_SPENT,   /* an enumerable space holds no further problem */
    ERR_OUTSIDE, /* the problem lies outside of the split asked for */
    ERR_IO,      /* files and streams */
};

struct err {
    enum err_code code;
    size_t line, column; /* both from 1; 0: the error has no place in a text */
    char msg[480];
};

#define MUST_USE       __attribute__((warn_unused_result))
#define PRINTF(fmt, a) __attribute__((format(printf, fmt, a)))

/*
 * Of a member that points to text without a NUL at its end: gcc warns if it is
 * handed to a function that looks for one, and tools/check-banned reports the
 * calls that gcc does not know. text/span.h has what such text needs.
 */
#if defined(__has_attribute)
# if __has_attribute(nonstring)
#  define NONSTRING __attribute__((nonstring))
# endif
#endif
#ifndef NONSTRING
# define NONSTRING
#endif

/* Fills *e and returns false, so that `return err_set(e, ...)` reads well. */
bool err_set(struct err *e, enum err_code code, const char *fmt, ...)
    PRINTF(3, 4);

/* As err_set, at a line and column of the text being read. */
bool err_at(struct err *e, enum err_code code, size_t line, size_t column,
            const char *fmt, ...) PRINTF(5, 6);
bool err_fill(struct err *e, enum err_code code, size_t line, size_t column,
              const char *fmt, va_list ap) PRINTF(5, 0);

/* Puts context before the message of a failure: "reading x: " + msg. Returns
 * false. */
bool err_prefix(struct err *e, const char *fmt, ...) PRINTF(2, 3);

/* Ends the process, with no core file: no memory is left. */
_Noreturn void out_of_memory(void);

/* Stops the process with a message: a correct program never gets here. */
_Noreturn void bug(const char *file, int line, const char *what);
#define BUG(what)       bug(__FILE__, __LINE__, what)
#define INVARIANT(cond) ((cond) ? (void)0 : BUG(#cond))

#endif
