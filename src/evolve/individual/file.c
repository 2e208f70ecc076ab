/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/second.h"
#include "family/table.h"

#include <string.h>

/* An individual as a problem's line, and back. */

/* ---- writing ---- */

static void put_term(struct arena *a, struct json *v,
                     const struct individual_part *p, const struct link_term *t)
{
    struct json *other;

    json_put_count(a, v, "from", t->from);
    json_put_text(a, v, "ratio", ratio_text(a, t->ratio));
    json_put_text(a, v, "of", t->of ? link_of_name(t->of) : NULL);
    if (t->by)
        json_put_count(a, v, "remainder", (size_t)t->by);
    other = json_put(a, v, "other", JSON_OBJECT);
    json_put_text(a, other, "answer", ratio_text(a, t->other_answer));
    json_put_text(a, other, "key",
                  p->text ? t->other_text : ratio_text(a, t->other_key));
}

/* A single term stands in the link itself. */
static void put_link(struct arena *a, struct json *v,
                     const struct individual_part *p)
{
    struct json *terms;

    json_put_count(a, v, "slot", p->slot);
    json_put_text(a, v, "letter", p->letter);
    if (p->sum.n == 1)
        put_term(a, v, p, &p->sum.terms[0]);
    if (ratio_sign(p->sum.plus))
        json_put_text(a, v, "plus", ratio_text(a, p->sum.plus));
    json_put_count(a, v, "wording", p->wording);
    if (p->sum.n == 1)
        return;
    terms = json_put(a, v, "terms", JSON_ARRAY);
    for (size_t i = 0; i < p->sum.n; i++)
        put_term(a, json_push(terms, json_new(a, JSON_OBJECT)), p,
                 &p->sum.terms[i]);
}

static void file_put_part(struct arena *a, struct json *v,
                          const struct individual_part *p)
{
    struct json *answer;

    json_put_text(a, v, "kind", p->structure.kind->name);
    json_put_text(a, v, "source", p->source);
    json_put_text(a, v, "original", p->original);
    if (p->text) { /* a key of another kind */
        answer = json_put(a, v, "answer", JSON_OBJECT);
        json_put_text(a, answer, "kind", answer_name(p->text_kind));
        json_put_text(a, answer, "latex", p->text);
    } else {
        json_put_text(a, v, "answer", ratio_text(a, p->answer));
    }
    if (p->letter)
        put_link(a, json_put(a, v, "link", JSON_OBJECT), p);
    if (p->gap)
        json_set(a, v, "gap", gap_write(a, p->gap));
    json_set(a, v, "body", p->structure.kind->write(a, p->structure.data));
}

/* What a structure tells is not written: it is told again. */
static void put_line(struct arena *a, struct json *v,
                     const struct individual_line *l)
{
    json_put_text(a, v, "role", role_name(l->role));
    json_put_count(a, v, "part", l->part);
    if (line_is_told(l))
        json_put_count(a, v, "sentence", l->sentence);
    if (l->polished || role_is_noise(l->role))
        json_put_text(a, v, "text",
                      l->polished ? individual_bare(l->text) : l->text);
    if (l->step)
        json_put_count(a, v, "step", l->step);
}

static struct json *params_json(struct arena *a, const struct individual *s)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct json *parts = json_put(a, v, "parts", JSON_ARRAY);
    struct json *lines = json_put(a, v, "lines", JSON_ARRAY);

    for (size_t i = 0; i < s->n_parts; i++)
        file_put_part(a, json_push(parts, json_new(a, JSON_OBJECT)),
                      &s->parts[i]);
    for (size_t i = 0; i < s->n_lines; i++)
        put_line(a, json_push(lines, json_new(a, JSON_OBJECT)), &s->lines[i]);
    return v;
}

static const char *part_key_name(struct arena *a, const struct individual *s,
                                 size_t part)
{
    if (s->n_parts == 1)
        return NULL;
    if (part + 1 == s->n_parts)
        return "final";
    return arena_printf(a, "question %zu", part + 1);
}

