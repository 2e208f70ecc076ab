/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay families: the cards, and the taxonomies whose concepts they carry.
 */
#include "base/lines.h"
#include "base/whole_file.h"
#include "cli/args.h"
#include "cli/card.h"
#include "cli/out_files.h"
#include "cli/talk.h"
#include "family/choose.h"
#include "family/table.h"
#include "problem/concept.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct job {
    struct cli cli;
    bool json, coverage;
    const char *pages, *taxonomy;
};

/* ---- the list ---- */

/* One family that is named has its card shown, several are listed. */
static int families_show(const struct job *j, const char *names)
{
    struct vec chosen = vec_in(j->cli.arena, sizeof(struct chosen));
    struct str out = { 0 };
    struct err e;

    if (!families_choose(j->cli.arena, names, &chosen, &e))
        return args_failed(j->cli.self, &e);
    for (size_t i = 0; i < chosen.n; i++) {
        const struct chosen *c = vec_get(&chosen, struct chosen, i);

        if (j->json)
            card_json(&out, c->family);
        else if (chosen.n == 1 && !c->among)
            card_text(&out, c->family);
        else
            str_addf(&out, "%-31s %d level%s  %-10s  %s\n", c->family->name,
                     c->family->n_levels, c->family->n_levels == 1 ? " " : "s",
                     answer_name(c->family->answer), c->family->title);
    }
    return j->json ? out_all(&out) : out_all_folded(&out);
}

/* ---- pages ---- */

static int write_pages(const char *dir)
{
    struct arena a = { 0 };
    struct str index = str_in(&a), hard = str_in(&a);
    struct err e;
    bool ok = folder_make(dir, NULL, &e);

    str_add(&index, "# Families\n\nOne page for each family, written by `make "
                    "docs` from the cards.\n\n");
    str_add(&hard, "# A hard problem of each family\n"
                   "\n"
                   "[Hardness](../hardness.md) explains depth.\n");
    for (size_t i = 0; ok && i < family_count(); i++) {
        const struct family *f = family_at(i);
        const char *name = card_page_name(&a, f);
        struct str page = str_in(&a);

        str_addf(&index, "- [%s](%s): %s\n", f->name, name, f->title);
        ok = card_page(&page, f, &e) &&
             text_write(arena_printf(&a, "%s/%s", dir, name), &page, &e) &&
             (!f->depth || card_hard(&hard, f, &e));
    }
    ok = ok && text_write(arena_printf(&a, "%s/README.md", dir), &index, &e) &&
         text_write(arena_printf(&a, "%s/hard.md", dir), &hard, &e);
    if (!ok)
        talk_err(NULL, &e);
    arena_clear(&a);
    return ok ? EXIT_DONE : EXIT_COULD_NOT;
}

/* ---- taxonomies ---- */

/* Does the family carry a concept whose name in t is that of c? */
static bool families_carries(struct arena *a, const struct family *f,
                             const struct taxonomy *t, const struct concept *c)
{
    for (size_t i = 0; i < FAMILY_CONCEPTS && f->concepts[i]; i++) {
        const struct concept *high =
            concept_find(taxonomies[0], f->concepts[i]);
        const char **names;
        size_t n = high ? concept_lift(a, high, t, &names) : 0;

        for (size_t k = 0; k < n; k++)
            if (str_eq(names[k], c->name))
                return true;
    }
    return false;
}

/* Appends the families that carry the concept, in one line, behind `before`.
 * Returns how many. */
static size_t add_carriers(struct arena *a, struct str *out, const char *before,
                           const struct taxonomy *t, const struct concept *c)
{
    size_t n = 0;

    for (size_t k = 0; k < family_count(); k++)
        if (families_carries(a, family_at(k), t, c))
            str_addf(out, "%s%s", n++ ? ", " : before, family_name_at(k));
    return n;
}

static int list_taxonomy(const struct taxonomy *t)
{
    struct arena a = { 0 };
    struct str out = { 0 };

    for (size_t i = 0; i < t->n_concepts; i++) {
        str_add_printable(&out, t->concepts[i].name);
        add_carriers(&a, &out, "\n      ", t, &t->concepts[i]);
        str_addc(&out, '\n');
    }
    arena_clear(&a);
    return out_all(&out);
}

