/* SPDX-License-Identifier: Apache-2.0 */
#include "run/planted/note.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "family/language/engine.h"
#include "family/table.h"
#include "grade/look.h"
#include "problem/concept.h"
#include "problem/export/ask.h"
#include "problem/near_miss.h"
#include "run/judge.h"

#include <math.h>
#include <string.h>

static size_t factors_words(const char *s)
{
    size_t n = 0;

    for (bool in = false; *s; s++) {
        n += !in && !is_space(*s);
        in = !is_space(*s);
    }
    return n;
}

/* How many numbers, and how many digits the longest has. */
static size_t factors_numbers(const char *s, size_t *longest)
{
    size_t n = 0;

    *longest = 0;
    while (*s) {
        size_t digits = 0;

        if (!is_digit(*s)) {
            s++;
            continue;
        }
        for (; is_digit(*s) || ((*s == '.' || *s == ',') && is_digit(s[1]));
             s++)
            digits += is_digit(*s);
        if (digits > *longest)
            *longest = digits;
        n++;
    }
    return n;
}

/* "3. " or "Step 3" at the head of a line. */
static bool is_numbered(const char *line)
{
    size_t n = 0;

    if (str_starts(line, "Step "))
        return is_digit(line[5]);
    while (is_digit(line[n]))
        n++;
    return n > 0 && n < 4 && (line[n] == '.' || line[n] == ')') &&
           line[n + 1] == ' ';
}

static size_t steps(const char *solution)
{
    size_t numbered = 0, filled = 0;
    const char *end;

    for (const char *s = solution; *s; s = end) {
        while (is_space(*s))
            s++;
        end = s + strcspn(s, "\n");
        filled += end > s;
        numbered += is_numbered(s);
    }
    return numbered ? numbered : filled;
}

/* Concepts of the high taxonomy, each counted once. */
static size_t high_concepts(const struct problem *p)
{
    const struct taxonomy *high = taxonomy_find("high");
    size_t n = 0;

    for (size_t i = 0; i < p->n_concepts; i++) {
        const struct concept *c = concept_find(high, p->concepts[i]);
        size_t j = 0;

        while (c && j < i && concept_find(high, p->concepts[j]) != c)
            j++;
        n += c && j == i;
    }
    return n;
}

/* 5 of "Level 5"; false when there is none. */
static bool source_level(const struct problem *p, double *out)
{
    const struct json *v = json_get(json_get(p->meta, "fields"), "level");
    const char *s = v && v->text ? v->text : "";

    s += strcspn(s, "0123456789");
    if (!*s)
        return false;
    for (*out = 0; is_digit(*s) && *out < 1e6; s++)
        *out = *out * 10 + (*s - '0');
    return true;
}

/* How many sentences beside the point a family was told to add; false where
 * its knobs do not say. */
static bool distractors(const struct problem *p, double *out)
{
    const char *s = json_string(json_get(p->knobs, "distractors"));

    if (!s || !is_digit(s[0]) || s[1])
        return false;
    *out = s[0] - '0';
    return true;
}

/* The depth that a family without a ceiling was set to; 0: it is none. */
static int64_t depth(const struct problem *p)
{
    const struct family *f = family_find(p->family);

    return f && p->level >= 1 && p->level <= f->n_levels
               ? family_depth_of(f, p->level, p->knobs)
               : 0;
}

/* ---- the answer ---- */

/* Both, where they are the same; else `otherwise`. */
static const char *factors_common(const char *x, const char *y,
                                  const char *otherwise)
{
    return x && y && str_eq(x, y) ? x : otherwise;
}

/* All keys as one; false: one cannot be read. A family that judges by its own
 * rules has keys of its own making. */
static bool factors_measure(struct arena *a, const struct problem *p,
                            struct key_measure *out)
{
    if (p->n_keys == 0 || (p->family && family_judge(p->family)))
        return false;
    for (size_t i = 0; i < p->n_keys; i++) {
        struct key_measure m;

        if (!grade_measure(a, p->keys[i].latex, p->keys[i].kind, &m))
            return false;
        if (i == 0) {
            *out = m;
            continue;
        }
        out->word = factors_common(out->word, m.word, MEASURE_SEVERAL);
        out->sign = factors_common(out->sign, m.sign, NULL);
        out->digits = fmax(out->digits, m.digits);
        out->denominator = fmax(out->denominator, m.denominator);
        out->parts += m.parts;
    }
    return true;
}

