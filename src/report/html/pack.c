/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/pack.h"
#include "base/json.h"
#include "base/map.h"
#include "base/pipeline.h"
#include "base/str.h"
#include "report/datum.h"

#include <inttypes.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define BLOCK_BYTES  ((size_t)256 << 10) /* of JSON, in one block */
#define ITEM_BYTES   ((size_t)64 << 20)  /* of the details of one item */
#define CHUNK        ((size_t)64 << 10)  /* of the index, compressed at once */
#define THREADS_MOST 4 /* each has up to 64 blocks in hand: 16 MiB */
#define LEVEL        6

/* ---- base64 ---- */

static void add_base64(struct str *out, const unsigned char *bytes, size_t n)
{
    const size_t most = (size_t)3 << 20; /* EVP counts in int */

    str_reserve(out, n / 3 * 4 + 8);
    for (size_t i = 0; i < n; i += most) {
        size_t k = n - i < most ? n - i : most;

        str_reserve(out, k / 3 * 4 + 8);
        out->n += (size_t)EVP_EncodeBlock((unsigned char *)out->s + out->n,
                                          bytes + i, (int)k);
    }
}

/* ---- the index ---- */

struct packing {
    const struct pack *p;
    struct err *e;     /* of the taking thread */
    struct err unsent; /* of the thread that gives out; code 0: none */
    bool failed, ended;
    struct arena item; /* memory of one item */
    uint64_t items;    /* so far */
    size_t blocks;     /* given out */
    struct str counts; /* items of each block: "12,9" */
    struct map sets, models, marks, reasons, facets;
    z_stream deflate;  /* of the index */
    struct str json;   /* of it, not yet compressed */
    struct str packed; /* compressed */
};

/* One block on its way. */
struct parcel {
    struct str json, base64;
    size_t items;
};

static void pack_squeeze(struct packing *k, int flush)
{
    z_stream *z = &k->deflate;

    z->next_in = (unsigned char *)k->json.s;
    z->avail_in = (unsigned)k->json.n;
    do {
        str_reserve(&k->packed, CHUNK);
        z->next_out = (unsigned char *)k->packed.s + k->packed.n;
        z->avail_out = (unsigned)CHUNK;
        INVARIANT(deflate(z, flush) != Z_STREAM_ERROR);
        k->packed.n += CHUNK - z->avail_out;
    } while (z->avail_out == 0);
    str_reset(&k->json);
}

/* Adds the number of a name to the index; null for none. */
static void pack_add_number(struct str *out, struct map *names,
                            const char *name, size_t n)
{
    bool added;
    size_t *number;

    if (!name) {
        str_add(out, "null");
        return;
    }
    number = map_put(names, name, n, &added);
    if (added)
        *number = names->n - 1;
    str_addf(out, "%zu", *number);
}

static void pack_add_name(struct str *out, struct map *names, const char *name)
{
    pack_add_number(out, names, name, name ? strlen(name) : 0);
}

static void add_amount(struct packing *k, double x)
{
    const char *digits = datum_digits(&k->item, x, 6);

    str_add(&k->json, digits ? digits : "null");
}

static void pack_add_result(struct packing *k, const struct item_result *r)
{
    struct str *out = &k->json;

    str_addc(out, '[');
    pack_add_name(out, &k->models, r->model);
    str_addf(out, ",%" PRIu64 ",", r->attempt);
    pack_add_name(out, &k->marks, r->mark);
    str_addc(out, ',');
    pack_add_name(out, &k->reasons, r->reason);
    str_addc(out, ',');
    json_write_text(out, r->answer);
    str_addc(out, ',');
    add_amount(k, r->tokens);
    str_addc(out, ',');
    add_amount(k, r->seconds);
    str_addc(out, ']');
}

static void pack_add_facet(struct packing *k, const struct facet *f)
{
    struct str pair = str_in(&k->item);

    json_write_string(&pair, f->name);
    str_addc(&pair, ',');
    json_write_string(&pair, f->value);
    pack_add_number(&k->json, &k->facets, pair.s, pair.n);
}

/* [set, id, statement, key, [facets], [results]] */
static void add_to_index(struct packing *k, const struct page_item *x)
{
    struct str *out = &k->json;

    str_add(out, k->items ? ",\n[" : "{\"items\":[\n[");
    pack_add_name(out, &k->sets, x->set);
    str_addc(out, ',');
    json_write_string(out, x->id);
    str_addc(out, ',');
    json_write_text(out, x->statement);
    str_addc(out, ',');
    json_write_text(out, x->key);
    str_add(out, ",[");
    for (size_t i = 0; i < x->n_facets; i++) {
        str_add(out, i ? "," : "");
        pack_add_facet(k, &x->facets[i]);
    }
    str_add(out, "],[");
    for (size_t i = 0; i < x->n_results; i++) {
        str_add(out, i ? "," : "");
        pack_add_result(k, &x->results[i]);
    }
    str_add(out, "]]");
    if (out->n >= CHUNK)
        pack_squeeze(k, Z_NO_FLUSH);
}

