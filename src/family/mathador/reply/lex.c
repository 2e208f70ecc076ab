/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "family/mathador/reply/read_int.h"
#include "text/character.h"
#include "text/pattern.h"
#include "text/prose.h"

/*
 * The tokens of a line. Markup (backticks, dollars, stars of emphasis) leaves
 * no token, and commands of appearance vanish with their braces; \frac{a}{b}
 * becomes ((a) / (b)). Stars of emphasis are distinguished from multiplication
 * signs here, where the characters around them can be seen.
 */

#define COUNT(table)  (sizeof(table) / sizeof *(table))
#define LINE_TOKENS   16384 /* a longer line is cut: no person wrote it */
#define LINE_BYTES    4000  /* of a line that are looked at as a whole */
#define LOOK_BYTES    100   /* how far is looked ahead */
#define DIGITS_MOST   16    /* digits of a number that is kept */
#define PREFIX_ROUNDS 8     /* marks before one line */
#define PASSED_MOST   16    /* open brackets that one may close across */

/* Returns the character at `at`, or '\n' past the end of the text. */
static char char_at(const struct game_reader *r, size_t at)
{
    return at < r->text.n ? r->text.s[at] : '\n';
}

/* The one before it on the line. */
static char char_before(const struct game_reader *r)
{
    return r->at > r->line_at ? r->text.s[r->at - 1] : ' ';
}

/* Behind the characters of a set, within a bounded distance. */
static size_t skip(const struct game_reader *r, size_t at, const char *set)
{
    return at + span_skip(span_cut(r->text, at, at + LOOK_BYTES), 0, set);
}

static size_t skip_run(const struct game_reader *r, char c)
{
    size_t at = r->at;

    while (char_at(r, at) == c)
        at++;
    return at;
}

static struct game_token *last(const struct game_reader *r)
{
    return r->tokens.n ? token_at(r, r->tokens.n - 1) : NULL;
}

/* What may stand in brackets that are part of an expression. */
static bool is_arithmetic(enum game_token_kind kind, uint32_t word)
{
    if (kind == TOKEN_WORD)
        return word & (SIGN_ADD | SIGN_SUB | SIGN_MUL | SIGN_DIV | SIGN_MOD |
                       SIGN_LINK | SIGN_X | SIGN_ROOT);
    return !(1u << kind &
             (KIND(EQUALS) | KIND(ARROW) | KIND(COMMA) | KIND(STOP) |
              KIND(BAR) | KIND(ITEM) | KIND(HASH) | KIND(BREAK)));
}

/* Push a token that ends at `end`, and move the lexer there. */
static struct game_token *push(struct game_reader *r, enum game_token_kind kind,
                               size_t end, uint32_t word)
{
    struct game_token *t = vec_push(&r->tokens);

    *t = (struct game_token){ .kind = kind,
                              .spaced = r->spaced,
                              .word = word,
                              .match = NO_MATCH,
                              .at = r->at,
                              .end = end };
    r->alien += !is_arithmetic(kind, word);
    r->numbers += kind == TOKEN_NUMBER;
    r->at = end;
    r->spaced = false;
    return t;
}

/* Push a break; several in a row are one. */
static void push_break(struct game_reader *r, size_t end, uint32_t word)
{
    struct game_token *t = last(r);

    if (!t || t->kind != TOKEN_BREAK) {
        push(r, TOKEN_BREAK, end, word);
        return;
    }
    t->word |= word;
    t->end = end;
    r->at = end;
}

static bool after_operand(const struct game_reader *r)
{
    return game_token_in(last(r), KIND(NUMBER) | KIND(CLOSE) | KIND(WORD) |
                                      KIND(BOXEND));
}

/* ---- brackets ---- */

static void open_bracket(struct game_reader *r, char what, size_t end)
{
    struct game_bracket *o = vec_push(&r->open);

    if (what == 't')
        r->at = end;
    else if (what == 'b')
        push(r, TOKEN_BOX, end, 0);
    else
        push(r, TOKEN_OPEN, end, 0)->bracket = what;
    *o = (struct game_bracket){ what, r->tokens.n - 1, r->alien, r->numbers };
}

