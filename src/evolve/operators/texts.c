/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/text/builtin.h"
#include "text/sentence.h"

#include <string.h>

/* The sentences of a part in other words, each of them checked. */

/* The words for each line; false: there are none. */
static bool polish_words(const struct operator_call *o,
                         const char *said[STRUCTURE_SENTENCES], size_t *n,
                         struct err *e)
{
    size_t changed = 0;
    const char *why;

    if (!o->said) {
        *n =
            builtin_polish(o->arena, o->first, o->part, o->rng, said, &changed);
    } else {
        if (o->n_said > STRUCTURE_SENTENCES ||
            text_check_polished(o->arena, o->first, o->part, o->said, o->n_said,
                                &why) != TEXT_FINE)
            return err_set(
                e, ERR_DOMAIN, "the text cannot be used: %s",
                o->n_said > STRUCTURE_SENTENCES ? "too many sentences" : why);
        *n = o->n_said;
        for (size_t i = 0; i < *n; i++) {
            said[i] = o->said[i];
            changed += said[i] != NULL;
        }
    }
    return changed || err_set(e, ERR_DOMAIN, "no sentence could be reworded");
}

static bool polish_apply(const struct operator_call *o, struct individual *out,
                         struct err *e)
{
    const char *said[STRUCTURE_SENTENCES];
    struct arena *a = o->arena;
    size_t n = 0, k = 0, step;
    struct json *detail = json_new(a, JSON_OBJECT), *list;

    if (o->first->parts[o->part].gap)
        return err_set(e, ERR_DOMAIN,
                       "one of its conditions is missing, so it is not "
                       "reworded");
    if (!polish_words(o, said, &n, e))
        return false;
    *out = individual_copy(a, o->first);
    list = json_put(a, detail, "text", JSON_ARRAY);
    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_text(a, said[i]));
    step = op_step(o, &op_polish, out, detail);
    for (size_t i = 0; i < out->n_lines && k < n; i++) {
        struct individual_line *l = &out->lines[i];

        if (l->part != o->part || !line_is_told(l) || !said[k++])
            continue;
        l->text = arena_strdup(a, said[k - 1]);
        l->polished = true;
        l->step = step;
    }
    individual_tell(a, out); /* the question's prefix */
    return true;
}

/* A line's words behind the prefix of a question. */
static const char *polish_bare(struct arena *a, const struct individual *s,
                               const struct individual_line *l)
{
    const char *prefix = individual_prefix(a, l->part, s->n_parts);
    size_t n = strlen(prefix);

    if (l->role == ROLE_QUESTION && !strncmp(l->text, prefix, n))
        return l->text + n;
    return l->text;
}

/* Later steps may have polished again or told anew: what counts is that every
 * polished sentence that stands there now says what its structure says. */
static const char *polish_fault(struct arena *a, const struct individual *s,
                                size_t step)
{
    const char *said[STRUCTURE_SENTENCES], *reason;
    size_t n = 0, part = s->steps[step - 1].part;
    const struct individual_line *l = NULL;

    if (!json_list(s->steps[step - 1].detail, "text"))
        return "its new text is not recorded";
    while (n < STRUCTURE_SENTENCES && (l = individual_told(s, part, l)))
        said[n++] = l->polished ? polish_bare(a, s, l) : NULL;
    return text_check_polished(a, s, part, said, n, &reason) == TEXT_FINE
               ? NULL
               : arena_printf(a, "the new text does not say the same: %s",
                              reason);
}

const struct operator_card op_polish = {
    .name = "polish",
    .kind = OPERATOR_TEXT,
    .promise = "Sentences are reworded; every number, name, thing and "
               "relation is the same.",
    .role = ROLES,
    .job = JOB_POLISH,
    .apply = polish_apply,
    .fault = polish_fault,
};

/* Text that changes nothing: misleading text among the conditions, a background
 * before them, an irrelevant topic behind them. The built-in writer's or a
 * model's, it is checked before it is inserted and whenever it is read. */

#define DRAWS_MOST 40 /* for a text that does not stand there yet */

/* ---- inserting ---- */

/* Returns whether a sentence of the text stands in a line of s. */
static bool op_told(struct arena *a, const struct individual *s,
                    const char *text)
{
    size_t at = 0, n;
    const char *p;

    while ((p = sentence_next(text, &at, &n))) {
        const char *one = arena_strndup(a, p, n);

        for (size_t i = 0; i < s->n_lines; i++)
            if (strstr(s->lines[i].text, one))
                return true;
    }
    return false;
}

static const struct json *text_detail_of(struct arena *a, const char *text)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_put_text(a, v, "text", text);
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
    return out.n && text_check_new(p->a, str_get(&out), p->card->job, &why) ==
                        TEXT_FINE
               ? str_get(&out)
               : NULL;
}

/* Inserts the writer's or a built-in text before line `at`. Fails if there is
 * no such line, or if the text is not harmless or stands there already. */
