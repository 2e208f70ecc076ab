/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_PDE_PDE_H
#define VERIFY_PDE_PDE_H

#include "base/vec.h"
#include "verify/object.h"

/*
 * The text of differential equations, made ready for the reader of formulas:
 * spacing and sizes go, statements are cut apart, and every notation for a
 * derivative that the reader does not know, as \partial_x^2 u, (u^2)_{xx},
 * \nabla^2 u, becomes the one that it knows, \frac{\partial^2}{\partial x^2}.
 */

#define PDE_VARIABLES 6

/* The variables of an equation, canonical. */
struct pde_variables {
    const char *names[PDE_VARIABLES];
    size_t n;
    size_t time; /* index of t, or n if there is none */
    /* Radial symmetry: \nabla^2 is that of this many dimensions in the first
     * variable; 0: the variables other than time are Cartesian. */
    unsigned radial;
};

/* Returns the text without spacing, sizes and dollar signs; \text{...} leaves
 * its words. */
char *pde_clean(struct arena *a, const char *text);

/* Cut a clean text at commas, semicolons, \quad and the words "and", "with",
 * "where" that stand outside of brackets. Returns the number of parts. */
size_t pde_split(struct arena *a, const char *text, const char *const **parts);

/* Returns the statement with derivatives as the reader knows them; u(x,t) of
 * all the variables becomes u. */
char *pde_rewrite(struct arena *a, const char *text,
                  const struct pde_variables *v);

/* Returns how many bytes the letter or Greek name at s has, with its canonical
 * name; 0 if there is none. */
size_t pde_name_at(struct arena *a, const char *s, const char **name);

/* Read an index of variables alone, "_x" or "_{xxt}", at s. Returns its bytes,
 * 0 if it is none; fills in the order in each variable. */
size_t pde_index_at(struct arena *a, const char *s,
                    const struct pde_variables *v, unsigned *orders);

/* Returns how many bytes the control word at the "\\" s has; 1: the backslash. */
size_t pde_word_length(const char *s);

/* The same; or 2 for the backslash and what is no letter behind it. */
size_t pde_control_length(const char *s);

/* Returns the text behind blanks. */
const char *pde_skip_spaces(const char *s);

/* Returns the text behind the bracket that opens at s, or NULL if it is not
 * closed. */
const char *pde_group_end(const char *s);

/* Returns which variable has this name, or v->n. */
size_t pde_variable(const struct pde_variables *v, const char *name);

/*
 * A partial differential equation, or a system of two, with its conditions,
 * as it was read; and what is asked of a claimed solution: that the equation
 * is satisfied at points of the domain (verify/pde/judge.c), and that each condition
 * is (verify/pde/condition.c).
 */

#define PDE_UNKNOWNS 3

enum pde_place {
    PLACE_FREE, /* the variable runs */
    PLACE_AT,   /* it has the value of `at` */
    PLACE_MINUS_INFINITY,
    PLACE_INFINITY
};

/* A condition: `what` of the unknowns, at a place, stands in a relation to
 * `value`. */
struct pde_condition {
    const char *text; /* as written, for people */
    const struct expr *what, *value;
    enum relation relation;
    enum pde_place place[PDE_VARIABLES];
    const struct expr *at[PDE_VARIABLES];
    /* The integral of `what` over this variable from -infinity to infinity, or
     * between `from` and `to`; else n of the variables. */
    size_t over;
    const struct expr *from, *to;
};

struct pde {
    struct arena *arena;
    const struct claim *claim;
    struct pde_variables variables;
    const char *unknowns[PDE_UNKNOWNS];
    size_t unknowns_n;
    const char *const *symbols; /* what the reader is told of */
    size_t symbols_n;
    const struct expr *const *equations; /* left minus right */
    size_t equations_n;
    const struct pde_condition *conditions;
    size_t conditions_n;
    /* Relations between variables and parameters: the domain. */
    const struct expr *const *domain;
    size_t domain_n;
    const char *unread; /* a condition that was not understood, or NULL */
    bool speed;         /* the speed of a front is asked for */
    bool travelling;    /* a travelling wave is */
    bool wave;          /* a soliton, front, kink or travelling wave is */
    bool similarity;    /* a similarity solution is */
    bool nontrivial;    /* constants do not count */
    int direction;      /* 1: it moves to the right, -1: to the left */
    bool complex;       /* the unknown is complex: i stands in the equation */
};

/* Read the object and the conditions of a claim. Returns NULL, with *why, if
 * no equation can be read. */
struct pde *pde_read(struct arena *a, const struct claim *c, const char **why);

