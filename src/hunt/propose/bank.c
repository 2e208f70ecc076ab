/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/bank.h"
#include "base/json.h"
#include "report/datum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- worth ---- */

double bank_accuracy(const struct bank_entry *h)
{
    return h->visits ? (double)h->right / (double)h->visits : 0;
}

double bank_balanced(const struct bank_entry *h, size_t labels)
{
    size_t most = labels > h->by_label.n ? labels : h->by_label.n;
    double sum = 0;

    if (!h->by_label.n)
        return NAN;
    for (size_t i = 0; i < h->by_label.n; i++) {
        const struct bank_tally *t =
            vec_get(&h->by_label, struct bank_tally, i);

        sum += (double)t->right / (double)t->visits;
    }
    sum += (double)(most - h->by_label.n) / (double)most;
    return sum / (double)most;
}

double bank_worth(const struct bank *b, const struct bank_entry *h)
{
    return b->labels && h->by_label.n ? bank_balanced(h, b->labels)
                                      : bank_accuracy(h);
}

double bank_reward(const struct bank *b, const struct bank_entry *h, double t)
{
    if (!h->visits)
        return BANK_UNTRIED;
    return bank_worth(b, h) +
           b->alpha * sqrt(log(t > 1 ? t : 1) / (double)h->visits);
}

void bank_refresh(struct bank *b, double t)
{
    for (size_t i = 0; i < b->n; i++)
        b->entries[i].reward = bank_reward(b, &b->entries[i], t);
}

/* ---- tries ---- */

struct bank_entry bank_entry_new(struct arena *a, const char *text)
{
    return (struct bank_entry){
        .text = text,
        .by_label = vec_in(a, sizeof(struct bank_tally)),
        .correct = vec_in(a, sizeof(struct bank_hit)),
    };
}

static struct bank_tally *tally_of(struct bank_entry *h, const char *label)
{
    struct bank_tally *t;

    for (size_t i = 0; i < h->by_label.n; i++) {
        t = vec_get(&h->by_label, struct bank_tally, i);
        if (str_eq(t->label, label))
            return t;
    }
    t = vec_push(&h->by_label);
    *t = (struct bank_tally){ .label = label };
    return t;
}

void bank_count(struct bank_entry *h, size_t row, const char *label, bool right)
{
    struct bank_tally *t = tally_of(h, label);

    h->visits++;
    t->visits++;
    if (!right)
        return;
    h->right++;
    t->right++;
    *(struct bank_hit *)vec_push(&h->correct) = (struct bank_hit){ row, label };
}

/* ---- adding ---- */

/* The same concepts and bound, and at least one. */
static bool same_claim(const struct suspicion *x, const struct suspicion *y)
{
    return (x->n_concepts || x->bound.kind != BOUND_NONE) &&
           suspicion_equal(x, y);
}

static void bank_grow(struct bank *b)
{
    size_t cap = b->cap ? 2 * b->cap : 32;
    struct bank_entry *more = arena_array(b->arena, struct bank_entry, cap);

    if (b->n)
        memcpy(more, b->entries, b->n * sizeof(*more));
    b->entries = more;
    b->cap = cap;
}

bool bank_find(const struct bank *b, const struct bank_entry *h, bool by_claim,
               size_t *at)
{
    size_t i = 0;

    while (i < b->n && !str_eq(b->entries[i].text, h->text) &&
           !(by_claim && same_claim(&b->entries[i].suspicion, &h->suspicion)))
        i++;
    *at = i;
    return i < b->n;
}

bool bank_add(struct bank *b, const struct bank_entry *h, bool by_claim,
              size_t *at)
{
    if (bank_find(b, h, by_claim, at))
        return false;
    if (b->n == b->cap)
        bank_grow(b);
    b->entries[b->n++] = *h;
    return true;
}

/* ---- order ---- */

static int bank_by_number(double x, double y)
{
    return x < y ? 1 : x > y ? -1 : 0;
}

/* An entry's place in an order. */
struct rank {
    double reward, worth;
    const char *text;
    size_t at;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    int c = bank_by_number(x->reward, y->reward);

    c = c ? c : bank_by_number(x->worth, y->worth);
    return c ? c : strcmp(x->text, y->text);
}

