/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/hash.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/entities.h"
#include "evolve/structure/graph_int.h"
#include "text/lexicon.h"

#include <stdlib.h>
#include <string.h>

/* Letters of the links of a chain, and open relations told again when a number
 * becomes a letter. */

/* ---- letters ---- */

/* A and I are words, O looks like 0. */
static const char *const letters[] = {
    "X", "Y", "Z", "W", "V", "U", "T", "S", "R", "Q", "P", "N",
    "M", "L", "K", "J", "H", "G", "F", "E", "D", "C", "B",
};

#define LETTERS (sizeof(letters) / sizeof(*letters))

/* Letters that stand together are a word, but for two of them ("$Xy$") and for
 * capital ones alone ("XY"). */
static bool cross_is_word(const char *p, size_t n)
{
    bool small = false;

    for (size_t i = 0; i < n; i++)
        small = small || is_lower(p[i]);
    return n > 2 && small;
}

/* Letters as bits; 0: it is none. */
static uint32_t cross_bit_of(char letter)
{
    return is_letter(letter) ? UINT32_C(1) << (to_lower(letter) - 'a') : 0;
}

/* The capital letters of the text that stand for something; with `small` also
 * the small ones that do: alone ("$x$", "5 m"), or in a formula or behind a
 * number with another one ("$xy$", "5km"). Beside these the capital one would
 * be mistaken for them. */
static uint32_t cross_letters_of(const char *text, bool small)
{
    bool formula = false;
    uint32_t used = 0;

    for (const char *p = text; *p;) {
        bool close = formula || (p > text && is_digit(p[-1])), alone;
        size_t n = 0;

        while (is_letter(p[n]))
            n++;
        alone = small && (n == 1 || (n == 2 && close));
        for (size_t i = 0; i < n && (alone || !cross_is_word(p, n)); i++)
            used |= is_upper(p[i]) || alone ? cross_bit_of(p[i]) : 0;
        formula = formula != (*p == '$');
        p += n ? n : 1;
    }
    return used;
}

/* The letters of all parts but one (SIZE_MAX: of all). */
static uint32_t letters_used(const struct individual *s, size_t but)
{
    uint32_t used = 0;

    for (size_t i = 0; i < s->n_parts; i++)
        if (i != but && s->parts[i].letter)
            used |= cross_bit_of(s->parts[i].letter[0]);
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part != but)
            used |= cross_letters_of(s->lines[i].text, true);
    return used;
}

/* One of the first few that stand nowhere. */
static const char *fresh_letter(struct rng *r, const struct individual *s)
{
    uint32_t used = letters_used(s, SIZE_MAX);
    const char *list[4];
    size_t n = 0;

    for (size_t i = 0; i < LETTERS && n < 4; i++)
        if (!(used & cross_bit_of(letters[i][0])))
            list[n++] = letters[i];
    return n ? list[rng_below(r, n)] : NULL;
}

/* In words of a writer: the letter where it stands alone. */
static const char *cross_with_letter(struct arena *a, const char *text,
                                     char was, char now)
{
    char *out = arena_strdup(a, text);

    for (char *p = out; *p; p++)
        if (*p == was && (p == out || !is_letter(p[-1])) && !is_letter(p[1]))
            *p = now;
    return out;
}

/* The whole is told anew only when the new link has its letter. */
static void change_letter(struct arena *a, struct individual *s, size_t part,
                          const char *letter)
{
    char was = s->parts[part].letter[0];

    s->parts[part].letter = letter;
    for (struct individual_line *l = s->lines; l < s->lines + s->n_lines; l++)
        if (l->part == part && l->polished)
            l->text = cross_with_letter(a, l->text, was, letter[0]);
    individual_tell_part(a, s, part);
}

/* Returns a letter for the new link, or NULL if none is left. Other links whose
 * letters are no longer different get new ones. */
static const char *cross_letters(const struct operator_call *o,
                                 struct individual *s)
{
    const char *letter;

