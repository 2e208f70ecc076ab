/* SPDX-License-Identifier: Apache-2.0 */
#include "base/pipeline.h"
#include "base/str.h"
#include "evolve/evolve_int.h"
#include "evolve/source/certify.h"
#include "evolve/source/propose.h"
#include "evolve/structure/second.h"
#include "family/generate.h"
#include "family/table.h"
#include "run/plan.h"

#include <inttypes.h>
#include <string.h>

/*
 * Problems on the disk. A record is the sources of a problem as a JSON array,
 * then its line. The line has the id that the problem evolves under and the
 * setting that made it; a set gives it an id and a setting of its own.
 */

/* ---- records ---- */

/* Appends the record of a problem. */
static struct evolve_place evolve_record(struct str *out,
                                         const struct individual *s,
                                         const struct problem *p)
{
    struct evolve_place place = { .at = out->n,
                                  .ends =
                                      s->parts[s->n_parts - 1].text != NULL };

    str_addc(out, '[');
    for (size_t k = 0; k < s->n_parts; k++) {
        str_add(out, k ? ", " : "");
        json_write_text(out, s->parts[k].source);
    }
    str_addc(out, ']');
    place.sources = (uint32_t)(out->n - place.at) & INT32_MAX;
    problem_write(out, p);
    place.n = (uint32_t)(out->n - place.at);
    return place;
}

static bool read_record(struct arena *a, const struct spool *spool,
                        const struct evolve_place *place, char **out,
                        struct err *e)
{
    *out = arena_text(a, place->n);
    return spool_read(spool, place->at, *out, place->n, e);
}

bool evolve_fetch(struct arena *a, const struct spool *spool,
                  const struct evolve_place *place, struct individual *out,
                  struct err *e)
{
    struct problem p = { 0 };
    struct json *v;
    char *text;
    bool is;

    if (!read_record(a, spool, place, &text, e) ||
        !json_read(a, text + place->sources, place->n - place->sources, 1, &v,
                   e))
        return false;
    p.id = json_string(json_get(v, "id"));
    p.params = json_get(v, "params");
    p.meta = json_get(v, "meta");
    if (!individual_read(a, &p, &is, out, e))
        return false;
    /* Nothing is on this disk that was not checked. */
    for (size_t i = 0; i < out->n_lines; i++)
        out->lines[i].harmless = out->lines[i].text;
    return true;
}

bool evolve_fetch_block(struct evolve *v, const struct evolve_place *places,
                        struct individual *out, size_t n, struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (!evolve_fetch(v->arena, v->spool, &places[v->from + i], &out[i], e))
            return false;
    return true;
}

/* ---- lines of a set ---- */

struct evolve_set evolve_set_of(const struct evolve *v, const char *name,
                                const struct evolve_place *places, size_t n)
{
    return (struct evolve_set){ .name = name,
                                .n = n,
                                .spool = v->spool,
                                .places = places,
                                .seed = v->spec->seed };
}

/* Behind the string that begins at s. */
static const char *string_end(const char *s)
{
    for (s++; *s != '"'; s++)
        s += *s == '\\';
    return s + 1;
}

/* Behind the text, which problem_write() always writes there: in no string, as
 * a quote stands there with a backslash. */
static const char *rows_behind(const char *line, const char *text)
{
    const char *at = strstr(line, text);

    INVARIANT(at);
    return at + strlen(text);
}

#define BEFORE_ID      "{\"id\": "
#define BEFORE_LINEAGE "\"meta\": {\"evolve\": {"
#define AFTER_LINEAGE  "}}}\n"
#define BEFORE_SETTING "\"setting\": "

static void rows_add_line(struct str *out, const char *line, const char *id,
                          const char *setting)
{
    const char *was = rows_behind(line, BEFORE_ID), *rest = string_end(was);
    const char *at =
        rows_behind(rows_behind(rest, BEFORE_LINEAGE), BEFORE_SETTING);

    str_add(out, BEFORE_ID);
    json_write_string(out, id);
    str_addn(out, rest, (size_t)(at - rest));
    json_write_string(out, setting);
    str_add(out, string_end(at));
}

