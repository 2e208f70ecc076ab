/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/sort.h"
#include "base/vec.h"
#include "grade/extract/extract.h"
#include "hunt/propose/propose.h"
#include "hunt/propose/propose_int.h"
#include "problem/taxonomy/key.h"
#include "run/question/rounds.h"
#include "text/span.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * Traits in prompts and in hypotheses: "[trait: words above 80]", beside
 * concepts or alone.
 */

#define WORDS_MOST 12 /* values of a trait that are listed */

/* ---- what models are shown ---- */

static void propose_add_numbers(struct arena *a, struct str *out,
                                const struct trait *t, size_t n)
{
    double *x = arena_array(a, double, n + 1);
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        if (!isnan(t->value[i]))
            x[k++] = t->value[i];
    sort_doubles(x, k);
    if (k)
        str_addf(out, "a number, %.10g to %.10g, half of them above %.10g",
                 x[0], x[k - 1], x[k / 2]);
}

static void propose_add_words(struct str *out, const struct trait *t, size_t n)
{
    const char *seen[WORDS_MOST];
    size_t k = 0;

    for (size_t i = 0; i < n && k < WORDS_MOST; i++) {
        size_t j = 0;

        while (j < k && t->words[i] && !str_eq(seen[j], t->words[i]))
            j++;
        if (!t->words[i] || j < k)
            continue;
        str_addf(out, "%s%s", k ? ", " : "one of ", t->words[i]);
        seen[k++] = t->words[i];
    }
}

const char *propose_trait_names(struct arena *a, const struct outcomes *s)
{
    struct str out = str_in(a);

    for (size_t k = 0; s && k < s->n_traits; k++) {
        str_addf(&out, "%s- %s: ", k ? "\n" : "", s->traits[k].name);
        if (s->traits[k].value)
            propose_add_numbers(a, &out, &s->traits[k], s->n);
        else
            propose_add_words(&out, &s->traits[k], s->n);
    }
    return s && s->n_traits ? arena_printf(a, "\nTraits:\n%s\n", str_get(&out))
                            : "";
}

const char *propose_trait_form(const struct outcomes *s)
{
    return s && s->n_traits
               ? "A hypothesis may rest on a bound of one trait instead, or "
                 "besides:\n"
                 "2. The model is likely to fail on long ones. [trait: words "
                 "above 80]\n"
                 "3. ... on short ones that involve NAME. [concepts: NAME; "
                 "trait: words below 20]\n"
                 "or: [trait: words between 20 and 40], or of a trait that is "
                 "a word: [trait: NAME is WORD]"
               : "";
}

const char *propose_traits(struct arena *a, const struct outcomes *s,
                           size_t example)
{
    struct str out = str_in(a);

    for (size_t k = 0; s && k < s->n_traits; k++) {
        const struct trait *t = &s->traits[k];

        if (t->value && !isnan(t->value[example]))
            str_addf(&out, "%s%s %.10g", out.n ? ", " : "", t->name,
                     t->value[example]);
        else if (!t->value && t->words[example])
            str_addf(&out, "%s%s %s", out.n ? ", " : "", t->name,
                     t->words[example]);
    }
    return out.n ? str_get(&out) : "none";
}

/* ---- what they say ---- */

/* Behind the word if s begins with it, whatever its case; else NULL. */
static const char *propose_behind(const char *s, const char *word)
{
    size_t n = strlen(word);

    if (strncasecmp(s, word, n) != 0)
        return NULL;
    return is_letter(word[n - 1]) && is_letter(s[n]) ? NULL : s + n;
}

/* The last place of the mark, whatever its case, that no letter comes before;
 * NULL: there is none. */
static const char *propose_last(const char *text, const char *mark)
{
    const char *found = NULL;
    size_t n = strlen(mark);

    for (const char *s = text; *s; s++)
        if (strncasecmp(s, mark, n) == 0 && (s == text || !is_letter(s[-1])))
            found = s;
    return found;
}

static const char *propose_skip(const char *s)
{
    while (is_space(*s) || *s == '"' || *s == '\'' || *s == '`' || *s == '*')
        s++;
    return s;
}

