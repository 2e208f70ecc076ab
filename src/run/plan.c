/* SPDX-License-Identifier: Apache-2.0 */
#include "run/plan.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "grade/profile_file.h"
#include "problem/source.h"
#include "run/planted/note.h"

#include <inttypes.h>
#include <string.h>

bool shard_read(const char *text, struct shard *out, struct err *e)
{
    uint64_t v[2] = { 0, 0 };
    const char *p = text;

    for (int i = 0; i < 2; i++) {
        for (; is_digit(*p) && v[i] <= SHARDS_MOST; p++)
            v[i] = v[i] * 10 + (uint64_t)(*p - '0');
        if (*p == "/"[i])
            p += i == 0;
        else
            v[1] = 0;
    }
    *out = (struct shard){ v[0], v[1] };
    return (*p == '\0' && v[0] >= 1 && v[0] <= v[1] && v[1] <= SHARDS_MOST) ||
           err_set(e, ERR_USAGE,
                   "\"%.40s\" is not a valid shard: write I/N, for example "
                   "--shard 2/4 for the second of four parts",
                   text);
}

#define TOLD_AT_ONCE 256 /* problems, from one on_read() to the next */

/* ---- problems ---- */

struct intake {
    struct map seen; /* statement and keys -> place + 1 */
    struct map ids;  /* id -> how often */
    struct vec problems;
    uint64_t n;               /* problems that were read, of all shards */
    const char *first_unread; /* why */
};

struct hash128 plan_content(const struct problem *p)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, p->statement ? p->statement : "");
    for (size_t i = 0; i < p->n_keys; i++) {
        hasher_text(&h, p->keys[i].name ? p->keys[i].name : "");
        hasher_text(&h, p->keys[i].latex ? p->keys[i].latex : "");
    }
    return hasher_close(&h);
}

/* Adds a problem that was not there; returns whether it is of the shard. */
static bool plan_take(struct arena *a, struct intake *in, struct problem *p,
                      struct plan *out)
{
    struct hash128 h = plan_content(p);
    size_t *times;
    bool added;

    map_put(&in->seen, &h, sizeof(h), &added);
    if (!added) {
        out->repeats++;
        return false;
    }
    times = map_put(&in->ids, p->id, strlen(p->id), NULL);
    if (++*times > 1)
        p->id = arena_printf(a, "%s~%zu", p->id, *times);
    if (in->n++ % (out->shard.of ? out->shard.of : 1) + 1 !=
        (out->shard.of ? out->shard.part : 1))
        return false;
    *(struct problem *)vec_push(&in->problems) = *p;
    return true;
}

static bool plan_read_all(struct arena *a, struct source *s, struct intake *in,
                          uint64_t limit, struct plan *out, struct err *e)
{
    struct problem p;
    size_t line;

    while (!limit || in->n < limit) {
        bool added = false;

        switch (source_next(s, a, &p, &line, e)) {
        case LINES_END: return true;
        case LINES_LINE: added = plan_take(a, in, &p, out); break;
        case LINES_BAD:
            file_fail(s->path, e);
            if (!out->unread)
                return false;
            out->unread(out->with, e->msg);
            if (out->n_unread++ == 0)
                in->first_unread = arena_strdup(a, e->msg);
            break;
        default: return file_fail(s->path, e);
        }
        if (out->on_read && added && in->problems.n % TOLD_AT_ONCE == 0)
            out->on_read(out->on_read_ctx, in->problems.items, in->problems.n);
        if (in->problems.n > LIMIT_RUN_PROBLEMS)
            return err_set(e, ERR_LIMIT, "more than %d problems",
                           LIMIT_RUN_PROBLEMS);
    }
    return true;
}

bool plan_read_problems(struct arena *a, const char *path, const char *as,
                        uint64_t limit, struct plan *out, struct err *e)
{
    struct intake in = { .problems = vec_in(a, sizeof(struct problem)) };
    struct source s;
    bool ok;

    if (!source_open(&s, path, as, e)) /* it names the file itself */
        return false;
    out->file = arena_strdup(a, file_base(path));
    ok = plan_read_all(a, &s, &in, limit, out, e);
    source_close(&s);
    map_clear(&in.seen);
    map_clear(&in.ids);
    out->problems = in.problems.items;
    out->n_problems = in.problems.n;
    if (ok && in.n == 0 && in.first_unread)
        return err_set(e, ERR_DOMAIN, "%s; none of its rows can be read",
                       in.first_unread);
    if (ok && in.n == 0)
        return err_set(e, ERR_DOMAIN, "%s contains no problem",
                       file_shown(path));
    if (ok && in.problems.n == 0)
        return err_set(e, ERR_DOMAIN,
                       "%s has %" PRIu64
                       " problems: none belongs to that shard",
                       file_shown(path), in.n);
    return ok;
}

