/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_PROMPTS_H
#define HUNT_PROPOSE_PROMPTS_H

/*
 * The task that ships with assay, as the text of a HypoGeniC config.yaml, in
 * two parts: what is always the same, and what the judge is shown, blind or
 * not. A whole file is the one followed by one of the others.
 */

extern const char prompts_common[];
extern const char prompts_blind[];
extern const char prompts_open[];

#endif