/* The trait that s begins with, the one with the longest name; NULL: none. */
static const struct trait *find_trait(const struct outcomes *s, const char **at)
{
    const struct trait *best = NULL;
    const char *end = *at;

    for (size_t k = 0; k < s->n_traits; k++) {
        const char *rest = propose_behind(*at, s->traits[k].name);

        if (rest && rest > end) {
            best = &s->traits[k];
            end = rest;
        }
    }
    *at = end;
    return best;
}

/* How bounds are written; `with`: the number itself is meant, too. */
static const struct {
    enum bound_kind kind;
    bool with;
    const char *words;
} relations[] = {
    { BOUND_ABOVE, true, "at least|>=" },
    { BOUND_ABOVE, false,
      "above|over|more than|greater than|larger than|exceeds|>" },
    { BOUND_BELOW, true, "at most|<=" },
    { BOUND_BELOW, false, "below|under|less than|fewer than|smaller than|<" },
    { BOUND_IS, false, "equals|=" },
};

#define N_RELATIONS (sizeof(relations) / sizeof(relations[0]))

/* Behind the first of the words with which s begins, whatever its case; else
 * NULL. */
static const char *behind_any(const char *s, const char *words)
{
    size_t n = span_at_any(span_of(s), 0, words);

    return !n || (is_letter(s[n - 1]) && is_letter(s[n])) ? NULL : s + n;
}

/* Reads the relation, past "is" and "are"; N_RELATIONS: none. *is: there was
 * an "is". */
static size_t propose_read_relation(const char **at, bool *is)
{
    const char *s = propose_skip(*at), *rest;

    rest = behind_any(s, "is|are");
    *is = rest != NULL;
    s = propose_skip(rest ? rest : s);
    *at = s;
    for (size_t i = 0; i < N_RELATIONS; i++)
        if ((rest = behind_any(s, relations[i].words))) {
            *at = propose_skip(rest);
            return i;
        }
    return N_RELATIONS;
}

/* The word of the trait that s is, to its end; NULL: none. */
static const char *find_word(const struct outcomes *s, const struct trait *t,
                             const char *text)
{
    for (size_t i = 0; i < s->n; i++) {
        const char *rest =
            t->words[i] ? propose_behind(text, t->words[i]) : NULL;

        if (rest && strspn(rest, " \"'`*.") == strlen(rest))
            return t->words[i];
    }
    return NULL;
}

/* Reads "80", "80 words", "80."; *rest is what follows. */
static bool propose_read_number(const char *s, const char **rest, double *out)
{
    char *end;

    if (!is_digit(*s) && *s != '-' && *s != '.')
        return false; /* not "nan" or "inf" */
    *out = strtod(s, &end);
    *rest = end;
    return end > s && isfinite(*out) && !is_digit(*end);
}

/* "between 60 and 80", "60 to 80", "60-80", or "5" alone: both ends are
 * meant. */
static bool read_band(const char *s, struct bound *out)
{
    const char *rest = behind_any(s, "between"), *next;

    s = propose_skip(rest ? rest : s);
    rest = behind_any(s, "from");
    s = propose_skip(rest ? rest : s);
    if (!propose_read_number(s, &rest, &out->value))
        return false;
    out->kind = BOUND_WITHIN;
    out->upper = out->value;
    rest = propose_skip(rest);
    next = behind_any(rest, "and|to|..|-|\xE2\x80\x93");
    if (next && !propose_read_number(propose_skip(next), &rest, &out->upper))
        return false;
    out->value -= 1; /* traits count: above 59 to 80 */
    return out->value < out->upper;
}

bool propose_bound(const struct outcomes *s, const char *text,
                   struct bound *out)
{
    const char *at = propose_skip(text);
    const struct trait *t = s ? find_trait(s, &at) : NULL;
    bool is;
    size_t r = t ? propose_read_relation(&at, &is) : N_RELATIONS;

    if (!t)
        return false;
    *out = (struct bound){ .trait = t->name };
    if (!t->value) {
        out->kind = BOUND_IS;
        out->word = (r < N_RELATIONS ? relations[r].kind == BOUND_IS : is)
                        ? find_word(s, t, at)
                        : NULL;
        return out->word != NULL;
    }
    if (r == N_RELATIONS || relations[r].kind == BOUND_IS)
        return read_band(at, out);
    if (!propose_read_number(at, &at, &out->value))
        return false;
    out->kind = relations[r].kind;
    if (relations[r].with) /* traits count */
        out->value += out->kind == BOUND_ABOVE ? -1 : 1;
    return true;
}

