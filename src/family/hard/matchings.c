/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Domino tilings of a board with holes and walls.
 *
 * solve() is Kasteleyn's method: a determinant of signs. Upright edges of column
 * c have the sign (-1)^c; a hole turns the signs of the edges that a ray from it
 * to the upper border crosses, since a face around a hole has one vertex less.
 * check() fills the board cell by cell and remembers which of the next cells are
 * covered already, a broken profile.
 */
#include "family/hard/count.h"
#include "family/recipe/pick.h"
#include "math/flint_poly.h"

#include <inttypes.h>
#include <string.h>

#define ROWS_MOST    8
#define COLUMNS_MOST 120 /* the determinant is taken exactly */
#define EXACT_TO     70  /* more columns: the count modulo a prime */
#define IDLE_TO      20  /* up to here no wall leaves the count as it is */
#define COUNT_LEAST  100 /* fewer tilings could be listed */

struct board {
    int64_t rows, columns, modulus;
    struct ints row, column;                      /* of the holes, from 1 on */
    struct ints wall_row, wall_column, wall_down; /* walls lie between this cell
                                                     and the one on its right
                                                     (0) or below it (1) */
};

static const struct field fields[] = {
    NUMBER(struct board, rows, 1, ROWS_MOST),
    NUMBER(struct board, columns, 1, COLUMNS_MOST),
    NUMBER(struct board, modulus, 0, COUNT_MODULUS_MOST),
    INTS(struct board, row, 1, ROWS_MOST),
    INTS(struct board, column, 1, COLUMNS_MOST),
    INTS(struct board, wall_row, 1, ROWS_MOST),
    INTS(struct board, wall_column, 1, COLUMNS_MOST),
    INTS(struct board, wall_down, 0, 1),
    { 0 },
};

/* ---- drawing ---- */

static void add_hole(struct board *b, int64_t row, int64_t column)
{
    b->row.x[b->row.n++] = row;
    b->column.x[b->column.n++] = column;
}

/* A hole in each pair of columns but the last, in turns of the one colour of a
 * chessboard and the other, so that the colours stay balanced. */
static void draw_holes(struct pick *k, struct board *b)
{
    int64_t pairs = b->columns / 2, n = pairs - pairs % 2;
    int64_t colour = pick(k, 0, 1);

    for (int64_t i = 0; i < n; i++) {
        int64_t row, column;

        do {
            row = pick(k, 1, b->rows);
            column = 2 * i + pick(k, 1, 2);
        } while ((row + column) % 2 != (colour + i) % 2);
        add_hole(b, row, column);
    }
}

static bool is_hole(const struct board *b, int64_t row, int64_t column)
{
    for (int64_t i = 0; i < b->row.n; i++)
        if (b->row.x[i] == row && b->column.x[i] == column)
            return true;
    return false;
}

/* A wall in each pair of columns, at a cell that is no hole and has a neighbour
 * on that side. */
static void draw_walls(struct pick *k, struct board *b)
{
    int64_t n = b->columns / 2;

    b->wall_row = ints_new(k->arena, (size_t)n);
    b->wall_column = ints_new(k->arena, (size_t)n);
    b->wall_down = ints_new(k->arena, (size_t)n);
    for (int64_t i = 0; i < n; i++) {
        int64_t row, column, down;

        do {
            row = pick(k, 1, b->rows);
            column = 2 * i + pick(k, 1, 2);
            down = pick(k, 0, 1);
        } while (row + down > b->rows || column + !down > b->columns ||
                 is_hole(b, row, column) ||
                 is_hole(b, row + down, column + !down));
        b->wall_row.x[i] = row;
        b->wall_column.x[i] = column;
        b->wall_down.x[i] = down;
    }
}

static void draw(struct pick *k, void *values)
{
    struct board *b = values;

    b->columns = k->depth;
    b->rows = b->columns % 2 ? 6 : pick(k, 5, 7);
    b->row = ints_new(k->arena, (size_t)b->columns);
    b->column = ints_new(k->arena, (size_t)b->columns);
    b->row.n = b->column.n = 0;
    draw_holes(k, b);
    draw_walls(k, b);
    b->modulus = count_modulus(k, b->columns > EXACT_TO);
}

/* ---- speaking ---- */