/* The nearest open bracket that is one of `wanted`, behind those of `passed`
 * alone; it is open no more. False: there is none. */
static bool lex_take_bracket(struct game_reader *r, const char *wanted,
                             const char *passed, struct game_bracket *out)
{
    struct game_bracket *o = r->open.items;
    size_t i = r->open.n, least = i > PASSED_MOST ? i - PASSED_MOST : 0;

    while (i > least && strchr(passed, o[i - 1].what))
        i--;
    if (i == least || !strchr(wanted, o[i - 1].what))
        return false;
    *out = o[i - 1];
    memmove(o + i - 1, o + i, (r->open.n-- - i) * sizeof *o);
    return true;
}

/* Push the token that closes it; print(...) in code shows its argument as a box
 * does. */
static void pair(struct game_reader *r, const struct game_bracket *o,
                 size_t end)
{
    size_t open = o->token, close = r->tokens.n;
    struct game_token *b = push(r, TOKEN_CLOSE, end, 0), *a;
    bool print;

    a = token_at(r, open);
    print = open && !a->spaced && token_says(r, open - 1, SIGN_PRINT);
    a->match = close;
    b->match = open;
    a->pure = b->pure = r->alien == o->alien && r->numbers > o->numbers;
    a->kind = print ? TOKEN_BOX : a->kind;
    b->kind = print ? TOKEN_BOXEND : b->kind;
}

static void push_lone(struct game_reader *r, size_t end)
{
    push(r, TOKEN_CLOSE, end, 0);
    r->alien++;
}

/* Close the innermost bracket of that kind, if only braces that do not show
 * are open inside. */
static void close_bracket(struct game_reader *r, char what, size_t end)
{
    const char wanted[] = { what, '\0' };
    struct game_bracket o;

    if (lex_take_bracket(r, wanted, "tb", &o))
        pair(r, &o, end);
    else
        push_lone(r, end);
}

static void push_digit(struct game_reader *r)
{
    int64_t digit = r->text.s[r->at] - '0';

    push(r, TOKEN_NUMBER, r->at + 1, 0)->number = RATIO(digit);
}

/* The arguments of \frac from the first or second on: braces or one digit. */
static void read_parts(struct game_reader *r, bool first)
{
    for (;; first = false) {
        r->at = skip(r, r->at, " \t");
        if (char_at(r, r->at) == '{') {
            open_bracket(r, first ? 'n' : 'd', r->at + 1);
            return;
        }
        if (!is_digit(char_at(r, r->at)))
            return;
        push_digit(r);
        if (!first)
            break;
        push(r, TOKEN_DIV, r->at, 0);
    }
    close_bracket(r, 'f', r->at);
}

static void close_brace(struct game_reader *r)
{
    size_t open = r->open.n;
    struct game_bracket o;

    if (!lex_take_bracket(r, "tbgnd", "([f", &o)) {
        push_break(r, r->at + 1, 0);
        return;
    }
    if (o.what == 't' || o.what == 'b') {
        if (o.what == 'b')
            push(r, TOKEN_BOXEND, r->at + 1, 0);
        else
            r->at++;
        return;
    }
    if (r->open.n + 1 == open)
        pair(r, &o, r->at + 1);
    else
        push_lone(r, r->at + 1);
    if (o.what == 'd')
        close_bracket(r, 'f', r->at);
    if (o.what == 'n') {
        push(r, TOKEN_DIV, r->at, 0);
        read_parts(r, false);
    }
}

/* ---- numbers ---- */

static bool decimals_at(struct span t, size_t at)
{
    return span_byte(t, at) == '.' && is_digit(span_byte(t, at + 1));
}

/* 1.2.3 and 05 are no numbers, but may stand where one should. ".5" is one
 * behind a blank, an operator or a bracket. */