static const char *rows_id_of(struct arena *a, const struct evolve_set *set,
                              size_t i)
{
    return arena_printf(a, "evolve-%s-%s-%zu", set->seed, set->name, i + 1);
}

bool evolve_set_line(const struct evolve_set *set, size_t i, struct str *out,
                     struct err *e)
{
    struct arena a = { 0 };
    char *text;
    bool ok = true;

    if (!set->places)
        problem_write(out, &set->problems[i]);
    else if ((ok = read_record(&a, set->spool, &set->places[i], &text, e)))
        rows_add_line(out, text + set->places[i].sources,
                      rows_id_of(&a, set, i), set->name);
    arena_clear(&a);
    return ok;
}

bool evolve_set_lineage(struct arena *a, const struct evolve_set *set, size_t i,
                        struct evolve_lineage_text *out, struct err *e)
{
    const struct evolve_place *place = &set->places[i];
    char *text;

    if (!read_record(a, set->spool, place, &text, e))
        return false;
    text[place->n - strlen(AFTER_LINEAGE)] = '\0';
    *out = (struct evolve_lineage_text){
        .id = rows_id_of(a, set, i),
        .sources = arena_strndup(a, text, place->sources),
        .members = rows_behind(text + place->sources, BEFORE_LINEAGE)
    };
    return true;
}

/* ---- sets in memory ---- */

static bool load_one(struct arena *a, const struct evolve_set *set, size_t i,
                     struct evolve_set *out, struct err *e)
{
    struct str line = str_in(a);
    struct json *v;
    bool is;

    return evolve_set_line(set, i, &line, e) &&
           json_read(a, str_get(&line), line.n, 1, &v, e) &&
           problem_read(a, v, &out->problems[i], e) &&
           individual_read(a, &out->problems[i], &is, &out->individuals[i], e);
}

bool evolve_set_load(struct arena *a, const struct evolve_set *set, size_t n,
                     struct evolve_set *out, struct err *e)
{
    *out = *set;
    if (!set->places)
        return true;
    out->n = n < set->n ? n : set->n;
    out->problems = arena_array(a, struct problem, out->n + 1);
    out->individuals = arena_array(a, struct individual, out->n + 1);
    for (size_t i = 0; i < out->n; i++)
        if (!load_one(a, set, i, out, e))
            return false;
    return true;
}

size_t evolve_all_sets(struct evolve_report *r,
                       struct evolve_set *out[EVOLVE_SETS])
{
    struct evolve_set *const own[] = { &r->seeds, &r->population, &r->easy,
                                       &r->hard, &r->evolved_easy };
    size_t n = sizeof(own) / sizeof(*own);

    memcpy(out, own, sizeof(own));
    for (size_t i = 0; i < r->n_arms; i++)
        out[n++] = &r->arms[i];
    out[n++] = &r->effects;
    for (size_t i = 0; i < r->n_settings; i++)
        out[n++] = &r->settings[i];
    return n;
}

bool evolve_load(struct arena *a, struct evolve_report *r, struct err *e)
{
    struct evolve_set *sets[EVOLVE_SETS];
    size_t n = evolve_all_sets(r, sets);

    for (size_t i = 0; i < n; i++)
        if (!evolve_set_load(a, sets[i], sets[i]->n, sets[i], e))
            return false;
    return true;
}

/*
 * A population in blocks, on many threads. A block is made, checked and
 * measured in memory of its own; its lines then go to the disk in the order of
 * the blocks, and only places and features stay.
 */

size_t evolve_windows(size_t n)
{
    return n < EVOLVE_WINDOW ? n > 0 : n / EVOLVE_WINDOW;
}

size_t evolve_window_size(size_t n, size_t window)
{
    return window + 1 < evolve_windows(n) ? EVOLVE_WINDOW
                                          : n - window * EVOLVE_WINDOW;
}

struct pass_block {
    size_t from, n;
    /* results, in the item's arena */
    bool ok;
    struct err e;
    struct str records;
    struct evolve_place *places; /* from the start of `records` */
    struct features *features;
    struct vec counts;
    size_t renumbered;
};

