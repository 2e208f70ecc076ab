/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/prose/tex.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "problem/prose/tex_parts.h"
#include "text/character.h"
#include "text/prose.h"

#include <stdint.h>
#include <string.h>

/*
 * The control words of mathematics that plain LaTeX with amsmath and amssymb
 * has, by what follows them. A word that is not here is not written to a
 * sheet.
 */

struct words {
    enum tex_word class;
    const char *names; /* between spaces */
};

static const struct words table[] = {
    { TEX_SYMBOL,
      " alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota "
      "kappa varkappa lambda mu nu xi pi varpi rho varrho sigma varsigma tau "
      "upsilon phi varphi chi psi omega digamma Gamma Delta Theta Lambda Xi Pi "
      "Sigma Upsilon Phi Psi Omega aleph beth gimel daleth hbar hslash imath "
      "jmath ell wp Re Im partial infty prime emptyset varnothing nabla surd "
      "top bot angle measuredangle sphericalangle triangle triangledown "
      "vartriangle blacktriangle blacktriangledown square Box blacksquare "
      "lozenge blacklozenge Diamond forall exists nexists neg lnot flat "
      "natural sharp clubsuit diamondsuit heartsuit spadesuit complement eth "
      "mho bigstar diagup diagdown backprime checkmark maltese circledR dag "
      "ddag S P " },
    { TEX_SYMBOL, /* binary operations */
      " pm mp times div ast star circ bullet cdot cap cup uplus sqcap sqcup "
      "vee wedge lor land setminus smallsetminus wr diamond bigtriangleup "
      "bigtriangledown triangleleft triangleright lhd rhd unlhd unrhd oplus "
      "ominus otimes oslash odot bigcirc dagger ddagger amalg dotplus ltimes "
      "rtimes barwedge doublebarwedge veebar Cup Cap doublecup doublecap "
      "boxplus boxminus boxtimes boxdot divideontimes curlywedge curlyvee "
      "circledast circledcirc circleddash centerdot intercal " },
    { TEX_SYMBOL, /* relations */
      " le leq leqq leqslant ge geq geqq geqslant ne neq equiv sim simeq "
      "approx approxeq cong doteq doteqdot propto varpropto models vDash Vdash "
      "Vvdash vdash dashv perp mid nmid parallel nparallel shortmid "
      "shortparallel smile frown asymp bowtie Join prec succ preceq succeq ll "
      "lll gg ggg lesssim gtrsim lessapprox gtrapprox lessgtr gtrless subset "
      "supset subseteq supseteq subseteqq supseteqq subsetneq supsetneq "
      "nsubseteq nsupseteq sqsubset sqsupset sqsubseteq sqsupseteq Subset "
      "Supset in ni notin owns colon nless ngtr nleq ngeq nleqslant ngeqslant "
      "nsim ncong nprec nsucc lneq gneq lneqq gneqq triangleq bumpeq Bumpeq "
      "circeq eqcirc risingdotseq fallingdotseq backsim thicksim thickapprox "
      "therefore because between pitchfork trianglelefteq trianglerighteq "
      "vartriangleleft vartriangleright ntriangleleft ntriangleright "
      "preccurlyeq succcurlyeq precsim succsim " },
    { TEX_SYMBOL, /* arrows */
      " to gets leftarrow rightarrow leftrightarrow Leftarrow Rightarrow "
      "Leftrightarrow longleftarrow longrightarrow longleftrightarrow "
      "Longleftarrow Longrightarrow Longleftrightarrow mapsto longmapsto iff "
      "implies impliedby hookleftarrow hookrightarrow nearrow searrow swarrow "
      "nwarrow leftharpoonup leftharpoondown rightharpoonup rightharpoondown "
      "rightleftharpoons leftrightharpoons leftleftarrows rightrightarrows "
      "leftrightarrows rightleftarrows upuparrows downdownarrows nleftarrow "
      "nrightarrow nLeftarrow nRightarrow nleftrightarrow nLeftrightarrow "
      "dashrightarrow dashleftarrow leadsto rightsquigarrow "
      "leftrightsquigarrow twoheadleftarrow twoheadrightarrow "
      "leftarrowtail rightarrowtail curvearrowleft curvearrowright "
      "circlearrowleft circlearrowright multimap upharpoonright "
      "upharpoonleft restriction Lsh Rsh " },
    { TEX_SYMBOL, /* dots, spaces, styles, log-like words without limits */
      " ldots cdots vdots ddots dots dotsb dotsc dotsi dotsm dotso quad qquad "
      "enspace thinspace medspace thickspace negthinspace negmedspace "
      "negthickspace displaystyle textstyle scriptstyle scriptscriptstyle rm "
      "bf it sf tt cal mathstrut strut bmod not sin cos tan cot sec "
      "csc arcsin arccos arctan sinh cosh tanh coth exp log ln lg arg deg dim "
      "hom ker nobreakspace pounds " },
    { TEX_OPERATOR,
      " sum prod coprod int oint iint iiint iiiint idotsint bigcup bigcap "
      "bigsqcup bigvee bigwedge bigoplus bigotimes bigodot biguplus lim limsup "
      "liminf max min sup inf det gcd Pr injlim projlim varlimsup varliminf "
      "varinjlim varprojlim smallint " },
    { TEX_ARG1,
      " mathbf mathit mathrm mathsf mathtt mathcal mathbb mathfrak mathnormal "
      "boldsymbol pmb hat check breve acute grave tilde bar vec dot ddot dddot "
      "ddddot mathring widehat widetilde overline underline overbrace "
      "underbrace overrightarrow overleftarrow overleftrightarrow "
      "underrightarrow underleftarrow underleftrightarrow boxed phantom "
      "hphantom vphantom smash mathbin mathrel mathord mathopen mathclose "
      "mathpunct mathinner pmod mod pod cancel bcancel xcancel " },
    { TEX_ARG2, " frac dfrac tfrac cfrac binom dbinom tbinom overset underset "
                "stackrel cancelto " },
    { TEX_TEXT, " text textbf textit textrm textsf texttt textnormal textup "
                "textsc emph mbox hbox fbox " },
    { TEX_BIG, " big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr "
               "bigm Bigm biggm Biggm " },
    { TEX_DELIMITER,
      " langle rangle lfloor rfloor lceil rceil vert Vert lvert rvert lVert "
      "rVert lbrace rbrace lbrack rbrack lgroup rgroup lmoustache rmoustache "
      "uparrow downarrow updownarrow Uparrow Downarrow Updownarrow backslash "
      "ulcorner urcorner llcorner lrcorner " },
    { TEX_INFIX, " over choose atop brace brack " },
    { TEX_DROP, " nonumber notag allowbreak nobreak noindent centering par "
                "tiny scriptsize footnotesize small normalsize large Large "
                "LARGE huge Huge displaylimits boldmath unboldmath relax "
                "hfill hfil null goodbreak raggedright nolinebreak " },
    { TEX_DROP1, " label color vspace textcolor pagecolor vskip " },
    { TEX_DROP2, " renewcommand setlength addtolength " },
    { TEX_SPECIAL,
      " left right middle begin end sqrt limits nolimits hline cline "
      "multicolumn tag cr root substack hspace newline mathop operatorname "
      "intertext mspace rule xrightarrow xleftarrow " },
};

