/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/store_rows.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "cli/command.h"
#include "cli/talk.h"
#include "problem/problem.h"
#include "report/document.h"
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

/* The settings of the run besides its models: decoding, judge. */
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

void store_add_run_json(struct arena *a, struct str *out,
                        const struct run_info *r)
{
    struct document *d = document_new(a, 0);
    char hex[HASH_HEX_SIZE];

    document_fact(d, "run", datum_text(r->name));
    document_fact(d, "hash", datum_text(hash_hex(r->hash, hex)));
    document_fact(d, "made_ms", datum_number((double)r->made_ms, 0));
    document_fact(d, "worked_ms", datum_number((double)r->worked_ms, 0));
    document_fact(d, "problems", datum_count(r->n_problems));
    document_fact(d, "attempts", datum_count(r->attempts));
    document_fact(d, "results", datum_count(r->results));
    document_fact(d, "errors", datum_count(r->errors));
    document_fact(d, "file", datum_text(file_of(a, r)));
    document_fact(d, "version", datum_text(r->version));
    document_fact(d, "models", datum_list(a, r->models, (size_t)r->n_models));
    /* Anybody may have written what is in a store. */
    document_fact(d, "spec", datum_source(a, r->spec));
    document_json(out, d);
}

/* ---- results with their replies ---- */

static struct datum tokens(int64_t n)
{
    return n >= 0 ? datum_count((uint64_t)n) : datum_absent;
}

static void add_reply(struct document *d, const struct result *r,
                      const struct call *c)
{
    document_fact(d, "response", datum_text(c->reply.text));
    document_fact(d, "reasoning", datum_text(c->reply.reasoning));
    document_fact(d, "finish_reason", datum_text(c->reply.finish));
    document_fact(d, "usage.prompt_tokens", tokens(c->reply.usage.prompt));
    document_fact(d, "usage.completion_tokens",
                  tokens(c->reply.usage.completion));
    document_fact(d, "took_ms", datum_number((double)c->took_ms, 0));
    document_fact(d, "tries", datum_count(r->tries));
}

static void add_result(struct document *d, const struct result *r,
                       const char *problem, const char *model)
{
    document_fact(d, "problem_id", datum_text(problem));
    document_fact(d, "model", datum_text(model));
    document_fact(d, "attempt", datum_count(r->attempt));
    document_fact(d, "outcome", datum_text(outcome_name(r->outcome)));
    if (r->outcome == OUTCOME_OK) {
        document_fact(d, "lenient", datum_text(verdict_name(r->lenient)));
        document_fact(d, "strict", datum_text(verdict_name(r->strict)));
    }
    document_fact(d, "answer", datum_text(r->answer));
    document_fact(d, "why", datum_text(r->why));
    if (r->more)
        document_fact(d, "more", datum_source(d->arena, r->more));
    if (r->outcome == OUTCOME_ERROR)
        document_fact(d, "error", datum_text(r->why ? r->why : "no reply"));
}

static bool print_one(struct store *s, struct arena *a, struct str *line,
                      const struct result *r, const char *problem,
                      const char *model, struct err *e)
{
    struct document *d = document_new(a, 0);
    struct call c;
    bool found = false;

    if (r->outcome != OUTCOME_ERROR &&
        !journal_find(s, a, r->call, false, &c, &found, e))
        return false;
    str_reset(line);
    add_result(d, r, problem, model);
    if (found)
        add_reply(d, r, &c);
    document_json(line, d);
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
