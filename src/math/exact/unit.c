/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/unit.h"
#include "base/ascii.h"
#include "math/exact/unit_int.h"

#include <string.h>

/*
 * Words into units. A word is looked up as it stands; a longer one also in
 * lower case and without its plural ending; then with a prefix taken off,
 * a symbol's before a symbol and a word's before a word.
 */

#define WORD_MOST  32 /* bytes of the longest word that is looked up */
#define POWER_MOST 12

void unit_init(struct unit *u)
{
    *u = (struct unit){ 0 };
    fmpq_init(u->factor);
    fmpq_one(u->factor);
}

void unit_clear(struct unit *u)
{
    fmpq_clear(u->factor);
}

/* ---- one word ---- */

struct found {
    const struct unit_worth *worth; /* NULL: not found */
    int ten;                        /* of the prefix */
    int power;                      /* 2 for the word "square" */
};

static int compare(const char *word, size_t n, const char *name)
{
    int c = strncmp(word, name, n);

    return c ? c : -(name[n] != '\0');
}

static const struct unit_name *name_find(const char *word, size_t n)
{
    size_t lo = 0, hi = unit_names_n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = compare(word, n, unit_names[mid].name);

        if (c == 0)
            return &unit_names[mid];
        if (c < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return NULL;
}

/* As it stands, or without the s or es of a plural. Symbols have none. */
static const struct unit_name *plural_find(const char *word, size_t n)
{
    const struct unit_name *name = name_find(word, n);

    if (!name && n > 3 && word[n - 1] == 's')
        name = name_find(word, n - 1);
    if (!name && n > 5 && word[n - 1] == 's' && word[n - 2] == 'e')
        name = name_find(word, n - 2);
    return name;
}

static struct found prefix_find(const char *word, size_t n,
                                enum unit_prefixes kind)
{
    for (size_t i = 0; i < unit_prefixes_n; i++) {
        const struct unit_prefix *p = &unit_prefixes[i];
        const char *text = kind == PREFIX_SYMBOL ? p->symbol : p->word;
        size_t len = text ? strlen(text) : 0;
        const struct unit_name *name;

        if (!text || len >= n || strncmp(word, text, len) != 0)
            continue;
        name = kind == PREFIX_SYMBOL ? name_find(word + len, n - len)
                                     : plural_find(word + len, n - len);
        if (name && name->prefixes == kind)
            return (struct found){ name->worth, p->ten, 1 };
    }
    return (struct found){ 0 };
}

/* A word of four letters or more: any case, any number. */
static struct found word_find(const char *word, size_t n)
{
    char lower[WORD_MOST];
    const struct unit_name *name;

    if (n < 4)
        return (struct found){ 0 };
    for (size_t i = 0; i < n; i++)
        lower[i] = is_upper(word[i]) ? (char)(word[i] + 32) : word[i];
    name = plural_find(lower, n);
    if (name)
        return (struct found){ name->worth, 0, 1 };
    return prefix_find(lower, n, PREFIX_WORD);
}

static struct found find(const char *word, size_t n)
{
    static const struct {
        const char *text;
        int power;
    } shapes[] = { { "平方", 2 }, { "立方", 3 } };
    const struct unit_name *name;
    struct found f = { 0 };

    if (n == 0 || n > WORD_MOST || memchr(word, '\0', n))
        return f;
    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(shapes[i].text);

        if (n > len && memcmp(word, shapes[i].text, len) == 0 &&
            (name = name_find(word + len, n - len)))
            return (struct found){ name->worth, 0, shapes[i].power };
    }
    name = name_find(word, n);
    if (name)
        return (struct found){ name->worth, 0, 1 };
    f = prefix_find(word, n, PREFIX_SYMBOL);
    return f.worth ? f : word_find(word, n);
}

bool unit_known(const char *word, size_t n)
{
    return find(word, n).worth != NULL;
}

/* ---- a text of several ---- */

struct reading {
    struct unit *u;
    const char *p;
    int sign;         /* -1 behind a "/" or "per": all that follows divides,
                         as in J/kg K */
    int shape;        /* 2 or 3 behind "square" or "cubic" */
    const char *last; /* the word before, as degrees C are two words */
    size_t last_n;
    int words;
};

static bool is(const char *word, size_t n, const char *text)
{
    return strlen(text) == n && memcmp(word, text, n) == 0;
}

