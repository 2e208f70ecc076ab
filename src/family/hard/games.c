/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Take-away games with several heaps: the numbers that may be taken are the
 * values of a quadratic, another one for heaps with an odd number of counters.
 * Asked is the number of positions that are lost for the player to move, or the
 * number of all winning moves.
 *
 * solve() finds the Grundy numbers by the mex rule and counts by Walsh
 * transforms. check() plays backwards through all positions where there are
 * few. Where there are more, it plays one heap backwards beside a heap of Nim,
 * which gives each heap the heap of Nim that it is as good as, and adds heap
 * after heap to a table of counts.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#include <inttypes.h>

#define HEAP_MOST  10000
#define HEAPS_MOST 6

enum kind { KIND_LOST, KIND_MOVES };

static const char *const kinds[] = { "lost", "moves", NULL };

/* From an even heap one takes a j^2 + b j + c counters, from an odd one d j^2 +
 * e j + f. */
struct heaps {
    int64_t kind, a, b, c, d, e, f;
    int64_t most[HEAPS_MOST], n; /* the largest size of each heap */
};

static const struct field fields[] = {
    NUMBER(struct heaps, kind, KIND_LOST, KIND_MOVES),
    NUMBER(struct heaps, a, 1, 9),
    NUMBER(struct heaps, b, 0, 9),
    NUMBER(struct heaps, c, 1, 9),
    NUMBER(struct heaps, d, 1, 9),
    NUMBER(struct heaps, e, 0, 9),
    NUMBER(struct heaps, f, 1, 9),
    LIST(struct heaps, most, n, 1, HEAP_MOST),
    { 0 },
};

/* ---- drawing ---- */

/* Returns what the j-th move takes from a heap of x. */
static int64_t taken(const struct heaps *v, int64_t x, int64_t j)
{
    return x % 2 ? (v->d * j + v->e) * j + v->f : (v->a * j + v->b) * j + v->c;
}

/* Do both rules allow the same numbers up to `most`? */
static bool is_one_rule(const struct heaps *v, int64_t most)
{
    int64_t j = 0;

    while (taken(v, 0, j) == taken(v, 1, j) && taken(v, 0, j) <= most)
        j++;
    return taken(v, 0, j) > most && taken(v, 1, j) > most;
}

/* The rules differ in a number that is below the largest heap, so that each of
 * them matters: that heap and the one below it have both parities. */
static void draw_odd_rule(struct pick *k, struct heaps *v)
{
    int64_t largest = 0;

    for (int64_t i = 0; i < v->n; i++)
        largest = v->most[i] > largest ? v->most[i] : largest;
    do {
        v->d = pick(k, 1, 3);
        v->e = pick(k, 0, 4);
        v->f = pick(k, 1, 4);
    } while (is_one_rule(v, largest - 1));
}

static void draw(struct pick *k, void *values)
{
    struct heaps *v = values;

    v->kind = pick(k, KIND_LOST, KIND_MOVES);
    v->a = pick(k, 1, 3);
    v->b = pick(k, 0, 4);
    v->c = pick(k, 1, 4);
    v->n = pick(k, 4, HEAPS_MOST);
    for (int64_t i = 0; i < v->n; i++)
        v->most[i] = pick(k, k->depth - k->depth / 2, k->depth);
    draw_odd_rule(k, v);
}

static void speak(struct speech *s, const void *values)
{
    const struct heaps *v = values;
    const int64_t even[] = { v->c, v->b, v->a }, odd[] = { v->f, v->e, v->d };

    form_let_text(s, "even", latex_poly(s->arena, even, 3, "j"));
    form_let_text(s, "odd", latex_poly(s->arena, odd, 3, "j"));
    form_let(s, "heaps", v->n);
}

/* ---- the first road: mex and Walsh transforms ---- */

#define NIM_MOST 128 /* Grundy numbers are below: no heap has more moves */

struct grundy {
    int64_t largest; /* heap */
    uint8_t of[HEAP_MOST + 1];
    size_t n; /* a power of two above all values */
};

static void find_values(const struct heaps *v, struct grundy *g)
{
    for (int64_t i = 0; i < v->n; i++)
        g->largest = v->most[i] > g->largest ? v->most[i] : g->largest;
    g->n = 2;
    for (int64_t x = 0; x <= g->largest; x++) {
        bool reached[NIM_MOST + 1] = { false };
        uint8_t mex = 0;

        for (int64_t j = 0; taken(v, x, j) <= x; j++)
            reached[g->of[x - taken(v, x, j)]] = true;
        while (reached[mex])
            mex++;
        g->of[x] = mex;
        while (g->n <= mex)
            g->n *= 2;
    }
}

static void transform(int64_t *x, size_t n)
{
    for (size_t half = 1; half < n; half *= 2)
        for (size_t i = 0; i < n; i++)
            if (!(i & half)) {
                int64_t p = x[i], q = x[i + half];

                x[i] = p + q;
                x[i + half] = p - q;
            }
}

/* The Walsh transforms of one heap: how often it has each value, and how often
 * a move leads to each value. */
struct spectrum {
    int64_t sizes[NIM_MOST], moves[NIM_MOST];
};

