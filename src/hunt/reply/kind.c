/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/reply/kind.h"
#include "base/ascii.h"
#include "base/err.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/str.h"
#include "base/vec.h"
#include "grade/grade.h"
#include "hunt/reply/tokens.h"
#include "problem/problem.h"

#include <stdlib.h>
#include <string.h>

/*
 * What a wrong answer has to do with the key: how a person who sees only the
 * two would say that it is wrong.
 */

struct answer_ties {
    bool sign;     /* equal but for signs */
    bool dropped;  /* some of the key's values, and no other */
    bool factor;   /* 2, or a power of 10, or one over these, times the key */
    bool inverted; /* one over the key */
    bool one;      /* a whole number beside the key */
    bool copied;   /* a number of the statement */
    bool form; /* a number for a list or a formula, or the other way round */
};

/*
 * The numbers of a worked solution, and those of a text that is compared with
 * them. A fraction is one number, which its decimal is too; signs do not count.
 */

/* A text with its numbers. */
struct numbered {
    const char *text;
    const struct sign_token *tokens;
    size_t n;
    struct map numbers; /* key of a number -> the token where it stands first,
                           from 1 */
};

/* The result of a step: what follows its last sign of equality, or its last
 * number. */
struct worked_step {
    size_t label; /* of the step, from 1 */
    const char *key, *text;
};

struct worked {
    struct numbered statement, answer, solution;
    const struct worked_step *steps; /* that have a result */
    size_t n_steps;
    const char *const *numbers; /* keys of numbers that are neither in the
                                   statement nor in the answer, each once; 0, 1,
                                   2 and exponents are left out */
    size_t n_numbers;
};

bool reply_kind_of(enum mark m, enum reply_kind *out)
{
    switch (m) {
    case MARK_CORRECT: *out = REPLY_SOLVED; return true;
    case MARK_WRONG: *out = REPLY_WRONG; return true;
    case MARK_OVERFLOW:
    case MARK_NO_ANSWER: *out = REPLY_NO_ANSWER; return true;
    case MARK_ABSTAINED:
    case MARK_REFUSED: *out = REPLY_REFUSED; return true;
    case MARK_MALFORMED:
    case MARK_UNREADABLE: *out = REPLY_UNREADABLE; return true;
    case MARK_TRUNCATED: *out = REPLY_TRUNCATED; return true;
    case MARK_UNDECIDED:
    case MARK_ERROR:
    case MARK_BAD_KEY:
    case MARKS: break;
    }
    return false;
}

bool reply_is_try(enum mark m)
{
    enum reply_kind k;

    return reply_kind_of(m, &k) && k != REPLY_TRUNCATED;
}

void reply_counts_mark(struct reply_counts *c, enum mark m)
{
    enum reply_kind k;

    if (reply_kind_of(m, &k))
        c->kinds[k]++;
}

const struct reply_word reply_kinds[REPLY_KINDS] = {
    [REPLY_SOLVED] = { "solved", "solved" },
    [REPLY_WRONG] = { "wrong", "wrong" },
    [REPLY_NO_ANSWER] = { "no answer", "no_answer" },
    [REPLY_REFUSED] = { "refused", "refused" },
    [REPLY_UNREADABLE] = { "unreadable", "unreadable" },
    [REPLY_TRUNCATED] = { "truncated", "truncated" },
};

const struct reply_word reply_ways[WAYS] = {
    [WAY_SIGN] = { "sign error", "sign_error" },
    [WAY_CASE] = { "dropped case", "dropped_case" },
    [WAY_SLIP] = { "arithmetic slip", "arithmetic_slip" },
    [WAY_STEP] = { "wrong step", "wrong_step" },
    [WAY_METHOD] = { "wrong method", "wrong_method" },
    [WAY_GAVE_UP] = { "gave up", "gave_up" },
    [WAY_COPIED] = { "copied a number", "copied_number" },
    [WAY_FACTOR] = { "off by a factor", "off_by_factor" },
    [WAY_INVERTED] = { "inverted fraction", "inverted" },
    [WAY_ONE] = { "off by one", "off_by_one" },
    [WAY_FORM] = { "wrong form", "wrong_form" },
    [WAY_OTHER] = { "other", "other" },
};

