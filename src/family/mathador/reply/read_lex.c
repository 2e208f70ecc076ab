/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_lex.h"
#include "text/character.h"

#include <string.h>

/*
 * The tokens of a line. Markup (backticks, dollars, stars of emphasis) leaves
 * no token. Stars of emphasis are distinguished from multiplication signs here,
 * where the characters around them can be seen.
 */

#define LINE_TOKENS 16384 /* a longer line is cut: no person wrote it */
#define DIGITS_MOST 16    /* digits of a number that is kept */
#define LOOK_BYTES  100   /* how far is looked ahead */

size_t lex_skip(const struct game_reader *r, size_t at, const char *set)
{
    size_t most = at + LOOK_BYTES;

    while (at < r->text.n && at < most && r->text.s[at] &&
           strchr(set, r->text.s[at]))
        at++;
    return at;
}

static size_t skip_run(const struct game_reader *r, char c)
{
    size_t at = r->at;

    while (at < r->text.n && r->text.s[at] == c)
        at++;
    return at;
}

struct game_token *token_push(struct game_reader *r, enum game_token_kind kind,
                              size_t end)
{
    struct game_token *t = vec_push(&r->tokens);

    t->kind = kind;
    t->spaced = r->spaced;
    t->at = r->at;
    t->end = end;
    r->at = end;
    r->spaced = false;
    return t;
}

static struct game_token *last(const struct game_reader *r)
{
    return r->tokens.n ? token_at(r, r->tokens.n - 1) : NULL;
}

void lex_break(struct game_reader *r, size_t end, uint32_t word)
{
    struct game_token *t = last(r);

    if (t && t->kind == TOKEN_BREAK) {
        t->word |= word;
        t->end = end;
        r->at = end;
    } else {
        token_push(r, TOKEN_BREAK, end)->word = word;
    }
}

static bool after_operand(const struct game_reader *r)
{
    return game_token_in(last(r), KIND(NUMBER) | KIND(CLOSE) | KIND(WORD) |
                                      KIND(BOXEND));
}

/* ---- numbers ---- */

/* A digit of any script. */
static size_t read_digit(const struct game_reader *r, size_t at, int *digit)
{
    char c = char_at(r, at);
    struct character wide;
    size_t n = 1;

    if (c & 0x80) {
        n = character_at(r->text, at, &wide);
        c = wide.is & CHAR_DIGIT ? wide.plain[0] : '\0';
    }
    *digit = c - '0';
    return is_digit(c) ? n : 0;
}

static bool digit_at(const struct game_reader *r, size_t at)
{
    int digit;

    return read_digit(r, at, &digit) > 0;
}

/* The digits of ",200" or "{,}200" at `at`, if there is no fourth; else 0. */
static size_t thousands_at(const struct game_reader *r, size_t at)
{
    if (span_at(r->text, at, "{,}"))
        at += 3;
    else if (char_at(r, at) == ',')
        at++;
    else
        return 0;
    return is_digit(char_at(r, at)) && is_digit(char_at(r, at + 1)) &&
                   is_digit(char_at(r, at + 2)) && !is_digit(char_at(r, at + 3))
               ? at
               : 0;
}

struct digits {
    int64_t n;
    size_t count;
};

static size_t read_digits(const struct game_reader *r, size_t at,
                          struct digits *d)
{
    int digit;
    size_t len;

    while ((len = read_digit(r, at, &digit))) {
        if (d->count < DIGITS_MOST)
            d->n = d->n * 10 + digit;
        d->count++;
        at += len;
    }
    return at;
}

static size_t read_thousands(const struct game_reader *r, size_t at,
                             struct digits *d)
{
    size_t digits;

    if (d->count <= 3)
        while ((digits = thousands_at(r, at)))
            at = read_digits(r, digits, d);
    return at;
}

/* 1.2.3 and 05 are no numbers, but may stand where one should. */
static void push_odd(struct game_reader *r, size_t end)
{
    while (digit_at(r, end) || (char_at(r, end) == '.' && digit_at(r, end + 1)))
        end++;
    token_push(r, TOKEN_WORD, end)->word = SIGN_SHORT;
}

/* ".5" behind a blank, an operator or a bracket; not the stop of a sentence. */
static bool starts_with_point(const struct game_reader *r)
{
    char before = r->at > r->line_at ? r->text.s[r->at - 1] : ' ';

    return r->text.s[r->at] == '.' && digit_at(r, r->at + 1) &&
           strchr(" \t\n$(=+-*/", before) && before;
}

