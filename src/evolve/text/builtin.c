/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/text/builtin.h"
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/text/check_int.h"
#include "family/linear/say.h"
#include "text/sentence.h"
#include "text/span.h"

#include <string.h>

#define LIST(...)      \
 (const char *const[]) \
 {                     \
  __VA_ARGS__, NULL    \
 }

const struct phrase_rule builtin_text_rules[] = {
#include "evolve/text/idle.inc"
    { NULL, NULL },
};

const struct phrase_rule builtin_scene_rules[] = {
#include "evolve/text/scene.inc"
    { NULL, NULL },
};

const struct phrase_rule builtin_topic_rules[] = {
#include "evolve/text/topic.inc"
    { NULL, NULL },
};

#define PHRASE_MOST 80 /* bytes of a phrase that can be spoken of */

/* ---- the problem's own things ---- */

/* "the 16 eggs": without the number it is "the eggs". */
static const char *without_numbers(struct arena *a, const char *phrase)
{
    struct str out = str_in(a);
    const char *p = phrase;

    while (*p) {
        size_t n = strcspn(p, " ");
        bool digit = false;

        for (size_t i = 0; i < n; i++)
            digit = digit || is_digit(p[i]);
        if (!digit) {
            if (out.n)
                str_addc(&out, ' ');
            str_addn(&out, p, n);
        }
        p += n;
        p += strspn(p, " ");
    }
    return str_get(&out);
}

/* Not a unit, and not what is left of "the number 5 in the statement". */
static bool names_something(struct arena *a, const char *phrase)
{
    struct written_tokens t = text_tokens(a, phrase);

    if (t.n < 2 || text_is_small(t.items[1].text) ||
        text_is_small(t.items[t.n - 1].text))
        return false;
    for (size_t i = 1; i < t.n; i++)
        if (str_eq(t.items[i].text, "number") ||
            str_eq(t.items[i].text, "amount") ||
            str_eq(t.items[i].text, "value") ||
            (t.n == 2 && text_relation(t.items[i].text)))
            return false;
    return true;
}

/* A noun phrase in plain letters that says nothing dangerous by itself. */
static bool is_speakable(struct arena *a, const char *phrase)
{
    size_t n = strlen(phrase);
    const char *why;

    if (n > PHRASE_MOST || !str_starts(phrase, "the ") || n < 6)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_letter(phrase[i]) && phrase[i] != ' ' && phrase[i] != '-' &&
            phrase[i] != '\'')
            return false;
    return names_something(a, phrase) &&
           text_check_words(a, phrase, &why) == TEXT_FINE;
}

static size_t speakable(struct arena *a, const struct structure *b,
                        const char *phrases[STRUCTURE_QUANTITIES])
{
    struct quantity all[STRUCTURE_QUANTITIES];
    size_t n = b->kind->quantities(a, b->data, all), found = 0;

    for (size_t i = 0; i < n; i++) {
        const char *phrase =
            all[i].phrase ? without_numbers(a, all[i].phrase) : "";
        bool known = !is_speakable(a, phrase);

        for (size_t k = 0; k < found && !known; k++)
            known = str_eq(phrases[k], phrase);
        if (!known)
            phrases[found++] = phrase;
    }
    return found;
}

/* ---- its people ---- */

/* A word that may be a name, and not a part of a longer one. */
static bool builtin_may_be_name(const struct written_tokens *t, size_t i)
{
    const struct written_token *w = &t->items[i];
    size_t n = strlen(w->text);

    if (w->kind != TOKEN_WORD || !w->capital || n < 3 || n > 20 ||
        text_is_small(w->text) || text_relation(w->text) ||
        text_is_hedge(w->text))
        return false;
    for (const char *p = w->text; *p; p++)
        if (!is_lower(*p))
            return false;
    if (i + 1 < t->n && t->items[i + 1].capital && !t->items[i + 1].head)
        return false;
    return w->head || i == 0 || !t->items[i - 1].capital ||
           t->items[i - 1].head;
}

/* How often the word stands there as a name; 0 where it also stands there as
 * something else. */
static size_t times_named(const struct written_tokens *t, const char *text)
{
    size_t times = 0;

    for (size_t i = 0; i < t->n; i++) {
        if (t->items[i].kind != TOKEN_WORD || !str_eq(t->items[i].text, text))
            continue;
        if (!builtin_may_be_name(t, i))
            return 0;
        times++;
    }
    return times;
}