/* Other spellings: undefined in plain LaTeX, but people write them. */
struct respelt {
    const char *name, *as;
    enum tex_word class;
};

static const struct respelt spellings[] = {
    { "bold", "\\mathbf", TEX_ARG1 },
    { "bm", "\\boldsymbol", TEX_ARG1 },
    { "vv", "\\vec", TEX_ARG1 },
    { "lt", "<", TEX_SYMBOL },
    { "gt", ">", TEX_SYMBOL },
    { "degree", "{}^{\\circ}", TEX_SYMBOL },
    { "sech", "\\operatorname{sech}", TEX_SYMBOL },
    { "csch", "\\operatorname{csch}", TEX_SYMBOL },
    { "arccot", "\\operatorname{arccot}", TEX_SYMBOL },
    { "arcsec", "\\operatorname{arcsec}", TEX_SYMBOL },
    { "arccsc", "\\operatorname{arccsc}", TEX_SYMBOL },
    { "arsinh", "\\operatorname{arsinh}", TEX_SYMBOL },
    { "arcosh", "\\operatorname{arcosh}", TEX_SYMBOL },
    { "artanh", "\\operatorname{artanh}", TEX_SYMBOL },
    { "erf", "\\operatorname{erf}", TEX_SYMBOL },
    { "erfc", "\\operatorname{erfc}", TEX_SYMBOL },
    { "lcm", "\\operatorname{lcm}", TEX_SYMBOL },
    { "sgn", "\\operatorname{sgn}", TEX_SYMBOL },
    { "tr", "\\operatorname{tr}", TEX_SYMBOL },
    { "rank", "\\operatorname{rank}", TEX_SYMBOL },
    { "R", "\\mathbb{R}", TEX_SYMBOL },
    { "N", "\\mathbb{N}", TEX_SYMBOL },
    { "Z", "\\mathbb{Z}", TEX_SYMBOL },
    { "Q", "\\mathbb{Q}", TEX_SYMBOL },
    { "C", "\\mathbb{C}", TEX_SYMBOL },
};

/* Returns the class of a control word. *as is what plain LaTeX has for it, or
 * NULL if that is the word itself. */
static enum tex_word tex_word_find(const char *name, size_t n, const char **as)
{
    if (n == 0)
        return TEX_UNKNOWN;
    for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
        const struct respelt *s = &spellings[i];

        if (strlen(s->name) == n && memcmp(s->name, name, n) == 0) {
            *as = s->as;
            return s->class;
        }
    }
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        if (prose_listed(table[i].names, name, n)) {
            *as = NULL;
            return table[i].class;
        }
    }
    return TEX_UNKNOWN;
}

/*
 * Single characters in LaTeX: the special ones of ASCII, letters with accents,
 * and what the table of characters has, as commands that pdflatex knows
 * without further fonts.
 */

/* U+00C0 to U+017F as accent and letter, two bytes each; blanks where there
 * is none or another table has it. The old fonts have no ogonek: letters with
 * one get a cedilla. */
