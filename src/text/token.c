/* SPDX-License-Identifier: Apache-2.0 */
#include "text/token.h"
#include "text/character.h"

/* Find the next formula; an empty one at the end stands for none. */
static void next_formula(struct text_reader *r)
{
    struct piece p;

    r->formula = span_from(r->text, r->text.n);
    while (r->options & TEXT_FORMULAS) {
        const char *from = r->prose.p;

        if (!prose_next(&r->prose, &p))
            return;
        if (p.kind != PIECE_WORDS) {
            r->formula = (struct span){ from, (size_t)(r->prose.p - from) };
            return;
        }
    }
}

void text_open(struct text_reader *r, struct span text, unsigned options)
{
    *r = (struct text_reader){ .text = text, .options = options, .head = true };
    prose_open(&r->prose, text.s, text.n);
    next_formula(r);
}

/* The end of the word at `at`. */
static size_t token_word_end(struct span t, size_t at)
{
    size_t n, quote;

    while ((n = character_letter(t, at)) > 0) {
        at += n;
        quote = span_byte(t, at) == '\'' ? 1 : character_is(t, at, CHAR_QUOTE);
        if (quote && character_letter(t, at + quote))
            at += quote;
    }
    return at;
}

/* The end of the number at `at`. */
static size_t token_number_end(const struct text_reader *r, struct span t,
                               size_t at)
{
    while (is_digit(span_byte(t, at)) ||
           (is_digit(span_byte(t, at + 1)) &&
            (t.s[at] == ',' || t.s[at] == '.' ||
             (t.s[at] == '/' && (r->options & TEXT_FRACTIONS)))))
        at++;
    return at;
}

/* Past white space; a blank line ends a sentence. */
static bool token_skip_space(struct text_reader *r)
{
    size_t from = r->at, lines = 0, n;

    while ((n = character_space(r->text, r->at)) > 0) {
        lines += r->text.s[r->at] == '\n';
        r->at += n;
    }
    r->head = r->head || lines > 1;
    return r->at > from;
}

static void token_give(struct text_reader *r, enum text_kind kind, size_t end,
                       struct text_token *out)
{
    out->kind = kind;
    out->raw = span_cut(r->text, r->at, end);
    out->capital = kind == TEXT_TOKEN_WORD && is_upper(out->raw.s[0]);
    out->head = r->head && kind != TEXT_TOKEN_MARK;
    if (kind != TEXT_TOKEN_MARK)
        r->head = false;
    else if (strchr(".!?", out->raw.s[0]))
        r->head = true;
    r->at = end;
}

bool text_next(struct text_reader *r, struct text_token *out)
{
    bool spaced = token_skip_space(r);
    size_t formula, end;
    struct span t;

    *out = (struct text_token){ .spaced = spaced };
    if (r->at >= r->text.n)
        return false;
    formula = (size_t)(r->formula.s - r->text.s);
    if (r->at >= formula && r->formula.n > 0) {
        r->at = formula;
        token_give(r, TEXT_TOKEN_FORMULA, formula + r->formula.n, out);
        next_formula(r);
        return true;
    }
    t = span_cut(r->text, 0, formula); /* no token runs into a formula */
    if ((end = token_word_end(t, r->at)) > r->at) {
        token_give(r, TEXT_TOKEN_WORD, end, out);
    } else if (is_digit(t.s[r->at])) {
        token_give(r, TEXT_TOKEN_NUMBER, token_number_end(r, t, r->at), out);
    } else {
        struct character c;

        token_give(r, TEXT_TOKEN_MARK, r->at + character_at(t, r->at, &c), out);
    }
    return true;
}
