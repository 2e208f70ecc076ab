/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The student as a model: its weights are opened by a name, the options of
 * decoding become how a reply is drawn, and what it says becomes a reply.
 */
#include "base/lines.h"
#include "base/str.h"
#include "model/decoding.h"
#include "model/model_int.h"
#include "model/openai.h"
#include "model/student/student.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FINGERPRINT 12 /* letters of the SHA-256 */

/* ---- opening ---- */

bool model_open_student(struct arena *a, const char *path, struct model *out,
                        struct err *e)
{
    const char *sha;

    if (path && *path == '\0')
        return err_set(e, ERR_USAGE,
                       "the file is missing: the form is student:FILE; "
                       "\"student\" alone means the student that comes with "
                       "assay");
    if (!student_open(a, path, &out->student, &sha, e))
        return false;
    out->kind = MODEL_STUDENT;
    out->name = path ? arena_strdup(a, file_base(path)) : "student";
    out->url = arena_printf(a, "student:%s/%d", sha, STUDENT_ENGINE);
    out->token_field = "max_tokens";
    return true;
}

int model_at_once(const struct model *m)
{
    return m->kind == MODEL_STUDENT ? student_best_at_once(m->student) : 0;
}

/* ---- the request ---- */

bool model_student_body(struct arena *a, const struct model *m,
                        const struct request *r, struct json **body,
                        struct err *e)
{
    const struct decoding *d = r->decoding;

    if (d->reasoning_effort)
        return err_set(e, ERR_USAGE,
                       "the student does not support --reasoning-effort; "
                       "leave it out");
    if (d->extra && d->extra->count)
        return err_set(e, ERR_USAGE,
                       "the student does not support the field \"%.40s\" of "
                       "--extra; leave it out",
                       d->extra->first->name ? d->extra->first->name : "");
    return openai_body(a, m->name, m->token_field, r, body, e);
}

static double number_or(const char *text, double otherwise)
{
    return text ? decoding_value(text) : otherwise;
}

/* The options were checked when the body was made. Where no seed is given, it
 * is the number of the attempt: attempts differ, and the run repeats. */
static struct student_how how_of(const struct request *r)
{
    const struct decoding *d = r->decoding;
    struct student_how how = student_default;

    how.temperature = number_or(d->temperature, how.temperature);
    how.top_p = number_or(d->top_p, how.top_p);
    how.min_p = number_or(d->min_p, how.min_p);
    how.repetition_penalty =
        number_or(d->repetition_penalty, how.repetition_penalty);
    if (d->top_k) /* -1 is off, as 0 is */
        how.top_k = d->top_k[0] == '-' ? 0 : strtoll(d->top_k, NULL, 10);
    if (d->max_tokens)
        how.most = strtoll(d->max_tokens, NULL, 10);
    how.seed = r->attempt;
    if (d->seed)
        how.seed = (uint64_t)strtoll(d->seed, NULL, 10) + r->attempt - 1;
    how.stop = d->stop;
    how.n_stop = d->n_stop;
    return how;
}

/* ---- the reply ---- */

static void say_too_long(struct arena *a, const struct model *m,
                         const struct student_text *t, struct reply *out)
{
    *out = reply_none(
        a, OUTCOME_OVERFLOW,
        arena_printf(a,
                     "the messages have %" PRId64
                     " tokens, but the context of %s has only %" PRId64
                     "; shorten the prompt",
                     t->prompt, m->name, student_context(m->student)));
    out->usage.prompt = t->prompt;
}

/* A text that is cut by the context is told so; the reason to finish has one
 * word for both, as OpenAI's has. */
static void set_end(struct arena *a, const struct model *m,
                    const struct student_text *t, struct reply *out)
{
    bool full = t->prompt + t->completion >= student_context(m->student);

    reply_parts_finish(a,
                       !t->cut ? "stop"
                       : full  ? "model_length"
                               : "length",
                       out);
    out->finish = t->cut ? "length" : "stop";
    if (out->outcome == OUTCOME_OK && str_blank(out->text))
        reply_parts_note(a, out, "the reply is empty");
}

bool model_student_answer(struct arena *a, const struct model *m,
                          const struct request *r, const atomic_bool *leave,
                          struct reply *out)
{
    struct student_how how = how_of(r);
    struct student_text t;

    how.leave = leave;
    student_answer(a, m->student, r->messages, r->n_messages, &how, &t);
    if (t.left)
        return false;
    if (t.too_long) {
        say_too_long(a, m, &t, out);
    } else {
        *out = (struct reply){ .text = t.text,
                               .usage = { t.prompt, t.completion, -1, -1 } };
        set_end(a, m, &t, out);
    }
    out->served = m->name;
    out->fingerprint =
        arena_strndup(a, m->url + strlen("student:"), FINGERPRINT);
    return true;
}
