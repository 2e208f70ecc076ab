/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/operators/hedge.h"
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/structure/phrase.h"

#include <inttypes.h>
#include <string.h>

/* Verbs that fit one thing and many: quantities are "the answer" as well as
 * "the 16 eggs". */
struct wording {
    const char *before, *between, *behind;
};

static const struct wording guesses[] = {
    { "Somebody guessed that ", " might be about ", "." },
    { "At first sight ", " could seem to be roughly ",
      ", but nobody worked it out." },
    { "It has been suggested, without any proof, that ", " could perhaps be ",
      "." },
    { "Rumour has it that ", " may or may not be ", "." },
    { "There is a chance that ", " could come near ",
      ", though this was never checked." },
    { "A passer-by thought that ", " would maybe turn out to be ", "." },
    { "It could be that ", " would lie somewhere around ", "." },
    { "An old note hints, not very clearly, that ", " might be ", "." },
    { "One may wonder whether ", " could be ", "." },
};

/* About what is printed. */
static const struct wording hearsay[] = {
    { "Rumour has it that ", " may in fact be ",
      ", though nobody has checked." },
    { "Somebody thought that ", " might really be ",
      ", but could not say why." },
    { "One visitor wondered, without any reason, whether ",
      " should perhaps be ", "." },
    { "By a rough guess that nobody relies on, ", " could be ", "." },
    { "It has been claimed, and never shown, that ", " might be ",
      " instead." },
    { "Somebody who was not there believes that ", " might be ", "." },
};

size_t hedge_wordings(const struct quantity *of)
{
    return of->asked ? sizeof(guesses) / sizeof(*guesses)
                     : sizeof(hearsay) / sizeof(*hearsay);
}

static const char *const ways[HEDGE_IS] = {
    [HEDGE_MORE] = " more than ",
    [HEDGE_LESS] = " less than ",
    [HEDGE_TIMES] = " times ",
};

/* What stands before the number. */
static const char *hedge_sign_of(const struct hedge *h,
                                 const struct quantity *q)
{
    bool money = q[h->from].unit && str_eq(q[h->from].unit, PHRASE_MONEY);

    return money && h->way != HEDGE_TIMES ? "$" : "";
}

bool hedge_has_commas(const char *text)
{
    for (const char *p = text; (p = strchr(p, ',')); p++)
        if (p > text && is_digit(p[-1]) && is_digit(p[1]) && is_digit(p[2]) &&
            is_digit(p[3]) && !is_digit(p[4]))
            return true;
    return false;
}

const char *hedge_say(struct arena *a, const struct hedge *h,
                      const struct quantity *q)
{
    bool is = h->way == HEDGE_IS;
    struct str number = str_in(a);
    const struct wording *w =
        (q[h->of].asked ? guesses : hearsay) + h->relation;

    if (h->commas)
        str_add_count(&number, (uint64_t)h->number);
    else
        str_add_int(&number, h->number);
    return arena_printf(a, "%s%s%s%s%s%s%s%s", w->before, q[h->of].phrase,
                        w->between, hedge_sign_of(h, q), str_get(&number),
                        is ? "" : ways[h->way], is ? "" : q[h->from].phrase,
                        w->behind);
}

const char *hedge_equation(struct arena *a, const struct hedge *h,
                           const struct quantity *q)
{
    if (h->way == HEDGE_IS)
        return arena_printf(a, "[%s] = %" PRId64, q[h->of].phrase, h->number);
    return arena_printf(a, "[%s] = [%s] %c %" PRId64, q[h->of].phrase,
                        q[h->from].phrase, "+-*"[h->way], h -> number);
}

/* The number at *p, which moves behind it: digits, or groups of three of them. */
static bool hedge_read_number(const char **p, struct hedge *h)
{
    const char *at = *p;
    int digits = 0;

    h->commas = false;
    for (h->number = 0; digits < 18; at++) {
        if (is_digit(*at)) {
            h->number = h->number * 10 + (*at - '0');
            digits++;
        } else if (*at == ',' && digits && is_digit(at[1])) {
            h->commas = true;
        } else {
            break;
        }
    }
    *p = at;
    return digits > 0;
}

/* "more than the 16 eggs" and the end, behind the number. */
static bool read_way(const char *p, const char *behind,
                     const struct quantity *q, size_t n, struct hedge *h)
{
    if (str_eq(p, behind)) {
        h->way = HEDGE_IS;
        h->from = h->of;
        return true;
    }
    for (h->way = 0; h->way < HEDGE_IS; h->way++)
        if (str_starts(p, ways[h->way])) {
            p += strlen(ways[h->way]);
            break;
        }
    if (h->way == HEDGE_IS || !q[h->of].asked)
        return false;
    for (h->from = 0; h->from < n; h->from++)
        if (h->from != h->of && q[h->from].phrase &&
            str_starts(p, q[h->from].phrase) &&
            str_eq(p + strlen(q[h->from].phrase), behind))
            return true;
    return false;
}

/* What stands behind the quantity. */
static bool read_rest(const char *p, const struct wording *w,
                      const struct quantity *q, size_t n, struct hedge *h)
{
    const char *number;

    if (!str_starts(p, w->between))
        return false;
    number = p += strlen(w->between);
    p += *p == '$';
    return hedge_read_number(&p, h) && read_way(p, w->behind, q, n, h) &&
           (*hedge_sign_of(h, q) == '$') == (*number == '$');
}

static bool hedge_read_about(const char *text, const struct quantity *q,
                             size_t n, struct hedge *h)
{
    const char *phrase = q[h->of].phrase;
    const struct wording *w = q[h->of].asked ? guesses : hearsay;
    size_t n_wordings = hedge_wordings(&q[h->of]);

    for (h->relation = 0; h->relation < n_wordings; h->relation++, w++) {
        const char *p = text;

        if (!str_starts(p, w->before))
            continue;
        p += strlen(w->before);
        if (str_starts(p, phrase) && read_rest(p + strlen(phrase), w, q, n, h))
            return true;
    }
    return false;
}

bool hedge_read(const char *text, const struct quantity *q, size_t n,
                struct hedge *out)
{
    for (out->of = 0; out->of < n; out->of++)
        if (q[out->of].phrase && hedge_read_about(text, q, n, out))
            return true;
    return false;
}

bool hedge_value(const struct hedge *h, struct ratio from, struct ratio *out)
{
    struct ratio k = RATIO(h->number);

    switch (h->way) {
    case HEDGE_MORE: return ratio_add(out, from, k);
    case HEDGE_LESS: return ratio_sub(out, from, k);
    case HEDGE_TIMES: return ratio_mul(out, from, k);
    case HEDGE_IS: *out = k; return true;
    case HEDGE_WAYS: break;
    }
    BUG("unknown kind of hedge");
}
