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
#include <strings.h>

/* Between planted_read.c (the file) and planted.c (the answers). */

/* What becomes of an attempt that fails. */
enum planted_how {
    PLANTED_WRONG,
    PLANTED_TRUNCATED,
    PLANTED_REFUSED,
    PLANTED_ABSTAINED, /* "I don't know." */
    PLANTED_SILENT,
    PLANTED_UNREADABLE,
    PLANTED_HOWS
};

/* What an entry says of a factor. */
struct planted_limit {
    const char *factor;
    double above, below;
    double half, slope; /* the factor where half of `fail` is reached, and how
                           fast; slope 0: at once */
    const char **words; /* any of these; NULL: it is a number */
    size_t n_words;
};

struct planted_entry {
    const char **concepts; /* all of these */
    size_t n_concepts;
    struct planted_limit *limits; /* all of these */
    size_t n_limits;
    const char **contains; /* all of these words */
    size_t n_contains;
    enum planted_how how;
    double fail;
};

struct planted {
    const char *seed;
    double base, truncated, refused, silent;
    double think; /* words before an answer, for each of the solution */
    struct planted_entry *weak;
    size_t n_weak;
};

/* The answers of a planted model. */

#define THOUGHTS_MOST 10000
#define UNREADABLE    "The answer is $\\boxed{)(}$."

static bool planted_has_concept(const struct note *note, const char *name)
{
    for (size_t i = 0; i < note->n_concepts; i++)
        if (str_eq(note->concepts[i], name))
            return true;
    return false;
}

/* The share of `fail` that counts: 0 outside of the bounds, else 1 or what the
 * curve gives. A problem that does not have the factor is not weak by it. */
static double limit_share(const struct planted_limit *w, const struct factor *f)
{
    double x = f->value;

    if (w->words) {
        for (size_t i = 0; i < w->n_words; i++)
            if (f->word && str_eq(f->word, w->words[i]))
                return 1;
        return 0;
    }
    if (f->word || x <= w->above || x >= w->below)
        return 0;
    return w->slope != 0 ? 1 / (1 + exp(w->slope * (w->half - x))) : 1;
}

static double factor_share(const struct planted_limit *w,
                           const struct note *note)
{
    for (size_t i = 0; i < note->n_factors; i++)
        if (str_eq(note->factors[i].name, w->factor))
            return limit_share(w, &note->factors[i]);
    return 0;
}

static bool planted_is_in_word(char c)
{
    return is_letter(c) || is_digit(c);
}

/* A word stands there whole, in either case. */
static bool contains(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (const char *s = text; *s; s++)
        if ((s == text || !planted_is_in_word(s[-1])) &&
            strncasecmp(s, word, n) == 0 && !planted_is_in_word(s[n]))
            return true;
    return false;
}

static double planted_chance_of(const struct planted_entry *w,
                                const struct note *note)
{
    double chance = w->fail;

    for (size_t i = 0; i < w->n_concepts; i++)
        if (!planted_has_concept(note, w->concepts[i]))
            return 0;
    for (size_t i = 0; i < w->n_contains; i++)
        if (!note->statement || !contains(note->statement, w->contains[i]))
            return 0;
    for (size_t i = 0; i < w->n_limits; i++)
        chance *= factor_share(&w->limits[i], note);
    return chance;
}

/* The largest chance counts, and how that entry fails. */
static double find_chance(const struct planted *p, const struct note *note,
                          enum planted_how *how)
{
    double most = p->base;

    *how = PLANTED_WRONG;
    for (size_t i = 0; i < p->n_weak; i++) {
        double chance = planted_chance_of(&p->weak[i], note);

        if (chance > most) {
            most = chance;
            *how = p->weak[i].how;
        }
    }
    return most;
}

double planted_chance(const struct planted *p, const struct note *note)
{
    enum planted_how how;

    return find_chance(p, note, &how);
}

