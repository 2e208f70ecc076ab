/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Words with forbidden factors whose letters have a worth: how many of length n
 * have a total worth that leaves the remainder r modulo q?
 *
 * solve() runs an automaton whose states are the beginnings of forbidden
 * factors (Aho and Corasick), together with the worth modulo q. check() knows
 * no automaton: it marks occurrences of forbidden factors with signs, the
 * cluster method of Goulden and Jackson, in polynomials modulo y^q - 1.
 *
 * A factor is a number whose decimal digits are its letters, A = 1.
 */
#include "family/hard/count.h"
#include "family/recipe/pick.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#include <string.h>

#define LETTERS_MOST 5
#define FACTORS_MOST 4
#define MODULUS_MOST 12
#define EXACT_TO     90      /* longer words: the count modulo a prime */
#define EXACT_MOST   2000    /* in a file */
#define LENGTH_MOST  1000000 /* both roads take a time linear in it */
#define STATES_MOST  (1 + 2 * FACTORS_MOST)

struct words {
    int64_t n, q, r, modulus;
    int64_t worth[LETTERS_MOST], letters;
    int64_t factor[FACTORS_MOST], factors;
};

static const struct field fields[] = {
    NUMBER(struct words, n, 1, LENGTH_MOST),
    NUMBER(struct words, q, 2, MODULUS_MOST),
    NUMBER(struct words, r, 0, MODULUS_MOST - 1),
    NUMBER(struct words, modulus, 0, COUNT_MODULUS_MOST),
    LIST(struct words, worth, letters, 0, 99),
    LIST(struct words, factor, factors, 11, 555),
    { 0 },
};

/* ---- drawing ---- */

static int64_t draw_factor(struct pick *k, int64_t letters, int size)
{
    int64_t x = 0;

    for (int i = 0; i < size; i++)
        x = x * 10 + pick(k, 1, letters);
    return x;
}

/* Is the one a factor of the other? Two letters or three each. */
static bool overlap(int64_t x, int64_t y)
{
    return x == y || x / 10 == y || y / 10 == x || x % 100 == y || y % 100 == x;
}

/* No factor holds another, and the factors of two letters begin with different
 * letters and end with different letters, so that no letter is lost. */
static bool factors_fit(const struct words *v, int64_t x)
{
    for (int64_t i = 0; i < v->factors; i++) {
        int64_t y = v->factor[i];

        if (overlap(x, y) ||
            (x < 100 && y < 100 && (x / 10 == y / 10 || x % 10 == y % 10)))
            return false;
    }
    return true;
}

static void draw_factors(struct pick *k, struct words *v)
{
    int64_t n = pick(k, 2, FACTORS_MOST);

    while (v->factors < n) {
        int size = v->factors == 0   ? 2
                   : v->factors == 1 ? 3
                                     : (int)pick(k, 2, 3);
        int64_t x = draw_factor(k, v->letters, size);

        if (factors_fit(v, x))
            v->factor[v->factors++] = x;
    }
}

/* Do the differences of the worths generate all remainders modulo q? */
static bool worths_differ(const struct words *v)
{
    int64_t g = v->q;

    for (int64_t i = 1; i < v->letters; i++)
        g = integer_gcd(g, v->worth[i] - v->worth[0]);
    return g == 1;
}

static void draw(struct pick *k, void *values)
{
    struct words *v = values;
    int64_t order[9];

    v->n = k->depth;
    v->letters = pick(k, 3, LETTERS_MOST);
    v->q = pick(k, 3, 9);
    v->r = pick(k, 0, v->q - 1);
    do {
        pick_order(k, 9, order);
        for (int64_t i = 0; i < v->letters; i++)
            v->worth[i] = order[i] + 1;
    } while (!worths_differ(v));
    draw_factors(k, v);
    v->modulus = count_modulus(k, v->n > EXACT_TO);
}

/* ---- speaking ---- */

static void add_word(struct str *out, int64_t factor)
{
    if (factor >= 10)
        add_word(out, factor / 10);
    str_addc(out, (char)('A' + factor % 10 - 1));
}

static const char *speak_list(struct arena *a, const int64_t *x, int64_t n)
{
    struct str out = str_in(a);

    for (int64_t i = 0; i < n; i++) {
        str_add(&out, i == 0 ? "" : i + 1 == n ? " and " : ", ");
        add_word(&out, x[i]);
    }
    return str_get(&out);
}

static void speak(struct speech *s, const void *values)
{
    const struct words *v = values;
    static const int64_t letters[] = { 1, 2, 3, 4, 5 };

    form_let_text(s, "alphabet", speak_list(s->arena, letters, v->letters));
    form_let_text(s, "forbidden", speak_list(s->arena, v->factor, v->factors));
}

/* ---- the first road: an automaton ---- */

