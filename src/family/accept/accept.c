/* SPDX-License-Identifier: Apache-2.0 */
#include "family/accept/accept.h"
#include "family/accept/accept_int.h"
#include "family/language/engine.h"

#include <stdarg.h>
#include <string.h>

#define FINDINGS_MOST 4 /* of a row that are listed */
#define NOTES_MOST    12
#define SAME_SORT     16 /* bytes that messages of one sort share */

static const struct {
    const char *name, *asks;
} rows[ACCEPT_ROWS] = {
    { "reads", "is the file a family?" },
    { "two roads", "does the check use other mathematics than the key?" },
    { "agrees", "does the check say yes to every key?" },
    { "says no", "does the check say no to every wrong key?" },
    { "says enough", "does every statement tell what its key rests on?" },
    { "nothing idle", "does every given value matter?" },
    { "not guessable", "does no key answer more than a tenth?" },
    { "large", "are there as many problems as it claims?" },
    { "well told", "do statements and steps read well?" },
    { "bounded", "does the work stay far from its limit?" },
};

const char *accept_row_name(enum accept_row row)
{
    return rows[row].name;
}

const char *accept_row_asks(enum accept_row row)
{
    return rows[row].asks;
}

/* ---- findings ---- */

static const char *vprint(struct arena *a, const char *fmt, va_list ap)
{
    struct str s = str_in(a), clean = str_in(a);

    str_addv(&s, fmt, ap);
    str_add_printable(&clean, str_get(&s));
    return str_get(&clean);
}

static struct accept_finding finding_at(const struct accepting *x, size_t at,
                                        const char *what)
{
    struct accept_finding f = { .what = what, .with = "", .cure = "" };

    script_place(x->file->script, at, &f.line, &f.column);
    return f;
}

void accept_find(struct accepting *x, enum accept_row row, size_t at,
                 const struct given *g, const char *cure, const char *fmt, ...)
{
    struct accept_result *r = &x->out->rows[row];
    struct accept_finding f;
    va_list ap;

    va_start(ap, fmt);
    f = finding_at(x, at, vprint(x->arena, fmt, ap));
    va_end(ap);
    f.with = g ? given_say(x->file, x->arena, g) : "";
    f.cure = cure;
    for (size_t i = 0; i < r->findings.n; i++) {
        const struct accept_finding *old = vec_at(&r->findings, i);

        if (old->line == f.line && str_eq(old->cure, f.cure) &&
            strncmp(old->what, f.what, SAME_SORT) == 0) {
            r->more++;
            return;
        }
    }
    if (r->findings.n == FINDINGS_MOST)
        r->more++;
    else
        *(struct accept_finding *)vec_push(&r->findings) = f;
}

void accept_note(struct accepting *x, size_t at, const char *fmt, ...)
{
    va_list ap;

    if (x->out->notes.n == NOTES_MOST)
        return;
    va_start(ap, fmt);
    *(struct accept_finding *)vec_push(&x->out->notes) =
        finding_at(x, at, vprint(x->arena, fmt, ap));
    va_end(ap);
}

const char *accept_count(struct accepting *x, uint64_t n)
{
    struct str s = str_in(x->arena);

    str_add_count(&s, n);
    return str_get(&s);
}

void accept_figure(struct accepting *x, enum accept_row row, const char *fmt,
                   ...)
{
    va_list ap;

    va_start(ap, fmt);
    x->out->rows[row].figure = vprint(x->arena, fmt, ap);
    va_end(ap);
    x->out->rows[row].tried = true;
}

bool accept_cost(struct accepting *x, const struct program_fault *fault,
                 const struct given *g)
{
    if (fault->work > x->worst) {
        x->worst = fault->work;
        x->worst_at = fault->at;
    }
    if (!fault->ceiling)
        return false;
    accept_find(x, ACCEPT_BOUNDED, fault->at, g,
                "make the loop shorter, the list smaller or the numbers fewer",
                "the work does not end within its limit: %s", fault->why);
    return true;
}

bool accept_goes_on(struct accepting *x, enum accept_row row, size_t done,
                    size_t all)
{
    if (!x->stopped && x->o->progress)
        x->stopped = !x->o->progress(x->o->ctx, row,
                                     all ? (double)done / (double)all : 0);
    return !x->stopped;
}

size_t accept_any(struct accepting *x, size_t n)
{
    return (size_t)rng_below(&x->rng, n);
}