static void put_step(struct arena *a, struct json *v,
                     const struct individual_step *t)
{
    json_put_text(a, v, "operator", t->name);
    json_put_count(a, v, "generation", (size_t)t->generation);
    json_put_count(a, v, "part", t->part);
    json_put_text(a, v, "writer", t->writer);
    if (t->detail)
        json_set(a, v, "detail", json_copy(a, t->detail));
}

static void put_decoy(struct arena *a, struct json *v,
                      const struct individual *s, const struct decoy *d)
{
    json_put_text(a, v, "key", part_key_name(a, s, d->part));
    json_put_count(a, v, "part", d->part);
    json_put_text(a, v, "value", ratio_text(a, d->value));
    json_put_count(a, v, "step", d->step);
    json_put_text(a, v, "slip", d->slip);
    if (d->follows)
        json_set(a, v, "follows", json_new_bool(a, true));
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

struct json *individual_unchanged(struct arena *a, const struct individual *s)
{
    static const char *const names[] = { "numbers", "key" };
    bool numbers = false, key = false;

    for (size_t k = 0; k < s->n_parts; k++) {
        bool same = s->parts[k].structure.kind == &structure_graph;

        for (size_t i = 0; i < s->n_steps; i++)
            same = same && !(s->steps[i].part == k &&
                             str_eq(s->steps[i].name, "renumber"));
        numbers = numbers || same;
        key = key || (same && !s->parts[k].gap);
    }
    if (!numbers)
        return NULL;
    return json_texts(a, names, key ? 2 : 1);
}

static void put_lineage(struct arena *a, struct json *v,
                        const struct individual *s, const char *setting)
{
    struct json *unchanged = individual_unchanged(a, s), *list;
    const char *by = individual_certified(a, s);
    size_t all, noise;

    individual_size(s, &all, &noise);
    json_put_count(a, v, "generation", (size_t)s->generation);
    json_put_text(a, v, "setting", setting);
    json_put_text(a, v, "parents", s->parents);
    if (by) {
        list = json_put(a, v, "certified", JSON_OBJECT);
        json_put_text(a, list, "by", by);
        json_put_count(a, list, "draws", SECOND_DRAWS);
    }
    if (unchanged)
        json_set(a, v, "unchanged", unchanged);
    json_set(
        a, v, "noise",
        json_new_number(
            a, arena_printf(a, "%.4f", all ? (double)noise / (double)all : 0)));
    list = json_put(a, v, "lineage", JSON_ARRAY);
    for (size_t i = 0; i < s->n_steps; i++)
        put_step(a, json_push(list, json_new(a, JSON_OBJECT)), &s->steps[i]);
    list = json_put(a, v, "decoys", JSON_ARRAY);
    for (size_t i = 0; i < s->n_decoys; i++)
        put_decoy(a, json_push(list, json_new(a, JSON_OBJECT)), s,
                  &s->decoys[i]);
}

/* ---- concepts and solution ---- */

/* An answer for people. */
static const char *answer_text(struct arena *a, const struct individual_part *p)
{
    return p->text ? arena_printf(a, "$%s$", p->text)
                   : ratio_text(a, p->answer);
}

/* The answers in order, and how each enters the next part. */
static const char *part_solution(struct arena *a, const struct individual *s)
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
            /* why the answer is open, instead of a way to it */
            str_addf(&out,
                     "What is told fits an answer of %s as well as one of %s, "
                     "so that it is not settled.\n",
                     ratio_text(a, p->gap->fills[0].key),
                     ratio_text(a, p->gap->fills[1].key));
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

        out->keys[i] = (struct key){ .name = part_key_name(a, s, i),
                                     .kind = k.kind,
                                     .latex = k.latex };
    }
}