void reply_counts_add(struct reply_counts *sum, const struct reply_counts *x)
{
    for (int i = 0; i < REPLY_KINDS; i++)
        sum->kinds[i] += x->kinds[i];
    for (int i = 0; i < WAYS; i++)
        sum->ways[i] += x->ways[i];
    sum->alone += x->alone;
    sum->held += x->held;
    sum->apart += x->apart;
    sum->wrong += x->wrong;
    sum->doubtful += x->doubtful;
    for (int i = 0; i < 2; i++) {
        sum->read[i] += x->read[i];
        sum->boxed[i] += x->boxed[i];
        sum->words[i] += x->words[i];
    }
}

uint32_t reply_counts_all(const struct reply_counts *c)
{
    uint32_t n = 0;

    for (int i = 0; i < REPLY_KINDS; i++)
        n += c->kinds[i];
    return n;
}

bool reply_counts_cut(const struct reply_counts *c)
{
    return (uint64_t)c->kinds[REPLY_TRUNCATED] * 10 >=
               (uint64_t)reply_counts_all(c) * 9 &&
           c->kinds[REPLY_TRUNCATED] > 0;
}

/* Returns the key of the number at t[i], a fraction or a plain one, and how
 * many tokens it has; NULL: there is none. */
static const char *worked_number(struct arena *a, const struct sign_token *t,
                                 size_t n, size_t i, size_t *tokens)
{
    struct ratio value;

    *tokens = token_fraction(t, n, i, &value);
    if (*tokens)
        return token_key(a, value);
    *tokens = 1;
    return t[i].sign == SIGN_NUMBER ? t[i].key : NULL;
}

/* ---- a text with its numbers ---- */

static void kind_put(struct map *m, const char *key, size_t place)
{
    bool added;
    size_t *at = map_put(m, key, strlen(key), &added);

    if (added)
        *at = place;
}

/* A fraction counts, and both of its numbers. The map is the caller's to clear. */
static void numbered_open(struct arena *a, struct numbered *x, const char *text)
{
    *x = (struct numbered){ .text = text };
    x->n = reply_tokens(a, text, &x->tokens);
    for (size_t i = 0; i < x->n; i++) {
        size_t tokens;
        const char *key = worked_number(a, x->tokens, x->n, i, &tokens);

        if (key)
            kind_put(&x->numbers, key, i + 1);
        if (x->tokens[i].sign == SIGN_NUMBER)
            kind_put(&x->numbers, x->tokens[i].key, i + 1);
    }
}

static bool numbered_has(const struct numbered *x, const char *key)
{
    return map_get(&x->numbers, key, strlen(key)) != NULL;
}

/* ---- steps ---- */

static bool is_exponent(const struct sign_token *t, size_t i)
{
    while (i > 0 &&
           (t[i - 1].sign == SIGN_BRACE || t[i - 1].sign == SIGN_MINUS))
        i--;
    return i > 0 && t[i - 1].sign == SIGN_POWER;
}

static bool kind_is_new(const struct worked *w, const char *key)
{
    return !numbered_has(&w->statement, key);
}

static const char *slice(struct arena *a, const struct numbered *x, size_t i,
                         size_t tokens)
{
    const struct sign_token *last = &x->tokens[i + tokens - 1];

    return arena_strndup(a, x->text + x->tokens[i].at,
                         last->at + last->n - x->tokens[i].at);
}

/* The sign behind which the result of the line stands; `from` if none. */
static size_t last_sign(const struct numbered *x, size_t from, size_t to)
{
    for (size_t i = to; i > from; i--)
        if (x->tokens[i - 1].sign == SIGN_EQUALS ||
            (x->tokens[i - 1].sign == SIGN_RELATION &&
             str_starts(x->text + x->tokens[i - 1].at, "\\equiv")))
            return i;
    return from;
}

/* The result of the line: the first new number behind its last sign, else its
 * last new one. */
