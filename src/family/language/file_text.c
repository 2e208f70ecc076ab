/* SPDX-License-Identifier: Apache-2.0 */

/* The texts of a family file: wordings, endings, and words with a name. */
#include "family/language/file_int.h"
#include "family/language/machine.h"
#include "family/language/texts.h"
#include "family/words.h"

#include <string.h>

const char *reader_plain(struct reader *r, size_t at, size_t end)
{
    struct str out = str_in(r->p.script->arena);
    const char *text = r->p.script->text;

    at = script_skip(r->p.script, at, end);
    while (at < end) {
        size_t next = script_skip(r->p.script, at, end);

        if (next == at)
            str_addc(&out, text[next++]);
        else if (next < end)
            str_addc(&out, ' ');
        at = next;
    }
    return str_get(&out);
}

bool reader_text(struct reader *r, const struct file_entry *e, const char **out)
{
    if (e->colon == e->end)
        return script_fail(r->p.script, e->at,
                           "a colon and a text are missing here");
    *out = reader_plain(r, e->colon + 1, e->end);
    return **out || script_fail(r->p.script, e->colon, "there is no text here");
}

bool reader_when(struct reader *r, const struct file_entry *e,
                 struct node **out)
{
    *out = NULL;
    if (!formula_begin(&r->p, e->at, e->colon))
        return false;
    if (r->p.m.now.kind == MARK_END)
        return true;
    if (!formula_take(&r->p, "when") || !(*out = formula_read(&r->p)))
        return false;
    return formula_want(&r->p, *out, TYPE_TRUTH, "a condition") &&
           formula_end(&r->p, "the condition");
}

bool step_is_sayable(struct reader *r, const struct say_text *w)
{
    const char *word = words_drawn(w);

    return !word || script_fail(r->p.script, w->at,
                                "a step cannot have the word <%s>, which is "
                                "drawn for the statement alone",
                                word);
}

bool reader_wording(struct reader *r, struct file_entry *e)
{
    static const char *const styles[] = { "terse", "plain", "story" };
    struct file_text t = { .at = e->head };
    bool step = reader_head_is(r, e, "step");

    if (!reader_end_draws(r) || !reader_text(r, e, &t.text) ||
        !reader_when(r, e, &t.when))
        return false;
    if (step && r->kind->keys.n == 0)
        return script_fail(r->p.script, e->head,
                           "steps stand in \"solve\", or behind the key");
    while (!step && !reader_head_is(r, e, styles[t.style]))
        t.style++;
    t.words = words_read(&r->p, r->file->pools.items, e->colon + 1, e->end);
    if (!t.words || (step && !step_is_sayable(r, t.words)))
        return false;
    *(struct file_text *)vec_push(step ? &r->kind->steps : &r->kind->wordings) =
        t;
    return true;
}

/* "ending: TEXT" above all kinds, "ending when CONDITION: TEXT" in one. */
bool reader_ending(struct reader *r, struct file_entry *e)
{
    struct file_text t = { .at = e->head };
    const char *text;

    if (!reader_text(r, e, &text))
        return false;
    if (!r->kind || r->is_only) {
        if (r->file->ending)
            return script_fail(r->p.script, e->head, "this entry stands twice");
        r->file->ending = text;
        return true;
    }
    if (!reader_end_draws(r) || !reader_when(r, e, &t.when) ||
        !(t.words =
              words_read(&r->p, r->file->pools.items, e->colon + 1, e->end)))
        return false;
    *(struct file_text *)vec_push(&r->kind->endings) = t;
    return true;
}

/* One text of "text NAME by FORMULA: 1 = one | else = many", as a chain of
 * choices. */
static struct say_text *read_rows(struct reader *r, struct node *by, size_t at,
                                  size_t end)
{
    struct arena *a = r->p.script->arena;
    const char *text = r->p.script->text;
    struct say_text *w = arena_new(a, struct say_text);
    struct say *p = arena_new(a, struct say);
    size_t bar = at, sign;
    unsigned open = 0;

    for (; bar < end && (open || text[bar] != '|'); bar++) {
        open += text[bar] == '<';
        open -= open && text[bar] == '>';
    }
    for (sign = at; sign < bar && text[sign] != '=';)
        sign++;
    if (sign == bar) {
        script_fail(r->p.script, at, "write \"number = text | else = text\"");
        return NULL;
    }
    if (!formula_begin(&r->p, at, sign))
        return NULL;
    if (marks_is(&r->p.m, "else"))
        return words_read(&r->p, r->file->pools.items, sign + 1, end);
    *p = (struct say){ .kind = SAY_CHOICE };
    p->value = node_new(&r->p, OP_EQ, at);
    p->value->type = TYPE_TRUTH;
    node_add(&r->p, p->value, by);
    node_add(&r->p, p->value, formula_range(&r->p));
    if (!p->value->kids[1] || !formula_end(&r->p, "the number"))
        return NULL;
    p->words = words_read(&r->p, r->file->pools.items, sign + 1, bar);
    if (bar == end) {
        script_fail(r->p.script, end, "the row \"else = ...\" is missing");
        return NULL;
    }
    p->otherwise = p->words ? read_rows(r, by, bar + 1, end) : NULL;
    w->pieces = p;
    w->n = 1;
    w->at = at;
    return p->otherwise && words_measure(&r->p, w) ? w : NULL;
}

/* each NAME for x in LIST: text */
static struct say_text *read_each(struct reader *r, const struct file_entry *e,
                                  bool is_list)
{
    struct arena *a = r->p.script->arena;
    struct say_text *w = arena_new(a, struct say_text);
    struct say *p = arena_new(a, struct say);
    size_t was = r->p.scope.n;

    *p = (struct say){ .kind = SAY_EACH,
                       .is_list = is_list,
                       .loop = arena_new(a, struct loop) };
    p->loop->kind = LOOP_DO;
    if (!formula_take(&r->p, "for") || !formula_clauses(&r->p, p->loop) ||
        !formula_end(&r->p, "the loop"))
        return NULL;
    p->words = words_read(&r->p, r->file->pools.items, e->colon + 1, e->end);
    r->p.scope.n = was;
    w->pieces = p;
    w->n = 1;
    w->at = e->colon;
    return p->words && words_measure(&r->p, w) ? w : NULL;
}

bool reader_words(struct reader *r, struct file_entry *e)
{
    bool is_text = reader_head_is(r, e, "text");
    struct say_text *w = NULL;
    const char *name, *text;
    struct symbol *s;
    size_t at;

    if (!reader_end_draws(r) || !reader_text(r, e, &text) ||
        !formula_begin(&r->p, e->at, e->colon) ||
        !formula_name(&r->p, &name, &at))
        return false;
    if (!is_text) {
        w = read_each(r, e, reader_head_is(r, e, "list"));
    } else if (marks_is(&r->p.m, "by")) {
        struct node *by = marks_next(&r->p.m) ? formula_read(&r->p) : NULL;

        if (by && formula_end(&r->p, "the number"))
            w = read_rows(r, by, e->colon + 1, e->end);
    } else if (formula_end(&r->p, "the name")) {
        w = words_read(&r->p, r->file->pools.items, e->colon + 1, e->end);
    }
    if (!w || !(s = scope_add(&r->p, name, SYMBOL_WORDS, at)))
        return false;
    s->words = w;
    return true;
}
