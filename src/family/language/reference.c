/* SPDX-License-Identifier: Apache-2.0 */
#include "family/language/reference.h"
#include "base/json.h"
#include "family/accept/accept.h"
#include "family/language/builtin_int.h"
#include "family/language/file_int.h"
#include "family/language/formula_int.h"
#include "family/language/machine.h"
#include "family/language/texts.h"
#include "family/recipe/recipe_int.h"
#include "family/words.h"

#include <inttypes.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct limit {
    int64_t value;
    const char *what;
} limits[] = {
    { FILE_BYTES, "bytes of a file" },
    { FILE_LEVELS, "levels" },
    { FILE_KINDS, "kinds" },
    { FAMILY_CONCEPTS - 1, "concepts" },
    { VALUES_MOST, "given numbers of a kind; a list of a fixed length counts "
                   "as its items" },
    { VAL_DRAW, "the ends of a range that is drawn from, without the sign" },
    { DRAWS_MOST, "draws that are refused by `where` or `require`, one after "
                  "another" },
    { MACHINE_WORK, "units of work of one draw, one solution or one check; an "
                    "operation on small numbers is one unit" },
    { DEPTH_WORK, "units of work, likewise, of a family with a depth" },
    { VAL_BITS, "bits of a whole number" },
    { VAL_POWER, "the largest exponent" },
    { VAL_DEGREE, "the degree of a polynomial" },
    { VAL_ITEMS, "items of a list" },
    { VAL_DEPTH, "lists in lists" },
    { VAL_BYTES, "bytes of a value in a text" },
    { FACTOR_MOST, "the largest number for `factor`, `divisors` and `phi`" },
    { BINOMIAL_MOST, "the largest number for `factorial` and `binomial`" },
    { CYCLE_MOST, "the modulus of `cycle_mod`" },
    { ORDERS_MOST, "items for `orders`" },
    { MATRIX_MOST, "rows and columns of a matrix" },
    { MODULAR_MOST, "rows and columns of a matrix for `times_mod`" },
    { TERMS_MOST, "terms for `recurrence_mod`, and numbers of a recurrence for "
                  "`term_mod`" },
    { SERIES_MOST, "terms of a power series" },
    { POINTS_MOST, "points of a graph" },
    { TEXT_PIECES,
      "places and pieces of a text, with those of the texts in it" },
    { FORMULA_NAME, "letters of a name" },
    { FORMULA_DIGITS, "digits of a number in a formula" },
    { FORMULA_DEPTH, "formulas in formulas" },
    { BLOCKS_MOST, "blocks of statements in blocks" },
};

/* ---- Markdown ---- */

/* Text for a cell of a table. */
static void add_cell(struct str *out, const char *text)
{
    for (; *text; text++)
        str_addf(out, *text == '|' ? "\\%c" : "%c", *text);
}

static void add_code_cell(struct str *out, const char *code)
{
    if (!code)
        return;
    str_addc(out, '`');
    add_cell(out, code);
    str_addc(out, '`');
}

static void add_row(struct str *out, const char *code, const char *doc,
                    const char *example)
{
    str_add(out, "| ");
    add_code_cell(out, code);
    str_add(out, " | ");
    add_cell(out, doc);
    str_add(out, " | ");
    add_code_cell(out, example);
    str_add(out, example ? " |\n" : "|\n");
}

static void add_pair(struct str *out, const char *code, const char *doc)
{
    str_add(out, "| ");
    add_code_cell(out, code);
    str_add(out, " | ");
    add_cell(out, doc);
    str_add(out, " |\n");
}

/* ---- functions ---- */

/* Returns the text behind "name(a, b): ", or all of it. */
static const char *doc_of(const struct builtin *b)
{
    size_t n = strlen(b->name);
    const char *close = strstr(b->doc, "): ");

    return strncmp(b->doc, b->name, n) == 0 && b->doc[n] == '(' && close
               ? close + 3
               : b->doc;
}

static bool repeats(const struct builtin *b)
{
    return builtin_most(b) > builtin_least(b);
}

