/* SPDX-License-Identifier: Apache-2.0 */
#include "classroom.h"
#include "base/json.h"
#include "store/challenges.h"
#include "store/runs.h"
#include "stores.h"

#include <inttypes.h>
#include <string.h>

#define NOW_MS 1700000000000

#define MUST(call)                                    \
 do {                                                 \
  struct err must_err = { 0 };                        \
  struct err *e = &must_err;                          \
  if (!(call))                                        \
   BUG(must_err.msg[0] ? must_err.msg : "it failed"); \
 } while (0)

static const char *problem_text(struct visit_world *w, int64_t number,
                                const char *statement)
{
    struct str out = str_in(&w->arena);

    str_addf(&out, "{\"id\": \"class/%" PRId64 "\", \"statement\": ", number);
    json_write_string(&out, statement);
    str_add(&out, ", \"key\": {\"kind\": \"integer\", \"latex\": \"41\"}, "
                  "\"solution\": \"secret solution\"}");
    return str_get(&out);
}

static struct entry find(struct visit_world *w, int64_t id)
{
    struct entry x;
    bool found = false;

    MUST(entries_find(w->store, &w->arena, id, &x, &found, e));
    INVARIANT(found);
    return x;
}

int64_t classroom_entry(struct visit_world *w, const struct visitor *author,
                        const char *topic, const char *statement)
{
    struct entry x = { .author = author->person.id,
                       .topic = topic,
                       .made_ms = NOW_MS };
    struct entry_version v = { .by = author->person.id,
                               .made_ms = NOW_MS,
                               .problem = problem_text(w, 1, statement),
                               .check = "none",
                               .claim = "",
                               .origin = "{}",
                               .note = "" };

    MUST(entries_add(w->store, &w->arena, &x, &v, e));
    return x.id;
}

void classroom_revise(struct visit_world *w, const struct visitor *by,
                      int64_t entry)
{
    int64_t after = find(w, entry).version;
    struct entry_version v = { .entry = entry,
                               .by = by->person.id,
                               .made_ms = NOW_MS + 1,
                               .problem = problem_text(w, after + 1, "again"),
                               .check = "none",
                               .claim = "",
                               .origin = "{}",
                               .note = "" };

    MUST(entries_revise(w->store, &w->arena, after, &v, e));
}

void classroom_audit_event(struct visit_world *w, const struct visitor *by,
                           int64_t entry, enum audit_event audit_event)
{
    struct entry x = find(w, entry);
    struct audit_event_kind d = { .entry = entry,
                                  .version = x.version,
                                  .person = by->person.id,
                                  .audit_event = audit_event,
                                  .text = "",
                                  .data = "{}",
                                  .at_ms = NOW_MS + 2 };

    MUST(audit_events_add(w->store, &d, x.state, e));
}

/* ---- challenges ---- */

static void judge(struct result *r, char letter)
{
    r->strict = r->lenient = letter == 'c'   ? VERDICT_CORRECT
                             : letter == 'w' ? VERDICT_WRONG
                             : letter == 'u' ? VERDICT_UNDECIDED
                                             : VERDICT_NO_ANSWER;
    r->outcome = letter == 'e'   ? OUTCOME_ERROR
                 : letter == 't' ? OUTCOME_TRUNCATED
                                 : OUTCOME_OK;
    r->judge = "1.2.3";
}

static void append(struct visit_world *w, const struct run_info *run,
                   const char *const *words)
{
    static uint64_t next = 1; /* call of the journal */

    for (uint64_t m = 0; m < run->n_models; m++)
        for (uint64_t k = 0; k < run->attempts; k++) {
            struct result r = { .model = m, .attempt = k + 1 };
            const struct result *one = &r;

            if (!words[m][k])
                break;
            judge(&r, words[m][k]);
            if (r.outcome != OUTCOME_ERROR) {
                MUST(stores_commit(w->store, next, 1, e));
                r.call = stores_key(next++);
            }
            MUST(runs_append(w->store, run->id, &one, 1, NOW_MS + 3, e));
        }
}

int64_t classroom_challenge(struct visit_world *w, const struct visitor *by,
                            int64_t entry, const char *const *models,
                            const char *const *words)
{
    struct entry x = find(w, entry);
    struct challenge c = { .entry = entry,
                           .version = x.version,
                           .person = by->person.id,
                           .models = models,
                           .why = "",
                           .attempts = strlen(words[0]),
                           .made_ms = NOW_MS };
    struct entry_version v;
    struct run_info run;
    const char *line;
    bool found;

    while (models[c.n_models])
        c.n_models++;
    MUST(challenges_add(w->store, &c, e));
    MUST(entries_version(w->store, &w->arena, entry, x.version, &v, &found, e));
    line = v.problem;
    MUST(runs_open(
        w->store, &w->arena,
        arena_printf(&w->arena, "{\"challenge\": %" PRId64 "}", c.id), "1.2.3",
        &line, 1, models, c.n_models, c.attempts, NOW_MS, &run, &found, e));
    append(w, &run, words);
    c.run = run.id;
    c.state = CHALLENGE_DONE;
    MUST(challenges_set(w->store, &c, e));
    return run.id;
}
