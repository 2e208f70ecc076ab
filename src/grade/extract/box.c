/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "base/str.h"
#include "grade/extract/abstain.h"
#include "grade/extract/extract_int.h"
#include "text/lexicon.h"

/*
 * Boxes, tags and hashes: marks that a program asked the model to write.
 *
 * One search for the letter x finds the boxes ("\boxed", "\fbox" and
 * "\framebox" have one, in a reply few other letters do); only the last ones
 * are looked at, from the end on, and only so far as the bytes of one answer
 * reach: a megabyte of "\boxed{" costs one pass and a little.
 */

#define BARE_MOST 200            /* bytes of a box without braces */
#define TAG_MOST  ((size_t)4096) /* bytes of a tag in which words are sought */
#define GAP_MOST  80             /* bytes between the boxes of one answer */

struct ring {
    size_t word[BOXES_KEPT]; /* offsets behind the command words */
    size_t at[BOXES_KEPT];
    size_t n; /* ever found */
};

/* The command of a box whose x stands at `at`: where its word ends. Without
 * its backslash, which some programs eat, it needs a brace. */
static size_t box_word(struct span t, size_t at, size_t *start)
{
    static const struct {
        const char *word;
        size_t x; /* where its x stands */
    } words[] = { { "boxed", 2 }, { "fbox", 3 }, { "framebox", 7 } };
    size_t end;

    for (size_t i = 0; i < COUNT(words); i++) {
        if (at < words[i].x || !span_at(t, at - words[i].x, words[i].word))
            continue;
        *start = at - words[i].x;
        end = *start + strlen(words[i].word);
        if (*start && t.s[*start - 1] == '\\') {
            --*start;
            return end < t.n && is_letter(t.s[end]) ? 0 : end;
        }
        return (*start == 0 || !is_letter(t.s[*start - 1])) && i == 0 &&
                       end < t.n && t.s[end] == '{'
                   ? end
                   : 0;
    }
    return 0;
}

static void find_words(struct span t, struct ring *r)
{
    const char *p = t.s, *end = t.s + t.n;
    size_t at, word, backslash;

    while (p < end && (p = memchr(p, 'x', (size_t)(end - p)))) {
        at = (size_t)(p++ - t.s);
        if (at < 2 || t.s[at - 1] != 'o' || t.s[at - 2] != 'b')
            continue;
        word = box_word(t, at, &backslash);
        if (!word)
            continue;
        r->word[r->n % BOXES_KEPT] = word;
        r->at[r->n % BOXES_KEPT] = backslash;
        r->n++;
    }
}

/* A box without braces goes to the end of its formula if that ends soon and
 * on this line, else to the end of the word. */
static bool bare_box(struct span t, size_t start, struct box *b)
{
    size_t i, word = 0, most = start + BARE_MOST;

    for (i = start; i < t.n && i < most && t.s[i] != '\n'; i++) {
        if (t.s[i] == '$' || span_at(t, i, "\\)") || span_at(t, i, "\\]"))
            break;
        if (!word && is_space(t.s[i]))
            word = i;
    }
    if ((i == t.n || i == most || t.s[i] == '\n') && word)
        i = word;
    b->inner = span_cut(t, start, i);
    b->after = i;
    return b->inner.n > 0;
}

/* A box whose brace was forgotten, $\boxed{\frac{1}{2}$: its formula's end
 * is its end. */
static bool open_box(struct span t, size_t brace, struct box *b)
{
    size_t depth = 0, most = brace + BARE_MOST;

    for (size_t i = brace; i < t.n && i < most && t.s[i] != '\n'; i++) {
        if (t.s[i] == '$' || span_at(t, i, "\\)") || span_at(t, i, "\\]")) {
            b->inner = span_cut(t, brace + 1, i);
            b->after = i;
            return depth == 1;
        }
        if (t.s[i] == '\\')
            i++;
        else if (t.s[i] == '{')
            depth++;
        else if (t.s[i] == '}')
            depth -= depth > 0;
    }
    return false;
}

static bool read_box(struct span t, size_t at, size_t word, struct box *b,
                     bool *cut)
{
    size_t i = span_skip_space(t, word), end;

    b->at = at;
    while (i < t.n && t.s[i] == '[') { /* \framebox[2cm][l]{...} */
        while (i < t.n && i < word + 60 && t.s[i] != ']')
            i++;
        i = span_skip_space(t, i < t.n ? i + 1 : i);
    }
    if (i >= t.n) {
        *cut = true;
        return false;
    }
    if (t.s[i] != '{')
        return bare_box(t, i, b);
    end = span_braces(t, i);
    if (!end) {
        if (open_box(t, i, b))
            return true;
        *cut = t.n - i < LIMIT_ANSWER_BYTES;
        return false;
    }
    b->inner = span_cut(t, i + 1, end - 1);
    b->after = end;
    return true;
}