const char *propose_trait(struct arena *a, const char *text, const char **rest)
{
    const char *one = propose_last(text, "trait:");
    const char *more = propose_last(text, "traits:"), *mark, *inside;
    size_t n;

    *rest = text;
    mark = !one || (more && more > one) ? more : one;
    if (!mark)
        return NULL;
    inside = strchr(mark, ':') + 1;
    n = strcspn(inside, ";]\n");
    *rest = arena_printf(a, "%.*s%s", (int)(mark - text), text, inside + n);
    return str_trim(a, arena_strndup(a, inside, n < 200 ? n : 200));
}

/*
 * Numbered lists and labels in the replies of models.
 */

/* What a model thinks aloud is no answer: the text behind it. */
static const char *behind_thoughts(const char *s)
{
    size_t n = strlen(s), from;

    return s + (extract_skip_thinking(s, n, &from) ? from : n);
}

/* ---- lists ---- */

/* s[0..n) with runs of white space made one blank, without marks of emphasis
 * at its ends. */
static const char *propose_tidy(struct arena *a, const char *s, size_t n)
{
    struct str out = str_in(a);

    while (n && (is_space(*s) || *s == '*')) {
        s++;
        n--;
    }
    while (n && (is_space(s[n - 1]) || s[n - 1] == '*'))
        n--;
    for (size_t i = 0; i < n; i++)
        if (!is_space(s[i]))
            str_addc(&out, s[i]);
        else if (!is_space(s[i - 1]))
            str_addc(&out, ' ');
    return str_get(&out);
}

static void propose_add_item(struct arena *a, struct vec *items, const char *s,
                             const char *end)
{
    const char *text = propose_tidy(a, s, (size_t)(end - s));

    if (*text && items->n < LIMIT_ITEMS)
        *(const char **)vec_push(items) = text;
}

/* Behind "12. " if such a mark stands at s, else NULL. */
static const char *loose_mark(const char *s)
{
    const char *p = s;

    while (is_digit(*p))
        p++;
    return p > s && p[0] == '.' && is_space(p[1]) ? p + 2 : NULL;
}

/* As the original: a mark is a mark wherever it stands. */
static void cut_anywhere(struct arena *a, const char *s, struct vec *items)
{
    const char *start = NULL, *behind;

    while (*s) {
        behind = is_digit(*s) ? loose_mark(s) : NULL;
        if (!behind) {
            bool digits = is_digit(*s);

            /* Not "2. " within "12. ", which was no mark either. */
            do
                s++;
            while (digits && is_digit(*s));
            continue;
        }
        if (start)
            propose_add_item(a, items, start, s);
        s = start = behind;
    }
    if (start)
        propose_add_item(a, items, start, s);
}

/* Behind the mark of item `number` if the line begins with it, else NULL:
 * "2. ", "2) ", "**2.** ". */
static const char *mark_in_turn(const char *line, size_t number)
{
    size_t value = 0, digits = 0;

    line += strspn(line, " \t*#");
    for (; is_digit(*line) && digits < 6; digits++)
        value = 10 * value + (size_t)(*line++ - '0');
    if (!digits || value != number || (*line != '.' && *line != ')'))
        return NULL;
    line++;
    line += strspn(line, "*");
    return is_space(*line) ? line : NULL;
}

static bool is_filled(const char *s, const char *end)
{
    while (s < end && (is_space(*s) || *s == '*'))
        s++;
    return s < end;
}

/* A line at a time; an item ends at the next in its turn or, once it has
 * text, at a blank line. */
static void cut_in_turn(struct arena *a, const char *s, struct vec *items)
{
    const char *start = NULL, *end;
    bool filled = false;
    size_t next = 1;

    for (; *s; s = *end ? end + 1 : end) {
        const char *behind = mark_in_turn(s, next);

        end = s + strcspn(s, "\n");
        if (start && (behind || (filled && !is_filled(s, end)))) {
            propose_add_item(a, items, start, s);
            start = NULL;
        }
        if (behind) {
            start = behind;
            filled = false;
            next++;
        }
        filled = filled || is_filled(behind ? behind : s, end);
    }
    if (start)
        propose_add_item(a, items, start, s);
}

