/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The course of one judgement: the key out of the gold text, the answer out
 * of the reply, both read and compared, and the result said in both readings
 * of the rules.
 */
#include "grade/grade.h"

#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/grade_int.h"
#include "math/tree/print.h"

#include <string.h>

#define DIGITS_DEFAULT 6

const char *verdict_name(enum verdict v)
{
    static const char *const names[] = {
        [VERDICT_CORRECT] = "correct",       [VERDICT_WRONG] = "wrong",
        [VERDICT_UNDECIDED] = "undecided",   [VERDICT_NO_ANSWER] = "no_answer",
        [VERDICT_UNREADABLE] = "unreadable", [VERDICT_BAD_KEY] = "bad_key",
    };

    INVARIANT(v < VERDICTS);
    return names[v];
}

/* The same verdict in both readings. */
static void settle(struct grade_result *r, enum verdict v, const char *by,
                   const char *why)
{
    r->strict = r->lenient = (struct grade_reading){ v, by, why };
}

static enum verdict verdict_of(enum truth t)
{
    switch (t) {
    case TRUTH_YES: return VERDICT_CORRECT;
    case TRUTH_NO: return VERDICT_WRONG;
    default: return VERDICT_UNDECIDED;
    }
}

static void report(struct arena *a, struct grade_result *r,
                   const struct finding *f, const struct work *w)
{
    const char *why = f->why ? f->why : "";

    if (f->lenient == TRUTH_UNKNOWN && w->ceiling)
        why = arena_printf(a, "the ceiling on %s was met", w->ceiling);
    r->lenient = (struct grade_reading){ verdict_of(f->lenient), f->by, why };
    r->strict = r->lenient;
    r->strict.verdict = verdict_of(f->strict);
    if (f->strict != f->lenient && f->strict_why)
        r->strict.why = f->strict_why;
    r->witness = f->lenient == TRUTH_NO ? f->witness : NULL;
}

/* "bytes: a text of 70000" names its ceiling before the colon. */
static const char *ceiling_met(struct arena *a, const char *what,
                               const struct err *e)
{
    return arena_printf(a, "the %s meets the ceiling on %.*s", what,
                        (int)strcspn(e->msg, ":"), e->msg);
}

static const char *unread(struct arena *a, const char *what,
                          const struct err *e)
{
    return e->column ? arena_printf(a, "%s cannot be read: column %zu: %s",
                                    what, e->column, e->msg)
                     : arena_printf(a, "%s cannot be read: %s", what, e->msg);
}

/* ---- several asked values: "name: value; name: value" ---- */

struct part {
    const char *name, *value;
};

/* Cut at top-level semicolons, each piece "name: value"; 0 when the text is
 * not of that form or has one piece. */
static size_t named_parts(struct arena *a, const char *text,
                          struct part out[LIMIT_KEYS])
{
    size_t n = 0;

    while (*text) {
        size_t len = strcspn(text, ";"), colon = strcspn(text, ":;");
        size_t i = 0;

        while (i < colon &&
               (is_letter(text[i]) || is_digit(text[i]) || text[i] == ' ' ||
                text[i] == '_' || text[i] == '-'))
            i++;
        if (n == LIMIT_KEYS || colon >= len || i < colon ||
            !(is_letter(*str_trim(a, text)) && colon > 1))
            return 0;
        out[n].name = str_trim(a, arena_strndup(a, text, colon));
        out[n].value =
            str_trim(a, arena_strndup(a, text + colon + 1, len - colon - 1));
        n++;
        text += len + (text[len] == ';');
    }
    return n > 1 ? n : 0;
}

/* The value of that name, or, when the answer has no names, at that place. */
static const char *answer_part(const struct part *parts, size_t n,
                               const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_distance(parts[i].name, name, 1) == 0)
            return parts[i].value;
    return NULL;
}

/* The length of text up to a semicolon outside of all brackets. */
static size_t part_length(const char *text)
{
    size_t depth = 0, i;

    for (i = 0; text[i]; i++) {
        if (strchr("([{", text[i]))
            depth++;
        else if (strchr(")]}", text[i]) && depth > 0)
            depth--;
        else if (text[i] == ';' && depth == 0 &&
                 (i == 0 || text[i - 1] != '\\'))
            break;
    }
    return i;
}