/* A pass under way. */
struct passing {
    const struct evolve_pass *pass;
    struct evolve *v;   /* whom blocks are handed to */
    struct evolve like; /* what the copies of threads begin as */
    size_t window;      /* to be taken next */
    bool ok;
    struct err *e;
};

static bool rows_next_block(void *ctx, struct pipeline_item *item)
{
    struct passing *p = ctx;
    struct pass_block *b = item->data;
    size_t n = p->pass->n, windows = evolve_windows(n);
    size_t end = p->window + p->v->windows;

    if (p->window >= windows)
        return false;
    b->from = p->window * EVOLVE_WINDOW;
    b->n = (end < windows ? end * EVOLVE_WINDOW : n) - b->from;
    p->window = end;
    return true;
}

/* ---- on threads ---- */

static bool make_block(struct evolve *v, const struct evolve_pass *pass,
                       struct pass_block *b, struct err *e)
{
    struct individual *s = arena_array(v->arena, struct individual, b->n + 1);
    struct arena a = { 0 };
    bool ok = true;

    if (watch_stopped(&v->session.watch))
        return err_set(e, ERR_IO, "interrupted");
    if (!pass->fill(v, pass->ctx, s, b->n, e))
        return false;
    for (size_t i = 0; ok && i < b->n; i++) {
        const char *fault;
        struct problem p;

        individual_problem(&a, &s[i], pass->setting, &p);
        fault = pass->check ? individual_fault(&a, &s[i], &p) : NULL;
        ok = !fault || err_set(e, ERR_DOMAIN, "%s: %s", p.id, fault);
        b->places[i] = evolve_record(&b->records, &s[i], &p);
        arena_clear(&a);
    }
    return ok &&
           (!pass->features || evolve_features(v, s, b->n, b->features, e));
}

/* What a questioner says of its first failure is in the arena of a block: keep
 * it in this one. */
static void evolve_keep_error(struct arena *a, struct questioner *q)
{
    if (q->error)
        q->error = arena_strdup(a, q->error);
}

static void work_block(void *ctx, struct pipeline_item *item)
{
    const struct passing *p = ctx;
    struct pass_block *b = item->data;
    struct arena work = { 0 };
    struct evolve v = p->like;

    b->records = str_in(&item->arena);
    b->places = arena_array(&item->arena, struct evolve_place, b->n + 1);
    b->features = arena_array(&item->arena, struct features, b->n + 1);
    v.arena = &work;
    v.counts = vec_in(&item->arena, sizeof(struct evolve_count));
    v.from = b->from;
    v.renumbered = 0;
    b->ok = make_block(&v, p->pass, b, &b->e);
    b->counts = v.counts;
    b->renumbered = v.renumbered;
    evolve_keep_error(p->like.arena, v.writer);
    evolve_keep_error(p->like.arena, v.referee);
    arena_clear(&work);
}

/* ---- in order ---- */

static void rows_add_counts(struct evolve *v, const struct vec *counts)
{
    for (size_t i = 0; i < counts->n; i++) {
        const struct evolve_count *c = vec_get(counts, struct evolve_count, i);
        struct evolve_count *all = evolve_count_of(v, c->card);

        if (c->refused && !all->refused)
            all->reason = arena_strdup(v->counts.arena, c->reason);
        all->applied += c->applied;
        all->refused += c->refused;
    }
}

static bool emit_block(void *ctx, struct pipeline_item *item)
{
    struct passing *p = ctx;
    struct pass_block *b = item->data;
    uint64_t at = 0;

    if (!b->ok)
        *p->e = b->e;
    p->ok = b->ok && spool_add(p->v->spool, str_get(&b->records), b->records.n,
                               &at, p->e);
    for (size_t i = 0; p->ok && i < b->n; i++) {
        p->pass->places[b->from + i] = b->places[i];
        p->pass->places[b->from + i].at += at;
        if (p->pass->features)
            p->pass->features[b->from + i] = b->features[i];
    }
    if (p->ok) {
        rows_add_counts(p->v, &b->counts);
        p->v->renumbered += b->renumbered;
    }
    arena_clear(&item->arena); /* a reset would keep a part of it */
    return p->ok;
}

