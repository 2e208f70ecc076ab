/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Names in a reply. Lines are cut at commas and semicolons; since names have
 * some themselves, the longest run of pieces that is a name is taken first.
 * The keys of the taxonomy are made once for a reply.
 */
#include "base/ascii.h"
#include "base/json.h"
#include "base/map.h"
#include "base/vec.h"
#include "hunt/tag/tag_prompt.h"
#include "hunt/tag/tagger.h"
#include "problem/taxonomy/key.h"

#include <string.h>

#define PART_MOST    ((size_t)1 << 16) /* bytes that are looked at */
#define RUN_MOST     32                /* pieces of one name */
#define VALUES_MOST  10000             /* of a JSON array */
#define UNKNOWN_MOST 80                /* bytes shown of an unknown name */

struct reading {
    struct arena *arena;
    const struct taxonomy *taxonomy;
    struct map full;  /* key -> place of the concept, from 1 */
    struct map heads; /* key of a head -> the same; 0: two share it */
    struct str key;   /* of what is looked up */
    size_t run;       /* pieces of the longest name */
    struct vec names;
    const char *unknown;
    size_t n_unknown;
};

/* ---- the names of the taxonomy ---- */

static size_t count_pieces(const char *name)
{
    size_t n = 1;

    for (; *name; name++)
        n += *name == ',' || *name == ';';
    return n < RUN_MOST ? n : RUN_MOST;
}

static void index_name(struct reading *r, size_t i)
{
    const char *name = r->taxonomy->concepts[i].name;
    size_t *place, head = concept_head(name), pieces = count_pieces(name);
    bool added;

    concept_key(&r->key, name, strlen(name));
    place = map_put(&r->full, r->key.s, r->key.n, &added);
    if (added)
        *place = i + 1;
    if (name[head]) {
        concept_key(&r->key, name, head);
        place = map_put(&r->heads, r->key.s, r->key.n, &added);
        *place = added ? i + 1 : 0;
    }
    if (pieces > r->run)
        r->run = pieces;
}

/* As concept_find() does it. */
static const char *find_key(struct reading *r, struct span s)
{
    const size_t *place;

    concept_key(&r->key, s.s, s.n);
    if (r->key.n == 0)
        return NULL;
    place = map_get(&r->full, r->key.s, r->key.n);
    if (!place)
        place = map_get(&r->heads, r->key.s, r->key.n);
    return place && *place ? r->taxonomy->concepts[*place - 1].name : NULL;
}

/* A name may begin with a number: what stands there is tried first. */
static const char *tag_find(struct reading *r, struct span s)
{
    const char *name = find_key(r, s);

    return name || !tag_bullet(&s) ? name : find_key(r, s);
}

/* ---- a list of names ---- */

static void tag_add_known(struct reading *r, const char *name)
{
    for (size_t i = 0; i < r->names.n; i++)
        if (*vec_get(&r->names, const char *, i) == name)
            return;
    *(const char **)vec_push(&r->names) = name;
}

/* Nothing at all, or a word that says so. */
static bool tag_is_nothing(struct reading *r, struct span s)
{
    tag_bullet(&s);
    concept_key(&r->key, s.s, s.n);
    return r->key.n == 0 ||
           str_among(str_get(&r->key),
                     "none na nothing null noneapply noneapplies "
                     "noneofthem noneofthese noneofthelist");
}

static void tag_add_unknown(struct reading *r, struct span s)
{
    struct str shown = str_in(r->arena);

    if (tag_is_nothing(r, s))
        return;
    if (r->n_unknown++ > 0)
        return;
    tag_bullet(&s);
    tag_add_flat(&shown, tag_strip(s), UNKNOWN_MOST);
    r->unknown = str_get(&shown);
}

static bool is_cut(char c)
{
    return c == ',' || c == ';';
}

static void tag_list(struct reading *r, struct span s)
{
    size_t at = 0;

    while (at < s.n) {
        size_t ends[RUN_MOST] = { s.n }, n = 0, k;
        const char *name = NULL;

        for (size_t i = at; i <= s.n && n < r->run; i++)
            if (i == s.n || is_cut(s.s[i]))
                ends[n++] = i;
        for (k = n; k > 0 && !name;)
            name = tag_find(r, (struct span){ s.s + at, ends[--k] - at });
        if (name)
            tag_add_known(r, name);
        else /* k is 0 */
            tag_add_unknown(r, (struct span){ s.s + at, ends[k] - at });
        at = ends[k] + 1;
    }
}

/* ---- where the list stands ---- */

/* The bytes of "Tags:" or "Concepts:" at s[at], emphasis and quotes before the
 * colon counted; 0: it is something else. */
