/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The files of lines that an evolution leaves in its folder, and how a problem
 * came to be, step by step, for people.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/operator.h"
#include "evolve/print/print.h"
#include "evolve/structure/gap.h"

#include <math.h>

/* ---- files of lines ---- */

static struct json *six_json(struct arena *a, double x)
{
    return isfinite(x) ? json_new_number(a, datum_digits(a, x, 6))
                       : json_new(a, JSON_NULL);
}

static struct json *features_json(struct arena *a, const struct features *f)
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < FEATURES; i++)
        if (f->has[i])
            json_set(a, v, feature_name((enum feature)i), six_json(a, f->v[i]));
    return v;
}

bool evolve_print_lineage(struct str *out, const struct evolve_report *r,
                          size_t i, struct err *e)
{
    struct arena a = { 0 };
    struct evolve_lineage_text text;
    bool ok = evolve_set_lineage(&a, &r->population, i, &text, e);

    if (ok) {
        str_add(out, "{\"id\": ");
        json_write_string(out, text.id);
        str_add(out, ", \"score\": ");
        json_write(out, six_json(&a, r->scores[i].score));
        str_add(out, ", \"rejected\": ");
        json_write_text(out, r->reasons[i]);
        str_add(out, ", \"features\": ");
        json_write(out, features_json(&a, &r->features[i]));
        str_addf(out, ", \"sources\": %s, %s}\n", text.sources, text.members);
    }
    arena_clear(&a);
    return ok;
}

void evolve_print_left_out(struct str *out, const struct evolve_report *r)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, 0);
    struct doc_table *t = document_table(d, "");

    for (size_t i = 0; i < r->n_left_out; i++) {
        table_row(t);
        table_cell(t, "id", NULL, datum_text(r->left_out_ids[i]));
        table_cell(t, "why", NULL, datum_text(r->left_out_whys[i]));
    }
    document_jsonl(out, d);
    arena_clear(&a);
}

/* ---- steps ---- */

static bool is_cross(const struct individual_step *t)
{
    return str_eq(t->name, op_crossover.name);
}

/* The letters of links as the first k steps chose them: when chains are joined
 * later some get others. */
static void set_letters(struct individual *s, size_t k)
{
    for (size_t i = 0; i < k; i++) {
        const struct individual_step *t = &s->steps[i];
        const char *letter = json_string(json_get(t->detail, "letter"));

        if (is_cross(t) && t->part > 0 && t->part < s->n_parts && letter &&
            is_upper(letter[0]) && !letter[1])
            s->parts[t->part].letter = letter;
    }
}

/*
 * Returns the problem as it was after step k: without the lines that later
 * steps put there, without the words that they polished, and without the parts
 * that they chained behind it. What renumber, rename and reorder replaced is
 * not noted: it stands as they left it.
 */
static struct individual as_of(struct arena *a, const struct individual *s,
                               size_t k)
{
    struct individual c = *s;
    const struct gap *gap = s->parts[0].gap;

    for (size_t i = k; i < s->n_steps; i++)
        if (operator_find(s->steps[i].name) == &op_insufficient)
            c.parts[0].gap = NULL;
    for (size_t i = k; i < s->n_steps; i++)
        if (is_cross(&s->steps[i]) && s->steps[i].part < c.n_parts)
            c.n_parts = s->steps[i].part;
    if (c.n_parts < s->n_parts)
        set_letters(&c, k);
    c.lines = arena_array(a, struct individual_line, s->n_lines + 2);
    c.n_lines = 0;
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line l = s->lines[i];

        if (l.part >= c.n_parts || l.role == ROLE_FORM ||
            (l.step > k && !line_is_told(&l)))
            continue;
        l.polished = l.polished && l.step <= k;
        if (gap && !c.parts[0].gap && !gap->word && l.role == ROLE_QUESTION)
            c.lines[c.n_lines++] = (struct individual_line){
                .role = ROLE_CONDITION, .sentence = gap->sentence, .text = ""
            };
        c.lines[c.n_lines++] = l;
    }
    if (c.n_parts > 1)
        c.lines[c.n_lines++] = (struct individual_line){
            .role = ROLE_FORM, .part = c.n_parts - 1, .text = individual_form()
        };
    individual_tell(a, &c);
    return c;
}

/* "approximate-replacement, generation 1, question 2: lays the decoy 17" */
static const char *step_words(struct arena *a, const struct individual *s,
                              size_t k, size_t n_parts)
{
    const struct individual_step *t = &s->steps[k - 1];
    struct str out = str_in(a);

    str_addf(&out, "%s, generation %d", t->name, t->generation);
    if (is_cross(t)) {
        str_add(&out, ": appends another problem to the chain");
        return str_get(&out);
    }
    if (n_parts > 1)
        str_addf(&out, ", question %zu", t->part + 1);
    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].step == k && !s->decoys[i].follows)
            str_addf(&out, ": adds the decoy %s",
                     ratio_text(a, s->decoys[i].value));
    if (t->writer)
        str_addf(&out, ", text by %s", t->writer);
    return str_get(&out);
}

size_t lineage_steps(struct arena *a, const struct individual *s,
                     const char *original, struct doc_step **out)
{
    struct doc_step *list = arena_array(a, struct doc_step, s->n_steps + 2);
    struct individual now = as_of(a, s, 0);
    const char *text = individual_text(a, &now);
    size_t n = 0;

    if (original && !str_eq(original, text))
        list[n++] = (struct doc_step){ "the original", original };
    list[n] = (struct doc_step){ n          ? "its variant"
                                 : original ? "the original"
                                            : "the seed",
                                 text };
    n++;
    for (size_t k = 1; k <= s->n_steps; k++) {
        const struct operator_card *card = operator_find(s->steps[k - 1].name);

        now = as_of(a, s, k);
        text = individual_text(a, &now);
        if (!str_eq(text, list[n - 1].text))
            list[n++] =
                (struct doc_step){ step_words(a, s, k, now.n_parts), text };
        else if (card && card->kind == OPERATOR_FRESH &&
                 s->steps[k - 1].part < now.n_parts)
            list[n - 1].what =
                arena_printf(a, "%s, %s", list[n - 1].what, card->name);
    }
    *out = list;
    return n;
}

size_t evolve_lineage(struct arena *a, const struct problem *p,
                      struct doc_step **out)
{
    struct individual s;
    struct err e;
    bool is = false;

    if (!individual_read(a, p, &is, &s, &e))
        return 0;
    return lineage_steps(a, &s, NULL, out);
}
