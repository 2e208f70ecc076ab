/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/unit.h"
#include "base/ascii.h"
#include "base/map.h"

#include <pthread.h>
#include <string.h>

/*
 * Exact worths by definition: the international yard and pound of 1959, the
 * United States gallon of 231 cubic inches, the thermochemical calorie, the
 * horsepower of 550 foot-pounds a second, the short ton, the Julian year
 * (twelve equal months; no whole number of days). The base of angle is the
 * degree and a radian is the number 1: their ratio is no rational number.
 * "Pound" is mass; the money is written with its sign. Words that could be
 * anything ("quarter", "unit", "piece") are left out on purpose.
 */

/* clang-format off */

/* One letter for each of enum unit_dimension, in its order. */
#define UNIT_LETTERS "LMTIKNJDB$"

enum unit_prefixes {
    PREFIX_NONE,
    PREFIX_SYMBOL, /* m: km, mm, µm */
    PREFIX_WORD,   /* metre: kilometre */
    PREFIX_KINDS
};

static const struct unit_worth {
    int64_t num, den;  /* times 10^ten base units */
    int ten;
    const char *power; /* letters of UNIT_LETTERS, each with its exponent
                          unless that is 1: "LMT-2" for newtons */
    const char *currency;
    bool offset;
    /* By the prefixes that they take, with a blank between two; words of four
     * letters or more in lower case. */
    const char *names[PREFIX_KINDS];
} units[] = {
    { 1, 1, 0, "L", NULL, false,
      { "公尺 米", "m", "meter metre metro mètre" } },
    { 1, 1, 3, "L", NULL, false, { "kms 公里 千米", "", "" } },
    { 1, 1, -2, "L", NULL, false, { "cms 厘米", "", "" } },
    { 1, 1, -3, "L", NULL, false, { "毫米", "", "" } },
    { 1, 1, -6, "L", NULL, false, { "micron", "", "" } },
    { 254, 1, -4, "L", NULL, false, { "in inch inches ins", "", "" } },
    { 3048, 1, -4, "L", NULL, false, { "feet foot ft", "", "" } },
    { 9144, 1, -4, "L", NULL, false, { "yard yd yds", "", "" } },
    { 1609344, 1, -3, "L", NULL, false, { "mi mile", "", "" } },
    { 1852, 1, 0, "L", NULL, false, { "nmi", "", "" } },
    { 201168, 1, -3, "L", NULL, false, { "furlong", "", "" } },
    { 9460730472580800, 1, 0, "L", NULL, false, { "lightyear", "", "" } },
    { 149597870700, 1, 0, "L", NULL, false, { "AU", "", "" } },
    { 1, 1, -3, "M", NULL, false, { "gm 克", "g", "gram gramm gramme gramo" } },
    { 1, 1, 0, "M", NULL, false,
      { "KG Kg kgs kilo kilogramm 公斤 千克", "", "" } },
    { 1, 1, 3, "M", NULL, false, { "tonne 吨", "", "" } },
    { 45359237, 1, -8, "M", NULL, false, { "lb lbs pound", "", "" } },
    { 45359237, 16, -8, "M", NULL, false, { "ounce oz", "", "" } },
    { 90718474, 1, -5, "M", NULL, false, { "ton tons", "", "" } },
    { 635029318, 1, -8, "M", NULL, false, { "stone", "", "" } },
    { 1, 1, 0, "T", NULL, false,
      { "sec secs 秒", "s", "second seconde segundo sekunde sekunden" } },
    { 60, 1, 0, "T", NULL, false,
      { "min mins minute minuten minuto 分钟", "", "" } },
    { 3600, 1, 0, "T", NULL, false,
      { "h heure hora hour hr hrs stunde stunden 小时", "", "" } },
    { 86400, 1, 0, "T", NULL, false, { "day days día jour tage 天", "", "" } },
    { 604800, 1, 0, "T", NULL, false, { "week wk", "", "" } },
    { 2629800, 1, 0, "T", NULL, false, { "month", "", "" } },
    { 31557600, 1, 0, "T", NULL, false, { "year yr yrs", "", "" } },
    { 315576000, 1, 0, "T", NULL, false, { "decade", "", "" } },
    { 3155760000, 1, 0, "T", NULL, false, { "centuries century", "", "" } },
    { 1, 1, -3, "L3", NULL, false, { "升", "L l", "liter litre litro" } },
    { 1, 1, -6, "L3", NULL, false, { "ML cc 毫升", "", "" } },
    { 3785411784, 1, -12, "L3", NULL, false, { "gal gallon", "", "" } },
    { 946352946, 1, -12, "L3", NULL, false, { "qt quart", "", "" } },
    { 473176473, 1, -12, "L3", NULL, false, { "pint pt", "", "" } },
    { 2365882365, 1, -13, "L3", NULL, false, { "cup cups", "", "" } },
    { 3785411784, 128, -12, "L3", NULL, false, { "floz", "", "" } },
    { 3785411784, 256, -12, "L3", NULL, false, { "tablespoon tbsp", "", "" } },
    { 3785411784, 768, -12, "L3", NULL, false, { "teaspoon tsp", "", "" } },
    { 40468564224, 1, -7, "L2", NULL, false, { "acre", "", "" } },
    { 1, 1, 4, "L2", NULL, false, { "ha hectare", "", "" } },
    { 1, 1, 0, "LMT-2", NULL, false, { "", "N", "newton" } },
    { 1, 1, 0, "L2MT-2", NULL, false, { "", "J", "joule" } },
    { 1, 1, 0, "L2MT-3", NULL, false, { "", "W", "watt" } },
    { 3600, 1, 0, "L2MT-2", NULL, false, { "", "Wh", "" } },
    { 1, 1, 0, "L2MT-3I-1", NULL, false, { "", "V", "volt" } },
    { 1, 1, 0, "I", NULL, false, { "", "A", "amp ampere amps" } },
    { 3600, 1, 0, "IT", NULL, false, { "", "Ah", "" } },
    { 1, 1, 0, "L2MT-3I-2", NULL, false, { "", "Ω Ω", "ohm ohms" } },
    { 1, 1, 0, "T-1", NULL, false, { "", "Hz", "hertz" } },
    { 1, 1, 0, "L-1MT-2", NULL, false, { "", "Pa", "pascal" } },
    { 1, 1, 5, "L-1MT-2", NULL, false, { "", "bar", "" } },
    { 101325, 1, 0, "L-1MT-2", NULL, false, { "atm atmosphere", "", "" } },
    { 1, 1, 0, "K", NULL, false, { "", "K", "kelvin" } },
    { 1, 1, 0, "N", NULL, false, { "", "mol", "mole" } },
    { 1, 1, 0, "J", NULL, false, { "", "cd", "candela" } },
    { 1, 1, 0, "IT", NULL, false, { "", "C", "coulomb" } },
    { 1, 1, 0, "L-2M-1T4I2", NULL, false, { "", "F", "farad" } },
    { 1, 1, 0, "MT-2I-1", NULL, false, { "", "T", "tesla" } },
    { 1, 1, 0, "L2MT-2I-1", NULL, false, { "", "Wb", "weber" } },
    { 1, 1, 0, "L2MT-2I-2", NULL, false, { "", "H", "henry" } },
    { 1602176634, 1, -28, "L2MT-2", NULL, false, { "electronvolt", "eV", "" } },
    { 4184, 1, -3, "L2MT-2", NULL, false, { "", "cal", "calorie" } },
    { 74569987158227022, 1, -14, "L2MT-3", NULL, false,
      { "horsepower hp", "", "" } },
    { 44704, 1, -5, "LT-1", NULL, false, { "mph", "", "" } },
    { 5, 18, 0, "LT-1", NULL, false, { "kmh kmph kph", "", "" } },
    { 463, 900, 0, "LT-1", NULL, false, { "knot", "", "" } },
    { 3048, 1, -4, "LT-1", NULL, false, { "fps", "", "" } },
    { 1, 1, 0, "D", NULL, false, { "deg degree ° 度", "", "" } },
    { 1, 1, 0, "", NULL, false, { "", "rad", "radian rads" } },
    { 1, 60, 0, "D", NULL, false, { "arcmin arcminute", "", "" } },
    { 1, 3600, 0, "D", NULL, false, { "arcsec arcsecond", "", "" } },
    { 360, 1, 0, "D", NULL, false, { "rev revolution", "", "" } },
    { 6, 1, 0, "DT-1", NULL, false, { "rpm", "", "" } },
    { 1, 1, 0, "B", NULL, false, { "", "", "bit bits" } },
    { 8, 1, 0, "B", NULL, false, { "", "B", "byte" } },
    { 8, 1, 3, "B", NULL, false, { "KB", "", "" } },
    { 8192, 1, 0, "B", NULL, false, { "KiB", "", "" } },
    { 8388608, 1, 0, "B", NULL, false, { "MiB", "", "" } },
    { 8589934592, 1, 0, "B", NULL, false, { "GiB", "", "" } },
    { 1, 1, 0, "K", NULL, true, { "celsius centigrade °C ℃ 摄氏度", "", "" } },
    { 5, 9, 0, "K", NULL, true, { "fahrenheit °F ℉", "", "" } },
    { 1, 1, 0, "$", "USD", false, { "$ US$ USD dollar dollars", "", "" } },
    { 1, 1, -2, "$", "USD", false, { "cent cents ¢", "", "" } },
    { 1, 1, 0, "$", "EUR", false, { "EUR euro euros €", "", "" } },
    { 1, 1, 0, "$", "GBP", false, { "GBP £", "", "" } },
    { 1, 1, 0, "$", "CNY", false, { "CNY RMB yuan 人民币 元", "", "" } },
    { 1, 1, 0, "$", "JPY", false, { "JPY yen ¥ 円", "", "" } },
    { 1, 1, 0, "$", "INR", false, { "INR Rs rupee ₹", "", "" } },
    { 1, 1, 0, "$", "RUB", false, { "RUB rouble ruble ₽", "", "" } },
    { 1, 1, 0, "$", "KRW", false, { "KRW ₩", "", "" } },
};
static const struct unit_prefix {
    const char *symbol; /* "k"; NULL: a further spelling of the word */
    const char *word;   /* "kilo"; NULL: a further spelling of the symbol */
    int ten;
} unit_prefixes[] = {
    { "T", "tera", 12 },   { "G", "giga", 9 },    { "M", "mega", 6 },
    { "k", "kilo", 3 },    { "h", "hecto", 2 },   { "da", "deca", 1 },
    { "d", "deci", -1 },   { "c", "centi", -2 },  { "m", "milli", -3 },
    { "µ", "micro", -6 },  { "μ", NULL, -6 },     { "u", NULL, -6 },
    { "n", "nano", -9 },   { "p", "pico", -12 },  { "f", "femto", -15 },
};