/* "gcd(a, b, ...)" */
static void add_signature(struct str *out, const struct builtin *b)
{
    const char *doc = doc_of(b), *names;

    if (doc != b->doc) {
        str_addn(out, b->doc, (size_t)(doc - b->doc) - 2);
        return;
    }
    str_add(out, b->name);
    if (builtin_least(b) == 0) /* pi */
        return;
    str_addc(out, '(');
    for (size_t i = 0; i < builtin_least(b); i++) {
        switch (b->args[i]) {
        case 'l':
        case 'L': names = "LM"; break;
        case 'M': names = "AB"; break;
        case 'p': names = "pq"; break;
        case 'z': names = "nk"; break;
        default: names = repeats(b) ? "ab" : "xy"; break;
        }
        str_addf(out, "%s%c", i ? ", " : "", names[i ? 1 : 0]);
        if (repeats(b))
            str_addf(out, ", %c, ...", names[1]);
    }
    str_addc(out, ')');
}

static const char *gives_word(const struct builtin *b)
{
    return b->gives == 'l' ? "list" : builtin_word(b->gives);
}

static void add_functions(struct str *out)
{
    const char *group = "";

    str_add(out,
            "A function is called with brackets: `gcd(a, b)`. The *road* is "
            "the mathematics that a\nfunction stands on. If the key uses a "
            "function, a check uses none of the same road.\n");
    for (size_t i = 0; i < n_builtins; i++) {
        const struct builtin *b = &builtins[i];

        if (!str_eq(b->group, group)) {
            group = b->group;
            str_addf(out,
                     "\n**%c%s**\n\n"
                     "| function | takes | gives | road | meaning |\n"
                     "| --- | --- | --- | --- | --- |\n",
                     group[0] - 'a' + 'A', group + 1);
        }
        str_add(out, "| `");
        add_signature(out, b);
        str_add(out, "` | ");
        for (size_t k = 0; k < builtin_least(b); k++)
            str_addf(out, "%s%s", k ? "; " : "", builtin_word(b->args[k]));
        str_addf(out, "%s | %s | %s | ", repeats(b) ? ", once or more" : "",
                 gives_word(b), b->road ? b->road : "");
        add_cell(out, doc_of(b));
        str_add(out, " |\n");
    }
}

/* ---- the page ---- */

static void add_entries(struct str *out, const char *title, bool of_kind)
{
    str_addf(out,
             "\n**%s**\n\n"
             "| entry | meaning | example |\n| --- | --- | --- |\n",
             title);
    for (size_t i = 0; i < n_entry_rules; i++) {
        const struct entry_rule *x = &entry_rules[i];

        if ((x->where == ENTRY_KIND) == of_kind)
            add_row(out, x->row.form, x->row.doc, x->row.example);
    }
}

static void add_file_part(struct str *out)
{
    str_add(
        out,
        "### Entries\n\n"
        "An entry is a line, together with the lines below it that are "
        "indented more. It begins with\na word of the tables below. Blank "
        "lines and lines that begin with `#` are skipped. Indent\nwith "
        "spaces. A long text or formula may go on in the next line, if that "
        "line is indented.\n\n"
        "Words in capital letters stand for something of yours: TEXT is a "
        "text with places, FORMULA\nis a formula, CONDITION is a formula "
        "that holds or does not, LIST is a formula for a list.\n");
    add_entries(out, "At the top of a file", false);
    add_entries(out, "In a kind of question", true);
    str_add(out, "\n**Statements of `solve`**\n\n"
                 "| statement | meaning | example |\n| --- | --- | --- |\n");
    for (size_t i = 0; i < n_statement_rules; i++)
        add_row(out, statement_rules[i].row.form, statement_rules[i].row.doc,
                statement_rules[i].row.example);
    str_add(out, "\n### Answers\n\n"
                 "| `answer:` | the key is | a formula for a key | a key as it "
                 "is written |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < n_answer_rules; i++) {
        const struct reference_row *row = &answer_rules[i].row;

        str_addf(out, "| `%s` | %s | `%s` | `%s` |\n",
                 answer_name(answer_rules[i].kind), row->doc, row->form,
                 row->example);
    }
}

