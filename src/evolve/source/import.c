/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/import.h"
#include "base/str.h"
#include "evolve/source/import_int.h"
#include "problem/gold.h"

#include <string.h>

/*
 * From a row to a structure: its equations, the chain of them, the numbers of
 * its text. See import_int.h for the passes.
 */

const char *import_reason_name(enum import_reason r)
{
    static const char *const names[IMPORT_REASONS] = {
        "fine",
        "no computation in the row",
        "a note that cannot be read",
        "a note whose sides differ",
        "a number that comes from nowhere",
        "another result than the gold",
        "the gold is no number",
        "the gold is known to be wrong",
        "the text is not English",
        "too large",
    };

    return names[r];
}

bool import_wants_formula(enum import_reason r)
{
    return r != IMPORT_FINE && r != IMPORT_NO_GOLD && r != IMPORT_WRONG_GOLD &&
           r != IMPORT_LANGUAGE;
}

const char *fix_reason_name(enum fix_reason r)
{
    static const char *const names[FIX_REASONS] = {
        "free",
        "a number that is not in the text",
        "a number that can be meant twice",
        "no fresh numbers keep every step whole and of its sign",
        "a number that other words or steps count on",
    };

    return names[r];
}

void import_refuse(struct imported *out, enum import_reason why,
                   const char *detail)
{
    *out = (struct imported){ .reason = why, .detail = detail };
}

/* The gold as a fraction: "18", "0.5", "\frac{1}{2}". */
bool import_gold(const struct problem *p, struct ratio *out)
{
    const char *s = p->n_keys == 1 ? p->keys[0].latex : NULL;
    const char *mark;
    struct ratio above, below;
    bool negative;

    if (!s)
        return false;
    if (ratio_read(out, s, strlen(s)))
        return true;
    negative = s[0] == '-';
    if (!str_starts(s + negative, "\\frac{"))
        return false;
    s += negative + 6;
    mark = strstr(s, "}{");
    if (!mark || !str_ends(mark, "}") ||
        !ratio_read(&above, s, (size_t)(mark - s)) ||
        !ratio_read(&below, mark + 2, strlen(mark) - 3) ||
        !ratio_div(out, above, below))
        return false;
    *out = negative ? ratio_neg(*out) : *out;
    return true;
}

/* What stays the same whatever notes are tried. */
struct row {
    struct arena *arena;
    const struct problem *p;
    struct ratio gold;
    const char *statement;
};

static bool open_row(struct arena *a, const struct problem *p, struct row *row,
                     struct imported *out)
{
    const char *fault = gold_fault(p);

    *row = (struct row){ .arena = a, .p = p };
    if (fault) {
        import_refuse(out, IMPORT_WRONG_GOLD, fault);
        return false;
    }
    if (!import_is_english(p->statement)) {
        import_refuse(out, IMPORT_LANGUAGE, "too few English words");
        return false;
    }
    if (!import_gold(p, &row->gold)) {
        import_refuse(out, IMPORT_NO_GOLD, p->n_keys ? p->keys[0].latex : "");
        return false;
    }
    if (!import_fill_statement(a, p, &row->statement)) {
        import_refuse(out, IMPORT_UNREAD, "a number of the text is not given");
        return false;
    }
    return true;
}

static void try_notes(const struct row *row, const struct import_notes *notes,
                      bool strict, struct imported *out)
{
    struct arena *a = row->arena;
    struct import_text *t = arena_new(a, struct import_text);
    struct import_chain *c = arena_new(a, struct import_chain);

    if (!import_text_read(a, row->statement, t)) {
        import_refuse(out, IMPORT_TOO_LARGE, "too many sentences or numbers");
        return;
    }
    import_chain(a, notes, t, row->gold, c);
    if (c->reason != IMPORT_FINE) {
        import_refuse(out, c->reason, c->detail);
        return;
    }
    import_hold(c, notes, t);
    import_match(a, c, t, strict, out);
}

/* The notes of the worked text, and with `plain` its other equations. */
static void try_worked(const struct row *row, bool plain, struct imported *out)
{
    struct import_notes *notes = arena_new(row->arena, struct import_notes);

    import_notes_worked(row->arena, row->p, plain, notes);
    try_notes(row, notes, false, out);
}

/* Notes sometimes leave out a step that the text beside them has; where that
 * leads to no structure, the notes alone may. */
void import_problem(struct arena *a, const struct problem *p,
                    struct imported *out)
{
    struct import_notes *notes = arena_new(a, struct import_notes);
    struct imported alone;
    struct row row;

    if (!open_row(a, p, &row, out))
        return;
    if (import_notes_equation(a, p, notes)) {
        try_notes(&row, notes, false, out);
        return;
    }
    try_worked(&row, true, out);
    if (out->reason == IMPORT_FINE && out->fix != FIX_UNMATCHED)
        return;
    try_worked(&row, false, &alone);
    if (out->reason != IMPORT_FINE ||
        (alone.reason == IMPORT_FINE && alone.fix != FIX_UNMATCHED))
        *out = alone;
}

void import_formula(struct arena *a, const struct problem *p,
                    const char *formula, struct imported *out)
{
    struct import_notes *notes = arena_new(a, struct import_notes);
    struct row row;

    if (!open_row(a, p, &row, out))
        return;
    import_note_formula(a, formula, notes);
    if (notes->note[0].state == NOTE_UNREAD) {
        import_refuse(out, IMPORT_UNREAD, notes->note[0].text);
        return;
    }
    try_notes(&row, notes, true, out);
}
