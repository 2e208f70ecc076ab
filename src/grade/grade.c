/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/grade.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "grade/compare/asymptotic.h"
#include "grade/compare/compare_int.h"
#include "grade/extract/reply_text.h"
#include "grade/extract/stance.h"
#include "grade/grade_int.h"
#include "grade/parts/parts.h"
#include "math/tree/print.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/*
 * The kind of error in a formula, as a code that can be counted:
 *
 *   ellipsis          it ends in an ellipsis (...)
 *   order_term        it contains a term O(...) or o(...)
 *   helper_function   it contains an undefined function
 *   new_constant      it contains a symbol that neither key nor row declares
 *   formatting        it cannot be read, or has a different kind from the key
 *
 * and, if a limit is asked for, the codes of compare/asymptotic.h. A reply which
 * says that the answer is not known has the code "abstained" (grade.c).
 */

static const struct {
    const char *word, *says;
} forms[] = {
    { "ellipsis", "the answer ends in an ellipsis (...)" },
    { "order_term", "the answer contains a term O(...)" },
    { "helper_function", "the answer contains an undefined function" },
    { "new_constant", "the answer contains a symbol that the key does not" },
    { "formatting", "the answer has a different form from the key" },
};

static const char *reason_says(const char *reason)
{
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
        if (strcmp(forms[i].word, reason) == 0)
            return forms[i].says;
    return reason;
}

/* ---- form ---- */

static bool is_in_limit(const struct answer_limit *l, const char *name)
{
    return l && (strcmp(l->symbol, name) == 0 ||
                 (l->uniform_in && strcmp(l->uniform_in, name) == 0));
}

/* Returns the word for what an answer has that no answer to this key may have,
 * or NULL if there is nothing. Both sides have been read. */
static const char *reason_of_form(struct answer_pair *p)
{
    const struct expr *key = shape_value(p->key.tree);
    const struct expr *answer = shape_value(p->answer.tree);
    struct arena *a = p->judge->arena;
    const char *const *names, *const *known, *found = NULL;
    size_t n = expr_symbols(a, answer, &names);
    size_t known_n = expr_symbols(a, key, &known);

    if (expr_has(answer, EXPR_DOTS) && !expr_has(key, EXPR_DOTS))
        return "ellipsis";
    for (size_t i = 0; i < n; i++) {
        const char *name = names[i];

        if (str_is_one(name, known, known_n) ||
            str_is_one(name, p->symbols, p->symbols_n) ||
            is_in_limit(p->request->limit, name))
            continue;
        if (str_among(name, "O o O( o("))
            return "order_term";
        if (strchr(name, '('))
            found = "helper_function";
        else if (!found)
            found = "new_constant";
    }
    return found;
}

/* ---- limits ---- */

/* A number from its logarithm to base 2. */
static struct json *grade_power(struct arena *a, double log)
{
    return json_new_number(a, log < -1000 ? "0"
                              : log > 1000
                                  ? "1e300"
                                  : arena_printf(a, "%.3g", exp2(log)));
}

static struct json *table(struct arena *a, const struct answer_limit *l,
                          const struct asymptotic *found)
{
    struct json *rows = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < found->rows_n; i++) {
        const struct asymptotic_row *r = &found->rows[i];
        struct json *one = json_new(a, JSON_OBJECT);
        bool far = l->point == NULL;
        const char *sign = l->side == SIDE_MINUS_INFINITY ? "-" : "";
        const char *at = arena_printf(a, "%s%s = %s2^%s%.4g", l->symbol,
                                      l->point && strcmp(l->point, "0") != 0
                                          ? arena_printf(a, " - %s", l->point)
                                          : "",
                                      sign, far ? "" : "-", r->k);

        json_set(a, one, "at", json_new_string(a, at));
        json_set(a, one, "worst", json_new_string(a, r->worst));
        json_set(a, one, "error", grade_power(a, r->error));
        json_set(a, one, "scaled", grade_power(a, r->scaled));
        json_push(rows, one);
    }
    return rows;
}

