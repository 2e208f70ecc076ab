/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_ODE_ODE_H
#define VERIFY_ODE_ODE_H

#include "base/vec.h"
#include "verify/object.h"

/*
 * The solution of an ordinary differential equation as an object: what the
 * files of ode share. The text is brought into one notation (ode/text.c), read
 * and solved for the highest derivative (ode/read.c). A formula is put into
 * equation and conditions (ode/settle.c); values come from Taylor series where
 * all conditions are at one point (ode/initial.c), else from collocation on a
 * mesh that is refined until it shows every layer (ode/boundary.c).
 */

#define ODE_ORDER_MOST      8
#define ODE_CONDITIONS_MOST 12

/* ---- text (ode/text.c) ---- */

/* y^{(order)}(point): a value of the unknown, which the rewritten text names
 * by a symbol. */
struct ode_value {
    unsigned order;
    const char *point;  /* as it was written: "0", "\\infty" */
    const char *symbol; /* canonical: "Y_{1002}" */
};

/* One statement of the text in one notation: the unknown and its derivatives
 * are the symbols ode_symbol() gives, their values at points are others. */
struct ode_segment {
    const char *text;
    const struct ode_value *values;
    size_t values_n;
    size_t column;    /* where it begins in the text that was given */
    bool is_equation; /* it has a derivative, or the unknown, at no point */
};

/* Returns the symbol of the derivative of that order: "Y_{902}". */
const char *ode_symbol(unsigned order);

/* Returns the name of the unknown as it is written ("y", "\\phi"): what has
 * primes, dots, or stands in \frac{d}{dx}; or NULL if nothing has. */
const char *ode_unknown(struct arena *a, const char *text,
                        const char *variable);

/* Cut the text into statements at commas, semicolons and joining words, and
 * rewrite each. Returns how many there are. */
size_t ode_segments(struct arena *a, const char *text, const char *unknown,
                    const char *variable, const struct ode_segment **out);

/* ---- the problem (ode/read.c) ---- */

/* A condition at one point: an expression that vanishes there. */
struct ode_condition {
    const struct expr *zero;  /* in ode_symbol()s: values at the point */
    const struct expr *point; /* +-infinity: at that end */
    const char *text;         /* for people */
    bool bounded;             /* only that the solution stays bounded there */
};

struct ode {
    struct arena *arena;
    const struct claim *claim;
    const char *variable;
    unsigned order;
    const struct expr *equation; /* vanishes; in x, ode_symbol()s, parameters */
    const struct expr *leading;  /* coefficient of the highest derivative */
    const struct expr *highest;  /* the highest derivative solved for; NULL: it
                                    is not linear in it */
    bool is_linear;
    const struct ode_condition *conditions;
    size_t conditions_n;
    const struct expr *value_at; /* "value at x=V"; NULL: a function */
    unsigned value_order;
    bool asks_pole;                  /* the blow-up point is asked */
    const struct expr *const *where; /* other relations: x > 0, a < 1 */
    size_t where_n;
    const struct expr *guess;  /* the claim's formula, once it is known */
    struct ode_solution *last; /* by collocation, or NULL */
    /* A singularity that was met by series, for the parameters of that time;
     * pole_n 0: none. */
    double pole, *pole_at;
    size_t pole_n;
};

/* ---- right sides (ode/tape.c) ---- */

/*
 * A right side f(x, y, y', ...) as a list of operations, with the parameters
 * put in: to be evaluated many thousands of times, in doubles with its
 * derivatives, or as Taylor coefficients one after another, in
 * doubles or of any precision.
 */

enum tape_op {
    TAPE_CONSTANT,
    TAPE_X,
    TAPE_Y,
    TAPE_ADD,
    TAPE_NEG,
    TAPE_MUL,
    TAPE_DIV,
    TAPE_POWER, /* a to a constant power, which is no small whole number */
    TAPE_FUNCTION
};

#define TAPE_ENDLESS 100000 /* the degree of what is no polynomial */