struct automaton {
    int64_t state[STATES_MOST]; /* the beginning of a factor, 0: empty */
    int n;
    int next[STATES_MOST][LETTERS_MOST]; /* -1: a forbidden factor */
};

static int state_find(const struct automaton *m, int64_t x)
{
    for (int i = 0; i < m->n; i++)
        if (m->state[i] == x)
            return i;
    return -1;
}

static bool is_factor(const struct words *v, int64_t x)
{
    for (int64_t i = 0; i < v->factors; i++)
        if (v->factor[i] == x)
            return true;
    return false;
}

/* The longest end of the word that is a state; -1 if an end is forbidden. */
static int end_of(const struct words *v, const struct automaton *m,
                  int64_t word)
{
    int found = 0;

    for (int64_t cut = 10; cut <= 1000; cut *= 10) {
        if (is_factor(v, word % cut))
            return -1;
        if (state_find(m, word % cut) >= 0)
            found = state_find(m, word % cut);
    }
    return found;
}

static void automaton_make(const struct words *v, struct automaton *m)
{
    m->state[0] = 0;
    m->n = 1;
    for (int64_t i = 0; i < v->factors; i++)
        for (int64_t cut = 100; cut >= 10; cut /= 10)
            if (v->factor[i] >= cut && state_find(m, v->factor[i] / cut) < 0)
                m->state[m->n++] = v->factor[i] / cut;
    for (int i = 0; i < m->n; i++)
        for (int c = 0; c < v->letters; c++)
            m->next[i][c] = end_of(v, m, m->state[i] * 10 + c + 1);
}

/* Rows have one number for each state and remainder. */
static void automaton_step(const struct words *v, const struct automaton *m,
                           const fmpz *from, fmpz *to)
{
    int64_t q = v->q;

    _fmpz_vec_zero(to, m->n * q);
    for (int i = 0; i < m->n; i++)
        for (int c = 0; c < v->letters; c++)
            for (int64_t w = 0; m->next[i][c] >= 0 && w < q; w++) {
                fmpz *at = to + m->next[i][c] * q + (w + v->worth[c]) % q;

                fmpz_add(at, at, from + i * q + w);
            }
    count_reduce(to, m->n * q, v->modulus);
}

/* Tell the sums of the row, whose words have this length. */
static void tell_row(struct solving *s, const struct words *v, const fmpz *row,
                     int states, int64_t length)
{
    fmpz_t all, asked;

    if (!s->steps)
        return;
    fmpz_init(all);
    fmpz_init(asked);
    for (int64_t i = 0; i < states * v->q; i++) {
        fmpz_add(all, all, row + i);
        if (i % v->q == v->r)
            fmpz_add(asked, asked, row + i);
    }
    count_reduce(all, 1, v->modulus);
    count_reduce(asked, 1, v->modulus);
    let(s, "reached", length);
    count_let(s, "all", all);
    count_let(s, "right", asked);
    tell(s, "row");
    fmpz_clear(all);
    fmpz_clear(asked);
}

/* Lengths whose sums are told: 1, 2, 3, 5, 8 ... */
struct told {
    int64_t now, next;
};

static bool told_at(struct told *t, int64_t length)
{
    int64_t sum = t->now + t->next;

    if (length != t->next)
        return false;
    t->now = t->next;
    t->next = sum;
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct words *v = values;
    struct automaton m;
    struct told t = { 1, 1 };
    fmpz *row, *next;
    fmpz_t count;
    bool made;

    automaton_make(v, &m);
    row = count_row(s->arena, m.n * v->q);
    next = count_row(s->arena, m.n * v->q);
    let_text(s, "states",
             m.n == 1 ? "" : speak_list(s->arena, m.state + 1, m.n - 1));
    let(s, "numbers", m.n * v->q);
    tell(s, "rule");
    fmpz_one(row);
    for (int64_t i = 1; i <= v->n; i++) {
        automaton_step(v, &m, row, next);
        _fmpz_vec_swap(row, next, m.n * v->q);
        if (told_at(&t, i) && i < v->n)
            tell_row(s, v, row, m.n, i);
    }
    fmpz_init(count);
    for (int i = 0; i < m.n; i++)
        fmpz_add(count, count, row + i * v->q + v->r);
    made = count_key(s, count, v->modulus);
    fmpz_clear(count);
    if (made)
        tell(s, "end");
    return made;
}

/* ---- the second road: marked clusters ---- */

/* Polynomials modulo y^q - 1, for the last four lengths: the signed words of
 * that length, and those that end with a marked factor. */
struct marked {
    int64_t q;
    int64_t digits[FACTORS_MOST][3], size[FACTORS_MOST], n; /* factors */
    fmpz *word[4], *cluster[FACTORS_MOST][4];
};

/* to += sign y^shift from */
static void add_shifted(const struct marked *m, fmpz *to, const fmpz *from,
                        int64_t shift, int sign)
{
    for (int64_t i = 0; i < m->q; i++) {
        fmpz *at = to + (i + shift) % m->q;

        if (sign > 0)
            fmpz_add(at, at, from + i);
        else
            fmpz_sub(at, at, from + i);
    }
}

