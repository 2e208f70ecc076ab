/* SPDX-License-Identifier: Apache-2.0 */
#include "model/local/planted.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const planted_factors[] = {
    "words",        "characters",  "numbers",
    "digits",       "steps",       "solution words",
    "concepts",     "level",       "keys",
    "answer",       "answer sign", "answer digits",
    "answer parts", "denominator", "distractors",
    "wording",      "depth",       NULL
};

struct weakness {
    const char **concepts;
    size_t n_concepts;
    const char *factor; /* NULL: none */
    double above, below;
    double half, slope; /* the factor where half of `fail` is reached, and how
                           fast; slope 0: at once */
    double fail;
};

struct planted {
    const char *seed;
    double base, truncated, refused, silent;
    struct weakness *weak;
    size_t n_weak;
};

struct reader {
    struct arena *arena;
    const char *(*concept)(const char *name);
    const char *(*near)(const char *name);
};

/* ---- reading ---- */

/* The one of the names (NULL-ended) that was likely meant, or NULL. */
static const char *nearest(const char *const *known, const char *name)
{
    const char *best = NULL;
    size_t least = 3;

    for (; *known; known++) {
        size_t d = str_distance(name, *known, 2);

        if (d < least) {
            least = d;
            best = *known;
        }
    }
    return best;
}

/* Add the names, or the one that was likely meant. */
static void add_names(struct str *out, const char *const *known,
                      const char *name)
{
    const char *near = name ? nearest(known, name) : NULL;

    if (near) {
        str_addf(out, "did you mean \"%s\"?", near);
        return;
    }
    str_add(out, "there are ");
    for (size_t i = 0; known[i]; i++)
        str_addf(out, "%s%s", i ? ", " : "", known[i]);
}

/* Are the members among these (NULL-ended)? */
static bool check_names(const struct json *v, const char *const *known,
                        const char *what, struct err *e)
{
    struct str all = { 0 };
    bool ok = true;

    for (const struct json *m = v->first; m && ok; m = m->next) {
        size_t i = 0;

        while (known[i] && !str_eq(known[i], m->name))
            i++;
        if (known[i])
            continue;
        add_names(&all, known, m->name);
        ok = err_at(e, ERR_DOMAIN, m->line, m->column,
                    "%s has no field \"%.60s\"; %s", what, m->name,
                    str_get(&all));
    }
    str_clear(&all);
    return ok;
}

/* Does the text spell a number as YAML 1.2 does and JSON does not: .5, 5., +5?
 * Digits with at most one point, a sign before and an exponent behind. */
static bool is_yaml_number(const char *s)
{
    size_t whole, part = 0;

    s += *s == '+' || *s == '-';
    whole = strspn(s, "0123456789");
    s += whole;
    if (*s == '.')
        s += 1 + (part = strspn(s + 1, "0123456789"));
    if (whole + part == 0)
        return false;
    if (*s == 'e' || *s == 'E') {
        s++;
        s += *s == '+' || *s == '-';
        if (!is_digit(*s))
            return false;
        s += strspn(s, "0123456789");
    }
    return *s == '\0';
}

static bool read_number(const struct json *v, double *out, struct err *e)
{
    bool number = v->type == JSON_NUMBER ||
                  (v->type == JSON_STRING && is_yaml_number(v->text));

    if (number)
        *out = strtod(v->text, NULL);
    if (number && isfinite(*out))
        return true;
    return err_at(e, ERR_DOMAIN, v->line, v->column,
                  "\"%.60s\" must be a number", v->name);
}

/* An absent member leaves *out as it is. */
static bool read_chance(const struct json *v, const char *name, double *out,
                        struct err *e)
{
    const struct json *m = json_get(v, name);

    if (!m)
        return true;
    if (!read_number(m, out, e))
        return false;
    if (*out >= 0 && *out <= 1)
        return true;
    return err_at(e, ERR_DOMAIN, m->line, m->column,
                  "\"%s\" is a probability: %.40s is not from 0 to 1", name,
                  m->text);
}

static bool no_concept(const struct reader *r, const struct json *c,
                       struct err *e)
{
    const char *near = r->near ? r->near(c->text) : NULL;

    return err_at(e, ERR_DOMAIN, c->line, c->column,
                  "no taxonomy has a concept \"%.80s\"%s%.80s%s", c->text,
                  near ? "; did you mean \"" : "", near ? near : "",
                  near ? "\"?" : "");
}

static bool read_concepts(const struct reader *r, const struct json *m,
                          struct weakness *w, struct err *e)
{
    if (m->type != JSON_ARRAY || m->count == 0)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"concepts\" must be a list of names: [A] or [A, B]");
    w->concepts = arena_array(r->arena, const char *, m->count);
    for (const struct json *c = m->first; c; c = c->next) {
        const char *name = json_string(c);

        if (!name)
            return err_at(e, ERR_DOMAIN, c->line, c->column,
                          "\"concepts\" must hold names, not %s",
                          json_type_name(c->type));
        if (r->concept)
        name = r->concept(name);
        if (!name)
            return no_concept(r, c, e);
        w->concepts[w->n_concepts++] = arena_strdup(r->arena, name);
    }
    return true;
}