void individual_problem(struct arena *a, const struct individual *s,
                        const char *setting, struct problem *out)
{
    struct json *meta = json_new(a, JSON_OBJECT);

    individual_asked(a, s, out);
    out->solution = part_solution(a, s);
    out->params = params_json(a, s);
    out->proof_by = "structure";
    out->meta = meta;
    out->proof_detail =
        arena_printf(a,
                     "answers computed again from %zu structure%s after each "
                     "of %zu steps",
                     s->n_parts, s->n_parts == 1 ? "" : "s", s->n_steps);
    out->concepts =
        arena_array(a, const char *, FAMILY_CONCEPTS *INDIVIDUAL_PARTS);
    for (size_t i = 0; i < s->n_parts; i++) {
        const char *name = structure_family(&s->parts[i].structure);
        const struct family *f = name ? family_find(name) : NULL;

        for (size_t k = 0; f && k < FAMILY_CONCEPTS && f->concepts[k]; k++) {
            size_t j = 0;

            while (j < out->n_concepts &&
                   !str_eq(out->concepts[j], f->concepts[k]))
                j++;
            if (j == out->n_concepts)
                out->concepts[out->n_concepts++] =
                    arena_strdup(a, f->concepts[k]);
        }
    }
    put_lineage(a, json_put(a, meta, "evolve", JSON_OBJECT), s, setting);
}

/* An individual from a problem's line. Files are hostile: every number is
 * looked at before it is used. */

#define LINES_MOST  1024
#define STEPS_MOST  1024
#define DECOYS_MOST 1024

/* A whole number of a member, 0..below-1; *out is what it is if it is left
 * out. */
static bool read_index(const struct json *v, const char *name, size_t below,
                       enum json_need need, size_t *out, struct err *e)
{
    int64_t n = need == JSON_OPTIONAL ? (int64_t)*out : 0;

    if (!json_need_int64(v, name, need, &n, e))
        return false;
    if (n < 0 || (uint64_t)n >= below)
        return json_bad(v, e, "\"%s\" must lie in 0..%zu", name, below - 1);
    *out = (size_t)n;
    return true;
}

static bool part_read_ratio(const struct json *v, const char *name,
                            struct ratio *out, struct err *e)
{
    const char *text = NULL;

    if (!json_need_string(v, name, JSON_REQUIRED, &text, e))
        return false;
    return ratio_read(out, text, strlen(text)) ||
           json_bad(v, e, "\"%s\" must be a fraction such as \"5/12\"", name);
}

/* ---- parts ---- */

static bool part_read_term(const struct json *v,
                           const struct individual_part *p, size_t part,
                           struct link_term *t, struct err *e)
{
    const struct json *other = json_get(v, "other");
    const char *of = "";
    size_t by = 0;

    if (v->type != JSON_OBJECT || !other || other->type != JSON_OBJECT)
        return json_bad(v, e,
                        "\"link\" must be an object with \"other\" in it");
    t->from = part - 1; /* as it is in old files */
    if (!read_index(v, "remainder", LINK_BY + 1, JSON_OPTIONAL, &by, e) ||
        !json_need_string(v, "of", JSON_OPTIONAL, &of, e))
        return false;
    t->by = (int64_t)by;
    if (!link_of_find(of, &t->of))
        return json_bad(v, e, "\"of\" must name a property of an answer");
    return read_index(v, "from", part, JSON_OPTIONAL, &t->from, e) &&
           part_read_ratio(v, "ratio", &t->ratio, e) &&
           part_read_ratio(other, "answer", &t->other_answer, e) &&
           (p->text ? json_need_string(other, "key", JSON_REQUIRED,
                                       &t->other_text, e)
                    : part_read_ratio(other, "key", &t->other_key, e));
}

static bool part_read_link(struct arena *a, const struct json *v,
                           struct individual_part *p, size_t part,
                           struct err *e)
{
    const struct structure_slot *slots;
    const struct json *terms = json_get(v, "terms"), *t;
    size_t wording = 0,
           n = p->structure.kind->slots(a, p->structure.data, &slots);

