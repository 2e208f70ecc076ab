/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The engine of the student, with a small model that is written here: its
 * logits beside a plain forward in double precision, and its texts, which must
 * be the same whoever works at them and beside what.
 */
#include "../lib/scratch.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "model/student/engine.h"

#include <math.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define WIDTH   64
#define LAYERS  2
#define HEADS   2
#define HEAD    (WIDTH / HEADS)
#define INNER   96
#define CONTEXT 96
#define PIECES  272

/* ---- the model ---- */

static const char *const words[PIECES - PIECE_WORDS] = {
    "\\frac", " the", "the", " a",    " answer",  "ans", "is",
    " is",    "ab",   "abc", "abcde", "\xc3\xa9", "12",
};

struct made {
    struct str file;
    /* As plain numbers, in the order of the file. */
    double *value;
    size_t n;
};

static void add_double(struct made *m, double v)
{
    if (m->n % 65536 == 0)
        m->value = realloc(m->value, (m->n + 65536) * sizeof(double));
    m->value[m->n++] = v;
}

static void add_float(struct str *out, float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof(bits));
    for (int i = 0; i < 4; i++)
        str_addc(out, (char)(unsigned char)(bits >> (8 * i)));
}

static void add_vector(struct made *m, struct rng *r, int n)
{
    for (int i = 0; i < n; i++) {
        float x = (float)rng_range(r, 50, 150) / 100;

        add_float(&m->file, x);
        add_double(m, (double)x);
    }
}

static void add_matrix(struct made *m, struct rng *r, int rows, int terms)
{
    float scale[4096];

    for (int i = 0; i < rows; i++) {
        scale[i] = (float)rng_range(r, 10, 40) / 20000;
        add_float(&m->file, scale[i]);
    }
    for (int i = 0; i < rows * terms; i++) {
        int64_t q = rng_range(r, -127, 127);

        str_addc(&m->file, (char)(unsigned char)(q & 255));
        add_double(m, (double)q * (double)scale[i / terms]);
    }
}

static void add_head(struct str *out)
{
    static const struct {
        const char *name;
        int rows, terms;
    } parts[] = {
        { "norm1", 0, WIDTH },       { "norm2", 0, WIDTH },
        { "qkv", 3 * WIDTH, WIDTH }, { "out", WIDTH, WIDTH },
        { "gate", INNER, WIDTH },    { "up", INNER, WIDTH },
        { "down", WIDTH, INNER },
    };

    str_addf(out,
             "{\"model\": {\"width\": %d, \"layers\": %d, \"heads\": %d, "
             "\"inner\": %d, \"context\": %d, \"pieces\": %d}, \"parts\": "
             "[[\"embed.weight\", [%d, %d]]",
             WIDTH, LAYERS, HEADS, INNER, CONTEXT, PIECES, PIECES, WIDTH);
    for (int l = 0; l < LAYERS; l++)
        for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
            str_addf(out, ", [\"blocks.%d.%s.weight\", [", l, parts[i].name);
            if (parts[i].rows)
                str_addf(out, "%d, ", parts[i].rows);
            str_addf(out, "%d]]", parts[i].terms);
        }
    str_addf(out, ", [\"norm.weight\", [%d]]], \"pieces\": [", WIDTH);
    for (int i = 0; i < 256; i++)
        str_addf(out, "%s\"\\u%04x\"", i ? ", " : "", i);
    str_add(out, ", \"<end>\", \"<user>\", \"<student>\"");
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
        str_add(out, ", \"");
        for (const char *p = words[i]; *p; p++)
            str_addf(out, "\\u%04x", (unsigned char)*p);
        str_add(out, "\"");
    }
    str_add(out, "]}");
}

static void add_length(struct str *out, size_t n)
{
    for (int i = 0; i < 8; i++)
        str_addc(out, (char)(unsigned char)((uint64_t)n >> (8 * i)));
}

static void seal(struct str *file)
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned n;

    EVP_Digest(file->s, file->n, sum, &n, EVP_sha256(), NULL);
    str_addn(file, (char *)sum, n);
}

