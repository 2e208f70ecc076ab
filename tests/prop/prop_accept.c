/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Our own files pass what a stranger's file must pass: `assay family check`
 * accepts every family that is a file. `make soak` makes the full draws.
 */
#include "../lib/places.h"
#include "family/accept/accept.h"
#include "family/language/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool is_first_level(const struct place *at)
{
    return at->level == 1;
}

static void file_is_accepted(void **state)
{
    const struct place *at = *state;
    const struct script *text = family_file_of(at->family)->script;
    struct accept_options o = { .draws = at->count };
    struct arena a = { 0 };
    struct str print = str_in(&a);
    struct acceptance x;

    assert_true(family_accept(&a, text->path, text->text, text->n, &o, &x));
    accept_print(&print, &x);
    if (!x.accepted)
        fail_msg("%s", str_get(&print));
    arena_clear(&a);
}

static const struct property properties[] = {
    { "the file is accepted", file_is_accepted, is_first_level },
    { 0 },
};

/* Acceptance of hard families that search takes a minute: in the soak alone. */
static bool is_slow(const struct family *f)
{
    return strcmp(f->name, "hard/identities") == 0 ||
           strcmp(f->name, "hard/machines") == 0;
}

static bool is_file(const struct family *f)
{
    return family_file_of(f) && (getenv("ASSAY_SOAK") || !is_slow(f));
}

/* A problem of hard families costs as much as a hundred others. */
static uint64_t count_for(const struct family *f, size_t n_places)
{
    (void)n_places;
    if (getenv("ASSAY_SOAK"))
        return ACCEPT_DRAWS;
    return strncmp(f->name, "hard/", strlen("hard/")) == 0 ? 4 : 40;
}

int main(void)
{
    return places_run("accept", properties, is_file, count_for);
}
