/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/err.h"
#include "base/map.h"
#include "math/read/lex_int.h"
#include "text/character.h"
#include "text/span.h"

#include <pthread.h>
#include <string.h>

/*
 * The control words by their meaning. Kinds from CONTROL_SPACE on
 * are the lexer's own: they steer lex_control.c and give no token.
 */

/* clang-format off */
static const struct {
    struct lex_meaning meaning; /* name "": the word itself */
    const char *words;
} control_words[] = {
    { { TOKEN_ACCENT, 0, "" },
      "acute angle bar breve check ddot dot grave hat tilde triangle "
      "underline vec" },
    { { TOKEN_ACCENT, 0, "angle" }, "measuredangle" },
    { { TOKEN_ACCENT, 0, "bar" }, "overline" },
    { { TOKEN_ACCENT, 0, "hat" }, "widehat" },
    { { TOKEN_ACCENT, 0, "ring" }, "mathring" },
    { { TOKEN_ACCENT, 0, "tilde" }, "widetilde" },
    { { TOKEN_ACCENT, 0, "vec" }, "overrightarrow" },
    { { TOKEN_AND, 0, NULL }, "land wedge" },
    { { TOKEN_BAR, 0, NULL }, "vert" },
    { { TOKEN_BAR, 1, NULL }, "mid" },
    { { TOKEN_BARS, 0, NULL }, "Vert parallel" },
    { { TOKEN_BINOM, 0, NULL }, "binom dbinom tbinom" },
    { { TOKEN_CHOOSE, 0, NULL }, "choose" },
    { { TOKEN_CLOSE, DELIMITER_ANGLE, NULL }, "rangle" },
    { { TOKEN_CLOSE, DELIMITER_BAR, NULL }, "rvert" },
    { { TOKEN_CLOSE, DELIMITER_BARS, NULL }, "rVert" },
    { { TOKEN_CLOSE, DELIMITER_BRACE, NULL }, "rbrace" },
    { { TOKEN_CLOSE, DELIMITER_CEIL, NULL }, "rceil urcorner" },
    { { TOKEN_CLOSE, DELIMITER_FLOOR, NULL }, "lrcorner rfloor" },
    { { TOKEN_CLOSE, DELIMITER_ROUND, NULL }, "rgroup rparen" },
    { { TOKEN_CLOSE, DELIMITER_SQUARE, NULL }, "rbrack" },
    { { TOKEN_COLON, 0, NULL }, "colon" },
    { { TOKEN_CONSTANT, CONSTANT_INFINITY, NULL }, "infty" },
    { { TOKEN_CONSTANT, CONSTANT_PI, NULL }, "pi" },
    { { TOKEN_CURRENCY, 0, "" }, "EUR" },
    { { TOKEN_CURRENCY, 0, "EUR" }, "euro" },
    { { TOKEN_CURRENCY, 0, "GBP" }, "pounds" },
    { { TOKEN_CURRENCY, 0, "JPY" }, "yen" },
    { { TOKEN_CURRENCY, 0, "USD" }, "textdollar" },
    { { TOKEN_DEGREE, 0, NULL }, "circ degree textdegree" },
    { { TOKEN_DIFFERENCE, 0, NULL }, "backslash setminus smallsetminus" },
    { { TOKEN_DOMAIN, 0, "" }, "C N Q R Z" },
    { { TOKEN_DOMAIN, 0, "R" }, "Reals reals" },
    { { TOKEN_DOMAIN, 0, "empty" }, "emptyset varnothing" },
    { { TOKEN_DOTS, 0, NULL },
      "cdots ddots dots dotsb dotsc dotsm dotso ldots vdots" },
    { { TOKEN_FRAC, 0, NULL }, "cfrac dfrac frac nicefrac sfrac tfrac" },
    { { TOKEN_INTEGRAL, 0, NULL }, "int" },
    { { TOKEN_INTERSECTION, 0, NULL }, "bigcap cap" },
    { { TOKEN_LIMIT, 0, NULL }, "lim" },
    { { TOKEN_MOD, 0, NULL }, "bmod mod" },
    { { TOKEN_NAME, 0, "" },
      "Alpha Beta Delta Gamma Lambda Omega Phi Pi Psi Sigma Theta Upsilon Xi "
      "aleph alpha beta chi delta ell epsilon eta gamma hbar imath iota "
      "jmath kappa lambda mu nu omega omicron phi psi rho sigma tau theta "
      "upsilon varpi xi zeta" },
    { { TOKEN_NAME, 0, "Gamma" }, "varGamma" },
    { { TOKEN_NAME, 0, "epsilon" }, "varepsilon" },
    { { TOKEN_NAME, 0, "kappa" }, "varkappa" },
    { { TOKEN_NAME, 0, "phi" }, "varphi" },
    { { TOKEN_NAME, 0, "rho" }, "varrho" },
    { { TOKEN_NAME, 0, "sigma" }, "varsigma" },
    { { TOKEN_NAME, 0, "theta" }, "vartheta" },
    { { TOKEN_OPEN, DELIMITER_ANGLE, NULL }, "langle" },
    { { TOKEN_OPEN, DELIMITER_BAR, NULL }, "lvert" },
    { { TOKEN_OPEN, DELIMITER_BARS, NULL }, "lVert" },
    { { TOKEN_OPEN, DELIMITER_BRACE, NULL }, "lbrace" },
    { { TOKEN_OPEN, DELIMITER_CEIL, NULL }, "lceil ulcorner" },
    { { TOKEN_OPEN, DELIMITER_FLOOR, NULL }, "lfloor llcorner" },
    { { TOKEN_OPEN, DELIMITER_ROUND, NULL }, "lgroup lparen" },
    { { TOKEN_OPEN, DELIMITER_SQUARE, NULL }, "lbrack" },
    { { TOKEN_OR, 0, NULL }, "lor vee" },
    { { TOKEN_OVER, 0, NULL }, "over" },
    { { TOKEN_PARTIAL, 0, NULL }, "partial" },
    { { TOKEN_PLUSMINUS, 0, NULL }, "pm" },
    { { TOKEN_PLUSMINUS, 1, NULL }, "mp" },
    { { TOKEN_PMOD, 0, NULL }, "pmod pod" },
    { { TOKEN_PRIME, 1, NULL }, "prime" },
    { { TOKEN_PRODUCT, 0, NULL }, "prod" },
    { { TOKEN_RELATION, RELATION_APPROX, NULL },
      "approx approxeq asymp cong doteq sim simeq" },
    { { TOKEN_RELATION, RELATION_EQ, NULL }, "eq" },
    { { TOKEN_RELATION, RELATION_GE, NULL }, "ge geq geqq geqslant" },
    { { TOKEN_RELATION, RELATION_GT, NULL }, "gt" },
    { { TOKEN_RELATION, RELATION_IN, NULL }, "in" },
    { { TOKEN_RELATION, RELATION_LE, NULL }, "le leq leqq leqslant" },
    { { TOKEN_RELATION, RELATION_LT, NULL }, "lt" },
    { { TOKEN_RELATION, RELATION_NE, NULL }, "ne neq" },
    { { TOKEN_RELATION, RELATION_NOT_IN, NULL }, "notin" },
    { { TOKEN_RELATION, RELATION_SUBSET, NULL }, "subset subseteq" },
    { { TOKEN_RELATION, RELATION_TO, NULL },
      "longmapsto longrightarrow mapsto rightarrow to" },
    { { TOKEN_RELATION, TOKEN_EQUIVALENT, NULL }, "equiv" },
    { { TOKEN_RELATION, TOKEN_IFF, NULL },
      "Leftrightarrow Longleftrightarrow iff leftrightarrow therefore" },
    { { TOKEN_RELATION, TOKEN_IMPLIES, NULL },
      "Longrightarrow Rightarrow implies" },
    { { TOKEN_ROW, 0, NULL }, "cr newline tabularnewline" },
    { { TOKEN_SLASH, 0, NULL }, "div slash" },
    { { TOKEN_SQRT, 0, NULL }, "sqrt" },
    { { TOKEN_SUM, 0, NULL }, "sum" },
    { { TOKEN_TIMES, 0, NULL }, "ast bullet cdot cdotp times" },
    { { TOKEN_UNION, 0, NULL }, "bigcup cup" },
    { { CONTROL_BEGIN, 0, NULL }, "begin" },
    { { CONTROL_BLACKBOARD, 0, NULL }, "Bbb mathbb" },
    { { CONTROL_DROP, 0, NULL },
      "Big Bigg Bigm bf big bigg bigm bm boldsymbol boxed ensuremath fbox it "
      "mathbf mathbin mathcal mathclose mathfrak mathinner mathit mathnormal "
      "mathop mathopen mathord mathpunct mathrel mathscr mathsf middle pmb "
      "smash symbf variable" },
    { { CONTROL_FINISH, 0, NULL }, "end" },
    { { CONTROL_LEFT, 0, NULL }, "Biggl Bigl biggl bigl left mleft" },
    { { CONTROL_NOT, 0, NULL }, "not" },
    { { CONTROL_RIGHT, 0, NULL }, "Biggr Bigr biggr bigr mright right" },
    { { CONTROL_SKIP, 0, NULL },
      "color hphantom hskip hspace kern label mathstrut mkern mskip phantom "
      "tag textcolor vphantom vspace" },
    { { CONTROL_SPACE, 0, NULL },
      "Large allowbreak boldmath centering displaystyle enskip enspace hfill "
      "hline large limits medspace negmedspace negthickspace negthinspace "
      "nobreak noindent nolimits nonumber normalsize notag null relax "
      "scriptscriptstyle scriptstyle small strut textstyle thickspace "
      "thinspace" },
    { { CONTROL_SPACE, 1, NULL }, "qquad quad" },
    { { CONTROL_TEXT, STYLE_OPERATOR, NULL }, "operatorname" },
    { { CONTROL_TEXT, STYLE_ROMAN, NULL }, "mathrm rm" },
    { { CONTROL_TEXT, STYLE_TEXT, NULL },
      "emph hbox mbox text textbf textit textnormal textrm textsf texttt "
      "textup" },
};

