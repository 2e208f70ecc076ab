/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The rows that a model is shown: those of the outcomes, in the order of a
 * seed.
 */
#include "base/rng.h"
#include "grade/extract/extract.h"
#include "hunt/propose/propose_int.h"
#include "hunt/said.h"

#include <string.h>

#define REPLY_MOST  12000 /* bytes of a reply that are shown */
#define LABELS_MOST 16    /* that take turns; further ones count as one */

/* ---- rows of outcomes ---- */

static const char *label_of(const struct example *x, const struct task *t)
{
    if (x->tries == 0)
        return "";
    return example_fails(x) ? t->fails : t->solved;
}

/* A reply as prompts show it: without its thoughts, and without its middle
 * where it is long. */
static const char *shown_reply(struct arena *a, const char *text)
{
    size_t n = strlen(text), from, head = REPLY_MOST / 2, tail;

    if (!extract_skip_thinking(text, n, &from))
        from = 0; /* it never ends: all there is */
    text += from;
    n -= from;
    if (n <= REPLY_MOST)
        return text;
    tail = n - REPLY_MOST / 2;
    while (head && ((unsigned char)text[head] & 0xC0) == 0x80)
        head--;
    while (((unsigned char)text[tail] & 0xC0) == 0x80)
        tail++;
    return arena_printf(a, "%.*s\n[...]\n%s", (int)head, text, text + tail);
}

static const char *key_of(struct arena *a, const struct example *x)
{
    return x->problem && x->problem->n_keys
               ? keys_text(a, x->problem->keys, x->problem->n_keys)
               : said_in(x->row).key;
}

static const char *concepts_of(struct arena *a, const struct vocabulary *v,
                               size_t row)
{
    struct str s = str_in(a);

    if (!v)
        return "not known";
    for (const uint32_t *c = v->of[row]; *c != UINT32_MAX; c++)
        str_addf(&s, "%s%s", s.n ? "; " : "", v->names[*c]);
    return s.n ? str_get(&s) : "none";
}

static void fill_row(struct arena *a, const struct example *x,
                     const struct propose_reply *r, const struct task *t,
                     size_t i, struct task_data *out)
{
    struct row_said said = said_in(x->row);
    const char *extract = r && r->extract ? r->extract : x->answer;
    const char *reply = r && r->text ? r->text : said.reply;

    extract = extract && *extract ? extract : said.answer;
    out->values[0][i] = x->text ? x->text : "";
    out->values[1][i] = *reply ? shown_reply(a, reply) : extract;
    out->values[2][i] = extract;
    out->values[3][i] = key_of(a, x);
    out->values[4][i] = x->solution ? x->solution : "";
    out->values[5][i] = label_of(x, t);
}

void propose_data(struct arena *a, const struct outcomes *s,
                  const struct vocabulary *v, const struct task *t,
                  const struct propose_reply *replies, struct task_data *out)
{
    static const char *const fields[] = { "statement", "reply",    "extract",
                                          "key",       "solution", "label",
                                          "concepts",  "traits" };

    *out = (struct task_data){ .n_fields = 8, .n = s->n, .label = 5 };
    out->hunt = true;
    out->fields = arena_array(a, const char *, 8);
    out->values = arena_array(a, const char **, 8);
    for (size_t k = 0; k < 8; k++) {
        out->fields[k] = fields[k];
        out->values[k] = arena_array(a, const char *, s->n ? s->n : 1);
    }
    out->own = arena_array(a, const struct json *, s->n + 1);
    for (size_t i = 0; i < s->n; i++) {
        out->own[i] = s->examples[i].row;
        fill_row(a, &s->examples[i], replies ? &replies[i] : NULL, t, i, out);
        out->values[6][i] = concepts_of(a, v, i);
        out->values[7][i] = propose_traits(a, s, i);
    }
}

/* ---- of a seed ---- */

struct rng propose_stream(const char *purpose, const char *seed, uint64_t x,
                          uint64_t y)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, purpose);
    hasher_text(&h, seed);
    hasher_u64(&h, x);
    hasher_u64(&h, y);
    rng_init(&r, hasher_close(&h));
    return r;
}

