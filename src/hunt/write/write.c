/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Written problems: batches of drafts, each filtered, then keyed, no more of
 * them at once than are still wanted. Decisions of people come before the key
 * models, so that they are final and cost no call.
 */
#include "hunt/write/write.h"
#include "base/clock.h"
#include "base/str.h"

#include <string.h>

/* The prompts of a writer. Every batch is asked in the same words and has
 * another attempt number, so that the journal answers for those it has. */

static const char *write_system(void)
{
    return "You write mathematics problems. They are used to find out what a "
           "solver cannot do, so each must be sound: a reader who has only its "
           "text can solve it, and there is exactly one right answer.\n"
           "\n"
           "Rules for every problem:\n"
           "- All that is needed stands in the text: no figure, no table "
           "elsewhere, no other problem.\n"
           "- It asks for one value or formula: no proof, no explanation, no "
           "drawing, no yes or no, no choices to pick from.\n"
           "- It has exactly one answer, which you have checked.\n"
           "- No two problems differ in names or numbers alone, and none is "
           "one that you have seen in a book or a collection.\n"
           "- Mathematics is in LaTeX between dollar signs.\n"
           "\n"
           "Write each problem in this form, with nothing before, between or "
           "after:\n"
           "\n"
           "Problem 1:\n"
           "the text of the problem\n"
           "Answer: the final answer alone\n"
           "Compute: the answer as one formula of numbers\n"
           "\n"
           "The line Compute is optional. It holds what a calculator for exact "
           "mathematics can evaluate: an expression, a sum \\sum_{k=1}^{n}, a "
           "definite integral, a remainder such as 7^{100} \\bmod 13, "
           "congruences such as x \\equiv 2 \\pmod 3, x \\equiv 3 \\pmod 5, "
           "or equations such as solve x+y=3, x-y=1 for x. Leave it out where "
           "there is no such formula.";
}

/* The name as the taxonomy has it in full. */
static const char *full_name(const struct taxonomy *t, const char *name)
{
    const struct concept *c = t ? concept_find(t, name) : NULL;

    return c ? c->name : name;
}

static const char *write_user(struct arena *a, const struct suspicion *c,
                              const struct taxonomy *t,
                              const struct write_options *o, size_t batch)
{
    struct str s = str_in(a);

    str_add(&s, "This is believed of a solver: ");
    str_add(&s, o->hypothesis_text);
    str_addc(&s, '\n');
    if (c->n_concepts) {
        str_add(&s, "\nConcepts:\n");
        for (size_t i = 0; i < c->n_concepts; i++)
            str_addf(&s, "- %s\n", full_name(t, c->concepts[i]));
    }
    str_addf(&s,
             "\nWrite %zu new problem%s that would put this to the test%s. "
             "Vary what they are about, and how hard they are.\n",
             batch, batch == 1 ? "" : "s",
             c->n_concepts > 1 ? "; each needs all of these concepts"
             : c->n_concepts   ? "; each needs this concept"
                               : "");
    if (o->seed && *o->seed)
        str_addf(&s, "\nSet: %s\n", o->seed);
    return str_get(&s);
}

#define BATCH_DEFAULT 5

struct writing {
    struct arena *arena;
    struct questioner *writer, *keyers;
    size_t n_keyers;
    struct store *store;
    struct filter *known;
    const struct suspicion *suspicion;
    const struct taxonomy *taxonomy;
    const struct write_options *options;
    const char *hypothesis;
    struct written *out;
};

/* ---- the record ---- */

static const char *id_of(struct arena *a, const char *statement)
{
    char hex[HASH_HEX_SIZE];

    return arena_printf(
        a, "written/%s",
        hash_hex(hash_bytes(statement, strlen(statement)), hex));
}

static const struct json *make_meta(const struct writing *w,
                                    const struct key_finding *f)
{
    struct arena *a = w->arena;
    struct json *meta = json_new(a, JSON_OBJECT), *by;

    json_set(a, meta, "source", json_new_string(a, "written"));
    json_set(a, meta, "writer", json_new_string(a, w->writer->model->spec));
    by = json_set(a, meta, "keyed_by", json_new(a, JSON_ARRAY));
    for (size_t i = 0; f && i < w->n_keyers; i++)
        if (f->answers[i])
            json_push(by, json_new_string(a, w->keyers[i].model->spec));
    if (!f)
        json_push(by, json_new_string(a, "a person"));
    json_set(a, meta, "computed", json_new_text(a, f ? f->computed : NULL));
    json_set(a, meta, "hypothesis", json_new_string(a, w->hypothesis));
    return meta;
}

