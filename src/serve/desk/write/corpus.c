/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A statement is sketched by the SKETCH smallest hashes of its runs of RUN
 * words in canonical form (Broder, "On the resemblance and containment of
 * documents", 1997): two sketches share about as large a part as the sets of
 * runs do.
 */
#include "serve/desk/write/corpus.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/map.h"
#include "problem/forms.h"
#include "problem/source.h"
#include "serve/desk/entry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define RUN      4  /* words */
#define SKETCH   12 /* hashes of a statement */
#define NEAR     6  /* of these that two near ones share */
#define LIST     64 /* statements that are kept for one hash */
#define SENTENCE 3  /* runs that a statement must have to be near another */

#define SOURCES     32                 /* of drafts that are kept */
#define SOURCE_MOST ((size_t)64 << 10) /* bytes of one */

struct sketch {
    uint64_t at[SKETCH]; /* ascending */
    size_t n;
};

/* A statement of a public set that has some hash, and the next one. */
struct holder {
    size_t statement, next; /* next: number + 1; 0: none */
};

struct public_set {
    const char *name;   /* of its file */
    struct forms forms; /* the same */
    struct map hashes;  /* of sketches: number in holders + 1 */
    struct vec holders; /* struct holder */
    struct vec ids;     /* const char *, by number of statement */
    struct arena arena; /* of the ids */
};

/* The newest version of an entry that was looked at. */
struct class_entry {
    int64_t id, version;
    struct canonical form;
    struct sketch sketch;
};

/* What some draft was started from. */
struct kept {
    struct str sha, text;
};

struct corpus {
    struct public_set *sets;
    size_t n;
    pthread_mutex_t lock; /* of what follows */
    struct vec entries;   /* struct class_entry */
    struct map entry_of;  /* id: number in entries + 1 */
    struct kept kept[SOURCES];
    size_t next; /* of these to be written over */
};

/* ---- sketches ---- */

static void sketch_add(struct sketch *s, uint64_t h)
{
    size_t i = s->n;

    if (s->n == SKETCH && h >= s->at[SKETCH - 1])
        return;
    for (size_t k = 0; k < s->n; k++)
        if (s->at[k] == h)
            return;
    if (s->n < SKETCH)
        s->n++;
    else
        i--;
    for (; i > 0 && s->at[i - 1] > h; i--)
        s->at[i] = s->at[i - 1];
    s->at[i] = h;
}

/* The hashes of all runs of words of a statement's form; the runs of a short
 * one say little. */
static void sketch_of(struct sketch *out, const char *statement)
{
    struct str form = { 0 };
    const char *from[RUN] = { 0 };
    size_t words = 0;

    *out = (struct sketch){ 0 };
    canonical_statement(&form, statement);
    for (const char *p = str_get(&form); *p;) {
        size_t n = strcspn(p, " ");

        memmove(from, from + 1, sizeof(from) - sizeof(from[0]));
        from[RUN - 1] = p;
        if (++words >= RUN)
            sketch_add(out, hash_bytes(from[0], (size_t)(p + n - from[0])).low);
        p += n + (p[n] == ' ');
    }
    if (words < RUN + SENTENCE)
        out->n = 0;
    str_clear(&form);
}

static bool corpus_is_near(size_t shared, const struct sketch *s)
{
    return s->n && (shared >= NEAR || 2 * shared > s->n);
}

static size_t shared_hashes(const struct sketch *x, const struct sketch *y)
{
    size_t n = 0;

    for (size_t i = 0, k = 0; i < x->n && k < y->n;) {
        n += x->at[i] == y->at[k];
        if (x->at[i] <= y->at[k])
            i++;
        else
            k++;
    }
    return n;
}

/* ---- public sets ---- */

static void set_add(struct public_set *s, const struct problem *p, size_t line)
{
    struct canonical form;
    struct sketch sketch;
    size_t number = s->ids.n;

    canonical_problem(&form, p);
    forms_add(&s->forms, &form, p->id, line);
    sketch_of(&sketch, p->statement);
    *(const char **)vec_push(&s->ids) = arena_strdup(&s->arena, p->id);
    for (size_t i = 0; i < sketch.n; i++) {
        size_t *at = map_put(&s->hashes, &sketch.at[i], sizeof(uint64_t), NULL);
        struct holder *h = vec_push(&s->holders);

        h->statement = number;
        h->next = *at;
        *at = s->holders.n;
    }
}

static void corpus_tell(const struct serve_options *o, const char *path,
                        size_t bad)
{
    struct str line = { 0 };

    if (bad == 0 || !o->tell)
        return;
    str_addf(&line, "%zu row%s of %.200s could not be read and %s not compared",
             bad, bad == 1 ? "" : "s", path, bad == 1 ? "is" : "are");
    o->tell(o->ctx, str_get(&line));
    str_clear(&line);
}

static bool set_open(struct public_set *s, const struct serve_options *o,
                     const char *path, struct err *e)
{
    const char *slash = strrchr(path, '/');
    struct source source;
    enum lines_got got;
    struct arena a = { 0 };
    size_t bad = 0, line;

    s->name = arena_strdup(&s->arena, slash ? slash + 1 : path);
    if (!source_open(&source, path, NULL, e))
        return false;
    do {
        struct problem p;

        arena_reset(&a);
        got = source_next(&source, &a, &p, &line, e);
        if (got == LINES_LINE)
            set_add(s, &p, line);
        bad += got == LINES_BAD;
    } while (got == LINES_LINE || got == LINES_BAD);
    arena_clear(&a);
    source_close(&source);
    corpus_tell(o, path, bad);
    return got != LINES_FAIL || err_prefix(e, "%.200s: ", path);
}

bool corpus_open(const struct serve_options *o, struct corpus **out,
                 struct err *e)
{
    struct corpus *c = alloc_new(1, sizeof(*c));

    c->sets = alloc_new(o->n_public_sets + 1, sizeof(*c->sets));
    c->entries = vec_in(NULL, sizeof(struct class_entry));
    if (pthread_mutex_init(&c->lock, NULL) != 0)
        BUG("could not make a mutex");
    for (; c->n < o->n_public_sets;) {
        struct public_set *s = &c->sets[c->n++];

        forms_init(&s->forms);
        s->holders = vec_in(NULL, sizeof(struct holder));
        s->ids = vec_in(NULL, sizeof(const char *));
        if (!set_open(s, o, o->public_sets[c->n - 1], e)) {
            corpus_close(c);
            return false;
        }
    }
    *out = c;
    return true;
}

void corpus_close(struct corpus *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->n; i++) {
        struct public_set *s = &c->sets[i];

        forms_clear(&s->forms);
        map_clear(&s->hashes);
        vec_clear(&s->holders);
        vec_clear(&s->ids);
        arena_clear(&s->arena);
    }
    for (size_t i = 0; i < SOURCES; i++) {
        str_clear(&c->kept[i].sha);
        str_clear(&c->kept[i].text);
    }
    vec_clear(&c->entries);
    map_clear(&c->entry_of);
    pthread_mutex_destroy(&c->lock);
    free(c->sets);
    free(c);
}

