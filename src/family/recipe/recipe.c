/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/recipe.h"
#include "family/recipe/knobs.h"
#include "family/recipe/recipe_int.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>

void solving_key(struct solving *s, const char *fmt, ...)
{
    struct str text = str_in(s->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    s->key = str_get(&text);
}

void let(struct solving *s, const char *name, int64_t x)
{
    if (s->steps)
        form_let(&s->speech, name, x);
}

void let_text(struct solving *s, const char *name, const char *text)
{
    if (s->steps)
        form_let_text(&s->speech, name, text);
}

void tell(struct solving *s, const char *name)
{
    if (!s->steps)
        return;
    steps_begin(s->steps);
    s->speech.key = s->key;
    s->speech.out = s->steps->text;
    form_say(&s->speech, form_step(s->speech.form, name, s->kind));
    s->steps->text = s->speech.out;
}

/* ---- the form ---- */

const struct recipe *recipe_of(const struct family *f)
{
    return f->recipe ? f->recipe : f->base;
}

/* The wordings of a family without a file. In C the condition of a plain
 * wording tells its kind; it fits all values of that. */
static struct template *list_templates(struct arena *a, const struct recipe *r,
                                       const struct form *form)
{
    const struct wording *w = form ? form->wordings : r->wordings;
    struct template *t;
    size_t n = 0;

    while (w[n].text)
        n++;
    t = arena_array(a, struct template, n + 1);
    for (size_t i = 0; i < n; i++) {
        int kind = 0;

        while (w[kind].fits != w[i].fits)
            kind++;
        t[i] =
            (struct template){ .text = w[i].text,
                               .kind = form        ? form->told[i]->kind
                                       : w[i].fits ? kind
                                                   : -1,
                               .style = w[i].style,
                               .always = !w[i].fits ||
                                         (!form && w[i].style != STYLE_STORY) };
    }
    holdout_templates(t, n);
    return t;
}

/* Read it, and make the card that it is a part of. */
static struct form *read_form(const struct family *f)
{
    static struct arena kept; /* as long as the process lives */
    const struct recipe *r = recipe_of(f);
    struct form_known known = { r->fields, r->kinds, r->conditions,
                                !f->recipe };
    struct form *form = arena_new(&kept, struct form);
    struct err e;

    if (!form_read(&kept, &known, r->text->path, r->text->text, form, &e))
        BUG(e.msg);
    form->card = *f;
    form->card.title = form->title;
    form->card.doc = form->about;
    form->card.topic = form->topic;
    memcpy(form->card.concepts, form->concepts, sizeof(form->concepts));
    form->card.levels = form->levels;
    form->card.n_levels = form->n_levels;
    form->card.few_keys = form->few_keys;
    return form;
}

const struct form *recipe_form(const struct family *f)
{
    static pthread_mutex_t one_reads = PTHREAD_MUTEX_INITIALIZER;
    const struct recipe *r = recipe_of(f);
    struct form_file *text = r ? r->text : NULL;
    struct form *form;

    if (!text)
        return NULL;
    form = atomic_load_explicit(&text->form, memory_order_acquire);
    if (form)
        return form;
    pthread_mutex_lock(&one_reads);
    form = atomic_load_explicit(&text->form, memory_order_relaxed);
    if (!form) {
        form = read_form(f);
        atomic_store_explicit(&text->form, form, memory_order_release);
    }
    pthread_mutex_unlock(&one_reads);
    return form;
}

const struct family *recipe_card(const struct family *f)
{
    const struct form *form = recipe_form(f);

    return form ? &form->card : f;
}

/* NULL-ended */
static const struct wording *recipe_wordings(const struct family *f)
{
    const struct form *form = recipe_form(f);

    return form ? form->wordings : recipe_of(f)->wordings;
}

/* ---- drawing ---- */

bool recipe_pick(const struct family *f, struct pick *k, void *values)
{
    const struct recipe *r = recipe_of(f);

    if (r->engine)
        return r->engine->draw(r, k, values);
    r->draw(k, values);
    return true;
}

const struct field *recipe_fields(const struct family *f, const void *values)
{
    const struct recipe *r = recipe_of(f);

    return r->engine ? r->engine->fields(r, values) : r->fields;
}

const struct field *recipe_room(const struct family *f, const void *values)
{
    const struct recipe *r = recipe_of(f);

    return r->engine ? r->engine->room(r, values) : r->fields;
}

struct json *recipe_params(const struct family *f, struct arena *a,
                           const void *values)
{
    const struct recipe *r = recipe_of(f);

    return r->engine ? r->engine->write(r, a, values)
                     : values_write(a, r->fields, values);
}

bool recipe_read(const struct family *f, struct arena *a,
                 const struct json *params, void *values, struct err *e)
{
    const struct recipe *r = recipe_of(f);

    return r->engine ? r->engine->read(r, a, params, values, e)
                     : values_read(a, params, r->fields, values, e);
}

enum truth recipe_test(const struct family *f, struct arena *a,
                       const void *values, const char *key,
                       struct check_finding *found)
{
    const struct recipe *r = recipe_of(f);

    return r->engine ? r->engine->check(r, a, values, key, found)
                     : r->check(a, values, key, found);
}

static bool is_free(const struct recipe *r, int level)
{
    return r->free_from && level >= r->free_from;
}

static uint64_t count(const struct family *f, int level, enum holdout kinds)
{
    struct pick k = {
        .level = level, .kinds = kinds, .mode = PICK_COUNT, .space = 1
    };
    union values v = { { 0 } };

    if (is_free(recipe_of(f), level))
        return 0;
    recipe_pick(f, &k, &v);
    return k.space;
}

bool recipe_space(const struct family *f, int level, const struct json *knobs,
                  uint64_t *n, struct err *e)
{
    enum holdout kinds = holdout_of(knobs, "kinds");
    const struct recipe_engine *engine = recipe_of(f)->engine;

    INVARIANT(recipe_of(f)->size <= sizeof(union values));
    if (engine && !engine->has_part(family_told(f, knobs), level, kinds,
                                    holdout_of(knobs, "templates"), e))
        return false;
    *n = count(f, level, kinds);
    return true;
}

/* The same, and the units of work are added to *work. */
static const char *solve_counted(const struct family *f, struct arena *a,
                                 const void *values, struct steps *steps,
                                 uint64_t *work)
{
    struct solving s = { .arena = a, .steps = steps };
    const struct form *form = steps ? recipe_form(f) : NULL;

    if (form) {
        s.kind = form_kind(form, values);
        s.speech.arena = a;
        s.speech.values = values;
        form_begin(form, &s.speech);
    }
    if (recipe_of(f)->engine) {
        bool ok = recipe_of(f)->engine->solve(recipe_of(f), &s, values);

        *work += s.work;
        return ok ? s.key : NULL;
    }
    return recipe_of(f)->solve(&s, values) ? s.key : NULL;
}

const char *recipe_solve(const struct family *f, struct arena *a,
                         const void *values, struct steps *steps)
{
    uint64_t work = 0;

    return solve_counted(f, a, values, steps, &work);
}

/* A stream that goes on from a place of another. */
static struct rng branch(struct rng *from)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_u64(&h, rng_u64(from));
    rng_init(&r, hasher_close(&h));
    return r;
}

