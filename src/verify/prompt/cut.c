/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "math/read/read.h"
#include "text/numeral.h"
#include "text/prose.h"
#include "verify/prompt/prompt_int.h"

/* A prompt cut into words, marks and the statements of its formulas. */

/* Names that may stand in a formula without a backslash. */
static const char functions[] =
    "sin cos tan cot sec csc sinh cosh tanh coth sech csch log ln exp sqrt "
    "erf erfc erfi arctan arcsin arccos arcsinh max min pi epsilon infty "
    "frac int partial";

/* Words that never stand in a formula: it ends there. */
static const char sentence_words[] =
    "with where subject find boundary initial conditions condition in the for "
    "limit please provide";

struct cutter {
    struct arena *arena;
    struct span s;
    size_t at;
    size_t formulas;
    struct vec tokens;
};

static void cut_push(struct cutter *c, enum prompt_kind kind, struct span s)
{
    struct prompt_token *t = vec_push(&c->tokens);

    t->kind = kind;
    t->s = s;
    t->formula = c->formulas;
    if (kind == PROMPT_STATEMENT)
        t->is = statement_kind(c->arena, s);
}

/* ---- the statements of a formula ---- */

static void cut_push_words(struct cutter *c, struct span s)
{
    for (size_t i = 0; i < s.n;) {
        size_t n = span_letters(s, i);

        if (n)
            cut_push(c, PROMPT_WORD, span_cut(s, i, i + n));
        else if (!is_space(s.s[i]))
            cut_push(c, PROMPT_MARK, span_cut(s, i, i + 1));
        i += n ? n : 1;
    }
}

static void cut_push_formula(struct cutter *c, struct span s, int depth);

static void push_statement(struct cutter *c, struct span s, int depth)
{
    struct span inside = tex_unwrapped(c->arena, tex_trim(s), '[');

    if (inside.n == 0)
        return;
    if (inside.n < tex_trim(s).n && depth < 4)
        cut_push_formula(c, inside, depth + 1);
    else
        cut_push(c, PROMPT_STATEMENT, inside);
}

/* The length of what separates two statements at `at`, or 0. */
static size_t separator_at(struct span s, size_t at)
{
    if (strchr(",;", span_byte(s, at)) && at < s.n)
        return 1;
    if (span_at(s, at, "\\\\"))
        return 2;
    if (tex_word_at(s, at, "quad"))
        return 5;
    return tex_word_at(s, at, "qquad") ? 6 : 0;
}

/* Is the text of \text{...} a name of a function and not prose? */
static bool text_is_function(struct span inside)
{
    return span_among(span_trim(inside), functions);
}

/* The words of \text{...} at `at` separate, too. Returns their length. */
static size_t text_at(struct cutter *c, const struct tex *t, size_t at,
                      struct span *inside)
{
    size_t open = at + tex_token(t->s, at);

    (void)c;
    if (!tex_word_at(t->s, at, "text") || span_byte(t->s, open) != '{' ||
        !t->partner[open])
        return 0;
    *inside = span_cut(t->s, open + 1, t->partner[open]);
    return text_is_function(*inside) ? 0 : t->partner[open] + 1 - at;
}

static struct span without_environment(struct span s)
{
    static const char *const names[] = { "align*",   "align",   "equation*",
                                         "equation", "aligned", "gather*" };
    struct span t = tex_trim(s);

    if (!tex_word_at(t, 0, "begin"))
        return s;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);

        if (span_at(t, 7, names[i]) && span_byte(t, 7 + n) == '}') {
            size_t end = span_find(t, 0, "\\end{");

            return span_cut(t, 8 + n, end);
        }
    }
    return s;
}

static void cut_push_formula(struct cutter *c, struct span s, int depth)
{
    struct tex t = tex_open(c->arena, s = without_environment(s));
    struct span words;
    size_t from = 0, n;

    for (size_t i = 0; i < s.n;) {
        if ((n = text_at(c, &t, i, &words)) > 0) {
            push_statement(c, span_cut(s, from, i), depth);
            cut_push_words(c, words);
        } else if ((n = separator_at(s, i)) > 0) {
            push_statement(c, span_cut(s, from, i), depth);
            if (!span_at(s, i, "\\q"))
                cut_push(c, PROMPT_MARK, span_cut(s, i, i + 1));
        } else {
            i = tex_next(&t, i);
            continue;
        }
        from = i += n;
    }
    push_statement(c, span_from(s, from), depth);
}

