/* SPDX-License-Identifier: Apache-2.0 */

/*
 * New hypotheses: the question, its list, and a further turn where texts have
 * names that the vocabulary has not.
 */
#include "hunt/propose/propose_int.h"

#include <string.h>

/* A batch while it is asked. */
struct talk {
    struct proposal_batch *batch;
    struct vec messages; /* of struct message */
    struct vec outside;  /* of const char *: names that are none */
    size_t bad;          /* texts rejected by the last reply, */
    size_t unknown;      /* those of them with such names */
    bool over;
};

bool maker_messages(struct arena *a, const struct maker *m,
                    const struct proposal_batch *b, size_t wanted,
                    const struct message **out, size_t *n, struct err *e)
{
    const struct task *t = m->job->task;
    struct slot_value v[] = {
        { "observations", NULL },
        { "num_hypotheses", arena_printf(a, "%zu", wanted) },
        { "names", m->names },
    };

    return task_repeat(a, t, "observations", NULL, 0, m->train, b->rows,
                       b->n_rows, &v[0].value, e) &&
           task_messages(a, t, "batched_generation", v, 3, NULL, 0, out, n, e);
}

static void add_message(struct talk *t, const char *role, const char *text)
{
    *(struct message *)vec_push(&t->messages) = (struct message){ role, text };
}

/* The text without its list of concepts, if its words name the same ones: what
 * people read; else the text. */
static const char *bare_text(struct arena *a, const struct vocabulary *v,
                             const char *text, const struct suspicion *c)
{
    const char *open = strrchr(text, '['), **names, *outside;
    const char *bare =
        open ? str_trim(a, arena_strndup(a, text, (size_t)(open - text)))
             : text;

    if (!open || !str_ends(text, "]") ||
        propose_concepts(a, v, bare, &names, &outside) != c->n_concepts)
        return text;
    for (size_t i = 0; i < c->n_concepts; i++)
        if (!str_eq(names[i], c->concepts[i]))
            return text;
    return bare;
}

/* An unknown name is named once in the question, however often it comes. */
static void add_outside(struct talk *t, const char *name)
{
    t->unknown++;
    for (size_t i = 0; i < t->outside.n; i++)
        if (str_eq(*vec_get(&t->outside, const char *, i), name))
            return;
    *(const char **)vec_push(&t->outside) = name;
}

/* Take a text into the batch unless its concepts cannot be read. */
static void take_text(struct maker *m, struct talk *t, const char *text)
{
    const struct vocabulary *v = m->job->vocabulary;
    struct bank_entry h = { .text = arena_strdup(m->arena, text) };
    const char **names = NULL, *outside = NULL;

    if (v) {
        h.suspicion.n_concepts =
            propose_concepts(m->arena, v, text, &names, &outside);
        h.suspicion.concepts = names;
        h.suspicion.vocabulary = v->name;
    }
    if (outside)
        add_outside(t, outside);
    if (v && (outside || !h.suspicion.n_concepts)) {
        t->bad++;
        return;
    }
    if (v)
        h.text = bare_text(m->arena, v, h.text, &h.suspicion);
    h.correct = vec_in(m->arena, sizeof(struct bank_hit));
    *(struct bank_entry *)vec_push(&t->batch->found) = h;
}

/* Take up to `most` texts of a reply. One that was cut off ends in half a
 * sentence, which is left out. */
static void take_reply(struct maker *m, struct talk *t, const struct reply *r,
                       size_t most)
{
    const char *text = judge_text(r), **items;
    size_t n = text ? propose_list(m->arena, text, m->faithful, &items) : 0;

    if (r->outcome == OUTCOME_TRUNCATED && n)
        n--;
    if (n == 0) {
        m->unread += r->outcome != OUTCOME_ERROR;
        t->over = true;
        return;
    }
    if (n < t->bad)
        m->rejected += t->bad - n; /* not even replaced */
    t->bad = t->unknown = 0;
    t->outside.n = 0;
    for (size_t i = 0; i < n && (m->faithful || i < most); i++)
        take_text(m, t, items[i]);
    t->over = t->bad == 0;
    add_message(t, "assistant", arena_strdup(m->arena, text));
}

/* The turn that asks for the rejected ones once more. */
static void ask_back(struct arena *a, struct talk *t)
{
    struct str s = str_in(a);

    if (t->outside.n)
        str_add(&s, "These names are not on the list of concepts: ");
    for (size_t i = 0; i < t->outside.n; i++)
        str_addf(&s, "%s%s", i ? "; " : "",
                 *vec_get(&t->outside, const char *, i));
    if (t->outside.n)
        str_add(&s, ". ");
    if (t->unknown < t->bad)
        str_addf(&s, "Items of yours that name no concept of the list: %zu. ",
                 t->bad - t->unknown);
    str_addf(&s,
             "Write %zu %s, numbered from 1, in the same form, with concepts "
             "spelt exactly as on the list. Do not repeat the others.",
             t->bad,
             t->bad == 1 ? "hypothesis in its place"
                         : "hypotheses in their place");
    add_message(t, "user", str_get(&s));
}

/* One round: ask all talks that are not over, at once. */
static bool ask_round(struct maker *m, struct talk *talks, size_t n,
                      size_t wanted, bool first, struct err *e)
{
    struct question *q = arena_array(m->arena, struct question, n);
    size_t asked = 0, k = 0;

    for (size_t i = 0; i < n; i++) {
        struct talk *t = &talks[i];

        if (t->over)
            continue;
        if (!first)
            ask_back(m->arena, t);
        q[asked++] = (struct question){ .messages = t->messages.items,
                                        .n_messages = t->messages.n,
                                        .attempt = t->batch->attempt };
    }
    if (asked && !question_ask(m->arena, m->job->questioner, q, asked, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!talks[i].over)
            take_reply(m, &talks[i], &q[k++].reply,
                       first ? wanted : talks[i].bad);
    return true;
}

static bool open_talk(struct maker *m, struct talk *t, size_t wanted,
                      struct err *e)
{
    const struct message *messages;
    size_t n;

    if (!maker_messages(m->arena, m, t->batch, wanted, &messages, &n, e))
        return false;
    t->messages = vec_in(m->arena, sizeof(struct message));
    t->outside = vec_in(m->arena, sizeof(const char *));
    t->batch->found = vec_in(m->arena, sizeof(struct bank_entry));
    for (size_t i = 0; i < n; i++)
        add_message(t, messages[i].role, messages[i].content);
    return true;
}

bool maker_ask(struct maker *m, struct proposal_batch *batches, size_t n,
               size_t wanted, struct err *e)
{
    struct talk *talks = arena_array(m->arena, struct talk, n ? n : 1);
    unsigned rounds = m->job->vocabulary ? m->job->o->again : 0;

    for (size_t i = 0; i < n; i++) {
        talks[i].batch = &batches[i];
        if (!open_talk(m, &talks[i], wanted, e))
            return false;
    }
    for (unsigned r = 0; r <= rounds; r++)
        if (!ask_round(m, talks, n, wanted, r == 0, e))
            return false;
    for (size_t i = 0; i < n; i++)
        m->rejected += talks[i].bad;
    return true;
}
