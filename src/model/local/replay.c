/* SPDX-License-Identifier: Apache-2.0 */
#include "model/local/replay.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/vec.h"
#include "model/openai.h"
#include "model/reply.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One row of a file of recorded replies, in the spelling of the tool that wrote
 * it. Private to replay.c. */

#define REPLAY_COUNTERS 11 /* fields that can number an attempt */

struct replay_row {
    const char *id;   /* NULL: none */
    const char *text; /* of the problem; NULL: none */
    bool raw;         /* the text is a prompt, which may contain more */
    int counter;      /* which field numbers the attempt; -1: none */
    int64_t number;
    struct reply *replies; /* one, or several attempts in order */
    size_t n;
};

/* ---- which problem, which attempt ---- */

static const char *const ids[] = { "id", "problem_id", NULL };

/* The first three hold a problem and nothing else. */
static const char *const text_fields[] = { "problem", "question", "statement",
                                           "prompt",  "input",    NULL };

#define TEXTS_PURE 3

/* Not "idx" and "index": in most files they number the problems. */
static const char *const replay_counters[REPLAY_COUNTERS + 1] = {
    "attempt",    "sample",        "epoch",      "trial",
    "repeat",     "attempt_idx",   "sample_idx", "sample_index",
    "repeat_idx", "attempt_index", "rollout",    NULL
};

static const char *replay_scalar(const struct json *v)
{
    return v && (v->type == JSON_STRING || v->type == JSON_NUMBER) ? v->text
                                                                   : NULL;
}

/* The last message of the user, of a chat. */
static const char *chat_text(const struct json *v)
{
    const char *text = NULL;

    for (const struct json *m = v->first; m; m = m->next) {
        const char *role = json_string(json_get(m, "role"));
        const char *content = json_string(json_get(m, "content"));

        if (role && content && str_eq(role, "user"))
            text = content;
    }
    return text;
}

static bool replay_find_text(const struct json *row, struct replay_row *out)
{
    for (size_t i = 0; text_fields[i]; i++) {
        const struct json *v = json_get(row, text_fields[i]);

        out->text = json_string(v);
        if (!out->text && v && v->type == JSON_ARRAY)
            out->text = chat_text(v);
        out->raw = i >= TEXTS_PURE;
        if (out->text)
            return true;
    }
    return false;
}

static bool replay_read_place(const struct json *row, struct replay_row *out,
                              struct err *e)
{
    out->counter = -1;
    for (size_t i = 0; ids[i] && !out->id; i++)
        out->id = replay_scalar(json_get(row, ids[i]));
    if (!replay_find_text(row, out) &&
        !replay_find_text(json_get(row, "doc"), out) && !out->id)
        return err_at(e, ERR_DOMAIN, row->line, row->column,
                      "this row does not say which problem it answers: give "
                      "its \"id\", or its text as \"problem\"");
    for (int i = 0; replay_counters[i] && out->counter < 0; i++)
        if (json_int64(json_get(row, replay_counters[i]), &out->number))
            out->counter = i;
    return true;
}

/* ---- the reply ---- */

static const char *const answers[] = { "response",    "completion", "output",
                                       "reply",       "generation", "text",
                                       "generations", "responses",  "outputs",
                                       "resps",       NULL };

static const struct json *replay_first_of(const struct json *row,
                                          const char *const *names)
{
    const struct json *v = NULL;

    for (size_t i = 0; names[i] && !v; i++)
        v = json_get(row, names[i]);
    return v;
}

static const char *first_text(const struct json *row, const char *const *names)
{
    const char *text = NULL;

    for (size_t i = 0; names[i] && !text; i++)
        text = json_string(json_get(row, names[i]));
    return text;
}

/* {"completion": "..."} or {"choices": [{"message": {"content": "..."}}]}. */
static const struct json *replay_inside(const struct json *v)
{
    const struct json *text = json_get(v, "completion");
    const struct json *choices = json_get(v, "choices");
    const struct json *first = choices ? choices->first : NULL;

    if (!text)
        text = json_get(json_get(first, "message"), "content");
    return text ? text : json_get(first, "text");
}