static size_t marker_at(struct span s, size_t at)
{
    static const char *const words[] = { "tags", "concepts" };

    if (at && (is_letter(s.s[at - 1]) || is_digit(s.s[at - 1])))
        return 0;
    for (size_t w = 0; w < 2; w++) {
        size_t i = at, k = 0;

        while (i < s.n && words[w][k] && to_lower(s.s[i]) == words[w][k])
            i++, k++;
        if (words[w][k])
            continue;
        while (i < s.n && s.s[i] && strchr("*_\"'` ", s.s[i]))
            i++;
        if (i < s.n && s.s[i] == ':')
            return i + 1 - at;
    }
    return 0;
}

static bool holds_marker(const char *name)
{
    struct span s = { name, strlen(name) };

    for (size_t i = 0; i < s.n; i++)
        if (marker_at(s, i))
            return true;
    return false;
}

/* Where names themselves hold such a word, it must begin a line, and the line
 * must be no name. */
static bool begins_line(struct reading *r, struct span s, size_t at)
{
    size_t from = at, to = at;

    while (from > 0 && s.s[from - 1] != '\n')
        from--;
    while (to < s.n && s.s[to] != '\n')
        to++;
    for (size_t i = from; i < at; i++)
        if (is_letter(s.s[i]) || is_digit(s.s[i]))
            return false;
    return !tag_find(r, (struct span){ s.s + from, to - from });
}

/* The part behind the last marker; *marked tells whether there was one. */
static struct span tag_find_part(struct reading *r, struct span s, bool *marked)
{
    const struct taxonomy *t = r->taxonomy;
    bool careful = false;

    for (size_t i = 0; i < t->n_concepts && !careful; i++)
        careful = holds_marker(t->concepts[i].name);
    *marked = false;
    for (size_t at = s.n; at-- > 0;) {
        char c = to_lower(s.s[at]);
        size_t n = c == 't' || c == 'c' ? marker_at(s, at) : 0;

        if (n && (!careful || begins_line(r, s, at))) {
            *marked = true;
            return (struct span){ s.s + at + n, s.n - at - n };
        }
    }
    return s;
}

/* ---- lines ---- */

static bool tag_is_fence(struct span line)
{
    while (line.n && is_space(*line.s))
        line.s++, line.n--;
    return line.n >= 3 && memcmp(line.s, "```", 3) == 0;
}

/* A JSON array of strings, perhaps in a fence. */
static bool tag_array(struct reading *r, struct span part)
{
    struct span rest = part, line = part;
    struct json *v;
    struct err e;

    while (span_split(&rest, '\n', &line))
        if (!tag_blank(line) && !tag_is_fence(line))
            break;
    part.n -= (size_t)(line.s - part.s);
    part.s = line.s;
    while (part.n && (is_space(*part.s) || *part.s == '*'))
        part.s++, part.n--;
    if (part.n == 0 || *part.s != '[' ||
        !json_read_lenient(r->arena, part.s, part.n, VALUES_MOST, &v, &e) ||
        v->type != JSON_ARRAY)
        return false;
    for (const struct json *x = v->first; x; x = x->next)
        if (x->type != JSON_STRING)
            return false;
    for (const struct json *x = v->first; x; x = x->next)
        tag_list(r, (struct span){ x->text, strlen(x->text) });
    return true;
}

static bool has_bullets(struct span rest)
{
    struct span line;

    while (span_split(&rest, '\n', &line))
        if (tag_bullet(&line))
            return true;
    return false;
}

static bool ends_open(struct span line)
{
    while (line.n && is_space(line.s[line.n - 1]))
        line.n--;
    return line.n && is_cut(line.s[line.n - 1]);
}

/*
 * Names behind the marker on its own line are the list, with lines that go on
 * from it and lines with bullets; so are lines with bullets alone, where there
 * are any; else every line.
 */
static void tag_lines(struct reading *r, struct span part, bool marked)
{
    struct span rest = part, line, first = part;
    bool open = false, all, own;

    own = marked && span_split(&rest, '\n', &first) &&
          !tag_blank(tag_strip(first));
    rest = part;
    all = !own && !has_bullets(part);
    while (span_split(&rest, '\n', &line)) {
        struct span bare = line;
        bool is_first = line.s == part.s;

        if (tag_is_fence(line))
            continue;
        if (all || open || (own && is_first) || tag_bullet(&bare)) {
            tag_list(r, line);
            open = ends_open(line);
        }
    }
}

size_t tag_read(struct arena *a, const struct taxonomy *t, const char *reply,
                const char ***names, const char **unknown, size_t *n_unknown)
{
    struct reading r = { .arena = a,
                         .taxonomy = t,
                         .names = vec_in(a, sizeof(const char *)) };
    struct span part = tag_answer(reply);
    bool marked;

    for (size_t i = 0; i < t->n_concepts; i++)
        index_name(&r, i);
    part = tag_find_part(&r, part, &marked);
    if (part.n > PART_MOST)
        part.n = PART_MOST;
    if (!tag_array(&r, part))
        tag_lines(&r, part, marked);
    map_clear(&r.full);
    map_clear(&r.heads);
    str_clear(&r.key);
    *names = r.names.items;
    *unknown = r.unknown;
    *n_unknown = r.n_unknown;
    return r.names.n;
}
