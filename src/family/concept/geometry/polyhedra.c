/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Vertices, edges and faces of polyhedra.
 *
 * solve() uses Euler's formula and follows what each cut or added pyramid
 * changes. check() goes face by face: it lists how many faces of how many
 * sides the finished solid has, gets the edges as half of all sides, and the
 * vertices by Euler's formula; simple questions are answered backwards. Where
 * the sorts of faces are given, it counts vertices, edges and faces for several
 * numbers of hexagons and puts them into Euler's formula.
 */
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    EULER,   /* two of V, E, F are a, b; c says which is asked */
    PRISM,   /* prism over an a-gon, b corners cut off */
    PYRAMID, /* pyramid over an a-gon, b corners of the base cut off */
    CAPPED,  /* prism, pyramids on b of its side faces, all corners cut off */
    CUBIC    /* three edges at each vertex; a quadrilaterals, b heptagons,
               c octagons, d nonagons, all others pentagons or hexagons: the
               number of pentagons */
};

enum asked { VERTICES, EDGES, FACES };

struct solid {
    int64_t kind, a, b, c, d; /* d is 0 where it is idle; c says what is asked
                                 in all but the last */
};

static const struct field fields[] = {
    NUMBER(struct solid, kind, EULER, CUBIC),
    NUMBER(struct solid, a, 0, 100000),
    SLOT(struct solid, b, 0, 100000),
    NUMBER(struct solid, c, 0, 100000),
    NUMBER(struct solid, d, 0, 100000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "Euler", "one of the numbers of vertices, edges and faces from the other "
               "two, up to 150" },
    { "cut", "a prism or a pyramid over a polygon of up to 120 sides, of which "
             "up to 10 corners are cut off" },
    { "combined", "a prism with pyramids on some faces and all corners cut "
                  "off; or the number of pentagons of a solid with three "
                  "edges at each vertex and faces of six sorts, of which the "
                  "hexagons are not counted" },
};

/* Numbers V = 4 + 2x + y and F = 4 + x + 2y are those of some polyhedron. */
static void draw_euler(struct pick *k, struct solid *s)
{
    int64_t x = pick_wide(k, 1, 48), y = pick_wide(k, 1, 48);
    int64_t v = 4 + 2 * x + y, f = 4 + x + 2 * y;

    s->kind = EULER;
    s->c = pick(k, VERTICES, FACES);
    s->a = s->c == VERTICES ? v + f - 2 : v;
    s->b = s->c == FACES ? v + f - 2 : f;
}

/* Every CUBIC drawn exists: by Eberhard's theorem (1891), for all numbers of
 * other faces that satisfy the equation of solve_cubic() there is a convex
 * polyhedron with three edges at each vertex that has these faces and some
 * number of hexagons. That is why the hexagons are not given: for a given
 * number of them there may be none. */
static void draw(struct pick *k, void *values)
{
    struct solid *s = values;
    int64_t x, y, z;

    if (k->level == 1) {
        draw_euler(k, s);
    } else if (k->level == 2) {
        s->kind = pick(k, PRISM, PYRAMID);
        s->a = pick_wide(k, 10, 120);
        s->b = pick_wide(k, 2, 10);
        s->c = pick(k, VERTICES, FACES);
    } else {
        s->kind = pick(k, CAPPED, CUBIC);
        x = pick_wide(k, 14, 99);
        y = pick_wide(k, 2, 14);
        z = pick(k, VERTICES, FACES);
        *s = (struct solid){ s->kind, x, y, z, 0 };
        if (s->kind == CUBIC)
            *s = (struct solid){ CUBIC, z + 1, x, y, 2 + (3 * x + 5 * y) % 17 };
    }
}

/* ---- the first road: Euler and changes ---- */

