/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/write/write_draft.h"

#include "base/ascii.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "base/yaml.h"
#include "grade/look.h"
#include "grade/request.h"
#include "problem/concept.h"

#include <string.h>

#define KIB         ((size_t)1 << 10)
#define CLAIMS_MOST 4 /* of one entry: each may take seconds */
#define NEAR_MOST   8 /* unknown concepts for which a near name is sought */

const struct draft_card draft_cards[DRAFT_FIELDS] = {
    [DRAFT_TOPIC] = { "topic", "Topic", 120 },
    [DRAFT_STATEMENT] = { "statement", "Statement", 64 * KIB },
    [DRAFT_ANSWER] = { "answer", "Answer", 8 * KIB },
    [DRAFT_KIND] = { "kind", "Kind", 40 },
    [DRAFT_SYMBOLS] = { "symbols", "Symbols", KIB },
    [DRAFT_LIMIT_SYMBOL] = { "limit_symbol", "Limit in", 40 },
    [DRAFT_LIMIT_TO] = { "limit_to", "Limit to", 40 },
    [DRAFT_LIMIT_ORDER] = { "limit_order", "Relative error of order", 20 },
    [DRAFT_LIMIT] = { "limit", "Limit as JSON", 4 * KIB },
    [DRAFT_SOLUTION] = { "solution", "Worked solution", 256 * KIB },
    [DRAFT_CONCEPTS] = { "concepts", "Concepts", 16 * KIB },
    [DRAFT_CHECK] = { "check", "Check", 20 },
    [DRAFT_CLAIM] = { "claim", "Claim", 64 * KIB },
    [DRAFT_NOTE] = { "note", "What changed", 2 * KIB },
};

/* ---- reading ---- */

/* Forms send "\r\n"; a lone "\r" is a line end as well. */
static const char *write_draft_tidy(struct arena *a, const char *s)
{
    struct str out = str_in(a);

    if (!s)
        return "";
    for (; *s; s++)
        if (*s != '\r')
            str_addc(&out, *s);
        else if (s[1] != '\n')
            str_addc(&out, '\n');
    return str_trim(a, str_get(&out));
}

void draft_from_form(struct arena *a, const struct http_fields *form,
                     struct entry_draft *out)
{
    for (int i = 0; i < DRAFT_FIELDS; i++)
        out->text[i] =
            write_draft_tidy(a, http_among(form, draft_cards[i].name));
}

/* ---- from a problem ---- */

static const char *symbols_text(struct arena *a, const struct problem *p)
{
    const struct json *list = json_get(p->extra, "params");
    struct str out = str_in(a);

    if (list && list->type == JSON_STRING)
        return list->text;
    for (const struct json *m = list ? list->first : NULL; m; m = m->next)
        str_addf(&out, "%s%s", out.n ? "; " : "", m->text ? m->text : "");
    return str_get(&out);
}

/* A limit of no more than the three fields goes there. */
static void write_draft_put_limit(struct arena *a, const struct json *limit,
                                  struct entry_draft *out)
{
    struct str text = str_in(a);
    bool plain = limit != NULL;

    for (const struct json *m = limit ? limit->first : NULL; m; m = m->next)
        plain = plain && str_among(m->name, "symbol to order") && m->text;
    if (!limit)
        return;
    if (!plain) {
        json_write(&text, limit);
        out->text[DRAFT_LIMIT] = str_get(&text);
        return;
    }
    for (const struct json *m = limit->first; m; m = m->next)
        out->text[str_eq(m->name, "symbol") ? DRAFT_LIMIT_SYMBOL
                  : str_eq(m->name, "to")   ? DRAFT_LIMIT_TO
                                            : DRAFT_LIMIT_ORDER] = m->text;
}

/* The kind that a key has if its author names none. */
static enum answer_kind looked_kind(struct arena *a, const char *latex,
                                    const char *symbols)
{
    struct key_look *looks = arena_array(a, struct key_look, LIMIT_KEYS);
    struct grade_request r = { .gold = latex, .gold_n = strlen(latex) };

    request_set_symbols(a, &r, symbols);
    return grade_look(a, &r, looks) == 1 ? grade_look_kind(a, &looks[0])
                                         : answer_guess(latex);
}

/* The kind that all keys have, if it is not the one that they look like. */
static const char *kind_text(struct arena *a, const struct problem *p,
                             const char *symbols)
{
    bool guessed = true;

    for (size_t i = 0; i < p->n_keys; i++) {
        if (p->keys[i].kind != p->keys[0].kind)
            return "";
        guessed = guessed &&
                  looked_kind(a, p->keys[i].latex, symbols) == p->keys[i].kind;
    }
    return guessed ? "" : answer_name(p->keys[0].kind);
}

void draft_from_problem(struct arena *a, const struct problem *p,
                        struct entry_draft *out)
{
    struct str concepts = str_in(a);

