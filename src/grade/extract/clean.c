/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract.h"
#include "grade/extract/reply_text.h"

/*
 * What is dropped or undone before anything is looked for. What a model thinks
 * aloud: only the text behind the last mark that ends the thinking counts.
 * Text that was escaped once too often, "\\boxed{4}.\n\nSo" with two-character
 * \n: undone only where nothing else can be meant, \n where no command of LaTeX
 * begins so, and \\ where every command of the text has two. Text that was
 * escaped too seldom, so that \b and \f became control characters. And what
 * programs add: the notes of a calculator, marks that end a turn.
 */

/* ---- thinking ---- */

/* Marks begin with one of three bytes, so three searches for a byte find them
 * all. */
struct mark {
    const char *word; /* lower case */
    bool close;
};

static const struct mark angle_marks[] = {
    { "</think>", true },
    { "</thinking>", true },
    { "</reasoning>", true },
    { "</thought>", true },
    { "</seed:think>", true },
    { "<|end_of_thought|>", true },
    { "<|/think|>", true },
    { "<|channel|>final<|message|>", true },
    { "<think>", false },
    { "<thinking>", false },
    { "<reasoning>", false },
    { "<thought>", false },
    { "<seed:think>", false },
    { "<|begin_of_thought|>", false },
    { "<|channel|>analysis", false },
    { "</tool_call>", true },
    { "</function_call>", true },
    { "<tool_call>", false },
    { "<function_call>", false },
};
static const struct mark square_marks[] = { { "[/think]", true },
                                            { "[think]", false } };
/* U+25C1 and U+25B7 */
static const struct mark triangle_marks[] = {
    { "\xe2\x97\x81/think\xe2\x96\xb7", true },
    { "\xe2\x97\x81think\xe2\x96\xb7", false },
};

struct thinking {
    size_t open;  /* behind the last mark that opens, 0: none */
    size_t close; /* behind the last mark that closes, 0: none */
};

static void look(struct span t, char first, const struct mark *marks,
                 size_t count, struct thinking *found)
{
    const char *p = t.s, *end = t.s + t.n;

    while (p < end && (p = memchr(p, first, (size_t)(end - p)))) {
        size_t at = (size_t)(p++ - t.s);

        /* What no mark goes on with. */
        if (t.n - at < 4 || !one_of(*p, "/|tTrRsSfF\x97"))
            continue;
        for (size_t i = 0; i < count; i++) {
            if ((marks[i].word[2] | 0x20) != (t.s[at + 2] | 0x20) ||
                !span_at_fold(t, at, marks[i].word))
                continue;
            at += strlen(marks[i].word);
            if (marks[i].close && at > found->close)
                found->close = at;
            else if (!marks[i].close && at > found->open)
                found->open = at;
            break;
        }
    }
}

bool think_skip(struct span text, struct span *out)
{
    struct thinking t = { 0 };

    look(text, '<', angle_marks, COUNT(angle_marks), &t);
    look(text, '[', square_marks, COUNT(square_marks), &t);
    look(text, '\xe2', triangle_marks, COUNT(triangle_marks), &t);
    *out = span_cut(text, t.close, text.n);
    return t.open <= t.close;
}

bool extract_skip_thinking(const char *text, size_t n, size_t *from)
{
    struct span rest;
    bool ends = think_skip((struct span){ text, n }, &rest);

    *from = n - rest.n;
    return ends;
}

/* ---- escapes ---- */

/* Commands that begin with n, so that "\neq" keeps its backslash. */
static const char *const n_commands[] = {
    "nabla",        "natural",     "ncong",         "ne",          "nearrow",
    "neg",          "neq",         "newline",       "nexists",     "ngeq",
    "ngtr",         "ni",          "nleq",          "nless",       "nmid",
    "nobreak",      "nolimits",    "nonumber",      "normalsize",  "not",
    "notag",        "notin",       "nparallel",     "nsim",        "nsubseteq",
    "nu",           "null",        "nwarrow",       "noindent",    "newcommand",
    "negthinspace", "negmedspace", "negthickspace", "nrightarrow", "nsupseteq",
    "nthroot",      "nolinebreak", "nprec",         "nsucc",       "nsubset"
};

