/* SPDX-License-Identifier: Apache-2.0 */

/* The entries of a kind of question: draws, given values, formulas, texts. */
#include "family/language/file_int.h"
#include "family/language/machine.h"
#include "family/language/texts.h"

#include <string.h>

/* ---- kinds ---- */

static struct file_kind *new_kind(struct reader *r, size_t at)
{
    struct arena *a = r->p.script->arena;
    struct family_file *f = r->file;
    struct file_kind *k = arena_new(a, struct file_kind);
    struct symbol *level, *depth;

    if (f->n_kinds == FILE_KINDS) {
        script_fail(r->p.script, at, "more than %d kinds", FILE_KINDS);
        return NULL;
    }
    *k = (struct file_kind){ .at = at,
                             .name = "",
                             .doc = "",
                             .drawings = vec_in(a, sizeof(struct file_draw)),
                             .given = vec_in(a, sizeof(struct symbol *)),
                             .keys = vec_in(a, sizeof(struct file_key)),
                             .checks = vec_in(a, sizeof(struct named_formula)),
                             .slips = vec_in(a, sizeof(struct named_formula)),
                             .wordings = vec_in(a, sizeof(struct file_text)),
                             .steps = vec_in(a, sizeof(struct file_text)),
                             .endings = vec_in(a, sizeof(struct file_text)),
                             .conditions = vec_in(a, sizeof(struct node *)),
                             .is_walked = true };
    if (f->n_levels == 0 && f->n_kinds == 0)
        f->levels[f->n_levels++] =
            (struct family_level){ "only", "all problems" };
    if (f->depth.of && !f->depth.levels[0])
        f->depth.levels[0] = f->depth.least;
    k->levels = (1u << f->n_levels) - 1;
    f->kinds[f->n_kinds++] = k;
    r->kind = k;
    r->scope = r->p.scope.n;
    r->slots = r->p.n_slots;
    r->has_given = false;
    level = scope_add(&r->p, "level", SYMBOL_LEVEL, at);
    level->type = TYPE_NUMBER;
    k->level_slot = k->depth_slot = level->slot;
    if (f->depth.of) {
        depth = scope_add(&r->p, "depth", SYMBOL_DEPTH, at);
        depth->type = TYPE_NUMBER;
        k->depth_slot = depth->slot;
        k->is_walked = false;
    }
    return k;
}

/* Does the file have kinds, further down? */
static bool has_kinds(const struct reader *r)
{
    for (size_t i = 0; i < r->lines.n; i++) {
        const struct line *l = vec_at(&r->lines, i);

        if (l->indent == 0 && l->end - l->at > 5 &&
            memcmp(r->p.script->text + l->at, "kind ", 5) == 0)
            return true;
    }
    return false;
}

bool reader_only_kind(struct reader *r, const struct file_entry *e)
{
    if (r->file->n_kinds)
        return script_fail(r->p.script, e->head,
                           "this belongs into a kind: indent it");
    if (has_kinds(r))
        return script_fail(r->p.script, e->head,
                           "this belongs into a kind: write it below \"kind "
                           "...\", indented");
    r->is_only = true;
    return new_kind(r, e->head) != NULL && translation_kind(r);
}

/* "at read, direction" */
static bool read_levels(struct reader *r, struct file_kind *k)
{
    bool more = true;

    k->levels = 0;
    while (more) {
        const char *name = marks_text(&r->p.m, r->p.m.now);
        int i = 0;

        while (i < r->file->n_levels && !str_eq(r->file->levels[i].name, name))
            i++;
        if (i == r->file->n_levels)
            return script_fail(r->p.script, r->p.m.now.at,
                               "there is no level \"%s\"", name);
        k->levels |= 1u << i;
        if (!marks_next(&r->p.m))
            return false;
        more = marks_is(&r->p.m, ",");
        if (more && !marks_next(&r->p.m))
            return false;
    }
    return true;
}

/* ---- what kinds share ---- */

/* Read the names behind "for"; each is looked for among all kinds, or `found` is
 * set if one is `kind`. */