static void grade_judge_limit(struct answer_pair *p, const struct expr *key,
                              const struct expr *answer, struct comparison *f,
                              struct grade_result *out)
{
    struct arena *a = p->judge->arena;
    struct asymptotic *found = arena_new(a, struct asymptotic);
    struct json *more = json_new(a, JSON_OBJECT);

    asymptotic_compare(p->judge, key, answer, p->request->limit, found);
    *f = (struct comparison){
        found->agrees, found->agrees,
        "asymptotic",  found->why,
        NULL,          found->agrees == TRUTH_NO ? f->witness : NULL
    };
    out->reason = found->reason;
    if (found->exceeds)
        f->by = "ceiling";
    json_set(a, more, "table", table(a, p->request->limit, found));
    if (found->rows_n)
        out->more = more;
}

/* Judge a formula that identity did not find correct by the request's limit,
 * and fill in the result. Does nothing if both are not values. */
static void reason_limit(struct answer_pair *p, struct comparison *f,
                         struct grade_result *out)
{
    const struct expr *key = shape_value(p->key.tree);
    const struct expr *answer = shape_value(p->answer.tree);

    if (!expr_is_value(key) || !expr_is_value(answer))
        return;
    if (out->reason)
        *f = found(TRUTH_NO, out->reason, reason_says(out->reason));
    else
        grade_judge_limit(p, key, answer, f, out);
}

/*
 * The course of one judgement: the key is taken from the gold text and the
 * answer from the reply, both are read and compared, and the result is given in
 * both readings of the rules.
 */

#define DIGITS_DEFAULT 6

static const char *const verdicts[] = {
    [VERDICT_CORRECT] = "correct",       [VERDICT_WRONG] = "wrong",
    [VERDICT_UNDECIDED] = "undecided",   [VERDICT_NO_ANSWER] = "no_answer",
    [VERDICT_UNREADABLE] = "unreadable", [VERDICT_BAD_KEY] = "bad_key",
};

const char *verdict_name(enum verdict v)
{
    INVARIANT(v < VERDICTS);
    return verdicts[v];
}

bool verdict_find(const char *name, enum verdict *out)
{
    for (int v = 0; name && v < VERDICTS; v++)
        if (strcmp(verdicts[v], name) == 0) {
            *out = (enum verdict)v;
            return true;
        }
    return false;
}