static const size_t unit_prefixes_n =
    sizeof(unit_prefixes) / sizeof(unit_prefixes[0]);

/* clang-format on */

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

static struct map unit_index; /* PREFIX_KINDS for each row, and the kind */
static pthread_once_t unit_once = PTHREAD_ONCE_INIT;

static void unit_make(void)
{
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        for (size_t k = 0; k < PREFIX_KINDS; k++)
            map_add_words(&unit_index, units[i].names[k], i * PREFIX_KINDS + k);
}

/* A name of the table, with the prefixes that it takes. */
struct unit_name {
    const struct unit_worth *worth; /* NULL: not found */
    size_t prefixes;
};

static struct unit_name unit_name_find(const char *word, size_t n)
{
    const size_t *at;

    (void)pthread_once(&unit_once, unit_make);
    at = map_get(&unit_index, word, n);
    return at ? (struct unit_name){ &units[*at / PREFIX_KINDS],
                                    *at % PREFIX_KINDS }
              : (struct unit_name){ 0 };
}

/* As it stands, or without the s or es of a plural. Symbols have none. */
static struct unit_name plural_find(const char *word, size_t n)
{
    struct unit_name name = unit_name_find(word, n);

    if (!name.worth && n > 3 && word[n - 1] == 's')
        name = unit_name_find(word, n - 1);
    if (!name.worth && n > 5 && word[n - 1] == 's' && word[n - 2] == 'e')
        name = unit_name_find(word, n - 2);
    return name;
}

