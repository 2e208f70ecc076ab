/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_GRAPH_INT_H
#define EVOLVE_STRUCTURE_GRAPH_INT_H

#include "evolve/structure/entities.h"
#include "evolve/structure/graph_number.h"
#include "evolve/structure/structure.h"

/*
 * A computation over the numbers of a text. The sentences are kept as they
 * stand; a slot is a number at a place of one of them, and the nodes of the
 * graph are slots, constants and operations on earlier nodes. The last node
 * is the key.
 */

/* ---- the structure ---- */

enum graph_op {
    GRAPH_SLOT,
    GRAPH_CONST,
    GRAPH_ADD,
    GRAPH_SUB,
    GRAPH_MUL,
    GRAPH_DIV,
    GRAPH_OPS
};

#define GRAPH_NODES  256
#define GRAPH_BYTES  20000 /* of all sentences */
#define GRAPH_DRAWS  64    /* of fresh numbers */
#define GRAPH_FOLLOW ((size_t)-1)

struct graph_node {
    enum graph_op op;
    size_t a, b;        /* earlier nodes; a: the slot of GRAPH_SLOT */
    struct ratio value; /* of a constant */
};

/* Slots of one value change together, so that it does not matter which of them
 * a step means. A slot that `follows` a node always has the node's value: the
 * text prints it although it can be computed. */
struct graph_slot {
    size_t sentence;
    struct number number;
    size_t follows; /* a node; GRAPH_FOLLOW: none */
};

struct graph {
    const char *sentences[STRUCTURE_SENTENCES];
    size_t n_sentences, question;
    struct graph_slot slots[STRUCTURE_SLOTS]; /* those of the nodes first */
    size_t n_slots, n_used;
    struct graph_node nodes[GRAPH_NODES];
    size_t n_nodes;
    /* The values that the slots had before, n_slots for each time that they
     * were drawn anew; the original's first. None of them comes back. */
    const struct ratio *was;
    size_t n_was;
    const char *names;  /* that people of it had before, a blank between each
                           two; NULL: none. None of them comes back */
    const char *locked; /* why no number may change; NULL: they may */
    const struct graph_second *second; /* NULL: the row is not certified */
};

/* A second program over the same slots, made apart from the first: second.h. */
struct graph_second {
    const char *by; /* "annotation", or the model that wrote it */
    const struct graph_node *nodes;
    size_t n;
};

/* Nodes that are being made: where no room is left, or a step has no value,
 * `full` is set and 0 is returned. */
struct graph_nodes {
    struct graph_node *node;
    size_t n, most;
    bool full;
    struct ratio *value; /* of each; NULL: they are not computed */
};
size_t graph_add_slot(struct graph_nodes *w, size_t slot, struct ratio v);
size_t graph_add_const(struct graph_nodes *w, struct ratio v);
size_t graph_add_step(struct graph_nodes *w, enum graph_op op, size_t a,
                      size_t b);

/* One step. Returns false if it has no value. */
bool graph_apply(enum graph_op op, struct ratio x, struct ratio y,
                 struct ratio *out);

/* Computes all nodes from these values of the slots. Returns false if a step
 * has no value. */
bool graph_values(const struct graph *g, const struct ratio *slots,
                  struct ratio *out);
/* The same for any nodes. */
bool graph_compute(const struct graph_node *nodes, size_t n,
                   const struct ratio *slots, struct ratio *out);

/* Makes another graph with these values in its sentences. Returns false if it
 * does not read back as that. */
bool graph_with(struct arena *a, const struct graph *g,
                const struct ratio *values, struct graph **out);

/* Returns one sentence with these values of the slots (NULL: with N_03 for the
 * number of slot 3), and the letter for slot `hidden`. */
const char *graph_sentence(struct arena *a, const struct graph *g, size_t i,
                           const struct ratio *values, size_t hidden,
                           const char *letter);

/* The value of the last one. */
bool graph_key(const struct graph *g, const struct ratio *slots,
               struct ratio *out);

void graph_slot_values(const struct graph *g, struct ratio *out);

/* Returns the slot at that place, or n_slots if there is none. */
size_t graph_slot_at(const struct graph *g, size_t sentence, size_t at);

/* Returns whether one of the words ("$" is one) stands in a sentence of it, in
 * any case. */
bool graph_has_word(const struct graph *g, const char *words);

/* Returns whether slot k once had that value. */
bool graph_was(const struct graph *g, size_t k, struct ratio value);

/* Returns whether that was the key once, with other numbers. */
bool graph_was_key(const struct graph *g, struct ratio key);

/* Makes the graph with the numbers that it had first. Returns false if it does
 * not read back as that. */
bool graph_original(struct arena *a, const struct graph *g,
                    const struct graph **out);

/* Returns what certifies a public row: "annotation" or a model; or NULL. */
const char *structure_certified(const struct structure *b);

/* The rest of the card; see structure.h. */
bool graph_renumber(struct arena *a, const void *data, struct rng *r,
                    void **out, struct err *e);
/* Renames only those people who stand in `text`, to names that stand neither in
 * the graph nor in `others`. *names maps the old names to the new ones. */
bool graph_rename_beside(struct arena *a, const void *data, struct rng *r,
                         const char *text, const char *others,
                         struct entities *names, void **out, struct err *e);
const char *graph_fault(struct arena *a, const void *data,
                        const struct structure_told *t, struct ratio key);
struct json *graph_write(struct arena *a, const void *data);
bool graph_read(struct arena *a, const struct json *v, void **out,
                struct err *e);

#endif
