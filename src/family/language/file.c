/* SPDX-License-Identifier: Apache-2.0 */

/* The reader of family files: lines to entries, entries to what they say. */
#include "base/ascii.h"
#include "base/hash.h"
#include "family/language/file_int.h"
#include "family/language/machine.h"
#include "problem/answer.h"

#include <string.h>

/* ---- lines ---- */

static bool split_lines(struct reader *r)
{
    const char *text = r->p.script->text;
    size_t n = r->p.script->n, at = 0;

    while (at < n) {
        const char *newline = memchr(text + at, '\n', n - at);
        size_t end = newline ? (size_t)(newline - text) : n, first = at;
        size_t next = end + 1;

        while (first < end && text[first] == ' ')
            first++;
        while (end > first && is_space(text[end - 1]))
            end--;
        if (first < end && text[first] == '\t')
            return script_fail(r->p.script, first,
                               "indent by spaces, not by tabs");
        if (first < end && text[first] != '#')
            *(struct line *)vec_push(&r->lines) =
                (struct line){ first, end, first - at };
        at = next;
    }
    return true;
}

static const struct line *line_at(const struct reader *r, size_t i)
{
    return vec_at(&r->lines, i);
}

/* The colon that ends the head of an entry: outside of quotation marks and
 * brackets. Returns e->end if there is none. */
static size_t find_colon(const struct reader *r, const struct file_entry *e)
{
    const char *text = r->p.script->text;
    bool quoted = false;
    int open = 0;

    for (size_t i = e->at; i < e->end; i++) {
        quoted = quoted != (text[i] == '"');
        if (quoted)
            continue;
        open += strchr("([{", text[i]) != NULL;
        open -= strchr(")]}", text[i]) != NULL;
        if (text[i] == ':' && open <= 0)
            return i;
    }
    return e->end;
}

static void begin_entry(const struct reader *r, size_t first, size_t last,
                        struct file_entry *e)
{
    const char *text = r->p.script->text;
    const struct line *line = line_at(r, first);
    size_t n = 0;

    while (line->at + n < line->end && is_letter(text[line->at + n]))
        n++;
    *e = (struct file_entry){ .head = line->at,
                              .head_n = n,
                              .at = line->at + n,
                              .line_end = line->end,
                              .end = line_at(r, last - 1)->end,
                              .first = first,
                              .last = last };
    e->colon = find_colon(r, e);
}

bool reader_block(struct reader *r, size_t first, size_t last,
                  bool (*read)(struct reader *r, struct file_entry *e))
{
    while (first < last) {
        size_t indent = line_at(r, first)->indent, next = first + 1;
        struct file_entry e;

        while (next < last && line_at(r, next)->indent > indent)
            next++;
        if (next < last && line_at(r, next)->indent < indent)
            return script_fail(r->p.script, line_at(r, next)->at,
                               "this line is indented less than the first one "
                               "of its block");
        begin_entry(r, first, next, &e);
        if (!read(r, &e))
            return false;
        first = next;
    }
    return true;
}

bool reader_head_is(const struct reader *r, const struct file_entry *e,
                    const char *head)
{
    return strlen(head) == e->head_n &&
           memcmp(r->p.script->text + e->head, head, e->head_n) == 0;
}

/* ---- texts ---- */

/* The words between two offsets, with single spaces. */
static const char *plain_text(struct reader *r, size_t at, size_t end)
{
    struct str out = str_in(r->p.script->arena);
    const char *text = r->p.script->text;

    for (; at < end; at++)
        if (!is_space(text[at]))
            str_addc(&out, text[at]);
        else if (out.n && out.s[out.n - 1] != ' ')
            str_addc(&out, ' ');
    if (out.n && out.s[out.n - 1] == ' ')
        out.s[--out.n] = '\0';
    return str_get(&out);
}

bool reader_text(struct reader *r, const struct file_entry *e, const char **out)
{
    if (e->colon == e->end)
        return script_fail(r->p.script, e->at,
                           "a colon and a text are missing here");
    *out = plain_text(r, e->colon + 1, e->end);
    return **out || script_fail(r->p.script, e->colon, "there is no text here");
}

/* ---- the head of a file ---- */

static bool set_once(struct reader *r, const struct file_entry *e,
                     const char **to)
{
    if (*to)
        return script_fail(r->p.script, e->head, "this entry stands twice");
    return reader_text(r, e, to);
}

static bool read_title(struct reader *r, struct file_entry *e)
{
    return set_once(r, e, &r->file->title);
}

static bool read_about(struct reader *r, struct file_entry *e)
{
    return set_once(r, e, &r->file->about);
}