/* The same verdict in both readings. */
static void grade_settle(struct grade_result *r, enum verdict v, const char *by,
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

static void grade_report(struct arena *a, struct grade_result *r,
                         const struct comparison *f, const struct work *w)
{
    const char *why = f->why ? f->why : "";

    if (f->lenient == TRUTH_UNKNOWN && w->ceiling)
        why = arena_printf(a, "the limit on %s was reached", w->ceiling);
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
    return arena_printf(a, "the %s exceeds the limit on %.*s", what,
                        (int)strcspn(e->msg, ":"), e->msg);
}

static const char *unread(struct arena *a, const char *what,
                          const struct err *e)
{
    return e->column ? arena_printf(a, "%s cannot be read: column %zu: %s",
                                    what, e->column, e->msg)
                     : arena_printf(a, "%s cannot be read: %s", what, e->msg);
}

/* ---- ceilings ---- */

#define NEED_WORK 50000 /* units to see whether a side meets a ceiling */

/* Does a reading meet a ceiling by itself? Its values are worked out at one
 * point; a side that only cannot be told from the other meets none. */
static bool meets_ceiling(struct comparer *j, const struct expr *x)
{
    struct work w = { 0, NEED_WORK, NULL };

    if (!x)
        return false;
    if (expr_is_value(x))
        return !decide_has_value(j->arena, x, &w) && w.ceiling;
    for (unsigned i = 0; i < x->count; i++)
        if (meets_ceiling(j, x->args[i]))
            return true;
    return false;
}

/* An answer that runs into a ceiling which its key does not need is no answer
 * that can be read: left open, it would be a way around the judge. */
static bool exceeds_key(const struct answer_pair *p)
{
    return meets_ceiling(p->judge, p->answer.tree) &&
           !meets_ceiling(p->judge, p->key.tree);
}

static const char exceeds[] = "exceeds limits that the key does not";

/* ---- the course ---- */

static void judge_set_up(struct comparer *j, const struct grade_request *r,
                         struct arena *a, struct work *w)
{
    *j = (struct comparer){ .arena = a, .work = w, .seed = r->seed };
    j->digits = r->digits > 0 ? r->digits : DIGITS_DEFAULT;
    j->exact_key = r->gold_number;
    j->declared = r->symbols_n > 0;
    j->ordered = r->has_kind && r->kind == ANSWER_TUPLE;
    j->multiset = r->has_kind && r->kind == ANSWER_LIST;
    j->as_set = r->has_kind && r->kind == ANSWER_SET;
    j->antiderivative = r->has_kind && r->kind == ANSWER_ANTIDERIVATIVE;
    j->question = r->question;
    j->units = r->profile ? r->profile->units : SIGN_FORGIVE;
    j->percent = r->profile ? r->profile->percent : SIGN_FORGIVE;
}

/* "0.01" or "1%" as a rational; the request was checked when it was made. */
static void set_tolerance(struct comparer *j, const char *text)
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

size_t grade_symbols(struct arena *a, const struct grade_request *r,
                     const char *const **out)
{
    size_t most = r->symbols_n < LIMIT_SYMBOLS ? r->symbols_n : LIMIT_SYMBOLS;
    const char **names = arena_array(a, const char *, most + 1);
    size_t n = 0;

    for (size_t i = 0; i < most; i++) {
        const char *name = read_one_symbol(a, r->symbols[i]);

        if (name)
            names[n++] = name;
    }
    *out = names;
    return n;
}

/* Is the key "yes" or "no"? */
static bool is_verdict(const char *key)
{
    if (str_starts(key, "\\text{"))
        key += 6;
    return strncasecmp(key, "yes", 3) == 0 || strncasecmp(key, "no}", 3) == 0 ||
           strcasecmp(key, "no") == 0;
}

/* A key of words, "\text{Evelyn}": no number answers it. */
static bool grade_is_words(const char *key)
{
    const char *text = key;
    size_t letters = 0, least = 4;

    if (str_starts(key, "\\text{")) {
        key += 6;
        least = 2;
    }
    if (is_upper(key[0]) && is_lower(key[1]) && is_lower(key[2]))
        least = 3; /* "Bob" */
    for (; *key; key++) {
        if (is_letter(*key) || (unsigned char)*key >= 0x80)
            letters++;
        else if (!strchr(" {}.,'-", *key))
            return false;
    }
    return letters >= least || (letters >= 2 && is_verdict(text));
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

/* Find the answer's text. Returns false, with the result filled in, if there is
 * none. */
static bool grade_find_answer(struct arena *a, const struct grade_request *r,
                              const char *key, bool choice,
                              struct grade_result *out, const char **text,
                              bool *declared)
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
        grade_settle(out, VERDICT_NO_ANSWER, "given", "the answer is empty");
        return false;
    }
    opt.text = r->has_kind ? r->kind == ANSWER_TEXT : grade_is_words(key);
    opt.key = opt.text ? key : NULL;
    opt.formula = opt.text || choice ? NULL : key;
    opt.lower = r->has_kind ? r->kind == ANSWER_CHOICE : r->choices_n > 0;
    opt.parts = count_parts(key);
    opt.letters = choice_asks_several(r, key);
    opt.marks = opt.letters && choice_asks_true(r->question);
    opt.several =
        strchr(key, ',') || strstr(key, "\\pm") || strstr(key, " or ");
    opt.choices = r->choices;
    opt.choices_n = r->choices_n;
    x = extract_answer(a, r->reply, r->reply_n, &opt);
    out->rule = extract_rule_name(x.rule);
    out->extracted = *text = x.text;
    out->from = x.from;
    out->to = x.to;
    *declared = x.declared;
    if (x.rule != EXTRACT_NONE)
        return true;
    grade_settle(out, VERDICT_NO_ANSWER, "none", x.why);
    return false;
}

static enum pair_state judge_texts(struct answer_pair *p, bool choice,
                                   struct comparison *f)
{
    bool several = choice_asks_several(p->request, p->key.text);

