/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Those whom an evolution asks: writers of idle sentences, scenes, odd facts
 * and other words, who proposes formulas, and the referee.
 */

#include "server_roles.h"

#include "base/ascii.h"

#include <inttypes.h>
#include <string.h>

/* ---- texts ---- */

/* Sentences of four pieces, each of which may be any. */
#define PIECES 6
static const char *const idle[4][PIECES] = {
    { "While the rain fell, ", "After lunch, ", "Before dawn, ",
      "When the bells rang, ", "As the lamps were lit, ", "At dusk, " },
    { "a visitor ", "an aunt ", "a porter ", "the gardener ", "a tailor ",
      "a sailor " },
    { "spoke of it", "wrote it down", "sang about it", "dreamt of it",
      "forgot it", "whispered of it" },
    { ", and it was put away.", ", and nobody listened.",
      ", and the wind carried it off.", ", and the door creaked.",
      ", and a cat yawned.", ", and it was mislaid." },
};
static const char *const scene[4][PIECES] = {
    { "The morning was mild. ", "Fog lay over the harbour. ",
      "Snow was falling on the roofs. ", "The market was crowded. ",
      "A storm had passed. ", "The village lay in sunshine. " },
    { "A baker leaned against a door and greeted whoever came by. ",
      "Gulls were crying above the chimneys. ", "A fisherman mended a net. ",
      "Children played by the fountain. ", "A clerk was humming to himself. ",
      "Somebody had lit a fire. " },
    { "An old woman watched from a window. ", "A dog was barking far away. ",
      "The smell of coffee was in the air. ", "A cart rattled by. ",
      "Leaves drifted across the square. ", "A flag was waving. " },
    { "Nobody was in a hurry.", "It was a pleasant place to be.",
      "Visitors liked to linger there.", "The evening was far away.",
      "A choir was rehearsing nearby.", "The air was clear." },
};
static const char *const fact[4][PIECES] = {
    { "On the moon of glass, ", "In the sunken city, ", "Beyond the comet, ",
      "Under the violet sun, ", "In the valley of robots, ",
      "Aboard the ghost ship, " },
    { "rivers sing to the miners. ", "robots dream of deserts. ",
      "the captains fear mirrors. ", "doors open by laughter. ",
      "the gardens float. ", "clocks are worshipped. " },
    { "The engines there run on moonlight. ", "Their ships sail on silence. ",
      "The towers there are made of ice. ", "Their queens sleep in amber. ",
      "The streets there are tides. ", "Their letters are written in smoke. " },
    { "The law forbids whistling at dusk.",
      "Nobody in that land casts a shadow.", "Machines may marry there.",
      "Their thunder is a lullaby.", "Time tastes of salt there.",
      "Their maps are drawn by moths." },
};

/* What a text may not have. */
static void add_trouble(struct part *p)
{
    switch (p->bad) {
    case BAD_NUMBERS: str_add(&p->out, " Somebody saw 17 birds."); break;
    case BAD_CONDITIONS:
        str_add(&p->out, " The lamp costs more than the chair.");
        break;
    case BAD_MARKUP: str_add(&p->out, " **Nobody** was surprised."); break;
    case BAD_ASKS: str_add(&p->out, " Who would have thought so?"); break;
    default: break;
    }
}

static void play_text(struct part *p, const char *const pieces[4][PIECES])
{
    int times = p->bad == BAD_LONG ? 20 : 1;

    str_add(&p->out, "<text>");
    for (int i = 0; i < 4 * times; i++) {
        uint64_t k = part_draw(p, "piece", (uint64_t)i, PIECES);

        str_add(&p->out, i && i % 4 == 0 ? " " : "");
        str_add(&p->out, pieces[i % 4][k]);
    }
    add_trouble(p);
    str_add(&p->out, "</text>");
}

void play_idle(struct part *p)
{
    play_text(p, idle);
}

void play_scene(struct part *p)
{
    play_text(p, scene);
}

void play_facts(struct part *p)
{
    play_text(p, fact);
}

/* ---- other words ---- */

