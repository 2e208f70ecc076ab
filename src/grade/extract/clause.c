/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "grade/extract/extract_int.h"
#include "grade/extract/words.h"
#include "text/lexicon.h"
#include "text/pattern.h"

/*
 * One value of a sentence: a formula, a run of plain mathematics, or several
 * that are named together: of "x = 1 and x = 2" the second alone would answer
 * another question.
 */

struct value {
    struct span text;  /* empty: there is none */
    struct span whole; /* with what stands left of its last sign of equality */
    size_t at, end;    /* where it stands */
    bool open;         /* it ends with a sign of equality: the value follows */
    bool formula;      /* with its signs */
    bool mention;      /* a mere name, $x$ */
    bool equals;       /* it stands behind a sign of equality, or holds one */
    bool computed;     /* so, and no mere name stands on the left */
    bool spoilt;       /* words make another value of it: "twice 7" */
    bool list;         /* several that are named together */
};

/* "$x$", "$f(x)$" in "the largest value of $x$" name something. */
static bool is_mention(struct span t)
{
    size_t i = 0;

    t = trim_span(t);
    if (t.n && t.s[0] == '\\') {
        i = 1 + span_letters(t, 1);
        if (span_is_fold(span_cut(t, 0, i), "\\pi") ||
            span_is_fold(span_cut(t, 0, i), "\\infty"))
            return false;
    } else if (t.n && is_letter(t.s[0])) {
        i = 1;
    }
    if (i && i == t.n)
        return true;
    return i && t.n <= i + 4 && (t.s[i] == '_' || t.s[i] == '(') &&
           !is_digit(t.s[i + 1 < t.n ? i + 1 : i]);
}

/* "$\\blacksquare$" */
static bool is_end_of_proof(struct span t)
{
    return span_is_any(trim_span(t), "\\blacksquare|\\square|\\box|\\qed");
}

/* The bracket that goes with c; 0: c is none. */
static char partner(char c)
{
    static const char brackets[] = "()[]{}";
    const char *p = c ? strchr(brackets, c) : NULL;

    if (!p)
        return '\0';
    return (p - brackets) % 2 ? p[-1] : p[1];
}

/* "[3, 4)": of an interval either will do. */
static bool has_partner(struct span t, char c)
{
    const char *other = one_of(c, "([") ? ")]" : one_of(c, ")]") ? "([" : NULL;

    if (!other)
        return span_has(t, partner(c));
    return span_has(t, other[0]) || span_has(t, other[1]);
}

struct span drop_lone_brackets(struct span t)
{
    while (t.n) {
        char first = t.s[0], last = t.s[t.n - 1];

        if (one_of(first, "([{") && !has_partner(t, first))
            t = span_cut(t, 1, t.n);
        else if (one_of(last, ")]}") && !span_escaped(t, t.n - 1) &&
                 !has_partner(t, last))
            t.n--;
        else
            return t;
        t = trim_span(t);
    }
    return t;
}

/* A digit, or a fraction that is one character. */
static bool has_number(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_digit(t.s[i]) || character_is(t, i, CHAR_FRACTION))
            return true;
    return false;
}

/* Of plain mathematics "66 + 126 = 192" what stands behind the last sign of
 * equality. */
static struct span last_side(struct span t)
{
    size_t from = 0;

    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '=' && !(i && one_of(t.s[i - 1], "<>!")))
            from = i + 1;
    if (has_number(span_cut(t, from, t.n)))
        t = span_cut(t, from, t.n);
    t = drop_lone_brackets(trim_span(t));
    /* the bar of a table */
    if (t.n && t.s[t.n - 1] == '|' && !memchr(t.s, '|', t.n - 1))
        t = trim_span(span_cut(t, 0, t.n - 1));
    while (t.n && one_of(t.s[t.n - 1], "-=+([{/&") &&
           !span_escaped(t, t.n - 1)) {
        t.n--;
        t = trim_span(t);
    }
    return t;
}

/* Is the number at `at` the mark of a list, "3. ", or of a step; or is it
 * named to be ruled out? */