    p->key.text = base_prefix_read(p->judge->arena, p->key.text);
    p->answer.text = base_prefix_read(p->judge->arena, p->answer.text);
    if (choice || several) {
        *f = several ? choice_compare_several(p) : choice_compare(p);
        if (f->by)
            return PAIR_COMPARED;
    }
    return several_in_order(p, f);
}

/* A key that is no mathematics is answered by its own text, as what was
 * extracted or as the whole reply; of any other answer it says nothing. */
static void judge_by_text(struct answer_pair *p, struct grade_result *out)
{
    struct arena *a = p->judge->arena;
    const struct grade_request *r = p->request;
    const char *why = unread(a, "the key", &p->key.err), *reply = NULL;
    bool same =
        p->answer.text && compare_same_text(a, p->key.text, p->answer.text);

    if (!same && r->reply_n <= LIMIT_ANSWER_BYTES) {
        reply = arena_strndup(a, r->reply, r->reply_n);
        same = compare_same_text(a, p->key.text, reply);
    }
    if (!same) {
        grade_settle(out, VERDICT_BAD_KEY, "read", why);
        return;
    }
    grade_settle(out, VERDICT_CORRECT, "text",
                 arena_printf(a, GRADE_SAME_TEXT "%s", why));
    out->key = p->key.text;
    out->extracted = out->answer = reply ? reply : p->answer.text;
}

/* What is wrong with an answer that is not the key, and whether it agrees with
 * it in the limit that is asked. */
static void look_further(struct answer_pair *p, struct comparison *f,
                         struct grade_result *out)
{
    if (f->lenient == TRUTH_YES || !p->key.tree || !p->answer.tree)
        return;
    out->reason = reason_of_form(p);
    if (p->request->limit)
        reason_limit(p, f, out);
    if (f->lenient == TRUTH_NO && !out->reason && f->by &&
        strcmp(f->by, "kind") == 0)
        out->reason = "formatting";
}

static void judge_answer(struct answer_pair *p, bool choice, bool declared,
                         struct grade_result *out)
{
    struct arena *a = p->judge->arena;
    struct comparison f = found(TRUTH_UNKNOWN, NULL, NULL);

    switch (judge_texts(p, choice, &f)) {
    case PAIR_BAD_KEY:
        if (p->key.err.code == ERR_LIMIT) {
            grade_settle(out, VERDICT_UNDECIDED, "ceiling",
                         ceiling_met(a, "key", &p->key.err));
            return;
        }
        judge_by_text(p, out);
        return;
    case PAIR_UNREADABLE:
        if (p->answer.err.code == ERR_LIMIT)
            grade_settle(out, VERDICT_UNREADABLE, "ceiling",
                         arena_printf(a, "%s, and %s",
                                      ceiling_met(a, "answer", &p->answer.err),
                                      exceeds));
        else
            grade_settle(out, VERDICT_UNREADABLE, "read",
                         unread(a, "the answer", &p->answer.err));
        out->reason = "formatting";
        break;
    case PAIR_COMPARED:
        look_further(p, &f, out);
        grade_report(a, out, &f, p->judge->work);
        if (f.lenient == TRUTH_UNKNOWN &&
            (exceeds_key(p) ||
             (p->request->limit && f.by && strcmp(f.by, "ceiling") == 0)))
            grade_settle(out, VERDICT_UNREADABLE, "ceiling",
                         arena_printf(a, "the answer %s", exceeds));
        break;
    }
    if (!declared)
        out->strict = (struct grade_reading){ VERDICT_NO_ANSWER, out->rule,
                                              "no final answer is declared" };
}

/* A reply without an answer: of a key that cannot be read it says nothing
 * either. */
static void grade_check_key(struct answer_pair *p, bool choice,
                            struct grade_result *out)
{
    if ((choice && choice_has_letter(p)) || pair_read_key(p) ||
        p->key.err.code == ERR_LIMIT)
        return;
    judge_by_text(p, out);
}

/* A whole reply with the key's own words is its answer. A key of words with
 * mathematics in them, "slope: 3, intercept: 5", is also answered by one that
 * reads so; it goes before what would be guessed from its pieces. */
