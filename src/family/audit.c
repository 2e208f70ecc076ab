/* SPDX-License-Identifier: Apache-2.0 */
#include "family/audit.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/pair/pair.h"
#include "family/split.h"
#include "grade/jsonl.h"
#include "grade/stable.h"

#include <string.h>

const char *audit_name(enum audit_status s)
{
    static const char *const names[] = { "holds", "fails", "undecided",
                                         "unchecked" };

    return names[s];
}

static struct audit verdict(enum audit_status s, const char *by,
                            const char *detail)
{
    return (struct audit){ s, by, detail };
}

static struct audit check_key(struct arena *a, const struct family *f,
                              const struct problem *p)
{
    struct check_finding found = { .by = "", .detail = "" };
    enum truth holds = TRUTH_UNKNOWN;
    struct err e;

    if (!f->check(f, a, p, &holds, &found, &e))
        return verdict(AUDIT_FAILS, "", arena_strdup(a, e.msg));
    return verdict(holds == TRUTH_YES  ? AUDIT_HOLDS
                   : holds == TRUTH_NO ? AUDIT_FAILS
                                       : AUDIT_UNDECIDED,
                   found.by, found.detail);
}

static bool same_tree(const struct json *a, const struct json *b)
{
    return a == b || (a && b && json_equal(a, b));
}

/* What is made again must be there; what somebody added is theirs. */
static bool has_members(const struct json *v, const struct json *made)
{
    for (const struct json *m = made ? made->first : NULL; m; m = m->next)
        if (!same_tree(v ? json_get(v, m->name) : NULL, m))
            return false;
    return true;
}

static bool same_keys(const struct problem *p, const struct problem *q)
{
    if (p->n_keys != q->n_keys)
        return false;
    for (size_t i = 0; i < p->n_keys; i++)
        if (p->keys[i].kind != q->keys[i].kind ||
            !str_same(p->keys[i].name, q->keys[i].name) ||
            !str_eq(p->keys[i].latex, q->keys[i].latex) ||
            !same_tree(p->keys[i].limit, q->keys[i].limit) ||
            !has_members(p->keys[i].more, q->keys[i].more))
            return false;
    return true;
}

static bool same_concepts(const struct problem *p, const struct problem *q)
{
    if (p->n_concepts != q->n_concepts)
        return false;
    for (size_t i = 0; i < p->n_concepts; i++)
        if (!str_eq(p->concepts[i], q->concepts[i]))
            return false;
    return true;
}

/* What of the file's problem is not what its coordinates make; NULL: all is. */
static const char *difference(const struct problem *p, const struct problem *q)
{
    if (!str_eq(p->id, q->id))
        return "id does";
    if (!same_tree(p->params, q->params))
        return "params do";
    if (!str_eq(p->statement, q->statement))
        return "statement does";
    if (!same_keys(p, q))
        return "key does";
    if (!str_eq(p->solution, q->solution))
        return "solution does";
    if (!same_concepts(p, q))
        return "concepts do";
    if (!str_same(p->proof_by, q->proof_by) ||
        (!str_same(p->proof_by, "numerical") && /* an error was measured */
         !str_same(p->proof_detail, q->proof_detail)))
        return "proof does";
    return NULL;
}

/* Knobs of a file must be knobs of the card, with allowed values. */
static bool knobs_fit(const struct family *f, const struct json *knobs)
{
    for (const struct json *k = knobs ? knobs->first : NULL; k; k = k->next) {
        const struct knob *card = family_knob_find(f, k->name);

        if (!card || k->type != JSON_STRING || !knob_allows(card, k->text))
            return false;
    }
    return true;
}

static struct audit compare(struct arena *a, const struct family *f,
                            const struct problem *p, struct audit key)
{
    struct coordinates c = {
        f, p->level, p->seed, p->index, p->knobs, p->split
    };
    struct split unused;
    struct problem again;
    const char *what;
    struct err e;

    if (p->level > f->n_levels || !seed_is_valid(p->seed) ||
        (p->split && !split_read(p->split, &unused)) || !knobs_fit(f, p->knobs))
        return verdict(AUDIT_FAILS, "regeneration",
                       "its level, seed, index, knobs or split are not valid "
                       "for this family");
    if (!family_generate(a, &c, &again, &e))
        return verdict(AUDIT_FAILS, "regeneration", arena_strdup(a, e.msg));
    what = difference(p, &again);
    if (what)
        return verdict(
            AUDIT_FAILS, "regeneration",
            arena_printf(a,
                         "its %s not match its level, seed, index and knobs "
                         "(the row was changed, or made by another program)",
                         what));
    return key;
}

/* A problem of a public set has no second road; but its key must be readable,
 * finite, and equal to itself. */
static struct audit audit_imported(struct arena *a, const struct problem *p)
{
    const char *detail = "";
    enum truth all = TRUTH_YES;

    for (size_t i = 0; i < p->n_keys && all == TRUTH_YES; i++) {
        struct grade_request r = { .gold = p->keys[i].latex,
                                   .gold_n = strlen(p->keys[i].latex),
                                   .has_kind = true,
                                   .kind = p->keys[i].kind };
        struct err e;

        if (!jsonl_options(a, p->extra, p->meta, &r, &e))
            return verdict(AUDIT_FAILS, "row", arena_strdup(a, e.msg));
        all = stable_key(a, &r, &detail);
    }
    if (all == TRUTH_YES)
        return verdict(AUDIT_UNCHECKED, "stability",
                       arena_printf(a,
                                    "not from a family, so there is no "
                                    "independent check; %s",
                                    detail));
    return verdict(all == TRUTH_NO ? AUDIT_FAILS : AUDIT_UNDECIDED, "stability",
                   arena_printf(a, "%s; %s, or take the line out", detail,
                                all == TRUTH_NO
                                    ? "correct the key"
                                    : "write the key as a formula in closed "
                                      "form that `assay grade` reads"));
}

struct audit audit_problem(struct arena *a, const struct problem *p)
{
    struct err e;
    const struct family *f = p->family ? family_named(a, p->family, &e) : NULL;
    struct audit key;

    if (!p->family)
        return audit_imported(a, p);
    if (!f)
        return verdict(
            AUDIT_UNCHECKED, "",
            arena_printf(a,
                         "this version of assay has no family \"%.80s\"; if "
                         "it is a file, name its folder in ASSAY_FAMILIES%s%s",
                         p->family,
                         str_starts(e.msg, "ASSAY_FAMILIES") ? ": " : "",
                         str_starts(e.msg, "ASSAY_FAMILIES") ? e.msg : ""));
    if (!family_depth_fits(f, p->knobs, &e))
        return verdict(AUDIT_FAILS, "", arena_strdup(a, e.msg));
    key = check_key(a, f, p);
    if (key.status != AUDIT_HOLDS)
        return key;
    if (p->version != f->version)
        return verdict(AUDIT_UNDECIDED, key.by,
                       arena_printf(a,
                                    "made by version %d of the family, this is "
                                    "version %d: the key was confirmed, the "
                                    "text could not be compared",
                                    p->version, f->version));
    if (f->hash && !strstr(p->id, arena_printf(a, "~%.12s:", f->hash)))
        return verdict(AUDIT_UNDECIDED, key.by,
                       "made by another text of the family's file: the key was "
                       "confirmed, the text could not be compared");
    return compare(a, f, p, key);
}
