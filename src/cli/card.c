/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/card.h"
#include "base/vec.h"
#include "cli/args.h"
#include "family/generate.h"
#include "family/language/engine.h"
#include "family/table.h"
#include "report/document.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Words of a paragraph, broken at `width` columns. */
static void add_wrapped(struct str *out, const char *text, size_t indent,
                        size_t width)
{
    size_t column = width; /* the first word opens a line */

    while (*text) {
        size_t n = strcspn(text, " ");

        if (column + 1 + n > width) {
            str_addf(out, "%s%*s", column == width && out->n == 0 ? "" : "\n",
                     (int)indent, "");
            column = indent;
        } else {
            str_addc(out, ' ');
            column++;
        }
        str_addn(out, text, n);
        column += n;
        text += n;
        text += strspn(text, " ");
    }
    str_addc(out, '\n');
}

/* How many problems a level has as its card stands; 0: more than can be
 * counted. */
static uint64_t space_of(const struct family *f, int level)
{
    uint64_t n;
    struct err e;

    if (!family_space(f, level, NULL, &n, &e))
        BUG("the defaults of a card make no sense");
    return n;
}

#define SMALL 1000000 /* two seeds of a level with fewer may share much */

/* "20,000 problems", and what to do if that is few. */
static void add_space(struct str *out, uint64_t n)
{
    str_add_count(out, n);
    str_add(out, " problems");
    if (n < SMALL)
        str_add(out, "; different seeds share problems: use --split");
}

/* "how many floors, from 2 to 10000" */
static void add_depth(struct str *out, const struct family *f,
                      const char *before, const char *after)
{
    const struct family_depth *d = f->depth;

    if (!d)
        return;
    str_addf(out, "%s%s, from %" PRId64 " to %" PRId64 "%s", before, d->of,
             d->least, d->most, after);
}

void card_text(struct str *out, const struct family *f)
{
    str_addf(out, "%s, version %d: %s\n", f->name, f->version, f->title);
    add_wrapped(out, f->doc, 2, 78);
    str_addf(out, "\nanswer    %s\nconcepts", answer_name(f->answer));
    for (size_t i = 0; i < FAMILY_CONCEPTS && f->concepts[i]; i++)
        str_addf(out, "%s%s\n", i ? "          " : "  ", f->concepts[i]);
    str_add(out, f->concepts[0] ? "" : "  none\n");
    if (f->topic)
        str_addf(out, "topic     %s\n", f->topic);
    str_add(out, "\nlevels\n");
    for (int i = 0; i < f->n_levels; i++) {
        str_addf(out, "  %d %s", i + 1,
                 f->levels[i].name ? f->levels[i].name : "");
        if (f->depth)
            str_addf(out, " (depth %" PRId64 ")", f->depth->levels[i]);
        if (space_of(f, i + 1)) {
            str_add(out, " (");
            add_space(out, space_of(f, i + 1));
            str_addc(out, ')');
        }
        if (family_refused(f, i + 1) > 0)
            str_addf(out, " (conditions refuse %.3g %% of the draws)",
                     100 * family_refused(f, i + 1));
        add_wrapped(out, f->levels[i].doc, 6, 78);
    }
    add_depth(out, f, "\ndepth     ", "\n");
    if (f->few_keys) {
        str_add(out, "\nsome keys are common");
        add_wrapped(out, f->few_keys, 6, 78);
    }
    if (f->knobs[0].name)
        str_add(out,
                "\n"
                "knobs (--set NAME=VALUE; the first value is the default)\n");
    for (size_t i = 0; i < FAMILY_KNOBS && f->knobs[i].name; i++) {
        str_addf(out, "  %s=%s", f->knobs[i].name, f->knobs[i].values);
        add_wrapped(out, f->knobs[i].doc, 6, 78);
    }
}

