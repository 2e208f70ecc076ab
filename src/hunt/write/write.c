/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/write/write.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/str.h"
#include "hunt/prompt.h"
#include "hunt/tag/tagger.h"

#include <string.h>

/* ---- bounds ---- */

/* Traits that a text has, and those that it has with a key. What else there is
 * (level, steps, wording ...) is known of made problems alone. */
#define OF_TEXT "words characters numbers digits"

/* Tries the bound of the suspicion on a text alone (key NULL), or on the text
 * with its key. A trait of the answer is unchecked without a key; one that
 * written problems do not have (level, steps ...) is always. */
static enum claim_state claim_bound(struct arena *a, const struct suspicion *c,
                                    const char *statement, const char *key)
{
    struct suspicion bound = { .bound = c->bound };
    struct problem p = { .id = "", .statement = statement, .solution = "" };

    if (c->bound.kind == BOUND_NONE)
        return CLAIM_HOLDS;
    if (!str_among(c->bound.trait, OF_TEXT) &&
        !(key && str_starts_any(c->bound.trait, "answer|denominator|keys")))
        return CLAIM_UNCHECKED;
    if (key)
        problem_set_key(a, &p, answer_guess(key), key);
    return suspicion_holds_problem(a, &bound, NULL, &p) ? CLAIM_HOLDS
                                                        : CLAIM_OFF;
}

/* ---- concepts ---- */

/* The name as the taxonomy has it in full. */
static const char *write_full_name(const struct taxonomy *t, const char *name)
{
    const struct concept *c = t ? concept_find(t, name) : NULL;

    return c ? c->name : name;
}

/*
 * Written problems: batches of drafts, each filtered, then keyed, no more of
 * them at once than are still wanted. Decisions of people come before the key
 * models, so that they are final and cost no call.
 */

/* ---- what the writer is told ---- */

/* Every batch is asked in the same words and has another attempt number, so
 * that the journal answers for those it has. */

/* What each problem must be, behind "count". */
static const char *must(struct arena *a, const struct suspicion *c)
{
    struct suspicion bound = { .bound = c->bound };
    const char *needs = c->n_concepts > 1 ? "each needs all of these concepts"
                        : c->n_concepts   ? "each needs this concept"
                                          : "";

    if (c->bound.kind == BOUND_NONE)
        return *needs ? arena_printf(a, "; %s", needs) : "";
    return arena_printf(a, "; %s%sof each %s", needs, *needs ? ", and " : "",
                        suspicion_short(a, &bound));
}

static const char *write_claim(struct arena *a, const struct suspicion *c,
                               const struct taxonomy *t,
                               const struct write_options *o)
{
    struct str names = str_in(a);

    if (c->n_concepts)
        str_add(&names, "\nConcepts:\n");
    for (size_t i = 0; i < c->n_concepts; i++)
        str_addf(&names, "- %s\n", write_full_name(t, c->concepts[i]));

    const struct prompt_slot slots[] = { { "hypothesis", o->hypothesis_text },
                                         { "concepts", str_get(&names) },
                                         { "must", must(a, c) } };

    return prompt_make(a, o->domain, "claim", PROMPT_USER, slots, 3);
}

#define BATCH_DEFAULT 5

struct writing {
    struct arena *arena;
    const struct write_models *models;
    struct store *store;
    struct filter *known;
    const struct suspicion *suspicion; /* NULL: of no hypothesis */
    const struct taxonomy *taxonomy;
    const struct write_options *options;
    struct key_rules rules;
    const char *system, *user;
    const char *hypothesis;
    struct written *out;
};

/* A draft on its way, and what is known of its claim. */
struct candidate {
    struct draft draft;
    bool unchecked;
};

/* ---- the record ---- */

static const char *write_id_of(struct arena *a, const char *statement)
{
    char hex[HASH_HEX_SIZE];

    return arena_printf(
        a, "written/%s",
        hash_hex(hash_bytes(statement, strlen(statement)), hex));
}

/* The record of a problem that key models agreed on, or a person accepted (f is
 * NULL). */
