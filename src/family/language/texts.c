/* SPDX-License-Identifier: Apache-2.0 */

/* Texts with places: to pieces, and spoken. */
#include "family/language/texts.h"
#include "base/ascii.h"
#include "family/language/key.h"
#include "family/words.h"

#include <string.h>

/* ---- reading ---- */

static void add_text(struct vec *pieces, struct str *so_far)
{
    if (so_far->n)
        *(struct say *)vec_push(pieces) =
            (struct say){ .kind = SAY_TEXT,
                          .text = arena_strndup(so_far->arena, so_far->s,
                                                so_far->n),
                          .n = so_far->n };
    str_reset(so_far);
}

/* "<" before a letter, a bracket, or a minus sign and one of these; before a
 * digit, "[", "{" or a quotation mark if ">" closes it: <2 * n>, but not $1 < 2$ or $a <2$. */
static bool is_place(const char *text, size_t at, size_t end)
{
    size_t close = at + 1;

    if (at + 1 < end && text[at + 1] == '-')
        at++;
    if (at + 1 >= end)
        return false;
    while (close < end && !strchr("<>$", text[close]))
        close++;
    return is_letter(text[at + 1]) || text[at + 1] == '(' ||
           ((is_digit(text[at + 1]) || strchr("[{\"", text[at + 1])) &&
            close < end && text[close] == '>');
}

const struct text_shape text_shapes[] = {
    { "", "<x>", "the value: `5`, `-5`, `\\frac{1}{2}`" },
    { "+", "<x+>", "joined to a sum, with spaces: \" + 5\" or \" - 5\"" },
    { "-", "<x->", "subtracted: \" - 5\", or \" + 5\" if the value is -5" },
    { "()", "<x()>", "in brackets if it is negative: 5 or (-5)" },
    { "?one|many", "<n?coin|coins>",
      "the first word if the value is 1, else the second; without the number" },
    { "?th", "<n?th>", "an ordinal: 1st, 2nd, 3rd, 11th" },
    { "?.", "<x?.>", "a decimal: 3.25; a fraction that is none stays one" },
    { "?.2", "<x?.2>", "a decimal rounded to so many places: 3.50" },
    { "?02", "<n?02>", "with zeros in front, so many digits: 07" },
    { "?*x^2", "<a?*x^2>",
      "a term: `5x^2`, `x^2`, `-x^2`, or nothing if the value is 0" },
    { "?+*x", "<b?+*x>",
      "a term that follows others: \" + 5x\", \" - x\", nothing if 0; the first "
      "one that is left has no \" + \". `<c?+*>` is a constant" },
};

const size_t n_text_shapes = sizeof(text_shapes) / sizeof(text_shapes[0]);

/* "?th", "?.", "?.2" or "?02" */
static bool is_form(const struct say *p)
{
    const char *s = p->shape;

    return (p->shape_n == 3 && memcmp(s, "?th", 3) == 0) ||
           (p->shape_n == 2 && memcmp(s, "?.", 2) == 0) ||
           (p->shape_n == 3 && (s[1] == '.' || s[1] == '0') && is_digit(s[2]));
}

bool words_is_term(const struct say *p)
{
    return p->shape_n > 1 && *p->shape == '?' &&
           (p->shape[1] == '*' ||
            (p->shape_n > 2 && p->shape[1] == '+' && p->shape[2] == '*'));
}

/* A shape behind a formula, up to ">". */
static bool read_shape(struct formulas *p, struct say *out)
{
    const char *text = p->script->text;
    size_t at = p->m.now.at, end = p->m.end;
    const char *close = memchr(text + at, '>', end - at);

    if (!close)
        return script_fail(p->script, at, "this place is not closed by \">\"");
    out->shape = text + at;
    out->shape_n = (size_t)(close - text) - at;
    while (out->shape_n && is_space(out->shape[out->shape_n - 1]))
        out->shape_n--;
    p->m.at = (size_t)(close - text) + 1;
    if (out->shape_n == 0 || (out->shape_n == 1 && strchr("+-", *out->shape)) ||
        (out->shape_n == 2 && memcmp(out->shape, "()", 2) == 0) ||
        (*out->shape == '?' && (memchr(out->shape, '|', out->shape_n) ||
                                is_form(out) || words_is_term(out))))
        return true;
    return script_fail(
        p->script, at,
        "\"%.*s\" is no shape of a number: \"+\", \"-\", \"()\", "
        "\"?one|many\", \"?th\", \"?.2\", \"?02\", \"?*x\" or "
        "\"?+*x\"",
        (int)out->shape_n, out->shape);
}

