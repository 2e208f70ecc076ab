/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/write/check.h"

#include "base/clock.h"
#include "evolve/evolve.h"
#include "family/audit.h"
#include "run/judge.h"
#include "serve/desk/audit.h"
#include "serve/desk/write/write_draft.h"
#include "serve/pages/fill.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <string.h>

/* ---- checking ---- */

/* The source is checked, of which this version has statement and key. */
static bool check_family(struct visit *v, const struct entry_view *x,
                         struct json **out, struct err *e)
{
    struct arena *a = v->arena;
    struct audit found;
    struct start start;

    if (!source_read(a, x->version.origin, &start, e))
        return false;
    if (!x->problem.proof_by || !start.from)
        return err_set(e, ERR_USAGE,
                       "no family can check this problem: its statement or "
                       "key was edited, or no family made it. Save a version "
                       "with another check (a claim or a second solution), "
                       "or restore the statement and the key");
    if (!evolve_audit(a, &start.problem, &found))
        found = audit_problem(a, &start.problem);
    *out = row_new(a, "how=family finding=%s why=%s", audit_name(found.status),
                   *found.by ? arena_printf(a, "%s: %s", found.by, found.detail)
                             : found.detail);
    json_set(a, *out, "table", json_new(a, JSON_ARRAY));
    return true;
}

/* What the judge says of a claim's formula as an answer to one key, in its
 * limit; a problem that declares no symbols has those of the claim. */
static enum verdict against_key(struct arena *a, const struct problem *p,
                                const struct key *key, const struct claim *c)
{
    struct json *extra = json_new(a, JSON_OBJECT), *list;
    struct problem one = *p;
    struct key alone = *key;

    alone.name = NULL;
    one.keys = &alone;
    one.n_keys = 1;
    if (!json_get(p->extra, "params") && c->parameters_n) {
        for (const struct json *m = p->extra ? p->extra->first : NULL; m;
             m = m->next)
            json_set(a, extra, m->name, json_copy(a, m));
        list = json_set(a, extra, "params", json_new(a, JSON_ARRAY));
        for (size_t i = 0; i < c->parameters_n; i++)
            json_push(list, json_new_string(a, c->parameters[i]));
        one.extra = extra;
    }
    return run_judge_answer(a, &one, NULL, c->claim).lenient.verdict;
}

/* Is each key the formula of some claim? Returns the worst verdict of keys,
 * each by the best of the claims. */
static enum verdict against_keys(struct arena *a, const struct problem *p,
                                 const struct claim *claims, size_t n)
{
    enum verdict all = VERDICT_CORRECT;

    for (size_t k = 0; k < p->n_keys; k++) {
        enum verdict best = VERDICT_WRONG;

        for (size_t i = 0; i < n && best != VERDICT_CORRECT; i++) {
            enum verdict one = against_key(a, p, &p->keys[k], &claims[i]);

            best = one == VERDICT_WRONG ? best : one;
        }
        if (all != VERDICT_WRONG && best != VERDICT_CORRECT)
            all = best;
    }
    return all;
}

/* A claim that holds says something of the key only if they are the same. */
static const char *claim_finding(enum truth holds, enum verdict key)
{
    if (holds != TRUTH_YES || key == VERDICT_CORRECT)
        return finding_verdict_name(holds);
    return key == VERDICT_WRONG ? "holds, but is not the key"
                                : "holds, but may not be the key";
}

static const enum truth worse[3][3] = {
    [TRUTH_NO] = { TRUTH_NO, TRUTH_NO, TRUTH_NO },
    [TRUTH_YES] = { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN },
    [TRUTH_UNKNOWN] = { TRUTH_NO, TRUTH_UNKNOWN, TRUTH_UNKNOWN },
};

/* One claim: its rows go to the table, what was found to `why`. */
static bool serve_check_claim(struct arena *a, const struct claim *claim,
                              struct json *table, struct str *why,
                              enum truth *holds, struct err *e)
{
    struct work w = { .limit = VERIFY_WORK };
    struct str text = str_in(a);
    struct finding found;
    struct json *tree;

    verify_claim(a, claim, &w, &found);
    *holds = worse[*holds][found.holds];
    str_addf(why, "%s%s%s%s", why->n ? "; " : "", claim->id ? claim->id : "",
             claim->id ? ": " : "", found.why ? found.why : "");
    str_addc(&text, '{');
    finding_write(&text, &found);
    str_addc(&text, '}');
    if (!json_read(a, text.s, text.n, 1, &tree, e))
        return false;
    for (const struct json *row = json_get(tree, "table")->first; row;
         row = row->next)
        json_push(table, json_copy(a, row));
    return true;
}