/* clang-format on */

static struct lex_meaning meanings[512]; /* of each word */
static struct map control_index;
static pthread_once_t control_once = PTHREAD_ONCE_INIT;

static void control_words_make(void)
{
    size_t rows = sizeof(control_words) / sizeof(control_words[0]);

    for (size_t i = 0; i < rows; i++)
        map_add_words(&control_index, control_words[i].words, i);
    INVARIANT(control_index.n <= sizeof(meanings) / sizeof(meanings[0]));
    for (size_t i = 0; i < control_index.n; i++) {
        struct map_entry *word = &control_index.entries[i];

        meanings[i] = control_words[word->value].meaning;
        if (meanings[i].name && !*meanings[i].name)
            meanings[i].name = word->key;
        word->value = i;
    }
}

const struct lex_meaning *lex_control_find(const char *name, size_t n)
{
    const size_t *at;

    (void)pthread_once(&control_once, control_words_make);
    at = map_get(&control_index, name, n);
    return at ? &meanings[*at] : NULL;
}

/*
 * Runs of plain letters: a declared symbol, a keyword, a Greek name, a
 * function, a product of letters, or a word that is no mathematics.
 */

const char *lex_greek(const char *name, size_t n)
{
    static const char *const names[] = {
        "alpha", "beta",   "gamma", "delta", "epsilon", "zeta",
        "eta",   "theta",  "iota",  "kappa", "lambda",  "mu",
        "nu",    "xi",     "rho",   "sigma", "tau",     "upsilon",
        "phi",   "chi",    "psi",   "omega", "Gamma",   "Delta",
        "Theta", "Lambda", "Sigma", "Phi",   "Psi",     "Omega"
    };

    if (lex_same(name, n, "varepsilon"))
        return "epsilon";
    if (lex_same(name, n, "varphi"))
        return "phi";
    for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
        if (lex_same(name, n, names[k]))
            return names[k];
    return NULL;
}

