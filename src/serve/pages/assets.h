/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_PAGES_ASSETS_H
#define SERVE_PAGES_ASSETS_H

#include "base/str.h"

/*
 * Styles and scripts of the workbench, which are part of the program: those of
 * reports and KaTeX, and web/desk/. Pages name them with their hashes, so that
 * browsers may keep them.
 */

/* Adds the elements of a page's head that load them. */
void assets_link(struct str *out);

#endif
