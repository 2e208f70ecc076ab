/* SPDX-License-Identifier: Apache-2.0 */
#include "model/student/crew.h"
#include "base/alloc.h"
#include "base/err.h"
#include "base/thread.h"
#include "model/student/draw.h"
#include "model/student/memory.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define PROMPT_PART 32 /* pieces of prompts in one step */

/* A reply in work. */
struct work {
    struct errand *errand;
    void **pages;
    int n_pages;
    int read; /* pieces whose keys and values are in the pages */
};

/* One thread. */
struct member {
    struct crew *crew;
    pthread_t thread;
    struct desk *desk;
    struct draw_room draw;
    void **pages;   /* free ones */
    void **sheaves; /* what they were cut from */
    int n_free, n_made, most_pages, n_sheaves;
    struct work work[CREW_REPLIES]; /* the first taken first */
    int n;                          /* in work */
    struct network_row row[NETWORK_ROWS];
    int owner[NETWORK_ROWS]; /* whose row it is */
    int rows;
};

struct crew {
    const struct network *network;
    pthread_mutex_t lock;
    pthread_cond_t some; /* an errand came, or the end */
    struct errand *first, **last;
    int waiting, working; /* errands */
    bool begun, over;
    int threads;
    size_t bytes; /* for keys and values */
    struct member *members;
};

static int context_pages(const struct network *n)
{
    return n->p->size.context / KERNEL_PAGE;
}

/* ---- pages ---- */

static void give_pages(struct member *m, struct work *w)
{
    for (int i = 0; i < w->n_pages; i++)
        m->pages[m->n_free++] = w->pages[i];
    w->n_pages = 0;
    w->read = 0;
}

/* Pages that are free or may be made. */
static int crew_room(const struct member *m)
{
    return m->n_free + m->most_pages - m->n_made;
}

/* Makes as many pages as a huge page has room for, at least one. */
static void make_pages(struct member *m)
{
    size_t bytes = m->crew->network->page_bytes;
    int n = (int)(MEMORY_HUGE / bytes);
    char *sheaf;

    n = n < 1 ? 1 : n;
    n = n > m->most_pages - m->n_made ? m->most_pages - m->n_made : n;
    /* With less than a huge page of them there would be none. */
    sheaf = student_memory(n > 1 ? MEMORY_HUGE : bytes);
    m->sheaves[m->n_sheaves++] = sheaf;
    m->n_made += n;
    while (n-- > 0)
        m->pages[m->n_free++] = sheaf + (size_t)n * bytes;
}

static void *take_page(struct member *m)
{
    INVARIANT(crew_room(m) > 0);
    if (!m->n_free)
        make_pages(m);
    return m->pages[--m->n_free];
}

/* Is there room to read the i-th reply from its beginning, and a page more for
 * each before it? Else it would soon give its pages back again. */
static bool may_begin(const struct member *m, int i)
{
    int need = m->work[i].errand->n / KERNEL_PAGE + 1;

    return i == 0 || m->work[i].n_pages || crew_room(m) >= need + i;
}

/* Pages for the first n pieces of the i-th reply. The replies that were taken
 * last make room; returns false if this one is the last itself. */
static bool reach_to(struct member *m, int i, int n)
{
    struct work *w = &m->work[i];
    int need = (n + KERNEL_PAGE - 1) / KERNEL_PAGE - w->n_pages;

    for (int last = m->n - 1; crew_room(m) < need && last > i; last--)
        if (m->work[last].n_pages)
            give_pages(m, &m->work[last]);
    if (crew_room(m) < need)
        return false;
    for (; need > 0; need--)
        w->pages[w->n_pages++] = take_page(m);
    return true;
}

/* ---- errands ---- */

/* Takes what waits, so that each thread has as many as the others; waits if
 * there is nothing to do. Returns false at the end. */