static bool read_number(struct game_reader *r)
{
    struct span t = r->text;
    char plain[DIGITS_MOST + 2]; /* without its commas */
    size_t end = r->at + span_digits(t, r->at), n = 0;
    bool odd, decimals;
    struct game_token *new;

    if (end == r->at &&
        !(decimals_at(t, end) && strchr(" \t\n$(=+-*/", char_before(r))))
        return false;
    if (end - r->at <= 3 && span_one_of(t, end, ",{"))
        end = pattern_skip(t, end, "%({,}|,%)%d%d%d%!%d");
    odd = t.s[r->at] == '0' && end - r->at > 1;
    decimals = decimals_at(t, end);
    if (decimals)
        end += 1 + span_digits(t, end + 1);
    if (odd || decimals_at(t, end)) {
        push(r, TOKEN_WORD, pattern_skip(t, end, "%d|.%=%d"), SIGN_SHORT);
        return true;
    }
    for (size_t i = r->at; i < end; i++)
        if ((is_digit(t.s[i]) || t.s[i] == '.') && n++ < sizeof plain)
            plain[n - 1] = t.s[i];
    new = push(r, TOKEN_NUMBER, end, 0);
    if (n - decimals > DIGITS_MOST || !ratio_read(&new->number, plain, n))
        new->number = NO_NUMBER;
    return true;
}

/* ---- words ---- */

/* What the words of WORD_GAME_SIGN are. */
static uint32_t sign_of(const char *word)
{
    static const struct {
        const char *word;
        uint32_t bits;
    } signs[] = {
        { "added", SIGN_ADD | SIGN_NEEDS },
        { "by", SIGN_LINK },
        { "divide", SIGN_DIV | SIGN_NEEDS },
        { "divided", SIGN_DIV | SIGN_NEEDS },
        { "minus", SIGN_SUB },
        { "mod", SIGN_MOD },
        { "modulo", SIGN_MOD },
        { "multiplied", SIGN_MUL | SIGN_NEEDS },
        { "multiply", SIGN_MUL | SIGN_NEEDS },
        { "plus", SIGN_ADD },
        { "print", SIGN_PRINT },
        { "sqrt", SIGN_ROOT },
        { "step", SIGN_STEP },
        { "times", SIGN_MUL },
        { "to", SIGN_LINK },
        { "total", SIGN_TOTAL },
        { "with", SIGN_LINK },
        { "x", SIGN_X },
    };

    for (size_t i = 0; i < COUNT(signs); i++)
        if (strcmp(signs[i].word, word) == 0)
            return signs[i].bits;
    return 0;
}

static uint32_t word_bits(struct span w)
{
    const struct lexeme *x = lexicon_find(w);
    uint32_t bits = w.n == 1 ? SIGN_SHORT : 0;

    if (span_before_fold(w, w.n, "n't"))
        return SAYS(TRY);
    if (!x)
        return bits;
    for (unsigned c = WORD_GAME_EQUAL; c < WORD_GAME_SIGN; c++)
        if (lexeme_is(x, c))
            bits |= 1u << (c - WORD_GAME_EQUAL);
    return lexeme_is(x, WORD_GAME_SIGN) ? bits | sign_of(x->word) : bits;
}

/* The length of the letter of any script at `at`, or 0. */
static size_t letter_at(struct span t, size_t at)
{
    struct character c;
    size_t n;

    if (!(span_byte(t, at) & 0x80))
        return is_letter(span_byte(t, at));
    n = character_at(t, at, &c);
    if (c.code < 0x80)
        return 0;
    if (c.is & CHAR_WIDE)
        return is_letter(c.plain[0]) ? n : 0;
    return !c.is || (c.is &
                     (CHAR_LETTER | CHAR_ITALIC | CHAR_GREEK | CHAR_ACCENT))
               ? character_letter(t, at)
               : 0;
}