static bool whole_in_words(struct answer_pair *p, struct grade_result *out)
{
    const struct grade_request *r = p->request;
    struct arena *a = p->judge->arena;
    struct answer_side whole = { .loose = false };
    bool same;

    if (r->extracted || r->reply_n > LIMIT_ANSWER_BYTES || !pair_read_key(p))
        return false;
    whole.text = str_trim(a, arena_strndup(a, r->reply, r->reply_n));
    /* Only a reply of about the key's length can be the same text. */
    same = strlen(whole.text) <= 8 * strlen(p->key.text) + 256 &&
           compare_same_text(a, p->key.text, whole.text);
    if (!same &&
        (!p->key.loose ||
         !pair_read_side(p, &whole, p->symbols, p->symbols_n, false, false) ||
         /* "38 / 5 = 7 R 3, so ..." is a derivation */
         phrase_within(span_of(whole.text), WORD_CONSEQUENCE)))
        return false;
    p->answer.text = out->extracted = whole.text;
    out->rule = "whole";
    return true;
}

static void judge_request(struct answer_pair *p, struct grade_result *out)
{
    const struct grade_request *r = p->request;
    struct arena *a = p->judge->arena;
    bool choice =
        choice_asked(r, p->key.text) && !choice_asks_several(r, p->key.text);
    bool declared = false;
    bool found = grade_find_answer(a, r, p->key.text, choice, out,
                                   &p->answer.text, &declared);

    if (!declared && whole_in_words(p, out))
        found = declared = true;
    if (!found) {
        grade_check_key(p, choice, out);
        return;
    }
    judge_answer(p, choice, declared, out);
    /* Parts and choices are not read as a whole: shown as they stand. */
    if (out->lenient.verdict <= VERDICT_WRONG && !p->key.tree && !out->key) {
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

bool grade_find_key(struct arena *a, const struct grade_request *r,
                    struct grade_key keys[LIMIT_KEYS], size_t *n,
                    const char **text)
{
    static const struct extract_options gold = { .gold = true };
    static const struct extract_options inside = { .gold = true,
                                                   .inside = true };
    struct span gold_text = { r->gold, r->gold_n };
    struct extracted key = extract_answer(a, r->gold, r->gold_n, &gold);

    if (key.rule == EXTRACT_NONE || !key.text || !*key.text)
        return false;
    *text = key.text;
    *n = several_cut(a, key.text, keys);
    /* "part (a): 3; part (b): 8": there the labels are names. */
    if (*n == 0 && span_has(gold_text, ';') && span_has(gold_text, ':')) {
        key = extract_answer(a, r->gold, r->gold_n, &inside);
        *n = key.text ? several_cut(a, key.text, keys) : 0;
    }
    return true;
}

/* A key's own text answers it, also where a reply is read otherwise than a key:
 * of the reply "x = y = 0" the last value alone would count. */
static void accept_own_text(struct arena *a, const struct grade_request *r,
                            struct grade_result *out)
{
    struct span key = span_trim((struct span){ r->gold, r->gold_n });
    struct span reply = span_trim((struct span){ r->reply, r->reply_n });

    if (!out->key || !span_equal(key, reply) ||
        (out->lenient.verdict != VERDICT_WRONG &&
         out->lenient.verdict != VERDICT_UNREADABLE &&
         out->lenient.verdict != VERDICT_NO_ANSWER))
        return;
    grade_settle(out, VERDICT_CORRECT, "same", "both texts are the same");
    out->rule = r->extracted ? "given" : extract_rule_name(EXTRACT_WHOLE);
    out->extracted = arena_strndup(a, reply.s, reply.n);
    out->answer = out->key;
    out->witness = out->reason = NULL;
    out->from = (size_t)(reply.s - r->reply);
    out->to = out->from + reply.n;
}

struct grade_result grade_one(struct arena *a, const struct grade_request *r,
                              struct work *w)
{
    struct grade_result result = { 0 };
    struct grade_key keys[LIMIT_KEYS];
    struct answer_pair p = { .request = r };
    struct grade_request asked = *r;
    const char *choices[CHOICES_MOST];
    struct comparer j;
    size_t n;

    if (!grade_find_key(a, r, keys, &n, &p.key.text)) {
        grade_settle(&result, VERDICT_BAD_KEY, "read", "the key is empty");
        return result;
    }
    p.key.text = bound_read(a, p.key.text);
    if (n) {
        struct grade_request several = *r;

        several.keys = keys;
        several.keys_n = n;
        return several_judge(a, &several, w);
    }
    if (r->question && r->choices_n == 0 && choice_is_letter(p.key.text)) {
        asked.choices = choices;
        asked.choices_n =
            choices_of_question(a, r->question, choices, CHOICES_MOST);
        p.request = r = &asked;
    }
    judge_set_up(&j, r, a, w);
    set_tolerance(&j, r->tolerance);
    p.judge = &j;
    p.symbols_n = grade_symbols(a, r, &p.symbols);
    judge_request(&p, &result);
    accept_own_text(a, r, &result);
    return result;
}

/* A benchmark's law knows one key, in one text. */
static bool by_law(const struct grade_request *r)
{
    return r->profile && r->profile->law != LAW_OURS &&
           r->profile->law != LAW_MATHADOR && r->gold;
}

/* Does the reply say that it does not know, and give no answer? A value that
 * it only mentions is none if this follows. */
static bool grade_abstains(struct arena *a, const struct grade_request *r,
                           const struct grade_result *g)
{
    struct span reply = { r->reply, r->reply_n };
    bool found = g->lenient.verdict != VERDICT_NO_ANSWER;

    if (r->extracted)
        return abstain_answer(a, arena_strndup(a, r->reply, r->reply_n));
    if (found && g->extracted && abstain_answer(a, g->extracted))
        return true;
    if (found && (g->strict.verdict != VERDICT_NO_ANSWER || !g->to))
        return false;
    return abstain_reply(a, reply, found ? g->to : 0);
}

/* "I don't know" is no answer, with a reason of its own. A key that says the
 * same is answered by it; a benchmark's law keeps its verdict. */
static void note_abstention(struct arena *a, const struct grade_request *r,
                            bool law, struct grade_result *g)
{
    if (g->lenient.verdict == VERDICT_CORRECT ||
        g->lenient.verdict == VERDICT_BAD_KEY || g->parts_n ||
        (law && g->lenient.verdict != VERDICT_NO_ANSWER) ||
        !grade_abstains(a, r, g))
        return;
    grade_settle(g, VERDICT_NO_ANSWER, "abstained",
                 "the reply says that the answer is not known");
    g->reason = "abstained";
    g->extracted = g->answer = g->witness = NULL;
    g->from = g->to = 0;
    g->more = NULL;
}

/* The word for what is wrong is the first of the further fields. */
static void grade_add_reason(struct arena *a, struct grade_result *r)
{
    struct json *more = json_new(a, JSON_OBJECT);

    json_set(a, more, "reason", json_new_string(a, r->reason));
    for (const struct json *m = r->more ? r->more->first : NULL; m; m = m->next)
        json_set(a, more, m->name, json_copy(a, m));
    r->more = more;
}

struct grade_result grade_pair(struct arena *a,
                               const struct grade_request *request)
{
    struct grade_result result = { 0 };
    struct work w = { 0, LIMIT_WORK, NULL };

    if ((!request->keys_n && request->gold_n > LIMIT_REPLY_BYTES) ||
        request->reply_n > LIMIT_REPLY_BYTES) {
        grade_settle(&result, VERDICT_UNDECIDED, "ceiling",
                     "the limit on bytes was reached");
        return result;
    }
    if (by_law(request))
        result = law_judge(a, request, &w);
    else
        result = request->keys_n ? several_judge(a, request, &w)
                                 : grade_one(a, request, &w);
    result.work = w.used;
    note_abstention(a, request, by_law(request), &result);
    if (result.reason)
        grade_add_reason(a, &result);
    if (request->profile && request->profile->law != LAW_MATHADOR)
        result.profile = request->profile->name;
    return result;
}

const char *grade_value(struct arena *a, const char *answer)
{
    return parts_value(a, answer);
}