bool lex_keyword(const char *word, size_t n, struct lex_meaning *out)
{
    static const struct {
        const char *word;
        struct lex_meaning meaning;
    } keywords[] = {
        { "and", { TOKEN_AND, 0, NULL } },
        { "And", { TOKEN_AND, 0, NULL } },
        { "or", { TOKEN_OR, 0, NULL } },
        { "Or", { TOKEN_OR, 0, NULL } },
        { "OR", { TOKEN_OR, 0, NULL } },
        { "mod", { TOKEN_MOD, 0, NULL } },
        { "pi", { TOKEN_CONSTANT, CONSTANT_PI, NULL } },
        { "Pi", { TOKEN_CONSTANT, CONSTANT_PI, NULL } },
        { "infinity", { TOKEN_CONSTANT, CONSTANT_INFINITY, NULL } },
        { "Infinity", { TOKEN_CONSTANT, CONSTANT_INFINITY, NULL } },
        { "inf", { TOKEN_CONSTANT, CONSTANT_INFINITY, NULL } },
        { "undefined", { TOKEN_CONSTANT, CONSTANT_UNDEFINED, NULL } },
        { "Undefined", { TOKEN_CONSTANT, CONSTANT_UNDEFINED, NULL } },
        { "DNE", { TOKEN_CONSTANT, CONSTANT_UNDEFINED, NULL } },
        { "cis", { TOKEN_FUNCTION, 1, NULL } }, /* of exp, times i */
        { "per cent", { TOKEN_PERCENT, 0, NULL } },
        { "percent", { TOKEN_PERCENT, 0, NULL } },
        { "pct", { TOKEN_PERCENT, 0, NULL } },
        { "degrees", { TOKEN_DEGREE, 0, NULL } },
        { "degree", { TOKEN_DEGREE, 0, NULL } },
        { "deg", { TOKEN_DEGREE, 0, NULL } },
        { "union", { TOKEN_UNION, 0, NULL } },
        { "sqrt", { TOKEN_SQRT, 0, NULL } },
        { "cbrt", { TOKEN_CBRT, 0, NULL } },
        { "if", { TOKEN_END, 0, NULL } }, /* words of cases: they stay */
        { "otherwise", { TOKEN_END, 0, NULL } },
    };

    for (size_t k = 0; k < sizeof(keywords) / sizeof(keywords[0]); k++)
        if (keywords[k].word[0] == word[0] &&
            lex_same(word, n, keywords[k].word)) {
            *out = keywords[k].meaning;
            return true;
        }
    return false;
}