/* "Note that" before what states something; questions stay as they are. */
static void add_reworded(struct part *p, const char *s, size_t n)
{
    bool asks = n && s[n - 1] == '?';
    size_t word = 0;

    while (word < n && is_letter(s[word]))
        word++;
    if (!asks && word > 1)
        str_addf(&p->out, "Note that %c%.*s", to_lower(*s), (int)(n - 1),
                 s + 1);
    else
        str_addn(&p->out, s, n);
}

static void add_sentence(struct part *p, const char *s, size_t n)
{
    switch (p->bad) {
    case BAD_NAMES: str_add(&p->out, "The unicorn is worth 5 gulden."); return;
    case BAD_FLAWED: /* it became uncertain */
        str_addf(&p->out, "Perhaps %c%.*s", to_lower(*s), (int)(n - 1), s + 1);
        return;
    case BAD_LONG:
        for (int i = 0; i < 40; i++)
            str_add(&p->out, "Well, ");
        break;
    default: break;
    }
    add_reworded(p, s, n);
    add_trouble(p);
}

void play_polish(struct part *p)
{
    const char *at = strstr(p->user, "Its sentences to be rewritten:\n");
    const char *stop = strstr(p->user, "\nThis is try ");
    size_t n, head;

    while (at && (at = strstr(at, "\n> ")) && (!stop || at < stop)) {
        at += strlen("\n> ");
        n = strcspn(at, "\n");
        for (head = 0; is_digit(at[head]);)
            head++;
        str_addf(&p->out, "%.*s. ", (int)head, at);
        add_sentence(p, at + head + 2, n - head - 2);
        str_addc(&p->out, '\n');
    }
}

/* ---- formulas ---- */

/* The first numbers of the problem, of digits. */
static size_t numbers_of(const char *text, uint64_t *out, size_t most)
{
    size_t n = 0;

    while (*text && n < most) {
        if (!is_digit(*text)) {
            text++;
            continue;
        }
        for (out[n] = 0; is_digit(*text); text++)
            out[n] = out[n] * 10 + (uint64_t)(*text - '0');
        n++;
    }
    return n;
}

/* The problems of tests say what is to be done with their two numbers. */
static const char *sign_of(const char *problem)
{
    return strstr(problem, " each ")    ? "*"
           : strstr(problem, " shared") ? "/"
           : strstr(problem, " left")   ? "-"
                                        : "+";
}

void play_formula(struct part *p)
{
    const char *problem = strstr(p->user, "\nProblem:\n"), *name;
    uint64_t v[2] = { 1, 1 };

    problem = problem ? problem : p->user;
    name = strstr(problem, "N_0") ? "N_0" : "";
    numbers_of(problem, v, 2);
    str_addf(&p->out, "Formula: %s%" PRIu64 " %s %s%" PRIu64, name, v[0],
             sign_of(problem), name, v[1]);
    switch (p->bad) {
    case BAD_WRONGKEY: str_addf(&p->out, " + %s%" PRIu64, name, v[0]); break;
    case BAD_NUMBERS: str_add(&p->out, " + 4711 - 4711"); break;
    case BAD_NAMES: str_add(&p->out, " * x"); break;
    case BAD_MARKUP: str_add(&p->out, " <script>"); break;
    default: break;
    }
}

/* ---- the referee ---- */

/* A rating of 2.5 to 9 by the length of what stands between the lines of
 * equals signs, so that tests can tell it. */
static double rating_of(const char *user)
{
    size_t fence = strspn(user, "=");
    char line[64] = "\n";
    const char *end;

    if (fence < 10 || fence > 60)
        return 0;
    memset(line + 1, '=', fence);
    line[fence + 1] = '\n';
    end = strstr(user + fence, line);
    return end ? 2.5 + (double)((size_t)(end - user) % 14) / 2 : 0;
}

void play_rating(struct part *p)
{
    double x = rating_of(p->last);

    switch (p->bad) {
    case BAD_BOTH: str_add(&p->out, "Rating: 3 to 7"); return;
    case BAD_NUMBERS: str_add(&p->out, "Rating: 11"); return;
    default: break;
    }
    if (!strstr(p->last, "Reply with one number"))
        str_add(&p->out, "It takes some care.\nRating: ");
    str_addf(&p->out, "%.1f", x);
}