static void add_formulas(struct str *out)
{
    str_add(
        out,
        "\n### Formulas\n\n"
        "All values are exact: whole numbers of any size, fractions, closed "
        "forms such as `sqrt(2) + pi`,\ncomplex numbers, polynomials, intervals, texts, "
        "true and false, and lists, sets and tuples of these. `2.5` is "
        "the fraction\n5/2. `\"yes\"` is a text. `#` begins a comment. In draws and conditions of draws, `level` "
        "is the number of the level,\nfrom 1.\n\n"
        "The operators, from the strongest to the weakest. Those with the "
        "same number are equally\nstrong and go from left to right.\n\n"
        "| strength | operator | meaning |\n| --- | --- | --- |\n");
    for (size_t i = 0; i < n_formula_operators; i++)
        str_addf(out, "| %d | `%s` | %s |\n", (int)formula_operators[i].binds,
                 formula_operators[i].form, formula_operators[i].doc);
    str_add(out,
            "\n**Lists**\n\n"
            "| form | meaning |\n| --- | --- |\n"
            "| `[a, b]` | a list |\n"
            "| `{a, b}` | a set: in increasing order, each item once |\n"
            "| `(a, b)` | a tuple |\n"
            "| `m[i]` | an item; the first is `m[0]` |\n"
            "| `m[i..j]`, `m[i..]`, `m[..j]` | the items from place i to "
            "place j, both included |\n"
            "| `[E for x in L where C]` | the list of E for every x of L "
            "that meets C |\n"
            "| `{E for x in L where C}` | the set of E |\n"
            "\n**Loops** go through a list. `where C` may be left out, and "
            "may stand in each of them.\n\n"
            "| loop | value |\n| --- | --- |\n");
    for (size_t i = 0; i < n_formula_loops; i++)
        add_pair(out, formula_loops[i].form, formula_loops[i].doc);
    str_add(
        out,
        "\nEvery loop and every list may go through more than one list:\n\n"
        "| form | meaning |\n| --- | --- |\n"
        "| `x in L, y in M` | every x with every y |\n"
        "| `x, y in L, M` | the first x with the first y, the second x with "
        "the second y ... |\n"
        "| `x, y in L` | the items of L are rows: x is the first item of a "
        "row, y the second |\n"
        "| `all i: m[i] > 0` | i goes through the places of the list that "
        "has an item `[i]` |\n");
    str_addf(
        out,
        "\nThese words belong to the language and cannot be names: `%s`.\n\n"
        "A name of yours hides a function of the same name.\n",
        formula_words);
}

static void add_texts(struct str *out)
{
    str_add(out,
            "\n### Texts\n\n"
            "Mathematics stands between dollar signs, in LaTeX. A place in "
            "angle brackets is filled: with\nthe value of a formula, with "
            "a text of the file, or with a word of a pool.\n\n"
            "| place | what stands there |\n| --- | --- |\n");
    for (size_t i = 0; i < n_text_shapes; i++)
        add_pair(out, text_shapes[i].example, text_shapes[i].doc);
    str_add(
        out,
        "| `<gcd(a, b)>` | the value of a formula; `>` stands in "
        "brackets: `<(a > b)>` |\n"
        "| `<NAME>` | the text of `text NAME`, `each NAME` or `list NAME` |\n"
        "| `<city>` | a word of a pool; it stays the same in the whole "
        "statement |\n"
        "| `<city2>` | another word of the same pool |\n"
        "\n`<` before a space is a sign of its own: `$3 < 5$`.\n\n"
        "The pools that every file has:\n\n"
        "| place | words |\n| --- | --- |\n"
        "| `<name>` | given names: ");
    for (size_t i = 0; i < 4; i++)
        str_addf(out, "%s, ", words_name_at(i));
    str_addf(out,
             "... (%zu) |\n"
             "| `<thing>`, `<things>` | one thing, and several of it: ",
             words_names());
    for (size_t i = 0; i < 3; i++)
        str_addf(out, "%s and %s, ", words_thing_at(i).one,
                 words_thing_at(i).many);
    str_addf(out, "... (%zu) |\n", words_things());
    for (size_t i = 0; i < words_pools(); i++) {
        const char *name = words_pool_name(i);

        str_addf(out, "| `<%s>` | ", name);
        for (const char *c = words_pool(name, strlen(name)); *c; c++)
            str_addf(out, *c == '|' ? ", " : "%c", *c);
        str_add(out, " |\n");
    }
}