/* Does a stand in b? */
static bool stands_in(const struct marked *m, int64_t a, int64_t b)
{
    for (int64_t at = 0; at + m->size[a] <= m->size[b]; at++) {
        int64_t i = 0;

        while (i < m->size[a] && m->digits[a][i] == m->digits[b][at + i])
            i++;
        if (i == m->size[a])
            return true;
    }
    return false;
}

/* Drop factors that hold others: they forbid nothing new. */
static void marked_prune(struct marked *m)
{
    for (int64_t b = 0; b < m->n; b++)
        for (int64_t a = 0; a < m->n; a++) {
            if (a == b || !stands_in(m, a, b))
                continue;
            m->n--;
            m->size[b] = m->size[m->n];
            memcpy(m->digits[b], m->digits[m->n], sizeof(m->digits[b]));
            b = -1;
            break;
        }
}

/* Returns false if a factor has a letter that the alphabet does not have. */
static bool marked_make(struct arena *a, const struct words *v,
                        struct marked *m)
{
    *m = (struct marked){ .q = v->q, .n = v->factors };
    for (int64_t i = 0; i < m->n; i++) {
        m->size[i] = v->factor[i] < 100 ? 2 : 3;
        for (int64_t j = m->size[i] - 1, x = v->factor[i]; j >= 0; j--) {
            m->digits[i][j] = x % 10 - 1;
            if (m->digits[i][j] < 0 || m->digits[i][j] >= v->letters)
                return false;
            x /= 10;
        }
    }
    marked_prune(m);
    for (int t = 0; t < 4; t++) {
        m->word[t] = count_row(a, m->q);
        for (int64_t i = 0; i < m->n; i++)
            m->cluster[i][t] = count_row(a, m->q);
    }
    fmpz_one(m->word[0]);
    return true;
}

static int64_t tail_worth(const struct words *v, const struct marked *m,
                          int64_t i, int64_t from)
{
    int64_t sum = 0;

    for (int64_t j = from; j < m->size[i]; j++)
        sum += v->worth[m->digits[i][j]];
    return sum;
}

/* Does factor j end with the first `n` letters of factor i? */
static bool joins(const struct marked *m, int64_t j, int64_t i, int64_t n)
{
    for (int64_t t = 0; t < n; t++)
        if (m->digits[j][m->size[j] - n + t] != m->digits[i][t])
            return false;
    return true;
}

/* Words of this length whose last marked factor i stands at their end: it is
 * alone, or overlaps the marked factor before it by `shared` letters. */
static void mark(const struct words *v, struct marked *m, int64_t i,
                 int64_t length)
{
    fmpz *to = m->cluster[i][length % 4];

    _fmpz_vec_zero(to, m->q);
    if (length >= m->size[i])
        add_shifted(m, to, m->word[(length - m->size[i]) % 4],
                    tail_worth(v, m, i, 0), -1);
    for (int64_t j = 0; j < m->n; j++)
        for (int64_t shared = 1; shared < m->size[i]; shared++)
            if (shared < m->size[j] && joins(m, j, i, shared) &&
                length >= m->size[i] - shared)
                add_shifted(m, to,
                            m->cluster[j][(length - (m->size[i] - shared)) % 4],
                            tail_worth(v, m, i, shared), -1);
    count_reduce(to, m->q, v->modulus);
}

static void marked_step(const struct words *v, struct marked *m, int64_t length)
{
    fmpz *to = m->word[length % 4];

    for (int64_t i = 0; i < m->n; i++)
        mark(v, m, i, length);
    _fmpz_vec_zero(to, m->q);
    for (int64_t c = 0; c < v->letters; c++)
        add_shifted(m, to, m->word[(length - 1) % 4], v->worth[c], 1);
    for (int64_t i = 0; i < m->n; i++)
        add_shifted(m, to, m->cluster[i][length % 4], 0, 1);
    count_reduce(to, m->q, v->modulus);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct words *v = values;
    struct marked m;

    f->by = "signed words with marked clusters";
    f->detail = "the remainder, the letters or the modulus make no problem";
    if (v->r >= v->q || v->letters < 2 || !count_modulus_is_right(v->modulus) ||
        (!v->modulus && v->n > EXACT_MOST) || !marked_make(a, v, &m))
        return TRUTH_NO;
    for (int64_t i = 1; i <= v->n; i++)
        marked_step(v, &m, i);
    return count_is(a, key, m.word[v->n % 4] + v->r, v->modulus, f);
}

static struct form_file text = {
#include "family/hard/words.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct words),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "letters of a word",
    .least = 8,
    .most = 500000,
    .levels = { 12, 20, 30, 50, 80 },
};

const struct family hard_words = {
    .name = "hard/words",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