    for (int i = 0; i < DRAFT_FIELDS; i++)
        out->text[i] = "";
    out->text[DRAFT_STATEMENT] = p->statement;
    out->text[DRAFT_ANSWER] = p->n_keys == 1 && p->keys[0].source
                                  ? p->keys[0].source
                                  : keys_text(a, p->keys, p->n_keys);
    out->text[DRAFT_SYMBOLS] = symbols_text(a, p);
    out->text[DRAFT_KIND] = kind_text(a, p, out->text[DRAFT_SYMBOLS]);
    write_draft_put_limit(a, p->n_keys ? p->keys[0].limit : NULL, out);
    out->text[DRAFT_SOLUTION] = p->solution;
    for (size_t i = 0; i < p->n_concepts; i++)
        str_addf(&concepts, "%s%s", i ? "\n" : "", p->concepts[i]);
    out->text[DRAFT_CONCEPTS] = str_get(&concepts);
    out->text[DRAFT_CHECK] = "none";
    for (int i = 0; i < DRAFT_FIELDS; i++)
        out->text[i] = write_draft_tidy(a, out->text[i]);
}

void draft_from_version(struct arena *a, const struct problem *p,
                        const struct entry_version *v, const char *topic,
                        struct entry_draft *out)
{
    draft_from_problem(a, p, out);
    out->text[DRAFT_TOPIC] = topic;
    out->text[DRAFT_CHECK] = v->check;
    out->text[DRAFT_CLAIM] = v->claim;
}

/* ---- what is wrong ---- */

static void write_draft_fault(struct vec *faults, enum draft_field f,
                              size_t line, size_t column, const char *what)
{
    *(struct draft_fault *)vec_push(faults) =
        (struct draft_fault){ f, line, column, what };
}

static void fault_err(struct arena *a, struct vec *faults, enum draft_field f,
                      const struct err *e)
{
    write_draft_fault(faults, f, e->line, e->column, arena_strdup(a, e->msg));
}

bool draft_is_blank(const struct entry_draft *d)
{
    for (int i = 0; i < DRAFT_FIELDS; i++)
        if (*d->text[i] && i != DRAFT_CHECK && i != DRAFT_TOPIC)
            return false;
    return true;
}

static void check_sizes(struct arena *a, const struct entry_draft *d,
                        struct vec *faults)
{
    for (int i = 0; i < DRAFT_FIELDS; i++)
        if (strlen(d->text[i]) > draft_cards[i].most)
            write_draft_fault(
                faults, (enum draft_field)i, 0, 0,
                arena_printf(a, "it has %zu bytes, but at most %zu are allowed",
                             strlen(d->text[i]), draft_cards[i].most));
}

/* Calls `take` for each name of the concepts, one on a line or between
 * semicolons, with its line and column. */
static void each_concept(struct arena *a, const char *text, void *ctx,
                         void (*take)(void *ctx, const char *name, size_t line,
                                      size_t column))
{
    const char *begin = text; /* of the line */
    size_t line = 1;

    for (const char *p = text, *end; *p; p = *end ? end + 1 : end) {
        const char *name;

        end = p + strcspn(p, "\n;");
        while (p < end && is_space(*p))
            p++;
        name = str_trim(a, arena_strndup(a, p, (size_t)(end - p)));
        if (*name)
            take(ctx, name, line, utf8_count(begin, (size_t)(p - begin)) + 1);
        line += *end == '\n';
        begin = *end == '\n' ? end + 1 : begin;
    }
}

struct concept_job {
    struct arena *arena;
    struct vec *faults; /* or NULL */
    struct vec *names;  /* or NULL */
};

static void take_concept(void *ctx, const char *name, size_t line,
                         size_t column)
{
    struct concept_job *j = ctx;
    const struct concept *c = concept_find_any(name, NULL);
    const struct concept *near;

    if (c && j->names && j->names->n < LIMIT_CONCEPTS)
        *(const char **)vec_push(j->names) = c->name;
    if (c || !j->faults)
        return;
    near = j->faults->n < NEAR_MOST ? concept_near(name) : NULL;
    write_draft_fault(
        j->faults, DRAFT_CONCEPTS, line, column,
        near ? arena_printf(j->arena,
                            "there is no concept \"%.80s\" in any "
                            "taxonomy; did you mean \"%s\"?",
                            name, near->name)
             : arena_printf(j->arena,
                            "there is no concept \"%.80s\" in any taxonomy",
                            name));
}

static void write_draft_check_claim(struct arena *a,
                                    const struct entry_draft *d,
                                    struct vec *faults)
{
    const char *text = d->text[DRAFT_CLAIM];
    struct claim *unused;
    struct err e;
    size_t n;

    if (!str_eq(d->text[DRAFT_CHECK], "claim"))
        return;
    if (!*text)
        write_draft_fault(faults, DRAFT_CLAIM, 0, 0, "it is empty");
    else if (!draft_claims(a, text, &unused, &n, &e))
        fault_err(a, faults, DRAFT_CLAIM, &e);
}

bool draft_check(struct arena *a, const struct entry_draft *d,
                 struct vec *faults)
{
    struct concept_job concepts = { a, faults, NULL };
    struct draft_limit limit;
    enum answer_kind kind;
    const char *order;

