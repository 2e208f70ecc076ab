/* SPDX-License-Identifier: Apache-2.0 */
#include "model/model.h"
#include "base/lines.h"
#include "base/str.h"
#include "model/local/planted.h"
#include "model/local/replay.h"
#include "model/model_int.h"

#include <string.h>

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
    if (!planted_open(a, path, o->concept, o->near, &planted, &content, e))
        return false;
    set_local(a, MODEL_PLANTED, path, content, out);
    out->planted = planted;
    return true;
}

bool model_open(struct arena *a, const char *spec,
                const struct model_options *o, struct model *out, struct err *e)
{
    static const struct model_options none = { 0 };

    o = o ? o : &none;
    *out = (struct model){ .spec = arena_strdup(a, spec) };
    if (str_starts(spec, "replay:"))
        return open_replay(a, spec + strlen("replay:"), out, e);
    if (str_starts(spec, "planted:"))
        return open_planted(a, spec + strlen("planted:"), o, out, e);
    return model_open_remote(a, spec, o, out, e);
}

bool model_is_local(const struct model *m)
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
    hasher_text(&h, m->url);
    hasher_text(&h, m->name);
    hasher_text(&h, body);
    hasher_u64(&h, attempt);
    return hasher_close(&h);
}

void model_answer(struct arena *a, const struct model *m,
                  const struct request *r, struct reply *out)
{
    INVARIANT(model_is_local(m));
    if (m->kind == MODEL_REPLAY)
        replay_answer(a, m->replay, r, out);
    else
        planted_answer(a, m->planted, r, out);
}