/* The name of a word of a pool, or of a text of the file, if that is all. */
static const char *only_name(struct formulas *p)
{
    struct formula_tokens ahead = p->m;
    const char *name;

    if (ahead.now.kind != MARK_NAME)
        return NULL;
    name = marks_text(&ahead, ahead.now);
    return marks_next(&ahead) && marks_is(&ahead, ">") ? name : NULL;
}

static bool read_place(struct formulas *p, const struct word_pool *pools,
                       size_t at, size_t end, struct say *out, size_t *next)
{
    const char *name;
    struct symbol *s;

    if (!formula_begin(p, at + 1, end))
        return false;
    name = only_name(p);
    s = name ? scope_find(p, name) : NULL;
    if (name && ((s && s->kind == SYMBOL_WORDS) ||
                 (!s && speech_has_word(pools, name, strlen(name))))) {
        if (!s && !translation_has_word(p, pools, name, at))
            return false;
        *out = (struct say){ .kind = s ? SAY_WORDS : SAY_WORD,
                             .text = name,
                             .n = strlen(name),
                             .words = s ? s->words : NULL };
        if (!marks_next(&p->m))
            return false;
        *next = p->m.at;
        return true;
    }
    *out = (struct say){ .kind = SAY_VALUE };
    p->in_place = true;
    out->value = formula_read(p);
    p->in_place = false;
    if (!out->value || !read_shape(p, out))
        return false;
    if (out->shape_n && !formula_want(p, out->value, TYPE_NUMBER, "a number"))
        return false;
    *next = p->m.at;
    return true;
}

bool words_measure(struct formulas *p, struct say_text *w)
{
    w->size = w->n;
    for (size_t i = 0; i < w->n; i++) {
        const struct say *x = &w->pieces[i];

        w->size += x->words ? x->words->size : 0;
        w->size += x->otherwise ? x->otherwise->size : 0;
    }
    return w->size <= TEXT_PIECES ||
           script_fail(p->script, w->at,
                       "this text has more than %d parts, with those of the "
                       "texts in it",
                       TEXT_PIECES);
}

struct say_text *words_read(struct formulas *p, const struct word_pool *pools,
                            size_t at, size_t end)
{
    struct arena *a = p->script->arena;
    struct say_text *w = arena_new(a, struct say_text);
    struct vec pieces = vec_in(a, sizeof(struct say));
    struct str so_far = str_in(a);
    const char *text = p->script->text;

    w->at = at;
    while (at < end) {
        if (is_space(text[at])) { /* one space for all */
            at = script_skip(p->script, at, end);
            if (at < end && (so_far.n || pieces.n))
                str_addc(&so_far, ' ');
        } else if (text[at] == '<' && is_place(text, at, end)) {
            struct say piece;

            add_text(&pieces, &so_far);
            if (!read_place(p, pools, at, end, &piece, &at))
                return NULL;
            *(struct say *)vec_push(&pieces) = piece;
        } else {
            str_addc(&so_far, text[at++]);
        }
    }
    add_text(&pieces, &so_far);
    w->pieces = pieces.items;
    w->n = pieces.n;
    return words_measure(p, w) ? w : NULL;
}

const char *words_drawn(const struct say_text *w)
{
    const char *found = NULL;

    for (size_t i = 0; w && !found && i < w->n; i++) {
        const struct say *p = &w->pieces[i];

        found = p->kind == SAY_WORD ? p->text : words_drawn(p->words);
        if (!found)
            found = words_drawn(p->otherwise);
    }
    return found;
}

/* ---- speaking ---- */

/* Where the number stands that a bare place tells, so that a letter can stand
 * for it; or NULL. */
static const int64_t *origin_of(struct machine *m, const struct node *x)
{
    const int64_t *list;
    struct val i;

    if (x->op == OP_VAR)
        return type_of(x->symbol->type) == TYPE_NUMBER
                   ? m->origins[x->symbol->slot]
                   : NULL;
    if (x->op != OP_INDEX || x->kids[0]->op != OP_VAR ||
        x->kids[0]->symbol->kind != SYMBOL_GIVEN)
        return NULL;
    list = m->origins[x->kids[0]->symbol->slot];
    i = list ? machine_run(m, x->kids[1]) : VAL_FAILED;
    return i.kind == VAL_INT ? list + i.i : NULL;
}