static int64_t replay_or_none(int64_t n)
{
    return n > 0 ? n : 0;
}

/*
 * Read the tokens, counted as in live calls. Anthropic's input_tokens are only
 * those that no cache was used for; in logs of Inspect that depends on the
 * provider, and the total shows it. All else has OpenAI's form.
 */
static struct usage replay_read_usage(const struct json *row)
{
    const struct json *u = json_get(row, "usage");
    const struct json *spent = json_get(u, "output_tokens_details");
    bool inspect = json_get(u, "input_tokens_cache_read") ||
                   json_get(u, "input_tokens_cache_write");
    int64_t read = usage_count(u, inspect ? "input_tokens_cache_read"
                                          : "cache_read_input_tokens");
    int64_t made = usage_count(u, inspect ? "input_tokens_cache_write"
                                          : "cache_creation_input_tokens");
    int64_t total = usage_count(u, "total_tokens");
    struct usage out;

    if (json_get(u, "prompt_tokens") || (!inspect && read < 0 && made < 0))
        return openai_usage(row);
    out.prompt = usage_count(u, "input_tokens");
    out.completion = usage_count(u, "output_tokens");
    if (out.prompt >= 0 &&
        !(inspect && total <= out.prompt + replay_or_none(out.completion)))
        out.prompt += replay_or_none(read) + replay_or_none(made);
    out.reasoning = usage_count(u, "reasoning_tokens");
    if (out.reasoning < 0)
        out.reasoning = usage_count(spent, "thinking_tokens");
    if (out.reasoning < 0)
        out.reasoning = usage_count(spent, "reasoning_tokens");
    out.cached = read;
    return out;
}

/* How the recorded call ended: as the row says by our own word, else by its
 * reason to finish, read as from a server. */
static void set_outcome(struct arena *keep, const struct json *row,
                        struct reply *r)
{
    static const char *const whys[OUTCOMES] = {
        [OUTCOME_TRUNCATED] = "the recorded reply was cut off at its token "
                              "limit",
        [OUTCOME_REFUSED] = "the recorded reply was refused",
        [OUTCOME_OVERFLOW] = "the recorded prompt was too long for the model",
        [OUTCOME_MALFORMED] = "the server could not parse the recorded reply",
        [OUTCOME_ERROR] = "the recorded call failed",
        [OUTCOME_FATAL] = "the recorded call failed",
    };
    const char *said = json_string(json_get(row, "outcome"));

    if (!said || !outcome_find(said, &r->outcome))
        (void)reply_parts_finish(keep, r->finish, r);
    if (r->outcome == OUTCOME_FATAL)
        r->outcome = OUTCOME_ERROR;
    r->why = whys[r->outcome];
}

static const char *replay_kept(struct arena *keep, const char *s)
{
    return s ? arena_strdup(keep, s) : NULL;
}

/* What all replies of the row have in common. `from` is the row, or the
 * object in it that holds the reply. */
static struct reply replay_common(struct arena *keep, const struct json *row,
                                  const struct json *from)
{
    static const char *const finishes[] = { "finish_reason", "stop_reason",
                                            NULL };
    static const char *const thoughts[] = { "reasoning_content", "reasoning",
                                            NULL };
    const struct json *choices = json_get(from, "choices");
    const struct json *choice = choices ? choices->first : NULL;
    struct reply r = { .outcome = OUTCOME_OK, .text = "" };

    r.finish = first_text(from, finishes);
    if (!r.finish)
        r.finish = first_text(choice, finishes);
    if (!r.finish)
        r.finish = first_text(row, finishes);
    r.finish = replay_kept(keep, r.finish);
    r.reasoning = first_text(row, thoughts);
    if (!r.reasoning)
        r.reasoning = first_text(json_get(choice, "message"), thoughts);
    r.reasoning = replay_kept(keep, r.reasoning);
    r.served = replay_kept(keep, json_string(json_get(row, "model")));
    r.usage = replay_read_usage(json_get(from, "usage") ? from : row);
    set_outcome(keep, row, &r);
    return r;
}