struct tape_node {
    enum tape_op op;
    unsigned a, b;       /* arguments; FUNCTION: b is the derivative */
    enum function_id fn; /* FUNCTION */
    unsigned order;      /* Y */
    double number;       /* CONSTANT, POWER */
    arb_ptr exact;       /* the same; NULL: number is exact */
    slong degree;        /* in x, of a polynomial without the unknown: all
                            coefficients behind it are 0 */
};

struct tape {
    struct arena *arena;
    struct vec nodes;
    unsigned unknowns, result;
    slong bits, room;
    double *value, *slope; /* of every node; slope has `unknowns` for each */
    arb_ptr series;        /* `room` of every node, or NULL */
    arb_ptr x;             /* where series begin */
    arb_ptr scratch;
    /* While it is made. */
    const char *variable;
    const struct ball_point *at;
    struct work *work;
    const char *why;
};

/* Returns the tape of a real expression in the variable and the first
 * `unknowns` ode_symbol()s, or NULL, with *why, if a part of it has no value or
 * no derivative here. Constants are computed to `bits`. */
struct tape *tape_make(struct arena *a, const struct expr *x,
                       const char *variable, unsigned unknowns,
                       const struct ball_point *at, slong bits, struct work *w,
                       const char **why);

/* Returns an operation of the tape. */
struct tape_node *tape_node(const struct tape *t, unsigned i);

/* Work units of one evaluation in doubles. */
uint64_t tape_cost(const struct tape *t);

/* Returns f at x and y[0..unknowns), and its derivatives by them in slope. Not
 * finite where f is not. */
double tape_value(struct tape *t, double x, const double *y, double *slope);

/* ---- Taylor coefficients ---- */

/* Work units of n coefficients of 128 bits. */
uint64_t series_cost(const struct tape *t, slong n);

/* Begin at the point x, with room for n coefficients of every operation. */
void series_begin(struct tape *t, const arb_t x, slong n, slong bits);

/* Set out to the k-th Taylor coefficient of f, for the unknown with the
 * coefficients y[0..k+unknowns); the ones before k were asked for already.
 * Returns false where f is singular. */
bool series_next(struct tape *t, arb_t out, slong k, arb_srcptr y);

/* Release the coefficients. */
void series_end(struct tape *t);

/* Returns the k-th Taylor coefficient of f in doubles, in powers of
 * (x - at)/unit; `room` has n coefficients of every operation, 0 at first. Not
 * finite where f is singular. */
double series_double(const struct tape *t, double *room, slong n, slong k,
                     double at, double unit, const double *y);

/* ---- solving ---- */

/* Values by Taylor series from the point where all conditions are. On failure
 * *why says it; *pole is the blow-up point then, or is not finite. */
bool ode_initial(const struct ode *ode, const struct object_query *q,
                 struct object_value *out, arb_t pole, struct work *w,
                 const char **why);

/* Values of the solution, or of what is asked of it. */
bool ode_values(struct object *o, const struct object_query *q,
                struct object_value *out, struct work *w, const char **why);

/* Set out to the places inside ]low, high[ where the coefficient of the second
 * highest derivative, or of the unknown if there is no such term, vanishes or
 * is singular. Returns how many there are, at most `room`. */
size_t ode_inner(const struct ode *ode, const struct ball_point *at, double low,
                 double high, double *out, size_t room, struct work *w);

/* The same as expressions, for the judge. */
void ode_find_inner(const struct ode *ode, const struct ball_point *at,
                    struct object *o, struct work *w);

/* Values by collocation. */
bool ode_boundary(struct ode *ode, const struct object_query *q,
                  struct object_value *out, struct work *w, const char **why);

/* The interior places where the last solution by collocation is steepest: its
 * layers, at most `room`. */
size_t ode_steepest(const struct ode *ode, double *out, size_t room);

/* The largest |y| of the last solution by collocation. */
double ode_scale(const struct ode *ode);

/* Values of linear homogeneous two-point problems of second order by series,
 * with digits that are relative at each place. */
bool ode_march(const struct ode *ode, const struct object_query *q,
               struct object_value *out, struct work *w, const char **why);

/* ---- a formula in the equation (ode/settle.c) ---- */
void ode_settle(struct arena *a, struct object *o, const struct expr *claim,
                struct work *w, struct finding *out);

#endif
