/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Problems that models write: for the hypotheses of a target, and in an arm of
 * each writer without any; and what the two questions about them come to: does
 * the hypothesis make problems harder, and does another writer?
 */
#include "base/str.h"
#include "hunt/hunt_int.h"

#include <math.h>

#define WRITTEN_AT_ONCE 5
#define DRAFTS          4 /* for each problem wanted, at most */

struct write_options hunt_write_options(const struct hunt_spec *s)
{
    size_t n = s->problems ? s->problems : HUNT_PILOT;

    return (struct write_options){ .n = n,
                                   .batch = WRITTEN_AT_ONCE,
                                   .most = (DRAFTS * n + WRITTEN_AT_ONCE - 1) /
                                           WRITTEN_AT_ONCE,
                                   .seed = s->seed,
                                   .domain = &s->domain };
}

/* ---- who is asked ---- */

/* All that one writer's problems need. */
struct desk {
    const char *name; /* of the writer */
    struct questioner writer, tagger, *keyers;
    struct write_models models;
    struct write_options options;
    struct filter known;
};

/* The tagger of the benchmark, or else the first key model that takes free
 * questions; recorded replies hold no tags. */
static bool open_tagger(struct hunt *h, struct desk *d, struct err *e)
{
    const struct hunt_spec *s = h->spec;
    const char *name = s->tagger;

    for (size_t i = 0; !name && i < s->n_key_models; i++)
        if (d->keyers[i].model->kind != MODEL_REPLAY)
            name = s->key_models[i];
    if (!name)
        return true;
    d->models.tagger.questioner = &d->tagger;
    return session_role(&h->session, name, &s->propose_decoding, &d->tagger, e);
}

/* A list of the names of a file's own tags. */
static const struct taxonomy *hunt_write_list_of(struct arena *a,
                                                 const struct vocabulary *v)
{
    static const char *const none[] = { NULL };
    struct taxonomy *t = arena_new(a, struct taxonomy);
    struct concept *c = arena_array(a, struct concept, v->n + 1);

    for (size_t i = 0; i < v->n; i++)
        c[i] = (struct concept){ .name = v->names[i], .maps = none };
    *t = (struct taxonomy){
        .name = v->name, .title = v->name, .concepts = c, .n_concepts = v->n
    };
    return t;
}

/* The list that the suspicion's names are from. */
static const struct taxonomy *names_for(struct hunt *h,
                                        const struct hunt_target *t,
                                        const struct measured *q)
{
    const char *name = q->row->suspicion.vocabulary;
    const struct outcomes *s = &t->outcomes;

    for (size_t i = 0; !q->taxonomy && name && i < s->n_vocabularies; i++)
        if (str_eq(s->vocabularies[i].name, name))
            return hunt_write_list_of(h->arena, &s->vocabularies[i]);
    return q->taxonomy;
}

/* "llm" is the target itself. */
static const char *writer_name(const struct hunt *h, const char *generator)
{
    return spec_llm(generator) ? spec_llm(generator)
                               : h->models[h->current.model].spec;
}

static bool open_desk(struct hunt *h, const struct hunt_target *t,
                      const char *generator, struct desk *d, struct err *e)
{
    const struct hunt_spec *s = h->spec;

    *d = (struct desk){ .options = hunt_write_options(s) };
    d->name = writer_name(h, generator);
    d->options.hunt = h->report->hash;
    d->options.form = form_find(h->arena, &s->domain, h->report->benchmark,
                                h->report->n_benchmark);
    d->options.ask = s->outcomes_file && d->options.form.kind == FORM_LABEL;
    d->options.shown =
        write_as_shown(h->arena, &s->domain, &t->outcomes, s->seed);
    if (!session_role(&h->session, d->name, &s->write_decoding, &d->writer,
                      e) ||
        !hunt_open_keyers(h, &d->keyers, e) || !open_tagger(h, d, e))
        return false;
    d->models.writer = &d->writer;
    d->models.keyers = d->keyers;
    d->models.n_keyers = s->n_key_models;
    d->models.tagger.domain = &s->domain;
    d->models.tagger.most = s->tags_most;
    filter_open(h->arena, &d->known);
    d->known.any = d->options.form.kind != FORM_MATHS;
    for (size_t i = 0; i < t->outcomes.n; i++)
        filter_know(&d->known, t->outcomes.examples[i].id,
                    t->outcomes.examples[i].text);
    return true;
}