/* ---- the spec ---- */

static void plan_put(struct arena *a, struct json *o, const char *name,
                     const char *text)
{
    if (text)
        json_set(a, o, name, json_new_string(a, text));
}

static struct json *object_in(struct arena *a, struct json *o, const char *name)
{
    return json_set(a, o, name, json_new(a, JSON_OBJECT));
}

/* The members of the decoding that are one value, by name: numbers stand as
 * they were written. "extra" and "stop" stand between them. */
static const struct {
    const char *name;
    size_t at;
    enum json_type type;
} decoding_values[] = {
    { "max_tokens", offsetof(struct decoding, max_tokens), JSON_NUMBER },
    { "min_p", offsetof(struct decoding, min_p), JSON_NUMBER },
    { "reasoning_effort", offsetof(struct decoding, reasoning_effort),
      JSON_STRING },
    { "repetition_penalty", offsetof(struct decoding, repetition_penalty),
      JSON_NUMBER },
    { "seed", offsetof(struct decoding, seed), JSON_NUMBER },
    { "stop", 0, JSON_ARRAY },
    { "temperature", offsetof(struct decoding, temperature), JSON_NUMBER },
    { "top_k", offsetof(struct decoding, top_k), JSON_NUMBER },
    { "top_p", offsetof(struct decoding, top_p), JSON_NUMBER },
};

#define DECODING_VALUES (sizeof(decoding_values) / sizeof(decoding_values[0]))

static void add_decoding(struct arena *a, struct json *spec,
                         const struct decoding *d)
{
    struct json *o = object_in(a, spec, "decoding"), *v;

    if (d->extra)
        json_set(a, o, "extra", json_copy(a, d->extra));
    for (size_t i = 0; i < DECODING_VALUES; i++) {
        enum json_type type = decoding_values[i].type;
        const char *text =
            *(const char *const *)((const char *)d + decoding_values[i].at);

        if (type == JSON_ARRAY ? !d->n_stop : !text)
            continue;
        v = type == JSON_NUMBER   ? json_new_number(a, text)
            : type == JSON_STRING ? json_new_string(a, text)
                                  : json_new(a, JSON_ARRAY);
        for (size_t k = 0; type == JSON_ARRAY && k < d->n_stop; k++)
            json_push(v, json_new_string(a, d->stop[k]));
        json_set(a, o, decoding_values[i].name, v);
    }
}

static void plan_add_models(struct arena *a, struct json *spec,
                            const struct plan *p)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < p->n_models; i++) {
        struct json *m = json_push(list, json_new(a, JSON_OBJECT));

        plan_put(a, m, "model", p->models[i].spec);
        plan_put(a, m, "name", p->models[i].name);
        if (!model_is_local(&p->models[i]))
            plan_put(a, m, "token_field", p->models[i].token_field);
        plan_put(a, m, "url", model_identity(&p->models[i]));
    }
    json_set(a, spec, "models", list);
}

static void plan_add_problems(struct arena *a, struct json *spec,
                              const struct plan *p)
{
    struct json *o = object_in(a, spec, "problems");
    struct str line = { 0 };
    char hex[HASH_HEX_SIZE];
    struct hasher h;

    hasher_open(&h);
    for (size_t i = 0; i < p->n_problems; i++) {
        str_reset(&line);
        if (p->lines)
            str_addf(&line, "%s\n", p->lines[i]);
        else
            problem_write(&line, &p->problems[i]);
        hasher_bytes(&h, line.s, line.n);
    }
    str_clear(&line);
    json_set(a, o, "count", json_new_int(a, (int64_t)p->n_problems));
    plan_put(a, o, "file", p->file);
    plan_put(a, o, "hash", hash_hex(hasher_close(&h), hex));
}