/* ---- the whole ---- */

const char *const *factor_words(const char *name)
{
    static const char *const signs[] = { "negative", "zero", "positive", NULL };
    static const char *const wordings[] = { "plain", "paraphrase", "terse",
                                            "wordy", "story",      NULL };

    return str_eq(name, "answer")        ? measure_words
           : str_eq(name, "answer sign") ? signs
           : str_eq(name, "wording")     ? wordings
                                         : NULL;
}

struct list {
    struct factor *all;
    size_t n;
};

/* One without a value is none. */
static void factors_add(struct list *s, struct factor f)
{
    INVARIANT(s->n < FACTORS_MOST);
    if (f.word || !isnan(f.value))
        s->all[s->n++] = f;
}

size_t factors_make(struct arena *a, const struct problem *p,
                    const struct factor **out)
{
    struct list all = { arena_array(a, struct factor, FACTORS_MOST), 0 };
    const char *s = p->statement;
    bool solved = p->solution && !str_blank(p->solution);
    size_t digits, count = factors_numbers(s, &digits);
    double level = p->level, beside = NAN;
    struct key_measure m = { .digits = NAN };
    bool measured = factors_measure(a, p, &m);

    if (!p->family && !source_level(p, &level))
        level = NAN;
    if (!distractors(p, &beside))
        beside = NAN;
    const struct factor list[] = {
        { "words", (double)factors_words(s), NULL },
        { "characters", (double)utf8_count(s, strlen(s)), NULL },
        { "numbers", (double)count, NULL },
        { "digits", (double)digits, NULL },
        { "steps", solved ? (double)steps(p->solution) : NAN, NULL },
        { "solution words", solved ? (double)factors_words(p->solution) : NAN,
          NULL },
        { "concepts", (double)high_concepts(p), NULL },
        { "level", level, NULL },
        { "keys", (double)p->n_keys, NULL },
        { "answer", NAN, measured ? m.word : NULL },
        { "answer sign", NAN, measured ? m.sign : NULL },
        { "answer digits", measured ? m.digits : NAN, NULL },
        { "denominator", measured ? m.denominator : NAN, NULL },
        { "answer parts", measured ? (double)m.parts : NAN, NULL },
        { "distractors", beside, NULL },
        { "wording", NAN, json_string(json_get(p->knobs, "wording")) },
        { "depth", depth(p) ? (double)depth(p) : NAN, NULL },
    };

    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
        factors_add(&all, list[i]);
    *out = all.all;
    return all.n;
}

/* ---- saying ---- */

const char **right_values(struct arena *a, const struct problem *p)
{
    const char **values = arena_array(a, const char *, p->n_keys + 1);

    for (size_t i = 0; i < p->n_keys; i++)
        values[i] = p->keys[i].latex;
    return values;
}

/* "value", or "name: value; name: value", as the judge joins several keys. */
static const char *replies_join(struct arena *a, const struct problem *p,
                                const char *const *values)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < p->n_keys; i++) {
        const char *name = p->keys[i].name;

        str_add(&out, i ? "; " : "");
        str_add(&out, name ? name : "");
        str_add(&out, name ? ": " : "");
        str_add(&out, values[i]);
    }
    return str_get(&out);
}

const char *right_say(struct arena *a, const struct problem *p,
                      const char *const *values, enum right_form form)
{
    static const char *const around[RIGHT_FORMS][2] = {
        [RIGHT_FORMULA] = { " $\\boxed{", "}$." },
        [RIGHT_BOX] = { " \\boxed{", "}." },
        [RIGHT_TEXT] = { " $\\boxed{\\text{", "}}$." },
        [RIGHT_PHRASE] = { ": ", "" },
    };
    const char *open = form == RIGHT_PHRASE ? "Final answer"
                       : p->n_keys == 1     ? "The answer is"
                                            : "The answers are";
    struct str out = str_in(a);

    str_add(&out, open);
    str_add(&out, around[form][0]);
    str_add(&out, replies_join(a, p, values));
    str_add(&out, around[form][1]);
    return str_get(&out);
}