/*
 * Products of letters are written in the order of the alphabet (abc, xyz,
 * mnp) or without vowels (pqr, kx); words are not. Two letters are a product.
 */
static bool lex_product_like(const char *run, size_t n)
{
    bool vowel = false, climbing = true;

    if (n <= 2)
        return true;
    if (n > 6)
        return false;
    for (size_t i = 0; i < n; i++) {
        vowel |= strchr("aeiouAEIOU", run[i]) != NULL;
        if (i > 0)
            climbing &= run[i] > run[i - 1] && run[i] - run[i - 1] <= 3;
    }
    return climbing || (!vowel && n <= 4);
}

/* Bxe^{3x}, Cte^t, xye^x: a constant, variables, and e to a power. */
static bool lex_word_is_exponential(const struct lexer *x, size_t from,
                                    size_t end)
{
    size_t i = from + 1;

    while (i + 1 < end && strchr("xytznu", x->s[i]))
        i++;
    return end - from > 2 && end - from < 6 && i + 1 == end && x->s[i] == 'e' &&
           lex_at(x, end) == '^' &&
           (is_upper(x->s[from]) || strchr("abcdkxyztn", x->s[from]));
}

/* Two-letter words that no product is meant by, standing alone. */
static bool small_word(const char *run, size_t n)
{
    return lex_among(run, n,
                     "is of to by at as we so it be on if in an no No If Is In "
                     "my he do go up us me sq cu");
}

static bool push_letters(struct lexer *x, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++) {
        struct token *t = lex_push(x, TOKEN_NAME, i, 1);

        t->name = lex_letter(x->s[i]);
        t->match = (uint32_t)(end - i);
        t->plain = true;
    }
    x->i = end;
    return true;
}

static bool push_name(struct lexer *x, size_t from, size_t end,
                      const char *name)
{
    struct token *t = lex_take(x, TOKEN_NAME, from, end);

    t->name = name;
    t->match = 1;
    return true;
}

/* Are all letters of the run declared symbols of one letter? */
static bool cut_by_symbols(const struct lexer *x, size_t from, size_t end)
{
    if (!x->opt->symbols_n)
        return false;
    for (size_t i = from; i < end; i++)
        if (!lex_declared(x->opt, x->s + i, 1) && x->s[i] != 'e' &&
            x->s[i] != 'i')
            return false;
    return true;
}

/* 9 am, and nothing behind it that "am" could be multiplied by. */
static bool is_hour(const struct lexer *x, const struct token *t, size_t end)
{
    return x->space && t[-1].kind == TOKEN_END && is_digit(x->s[t->at]) &&
           (t->len == 1 || (t->len == 2 && x->s[t->at] == '1' &&
                            strchr("012", x->s[t->at + 1]))) &&
           (end == x->n || strchr(",.;)}$", x->s[end]));
}

/* A clock's half: "p.m.", "PM" behind 4:30. Its length, or 0. */
static size_t lex_word_half_day(const struct lexer *x, size_t from, size_t end)
{
    size_t n = 0;
    const struct token *last = &x->items[x->count - 1];

    if (last->kind != TOKEN_NUMBER || !strchr("aApP", x->s[from]))
        return 0;
    if (end - from == 1 && lex_at(x, end) == '.' &&
        (lex_at(x, end + 1) == 'm' || lex_at(x, end + 1) == 'M') &&
        !is_letter(lex_at(x, end + 2)))
        n = lex_at(x, end + 2) == '.' ? 4 : 3;
    else if (end - from == 2 &&
             (x->s[from + 1] == 'M' ||
              (x->s[from + 1] == 'm' &&
               (last[-1].kind == TOKEN_COLON || is_hour(x, last, end)))))
        n = 2;
    return n;
}

