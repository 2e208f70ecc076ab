/* SPDX-License-Identifier: Apache-2.0 */

/* What nobody had thought of: words of the statement, the family, knobs, the
 * look of the key. */
#include "base/ascii.h"
#include "base/str.h"
#include "hunt/cause/cause_int.h"

#include <math.h>
#include <string.h>

#define WORD_MOST 40 /* characters */

/* What the rows have: names, and a bit for each row. */
struct mine {
    struct evidence *evidence;
    struct map names; /* -> place in `on` */
    struct vec on;    /* of uint8_t *, [row] */
};

static void note(struct mine *m, size_t row, const char *name, size_t n)
{
    bool added;
    size_t *place = map_put(&m->names, name, n, &added);

    if (added) {
        *place = m->on.n;
        *(uint8_t **)vec_push(&m->on) =
            arena_alloc(m->evidence->arena, m->evidence->n + 1);
    }
    (*vec_get(&m->on, uint8_t *, *place))[row] = 1;
}

static void note_text(struct mine *m, size_t row, const char *text)
{
    note(m, row, text, strlen(text));
}

static void note_words(struct mine *m, size_t row, const char *s)
{
    char word[WORD_MOST + 10];

    while (*s) {
        int n = 0;

        for (; is_letter(*s); s++)
            if (n < WORD_MOST)
                word[n++] = to_lower(*s);
        if (n > 1)
            note_text(
                m, row,
                arena_printf(m->evidence->arena, "the word \"%.*s\"", n, word));
        while (*s && !is_letter(*s))
            s++;
    }
}

static void note_key(struct mine *m, size_t row, const struct problem *p)
{
    const char *key = p->n_keys ? p->keys[p->n_keys - 1].latex : "";
    size_t n = strlen(key);

    while (n && !is_digit(key[n - 1]))
        n--;
    if (!n)
        return;
    note_text(
        m, row,
        arena_printf(m->evidence->arena, "a key that ends in %c", key[n - 1]));
    if ((key[n - 1] - '0') % 2)
        note_text(m, row, "an odd key");
}

static void note_knobs(struct mine *m, size_t row, const struct problem *p)
{
    for (const struct json *k = p->knobs ? p->knobs->first : NULL; k;
         k = k->next)
        if (json_string(k))
            note_text(m, row,
                      arena_printf(m->evidence->arena, "knob %s: %s", k->name,
                                   k->text));
}

/* Parts of pairs count by themselves. */
static void note_family(struct mine *m, size_t row, const struct problem *p)
{
    const char *s = p->family ? p->family : "";

    while (*s) {
        size_t n = strcspn(s, "+");

        note_text(m, row,
                  arena_printf(m->evidence->arena, "family %.*s", (int)n, s));
        s += n + (s[n] == '+');
    }
}

void evidence_mine(struct evidence *v)
{
    struct mine m = { .evidence = v,
                      .on = vec_in(v->arena, sizeof(uint8_t *)) };

    for (size_t i = 0; i < v->n; i++) {
        const struct problem *p = v->rows[i].problem;

        note_words(&m, i, p->statement);
        note_key(&m, i, p);
        note_knobs(&m, i, p);
        note_family(&m, i, p);
    }
    for (size_t k = 0; k < m.names.n; k++) {
        const struct map_entry *e = &m.names.entries[k];
        struct clue f = { .kind = CLUE_MINED,
                          .cause = "something not tried",
                          .what = arena_strdup(v->arena, e->key),
                          .unlike =
                              str_eq(e->key, "an odd key")
                                  ? "an even key"
                                  : arena_printf(v->arena, "not %s", e->key),
                          .named = true,
                          .cost = log((double)m.names.n) };

        evidence_add(v, &f, *vec_get(&m.on, uint8_t *, e->value));
    }
    map_clear(&m.names);
}