static bool solve_euler(struct solving *s, const struct solid *p)
{
    int64_t a = p->a, b = p->b, v, f;

    v = p->c == VERTICES ? a - b + 2 : a;
    f = p->c == FACES ? b - a + 2 : b;
    if (v < 4 || f < 4 || v > 2 * f - 4 || f > 2 * v - 4 || p->c > FACES)
        return false;
    solving_step(s, "Euler's formula for a convex polyhedron with $V$ "
                    "vertices, $E$ edges and $F$ faces is $V - E + F = 2$.");
    if (p->c == VERTICES) {
        solving_key(s, "%" PRId64, v);
        solving_step(s,
                     "With $E = %" PRId64 "$ and $F = %" PRId64
                     "$ we get $V = 2 + E - F$.",
                     a, b);
        solving_step(s, "So $V = 2 + %" PRId64 " - %" PRId64 " = %" PRId64 "$.",
                     a, b, v);
    } else if (p->c == EDGES) {
        solving_key(s, "%" PRId64, a + b - 2);
        solving_step(s,
                     "With $V = %" PRId64 "$ and $F = %" PRId64
                     "$ we get $E = V + F - 2$.",
                     a, b);
        solving_step(s, "So $E = %" PRId64 " + %" PRId64 " - 2 = %" PRId64 "$.",
                     a, b, a + b - 2);
    } else {
        solving_key(s, "%" PRId64, f);
        solving_step(s,
                     "With $V = %" PRId64 "$ and $E = %" PRId64
                     "$ we get $F = 2 - V + E$.",
                     a, b);
        solving_step(s, "So $F = 2 - %" PRId64 " + %" PRId64 " = %" PRId64 "$.",
                     a, b, f);
    }
    return true;
}

static bool solve_cut(struct solving *s, const struct solid *p)
{
    bool prism = p->kind == PRISM;
    int64_t n = p->a, b = p->b, v, e, f;

    if (n < 3 || b < 1 || b > (prism ? 2 * n : n) || p->c > FACES)
        return false;
    v = prism ? 2 * n : n + 1;
    e = prism ? 3 * n : 2 * n;
    f = prism ? n + 2 : n + 1;
    solving_step(s,
                 "The %s has $V = %" PRId64 "$ vertices, $E = %" PRId64
                 "$ edges and $F = %" PRId64 "$ faces.",
                 prism ? "prism" : "pyramid", v, e, f);
    solving_step(s, "Three edges meet in each of the corners that are cut off. "
                    "A cut replaces the corner by a triangle: two vertices, "
                    "three edges and one face more.");
    solving_step(s,
                 "With $%" PRId64 "$ cuts this gives $V = %" PRId64
                 " + 2 \\cdot %" PRId64 " = %" PRId64 "$, $E = %" PRId64
                 " + 3 \\cdot %" PRId64 " = %" PRId64 "$ and $F = %" PRId64
                 " + %" PRId64 " = %" PRId64 "$.",
                 b, v, b, v + 2 * b, e, b, e + 3 * b, f, b, f + b);
    solving_key(s, "%" PRId64,
                p->c == VERTICES ? v + 2 * b
                : p->c == EDGES  ? e + 3 * b
                                 : f + b);
    solving_step(s, "The answer is $%s$.", s->key);
    return true;
}

static bool solve_capped(struct solving *s, const struct solid *p)
{
    int64_t n = p->a, b = p->b, v = 2 * n + b, e = 3 * n + 4 * b;
    int64_t f = n + 2 + 3 * b;

    if (n < 3 || b < 1 || b > n || p->c > FACES)
        return false;
    solving_step(s,
                 "The prism has $%" PRId64 "$ vertices, $%" PRId64
                 "$ edges and $%" PRId64 "$ faces.",
                 2 * n, 3 * n, n + 2);
    solving_step(s,
                 "Each pyramid on a quadrilateral adds one vertex, four edges "
                 "and, as it covers one face and brings four, three faces. "
                 "With $%" PRId64 "$ pyramids: $V = %" PRId64 "$, $E = %" PRId64
                 "$, $F = %" PRId64 "$.",
                 b, v, e, f);
    solving_step(s, "Cutting off all corners leaves two new vertices on each "
                    "edge and the edge between them; each corner becomes a "
                    "face with as many sides as edges met there.");
    solving_step(s,
                 "So the new solid has $2E = %" PRId64
                 "$ vertices, $E + 2E = %" PRId64
                 "$ edges and $F + V = %" PRId64 "$ faces.",
                 2 * e, 3 * e, f + v);
    solving_key(s, "%" PRId64,
                p->c == VERTICES ? 2 * e
                : p->c == EDGES  ? 3 * e
                                 : f + v);
    solving_step(s, "The answer is $%s$.", s->key);
    return true;
}

