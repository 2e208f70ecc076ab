/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/jsonl.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/utf8.h"
#include "grade/request.h"
#include "text/span.h"

#include <inttypes.h>
#include <string.h>

/* ---- reading ---- */

/* An optional member: null counts as absent. */
static const struct json *jsonl_member(const struct json *v, const char *name)
{
    const struct json *m = json_get(v, name);

    return m && m->type == JSON_NULL ? NULL : m;
}

/* The member had the wrong type. */
static bool mistyped(const struct json *m, const char *want, struct err *e)
{
    return err_at(e, ERR_DOMAIN, m->line, m->column,
                  "\"%.40s\" must be %s, not %s", m->name ? m->name : "?", want,
                  json_type_name(m->type));
}

/* A failure that has no place yet happened at m. */
static bool jsonl_placed(const struct json *m, struct err *e)
{
    e->line = m->line;
    e->column = m->column;
    return false;
}

static bool jsonl_is_scalar(const struct json *m)
{
    return m->type == JSON_STRING || m->type == JSON_NUMBER;
}

static bool jsonl_read_kind(const struct json *m, struct grade_request *r,
                            struct err *e)
{
    if (!m)
        return true;
    if (m->type != JSON_STRING)
        return mistyped(m, "the name of a kind", e);
    return request_set_kind(r, m->text, e) || jsonl_placed(m, e);
}

/* "limit" of a row or of a key. */
static bool jsonl_read_limit(struct arena *a, const struct json *m,
                             const struct answer_limit **out, struct err *e)
{
    struct answer_limit *limit;

    if (!m)
        return true;
    limit = arena_new(a, struct answer_limit);
    *out = limit;
    return limit_read(a, m, limit, e);
}

/* A problem's key: {"latex": "157", "kind": "integer"}. */
static bool read_key_object(struct arena *a, const struct json *m,
                            struct grade_request *r, struct err *e)
{
    const struct json *latex = json_get(m, "latex");

    if (!latex || latex->type != JSON_STRING)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"%s\" is an object without a string \"latex\"",
                      m->name);
    grade_set_gold(r, latex->text);
    return jsonl_read_kind(jsonl_member(m, "kind"), r, e) &&
           jsonl_read_limit(a, jsonl_member(m, "limit"), &r->limit, e);
}

/* Several keys of one problem, each with its name and kind. */
static bool jsonl_read_keys(struct arena *a, const struct json *m,
                            struct grade_request *r, struct err *e)
{
    struct grade_key *keys;
    size_t n = 0;

    if (m->type != JSON_ARRAY || m->count == 0 || m->count > LIMIT_KEYS)
        return mistyped(m, "an array of a problem's keys, at most 64", e);
    keys = arena_array(a, struct grade_key, m->count);
    for (const struct json *k = m->first; k; k = k->next, n++) {
        struct grade_request one = { 0 };

        keys[n].latex = json_string(json_get(k, "latex"));
        if (!keys[n].latex)
            keys[n].latex = json_string(json_get(k, "key"));
        keys[n].name = json_string(json_get(k, "name"));
        if (!keys[n].latex)
            return err_at(e, ERR_DOMAIN, k->line, k->column,
                          "\"%s\" must contain objects with a string \"latex\"",
                          m->name);
        if (!jsonl_read_kind(jsonl_member(k, "kind"), &one, e) ||
            !jsonl_read_limit(a, jsonl_member(k, "limit"), &keys[n].limit, e))
            return false;
        /* The regimes of one formula have numbers where they have no names. */
        if (keys[n].limit && !keys[n].name)
            keys[n].name = arena_printf(a, "regime %zu", n + 1);
        keys[n].has_kind = one.has_kind;
        keys[n].kind = one.kind;
        for (size_t i = 0; i < n && keys[n].name; i++)
            if (keys[i].name && str_eq(keys[i].name, keys[n].name))
                return err_at(e, ERR_DOMAIN, k->line, k->column,
                              "two values of \"%s\" have the name \"%.40s\"; "
                              "give each value a different name, or give no "
                              "names",
                              m->name, keys[n].name);
    }
    request_set_keys(a, r, keys, n);
    return true;
}