void reference_page(struct str *out)
{
    add_file_part(out);
    add_formulas(out);
    add_texts(out);
    str_add(out, "\n### Functions\n\n");
    add_functions(out);
    str_add(out, "\n### Limits\n\n"
                 "No file can run for ever or fill the memory. What is larger "
                 "than a limit is an error.\n\n"
                 "| at most | of what |\n| ---: | --- |\n");
    for (size_t i = 0; i < COUNT(limits); i++) {
        str_add(out, "| ");
        str_add_count(out, (uint64_t)limits[i].value);
        str_addf(out, " | %s |\n", limits[i].what);
    }
    str_add(out,
            "\n### Acceptance\n\n"
            "`assay family check` asks these questions. A file is accepted "
            "if the answer to each is yes.\n\n"
            "| row | question |\n| --- | --- |\n");
    for (enum accept_row i = 0; i < ACCEPT_ROWS; i++)
        str_addf(out, "| %s | %s |\n", accept_row_name(i), accept_row_asks(i));
}

/* ---- one page ---- */

static const char rules_for_writers[] =
    "# The family language in one page\n"
    "\n"
    "A family is one text file. It says which numbers are drawn, what the right "
    "answer (the key) is,\n"
    "how the key is checked by a second method, and how the problem is told.\n"
    "\n"
    "    title: Slopes of lines\n"
    "    concept: Slope, intercepts, parallel and perpendicular lines\n"
    "    answer: rational\n"
    "    draw x1, y1 in -20..20 but 0; dx in 2..15; dy in -20..20 but 0\n"
    "    given x1, y1, x2 = x1 + dx, y2 = y1 + dy\n"
    "    key: (y2 - y1) / (x2 - x1)\n"
    "    check \"vectors\": key * (x2 - x1) = y2 - y1\n"
    "    slip \"run over rise\": (x2 - x1) / (y2 - y1)\n"
    "    terse: Slope through $(<x1>, <y1>)$ and $(<x2>, <y2>)$?\n"
    "    plain: What is the slope of the line through $(<x1>, <y1>)$ and "
    "$(<x2>, <y2>)$?\n"
    "    step: The rise is $<y2><-y1+> = <y2 - y1>$.\n"
    "    step: The slope is $<key>$.\n"
    "\n"
    "Rules\n"
    "- An entry is a line and the lines below it that are indented more. Indent "
    "with spaces. `#` begins\n"
    "  a comment line.\n"
    "- Order: title and other top entries; draw and where; given; solve; key; "
    "check and slip; texts.\n"
    "- A name is defined above its use, once. Words of the language, such as "
    "sum, min and level, are taken.\n"
    "- Key, checks and texts see the given values alone. Given values are whole "
    "numbers, lists of them\n"
    "  or lists of rows of them. Every wording tells every given value.\n"
    "- The check is another method: it sees the given values and `key`. It uses "
    "no let, no variable of\n"
    "  solve and no function of the file that the key uses, and no built-in "
    "function of the same road.\n"
    "  It does not repeat the formula of the key. It must reject every wrong "
    "key.\n"
    "- All numbers are exact. `/` gives a fraction; `div` rounds down. Lists "
    "count from 0; `m[i..j]` and\n"
    "  `a..b` include both ends.\n"
    "- Wordings end with a full stop or a question mark, and do not tell the "
    "key. `<key>` stands in steps\n"
    "  alone; the last step tells it. Write `<n> <n?coin|coins>`, and "
    "`<a><b+>` without a space.\n"
    "- A level has 1000 problems or more, and no key answers more than a tenth "
    "of them. The knob digits\n"
    "  makes drawn numbers up to 100 times larger: use choose for sizes, such "
    "as the length of a loop.\n"
    "- Several kinds of question: `kind NAME at LEVEL:` with its entries "
    "indented below it.\n";

static void add_short_entries(struct str *out)
{
    str_add(out, "\nEntries\n");
    for (size_t i = 0; i < n_entry_rules; i++) {
        const struct reference_row *row = &entry_rules[i].row;

        const char *end = strstr(row->doc, ". ");

        str_addf(out, "- `%s`: %.*s", row->form,
                 (int)(end ? (size_t)(end - row->doc) + 1 : strlen(row->doc)),
                 row->doc);
        if (row->example)
            str_addf(out, " `%s`", row->example);
        str_addc(out, '\n');
    }
    str_add(out, "Statements of solve\n");
    for (size_t i = 0; i < n_statement_rules; i++)
        str_addf(out, "- `%s`: %s\n", statement_rules[i].row.form,
                 statement_rules[i].row.doc);
    str_add(out, "Kinds of answer: ");
    for (size_t i = 0; i < n_answer_rules; i++)
        str_addf(out, "%s%s `%s`", i ? ", " : "",
                 answer_name(answer_rules[i].kind), answer_rules[i].row.form);
    str_add(out, "\n");
}

