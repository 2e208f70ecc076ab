/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A question of a hunt or an evolution: who is asked, what for, and whether the answer is to
 * be a bad one.
 */

#include "server_roles.h"

#include "base/ascii.h"

#include <string.h>

/* ---- reading ---- */

uint64_t part_draw(const struct part *p, const char *what, uint64_t i,
                   uint64_t n)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, what);
    hasher_u64(&h, i);
    hasher_u64(&h, p->key.high);
    hasher_u64(&h, p->key.low);
    return hasher_close(&h).low % n;
}

/* The number that ends before `end`, with words between; false: none. */
static bool number_back(const char *text, const char *end, uint64_t *out)
{
    const char *p = end;
    uint64_t v = 0;
    int spaces = 0;

    while (p > text && (p[-1] == ' ' || p[-1] == '-' || is_letter(p[-1])))
        if (*--p == ' ' && ++spaces > 4)
            return false;
    end = p;
    while (p > text && is_digit(p[-1]) && end - p < 6)
        p--;
    for (const char *d = p; d < end; d++)
        v = v * 10 + (uint64_t)(*d - '0');
    *out = v;
    return p < end;
}

uint64_t part_number(const char *text, const char *word, uint64_t otherwise)
{
    const char *at = text;
    uint64_t v;

    while ((at = strstr(at, word))) {
        if (number_back(text, at, &v))
            return v;
        at += strlen(word);
    }
    return otherwise;
}

static const char *last_line(const char *text, const char *label)
{
    const char *found = NULL;

    for (const char *p = text; p; p = strchr(p, '\n')) {
        p += *p == '\n';
        if (str_starts(p, label))
            found = p;
        if (!*p)
            break;
    }
    return found;
}

const char *part_behind(const struct part *p, const char *label)
{
    static const char *const ends[] = { "\nEnd of problem", "\nProblem:",
                                        "\nSolution:",      "\nThe model's ",
                                        "\nThink it ",      "\nHas this ",
                                        "\nName the ",      "\nWhich pattern",
                                        "\nSay which of " };
    const char *at = last_line(p->user, label), *stop = NULL, *end;

    if (!at)
        return NULL;
    at += strlen(label);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        end = strstr(at, ends[i]);
        if (end && (!stop || end < stop))
            stop = end;
    }
    return stop ? arena_strndup(p->q->arena, at, (size_t)(stop - at)) : at;
}

struct vec part_names(const struct part *p, const char *line)
{
    struct vec names = vec_in(p->q->arena, sizeof(const char *));
    const char *at = last_line(p->user, line);

    if (!at)
        return names;
    while ((at = strchr(at, '\n')) && str_starts(at + 1, "- ")) {
        size_t n = strcspn(at += 3, "\n");

        *(const char **)vec_push(&names) =
            str_trim(p->q->arena, arena_strndup(p->q->arena, at, n));
    }
    return names;
}

/* ---- names in texts ---- */

static bool at_fold(const char *text, const char *word, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (to_lower(text[i]) != to_lower(word[i]))
            return false;
    return true;
}

/* The first n letters of `word`, where a word of the text begins. */
static bool word_occurs(const char *text, const char *word, size_t n)
{
    for (const char *p = text; *p; p++)
        if ((p == text || !is_letter(p[-1])) && at_fold(p, word, n))
            return true;
    return false;
}

static bool says_little(const char *word, size_t n)
{
    static const char *const words[] = { "with", "from", "problem", "using" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n == strlen(words[i]) && at_fold(word, words[i], n))
            return true;
    return false;
}

bool name_occurs(const char *name, const char *text)
{
    size_t n;

    for (const char *p = name; *p && *p != ':' && *p != '('; p += n + !n) {
        for (n = 0; is_letter(p[n]);)
            n++;
        if (n < 4)
            continue;
        if (!says_little(p, n - (p[n - 1] == 's')) &&
            word_occurs(text, p, n - (p[n - 1] == 's')))
            return true;
    }
    return false;
}

/* ---- badness ---- */

static const char *const bads[BADS] = {
    [BAD_NONE] = "none",
    [BAD_NAMES] = "names",
    [BAD_PROSE] = "prose",
    [BAD_EMPTY] = "empty",
    [BAD_HTML] = "html",
    [BAD_BOTH] = "both",
    [BAD_DUPLICATES] = "duplicates",
    [BAD_FLAWED] = "flawed",
    [BAD_DISAGREE] = "disagree",
    [BAD_WRONGKEY] = "wrongkey",
    [BAD_BROKEN] = "broken",
    [BAD_NUMBERS] = "numbers",
    [BAD_CONDITIONS] = "conditions",
    [BAD_MARKUP] = "markup",
    [BAD_ASKS] = "asks",
    [BAD_LONG] = "long",
};

