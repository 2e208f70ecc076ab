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
#include "model/fold.h"
#include "model/local/planted.h"
#include "model/local/replay.h"
#include "model/model_int.h"
#include "model/openai.h"
#include "model/student/student.h"
#include "text/span.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * What must never be shown: which values of headers are secrets, and the forms
 * in which a server may write one back. Other spellings of the same
 * characters are known to those who look for them (model_redact.c).
 */

#define WORD_LEAST     4  /* of a value whose name says that it is a secret */
#define PASSWORD_LEAST 6  /* of a password */
#define PART_LEAST     8  /* of a key, and of a part of a value */
#define LOOKS_LEAST    20 /* of a value that only looks like one */

static void add_one(struct vec *secrets, const char *s, size_t n, size_t least)
{
    if (n < least)
        return;
    for (size_t i = 0; i < secrets->n; i++) {
        const char *have = *vec_get(secrets, const char *, i);

        if (strlen(have) == n && memcmp(have, s, n) == 0)
            return;
    }
    *(const char **)vec_push(secrets) = arena_strndup(secrets->arena, s, n);
}

/* ---- base64 ---- */

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";

/* The byte of a secret before which other `before` bytes stand. */
static unsigned byte_at(const char *s, size_t n, size_t before, size_t i)
{
    return i >= before && i < before + n ? (unsigned char)s[i - before] : 0;
}

/* What s[0..n) is in base64 behind so many other bytes, without characters that
 * depend on these. Returns the length without the padding and without what holds
 * only a part of the last byte. */
static size_t encode64(struct str *out, const char *s, size_t n, size_t before)
{
    size_t first = (before * 8 + 5) / 6, whole = (before + n) * 8 / 6;

    for (size_t i = first; i * 6 < (before + n) * 8; i++) {
        size_t bit = i * 6;
        unsigned x = byte_at(s, n, before, bit / 8) << 8 |
                     byte_at(s, n, before, bit / 8 + 1);

        str_addc(out, digits64[x >> (10 - bit % 8) & 63]);
    }
    for (size_t i = (before + n) % 3; i > 0 && i < 3; i++)
        str_addc(out, '=');
    return whole > first ? whole - first : 0;
}

/* Returns false when it is no base64, or holds what no password does. */
static bool decode64(struct str *out, const char *s, size_t n)
{
    unsigned bits = 0, have = 0;

    while (n && s[n - 1] == '=')
        n--;
    for (size_t i = 0; i < n; i++) {
        const char *at = s[i] ? strchr(digits64, s[i]) : NULL;

        if (!at)
            return false;
        bits = (bits << 6 | (unsigned)(at - digits64)) & 0xffff;
        have += 6;
        if (have >= 8) {
            have -= 8;
            if ((bits >> have & 0xff) < ' ')
                return false;
            str_addc(out, (char)(bits >> have & 0xff));
        }
    }
    return out->n > 0;
}

/* With all of its end, and without what another text behind it would change.
 * In both alphabets. */
static void model_add_encoded(struct vec *secrets, const char *s, size_t n,
                              size_t before)
{
    struct str out = str_in(secrets->arena);
    size_t whole = encode64(&out, s, n, before);

    if (whole < PART_LEAST)
        return;
    add_one(secrets, str_get(&out), out.n, PART_LEAST);
    add_one(secrets, out.s, whole, PART_LEAST);
    for (size_t i = 0; i < out.n; i++)
        out.s[i] = out.s[i] == '+' ? '-' : out.s[i] == '/' ? '_' : out.s[i];
    add_one(secrets, out.s, out.n, PART_LEAST);
    add_one(secrets, out.s, whole, PART_LEAST);
}

/* ---- hexadecimal ---- */

static void add_hex(struct vec *secrets, const char *s, size_t n)
{
    struct str out = str_in(secrets->arena);

    if (n < PART_LEAST) /* these digits may be part of any number */
        return;
    for (size_t i = 0; i < n; i++)
        str_addf(&out, "%02x", (unsigned)(unsigned char)s[i]);
    add_one(secrets, str_get(&out), out.n, PART_LEAST);
}