static const char accents[] =
    "`A'A^A~A\"ArA  cC`E'E^E\"E`I'I^I\"I  ~N`O'O^O~O\"O    `U'U^U\"U'Y    "
    "`a'a^a~a\"ara  cc`e'e^e\"e`i'i^i\"i  ~n`o'o^o~o\"o    `u'u^u\"u'y  \"y"
    "=A=auAuacAca'C'c^C^c.C.cvCvcvDvd    =E=euEue.E.ecEcevEve^G^guGug"
    ".G.gcGcg^H^h    ~I~i=I=iuIuicIci.I      ^J^jcKck  'L'lcLclvLvl  "
    "      'N'ncNcnvNvn      =O=ouOuoHOHo    'R'rcRcrvRvr'S's^S^scScs"
    "vSvscTctvTvt    ~U~u=U=uuUuurUruHUHucUcu^W^w^Y^y\"Y'Z'z.Z.zvZvz  ";

/* A letter with its accent, for words. */
static bool accented(struct str *out, uint32_t ch)
{
    const char *two;
    bool above;

    if (ch < 0xC0 || ch >= 0x180)
        return false;
    two = accents + 2 * (ch - 0xC0);
    if (two[0] == ' ')
        return false;
    above = two[0] != 'c'; /* then i and j lose their dots */
    str_addf(out, "\\%c{%s%c}", two[0],
             above && (two[1] == 'i' || two[1] == 'j') ? "\\" : "", two[1]);
    return true;
}

/* Append the formula of a character. Returns false if it has none. */
static bool problem_tex_in_formula(struct str *out, const struct character *c)
{
    const char *slash = strchr(c->plain, '/');

    if (c->is & CHAR_SCRIPTS)
        str_addf(out, "{}%c{%s}", c->is == CHAR_RAISED ? '^' : '_', c->plain);
    else if (c->is == CHAR_FRACTION)
        str_addf(out, "\\tfrac{%.*s}{%s}", (int)(slash - c->plain), c->plain,
                 slash + 1);
    else if (c->tex)
        str_add(out, c->tex);
    else
        return false;
    return true;
}

static void problem_tex_in_words(struct str *out, const struct character *c)
{
    if (c->words)
        str_add(out, c->words);
    else if (!accented(out, c->code))
        str_addf(out, "[U+%04X]", (unsigned)c->code);
}

static void beyond_ascii(struct str *out, const struct character *c, bool math)
{
    size_t from = out->n;

    if (math && problem_tex_in_formula(out, c)) {
        if (out->n > from && out->s[from] == '\\')
            str_addc(out, ' ');
        return;
    }
    if (!math && !c->words) {
        str_addc(out, '$');
        if (problem_tex_in_formula(out, c)) {
            str_addc(out, '$');
            return;
        }
        out->s[out->n = from] = '\0';
    }
    str_add(out, math ? "\\text{" : "");
    problem_tex_in_words(out, c);
    str_add(out, math ? "}" : "");
}

/* The special characters of ASCII, in words. */
static const char *escape(char c)
{
    switch (c) {
    case '\\': return "\\textbackslash{}";
    case '~': return "\\textasciitilde{}";
    case '^': return "\\textasciicircum{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '"': return "''";
    case '&': return "\\&";
    case '%': return "\\%";
    case '#': return "\\#";
    case '_': return "\\_";
    case '{': return "\\{";
    case '}': return "\\}";
    case '$': return "\\$";
    default: return NULL;
    }
}

/* Append one character of s[0..n), n > 0, and return its length in bytes.
 * In mathematics or in words; never white space. */
static size_t tex_char(struct str *out, const char *s, size_t n, bool math)
{
    unsigned char c = (unsigned char)s[0];
    const char *as = math ? NULL : escape(s[0]);
    struct character wide;
    size_t length;

    if (c >= 0x80) {
        length = character_at((struct span){ s, n }, 0, &wide);
        if (wide.code == 0)
            wide.code = UTF8_REPLACEMENT;
        beyond_ascii(out, &wide, math);
        return length;
    }
    if (math && (c == '%' || c == '#'))
        str_addc(out, '\\');
    if (as)
        str_add(out, as);
    else
        str_addc(out, c < 0x20 || c == 0x7F ? ' ' : s[0]);
    return 1;
}

/*
 * Words, and the pieces between them. White space is held back until it is
 * known what follows: a display brings its own lines. Lines are ended with
 * \par, which never fails; the preamble sets paragraphs without indent.
 */

const char tex_preamble[] =
    "\\usepackage{amsmath,amssymb}\n"
    "\\setlength{\\parindent}{0pt}\n"
    "\\setlength{\\parskip}{0pt}\n"
    "\\setlength{\\emergencystretch}{3em}\n"
    "\\setcounter{MaxMatrixCols}{60}\n"
    /* LaTeX takes the dollar from a font that many machines lack. */
    "\\renewcommand{\\textdollar}{\\ensuremath{\\mathdollar}}\n"
    "\\newcommand{\\cancel}[1]"
    "{\\mathord{\\ooalign{\\hfil$\\diagup$\\hfil\\crcr$#1$}}}\n"
    "\\newcommand{\\bcancel}[1]{\\cancel{#1}}\n"
    "\\newcommand{\\xcancel}[1]{\\cancel{#1}}\n"
    "\\newcommand{\\cancelto}[2]{{\\cancel{#2}^{#1}}}\n";

struct text {
    struct str *out;
    enum tex_shape shape;
    int depth;
    bool started;       /* something stands on the line */
    bool waiting;       /* `gap` is still to be written */
    enum prose_gap gap; /* the widest since the last word */
};

