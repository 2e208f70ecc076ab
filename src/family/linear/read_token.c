/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"
#include "text/fold.h"
#include "text/numeral.h"

/* The text as tokens: things first, then letters, units, signs, numbers and
 * words. */

/* What is the same as a sign of ASCII. Digits of other scripts are not read,
 * unseen characters stay and are not understood. */
#define PLAIN                                                        \
 (CHAR_BLANK | CHAR_HYPHEN | CHAR_MINUS | CHAR_QUOTES | CHAR_TIMES | \
  CHAR_DIVIDE | CHAR_FRACTION)

struct lexer {
    const struct linear_words *v;
    struct span names[LINEAR_VARIABLES]; /* plain, without "the" */
    uint32_t begins;      /* bits of the bytes that they begin with */
    const char *units[4]; /* of one and many, in either spelling */
    char spelt[2][64];
    struct word_set known; /* the classes of words */
    struct span text;
    size_t at;
    bool dollars; /* are the unit */
    bool dropped; /* the word before was dropped */
    bool lead;    /* only such words so far */
};

/* ---- places of the text ---- */

/* A letter or digit; of other scripts too. */
static bool is_wordy(char c)
{
    return is_letter(c) || is_digit(c) || (c & 0x80);
}

/* Does a name end here? Not before "'s", or inside "lamp-like". */
static bool name_ends(struct span t, size_t at)
{
    char c = span_byte(t, at);

    return !is_wordy(c) &&
           !((c == '\'' || c == '-') && is_wordy(span_byte(t, at + 1)));
}

/* Returns the length of these words at the place, whose blanks may be hyphens
 * in the text, or 0 if they do not stand there. */
static size_t words_at(struct span t, size_t at, const char *lower)
{
    size_t n = 0;

    for (; lower[n]; n++) {
        char c = to_lower(span_byte(t, at + n));

        if (c != lower[n] && !(lower[n] == ' ' && c == '-'))
            return 0;
    }
    return is_wordy(span_byte(t, at + n)) ? 0 : n;
}

/* Is it ASCII with single blanks alone, and none at the ends? */
static bool is_plain(struct span t)
{
    char before = ' ';

    for (size_t i = 0; i < t.n; i++) {
        unsigned char c = (unsigned char)t.s[i];

        if (c >= 0x80 || (c <= ' ' && (c != ' ' || before == ' ')))
            return false;
        before = t.s[i];
    }
    return before != ' ';
}

struct span linear_plain(struct arena *a, struct span text, unsigned classes)
{
    struct span folded;
    size_t n = 0;
    char *out;

    if (is_plain(text))
        return text;
    folded = fold_span(a, text, classes);
    out = arena_text(a, folded.n);
    for (size_t i = 0; i < folded.n; i++) {
        char c = folded.s[i];

        c = c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
        if (c != ' ' || (n > 0 && out[n - 1] != ' '))
            out[n++] = c;
    }
    return (struct span){ out, n > 0 && out[n - 1] == ' ' ? n - 1 : n };
}

/* ---- the words of this sentence ---- */

static size_t skip_the(struct span t, size_t at)
{
    return at + span_at_fold(t, at, "the ");
}

static struct span plain_name(struct arena *a, const char *name)
{
    struct span plain = linear_plain(a, span_of(name), PLAIN);

    return span_from(plain, skip_the(plain, 0));
}

void linear_words_open(struct arena *a, struct linear_words *v)
{
    struct span *plain = arena_array(a, struct span, LINEAR_VARIABLES);

    for (size_t i = 0; i < v->n && i < LINEAR_VARIABLES; i++)
        plain[i] = plain_name(a, v->names[i]);
    v->plain = plain;
}

/* Returns the length of the name at the place, in any case, or 0. */
static size_t name_at(struct span t, size_t at, struct span name)
{
    /* The ends of names differ more than their beginnings. */
    if (name.n == 0 || at + name.n > t.n ||
        to_lower(t.s[at + name.n - 1]) != to_lower(name.s[name.n - 1]))
        return 0;
    for (size_t i = 0; i < name.n; i++)
        if (to_lower(t.s[at + i]) != to_lower(name.s[i]))
            return 0;
    return name_ends(t, at + name.n) ? name.n : 0;
}