/* Function names that a bare word may be without a bracket behind it. */
static bool bare_function(const struct function *f, size_t n)
{
    return f->id <= FN_LOG && (n > 2 || f->id == FN_LN || f->id == FN_TAN);
}

static const struct function *word_function(const struct lexer *x, size_t from,
                                            size_t end)
{
    const struct function *f = function_find(x->s + from, end - from);
    size_t i = end;

    if (!f || end - from < 2)
        return NULL;
    while (lex_at(x, i) == ' ' || lex_at(x, i) == '\'')
        i++;
    if (bare_function(f, end - from) || lex_at(x, i) == '(' ||
        (lex_at(x, i) == '_' && end - from > 2) || i == x->n ||
        span_at((struct span){ x->s, x->n }, i, "\\left"))
        return f;
    return NULL;
}

/* log10(, log2(: a base in the name. */
static bool push_log(struct lexer *x, size_t from, size_t end)
{
    size_t digits = 0;
    struct token *t;

    if (lex_same(x->s + from, end - from, "lg") &&
        !lex_declared(x->opt, "l", 1) && !lex_declared(x->opt, "g", 1)) {
        t = lex_take(x, TOKEN_FUNCTION, from, end);
        t->function = function_card(FN_LOGB);
        t->sub = 10;
        return true;
    }
    if (!lex_same(x->s + from, end - from, "log"))
        return false;
    if (lex_at(x, end) == '1' && lex_at(x, end + 1) == '0' &&
        lex_at(x, end + 2) == '(')
        digits = 2;
    else if (lex_at(x, end) == '2' && lex_at(x, end + 1) == '(')
        digits = 1;
    if (!digits)
        return false;
    t = lex_take(x, TOKEN_FUNCTION, from, end + digits);
    t->function = function_card(FN_LOGB);
    t->sub = digits == 2 ? 10 : 2;
    return true;
}

/* sinx, lnx, 2cosy: an elementary function glued to one letter. */
static bool push_glued(struct lexer *x, size_t from, size_t end)
{
    const struct function *f = function_find(x->s + from, end - from - 1);

    if (!f || !bare_function(f, end - from - 1) ||
        !strchr("xyzuvnAB", x->s[end - 1]))
        return false;
    lex_take(x, TOKEN_FUNCTION, from, end - 1)->function = f;
    return push_letters(x, end - 1, end);
}

/* 2pir, pir^2: pi glued to the letter of a circle. */
static bool push_pi(struct lexer *x, size_t from, size_t end)
{
    if (end - from != 3 || memcmp(x->s + from, "pi", 2) != 0 ||
        !strchr("rRxt", x->s[from + 2]))
        return false;
    lex_take(x, TOKEN_CONSTANT, from, from + 2)->sub = CONSTANT_PI;
    return push_letters(x, from + 2, end);
}

/* Signs that are written as letters: 1.5 x 10^3 and x in (0, 1). */
static bool lex_word_push_sign(struct lexer *x, size_t from, size_t end)
{
    unsigned before = x->items[x->count - 1].kind;
    size_t i = end;
    struct token *t;

    while (lex_at(x, i) == ' ')
        i++;
    if (end - from == 1 && (x->s[from] == 'x' || x->s[from] == 'X') &&
        before == TOKEN_NUMBER && lex_at(x, i) == '1' &&
        lex_at(x, i + 1) == '0' &&
        (lex_at(x, i + 2) == '^' || (unsigned char)lex_at(x, i + 2) >= 0x80)) {
        lex_push(x, TOKEN_TIMES, from, 1);
    } else if (end - from == 2 && memcmp(x->s + from, "in", 2) == 0 &&
               before == TOKEN_NAME && x->s[from - 1] == ' ' &&
               (lex_at(x, i) == '(' || lex_at(x, i) == '[' ||
                lex_at(x, i) == '{')) {
        t = lex_push(x, TOKEN_RELATION, from, 2);
        t->sub = RELATION_IN;
    } else {
        return false;
    }
    x->i = end;
    return true;
}

/* per cent */
static bool push_percent(struct lexer *x, size_t from, size_t end)
{
    if (end - from != 3 || x->n - from < 8 ||
        memcmp(x->s + from, "per cent", 8) != 0 ||
        is_letter(lex_at(x, from + 8)))
        return false;
    lex_take(x, TOKEN_PERCENT, from, from + 8);
    return true;
}

/* bar{x}: an accent whose backslash was lost. */
static bool push_accent(struct lexer *x, size_t from, size_t end)
{
    const struct lex_meaning *m = lex_control_find(x->s + from, end - from);

    if (!m || m->kind != TOKEN_ACCENT)
        return false;
    lex_push(x, TOKEN_ACCENT, from, end - from)->name = m->name;
    x->i = end;
    return true;
}