    for (size_t k = 1; k < s->n_parts; k++) {
        if (!s->parts[k].letter ||
            !(letters_used(s, k) & cross_bit_of(s->parts[k].letter[0])))
            continue;
        letter = fresh_letter(o->rng, s);
        if (!letter)
            return NULL;
        change_letter(o->arena, s, k, letter);
    }
    return fresh_letter(o->rng, s);
}

/* ---- open relations ---- */

/* Sentences of noise name the quantities of a part as they are named in its
 * chain, and print their numbers. When parts are joined these sentences are
 * told again. For that, the names in both chains are kept before joining. */
struct cross_words {
    struct cross_called {
        struct quantity q[STRUCTURE_QUANTITIES];
        size_t n;
    } * parts; /* of the first, then of the second */
};

static void cross_words_open(struct arena *a, const struct individual *first,
                             const struct individual *second,
                             struct cross_words *out)
{
    size_t n = first->n_parts;

    out->parts = arena_array(a, struct cross_called, n + second->n_parts);
    for (size_t i = 0; i < n; i++)
        out->parts[i].n = op_quantities(a, first, i, out->parts[i].q);
    for (size_t i = 0; i < second->n_parts; i++)
        out->parts[n + i].n = op_quantities(a, second, i, out->parts[n + i].q);
}

/* What a string of a step's detail becomes. */
struct retold {
    const char *was, *now;
};

static const char *retell(struct arena *a, const char *s, const void *ctx)
{
    const struct retold *r = ctx;

    (void)a;
    return str_eq(s, r->was) ? r->now : s;
}

/* Over a linear structure such sentences name things and not their numbers. */
static void cross_words_again(struct arena *a, struct individual *s,
                              const struct cross_words *words)
{
    struct quantity now[STRUCTURE_QUANTITIES];

    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];
        const struct cross_called *was = &words->parts[l->part];
        struct individual_step *t;
        struct retold r;
        struct hedge h;

        if (s->parts[l->part].structure.kind == &structure_linear ||
            !role_lures(l->role) || !hedge_read(l->text, was->q, was->n, &h))
            continue;
        op_quantities(a, s, l->part, now);
        r = (struct retold){ l->text, hedge_say(a, &h, now) };
        t = &s->steps[l->step - 1];
        if (t->detail)
            t->detail = op_map(a, t->detail, retell, &r);
        l->text = r.now;
    }
}

/* No story is told twice in a chain, with other numbers and names. */

#define WORDS_MOST 400
#define WORD_MOST  32
#define ALIKE      0.4 /* words of both, of all words: more is the same story */

/* Content words, by their hashes in order, each once. */
struct story {
    uint64_t words[WORDS_MOST];
    size_t n;
};

/* One thing and many are the same word; names and function words are none. */
static void cross_add_word(struct story *out, struct span word)
{
    char low[WORD_MOST];

    if (word.n < 2 || word.n >= sizeof(low) || out->n == WORDS_MOST ||
        word_is(word, WORD_STOP) || (is_upper(*word.s) && entities_given(word)))
        return;
    for (size_t i = 0; i < word.n; i++)
        low[i] = to_lower(word.s[i]);
    if (word.n > 3 && low[word.n - 1] == 's')
        word.n--;
    out->words[out->n++] = hash_bytes(low, word.n).low;
}

static int cross_by_hash(const void *x, const void *y)
{
    uint64_t p = *(const uint64_t *)x, q = *(const uint64_t *)y;

    return (p > q) - (p < q);
}

static void cross_read_story(const struct individual *s, size_t part,
                             struct story *out)
{
    const struct individual_line *l = NULL;
    size_t kept = 0;

    out->n = 0;
    while ((l = individual_told(s, part, l))) {
        struct span t = span_of(individual_bare(l->text));

        for (size_t at = 0, n; at < t.n; at += n ? n : 1)
            if ((n = span_letters(t, at)))
                cross_add_word(out, span_cut(t, at, at + n));
    }
    qsort(out->words, out->n, sizeof(*out->words), cross_by_hash);
    for (size_t i = 0; i < out->n; i++)
        if (!kept || out->words[kept - 1] != out->words[i])
            out->words[kept++] = out->words[i];
    out->n = kept;
}

