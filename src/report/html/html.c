/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/html.h"
#include "base/ascii.h"
#include "base/map.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

#define ID_MOST 60 /* bytes of a section's anchor */

/* ---- text ---- */

static bool is_control(uint32_t c)
{
    return utf8_is_unseen(c) && c != '\n' && c != '\t' && c != 0xAD;
}

static const char *entity(uint32_t c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return is_control(c) ? "\xEF\xBF\xBD" : NULL;
    }
}

void html_text(struct str *out, const char *s)
{
    size_t n = s ? strlen(s) : 0;

    for (size_t i = 0; i < n;) {
        uint32_t c = 0;
        size_t k = utf8_read(s + i, n - i, &c);
        const char *other = k ? entity(c) : "\xEF\xBF\xBD";

        if (other)
            str_add(out, other);
        else
            str_addn(out, s + i, k);
        i += k ? k : 1;
    }
}

void html_name(struct str *out, const char *name)
{
    struct arena a = { 0 };

    while (name && *name) {
        size_t n = strcspn(name, "/_;");

        n += name[n] != '\0';
        html_text(out, arena_strndup(&a, name, n));
        name += n;
        str_add(out, *name ? "<wbr>" : "");
    }
    arena_clear(&a);
}

/* The value of a name in a query, encoded, and its length; or NULL. */
static const char *value_in(const char *query, const char *name, size_t *n)
{
    size_t k = strlen(name);

    for (const char *s = query; *s; s += strcspn(s, "&"), s += *s == '&')
        if (strncmp(s, name, k) == 0 && s[k] == '=') {
            *n = strcspn(s + k + 1, "&");
            return s + k + 1;
        }
    return NULL;
}

/* "#item/SET/ID", or "#items?..." */
static void html_add_target(struct str *out, const char *items)
{
    size_t n_set = 0, n_id = 0;
    const char *set = value_in(items, "set", &n_set);
    const char *id = value_in(items, "problem", &n_id);
    struct arena a = { 0 };

    html_text(out, set && id ? arena_printf(&a, "#item/%s/%s",
                                            arena_strndup(&a, set, n_set),
                                            arena_strndup(&a, id, n_id))
                             : arena_printf(&a, "#items?%s", items));
    arena_clear(&a);
}

void html_link(struct str *out, const char *items, const char *name)
{
    if (items) {
        str_add(out, "<a href=\"");
        html_add_target(out, items);
        str_add(out, "\">");
    }
    html_name(out, name);
    str_add(out, items ? "</a>" : "");
}

/* <tag class="...">text</tag>; nothing if there is no text. */
static void add_element(struct str *out, const char *tag, const char *kind,
                        const char *text)
{
    if (!text || !*text)
        return;
    str_addf(out, "<%s class=\"%s\">", tag, kind);
    html_text(out, text);
    str_addf(out, "</%s>\n", tag);
}

/* ---- blocks ---- */

/* Where the writing of a body stands. */
struct body {
    struct str *out, *nav;
    bool has_items;      /* that links may lead to */
    struct map ids;      /* anchors that are taken */
    bool in_section;     /* a <section> is open */
    enum block_kind run; /* of the group that is open; BLOCK_SECTION: none */
    struct arena arena;  /* for one block */
};

/* Numbers and examples that follow each other stand side by side. */
static void group(struct body *b, enum block_kind kind)
{
    bool runs = kind == BLOCK_NUMBER || kind == BLOCK_EXAMPLE;

    if (b->run == kind)
        return;
    if (b->run != BLOCK_SECTION)
        str_add(b->out, "</div>\n");
    b->run = runs ? kind : BLOCK_SECTION;
    if (runs)
        str_addf(b->out, "<div class=\"%s\">\n",
                 kind == BLOCK_NUMBER ? "cards" : "examples");
}

/* An anchor for a title, different from all before it: "s-cost", "s-cost-2". */
static const char *anchor(struct body *b, const char *prefix, const char *title)
{
    struct str id = str_in(&b->arena);
    size_t *times;

    str_add(&id, prefix);
    for (; *title && id.n < ID_MOST; title++)
        if (is_letter(*title) || is_digit(*title))
            str_addc(&id, to_lower(*title));
        else if (id.s[id.n - 1] != '-')
            str_addc(&id, '-');
    times = map_put(&b->ids, id.s, id.n, NULL);
    if (++*times > 1)
        str_addf(&id, "-%zu", *times);
    return id.s;
}

/* Adds a title, without the colon that a text needs. */
static void html_add_title(struct str *out, const char *title)
{
    struct arena a = { 0 };
    size_t n = strlen(title);

    html_text(out, arena_strndup(&a, title, n - str_ends(title, ":")));
    arena_clear(&a);
}

static void html_add_entry(struct body *b, const char *kind, const char *id,
                           const char *title)
{
    str_addf(b->nav, "<li class=\"%s\"><a href=\"#%s\">", kind, id);
    html_add_title(b->nav, title);
    str_add(b->nav, "</a></li>\n");
}