static bool no_reply(const struct json *v, const char *name, struct err *e)
{
    return err_at(e, ERR_DOMAIN, v->line, v->column,
                  "\"%.40s\" must be a string, null or a list of strings, "
                  "not %s",
                  name, json_type_name(v->type));
}

/* A list of attempts; lm-evaluation-harness has a list in the list. */
static bool replay_read_list(struct arena *keep, const struct json *v,
                             const struct reply *like, struct replay_row *out,
                             struct err *e)
{
    const struct json *list = v;

    if (v->count == 1 && v->first->type == JSON_ARRAY)
        list = v->first;
    if (list->count == 0)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%.40s\" is an empty list", v->name);
    out->replies = arena_array(keep, struct reply, list->count);
    for (const struct json *m = list->first; m; m = m->next) {
        struct reply *r = &out->replies[out->n++];

        if (m->type != JSON_STRING && m->type != JSON_NULL)
            return no_reply(m, v->name, e);
        *r = *like;
        r->text = m->text ? arena_strdup(keep, m->text) : "";
    }
    return true;
}

/* A call that failed when it was recorded. */
static bool read_failure(struct arena *keep, const struct json *row,
                         struct replay_row *out, struct err *e)
{
    const struct json *error = json_get(row, "error");
    const char *said = json_string(error);

    if (!error || error->type == JSON_NULL)
        return err_at(e, ERR_DOMAIN, row->line, row->column,
                      "this row has no reply: give it as \"response\"");
    if (!said)
        said = json_string(json_get(error, "message"));
    out->replies = arena_array(keep, struct reply, 1);
    out->replies[0] =
        reply_none(keep, OUTCOME_ERROR,
                   arena_printf(keep, "the recorded call failed: %.200s",
                                said ? said : "the error was not recorded"));
    out->n = 1;
    return true;
}

static bool says_nothing(const struct json *v)
{
    return v->type == JSON_NULL ||
           (v->type == JSON_STRING && str_blank(v->text));
}

/* null, "", false and {} beside a reply say that there was none. */
static bool replay_names_error(const struct json *error)
{
    return error && error->type != JSON_NULL &&
           !(error->type == JSON_BOOL && !error->truth) &&
           !(error->type == JSON_STRING && str_blank(error->text)) &&
           !(error->type == JSON_OBJECT && error->count == 0);
}

/* Read a row; replies are in `keep`, the rest is borrowed from the row. */
static bool replay_row_read(struct arena *keep, const struct json *row,
                            struct replay_row *out, struct err *e)
{
    const struct json *v, *from = row;
    struct reply r;

    *out = (struct replay_row){ 0 };
    if (row->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, row->line, row->column,
                      "a row must be an object with a \"response\", not %s",
                      json_type_name(row->type));
    if (!replay_read_place(row, out, e))
        return false;
    v = replay_first_of(row, answers);
    if (v && v->type == JSON_OBJECT) {
        from = v;
        v = replay_inside(v) ? replay_inside(v) : v;
    }
    if (!v)
        return read_failure(keep, row, out, e);
    if (says_nothing(v) && replay_names_error(json_get(row, "error")))
        return read_failure(keep, row, out, e);
    r = replay_common(keep, row, from);
    if (v->type == JSON_ARRAY) {
        out->counter = -1;
        return replay_read_list(keep, v, &r, out, e);
    }
    if (v->type != JSON_STRING && v->type != JSON_NULL)
        return no_reply(v, v->name, e);
    r.text = v->text ? arena_strdup(keep, v->text) : "";
    out->replies = arena_array(keep, struct reply, 1);
    out->replies[0] = r;
    out->n = 1;
    return true;
}

/*
 * The file is read once. Its replies are indexed three times, by the hash of
 * the problem's id, text and loose text: arrays sorted by hash and attempt,
 * which cost 40 bytes a reply and are searched without a lock.
 */

enum by { BY_ID, BY_TEXT, BY_LOOSE, BYS };

/* A recorded reply while the file is read. */
struct entry {
    bool has[BYS];
    struct hash128 key[BYS];
    bool raw;         /* its text is a prompt */
    int counter;      /* see replay_row.h */
    int64_t number;   /* the value of that field */
    uint64_t attempt; /* from 1; 0: by the order of appearance */
    size_t line;
};