    check_sizes(a, d, faults);
    if (faults->n)
        return false;
    for (int i = DRAFT_STATEMENT; i <= DRAFT_ANSWER; i++)
        if (!*d->text[i])
            write_draft_fault(faults, (enum draft_field)i, 0, 0, "it is empty");
    order = draft_order_term(a, d);
    if (order)
        write_draft_fault(faults, DRAFT_ANSWER, 0, 0, order);
    if (*d->text[DRAFT_KIND] && !answer_find(d->text[DRAFT_KIND], &kind))
        write_draft_fault(faults, DRAFT_KIND, 0, 0,
                          "there is no such kind of answer");
    draft_limit(a, d, &limit);
    if (limit.fault.what)
        *(struct draft_fault *)vec_push(faults) = limit.fault;
    each_concept(a, d->text[DRAFT_CONCEPTS], &concepts, take_concept);
    if (*d->text[DRAFT_CHECK] &&
        !str_among(d->text[DRAFT_CHECK], "none family claim second"))
        write_draft_fault(faults, DRAFT_CHECK, 0, 0, "there is no such check");
    write_draft_check_claim(a, d, faults);
    return true;
}

const char *draft_fault_text(struct arena *a, const struct draft_fault *f)
{
    const char *label = draft_cards[f->field].label;

    if (f->line && f->column)
        return arena_printf(a, "%s, line %zu, column %zu: %s", label, f->line,
                            f->column, f->what);
    if (f->line)
        return arena_printf(a, "%s, line %zu: %s", label, f->line, f->what);
    return arena_printf(a, "%s: %s", label, f->what);
}

/* ---- claims ---- */

bool draft_claims(struct arena *a, const char *yaml, struct claim **out,
                  size_t *n, struct err *e)
{
    const struct json *one;
    struct json *all;

    *n = 0;
    *out = arena_array(a, struct claim, CLAIMS_MOST);
    if (!yaml_read(a, yaml, strlen(yaml), &all, e))
        return err_prefix(e, "it is not YAML; put a value with a colon, a "
                             "bracket or a backslash in 'single quotes'. The "
                             "parser says: ");
    one = all->type == JSON_ARRAY ? all->first : all;
    for (; one; one = one->next, ++*n) {
        if (*n == CLAIMS_MOST)
            return err_set(e, ERR_LIMIT, "an entry has at most %d claims",
                           CLAIMS_MOST);
        if (!claim_from_json(a, one, &(*out)[*n], e)) {
            e->line = e->line ? e->line : one->line;
            return false;
        }
    }
    return *n || err_set(e, ERR_DOMAIN, "the list has no claims");
}

/* ---- the problem ---- */

static const struct json *symbols_tree(struct arena *a, const char *text)
{
    struct grade_request r = { 0 };
    struct json *object = json_new(a, JSON_OBJECT);
    struct json *list = json_new(a, JSON_ARRAY);

    request_set_symbols(a, &r, text);
    for (size_t i = 0; i < r.symbols_n && i < LIMIT_SYMBOLS; i++)
        json_push(list, json_new_string(a, r.symbols[i]));
    if (!list->count)
        return NULL;
    json_set(a, object, "params", list);
    return object;
}

static void write_draft_set_keys(struct arena *a, const struct entry_draft *d,
                                 struct problem *p)
{
    const char *answer = d->text[DRAFT_ANSWER];
    struct grade_request r = { .gold = answer, .gold_n = strlen(answer) };
    struct key_look *looks = arena_array(a, struct key_look, LIMIT_KEYS);
    struct draft_limit limit;
    enum answer_kind kind;
    bool has_kind = answer_find(d->text[DRAFT_KIND], &kind);
    size_t n;

    draft_limit(a, d, &limit);
    request_set_symbols(a, &r, d->text[DRAFT_SYMBOLS]);
    r.has_kind = has_kind;
    r.kind = has_kind ? kind : ANSWER_NUMBER;
    n = grade_look(a, &r, looks);
    if (n == 0)
        looks[n++].text = answer;
    p->keys = arena_array(a, struct key, n);
    p->n_keys = n;
    for (size_t i = 0; i < n; i++)
        p->keys[i] = (struct key){
            .name = looks[i].name,
            .latex = looks[i].text,
            .kind = has_kind ? kind : grade_look_kind(a, &looks[i]),
            .source = n == 1 && !str_eq(looks[i].text, answer) ? answer : NULL,
            .limit = limit.json,
        };
}

void draft_problem(struct arena *a, const struct entry_draft *d,
                   struct problem *out)
{
    struct vec names = vec_in(a, sizeof(const char *));
    struct concept_job concepts = { a, NULL, &names };

    *out = (struct problem){ .statement = d->text[DRAFT_STATEMENT],
                             .solution = d->text[DRAFT_SOLUTION],
                             .proof_detail = "" };
    write_draft_set_keys(a, d, out);
    out->extra = symbols_tree(a, d->text[DRAFT_SYMBOLS]);
    each_concept(a, d->text[DRAFT_CONCEPTS], &concepts, take_concept);
    out->concepts = names.items;
    out->n_concepts = names.n;
}
