/* SPDX-License-Identifier: Apache-2.0 */
#include "model/student/spelling.h"
#include "base/alloc.h"

#include <stdlib.h>

static int32_t new_node(struct spelling *s, unsigned char byte)
{
    if (s->n == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 1024;
        s->nodes = alloc_resize(s->nodes, s->cap, sizeof(*s->nodes));
    }
    s->nodes[s->n] = (struct spelling_node){ -1, -1, -1, byte };
    return (int32_t)s->n++;
}

static int32_t spelling_find(const struct spelling *s, int32_t node,
                             unsigned char byte)
{
    int32_t child = s->nodes[node].child;

    while (child >= 0 && s->nodes[child].byte != byte)
        child = s->nodes[child].next;
    return child;
}

static int32_t find_or_add(struct spelling *s, int32_t node, unsigned char byte)
{
    int32_t child = spelling_find(s, node, byte);

    if (child < 0) {
        child = new_node(s, byte);
        s->nodes[child].next = s->nodes[node].child;
        s->nodes[node].child = child;
    }
    return child;
}

bool spelling_open(struct spelling *s, const struct parameters *p,
                   struct err *e)
{
    *s = (struct spelling){ 0 };
    for (int i = 0; i < 256; i++)
        new_node(s, (unsigned char)i);
    for (int i = 0; i < p->size.pieces; i++) {
        const struct student_piece *piece = &p->pieces[i];
        int32_t at = (unsigned char)piece->text[0];

        if (i >= PIECE_END && i < PIECE_WORDS)
            continue;
        for (size_t k = 1; k < piece->n; k++)
            at = find_or_add(s, at, (unsigned char)piece->text[k]);
        if (s->nodes[at].piece >= 0) {
            spelling_clear(s);
            return err_set(e, ERR_DOMAIN, "piece %d occurs twice", i);
        }
        s->nodes[at].piece = i;
    }
    return true;
}

void spelling_clear(struct spelling *s)
{
    free(s->nodes);
    *s = (struct spelling){ 0 };
}

/* The longest piece at the beginning of text[0..n), n > 0; its length. */
static size_t longest(const struct spelling *s, const char *text, size_t n,
                      int32_t *piece)
{
    int32_t at = (unsigned char)text[0];
    size_t best = 1, k = 1;

    *piece = s->nodes[at].piece;
    while (k < n && (at = spelling_find(s, at, (unsigned char)text[k])) >= 0) {
        k++;
        if (s->nodes[at].piece >= 0) {
            *piece = s->nodes[at].piece;
            best = k;
        }
    }
    return best;
}

size_t spelling_cut(const struct spelling *s, const char *text, size_t n,
                    uint16_t *out, size_t room)
{
    size_t count = 0, at = 0;

    while (at < n && count <= room) {
        int32_t piece;

        at += longest(s, text + at, n - at, &piece);
        if (out && count < room)
            out[count] = (uint16_t)piece;
        count++;
    }
    return count;
}
