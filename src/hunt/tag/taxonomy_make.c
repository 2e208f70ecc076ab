/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/tag/taxonomy_make.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "hunt/tag/tagger.h"
#include "problem/taxonomy/key.h"

#include <inttypes.h>
#include <string.h>

/* Characters that YAML wants escaped, or that nobody sees. */
static bool taxonomy_is_odd(uint32_t ch)
{
    return ch < 0x20 || (ch >= 0x7F && ch <= 0xA0) ||
           (ch >= 0x2028 && ch <= 0x202E) || ch == 0xFEFF ||
           (ch & 0xFFFE) == 0xFFFE;
}

/* In double quotes, where colons, quotes and # mean nothing. */
static void taxonomy_add_quoted(struct str *out, const char *s)
{
    size_t n = strlen(s), len;

    str_addc(out, '"');
    for (size_t i = 0; i < n; i += len) {
        uint32_t ch = 0;

        len = utf8_read(s + i, n - i, &ch);
        if (len == 0) {
            ch = UTF8_REPLACEMENT;
            len = 1;
        }
        if (ch == '"' || ch == '\\')
            str_addf(out, "\\%c", (char)ch);
        else if (taxonomy_is_odd(ch) || ch == UTF8_REPLACEMENT)
            str_addf(out, "\\U%08" PRIX32, ch);
        else
            str_addn(out, s + i, len);
    }
    str_addc(out, '"');
}

static void add_maps(struct str *out, const struct concept *c)
{
    str_add(out, "    maps: [");
    for (const char *const *m = c->maps; *m; m++) {
        str_add(out, m == c->maps ? "" : ", ");
        taxonomy_add_quoted(out, *m);
    }
    str_add(out, "]\n");
}

void taxonomy_write(struct str *out, const struct taxonomy *t)
{
    bool high = t->maps_to && str_eq(t->maps_to, "high");

    str_add(out, "name: ");
    taxonomy_add_quoted(out, t->name);
    if (t->title && !str_eq(t->title, t->name)) {
        str_add(out, "\ntitle: ");
        taxonomy_add_quoted(out, t->title);
    }
    str_add(out, "\nconcepts:\n");
    for (size_t i = 0; i < t->n_concepts; i++) {
        const struct concept *c = &t->concepts[i];

        str_add(out, "  - name: ");
        taxonomy_add_quoted(out, c->name);
        str_addc(out, '\n');
        if (high && *c->maps)
            add_maps(out, c);
    }
}

#define BATCH_DEFAULT 10
#define MOST_DEFAULT  200
#define WANTED_LEAST  2
#define WANTED_MOST   300
#define NAME_MOST     160  /* bytes of a concept's name: more is a sentence */
#define NAMES_MOST    2000 /* before they are merged */

/* How broad a concept is, and how many there are to be. */
struct specificity {
    const char *word;
    size_t wanted;
    const char *kind;
};

static const struct specificity specificities[] = {
    { "extremely-low", 7,
      "A concept is a whole subject, as broad as they come." },
    { "low", 7,
      "A concept is a broad skill, something that one is able to do across "
      "subjects, and not a subject itself." },
    { "mid", 50,
      "A concept is a topic, such as a chapter of a handbook is about." },
    { "high", 80,
      "A concept is one technique or fact with its uses, such as a section "
      "of a chapter is about." },
};

struct making {
    struct arena *arena;
    struct questioner *questioner;
    struct specificity want;
    struct domain domain;
    struct vec names; /* const char * */
    struct map keys;  /* of the names */
    const char *why;  /* of the last reply that could not be used */
};

/* ---- what is wanted ---- */

static bool taxonomy_read_number(const char *word, size_t *out)
{
    size_t n = 0;

    for (*out = 0; is_digit(word[n]) && n < 4; n++)
        *out = *out * 10 + (size_t)(word[n] - '0');
    return n > 0 && word[n] == '\0' && *out >= WANTED_LEAST &&
           *out <= WANTED_MOST;
}

static bool read_specificity(const char *word, struct specificity *out,
                             struct err *e)
{
    for (size_t i = 0; i < sizeof(specificities) / sizeof(*out); i++)
        if (str_eq(specificities[i].word, word)) {
            *out = specificities[i];
            return true;
        }
    *out = (struct specificity){
        .word = word,
        .kind = "A concept is as broad as the length of the list asks for."
    };
    return taxonomy_read_number(word, &out->wanted) ||
           err_set(e, ERR_USAGE,
                   "the specificity is extremely-low, low, mid, high, or a "
                   "number of concepts from %d to %d, not \"%s\"",
                   WANTED_LEAST, WANTED_MOST, word);
}

/* The file must be readable: its reader refuses these names. */
static bool taxonomy_check_name(const char *name, struct err *e)
{
    struct str key = { 0 };
    size_t n;

    concept_key(&key, name, strlen(name));
    n = key.n;
    str_clear(&key);
    if (n == 0)
        return err_set(e, ERR_USAGE,
                       "the name of a taxonomy needs a letter or a digit");
    if (taxonomy_find(name))
        return err_set(e, ERR_USAGE,
                       "the name \"%s\" is taken by a built-in taxonomy; "
                       "choose another",
                       name);
    return true;
}

