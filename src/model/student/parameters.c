/* SPDX-License-Identifier: Apache-2.0 */
#include "model/student/parameters.h"
#include "base/alloc.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/utf8.h"
#include "model/student/memory.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

#define MARK        "assayst1"
#define MARK_BYTES  8
#define SHA_BYTES   32
#define HEADER_MOST ((size_t)4 << 20)
#define FILE_MOST   ((size_t)512 << 20)
#define PIECE_MOST  64 /* bytes of one piece */
#define PARTS_LAYER 7
/* With these and the bounds of sizes no number overflows on its way through
 * the layers, so that none of them needs a look. */
#define SCALE_MOST 100.0f
#define NORM_MOST  1000.0f

/* What is left of the file. */
struct bytes {
    const char *p;
    size_t n;
};

static bool damaged(struct err *e, const char *what)
{
    return err_set(e, ERR_DOMAIN,
                   "%s; the file is damaged or is not a file of weights", what);
}

static bool parameters_take(struct bytes *b, size_t n, const char **out)
{
    if (n > b->n)
        return false;
    *out = b->p;
    b->p += n;
    b->n -= n;
    return true;
}

/* ---- the sum ---- */

static bool check_sha(const char *text, size_t n, char hex[STUDENT_SHA_HEX],
                      struct err *e)
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned length = 0;

    if (n < MARK_BYTES + 8 + SHA_BYTES || memcmp(text, MARK, MARK_BYTES) != 0)
        return damaged(e, "it does not begin with \"" MARK "\"");
    INVARIANT(EVP_Digest(text, n - SHA_BYTES, sum, &length, EVP_sha256(),
                         NULL) == 1 &&
              length == SHA_BYTES);
    if (memcmp(sum, text + n - SHA_BYTES, SHA_BYTES) != 0)
        return damaged(e, "its SHA-256 differs from the one at its end");
    for (size_t i = 0; i < SHA_BYTES; i++) {
        hex[2 * i] = "0123456789abcdef"[sum[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[sum[i] & 15];
    }
    hex[2 * SHA_BYTES] = '\0';
    return true;
}

/* ---- sizes ---- */

static bool size_member(const struct json *model, const char *name, int step,
                        int most, int *out, struct err *e)
{
    int64_t v;

    if (!json_need_int64(model, name, JSON_REQUIRED, &v, e))
        return false;
    if (v < step || v > most || v % step)
        return err_set(e, ERR_DOMAIN,
                       "\"%s\" is %lld, but must be a multiple of %d and at "
                       "most %d",
                       name, (long long)v, step, most);
    *out = (int)v;
    return true;
}

static bool parameters_read_size(const struct json *head,
                                 struct student_size *s, struct err *e)
{
    const struct json *model = json_get(head, "model");

    if (!model || model->type != JSON_OBJECT)
        return damaged(e, "its header has no \"model\"");
    if (!size_member(model, "width", KERNEL_TERMS, KERNEL_TERMS_MOST / 2,
                     &s->width, e) ||
        !size_member(model, "layers", 1, 64, &s->layers, e) ||
        !size_member(model, "heads", 1, 256, &s->heads, e) ||
        !size_member(model, "inner", KERNEL_TERMS, KERNEL_TERMS_MOST, &s->inner,
                     e) ||
        !size_member(model, "context", KERNEL_PAGE, 8192, &s->context, e) ||
        !size_member(model, "pieces", KERNEL_LANES, 32768, &s->pieces, e))
        return false;
    s->head = s->width / s->heads;
    if (s->width % s->heads || s->head % KERNEL_LANES)
        return err_set(e, ERR_DOMAIN, "a head size of %d / %d is not supported",
                       s->width, s->heads);
    if (s->pieces < PIECE_WORDS)
        return err_set(e, ERR_DOMAIN, "%d pieces are too few", s->pieces);
    return true;
}

/* ---- pieces ---- */

/* The code points of the text are the bytes of the piece. */
static bool parameters_read_piece(struct arena *a, const char *text,
                                  struct student_piece *out)
{
    size_t n = strlen(text), at = 0;
    char *bytes = arena_text(a, n);

    out->text = bytes;
    while (at < n) {
        uint32_t ch;
        size_t k = utf8_read(text + at, n - at, &ch);

        if (!k || ch > 255 || out->n == PIECE_MOST)
            return false;
        bytes[out->n++] = (char)(unsigned char)ch;
        at += k;
    }
    return out->n > 0;
}

static bool read_pieces(struct parameters *p, const struct json *head,
                        struct err *e)
{
    const struct json *list = json_get(head, "pieces"), *item;
    size_t n = (size_t)p->size.pieces, i = 0;

    if (!list || list->type != JSON_ARRAY || list->count != n)
        return damaged(e, "the number of \"pieces\" in its header differs "
                          "from the size given there");
    p->pieces = arena_array(&p->arena, struct student_piece, n);
    for (item = list->first; item; item = item->next, i++) {
        struct student_piece *piece = &p->pieces[i];
        const char *text = json_string(item);

        /* The text of the first, a NUL, does not come through a C string. */
        if (i == 0)
            *piece =
                (struct student_piece){ arena_strndup(&p->arena, "", 1), 1 };
        else if (!text || !parameters_read_piece(&p->arena, text, piece))
            return err_set(e, ERR_DOMAIN, "piece %zu is not %s", i,
                           "bytes, as code points up to 255");
        if (i > 0 && i < 256 &&
            (piece->n != 1 || (unsigned char)piece->text[0] != i))
            return err_set(e, ERR_DOMAIN, "piece %zu is not that byte", i);
    }
    return true;
}

/* ---- parts ---- */

/* Where the parts are listed, and where their bytes are. */
struct reading {
    struct parameters *p;
    const struct json *listed; /* the next */
    struct bytes body;
};

static bool next_part(struct reading *r, const char *name, int rows, int terms,
                      struct err *e)
{
    const struct json *part = r->listed, *shape;
    const char *found;
    int64_t a = 0, b = 1;

    found = part && part->type == JSON_ARRAY && part->count == 2
                ? json_string(part->first)
                : NULL;
    if (!found || strcmp(found, name) != 0)
        return err_set(e, ERR_DOMAIN, "part \"%s\" is missing or out of order",
                       name);
    shape = part->last;
    if (shape->type != JSON_ARRAY || shape->count != (rows ? 2U : 1U) ||
        !json_int64(shape->first, rows ? &a : &b) ||
        (rows && !json_int64(shape->last, &b)) || a != rows || b != terms)
        return err_set(e, ERR_DOMAIN, "part \"%s\" has the wrong shape", name);
    r->listed = part->next;
    return true;
}

/* All parts lie in one block, as near to each other as in the file. */
static void *parameters_keep(struct parameters *p, size_t bytes)
{
    void *at = p->block + p->used;

    p->used += (bytes + MEMORY_LINE - 1) / MEMORY_LINE * MEMORY_LINE;
    return at;
}

static bool read_floats(struct reading *r, const char *name, int n, float least,
                        float most, const float **out, struct err *e)
{
    const char *from;
    float *x;

    if (!parameters_take(&r->body, (size_t)n * sizeof(*x), &from))
        return damaged(e, "it is too short");
    *out = x = parameters_keep(r->p, (size_t)n * sizeof(*x));
    for (int i = 0; i < n; i++, from += 4) {
        const unsigned char *b = (const unsigned char *)from;
        uint32_t bits = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
                        (uint32_t)b[3] << 24;

        memcpy(&x[i], &bits, sizeof(bits));
        if (!(x[i] >= least && x[i] <= most))
            return err_set(e, ERR_DOMAIN,
                           "part \"%s\" has a number that is "
                           "invalid; the largest allowed is %g",
                           name, (double)most);
    }
    return true;
}

static bool read_vector(struct reading *r, const char *name, int n,
                        const float **out, struct err *e)
{
    return next_part(r, name, 0, n, e) &&
           read_floats(r, name, n, -NORM_MOST, NORM_MOST, out, e);
}

static bool parameters_read_matrix(struct reading *r, const char *name,
                                   int rows, int terms, struct dense *out,
                                   struct err *e)
{
    size_t n = (size_t)rows * (size_t)terms;
    const char *from;
    int32_t *total = arena_array(&r->p->arena, int32_t, rows);
    int8_t *q;

    if (!next_part(r, name, rows, terms, e) ||
        !read_floats(r, name, rows, 0, SCALE_MOST, &out->scale, e))
        return false;
    if (!parameters_take(&r->body, n, &from))
        return damaged(e, "it is too short");
    *out = (struct dense){ rows, terms, r->p->side, NULL, out->scale, total };
    out->q = q = parameters_keep(r->p, n);
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < terms; i++, from++) {
            int v = (unsigned char)*from;

            if (v == 128)
                return err_set(e, ERR_DOMAIN,
                               "part \"%s\" contains -128, "
                               "which is not allowed",
                               name);
            v = v < 128 ? v : v - 256;
            q[dense_at(out, row, i)] = (int8_t)v;
            total[row] += v;
        }
    return true;
}

