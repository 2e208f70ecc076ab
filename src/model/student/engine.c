/* SPDX-License-Identifier: Apache-2.0 */
#include "model/student/engine.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/pipeline.h"
#include "base/system.h"
#include "base/utf8.h"
#include "model/student/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct student_how student_default = {
    .temperature = 0.7,
    .top_p = 0.95,
    .repetition_penalty = 1,
};

/* ---- loading ---- */

static bool kernel_asked(const struct kernel **out, struct err *e)
{
    return kernel_named(getenv("ASSAY_STUDENT_KERNEL"), out, e) ||
           err_prefix(e, "ASSAY_STUDENT_KERNEL: ");
}

bool student_load(struct student **out, const char *path, int threads,
                  const struct kernel *kernel, struct err *e)
{
    struct student *s = alloc_new(1, sizeof(*s));

    if ((!kernel && !kernel_asked(&kernel, e)) ||
        !parameters_read(&s->parameters, path, kernel->side, e)) {
        free(s);
        return false;
    }
    if (!spelling_open(&s->spelling, &s->parameters, e)) {
        parameters_clear(&s->parameters);
        free(s);
        return err_prefix(e, "cannot use \"%s\": ", path);
    }
    network_open(&s->network, &s->parameters, kernel);
    s->crew = crew_new(&s->network, threads, CREW_BYTES);
    *out = s;
    return true;
}

void student_free(struct student *s)
{
    crew_free(s->crew);
    network_clear(&s->network);
    spelling_clear(&s->spelling);
    parameters_clear(&s->parameters);
    free(s);
}

/* ---- those of the process ---- */

/* A file that was opened; the list only grows. */
struct opened {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec changed;
    struct student *student;
    struct opened *next;
};

static pthread_mutex_t opened_lock = PTHREAD_MUTEX_INITIALIZER;
static struct opened *opened_all;

static int threads_asked(void)
{
    const char *text = getenv("ASSAY_STUDENT_THREADS");
    long n = text ? strtol(text, NULL, 10) : 0;

    if (n < 1)
        return pipeline_cores();
    return n > LIMIT_THREADS ? LIMIT_THREADS : (int)n;
}

static bool engine_is_same(const struct opened *o, const struct stat *st)
{
    return o->device == st->st_dev && o->inode == st->st_ino &&
           o->size == st->st_size && o->changed.tv_sec == st->st_mtim.tv_sec &&
           o->changed.tv_nsec == st->st_mtim.tv_nsec;
}

static bool open_locked(const char *path, const struct student **out,
                        struct err *e)
{
    struct stat st = { 0 };
    struct opened *o = opened_all;
    struct student *s;

    while (stat(path, &st) == 0 && o && !engine_is_same(o, &st))
        o = o->next;
    if (!o) {
        if (!student_load(&s, path, threads_asked(), NULL, e))
            return false;
        o = alloc_new(1, sizeof(*o));
        *o = (struct opened){ st.st_dev,  st.st_ino, st.st_size,
                              st.st_mtim, s,         opened_all };
        opened_all = o;
    }
    *out = o->student;
    return true;
}

bool student_open(struct arena *a, const char *path, const struct student **out,
                  const char **sha, struct err *e)
{
    bool ok;

    if (!path && !student_path(a, &path, e))
        return false;
    pthread_mutex_lock(&opened_lock);
    ok = open_locked(path, out, e);
    pthread_mutex_unlock(&opened_lock);
    if (ok)
        *sha = arena_strdup(a, (*out)->parameters.sha);
    return ok;
}

/* ---- looking ---- */

int student_best_at_once(const struct student *s)
{
    return CREW_REPLIES * crew_threads(s->crew);
}

int64_t student_count(const struct student *s, const char *text)
{
    return (int64_t)spelling_cut(&s->spelling, text, strlen(text), NULL,
                                 SIZE_MAX - 1);
}

int64_t student_context(const struct student *s)
{
    return s->parameters.size.context;
}

void student_logits(const struct student *s, const uint16_t *pieces, size_t n,
                    float *out)
{
    const struct network *net = &s->network;
    struct desk *d = desk_new(net);
    size_t n_pages = (n + KERNEL_PAGE - 1) / KERNEL_PAGE;
    void **pages = alloc_new(n_pages, sizeof(*pages));
    struct network_row row[NETWORK_ROWS];
    const float *logits = NULL;
    int rows = 0;

    INVARIANT(n > 0 && n <= (size_t)s->parameters.size.context);
    for (size_t i = 0; i < n_pages; i++)
        pages[i] = student_memory(net->page_bytes);
    for (size_t i = 0; i < n; i++) {
        row[rows++] =
            (struct network_row){ pieces[i], (int)i, pages, i == n - 1 };
        if (rows == NETWORK_ROWS || i == n - 1) {
            logits = network_step(net, d, row, rows);
            rows = 0;
        }
    }
    memcpy(out, logits, (size_t)s->parameters.size.pieces * sizeof(*out));
    for (size_t i = 0; i < n_pages; i++)
        free(pages[i]);
    free(pages);
    desk_free(d);
}

/* ---- answering ---- */

/* What a text may hold: UTF-8 without NUL. */
static const char *well_formed(struct arena *a, const char *text, size_t n)
{
    struct str out = str_in(a);
    size_t at = 0;

    while (at < n) {
        char replaced[UTF8_MAX];
        uint32_t ch;
        size_t k = utf8_read(text + at, n - at, &ch);

        if (k && ch)
            str_addn(&out, text + at, k);
        else
            str_addn(&out, replaced, utf8_write(UTF8_REPLACEMENT, replaced));
        at += k ? k : 1;
    }
    return str_get(&out);
}

void student_answer(struct arena *a, const struct student *s,
                    const struct message *messages, size_t n,
                    const struct student_how *how, struct student_text *out)
{
    size_t context = (size_t)s->parameters.size.context, prompt;
    struct errand r = { .how = how };

    *out = (struct student_text){ .text = "" };
    r.pieces = arena_array(a, uint16_t, context);
    prompt = student_prompt(s, messages, n, r.pieces, context);
    out->prompt = (int64_t)prompt;
    if (prompt >= context) {
        out->too_long = true;
        return;
    }
    r.prompt = r.n = (int)prompt;
    if (how->repetition_penalty != 1) {
        r.seen = arena_array(a, bool, s->parameters.size.pieces);
        for (size_t i = 0; i < prompt; i++)
            r.seen[r.pieces[i]] = true;
    }
    crew_answer(s->crew, &r);
    out->text = well_formed(a, str_get(&r.text), r.text.n);
    out->completion = r.n - r.prompt;
    out->cut = r.cut;
    out->left = r.left;
    str_clear(&r.text);
}