size_t propose_list(struct arena *a, const char *reply, bool faithful,
                    const char ***out)
{
    struct vec items = vec_in(a, sizeof(const char *));

    if (faithful)
        cut_anywhere(a, reply, &items);
    else
        cut_in_turn(a, behind_thoughts(reply), &items);
    *out = items.items;
    return items.n;
}

/* ---- labels ---- */

static bool propose_is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Behind the last "final answer:", NULL: there is none. */
static const char *behind_answer(const char *s)
{
    static const char mark[] = "final answer";
    const char *found = NULL;

    for (; *s; s++) {
        const char *p = s + strlen(mark);

        if (strncasecmp(s, mark, strlen(mark)) != 0)
            continue;
        p += strspn(p, "*_ \t");
        if (*p == ':')
            found = p + 1;
    }
    return found;
}

/* Past punctuation, and past boxes that people who think in LaTeX draw. The
 * sign of a number stays. */
static const char *propose_skip_marks(const char *s)
{
    for (;;) {
        while (*s && !propose_is_word(*s) &&
               !((*s == '-' || *s == '+') && is_digit(s[1])))
            s++;
        if (strncasecmp(s, "boxed{", 6) == 0)
            s += 6;
        else if (strncasecmp(s, "text{", 5) == 0)
            s += 5;
        else
            return s;
    }
}

/* How many characters of s are the label, 0: it does not stand there alone.
 * Behind it the clause must be over. */
static size_t propose_label_length(const char *s, const char *label)
{
    size_t n = strlen(label);
    const char *rest;

    while (n && !propose_is_word(label[n - 1]))
        n--;
    n = n ? n : strlen(label);
    if (strncasecmp(s, label, n) != 0)
        return 0;
    rest = s + n;
    while (*rest && !propose_is_word(*rest) && !strchr(".!?;,:(\n-", *rest))
        rest++;
    return propose_is_word(*rest) ? 0 : n;
}

const char *propose_other(struct arena *a, const char *reply)
{
    const char *s = behind_answer(behind_thoughts(reply));
    size_t n;

    if (!s)
        return NULL;
    s = propose_skip_marks(s);
    for (n = 0; n < 60 && s[n] && !strchr(".!?;,\n", s[n]);)
        n++;
    return n ? str_trim(a, arena_strndup(a, s, n)) : NULL;
}

const char *propose_label(const char *reply, const char *const *labels,
                          size_t n)
{
    const char *s = behind_answer(behind_thoughts(reply)), *found = NULL;
    size_t best = 0;

    if (!s)
        return NULL;
    while (is_space(*s))
        s++;
    for (size_t i = 0; i < n; i++) {
        size_t raw = propose_label_length(s, labels[i]);
        size_t bare = propose_label_length(propose_skip_marks(s),
                                           propose_skip_marks(labels[i]));
        size_t length = raw > bare ? raw : bare;

        if (length > best) {
            best = length;
            found = labels[i];
        }
    }
    return found;
}

/*
 * Which names of a vocabulary a text speaks of.
 *
 * Names and text are compared by their keys (problem/taxonomy/key.h). The key
 * of a text has marks where words begin, so that "area" is not found in
 * "linearea". What one name covered is taken: "absolute value" is not found
 * again in "absolute value equations".
 */

#define TEXT_BYTES 16384 /* of a text: nobody needs so long a sentence */
#define LIST_BYTES 4096  /* of a list of concepts */
#define NAME_BYTES 512   /* of one name in it */
#define NAME_MARKS 16    /* commas and semicolons in one */

/* A spelling of a name. */
struct spelling {
    const char *key;
    size_t n;    /* bytes of the key */
    size_t name; /* of the vocabulary */
    bool head;   /* not the full name */
    bool shared; /* another name is spelt so, too */
};

struct finder {
    struct arena *arena;
    const struct vocabulary *v;
    struct vec spellings; /* of struct spelling, longest first */
    bool *found;          /* [name] */
    struct vec outside;   /* of const char * */
};

/* ---- spellings ---- */

static void add_spelling(struct finder *f, size_t name, size_t n, bool head)
{
    struct str key = str_in(f->arena);
    struct spelling *s;

    concept_key(&key, f->v->names[name], n);
    if (!key.n)
        return;
    s = vec_push(&f->spellings);
    *s = (struct spelling){
        .key = str_get(&key), .n = key.n, .name = name, .head = head
    };
}

