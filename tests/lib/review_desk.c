/* SPDX-License-Identifier: Apache-2.0 */
#include "review_desk.h"
#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void must(bool ok, const struct err *e)
{
    if (!ok) {
        fprintf(stderr, "%s\n", e->msg);
        BUG("a desk for reviews could not be made");
    }
}

static const char *record(struct arena *a, const char *statement,
                          const char *key)
{
    struct str out = str_in(a);

    str_add(&out, "{\"id\": \"x\", \"statement\": ");
    json_write_string(&out, statement);
    str_add(&out, ", \"key\": {\"kind\": \"rational\", \"latex\": ");
    json_write_string(&out, key);
    str_add(&out, "}, \"solution\": \"Divide.\", \"concepts\": []}");
    return str_get(&out);
}

void review_desk_open(struct review_desk *d)
{
    memset(d, 0, sizeof(*d));
    visit_open(&d->w);
    d->ann = visit_person(&d->w, "Ann Zyxauthor", ROLE_AUTHOR);
    d->tom = visit_person(&d->w, "Tom Zyxother", ROLE_AUTHOR);
    d->bob = visit_person(&d->w, "Bob Zyxreviewer", ROLE_REVIEWER);
    d->rhea = visit_person(&d->w, "Rhea Zyxsecond", ROLE_REVIEWER);
    d->olga = visit_person(&d->w, "Olga Zyxowner", ROLE_OWNER);
    d->entry =
        review_desk_entry(d, &d->ann, "What is $\\pi$, roughly?", REVIEW_KEY);
}

void review_desk_close(struct review_desk *d)
{
    visit_close(&d->w);
}

int64_t review_desk_entry(struct review_desk *d, const struct visitor *by,
                          const char *statement, const char *key)
{
    struct arena *a = &d->w.arena;
    struct entry x = { .author = by->person.id, .topic = "numbers" };
    struct entry_version y = { .by = by->person.id,
                               .made_ms = 1700000000000,
                               .problem = record(a, statement, key),
                               .check = "second",
                               .claim = "",
                               .origin = "{}",
                               .note = "first" };
    struct err e;

    must(entries_add(d->w.store, a, &x, &y, &e), &e);
    return x.id;
}

void review_desk_revise(struct review_desk *d, int64_t entry, int64_t after,
                        const char *statement)
{
    struct arena *a = &d->w.arena;
    struct entry_version y = { .entry = entry,
                               .by = d->ann.person.id,
                               .made_ms = 1700000001000,
                               .problem = record(a, statement, REVIEW_KEY),
                               .check = "second",
                               .claim = "",
                               .origin = "{}",
                               .note = "the key stays " REVIEW_KEY };
    struct err e;

    must(entries_revise(d->w.store, a, after, &y, &e), &e);
}

int review_desk_get(struct review_desk *d, const struct visitor *who,
                    const char *target)
{
    struct visit_request q = { .who = who, .target = target };

    return visit_gate(&d->w, &q);
}

int review_desk_post(struct review_desk *d, const struct visitor *who,
                     int64_t entry, const char *verb, int64_t version,
                     const char *form)
{
    struct arena *a = &d->w.arena;
    struct visit_request q = {
        .who = who,
        .method = HTTP_POST,
        .target = arena_printf(a, "/entries/%" PRId64 "/%s", entry, verb),
        .form = arena_printf(a, "version=%" PRId64 "%s%s", version,
                             form ? "&" : "", form ? form : ""),
        .csrf = true,
    };

    return visit_gate(&d->w, &q);
}

void review_desk_accept(struct review_desk *d, int64_t entry,
                        const struct visitor *author,
                        const struct visitor *reviewer, const char *answer)
{
    const char *form = arena_printf(&d->w.arena, "answer=%s", answer);

    INVARIANT(review_desk_post(d, author, entry, "submit", 1, NULL) == 303);
    INVARIANT(review_desk_post(d, reviewer, entry, "solve", 1, form) == 303);
    INVARIANT(review_desk_post(d, reviewer, entry, "accept", 1, NULL) == 303);
}

enum entry_state review_desk_state(struct review_desk *d, int64_t entry)
{
    struct entry x;
    struct err e;
    bool found;

    must(entries_find(d->w.store, &d->w.arena, entry, &x, &found, &e), &e);
    return x.state;
}

struct audit_event_kind review_desk_last(struct review_desk *d, int64_t entry)
{
    struct audit_event_kind *list;
    struct err e;
    size_t n;

    must(audit_events_list(d->w.store, &d->w.arena, entry, &list, &n, &e), &e);
    return list[n - 1];
}
