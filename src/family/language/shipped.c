/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/shipped.h"
#include "family/language/engine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define TONGUES 6 /* at most */

static struct shipped {
    const char *name, *path, *text;
    /* translations: path and text, ended by NULL */
    const char *told[2 * (TONGUES + 1)];
    _Atomic(const struct family *) card; /* NULL: not read yet */
} files[] = {
#include "family/language/shipped.inc"
};

const size_t n_shipped = sizeof(files) / sizeof(files[0]);

const char *shipped_name(size_t i)
{
    return files[i].name;
}

static const struct family *read_card(const struct shipped *s)
{
    static struct arena kept; /* as long as the process lives */
    struct file_source text = { s->path, s->text, strlen(s->text) };
    struct family_file *file, *told[TONGUES];
    const struct family *made;
    struct family *card;
    size_t n = 0;
    struct err e;

    if (!family_file_translate(&kept, &text, NULL, &file, &e) ||
        !family_of_file(file, &made, &e))
        BUG(e.msg);
    for (const char *const *t = s->told; t[0]; t += 2) {
        struct file_source second = { t[0], t[1], strlen(t[1]) };

        if (!family_file_translate(&kept, &text, &second, &told[n++], &e))
            BUG(e.msg);
    }
    if (!family_translate(made, told, n, &made, &e))
        BUG(e.msg);
    card = arena_new(&kept, struct family);
    *card = *made;
    card->hash = NULL; /* the version says which text it is */
    return card;
}

const struct family *shipped_card(size_t i)
{
    static pthread_mutex_t one_reads = PTHREAD_MUTEX_INITIALIZER;
    struct shipped *s = &files[i];
    const struct family *card =
        atomic_load_explicit(&s->card, memory_order_acquire);

    if (card)
        return card;
    pthread_mutex_lock(&one_reads);
    card = atomic_load_explicit(&s->card, memory_order_relaxed);
    if (!card) {
        card = read_card(s);
        atomic_store_explicit(&s->card, card, memory_order_release);
    }
    pthread_mutex_unlock(&one_reads);
    return card;
}