static bool is_counter(struct span t, size_t at, size_t end)
{
    size_t i = span_back(t, at, " #*");

    if ((i == 0 || t.s[i - 1] == '\n') && span_one_of(t, end, ".)") &&
        (end + 1 == t.n || is_space(t.s[end + 1])))
        return i > 0 || end + 1 < t.n;
    return is_digit(t.s[at]) &&
           span_before_any(t, at,
                           "step |case |example |figure |section |part |"
                           "equation |problem |method |not |n't |than |"
                           "instead of |other than |question |theorem |"
                           "chapter |page |eq. |steps |year |lemma |exercise |"
                           "line |pas |nicht ");
}

/* Does something follow a word that makes it a function, "ln 2"? */
static bool calls(struct span t, size_t at)
{
    return pattern_here(t, at, " %?%[0-9(^/*|]");
}

/* Is it a computation: a digit that is no subscript left of the sign? */
static bool is_computation(struct span t)
{
    for (size_t i = 0; i < t.n && t.s[i] != '='; i++)
        if (is_digit(t.s[i]) && !(i && one_of(t.s[i - 1], "_{")))
            return span_has(t, '=');
    return false;
}

/* Is an item of a list no value: a computation, or a mere name? */
static bool is_odd_item(struct span t)
{
    struct span inner;
    size_t after;

    t = trim_span(t);
    if (t.n == 0 || is_computation(t))
        return true;
    if (formula_at(t, 0, &inner, &after))
        return is_mention(inner);
    return !span_has_digit(t);
}

/* Is it "x = 1 and x = 2", "3, 4 or 5": values that are named together? */
static bool clause_is_list(struct span t)
{
    size_t item = 0, depth = 0;

    for (struct read_token k = { 0 }; token_next(t, &k);) {
        bool join = k.kind == TOKEN_WORD && token_word(k.text) == TOKEN_JOIN;

        if (k.kind == TOKEN_OPEN)
            depth++;
        else if (k.kind == TOKEN_CLOSE)
            depth -= depth > 0;
        if (depth || (k.kind != TOKEN_COMMA && !join))
            continue;
        /* ", and" ends one item. */
        if (!(join && trim_span(span_cut(t, item, k.at)).n == 0) &&
            is_odd_item(span_cut(t, item, k.at)))
            return false;
        item = k.end;
    }
    return item && !is_odd_item(span_cut(t, item, t.n));
}

/* Of a list that ends with the mention of its parameter, "$x = 2n$ or $x = 5n$,
 * $n$ an integer", the end of what stands before it; 0: it ends otherwise. */
static size_t before_parameter(struct span t, size_t at, size_t end)
{
    size_t i = end, after;
    struct span inner;

    while (i > at && t.s[i - 1] != ',')
        i--;
    after = span_skip_space(t, i);
    return i > at && formula_at(t, after, &inner, &after) && after == end &&
                   is_mention(inner) && integers_said(t, end)
               ? i - 1
               : 0;
}

/* The end of the list that begins at `at` with a value that ends at `end`;
 * 0: there is none. *tried: up to where lists have been looked for. */
static size_t clause_list_end(struct span t, size_t at, size_t end,
                              size_t *tried)
{
    size_t next = span_skip_space(t, end), after;
    enum reply_token k = token_read(t, next, &after);

    if (at < *tried)
        return 0;
    if (k == TOKEN_WORD)
        k = token_word(span_cut(t, next, after));
    if (k != TOKEN_COMMA && k != TOKEN_JOIN)
        return 0;
    *tried = run_end(t, at, true);
    if ((end = before_parameter(t, at, *tried)))
        *tried = end;
    return clause_is_list(span_cut(t, at, *tried)) ? *tried : 0;
}

static bool starts_run(struct span t, enum reply_token k, size_t after)
{
    return k == TOKEN_NUMBER || k == TOKEN_LETTER || k == TOKEN_OPEN ||
           k == TOKEN_COMMAND || k == TOKEN_MATHWORD || k == TOKEN_SIGN ||
           (k == TOKEN_WORD && calls(t, after));
}