static bool read_sharers(struct reader *r, const struct file_entry *e,
                         const char *kind, bool *found)
{
    bool more = true;

    *found = true;
    if (!formula_begin(&r->p, e->at, e->line_end))
        return false;
    if (r->p.m.now.kind == MARK_END)
        return true;
    if (!formula_take(&r->p, "for"))
        return false;
    for (*found = false; more;) {
        const char *name = marks_text(&r->p.m, r->p.m.now);
        size_t i = 0;

        while (i < r->file->n_kinds && !str_eq(r->file->kinds[i]->name, name))
            i++;
        if (!kind && i == r->file->n_kinds)
            return script_fail(r->p.script, r->p.m.now.at,
                               "there is no kind \"%s\"", name);
        *found = *found || (kind && str_eq(name, kind));
        if (!marks_next(&r->p.m))
            return false;
        more = marks_is(&r->p.m, ",");
        if (more && !marks_next(&r->p.m))
            return false;
    }
    return formula_end(&r->p, "the names of kinds");
}

bool reader_shares(struct reader *r, const struct file_entry *e, bool *found)
{
    return read_sharers(r, e, r->kind->name, found);
}

bool reader_shared(struct reader *r, struct file_entry *e)
{
    if (r->is_only)
        return script_fail(r->p.script, e->head,
                           "a file without \"kind\" shares nothing");
    if (e->first + 1 == e->last)
        return script_fail(r->p.script, e->head,
                           "the entries that kinds share stand below this "
                           "line, indented");
    return true; /* read at the end of every kind */
}

bool reader_shared_fit(struct reader *r)
{
    bool found;

    for (size_t i = 0; i < r->shared.n; i++)
        if (!read_sharers(r, vec_at(&r->shared, i), NULL, &found))
            return false;
    return true;
}

/* Read what this kind shares with others as if it stood at its end. */
static bool read_shared(struct reader *r)
{
    for (size_t i = 0; i < r->shared.n; i++) {
        const struct file_entry *e = vec_at(&r->shared, i);
        bool found;

        if (!reader_shares(r, e, &found) ||
            (found && !reader_block(r, e->first + 1, e->last, reader_entry)))
            return false;
    }
    return true;
}

bool reader_kind(struct reader *r, struct file_entry *e)
{
    struct file_kind *k;
    size_t head = e->colon < e->line_end ? e->colon : e->line_end;

    if (r->kind)
        return script_fail(r->p.script, e->head,
                           r->is_only
                               ? "all entries of a problem belong into kinds"
                               : "a kind cannot stand in another one");
    k = new_kind(r, e->head);
    if (!k || !formula_begin(&r->p, e->at, head))
        return false;
    if (r->p.m.now.kind != MARK_NAME)
        return script_fail(r->p.script, e->at, "a kind has a name");
    k->name = marks_text(&r->p.m, r->p.m.now);
    if (!marks_next(&r->p.m))
        return false;
    if (marks_is(&r->p.m, "at") && (!marks_next(&r->p.m) || !read_levels(r, k)))
        return false;
    if (!formula_end(&r->p, "the head of a kind"))
        return false;
    if (head == e->colon && head + 1 < e->line_end) {
        struct file_entry doc = *e;

        doc.end = e->line_end;
        if (!reader_text(r, &doc, &k->doc))
            return false;
    }
    if (e->first + 1 == e->last)
        return script_fail(r->p.script, e->head,
                           "the entries of a kind stand below it, indented");
    return translation_kind(r) &&
           reader_block(r, e->first + 1, e->last, reader_entry) &&
           read_shared(r) && reader_end_kind(r);
}

static bool is_missing(struct reader *r, const char *what)
{
    return script_fail(r->p.script, r->kind->at, "this kind has no \"%s\"",
                       what);
}

/* Is there a wording that fits all values? */
static bool has_wording(const struct file_kind *k)
{
    for (size_t i = 0; i < k->wordings.n; i++)
        if (!vec_get(&k->wordings, struct file_text, i)->when)
            return true;
    return false;
}

bool reader_end_kind(struct reader *r)
{
    struct file_kind *k = r->kind;

    if (k->given.n == 0)
        return is_missing(r, "draw");
    if (k->keys.n == 0)
        return is_missing(r, "key");
    if (k->checks.n == 0)
        return is_missing(r, "check");
    if (!translation_end_kind(r))
        return false;
    if (k->wordings.n == 0)
        return is_missing(r, "plain");
    if (!has_wording(k))
        return script_fail(r->p.script, k->at,
                           "every wording of this kind has a condition: one "
                           "must fit whatever is drawn");
    if (!wordings_know(r, k) || !roads_part(r, k))
        return false;
    told_find(k);
    conditions_find(r, k);
    if (r->p.n_slots > r->file->n_slots)
        r->file->n_slots = r->p.n_slots;
    r->p.scope.n = r->scope;
    r->p.n_slots = r->slots; /* no kind knows the values of another */
    r->kind = NULL;
    return true;
}