/* Opens a section. A title that is a whole sentence is one: texts set it apart
 * as they do titles, and it would say too much in a navigation. */
static void open_section(struct body *b, const char *title)
{
    bool named = *title && !str_ends(title, ".");
    const char *id = named ? anchor(b, "s-", title) : NULL;

    if (b->in_section)
        str_add(b->out, "</section>\n");
    b->in_section = true;
    if (!id) {
        str_add(b->out, "<section>\n");
        add_element(b->out, "p", "say", title);
        return;
    }
    str_addf(b->out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">", id,
             id);
    html_add_title(b->out, title);
    str_add(b->out, "</h2>\n");
    html_add_entry(b, "part", id, title);
}

static void add_figure(struct body *b, const struct figure *f)
{
    const char *id = anchor(b, "f-", f->name);

    html_figure(b->out, f, id, b->has_items);
    html_add_entry(b, "drawing", id, f->title);
}

/* A headline figure: the value large, what it rests on small. */
static void html_add_number(struct body *b, const struct block *n)
{
    const struct datum *v = &n->value;

    str_add(b->out, "<div class=\"card\">\n");
    add_element(b->out, "div", "what", n->text);
    add_element(b->out, "div", "value",
                datum_words(&b->arena, *v, STYLE_ALONE));
    if (v->kind == DATUM_ESTIMATE && datum_known(v)) {
        str_add(b->out, "<div class=\"range\">95 % interval ");
        html_text(b->out, datum_interval(&b->arena, *v, 0));
        if (!n->note)
            str_addf(b->out, ", n = %" PRIu64, v->n);
        str_add(b->out, "</div>\n");
    }
    add_element(b->out, "div", "note", n->note);
    str_add(b->out, "</div>\n");
}

/* A line of an example's list of terms; its text is set as mathematics. */
static void html_add_term(struct str *out, const char *term, const char *kind,
                          const char *text)
{
    if (!text)
        return;
    str_addf(out, "<dt>%s</dt>", term);
    add_element(out, "dd", kind, *text ? text : "-");
}

static void html_add_example(struct body *b, const struct doc_example *x)
{
    struct str *out = b->out;

    str_add(out, "<article class=\"example\">\n<header>");
    html_link(out, b->has_items ? x->items : NULL, x->problem);
    if (x->mark) {
        str_add(out, " <span class=\"mark\" data-mark=\"");
        html_text(out, x->mark);
        str_add(out, "\">");
        html_text(out, x->mark);
        str_add(out, "</span>");
    }
    str_add(out, "</header>\n");
    add_element(out, "div", "statement tex", x->statement);
    str_add(out, "<dl>");
    html_add_term(out, "key", "formula", x->key);
    if (x->model || (x->answer && *x->answer))
        html_add_term(out, x->model ? "answer" : "", "formula", x->answer);
    html_add_term(out, "model", "plain", x->model);
    html_add_term(out, "why", "words", x->why);
    html_add_term(out, "reply", "words", x->reply);
    html_add_term(out, "how", "words", x->note);
    str_add(out, "</dl>\n</article>\n");
}

static void html_add_steps(struct body *b, const struct block *s)
{
    add_element(b->out, "h3", "steps-title", s->text);
    str_add(b->out, "<ol class=\"steps\">\n");
    for (size_t i = 0; i < s->n_steps; i++) {
        str_add(b->out, "<li>");
        add_element(b->out, "p", "what", s->steps[i].what);
        str_add(b->out, "<div class=\"text\">");
        html_text(b->out, s->steps[i].text);
        str_add(b->out, "</div></li>\n");
    }
    str_add(b->out, "</ol>\n");
}

static void html_add_block(struct body *b, const struct block *x)
{
    if (x->kind != BLOCK_SECTION && !b->in_section)
        open_section(b, "");
    group(b, x->kind);
    switch (x->kind) {
    case BLOCK_SECTION: open_section(b, x->text); break;
    case BLOCK_SENTENCE: add_element(b->out, "p", "say", x->text); break;
    case BLOCK_TABLE: html_table(b->out, x, NULL, b->has_items); break;
    case BLOCK_NUMBER: html_add_number(b, x); break;
    case BLOCK_FIGURE: add_figure(b, x->figure); break;
    case BLOCK_EXAMPLE: html_add_example(b, x->example); break;
    case BLOCK_STEPS: html_add_steps(b, x); break;
    }
    arena_reset(&b->arena);
}

void html_body(struct str *out, struct str *nav, const struct document *d,
               bool has_items)
{
    struct body b = { .out = out, .nav = nav, .has_items = has_items };

    for (const struct block *x = d->first; x; x = x->next)
        if (x->shown != SHOWN_BRIEF)
            html_add_block(&b, x);
    group(&b, BLOCK_SECTION);
    if (b.in_section)
        str_add(out, "</section>\n");
    map_clear(&b.ids);
    arena_clear(&b.arena);
}