/* ---- proving ---- */

/* Is it judged so by both readings? */
static bool replies_are(struct arena *a, const struct problem *p,
                        const char *text, enum verdict v)
{
    const struct reply reply = { .outcome = OUTCOME_OK, .text = text };
    struct result r = { 0 };

    run_judge(a, p, NULL, &reply, &r);
    return r.strict == v && r.lenient == v;
}

bool right_is_correct(struct arena *a, const struct problem *p,
                      const char *text)
{
    return replies_are(a, p, text, VERDICT_CORRECT);
}

/* A few digits need no judging: equal texts are equal numbers. Most keys are
 * such, and every call of a run makes a note. */
static bool replies_is_plain(const struct problem *p)
{
    const char *s = p->keys[0].latex;

    return p->n_keys == 1 && !p->keys[0].name && !p->extra &&
           p->keys[0].kind == ANSWER_INTEGER && is_plain_integer(s) &&
           strlen(s + (*s == '-')) <= 15;
}

/* Finds the first form in which the key is judged correct by both readings.
 * Returns false if there is none. Not for families with a judge of their
 * own. */
static bool right_find(struct arena *a, const struct problem *p,
                       enum right_form *form)
{
    const char **values = right_values(a, p);

    for (int f = 0; f < RIGHT_FORMS; f++) {
        *form = (enum right_form)f;
        if ((f == RIGHT_FORMULA && replies_is_plain(p)) ||
            right_is_correct(a, p, right_say(a, p, values, *form)))
            return true;
    }
    return false;
}

/* Returns the steps of the best solution, an array of texts in the key of a
 * family that judges by its own rules, or NULL for other families. */
static const struct json *right_steps(const struct problem *p)
{
    const struct json *steps;

    if (!ask_is_judged(p))
        return NULL;
    steps = json_get(p->keys[0].more, "best_solution");
    if (!steps || steps->type != JSON_ARRAY || steps->count == 0)
        return NULL;
    for (const struct json *m = steps->first; m; m = m->next)
        if (m->type != JSON_STRING)
            return NULL;
    return steps;
}

/* A step on each line. */
static const char *replies_play(struct arena *a, const struct problem *p)
{
    const struct json *steps = right_steps(p);
    struct str out = str_in(a);

    if (!steps)
        return NULL;
    for (const struct json *m = steps->first; m; m = m->next) {
        str_add(&out, m->text);
        str_addc(&out, '\n');
    }
    return right_is_correct(a, p, str_get(&out)) ? str_get(&out) : NULL;
}

const char *right_reply(struct arena *a, const struct problem *p)
{
    enum right_form form;

    if (ask_is_judged(p))
        return replies_play(a, p);
    if (p->n_keys == 0 || !right_find(a, p, &form))
        return NULL;
    return right_say(a, p, right_values(a, p), form);
}

#define TRIES 24 /* near misses that are judged for one reply */

/* Returns how many choices a multiple choice has, or 0 if its source does not
 * say. */
static size_t count_choices(const struct problem *p)
{
    const struct json *fields = json_get(p->meta, "fields");
    const struct json *v = json_get(fields, "choices");

    v = v ? v : json_get(fields, "options");
    return v && v->type == JSON_ARRAY ? v->count : 0;
}

/* What people do wrong, in a family whose file says so; if it looks like the
 * key. */
static const char *wrong_slip(struct arena *a, const struct problem *p,
                              uint64_t pick)
{
    const struct family *f = p->family ? family_find(p->family) : NULL;
    const char *text = f ? family_slip(f, a, p, (size_t)pick) : NULL;
    const char **values;
    enum right_form form;

    if (!text || p->n_keys != 1 ||
        answer_guess(text) != answer_guess(p->keys[0].latex) ||
        !right_find(a, p, &form))
        return NULL;
    values = right_values(a, p);
    values[0] = text;
    text = right_say(a, p, values, form);
    return replies_are(a, p, text, VERDICT_WRONG) ? text : NULL;
}

