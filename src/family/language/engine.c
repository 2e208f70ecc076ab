/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Values in the kit are numbers in a struct. Here number 0 is the kind; behind
 * it every given value has its place: a number; a list of a length that is
 * known from the text, with its count, so that its items can be hidden; or any
 * other list, as a struct ints and whether it has rows.
 */
#include "family/language/engine.h"
#include "base/ascii.h"
#include "family/language/program.h"
#include "family/recipe/recipe_int.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define SHORT_MOST 16 /* items of a list that stands in the struct itself */
#define VALUE_SIZE INT64_C(1000000000000)

struct place {
    enum place_kind { PLACE_NUMBER, PLACE_SHORT, PLACE_LONG } kind;
    size_t at;   /* first of its numbers */
    size_t room; /* of a short list */
};

struct layout {
    struct place *places;
    struct field *fields; /* ended by a NULL name; the kind is none of them */
    struct field *room;   /* the same, with measured limits: measure_room() */
    atomic_bool measured;
};

struct program {
    const struct family_file *file;
    struct layout layouts[FILE_KINDS];
    /* Problems of a kind at a level, from 0; 0: it is not walked. */
    uint64_t spaces[FILE_KINDS][FILE_LEVELS];
    struct asked_kind kinds[FILE_KINDS];
    struct template *templates[FILE_KINDS]; /* of all kinds, in one row */
    size_t n_templates;
};

/* ---- the layout of values ---- */

/* The length of a list that its formula tells, or 0. */
static size_t length_of(const struct node *x, const struct file_kind *k)
{
    if (x->op == OP_LIST)
        return x->n;
    if (x->op == OP_LOOP && x->loop->kind == LOOP_LIST && x->loop->n == 1 &&
        !x->loop->where)
        return length_of(x->loop->clauses[0].lists[0], k);
    if (x->op == OP_VAR && x->symbol->value && !x->symbol->is_function)
        return length_of(x->symbol->value, k);
    for (size_t i = 0; x->op == OP_VAR && i < k->drawings.n; i++) {
        const struct file_draw *d = vec_at(&k->drawings, i);

        for (size_t j = 0; d->count && j < d->n; j++)
            if (d->names[j] == x->symbol && d->count->op == OP_LITERAL &&
                d->count->value.kind == VAL_INT)
                return (size_t)d->count->value.i;
    }
    return 0;
}

static struct place place_for(const struct symbol *s, const struct file_kind *k,
                              size_t at)
{
    struct node name = { .op = OP_VAR, .symbol = (struct symbol *)s };
    size_t n;

    if (type_of(s->type) == TYPE_NUMBER)
        return (struct place){ PLACE_NUMBER, at, 0 };
    n = type_of(type_item(s->type)) == TYPE_NUMBER ? length_of(&name, k) : 0;
    if (n > 0 && n <= SHORT_MOST)
        return (struct place){ PLACE_SHORT, at, n };
    return (struct place){ PLACE_LONG, at, 0 };
}

static size_t size_of(const struct place *p)
{
    return p->kind == PLACE_NUMBER ? 1
           : p->kind == PLACE_LONG ? 3
                                   : 1 + p->room;
}

static struct field field_for(const struct symbol *s, const struct place *p)
{
    size_t at = p->at * sizeof(int64_t);
    struct field f = {
        .name = s->name, .at = at, .lo = -VALUE_SIZE, .hi = VALUE_SIZE
    };

    if (p->kind == PLACE_SHORT) {
        f.count_at = at;
        f.at = at + sizeof(int64_t);
        f.most = p->room;
    } else if (p->kind == PLACE_LONG) {
        f.count_at = at;
        f.most = INTS_MOST;
    }
    f.slot = p->kind != PLACE_LONG && s->is_told;
    return f;
}