static void speak(struct speech *s, const void *values)
{
    const struct board *b = values;
    struct str walls = str_in(s->arena);
    int64_t n = b->wall_row.n;

    for (int64_t i = 0; i < n; i++) {
        int64_t row = b->wall_row.x[i], column = b->wall_column.x[i];

        str_addf(&walls,
                 "%s$(%" PRId64 ", %" PRId64 ")$ and $(%" PRId64 ", %" PRId64
                 ")$",
                 i ? "; " : "", row, column, row + b->wall_down.x[i],
                 column + !b->wall_down.x[i]);
    }
    form_let_text(s, "walls", str_get(&walls));
}

/* ---- the first road: Kasteleyn's determinant ---- */

/* The board with a border of holes. */
struct grid {
    const struct board *b;
    int64_t number[ROWS_MOST + 2][COLUMNS_MOST + 2]; /* of a cell among those of
                                                        its colour; -1: hole */
    bool turned[ROWS_MOST + 2][COLUMNS_MOST + 2];    /* the edge to the right */
    bool wall[2][ROWS_MOST + 2][COLUMNS_MOST + 2];   /* to the right, below */
    int64_t cells[2];                                /* by colour */
};

static void grid_make(const struct board *b, struct grid *g)
{
    g->b = b;
    memset(g->number, -1, sizeof(g->number));
    for (int64_t r = 1; r <= b->rows; r++)
        for (int64_t c = 1; c <= b->columns; c++)
            g->number[r][c] = 0;
    for (int64_t i = 0; i < b->row.n; i++) {
        g->number[b->row.x[i]][b->column.x[i]] = -1;
        for (int64_t r = 1; r < b->row.x[i]; r++)
            g->turned[r][b->column.x[i]] ^= true;
    }
    for (int64_t i = 0; i < b->wall_row.n; i++)
        g->wall[b->wall_down.x[i]][b->wall_row.x[i]][b->wall_column.x[i]] =
            true;
    for (int64_t r = 1; r <= b->rows; r++)
        for (int64_t c = 1; c <= b->columns; c++)
            if (g->number[r][c] == 0)
                g->number[r][c] = g->cells[(r + c) % 2]++;
}

/* Set the entry for two neighbours, if both are cells. */
static void set_edge(const struct grid *g, fmpz_mat_t m, int64_t r, int64_t c,
                     bool upright)
{
    int64_t here = g->number[r][c],
            there = g->number[r + upright][c + !upright];
    bool minus = upright ? c % 2 : g->turned[r][c];

    if (here < 0 || there < 0 || g->wall[upright][r][c])
        return;
    if ((r + c) % 2)
        fmpz_set_si(fmpz_mat_entry(m, there, here), minus ? -1 : 1);
    else
        fmpz_set_si(fmpz_mat_entry(m, here, there), minus ? -1 : 1);
}

static void set_edges(const struct grid *g, fmpz_mat_t m)
{
    const struct board *b = g->b;

    for (int64_t r = 1; r <= b->rows; r++)
        for (int64_t c = 1; c <= b->columns; c++) {
            set_edge(g, m, r, c, false);
            set_edge(g, m, r, c, true);
        }
}

/* Would some tiling cross every wall if it were not there? A cofactor counts
 * the tilings of all squares but the two beside the wall; `inverse` is that of
 * the signs, modulo a prime. */
static bool walls_count(const struct grid *g, const nmod_mat_t inverse)
{
    const struct board *b = g->b;

    for (int64_t i = 0; i < b->wall_row.n; i++) {
        int64_t r = b->wall_row.x[i], c = b->wall_column.x[i];
        int64_t down = b->wall_down.x[i];
        slong here = (slong)g->number[r][c];
        slong there = (slong)g->number[r + down][c + !down];

        if (!((r + c) % 2 ? nmod_mat_entry(inverse, here, there)
                          : nmod_mat_entry(inverse, there, here)))
            return false;
    }
    return true;
}

static bool is_idle(const struct grid *g, const fmpz_mat_t signs)
{
    slong n = fmpz_mat_nrows(signs);
    nmod_mat_t m;
    bool idle;

    nmod_mat_init(m, n, n, n_nextprime((ulong)1 << 61, 1));
    fmpz_mat_get_nmod_mat(m, signs);
    idle = !nmod_mat_inv(m, m) || !walls_count(g, m);
    nmod_mat_clear(m);
    return idle;
}