/* The best k by reward, or by worth alone. */
static size_t bank_best_of(struct arena *a, const struct bank *b, size_t k,
                           bool rewarded, size_t **out)
{
    struct rank *ranks = arena_array(a, struct rank, b->n + 1);
    size_t n = k && k < b->n ? k : b->n;

    for (size_t i = 0; i < b->n; i++) {
        const struct bank_entry *h = &b->entries[i];
        double worth = bank_worth(b, h);

        ranks[i] =
            (struct rank){ rewarded ? h->reward : worth, worth, h->text, i };
    }
    qsort(ranks, b->n, sizeof(*ranks), compare_ranks);
    *out = arena_array(a, size_t, n + 1);
    for (size_t i = 0; i < n; i++)
        (*out)[i] = ranks[i].at;
    return n;
}

size_t bank_top(struct arena *a, const struct bank *b, size_t k, size_t **out)
{
    return bank_best_of(a, b, k, true, out);
}

size_t bank_worthiest(struct arena *a, const struct bank *b, size_t k,
                      size_t **out)
{
    return bank_best_of(a, b, k, false, out);
}

void bank_cut(struct bank *b, size_t most)
{
    struct arena scratch = { 0 };
    struct bank_entry *old = arena_array(&scratch, struct bank_entry, b->n + 1);
    size_t *top, n = bank_top(&scratch, b, 0, &top);

    if (b->n)
        memcpy(old, b->entries, b->n * sizeof(*old));
    b->n = n < most ? n : most;
    for (size_t i = 0; i < b->n; i++)
        b->entries[i] = old[top[i]];
    arena_clear(&scratch);
}

static bool bank_is_better(const struct bank *b, const struct bank_entry *x,
                           const struct bank_entry *y)
{
    int c = bank_by_number(bank_worth(b, x), bank_worth(b, y));

    if (c == 0 && x->visits != y->visits)
        c = x->visits > y->visits ? -1 : 1;
    return (c ? c : strcmp(x->text, y->text)) < 0;
}

size_t bank_best(const struct bank *b)
{
    size_t best = 0;

    INVARIANT(b->n > 0);
    for (size_t i = 1; i < b->n; i++)
        if (bank_is_better(b, &b->entries[i], &b->entries[best]))
            best = i;
    return best;
}

/*
 * Banks as files of HypoGeniC.
 */

static struct json *bank_number(struct arena *a, double x)
{
    const char *s = datum_digits(a, x, 15);

    return s ? json_new_number(a, s) : json_new(a, JSON_NULL);
}

static struct json *hits_json(struct arena *a, const struct vec *hits)
{
    struct json *all = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < hits->n; i++) {
        const struct bank_hit *hit = vec_get(hits, struct bank_hit, i);
        struct json *pair = json_push(all, json_new(a, JSON_ARRAY));

        json_push(pair, json_new_int(a, (int64_t)hit->row));
        json_push(pair, json_new_string(a, hit->label));
    }
    return all;
}

static struct json *entry_json(struct arena *a, const struct bank_entry *h,
                               size_t labels)
{
    struct json *v = json_new(a, JSON_OBJECT), *names;
    struct suspicion bound = { .bound = h->suspicion.bound };

    json_set(a, v, "hypothesis", json_new_string(a, h->text));
    json_set(a, v, "acc", bank_number(a, bank_accuracy(h)));
    json_set(a, v, "balanced", bank_number(a, bank_balanced(h, labels)));
    json_set(a, v, "num_visits", json_new_int(a, (int64_t)h->visits));
    json_set(a, v, "reward", bank_number(a, h->reward));
    json_set(a, v, "correct_examples", hits_json(a, &h->correct));
    json_set(a, v, "factor",
             json_new_text(a, bound.bound.kind == BOUND_NONE
                                  ? NULL
                                  : suspicion_short(a, &bound)));
    names = json_set(a, v, "concepts", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < h->suspicion.n_concepts; i++)
        json_push(names, json_new_string(a, h->suspicion.concepts[i]));
    return v;
}

/* One entry a line, so that people can read it and compare files. */
void bank_write(struct str *out, const struct bank *b)
{
    struct arena a = { 0 };

    str_addc(out, '{');
    for (size_t i = 0; i < b->n; i++) {
        str_add(out, i ? ",\n " : "\n ");
        json_write_string(out, b->entries[i].text);
        str_add(out, ": ");
        json_write(out, entry_json(&a, &b->entries[i], b->labels));
        arena_reset(&a);
    }
    str_add(out, "\n}\n");
    arena_clear(&a);
}
