/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several asked values. Those with names are looked for in the reply, each is
 * judged for itself, and the verdict of the whole follows from theirs. Those
 * without, "3; 5", are compared in order.
 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/grade_int.h"
#include "grade/parts/parts.h"

#include <string.h>

/* ---- texts that are cut ---- */

/* The length of text up to a semicolon outside of all brackets. */
static size_t piece_length(const char *text)
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

/* Cut at semicolons outside of brackets. */
static size_t cut_plain(struct arena *a, const char *text,
                        struct grade_key out[LIMIT_KEYS])
{
    size_t n = 0;

    while (*text && n < LIMIT_KEYS) {
        size_t len = piece_length(text);

        out[n++] = (struct grade_key){ .latex = str_trim(
                                           a, arena_strndup(a, text, len)) };
        text += len + (text[len] == ';');
    }
    return n;
}

/* Past the "\\text{" around a name; *set if it is there. */
static const char *past_dress(const char *text, bool *set)
{
    const char *at = text + strspn(text, " ");

    *set = str_starts(at, "\\text{");
    return *set ? at + strlen("\\text{") : text;
}

/* Cut "name: value; name: value" into its values. Returns how many there are,
 * or 0 if the text has another form. */
static size_t cut_named(struct arena *a, const char *text,
                        struct grade_key out[LIMIT_KEYS])
{
    size_t n = 0;

    if (!strchr(text, ';') || !strchr(text, ':'))
        return 0;
    while (*text) {
        size_t len, colon, i = 0, value;
        bool dressed;

        text = past_dress(text, &dressed);
        len = strcspn(text, ";");
        colon = strcspn(text, ":;");

        while (i < colon && (is_letter(text[i]) || is_digit(text[i]) ||
                             strchr(" _-()", text[i])))
            i++;
        if (n == LIMIT_KEYS || colon >= len || i < colon ||
            !is_letter(text[strspn(text, " (")]))
            return 0;
        value = colon + 1;
        value += dressed ? strspn(text + value, " }") : 0;
        out[n++] = (struct grade_key){
            .name = str_trim(a, arena_strndup(a, text, colon)),
            .latex = str_trim(a, arena_strndup(a, text + value, len - value)),
        };
        text += len + (text[len] == ';');
    }
    return n > 1 ? n : 0;
}

bool several_repeats(const struct grade_key *keys, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (str_eq(keys[i].name, keys[k].name))
                return true;
    return false;
}

size_t several_cut(struct arena *a, const char *text,
                   struct grade_key out[LIMIT_KEYS])
{
    size_t n = cut_named(a, text, out);

    return several_repeats(out, n) ? 0 : n;
}

/* Returns the piece of that name, or NULL if there is none. */
static const char *named(const struct grade_key *pieces, size_t n,
                         const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(pieces[i].name, name))
            return pieces[i].latex;
    return NULL;
}

/* Find the values of an answer that holds nothing else, by their names or in
 * order. Returns false if it is of another form. */
static bool cut_answer(struct arena *a, const struct grade_request *r,
                       const char *text, const char *out[LIMIT_KEYS])
{
    struct grade_key pieces[LIMIT_KEYS];
    size_t n = cut_named(a, text, pieces);
    bool has_names = n > 0;

    if (!has_names)
        n = cut_plain(a, text, pieces);
    if (n != r->keys_n || (has_names && several_repeats(pieces, n)))
        return false;
    for (size_t i = 0; i < n; i++) {
        out[i] =
            has_names ? named(pieces, n, r->keys[i].name) : pieces[i].latex;
        if (!out[i])
            return false;
    }
    return true;
}

/* ---- values without names ---- */

static bool is_symbol(const struct expr *x)
{
    return x->op == EXPR_SYMBOL;
}

/* Each piece of the answer against the key's piece at its place. */
static enum pair_state judge_pieces(struct answer_pair *p,
                                    const struct grade_key *key, size_t n,
                                    struct comparison *out)
{
    struct arena *a = p->judge->arena;
    struct grade_key answer[LIMIT_KEYS];
    size_t m = cut_plain(a, p->answer.text, answer);

    *out =
        found(TRUTH_YES, "parts", "every value that was asked for is correct");
    if (m != n)
        *out = found(
            TRUTH_NO, "count",
            arena_printf(a, "%zu values are asked for, %zu are given", n, m));
    for (size_t i = 0; i < n && m == n; i++) {
        struct answer_pair one = *p;
        struct comparison f;
        enum pair_state state;

        one.key = (struct answer_side){ .text = key[i].latex };
        one.answer = (struct answer_side){ .text = answer[i].latex };
        state = pair_judge(&one, &f);
        p->key.err = one.key.err;
        p->answer.err = one.answer.err;
        if (state != PAIR_COMPARED)
            return state;
        *out = found_and(*out, f);
    }
    return PAIR_COMPARED;
}