bool evolve_pass(struct evolve *v, const struct evolve_pass *pass,
                 struct err *e)
{
    const struct ask_options *o = &v->session.o->ask;
    struct passing p = { .pass = pass, .v = v, .like = *v, .ok = true, .e = e };
    bool alone = pass->alone || v->writer->model || v->referee->model;
    struct pipeline line = { .threads =
                                 alone || o->threads < 1 ? 1 : o->threads,
                             .item_size = sizeof(struct pass_block),
                             .ctx = &p,
                             .next = rows_next_block,
                             .work = work_block,
                             .emit = emit_block,
                             .leave = o->leave };

    pipeline_run(&line);
    return p.ok;
}

/* Where problems come from: seeds, families, files. */

/* ---- seeds ---- */

static const char *seed_id(const struct evolve *v, size_t i)
{
    return arena_printf(v->arena, "evolve-%s-seeds-%zu", v->spec->seed,
                        v->from + i + 1);
}

static bool draw_seeds(struct evolve *v, void *ctx, struct individual *out,
                       size_t n, struct err *e)
{
    const struct evolve_spec *s = v->spec;
    struct linear_shape shape = evolve_shape(s);
    const struct theme *theme =
        str_eq(s->theme, "any") ? NULL : theme_find(s->theme);

    (void)ctx;
    for (size_t i = 0; i < n; i++) {
        struct rng r = evolve_rng(v, "seed", 0, i);
        struct structure b = structure_linear_draw(v->arena, &r, &shape, theme);
        const char *id = seed_id(v, i);

        if (!individual_open(v->arena, id, b, id, &out[i], e))
            return false;
    }
    return true;
}

/* ---- families ---- */

/* Problems of each family in turn. Some keys (a set, a root) are no number
 * that could go on: the next index is tried. */
static bool rows_draw_family(struct evolve *v, const struct family *f,
                             uint64_t *index, const char *id,
                             struct individual *out, struct err *e)
{
    struct coordinates c = { .family = f,
                             .level = (int)v->spec->level,
                             .seed = v->spec->seed };

    if (c.level > f->n_levels)
        c.level = f->n_levels;
    for (int tries = 0; tries < 50; tries++) {
        struct problem p;
        struct structure b;

        c.index = (*index)++;
        if (!family_generate_one_of_many(v->arena, &c, &p, e))
            return false;
        if (structure_of_problem(v->arena, &p, &b, e) &&
            individual_open(v->arena, id, b, p.id, out, e))
            return true;
    }
    return false; /* the reason begins with the last problem's id */
}

/* Families and the next index of each. */
struct drawing {
    const struct family **families;
    size_t n;
    uint64_t *next;
};

static bool rows_draw_families(struct evolve *v, void *ctx,
                               struct individual *out, size_t n, struct err *e)
{
    const struct drawing *d = ctx;

    for (size_t i = 0; i < n; i++) {
        size_t k = (v->from + i) % d->n;

        if (!rows_draw_family(v, d->families[k], &d->next[k], seed_id(v, i),
                              &out[i], e))
            return false;
    }
    return true;
}

/* ---- files ---- */

/* Rows are taken in blocks, in memory that is released after each. */
struct rows {
    const struct problem *problems;
    size_t n;
    /* of the block */
    struct arena *work;
    struct imported *imported; /* of rows without a structure of their own */
    struct str records;
    /* those that can be used, of all blocks */
    struct problem *kept;
    struct evolve_place *places;
    size_t n_kept;
    struct pairs_sets chains; /* their sources */
};

static const char not_certified[] = "no second program agrees with its "
                                    "computation";

static void rows_leave_out(struct evolve *v, const char *id, const char *why)
{
    struct evolve_report *r = v->report;

    r->left_out_ids[r->n_left_out] = id;
    r->left_out_whys[r->n_left_out++] = why;
}