/* ["1/2", "0.5"]: each of them is right. */
static bool is_list_of_scalars(const struct json *m)
{
    if (m->type != JSON_ARRAY || m->count == 0 || m->count > LIMIT_KEYS)
        return false;
    for (const struct json *k = m->first; k; k = k->next)
        if (!jsonl_is_scalar(k))
            return false;
    return true;
}

/* Returns the key, or the array of keys, whose JSON text the gold is, since
 * limits have to travel through formats with room for one text; NULL: it is
 * anything else. */
static const struct json *key_in_gold(struct arena *a, struct span gold)
{
    struct json *v;
    struct err e;

    if (!span_one_of(gold, 0, "{[") ||
        span_find(gold, 0, "\"limit\"") == gold.n ||
        span_find(gold, 0, "\"latex\"") == gold.n ||
        !json_read(a, gold.s, gold.n, 1, &v, &e) ||
        (v->type != JSON_OBJECT && v->type != JSON_ARRAY))
        return NULL;
    v->name = "gold";
    return v;
}

static bool read_gold(struct arena *a, const struct json *v,
                      struct jsonl_line *out, struct err *e)
{
    struct grade_request *r = &out->request;
    const struct json *gold = json_get(v, "gold"), *key = json_get(v, "key");
    const struct json *m = gold ? gold : key, *keys = json_get(v, "keys");

    if (gold && key)
        return err_at(e, ERR_DOMAIN, key->line, key->column,
                      "\"gold\" and \"key\" are two names for the same "
                      "field; give one of them");
    if (!m && keys)
        return jsonl_read_keys(a, keys, r, e);
    if (!m)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"gold\" is missing; give the key as \"gold\" or "
                      "\"key\"");
    if (m->type == JSON_STRING && (key = key_in_gold(a, span_of(m->text))))
        m = key;
    if (m->type == JSON_OBJECT) {
        return read_key_object(a, m, r, e);
    } else if (jsonl_is_scalar(m)) {
        grade_set_gold(r, m->text);
        r->gold_number = m->type == JSON_NUMBER;
    } else if (m->type == JSON_ARRAY && m->first &&
               m->first->type == JSON_OBJECT) {
        return jsonl_read_keys(a, m, r, e);
    } else if (is_list_of_scalars(m)) {
        out->golds = m;
        return true;
    } else if (m->type == JSON_ARRAY && m->count == 0) {
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"%s\" is an empty list; give 1 to %d accepted keys",
                      m->name, LIMIT_KEYS);
    } else {
        return mistyped(m,
                        "a string, a number, a list of at most 64 accepted "
                        "keys or a problem's key {\"latex\": ...}",
                        e);
    }
    return true;
}

static bool jsonl_read_reply(const struct json *v, struct grade_request *r,
                             struct err *e)
{
    const struct json *response = json_get(v, "response");
    const struct json *answer = json_get(v, "answer");
    const struct json *m = response ? response : answer;

    if (response && answer)
        return err_at(e, ERR_DOMAIN, answer->line, answer->column,
                      "\"response\" and \"answer\" are both given; keep only "
                      "the one to grade");
    if (!m)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"response\" is missing; give the reply as "
                      "\"response\" or its answer as \"answer\"");
    if (!jsonl_is_scalar(m) && m->type != JSON_NULL)
        return mistyped(m, "a string, a number or null", e);
    grade_set_reply(r, m->type == JSON_NULL ? "" : m->text);
    r->extracted = m == answer;
    return true;
}

/* The texts of an array, each a string or a number. */
static bool jsonl_read_texts(struct arena *a, const struct json *m,
                             const char *const **out, size_t *n, struct err *e)
{
    const char **texts = arena_array(a, const char *, m->count + 1);
    size_t i = 0;

    for (const struct json *c = m->first; c; c = c->next) {
        if (!jsonl_is_scalar(c))
            return err_at(e, ERR_DOMAIN, c->line, c->column,
                          "\"%s\" must contain strings, not %s", m->name,
                          json_type_name(c->type));
        texts[i++] = c->text;
    }
    *out = texts;
    *n = i;
    return true;
}

static bool jsonl_read_params(struct arena *a, const struct json *v,
                              struct grade_request *r, struct err *e)
{
    const struct json *m = jsonl_member(v, "params");