static bool lay_out(struct program *p, size_t kind, struct err *e)
{
    const struct family_file *f = p->file;
    const struct file_kind *k = f->kinds[kind];
    struct layout *l = &p->layouts[kind];
    size_t at = 1;

    l->places = arena_array(f->arena, struct place, k->given.n + 1);
    l->fields = arena_array(f->arena, struct field, k->given.n + 1);
    l->room = arena_array(f->arena, struct field, k->given.n + 1);
    for (size_t i = 0; i < k->given.n; i++) {
        const struct symbol *s = *vec_get(&k->given, struct symbol *, i);

        l->places[i] = place_for(s, k, at);
        at += size_of(&l->places[i]);
        l->fields[i] = field_for(s, &l->places[i]);
    }
    return at <= VALUES_MOST ||
           err_set(e, ERR_LIMIT, "%s: a kind has at most %d given numbers",
                   f->path, VALUES_MOST);
}

/* ---- given values to numbers, and back ---- */

static void put_rows(struct arena *a, struct val list, int64_t *at)
{
    size_t n = list.row->n, all = 0, next = 0;
    struct ints ints;

    for (size_t i = 0; i < n; i++)
        all += 1 + list.row->at[i].row->n;
    ints = ints_new(a, all);
    for (size_t i = 0; i < n; i++) { /* every row with its length before it */
        const struct val_row *row = list.row->at[i].row;

        ints.x[next++] = (int64_t)row->n;
        for (size_t j = 0; j < row->n; j++)
            ints.x[next++] = row->at[j].i;
    }
    memcpy(at, &ints, sizeof(ints));
    at[2] = 1;
}

static void put(struct arena *a, const struct place *p, struct val x,
                union values *v)
{
    int64_t *at = &v->numbers[p->at];
    struct ints ints;

    if (p->kind == PLACE_NUMBER) {
        *at = x.i;
        return;
    }
    if (p->kind == PLACE_SHORT) {
        at[0] = (int64_t)x.row->n;
        for (size_t i = 0; i < x.row->n; i++)
            at[1 + i] = x.row->at[i].i;
        return;
    }
    if (x.row->n && val_is_row(x.row->at[0])) {
        put_rows(a, x, at);
        return;
    }
    ints = ints_new(a, x.row->n);
    for (size_t i = 0; i < x.row->n; i++)
        ints.x[i] = x.row->at[i].i;
    memcpy(at, &ints, sizeof(ints));
    at[2] = 0;
}

static struct val list_of(struct reckoning *r, const int64_t *x, size_t n,
                          enum val_kind kind)
{
    struct val d = val_row(r, kind, n);

    for (size_t i = 0; i < n && !r->failed; i++)
        d.row->at[i] = val_int(x[i]);
    return d;
}

static struct val get_rows(struct reckoning *r, const struct ints *ints)
{
    size_t n = 0;
    struct val d;

    for (int64_t i = 0; i < ints->n; i += 1 + ints->x[i])
        n++;
    d = val_row(r, VAL_LIST, n);
    n = 0;
    for (int64_t i = 0; i < ints->n && !r->failed; i += 1 + ints->x[i])
        d.row->at[n++] =
            list_of(r, ints->x + i + 1, (size_t)ints->x[i], VAL_TUPLE);
    return d;
}

static struct val get(struct reckoning *r, const struct place *p,
                      const union values *v, const int64_t **origin)
{
    const int64_t *at = &v->numbers[p->at];
    struct ints ints;

    *origin = NULL;
    if (p->kind == PLACE_NUMBER) {
        *origin = at;
        return val_int(*at);
    }
    if (p->kind == PLACE_SHORT) {
        *origin = at + 1;
        return list_of(r, at + 1, (size_t)at[0], VAL_LIST);
    }
    memcpy(&ints, at, sizeof(ints));
    return at[2] ? get_rows(r, &ints)
                 : list_of(r, ints.x, (size_t)ints.n, VAL_LIST);
}