struct slot {
    struct hash128 key;
    uint64_t attempt;
    size_t reply; /* its place in the file */
};

#define IDS_SHOWN 3

struct replay {
    const char *path;
    const struct reply *replies;
    const struct hash128 *texts; /* of each reply's problem, loose; all zero
                                    where the row does not tell it */
    struct slot *slots[BYS];     /* sorted */
    size_t n[BYS];
    const char *ids[IDS_SHOWN]; /* the first of the file, for messages */
    size_t n_ids;
    const char *counter; /* the field that numbers all attempts; or NULL */
    int64_t least;       /* its smallest value */
};

struct reading {
    struct arena *arena;
    struct vec entries, replies;
    struct hasher hasher;
    const char *ids[IDS_SHOWN];
    size_t n_ids;
};

/* ---- keys ---- */

/* The text with runs of white space made one blank and none at the ends. */
static struct hash128 loose_hash(const char *s)
{
    struct str out = { 0 };
    struct hash128 h;

    for (; *s; s++) {
        if (!is_space(*s))
            str_addc(&out, *s);
        else if (out.n && out.s[out.n - 1] != ' ')
            str_addc(&out, ' ');
    }
    if (out.n && out.s[out.n - 1] == ' ')
        out.n--;
    h = hash_bytes(str_get(&out), out.n);
    str_clear(&out);
    return h;
}

static void replay_set_keys(struct entry *entry, const struct replay_row *row)
{
    if (row->id) {
        entry->has[BY_ID] = true;
        entry->key[BY_ID] = hash_bytes(row->id, strlen(row->id));
    }
    if (row->text) {
        entry->has[BY_TEXT] = entry->has[BY_LOOSE] = true;
        entry->key[BY_TEXT] = hash_bytes(row->text, strlen(row->text));
        entry->key[BY_LOOSE] = loose_hash(row->text);
    }
}

static int compare_key(struct hash128 a, struct hash128 b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return a.low == b.low ? 0 : a.low < b.low ? -1 : 1;
}

static int compare_place(const void *x, const void *y)
{
    const struct slot *a = x, *b = y;
    int c = compare_key(a->key, b->key);

    return c ? c : a->reply == b->reply ? 0 : a->reply < b->reply ? -1 : 1;
}

static int compare_attempt(const void *x, const void *y)
{
    const struct slot *a = x, *b = y;
    int c = compare_key(a->key, b->key);

    if (c == 0 && a->attempt != b->attempt)
        return a->attempt < b->attempt ? -1 : 1;
    return c ? c : compare_place(x, y);
}

/* ---- reading ---- */

static void note_id(struct reading *r, const char *id)
{
    for (size_t i = 0; i < r->n_ids; i++)
        if (str_eq(r->ids[i], id))
            return;
    if (r->n_ids < IDS_SHOWN)
        r->ids[r->n_ids++] = arena_strdup(r->arena, id);
}

static bool replay_take_row(struct reading *r, const struct json *v,
                            struct err *e)
{
    struct replay_row row;

    if (!replay_row_read(r->arena, v, &row, e))
        return false;
    if (row.id && r->n_ids < IDS_SHOWN)
        note_id(r, row.id);
    for (size_t i = 0; i < row.n; i++) {
        struct entry *entry = vec_push(&r->entries);

        entry->raw = row.raw;
        entry->counter = row.counter;
        entry->number = row.number;
        entry->line = v->line;
        replay_set_keys(entry, &row);
        *(struct reply *)vec_push(&r->replies) = row.replies[i];
    }
    return true;
}