static bool text_insert(const struct operator_call *o,
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
    if (text_check_new(a, text, p.card->job, &why) != TEXT_FINE)
        return err_set(e, ERR_DOMAIN, "the text cannot be used: %s", why);
    *out = individual_copy(a, o->first);
    op_insert(o, card, out, at, arena_strdup(a, text),
              op_step(&call, card, out, text_detail_of(a, text)));
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
        if (!text || text_check_new(a, text, p.card->job, &why) != TEXT_FINE)
            return false;
        l->text = l->harmless = text;
        t->detail = text_detail_of(a, text);
    }
    return true;
}

/* ---- checking ---- */

/* The step's line stands in its part, with the text that the step noted, and is
 * harmless. */
static const char *filler_fault(struct arena *a, const struct individual *s,
                                size_t step)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct operator_card *card = operator_find(t->name);
    const struct individual_line *l = NULL;
    const char *text = json_string(json_get(t->detail, "text")), *reason;
    size_t found = 0;

    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].step == step) {
            l = &s->lines[i];
            found++;
        }
    if (found != 1 || l->role != card->role || l->part != t->part)
        return "the line that it inserted is not there";
    if (!text || !str_eq(text, l->text))
        return "its line is not the recorded one";
    return l->harmless == l->text || /* the very one that was looked at */
                   text_check_new(a, l->text, card->job, &reason) == TEXT_FINE
               ? NULL
               : arena_printf(a, "its text could change the problem: %s",
                              reason);
}

/* ---- misleading text ---- */

/* Before a sentence of the structure that is not the first one; before the
 * first where it has no other. SIZE_MAX: the part has none. */
static size_t place_among(const struct operator_call *o)
{
    const struct individual *s = o->first;
    const struct individual_line *l = individual_told(s, o->part, NULL);
    size_t places[STRUCTURE_SENTENCES], n = 0;
    size_t first = l ? (size_t)(l - s->lines) : SIZE_MAX;

    while (l && n < STRUCTURE_SENTENCES && (l = individual_told(s, o->part, l)))
        places[n++] = (size_t)(l - s->lines);
    return n ? places[rng_below(o->rng, n)] : first;
}

static bool apply_text(const struct operator_call *o, struct individual *out,
                       struct err *e)
{
    size_t at;

    /* Sentences of other structures hang together: "she", "the rest". */
    at = o->first->parts[o->part].structure.kind == &structure_linear
             ? place_among(o)
             : op_place(o->first, o->part, o->rng, true);
    return text_insert(o, &op_text, at, out, e);
}

const struct operator_card op_text = {
    .name = "misleading-text",
    .kind = OPERATOR_TEXT,
    .promise = "Filler sentences about the problem's own things are added "
               "among its conditions; they state no amount and no relation.",
    .role = ROLE_TEXT,
    .job = JOB_TEXT,
    .apply = apply_text,
    .fault = filler_fault,
};

/* ---- a scene before the problem begins ---- */

static bool apply_background(const struct operator_call *o,
                             struct individual *out, struct err *e)
{
    size_t n;

    if (individual_line_of(o->first, o->part, ROLE_BACKGROUND))
        return err_set(e, ERR_DOMAIN, "the part already has a background");
    return text_insert(o, &op_background,
                       individual_part_lines(o->first, o->part, &n), out, e);
}

/* It stands before every sentence of the structure. */
static const char *background_fault(struct arena *a, const struct individual *s,
                                    size_t step)
{
    const char *fault = filler_fault(a, s, step);

    for (const struct individual_line *l = s->lines; !fault && l->step != step;
         l++)
        if (l->part == s->steps[step - 1].part && line_is_told(l))
            fault = "the background is not before the conditions";
    return fault;
}

const struct operator_card op_background = {
    .name = "background",
    .kind = OPERATOR_TEXT,
    .promise = "A scene of a few sentences is added before the problem; it "
               "states no amount and no relation.",
    .role = ROLE_BACKGROUND,
    .job = JOB_BACKGROUND,
    .apply = apply_background,
    .fault = background_fault,
};

/* ---- conditions of a world that has nothing to do with the problem ---- */

/* Before the question, or behind the last condition: where the question stands
 * last, and nothing between, that is the same. SIZE_MAX: no sentences. */
static size_t place_late(const struct operator_call *o)
{
    const struct individual *s = o->first;
    const struct individual_line *l = NULL;
    size_t question = SIZE_MAX, behind = SIZE_MAX;

    while ((l = individual_told(s, o->part, l)))
        if (l->role == ROLE_QUESTION)
            question = (size_t)(l - s->lines);
        else
            behind = (size_t)(l - s->lines) + 1;
    if (question == SIZE_MAX || behind == SIZE_MAX)
        return question == SIZE_MAX ? behind : question;
    return rng_below(o->rng, 2) ? question : behind;
}

static bool apply_topic(const struct operator_call *o, struct individual *out,
                        struct err *e)
{
    return text_insert(o, &op_topic, place_late(o), out, e);
}

const struct operator_card op_topic = {
    .name = "irrelevant-topic",
    .kind = OPERATOR_TEXT,
    .promise = "Conditions on an unrelated subject, without a question and "
               "without a number, are added after those of the problem.",
    .role = ROLE_TOPIC,
    .job = JOB_TOPIC,
    .apply = apply_topic,
    .fault = filler_fault,
};