static void push_number(struct game_reader *r, const struct digits *d,
                        size_t whole, size_t end)
{
    struct game_token *t = token_push(r, TOKEN_NUMBER, end);
    int64_t scale = 1;

    if (d->count > DIGITS_MOST)
        return;
    for (size_t i = whole; i < d->count; i++)
        scale *= 10;
    if (!ratio_make(&t->number, d->n, scale))
        t->number = NO_NUMBER;
}

bool token_number(struct game_reader *r, bool one_digit)
{
    struct digits d = { 0 };
    int first = 0;
    size_t end = r->at + read_digit(r, r->at, &first), whole;

    if (end == r->at && (one_digit || !starts_with_point(r)))
        return false;
    if (one_digit) {
        token_push(r, TOKEN_NUMBER, end)->number = RATIO(first);
        return true;
    }
    end = read_thousands(r, read_digits(r, r->at, &d), &d);
    whole = d.count;
    if (char_at(r, end) == '.' && digit_at(r, end + 1))
        end = read_digits(r, end + 1, &d);
    if ((first == 0 && whole > 1) ||
        (char_at(r, end) == '.' && digit_at(r, end + 1)))
        push_odd(r, end);
    else
        push_number(r, &d, whole, end);
    return true;
}

/* ---- words ---- */

/* A letter beyond ASCII. */
static size_t letter_at(const struct game_reader *r, size_t at)
{
    struct character c;
    size_t n = character_at(r->text, at, &c);

    if (c.code < 0x80)
        return 0;
    if (c.is & CHAR_WIDE)
        return is_letter(c.plain[0]) ? n : 0;
    return !c.is || (c.is &
                     (CHAR_LETTER | CHAR_ITALIC | CHAR_GREEK | CHAR_ACCENT))
               ? character_letter(r->text, at)
               : 0;
}

static size_t word_end(const struct game_reader *r, size_t at, bool *variable)
{
    size_t n;

    for (;;) {
        char c = char_at(r, at);

        if (is_letter(c)) {
            at++;
        } else if (is_digit(c) || c == '_') {
            if (c == '_' && !is_letter(char_at(r, at + 1)) &&
                !is_digit(char_at(r, at + 1)))
                return at;
            *variable = true;
            at++;
        } else if (c == '\'' && is_letter(char_at(r, at + 1))) {
            at++;
        } else if ((n = letter_at(r, at)) ||
                   ((n = character_is(r->text, at, CHAR_QUOTE)) &&
                    is_letter(char_at(r, at + n)))) {
            at += n;
        } else {
            return at;
        }
    }
}

/* "Step1": the number is not of the word. */
static bool is_step(const struct game_reader *r, size_t at)
{
    return (r->text.s[at] == 's' || r->text.s[at] == 'S') &&
           span_at(r->text, at + 1, "tep") && digit_at(r, at + 4);
}

static void read_word(struct game_reader *r)
{
    bool variable = false;
    char c = r->text.s[r->at];
    struct game_token *t = last(r), *w;
    size_t end;

    if (is_step(r, r->at))
        end = r->at + 4;
    else if ((c == 'x' || c == 'X') &&
             game_token_in(t, KIND(NUMBER) | KIND(CLOSE)) &&
             !is_letter(char_at(r, r->at + 1)) && char_at(r, r->at + 1) != '_')
        end = r->at + 1; /* 4x11 */
    else
        end = word_end(r, r->at, &variable);
    w = token_push(r, TOKEN_WORD, end);
    w->word = word_bits(span_cut(r->text, w->at, end));
    if (variable)
        w->word |= SIGN_SHORT;
}

/* ---- stars ---- */

static bool operand_char(char c)
{
    return is_digit(c) || c == '(' || c == '[' || c == '{' || c == '\\' ||
           c == '$' || c == '-' || c == '`' || (unsigned char)c == 0xef ||
           (unsigned char)c == 0xe2;
}

/* A star that ends what one before it began: it has something before it, and
 * no operand behind it. */
static bool emphasis_ends(const struct game_reader *r, size_t at)
{
    for (size_t i = at; i < at + LOOK_BYTES; i++) {
        if (char_at(r, i) == '\n')
            return false;
        if (r->text.s[i] == '*' && !is_space(r->text.s[i - 1]) &&
            !is_digit(char_at(r, i + 1)) && char_at(r, i + 1) != '(')
            return true;
    }
    return false;
}

