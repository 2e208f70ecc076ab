/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/words.h"
#include "text/date.h"
#include "text/lexicon.h"

/*
 * The rules for a reply that marks nothing. "whole": it reads as one answer.
 * "formula" and "number" are guesses: the last formula or the last number. They
 * look at the end of the reply alone, for an answer is said last, and not at
 * all when the reply breaks off. What riders say (remarks, checks, common
 * mistakes, questions) is no answer.
 */

#define WHOLE_WORDS 3 /* of a reply that is its answer: no mathematics */

/* ---- the whole ---- */

/* Does t stand on one line, but for formulas, and in one sentence? */
static bool is_one_line(struct span t)
{
    size_t at = 0, after;
    enum reply_token k;

    while ((k = token_read(t, at, &after)) != TOKEN_END) {
        if (k == TOKEN_NEWLINE ||
            (k == TOKEN_STOP && after < t.n && character_space(t, after)))
            return false;
        at = after;
    }
    return true;
}

/* Digits, signs and brackets alone, however many: no prose. */
static bool is_bare(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_letter(t.s[i]) || is_space(t.s[i]) ||
            (unsigned char)t.s[i] >= 0x80)
            return false;
    return true;
}

/* One line of mathematics without any word of prose. */
static bool is_long_formula(struct span t)
{
    bool telling = false;

    return t.n <= LIMIT_ANSWER_BYTES && is_one_line(t) &&
           prose_words(t, &telling) == 0 && !telling;
}

/* name(...) in ASCII without a space. */
static bool is_code(struct span t)
{
    if (!is_letter(span_byte(t, 0)) && span_byte(t, 0) != '_')
        return false;
    for (size_t i = 0; i < t.n; i++)
        if (is_space(t.s[i]) || (unsigned char)t.s[i] >= 0x80)
            return false;
    return memchr(t.s, '(', t.n) && t.s[t.n - 1] == ')';
}

/* A line of LaTeX is meant as one, even if nobody can read it. */
static bool has_command(struct span t)
{
    size_t at = 0, after;
    enum reply_token k;

    while ((k = token_read(t, at, &after)) != TOKEN_END) {
        if (k == TOKEN_COMMAND)
            return true;
        at = after;
    }
    return false;
}

/* Is a key the worked solution, whose end gives the answer: several
 * sentences that do not read as one answer? */
static bool is_solution(const struct extract *x, struct span t)
{
    bool telling = false;

    return !is_one_line(t) && prose_words(t, &telling) && telling &&
           !extract_reads(x, t);
}

/* Does a lone capital letter stand in t? */
static bool has_capital(struct span t)
{
    size_t at = 0, after;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after)
        if (k == TOKEN_LETTER && is_upper(t.s[at]) && t.s[at] <= 'J')
            return true;
    return false;
}

/* "$a = 2$, $r = 3$: $S = 5$": what stands before the colon is known. */
static bool leads_on(struct span t)
{
    for (size_t i = 0; i + 3 < t.n; i++)
        if (span_at(t, i, "$: $") || span_at(t, i, "\\): \\("))
            return true;
    return false;
}

/* "7 * 11 = 77, and 77 * 13 = 1001": the second goes on with the first. */
static bool are_computations(struct span t)
{
    const char *comma = memchr(t.s, ',', t.n), *sign = memchr(t.s, '=', t.n);

    if (!comma || !sign || sign > comma ||
        !memchr(comma, '=', t.n - (size_t)(comma - t.s)))
        return false;
    return span_at_fold(t, (size_t)(comma - t.s), ", and ") && is_digit(t.s[0]);
}

/* One formula and a unit behind it, "$c = 3\times 10^8$ m/s". */
static bool with_its_unit(const struct extract *x, struct span *out)
{
    struct span t = x->text, inner, rest;
    size_t after;

    if (!formula_at(t, span_skip_space(t, 0), &inner, &after))
        return false;
    rest = trim_span(span_from(t, after));
    if (rest.n == 0 || unit_at(rest, 0) != rest.n)
        return false;
    *out = span_of(arena_printf(x->a, "%.*s\\text{ %.*s}", (int)inner.n,
                                inner.s, (int)rest.n, rest.s));
    return true;
}

