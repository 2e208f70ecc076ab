/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/tag/tag_prompt.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "grade/extract/extract.h"
#include "hunt/prompt.h"
#include "text/character.h"

#include <stdint.h>
#include <string.h>

struct span tag_answer(const char *reply)
{
    size_t n = strlen(reply), from;

    if (!extract_skip_thinking(reply, n, &from))
        from = n;
    return (struct span){ reply + from, n - from };
}

bool tag_blank(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_space(s.s[i]))
            return false;
    return true;
}

static void tag_skip(struct span *s, size_t n)
{
    s->s += n;
    s->n -= n;
}

static void tag_skip_space(struct span *s)
{
    while (s->n && is_space(*s->s))
        tag_skip(s, 1);
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
