/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rows as computations, against cases; and what must hold for every structure made
 * from them: thousands of renumberings keep each step whole and of its sign,
 * and the key comes out again by the second method.
 */
#include "../lib/cases.h"
#include "../lib/desk.h"
#include "evolve/source/propose.h"
#include "import_world.h"
#include "problem/gold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- cases ---- */

static const char *outcome(struct arena *a, const struct imported *x)
{
    if (x->reason != IMPORT_FINE)
        return arena_printf(a, "no: %s: %s", import_reason_name(x->reason),
                            x->detail);
    return arena_printf(a, "%s: %s", fix_reason_name(x->fix),
                        proof_of(a, &x->structure));
}

static void rows_become_computations(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "import_graph/rows.test");
    while (cases_next(&c, lines, 2)) {
        struct imported x = import_of(&a, lines[0]);
        const char *got = outcome(&a, &x);

        if (!str_eq(got, lines[1]))
            cases_fail(&c, "got \"%s\"", got);
        if (x.reason == IMPORT_FINE && x.leaves != x.matched + x.fixed)
            cases_fail(&c, "leaves are not counted once");
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void add_number(struct arena *a, struct str *out, const struct number *x)
{
    str_addf(out, "%s%s%c", out->n ? " " : "", ratio_text(a, x->value),
             "dws"[x->form]);
    str_add(out, x->commas ? "," : "");
    str_add(out, x->percent ? "%" : "");
    str_add(out, x->dollar ? "$" : "");
    if (x->scale != 1)
        str_addf(out, "x%lld", (long long)x->scale);
    if (x->most && x->form != NUMBER_SET)
        str_addf(out, "<=%lld", (long long)x->most);
}

static void numbers_are_found(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "import_graph/scan.test");
    while (cases_next(&c, lines, 2)) {
        struct number x[NUMBERS];
        struct str got = str_in(&a);
        size_t n = graph_scan(lines[0], x);

        for (size_t i = 0; i < n; i++)
            add_number(&a, &got, &x[i]);
        if (!str_eq(str_get(&got), lines[1]))
            cases_fail(&c, "got \"%s\"", str_get(&got));
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

/* ---- numbers and words ---- */

static void words_read_back(void **state)
{
    const struct number word = { .form = NUMBER_WORD };
    struct number x[NUMBERS];
    struct str s = { 0 };

    (void)state;
    for (int64_t v = 2; v < 1000000; v += v < 2000 ? 1 : 997) {
        str_reset(&s);
        assert_true(graph_print(&s, &word, RATIO(v)));
        assert_int_equal(graph_scan(s.s, x), 1);
        assert_int_equal(x[0].n, s.n);
        assert_int_equal(x[0].form, NUMBER_WORD);
        assert_true(ratio_equal(x[0].value, RATIO(v)));
    }
    assert_false(graph_print(&s, &word, RATIO(0)));
    assert_false(graph_print(&s, &word, RATIO(1000000)));
    str_clear(&s);
}

/* Whatever the bytes: places in order, within the text, values that print
 * back in their form. */
static void scanner_takes_anything(void **state)
{
    static const char *const bits[] = {
        "1",       "25",   ",",   ".",   "/",    " ",      "%",
        "$",       "half", "two", "-",   ":",    "dozen",  "th",
        "hundred", "a",    "00",  "€",   "\xff", "twenty", "and",
        "million", "x",    "_",   "days"
    };
    struct number x[NUMBERS];
    struct str s = { 0 }, said = { 0 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("scan", 4));
    for (int round = 0; round < 4000; round++) {
        size_t n, end = 0;

        str_reset(&s);
        for (size_t k = rng_below(&r, 20) + 1; k > 0; k--)
            str_add(&s, bits[rng_below(&r, sizeof(bits) / sizeof(bits[0]))]);
        n = graph_scan(s.s, x);
        for (size_t i = 0; i < n; i++) {
            assert_true(x[i].at >= end && x[i].n > 0);
            end = x[i].at + x[i].n;
            assert_true(end <= s.n);
            str_reset(&said);
            if (graph_print(&said, &x[i], x[i].value) && s.s[x[i].at] != '0' &&
                s.s[x[i].at] != '.' && x[i].form == NUMBER_DIGITS)
                assert_int_equal(strncmp(said.s, s.s + x[i].at, x[i].n), 0);
        }
    }
    str_clear(&s);
    str_clear(&said);
}

/* ---- fresh numbers ---- */

/* Steps of a graph, one after the other in doubles: another arithmetic. */
static void steps_of(const struct graph *g, double *v)
{
    for (size_t i = 0; i < g->n_nodes; i++) {
        const struct graph_node *n = &g->nodes[i];

        switch (n->op) {
        case GRAPH_SLOT:
            v[i] = ratio_double(g->slots[n->a].number.value);
            break;
        case GRAPH_CONST: v[i] = ratio_double(n->value); break;
        case GRAPH_ADD: v[i] = v[n->a] + v[n->b]; break;
        case GRAPH_SUB: v[i] = v[n->a] - v[n->b]; break;
        case GRAPH_MUL: v[i] = v[n->a] * v[n->b]; break;
        default: v[i] = v[n->a] / v[n->b]; break;
        }
    }
}

static bool near_whole(double v)
{
    double d = v - (double)(int64_t)(v + (v < 0 ? -0.5 : 0.5));

    return d < 1e-9 && d > -1e-9;
}

static int sign_of(double v)
{
    return v > 1e-9 ? 1 : v < -1e-9 ? -1 : 0;
}

static void check_steps(const struct graph *was, const struct graph *is)
{
    double x[GRAPH_NODES], y[GRAPH_NODES];

    assert_int_equal(was->n_nodes, is->n_nodes);
    steps_of(was, x);
    steps_of(is, y);
    for (size_t i = 0; i < was->n_nodes; i++) {
        assert_int_equal(sign_of(x[i]), sign_of(y[i]));
        assert_true(!near_whole(x[i]) || near_whole(y[i]));
        assert_int_equal(x[i] < 1 - 1e-9, y[i] < 1 - 1e-9);
    }
    for (size_t k = 0; k < is->n_slots; k++)
        if (is->slots[k].follows != GRAPH_FOLLOW)
            assert_int_equal(sign_of(ratio_double(is->slots[k].number.value) -
                                     y[is->slots[k].follows]),
                             0);
}

/* Each number of the text is another one, in the form it had. */
/* 8, 11, 18, 80 to 89 and 800 to 899, alone or before thousands. */
static bool says_an(int64_t v)
{
    for (; v >= 1000; v /= 1000)
        ;
    return v == 8 || v == 11 || v == 18 || (v >= 80 && v < 90) ||
           (v >= 800 && v < 900);
}

static void check_slots(const struct graph *was, const struct graph *is)
{
    for (size_t k = 0; k < was->n_slots; k++) {
        const struct number *x = &was->slots[k].number;
        const struct number *y = &is->slots[k].number;

        assert_false(ratio_equal(x->value, y->value));
        assert_false(ratio_equal(y->value, RATIO(1)));
        assert_int_equal(x->form, y->form);
        assert_int_equal(x->percent, y->percent);
        assert_int_equal(x->places, y->places);
        assert_int_equal(!x->article, !y->article);
        assert_true(!y->article ||
                    (y->article == 'n') == says_an(y->value.p / y->value.q));
        assert_true(!x->percent || ratio_compare(x->value, RATIO(100)) > 0 ||
                    ratio_compare(y->value, RATIO(100)) < 0);
        assert_true(!x->most || ratio_compare(y->value, RATIO(x->most)) <= 0);
        for (size_t j = 0; j < k; j++) /* equal ones stay equal */
            if (ratio_equal(was->slots[j].number.value, x->value))
                assert_true(ratio_equal(is->slots[j].number.value, y->value));
    }
}

/* Fractions of the text are proper, and in lowest terms. */
static void check_fractions(const struct graph *g)
{
    for (size_t i = 0; i < g->n_slots; i++)
        for (size_t k = 0; k < g->n_slots; k++) {
            const struct number *x = &g->slots[i].number;
            const struct number *y = &g->slots[k].number;
            int64_t p = x->value.p, q = y->value.p;

            if (x->part != PART_ABOVE || y->part != PART_BELOW ||
                x->at + x->n + 1 != y->at)
                continue;
            assert_true(p < q);
            for (int64_t d = 2; d <= p; d++)
                assert_false(p % d == 0 && q % d == 0);
        }
}

static bool same_kind(const struct number *x, const struct number *y)
{
    return x->percent == y->percent && x->dollar == y->dollar &&
           x->part == y->part;
}

/* More stays more, and a whole at least its two parts. */
static void check_sizes(const struct graph *was, const struct graph *is)
{
    double x[STRUCTURE_SLOTS], y[STRUCTURE_SLOTS];
    const struct graph_slot *s = was->slots;
    size_t n = was->n_slots;

    for (size_t i = 0; i < n; i++) {
        x[i] = ratio_double(s[i].number.value);
        y[i] = ratio_double(is->slots[i].number.value);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            if (!same_kind(&s[i].number, &s[j].number))
                continue;
            assert_int_equal(x[i] < x[j], y[i] < y[j]);
            for (size_t k = 0; k < j; k++)
                if (same_kind(&s[i].number, &s[k].number) &&
                    x[i] >= x[j] + x[k] - 1e-9)
                    assert_true(y[i] >= y[j] + y[k] - 1e-9);
        }
}

static void check_fresh(struct arena *a, const struct structure *b,
                        struct rng *r)
{
    struct structure fresh = { b->kind, NULL };
    struct err e;
    void *out;

    if (!b->kind->renumber(a, b->data, r, &out, &e))
        fail_msg("%s", e.msg);
    fresh.data = out;
    proof_of(a, &fresh);
    check_steps(b->data, out);
    check_slots(b->data, out);
    check_sizes(b->data, out);
    check_fractions(out);
    assert_false(ratio_equal(key_of(a, b), key_of(a, &fresh)));
}

static void fresh_numbers_hold(void **state)
{
    int rounds = getenv("ASSAY_SOAK") ? 2000 : 40;
    struct arena a = { 0 }, keep = { 0 };
    struct cases c;
    const char *lines[2];
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("fresh", 5));
    cases_open(&c, "import_graph/rows.test");
    while (cases_next(&c, lines, 2)) {
        struct imported x = import_of(&keep, lines[0]);

        for (int i = 0; x.fix == FIX_NONE && x.structure.kind && i < rounds;
             i++) {
            check_fresh(&a, &x.structure, &r);
            arena_reset(&a);
        }
        arena_reset(&keep);
    }
    arena_clear(&a);
    arena_clear(&keep);
    assert_int_equal(cases_close(&c), 0);
}

/* 13 - 11 = 2, and 2 cups: whichever was meant, the key is the same. */
static void results_are_followed(void **state)
{
    struct arena a = { 0 };
    struct structure b =
        import_of(&a, "{\"question\": \"A cup was $13 and is $11. What does "
                      "one save on 2 cups?\", \"answer\": "
                      "\"<<13-11=2>>2\\n<<2*2=4>>4\\n#### 4\"}")
            .structure;
    struct err e;
    struct rng r;
    void *out;

    (void)state;
    rng_init(&r, hash_bytes("cups", 4));
    for (int i = 0; i < 100; i++) {
        const struct graph_slot *s;

        assert_true(b.kind->renumber(&a, b.data, &r, &out, &e));
        s = ((const struct graph *)out)->slots;
        assert_int_equal(s[0].number.value.p - s[1].number.value.p,
                         s[2].number.value.p);
    }
    arena_clear(&a);
}

/* What is drawn differs from seed to seed, and is the same for one seed. */
static void draws_differ(void **state)
{
    struct arena a = { 0 };
    struct structure b = import_of(&a, import_shop).structure;
    struct saying one, two;
    size_t same = 0;
    struct err e;

    (void)state;
    for (uint64_t i = 0; i < 20; i++) {
        struct rng r, again;
        void *x, *y;

        rng_init(&r, hash_bytes(&i, sizeof(i)));
        again = r;
        assert_true(b.kind->renumber(&a, b.data, &r, &x, &e));
        assert_true(b.kind->renumber(&a, b.data, &again, &y, &e));
        b.kind->say(&a, x, NO_SLOT, "", &one);
        b.kind->say(&a, y, NO_SLOT, "", &two);
        assert_string_equal(one.sentences[0], two.sentences[0]);
        assert_true(b.kind->renumber(&a, b.data, &r, &y, &e));
        b.kind->say(&a, y, NO_SLOT, "", &two);
        same += str_eq(one.sentences[0], two.sentences[0]);
    }
    assert_true(same < 10);
    arena_clear(&a);
}

/* ---- formulas that somebody proposes ---- */

static const char silent[] =
    "{\"question\": \"Paul packs 45 plums into bags of 5. He sells each bag "
    "for $4. What does he get?\", \"answer\": \"He gets it.\\n#### 36\"}";

static void formulas_are_judged(void **state)
{
    static const struct {
        const char *formula;
        enum import_reason reason;
    } tries[] = {
        { "45/5*4", IMPORT_FINE },         { "(45 / 5) * $4", IMPORT_FINE },
        { "9*4", IMPORT_BROKEN_CHAIN },    { "36", IMPORT_NO_COMPUTATION },
        { "45/5+4", IMPORT_OTHER_RESULT }, { "45/5*", IMPORT_UNREAD },
        { "45/(5-5)", IMPORT_UNREAD },     { "", IMPORT_UNREAD },
        { "N_00*4", IMPORT_UNREAD },
    };
    struct arena a = { 0 };
    struct problem p = problem_of(&a, silent);

    (void)state;
    for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
        struct imported x;

        import_formula(&a, &p, tries[i].formula, &x);
        if (x.reason != tries[i].reason)
            fail_msg("%s: %s", tries[i].formula, import_reason_name(x.reason));
    }
    arena_clear(&a);
}

