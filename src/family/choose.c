/* SPDX-License-Identifier: Apache-2.0 */
#include "family/choose.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/language/catalogue.h"
#include "family/language/engine.h"
#include "family/pair/pair.h"
#include "family/table.h"

#include <fnmatch.h>
#include <string.h>

#define SHOWN 6 /* names of a message */

/* The name without its folder. */
static const char *base_of(const char *name)
{
    const char *slash = strrchr(name, '/');

    return slash ? slash + 1 : name;
}

/* ---- messages ---- */

/* "a, b or c" */
static const char *join(struct arena *a, const struct vec *names)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < names->n; i++)
        str_addf(&out, "%s%s",
                 i == 0             ? ""
                 : i + 1 < names->n ? ", "
                                    : " or ",
                 *vec_get(names, const char *, i));
    return str_get(&out);
}

/* Is the word a part of the text? Upper and lower case are the same. */
static bool is_within(const char *word, const char *text)
{
    size_t n = strlen(word);

    for (; *text; text++) {
        size_t i = 0;

        while (i < n && to_lower(text[i]) == to_lower(word[i]))
            i++;
        if (i == n)
            return true;
    }
    return false;
}

static bool is_near(const char *name, const struct family *f)
{
    return str_far(base_of(name), base_of(f->name)) != STR_FAR ||
           str_far(name, f->name) != STR_FAR;
}

static bool has_part(const char *name, const struct family *f)
{
    return strlen(name) >= 3 &&
           (is_within(base_of(name), f->name) || is_within(name, f->title));
}

static bool in_folder(const char *name, const struct family *f)
{
    size_t n = strcspn(f->name, "/");

    return f->name[n] && strlen(name) == n && strncmp(name, f->name, n) == 0;
}

/* The first families that pass, at most SHOWN. */
static struct vec some(struct arena *a, const char *name,
                       bool (*passes)(const char *, const struct family *))
{
    struct vec out = vec_in(a, sizeof(const char *));

    for (size_t i = 0; i < family_count() && out.n < SHOWN; i++)
        if (passes(name, family_at(i)))
            *(const char **)vec_push(&out) = family_name_at(i);
    return out;
}

/* Does the name have the family's folder before its slash? */
static bool shares_folder(const char *name, const struct family *f)
{
    size_t n = strcspn(name, "/");

    return name[n] && strncmp(name, f->name, n + 1) == 0;
}

static bool is_near_there(const char *name, const struct family *f)
{
    return shares_folder(name, f) && is_near(name, f);
}

static bool has_part_there(const char *name, const struct family *f)
{
    return shares_folder(name, f) && is_within(base_of(name), base_of(f->name));
}

/* "con": the beginning of a folder's name. */
static bool begins_folder(const char *name, const struct family *f)
{
    size_t n = strlen(name);

    return n >= 3 && n < strcspn(f->name, "/") && strchr(f->name, '/') &&
           strncmp(name, f->name, n) == 0;
}

/* The folder that is meant; NULL: none. */
static const char *folder_meant(struct arena *a, const char *name)
{
    struct vec in = some(a, name, begins_folder);
    const char *family, *base = base_of(name);

    if (!in.n && (str_starts("all", base) || str_far(base, "all") != STR_FAR))
        in = some(a, name, shares_folder);
    if (!in.n)
        return NULL;
    family = *vec_get(&in, const char *, 0);
    return arena_strndup(a, family, strcspn(family, "/"));
}

/* The names that are meant, the best kind of them that there is. */
static struct vec meant(struct arena *a, const char *name)
{
    static bool (*const kinds[])(const char *, const struct family *) = {
        is_near_there, has_part_there, is_near, has_part
    };
    struct vec out = { 0 };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && !out.n; i++)
        out = some(a, name, kinds[i]);
    return out;
}

static bool refuse(struct arena *a, const char *name, struct err *e)
{
    struct vec near = some(a, name, in_folder);
    const char *folder;

    if (near.n)
        return err_set(e, ERR_USAGE,
                       "%.40s is a folder of families: %.40s/* names all of "
                       "them, `assay families '%.40s/*'` lists them",
                       name, name, name);
    if ((folder = folder_meant(a, name)))
        return err_set(e, ERR_USAGE,
                       "there is no family \"%.60s\"; did you mean %s/all? "
                       "`assay families '%s/*'` lists them",
                       name, folder, folder);
    near = meant(a, name);
    if (near.n)
        return err_set(e, ERR_USAGE,
                       "there is no family \"%.60s\"; did you mean %s?", name,
                       join(a, &near));
    return err_set(e, ERR_USAGE,
                   "there is no family \"%.60s\"; `assay families` lists them",
                   name);
}

/* ---- one name ---- */

/* Returns the whole name of the family that is meant, or NULL, with the reason
 * in *e. */
/* The name of a family of ours means that one, not a file with another text. */
static bool are_own(const struct vec *cards, struct err *e)
{
    for (size_t i = 0; i < cards->n; i++) {
        const struct family_file *own =
            family_file_of(*vec_get(cards, const struct family *, i));
        const struct family *ours = family_card(own->name);
        const struct family_file *file = ours ? family_file_of(ours) : NULL;

        if (ours && !(file && str_eq(file->hash, own->hash)))
            return err_set(e, ERR_USAGE,
                           "%s: %s is the name of a family of assay, and this "
                           "text is another one: change its entry \"name\"",
                           own->path, own->name);
    }
    return true;
}