static const char *ending_of(int64_t n)
{
    n = n < 0 ? -n : n;
    if (n / 10 % 10 == 1)
        return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

static void say_ordinal(struct speech *s, int64_t n)
{
    if (s->tongue && s->tongue->ordinal)
        str_addf(&s->out, s->tongue->ordinal, (long long)n);
    else
        str_addf(&s->out, "%lld%s", (long long)n, ending_of(n));
}

/* "?th", "?.", "?.2" and "?02" */
static void say_form(struct speech *s, struct machine *m, const char *shape,
                     size_t n, struct val x)
{
    int places = n == 3 ? shape[2] - '0' : -1;
    struct str text = str_in(s->arena);

    if (shape[1] == '.') {
        const char *decimal = key_decimal_text(&m->r, x, places);

        if (decimal)
            str_add(&s->out, decimal);
        else
            val_say(&m->r, &s->out, x);
        return;
    }
    if (x.kind != VAL_INT) {
        val_fail(&m->r, "this shape is for whole numbers, not %s",
                 val_what(&m->r, x));
        return;
    }
    if (shape[1] == 't') {
        say_ordinal(s, x.i);
        return;
    }
    str_add(&s->out, x.i < 0 ? "-" : "");
    str_add_int(&text, x.i < 0 ? -x.i : x.i);
    for (int i = (int)text.n; i < places; i++)
        str_addc(&s->out, '0');
    str_add(&s->out, str_get(&text));
}

/* Does a sum begin here, so that its first term has no " + "? */
static bool begins_sum(const struct str *out)
{
    size_t n = out->n;

    while (n && out->s[n - 1] == ' ')
        n--;
    return n == 0 || strchr("$([{=<>,;:&|", out->s[n - 1]) != NULL;
}

/* The value, or the letter that hides it, as a coefficient. */
static void say_term(struct speech *s, struct machine *m, const struct say *p,
                     struct val x, const char *letter)
{
    bool joined = p->shape[1] == '+';
    size_t skip = joined ? 3 : 2, n = p->shape_n - skip;
    bool minus = false, first;
    int order = 0, one = 1;

    if (!letter && !val_order(&m->r, x, val_int(0), &order))
        return;
    if (!letter && order == 0)
        return;
    minus = order < 0;
    x = minus ? val_neg(&m->r, x) : x;
    first = !joined || begins_sum(&s->out);
    while (joined && s->out.n > (first ? 1 : 0) &&
           s->out.s[s->out.n - 1] == ' ' &&
           (!first || s->out.s[s->out.n - 2] == ' '))
        s->out.s[--s->out.n] = '\0'; /* the sign has its own */
    str_add(&s->out, first ? (minus ? "-" : "") : minus ? " - " : " + ");
    if (letter)
        str_add(&s->out, letter);
    else if (n == 0 || !val_order(&m->r, x, val_int(1), &one) || one != 0)
        val_say(&m->r, &s->out, x);
    str_addn(&s->out, p->shape + skip, n);
}

static bool is_negative(struct machine *m, struct val x)
{
    int order = 0;

    return val_order(&m->r, x, val_int(0), &order) && order < 0;
}

/* " + 5" or " - 5" */
static void say_sign(struct speech *s, struct machine *m, struct val x)
{
    bool minus = is_negative(m, x);

    str_add(&s->out, minus ? " - " : " + ");
    val_say(&m->r, &s->out, minus ? val_neg(&m->r, x) : x);
}

static void say_shaped(struct speech *s, struct machine *m, const struct say *p,
                       struct val x)
{
    bool minus = p->shape_n && is_negative(m, x);

    if (p->shape_n == 0) {
        val_say(&m->r, &s->out, x);
    } else if (*p->shape == '+') {
        say_sign(s, m, x);
    } else if (*p->shape == '(') {
        str_add(&s->out, minus ? "(" : "");
        val_say(&m->r, &s->out, x);
        str_add(&s->out, minus ? ")" : "");
    } else {
        const char *bar = memchr(p->shape, '|', p->shape_n);

        if (!bar)
            say_form(s, m, p->shape, p->shape_n, x);
        else if (x.kind == VAL_INT && x.i == 1)
            str_addn(&s->out, p->shape + 1, (size_t)(bar - p->shape) - 1);
        else
            str_addn(&s->out, bar + 1,
                     (size_t)(p->shape + p->shape_n - bar) - 1);
    }
}

static bool in_formula(const struct str *out)
{
    bool inside = false;

    for (size_t i = 0; i < out->n; i++)
        inside ^= out->s[i] == '$' && !(i && out->s[i - 1] == '\\');
    return inside;
}

/* A decimal or a matrix is said as the answer is written: else it would be a
 * fraction, or a list of lists. Returns whether the place is such a key. */
static bool say_key(struct speech *s, struct machine *m, const struct say *p,
                    struct val x)
{
    const struct node *v = p->value;
    const char *text;

    if (p->shape_n || v->op != OP_VAR || v->symbol->kind != SYMBOL_KEY ||
        (v->symbol->field != ANSWER_DECIMAL &&
         v->symbol->field != ANSWER_MATRIX))
        return false;
    text = key_write(&m->r, (enum answer_kind)v->symbol->field, x);
    str_add(&s->out, text ? text : "");
    return true;
}

static void say_value(struct speech *s, struct machine *m, const struct say *p)
{
    struct val x = machine_run(m, p->value);
    const int64_t *origin;
    bool outside;
    size_t n = is_form(p) ? 0 : p->shape_n;

    if (m->r.failed)
        return;
    /* The sign has its own space: "<a> <b+>" is "3 + 5" as "<a><b+>" is. */
    if (p->shape_n && strchr("+-", *p->shape) && s->out.n &&
        s->out.s[s->out.n - 1] == ' ')
        s->out.s[--s->out.n] = '\0';
    origin = s->hidden ? origin_of(m, p->value) : NULL;
    if (p->shape_n && *p->shape == '-') {
        if (origin && origin == s->hidden)
            str_addf(&s->out, " - %s", s->letter);
        else
            say_sign(s, m, val_neg(&m->r, x));
        return;
    }
    if (words_is_term(p)) {
        say_term(s, m, p, x, origin && origin == s->hidden ? s->letter : NULL);
        return;
    }
    if (!origin || (is_form(p) && origin != s->hidden)) {
        if (!say_key(s, m, p, x))
            say_shaped(s, m, p, x);
        return;
    }
    outside = origin == s->hidden && n == 0 && !in_formula(&s->out);
    str_add(&s->out, outside ? "$" : ""); /* the letter is one of a formula */
    speech_add_value(s, origin, p->shape, n);
    str_add(&s->out, outside ? "$" : "");
}

struct rounds {
    struct speech *speech;
    const struct say *piece;
    size_t n, at; /* how many there are, and this one */
};

static bool count_round(struct machine *m, void *ctx)
{
    struct rounds *r = ctx;

    (void)m;
    r->n++;
    return true;
}

static bool say_round(struct machine *m, void *ctx)
{
    struct rounds *r = ctx;
    const struct tongue *t = r->speech->tongue;

    str_add(&r->speech->out, r->piece->is_list ? tongue_join(t, r->at, r->n)
                             : r->at           ? (t ? t->space : " ")
                                               : "");
    r->at++;
    words_say(r->speech, m, r->piece->words);
    return !m->r.failed;
}

void words_say(struct speech *s, struct machine *m, struct say_text *w)
{
    if (!atomic_load_explicit(&w->said, memory_order_relaxed))
        atomic_store_explicit(&w->said, true, memory_order_relaxed);
    for (size_t i = 0; i < w->n && !m->r.failed; i++) {
        const struct say *p = &w->pieces[i];
        struct rounds rounds = { s, p, 0, 0 };
        size_t before = s->out.n;

        switch (p->kind) {
        case SAY_TEXT: str_addn(&s->out, p->text, p->n); break;
        case SAY_WORD: speech_add_word(s, p->text, p->n); break;
        case SAY_WORDS: words_say(s, m, p->words); break;
        case SAY_VALUE: say_value(s, m, p); break;
        case SAY_CHOICE: {
            bool holds = machine_holds(m, p->value);

            if (!m->r.failed)
                words_say(s, m, holds ? p->words : p->otherwise);
            break;
        }
        case SAY_EACH:
            if (p->is_list)
                machine_loop(m, p->loop, count_round, &rounds);
            machine_loop(m, p->loop, say_round, &rounds);
            break;
        }
        val_spend(&m->r, 1 + (s->out.n - before) / 8);
    }
}