static void make(struct made *m)
{
    struct str head = { 0 };
    struct rng r;

    *m = (struct made){ 0 };
    rng_init(&r, hash_bytes("student", 7));
    add_head(&head);
    str_add(&m->file, "assayst1");
    add_length(&m->file, head.n);
    str_addn(&m->file, head.s, head.n);
    add_matrix(m, &r, PIECES, WIDTH);
    for (int i = 0; i < LAYERS; i++) {
        add_vector(m, &r, WIDTH);
        add_vector(m, &r, WIDTH);
        add_matrix(m, &r, 3 * WIDTH, WIDTH);
        add_matrix(m, &r, WIDTH, WIDTH);
        add_matrix(m, &r, INNER, WIDTH);
        add_matrix(m, &r, INNER, WIDTH);
        add_matrix(m, &r, WIDTH, INNER);
    }
    add_vector(m, &r, WIDTH);
    seal(&m->file);
    str_clear(&head);
}

static void unmake(struct made *m)
{
    str_clear(&m->file);
    free(m->value);
}

static struct student *load_with(int threads, const struct kernel *kernel)
{
    struct arena a = { 0 };
    struct made m;
    struct student *s;
    const char *path;
    struct err e;

    make(&m);
    path = scratch_file(&a, m.file.s, m.file.n);
    if (!student_load(&s, path, threads, kernel, &e))
        fail_msg("%s", e.msg);
    unlink(path);
    unmake(&m);
    arena_clear(&a);
    return s;
}

/* ---- a plain forward ---- */

/* out = m x, with m of the file; returns what stands behind it. */
static const double *times(const double *m, int rows, int terms,
                           const double *x, double *out)
{
    for (int i = 0; i < rows; i++) {
        out[i] = 0;
        for (int k = 0; k < terms; k++)
            out[i] += *m++ * x[k];
    }
    return m;
}

static void norm_plain(const double *x, const double *weight, double *out)
{
    double sum = 0;

    for (int i = 0; i < WIDTH; i++)
        sum += x[i] * x[i];
    for (int i = 0; i < WIDTH; i++)
        out[i] = x[i] / sqrt(sum / WIDTH + 1e-5) * weight[i];
}

static void turn_plain(double *x, int position)
{
    for (int i = 0; i < HEAD / 2; i++) {
        double angle = position * pow(10000, -i / (HEAD / 2.0));
        double a = x[i], b = x[i + HEAD / 2];

        x[i] = a * cos(angle) - b * sin(angle);
        x[i + HEAD / 2] = b * cos(angle) + a * sin(angle);
    }
}

static double qkv[LAYERS][CONTEXT][3 * WIDTH]; /* of all positions so far */

static void look_plain(int layer, int t, double *out)
{
    for (int h = 0; h < HEADS; h++) {
        double e[CONTEXT], total = 0;
        const double *q = qkv[layer][t] + h * HEAD;

        for (int u = 0; u <= t; u++) {
            const double *k = qkv[layer][u] + WIDTH + h * HEAD;

            e[u] = 0;
            for (int i = 0; i < HEAD; i++)
                e[u] += q[i] * k[i];
            total += e[u] = exp(e[u] / sqrt(HEAD));
        }
        for (int i = 0; i < HEAD; i++) {
            out[h * HEAD + i] = 0;
            for (int u = 0; u <= t; u++)
                out[h * HEAD + i] +=
                    e[u] / total * qkv[layer][u][2 * WIDTH + h * HEAD + i];
        }
    }
}

static void forward(const double *m, int piece, int t, double *logits)
{
    const double *embed = m, *at = m + PIECES * WIDTH;
    double x[WIDTH], y[WIDTH], gate[INNER], up[INNER], z[WIDTH];

    memcpy(x, embed + piece * WIDTH, sizeof(x));
    for (int l = 0; l < LAYERS; l++) {
        const double *norm2 = at + WIDTH;

        norm_plain(x, at, y);
        at = times(norm2 + WIDTH, 3 * WIDTH, WIDTH, y, qkv[l][t]);
        for (int h = 0; h < 2 * HEADS; h++)
            turn_plain(qkv[l][t] + h * HEAD, t);
        look_plain(l, t, y);
        at = times(at, WIDTH, WIDTH, y, z);
        for (int i = 0; i < WIDTH; i++)
            x[i] += z[i];
        norm_plain(x, norm2, y);
        at = times(at, INNER, WIDTH, y, gate);
        at = times(at, INNER, WIDTH, y, up);
        for (int i = 0; i < INNER; i++)
            gate[i] = gate[i] / (1 + exp(-gate[i])) * up[i];
        at = times(at, WIDTH, INNER, gate, z);
        for (int i = 0; i < WIDTH; i++)
            x[i] += z[i];
    }
    norm_plain(x, at, y);
    times(embed, PIECES, WIDTH, y, logits);
}

