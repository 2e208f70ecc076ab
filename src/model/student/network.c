/* SPDX-License-Identifier: Apache-2.0 */
#include "model/student/network.h"
#include "base/alloc.h"
#include "base/err.h"
#include "model/student/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- turns of positions ---- */

/* e^x by basic operations alone, for x in -10..0: the series of x / 1024, then
 * ten squares. */
static double network_exponential(double x)
{
    double y = x / 1024, term = 1, sum = 1;

    for (int i = 1; i < 12; i++) {
        term = term * y / i;
        sum = sum + term;
    }
    for (int i = 0; i < 10; i++)
        sum = sum * sum;
    return sum;
}

/* Cosine and sine of x >= 0 by their series, after whole turns are gone. */
static void cosine_sine(double x, double *c, double *s)
{
    const double turn = 6.283185307179586, rest = 2.4492935982947064e-16;
    double k = (double)(int64_t)(x / turn + 0.5);
    double y = x - k * turn - k * rest, term = 1;

    *c = 1;
    *s = 0;
    for (int i = 1; i < 34; i++) {
        term = term * y / i;
        if (i % 2)
            *s = *s + (i % 4 == 1 ? term : -term);
        else
            *c = *c + (i % 4 == 0 ? term : -term);
    }
}

static void make_turns(struct network *n)
{
    const struct student_size *s = &n->p->size;
    const int half = s->head / 2;
    const double log_base = 9.210340371976184; /* of 10000 */

    n->turns = alloc_new((size_t)s->context * (size_t)s->head, sizeof(float));
    for (int i = 0; i < half; i++) {
        double rate = network_exponential(-log_base * i / half);

        for (int t = 0; t < s->context; t++) {
            float *at = n->turns + (size_t)t * (size_t)s->head;
            double c, sine;

            cosine_sine(t * rate, &c, &sine);
            at[i] = (float)c;
            at[half + i] = (float)sine;
        }
    }
}

void network_open(struct network *n, const struct parameters *p,
                  const struct kernel *kernel)
{
    const struct student_size *s = &p->size;

    *n = (struct network){ .p = p, .kernel = kernel };
    n->most_width = kernel_most(s->width, KERNEL_BYTE);
    n->most_inner = kernel_most(s->inner, KERNEL_BYTE);
    n->most_head = kernel_most(s->head, KERNEL_KEPT);
    n->page_bytes =
        (size_t)s->layers * (size_t)s->heads * kernel_block(s->head);
    make_turns(n);
}

void network_clear(struct network *n)
{
    free(n->turns);
    *n = (struct network){ 0 };
}

/* ---- memory of a thread ---- */

struct desk {
    float *x;        /* rows x width: what the layers add to */
    float *qkv;      /* rows x 3 width */
    float *y;        /* rows x the wider of width and inner */
    float *up;       /* rows x inner */
    float *logits;   /* rows x pieces */
    int16_t *q;      /* rows x the wider of width and inner */
    float *scale;    /* rows */
    int16_t *head;   /* a query in whole numbers */
    float *score;    /* context */
    int16_t *weight; /* context */
    int *listed;     /* pages of the context */
    struct network_row row[NETWORK_ROWS];
    int n;
};

struct desk *desk_new(const struct network *n)
{
    const struct student_size *s = &n->p->size;
    struct desk *d = alloc_new(1, sizeof(*d));
    size_t width = (size_t)s->width, inner = (size_t)s->inner;
    size_t wide = width > inner ? width : inner, rows = NETWORK_ROWS;
    size_t context =
        ((size_t)s->context + KERNEL_PAGE - 1) / KERNEL_PAGE * KERNEL_PAGE;