/* Longest first; full names before heads, then by key and number. */
static int compare_spellings(const void *a, const void *b)
{
    const struct spelling *x = a, *y = b;
    int c;

    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    c = strcmp(x->key, y->key);
    if (c == 0 && x->head != y->head)
        return x->head ? 1 : -1;
    return c ? c : (x->name > y->name) - (x->name < y->name);
}

/* Of equal spellings the first counts if it is a full name; heads that two
 * names share stand for neither. */
static void mark_shared(struct vec *all)
{
    for (size_t i = 1; i < all->n; i++) {
        struct spelling *x = vec_get(all, struct spelling, i - 1);
        struct spelling *y = vec_get(all, struct spelling, i);

        if (!str_eq(x->key, y->key))
            continue;
        y->shared = true;
        x->shared = x->shared || x->head;
    }
}

static void open_finder(struct arena *a, const struct vocabulary *v,
                        struct finder *f)
{
    *f = (struct finder){ .arena = a, .v = v };
    f->spellings = vec_in(a, sizeof(struct spelling));
    f->outside = vec_in(a, sizeof(const char *));
    f->found = arena_array(a, bool, v->n ? v->n : 1);
    for (size_t i = 0; i < v->n; i++) {
        size_t n = strlen(v->names[i]), head = concept_head(v->names[i]);

        add_spelling(f, i, n, false);
        if (head < n)
            add_spelling(f, i, head, true);
    }
    if (f->spellings.n)
        qsort(f->spellings.items, f->spellings.n, sizeof(struct spelling),
              compare_spellings);
    mark_shared(&f->spellings);
}

/* The name that s[0..n) is, v->n: none. */
static size_t propose_look_up(struct finder *f, const char *s, size_t n)
{
    struct str key = { 0 };
    size_t found = f->v->n;

    concept_key(&key, s, n);
    for (size_t i = 0; i < f->spellings.n && found == f->v->n; i++) {
        const struct spelling *x = vec_get(&f->spellings, struct spelling, i);

        if (!x->shared && str_eq(x->key, str_get(&key)))
            found = x->name;
    }
    str_clear(&key);
    return found;
}

/* ---- a list ---- */

static void propose_add_outside(struct finder *f, const char *s, size_t n)
{
    struct span t = span_trim((struct span){ s, n });

    if (t.n && f->outside.n < LIMIT_ITEMS)
        *(const char **)vec_push(&f->outside) =
            arena_strndup(f->arena, t.s, t.n < 200 ? t.n : 200);
}

static const char *next_mark(const char *s, const char *end)
{
    while (s < end && *s != ';' && *s != ',')
        s++;
    return s;
}

/* The end of the longest name that s begins with, NULL: none. */
static const char *longest_name(struct finder *f, const char *s,
                                const char *end, size_t *name)
{
    const char *stop = s, *best = NULL;

    for (unsigned i = 0; i < NAME_MARKS && stop < end; i++) {
        size_t found;

        stop = next_mark(i ? stop + 1 : s, end);
        found = propose_look_up(f, s, (size_t)(stop - s));
        if (found < f->v->n) {
            *name = found;
            best = stop;
        }
    }
    return best;
}

/* Names with semicolons or commas between. Names have both within them, so
 * that the longest that fits is taken each time. */
static void propose_read_list(struct finder *f, const char *s, const char *end)
{
    while (s < end) {
        const char *within = end - s < NAME_BYTES ? end : s + NAME_BYTES;
        size_t name = 0;
        const char *stop = longest_name(f, s, within, &name);

        if (stop) {
            f->found[name] = true;
        } else {
            stop = next_mark(s, end);
            propose_add_outside(f, s, (size_t)(stop - s));
        }
        s = stop < end ? stop + 1 : end;
    }
}

/* ---- prose ---- */

/* The key of a text, and where in it words begin. */
struct words {
    struct str key;
    bool *edge; /* [key.n + 1] */
    bool *used; /* [key.n] */
};

static void propose_read_words(struct arena *a, const char *s, size_t n,
                               struct words *w)
{
    struct str word = { 0 };

    w->key = str_in(a);
    w->edge = arena_array(a, bool, n + 1);
    w->used = arena_array(a, bool, n + 1);
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i; j < n && s[j] != '_' && propose_is_word(s[j]); j++)
            ;
        concept_key(&word, s + i, j - i);
        w->edge[w->key.n] = true;
        str_add(&w->key, str_get(&word));
        j += j == i;
    }
    w->edge[w->key.n] = true;
    str_clear(&word);
}