/* ---- formulas of the prompt ---- */

/* A word of letters that is prose, at the head of s. */
static bool cut_prose_at(struct span s, size_t at, size_t *n)
{
    struct span word;

    *n = span_letters(s, at);
    word = span_cut(s, at, at + *n);
    if (*n < 2 || (at > 0 && (s.s[at - 1] == '\\' || is_letter(s.s[at - 1]))))
        return false;
    return span_among(word, sentence_words);
}

/* Where a formula ends that goes to `end` at most: before a word of prose. */
static size_t cut_formula_end(struct cutter *c, size_t from, size_t end)
{
    struct span s = span_cut(c->s, 0, end);
    size_t n;

    for (size_t i = from; i < end; i += tex_token(s, i)) {
        if (tex_word_at(s, i, "text")) {
            i += prose_group(s.s + i + 5, s.s + end);
        } else if (cut_prose_at(s, i, &n) && i > from && is_space(s.s[i - 1])) {
            return i;
        }
    }
    return end;
}

struct delimiter {
    const char *open, *close;
};

static const struct delimiter delimiters[] = {
    { "$$", "$$" },
    { "$", "$" },
    { "\\[", "\\]" },
    { "\\(", "\\)" },
    { "\\begin{equation}", "\\end{equation}" },
    { "\\begin{align*}", "\\end{align*}" },
    { "\\begin{align}", "\\end{align}" },
};

/* Take a formula with delimiters at the cutter's place. */
static bool cut_take_formula(struct cutter *c)
{
    for (size_t i = 0; i < sizeof delimiters / sizeof *delimiters; i++) {
        const struct delimiter *d = &delimiters[i];
        size_t from = c->at + strlen(d->open), end, cut;

        if (!span_at(c->s, c->at, d->open))
            continue;
        end = span_find(c->s, from, d->close);
        cut = cut_formula_end(c, from, end);
        c->formulas++;
        cut_push_formula(c, span_cut(c->s, from, cut), 0);
        c->at = cut < end ? cut : end + strlen(d->close);
        return true;
    }
    return false;
}

/* May the token at `at` stand in a formula without delimiters? *n is its
 * length. */
static bool bare_at(struct span s, size_t at, size_t *n)
{
    struct span word;

    *n = span_letters(s, at);
    if (*n == 0) {
        *n = tex_token(s, at);
        if (span_byte(s, at) == '\\')
            return !tex_word_at(s, at, "par") && !tex_word_at(s, at, "boxed") &&
                   !tex_word_at(s, at, "begin") &&
                   !tex_word_at(s, at, "operatorname") &&
                   !tex_word_at(s, at, "text");
        return is_space(s.s[at]) || is_digit(s.s[at]) ||
               strchr("+-*/^_()[]{}=<>|'\".", s.s[at]) != NULL;
    }
    word = span_cut(s, at, at + *n);
    if (*n == 1)
        return true;
    if (*n == 2 && s.s[at] == 'd' && strchr("xtys", s.s[at + 1]))
        return true;
    return span_among(word, functions) ||
           (*n <= 3 && !span_among(word, "of is in to as by or and for the at "
                                         "if we it be on an no not you set "
                                         "one use do put box any its are has"));
}

/* Does the bare text say something: has it a relation, or TeX? */
static bool bare_tells(struct span s)
{
    bool relation = tex_has(s, "=") || tex_has(s, "<") || tex_has(s, ">") ||
                    tex_has(s, "^");

    if (tex_has(s, "\\") && s.n > 3)
        return true;
    return relation && s.n >= 3;
}

/* Take a formula without delimiters: as much as could be one, if it has a
 * relation or a control word. */
static bool take_bare(struct cutter *c)
{
    size_t end = c->at, n, last = c->at;
    struct span s;

    while (end < c->s.n && bare_at(c->s, end, &n)) {
        end += n;
        if (!is_space(c->s.s[end - 1]))
            last = end;
    }
    s = span_cut(c->s, c->at, last);
    while (s.n && strchr(".([{", s.s[s.n - 1]))
        s.n--;
    if (span_byte(s, 0) == 'a' && is_space(span_byte(s, 1)))
        return false;
    if (!bare_tells(tex_trim(s)))
        return false;
    c->formulas++;
    cut_push_formula(c, s, 0);
    c->at += s.n;
    return true;
}

