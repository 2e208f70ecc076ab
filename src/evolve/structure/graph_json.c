/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/structure/graph_int.h"

#include <string.h>

/*
 * Graphs in files:
 *
 *   {"sentences": ["..."], "question": 1,
 *    "slots": [{"sentence": 0, "at": 4, "value": "16", "was": ["12"],
 *               "follows": 7}],
 *    "nodes": [["slot", 0], ["number", "2"], ["*", 0, 1]],
 *    "second": {"by": "annotation", "nodes": [...]}, "names": "Ann Bob",
 *    "locked": "..."}
 *
 * A file is anybody's: a slot must be a number that the scanner finds at that
 * place with that value, a node's arguments stand before it.
 */

static const char *const op_names[GRAPH_OPS] = { "slot", "number", "+",
                                                 "-",    "*",      "/" };

/* ---- writing ---- */

static struct json *write_slot(struct arena *a, const struct graph *g, size_t k)
{
    const struct graph_slot *s = &g->slots[k];
    struct json *v = json_new(a, JSON_OBJECT);

    json_put_count(a, v, "sentence", s->sentence);
    json_put_count(a, v, "at", s->number.at);
    json_put_text(a, v, "value", ratio_text(a, s->number.value));
    if (g->n_was)
        json_set(a, v, "was",
                 structure_ratios(a, g->was + k, g->n_was, g->n_slots));
    if (s->follows != GRAPH_FOLLOW)
        json_put_count(a, v, "follows", s->follows);
    return v;
}

static void write_nodes(struct arena *a, struct json *v,
                        const struct graph_node *n, size_t n_nodes)
{
    struct json *list = json_put(a, v, "nodes", JSON_ARRAY);

    for (; n_nodes-- > 0; n++) {
        struct json *x = json_push(list, json_new(a, JSON_ARRAY));

        json_push(x, json_new_string(a, op_names[n->op]));
        json_push(x, n->op == GRAPH_CONST
                         ? json_new_string(a, ratio_text(a, n->value))
                         : json_new_int(a, (int64_t)n->a));
        if (n->op >= GRAPH_ADD)
            json_push(x, json_new_int(a, (int64_t)n->b));
    }
}

struct json *graph_write(struct arena *a, const void *data)
{
    const struct graph *g = data;
    struct json *v = json_new(a, JSON_OBJECT), *x;

    json_set(a, v, "sentences", json_texts(a, g->sentences, g->n_sentences));
    json_put_count(a, v, "question", g->question);
    x = json_put(a, v, "slots", JSON_ARRAY);
    for (size_t i = 0; i < g->n_slots; i++)
        json_push(x, write_slot(a, g, i));
    write_nodes(a, v, g->nodes, g->n_nodes);
    if (g->second) {
        x = json_put(a, v, "second", JSON_OBJECT);
        json_put_text(a, x, "by", g->second->by);
        write_nodes(a, x, g->second->nodes, g->second->n);
    }
    json_put_text(a, v, "names", g->names);
    json_put_text(a, v, "locked", g->locked);
    return v;
}

/* ---- reading ---- */

static bool is_index(const struct json *v, size_t below, size_t *out)
{
    int64_t i;

    if (!json_int64(v, &i) || i < 0 || (uint64_t)i >= below)
        return false;
    *out = (size_t)i;
    return true;
}

/* The array of that name if it has `least` to `most` items; else fails with what
 * it must be. */
static const struct json *graph_read_list(const struct json *v,
                                          const char *name, size_t least,
                                          size_t most, const char *what,
                                          struct err *e)
{
    const struct json *any = json_get(v, name), *list = json_list(v, name);

    if (list && list->count >= least && list->count <= most)
        return list;
    json_bad(any ? any : v, e, "a graph's %s", what);
    return NULL;
}

static bool read_sentences(const struct json *v, struct graph *g, struct err *e)
{
    const struct json *list =
        graph_read_list(v, "sentences", 1, STRUCTURE_SENTENCES,
                        "sentences are 1 to 64 texts", e);
    size_t bytes = 0;

    if (!list)
        return false;
    for (const struct json *m = list->first; m; m = m->next) {
        const char *s = json_string(m);

        bytes += s ? strlen(s) : 0;
        if (!s || str_blank(s) || bytes > GRAPH_BYTES)
            return json_bad(m, e, "a graph's sentence is no text, or too long");
        g->sentences[g->n_sentences++] = s;
    }
    return is_index(json_get(v, "question"), g->n_sentences, &g->question) ||
           json_bad(v, e, "a graph's question is the number of a sentence");
}

/* The number at that place, by the scanner. */
static bool graph_json_find_number(const struct graph *g, size_t sentence,
                                   int64_t at, struct number *out)
{
    struct number all[NUMBERS];
    size_t n = graph_scan(g->sentences[sentence], all);

    for (size_t i = 0; i < n; i++)
        if (at >= 0 && all[i].at == (size_t)at && all[i].form != NUMBER_SET) {
            *out = all[i];
            return true;
        }
    return false;
}

static bool read_slot(const struct json *v, struct graph *g, struct err *e)
{
    struct graph_slot *s = &g->slots[g->n_slots];
    const struct json *follows = json_get(v, "follows");
    struct ratio value;
    int64_t at;

    s->follows = GRAPH_FOLLOW;
    if (!is_index(json_get(v, "sentence"), g->n_sentences, &s->sentence) ||
        !json_int64(json_get(v, "at"), &at) ||
        !structure_read_ratio(json_get(v, "value"), &value) ||
        !graph_json_find_number(g, s->sentence, at, &s->number) ||
        !ratio_equal(s->number.value, value))
        return json_bad(v, e, "a graph's slot is no number of its sentences");
    if (follows && !is_index(follows, GRAPH_NODES, &s->follows))
        return json_bad(v, e, "a graph's slot follows no node");
    if (graph_slot_at(g, s->sentence, s->number.at) < g->n_slots)
        return json_bad(v, e, "a graph's slot stands there twice");
    g->n_slots++;
    return true;
}