static bool propose_is_free(const struct words *w, size_t at, size_t n)
{
    for (size_t i = at; i < at + n; i++)
        if (w->used[i])
            return false;
    return w->edge[at] && w->edge[at + n];
}

static size_t propose_find_names(struct finder *f, const char *s, size_t n)
{
    struct words w = { 0 };
    const char *text, *p;
    size_t hits = 0;

    propose_read_words(f->arena, s, n, &w);
    text = str_get(&w.key);
    for (size_t i = 0; i < f->spellings.n; i++) {
        const struct spelling *x = vec_get(&f->spellings, struct spelling, i);

        for (p = text; !x->shared && (p = strstr(p, x->key)); p++) {
            size_t at = (size_t)(p - text);

            if (!propose_is_free(&w, at, x->n))
                continue;
            memset(w.used + at, true, x->n);
            f->found[x->name] = true;
            hits++;
        }
    }
    return hits;
}

/* What stands in double quotes, straight or curly, and holds no name. */
static void find_quotes(struct finder *f, const char *s)
{
    static const char *const marks[][2] = {
        { "\"", "\"" }, { "\xE2\x80\x9C", "\xE2\x80\x9D" }
    };
    struct finder inner;

    for (size_t k = 0; k < 2; k++) {
        const char *p = s, *end;

        while ((p = strstr(p, marks[k][0]))) {
            p += strlen(marks[k][0]);
            end = strstr(p, marks[k][1]);
            if (!end)
                break;
            inner = *f; /* what is found in quotes was found before */
            if (!propose_find_names(&inner, p, (size_t)(end - p)))
                propose_add_outside(f, p, (size_t)(end - p));
            p = end + strlen(marks[k][1]);
        }
    }
}

/* ---- both ---- */

static const char *propose_join(struct arena *a, const struct vec *parts)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < parts->n; i++)
        str_addf(&s, "%s%s", i ? "; " : "", *vec_get(parts, const char *, i));
    return parts->n ? str_get(&s) : NULL;
}

size_t propose_concepts(struct arena *a, const struct vocabulary *v,
                        const char *text, const char ***names,
                        const char **outside)
{
    const char *list = propose_last(text, "concepts:");
    size_t n = 0;
    struct finder f;

    open_finder(a, v, &f);
    if (list) {
        size_t end = strcspn(list += strlen("concepts:"), "]\n");

        propose_read_list(&f, list,
                          list + (end < LIST_BYTES ? end : LIST_BYTES));
    } else {
        size_t length = strlen(text);

        length = length < TEXT_BYTES ? length : TEXT_BYTES;
        text = arena_strndup(a, text, length);
        propose_find_names(&f, text, length);
        find_quotes(&f, text);
    }
    *names = arena_array(a, const char *, v->n ? v->n : 1);
    for (size_t i = 0; i < v->n; i++)
        if (f.found[i])
            (*names)[n++] = v->names[i];
    *outside = propose_join(a, &f.outside);
    return n;
}

/*
 * New hypotheses: the question, its list, and a further turn where texts have
 * names that the vocabulary has not.
 */

/* What may be wrong with a hypothesis. */
enum fault {
    FAULT_NAME,  /* a name that is not on the list */
    FAULT_TRAIT, /* a trait that is not on the list, or not bounded so */
    FAULT_RARE,  /* it holds of too few examples */
    FAULT_EMPTY, /* it names nothing of the list */
    FAULTS
};

/* A batch while it is asked. */
struct talk {
    struct proposal_batch *batch;
    struct vec messages;       /* of struct message */
    struct vec faults[FAULTS]; /* of const char *: what has it, each once */
    size_t n_faults[FAULTS];   /* texts of the last reply that have it */
    size_t bad;                /* these together */
    bool over;
};

/* All batches while they are asked. */
struct asking {
    struct maker *maker;
    struct talk *talks;
    size_t wanted; /* of each batch */
};