static void problem_tex_hold(struct text *t, enum prose_gap gap)
{
    if (!t->waiting || gap > t->gap)
        t->gap = gap;
    t->waiting = true;
}

static void problem_tex_flush(struct text *t)
{
    if (t->waiting && t->started) {
        if (t->shape == TEX_LINE || t->gap == GAP_SPACE)
            str_addc(t->out, ' ');
        else
            str_add(t->out,
                    t->gap == GAP_LINE ? "\\par\n" : "\\par\\smallskip\n");
    } else if (t->waiting && t->shape == TEX_LINE) {
        str_addc(t->out, ' '); /* \text{ if } keeps its ends */
    }
    t->waiting = false;
    t->started = true;
}

/* ---- control words and symbols in words ---- */

/* Returns the declaration for a style such as textbf, or "" if it has none. It
 * opens the group: \textbf{...} reads its argument twice, which fails for rows
 * in it. */
static const char *tex_style(const char *name, size_t n)
{
    static const char *const styles[][2] = {
        { "textbf", "\\bfseries " }, { "textit", "\\itshape " },
        { "emph", "\\itshape " },    { "textsf", "\\sffamily " },
        { "texttt", "\\ttfamily " }, { "textsc", "\\scshape " },
    };

    for (size_t i = 0; i < sizeof(styles) / sizeof(styles[0]); i++)
        if (strlen(styles[i][0]) == n && memcmp(styles[i][0], name, n) == 0)
            return styles[i][1];
    return "";
}

/* \textbf{...} and its like: words in a group. */
static const char *problem_tex_styled(struct text *t, const char *name,
                                      size_t n, const char *p, const char *end)
{
    size_t group = prose_group(p, end);
    bool boxed = prose_listed(" underline fbox ", name, n);

    if (!group || t->depth >= TEX_DEPTH)
        return NULL;
    problem_tex_flush(t);
    if (boxed)
        str_addf(t->out, "\\%.*s", (int)n, name);
    str_addf(t->out, "{%s", tex_style(name, n));
    tex_text(t->out, p + 1, group - 2, TEX_LINE, t->depth + 1);
    str_addc(t->out, '}');
    return p + group;
}

/* Words that place things on a page: a new line is all a sheet needs. */
static const char *problem_tex_placed(struct text *t, const char *name,
                                      size_t n, const char *p, const char *end)
{
    if (prose_listed(" par newline linebreak break smallskip medskip bigskip ",
                     name, n)) {
        problem_tex_hold(t, GAP_LINE);
        return p;
    }
    if (prose_listed(" begin end ", name, n)) {
        size_t group = prose_group(p, end);

        if (group < 3 || !prose_listed(" center enumerate itemize quote "
                                       "flushleft document ",
                                       p + 1, group - 2))
            return NULL;
        problem_tex_hold(t, GAP_LINE);
        return tex_skip_option(p + group, end);
    }
    if (prose_listed(" item ", name, n)) {
        problem_tex_hold(t, GAP_LINE);
        problem_tex_flush(t);
        str_add(t->out, "$\\bullet$ ");
        return p;
    }
    if (prose_listed(" quad qquad hspace ", name, n)) {
        problem_tex_flush(t);
        str_add(t->out, "\\quad{}");
        return n == 6 ? tex_skip_arg(p, end) : p;
    }
    return NULL;
}

static size_t tex_math_stray(struct str *out, const char *s, size_t n,
                             int depth);

/* Write a control word at p. Returns where the text goes on, or NULL if it is
 * not known. */
static const char *control_word(struct text *t, const char *p, size_t n,
                                const char *end)
{
    const char *name = p + 1, *after = p + 1 + n, *as = NULL, *q;
    enum tex_word class;
    struct str formula = { 0 };
    size_t used;

    if (prose_listed(" text textbf textit textrm textsf texttt "
                     "textnormal textup textsc emph mbox hbox fbox "
                     "underline centerline ",
                     name, n))
        return problem_tex_styled(t, name, n, after, end);
    if ((q = problem_tex_placed(t, name, n, after, end)))
        return q;
    class = tex_word_find(name, n, &as);
    if (class == TEX_DROP)
        return after;
    if (class == TEX_DROP1)
        return tex_skip_arg(after, end);
    used = tex_math_stray(&formula, p, (size_t)(end - p), t->depth + 1);
    if (used) {
        problem_tex_flush(t);
        str_add(t->out, str_get(&formula));
    }
    str_clear(&formula);
    return used ? p + used : NULL;
}

/* \'e and \'{e}: an accent over a letter. */
static const char *accent(struct text *t, const char *p, const char *end)
{
    const char *letter = end - p > 2 && p[2] == '{' ? p + 3 : p + 2;
    bool group = letter == p + 3;

    if (!strchr("'`^\"~=.", p[1]) || letter >= end || !is_letter(*letter))
        return NULL;
    if (group && (end - letter < 2 || letter[1] != '}'))
        return NULL;
    problem_tex_flush(t);
    str_addf(t->out, "\\%c{%c}", p[1], *letter);
    return letter + (group ? 2 : 1);
}