/* Names that the structure's sentences have twice or more often. */
static size_t builtin_add_names(struct arena *a, const struct structure *b,
                                const char *phrases[STRUCTURE_QUANTITIES],
                                size_t n)
{
    struct str all = str_in(a);
    struct saying said;
    struct written_tokens t;

    b->kind->say(a, b->data, NO_SLOT, NULL, &said);
    for (size_t i = 0; i < said.n; i++)
        str_addf(&all, "%s\n", said.sentences[i]);
    t = text_tokens(a, str_get(&all));
    for (size_t i = 0; i < t.n && n < STRUCTURE_QUANTITIES; i++) {
        const char *name, *why;
        bool known =
            !builtin_may_be_name(&t, i) || times_named(&t, t.items[i].text) < 2;

        if (known)
            continue;
        name = arena_strndup(a, t.items[i].raw, strlen(t.items[i].text));
        for (size_t k = 0; k < n && !known; k++)
            known = str_eq(phrases[k], name);
        if (!known && text_check_words(a, name, &why) == TEXT_FINE)
            phrases[n++] = name;
    }
    return n;
}

/* Where a problem has no two things to speak of. */
static const char *const papers[] = {
    "the note on the door",    "the sketch in the margin",
    "the old photograph",      "the story in the newspaper",
    "the picture on the wall", "the letter from abroad"
};

/* Can it be written down? A measure can; a crew can not. */
static bool is_measure(const char *phrase)
{
    const char *thing = phrase + strlen("the ");
    size_t n = str_starts_any(
        thing, "age|area|battery life|capacity|depth|distance|duration|fee|"
               "height|hourly wage|length|postage|power|price|rainfall|score|"
               "speed|temperature rise|time for|turnout|weight|width");

    return n && thing[n] == ' ';
}

static const char *idle_text(struct arena *a, const struct structure *b,
                             struct rng *r)
{
    struct str out = str_in(a);
    const char *things[2];
    struct phrase_slot slots[2] = { { .name = "a" }, { .name = "b" } };
    const char *start;
    const char *phrases[STRUCTURE_QUANTITIES + sizeof papers / sizeof *papers];
    size_t own;
    size_t n;

    /* Two phrases, different ones. */
    own = speakable(a, b, phrases);
    if (own < 2)
        own = builtin_add_names(a, b, phrases, own);
    n = own;
    if (own < 2)
        for (size_t i = 0; i < sizeof papers / sizeof *papers; i++)
            phrases[n++] = papers[i];
    rng_shuffle(r, phrases + (own == 1), n - (own == 1), sizeof *phrases);
    things[0] = phrases[0];
    things[1] = phrases[1];
    slots[0].text = things[0];
    slots[1].text = things[1];
    start = is_measure(things[0]) && is_measure(things[1]) ? "text" : "mention";
    grammar_say(&out, builtin_text_rules, start, slots, 2, r);
    return str_get(&out);
}

/* ---- scenes ---- */

static const char *scene_say(struct arena *a, const char *rule, struct rng *r)
{
    struct str out = str_in(a);

    grammar_say(&out, builtin_scene_rules, rule, NULL, 0, r);
    return str_get(&out);
}

/* A place begins with a small letter, whatever begins a sentence. */
static const char *small(struct arena *a, const char *text)
{
    char *copy = arena_strdup(a, text);

    *copy = to_lower(*copy);
    return copy;
}

static void two_details(struct arena *a, const char *const *list, struct rng *r,
                        struct phrase_slot *first, struct phrase_slot *second)
{
    size_t n = 0, i, k;

    if (!list) {
        first->text = scene_say(a, "detail", r);
        do
            second->text = scene_say(a, "detail", r);
        while (str_eq(first->text, second->text));
        return;
    }
    while (list[n])
        n++;
    INVARIANT(n >= 2);
    i = (size_t)rng_below(r, n);
    k = (size_t)rng_below(r, n - 1);
    first->text = list[i];
    second->text = list[k + (k >= i)];
}

static const char *scene_text(struct arena *a, const struct structure *b,
                              struct rng *r)
{
    const struct linear_problem *linear = structure_linear_of(b);
    struct phrase_slot slots[4] = { { .name = "place" },
                                    { .name = "mood" },
                                    { .name = "detail" },
                                    { .name = "detail2" } };
    struct str out = str_in(a);

    slots[0].text =
        linear ? linear->theme->scene : small(a, scene_say(a, "place", r));
    /* Scenes that are a time or a company have no "where". */
    slots[1].text = str_starts(slots[0].text, "among ") ||
                            str_starts(slots[0].text, "in the age ") ||
                            str_ends(slots[0].text, " day")
                        ? ""
                        : small(a, scene_say(a, "mood", r));
    two_details(a, linear ? linear->theme->details : NULL, r, &slots[2],
                &slots[3]);
    grammar_say(&out, builtin_scene_rules, "background", slots, 4, r);
    return str_get(&out);
}

/* ---- all of them ---- */