static struct found prefix_find(const char *word, size_t n,
                                enum unit_prefixes kind)
{
    for (size_t i = 0; i < unit_prefixes_n; i++) {
        const struct unit_prefix *p = &unit_prefixes[i];
        const char *text = kind == PREFIX_SYMBOL ? p->symbol : p->word;
        size_t len = text ? strlen(text) : 0;
        struct unit_name name;

        if (!text || len >= n || strncmp(word, text, len) != 0)
            continue;
        name = kind == PREFIX_SYMBOL ? unit_name_find(word + len, n - len)
                                     : plural_find(word + len, n - len);
        if (name.worth && name.prefixes == kind)
            return (struct found){ name.worth, p->ten, 1 };
    }
    return (struct found){ 0 };
}

/* A word of four letters or more: any case, any number. */
static struct found word_find(const char *word, size_t n)
{
    char lower[WORD_MOST];
    struct unit_name name;

    if (n < 4)
        return (struct found){ 0 };
    for (size_t i = 0; i < n; i++)
        lower[i] = is_upper(word[i]) ? (char)(word[i] + 32) : word[i];
    name = plural_find(lower, n);
    if (name.worth)
        return (struct found){ name.worth, 0, 1 };
    return prefix_find(lower, n, PREFIX_WORD);
}

