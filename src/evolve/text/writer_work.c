/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Jobs for a writing model, in rounds: all that are open are asked at once,
 * each reply is checked, and what was refused is asked again with the reason.
 * Of a polish, sentences that passed are kept and only the others asked for.
 */
#include "base/hash.h"
#include "base/str.h"
#include "evolve/text/check_int.h"
#include "evolve/text/writer.h"
#include "evolve/text/writer_int.h"

#include <string.h>

struct desk_job {
    struct text_job *job;
    bool open;                                /* to be asked (again) */
    bool failed;                              /* the server had no answer */
    const char *refused;                      /* the text of the last try */
    const char *reasons[STRUCTURE_SENTENCES]; /* of the last try */
    size_t n_reasons;
    /* Of a polish: the sentences of the structure, and those that are accepted. */
    const char *old[STRUCTURE_SENTENCES];
    const char *said[STRUCTURE_SENTENCES];
    bool done[STRUCTURE_SENTENCES];
    size_t n;
};

struct writing_desk {
    struct arena *arena;
    struct questioner *questioner;
    struct writer_report *report;
    struct map *texts; /* whose they are */
    struct desk_job *jobs;
    size_t n;
};

/* ---- asking ---- */

/* The sentences that are still to be rewritten; where[k] is the place of the
 * k-th in the part. */
static size_t wanted(const struct desk_job *j,
                     const char *old[STRUCTURE_SENTENCES],
                     size_t where[STRUCTURE_SENTENCES])
{
    size_t n = 0;

    for (size_t i = 0; i < j->n; i++)
        if (!j->done[i]) {
            where[n] = i;
            old[n++] = j->old[i];
        }
    return n;
}

static struct question ask(struct writing_desk *d, const struct desk_job *j)
{
    struct message *m = arena_array(d->arena, struct message, 2);
    const char *old[STRUCTURE_SENTENCES];
    size_t where[STRUCTURE_SENTENCES], n = wanted(j, old, where);
    struct writer_complaint c = { .tries = j->job->asked,
                                  .text = j->refused,
                                  .reasons = j->reasons,
                                  .n_reasons = j->n_reasons };

    m[0] = (struct message){ "system", writer_system(j->job->kind) };
    m[1] =
        (struct message){ "user", writer_user(d->arena, j->job, old, n, &c) };
    return (struct question){ .messages = m, .n_messages = 2, .attempt = 1 };
}

/* ---- taking ---- */

static void refuse(struct writing_desk *d, struct desk_job *j,
                   enum text_refusal r, const char *why)
{
    d->report->refused[r]++;
    if (j->n_reasons < STRUCTURE_SENTENCES)
        j->reasons[j->n_reasons++] = why;
    j->job->reason = why;
}

/* Is it the first text of these words, or one for the same problem at the same
 * generation, as another setting has it? */
static bool is_new(struct writing_desk *d, const struct desk_job *j,
                   const char *text)
{
    const struct individual *s = j->job->individual;
    const char *whose = arena_printf(d->arena, "%d %d %s", (int)j->job->kind,
                                     s->generation, s->id ? s->id : "");
    size_t owner = (size_t)hash_bytes(whose, strlen(whose)).low;
    bool added;
    size_t *place = map_put(d->texts, text, strlen(text), &added);

    if (added)
        *place = owner;
    return *place == owner;
}

static void take_text(struct writing_desk *d, struct desk_job *j,
                      const char *reply)
{
    const char *text = writer_read_text(d->arena, reply), *why;
    enum text_refusal r = TEXT_FORM;

    if (!text && str_blank(reply)) {
        r = TEXT_EMPTY;
        why = "the reply is empty";
    } else if (!text) {
        why = "the reply is not a text between <text> and </text>";
    } else {
        r = text_check_new(d->arena, text, j->job->kind, &why);
    }
    if (r == TEXT_FINE && !is_new(d, j, text)) {
        r = TEXT_REPEATED;
        why = "another problem has the same words already: write others";
    }
    j->refused = text;
    if (r != TEXT_FINE) {
        refuse(d, j, r, why);
        return;
    }
    j->job->text = text;
    j->open = false;
}

/* Sentences that are asked for again are numbered anew, in the order in which
 * they were refused. */
static void take_sentence(struct writing_desk *d, struct desk_job *j, size_t i,
                          const char *new)
{
    struct polish_pair p = { .individual = j->job->individual,
                             .part = j->job->part,
                             .old = j->old[i],
                             .new = new };
    const char *why = "the reply has no such sentence, or it stands twice";
    enum text_refusal r = TEXT_FORM;

    if (new)
        r = text_check_pair(d->arena, &p, &why);
    if (r != TEXT_FINE) {
        refuse(d, j, r,
               arena_printf(d->arena, "sentence %zu: %s%s%s%s",
                            j->n_reasons + 1, why, new ? " (it was: \"" : "",
                            new ? new : "", new ? "\")" : ""));
        return;
    }
    j->done[i] = true;
    j->said[i] = str_eq(new, j->old[i]) ? NULL : new;
}