static bool check_claims(struct visit *v, const struct entry_view *x,
                         struct json **out, struct err *e)
{
    struct arena *a = v->arena;
    struct json *table = json_new(a, JSON_ARRAY);
    struct str why = str_in(a);
    enum truth holds = TRUTH_YES;
    struct claim *claims;
    enum verdict key;
    size_t n;

    if (!draft_claims(a, x->version.claim, &claims, &n, e))
        return err_prefix(e, "claim: ");
    for (size_t i = 0; i < n; i++)
        if (!serve_check_claim(a, &claims[i], table, &why, &holds, e))
            return false;
    key = against_keys(a, &x->problem, claims, n);
    *out = row_new(a, "how=claim finding=%s why=%s", claim_finding(holds, key),
                   str_get(&why));
    row_add(a, *out, "key=%s", verdict_name(key));
    json_set(a, *out, "table", table);
    return true;
}

const char *check_key_trouble(struct arena *a, const struct problem *p)
{
    struct audit found;

    if (p->family || !p->n_keys)
        return NULL;
    found = audit_problem(a, p);
    if (found.status == AUDIT_UNCHECKED)
        return NULL;
    return arena_printf(a, "According to assay check, the key is %s: %s",
                        found.status == AUDIT_FAILS ? "wrong" : "undecided",
                        found.detail);
}

bool entry_check_claim(struct visit *v, const struct entry_view *x,
                       struct err *e)
{
    struct audit_event_kind d = { .entry = x->entry.id,
                                  .version = x->entry.version,
                                  .person = v->who->id,
                                  .audit_event = AUDIT_EVENT_CHECKED,
                                  .text = "" };
    struct str data = str_in(v->arena);
    struct json *found = NULL;

    if (str_eq(x->version.check, "family")) {
        if (!check_family(v, x, &found, e))
            return false;
    } else if (str_eq(x->version.check, "claim")) {
        if (!check_claims(v, x, &found, e))
            return false;
    } else
        return err_set(
            e, ERR_USAGE,
            str_eq(x->version.check, "second")
                ? "the check is a blind solution by a reviewer: submit the "
                  "entry"
                : "this version has no way to check its key; choose a claim "
                  "or a second solution and save");
    json_write(&data, found);
    d.data = str_get(&data);
    d.at_ms = clock_day_ms();
    return audit_events_add(v->store, &d, x->entry.state, e);
}

/* ---- on the page ---- */

static const struct audit_event_kind *last_check(const struct entry_view *x)
{
    for (size_t i = x->n_audit_events; i-- > 0;)
        if (x->audit_events[i].audit_event == AUDIT_EVENT_CHECKED)
            return &x->audit_events[i];
    return NULL;
}

/* Puts the last finding: the data of its audit event, which has a table. */
static void check_put_finding(struct arena *a, struct json *row,
                              const struct entry_view *x,
                              const struct audit_event_kind *d)
{
    const char *found, *key;
    struct json *data;
    struct err e;

    if (!d || !json_read(a, d->data, strlen(d->data), 1, &data, &e))
        return;
    found = json_string(json_get(data, "finding"));
    key = json_string(json_get(data, "key"));
    json_set(a, row, "found",
             row_add(a, data,
                     "holds=%d checked_at=%" PRId64 " checked=%" PRId64
                     " old=%d off=%s",
                     found && str_eq(found, "holds"), d->at_ms, d->version,
                     d->version != x->entry.version,
                     key && !str_eq(key, "correct") ? key : ""));
}

void check_put(struct visit *v, struct json *page, const struct entry_view *x)
{
    const char *how = x->version.check;
    struct blind_count n = blind_count(v->arena, x);
    struct json *row = json_new(v->arena, JSON_OBJECT);

    row_add(v->arena, row, "second=%d runs=%d family=%d", str_eq(how, "second"),
            (str_eq(how, "family") && x->problem.proof_by) ||
                str_eq(how, "claim"),
            str_eq(how, "family"));
    row_add(v->arena, row, "all=%zu agree=%zu agrees=%d", n.all, n.agree,
            n.agree == 1);
    check_put_finding(v->arena, row, x, last_check(x));
    json_set(v->arena, page, "check", row);
}
