/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/source/certify.h"
#include "base/str.h"
#include "evolve/source/import_int.h"
#include "evolve/source/propose.h"
#include "evolve/structure/second.h"
#include "text/fold.h"

#include <string.h>

/*
 * Certificates by a model. The question has the text with N_00, N_01 ... for
 * its numbers, so that a model which remembers the row cannot work backwards
 * from its answer.
 */

static const char ask_text[] =
    "In the problem below some numbers have names: N_00, N_01 and so on. Write "
    "the computation that answers it, whatever these numbers are, as one "
    "formula over the names.\n"
    "Use only + - * / and brackets, the names, and numbers that the text has "
    "or that everybody knows (60 minutes, 100 percent: N_00% is N_00/100).\n"
    "Answer with one line: Formula: ...\n\n"
    "Problem:\n";

const char certify_again[] =
    "That line is not a formula of names, numbers, + - * / and brackets. "
    "Write it again, one line: Formula: ...";

static const struct graph *graph_of(const struct imported *row)
{
    return row->reason == IMPORT_FINE && row->structure.kind == &structure_graph
               ? row->structure.data
               : NULL;
}

bool certify_wants(const struct imported *row)
{
    const struct graph *g = graph_of(row);

    return g && !g->second && !g->locked && g->n_used && !row->proposed &&
           row->fix != FIX_TIED && row->fix != FIX_UNMATCHED;
}

/* Makes the nodes the second program of the row, if they certify it. */
static bool certify_nodes(struct arena *a, struct imported *row, const char *by,
                          const struct graph_node *nodes, size_t n)
{
    struct graph_second *second = arena_new(a, struct graph_second);
    struct graph *g = arena_new(a, struct graph);

    *second = (struct graph_second){ .by = by, .nodes = nodes, .n = n };
    *g = *graph_of(row);
    g->second = second;
    if (second_fault(a, g))
        return false;
    row->structure.data = g;
    return true;
}

bool certify_formula(struct arena *a, struct imported *row, const char *formula,
                     const char *by, bool *read)
{
    struct import_terms *t = arena_new(a, struct import_terms);
    const char *mark = strrchr(formula, '=');
    size_t root;

    *read = import_term_read(a, t, span_of(mark ? mark + 1 : formula), &root) &&
            t->n <= GRAPH_NODES;
    for (size_t i = 0; *read && i < t->n; i++)
        *read = t->term[i].op != GRAPH_SLOT ||
                t->term[i].a < graph_of(row)->n_slots;
    return *read && certify_nodes(a, row, by, t->term, root + 1);
}

/* ---- asking ---- */

const char *certify_prompt(struct arena *a, const struct imported *row)
{
    const struct graph *g = graph_of(row);
    struct str out = str_in(a);

    str_add(&out, ask_text);
    for (size_t i = 0; i < g->n_sentences; i++)
        str_addf(&out, "%s%s", i ? " " : "",
                 graph_sentence(a, g, i, NULL, NO_SLOT, ""));
    return str_get(&out);
}

struct certifying {
    struct imported *rows;
    const char *by;
    size_t *certified;
};

static const char *certified_prompt(struct arena *a, void *ctx, size_t row)
{
    const struct certifying *k = ctx;

    return certify_prompt(a, &k->rows[row]);
}

static const char *certify_complaint(struct arena *a, void *ctx, size_t row)
{
    (void)a, (void)ctx, (void)row;
    return certify_again;
}

/* What can be read is not asked for again, whether or not it certifies. */
static bool certify_take(struct arena *a, void *ctx, size_t row,
                         const char *formula)
{
    struct certifying *k = ctx;
    bool read;

    *k->certified += certify_formula(a, &k->rows[row], formula, k->by, &read);
    return read;
}

