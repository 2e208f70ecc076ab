/* SPDX-License-Identifier: Apache-2.0 */

/* The reader of family files: lines to entries, entries to what they say. */
#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "family/language/file_int.h"
#include "family/language/machine.h"
#include "family/words.h"
#include "problem/answer.h"

#include <string.h>

#define DEPTH_MOST 100000

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

    while (line->at + n < line->end && marks_is_word(text[line->at + n]))
        n++; /* "step2" is no "step" */
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

static bool read_name(struct reader *r, struct file_entry *e)
{
    return set_once(r, e, &r->file->name);
}

static bool read_few(struct reader *r, struct file_entry *e)
{
    if (!str_eq(reader_plain(r, e->head, e->colon), "few keys"))
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

const struct answer_rule answer_rules[] = {
    { ANSWER_INTEGER, { "a + b", "a whole number", "-7" } },
    { ANSWER_RATIONAL,
      { "a / b", "a whole number or a fraction", "\\frac{3}{4}" } },
    { ANSWER_DECIMAL,
      { "round(a / b, 2)", "a number with finitely many decimal places",
        "3.25" } },
    { ANSWER_NUMBER,
      { "sqrt(a) / b",
        "a closed form of roots, pi, e and logarithms, or a complex number of "
        "such parts",
        "\\frac{2\\sqrt{3}}{5}" } },
    { ANSWER_EXPRESSION,
      { "a * x + b", "a polynomial in a symbol, or a number", "3x^2 - 1" } },
    { ANSWER_EQUATION,
      { "a * x + b",
        "a curve: y and a polynomial in a symbol, which alone is "
        "the formula and the value of the key",
        "y = 3x^2 - 1" } },
    { ANSWER_TUPLE,
      { "(a, b)",
        "a tuple or a list of numbers or polynomials; the order counts",
        "(3, 1)" } },
    { ANSWER_SET,
      { "{a, b}",
        "a set of numbers or of points (a, b); neither order nor repetition "
        "counts",
        "\\{1, 3\\}" } },
    { ANSWER_LIST,
      { "[a, b, a]",
        "a list of numbers; the order does not count, repetition does",
        "1, 3, 3" } },
    { ANSWER_INTERVAL,
      { "interval(a, b)", "an interval, or a union of intervals", "[1, 3)" } },
    { ANSWER_MATRIX,
      { "[[a, b], [b, a]]", "a matrix: a list of rows",
        "\\begin{pmatrix} 1 & 3 \\\\ 3 & 1 \\end{pmatrix}" } },
    { ANSWER_TEXT, { "\"yes\" if a > b else \"no\"", "a text", "yes" } },
};

const size_t n_answer_rules = sizeof(answer_rules) / sizeof(answer_rules[0]);

static bool read_answer(struct reader *r, struct file_entry *e)
{
    struct str names = str_in(r->p.script->arena);
    const char *name = "";

    if (!reader_text(r, e, &name))
        return false;
    for (size_t i = 0; i < n_answer_rules; i++) {
        const char *known = answer_name(answer_rules[i].kind);

        r->file->answer = answer_rules[i].kind;
        if (str_eq(name, known)) {
            r->has_answer = true;
            return true;
        }
        str_addf(&names, "%s%s", i ? ", " : "", known);
    }
    return script_fail(r->p.script, e->colon + 1,
                       "\"%s\" is no kind of answer: %s", name,
                       str_get(&names));
}

/* A whole number from 1 on. */
static bool read_count(struct reader *r, const struct file_entry *e, int *out)
{
    const char *text = "";
    int n = 0;

    if (!reader_text(r, e, &text))
        return false;
    for (const char *c = text; *c && n >= 0; c++)
        n = is_digit(*c) && n < 10000000 ? 10 * n + (*c - '0') : -1;
    if (n < 1)
        return script_fail(r->p.script, e->colon + 1,
                           "this is a whole number from 1 on");
    *out = n;
    return true;
}

static bool read_version(struct reader *r, struct file_entry *e)
{
    return read_count(r, e, &r->file->version);
}

static bool read_problems(struct reader *r, struct file_entry *e)
{
    return read_count(r, e, &r->file->problems);
}

static bool read_whole(struct reader *r, int64_t *out)
{
    struct node *x = formula_range(&r->p);

    if (!x)
        return false;
    *out = x->op == OP_LITERAL && x->value.kind == VAL_INT ? x->value.i : 0;
    return (*out >= 1 && *out <= DEPTH_MOST) ||
           script_fail(r->p.script, x->at,
                       "a depth is a whole number from 1 to %d", DEPTH_MOST);
}

/* "depth 2..60: boxes in the chain" */
static bool read_depth(struct reader *r, struct file_entry *e)
{
    struct family_depth *d = &r->file->depth;
    struct node *x;

    if (r->file->n_levels || r->file->n_kinds)
        return script_fail(r->p.script, e->head,
                           "the depth stands before all levels");
    if (!set_once(r, e, &d->of) || !formula_begin(&r->p, e->at, e->colon) ||
        !(x = formula_range(&r->p)) || !formula_end(&r->p, "the range"))
        return false;
    if (x->op != OP_RANGE || x->kids[0]->op != OP_LITERAL ||
        x->kids[1]->op != OP_LITERAL || x->kids[0]->value.kind != VAL_INT ||
        x->kids[1]->value.kind != VAL_INT || x->kids[0]->value.i < 1 ||
        x->kids[1]->value.i < x->kids[0]->value.i ||
        x->kids[1]->value.i > DEPTH_MOST)
        return script_fail(r->p.script, e->at,
                           "write \"depth 2..60: what is counted\", from 1 to "
                           "%d",
                           DEPTH_MOST);
    d->least = x->kids[0]->value.i;
    d->most = x->kids[1]->value.i;
    r->file->work = DEPTH_WORK;
    return true;
}

/* "NAME" or, of a family with a depth, "NAME depth 4" */
static bool read_level_head(struct reader *r, const struct file_entry *e,
                            struct family_level *level)
{
    struct family_depth *d = &r->file->depth;
    int64_t depth = 0;

    if (!formula_begin(&r->p, e->at, e->colon))
        return false;
    if (r->p.m.now.kind != MARK_NAME)
        return script_fail(r->p.script, e->at,
                           "write \"level NAME: what makes it harder\"");
    level->name = marks_text(&r->p.m, r->p.m.now);
    if (!marks_next(&r->p.m))
        return false;
    if (!d->of)
        return formula_end(&r->p, "the name of the level");
    if (!formula_take(&r->p, "depth") || !read_whole(r, &depth) ||
        !formula_end(&r->p, "the depth of the level"))
        return false;
    d->levels[r->file->n_levels] = depth; /* at most FAMILY_DEPTHS of them */
    return (depth >= d->least && depth <= d->most) ||
           script_fail(r->p.script, e->at,
                       "the depth of a level lies in the range of the entry "
                       "\"depth\"");
}

static bool read_level(struct reader *r, struct file_entry *e)
{
    struct family_file *f = r->file;
    struct family_level *level = &f->levels[f->n_levels];
    int most = f->depth.of ? FAMILY_DEPTHS : FILE_LEVELS;

    if (f->n_levels == most)
        return script_fail(r->p.script, e->head, "more than %d levels", most);
    if (f->n_kinds)
        return script_fail(r->p.script, e->head,
                           "levels stand before all kinds");
    if (!reader_text(r, e, &level->doc) || !read_level_head(r, e, level))
        return false;
    f->n_levels++;
    return true;
}

static bool read_pool(struct reader *r, struct file_entry *e)
{
    struct word_pool *pool;
    const char *name = reader_plain(r, e->at, e->colon), *words = "";

    if (!*name || strchr(name, ' ') || !is_letter(*name) ||
        is_digit(name[strlen(name) - 1]))
        return script_fail(r->p.script, e->at,
                           "write \"pool NAME: one word|another word\"");
    if (speech_has_word(r->file->pools.items, name, strlen(name)) &&
        !(r->tongue && words_pool(name, strlen(name))))
        return script_fail(
            r->p.script, e->at,
            "there is a pool \"%s\" already%s: take another "
            "name",
            name, words_pool(name, strlen(name)) ? ", in every file" : "");
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

const struct entry_rule entry_rules[] = {
    { "title",
      ENTRY_TOP,
      read_title,
      { "title: TEXT", "The name of the family for people. Every file has one.",
        "title: Slopes of lines" } },
    { "name",
      ENTRY_TOP,
      read_name,
      { "name: GROUP/WORD",
        "The name of the family for commands. Without it, the name is `my/` and "
        "the name of the file without `.family`.",
        "name: school/slopes" } },
    { "about",
      ENTRY_TOP,
      read_about,
      { "about: TEXT",
        "A paragraph for the card of the family. Without it, the title is "
        "shown.",
        "about: The slope of the line through two points." } },
    { "concept",
      ENTRY_TOP,
      read_concept,
      { "concept: TEXT",
        "What a solver must know: a concept of `assay families --taxonomy "
        "high`. It may stand several times; the most important one is first.",
        "concept: Slope, intercepts, parallel and perpendicular lines" } },
    { "answer",
      ENTRY_TOP,
      read_answer,
      { "answer: KIND",
        "The kind of answer. Every file has it, above the first key.",
        "answer: rational" } },
    { "version",
      ENTRY_TOP,
      read_version,
      { "version: N",
        "1 without it. Raise it when you change the problems of a file that "
        "others use.",
        "version: 2" } },
    { "ending",
      ENTRY_TOP | ENTRY_KIND,
      reader_ending,
      { "ending when CONDITION: TEXT",
        "A sentence that stands after every statement, such as how to write "
        "the answer. Above all kinds it has no condition; a kind may have "
        "several of its own, and the first one that fits is taken.",
        "ending: Give the answer as a fraction in lowest terms." } },
    { "few",
      ENTRY_TOP,
      read_few,
      { "few keys: TEXT", "Why a level has few different keys, if it must.",
        "few keys: a question with the answers yes and no" } },
    { "problems",
      ENTRY_TOP,
      read_problems,
      { "problems: N",
        "How many different problems every level has at least, for "
        "acceptance. 1000 without it.",
        "problems: 400" } },
    { "level",
      ENTRY_TOP,
      read_level,
      { "level NAME: TEXT",
        "A level, and what makes it harder. The levels stand in order, before "
        "all kinds and draws. Without this entry there is one level. In a file "
        "with a depth, a level states its own: `level long depth 12: TEXT`.",
        "level far: numbers up to 400" } },
    { "depth",
      ENTRY_TOP,
      read_depth,
      { "depth LO..HI: TEXT",
        "A dial that makes problems harder without end, and what it counts. "
        "Draws may use the name `depth`; `--depth N` sets it, and `assay "
        "climb` finds the depth at which a model breaks. It stands above the "
        "levels, of which there are at most five. Without `terse` and `story` "
        "wordings, the family has no other knobs that make problems harder.",
        "depth 2..60: numbers in the chain" } },
    { "pool",
      ENTRY_TOP,
      read_pool,
      { "pool NAME: WORD|WORD|...",
        "Words for texts: the place `<tool>` then takes one of them. The name "
        "does not end with a digit.",
        "pool tool: saw|drill|hammer" } },
    { "symbol",
      ENTRY_TOP,
      read_symbol,
      { "symbol NAME", "A letter for polynomials.", "symbol x" } },
    { "let",
      ENTRY_TOP | ENTRY_KIND,
      reader_let,
      { "let NAME = FORMULA; NAME(X, Y) = FORMULA",
        "A name for a value, or a function; also in a kind. A name is defined "
        "once, above the place where it is used.",
        "let area(a, b) = a * b; half = 1 / 2" } },
    { "kind",
      ENTRY_TOP,
      reader_kind,
      { "kind NAME at LEVEL, LEVEL: TEXT",
        "A kind of question. Its entries stand below it, indented. Without "
        "`at` it is asked at every level. A file with one kind of question "
        "needs no such entry: its entries are not indented then.",
        "kind slope at near, far: the slope is asked" } },
    { "shared",
      ENTRY_TOP,
      reader_shared,
      { "shared, or shared for NAME, NAME",
        "Entries that stand at the end of every kind, or of the kinds with "
        "these names: wordings that several kinds have in common.",
        "shared for slope, tilt" } },
    { "draw",
      ENTRY_KIND,
      reader_draw,
      { "draw NAME, NAME in LIST but X, Y; NAME[N] in LIST; A < B in LIST",
        "Random numbers: of a range or of the items of a list. `but` leaves "
        "values out. `m[4]` is a list of 4 numbers. `a < b` are different and in "
        "order. A range may use a name that was drawn before it: `b in 1..a`. "
        "The knob `digits` makes the numbers longer.",
        "draw x, y in -20..20 but 0; m[4] in 2..9; a < b in 1..20" } },
    { "choose",
      ENTRY_KIND,
      reader_draw,
      { "choose NAME in LIST",
        "The same as draw, for numbers that the knob `digits` leaves as they "
        "are, such as a number of people.",
        "choose n in 2..5" } },
    { "where",
      ENTRY_KIND,
      reader_where,
      { "where CONDITION",
        "Numbers that do not meet the condition are drawn again. It stands "
        "below the draws of its names.",
        "where gcd(a, b) = 1" } },
    { "given",
      ENTRY_KIND,
      reader_given,
      { "given NAME, NAME = FORMULA",
        "What the statement tells: whole numbers, lists of them, and lists of "
        "rows of them; for a fraction give its two parts. All formulas below see these values and no other "
        "draws. It stands once, below the draws. Without it, all draws are "
        "given.",
        "given x, z = x + y" } },
    { "idle",
      ENTRY_KIND,
      reader_idle,
      { "idle NAME, NAME: TEXT",
        "Given values on which the key does not depend, and why they are "
        "told. Without this entry acceptance refuses them.",
        "idle c: the slope does not depend on it" } },
    { "solve",
      ENTRY_KIND,
      reader_solve,
      { "solve",
        "Statements that compute the key step by step. They stand below it, "
        "indented.",
        NULL } },
    { "key",
      ENTRY_KIND,
      reader_key,
      { "key: FORMULA",
        "The right answer. Several asked values have names: `key first: "
        "FORMULA` and `key second: FORMULA`; checks and steps then use these "
        "names in the place of `key`.",
        "key: (y2 - y1) / (x2 - x1)" } },
    { "check",
      ENTRY_KIND,
      reader_check,
      { "check \"METHOD\": CONDITION",
        "A test of the key by another method, whose name stands after \"proved "
        "by\": choose a noun. It sees the given values and "
        "the name `key`. It shares no let and no function of the file with the "
        "key, and no road of a built-in function. A kind has one or more.",
        "check \"vectors\": key * (x2 - x1) = y2 - y1" } },
    { "slip",
      ENTRY_KIND,
      reader_check,
      { "slip \"MISTAKE\": FORMULA",
        "The answer that a typical mistake gives. By chance it may be the key "
        "of some draws. Planted models give such answers.",
        "slip \"run over rise\": (x2 - x1) / (y2 - y1)" } },
    { "means",
      ENTRY_KIND,
      reader_means,
      { "means: CONDITION",
        "The definition of the key, as a third formula. It stands below the "
        "key.",
        "means: all d in 1..a where d divides a and d divides b: d <= key" } },
    { "text",
      ENTRY_KIND,
      reader_words,
      { "text NAME: TEXT, or text NAME by FORMULA: V = TEXT | else = TEXT",
        "A text with a name: the place `<NAME>` takes it. With `by` a formula "
        "chooses one of several, and the last one is for all other values.",
        "text way by n: 1 = one way | else = <n> ways" } },
    { "each",
      ENTRY_KIND,
      reader_words,
      { "each NAME for X in LIST: TEXT",
        "A text that is repeated for every item, with a space between.",
        "each rules for m, r in ms, rs: The remainder modulo <m> is <r>." } },
    { "list",
      ENTRY_KIND,
      reader_words,
      { "list NAME for X in LIST: TEXT",
        "The same as each, with commas and \"and\" between: 3, 5 and 8.",
        "list terms for k in m: $<k>$" } },
    { "terse",
      ENTRY_KIND,
      reader_wording,
      { "terse when CONDITION: TEXT",
        "A statement with as few words as possible. The condition may be left "
        "out, here and in the next three entries.",
        "terse: Slope through $(<x1>, <y1>)$ and $(<x2>, <y2>)$?" } },
    { "plain",
      ENTRY_KIND,
      reader_wording,
      { "plain when CONDITION: TEXT",
        "A statement in plain mathematical sentences. A kind has one statement "
        "at least, of any style, and may have several of each.",
        "plain: What is $<a><b+>$?" } },
    { "story",
      ENTRY_KIND,
      reader_wording,
      { "story when CONDITION: TEXT", "A statement that tells a story.",
        "story: <name> has <n> <n?coin|coins> in <city>." } },
    { "step",
      ENTRY_KIND,
      reader_wording,
      { "step when CONDITION: TEXT",
        "A step of the worked solution. It stands below the key, where the "
        "text may use `<key>`, or in `solve`. It has no words of pools.",
        "step: The slope is $<key>$." } },
};

const size_t n_entry_rules = sizeof(entry_rules) / sizeof(entry_rules[0]);

#define N_RULES (sizeof(entry_rules) / sizeof(entry_rules[0]))

static bool no_such_entry(struct reader *r, const struct file_entry *e)
{
    const char *names[N_RULES], *near;
    const char *head = reader_plain(r, e->head, e->head + e->head_n);

    for (size_t i = 0; i < N_RULES; i++)
        names[i] = entry_rules[i].head;
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
        const struct entry_rule *x = &entry_rules[i];

        if (!reader_head_is(r, e, x->head))
            continue;
        if (translation_replaces(r, e))
            return !(x->where == ENTRY_KIND && !r->kind) ||
                   reader_only_kind(r, e);
        if (x->where == ENTRY_KIND && !r->kind && !reader_only_kind(r, e))
            return false;
        if (x->where == ENTRY_TOP && r->kind && !r->is_only)
            return script_fail(r->p.script, e->head,
                               "\"%s\" stands before all kinds, not in one",
                               x->head);
        return x->read(r, e);
    }
    return no_such_entry(r, e);
}

/* Blocks that kinds share may stand below them. */
static bool gather_shared(struct reader *r, struct file_entry *e)
{
    if (reader_head_is(r, e, "shared"))
        *(struct file_entry *)vec_push(&r->shared) = *e;
    return true;
}

static bool finish(struct reader *r)
{
    struct family_file *f = r->file;
    size_t end = r->p.script->second - 1;

    if (!f->title)
        return script_fail(r->p.script, 0,
                           "a title is missing: \"title: ...\"");
    if (!f->about)
        f->about = f->title;
    if (f->n_kinds == 0)
        return script_fail(r->p.script, end,
                           "the problem is missing: draw, key, check and "
                           "plain");
    for (size_t i = 1; i < f->n_kinds; i++)
        for (size_t k = 0; k < i; k++)
            if (str_eq(f->kinds[i]->name, f->kinds[k]->name))
                return script_fail(r->p.script, f->kinds[i]->at,
                                   "there is a kind \"%s\" already",
                                   f->kinds[i]->name);
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

/* UTF-8 without control characters: they could change what a terminal shows. */
static bool is_text(const struct script *s)
{
    size_t good = utf8_check(s->text, s->n);

    for (size_t i = 0; i < s->n && i < good; i++)
        if (((unsigned char)s->text[i] < ' ' && !is_space(s->text[i])) ||
            s->text[i] == 0x7f)
            return script_fail(s, i,
                               "a text cannot have the control "
                               "character %d",
                               s->text[i]);
    return good == s->n ||
           script_fail(s, good, "a family file is text in UTF-8");
}

/* The text of the family, and behind it that of the translation. */
static struct script *script_of(struct arena *a, const struct file_source *file,
                                const struct file_source *second, struct err *e)
{
    struct script *script = arena_new(a, struct script);
    struct str text = str_in(a);

    str_addn(&text, file->text, file->n);
    str_addc(&text, '\n');
    if (second)
        str_addn(&text, second->text, second->n);
    *script = (struct script){ .arena = a,
                               .path = file->path,
                               .text = str_get(&text),
                               .n = text.n,
                               .e = e,
                               .second_path = second ? second->path : NULL,
                               .second = second ? file->n + 1 : text.n };
    return script;
}

/* Read all entries of the family, and in their places those of the
 * translation. */
static bool read_all(struct reader *r)
{
    size_t first = 0;

    if (!split_lines(r))
        return false;
    while (first < r->lines.n && line_at(r, first)->at < r->p.script->second)
        first++;
    return translation_begin(r, first) &&
           reader_block(r, 0, first, gather_shared) &&
           reader_block(r, 0, first, reader_entry) &&
           (!r->kind || reader_end_kind(r)) && reader_shared_fit(r) &&
           finish(r);
}

bool family_file_translate(struct arena *a, const struct file_source *file,
                           const struct file_source *translation,
                           struct family_file **out, struct err *e)
{
    struct script *script = script_of(a, file, translation, e);
    struct family_file *f = arena_new(a, struct family_file);
    struct vec entries = vec_in(a, sizeof(struct file_entry));
    struct reader r = { .file = f,
                        .lines = vec_in(a, sizeof(struct line)),
                        .shared = entries,
                        .second = entries,
                        .told = entries,
                        .told_steps = entries,
                        .p = { .script = script,
                               .scope = vec_in(a, sizeof(struct symbol *)) } };

    *f = (struct family_file){ .arena = a,
                               .path = file->path,
                               .version = 1,
                               .problems = FILE_PROBLEMS,
                               .work = MACHINE_WORK,
                               .script = script,
                               .pools = vec_in(a, sizeof(struct word_pool)) };
    vec_push(&f->pools);
    if (file->n > FILE_BYTES || (translation && translation->n > FILE_BYTES))
        return err_set(e, ERR_LIMIT, "%s: a family file has at most %d bytes",
                       file->n > FILE_BYTES ? file->path : translation->path,
                       FILE_BYTES);
    if (!is_text(script))
        return false;
    hash_hex(hash_bytes(file->text, file->n), f->hash);
    if (!read_all(&r))
        return false;
    if (f->n_slots < r.p.n_slots)
        f->n_slots = r.p.n_slots;
    *out = f;
    return true;
}

bool family_file_read(struct arena *a, const char *path, const char *text,
                      size_t n, struct family_file **out, struct err *e)
{
    struct file_source file = { path, text, n };

    return family_file_translate(a, &file, NULL, out, e);
}