static void logits_are_those_of_a_plain_forward(void **state)
{
    struct student *s = load_with(1, NULL);
    uint16_t pieces[CONTEXT];
    double want[PIECES], worst = 0, spread = 0;
    float got[PIECES];
    struct made m;
    struct rng r;

    (void)state;
    make(&m);
    rng_init(&r, hash_bytes("pieces", 6));
    for (int t = 0; t < CONTEXT; t++) {
        pieces[t] = (uint16_t)rng_below(&r, PIECES);
        forward(m.value, pieces[t], t, want);
        student_logits(s, pieces, (size_t)t + 1, got);
        for (int i = 0; i < PIECES; i++) {
            worst = fmax(worst, fabs((double)got[i] - want[i]));
            spread = fmax(spread, fabs(want[i]));
        }
    }
    printf("off by at most %.5f of %.2f\n", worst, spread);
    assert_true(spread > 1 && worst < 0.02 * spread);
    unmake(&m);
    student_free(s);
}

/* All kernels give the same bits. */
static void kernels_agree(void **state)
{
    static const size_t lengths[] = { 1, 33, CONTEXT };
    const struct kernel *kinds[KERNEL_KINDS];
    int n = kernel_all(kinds);
    uint16_t pieces[CONTEXT];
    float got[KERNEL_KINDS][3][PIECES];

    (void)state;
    for (int t = 0; t < CONTEXT; t++)
        pieces[t] = (uint16_t)(t * 37 % PIECES);
    for (int k = 0; k < n; k++) {
        struct student *s = load_with(1, kinds[k]);

        for (int i = 0; i < 3; i++)
            student_logits(s, pieces, lengths[i], got[k][i]);
        assert_memory_equal(got[0], got[k], sizeof(got[0]));
        student_free(s);
    }
}

/* ---- texts ---- */

#define TEXTS 40

struct asked {
    const struct student *s;
    int number;
    char *text;
};

static void *ask_one(void *ctx)
{
    static const char *const stop[] = { "zq", "\\frac" };
    struct asked *k = ctx;
    struct arena a = { 0 };
    struct student_text out;
    struct message messages[] = {
        { "system", "abcde" },
        { "user", arena_printf(&a, "the answer is %d", k->number * k->number) },
        { "assistant", "abc" },
        { "user", "12" },
    };
    struct student_how how = {
        .temperature = k->number % 5 * 0.4,
        .top_p = k->number % 3 ? 0.9 : 1,
        .min_p = k->number % 4 ? 0 : 0.05,
        .top_k = k->number % 7 * 5,
        .repetition_penalty = k->number % 2 ? 1.2 : 1,
        .seed = (uint64_t)k->number,
        .most = k->number % 6 * 9,
        .stop = stop,
        .n_stop = 2,
    };

    student_answer(&a, k->s, messages, k->number % 2 ? 4 : 2, &how, &out);
    assert_true(utf8_check(out.text, strlen(out.text)) == strlen(out.text));
    assert_true(how.most == 0 || out.completion <= how.most);
    assert_false(strstr(out.text, "\\frac"));
    k->text = strdup(out.text);
    arena_clear(&a);
    return NULL;
}

static void digest_of(const struct student *s, bool at_once,
                      char hex[HASH_HEX_SIZE])
{
    struct asked asked[TEXTS];
    pthread_t threads[TEXTS];
    struct hasher h;

    for (int i = 0; i < TEXTS; i++) {
        asked[i] = (struct asked){ s, i, NULL };
        if (at_once)
            assert_int_equal(
                pthread_create(&threads[i], NULL, ask_one, &asked[i]), 0);
        else
            ask_one(&asked[i]);
    }
    hasher_open(&h);
    for (int i = 0; i < TEXTS; i++) {
        if (at_once)
            pthread_join(threads[i], NULL);
        hasher_text(&h, asked[i].text);
        free(asked[i].text);
    }
    hash_hex(hasher_close(&h), hex);
}

