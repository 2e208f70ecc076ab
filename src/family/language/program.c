/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/program.h"
#include "family/language/key.h"
#include "family/language/machine.h"
#include "family/language/texts.h"

#include <string.h>

static enum program_end end_of(const struct machine *m,
                               struct program_fault *fault)
{
    *fault = (struct program_fault){ m->r.at, m->r.failed ? m->r.why : "",
                                     m->r.work.used, m->r.work.ceiling, "" };
    return m->refused    ? PROGRAM_REFUSED
           : m->r.failed ? PROGRAM_FAILED
                         : PROGRAM_DONE;
}

static struct symbol *given_symbol(const struct file_kind *k, size_t i)
{
    return *vec_get(&k->given, struct symbol *, i);
}

/* A machine that knows the given values and nothing else. */
static struct machine machine_with(const struct family_file *f, struct arena *a,
                                   const struct given *g)
{
    const struct file_kind *k = f->kinds[g->kind];
    struct machine m = machine_new(a, f->n_slots, f->work);

    for (size_t i = 0; i < k->given.n; i++) {
        size_t slot = given_symbol(k, i)->slot;

        m.frame[slot] = g->at[i];
        m.origins[slot] = g->origins ? g->origins[i] : NULL;
    }
    return m;
}

/* ---- drawing ---- */

#define BUT_FEW  4
#define BUT_MOST 256

/* What a number may be: lo..hi without some, or the items of a list. */
struct domain {
    int64_t lo, hi;
    int64_t *but; /* in increasing order, within lo..hi; NULL: none */
    int64_t few[BUT_FEW];
    size_t n_but;
    const struct val_row *items; /* NULL: a range */
};

static bool add_but(struct machine *m, struct domain *d, struct val x)
{
    int64_t value;
    size_t at;

    if (!val_get_int(&m->r, x, INT64_MIN / 4, INT64_MAX / 4, &value))
        return false;
    if (value < d->lo || value > d->hi)
        return true;
    for (at = d->n_but; at > 0 && d->but[at - 1] >= value; at--)
        if (d->but[at - 1] == value)
            return true;
    if (!d->but)
        d->but = d->few;
    if (d->n_but == BUT_FEW) {
        d->but = arena_array(m->r.arena, int64_t, BUT_MOST + 1);
        memcpy(d->but, d->few, sizeof(d->few));
    }
    memmove(d->but + at + 1, d->but + at, (d->n_but - at) * sizeof(*d->but));
    d->but[at] = value;
    d->n_but++;
    return true;
}

/* The items of the list without these values. */
static bool leave_out(struct machine *m, struct domain *d, struct val_row *but)
{
    struct val list = { .kind = VAL_LIST, .row = but };
    struct val rest = val_row(&m->r, VAL_LIST, d->items->n);
    bool has = false;
    size_t n = 0;

    for (size_t i = 0; !m->r.failed && i < d->items->n; i++)
        if (val_has(&m->r, list, d->items->at[i], &has) && !has)
            rest.row->at[n++] = d->items->at[i];
    if (m->r.failed)
        return false;
    rest.row->n = n;
    d->items = rest.row;
    d->hi = (int64_t)n - 1;
    return true;
}

static bool read_but(struct machine *m, const struct file_draw *x,
                     struct domain *d)
{
    for (size_t i = 0; i < x->n_but; i++) {
        struct val but = machine_run(m, x->but[i]);
        struct val_row one = { 1, 0, &but };
        struct val_row *row = val_is_row(but) ? but.row : &one;

        if (m->r.failed || (d->items && !leave_out(m, d, row)))
            return false;
        for (size_t j = 0; !d->items && j < row->n; j++) {
            if (d->n_but == BUT_MOST)
                val_fail(&m->r, "\"but\" leaves out at most %d values",
                         BUT_MOST);
            if (m->r.failed || !add_but(m, d, row->at[j]))
                return false;
        }
    }
    return true;
}

static bool find_domain(struct machine *m, const struct file_draw *x,
                        struct domain *d)
{
    struct val list;