bool rule_whole(struct extract *x, struct extracted *out)
{
    struct span t = trim_span(x->text), inner;
    bool telling = false;
    struct date date;
    size_t words, after;

    if (t.n == 0)
        return false;
    if (x->opt->gold)
        return !is_solution(x, t) && extract_fill(x, out, t);
    if (t.n > WHOLE_MOST)
        return (is_bare(t) || is_long_formula(t)) && extract_fill(x, out, t);
    /* One formula and nothing else is the answer even when nobody can read
     * it: no number is lifted out of it. */
    if (formula_at(x->text, span_skip_space(x->text, 0), &inner, &after) &&
        trim_span(span_cut(x->text, after, x->text.n)).n == 0)
        return extract_fill(x, out, x->text);
    /* Nor out of a line of some program: eval("2+3"). */
    if (is_code(t) || date_read(t, &date))
        return extract_fill(x, out, t);
    if (!is_one_line(t) || leads_on(t) ||
        (x->opt->formula && !x->opt->several && are_computations(t)))
        return false;
    if (with_its_unit(x, &inner))
        return extract_fill(x, out, inner);
    if (x->opt->lower && t.n < 40 && choice_letter_small(t))
        return extract_fill(x, out, t);
    words = prose_words(t, &telling);
    if (words && clock_find(x, t, &inner))
        return extract_fill(x, out, inner);
    if (x->opt->key && !telling && words <= WHOLE_WORDS &&
        words_find(x, t, false, &inner))
        return extract_fill(x, out, inner);
    /* "To conclude, $x = 17$": the formula is the answer. */
    if (words && is_letter(t.s[0]) && memchr(t.s, '$', t.n))
        return false;
    if (words && x->opt->letters && !letters_listed(t))
        return false;
    /* "I would choose C" */
    if (words && x->opt->choice && choice_letter(t) == '\0' && has_capital(t))
        return false;
    if (telling || words > WHOLE_WORDS ||
        (words && !has_command(t) && !extract_reads(x, t)))
        return false;
    return extract_fill(x, out, t);
}

/* ---- guesses ---- */

bool ends_in_the_middle(struct span t)
{
    size_t from;

    while (t.n && (is_space(t.s[t.n - 1]) || t.s[t.n - 1] == '\0'))
        t.n--;
    if (t.n && one_of(t.s[t.n - 1], "-=+,<") &&
        !(t.n > 1 && t.s[t.n - 1] == '-' && t.s[t.n - 2] == '-'))
        return true;
    for (from = t.n; from && is_letter(t.s[from - 1]);)
        from--;
    return from < t.n && from && t.s[from - 1] == ' ' &&
           word_is(span_cut(t, from, t.n), WORD_UNFINISHED);
}

/* Where the words of a sentence begin, behind marks and brackets. */
static size_t skip_marks(struct span t)
{
    size_t at = 0;

    while (at < t.n &&
           (character_space(t, at) || one_of(t.s[at], "*_#-(>[\",")))
        at++;
    return at;
}

/* "if full, 56; if not, 49": two answers, each with its condition. */
static bool is_twofold(struct span t)
{
    size_t at = 0, after;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after)
        if (k == TOKEN_COMMA && (t.s[at] == ';' || after > at + 1) &&
            phrase_within(span_cut(t, 0, at), WORD_SUPPOSED) &&
            phrase_within(span_from(t, after), WORD_SUPPOSED))
            return true;
    return false;
}

/* "If each row had 8 seats, there would be 72." */
static bool is_subjunctive(struct span t)
{
    const struct lexeme *x;

    if (!lexicon_phrase(t, skip_marks(t), WORD_SUPPOSED, &x))
        return false;
    for (size_t i = 0; i < t.n; i++)
        if (span_at_fold(t, i, " would "))
            return true;
    return false;
}

/* Sentences that tell no result: remarks, checks, what would have been. `has`:
 * the classes of its phrases. */
static bool is_rider(struct span t, struct word_set has)
{
    const struct lexeme *x;

    return lexicon_phrase(t, skip_marks(t), WORD_RIDER, &x) > 0 ||
           span_at_fold(t, skip_marks(t), "expected:") ||
           (lexicon_phrase(t, skip_marks(t), WORD_PLAN, &x) > 0 &&
            !memchr(t.s, '=', t.n)) ||
           word_set_has(has, WORD_OTHERWISE) ||
           word_set_has(has, WORD_REFUSAL) ||
           word_set_has(has, WORD_ABSTAINS) ||
           (word_set_has(has, WORD_SUPPOSED) &&
            (is_twofold(t) || is_subjunctive(t)));
}