static void add_prompt(struct arena *a, struct json *spec,
                       const struct prompt *p)
{
    struct json *o = object_in(a, spec, "prompt");

    if (p->confidence)
        json_set(a, o, "confidence", json_new_bool(a, true));
    if (p->n_shots) {
        struct json *shots = json_new(a, JSON_ARRAY);

        for (size_t i = 0; i < p->n_shots; i++)
            json_push(shots, json_new_string(a, p->shots[i].content));
        json_set(a, o, "shots", shots);
    }
    plan_put(a, o, "system", p->system);
    plan_put(a, o, "template", p->template);
}

struct json *plan_judge(struct arena *a, const struct judge_options *j)
{
    struct json *o = json_new(a, JSON_OBJECT);

    if (j->digits)
        json_set(a, o, "digits", json_new_int(a, j->digits));
    if (j->profile)
        json_set(a, o, "profile", profile_json(a, j->profile));
    plan_put(a, o, "tolerance", j->tolerance);
    return o;
}

/* Older runs have "convention" for the profile. */
struct judge_options plan_judge_read(struct arena *a, const struct json *spec)
{
    const struct json *o = json_get(spec, "judge");
    const struct json *profile = json_get(o, "profile");
    struct judge_options j = { .tolerance =
                                   json_string(json_get(o, "tolerance")) };
    int64_t digits;
    struct err e;

    j.confidence = json_is_true(json_at(spec, "prompt.confidence"));
    if (json_int64(json_get(o, "digits"), &digits))
        j.digits = (int)digits;
    if (!profile)
        profile = json_get(o, "convention");
    if (profile && !profile_read(a, profile, &j.profile, &e))
        j.profile = NULL;
    return j;
}

static void add_of(struct arena *a, struct json *spec, const struct plan *p)
{
    struct json *o, *only;

    if (!p->of)
        return;
    o = object_in(a, spec, "of");
    only = json_set(a, o, "only", json_new(a, JSON_ARRAY));
    for (int i = 0; i < OUTCOMES; i++)
        if (p->only[i])
            json_push(only, json_new_string(a, outcome_name((enum outcome)i)));
    plan_put(a, o, "run", p->of);
}

const char *plan_spec(struct arena *a, const struct plan *p)
{
    struct json *spec = json_new(a, JSON_OBJECT);
    struct str out = str_in(a);

    if (p->after)
        json_set(a, spec, "after", json_new_int(a, (int64_t)p->after));
    json_set(a, spec, "attempts", json_new_int(a, (int64_t)p->attempts));
    add_decoding(a, spec, &p->decoding);
    json_set(a, spec, "judge", plan_judge(a, &p->judge));
    plan_add_models(a, spec, p);
    add_of(a, spec, p);
    plan_add_problems(a, spec, p);
    add_prompt(a, spec, &p->prompt);
    json_write(&out, spec);
    return out.s;
}

bool plan_request(struct arena *a, const struct plan *p, size_t problem,
                  uint64_t attempt, struct request *out, struct err *e)
{
    *out = (struct request){ .decoding = &p->decoding,
                             .attempt = p->after + attempt };
    if (prompt_messages(a, &p->prompt, &p->problems[problem], &out->messages,
                        &out->n_messages, e))
        return true;
    return err_prefix(e, "problem %s: ", p->problems[problem].id);
}

bool plan_body(struct arena *a, const struct plan *p, size_t model,
               size_t problem, uint64_t attempt, const char **body,
               struct hash128 *key, struct err *e)
{
    const struct model *m = &p->models[model];
    struct note note;
    struct request r;

    if (!plan_request(a, p, problem, attempt, &r, e))
        return false;
    if (model_reads_note(
            m)) { /* its answer depends on more than the messages */
        note_for(a, m, &p->problems[problem], &note);
        r.note = &note;
    }
    if (!model_body(a, m, &r, body, e))
        return false;
    *key = model_call_key(m, *body, r.attempt);
    return true;
}

bool plan_asks_again(const struct plan *p)
{
    for (int i = 0; i < OUTCOMES; i++)
        if (p->only[i])
            return true;
    return false;
}

bool plan_try_prompts(const struct plan *p, struct err *e)
{
    struct arena a = { 0 };
    struct request r;
    bool ok = true;

    for (size_t i = 0; ok && i < p->n_problems; i++) {
        ok = plan_request(&a, p, i, 1, &r, e);
        arena_reset(&a);
    }
    arena_clear(&a);
    return ok;
}