/* ---- asking ---- */

struct likeness {
    struct arena *arena;
    struct canonical form;
    struct sketch sketch;
    struct vec found; /* struct overlap */
};

static void corpus_found(struct likeness *q, const char *source, const char *id,
                         int64_t entry, bool same)
{
    *(struct overlap *)vec_push(&q->found) =
        (struct overlap){ source, arena_strdup(q->arena, id), entry, same };
}

/* Statements of the set that share hashes are counted one by one; a hash that
 * many statements have says little, and only LIST of them are counted. */
static void ask_near(struct likeness *q, const struct public_set *s,
                     const char *but)
{
    struct map counts = { 0 };

    for (size_t i = 0; i < q->sketch.n; i++) {
        const size_t *at =
            map_get(&s->hashes, &q->sketch.at[i], sizeof(uint64_t));
        size_t k = at ? *at : 0;

        for (int left = LIST; k && left > 0; left--) {
            const struct holder *h = vec_get(&s->holders, struct holder, k - 1);

            ++*map_put(&counts, &h->statement, sizeof(size_t), NULL);
            k = h->next;
        }
    }
    for (size_t i = 0; i < counts.n; i++) {
        const char *id;
        size_t number;

        memcpy(&number, counts.entries[i].key, sizeof number);
        id = *vec_get(&s->ids, const char *, number);
        if (corpus_is_near(counts.entries[i].value, &q->sketch) &&
            !(but && str_eq(id, but)))
            corpus_found(q, s->name, id, 0, false);
    }
    map_clear(&counts);
}