/* A word goes on over digits and underscores, which make it a variable. */
static size_t word_end(struct span t, size_t at, bool *variable)
{
    size_t n;

    for (;;) {
        char c = span_byte(t, at), next = span_byte(t, at + 1);

        if ((n = letter_at(t, at))) {
            at += n;
        } else if (is_digit(c) ||
                   (c == '_' && (is_letter(next) || is_digit(next)))) {
            *variable = true;
            at++;
        } else if (c == '\'' && is_letter(next)) {
            at++;
        } else {
            return at;
        }
    }
}

/* Of "Step1" the number is not of the word, and of 4x11 neither. */
static void read_word(struct game_reader *r)
{
    struct span t = r->text;
    bool variable = false;
    size_t end;
    char next = char_at(r, r->at + 1);

    if (next == 't' && pattern_here(t, r->at, "step%d"))
        end = r->at + 4;
    else if (to_lower(t.s[r->at]) == 'x' && !is_letter(next) && next != '_' &&
             game_token_in(last(r), KIND(NUMBER) | KIND(CLOSE)))
        end = r->at + 1;
    else
        end = word_end(t, r->at, &variable);
    push(r, TOKEN_WORD, end,
         word_bits(span_cut(t, r->at, end)) | (variable ? SIGN_SHORT : 0));
}

/* ---- stars ---- */

/* A star that ends what one before it began: it has something before it, and
 * no operand behind it. */
static bool emphasis_ends(const struct game_reader *r, size_t at)
{
    struct span t = span_cut(r->text, at - 1, at + LOOK_BYTES);

    t.n = span_index(t, 0, '\n');
    return pattern_in(t, "%[^ \t\r\v\f]*%!%[0-9(]");
}

/* Between operands a star multiplies. If the blanks around it attach it to one
 * side, it may be the end or the beginning of an emphasis. */
static bool star_multiplies(const struct game_reader *r)
{
    bool left = r->at > r->line_at && is_space(r->text.s[r->at - 1]);
    char next = char_at(r, r->at + 1);
    char ahead = char_at(r, skip(r, r->at + 1, " \t*_`$"));

    if (!after_operand(r)) /* a square to be filled, say, multiplies too */
        return game_token_in(last(r), KIND(BREAK)) && left && is_space(next);
    if (ahead == '\n')
        return false;
    if (left && is_space(next))
        return true;
    if (r->italic && !left && !is_digit(next))
        return false;
    if (left && emphasis_ends(r, r->at + 1))
        return false;
    return is_digit(ahead) || (ahead && strchr("([{\\$-`\xef\xe2", ahead)) ||
           (!is_space(next) && is_letter(ahead)) ||
           decimals_at(r->text, r->at + 1);
}

/* 2**3, if the blanks on both sides are alike; but **6** is bold. */
static bool doubles(const struct game_reader *r, uint32_t before,
                    const char *behind)
{
    bool left = is_space(char_before(r)) && r->at > r->line_at;
    size_t ahead = skip(r, r->at + 2, " ");
    char c = char_at(r, ahead);

    return game_token_in(last(r), before) && left == (ahead > r->at + 2) &&
           (is_digit(c) || (*behind && c == *behind));
}

static void read_stars(struct game_reader *r)
{
    size_t end = skip_run(r, '*'), k = end - r->at;

    if (k == 1 && star_multiplies(r)) {
        push(r, TOKEN_MUL, end, 0);
    } else if (k == 2 && !r->bold &&
               doubles(r, KIND(NUMBER) | KIND(CLOSE), "(")) {
        push(r, TOKEN_POWER, end, 0);
    } else {
        r->italic ^= k == 1;
        r->bold ^= k == 2;
        r->at = end;
    }
}

/* ---- LaTeX ---- */

/* What a command does that is no token. */
enum {
    COMMAND_SKIP = TOKENS,
    COMMAND_BLANK,
    COMMAND_ARGUMENT, /* it vanishes with its argument */
    COMMAND_THROUGH,  /* its argument stays */
    COMMAND_BOX,
    COMMAND_FRAC
};