/* ---- names ---- */

struct node *reader_formula(struct reader *r, size_t at, size_t end,
                            const char *what)
{
    struct node *x;

    if (!formula_begin(&r->p, at, end))
        return NULL;
    x = formula_read(&r->p);
    return x && formula_end(&r->p, what) ? x : NULL;
}

/* What is not "given" is known to the draws alone; without that entry, every
 * draw is given. */
bool reader_end_draws(struct reader *r)
{
    struct file_kind *k = r->kind;

    if (!k || r->has_given)
        return true;
    r->has_given = true;
    for (size_t i = 0; i < k->drawings.n; i++) {
        const struct file_draw *d = vec_at(&k->drawings, i);

        for (size_t j = 0; j < d->n; j++) {
            d->names[j]->kind = SYMBOL_GIVEN;
            d->names[j]->field = k->given.n;
            *(struct symbol **)vec_push(&k->given) = d->names[j];
        }
    }
    return k->given.n || script_fail(r->p.script, k->at,
                                     "nothing is drawn: write \"draw x "
                                     "in 1..9\"");
}

/* f(x, y) = FORMULA, behind the name. */
static bool read_function(struct reader *r, struct symbol *s)
{
    struct vec params = vec_in(r->p.script->arena, sizeof(struct symbol *));
    size_t was = r->p.scope.n, at;
    const char *name;
    bool more = true;

    if (!formula_take(&r->p, "("))
        return false;
    while (more) {
        struct symbol *x;

        if (!formula_name(&r->p, &name, &at) ||
            !(x = scope_add(&r->p, name, SYMBOL_BOUND, at)))
            return false;
        *(struct symbol **)vec_push(&params) = x;
        more = marks_is(&r->p.m, ",");
        if (more && !marks_next(&r->p.m))
            return false;
    }
    if (!formula_take(&r->p, ")") || !formula_take(&r->p, "="))
        return false;
    s->value = formula_read(&r->p);
    s->params = params.items;
    s->n_params = params.n;
    s->is_function = true;
    r->p.scope.n = was;
    return s->value != NULL;
}

/* Is there such a name in the formula? */
static bool has_name(const struct node *x, bool (*is)(const struct symbol *))
{
    if ((x->op == OP_VAR || x->op == OP_APPLY) && is(x->symbol))
        return true;
    for (size_t i = 0; i < x->n; i++)
        if (x->kids[i] && has_name(x->kids[i], is))
            return true;
    if (x->op == OP_LOOP) {
        if (has_name(x->loop->body, is) ||
            (x->loop->where && has_name(x->loop->where, is)) ||
            (x->loop->start && has_name(x->loop->start, is)))
            return true;
        for (size_t i = 0; i < x->loop->n; i++)
            for (size_t j = 0; j < x->loop->clauses[i].n_lists; j++)
                if (has_name(x->loop->clauses[i].lists[j], is))
                    return true;
    }
    return false;
}

static bool is_drawn(const struct symbol *s)
{
    return s->kind == SYMBOL_DRAWN || s->kind == SYMBOL_GIVEN ||
           (s->kind == SYMBOL_LET && s->is_drawn);
}

/* Does the formula depend on a draw? */
static bool rests_on_draw(const struct node *x)
{
    return has_name(x, is_drawn);
}

/* A function is constant if its parameters are all that varies. */
static bool is_variable(const struct symbol *s)
{
    return s->kind == SYMBOL_LET ? !s->is_constant : s->kind != SYMBOL_BOUND;
}

/* Compute a constant once for all problems, if that does not fail and all
 * constants of the file together take no more work than one problem may. What
 * its calculation leaves behind is not kept, if the value can be copied. */
static void keep_constant(struct reader *r, struct symbol *s)
{
    struct arena scratch = { 0 };
    struct machine m;

    s->is_constant = !has_name(s->value, is_variable);
    if (!s->is_constant || s->is_function || r->constants >= MACHINE_WORK)
        return;
    m = machine_new(&scratch, r->p.n_slots, MACHINE_WORK - r->constants);
    s->kept = machine_run(&m, s->value);
    if (!val_copy_plain(r->p.script->arena, s->kept, &s->kept)) {
        m = machine_new(r->p.script->arena, r->p.n_slots,
                        MACHINE_WORK - r->constants);
        s->kept = machine_run(&m, s->value);
    }
    r->constants += m.r.work.used;
    arena_clear(&scratch);
}

