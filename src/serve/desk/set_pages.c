/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The set on pages and as files: its lines, the formats of other tools, and its
 * seal. The store keeps the hash of a seal. Its opening is made, shown and
 * forgotten: whoever has it can show the set before its time.
 */
#include "base/clock.h"
#include "run/opening.h"
#include "serve/desk/audit.h"
#include "serve/desk/review.h"
#include "serve/desk/set_lines.h"
#include "serve/desk/topics.h"
#include "serve/pages/layout.h"
#include "serve/secret.h"
#include "store/seals.h"

#include <inttypes.h>
#include <string.h>

#define SET_NAME "class" /* of files and tasks */

/* ---- the page ---- */

static bool set_put_topic(struct visit *v, struct json *topics,
                          const struct set *s, const char *topic, struct err *e)
{
    struct json *row = json_push(topics, row_new(v->arena, "topic=%s", topic));
    struct json *list = row_list(v->arena, row, "problems"), *one;
    char hex[SEAL_HEX];

    for (size_t i = 0; i < s->n; i++) {
        const struct set_row *r = &s->rows[i];

        if (!str_eq(board_topic(&r->entry), topic))
            continue;
        one = row_new(v->arena,
                      "id=%" PRId64 " version=%" PRId64 " at=%" PRId64
                      " statement=%s sha=%s",
                      r->entry.id, r->entry.accepted, r->accepted_ms,
                      r->problem.statement, seal_hex(r->sha, hex));
        json_push(list, one);
        if (!record_put(v, one, r->entry.id, r->entry.accepted, e))
            return false;
    }
    return true;
}

static bool set_put_topics(struct visit *v, struct json *row,
                           const struct set *s, struct err *e)
{
    const char **topics = arena_array(v->arena, const char *, s->n + 1);
    struct json *list = row_list(v->arena, row, "topics");
    size_t n;

    for (size_t i = 0; i < s->n; i++)
        topics[i] = board_topic(&s->rows[i].entry);
    n = board_names(v->arena, topics, s->n);
    for (size_t i = 0; i < n; i++)
        if (!set_put_topic(v, list, s, topics[i], e))
            return false;
    return true;
}

/* The hashes by which the set was announced, newest first. */
static bool set_put_seals(struct visit *v, struct json *row, struct err *e)
{
    struct json *list = row_list(v->arena, row, "seals");
    struct crowd crowd;
    char hex[SEAL_HEX];
    struct seal *all;
    size_t n;

    if (!seals_list(v->store, v->arena, &all, &n, e) ||
        !crowd_read(v, &crowd, e))
        return false;
    for (size_t i = n; i > 0; i--)
        json_push(list, row_new(v->arena,
                                "hash=%s made=%" PRId64 " n=%" PRIu64 " by=%s",
                                seal_hex(all[i - 1].hash, hex),
                                all[i - 1].made_ms, all[i - 1].problems,
                                crowd_name(&crowd, all[i - 1].person)));
    row_add(v->arena, row, "n_seals=%zu", n);
    return true;
}

bool set_page(struct visit *v, struct err *e)
{
    struct json *row, *formats;
    char hex[SEAL_HEX];
    struct set s;

    if (!set_read(v, &s, e))
        return false;
    row = row_new(v->arena, "n=%zu hash=%s owner=%d", s.n,
                  seal_hex(s.content, hex), v->who->role == ROLE_OWNER);
    formats = row_list(v->arena, row, "formats");
    for (size_t i = 0; i < n_export_formats; i++)
        json_push(formats, json_new_string(v->arena, export_formats[i]->name));
    return set_put_topics(v, row, &s, e) && set_put_seals(v, row, e) &&
           page_show(v, 200, "The set", "set", "set", row);
}

/* ---- files ---- */

bool set_jsonl(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct set s;

    if (!set_read(v, &s, e))
        return false;
    for (size_t i = 0; i < s.n; i++)
        str_add(&out, s.rows[i].line);
    file_send(v, "application/jsonl; charset=utf-8", "set.jsonl", &out);
    return true;
}

bool set_export(struct visit *v, struct err *e)
{
    const struct export_format *format = export_find(v->args[0]);
    const struct problem **problems;
    struct set s;

    if (!format)
        return err_set(e, ERR_SPENT, "there is no such format");
    if (!set_read(v, &s, e))
        return false;
    problems = arena_array(v->arena, const struct problem *, s.n + 1);
    for (size_t i = 0; i < s.n; i++)
        problems[i] = &s.rows[i].problem;
    return file_export(v, format, SET_NAME, v->serve->o->title, problems, s.n,
                       e);
}

