/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_TREE_FUNCTION_H
#define MATH_TREE_FUNCTION_H

#include <stddef.h>

/*
 * The functions that mathematics text may call, one card each. The reader
 * looks names up here, the printer writes `latex`, and the evaluators switch
 * over the id.
 *
 * Order of arguments: parameters (orders, bases, branches) first, the main
 * argument last, as in J_n(x), \log_b x, Li_s(z), P_n^m(x) = (n, m, x).
 */

enum function_id {
    FN_SIN,
    FN_COS,
    FN_TAN,
    FN_COT,
    FN_SEC,
    FN_CSC,
    FN_ARCSIN,
    FN_ARCCOS,
    FN_ARCTAN,
    FN_ARCCOT,
    FN_ARCSEC,
    FN_ARCCSC,
    FN_SINH,
    FN_COSH,
    FN_TANH,
    FN_COTH,
    FN_SECH,
    FN_CSCH,
    FN_ARSINH,
    FN_ARCOSH,
    FN_ARTANH,
    FN_ARCOTH,
    FN_ARSECH,
    FN_ARCSCH,
    FN_EXP,
    FN_LN,   /* natural logarithm: \ln, "ln" */
    FN_LOG,  /* \log without a base: which one is the judge's question */
    FN_LOGB, /* (b, x): \log_b x, also \lg (10) and \lb (2) */
    FN_SQRT,
    FN_ROOT, /* (n, x): \sqrt[n]{x}; real for odd n and negative x */
    FN_ABS,
    FN_NORM,
    FN_SIGN,
    FN_FLOOR,
    FN_CEIL,
    FN_ROUND,
    FN_FRACPART,
    FN_GCD,
    FN_LCM,
    FN_MAX,
    FN_MIN, /* one argument or more */
    FN_BINOM,
    FN_PERM, /* (n, k): falling factorial, P(n,k), {}_nP_k */
    FN_RE,
    FN_IM,
    FN_CONJ,
    FN_ARG,
    FN_DET,
    FN_TRACE,
    FN_TRANSPOSE,
    FN_GAMMA,
    FN_LNGAMMA,
    FN_DIGAMMA,
    FN_POLYGAMMA, /* (m, x) */
    FN_BETA,      /* (a, b) */
    FN_GAMMA_INC, /* upper: \Gamma(s, x) */
    FN_GAMMA_LOW, /* lower: \gamma(s, x) */
    FN_BETA_INC,  /* B(x; a, b), arguments (x, a, b) */
    FN_ERF,
    FN_ERFC,
    FN_ERFI,
    FN_EI, /* Ei(x) */
    FN_EN, /* (n, x): E_n(x) */
    FN_LI, /* logarithmic integral li(x) */
    FN_SI,
    FN_CI,
    FN_SHI,
    FN_CHI,
    FN_FRESNEL_S,
    FN_FRESNEL_C, /* with pi/2 in the integrand */
    FN_AIRY_AI,
    FN_AIRY_BI,
    FN_AIRY_AI_PRIME,
    FN_AIRY_BI_PRIME,
    FN_BESSEL_J,
    FN_BESSEL_Y,
    FN_BESSEL_I,
    FN_BESSEL_K, /* (order, x) */
    FN_ZETA,
    FN_HURWITZ, /* zeta(s, a) */
    FN_POLYLOG, /* (s, z) */
    FN_LAMBERT, /* (branch, x) */
    FN_ELLIPTIC_K,
    FN_ELLIPTIC_E, /* complete, of the parameter m */
    FN_ELLIPTIC_F,
    FN_ELLIPTIC_EINC, /* (phi, m) */
    FN_ELLIPTIC_PI,   /* (n, m) complete or (n, phi, m) */
    FN_HYP0F1,        /* (b, z) */
    FN_HYP1F1,        /* (a, b, z) */
    FN_HYPU,          /* (a, b, z) */
    FN_HYP2F1,        /* (a, b, c, z) */
    FN_HYP3F2,        /* (a1, a2, a3, b1, b2, z) */
    FN_LEGENDRE_P,    /* (n, x) or (n, m, x) */
    FN_LEGENDRE_Q,    /* (n, x) */
    FN_HERMITE,
    FN_LAGUERRE, /* (n, x); Laguerre also (n, a, x) */
    FN_CHEBYSHEV_T,
    FN_CHEBYSHEV_U, /* (n, x) */
    FN_HEAVISIDE,
    FN_SINC, /* sin(x)/x */
    FN_COUNT
};

struct function {
    enum function_id id;
    const char *name;  /* canonical ASCII name: "arcsin", "besselj" */
    const char *latex; /* what the printer writes: "\\arcsin", ... */
    unsigned arity_min, arity_max; /* arity_max 0: any number */
    const char *names;             /* in text, with a blank between two */
};

/* Returns the card of an id. */
const struct function *function_card(enum function_id id);

/* Returns the function that a name stands for, or NULL if there is none. A name
 * is a LaTeX control word without its backslash, an \operatorname, or a plain
 * word ("arcsin", "asin", "tg", "sen", "erf", "exp", "sech"). Names of one
 * letter with an index (J_0) are left to the reader. */
const struct function *function_find(const char *name, size_t n);

#endif