/* Between operands a star multiplies. If the blanks around it attach it to one
 * side, it may be the end or the beginning of an emphasis. */
static bool star_multiplies(struct game_reader *r)
{
    bool left = r->at > r->line_at && is_space(r->text.s[r->at - 1]);
    char next = char_at(r, r->at + 1);
    char ahead;

    if (!after_operand(r)) /* a square to be filled, say, multiplies too */
        return game_token_in(last(r), KIND(BREAK)) && left && is_space(next);
    ahead = char_at(r, lex_skip(r, r->at + 1, " \t*_`$"));
    if (ahead == '\n')
        return false;
    if (left && is_space(next))
        return true;
    if (r->italic && !left && !is_digit(next))
        return false;
    if (left && emphasis_ends(r, r->at + 1))
        return false;
    return operand_char(ahead) || (!is_space(next) && is_letter(ahead)) ||
           (next == '.' && digit_at(r, r->at + 2));
}

/* 2**3; but **6** is bold. */
static bool is_power(struct game_reader *r)
{
    bool left = r->at > r->line_at && is_space(r->text.s[r->at - 1]);
    size_t ahead = lex_skip(r, r->at + 2, " ");
    char c = char_at(r, ahead);

    return !r->bold && game_token_in(last(r), KIND(NUMBER) | KIND(CLOSE)) &&
           left == (ahead > r->at + 2) && (is_digit(c) || c == '(');
}

static void read_stars(struct game_reader *r)
{
    size_t k = skip_run(r, '*') - r->at;

    if (k == 1) {
        if (star_multiplies(r)) {
            token_push(r, TOKEN_MUL, r->at + 1);
            return;
        }
        r->italic = !r->italic;
    } else if (k == 2) {
        if (is_power(r)) {
            token_push(r, TOKEN_POWER, r->at + 2);
            return;
        }
        r->bold = !r->bold;
    }
    r->at += k;
}

/* ---- other signs ---- */

static void read_dashes(struct game_reader *r)
{
    size_t end = skip_run(r, '-');

    if (char_at(r, end) == '>')
        token_push(r, TOKEN_ARROW, end + 1);
    else if (end - r->at > 1)
        lex_break(r, end, 0);
    else
        token_push(r, TOKEN_SUB, end);
}

static void read_equals(struct game_reader *r)
{
    size_t end = skip_run(r, '=');

    if (char_at(r, end) == '>')
        token_push(r, TOKEN_ARROW, end + 1);
    else if (end - r->at > 2)
        lex_break(r, end, 0);
    else
        token_push(r, TOKEN_EQUALS, end);
}

static void read_slash(struct game_reader *r)
{
    size_t ahead = lex_skip(r, r->at + 2, " ");

    if (char_at(r, r->at + 1) != '/')
        token_push(r, TOKEN_DIV, r->at + 1);
    else if (after_operand(r) && digit_at(r, ahead) && r->at > r->line_at &&
             (ahead > r->at + 2) == is_space(r->text.s[r->at - 1]))
        token_push(r, TOKEN_POWER, r->at + 2);
    else
        token_push(r, TOKEN_HASH, r->at + 2);
}

static void read_ampersand(struct game_reader *r)
{
    if (span_at(r->text, r->at, "&times;"))
        token_push(r, TOKEN_MUL, r->at + 7);
    else if (span_at(r->text, r->at, "&divide;"))
        token_push(r, TOKEN_DIV, r->at + 8);
    else if (span_at(r->text, r->at, "&minus;"))
        token_push(r, TOKEN_SUB, r->at + 7);
    else
        r->at++;
}

static void read_bracket(struct game_reader *r, char c)
{
    bool open = c == '(' || c == '[';
    struct game_token *t =
        token_push(r, open ? TOKEN_OPEN : TOKEN_CLOSE, r->at + 1);

    t->bracket = c == '(' || c == ')' ? '(' : '[';
}

/* The number behind \text{sector}_2 is part of a name. */
static void read_underscore(struct game_reader *r)
{
    char before = r->at > r->line_at ? r->text.s[r->at - 1] : ' ';
    size_t end = r->at + 1;

    while (is_digit(char_at(r, end)))
        end++;
    if (end > r->at + 1 && (before == '}' || before == ')'))
        token_push(r, TOKEN_WORD, end)->word = SIGN_SHORT;
    else
        r->at++;
}

