/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_KERNEL_LANES_H
#define MODEL_STUDENT_KERNEL_LANES_H

#include <stdint.h>
#include <string.h>

/*
 * Sums of products of 16-bit numbers in the widest register there is: `lanes`
 * holds 32-bit sums, and lanes_dot() adds to each the products of two
 * neighbours. For kernel.c alone.
 */

typedef int32_t four __attribute__((vector_size(16)));

#if defined(__AVX512VNNI__) && defined(__AVX512BW__)
# include <immintrin.h>
# define LANES 16
typedef __m512i lanes;

static inline lanes lanes_zero(void)
{
    return _mm512_setzero_si512();
}

static inline lanes lanes_load(const void *p)
{
    return _mm512_loadu_si512(p);
}

static inline lanes lanes_pair(const int16_t *p)
{
    int32_t two;

    memcpy(&two, p, sizeof(two));
    return _mm512_set1_epi32(two);
}

static inline lanes lanes_dot(lanes sum, lanes a, lanes b)
{
    return _mm512_dpwssd_epi32(sum, a, b);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return _mm512_add_epi32(a, b);
}

static inline __m256i half(lanes a)
{
    return _mm256_add_epi32(_mm512_castsi512_si256(a),
                            _mm512_extracti64x4_epi64(a, 1));
}

/* The sum of each of four. */
static inline four lanes_sums(const lanes s[4])
{
    __m256i a = _mm256_hadd_epi32(half(s[0]), half(s[1]));
    __m256i b = _mm256_hadd_epi32(half(s[2]), half(s[3]));

    a = _mm256_hadd_epi32(a, b);
    return (four)_mm_add_epi32(_mm256_castsi256_si128(a),
                               _mm256_extracti128_si256(a, 1));
}

#elif defined(__AVX2__)
# include <immintrin.h>
# define LANES 8
typedef __m256i lanes;

static inline lanes lanes_zero(void)
{
    return _mm256_setzero_si256();
}

static inline lanes lanes_load(const void *p)
{
    return _mm256_loadu_si256(p);
}

static inline lanes lanes_pair(const int16_t *p)
{
    int32_t two;

    memcpy(&two, p, sizeof(two));
    return _mm256_set1_epi32(two);
}

static inline lanes lanes_dot(lanes sum, lanes a, lanes b)
{
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return _mm256_add_epi32(a, b);
}

static inline four lanes_sums(const lanes s[4])
{
    lanes a = _mm256_hadd_epi32(s[0], s[1]);
    lanes b = _mm256_hadd_epi32(s[2], s[3]);

    a = _mm256_hadd_epi32(a, b);
    return (four)_mm_add_epi32(_mm256_castsi256_si128(a),
                               _mm256_extracti128_si256(a, 1));
}

#else
# define LANES 4
typedef four lanes;
typedef int16_t eight __attribute__((vector_size(16)));

static inline lanes lanes_zero(void)
{
    return (lanes){ 0 };
}

static inline lanes lanes_load(const void *p)
{
    lanes v;

    memcpy(&v, p, sizeof(v));
    return v;
}

static inline lanes lanes_pair(const int16_t *p)
{
    int32_t two;

    memcpy(&two, p, sizeof(two));
    return (lanes){ two, two, two, two };
}

# ifdef __SSE2__
#  include <emmintrin.h>
static inline lanes lanes_dot(lanes sum, lanes a, lanes b)
{
    return sum + (lanes)_mm_madd_epi16((__m128i)a, (__m128i)b);
}
# else
static inline lanes lanes_dot(lanes sum, lanes a, lanes b)
{
    eight x = (eight)a, y = (eight)b;

    for (int i = 0; i < 4; i++)
        sum[i] += x[2 * i] * y[2 * i] + x[2 * i + 1] * y[2 * i + 1];
    return sum;
}
# endif

static inline lanes lanes_add(lanes a, lanes b)
{
    return a + b;
}

static inline four lanes_sums(const lanes s[4])
{
    four out;

    for (int i = 0; i < 4; i++)
        out[i] = s[i][0] + s[i][1] + s[i][2] + s[i][3];
    return out;
}
#endif

#endif