static const struct json *write_make_meta(const struct writing *w,
                                          const struct key_finding *f)
{
    struct arena *a = w->arena;
    struct json *meta = json_new(a, JSON_OBJECT), *by;

    json_set(a, meta, "source", json_new_string(a, "written"));
    json_set(a, meta, "writer",
             json_new_string(a, w->models->writer->model->spec));
    by = json_set(a, meta, "keyed_by", json_new(a, JSON_ARRAY));
    for (size_t i = 0; f && i < w->models->n_keyers; i++)
        if (f->answers[i])
            json_push(by, json_new_string(a, w->models->keyers[i].model->spec));
    if (!f)
        json_push(by, json_new_string(a, "a person"));
    json_set(a, meta, "computed", json_new_text(a, f ? f->computed : NULL));
    json_set(a, meta, "hypothesis", json_new_text(a, w->hypothesis));
    return meta;
}

static struct problem make_problem(const struct writing *w,
                                   const char *statement, const char *key,
                                   const struct json *meta)
{
    struct arena *a = w->arena;
    const struct answer_form *f = &w->rules.form;
    const struct prompt_slot slots[] = { { "text", statement },
                                         { "labels", form_labels(a, f) } };
    struct problem p = { .id = write_id_of(a, statement),
                         .statement = statement,
                         .solution = "",
                         .meta = meta };

    if (w->options->ask)
        p.statement =
            prompt_make(a, w->rules.domain, "ask", PROMPT_USER, slots, 2);
    p.n_concepts = w->suspicion ? w->suspicion->n_concepts : 0;
    p.concepts = arena_array(a, const char *, p.n_concepts + 1);
    for (size_t i = 0; i < p.n_concepts; i++)
        p.concepts[i] = w->suspicion->concepts[i];
    problem_set_key(
        a, &p, f->kind == FORM_MATHS ? answer_guess(key) : ANSWER_TEXT, key);
    return p;
}

/* Takes a draft with its key into the set, unless the two are off the claim. */
static bool write_keep(struct writing *w, const struct candidate *c,
                       const char *key, const struct json *meta)
{
    enum claim_state s = w->suspicion ? claim_bound(w->arena, w->suspicion,
                                                    c->draft.statement, key)
                                      : CLAIM_HOLDS;

    if (s == CLAIM_OFF) {
        w->out->flaws[FLAW_OFF]++;
        return false;
    }
    w->out->unchecked += c->unchecked || s == CLAIM_UNCHECKED;
    w->out->problems[w->out->n++] =
        make_problem(w, c->draft.statement, key, meta);
    return true;
}

/* ---- reviews ---- */

