/* SPDX-License-Identifier: Apache-2.0 */
/* Text that changes nothing: misleading text among the conditions, a background
 * before them, an irrelevant topic behind them. The built-in writer's or a
 * model's, it is checked before it is inserted and whenever it is read. */
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/text/builtin.h"
#include "evolve/text/writer.h"
#include "text/sentence.h"

#define DRAWS_MOST 40 /* for a text that does not stand there yet */

/* ---- inserting ---- */

static const struct json *detail_of(struct arena *a, const char *text)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "text", json_new_string(a, text));
    return v;
}

/* Where the text is to stand: what s and `other` (NULL: none) tell is not told
 * again. */
struct place {
    struct arena *a;
    const struct operator_card *card;
    const struct individual *s, *other;
    size_t part;
};

static bool is_told(const struct place *p, const char *text)
{
    return op_told(p->a, p->s, text) ||
           (p->other && op_told(p->a, p->other, text));
}

static bool is_fine(const struct place *p, const char *text, const char **why)
{
    return text_check_new(p->a, text, p->card->job, why) == TEXT_FINE;
}

/* A built-in text of which no sentence is told; NULL: there is none. */
static const char *draw_text(const struct place *p, struct rng *r)
{
    for (int i = 0; i < DRAWS_MOST; i++) {
        const char *text = builtin_text(p->a, p->card->role, p->s, p->part, r);

        if (!is_told(p, text))
            return text;
    }
    return NULL;
}

/* The sentences of a writer's text that are not told; NULL: what is left cannot
 * be used. */
static const char *cut_text(const struct place *p, const char *text)
{
    struct str out = str_in(p->a);
    size_t at = 0, n;
    const char *one, *why;

    if (!is_told(p, text))
        return text;
    while ((one = sentence_next(text, &at, &n)))
        if (!is_told(p, arena_strndup(p->a, one, n)))
            str_addf(&out, "%s%.*s", out.n ? " " : "", (int)n, one);
    return out.n && is_fine(p, str_get(&out), &why) ? str_get(&out) : NULL;
}

/* Inserts the writer's or a built-in text before line `at`. Fails if there is
 * no such line, or if the text is not harmless or stands there already. */
static bool insert(const struct operator_call *o,
                   const struct operator_card *card, size_t at,
                   struct individual *out, struct err *e)
{
    struct arena *a = o->arena;
    struct place p = { a, card, o->first, NULL, o->part };
    const char *text = o->text ? cut_text(&p, o->text) : NULL, *why;
    struct operator_call call = *o;

    if (at == SIZE_MAX)
        return err_set(e, ERR_DOMAIN, "the part has no sentences");
    if (!text) {
        call.text = call.writer = NULL;
        text = draw_text(&p, o->rng);
    }
    if (!text)
        return err_set(e, ERR_DOMAIN, "the text is already there");
    if (!is_fine(&p, text, &why))
        return err_set(e, ERR_DOMAIN, "the text cannot be used: %s", why);
    *out = individual_copy(a, o->first);
    op_insert(o, card, out, at, arena_strdup(a, text),
              op_step(&call, card, out, detail_of(a, text)));
    out->lines[at].harmless = out->lines[at].text;
    return true;
}

bool op_text_apart(struct arena *a, struct rng *r, struct individual *s,
                   size_t step, const struct individual *other)
{
    struct individual_step *t = &s->steps[step - 1];
    struct place p = { a, operator_find(t->name), s, other, t->part };
    const struct place only = { a, p.card, other, NULL, t->part };

    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];
        const char *text = NULL, *why;

        if (l->step != step || l->role != p.card->role ||
            !op_told(a, other, l->text))
            continue;
        if (t->writer)
            text = cut_text(&only, l->text);
        if (!text) {
            t->writer = NULL;
            text = draw_text(&p, r);
        }
        if (!text || !is_fine(&p, text, &why))
            return false;
        l->text = l->harmless = text;
        t->detail = detail_of(a, text);
    }
    return true;
}

/* ---- checking ---- */

static const struct individual_line *line_of(const struct individual *s,
                                             size_t step)
{
    const struct individual_line *found = NULL;

    for (size_t i = 0; i < s->n_lines; i++) {
        if (s->lines[i].step != step)
            continue;
        if (found)
            return NULL;
        found = &s->lines[i];
    }
    return found;
}

/* The step's line stands in its part, with the text that the step noted, and is
 * harmless. */