/* Unnamed pieces at semicolons. */
static size_t plain_parts(struct arena *a, const char *text,
                          struct part out[LIMIT_KEYS])
{
    size_t n = 0;

    while (*text && n < LIMIT_KEYS) {
        size_t len = part_length(text);

        out[n].name = NULL;
        out[n++].value = str_trim(a, arena_strndup(a, text, len));
        text += len + (text[len] == ';');
    }
    return n;
}

/* Is a name given twice? */
static bool has_twice(const struct part *parts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (parts[i].name && strcmp(parts[i].name, parts[k].name) == 0)
                return true;
    return false;
}

/* Can every part of a key be read? */
static bool parts_read(struct pair *p, const struct part *key, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct pair one = *p;

        one.key = (struct side){ .text = key[i].value };
        if (!pair_read_key(&one)) {
            p->key.err = one.key.err;
            return false;
        }
    }
    return true;
}

static enum pair_state judge_parts(struct pair *p, const struct part *key,
                                   size_t n, struct finding *out)
{
    struct arena *a = p->judge->arena;
    struct part answer[LIMIT_KEYS];
    size_t m = named_parts(a, p->answer.text, answer);
    bool named = m > 0;

    if (!named)
        m = plain_parts(a, p->answer.text, answer);
    if (m != n || has_twice(answer, m)) {
        *out = found(TRUTH_NO, "count",
                     arena_printf(a, "%zu values are asked, %zu given", n, m));
        return PAIR_COMPARED;
    }
    *out = found(TRUTH_YES, "parts", "every asked value");
    for (size_t i = 0; i < n; i++) {
        struct pair one = *p;
        struct finding f;
        enum pair_state state;
        const char *value =
            named ? answer_part(answer, m, key[i].name) : answer[i].value;

        if (!value) {
            *out = found(TRUTH_NO, "parts",
                         arena_printf(a, "\"%s\" is missing", key[i].name));
            return PAIR_COMPARED;
        }
        one.key = (struct side){ .text = key[i].value };
        one.answer = (struct side){ .text = value };
        state = pair_judge(&one, &f);
        p->key.err = one.key.err;
        p->answer.err = one.answer.err;
        if (state != PAIR_COMPARED)
            return state;
        *out = found_and(*out, f);
    }
    return PAIR_COMPARED;
}

/* ---- the course ---- */

static void judge_set_up(struct judge *j, const struct grade_request *r,
                         struct arena *a, struct work *w)
{
    *j = (struct judge){ .arena = a, .work = w, .seed = r->seed };
    j->digits = r->digits > 0 ? r->digits : DIGITS_DEFAULT;
    j->exact_key = r->gold_number;
    j->declared = r->symbols_n > 0;
    j->ordered = r->has_kind && r->kind == ANSWER_TUPLE;
    j->multiset = r->has_kind && r->kind == ANSWER_LIST;
    j->as_set = r->has_kind && r->kind == ANSWER_SET;
}

/* "0.01" or "1%" as a rational; the request was checked when it was made. */
static void set_tolerance(struct judge *j, const char *text)
{
    const struct expr *x;
    struct err e;
    fmpq *t;

    if (!text || !read_expr(j->arena, text, strlen(text), NULL, &x, &e))
        return;
    if (x->op == EXPR_PERCENT)
        j->tolerance_relative = true;
    if (x->op == EXPR_PERCENT)
        x = x->args[0];
    if (x->op != EXPR_NUMBER || fmpq_sgn(x->number->value) < 0)
        return;
    t = arena_new(j->arena, fmpq);
    fmpq_init(t);
    arena_defer(j->arena, (void (*)(void *))fmpq_clear, t);
    fmpq_set(t, x->number->value);
    if (j->tolerance_relative)
        fmpz_mul_ui(fmpq_denref(t), fmpq_denref(t), 100);
    fmpq_canonicalise(t);
    j->tolerance = t;
}