static const char *control_symbol(struct text *t, const char *p,
                                  const char *end)
{
    char c = end - p > 1 ? p[1] : '\0';

    if (!c)
        return NULL;
    if (c == '\\') {
        problem_tex_hold(t, GAP_LINE);
        return tex_skip_option(p + 2, end);
    }
    if (strchr("$%&#_{}", c)) {
        problem_tex_flush(t);
        tex_char(t->out, &c, 1, false);
        return p + 2;
    }
    if (is_space(c) || strchr(",;:>", c)) {
        problem_tex_hold(t, GAP_SPACE);
        return p + 2;
    }
    if (strchr("!-/", c))
        return p + 2;
    return accent(t, p, end);
}

/* ---- words ---- */

/* Straight quotes open behind a space or a bracket. */
static void quote(struct text *t)
{
    size_t n = t->out->n;
    bool open =
        t->waiting || !t->started || !n || strchr(" \n([{-", t->out->s[n - 1]);

    problem_tex_flush(t);
    str_add(t->out, open ? "``" : "''");
}

/* Write a hyphen between spaces as a minus sign (as in "1 for every -, 2 ..."),
 * and one before a word at the start of a line as a bullet. Returns false if it
 * is neither. */
static bool problem_tex_minus(struct text *t, const char *p, const char *end)
{
    bool line = t->shape == TEX_BLOCK && t->started && t->gap != GAP_SPACE;
    bool spaced = end - p < 2 || is_space(p[1]);

    if (!t->waiting || !(spaced || strchr(",.;:)", p[1])))
        return false;
    line = line && spaced && end - p > 2 && is_letter(p[2]);
    problem_tex_flush(t);
    str_add(t->out, line ? "$\\bullet$" : "$-$");
    return true;
}

static void problem_tex_words(struct text *t, const char *p, const char *end)
{
    while (p < end) {
        const char *after = NULL;
        size_t n;

        if (is_space(*p)) {
            problem_tex_hold(t, prose_gap(&p, end));
            continue;
        }
        if (*p == '"') {
            quote(t);
            p++;
            continue;
        }
        if (*p == '-' && problem_tex_minus(t, p, end)) {
            p++;
            continue;
        }
        n = prose_word(p, end);
        if (*p == '\\')
            after = n ? control_word(t, p, n, end) : control_symbol(t, p, end);
        if (after) {
            p = after;
            continue;
        }
        problem_tex_flush(t);
        p += tex_char(t->out, p, (size_t)(end - p), false);
    }
}

/* ---- pieces ---- */

static void tex_plain(struct str *out, const char *s, size_t n);

static void literal(struct text *t, const struct piece *s)
{
    problem_tex_flush(t);
    str_add(t->out, "\\texttt{");
    tex_plain(t->out, s->s, s->n);
    str_addc(t->out, '}');
}

static bool tex_math(struct str *out, const char *s, size_t n, int depth);

static void problem_tex_formula(struct text *t, const struct piece *s)
{
    bool display = s->kind == PIECE_DISPLAY && t->shape == TEX_BLOCK;
    struct str math = { 0 };

    if (!tex_math(&math, s->s, s->n, t->depth + 1)) {
        literal(t, s);
    } else if (strspn(str_get(&math), " ") == math.n) {
        problem_tex_hold(t, GAP_SPACE); /* nothing: $$ would open a display */
    } else if (display) {
        t->waiting = false; /* the display begins its own line */
        str_addf(t->out, "%s\\[%s\\]\n", t->started ? "\n" : "",
                 str_get(&math));
        t->started = false;
    } else {
        problem_tex_flush(t);
        str_addf(t->out, "$%s$", str_get(&math));
    }
    str_clear(&math);
}

static void text_table(struct text *t, const struct piece *s)
{
    struct str box = { 0 };

    if (!tex_table(&box, s->s, s->n, t->depth + 1)) {
        literal(t, s);
    } else {
        problem_tex_hold(t, GAP_LINE);
        problem_tex_flush(t);
        str_add(t->out, str_get(&box));
        problem_tex_hold(t, GAP_LINE);
    }
    str_clear(&box);
}

/* Code line by line, in small typewriter letters that may break at commas. */
static void problem_tex_code(struct text *t, const struct piece *s)
{
    const char *p = s->s, *end = s->s + s->n;

    if (t->shape == TEX_LINE) {
        literal(t, s);
        return;
    }
    problem_tex_hold(t, GAP_LINE);
    problem_tex_flush(t);
    str_add(t->out, "{\\footnotesize\\ttfamily\\raggedright\n");
    while (p < end) {
        if (*p == '\n') {
            str_add(t->out, "\\par\n");
            p++;
        } else if (*p == ' ') {
            str_add(t->out, "\\ ");
            p++;
        } else if (*p == '"') {
            str_add(t->out, "{\\char34}");
            p++;
        } else {
            bool stop = *p == ',' || *p == ';' || *p == ')';

            p += tex_char(t->out, p, (size_t)(end - p), false);
            str_add(t->out, stop ? "\\allowbreak{}" : "");
        }
    }
    str_add(t->out, "\\par}\n");
    t->started = false;
}