static bool cross_are_alike(const struct story *x, const struct story *y)
{
    size_t i = 0, k = 0, both = 0;

    while (i < x->n && k < y->n) {
        int c = cross_by_hash(&x->words[i], &y->words[k]);

        both += c == 0;
        i += c <= 0;
        k += c >= 0;
    }
    return (double)both > ALIKE * (double)(x->n + y->n - both);
}

/* Returns whether the part of s tells another story than each part of `in` (s
 * itself: than each other part) does: a row of a public set and its near copy,
 * with other numbers and names, are one. */
static bool cross_stories_apart(struct arena *a, const struct individual *s,
                                size_t part, const struct individual *in)
{
    struct story *own = arena_new(a, struct story);
    struct story *other = arena_new(a, struct story);

    if (s->parts[part].structure.kind != &structure_graph)
        return true;
    cross_read_story(s, part, own);
    for (size_t k = 0; k < in->n_parts; k++) {
        if ((in == s && k == part) ||
            in->parts[k].structure.kind != &structure_graph)
            continue;
        cross_read_story(in, k, other);
        if (cross_are_alike(own, other))
            return false;
    }
    return true;
}

/* No thing and nobody stands twice in a chain. */

#define TRIES 60

/* Does a thing of the structure stand in the text? */
static bool structure_clashes(const struct structure *b, const char *text)
{
    const struct linear_problem *l = structure_linear_of(b);

    for (size_t v = 0; l && v < l->system.n_vars; v++)
        if (op_mentions(text, l->theme->things[l->thing[v]]))
            return true;
    return false;
}

bool cross_apart(const struct individual *s, size_t part)
{
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part != part &&
            structure_clashes(&s->parts[part].structure, s->lines[i].text))
            return false;
    return true;
}

/* ---- people ---- */

/* Returns the text of the lines that speak of people, of one part or (SIZE_MAX)
 * of all; with `told` only lines that structures tell. Scenes and other worlds
 * have people and places of their own, and the link has none. */
static const char *people_text(struct arena *a, const struct individual *s,
                               size_t part, bool told)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if ((part == SIZE_MAX || l->part == part) &&
            (line_is_told(l) ||
             (!told && role_is_noise(l->role) && l->role != ROLE_BACKGROUND &&
              l->role != ROLE_TOPIC)))
            str_addf(&out, "%s\n", individual_bare(l->text));
    }
    return str_get(&out);
}

/* Returns whether no given name of the part's sentences stands in those of
 * another part. */
static bool cross_people_apart(struct arena *a, const struct individual *s,
                               size_t part)
{
    const char *own = people_text(a, s, part, true);

    for (size_t k = 0; k < s->n_parts; k++)
        if (k != part && entities_shared(own, people_text(a, s, k, true), true))
            return false;
    return true;
}

/* Returns whether the text begins with a pronoun. After another problem, "She
 * buys ..." would mean somebody of that problem. */
static bool opens_with_pronoun(const char *text)
{
    struct span t = span_of(text);

    for (size_t i = 0, n; i < t.n; i += n ? n : 1) {
        struct span word = span_cut(t, i, i + (n = span_letters(t, i)));

        if (n && span_among(word, "he she they his her their"))
            return true;
        if (n ? !span_among(word, "if when after before while since then now "
                                  "later also and but how many much did does "
                                  "do")
              : !strchr(" ,", t.s[i]))
            return false;
    }
    return false;
}

/* ---- other names for people ---- */

/* Does the step speak of things of its own, whose names stay? */
static bool of_its_own(const struct individual_step *t)
{
    if (str_eq(t->name, op_useless.name))
        return !json_get(t->detail, "who");
    return str_eq(t->name, op_topic.name) ||
           str_eq(t->name, op_background.name);
}

static const char *cross_renamed(struct arena *a, const char *s,
                                 const void *names)
{
    return entities_renamed(a, names, span_of(s));
}

