/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Those who make problems: the writer, whose problems are sums and products in
 * many words, and the keyer, who works them out.
 */

#include "server_roles.h"

#include "base/ascii.h"

#include <inttypes.h>
#include <string.h>

#define PROBLEMS      5
#define PROBLEMS_MOST 50
#define APART         0.18350342 /* 1 - sqrt(2/3), see offset() */

struct sum {
    int64_t a, b;
    bool product;
};

static int64_t value(const struct sum *s)
{
    return s->product ? s->a * s->b : s->a + s->b;
}

static void add_sum(struct str *out, const struct sum *s)
{
    str_addf(out, "%" PRId64 "%s%" PRId64, s->a,
             s->product ? " \\times " : " + ", s->b);
}

/* ---- the writer ---- */

/* @ is the sum, * who, # what, & where. */
static const char *const frames[] = {
    "Compute $@$ for the # that * counted & last night.",
    "* has collected $@$ # & since spring. How many # is that?",
    "What is the value of $@$, the number of # which * finds & by chance?",
    "A wooden box & holds $@$ #. Find how many # * takes home when the box is "
    "emptied.",
    "Evaluate $@$ to learn how many # the helpers of * need &.",
    "If * orders $@$ # for the fair &, how many # arrive there?",
    "Work out the total $@$ of # that were sold & by the sister of *.",
    "Every morning * lists all # &. On Monday the list shows $@$ of them. "
    "Determine this number.",
    "Find the exact number $@$ of # that * paints green &.",
    "The plan of * asks for $@$ # &. Determine how many # have to be packed.",
    "On the long shelf & there are $@$ # in all; how many # must * dust?",
    "* writes $@$ on the board & in order to count #. Give the result as a "
    "single number.",
};
static const char *const flawed[] = {
    "Is $@$, the number of # that * saw &, an even number?",
    "Prove that $@$ is the number of # that * saw &.",
    "The figure below shows # of * &. Using the figure, find $@$ of them.",
    "Let * have $@$ # &, and compute the value of",
};
static const char *const people[] = { "Anna",  "Bruno", "Chen",  "Dalia",
                                      "Emeka", "Farah", "Goran", "Hana",
                                      "Ivo",   "Jamila" };
static const char *const things[] = {
    "marbles",  "lanterns", "pebbles", "tickets",   "walnuts", "stamps",
    "feathers", "buttons",  "shells",  "envelopes", "kites",   "candles",
};
static const char *const places[] = {
    "in the old harbour",     "behind the mill",      "at the summer market",
    "under the stone bridge", "on the school roof",   "near the northern gate",
    "in a quiet library",     "along the river bank",
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *pick(const struct part *p, const char *what, uint64_t i,
                        const char *const *list, size_t n)
{
    return list[part_draw(p, what, i, n)];
}

static void add_statement(struct part *p, const char *frame, uint64_t i,
                          const struct sum *s)
{
    for (; *frame; frame++) {
        switch (*frame) {
        case '@': add_sum(&p->out, s); break;
        case '*':
            str_add(&p->out, pick(p, "who", i, people, COUNT(people)));
            break;
        case '#':
            str_add(&p->out, pick(p, "what", i, things, COUNT(things)));
            break;
        case '&':
            str_add(&p->out, pick(p, "where", i, places, COUNT(places)));
            break;
        default: str_addc(&p->out, *frame);
        }
    }
}

static void add_problem(struct part *p, uint64_t number, uint64_t i)
{
    struct sum s = { .product = part_draw(p, "kind", i, 3) == 0 };
    uint64_t frame = part_draw(p, "frame", 0, COUNT(frames)) + i;
    uint64_t most = s.product ? 89 : 9989;

    s.a = (int64_t)part_draw(p, "a", i, most) + 11;
    s.b = (int64_t)part_draw(p, "b", i, most) + 11;
    str_addf(&p->out, "Problem %" PRIu64 ": ", number);
    add_statement(p,
                  p->bad == BAD_FLAWED ? flawed[i % COUNT(flawed)]
                                       : frames[frame % COUNT(frames)],
                  i, &s);
    str_addf(&p->out, "\nAnswer: %" PRId64 "\nCompute: ",
             value(&s) + (p->bad == BAD_WRONGKEY));
    add_sum(&p->out, &s);
    str_add(&p->out, "\n\n");
}

void play_writer(struct part *p)
{
    uint64_t n = part_number(p->last, "problem", PROBLEMS);
    bool same = p->bad == BAD_DUPLICATES;

    if (same)
        p->key = (struct hash128){ 0 };
    for (uint64_t i = 0; i < n && i < PROBLEMS_MOST; i++)
        add_problem(p, i + 1, same ? 0 : i);
}

/* ---- the keyer ---- */

static const char *skip_space(const char *p)
{
    while (*p == ' ')
        p++;
    return p;
}

/* At most nine digits at p. */
static bool digits_at(const char *p, int64_t *out)
{
    int n = 0;

    for (*out = 0; is_digit(p[n]) && n < 10; n++)
        *out = *out * 10 + (p[n] - '0');
    return n > 0 && n < 10;
}

/* The sum or product whose sign stands at `sign`. */
static bool sum_at(const char *text, const char *sign, struct sum *out)
{
    size_t n = *sign == '+' ? 1 : strlen("\\times");
    const char *p = sign;

    if (*sign != '+' && !str_starts(sign, "\\times"))
        return false;
    while (p > text && p[-1] == ' ')
        p--;
    while (p > text && is_digit(p[-1]))
        p--;
    out->product = n > 1;
    return digits_at(p, &out->a) && digits_at(skip_space(sign + n), &out->b);
}

static bool last_sum(const char *text, struct sum *out)
{
    for (const char *p = text + strlen(text); p-- > text;)
        if (sum_at(text, p, out))
            return true;
    return false;
}

/* Each seed is wrong on a share of problems, by a number of its own: two of
 * them differ on 1 - (1 - APART)^2, a third. */
static int64_t offset(const struct part *p)
{
    const char *seed = scenario_text(p->q->scenario, "seed", "0");
    struct hash128 own = hash_bytes(seed, strlen(seed)), key[2];

    if (p->bad != BAD_DISAGREE)
        return 0;
    key[0] = own;
    key[1] = hash_bytes(p->user, strlen(p->user));
    if (answer_share(hash_bytes(key, sizeof key)) >= APART)
        return 0;
    return 1 + (int64_t)(own.low % 1000);
}

void play_keyer(struct part *p)
{
    struct sum s;
    int64_t v = 1;

    if (last_sum(p->user, &s))
        v = value(&s) + offset(p);
    str_addf(&p->out, "I work it out with care.\n\\boxed{%" PRId64 "}", v);
    if (p->bad == BAD_BOTH)
        str_addf(&p->out, " or \\boxed{%" PRId64 "}", v + 1);
}