static void close_desk(struct hunt *h, struct desk *d)
{
    filter_close(&d->known);
    session_count(&h->session, &d->writer);
    if (d->models.tagger.questioner)
        session_count(&h->session, &d->tagger);
    hunt_close_keyers(h, d->keyers);
}

/* ---- writing ---- */

/* The writer's own solve rate, where it is one of the targets. */
static double writers_rate(const struct hunt *h, const char *writer)
{
    for (size_t i = 0; i < h->n_models && !h->spec->outcomes_file; i++)
        if (str_eq(h->models[i].spec, writer))
            return h->report->targets[i].solve_rate;
    return NAN;
}

static void note_writing(struct hunt *h, const struct hunt_target *t,
                         const struct measured *q, const char *writer,
                         const struct written *w)
{
    struct hunt_writing *out = vec_push(&h->writings);
    uint64_t flawed = 0;

    for (size_t f = FLAW_NONE + 1; f < FLAWS; f++)
        flawed += w->flaws[f];
    *out = (struct hunt_writing){
        .target = t->name,
        .text = q ? q->row->text : NULL,
        .writer = writer,
        .name = q ? suspicion_short(h->arena, &q->row->suspicion)
                  : HUNT_NO_HYPOTHESIS,
        .accuracy = q ? q->row->accuracy : NAN,
        .writer_rate = writers_rate(h, writer),
        .written = *w,
        .flawed = w->drafts ? (double)flawed / (double)w->drafts : NAN
    };
}

/* The problems of a measured hypothesis, or of none. */
static const struct written *hunt_write_set(struct hunt *h,
                                            const struct hunt_target *t,
                                            struct desk *d,
                                            const struct measured *q,
                                            struct err *e)
{
    struct written *w = arena_new(h->arena, struct written);
    const struct suspicion *c = q ? &q->row->suspicion : NULL;

    d->options.hypothesis_text = q ? q->row->text : NULL;
    d->models.tagger.names = q ? names_for(h, t, q) : NULL;
    watch_stage(&h->session.watch, "problems", "%s, by %s",
                c ? suspicion_short(h->arena, c) : HUNT_NO_HYPOTHESIS, d->name);
    if (!write_problems(h->arena, &d->models, h->store, &d->known, c,
                        q ? q->taxonomy : NULL, &d->options, w, e))
        return NULL;
    note_writing(h, t, q, d->name, w);
    return w;
}

static struct arm *new_arm(struct current *c, const char *writer,
                           const struct measured *of)
{
    struct arm *arm = &c->arms[c->n_arms++];

    *arm = (struct arm){ .writer = writer, .of = of };
    return arm;
}

/* `first`: its problems are those of the measured hypotheses. */
static bool write_by(struct hunt *h, const struct hunt_target *t,
                     const char *generator, bool first, struct err *e)
{
    struct current *c = &h->current;
    struct desk d;
    bool ok = open_desk(h, t, generator, &d, e);

    if (!ok)
        return false;
    for (size_t i = 0; ok && i < c->n; i++) {
        struct measured *q = &c->measured[i];
        const struct written *w = hunt_write_set(h, t, &d, q, e);

        ok = w != NULL;
        if (first)
            q->written = w;
        else if (ok)
            new_arm(c, d.name, q)->written = w;
    }
    if (ok) {
        struct arm *arm = new_arm(c, d.name, NULL);

        arm->written = hunt_write_set(h, t, &d, NULL, e);
        ok = arm->written != NULL;
    }
    close_desk(h, &d);
    return ok;
}

/* Says once for each target how many problems are taken on trust. */
static void note_unchecked(struct hunt *h, size_t from)
{
    uint64_t n = 0;

    for (size_t i = from; i < h->writings.n; i++)
        n += vec_get(&h->writings, struct hunt_writing, i)->written.unchecked;
    if (n)
        watch_note(&h->session.watch,
                   "%llu written problems could not be checked fully against "
                   "their hypothesis and are accepted unchecked; use --tagger "
                   "MODEL to check their concepts",
                   (unsigned long long)n);
}