#define TAG_MOST 12 /* letters of a tag */

/* <answer> shows what is in it as a box does; thinking ends an attempt; <b>
 * and such are markup. */
static bool read_tag(struct game_reader *r)
{
    static const char *const boxes[] = { "answer", "final", "solution",
                                         "result", "output" };
    size_t name = r->at + 1, end;
    bool close = char_at(r, name) == '/', box = false;

    name += close;
    for (end = name; is_letter(char_at(r, end)) && end - name < TAG_MOST;)
        end++;
    if (end == name || char_at(r, end) != '>')
        return false;
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        box = box || (span_at(r->text, name, boxes[i]) &&
                      end - name == strlen(boxes[i]));
    if (box)
        token_push(r, close ? TOKEN_BOXEND : TOKEN_BOX, end + 1)->word =
            close ? 0 : SAYS(TRY);
    else if (span_at(r->text, r->at, "</think"))
        lex_break(r, end + 1, SAYS(TRY));
    else
        r->at = end + 1;
    return true;
}

static void read_sign(struct game_reader *r, char c)
{
    static const char signs[] = "+^%,.?|#";
    static const enum game_token_kind kinds[] = {
        TOKEN_ADD,  TOKEN_POWER, TOKEN_PERCENT, TOKEN_COMMA,
        TOKEN_STOP, TOKEN_STOP,  TOKEN_BAR,     TOKEN_HASH,
    };
    const char *sign = c ? strchr(signs, c) : NULL;
    bool equals = char_at(r, r->at + 1) == '=';

    if (sign) {
        token_push(r, kinds[sign - signs], r->at + 1);
        return;
    }
    switch (c) {
    case '*': read_stars(r); break;
    case '-': read_dashes(r); break;
    case '=': read_equals(r); break;
    case '/': read_slash(r); break;
    case '&': read_ampersand(r); break;
    case '\\': latex_command(r); break;
    case '{': latex_open(r); break;
    case '}': latex_close(r); break;
    case '(':
    case '[':
    case ')':
    case ']': read_bracket(r, c); break;
    case '`':
    case '$':
    case '~': r->at++; break;
    case '_': read_underscore(r); break;
    case ':':
        token_push(r, equals ? TOKEN_EQUALS : TOKEN_COLON, r->at + 1 + equals);
        break;
    case '!':
        token_push(r, equals ? TOKEN_BREAK : TOKEN_BANG, r->at + 1 + equals);
        break;
    case '<':
    case '>':
        if (!read_tag(r))
            lex_break(r, r->at + (equals ? 2 : 1), 0);
        break;
    default: lex_break(r, r->at + 1, 0); break;
    }
}

static void read_token(struct game_reader *r)
{
    char c = r->text.s[r->at];

    if (is_space(c)) {
        r->at++;
        r->spaced = true;
    } else if (is_letter(c)) {
        read_word(r);
    } else if (!token_number(r, false)) {
        if ((unsigned char)c < 0x80)
            read_sign(r, c);
        else if (letter_at(r, r->at))
            read_word(r);
        else
            wide_read(r);
    }
}

/* The line that begins at `at` goes on with an equation. */
static bool goes_on(const struct game_reader *r, size_t at)
{
    at = lex_skip(r, at, " \t$&>");
    if (span_at(r->text, at, "\\approx"))
        return true;
    return char_at(r, at) == '=' && char_at(r, at + 1) != '=' &&
           char_at(r, at + 1) != '>';
}

bool lex_line(struct game_reader *r)
{
    while (r->at < r->text.n && r->text.s[r->at] == '\n')
        r->at++;
    if (r->at == r->text.n)
        return false;
    r->tokens.n = 0;
    r->line = (struct game_line){ 0 };
    r->spaced = true;
    r->bold = r->italic = false;
    r->braces_n = 0;
    r->line_at = r->at;
    if (r->at == 0 || r->text.s[r->at - 1] == '\n')
        start_read(r);
    while (r->at < r->text.n && r->tokens.n < LINE_TOKENS) {
        if (r->text.s[r->at] == '\n') {
            struct game_token *t = last(r);

            if (!goes_on(r, r->at + 1) && !(t && t->kind == TOKEN_EQUALS)) {
                r->at++;
                break;
            }
        }
        read_token(r);
    }
    return true;
}
