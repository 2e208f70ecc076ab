/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The reader of forms: lines to entries, entries to texts, texts to pieces.
 */
#include "base/ascii.h"
#include "base/vec.h"
#include "family/recipe/form.h"

#include <stdlib.h>
#include <string.h>

/* Another name of a value, within a kind. */
struct alias {
    const char *name;
    int kind;
    const struct field *field;
    size_t index;
};

struct reader {
    struct arena *arena;
    const struct form_known *known;
    struct form *form;
    const char *at;           /* what is not read yet */
    int next;                 /* its line */
    int line;                 /* of the entry */
    int kind;                 /* -1: before all kinds */
    const struct field *list; /* of the last text: whose items it goes by */
    struct vec aliases, levels, pools, wordings, told, named, steps, texts;
    struct err *e;
};

PRINTF(2, 3)
static bool fail(struct reader *r, const char *fmt, ...)
{
    struct str cause = str_in(r->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&cause, fmt, ap);
    va_end(ap);
    return err_set(r->e, ERR_SYNTAX, "%s:%d: %s", r->form->path, r->line,
                   str_get(&cause));
}

/* ---- entries ---- */

/* Find the next line, without spaces behind. Returns false at the end. */
static bool next_line(struct reader *r, const char **line, size_t *n)
{
    size_t all = strcspn(r->at, "\n");

    if (!*r->at)
        return false;
    *line = r->at;
    for (*n = all; *n && is_space(r->at[*n - 1]); --*n)
        continue;
    r->at += all + (r->at[all] == '\n');
    r->next++;
    return true;
}

/* Returns the next entry as one line, or NULL at the end. */
static const char *next_entry(struct reader *r)
{
    struct str entry = str_in(r->arena);
    const char *line;
    size_t n;

    for (;;) {
        bool starts = *r->at && !is_space(*r->at) && *r->at != '#';

        if (starts && entry.n)
            break;
        if (starts)
            r->line = r->next;
        if (!next_line(r, &line, &n))
            break;
        if (n == 0 || *line == '#')
            continue;
        while (n && is_space(*line))
            line++, n--;
        if (!entry.n && !starts)
            r->line = r->next - 1;
        if (entry.n || !starts)
            str_addc(&entry, ' ');
        str_addn(&entry, line, n);
    }
    return entry.n ? str_get(&entry) : NULL;
}

static bool is_name(const char *s, size_t n)
{
    if (n == 0 || !is_letter(*s))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_letter(s[i]) && !is_digit(s[i]) && s[i] != '_')
            return false;
    return true;
}

/* ---- places ---- */

static bool same(const char *whole, const char *part, size_t n)
{
    return strncmp(whole, part, n) == 0 && !whole[n];
}

static const struct field *find_value(const struct reader *r, const char *name,
                                      size_t n, size_t *index)
{
    for (size_t i = 0; i < r->aliases.n; i++) {
        const struct alias *x = vec_at(&r->aliases, i);

        if ((x->kind < 0 || x->kind == r->kind) && same(x->name, name, n)) {
            *index = x->index;
            return x->field;
        }
    }
    return values_field(r->known->fields, name, n, index);
}

/* The number of the text of that name; n_named when there is none. */
static size_t find_named(const struct reader *r, const char *name, size_t n)
{
    for (size_t i = 0; i < r->named.n; i++) {
        const struct form_named *x = vec_at(&r->named, i);

        if ((x->kind < 0 || x->kind == r->kind) && same(x->name, name, n))
            return i;
    }
    return r->named.n;
}

static bool add_given(struct reader *r, const char *name, size_t n,
                      size_t *index)
{
    struct form *f = r->form;

    for (*index = 0; *index < f->n_given; ++*index)
        if (same(f->given[*index], name, n))
            return true;
    if (!is_name(name, n))
        return fail(r, "<%.*s> is no place", (int)n, name);
    if (f->n_given == FORM_GIVEN)
        return fail(r, "more than %d names that C must give", FORM_GIVEN);
    f->given[f->n_given++] = arena_strndup(r->arena, name, n);
    return true;
}

/* "", "+", "()" or "?one|many" behind the name of a number. */
static bool is_shape(const char *shape, size_t n)
{
    return n == 0 || (n == 1 && *shape == '+') ||
           (n == 2 && memcmp(shape, "()", 2) == 0) ||
           (*shape == '?' && memchr(shape, '|', n));
}