static bool find_factor(const struct json *m, struct weakness *w, struct err *e)
{
    const char *name = json_string(m);
    struct str all = { 0 };

    for (size_t i = 0; planted_factors[i]; i++)
        if (name && str_eq(name, planted_factors[i]))
            w->factor = planted_factors[i];
    if (w->factor)
        return true;
    add_names(&all, planted_factors, name);
    err_at(e, ERR_DOMAIN, m->line, m->column,
           "there is no factor \"%.60s\"; %s",
           m->text ? m->text : json_type_name(m->type), str_get(&all));
    str_clear(&all);
    return false;
}

/* "half" and "slope" go together. */
static bool read_curve(const struct json *v, const struct json *half,
                       struct weakness *w, struct err *e)
{
    const struct json *slope = json_get(v, "slope");

    if (!half && !slope)
        return true;
    if (!half || !slope)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"half\" and \"slope\" go together");
    if (!read_number(half, &w->half, e) || !read_number(slope, &w->slope, e))
        return false;
    return w->slope != 0 || err_at(e, ERR_DOMAIN, slope->line, slope->column,
                                   "a \"slope\" of 0 is no curve");
}

static bool read_factor(const struct json *v, struct weakness *w, struct err *e)
{
    const struct json *m = json_get(v, "factor");
    const struct json *above = json_get(v, "above");
    const struct json *below = json_get(v, "below");
    const struct json *half = json_get(v, "half");

    w->above = -INFINITY;
    w->below = INFINITY;
    if (!m && (above || below || half))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"above\", \"below\" and \"half\" need a \"factor\"");
    if (!m)
        return true;
    if (!above && !below && !half)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"factor\" needs \"above\", \"below\" or both, or "
                      "\"half\" and \"slope\"");
    return find_factor(m, w, e) &&
           (!above || read_number(above, &w->above, e)) &&
           (!below || read_number(below, &w->below, e)) &&
           read_curve(v, half, w, e);
}

static bool read_weakness(const struct reader *r, const struct json *v,
                          struct weakness *w, struct err *e)
{
    static const char *const known[] = { "concepts", "factor", "above", "below",
                                         "half",     "slope",  "fail",  NULL };
    const struct json *concepts = json_get(v, "concepts");

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "an entry of \"weak\" is {concepts: [...], fail: p} or "
                      "{factor: words, above: 80, fail: p}");
    if (!check_names(v, known, "an entry of \"weak\"", e))
        return false;
    if (!concepts && !json_get(v, "factor") && !json_get(v, "above") &&
        !json_get(v, "below") && !json_get(v, "half"))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "this entry names neither \"concepts\" nor a "
                      "\"factor\"");
    if (!json_get(v, "fail"))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "this entry has no \"fail\", a probability");
    return (!concepts || read_concepts(r, concepts, w, e)) &&
           read_factor(v, w, e) && read_chance(v, "fail", &w->fail, e);
}

static bool read_weak(const struct reader *r, const struct json *v,
                      struct planted *p, struct err *e)
{
    const struct json *list = json_get(v, "weak");

    if (!list || list->type == JSON_NULL)
        return true;
    if (list->type != JSON_ARRAY)
        return err_at(e, ERR_DOMAIN, list->line, list->column,
                      "\"weak\" must be a list of entries");
    p->weak = arena_array(r->arena, struct weakness, list->count + 1);
    for (const struct json *m = list->first; m; m = m->next)
        if (!read_weakness(r, m, &p->weak[p->n_weak++], e))
            return false;
    return true;
}

static bool read_seed(const struct reader *r, const struct json *v,
                      struct planted *p, struct err *e)
{
    const struct json *m = json_get(v, "seed");

    p->seed = "";
    if (!m)
        return true;
    if (m->type != JSON_STRING && m->type != JSON_NUMBER)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"seed\" must be a text or a number");
    p->seed = arena_strdup(r->arena, m->text);
    return true;
}

static bool read_planted(const struct reader *r, const struct json *v,
                         struct planted *p, struct err *e)
{
    static const char *const known[] = { "seed",      "base",    "weak",
                                         "truncated", "refused", "silent",
                                         NULL };

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the file must be {seed, base, weak: [...]}");
    if (!check_names(v, known, "the file", e) || !read_seed(r, v, p, e) ||
        !read_chance(v, "base", &p->base, e) ||
        !read_chance(v, "truncated", &p->truncated, e) ||
        !read_chance(v, "refused", &p->refused, e) ||
        !read_chance(v, "silent", &p->silent, e))
        return false;
    if (p->truncated + p->refused + p->silent > 1)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"truncated\", \"refused\" and \"silent\" come to more "
                      "than 1");
    return read_weak(r, v, p, e);
}

