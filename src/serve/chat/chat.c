/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/chat/chat.h"
#include "base/alloc.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/str.h"
#include "base/thread.h"
#include "base/vec.h"
#include "model/decoding.h"
#include "model/student/student.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ANSWERS_MOST 128 /* in at once: made, or waiting for a turn */
#define LOOK_MS      250 /* who waits looks so often whether its client does */

struct chat_model {
    const char *spec, *name;
    bool open;
    struct model model; /* then */
};

static const int statuses[] = { 200, 400, 404, 415, 429, 500, 503 };

#define STATUSES (sizeof statuses / sizeof statuses[0])

struct chat {
    struct arena arena; /* of the models */
    struct vec models;  /* struct chat_model; their number does not change */

    pthread_mutex_t opening; /* of weights, which takes its time */
    pthread_mutex_t lock;    /* of all below */
    pthread_cond_t freed;    /* a turn was, or the server stops */
    size_t in, busy;         /* answers; those that are made now */
    atomic_bool stopping;    /* set under the lock */
    uint64_t requests[STATUSES], prompt, completion; /* since it began */
};

/* ---- models ---- */

static void chat_add_model(struct chat *c, const char *spec)
{
    const char *path = spec + strlen("student");
    const char *name = *path ? file_base(path + 1) : "student";
    struct chat_model *m;

    for (size_t i = 0; chat_name(c, i); i++)
        if (str_eq(chat_name(c, i), name))
            return;
    m = vec_push(&c->models);
    *m = (struct chat_model){ .spec = spec,
                              .name = arena_strdup(&c->arena, name) };
}

/* The student that comes with assay is there unless its weights are not. */
static void add_own(struct chat *c)
{
    struct arena a = { 0 };
    const char *path;
    struct err unused;

    if (student_path(&a, &path, &unused))
        chat_add_model(c, "student");
    arena_clear(&a);
}

struct chat *chat_new(struct serve *s)
{
    struct chat *c = alloc_new(1, sizeof(*c));

    c->models = vec_in(&c->arena, sizeof(struct chat_model));
    add_own(c);
    for (size_t i = 0; i < s->o->n_models; i++)
        if (str_eq(s->o->models[i], "student") ||
            str_starts(s->o->models[i], "student:"))
            chat_add_model(c, s->o->models[i]);
    pthread_mutex_init(&c->opening, NULL);
    pthread_mutex_init(&c->lock, NULL);
    thread_cond_init(&c->freed);
    return c;
}

void chat_free(struct chat *c)
{
    if (!c)
        return;
    INVARIANT(c->in == 0);
    pthread_cond_destroy(&c->freed);
    pthread_mutex_destroy(&c->lock);
    pthread_mutex_destroy(&c->opening);
    arena_clear(&c->arena);
    free(c);
}

const char *chat_name(const struct chat *c, size_t i)
{
    return i < c->models.n ? vec_get(&c->models, struct chat_model, i)->name
                           : NULL;
}

static bool chat_open_model(struct chat *c, struct chat_model *m, struct err *e)
{
    pthread_mutex_lock(&c->opening);
    if (!m->open)
        m->open = model_open(&c->arena, m->spec, NULL, &m->model, e);
    pthread_mutex_unlock(&c->opening);
    return m->open;
}

const struct model *chat_find(struct chat *c, const char *name, struct err *e)
{
    for (size_t i = 0; i < c->models.n; i++) {
        struct chat_model *m = vec_get(&c->models, struct chat_model, i);

        if (str_eq(m->name, name))
            return chat_open_model(c, m, e) ? &m->model : NULL;
    }
    err_set(e, ERR_SPENT, "this server has no model \"%.80s\"", name);
    return NULL;
}

/* ---- turns ---- */

void chat_stop(struct chat *c)
{
    pthread_mutex_lock(&c->lock);
    c->stopping = true;
    pthread_cond_broadcast(&c->freed);
    pthread_mutex_unlock(&c->lock);
}

enum chat_let chat_enter(struct chat *c, size_t n)
{
    enum chat_let how = CHAT_IN;

    pthread_mutex_lock(&c->lock);
    if (c->stopping)
        how = CHAT_STOPPING;
    else if (c->in + n > ANSWERS_MOST)
        how = CHAT_FULL;
    else
        c->in += n;
    pthread_mutex_unlock(&c->lock);
    return how;
}

void chat_leave(struct chat *c, size_t n)
{
    pthread_mutex_lock(&c->lock);
    c->in -= n;
    pthread_mutex_unlock(&c->lock);
}

/* Waits for a turn; others go on meanwhile. */
static bool chat_take_turn(struct chat *c, size_t turns,
                           const struct http_request *client)
{
    bool gone = false, mine;

    pthread_mutex_lock(&c->lock);
    while (!c->stopping && !gone && c->busy >= turns)
        gone = !thread_wait(&c->freed, &c->lock, thread_after(LOOK_MS)) &&
               http_is_gone(client);
    mine = !c->stopping && !gone;
    c->busy += mine;
    pthread_mutex_unlock(&c->lock);
    return mine;
}

