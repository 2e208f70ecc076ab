/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/propose/prompts.h"

#define HEAD                        \
 "task_name: failures\n"            \
 "label_name: label\n"              \
 "prompt_templates:\n"              \
 "  observations:\n"                \
 "    multi_content: |\n"           \
 "      ${Example}: ${statement}\n" \
 "      Concepts in it: ${concepts}\n"

#define HEAD_END             \
 "      Outcome: ${label}\n" \
 "\n"

const char prompts_traits[] = HEAD "      Traits: ${traits}\n" HEAD_END;

const char prompts_no_traits[] = HEAD HEAD_END;

const char prompts_common[] =
    "  batched_generation:\n"
    "    system: |-\n"
    "      You look for what a model cannot do.\n"
    "      You are shown ${examples} that a model was to ${task}, each with\n"
    "      its outcome: \"${fails}\" if the model did not do it,\n"
    "      \"${solved}\" if it did. Say what makes the model fail.\n"
    "    user: |-\n"
    "      Here are ${examples} and their outcomes.\n"
    "\n"
    "      ${observations}\n"
    "      Concepts:\n"
    "      ${names}\n"
    "      ${trait_names}\n"
    "      Write ${num_hypotheses} hypotheses about the ${examples} that the\n"
    "      model is likely to fail on. Each must hold for ${examples} that are\n"
    "      not shown here, must rest on one or two of the concepts above, and\n"
    "      must differ from the others in its concepts. A concept that\n"
    "      ${examples} of both outcomes share alike explains nothing.\n"
    "\n"
    "      Answer with a numbered list and nothing else. Each item is one\n"
    "      sentence, followed in brackets by its concepts, spelt exactly as\n"
    "      above and separated by semicolons:\n"
    "      1. The model is likely to fail on ${examples} that involve NAME and"
    " NAME. [concepts: NAME; NAME]\n"
    "      ${trait_form}\n"
    "\n"
    "  adaptive_info_prompt:\n"
    "    prefix: |\n"
    "      Pattern ${idx}: ${hypothesis}\n"
    "    multi_content: |\n"
    "      A ${example} for which it was right: ${statement}\n"
    "      Outcome: ${label}\n"
    "\n"
    "  is_relevant:\n"
    "    system: |-\n"
    "      You judge whether a pattern applies.\n"
    "      A pattern says on which ${examples} a model fails. Judge whether it\n"
    "      speaks of a ${example} at all, not whether it is true.\n"
    "    user: |-\n"
    "      Pattern: ${hypothesis}\n"
    "\n"
    "      ${Example}: ${statement}\n"
    "\n"
    "      Has this ${example} what the pattern names? Think it through\n"
    "      briefly, then end with \"Final answer: yes\" or\n"
    "      \"Final answer: no\".\n"
    "\n"
    "  adaptive_inference:\n"
    "    system: |-\n"
    "      You choose the pattern that fits.\n"
    "      Patterns say on which ${examples} a model fails. Choose the one\n"
    "      that fits a new ${example} best, and predict by it whether the\n"
    "      model fails.\n"
    "    user: |-\n"
    "      ${adaptive_info_prompt}\n"
    "      New ${example}: ${statement}\n"
    "\n"
    "      Name the pattern that fits best and apply it. End with\n"
    "      \"Final answer: ${fails}\" or \"Final answer: ${solved}\".\n"
    "\n"
    "  adaptive_selection:\n"
    "    system: |-\n"
    "      You choose the pattern that fits.\n"
    "      Patterns say on which ${examples} a model fails. Choose the one\n"
    "      that fits a new ${example} best.\n"
    "    user: |-\n"
    "      ${adaptive_info_prompt}\n"
    "      New ${example}: ${statement}\n"
    "\n"
    "      Which pattern fits it best? End with\n"
    "      \"Chosen pattern: Pattern N\", N being its number.\n"
    "\n"
    "  multiple_hypotheses_inference:\n"
    "    system: |-\n"
    "      You weigh several patterns.\n"
    "      Patterns say on which ${examples} a model fails. Some may be wrong,\n"
    "      and none need apply. Predict whether the model fails on a new one.\n"
    "    user: |-\n"
    "      Patterns:\n"
    "      ${hypotheses}\n"
    "\n"
    "      ${Example}: ${statement}\n"
    "\n"
    "      Say which of the patterns apply, then end with\n"
    "      \"Final answer: ${fails}\" or \"Final answer: ${solved}\".\n"
    "\n";

#define INFERENCE                                                              \
 "  inference:\n"                                                              \
 "    system: |-\n"                                                            \
 "      You predict whether a model fails.\n"                                  \
 "      You are given a pattern of ${examples} that a model fails on, and a\n" \
 "      ${example}. Predict by the pattern alone: if it covers the\n"          \
 "      ${example}, the model fails; if it does not, it does not fail.\n"      \
 "    user: |-\n"                                                              \
 "      Pattern: ${hypothesis}\n"                                              \
 "\n"                                                                          \
 "      ${Example}: ${statement}\n"                                            \
 "\n"

#define INFERENCE_END                                             \
 "      Think it through briefly, then end with \"Final answer: " \
 "${fails}\"\n"                                                   \
 "      or \"Final answer: ${solved}\".\n"

const char prompts_blind[] = INFERENCE INFERENCE_END;

const char prompts_open[] = INFERENCE "      Solution: ${solution}\n"
                                      "\n"
                                      "      The model's answer: ${reply}\n"
                                      "\n" INFERENCE_END;
