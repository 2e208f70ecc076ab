/* SPDX-License-Identifier: Apache-2.0 */
#include "math/tree/function.h"

#include "base/err.h"
#include "base/map.h"

#include <pthread.h>

/* The cards, in the order of enum function_id, each with the names by which text
 * calls it. */

/* clang-format off */
static const struct function cards[FN_COUNT] = {
    { FN_SIN, "sin", "\\sin", 1, 1, "sen sin" },
    { FN_COS, "cos", "\\cos", 1, 1, "cos" },
    { FN_TAN, "tan", "\\tan", 1, 1, "tan tg" },
    { FN_COT, "cot", "\\cot", 1, 1, "cot cotan cotg ctg" },
    { FN_SEC, "sec", "\\sec", 1, 1, "sec" },
    { FN_CSC, "csc", "\\csc", 1, 1, "cosec csc" },
    { FN_ARCSIN, "arcsin", "\\arcsin", 1, 1, "arcsen arcsin asin" },
    { FN_ARCCOS, "arccos", "\\arccos", 1, 1, "acos arccos" },
    { FN_ARCTAN, "arctan", "\\arctan", 1, 1, "arctan arctg atan" },
    { FN_ARCCOT, "arccot", "\\operatorname{arccot}", 1, 1,
      "acot arccot arcctg" },
    { FN_ARCSEC, "arcsec", "\\operatorname{arcsec}", 1, 1, "arcsec asec" },
    { FN_ARCCSC, "arccsc", "\\operatorname{arccsc}", 1, 1,
      "acsc arccosec arccsc" },
    { FN_SINH, "sinh", "\\sinh", 1, 1, "sh sinh" },
    { FN_COSH, "cosh", "\\cosh", 1, 1, "ch cosh" },
    { FN_TANH, "tanh", "\\tanh", 1, 1, "tanh th" },
    { FN_COTH, "coth", "\\coth", 1, 1, "coth cth" },
    { FN_SECH, "sech", "\\operatorname{sech}", 1, 1, "sech" },
    { FN_CSCH, "csch", "\\operatorname{csch}", 1, 1, "cosech csch" },
    { FN_ARSINH, "arsinh", "\\operatorname{arsinh}", 1, 1,
      "arcsinh arsh arsinh asinh" },
    { FN_ARCOSH, "arcosh", "\\operatorname{arcosh}", 1, 1,
      "acosh arccosh arch arcosh" },
    { FN_ARTANH, "artanh", "\\operatorname{artanh}", 1, 1,
      "arctanh artanh arth atanh" },
    { FN_ARCOTH, "arcoth", "\\operatorname{arcoth}", 1, 1,
      "acoth arccoth arcoth" },
    { FN_ARSECH, "arsech", "\\operatorname{arsech}", 1, 1,
      "arcsech arsech asech" },
    { FN_ARCSCH, "arcsch", "\\operatorname{arcsch}", 1, 1,
      "acsch arccsch arcsch" },
    { FN_EXP, "exp", "\\exp", 1, 1, "exp" },
    { FN_LN, "ln", "\\ln", 1, 1, "ln" },
    { FN_LOG, "log", "\\log", 1, 1, "log" },
    { FN_LOGB, "logb", "\\log", 2, 2, "logb" },
    { FN_SQRT, "sqrt", "\\sqrt", 1, 1, "sqrt" },
    { FN_ROOT, "root", "\\sqrt", 2, 2, "root" },
    { FN_ABS, "abs", "\\operatorname{abs}", 1, 1, "abs" },
    { FN_NORM, "norm", "\\operatorname{norm}", 1, 1, "norm" },
    { FN_SIGN, "sign", "\\operatorname{sign}", 1, 1, "sgn sign signum" },
    { FN_FLOOR, "floor", "\\operatorname{floor}", 1, 1, "floor" },
    { FN_CEIL, "ceil", "\\operatorname{ceil}", 1, 1, "ceil ceiling" },
    { FN_ROUND, "round", "\\operatorname{round}", 1, 1, "round" },
    { FN_FRACPART, "fracpart", "\\operatorname{fracpart}", 1, 1, "fracpart" },
    { FN_GCD, "gcd", "\\gcd", 1, 0, "gcd hcf" },
    { FN_LCM, "lcm", "\\operatorname{lcm}", 1, 0, "lcm" },
    { FN_MAX, "max", "\\max", 1, 0, "max" },
    { FN_MIN, "min", "\\min", 1, 0, "min" },
    { FN_BINOM, "binom", "\\binom", 2, 2,
      "Binomial binom binomial choose comb nCk nCr" },
    { FN_PERM, "perm", "\\operatorname{perm}", 2, 2, "nPr perm" },
    { FN_RE, "re", "\\operatorname{Re}", 1, 1, "Re re" },
    { FN_IM, "im", "\\operatorname{Im}", 1, 1, "Im im" },
    { FN_CONJ, "conj", "\\operatorname{conj}", 1, 1, "conj conjugate" },
    { FN_ARG, "arg", "\\arg", 1, 1, "Arg arg" },
    { FN_DET, "det", "\\det", 1, 1, "det" },
    { FN_TRACE, "trace", "\\operatorname{tr}", 1, 1, "Tr tr trace" },
    { FN_TRANSPOSE, "transpose", "\\operatorname{transpose}", 1, 1,
      "transpose" },
    { FN_GAMMA, "gamma", "\\Gamma", 1, 1, "Gamma gamma" },
    { FN_LNGAMMA, "lngamma", "\\operatorname{lngamma}", 1, 1,
      "lgamma lngamma loggamma" },
    { FN_DIGAMMA, "digamma", "\\operatorname{digamma}", 1, 1, "digamma" },
    { FN_POLYGAMMA, "polygamma", "\\operatorname{polygamma}", 2, 2,
      "polygamma" },
    { FN_BETA, "beta", "\\operatorname{B}", 2, 2, "B Beta beta" },
    { FN_GAMMA_INC, "gammainc", "\\Gamma", 2, 2, "gammainc uppergamma" },
    { FN_GAMMA_LOW, "gammalow", "\\gamma", 2, 2, "gammalow lowergamma" },
    { FN_BETA_INC, "betainc", "\\operatorname{B}", 3, 3, "betainc" },
    { FN_ERF, "erf", "\\operatorname{erf}", 1, 1, "Erf erf" },
    { FN_ERFC, "erfc", "\\operatorname{erfc}", 1, 1, "Erfc erfc" },
    { FN_ERFI, "erfi", "\\operatorname{erfi}", 1, 1, "Erfi erfi" },
    { FN_EI, "ei", "\\operatorname{Ei}", 1, 1, "Ei ei expi" },
    { FN_EN, "en", "E", 2, 2, "en expn" },
    { FN_LI, "li", "\\operatorname{li}", 1, 1, "li" },
    { FN_SI, "si", "\\operatorname{Si}", 1, 1, "Si si" },
    { FN_CI, "ci", "\\operatorname{Ci}", 1, 1, "Ci ci" },
    { FN_SHI, "shi", "\\operatorname{Shi}", 1, 1, "Shi shi" },
    { FN_CHI, "chi", "\\operatorname{Chi}", 1, 1, "Chi" },
    { FN_FRESNEL_S, "fresnels", "\\operatorname{FresnelS}", 1, 1,
      "FresnelS fresnels" },
    { FN_FRESNEL_C, "fresnelc", "\\operatorname{FresnelC}", 1, 1,
      "FresnelC fresnelc" },
    { FN_AIRY_AI, "airyai", "\\operatorname{Ai}", 1, 1, "Ai AiryAi airyai" },
    { FN_AIRY_BI, "airybi", "\\operatorname{Bi}", 1, 1, "AiryBi Bi airybi" },
    { FN_AIRY_AI_PRIME, "airyaiprime", "\\operatorname{Ai}'", 1, 1,
      "AiryAiPrime airyaiprime" },
    { FN_AIRY_BI_PRIME, "airybiprime", "\\operatorname{Bi}'", 1, 1,
      "AiryBiPrime airybiprime" },
    { FN_BESSEL_J, "besselj", "J", 2, 2, "BesselJ besselj" },
    { FN_BESSEL_Y, "bessely", "Y", 2, 2, "BesselY bessely" },
    { FN_BESSEL_I, "besseli", "I", 2, 2, "BesselI besseli" },
    { FN_BESSEL_K, "besselk", "K", 2, 2, "BesselK besselk" },
    { FN_ZETA, "zeta", "\\zeta", 1, 1, "zeta" },
    { FN_HURWITZ, "hurwitz", "\\zeta", 2, 2, "HurwitzZeta hurwitz" },
    { FN_POLYLOG, "polylog", "\\operatorname{Li}", 2, 2, "Li PolyLog polylog" },
    { FN_LAMBERT, "lambertw", "W", 2, 2, "LambertW ProductLog W lambertw" },
    { FN_ELLIPTIC_K, "elliptick", "\\operatorname{K}", 1, 1,
      "EllipticK K ellipk elliptick" },
    { FN_ELLIPTIC_E, "elliptice", "\\operatorname{E}", 1, 1,
      "E EllipticE ellipe elliptice" },
    { FN_ELLIPTIC_F, "ellipticf", "\\operatorname{F}", 2, 2,
      "EllipticF F ellipkinc ellipticf" },
    { FN_ELLIPTIC_EINC, "ellipticeinc", "\\operatorname{E}", 2, 2,
      "ellipeinc ellipticeinc" },
    { FN_ELLIPTIC_PI, "ellipticpi", "\\operatorname{\\Pi}", 2, 3,
      "EllipticPi ellipticpi" },
    { FN_HYP0F1, "hyp0f1", "{}_0F_1", 2, 2, "hyp0f1" },
    { FN_HYP1F1, "hyp1f1", "{}_1F_1", 3, 3, "hyp1f1" },
    { FN_HYPU, "hypu", "U", 3, 3, "hyperu hypu" },
    { FN_HYP2F1, "hyp2f1", "{}_2F_1", 4, 4, "hyp2f1" },
    { FN_HYP3F2, "hyp3f2", "{}_3F_2", 6, 6, "hyp3f2" },
    { FN_LEGENDRE_P, "legendrep", "P", 2, 3, "LegendreP legendrep" },
    { FN_LEGENDRE_Q, "legendreq", "Q", 2, 2, "LegendreQ legendreq" },
    { FN_HERMITE, "hermite", "H", 2, 2, "HermiteH hermite hermiteh" },
    { FN_LAGUERRE, "laguerre", "L", 2, 3, "LaguerreL laguerre laguerrel" },
    { FN_CHEBYSHEV_T, "chebyshevt", "T", 2, 2, "ChebyshevT chebyshevt" },
    { FN_CHEBYSHEV_U, "chebyshevu", "U", 2, 2, "ChebyshevU chebyshevu" },
    { FN_HEAVISIDE, "heaviside", "\\operatorname{Heaviside}", 1, 1,
      "Heaviside heaviside" },
    { FN_SINC, "sinc", "\\operatorname{sinc}", 1, 1, "sinc" },
};

/* clang-format on */

const struct function *function_card(enum function_id id)
{
    INVARIANT(id < FN_COUNT && cards[id].id == id);
    return &cards[id];
}

static struct map function_index;
static pthread_once_t function_once = PTHREAD_ONCE_INIT;

static void function_make(void)
{
    for (size_t i = 0; i < FN_COUNT; i++)
        map_add_words(&function_index, cards[i].names, i);
}

const struct function *function_find(const char *name, size_t n)
{
    const size_t *at;

    (void)pthread_once(&function_once, function_make);
    at = map_get(&function_index, name, n);
    return at ? &cards[*at] : NULL;
}
