/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words on a canvas: how wide they are, how they are cut, cleaned and written.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "report/svg/canvas.h"

#include <math.h>
#include <string.h>

/* Characters that are looked at, of a label and of other texts. */
#define LABEL_MOST 300
#define TEXT_MOST  4000

static const struct {
    const char *class;
    double size;
    bool bold;
    const char *colour;
} letters[] = {
    [LETTERS_TITLE] = { "title", 11, true, "#111111" },
    [LETTERS_AXIS] = { "axis-title", 9.5, false, "#333333" },
    [LETTERS_LABEL] = { "label", 9.5, false, "#111111" },
    [LETTERS_TICK] = { "tick", 9, false, "#444444" },
    [LETTERS_NOTE] = { "note", 8.5, false, "#444444" },
    [LETTERS_CELL] = { "cell-value", 8.5, false, "#000000" },
    [LETTERS_BAR] = { "bar-value", 8.5, false, "#000000" },
};

double letters_size(enum lettering l)
{
    return letters[l].size;
}

/* ---- width ---- */

/* Helvetica's, in thousandths of its size, from the blank to "~". */
static const unsigned short widths[] = {
    278, 278, 355, 556, 556,  889, 667, 191, 333, 333, 389, 584, 278, 333,
    278, 278, 556, 556, 556,  556, 556, 556, 556, 556, 556, 556, 278, 278,
    584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722,  778, 667, 778, 722, 667, 611, 722, 667, 944,
    667, 667, 611, 278, 278,  278, 469, 556, 333, 556, 556, 500, 556, 556,
    278, 556, 556, 222, 222,  500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500,  500, 500, 334, 260, 334, 584,
};

#define RESERVE 1.16 /* DejaVu Sans, which many machines have instead */

static double character_width(enum lettering l, uint32_t ch)
{
    unsigned w = ch >= 0x2e80 ? 1000 : 600;

    if (ch >= ' ' && ch <= '~')
        w = widths[ch - ' '];
    return w * letters[l].size / 1000 * RESERVE * (letters[l].bold ? 1.16 : 1);
}

/* Returns how many bytes of a clean text fit, and their width. */
static size_t fitting(enum lettering l, const char *s, double width,
                      double *used)
{
    size_t n = strlen(s), i = 0;
    uint32_t ch;

    *used = 0;
    while (i < n) {
        size_t len = utf8_read(s + i, n - i, &ch);
        double w = character_width(l, len ? ch : UTF8_REPLACEMENT);

        if (*used + w > width)
            break;
        *used += w;
        i += len ? len : 1;
    }
    return i;
}

double letters_width(enum lettering l, const char *text)
{
    double used;

    fitting(l, text, HUGE_VAL, &used);
    return used;
}

/* ---- cleaning ---- */

/* Returns whether XML forbids the character; str_add_printable() knows the
 * others. */
static bool is_odd(uint32_t ch)
{
    return (ch & 0xfffe) == 0xfffe || (ch >= 0xfdd0 && ch <= 0xfdef);
}

/* Returns the beginning of a text as one line. White space becomes a blank;
 * odd characters become "?". */
static char *one_line(struct arena *a, const char *text, size_t most)
{
    size_t n = strnlen(text, most * UTF8_MAX);
    char *s = arena_strndup(a, text, n);
    uint32_t ch;

    for (size_t i = 0, len; i < n; i += len ? len : 1) {
        len = utf8_read(s + i, n - i, &ch);
        if (is_space(s[i]))
            s[i] = ' ';
        else if (len && is_odd(ch))
            memset(s + i, '?', len);
    }
    return s;
}

static const char *clean(struct arena *a, const char *text, size_t most)
{
    struct str out = str_in(a);
    const char *s;

    str_add_printable(&out, one_line(a, text, most));
    s = str_get(&out);
    return arena_strndup(a, s, utf8_bytes(s, most));
}

const char *letters_cut(struct arena *a, enum lettering l, const char *text,
                        double width)
{
    const char *s = clean(a, text, LABEL_MOST);
    double dots = character_width(l, 0x2026), used;
    size_t n;

    if (letters_width(l, s) <= width)
        return s;
    n = fitting(l, s, width - dots, &used);
    while (n > 0 && s[n - 1] == ' ')
        n--;
    return arena_printf(a, "%.*s\xe2\x80\xa6", (int)n, s);
}

/* ---- writing ---- */

void canvas_escape(struct canvas *c, const char *text)
{
    static const char *const entities['>' + 1] = {
        ['&'] = "&amp;",  ['<'] = "&lt;",   ['>'] = "&gt;",
        ['"'] = "&quot;", ['\''] = "&#39;",
    };

    for (const char *s = clean(c->arena, text, TEXT_MOST); *s; s++) {
        const char *e = *s > 0 && *s <= '>' ? entities[(int)*s] : NULL;

        if (e)
            str_add(c->out, e);
        else
            str_addc(c->out, *s);
    }
}

static void open_text(struct canvas *c, enum lettering l, struct pin s,
                      const char *colour)
{
    static const char *const anchors[] = { "start", "middle", "end" };
    /* Letters of most fonts are about 0.7 of their size high. */
    double x = s.x, y = s.y + 0.35 * letters[l].size;

    str_add(c->out, "<text");
    if (s.turn) {
        str_addf(c->out, " transform=\"translate(%s %s) rotate(%d)\"",
                 canvas_number(c, s.x), canvas_number(c, s.y), s.turn);
        x = 0;
        y = 0.35 * letters[l].size;
    }
    str_addf(
        c->out,
        " x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\" fill=\"%s\"",
        canvas_number(c, x), canvas_number(c, y),
        canvas_number(c, letters[l].size), anchors[s.align], colour);
    if (letters[l].bold)
        str_add(c->out, " font-weight=\"bold\"");
    if (c->page)
        str_addf(c->out, " class=\"%s\"", letters[l].class);
    str_addc(c->out, '>');
}

static void write_text(struct canvas *c, enum lettering l, struct pin s,
                       const char *colour, const char *text)
{
    const char *cut = letters_cut(c->arena, l, text, s.room > 0 ? s.room : 1e9);

    if (!*cut)
        return;
    open_text(c, l, s, colour);
    if (!str_eq(cut, clean(c->arena, text, LABEL_MOST))) {
        str_add(c->out, "<title>");
        canvas_escape(c, text);
        str_add(c->out, "</title>");
    }
    canvas_escape(c, cut);
    str_add(c->out, "</text>\n");
}

void canvas_text(struct canvas *c, enum lettering l, struct pin s,
                 const char *text)
{
    write_text(c, l, s, letters[l].colour, text);
}

void canvas_text_on(struct canvas *c, enum lettering l, const char *ground,
                    struct pin s, const char *text)
{
    write_text(c, l, s, palette_text_on(ground), text);
}
