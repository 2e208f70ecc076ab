/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/text/builtin_int.h"

/*
 * Irrelevant topics: three conditions of a strange world, which ask nothing
 * and count nothing. One of its people, one of its machines, one of its laws,
 * in some order.
 */

#define LIST(name) static const char *const name[]

LIST(topic) = {
    "{suppose} {people}. {moreover} {machine}. {there} {law}.",
    "{suppose} {law}. {moreover} {people}. {there} {machine}.",
    "{suppose} {machine}. {moreover} {law}. {there} {people}.",
    "{suppose} {people}. {moreover} {law}. {there} {machine}.",
    NULL,
};

LIST(suppose) = {
    "suppose that",
    "imagine that",
    "assume that",
    "let us say that",
    "it is rumoured that",
    "travellers report that",
    "an old star chart claims that",
    "in a distant galaxy,",
    "in the archives of a drifting colony we read that",
    "according to a message from deep space,",
    "in a future without maps,",
    "on the far side of a dying sun,",
    NULL,
};

LIST(moreover) = {
    "moreover,",
    "meanwhile,",
    "in that world,",
    "nearby,",
    "furthermore,",
    "as a rule,",
    "strangely,",
    "by an ancient treaty,",
    "to the surprise of the elders,",
    "by law,",
    "at dusk,",
    "beyond the rings,",
    NULL,
};

LIST(there) = {
    "it is also known that",   "legend has it that",
    "in such places,",         "at that latitude,",
    "on quiet evenings,",      "whenever comets pass,",
    "during the long winter,", "in the outer stations,",
    "it so happens that",      "far from there,",
    "beneath the ice,",        NULL,
};

/* ---- people ---- */

LIST(people) = { "{folk} {live}", "{folk} of {world} {live}",
                 "{folk} {live} {while}", "{folk} of {world} {live} {while}",
                 NULL };

LIST(folk) = {
    "the gardeners",
    "the star pilots",
    "the cloud miners",
    "the dream traders",
    "the librarians",
    "the moon shepherds",
    "the tide readers",
    "the glass singers",
    "the comet hunters",
    "the silent monks",
    "the time keepers",
    "the beekeepers",
    NULL,
};

LIST(world) = {
    "Velmora",
    "the moon Ossian",
    "the floating city of Teluride",
    "the planet Quill",
    "Nebula Harbour",
    "the copper desert",
    "the sunken orbit",
    "the red asteroid",
    "the planet Umbriel",
    "Port Halcyon",
    "the mirrored sea",
    "the frozen comet",
    NULL,
};

LIST(live) = {
    "speak in colours",
    "trade whispers for starlight",
    "sleep inside hollow comets",
    "walk on the ceiling",
    "build ships out of frozen music",
    "send their letters by lightning",
    "remember the future and forget the past",
    "grow silver trees in the vacuum",
    "swap their shadows with strangers",
    "navigate by the scent of distant stars",
    "keep their dreams in glass jars",
    "teach poetry to wandering robots",
    "dress in woven moonlight",
    "write their laws on falling snow",
    NULL,
};

LIST(while_) = {
    "while the engines roar",
    "when the aurora appears",
    "until the sirens fall silent",
    "when the wind turns",
    "by the glow of the beacon",
    "in honour of a forgotten captain",
    "for fear of the magnetic tide",
    "when nobody is watching",
    "because the oracle wished it",
    "after the violet eclipse",
    NULL,
};

/* ---- machines ---- */

LIST(machine) = { "{device} {works}", "{device} {works} {while}",
                  "{device} {aboard} {works}",
                  "{device} {aboard} {works} {while}", NULL };

LIST(device) = {
    "a rusty robot",
    "the weather machine",
    "an orphaned satellite",
    "the memory engine",
    "a talking lighthouse",
    "the antigravity lift",
    "a clockwork whale",
    "the teleporter",
    "a retired starship",
    "the translation device",
    "a solar piano",
    "the dream recorder",
    NULL,
};

LIST(aboard) = {
    "in the old observatory",
    "at the edge of the crater",
    "aboard the ark",
    "in the emperor's garden",
    "near the wormhole",
    "on the abandoned platform",
    "in the crystal cave",
    "by the methane lake",
    NULL,
};

LIST(works) = {
    "hums to itself",
    "runs on forgotten melodies",
    "believes that it is a poet",
    "refuses to work in the rain",
    "speaks in riddles",
    "paints portraits of passing comets",
    "is powered by laughter",
    "repeats the gossip of the stars",
    "turns dust into butterflies",
    "is afraid of thunder",
    "collects the echoes of old songs",
    "dreams of the ocean",
    NULL,
};

/* ---- laws ---- */

LIST(law) = { "{matter} {behaves}", "{matter} {behaves} {near}", NULL };

LIST(matter) = {
    "light",     "gravity",    "rainwater", "silence", "moonlight",
    "smoke",     "frozen air", "sunlight",  "music",   "sand",
    "starlight", "fog",        NULL,
};

LIST(behaves) = {
    "flows uphill",
    "tastes of cinnamon",
    "bends around sleeping children",
    "can be folded like paper",
    "turns blue when it is praised",
    "hardens into glass at midnight",
    "drifts towards the loneliest traveller",
    "follows the migration of the birds",
    "sinks through solid rock",
    "carries the voices of the ancestors",
    "glows at the sound of bells",
    "is kept in wooden barrels",
    NULL,
};

LIST(near) = {
    "near a black hole",
    "on the night side of the planet",
    "inside the crystal dome",
    "in the absence of a moon",
    "close to the reactor",
    "in the upper clouds",
    "on the sleeping volcano",
    "within the ring of ice",
    NULL,
};

const struct phrase_rule builtin_topic_rules[] = {
    { "topic", topic },     { "suppose", suppose }, { "moreover", moreover },
    { "there", there },     { "people", people },   { "folk", folk },
    { "world", world },     { "live", live },       { "while", while_ },
    { "machine", machine }, { "device", device },   { "aboard", aboard },
    { "works", works },     { "law", law },         { "matter", matter },
    { "behaves", behaves }, { "near", near },       { NULL, NULL },
};