static struct problem make_problem(const struct writing *w,
                                   const char *statement, const char *key,
                                   const struct json *meta)
{
    struct arena *a = w->arena;
    struct problem p = { .id = id_of(a, statement),
                         .statement = statement,
                         .solution = "",
                         .meta = meta };

    p.n_concepts = w->suspicion->n_concepts;
    p.concepts = arena_array(a, const char *, p.n_concepts + 1);
    for (size_t i = 0; i < p.n_concepts; i++)
        p.concepts[i] = w->suspicion->concepts[i];
    problem_set_key(a, &p, answer_guess(key), key);
    return p;
}

static void keep(struct writing *w, struct problem p)
{
    w->out->problems[w->out->n++] = p;
}

/* ---- reviews ---- */

/* What a person needs to decide: who answered what. */
static const char *make_evidence(const struct writing *w, const struct draft *d,
                                 const struct key_finding *f)
{
    struct arena *a = w->arena;
    struct json *top = json_new(a, JSON_OBJECT), *answers;
    struct str s = str_in(a);

    answers = json_set(a, top, "answers", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < f->n_answers; i++) {
        struct json *one = json_push(answers, json_new(a, JSON_OBJECT));

        json_set(a, one, "model", json_new_string(a, w->keyers[i].model->spec));
        json_set(a, one, "answer", json_new_text(a, f->answers[i]));
    }
    json_set(a, top, "computed", json_new_text(a, f->computed));
    json_set(a, top, "compute", json_new_text(a, d->compute));
    json_set(a, top, "writer", json_new_text(a, d->answer));
    json_write(&s, top);
    return str_get(&s);
}

static const char *make_line(struct arena *a, const struct problem *p)
{
    struct str s = str_in(a);

    problem_write(&s, p);
    if (s.n && s.s[s.n - 1] == '\n')
        s.s[--s.n] = '\0';
    return str_get(&s);
}

/* The key of an accepted row: the one given, or the problem's own. */
static const char *reviewed_key(struct arena *a, const struct review *r)
{
    struct problem p;
    struct json *v;
    struct err e;

    if (r->key && !str_blank(r->key))
        return r->key;
    if (!r->problem ||
        !json_read(a, r->problem, strlen(r->problem), 1, &v, &e) ||
        !problem_read(a, v, &p, &e) || p.n_keys == 0 ||
        str_blank(p.keys[0].latex))
        return NULL;
    return p.keys[0].latex;
}

/* Count a draft that is in the queue as its row says. */
static void count_review(struct writing *w, const char *statement,
                         const struct review *r)
{
    const char *key;

    switch (r->state) {
    case REVIEW_REJECTED: w->out->rejected++; break;
    case REVIEW_ACCEPTED:
        key = reviewed_key(w->arena, r);
        if (key) {
            w->out->accepted++;
            keep(w, make_problem(w, statement, key, make_meta(w, NULL)));
            break;
        }
        /* Accepted, but nobody said with which key. */
        w->out->doubtful++;
        break;
    default: w->out->doubtful++; break;
    }
}

static bool put_review(struct writing *w, const struct draft *d,
                       const struct key_finding *f, struct err *e)
{
    struct problem p =
        make_problem(w, d->statement, f->key ? f->key : "", make_meta(w, f));
    struct review r = { .kind = "key", .hunt = w->options->hunt }, row;
    bool found;

    r.hash = review_hash("key", d->statement);
    r.problem = make_line(w->arena, &p);
    r.why = f->why;
    r.evidence = make_evidence(w, d, f);
    r.made_ms = clock_day_ms();
    if (!review_put(w->store, w->arena, &r, &row, &found, e))
        return false;
    count_review(w, d->statement, &row);
    return true;
}

/* ---- drafts ---- */

/* Decide what became of a draft before any key model is asked: false when it
 * is to be asked about. */
