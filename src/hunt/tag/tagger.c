/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/tag/tagger.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "grade/extract/extract.h"
#include "hunt/prompt.h"
#include "problem/taxonomy/key.h"
#include "run/question/rounds.h"
#include "text/character.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_DEFAULT 4
#define SAID_MOST     ((size_t)4000) /* bytes of a reply that are sent back */

/* What was read of the reply to one text. */
struct said {
    const char **names;
    size_t n, n_unknown;
    const char *unknown, *reply;
};

struct job {
    struct arena *arena;
    struct domain domain;
    const struct outcomes *outcomes;
    const struct taxonomy *taxonomy;
    size_t most;
    const char *list, *system; /* of the first question */
    struct said *said;         /* of each example */
    struct tagging *counts;
};

/* ---- asking ---- */

/* The end of a text, from the beginning of a character. */
static const char *tail_of(const char *text)
{
    size_t n = strlen(text);

    if (n > SAID_MOST)
        text += n - SAID_MOST;
    while (((unsigned char)*text & 0xC0) == 0x80)
        text++;
    return text;
}

/* A text whose names are not all of the list is asked about once more, by a
 * further turn of the same conversation. */
static bool tagger_ask(void *ctx, size_t i, unsigned again, struct question *q,
                       struct err *e)
{
    struct job *j = ctx;
    const struct said *s = &j->said[i];
    struct message *m;

    (void)e;
    if (again && !s->n_unknown)
        return true;
    *q = question_make(j->arena, j->system,
                       tag_prompt_ask(j->arena, &j->domain, j->list,
                                      j->outcomes->examples[i].text, j->most),
                       1);
    if (!again)
        return true;
    m = arena_array(j->arena, struct message, 4);
    m[0] = q->messages[0];
    m[1] = q->messages[1];
    m[2] = (struct message){ "assistant", tail_of(s->reply) };
    m[3] =
        (struct message){ "user", tag_prompt_again(j->arena, &j->domain,
                                                   s->unknown, s->n_unknown) };
    *q = (struct question){ .messages = m, .n_messages = 4, .attempt = 1 };
    j->counts->again++;
    return true;
}

/* A reply that was cut or refused names nothing; the last of the others is the
 * one that counts. */
static void tagger_take(void *ctx, size_t i, unsigned again,
                        const struct reply *r)
{
    struct job *j = ctx;
    struct said *s = &j->said[i];

    (void)again;
    if (r->outcome != OUTCOME_OK)
        return;
    *s = (struct said){ .reply = r->text };
    s->n = tag_read(j->arena, j->taxonomy, r->text, &s->names, &s->unknown,
                    &s->n_unknown);
    if (s->n > j->most)
        s->n = j->most;
}

/* ---- the vocabulary ---- */

static const uint32_t *tagger_numbers_of(struct arena *a,
                                         const struct map *place,
                                         const struct said *s)
{
    uint32_t *of = arena_array(a, uint32_t, s->n + 1);

    for (size_t i = 0; i < s->n; i++)
        of[i] = (uint32_t)*map_get(place, s->names[i], strlen(s->names[i]));
    sort_numbers(of, s->n);
    of[s->n] = UINT32_MAX;
    return of;
}

static void tagger_make_vocabulary(struct job *j, struct vocabulary *out)
{
    const struct taxonomy *t = j->taxonomy;
    const char **names = arena_array(j->arena, const char *, t->n_concepts);
    const uint32_t **of =
        arena_array(j->arena, const uint32_t *, j->outcomes->n);
    struct map place = { 0 };

    *out = (struct vocabulary){ t->name, t, names, 0, of };
    for (size_t i = 0; i < t->n_concepts; i++) {
        const char *name = t->concepts[i].name;
        bool added;
        size_t *at = map_put(&place, name, strlen(name), &added);

        if (added) { /* a name that stands twice is one */
            *at = out->n;
            names[out->n++] = name;
        }
    }
    for (size_t i = 0; i < j->outcomes->n; i++) {
        const struct said *s = &j->said[i];

        of[i] = tagger_numbers_of(j->arena, &place, s);
        j->counts->unknown += s->n_unknown;
        *(s->n ? &j->counts->texts : &j->counts->silent) += 1;
    }
    map_clear(&place);
}