/* The low bits of a byte, which are the same for a letter in either case. */
static uint32_t begins_with(struct span t, size_t at)
{
    return UINT32_C(1) << (span_byte(t, at) & 31);
}

static size_t lex_thing(const struct lexer *x, struct linear_token *t)
{
    size_t the = skip_the(x->text, x->at), best = 0;

    if (!(x->begins &
          (begins_with(x->text, x->at) | begins_with(x->text, the))))
        return 0; /* most words */
    for (size_t i = 0; i < x->v->n && i < LINEAR_VARIABLES; i++) {
        size_t from = x->at, n = name_at(x->text, from, x->names[i]);

        if (n == 0 && the > from) {
            from = the;
            n = name_at(x->text, from, x->names[i]);
        }
        if (n > 0 && from + n - x->at > best) {
            best = from + n - x->at;
            t->kind = LINEAR_THING;
            t->thing = i;
        }
    }
    return best;
}

static size_t linear_letter(const struct lexer *x, struct linear_token *t)
{
    for (size_t i = 0; i < x->v->n_letters; i++) {
        size_t n = strlen(x->v->letters[i]);

        if (n > 0 && span_at(x->text, x->at, x->v->letters[i]) &&
            name_ends(x->text, x->at + n)) {
            t->kind = LINEAR_NUMBER;
            t->value = x->v->letter_values[i];
            return n;
        }
    }
    return 0;
}

/* The units. "kilometres" is also written "kilometers". */
static void open_units(struct lexer *x)
{
    const char *own[2] = { x->v->unit, x->v->one };

    for (size_t i = 0; i < 2; i++) {
        const char *re = own[i] ? strstr(own[i], "tre") : NULL;
        size_t n = own[i] ? strlen(own[i]) : 0;

        if (n >= sizeof x->spelt[i])
            continue;
        x->units[i] = own[i];
        if (!re)
            continue;
        memcpy(x->spelt[i], own[i], n + 1);
        memcpy(x->spelt[i] + (re - own[i]), "ter", 3);
        x->units[2 + i] = x->spelt[i];
    }
}

static size_t linear_unit(const struct lexer *x, struct linear_token *t)
{
    size_t best = 0, n;

    for (size_t i = 0; i < 4; i++)
        if (x->units[i] && (n = words_at(x->text, x->at, x->units[i])) > best)
            best = n;
    t->kind = LINEAR_UNIT;
    return best;
}

static size_t article_at(struct span t, size_t at)
{
    size_t n = words_at(t, at, "a");

    return n ? n : words_at(t, at, "an");
}

/* "a dollar" is 1 dollar: the article. */
static size_t lex_article(const struct lexer *x, struct linear_token *t)
{
    size_t n = article_at(x->text, x->at);

    if (n == 0 || !x->v->one || span_byte(x->text, x->at + n) != ' ' ||
        !words_at(x->text, x->at + n + 1, x->v->one))
        return 0;
    t->kind = LINEAR_NUMBER;
    t->value = RATIO(1);
    return n;
}

/* ---- signs ---- */

static size_t lex_sign(const struct lexer *x, struct linear_token *t)
{
    static const unsigned kinds[128] = {
        [','] = LINEAR_COMMA,    ['('] = LINEAR_OPEN,     [')'] = LINEAR_CLOSE,
        ['?'] = LINEAR_QUESTION, ['+'] = WORD_PLUS,       ['-'] = WORD_MINUS,
        ['='] = WORD_EQUALS,     ['*'] = WORD_MULTIPLIED, ['/'] = WORD_DIVIDED,
        ['%'] = WORD_PERCENT,    ['&'] = WORD_JOINT,      ['.'] = LINEAR_OTHER,
        ['!'] = LINEAR_OTHER,    ['$'] = LINEAR_OTHER
    };
    char c = x->text.s[x->at];
    bool last = x->at + 1 == x->text.n;

    if ((c & 0x80) || !kinds[(int)c])
        return 0;
    t->kind = kinds[(int)c];
    t->joint = "and"; /* for "&" */
    if (((c == '.' || c == '!') && last) || (c == '$' && x->dollars))
        t->kind = WORD_IDLE; /* "$14", where dollars are meant */
    return 1;
}

/* ---- numbers ---- */