bool certify_ask(struct arena *a, struct questioner *c, struct imported *rows,
                 size_t n, size_t *certified, struct err *e)
{
    struct certifying k = { rows, c->model->spec, certified };
    const struct formula_asker f = { &k, certified_prompt, certify_complaint,
                                     certify_take };
    size_t *open = arena_array(a, size_t, n + 1), n_open = 0;

    for (size_t i = 0; i < n; i++)
        if (certify_wants(&rows[i]))
            open[n_open++] = i;
    return ask_formulas(a, c, &f, open, n_open, e);
}

/*
 * A second program from another annotation of the row than the one that made
 * the first: of a worked text the sentences beside its notes, of an equation
 * the gold and the kind of computation that the set names. Where an annotation
 * could be read in two ways it certifies nothing:
 *
 *   - every number of an equation has one source, a number of the text or an
 *     earlier result or a fixed unit, and no second one that is as large;
 *   - no number of the text is what two others make, which somebody may have
 *     worked out unseen;
 *   - every number of the text and every result is used, and the last result
 *     is the gold;
 *   - the text has no words that people take in two ways.
 */

#define TOKENS 1024

enum token_kind {
    TOKEN_NUMBER,
    TOKEN_SIGN, /* + - * / */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_EQUAL,
    TOKEN_WORD,
    TOKEN_END, /* of a line or sentence, or what is none of these */
};

struct token {
    enum token_kind kind;
    char sign;
    struct ratio value; /* of 25%: 1/4 */
    bool percent;
    struct span word;
};

struct prose {
    struct arena *arena;
    const struct import_text *text;
    const struct graph *graph;
    struct ratio gold;
    struct token token[TOKENS];
    size_t n;
    size_t at, end; /* the formula that is read */
    struct graph_node node[GRAPH_NODES];
    struct ratio value[GRAPH_NODES]; /* with the old numbers */
    struct graph_nodes made;         /* full: it certifies nothing */
    size_t result[NOTES];            /* nodes */
    bool spent[NOTES];
    size_t n_results;
    bool mentioned[MENTIONS];
};

/* ---- tokens ---- */

static void certify_add_token(struct prose *p, struct token t)
{
    if (p->n == TOKENS)
        p->made.full = true;
    else
        p->token[p->n++] = t;
}

static size_t certify_number_token(struct prose *p, struct span s, size_t at)
{
    struct token t = { .kind = TOKEN_NUMBER };
    char digits[32];
    size_t n = 0, k = 0;

    for (; is_digit(span_byte(s, at + n)) ||
           ((span_byte(s, at + n) == ',' || span_byte(s, at + n) == '.') &&
            is_digit(span_byte(s, at + n + 1)));
         n++)
        if (s.s[at + n] != ',' && k < sizeof(digits))
            digits[k++] = s.s[at + n];
    if (k == sizeof(digits) || !ratio_read(&t.value, digits, k))
        p->made.full = true;
    t.percent = span_byte(s, at + n) == '%';
    if (t.percent && !ratio_div(&t.value, t.value, RATIO(100)))
        p->made.full = true;
    certify_add_token(p, t);
    return n + t.percent;
}

/* The sentences without their notes. */
static const char *without_notes(struct arena *a, const char *worked)
{
    struct str out = str_in(a), plain = str_in(a);

    for (const char *s = worked; *s; s++) {
        const char *close = s[0] == '<' && s[1] == '<' ? strstr(s, ">>") : NULL;

        if (s[0] == '#' && s[1] == '#')
            break;
        if (close)
            s = close + 1;
        else
            str_addc(&out, *s);
    }
    fold_text(&plain, span_of(str_get(&out)),
              CHAR_TIMES | CHAR_DIVIDE | CHAR_MINUS | CHAR_DASH | CHAR_BLANK);
    return str_get(&plain);
}