    *d = (struct domain){ 0 };
    if (x->domain->op == OP_RANGE) {
        struct val lo = machine_run(m, x->domain->kids[0]);
        struct val hi = machine_run(m, x->domain->kids[1]);

        m->r.at = m->r.failed ? m->r.at : x->domain->at;
        if (m->r.failed ||
            !val_get_int(&m->r, lo, -VAL_DRAW, VAL_DRAW, &d->lo) ||
            !val_get_int(&m->r, hi, -VAL_DRAW, VAL_DRAW, &d->hi))
            return false;
    } else {
        list = machine_run(m, x->domain);
        m->r.at = m->r.failed ? m->r.at : x->domain->at;
        if (!m->r.failed && !val_is_row(list))
            val_fail(&m->r,
                     "numbers are drawn from a range or a list, not "
                     "from %s",
                     val_what(&m->r, list));
        if (m->r.failed)
            return false;
        d->items = list.row;
        d->hi = (int64_t)list.row->n - 1;
    }
    if (!read_but(m, x, d))
        return false;
    if (d->hi - d->lo + 1 <= (int64_t)d->n_but)
        val_fail(&m->r, "there is nothing to draw from");
    return !m->r.failed;
}

/* The value of a place in the domain, with as many digits more. */
static int64_t value_at(const struct domain *d, int64_t lo, uint64_t place)
{
    int64_t x = lo + (int64_t)place;

    for (size_t i = 0; i < d->n_but; i++)
        x += d->but[i] <= x;
    return x;
}

static struct val draw_number(struct pick *k, const struct domain *d,
                              bool fixed)
{
    uint64_t n = (uint64_t)(d->hi - d->lo) + 1 - d->n_but;
    int64_t lo = pick_stretched(k, d->lo), hi = pick_stretched(k, d->hi);

    if (d->items)
        return d->items->at[pick(k, 0, d->hi)];
    if (fixed || k->digits == 0 || k->mode == PICK_COUNT)
        return val_int(value_at(d, d->lo,
                                fixed ? (uint64_t)pick(k, 0, (int64_t)n - 1)
                                      : pick_place(k, n, n)));
    return val_int(
        value_at(d, lo, pick_place(k, n, (uint64_t)(hi - lo) + 1 - d->n_but)));
}

static void draw_rising(struct machine *m, struct pick *k,
                        const struct file_draw *x, const struct domain *d)
{
    int64_t out[8];

    if (d->items || d->n_but || x->n > 8 || d->hi - d->lo + 1 < (int64_t)x->n) {
        val_fail(&m->r, "a < b is drawn from a range without exceptions, at "
                        "most 8 at once, that has enough numbers");
        return;
    }
    if (x->fixed)
        pick_subset(k, d->lo, d->hi, x->n, out);
    else
        pick_subset_wide(k, d->lo, d->hi, x->n, out);
    for (size_t i = 0; i < x->n; i++)
        m->frame[x->names[i]->slot] = val_int(out[i]);
}

static void draw_names(struct machine *m, struct pick *k,
                       const struct file_draw *x, const struct domain *d)
{
    struct val count = x->count ? machine_run(m, x->count) : val_int(1);
    int64_t n;

    m->r.at = m->r.failed ? m->r.at : x->at;
    if (m->r.failed || !val_get_int(&m->r, count, 0, 10000, &n))
        return;
    for (size_t i = 0; i < x->n; i++) {
        struct val list =
            x->count ? val_row(&m->r, VAL_LIST, (size_t)n) : VAL_FAILED;

        if (m->r.failed)
            return;
        for (int64_t j = 0; j < n; j++) {
            struct val one = draw_number(k, d, x->fixed);

            if (x->count)
                list.row->at[j] = one;
            else
                list = one;
        }
        m->frame[x->names[i]->slot] = list;
    }
}

