/* SPDX-License-Identifier: Apache-2.0 */
/* Other names for the same things: numbers and answer stay. */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/op_int.h"

#include <string.h>

#define TRIES      20
#define WORDS_MOST 400

/* ---- the words of a structure ---- */

struct word_list {
    const char *words[WORDS_MOST];
    size_t n;
};

static bool has_word(const struct word_list *w, const char *word)
{
    for (size_t i = 0; i < w->n; i++)
        if (str_eq(w->words[i], word))
            return true;
    return false;
}

static void add_words(struct arena *a, const char *text, struct word_list *out)
{
    for (const char *p = text; *p;) {
        size_t n = 0;
        const char *word;

        while (is_letter(p[n]))
            n++;
        word = n ? arena_strndup(a, p, n) : NULL;
        if (word && out->n < WORDS_MOST && !has_word(out, word))
            out->words[out->n++] = word;
        p += n ? n : 1;
    }
}

static void words_of(struct arena *a, const struct structure *b,
                     struct word_list *out)
{
    struct saying s;

    out->n = 0;
    b->kind->say(a, b->data, NO_SLOT, NULL, &s);
    for (size_t i = 0; i < s.n; i++)
        add_words(a, s.sentences[i], out);
}

static struct json *words_but(struct arena *a, const struct word_list *w,
                              const struct word_list *but)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < w->n; i++)
        if (!has_word(but, w->words[i]))
            json_push(list, json_new_string(a, w->words[i]));
    return list;
}

/* ---- the card's functions ---- */

static bool try_structure(const struct operator_call *o, struct individual *out,
                          struct err *e)
{
    struct structure_key was = individual_key(o->arena, o->first, o->part), now;

    *out = individual_copy(o->arena, o->first);
    if (!op_change(o, out, o->part, out->parts[o->part].structure.kind->rename,
                   e))
        return false;
    now = individual_key(o->arena, out, o->part);
    if (!structure_key_equal(&was, &now))
        return err_set(e, ERR_DOMAIN, "with other names the answer changes");
    return cross_links_hold(o->arena, out) ||
           err_set(e, ERR_DOMAIN, "the new names are also in other parts");
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    struct arena *a = o->arena;
    struct word_list *old = arena_new(a, struct word_list);
    struct word_list *new = arena_new(a, struct word_list);
    struct json *detail = json_new(a, JSON_OBJECT), *now = NULL;

    words_of(a, &o->first->parts[o->part].structure, old);
    for (int i = 0;; i++) {
        if (i == TRIES)
            return false;
        if (!try_structure(o, out, e))
            continue;
        words_of(a, &out->parts[o->part].structure, new);
        now = words_but(a, new, old);
        if (now->count)
            break;
        err_set(e, ERR_DOMAIN, "no name in it changes");
    }
    json_set(a, detail, "was", words_but(a, old, new));
    json_set(a, detail, "now", now);
    op_step(o, &op_rename, out, detail);
    return true;
}

/* All words of the list stand in the structure, or none does. */
static bool stand(const struct json *list, const struct word_list *w, bool all)
{
    for (const struct json *v = list->first; v; v = v->next)
        if (!json_string(v) || has_word(w, v->text) != all)
            return false;
    return true;
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *was = json_get(t->detail, "was");
    const struct json *now = json_get(t->detail, "now");
    struct word_list *words;

    if (!was || !now || was->type != JSON_ARRAY || now->type != JSON_ARRAY ||
        !now->count)
        return op_broken(why, "the new names are not recorded");
    if (!cross_apart(s, t->part))
        return op_broken(why, "a thing of it is also in another part");
    if (op_later(s, step, op_rename.name) ||
        op_later(s, step, op_renumber.name) ||
        op_later(s, step, op_crossover.name)) /* told anew since then */
        return true;
    words = arena_new(a, struct word_list);
    words_of(a, &s->parts[t->part].structure, words);
    return (stand(was, words, false) && stand(now, words, true)) ||
           op_broken(why, "the names are not the recorded ones");
}

const struct operator_card op_rename = {
    .name = "rename",
    .kind = OPERATOR_FRESH,
    .promise = "Things and people have new names; numbers and answer are "
               "the same. In a chain no thing is in two parts.",
    .role = ROLES,
    .apply = apply,
    .check = check,
};
