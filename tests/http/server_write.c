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

/* Behind the last line that begins so in what was asked for. */
static const char *wanted(const struct part *p)
{
    const char *at = p->last, *found = p->last;

    while ((at = strstr(at, "Write ")))
        found = at++;
    return found;
}

/* The first long word of each concept of the claim: a tagger finds it. */
static void add_claim(struct part *p)
{
    struct vec names = part_names(p, "Concepts:");

    for (size_t i = 0; p->bad != BAD_NAMES && i < names.n; i++) {
        const char *s = *vec_get(&names, const char *, i);
        size_t n = 0;

        while (*s && n < 4) {
            s += n + (n > 0 || !is_letter(*s));
            for (n = 0; is_letter(s[n]);)
                n++;
        }
        str_addf(&p->out, "%s%.*s", i ? " and " : "This sheet is about ",
                 (int)n, s);
    }
    if (p->bad != BAD_NAMES && names.n)
        str_add(&p->out, ". ");
}

static void add_problem(struct part *p, uint64_t number, uint64_t i)
{
    struct sum s = { .product = part_draw(p, "kind", i, 3) == 0 };
    uint64_t frame = part_draw(p, "frame", 0, COUNT(frames)) + i;
    uint64_t most = s.product ? 89 : 9989;

    s.a = (int64_t)part_draw(p, "a", i, most) + 11;
    s.b = (int64_t)part_draw(p, "b", i, most) + 11;
    str_addf(&p->out, "Problem %" PRIu64 ": ", number);
    add_claim(p);
    add_statement(p,
                  p->bad == BAD_FLAWED ? flawed[i % COUNT(flawed)]
                                       : frames[frame % COUNT(frames)],
                  i, &s);
    str_addf(&p->out, "\nAnswer: %" PRId64 "\nCompute: ",
             value(&s) + (p->bad == BAD_WRONGKEY));
    add_sum(&p->out, &s);
    str_add(&p->out, "\n\n");
}

/* ---- tickets ---- */

/* Labels stand behind `before`, with commas between, up to a full stop. The
 * right one is told by the last number of the text. */
static void add_label(struct part *p, const char *before, uint64_t which)
{
    const char *s = strstr(p->system, before), *end;
    uint64_t n = 1;

    if (!s)
        return;
    s += strlen(before);
    end = s + strcspn(s, ".");
    for (const char *c = s; c < end; c++)
        n += *c == ',';
    for (which %= n; which; which--)
        s += strcspn(s, ",") + 2;
    str_addn(&p->out, s, strcspn(s, ",."));
}

static void write_tickets(struct part *p)
{
    for (uint64_t i = 0; i < part_number(wanted(p), "tickets", PROBLEMS); i++) {
        uint64_t number = 10 + part_draw(p, "number", i, 90);

        str_addf(&p->out, "Item %" PRIu64 ":\n", i + 1);
        add_claim(p);
        str_addf(&p->out, "my %s %s have not come, and %s waits for them ",
                 pick(p, "what", i, things, COUNT(things)),
                 pick(p, "where", i, places, COUNT(places)),
                 pick(p, "who", i, people, COUNT(people)));
        str_addf(&p->out, "since day %" PRIu64 "\nAnswer: ", number);
        add_label(p, "sure which: ", number + (p->bad == BAD_WRONGKEY));
        str_add(&p->out, "\n\n");
    }
}

void play_label(struct part *p)
{
    const char *s = p->user + strlen(p->user);
    uint64_t number = 0;

    while (s > p->user && !is_digit(s[-1]))
        s--;
    while (s > p->user && is_digit(s[-1]))
        s--;
    for (; is_digit(*s); s++)
        number = number * 10 + (uint64_t)(*s - '0');
    str_add(&p->out, "It is clear.\n\\boxed{");
    add_label(p, "spelled as here: ", number);
    str_add(&p->out, "}");
}

/* ---- other words ---- */

void play_reword(struct part *p)
{
    const char *s = part_behind(p, "Problem:");

    if (p->bad != BAD_DUPLICATES)
        str_add(&p->out, "Please look at this, and do what it asks. ");
    for (s = s ? s : ""; *s; s++)
        if (!str_starts(s, "\n> ") && !str_starts(s, "> "))
            str_addc(&p->out, *s);
    if (p->bad == BAD_NUMBERS)
        str_add(&p->out, " Mind the 7.");
}

void play_writer(struct part *p)
{
    uint64_t n = part_number(wanted(p), "problem", PROBLEMS);
    bool same = p->bad == BAD_DUPLICATES;

    if (str_starts(p->system, "You write new tickets.")) {
        write_tickets(p);
        return;
    }
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