static bool solve(struct solving *s, const void *values)
{
    const struct board *b = values;
    bool idle;
    struct grid *g = arena_new(s->arena, struct grid);
    fmpz *count = count_row(s->arena, 1);
    fmpz_mat_t m;

    grid_make(b, g);
    if (g->cells[0] != g->cells[1])
        return false;
    fmpz_mat_init(m, g->cells[0], g->cells[0]);
    set_edges(g, m);
    idle = b->columns <= IDLE_TO && is_idle(g, m);
    if (!idle)
        fmpz_mat_det(count, m);
    fmpz_mat_clear(m);
    fmpz_abs(count, count);
    let(s, "half", g->cells[0]);
    tell(s, "rule");
    tell(s, "holes");
    if (idle || !count_key(s, count, b->modulus) ||
        fmpz_cmp_si(count, COUNT_LEAST) < 0)
        return false;
    tell(s, "end");
    return true;
}

/* ---- the second road: a broken profile ---- */

/* What a domino from a cell to the right or downwards would meet. */
struct plan {
    const struct board *b;
    bool hole[ROWS_MOST + 1][COLUMNS_MOST + 1]; /* rows and columns from 0 on;
                                                   beyond the board: true */
    bool wall[2][ROWS_MOST][COLUMNS_MOST];
    fmpz *now, *next; /* by the rows whose next cell is covered */
};

/* Returns false if a hole or a wall is not on the board. */
static bool plan_make(struct arena *a, const struct board *b, struct plan *p)
{
    p->b = b;
    if (b->row.n != b->column.n || b->wall_row.n != b->wall_column.n ||
        b->wall_row.n != b->wall_down.n)
        return false;
    memset(p->hole, true, sizeof(p->hole));
    for (int64_t r = 0; r < b->rows; r++)
        memset(p->hole[r], false, (size_t)b->columns);
    for (int64_t i = 0; i < b->row.n; i++) {
        if (b->row.x[i] > b->rows || b->column.x[i] > b->columns)
            return false;
        p->hole[b->row.x[i] - 1][b->column.x[i] - 1] = true;
    }
    for (int64_t i = 0; i < b->wall_row.n; i++) {
        if (b->wall_row.x[i] > b->rows || b->wall_column.x[i] > b->columns)
            return false;
        p->wall[b->wall_down.x[i]][b->wall_row.x[i] - 1]
               [b->wall_column.x[i] - 1] = true;
    }
    p->now = count_row(a, (int64_t)1 << ROWS_MOST);
    p->next = count_row(a, (int64_t)1 << ROWS_MOST);
    fmpz_one(p->now);
    return true;
}

static void pass(struct plan *p, int from, int to)
{
    fmpz_add(p->next + to, p->next + to, p->now + from);
}

static void fill_cell(struct plan *p, int64_t r, int64_t c)
{
    int here = 1 << r, below = 1 << (r + 1);
    bool right = !p->hole[r][c + 1] && !p->wall[0][r][c];
    bool down = !p->hole[r + 1][c] && !p->wall[1][r][c];

    _fmpz_vec_zero(p->next, (slong)1 << p->b->rows);
    for (int t = 0; t < 1 << p->b->rows; t++) {
        if (fmpz_is_zero(p->now + t))
            continue;
        if (p->hole[r][c] || t & here) {
            pass(p, t, t & ~here);
            continue;
        }
        if (right)
            pass(p, t, t | here);
        if (down && !(t & below))
            pass(p, t, t | below);
    }
    count_reduce(p->next, (int64_t)1 << p->b->rows, p->b->modulus);
    _fmpz_vec_swap(p->now, p->next, (slong)1 << p->b->rows);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct board *b = values;
    struct plan *p = arena_new(a, struct plan);

    f->by = "filling cell by cell with a broken profile";
    f->detail = "the holes, the walls or the modulus make no problem";
    if (!count_modulus_is_right(b->modulus) || !plan_make(a, b, p))
        return TRUTH_NO;
    for (int64_t c = 0; c < b->columns; c++)
        for (int64_t r = 0; r < b->rows; r++)
            fill_cell(p, r, c);
    return count_is(a, key, p->now, b->modulus, f);
}

static struct form_file text = {
#include "family/hard/matchings.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct board),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "columns of a board",
    .least = 8,
    .most = COLUMNS_MOST,
    .levels = { 8, 12, 20, 32, 50 },
};

const struct family hard_matchings = {
    .name = "hard/matchings",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
