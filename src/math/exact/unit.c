/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/unit.h"
#include "base/ascii.h"

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

#define W struct unit_worth

static const W metre = { 1, 1, 0, "L", NULL, false };
static const W kilometre = { 1, 1, 3, "L", NULL, false };
static const W centimetre = { 1, 1, -2, "L", NULL, false };
static const W millimetre = { 1, 1, -3, "L", NULL, false };
static const W micrometre = { 1, 1, -6, "L", NULL, false };
static const W inch = { 254, 1, -4, "L", NULL, false };
static const W foot = { 3048, 1, -4, "L", NULL, false };
static const W yard = { 9144, 1, -4, "L", NULL, false };
static const W mile = { 1609344, 1, -3, "L", NULL, false };
static const W nautical = { 1852, 1, 0, "L", NULL, false };
static const W furlong = { 201168, 1, -3, "L", NULL, false };
static const W lightyear = { 9460730472580800, 1, 0, "L", NULL, false };
static const W au = { 149597870700, 1, 0, "L", NULL, false };
static const W gram = { 1, 1, -3, "M", NULL, false };
static const W kilogram = { 1, 1, 0, "M", NULL, false };
static const W tonne = { 1, 1, 3, "M", NULL, false };
static const W pound = { 45359237, 1, -8, "M", NULL, false };
static const W ounce = { 45359237, 16, -8, "M", NULL, false };
static const W ton = { 90718474, 1, -5, "M", NULL, false };
static const W stone = { 635029318, 1, -8, "M", NULL, false };
static const W second = { 1, 1, 0, "T", NULL, false };
static const W minute = { 60, 1, 0, "T", NULL, false };
static const W hour = { 3600, 1, 0, "T", NULL, false };
static const W day = { 86400, 1, 0, "T", NULL, false };
static const W week = { 604800, 1, 0, "T", NULL, false };
static const W month = { 2629800, 1, 0, "T", NULL, false };
static const W year = { 31557600, 1, 0, "T", NULL, false };
static const W decade = { 315576000, 1, 0, "T", NULL, false };
static const W century = { 3155760000, 1, 0, "T", NULL, false };
static const W litre = { 1, 1, -3, "L3", NULL, false };
static const W millilitre = { 1, 1, -6, "L3", NULL, false };
static const W gallon = { 3785411784, 1, -12, "L3", NULL, false };
static const W quart = { 946352946, 1, -12, "L3", NULL, false };
static const W pint = { 473176473, 1, -12, "L3", NULL, false };
static const W cup = { 2365882365, 1, -13, "L3", NULL, false };
static const W floz = { 3785411784, 128, -12, "L3", NULL, false };
static const W tbsp = { 3785411784, 256, -12, "L3", NULL, false };
static const W tsp = { 3785411784, 768, -12, "L3", NULL, false };
static const W acre = { 40468564224, 1, -7, "L2", NULL, false };
static const W hectare = { 1, 1, 4, "L2", NULL, false };
static const W newton = { 1, 1, 0, "LMT-2", NULL, false };
static const W joule = { 1, 1, 0, "L2MT-2", NULL, false };
static const W watt = { 1, 1, 0, "L2MT-3", NULL, false };
static const W watthour = { 3600, 1, 0, "L2MT-2", NULL, false };
static const W volt = { 1, 1, 0, "L2MT-3I-1", NULL, false };
static const W ampere = { 1, 1, 0, "I", NULL, false };
static const W amphour = { 3600, 1, 0, "IT", NULL, false };
static const W ohm = { 1, 1, 0, "L2MT-3I-2", NULL, false };
static const W hertz = { 1, 1, 0, "T-1", NULL, false };
static const W pascal = { 1, 1, 0, "L-1MT-2", NULL, false };
static const W bar = { 1, 1, 5, "L-1MT-2", NULL, false };
static const W atm = { 101325, 1, 0, "L-1MT-2", NULL, false };
static const W kelvin = { 1, 1, 0, "K", NULL, false };
static const W mole = { 1, 1, 0, "N", NULL, false };
static const W candela = { 1, 1, 0, "J", NULL, false };
static const W coulomb = { 1, 1, 0, "IT", NULL, false };
static const W farad = { 1, 1, 0, "L-2M-1T4I2", NULL, false };
static const W tesla = { 1, 1, 0, "MT-2I-1", NULL, false };
static const W weber = { 1, 1, 0, "L2MT-2I-1", NULL, false };
static const W henry = { 1, 1, 0, "L2MT-2I-2", NULL, false };
static const W ev = { 1602176634, 1, -28, "L2MT-2", NULL, false };
static const W calorie = { 4184, 1, -3, "L2MT-2", NULL, false };
static const W hp = { 74569987158227022, 1, -14, "L2MT-3", NULL, false };
static const W mph = { 44704, 1, -5, "LT-1", NULL, false };
static const W kmh = { 5, 18, 0, "LT-1", NULL, false };
static const W knot = { 463, 900, 0, "LT-1", NULL, false };
static const W fts = { 3048, 1, -4, "LT-1", NULL, false };
static const W degree = { 1, 1, 0, "D", NULL, false };
static const W radian = { 1, 1, 0, "", NULL, false };
static const W arcmin = { 1, 60, 0, "D", NULL, false };
static const W arcsec = { 1, 3600, 0, "D", NULL, false };
static const W turn = { 360, 1, 0, "D", NULL, false };
static const W rpm = { 6, 1, 0, "DT-1", NULL, false };
static const W bit = { 1, 1, 0, "B", NULL, false };
static const W byte = { 8, 1, 0, "B", NULL, false };
static const W kilobyte = { 8, 1, 3, "B", NULL, false };
static const W kibibyte = { 8192, 1, 0, "B", NULL, false };
static const W mebibyte = { 8388608, 1, 0, "B", NULL, false };
static const W gibibyte = { 8589934592, 1, 0, "B", NULL, false };
static const W celsius = { 1, 1, 0, "K", NULL, true };
static const W fahrenheit = { 5, 9, 0, "K", NULL, true };
static const W dollar = { 1, 1, 0, "$", "USD", false };
static const W cent = { 1, 1, -2, "$", "USD", false };
static const W euro = { 1, 1, 0, "$", "EUR", false };
static const W sterling = { 1, 1, 0, "$", "GBP", false };
static const W yuan = { 1, 1, 0, "$", "CNY", false };
static const W yen = { 1, 1, 0, "$", "JPY", false };
static const W rupee = { 1, 1, 0, "$", "INR", false };
static const W ruble = { 1, 1, 0, "$", "RUB", false };
static const W won = { 1, 1, 0, "$", "KRW", false };