bool hunt_write(struct hunt *h, struct hunt_target *t, struct err *e)
{
    const struct hunt_spec *s = h->spec;
    struct current *c = &h->current;
    bool first = !spec_has_families(s);
    size_t from = h->writings.n;

    c->arms =
        arena_array(h->arena, struct arm, s->n_generators * (c->n + 1) + 1);
    for (size_t i = 0; i < s->n_generators; i++) {
        if (!spec_is_writer(s->generators[i]))
            continue;
        if (!write_by(h, t, s->generators[i], first, e))
            return false;
        first = false;
    }
    note_unchecked(h, from);
    return true;
}

/* ---- solve rates ---- */

/* What one generator's problems came to. */
static void measure_writer(struct hunt *h, const struct hunt_target *t,
                           const char *writer, bool first)
{
    const struct current *c = &h->current;
    struct tried *sets =
        arena_array(h->arena, struct tried, c->n + c->n_arms + 1);
    struct hunt_writer *w = vec_push(&h->writers);
    size_t n = 0;

    *w = (struct hunt_writer){ .target = t->name,
                               .writer = writer,
                               .own = writers_rate(h, writer),
                               .gap = NAN,
                               .lo = NAN,
                               .hi = NAN,
                               .versus = NAN,
                               .versus_lo = NAN,
                               .versus_hi = NAN };
    for (size_t i = 0; first && i < c->n; i++)
        sets[n++] = (struct tried){ c->measured[i].tries, c->measured[i].right,
                                    c->measured[i].n_places };
    for (size_t i = 0; i < c->n_arms; i++) {
        const struct arm *arm = &c->arms[i];

        if (str_eq(arm->writer, writer) && arm->of)
            sets[n++] = arm->tried;
        else if (str_eq(arm->writer, writer))
            w->without = solve_of(&arm->tried);
    }
    w->targeted = solve_of_all(sets, n);
    if (w->targeted.n && w->without.n)
        gap_of(&w->targeted, &w->without, &w->gap, &w->lo, &w->hi);
}

/* The first row of this target that was written, and all after it. */
static void compare_writers(struct hunt *h, size_t from)
{
    const struct hunt_writer *first = NULL;

    for (size_t i = from; i < h->writers.n; i++) {
        struct hunt_writer *w = vec_get(&h->writers, struct hunt_writer, i);

        if (first && first->targeted.n && w->targeted.n)
            gap_of(&w->targeted, &first->targeted, &w->versus, &w->versus_lo,
                   &w->versus_hi);
        if (!first && !str_eq(w->writer, "families"))
            first = w;
    }
}

static void note_writers(struct hunt *h, const struct hunt_target *t)
{
    const struct hunt_spec *s = h->spec;
    bool first = !spec_has_families(s);
    size_t from = h->writers.n;

    if (!first)
        measure_writer(h, t, "families", true);
    for (size_t i = 0; i < s->n_generators; i++) {
        if (!spec_is_writer(s->generators[i]))
            continue;
        measure_writer(h, t, writer_name(h, s->generators[i]), first);
        first = false;
    }
    compare_writers(h, from);
}

void hunt_enlist_arms(struct hunt *h, const struct hunt_target *t,
                      struct batch *b)
{
    const struct hypothesis none = { .text = NULL };

    for (size_t i = 0; i < h->current.n_arms; i++) {
        struct arm *arm = &h->current.arms[i];
        const struct written *w = arm->written;
        const struct hypothesis *row = arm->of ? arm->of->row : &none;
        const char *set = arm->of ? "targeted" : HUNT_NO_HYPOTHESIS;

        arm->places = hunt_place(h, b, t, row, set, w->problems, 0, w->n);
        hunt_keep(h, arm->of ? &h->problems : &h->controls, t, row, set,
                  w->problems, w->n);
    }
}

void hunt_count_arms(struct hunt *h, const struct hunt_target *t)
{
    struct current *c = &h->current;

    for (size_t i = 0; i < c->n_arms; i++)
        c->arms[i].tried =
            answers_at(h, &c->fresh, c->arms[i].places, c->arms[i].written->n);
    note_writers(h, t);
}