static void clause_fill_run(struct span t, size_t at, struct value *v)
{
    struct span run = span_cut(t, at, v->end);

    /* "- 5 apples" in a list. */
    if (run.n > 1 && run.s[0] == '-' && run.s[1] == ' ')
        run = span_cut(run, 1, run.n);
    v->whole = drop_lone_brackets(trim_span(run));
    v->open = v->whole.n && v->whole.s[v->whole.n - 1] == '=';
    if (v->open || !has_number(run) || is_counter(t, at, v->end))
        return;
    v->text = last_side(run);
    v->equals = span_has(run, '=');
    /* "3 + 4 = 7", "apples = 7", but "y = 2". */
    v->computed = v->equals && !(run.n > 2 && is_letter(run.s[0]) &&
                                 (run.s[1] == '=' || run.s[2] == '='));
}

/* "$180*7=$1260": the second $ is money, not the end of a formula. */
static bool is_sum_of_money(struct span t, struct span inner, size_t after)
{
    return inner.n && one_of(inner.s[inner.n - 1], "=+-*/") && after < t.n &&
           is_digit(t.s[after]);
}

/* The value that begins at `at`, if any; returns where to go on. *tried: up to
 * where lists have been looked for, 0 at first. */
static size_t clause_value_at(struct span t, size_t at, size_t *tried,
                              struct value *v)
{
    struct span inner;
    size_t after;
    enum reply_token k = token_read(t, at, &after);

    *v = (struct value){ .at = at };
    v->formula = k == TOKEN_FORMULA && formula_at(t, at, &inner, &after);
    if (v->formula && is_sum_of_money(t, trim_span(inner), after)) {
        v->formula = false;
        v->end = run_end(t, after, false);
        v->text = last_side(span_cut(t, after - 1, v->end));
        v->equals = v->computed = true;
        return v->end;
    }
    if (!v->formula && !starts_run(t, k, after))
        return after;
    v->end = v->formula ? after : run_end(t, at, false);
    if (v->end < after)
        v->end = after;
    if ((after = clause_list_end(t, at, v->end, tried))) {
        v->text = v->whole = span_cut(t, at, after);
        v->list = true;
        v->end = after;
    } else if (v->formula) {
        v->text = v->whole = formula_answer(inner);
        v->mention = is_mention(v->text);
        if (is_end_of_proof(v->text))
            v->text = span_cut(v->text, 0, 0);
        v->equals = span_has(v->text, '=');
    } else {
        clause_fill_run(t, at, v);
    }
    return v->end;
}

/*
 * Which value of a sentence is its result? Not always the last: of "she needs
 * 15 minutes to walk the 3 km" the second is what was known before. Clauses
 * that draw a conclusion ("so", "leaving") begin anew; values behind "when",
 * "if", in brackets, behind a preposition or "the" are side values, taken
 * only where there is no other. Two values that nothing sets apart are none.
 */

#define MAINS_KEPT ((size_t)4)

/* One clause: its last main value, its last value of any kind. */
struct clause {
    struct value main, any, mention;
    struct span form; /* the main value as it was told before "that is" */
    size_t mains, anys;
    struct span kept[MAINS_KEPT]; /* the first main values */
    bool changed;                 /* one of them is spoilt */
    bool unsure;  /* the last main value is not set apart from another */
    bool weak;    /* a relative clause */
    bool refused; /* it denies or bounds a value: side values are none either */
};

struct scan {
    struct span t;
    const struct sought *sought; /* values of other kinds are none; NULL: any */
    struct clause now, before;
    struct span word[3]; /* the last words, the nearest first */
    struct stance stance;
    bool needed; /* "needs" has come: at least so many is the answer */
    bool side;   /* in a clause that tells no result */
    bool told;   /* and has a value */
    bool lead;   /* with which the sentence began */
    bool aim;    /* behind "to walk" */
    bool first;  /* no word has come yet */
    bool verb;   /* one has come since the last value */
    bool stated; /* one came before the last main value */
    bool joined; /* "and", "but" has come since the last value */
    bool summed; /* "in all" has come since the last value */
    bool held;   /* the main value is "= 15", and holds so far */
    bool again;  /* "that is" has come: the same value once more */
};