void card_json(struct str *out, const struct family *f)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, 0);
    struct doc_table *t;
    size_t n = 0;

    while (n < FAMILY_CONCEPTS && f->concepts[n])
        n++;
    document_fact(d, "name", datum_text(f->name));
    document_fact(d, "version", datum_count((uint64_t)f->version));
    document_fact(d, "title", datum_text(f->title));
    document_fact(d, "doc", datum_text(f->doc));
    document_fact(d, "answer", datum_text(answer_name(f->answer)));
    document_fact(d, "concepts", datum_list(&a, f->concepts, n));
    if (f->topic)
        document_fact(d, "topic", datum_text(f->topic));
    t = document_table(d, "levels");
    for (int i = 1; i <= f->n_levels; i++) {
        const struct family_level *l = &f->levels[i - 1];

        table_row(t);
        table_cell(t, "level", NULL, datum_count((uint64_t)i));
        table_cell(t, "name", NULL,
                   l->name ? datum_text(l->name) : datum_absent);
        table_cell(t, "space", NULL, datum_count(space_of(f, i)));
        table_cell(t, "small", NULL,
                   datum_truth(space_of(f, i) && space_of(f, i) < SMALL));
        if (f->depth)
            table_cell(t, "depth", NULL,
                       datum_count((uint64_t)f->depth->levels[i - 1]));
        table_cell(t, "doc", NULL, datum_text(l->doc));
    }
    t = document_table(d, "knobs");
    for (size_t i = 0; i < FAMILY_KNOBS && f->knobs[i].name; i++) {
        table_row(t);
        table_cell(t, "name", NULL, datum_text(f->knobs[i].name));
        table_cell(t, "values", NULL, datum_text(f->knobs[i].values));
        table_cell(t, "doc", NULL, datum_text(f->knobs[i].doc));
    }
    document_json(out, d);
    arena_clear(&a);
}

/* ---- the page ---- */

#define SAMPLES    2 /* of each level */
#define HARD_SHOWN 3 /* the level that shows how hard a family is */

/* The first sample of a level comes with its worked solution. */
static bool add_sample(struct str *out, const struct family *f, int level,
                       uint64_t index, struct err *e)
{
    struct coordinates c = { f, level, "page", index, NULL, NULL };
    struct arena a = { 0 };
    struct problem p;
    bool ok = family_generate(&a, &c, &p, e);

    if (ok) {
        if (index == 0)
            str_addf(out, "\n### Level %d\n", level);
        str_addf(out, "\n%s\n\n", p.statement);
        for (size_t i = 0; i < p.n_keys; i++)
            str_addf(out, "Key: $%s$ (%s)\n", p.keys[i].latex,
                     answer_name(p.keys[i].kind));
        if (index == 0)
            str_addf(out, "\n%s\n\nProof of the key: %s; %s.\n", p.solution,
                     p.proof_by, p.proof_detail);
    }
    arena_clear(&a);
    return ok;
}

static void add_level_table(struct str *out, const struct family *f)
{
    str_addf(out,
             "| level | name | %s | contents |\n"
             "| --- | --- | --- | --- |\n",
             f->depth ? "depth" : "problems");
    for (int i = 0; i < f->n_levels; i++) {
        str_addf(out, "| %d | %s | ", i + 1,
                 f->levels[i].name ? f->levels[i].name : "");
        if (f->depth)
            str_addf(out, "%" PRId64, f->depth->levels[i]);
        if (f->depth && space_of(f, i + 1))
            str_add(out, "; ");
        if (space_of(f, i + 1))
            add_space(out, space_of(f, i + 1));
        else if (!f->depth)
            str_add(out, "too many to count");
        str_addf(out, " | %s |\n", f->levels[i].doc);
    }
}

/* Deep problems fill pages: of those with a depth the first levels are enough. */
static bool add_samples(struct str *out, const struct family *f, struct err *e)
{
    int levels = f->depth ? HARD_SHOWN - 1 : f->n_levels;
    uint64_t samples = f->depth ? 1 : SAMPLES;

    str_addf(out,
             "\n## Samples\n\nMade by `assay new %s --level all --seed page "
             "--count %" PRIu64 "`%s.\n",
             f->name, samples, f->depth ? ", first levels only" : "");
    for (int level = 1; level <= levels; level++)
        for (uint64_t i = 0; i < samples; i++)
            if (!add_sample(out, f, level, i, e))
                return false;
    return true;
}