static bool lex_word_stands_alone(const struct lexer *x, size_t from,
                                  size_t end)
{
    char before = from ? x->s[from - 1] : ' ';
    char behind = lex_at(x, end);

    return (is_space(before) || from == 0 || strchr("$,.(", before)) &&
           (!behind || is_space(behind) || strchr("$,.)", behind));
}

/* infinity, exp, sqrt: words with a meaning of their own. */
static bool push_keyword(struct lexer *x, size_t from, size_t end)
{
    struct lex_meaning m;
    struct token *t;

    if (!lex_keyword(x->s + from, end - from, &m) || m.kind == TOKEN_END)
        return false;
    t = lex_take(x, m.kind, from, end);
    t->sub = m.sub;
    if (m.kind == TOKEN_FUNCTION)
        t->function = function_card(FN_EXP);
    return true;
}

static bool lex_word_push_function(struct lexer *x, size_t from, size_t end)
{
    const struct function *f = word_function(x, from, end);

    if (f)
        lex_take(x, TOKEN_FUNCTION, from, end)->function = f;
    return f != NULL;
}

bool lex_word(struct lexer *x)
{
    size_t from = x->i, end = from, n;

    while (is_letter(lex_at(x, end)))
        end++;
    n = end - from;
    if (lex_declared(x->opt, x->s + from, n))
        return push_name(x, from, end, arena_strndup(x->arena, x->s + from, n));
    if (lex_word_half_day(x, from, end)) {
        lex_take(x, TOKEN_TEXT, from, from + lex_word_half_day(x, from, end));
        return true;
    }
    if (lex_word_push_sign(x, from, end) || lex_joiner(x, from, end) ||
        lex_money_word(x, from, end) || push_percent(x, from, end) ||
        lex_ohm(x, from, end))
        return true;
    if (n == 1)
        return push_letters(x, from, end);
    if (lex_at(x, end) == '{' && push_accent(x, from, end))
        return true;
    if (push_keyword(x, from, end) || push_log(x, from, end) ||
        lex_word_push_function(x, from, end))
        return true;
    if (lex_greek(x->s + from, n))
        return push_name(x, from, end, lex_greek(x->s + from, n));
    if (x->s[from] == 'd' && lex_greek(x->s + from + 1, n - 1)) {
        push_letters(x, from, from + 1);
        return push_name(x, from + 1, end, lex_greek(x->s + from + 1, n - 1));
    }
    if (cut_by_symbols(x, from, end))
        return push_letters(x, from, end);
    if (push_glued(x, from, end) || push_pi(x, from, end))
        return true;
    if (lex_word_is_exponential(x, from, end))
        return push_letters(x, from, end);
    if (lex_product_like(x->s + from, n) &&
        !(small_word(x->s + from, n) && lex_word_stands_alone(x, from, end)))
        return push_letters(x, from, end);
    lex_take(x, TOKEN_WORD, from, end);
    return true;
}

/*
 * Characters beyond ASCII. The one table of characters classifies them: a sign
 * with a LaTeX command means what the command does, and another form of an
 * ASCII sign means what that does. Raised or lowered digits and signs make
 * runs.
 */

static struct span lex_word_text_of(const struct lexer *x)
{
    return (struct span){ x->s, x->n };
}

/* A control word without its backslash. */
static bool lex_word_by_name(const char *name, struct lex_meaning *out)
{
    const struct lex_meaning *m = lex_control_find(name, strlen(name));

    if (m)
        *out = *m;
    return m != NULL;
}

/* A command of LaTeX, "\\leq" or "\\mathbb{R}". */
static bool by_command(const char *tex, struct lex_meaning *out)
{
    if (!tex || tex[0] != '\\')
        return false;
    if (strncmp(tex, "\\mathbb{", 8) == 0 && strchr("RZNQC", tex[8])) {
        *out = (struct lex_meaning){ TOKEN_DOMAIN, 0, lex_letter(tex[8]) };
        return true;
    }
    return lex_word_by_name(strcmp(tex, "\\|") == 0 ? "Vert" : tex + 1, out);
}

static bool lex_word_is_kind(struct lex_meaning *out, unsigned char kind,
                             size_t sub)
{
    out->kind = kind;
    out->sub = (unsigned char)sub;
    return true;
}

/* A vulgar fraction: both parts in one byte. */
static size_t parts(const char *plain)
{
    const char *under = strchr(plain, '/') + 1;

    return (size_t)(plain[0] - '0') * 16 +
           (under[1] ? 10 : (size_t)(under[0] - '0'));
}