    if (v->type != JSON_OBJECT)
        return json_bad(v, e,
                        "\"link\" must be an object with \"other\" in it");
    p->sum.plus = RATIO(0);
    if (!read_index(v, "slot", n ? n : 1, JSON_REQUIRED, &p->slot, e) ||
        !json_need_string(v, "letter", JSON_REQUIRED, &p->letter, e) ||
        (json_get(v, "plus") && !part_read_ratio(v, "plus", &p->sum.plus, e)))
        return false;
    if (terms && (terms->type != JSON_ARRAY || !terms->count ||
                  terms->count > LINK_TERMS))
        return json_bad(v, e, "\"terms\" must be an array of one or two terms");
    /* A single term may stand in the link itself. */
    for (t = terms ? terms->first : v; t; t = terms ? t->next : NULL)
        if (!part_read_term(t, p, part, &p->sum.terms[p->sum.n++], e))
            return false;
    if (!read_index(v, "wording", LINK_WORDINGS, JSON_OPTIONAL, &wording, e))
        return false;
    p->wording = (unsigned)wording;
    return (n && is_upper(p->letter[0]) && !p->letter[1]) ||
           json_bad(v, e, "\"letter\" must be one capital letter, of a number");
}

/* A number; or an object, of a kind of structure that has other keys. */
static bool part_read_answer(const struct json *v, struct individual_part *p,
                             struct err *e)
{
    const struct json *x = json_get(v, "answer");
    const char *kind = NULL;

    p->answer = RATIO(0);
    if (!x || x->type != JSON_OBJECT)
        return part_read_ratio(v, "answer", &p->answer, e);
    if (!p->structure.kind->key && !p->gap)
        return json_bad(x, e, "\"answer\" must be a number here");
    if (!json_need_string(x, "kind", JSON_REQUIRED, &kind, e) ||
        !json_need_string(x, "latex", JSON_REQUIRED, &p->text, e))
        return false;
    return answer_find(kind, &p->text_kind) ||
           json_bad(x, e, "\"%.40s\" is not a kind of answer", kind);
}

static bool part_read_part(struct arena *a, const struct json *v,
                           struct individual_part *p, size_t part,
                           struct err *e)
{
    const char *kind = NULL, *fault;
    const struct json *body = json_get(v, "body"), *link = json_get(v, "link");
    const struct json *lacks = json_get(v, "gap");
    struct gap *gap = arena_new(a, struct gap);
    void *data;

    *p = (struct individual_part){ .slot = NO_SLOT };
    if (v->type != JSON_OBJECT || !body)
        return json_bad(v, e, "a part must be an object with a \"body\"");
    if (!json_need_string(v, "kind", JSON_REQUIRED, &kind, e) ||
        !json_need_string(v, "source", JSON_OPTIONAL, &p->source, e) ||
        !json_need_string(v, "original", JSON_OPTIONAL, &p->original, e))
        return false;
    p->structure.kind = structure_kind_find(kind);
    if (!p->structure.kind)
        return json_bad(v, e, "\"%.40s\" is not a kind of structure", kind);
    if (!p->structure.kind->read(a, body, &data, e))
        return false;
    p->structure.data = data;
    if (lacks) { /* a gap has its own key */
        if (!gap_read(lacks, gap, e))
            return false;
        p->gap = gap;
        fault = p->structure.kind->gap
                    ? p->structure.kind->gap_fault(a, data, gap)
                    : "this structure cannot lack a condition";
        if (fault)
            return json_bad(lacks, e, "\"gap\": %s", fault);
    }
    if (!part_read_answer(v, p, e))
        return false;
    if ((link != NULL) == (part == 0))
        return json_bad(v, e,
                        part ? "a later part needs a \"link\""
                             : "the first part cannot have a \"link\"");
    return part == 0 || part_read_link(a, link, p, part, e);
}

