/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_START_H
#define FAMILY_LANGUAGE_START_H

/* Returns a family file with notes, for people to begin with: start.family. */
const char *family_start(void);

#endif