static bool take_errands(struct member *m)
{
    struct crew *c = m->crew;
    int fair;

    pthread_mutex_lock(&c->lock);
    while (!m->n && !c->first && !c->over)
        pthread_cond_wait(&c->some, &c->lock);
    fair = (c->working + c->waiting + c->threads - 1) / c->threads;
    while (c->first && m->n < CREW_REPLIES && (m->n < fair || !m->n)) {
        struct work *w = &m->work[m->n++];

        w->errand = c->first;
        c->first = c->first->next;
        if (!c->first)
            c->last = &c->first;
        c->waiting--;
        c->working++;
    }
    pthread_mutex_unlock(&c->lock);
    return m->n > 0;
}

static void end_errand(struct member *m, int i)
{
    struct crew *c = m->crew;
    struct work w = m->work[i];

    give_pages(m, &w);
    memmove(&m->work[i], &m->work[i + 1],
            (size_t)(m->n - i - 1) * sizeof(*m->work));
    m->work[--m->n] = (struct work){ .pages = w.pages };
    pthread_mutex_lock(&c->lock);
    c->working--;
    w.errand->done = true;
    pthread_cond_signal(&w.errand->ended);
    pthread_mutex_unlock(&c->lock);
}

/* ---- a step ---- */

static void crew_add_row(struct member *m, int i, bool wanted)
{
    struct work *w = &m->work[i];

    m->owner[m->rows] = i;
    m->row[m->rows++] = (struct network_row){
        .piece = w->errand->pieces[w->read],
        .position = w->read,
        .pages = w->pages,
        .wanted = wanted,
    };
    w->read++;
}

/* One row for each reply that grows, and parts of what is to be read first. */
static void plan_step(struct member *m)
{
    int part = PROMPT_PART;

    m->rows = 0;
    for (int i = 0; i < m->n; i++) {
        struct work *w = &m->work[i];
        int n = w->errand->n, upto = n - w->read > 1 ? w->read + part : n;

        upto = upto > n ? n : upto;
        if (upto == w->read || !may_begin(m, i) || !reach_to(m, i, upto))
            continue;
        if (n - w->read > 1)
            part -= upto - w->read;
        while (w->read < upto)
            crew_add_row(m, i, w->read == n - 1);
    }
}

/* Does a stop text end the reply? The last piece had `added` bytes. */
static bool crew_stopped(struct errand *r, size_t added)
{
    size_t best = r->text.n + 1;

    for (size_t i = 0; i < r->how->n_stop; i++) {
        const char *stop = r->how->stop[i];
        size_t n = strlen(stop), from = r->text.n - added;

        from = from + 1 > n ? from + 1 - n : 0;
        for (; n && from + n <= r->text.n && from < best; from++)
            if (memcmp(r->text.s + from, stop, n) == 0)
                best = from;
    }
    if (best > r->text.n)
        return false;
    r->text.n = best;
    return true;
}

/* Adds a piece to the reply. Returns whether it ended. */
static bool crew_add_piece(const struct network *n, struct errand *r, int piece)
{
    const struct student_piece *text = &n->p->pieces[piece];

    if (piece == PIECE_END)
        return true;
    r->pieces[r->n++] = (uint16_t)piece;
    if (r->seen)
        r->seen[piece] = true;
    str_addn(&r->text, text->text, text->n);
    if (crew_stopped(r, text->n))
        return true;
    r->cut = r->n == n->p->size.context ||
             (r->how->most > 0 && r->n - r->prompt >= r->how->most);
    return r->cut;
}

/* Ends the replies that nobody wants any more. */
static void crew_let_go(struct member *m)
{
    for (int i = m->n - 1; i >= 0; i--) {
        struct errand *r = m->work[i].errand;

        r->left = r->how->leave && atomic_load(r->how->leave);
        if (r->left)
            end_errand(m, i);
    }
}

