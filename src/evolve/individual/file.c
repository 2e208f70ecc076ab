/* SPDX-License-Identifier: Apache-2.0 */
/* An individual as a problem's line, and back. */
#include "evolve/individual/individual_int.h"

#include "base/limits.h"
#include "base/str.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/second.h"
#include "family/table.h"

#include <string.h>

/* ---- writing ---- */

static struct json *ratio_json(struct arena *a, struct ratio x)
{
    return json_new_string(a, ratio_text(a, x));
}

static void put_term(struct arena *a, struct json *v,
                     const struct individual_part *p, const struct link_term *t)
{
    struct json *other = json_new(a, JSON_OBJECT);

    json_set(a, v, "from", json_new_int(a, (int64_t)t->from));
    json_set(a, v, "ratio", ratio_json(a, t->ratio));
    if (t->of)
        json_set(a, v, "of", json_new_string(a, link_of_name(t->of)));
    if (t->by)
        json_set(a, v, "remainder", json_new_int(a, t->by));
    json_set(a, other, "answer", ratio_json(a, t->other_answer));
    json_set(a, other, "key",
             p->text ? json_new_string(a, t->other_text)
                     : ratio_json(a, t->other_key));
    json_set(a, v, "other", other);
}

/* A single term stands in the link itself. */
static struct json *link_json(struct arena *a, const struct individual_part *p)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *terms = json_new(a, JSON_ARRAY);

    json_set(a, v, "slot", json_new_int(a, (int64_t)p->slot));
    json_set(a, v, "letter", json_new_string(a, p->letter));
    if (p->sum.n == 1)
        put_term(a, v, p, &p->sum.terms[0]);
    if (ratio_sign(p->sum.plus))
        json_set(a, v, "plus", ratio_json(a, p->sum.plus));
    json_set(a, v, "wording", json_new_int(a, p->wording));
    if (p->sum.n == 1)
        return v;
    for (size_t i = 0; i < p->sum.n; i++) {
        json_push(terms, json_new(a, JSON_OBJECT));
        put_term(a, terms->last, p, &p->sum.terms[i]);
    }
    json_set(a, v, "terms", terms);
    return v;
}

/* A number, or a key of another kind with its kind. */
static struct json *answer_json(struct arena *a,
                                const struct individual_part *p)
{
    struct json *v;

    if (!p->text)
        return ratio_json(a, p->answer);
    v = json_new(a, JSON_OBJECT);
    json_set(a, v, "kind", json_new_string(a, answer_name(p->text_kind)));
    json_set(a, v, "latex", json_new_string(a, p->text));
    return v;
}

static struct json *part_json(struct arena *a, const struct individual_part *p)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "kind", json_new_string(a, p->structure.kind->name));
    if (p->source)
        json_set(a, v, "source", json_new_string(a, p->source));
    if (p->original)
        json_set(a, v, "original", json_new_string(a, p->original));
    json_set(a, v, "answer", answer_json(a, p));
    if (p->letter)
        json_set(a, v, "link", link_json(a, p));
    if (p->gap)
        json_set(a, v, "gap", gap_write(a, p->gap));
    json_set(a, v, "body", p->structure.kind->write(a, p->structure.data));
    return v;
}

/* What a structure tells is not written: it is told again. */
static struct json *line_json(struct arena *a, const struct individual_line *l)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "role", json_new_string(a, role_name(l->role)));
    json_set(a, v, "part", json_new_int(a, (int64_t)l->part));
    if (line_is_told(l))
        json_set(a, v, "sentence", json_new_int(a, (int64_t)l->sentence));
    if (l->polished || role_is_noise(l->role))
        json_set(a, v, "text",
                 json_new_string(a, l->polished ? individual_bare(l->text)
                                                : l->text));
    if (l->step)
        json_set(a, v, "step", json_new_int(a, (int64_t)l->step));
    return v;
}

static struct json *params_json(struct arena *a, const struct individual *s)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *parts = json_new(a, JSON_ARRAY);
    struct json *lines = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < s->n_parts; i++)
        json_push(parts, part_json(a, &s->parts[i]));
    for (size_t i = 0; i < s->n_lines; i++)
        json_push(lines, line_json(a, &s->lines[i]));
    json_set(a, v, "parts", parts);
    json_set(a, v, "lines", lines);
    return v;
}