    d->x = student_memory(rows * width * sizeof(float));
    d->qkv = student_memory(rows * 3 * width * sizeof(float));
    d->y = student_memory(rows * wide * sizeof(float));
    d->up = student_memory(rows * inner * sizeof(float));
    d->logits = student_memory(rows * (size_t)s->pieces * sizeof(float));
    d->q = student_memory(rows * wide * sizeof(int16_t));
    d->scale = student_memory(rows * sizeof(float));
    d->head = student_memory((size_t)s->head * sizeof(int16_t));
    d->score = student_memory(context * sizeof(float));
    d->weight = student_memory(context * sizeof(int16_t));
    d->listed = student_memory(context / KERNEL_PAGE * sizeof(int));
    return d;
}

void desk_free(struct desk *d)
{
    void *all[] = { d->x,     d->qkv,  d->y,     d->up,     d->logits, d->q,
                    d->scale, d->head, d->score, d->weight, d->listed, d };

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        free(all[i]);
}

/* ---- a step ---- */

static void embed(const struct network *n, struct desk *d)
{
    const struct dense *m = &n->p->embed;

    for (int r = 0; r < d->n; r++) {
        int piece = d->row[r].piece;
        float *x = d->x + (size_t)r * (size_t)m->terms;

        for (int i = 0; i < m->terms; i++)
            x[i] = (float)m->q[dense_at(m, piece, i)] * m->scale[piece];
    }
}

/* The rows of x, which are `terms` long, as whole numbers. */
static struct rounded network_rounded(const struct network *n, struct desk *d,
                                      const float *x, int terms, int most)
{
    size_t t = (size_t)terms;

    for (int r = 0; r < d->n; r++)
        d->scale[r] = n->kernel->round(x + (size_t)r * t, terms, most,
                                       d->q + (size_t)r * t);
    n->kernel->arrange(d->q, d->n * terms);
    return (struct rounded){ d->n, terms, d->q, d->scale };
}

static struct rounded normed(const struct network *n, struct desk *d,
                             const float *weight)
{
    const int width = n->p->size.width;

    for (int r = 0; r < d->n; r++)
        n->kernel->norm(d->x + (size_t)r * (size_t)width, weight, width,
                        d->y + (size_t)r * (size_t)width);
    return network_rounded(n, d, d->y, width, n->most_width);
}

/* Turns a query or a key to its position. */
static void network_turn(float *x, const float *by, int half)
{
    for (int i = 0; i < half; i++) {
        float a = x[i], b = x[half + i];

        x[i] = a * by[i] - b * by[half + i];
        x[half + i] = b * by[i] + a * by[half + i];
    }
}

static size_t network_block_at(const struct network *n, int layer, int head)
{
    const struct student_size *s = &n->p->size;

    return (size_t)(layer * s->heads + head) * kernel_block(s->head);
}

static void network_keep_key(const struct network *n, struct desk *d,
                             const struct kernel_page *page, int at,
                             const float *x)
{
    const int size = n->p->size.head;

    page->key_scale[at] = n->kernel->round(x, size, KERNEL_KEPT, d->head);
    for (int i = 0; i < size; i++)
        page->key[(i / 2 * KERNEL_PAGE + at) * 2 + i % 2] = d->head[i];
}

static void keep_value(const struct network *n, struct desk *d,
                       const struct kernel_page *page, int at, const float *x)
{
    const int size = n->p->size.head;

    page->value_scale[at] = n->kernel->round(x, size, KERNEL_KEPT, d->head);
    for (int i = 0; i < size; i++)
        page->value[(at / 2 * size + i) * 2 + at % 2] = d->head[i];
}