static size_t sign_token(struct prose *p, struct span s, size_t at)
{
    char c = s.s[at];
    enum token_kind k = strchr("+-*/", c) ? TOKEN_SIGN
                        : strchr("([", c) ? TOKEN_OPEN
                        : strchr(")]", c) ? TOKEN_CLOSE
                        : c == '='        ? TOKEN_EQUAL
                                          : TOKEN_END;

    if (c != ' ' && c != '$')
        certify_add_token(p, (struct token){ .kind = k, .sign = c });
    return 1;
}

/* Does a number or bracket end before token i, perhaps with its unit behind? */
static bool certify_ends_before(const struct prose *p, size_t i, bool unit)
{
    while (unit && i > 0 && p->token[i - 1].kind == TOKEN_WORD)
        i--;
    return i > 0 && (p->token[i - 1].kind == TOKEN_NUMBER ||
                     p->token[i - 1].kind == TOKEN_CLOSE);
}

/* "20% of 5" and "3 sets x 5" multiply; "/hour" and "-gallon" are units. */
static void settle_words(struct prose *p)
{
    for (size_t i = 1; i + 1 < p->n; i++) {
        struct token *t = &p->token[i], *next = t + 1;
        bool right = next->kind == TOKEN_NUMBER || next->kind == TOKEN_OPEN;

        if (t->kind == TOKEN_WORD && right &&
            ((span_is_fold(t->word, "x") && certify_ends_before(p, i, true)) ||
             (span_is_fold(t->word, "of") && certify_ends_before(p, i, false))))
            *t = (struct token){ .kind = TOKEN_SIGN, .sign = '*' };
        if (t->kind == TOKEN_SIGN && strchr("/-", t->sign) &&
            next->kind == TOKEN_WORD)
            t->kind = TOKEN_WORD;
    }
}

static void certify_read_tokens(struct prose *p, struct span s)
{
    for (size_t at = 0, n; at < s.n; at += n) {
        if (is_digit(s.s[at])) {
            n = certify_number_token(p, s, at);
        } else if (is_letter(s.s[at])) {
            n = span_letters(s, at);
            certify_add_token(
                p, (struct token){ .kind = TOKEN_WORD,
                                   .word = span_cut(s, at, at + n) });
        } else {
            n = sign_token(p, s, at);
        }
    }
    certify_add_token(p, (struct token){ .kind = TOKEN_END });
    settle_words(p);
}

/* ---- programs ---- */

/* The number of the text: its slot, or itself where it may not change. */
static size_t certify_add_mention(struct prose *p, size_t i)
{
    const struct mention *m = &p->text->mentions[i];
    size_t k = graph_slot_at(p->graph, m->sentence, m->number.at);

    p->mentioned[i] = true;
    return k < p->graph->n_slots ? graph_add_slot(&p->made, k, m->number.value)
                                 : graph_add_const(&p->made, m->number.value);
}

/* ---- where a number comes from ---- */

static bool certify_is_free(const struct prose *p, size_t i)
{
    return p->text->mentions[i].number.form != NUMBER_SET;
}

/* What a step would have for the number of the text: as it stands, or as a
 * share; 5 million is 5000000. *by: what its value is multiplied by. */
static bool can_be(const struct number *x, struct ratio v, bool percent,
                   struct ratio *by)
{
    struct ratio y;

    *by = RATIO(x->scale);
    if (!percent && ratio_mul(&y, x->value, *by) && ratio_equal(y, v))
        return true;
    return x->percent && ratio_make(by, 1, 100) &&
           ratio_mul(&y, x->value, *by) && ratio_equal(y, v);
}

/* Numbers of the text that can be v; *first is the first of them that nothing
 * has used, else the first. */
static size_t count_mentions(const struct prose *p, const struct token *t,
                             size_t *first, struct ratio *by)
{
    size_t n = 0;
    struct ratio scale;

    for (size_t i = 0; i < p->text->n; i++)
        if (certify_is_free(p, i) && can_be(&p->text->mentions[i].number,
                                            t->value, t->percent, &scale)) {
            if (n == 0 || (p->mentioned[*first] && !p->mentioned[i])) {
                *first = i;
                *by = scale;
            }
            n++;
        }
    return n;
}