const char *builtin_text(struct arena *a, enum role role,
                         const struct individual *s, size_t part, struct rng *r)
{
    const struct structure *b = &s->parts[part].structure;
    struct str out = str_in(a);

    INVARIANT(part < s->n_parts);
    switch (role) {
    case ROLE_TEXT: return idle_text(a, b, r);
    case ROLE_BACKGROUND: return scene_text(a, b, r);
    case ROLE_TOPIC:
        grammar_say(&out, builtin_topic_rules, "topic", NULL, 0, r);
        return str_get(&out);
    default: BUG("there is no built-in text for this role");
    }
}

/* Polish without a model: what it proposes is checked as a model's words are,
 * and a sentence whose new words do not pass stays as it was. */

#define STYLES 64 /* numbers from which another wording is drawn */

/* ---- openers ---- */

static const char *const for_facts[] = {
    "As it happens,",         "As it turns out,",     "For the record,",
    "To be clear,",           "As a matter of fact,", "In this story,",
    "As a matter of record,",
};

static const char *const for_questions[] = { "So,", "Now,", "In this case,",
                                             "With that in mind," };

/* Is the first word known as a name, from a place where no sentence begins? */
static bool is_known_name(struct arena *a, const char *word,
                          const char *const *old, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct written_tokens t = text_tokens(a, old[i]);

        for (size_t k = 0; k < t.n; k++)
            if (!t.items[k].head && t.items[k].capital &&
                str_eq(t.items[k].text, word))
                return true;
    }
    return false;
}

/* The sentence behind an opener; NULL: its first word does not allow it. */
static const char *with_opener(struct arena *a, const char *sentence,
                               const char *const *old, size_t n, struct rng *r)
{
    bool asks = sentence_count(sentence) == 1 && strchr(sentence, '?');
    const char *const *list = asks ? for_questions : for_facts;
    size_t many = asks ? sizeof for_questions / sizeof *for_questions
                       : sizeof for_facts / sizeof *for_facts;
    const char *opener = list[rng_below(r, many)];
    struct written_tokens t = text_tokens(a, sentence);

    if (t.n == 0 || (asks && !span_among(span_of(t.items[0].text),
                                         "how what which if who when where")))
        return NULL;
    /* A word that may lose its capital inside a sentence. */
    if (t.items[0].kind == TOKEN_NUMBER ||
        (!str_eq(t.items[0].raw, "I") &&
         (text_is_small(t.items[0].text) || text_relation(t.items[0].text))))
        return arena_printf(a, "%s %c%s", opener, to_lower(*sentence),
                            sentence + 1);
    if (is_known_name(a, t.items[0].text, old, n))
        return arena_printf(a, "%s %s", opener, sentence);
    return NULL;
}

/* ---- equations in other words ---- */

/* NULL: the line tells no equation, or one with a letter in it. */
static const char *in_other_words(struct arena *a, const struct individual *s,
                                  const struct individual_line *l,
                                  const char *old, struct rng *r)
{
    const struct individual_part *p = &s->parts[l->part];
    const struct linear_problem *b = structure_linear_of(&p->structure);
    struct say_options o = { .hidden = SIZE_MAX };
    struct str out = str_in(a);
    unsigned style = (unsigned)rng_below(r, STYLES);

    if (!b || l->sentence >= b->system.n_eqs || l->role == ROLE_QUESTION)
        return NULL;
    o.theme = b->theme;
    o.thing = b->thing;
    o.style = b->style[l->sentence];
    linear_say(&out, &b->system.eqs[l->sentence], &o, NULL);
    if (!str_eq(str_get(&out), old))
        return NULL; /* a number is hidden in it */
    str_reset(&out);
    o.style = style;
    linear_say(&out, &b->system.eqs[l->sentence], &o, NULL);
    return arena_strdup(a, str_get(&out));
}

/* ---- a part ---- */

static bool builtin_is_fine(struct arena *a, const struct individual *s,
                            size_t part, const char *old, const char *new)
{
    struct polish_pair p = { s, part, old, new };
    const char *why;

    return new && !str_eq(old, new) &&
           text_check_pair(a, &p, &why) == TEXT_FINE;
}

size_t builtin_polish(struct arena *a, const struct individual *s, size_t part,
                      struct rng *r, const char *said[STRUCTURE_SENTENCES],
                      size_t *changed)
{
    const char *old[STRUCTURE_SENTENCES];
    size_t lines[STRUCTURE_SENTENCES],
        n = text_told_lines(a, s, part, old, lines);

    *changed = 0;
    for (size_t i = 0; i < n; i++) {
        const char *new = in_other_words(a, s, &s->lines[lines[i]], old[i], r);
        const char *opened;
        bool open = rng_below(r, 2) == 0;

        said[i] = builtin_is_fine(a, s, part, old[i], new) ? new : NULL;
        if (open || !said[i]) {
            opened = with_opener(a, said[i] ? said[i] : old[i], old, n, r);
            if (builtin_is_fine(a, s, part, old[i], opened))
                said[i] = opened;
        }
        *changed += said[i] != NULL;
    }
    return n;
}