/* Sentences that later ones do not overrule unless they conclude too. */
static bool is_conclusion(struct span t)
{
    const struct lexeme *x;
    size_t at = skip_marks(t), n = lexicon_phrase(t, at, WORD_CONCLUSION, &x);

    /* "So" is a filler as well. */
    return n > 0 && (n > 2 || span_byte(t, at + n) == ',');
}

/* What a sentence that tells what is wrong says behind "but" or "so"; nothing
 * is left of one that tells that alone. */
static struct span without_aside(struct span t)
{
    struct span rest = behind_turn(t);

    return rest.n < t.n && !phrase_within(rest, WORD_ASIDE) ? rest
                                                            : span_cut(t, 0, 0);
}

/* Is the doubt before "but" about something else than the answer, "I don't know
 * why, but", and does what follows end with a value: "it works out to 7"? */
static bool doubts_else(struct span doubt, struct span rest)
{
    const struct lexeme *x;
    size_t from = 0;

    for (size_t i = 0, n; i < doubt.n; i++)
        if ((i == 0 || !is_letter(doubt.s[i - 1])) &&
            (n = lexicon_phrase(doubt, i, WORD_ABSTAINS, &x)))
            from = i + n;
    doubt = trim_span(span_from(doubt, from));
    while (rest.n && strchr(" .!*$)\n", rest.s[rest.n - 1]))
        rest.n--;
    return doubt.n > 1 && !phrase_within(doubt, WORD_ANSWER) && rest.n &&
           (is_digit(rest.s[rest.n - 1]) || rest.s[rest.n - 1] == '}');
}

/* What a sentence tells behind "I don't know, but": a value alone, or one with a
 * word for a guess; anything if what is not known is something else; all of the
 * sentence if it tells nothing. */
static struct span without_abstention(struct span t)
{
    struct span rest = t, doubt = t;
    const struct lexeme *x;
    bool telling;

    for (size_t i = 0, n; i < t.n; i++)
        if ((i == 0 || !is_letter(t.s[i - 1])) &&
            (n = lexicon_phrase(t, i, WORD_BUT, &x))) {
            rest = span_from(t, i + n);
            doubt = span_cut(t, 0, i);
        }
    if (phrase_within(rest, WORD_ABSTAINS) || rest.n == t.n ||
        (prose_words(rest, &telling) > 0 && !phrase_within(rest, WORD_GUESS) &&
         !doubts_else(doubt, rest)))
        return t;
    return rest;
}

/* Is the value in bold: "**12 apples**"? */
static bool is_bold(struct span sentence, size_t end)
{
    size_t from = end;

    while (from && sentence.s[from - 1] != '*' && end - from < 40)
        from--;
    if (from < 2 || sentence.s[from - 2] != '*')
        return false;
    for (size_t i = end; i + 1 < sentence.n && i < end + 40; i++)
        if (span_at(sentence, i, "**"))
            return true;
    return false;
}

static bool is_question(struct span t, size_t stop)
{
    struct character c;

    (void)character_at(t, stop, &c);
    return span_byte(t, stop) == '?' || c.plain[0] == '?';
}

/* "2. multiply": the mark of a list. */
static bool is_item_number(struct span t, struct span sentence, size_t stop)
{
    size_t next = stop + 1;

    sentence = trim_span(sentence);
    for (size_t i = 0; i < sentence.n; i++)
        if (!is_digit(sentence.s[i]))
            return false;
    return stop < t.n && t.s[stop] == '.' && next < t.n && t.s[next] == ' ' &&
           next + 1 < t.n && t.s[next + 1] != '\n';
}

/* Is the sentence a remark in brackets as a whole? */
static bool is_remark(struct span t)
{
    size_t at = span_skip_space(t, 0), end = remark_end(t, at);

    return end && trim_span(span_cut(t, end, t.n)).n == 0;
}

/* The claim before a colon, "the statement is true: every ..."; else all. */
static struct span claim(struct span sentence)
{
    struct span head = sentence;

    for (size_t i = 0; i + 1 < sentence.n && head.n == sentence.n; i++)
        if (span_at(sentence, i, ": "))
            head.n = i;
    return phrase_within(head, WORD_IS) ? head : sentence;
}