/* What a draw began with and what its structure was. */
struct origin {
    struct rng maths, sizes;
    uint64_t structure, space;
};

/* Draw and solve, again and again while there are tries and solve() refuses.
 * Returns the key, or NULL if there is none. Fills *from; if `keep`, it is
 * filled already, every try has that structure, and the first one its sizes. */
static const char *draw_tries(const struct family *f, struct arena *a,
                              struct pick k, int tries, bool keep,
                              struct origin *from, union values *v,
                              struct steps *steps)
{
    const char *key = NULL;
    uint64_t work = 0;

    k.work = &work;
    if (keep && k.sizes)
        *k.sizes = from->sizes;
    while (!key && tries-- > 0 && work < DRAWS_WORK) {
        struct pick now = k;
        bool drawn;

        if (keep)
            *k.maths = from->maths;
        else
            from->maths = *k.maths;
        if (!keep && k.sizes)
            from->sizes = *k.sizes;
        if (steps)
            *steps = steps_in(a);
        memset(v, 0, sizeof(*v));
        drawn = recipe_pick(f, &now, v);
        if (!keep) {
            from->structure = now.structure;
            from->space = now.space;
        }
        if (drawn && now.structure == from->structure &&
            now.space == from->space)
            key = solve_counted(f, a, v, steps, &work);
    }
    return key;
}