/* Brackets without end, powers of powers, a megabyte. */
static void formulas_take_anything(void **state)
{
    static const char *const bits[] = { "(", "9^8", "2 ", "-", "1/", ")^8",
                                        "+", "[",   "x",  "%", "8,", "=" };
    struct arena a = { 0 };
    struct problem p = problem_of(&a, silent);
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("terms", 5));
    for (int i = 0; i < 300; i++) {
        size_t k = i % 30 ? 40 : 20000;
        struct str s = { 0 };
        struct imported x;

        k = rng_below(&r, k) + (i == 0 ? 400000 : 0);
        for (; k > 0; k--)
            str_add(&s, bits[i < 24 ? (size_t)i / 2 : rng_below(&r, 12)]);
        import_formula(&a, &p, str_get(&s), &x);
        str_clear(&s);
    }
    arena_clear(&a);
}

/* Rows are anybody's, too: each byte may be another. */
static void rows_take_anything(void **state)
{
    static const char alphabet[] = "0123456789+-*/=<>()., $%xXn\n\xe2'?";
    int rounds = getenv("ASSAY_SOAK") ? 100000 : 1000;
    struct arena a = { 0 }, keep = { 0 };
    struct problem p = problem_of(&keep, import_shop);
    size_t fine = 0;
    struct rng r;

    (void)state;
    p.solution = "She has 12 + 8 = <<20=20>>20. 20 * 3 = <<20*3=60>>60, and "
                 "60*1.25 = 75 at Tom's.";
    p.meta = NULL;
    rng_init(&r, hash_bytes("rows", 4));
    for (int i = 0; i < rounds; i++) {
        struct problem q = p;
        char *statement = arena_strdup(&a, p.statement);
        char *solution = arena_strdup(&a, p.solution);
        struct imported x;

        for (size_t k = rng_below(&r, 4); k > 0; k--) {
            char *s = rng_below(&r, 2) ? statement : solution;
            size_t at = rng_below(&r, strlen(s));

            s[at] = alphabet[rng_below(&r, sizeof(alphabet) - 1)];
        }
        q.statement = statement;
        q.solution = solution;
        import_problem(&a, &q, &x);
        if (x.reason == IMPORT_FINE) {
            fine++;
            proof_of(&a, &x.structure);
        }
        arena_reset(&a);
    }
    assert_true(fine > (size_t)rounds / 10);
    arena_clear(&a);
    arena_clear(&keep);
}

