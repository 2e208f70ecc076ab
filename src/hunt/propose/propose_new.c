/* SPDX-License-Identifier: Apache-2.0 */

/*
 * New hypotheses: the question, its list, and a further turn where texts have
 * names that the vocabulary has not.
 */
#include "hunt/propose/propose_int.h"

#include <string.h>

/* What may be wrong with a hypothesis. */
enum fault {
    FAULT_NAME,  /* a name that is not on the list */
    FAULT_TRAIT, /* a trait that is not on the list, or not bounded so */
    FAULT_RARE,  /* it holds of too few examples */
    FAULT_EMPTY, /* it names nothing of the list */
    FAULTS
};

/* A batch while it is asked. */
struct talk {
    struct proposal_batch *batch;
    struct vec messages;       /* of struct message */
    struct vec faults[FAULTS]; /* of const char *: what has it, each once */
    size_t n_faults[FAULTS];   /* texts of the last reply that have it */
    size_t bad;                /* these together */
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
        { "trait_names", m->traits },
        { "trait_form", m->trait_form },
    };

    return task_repeat(a, t, "observations", NULL, 0, m->train, b->rows,
                       b->n_rows, &v[0].value, e) &&
           task_messages(a, t, "batched_generation", v, 5, NULL, 0, out, n, e);
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

/* What is wrong is named once in the question, however often it comes. */
static void add_fault(struct talk *t, enum fault f, const char *name)
{
    t->bad++;
    t->n_faults[f]++;
    for (size_t i = 0; i < t->faults[f].n; i++)
        if (str_eq(*vec_get(&t->faults[f], const char *, i), name))
            return;
    *(const char **)vec_push(&t->faults[f]) = name;
}

/* Examples that it holds of. */
static size_t holds_of(const struct propose_job *j, const struct suspicion *c)
{
    const struct task_data *d = j->data;
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++)
        n += *d->values[d->label][i] && judge_holds(j, c, i);
    return n;
}

/* Reads what a text claims. Returns its fault, or FAULTS; *what has it. */
static enum fault read_claim(struct maker *m, const char *text,
                             struct suspicion *c, const char **what)
{
    const struct propose_job *j = m->job;
    const char *rest, **names = NULL, *outside = NULL;
    const char *trait = propose_trait(m->arena, text, &rest);
    bool bare = trait && !strstr(rest, "oncepts:");

    *what = trait;
    if (trait && !propose_bound(j->outcomes, trait, &c->bound)) {
        c->bound = (struct bound){ 0 };
        return FAULT_TRAIT;
    }
    if (!bare)
        c->n_concepts =
            propose_concepts(m->arena, j->vocabulary, rest, &names, &outside);
    c->concepts = names;
    c->vocabulary = c->n_concepts ? j->vocabulary->name : NULL;
    *what = outside;
    if (outside)
        return FAULT_NAME;
    *what = suspicion_short(m->arena, c);
    if (!judge_reads(c))
        return FAULT_EMPTY;
    return j->o->balanced && holds_of(j, c) < j->support ? FAULT_RARE : FAULTS;
}

/* Is the text kept in spite of it? The original keeps all, and without a list
 * nobody can know its names. */
static bool is_kept(const struct maker *m, enum fault f)
{
    return f == FAULTS || m->faithful || (f != FAULT_RARE && !m->listed);
}

/* Take a text into the batch unless its claim cannot be read. */
static void take_text(struct maker *m, struct talk *t, const char *text)
{
    struct bank_entry h =
        bank_entry_new(m->arena, arena_strdup(m->arena, text));
    const char *what;
    enum fault f = FAULTS;

    if (m->job->vocabulary)
        f = read_claim(m, h.text, &h.suspicion, &what);
    if (!is_kept(m, f)) {
        add_fault(t, f, what);
        return;
    }
    if (f == FAULTS && m->job->vocabulary &&
        h.suspicion.bound.kind == BOUND_NONE)
        h.text = bare_text(m->arena, m->job->vocabulary, h.text, &h.suspicion);
    h.shown = t->batch->rows;
    h.n_shown = t->batch->n_rows;
    *(struct bank_entry *)vec_push(&t->batch->found) = h;
}

/* Those that were rejected and not replaced. */
static void count_lost(struct maker *m, const struct talk *t, size_t lost)
{
    size_t rare = t->n_faults[FAULT_RARE];

    rare = rare < lost ? rare : lost;
    m->rare += rare;
    m->rejected += lost - rare;
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
        count_lost(m, t, t->bad - n);
    t->bad = 0;
    for (int f = 0; f < FAULTS; f++)
        t->n_faults[f] = t->faults[f].n = 0;
    for (size_t i = 0; i < n && (m->faithful || i < most); i++)
        take_text(m, t, items[i]);
    t->over = t->bad == 0;
    add_message(t, "assistant", arena_strdup(m->arena, text));
}

static void add_faults(struct str *out, const struct talk *t, enum fault f,
                       const char *what)
{
    const struct vec *names = &t->faults[f];

    if (!names->n)
        return;
    str_addf(out, "%s: ", what);
    for (size_t i = 0; i < names->n; i++)
        str_addf(out, "%s%s", i ? "; " : "", *vec_get(names, const char *, i));
    str_add(out, ". ");
}

/* The turn that asks for the rejected ones once more. */
static void ask_back(const struct maker *m, struct talk *t)
{
    struct str s = str_in(m->arena);

    add_faults(&s, t, FAULT_NAME,
               "These names are not on the list of concepts");
    add_faults(&s, t, FAULT_TRAIT,
               "These are no bounds of a trait on the list");
    add_faults(&s, t, FAULT_RARE,
               arena_printf(m->arena,
                            "These hold of fewer than %zu examples, too few "
                            "to tell",
                            m->job->support));
    if (t->n_faults[FAULT_EMPTY])
        str_addf(&s, "Items of yours that name no concept of the list: %zu. ",
                 t->n_faults[FAULT_EMPTY]);
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
            ask_back(m, t);
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
    for (int f = 0; f < FAULTS; f++)
        t->faults[f] = vec_in(m->arena, sizeof(const char *));
    t->batch->found = vec_in(m->arena, sizeof(struct bank_entry));
    for (size_t i = 0; i < n; i++)
        add_message(t, messages[i].role, messages[i].content);
    return true;
}

bool maker_ask(struct maker *m, struct proposal_batch *batches, size_t n,
               size_t wanted, struct err *e)
{
    struct talk *talks = arena_array(m->arena, struct talk, n ? n : 1);
    bool may = m->job->vocabulary && !m->faithful;
    unsigned rounds = may ? m->job->o->again : 0;

    for (size_t i = 0; i < n; i++) {
        talks[i].batch = &batches[i];
        if (!open_talk(m, &talks[i], wanted, e))
            return false;
    }
    for (unsigned r = 0; r <= rounds; r++)
        if (!ask_round(m, talks, n, wanted, r == 0, e))
            return false;
    for (size_t i = 0; i < n; i++)
        count_lost(m, &talks[i], talks[i].bad);
    return true;
}