/* A number: a value, an item of a list, or what C gives. */
static bool read_number(struct reader *r, const char *name, size_t n,
                        bool repeats, struct form_piece *p)
{
    p->of = PIECE_VALUE;
    p->field = find_value(r, name, n, &p->index);
    if (!p->field) {
        p->of = PIECE_GIVEN;
        return add_given(r, name, n, &p->index);
    }
    if (!p->field->most || name[n - 1] == ']' || !same(p->field->name, name, n))
        return true;
    p->of = PIECE_ITEM;
    r->list = p->field;
    return repeats || fail(r, "<%s> is a list: name an item of it, <%s[0]>",
                           p->field->name, p->field->name);
}

static bool read_place(struct reader *r, const char *place, size_t n,
                       bool repeats, struct form_piece *p)
{
    size_t name = 0;

    while (name < n && !strchr("+(?", place[name]))
        name++;
    *p = (struct form_piece){
        .text = place, .n = name, .shape = place + name, .shape_n = n - name
    };
    if (!is_shape(p->shape, p->shape_n))
        return fail(r, "<%.*s> is no place", (int)n, place);
    p->index = find_named(r, place, name);
    if (same("key", place, name))
        p->of = PIECE_KEY;
    else if (same("letter", place, name) && repeats)
        p->of = PIECE_LETTER;
    else if (same("item", place, name) && repeats)
        p->of = PIECE_PLACE;
    else if (p->index < r->named.n)
        p->of = PIECE_NAMED;
    else if (!find_value(r, place, name, &p->index) &&
             speech_has_word(r->pools.items, place, name))
        p->of = PIECE_WORD;
    else
        return read_number(r, place, name, repeats, p);
    return !p->shape_n || fail(r, "<%.*s> is no number", (int)n, place);
}

/* A text to its pieces. */
static struct form_text *read_text(struct reader *r, const char *name,
                                   const char *text, bool repeats)
{
    struct form_text *t = arena_new(r->arena, struct form_text);
    struct vec pieces = vec_in(r->arena, sizeof(struct form_piece));
    const char *from = text, *p = text;

    r->list = NULL;
    while ((p = strchr(p, '<'))) {
        const char *end = strchr(p, '>');

        if (!is_letter(p[1])) {
            p++;
            continue;
        }
        if (!end) {
            fail(r, "a place is not closed: %s", p);
            return NULL;
        }
        if (p > from)
            *(struct form_piece *)vec_push(&pieces) =
                (struct form_piece){ .text = from, .n = (size_t)(p - from) };
        if (!read_place(r, p + 1, (size_t)(end - p) - 1, repeats,
                        vec_push(&pieces)))
            return NULL;
        from = p = end + 1;
    }
    if (*from)
        *(struct form_piece *)vec_push(&pieces) =
            (struct form_piece){ .text = from, .n = strlen(from) };
    *t = (struct form_text){ .name = name,
                             .line = r->line,
                             .kind = r->kind,
                             .pieces = pieces.items,
                             .n_pieces = pieces.n };
    *(struct form_text **)vec_push(&r->texts) = t;
    return t;
}

/* ---- the head of a form ---- */

static bool read_concept(struct reader *r, const char *arg, const char *text)
{
    size_t n = 0;

    (void)arg;
    while (r->form->concepts[n])
        n++;
    if (n + 1 == FAMILY_CONCEPTS)
        return fail(r, "more than %d concepts", FAMILY_CONCEPTS - 1);
    r->form->concepts[n] = text;
    return true;
}

static bool read_level(struct reader *r, const char *arg, const char *text)
{
    *(struct family_level *)vec_push(&r->levels) =
        (struct family_level){ arg, text };
    return true;
}

static bool read_pool(struct reader *r, const char *arg, const char *text)
{
    if (speech_has_word(r->pools.items, arg, strlen(arg)))
        return fail(r, "there is a pool \"%s\" already", arg);
    /* The list is always ended, for those who look words up. */
    *(struct word_pool *)vec_at(&r->pools, r->pools.n - 1) =
        (struct word_pool){ arg, text };
    vec_push(&r->pools);
    return true;
}

/* ---- kinds ---- */