/* The names stand between two blanks each. */
static const struct command {
    int what;
    const char *names;
} commands[] = {
    { TOKEN_MUL, " times cdot ast star bullet " },
    { TOKEN_DIV, " div over divide " },
    { TOKEN_SUB, " minus " },
    { TOKEN_ROOT, " sqrt " },
    { TOKEN_POWER, " bmod mod " },
    { TOKEN_EQUALS, " approx simeq " },
    { TOKEN_ARROW, " Rightarrow rightarrow Longrightarrow longrightarrow to"
                   " implies " },
    { TOKEN_COLON, " colon " },
    { TOKEN_BREAK, " neq ne lt gt le ge leq geq pm equiv therefore because"
                   " checkmark newline item " },
    { TOKEN_STOP, " ldots dots cdots " },
    { COMMAND_BLANK, " quad qquad " },
    { COMMAND_SKIP, " left right big Big bigl bigr Bigl Bigr"
                    " displaystyle textstyle bf it " },
    { COMMAND_ARGUMENT, " begin end tag label color textcolor hspace vspace"
                        " phantom " },
    { COMMAND_THROUGH, " text textbf textit textrm texttt mathbf mathrm mathit"
                       " mathsf boldsymbol bm mbox emph underline operatorname"
                       " cancel section subsection " },
    { COMMAND_BOX, " boxed fbox framebox " },
    { COMMAND_FRAC, " frac dfrac tfrac cfrac " },
};

/* \\ parts lines, unless the next one goes on with an equals sign; "\\times"
 * was escaped twice. */
static void read_row_end(struct game_reader *r)
{
    size_t end = r->at + 2;

    if (is_letter(char_at(r, end))) {
        r->at++;
        return;
    }
    end += pattern_at(r->text, end, "[%[-.0-9 ]%*%a%+]"); /* \\[4pt] */
    if (char_at(r, skip(r, end, " \t\r\n&")) == '=')
        r->at = end;
    else
        push_break(r, end, 0);
    r->spaced = true;
}

/* A backslash before what is no letter. */
static void read_escaped(struct game_reader *r)
{
    size_t at = r->at + 1;

    if (char_at(r, at) == '\\') {
        read_row_end(r);
    } else if (char_at(r, at) == '*') {
        push(r, TOKEN_MUL, at + 1, 0);
    } else if (span_one_of(r->text, at, "{}|")) {
        push_break(r, at + 1, 0);
    } else {
        bool blank = span_one_of(r->text, at, ",;: ");

        r->spaced |= blank;
        r->at = at + (blank || span_one_of(r->text, at, "()[]$!`"));
    }
}

/* \\name, or &name; of HTML if it means the same. */
static void read_command(struct game_reader *r, bool html)
{
    const char *name = r->text.s + r->at + 1;
    size_t n = span_letters(r->text, r->at + 1), end = r->at + 1 + n, i = 0;
    struct span rest;

    while (i < COUNT(commands) && !prose_listed(commands[i].names, name, n))
        i++;
    if (html && (n == 0 || i == COUNT(commands) || commands[i].what >= TOKENS ||
                 char_at(r, end) != ';')) {
        r->at++;
        return;
    }
    if (n == 0) {
        read_escaped(r);
        return;
    }
    if (i == COUNT(commands) || commands[i].what < TOKENS) {
        if (i == COUNT(commands))
            push(r, TOKEN_WORD, end, SIGN_SHORT);
        else
            push(r, (enum game_token_kind)commands[i].what, end + html, 0);
        return;
    }
    r->at = end;
    r->spaced |= commands[i].what == COMMAND_BLANK;
    end = skip(r, end, " *");
    rest = span_cut(r->text, end, end + LOOK_BYTES);
    if (commands[i].what == COMMAND_FRAC) {
        open_bracket(r, 'f', r->at);
        read_parts(r, true);
    } else if (commands[i].what >= COMMAND_ARGUMENT &&
               span_byte(rest, 0) == '{') {
        n = pattern_at(rest, 0, "{%[^}\n]%*}");
        if (commands[i].what != COMMAND_ARGUMENT)
            open_bracket(r, commands[i].what == COMMAND_BOX ? 'b' : 't',
                         end + 1);
        else if (n)
            r->at = end + n;
    }
}