/* ---- names ---- */

/* A name that has no letter, is too long or was there before is none. */
static void taxonomy_add_name(struct making *m, struct span s)
{
    struct str name = str_in(m->arena), key = { 0 };
    bool added = false;

    s = tag_strip(s);
    tag_add_flat(&name, s, 0);
    concept_key(&key, str_get(&name), name.n);
    if (key.n && name.n <= NAME_MOST &&
        !str_among(str_get(&key), "none nothing name") &&
        m->names.n < NAMES_MOST)
        map_put(&m->keys, key.s, key.n, &added);
    if (added)
        *(const char **)vec_push(&m->names) = name.s;
    str_clear(&key);
}

/* The lines with bullets of a whole reply; what is cut or refused has none. */
static void taxonomy_add_reply(struct making *m, const struct reply *r)
{
    struct span rest, line;

    if (r->outcome != OUTCOME_OK) {
        m->why = r->why ? r->why : outcome_name(r->outcome);
        return;
    }
    rest = tag_answer(r->text);
    while (span_split(&rest, '\n', &line))
        if (tag_bullet(&line))
            taxonomy_add_name(m, line);
}

/* ---- asking ---- */

static bool ask_batch(struct making *m, const struct example *const *batch,
                      size_t n, struct err *e)
{
    const char *user =
        make_prompt_ask(m->arena, &m->domain, m->names.items, m->names.n, batch,
                        n, m->want.kind, m->want.wanted);
    struct reply r;

    if (!question_one(m->arena, m->questioner,
                      make_prompt_system(m->arena, &m->domain), user, 1, &r, e))
        return false;
    taxonomy_add_reply(m, &r);
    return true;
}

/* One after another: each batch is shown what those before it gave. */
static bool taxonomy_ask_all(struct making *m, const struct outcomes *s,
                             const struct make_options *o, struct err *e)
{
    size_t most = o->most ? o->most : MOST_DEFAULT;
    size_t size = o->batch ? o->batch : BATCH_DEFAULT;
    size_t n = s->n < most ? s->n : most;
    const struct example **shown =
        arena_array(m->arena, const struct example *, n);
    struct hash128 key = hash_list("%s %s", "taxonomy", o->seed ? o->seed : "");

    for (size_t i = 0; i < n; i++)
        shown[i] = &s->examples[rng_permute(key, s->n, i)];
    for (size_t i = 0; i < n; i += size)
        if (!ask_batch(m, shown + i, n - i < size ? n - i : size, e))
            return false;
    return true;
}

/* Half as many again as wanted are too many. A reply that does not make the
 * list shorter leaves it as it is. */
static bool taxonomy_make_merge(struct making *m, struct err *e)
{
    struct making less = { .arena = m->arena,
                           .names = vec_in(m->arena, sizeof(const char *)) };
    const char *user;
    struct reply r;

    if (2 * m->names.n <= 3 * m->want.wanted)
        return true;
    user = make_prompt_merge(m->arena, &m->domain, m->names.items, m->names.n,
                             m->want.kind, m->want.wanted);
    if (!question_one(m->arena, m->questioner,
                      make_prompt_system(m->arena, &m->domain), user, 1, &r, e))
        return false;
    taxonomy_add_reply(&less, &r);
    if (less.names.n >= WANTED_LEAST && less.names.n < m->names.n)
        m->names = less.names;
    map_clear(&less.keys);
    return true;
}

static void taxonomy_fill(struct making *m, const struct make_options *o,
                          struct taxonomy *out)
{
    static const char *const none[] = { NULL };
    struct concept *concepts =
        arena_array(m->arena, struct concept, m->names.n);

    for (size_t i = 0; i < m->names.n; i++)
        concepts[i] =
            (struct concept){ .name = *vec_get(&m->names, const char *, i),
                              .maps = none };
    *out = (struct taxonomy){ .name = arena_strdup(m->arena, o->name),
                              .title = arena_printf(m->arena, "%s, made by %s",
                                                    o->name,
                                                    m->questioner->model->name),
                              .granularity = GRANULARITY_USER,
                              .maps_to = "high",
                              .concepts = concepts,
                              .n_concepts = m->names.n };
}

bool taxonomy_make(struct arena *a, struct questioner *c,
                   const struct outcomes *s, const struct make_options *o,
                   struct taxonomy *out, struct err *e)
{
    struct making m = { .arena = a,
                        .questioner = c,
                        .domain = domain_words(a, &o->domain),
                        .names = vec_in(a, sizeof(const char *)) };
    bool ok;

    if (!taxonomy_check_name(o->name, e) ||
        !read_specificity(o->specificity ? o->specificity : "mid", &m.want, e))
        return false;
    if (s->n == 0)
        return err_set(e, ERR_DOMAIN,
                       "there is no problem to make a taxonomy from");
    ok = taxonomy_ask_all(&m, s, o, e) && taxonomy_make_merge(&m, e);
    map_clear(&m.keys);
    if (ok && m.names.n == 0)
        return err_set(e, ERR_DOMAIN,
                       "%s named no concept%s%s; try another model",
                       c->model->spec, m.why ? ": " : "", m.why ? m.why : "");
    if (ok)
        taxonomy_fill(&m, o, out);
    return ok;
}