/* A name is in scope behind its own formula, so that none contains itself. */
static bool read_definition(struct reader *r)
{
    struct symbol *s;
    const char *name;
    size_t at;

    if (!formula_name(&r->p, &name, &at))
        return false;
    if (marks_is(&r->p.m, "(")) {
        s = scope_add(&r->p, name, SYMBOL_LET, at);
        if (!s)
            return false;
        s->name = ""; /* not to be found inside */
        if (!read_function(r, s))
            return false;
        s->name = name;
    } else {
        struct node *value;

        if (!formula_take(&r->p, "=") || !(value = formula_read(&r->p)) ||
            !(s = scope_add(&r->p, name, SYMBOL_LET, at)))
            return false;
        s->value = value;
    }
    s->type = s->value->type;
    s->is_drawn = rests_on_draw(s->value);
    keep_constant(r, s);
    return true;
}

bool reader_let(struct reader *r, struct file_entry *e)
{
    bool more = true;

    if (!formula_begin(&r->p, e->at, e->end))
        return false;
    while (more) {
        if (!read_definition(r))
            return false;
        more = marks_is(&r->p.m, ";");
        if (more && !marks_next(&r->p.m))
            return false;
    }
    return formula_end(&r->p, "a definition");
}

/* ---- draws ---- */

/* "x, y", "m[4]" or "a < b < c"; the names get into scope when the domain is
 * known. */
static bool read_drawn_names(struct reader *r, struct file_draw *d,
                             struct vec *names, struct vec *places)
{
    const char *sign = NULL;

    for (;;) {
        if (!formula_name(&r->p, vec_push(names), vec_push(places)))
            return false;
        if (marks_is(&r->p.m, "[")) {
            if (d->count)
                return script_fail(r->p.script, r->p.m.now.at,
                                   "one list in a draw");
            if (!marks_next(&r->p.m) || !(d->count = formula_range(&r->p)) ||
                !formula_take(&r->p, "]"))
                return false;
        }
        if (!sign)
            sign = marks_is(&r->p.m, "<") ? "<" : ",";
        if (!marks_is(&r->p.m, sign))
            break;
        if (!marks_next(&r->p.m))
            return false;
    }
    d->kind = str_eq(sign, "<") ? DRAWING_RISING : DRAWING_NUMBERS;
    return true;
}

static bool read_but(struct reader *r, struct file_draw *d)
{
    struct vec but = vec_in(r->p.script->arena, sizeof(struct node *));
    bool more = marks_is(&r->p.m, "but");

    while (more) {
        struct node *x;

        if (!marks_next(&r->p.m) || !(x = formula_range(&r->p)))
            return false;
        *(struct node **)vec_push(&but) = x;
        more = marks_is(&r->p.m, ",");
    }
    d->but = but.items;
    d->n_but = but.n;
    return true;
}

static bool read_drawing(struct reader *r, bool fixed)
{
    struct arena *a = r->p.script->arena;
    struct vec names = vec_in(a, sizeof(const char *));
    struct vec places = vec_in(a, sizeof(size_t));
    struct file_draw d = { .fixed = fixed, .at = r->p.m.now.at };

    if (!read_drawn_names(r, &d, &names, &places) ||
        !formula_take(&r->p, "in") || !(d.domain = formula_range(&r->p)) ||
        !formula_want(&r->p, d.domain, TYPE_LIST, "a range or a list") ||
        !read_but(r, &d))
        return false;
    d.names = arena_array(a, struct symbol *, names.n);
    d.n = names.n;
    for (size_t i = 0; i < names.n; i++) {
        struct symbol *s =
            scope_add(&r->p, *vec_get(&names, const char *, i), SYMBOL_DRAWN,
                      *vec_get(&places, size_t, i));

        if (!s)
            return false;
        s->type = type_item(d.domain->type);
        s->type = d.count ? type_list(s->type) : s->type;
        d.names[i] = s;
    }
    if (rests_on_draw(d.domain) || (d.count && rests_on_draw(d.count)))
        r->kind->is_walked = false;
    for (size_t i = 0; i < d.n_but; i++)
        if (rests_on_draw(d.but[i]))
            r->kind->is_walked = false;
    *(struct file_draw *)vec_push(&r->kind->drawings) = d;
    return true;
}