    /* A problem's "params" is an object of another meaning. */
    if (!m || m->type == JSON_OBJECT)
        return true;
    if (m->type == JSON_ARRAY)
        return jsonl_read_texts(a, m, &r->symbols, &r->symbols_n, e);
    if (m->type != JSON_STRING)
        return mistyped(m, "an array of symbols or a string \"x, y\"", e);
    request_set_symbols(a, r, m->text);
    return true;
}

/* {"A": "red", "B": "blue"}, in any order, no letter left out. */
static bool jsonl_read_letters(struct arena *a, const struct json *m,
                               struct grade_request *r, struct err *e)
{
    const char **texts = arena_array(a, const char *, REQUEST_CHOICES_MOST);

    for (const struct json *c = m->first; c; c = c->next) {
        char letter = c->name[0];
        size_t i = (size_t)((is_lower(letter) ? letter - 'a' : letter - 'A'));

        if (!is_letter(letter) || c->name[1] || i >= m->count || texts[i])
            return err_at(e, ERR_DOMAIN, c->line, c->column,
                          "the names in \"choices\" must be A, B, C ..., "
                          "each once; \"%.20s\" does not fit",
                          c->name);
        if (!jsonl_is_scalar(c))
            return mistyped(c, "a text", e);
        texts[i] = c->text;
    }
    r->choices = texts;
    r->choices_n = m->count;
    return true;
}

static bool jsonl_read_choices(struct arena *a, const struct json *m,
                               struct grade_request *r, struct err *e)
{
    if (m->type != JSON_ARRAY && m->type != JSON_OBJECT)
        return mistyped(m,
                        "an array of strings or an object {\"A\": ..., "
                        "\"B\": ...}",
                        e);
    if (m->count > REQUEST_CHOICES_MOST)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"choices\" has %zu items; at most %d are allowed",
                      m->count, REQUEST_CHOICES_MOST);
    return m->type == JSON_ARRAY
               ? jsonl_read_texts(a, m, &r->choices, &r->choices_n, e)
               : jsonl_read_letters(a, m, r, e);
}

/* The choices of a public set, if the key is the letter of one. Other contents
 * of the field are ignored. */
static void read_source_choices(struct arena *a, const struct json *meta,
                                struct grade_request *r)
{
    const struct json *fields = json_get(meta, "fields");
    const struct json *m = jsonl_member(fields, "choices");
    struct grade_request with = *r;
    struct err e;

    if (!m)
        m = jsonl_member(fields, "options");
    if (m && r->has_kind && r->kind == ANSWER_CHOICE &&
        jsonl_read_choices(a, m, &with, &e))
        *r = with;
}

static bool read_tolerance(struct arena *a, const struct json *v,
                           struct grade_request *r, struct err *e)
{
    const struct json *m = jsonl_member(v, "tolerance");

    if (!m)
        return true;
    if (!jsonl_is_scalar(m))
        return mistyped(m, "a number or a string like \"1%\"", e);
    return request_set_tolerance(a, r, m->text, e) || jsonl_placed(m, e);
}

/* A row may name a benchmark's law, and no file. */
static bool jsonl_read_profile(const struct json *v, struct grade_request *r,
                               struct err *e)
{
    const struct json *m = jsonl_member(v, "profile");
    const struct profile *p;

    if (!m)
        return true;
    p = profile_find(json_string(m));
    if (!p)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"profile\" must be gsm8k, math, hardmath2 or "
                      "mathador");
    request_set_profile(r, p);
    return true;
}

static bool jsonl_read_id(struct arena *a, const struct json *v,
                          struct jsonl_line *out, struct err *e)
{
    const struct json *m = jsonl_member(v, "id");
    struct str id = str_in(a);

    if (!m)
        return true;
    if (!jsonl_is_scalar(m))
        return mistyped(m, "a string or a number", e);
    json_write(&id, m);
    out->id = id.s;
    return true;
}

/* What was asked, under the names that public sets have for it. */
static void jsonl_read_question(const struct json *row, struct grade_request *r)
{
    static const char *const names[] = { "question", "problem", "prompt" };

    for (size_t i = 0; i < sizeof names / sizeof names[0] && !r->question; i++)
        r->question = json_string(json_get(row, names[i]));
}

bool jsonl_options(struct arena *a, const struct json *row,
                   const struct json *meta, struct grade_request *r,
                   struct err *e)
{
    const struct json *choices = jsonl_member(row, "choices");