static void find_spectrum(const struct heaps *v, const struct grundy *g,
                          int64_t most, struct spectrum *s)
{
    for (int64_t x = 1; x <= most; x++) {
        s->sizes[g->of[x]]++;
        for (int64_t j = 0; taken(v, x, j) <= x; j++)
            s->moves[g->of[x - taken(v, x, j)]]++;
    }
    transform(s->sizes, g->n);
    transform(s->moves, g->n);
}

/* Add the product over all heaps at one place of the spectra; the heap `moved`
 * has its moves instead of its sizes, unless that is below 0. */
static void add_product(const struct heaps *v, const struct spectrum *s,
                        size_t at, int64_t moved, fmpz_t sum)
{
    fmpz_t x;

    fmpz_init_set_ui(x, 1);
    for (int64_t i = 0; i < v->n; i++)
        fmpz_mul_si(x, x, i == moved ? s[i].moves[at] : s[i].sizes[at]);
    fmpz_add(sum, sum, x);
    fmpz_clear(x);
}

static void count(const struct heaps *v, const struct grundy *g,
                  struct arena *a, fmpz_t sum)
{
    struct spectrum *s = arena_array(a, struct spectrum, v->n);

    for (int64_t i = 0; i < v->n; i++)
        find_spectrum(v, g, v->most[i], &s[i]);
    for (size_t at = 0; at < g->n; at++) {
        if (v->kind == KIND_LOST)
            add_product(v, s, at, -1, sum);
        for (int64_t i = 0; i < v->n && v->kind == KIND_MOVES; i++)
            add_product(v, s, at, i, sum);
    }
    fmpz_divexact_ui(sum, sum, g->n);
}

#define VALUES_TOLD 250

static void tell_values(struct solving *s, const struct heaps *v,
                        const struct grundy *g)
{
    struct str list = str_in(s->arena);
    int64_t last = g->largest < VALUES_TOLD ? g->largest : VALUES_TOLD;

    for (int64_t x = 0; x <= last; x++)
        str_addf(&list, "%s%d", x ? ", " : "", g->of[x]);
    let_text(s, "values", str_get(&list));
    let(s, "last", last);
    let(s, "largest", g->largest);
    let(s, "size", (int64_t)g->n);
    let(s, "heaps", v->n);
    tell(s, "rule");
    tell(s, "values");
    tell(s, "end");
}

static bool solve(struct solving *s, const void *values)
{
    const struct heaps *v = values;
    struct grundy *g = arena_new(s->arena, struct grundy);
    fmpz_t sum;
    bool good;

    find_values(v, g);
    if (g->n == 2) /* only 0 and 1: the heaps could be counted by hand */
        return false;
    fmpz_init(sum);
    count(v, g, s->arena, sum);
    good = fmpz_cmp_si(sum, 50) > 0; /* smaller numbers could be guessed */
    solving_key(s, "%s", integer_text(s->arena, sum));
    if (s->steps)
        tell_values(s, v, g);
    fmpz_clear(sum);
    return good;
}

/* ---- the second road: playing backwards ---- */

/* What may be taken, in increasing order, from even and from odd heaps. */
struct rules {
    int64_t take[2][NIM_MOST];
    int64_t n[2];
    int64_t largest; /* heap */
    size_t width;    /* a power of two above the number of moves */
};

static void list_rule(struct rules *r, size_t odd, int64_t square, int64_t line,
                      int64_t s)
{
    for (int64_t step = square + line; s <= r->largest; step += 2 * square) {
        r->take[odd][r->n[odd]++] = s;
        s += step;
    }
    while ((size_t)r->n[odd] >= r->width)
        r->width *= 2;
}

static struct rules list_rules(const struct heaps *v)
{
    struct rules r = { .width = 1 };

    for (int64_t i = 0; i < v->n; i++)
        if (v->most[i] > r.largest)
            r.largest = v->most[i];
    list_rule(&r, 0, v->a, v->b, v->c);
    list_rule(&r, 1, v->d, v->e, v->f);
    return r;
}

#define POSITIONS_MOST 20000 /* that are played backwards one by one */

/* Position number `at` stands for the sizes of the heaps in mixed places. */
struct board {
    const struct heaps *of;
    const struct rules *rules;
    bool lost[POSITIONS_MOST];
    int64_t positions;
};

/* Returns how many moves lead from there to a lost position. Sets `full` if no
 * heap is empty. */
static int64_t winning_moves(const struct board *b, int64_t at, bool *full)
{
    const struct heaps *v = b->of;
    int64_t wins = 0;

    *full = true;
    for (int64_t i = 0, place = 1; i < v->n; place *= v->most[i++] + 1) {
        int64_t x = at / place % (v->most[i] + 1);

        *full = *full && x > 0;
        for (int64_t j = 0; j < b->rules->n[x % 2]; j++) {
            int64_t s = b->rules->take[x % 2][j];

            if (s > x)
                break;
            wins += b->lost[at - s * place];
        }
    }
    return wins;
}