/* ---- values ---- */

static void model_add_whole(struct vec *secrets, const char *s, size_t n,
                            size_t least)
{
    if (n < least)
        return;
    add_one(secrets, s, n, least);
    for (size_t before = 0; before < 3; before++)
        model_add_encoded(secrets, s, n, before);
    add_hex(secrets, s, n);
}

/* "Basic dXNlcjpwYXNzd29yZA==" */
static void add_basic(struct vec *secrets, const char *s, size_t n)
{
    struct str plain = str_in(secrets->arena);
    const char *colon;

    if (!decode64(&plain, s, n) || !(colon = strchr(str_get(&plain), ':')))
        return;
    add_one(secrets, plain.s, plain.n, WORD_LEAST);
    add_one(secrets, colon + 1, strlen(colon + 1), PASSWORD_LEAST);
}

/* The whole, and its parts: "Bearer KEY", "session=ID; theme=dark". The first
 * word of several is the name of a scheme. */
static void model_add_value(struct vec *secrets, const char *value)
{
    static const char gaps[] = " \t;,";
    size_t n;

    model_add_whole(secrets, value, strlen(value), WORD_LEAST);
    for (const char *p = value + strspn(value, gaps); *p;
         p += n + strspn(p + n, gaps)) {
        const char *equals;

        n = strcspn(p, gaps);
        if (p == value && p[n] == ' ' && n < LOOKS_LEAST)
            continue;
        model_add_whole(secrets, p, n, PART_LEAST);
        add_basic(secrets, p, n);
        equals = memchr(p, '=', n);
        if (equals)
            add_one(secrets, equals + 1, (size_t)(p + n - equals) - 1,
                    PART_LEAST);
    }
}

/* Does a word look like a key, whatever its name? */
static bool model_looks_secret(const char *value)
{
    bool letter = false, digit = false;
    size_t n = 0;

    for (; value[n]; n++) {
        if (is_space(value[n]))
            return false;
        letter = letter || is_letter(value[n]);
        digit = digit || is_digit(value[n]);
    }
    return n >= LOOKS_LEAST && letter && digit;
}

bool model_names_secret(const char *line)
{
    static const char *const parts[] = { "auth",      "key",    "token",
                                         "secret",    "cookie", "passw",
                                         "credential" };

    for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++)
        if (fold_find(line, strcspn(line, ":"), parts[k]))
            return true;
    return false;
}

void model_add_key(struct vec *secrets, const char *key)
{
    if (strlen(key) < PART_LEAST)
        return;
    model_add_value(secrets, key);
    key = arena_printf(secrets->arena, "Bearer %s", key);
    model_add_encoded(secrets, key, strlen(key), 0);
}

void model_add_header(struct vec *secrets, const char *line)
{
    struct span name = { line, strcspn(line, ":") };
    const char *value = str_trim(secrets->arena, line + name.n + 1);

    if (span_among(name, "content-type accept user-agent http-referer referer "
                         "x-title anthropic-version anthropic-beta "
                         "openai-beta"))
        return;
    if (model_names_secret(line))
        model_add_value(secrets, value);
    else if (model_looks_secret(value))
        model_add_whole(secrets, value, strlen(value), LOOKS_LEAST);
}

/*
 * The student as a model: its weights are opened by a name, the options of
 * decoding become how a reply is drawn, and what it says becomes a reply.
 */

#define FINGERPRINT 12 /* letters of the SHA-256 */

/* ---- opening ---- */

static bool model_open_student(struct arena *a, const char *path,
                               struct model *out, struct err *e)
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

/* Open the student; NULL: the weights that come with assay. The body fails on
 * options that it cannot follow, so that nobody believes they had an effect;
 * the request that is answered is one whose body was made. */
