/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/print/fields.h"
#include "hunt/print/print.h"

/* The names that an example carries, of the first vocabulary that has some. */
static void add_names(struct arena *a, struct json *row, const struct sheet *s,
                      size_t example)
{
    struct json *list = json_set(a, row, "concepts", json_new(a, JSON_ARRAY));

    for (size_t v = 0; v < s->n_vocabularies && !list->count; v++)
        for (const uint32_t *of = s->vocabularies[v].of[example];
             *of != UINT32_MAX; of++)
            json_push(list, json_new_string(a, s->vocabularies[v].names[*of]));
}

static void add_example(struct str *out, struct arena *a, const struct sheet *s,
                        size_t i)
{
    const struct example *x = &s->examples[i];
    struct json *row = json_new(a, JSON_OBJECT);

    fields_text(a, row, "id", x->id);
    fields_text(a, row, "target", s->target);
    fields_text(a, row, "correct",
                arena_printf(a, "%u/%u", x->tries - x->failed, x->tries));
    fields_truth(a, row, "fails", example_fails(x));
    add_names(a, row, s, i);
    fields_text(a, row, "text", x->text);
    json_write(out, row);
    str_addc(out, '\n');
}

void print_outcomes(struct str *out, const struct hunt_report *r)
{
    size_t n = r->n_targets > 1 ? r->n_targets - 1 : r->n_targets;
    struct arena a = { 0 };

    for (size_t t = 0; t < n; t++)
        for (size_t i = 0; i < r->targets[t].sheet.n; i++) {
            arena_reset(&a);
            if (r->targets[t].sheet.examples[i].tries)
                add_example(out, &a, &r->targets[t].sheet, i);
        }
    arena_clear(&a);
}
