/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_SAMPLE_H
#define VERIFY_SAMPLE_H

#include "base/arena.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/work.h"
#include "verify/claim.h"
#include "verify/conditions.h"
#include "verify/expression.h"
#include "verify/finding.h"
#include "verify/object.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The object and the printed formula side by side. At one value of the limit's
 * symbol (or at one drawn point) a sample has the largest error over several
 * places, and the largest size of the formula and of each of its terms over the
 * same places: envelopes, so that the zeros of an oscillating answer do no
 * harm. The places are nearby values of the symbol where the object is a
 * number, and values of the variable, into every layer, where it is a function.
 */

#define SAMPLE_PLACES 160

/* What is sampled. */
struct sampler {
    struct arena *arena;
    struct object *object;
    const struct conditions *conditions;
    const struct expr *formula;
    const struct expr *const *addends; /* of the formula */
    size_t addends_n;
    const char **names; /* drawn parameters, the symbol, the variable */
    acb_ptr values;     /* of these */
    acb_srcptr centre;  /* of the limit: nearby values are so to it */
    size_t drawn_n;     /* of the parameters that are drawn */
    bool has_symbol;    /* names[drawn_n] is a parameter with a limit */
    bool symbol_is_variable;
    bool uniform; /* layers of the variable are looked into */
    int rounded;  /* as in struct ball_point; of the formula */
    slong bits;   /* that sample_resolve() begins with */
    struct work *work;
};

struct error_sample {
    arb_t error;  /* the largest |object - formula|, a midpoint */
    arb_t radius; /* the largest uncertainty of these */
    arb_t spread; /* the part of it that rounded decimals have */
    arb_t least;  /* the smallest error among the places */
    arb_t share_least, share_most; /* of |object - formula| / |formula| */
    arb_t size;                    /* the largest |formula| */
    arb_t object;                  /* the largest |object| */
    arb_ptr addends;               /* the largest |addend| of each */
    size_t addends_n;
    bool certified;  /* all values of the object are */
    bool is_complex; /* the formula is certainly not real at a place */
    bool gap;        /* certainly different from a certified value there */
    const char *at;  /* the place of the largest error */
    const char *value, *claimed; /* there, in digits */
    const char *why;             /* of a failure */
};

/* Init for this sampler's addends. */
void sample_init(struct error_sample *s, const struct sampler *on);
void sample_clear(struct error_sample *s);

/* Set the values of the drawn parameters. Returns false if no point was found
 * that satisfies the conditions. */
bool sampler_draw(struct sampler *on, unsigned round);

/* Sample at the value of the symbol (NULL: no limit), over `places` nearby ones
 * where the object is a number. Returns false, with s->why, if the object or
 * the formula has no value there. */
bool sample_take(struct sampler *on, const acb_t symbol, unsigned places,
                 slong bits, struct error_sample *s);

/* The same at more and more bits from on->bits on, until the error is resolved
 * or nothing is left to gain. Leaves on->bits at what it took. */
bool sample_resolve(struct sampler *on, const acb_t symbol, unsigned places,
                    struct error_sample *s);

/* Is the uncertainty small beside the error? */
bool sample_is_resolved(const struct error_sample *s);

/* Returns 2^log2, held between 0 and 1e300. */
double sample_exp2(double log2);

/* Returns a value in digits, in the arena. */
const char *sample_digits(struct arena *a, const acb_t z);

#endif