static size_t canonical_symbols(struct arena *a, const struct grade_request *r,
                                const char *const **out)
{
    size_t most = r->symbols_n < LIMIT_SYMBOLS ? r->symbols_n : LIMIT_SYMBOLS;
    const char **names = arena_array(a, const char *, most + 1);
    size_t n = 0;

    for (size_t i = 0; i < most; i++) {
        const char *name = read_symbol(a, r->symbols[i]);

        if (name)
            names[n++] = name;
    }
    *out = names;
    return n;
}

/* A key of words, "\text{Evelyn}": no number answers it. */
static bool is_words(const char *key)
{
    size_t letters = 0;

    if (str_starts(key, "\\text{"))
        key += 6;
    for (; *key; key++) {
        if (is_letter(*key) || (unsigned char)*key >= 0x80)
            letters++;
        else if (!strchr(" {}.,'-", *key))
            return false;
    }
    return letters > 3;
}

/* Values that a key lists, at commas and semicolons outside of brackets. */
static size_t count_parts(const char *key)
{
    size_t n = 1, depth = 0;

    for (; *key; key++) {
        if (strchr("([{", *key))
            depth++;
        else if (strchr(")]}", *key))
            depth -= depth > 0;
        else if (depth == 0 && (*key == ';' || (*key == ',' && key[1] == ' ')))
            n++;
    }
    return n > 1 ? n : 0;
}

/* The answer's text; false when there is none, and the result says so. */
static bool find_answer(struct arena *a, const struct grade_request *r,
                        const char *key, bool choice, struct grade_result *out,
                        const char **text, bool *declared)
{
    struct extract_options opt = { .choice = choice };
    struct extracted x;

    if (r->extracted) {
        *text = extract_trim(a, r->reply, r->reply_n);
        *declared = true;
        out->rule = "given";
        out->extracted = *text;
        if (**text)
            return true;
        settle(out, VERDICT_NO_ANSWER, "given", "the answer is empty");
        return false;
    }
    opt.text = r->has_kind ? r->kind == ANSWER_TEXT : is_words(key);
    opt.lower = r->has_kind ? r->kind == ANSWER_CHOICE : r->choices_n > 0;
    opt.parts = count_parts(key);
    opt.choices = r->choices;
    opt.choices_n = r->choices_n;
    x = extract_answer(a, r->reply, r->reply_n, &opt);
    out->rule = extract_rule_name(x.rule);
    out->extracted = *text = x.text;
    *declared = x.declared;
    if (x.rule != EXTRACT_NONE)
        return true;
    settle(out, VERDICT_NO_ANSWER, "none", x.why);
    return false;
}

static bool is_symbol(const struct expr *x)
{
    return x->op == EXPR_SYMBOL;
}

/* "3; 5": asked one after the other, so that the order counts; formulas, the
 * several solutions of one problem, come in any order. */
static enum pair_state judge_in_order(struct pair *p, struct finding *f)
{
    struct part parts[LIMIT_KEYS];
    size_t n = plain_parts(p->judge->arena, p->key.text, parts);
    struct finding whole;
    enum pair_state state = pair_judge(p, &whole);

    *f = whole;
    if (state != PAIR_COMPARED || whole.lenient != TRUTH_YES || n < 2 ||
        expr_any(p->key.tree, is_symbol))
        return state;
    if (part_length(p->answer.text) == strlen(p->answer.text))
        return state; /* no semicolon: a list */
    return judge_parts(p, parts, n, f);
}

/* The parts of a key that has names for them; 0: it is one value. */
static size_t key_parts(struct pair *p, struct part out[LIMIT_KEYS])
{
    return strchr(p->key.text, ';') && strchr(p->key.text, ':')
               ? named_parts(p->judge->arena, p->key.text, out)
               : 0;
}

static enum pair_state judge_texts(struct pair *p, bool choice,
                                   struct finding *f)
{
    struct part parts[LIMIT_KEYS];
    size_t n;

