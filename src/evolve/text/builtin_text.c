/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/text/builtin_int.h"

/*
 * Misleading text: two idle events about two things of the problem, in some
 * order of time, and an "it" that may be either of them. Nothing happens to
 * the things: they are spoken of.
 */

#define LIST(name) static const char *const name[]

LIST(text) = {
    "{when}, {person} {noted} {@a} and {spoke} {@b}, and {cue} it {fate}.",
    "{person} {noted} {@a} {before} {visitor} {spoke} {@b}, and {cue} it "
    "{fate}.",
    "{after} {person} had {participle} {@a}, {visitor} {noted} {@b}, and {cue} "
    "it {fate}.",
    "{person} {wrote} {@a} next to {@b} {where}, and {cue} it {fate}.",
    "{while} {person} was {noting} {@a}, {visitor} {spoke} {@b}; {cue} it "
    "{fate}.",
    "it {fate} {before} {person} {noted} {@a} and {visitor} {spoke} {@b}.",
    "{when}, {visitor} {spoke} {@a}, then {noted} {@b}, {reason}; {cue} it "
    "{fate}.",
    "{long_before} it {fate}, {person} had {written} {@a} {where} and {visitor} "
    "had {participle} {@b}.",
    NULL,
};

LIST(mention) = {
    "{when}, {person} {spoke} {@a} and {visitor} {spoke2} {@b}, and {cue} "
    "{this} {talk}.",
    "{person} {spoke} {@a} {before} {visitor} {spoke2} {@b}, and {cue} {this} "
    "{talk}.",
    "{after} {person} {spoke} {@a}, {visitor} {spoke2} {@b}, and {cue} {this} "
    "{talk}.",
    "{while} {person} was {talking} {@a}, {visitor} {spoke2} {@b}; {cue} "
    "{this} {talk}.",
    "{this} {talk} {before} {person} {spoke} {@a} and {visitor} {spoke2} "
    "{@b}.",
    "{when}, {visitor} {spoke} {@a}, then {spoke2} {@b}, {reason}; {cue} "
    "{this} {talk}.",
    NULL,
};

LIST(when) = {
    "early in the morning",
    "on a rainy afternoon",
    "shortly before lunch",
    "late in the evening",
    "during a short break",
    "on the way home",
    "just after breakfast",
    "out of sheer habit",
    "out of curiosity",
    "in passing",
    "at the end of a long day",
    "while the kettle was boiling",
    "on a whim",
    "before anybody sat down",
    NULL,
};

LIST(person) = {
    "a clerk",
    "the caretaker",
    "a neighbour",
    "a curious student",
    "an apprentice",
    "the secretary",
    "a young man",
    "the new assistant",
    "a volunteer",
    "a retired teacher",
    "the treasurer",
    "a careful bookkeeper",
    NULL,
};

LIST(visitor) = {
    "a visitor",
    "a passer-by",
    "an old friend",
    "somebody at the door",
    "a reporter",
    "a bored onlooker",
    "a cousin",
    "somebody in the crowd",
    "a tall woman",
    "a man with an umbrella",
    "the photographer",
    "a guest from abroad",
    NULL,
};

/* For measures: they can be put on paper. */
LIST(noted) = {
    "wrote down",  "looked up",  "read out", "copied out", "made a note of",
    "jotted down", "underlined", "checked",  "put down",   "scribbled down",
    "asked for",   "took down",  NULL,
};

/* For measures that stand next to each other on paper. */
LIST(wrote) = { "wrote down", "copied out", "jotted down", "scribbled down",
                "put down",   "noted down", NULL };

LIST(written) = { "written down", "copied out", "jotted down", "scribbled down",
                  "put down",     "noted down", NULL };

LIST(participle) = {
    "written down", "looked up",  "read out", "copied out", "made a note of",
    "jotted down",  "underlined", "checked",  "put down",   "scribbled down",
    "asked for",    "taken down", NULL,
};

