/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/export/paper.h"

bool export_sheet_begin(struct export_state *s, struct err *e)
{
    (void)e;
    s->own = arena_new(&s->arena, struct print_sheet);
    sheet_open(s->own);
    return true;
}

bool export_sheet_add(struct export_state *s, const struct problem *p,
                      struct err *e)
{
    (void)e;
    sheet_add(s->own, p);
    return true;
}

void export_sheet_free(struct export_state *s)
{
    if (s->own)
        sheet_close(s->own);
}

const struct json *export_sheet_best(const struct key *k)
{
    const struct json *steps = json_get(k->more, "best_solution");

    return steps && steps->type == JSON_ARRAY && steps->count ? steps : NULL;
}

static void note_leftovers(struct export_state *s)
{
    struct print_sheet *sheet = s->own;
    struct str text = { 0 };

    for (size_t i = 0; i < sheet->groups.n; i++) {
        struct sheet_group *g = vec_at(&sheet->groups, i);

        str_reset(&text);
        if (sheet_leftover(g, s->o.versions, &text))
            export_note(s, "%s", str_get(&text));
        s->left_out += g->count % s->o.versions;
    }
    str_clear(&text);
}

/* "Quiz", "Quiz, version B: key" */
static const char *make_title(struct export_state *s, enum sheet_part part,
                              const struct sheet_version *v)
{
    static const char *const names[SHEET_PARTS] = {
        [SHEET_PROBLEMS] = "",
        [SHEET_KEYS] = ": key",
        [SHEET_STEPS] = ": worked steps",
    };

    return arena_printf(&s->arena, "%s%s%s%s", s->o.title,
                        *v->label ? ", version " : "", v->label, names[part]);
}

static bool write_part(struct export_state *s, const struct sheet_writer *w,
                       enum sheet_part part, const struct sheet_version *v,
                       bool first, struct err *e)
{
    w->open(s, part, make_title(s, part, v), first);
    for (size_t i = 0; i < v->n; i++) {
        w->item(s, part, i + 1, v->problems[i]);
        if (!export_flush(s, 0, e))
            return false;
    }
    w->close(s, part);
    return true;
}

bool export_sheet_end(struct export_state *s, const struct sheet_writer *w,
                      struct err *e)
{
    struct sheet_version *v;

    if (!sheet_deal(s->own, s->o.name, s->o.versions, &v, e))
        return false;
    note_leftovers(s);
    w->head(s);
    for (int part = 0; part < SHEET_PARTS; part++)
        for (size_t i = 0; i < s->o.versions; i++)
            if (!write_part(s, w, (enum sheet_part)part, &v[i],
                            part == 0 && i == 0, e))
                return false;
    w->foot(s);
    return export_flush(s, 0, e);
}