static bool solve_cubic(struct solving *s, const struct solid *p)
{
    int64_t five = 12 - 2 * p->a + p->b + 2 * p->c + 3 * p->d;

    if (five < 1 || p->a < 1 || p->b < 1 || p->c < 1 || p->d < 1)
        return false;
    solving_step(s, "Three edges meet at each vertex, and each edge joins two "
                    "vertices, so $3V = 2E$. With Euler's formula $V - E + F = "
                    "2$ this gives $6F - 2E = 12$.");
    solving_step(s,
                 "Each edge is a side of two faces, so $2E$ is the number "
                 "of sides of all faces together. Hence the numbers $6 - k$, "
                 "taken for each face with $k$ sides, add up to $12$.");
    solving_step(s,
                 "Hexagons add $0$, however many there are. With $x$ "
                 "pentagons: $2 \\cdot %" PRId64 " + x - %" PRId64
                 " - 2 \\cdot %" PRId64 " - 3 \\cdot %" PRId64 " = 12$.",
                 p->a, p->b, p->c, p->d);
    solving_key(s, "%" PRId64, five);
    solving_step(s,
                 "So $x = 12 - %" PRId64 " + %" PRId64 " + %" PRId64
                 " + %" PRId64 " = %s$.",
                 2 * p->a, p->b, 2 * p->c, 3 * p->d, s->key);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    const struct solid *p = values;

    switch (p->kind) {
    case EULER: return solve_euler(s, p);
    case CAPPED: return solve_capped(s, p);
    case CUBIC: return solve_cubic(s, p);
    default: return solve_cut(s, p);
    }
}

/* ---- wording ---- */

KIND_IS(struct solid, is_euler, EULER)
KIND_IS(struct solid, is_capped, CAPPED)
KIND_IS(struct solid, is_cubic, CUBIC)

static bool is_cut(const void *values)
{
    int64_t kind = ((const struct solid *)values)->kind;

    return kind == PRISM || kind == PYRAMID;
}

/* A die that can be held has no more sides. */
static bool is_die(const void *values)
{
    return is_cut(values) && ((const struct solid *)values)->a <= 120;
}

