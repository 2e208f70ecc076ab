/* SPDX-License-Identifier: Apache-2.0 */
/* No person stands twice in a chain: who is who, and other names. */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/body/graph_int.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/specimen/specimen_int.h"
#include "text/lexicon.h"

#include <string.h>

#define NAMES_MOST 32 /* that change in one part */

static size_t letters_at(const char *p)
{
    size_t n = 0;

    while (is_letter(p[n]))
        n++;
    return n;
}

static bool is_one_of(const char *p, size_t n, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == n && strncmp(p, *list, n) == 0)
            return true;
    return false;
}

/* ---- who stands in a text ---- */

/* Capital words within sentences that nobody takes for somebody. */
static const char *const nobody[] = {
    "Monday",  "Tuesday",  "Wednesday", "Thursday", "Friday", "Saturday",
    "Sunday",  "January",  "February",  "March",    "July",   "September",
    "October", "November", "December",  "Question", "Final",  "Christmas",
    "English", "If",       "How",       "What",     "The",    "In",
    "It",      "He",       "She",       "They",     "There",  NULL,
};

/* Is the word, of n letters, the name of somebody? One that no list knows is,
 * where it is capital within a sentence; so are places then, which are better
 * told apart too. */
static bool is_person(const char *text, const char *p, size_t n, bool sure)
{
    char low[24];
    bool within;

    if (n < 2 || n >= sizeof(low) || !is_upper(p[0]) || !is_lower(p[1]) ||
        (p > text && (is_letter(p[-1]) || p[-1] == '\\')))
        return false;
    for (size_t i = 0; i < n; i++)
        low[i] = to_lower(p[i]);
    if (word_is((struct span){ low, n }, WORD_NAME) || graph_gives_name(p, n))
        return true;
    if (sure)
        return false;
    within = p - text >= 2 && p[-1] == ' ' && (is_lower(p[-2]) || p[-2] == ',');
    return within && !is_one_of(p, n, nobody);
}

/* The word stands in the text as it is, capital. */
static bool has_word(const char *text, const char *word, size_t n)
{
    for (const char *p = text; *p;) {
        size_t k = letters_at(p);

        if (k == n && strncmp(p, word, n) == 0)
            return true;
        p += k ? k : 1;
    }
    return false;
}

static bool names_in(const char *x, const char *y, bool sure)
{
    for (const char *p = x; *p;) {
        size_t n = letters_at(p);

        if (is_person(x, p, n, sure) && has_word(y, p, n))
            return true;
        p += n ? n : 1;
    }
    return false;
}

bool cross_share_name(const char *x, const char *y, bool sure)
{
    return names_in(x, y, sure) || names_in(y, x, sure);
}

/* Scenes and other worlds have people and places of their own, and the link
 * has none. */
static bool tells_of_people(const struct specimen_line *l, bool told)
{
    if (l->role == ROLE_CONDITION || l->role == ROLE_QUESTION)
        return true;
    return !told && role_is_noise(l->role) && l->role != ROLE_BACKGROUND &&
           l->role != ROLE_TOPIC;
}

/* Lines of the part (SIZE_MAX: of all), those of bodies alone when `told`. */
const char *cross_people_text(struct arena *a, const struct specimen *s,
                              size_t part, bool told)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < s->n_lines; i++)
        if ((part == SIZE_MAX || s->lines[i].part == part) &&
            tells_of_people(&s->lines[i], told))
            str_addf(&out, "%s\n", specimen_bare(s->lines[i].text));
    return str_get(&out);
}

bool cross_people_apart(struct arena *a, const struct specimen *s, size_t part)
{
    const char *own = cross_people_text(a, s, part, true);

    for (size_t k = 0; k < s->n_parts; k++)
        if (k != part &&
            cross_share_name(own, cross_people_text(a, s, k, true), true))
            return false;
    return true;
}

/* ---- "she" that nobody was before ---- */

static const char *const openers[] = {
    "If",   "When",  "After", "Before", "While", "Since", "Then",
    "Now",  "Later", "Also",  "And",    "But",   "How",   "How",
    "many", "much",  "did",   "does",   "do",    "When",  NULL,
};
static const char *const pronouns[] = {
    "He",  "She",  "They", "His", "Her",   "Their", "he",
    "she", "they", "his",  "her", "their", NULL,
};

bool cross_opens_with_pronoun(const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = letters_at(p);

        if (n && is_one_of(p, n, pronouns))
            return true;
        if ((n && !is_one_of(p, n, openers)) || (!n && *p != ' ' && *p != ','))
            return false;
        p += n ? n : 1;
    }
    return false;
}

