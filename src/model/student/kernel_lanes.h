/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_KERNEL_LANES_H
#define MODEL_STUDENT_KERNEL_LANES_H

#include <stdint.h>
#include <string.h>

/*
 * Sums of products of 16-bit numbers in the widest register there is: `lanes`
 * holds 32-bit sums, and lanes_dot() adds to each the products of two
 * neighbours. lanes_widen() fills it with bytes as 16-bit numbers. For kernel.c
 * alone.
 */

#if defined(__AVX512VNNI__) && defined(__AVX512BW__)
# include <immintrin.h>
# define LANES 16
typedef __m512i lanes;

static inline lanes lanes_zero(void)
{
    return _mm512_setzero_si512();
}

static inline lanes lanes_widen(const int8_t *p)
{
    return _mm512_cvtepi8_epi16(_mm256_loadu_si256((const void *)p));
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

#elif defined(__AVX2__)
# include <immintrin.h>
# define LANES 8
typedef __m256i lanes;

static inline lanes lanes_zero(void)
{
    return _mm256_setzero_si256();
}

static inline lanes lanes_widen(const int8_t *p)
{
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const void *)p));
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

#else
# define LANES 4
typedef int32_t lanes __attribute__((vector_size(16)));
typedef int16_t eight __attribute__((vector_size(16)));
typedef int8_t eight_bytes __attribute__((vector_size(8)));

static inline lanes lanes_zero(void)
{
    return (lanes){ 0 };
}

static inline lanes lanes_widen(const int8_t *p)
{
    eight_bytes v;

    memcpy(&v, p, sizeof(v));
    return (lanes) __builtin_convertvector(v, eight);
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
# elif defined(__aarch64__)
#  include <arm_neon.h>
static inline lanes lanes_dot(lanes sum, lanes a, lanes b)
{
    int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
    int32x4_t low = vmull_s16(vget_low_s16(x), vget_low_s16(y));

    return sum + (lanes)vpaddq_s32(low, vmull_high_s16(x, y));
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
#endif

static inline lanes lanes_load(const int16_t *p)
{
    lanes v;

    memcpy(&v, p, sizeof(v));
    return v;
}

/* The same register as numbers of 32 bits. */
typedef int32_t ints __attribute__((vector_size(4 * LANES)));
typedef float floats __attribute__((vector_size(4 * LANES)));

static inline floats floats_load(const float *p)
{
    floats v;

    memcpy(&v, p, sizeof(v));
    return v;
}

static inline void floats_store(float *p, floats v)
{
    memcpy(p, &v, sizeof(v));
}

static inline floats floats_all(float x)
{
    return x - (floats){ 0 };
}

/* a where the mask is set, else b. */
static inline floats floats_choose(ints mask, floats a, floats b)
{
    return (floats)(((ints)a & mask) | ((ints)b & ~mask));
}

static inline floats floats_larger(floats a, floats b)
{
    return floats_choose(a > b, a, b);
}

static inline floats floats_size(floats a)
{
    return (floats)((ints)a & INT32_MAX);
}

#endif
