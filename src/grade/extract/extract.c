/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/extract/extract.h"
#include "base/limits.h"
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/reply_text.h"
#include "grade/extract/stance.h"
#include "grade/extract/statistic.h"
#include "text/lexicon.h"
#include "text/pattern.h"

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

static void extract_find_words(struct span t, struct ring *r)
{
    size_t word, backslash;

    for (size_t at = 0; (at = span_index(t, at, 'x')) < t.n; at++) {
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
    static const char words[] =
        "answer|your answer|final answer|your final answer|...|\\ldots|"
        "\\dots|\\cdots|?|\\text{answer}|\\text{final answer}|"
        "\\text{your answer}|\\quad|\\phantom{0}|the answer|ans|\\square|"
        "\\phantom{2}|_";

    t = trim_span(t);
    return t.n == 0 || span_is_any(t, words);
}

/* "if it was \boxed{11}, we'd get", "is not \boxed{11}", "\boxed{11} is
 * wrong": no answer. */
static bool is_unreal(struct span t, size_t at, size_t after)
{
    const struct lexeme *x;
    struct stance s;
    size_t from;

    at = span_back(t, at, "$ (");
    from = span_letters_back(t, at);
    if (span_among(span_cut(t, from, at),
                   "format template sample example like"))
        return true; /* "in the format \\boxed{42}" */
    at += at < t.n && t.s[at] == ' ';
    if (span_before_any(t, at,
                        "if it was |if it were |had it been |"
                        "would have been |instead of |i wrote |i said "))
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
    after = span_skip(t, after, "$) ");
    return lexicon_phrase(t, after, WORD_ASIDE, &x) > 0;
}

static bool is_or(struct span w)
{
    return span_among(w, "or oder ou 或");
}

/* The joint that stands in a \text{...}. */
static enum joint text_joint(struct span w)
{
    return pattern_in(w, " or |{or") ? JOINT_OR
           : pattern_in(w, "and|,")  ? JOINT_AND
                                     : JOINT_NONE;
}

/* How does the text between two boxes join them to one answer? */
static enum joint find_joint(struct span gap)
{
    size_t words = 0, lines = 0;
    enum joint joint = JOINT_NONE, text;

    /* Side by side on one line. */
    if (gap.n && span_skip_space(gap, 0) == gap.n && !span_has(gap, '\n'))
        return JOINT_AND;
    for (struct read_token k = { 0 }; token_next(gap, &k);) {
        if (k.kind == TOKEN_WORD)
            k.kind = token_word(k.text);
        if (k.kind == TOKEN_JOIN && is_or(k.text)) {
            joint = JOINT_OR;
        } else if (k.kind == TOKEN_JOIN || k.kind == TOKEN_COMMA) {
            joint = joint ? joint : JOINT_AND;
        } else if (k.kind == TOKEN_COMMAND) {
            text = text_joint(k.text);
            joint = text ? text : joint;
        } else if (k.kind == TOKEN_WORD && joint == JOINT_AND &&
                   span_is_fold(k.text, "is")) {
            continue; /* "and the radius is" */
        } else if (k.kind == TOKEN_WORD &&
                   (word_is(k.text, WORD_BETWEEN_BOXES) || ++words > 3)) {
            return JOINT_NONE;
        } else if (k.kind == TOKEN_STOP ||
                   (k.kind == TOKEN_NEWLINE && ++lines > 2)) {
            return JOINT_NONE;
        }
    }
    return joint;
}

/* "unknown" stands alone. */
static bool extract_abstains(const struct extract *x, struct span t)
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

    if (left->after > b->at || gap.n > GAP_MOST ||
        extract_abstains(x, b->inner))
        return JOINT_NONE;
    for (size_t i = 0, sign; i < gap.n; i += sign ? sign : 1) {
        sign = pattern_at(gap, i, "$|\\%[]()[]");
        plain[n++] = sign ? ' ' : gap.s[i];
    }
    /* "The first root is [3]. The second root is [5]." */
    if (x->opt->several &&
        phrase_within((struct span){ plain, n }, WORD_ORDINAL))
        return JOINT_AND;
    return find_joint((struct span){ plain, n });
}

/* "x=1, y=2" in a box beside others is one of several points. */
static void extract_add_inner(const struct extract *x, struct str *text,
                              struct span inner)
{
    bool point = span_has(inner, ',') && span_has(inner, '=') &&
                 !one_of(inner.s[0], "([{\\");

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