static void take_list(struct writing_desk *d, struct desk_job *j,
                      const char *reply)
{
    const char *old[STRUCTURE_SENTENCES], *said[STRUCTURE_SENTENCES];
    size_t where[STRUCTURE_SENTENCES], n = wanted(j, old, where);

    if (writer_read_list(d->arena, reply, said, n) == 0) {
        refuse(d, j, str_blank(reply) ? TEXT_EMPTY : TEXT_FORM,
               "the reply is not a numbered list of the sentences");
        return;
    }
    for (size_t k = 0; k < n; k++)
        take_sentence(d, j, where[k], said[k]);
    j->open = j->n_reasons > 0;
}

static void take(struct writing_desk *d, struct desk_job *j,
                 const struct reply *r)
{
    struct text_job *job = j->job;

    job->asked++;
    j->n_reasons = 0;
    j->refused = NULL;
    if (!outcome_is_reply(r->outcome) || r->outcome == OUTCOME_OVERFLOW) {
        job->reason = r->why ? r->why : "the server gave no answer";
        j->open = false;
        j->failed = true;
        return;
    }
    if (r->outcome == OUTCOME_REFUSED)
        refuse(d, j, TEXT_EMPTY, "the model declined");
    else if (job->kind == JOB_POLISH)
        take_list(d, j, r->text ? r->text : "");
    else
        take_text(d, j, r->text ? r->text : "");
}

static bool ask_round(struct writing_desk *d, bool *any, struct err *e)
{
    struct question *q = arena_array(d->arena, struct question, d->n + 1);
    size_t n = 0, k = 0;

    for (size_t i = 0; i < d->n; i++)
        if (d->jobs[i].open) {
            d->report->asked_again += d->jobs[i].job->asked > 0;
            q[n++] = ask(d, &d->jobs[i]);
        }
    *any = n > 0;
    if (n == 0)
        return true;
    if (!question_ask(d->arena, d->questioner, q, n, e))
        return false;
    for (size_t i = 0; i < d->n; i++)
        if (d->jobs[i].open)
            take(d, &d->jobs[i], &q[k++].reply);
    return true;
}

/* ---- all of it ---- */

static void open_job(struct writing_desk *d, size_t i, struct text_job *job)
{
    struct desk_job *j = &d->jobs[i];

    INVARIANT(job->part < job->individual->n_parts);
    job->text = job->reason = NULL;
    job->lines = NULL;
    job->n_lines = 0;
    job->asked = 0;
    j->job = job;
    j->open = true;
    if (job->kind != JOB_POLISH)
        return;
    j->n = text_told_lines(d->arena, job->individual, job->part, j->old, NULL);
    j->open = j->n > 0;
}

/* A polish is accepted with the sentences it has; those that are the same word
 * for word do not count. */
static bool close_polish(struct writing_desk *d, struct desk_job *j)
{
    size_t changed = 0, done = 0;

    for (size_t i = 0; i < j->n; i++) {
        changed += j->said[i] != NULL;
        done += j->done[i];
    }
    if (!changed) {
        if (!j->job->reason)
            j->job->reason = "no sentence was changed";
        return false;
    }
    d->report->partly += done < j->n;
    j->job->n_lines = j->n;
    j->job->lines = arena_array(d->arena, const char *, j->n);
    memcpy(j->job->lines, j->said, j->n * sizeof *j->said);
    return true;
}

static void close_job(struct writing_desk *d, struct desk_job *j)
{
    bool ok =
        j->job->kind == JOB_POLISH ? close_polish(d, j) : j->job->text != NULL;

    if (ok)
        d->report->accepted++;
    else if (j->failed)
        d->report->failed++;
    else
        d->report->built_in++;
}

bool writer_work(struct arena *a, struct questioner *c, struct text_job *jobs,
                 size_t n, struct writer_report *report, struct err *e)
{
    struct map own = { 0 };
    struct writing_desk d = { .arena = a,
                              .questioner = c,
                              .report = report,
                              .texts = report->texts ? report->texts : &own,
                              .jobs = arena_array(a, struct desk_job, n + 1),
                              .n = n };
    bool any = true, ok = true;

    report->jobs += n;
    for (size_t i = 0; i < n; i++)
        open_job(&d, i, &jobs[i]);
    for (unsigned round = 0; ok && round < WRITER_TRIES && any; round++)
        ok = ask_round(&d, &any, e);
    for (size_t i = 0; ok && i < n; i++)
        close_job(&d, &d.jobs[i]);
    map_clear(&own);
    return ok;
}
