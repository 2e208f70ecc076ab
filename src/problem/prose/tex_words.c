/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The control words of mathematics that plain LaTeX with amsmath and amssymb
 * has, by what follows them. A word that is not here is not written to a
 * sheet.
 */
#include "problem/prose/tex_parts.h"
#include "text/prose.h"

#include <string.h>

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

enum tex_word tex_word_find(const char *name, size_t n, const char **as)
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