bool reader_draw(struct reader *r, struct file_entry *e)
{
    bool fixed = reader_head_is(r, e, "choose"), more = true;

    if (r->has_given)
        return script_fail(r->p.script, e->head,
                           "draws stand before \"given\" and before all that "
                           "follows from them");
    if (!formula_begin(&r->p, e->at, e->end))
        return false;
    while (more) {
        if (!read_drawing(r, fixed))
            return false;
        more = marks_is(&r->p.m, ";");
        if (more && !marks_next(&r->p.m))
            return false;
    }
    return formula_end(&r->p, "a draw");
}

bool reader_where(struct reader *r, struct file_entry *e)
{
    struct file_draw d = { .kind = DRAWING_WHERE, .at = e->head };

    d.domain = reader_formula(r, e->at, e->end, "a condition");
    if (!d.domain || !formula_want(&r->p, d.domain, TYPE_TRUTH, "a condition"))
        return false;
    r->kind->is_walked = false;
    *(struct file_draw *)vec_push(&r->kind->drawings) = d;
    return true;
}

static bool is_tellable(type t)
{
    type of = type_of(t), item = type_of(type_item(t));

    if (of == TYPE_LIST || of == TYPE_TUPLE) {
        type inner = type_of(type_item(type_item(t)));

        return item == TYPE_ANY || item == TYPE_NUMBER ||
               ((item == TYPE_LIST || item == TYPE_TUPLE) &&
                (inner == TYPE_NUMBER || inner == TYPE_ANY));
    }
    return of == TYPE_NUMBER;
}

/* given x, z = x + y */
static bool read_given(struct reader *r)
{
    struct symbol *s;
    struct node *value = NULL;
    const char *name;
    size_t at;

    if (!formula_name(&r->p, &name, &at))
        return false;
    s = scope_find(&r->p, name);
    if (marks_is(&r->p.m, "=")) {
        if (!marks_next(&r->p.m) || !(value = formula_read(&r->p)) ||
            !(s = scope_add(&r->p, name, SYMBOL_GIVEN, at)))
            return false;
        s->value = value;
        s->type = value->type;
    } else if (!s || s->is_function ||
               (s->kind != SYMBOL_DRAWN && s->kind != SYMBOL_LET)) {
        return script_fail(r->p.script, at,
                           "\"%s\" is not drawn: write \"%s = ...\"", name,
                           name);
    }
    if (!is_tellable(s->type))
        return script_fail(r->p.script, at,
                           "a given value is a whole number, or a list of "
                           "whole numbers or of rows of them");
    s->kind = SYMBOL_GIVEN;
    s->field = r->kind->given.n;
    *(struct symbol **)vec_push(&r->kind->given) = s;
    return true;
}

bool reader_given(struct reader *r, struct file_entry *e)
{
    bool more = true;

    if (r->has_given)
        return script_fail(
            r->p.script, e->head,
            "\"given\" stands once, before what follows from it");
    if (!formula_begin(&r->p, e->at, e->end))
        return false;
    while (more) {
        if (!read_given(r))
            return false;
        more = marks_is(&r->p.m, ",");
        if (more && !marks_next(&r->p.m))
            return false;
    }
    r->has_given = true;
    return formula_end(&r->p, "the given values");
}

/* idle c, e: why they are told */
bool reader_idle(struct reader *r, struct file_entry *e)
{
    const char *why;
    bool more = true;

    if (!reader_end_draws(r) || !reader_text(r, e, &why) ||
        !formula_begin(&r->p, e->at, e->colon))
        return false;
    while (more) {
        struct symbol *s;
        const char *name;
        size_t at;

        if (!formula_name(&r->p, &name, &at))
            return false;
        s = scope_find(&r->p, name);
        if (!s || s->kind != SYMBOL_GIVEN)
            return script_fail(r->p.script, at, "\"%s\" is not given", name);
        s->may_idle = true;
        more = marks_is(&r->p.m, ",");
        if (more && !marks_next(&r->p.m))
            return false;
    }
    return formula_end(&r->p, "the names");
}

/* ---- formulas ---- */

