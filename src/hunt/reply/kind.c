/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/reply/kind.h"

bool reply_kind_of(enum mark m, enum reply_kind *out)
{
    switch (m) {
    case MARK_CORRECT: *out = REPLY_SOLVED; return true;
    case MARK_WRONG: *out = REPLY_WRONG; return true;
    case MARK_OVERFLOW:
    case MARK_NO_ANSWER: *out = REPLY_NO_ANSWER; return true;
    case MARK_ABSTAINED:
    case MARK_REFUSED: *out = REPLY_REFUSED; return true;
    case MARK_MALFORMED:
    case MARK_UNREADABLE: *out = REPLY_UNREADABLE; return true;
    case MARK_TRUNCATED: *out = REPLY_TRUNCATED; return true;
    case MARK_UNDECIDED:
    case MARK_ERROR:
    case MARK_BAD_KEY:
    case MARKS: break;
    }
    return false;
}

bool reply_is_try(enum mark m)
{
    enum reply_kind k;

    return reply_kind_of(m, &k) && k != REPLY_TRUNCATED;
}

void reply_counts_mark(struct reply_counts *c, enum mark m)
{
    enum reply_kind k;

    if (reply_kind_of(m, &k))
        c->kinds[k]++;
}
