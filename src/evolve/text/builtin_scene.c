/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/text/builtin_int.h"

/*
 * Background: where it is set, the air, what stands about, people, and how the
 * day goes on. Six sentences at most are drawn, each from a rule of its own,
 * so that none repeats another; all of it stays below a hundred words.
 */

#define LIST(name) static const char *const name[]

LIST(background) = {
    "{setting} {air} {@detail}",
    "{setting} {@detail} {bystander}",
    "{setting} {air} {@detail} {bystander}",
    "{setting} {@detail} {@detail2} {closing}",
    "{setting} {bystander} {@detail} {closing}",
    "{setting} {air} {@detail} {bystander} {closing}",
    "{air} {setting} {@detail} {bystander}",
    "{setting} {air} {@detail} {@detail2} {bystander} {closing}",
    NULL,
};

LIST(setting) = {
    "{this_story} {is_set} {@place}{@mood}.",
    NULL,
};

LIST(this_story) = {
    "this story",       "our story",          "the scene",
    "this short scene", "what follows",       "the following",
    "our tale",         "this small episode", NULL,
};

LIST(is_set) = { "is set", "takes place", "plays out", "unfolds", NULL };

/* Behind a place; of a time nothing of the kind can be said. */
LIST(mood) = {
    "",
    "",
    "",
    ", where life goes at an easy pace",
    ", where people know how to take their time",
    ", where strangers are greeted with a nod",
    ", where news travels fast",
    ", where everybody has a tale to tell",
    ", where old habits are slow to change",
    ", where a good story is always welcome",
    ", far from the noise of the city",
    ", where people like to linger and talk",
    ", where the days follow a pleasant routine",
    NULL,
};

LIST(air) = {
    "{outside}, {sky}.",
    "{sky}, and {sound}.",
    "{sound}, and {smell}.",
    "{outside}, {sky}, and {sound}.",
    NULL,
};

LIST(outside) = {
    "on the day it happened",
    "that morning",
    "when it began",
    "on that particular day",
    "for the time being",
    "at this hour",
    NULL,
};

LIST(sky) = {
    "a mild breeze was blowing",
    "the light was soft and golden",
    "clouds drifted lazily across the sky",
    "the weather was calm and clear",
    "a pale sun was shining",
    "the air was fresh after a storm",
    "a thin haze hung in the distance",
    "swallows were darting across the sky",
    NULL,
};

LIST(sound) = {
    "a fiddle was playing softly",
    "bells could be heard from far away",
    "somebody was whistling a tune",
    "a dog barked in the distance",
    "voices and laughter could be heard",
    "a door creaked on its hinges",
    "a piano could be heard through an open window",
    "birds were chattering merrily",
    NULL,
};

LIST(smell) = {
    "the smell of fresh coffee drifted by",
    "there was a scent of rain in the air",
    "it smelled faintly of wood and polish",
    "the scent of warm bread came from somewhere",
    "a whiff of sea salt hung about",
    "there was a trace of lavender in the air",
    NULL,
};

LIST(bystander) = {
    "{someone} {idles}.",
    "{someone} {idles} and {hardly}.",
    "{someone}, {dressed}, {idles}.",
    "{someone}, {dressed}, {idles} and {hardly}.",
    NULL,
};

LIST(someone) = {
    "an elderly man",
    "a woman with a notebook",
    "a young family",
    "a man with a walking stick",
    "a freckled child",
    "a lady with a large handbag",
    "a group of friends",
    "a tired postman",
    "a student on holiday",
    "a retired musician",
    "an old friend of the family",
    "a quiet painter",
    NULL,
};

LIST(dressed) = {
    "known to everybody there",
    "carrying a canvas bag",
    "clearly in a good mood",
    "still rather sleepy",
    "in no hurry",
    "glad of the company",
    NULL,
};

LIST(idles) = {
    "looked on with interest",
    "waited for somebody to arrive",
    "stopped to say hello",
    "had come by out of curiosity",
    "was enjoying the quiet",
    "hummed an old song",
    "chatted with the people nearby",
    "stayed for a cup of tea",
    NULL,
};

LIST(hardly) = {
    "smiled at the bustle",
    "hardly said a word",
    "took no part in the business",
    "wished everybody a good day",
    "told an old joke",
    "watched the world go by",
    NULL,
};

LIST(closing) = {
    "{people} {agreed}.",
    "{people} {agreed}, and {goes_on}.",
    "{in_short}, {goes_on}.",
    NULL,
};

LIST(people) = { "the people there",      "the regulars", "old and young",
                 "friends and strangers", "the locals",   NULL };

LIST(agreed) = {
    "took things as they came",
    "liked to compare notes afterwards",
    "were fond of such days",
    "kept a careful eye on everything",
    "were used to odd visitors",
    "loved to talk about the details",
    NULL,
};

LIST(in_short) = { "as usual",          "in any case", "for now",
                   "as the locals say", "by and by",   NULL };

LIST(goes_on) = {
    "the day took its course",
    "there was a lot to talk about",
    "the mood was cheerful",
    "things went on in the usual way",
    "nothing seemed out of the ordinary",
    "there was always something to discover",
    NULL,
};

/* ---- where no theme says more ---- */

LIST(place) = {
    "in a quiet coastal town",
    "in a village at the foot of a mountain",
    "in a busy suburb",
    "in an old town by the river",
    "on a leafy street",
    "in a friendly neighbourhood",
    "in a town with cobbled streets",
    "on the outskirts of a large city",
    "in a valley full of orchards",
    "in a lively district by the canal",
    NULL,
};

LIST(detail) = {
    "Geraniums were blooming on the window sills.",
    "A cat slept on a warm doorstep.",
    "Bicycles leaned against a brick wall.",
    "The market square lay in the morning sun.",
    "A delivery van rattled down the street.",
    "Colourful flags hung across the road.",
    "The fountain in the square splashed quietly.",
    "Children were drawing on the pavement with chalk.",
    "The shutters of the bakery had just been opened.",
    "An old clock ticked behind a shop window.",
    "Pigeons strutted across the cobbles.",
    "The bus stop was plastered with old posters.",
    NULL,
};

const struct phrase_rule builtin_scene_rules[] = {
    { "background", background },
    { "setting", setting },
    { "this_story", this_story },
    { "is_set", is_set },
    { "mood", mood },
    { "air", air },
    { "outside", outside },
    { "sky", sky },
    { "sound", sound },
    { "smell", smell },
    { "bystander", bystander },
    { "someone", someone },
    { "dressed", dressed },
    { "idles", idles },
    { "hardly", hardly },
    { "closing", closing },
    { "people", people },
    { "agreed", agreed },
    { "in_short", in_short },
    { "goes_on", goes_on },
    { "place", place },
    { "detail", detail },
    { NULL, NULL },
};
