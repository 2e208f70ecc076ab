/* SPDX-License-Identifier: Apache-2.0 */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

static void *library_load(const struct library *l)
{
    void *handle = NULL;

    for (size_t i = 0; !handle && l->files[i]; i++)
        handle = dlopen(l->files[i], RTLD_NOW | RTLD_LOCAL);
    return handle;
}

static bool library_take_all(const struct library *l, void *handle,
                             struct err *e)
{
    for (size_t i = 0; i < l->n; i++) {
        void *f = dlsym(handle, l->names[i]);

        if (!f)
            return err_set(e, ERR_IO,
                           "%s is too old: it has no %s; update the package "
                           "%s",
                           l->files[0], l->names[i], l->package);
        /* C has no cast from data to functions, POSIX has the bytes. */
        memcpy((char *)l->into + i * sizeof(f), &f, sizeof(f));
    }
    return true;
}

static bool open_it(struct library *l, struct err *e)
{
    void *handle = library_load(l);

    if (!handle)
        return err_set(e, ERR_IO,
                       "could not load %s: install the package %s (%.200s)",
                       l->files[0], l->package, dlerror());
    if (library_take_all(l, handle, e))
        return true;
    dlclose(handle);
    return false;
}

bool library_open(struct library *l, struct err *e)
{
    bool open;

    pthread_mutex_lock(&l->lock);
    open = l->open = l->open || open_it(l, e);
    pthread_mutex_unlock(&l->lock);
    return open;
}