static size_t letters(struct span t, size_t at)
{
    size_t i = at;

    while (i < t.n && is_letter(t.s[i]))
        i++;
    return i - at;
}

/* Is the \ at `at`, the only one there, that of a written-out line end? */
static bool is_line_end(struct span t, size_t at)
{
    size_t n;

    if (at + 1 >= t.n || t.s[at + 1] != 'n')
        return false;
    n = letters(t, at + 1);
    return n == 1 || !span_listed(span_cut(t, at + 1, at + 1 + n), n_commands,
                                  sizeof n_commands / sizeof *n_commands);
}

struct escapes {
    bool line_ends; /* there is a \n */
    bool twofold;   /* there is a \\command */
    bool single;    /* there is a \command */
};

static struct escapes count(struct span t)
{
    struct escapes e = { 0 };
    const char *p = t.s, *end = t.s + t.n;
    size_t at, run;

    while (p < end && (p = memchr(p, '\\', (size_t)(end - p)))) {
        at = (size_t)(p - t.s);
        for (run = 1; at + run < t.n && t.s[at + run] == '\\';)
            run++;
        p += run;
        if (p == end || !is_letter(*p))
            continue;
        if (run % 2 == 0)
            e.twofold = true;
        else if (is_line_end(t, at + run - 1))
            e.line_ends = true;
        else
            e.single = true;
    }
    return e;
}

static struct span undo(struct arena *a, struct span t, bool halve)
{
    char *out = arena_text(a, t.n);
    size_t n = 0;

    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] != '\\') {
            out[n++] = t.s[i];
        } else if (i + 1 < t.n && t.s[i + 1] == '\\') {
            out[n++] = '\\';
            if (!halve)
                out[n++] = '\\';
            i++;
        } else if (is_line_end(t, i)) {
            out[n++] = '\n';
            i++;
        } else {
            out[n++] = '\\';
        }
    }
    out[n] = '\0';
    return (struct span){ out, n };
}

/* Escapes that some program took for its own: \b of \boxed, \f of \frac are
 * control characters now, and no text has those before a letter. */
static char eaten(struct span t, size_t at)
{
    static const char *const tabs[] = { "frac",   "ext{", "imes",   "heta",
                                        "extbf{", "an(",  "riangle" };

    if (at + 1 >= t.n || !is_letter(t.s[at + 1]))
        return '\0';
    switch (t.s[at]) {
    case '\a': return 'a';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\v': return 'v';
    case '\r': return span_at(t, at + 1, "ight") ? 'r' : '\0';
    default: break;
    }
    for (size_t i = 0; t.s[at] == '\t' && i < sizeof tabs / sizeof *tabs; i++)
        if (span_at(t, at + 1, tabs[i]))
            return 't';
    return '\0';
}

static bool has_eaten(struct span t)
{
    static const char controls[] = "\a\b\f\v\r\t";

    for (size_t i = 0; controls[i]; i++) {
        const char *p = t.s, *end = t.s + t.n;

        while (p < end && (p = memchr(p, controls[i], (size_t)(end - p))))
            if (eaten(t, (size_t)(p++ - t.s)))
                return true;
    }
    return false;
}

static struct span restore(struct arena *a, struct span t)
{
    char *out = arena_text(a, 2 * t.n), c;
    size_t n = 0;

    for (size_t i = 0; i < t.n; i++) {
        c = (unsigned char)t.s[i] < ' ' ? eaten(t, i) : '\0';
        if (c)
            out[n++] = '\\';
        out[n++] = c ? c : t.s[i];
    }
    out[n] = '\0';
    return (struct span){ out, n };
}

#define NOTE_MOST 100 /* bytes of a calculator's note */

/* Bytes of the note of a calculator, <<3*4=12>>, or of words struck out, ~~5~~,
 * at `at`; 0: none. */