bool planted_open(struct arena *a, const char *path,
                  const char *(*concept)(const char *),
                  const char *(*near)(const char *), struct planted **out,
                  struct hash128 *content, struct err *e)
{
    struct reader r = { a, concept, near };
    struct planted *p = arena_new(a, struct planted);
    struct str text = { 0 };
    struct json *v;
    bool ok = file_read(path, LIMIT_SPEC_BYTES, &text, e) &&
              ((yaml_read(a, str_get(&text), text.n, &v, e) &&
                read_planted(&r, v, p, e)) ||
               file_fail(path, e));

    if (ok) {
        *content = hash_bytes(str_get(&text), text.n);
        *out = p;
    }
    str_clear(&text);
    return ok;
}

/* ---- answering ---- */

static bool has_concept(const struct note *note, const char *name)
{
    for (size_t i = 0; i < note->n_concepts; i++)
        if (str_eq(note->concepts[i], name))
            return true;
    return false;
}

/* The share of `fail` that counts: 0 outside of the bounds, else 1 or what the
 * curve gives. A problem that does not have the factor is not weak by it. */
static double factor_share(const struct weakness *w, const struct note *note)
{
    for (size_t i = 0; i < note->n_factors; i++) {
        double x = note->factors[i].value;

        if (!str_eq(note->factors[i].name, w->factor))
            continue;
        if (x <= w->above || x >= w->below)
            return 0;
        return w->slope != 0 ? 1 / (1 + exp(w->slope * (w->half - x))) : 1;
    }
    return 0;
}

static double chance_of(const struct weakness *w, const struct note *note)
{
    for (size_t i = 0; i < w->n_concepts; i++)
        if (!has_concept(note, w->concepts[i]))
            return 0;
    return w->fail * (w->factor ? factor_share(w, note) : 1);
}

double planted_chance(const struct planted *p, const struct note *note)
{
    double most = p->base;

    for (size_t i = 0; i < p->n_weak; i++)
        most = fmax(most, chance_of(&p->weak[i], note));
    return most;
}

/* Uniform on [0, 1): 53 bits. */
static double draw(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

static int64_t count_words(const char *s)
{
    int64_t n = 0;

    for (bool in = false; *s; s++) {
        n += !in && !is_space(*s);
        in = !is_space(*s);
    }
    return n;
}

/* Fill a reply, with the usage that a server would report for a text it made.
 */
static void fill(struct reply *out, const struct request *q, enum outcome o,
                 const char *text, const char *finish)
{
    *out = (struct reply){ .outcome = o,
                           .text = text,
                           .finish = finish,
                           .usage = { 0, count_words(text), -1, -1 } };
    for (size_t i = 0; i < q->n_messages; i++)
        out->usage.prompt += count_words(q->messages[i].content);
}

static void answer_right(struct arena *a, const struct request *q,
                         struct reply *out)
{
    if (q->note->right)
        fill(out, q, OUTCOME_OK, q->note->right, "stop");
    else
        *out = reply_none(
            a, OUTCOME_ERROR,
            arena_printf(a, "problem \"%.200s\" has no key that can be said",
                         q->note->problem));
}

static void answer_wrong(struct arena *a, const struct request *q,
                         uint64_t pick, struct reply *out)
{
    const struct note *note = q->note;
    const char *text = note->wrong ? note->wrong(a, note, pick) : NULL;

    if (text)
        fill(out, q, OUTCOME_OK, text, "stop");
    else
        *out = reply_none(
            a, OUTCOME_ERROR,
            arena_printf(a,
                         "no answer to problem \"%.200s\" could be proved "
                         "wrong",
                         note->problem));
}

static void answer_cut(struct arena *a, const struct request *q,
                       struct reply *out)
{
    const char *text = q->note->right ? q->note->right : "";
    size_t n = 0;

    while (text[n] && !is_space(text[n]))
        n++;
    fill(out, q, OUTCOME_TRUNCATED, arena_strndup(a, text, n), "length");
    out->why = "planted: cut";
}

/* The draws come in a fixed order, all of them always: to plant more of one
 * thing moves nothing else. */
void planted_answer(struct arena *a, const struct planted *p,
                    const struct request *q, struct reply *out)
{
    struct hasher h;
    struct rng rng;
    double other, fails;

    hasher_open(&h);
    hasher_text(&h, "planted");
    hasher_text(&h, p->seed);
    hasher_text(&h, q->note->problem);
    hasher_u64(&h, q->attempt);
    rng_init(&rng, hasher_close(&h));
    other = draw(&rng);
    fails = draw(&rng);
    if (other < p->truncated) {
        answer_cut(a, q, out);
    } else if (other < p->truncated + p->refused) {
        fill(out, q, OUTCOME_REFUSED, "", "content_filter");
        out->why = "planted: refused";
    } else if (other < p->truncated + p->refused + p->silent) {
        fill(out, q, OUTCOME_OK, "", "stop");
    } else if (fails < planted_chance(p, q->note)) {
        answer_wrong(a, q, rng_u64(&rng), out);
    } else {
        answer_right(a, q, out);
    }
}
