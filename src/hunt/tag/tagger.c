/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/tag/tagger.h"
#include "base/alloc.h"
#include "base/map.h"
#include "base/sort.h"
#include "hunt/tag/tag_prompt.h"

#include <stdlib.h>
#include <string.h>

#define NAMES_DEFAULT 4
#define SAID_MOST     ((size_t)4000) /* bytes of a reply that are sent back */

/* What was read of the reply to one text. */
struct said {
    const char **names;
    size_t n, n_unknown;
    const char *unknown;
};

struct job {
    struct arena *arena;
    struct questioner *questioner;
    struct domain domain;
    const struct outcomes *outcomes;
    const struct taxonomy *taxonomy;
    size_t most;
    struct said *said; /* of each example */
    struct tagging *counts;
};

/* ---- asking ---- */

/* A reply that was cut or refused names nothing. */
static void tagger_read_reply(struct job *j, const struct reply *r,
                              struct said *out)
{
    if (r->outcome == OUTCOME_OK)
        out->n = tag_read(j->arena, j->taxonomy, r->text, &out->names,
                          &out->unknown, &out->n_unknown);
    if (out->n > j->most)
        out->n = j->most;
}

static bool tagger_ask_first(struct job *j, struct question *q, struct err *e)
{
    const char *list = tag_prompt_list(j->arena, j->taxonomy);
    const char *system = tag_prompt_system(j->arena, &j->domain);

    for (size_t i = 0; i < j->outcomes->n; i++) {
        const char *user = tag_prompt_ask(
            j->arena, &j->domain, list, j->outcomes->examples[i].text, j->most);

        q[i] = question_make(j->arena, system, user, 1);
    }
    if (!question_ask(j->arena, j->questioner, q, j->outcomes->n, e))
        return false;
    for (size_t i = 0; i < j->outcomes->n; i++)
        tagger_read_reply(j, &q[i].reply, &j->said[i]);
    return true;
}

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

/* The same conversation with a further turn. */
static struct question tagger_correct(struct job *j,
                                      const struct question *first,
                                      const struct said *s)
{
    struct message *m = arena_array(j->arena, struct message, 4);

    m[0] = first->messages[0];
    m[1] = first->messages[1];
    m[2] = (struct message){ "assistant", tail_of(first->reply.text) };
    m[3] =
        (struct message){ "user", tag_prompt_again(j->arena, &j->domain,
                                                   s->unknown, s->n_unknown) };
    return (struct question){ .messages = m, .n_messages = 4, .attempt = 1 };
}

/* The second reply is the one that counts, if there is one. */
static bool tagger_ask_again(struct job *j, const struct question *first,
                             struct err *e)
{
    size_t n = 0, *of = alloc_new(j->outcomes->n + 1, sizeof(*of));
    struct question *q = arena_array(j->arena, struct question, j->outcomes->n);
    bool ok;

    for (size_t i = 0; i < j->outcomes->n; i++)
        if (j->said[i].n_unknown > 0) {
            of[n] = i;
            q[n++] = tagger_correct(j, &first[i], &j->said[i]);
        }
    j->counts->again = n;
    ok = n == 0 || question_ask(j->arena, j->questioner, q, n, e);
    for (size_t k = 0; ok && k < n; k++) {
        struct said *s = &j->said[of[k]];

        if (q[k].reply.outcome != OUTCOME_OK)
            continue;
        *s = (struct said){ 0 };
        tagger_read_reply(j, &q[k].reply, s);
    }
    free(of);
    return ok;
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
                     .questioner = c,
                     .domain = domain_words(a, d),
                     .outcomes = s,
                     .taxonomy = t,
                     .most = most ? most : NAMES_DEFAULT,
                     .counts = counts };
    struct question *q = arena_array(a, struct question, s->n);

    *counts = (struct tagging){ 0 };
    j.said = arena_array(a, struct said, s->n);
    if (!tagger_ask_first(&j, q, e) || !tagger_ask_again(&j, q, e))
        return false;
    tagger_make_vocabulary(&j, out);
    return true;
}