/* A member with the names of a map, in the order of their numbers. */
static void pack_add_names(struct str *out, const char *member,
                           const struct map *names, bool pairs)
{
    str_addf(out, ",\n\"%s\":[", member);
    for (size_t i = 0; i < names->n; i++) {
        str_add(out, i ? "," : "");
        if (pairs)
            str_addf(out, "[%s]", names->entries[i].key);
        else
            json_write_string(out, names->entries[i].key);
    }
    str_addc(out, ']');
}

static bool give_index(struct packing *k)
{
    struct str base64 = { 0 };
    bool ok;

    str_add(&k->json, k->items ? "]" : "{\"items\":[]");
    pack_add_names(&k->json, "sets", &k->sets, false);
    pack_add_names(&k->json, "models", &k->models, false);
    pack_add_names(&k->json, "marks", &k->marks, false);
    pack_add_names(&k->json, "reasons", &k->reasons, false);
    pack_add_names(&k->json, "facets", &k->facets, true);
    str_addf(&k->json, ",\n\"blocks\":[%s]}", str_get(&k->counts));
    pack_squeeze(k, Z_FINISH);
    add_base64(&base64, (unsigned char *)k->packed.s, k->packed.n);
    ok = k->p->index(k->p->ctx, base64.s, base64.n, k->e);
    str_clear(&base64);
    return ok;
}

/* ---- blocks ---- */

/* {"detail": {...}, "results": [{...}, ...]}. A browser holds no text of any
 * length: replies beyond a ceiling are left out. */
static void add_details(struct str *out, const struct page_item *x)
{
    static const char left_out[] =
        "{\"note\":\"the reply was left out: the page would be too large\"}";
    size_t from = out->n;

    str_add(out, out->n ? ",\n{\"detail\":" : "[{\"detail\":");
    str_add(out, x->detail ? x->detail : "{}");
    str_add(out, ",\"results\":[");
    for (size_t i = 0; i < x->n_results; i++) {
        const char *detail = x->results[i].detail;

        str_add(out, i ? "," : "");
        if (detail && out->n - from + strlen(detail) > ITEM_BYTES)
            detail = left_out;
        str_add(out, detail ? detail : "{}");
    }
    str_add(out, "]}");
}

/* Takes one item; returns false if there was none, or it failed. */
static bool pack_take_item(struct packing *k, struct parcel *parcel)
{
    const struct item_source *s = k->p->source;
    struct page_item x = { 0 };

    arena_reset(&k->item);
    if (!s->next(s->ctx, &k->item, &x, &k->ended, k->e)) {
        k->failed = true;
        return false;
    }
    if (k->ended)
        return false;
    add_to_index(k, &x);
    add_details(&parcel->json, &x);
    k->items++;
    parcel->items++;
    if (!k->p->progress ||
        k->p->progress(k->p->progress_ctx, k->items, s->total))
        return true;
    k->failed = !err_set(k->e, ERR_IO, "the writing of items was interrupted");
    return false;
}

static bool pack_next_block(void *ctx, struct pipeline_item *item)
{
    struct packing *k = ctx;
    struct parcel *parcel = item->data;

    parcel->json = str_in(&item->arena);
    str_reserve(&parcel->json, BLOCK_BYTES + BLOCK_BYTES / 4);
    parcel->base64 = str_in(&item->arena);
    if (k->failed || k->ended)
        return false;
    while (parcel->json.n < BLOCK_BYTES && pack_take_item(k, parcel))
        ;
    if (k->failed || !parcel->items)
        return false;
    str_addc(&parcel->json, ']');
    str_addf(&k->counts, "%s%zu", k->counts.n ? "," : "", parcel->items);
    return true;
}

static void pack_block(void *ctx, struct pipeline_item *item)
{
    struct parcel *parcel = item->data;
    uLongf n = compressBound((uLong)parcel->json.n);
    unsigned char *bytes = malloc(n);

    (void)ctx;
    if (!bytes)
        out_of_memory();
    INVARIANT(compress2(bytes, &n, (unsigned char *)parcel->json.s,
                        (uLong)parcel->json.n, LEVEL) == Z_OK);
    add_base64(&parcel->base64, bytes, n);
    free(bytes);
}

static bool give_block(void *ctx, struct pipeline_item *item)
{
    struct packing *k = ctx;
    struct parcel *parcel = item->data;

    return k->p->block(k->p->ctx, k->blocks++, parcel->base64.s,
                       parcel->base64.n, &k->unsent);
}

bool pack_items(const struct pack *p, struct err *e)
{
    struct packing k = { .p = p, .e = e };
    int cores = pipeline_cores();
    struct pipeline line = { .threads =
                                 cores < THREADS_MOST ? cores : THREADS_MOST,
                             .item_size = sizeof(struct parcel),
                             .ctx = &k,
                             .next = pack_next_block,
                             .work = pack_block,
                             .emit = give_block };
    bool ok;

    INVARIANT(deflateInit(&k.deflate, LEVEL) == Z_OK);
    pipeline_run(&line);
    if (!k.failed && k.unsent.code)
        *e = k.unsent;
    ok = !k.failed && !k.unsent.code && give_index(&k);
    deflateEnd(&k.deflate);
    map_clear(&k.sets);
    map_clear(&k.models);
    map_clear(&k.marks);
    map_clear(&k.reasons);
    map_clear(&k.facets);
    str_clear(&k.counts);
    str_clear(&k.json);
    str_clear(&k.packed);
    arena_clear(&k.item);
    return ok;
}