static bool draw_one(struct machine *m, struct pick *k,
                     const struct file_draw *x)
{
    struct domain d;

    if (x->kind == DRAWING_WHERE) {
        m->refused = !machine_holds(m, x->domain) && !m->r.failed;
        return !m->refused && !m->r.failed;
    }
    if (!find_domain(m, x, &d))
        return false;
    if (x->kind == DRAWING_RISING)
        draw_rising(m, k, x, &d);
    else
        draw_names(m, k, x, &d);
    return !m->r.failed;
}

/* Whole numbers, lists of them, lists of rows of them. */
static bool is_given(struct machine *m, struct val x, unsigned depth)
{
    if (x.kind == VAL_INT)
        return true;
    if (val_is_row(x) && depth < 2 && x.kind != VAL_SET) {
        for (size_t i = 0; i < x.row->n; i++)
            if (!is_given(m, x.row->at[i], depth + 1))
                return false;
        return true;
    }
    val_fail(&m->r,
             "a given value is a whole number below 2^63, or a list of "
             "such numbers or of rows of them, not %s",
             val_what(&m->r, x));
    return false;
}

#define SAID_MOST 400 /* bytes of values that are shown */

static void add_value(struct str *out, const struct symbol *s, struct val x)
{
    struct str text = str_in(out->arena);

    if (x.kind == VAL_NOTHING || out->n > SAID_MOST)
        return;
    val_write(&text, x);
    str_addf(out, "%s%s = %.*s%s", out->n ? ", " : "", s->name, SAID_MOST,
             str_get(&text), text.n > SAID_MOST ? "..." : "");
}

const char *given_say(const struct family_file *f, struct arena *a,
                      const struct given *g)
{
    const struct file_kind *k = f->kinds[g->kind];
    struct str out = str_in(a);

    for (size_t i = 0; i < k->given.n; i++)
        add_value(&out, given_symbol(k, i), g->at[i]);
    return str_get(&out);
}

/* What was drawn before a draw failed. */
static enum program_end end_of_draw(const struct machine *m,
                                    const struct file_kind *k,
                                    struct program_fault *fault)
{
    enum program_end end = end_of(m, fault);
    struct str out = str_in(m->r.arena);

    for (size_t i = 0; end == PROGRAM_FAILED && i < k->drawings.n; i++) {
        const struct file_draw *d = vec_at(&k->drawings, i);

        for (size_t j = 0; j < d->n; j++)
            add_value(&out, d->names[j], m->frame[d->names[j]->slot]);
    }
    fault->with = str_get(&out);
    return end;
}

enum program_end program_draw(const struct family_file *f, size_t kind,
                              struct pick *k, struct arena *a,
                              struct given *out, struct program_fault *fault)
{
    const struct file_kind *x = f->kinds[kind];
    struct machine m = machine_new(a, f->n_slots, f->work);
    struct val *at = arena_array(a, struct val, x->given.n + 1);

    m.frame[x->depth_slot] = val_int(k->depth); /* of level, without one */
    m.frame[x->level_slot] = val_int(k->level);
    for (size_t i = 0; i < x->drawings.n; i++)
        if (!draw_one(&m, k, vec_at(&x->drawings, i))) {
            if (!m.refused) /* unless it has said why */
                val_fail(&m.r, "this draw has no value");
            return end_of_draw(&m, x, fault);
        }
    for (size_t i = 0; i < x->given.n && !m.r.failed; i++) {
        struct symbol *s = given_symbol(x, i);
        struct node name = { .op = OP_VAR, .at = s->at, .symbol = s };

        at[i] = machine_run(&m, &name);
        m.r.at = m.r.failed ? m.r.at : s->at;
        if (m.r.failed || !is_given(&m, at[i], 0))
            break;
    }
    *out = (struct given){ kind, at, NULL };
    return end_of_draw(&m, x, fault);
}

/* Do the values meet the conditions of the draws? Also those of a file, or with
 * a number that was replaced. */
static bool is_problem(struct machine *m, const struct file_kind *k)
{
    for (size_t i = 0; i < k->conditions.n; i++)
        if (!machine_holds(m, *vec_get(&k->conditions, struct node *, i))) {
            m->refused = !m->r.failed;
            return false;
        }
    return true;
}