static const char *key_name(struct arena *a, const struct individual *s,
                            size_t part)
{
    if (s->n_parts == 1)
        return NULL;
    if (part + 1 == s->n_parts)
        return "final";
    return arena_printf(a, "question %zu", part + 1);
}

static struct json *step_json(struct arena *a, const struct individual_step *t)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "operator", json_new_string(a, t->name));
    json_set(a, v, "generation", json_new_int(a, t->generation));
    json_set(a, v, "part", json_new_int(a, (int64_t)t->part));
    if (t->writer)
        json_set(a, v, "writer", json_new_string(a, t->writer));
    if (t->detail)
        json_set(a, v, "detail", json_copy(a, t->detail));
    return v;
}

static struct json *decoy_json(struct arena *a, const struct individual *s,
                               const struct decoy *d)
{
    struct json *v = json_new(a, JSON_OBJECT);
    const char *name = key_name(a, s, d->part);

    if (name)
        json_set(a, v, "key", json_new_string(a, name));
    json_set(a, v, "part", json_new_int(a, (int64_t)d->part));
    json_set(a, v, "value", ratio_json(a, d->value));
    json_set(a, v, "step", json_new_int(a, (int64_t)d->step));
    if (d->slip)
        json_set(a, v, "slip", json_new_string(a, d->slip));
    if (d->follows) {
        json_set(a, v, "follows", json_new(a, JSON_BOOL));
        v->last->truth = true;
    }
    return v;
}

/* By whom all parts are certified; NULL: not all are. */
const char *individual_certified(struct arena *a, const struct individual *s)
{
    const char *by = NULL;

    for (size_t i = 0; i < s->n_parts; i++) {
        const char *x = structure_certified(&s->parts[i].structure);

        if (!x || s->parts[i].gap)
            return NULL;
        by = !by             ? x
             : str_eq(by, x) ? by
             : strstr(by, x) ? by
                             : arena_printf(a, "%s, %s", by, x);
    }
    return by;
}

static struct json *certified_json(struct arena *a, const char *by)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "by", json_new_string(a, by));
    json_set(a, v, "draws", json_new_int(a, SECOND_DRAWS));
    return v;
}

static bool is_renumbered(const struct individual *s, size_t part)
{
    for (size_t i = 0; i < s->n_steps; i++)
        if (s->steps[i].part == part && str_eq(s->steps[i].name, "renumber"))
            return true;
    return false;
}

struct json *individual_unchanged(struct arena *a, const struct individual *s)
{
    bool numbers = false, key = false;
    struct json *v;

    for (size_t k = 0; k < s->n_parts; k++) {
        const struct individual_part *p = &s->parts[k];

        if (p->structure.kind != &structure_graph || is_renumbered(s, k))
            continue;
        numbers = true;
        key = key || !p->gap;
    }
    if (!numbers)
        return NULL;
    v = json_new(a, JSON_ARRAY);
    json_push(v, json_new_string(a, "numbers"));
    if (key)
        json_push(v, json_new_string(a, "key"));
    return v;
}

struct json *individual_lineage(struct arena *a, const struct individual *s,
                                const char *setting)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *steps = json_new(a, JSON_ARRAY);
    struct json *decoys = json_new(a, JSON_ARRAY);
    struct json *unchanged = individual_unchanged(a, s);
    const char *by = individual_certified(a, s);
    size_t all, noise;

    individual_size(s, &all, &noise);
    json_set(a, v, "generation", json_new_int(a, s->generation));
    if (setting)
        json_set(a, v, "setting", json_new_string(a, setting));
    if (s->parents)
        json_set(a, v, "parents", json_new_string(a, s->parents));
    if (by)
        json_set(a, v, "certified", certified_json(a, by));
    if (unchanged)
        json_set(a, v, "unchanged", unchanged);
    for (size_t i = 0; i < s->n_steps; i++)
        json_push(steps, step_json(a, &s->steps[i]));
    for (size_t i = 0; i < s->n_decoys; i++)
        json_push(decoys, decoy_json(a, s, &s->decoys[i]));
    json_set(
        a, v, "noise",
        json_new_number(
            a, arena_printf(a, "%.4f", all ? (double)noise / (double)all : 0)));
    json_set(a, v, "lineage", steps);
    json_set(a, v, "decoys", decoys);
    return v;
}