/* In what is laid on the part, and in words of a writer. */
static void rename_lines(struct arena *a, struct individual *s, size_t part,
                         const struct entities *names)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];

        if (l->part == part && (l->polished || role_is_noise(l->role)) &&
            !(l->step && of_its_own(&s->steps[l->step - 1])))
            l->text = cross_renamed(a, l->text, names);
    }
    for (size_t i = 0; i < s->n_steps; i++) {
        struct individual_step *t = &s->steps[i];

        if (t->part == part && t->detail && !of_its_own(t))
            t->detail = op_map(a, t->detail, cross_renamed, names);
    }
}

/* Do all steps of the operator (NULL: all steps) keep their promise? */
static bool steps_keep(struct arena *a, const struct individual *s,
                       const struct operator_card *card)
{
    for (size_t i = 0; i < s->n_steps; i++) {
        const struct operator_card *own = operator_find(s->steps[i].name);

        if ((!card || own == card) && own->fault(a, s, i + 1))
            return false;
    }
    return true;
}

/* Renames people of the part's graph who stand in `text`, also in the lines that
 * operators added to the part. Fails if no names are left. */
static bool rename_people(const struct operator_call *o, struct individual *s,
                          size_t part, const char *text, struct err *e)
{
    struct arena *a = o->arena;
    struct individual new = individual_copy(a, s);
    struct individual_part *p = &new.parts[part];
    const char *others =
        arena_printf(a, "%s\n%s", text, people_text(a, s, SIZE_MAX, false));
    struct entities names;
    void *data;

    if (!graph_rename_beside(a, p->structure.data, o->rng, text, others, &names,
                             &data, e))
        return false;
    p->structure.data = data;
    rename_lines(a, &new, part, &names);
    individual_tell(a, &new);
    if (!individual_holds(a, &new) || !steps_keep(a, &new, NULL))
        return err_set(e, ERR_DOMAIN,
                       "with other names its steps are no "
                       "longer valid");
    *s = new;
    return true;
}

/* ---- linear structures ---- */

/* Does the part need other names than it has, beside `text`, in which `people`
 * stand? */
static bool needs_names(const struct operator_call *o,
                        const struct individual *s, size_t part,
                        const char *text, const char *people)
{
    bool linear = s->parts[part].structure.kind == &structure_linear;

    return structure_clashes(&s->parts[part].structure, text) ||
           entities_shared(people_text(o->arena, s, part, linear), people,
                           false);
}

static bool rename_part(const struct operator_call *o, struct individual *s,
                        size_t part, const char *text, const char *people,
                        struct err *e)
{
    const struct structure *b = &s->parts[part].structure;

    for (int i = 0; i < TRIES; i++) {
        struct individual new = individual_copy(o->arena, s);
        struct structure other = { b->kind, NULL };
        void *data;

        if (!b->kind->rename(o->arena, b->data, o->rng, &data, e))
            return false;
        other.data = data;
        if (!individual_set_structure(o->arena, &new, part, other, e) ||
            needs_names(o, &new, part, text, people) ||
            !cross_apart(&new, part) ||
            !cross_people_apart(o->arena, &new, part))
            continue;
        *s = new;
        return true;
    }
    return err_set(e, ERR_DOMAIN,
                   "no names are left for the second problem that the first "
                   "does not use");
}

/* Other words for a part that has some of `text`. Noise on a concept problem
 * uses its words, so rather than lose the noise the pair is given up. */
static bool other_names(const struct operator_call *o, struct individual *s,
                        size_t part, const char *text, const char *people,
                        struct err *e)
{
    const struct structure_kind *kind = s->parts[part].structure.kind;

    for (size_t i = 0; i < s->n_lines && kind == &structure_concept; i++)
        if (s->lines[i].part == part && role_is_noise(s->lines[i].role))
            return false;
    if (kind != &structure_graph)
        return rename_part(o, s, part, text, people, e);
    return rename_people(o, s, part, people, e) &&
           !needs_names(o, s, part, text, people);
}

/* Things of useless conditions change by themselves. */
static bool useless_apart(const struct operator_call *o,
                          struct individual *second, const char *text,
                          struct err *e)
{
    for (size_t i = 1; i <= second->n_steps; i++)
        if (str_eq(second->steps[i - 1].name, op_useless.name) &&
            op_useless_clash(o->arena, second, i, text) &&
            !op_useless_again(o->arena, o->rng, second, i, text))
            return err_set(e, ERR_DOMAIN,
                           "useless conditions of both problems use the "
                           "same things");
    return true;
}