/* The powers of a table's text, "LMT-2", times `times`. */
static bool add_powers(struct unit *u, const char *text, int times)
{
    while (*text) {
        int *power = &u->power[strchr(UNIT_LETTERS, *text++) - UNIT_LETTERS];
        int sign = *text == '-' ? -1 : 1, n = 1;

        text += sign < 0;
        if (is_digit(*text))
            n = *text++ - '0';
        *power += sign * n * times;
        if (*power > 4 * POWER_MOST || *power < -4 * POWER_MOST)
            return false;
    }
    return true;
}

/* Multiply u by f^power. Returns false if a power grows too large. */
static bool multiply(struct unit *u, struct found f, int power)
{
    const struct unit_worth *w = f.worth;
    fmpq_t q;
    fmpz_t ten;

    if (u->currency && w->currency && strcmp(u->currency, w->currency) != 0)
        return false;
    if (!add_powers(u, w->power, power))
        return false;
    if (w->currency)
        u->currency = w->currency;
    u->offset = u->offset || w->offset;
    fmpq_init(q);
    fmpz_init_set_ui(ten, 10);
    fmpq_set_si(q, w->num, (ulong)w->den);
    fmpz_pow_ui(
        ten, ten,
        (ulong)(w->ten + f.ten < 0 ? -(w->ten + f.ten) : w->ten + f.ten));
    if (w->ten + f.ten < 0)
        fmpq_div_fmpz(q, q, ten);
    else
        fmpq_mul_fmpz(q, q, ten);
    fmpq_pow_si(q, q, power);
    fmpq_mul(u->factor, u->factor, q);
    fmpq_clear(q);
    fmpz_clear(ten);
    return true;
}

/* "^{-2}", "^2", "²", "2" behind a word. *power stays when there is none.
 * Returns false if it is out of bounds. */
static bool read_power(const char **p, int *power)
{
    const char *s = *p;
    bool caret = *s == '^', brace = caret && s[1] == '{';
    int sign = 1, n = 0;

    if (strncmp(s, "²", 2) == 0 || strncmp(s, "³", 2) == 0) {
        *power = s[1] == "²"[1] ? 2 : 3;
        *p = s + 2;
        return true;
    }
    s += caret + brace;
    if (caret && *s == '-') {
        sign = -1;
        s++;
    }
    if (!is_digit(*s))
        return !caret;
    for (; is_digit(*s); s++)
        if ((n = n * 10 + (*s - '0')) > POWER_MOST)
            return false;
    if (brace && *s++ != '}')
        return false;
    *power = sign * n;
    *p = s;
    return true;
}

/* Degrees C, degrees Fahrenheit: the word before was "degree(s)" or "°". */
static bool after_degree(const struct reading *r, const char *word, size_t n)
{
    bool degree = r->last && (is(r->last, r->last_n, "degree") ||
                              is(r->last, r->last_n, "degrees") ||
                              is(r->last, r->last_n, "°"));

    return degree &&
           (is(word, n, "C") || is(word, n, "F") || find(word, n).worth);
}

static bool apply(struct reading *r, const char *word, size_t n)
{
    struct found f = find(word, n);
    int power = 1;
    bool again = after_degree(r, word, n);

    if (again && n == 1)
        f = is(word, n, "C") ? find("℃", 3) : find("℉", 3);
    if (again && f.worth && f.worth->offset) {
        /* The degree was counted as an angle: begin again. */
        unit_clear(r->u);
        unit_init(r->u);
    }
    if (!f.worth || !read_power(&r->p, &power))
        return false;
    r->last = word;
    r->last_n = n;
    power *= r->sign * r->shape * f.power;
    r->shape = 1;
    r->words++;
    return multiply(r->u, f, power);
}

/* A power in words behind the unit: metres squared. It was multiplied in once
 * already. */
static bool raise_last(struct reading *r, int more)
{
    return r->last && multiply(r->u, find(r->last, r->last_n), r->sign * more);
}

static bool read_word(struct reading *r, const char *word, size_t n)
{
    if (is(word, n, "per") || is(word, n, "a") || is(word, n, "an")) {
        r->sign = -1;
        return r->words > 0;
    }
    if (is(word, n, "square") || is(word, n, "sq") || is(word, n, "cubic") ||
        is(word, n, "cu")) {
        r->shape = word[0] == 's' ? 2 : 3;
        return true;
    }
    if (is(word, n, "squared"))
        return raise_last(r, 1);
    if (is(word, n, "cubed"))
        return raise_last(r, 2);
    return apply(r, word, n);
}