/* Uniform on [0, 1): 53 bits. */
static double planted_draw(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

static int64_t planted_count_words(const char *s)
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
static void planted_fill(struct reply *out, const struct request *q,
                         enum outcome o, const char *text, const char *finish)
{
    *out = (struct reply){ .outcome = o,
                           .text = text,
                           .finish = finish,
                           .usage = { 0, planted_count_words(text), -1, -1 } };
    for (size_t i = 0; i < q->n_messages; i++)
        out->usage.prompt += planted_count_words(q->messages[i].content);
}

static void answer_right(struct arena *a, const struct request *q,
                         struct reply *out)
{
    if (q->note->right)
        planted_fill(out, q, OUTCOME_OK, q->note->right, "stop");
    else
        *out =
            reply_none(a, OUTCOME_ERROR,
                       arena_printf(a,
                                    "problem \"%.200s\" has no key that can be "
                                    "written as an answer",
                                    q->note->problem));
}

static void answer_wrong(struct arena *a, const struct request *q,
                         uint64_t pick, struct reply *out)
{
    const struct note *note = q->note;
    const char *text = note->wrong ? note->wrong(a, note, pick) : NULL;

    if (text)
        planted_fill(out, q, OUTCOME_OK, text, "stop");
    else
        *out = reply_none(
            a, OUTCOME_ERROR,
            arena_printf(a,
                         "could not make an answer to problem \"%.200s\" "
                         "that is provably wrong",
                         note->problem));
}

static void answer_cut(struct arena *a, const struct request *q,
                       struct reply *out)
{
    const char *text = q->note->right ? q->note->right : "";
    size_t n = 0;

    while (text[n] && !is_space(text[n]))
        n++;
    planted_fill(out, q, OUTCOME_TRUNCATED, arena_strndup(a, text, n),
                 "length");
    out->why = "planted: cut";
}

/* An attempt ends in one of these ways. */
static void answer_as(struct arena *a, const struct request *q,
                      enum planted_how how, uint64_t pick, struct reply *out)
{
    switch (how) {
    case PLANTED_TRUNCATED: answer_cut(a, q, out); return;
    case PLANTED_REFUSED:
        planted_fill(out, q, OUTCOME_REFUSED, "", "content_filter");
        out->why = "planted: refused";
        return;
    case PLANTED_ABSTAINED:
        planted_fill(out, q, OUTCOME_OK, "I don't know.", "stop");
        return;
    case PLANTED_SILENT: planted_fill(out, q, OUTCOME_OK, "", "stop"); return;
    case PLANTED_UNREADABLE:
        planted_fill(out, q, OUTCOME_OK, UNREADABLE, "stop");
        return;
    default: answer_wrong(a, q, pick, out); return;
    }
}

/* ---- thinking ---- */

static double words_to_think(const struct planted *p, const struct note *note)
{
    double n = 0;

    for (size_t i = 0; i < note->n_factors && n == 0; i++)
        if (str_eq(note->factors[i].name, "solution words"))
            n = note->factors[i].value;
    return fmin(p->think *
                    (n > 0 ? n : (double)planted_count_words(note->statement)),
                THOUGHTS_MOST);
}

/* Words come before the answer; max_tokens cuts the whole, a word a token. */
static void think(struct arena *a, const struct planted *p,
                  const struct request *q, struct reply *out)
{
    const char *limit = q->decoding ? q->decoding->max_tokens : NULL;
    int64_t thoughts = (int64_t)words_to_think(p, q->note), n = thoughts;
    int64_t most = limit ? strtoll(limit, NULL, 10) : INT64_MAX;
    struct str text = str_in(a);

    if (out->outcome != OUTCOME_OK || thoughts == 0 || !*out->text)
        return;
    n += planted_count_words(out->text);
    for (int64_t i = 0; i < thoughts && i < most; i++)
        str_add(&text, i % 12 == 11 ? "hm,\n" : "well, ");
    if (n > most) {
        planted_fill(out, q, OUTCOME_TRUNCATED, str_get(&text), "length");
        out->why = "planted: longer than max_tokens";
        return;
    }
    str_add(&text, "\n\n");
    str_add(&text, out->text);
    planted_fill(out, q, OUTCOME_OK, str_get(&text), "stop");
}

/* The draws come in a fixed order, all of them always: to plant more of one
 * thing moves nothing else. */
void planted_answer(struct arena *a, const struct planted *p,
                    const struct request *q, struct reply *out)
{
    struct hasher h;
    struct rng rng;
    double other, fails;
    enum planted_how how;

    hasher_open(&h);
    hasher_text(&h, "planted");
    hasher_text(&h, p->seed);
    hasher_text(&h, q->note->problem);
    hasher_u64(&h, q->attempt);
    rng_init(&rng, hasher_close(&h));
    other = planted_draw(&rng);
    fails = planted_draw(&rng);
    if (other < p->truncated)
        answer_as(a, q, PLANTED_TRUNCATED, 0, out);
    else if (other < p->truncated + p->refused)
        answer_as(a, q, PLANTED_REFUSED, 0, out);
    else if (other < p->truncated + p->refused + p->silent)
        answer_as(a, q, PLANTED_SILENT, 0, out);
    else if (fails < find_chance(p, q->note, &how))
        answer_as(a, q, how, rng_u64(&rng), out);
    else
        answer_right(a, q, out);
    if (p->think > 0)
        think(a, p, q, out);
}

/* The file of a planted model. */

#define THINK_MOST  100
#define FIELDS_MOST 40

const char *const planted_factors[] = {
    "words",        "characters",  "numbers",
    "digits",       "steps",       "solution words",
    "concepts",     "level",       "keys",
    "answer",       "answer sign", "answer digits",
    "answer parts", "denominator", "distractors",
    "wording",      "depth",       NULL
};

static const char *const planted_hows[PLANTED_HOWS + 1] = {
    "wrong", "truncated", "refused", "abstained", "silent", "unreadable", NULL
};

static const char *const entry_fields[] = { "concepts", "factor",   "above",
                                            "below",    "is",       "half",
                                            "slope",    "contains", "how",
                                            "fail",     NULL };

struct reader {
    struct arena *arena;
    const char *(*concept)(const char *name);
    const char *(*near)(const char *name);
    const char *const *(*words)(const char *factor);
};

/* The one of the names (NULL-ended) that was likely meant, or NULL. */
static const char *planted_nearest(const char *const *known, const char *name)
{
    size_t n = 0;

    while (known[n])
        n++;
    return str_nearest(name, known, n);
}

/* Add the names, or the one that was likely meant. */
static void planted_add_names(struct str *out, const char *const *known,
                              const char *name)
{
    const char *near = name ? planted_nearest(known, name) : NULL;

    if (near) {
        str_addf(out, "did you mean \"%s\"?", near);
        return;
    }
    str_add(out, "the fields are ");
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
        planted_add_names(&all, known, m->name);
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

static bool planted_read_number(const struct json *v, double *out,
                                struct err *e)
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
    if (!planted_read_number(m, out, e))
        return false;
    if (*out >= 0 && *out <= 1)
        return true;
    return err_at(e, ERR_DOMAIN, m->line, m->column,
                  "\"%s\" is a probability: it must be from 0 to 1, not %.40s",
                  name, m->text);
}

static bool no_concept(const struct reader *r, const struct json *c,
                       struct err *e)
{
    const char *near = r->near ? r->near(c->text) : NULL;

    return err_at(e, ERR_DOMAIN, c->line, c->column,
                  "there is no concept \"%.80s\" in any taxonomy%s%.80s%s",
                  c->text, near ? "; did you mean \"" : "", near ? near : "",
                  near ? "\"?" : "");
}

static bool planted_read_concepts(const struct reader *r, const struct json *m,
                                  struct planted_entry *w, struct err *e)
{
    if (m->type != JSON_ARRAY || m->count == 0)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"concepts\" must be a list of names: [A] or [A, B]");
    w->concepts = arena_array(r->arena, const char *, m->count);
    for (const struct json *c = m->first; c; c = c->next) {
        const char *name = json_string(c);

        if (!name)
            return err_at(e, ERR_DOMAIN, c->line, c->column,
                          "\"concepts\" must contain names, not %s",
                          json_type_name(c->type));
        if (r->concept)
        name = r->concept(name);
        if (!name)
            return no_concept(r, c, e);
        w->concepts[w->n_concepts++] = arena_strdup(r->arena, name);
    }
    return true;
}