/* A thing of the one may be a part of a name of the other ("bread", "bread
 * knife"), so that it is looked at from both sides. */
static bool first_apart(const struct operator_call *o,
                        const struct individual *second, struct err *e)
{
    const char *text = individual_text(o->arena, second);

    for (size_t i = 1; i <= o->first->n_steps; i++)
        if (str_eq(o->first->steps[i - 1].name, op_useless.name) &&
            op_useless_clash(o->arena, o->first, i, text))
            return err_set(e, ERR_DOMAIN,
                           "the second problem uses things of a useless "
                           "condition of the first");
    return true;
}

/* So does idle text: no sentence of it stands in both. */
static bool texts_apart(const struct operator_call *o,
                        struct individual *second, struct err *e)
{
    for (size_t i = 1; i <= second->n_steps; i++) {
        const struct operator_card *card =
            operator_find(second->steps[i - 1].name);

        if (card && card->kind == OPERATOR_TEXT && card != &op_polish &&
            !op_text_apart(o->arena, o->rng, second, i, o->first))
            return err_set(e, ERR_DOMAIN,
                           "both problems have the same filler text");
    }
    return true;
}

/* Linear structures take what is laid on them along, and come first for
 * that. */
static bool parts_apart(const struct operator_call *o,
                        struct individual *second, bool linear,
                        const char *text, struct err *e)
{
    const char *people = people_text(o->arena, o->first, SIZE_MAX, false);

    for (size_t k = 0; k < second->n_parts; k++) {
        if ((second->parts[k].structure.kind == &structure_linear) != linear)
            continue;
        if (second->parts[k].structure.kind == &structure_graph &&
            opens_with_pronoun(people_text(o->arena, second, k, true)))
            return err_set(e, ERR_DOMAIN,
                           "the second problem begins with a pronoun, which "
                           "would refer to a person of the first");
        if (needs_names(o, second, k, text, people) &&
            !other_names(o, second, k, text, people, e))
            return err_set(e, ERR_DOMAIN,
                           "both problems have a name that cannot be changed");
    }
    return true;
}

/* Renames in `second` what has the same name in o->first. A linear structure
 * that gets other names loses what operators added about its things. Fails if
 * no names are left. */
static bool cross_names(const struct operator_call *o,
                        struct individual *second, struct err *e)
{
    const char *text = individual_text(o->arena, o->first);

    return parts_apart(o, second, true, text, e) &&
           useless_apart(o, second, text, e) &&
           parts_apart(o, second, false, text, e) &&
           first_apart(o, second, e) && texts_apart(o, second, e);
}

/*
 * Crossover: the second problem goes on where the first one ends. A number
 * that it needs is told as a letter, and the letter is made of the first one's
 * answer: a ratio times it, or so much more or less. Both may be chains; if the
 * first is one, the letter of every other child is made of the answer to an
 * earlier question too, which is then used twice.
 */

#define SLOTS_GOOD 3 /* of which one is drawn */

/* ---- joining ---- */

/* Behind what is there, with its numbers of parts and steps moved; without the
 * lines that are about the chain as a whole, and of decoys those laid by steps:
 * what follows from them is found again. */
static void join_add(struct individual *out, const struct individual *s)
{
    size_t part = out->n_parts, step = out->n_steps;

    for (size_t i = 0; i < s->n_parts; i++) {
        struct individual_part *p = &out->parts[out->n_parts++];

        *p = s->parts[i];
        for (size_t k = 0; k < p->sum.n; k++)
            p->sum.terms[k].from += part;
    }
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line l = s->lines[i];

        l.part += part;
        l.step += l.step ? step : 0;
        if (l.role != ROLE_FORM)
            out->lines[out->n_lines++] = l;
    }
    for (size_t i = 0; i < s->n_steps; i++) {
        out->steps[out->n_steps] = s->steps[i];
        out->steps[out->n_steps++].part += part;
    }
    for (size_t i = 0; i < s->n_decoys; i++) {
        struct decoy d = s->decoys[i];

        d.part += part;
        d.step += d.step ? step : 0;
        if (!d.follows)
            out->decoys[out->n_decoys++] = d;
    }
}

