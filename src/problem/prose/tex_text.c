/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words, and the pieces between them. White space is held back until it is
 * known what follows: a display brings its own lines. Lines are ended with
 * \par, which never fails; the preamble sets paragraphs without indent.
 */
#include "base/ascii.h"
#include "problem/prose/tex.h"
#include "problem/prose/tex_parts.h"
#include "text/prose.h"

#include <string.h>

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

static void hold(struct text *t, enum prose_gap gap)
{
    if (!t->waiting || gap > t->gap)
        t->gap = gap;
    t->waiting = true;
}

static void flush(struct text *t)
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

const char *tex_style(const char *name, size_t n)
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
static const char *styled(struct text *t, const char *name, size_t n,
                          const char *p, const char *end)
{
    size_t group = prose_group(p, end);
    bool boxed = prose_listed(" underline fbox ", name, n);

    if (!group || t->depth >= TEX_DEPTH)
        return NULL;
    flush(t);
    if (boxed)
        str_addf(t->out, "\\%.*s", (int)n, name);
    str_addf(t->out, "{%s", tex_style(name, n));
    tex_text(t->out, p + 1, group - 2, TEX_LINE, t->depth + 1);
    str_addc(t->out, '}');
    return p + group;
}

/* Words that place things on a page: a new line is all a sheet needs. */
static const char *placed(struct text *t, const char *name, size_t n,
                          const char *p, const char *end)
{
    if (prose_listed(" par newline linebreak break smallskip medskip bigskip ",
                     name, n)) {
        hold(t, GAP_LINE);
        return p;
    }
    if (prose_listed(" begin end ", name, n)) {
        size_t group = prose_group(p, end);

        if (group < 3 || !prose_listed(" center enumerate itemize quote "
                                       "flushleft document ",
                                       p + 1, group - 2))
            return NULL;
        hold(t, GAP_LINE);
        return tex_skip_option(p + group, end);
    }
    if (prose_listed(" item ", name, n)) {
        hold(t, GAP_LINE);
        flush(t);
        str_add(t->out, "$\\bullet$ ");
        return p;
    }
    if (prose_listed(" quad qquad hspace ", name, n)) {
        flush(t);
        str_add(t->out, "\\quad{}");
        return n == 6 ? tex_skip_arg(p, end) : p;
    }
    return NULL;
}

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
        return styled(t, name, n, after, end);
    if ((q = placed(t, name, n, after, end)))
        return q;
    class = tex_word_find(name, n, &as);
    if (class == TEX_DROP)
        return after;
    if (class == TEX_DROP1)
        return tex_skip_arg(after, end);
    used = tex_math_stray(&formula, p, (size_t)(end - p), t->depth + 1);
    if (used) {
        flush(t);
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
    flush(t);
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
        hold(t, GAP_LINE);
        return tex_skip_option(p + 2, end);
    }
    if (strchr("$%&#_{}", c)) {
        flush(t);
        tex_char(t->out, &c, 1, false);
        return p + 2;
    }
    if (is_space(c) || strchr(",;:>", c)) {
        hold(t, GAP_SPACE);
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

    flush(t);
    str_add(t->out, open ? "``" : "''");
}

/* Write a hyphen between spaces as a minus sign (as in "1 for every -, 2 ..."),
 * and one before a word at the start of a line as a bullet. Returns false if it
 * is neither. */
static bool minus(struct text *t, const char *p, const char *end)
{
    bool line = t->shape == TEX_BLOCK && t->started && t->gap != GAP_SPACE;
    bool spaced = end - p < 2 || is_space(p[1]);

    if (!t->waiting || !(spaced || strchr(",.;:)", p[1])))
        return false;
    line = line && spaced && end - p > 2 && is_letter(p[2]);
    flush(t);
    str_add(t->out, line ? "$\\bullet$" : "$-$");
    return true;
}

static void words(struct text *t, const char *p, const char *end)
{
    while (p < end) {
        const char *after = NULL;
        size_t n;

        if (is_space(*p)) {
            hold(t, prose_gap(&p, end));
            continue;
        }
        if (*p == '"') {
            quote(t);
            p++;
            continue;
        }
        if (*p == '-' && minus(t, p, end)) {
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
        flush(t);
        p += tex_char(t->out, p, (size_t)(end - p), false);
    }
}

/* ---- pieces ---- */

static void literal(struct text *t, const struct piece *s)
{
    flush(t);
    str_add(t->out, "\\texttt{");
    tex_plain(t->out, s->s, s->n);
    str_addc(t->out, '}');
}

static void formula(struct text *t, const struct piece *s)
{
    bool display = s->kind == PIECE_DISPLAY && t->shape == TEX_BLOCK;
    struct str math = { 0 };

    if (!tex_math(&math, s->s, s->n, t->depth + 1)) {
        literal(t, s);
    } else if (strspn(str_get(&math), " ") == math.n) {
        hold(t, GAP_SPACE); /* nothing: $$ would open a display */
    } else if (display) {
        t->waiting = false; /* the display begins its own line */
        str_addf(t->out, "%s\\[%s\\]\n", t->started ? "\n" : "",
                 str_get(&math));
        t->started = false;
    } else {
        flush(t);
        str_addf(t->out, "$%s$", str_get(&math));
    }
    str_clear(&math);
}

static void table(struct text *t, const struct piece *s)
{
    struct str box = { 0 };

    if (!tex_table(&box, s->s, s->n, t->depth + 1)) {
        literal(t, s);
    } else {
        hold(t, GAP_LINE);
        flush(t);
        str_add(t->out, str_get(&box));
        hold(t, GAP_LINE);
    }
    str_clear(&box);
}

/* Code line by line, in small typewriter letters that may break at commas. */
static void code(struct text *t, const struct piece *s)
{
    const char *p = s->s, *end = s->s + s->n;

    if (t->shape == TEX_LINE) {
        literal(t, s);
        return;
    }
    hold(t, GAP_LINE);
    flush(t);
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
        case PIECE_WORDS: words(&t, piece.s, piece.s + piece.n); break;
        case PIECE_INLINE:
        case PIECE_DISPLAY: formula(&t, &piece); break;
        case PIECE_TABLE: table(&t, &piece); break;
        case PIECE_CODE: code(&t, &piece); break;
        }
    }
    if (t.waiting && shape == TEX_LINE && depth > 0)
        flush(&t);
}

void tex_prose(struct str *out, const char *text)
{
    tex_text(out, text, strlen(text), TEX_BLOCK, 0);
}

void tex_line(struct str *out, const char *text)
{
    tex_text(out, text, strlen(text), TEX_LINE, 0);
}

void tex_plain(struct str *out, const char *s, size_t n)
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