/* ---- other signs ---- */

/* Push what the character c of ASCII means. */
static void push_sign(struct game_reader *r, char c, size_t end)
{
    static const char signs[] = "+-*/:=,^%.?|#!";
    static const enum game_token_kind kinds[] = {
        TOKEN_ADD,    TOKEN_SUB,   TOKEN_MUL,   TOKEN_DIV,     TOKEN_COLON,
        TOKEN_EQUALS, TOKEN_COMMA, TOKEN_POWER, TOKEN_PERCENT, TOKEN_STOP,
        TOKEN_STOP,   TOKEN_BAR,   TOKEN_HASH,  TOKEN_BANG,
    };
    const char *sign = c ? strchr(signs, c) : NULL;

    if (c == '(' || c == '[')
        open_bracket(r, c, end);
    else if (c == ')' || c == ']')
        close_bracket(r, c == ')' ? '(' : '[', end);
    else if (sign)
        push(r, kinds[sign - signs], end, 0);
    else
        push_break(r, end, 0);
}

#define WIDE_SIGNS                                                       \
 (CHAR_TIMES | CHAR_BULLET | CHAR_DIVIDE | CHAR_DASHES | CHAR_RELATION | \
  CHAR_ARROW | CHAR_DOTS | CHAR_WIDE)

/* The signs that people use for those of ASCII. What is neither a letter nor
 * such a sign (ticks, emoji) ends an expression. */
static void lex_wide(struct game_reader *r)
{
    struct character c;
    size_t end = r->at + character_at(r->text, r->at, &c);
    bool arrow = strcmp(c.plain, "->") == 0 || strcmp(c.plain, "=>") == 0;

    if (c.is & CHAR_RAISED)
        push(r, TOKEN_POST, end, 0);
    else if (c.is & CHAR_ROOT)
        push(r, TOKEN_ROOT, end, 0);
    else if ((c.is & CHAR_ARROW) && arrow)
        push(r, TOKEN_ARROW, end, 0);
    else if ((c.is & CHAR_DOTS) || ((c.is & CHAR_WIDE) && c.plain[0] == '!'))
        push(r, TOKEN_STOP, end, 0);
    else
        push_sign(r, (c.is & WIDE_SIGNS) && !c.plain[1] ? c.plain[0] : '\0',
                  end);
}

/* A run of dashes or equals signs may be an arrow or a rule. */
static void read_line_sign(struct game_reader *r, char c)
{
    size_t end = skip_run(r, c);

    if (char_at(r, end) == '>')
        push(r, TOKEN_ARROW, end + 1, 0);
    else if (end - r->at > 1u + (c == '='))
        push_break(r, end, 0);
    else
        push_sign(r, c, end);
}

/* <answer> shows what is in it as a box does; thinking ends an attempt; <b>
 * and such are markup. */
static bool read_tag(struct game_reader *r)
{
    size_t end = r->at + pattern_at(r->text, r->at, "</%?%w>");
    bool close = char_at(r, r->at + 1) == '/';
    struct span name = span_cut(r->text, r->at + 1 + close, end - 1);

    if (end == r->at)
        return false;
    if (span_is_one(name, "answer final solution result output"))
        push(r, close ? TOKEN_BOXEND : TOKEN_BOX, end, close ? 0 : SAYS(TRY));
    else if (close && span_at(name, 0, "think"))
        push_break(r, end, SAYS(TRY));
    else
        r->at = end;
    return true;
}