static bool read_kind(struct reader *r, const char *arg, const char *text)
{
    const char *const *kinds = r->known->kinds;
    int i = 0;

    (void)text;
    while (kinds && kinds[i] && !str_eq(kinds[i], arg))
        i++;
    if (!kinds || !kinds[i])
        return fail(r, "C has no kind \"%s\"", arg);
    r->kind = i;
    return true;
}

/* "angle = s[0]; side = c[0]" */
static bool read_values(struct reader *r, const char *arg, const char *text)
{
    (void)arg;
    while (*text) {
        size_t n = strcspn(text, ";");
        char *row = str_trim(r->arena, arena_strndup(r->arena, text, n));
        char *sign = strchr(row, '=');
        struct alias x = { .kind = r->kind };
        const char *value = sign ? str_trim(r->arena, sign + 1) : "";

        if (sign)
            *sign = 0;
        x.name = str_trim(r->arena, row);
        x.field =
            values_field(r->known->fields, value, strlen(value), &x.index);
        if (!sign || !is_name(x.name, strlen(x.name)))
            return fail(r, "write \"name = value; name = value\"");
        if (!x.field || (x.field->most && !str_ends(value, "]")))
            return fail(r, "there is no value \"%s\"", value);
        *(struct alias *)vec_push(&r->aliases) = x;
        text += n + (text[n] == ';');
    }
    return true;
}

/* ---- texts that are named ---- */

static bool add_named(struct reader *r, const char *name,
                      struct form_named **out)
{
    size_t n = strlen(name), index;

    if (!is_name(name, n))
        return fail(r, "\"%s\" is no name", name);
    if (find_named(r, name, n) < r->named.n || find_value(r, name, n, &index) ||
        speech_has_word(r->pools.items, name, n))
        return fail(r, "<%s> is something else already", name);
    for (size_t i = 0; i < r->form->n_given; i++)
        if (str_eq(r->form->given[i], name))
            return fail(r, "<%s> is used above its text", name);
    *out = vec_push(&r->named);
    **out = (struct form_named){ .name = name, .kind = r->kind };
    return true;
}

/* The texts of a name come before the name: none can contain itself. */
static bool read_one(struct reader *r, const char *name, const char *text,
                     enum named_as what)
{
    struct form_row *row = arena_new(r->arena, struct form_row);
    struct form_named *named;

    row->text = read_text(r, name, text, what != NAMED_TEXT);
    if (!row->text)
        return false;
    if (what != NAMED_TEXT && !r->list)
        return fail(r, "no list is named that it could go by");
    if (!add_named(r, name, &named))
        return false;
    named->what = what;
    named->list = r->list;
    named->rows = row;
    named->n_rows = 1;
    return true;
}

static bool read_piece(struct reader *r, const char *arg, const char *text)
{
    return read_one(r, arg, text, NAMED_TEXT);
}

static bool read_each(struct reader *r, const char *arg, const char *text)
{
    return read_one(r, arg, text, NAMED_EACH);
}

static bool read_list(struct reader *r, const char *arg, const char *text)
{
    return read_one(r, arg, text, NAMED_LIST);
}

/* How long is the row that begins here: up to a bar outside of places. */
static size_t row_length(const char *text)
{
    size_t n = 0;

    for (bool inside = false; text[n] && (inside || text[n] != '|'); n++)
        inside =
            text[n] == '<' ? is_letter(text[n + 1]) : inside && text[n] != '>';
    return n;
}

static bool read_row(struct reader *r, const char *name, char *row,
                     struct form_row *out)
{
    char *sign = strchr(row, '='), *end;
    const char *value;

    if (!sign)
        return fail(r, "write \"number = text | else = text\"");
    *sign = 0;
    value = str_trim(r->arena, row);
    out->otherwise = str_eq(value, "else");
    out->value = strtoll(value, &end, 10);
    if (!out->otherwise && (end == value || *end))
        return fail(r, "\"%s\" is no number", value);
    out->text = read_text(r, name, str_trim(r->arena, sign + 1), false);
    return out->text != NULL;
}