const char *accept_say(struct accepting *x, struct arena *a,
                       const struct given *g, size_t wording, uint64_t seed)
{
    struct program_fault fault;
    struct str out = str_in(a);
    struct rng words;
    enum program_end end;

    rng_init(&words, hash_bytes(&seed, sizeof(seed)));
    if (!program_fits(x->file, a, g, wording))
        return NULL;
    end = program_say(x->file, a, g, wording, &words, &out, &fault);
    x->told++;
    x->told_cost += fault.work;
    if (end == PROGRAM_DONE) {
        accept_cost(x, &fault, g);
        return str_get(&out);
    }
    if (x->may_fail || accept_cost(x, &fault, g))
        return NULL;
    accept_find(x, ACCEPT_TOLD, fault.at, g, "", "the text cannot be said: %s",
                fault.why);
    return NULL;
}

/* ---- the whole ---- */

static void init(struct arena *a, const char *path, struct acceptance *out)
{
    *out = (struct acceptance){ .path = path,
                                .notes =
                                    vec_in(a, sizeof(struct accept_finding)) };
    for (int i = 0; i < ACCEPT_ROWS; i++) {
        out->rows[i].figure = "";
        out->rows[i].findings = vec_in(a, sizeof(struct accept_finding));
    }
}

/* The message of the reader has the place before it: "path:3:7: ". */
static void refuse_reading(struct arena *a, struct acceptance *out,
                           const struct err *e)
{
    enum accept_row row =
        e->code == ERR_DOMAIN && e->line ? ACCEPT_ROADS : ACCEPT_READS;
    const char *place =
        arena_printf(a, "%s:%zu:%zu: ", out->path, e->line, e->column);
    const char *msg = e->msg;

    if (str_starts(msg, place))
        msg += strlen(place);
    out->rows[row].tried = true;
    *(struct accept_finding *)vec_push(&out->rows[row].findings) =
        (struct accept_finding){ e->line, e->column, arena_strdup(a, msg), "",
                                 "" };
    if (row == ACCEPT_ROADS) {
        out->rows[ACCEPT_READS].tried = true;
        out->rows[ACCEPT_READS].figure = "it is a family";
    }
}

static bool read_family(struct arena *a, const char *text, size_t n,
                        struct accepting *x)
{
    struct file_source source = { x->out->path, text, n };
    const struct file_source *of = x->o->of;
    struct family_file *f;
    struct err e = { 0 };
    size_t lines = 0, checks = 0;

    if (!family_file_translate(a, of ? of : &source, of ? &source : NULL, &f,
                               &e) ||
        !family_of_file(f, &x->family, &e)) {
        refuse_reading(a, x->out, &e);
        return false;
    }
    x->file = f;
    x->out->family = x->family;
    for (size_t i = 0; i < n; i++)
        lines += text[i] == '\n';
    for (size_t i = 0; i < f->n_kinds; i++)
        checks += f->kinds[i]->checks.n;
    accept_figure(x, ACCEPT_READS, "%zu lines, %d level%s, %zu kind%s", lines,
                  f->n_levels, f->n_levels == 1 ? "" : "s", f->n_kinds,
                  f->n_kinds == 1 ? "" : "s");
    accept_figure(x, ACCEPT_ROADS,
                  "%zu check%s share%s no name, formula or mathematics with "
                  "the key",
                  checks, checks == 1 ? "" : "s", checks == 1 ? "s" : "");
    return true;
}

static void bound(struct accepting *x)
{
    uint64_t limit = x->file->work;

    accept_figure(x, ACCEPT_BOUNDED,
                  "the dearest draw, key, check or text takes %.2f %% of the "
                  "work that is allowed",
                  100.0 * (double)x->worst / (double)limit);
    if (x->worst > limit / 2 && !x->out->rows[ACCEPT_BOUNDED].findings.n)
        accept_find(x, ACCEPT_BOUNDED, x->worst_at, NULL,
                    "make the loop shorter, the list smaller or the numbers "
                    "fewer",
                    "some draws need %.0f %% of the work that is allowed",
                    100.0 * (double)x->worst / (double)limit);
}

bool family_accept(struct arena *a, const char *path, const char *text,
                   size_t n, const struct accept_options *o,
                   struct acceptance *out)
{
    struct accepting x = { .arena = a,
                           .o = o,
                           .out = out,
                           .spots = vec_in(a, sizeof(struct drawn_spot)) };