static bool kind_find_result(struct arena *a, const struct worked *w,
                             size_t from, size_t to, struct worked_step *out)
{
    const struct numbered *x = &w->solution;
    size_t sign = last_sign(x, from, to), tokens;
    bool found = false;

    for (size_t i = from; i < to; i += tokens) {
        const char *key = worked_number(a, x->tokens, to, i, &tokens);

        if (!key || is_exponent(x->tokens, i) || !kind_is_new(w, key))
            continue;
        out->key = key;
        out->text = slice(a, x, i, tokens);
        found = true;
        if (i >= sign && sign > from)
            break;
    }
    return found;
}

static void list_numbers(struct arena *a, struct worked *w)
{
    const struct numbered *x = &w->solution;
    struct vec list = vec_in(a, sizeof(const char *));
    struct map seen = { 0 };
    size_t tokens;

    for (size_t i = 0; i < x->n; i += tokens) {
        const char *key = worked_number(a, x->tokens, x->n, i, &tokens);
        bool added;

        if (!key || is_exponent(x->tokens, i) || str_among(key, "0 1 2") ||
            !kind_is_new(w, key) || numbered_has(&w->answer, key))
            continue;
        map_put(&seen, key, strlen(key), &added);
        if (added)
            *(const char **)vec_push(&list) = key;
    }
    map_clear(&seen);
    w->numbers = list.items;
    w->n_numbers = list.n;
}

static void list_steps(struct arena *a, struct worked *w)
{
    const struct numbered *x = &w->solution;
    struct vec list = vec_in(a, sizeof(struct worked_step));
    size_t label = 0;

    for (size_t from = 0, to; from < x->n; from = to + 1) {
        struct worked_step step = { 0 };

        for (to = from; to < x->n && x->text[x->tokens[to].at] != '\n';)
            to++;
        if (to > from)
            label++;
        step.label = label;
        if (kind_find_result(a, w, from, to, &step))
            *(struct worked_step *)vec_push(&list) = step;
    }
    w->steps = list.items;
    w->n_steps = list.n;
}

static void worked_open(struct arena *a, struct worked *w,
                        const struct problem *p)
{
    *w = (struct worked){ 0 };
    numbered_open(a, &w->statement, p->statement);
    numbered_open(a, &w->answer, keys_text(a, p->keys, p->n_keys));
    numbered_open(a, &w->solution, p->solution ? p->solution : "");
    list_steps(a, w);
    list_numbers(a, w);
}

static void worked_clear(struct worked *w)
{
    map_clear(&w->statement.numbers);
    map_clear(&w->answer.numbers);
    map_clear(&w->solution.numbers);
}

#define PARTS_MOST 64

/* An answer taken apart: its values, each as a text that is the same for the
 * same numbers, with signs and without. */
struct parts {
    const char *with[PARTS_MOST], *without[PARTS_MOST];
    size_t n;
    bool tuple;        /* in brackets that are no braces */
    const char *whole; /* of a tuple: with them */
    bool letters;      /* a letter is left */
    bool exact;        /* it is one number: */
    struct ratio one;  /* its value */
};

/* ---- taking apart ---- */

static bool is_opening(const struct sign_token *t)
{
    return t->sign == SIGN_OPEN || t->sign == SIGN_BRACE;
}

static bool is_closing(const struct sign_token *t)
{
    return t->sign == SIGN_CLOSE || t->sign == SIGN_UNBRACE;
}

/* Takes away a bracket around everything. Returns its sign, or 0. */
static char kind_peel(const struct numbered *x, size_t *from, size_t *to)
{
    size_t depth = 0;

    if (*to < *from + 2 || !is_opening(&x->tokens[*from]))
        return 0;
    for (size_t i = *from; i < *to; i++) {
        if (is_opening(&x->tokens[i]))
            depth++;
        else if (is_closing(&x->tokens[i]) && --depth == 0 && i + 1 < *to)
            return 0;
    }
    if (depth)
        return 0;
    ++*from;
    --*to;
    return x->text[x->tokens[*from - 1].at];
}