/* First and second in one, with room for the link: it is not made yet. */
static void cross_join(const struct operator_call *o,
                       const struct individual *first,
                       const struct individual *second, struct individual *out)
{
    struct arena *a = o->arena;

    *out = (struct individual){
        .id = o->id ? arena_strdup(a, o->id) : first->id,
        .parents = arena_printf(a, "%s %s", first->id, second->id),
        .generation = o->generation,
        .lines = arena_array(a, struct individual_line,
                             first->n_lines + second->n_lines + 2),
        .steps = arena_array(a, struct individual_step,
                             first->n_steps + second->n_steps + 1),
        .decoys =
            arena_array(a, struct decoy, first->n_decoys + second->n_decoys + 1)
    };
    join_add(out, first);
    out->lines[out->n_lines++] = (struct individual_line){
        .role = ROLE_LINK, .part = first->n_parts, .text = ""
    };
    join_add(out, second);
    out->lines[out->n_lines++] = (struct individual_line){
        .role = ROLE_FORM, .part = out->n_parts - 1, .text = INDIVIDUAL_FORM
    };
}

/* ---- the number ---- */

struct choice {
    size_t slot;
    struct ratio value;
    struct link_sum sum;
    int cost; /* of the sum */
};

static int by_cost(const void *x, const void *y)
{
    const struct choice *p = x, *q = y;

    if (p->cost != q->cost)
        return p->cost < q->cost ? -1 : 1;
    return p->slot < q->slot ? -1 : p->slot > q->slot;
}

/* A number that stands in the row once more may be the same quantity: what
 * the letter hides would be told. In a family's formulas it is another one,
 * and things of a linear system have no numbers of their own. */
static bool stands_elsewhere(struct arena *a, const struct structure *b,
                             const struct saying *hidden, struct ratio value)
{
    if (b->kind != &structure_graph)
        return false;
    for (size_t i = 0; i < hidden->n; i++)
        if (op_prints(a, hidden->sentences[i], value))
            return true;
    return false;
}

/* In a formula letters may touch ("$Xy$"); in prose "5k" cannot be "Xk". */
static bool reads_as_letter(const struct structure *b, const char *text,
                            char letter)
{
    if (b->kind != &structure_graph)
        return cross_letters_of(text, false) & cross_bit_of(letter);
    for (const char *p = text; (p = strchr(p, letter)); p++)
        if ((p == text || !is_letter(p[-1])) && !is_letter(p[1]))
            return true;
    return false;
}

/* Is the letter told where the slot is, and are polished sentences those that
 * it does not stand in? */
static bool cross_can_be_told(struct arena *a, const struct individual *s,
                              size_t part, const struct choice *c,
                              const char *letter)
{
    const struct structure *b = &s->parts[part].structure;
    struct saying plain, hidden;
    bool told = false;

    b->kind->say(a, b->data, NO_SLOT, NULL, &plain);
    b->kind->say(a, b->data, c->slot, letter, &hidden);
    if (plain.n != hidden.n || plain.question != hidden.question ||
        stands_elsewhere(a, b, &hidden, c->value))
        return false;
    for (size_t i = 0; i < plain.n; i++)
        told = told || (!str_eq(plain.sentences[i], hidden.sentences[i]) &&
                        reads_as_letter(b, hidden.sentences[i], letter[0]));
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if (l->part == part && l->polished &&
            !str_eq(plain.sentences[l->sentence],
                    hidden.sentences[l->sentence]))
            return false;
    }
    return told;
}

/* The slots whose number is a simple sum over the answers, best first. */
static size_t list_slots(struct arena *a, const struct individual *s,
                         size_t part, const size_t *from, size_t n_from,
                         struct choice *out)
{
    const struct structure *b = &s->parts[part].structure;
    const struct structure_slot *slots;
    size_t n = b->kind->slots(a, b->data, &slots), k = 0;
    struct ratio answers[INDIVIDUAL_PARTS];