void tex_text(struct str *out, const char *s, size_t n, enum tex_shape shape,
              int depth)
{
    struct text t = { .out = out, .shape = shape, .depth = depth };
    struct prose r;
    struct piece piece;

    if (depth > TEX_DEPTH) {
        tex_plain(out, s, n);
        return;
    }
    prose_open(&r, s, n);
    while (prose_next(&r, &piece)) {
        switch (piece.kind) {
        case PIECE_WORDS:
            problem_tex_words(&t, piece.s, piece.s + piece.n);
            break;
        case PIECE_INLINE:
        case PIECE_DISPLAY: problem_tex_formula(&t, &piece); break;
        case PIECE_TABLE: text_table(&t, &piece); break;
        case PIECE_CODE: problem_tex_code(&t, &piece); break;
        }
    }
    if (t.waiting && shape == TEX_LINE && depth > 0)
        problem_tex_flush(&t);
}

void tex_prose(struct str *out, const char *text)
{
    tex_text(out, text, strlen(text), TEX_BLOCK, 0);
}

void tex_line(struct str *out, const char *text)
{
    tex_text(out, text, strlen(text), TEX_LINE, 0);
}

/* Append plain text: every special character is escaped. */
static void tex_plain(struct str *out, const char *s, size_t n)
{
    const char *end = s + n;

    while (s < end) {
        if (is_space(*s)) {
            prose_gap(&s, end);
            str_addc(out, ' ');
        } else {
            s += tex_char(out, s, (size_t)(end - s), false);
        }
    }
}

/*
 * Formulas, read and written again. TeX reads a formula as nested lists; so
 * does this file, and it keeps for each list what TeX would complain about:
 * scripts already given, an \over already used, the place in a row. Every
 * argument is written in braces, so that what follows a command cannot be
 * taken for something else.
 */

static bool problem_tex_read_command(struct math *m, struct tex_list *l);

bool math_at(const struct math *m, const char *what)
{
    size_t n = strlen(what);

    return (size_t)(m->end - m->p) >= n && memcmp(m->p, what, n) == 0;
}

void math_space(struct math *m)
{
    while (m->p < m->end && is_space(*m->p))
        m->p++;
}

void math_add(struct math *m, const char *s)
{
    str_add(m->out, s);
    m->word = false;
}

/* A new atom: scripts may follow it. */
void math_atom(struct tex_list *l)
{
    l->sup = l->sub = l->op = l->row = l->cell = false;
}

/* ---- arguments ---- */

/* The rest of a list and what closes it. */
static bool read_until(struct math *m, enum stop stop, const char *close)
{
    struct tex_list inner = { .stop = stop };

    if (m->depth >= TEX_DEPTH)
        return false;
    m->depth++;
    if (!math_list(m, &inner) || !math_at(m, close))
        return false;
    m->depth--;
    m->p += strlen(close);
    m->over = inner.infix;
    return true;
}

/* Braces around what was written from `at` on. */
static void brace_from(struct math *m, size_t at)
{
    str_addc(m->out, '}');
    str_addc(m->out, '}');
    memmove(m->out->s + at + 1, m->out->s + at, m->out->n - 2 - at);
    m->out->s[at] = '{';
}

/* One argument, written in braces: a group, a command, a character. */
bool math_arg(struct math *m)
{
    struct tex_list one = { .stop = STOP_ONE };
    size_t at;
    bool ok;

    math_space(m);
    if (m->p >= m->end)
        return false;
    math_add(m, "{");
    at = m->out->n;
    m->over = false;
    if (*m->p == '{') {
        m->p++;
        ok = read_until(m, STOP_BRACE, "}");
        if (ok && m->over)
            brace_from(m, at); /* \frac is an \over itself */
    } else if (*m->p == '\\') {
        ok = m->depth++ < TEX_DEPTH && problem_tex_read_command(m, &one);
        m->depth--;
    } else {
        ok = !strchr("}&$^_~", *m->p);
        if (ok)
            m->p += tex_char(m->out, m->p, (size_t)(m->end - m->p), true);
    }
    math_add(m, "}");
    return ok;
}

/* An argument in words, in the style of that name. */
static bool read_text_arg(struct math *m, const char *name, size_t name_n)
{
    size_t n;

    math_space(m);
    n = prose_group(m->p, m->end);
    if (m->p >= m->end || m->depth >= TEX_DEPTH || (!n && !is_letter(*m->p)))
        return false;
    str_addf(m->out, "\\text{%s", tex_style(name, name_n));
    tex_text(m->out, n ? m->p + 1 : m->p, n ? n - 2 : 1, TEX_LINE,
             m->depth + 1);
    math_add(m, "}");
    m->p += n ? n : 1;
    return true;
}

static bool read_option_arg(struct math *m)
{
    bool before = m->index;

    math_space(m);
    if (m->p >= m->end || *m->p != '[')
        return true;
    m->p++;
    m->index = true;
    math_add(m, "[{");
    if (!read_until(m, STOP_BRACKET, "]"))
        return false;
    math_add(m, "}]");
    m->index = before;
    return true;
}

static bool read_delimiter(struct math *m)
{
    const char *as;
    size_t n;

    math_space(m);
    n = prose_word(m->p, m->end);
    if (n) {
        if (tex_word_find(m->p + 1, n, &as) != TEX_DELIMITER)
            return false;
        n++;
    } else if (math_at(m, "\\{") || math_at(m, "\\}") || math_at(m, "\\|")) {
        n = 2;
    } else if (m->p < m->end && strchr("()[]|/.<>", *m->p)) {
        n = 1;
    } else {
        return false;
    }
    str_addn(m->out, m->p, n);
    m->word = n > 2;
    m->p += n;
    return true;
}