static bool is_settled(struct writing *w, const struct draft *d, bool *settled,
                       struct err *e)
{
    struct review row;
    const char *why;
    enum flaw flaw;
    bool found;

    w->out->drafts++;
    flaw = filter_draft(w->arena, w->known, d, &why);
    *settled = flaw != FLAW_NONE;
    if (*settled) {
        w->out->flaws[flaw]++;
        return true;
    }
    filter_know(w->known, id_of(w->arena, d->statement), d->statement);
    if (!review_find(w->store, w->arena, review_hash("key", d->statement), &row,
                     &found, e))
        return false;
    *settled = found && row.state != REVIEW_OPEN;
    if (*settled)
        count_review(w, d->statement, &row);
    return true;
}

static bool take_finding(struct writing *w, const struct draft *d,
                         const struct key_finding *f, struct err *e)
{
    switch (f->state) {
    case KEY_SURE:
        w->out->flaws[FLAW_NONE]++;
        keep(w, make_problem(w, d->statement, f->key, make_meta(w, f)));
        return true;
    case KEY_NONE: w->out->flaws[f->flaw]++; return true;
    default: return put_review(w, d, f, e);
    }
}

static bool take_drafts(struct writing *w, const struct draft *drafts, size_t n,
                        struct err *e)
{
    size_t wanted = w->options->n, next = 0;
    struct draft *open = arena_array(w->arena, struct draft, n + 1);
    struct key_finding *f = arena_array(w->arena, struct key_finding, n + 1);

    while (next < n && w->out->n < wanted) {
        size_t n_open = 0;

        while (next < n && w->out->n + n_open < wanted) {
            bool settled;

            if (!is_settled(w, &drafts[next], &settled, e))
                return false;
            if (!settled)
                open[n_open++] = drafts[next];
            next++;
        }
        if (!key_find(w->arena, w->keyers, w->n_keyers, open, n_open, f, e))
            return false;
        for (size_t i = 0; i < n_open; i++)
            if (!take_finding(w, &open[i], &f[i], e))
                return false;
    }
    return true;
}

/* ---- batches ---- */

static bool take_batch(struct writing *w, size_t batch, uint64_t number,
                       struct err *e)
{
    const struct draft *drafts = NULL;
    struct reply r;
    size_t n = 0;

    if (!question_one(
            w->arena, w->writer, write_system(),
            write_user(w->arena, w->suspicion, w->taxonomy, w->options, batch),
            number, &r, e))
        return false;
    if (r.text && (r.outcome == OUTCOME_OK || r.outcome == OUTCOME_TRUNCATED))
        n = draft_read(w->arena, r.text, &drafts);
    if (n == 0) {
        w->out->silent++;
        return true;
    }
    if (r.outcome == OUTCOME_TRUNCATED) { /* the last one was cut off */
        n--;
        w->out->drafts++;
        w->out->flaws[FLAW_INCOMPLETE]++;
    }
    /* More than was asked for is not looked at. */
    return take_drafts(w, drafts, n < batch ? n : batch, e);
}

bool write_problems(struct arena *a, struct questioner *writer,
                    struct questioner *keyers, size_t n_keyers, struct store *s,
                    struct filter *known, const struct suspicion *c,
                    const struct taxonomy *t, const struct write_options *o,
                    struct written *out, struct err *e)
{
    struct write_options own = *o;
    struct writing w = { .arena = a,
                         .writer = writer,
                         .keyers = keyers,
                         .n_keyers = n_keyers,
                         .store = s,
                         .known = known,
                         .suspicion = c,
                         .taxonomy = t,
                         .options = &own,
                         .out = out };
    size_t batch = o->batch ? o->batch : BATCH_DEFAULT;
    size_t most = o->most ? o->most : (4 * o->n + batch - 1) / batch;

    if (!own.hypothesis_text)
        own.hypothesis_text = suspicion_text(a, c);
    w.hypothesis = own.hypothesis_text;
    *out = (struct written){ 0 };
    out->problems = arena_array(a, struct problem, o->n + 1);
    for (uint64_t b = 1; b <= most && out->n < o->n; b++)
        if (!take_batch(&w, batch, b, e))
            return false;
    return true;
}
