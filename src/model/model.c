/* SPDX-License-Identifier: Apache-2.0 */
#include "model/model.h"
#include "assay.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/anthropic.h"
#include "model/decoding.h"
#include "model/local/planted.h"
#include "model/local/replay.h"
#include "model/model_int.h"
#include "model/openai.h"

#include <stdlib.h>
#include <string.h>

/*
 * Bodies in canonical form: the same request is the same bytes, on any
 * machine and in any version, since the journal finds a call by them.
 */

static int by_name(const void *x, const void *y)
{
    const struct json *const *a = x, *const *b = y;

    return strcmp((*a)->name, (*b)->name);
}

/* Relink the members of an object by name. */
static void sort_members(struct arena *a, struct json *v)
{
    struct vec members = vec_in(a, sizeof(struct json *));

    for (struct json *m = v->first; m; m = m->next)
        *(struct json **)vec_push(&members) = m;
    qsort(members.items, members.n, members.size, by_name);
    v->first = v->last = NULL;
    v->count = 0;
    for (size_t i = 0; i < members.n; i++) {
        struct json *m = *vec_get(&members, struct json *, i);

        m->next = NULL;
        json_push(v, m);
    }
}

/* What was read is no deeper than the reader's ceiling, and lies at most two
 * levels below the body. */
static void sort_all(struct arena *a, struct json *v, int depth)
{
    INVARIANT(depth <= LIMIT_JSON_DEPTH + 4);
    if (v->type == JSON_OBJECT && v->count > 1)
        sort_members(a, v);
    for (struct json *m = v->first; m; m = m->next)
        sort_all(a, m, depth + 1);
}

/* ---- models of the process ---- */

static void set_text(struct arena *a, struct json *o, const char *name,
                     const char *text)
{
    json_set(a, o, name, json_new_text(a, text));
}

static struct json *concepts_of(struct arena *a, const struct note *note)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < note->n_concepts; i++)
        json_push(list, json_new_string(a, note->concepts[i]));
    return list;
}

/* A list: the names are whatever the caller measures. */
static struct json *factors_of(struct arena *a, const struct note *note)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < note->n_factors; i++) {
        const struct factor *f = &note->factors[i];

        json_push(list,
                  json_new_string(
                      a, f->word
                             ? arena_printf(a, "%s %s", f->name, f->word)
                             : arena_printf(a, "%s %.17g", f->name, f->value)));
    }
    return list;
}

/* All that the answer of a model of the process depends on, beyond its file
 * and the messages. The statement can be long: its hash will do. */
static struct json *note_of(struct arena *a, const struct model *m,
                            const struct note *note)
{
    struct json *o = json_new(a, JSON_OBJECT);
    char hex[HASH_HEX_SIZE];

    set_text(a, o, "problem", note->problem);
    if (m->kind == MODEL_REPLAY) {
        set_text(a, o, "own_id", note->own_id);
        set_text(a, o, "statement",
                 note->statement ? hash_hex(hash_bytes(note->statement,
                                                       strlen(note->statement)),
                                            hex)
                                 : NULL);
        return o;
    }
    json_set(a, o, "concepts", concepts_of(a, note));
    json_set(a, o, "factors", factors_of(a, note));
    set_text(a, o, "right", note->right);
    set_text(a, o, "content", note->content);
    set_text(a, o, "judge", assay_version());
    return o;
}

/* ---- the body ---- */

bool model_body(struct arena *a, const struct model *m, const struct request *r,
                const char **body, struct err *e)
{
    struct str out = str_in(a);
    struct json *v;
    bool ok;

    ok = m->kind == MODEL_ANTHROPIC ? anthropic_body(a, m->name, r, &v, e)
         : m->kind == MODEL_STUDENT
             ? model_student_body(a, m, r, &v, e)
             : openai_body(a, m->name, m->token_field, r, &v, e);
    if (ok && model_reads_note(m) && r->note)
        json_set(a, v, "note", note_of(a, m, r->note));
    if (!ok || !decoding_extra(a, v, r->decoding, e))
        return false;
    sort_all(a, v, 0);
    json_write(&out, v);
    *body = str_get(&out);
    return true;
}