    extract_find_words(x->text, &r);
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
        extract_add_inner(x, &text, trim_span(b[i].inner));
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

/* extract.c */
static bool rule_boxed(struct extract *x, struct extracted *out)
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

static bool rule_boxes(struct extract *x, struct extracted *out)
{
    out->text = x->boxes ? join_boxes(x) : NULL;
    if (x->boxes > 1)
        extract_place(
            x, span_cut(x->text, x->box[x->boxes - 1].at, x->box[0].after),
            out);
    return x->boxes > 1;
}

static bool rule_tag(struct extract *x, struct extracted *out)
{
    struct span t = x->text, inner;
    size_t open = 0, close = 0;
    bool telling = false;

    for (size_t at = 0; (at = span_index(t, at, '<')) < t.n; at++) {
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
        !extract_abstains(x, inner))
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

static bool rule_hashes(struct extract *x, struct extracted *out)
{
    struct span t = x->text, line;
    size_t stop, n = 0, ring[HASHES_KEPT];

    for (size_t at = 0; (at = span_index(t, at, '#')) < t.n; at = stop) {
        stop = span_skip(t, at, "#");
        if (stop - at == 4)
            ring[n++ % HASHES_KEPT] = stop;
    }
    for (size_t i = 0; i < n && i < HASHES_KEPT; i++) {
        size_t at = ring[(n - 1 - i) % HASHES_KEPT];

        for (stop = at; stop < t.n && t.s[stop] != '\n' && stop - at < 400;)
            stop++;
        line = trim_span(span_cut(t, at, stop));
        if (is_hash_answer(x, line))
            return extract_fill(x, out, line);
    }
    return false;
}

/*
 * The rules in their order. A box goes first because a model that writes one
 * means it; then comes what the reply calls its answer; a reply without marks
 * may be the answer as a whole; guesses go last. A rule may use what the one
 * before it has gathered.
 */

static const struct rule {
    const char *name;
    rule_finds *finds;
    bool declared; /* what it finds is said to be the answer */
} rules[EXTRACT_RULES] = {
    [EXTRACT_NONE] = { "none", NULL, false },
    [EXTRACT_BOXED] = { "boxed", rule_boxed, true },
    [EXTRACT_BOXES] = { "boxes", rule_boxes, true },
    [EXTRACT_TAG] = { "tag", rule_tag, true },
    [EXTRACT_HASHES] = { "hashes", rule_hashes, true },
    [EXTRACT_FINAL] = { "final", rule_final, true },
    [EXTRACT_LABEL] = { "label", rule_label, true },
    [EXTRACT_WHOLE] = { "whole", rule_whole, true },
    [EXTRACT_CHOICE] = { "choice", rule_choice, false },
    [EXTRACT_FORMULA] = { "formula", rule_formula, false },
    [EXTRACT_NUMBER] = { "number", rule_number, false },
};

const char *extract_rule_name(enum extract_rule rule)
{
    return rules[rule].name;
}

static struct extracted extract_none(const char *why)
{
    return (struct extracted){ .rule = EXTRACT_NONE, .why = why };
}

static bool try_rule(struct extract *x, enum extract_rule rule,
                     struct extracted *out)
{
    x->rule = rule;
    *out = (struct extracted){ 0 };
    if (!rules[rule].finds(x, out))
        return false;
    out->rule = rule;
    out->declared = rules[rule].declared;
    out->why = NULL;
    return true;
}

/* ---- where it stands ---- */

#define PLACE_MOST  ((size_t)256)     /* bytes that are looked for */
#define PLACE_TRIES ((size_t)1 << 16) /* places that are looked at */

/* How often `what` stands in t, and *at: its n-th place, from 0. Returns 0 if
 * that takes too long. */
static size_t extract_places_of(struct span t, struct span what, size_t n,
                                size_t *at)
{
    size_t count = 0, tries = 0, i = 0;

    for (; (i = span_index(t, i, what.s[0])) < t.n; tries++) {
        bool here = span_equal(span_cut(t, i, i + what.n), what);

        if (tries == PLACE_TRIES)
            return 0;
        if (here && count++ == n)
            *at = i;
        i += here ? what.n : 1;
    }
    return count;
}

/* Offsets in the clean text become those in the reply. Cleaning may have made
 * a copy: there the same bytes come as often and in the same order, or else
 * the place is not known. */
static void place_in_reply(struct span reply, struct span clean,
                           struct extracted *out)
{
    struct span what = span_cut(clean, out->from, out->to);
    struct extract original = { .text = reply };
    size_t from = out->from, before, count, at = 0;

    if (what.n == 0)
        return;
    extract_place(&original, what, out);
    if (out->to || what.n > PLACE_MOST)
        return;
    before = extract_places_of(span_cut(clean, 0, from), what, 0, &at);
    count = extract_places_of(reply, what, before, &at);
    if (count > before && count == extract_places_of(clean, what, 0, &from))
        extract_place(&original, span_cut(reply, at, at + what.n), out);
}

/* The rules in their order, over the clean text. */
static struct extracted extract_find(struct extract *x)
{
    struct extracted out = { 0 };

    if (parts_find(x, x->text, &out))
        return out;
    /* A reply cut off inside its answer has not said it. */
    for (enum extract_rule r = EXTRACT_NONE + 1; r < EXTRACT_RULES && !x->cut;
         r++)
        if (try_rule(x, r, &out))
            return out;
    if (x->kept.rule && !x->cut && !ends_in_the_middle(x->text))
        return x->kept;
    /* A key is the answer, whatever it says. */
    x->rule = EXTRACT_WHOLE;
    if (x->opt->gold && !x->cut && extract_fill(x, &out, x->text))
        return (struct extracted){ EXTRACT_WHOLE, out.text, true, NULL, 0, 0 };
    return extract_none("no answer was found");
}

/* ---- the last word ---- */

#define TURNS_MOST 4 /* from a doubt to a guess and back */

/* Behind what closes the answer that ends at `at`, and "but". */
static size_t skip_close(struct span t, size_t at)
{
    const struct lexeme *x;

    at = pattern_skip(t, at, "</answer>|%[])}$*_\\.,; ]");
    return at + lexicon_phrase(t, at, WORD_BUT, &x);
}

/* What stands behind `first` and overrules it: behind "\boxed{unknown}" a guess,
 * behind an answer a doubt that is marked as one. */
static bool overruled(const struct extract *x, const struct extracted *first,
                      struct extracted *next)
{
    size_t at = skip_close(x->text, first->to);
    struct extract rest = { .a = x->a,
                            .opt = x->opt,
                            .read = x->read,
                            .text = span_from(x->text, at) };
    bool doubt = abstain_answer(x->a, first->text);
    struct span label;

    if (!doubt && !abstain_within(rest.text))
        return false;
    if (!doubt && abstain_label(x->a, rest.text, true, &label)) {
        *next = (struct extracted){ .rule = EXTRACT_FINAL, .declared = true };
        return extract_fill(x, next, label);
    }
    *next = extract_find(&rest);
    if (next->rule == EXTRACT_NONE || doubt == abstain_answer(x->a, next->text))
        return false;
    if (next->to) {
        next->from += at;
        next->to += at;
    }
    return doubt ? next->declared || phrase_within(rest.text, WORD_GUESS)
                 : next->rule < EXTRACT_WHOLE;
}

/* Of an answer and a doubt the last counts. */
static struct extracted find_last(struct extract *x)
{
    struct extracted out = extract_find(x), next;

    for (int i = 0; i < TURNS_MOST && out.declared && out.to && out.text &&
                    !x->opt->gold && overruled(x, &out, &next);
         i++)
        out = next;
    return out;
}

/* ---- names of statistics ---- */

/* Does an interval answer the key? */
static bool seeks_interval(const struct extract_options *o)
{
    const char *key = o->formula;

    return o->gold ||
           (key && (strstr(key, "\\pm") ||
                    sought_of(span_of(key)).kinds &
                        (SOUGHT_POINT | SOUGHT_REGION | SOUGHT_LIST)));
}

/* "95% CI: (1, 2)" is the interval where one is sought. A name at the head of a
 * line goes with its value only where the reply has no other answer: "(1, 2).
 * Confidence level: 95%". */
static struct extracted extract_find_named(struct extract *x)
{
    struct extract all = *x;
    struct span t = x->text;
    struct extracted out;

    if (!statistic_within(t))
        return find_last(x);
    x->text = statistic_clear(
        x->a, t, seeks_interval(x->opt) ? STATISTIC_INTERVAL : STATISTIC_NONE);
    out = find_last(x);
    x->text = t; /* every byte stands where it stood */
    if (out.rule != EXTRACT_NONE || x->cut)
        return out;
    all.text = statistic_clear(x->a, t, STATISTIC_INTERVAL | STATISTIC_LEVEL);
    return all.text.s == t.s || abstain_reply(x->a, t, 0) ? out
                                                          : find_last(&all);
}

struct extracted extract_answer(struct arena *a, const char *text, size_t n,
                                const struct extract_options *opt)
{
    static const struct extract_options plain;
    struct extract x = { .a = a,
                         .text = { text, n },
                         .opt = opt ? opt : &plain,
                         .read = extract_answer };
    struct span reply;
    struct extracted out;

    if (span_skip_space(x.text, 0) >= n)
        return extract_none("the reply is empty");
    if (!think_skip(x.text, &x.text) && !x.opt->gold)
        return extract_none("the reasoning block is not closed");
    reply = x.text;
    x.text = clean_text(a, x.text);
    out = extract_find_named(&x);
    place_in_reply(reply, x.text, &out);
    if (out.to) { /* behind the thinking */
        out.from += (size_t)(reply.s - text);
        out.to += (size_t)(reply.s - text);
    }
    return out;
}

const char *extract_trim(struct arena *a, const char *text, size_t n)
{
    static const enum extract_rule marks[] = { EXTRACT_BOXED, EXTRACT_BOXES,
                                               EXTRACT_FINAL, EXTRACT_LABEL };
    struct extract_options opt = { .gold = true };
    struct extract x = { .a = a, .opt = &opt, .read = extract_answer };
    struct extracted found = { 0 };

    x.text = trim_span(clean_text(a, (struct span){ text, n }));
    for (size_t i = 0; i < COUNT(marks); i++)
        if (try_rule(&x, marks[i], &found))
            return found.text;
    return trim_text(a, x.text);
}
