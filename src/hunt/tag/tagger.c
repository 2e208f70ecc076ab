/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/tag/tagger.h"
#include "base/alloc.h"
#include "base/map.h"
#include "base/sort.h"
#include "hunt/tag/tag_prompt.h"
#include "run/question/rounds.h"

#include <stdlib.h>
#include <string.h>

#define NAMES_DEFAULT 4
#define SAID_MOST     ((size_t)4000) /* bytes of a reply that are sent back */

/* What was read of the reply to one text. */
struct said {
    const char **names;
    size_t n, n_unknown;
    const char *unknown, *reply;
};

struct job {
    struct arena *arena;
    struct domain domain;
    const struct outcomes *outcomes;
    const struct taxonomy *taxonomy;
    size_t most;
    const char *list, *system; /* of the first question */
    struct said *said;         /* of each example */
    struct tagging *counts;
};

/* ---- asking ---- */

/* The end of a text, from the beginning of a character. */
static const char *tail_of(const char *text)
{
    size_t n = strlen(text);

    if (n > SAID_MOST)
        text += n - SAID_MOST;
    while (((unsigned char)*text & 0xC0) == 0x80)
        text++;
    return text;
}

/* A text whose names are not all of the list is asked about once more, by a
 * further turn of the same conversation. */
static bool tagger_ask(void *ctx, size_t i, unsigned again, struct question *q,
                       struct err *e)
{
    struct job *j = ctx;
    const struct said *s = &j->said[i];
    struct message *m;

    (void)e;
    if (again && !s->n_unknown)
        return true;
    *q = question_make(j->arena, j->system,
                       tag_prompt_ask(j->arena, &j->domain, j->list,
                                      j->outcomes->examples[i].text, j->most),
                       1);
    if (!again)
        return true;
    m = arena_array(j->arena, struct message, 4);
    m[0] = q->messages[0];
    m[1] = q->messages[1];
    m[2] = (struct message){ "assistant", tail_of(s->reply) };
    m[3] =
        (struct message){ "user", tag_prompt_again(j->arena, &j->domain,
                                                   s->unknown, s->n_unknown) };
    *q = (struct question){ .messages = m, .n_messages = 4, .attempt = 1 };
    j->counts->again++;
    return true;
}

/* A reply that was cut or refused names nothing; the last of the others is the
 * one that counts. */
static void tagger_take(void *ctx, size_t i, unsigned again,
                        const struct reply *r)
{
    struct job *j = ctx;
    struct said *s = &j->said[i];

    (void)again;
    if (r->outcome != OUTCOME_OK)
        return;
    *s = (struct said){ .reply = r->text };
    s->n = tag_read(j->arena, j->taxonomy, r->text, &s->names, &s->unknown,
                    &s->n_unknown);
    if (s->n > j->most)
        s->n = j->most;
}

/* ---- the vocabulary ---- */

static const uint32_t *tagger_numbers_of(struct arena *a,
                                         const struct map *place,
                                         const struct said *s)
{
    uint32_t *of = arena_array(a, uint32_t, s->n + 1);

    for (size_t i = 0; i < s->n; i++)
        of[i] = (uint32_t)*map_get(place, s->names[i], strlen(s->names[i]));
    sort_numbers(of, s->n);
    of[s->n] = UINT32_MAX;
    return of;
}

static void tagger_make_vocabulary(struct job *j, struct vocabulary *out)
{
    const struct taxonomy *t = j->taxonomy;
    const char **names = arena_array(j->arena, const char *, t->n_concepts);
    const uint32_t **of =
        arena_array(j->arena, const uint32_t *, j->outcomes->n);
    struct map place = { 0 };

    *out = (struct vocabulary){ t->name, t, names, 0, of };
    for (size_t i = 0; i < t->n_concepts; i++) {
        const char *name = t->concepts[i].name;
        bool added;
        size_t *at = map_put(&place, name, strlen(name), &added);

        if (added) { /* a name that stands twice is one */
            *at = out->n;
            names[out->n++] = name;
        }
    }
    for (size_t i = 0; i < j->outcomes->n; i++) {
        const struct said *s = &j->said[i];

        of[i] = tagger_numbers_of(j->arena, &place, s);
        j->counts->unknown += s->n_unknown;
        *(s->n ? &j->counts->texts : &j->counts->silent) += 1;
    }
    map_clear(&place);
}

bool tag_examples(struct arena *a, struct questioner *c, const struct domain *d,
                  const struct outcomes *s, const struct taxonomy *t,
                  size_t most, struct vocabulary *out, struct tagging *counts,
                  struct err *e)
{
    struct job j = { .arena = a,
                     .domain = domain_words(a, d),
                     .outcomes = s,
                     .taxonomy = t,
                     .most = most ? most : NAMES_DEFAULT,
                     .list = tag_prompt_list(a, t),
                     .said = arena_array(a, struct said, s->n),
                     .counts = counts };
    const struct rounds r = { tagger_ask, tagger_take, &j, TAG_TURNS };

    *counts = (struct tagging){ 0 };
    j.system = tag_prompt_system(a, &j.domain);
    if (!question_rounds(a, c, &r, s->n, e))
        return false;
    tagger_make_vocabulary(&j, out);
    return true;
}