enum pair_state several_in_order(struct answer_pair *p, struct comparison *f)
{
    struct grade_key pieces[LIMIT_KEYS];
    size_t n = cut_plain(p->judge->arena, p->key.text, pieces);
    enum pair_state state = pair_judge(p, f);

    if (n < 2 || state != PAIR_COMPARED || f->lenient != TRUTH_YES ||
        expr_any(p->key.tree, is_symbol))
        return state;
    if (piece_length(p->answer.text) == strlen(p->answer.text))
        return state; /* no semicolon: a list */
    return judge_pieces(p, pieces, n, f);
}

/* ---- where the values are ---- */

static bool is_number(struct arena *a, const struct grade_key *k)
{
    if (k->has_kind)
        return k->kind == ANSWER_INTEGER || k->kind == ANSWER_RATIONAL ||
               k->kind == ANSWER_DECIMAL;
    return parts_value(a, k->latex) != NULL;
}

/* The answer as `assay grade` finds that of one value, cut into as many pieces
 * as are asked: it fills in what was found by no name. */
static void find_cut(struct arena *a, const struct grade_request *r,
                     const struct part_asked *asked, struct part_found *out,
                     const char **why)
{
    const struct extract_options opt = { .parts = r->keys_n };
    struct extracted x = extract_answer(a, r->reply, r->reply_n, &opt);
    const char *pieces[LIMIT_KEYS];
    enum part_tier tier = !x.declared               ? PART_GUESS
                          : x.rule == EXTRACT_WHOLE ? PART_DIRECT
                                                    : PART_BOX;

    *why = x.why;
    if (x.rule == EXTRACT_NONE || !cut_answer(a, r, x.text, pieces))
        return;
    for (size_t i = 0; i < r->keys_n; i++)
        if (asked[i].number ? out[i].tier < PART_PHRASE &&
                                  strpbrk(pieces[i], "\\0123456789")
                            : out[i].tier <= tier)
            out[i] = (struct part_found){ tier, pieces[i] };
}

static void find_values(struct arena *a, const struct grade_request *r,
                        const struct part_asked *asked, struct part_found *out,
                        const char **why)
{
    const char *pieces[LIMIT_KEYS];
    bool sure = true;

    *why = NULL;
    if (r->extracted &&
        cut_answer(a, r, extract_trim(a, r->reply, r->reply_n), pieces)) {
        for (size_t i = 0; i < r->keys_n; i++)
            out[i] = (struct part_found){ PART_DIRECT, pieces[i] };
        return;
    }
    parts_locate(a, r->reply, r->reply_n, asked, r->keys_n, out);
    for (size_t i = 0; i < r->keys_n; i++)
        sure =
            sure && out[i].tier >= (asked[i].number ? PART_PHRASE : PART_BOX);
    if (!sure)
        find_cut(a, r, asked, out, why);
}

/* ---- verdicts ---- */

static struct grade_part judge_part(struct arena *a,
                                    const struct grade_request *r, size_t i,
                                    bool number, const struct part_found *f,
                                    struct work *w)
{
    const struct grade_key *k = &r->keys[i];
    struct grade_request q = *r;
    struct grade_result one;

    q.keys_n = 0;
    grade_set_gold(&q, k->latex);
    if (k->has_kind) {
        q.has_kind = true;
        q.kind = k->kind;
    }
    if (k->limit)
        q.limit = k->limit;
    q.extracted = true;
    grade_set_reply(&q, !f->tier ? ""
                        : number ? parts_bare(a, f->text)
                                 : f->text);
    one = grade_one(a, &q, w);
    if (f->tier < PART_PHRASE && !r->extracted &&
        one.strict.verdict != VERDICT_BAD_KEY)
        one.strict = (struct grade_reading){ VERDICT_NO_ANSWER, "guess",
                                             "no final answer is declared" };
    return (struct grade_part){
        .name = k->name,
        .strict = one.strict,
        .lenient = one.lenient,
        .key = one.key ? one.key : k->latex,
        .extracted = f->tier ? f->text : NULL,
        .answer = one.answer,
        .value = f->tier ? parts_value(a, f->text) : NULL,
        .witness = one.witness,
        .reason = one.reason,
        .table = json_get(one.more, "table"),
    };
}

/* The verdict of the whole: one bad key spoils it; one wrong value makes it
 * wrong, and so does a value that is missing beside others; what cannot be read
 * or decided leaves it open; it is correct when every value is. */