static bool model_student_body(struct arena *a, const struct model *m,
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
static void model_set_end(struct arena *a, const struct model *m,
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

static bool model_student_answer(struct arena *a, const struct model *m,
                                 const struct request *r,
                                 const atomic_bool *leave, struct reply *out)
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
        model_set_end(a, m, &t, out);
    }
    out->served = m->name;
    out->fingerprint =
        arena_strndup(a, m->url + strlen("student:"), FINGERPRINT);
    return true;
}

/*
 * Bodies in canonical form: the same request is the same bytes, on any
 * machine and in any version, since the journal finds a call by them.
 */

static int model_by_name(const void *x, const void *y)
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
    qsort(members.items, members.n, members.size, model_by_name);
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

static void model_set_text(struct arena *a, struct json *o, const char *name,
                           const char *text)
{
    json_set(a, o, name, json_new_text(a, text));
}

static struct json *model_concepts_of(struct arena *a, const struct note *note)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < note->n_concepts; i++)
        json_push(list, json_new_string(a, note->concepts[i]));
    return list;
}

/* A list: the names are whatever the caller measures. */
static struct json *model_factors_of(struct arena *a, const struct note *note)
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
static struct json *model_note_of(struct arena *a, const struct model *m,
                                  const struct note *note)
{
    struct json *o = json_new(a, JSON_OBJECT);
    char hex[HASH_HEX_SIZE];

    model_set_text(a, o, "problem", note->problem);
    if (m->kind == MODEL_REPLAY) {
        model_set_text(a, o, "own_id", note->own_id);
        model_set_text(
            a, o, "statement",
            note->statement
                ? hash_hex(hash_bytes(note->statement, strlen(note->statement)),
                           hex)
                : NULL);
        return o;
    }
    json_set(a, o, "concepts", model_concepts_of(a, note));
    json_set(a, o, "factors", model_factors_of(a, note));
    model_set_text(a, o, "right", note->right);
    model_set_text(a, o, "content", note->content);
    model_set_text(a, o, "judge", assay_version());
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
        json_set(a, v, "note", model_note_of(a, m, r->note));
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
static size_t model_label_length(const char *spec)
{
    size_t n = 0;

    while (is_letter(spec[n]) || is_digit(spec[n]) ||
           (spec[n] && strchr("_.-", spec[n])))
        n++;
    return spec[n] == '=' ? n : 0;
}

static bool model_open_remote(struct arena *a, const char *spec,
                              const struct model_options *o, struct model *out,
                              struct err *e);

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
    label_n = model_label_length(spec);
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

/*
 * URLs of servers. Only what every reader of URLs takes in the same way is let
 * through: a key must not go to another host than the one that was checked.
 */

static bool is_host_char(char c)
{
    return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '_';
}

/* Printable ASCII, without what some readers take for an end. */
static bool is_path_char(char c)
{
    return c > ' ' && c < 0x7f && !strchr("\\\"<>^`{|}", c);
}

/* "Host", "Host:8000", "[::1]:8000" in s[0..n): the host in lower case, or NULL
 * if it is none. */
static const char *read_host(struct arena *a, const char *s, size_t n)
{
    size_t i = 0, host = 0, host_n, digits;
    char *out;

    if (n && s[0] == '[') {
        for (host = i = 1; i < n && (is_host_char(s[i]) || s[i] == ':'); i++)
            ;
        host_n = i - host;
        if (i == n || s[i++] != ']')
            return NULL;
    } else {
        while (i < n && is_host_char(s[i]))
            i++;
        host_n = i;
    }
    if (host_n == 0)
        return NULL;
    if (i < n && s[i] == ':') {
        for (digits = 0, i++; i < n && is_digit(s[i]); i++)
            digits++;
        if (digits == 0 || digits > 5)
            return NULL;
    }
    if (i < n)
        return NULL;
    out = arena_strndup(a, s + host, host_n);
    for (size_t k = 0; k < host_n; k++)
        out[k] = to_lower(out[k]);
    return out;
}

static bool check_hidden(const char *source, const char *authority, size_t n,
                         const char *rest, struct err *e)
{
    if (memchr(authority, '@', n))
        return err_set(e, ERR_USAGE,
                       "%s contains a user name or password, which would be "
                       "stored with the run; put the key into an environment "
                       "variable and give its name with --key-env",
                       source);
    if (strchr(rest, '?'))
        return err_set(e, ERR_USAGE,
                       "%s contains a query (\"?...\"), which may contain a "
                       "key and would be stored with the run; use --header, "
                       "--extra or --key-env",
                       source);
    return true;
}

/* Read a URL. `source` names its origin in errors; the URL itself is not shown
 * if it has a password or a query. */
static bool model_url_read(struct arena *a, const char *source,
                           const char *text, struct model_url *out,
                           struct err *e)
{
    size_t scheme, n, path_n;
    const char *path;
    char *front;

    out->https = fold_begins(text, "https://");
    scheme = out->https ? 8 : fold_begins(text, "http://") ? 7 : 0;
    if (!scheme)
        return err_set(e, ERR_USAGE, "%s must begin with http:// or https://",
                       source);
    n = strcspn(text + scheme, "/?#");
    path = text + scheme + n;
    if (!check_hidden(source, text + scheme, n, path, e))
        return false;
    out->host = read_host(a, text + scheme, n);
    if (!out->host)
        return err_set(e, ERR_USAGE,
                       "%s has no valid host: \"%.*s\"; a host consists of "
                       "letters, digits, \".\" and \"-\", optionally with a "
                       "port",
                       source, n > 80 ? 80 : (int)n, text + scheme);
    for (size_t i = 0; path[i]; i++)
        if (!is_path_char(path[i]) || path[i] == '#')
            return err_set(e, ERR_USAGE,
                           "%s has a character in its path that is not "
                           "allowed in a URL: \"%.1s\"",
                           source, path + i);
    path_n = strlen(path);
    while (path_n && path[path_n - 1] == '/')
        path_n--;
    front = arena_strndup(a, text, scheme + n);
    for (size_t i = 0; front[i]; i++)
        front[i] = to_lower(front[i]);
    out->front = front;
    out->path = arena_strndup(a, path, path_n);
    return true;
}

/* Returns the URL of the calls, with the path that the form needs. */
static const char *model_url_openai(struct arena *a, const struct model_url *u)
{
    const char *add = "/chat/completions";

    if (*u->path == '\0')
        add = "/v1/chat/completions";
    else if (str_ends(u->path, add))
        add = "";
    return arena_printf(a, "%s%s%s", u->front, u->path, add);
}

/* A base of this form leaves the version out. */
static const char *model_url_anthropic(struct arena *a,
                                       const struct model_url *u)
{
    const char *add = "/v1/messages";

    if (str_ends(u->path, "/messages"))
        add = "";
    else if (str_ends(u->path, "/v1"))
        add = "/messages";
    return arena_printf(a, "%s%s%s", u->front, u->path, add);
}

/* 127.a.b.c, all decimal: "127.0.0.1.example.com" is a name like any other,
 * and a number that begins with 0 is octal to some: 0127 is 87. */
static bool is_net_127(const char *s)
{
    for (int part = 0; part < 4; part++) {
        int value = 0, digits = 0;
        bool octal = s[0] == '0' && is_digit(s[1]);

        for (; is_digit(*s) && digits < 4; s++, digits++)
            value = value * 10 + (*s - '0');
        if (digits == 0 || octal || value > 255 || (part == 0 && value != 127))
            return false;
        if (part < 3 && *s++ != '.')
            return false;
    }
    return *s == '\0';
}

bool model_url_is_loopback(const struct model_url *u)
{
    return str_eq(u->host, "localhost") || str_eq(u->host, "::1") ||
           is_net_127(u->host);
}

/*
 * Models behind a network, as the user names them; and what was meant by
 * names that are none.
 */

/* ---- providers ---- */

static const struct provider {
    const char *prefix;
    enum model_kind kind;
    const char *base, *base_env, *key_env;
} providers[] = {
    { "openai:", MODEL_OPENAI, "https://api.openai.com", "OPENAI_BASE_URL",
      "OPENAI_API_KEY" },
    { "anthropic:", MODEL_ANTHROPIC, "https://api.anthropic.com",
      "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY" },
};

static const struct provider *find_provider(const char *spec)
{
    for (size_t i = 0; i < sizeof(providers) / sizeof(providers[0]); i++)
        if (str_starts(spec, providers[i].prefix))
            return &providers[i];
    return NULL;
}

/* ---- what was meant ---- */

/* Returns a spec that the user may have meant, or NULL if there is no idea. */
static const char *proposal(struct arena *a, const char *spec)
{
    static const struct {
        const char *begins, *prefix;
        size_t drop; /* characters of the beginning that are no name */
    } usual[] = {
        { "openai:", "openai:", 7 },
        { "openai/", "openai:", 7 },
        { "anthropic:", "anthropic:", 10 },
        { "anthropic/", "anthropic:", 10 },
        { "replay:", "replay:", 7 },
        { "planted:", "planted:", 8 },
        { "student:", "student:", 8 },
        { "gpt", "openai:", 0 },
        { "chatgpt", "openai:", 0 },
        { "o1", "openai:", 0 },
        { "o3", "openai:", 0 },
        { "o4", "openai:", 0 },
        { "claude", "anthropic:", 0 },
        { "localhost", "http://", 0 },
        { "127.", "http://", 0 },
    };

    if (str_ends(spec, ".jsonl"))
        return arena_printf(a, "replay:%s", spec);
    if (str_ends(spec, ".yaml") || str_ends(spec, ".yml"))
        return arena_printf(a, "planted:%s", spec);
    if (str_ends(spec, ".weights"))
        return arena_printf(a, "student:%s", spec);
    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        if (fold_begins(spec, usual[i].begins))
            return arena_printf(
                a, "%s%s%s", usual[i].prefix, spec + usual[i].drop,
                strchr(usual[i].prefix, '/') && !strchr(spec, '#') ? "#NAME"
                                                                   : "");
    if (fold_begins(spec, "student"))
        return "student";
    if (strchr(spec, '#') && !strchr(spec, '@') && !strstr(spec, "://"))
        return arena_printf(a, "https://%s", spec);
    return NULL;
}

/* A key in the place of a name: by how usual ones begin, or by a long word of
 * letters and digits. */
static bool model_is_key(struct arena *a, const char *spec)
{
    static const char *const usual[] = { "sk-",  "sk_",   "gsk_",
                                         "hf_",  "aiza",  "akia",
                                         "xai-", "pplx-", "nvapi-" };
    size_t n;

    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
        if (fold_begins(spec, usual[i]))
            return true;
    for (const char *p = spec; *p; p += n ? n : 1) {
        for (n = 0; is_letter(p[n]) || is_digit(p[n]); n++)
            ;
        if (model_looks_secret(arena_strndup(a, p, n)))
            return true;
    }
    return false;
}

static bool model_unknown(struct arena *a, const char *spec, struct err *e)
{
    const char *meant = proposal(a, spec);
    bool hidden =
        strchr(spec, '@') || strchr(spec, '?') || model_is_key(a, spec);

    if (hidden)
        meant = NULL;
    return err_set(
        e, ERR_USAGE,
        "\"%.80s\" is not a model%s%.100s%s; models are openai:NAME, "
        "anthropic:NAME, URL#NAME (http://localhost:8000/v1#NAME), student, "
        "student:FILE, replay:FILE and planted:FILE",
        hidden ? "..." : spec, meant ? " (did you mean \"" : "",
        meant ? meant : "", meant ? "\"?)" : "");
}

/* ---- opening ---- */

static bool model_check_name(const char *name, const char *form, struct err *e)
{
    if (str_blank(name))
        return err_set(e, ERR_USAGE,
                       "the name of the model is missing: the form is %s",
                       form);
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == 0x7f)
            return err_set(e, ERR_USAGE,
                           "the name of the model contains a control "
                           "character");
    return true;
}