static void rows_keep(struct rows *rows, const struct problem *p,
                      const struct individual *s)
{
    struct problem made;

    individual_problem(rows->work, s, "originals", &made);
    rows->places[rows->n_kept] = evolve_record(&rows->records, s, &made);
    rows->kept[rows->n_kept++] = *p;
}

/* A problem of ours: evolved already, or of a family. */
static bool open_own(struct evolve *v, struct arena *a, const struct problem *p,
                     struct individual *s, struct err *e)
{
    struct structure b;
    const char *fault;
    bool is, has = individual_read(a, p, &is, s, e);

    if (!is)
        return structure_of_problem(a, p, &b, e) &&
               individual_open(a, p->id, b, p->id, s, e);
    if (!has)
        return false;
    fault = individual_fault(a, s, p); /* anybody may have changed it */
    if (fault)
        return err_set(e, ERR_DOMAIN, "%s", fault);
    if (v->spec->certified && !individual_certified(a, s))
        return err_set(e, ERR_DOMAIN, "%s", not_certified);
    /* Evolved once more, this problem is the original of all its parts.
     * Their sources stay; files of old do not have those of seeds. */
    for (size_t k = 0; k < s->n_parts; k++) {
        s->parts[k].original = p->id;
        if (!s->parts[k].source)
            s->parts[k].source = arena_printf(a, "%s#%zu", p->id, k + 1);
    }
    return true;
}

/* No two chains of an evolution are of the same sources. */
static bool rows_is_other(struct rows *rows, const struct individual *s,
                          struct err *e)
{
    struct pairs_item x = evolve_kin_of(s);

    return s->n_parts == 1 || pairs_take(&rows->chains, &x, NULL) ||
           err_set(e, ERR_DOMAIN,
                   "an earlier chain of the file has the same sources");
}

static void rows_take_own(struct evolve *v, struct rows *rows,
                          const struct problem *p)
{
    struct individual s;
    struct err e;

    if (open_own(v, rows->work, p, &s, &e) && rows_is_other(rows, &s, &e)) {
        rows_keep(rows, p, &s);
        return;
    }
    v->report->other_rows++;
    rows_leave_out(v, p->id, arena_strdup(v->arena, e.msg));
}

static bool has_structure(const struct problem *p)
{
    return p->family || json_get(p->params, "parts");
}

static void take_imported(struct evolve *v, struct rows *rows,
                          const struct problem *p, const struct imported *m)
{
    struct individual s;
    struct err e;

    v->report->left_out[m->reason]++;
    if (m->reason == IMPORT_FINE) {
        if (v->spec->certified && !structure_certified(&m->structure)) {
            v->report->not_certified++;
            rows_leave_out(v, p->id, not_certified);
            return;
        }
        v->report->fixed[m->fix]++;
        if (individual_open(rows->work, p->id, m->structure, p->id, &s, &e))
            rows_keep(rows, p, &s);
        else
            rows_leave_out(v, p->id, arena_strdup(v->arena, e.msg));
        return;
    }
    rows_leave_out(
        v, p->id,
        arena_printf(v->arena, "%s%s%s", import_reason_name(m->reason),
                     m->detail ? ": " : "", m->detail ? m->detail : ""));
}

/* Formulas for what the data does not explain. Rows of ours stay out of it. */
static bool propose_missing(struct evolve *v, const struct rows *rows,
                            size_t from, size_t n, struct err *e)
{
    size_t accepted;

    if (!v->writer->model)
        return true;
    if (!from)
        watch_stage(&v->session.watch, "text", "formulas by %s",
                    v->writer->model->spec);
    if (!propose_formulas(rows->work, v->writer, rows->problems + from,
                          rows->imported, n, &accepted, e))
        return false;
    v->report->formulas += accepted;
    return true;
}

/* A second program for each row: by the data, else by the writer. */
static bool rows_certify(struct evolve *v, const struct rows *rows, size_t from,
                         size_t n, struct err *e)
{
    struct evolve_report *r = v->report;

    for (size_t i = 0; i < n; i++)
        r->certified_data += certify_annotation(
            rows->work, &rows->problems[from + i], &rows->imported[i]);
    for (size_t i = 0; i < n; i++)
        r->uncertified += certify_wants(&rows->imported[i]);
    if (!v->writer->model)
        return true;
    if (!from)
        watch_stage(&v->session.watch, "text", "certificates by %s",
                    v->writer->model->spec);
    return certify_ask(rows->work, v->writer, rows->imported, n,
                       &r->certified_model, e);
}

