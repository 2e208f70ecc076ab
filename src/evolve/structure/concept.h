/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_CONCEPT_H
#define EVOLVE_STRUCTURE_CONCEPT_H

#include "evolve/structure/structure.h"

/* Structures of concept families, for kinds.c. */

#endif