    jsonl_read_question(row, r);
    if (!jsonl_read_params(a, row, r, e) ||
        !jsonl_read_kind(jsonl_member(row, "kind"), r, e) ||
        !read_tolerance(a, row, r, e) ||
        !jsonl_read_limit(a, jsonl_member(row, "limit"), &r->limit, e))
        return false;
    if (choices)
        return jsonl_read_choices(a, choices, r, e);
    read_source_choices(a, meta, r);
    return true;
}

/* The judge of a row's family, if it has one of its own; else NULL. */
static const struct grade_own *own_judge(const struct json *row,
                                         const struct jsonl_rules *rules)
{
    const char *name = json_string(json_get(row, "family"));

    return name && rules && rules->find ? rules->find(name) : NULL;
}

/* Returns a gold that is the row of such a family, in JSON, or NULL if it is
 * anything else, such as a set in braces. */
static const struct json *row_in_gold(struct arena *a, const char *gold)
{
    struct json *row;
    struct err e;

    if (!gold || gold[0] != '{' || !strstr(gold, "\"family\"") ||
        !json_read(a, gold, strlen(gold), 1, &row, &e))
        return NULL;
    return row;
}

/* Is the row, or its gold, one of a family that judges by its own rules? */
static void find_judge(struct arena *a, const struct json *v,
                       const struct jsonl_rules *rules, struct jsonl_line *out)
{
    out->row = v;
    out->own = own_judge(v, rules);
    if (!out->own) {
        const struct json *gold = json_get(v, "gold");

        out->row =
            row_in_gold(a, json_string(gold ? gold : json_get(v, "key")));
        out->own = own_judge(out->row, rules);
    }
    if (!out->own)
        out->row = NULL;
}

/* Judge by a gold that is the JSON text of keys with limits. */
static bool judge_key_text(struct arena *a, const struct grade_request *request,
                           struct grade_result *out)
{
    const struct json *m =
        key_in_gold(a, (struct span){ request->gold, request->gold_n });
    struct grade_request r = *request;
    struct err e;

    if (!m || !(m->type == JSON_OBJECT ? read_key_object(a, m, &r, &e)
                                       : jsonl_read_keys(a, m, &r, &e)))
        return false;
    *out = grade_pair(a, &r);
    return true;
}

bool jsonl_judge_gold(struct arena *a, const struct grade_request *request,
                      const struct jsonl_rules *rules, struct grade_result *out)
{
    const struct json *row = row_in_gold(a, request->gold);
    const struct grade_own *f = own_judge(row, rules);
    struct err e;

    if (!f)
        return judge_key_text(a, request, out);
    if (!f->grade(a, row, request, out, &e)) {
        struct grade_reading bad = { VERDICT_BAD_KEY, f->name,
                                     arena_strdup(a, e.msg) };

        *out = (struct grade_result){ .strict = bad, .lenient = bad };
    }
    return true;
}

static bool jsonl_read_row(struct arena *a, const struct json *v,
                           const struct jsonl_rules *rules,
                           struct jsonl_line *out, struct err *e)
{
    struct grade_request *r = &out->request;

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "a line must be an object {\"gold\": ..., "
                      "\"response\": ...}, not %s",
                      json_type_name(v->type));
    if (!jsonl_read_id(a, v, out, e) || !jsonl_read_profile(v, r, e))
        return false;
    find_judge(a, v, rules, out);
    if (out->row)
        return jsonl_read_reply(v, r, e);
    return read_gold(a, v, out, e) && jsonl_read_reply(v, r, e) &&
           jsonl_options(a, v, json_get(v, "meta"), r, e);
}

/* A verdict that says more than another about the answer: correct, then
 * undecided, then the rest. */
static int jsonl_rank(const struct grade_result *r)
{
    enum verdict v[] = { r->lenient.verdict, r->strict.verdict };
    int total = 0;

    for (int i = 0; i < 2; i++)
        total = 4 * total + (v[i] == VERDICT_CORRECT     ? 3
                             : v[i] == VERDICT_UNDECIDED ? 2
                             : v[i] != VERDICT_BAD_KEY   ? 1
                                                         : 0);
    return total;
}