/* ---- coverage ---- */

/* One taxonomy; returns how many concepts no family carries. */
static size_t families_cover(struct arena *a, struct str *out,
                             const struct taxonomy *t)
{
    size_t bare = 0;

    for (size_t i = 0; i < t->n_concepts; i++) {
        const struct concept *c = &t->concepts[i];

        str_addf(out, "%s\t", t->name);
        str_add_printable(out, c->name);
        str_addc(out, '\t');
        if (!add_carriers(a, out, "", t, c)) {
            str_add(out, "NONE");
            bare++;
        }
        str_addc(out, '\n');
    }
    return bare;
}

/* Every concept of every taxonomy and its families; 1 when one has none. */
static int show_coverage(void)
{
    struct arena a = { 0 };
    struct str out = str_in(&a), sums = str_in(&a);
    size_t bare = 0;
    bool ok;

    for (size_t i = 0; i < n_taxonomies; i++) {
        size_t n = families_cover(&a, &out, taxonomies[i]);

        str_addf(&sums, "%s%s %zu of %zu", i ? ", " : "", taxonomies[i]->name,
                 taxonomies[i]->n_concepts - n, taxonomies[i]->n_concepts);
        bare += n;
    }
    ok = out_str(&out) && out_finish();
    talk("covered: %s", str_get(&sums));
    arena_clear(&a);
    return !ok ? EXIT_COULD_NOT : bare ? EXIT_NO : EXIT_DONE;
}

/* A built-in name, or else a file. */
static int show_taxonomy(const struct cli *c, const char *name)
{
    const struct taxonomy *t = taxonomy_find(name);
    struct taxonomy own;
    struct err e;

    if (t)
        return list_taxonomy(t);
    if (!strpbrk(name, "./") && access(name, F_OK) != 0)
        return args_unknown(c->self, "taxonomy", name,
                            names_of(c->arena, taxonomies, n_taxonomies, 0),
                            n_taxonomies);
    if (taxonomy_read_file(c->arena, name, &own, &e))
        return list_taxonomy(&own);
    talk_err(e.code == ERR_IO ? NULL : name, &e);
    return EXIT_COULD_NOT;
}

static int families_work(void *job)
{
    const struct job *j = job;
    bool others = j->pages || j->taxonomy || j->coverage;

    if (j->cli.args.n + (j->pages != NULL) + (j->taxonomy != NULL) +
                j->coverage >
            1 ||
        (j->json && others))
        return args_mistake(j->cli.self,
                            "give only one of: family names (separated by "
                            "commas), --taxonomy, --coverage, --pages; --json "
                            "works only for families");
    if (j->coverage)
        return show_coverage();
    if (j->pages)
        return write_pages(j->pages);
    if (j->taxonomy)
        return show_taxonomy(&j->cli, j->taxonomy);
    return families_show(j, j->cli.args.n ? cli_word(&j->cli, 0) : "all");
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "json", 0, OPTION_FLAG, AT(json), NULL,
      "print the descriptions as JSON lines" },
    { "taxonomy", 0, OPTION_TEXT, AT(taxonomy), "T",
      "list the concepts of a taxonomy with the families that cover each; "
      "T is high, mid, low, extremely-low (from fine to coarse), baseline "
      "(a list of skills), or your own YAML file" },
    { "coverage", 0, OPTION_FLAG, AT(coverage), NULL,
      "list every concept of every taxonomy with the families that cover "
      "it, separated by a tab; exit 1 if a concept has no family" },
    { "pages", 0, OPTION_TEXT, AT(pages), "DIR",
      "write a Markdown page for each family" },
    { 0 },
};

const struct command cmd_families = {
    .name = "families",
    .summary = "list the problem families, or describe one",
    .usage = "[NAME,...] [--json] | --taxonomy T | --coverage | --pages DIR",
    .help =
        "Your own taxonomy file names concepts and maps them to concepts of the built-in\n"
        "taxonomy \"high\":\n"
        "    name: our-course\n"
        "    concepts:\n"
        "      - name: Remainders\n"
        "        maps: [Chinese remainder theorem, Solving linear congruences]\n",
    .no = "--coverage: a concept has no family",
    .job = sizeof(struct job),
    .options = options,
    .work = families_work,
};