/* Turns queries and keys; keys and values go to their pages. */
static void keep_rows(const struct network *n, struct desk *d, int layer)
{
    const struct student_size *s = &n->p->size;

    for (int r = 0; r < d->n; r++) {
        const struct network_row *row = &d->row[r];
        const float *by = n->turns + (size_t)row->position * (size_t)s->head;
        float *q = d->qkv + (size_t)r * 3 * (size_t)s->width;

        for (int h = 0; h < s->heads; h++) {
            void *page = row->pages[row->position / KERNEL_PAGE];
            struct kernel_page block = kernel_at(
                (char *)page + network_block_at(n, layer, h), s->head);
            float *query = q + h * s->head, *key = query + s->width;
            int at = row->position % KERNEL_PAGE;

            network_turn(query, by, s->head / 2);
            network_turn(key, by, s->head / 2);
            network_keep_key(n, d, &block, at, key);
            keep_value(n, d, &block, at, key + s->width);
        }
    }
}

static void look_with(const struct network *n, struct desk *d, int layer,
                      int head, int r)
{
    const struct student_size *s = &n->p->size;
    const int at = head * s->head;
    const float *query = d->qkv + (size_t)r * 3 * (size_t)s->width + at;
    struct kernel_look l = {
        .size = s->head,
        .query = d->head,
        .positions = d->row[r].position + 1,
        .pages = d->row[r].pages,
        .at = network_block_at(n, layer, head),
        .score = d->score,
        .weight = d->weight,
        .listed = d->listed,
    };

    l.query_scale = n->kernel->round(query, s->head, n->most_head, d->head) /
                    sqrtf((float)s->head);
    n->kernel->attend(&l, d->y + (size_t)r * (size_t)s->width + at);
}

/* Each query looks at all positions up to its own. Rows of one prompt come one
 * after another: they find the keys and values of a head in the cache. */
static void network_look(const struct network *n, struct desk *d, int layer)
{
    for (int h = 0; h < n->p->size.heads; h++)
        for (int r = 0; r < d->n; r++)
            look_with(n, d, layer, h, r);
}

/* Behind the last layer nobody asks for rows that are not wanted, but for
 * their keys and values. */
static void drop_unwanted(const struct network *n, struct desk *d)
{
    size_t width = (size_t)n->p->size.width;
    int kept = 0;

    for (int r = 0; r < d->n; r++) {
        if (!d->row[r].wanted)
            continue;
        d->row[kept] = d->row[r];
        memmove(d->x + (size_t)kept * width, d->x + (size_t)r * width,
                width * sizeof(float));
        memmove(d->qkv + (size_t)kept * 3 * width,
                d->qkv + (size_t)r * 3 * width, 3 * width * sizeof(float));
        kept++;
    }
    d->n = kept;
}

static void layer_step(const struct network *n, struct desk *d, int i)
{
    const struct student_layer *l = &n->p->layers[i];
    const struct student_size *s = &n->p->size;
    const struct kernel *k = n->kernel;
    struct rounded w = normed(n, d, l->norm1);

    k->product(&l->qkv, &w, d->qkv);
    keep_rows(n, d, i);
    if (i == s->layers - 1)
        drop_unwanted(n, d);
    network_look(n, d, i);
    w = network_rounded(n, d, d->y, s->width, n->most_width);
    k->product(&l->out, &w, d->y);
    k->add(d->x, d->y, d->n * s->width);
    w = normed(n, d, l->norm2);
    k->product(&l->gate, &w, d->y);
    k->product(&l->up, &w, d->up);
    k->swish(d->y, d->up, d->n * s->inner);
    w = network_rounded(n, d, d->y, s->inner, n->most_inner);
    k->product(&l->down, &w, d->y);
    k->add(d->x, d->y, d->n * s->width);
}

const float *network_step(const struct network *n, struct desk *d,
                          const struct network_row *rows, int count)
{
    struct rounded w;

    INVARIANT(count > 0 && count <= NETWORK_ROWS);
    memcpy(d->row, rows, (size_t)count * sizeof(*rows));
    d->n = count;
    embed(n, d);
    for (int i = 0; i < n->p->size.layers; i++)
        layer_step(n, d, i);
    if (d->n) {
        w = normed(n, d, n->p->norm);
        n->kernel->product(&n->p->embed, &w, d->logits);
    }
    return d->logits;
}