static void chat_give_turn(struct chat *c)
{
    pthread_mutex_lock(&c->lock);
    c->busy--;
    pthread_cond_signal(&c->freed);
    pthread_mutex_unlock(&c->lock);
}

bool chat_answer(struct arena *a, struct chat *c, const struct model *m,
                 const struct request *r, const struct http_request *client,
                 struct reply *out)
{
    bool made;

    if (!chat_take_turn(c, (size_t)model_at_once(m), client))
        return false;
    made = model_answer(a, m, r, &c->stopping, out);
    chat_give_turn(c);
    return made;
}

/* ---- figures ---- */

void chat_count(struct chat *c, int status, int64_t prompt, int64_t completion)
{
    size_t which = 0;

    while (which + 1 < STATUSES && statuses[which] != status)
        which++;
    pthread_mutex_lock(&c->lock);
    c->requests[which]++;
    c->prompt += (uint64_t)prompt;
    c->completion += (uint64_t)completion;
    pthread_mutex_unlock(&c->lock);
}

void chat_write_metrics(struct chat *c, struct str *out)
{
    pthread_mutex_lock(&c->lock);
    metric_head(out, "assay_chat_requests_total", "counter",
                "Chat requests to models that run in this process.");
    for (size_t i = 0; i < STATUSES; i++)
        str_addf(out, "assay_chat_requests_total{status=\"%d\"} %" PRIu64 "\n",
                 statuses[i], c->requests[i]);
    metric_head(out, "assay_chat_tokens_total", "counter",
                "Tokens of prompts and completions.");
    str_addf(out,
             "assay_chat_tokens_total{kind=\"prompt\"} %" PRIu64 "\n"
             "assay_chat_tokens_total{kind=\"completion\"} %" PRIu64 "\n",
             c->prompt, c->completion);
    metric_gauge(out, "assay_chat_answers", c->in,
                 "Answers in progress or in the queue.");
    metric_gauge(out, "assay_chat_answers_most", ANSWERS_MOST,
                 "Limit on these answers; requests above it get status 429.");
    pthread_mutex_unlock(&c->lock);
}

#define VALUES_MOST 100000 /* JSON values in a request */
#define STOPS_MOST  16

struct chat_reader {
    struct arena *arena;
    const struct json *body;
    const char **param; /* that is wrong */
    struct err *e;
};

/* ---- fields ---- */

static bool chat_wrong(struct chat_reader *r, const char *field,
                       const char *wanted)
{
    *r->param = field;
    return err_set(r->e, ERR_USAGE, "\"%s\" must be %s", field, wanted);
}

/* Returns a field, or NULL if it is absent or null. */
static const struct json *given(const struct chat_reader *r, const char *field)
{
    const struct json *v = json_get(r->body, field);

    return v && v->type != JSON_NULL ? v : NULL;
}

static bool chat_read_number(struct chat_reader *r, const char *field,
                             const struct decoding_range *range,
                             const char **out)
{
    const struct json *v = given(r, field);

    if (!v)
        return true;
    if (v->type != JSON_NUMBER || !decoding_fits(v->text, range))
        return chat_wrong(r, field, range->wanted);
    *out = v->text;
    return true;
}

static bool read_truth(struct chat_reader *r, const struct json *in,
                       const char *field, bool *out)
{
    const struct json *v = json_get(in, field);

    if (!v || v->type == JSON_NULL)
        return true;
    if (v->type != JSON_BOOL)
        return chat_wrong(r, field, "true or false");
    *out = v->truth;
    return true;
}

static bool chat_read_choices(struct chat_reader *r, struct chat_ask *out)
{
    const struct json *v = given(r, "n");
    int64_t n = 1;

    if (v && (!json_int64(v, &n) || n < 1 || n > CHAT_CHOICES_MOST))
        return chat_wrong(r, "n", "a whole number from 1 to 16");
    out->n = (size_t)n;
    return true;
}

/* The last choice has the seed plus n - 1. */
static bool chat_read_seed(struct chat_reader *r, struct chat_ask *out)
{
    const struct json *v = given(r, "seed");
    int64_t seed;

    if (!v)
        return true;
    if (!json_int64(v, &seed) || seed > INT64_MAX - (int64_t)out->n + 1)
        return chat_wrong(r, "seed", "a whole number of at most 64 bits");
    out->decoding.seed = arena_printf(r->arena, "%" PRId64, seed);
    return true;
}

static bool chat_read_stop(struct chat_reader *r, struct decoding *out)
{
    static const char wanted[] = "a string, or a list of at most 16 strings, "
                                 "none of them empty";
    const struct json *v = given(r, "stop"), *m;
    const char **texts;

    if (!v)
        return true;
    if (v->type == JSON_ARRAY && v->count > STOPS_MOST)
        return chat_wrong(r, "stop", wanted);
    m = v->type == JSON_ARRAY ? v->first : v;
    texts = arena_array(r->arena, const char *, STOPS_MOST);
    out->stop = texts;
    for (; m; m = v->type == JSON_ARRAY ? m->next : NULL) {
        if (!json_string(m) || !*json_string(m))
            return chat_wrong(r, "stop", wanted);
        texts[out->n_stop++] = m->text;
    }
    return true;
}