/* Has a text no relation? */
bool pde_is_words(const char *text);

/* Read a formula of the object: derivatives in any notation. Returns NULL, with
 * *why, if it cannot be read. */
const struct expr *pde_formula(const struct pde *p, const char *text,
                               const char **why);

/* ---- claimed solutions ---- */

/* One formula for each unknown. */
struct pde_solution {
    const struct expr *of[PDE_UNKNOWNS];
};

/* Returns x with the unknowns and their derivatives replaced by those of the
 * solution, or NULL if one cannot be differentiated. */
const struct expr *pde_substitute(const struct pde *p, const struct expr *x,
                                  const struct pde_solution *s, struct work *w);

/* ---- points ---- */

/* Values of all symbols, of the equation whose point it is and with the work
 * that is done there. */
struct pde_point {
    const struct pde *pde;
    struct work *work;
    struct ball_point at;
    acb_ptr values; /* those of `at` */
};

/* A point with these symbols and no values yet. */
void pde_point_init(struct pde_point *q, const struct pde *p, struct work *w,
                    const char *const *names, size_t n);

/* A point with these symbols and values, and more symbols without. */
void pde_point_extend(struct pde_point *q, const struct pde *p, struct work *w,
                      const struct ball_point *at, const char *const *more,
                      size_t n);

/* Fill in the k-th point that lies in the domain. Returns false if the k-th
 * draw does not lie there. */
bool pde_point_draw(struct pde_point *q, unsigned k);

/* Set the symbol, if it is one of the point's. */
void pde_point_set(struct pde_point *q, const char *name, const acb_t value);
void pde_point_set_double(struct pde_point *q, const char *name, double value);

/* Returns the value of the symbol; NAN if it is none of the point's. */
double pde_point_get(const struct pde_point *q, const char *name);

/* Returns the point in words: "x = 0.31, t = 1.2". */
const char *pde_point_text(struct arena *a, const struct pde_point *q);

/* Returns a value in ten digits, in the arena. */
const char *pde_digits(struct arena *a, const acb_t z);

/* Is this node one that pde_branch() replaces? */
bool pde_is_piecewise(const struct expr *x);

/* The value at the point; false if there is none. Of the ceilings, only "work"
 * stays on record. */
bool pde_eval(acb_t out, const struct expr *x, const struct pde_point *q,
              slong bits);

/* Returns the real part of the value; NAN if there is none. */
double pde_part(const struct expr *x, const struct pde_point *q);

/* Returns the value, if it is a real one; else, and of no x, NAN. */
double pde_number(const struct expr *x, const struct pde_point *q);

/* Returns x with max, min, |.|, cases and step functions replaced by the
 * branch that is taken at the point, or NULL if that is not certain. */
const struct expr *pde_branch(const struct expr *x, const struct pde_point *q);

/* ---- conditions ---- */

/* Does the solution satisfy the condition? *why says how it does not, or why
 * that is not known. */
enum truth pde_condition_check(const struct pde_condition *c,
                               const struct pde_solution *s,
                               struct pde_point *q, const char **why);

/* Compare two expressions at points of the domain. YES: they agree to 25
 * digits wherever they have values; NO: a certain difference, *why has the
 * point. */
enum truth pde_compare(const struct expr *x, const struct expr *y,
                       struct pde_point *q, const char **why);

/* ---- waves, jumps, fronts, kernels (pde/special.c) ---- */

/*
 * What is asked of some solutions beside residuals and conditions: that waves
 * travel, and in the right direction; that jumps are shocks; the speed of a
 * front; and solutions of initial value problems that have formulas of their
 * own.
 */

/* Is the solution a travelling wave, in the direction asked for? On false,
 * *out says what it is not. True if none is asked for. */
bool pde_wave_holds(const struct pde_solution *s, struct pde_point *q,
                    struct finding *out);

/* Are the jumps of a piecewise solution shocks, by the conditions of Rankine
 * and Hugoniot and of Lax? On false, *out says which is not. */
bool pde_jumps_hold(const struct pde_solution *s, struct pde_point *q,
                    struct finding *out);

/* Settle a claim that is the speed of a front. Returns false if the claim is a
 * formula in the variables. */
bool pde_speed_settle(const struct pde *p, const struct expr *claim,
                      const struct vec *names, struct work *w,
                      struct finding *out);

/* Values of the solution of a linear equation of second order, or of Burgers'
 * equation, on the whole line: by the heat kernel, after Cole and Hopf. */
bool pde_kernel_values(struct object *o, const struct object_query *q,
                       struct object_value *out, struct work *w,
                       const char **why);

#endif