static size_t note_bytes(struct span t, size_t at)
{
    bool equals = false;

    if (span_at(t, at, "~~"))
        for (size_t i = at + 2; i < t.n && i < at + NOTE_MOST; i++)
            if (span_at(t, i, "~~") && i > at + 2)
                return i + 2 - at;
    if (!span_at(t, at, "<<"))
        return 0;
    for (size_t i = at + 2; i < t.n && i < at + NOTE_MOST; i++) {
        if (span_at(t, i, ">>"))
            return equals ? i + 2 - at : 0;
        equals = equals || t.s[i] == '=';
        if (!is_digit(t.s[i]) && !one_of(t.s[i], "+-*/().=,% $"))
            return 0;
    }
    return 0;
}

/* Notes repeat what stands beside them; what is struck out is no longer said.
 * `first` is the byte that they begin with. */
static struct span drop_notes(struct arena *a, struct span t, char first)
{
    const char *p = t.s, *end = t.s + t.n;
    char *out = NULL;
    size_t at, n = 0, from = 0, bytes;

    while (p < end && (p = memchr(p, first, (size_t)(end - p)))) {
        at = (size_t)(p++ - t.s);
        if (!(bytes = note_bytes(t, at)))
            continue;
        out = out ? out : arena_text(a, t.n);
        memcpy(out + n, t.s + from, at - from);
        n += at - from;
        from = at + bytes;
        p = t.s + from;
    }
    if (!out)
        return t;
    memcpy(out + n, t.s + from, t.n - from);
    n += t.n - from;
    out[n] = '\0';
    return (struct span){ out, n };
}

/* Marks around a model's turn; what stands behind one is the next turn. */
static size_t turn_mark(struct span t, size_t at)
{
    static const char *const marks[] = { "<|im_end|>",
                                         "<|im_start|>assistant",
                                         "<|im_start|>",
                                         "<|eot_id|>",
                                         "<|endoftext|>",
                                         "<|end_of_text|>",
                                         "<|end|>",
                                         "<|return|>",
                                         "<|user|>",
                                         "<|assistant|>",
                                         "<end_of_turn>",
                                         "</s>",
                                         "<eos>",
                                         "<|begin_of_solution|>",
                                         "<|end_of_solution|>",
                                         "<|start|>" };

    if (at + 2 >= t.n)
        return 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (marks[i][2] == t.s[at + 2] && span_at(t, at, marks[i]))
            return strlen(marks[i]);
    return 0;
}

/* t without "Assistant:" at its head. */
static struct span without_role(struct span t)
{
    static const char *const roles[] = { "assistant:", "ai:", "model:",
                                         "bot:" };
    size_t at = span_skip_space(t, 0),
           n = span_at_any(t, at, roles, COUNT(roles));

    return n ? span_from(t, at + n) : t;
}

/* Does the text declare an answer, or mark one? That a problem asks for one is
 * not enough: a reply may restate its problem under a heading. */
static bool has_answer(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (one_of(t.s[i], "aAb#") &&
            (span_at_fold(t, i, "answer is") || span_at_fold(t, i, "answer:") ||
             span_at(t, i, "boxed{") || span_at(t, i, "#### ")))
            return true;
    return false;
}

/* Where a model that was never taught to stop begins another problem behind its
 * answer, "Question: ..."; t.n: nowhere. */
static size_t next_question(struct span t)
{
    static const char *const heads[] = { "\nquestion:", "\nq:", "\nproblem:",
                                         "\n### question:", "\n### problem:" };
    const char *p = t.s, *end = t.s + t.n;
    size_t at, seen = 0;

    for (; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++) {
        at = (size_t)(p - t.s);
        if (!one_of(span_byte(t, at + 1), "qQpP#") ||
            !span_at_any(t, at, heads, COUNT(heads)))
            continue;
        if (has_answer(span_cut(t, seen, at)))
            return at;
        seen = at;
    }
    return t.n;
}

static struct span this_turn(struct span t)
{
    const char *p, *end;
    size_t at, n, from = 0;