static bool replay_read_array(struct reading *r, struct lines *l, struct err *e)
{
    struct arena scratch = { 0 };
    struct str text = { 0 };
    struct json_cursor c;
    struct json *v;
    bool ok = lines_rest(l, &text, LIMIT_FILE_BYTES, e), more;

    json_open(&c, str_get(&text), text.n, 1);
    hasher_bytes(&r->hasher, str_get(&text), text.n);
    json_accept(&c, '[');
    more = ok && !json_accept(&c, ']');
    while (ok && more) {
        arena_reset(&scratch);
        ok = json_step(&scratch, &c, &v, e) && replay_take_row(r, v, e);
        if (ok && !json_accept(&c, ',')) {
            more = false;
            ok = json_accept(&c, ']') ||
                 json_fail(&c, e, "expected \",\" or \"]\"");
        }
    }
    if (ok && json_peek(&c))
        ok = json_fail(&c, e, "unexpected text after the array");
    str_clear(&text);
    arena_clear(&scratch);
    return ok;
}

static bool replay_read_lines(struct reading *r, struct lines *l, struct err *e)
{
    struct arena scratch = { 0 };
    enum lines_got got = LINES_LINE;
    const char *text;
    struct json *v;
    bool ok = true;
    size_t n;

    while (ok && (got = lines_next(l, &text, &n, e)) == LINES_LINE) {
        hasher_bytes(&r->hasher, text, n);
        arena_reset(&scratch);
        if (n == strlen(text) && str_blank(text))
            continue;
        ok = json_read(&scratch, text, n, l->number, &v, e) &&
             replay_take_row(r, v, e);
    }
    arena_clear(&scratch);
    return ok && got == LINES_END;
}

static bool replay_read_all(struct reading *r, const char *path, struct err *e)
{
    struct lines l;
    char first;
    bool ok;

    if (!lines_open(&l, path, 0, e))
        return false;
    ok = lines_peek(&l, &first, e) &&
         (first == '[' ? replay_read_array(r, &l, e)
                       : replay_read_lines(r, &l, e));
    lines_close(&l);
    if (ok && r->entries.n == 0)
        return err_set(e, ERR_DOMAIN, "it contains no reply");
    return ok;
}

/* ---- the index ---- */

/* Files count from 0 or from 1: the smallest number is the first attempt. */
static void number_attempts(struct vec *entries, struct replay *r)
{
    int64_t least[REPLAY_COUNTERS];
    bool sole = true;

    for (size_t i = 0; i < REPLAY_COUNTERS; i++)
        least[i] = INT64_MAX;
    for (size_t i = 0; i < entries->n; i++) {
        const struct entry *x = vec_get(entries, struct entry, i);

        if (x->counter >= 0 && x->number < least[x->counter])
            least[x->counter] = x->number;
    }
    for (size_t i = 0; i < entries->n; i++) {
        struct entry *x = vec_get(entries, struct entry, i);

        if (x->counter >= 0)
            x->attempt = (uint64_t)x->number - (uint64_t)least[x->counter] + 1;
        sole = sole && x->counter >= 0 &&
               x->counter == vec_get(entries, struct entry, 0)->counter;
        if (sole) {
            r->counter = replay_counters[x->counter];
            r->least = least[x->counter];
        }
    }
    if (!sole)
        r->counter = NULL;
}

/* Do the replies slots[0..n) of one id answer different problems? */
static bool replay_is_mixed(const struct vec *entries, const struct slot *slots,
                            size_t n)
{
    const struct entry *first = vec_get(entries, struct entry, slots[0].reply);

    for (size_t i = 1; i < n; i++) {
        const struct entry *x = vec_get(entries, struct entry, slots[i].reply);

        if (x->has[BY_LOOSE] && first->has[BY_LOOSE] && !x->raw &&
            !first->raw && compare_key(x->key[BY_LOOSE], first->key[BY_LOOSE]))
            return true;
    }
    return false;
}

/* Give every slot of one problem its attempt; returns how many are kept. */
static size_t settle_run(const struct vec *entries, enum by by,
                         struct slot *slots, size_t n, struct slot *to)
{
    if (by == BY_ID && replay_is_mixed(entries, slots, n))
        return 0;
    for (size_t i = 0; i < n; i++) {
        const struct entry *x = vec_get(entries, struct entry, slots[i].reply);
        struct slot s = slots[i];

        s.attempt = x->attempt ? x->attempt : i + 1;
        to[i] = s;
    }
    return n;
}

/* Fails for two replies to one attempt: which of them counts would be a guess.
 * With an id of its own, a problem may share its text with another. The error
 * names the first such row of the file. */