static const char *wrong_value(struct arena *a, const struct problem *p,
                               uint64_t pick)
{
    const struct key *k = &p->keys[pick % p->n_keys];
    struct near_misses s = near_misses_of(a, k->latex);
    const char **values = right_values(a, p);
    enum right_form form;

    if (!right_find(a, p, &form))
        return NULL;
    pick /= p->n_keys;
    near_misses_make(&s, k->kind, p->statement, count_choices(p));
    for (size_t i = 0; i < s.texts.n && i < TRIES; i++) {
        const char *text;

        values[k - p->keys] =
            near_misses_at(&s, (pick % s.texts.n + i) % s.texts.n);
        text = right_say(a, p, values, form);
        if (replies_are(a, p, text, VERDICT_WRONG))
            return text;
    }
    return NULL;
}

/* ---- games ---- */

/* The number that begins at s, with what is added to it. */
static const char *changed(struct arena *a, const char *line, const char *at,
                           int by)
{
    int64_t v = 0;
    const char *end = at;

    for (; is_digit(*end) && end - at < 15; end++)
        v = v * 10 + (*end - '0');
    v = v + by < 0 ? v - by : v + by;
    return arena_printf(a, "%.*s%lld%s", (int)(at - line), line, (long long)v,
                        end);
}

static const char *replies_result_of(const char *step)
{
    const char *blank = strrchr(step, ' ');

    return blank ? blank + 1 : step;
}

/*
 * Ways to spoil a solution: what comes to the target comes to another number
 * (0 to 3), or is left out (8), or takes another number (9); or the step
 * before the last one comes to another number (4 to 7). A step on the way may
 * come to the target as well: it is then spoilt too, or the rest of the
 * solution would still be one.
 */
#define SPOILS 10

static const char *spoil(struct arena *a, const struct json *steps, size_t how)
{
    static const int by[] = { 1, -1, 2, 10 };
    const char *target = replies_result_of(steps->last->text);
    struct str out = str_in(a);
    size_t i = 0;

    for (const struct json *m = steps->first; m; m = m->next, i++) {
        const char *line = m->text, *result = replies_result_of(line);
        bool ends = str_eq(result, target);

        if (how == 8 && ends)
            continue;
        if (how == 9 && ends)
            line = changed(a, line, line, 1);
        else if (how < 4 ? ends : how < 8 && i + 2 == steps->count)
            line = changed(a, line, result, by[how % 4]);
        str_add(&out, line);
        str_addc(&out, '\n');
    }
    return str_get(&out);
}

static const char *wrong_play(struct arena *a, const struct problem *p,
                              uint64_t pick)
{
    const struct json *steps = right_steps(p);

    for (uint64_t i = 0; steps && i < SPOILS; i++) {
        const char *text =
            spoil(a, steps, (size_t)((pick % SPOILS + i) % SPOILS));

        if (replies_are(a, p, text, VERDICT_WRONG))
            return text;
    }
    return NULL;
}

/* ---- concepts ---- */

/* A concept of the high taxonomy has names in all of them. */
static void note_add_lifted(struct arena *a, struct vec *s,
                            const struct concept *high)
{
    for (size_t i = 0; i < n_taxonomies; i++) {
        const char **names;
        size_t n = concept_lift(a, high, taxonomies[i], &names);

        for (size_t j = 0; j < n; j++)
            vec_add_name(s, names[j]);
    }
}

/* A skill of the baseline stands for the high concepts that it maps to; a name
 * of a coarser taxonomy stays what it is. */
static void note_add_concept(struct arena *a, struct vec *s, const char *name)
{
    const struct taxonomy *high = taxonomy_find("high"), *t = NULL;
    const struct concept *c = concept_find_any(name, &t);

    if (!c) {
        vec_add_name(s, name);
        return;
    }
    vec_add_name(s, c->name);
    if (t == high)
        note_add_lifted(a, s, c);
    else if (t->granularity == GRANULARITY_BASELINE)
        for (const char *const *m = c->maps; *m; m++)
            note_add_lifted(a, s, concept_find(high, *m));
}

const char *note_concept(const char *name)
{
    const struct concept *c = concept_find_any(name, NULL);

    return c ? c->name : NULL;
}

/* How far a name is from a concept's head, the part before ":" or "(". */
static size_t name_distance(const char *name, const char *full)
{
    char head[64];
    size_t n = strcspn(full, ":(");

    while (n > 0 && full[n - 1] == ' ')
        n--;
    if (n >= sizeof(head))
        return STR_FAR;
    memcpy(head, full, n);
    head[n] = '\0';
    return str_far(name, head);
}