static struct given given_of(const struct program *p, struct arena *a,
                             const void *values)
{
    const union values *v = values;
    size_t kind = (size_t)v->numbers[0];
    const struct file_kind *k = p->file->kinds[kind];
    struct reckoning r = { .arena = a, .work = { .limit = UINT64_MAX } };
    struct val *at = arena_array(a, struct val, k->given.n + 1);
    const int64_t **origins = arena_array(a, const int64_t *, k->given.n + 1);

    for (size_t i = 0; i < k->given.n; i++)
        at[i] = get(&r, &p->layouts[kind].places[i], v, &origins[i]);
    return (struct given){ kind, at, origins };
}

static bool fits_place(const struct place *p, struct val x)
{
    switch (p->kind) {
    case PLACE_NUMBER: return x.kind == VAL_INT;
    case PLACE_SHORT:
        if (!val_is_row(x) || x.row->n > p->room)
            return false;
        for (size_t i = 0; i < x.row->n; i++)
            if (x.row->at[i].kind != VAL_INT)
                return false;
        return true;
    case PLACE_LONG:
        if (!val_is_row(x))
            return false;
        for (size_t i = 0; i < x.row->n; i++)
            if (x.row->at[i].kind != x.row->at[0].kind &&
                !(val_is_row(x.row->at[i]) && val_is_row(x.row->at[0])))
                return false;
        return true;
    }
    return false;
}

static bool put_given(const struct program *p, struct arena *a,
                      const struct given *g, union values *v)
{
    const struct file_kind *k = p->file->kinds[g->kind];

    v->numbers[0] = (int64_t)g->kind;
    for (size_t i = 0; i < k->given.n; i++) {
        const struct place *place = &p->layouts[g->kind].places[i];

        if (!fits_place(place, g->at[i]))
            return false;
        put(a, place, g->at[i], v);
    }
    return true;
}

/* ---- drawing ---- */

static size_t kinds_at(const struct program *p, int level, enum holdout part,
                       size_t *kinds)
{
    size_t n = 0;

    for (size_t i = 0; i < p->file->n_kinds; i++)
        if (p->kinds[i].levels >> (level - 1) & 1 &&
            holdout_takes(part, p->kinds[i].held))
            kinds[n++] = i;
    return n;
}

/* Kinds are asked equally often as far as they can be: each takes part in the
 * walk with as many places as the smallest has, or with SHARE_LEAST; a smaller
 * one with all that it has. A larger kind has several problems for a place. */
#define SHARE_LEAST 100000

static uint64_t places_of(const struct program *p, int level,
                          const size_t *kinds, size_t n, uint64_t *places)
{
    uint64_t least = UINT64_MAX, all = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t here = p->spaces[kinds[i]][level - 1];

        if (here == 0 || here > UINT64_C(1) << 61)
            return 0; /* a kind is not walked, or too large for it */
        least = here < least ? here : least;
    }
    least = least < SHARE_LEAST ? SHARE_LEAST : least;
    for (size_t i = 0; i < n; i++) {
        uint64_t here = p->spaces[kinds[i]][level - 1];

        places[i] = here < least ? here : least;
        all += places[i];
    }
    return all >> 61 ? 0 : all;
}

/* One of the problems of a kind that belong to a place: no other place has
 * them. */
static uint64_t rank_at(uint64_t place, uint64_t places, uint64_t space,
                        struct rng *r)
{
    uint64_t first = (uint64_t)((unsigned __int128)place * space / places);
    uint64_t next = (uint64_t)((unsigned __int128)(place + 1) * space / places);

    return next - first > 1 ? first + rng_below(r, next - first) : first;
}

static bool draw_kind(const struct program *p, size_t kind, struct pick *k,
                      union values *v)
{
    struct arena scratch = { 0 }; /* what is refused leaves nothing */
    struct program_fault fault = { 0 };
    struct given g;
    bool ok =
        program_draw(p->file, kind, k, &scratch, &g, &fault) == PROGRAM_DONE &&
        put_given(p, k->arena ? k->arena : &scratch, &g, v);

