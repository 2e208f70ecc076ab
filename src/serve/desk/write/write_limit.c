/* SPDX-License-Identifier: Apache-2.0 */

/* The limit that an answer is meant in: three fields for the usual one, or JSON
 * for all of them. */
#include "base/ascii.h"
#include "base/limits.h"
#include "grade/look.h"
#include "grade/request.h"
#include "math/read/read.h"
#include "problem/limit.h"
#include "serve/desk/write/write_draft.h"

#include <string.h>

/* The three fields of a limit, what stands for each while another is looked at,
 * and what each may be. */
static const struct limit_card {
    enum draft_field field;
    const char *name, *sound, *may;
} limit_cards[] = {
    { DRAFT_LIMIT_SYMBOL, "symbol", "x",
      "it must be one symbol, such as x or \\epsilon" },
    { DRAFT_LIMIT_TO, "to", "0",
      "it must be 0+, 0-, inf, -inf, or a point such as 1, 1+, 1- or \\pi/2, "
      "with no other symbols than those of the answer" },
    { DRAFT_LIMIT_ORDER, "order", "1",
      "it must be a number other than 0, at most 64, such as 1 or 1/2" },
};

#define N_LIMIT_CARDS (sizeof limit_cards / sizeof limit_cards[0])

/* A number stays one; 1/2 is a text. */
static struct json *limit_member(struct arena *a, const char *name,
                                 const char *text)
{
    struct json *v;
    struct err unused;

    if (str_eq(name, "order") &&
        json_read(a, text, strlen(text), 1, &v, &unused) &&
        v->type == JSON_NUMBER)
        return json_new_number(a, text);
    return json_new_string(a, text);
}

/* The limit of the three fields; of `only` alone, if it is not NULL. */
static struct json *limit_object(struct arena *a, const struct entry_draft *d,
                                 const struct limit_card *only)
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < N_LIMIT_CARDS; i++) {
        const struct limit_card *c = &limit_cards[i];
        const char *text = d->text[c->field];

        if (only && c != only)
            text = c->sound;
        if (*text || c->field != DRAFT_LIMIT_ORDER)
            json_set(a, v, c->name, limit_member(a, c->name, text));
    }
    return v;
}

/* Names the field that is wrong. */
static bool limit_wrong(struct arena *a, const struct entry_draft *d,
                        enum draft_field *at, struct err *e)
{
    struct answer_limit unused;

    for (size_t i = 0; i < N_LIMIT_CARDS; i++) {
        const struct limit_card *c = &limit_cards[i];

        if (limit_read(a, limit_object(a, d, c), &unused, e))
            continue;
        *at = c->field;
        return err_set(e, ERR_DOMAIN, "%s", c->may);
    }
    return false;
}

/* Reads the limit; if there is one, *out is its JSON and *read what it says. */
static bool write_limit_read_limit(struct arena *a, const struct entry_draft *d,
                                   struct json **out, struct answer_limit *read,
                                   enum draft_field *at, struct err *e)
{
    const char *text = d->text[DRAFT_LIMIT];
    bool any = false;

    *out = NULL;
    *at = DRAFT_LIMIT;
    if (*text)
        return json_read(a, text, strlen(text), 1, out, e) &&
               limit_read(a, *out, read, e);
    for (size_t i = 0; i < N_LIMIT_CARDS; i++)
        any = any || *d->text[limit_cards[i].field];
    if (!any)
        return true;
    *out = limit_object(a, d, NULL);
    return limit_read(a, *out, read, e) || limit_wrong(a, d, at, e);
}

bool draft_declares(struct arena *a, const struct entry_draft *d,
                    const char *name)
{
    struct grade_request r = { 0 };

    request_set_symbols(a, &r, d->text[DRAFT_SYMBOLS]);
    for (size_t i = 0; i < r.symbols_n; i++) {
        const char *own = read_one_symbol(a, r.symbols[i]);

        if (own && str_eq(own, name))
            return true;
    }
    return false;
}