/* Nothing, or what stands for an answer in an instruction. */
static bool is_placeholder(struct span t)
{
    static const char *const words[] = {
        "answer",
        "your answer",
        "final answer",
        "your final answer",
        "...",
        "\\ldots",
        "\\dots",
        "\\cdots",
        "?",
        "\\text{answer}",
        "\\text{final answer}",
        "\\text{your answer}",
        "\\quad",
        "\\phantom{0}",
        "the answer",
        "ans",
        "\\square",
        "\\phantom{2}",
        "_",
    };

    t = trim_span(t);
    return t.n == 0 || span_listed(t, words, COUNT(words));
}

/* "if it was \boxed{11}, we'd get", "is not \boxed{11}", "\boxed{11} is
 * wrong": no answer. */
static bool is_unreal(struct span t, size_t at, size_t after)
{
    static const char *const words[] = { "if it was ",   "if it were ",
                                         "had it been ", "would have been ",
                                         "instead of ",  "i wrote ",
                                         "i said " };
    const struct lexeme *x;
    struct stance s;
    size_t from;

    while (at && one_of(t.s[at - 1], "$ ("))
        at--;
    for (from = at; from && is_letter(t.s[from - 1]);)
        from--;
    if (span_among(span_cut(t, from, at),
                   "format template sample example like"))
        return true; /* "in the format \\boxed{42}" */
    at += at < t.n && t.s[at] == ' ';
    if (span_before_any(t, at, words, COUNT(words)))
        return true;
    for (from = at; from && at - from < 24 && !one_of(t.s[from - 1], ",.;\n");)
        from--;
    s = stance_of(span_cut(t, from, at));
    if (s.denied || s.limit)
        return true;
    for (from = at; from && at - from < 32 && !one_of(t.s[from - 1], ",.;\n");)
        from--;
    if (phrase_within(behind_turn(span_cut(t, from, at)), WORD_ASIDE))
        return true;
    while (after < t.n && one_of(t.s[after], "$) "))
        after++;
    return lexicon_phrase(t, after, WORD_ASIDE, &x) > 0;
}

static bool is_or(struct span w)
{
    static const char *const words[] = { "or", "oder", "ou", "\xe6\x88\x96" };

    return span_listed(w, words, COUNT(words));
}

/* The joint that stands in a \text{...}. */
static enum joint text_joint(struct span w)
{
    enum joint joint = JOINT_NONE;

    for (size_t i = 0; i < w.n; i++) {
        if (span_at_fold(w, i, " or ") || span_at_fold(w, i, "{or"))
            return JOINT_OR;
        if (span_at_fold(w, i, "and") || w.s[i] == ',')
            joint = JOINT_AND;
    }
    return joint;
}

/* How does the text between two boxes join them to one answer? */
static enum joint find_joint(struct span gap)
{
    size_t at = 0, after, words = 0, lines = 0;
    enum joint joint = JOINT_NONE, text;
    enum reply_token k;

    /* Side by side on one line. */
    if (gap.n && span_skip_space(gap, 0) == gap.n &&
        !memchr(gap.s, '\n', gap.n))
        return JOINT_AND;
    for (; (k = token_read(gap, at, &after)) != TOKEN_END; at = after) {
        struct span w = span_cut(gap, at, after);

        if (k == TOKEN_WORD)
            k = token_word(w);
        if (k == TOKEN_JOIN && is_or(w)) {
            joint = JOINT_OR;
        } else if (k == TOKEN_JOIN || k == TOKEN_COMMA) {
            joint = joint ? joint : JOINT_AND;
        } else if (k == TOKEN_COMMAND) {
            text = text_joint(w);
            joint = text ? text : joint;
        } else if (k == TOKEN_WORD && joint == JOINT_AND &&
                   span_is_fold(w, "is")) {
            continue; /* "and the radius is" */
        } else if (k == TOKEN_WORD &&
                   (word_is(w, WORD_BETWEEN_BOXES) || ++words > 3)) {
            return JOINT_NONE;
        } else if (k == TOKEN_STOP || (k == TOKEN_NEWLINE && ++lines > 2)) {
            return JOINT_NONE;
        }
    }
    return joint;
}