/* Bytes of the word at s: letters, signs of money, characters beyond ASCII
 * but for the raised 2 and 3 and the middle dot. */
static size_t word_length(const char *s)
{
    size_t n = 0;

    while (is_letter(s[n]) || s[n] == '$' || (unsigned char)s[n] >= 0x80) {
        if (strncmp(s + n, "²", 2) == 0 || strncmp(s + n, "³", 2) == 0 ||
            strncmp(s + n, "·", 2) == 0)
            break;
        n++;
    }
    return n;
}

static bool read_all(struct reading *r)
{
    while (*r->p) {
        size_t n = word_length(r->p);

        if (n) {
            r->p += n;
            if (!read_word(r, r->p - n, n))
                return false;
        } else if (*r->p == '/') {
            r->sign = -1;
            r->p++;
        } else if (strncmp(r->p, "·", 2) == 0) {
            r->p += 2;
        } else if (strchr(" .()*-", *r->p)) {
            r->p++; /* a/(b c) divides by both, as a/b c does */
        } else {
            return false;
        }
    }
    return r->words > 0 && r->shape == 1;
}

void unit_read(struct unit *u, const char *text)
{
    struct reading r = { .u = u, .p = text, .sign = 1, .shape = 1 };

    unit_clear(u);
    unit_init(u);
    if (read_all(&r))
        return;
    unit_clear(u);
    unit_init(u);
    u->noun = true;
}

bool unit_alike(const struct unit *a, const struct unit *b)
{
    if (a->noun != b->noun || a->offset != b->offset)
        return false;
    for (int i = 0; i < UNIT_DIMENSIONS; i++)
        if (a->power[i] != b->power[i])
            return false;
    if (a->currency || b->currency)
        return a->currency && b->currency &&
               strcmp(a->currency, b->currency) == 0;
    /* Celsius and Fahrenheit differ by more than a factor. */
    return !a->offset || fmpq_equal(a->factor, b->factor);
}

/* ---- sums ---- */

/* Is x the next part behind a unit of this factor, as 20 minutes behind an
 * hour? */
static bool is_part(const struct expr *x, const struct unit *u,
                    const fmpq_t before)
{
    const struct expr *n = x->args[0];
    fmpq_t worth;
    bool part;

    if (n->op != EXPR_NUMBER || fmpq_sgn(n->number->value) < 0)
        return false;
    fmpq_init(worth);
    fmpq_mul(worth, n->number->value, u->factor);
    part = fmpq_cmp(worth, before) < 0 && fmpq_cmp(u->factor, before) < 0;
    fmpq_clear(worth);
    return part;
}

/* Returns x in units of the factor, or NULL if it is no quantity like u. */
static const struct expr *converted(struct arena *a, const struct expr *x,
                                    const struct unit *u, bool list,
                                    fmpq_t before)
{
    const struct expr *out = NULL;
    struct unit own;
    fmpq_t ratio;

    if (x->op != EXPR_QUANTITY)
        return NULL;
    unit_init(&own);
    fmpq_init(ratio);
    unit_read(&own, x->name);
    if (!own.noun && !own.offset && unit_alike(u, &own) &&
        (!list || is_part(x, &own, before))) {
        fmpq_div(ratio, own.factor, u->factor);
        fmpq_set(before, own.factor);
        out = expr_binary(a, EXPR_MUL, x->args[0], expr_rational(a, ratio));
    }
    fmpq_clear(ratio);
    unit_clear(&own);
    return out;
}

const struct expr *unit_sum(struct arena *a, const struct expr *x)
{
    bool list = x->op == EXPR_LIST;
    const struct expr *sum;
    struct unit u;
    struct expr *q;
    fmpq_t before;

    if ((!list && x->op != EXPR_ADD) || x->args[0]->op != EXPR_QUANTITY)
        return x;
    unit_init(&u);
    fmpq_init(before);
    unit_read(&u, x->args[0]->name);
    fmpq_set(before, u.factor);
    sum = u.noun || u.offset ? NULL : x->args[0]->args[0];
    for (unsigned i = 1; sum && i < x->count; i++) {
        const struct expr *part = converted(a, x->args[i], &u, list, before);

        sum = part ? expr_binary(a, EXPR_ADD, sum, part) : NULL;
    }
    fmpq_clear(before);
    unit_clear(&u);
    if (!sum)
        return x;
    q = expr_unary(a, EXPR_QUANTITY, sum);
    q->name = x->args[0]->name;
    return q;
}