    init(a, path, out);
    if (!read_family(a, text, n, &x))
        return true;
    rng_init(&x.rng, hash_bytes(x.file->hash, strlen(x.file->hash)));
    accept_samples(&x);
    if (!x.stopped && x.samples && !out->rows[ACCEPT_AGREES].findings.n &&
        !out->rows[ACCEPT_BOUNDED].findings.n) {
        accept_says_no(&x);
        x.may_fail = true; /* changed values need not make a problem */
        accept_values(&x);
        x.may_fail = false;
        accept_problems(&x);
    }
    bound(&x);
    out->accepted = !x.stopped;
    for (int i = 0; i < ACCEPT_ROWS; i++)
        if (out->rows[i].findings.n || !out->rows[i].tried)
            out->accepted = false;
    return !x.stopped;
}

/* ---- printing ---- */

static void print_finding(struct str *out, const struct acceptance *x,
                          const struct accept_finding *f, const char *kind)
{
    str_addf(out, "%s:", x->path);
    if (f->line)
        str_addf(out, "%zu:%zu:", f->line, f->column);
    str_addf(out, " %s%s\n", kind, f->what);
    if (*f->with)
        str_addf(out, "    with %s\n", f->with);
    if (*f->cure)
        str_addf(out, "    to mend it: %s\n", f->cure);
}

void accept_print(struct str *out, const struct acceptance *x)
{
    str_addf(out, "%s: %s\n", x->path, x->accepted ? "accepted" : "refused");
    for (int i = 0; i < ACCEPT_ROWS; i++) {
        const struct accept_result *r = &x->rows[i];

        str_addf(out, "  %-14s %-4s %s\n", rows[i].name,
                 r->findings.n ? "NO"
                 : r->tried    ? "yes"
                               : "-",
                 r->tried ? r->figure : "not tried");
    }
    for (int i = 0; i < ACCEPT_ROWS; i++) {
        const struct accept_result *r = &x->rows[i];

        for (size_t k = 0; k < r->findings.n; k++)
            print_finding(out, x, vec_at(&r->findings, k),
                          arena_printf(out->arena, "%s: ", rows[i].name));
        if (r->more)
            str_addf(out, "    and %llu more of this row\n",
                     (unsigned long long)r->more);
    }
    for (size_t i = 0; i < x->notes.n; i++)
        print_finding(out, x, vec_at(&x->notes, i), "note: ");
}

static struct json *truth_json(struct arena *a, bool truth)
{
    struct json *v = json_new(a, JSON_BOOL);

    v->truth = truth;
    return v;
}

static struct json *finding_json(struct arena *a,
                                 const struct accept_finding *f)
{
    struct json *o = json_new(a, JSON_OBJECT);

    json_set(a, o, "line", json_new_int(a, (int64_t)f->line));
    json_set(a, o, "column", json_new_int(a, (int64_t)f->column));
    json_set(a, o, "what", json_new_string(a, f->what));
    if (*f->with)
        json_set(a, o, "with", json_new_string(a, f->with));
    if (*f->cure)
        json_set(a, o, "cure", json_new_string(a, f->cure));
    return o;
}

static struct json *findings_json(struct arena *a, const struct vec *findings)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < findings->n; i++)
        json_push(list, finding_json(a, vec_at(findings, i)));
    return list;
}

struct json *accept_json(struct arena *a, const struct acceptance *x)
{
    struct json *o = json_new(a, JSON_OBJECT), *list = json_new(a, JSON_ARRAY);

    json_set(a, o, "file", json_new_string(a, x->path));
    if (x->family) {
        json_set(a, o, "family", json_new_string(a, x->family->name));
        json_set(a, o, "version", json_new_int(a, x->family->version));
        json_set(a, o, "hash", json_new_string(a, x->family->hash));
    }
    json_set(a, o, "accepted", truth_json(a, x->accepted));
    for (int i = 0; i < ACCEPT_ROWS; i++) {
        const struct accept_result *r = &x->rows[i];
        struct json *row = json_new(a, JSON_OBJECT);

        json_set(a, row, "row", json_new_string(a, rows[i].name));
        json_set(a, row, "holds",
                 r->tried ? truth_json(a, r->findings.n == 0)
                          : json_new(a, JSON_NULL));
        json_set(a, row, "figure", json_new_string(a, r->figure));
        json_set(a, row, "findings", findings_json(a, &r->findings));
        json_push(list, row);
    }
    json_set(a, o, "rows", list);
    json_set(a, o, "notes", findings_json(a, &x->notes));
    return o;
}