/* The number behind \text{sector}_2 is part of a name. */
static void read_underscore(struct game_reader *r)
{
    size_t n = span_digits(r->text, r->at + 1);

    if (n && (char_before(r) == '}' || char_before(r) == ')'))
        push(r, TOKEN_WORD, r->at + 1 + n, SIGN_SHORT);
    else
        r->at++;
}

static void read_sign(struct game_reader *r, char c)
{
    bool equals = char_at(r, r->at + 1) == '=';

    switch (c) {
    case '*': read_stars(r); break;
    case '-':
    case '=': read_line_sign(r, c); break;
    case '/': /* 11 // 4, or a comment */
        if (char_at(r, r->at + 1) != '/')
            push(r, TOKEN_DIV, r->at + 1, 0);
        else
            push(r,
                 after_operand(r) && doubles(r, UINT32_MAX, "") ? TOKEN_POWER
                                                                : TOKEN_HASH,
                 r->at + 2, 0);
        break;
    case '&':
    case '\\': read_command(r, c == '&'); break;
    case '{': open_bracket(r, 'g', r->at + 1); break;
    case '}': close_brace(r); break;
    case '`':
    case '$':
    case '~': r->at++; break;
    case '_': read_underscore(r); break;
    case '<':
    case '>':
        if (!read_tag(r))
            push_break(r, r->at + 1 + equals, 0);
        break;
    case ':':
    case '!':
        if (equals)
            push(r, c == ':' ? TOKEN_EQUALS : TOKEN_BREAK, r->at + 2, 0);
        else
            push_sign(r, c, r->at + 1);
        break;
    default: push_sign(r, c, r->at + 1);
    }
}

static void read_token(struct game_reader *r)
{
    char c = r->text.s[r->at];

    if (is_space(c)) {
        r->at++;
        r->spaced = true;
    } else if (letter_at(r->text, r->at)) {
        read_word(r);
    } else if (c & 0x80) {
        lex_wide(r);
    } else if (!read_number(r)) {
        read_sign(r, c);
    }
}

/* ---- what stands before the words of a line ---- */

/* A sign that begins an item. A square or a triangle stands for a number that
 * is left out, while a ring is only a bullet. */
static bool skip_bullet(struct game_reader *r)
{
    struct span t = r->text;
    struct character c;
    size_t n = span_one_of(t, r->at, "-*+");

    character_at(t, r->at, &c);
    if (n == 0 &&
        (c.is != CHAR_SIGN || (c.tex && strcmp(c.tex, "\\circ") == 0)))
        n = character_item(t, r->at);
    if (n == 0 || !span_one_of(t, r->at + n, " \t"))
        return false;
    r->at += n;
    return true;
}

/* "1." "1)" "**1.**"; what is behind the point must be no digit, and there
 * must be something. */
static bool skip_item(struct game_reader *r)
{
    size_t at = skip(r, r->at, "*_"), end = at;
    int64_t number;

    if (!is_digit(char_at(r, at)))
        return false;
    end += pattern_at(r->text, at,
                      "%d%d%?%d%?%(\\.|.|)%)%!%d"
                      "%=%(%[*_ \t\r]%*%[^*_ \t\r\n]%)");
    if (end == at)
        return false;
    game_read_number(r->text.s + at, &number);
    if (at > r->at)
        r->bold = char_at(r, end) != '*';
    push(r, TOKEN_ITEM, end, SAYS(LABEL))->number = RATIO(number);
    r->spaced = true;
    return true;
}

/* Quotation marks, hashes, bullets, numbers. */
static bool skip_mark(struct game_reader *r)
{
    size_t n = pattern_at(r->text, r->at, ">%!=|#%+%=%s");

    r->line.hash |= n && r->text.s[r->at] == '#';
    r->at += n;
    return n || skip_bullet(r) || skip_item(r);
}

/* Pass over quotation marks, the hashes of a heading, bullets and the number
 * of an item, and see whether the line as a whole looks like a heading. */