static struct grade_reading join_readings(struct arena *a,
                                          const struct grade_part *parts,
                                          size_t n, bool strict)
{
    static const enum verdict order[] = { VERDICT_BAD_KEY, VERDICT_WRONG,
                                          VERDICT_NO_ANSWER, VERDICT_UNREADABLE,
                                          VERDICT_UNDECIDED };
    size_t missing = 0;

    for (size_t i = 0; i < n; i++)
        missing += (strict ? &parts[i].strict : &parts[i].lenient)->verdict ==
                   VERDICT_NO_ANSWER;
    for (size_t v = 0; v < sizeof(order) / sizeof(order[0]); v++)
        for (size_t i = 0; i < n; i++) {
            const struct grade_part *p = &parts[i];
            struct grade_reading r = strict ? p->strict : p->lenient;

            if (r.verdict != order[v])
                continue;
            if (r.verdict == VERDICT_NO_ANSWER && missing == n)
                return r;
            if (r.verdict == VERDICT_NO_ANSWER)
                return (struct grade_reading){
                    VERDICT_WRONG, "parts",
                    arena_printf(a, "\"%s\" is missing", p->name)
                };
            r.why = arena_printf(a, "\"%s\": %s", p->name, r.why ? r.why : "");
            return r;
        }
    return (struct grade_reading){
        VERDICT_CORRECT, "parts", "every value that was asked for is correct"
    };
}

/* Of a regime also the road, what is wrong and the table. */
static void add_regime(struct arena *a, struct json *one,
                       const struct grade_part *p)
{
    json_set(a, one, "by", json_new_text(a, p->lenient.by));
    if (p->reason)
        json_set(a, one, "reason", json_new_string(a, p->reason));
    if (p->table)
        json_set(a, one, "table", json_copy(a, p->table));
}

/* The parts as fields of the result: what is stored and printed of them. Where
 * they are regimes of a limit, "credit" is the share that is right. */
static const struct json *parts_json(struct arena *a,
                                     const struct grade_request *r,
                                     const struct grade_part *parts)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *list = json_set(a, v, "parts", json_new(a, JSON_ARRAY));
    size_t n = r->keys_n, right = 0, limits = 0;

    for (size_t i = 0; i < n; i++) {
        const struct grade_part *p = &parts[i];
        struct json *one = json_new(a, JSON_OBJECT);

        json_set(a, one, "name", json_new_string(a, p->name));
        json_set(a, one, "strict",
                 json_new_string(a, verdict_name(p->strict.verdict)));
        json_set(a, one, "lenient",
                 json_new_string(a, verdict_name(p->lenient.verdict)));
        json_set(a, one, "extracted", json_new_text(a, p->extracted));
        json_set(a, one, "value", json_new_text(a, p->value));
        if (r->keys[i].limit || r->limit)
            add_regime(a, one, p);
        limits += r->keys[i].limit || r->limit;
        right += p->lenient.verdict == VERDICT_CORRECT;
        json_push(list, one);
    }
    if (limits)
        json_set(a, v, "credit",
                 json_new_number(
                     a, arena_printf(a, "%.4g", (double)right / (double)n)));
    return v;
}

static void add_named(struct str *out, const char *name, const char *text)
{
    if (text)
        str_addf(out, "%s%s: %s", out->n ? "; " : "", name, text);
}

/* The texts of all parts, each behind its name. */
static void join_texts(struct arena *a, struct grade_result *out)
{
    struct str keys = str_in(a), said = str_in(a), read = str_in(a);

    for (size_t i = 0; i < out->parts_n; i++) {
        const struct grade_part *p = &out->parts[i];

        add_named(&keys, p->name, p->key);
        add_named(&said, p->name, p->extracted);
        add_named(&read, p->name, p->answer);
        if (!out->witness && p->lenient.verdict == VERDICT_WRONG)
            out->witness = p->witness;
        if (!out->reason && p->lenient.verdict != VERDICT_CORRECT)
            out->reason = p->reason;
    }
    out->key = str_get(&keys);
    out->extracted = said.n ? said.s : NULL;
    out->answer = read.n ? read.s : NULL;
}

struct grade_result several_judge(struct arena *a,
                                  const struct grade_request *r, struct work *w)
{
    struct part_asked *asked = arena_array(a, struct part_asked, r->keys_n);
    struct part_found *found = arena_array(a, struct part_found, r->keys_n);
    struct grade_part *parts = arena_array(a, struct grade_part, r->keys_n);
    struct grade_result out = { .parts = parts, .parts_n = r->keys_n };
    const char *why;

    for (size_t i = 0; i < r->keys_n; i++)
        asked[i] =
            (struct part_asked){ r->keys[i].name, is_number(a, &r->keys[i]) };
    find_values(a, r, asked, found, &why);
    for (size_t i = 0; i < r->keys_n; i++)
        parts[i] = judge_part(a, r, i, asked[i].number, &found[i], w);
    out.strict = join_readings(a, parts, r->keys_n, true);
    out.lenient = join_readings(a, parts, r->keys_n, false);
    if (out.lenient.verdict == VERDICT_NO_ANSWER) {
        out.lenient.by = out.strict.by = "none";
        out.lenient.why = out.strict.why = why ? why : "no answer was found";
    }
    join_texts(a, &out);
    out.rule = !out.extracted ? "none" : r->extracted ? "given" : "parts";
    out.more = parts_json(a, r, parts);
    return out;
}