/* A move makes the number of a position smaller: it is played from 0 on. */
static void play_all(struct board *b, fmpz_t sum)
{
    for (int64_t at = 0; at < b->positions; at++) {
        bool full;
        int64_t wins = winning_moves(b, at, &full);

        b->lost[at] = wins == 0;
        if (full)
            fmpz_add_si(sum, sum, b->of->kind == KIND_MOVES ? wins : !wins);
    }
}

/* Returns how many positions there are, empty heaps among them, or
 * POSITIONS_MOST + 1 if there are more. */
static int64_t positions(const struct heaps *v)
{
    int64_t n = 1;

    for (int64_t i = 0; i < v->n && n <= POSITIONS_MOST; i++)
        n *= v->most[i] + 1;
    return n <= POSITIONS_MOST ? n : POSITIONS_MOST + 1;
}

/* Play one heap beside a heap of Nim, both backwards. Returns, for each size,
 * that of the Nim heap beside which the player to move loses. */
static uint8_t *play_beside_nim(struct arena *a, const struct rules *r)
{
    size_t n = (size_t)r->largest + 1;
    bool *won = arena_array(a, bool, n * r->width);
    uint8_t *beside = arena_array(a, uint8_t, n);

    for (size_t x = 0; x < n; x++) {
        while (won[x * r->width + beside[x]])
            beside[x]++; /* all larger heaps of Nim are won by a move to it */
        for (size_t odd = 0; odd < 2; odd++)
            for (int64_t j = 0; j < r->n[odd]; j++) {
                size_t from = x + (size_t)r->take[odd][j];

                if (from < n && from % 2 == odd)
                    won[from * r->width + beside[x]] = true;
            }
    }
    return beside;
}

/* Counts by the exclusive or of the Nim heaps: of the sizes, and of the sizes
 * with one move made. */
struct counts {
    fmpz *sizes, *moves;
    slong width;
};

static struct counts counts_new(size_t width)
{
    struct counts c = { NULL, NULL, (slong)width };

    c.sizes = _fmpz_vec_init(c.width);
    c.moves = _fmpz_vec_init(c.width);
    return c;
}

static void counts_clear(struct counts *c)
{
    _fmpz_vec_clear(c->sizes, c->width);
    _fmpz_vec_clear(c->moves, c->width);
}

/* Add a heap that has each value so often, and so often after a move. */
static void add_heap(struct counts *c, const ulong *sizes, const ulong *moves)
{
    struct counts sum = counts_new((size_t)c->width);

    for (slong u = 0; u < c->width; u++) {
        if (!sizes[u] && !moves[u])
            continue;
        for (slong w = 0; w < c->width; w++) {
            fmpz_addmul_ui(sum.sizes + (u ^ w), c->sizes + w, sizes[u]);
            fmpz_addmul_ui(sum.moves + (u ^ w), c->moves + w, sizes[u]);
            fmpz_addmul_ui(sum.moves + (u ^ w), c->sizes + w, moves[u]);
        }
    }
    counts_clear(c);
    *c = sum;
}

static void count_by_heaps(struct arena *a, const struct heaps *v,
                           const struct rules *r, fmpz_t sum)
{
    struct counts c = counts_new(r->width);
    const uint8_t *beside = play_beside_nim(a, r);

    fmpz_one(c.sizes);
    for (int64_t i = 0; i < v->n; i++) {
        ulong sizes[NIM_MOST] = { 0 }, moves[NIM_MOST] = { 0 };

        for (int64_t x = 1; x <= v->most[i]; x++) {
            sizes[beside[x]]++;
            for (int64_t j = 0; j < r->n[x % 2]; j++)
                if (r->take[x % 2][j] <= x)
                    moves[beside[x - r->take[x % 2][j]]]++;
        }
        add_heap(&c, sizes, moves);
    }
    fmpz_set(sum, v->kind == KIND_LOST ? c.sizes : c.moves);
    counts_clear(&c);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct heaps *v = values;
    struct rules r = list_rules(v);
    struct board *b = arena_new(a, struct board);
    enum truth holds = TRUTH_NO;
    fmpz_t sum, x;

    fmpz_init(sum);
    fmpz_init(x);
    b->of = v;
    b->rules = &r;
    b->positions = positions(v);
    if (b->positions <= POSITIONS_MOST) {
        f->by = "playing all positions backwards";
        play_all(b, sum);
    } else {
        f->by = "playing each heap beside a heap of Nim";
        count_by_heaps(a, v, &r, sum);
    }
    f->detail = "the key is not one integer, or there is no heap";
    if (key_integer(key, x) && v->n > 0) {
        holds = fmpz_equal(sum, x) ? TRUTH_YES : TRUTH_NO;
        f->detail = arena_printf(a, "the count is %s", integer_text(a, sum));
    }
    fmpz_clear(sum);
    fmpz_clear(x);
    return holds;
}

static struct form_file text = {
#include "family/hard/games.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .kinds = kinds,
    .size = sizeof(struct heaps),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "counters in the largest heap",
    .least = 8,
    .most = HEAP_MOST,
    .levels = { 12, 25, 50, 120, 300 },
};

const struct family hard_games = {
    .name = "hard/games",
    .version = 2,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