static void crew_step(struct member *m)
{
    const struct network *n = m->crew->network;
    bool ended[CREW_REPLIES] = { false };
    const float *logits;

    plan_step(m);
    INVARIANT(m->rows > 0);
    logits = network_step(n, m->desk, m->row, m->rows);
    for (int k = 0; k < m->rows; k++) {
        struct errand *r = m->work[m->owner[k]].errand;

        if (!m->row[k].wanted)
            continue;
        ended[m->owner[k]] =
            crew_add_piece(n, r,
                           draw_piece(&m->draw, n->kernel, logits, r->how,
                                      r->seen, m->row[k].position));
        logits += n->p->size.pieces;
    }
    for (int i = m->n - 1; i >= 0; i--)
        if (ended[i])
            end_errand(m, i);
}

static void *member_main(void *ctx)
{
    struct member *m = ctx;

    while (take_errands(m)) {
        crew_let_go(m);
        if (m->n)
            crew_step(m);
    }
    return NULL;
}

/* ---- the crew ---- */

static void member_open(struct member *m, struct crew *c)
{
    const struct network *n = c->network;
    size_t pages = (size_t)context_pages(n);
    size_t most = c->bytes / (size_t)c->threads / n->page_bytes;

    most = most > CREW_REPLIES * pages ? CREW_REPLIES * pages : most;
    most = most < pages ? pages : most;
    m->crew = c;
    m->desk = desk_new(n);
    draw_open(&m->draw, n->p->size.pieces);
    m->most_pages = (int)most;
    m->pages = alloc_new(most, sizeof(*m->pages));
    m->sheaves = alloc_new(most, sizeof(*m->sheaves));
    for (int i = 0; i < CREW_REPLIES; i++)
        m->work[i].pages = alloc_new(pages, sizeof(void *));
}

static void member_clear(struct member *m)
{
    for (int i = 0; i < CREW_REPLIES; i++)
        free(m->work[i].pages);
    for (int i = 0; i < m->n_sheaves; i++)
        free(m->sheaves[i]);
    free(m->sheaves);
    free(m->pages);
    draw_clear(&m->draw);
    desk_free(m->desk);
}

struct crew *crew_new(const struct network *n, int threads, size_t bytes)
{
    struct crew *c = alloc_new(1, sizeof(*c));
    size_t whole = n->page_bytes * (size_t)context_pages(n);
    size_t most = bytes / whole;

    c->network = n;
    c->bytes = bytes;
    c->threads = threads < 1 ? 1 : threads;
    if ((size_t)c->threads > most)
        c->threads = most ? (int)most : 1;
    c->last = &c->first;
    INVARIANT(pthread_mutex_init(&c->lock, NULL) == 0 &&
              pthread_cond_init(&c->some, NULL) == 0);
    return c;
}

/* Signals are for the threads of the program. */
static void crew_begin(struct crew *c)
{
    sigset_t all, before;

    c->begun = true;
    c->members = alloc_new((size_t)c->threads, sizeof(*c->members));
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = 0; i < c->threads; i++) {
        member_open(&c->members[i], c);
        if (thread_start(&c->members[i].thread, member_main, &c->members[i]))
            BUG("could not start a thread");
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void crew_answer(struct crew *c, struct errand *r)
{
    INVARIANT(r->prompt > 0 && r->n == r->prompt && !r->next);
    INVARIANT(pthread_cond_init(&r->ended, NULL) == 0);
    pthread_mutex_lock(&c->lock);
    if (!c->begun)
        crew_begin(c);
    *c->last = r;
    c->last = &r->next;
    c->waiting++;
    /* All are woken: who may take it is not known here. */
    pthread_cond_broadcast(&c->some);
    while (!r->done)
        pthread_cond_wait(&r->ended, &c->lock);
    pthread_mutex_unlock(&c->lock);
    pthread_cond_destroy(&r->ended);
}

int crew_threads(const struct crew *c)
{
    return c->threads;
}

void crew_free(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->over = true;
    pthread_cond_broadcast(&c->some);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; c->begun && i < c->threads; i++) {
        pthread_join(c->members[i].thread, NULL);
        member_clear(&c->members[i]);
    }
    free(c->members);
    pthread_cond_destroy(&c->some);
    pthread_mutex_destroy(&c->lock);
    free(c);
}