    individual_answers(s, answers);
    for (size_t i = 0; i < n; i++) {
        struct choice c = { .slot = i, .value = slots[i].value };

        c.cost = link_sum_fit(answers, from, n_from, c.value, &c.sum);
        if (c.cost)
            out[k++] = c;
    }
    if (k)
        qsort(out, k, sizeof(*out), by_cost);
    return k;
}

static void set_link(struct individual *s, size_t part, const struct choice *c,
                     const char *letter)
{
    s->parts[part].slot = c->slot;
    s->parts[part].sum = c->sum;
    s->parts[part].letter = letter;
}

/* Every link of the chain up to the new one leads to another last answer. */
static bool prove_links(struct arena *a, struct individual *s, size_t part)
{
    for (size_t k = part; k >= 1; k--)
        if (!individual_prove_link(a, s, k))
            return false;
    return true;
}

static bool pick_slot(const struct operator_call *o, struct individual *s,
                      size_t part, const size_t *from, size_t n_from,
                      const char *letter)
{
    struct choice all[STRUCTURE_SLOTS], good[SLOTS_GOOD];
    size_t n = list_slots(o->arena, s, part, from, n_from, all), k = 0;

    for (size_t i = 0; i < n && k < SLOTS_GOOD; i++) {
        if (!cross_can_be_told(o->arena, s, part, &all[i], letter))
            continue;
        set_link(s, part, &all[i], letter);
        if (prove_links(o->arena, s, part))
            good[k++] = all[i];
    }
    if (!k)
        return false;
    set_link(s, part, &good[rng_below(o->rng, k)], letter);
    return prove_links(o->arena, s, part);
}

/* Of the answer before, and from three parts on every other time of an earlier
 * one too: a graph. */
static bool make_link(const struct operator_call *o, struct individual *s,
                      size_t part, const char *letter)
{
    size_t from[LINK_TERMS] = { part - 1, part - 1 };

    if (part > 1 && rng_below(o->rng, 2)) {
        from[1] = (size_t)rng_below(o->rng, part - 1);
        if (pick_slot(o, s, part, from, 2, letter))
            return true;
    }
    return pick_slot(o, s, part, from, 1, letter);
}

/* ---- applying ---- */

static void cross_note(const struct operator_call *o, struct individual *s,
                       size_t part)
{
    const struct individual_part *p = &s->parts[part];
    struct arena *a = o->arena;
    struct json *v = json_new(a, JSON_OBJECT);
    struct ratio value = RATIO(0);

    individual_letter(s, part, &value);
    json_put_text(a, v, "letter", p->letter);
    json_put_text(a, v, "ratio", ratio_text(a, p->sum.terms[0].ratio));
    json_put_text(a, v, "value", ratio_text(a, value));
    json_put_text(a, v, "parents", s->parents);
    individual_step(a, s,
                    (struct individual_step){ .name = op_crossover.name,
                                              .generation = o->generation,
                                              .part = part,
                                              .detail = v });
}

static bool cross_apply(const struct operator_call *o, struct individual *out,
                        struct err *e)
{
    const struct individual *first = o->first;
    struct individual second;
    struct cross_words was;
    size_t part = first->n_parts;
    const char *letter;

    if (o->second && individual_kin(first, o->second))
        return err_set(e, ERR_DOMAIN, "both come from the same problem");
    if (!o->second || part + o->second->n_parts > INDIVIDUAL_PARTS)
        return err_set(e, ERR_DOMAIN, "a chain has at most %d parts",
                       INDIVIDUAL_PARTS);
    if (individual_line_of(first, 0, ROLE_OPEN) ||
        individual_line_of(o->second, 0, ROLE_OPEN))
        return err_set(e, ERR_DOMAIN,
                       "an answer that may be undetermined cannot be in a "
                       "chain");
    if (first->parts[part - 1].text)
        return err_set(e, ERR_DOMAIN,
                       "the first answer is not a number, so the second "
                       "problem cannot use it");
    for (size_t k = 0; k < o->second->n_parts; k++)
        if (!cross_stories_apart(o->arena, o->second, k, first))
            return err_set(e, ERR_DOMAIN, "both tell the same story");
    second = individual_copy(o->arena, o->second);
    if (!cross_names(o, &second, e))
        return false;
    cross_words_open(o->arena, first, &second, &was);
    cross_join(o, first, &second, out);
    letter = cross_letters(o, out);
    if (!letter)
        return err_set(e, ERR_DOMAIN, "no letter is left for the link");
    if (!make_link(o, out, part, letter))
        return err_set(e, ERR_DOMAIN,
                       "no number of the second problem can be replaced by "
                       "the first answer so that all answers depend on it");
    out->parts[part].wording = (unsigned)rng_below(o->rng, LINK_WORDINGS);
    individual_tell(o->arena, out);
    cross_words_again(o->arena, out, &was);
    individual_follow_decoys(o->arena, out);
    cross_note(o, out, part);
    return true;
}