const struct unit_name unit_names[] = {
    { "$", &dollar, PREFIX_NONE },
    { "A", &ampere, PREFIX_SYMBOL },
    { "AU", &au, PREFIX_NONE },
    { "Ah", &amphour, PREFIX_SYMBOL },
    { "B", &byte, PREFIX_SYMBOL },
    { "C", &coulomb, PREFIX_SYMBOL },
    { "CNY", &yuan, PREFIX_NONE },
    { "EUR", &euro, PREFIX_NONE },
    { "F", &farad, PREFIX_SYMBOL },
    { "GBP", &sterling, PREFIX_NONE },
    { "GiB", &gibibyte, PREFIX_NONE },
    { "H", &henry, PREFIX_SYMBOL },
    { "Hz", &hertz, PREFIX_SYMBOL },
    { "INR", &rupee, PREFIX_NONE },
    { "J", &joule, PREFIX_SYMBOL },
    { "JPY", &yen, PREFIX_NONE },
    { "K", &kelvin, PREFIX_SYMBOL },
    { "KB", &kilobyte, PREFIX_NONE },
    { "KG", &kilogram, PREFIX_NONE },
    { "KRW", &won, PREFIX_NONE },
    { "Kg", &kilogram, PREFIX_NONE },
    { "KiB", &kibibyte, PREFIX_NONE },
    { "L", &litre, PREFIX_SYMBOL },
    { "ML", &millilitre, PREFIX_NONE },
    { "MiB", &mebibyte, PREFIX_NONE },
    { "N", &newton, PREFIX_SYMBOL },
    { "Pa", &pascal, PREFIX_SYMBOL },
    { "RMB", &yuan, PREFIX_NONE },
    { "RUB", &ruble, PREFIX_NONE },
    { "Rs", &rupee, PREFIX_NONE },
    { "T", &tesla, PREFIX_SYMBOL },
    { "US$", &dollar, PREFIX_NONE },
    { "USD", &dollar, PREFIX_NONE },
    { "V", &volt, PREFIX_SYMBOL },
    { "W", &watt, PREFIX_SYMBOL },
    { "Wb", &weber, PREFIX_SYMBOL },
    { "Wh", &watthour, PREFIX_SYMBOL },
    { "acre", &acre, PREFIX_NONE },
    { "amp", &ampere, PREFIX_WORD },
    { "ampere", &ampere, PREFIX_WORD },
    { "amps", &ampere, PREFIX_WORD },
    { "arcmin", &arcmin, PREFIX_NONE },
    { "arcminute", &arcmin, PREFIX_NONE },
    { "arcsec", &arcsec, PREFIX_NONE },
    { "arcsecond", &arcsec, PREFIX_NONE },
    { "atm", &atm, PREFIX_NONE },
    { "atmosphere", &atm, PREFIX_NONE },
    { "bar", &bar, PREFIX_SYMBOL },
    { "bit", &bit, PREFIX_WORD },
    { "bits", &bit, PREFIX_WORD },
    { "byte", &byte, PREFIX_WORD },
    { "cal", &calorie, PREFIX_SYMBOL },
    { "calorie", &calorie, PREFIX_WORD },
    { "candela", &candela, PREFIX_WORD },
    { "cc", &millilitre, PREFIX_NONE },
    { "cd", &candela, PREFIX_SYMBOL },
    { "celsius", &celsius, PREFIX_NONE },
    { "cent", &cent, PREFIX_NONE },
    { "centigrade", &celsius, PREFIX_NONE },
    { "cents", &cent, PREFIX_NONE },
    { "centuries", &century, PREFIX_NONE },
    { "century", &century, PREFIX_NONE },
    { "cms", &centimetre, PREFIX_NONE },
    { "coulomb", &coulomb, PREFIX_WORD },
    { "cup", &cup, PREFIX_NONE },
    { "cups", &cup, PREFIX_NONE },
    { "day", &day, PREFIX_NONE },
    { "days", &day, PREFIX_NONE },
    { "decade", &decade, PREFIX_NONE },
    { "deg", &degree, PREFIX_NONE },
    { "degree", &degree, PREFIX_NONE },
    { "dollar", &dollar, PREFIX_NONE },
    { "dollars", &dollar, PREFIX_NONE },
    { "día", &day, PREFIX_NONE },
    { "eV", &ev, PREFIX_SYMBOL },
    { "electronvolt", &ev, PREFIX_NONE },
    { "euro", &euro, PREFIX_NONE },
    { "euros", &euro, PREFIX_NONE },
    { "fahrenheit", &fahrenheit, PREFIX_NONE },
    { "farad", &farad, PREFIX_WORD },
    { "feet", &foot, PREFIX_NONE },
    { "floz", &floz, PREFIX_NONE },
    { "foot", &foot, PREFIX_NONE },
    { "fps", &fts, PREFIX_NONE },
    { "ft", &foot, PREFIX_NONE },
    { "furlong", &furlong, PREFIX_NONE },
    { "g", &gram, PREFIX_SYMBOL },
    { "gal", &gallon, PREFIX_NONE },
    { "gallon", &gallon, PREFIX_NONE },
    { "gm", &gram, PREFIX_NONE },
    { "gram", &gram, PREFIX_WORD },
    { "gramm", &gram, PREFIX_WORD },
    { "gramme", &gram, PREFIX_WORD },
    { "gramo", &gram, PREFIX_WORD },
    { "h", &hour, PREFIX_NONE },
    { "ha", &hectare, PREFIX_NONE },
    { "hectare", &hectare, PREFIX_NONE },
    { "henry", &henry, PREFIX_WORD },
    { "hertz", &hertz, PREFIX_WORD },
    { "heure", &hour, PREFIX_NONE },
    { "hora", &hour, PREFIX_NONE },
    { "horsepower", &hp, PREFIX_NONE },
    { "hour", &hour, PREFIX_NONE },
    { "hp", &hp, PREFIX_NONE },
    { "hr", &hour, PREFIX_NONE },
    { "hrs", &hour, PREFIX_NONE },
    { "in", &inch, PREFIX_NONE },
    { "inch", &inch, PREFIX_NONE },
    { "inches", &inch, PREFIX_NONE },
    { "ins", &inch, PREFIX_NONE },
    { "joule", &joule, PREFIX_WORD },
    { "jour", &day, PREFIX_NONE },
    { "kelvin", &kelvin, PREFIX_WORD },
    { "kgs", &kilogram, PREFIX_NONE },
    { "kilo", &kilogram, PREFIX_NONE },
    { "kilogramm", &kilogram, PREFIX_NONE },
    { "kmh", &kmh, PREFIX_NONE },
    { "kmph", &kmh, PREFIX_NONE },
    { "kms", &kilometre, PREFIX_NONE },
    { "knot", &knot, PREFIX_NONE },
    { "kph", &kmh, PREFIX_NONE },
    { "l", &litre, PREFIX_SYMBOL },
    { "lb", &pound, PREFIX_NONE },
    { "lbs", &pound, PREFIX_NONE },
    { "lightyear", &lightyear, PREFIX_NONE },
    { "liter", &litre, PREFIX_WORD },
    { "litre", &litre, PREFIX_WORD },
    { "litro", &litre, PREFIX_WORD },
    { "m", &metre, PREFIX_SYMBOL },
    { "meter", &metre, PREFIX_WORD },
    { "metre", &metre, PREFIX_WORD },
    { "metro", &metre, PREFIX_WORD },
    { "mi", &mile, PREFIX_NONE },
    { "micron", &micrometre, PREFIX_NONE },
    { "mile", &mile, PREFIX_NONE },
    { "min", &minute, PREFIX_NONE },
    { "mins", &minute, PREFIX_NONE },
    { "minute", &minute, PREFIX_NONE },
    { "minuten", &minute, PREFIX_NONE },
    { "minuto", &minute, PREFIX_NONE },
    { "mol", &mole, PREFIX_SYMBOL },
    { "mole", &mole, PREFIX_WORD },
    { "month", &month, PREFIX_NONE },
    { "mph", &mph, PREFIX_NONE },
    { "mètre", &metre, PREFIX_WORD },
    { "newton", &newton, PREFIX_WORD },
    { "nmi", &nautical, PREFIX_NONE },
    { "ohm", &ohm, PREFIX_WORD },
    { "ohms", &ohm, PREFIX_WORD },
    { "ounce", &ounce, PREFIX_NONE },
    { "oz", &ounce, PREFIX_NONE },
    { "pascal", &pascal, PREFIX_WORD },
    { "pint", &pint, PREFIX_NONE },
    { "pound", &pound, PREFIX_NONE },
    { "pt", &pint, PREFIX_NONE },
    { "qt", &quart, PREFIX_NONE },
    { "quart", &quart, PREFIX_NONE },
    { "rad", &radian, PREFIX_SYMBOL },
    { "radian", &radian, PREFIX_WORD },
    { "rads", &radian, PREFIX_WORD },
    { "rev", &turn, PREFIX_NONE },
    { "revolution", &turn, PREFIX_NONE },
    { "rouble", &ruble, PREFIX_NONE },
    { "rpm", &rpm, PREFIX_NONE },
    { "ruble", &ruble, PREFIX_NONE },
    { "rupee", &rupee, PREFIX_NONE },
    { "s", &second, PREFIX_SYMBOL },
    { "sec", &second, PREFIX_NONE },
    { "second", &second, PREFIX_WORD },
    { "seconde", &second, PREFIX_WORD },
    { "secs", &second, PREFIX_NONE },
    { "segundo", &second, PREFIX_WORD },
    { "sekunde", &second, PREFIX_WORD },
    { "sekunden", &second, PREFIX_WORD },
    { "stone", &stone, PREFIX_NONE },
    { "stunde", &hour, PREFIX_NONE },
    { "stunden", &hour, PREFIX_NONE },
    { "tablespoon", &tbsp, PREFIX_NONE },
    { "tage", &day, PREFIX_NONE },
    { "tbsp", &tbsp, PREFIX_NONE },
    { "teaspoon", &tsp, PREFIX_NONE },
    { "tesla", &tesla, PREFIX_WORD },
    { "ton", &ton, PREFIX_NONE },
    { "tonne", &tonne, PREFIX_NONE },
    { "tons", &ton, PREFIX_NONE },
    { "tsp", &tsp, PREFIX_NONE },
    { "volt", &volt, PREFIX_WORD },
    { "watt", &watt, PREFIX_WORD },
    { "weber", &weber, PREFIX_WORD },
    { "week", &week, PREFIX_NONE },
    { "wk", &week, PREFIX_NONE },
    { "yard", &yard, PREFIX_NONE },
    { "yd", &yard, PREFIX_NONE },
    { "yds", &yard, PREFIX_NONE },
    { "year", &year, PREFIX_NONE },
    { "yen", &yen, PREFIX_NONE },
    { "yr", &year, PREFIX_NONE },
    { "yrs", &year, PREFIX_NONE },
    { "yuan", &yuan, PREFIX_NONE },
    { "¢", &cent, PREFIX_NONE },
    { "£", &sterling, PREFIX_NONE },
    { "¥", &yen, PREFIX_NONE },
    { "°", &degree, PREFIX_NONE },
    { "°C", &celsius, PREFIX_NONE },
    { "°F", &fahrenheit, PREFIX_NONE },
    { "Ω", &ohm, PREFIX_SYMBOL },
    { "₩", &won, PREFIX_NONE },
    { "€", &euro, PREFIX_NONE },
    { "₹", &rupee, PREFIX_NONE },
    { "₽", &ruble, PREFIX_NONE },
    { "℃", &celsius, PREFIX_NONE },
    { "℉", &fahrenheit, PREFIX_NONE },
    { "Ω", &ohm, PREFIX_SYMBOL },
    { "人民币", &yuan, PREFIX_NONE },
    { "元", &yuan, PREFIX_NONE },
    { "克", &gram, PREFIX_NONE },
    { "公尺", &metre, PREFIX_NONE },
    { "公斤", &kilogram, PREFIX_NONE },
    { "公里", &kilometre, PREFIX_NONE },
    { "円", &yen, PREFIX_NONE },
    { "分钟", &minute, PREFIX_NONE },
    { "千克", &kilogram, PREFIX_NONE },
    { "千米", &kilometre, PREFIX_NONE },
    { "升", &litre, PREFIX_NONE },
    { "厘米", &centimetre, PREFIX_NONE },
    { "吨", &tonne, PREFIX_NONE },
    { "天", &day, PREFIX_NONE },
    { "小时", &hour, PREFIX_NONE },
    { "度", &degree, PREFIX_NONE },
    { "摄氏度", &celsius, PREFIX_NONE },
    { "毫升", &millilitre, PREFIX_NONE },
    { "毫米", &millimetre, PREFIX_NONE },
    { "秒", &second, PREFIX_NONE },
    { "米", &metre, PREFIX_NONE },
};