/* What a person needs to decide: who answered what. */
static const char *write_make_evidence(const struct writing *w,
                                       const struct draft *d,
                                       const struct key_finding *f)
{
    struct arena *a = w->arena;
    struct json *top = json_new(a, JSON_OBJECT), *answers;
    struct str s = str_in(a);

    answers = json_set(a, top, "answers", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < f->n_answers; i++) {
        struct json *one = json_push(answers, json_new(a, JSON_OBJECT));

        json_set(a, one, "model",
                 json_new_string(a, w->models->keyers[i].model->spec));
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
static void count_review(struct writing *w, const struct candidate *c,
                         const struct review *r)
{
    const char *key =
        r->state == REVIEW_ACCEPTED ? reviewed_key(w->arena, r) : NULL;

    if (r->state == REVIEW_REJECTED)
        w->out->rejected++;
    else if (!key) /* open, or accepted and nobody said with which key */
        w->out->doubtful++;
    else if (write_keep(w, c, key, write_make_meta(w, NULL)))
        w->out->accepted++;
}

static bool put_review(struct writing *w, const struct candidate *c,
                       const struct key_finding *f, struct err *e)
{
    const struct draft *d = &c->draft;
    struct problem p = make_problem(w, d->statement, f->key ? f->key : "",
                                    write_make_meta(w, f));
    struct review r = { .kind = "key", .hunt = w->options->hunt }, row;
    bool found;

    r.hash = review_hash("key", d->statement);
    r.problem = make_line(w->arena, &p);
    r.why = f->why;
    r.evidence = write_make_evidence(w, d, f);
    r.made_ms = clock_day_ms();
    if (!review_put(w->store, w->arena, &r, &row, &found, e))
        return false;
    count_review(w, c, &row);
    return true;
}

/* ---- drafts ---- */

/* Is the draft one that may go on, by its text alone? */
static bool write_passes(struct writing *w, const struct draft *d)
{
    const char *why;
    enum flaw flaw;

    w->out->drafts++;
    flaw = filter_draft(w->arena, w->known, d, &why);
    if (flaw == FLAW_NONE)
        filter_know(w->known, write_id_of(w->arena, d->statement),
                    d->statement);
    if (flaw == FLAW_NONE && w->suspicion &&
        claim_bound(w->arena, w->suspicion, d->statement, NULL) == CLAIM_OFF)
        flaw = FLAW_OFF;
    if (flaw != FLAW_NONE)
        w->out->flaws[flaw]++;
    return flaw == FLAW_NONE;
}

/* Leaves those of *n candidates that have the concepts of the suspicion, all
 * asked about at once. Fails as question_ask() does. */
static bool check_concepts(struct writing *w, struct candidate *c, size_t *n,
                           struct err *e)
{
    const struct claim_tagger *t = &w->models->tagger;
    const struct suspicion *s = w->suspicion;
    struct outcomes texts = { .n = *n };
    struct tagging counts;
    struct vocabulary v;
    size_t kept = 0;

    if (!s || !s->n_concepts || !*n)
        return true;
    texts.examples = arena_array(w->arena, struct example, *n);
    for (size_t i = 0; i < *n; i++) {
        texts.examples[i].text = c[i].draft.statement;
        c[i].unchecked = true;
    }
    if (!t->questioner || !t->names)
        return true;
    if (!tag_examples(w->arena, t->questioner, t->domain, &texts, t->names,
                      t->most, &v, &counts, e))
        return false;
    for (size_t i = 0; i < *n; i++) {
        size_t has = 0;

        for (size_t k = 0; k < s->n_concepts; k++)
            has += vocabulary_has(&v, i,
                                  write_full_name(t->names, s->concepts[k]));
        if (has == s->n_concepts)
            c[kept++] = (struct candidate){ c[i].draft, false };
    }
    w->out->flaws[FLAW_OFF] += *n - kept;
    *n = kept;
    return true;
}

/* Leaves those of *n candidates that no person has decided. */
static bool write_check_reviews(struct writing *w, struct candidate *c,
                                size_t *n, struct err *e)
{
    size_t kept = 0;

    for (size_t i = 0; i < *n; i++) {
        struct review row;
        bool found;

        if (!review_find(w->store, w->arena,
                         review_hash("key", c[i].draft.statement), &row, &found,
                         e))
            return false;
        if (found && row.state != REVIEW_OPEN)
            count_review(w, &c[i], &row);
        else
            c[kept++] = c[i];
    }
    *n = kept;
    return true;
}

static bool take_finding(struct writing *w, const struct candidate *c,
                         const struct key_finding *f, struct err *e)
{
    switch (f->state) {
    case KEY_SURE:
        if (write_keep(w, c, f->key, write_make_meta(w, f)))
            w->out->flaws[FLAW_NONE]++;
        return true;
    case KEY_NONE: w->out->flaws[f->flaw]++; return true;
    default: return put_review(w, c, f, e);
    }
}

static bool write_find_keys(struct writing *w, const struct candidate *c,
                            size_t n, struct err *e)
{
    struct key_finding *f = arena_array(w->arena, struct key_finding, n + 1);
    struct draft *d = arena_array(w->arena, struct draft, n + 1);

    for (size_t i = 0; i < n; i++)
        d[i] = c[i].draft;
    if (!key_find(w->arena, w->models->keyers, w->models->n_keyers, &w->rules,
                  d, n, f, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!take_finding(w, &c[i], &f[i], e))
            return false;
    return true;
}

/* The claim before the key: a tag is one call, a key as many as there are key
 * models. */
static bool take_drafts(struct writing *w, const struct draft *drafts, size_t n,
                        struct err *e)
{
    size_t wanted = w->options->n, next = 0;
    struct candidate *open = arena_array(w->arena, struct candidate, n + 1);

    while (next < n && w->out->n < wanted) {
        size_t n_open = 0;

        for (; next < n && w->out->n + n_open < wanted; next++)
            if (write_passes(w, &drafts[next]))
                open[n_open++] = (struct candidate){ drafts[next], false };
        if (!check_concepts(w, open, &n_open, e) ||
            !write_check_reviews(w, open, &n_open, e) ||
            !write_find_keys(w, open, n_open, e))
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

    if (!question_one(w->arena, w->models->writer, w->system, w->user, number,
                      &r, e))
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

/* What the writer is told, the same for every batch. */
static void make_prompts(struct writing *w, size_t batch)
{
    const struct write_options *o = w->options;
    struct arena *a = w->arena;
    const struct prompt_slot slots[] = {
        { "n", arena_printf(a, "%zu", batch) },
        { "shown", o->shown ? o->shown : "" },
        { "claim",
          w->suspicion ? write_claim(a, w->suspicion, w->taxonomy, o) : "" },
        { "form", form_prompt(a, o->domain, &o->form, "write") },
        { "set", o->seed ? o->seed : "" },
    };

    w->system = prompt_make(a, o->domain, "write", PROMPT_SYSTEM, slots, 5);
    w->user = prompt_make(a, o->domain, "write", PROMPT_USER, slots, 5);
}

bool write_problems(struct arena *a, const struct write_models *m,
                    struct store *s, struct filter *known,
                    const struct suspicion *c, const struct taxonomy *t,
                    const struct write_options *o, struct written *out,
                    struct err *e)
{
    struct write_options own = *o;
    struct writing w = { .arena = a,
                         .models = m,
                         .store = s,
                         .known = known,
                         .suspicion = c,
                         .taxonomy = t,
                         .options = &own,
                         .rules = { o->domain, o->form },
                         .out = out };
    size_t batch = o->batch ? o->batch : BATCH_DEFAULT;
    size_t most = o->most ? o->most : (4 * o->n + batch - 1) / batch;

    if (c && !own.hypothesis_text)
        own.hypothesis_text = suspicion_text(a, c);
    w.hypothesis = c ? own.hypothesis_text : NULL;
    make_prompts(&w, batch);
    *out = (struct written){ 0 };
    out->problems = arena_array(a, struct problem, o->n + 1);
    for (uint64_t b = 1; b <= most && out->n < o->n; b++)
        if (!take_batch(&w, batch, b, e))
            return false;
    return true;
}

/* Examples of the benchmark that a writer is shown. */

#define SHOWN_BYTES 2000 /* of one example */

static double write_level_of(const struct outcomes *s, size_t i)
{
    const struct trait *t = outcomes_trait(s, "level");

    return t && t->value ? t->value[i] : -1;
}

/* The first name of an example; UINT32_MAX: it has none. */
static uint32_t write_name_of(const struct outcomes *s, size_t i)
{
    return s->n_vocabularies && s->vocabularies[0].n
               ? s->vocabularies[0].of[i][0]
               : UINT32_MAX;
}

/* Is it unlike all taken so far? Demands fall from 2 (another level and another
 * name) to 0. */
static bool write_is_other(const struct outcomes *s, const size_t *taken,
                           size_t n, size_t i, int demand)
{
    for (size_t k = 0; k < n; k++)
        if (taken[k] == i ||
            (demand > 0 && write_name_of(s, taken[k]) != UINT32_MAX &&
             write_name_of(s, taken[k]) == write_name_of(s, i)) ||
            (demand > 1 && write_level_of(s, taken[k]) >= 0 &&
             write_level_of(s, taken[k]) == write_level_of(s, i)))
            return false;
    return true;
}

const char *write_as_shown(struct arena *a, const struct domain *d,
                           const struct outcomes *s, const char *seed)
{
    struct domain words = domain_words(a, d);
    struct str out = str_in(a);
    bool *in = arena_array(a, bool, s->n + 1);
    size_t taken[WRITE_SHOWN], n = 0, most, *order;

    for (size_t i = 0; i < s->n; i++)
        in[i] = s->examples[i].text && !str_blank(s->examples[i].text);
    most = outcomes_draw(a, s, in, seed ? seed : "", &order);
    for (int demand = 2; demand >= 0; demand--)
        for (size_t i = 0; i < most && n < WRITE_SHOWN; i++)
            if (write_is_other(s, taken, n, order[i], demand))
                taken[n++] = order[i];
    if (n)
        str_addf(&out, "These are %s that the model was given before:\n",
                 words.examples);
    for (size_t i = 0; i < n; i++)
        str_addf(&out, "\n%s %zu:\n%s", domain_capital(a, words.example), i + 1,
                 prompt_quote(a, s->examples[taken[i]].text, SHOWN_BYTES));
    if (n)
        str_addc(&out, '\n');
    return str_get(&out);
}