/* ---- solving ---- */

struct step_teller {
    struct steps *steps;
    struct speech speech;
};

static void tell_step(struct machine *m, struct say_text *text)
{
    struct step_teller *t = m->ctx;

    steps_begin(t->steps);
    t->speech.out = t->steps->text;
    words_say(&t->speech, m, text);
    t->steps->text = t->speech.out;
}

static void add_key(struct str *all, size_t i, const char *key)
{
    str_add(all, i ? PROGRAM_KEY_END : "");
    str_add(all, key ? key : "");
}

/* Compute the keys and write them, one behind the other. */
static const char *find_keys(struct machine *m, const struct file_kind *k,
                             enum answer_kind kind)
{
    struct str all = str_in(m->r.arena);
    const char *text = NULL;

    for (size_t i = 0; i < k->keys.n && !m->r.failed; i++) {
        const struct file_key *key = vec_at(&k->keys, i);
        struct val value = machine_run(m, key->formula);

        m->r.at = m->r.failed ? m->r.at : key->formula->at;
        text = key_write(&m->r, kind, value);
        m->frame[key->symbol->slot] = value;
        if (k->keys.n > 1)
            add_key(&all, i, text);
    }
    return k->keys.n == 1 || m->r.failed ? text : str_get(&all);
}

enum program_end program_solve(const struct family_file *f, struct arena *a,
                               const struct given *g, const char **key,
                               struct steps *steps, struct program_fault *fault)
{
    const struct file_kind *k = f->kinds[g->kind];
    struct machine m = machine_with(f, a, g);
    struct step_teller t = { .steps = steps,
                             .speech = { .arena = a, .tongue = f->tongue } };

    m.ctx = &t;
    m.step = steps ? tell_step : NULL;
    if (!is_problem(&m, k) || (k->solve && !machine_do(&m, k->solve)))
        return end_of(&m, fault);
    *key = find_keys(&m, k, f->answer);
    for (size_t i = 0; steps && i < k->steps.n && !m.r.failed; i++) {
        const struct file_text *x = vec_at(&k->steps, i);

        if (!x->when || machine_holds(&m, x->when))
            tell_step(&m, x->words);
    }
    return end_of(&m, fault);
}

const char *program_slip(const struct family_file *f, struct arena *a,
                         const struct given *g, size_t i)
{
    const struct file_kind *k = f->kinds[g->kind];
    const struct named_formula *slip = vec_at(&k->slips, i);
    struct machine m = machine_with(f, a, g);
    struct str all = str_in(a);
    struct val slipped;

    if (!is_problem(&m, k) || (k->solve && !machine_do(&m, k->solve)))
        return NULL;
    find_keys(&m, k, f->answer);
    slipped = machine_run(&m, slip->formula);
    if (k->keys.n == 1)
        return key_write(&m.r, f->answer, slipped);
    if (!val_is_row(slipped) || slipped.row->n != k->keys.n)
        return NULL; /* a slip gives a value for each key */
    for (size_t j = 0; j < k->keys.n; j++)
        add_key(&all, j, key_write(&m.r, f->answer, slipped.row->at[j]));
    return m.r.failed ? NULL : str_get(&all);
}

/* ---- checking ---- */

static enum truth check_by(struct machine *m, const struct named_formula *c,
                           struct program_fault *fault)
{
    bool holds = machine_holds(m, c->formula);

    end_of(m, fault);
    if (m->r.failed)
        return m->r.work.ceiling ? TRUTH_UNKNOWN : TRUTH_NO;
    fault->at = c->at;
    fault->why =
        holds ? ""
              : arena_printf(m->r.arena,
                             "the key does not pass the check by %s", c->name);
    return holds ? TRUTH_YES : TRUTH_NO;
}

/* A tuple that the key's formula writes out has as many items. */
static bool fits_formula(const struct node *x, struct val value)
{
    return x->op != OP_TUPLE || !val_is_row(value) || value.row->n == x->n;
}