    if (choice) {
        *f = choice_compare(p);
        if (f->by)
            return PAIR_COMPARED;
    }
    n = key_parts(p, parts);
    if (n)
        return parts_read(p, parts, n) ? judge_parts(p, parts, n, f)
                                       : PAIR_BAD_KEY;
    if (part_length(p->key.text) < strlen(p->key.text))
        return judge_in_order(p, f);
    return pair_judge(p, f);
}

static void judge_answer(struct pair *p, bool choice, bool declared,
                         struct grade_result *out)
{
    struct arena *a = p->judge->arena;
    struct finding f = found(TRUTH_UNKNOWN, NULL, NULL);

    switch (judge_texts(p, choice, &f)) {
    case PAIR_BAD_KEY:
        if (p->key.err.code == ERR_LIMIT) {
            settle(out, VERDICT_UNDECIDED, "ceiling",
                   ceiling_met(a, "key", &p->key.err));
            return;
        }
        settle(out, VERDICT_BAD_KEY, "read", unread(a, "the key", &p->key.err));
        return;
    case PAIR_UNREADABLE:
        if (p->answer.err.code == ERR_LIMIT)
            settle(out, VERDICT_UNDECIDED, "ceiling",
                   ceiling_met(a, "answer", &p->answer.err));
        else
            settle(out, VERDICT_UNREADABLE, "read",
                   unread(a, "the answer", &p->answer.err));
        break;
    case PAIR_COMPARED: report(a, out, &f, p->judge->work); break;
    }
    if (!declared)
        out->strict = (struct grade_reading){ VERDICT_NO_ANSWER, out->rule,
                                              "no final answer is declared" };
}

/* A reply without an answer: of a key that cannot be read it says nothing
 * either. */
static void check_key(struct pair *p, bool choice, struct grade_result *out)
{
    struct part parts[LIMIT_KEYS];
    size_t n = key_parts(p, parts);

    if ((choice && choice_has_letter(p)) ||
        (n ? parts_read(p, parts, n) : pair_read_key(p)) ||
        p->key.err.code == ERR_LIMIT)
        return;
    settle(out, VERDICT_BAD_KEY, "read",
           unread(p->judge->arena, "the key", &p->key.err));
}

static void judge_request(struct pair *p, struct grade_result *out)
{
    const struct grade_request *r = p->request;
    struct extract_options gold = { .gold = true };
    struct arena *a = p->judge->arena;
    struct extracted key = extract_answer(a, r->gold, r->gold_n, &gold);
    bool choice, declared;

    if (key.rule == EXTRACT_NONE || !key.text || !*key.text) {
        settle(out, VERDICT_BAD_KEY, "read", "the key is empty");
        return;
    }
    choice = choice_asked(r, key.text);
    p->key.text = key.text;
    if (!find_answer(a, r, key.text, choice, out, &p->answer.text, &declared)) {
        check_key(p, choice, out);
        return;
    }
    judge_answer(p, choice, declared, out);
    /* Parts and choices are not read as a whole: shown as they stand. */
    if (out->lenient.verdict <= VERDICT_WRONG && !p->key.tree) {
        out->key = p->key.text;
        out->answer = p->answer.text;
    }
    if (p->key.tree)
        out->key = print_expr(a, p->key.tree);
    if (p->answer.tree)
        out->answer = p->answer.tree == p->key.tree
                          ? out->key
                          : print_expr(a, p->answer.tree);
}

struct grade_result grade_pair(struct arena *a,
                               const struct grade_request *request)
{
    struct grade_result result = { 0 };
    struct work w = { 0, LIMIT_WORK, NULL };
    struct pair p = { .request = request };
    struct judge j;

    if (request->gold_n > LIMIT_REPLY_BYTES ||
        request->reply_n > LIMIT_REPLY_BYTES) {
        settle(&result, VERDICT_UNDECIDED, "ceiling",
               "the ceiling on bytes was met");
        return result;
    }
    judge_set_up(&j, request, a, &w);
    set_tolerance(&j, request->tolerance);
    p.judge = &j;
    p.symbols_n = canonical_symbols(a, request, &p.symbols);
    judge_request(&p, &result);
    result.work = w.used;
    return result;
}