bool tag_examples(struct arena *a, struct questioner *c, const struct domain *d,
                  const struct outcomes *s, const struct taxonomy *t,
                  size_t most, struct vocabulary *out, struct tagging *counts,
                  struct err *e)
{
    struct job j = { .arena = a,
                     .domain = domain_words(a, d),
                     .outcomes = s,
                     .taxonomy = t,
                     .most = most ? most : NAMES_DEFAULT,
                     .list = tag_prompt_list(a, t),
                     .said = arena_array(a, struct said, s->n),
                     .counts = counts };
    const struct rounds r = { tagger_ask, tagger_take, &j, TAG_TURNS };

    *counts = (struct tagging){ 0 };
    j.system = tag_prompt_system(a, &j.domain);
    if (!question_rounds(a, c, &r, s->n, e))
        return false;
    tagger_make_vocabulary(&j, out);
    return true;
}

struct span tag_answer(const char *reply)
{
    size_t n = strlen(reply), from;

    if (!extract_skip_thinking(reply, n, &from))
        from = n;
    return (struct span){ reply + from, n - from };
}

static void tag_skip(struct span *s, size_t n)
{
    *s = span_from(*s, n);
}

static void tag_skip_space(struct span *s)
{
    *s = span_from(*s, span_skip(*s, 0, " \t\n\v\f\r"));
}

/* ---- bullets ---- */

static bool sign_bullet(struct span *s)
{
    char c = span_byte(*s, 0), next = s->n > 1 ? s->s[1] : ' ';
    size_t n = character_item(*s, 0);

    if ((c == '-' && (is_space(next) || is_letter(next))) ||
        ((c == '*' || c == '+') && is_space(next)))
        n = 1;
    tag_skip(s, n);
    return n > 0;
}

/* "2.", "2)", "2:", "(2)" with up to three digits, and no digit behind. */
static bool number_bullet(struct span *s)
{
    size_t open = s->n && *s->s == '(', i = open;

    while (i < s->n && i < open + 3 && is_digit(s->s[i]))
        i++;
    if (i == open || i == s->n)
        return false;
    if (s->s[i] != ')' && (open || (s->s[i] != '.' && s->s[i] != ':')))
        return false;
    if (i + 1 < s->n && is_digit(s->s[i + 1]))
        return false;
    tag_skip(s, i + 1);
    return true;
}

bool tag_bullet(struct span *s)
{
    struct span at = *s;

    tag_skip_space(&at);
    if (!sign_bullet(&at) && !number_bullet(&at))
        return false;
    tag_skip_space(&at);
    *s = at;
    return true;
}

/* ---- names ---- */

static bool is_wrapping(char c)
{
    return is_space(c) || (c && strchr("\"'`*_[]{}<>|#\\", c));
}

struct span tag_strip(struct span s)
{
    for (;;) {
        size_t n = character_is(s, 0, CHAR_QUOTES);

        if (n == 0 && s.n && is_wrapping(*s.s))
            n = 1;
        if (n == 0)
            break;
        tag_skip(&s, n);
    }
    for (;;) {
        char last = s.n ? s.s[s.n - 1] : 'x';

        if (s.n >= 3 && character_is(s, s.n - 3, CHAR_QUOTES) == 3)
            s.n -= 3;
        else if (is_wrapping(last) || strchr(".,;:", last))
            s.n--;
        else
            break;
    }
    return s;
}

/* One character, or a blank for what is white or unseen. */
static size_t flat_char(struct span s, char out[UTF8_MAX], size_t *out_n)
{
    uint32_t ch = 0;
    size_t n = utf8_read(s.s, s.n, &ch);

    if (n == 0)
        ch = UTF8_REPLACEMENT;
    if (ch < 0x20 || (ch >= 0x7F && ch <= 0xA0) ||
        (ch >= 0x2028 && ch <= 0x202E) || (ch >= 0x2066 && ch <= 0x2069) ||
        ch == 0xFEFF || (ch & 0xFFFE) == 0xFFFE)
        ch = ' ';
    *out_n = utf8_write(ch, out);
    return n ? n : 1;
}

void tag_add_flat(struct str *out, struct span s, size_t most)
{
    size_t from = out->n, n, len;
    char c[UTF8_MAX];

    for (size_t i = 0; i < s.n; i += n) {
        n = flat_char((struct span){ s.s + i, s.n - i }, c, &len);
        if (*c == ' ' && (out->n == from || out->s[out->n - 1] == ' '))
            continue;
        if (most && out->n - from + len > most) {
            str_add(out, out->s[out->n - 1] == ' ' ? "..." : " ...");
            return;
        }
        str_addn(out, c, len);
    }
    if (out->n > from && out->s[out->n - 1] == ' ')
        out->s[--out->n] = '\0';
}