/* ---- commands ---- */

static bool read_left(struct math *m)
{
    math_add(m, "\\left");
    if (!read_delimiter(m) || !read_until(m, STOP_RIGHT, "\\right"))
        return false;
    math_add(m, "\\right");
    return read_delimiter(m);
}

/* \root 3 \of x */
static bool problem_tex_read_root(struct math *m)
{
    bool before = m->index;

    m->index = true;
    math_add(m, "\\sqrt[{");
    if (!read_until(m, STOP_OF, "\\of"))
        return false;
    math_add(m, "}]");
    m->index = before;
    return math_arg(m);
}

/* A length of any kind becomes a small space. */
static void read_length(struct math *m)
{
    if (m->p < m->end && *m->p == '*')
        m->p++;
    m->p = tex_skip_arg(m->p, m->end);
    math_add(m, "\\;");
}

static bool read_limits(struct math *m, struct tex_list *l, const char *name)
{
    if (l->op) {
        str_addf(m->out, "\\%s", name);
        m->word = true;
    }
    return true;
}

/* The commands with rules of their own. */
static bool read_special(struct math *m, struct tex_list *l, const char *name,
                         const char *start)
{
    if (strcmp(name, "limits") == 0 || strcmp(name, "nolimits") == 0)
        return read_limits(m, l, name);
    if (strcmp(name, "cr") == 0 || strcmp(name, "newline") == 0)
        return math_row_end(m, l);
    if (strcmp(name, "hline") == 0 || strcmp(name, "cline") == 0)
        return math_rule(m, l, name);
    if (strcmp(name, "multicolumn") == 0)
        return math_multicolumn(m, l);
    math_atom(l);
    if (strcmp(name, "left") == 0)
        return read_left(m);
    if (strcmp(name, "root") == 0)
        return problem_tex_read_root(m);
    if (strcmp(name, "begin") == 0)
        return math_environment(m, start);
    if (strcmp(name, "substack") == 0)
        return math_substack(m);
    if (strcmp(name, "middle") == 0 && l->stop == STOP_RIGHT) {
        math_add(m, "\\middle");
        return read_delimiter(m);
    }
    if (strcmp(name, "tag") == 0 || strcmp(name, "intertext") == 0) {
        math_add(m, "\\quad");
        return read_text_arg(m, name, strlen(name));
    }
    if (strcmp(name, "hspace") == 0 || strcmp(name, "mspace") == 0) {
        read_length(m);
        return true;
    }
    if (strcmp(name, "rule") == 0) {
        m->p = tex_skip_arg(tex_skip_arg(m->p, m->end), m->end);
        math_add(m, "\\underline{\\qquad}");
        return true;
    }
    str_addf(m->out, "\\%s", name);
    m->word = true;
    if (strcmp(name, "sqrt") == 0 || name[0] == 'x') /* \xrightarrow */
        return read_option_arg(m) && math_arg(m);
    l->op = strcmp(name, "mathop") == 0 || strcmp(name, "operatorname") == 0;
    if (l->op && m->p < m->end && *m->p == '*')
        m->p++;
    return l->op && math_arg(m); /* \right, \end: not in their place */
}

/* A control word whose class needs no rule of its own. */
static bool problem_tex_read_word(struct math *m, struct tex_list *l,
                                  enum tex_word class, const char *as)
{
    if (class == TEX_DROP)
        return true;
    if (class == TEX_DROP1 || class == TEX_DROP2) {
        m->p = tex_skip_arg(m->p, m->end);
        if (class == TEX_DROP2)
            m->p = tex_skip_arg(m->p, m->end);
        return true;
    }
    if (class == TEX_INFIX && (l->infix || l->stop == STOP_ONE))
        return false;
    math_atom(l);
    l->infix = l->infix || class == TEX_INFIX;
    l->op = class == TEX_OPERATOR;
    if (class == TEX_TEXT)
        return read_text_arg(m, as + 1, strlen(as) - 1);
    str_add(m->out, as);
    m->word = as[0] == '\\' && is_letter(as[strlen(as) - 1]);
    if (class == TEX_BIG)
        return read_delimiter(m);
    if (class == TEX_ARG1 || class == TEX_ARG2)
        return math_arg(m) && (class == TEX_ARG1 || math_arg(m));
    return true;
}

/* A backslash and one character that is no letter. */
static bool read_control_symbol(struct math *m, struct tex_list *l)
{
    char c = m->p + 1 < m->end ? m->p[1] : '\0';

    if (!c)
        return false;
    m->p += 2;
    if (c == '\\')
        return math_row_end(m, l);
    if (is_space(c))
        c = ' ';
    if (!strchr(" {}|,;:!%$#&_>/", c))
        return false;
    math_atom(l);
    str_addf(m->out, "\\%c", c);
    m->word = false;
    return true;
}

static bool problem_tex_read_command(struct math *m, struct tex_list *l)
{
    size_t n = prose_word(m->p, m->end);
    const char *start = m->p, *as = NULL;
    char name[32] = "\\";
    enum tex_word class;

    if (!n)
        return read_control_symbol(m, l);
    class = tex_word_find(m->p + 1, n, &as);
    if (class == TEX_UNKNOWN || n + 2 > sizeof(name))
        return false;
    memcpy(name + 1, m->p + 1, n);
    name[n + 1] = '\0';
    m->p += 1 + n;
    if (class == TEX_SPECIAL)
        return read_special(m, l, name + 1, start);
    return problem_tex_read_word(m, l, class, as ? as : name);
}