static bool set_keys(struct machine *m, const struct file_kind *k,
                     enum answer_kind kind, const char *text)
{
    for (size_t i = 0; i < k->keys.n; i++) {
        const struct file_key *key = vec_at(&k->keys, i);
        const char *end = strstr(text, PROGRAM_KEY_END);
        size_t n = end ? (size_t)(end - text) : strlen(text);
        struct val value;

        if (!end != (i + 1 == k->keys.n))
            return false;
        value = key_value(&m->r, kind,
                          end ? arena_strndup(m->r.arena, text, n) : text);
        if (value.kind == VAL_NOTHING || !fits_formula(key->formula, value))
            return false;
        m->frame[key->symbol->slot] = value;
        text += n + strlen(PROGRAM_KEY_END);
    }
    return true;
}

/* A machine that knows the key too. Returns false, with the reason, if the
 * text is no key, or the values make no problem. */
static bool machine_of_key(struct machine *m, const struct file_kind *k,
                           enum answer_kind kind, const char *key,
                           struct program_fault *fault)
{
    if (!set_keys(m, k, kind, key)) {
        fault->why = "the key is not written as a key of this family is";
        return false;
    }
    if (is_problem(m, k))
        return true;
    end_of(m, fault);
    if (!m->r.failed)
        fault->why = "the values do not meet the conditions of the draws";
    return false;
}

enum truth program_check(const struct family_file *f, struct arena *a,
                         const struct given *g, const char *key,
                         const char **by, struct program_fault *fault)
{
    const struct file_kind *k = f->kinds[g->kind];
    struct machine m = machine_with(f, a, g);
    enum truth all = TRUTH_YES;
    uint64_t work = 0, start;

    *by = "";
    *fault = (struct program_fault){
        .at = vec_get(&k->keys, struct file_key, 0)->formula->at
    };
    if (!machine_of_key(&m, k, f->answer, key, fault))
        return TRUTH_NO;
    start = m.r.work.used;
    for (size_t i = 0; i < k->checks.n && all == TRUTH_YES; i++) {
        const struct named_formula *c = vec_at(&k->checks, i);

        m.r.work.used = start; /* each may do as much as one alone */
        *by = **by ? arena_printf(a, "%s and %s", *by, c->name) : c->name;
        all = check_by(&m, c, fault);
        work = fault->work > work ? fault->work : work;
    }
    fault->work = work;
    return all;
}

enum truth program_means(const struct family_file *f, struct arena *a,
                         const struct given *g, const char *key,
                         struct program_fault *fault)
{
    const struct file_kind *k = f->kinds[g->kind];
    const struct named_formula means = { "its meaning", k->means,
                                         k->means ? k->means->at : 0 };
    struct machine m = machine_with(f, a, g);

    *fault = (struct program_fault){ .at = means.at };
    if (!k->means)
        return TRUTH_UNKNOWN;
    return machine_of_key(&m, k, f->answer, key, fault)
               ? check_by(&m, &means, fault)
               : TRUTH_NO;
}

/* ---- saying ---- */

void program_fitting(const struct family_file *f, struct arena *a,
                     const struct given *g, int style, bool *fit)
{
    const struct file_kind *k = f->kinds[g->kind];
    struct machine m = { 0 };

    for (size_t i = 0; i < k->wordings.n; i++) {
        const struct file_text *t = vec_at(&k->wordings, i);

        fit[i] = style < 0 || t->style == (enum style)style;
        if (!fit[i] || !t->when)
            continue;
        if (!m.frame)
            m = machine_with(f, a, g);
        fit[i] = machine_holds(&m, t->when);
        if (m.r.failed) /* the others may hold all the same */
            m = machine_with(f, a, g);
        m.r.work.used = 0;
    }
}

bool program_fits(const struct family_file *f, struct arena *a,
                  const struct given *g, size_t wording)
{
    const struct file_text *t = vec_at(&f->kinds[g->kind]->wordings, wording);
    struct machine m = machine_with(f, a, g);

    return !t->when || machine_holds(&m, t->when);
}