/* The type of keys of that kind. */
static type type_of_answer(enum answer_kind kind, type formula)
{
    switch (kind) {
    case ANSWER_INTEGER:
    case ANSWER_RATIONAL:
    case ANSWER_DECIMAL:
    case ANSWER_NUMBER: return TYPE_NUMBER;
    case ANSWER_INTERVAL: return TYPE_INTERVAL;
    case ANSWER_MATRIX: return type_list(type_list(TYPE_NUMBER));
    case ANSWER_EQUATION:
    case ANSWER_EXPRESSION: return TYPE_POLY;
    case ANSWER_SET: return type_set(TYPE_ANY);
    case ANSWER_LIST: return type_list(TYPE_NUMBER);
    case ANSWER_TUPLE:
        return type_list(type_inside(formula) == TYPE_POLY ? TYPE_POLY
                                                           : TYPE_NUMBER);
    case ANSWER_TEXT: return TYPE_TEXT;
    default: return TYPE_ANY;
    }
}

/* "key:" or, of several, "key NAME:" */
static bool read_key_head(struct reader *r, const struct file_entry *e,
                          struct file_key *out)
{
    size_t at = e->head, n = r->kind->keys.n;

    if (!formula_begin(&r->p, e->at, e->colon))
        return false;
    if (r->p.m.now.kind != MARK_END &&
        (!formula_name(&r->p, &out->name, &at) ||
         !formula_end(&r->p, "the name of the key")))
        return false;
    if (n && (!out->name || !vec_get(&r->kind->keys, struct file_key, 0)->name))
        return script_fail(r->p.script, e->head,
                           "a kind has one key, or several that have names: "
                           "\"key total: FORMULA\"");
    if (n == FILE_KEYS)
        return script_fail(r->p.script, e->head, "more than %d keys",
                           FILE_KEYS);
    return true;
}

bool reader_key(struct reader *r, struct file_entry *e)
{
    struct file_key key = { 0 };

    if (!reader_end_draws(r))
        return false;
    if (!r->has_answer)
        return script_fail(r->p.script, e->head,
                           "the kind of answer is missing above: \"answer: "
                           "integer\"");
    if (e->colon == e->end)
        return script_fail(r->p.script, e->at, "write \"key: FORMULA\"");
    if (!read_key_head(r, e, &key))
        return false;
    key.formula = reader_formula(r, e->colon + 1, e->end, "the key");
    if (!key.formula)
        return false;
    key.symbol =
        scope_add(&r->p, key.name ? key.name : "key", SYMBOL_KEY, e->head);
    if (!key.symbol)
        return false;
    key.symbol->type = type_of_answer(r->file->answer, key.formula->type);
    key.symbol->field = r->file->answer;
    *(struct file_key *)vec_push(&r->kind->keys) = key;
    return formula_want(&r->p, key.formula, key.symbol->type,
                        "the answer of this family");
}

bool reader_means(struct reader *r, struct file_entry *e)
{
    struct file_kind *k = r->kind;

    if (k->keys.n == 0)
        return script_fail(r->p.script, e->head, "\"means\" follows the key");
    k->means = reader_formula(r, e->colon + 1, e->end, "the meaning");
    return k->means && formula_want(&r->p, k->means, TYPE_TRUTH, "a condition");
}

/* check "by what": FORMULA; slip "what is wrong": FORMULA */
bool reader_check(struct reader *r, struct file_entry *e)
{
    bool slip = reader_head_is(r, e, "slip");
    struct named_formula f = { .name = slip ? "" : "calculation",
                               .at = e->head };

    if (r->kind->keys.n == 0)
        return script_fail(r->p.script, e->head, "this follows the key");
    if (!formula_begin(&r->p, e->at, e->colon))
        return false;
    if (e->colon == e->end)
        return script_fail(r->p.script, e->at,
                           "write \"%s \"by what\": FORMULA\"",
                           slip ? "slip" : "check");
    if (r->p.m.now.kind == MARK_NAME && marks_is(&r->p.m, "by") &&
        !marks_next(&r->p.m))
        return false;
    if (r->p.m.now.kind == MARK_TEXT) {
        f.name = marks_text(&r->p.m, r->p.m.now);
        if (!marks_next(&r->p.m))
            return false;
    }
    if (!formula_end(&r->p, "the name"))
        return false;
    f.formula = reader_formula(r, e->colon + 1, e->end, "the formula");
    if (!f.formula || (!slip && !formula_want(&r->p, f.formula, TYPE_TRUTH,
                                              "a condition on the key")))
        return false;
    *(struct named_formula *)vec_push(slip ? &r->kind->slips
                                           : &r->kind->checks) = f;
    return true;
}