static void lex_start(struct game_reader *r)
{
    /* ``` with at most a word behind it; dashes, stars or equals signs alone;
     * **...** with no other such mark inside. */
    static const char fence[] = "````%*%!%(%[^`]%*`%)|~~~~%*%!%(%[^~]%*~%)",
                      rule[] = "%[-=*_ \t\r|:+]%+",
                      bold[] = "***%*%(%!%(**%)%.%)%+***%*:%?|"
                               "___%*%(%!%(__%)%.%)%+___%*:%?|"
                               "\\textbf{%[^}]%+}:%?";
    struct span line;

    for (int i = 0;; i++) {
        bool fenced;

        r->at = skip(r, r->at, " \t\r");
        line = span_cut(r->text, r->at, r->at + LINE_BYTES);
        line.n = span_index(line, 0, '\n');
        fenced = pattern_here(line, 0, fence);
        if (fenced || (line.n > 2 && pattern_is(line, rule))) {
            r->line.border = fenced || !span_has(line, '|');
            r->at += line.n;
            return;
        }
        if (i == PREFIX_ROUNDS || !skip_mark(r))
            break;
    }
    line = span_trim(line);
    r->line.hash |= span_at_any(line, 0, "\\section|\\subsect") > 0;
    r->line.heading = r->line.hash ||
                      (span_one_of(line, 0, "*_\\") && pattern_is(line, bold));
    line.n = span_back(line, line.n, "*_`$ ");
    r->line.heading |= span_before_any(line, line.n, ":|\xef\xbc\x9a") > 0;
}

/* ---- lines ---- */

#define SIGNS (OPERATORS | KIND(ROOT) | KIND(POST) | KIND(BANG) | KIND(PERCENT))

/* "Step 1" is an item; "from step 1", "(step 1)", "= step1 * 11" speak of one.
 * "Line 2", "Solution 2" are labels unless they go on as an expression. */
static void mark_step(struct game_reader *r, size_t i)
{
    size_t at = i + 1 + game_token_is(r, i + 1, KIND(HASH));
    struct game_token *n = token_at(r, at);
    const struct game_token *before = i ? token_at(r, i - 1) : NULL;

    if (!game_token_in(n, KIND(NUMBER)) || n->number.q != 1)
        return;
    if (token_says(r, i, SIGN_STEP)) {
        n->kind = TOKEN_ITEM;
        if (!before || !((before->word & SAYS(FROM)) ||
                         game_token_in(before, SIGNS | KIND(EQUALS)) ||
                         (before->kind == TOKEN_OPEN && i > 1)))
            n->word = SIGN_STEP;
    } else if (!game_token_is(r, at + 1, SIGNS) &&
               !(game_token_is(r, at + 1, KIND(OPEN)) && !n[1].spaced)) {
        n->kind = TOKEN_ITEM;
    }
}

/* The line that begins at `at` goes on with an equation. */
static bool goes_on(const struct game_reader *r, size_t at)
{
    return pattern_here(r->text, skip(r, at, " \t$&>"), "\\approx|=%!%[=>]");
}

bool lex_line(struct game_reader *r)
{
    while (r->at < r->text.n && r->text.s[r->at] == '\n')
        r->at++;
    if (r->at == r->text.n)
        return false;
    r->tokens.n = r->open.n = 0;
    r->line = (struct game_line){ 0 };
    r->spaced = true;
    r->bold = r->italic = false;
    r->line_at = r->at;
    if (r->at == 0 || r->text.s[r->at - 1] == '\n')
        lex_start(r);
    while (r->at < r->text.n && r->tokens.n < LINE_TOKENS) {
        if (r->text.s[r->at] == '\n' && !goes_on(r, r->at + 1) &&
            !game_token_in(last(r), KIND(EQUALS))) {
            r->at++;
            break;
        }
        read_token(r);
    }
    for (size_t i = 0; i < r->tokens.n; i++)
        if (token_says(r, i, SIGN_STEP | SAYS(LABEL)))
            mark_step(r, i);
    return true;
}
