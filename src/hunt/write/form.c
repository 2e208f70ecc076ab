/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/write/form.h"
#include "base/ascii.h"
#include "base/map.h"
#include "base/str.h"
#include "hunt/prompt.h"

#include <string.h>
#include <strings.h>

#define LABELS_MOST 30

/* The distinct keys of the problems that are texts; *texts counts them all.
 * Beyond LABELS_MOST none is taken. */
static size_t find_texts(struct arena *a, const struct problem *p, size_t n,
                         const char ***out, size_t *texts)
{
    const char **found = arena_array(a, const char *, LABELS_MOST + 2);
    struct map seen = { 0 };
    size_t n_found = 0;

    *texts = 0;
    for (size_t i = 0; i < n; i++) {
        const struct key *k = p[i].n_keys == 1 ? &p[i].keys[0] : NULL;
        bool added;

        if (!k || k->kind != ANSWER_TEXT || str_blank(k->latex))
            continue;
        ++*texts;
        map_put(&seen, k->latex, strlen(k->latex), &added);
        if (added && n_found <= LABELS_MOST)
            found[n_found++] = k->latex;
    }
    map_clear(&seen);
    *out = found;
    return n_found;
}

struct answer_form form_find(struct arena *a, const struct domain *d,
                             const struct problem *p, size_t n)
{
    struct answer_form f = { FORM_MATHS, d->labels, d->n_labels };
    size_t texts;
    const char **found;

    if (f.n_labels) {
        f.kind = FORM_LABEL;
        return f;
    }
    f.n_labels = find_texts(a, p, n, &found, &texts);
    f.labels = found;
    if (2 * texts <= n)
        f.kind = FORM_MATHS;
    else if (f.n_labels <= LABELS_MOST && 2 * f.n_labels <= texts)
        f.kind = FORM_LABEL;
    else
        f.kind = FORM_TEXT;
    if (f.kind != FORM_LABEL)
        f.n_labels = 0;
    return f;
}

const char *form_labels(struct arena *a, const struct answer_form *f)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < f->n_labels; i++)
        str_addf(&s, "%s%s", i ? ", " : "", f->labels[i]);
    return str_get(&s);
}

const char *form_prompt(struct arena *a, const struct domain *d,
                        const struct answer_form *f, const char *name)
{
    static const char *const kinds[] = { "maths", "label", "text" };
    const struct prompt_slot slot = { "labels", form_labels(a, f) };

    return prompt_make(a, d, arena_printf(a, "%s_%s", name, kinds[f->kind]),
                       PROMPT_USER, &slot, 1);
}

/* Marks that people and models put around a label. */
static bool hunt_form_is_mark(char c)
{
    return is_space(c) || (c && strchr("\"'`*_.,:;{}[]()", c));
}

const char *form_label(const struct answer_form *f, const char *text)
{
    size_t n;

    if (str_starts(text, "\\text{") || str_starts(text, "\\mathrm{"))
        text = strchr(text, '{') + 1;
    while (hunt_form_is_mark(*text))
        text++;
    n = strlen(text);
    while (n && hunt_form_is_mark(text[n - 1]))
        n--;
    for (size_t i = 0; i < f->n_labels; i++) {
        const char *label = f->labels[i];

        if (n && strlen(label) == n && strncasecmp(label, text, n) == 0)
            return label;
    }
    return NULL;
}