static void speak(struct speech *s, const void *values)
{
    static const char *const names[] = { "vertices", "edges", "faces" };
    static const char *const parts[] = { "corner points", "straight rods",
                                         "glass panes" };
    const struct solid *p = values;

    if (p->kind == CUBIC)
        return;
    speech_set(s, "asked", "%s", names[p->c % 3]);
    speech_set(s, "one", "%s", names[p->c == VERTICES ? EDGES : VERTICES]);
    speech_set(s, "two", "%s", names[p->c == FACES ? EDGES : FACES]);
    speech_set(s, "rods", "%s", parts[p->c % 3]);
    speech_set(s, "rod1", "%s", parts[p->c == VERTICES ? EDGES : VERTICES]);
    speech_set(s, "rod2", "%s", parts[p->c == FACES ? EDGES : FACES]);
    speech_set(s, "body", "%s", p->kind == PYRAMID ? "pyramid" : "prism");
    speech_set(s, "where", "%s",
               p->kind == PYRAMID ? "corners of its base" : "corners");
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Convex polyhedron with $<a>$ <one> and $<b>$ <two>. Number of <asked>?",
      is_euler },
    { STYLE_PLAIN,
      "A convex polyhedron has $<a>$ <one> and $<b>$ <two>. How many <asked> "
      "does it have?",
      is_euler },
    { STYLE_PLAIN,
      "Find the number of <asked> of a convex polyhedron that has $<a>$ <one> "
      "and $<b>$ <two>.",
      is_euler },
    { STYLE_STORY,
      "A sculpture near a <place> is a closed convex polyhedron, with straight "
      "rods as edges, flat glass panes as faces and a corner point wherever "
      "rods meet. It has $<a>$ <rod1> and $<b>$ <rod2>. How many <rods> "
      "does it have?",
      is_euler },
    { STYLE_STORY,
      "A computer model of a convex gemstone lists $<a>$ <one> and $<b>$ "
      "<two>, but the list of its <asked> is lost. How many <asked> must "
      "there be?",
      is_euler },
    { STYLE_STORY,
      "<name> cuts a convex solid with flat faces from a block of wood and "
      "counts $<a>$ <one> and $<b>$ <two>. How many <asked> will they "
      "count?",
      is_euler },

    { STYLE_TERSE,
      "From a <body> over a polygon with $<a>$ sides, $<b>$ of the <where> are "
      "cut off by small plane cuts that do not meet. Number of <asked>?",
      is_cut },
    { STYLE_PLAIN,
      "The base of a <body> is a polygon with $<a>$ sides. Near each of $<b>$ "
      "of the <where>, a small piece with this corner is cut off by a plane; "
      "the cuts do not meet. How many <asked> does the remaining solid have?",
      is_cut },
    { STYLE_PLAIN,
      "From a <body> over a convex polygon with $<a>$ sides, $<b>$ of the "
      "<where> are removed by plane cuts so small that no two of them touch. "
      "Find the number of <asked> of the solid that is left.",
      is_cut },
    { STYLE_STORY,
      "In a computer game <name> models a rock as a <body> whose base has "
      "$<a>$ sides, and slices off $<b>$ of the <where>, with a small flat cut "
      "for each; the cuts do not meet. How many <asked> does the rock have now?",
      is_cut },

    { STYLE_TERSE,
      "Prism over a polygon with $<a>$ sides; a flat pyramid is put on each of "
      "$<b>$ of its side faces, so that the solid is convex and no faces "
      "merge; then all corners are cut off by small cuts. Number of <asked>?",
      is_capped },
    { STYLE_PLAIN,
      "On each of $<b>$ of the side faces of a prism over a polygon with $<a>$ "
      "sides, a flat pyramid with this face as its base is put, so that the "
      "solid stays convex and no two faces fall into one plane. Then every "
      "corner of the solid is cut off by a plane; the cuts do not meet. How "
      "many <asked> does the final solid have?",
      is_capped },
    { STYLE_PLAIN,
      "A prism has a base with $<a>$ sides. It is changed in two steps: first "
      "$<b>$ of its side faces each get a flat pyramid on top (the solid stays "
      "convex, and no two faces become one); then small pieces with each of "
      "the vertices are cut off by planes that do not meet on the solid. Find "
      "the number of <asked> at the end.",
      is_capped },
    { STYLE_STORY,
      "<name> models a gemstone on a computer and starts from a prism whose "
      "base has $<a>$ sides. They put a flat pyramid on each of $<b>$ of the "
      "side faces, with this face as its base; the stone stays convex, and no "
      "two faces lie in one plane. Then every corner is ground off with a "
      "small flat cut. How many <asked> does the finished stone have?",
      is_capped },

    { STYLE_TERSE,
      "Convex polyhedron, three edges at each vertex; $<a>$ "
      "<a?quadrilateral|quadrilaterals>, $<b>$ <b?heptagon|heptagons>, $<c>$ "
      "<c?octagon|octagons>, $<d>$ <d?nonagon|nonagons>, all other faces "
      "pentagons or hexagons. Number of pentagons?",
      is_cubic },
    { STYLE_PLAIN,
      "In a convex polyhedron exactly three edges meet at each vertex. Its "
      "faces are $<a>$ <a?quadrilateral|quadrilaterals>, $<b>$ "
      "<b?heptagon|heptagons>, $<c>$ <c?octagon|octagons>, $<d>$ "
      "<d?nonagon|nonagons>, some hexagons and some pentagons. How many "
      "pentagons are there?",
      is_cubic },
    { STYLE_PLAIN,
      "A convex polyhedron, at each vertex of which three faces meet, has only "
      "faces with four to nine sides: $<a>$ with four, $<b>$ with seven, $<c>$ "
      "with eight and $<d>$ with nine sides, and unknown numbers with five and "
      "with six. Find the number of faces with five sides.",
      is_cubic },
    { STYLE_STORY,
      "Physicists model a cage of carbon atoms as a convex polyhedron with an "
      "atom at each vertex and three bonds, the edges, at each atom. The faces "
      "of the cage are rings: $<a>$ with four atoms, $<b>$ with seven, $<c>$ "
      "with eight, $<d>$ with nine, and all others with five or six. How "
      "many rings of five atoms does the cage have?",
      is_cubic },
    { STYLE_STORY,
      "A die maker starts from a solid <body> over a polygon with $<a>$ sides "
      "and grinds off $<b>$ of the <where>, each with one small flat cut that "
      "meets no other cut. How many <asked> does the finished die have?",
      is_die },
    { STYLE_STORY,
      "In a drawing program <name> builds a prism over a polygon with $<a>$ "
      "sides, raises a flat pyramid on each of $<b>$ of its side faces, so "
      "that the solid is convex and no two faces fall into one plane, and lets "
      "the program cut off every corner by a small plane cut. How many "
      "<asked> does the result have?",
      is_capped },
    { STYLE_STORY,
      "A foam bubble is modelled as a convex polyhedron in which three edges "
      "meet at every vertex. A computer counts its faces: $<a>$ with four "
      "sides, $<b>$ with seven, $<c>$ with eight and $<d>$ with nine; all the "
      "others have five or six. How many faces with five sides does the "
      "bubble have?",
      is_cubic },
    { 0 },
};