/* The values are drawn without further digits first, which finds the structure,
 * and then with them. */
static const char *draw_solved(const struct family *f, struct arena *a,
                               struct draw *d, bool walk, union values *v,
                               struct steps *steps)
{
    struct rng sizes = f->recipe ? branch(&d->maths) : d->maths;
    struct rng start = sizes, further = branch(&start);
    int digits = factors_digits(d->knobs);
    struct pick k = { .level = d->level,
                      .depth = family_depth_of(f, d->level, d->knobs),
                      .kinds = holdout_of(d->knobs, "kinds"),
                      .arena = a,
                      .mode = walk ? PICK_WALK : PICK_FREE,
                      .rank = d->rank,
                      .space = 1,
                      .maths = &d->maths,
                      .sizes = f->recipe ? &sizes : NULL,
                      .further = &further };
    struct origin from = { 0 };
    const char *key = draw_tries(f, a, k, walk ? 1 : DRAWS_MOST, false, &from,
                                 v, digits ? NULL : steps);

    k.digits = digits;
    if (key && digits)
        key = draw_tries(f, a, k, DRAWS_MOST, true, &from, v, steps);
    INVARIANT(!walk || from.space == d->space);
    return key;
}

const char *recipe_draw(const struct family *f, struct arena *a, struct draw *d,
                        union values *v, struct err *e)
{
    const char *key = draw_solved(f, a, d, false, v, NULL);

    if (!key)
        err_set(e, ERR_DOMAIN, "%s level %d: %d draws gave no problem", f->name,
                d->level, DRAWS_MOST);
    return key;
}

/* ---- saying ---- */

/* What there is to choose from. */
struct choice {
    struct arena *arena;
    const struct recipe *recipe;
    const struct wording *wordings;   /* of C or of a form */
    struct form_text **told;          /* of a form: their texts; else NULL */
    const struct template *templates; /* as many */
    size_t n;
    enum holdout part; /* of them; if any, `templates` may be NULL */
    const void *values;
    int kind;
    struct rng *words;
};

#define NO_WORDING SIZE_MAX

/* Find those that fit; any style when it is below 0. */
static void find_fitting(const struct choice *c, int style, bool *fit)
{
    if (c->recipe->engine)
        c->recipe->engine->fits(c->recipe, c->arena, c->values, style, fit);
    for (size_t i = 0; i < c->n && !c->recipe->engine; i++) {
        const struct wording *w = &c->wordings[i];

        fit[i] = (style < 0 || w->style == (enum style)style) &&
                 (!c->told || form_serves(c->told[i], c->kind)) &&
                 (!w->fits || w->fits(c->values));
    }
    for (size_t i = 0; i < c->n; i++)
        fit[i] = fit[i] &&
                 (!c->part || holdout_takes(c->part, c->templates[i].held));
}

/* Of a family without a file they are found anew for each problem that asks for
 * a part of them. */
static const struct template *templates_of(const struct family *f,
                                           struct arena *a, const void *values,
                                           enum holdout part, size_t *n)
{
    const struct recipe *r = recipe_of(f);
    const struct wording *w;

    if (r->engine)
        return r->engine->templates(r, values, n);
    w = recipe_wordings(f);
    for (*n = 0; w[*n].text;)
        ++*n;
    return part ? list_templates(a, r, recipe_form(f)) : NULL;
}

const struct template *recipe_templates(const struct family *f, struct arena *a,
                                        size_t *n)
{
    return templates_of(f, a, NULL, HOLDOUT_SEEN, n);
}

/* One of the wordings of a style that fit, but not `but`. A file, and what is
 * held out, need not have every style: then it is any other one. */