static bool check_twice(const struct vec *entries, enum by by,
                        const struct slot *slots, size_t n, struct err *e)
{
    const struct slot *twice = NULL;

    if (by == BY_LOOSE)
        return true;
    for (size_t i = 1; i < n; i++) {
        const struct slot *s = &slots[i];

        if (s->attempt == s[-1].attempt && !compare_key(s->key, s[-1].key) &&
            !(by == BY_TEXT &&
              vec_get(entries, struct entry, s->reply)->has[BY_ID]) &&
            (!twice || s->reply < twice->reply))
            twice = s;
    }
    if (!twice)
        return true;
    return err_at(
        e, ERR_DOMAIN, vec_get(entries, struct entry, twice->reply)->line, 0,
        "this is a second reply to attempt %" PRIu64
        " of the same problem; the first is on line %zu: keep one of them, "
        "or number the attempts",
        twice->attempt, vec_get(entries, struct entry, twice[-1].reply)->line);
}

static bool make_index(struct arena *a, struct replay *r, enum by by,
                       const struct vec *entries, struct err *e)
{
    struct slot *slots = arena_array(a, struct slot, entries->n);
    size_t n = 0, kept = 0;

    for (size_t i = 0; i < entries->n; i++) {
        const struct entry *x = vec_get(entries, struct entry, i);

        if (x->has[by])
            slots[n++] = (struct slot){ x->key[by], 0, i };
    }
    qsort(slots, n, sizeof(*slots), compare_place);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n; end++)
            if (compare_key(slots[end].key, slots[i].key))
                break;
        kept += settle_run(entries, by, slots + i, end - i, slots + kept);
    }
    qsort(slots, kept, sizeof(*slots), compare_attempt);
    r->slots[by] = slots;
    r->n[by] = kept;
    return check_twice(entries, by, slots, kept, e);
}

static bool make_replay(struct arena *a, struct reading *in, struct replay *r,
                        struct err *e)
{
    struct reply *replies = arena_array(a, struct reply, in->replies.n);
    struct hash128 *texts = arena_array(a, struct hash128, in->replies.n);

    memcpy(replies, in->replies.items, in->replies.n * sizeof(*replies));
    for (size_t i = 0; i < in->entries.n; i++) {
        const struct entry *x = vec_get(&in->entries, struct entry, i);

        if (x->has[BY_LOOSE] && !x->raw)
            texts[i] = x->key[BY_LOOSE];
    }
    r->replies = replies;
    r->texts = texts;
    memcpy(r->ids, in->ids, sizeof(r->ids));
    r->n_ids = in->n_ids;
    number_attempts(&in->entries, r);
    return make_index(a, r, BY_ID, &in->entries, e) &&
           make_index(a, r, BY_TEXT, &in->entries, e) &&
           make_index(a, r, BY_LOOSE, &in->entries, e);
}

bool replay_open(struct arena *a, const char *path, struct replay **out,
                 struct hash128 *content, struct err *e)
{
    struct reading in = { .arena = a,
                          .entries = vec_in(NULL, sizeof(struct entry)),
                          .replies = vec_in(NULL, sizeof(struct reply)) };
    struct replay *r = arena_new(a, struct replay);
    struct hash128 hash;
    bool ok;

    r->path = arena_strdup(a, path);
    hasher_open(&in.hasher);
    ok = replay_read_all(&in, path, e);
    hash = hasher_close(&in.hasher);
    ok = ok && make_replay(a, &in, r, e);
    vec_clear(&in.entries);
    vec_clear(&in.replies);
    if (ok) {
        *content = hash;
        *out = r;
    }
    return ok || file_fail(path, e);
}

/* ---- answering ---- */

/* The first slot of the key whose attempt is at least this. */
static size_t replay_lower(const struct replay *r, enum by by,
                           struct hash128 key, uint64_t attempt)
{
    size_t lo = 0, hi = r->n[by];

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        const struct slot *s = &r->slots[by][mid];
        int c = compare_key(s->key, key);