static size_t count_results(const struct prose *p, struct ratio v, size_t *last)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_results; i++)
        if (ratio_equal(p->value[p->result[i]], v)) {
            *last = i;
            n++;
        }
    return n;
}

static size_t certify_refuse(struct prose *p)
{
    p->made.full = true;
    return 0;
}

static size_t certify_source_of(struct prose *p, const struct token *t)
{
    size_t mention = 0, result = 0, x;
    struct ratio by = RATIO(1);
    size_t mentions = count_mentions(p, t, &mention, &by);
    size_t results = count_results(p, t->value, &result);
    bool fixed =
        import_unit(p->text, t->value) || import_word(p->text, t->value);

    if (mentions + results == 0)
        return fixed || ratio_equal(t->value, RATIO(1))
                   ? graph_add_const(&p->made, t->value)
                   : certify_refuse(p);
    if ((mentions > 0) + results + fixed > 1)
        return certify_refuse(p);
    if (results) {
        p->spent[result] = true;
        return p->result[result];
    }
    x = certify_add_mention(p, mention);
    return ratio_equal(by, RATIO(1))
               ? x
               : graph_add_step(&p->made, GRAPH_MUL, x,
                                graph_add_const(&p->made, by));
}

/* ---- formulas ---- */

static const struct token *certify_peek(struct prose *p)
{
    static const struct token none = { .kind = TOKEN_END };

    while (p->at < p->end && p->token[p->at].kind == TOKEN_WORD)
        p->at++;
    return p->at < p->end ? &p->token[p->at] : &none;
}

static size_t certify_read_joined(struct prose *p, bool sum, int depth);

static size_t certify_read_factor(struct prose *p, int depth)
{
    const struct token *t = certify_peek(p);
    size_t x;

    if (p->made.full || depth > IMPORT_DEPTH)
        return certify_refuse(p);
    p->at++;
    if (t->kind == TOKEN_NUMBER)
        return certify_source_of(p, t);
    if (t->kind != TOKEN_OPEN)
        return certify_refuse(p);
    x = certify_read_joined(p, true, depth + 1);
    if (certify_peek(p)->kind != TOKEN_CLOSE)
        return certify_refuse(p);
    p->at++;
    return x;
}

/* Factors of a product, or with `sum` addends. */
static size_t certify_read_joined(struct prose *p, bool sum, int depth)
{
    size_t x = sum ? certify_read_joined(p, false, depth)
                   : certify_read_factor(p, depth);
    const struct token *t;

    while (!p->made.full && (t = certify_peek(p))->kind == TOKEN_SIGN &&
           strchr(sum ? "+-" : "*/", t->sign)) {
        enum graph_op op = t->sign == '+'   ? GRAPH_ADD
                           : t->sign == '-' ? GRAPH_SUB
                           : t->sign == '*' ? GRAPH_MUL
                                            : GRAPH_DIV;

        p->at++;
        x = graph_add_step(&p->made, op, x,
                           sum ? certify_read_joined(p, false, depth)
                               : certify_read_factor(p, depth));
    }
    return x;
}

/* ---- equations ---- */

/* Where the formula before `end` begins: numbers that no sign joins, and what
 * is no part of a formula, end it. */
static size_t certify_formula_start(const struct prose *p, size_t end)
{
    bool joined = true; /* a number may stand next */
    size_t start = end;
    int depth = 0;

    for (size_t i = end; i-- > 0;) {
        const struct token *t = &p->token[i];

        if (t->kind == TOKEN_WORD)
            continue;
        if (t->kind == TOKEN_EQUAL || t->kind == TOKEN_END ||
            (t->kind == TOKEN_OPEN && depth == 0) ||
            ((t->kind == TOKEN_NUMBER || t->kind == TOKEN_CLOSE) && !joined))
            break;
        depth += (t->kind == TOKEN_CLOSE) - (t->kind == TOKEN_OPEN);
        joined = t->kind == TOKEN_SIGN || t->kind == TOKEN_CLOSE;
        if (t->kind != TOKEN_SIGN)
            start = i;
    }
    return start;
}