/* Rows from[0..n): what can be used goes to the disk. */
static bool take_block(struct evolve *v, struct rows *rows, size_t from,
                       size_t n, struct err *e)
{
    const struct problem *p = rows->problems + from;
    size_t first = rows->n_kept;
    uint64_t at;

    rows->imported = arena_array(rows->work, struct imported, n);
    rows->records = str_in(rows->work);
    for (size_t i = 0; i < n; i++)
        if (has_structure(&p[i]))
            rows->imported[i].reason = IMPORT_FINE;
        else
            import_problem(rows->work, &p[i], &rows->imported[i]);
    if (!propose_missing(v, rows, from, n, e) ||
        !rows_certify(v, rows, from, n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (has_structure(&p[i]))
            rows_take_own(v, rows, &p[i]);
        else
            take_imported(v, rows, &p[i], &rows->imported[i]);
    if (!spool_add(v->spool, str_get(&rows->records), rows->records.n, &at, e))
        return false;
    for (size_t i = first; i < rows->n_kept; i++)
        rows->places[i].at += at;
    return true;
}

static bool rows_take_rows(struct evolve *v, struct rows *rows, struct err *e)
{
    struct evolve_report *r = v->report;
    struct arena work = { 0 };
    size_t most = EVOLVE_WINDOW * v->windows;
    bool ok = true;

    rows->work = &work;
    r->left_out_ids = arena_array(v->arena, const char *, rows->n + 1);
    r->left_out_whys = arena_array(v->arena, const char *, rows->n + 1);
    for (size_t i = 0; ok && i < rows->n; i += most) {
        ok = take_block(v, rows, i, rows->n - i < most ? rows->n - i : most, e);
        evolve_keep_error(v->arena, v->writer);
        arena_clear(&work);
    }
    return ok;
}

static bool will_renumber(const struct evolve *v)
{
    const struct operator_card *list[EVOLVE_OPERATORS];

    return operators_have(list, evolve_operators(v, list), &op_renumber);
}

static bool rows_is_stale(struct evolve *v, const struct individual *s,
                          size_t i)
{
    struct operator_call o = { .first = s, .id = s->id };
    struct individual out;
    struct err e;

    return individual_unchanged(v->arena, s) &&
           (v->spec->fresh || !will_renumber(v) ||
            !evolve_try(v, &op_renumber, o, 0, i, &out, &e));
}

/* Fresh numbers where the structure allows it, and other names. */
static bool freshen(struct evolve *v, void *ctx, struct individual *s, size_t n,
                    struct err *fetched)
{
    static const struct operator_card *const cards[] = { &op_renumber,
                                                         &op_rename };

    (void)ctx;
    if (!evolve_fetch_block(v, v->rows, s, n, fetched))
        return false;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < 2 && v->spec->fresh; k++) {
            struct operator_call o = { .first = &s[i], .id = s[i].id };
            struct individual out;
            struct err e;

            if (!evolve_try(v, cards[k], o, 0, i, &out, &e))
                continue;
            s[i] = out;
            v->renumbered += k == 0;
        }
        v->stale[v->from + i] = rows_is_stale(v, &s[i], i);
    }
    return true;
}

/* Leave out rows that stay what they were, if fresh numbers are wanted: a model
 * may know them by heart. Arms compare a row with itself and keep all. */