    if (k->work)
        *k->work += fault.work;
    arena_clear(&scratch);
    return ok;
}

static bool engine_draw(const struct recipe *r, struct pick *k, void *values)
{
    const struct program *p = r->program;
    size_t kinds[FILE_KINDS], n = kinds_at(p, k->level, k->kinds, kinds), i = 0;
    uint64_t places[FILE_KINDS];
    uint64_t all = places_of(p, k->level, kinds, n, places);
    struct pick walk = { .level = k->level,
                         .depth = k->depth,
                         .arena = k->arena,
                         .digits = k->digits,
                         .work = k->work,
                         .mode = PICK_WALK,
                         .space = 1,
                         .sizes = k->sizes ? k->sizes : k->maths,
                         .further = k->further };
    bool ok;

    if (k->mode == PICK_COUNT) {
        k->space = all;
        return true;
    }
    if (all == 0)
        return draw_kind(p,
                         kinds[n > 1 ? (size_t)pick(k, 0, (int64_t)n - 1) : 0],
                         k, values);
    walk.rank = (uint64_t)pick(k, 0, (int64_t)all - 1);
    for (; walk.rank >= places[i]; i++)
        walk.rank -= places[i];
    walk.rank = rank_at(walk.rank, places[i], p->spaces[kinds[i]][k->level - 1],
                        walk.sizes);
    ok = draw_kind(p, kinds[i], &walk, values);
    k->structure ^= walk.structure;
    return ok;
}

/* ---- the other functions of a recipe ---- */

static bool engine_solve(const struct recipe *r, struct solving *s,
                         const void *values)
{
    struct given g = given_of(r->program, s->arena, values);
    struct program_fault fault = { 0 };
    enum program_end end = program_solve(r->program->file, s->arena, &g,
                                         &s->key, s->steps, &fault);

    s->work = fault.work;
    return end == PROGRAM_DONE;
}

static enum truth engine_check(const struct recipe *r, struct arena *a,
                               const void *values, const char *key,
                               struct check_finding *found)
{
    struct given g = given_of(r->program, a, values);
    struct program_fault fault;
    enum truth holds =
        program_check(r->program->file, a, &g, key, &found->by, &fault);

    found->detail = holds == TRUTH_YES ? "the key meets every condition of the "
                                         "file's checks"
                                       : fault.why;
    return holds;
}

static const struct field *engine_fields(const struct recipe *r,
                                         const void *values)
{
    return r->program->layouts[((const union values *)values)->numbers[0]]
        .fields;
}

#define ROOM_DRAWS  48   /* at each level, with each number of further digits */
#define ROOM_FREE   1000 /* a number that gets longer than this is free ... */
#define ROOM_DIGITS 99999 /* ... and has five digits at least */

/* Widen the measured limits by these values. */
static void take_in(struct layout *l, const union values *v)
{
    for (struct field *f = l->room; f->name; f++) {
        size_t n = f->slot ? values_count(f, v) : 0;

        for (size_t i = 0; i < n; i++) {
            int64_t x = *values_at(f, v, i);

            f->lo = x < f->lo ? x : f->lo;
            f->hi = x > f->hi ? x : f->hi;
        }
    }
}