bool card_page(struct str *out, const struct family *f, struct err *e)
{
    str_addf(out, "# %s\n\n`%s`, version %d. Answer: %s.\n\n%s\n\n", f->title,
             f->name, f->version, answer_name(f->answer), f->doc);
    str_add(out, "Concepts:\n\n");
    for (size_t i = 0; i < FAMILY_CONCEPTS && f->concepts[i]; i++)
        str_addf(out, "- %s\n", f->concepts[i]);
    if (f->topic)
        str_addf(out, "\nTopic: `%s`.\n", f->topic);
    str_addc(out, '\n');
    add_level_table(out, f);
    add_depth(out, f, "\nDepth: ", ".\n");
    if (f->few_keys)
        str_addf(out, "\nSome keys are common: %s.\n", f->few_keys);
    if (f->knobs[0].name)
        str_add(out, "\n"
                     "Knobs (set with `--set`):\n"
                     "\n");
    for (size_t i = 0; i < FAMILY_KNOBS && f->knobs[i].name; i++)
        str_addf(out, "- `%s=%s`: %s\n", f->knobs[i].name, f->knobs[i].values,
                 f->knobs[i].doc);
    return add_samples(out, f, e);
}

bool card_hard(struct str *out, const struct family *f, struct err *e)
{
    struct coordinates c = { f, HARD_SHOWN, "page", 0, NULL, NULL };
    struct arena a = { 0 };
    struct problem p;
    bool ok = family_generate(&a, &c, &p, e);

    if (ok)
        str_addf(out,
                 "\n## %s\n\n[`%s`](%s), at depth %" PRId64
                 " (%s).\n\n%s\n\nKey: $%s$\n",
                 f->title, f->name, card_page_name(&a, f),
                 f->depth->levels[HARD_SHOWN - 1], f->depth->of, p.statement,
                 p.keys[0].latex);
    arena_clear(&a);
    return ok;
}

char *card_page_name(struct arena *a, const struct family *f)
{
    char *name = arena_printf(a, "%s.md", f->name);

    for (char *p = name; *p; p++)
        if (*p == '/')
            *p = '-';
    return name;
}

/* ---- --set ---- */

int knob_check(const struct command *c, const struct family *f,
               const char *name, const char *value)
{
    const struct knob *k = family_knob_find(f, name);

    if (!k && str_eq(name, "lang"))
        return args_mistake(c,
                            "%s has English texts alone; `assay families` "
                            "shows the languages of each family",
                            f->name);
    if (!k)
        return args_mistake(c,
                            "%s has no knob \"%s\"; `assay families %s` shows "
                            "its knobs",
                            f->name, name, f->name);
    if (!knob_allows(k, value) && f->depth && str_eq(name, "depth"))
        return args_mistake(
            c,
            "the depth of %s must be a whole number from %" PRId64 " "
            "to %" PRId64 ", not \"%s\"",
            f->name, f->depth->least, f->depth->most, value);
    if (!knob_allows(k, value))
        return args_mistake(c, "%s of %s must be one of %s, not \"%s\"", name,
                            f->name, k->values, value);
    return -1;
}

int knobs_read(const struct command *c, struct arena *a, const struct vec *set,
               int (*check)(void *ctx, const char *name, const char *value),
               void *ctx, const struct json **out)
{
    struct json *knobs = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < set->n; i++) {
        const char *text = *vec_get(set, const char *, i);
        size_t n = strcspn(text, "=");
        const char *name = arena_strndup(a, text, n);
        int status;

        if (!text[n])
            return args_mistake(c, "--set takes knob=value, not \"%s\"", text);
        status = check(ctx, name, text + n + 1);
        if (status >= 0)
            return status;
        if (json_get(knobs, name))
            return args_mistake(c, "the knob \"%s\" is set twice", name);
        json_set(a, knobs, name, json_new_string(a, text + n + 1));
    }
    *out = knobs->count ? knobs : NULL;
    return -1;
}