static bool separates(const struct numbered *x, const struct sign_token *t)
{
    return (t->sign == SIGN_STOP && x->text[t->at] != '.') ||
           token_is(x->text, t, "or and cup");
}

/* The tokens from..to as two texts. What stands before a sign of equality is a
 * name: "x = 3". */
static void kind_add_part(struct arena *a, const struct numbered *x,
                          size_t from, size_t to, struct parts *p)
{
    struct str with = str_in(a), without = str_in(a);
    size_t tokens;

    for (size_t i = from; i < to; i++)
        if (x->tokens[i].sign == SIGN_EQUALS)
            from = i + 1;
    for (size_t i = from; i < to; i += tokens) {
        const struct sign_token *t = &x->tokens[i];
        const char *key = worked_number(a, x->tokens, to, i, &tokens);
        bool sign = t->sign == SIGN_PLUS || t->sign == SIGN_MINUS;

        if (t->sign == SIGN_STOP)
            continue;
        if (!key)
            key = arena_strndup(a, x->text + t->at, t->n);
        p->letters = p->letters || t->sign == SIGN_WORD;
        str_addf(&with, "%s ", key);
        if (!sign)
            str_addf(&without, "%s ", key);
    }
    if (!with.n || p->n == PARTS_MOST)
        return;
    p->with[p->n] = str_get(&with);
    p->without[p->n++] = without.n ? str_get(&without) : "";
}

static void kind_take_apart(struct arena *a, const struct numbered *x,
                            struct parts *p)
{
    size_t from = 0, to = x->n, depth = 0, first;
    const char *value = grade_value(a, x->text);
    struct parts all = { 0 };
    char bracket = kind_peel(x, &from, &to);

    *p = (struct parts){ .tuple = bracket == '(' || bracket == '[' };
    if (p->tuple)
        kind_add_part(a, x, 0, x->n, &all);
    p->whole = all.n ? all.with[0] : "";
    first = from;
    for (size_t i = from; i < to; i++) {
        depth += is_opening(&x->tokens[i]);
        depth -= depth && is_closing(&x->tokens[i]);
        if (!depth && separates(x, &x->tokens[i])) {
            kind_add_part(a, x, first, i, p);
            first = i + 1;
        }
    }
    kind_add_part(a, x, first, to, p);
    p->exact = value && ratio_read(&p->one, value, strlen(value));
    if (!p->tuple && p->n > 1) {
        sort_texts(p->with, p->n);
        sort_texts(p->without, p->n);
    }
}

/* ---- comparing ---- */

static bool kind_same_texts(const char *const *x, const char *const *y,
                            size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!str_eq(x[i], y[i]))
            return false;
    return true;
}

/* Are all of them among the key's, and some of these missing? Both are
 * sorted. A bracket may be one of them: an interval. */
static bool are_some(const struct parts *key, const struct parts *answer)
{
    struct parts whole = { .with = { answer->whole }, .n = 1 };
    size_t k = 0;

    if (answer->tuple)
        answer = &whole;
    if (key->tuple || !answer->n || answer->n >= key->n)
        return false;
    for (size_t i = 0; i < answer->n; i++, k++) {
        while (k < key->n && !str_eq(key->with[k], answer->with[i]))
            k++;
        if (k == key->n)
            return false;
    }
    return true;
}

static bool kind_is_factor(struct ratio x)
{
    int64_t big = x.p > x.q ? x.p : x.q, small = x.p > x.q ? x.q : x.p;

    if (small != 1)
        return false;
    if (big == 2)
        return true;
    while (big > 1 && big % 10 == 0)
        big /= 10;
    return big == 1 && x.p != x.q;
}

static void kind_compare_numbers(const struct parts *key,
                                 const struct parts *answer,
                                 struct answer_ties *out)
{
    struct ratio x;