LIST(noting) = {
    "writing down", "looking up", "reading out", "copying out", "jotting down",
    "underlining",  "checking",   "taking down", NULL,
};

/* For anything that can be spoken of. */
LIST(spoke) = {
    "mentioned",      "asked about",        "brought up",  "talked about",
    "spoke of",       "wondered about",     "remarked on", "was reminded of",
    "inquired about", "told a story about", NULL,
};

LIST(spoke2) = {
    "hinted at",
    "made a joke about",
    "kept talking about",
    "wanted to hear about",
    "was curious about",
    "thought of",
    "commented on",
    "went on about",
    NULL,
};

LIST(talking) = {
    "talking about",  "asking about",    "speaking of",
    "thinking of",    "wondering about", "telling a story about",
    "chatting about", "going on about",  NULL,
};

LIST(this) = { "it", "this", "that", "the subject", NULL };

LIST(fate) = {
    "was forgotten",
    "was crossed out",
    "was read aloud",
    "came up in conversation",
    "was copied onto a card",
    "was struck from the notes",
    "went unnoticed",
    "was whispered to a friend",
    "turned up on a scrap of paper",
    "was pinned to the board",
    "was mixed up with something else",
    "was rubbed out",
    "was scribbled on an envelope",
    "was mentioned in a letter",
    "slipped from memory",
    "was typed into a form",
    "caught the eye of a stranger",
    "was talked about at dinner",
    NULL,
};

LIST(talk) = {
    "was forgotten",
    "came up in conversation",
    "was mentioned in a letter",
    "went unnoticed",
    "slipped from memory",
    "was talked about at dinner",
    "made somebody smile",
    "became the talk of the street",
    "was brought up on the telephone",
    "led to a long silence",
    "started a friendly argument",
    "found its way into a diary",
    "was dropped for good",
    "went out of fashion",
    NULL,
};

LIST(cue) = {
    "not long afterwards",
    "later on",
    "in the end",
    "soon afterwards",
    "after a while",
    "before the day was out",
    "by the evening",
    "the next morning",
    "eventually",
    "straight away",
    "shortly afterwards",
    "after lunch",
    "in the meantime",
    "when the rain had stopped",
    NULL,
};

LIST(before) = {
    "before",
    "after",
    "just before",
    "just after",
    "shortly before",
    "shortly after",
    "not long before",
    "not long after",
    "right before",
    "right after",
    NULL,
};

LIST(long_before) = { "before",          "just before", "shortly before",
                      "not long before", "long before", NULL };

LIST(after) = {
    "after", "just after", "shortly after", "not long after", NULL,
};

LIST(while_) = { "while", "just when", "even while", "at the moment when",
                 NULL };

LIST(where) = {
    "in a notebook",
    "on the back of an envelope",
    "on a blackboard",
    "on a slip of paper",
    "in the margin of a newspaper",
    "on a napkin",
    "in a diary",
    "on a postcard",
    "on the wall calendar",
    "in a pocket book",
    NULL,
};

LIST(reason) = {
    "to pass the time",
    "for no particular reason",
    "to keep the talk going",
    "out of politeness",
    "as a matter of habit",
    "without looking up",
    "in a low voice",
    "with a shrug",
    NULL,
};

const struct phrase_rule builtin_text_rules[] = {
    { "text", text },
    { "mention", mention },
    { "when", when },
    { "person", person },
    { "visitor", visitor },
    { "noted", noted },
    { "wrote", wrote },
    { "written", written },
    { "participle", participle },
    { "noting", noting },
    { "spoke", spoke },
    { "spoke2", spoke2 },
    { "talking", talking },
    { "this", this },
    { "fate", fate },
    { "talk", talk },
    { "cue", cue },
    { "before", before },
    { "long_before", long_before },
    { "after", after },
    { "while", while_ },
    { "where", where },
    { "reason", reason },
    { NULL, NULL },
};