/* ---- the second road: face by face ---- */

struct count {
    int64_t faces, sides; /* sides of all faces together: twice the edges */
};

static void add(struct count *c, int64_t faces, int64_t sides)
{
    c->faces += faces;
    c->sides += faces * sides;
}

/* The faces of the finished solid; false when there is none. */
static bool list_faces(const struct solid *p, struct count *c)
{
    int64_t n = p->a, b = p->b;

    *c = (struct count){ 0, 0 };
    if (n < 3 || b < 1 || p->c > FACES)
        return false;
    switch (p->kind) {
    case PRISM: /* each cut gives three faces one side more */
        add(c, 2, n);
        add(c, n, 4);
        add(c, b, 3);
        c->sides += 3 * b;
        return b <= 2 * n;
    case PYRAMID:
        add(c, 1, n);
        add(c, n, 3);
        add(c, b, 3);
        c->sides += 3 * b;
        return b <= n;
    default: /* every face has twice its sides, and every corner is a face:
                n-gons, quadrilaterals, triangles; tops of pyramids, and the
                corners of the prism, where each pyramid adds four edges in
                all */
        add(c, 2, 2 * n);
        add(c, n - b, 8);
        add(c, 4 * b, 6);
        add(c, b, 4);
        add(c, 2 * n, 3);
        c->sides += 4 * b;
        return b <= n;
    }
}

static bool built_fits(const struct solid *p, int64_t key)
{
    struct count c;

    if (!list_faces(p, &c) || c.sides % 2)
        return false;
    return key == (p->c == FACES   ? c.faces
                   : p->c == EDGES ? c.sides / 2
                                   : c.sides / 2 - c.faces + 2);
}

/* The key as the missing number: Euler, and enough sides and edges for each
 * face and vertex. */
static bool euler_fits(const struct solid *p, int64_t key)
{
    int64_t v = p->c == VERTICES ? key : p->a, f = p->c == FACES ? key : p->b;
    int64_t e = p->c == VERTICES ? p->a : p->c == EDGES ? key : p->b;

    return p->c <= FACES && v - e + f == 2 && v >= 4 && 3 * v <= 2 * e &&
           3 * f <= 2 * e;
}

/* With so many pentagons, and any number of hexagons, do the vertices, edges
 * and faces fit Euler's formula? */
static bool cubic_fits(const struct solid *p, int64_t five)
{
    if (p->a < 1 || p->b < 1 || p->c < 1 || p->d < 1)
        return false;
    for (int64_t six = 0; six < 5; six++) {
        struct count c = { 0, 0 };

        add(&c, p->a, 4);
        add(&c, five, 5);
        add(&c, six, 6);
        add(&c, p->b, 7);
        add(&c, p->c, 8);
        add(&c, p->d, 9);
        if (c.sides % 6 || c.sides / 3 - c.sides / 2 + c.faces != 2)
            return false;
    }
    return true;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct solid *p = values;
    int64_t x;
    bool right;

    (void)a;
    f->by = "face by face";
    f->detail = "the key is not one positive integer of fitting size";
    if (!key_int(key, &x) || x <= 0 || x > 1000000000)
        return TRUTH_NO;
    right = p->kind == EULER   ? euler_fits(p, x)
            : p->kind == CUBIC ? cubic_fits(p, x)
                               : built_fits(p, x);
    f->detail = right ? "the faces and their sides add up to the key"
                      : "the faces and their sides do not fit the key";
    return right ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct solid),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_polyhedra = {
    .name = "concept/polyhedra",
    .version = 2,
    .title = "Vertices, edges and faces of polyhedra",
    .doc = "The number of vertices, edges or faces of a convex polyhedron, by "
           "Euler's formula, by following cuts and added pyramids, or from the "
           "sorts of its faces.",
    .concepts = { HIGH_POLYHEDRA },
    .answer = ANSWER_INTEGER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