struct vec prompt_cut(struct arena *a, struct span prompt)
{
    struct cutter c = { a, prompt, 0, 0,
                        vec_in(a, sizeof(struct prompt_token)) };

    while (c.at < prompt.n) {
        size_t n = span_letters(prompt, c.at);

        if (cut_take_formula(&c) || take_bare(&c))
            continue;
        if (n)
            cut_push(&c, PROMPT_WORD, span_cut(prompt, c.at, c.at + n));
        else if (!is_space(prompt.s[c.at]))
            cut_push(&c, PROMPT_MARK, span_cut(prompt, c.at, c.at + 1));
        c.at += n ? n : tex_token(prompt, c.at);
    }
    return c.tokens;
}

/* ---- phrases ---- */

struct prompt_token prompt_token_at(const struct vec *tokens, size_t i)
{
    static const struct prompt_token none = { .kind = PROMPT_MARK,
                                              .s = { "", 0 } };

    return i < tokens->n ? *vec_get(tokens, struct prompt_token, i) : none;
}

/* Is the token one of the words between two "|"? */
static bool token_fits(struct prompt_token t, struct span words)
{
    struct span word;

    while (span_split(&words, '|', &word)) {
        if (span_is(word, "%") && t.kind == PROMPT_STATEMENT)
            return true;
        if (t.kind == PROMPT_WORD && t.s.n == word.n &&
            strncasecmp(t.s.s, word.s, word.n) == 0)
            return true;
    }
    return false;
}

/* Do the words stand at i, one after the other? "%" stands for a statement,
 * "|" between two texts for either. Returns how many tokens that are, or 0. */
static size_t prompt_phrase_at(const struct vec *tokens, size_t i,
                               const char *phrase)
{
    struct span rest = span_of(phrase), words;
    size_t from = i;

    while (span_split(&rest, ' ', &words)) {
        /* a hyphen between two words counts for nothing */
        if (i > from && span_is(prompt_token_at(tokens, i).s, "-"))
            i++;
        if (!token_fits(prompt_token_at(tokens, i++), words))
            return 0;
    }
    return i - from;
}

bool prompt_phrase(const struct vec *tokens, const char *phrase, size_t from,
                   size_t *at)
{
    for (size_t i = from; i < tokens->n; i++)
        if (prompt_phrase_at(tokens, i, phrase)) {
            if (at)
                *at = i;
            return true;
        }
    return false;
}

/* What a prompt asks for: the limit, the number of terms, the order. */

#define SIDES 8

/* ---- limits ---- */

/* The place that a symbol tends to. Returns false if a claim cannot say it. */
static bool limit_place(struct arena *a, struct span place,
                        struct claim_limit *out)
{
    const char *text = tex_squeezed(a, place);

    text += text[0] == '\\' && text[1] == '0'; /* \0^+ */
    if (text[0] == '0' && (text[1] == '\0' || strchr("^+_", text[1])) &&
        text[1] != '.') {
        out->to = strchr(text, '-') ? LIMIT_ZERO_BELOW : LIMIT_ZERO_ABOVE;
        return true;
    }
    if (text[0] == '0' && text[1] == '-') {
        out->to = LIMIT_ZERO_BELOW;
        return true;
    }
    if (strstr(text, "infty")) {
        out->to = LIMIT_INFINITY;
        return text[0] != '-';
    }
    out->to = LIMIT_POINT;
    out->point = text;
    return text[0] != '\0';
}

/* The symbol of a limit, canonical, or as it stands if it is a formula, x-t;
 * bars are dropped. */
static const char *limit_symbol(struct arena *a, struct span s)
{
    const char *text = tex_squeezed(a, s), *symbol;
    size_t n = strlen(text);

    if (n > 2 && text[0] == '|' && text[n - 1] == '|')
        text = arena_strndup(a, text + 1, n - 2);
    symbol = read_one_symbol(a, text);
    return symbol ? symbol : text;
}