static enum bad bad_named(const char *name)
{
    for (int i = 0; i < BADS; i++)
        if (str_eq(bads[i], name))
            return (enum bad)i;
    return BADS;
}

bool roles_know(const char *bad)
{
    return bad_named(bad) != BADS;
}

/* Which time an evolution asks for this: its words tell. */
static double asked_before(const struct part *p)
{
    const char *at = strstr(p->last, "This is try ");

    if (at)
        return at[strlen("This is try ")] - '0' - 1;
    return strstr(p->last, "Write another formula") ||
           strstr(p->last, "Write it again") ||
           strstr(p->last, "Reply with one number");
}

static enum bad bad_of(const struct part *p)
{
    const struct scenario *s = p->q->scenario;
    double share = scenario_number(s, "share", 1);
    struct hash128 key[2] = { p->q->hash, hash_bytes("bad", 3) };

    if (asked_before(p) + 1 >= scenario_number(s, "mends", 1e9))
        return BAD_NONE;
    if (answer_share(hash_bytes(key, sizeof key)) >= share)
        return BAD_NONE;
    return bad_named(scenario_text(s, "bad", "none"));
}

/* What is as bad an answer to any question. */
static bool play_bad(struct part *p)
{
    switch (p->bad) {
    case BAD_PROSE:
        str_add(&p->out, "That is a good question. It depends on many things, "
                         "and much could be said about each of them.");
        return true;
    case BAD_EMPTY: return true;
    case BAD_HTML:
        str_add(&p->out, "<!DOCTYPE html>\n<html><head><title>Sign in</title>"
                         "</head>\n<body><h1>Your session ended</h1>"
                         "</body></html>\n");
        return true;
    case BAD_BROKEN:
        str_add(&p->out, "```json\n[{\"problem\": \"Compute\", \"hypothesis\": "
                         "{\"tags\": [null, {\"answer\": \"fa");
        return true;
    default: return false;
    }
}

/* ---- the scenario ---- */

static const struct {
    const char *sentence;
    void (*play)(struct part *p);
} roles[] = {
    { "You look for what a model cannot do.", play_hypotheses },
    { "You predict whether a model fails.", play_predict },
    { "You judge whether a pattern applies.", play_relevant },
    { "You choose the pattern that fits.", play_choose },
    { "You weigh several patterns.", play_weigh },
    { "You tag problems with concepts.", play_tags },
    { "You tag tickets with concepts.", play_tags },
    { "You make a list of concepts.", play_concepts },
    { "You write new problems.", play_writer },
    { "You write new tickets.", play_writer },
    { "You are given a problem to solve.", play_keyer },
    { "You are given a ticket to", play_label },
    { "You reword problems.", play_reword },
    { "You write idle sentences for word problems.", play_idle },
    { "You write scenes for word problems.", play_scene },
    { "You write odd facts that have nothing to do with", play_facts },
    { "You rewrite the sentences of word problems.", play_polish },
    { "You write word problems as arithmetic.", play_formula },
    { "You rate how hard a text is to follow.", play_rating },
};

/* The body and, where it has no seed, the try: the same question may be asked
 * again to hear something else. */
static struct hash128 part_key(const struct ask *q)
{
    struct hash128 key[2] = { q->hash, { 0 } };

    if (!json_get(q->body, "seed"))
        key[1].low = q->try_no;
    return hash_bytes(key, sizeof key);
}

void roles_play(const struct ask *q, struct reply *r)
{
    struct part p = { .q = q,
                      .system = answer_said(q, "system"),
                      .user = answer_said(q, "user"),
                      .last = answer_prompt(q),
                      .key = part_key(q),
                      .out = str_in(q->arena) };
    struct str text = str_in(q->arena);
    size_t n = sizeof roles / sizeof *roles, i = 0;

    while (i < n && !str_starts(p.system, roles[i].sentence))
        i++;
    if (i == n) {
        scenario_play_as(q, "ok", r);
        return;
    }
    p.bad = bad_of(&p);
    if (!play_bad(&p))
        roles[i].play(&p);
    json_write_string(&text, str_get(&p.out));
    shape_write(shape_find("ok"), q, (struct span){ text.s + 1, text.n - 2 },
                r);
}