bool maker_messages(struct arena *a, const struct maker *m,
                    const struct proposal_batch *b, size_t wanted,
                    const struct message **out, size_t *n, struct err *e)
{
    const struct task *t = m->job->task;
    struct slot_value v[] = {
        { "observations", NULL },
        { "num_hypotheses", arena_printf(a, "%zu", wanted) },
        { "names", m->names },
        { "trait_names", m->traits },
        { "trait_form", m->trait_form },
    };

    return task_repeat(a, t, "observations", NULL, 0, m->train, b->rows,
                       b->n_rows, &v[0].value, e) &&
           task_messages(a, t, "batched_generation", v, 5, NULL, 0, out, n, e);
}

static void propose_add_message(struct talk *t, const char *role,
                                const char *text)
{
    *(struct message *)vec_push(&t->messages) = (struct message){ role, text };
}

/* The text without its list of concepts, if its words name the same ones: what
 * people read; else the text. */
static const char *bare_text(struct arena *a, const struct vocabulary *v,
                             const char *text, const struct suspicion *c)
{
    const char *open = strrchr(text, '['), **names, *outside;
    const char *bare =
        open ? str_trim(a, arena_strndup(a, text, (size_t)(open - text)))
             : text;

    if (!open || !str_ends(text, "]") ||
        propose_concepts(a, v, bare, &names, &outside) != c->n_concepts)
        return text;
    for (size_t i = 0; i < c->n_concepts; i++)
        if (!str_eq(names[i], c->concepts[i]))
            return text;
    return bare;
}

/* What is wrong is named once in the question, however often it comes. */
static void add_fault(struct talk *t, enum fault f, const char *name)
{
    t->bad++;
    t->n_faults[f]++;
    vec_add_name(&t->faults[f], name ? name : "");
}

/* Examples that it holds of. */
static size_t holds_of(const struct propose_job *j, const struct suspicion *c)
{
    const struct task_data *d = j->data;
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++)
        n += *d->values[d->label][i] && judge_holds(j, c, i);
    return n;
}

/* Reads what a text claims. Returns its fault, or FAULTS; *what has it. */
static enum fault read_claim(struct maker *m, const char *text,
                             struct suspicion *c, const char **what)
{
    const struct propose_job *j = m->job;
    const char *rest, **names = NULL, *outside = NULL;
    const char *trait = propose_trait(m->arena, text, &rest);
    bool bare = trait && !strstr(rest, "oncepts:");

    *what = trait;
    if (trait && !propose_bound(j->outcomes, trait, &c->bound)) {
        c->bound = (struct bound){ 0 };
        return FAULT_TRAIT;
    }
    if (!bare)
        c->n_concepts =
            propose_concepts(m->arena, j->vocabulary, rest, &names, &outside);
    c->concepts = names;
    c->vocabulary = c->n_concepts ? j->vocabulary->name : NULL;
    *what = outside;
    if (outside)
        return FAULT_NAME;
    *what = suspicion_short(m->arena, c);
    if (!judge_reads(c))
        return FAULT_EMPTY;
    return j->o->balanced && holds_of(j, c) < j->support ? FAULT_RARE : FAULTS;
}

/* Is the text kept in spite of it? The original keeps all, and without a list
 * nobody can know its names. */
static bool propose_is_kept(const struct maker *m, enum fault f)
{
    return f == FAULTS || m->faithful || (f != FAULT_RARE && !m->listed);
}

/* Take a text into the batch unless its claim cannot be read. */
static void propose_take_text(struct maker *m, struct talk *t, const char *text)
{
    struct bank_entry h =
        bank_entry_new(m->arena, arena_strdup(m->arena, text));
    const char *what;
    enum fault f = FAULTS;

    if (m->job->vocabulary)
        f = read_claim(m, h.text, &h.suspicion, &what);
    if (!propose_is_kept(m, f)) {
        add_fault(t, f, what);
        return;
    }
    if (f == FAULTS && m->job->vocabulary &&
        h.suspicion.bound.kind == BOUND_NONE)
        h.text = bare_text(m->arena, m->job->vocabulary, h.text, &h.suspicion);
    h.shown = t->batch->rows;
    h.n_shown = t->batch->n_rows;
    *(struct bank_entry *)vec_push(&t->batch->found) = h;
}

/* Those that were rejected and not replaced. */
static void count_lost(struct maker *m, const struct talk *t, size_t lost)
{
    size_t rare = t->n_faults[FAULT_RARE];

    rare = rare < lost ? rare : lost;
    m->rare += rare;
    m->rejected += lost - rare;
}