/* ---- what an entry says of factors ---- */

/* "concepts" is a list of names, or, with bounds, how many there are. */
static bool is_names(const struct json *m)
{
    return str_eq(m->name, "concepts") && m->type != JSON_OBJECT &&
           m->type != JSON_NUMBER;
}

static const char *find_factor(const char *name)
{
    for (size_t i = 0; planted_factors[i]; i++)
        if (name && str_eq(name, planted_factors[i]))
            return planted_factors[i];
    return NULL;
}

static bool no_factor(const struct json *m, struct err *e)
{
    struct str all = { 0 };

    planted_add_names(&all, planted_factors, json_string(m));
    err_at(e, ERR_DOMAIN, m->line, m->column,
           "there is no factor \"%.60s\"; %s",
           m->text ? m->text : json_type_name(m->type), str_get(&all));
    str_clear(&all);
    return false;
}

/* "half" and "slope" go together. */
static bool read_curve(const struct json *v, const struct json *half,
                       struct planted_limit *w, struct err *e)
{
    const struct json *slope = json_get(v, "slope");

    if (!half && !slope)
        return true;
    if (!half || !slope)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"half\" and \"slope\" must be given together");
    if (!planted_read_number(half, &w->half, e) ||
        !planted_read_number(slope, &w->slope, e))
        return false;
    return w->slope != 0 || err_at(e, ERR_DOMAIN, slope->line, slope->column,
                                   "\"slope\" must not be 0");
}