static size_t digits_at(struct span t, size_t at, struct ratio *out)
{
    size_t end = at + span_digits(t, at), n = end - at;

    while (n > 0 && strchr(".,/", span_byte(t, end)) &&
           is_digit(span_byte(t, end + 1)))
        end += 1 + span_digits(t, end + 1);
    /* "3rd", "3x", "3-4" are no numbers by themselves. */
    if (n == 0 || is_wordy(span_byte(t, end)) ||
        (span_byte(t, end) == '-' && is_digit(span_byte(t, end + 1))) ||
        !ratio_read(out, t.s + at, end - at))
        return 0;
    return end - at;
}

/* "1/2" behind "2 ", and the like: a part below one that is added. */
static size_t added_part(struct span t, size_t at, struct ratio *out)
{
    static const struct {
        const char *words;
        struct ratio value;
    } parts[] = {
        { " and a half", { 1, 2 } },
        { " and one half", { 1, 2 } },
        { " and a quarter", { 1, 4 } },
        { " and a third", { 1, 3 } },
    };
    size_t n;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if ((n = words_at(t, at, parts[i].words)) > 0) {
            *out = parts[i].value;
            return n;
        }
    n = span_byte(t, at) == ' ' ? digits_at(t, at + 1, out) : 0;
    return n > 0 && out->p > 0 && out->p < out->q ? n + 1 : 0;
}

/* Read a number in words up to 999; these have one wording only. Returns its
 * length, or 0 if there is none. */
static size_t cardinal_at(struct span t, size_t at, struct ratio *out)
{
    struct numeral found;
    size_t n = numeral_at(t, at, 0, &found);

    if (n == 0 || found.over > 999 || is_wordy(span_byte(t, at + n)))
        return 0;
    *out = RATIO(found.over);
    return n;
}

static size_t number_at(struct span t, size_t at, struct ratio *out)
{
    struct ratio part;
    size_t n = is_digit(span_byte(t, at)) ? digits_at(t, at, out)
                                          : cardinal_at(t, at, out);
    size_t more = n && ratio_whole(*out) ? added_part(t, at + n, &part) : 0;

    return more && ratio_add(out, *out, part) ? n + more : n;
}

/* Set *out to the number of parts that the words at the place name: "third",
 * "twelfths". Returns their length, or 0 if they name none. */
static size_t parts_at(struct span t, size_t at, bool several, int64_t *out)
{
    size_t n = span_letters(t, at), s = several;
    const struct lexeme *x = lexicon_find(span_cut(t, at, at + n));

    if (is_wordy(span_byte(t, at + n)))
        return 0;
    if (!lexeme_is(x, several ? WORD_PARTS : WORD_PART)) {
        x = lexicon_find(span_cut(t, at, at + n - s));
        if (!lexeme_is(x, WORD_ORDINAL) || x->value < 3 ||
            (several && to_lower(t.s[at + n - 1]) != 's'))
            return 0;
    }
    *out = x->value;
    return n;
}

/* "half", "a third", "two thirds", "three-quarters". */
static size_t fraction_at(struct span t, size_t at, struct ratio *out)
{
    size_t n = article_at(t, at), more;
    int64_t under;

    *out = RATIO(1);
    n = n ? n : cardinal_at(t, at, out);
    if (n == 0) {
        n = words_at(t, at, "half");
        return n && ratio_make(out, 1, 2) ? n : 0;
    }
    if (out->p < 1 || out->p > 9 ||
        (span_byte(t, at + n) != ' ' && span_byte(t, at + n) != '-'))
        return 0;
    more = parts_at(t, at + n + 1, out->p > 1, &under);
    return more && ratio_make(out, out->p, under) ? n + 1 + more : 0;
}

/* ---- words ---- */

/* The first of the classes that the word has. */
static unsigned class_of(const struct lexer *x, const struct lexeme *word)
{
    for (unsigned k = 0; k < WORD_BITS; k++)
        if (word->is[k] & x->known.is[k])
            return 64 * k +
                   (unsigned)__builtin_ctzll(word->is[k] & x->known.is[k]);
    return LINEAR_OTHER;
}

/* Can a number or a fraction begin here, where the lexicon found n bytes? */
static bool may_count(struct span t, size_t at, size_t n,
                      const struct lexeme *found)
{
    struct span word = span_cut(t, at, at + span_letters(t, at));

    if (is_digit(span_byte(t, at)) || article_at(t, at))
        return true;
    return n && n == word.n ? numeral_begins_as(word, found)
                            : numeral_begins(word);
}