/* ---- checking ---- */

/* The letter is told in the part's sentences, and is no other part's. */
static bool letter_stands(const struct individual *s, size_t part)
{
    const char *letter = s->parts[part].letter;
    bool told = false;

    for (size_t k = 0; k < s->n_parts; k++)
        if (k != part && s->parts[k].letter &&
            str_eq(s->parts[k].letter, letter))
            return false;
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if (line_is_told(l)) {
            bool uses =
                cross_letters_of(l->text, false) & cross_bit_of(letter[0]);

            if (uses && l->part != part)
                return false;
            told = told || uses;
        }
    }
    return told;
}

static bool link_stands(struct arena *a, const struct individual *s,
                        size_t part)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && s->lines[i].role == ROLE_LINK) {
            if (!str_eq(s->lines[i].text, individual_link(a, s, part)))
                return false;
            n++;
        }
    return n == 1 && s->lines[s->n_lines - 1].role == ROLE_FORM;
}

/* The letter's value is the number that the structure has at the slot. */
static bool value_fits(struct arena *a, const struct individual_part *p,
                       struct ratio x)
{
    const struct structure_slot *slots;
    size_t n = p->structure.kind->slots(a, p->structure.data, &slots);

    return p->slot < n && ratio_equal(x, slots[p->slot].value);
}

static const char *cross_fault(struct arena *a, const struct individual *s,
                               size_t step)
{
    size_t part = s->steps[step - 1].part;
    const struct individual_part *p = &s->parts[part];
    struct saying hidden;
    struct ratio x;

    if (part == 0 || !p->letter)
        return "its part has no link";
    if (!individual_letter(s, part, &x) || !value_fits(a, p, x))
        return "the letter does not equal the number that it replaces";
    if (!link_stands(a, s, part))
        return "the text of the link does not match the link";
    if (!letter_stands(s, part))
        return "the letter is unused, or used twice";
    individual_saying(a, p, &hidden);
    if (stands_elsewhere(a, &p->structure, &hidden, x))
        return "the number that the letter replaces is still in the text";
    if (!individual_link_holds(a, s, part))
        return "there is no proof that the last answer depends on every "
               "answer in the link";
    for (size_t k = 0; k < s->n_parts; k++)
        if (k != part && p->source && s->parts[k].source &&
            str_eq(s->parts[k].source, p->source))
            return "two questions come from the same problem";
    if (!cross_stories_apart(a, s, part, s))
        return "another part tells the same story";
    if (!cross_apart(s, part))
        return "a thing of it is also in another part";
    return cross_people_apart(a, s, part)
               ? NULL
               : "a person of it is also in another part";
}

bool cross_links_hold(struct arena *a, const struct individual *s)
{
    return steps_keep(a, s, &op_crossover) &&
           (s->n_parts == 1 || steps_keep(a, s, &op_useless));
}

const struct operator_card op_crossover = {
    .name = "crossover",
    .kind = OPERATOR_CROSS,
    .promise =
        "A number that the second problem needs is given by the first "
        "problem's answer, or by two answers of a chain. If one of these "
        "answers changes, the last answer changes. The problems share no "
        "thing and no person, and no two questions come from the same "
        "problem.",
    .role = ROLES,
    .apply = cross_apply,
    .fault = cross_fault,
};
