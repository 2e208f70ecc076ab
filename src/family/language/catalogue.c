/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/catalogue.h"
#include "base/lines.h"
#include "base/str.h"
#include "family/language/engine.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".family"

/* All that were read; guarded by the lock. */
static struct {
    pthread_mutex_t lock;
    struct arena arena;
    struct vec cards; /* const struct family * */
    bool looked;      /* in $ASSAY_FAMILIES */
    struct err error; /* of the first file there that is no family */
} all = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool catalogue_is_path(const char *word)
{
    struct stat st;

    return str_ends(word, SUFFIX) ||
           (strchr(word, '/') && stat(word, &st) == 0 && S_ISDIR(st.st_mode));
}

/* ---- one file ---- */

static const struct family *find_card(const char *name)
{
    for (size_t i = 0; i < all.cards.n; i++) {
        const struct family *f = *vec_get(&all.cards, const struct family *, i);

        if (str_eq(f->name, name))
            return f;
    }
    return NULL;
}

/* Is it the path of a translation, "x.de.family"? Then n is how long the path of
 * its family is, without the suffix. */
static bool is_translation(const char *path, size_t *n)
{
    *n = strlen(path);
    if (!str_ends(path, SUFFIX) || *n < strlen(SUFFIX) + 4)
        return false;
    *n -= strlen(SUFFIX) + 3;
    return path[*n] == '.' && tongue_find(path + *n + 1, 2) != NULL;
}

const char *catalogue_family_of(struct arena *a, const char *path)
{
    size_t n;

    return is_translation(path, &n)
               ? arena_printf(a, "%.*s" SUFFIX, (int)n, path)
               : NULL;
}

/* Read the translations that stand beside a family, if there are any. */
static bool read_translations(const struct file_source *file,
                              const struct family **card, struct err *e)
{
    struct family_file *told[8];
    size_t n = 0, stem = strlen(file->path) - strlen(SUFFIX);

    for (size_t i = 1; i < tongues(); i++) {
        char *path = arena_printf(&all.arena, "%.*s.%s" SUFFIX, (int)stem,
                                  file->path, tongue_at(i)->code);
        struct str text = { 0 };
        struct file_source second;
        bool ok;

        if (access(path, R_OK) != 0)
            continue;
        ok = file_read(path, FILE_BYTES, &text, e);
        second = (struct file_source){ path, str_get(&text), text.n };
        ok = ok &&
             family_file_translate(&all.arena, file, &second, &told[n++], e);
        str_clear(&text);
        if (!ok)
            return false;
    }
    return family_translate(*card, told, n, card, e);
}

/* Keep the card. The same text again is no second family. */
static bool keep(struct family_file *file, const struct file_source *source,
                 const struct family **card, struct err *e)
{
    const struct family *old;

    if (!family_of_file(file, card, e) || !read_translations(source, card, e))
        return false;
    old = find_card((*card)->name);
    if (old && str_eq(old->hash, file->hash)) {
        *card = old;
        return true;
    }
    if (old)
        return err_set(e, ERR_DOMAIN, "%s and %s are both the family %s",
                       family_file_of(old)->path, file->path, old->name);
    *(const struct family **)vec_push(&all.cards) = *card;
    return true;
}

static bool add_file(const char *path, struct vec *out, struct err *e)
{
    struct family_file *file;
    const struct family *card;
    struct str text = { 0 };
    struct file_source source;
    const char *of = catalogue_family_of(&all.arena, path);
    bool ok;

    if (of) /* the family, which takes its translation along */
        path = of;
    ok = file_read(path, FILE_BYTES, &text, e);
    source = (struct file_source){ arena_strdup(&all.arena, path),
                                   str_get(&text), text.n };
    ok = ok &&
         family_file_read(&all.arena, source.path, source.text, source.n, &file,
                          e) &&
         keep(file, &source, &card, e);
    str_clear(&text);
    if (ok && out)
        *(const struct family **)vec_push(out) = card;
    return ok;
}

/* ---- folders ---- */

bool catalogue_paths(struct arena *a, const char *word, struct vec *out,
                     struct err *e)
{
    struct dirent **names;
    size_t before = out->n, stem;
    int n;

    if (str_ends(word, SUFFIX)) {
        *(const char **)vec_push(out) = arena_strdup(a, word);
        return true;
    }
    n = scandir(word, &names, NULL, alphasort);
    if (n < 0)
        return err_set(e, ERR_IO, "could not read the folder \"%.200s\": %s",
                       word, strerror(errno));
    for (int i = 0; i < n; i++) {
        const char *name = names[i]->d_name;

        if (str_ends(name, SUFFIX) && *name != '.' &&
            !is_translation(name, &stem))
            *(const char **)vec_push(out) = arena_printf(
                a, "%s%s%s", word, str_ends(word, "/") ? "" : "/", name);
        free(names[i]);
    }
    free(names);
    return out->n > before ||
           err_set(e, ERR_SPENT, "the folder \"%.200s\" has no file *" SUFFIX,
                   word);
}

static bool add(const char *path, struct vec *out, bool may_be_empty,
                struct err *e)
{
    struct vec paths = vec_in(&all.arena, sizeof(const char *));
    struct err why;
    bool ok = true;

    if (!all.cards.size)
        all.cards = vec_in(NULL, sizeof(const struct family *));
    if (!catalogue_paths(&all.arena, path, &paths, &why)) {
        if (why.code == ERR_SPENT && may_be_empty)
            return true;
        return err_set(e, ERR_IO, "%s", why.msg);
    }
    for (size_t i = 0; i < paths.n; i++) { /* a bad file hides no good one */
        bool good = add_file(*vec_get(&paths, const char *, i), out, &why);

        if (!good && ok)
            *e = why;
        ok = ok && good;
    }
    return ok;
}

bool catalogue_add(const char *path, struct vec *out, struct err *e)
{
    bool ok;

    pthread_mutex_lock(&all.lock);
    ok = add(path, out, false, e);
    pthread_mutex_unlock(&all.lock);
    return ok;
}

/* Read the folders of $ASSAY_FAMILIES, once unless all are wanted. Every good
 * file is read; fails with the first error, each time. */
static bool look(struct vec *out, struct err *e)
{
    const char *folders = getenv("ASSAY_FAMILIES");

    if (all.looked && !out) {
        *e = all.error;
        return !all.error.code;
    }
    all.error.code = ERR_NONE;
    while (folders && *folders) {
        size_t n = strcspn(folders, ":");
        struct err why;

        if (n && !add(arena_strndup(&all.arena, folders, n), out, true, &why) &&
            !all.error.code) {
            all.error = why;
            err_prefix(&all.error, "ASSAY_FAMILIES: ");
        }
        folders += n + (folders[n] == ':');
    }
    all.looked = true;
    *e = all.error;
    return !all.error.code;
}

bool catalogue_all(struct vec *out, struct err *e)
{
    bool ok;

    pthread_mutex_lock(&all.lock);
    ok = look(out, e);
    pthread_mutex_unlock(&all.lock);
    return ok;
}

const struct family *catalogue_find(const char *name, struct err *e)
{
    const struct family *f = NULL;

    e->code = ERR_NONE;
    pthread_mutex_lock(&all.lock);
    f = find_card(name);
    if (!f) {
        look(NULL, e);
        f = find_card(name);
    }
    pthread_mutex_unlock(&all.lock);
    return f;
}