const size_t unit_names_n = sizeof(unit_names) / sizeof(unit_names[0]);

static const struct unit_prefix unit_prefixes[] = {
    { "T", "tera", 12 },   { "G", "giga", 9 },    { "M", "mega", 6 },
    { "k", "kilo", 3 },    { "h", "hecto", 2 },   { "da", "deca", 1 },
    { "d", "deci", -1 },   { "c", "centi", -2 },  { "m", "milli", -3 },
    { "µ", "micro", -6 },  { "μ", NULL, -6 },     { "u", NULL, -6 },
    { "n", "nano", -9 },   { "p", "pico", -12 },  { "f", "femto", -15 },
};

static const size_t unit_prefixes_n =
    sizeof(unit_prefixes) / sizeof(unit_prefixes[0]);

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

static int unit_compare(const char *word, size_t n, const char *name)
{
    int c = strncmp(word, name, n);

    return c ? c : -(name[n] != '\0');
}

static const struct unit_name *unit_name_find(const char *word, size_t n)
{
    size_t lo = 0, hi = unit_names_n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = unit_compare(word, n, unit_names[mid].name);

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
    const struct unit_name *name = unit_name_find(word, n);

    if (!name && n > 3 && word[n - 1] == 's')
        name = unit_name_find(word, n - 1);
    if (!name && n > 5 && word[n - 1] == 's' && word[n - 2] == 'e')
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
        const struct unit_name *name;

        if (!text || len >= n || strncmp(word, text, len) != 0)
            continue;
        name = kind == PREFIX_SYMBOL ? unit_name_find(word + len, n - len)
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

static struct found unit_find(const char *word, size_t n)
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
            (name = unit_name_find(word + len, n - len)))
            return (struct found){ name->worth, 0, shapes[i].power };
    }
    name = unit_name_find(word, n);
    if (name)
        return (struct found){ name->worth, 0, 1 };
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

    return degrees &&
           (unit_is(word, n, "C") || unit_is(word, n, "F") || unit_find(word, n).worth);
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
    return r->last && unit_multiply(r->u, unit_find(r->last, r->last_n), r->sign * more);
}

static bool unit_read_word(struct reading *r, const char *word, size_t n)
{
    if (unit_is(word, n, "per") || unit_is(word, n, "a") || unit_is(word, n, "an")) {
        r->sign = -1;
        return r->words > 0;
    }
    if (unit_is(word, n, "square") || unit_is(word, n, "sq") || unit_is(word, n, "cubic") ||
        unit_is(word, n, "cu")) {
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