/* What a choice goes by: a number, or the length of a list. */
static bool read_by(struct reader *r, const char *name, struct form_piece *p)
{
    size_t n = strlen(name), index;
    const struct field *f = find_value(r, name, n, &index);

    *p = (struct form_piece){ .of = PIECE_COUNT, .field = f };
    return (f && f->most && same(f->name, name, n)) ||
           read_number(r, name, n, false, p);
}

static bool read_choice(struct reader *r, const char *arg, const char *text)
{
    const char *by = strstr(arg, " by ");
    struct vec rows = vec_in(r->arena, sizeof(struct form_row));
    struct form_named *named;
    struct form_piece number;
    const char *name;

    if (!by)
        return fail(r, "write \"choose NAME by NUMBER: ...\"");
    name = arena_strndup(r->arena, arg, (size_t)(by - arg));
    if (!read_by(r, by + 4, &number))
        return false;
    while (*text) {
        size_t n = row_length(text);

        if (!read_row(r, name, arena_strndup(r->arena, text, n),
                      vec_push(&rows)))
            return false;
        text += n + (text[n] == '|');
    }
    if (!add_named(r, name, &named))
        return false;
    named->what = NAMED_CHOICE;
    named->by = number;
    named->rows = rows.items;
    named->n_rows = rows.n;
    return true;
}

/* ---- wordings and steps ---- */

static bool find_condition(struct reader *r, const char *arg,
                           struct wording *out)
{
    const struct condition *c = r->known->conditions;

    if (!*arg)
        return true;
    if (!str_starts(arg, "when "))
        return fail(r, "\"%s\" is no condition: write \"when NAME\"", arg);
    while (c && c->name && !str_eq(c->name, arg + 5))
        c++;
    if (!c || !c->name)
        return fail(r, "C has no condition \"%s\"", arg + 5);
    out->fits = c->holds;
    return true;
}

static const char *const styles[] = { "terse", "plain", "story" };

static bool read_wording(struct reader *r, enum style style, const char *arg,
                         const char *text)
{
    struct wording w = { .style = style, .text = text };
    struct form_text *t;

    if (!find_condition(r, arg, &w) ||
        !(t = read_text(r, styles[style], text, false)))
        return false;
    *(struct form_text **)vec_push(&r->told) = t;
    *(struct wording *)vec_push(&r->wordings) = w;
    return true;
}

static bool read_terse(struct reader *r, const char *arg, const char *text)
{
    return read_wording(r, STYLE_TERSE, arg, text);
}

static bool read_plain(struct reader *r, const char *arg, const char *text)
{
    return read_wording(r, STYLE_PLAIN, arg, text);
}

static bool read_story(struct reader *r, const char *arg, const char *text)
{
    return read_wording(r, STYLE_STORY, arg, text);
}

static bool read_step(struct reader *r, const char *arg, const char *text)
{
    struct form_text *t;

    if (!is_name(arg, strlen(arg)))
        return fail(r, "\"%s\" is no name", arg);
    for (size_t i = 0; i < r->steps.n; i++) {
        t = *vec_get(&r->steps, struct form_text *, i);
        if ((t->kind < 0 || t->kind == r->kind) && str_eq(t->name, arg))
            return fail(r, "there is a step \"%s\" already", arg);
    }
    if (!(t = read_text(r, arg, text, false)))
        return false;
    *(struct form_text **)vec_push(&r->steps) = t;
    return true;
}

/* ---- the whole ---- */

#define ONCE(member) NULL, offsetof(struct form, member)

/* An entry of one text that stands once, or one that a function reads. */
static const struct rule {
    const char *head;
    bool has_name;
    bool (*read)(struct reader *r, const char *arg, const char *text);
    size_t at; /* when it stands once: where in the form */
} rules[] = {
    { "title", false, ONCE(title) },
    { "about", false, ONCE(about) },
    { "topic", false, ONCE(topic) },
    { "ending", false, ONCE(ending) },
    { "few keys", false, ONCE(few_keys) },
    { "concept", false, read_concept, 0 },
    { "level", true, read_level, 0 },
    { "pool", true, read_pool, 0 },
    { "kind", true, read_kind, 0 },
    { "values", false, read_values, 0 },
    { "text", true, read_piece, 0 },
    { "each", true, read_each, 0 },
    { "list", true, read_list, 0 },
    { "choose", true, read_choice, 0 },
    { "terse", false, read_terse, 0 },
    { "plain", false, read_plain, 0 },
    { "story", false, read_story, 0 },
    { "step", true, read_step, 0 },
};