/* Does a symbol, or a function of that name, stand in the answer? */
static bool write_limit_is_read(struct arena *a, const struct entry_draft *d,
                                const char *name)
{
    const char *answer = d->text[DRAFT_ANSWER];
    struct key_look *looks = arena_array(a, struct key_look, LIMIT_KEYS);
    struct grade_request r = { .gold = answer, .gold_n = strlen(answer) };
    size_t n;

    request_set_symbols(a, &r, d->text[DRAFT_SYMBOLS]);
    r.has_kind = answer_find(d->text[DRAFT_KIND], &r.kind);
    n = grade_look(a, &r, looks);
    for (size_t i = 0; i < n; i++) {
        const char *const *free = NULL;
        size_t k = looks[i].tree ? expr_symbols(a, looks[i].tree, &free) : 0;

        while (k-- > 0)
            if (str_eq(free[k], name) || (str_starts(free[k], name) &&
                                          str_eq(free[k] + strlen(name), "(")))
                return true;
    }
    return false;
}

/* Does a symbol stand in the answer, or was it declared? */
static bool write_limit_is_known(struct arena *a, const struct entry_draft *d,
                                 const char *name)
{
    return draft_declares(a, d, name) || write_limit_is_read(a, d, name);
}

/* ---- terms O(...) ---- */

/* Does a bracket follow, perhaps a large one? */
static bool write_limit_is_bracket(const char *s)
{
    s += strspn(s, "} ");
    if (str_starts(s, "\\left") || str_starts(s, "\\big") ||
        str_starts(s, "\\Big"))
        for (s++; is_letter(*s);)
            s++;
    return s[strspn(s, " ")] == '(';
}

/* Does the text have such a spelling before a bracket, and not as a part of a
 * command? */
static bool write_limit_is_called(const char *text, const char *spelling)
{
    for (const char *p = strstr(text, spelling); p;
         p = strstr(p + 1, spelling)) {
        const char *begin = p;

        while (begin > text && is_letter(begin[-1]))
            begin--;
        if ((begin == text || begin[-1] != '\\') &&
            write_limit_is_bracket(p + strlen(spelling)))
            return true;
    }
    return false;
}

const char *draft_order_term(struct arena *a, const struct entry_draft *d)
{
    static const char *const names[][2] = { { "O", "O" },
                                            { "o", "o" },
                                            { "Theta", "\\Theta" } };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (write_limit_is_called(d->text[DRAFT_ANSWER], names[i][1]) &&
            !draft_declares(a, d, names[i][0]) &&
            write_limit_is_read(a, d, names[i][0]))
            return arena_printf(
                a,
                "%s(...) is read as a symbol %s: remove it and give the "
                "limit and the order below, or declare %s as a symbol if it "
                "is one",
                names[i][1], names[i][0], names[i][1]);
    return NULL;
}

/* ---- the limit ---- */

/* A word is read as a product of letters: a point has symbols of the answer. */
static bool write_limit_is_point(struct arena *a, const struct entry_draft *d,
                                 const char *text)
{
    const char *const *names;
    const struct expr *x;
    struct err unused;
    size_t n;

    if (!read_expr(a, text, strlen(text), NULL, &x, &unused) ||
        !expr_is_value(x))
        return false;
    n = expr_symbols(a, x, &names);
    for (size_t i = 0; i < n; i++)
        if (!write_limit_is_known(a, d, names[i]))
            return false;
    return true;
}

void draft_limit(struct arena *a, const struct entry_draft *d,
                 struct draft_limit *out)
{
    struct answer_limit read;
    enum draft_field at;
    struct json *limit;
    struct err e;

    *out = (struct draft_limit){ 0 };
    if (!write_limit_read_limit(a, d, &limit, &read, &at, &e)) {
        bool json = at == DRAFT_LIMIT; /* the others are one line */

        out->fault =
            (struct draft_fault){ at, json ? e.line : 0, json ? e.column : 0,
                                  arena_strdup(a, e.msg) };
        return;
    }
    if (!limit)
        return;
    if (!write_limit_is_known(a, d, read.symbol))
        out->stranger = read.symbol;
    if (!read.point || write_limit_is_point(a, d, read.point)) {
        out->json = limit;
        return;
    }
    out->fault.field = *d->text[DRAFT_LIMIT] ? DRAFT_LIMIT : DRAFT_LIMIT_TO;
    out->fault.what = limit_cards[1].may;
}