static void measure_room(struct program *p, size_t kind)
{
    struct layout *l = &p->layouts[kind];
    struct rng maths;

    rng_init(&maths, hash_bytes("room", 4));
    for (size_t i = 0; l->fields[i].name; i++) {
        l->room[i] = l->fields[i];
        if (l->fields[i].slot) { /* nothing yet */
            l->room[i].lo = VALUE_SIZE;
            l->room[i].hi = -VALUE_SIZE;
        }
    }
    for (int i = 0; i < ROOM_DRAWS * p->file->n_levels * 4; i++) {
        struct arena a = { 0 };
        union values v = { { 0 } };
        struct pick k = { .level = 1 + i / 4 % p->file->n_levels,
                          .arena = &a,
                          .digits = i % 4,
                          .mode = PICK_FREE,
                          .space = 1,
                          .maths = &maths };

        if (p->kinds[kind].levels >> (k.level - 1) & 1 &&
            draw_kind(p, kind, &k, &v))
            take_in(l, &v);
        arena_clear(&a);
    }
    for (struct field *f = l->room; f->name; f++) {
        if (f->hi > ROOM_FREE && f->hi < ROOM_DIGITS)
            f->hi = ROOM_DIGITS;
        if (f->lo < -ROOM_FREE && f->lo > -ROOM_DIGITS)
            f->lo = -ROOM_DIGITS;
        if (f->lo > 1) /* small numbers are no work */
            f->lo = 1;
    }
}

static const struct field *engine_room(const struct recipe *r,
                                       const void *values)
{
    static pthread_mutex_t one_measures = PTHREAD_MUTEX_INITIALIZER;
    struct program *p = (struct program *)r->program;
    size_t kind = (size_t)((const union values *)values)->numbers[0];
    struct layout *l = &p->layouts[kind];

    if (!atomic_load(&l->measured)) {
        pthread_mutex_lock(&one_measures);
        if (!atomic_load(&l->measured))
            measure_room(p, kind);
        atomic_store(&l->measured, true);
        pthread_mutex_unlock(&one_measures);
    }
    return l->room;
}

static struct json *engine_write(const struct recipe *r, struct arena *a,
                                 const void *values)
{
    struct given g = given_of(r->program, a, values);

    return given_write(r->program->file, a, &g);
}

static bool engine_read(const struct recipe *r, struct arena *a,
                        const struct json *params, void *values, struct err *e)
{
    struct given g;

    return given_read(r->program->file, a, params, &g, e) &&
           (put_given(r->program, a, &g, values) ||
            err_set(e, ERR_DOMAIN,
                    "params: a list is too long, or its items "
                    "are of several kinds"));
}

static const char *engine_key_name(const struct recipe *r, const void *values,
                                   size_t i)
{
    const union values *v = values;
    const struct vec *keys = &r->program->file->kinds[v->numbers[0]]->keys;

    return i < keys->n ? vec_get(keys, struct file_key, i)->name : NULL;
}

static const struct template *engine_templates(const struct recipe *r,
                                               const void *values, size_t *n)
{
    const struct program *p = r->program;
    const union values *v = values;

    *n = v ? p->file->kinds[v->numbers[0]]->wordings.n : p->n_templates;
    return p->templates[v ? v->numbers[0] : 0];
}

static bool has_template(const struct program *p, size_t kind,
                         enum holdout part)
{
    for (size_t i = 0; i < p->file->kinds[kind]->wordings.n; i++) {
        const struct template *t = &p->templates[kind][i];

        if (t->always && holdout_takes(part, t->held))
            return true;
    }
    return false;
}

static bool engine_has_part(const struct family *f, int level,
                            enum holdout kinds, enum holdout templates,
                            struct err *e)
{
    const struct program *p = recipe_of(f)->program;
    size_t at[FILE_KINDS], n = kinds_at(p, level, kinds, at);

    if (n == 0)
        return err_set(e, ERR_DOMAIN,
                       "no kind of question is held out at level %d of %s: %s",
                       level, f->name,
                       kinds_at(p, level, HOLDOUT_ANY, at) == 1
                           ? "it asks only one"
                           : "each of them is the only one of some level");
    for (size_t i = 0; i < n; i++)
        if (!has_template(p, at[i], templates))
            return err_set(e, ERR_DOMAIN,
                           "no wording of %s%s%s is held out: %s needs two "
                           "wordings without a condition",
                           f->name, *p->kinds[at[i]].name ? ", kind " : "",
                           p->kinds[at[i]].name,
                           *p->kinds[at[i]].name ? "the kind" : "the file");
    return true;
}