static bool drop_stale(struct evolve *v, struct err *e)
{
    const struct evolve_spec *s = v->spec;
    struct evolve_report *r = v->report;
    size_t n = 0;

    r->unchanged_out =
        (s->fresh || will_renumber(v)) && !s->unchanged && !s->n_arms;
    for (size_t i = 0; i < v->n_seeds; i++) {
        r->unchanged += v->stale[i];
        if (v->stale[i] && r->unchanged_out) {
            rows_leave_out(
                v, r->seeds.problems[i].id,
                "its numbers or its key would be those of the original");
            continue;
        }
        v->rows[n] = v->rows[i];
        v->seeds[n] = v->seeds[i];
        r->seeds.problems[n++] = r->seeds.problems[i];
    }
    v->n_seeds = r->seeds.n = n;
    return n || err_set(e, ERR_DOMAIN,
                        "%s: every row would keep the original's numbers or "
                        "key; --keep-unchanged keeps such rows and marks "
                        "them",
                        s->source);
}

static void name_unread(void *with, const char *why)
{
    struct evolve *v = with;

    watch_note(&v->session.watch, "%s; the row is left out", why);
}

static bool rows_read_file(struct evolve *v, size_t *n, struct err *e)
{
    const struct evolve_spec *s = v->spec;
    struct plan plan = { .unread = name_unread, .with = v };
    struct rows rows;
    bool taken;

    if (!plan_read_problems(v->arena, s->source, s->as, s->limit, &plan, e))
        return false;
    v->report->rows = plan.n_problems;
    v->report->unread = plan.n_unread;
    rows = (struct rows){ .problems = plan.problems,
                          .n = plan.n_problems,
                          .kept = arena_array(v->arena, struct problem,
                                              plan.n_problems + 1),
                          .places = arena_array(v->arena, struct evolve_place,
                                                plan.n_problems + 1) };
    if (plan.repeats)
        watch_note(&v->session.watch,
                   "left out, because it repeats an earlier problem: %s",
                   datum_plural(v->arena, plan.repeats, "row"));
    taken = rows_take_rows(v, &rows, e);
    map_clear(&rows.chains.sums);
    if (!taken)
        return false;
    if (!rows.n_kept)
        return err_set(e, ERR_DOMAIN,
                       "%s: none of its problems can be evolved; reason for "
                       "the first: %s",
                       s->source,
                       v->report->n_left_out ? v->report->left_out_whys[0]
                                             : "the file has no problems");
    v->report->seeds = (struct evolve_set){ .name = "originals",
                                            .problems = rows.kept,
                                            .n = rows.n_kept };
    v->rows = rows.places;
    *n = rows.n_kept;
    return true;
}

/* ---- all of them ---- */

static bool make_seeds(struct evolve *v, struct evolve_pass *pass,
                       struct err *e)
{
    v->n_seeds = pass->n;
    v->seeds = arena_array(v->arena, struct evolve_place, pass->n + 1);
    pass->places = v->seeds;
    return evolve_pass(v, pass, e);
}

static bool make_from_file(struct evolve *v, struct err *e)
{
    struct evolve_pass pass = { .setting = "seeds", .fill = freshen };

    watch_stage(&v->session.watch, "source", "%s", v->spec->source);
    if (!rows_read_file(v, &pass.n, e))
        return false;
    v->stale = arena_array(v->arena, bool, pass.n + 1);
    if (!make_seeds(v, &pass, e))
        return false;
    v->report->renumbered = v->renumbered;
    return drop_stale(v, e);
}

bool evolve_source(struct evolve *v, struct err *e)
{
    const struct evolve_spec *s = v->spec;
    struct evolve_pass pass = { .setting = "seeds",
                                .n = s->population,
                                .fill = draw_seeds,
                                .check = true };
    struct drawing drawing = { 0 };

    if (evolve_reads_file(s))
        return make_from_file(v, e);
    watch_stage(&v->session.watch, "source", "%s%s",
                datum_plural(v->arena, s->population,
                             s->n_families ? "problem" : "seed"),
                s->n_families ? " of families" : "");
    if (s->n_families) {
        if (!evolve_families(v->arena, s, &drawing.families, &drawing.n, e))
            return false;
        drawing.next = arena_array(v->arena, uint64_t, drawing.n + 1);
        pass.fill = rows_draw_families;
        pass.ctx = &drawing;
        pass.alone = true;
    }
    if (!make_seeds(v, &pass, e))
        return false;
    v->report->seeds = evolve_set_of(v, pass.setting, v->seeds, v->n_seeds);
    return true;
}