    if (!key->exact || !answer->exact)
        return;
    out->sign = ratio_equal(key->one, ratio_neg(answer->one)) && key->one.p;
    out->factor =
        ratio_div(&x, answer->one, key->one) && x.p > 0 && kind_is_factor(x);
    out->inverted = !ratio_whole(key->one) &&
                    ratio_div(&x, RATIO(1), key->one) &&
                    ratio_equal(x, answer->one);
    out->one = ratio_whole(key->one) && ratio_sub(&x, answer->one, key->one) &&
               x.q == 1 && (x.p == 1 || x.p == -1);
}

/* A number, a list, or a formula. */
static int kind_form_of(const struct parts *p)
{
    return p->n > 1 ? 1 : p->exact ? 0 : p->letters ? 2 : 3;
}

static struct answer_ties answer_ties(struct arena *a, const struct worked *w,
                                      const char *answer)
{
    struct answer_ties out = { 0 };
    struct numbered said;
    struct parts key, own;

    numbered_open(a, &said, answer);
    kind_take_apart(a, &w->answer, &key);
    kind_take_apart(a, &said, &own);
    kind_compare_numbers(&key, &own, &out);
    out.sign = out.sign || (key.n && key.n == own.n && !key.exact &&
                            kind_same_texts(key.without, own.without, key.n) &&
                            !kind_same_texts(key.with, own.with, key.n));
    out.dropped = are_some(&key, &own);
    out.copied =
        own.exact && numbered_has(&w->statement, token_key(a, own.one));
    out.form = kind_form_of(&key) != kind_form_of(&own) ||
               (key.n > 1 && key.n != own.n && !out.dropped);
    map_clear(&said.numbers);
    return out;
}

#define FALSE_MOST  4
#define ALONE_WORDS 12 /* beside the answer: fewer may be no reasoning, */
#define ALONE_SURE  5  /* and so few are none */
#define FEW         5  /* less than one in so many: hardly any */

static size_t kind_count_words(const char *s)
{
    size_t n = 0;

    for (bool in = false; *s; s++) {
        n += !in && !is_space(*s);
        in = !is_space(*s);
    }
    return n;
}

/* ---- steps ---- */

static size_t kind_place_of(const struct numbered *x, const char *key)
{
    const size_t *at = map_get(&x->numbers, key, strlen(key));

    return at ? *at : 0;
}

/* A false equation whose left side is the result of a step. */
static bool step_by_equation(struct arena *a, const struct worked *w,
                             const struct false_equation *f, size_t n,
                             struct reply_look *out)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < w->n_steps; i++)
            if (str_eq(w->steps[i].key, token_key(a, f[k].left))) {
                out->step = w->steps[i].label;
                out->has = w->steps[i].text;
                out->instead = ratio_text(a, f[k].right);
                return true;
            }
    return false;
}

/* The step behind the last one whose result the reply has: those before it it
 * may have left out. The first number from there on that belongs to nothing is
 * what it has instead. */
static void step_by_numbers(struct arena *a, const struct worked *w,
                            const struct numbered *reply,
                            struct reply_look *out)
{
    size_t next = 0, from = 0, tokens;

    for (size_t i = 0; i < w->n_steps; i++) {
        size_t at = kind_place_of(reply, w->steps[i].key);

        if (at) {
            next = i + 1;
            from = at > from ? at : from;
        }
    }
    if (next >= w->n_steps)
        return;
    out->step = w->steps[next].label;
    out->has = w->steps[next].text;
    for (size_t i = from; i < reply->n && !out->instead; i += tokens) {
        const char *key = worked_number(a, reply->tokens, reply->n, i, &tokens);

        if (key && !numbered_has(&w->statement, key) &&
            !numbered_has(&w->solution, key))
            out->instead = slice(a, reply, i, tokens);
    }
}

static void kind_find_step(struct arena *a, const struct worked *w,
                           const struct numbered *reply,
                           const struct false_equation *f, size_t n,
                           struct reply_look *out)
{
    if (n) {
        out->wrong = arena_strndup(a, reply->text + f->at, f->n);
        out->right = ratio_text(a, f->left);
    }
    if (!step_by_equation(a, w, f, n, out) && out->common && !out->alone)
        step_by_numbers(a, w, reply, out);
}

/* ---- how it fails ---- */