/* ---- concepts and solution ---- */

static void add_concept(struct arena *a, struct problem *p, const char *name)
{
    for (size_t i = 0; i < p->n_concepts; i++)
        if (str_eq(p->concepts[i], name))
            return;
    if (p->n_concepts == FAMILY_CONCEPTS * INDIVIDUAL_PARTS)
        return;
    p->concepts[p->n_concepts++] = arena_strdup(a, name);
}

static void add_concepts(struct arena *a, const struct individual *s,
                         struct problem *p)
{
    p->concepts =
        arena_array(a, const char *, FAMILY_CONCEPTS *INDIVIDUAL_PARTS);
    for (size_t i = 0; i < s->n_parts; i++) {
        const char *name = structure_family(&s->parts[i].structure);
        const struct family *f = name ? family_find(name) : NULL;

        for (size_t k = 0; f && k < FAMILY_CONCEPTS && f->concepts[k]; k++)
            add_concept(a, p, f->concepts[k]);
    }
}

/* Why the answer is open, instead of a way to it. */
static void explain_gap(struct arena *a, const struct gap *g, struct str *out)
{
    str_addf(out,
             "What is told fits an answer of %s as well as one of %s, so that "
             "it is not settled.\n",
             ratio_text(a, g->fills[0].key), ratio_text(a, g->fills[1].key));
}

/* An answer for people. */
static const char *answer_text(struct arena *a, const struct individual_part *p)
{
    return p->text ? arena_printf(a, "$%s$", p->text)
                   : ratio_text(a, p->answer);
}

/* The answers in order, and how each enters the next part. */
static const char *solution(struct arena *a, const struct individual *s)
{
    struct ratio answers[INDIVIDUAL_PARTS];
    struct str out = str_in(a);

    individual_answers(s, answers);
    for (size_t i = 0; i < s->n_parts; i++) {
        const struct individual_part *p = &s->parts[i];
        struct ratio x;

        if (individual_letter(s, i, &x))
            str_addf(&out, "%s = %s = %s.\n", p->letter,
                     link_sum_worked(a, &p->sum, answers), ratio_text(a, x));
        if (p->gap)
            explain_gap(a, p->gap, &out);
        else if (p->structure.kind->explain)
            p->structure.kind->explain(a, p->structure.data, &out);
        if (s->n_parts > 1 && i + 1 < s->n_parts)
            str_addf(&out, "The answer to question %zu is %s.\n", i + 1,
                     answer_text(a, p));
        else
            str_addf(&out, "The %sanswer is %s.", i ? "final " : "",
                     answer_text(a, p));
    }
    return str_get(&out);
}

void individual_asked(struct arena *a, const struct individual *s,
                      struct problem *out)
{
    *out = (struct problem){ .id = s->id,
                             .statement = individual_text(a, s),
                             .keys = arena_array(a, struct key, s->n_parts),
                             .n_keys = s->n_parts };
    for (size_t i = 0; i < s->n_parts; i++) {
        struct structure_key k = individual_key(a, s, i);

        out->keys[i] = (struct key){ .name = key_name(a, s, i),
                                     .kind = k.kind,
                                     .latex = k.latex };
    }
}

void individual_problem(struct arena *a, const struct individual *s,
                        const char *setting, struct problem *out)
{
    struct json *meta = json_new(a, JSON_OBJECT);

    individual_asked(a, s, out);
    out->solution = solution(a, s);
    out->params = params_json(a, s);
    out->proof_by = "structure";
    out->meta = meta;
    out->proof_detail =
        arena_printf(a,
                     "answers computed again from %zu structure%s after each "
                     "of %zu steps",
                     s->n_parts, s->n_parts == 1 ? "" : "s", s->n_steps);
    add_concepts(a, s, out);
    json_set(a, meta, "evolve", individual_lineage(a, s, setting));
}