static bool clause_has_value(const struct clause *c)
{
    if (c->weak && c->mains == 0)
        return false;
    return c->anys > 0;
}

static void begin_clause(struct scan *s, bool weak)
{
    struct value mention = s->now.mention;

    if (clause_has_value(&s->now))
        s->before = s->now;
    s->now = (struct clause){ .weak = weak && clause_has_value(&s->before),
                              .mention = mention };
    stance_end(&s->stance);
    s->side = s->told = s->lead = s->aim = false;
    s->verb = s->joined = s->summed = s->held = s->needed = false;
}

static bool is_joint(struct span w)
{
    return span_among(w, "and but or while plus");
}

static void clause_note_word(struct scan *s, size_t at, size_t after)
{
    struct span w = span_cut(s->t, at, after);
    const struct lexeme *x = lexicon_find(w), *sign;

    stance_word(&s->stance, s->t, at, after, x);
    /* Of a script without blanks every character may begin a word. */
    for (size_t i = at; (unsigned char)w.s[0] >= 0xe3 && i < after; i += 3)
        if (lexicon_phrase(s->t, i, WORD_CONSEQUENCE, &sign))
            begin_clause(s, false);
    s->needed = s->needed || lexeme_is(x, WORD_NEEDS);
    if (lexeme_is(x, WORD_REJECTION)) {
        if (!s->side)
            s->now = (struct clause){ .refused = true };
        s->side = true;
    }
    if (span_is_fold(w, "by") && span_is_fold(s->word[0], "given"))
        s->side = s->lead = false;
    if (lexeme_is(x, WORD_CONSEQUENCE)) {
        begin_clause(s, false);
    } else if (span_is_fold(w, "which") || span_is_fold(w, "that's")) {
        begin_clause(s, true);
    } else if (span_is_fold(w, "then")) {
        s->side = false;
    } else if (lexeme_is(x, WORD_CIRCUMSTANCE)) {
        s->side = true;
    } else if (span_is_fold(s->word[0], "to") && s->now.mains) {
        s->aim = s->aim || !lexeme_is(x, WORD_RESULT_VERB);
    } else if (span_is_fold(w, "to") && s->now.anys == 0 && s->first) {
        s->side = true; /* "To collect 24 berries, he needs" */
    }
    s->first = false;
    s->lead = s->lead || (s->side && s->now.mains == 0);
    /* "when 100 is divided by 7 is 2" */
    if (s->lead && s->told && span_is_fold(w, "is") && !s->word[0].n)
        s->side = false;
    if (lexeme_is(x, WORD_VALUE_VERB) &&
        !(s->held && span_is_fold(s->word[0], "to"))) {
        s->verb = true;
        s->held = false;
    }
    if (lexeme_is(x, WORD_TOTAL))
        s->summed = true;
    s->again = s->again || (lexeme_is(x, WORD_OPENS) &&
                            lexicon_phrase(s->t, at, WORD_THAT_IS, &x) > 0);
    if (is_joint(w)) {
        s->joined = true;
        if (s->sought && span_is_fold(w, "but"))
            begin_clause(s, false);
        if (!span_is_fold(w, "or"))
            stance_end(&s->stance);
    }
    s->word[2] = s->word[1];
    s->word[1] = s->word[0];
    s->word[0] = w;
}

/* "a total of 5", "comes to 5", "results in 5": the value is what counts. */
static bool is_leading(const struct span w[3])
{
    if (span_is_fold(w[0], "to"))
        return span_among(w[1], "equal equals comes amounts up adds sums leads "
                                "simplifies evaluates rounds reduces due goes "
                                "corresponds increases decreases rises");
    if (span_is_fold(w[0], "of"))
        return span_is_fold(w[2], "a") || span_is_fold(w[2], "an") ||
               span_among(w[1], "total is consists value area sum maximum "
                                "minimum speed product");
    if (span_is_fold(w[0], "in"))
        return span_at_fold(w[1], 0, "result");
    if (span_is_fold(w[0], "by"))
        return span_is_fold(w[1], "given");
    return span_is_fold(w[0], "at") && span_at_fold(w[1], 0, "arriv");
}