static bool read_layer(struct reading *r, int i, struct err *e)
{
    struct arena *a = &r->p->arena;
    struct student_layer *l = &r->p->layers[i];
    const struct student_size *s = &r->p->size;
    static const char *const last[PARTS_LAYER] = { "norm1", "norm2", "qkv",
                                                   "out",   "gate",  "up",
                                                   "down" };
    const char *name[PARTS_LAYER];

    for (int k = 0; k < PARTS_LAYER; k++)
        name[k] = arena_printf(a, "blocks.%d.%s.weight", i, last[k]);
    return read_vector(r, name[0], s->width, &l->norm1, e) &&
           read_vector(r, name[1], s->width, &l->norm2, e) &&
           parameters_read_matrix(r, name[2], 3 * s->width, s->width, &l->qkv,
                                  e) &&
           parameters_read_matrix(r, name[3], s->width, s->width, &l->out, e) &&
           parameters_read_matrix(r, name[4], s->inner, s->width, &l->gate,
                                  e) &&
           parameters_read_matrix(r, name[5], s->inner, s->width, &l->up, e) &&
           parameters_read_matrix(r, name[6], s->width, s->inner, &l->down, e);
}

static bool parameters_read_parts(struct parameters *p, const struct json *head,
                                  struct bytes body, struct err *e)
{
    const struct json *list = json_get(head, "parts");
    const struct student_size *s = &p->size;
    struct reading r = { p, NULL, body };
    size_t lines;