/* "unknown" stands alone. */
static bool abstains(const struct extract *x, struct span t)
{
    return t.n <= GAP_MOST &&
           abstain_answer(x->a, arena_strndup(x->a, t.s, t.n));
}

/* Formulas' signs around the boxes are no part of what joins them. */
static enum joint joint_of(const struct extract *x, const struct box *left,
                           const struct box *b)
{
    struct span t = x->text;
    struct span gap = span_cut(t, left->after, b->at);
    char plain[GAP_MOST];
    size_t n = 0;

    if (left->after > b->at || gap.n > GAP_MOST || abstains(x, b->inner))
        return JOINT_NONE;
    for (size_t i = 0; i < gap.n; i++) {
        if (gap.s[i] == '$') {
            plain[n++] = ' ';
        } else if (gap.s[i] == '\\' && i + 1 < gap.n &&
                   one_of(gap.s[i + 1], "()[]")) {
            plain[n++] = ' ';
            i++;
        } else {
            plain[n++] = gap.s[i];
        }
    }
    /* "The first root is [3]. The second root is [5]." */
    if (x->opt->several &&
        phrase_within((struct span){ plain, n }, WORD_ORDINAL))
        return JOINT_AND;
    return find_joint((struct span){ plain, n });
}

/* "x=1, y=2" in a box beside others is one of several points. */
static void add_inner(const struct extract *x, struct str *text,
                      struct span inner)
{
    bool point = memchr(inner.s, ',', inner.n) &&
                 memchr(inner.s, '=', inner.n) && !one_of(inner.s[0], "([{\\");

    str_add(text, point ? "(" : "");
    str_add(text, trim_text(x->a, inner));
    str_add(text, point ? ")" : "");
}

/* The boxes of the reply's last answer. */
static void find_boxes(struct extract *x)
{
    struct ring r = { .n = 0 };
    struct box next;
    size_t kept, spent = 0;
    bool last_cut = false, ignored;

    find_words(x->text, &r);
    kept = r.n < BOXES_KEPT ? r.n : BOXES_KEPT;
    for (size_t i = 0; i < kept && spent < 4 * LIMIT_ANSWER_BYTES; i++) {
        size_t k = (r.n - 1 - i) % BOXES_KEPT;
        const struct box *b = x->boxes ? &x->box[x->boxes - 1] : NULL;

        if (!read_box(x->text, r.at[k], r.word[k], &next,
                      i == 0 ? &last_cut : &ignored)) {
            spent += x->text.n - r.at[k] < LIMIT_ANSWER_BYTES
                         ? x->text.n - r.at[k]
                         : LIMIT_ANSWER_BYTES;
            continue;
        }
        spent += next.after - next.at;
        if (is_placeholder(next.inner) ||
            is_unreal(x->text, next.at, next.after))
            continue;
        if (b && next.at <= b->at && next.after >= b->after)
            continue; /* it holds the one we have */
        next.joint = b ? joint_of(x, &next, b) : JOINT_NONE;
        if (b && !next.joint)
            break;
        x->box[x->boxes++] = next;
    }
    x->cut = last_cut;
}

/* The values of the boxes, each once. */
static const char *join_boxes(const struct extract *x)
{
    struct str text = str_in(x->a);
    const struct box *b = x->box;
    bool repeated;

    for (size_t n = x->boxes, i = n; i-- > 0;) {
        repeated = false;
        for (size_t j = n; j-- > i + 1;)
            repeated = repeated || trim_same(b[j].inner, b[i].inner);
        if (repeated)
            continue;
        if (text.n)
            str_add(&text, b[i + 1].joint == JOINT_OR ? " or " : ", ");
        add_inner(x, &text, trim_span(b[i].inner));
    }
    return str_get(&text);
}

/* Does what follows the boxes give another answer, or call them wrong? What
 * they hold is kept, for a box is withdrawn only by another answer. */
static bool is_withdrawn(struct extract *x, const struct extracted *out)
{
    size_t after = x->box[0].after;
    struct retraction r = retraction_find(span_from(x->text, after));

    if (!r.end && !final_follows(x, after))
        return false;
    x->from = after + r.end;
    if (r.end && !r.disowned)
        x->kept = (struct extracted){ EXTRACT_BOXED, out->text, true,
                                      NULL,          out->from, out->to };
    return true;
}

/* "\boxed{\text{I don't know, but I guess } 12}": what the box says as a reply
 * of its own. */
