/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/prompts.h"

const char prompts_common[] =
    "task_name: failures\n"
    "label_name: label\n"
    "prompt_templates:\n"
    "  observations:\n"
    "    multi_content: |\n"
    "      Problem: ${statement}\n"
    "      Concepts in it: ${concepts}\n"
    "      Outcome: ${label}\n"
    "\n"
    "  batched_generation:\n"
    "    system: |-\n"
    "      You look for what a model cannot do.\n"
    "      You are shown problems of mathematics that a model tried, each\n"
    "      with its outcome: \"fails\" if the model did not solve it,\n"
    "      \"solved\" if it did. Say which concepts make the model fail.\n"
    "    user: |-\n"
    "      Here are problems and their outcomes.\n"
    "\n"
    "      ${observations}\n"
    "      Concepts:\n"
    "      ${names}\n"
    "\n"
    "      Write ${num_hypotheses} hypotheses about the problems that the\n"
    "      model is likely to fail on. Each must hold for problems that are\n"
    "      not shown here, must rest on one or two of the concepts above, and\n"
    "      must differ from the others in its concepts. A concept that solved\n"
    "      problems share as often as failed ones explains nothing.\n"
    "\n"
    "      Answer with a numbered list and nothing else. Each item is one\n"
    "      sentence, followed in brackets by its concepts, spelt exactly as\n"
    "      above and separated by semicolons:\n"
    "      1. The model is likely to fail on problems that involve NAME and"
    " NAME. [concepts: NAME; NAME]\n"
    "\n"
    "  adaptive_info_prompt:\n"
    "    prefix: |\n"
    "      Pattern ${idx}: ${hypothesis}\n"
    "    multi_content: |\n"
    "      A problem for which it was right: ${statement}\n"
    "      Outcome: ${label}\n"
    "\n"
    "  is_relevant:\n"
    "    system: |-\n"
    "      You judge whether a pattern applies.\n"
    "      A pattern says on which problems a model fails. Judge whether it\n"
    "      speaks of a problem at all, not whether it is true.\n"
    "    user: |-\n"
    "      Pattern: ${hypothesis}\n"
    "\n"
    "      Problem: ${statement}\n"
    "\n"
    "      Does solving the problem need what the pattern names? Think it\n"
    "      through briefly, then end with \"Final answer: yes\" or\n"
    "      \"Final answer: no\".\n"
    "\n"
    "  adaptive_inference:\n"
    "    system: |-\n"
    "      You choose the pattern that fits.\n"
    "      Patterns say on which problems a model fails. Choose the one that\n"
    "      fits a new problem best, and predict by it whether the model\n"
    "      fails.\n"
    "    user: |-\n"
    "      ${adaptive_info_prompt}\n"
    "      New problem: ${statement}\n"
    "\n"
    "      Name the pattern that fits best and apply it. End with\n"
    "      \"Final answer: fails\" or \"Final answer: solved\".\n"
    "\n"
    "  adaptive_selection:\n"
    "    system: |-\n"
    "      You choose the pattern that fits.\n"
    "      Patterns say on which problems a model fails. Choose the one that\n"
    "      fits a new problem best.\n"
    "    user: |-\n"
    "      ${adaptive_info_prompt}\n"
    "      New problem: ${statement}\n"
    "\n"
    "      Which pattern fits it best? End with\n"
    "      \"Chosen pattern: Pattern N\", N being its number.\n"
    "\n";

#define INFERENCE                                                             \
 "  inference:\n"                                                             \
 "    system: |-\n"                                                           \
 "      You predict whether a model fails.\n"                                 \
 "      You are given a pattern of problems that a model fails on, and a\n"   \
 "      problem. Predict by the pattern alone: if it covers the problem, the" \
 "\n"                                                                         \
 "      model fails; if it does not, the model solves it.\n"                  \
 "    user: |-\n"                                                             \
 "      Pattern: ${hypothesis}\n"                                             \
 "\n"                                                                         \
 "      Problem: ${statement}\n"                                              \
 "\n"

#define INFERENCE_END                                             \
 "      Think it through briefly, then end with \"Final answer: " \
 "fails\"\n"                                                      \
 "      or \"Final answer: solved\".\n"

const char prompts_blind[] = INFERENCE INFERENCE_END;

const char prompts_open[] = INFERENCE "      Solution: ${solution}\n"
                                      "\n"
                                      "      The model's answer: ${answer}\n"
                                      "\n" INFERENCE_END;