/* The same on any machine, in any build. */
#define DIGEST "1ed9ff8ad263d462fd00eabd0c60a2d4"

static void texts_are_the_same_everywhere(void **state)
{
    const struct kernel *kinds[KERNEL_KINDS];
    int n = kernel_all(kinds);
    char hex[HASH_HEX_SIZE];

    (void)state;
    for (int k = 0; k < n; k++)
        for (int threads = 0; threads <= 3; threads++) {
            struct student *s = load_with(threads ? threads : 1, kinds[k]);

            digest_of(s, threads > 0, hex);
            assert_string_equal(hex, DIGEST);
            student_free(s);
        }
}

/* Replies that must give their pages back and be read again. */
static void texts_are_the_same_in_little_memory(void **state)
{
    struct student *s = load_with(1, NULL);
    char hex[HASH_HEX_SIZE];

    (void)state;
    crew_free(s->crew);
    s->crew = crew_new(&s->network, 2, 1);
    assert_int_equal(crew_threads(s->crew), 1);
    digest_of(s, true, hex);
    assert_string_equal(hex, DIGEST);
    student_free(s);
}

/* ---- pieces and prompts ---- */

static void text_is_cut_into_the_longest_pieces(void **state)
{
    static const uint16_t want[] = { PIECE_WORDS + 10,
                                     PIECE_WORDS + 9,
                                     'd',
                                     PIECE_WORDS + 8,
                                     ' ',
                                     'x',
                                     PIECE_WORDS + 1,
                                     '<',
                                     'e',
                                     'n',
                                     'd',
                                     '>',
                                     PIECE_WORDS + 11 };
    const char *text = "abcdeabcdab x the<end>\xc3\xa9";
    struct student *s = load_with(1, NULL);
    uint16_t got[32];

    (void)state;
    assert_int_equal(spelling_cut(&s->spelling, text, strlen(text), got, 32),
                     13);
    assert_memory_equal(got, want, sizeof(want));
    assert_int_equal(spelling_cut(&s->spelling, text, strlen(text), got, 3), 4);
    assert_int_equal(student_count(s, text), 13);
    student_free(s);
}

static void messages_have_one_form(void **state)
{
    static const struct message messages[] = {
        { "system", "x" }, { "user", "y" },       { "assistant", "z" },
        { "user", "is" },  { "assistant", "12" },
    };
    static const uint16_t want[] = { PIECE_USER,    'x',
                                     '\n',          '\n',
                                     'y',           PIECE_STUDENT,
                                     'z',           PIECE_END,
                                     PIECE_USER,    PIECE_WORDS + 6,
                                     PIECE_STUDENT, PIECE_WORDS + 12 };
    struct student *s = load_with(1, NULL);
    uint16_t got[32];

    (void)state;
    assert_int_equal(student_prompt(s, messages, 5, got, 32), 12);
    assert_memory_equal(got, want, sizeof(want));
    /* Without the beginning of a reply: up to <student>. */
    assert_int_equal(student_prompt(s, messages, 4, got, 32), 11);
    assert_memory_equal(got, want, 11 * sizeof(*want));
    assert_true(student_prompt(s, messages, 5, got, 4) > 4);
    student_free(s);
}