/* A statement such as x \to \infty, \epsilon \ll 1, or \epsilon = 0. */
static bool cut_limit_of(struct arena *a, struct prompt_token t,
                         struct claim_limit *out)
{
    struct tex_side sides[SIDES];
    size_t n = tex_sides(a, t.s, sides, SIDES);

    memset(out, 0, sizeof *out);
    for (size_t i = 1; i < n; i++) {
        if (sides[i].relation == TEX_SMALL) {
            out->symbol = limit_symbol(a, sides[i - 1].s);
            out->to = LIMIT_ZERO_ABOVE;
            return true;
        }
        if (sides[i].relation == TEX_TENDS || sides[i].relation == TEX_EQUALS) {
            out->symbol = limit_symbol(a, sides[i - 1].s);
            return limit_place(a, sides[i].s, out);
        }
    }
    return false;
}

/* "small $\epsilon$", "large x", "small positive $\epsilon$" at i. */
static bool limit_in_words(struct arena *a, const struct vec *tokens, size_t i,
                           struct claim_limit *out)
{
    struct prompt_token t;

    memset(out, 0, sizeof *out);
    if (prompt_phrase_at(tokens, i, "small"))
        out->to = LIMIT_ZERO_ABOVE;
    else if (prompt_phrase_at(tokens, i, "large"))
        out->to = LIMIT_INFINITY;
    else
        return false;
    i++;
    i += prompt_phrase_at(tokens, i, "positive");
    t = prompt_token_at(tokens, i);
    if (t.kind == PROMPT_MARK || t.s.n == 0)
        return false;
    if (t.kind == PROMPT_WORD && t.s.n > 1)
        return false;
    out->symbol = read_one_symbol(a, tex_squeezed(a, t.s));
    return out->symbol != NULL;
}

/* Is it a state, u = 1 or u \to 1? */
static bool is_state(struct prompt_token t)
{
    size_t i = 1;

    if (t.kind != PROMPT_STATEMENT ||
        (t.is != STATEMENT_CONDITION && t.is != STATEMENT_VALUE))
        return false;
    while (is_space(span_byte(t.s, i)))
        i++;
    return span_one_of(t.s, 0, "uUyY") &&
           (i >= t.s.n || span_one_of(t.s, i, "=\\"));
}

/* Does the approach at i belong to a state that is connected, u=1 in the limit
 * t \to -\infty? */
static bool belongs_to_state(const struct vec *tokens, size_t i)
{
    for (size_t back = 1; back <= 5 && back <= i; back++) {
        struct prompt_token t = prompt_token_at(tokens, i - back);

        if (t.kind == PROMPT_STATEMENT)
            return back > 1 && is_state(t);
        if (t.kind == PROMPT_MARK && !span_one_of(t.s, 0, "(\""))
            return false;
    }
    return false;
}

/* Do the words before i announce a limit? */
static bool limit_announced(const struct vec *tokens, size_t i)
{
    for (size_t back = 1; back <= 4 && back <= i; back++) {
        struct prompt_token t = prompt_token_at(tokens, i - back);

        if (t.kind == PROMPT_STATEMENT)
            return false;
        if (t.kind == PROMPT_WORD && (span_is_fold(t.s, "limit") ||
                                      (back == 1 && span_is_fold(t.s, "as"))))
            return true;
    }
    return false;
}

/* Find the limit: one that is announced goes before one that is mentioned. */
static void find_limit(struct arena *a, const struct vec *tokens,
                       struct prompt_asked *out)
{
    bool announced = false;

    for (size_t i = 0; i < tokens->n && !announced; i++) {
        struct prompt_token t = prompt_token_at(tokens, i);
        struct claim_limit l;
        bool says = limit_announced(tokens, i), found = false;

        if (t.kind == PROMPT_WORD)
            found = limit_in_words(a, tokens, i, &l);
        else if (t.is == STATEMENT_APPROACH)
            found = !belongs_to_state(tokens, i) && cut_limit_of(a, t, &l);
        else if (t.is == STATEMENT_VALUE && says && !is_state(t))
            found = cut_limit_of(a, t, &l);
        if (!found || (out->has_limit && !says))
            continue;
        out->has_limit = true;
        out->limit = l;
        announced = says;
    }
}

/* ---- terms and orders ---- */