/* Several accepted keys: the best verdict counts. */
static void judge_any(struct arena *a, struct jsonl_line *out)
{
    uint64_t work = 0;

    for (const struct json *k = out->golds->first; k; k = k->next) {
        struct grade_result one;

        out->request.gold = k->text;
        out->request.gold_n = strlen(k->text);
        out->request.gold_number = k->type == JSON_NUMBER;
        one = grade_pair(a, &out->request);
        work += one.work;
        if (k == out->golds->first ||
            jsonl_rank(&one) > jsonl_rank(&out->result))
            out->result = one;
        if (jsonl_rank(&one) == 15 || work > LIMIT_WORK)
            break;
    }
    out->result.work = work;
}

static void judge_by_family(struct arena *a, size_t number,
                            struct jsonl_line *out)
{
    if (out->own->grade(a, out->row, &out->request, &out->result, &out->err))
        return;
    out->failed = true;
    if (out->err.line == 0)
        out->err.line = number;
}

void jsonl_judge_row(struct arena *a, const struct json *row, size_t number,
                     const struct jsonl_rules *rules, struct jsonl_line *out)
{
    *out = (struct jsonl_line){ .id = arena_printf(a, "%zu", number) };
    if (rules && rules->defaults)
        out->request = *rules->defaults;
    if (!jsonl_read_row(a, row, rules, out, &out->err))
        out->failed = true;
    else if (out->row)
        judge_by_family(a, number, out);
    else if (out->golds)
        judge_any(a, out);
    else
        out->result = grade_pair(a, &out->request);
}

void jsonl_judge(struct arena *a, const char *text, size_t n, size_t number,
                 const struct jsonl_rules *rules, struct jsonl_line *out)
{
    struct json *row;
    struct err e;

    if (json_read(a, text, n, number, &row, &e))
        jsonl_judge_row(a, row, number, rules, out);
    else
        jsonl_fail(a, number, &e, out);
}

void jsonl_fail(struct arena *a, size_t number, const struct err *e,
                struct jsonl_line *out)
{
    *out = (struct jsonl_line){ .id = arena_printf(a, "%zu", number),
                                .failed = true,
                                .err = *e };
}

/* ---- writing ---- */

const struct grade_reading *jsonl_reading(const struct grade_result *r,
                                          bool strict)
{
    return strict ? &r->strict : &r->lenient;
}

static void jsonl_add(struct str *out, const char *name, const char *text)
{
    str_addf(out, ", \"%s\": ", name);
    if (text)
        json_write_string(out, text);
    else
        str_add(out, "null");
}

/* "span": [from, to], in characters of the reply, as a program that has read
 * the line counts them. */
static void jsonl_add_span(struct str *out, const struct jsonl_line *l)
{
    const struct grade_result *r = &l->result;
    size_t from = utf8_count(l->request.reply, r->from);

    if (r->to)
        str_addf(out, ", \"span\": [%zu, %zu]", from,
                 from +
                     utf8_count(l->request.reply + r->from, r->to - r->from));
    else
        str_add(out, ", \"span\": null");
}

void jsonl_write(struct str *out, const struct jsonl_line *l, bool strict)
{
    const struct grade_result *r = &l->result;
    const struct grade_reading *reading = jsonl_reading(r, strict);

    str_addf(out, "{\"id\": ");
    str_add(out, l->id);
    if (l->failed) {
        jsonl_add(out, "error", l->err.msg);
        str_addc(out, '}');
        return;
    }
    jsonl_add(out, "verdict", verdict_name(reading->verdict));
    jsonl_add(out, "by", reading->by);
    jsonl_add(out, "why", reading->why);
    jsonl_add(out, "rule", r->rule);
    jsonl_add(out, "extracted", r->extracted);
    jsonl_add_span(out, l);
    jsonl_add(out, "key", r->key);
    jsonl_add(out, "answer", r->answer);
    if (r->witness)
        jsonl_add(out, "witness", r->witness);
    if (r->profile)
        jsonl_add(out, "profile", r->profile);
    jsonl_add(out, "strict", verdict_name(r->strict.verdict));
    jsonl_add(out, "lenient", verdict_name(r->lenient.verdict));
    for (const struct json *m = r->more ? r->more->first : NULL; m;
         m = m->next) {
        str_addf(out, ", \"%s\": ", m->name);
        json_write(out, m);
    }
    str_addf(out, ", \"work\": %" PRIu64 "}", r->work);
}