/* ---- by a model ---- */

static void model_proposes(void **state)
{
    enum { ROWS = 4 };
    static const char *const first[ROWS] = { "Formula: 45/5*4",
                                             "I think so.\nFormula: 9 * 4",
                                             "45/5+4", "Formula: 4" };
    static const char *const second[ROWS] = { NULL, "Formula: `(45/5) * 4`.",
                                              "Formula: 45*4/5", "no idea" };
    struct desk d = { 0 };
    struct problem p[ROWS + 1];
    struct imported out[ROWS + 1], tried;
    size_t accepted;
    struct err e;

    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        p[i] = problem_of(&d.arena, silent);
        p[i].statement =
            arena_printf(&d.arena, "Day %zu. %s", i + 60, p[i].statement);
        import_problem(&d.arena, &p[i], &out[i]);
        assert_int_equal(out[i].reason, IMPORT_NO_COMPUTATION);
        desk_row(&d, propose_prompt(&d.arena, &p[i], NULL), first[i], NULL);
        import_formula(&d.arena, &p[i],
                       i == 1   ? "9*4"
                       : i == 2 ? "45/5+4"
                                : "4",
                       &tried);
        if (second[i])
            desk_row(&d, propose_prompt(&d.arena, &p[i], &tried), second[i],
                     NULL);
        assert_null(strstr(propose_prompt(&d.arena, &p[i], &tried), "36"));
        assert_null(strstr(propose_prompt(&d.arena, &p[i], NULL), "36"));
    }
    p[ROWS] = problem_of(&d.arena, import_shop);
    import_problem(&d.arena, &p[ROWS], &out[ROWS]);
    desk_open(&d, NULL);
    if (!propose_formulas(&d.arena, &d.questioner, p, out, ROWS + 1, &accepted,
                          &e))
        fail_msg("%s", e.msg);
    assert_int_equal(accepted, 3);
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(out[i].reason == IMPORT_FINE, i < 3);
    assert_string_equal(proof_of(&d.arena, &out[1].structure),
                        "((45/5)*4) = 36");
    assert_int_equal(d.questioner.asked + d.questioner.journalled, ROWS + 3);
    desk_close(&d);
}

