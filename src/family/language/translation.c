/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The translation of a family file: texts alone. Its text stands behind that of
 * the family. Where the family's entries are read, texts are passed over, and
 * those of the translation are read in their place, with the names that the
 * family's formulas define. The steps in "solve" belong together by their order.
 */
#include "family/language/engine.h"
#include "family/language/file_int.h"
#include "family/language/texts.h"
#include "family/recipe/recipe.h"
#include "family/words.h"

#include <string.h>

/* Does the entry hold what people read? */
static bool is_text(const struct reader *r, const struct file_entry *e)
{
    static const char *const heads[] = { "text",  "each",  "list",
                                         "terse", "plain", "story",
                                         "step",  "pool",  "ending" };

    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
        if (reader_head_is(r, e, heads[i]))
            return true;
    return false;
}

bool translation_replaces(const struct reader *r, const struct file_entry *e)
{
    return r->tongue && e->at < r->p.script->second && is_text(r, e);
}

static bool push(struct reader *r, struct file_entry *e)
{
    *(struct file_entry *)vec_push(&r->second) = *e;
    return true;
}

static bool push_told(struct reader *r, struct file_entry *e)
{
    *(struct file_entry *)vec_push(&r->told) = *e;
    return true;
}

/* An entry at the top of the translation. */
static bool read_top(struct reader *r, struct file_entry *e)
{
    if (reader_head_is(r, e, "language"))
        return true; /* known already */
    if (reader_head_is(r, e, "pool") || reader_head_is(r, e, "ending"))
        return reader_entry(r, e);
    if (reader_head_is(r, e, "kind") || reader_head_is(r, e, "shared") ||
        reader_head_is(r, e, "solve") || is_text(r, e))
        return push(r, e);
    return script_fail(r->p.script, e->head,
                       "a translation has texts alone: \"language\", \"kind\", "
                       "\"shared\", \"solve\" with its steps, \"text\", "
                       "\"each\", \"list\", \"plain\" and other texts");
}

/* "language: de", which stands once. */
static bool read_language(struct reader *r, struct file_entry *e)
{
    const char *code;

    if (!reader_head_is(r, e, "language"))
        return true;
    if (r->tongue)
        return script_fail(r->p.script, e->head, "this entry stands twice");
    if (!reader_text(r, e, &code))
        return false;
    r->tongue = tongue_find(code, strlen(code));
    if (r->tongue && r->tongue != tongue_at(0))
        return true;
    r->tongue = NULL;
    return script_fail(r->p.script, e->colon,
                       "there is no language \"%s\" to translate to: de, fr or "
                       "zh",
                       code);
}

bool translation_begin(struct reader *r, size_t first)
{
    if (!r->p.script->second_path)
        return true;
    if (!reader_block(r, first, r->lines.n, read_language))
        return false;
    if (!r->tongue)
        return script_fail(r->p.script, r->p.script->second,
                           "the language is missing: \"language: de\"");
    r->file->tongue = r->tongue;
    return reader_block(r, first, r->lines.n, read_top);
}

/* The word behind "kind" is the name of the present one. */
static bool is_of_kind(const struct reader *r, const struct file_entry *e)
{
    const char *text = r->p.script->text;
    size_t at = script_skip(r->p.script, e->at, e->end), n = 0;

    while (at + n < e->end && marks_is_word(text[at + n]))
        n++;
    return strlen(r->kind->name) == n &&
           memcmp(text + at, r->kind->name, n) == 0;
}

bool translation_kind(struct reader *r)
{
    bool found;

    r->told.n = r->told_at = r->told_step = 0;
    for (size_t i = 0; r->tongue && i < r->second.n; i++) {
        struct file_entry *e = vec_at(&r->second, i);

        if (reader_head_is(r, e, "kind"))
            found = is_of_kind(r, e);
        else if (!reader_head_is(r, e, "shared"))
            found = push_told(r, e) && false; /* of a file without kinds */
        else if (!reader_shares(r, e, &found))
            return false;
        if (found && !reader_block(r, e->first + 1, e->last, push_told))
            return false;
    }
    return true;
}

