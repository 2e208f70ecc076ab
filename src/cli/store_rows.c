/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/store_rows.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "cli/command.h"
#include "cli/talk.h"
#include "problem/problem.h"
#include "store/journal.h"

#include <inttypes.h>
#include <string.h>

static void add_time(struct str *out, int64_t ms)
{
    char text[40];

    clock_minute(text, sizeof(text), ms);
    str_add(out, text);
}

static const char *file_of(struct arena *a, const struct run_info *r)
{
    struct json *spec;
    const char *file;
    struct err e;

    if (!json_read(a, r->spec, strlen(r->spec), 1, &spec, &e))
        return "?";
    file = json_string(json_get(json_get(spec, "problems"), "file"));
    return file ? file : "?";
}

/* What sets the run apart besides its models: decoding, judge. */
static void add_settings(struct arena *a, struct str *out,
                         const struct run_info *r)
{
    static const char *const parts[] = { "decoding", "judge", NULL };
    struct json *spec;
    struct err e;

    if (!json_read(a, r->spec, strlen(r->spec), 1, &spec, &e))
        return;
    for (size_t i = 0; parts[i]; i++) {
        const struct json *o = json_get(spec, parts[i]);

        for (const struct json *m = o ? o->first : NULL; m; m = m->next) {
            struct str text = str_in(a);

            json_write(&text, m);
            str_addf(out, "  %s=", m->name);
            str_add_printable(out, str_get(&text));
        }
    }
}

void store_add_run(struct arena *a, struct str *out, const struct run_info *r)
{
    uint64_t total = r->n_problems * r->n_models * r->attempts;
    uint64_t done = r->results - r->errors;

    str_addf(out, "%-4s  ", r->name);
    add_time(out, r->made_ms);
    str_addf(out,
             "  %" PRIu64 " problem%s x %" PRIu64 " model%s x %" PRIu64
             " attempt%s  ",
             r->n_problems, r->n_problems == 1 ? "" : "s", r->n_models,
             r->n_models == 1 ? "" : "s", r->attempts,
             r->attempts == 1 ? "" : "s");
    if (done == total)
        str_add(out, "done");
    else
        str_addf(out, "%" PRIu64 " of %" PRIu64 " done", done, total);
    if (r->errors)
        str_addf(out, ", %" PRIu64 " failed", r->errors);
    str_add(out, "  ");
    str_add_printable(out, file_of(a, r));
    for (uint64_t i = 0; i < r->n_models; i++) {
        str_add(out, i ? ", " : "  ");
        str_add_printable(out, r->models[i]);
    }
    add_settings(a, out, r);
    str_addc(out, '\n');
}

static void add_text(struct str *out, const char *name, const char *text)
{
    str_addf(out, ", \"%s\": ", name);
    json_write_text(out, text);
}

/* A text that should be JSON, written anew: what a store holds may have been
 * put there by anybody. */
static void add_json(struct arena *a, struct str *out, const char *text)
{
    struct json *v;
    struct err e;

    if (json_read(a, text, strlen(text), 1, &v, &e))
        json_write(out, v);
    else
        str_add(out, "null");
}

void store_add_run_json(struct arena *a, struct str *out,
                        const struct run_info *r)
{
    char hex[HASH_HEX_SIZE];

    str_addf(out,
             "{\"run\": \"%s\", \"hash\": \"%s\", \"made_ms\": %" PRId64
             ", \"worked_ms\": %" PRId64 ", \"problems\": %" PRIu64
             ", \"attempts\": %" PRIu64 ", \"results\": %" PRIu64
             ", \"errors\": %" PRIu64,
             r->name, hash_hex(r->hash, hex), r->made_ms, r->worked_ms,
             r->n_problems, r->attempts, r->results, r->errors);
    add_text(out, "file", file_of(a, r));
    add_text(out, "version", r->version);
    str_add(out, ", \"models\": [");
    for (uint64_t i = 0; i < r->n_models; i++) {
        str_add(out, i ? ", " : "");
        json_write_string(out, r->models[i]);
    }
    str_add(out, "], \"spec\": ");
    add_json(a, out, r->spec);
    str_add(out, "}\n");
}

/* ---- results with their replies ---- */

static void add_reply(struct str *out, const struct result *r,
                      const struct call *c)
{
    const struct usage *u = &c->reply.usage;

    add_text(out, "response", c->reply.text);
    add_text(out, "reasoning", c->reply.reasoning);
    add_text(out, "finish_reason", c->reply.finish);
    if (u->prompt >= 0 || u->completion >= 0) {
        const char *before = "";

        str_add(out, ", \"usage\": {");
        if (u->prompt >= 0) {
            str_addf(out, "\"prompt_tokens\": %" PRId64, u->prompt);
            before = ", ";
        }
        if (u->completion >= 0)
            str_addf(out, "%s\"completion_tokens\": %" PRId64, before,
                     u->completion);
        str_addc(out, '}');
    }
    str_addf(out, ", \"took_ms\": %" PRId64 ", \"tries\": %u", c->took_ms,
             r->tries);
}

static void add_result(struct arena *a, struct str *out, const struct result *r,
                       const char *problem, const char *model,
                       const struct call *c)
{
    str_add(out, "{\"problem_id\": ");
    json_write_string(out, problem);
    add_text(out, "model", model);
    str_addf(out, ", \"attempt\": %" PRIu64 ", \"outcome\": \"%s\"", r->attempt,
             outcome_name(r->outcome));
    if (r->outcome == OUTCOME_OK)
        str_addf(out, ", \"lenient\": \"%s\", \"strict\": \"%s\"",
                 verdict_name(r->lenient), verdict_name(r->strict));
    add_text(out, "answer", r->answer);
    add_text(out, "why", r->why);
    if (r->more) {
        str_add(out, ", \"more\": ");
        add_json(a, out, r->more);
    }
    if (r->outcome == OUTCOME_ERROR)
        add_text(out, "error", r->why ? r->why : "no reply");
    if (c)
        add_reply(out, r, c);
    str_add(out, "}\n");
}

static bool print_one(struct store *s, struct arena *a, struct str *line,
                      const struct result *r, const char *problem,
                      const char *model, struct err *e)
{
    struct call c;
    bool found = false;

    if (r->outcome != OUTCOME_ERROR &&
        !journal_find(s, a, r->call, false, &c, &found, e))
        return false;
    str_reset(line);
    add_result(a, line, r, problem, model, found ? &c : NULL);
    return true;
}

int store_print_replies(struct arena *a, struct store *s,
                        const struct run_info *run)
{
    struct arena tmp = { 0 };
    struct str line = { 0 };
    struct result *results;
    const char **problems;
    size_t n, n_problems;
    struct json *row;
    struct err e;
    bool ok = runs_problems(s, a, run->id, &problems, &n_problems, &e) &&
              runs_results(s, a, run->id, &results, &n, &e);

    for (size_t i = 0; ok && i < n; i++) {
        const struct result *r = &results[i];
        const char *id = NULL;

        if (r->problem < n_problems && r->model < run->n_models &&
            json_read(&tmp, problems[r->problem], strlen(problems[r->problem]),
                      1, &row, &e))
            id = json_string(json_get(row, "id"));
        ok = print_one(s, &tmp, &line, r, id ? id : "?", run->models[r->model],
                       &e);
        if (ok && !out_str(&line))
            break;
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    str_clear(&line);
    if (!ok)
        talk_err(NULL, &e);
    return out_finish() && ok ? EXIT_DONE : EXIT_COULD_NOT;
}