/* Do the words before a value set it aside? */
static bool is_side_before(const struct scan *s)
{
    struct span w[3] = { s->word[0], s->word[1], s->word[2] };

    if (span_among(w[0], "only just") || word_is(w[0], WORD_ROUGH) ||
        word_is(w[0], WORD_EXACT)) {
        w[0] = w[1];
        w[1] = w[2];
        w[2] = (struct span){ "", 0 };
    }
    /* "or approximately 0.33", "which is about 0.33" */
    if ((span_is_fold(s->word[1], "or") || s->now.weak || s->again ||
         (s->now.mains && s->joined)) &&
        word_is(s->word[0], WORD_ROUGH))
        return true;
    return word_is(w[0], WORD_POINTER) ||
           (word_is(w[0], WORD_BEFORE_SIDE) && !is_leading(w));
}

/* Do the words behind it: "8 of the 12", "5 more than", "2 decimals"? */
static bool is_side_behind(struct span t, size_t end)
{
    size_t at = span_skip_space(t, end), after;
    struct span w;

    if (token_read(t, at, &after) != TOKEN_WORD)
        return false;
    w = span_cut(t, at, after);
    if (span_among(w, "more less fewer times greater decimal "
                      "decimals significant digits"))
        return true;
    if (!span_is_fold(w, "of") && !span_is_fold(w, "out"))
        return false;
    for (int i = 0; i < 3; i++) {
        at = span_skip_space(t, after);
        switch (token_read(t, at, &after)) {
        case TOKEN_NUMBER: return true;
        case TOKEN_WORD: break;
        default: return false;
        }
        w = span_cut(t, at, after);
        if (!word_is(w, WORD_POINTER) && !span_is_fold(w, "of"))
            return false;
    }
    return false;
}

bool is_spoilt(struct span t, size_t end)
{
    size_t at = span_skip_space(t, end), after;
    struct span w;

    if (token_read(t, at, &after) != TOKEN_WORD)
        return false;
    w = span_cut(t, at, after);
    /* "10 times" alone counts something. */
    if (!span_among(w, "or in and over out to less more times"))
        return word_is(w, WORD_OPERATION) && !word_is(w, WORD_OPERATION_BEFORE);
    return pattern_here(t, at,
                        "or%s%*%(more|less|maybe|perhaps|possibly|fewer%)|"
                        "in%s%*base|and%s%*a %(half|quarter|third%)|"
                        "out%s%*of|to%s%*%(%d|the power%)|less%s%*than|"
                        "more%s%*than|times%s%*%d") ||
           (pattern_here(t, at, "%(over|in%)%s%*%d") && end &&
            is_digit(t.s[end - 1]));
}

/* Does a word before the value, or one behind it, change it? */
static bool clause_is_changed(const struct scan *s, const struct value *v)
{
    if (v->computed)
        return false;
    for (int i = 0; i < 3; i++)
        if (span_among(s->word[i], "except excluding discard reject extraneous "
                                   "rejecting discarding exclude"))
            return true;
    if (word_is(s->word[0], WORD_OPERATION) ||
        (word_is(s->word[1], WORD_OPERATION) && span_is_fold(s->word[0], "of")))
        return true;
    return is_spoilt(s->t, v->end) && !span_at_fold(s->t, v->end, " out of") &&
           !span_at_fold(s->t, v->end, " more than") &&
           !span_at_fold(s->t, v->end, " less than");
}

/* "15 does not satisfy it" */
static bool clause_is_denied(struct span t, size_t at)
{
    size_t after, next;
    struct span w;

    if (token_read(t, at, &after) != TOKEN_WORD)
        return false;
    w = span_cut(t, at, after);
    if (word_is(w, WORD_DENIAL))
        return !span_is_fold(w, "not") && !span_is_fold(w, "nor");
    next = span_skip_space(t, after);
    return word_is(w, WORD_VERB) && token_read(t, next, &after) == TOKEN_WORD &&
           word_is(span_cut(t, next, after), WORD_DENIAL);
}