static void engine_fits(const struct recipe *r, struct arena *a,
                        const void *values, int style, bool *fit)
{
    struct given g = given_of(r->program, a, values);

    program_fitting(r->program->file, a, &g, style, fit);
}

static bool engine_say(const struct recipe *r, struct speech *s,
                       const void *values, size_t wording)
{
    struct given g = given_of(r->program, s->arena, values);
    struct program_fault fault;

    return program_speak(r->program->file, &g, wording, s, &fault) ==
           PROGRAM_DONE;
}

static const struct recipe_engine engine = {
    .draw = engine_draw,
    .solve = engine_solve,
    .check = engine_check,
    .fields = engine_fields,
    .room = engine_room,
    .write = engine_write,
    .read = engine_read,
    .key_name = engine_key_name,
    .templates = engine_templates,
    .has_part = engine_has_part,
    .fits = engine_fits,
    .say = engine_say,
};

/* ---- the card ---- */

static bool count_kind(struct program *p, size_t kind, int level, struct err *e)
{
    const struct file_kind *k = p->file->kinds[kind];
    struct pick count = { .level = level, .mode = PICK_COUNT, .space = 1 };
    struct program_fault fault;
    struct arena a = { 0 };
    struct given g;
    size_t line, column;
    bool ok = true;

    if (k->is_walked && (k->levels >> (level - 1) & 1)) {
        enum program_end end =
            program_draw(p->file, kind, &count, &a, &g, &fault);

        p->spaces[kind][level - 1] = count.space;
        ok = end == PROGRAM_DONE;
        if (!ok) {
            script_place(p->file->script, fault.at, &line, &column);
            err_at(e, ERR_SYNTAX, line, column, "%s:%zu:%zu: %s", p->file->path,
                   line, column, fault.why);
        }
    }
    arena_clear(&a);
    return ok;
}

static bool count_all(struct program *p, size_t kind, struct err *e)
{
    for (int level = 1; level <= p->file->n_levels; level++)
        if (!count_kind(p, kind, level, e))
            return false;
    return true;
}

static const char *name_of(const struct family_file *f)
{
    const char *slash = strrchr(f->path, '/');
    const char *stem = slash ? slash + 1 : f->path;

    size_t n =
        strlen(stem) - (str_ends(stem, ".family") ? strlen(".family") : 0);

    return f->name ? f->name : arena_printf(f->arena, "my/%.*s", (int)n, stem);
}

static bool is_name(const char *name)
{
    size_t slashes = 0;

    for (const char *c = name; *c; c++) {
        slashes += *c == '/';
        if (!(is_digit(*c) || (is_letter(*c) && *c >= 'a') ||
              strchr("-_/", *c)))
            return false;
    }
    return slashes == 1 && name[0] != '/' && !str_ends(name, "/");
}

/* Find the kinds and the wordings that are held out. */
static void hold_out(struct program *p, const char *family)
{
    const struct family_file *f = p->file;
    struct template *t;

    for (size_t i = 0; i < f->n_kinds; i++) {
        const char *name = f->kinds[i]->name;

        p->kinds[i] =
            (struct asked_kind){ name ? name : "", f->kinds[i]->levels, false };
        p->n_templates += f->kinds[i]->wordings.n;
    }
    holdout_kinds(family, p->kinds, f->n_kinds);
    t = arena_array(f->arena, struct template, p->n_templates);
    for (size_t i = 0; i < f->n_kinds; i++) {
        p->templates[i] = t;
        for (size_t k = 0; k < f->kinds[i]->wordings.n; k++) {
            const struct file_text *w = vec_at(&f->kinds[i]->wordings, k);

            *t++ = (struct template){ .text = w->text,
                                      .kind = (int)i,
                                      .style = w->style,
                                      .always = !w->when };
        }
    }
    holdout_templates(p->templates[0], p->n_templates);
}