static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct operator_card *card = operator_find(t->name);
    const struct individual_line *l = line_of(s, step);
    const char *text = json_string(json_get(t->detail, "text")), *reason;

    if (!l || l->role != card->role || l->part != t->part)
        return op_broken(why, "the line that it inserted is not there");
    if (!text || !str_eq(text, l->text))
        return op_broken(why, "its line is not the recorded one");
    return l->harmless == l->text || /* the very one that was looked at */
           text_check_new(a, l->text, card->job, &reason) == TEXT_FINE ||
           op_broken(why,
                     arena_printf(a, "its text could change the problem: %s",
                                  reason));
}

/* ---- misleading text ---- */

/* Before a sentence of the structure that is not the first one; before the
 * first where it has no other. SIZE_MAX: the part has none. */
static size_t place_among(const struct operator_call *o)
{
    const struct individual *s = o->first;
    size_t places[STRUCTURE_SENTENCES], n = 0, first = SIZE_MAX;

    for (size_t i = 0; i < s->n_lines; i++) {
        if (s->lines[i].part != o->part || !line_is_told(&s->lines[i]))
            continue;
        if (first == SIZE_MAX)
            first = i;
        else if (n < STRUCTURE_SENTENCES)
            places[n++] = i;
    }
    return n ? places[rng_below(o->rng, n)] : first;
}

static bool apply_text(const struct operator_call *o, struct individual *out,
                       struct err *e)
{
    size_t at;

    INVARIANT(o->part < o->first->n_parts);
    /* Sentences of other structures hang together: "she", "the rest". */
    at = o->first->parts[o->part].structure.kind == &structure_linear
             ? place_among(o)
             : op_place(o->first, o->part, o->rng, true);
    return insert(o, &op_text, at, out, e);
}

const struct operator_card op_text = {
    .name = "misleading-text",
    .kind = OPERATOR_TEXT,
    .promise = "Filler sentences about the problem's own things are added "
               "among its conditions; they state no amount and no relation.",
    .role = ROLE_TEXT,
    .job = JOB_TEXT,
    .apply = apply_text,
    .check = check,
};

/* ---- a scene before the problem begins ---- */

static bool apply_background(const struct operator_call *o,
                             struct individual *out, struct err *e)
{
    size_t n;

    INVARIANT(o->part < o->first->n_parts);
    if (individual_line_of(o->first, o->part, ROLE_BACKGROUND))
        return err_set(e, ERR_DOMAIN, "the part already has a background");
    return insert(o, &op_background,
                  individual_part_lines(o->first, o->part, &n), out, e);
}

/* It stands before every sentence of the structure. */
static bool check_background(struct arena *a, const struct individual *s,
                             size_t step, const char **why)
{
    if (!check(a, s, step, why))
        return false;
    for (const struct individual_line *l = s->lines; l->step != step; l++)
        if (l->part == s->steps[step - 1].part && line_is_told(l))
            return op_broken(why, "the background is not before the "
                                  "conditions");
    return true;
}

const struct operator_card op_background = {
    .name = "background",
    .kind = OPERATOR_TEXT,
    .promise = "A scene of a few sentences is added before the problem; it "
               "states no amount and no relation.",
    .role = ROLE_BACKGROUND,
    .job = JOB_BACKGROUND,
    .apply = apply_background,
    .check = check_background,
};

/* ---- conditions of a world that has nothing to do with the problem ---- */

/* Before the question, or behind the last condition: where the question stands
 * last, and nothing between, that is the same. SIZE_MAX: no sentences. */
static size_t place_late(const struct operator_call *o)
{
    const struct individual *s = o->first;
    size_t question = SIZE_MAX, behind = SIZE_MAX;

    for (size_t i = 0; i < s->n_lines; i++) {
        if (s->lines[i].part != o->part || !line_is_told(&s->lines[i]))
            continue;
        if (s->lines[i].role == ROLE_QUESTION)
            question = i;
        else
            behind = i + 1;
    }
    if (question == SIZE_MAX || behind == SIZE_MAX)
        return question == SIZE_MAX ? behind : question;
    return rng_below(o->rng, 2) ? question : behind;
}

static bool apply_topic(const struct operator_call *o, struct individual *out,
                        struct err *e)
{
    INVARIANT(o->part < o->first->n_parts);
    return insert(o, &op_topic, place_late(o), out, e);
}

const struct operator_card op_topic = {
    .name = "irrelevant-topic",
    .kind = OPERATOR_TEXT,
    .promise = "Conditions on an unrelated subject, without a question and "
               "without a number, are added after those of the problem.",
    .role = ROLE_TOPIC,
    .job = JOB_TOPIC,
    .apply = apply_topic,
    .check = check,
};