/* The earlier values of all slots, as many of each. */
static bool read_was(struct arena *a, const struct json *slots, struct graph *g,
                     struct err *e)
{
    const struct json *was =
        slots->first ? json_get(slots->first, "was") : NULL;
    struct ratio *values;
    size_t k = 0;

    if (was && (was->type != JSON_ARRAY || was->count > GRAPH_DRAWS))
        return json_bad(was, e, "a graph's slot was at most 64 other values");
    g->n_was = was ? was->count : 0;
    g->was = values = arena_array(a, struct ratio, g->n_was * g->n_slots + 1);
    for (const struct json *m = slots->first; m; m = m->next, k++) {
        size_t i = 0;

        was = json_get(m, "was");
        for (const struct json *v = was ? was->first : NULL; v && i < g->n_was;
             v = v->next)
            if (!structure_read_ratio(v, &values[i++ * g->n_slots + k]))
                return json_bad(v, e, "a graph's slot was no number");
        if ((was ? was->count : 0) != g->n_was || i != g->n_was)
            return json_bad(m, e,
                            "a graph's slots have been as many values each");
    }
    return true;
}

static bool read_slots(struct arena *a, const struct json *v, struct graph *g,
                       struct err *e)
{
    const struct json *list = graph_read_list(v, "slots", 0, STRUCTURE_SLOTS,
                                              "slots are at most 128", e);

    for (const struct json *m = list ? list->first : NULL; m; m = m->next)
        if (!read_slot(m, g, e))
            return false;
    return list && read_was(a, list, g, e);
}

/* The node behind n others. */
static bool read_node(const struct json *v, const struct graph *g, size_t n,
                      struct graph_node *out, struct err *e)
{
    const struct json *m = v->type == JSON_ARRAY ? v->first : NULL;
    const char *name = json_string(m);
    bool good = false;

    for (out->op = 0; name && out->op < GRAPH_OPS; out->op++)
        if (str_eq(name, op_names[out->op]))
            break;
    if (!name || out->op == GRAPH_OPS ||
        v->count != (out->op >= GRAPH_ADD ? 3u : 2u))
        return json_bad(
            v, e,
            "a graph's node is [\"slot\", i], [\"number\", \"v\"] or "
            "[\"+\", i, k]");
    m = m->next;
    if (out->op == GRAPH_SLOT)
        good = is_index(m, g->n_slots, &out->a);
    else if (out->op == GRAPH_CONST)
        good = structure_read_ratio(m, &out->value);
    else
        good = is_index(m, n, &out->a) && is_index(m->next, n, &out->b);
    return good ||
           json_bad(v, e,
                    "a graph's node has arguments that do not stand before it");
}

static bool read_nodes(const struct json *v, const struct graph *g,
                       struct graph_node *out, size_t *n, struct err *e)
{
    const struct json *list =
        graph_read_list(v, "nodes", 1, GRAPH_NODES, "nodes are 1 to 256", e);

    for (const struct json *m = list ? list->first : NULL; m; m = m->next, ++*n)
        if (!read_node(m, g, *n, &out[*n], e))
            return false;
    return list;
}

/* Whether it certifies anything is for graph_fault() to see. */
static bool read_second(struct arena *a, const struct json *v, struct graph *g,
                        struct err *e)
{
    struct graph_second *second;
    struct graph_node *nodes;

    if (!v)
        return true;
    second = arena_new(a, struct graph_second);
    second->nodes = nodes = arena_array(a, struct graph_node, GRAPH_NODES);
    second->by = json_string(json_get(v, "by"));
    g->second = second;
    return second->by
               ? read_nodes(v, g, nodes, &second->n, e)
               : json_bad(v, e, "a graph's second program is by somebody");
}

/* The slots of the nodes stand first, and nothing follows what is not there. */
static bool graph_json_settle(const struct json *v, struct graph *g,
                              struct err *e)
{
    bool used[STRUCTURE_SLOTS] = { false };
    struct ratio slots[STRUCTURE_SLOTS], nodes[GRAPH_NODES];

    for (size_t i = 0; i < g->n_nodes; i++)
        if (g->nodes[i].op == GRAPH_SLOT)
            used[g->nodes[i].a] = true;
    while (g->n_used < g->n_slots && used[g->n_used])
        g->n_used++;
    for (size_t i = 0; i < g->n_slots; i++)
        if ((i >= g->n_used && used[i]) ||
            (g->slots[i].follows != GRAPH_FOLLOW &&
             g->slots[i].follows >= g->n_nodes))
            return json_bad(
                v, e, "a graph's slots are out of order, or follow no node");
    graph_slot_values(g, slots);
    return graph_values(g, slots, nodes) ||
           json_bad(v, e, "a graph's steps have no value");
}

bool graph_read(struct arena *a, const struct json *v, void **out,
                struct err *e)
{
    struct graph *g = arena_new(a, struct graph);

    if (!v || v->type != JSON_OBJECT)
        return json_bad(v, e, "a graph's data is an object");
    if (!read_sentences(v, g, e) || !read_slots(a, v, g, e) ||
        !read_nodes(v, g, g->nodes, &g->n_nodes, e) ||
        !graph_json_settle(v, g, e) ||
        !read_second(a, json_get(v, "second"), g, e))
        return false;
    g->names = json_string(json_get(v, "names"));
    g->locked = json_string(json_get(v, "locked"));
    *out = g;
    return true;
}