static int cut_number_word(struct span s)
{
    struct numeral n;

    if (numeral_at(s, 0, NUMERAL_ORDINALS | NUMERAL_DIGITS, &n) == s.n &&
        n.under == 1 && n.over > 0 && n.over < 100)
        return (int)n.over;
    return 0;
}

static int find_terms(const struct vec *tokens)
{
    for (size_t i = 0; i < tokens->n; i++) {
        struct prompt_token t = prompt_token_at(tokens, i);
        int n = t.kind == PROMPT_WORD ? cut_number_word(t.s) : 0;

        if (n && (prompt_phrase_at(tokens, i + 1, "term|terms") ||
                  prompt_phrase_at(tokens, i + 1, "leading term|terms") ||
                  prompt_phrase_at(tokens, i + 1, "leading order|orders")))
            return n;
        if (n && prompt_phrase_at(tokens, i + 1, "term approximation"))
            return n;
    }
    return 0;
}

/* The exponent of \epsilon^2 or x^6; 0 if it is no such power. */
static int cut_power_of(struct arena *a, struct span s)
{
    const char *text = tex_squeezed(a, s), *hat = strchr(text, '^');

    if (!hat)
        return 0;
    hat += 1 + (hat[1] == '{');
    return is_digit(*hat) && !is_digit(hat[1]) ? *hat - '0' : 0;
}

/* "with error of order $\epsilon^2$", "up to and including the order x^6". */
static void find_order(struct arena *a, const struct vec *tokens,
                       struct prompt_asked *out)
{
    size_t at;
    int n;

    if (prompt_phrase(tokens, "error of order %", 0, &at)) {
        n = cut_power_of(a, prompt_token_at(tokens, at + 3).s);
        out->limit.has_order = n > 0;
        fmpq_set_si(out->limit.order, n, 1);
    } else if (prompt_phrase(tokens, "including the order %", 0, &at)) {
        /* what is left out is smaller than the last order that is asked */
        n = cut_power_of(a, prompt_token_at(tokens, at + 3).s);
        out->limit.has_order = n > 0;
        fmpq_set_si(out->limit.order, 2 * n + 1, 2);
    }
    if (out->limit.has_order && out->limit.to == LIMIT_INFINITY)
        fmpq_neg(out->limit.order, out->limit.order);
}

/* Is some parameter said to be small, \epsilon \ll 1? */
static bool says_small(const struct vec *tokens)
{
    for (size_t i = 0; i < tokens->n; i++) {
        struct prompt_token t = prompt_token_at(tokens, i);

        if (t.is == STATEMENT_APPROACH && tex_has(t.s, "\\ll"))
            return true;
    }
    return false;
}

/* Is an approximation asked for? "Soliton behaviour" is none. */
static bool asks_approximation(const struct vec *tokens)
{
    for (size_t i = 0; i < tokens->n; i++)
        if (prompt_phrase_at(tokens, i,
                             "approximate|approximation|behavior|behaviour|"
                             "asymptotic|approximates") &&
            !(i > 0 && prompt_phrase_at(tokens, i - 1,
                                        "soliton %|behavior|"
                                        "behaviour")) &&
            !prompt_phrase_at(tokens, i, "approximate them"))
            return true;
    return false;
}

struct prompt_asked prompt_asked(struct arena *a, const struct vec *tokens,
                                 const char *object)
{
    struct prompt_asked out = { 0 };
    bool small = strstr(object, "epsilon") != NULL;

    find_limit(a, tokens, &out);
    out.uniform = prompt_phrase(tokens, "uniformly valid", 0, NULL) ||
                  prompt_phrase(tokens, "uniform approximation", 0, NULL);
    out.leading = prompt_phrase(tokens, "leading|lowest order", 0, NULL);
    out.approximate = asks_approximation(tokens);
    out.special = prompt_phrase(tokens,
                                "soliton|similarity|similar|travelling|"
                                "traveling",
                                0, NULL);
    out.small = says_small(tokens);
    if (!out.has_limit && small && (out.uniform || out.leading)) {
        out.has_limit = true;
        out.limit.symbol = "epsilon";
        out.limit.to = LIMIT_ZERO_ABOVE;
    }
    out.terms = find_terms(tokens);
    find_order(a, tokens, &out);
    return out;
}