/* Is what stands behind the "=" the value? A longer formula there is only
 * another way to say it, and ends in the value as well. */
static bool certify_gives(const struct prose *p, size_t equal, struct ratio v)
{
    for (size_t i = equal + 1; i < p->n; i++) {
        const struct token *t = &p->token[i];

        if (t->kind == TOKEN_NUMBER)
            return p->token[i + 1].kind == TOKEN_SIGN ||
                   ratio_equal(t->value, v);
        if (t->kind != TOKEN_WORD)
            return t->kind == TOKEN_OPEN;
    }
    return false;
}

static void read_equations(struct prose *p)
{
    bool opened = false; /* the formula before the last "=" was read */

    for (size_t i = 0; i < p->n && !p->made.full; i++) {
        size_t start, x;

        if (p->token[i].kind == TOKEN_END)
            opened = false;
        if (p->token[i].kind != TOKEN_EQUAL)
            continue;
        start = certify_formula_start(p, i);
        if (opened && start > 0 && p->token[start - 1].kind == TOKEN_EQUAL)
            continue; /* in the middle: "a = b = c" */
        opened = false;
        for (size_t k = start; k < i; k++)
            opened = opened || p->token[k].kind == TOKEN_SIGN;
        if (!opened) {
            p->made.full = start < i; /* "half of 10 = 5" */
            continue;
        }
        p->at = start;
        p->end = i;
        x = certify_read_joined(p, true, 0);
        p->made.full = p->made.full || certify_peek(p)->kind != TOKEN_END ||
                       p->n_results == NOTES ||
                       !certify_gives(p, i, p->value[x]);
        if (!p->made.full)
            p->result[p->n_results++] = x;
    }
}

/* ---- what is used ---- */

/* May the number of the text be passed over? A 1, a word, the 30 of "30th". */
static bool is_colour(const struct prose *p, size_t i)
{
    const struct mention *m = &p->text->mentions[i];
    const char *s = p->text->sentences[m->sentence];

    return ratio_equal(m->number.value, RATIO(1)) ||
           (!certify_is_free(p, i) &&
            (!is_digit(s[m->number.at]) ||
             is_letter(s[m->number.at + m->number.n - 1]) ||
             is_letter(s[m->number.at + m->number.n])));
}

/* Does a step use a number as large? */
static bool certify_is_used(const struct prose *p, struct ratio v)
{
    for (size_t i = 0; i < p->text->n; i++)
        if (p->mentioned[i] &&
            ratio_equal(p->text->mentions[i].number.value, v))
            return true;
    for (size_t i = 0; i < p->made.n; i++)
        if (p->node[i].op == GRAPH_CONST && ratio_equal(p->node[i].value, v))
            return true;
    return false;
}

static bool all_used(const struct prose *p)
{
    for (size_t i = 0; i + 1 < p->n_results; i++)
        if (!p->spent[i])
            return false;
    for (size_t i = 0; i < p->text->n; i++)
        if (!is_colour(p, i) &&
            !certify_is_used(p, p->text->mentions[i].number.value))
            return false;
    return true;
}

/* "3 times more", "3 times larger": some mean 3 times as much, some 4. And "5%
 * a year" is of the first price, or of the year's. */
static bool certify_is_loose(const struct import_text *t)
{
    const char *s = t->words;

    if (import_text_has(t, "% percent") &&
        import_text_has(t, "rate_of annual annually yearly interest compound "
                           "depreciate depreciates appreciates"))
        return true;
    while ((s = strstr(s, " times "))) {
        size_t n = strcspn(s += 7, " ");

        if (str_starts(s, "more ") ||
            (n > 3 && memcmp(s + n - 2, "er", 2) == 0))
            return true;
    }
    return false;
}