static void corpus_ask_set(struct likeness *q, const struct public_set *s)
{
    enum form_by by;
    const struct seen *seen = forms_find(&s->forms, &q->form, &by);

    if (seen)
        corpus_found(q, s->name, seen->id, 0, true);
    ask_near(q, s, seen ? seen->id : NULL);
}

/* Looks at the newest version of an entry, unless that was done. */
static bool corpus_look_at(struct corpus *c, struct arena *a, struct store *s,
                           const struct entry *x, struct class_entry **out,
                           struct err *e)
{
    size_t *at = map_put(&c->entry_of, &x->id, sizeof x->id, NULL);
    struct entry_version version;
    struct problem p;
    bool there;

    if (*at == 0) {
        vec_push(&c->entries);
        *at = c->entries.n;
    }
    *out = vec_get(&c->entries, struct class_entry, *at - 1);
    if ((*out)->version == x->version)
        return true;
    if (!entries_version(s, a, x->id, x->version, &version, &there, e))
        return false;
    if (!there || !version_problem(a, &version, &p, e))
        return there ? err_prefix(e, "entry %lld: ", (long long)x->id) : true;
    (*out)->id = x->id;
    (*out)->version = x->version;
    canonical_problem(&(*out)->form, &p);
    sketch_of(&(*out)->sketch, p.statement);
    return true;
}

static bool same_form(const struct canonical *x, const struct canonical *y)
{
    return (x->statement.high == y->statement.high &&
            x->statement.low == y->statement.low) ||
           (x->has_params && y->has_params &&
            x->params.high == y->params.high && x->params.low == y->params.low);
}

static bool ask_class(struct likeness *q, struct corpus *c, struct store *s,
                      int64_t but, struct err *e)
{
    struct arena *a = q->arena;
    struct entry *list;
    size_t n;
    bool ok = entries_list(s, a, &list, &n, e);

    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; ok && i < n; i++) {
        struct class_entry *x;
        bool same;

        if (list[i].id == but || list[i].state == ENTRY_WITHDRAWN)
            continue;
        ok = corpus_look_at(c, a, s, &list[i], &x, e);
        if (!ok || x->version != list[i].version)
            continue;
        same = same_form(&q->form, &x->form);
        if (same ||
            corpus_is_near(shared_hashes(&q->sketch, &x->sketch), &q->sketch))
            corpus_found(q, NULL, list[i].topic, list[i].id, same);
    }
    pthread_mutex_unlock(&c->lock);
    return ok;
}

static int same_first(const void *x, const void *y)
{
    const struct overlap *a = x, *b = y;

    return (int)b->same - (int)a->same;
}

bool corpus_find(struct corpus *c, struct arena *a, struct store *s,
                 const struct problem *p, int64_t but, size_t most,
                 struct overlap **out, size_t *n, struct err *e)
{
    struct likeness q = { .arena = a };

    q.found = vec_in(a, sizeof(struct overlap));
    *n = 0;
    *out = NULL;
    if (!c || str_blank(p->statement))
        return true;
    canonical_problem(&q.form, p);
    sketch_of(&q.sketch, p->statement);
    if (!ask_class(&q, c, s, but, e))
        return false;
    for (size_t i = 0; i < c->n; i++)
        corpus_ask_set(&q, &c->sets[i]);
    *n = q.found.n;
    *out = q.found.items;
    if (*n > 1)
        qsort(*out, *n, sizeof(**out), same_first);
    if (*n > most)
        *n = most;
    return true;
}

/* ---- sources of drafts ---- */

const char *corpus_recall(struct corpus *c, struct arena *a, const char *sha)
{
    const char *text = NULL;

    if (!c)
        return NULL;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; !text && i < SOURCES; i++)
        if (str_eq(str_get(&c->kept[i].sha), sha))
            text = arena_strdup(a, str_get(&c->kept[i].text));
    pthread_mutex_unlock(&c->lock);
    return text;
}

void corpus_keep(struct corpus *c, const char *sha, const char *text)
{
    struct kept *k;

    if (!c || strlen(text) > SOURCE_MOST)
        return;
    pthread_mutex_lock(&c->lock);
    k = &c->kept[c->next++ % SOURCES];
    str_clear(&k->sha);
    str_clear(&k->text);
    str_add(&k->sha, sha);
    str_add(&k->text, text);
    pthread_mutex_unlock(&c->lock);
}