#define TEXT_MOST  ((size_t)1 << 20) /* bytes shown of a text to be tagged */
#define SHOWN_MOST ((size_t)6000)    /* and of one of several */

const char *tag_prompt_system(struct arena *a, const struct domain *d)
{
    return prompt_make(a, d, "tag", PROMPT_SYSTEM, NULL, 0);
}

const char *make_prompt_system(struct arena *a, const struct domain *d)
{
    return prompt_make(a, d, "taxonomy", PROMPT_SYSTEM, NULL, 0);
}

/* ---- parts ---- */

static void tag_add_name(struct str *out, const char *name)
{
    str_add(out, "- ");
    tag_add_flat(out, (struct span){ name, strlen(name) }, 0);
    str_addc(out, '\n');
}

static void tag_add_names(struct str *out, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        tag_add_name(out, names[i]);
}

/* ---- tagging ---- */

const char *tag_prompt_list(struct arena *a, const struct taxonomy *t)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < t->n_concepts; i++)
        if (concept_find(t, t->concepts[i].name) == &t->concepts[i])
            tag_add_name(&out, t->concepts[i].name);
    return str_get(&out);
}

const char *tag_prompt_ask(struct arena *a, const struct domain *d,
                           const char *list, const char *text, size_t most)
{
    const struct prompt_slot slots[] = {
        { "names", list },
        { "text", prompt_quote(a, text, TEXT_MOST) },
        { "most", arena_printf(a, "%zu", most) },
    };

    return prompt_make(a, d, "tag", PROMPT_USER, slots, 3);
}

const char *tag_prompt_again(struct arena *a, const struct domain *d,
                             const char *unknown, size_t n)
{
    const char *more =
        n > 1 ? arena_printf(a, ", and %zu more of your names are not", n - 1)
              : "";
    const struct prompt_slot slot = {
        "unknown", arena_printf(a, "\"%s\" is not in the list of concepts%s",
                                unknown, more)
    };

    return prompt_make(a, d, "tag_again", PROMPT_USER, &slot, 1);
}

/* ---- lists ---- */

static const char *tag_size_of(struct arena *a, const char *kind, size_t wanted)
{
    return arena_printf(a, "%s The whole list is to have about %zu concepts.",
                        kind, wanted);
}

const char *make_prompt_ask(struct arena *a, const struct domain *d,
                            const char *const *names, size_t n_names,
                            const struct example *const *examples, size_t n,
                            const char *kind, size_t wanted)
{
    struct str list = str_in(a), shown = str_in(a);
    struct domain words = domain_words(a, d);

    if (n_names == 0)
        str_add(&list, "none\n");
    tag_add_names(&list, names, n_names);
    for (size_t i = 0; i < n; i++)
        str_addf(&shown, "\n%s %zu:\n%sEnd of %s.\n",
                 domain_capital(a, words.example), i + 1,
                 prompt_quote(a, examples[i]->text, SHOWN_MOST), words.example);

    const struct prompt_slot slots[] = { { "names", str_get(&list) },
                                         { "shown", str_get(&shown) },
                                         { "size",
                                           tag_size_of(a, kind, wanted) } };

    return prompt_make(a, d, "taxonomy", PROMPT_USER, slots, 3);
}

const char *make_prompt_merge(struct arena *a, const struct domain *d,
                              const char *const *names, size_t n_names,
                              const char *kind, size_t wanted)
{
    struct str list = str_in(a);

    tag_add_names(&list, names, n_names);

    const struct prompt_slot slots[] = {
        { "names", str_get(&list) },
        { "count", arena_printf(a, "%zu", n_names) },
        { "size", tag_size_of(a, kind, wanted) },
    };

    return prompt_make(a, d, "taxonomy_merge", PROMPT_USER, slots, 3);
}

/*
 * Names in a reply. Lines are cut at commas and semicolons; since names have
 * some themselves, the longest run of pieces that is a name is taken first.
 * The keys of the taxonomy are made once for a reply.
 */

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
            vec_add_name(&r->names, name);
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
    return span_at(span_trim(line), 0, "```");
}

/* A JSON array of strings, perhaps in a fence. */
static bool tag_array(struct reading *r, struct span part)
{
    struct span rest = part, line = part;
    struct json *v;
    struct err e;

    while (span_split(&rest, '\n', &line))
        if (span_trim(line).n && !tag_is_fence(line))
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
    line = span_trim(line);
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
          span_trim(tag_strip(first)).n > 0;
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