/* A file is identified by its contents, wherever it lies. */
static void set_local(struct arena *a, enum model_kind kind, const char *path,
                      struct hash128 content, struct model *out)
{
    char hex[HASH_HEX_SIZE];

    out->kind = kind;
    out->name = arena_strdup(a, file_base(path));
    out->url =
        arena_printf(a, "%s:%s", kind == MODEL_REPLAY ? "replay" : "planted",
                     hash_hex(content, hex));
    out->token_field = "max_tokens";
}

static bool open_replay(struct arena *a, const char *path, struct model *out,
                        struct err *e)
{
    struct hash128 content;
    struct replay *replay;

    if (*path == '\0')
        return err_set(e, ERR_USAGE,
                       "the file is missing: the form is replay:FILE");
    if (!replay_open(a, path, &replay, &content, e))
        return false;
    set_local(a, MODEL_REPLAY, path, content, out);
    out->replay = replay;
    return true;
}

static bool open_planted(struct arena *a, const char *path,
                         const struct model_options *o, struct model *out,
                         struct err *e)
{
    struct hash128 content;
    struct planted *planted;

    if (*path == '\0')
        return err_set(e, ERR_USAGE,
                       "the file is missing: the form is planted:FILE");
    if (!planted_open(a, path, o->concept, o->near, o->words, &planted,
                      &content, e))
        return false;
    set_local(a, MODEL_PLANTED, path, content, out);
    out->planted = planted;
    return true;
}

/* The letters before the = of LABEL=MODEL; 0: there is no label. */
static size_t label_length(const char *spec)
{
    size_t n = 0;

    while (is_letter(spec[n]) || is_digit(spec[n]) ||
           (spec[n] && strchr("_.-", spec[n])))
        n++;
    return spec[n] == '=' ? n : 0;
}

bool model_open(struct arena *a, const char *spec,
                const struct model_options *o, struct model *out, struct err *e)
{
    static const struct model_options none = { 0 };
    size_t label_n;

    o = o ? o : &none;
    *out = (struct model){ .spec = arena_strdup(a, spec) };
    if (str_starts(spec, "replay:"))
        return open_replay(a, spec + strlen("replay:"), out, e);
    if (str_starts(spec, "planted:"))
        return open_planted(a, spec + strlen("planted:"), o, out, e);
    if (str_eq(spec, "student"))
        return model_open_student(a, NULL, out, e);
    if (str_starts(spec, "student:"))
        return model_open_student(a, spec + strlen("student:"), out, e);
    label_n = label_length(spec);
    if (label_n) {
        out->spec = arena_strndup(a, spec, label_n);
        out->label = arena_printf(a, "label:%s", out->spec);
        spec += label_n + 1;
    }
    return model_open_remote(a, spec, o, out, e);
}

const char *model_identity(const struct model *m)
{
    return m->label ? m->label : m->url;
}

bool model_is_local(const struct model *m)
{
    return model_reads_note(m) || m->kind == MODEL_STUDENT;
}

bool model_reads_note(const struct model *m)
{
    return m->kind == MODEL_REPLAY || m->kind == MODEL_PLANTED;
}

/* The first field is the version of this recipe: another one must have
 * another name, or journals would find calls that were never made. */
struct hash128 model_call_key(const struct model *m, const char *body,
                              uint64_t attempt)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, "call 1");
    hasher_text(&h, model_identity(m));
    hasher_text(&h, m->name);
    hasher_text(&h, body);
    hasher_u64(&h, attempt);
    return hasher_close(&h);
}

bool model_answer(struct arena *a, const struct model *m,
                  const struct request *r, const atomic_bool *leave,
                  struct reply *out)
{
    INVARIANT(model_is_local(m));
    if (m->kind == MODEL_STUDENT)
        return model_student_answer(a, m, r, leave, out);
    if (m->kind == MODEL_REPLAY)
        replay_answer(a, m->replay, r, out);
    else
        planted_answer(a, m->planted, r, out);
    return true;
}