/* ---- the seal ---- */

/* Reads an opening that a page had back from its form. */
static bool take_opening(struct visit *v, struct opening *o, const char *hash,
                         struct err *e)
{
    const char *salt = http_form(v->request, "salt");
    const char *content = http_form(v->request, "content");
    unsigned char told[CHAIN_BYTES], own[CHAIN_BYTES];
    int64_t n;

    if (!salt || !content ||
        !http_number(http_form(v->request, "problems"), &n) || n < 1 ||
        !seal_read(salt, o->salt) || !seal_read(content, o->content) ||
        !seal_read(hash, told))
        return err_set(e, ERR_USAGE, "this is not an opening");
    o->problems = (uint64_t)n;
    opening_seal(o, own);
    return memcmp(own, told, sizeof(own)) == 0 ||
           err_set(e, ERR_USAGE, "the opening does not belong to the hash");
}

static bool send_opening(struct visit *v, const char *hash, struct err *e)
{
    struct opening o = { .series =
                             vec_in(v->arena, sizeof(struct sealed_series)) };
    struct str text = str_in(v->arena);

    if (!take_opening(v, &o, hash, e))
        return false;
    opening_write(&text, &o);
    file_send(v, "application/json",
              arena_printf(v->arena, "opening-%.12s.json", hash), &text);
    return true;
}

static bool seal_page(struct visit *v, const struct opening *o,
                      const char *hash)
{
    char salt[SEAL_HEX], content[SEAL_HEX];
    struct str text = str_in(v->arena);

    opening_write(&text, o);
    return page_show(v, 200, "The set is sealed", "set", "sealed",
                     row_new(v->arena,
                             "hash=%s salt=%s content=%s problems=%" PRIu64
                             " head=%s opening=%s",
                             hash, seal_hex(o->salt, salt),
                             seal_hex(o->content, content), o->problems,
                             arena_strndup(v->arena, hash, 12),
                             str_get(&text)));
}

/* Fails with ERR_DOMAIN if there are other seals than the form says. */
static bool is_current(struct visit *v, struct err *e)
{
    struct seal *all;
    int64_t told;
    size_t n;

    return seals_list(v->store, v->arena, &all, &n, e) &&
           ((http_number(http_form(v->request, "version"), &told) &&
             (size_t)told == n) ||
            err_set(e, ERR_DOMAIN,
                    "the set was sealed after that page was loaded; the hash "
                    "is on the page of the set"));
}

/* Seals the set that was read, and keeps the hash in the store. */
static bool set_pages_seal(struct visit *v, const struct set *s, struct err *e)
{
    struct opening o = { .series =
                             vec_in(v->arena, sizeof(struct sealed_series)) };
    struct seal made = { .problems = s->n,
                         .made_ms = clock_day_ms(),
                         .person = v->who->id };
    char secret[SECRET_LETTERS + 1], hex[SEAL_HEX];

    if (!secret_make(secret, e))
        return false;
    secret_sha(secret, o.salt);
    memcpy(o.content, s->content, sizeof(o.content));
    o.problems = s->n;
    opening_seal(&o, made.hash);
    if (!store_begin_alone(v->store, e))
        return false;
    if (!is_current(v, e) || !seals_add(v->store, &made, e) ||
        !store_commit(v->store, e)) {
        store_rollback(v->store);
        return e->code == ERR_DOMAIN && layout_late(v, e->msg);
    }
    seal_hex(made.hash, hex);
    if (v->serve->o->tell)
        v->serve->o->tell(v->serve->o->ctx,
                          arena_printf(v->arena,
                                       "the set of %zu problems was sealed: %s",
                                       s->n, hex));
    return seal_page(v, &o, hex);
}

bool set_seal(struct visit *v, struct err *e)
{
    const char *hash = http_form(v->request, "hash");
    struct set s;

    if (hash)
        return send_opening(v, hash, e);
    if (!set_read(v, &s, e))
        return false;
    if (!s.n)
        return err_set(e, ERR_USAGE,
                       "the set is empty; there is nothing to seal");
    if (!is_current(v, e))
        return e->code == ERR_DOMAIN && layout_late(v, e->msg);
    return !layout_sure(
               v,
               arena_printf(v->arena,
                            "The set of %zu problem%s will be sealed as it "
                            "is now, and its hash will be on the page of the "
                            "set. The next page shows the opening only once: "
                            "download it there.",
                            s.n, s.n == 1 ? "" : "s"),
               "Seal the set", "/set") ||
           set_pages_seal(v, &s, e);
}