const char **plan_lines(struct arena *a, const struct plan *p)
{
    const char **lines = arena_array(a, const char *, p->n_problems + 1);
    struct str line = { 0 };

    for (size_t i = 0; i < p->n_problems; i++) {
        str_reset(&line);
        problem_write(&line, &p->problems[i]);
        lines[i] = arena_strndup(a, line.s, line.n - 1);
    }
    str_clear(&line);
    return lines;
}

/*
 * From the spec of a run back to its plan: plan.c writes what is read here.
 */

static bool bad_spec(struct err *e)
{
    return err_set(e, ERR_DOMAIN, "the run's settings cannot be read");
}

/* The texts of a list; NULL: there is none. */
static const char **texts_in(struct arena *a, const struct json *list,
                             size_t *n)
{
    const char **out =
        arena_array(a, const char *, (list ? list->count : 0) + 1);

    *n = 0;
    for (const struct json *v = list ? list->first : NULL; v; v = v->next)
        if (json_string(v))
            out[(*n)++] = json_string(v);
    return out;
}

static void take_decoding(struct arena *a, const struct json *o,
                          struct decoding *out)
{
    *out = (struct decoding){ .extra = json_get(o, "extra") };
    for (size_t i = 0; i < DECODING_VALUES; i++) {
        const struct json *v = json_get(o, decoding_values[i].name);

        if (v && v->type != JSON_ARRAY && v->type == decoding_values[i].type)
            *(const char **)((char *)out + decoding_values[i].at) = v->text;
    }
    out->stop = texts_in(a, json_get(o, "stop"), &out->n_stop);
}

static void take_prompt(struct arena *a, const struct json *o,
                        struct prompt *out)
{
    size_t n;
    const char **shots = texts_in(a, json_get(o, "shots"), &n);
    struct message *m = arena_array(a, struct message, n + 1);

    for (size_t i = 0; i < n; i++)
        m[i] = (struct message){ i % 2 ? "assistant" : "user", shots[i] };
    *out = (struct prompt){ .system = json_string(json_get(o, "system")),
                            .template = json_string(json_get(o, "template")),
                            .shots = m,
                            .n_shots = n,
                            .confidence =
                                json_is_true(json_get(o, "confidence")) };
}

static bool take_problems(struct arena *a, const char *const *lines, size_t n,
                          struct plan *out, struct err *e)
{
    struct problem *p = arena_array(a, struct problem, n + 1);
    struct json *row;

    for (size_t i = 0; i < n; i++)
        if (!json_read(a, lines[i], strlen(lines[i]), i + 1, &row, e) ||
            !problem_read(a, row, &p[i], e))
            return false;
    out->problems = p;
    out->n_problems = n;
    out->lines = lines;
    return true;
}

static bool plan_take_models(struct arena *a, const struct json *list,
                             struct model **out, size_t *n, struct err *e)
{
    *n = 0;
    *out = arena_array(a, struct model, (list ? list->count : 0) + 1);
    for (const struct json *m = list ? list->first : NULL; m; m = m->next) {
        struct model *to = &(*out)[(*n)++];

        to->spec = json_string(json_get(m, "model"));
        to->name = json_string(json_get(m, "name"));
        to->url = json_string(json_get(m, "url"));
        to->token_field = json_string(json_get(m, "token_field"));
        if (!to->spec || !to->name || !to->url)
            return bad_spec(e);
    }
    return true;
}

bool plan_of_run(struct arena *a, const char *spec, const char *const *lines,
                 size_t n, struct plan *out, struct model **models,
                 struct err *e)
{
    int64_t attempts = 0, after = 0;
    struct json *v;

    *out = (struct plan){ 0 };
    if (!json_read(a, spec, strlen(spec), 1, &v, e) ||
        !json_int64(json_get(v, "attempts"), &attempts) || attempts < 1 ||
        (json_get(v, "after") && !json_int64(json_get(v, "after"), &after)) ||
        after < 0)
        return bad_spec(e);
    out->attempts = (uint64_t)attempts;
    out->after = (uint64_t)after;
    out->file = json_string(json_get(json_get(v, "problems"), "file"));
    take_decoding(a, json_get(v, "decoding"), &out->decoding);
    take_prompt(a, json_get(v, "prompt"), &out->prompt);
    out->judge = plan_judge_read(a, v);
    out->of = json_string(json_get(json_get(v, "of"), "run"));
    if (!plan_take_models(a, json_get(v, "models"), models, &out->n_models, e))
        return false;
    out->models = *models;
    return take_problems(a, lines, n, out, e);
}