/* Read texts up to "solve", or all that are left. */
static bool read_texts(struct reader *r, bool to_solve)
{
    for (; r->told_at < r->told.n; r->told_at++) {
        struct file_entry *e = vec_at(&r->told, r->told_at);

        if (reader_head_is(r, e, "solve")) {
            if (to_solve)
                return true;
            return script_fail(r->p.script, e->head,
                               "the family has no \"solve\" here");
        }
        if (!is_text(r, e))
            return script_fail(r->p.script, e->head,
                               "a translation has texts alone");
        if (!reader_entry(r, e))
            return false;
    }
    return true;
}

static bool has_solve(const struct reader *r)
{
    for (size_t i = 0; i < r->told.n; i++)
        if (reader_head_is(r, vec_at(&r->told, i), "solve"))
            return true;
    return false;
}

static bool push_step(struct reader *r, struct file_entry *e)
{
    if (!reader_head_is(r, e, "step"))
        return script_fail(r->p.script, e->head,
                           "\"solve\" of a translation has steps alone");
    *(struct file_entry *)vec_push(&r->told_steps) = *e;
    return true;
}

bool translation_solve(struct reader *r)
{
    const struct file_entry *e;

    r->told_steps.n = r->told_step = 0;
    if (!r->tongue || !has_solve(r))
        return true; /* the family's has no steps either, or they miss it */
    if (!read_texts(r, true))
        return false;
    e = vec_at(&r->told, r->told_at++);
    return e->first + 1 == e->last ||
           reader_block(r, e->first + 1, e->last, push_step);
}

bool translation_step(struct reader *r, struct file_entry *e)
{
    const struct file_entry *told;

    if (!r->tongue)
        return true;
    if (r->told_step == r->told_steps.n)
        return script_fail(r->p.script, e->head,
                           "the translation has no text for this step: its "
                           "\"solve\" has a step for each one here, in order");
    told = vec_at(&r->told_steps, r->told_step++);
    if (told->colon == told->end)
        return script_fail(r->p.script, told->at,
                           "a colon and a text are missing here");
    e->colon = told->colon;
    e->end = told->end;
    return true;
}

bool translation_solved(struct reader *r)
{
    const struct file_entry *e;

    if (!r->tongue || r->told_step == r->told_steps.n)
        return true;
    e = vec_at(&r->told_steps, r->told_step);
    return script_fail(r->p.script, e->head,
                       "\"solve\" of the family has fewer steps");
}

bool translation_end_kind(struct reader *r)
{
    if (!r->tongue || !read_texts(r, false))
        return !r->tongue;
    return r->kind->wordings.n ||
           script_fail(r->p.script, r->p.script->second,
                       "the translation has no texts for the kind \"%s\"",
                       r->kind->name);
}

/* Words of pools are in one language; names of people are in all. */
bool translation_has_word(struct formulas *p, const struct word_pool *own,
                          const char *name, size_t at)
{
    size_t n = strlen(name);

    if (!p->script->second_path)
        return true;
    while (n && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    if (n == 4 && memcmp(name, "name", 4) == 0)
        return true;
    for (; own->name; own++)
        if (strncmp(own->name, name, n) == 0 && !own->name[n])
            return true;
    return script_fail(p->script, at,
                       "the words of <%s> are English: write a pool of the "
                       "translation's own",
                       name);
}

/* ---- cards ---- */

void family_add_knob(struct family *card, struct knob knob)
{
    size_t n = 0;

    while (card->knobs[n].name)
        n++;
    card->knobs[n] = knob;
}

bool family_translate(const struct family *card,
                      struct family_file *const *told, size_t n,
                      const struct family **out, struct err *e)
{
    struct knob lang = LANG_KNOB;
    struct family_translation *list;
    struct family *all;
    struct str codes;

    *out = card;
    if (n == 0)
        return true;
    list = arena_array(told[0]->arena, struct family_translation, n + 1);
    codes = str_in(told[0]->arena);
    str_add(&codes, "en");
    for (size_t i = 0; i < n; i++) {
        const char *code = told[i]->tongue->code;

        for (size_t k = 0; k < i; k++)
            if (list[k].code == code)
                return err_set(e, ERR_DOMAIN,
                               "%s: there are two translations to \"%s\"",
                               told[i]->path, code);
        list[i].code = code;
        if (!family_of_file(told[i], &list[i].card, e))
            return false;
        str_addf(&codes, "|%s", code);
    }
    all = arena_new(told[0]->arena, struct family);
    *all = *card;
    lang.values = str_get(&codes);
    family_add_knob(all, lang);
    all->translations = list;
    *out = all;
    return true;
}