/* ---- other names ---- */

struct naming {
    const char *old[NAMES_MOST], *new[NAMES_MOST];
    size_t n;
};

/* Word by word: what another name changed. */
static void compare(struct arena *a, const char *x, const char *y,
                    struct naming *out)
{
    while (*x && *y) {
        size_t n = letters_at(x), m = letters_at(y), i = 0;

        if (n && (n != m || strncmp(x, y, n) != 0)) {
            while (i < out->n && !(strlen(out->old[i]) == n &&
                                   strncmp(out->old[i], x, n) == 0))
                i++;
            if (i == out->n && out->n < NAMES_MOST) {
                out->old[i] = arena_strndup(a, x, n);
                out->new[out->n++] = arena_strndup(a, y, m);
            }
        }
        x += n ? n : 1;
        y += m ? m : 1;
    }
}

static const char *renamed(struct arena *a, const char *text,
                           const struct naming *names)
{
    struct str out = str_in(a);

    for (const char *p = text; *p;) {
        size_t n = letters_at(p), i = 0;

        while (i < names->n && !(strlen(names->old[i]) == n &&
                                 strncmp(names->old[i], p, n) == 0))
            i++;
        if (n && i < names->n)
            str_add(&out, names->new[i]);
        else
            str_addn(&out, p, n ? n : 1);
        p += n ? n : 1;
    }
    return str_get(&out);
}

static struct json *renamed_json(struct arena *a, const struct json *v,
                                 const struct naming *names)
{
    struct json *copy;

    if (v->type == JSON_STRING)
        return json_new_string(a, renamed(a, v->text, names));
    if (v->type != JSON_ARRAY && v->type != JSON_OBJECT)
        return json_copy(a, v);
    copy = json_new(a, v->type);
    for (const struct json *x = v->first; x; x = x->next) {
        struct json *y = str_eq(x->name ? x->name : "", "was")
                             ? json_copy(a, x) /* they were called so */
                             : renamed_json(a, x, names);

        if (v->type == JSON_ARRAY)
            json_push(copy, y);
        else
            json_set(a, copy, x->name, y);
    }
    return copy;
}

/* Does the step speak of things of its own, whose names stay? */
static bool of_its_own(const char *step)
{
    return str_eq(step, op_useless.name) || str_eq(step, op_topic.name) ||
           str_eq(step, op_background.name);
}

/* In what is laid on the part, and in words of a writer. */
static void rename_lines(struct arena *a, struct specimen *s, size_t part,
                         const struct naming *names)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        struct specimen_line *l = &s->lines[i];

        if (l->part == part && (l->polished || role_is_noise(l->role)) &&
            !(l->step && of_its_own(s->steps[l->step - 1].name)))
            l->text = renamed(a, l->text, names);
    }
    for (size_t i = 0; i < s->n_steps; i++) {
        struct step *t = &s->steps[i];

        if (t->part == part && t->detail && !of_its_own(t->name))
            t->detail = renamed_json(a, t->detail, names);
    }
}

static bool promises_hold(struct arena *a, const struct specimen *s)
{
    const char *why;

    for (size_t i = 0; i < s->n_steps; i++)
        if (!operator_find(s->steps[i].name)->check(a, s, i + 1, &why))
            return false;
    return true;
}

bool cross_rename_people(const struct operation *o, struct specimen *s,
                         size_t part, const char *text, struct err *e)
{
    struct arena *a = o->arena;
    struct specimen new = specimen_copy(a, s);
    struct part *p = &new.parts[part];
    const char *others = arena_printf(a, "%s\n%s", text,
                                      cross_people_text(a, s, SIZE_MAX, false));
    struct naming names = { .n = 0 };
    struct saying was, now;
    void *data;

    if (!graph_rename_beside(a, p->body.data, o->rng, text, others, &data, e))
        return false;
    specimen_saying(a, p, &was);
    p->body.data = data;
    specimen_saying(a, p, &now);
    for (size_t i = 0; i < was.n; i++)
        compare(a, was.sentences[i], now.sentences[i], &names);
    rename_lines(a, &new, part, &names);
    specimen_tell(a, &new);
    if (!specimen_holds(a, &new) || !promises_hold(a, &new))
        return err_set(e, ERR_DOMAIN, "with other names its steps do not hold");
    *s = new;
    return true;
}