/* Letters that stand for themselves, and the Danish one that stands for the
 * empty set. */
static bool by_letter(const struct character *c, struct lex_meaning *out)
{
    if (c->is == CHAR_LETTER)
        return c->words && strchr("Oo", c->plain[0]) && !c->plain[1] &&
               lex_word_by_name("emptyset", out);
    if (c->is != CHAR_ITALIC || c->plain[1])
        return false;
    out->name = lex_letter(*c->plain);
    return lex_word_is_kind(out, TOKEN_NAME, 0);
}

/* Find what a character means. Returns false if it is a letter of a word, or
 * nothing. */
static bool meaning(struct lexer *x, const struct character *c,
                    struct lex_meaning *out)
{
    *out = (struct lex_meaning){ 0 };
    switch (c->is) {
    case CHAR_BLANK:
    case CHAR_UNSEEN:
    case CHAR_LINE: return lex_word_is_kind(out, CONTROL_SPACE, 0);
    case CHAR_HYPHEN:
    case CHAR_DASH:
    case CHAR_MINUS: return lex_word_is_kind(out, TOKEN_MINUS, 0);
    case CHAR_TIMES:
    case CHAR_BULLET: return lex_word_is_kind(out, TOKEN_TIMES, 0);
    case CHAR_DIVIDE: return lex_word_is_kind(out, TOKEN_SLASH, 0);
    case CHAR_QUOTE: return c->tex && lex_word_is_kind(out, TOKEN_PRIME, 1);
    case CHAR_DOUBLE: /* of seconds and inches, which closes */
        return c->words && strcmp(c->words, "''") == 0 &&
               lex_word_is_kind(out, TOKEN_PRIME, 2);
    case CHAR_PRIME:
        return lex_word_is_kind(out, TOKEN_PRIME, strlen(c->plain));
    case CHAR_DOTS: return lex_word_is_kind(out, TOKEN_DOTS, 0);
    case CHAR_DEGREE: return lex_word_is_kind(out, TOKEN_DEGREE, 0);
    case CHAR_ROOT:
        return lex_word_is_kind(out, c->tex ? TOKEN_SQRT : TOKEN_CBRT, 0);
    case CHAR_FRACTION:
        return lex_word_is_kind(out, TOKEN_VULGAR, parts(c->plain));
    case CHAR_CURRENCY:
        out->name = arena_strndup(x->arena, c->plain, strlen(c->plain));
        return lex_word_is_kind(out, TOKEN_CURRENCY, 0);
    case CHAR_GREEK: return c->plain[1] && lex_word_by_name(c->plain, out);
    case CHAR_WIDE:
        if (*c->plain != '$')
            return *c->plain != '.' && lex_ascii(*c->plain, out);
        out->name = "USD";
        return lex_word_is_kind(out, TOKEN_CURRENCY, 0);
    case CHAR_RELATION:
        if (c->plain[0] == '|' || c->plain[0] == ':')
            return lex_ascii(c->plain[0], out);
        return by_command(c->tex, out);
    default: return by_letter(c, out) || by_command(c->tex, out);
    }
}

/* Is it raised or lowered, and can it stand in an exponent or an index? */
static bool in_run(const struct character *c, unsigned level)
{
    return (c->is & level) &&
           !strchr(c->is == CHAR_RAISED ? "=" : "=()", c->plain[0]);
}

/* A run of raised or lowered characters becomes one token; a slash inside of
 * it belongs to it. */
static bool lex_run(struct lexer *x, unsigned level, unsigned kind)
{
    size_t from = x->i, n = 0, len;
    char buffer[32];
    struct character c;

    while ((len = character_at(lex_word_text_of(x), x->i, &c)) > 0) {
        if (!in_run(&c, level) &&
            !(level == CHAR_RAISED && n > 0 && c.is == CHAR_DIVIDE && c.words))
            break;
        if (n == sizeof(buffer))
            return lex_fail(x, from, "too many superscript characters");
        buffer[n++] = c.plain[0];
        x->i += len;
    }
    lex_push(x, kind, from, x->i - from)->name =
        arena_strndup(x->arena, buffer, n);
    return true;
}

/* Is it a digit of full width, or the point between two of them? */
static bool is_full_width(const struct character *c)
{
    return (c->is == CHAR_DIGIT || c->is == CHAR_WIDE) && c->code >> 8 == 0xFF;
}