/* Is a number of the text what two others make? */
static bool certify_is_made(const struct prose *p, size_t i)
{
    const struct import_text *t = p->text;
    struct ratio v;

    for (size_t k = 0; k < t->n; k++)
        for (size_t j = 0; j < t->n; j++)
            for (enum graph_op op = GRAPH_ADD; op < GRAPH_OPS; op++)
                if (k != i && j != i && k != j &&
                    !ratio_equal(t->mentions[k].number.value, RATIO(1)) &&
                    !ratio_equal(t->mentions[j].number.value, RATIO(1)) &&
                    graph_apply(op, t->mentions[k].number.value,
                                t->mentions[j].number.value, &v) &&
                    ratio_equal(v, t->mentions[i].number.value))
                    return true;
    return false;
}

/* ---- from the gold ---- */

/* Does SVAMP say that the computation is this one? */
static bool type_allows(const struct problem *p, enum graph_op op)
{
    static const char *const names[GRAPH_OPS] = { 0,       0,       "Add",
                                                  "Subtr", "Multi", "Common-" };
    const char *type = json_string(json_at(p->meta, "fields.Type"));

    return type && str_starts(type, names[op]);
}

/* The only step from two numbers of the text to the gold: where two ways lead
 * there nobody knows which is meant. */
static bool search_gold(struct prose *p, const struct problem *row)
{
    size_t found = 0;
    bool allowed = true;

    for (size_t i = 0; i < p->text->n; i++)
        for (size_t k = 0; k < p->text->n; k++)
            for (enum graph_op op = GRAPH_ADD; op < GRAPH_OPS; op++) {
                struct ratio v;
                bool turns = op == GRAPH_ADD || op == GRAPH_MUL;

                if (i == k || (turns && i > k) ||
                    !graph_apply(op, p->text->mentions[i].number.value,
                                 p->text->mentions[k].number.value, &v) ||
                    !ratio_equal(v, p->gold) || found++)
                    continue;
                allowed = type_allows(row, op) && certify_is_free(p, i) &&
                          certify_is_free(p, k);
                graph_add_step(&p->made, op, certify_add_mention(p, i),
                               certify_add_mention(p, k));
            }
    return found == 1 && allowed && all_used(p);
}

/* ---- all of it ---- */

static bool certify_read_worked(struct prose *p, const char *worked)
{
    bool made = false;

    certify_read_tokens(p, span_of(without_notes(p->arena, worked)));
    for (size_t i = 0; i < p->text->n; i++)
        made = made || (certify_is_free(p, i) && certify_is_made(p, i));
    if (p->made.full || made || certify_is_loose(p->text))
        return false;
    read_equations(p);
    return !p->made.full && p->n_results > 0 && all_used(p) &&
           p->result[p->n_results - 1] + 1 == p->made.n &&
           ratio_equal(p->value[p->made.n - 1], p->gold);
}

bool certify_annotation(struct arena *a, const struct problem *problem,
                        struct imported *row)
{
    struct import_text *t = arena_new(a, struct import_text);
    struct prose *p = arena_new(a, struct prose);
    const char *statement;

    if (!certify_wants(row) || !import_gold(problem, &p->gold) ||
        !import_fill_statement(a, problem, &statement) ||
        !import_text_read(a, statement, t))
        return false;
    p->arena = a;
    p->text = t;
    p->graph = row->structure.data;
    p->made = (struct graph_nodes){ p->node, 0, GRAPH_NODES, false, p->value };
    if (import_has_equation(problem)
            ? !search_gold(p, problem)
            : !certify_read_worked(p, import_worked(problem)))
        return false;
    return !p->made.full &&
           certify_nodes(a, row, "annotation", p->node, p->made.n);
}