static struct found unit_find(const char *word, size_t n)
{
    static const struct {
        const char *text;
        int power;
    } shapes[] = { { "平方", 2 }, { "立方", 3 } };
    struct unit_name name;
    struct found f = { 0 };

    if (n == 0 || n > WORD_MOST || memchr(word, '\0', n))
        return f;
    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(shapes[i].text);

        if (n > len && memcmp(word, shapes[i].text, len) == 0 &&
            (name = unit_name_find(word + len, n - len)).worth)
            return (struct found){ name.worth, 0, shapes[i].power };
    }
    name = unit_name_find(word, n);
    if (name.worth)
        return (struct found){ name.worth, 0, 1 };
    f = prefix_find(word, n, PREFIX_SYMBOL);
    return f.worth ? f : word_find(word, n);
}

bool unit_known(const char *word, size_t n)
{
    return unit_find(word, n).worth != NULL;
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

static bool unit_is(const char *word, size_t n, const char *text)
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
static bool unit_multiply(struct unit *u, struct found f, int power)
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
static bool unit_read_power(const char **p, int *power)
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
    bool degrees = r->last && (unit_is(r->last, r->last_n, "degree") ||
                               unit_is(r->last, r->last_n, "degrees") ||
                               unit_is(r->last, r->last_n, "°"));

    return degrees && (unit_is(word, n, "C") || unit_is(word, n, "F") ||
                       unit_find(word, n).worth);
}

static bool unit_apply(struct reading *r, const char *word, size_t n)
{
    struct found f = unit_find(word, n);
    int power = 1;
    bool again = after_degree(r, word, n);

    if (again && n == 1)
        f = unit_is(word, n, "C") ? unit_find("℃", 3) : unit_find("℉", 3);
    if (again && f.worth && f.worth->offset) {
        /* The degree was counted as an angle: begin again. */
        unit_clear(r->u);
        unit_init(r->u);
    }
    if (!f.worth || !unit_read_power(&r->p, &power))
        return false;
    r->last = word;
    r->last_n = n;
    power *= r->sign * r->shape * f.power;
    r->shape = 1;
    r->words++;
    return unit_multiply(r->u, f, power);
}

/* A power in words behind the unit: metres squared. It was multiplied in once
 * already. */
static bool raise_last(struct reading *r, int more)
{
    return r->last &&
           unit_multiply(r->u, unit_find(r->last, r->last_n), r->sign * more);
}

static bool unit_read_word(struct reading *r, const char *word, size_t n)
{
    if (unit_is(word, n, "per") || unit_is(word, n, "a") ||
        unit_is(word, n, "an")) {
        r->sign = -1;
        return r->words > 0;
    }
    if (unit_is(word, n, "square") || unit_is(word, n, "sq") ||
        unit_is(word, n, "cubic") || unit_is(word, n, "cu")) {
        r->shape = word[0] == 's' ? 2 : 3;
        return true;
    }
    if (unit_is(word, n, "squared"))
        return raise_last(r, 1);
    if (unit_is(word, n, "cubed"))
        return raise_last(r, 2);
    return unit_apply(r, word, n);
}

/* Bytes of the word at s: letters, signs of money, characters beyond ASCII
 * but for the raised 2 and 3 and the middle dot. */
static size_t unit_word_length(const char *s)
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

static bool unit_read_all(struct reading *r)
{
    while (*r->p) {
        size_t n = unit_word_length(r->p);

        if (n) {
            r->p += n;
            if (!unit_read_word(r, r->p - n, n))
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
    if (unit_read_all(&r))
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
static bool unit_is_part(const struct expr *x, const struct unit *u,
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
        (!list || unit_is_part(x, &own, before))) {
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