static enum reply_way way_of(struct arena *a, const struct worked *w,
                             const struct reply_seen *r,
                             const struct reply_look *x)
{
    struct answer_ties t;

    if (r->kind == REPLY_NO_ANSWER || r->kind == REPLY_REFUSED)
        return WAY_GAVE_UP;
    if (r->kind != REPLY_WRONG || r->lenient || !r->answer)
        return WAY_FORM;
    t = answer_ties(a, w, r->answer);
    if (t.sign)
        return WAY_SIGN;
    if (t.dropped)
        return WAY_CASE;
    if (x->wrong)
        return WAY_SLIP;
    if (t.factor)
        return WAY_FACTOR;
    if (t.inverted)
        return WAY_INVERTED;
    if (!x->alone && x->steps > 1 && x->common * FEW < x->steps)
        return WAY_METHOD;
    if (t.one)
        return WAY_ONE;
    if (t.copied)
        return WAY_COPIED;
    if (x->common && x->step)
        return x->sound ? WAY_STEP : WAY_SLIP;
    return t.form ? WAY_FORM : WAY_OTHER;
}

/* Is there nothing but the answer? Its own words and signs do not count. */
static bool is_alone(const struct reply_seen *r, const struct numbered *reply,
                     const struct reply_look *x)
{
    const char *answer = r->answer ? r->answer : "";
    size_t words = kind_count_words(answer), signs = 0, own = 1;

    words = x->words > words ? x->words - words : 0;
    for (size_t i = 0; i < reply->n; i++)
        signs += reply->tokens[i].sign == SIGN_EQUALS;
    for (; *answer; answer++)
        own += *answer == '=';
    return signs <= own && words < (x->common ? ALONE_SURE : ALONE_WORDS);
}

struct reply_look reply_look(struct arena *a, const struct problem *p,
                             const struct reply_seen *r)
{
    struct reply_look x = { .words = kind_count_words(r->text),
                            .boxed = strstr(r->text, "\\boxed") != NULL };
    struct false_equation wrong[FALSE_MOST];
    struct numbered reply;
    struct worked w;
    size_t checked, n;

    worked_open(a, &w, p);
    numbered_open(a, &reply, r->text);
    n = reply_false_equations(r->text, reply.tokens, reply.n, wrong, FALSE_MOST,
                              &checked);
    x.sound = checked && !n;
    x.steps = w.n_numbers;
    for (size_t i = 0; i < w.n_numbers; i++)
        x.common += numbered_has(&reply, w.numbers[i]);
    x.alone = !checked && is_alone(r, &reply, &x);
    kind_find_step(a, &w, &reply, wrong, n, &x);
    x.way = r->kind == REPLY_SOLVED ? WAY_OTHER : way_of(a, &w, r, &x);
    map_clear(&reply.numbers);
    worked_clear(&w);
    return x;
}

/* ---- counting ---- */

static void add_solved(struct reply_counts *sum, const struct reply_look *x)
{
    bool apart = x->steps && !x->common;

    if (x->alone) {
        sum->alone++;
        return;
    }
    sum->held += x->steps > 0;
    sum->apart += apart;
    sum->wrong += x->wrong != NULL;
    sum->doubtful += apart || x->wrong;
}

void reply_look_add(struct reply_counts *sum, bool failed,
                    const struct reply_look *x)
{
    sum->read[failed]++;
    sum->boxed[failed] += x->boxed;
    sum->words[failed] += x->words;
    if (failed)
        sum->ways[x->way]++;
    else
        add_solved(sum, x);
}

const char *reply_look_says(struct arena *a, const struct reply_look *x)
{
    if (x->step && x->instead)
        return arena_printf(a,
                            "step %zu of the worked solution has %s, the "
                            "reply has %s",
                            x->step, x->has, x->instead);
    if (x->wrong)
        return arena_printf(a, "the reply has %s, but the left side is %s",
                            x->wrong, x->right);
    if (x->step)
        return arena_printf(a,
                            "step %zu of the worked solution has %s, which is "
                            "missing in the reply",
                            x->step, x->has);
    return NULL;
}