/* ---- lists ---- */

static bool read_script(struct math *m, struct tex_list *l)
{
    char c = *m->p++;
    bool *seen = c == '^' ? &l->sup : &l->sub;
    bool prime = m->out->n && m->out->s[m->out->n - 1] == '\'';

    if (*seen && !(c == '^' && prime)) {
        math_add(m, "{}"); /* an atom of its own: TeX refuses a second script */
        l->sup = l->sub = false;
    }
    *seen = true;
    l->op = l->row = l->cell = false;
    str_addc(m->out, c);
    return math_arg(m);
}

static bool read_prime(struct math *m, struct tex_list *l)
{
    bool prime = m->out->n && m->out->s[m->out->n - 1] == '\'';

    m->p++;
    if (l->sup && !prime) {
        math_add(m, "{}");
        l->sub = false;
    }
    l->sup = true;
    l->op = l->row = l->cell = false;
    math_add(m, "'");
    return true;
}

static void read_character(struct math *m, struct tex_list *l)
{
    size_t at = m->out->n;

    if (m->word && is_letter(*m->p))
        str_addc(m->out, ' ');
    math_atom(l);
    m->p += tex_char(m->out, m->p, (size_t)(m->end - m->p), true);
    m->word = false;
    /* A superscript character has used up its script. */
    l->sup = l->sub = m->out->n - at > 2 && m->out->s[at] == '{';
}

static bool problem_tex_read_item(struct math *m, struct tex_list *l)
{
    switch (*m->p) {
    case '\\': return problem_tex_read_command(m, l);
    case '^':
    case '_': return read_script(m, l);
    case '\'': return read_prime(m, l);
    case '&': return math_tab(m, l);
    case '}':
    case '$': return false;
    case '{':
        m->p++;
        math_atom(l);
        math_add(m, "{");
        if (!read_until(m, STOP_BRACE, "}"))
            return false;
        math_add(m, "}");
        return true;
    default: read_character(m, l); return true;
    }
}

static bool problem_tex_is_over(const struct math *m, enum stop stop)
{
    switch (stop) {
    case STOP_BRACE: return *m->p == '}';
    case STOP_BRACKET: return *m->p == ']';
    case STOP_RIGHT:
        return math_at(m, "\\right") && prose_word(m->p, m->end) == 5;
    case STOP_OF: return math_at(m, "\\of") && prose_word(m->p, m->end) == 2;
    case STOP_ROWS: return math_at(m, "\\end{");
    default: return false;
    }
}

bool math_list(struct math *m, struct tex_list *l)
{
    while (m->p < m->end) {
        if (is_space(*m->p)) {
            math_space(m);
            math_add(m, " ");
            continue;
        }
        if (problem_tex_is_over(m, l->stop))
            return true;
        if (!problem_tex_read_item(m, l))
            return false;
    }
    return l->stop == STOP_END;
}

/* ---- the way in ---- */

/* Append a formula without delimiters. Returns false if it would not compile:
 * then nothing is appended. */
static bool tex_math(struct str *out, const char *s, size_t n, int depth)
{
    struct str text = { 0 };
    struct math m = { .p = s, .end = s + n, .out = &text, .depth = depth };
    struct tex_list top = { .stop = STOP_END };
    bool ok = math_list(&m, &top);

    if (ok && m.rows)
        str_addf(out, "\\begin{aligned}{}%s\\end{aligned}", str_get(&text));
    else if (ok)
        str_add(out, str_get(&text));
    str_clear(&text);
    return ok;
}

#define STRAY_MAX 1000 /* bytes: every word of a text may be tried */

/* Append a control word of mathematics that stands outside any formula, with
 * its arguments, as a formula with dollars. Returns how many bytes were read,
 * or 0 if it is no such word. */
static size_t tex_math_stray(struct str *out, const char *s, size_t n,
                             int depth)
{
    struct str text = { 0 };
    size_t most = n < STRAY_MAX ? n : STRAY_MAX;
    struct math m = { .p = s, .end = s + most, .out = &text, .depth = depth };
    struct tex_list one = { .stop = STOP_ONE };
    bool ok =
        prose_word(s, s + n) && problem_tex_read_command(&m, &one) && text.n;

    while (ok && m.p < m.end && (*m.p == '^' || *m.p == '_'))
        ok = read_script(&m, &one);
    if (ok)
        str_addf(out, "$%s$", str_get(&text));
    str_clear(&text);
    return ok ? (size_t)(m.p - s) : 0;
}

void tex_formula(struct str *out, const char *latex)
{
    size_t n = strlen(latex);

    while (n && is_space(latex[n - 1]))
        n--;
    for (; n && is_space(*latex); n--)
        latex++;
    for (; n > 2 && latex[0] == '$' && latex[n - 1] == '$'; n -= 2)
        latex++;
    str_addc(out, '$');
    if (n && tex_math(out, latex, n, 0) && out->s[out->n - 1] != '$') {
        str_addc(out, '$');
        return;
    }
    out->s[--out->n] = '\0';
    tex_plain(out, latex, n);
}