static bool has_field(const struct task_data *d, const char *name)
{
    for (size_t k = 0; k < d->n_fields; k++)
        if (str_eq(d->fields[k], name))
            return true;
    return false;
}

/* The rows order[0..n) of the data; its own may lack concepts. */
static void take_rows(struct arena *a, const struct propose_job *j,
                      const size_t *order, size_t n, struct task_data *out)
{
    const struct task_data *d = j->data;
    bool more = !has_field(d, "concepts");
    size_t fields = d->n_fields + more;

    *out = *d;
    out->n_fields = fields;
    out->n = n;
    out->lines = NULL;
    out->own = d->own ? arena_array(a, const struct json *, n + 1) : NULL;
    for (size_t i = 0; i < n && d->own; i++)
        out->own[i] = d->own[order[i]];
    out->fields = arena_array(a, const char *, fields);
    out->values = arena_array(a, const char **, fields);
    for (size_t k = 0; k < fields; k++) {
        bool own = k == d->n_fields;

        out->fields[k] = own ? "concepts" : d->fields[k];
        out->values[k] = arena_array(a, const char *, n ? n : 1);
        for (size_t i = 0; i < n; i++)
            out->values[k][i] = own ? concepts_of(a, j->vocabulary, order[i])
                                    : d->values[k][order[i]];
    }
}

/* The number of rows[0..n) with another label than those before. */
static size_t label_number(const struct task_data *d, const char **labels,
                           size_t *n, size_t row)
{
    const char *label = d->values[d->label][row];
    size_t k = 0;

    while (k < *n && !str_eq(labels[k], label))
        k++;
    if (k == *n && k < LABELS_MOST)
        labels[(*n)++] = label;
    return k < LABELS_MOST ? k : LABELS_MOST - 1;
}

/* Labels by turns, while there are some of each: two rows of one, two of the
 * next, since of two rows one is for proposing and one for scoring. */
static void take_turns(struct arena *a, const struct task_data *d, size_t *rows,
                       size_t n)
{
    const char *labels[LABELS_MOST];
    size_t *sorted = arena_array(a, size_t, n + 1), kinds = 0, done = 0;
    size_t next[LABELS_MOST] = { 0 };
    size_t *kind = arena_array(a, size_t, n + 1);

    for (size_t i = 0; i < n; i++)
        kind[i] = label_number(d, labels, &kinds, rows[i]);
    while (done < n)
        for (size_t k = 0; k < kinds; k++)
            for (size_t two = 0; two < 2; two++) {
                while (next[k] < n && kind[next[k]] != k)
                    next[k]++;
                if (next[k] < n)
                    sorted[done++] = rows[next[k]++];
            }
    for (size_t i = 0; i < n; i++)
        rows[i] = sorted[i];
}

void propose_rows(struct arena *a, const struct propose_job *j,
                  struct task_data *train, const size_t **order)
{
    const struct task_data *d = j->data;
    size_t *rows = arena_array(a, size_t, d->n ? d->n : 1), n = 0;
    struct rng r = propose_stream("propose/order", j->o->seed, 0, 0);

    for (size_t i = 0; i < d->n; i++)
        if (*d->values[d->label][i])
            rows[n++] = i;
    rng_shuffle(&r, rows, n, sizeof(*rows));
    if (j->o->balance)
        take_turns(a, d, rows, n);
    if (j->o->num_train && j->o->num_train < n)
        n = j->o->num_train;
    take_rows(a, j, rows, n, train);
    *order = rows;
}

const char *propose_names(struct arena *a, const struct vocabulary *v)
{
    struct str s = str_in(a);

    for (size_t i = 0; v && i < v->n; i++)
        str_addf(&s, "%s- %s", i ? "\n" : "", v->names[i]);
    if (v && !v->n)
        return "- (none have names: bound a trait)";
    return s.n ? str_get(&s) : "- (no list: name them in your own words)";
}
