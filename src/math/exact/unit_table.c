/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/unit_int.h"

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

const struct unit_prefix unit_prefixes[] = {
    { "T", "tera", 12 },   { "G", "giga", 9 },    { "M", "mega", 6 },
    { "k", "kilo", 3 },    { "h", "hecto", 2 },   { "da", "deca", 1 },
    { "d", "deci", -1 },   { "c", "centi", -2 },  { "m", "milli", -3 },
    { "µ", "micro", -6 },  { "μ", NULL, -6 },     { "u", NULL, -6 },
    { "n", "nano", -9 },   { "p", "pico", -12 },  { "f", "femto", -15 },
};

const size_t unit_prefixes_n =
    sizeof(unit_prefixes) / sizeof(unit_prefixes[0]);