        if (c < 0 || (c == 0 && s->attempt < attempt))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* The slots of one problem, and the one that is asked for, or NULL. */
struct found {
    const struct slot *slots, *slot;
    size_t n;
};

static struct found replay_find(const struct replay *r, enum by by,
                                struct hash128 key, uint64_t attempt)
{
    size_t from = replay_lower(r, by, key, 0),
           to = replay_lower(r, by, key, UINT64_MAX);
    size_t at = replay_lower(r, by, key, attempt);
    const struct slot *all = r->slots[by];
    bool there = at < to && all[at].attempt == attempt;

    return (struct found){ all + from, there ? &all[at] : NULL, to - from };
}

/* Does the row name another text as its problem's? Then it is another one:
 * two sets may both count from 1. */
static bool replay_is_other(const struct replay *r, struct found f,
                            struct hash128 own)
{
    static const struct hash128 none;
    struct hash128 text;

    if (f.n == 0)
        return false;
    text = r->texts[(f.slot ? f.slot : f.slots)->reply];
    return compare_key(text, none) && compare_key(text, own);
}

static struct found find_problem(const struct replay *r,
                                 const struct request *q)
{
    const char *id = q->note->problem, *text = q->note->statement;
    const char *own = q->note->own_id;
    struct found f =
        replay_find(r, BY_ID, hash_bytes(id, strlen(id)), q->attempt);
    struct hash128 loose;

    if (f.n == 0)
        f = replay_find(r, BY_TEXT, hash_bytes(text, strlen(text)), q->attempt);
    if (f.n)
        return f;
    loose = loose_hash(text);
    f = replay_find(r, BY_LOOSE, loose, q->attempt);
    if (f.n || !own)
        return f;
    f = replay_find(r, BY_ID, hash_bytes(own, strlen(own)), q->attempt);
    return replay_is_other(r, f, loose) ? (struct found){ 0 } : f;
}

/* What the file has instead, and what it needs. */
static const char *no_problem(struct arena *a, const struct replay *r,
                              const struct note *note)
{
    struct str why = str_in(a);

    str_addf(&why, "%s has no reply to problem \"%.200s\"", file_shown(r->path),
             note->problem);
    if (note->own_id)
        str_addf(&why, " (its own id is \"%.200s\")", note->own_id);
    for (size_t i = 0; i < r->n_ids; i++)
        str_addf(&why, "%s\"%.80s\"", i ? ", " : "; the ids in the file are ",
                 r->ids[i]);
    if (r->n_ids == IDS_SHOWN)
        str_add(&why, " ...");
    str_add(&why, ": add a row with this \"id\", or with the text of the "
                  "problem as \"problem\"");
    return str_get(&why);
}

#define ATTEMPTS_SHOWN 8

static const char *no_attempt(struct arena *a, const struct replay *r,
                              const struct request *q, struct found f)
{
    struct str why = str_in(a);

    str_addf(&why, "%s has no attempt %" PRIu64 " of problem \"%.200s\", only ",
             file_shown(r->path), q->attempt, q->note->problem);
    for (size_t i = 0; i < f.n && i < ATTEMPTS_SHOWN; i++)
        str_addf(&why, "%s%" PRIu64,
                 i == 0         ? ""
                 : i + 1 == f.n ? " and "
                                : ", ",
                 f.slots[i].attempt);
    if (f.n > ATTEMPTS_SHOWN)
        str_addf(&why, " ... (%zu in all)", f.n);
    str_add(&why, ": add a row for it");
    if (r->counter)
        str_addf(&why, " with \"%s\": %" PRIu64, r->counter,
                 (uint64_t)r->least + q->attempt - 1);
    if (q->attempt > f.slots[f.n - 1].attempt)
        str_add(&why, ", or lower --attempts");
    return str_get(&why);
}

void replay_answer(struct arena *a, const struct replay *r,
                   const struct request *q, struct reply *out)
{
    struct found f = find_problem(r, q);

    if (f.slot)
        *out = r->replies[f.slot->reply];
    else
        *out = reply_none(a, OUTCOME_ERROR,
                          f.n ? no_attempt(a, r, q, f)
                              : no_problem(a, r, q->note));
}