/* The last date of a sentence. */
static bool date_last(struct span t, struct span *out, size_t *end)
{
    size_t at = 0, after, stop;
    struct date date;
    bool found = false;
    enum reply_token k;

    for (; (k = token_read(t, at, &after)) != TOKEN_END; at = after) {
        if (k != TOKEN_WORD && k != TOKEN_NUMBER && k != TOKEN_MATHWORD)
            continue;
        for (stop = at + 40 < t.n ? at + 40 : t.n; stop > at + 4; stop--)
            if (date_read(span_cut(t, at, stop), &date)) {
                *end = after = stop;
                if (!stance_of(span_cut(t, 0, at)).denied) {
                    *out = span_cut(t, at, stop);
                    found = true;
                }
                break;
            }
    }
    return found;
}

/* Take what a sentence tells; "0.5, that is 60%" tells an equation, which is
 * none. */
static bool take(const struct extract *x, const struct told *told,
                 struct guess *g, size_t *end)
{
    struct span form = trim_span(told->form);

    *end = told->end;
    g->value = told->value;
    g->formula = told->formula;
    if (form.n && !(x->sought.kinds & SOUGHT_REGION))
        g->value =
            span_of(arena_printf(x->a, "%s = %s", trim_text(x->a, form),
                                 trim_text(x->a, trim_span(told->value))));
    return true;
}

/* What the sentence tells of the kind that answers the key. */
static bool fitting_last(const struct extract *x, struct span sentence,
                         struct guess *g, size_t *end)
{
    const struct sought *s = &x->sought;
    struct told told = { span_of(""), span_of(""), 0, false };

    if (s->kinds == SOUGHT_DATE)
        g->fits = date_last(sentence, &told.value, &told.end);
    else if (s->kinds)
        g->fits = value_last(sentence, s, &told);
    return g->fits && take(x, &told, g, end);
}

/* What it tells of any kind. */
static bool any_last(const struct extract *x, struct span sentence,
                     struct guess *g, size_t *end)
{
    struct told told, ignored;

    if (value_last(sentence, NULL, &told))
        return take(x, &told, g, end);
    *end = told.end;
    if (value_last(with_signs(x, sentence), NULL, &told))
        return take(x, &told, g, end);
    if (span_has_digit(sentence) ||
        !value_last(words_as_digits(x, sentence), NULL, &ignored))
        return false;
    g->value = ignored.value;
    return true;
}

/* The guess of one sentence. */
static struct guess read_sentence(const struct extract *x, struct span sentence,
                                  bool later, size_t *end)
{
    struct guess g = { .found = false };

    if (!x->opt->text)
        g.found = clock_find(x, sentence, &g.value) ||
                  relation_find(x, sentence, &g.value);
    g.fits = g.found && (x->sought.kinds & SOUGHT_REGION);
    if (!x->opt->text && !g.found)
        g.found = fitting_last(x, sentence, &g, end) ||
                  (x->sought.kinds == SOUGHT_REGION &&
                   statement_find(sentence, &g.value)) ||
                  any_last(x, sentence, &g, end);
    /* "two days later it is: **Thursday**" */
    if (!g.found && x->opt->text && words_bold(sentence, &g.value))
        g.words = g.found = true;
    if (!g.found && *end == 0)
        g.words = g.found = words_find(x, claim(sentence), later, &g.value);
    else if (!g.found)
        g.found = values_join(x, sentence, &g.value);
    return g;
}

static void weigh(const struct extract *x, struct span sentence, bool question,
                  struct guess *g)
{
    struct word_set has = { { 0 } }, looked;
    const struct lexeme *said;
    struct guess next;
    size_t end = 0;

    /* "I got 12. But that is wrong." */
    if (lexicon_phrase(sentence, skip_marks(sentence), WORD_DISOWNS, &said))
        *g = (struct guess){ .found = false };
    word_set_add(&has, WORD_SUPPOSED, WORD_ASIDE);
    looked = has;
    has = phrases_within(sentence, looked);
    if (word_set_has(has, WORD_ABSTAINS)) {
        sentence = without_abstention(sentence);
        has = phrases_within(sentence, looked);
    }
    if (word_set_has(has, WORD_ASIDE))
        sentence = without_aside(sentence);
    /* "x if x > 0 and 0 otherwise" answers a key that has cases. */
    if ((is_rider(sentence, has) && !x->sought.cases) ||
        trim_span(sentence).n == 0)
        return;
    next = read_sentence(x, sentence, g->found && !g->words, &end);
    /* A sentence with values of which none is the result says that there is
     * none yet; one without values says so of words alone. */
    if (!next.found && (x->opt->text || (end == 0 && !g->words)))
        return;
    if (question) /* that is repeated: it answers nothing */
        next.found = false;
    next.drawn = next.found && is_conclusion(sentence);
    next.bold = next.found && is_bold(sentence, end);
    /* A value in bold outlasts plain sentences, a conclusion outlasts those
     * that say nothing clear. */
    if (g->fits && !next.fits && !next.bold && !next.drawn)
        return;
    if (next.bold || next.drawn || (!g->bold && (next.found || !g->drawn)))
        *g = next;
}