/* The texts of a text or a list, in the arena. */
static bool planted_read_texts(const struct reader *r, const struct json *v,
                               const char *what, const char ***out, size_t *n,
                               struct err *e)
{
    const struct json *m = v->type == JSON_ARRAY ? v->first : v;

    *out = arena_array(r->arena, const char *, v->count + 1);
    for (*n = 0; m; m = v->type == JSON_ARRAY ? m->next : NULL) {
        const char *text = json_string(m);

        if (!text || str_blank(text))
            return err_at(e, ERR_DOMAIN, m->line, m->column,
                          "\"%s\" must be a word, or a list of words", what);
        (*out)[(*n)++] = arena_strdup(r->arena, text);
    }
    return *n > 0 || err_at(e, ERR_DOMAIN, v->line, v->column,
                            "\"%s\" must be a word, or a list of words", what);
}

/* `answer: fraction`: any of the words that the factor has. */
static bool planted_read_words(const struct reader *r, const struct json *v,
                               struct planted_limit *w, struct err *e)
{
    const char *const *known = r->words ? r->words(w->factor) : NULL;
    struct str all = { 0 };
    bool ok = planted_read_texts(r, v, w->factor, &w->words, &w->n_words, e);

    for (size_t i = 0; i < w->n_words && ok && known; i++) {
        size_t k = 0;

        while (known[k] && !str_eq(known[k], w->words[i]))
            k++;
        if (known[k])
            continue;
        planted_add_names(&all, known, w->words[i]);
        ok = err_at(e, ERR_DOMAIN, v->line, v->column,
                    "\"%s\" cannot be \"%.60s\"; %s", w->factor, w->words[i],
                    str_get(&all));
    }
    str_clear(&all);
    return ok;
}

static bool is_word_factor(const struct reader *r, const char *factor)
{
    return r->words && r->words(factor);
}

/* The factor is this word, one of these, or this number. */
static bool planted_read_value(const struct reader *r, const struct json *v,
                               struct planted_limit *w, struct err *e)
{
    double x;

    if (is_word_factor(r, w->factor))
        return planted_read_words(r, v, w, e);
    if (!planted_read_number(v, &x, e))
        return false;
    w->above = nextafter(x, -INFINITY);
    w->below = nextafter(x, INFINITY);
    return true;
}