static size_t choose(const struct choice *c, int style, size_t but)
{
    size_t n = 0, i;
    bool *fit = arena_array(c->arena, bool, c->n);

    find_fitting(c, style, fit);
    for (size_t k = 0; k < c->n; k++)
        n += k != but && fit[k];
    if (n == 0 && (c->recipe->engine || c->part) && style >= 0)
        return but != NO_WORDING ? but : choose(c, -1, NO_WORDING);
    INVARIANT(n > 0);
    i = (size_t)rng_below(c->words, n);
    for (size_t k = 0;; k++)
        if (k != but && fit[k] && i-- == 0)
            return k;
}

/* A wording of any style. One of a part has the style of one of all wordings:
 * so both parts have their styles equally often, where they have them. */
static size_t choose_any(const struct choice *c)
{
    struct choice all = *c;
    size_t w;

    all.part = HOLDOUT_ANY;
    w = choose(&all, -1, NO_WORDING);
    return c->part ? choose(c, (int)c->templates[w].style, NO_WORDING) : w;
}

/* "plain" and "wordy" use the same wording; "paraphrase" another. */
static size_t choose_wording(const struct choice *c, enum factor_wording wanted)
{
    size_t plain;

    switch (wanted) {
    case WORDING_TERSE: return choose(c, STYLE_TERSE, NO_WORDING);
    case WORDING_STORY: return choose(c, STYLE_STORY, NO_WORDING);
    case WORDING_ANY: return choose_any(c);
    case WORDING_PLAIN:
    case WORDING_WORDY:
    case WORDING_PARAPHRASE: break;
    }
    plain = choose(c, STYLE_PLAIN, NO_WORDING);
    return wanted == WORDING_PARAPHRASE ? choose(c, STYLE_PLAIN, plain) : plain;
}

bool recipe_say(const struct family *f, struct arena *a, struct draw *d,
                const void *values, const int64_t *hidden, const char *letter,
                int distractors, struct str *out)
{
    const struct recipe *r = recipe_of(f);
    const struct form *form = recipe_form(f);
    const char *ending = r->engine                            ? NULL
                         : form                               ? form->ending
                         : r->is_whole && r->is_whole(values) ? r->whole
                                                              : r->form;
    struct choice c = { .arena = a,
                        .recipe = r,
                        .wordings = r->engine ? NULL : recipe_wordings(f),
                        .told = form ? form->told : NULL,
                        .part = holdout_of(d->knobs, "templates"),
                        .values = values,
                        .kind = form ? form_kind(form, values) : -1,
                        .words = &d->words };
    size_t w;
    struct speech s = { .arena = a,
                        .recipe = r,
                        .out = str_in(a),
                        .fields = recipe_fields(f, values),
                        .values = values,
                        .pools = form ? form->pools : r->pools,
                        .words = &d->words,
                        .hidden = hidden,
                        .letter = letter };
    bool ok = true;

    c.templates = templates_of(f, a, values, c.part, &c.n);
    w = choose_wording(&c, factors_wording(d->knobs));
    if (form)
        form_begin(form, &s);
    if (r->speak)
        r->speak(&s, values);
    if (r->engine)
        ok = r->engine->say(r, &s, values, w);
    else if (form)
        form_say(&s, c.told[w]);
    else
        speech_say(&s, c.wordings[w].text);
    if (ending) {
        str_addc(&s.out, ' ');
        str_add(&s.out, ending);
    }
    if (distractors) {
        s.key = recipe_solve(f, a, values, NULL);
        factors_distract(d, distractors, &s, out);
    }
    str_add(out, str_get(&s.out));
    return ok;
}

/* ---- the card's functions ---- */

/* ---- several keys ---- */

static const char *key_name(const struct family *f, const void *values,
                            size_t i)
{
    const struct recipe *r = recipe_of(f);

    return r->engine ? r->engine->key_name(r, values, i) : NULL;
}

