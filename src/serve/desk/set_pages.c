/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The set on pages and as files: its lines, the formats of other tools, and its
 * seal. The store keeps the hash of a seal. Its opening is made, shown and
 * forgotten: whoever has it can show the set before its time.
 */
#include "base/clock.h"
#include "report/html/html.h"
#include "run/opening.h"
#include "serve/desk/board.h"
#include "serve/desk/history.h"
#include "serve/desk/review.h"
#include "serve/desk/set_lines.h"
#include "serve/pages/layout.h"
#include "serve/secret.h"
#include "store/seals.h"

#include <inttypes.h>
#include <string.h>

#define SET_NAME "class" /* of files and tasks */

/* ---- the page ---- */

static bool set_pages_add_row(struct visit *v, struct str *out,
                              const struct set_row *r, struct err *e)
{
    char hex[SEAL_HEX];

    str_addf(out,
             "<li><p><a href=\"/entries/%" PRId64 "\">Entry %" PRId64
             ", version %" PRId64 "</a> <span class=\"hint\">accepted ",
             r->entry.id, r->entry.id, r->entry.accepted);
    layout_time(out, r->accepted_ms);
    str_add(out, "</span></p>\n");
    layout_tex(out, r->problem.statement);
    str_add(out, "<p class=\"facts\">");
    if (!record_add(v, out, r->entry.id, r->entry.accepted, e))
        return false;
    str_addf(out,
             " SHA-256 of its record: <span class=\"link\">%s"
             "</span></p></li>\n",
             seal_hex(r->sha, hex));
    return true;
}

static bool set_pages_add_topic(struct visit *v, struct str *out,
                                const struct set *s, const char *topic,
                                struct err *e)
{
    str_add(out, "<h2>");
    html_text(out, topic);
    str_add(out, "</h2>\n<ul class=\"list\">\n");
    for (size_t i = 0; i < s->n; i++)
        if (str_eq(board_topic(&s->rows[i].entry), topic) &&
            !set_pages_add_row(v, out, &s->rows[i], e))
            return false;
    str_add(out, "</ul>\n");
    return true;
}

static bool set_pages_add_topics(struct visit *v, struct str *out,
                                 const struct set *s, struct err *e)
{
    const char **topics = arena_array(v->arena, const char *, s->n + 1);
    size_t n;

    for (size_t i = 0; i < s->n; i++)
        topics[i] = board_topic(&s->rows[i].entry);
    n = board_names(v->arena, topics, s->n);
    for (size_t i = 0; i < n; i++)
        if (!set_pages_add_topic(v, out, s, topics[i], e))
            return false;
    return true;
}

/* The form carries how many seals there are: a page that is loaded again does
 * not seal again. */
static void set_pages_add_files(struct visit *v, struct str *out,
                                const struct set *s, size_t seals)
{
    char hex[SEAL_HEX];

    str_addf(out,
             "<p>%zu problem%s. Hash of the set (it does not depend on the "
             "order of the lines): <span class=\"link\">%s</span></p>\n"
             "<p>Files: <a href=\"/set.jsonl\">set.jsonl</a>",
             s->n, s->n == 1 ? "" : "s", seal_hex(s->content, hex));
    for (size_t i = 0; i < n_export_formats; i++)
        str_addf(out, ", <a href=\"/set/export/%s\">%s</a>",
                 export_formats[i]->name, export_formats[i]->name);
    str_add(out, "</p>\n"
                 "<p class=\"hint\">The SHA-256 of a problem is computed "
                 "from the record as it was accepted, before its lineage was "
                 "added; its line contains it as "
                 "<code>meta.class.sha256</code>.</p>\n");
    if (v->who->role != ROLE_OWNER)
        return;
    layout_form(v, out, "/set/seal");
    layout_hidden(out, "version", arena_printf(v->arena, "%zu", seals));
    str_add(out, "<p class=\"actions\"><button>Seal the set</button> <span "
                 "class=\"hint\">Publishes a hash that commits to the set "
                 "without revealing it; later you can prove that this is the "
                 "set.</span></p></form>\n"
                 "<p><a href=\"/history.jsonl\">history.jsonl</a>: attempts, "
                 "revisions and reviews, without names (<a "
                 "href=\"/history.jsonl?comments=1\">with comments</a>)</p>\n");
}

/* The hashes by which the set was announced, newest first. */
static bool add_seals(struct visit *v, struct str *out, const struct seal *all,
                      size_t n, struct err *e)
{
    struct crowd crowd;
    char hex[SEAL_HEX];

    if (!crowd_read(v, &crowd, e))
        return false;
    if (n)
        str_add(out,
                "<h2>Seals</h2>\n"
                "<p class=\"hint\">Hashes that commit to the set. The server "
                "does not keep their openings.</p>\n"
                "<ul class=\"list\" id=\"seals\">\n");
    for (size_t i = n; i > 0; i--) {
        const struct seal *x = &all[i - 1];

        str_addf(out, "<li><span class=\"link\">%s</span><br>",
                 seal_hex(x->hash, hex));
        layout_time(out, x->made_ms);
        str_addf(out, ", %" PRIu64 " problem%s, by ", x->problems,
                 x->problems == 1 ? "" : "s");
        html_text(out, crowd_name(&crowd, x->person));
        str_add(out, "</li>\n");
    }
    str_add(out, n ? "</ul>\n" : "");
    return true;
}

bool set_page(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct seal *seals;
    struct set s;
    size_t n;

    if (!set_read(v, &s, e) || !seals_list(v->store, v->arena, &seals, &n, e))
        return false;
    layout_open(v, &out, "The set", "set");
    str_add(&out, "<h1>The set</h1>\n");
    if (s.n)
        set_pages_add_files(v, &out, &s, n);
    else
        str_add(&out, "<p>No entry has been accepted yet.</p>\n");
    if (!set_pages_add_topics(v, &out, &s, e) ||
        !add_seals(v, &out, seals, n, e))
        return false;
    layout_close(v, &out, 200);
    return true;
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

static void seal_page(struct visit *v, const struct opening *o,
                      const char *hash)
{
    struct str out = str_in(v->arena), text = str_in(v->arena);
    char hex[SEAL_HEX];

    opening_write(&text, o);
    layout_open(v, &out, "The set is sealed", "set");
    str_addf(
        &out,
        "<h1>The set is sealed</h1>\n"
        "<p>Publish this hash where others can trust its date:</p>\n"
        "<p class=\"link\" id=\"seal\">%s</p>\n"
        "<p>The page of the set keeps the hash. Keep the opening and the set "
        "yourself until you reveal them: the server does not keep the "
        "opening, this page is shown only once, and the set changes when an "
        "entry is accepted.</p>\n",
        hash);
    layout_form(v, &out, "/set/seal");
    layout_hidden(&out, "hash", hash);
    layout_hidden(&out, "salt", seal_hex(o->salt, hex));
    layout_hidden(&out, "content", seal_hex(o->content, hex));
    layout_hidden(&out, "problems",
                  arena_printf(v->arena, "%" PRIu64, o->problems));
    str_addf(&out,
             "<p class=\"actions\"><button class=\"first\">Download the opening"
             "</button> <a href=\"/set.jsonl\">set.jsonl</a></p></form>\n"
             "<p>To reveal it: <code>assay reveal opening-%.12s.json set.jsonl "
             "--hash %s</code></p>\n<h2>The opening</h2>\n<p "
             "class=\"link\" id=\"opening\">",
             hash, hash);
    html_text(&out, str_get(&text));
    str_add(&out, "</p>\n");
    layout_close(v, &out, 200);
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
    seal_page(v, &o, hex);
    return true;
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