/* Bounds, a curve or words, the members of v. */
static bool read_bounds(const struct reader *r, const struct json *v,
                        struct planted_limit *w, struct err *e)
{
    const struct json *above = json_get(v, "above");
    const struct json *below = json_get(v, "below");
    const struct json *half = json_get(v, "half");
    const struct json *is = json_get(v, "is");

    if (is_word_factor(r, w->factor) && !is)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the values of \"%s\" are words: give one as \"is\"",
                      w->factor);
    if (is && (above || below || half))
        return err_at(e, ERR_DOMAIN, is->line, is->column,
                      "\"is\" cannot be combined with \"above\", \"below\" "
                      "or \"half\"");
    if (is)
        return planted_read_value(r, is, w, e);
    if (!above && !below && !half)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%s\" needs \"above\", \"below\" or both, \"is\", or "
                      "\"half\" and \"slope\"",
                      w->factor);
    if ((above && !planted_read_number(above, &w->above, e)) ||
        (below && !planted_read_number(below, &w->below, e)))
        return false;
    if (w->above >= w->below)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "no \"%s\" is above %.10g and below %.10g: the range "
                      "is empty",
                      w->factor, w->above, w->below);
    return read_curve(v, half, w, e);
}

static struct planted_limit *planted_add_limit(struct planted_entry *w,
                                               const char *factor)
{
    struct planted_limit *l = &w->limits[w->n_limits++];

    *l = (struct planted_limit){ .factor = factor,
                                 .above = -INFINITY,
                                 .below = INFINITY };
    return l;
}

/* {factor: words, above: 80} */
static bool planted_read_factor(const struct reader *r, const struct json *v,
                                struct planted_entry *w, struct err *e)
{
    static const char *const own[] = { "above", "below", "half", "slope",
                                       "is" };
    const struct json *m = json_get(v, "factor"), *stray = NULL;
    const char *factor;

    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        stray = stray ? stray : json_get(v, own[i]);
    if (!m)
        return !stray || err_at(e, ERR_DOMAIN, v->line, v->column,
                                "\"above\", \"below\", \"is\" and \"half\" "
                                "need a \"factor\"");
    factor = find_factor(json_string(m));
    if (!factor)
        return no_factor(m, e);
    if (!stray)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"factor\" needs \"above\", \"below\" or both, \"is\", "
                      "or \"half\" and \"slope\"");
    return read_bounds(r, v, planted_add_limit(w, factor), e);
}

/* {words: {above: 60, below: 80}}, {answer: fraction}, {level: 3} */
static bool read_named(const struct reader *r, const struct json *v,
                       struct planted_entry *w, struct err *e)
{
    static const char *const known[] = { "above", "below", "is",
                                         "half",  "slope", NULL };

    for (const struct json *m = v->first; m; m = m->next) {
        const char *factor = find_factor(m->name);
        struct planted_limit *l;

        if (!factor || is_names(m))
            continue;
        l = planted_add_limit(w, factor);
        if (m->type != JSON_OBJECT) {
            if (!planted_read_value(r, m, l, e))
                return false;
            continue;
        }
        if (!check_names(m, known, factor, e) || !read_bounds(r, m, l, e))
            return false;
    }
    return true;
}

/* ---- entries ---- */

static bool read_how(const struct json *v, struct planted_entry *w,
                     struct err *e)
{
    const struct json *m = json_get(v, "how");
    const char *text = json_string(m);
    struct str all = { 0 };

    if (!m)
        return true;
    for (size_t i = 0; planted_hows[i]; i++)
        if (text && str_eq(text, planted_hows[i])) {
            w->how = (enum planted_how)i;
            return true;
        }
    planted_add_names(&all, planted_hows, text);
    err_at(e, ERR_DOMAIN, m->line, m->column,
           "there is no way to fail \"%.60s\"; %s",
           m->text ? m->text : json_type_name(m->type), str_get(&all));
    str_clear(&all);
    return false;
}