bool is_unasserted(struct span t, size_t end)
{
    size_t at = span_skip_space(t, end), n;
    const struct lexeme *x;

    at = pattern_skip(t, at, "%q|%[*_` \t\n\v\f\r]");
    if (clause_is_denied(t, at) || lexicon_phrase(t, at, WORD_ASIDE, &x) ||
        span_at_fold(t, at, "is false") || span_at_fold(t, at, "as well as "))
        return true;
    n = lexicon_phrase(t, at, WORD_SUPPOSED, &x);
    return n && !span_at_fold(t, at + n, " and only") &&
           !span_at_fold(t, at + n, " you") &&
           !span_at_fold(t, at, "provided t");
}

/* "72 seats at most" */
static bool clause_is_bounded(struct span t, size_t end)
{
    const struct lexeme *x;
    size_t at = span_skip_space(t, end), after;

    if (lexicon_phrase(t, at, WORD_LIMIT, &x))
        return span_at_fold(t, at, "at ") || span_at_fold(t, at, "or ");
    if (token_read(t, at, &after) != TOKEN_WORD ||
        word_is(span_cut(t, at, after), WORD_STOP))
        return false;
    at = span_skip_space(t, after);
    return (span_at_fold(t, at, "at ") || span_at_fold(t, at, "or ")) &&
           lexicon_phrase(t, at, WORD_LIMIT, &x) > 0;
}

static void clause_note_value(struct scan *s, const struct value *v)
{
    struct clause *c = &s->now;
    bool computed = v->computed || span_is_fold(s->word[0], "equals");
    bool side = s->side && !(computed && s->now.mains == 0);

    if (v->mention) {
        c->mention = *v;
        return;
    }
    if (s->held && !v->equals && !v->formula)
        return;
    if (s->stance.denied ||
        (!s->needed && (s->stance.limit || clause_is_bounded(s->t, v->end))) ||
        is_unasserted(s->t, v->end) || span_before_fold(s->t, v->at, "e.g. ")) {
        s->stance.limit = 0;
        c->refused = true;
        c->anys++;
        c->any = *v;
        return;
    }
    if (!computed)
        side =
            side || s->aim || is_side_before(s) || is_side_behind(s->t, v->end);
    if (c->anys == 0 || !trim_same(c->any.text, v->text))
        c->anys++;
    s->told = s->told || side;
    c->any = *v;
    c->any.spoilt = clause_is_changed(s, v);
    if (!side) {
        bool apart = ((v->equals || v->formula || v->list) &&
                      !(s->verb && s->joined && s->stated)) ||
                     (s->verb && (!s->joined || s->summed)) || computed;

        c->form =
            s->again && c->mains && !v->equals ? c->main.text : span_of("");
        if ((c->mains && trim_same(c->main.text, v->text)) || s->again ||
            word_is(s->word[0], WORD_EXACT))
            apart = true;
        c->unsure = c->mains > 0 && !apart;
        if (c->mains < MAINS_KEPT)
            c->kept[c->mains] = c->any.text;
        c->changed = c->changed || c->any.spoilt;
        c->mains++;
        c->main = c->any;
        s->held = v->equals && !v->formula;
        s->joined = false;
        s->stated = s->verb;
    }
    s->verb = s->summed = s->again = false;
}

/* Brackets that only explain: "(24 divided by 3)", "(24/3)". */
static size_t skip_remark(const struct scan *s, size_t at)
{
    size_t end = remark_end(s->t, at);
    struct span inner;

    if (end)
        return end;
    if ((end = pattern_at(s->t, at, "[%d%+]"))) /* a source, "[1]" */
        return at + end;
    if (s->now.anys == 0 || !span_before_fold(s->t, at, " ") ||
        s->t.s[at] != '(')
        return 0;
    end = span_index(s->t, at, ')');
    inner = span_cut(s->t, at, end);
    if (end == s->t.n || span_has(inner, ',') ||
        memchr(inner.s + 1, '(', inner.n - 1))
        return 0;
    return pattern_here(s->t, end + 1, "%s%*%[=+*/^<>-]") ? 0 : end + 1;
}

