/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Samples for Inspect: input, target, id and metadata, which it loads with no
 * code. The input is the statement alone: Inspect's tasks bring their own
 * prompt template. Metadata holds what the problem has; nothing in it is
 * empty.
 */
#include "problem/export.h"
#include "problem/export/ask.h"

static void add_keys(struct arena *a, struct json *meta,
                     const struct problem *p)
{
    struct json *keys = json_set(a, meta, "keys", json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < p->n_keys; i++) {
        struct json *k = json_push(keys, json_new(a, JSON_OBJECT));

        if (p->keys[i].name)
            ask_text(a, k, "name", p->keys[i].name);
        ask_text(a, k, "kind", answer_name(p->keys[i].kind));
        ask_text(a, k, "latex", p->keys[i].latex);
    }
}

static struct json *metadata(struct arena *a, const struct problem *p)
{
    struct json *meta = json_new(a, JSON_OBJECT);

    ask_text(a, meta, "kind", ask_kind(a, p));
    if (p->n_keys > 1)
        add_keys(a, meta, p);
    if (p->family) {
        ask_text(a, meta, "family", p->family);
        ask_int(a, meta, "version", (uint64_t)p->version);
        ask_int(a, meta, "level", (uint64_t)p->level);
        ask_text(a, meta, "seed", p->seed);
        ask_int(a, meta, "index", p->index);
        if (p->knobs && p->knobs->count)
            json_set(a, meta, "knobs", json_copy(a, p->knobs));
    } else if (ask_source(p)) {
        ask_text(a, meta, "source", ask_source(p));
    }
    if (p->n_concepts)
        ask_list(a, meta, "concepts", p->concepts, p->n_concepts);
    if (*p->solution)
        ask_text(a, meta, "solution", p->solution);
    return meta;
}

static bool add(struct export_state *s, const struct problem *p, struct err *e)
{
    struct arena *a = &s->row;
    struct json *row = json_new(a, JSON_OBJECT);

    ask_text(a, row, "input", p->statement);
    ask_text(a, row, "target", ask_answer(a, p));
    ask_text(a, row, "id", p->id);
    json_set(a, row, "metadata", metadata(a, p));
    return export_row(s, 0, row, e);
}

const struct export_format export_inspect = {
    .name = "inspect",
    .title = "samples for Inspect (NAME.jsonl)",
    .files = { "NAME.jsonl" },
    .add = add,
};