static bool guess_in_box(const struct extract *x, struct span inner,
                         struct extracted *out)
{
    struct extract_options opt = *x->opt;
    char *plain;

    if (x->opt->gold || inner.n > GAP_MOST || !span_has_digit(inner) ||
        !abstain_within(inner))
        return false;
    plain = arena_strndup(x->a, inner.s, inner.n);
    for (size_t i = 0, end; i < inner.n; i++)
        if (span_at(inner, i, "\\text{") && (end = span_braces(inner, i + 5))) {
            memset(plain + i, ' ', 6);
            plain[end - 1] = ' ';
        }
    opt.inside = true;
    *out = x->read(x->a, plain, inner.n, &opt);
    if (out->rule == EXTRACT_NONE)
        return false;
    extract_place(x, inner, out);
    return true;
}

bool rule_boxed(struct extract *x, struct extracted *out)
{
    const struct box *b = x->box;
    bool found = false;

    find_boxes(x);
    if (x->boxes == 0 || x->cut)
        return false;
    if (x->boxes == 1) {
        found = guess_in_box(x, b[0].inner, out) ||
                extract_fill(x, out, b[0].inner);
    } else {
        out->text = join_boxes(x);
        found = x->boxes == 2 && trim_same(b[0].inner, b[1].inner);
    }
    if (found && x->boxes == 2)
        extract_place(x, b[0].inner, out);
    if (is_withdrawn(x, out)) {
        x->boxes = 0;
        return false;
    }
    return found;
}

bool rule_boxes(struct extract *x, struct extracted *out)
{
    out->text = x->boxes ? join_boxes(x) : NULL;
    if (x->boxes > 1)
        extract_place(
            x, span_cut(x->text, x->box[x->boxes - 1].at, x->box[0].after),
            out);
    return x->boxes > 1;
}

bool rule_tag(struct extract *x, struct extracted *out)
{
    struct span t = x->text, inner;
    const char *p = t.s, *end = t.s + t.n;
    size_t open = 0, close = 0, at;
    bool telling = false;

    while (p < end && (p = memchr(p, '<', (size_t)(end - p)))) {
        at = (size_t)(p++ - t.s);
        if (span_at_fold(t, at, "<answer>")) {
            open = at + 8;
            close = 0;
        } else if (open && !close && span_at_fold(t, at, "</answer>")) {
            close = at;
        }
    }
    if (!open)
        return false;
    inner = trim_span(span_cut(t, open, close ? close : t.n));
    if (inner.n == 0 || inner.n > LIMIT_ANSWER_BYTES)
        return false;
    if (inner.n <= TAG_MOST && (prose_words(inner, &telling) || telling) &&
        !abstains(x, inner))
        (void)declared_find(x, inner, &inner);
    return extract_fill(x, out, inner);
}

/* "#### 42"; but "#### Step 2: ..." and "#### 2. ..." are headings. */
static bool is_hash_answer(const struct extract *x, struct span line)
{
    size_t at = 0, after, words;
    bool telling = false;
    enum reply_token k;

    if (line.n == 0)
        return false;
    if (!x->opt->text && !x->opt->gold &&
        token_read(line, 0, &after) == TOKEN_WORD)
        return false;
    while ((k = token_read(line, at, &after)) != TOKEN_END) {
        if (k == TOKEN_STOP && after < line.n)
            return false;
        at = after;
    }
    words = prose_words(line, &telling);
    return words <= 3 && !telling;
}

#define HASHES_KEPT ((size_t)8)

bool rule_hashes(struct extract *x, struct extracted *out)
{
    struct span t = x->text, line;
    const char *p = t.s, *end = t.s + t.n;
    size_t at, stop, n = 0, ring[HASHES_KEPT];

    while (p < end && (p = memchr(p, '#', (size_t)(end - p)))) {
        at = (size_t)(p - t.s);
        for (stop = at; stop < t.n && t.s[stop] == '#';)
            stop++;
        p = t.s + stop;
        if (stop - at == 4)
            ring[n++ % HASHES_KEPT] = stop;
    }
    for (size_t i = 0; i < n && i < HASHES_KEPT; i++) {
        at = ring[(n - 1 - i) % HASHES_KEPT];
        for (stop = at; stop < t.n && t.s[stop] != '\n' && stop - at < 400;)
            stop++;
        line = trim_span(span_cut(t, at, stop));
        if (is_hash_answer(x, line))
            return extract_fill(x, out, line);
    }
    return false;
}