static void a_reply_ends_where_it_must(void **state)
{
    struct student *s = load_with(1, NULL);
    struct student_how how = student_default;
    struct student_text all, out;
    struct message m = { "user", "the" };
    struct arena a = { 0 };
    const char *stop;

    (void)state;
    how.temperature = 1;
    how.top_p = 1;
    how.most = 40;
    student_answer(&a, s, &m, 1, &how, &all);
    assert_true(all.cut && all.completion == 40 && all.prompt == 3);
    /* A stop text over the border of two pieces. */
    for (stop = all.text + 8; stop[0] & 0x80 || stop[1] & 0x80; stop++)
        assert_true(stop[1]);
    stop = arena_strndup(&a, stop, 2);
    how.stop = &stop;
    how.n_stop = 1;
    student_answer(&a, s, &m, 1, &how, &out);
    assert_true(!out.cut && !strstr(out.text, stop));
    assert_memory_equal(out.text, all.text, strlen(out.text));
    assert_int_equal(strlen(out.text), strstr(all.text, stop) - all.text);
    how.n_stop = 0;
    how.most = 0;
    student_answer(&a, s, &m, 1, &how, &out);
    assert_true(!out.cut || out.prompt + out.completion == CONTEXT);
    m.content = memset(arena_text(&a, CONTEXT), 'q', CONTEXT);
    student_answer(&a, s, &m, 1, &how, &out);
    assert_true(out.too_long && !*out.text && !out.completion);
    arena_clear(&a);
    student_free(s);
}

/* ---- files ---- */

static bool opens(const char *bytes, size_t n, struct err *e)
{
    struct arena a = { 0 };
    const char *path = scratch_file(&a, bytes, n);
    struct student *s;
    bool ok = student_load(&s, path, 1, NULL, e);

    if (ok)
        student_free(s);
    unlink(path);
    arena_clear(&a);
    return ok;
}

/* A change somewhere in the file, under a sum that fits: it is refused with a
 * message, or it is another model, but nothing breaks. */
static void damaged_files_are_refused(void **state)
{
    struct made m;
    struct rng r;
    struct err e;
    size_t n;

    (void)state;
    make(&m);
    n = m.file.n;
    assert_true(opens(m.file.s, n, &e));
    for (size_t cut = 0; cut < n; cut += n / 13)
        assert_false(opens(m.file.s, cut, &e));
    m.file.s[n / 2] ^= 1;
    assert_false(opens(m.file.s, n, &e));
    assert_non_null(strstr(e.msg, "SHA-256"));
    m.file.s[n / 2] ^= 1;
    rng_init(&r, hash_bytes("damage", 6));
    for (int i = 0; i < 300; i++) {
        size_t at = 8 + rng_below(&r, i % 2 ? 1200 : n - 40);
        char was = m.file.s[at];

        m.file.s[at] = (char)rng_range(&r, 0, 127);
        m.file.n -= 32;
        seal(&m.file);
        if (!opens(m.file.s, n, &e))
            assert_non_null(strstr(e.msg, "cannot use"));
        m.file.s[at] = was;
    }
    unmake(&m);
}

static void a_named_file_that_is_not_there(void **state)
{
    struct arena a = { 0 };
    const struct student *s;
    const char *sha;
    struct err e;

    (void)state;
    setenv("ASSAY_STUDENT", "/nowhere/student.weights", 1);
    assert_false(student_open(&a, NULL, &s, &sha, &e));
    assert_non_null(strstr(e.msg, "ASSAY_STUDENT"));
    unsetenv("ASSAY_STUDENT");
    arena_clear(&a);
}

static void a_file_is_opened_once(void **state)
{
    struct arena a = { 0 };
    const struct student *s, *again = NULL;
    const char *path, *sha;
    struct made m;
    struct err e;

    (void)state;
    make(&m);
    path = scratch_file(&a, m.file.s, m.file.n);
    if (!student_open(&a, path, &s, &sha, &e) ||
        !student_open(&a, path, &again, &sha, &e))
        fail_msg("%s", e.msg);
    assert_ptr_equal(s, again);
    assert_int_equal(strlen(sha), 64);
    assert_int_equal(student_context(s), CONTEXT);
    assert_true(student_best_at_once(s) >= 1);
    unlink(path);
    unmake(&m);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logits_are_those_of_a_plain_forward),
        cmocka_unit_test(kernels_agree),
        cmocka_unit_test(texts_are_the_same_everywhere),
        cmocka_unit_test(texts_are_the_same_in_little_memory),
        cmocka_unit_test(text_is_cut_into_the_longest_pieces),
        cmocka_unit_test(messages_have_one_form),
        cmocka_unit_test(a_reply_ends_where_it_must),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(a_named_file_that_is_not_there),
        cmocka_unit_test(a_file_is_opened_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