static bool part_read_parts(struct arena *a, const struct json *v,
                            struct individual *s, struct err *e)
{
    if (v->type != JSON_ARRAY || v->count == 0 || v->count > INDIVIDUAL_PARTS)
        return json_bad(v, e, "\"parts\" must be an array of 1 to 8 parts");
    for (const struct json *p = v->first; p; p = p->next) {
        struct individual_part *part = &s->parts[s->n_parts];

        if (!part_read_part(a, p, part, s->n_parts, e))
            return false;
        for (size_t i = 1; i < s->n_parts; i++)
            if (str_eq(s->parts[i].letter, part->letter))
                return json_bad(p, e, "two links have the same letter");
        s->n_parts++;
    }
    return individual_is_chain(s) ||
           json_bad(v, e, "an answer that a later part uses must be a number");
}

/* ---- lines ---- */

struct telling {
    struct saying said[INDIVIDUAL_PARTS];
    bool seen[INDIVIDUAL_PARTS][STRUCTURE_SENTENCES];
};

/* The line of a structure: each sentence stands there once. */
static bool read_told(struct arena *a, const struct json *v,
                      struct individual *s, struct telling *t,
                      struct individual_line *l, struct err *e)
{
    struct saying *said = &t->said[l->part];

    if (!read_index(v, "sentence", said->n, JSON_REQUIRED, &l->sentence, e))
        return false;
    if (t->seen[l->part][l->sentence])
        return json_bad(v, e,
                        "a sentence of the structure occurs twice, or occurs "
                        "although it is marked missing");
    t->seen[l->part][l->sentence] = true;
    if ((l->sentence == said->question) != (l->role == ROLE_QUESTION))
        return json_bad(v, e, "the question is not the structure's question");
    if (l->text) {
        l->polished = true;
        if (l->role == ROLE_QUESTION)
            l->text = arena_printf(
                a, "%s%s", individual_prefix(a, l->part, s->n_parts), l->text);
    } else {
        l->text = individual_sentence(a, s, l, said);
    }
    return true;
}

static bool part_read_line(struct arena *a, const struct json *v,
                           struct individual *s, struct telling *t,
                           struct err *e)
{
    struct individual_line *l = &s->lines[s->n_lines];
    const char *role = NULL;

    *l = (struct individual_line){ 0 };
    if (!json_need_string(v, "role", JSON_REQUIRED, &role, e) ||
        !read_index(v, "part", s->n_parts, JSON_REQUIRED, &l->part, e) ||
        !read_index(v, "step", s->n_steps + 1, JSON_OPTIONAL, &l->step, e) ||
        !json_need_string(v, "text", JSON_OPTIONAL, &l->text, e))
        return false;
    if (!role_find(role, &l->role))
        return json_bad(v, e, "\"%.40s\" is not a role of a line", role);
    if (s->n_lines ? l->part < l[-1].part || l->part > l[-1].part + 1
                   : l->part != 0)
        return json_bad(v, e, "lines must be in the order of their parts");
    if (line_is_told(l))
        return read_told(a, v, s, t, l, e);
    if (role_is_noise(l->role))
        return (l->text && *l->text && l->step) ||
               json_bad(v, e,
                        "a line with this role needs \"text\" and \"step\"");
    if (l->role == ROLE_LINK && l->part == 0)
        return json_bad(v, e, "the first part has no link");
    l->text = l->role == ROLE_FORM   ? INDIVIDUAL_FORM
              : l->role == ROLE_OPEN ? INDIVIDUAL_OPEN
                                     : individual_link(a, s, l->part);
    return true;
}

static bool part_read_lines(struct arena *a, const struct json *v,
                            struct individual *s, struct err *e)
{
    struct telling *t = arena_new(a, struct telling);