static const char *whole_name(struct arena *a, const char *name, struct err *e)
{
    struct vec fit = vec_in(a, sizeof(const char *));
    struct vec own = vec_in(a, sizeof(const struct family *));

    if (str_ends(name, ".family"))
        return catalogue_add(name, &own, e) && are_own(&own, e)
                   ? (*vec_get(&own, const struct family *, 0))->name
                   : NULL;
    if (family_find(name))
        return name;
    if (!catalogue_all(&own, e))
        return NULL;
    for (size_t i = 0; !strchr(name, '/') && i < own.n; i++) {
        const struct family *f = *vec_get(&own, const struct family *, i);

        if (str_eq(base_of(f->name), name))
            *(const char **)vec_push(&fit) = f->name;
    }
    for (size_t i = 0; !strchr(name, '/') && i < family_count(); i++)
        if (str_eq(base_of(family_name_at(i)), name))
            *(const char **)vec_push(&fit) = family_name_at(i);
    if (fit.n == 1)
        return *vec_get(&fit, const char *, 0);
    if (fit.n)
        err_set(e, ERR_USAGE, "\"%.60s\" may be %s: name it whole", name,
                join(a, &fit));
    else
        refuse(a, name, e);
    return NULL;
}

/* A family, or a chain of them: its parts have whole names in its own. */
static const struct family *one(struct arena *a, const char *name,
                                struct err *e)
{
    struct str whole = str_in(a);

    for (;;) {
        size_t n = strcspn(name, "+");
        const char *part = whole_name(a, arena_strndup(a, name, n), e);

        if (!part)
            return NULL;
        str_add(&whole, part);
        if (!name[n])
            break;
        str_addc(&whole, '+');
        name += n + 1;
    }
    return family_named(a, str_get(&whole), e);
}

/* ---- lists ---- */

/* Returns the pattern that a word is, or NULL: "all" is "*". */
static const char *pattern_of(struct arena *a, const char *word)
{
    size_t n = strlen(word);

    if (str_eq(word, "all") || str_ends(word, "/all"))
        return arena_printf(a, "%.*s*", (int)(n - 3), word);
    return strpbrk(word, "*?[") ? word : NULL;
}

static bool fits(const char *pattern, const struct family *f)
{
    return fnmatch(pattern, f->name, 0) == 0 ||
           (!strchr(pattern, '/') &&
            fnmatch(pattern, base_of(f->name), 0) == 0);
}

static struct chosen *find(const struct vec *list, const struct family *f)
{
    for (size_t i = 0; i < list->n; i++) {
        struct chosen *c = vec_get(list, struct chosen, i);

        if (str_eq(c->family->name, f->name))
            return c;
    }
    return NULL;
}

static void add_among(const struct family *f, struct vec *out)
{
    if (!find(out, f))
        *(struct chosen *)vec_push(out) = (struct chosen){ f, true };
}

static bool add_pattern(struct arena *a, const char *word, const char *pattern,
                        struct vec *out, struct err *e)
{
    struct vec own = vec_in(a, sizeof(const struct family *));
    bool any = false;

    if (!catalogue_all(&own, e))
        return false;
    for (size_t i = 0; i < family_count() + own.n; i++) {
        const struct family *f =
            i < family_count()
                ? family_at(i)
                : *vec_get(&own, const struct family *, i - family_count());

        if (fits(pattern, f)) {
            any = true;
            add_among(f, out);
        }
    }
    return any ||
           err_set(e, ERR_USAGE,
                   "there is no family \"%.60s\"; `assay families` lists "
                   "them",
                   word);
}

static bool add_folder(struct arena *a, const char *path, struct vec *out,
                       struct err *e)
{
    struct vec own = vec_in(a, sizeof(const struct family *));

    if (!catalogue_add(path, &own, e) || !are_own(&own, e))
        return false;
    for (size_t i = 0; i < own.n; i++)
        add_among(*vec_get(&own, const struct family *, i), out);
    return true;
}

static bool add_word(struct arena *a, const char *word, struct vec *out,
                     struct err *e)
{
    const char *pattern = pattern_of(a, word);
    const struct family *f;
    struct chosen *there;

    if (pattern)
        return add_pattern(a, word, pattern, out, e);
    if (catalogue_is_path(word) && !str_ends(word, ".family"))
        return add_folder(a, word, out, e);
    f = one(a, word, e);
    if (!f)
        return false;
    there = find(out, f);
    if (there && !there->among)
        return err_set(e, ERR_USAGE, "%.100s is named twice", f->name);
    if (there)
        there->among = false;
    else
        *(struct chosen *)vec_push(out) = (struct chosen){ f, false };
    return true;
}

bool families_choose(struct arena *a, const char *list, struct vec *out,
                     struct err *e)
{
    for (;;) {
        size_t n = strcspn(list, ",");
        const char *word = arena_strndup(a, list, n);

        if (!*word)
            return err_set(e, ERR_USAGE,
                           "a family's name is missing: names have one comma "
                           "between them");
        if (!add_word(a, word, out, e))
            return false;
        if (!list[n])
            return true;
        list += n + 1;
    }
}

bool families_is_list(const char *list)
{
    struct arena a = { 0 };
    const char *first = arena_strndup(&a, list, strcspn(list, ","));
    struct err e;
    bool is = pattern_of(&a, first) || one(&a, first, &e);

    arena_clear(&a);
    return is;
}