/* Of a value of a kind that is sought all counts, of another one nothing. */
static void clause_seek(const struct sought *sought, struct value *v)
{
    bool fits =
        v->whole.n && !v->mention && !v->open && sought_fits(sought, v->whole);

    v->text = fits ? v->whole : span_of("");
    v->mention = false;
}

static void clause_walk(struct scan *s)
{
    size_t at = 0, after, tried = 0;
    struct value v;
    enum reply_token k;

    while ((k = token_read(s->t, at, &after)) != TOKEN_END) {
        struct span w = span_cut(s->t, at, after);
        size_t past = k == TOKEN_OPEN ? skip_remark(s, at) : 0, start = at;

        if (span_at_fold(s->t, at, "i.e.") || span_at_fold(s->t, at, "d.h.")) {
            s->again = true;
            past = at + 4 + (span_byte(s->t, at + 4) == ',');
        }
        if (past) {
            at = past;
            continue;
        }
        at = clause_value_at(s->t, at, &tried, &v);
        s->verb = s->verb || v.open;
        if (s->sought)
            clause_seek(s->sought, &v);
        if (v.text.n) {
            clause_note_value(s, &v);
            memset(s->word, 0, sizeof s->word);
        } else if (k == TOKEN_WORD || k == TOKEN_LETTER) {
            clause_note_word(s, start, after);
        } else if (k == TOKEN_STOP || k == TOKEN_NEWLINE || w.s[0] == ';') {
            begin_clause(s, false);
        } else if (k == TOKEN_COMMA) {
            stance_comma(&s->stance, start);
            s->held = false;
            s->joined = s->joined || s->stated;
            if (s->lead || (s->side && s->told))
                begin_clause(s, false);
            memset(s->word, 0, sizeof s->word);
        } else if (k == TOKEN_NUMBER) {
            s->stance.limit = 0; /* it was of this number */
        } else if (k == TOKEN_OTHER) {
            s->held = false;
            s->verb = s->verb || w.s[0] == ':';
            /* "there are 3: x = 1, x = 2 and x = 5" */
            s->side = s->side || (w.s[0] == ':' && s->stated && s->now.mains);
        }
    }
}

/* "ten dollars more than his 3 brothers": a side value is no result where
 * a number in words stands. */
static bool has_number_word(struct span t)
{
    struct numeral x;

    for (struct read_token k = { 0 }; token_next(t, &k);)
        if ((k.kind == TOKEN_WORD || k.kind == TOKEN_LETTER) &&
            words_number(t, k.at, &x) && !(x.over == 1 && x.under == 1) &&
            !span_before_fold(t, k.at, "the "))
            return true;
    return false;
}

bool value_last(struct span t, const struct sought *sought, struct told *out)
{
    struct scan s = { .t = t, .first = true, .sought = sought };
    const struct clause *c;
    const struct value *v;

    clause_walk(&s);
    c = clause_has_value(&s.now) || !clause_has_value(&s.before) ? &s.now
                                                                 : &s.before;
    if (c->anys == 0)
        v = &c->mention;
    else if (c->mains)
        v = c->unsure ? NULL : &c->main;
    else
        v = c->anys == 1 && !c->refused && !has_number_word(t) ? &c->any : NULL;
    if (v && v->spoilt)
        v = NULL;
    *out = (struct told){ .end = c->anys ? c->any.end : 0 };
    if (!v || !v->text.n)
        return false;
    *out = (struct told){ v->text, c->form, v->end, v->formula };
    return true;
}

bool values_join(const struct extract *x, struct span t, struct span *out)
{
    struct scan s = { .t = t, .first = true };
    struct str text = str_in(x->a);

    if (x->opt->parts < 2 || x->opt->parts > MAINS_KEPT)
        return false;
    clause_walk(&s);
    if (s.now.mains != x->opt->parts || s.now.changed)
        return false;
    for (size_t i = 0; i < s.now.mains; i++) {
        str_add(&text, i ? "; " : "");
        str_add(&text, trim_text(x->a, s.now.kept[i]));
    }
    *out = (struct span){ str_get(&text), text.n };
    return true;
}