/* Take the texts of a reply, as many as were asked for. One that was cut off
 * ends in half a sentence, which is left out. */
static void propose_take_reply(void *ctx, size_t i, unsigned round,
                               const struct reply *r)
{
    struct asking *k = ctx;
    struct maker *m = k->maker;
    struct talk *t = &k->talks[i];
    const char *text = judge_text(r), **items;
    size_t n = text ? propose_list(m->arena, text, m->faithful, &items) : 0;
    size_t most = round ? t->bad : k->wanted;

    if (r->outcome == OUTCOME_TRUNCATED && n)
        n--;
    if (n == 0) {
        m->unread += r->outcome != OUTCOME_ERROR;
        t->over = true;
        return;
    }
    if (n < t->bad)
        count_lost(m, t, t->bad - n);
    t->bad = 0;
    for (int f = 0; f < FAULTS; f++)
        t->n_faults[f] = t->faults[f].n = 0;
    for (size_t at = 0; at < n && (m->faithful || at < most); at++)
        propose_take_text(m, t, items[at]);
    t->over = t->bad == 0;
    propose_add_message(t, "assistant", arena_strdup(m->arena, text));
}

/* The turn that asks for the rejected ones once more. */
static void ask_back(const struct maker *m, struct talk *t)
{
    const char *const what[] = {
        [FAULT_NAME] = "These names are not on the list of concepts",
        [FAULT_TRAIT] = "These are no bounds of a trait on the list",
        [FAULT_RARE] = arena_printf(m->arena,
                                    "These hold of fewer than %zu examples, "
                                    "too few to tell",
                                    m->job->support),
    };
    struct str s = str_in(m->arena);

    for (int f = 0; f < FAULT_EMPTY; f++)
        if (t->faults[f].n)
            str_addf(&s, "%s: %s. ", what[f],
                     propose_join(m->arena, &t->faults[f]));
    if (t->n_faults[FAULT_EMPTY])
        str_addf(&s, "Items of yours that name no concept of the list: %zu. ",
                 t->n_faults[FAULT_EMPTY]);
    str_addf(&s,
             "Write %zu %s, numbered from 1, in the same form, with concepts "
             "spelt exactly as on the list. Do not repeat the others.",
             t->bad,
             t->bad == 1 ? "hypothesis in its place"
                         : "hypotheses in their place");
    propose_add_message(t, "user", str_get(&s));
}

static bool propose_ask_talk(void *ctx, size_t i, unsigned round,
                             struct question *q, struct err *e)
{
    struct asking *k = ctx;
    struct talk *t = &k->talks[i];

    (void)e;
    if (t->over)
        return true;
    if (round)
        ask_back(k->maker, t);
    *q = (struct question){ .messages = t->messages.items,
                            .n_messages = t->messages.n,
                            .attempt = t->batch->attempt };
    return true;
}

static bool open_talk(struct maker *m, struct talk *t, size_t wanted,
                      struct err *e)
{
    const struct message *messages;
    size_t n;

    if (!maker_messages(m->arena, m, t->batch, wanted, &messages, &n, e))
        return false;
    t->messages = vec_in(m->arena, sizeof(struct message));
    for (int f = 0; f < FAULTS; f++)
        t->faults[f] = vec_in(m->arena, sizeof(const char *));
    t->batch->found = vec_in(m->arena, sizeof(struct bank_entry));
    for (size_t i = 0; i < n; i++)
        propose_add_message(t, messages[i].role, messages[i].content);
    return true;
}

bool maker_ask(struct maker *m, struct proposal_batch *batches, size_t n,
               size_t wanted, struct err *e)
{
    bool may = m->job->vocabulary && !m->faithful;
    struct asking k = { m, arena_array(m->arena, struct talk, n ? n : 1),
                        wanted };
    const struct rounds r = { propose_ask_talk, propose_take_reply, &k,
                              1 + (may ? m->job->o->again : 0) };

    for (size_t i = 0; i < n; i++) {
        k.talks[i].batch = &batches[i];
        if (!open_talk(m, &k.talks[i], wanted, e))
            return false;
    }
    if (!question_rounds(m->arena, m->job->questioner, &r, n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        count_lost(m, &k.talks[i], k.talks[i].bad);
    return true;
}
