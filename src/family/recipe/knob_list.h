/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_KNOB_LIST_H
#define FAMILY_RECIPE_KNOB_LIST_H

/* The knobs that several families have, as members of a card. */

/* clang-format off */
#define DEPTH_KNOB                                                          \
 { .name = "depth", .values = "DEPTH", .allows = depth_allows,              \
   .doc = "depth of the problem (default: the depth of the level)" }
#define WORDING_KNOB                                                        \
 { .name = "wording", .values = "any|plain|paraphrase|terse|wordy|story",   \
   .doc = "style of the statement: plain mathematical sentences (plain), other " \
          "such sentences (paraphrase), as few words as possible (terse), " \
          "plain sentences among many irrelevant ones (wordy), an application " \
          "(story), or any of these. The mathematics and the key stay the same" }
#define DISTRACTORS_KNOB                                                    \
 { .name = "distractors", .values = "0|1|2|3",                              \
   .doc = "number of true but irrelevant sentences in the statement. The "  \
          "mathematics and the key stay the same" }
#define DIGITS_KNOB                                                         \
 { .name = "digits", .values = "0|1|2",                                     \
   .doc = "number of extra digits of the random numbers in the statement, " \
          "compared with the level; the structure stays the same" }
#define STEPS_KNOB                                                          \
 { .name = "steps", .values = "0|1|2|3",                                    \
   .doc = "number of extra steps in the solution: one number of the statement " \
          "is given by a calculation with this many operations. The key stays " \
          "the same" }
#define LANG_KNOB                                                           \
 { .name = "lang", .doc = "language of the statement and the solution. The " \
   "mathematics and the key stay the same" }
/* clang-format on */

#endif