static bool read_ending(struct reader *r, struct file_entry *e)
{
    return set_once(r, e, &r->file->ending);
}

static bool read_name(struct reader *r, struct file_entry *e)
{
    return set_once(r, e, &r->file->name);
}

static bool read_few(struct reader *r, struct file_entry *e)
{
    if (!str_eq(plain_text(r, e->head, e->colon), "few keys"))
        return script_fail(r->p.script, e->head,
                           "write \"few keys: why they are few\"");
    return set_once(r, e, &r->file->few_keys);
}

static bool read_concept(struct reader *r, struct file_entry *e)
{
    size_t n = 0;

    while (r->file->concepts[n])
        n++;
    if (n + 1 == FAMILY_CONCEPTS)
        return script_fail(r->p.script, e->head, "more than %d concepts",
                           FAMILY_CONCEPTS - 1);
    return reader_text(r, e, &r->file->concepts[n]);
}

static bool read_answer(struct reader *r, struct file_entry *e)
{
    const char *name = "";

    if (!reader_text(r, e, &name))
        return false;
    if (!str_among(name, "integer rational decimal number expression tuple set "
                         "list interval matrix text") ||
        !answer_find(name, &r->file->answer))
        return script_fail(r->p.script, e->colon + 1,
                           "\"%s\" is no kind of answer: integer, rational, "
                           "decimal, number, expression, tuple, set, list, "
                           "interval, matrix, text",
                           name);
    r->has_answer = true;
    return true;
}

static bool read_version(struct reader *r, struct file_entry *e)
{
    const char *text = "";
    int version = 0;

    if (!reader_text(r, e, &text))
        return false;
    for (const char *c = text; *c; c++) {
        if (!is_digit(*c) || version > 100000)
            return script_fail(r->p.script, e->colon + 1,
                               "a version is a whole number from 1 on");
        version = 10 * version + (*c - '0');
    }
    if (version < 1)
        return script_fail(r->p.script, e->colon + 1,
                           "a version is a whole number from 1 on");
    r->file->version = version;
    return true;
}

static bool read_level(struct reader *r, struct file_entry *e)
{
    struct family_file *f = r->file;
    struct family_level *level = &f->levels[f->n_levels];

    if (f->n_levels == FILE_LEVELS)
        return script_fail(r->p.script, e->head, "more than %d levels",
                           FILE_LEVELS);
    if (f->n_kinds)
        return script_fail(r->p.script, e->head,
                           "levels stand before all kinds");
    level->name = plain_text(r, e->at, e->colon);
    if (!*level->name || strchr(level->name, ' '))
        return script_fail(r->p.script, e->at,
                           "write \"level NAME: what makes it harder\"");
    if (!reader_text(r, e, &level->doc))
        return false;
    f->n_levels++;
    return true;
}

static bool read_pool(struct reader *r, struct file_entry *e)
{
    struct word_pool *pool;
    const char *name = plain_text(r, e->at, e->colon), *words = "";

    if (!*name || strchr(name, ' ') || !is_letter(*name) ||
        is_digit(name[strlen(name) - 1]))
        return script_fail(r->p.script, e->at,
                           "write \"pool NAME: one word|another word\"");
    if (speech_has_word(r->file->pools.items, name, strlen(name)))
        return script_fail(r->p.script, e->at, "there is a pool \"%s\" already",
                           name);
    if (!reader_text(r, e, &words))
        return false;
    pool = vec_at(&r->file->pools, r->file->pools.n - 1);
    *pool = (struct word_pool){ name, words };
    vec_push(&r->file->pools); /* the list is always ended */
    return true;
}

/* "symbol x": a letter for polynomials. */
static bool read_symbol(struct reader *r, struct file_entry *e)
{
    struct reckoning k = { .arena = r->p.script->arena,
                           .work = { .limit = 1000 } };
    struct symbol *s;
    struct node *x;
    const char *name;
    fmpq_poly_t p;
    size_t at;

    if (!formula_begin(&r->p, e->at, e->end) ||
        !formula_name(&r->p, &name, &at) || !formula_end(&r->p, "a symbol") ||
        !(s = scope_add(&r->p, name, SYMBOL_LET, at)))
        return false;
    x = node_new(&r->p, OP_LITERAL, at);
    fmpq_poly_init(p);
    fmpq_poly_set_coeff_si(p, 1, 1);
    x->value = val_poly(&k, p, name);
    x->type = s->type = TYPE_POLY;
    s->value = x;
    return true;
}

/* ---- entries ---- */

