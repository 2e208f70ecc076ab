/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_ODE_ODE_H
#define VERIFY_ODE_ODE_H

#include "verify/object.h"

/*
 * The solution of an ordinary differential equation as an object: what the
 * files of ode share. The text is brought into one notation (ode/text.c), read
 * and solved for the highest derivative (ode/read.c). A formula is put into
 * equation and conditions (ode/settle.c); values come from Taylor series where
 * all conditions are at one point (ode/doubles.c, and ode/initial.c where
 * doubles have too few digits), else from collocation on a
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

/* Does the expression have the symbol? */
bool ode_has(struct arena *a, const struct expr *x, const char *name);

/* The value of a real expression at a point of the parameters, as a double;
 * NAN if it has none. */
double ode_number(const struct expr *x, const struct ball_point *at,
                  struct work *w);

/* ---- solving ---- */

/* Values by Taylor series from the point where all conditions are. On failure
 * *why says it; *pole is the blow-up point then, or is not finite. */
bool ode_initial(const struct ode *ode, const struct object_query *q,
                 struct object_value *out, arb_t pole, struct work *w,
                 const char **why);

/* The same in doubles, which is much quicker. Returns false, and sets nothing
 * that counts, where doubles have too few digits. */
bool ode_doubles(const struct ode *ode, const struct object_query *q,
                 struct object_value *out, struct work *w);

/* Set the state y, y', ... at the start from the conditions, which are linear
 * in it. Returns false if they do not give one. */
bool ode_start(const struct ode *ode, arb_mat_t state,
               const struct ball_point *at, slong bits, struct work *w);

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