static void add_short_formulas(struct str *out)
{
    str_add(out, "\nOperators, the strongest first: ");
    for (size_t i = 0; i < n_formula_operators; i++)
        str_addf(out, "%s`%s`",
                 i == 0 ? ""
                 : formula_operators[i].binds == formula_operators[i - 1].binds
                     ? ", "
                     : "; ",
                 formula_operators[i].form);
    str_add(out, "\nLoops\n");
    for (size_t i = 0; i < n_formula_loops; i++)
        str_addf(out, "- `%s`: %s\n", formula_loops[i].form,
                 formula_loops[i].doc);
    str_add(out, "- `[E for x in L where C]`, `{E for x in L}`; `x in L, y in "
                 "M`: every pair; `x, y in L, M`: together\n"
                 "\nPlaces in texts: ");
    for (size_t i = 0; i < n_text_shapes; i++)
        str_addf(out, "`%s` %s; ", text_shapes[i].example, text_shapes[i].doc);
    str_add(out, "words: `<name>` `<name2>` `<thing>` `<things>`");
    for (size_t i = 0; i < words_pools(); i++)
        str_addf(out, " `<%s>`", words_pool_name(i));
    str_add(out, "\n");
}

void reference_short(struct str *out)
{
    const char *group = "";

    str_add(out, rules_for_writers);
    add_short_entries(out);
    add_short_formulas(out);
    str_add(out, "\nFunctions, with their roads in square brackets\n");
    for (size_t i = 0; i < n_builtins; i++) {
        const struct builtin *b = &builtins[i];

        if (!str_eq(b->group, group))
            str_addf(out, "%s- %s: ", *group ? "\n" : "", b->group);
        else
            str_add(out, ", ");
        group = b->group;
        add_signature(out, b);
        if (b->road)
            str_addf(out, " [%s]", b->road);
    }
    str_add(out, "\n\nA file is accepted if the answer to each question is "
                 "yes\n");
    for (enum accept_row i = 0; i < ACCEPT_ROWS; i++)
        str_addf(out, "- %s: %s\n", accept_row_name(i), accept_row_asks(i));
    str_addf(
        out,
        "Limits: %d units of work for one draw, solution or check; %d bits "
        "of a number; %d items of a list.\n",
        MACHINE_WORK, VAL_BITS, VAL_ITEMS);
}

/* ---- JSON ---- */

struct table {
    struct arena *a;
    struct json *rows, *row;
};

static void next_row(struct table *t)
{
    t->row = json_push(t->rows, json_new(t->a, JSON_OBJECT));
}

static void put(struct table *t, const char *name, const char *text)
{
    json_set(t->a, t->row, name, json_new_text(t->a, text));
}

static struct table table_in(struct arena *a, struct json *all,
                             const char *name)
{
    struct json *rows = json_new(a, JSON_ARRAY);

    json_set(a, all, name, rows);
    return (struct table){ a, rows, NULL };
}

static void put_reference(struct table *t, const struct reference_row *row)
{
    put(t, "form", row->form);
    put(t, "doc", row->doc);
    put(t, "example", row->example);
}

/* "a b|c" as a list of words, parted by `by`. */
static struct json *words_of(struct arena *a, const char *text, char by)
{
    struct json *list = json_new(a, JSON_ARRAY);

    while (*text) {
        const char *end = strchr(text, by);
        size_t n = end ? (size_t)(end - text) : strlen(text);

        json_push(list, json_new_string(a, arena_strndup(a, text, n)));
        text += n + (end != NULL);
    }
    return list;
}