    if (!list || list->type != JSON_ARRAY)
        return damaged(e, "its header has no \"parts\"");
    r.listed = list->first;
    /* A matrix has scales and rows; each begins a line. */
    lines = 2 * (2 + PARTS_LAYER * (size_t)s->layers);
    p->block = student_memory(body.n + lines * MEMORY_LINE);
    p->layers = arena_array(&p->arena, struct student_layer, s->layers);
    if (!parameters_read_matrix(&r, "embed.weight", s->pieces, s->width,
                                &p->embed, e))
        return false;
    for (int i = 0; i < s->layers; i++)
        if (!read_layer(&r, i, e))
            return false;
    if (!read_vector(&r, "norm.weight", s->width, &p->norm, e))
        return false;
    if (r.listed || r.body.n)
        return damaged(e, "it contains more than the model's parts");
    return true;
}

/* ---- the file ---- */

static bool parameters_read_text(struct parameters *p, const char *text,
                                 size_t n, struct err *e)
{
    struct bytes b = { text + MARK_BYTES, 0 };
    struct arena a = { 0 };
    struct json *head;
    const char *from;
    uint64_t length = 0;
    bool ok;

    if (!check_sha(text, n, p->sha, e))
        return false;
    b.n = n - MARK_BYTES - SHA_BYTES;
    INVARIANT(parameters_take(&b, 8, &from));
    for (int i = 7; i >= 0; i--)
        length = length << 8 | (unsigned char)from[i];
    if (length > HEADER_MOST || !parameters_take(&b, (size_t)length, &from))
        return damaged(e, "its header is too long");
    ok = json_read(&a, from, (size_t)length, 1, &head, e) &&
         parameters_read_size(head, &p->size, e) && read_pieces(p, head, e) &&
         parameters_read_parts(p, head, b, e);
    arena_clear(&a);
    return ok;
}

bool parameters_read(struct parameters *p, const char *path, int side,
                     struct err *e)
{
    struct str text = { .max = FILE_MOST };
    bool ok;

    *p = (struct parameters){ .side = side };
    if (!file_read(path, FILE_MOST, &text, e))
        return false;
    ok = parameters_read_text(p, str_get(&text), text.n, e);
    str_clear(&text);
    if (!ok) {
        parameters_clear(p);
        return err_prefix(e, "cannot use \"%s\": ", path);
    }
    return true;
}

void parameters_clear(struct parameters *p)
{
    free(p->block);
    arena_clear(&p->arena);
    *p = (struct parameters){ 0 };
}