static const struct rule {
    const char *head;
    enum { TOP = 1, KIND = 2 } where;
    bool (*read)(struct reader *r, struct file_entry *e);
} rules[] = {
    { "title", TOP, read_title },      { "name", TOP, read_name },
    { "about", TOP, read_about },      { "ending", TOP, read_ending },
    { "few", TOP, read_few },          { "concept", TOP, read_concept },
    { "answer", TOP, read_answer },    { "version", TOP, read_version },
    { "level", TOP, read_level },      { "pool", TOP, read_pool },
    { "symbol", TOP, read_symbol },    { "let", TOP | KIND, reader_let },
    { "kind", TOP, reader_kind },      { "draw", KIND, reader_draw },
    { "choose", KIND, reader_draw },   { "where", KIND, reader_where },
    { "given", KIND, reader_given },   { "solve", KIND, reader_solve },
    { "key", KIND, reader_key },       { "means", KIND, reader_means },
    { "check", KIND, reader_check },   { "slip", KIND, reader_check },
    { "text", KIND, reader_words },    { "each", KIND, reader_words },
    { "list", KIND, reader_words },    { "terse", KIND, reader_wording },
    { "plain", KIND, reader_wording }, { "story", KIND, reader_wording },
    { "step", KIND, reader_wording },
};

#define N_RULES (sizeof(rules) / sizeof(rules[0]))

static bool no_such_entry(struct reader *r, const struct file_entry *e)
{
    const char *names[N_RULES], *near;
    const char *head = plain_text(r, e->head, e->head + e->head_n);

    for (size_t i = 0; i < N_RULES; i++)
        names[i] = rules[i].head;
    near = str_nearest(head, names, N_RULES);
    if (!*head)
        return script_fail(r->p.script, e->head,
                           "an entry begins with a word, such as \"title:\"");
    return script_fail(
        r->p.script, e->head, "no entry begins with \"%s\"%s%s%s", head,
        near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

bool reader_entry(struct reader *r, struct file_entry *e)
{
    for (size_t i = 0; i < N_RULES; i++) {
        const struct rule *x = &rules[i];

        if (!reader_head_is(r, e, x->head))
            continue;
        if (x->where == KIND && !r->kind && !reader_only_kind(r, e))
            return false;
        if (x->where == TOP && r->kind && !r->is_only)
            return script_fail(r->p.script, e->head,
                               "\"%s\" stands before all kinds, not in one",
                               x->head);
        return x->read(r, e);
    }
    return no_such_entry(r, e);
}

static bool finish(struct reader *r)
{
    struct family_file *f = r->file;
    size_t end = r->p.script->n;

    if (!f->title)
        return script_fail(r->p.script, 0,
                           "a title is missing: \"title: ...\"");
    if (!f->about)
        f->about = f->title;
    if (f->n_kinds == 0)
        return script_fail(r->p.script, end,
                           "the problem is missing: draw, key, check and "
                           "plain");
    for (int i = 0; i < f->n_levels; i++) {
        unsigned asked = 0;

        for (size_t k = 0; k < f->n_kinds; k++)
            asked |= f->kinds[k]->levels >> i & 1;
        if (!asked)
            return script_fail(r->p.script, end,
                               "no kind is asked at level \"%s\"",
                               f->levels[i].name);
    }
    return true;
}

bool family_file_read(struct arena *a, const char *path, const char *text,
                      size_t n, struct family_file **out, struct err *e)
{
    struct script *script = arena_new(a, struct script);
    struct family_file *f = arena_new(a, struct family_file);
    struct reader r = { .file = f,
                        .lines = vec_in(a, sizeof(struct line)),
                        .p = { .script = script,
                               .scope = vec_in(a, sizeof(struct symbol *)) } };

    *script = (struct script){ a, path, arena_strndup(a, text, n), n, e };
    *f = (struct family_file){ .arena = a,
                               .path = path,
                               .version = 1,
                               .work = MACHINE_WORK,
                               .script = script,
                               .pools = vec_in(a, sizeof(struct word_pool)) };
    vec_push(&f->pools);
    if (n > FILE_BYTES)
        return err_set(e, ERR_LIMIT, "%s: a family file has at most %d bytes",
                       path, FILE_BYTES);
    if (memchr(text, '\0', n))
        return script_fail(script,
                           (size_t)((const char *)memchr(text, 0, n) - text),
                           "a text cannot have the byte 0");
    hash_hex(hash_bytes(text, n), f->hash);
    if (!split_lines(&r) || !reader_block(&r, 0, r.lines.n, reader_entry) ||
        (r.kind && !reader_end_kind(&r)) || !finish(&r))
        return false;
    f->n_slots = r.p.n_slots;
    *out = f;
    return true;
}