/* Weigh the sentences at the end of the reply. */
static void find_guess(struct extract *x)
{
    struct span end = reply_tail(span_from(x->text, x->from)), sentence;
    size_t at = 0, stop, after, brackets = 0;

    /* A key that is too long to be read is like no part of a reply. */
    if (x->opt->formula && strlen(x->opt->formula) <= LIMIT_ANSWER_BYTES)
        x->sought = sought_of(span_of(x->opt->formula));
    while (at < end.n) {
        stop = sentence_end(end, at);
        sentence = span_cut(end, at, stop);
        at = skip_marks(sentence);
        /* A remark in brackets may have several sentences. */
        if (brackets == 0 && at && sentence.s[at - 1] == '(' &&
            !memchr(sentence.s, ')', sentence.n))
            brackets = 1;
        if (!brackets && !is_remark(sentence) &&
            !is_item_number(end, sentence, stop))
            weigh(x, sentence, is_question(end, stop), &x->guess);
        if (brackets &&
            (memchr(sentence.s, ')', sentence.n) ||
             span_at(end, stop, "\n\n") || span_at(end, stop, ".)")))
            brackets = 0;
        (void)token_read(end, stop, &after);
        at = after > stop ? after : stop + 1;
    }
}

/* "k \in Z", "k = 1, 2, 3, \dots" */
static bool is_membership(struct span t)
{
    bool dots = false;

    for (size_t i = 1; i < t.n && is_letter(t.s[0]); i++) {
        dots = dots || span_at(t, i, "dots") || span_at(t, i, "...");
        if (span_at(t, i, "\\in") || span_at(t, i, "\xe2\x88\x88") ||
            (dots && memchr(t.s, '=', t.n)))
            return true;
    }
    return false;
}

/* A formula with what its parameter runs over, "$x=k\pi$ with $k\in N$", which
 * is another formula of the same sentence. */
static struct span with_domain(const struct extract *x, struct span value)
{
    uintptr_t at = (uintptr_t)value.s - (uintptr_t)x->text.s + value.n;
    const char *integers;
    struct span t, inner;
    size_t i = 0, after, n;

    if (at > x->text.n)
        return value;
    t = span_cut(x->text, at, at + 160);
    while (span_byte(t, i) == '$')
        i++;
    while (one_of(span_byte(t, i), "\\), "))
        i++;
    while ((n = span_letters(t, i)) &&
           span_among(span_cut(t, i, i + n), "with where for all any every"))
        i += n + (span_byte(t, i + n) == ' ');
    if (!i || !formula_at(t, i, &inner, &after))
        return value;
    if (trim_span(inner).n == 1 && (integers = integers_said(t, after)))
        return span_of(arena_printf(x->a, "%.*s, %.*s \\in %s", (int)value.n,
                                    value.s, (int)inner.n, inner.s, integers));
    if (!is_membership(inner))
        return value;
    return span_of(arena_printf(x->a, "%.*s, %.*s", (int)value.n, value.s,
                                (int)inner.n, inner.s));
}

bool rule_formula(struct extract *x, struct extracted *out)
{
    struct span items;

    if (reply_breaks_off(x->text) || ends_in_the_middle(x->text))
        return false;
    if (x->opt->several && items_last(x->a, trim_span(x->text), &items))
        return extract_fill(x, out, items);
    find_guess(x);
    return x->guess.found && x->guess.formula &&
           extract_fill(x, out, with_domain(x, x->guess.value));
}

bool rule_number(struct extract *x, struct extracted *out)
{
    const struct guess *g = &x->guess;

    return g->found && !g->formula &&
           (g->words || !x->opt->text || !span_has_digit(g->value)) &&
           extract_fill(x, out, g->value);
}