static bool set_once(struct reader *r, const struct rule *x, const char *text)
{
    const char **to = (const char **)(void *)((char *)r->form + x->at);

    if (*to)
        return fail(r, "there are two entries \"%s\"", x->head);
    *to = text;
    return true;
}

static bool read_entry(struct reader *r, const char *entry)
{
    size_t head = strcspn(entry, ":"), word = strcspn(entry, " :");
    const char *arg, *text;

    if (*entry == ' ' || !entry[head])
        return fail(r, "this is no entry: write \"title: text\"");
    arg =
        str_trim(r->arena, arena_strndup(r->arena, entry + word, head - word));
    text = str_trim(r->arena, entry + head + 1);
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        const struct rule *x = &rules[i];

        if (!same(x->head, entry, x->read ? word : head))
            continue;
        if (x->has_name && !*arg)
            return fail(r, "\"%s\" wants a name", x->head);
        if (!*text)
            return fail(r, "\"%s\" has no text", x->head);
        return x->read ? x->read(r, arg, text) : set_once(r, x, text);
    }
    return fail(r, "no entry begins with \"%.*s\"", (int)word, entry);
}

/* Wordings that fit every value of a kind: one terse, two plain, a story; or
 * two plain. */
static bool has_wordings(struct reader *r, int kind)
{
    static const size_t least[] = { 1, 2, 1 };

    for (int style = STYLE_TERSE; style <= STYLE_STORY; style++) {
        size_t n = 0;

        for (size_t i = 0; i < r->wordings.n; i++) {
            const struct wording *w = vec_at(&r->wordings, i);

            n += w->style == (enum style)style && !w->fits &&
                 form_serves(*vec_get(&r->told, struct form_text *, i), kind);
        }
        if (n <
            (r->known->only_plain && style != STYLE_PLAIN ? 0 : least[style]))
            return fail(r, "%s%s has %zu \"%s\" without a condition, not %zu",
                        kind < 0 ? "the form" : "kind ",
                        kind < 0 ? "" : r->known->kinds[kind], n, styles[style],
                        least[style]);
    }
    return true;
}

static bool finish(struct reader *r)
{
    const char *const *kinds = r->known->kinds;
    struct form *f = r->form;
    size_t index;

    r->line = r->next;
    if (!f->title || !f->about || !f->concepts[0] || !r->levels.n)
        return fail(r, "title, about, concept and level must be there");
    if (!kinds && !has_wordings(r, -1))
        return false;
    for (int i = 0; kinds && kinds[i]; i++)
        if (!has_wordings(r, i))
            return false;
    f->kind = kinds ? values_field(r->known->fields, "kind", 4, &index) : NULL;
    vec_push(&r->wordings); /* the end */
    f->levels = r->levels.items;
    f->n_levels = (int)r->levels.n;
    f->pools = r->pools.items;
    f->wordings = r->wordings.items;
    f->told = r->told.items;
    f->named = r->named.items;
    f->n_named = r->named.n;
    f->steps = r->steps.items;
    f->n_steps = r->steps.n;
    f->texts = r->texts.items;
    f->n_texts = r->texts.n;
    return true;
}

bool form_read(struct arena *a, const struct form_known *known,
               const char *path, const char *text, struct form *out,
               struct err *e)
{
    struct reader r = { .arena = a,
                        .known = known,
                        .form = out,
                        .at = text,
                        .next = 1,
                        .kind = -1,
                        .aliases = vec_in(a, sizeof(struct alias)),
                        .levels = vec_in(a, sizeof(struct family_level)),
                        .pools = vec_in(a, sizeof(struct word_pool)),
                        .wordings = vec_in(a, sizeof(struct wording)),
                        .told = vec_in(a, sizeof(struct form_text *)),
                        .named = vec_in(a, sizeof(struct form_named)),
                        .steps = vec_in(a, sizeof(struct form_text *)),
                        .texts = vec_in(a, sizeof(struct form_text *)),
                        .e = e };
    const char *entry;

    *out = (struct form){ .path = path };
    vec_push(&r.pools); /* the end */
    while ((entry = next_entry(&r)))
        if (!read_entry(&r, entry))
            return false;
    return finish(&r);
}