/* The first ending of the kind that fits, else that of the file. */
static void say_ending(const struct family_file *f, struct machine *m,
                       const struct file_kind *k, struct speech *s)
{
    for (size_t i = 0; i < k->endings.n && !m->r.failed; i++) {
        const struct file_text *t = vec_at(&k->endings, i);

        if (!t->when || machine_holds(m, t->when)) {
            str_add(&s->out, f->tongue ? f->tongue->space : " ");
            words_say(s, m, t->words);
            return;
        }
    }
    if (f->ending)
        str_addf(&s->out, "%s%s", f->tongue ? f->tongue->space : " ",
                 f->ending);
}

enum program_end program_speak(const struct family_file *f,
                               const struct given *g, size_t wording,
                               struct speech *s, struct program_fault *fault)
{
    const struct file_text *t = vec_at(&f->kinds[g->kind]->wordings, wording);
    struct machine m = machine_with(f, s->arena, g);

    s->tongue = f->tongue;
    words_say(s, &m, t->words);
    say_ending(f, &m, f->kinds[g->kind], s);
    return end_of(&m, fault);
}

enum program_end program_say(const struct family_file *f, struct arena *a,
                             const struct given *g, size_t wording,
                             struct rng *words, struct str *out,
                             struct program_fault *fault)
{
    struct speech s = {
        .arena = a, .out = str_in(a), .pools = f->pools.items, .words = words
    };
    enum program_end end = program_speak(f, g, wording, &s, fault);

    str_add(out, str_get(&s.out));
    return end;
}

/* ---- params ---- */

static struct json *val_json(struct arena *a, struct val x)
{
    struct json *list;

    if (x.kind == VAL_INT)
        return json_new_int(a, x.i);
    list = json_new(a, JSON_ARRAY);
    for (size_t i = 0; i < x.row->n; i++)
        json_push(list, val_json(a, x.row->at[i]));
    return list;
}

struct json *given_write(const struct family_file *f, struct arena *a,
                         const struct given *g)
{
    const struct file_kind *k = f->kinds[g->kind];
    struct json *params = json_new(a, JSON_OBJECT);

    if (f->n_kinds > 1)
        json_set(a, params, "kind", json_new_string(a, k->name));
    for (size_t i = 0; i < k->given.n; i++)
        json_set(a, params, given_symbol(k, i)->name, val_json(a, g->at[i]));
    return params;
}

static bool json_val(struct reckoning *r, const struct json *v, unsigned depth,
                     struct val *out)
{
    size_t i = 0;

    if (v && v->type == JSON_ARRAY && depth < 2) {
        *out = val_row(r, depth ? VAL_TUPLE : VAL_LIST, v->count);
        for (const struct json *x = v->first; x && !r->failed; x = x->next)
            if (!json_val(r, x, depth + 1, &out->row->at[i++]))
                return false;
        return !r->failed;
    }
    out->kind = VAL_INT;
    return v && json_int64(v, &out->i);
}

bool given_read(const struct family_file *f, struct arena *a,
                const struct json *params, struct given *out, struct err *e)
{
    const char *name = json_string(json_get(params, "kind"));
    struct reckoning r = { .arena = a, .work = { .limit = MACHINE_WORK } };
    const struct file_kind *k;
    struct val *at;

    out->kind = 0;
    while (f->n_kinds > 1 && out->kind < f->n_kinds &&
           !(name && str_eq(f->kinds[out->kind]->name, name)))
        out->kind++;
    if (out->kind == f->n_kinds)
        return err_set(e, ERR_DOMAIN,
                       "params: \"kind\" must be a kind of the "
                       "family");
    k = f->kinds[out->kind];
    at = arena_array(a, struct val, k->given.n + 1);
    for (size_t i = 0; i < k->given.n; i++)
        if (!json_val(&r, json_get(params, given_symbol(k, i)->name), 0,
                      &at[i]))
            return err_set(e, ERR_DOMAIN,
                           "params: \"%s\" must be a whole number or a list",
                           given_symbol(k, i)->name);
    out->at = at;
    out->origins = NULL;
    return true;
}