/* ---- what cannot be followed ---- */

static bool says_off(const struct json *v)
{
    const char *type = json_string(json_get(v, "type"));

    switch (v->type) {
    case JSON_NULL: return true;
    case JSON_BOOL: return !v->truth;
    case JSON_NUMBER: return decoding_value(v->text) == 0;
    case JSON_STRING: return str_among(v->text, "none text");
    case JSON_ARRAY: return v->count == 0;
    case JSON_OBJECT: return v->count == 0 || (type && str_eq(type, "text"));
    }
    return false;
}

static bool check_others(struct chat_reader *r)
{
    static const char *const names[] = {
        "audio",
        "frequency_penalty",
        "function_call",
        "functions",
        "logit_bias",
        "logprobs",
        "prediction",
        "presence_penalty",
        "reasoning_effort",
        "tool_choice",
        "tools",
        "top_logprobs",
        "web_search_options",
        "response_format",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct json *v = json_get(r->body, names[i]);

        if (v && !says_off(v)) {
            *r->param = names[i];
            return err_set(r->e, ERR_USAGE,
                           "no model of this server supports \"%s\"; leave "
                           "it out",
                           names[i]);
        }
    }
    return true;
}

/* ---- messages ---- */

static bool wrong_message(struct chat_reader *r, size_t i, const char *field,
                          const char *wanted)
{
    return chat_wrong(r, arena_printf(r->arena, "messages.[%zu].%s", i, field),
                      wanted);
}

static bool chat_read_parts(struct chat_reader *r, const struct json *parts,
                            size_t i, const char **out)
{
    struct str text = str_in(r->arena);

    for (const struct json *p = parts->first; p; p = p->next) {
        const char *type = json_string(json_get(p, "type"));
        const char *words = json_string(json_get(p, "text"));

        if (!words || (type && !str_eq(type, "text")))
            return wrong_message(r, i, "content",
                                 "text: other kinds of content are not "
                                 "supported");
        str_add(&text, words);
    }
    *out = str_get(&text);
    return true;
}

static bool read_message(struct chat_reader *r, const struct json *m, size_t i,
                         struct message *out)
{
    const char *role = json_string(json_get(m, "role"));
    const struct json *content = json_get(m, "content");

    if (!role || !str_among(role, "system developer user assistant"))
        return wrong_message(r, i, "role",
                             "one of system, developer, user and assistant");
    out->role = str_eq(role, "developer") ? "system" : role;
    if (content && content->type == JSON_ARRAY)
        return chat_read_parts(r, content, i, &out->content);
    out->content = json_string(content);
    return out->content ||
           wrong_message(r, i, "content", "a string, or a list of text parts");
}

static bool read_messages(struct chat_reader *r, struct chat_ask *out)
{
    const struct json *list = given(r, "messages");

    if (!list || list->type != JSON_ARRAY || !list->count)
        return chat_wrong(r, "messages", "a list of at least one message");
    out->messages = arena_array(r->arena, struct message, list->count);
    for (const struct json *m = list->first; m; m = m->next, out->n_messages++)
        if (!read_message(r, m, out->n_messages,
                          &out->messages[out->n_messages]))
            return false;
    return true;
}

/* ---- all of it ---- */

/* The newer name of the limit wins. */
static bool read_decoding(struct chat_reader *r, struct decoding *d)
{
    return chat_read_number(r, "temperature", &decoding_temperature,
                            &d->temperature) &&
           chat_read_number(r, "top_p", &decoding_top_p, &d->top_p) &&
           chat_read_number(r, "top_k", &decoding_top_k, &d->top_k) &&
           chat_read_number(r, "min_p", &decoding_min_p, &d->min_p) &&
           chat_read_number(r, "repetition_penalty",
                            &decoding_repetition_penalty,
                            &d->repetition_penalty) &&
           chat_read_number(r, "max_tokens", &decoding_max_tokens,
                            &d->max_tokens) &&
           chat_read_number(r, "max_completion_tokens", &decoding_max_tokens,
                            &d->max_tokens) &&
           chat_read_stop(r, d);
}

bool chat_read(struct arena *a, const char *body, size_t n,
               struct chat_ask *out, const char **param, struct err *e)
{
    struct chat_reader r = { .arena = a, .param = param, .e = e };
    struct json *whole;

    *out = (struct chat_ask){ 0 };
    *param = NULL;
    if (!json_read_most(a, body, n, 1, VALUES_MOST, &whole, e))
        return false;
    r.body = whole;
    if (whole->type != JSON_OBJECT)
        return err_set(e, ERR_USAGE, "the body must be a JSON object, not %s",
                       json_type_name(whole->type));
    out->model = json_string(json_get(whole, "model"));
    if (!out->model)
        return chat_wrong(&r, "model", "the name of a model");
    return read_messages(&r, out) && read_decoding(&r, &out->decoding) &&
           chat_read_choices(&r, out) && chat_read_seed(&r, out) &&
           read_truth(&r, whole, "stream", &out->stream) &&
           read_truth(&r, json_get(whole, "stream_options"), "include_usage",
                      &out->stream_usage) &&
           check_others(&r);
}