/* The length of the token: what is not understood goes to the end of its word. */
static size_t behind_word(const struct lexer *x, const struct linear_token *t,
                          size_t n)
{
    while (t->kind == LINEAR_OTHER &&
           (is_wordy(span_byte(x->text, x->at + n)) ||
            span_byte(x->text, x->at + n) == '\''))
        n++;
    return n > 0 ? n : 1;
}

/* The longest of words, fractions and numbers, or what is not understood: at
 * least one byte. */
static size_t linear_word(const struct lexer *x, struct linear_token *t)
{
    const struct lexeme *word = NULL;
    size_t n = lexicon_phrase_of(x->text, x->at, x->known, &word), more;
    struct ratio value;

    n = is_wordy(span_byte(x->text, x->at + n)) ? 0 : n;
    t->kind = n ? class_of(x, word) : LINEAR_OTHER;
    if (n) {
        t->joint = word->word;
        t->value = RATIO(word->value);
    }
    if (!may_count(x->text, x->at, n, word))
        return behind_word(x, t, n);
    if ((more = fraction_at(x->text, x->at, &value)) > n) {
        t->kind = WORD_FACTOR;
        t->value = value;
        n = more;
    }
    if ((more = number_at(x->text, x->at, &value)) > n) {
        t->kind = LINEAR_NUMBER;
        t->value = value;
        n = more;
    }
    return behind_word(x, t, n);
}

/* ---- all of it ---- */

static void lex_one(const struct lexer *x, struct linear_token *t)
{
    size_t n = 0;

    *t = (struct linear_token){ .kind = LINEAR_OTHER, .value = RATIO(0) };
    if (x->at == 0 || !is_wordy(x->text.s[x->at - 1])) {
        n = lex_thing(x, t);
        n = n ? n : linear_letter(x, t);
        n = n ? n : linear_unit(x, t);
        n = n ? n : lex_article(x, t);
    }
    n = n ? n : lex_sign(x, t);
    n = n ? n : linear_word(x, t);
    t->raw = span_cut(x->text, x->at, x->at + n);
}

/* Words that are not kept take the commas around them along. */
static bool keep(struct lexer *x, struct linear_tokens *out,
                 struct linear_token t)
{
    bool lead = t.kind == WORD_OPENING;

    if (t.kind == WORD_UNCERTAIN || t.kind == WORD_IDLE || (lead && x->lead)) {
        out->uncertain = out->uncertain || t.kind == WORD_UNCERTAIN;
        x->dropped = true;
        return true;
    }
    if (t.kind == LINEAR_COMMA && x->dropped &&
        (out->n == 0 || out->items[out->n - 1].kind == LINEAR_COMMA)) {
        out->n -= out->n > 0;
        return true;
    }
    if (lead)
        t.kind = LINEAR_OTHER;
    x->dropped = x->lead = false;
    if (out->n == READ_TOKENS)
        return false;
    out->ands += t.kind == WORD_JOINT && strcmp(t.joint, "and") == 0;
    out->items[out->n++] = t;
    return true;
}

bool linear_tokens(struct linear_tokens *out, struct arena *a,
                   struct span sentence, const struct linear_words *v)
{
    struct lexer x = { .v = v, .lead = true };
    struct linear_token t;

    out->text = x.text = linear_plain(a, sentence, PLAIN);
    out->n = out->ands = 0;
    out->uncertain = false;
    if (x.text.n > READ_BYTES)
        return false;
    x.dollars = v->unit && strcmp(v->unit, "dollars") == 0;
    word_set_add(&x.known, WORD_BE, WORD_OPENING);
    for (size_t i = 0; i < v->n && i < LINEAR_VARIABLES; i++) {
        x.names[i] = v->plain ? v->plain[i] : plain_name(a, v->names[i]);
        x.begins |= begins_with(x.names[i], 0);
    }
    open_units(&x);
    while (x.at < x.text.n) {
        if (x.text.s[x.at] == ' ') {
            x.at++;
            continue;
        }
        lex_one(&x, &t);
        if (!keep(&x, out, t))
            return false;
        x.at += t.raw.n;
    }
    out->items[out->n] = (struct linear_token){ .kind = LINEAR_END };
    return true;
}
