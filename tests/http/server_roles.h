/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_ROLES_H
#define TESTS_HTTP_SERVER_ROLES_H

#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "server_scenario.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The scenario `roles`: whatever a hunt or an evolution asks models for, told
 * apart by the first sentence of the system message. A part is one such question on its way
 * to an answer.
 */

enum bad {
    BAD_NONE,
    BAD_NAMES,      /* names that are not in the list */
    BAD_PROSE,      /* no list, no label, no box */
    BAD_EMPTY,      /* no text */
    BAD_HTML,       /* a page for a text */
    BAD_BOTH,       /* both labels, or two boxes */
    BAD_DUPLICATES, /* the same again and again */
    BAD_FLAWED,     /* problems that are none */
    BAD_DISAGREE,   /* keys differ by seed */
    BAD_WRONGKEY,   /* the writer's own answer is wrong */
    BAD_BROKEN,     /* JSON that breaks off */
    BAD_NUMBERS,    /* an evolution's texts with a number put in */
    BAD_CONDITIONS, /* with a condition put in */
    BAD_MARKUP,     /* with marks of Markdown */
    BAD_ASKS,       /* with a question put in */
    BAD_LONG,       /* of hundreds of words */
    BADS
};

struct part {
    const struct ask *q;
    const char *system; /* "" when there is none */
    const char *user;   /* all that the user said */
    const char *last;   /* the last of it */
    struct hash128 key; /* what is drawn depends on it */
    enum bad bad;
    struct str out; /* the answer's text, as it is */
};

/* A number below n by the part's key, a word and a number. */
uint64_t part_draw(const struct part *p, const char *what, uint64_t i,
                   uint64_t n);

/* The number that stands before the first `word` that has one, up to three
 * words away: "10 hypotheses", "5 new problems". */
uint64_t part_number(const char *text, const char *word, uint64_t otherwise);

/* A line that begins so: what follows, up to the end of the text or of what
 * belongs to it; the last one counts, NULL when there is none. */
const char *part_behind(const struct part *p, const char *label);

/* "- NAME" lines below the last line that begins so, as const char *. */
struct vec part_names(const struct part *p, const char *line);

/* Does a word of the name's head occur in the text? */
bool name_occurs(const char *name, const char *text);

/* ---- the roles ---- */

void play_hypotheses(struct part *p); /* server_roles.c */
void play_predict(struct part *p);
void play_relevant(struct part *p);
void play_choose(struct part *p);
void play_weigh(struct part *p);
void play_tags(struct part *p);
void play_concepts(struct part *p);
void play_writer(struct part *p); /* server_write.c */
void play_keyer(struct part *p);
void play_label(struct part *p);
void play_reword(struct part *p);

void play_idle(struct part *p); /* server_evolve.c */
void play_scene(struct part *p);
void play_facts(struct part *p);
void play_polish(struct part *p);
void play_formula(struct part *p);
void play_rating(struct part *p);

#endif
