/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_PROMPTS_H
#define HUNT_PROPOSE_PROMPTS_H

/*
 * The task that ships with assay, as the text of a HypoGeniC config.yaml, in
 * parts: what an example is shown with (its traits, or not), what is always the
 * same, and what the judge is shown, blind or not. A whole file is one of the
 * first, the second, one of the third. Its words (${example}, ${examples},
 * ${task}, ${fails}, ${solved}) are those of struct task.
 */

extern const char prompts_traits[];
extern const char prompts_no_traits[];
extern const char prompts_common[];
extern const char prompts_blind[];
extern const char prompts_open[];

#endif