/* Full-width digits make a number of their own, letters a name. */
static bool lex_full_width(struct lexer *x, const struct character *c,
                           size_t len)
{
    struct character next = *c;
    size_t from = x->i;
    struct token *t;

    if (is_letter(c->plain[0])) {
        t = lex_push(x, TOKEN_NAME, from, len);
        t->name = lex_letter(c->plain[0]);
        t->match = 1;
        x->i += len;
        return true;
    }
    if (c->is != CHAR_DIGIT)
        return lex_fail(x, from, "cannot read a full-width \"%c\"",
                        c->plain[0]);
    while (is_full_width(&next) &&
           (next.is == CHAR_DIGIT || next.plain[0] == '.')) {
        x->i += len;
        len = character_at(lex_word_text_of(x), x->i, &next);
    }
    lex_push(x, TOKEN_NUMBER, from, x->i - from);
    return true;
}

/* Returns the Latin letter that a Cyrillic or Greek one looks like, or 0. */
static char look_alike(uint32_t code, const struct character *c)
{
    static const struct {
        uint16_t code;
        char letter;
    } alike[] = {
        { 0x0410, 'A' }, { 0x0412, 'B' }, { 0x0415, 'E' }, { 0x041A, 'K' },
        { 0x041C, 'M' }, { 0x041D, 'H' }, { 0x041E, 'O' }, { 0x0420, 'P' },
        { 0x0421, 'C' }, { 0x0422, 'T' }, { 0x0425, 'X' }, { 0x0430, 'a' },
        { 0x0435, 'e' }, { 0x043E, 'o' }, { 0x0440, 'p' }, { 0x0441, 'c' },
        { 0x0443, 'y' }, { 0x0445, 'x' }, { 0x0456, 'i' },
    };

    for (size_t k = 0; k < sizeof(alike) / sizeof(alike[0]); k++)
        if (alike[k].code == code)
            return alike[k].letter;
    return c->is == CHAR_GREEK && is_upper(c->plain[0]) && !c->plain[1]
               ? c->plain[0]
               : '\0';
}

/* A lone letter of another script that looks like a Latin one: a name. Behind a
 * number and a space it is a unit, and among other letters part of a word. */
static bool lex_look_alike(struct lexer *x, const struct character *c,
                           size_t len)
{
    char letter = look_alike(c->code, c);
    const struct token *last = &x->items[x->count - 1];
    struct character next;
    struct token *t;

    if (!letter || (last->kind == TOKEN_NUMBER && x->space) ||
        last->kind == TOKEN_WORD ||
        (x->i + len < x->n &&
         (is_letter(x->s[x->i + len]) ||
          (character_at(lex_word_text_of(x), x->i + len, &next) > 1 &&
           next.code >= 0x370 && next.code < 0x530))))
        return false;
    t = lex_push(x, TOKEN_NAME, x->i, len);
    t->name = lex_letter(letter);
    t->match = 1;
    x->i += len;
    return true;
}

/* Letters of other scripts make words: units and nouns. */
static bool lex_foreign(struct lexer *x, size_t len)
{
    struct token *t = lex_push(x, TOKEN_WORD, x->i, len);
    struct lex_meaning m;
    struct character c;

    while ((len = character_at(lex_word_text_of(x), x->i, &c)) > 0 &&
           (is_letter(x->s[x->i]) ? x->i > t->at
                                  : c.code >= 0xC0 && !meaning(x, &c, &m)))
        x->i += len;
    if (x->i == t->at)
        return lex_fail(x, x->i, "cannot read \"%.*s\"", (int)len, x->s + x->i);
    t->len = (uint32_t)(x->i - t->at);
    return true;
}

bool lex_unicode(struct lexer *x)
{
    struct character c;
    size_t len = character_at(lex_word_text_of(x), x->i, &c);
    struct lex_meaning m;
    struct token *t;
    bool known;

    if (!c.code)
        return lex_fail(x, x->i, "the text is not valid UTF-8");
    if (in_run(&c, CHAR_SCRIPTS))
        return lex_run(x, c.is,
                       c.is == CHAR_RAISED ? TOKEN_SUPER : TOKEN_SUBSCRIPT);
    known = meaning(x, &c, &m);
    if (known && m.name && strcmp(m.name, "mu") == 0 && lex_micro(x, len))
        return true;
    if (!known && lex_script_joiner(x))
        return true;
    if (!known && is_full_width(&c))
        return lex_full_width(x, &c, len);
    if (!known)
        return lex_look_alike(x, &c, len) || lex_foreign(x, len);
    if (m.kind == CONTROL_SPACE) {
        x->space = true;
        x->i += len;
        return true;
    }
    t = lex_push(x, m.kind, x->i, len);
    t->sub = m.sub;
    t->name = m.name;
    if (t->kind == TOKEN_NAME)
        t->match = 1;
    x->i += len;
    return true;
}