    p = t.s;
    end = t.s + t.n;
    while (p < end && (p = memchr(p, '<', (size_t)(end - p)))) {
        at = (size_t)(p++ - t.s);
        if (p < end && !one_of(*p, "|e/"))
            continue;
        n = turn_mark(t, at);
        if (!n)
            continue;
        if (span_skip_space(t, from) < at)
            return span_cut(t, from, at);
        from = at + n; /* nothing was said before it */
        p = t.s + from;
    }
    return span_cut(t, from, t.n);
}

/* ---- signs of other hands ---- */

/* Is the dash at [at, next) a minus: before a number that it touches? An em dash
 * is none. */
static bool is_minus(struct span t, size_t at, size_t next,
                     const struct character *dash)
{
    char c = span_byte(t, next);

    return span_is(span_of(dash->words), "--") &&
           (is_digit(c) || c == '\\' || c == '$') &&
           (at == 0 || is_space(t.s[at - 1]) || one_of(t.s[at - 1], "($=:{,*"));
}

/* Bytes of a tag of HTML that only dresses the text at `at`; 0: none. */
static size_t dress_tag(struct span t, size_t at)
{
    static const char *const tags[] = { "<b>", "</b>", "<strong>", "</strong>",
                                        "<i>", "</i>", "<em>",     "</em>",
                                        "<u>", "</u>", "<mark>",   "</mark>" };

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (span_at_fold(t, at, tags[i]))
            return strlen(tags[i]);
    return 0;
}

/* <sup>2</sup> is a power; its braces are written for it. */
static size_t power_tag(struct span t, size_t at, const char **out)
{
    static const char *const tags[][2] = { { "<sup>", "^{" },
                                           { "</sup>", "}" },
                                           { "<sub>", "_{" },
                                           { "</sub>", "}" } };

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (span_at_fold(t, at, tags[i][0])) {
            *out = tags[i][1];
            return strlen(tags[i][0]);
        }
    return 0;
}

/* What stands for the bytes at `at`, *put, perhaps in c: how many they are, 0
 * when they stay. */
static size_t foreign_at(struct span t, size_t at, struct character *c,
                         const char **put)
{
    size_t n;

    *put = "";
    if (t.s[at] == '<' && !one_of(span_byte(t, at + 1), "bsieumBSIEUM/"))
        return 0;
    if (t.s[at] == '<')
        return (n = power_tag(t, at, put)) ? n : dress_tag(t, at);
    n = character_at(t, at, c);
    *put = c->plain;
    if (c->is & CHAR_UNSEEN) {
        *put = "";
        return n;
    }
    return (c->is & CHAR_DIGIT) ||
                   ((c->is & CHAR_DASH) && is_minus(t, at, at + n, c))
               ? n
               : 0;
}

static struct span naturalise(struct arena *a, struct span t)
{
    size_t n = 0, bytes, first = span_ascii(t);
    const char *tag = t.n ? memchr(t.s, '<', t.n) : NULL;
    struct character c;
    char *out = NULL;
    const char *put = "";

    if (tag && (size_t)(tag - t.s) < first)
        first = (size_t)(tag - t.s);
    for (size_t i = first; i < t.n; i++) {
        bytes = t.s[i] == '<' || (unsigned char)t.s[i] >= 0xc0
                    ? foreign_at(t, i, &c, &put)
                    : 0;
        if (bytes && !out) {
            out = arena_text(a, t.n);
            memcpy(out, t.s, i);
            n = i;
        }
        if (bytes) {
            for (; *put; put++)
                out[n++] = *put;
            i += bytes - 1;
        } else if (out) {
            out[n++] = t.s[i];
        }
    }
    if (!out)
        return t;
    out[n] = '\0';
    return (struct span){ out, n };
}

struct span clean_text(struct arena *a, struct span text)
{
    struct span t = chinese_digits(
        a,
        naturalise(a, drop_notes(a, drop_notes(a, this_turn(text), '<'), '~')));
    struct escapes e;
    bool halve;

    t = without_role(t);
    t.n = next_question(t);
    if (has_eaten(t))
        t = restore(a, t);
    e = count(t);
    halve = e.twofold && !e.single;
    return halve || e.line_ends ? undo(a, t, halve) : t;
}