/* Is every wording a plain one? */
static bool is_plain(const struct family_file *f)
{
    for (size_t i = 0; i < f->n_kinds; i++)
        for (size_t k = 0; k < f->kinds[i]->wordings.n; k++)
            if (vec_get(&f->kinds[i]->wordings, struct file_text, k)->style !=
                STYLE_PLAIN)
                return false;
    return true;
}

/* What has a depth and is told plainly has the knobs of hard families. */
bool family_of_file(struct family_file *f, const struct family **out,
                    struct err *e)
{
    const char *name = name_of(f);
    struct program *p = arena_new(f->arena, struct program);
    struct recipe *r = arena_new(f->arena, struct recipe);
    const struct family concept = { CONCEPT_CARD(r) };
    const struct family deep = { HARD_CARD(r, &f->depth) };
    struct family *card = arena_new(f->arena, struct family);

    if (!is_name(name))
        return err_set(e, ERR_SYNTAX,
                       "%s: \"%s\" cannot be the name of a family: it is "
                       "\"group/word\" in small letters, digits, \"-\" and "
                       "\"_\"; add an entry \"name: group/word\"",
                       f->path, name);
    p->file = f;
    hold_out(p, name);
    for (size_t i = 0; i < f->n_kinds; i++)
        if (!lay_out(p, i, e) || !count_all(p, i, e))
            return false;
    *r = (struct recipe){ .engine = &engine,
                          .program = p,
                          .tongue = f->tongue,
                          .size = sizeof(union values),
                          .pools = f->pools.items };
    for (int i = f->n_levels; f->depth.of && i < FAMILY_DEPTHS; i++)
        f->depth.levels[i] = f->depth.levels[f->n_levels - 1];
    *card = f->depth.of && is_plain(f) ? deep : concept;
    if (card->recipe)
        family_add_knob(card, (struct knob)KINDS_KNOB);
    if (card->recipe && f->depth.of) {
        card->depth = &f->depth;
        family_add_knob(card, (struct knob)DEPTH_KNOB);
    }
    card->name = name;
    card->version = f->version;
    card->hash = f->hash;
    card->title = f->title;
    card->doc = f->about;
    memcpy(card->concepts, f->concepts, sizeof(card->concepts));
    card->answer = f->answer;
    card->levels = f->levels;
    card->n_levels = f->n_levels;
    card->few_keys = f->few_keys;
    *out = card;
    return true;
}

const struct family_file *family_file_of(const struct family *f)
{
    const struct recipe *r = recipe_of(f);

    return r && r->program ? r->program->file : NULL;
}

const char *family_slip(const struct family *f, struct arena *a,
                        const struct problem *p, size_t i)
{
    const struct family_file *file = family_file_of(f);
    struct given g;
    struct err e;

    if (!file || !given_read(file, a, p->params, &g, &e) ||
        file->kinds[g.kind]->slips.n == 0)
        return NULL;
    return program_slip(file, a, &g, i % file->kinds[g.kind]->slips.n);
}

#define REFUSED_DRAWS 1000

double family_refused(const struct family *f, int level)
{
    const struct family_file *file = family_file_of(f);
    unsigned refused = 0;
    struct rng maths;

    rng_init(&maths, hash_bytes("refused", 7));
    for (int i = 0; file && i < REFUSED_DRAWS; i++) {
        struct arena a = { 0 };
        union values v = { { 0 } };
        struct pick k = { .level = level,
                          .depth = family_depth_of(f, level, NULL),
                          .arena = &a,
                          .mode = PICK_FREE,
                          .space = 1,
                          .maths = &maths };

        refused += !recipe_pick(f, &k, &v) || !recipe_solve(f, &a, &v, NULL);
        arena_clear(&a);
    }
    return (double)refused / REFUSED_DRAWS;
}