static void json_entries(struct arena *a, struct json *all)
{
    struct table t = table_in(a, all, "entries");

    for (size_t i = 0; i < n_entry_rules; i++) {
        const struct entry_rule *x = &entry_rules[i];

        next_row(&t);
        put(&t, "word", x->head);
        put(&t, "where",
            x->where == ENTRY_TOP    ? "file"
            : x->where == ENTRY_KIND ? "kind"
                                     : "both");
        put_reference(&t, &x->row);
    }
    t = table_in(a, all, "statements");
    for (size_t i = 0; i < n_statement_rules; i++) {
        next_row(&t);
        put(&t, "word", statement_rules[i].head);
        put_reference(&t, &statement_rules[i].row);
    }
    t = table_in(a, all, "answers");
    for (size_t i = 0; i < n_answer_rules; i++) {
        next_row(&t);
        put(&t, "word", answer_name(answer_rules[i].kind));
        put_reference(&t, &answer_rules[i].row);
    }
}

static void json_formulas(struct arena *a, struct json *all)
{
    struct table t;

    json_set(a, all, "keywords", words_of(a, formula_words, ' '));
    t = table_in(a, all, "operators");
    for (size_t i = 0; i < n_formula_operators; i++) {
        const struct formula_operator *o = &formula_operators[i];

        next_row(&t);
        put(&t, "sign", o->sign);
        json_set(a, t.row, "strength", json_new_int(a, (int64_t)o->binds));
        put(&t, "form", o->form);
        put(&t, "doc", o->doc);
    }
    t = table_in(a, all, "loops");
    for (size_t i = 0; i < n_formula_loops; i++) {
        next_row(&t);
        put(&t, "word", formula_loops[i].name);
        put(&t, "form", formula_loops[i].form);
        put(&t, "doc", formula_loops[i].doc);
    }
    t = table_in(a, all, "shapes");
    for (size_t i = 0; i < n_text_shapes; i++) {
        next_row(&t);
        put(&t, "shape", text_shapes[i].shape);
        put(&t, "example", text_shapes[i].example);
        put(&t, "doc", text_shapes[i].doc);
    }
}

static void json_functions(struct arena *a, struct json *all)
{
    struct table t = table_in(a, all, "functions");

    for (size_t i = 0; i < n_builtins; i++) {
        const struct builtin *b = &builtins[i];
        struct json *args = json_new(a, JSON_ARRAY);
        struct json *more = json_new(a, JSON_BOOL);
        struct str signature = str_in(a);

        for (size_t k = 0; k < builtin_least(b); k++)
            json_push(args, json_new_string(a, builtin_word(b->args[k])));
        more->truth = repeats(b);
        add_signature(&signature, b);
        next_row(&t);
        put(&t, "name", b->name);
        put(&t, "signature", str_get(&signature));
        json_set(a, t.row, "args", args);
        json_set(a, t.row, "more", more);
        put(&t, "gives", gives_word(b));
        put(&t, "road", b->road);
        put(&t, "group", b->group);
        put(&t, "doc", doc_of(b));
    }
}

static void json_rest(struct arena *a, struct json *all)
{
    struct table t = table_in(a, all, "pools");

    next_row(&t);
    put(&t, "name", "name");
    next_row(&t);
    put(&t, "name", "thing");
    next_row(&t);
    put(&t, "name", "things");
    for (size_t i = 0; i < words_pools(); i++) {
        const char *name = words_pool_name(i);

        next_row(&t);
        put(&t, "name", name);
        json_set(a, t.row, "words",
                 words_of(a, words_pool(name, strlen(name)), '|'));
    }
    t = table_in(a, all, "limits");
    for (size_t i = 0; i < COUNT(limits); i++) {
        next_row(&t);
        json_set(a, t.row, "most", json_new_int(a, limits[i].value));
        put(&t, "of", limits[i].what);
    }
    t = table_in(a, all, "acceptance");
    for (enum accept_row i = 0; i < ACCEPT_ROWS; i++) {
        next_row(&t);
        put(&t, "row", accept_row_name(i));
        put(&t, "asks", accept_row_asks(i));
    }
}

void reference_json(struct str *out)
{
    struct arena a = { 0 };
    struct json *all = json_new(&a, JSON_OBJECT);

    json_entries(&a, all);
    json_formulas(&a, all);
    json_functions(&a, all);
    json_rest(&a, all);
    json_write(out, all);
    str_addc(out, '\n');
    arena_clear(&a);
}