/* ---- golds ---- */

/* The list is there, and has nothing against rows that it does not know. */
static void golds_are_believed(void **state)
{
    struct arena a = { 0 };
    struct problem p = problem_of(&a, import_shop);

    (void)state;
    assert_null(gold_fault(&p));
    p.statement = "";
    assert_null(gold_fault(&p));
    assert_string_equal(import_reason_name(IMPORT_WRONG_GOLD),
                        "the gold is known to be wrong");
    arena_clear(&a);
}

/* ---- languages ---- */

/* English is recognised by its small words; what it is not stays out, since
 * the lines that operators add are English. */
static void other_languages_stay_out(void **state)
{
    static const struct {
        bool english;
        const char *text;
    } texts[] = {
        { true, "Ten apples." },
        { true, "A jet flies twice as high as a crane can. A crane flies "
                "thrice as high as Bo can. If Bo jumps 1 foot, how high can a "
                "jet fly?" },
        { true, "Zo\xc3\xa9 and Ren\xc3\xa9 buy 3 caf\xc3\xa9s au lait at "
                "the bar. How much is that?" },
        { false,
          "Uli kauft 12 \xc3\x84pfel und 5 Birnen auf dem Markt. Wie viele "
          "Fr\xc3\xbc"
          "chte hat er nun in seinem Korb?" },
        { false, "Luc a 12 pommes et il en donne 5 \xc3\xa0 sa s\xc5\x93ur le "
                 "matin. Combien de pommes lui reste-t-il le soir ?" },
        { false, "Ana tiene 12 manzanas y le da 5 a su hermana por la tarde. "
                 "\xc2\xbf"
                 "Cu\xc3\xa1ntas manzanas le quedan ahora a ella?" },
        { false,
          "Juma ana ndizi 12 na anampa dada yake ndizi 5 kila asubuhi. Je, "
          "amebaki na ndizi ngapi baada ya siku mbili?" },
        { false, "\xd0\xa3 \xd0\x90\xd0\xbd\xd0\xbd\xd1\x8b 12 "
                 "\xd1\x8f\xd0\xb1\xd0\xbb\xd0\xbe\xd0\xba." },
        { false, "\xe5\xa5\xb9\xe6\x9c\x89 12 \xe4\xb8\xaa\xe8\x8b\xb9"
                 "\xe6\x9e\x9c\xe3\x80\x82" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (import_is_english(texts[i].text) != texts[i].english)
            fail_msg("%s", texts[i].text);
}

/* ---- numbers that stay ---- */

static const char row_form[] = "{\"question\": \"%s\", \"answer\": \"%s\"}";

static bool said(const struct saying *s, const char *what)
{
    for (size_t i = 0; i < s->n; i++)
        if (strstr(s->sentences[i], what))
            return true;
    return false;
}

/* Something that no step says counts on them: in every renumbering the text
 * still has them. */
static void counted_on_stays(void **state)
{
    static const struct {
        const char *question, *answer, *stays;
    } rows[] = {
        { "Ina buys 2 hats for $18, and both cost the same. She sells one for "
          "$13. What does she gain on it?",
          "<<18/2=9>>9 <<13-9=4>>4\\n#### 4", " 2 hats" },
        { "Ina pays $5 in each of 11 months and the rest of $70 in the "
          "twelfth. How much is that?",
          "<<5*11=55>>55 <<70-55=15>>15\\n#### 15", " 11 months" },
        { "Ina runs in 3 races: 20 miles, 25 miles and 30 miles. How long is "
          "one if they are made equal?",
          "<<20+25+30=75>>75 <<75/3=25>>25\\n#### 25", " 3 races" },
        { "Ina has $60 more than Tom, Tom 3/4 of what Ben has, and he has "
          "$120. How much has each if they share?",
          "<<3/4*120=90>>90 <<90+60=150>>150 <<120+90+150=360>>360 "
          "<<360/3=120>>120\\n#### 120",
          " 3/" },
        { "Ina has 4 cats. The first eats 2 fish, the second 5, the third 6 "
          "fish, and with the last they eat 5 fish each. What does it eat?",
          "<<4*5=20>>20 <<2+5+6=13>>13 <<20-13=7>>7\\n#### 7", " 4 cats" },
        { "Ina drives 50 miles an hour for 7 hours, and walks for 4 hours at "
          "half of that less 22. How far is it?",
          "<<50/2=25>>25 <<25-22=3>>3 <<3*4=12>>12 <<50*7=350>>350 "
          "<<350+12=362>>362\\n#### 362",
          " 50 miles" },
        { "Ina has $6, doubles it on each of 3 nights, and pays $4 for each "
          "of the 3 nights. What is left?",
          "<<6*2=12>>12 <<12*2=24>>24 <<24*2=48>>48 <<3*4=12>>12 "
          "<<48-12=36>>36\\n#### 36",
          " 3 nights" },
        { "A tower of 4 floors: each has thrice as many rooms as the one on "
          "it, and the top has 5. How many for each of the 4 floors?",
          "<<5*3=15>>15 <<15*3=45>>45 <<45*3=135>>135 "
          "<<5+15+45+135=200>>200 <<200/4=50>>50\\n#### 50",
          " 4 floors" },
        { "A guide of $80 an hour takes 25% less from pupils. What do 4 hours "
          "and 2 hours of pupils cost?",
          "<<80/4=20>>20 <<80-20=60>>60 <<80*4=320>>320 <<60*2=120>>120 "
          "<<320+120=440>>440\\n#### 440",
          " 4 hours" },
        { "Ina writes 90 lines a day, as many for each of 2 papers. Paper B "
          "pays her twice the 3 cents a line of paper A. How many cents is it?",
          "<<90/2=45>>45 <<45*3=135>>135 <<3*2=6>>6 <<45*6=270>>270 "
          "<<135+270=405>>405\\n#### 405",
          " 2 papers" },
        { "Of 30 pupils 2 teams of girls and boys are made, as large as each "
          "other. Each of one team finds 7 shells. How many are it?",
          "<<30/2=15>>15 <<15*7=105>>105\\n#### 105", " 2 teams" },
        { "4 children, Anna, Tom, Eric and Lisa, have 36 nuts. How many has "
          "each?",
          "<<36/4=9>>9\\n#### 9", "4 children" },
        { "A class of 50 is split into 3 teams, two of them as large as each "
          "other; the last one has 4 fewer. How many has it?",
          "<<50+4=54>>54 <<54/3=18>>18 <<18-4=14>>14\\n#### 14", " 3 teams" },
        { "Ina rides 12 miles on each of 5 days and 30 miles on each of the 2 "
          "other days of a week. How far is it?",
          "<<12*5=60>>60 <<30*2=60>>60 <<60+60=120>>120\\n#### 120",
          " 5 days" },
        { "Ina sells for 10 hours, sleeps for 8 hours and has 6 hours for "
          "walks of 3 miles an hour. How far does she walk?",
          "<<6*3=18>>18\\n#### 18", " 6 hours" },
        { "Of 200 hats 35% are red and 65% are blue. How many are red?",
          "<<200*35/100=70>>70\\n#### 70", " 35%" },
        { "Ina earns $12 on each day of a 30 day month. How much is that?",
          "<<12*30=360>>360\\n#### 360", " 30 day" },
        { "Ina earns $120 a week, and there are 4 weeks in April. How much is "
          "that?",
          "<<120*4=480>>480\\n#### 480", " 4 weeks" },
        { "Ingrid has 6 letters in her name, and her dog has 3 more. How many "
          "are it?",
          "<<6+3=9>>9 <<6+9=15>>15\\n#### 15", " 6 letters" },
    };
    struct arena a = { 0 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("stays", 5));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *line =
            arena_printf(&a, row_form, rows[i].question, rows[i].answer);
        struct imported x = import_of(&a, line);

        assert_int_equal(x.reason, IMPORT_FINE);
        for (int k = 0; k < 60; k++) {
            struct structure fresh = { x.structure.kind, NULL };
            struct saying s;
            struct err e;
            void *out;

            if (!x.structure.kind->renumber(&a, x.structure.data, &r, &out, &e))
                fail_msg("%s: %s", line, e.msg);
            fresh.data = out;
            fresh.kind->say(&a, out, NO_SLOT, "", &s);
            if (!said(&s, rows[i].stays))
                fail_msg("lost: %s", rows[i].stays);
        }
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* Where one number of a step may be meant twice, none changes. */
static void doubted_is_locked(void **state)
{
    static const struct {
        const char *question, *answer, *key;
    } rows[] = {
        { "Each of 44 boys gets a cap of $20, and the print is 20% more. What "
          "do the caps cost?",
          "<<20*1.2=24>>24 <<44*24=1056>>1056\\n#### 1056", "two possible" },
        { "Ina reads 1/4 of a book and then 1/2 of it. It has 364 pages. How "
          "many has she read?",
          "<<3/4*364=273>>273\\n#### 273", "two others" },
        { "Ina reads 20% of a book and then 60% of it. It has 400 pages. How "
          "many has she read?",
          "<<0.8*400=320>>320\\n#### 320", "two others" },
        { "Ina's cat needs 2 pills of $20 each and a bath, which is 60% of the "
          "bill. She has $125. What is left?",
          "<<40/0.4=100>>100 "
          "<<125-100=25>>25\\n#### 25",
          "two others" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *line =
            arena_printf(&a, row_form, rows[i].question, rows[i].answer);
        struct imported x = import_of(&a, line);
        const struct graph *g = x.structure.data;

        assert_int_equal(x.reason, IMPORT_FINE);
        assert_int_equal(x.fix, FIX_AMBIGUOUS);
        if (!g->locked || !strstr(g->locked, rows[i].key))
            fail_msg("%s: %s", line, g->locked ? g->locked : "free");
    }
    arena_clear(&a);
}

/* A sum that is added to itself over and over is counted all the same. */
static void doubled_sums_end(void **state)
{
    struct arena a = { 0 };
    struct str notes = str_in(&a);
    long long v = 12;
    struct imported x;

    (void)state;
    for (int i = 0; i < 50; i++, v *= 2)
        str_addf(&notes, "<<%lld+%lld=%lld>> ", v, v, 2 * v);
    x = import_of(&a, arena_printf(&a,
                                   "{\"question\": \"Of 12 cells each doubles "
                                   "often. How many are in 3 dishes?\", "
                                   "\"answer\": \"%s<<%lld/3=%lld>>\\n#### "
                                   "%lld\"}",
                                   str_get(&notes), v, v / 3, v / 3));
    assert_true(x.reason < IMPORT_REASONS);
    arena_clear(&a);
}

/* "both" alone holds the only number: still a structure, with its reason. */
static void held_rows_are_bodies(void **state)
{
    struct arena a = { 0 };
    struct imported x = import_of(
        &a, "{\"question\": \"Ina has 2 cats, both with kittens: a pair each. "
            "How many kittens?\", \"answer\": \"<<2*2=4>>4\\n#### 4\"}");

    (void)state;
    assert_int_equal(x.reason, IMPORT_FINE);
    assert_int_equal(x.fix, FIX_HELD);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_become_computations),
        cmocka_unit_test(numbers_are_found),
        cmocka_unit_test(words_read_back),
        cmocka_unit_test(scanner_takes_anything),
        cmocka_unit_test(fresh_numbers_hold),
        cmocka_unit_test(results_are_followed),
        cmocka_unit_test(draws_differ),
        cmocka_unit_test(formulas_are_judged),
        cmocka_unit_test(formulas_take_anything),
        cmocka_unit_test(rows_take_anything),
        cmocka_unit_test(model_proposes),
        cmocka_unit_test(golds_are_believed),
        cmocka_unit_test(other_languages_stay_out),
        cmocka_unit_test(counted_on_stays),
        cmocka_unit_test(doubted_is_locked),
        cmocka_unit_test(doubled_sums_end),
        cmocka_unit_test(held_rows_are_bodies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