    memset(t, 0, sizeof(*t));
    if (v->type != JSON_ARRAY || v->count == 0 || v->count > LINES_MOST)
        return json_bad(v, e, "\"lines\" must be an array of lines");
    for (size_t i = 0; i < s->n_parts; i++) {
        individual_saying(a, &s->parts[i], &t->said[i]);
        if (s->parts[i].gap && s->parts[i].gap->sentence < t->said[i].n)
            t->seen[i][s->parts[i].gap->sentence] = true;
    }
    s->lines = arena_array(a, struct individual_line, v->count);
    for (const struct json *l = v->first; l; l = l->next, s->n_lines++)
        if (!part_read_line(a, l, s, t, e))
            return false;
    for (size_t i = 0; i < s->n_parts; i++)
        for (size_t k = 0; k < t->said[i].n; k++)
            if (!t->seen[i][k])
                return json_bad(v, e, "a sentence of the structure is missing");
    return true;
}

/* ---- lineage ---- */

static bool read_lineage(struct arena *a, const struct json *v,
                         struct individual *s, struct err *e)
{
    const struct json *steps = json_list(v, "lineage");
    const struct json *decoys = json_list(v, "decoys"), *x;
    size_t generation = 0;
    int64_t n;

    if (!steps || steps->count > STEPS_MOST || !decoys ||
        decoys->count > DECOYS_MOST)
        return json_bad(v, e,
                        "\"meta\".\"evolve\" needs \"lineage\" and "
                        "\"decoys\", both arrays");
    if (!read_index(v, "generation", 1001, JSON_OPTIONAL, &generation, e) ||
        !json_need_string(v, "parents", JSON_OPTIONAL, &s->parents, e))
        return false;
    s->generation = (int)generation;
    s->steps = arena_array(a, struct individual_step, steps->count + 1);
    for (x = steps->first; x; x = x->next, s->n_steps++) {
        struct individual_step *t = &s->steps[s->n_steps];

        n = 0;
        t->detail = json_get(x, "detail");
        if (!json_need_string(x, "operator", JSON_REQUIRED, &t->name, e) ||
            !json_need_int64(x, "generation", JSON_REQUIRED, &n, e) ||
            !read_index(x, "part", s->n_parts, JSON_REQUIRED, &t->part, e) ||
            !json_need_string(x, "writer", JSON_OPTIONAL, &t->writer, e))
            return false;
        if (n < 0 || n > 1000)
            return json_bad(x, e, "\"generation\" must lie in 0..1000");
        t->generation = (int)n;
    }
    s->decoys = arena_array(a, struct decoy, decoys->count + 1);
    for (x = decoys->first; x; x = x->next, s->n_decoys++) {
        struct decoy *d = &s->decoys[s->n_decoys];

        d->follows = json_is_true(json_get(x, "follows"));
        if (!read_index(x, "part", s->n_parts, JSON_REQUIRED, &d->part, e) ||
            !read_index(x, "step", s->n_steps + 1, JSON_REQUIRED, &d->step,
                        e) ||
            !part_read_ratio(x, "value", &d->value, e) ||
            !json_need_string(x, "slip", JSON_OPTIONAL, &d->slip, e))
            return false;
        if (!d->step && !d->slip)
            return json_bad(x, e,
                            "a decoy needs the step that added it, or its "
                            "\"slip\"");
    }
    return true;
}

bool individual_read(struct arena *a, const struct problem *p, bool *is,
                     struct individual *out, struct err *e)
{
    const struct json *parts = json_get(p->params, "parts");
    const struct json *lines = json_get(p->params, "lines");
    const struct json *evolve = json_get(p->meta, "evolve");

    *is = !p->family && parts && lines && evolve;
    if (!*is)
        return err_set(e, ERR_DOMAIN,
                       "the problem has no structure that assay evolve can "
                       "read");
    *out = (struct individual){ .id = p->id };
    return part_read_parts(a, parts, out, e) &&
           read_lineage(a, evolve, out, e) && part_read_lines(a, lines, out, e);
}