/* The fields of an entry: its own, and the factors. */
static bool planted_check_fields(const struct json *v, struct err *e)
{
    const char *known[FIELDS_MOST];
    size_t n = 0;

    while (entry_fields[n]) {
        known[n] = entry_fields[n];
        n++;
    }
    for (size_t i = 0; planted_factors[i]; i++) {
        INVARIANT(n + 1 < FIELDS_MOST);
        if (!str_eq(planted_factors[i], entry_fields[0]))
            known[n++] = planted_factors[i];
    }
    known[n] = NULL;
    return check_names(v, known, "an entry of \"weak\"", e);
}

static bool read_weakness(const struct reader *r, const struct json *v,
                          struct planted_entry *w, struct err *e)
{
    const struct json *concepts = json_get(v, "concepts");
    const struct json *contains = json_get(v, "contains");

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "an entry of \"weak\" is {concepts: [...], fail: p} or "
                      "{words: {above: 80}, fail: p}");
    if (!planted_check_fields(v, e))
        return false;
    w->limits = arena_array(r->arena, struct planted_limit, v->count + 1);
    if ((concepts && is_names(concepts) &&
         !planted_read_concepts(r, concepts, w, e)) ||
        !planted_read_factor(r, v, w, e) || !read_named(r, v, w, e) ||
        (contains && !planted_read_texts(r, contains, "contains", &w->contains,
                                         &w->n_contains, e)))
        return false;
    if (!w->n_concepts && !w->n_limits && !w->n_contains)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "this entry has none of \"concepts\", \"factor\" and "
                      "\"contains\"; give at least one");
    if (!json_get(v, "fail"))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "this entry lacks \"fail\", the probability of a "
                      "failure");
    return read_how(v, w, e) && read_chance(v, "fail", &w->fail, e);
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
    p->weak = arena_array(r->arena, struct planted_entry, list->count + 1);
    for (const struct json *m = list->first; m; m = m->next)
        if (!read_weakness(r, m, &p->weak[p->n_weak++], e))
            return false;
    return true;
}

static bool planted_read_seed(const struct reader *r, const struct json *v,
                              struct planted *p, struct err *e)
{
    const struct json *m = json_get(v, "seed");

    p->seed = "";
    if (!m)
        return true;
    if (m->type != JSON_STRING && m->type != JSON_NUMBER)
        return err_at(e, ERR_DOMAIN, m->line, m->column,
                      "\"seed\" must be a string or a number");
    p->seed = arena_strdup(r->arena, m->text);
    return true;
}

static bool read_planted(const struct reader *r, const struct json *v,
                         struct planted *p, struct err *e)
{
    static const char *const known[] = { "seed",      "base",    "weak",
                                         "truncated", "refused", "silent",
                                         "think",     NULL };
    const struct json *think = json_get(v, "think");

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the file must be {seed, base, weak: [...]}");
    if (!check_names(v, known, "the file", e) ||
        !planted_read_seed(r, v, p, e) ||
        !read_chance(v, "base", &p->base, e) ||
        !read_chance(v, "truncated", &p->truncated, e) ||
        !read_chance(v, "refused", &p->refused, e) ||
        !read_chance(v, "silent", &p->silent, e))
        return false;
    if (p->truncated + p->refused + p->silent > 1)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the sum of \"truncated\", \"refused\" and \"silent\" "
                      "is more than 1");
    if (think && !planted_read_number(think, &p->think, e))
        return false;
    if (!(p->think >= 0 && p->think <= THINK_MOST))
        return err_at(e, ERR_DOMAIN, think->line, think->column,
                      "\"think\" must be from 0 to %d: words of reasoning "
                      "for each word of the worked solution",
                      THINK_MOST);
    return read_weak(r, v, p, e);
}

bool planted_open(struct arena *a, const char *path,
                  const char *(*concept)(const char *),
                  const char *(*near)(const char *),
                  const char *const *(*words)(const char *),
                  struct planted **out, struct hash128 *content, struct err *e)
{
    struct reader r = { a, concept, near, words };
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