/* OpenAI's own models take one name alone, also behind a gateway; what else
 * speaks their form knows the older one. */
static bool set_token_field(struct model *m, bool openai,
                            const struct model_options *o, struct err *e)
{
    m->token_field = "max_tokens";
    if (m->kind == MODEL_OPENAI && openai)
        m->token_field = "max_completion_tokens";
    if (!o->token_field)
        return true;
    if (str_eq(o->token_field, "max_tokens"))
        m->token_field = "max_tokens";
    else if (!str_eq(o->token_field, "max_completion_tokens"))
        return err_set(e, ERR_USAGE,
                       "--token-field must be max_tokens or "
                       "max_completion_tokens, not \"%.60s\"",
                       o->token_field);
    else if (m->kind == MODEL_OPENAI)
        m->token_field = "max_completion_tokens";
    return true;
}

static bool open_provider(struct arena *a, const struct provider *p,
                          const char *spec, const struct model_options *o,
                          struct model *out, struct err *e)
{
    const char *base = getenv(p->base_env);
    struct model_url u;

    out->kind = p->kind;
    out->name = arena_strdup(a, spec + strlen(p->prefix));
    if (!model_check_name(out->name, arena_printf(a, "%sNAME", p->prefix), e))
        return false;
    if (!model_url_read(a, base && *base ? p->base_env : "the provider's URL",
                        base && *base ? base : p->base, &u, e))
        return false;
    out->url = p->kind == MODEL_ANTHROPIC ? model_url_anthropic(a, &u)
                                          : model_url_openai(a, &u);
    return set_token_field(out, true, o, e) &&
           model_set_headers(a, out, &u, p->key_env, o, e);
}