const char *note_near(const char *name)
{
    const char *best = NULL;
    size_t above = STR_FAR;

    for (size_t t = 0; t < n_taxonomies; t++)
        for (size_t i = 0; i < taxonomies[t]->n_concepts; i++) {
            const char *full = taxonomies[t]->concepts[i].name;
            size_t d = name_distance(name, full);

            if (d < above) {
                best = full;
                above = d;
            }
        }
    return best;
}

/* ---- the note ---- */

static void hash_json(struct hasher *h, const struct json *v)
{
    struct str text = { 0 };

    if (v)
        json_write(&text, v);
    hasher_text(h, str_get(&text));
    str_clear(&text);
}

/* All that can change a right or a wrong answer; file and line, solution and
 * proof cannot. */
static const char *note_content_of(struct arena *a, const struct problem *p)
{
    struct hasher h;
    char hex[HASH_HEX_SIZE];

    hasher_open(&h);
    hasher_text(&h, p->family ? p->family : "");
    hash_json(&h, p->params);
    hash_json(&h, p->extra);
    hash_json(&h, json_get(p->meta, "fields"));
    for (size_t i = 0; i < p->n_keys; i++) {
        hasher_text(&h, p->keys[i].name ? p->keys[i].name : "");
        hasher_u64(&h, p->keys[i].kind);
        hasher_text(&h, p->keys[i].latex);
        hash_json(&h, p->keys[i].more);
    }
    return arena_strdup(a, hash_hex(hasher_close(&h), hex));
}

static bool is_id_field(const char *name)
{
    return str_ends(name, "id") || str_ends(name, "ID") ||
           str_ends(name, "idx") || str_ends(name, "ndex") ||
           str_starts(name, "id_");
}

/* The id that the set itself gives, where the problem's is "READER:ID". A row
 * without one has its number there, which is nobody's id. */
static const char *own_id_of(const struct problem *p)
{
    const char *source = json_string(json_get(p->meta, "source"));
    const struct json *fields = json_get(p->meta, "fields");
    size_t n = source ? strlen(source) : 0;

    if (p->family || !source || !str_starts(p->id, source) || p->id[n] != ':')
        return NULL;
    for (const struct json *m = fields ? fields->first : NULL; m; m = m->next)
        if ((m->type == JSON_STRING || m->type == JSON_NUMBER) &&
            is_id_field(m->name) && str_eq(m->text, p->id + n + 1))
            return m->text;
    return NULL;
}

/*
 * Plausible wrong replies. A slip that the family's file names, near misses of
 * the key (problem/near_miss.h), or changes to the best solution of a family
 * that judges by its own rules, are judged one after another, beginning with
 * number `pick`. Returns the first that is wrong
 * by both readings, in the arena, or NULL if none could be proved wrong.
 */
static const char *make_wrong(struct arena *a, const struct note *note,
                              uint64_t pick)
{
    const struct problem *p = note->own;
    const char *slip;

    if (p->n_keys == 0)
        return NULL;
    if (right_steps(p))
        return wrong_play(a, p, pick);
    slip = pick % 2 ? NULL : wrong_slip(a, p, pick / 2);
    return slip ? slip : wrong_value(a, p, pick);
}

void note_make(struct arena *a, const struct problem *p, struct note *out)
{
    struct vec names = vec_in(a, sizeof(const char *));

    for (size_t i = 0; i < p->n_concepts; i++)
        note_add_concept(a, &names, p->concepts[i]);
    *out = (struct note){ .problem = p->id,
                          .own_id = own_id_of(p),
                          .statement = p->statement,
                          .concepts = names.items,
                          .n_concepts = names.n,
                          .right = right_reply(a, p),
                          .content = note_content_of(a, p),
                          .wrong = make_wrong,
                          .own = p };
    out->n_factors = factors_make(a, p, &out->factors);
}

void note_for(struct arena *a, const struct model *m, const struct problem *p,
              struct note *out)
{
    if (m->kind == MODEL_PLANTED)
        note_make(a, p, out);
    else
        *out = (struct note){ .problem = p->id,
                              .own_id = own_id_of(p),
                              .statement = p->statement };
}