void recipe_set_keys(const struct family *f, struct arena *a,
                     const void *values, const char *key, struct problem *p)
{
    size_t n = 0;

    if (!key_name(f, values, 0)) {
        problem_set_key(a, p, f->answer, key);
        return;
    }
    while (key_name(f, values, n))
        n++;
    p->keys = arena_array(a, struct key, n);
    p->n_keys = n;
    for (size_t i = 0; i < n; i++) {
        size_t length = strcspn(key, "\n");

        p->keys[i] = (struct key){ .name = key_name(f, values, i),
                                   .kind = f->answer,
                                   .latex = arena_strndup(a, key, length) };
        key += length + (key[length] != '\0');
    }
}

const char *recipe_join_keys(const struct family *f, struct arena *a,
                             const void *values, const struct problem *p)
{
    struct str all = str_in(a);

    if (p->n_keys == 1 && !key_name(f, values, 0))
        return p->keys[0].latex;
    for (size_t i = 0; i < p->n_keys; i++) {
        const char *name = key_name(f, values, i);

        if (!name || !p->keys[i].name || !str_eq(name, p->keys[i].name))
            return NULL;
        str_addf(&all, "%s%s", i ? "\n" : "", p->keys[i].latex);
    }
    return key_name(f, values, p->n_keys) ? NULL : str_get(&all);
}

/* The sentences of some knobs are English. */
static bool speaks(const struct family *f, const struct json *knobs,
                   struct err *e)
{
    const struct tongue *t = recipe_of(f)->tongue;

    return !t ||
           (!factors_distractors(knobs) &&
            factors_wording(knobs) != WORDING_WORDY) ||
           err_set(e, ERR_DOMAIN,
                   "lang=%s: the sentences of distractors and of "
                   "wording=wordy are English alone; leave these knobs out",
                   t->code);
}

bool recipe_make(const struct family *f, struct arena *a, struct draw *d,
                 struct problem *p, struct err *e)
{
    union values v;
    struct steps steps;
    struct str statement = str_in(a);
    struct json *params;
    struct detour detour = { 0 };
    const char *key = draw_solved(f, a, d, d->space > 0, &v, &steps);

    if (!key)
        return err_set(e, ERR_DOMAIN,
                       "%s level %d: no problem was drawn: its draws are "
                       "refused, or its key has no value of the kind \"%s\"",
                       f->name, d->level, answer_name(f->answer));
    if (!speaks(f, d->knobs, e))
        return false;
    params = recipe_params(f, a, &v);
    if (factors_steps(d->knobs)) {
        struct steps first = steps_in(a);

        if (!detour_make(d, recipe_fields(f, &v), &v, &detour, e))
            return false;
        json_set(a, params, "detour", detour_write(a, &detour));
        detour_solve(&detour, recipe_of(f)->tongue, &first);
        recipe_solve(f, a, &v, &first);
        steps = first;
    }
    factors_open(a, d, &detour, recipe_of(f)->tongue, &statement);
    if (!recipe_say(f, a, d, &v, detour.slot.place, DETOUR_LETTER,
                    factors_distractors(d->knobs), &statement))
        return err_set(e, ERR_DOMAIN,
                       "%s level %d: a text has no value with what was drawn; "
                       "`assay family check` says where",
                       f->name, d->level);
    factors_close(d, &statement);
    recipe_set_keys(f, a, &v, key, p);
    p->statement = str_get(&statement);
    p->solution = str_get(&steps.text);
    p->params = params;
    return true;
}

bool recipe_check(const struct family *f, struct arena *a,
                  const struct problem *p, enum truth *holds,
                  struct check_finding *found, struct err *e)
{
    union values v = { { 0 } };
    const struct json *detour = json_get(p->params, "detour");
    const char *keys;

    f = family_told(f, p->knobs); /* its wordings tell the hidden number */
    if (!recipe_read(f, a, p->params, &v, e) ||
        (detour && !detour_check(detour, recipe_fields(f, &v), &v, e)))
        return false;
    found->by = "";
    found->detail = "";
    *holds = TRUTH_NO;
    keys = recipe_join_keys(f, a, &v, p);
    if (keys)
        *holds = recipe_test(f, a, &v, keys, found);
    else
        found->detail = "there must be one key for each asked value";
    return true;
}