static bool open_url(struct arena *a, const char *spec,
                     const struct model_options *o, struct model *out,
                     struct err *e)
{
    size_t n = strcspn(spec, "#");
    struct model_url u;

    if (!model_url_read(a, "the model's URL", arena_strndup(a, spec, n), &u, e))
        return false;
    out->name = arena_strdup(a, spec[n] ? spec + n + 1 : "");
    if (!model_check_name(out->name,
                          "URL#NAME, such as http://localhost:8000/v1#NAME", e))
        return false;
    out->kind = str_ends(u.path, "/messages") ? MODEL_ANTHROPIC : MODEL_OPENAI;
    out->url = out->kind == MODEL_ANTHROPIC ? model_url_anthropic(a, &u)
                                            : model_url_openai(a, &u);
    return set_token_field(out, str_eq(u.host, "api.openai.com"), o, e) &&
           model_set_headers(a, out, &u, NULL, o, e);
}

/* What a run stores and shows of its models must hold no secret. */
static bool check_open(const struct model *m, struct err *e)
{
    if (!model_holds_secret(m, m->spec) && !model_holds_secret(m, m->url) &&
        !model_holds_secret(m, m->name))
        return true;
    return err_set(e, ERR_USAGE,
                   "the URL or the name of the model contains the key or the "
                   "value of a --header, which would be stored and shown "
                   "with the run; remove it there");
}

/* Open an "openai:", "anthropic:" or URL model. */
static bool model_open_remote(struct arena *a, const char *spec,
                              const struct model_options *o, struct model *out,
                              struct err *e)
{
    const struct provider *p = find_provider(spec);

    if (!p && !fold_begins(spec, "http://") && !fold_begins(spec, "https://"))
        return model_unknown(a, spec, e);
    return (p ? open_provider(a, p, spec, o, out, e)
              : open_url(a, spec, o, out, e)) &&
           check_open(out, e);
}
