/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/graph_int.h"
#include "evolve/structure/phrase.h"
#include "evolve/structure/slips.h"
#include "text/lexicon.h"

#include <string.h>

/*
 * What stands around a number says whether and how far it may change: there
 * are 7 days in a week and never 9, a dog has 4 legs, "5 days a week" stays
 * below 8. Only the nearest words are looked at; facts of the world that a
 * text takes for granted elsewhere are not seen.
 */

bool graph_says(const char *sentence, const char *words)
{
    struct span t = span_of(sentence);

    for (size_t at = 0, n; at < t.n; at += n ? n : 1) {
        n = t.s[at] == '$' ? 1 : span_letters(t, at);
        if (n && span_among(span_cut(t, at, at + n), words))
            return true;
    }
    return false;
}

struct span graph_next_word(struct span text, size_t *at)
{
    size_t i = *at, n;

    while (span_byte(text, i) == ' ' || span_byte(text, i) == '-')
        i++;
    n = span_letters(text, i);
    *at = i + n;
    return span_cut(text, i, i + n);
}

static struct span graph_word_before(struct span text, size_t at)
{
    size_t end = at, from;

    while (end > 0 && text.s[end - 1] == ' ')
        end--;
    for (from = end; from > 0 && is_letter(text.s[from - 1]);)
        from--;
    return span_cut(text, from, end);
}

/* What a thing has by nature, and what a unit is. */
static const struct {
    int64_t value; /* 0: any up to 8; more of them are counted things */
    const char *nouns;
} by_nature[] = {
    { 0, "legs legged wheels wheeled wheeler eyes ears wings arms sides sided "
         "corners walls dimensional grade graders star sleeves" },
    { 7, "days day" },
    { 24, "hours hour" },
    { 60, "minutes minute seconds second" },
    { 12, "months month inches inch" },
    { 52, "weeks week cards" },
    { 365, "days day" },
    { 30, "days" },
    { 31, "days" },
    { 28, "days" },
    { 100, "cents cent centimeters percent" },
    { 16, "ounces ounce oz" },
    { 1000, "grams meters milliliters ml" },
};

#define NATURES (sizeof(by_nature) / sizeof(by_nature[0]))

static unsigned natures_of(struct span noun)
{
    unsigned out = 0;

    for (size_t i = 0; i < NATURES; i++)
        if (span_among(noun, by_nature[i].nouns))
            out |= 1u << i;
    return out;
}

static bool by_its_noun(struct ratio value, unsigned natures)
{
    for (size_t i = 0; natures >> i; i++)
        if ((natures >> i & 1) &&
            (by_nature[i].value == 0
                 ? ratio_compare(value, RATIO(8)) <= 0
                 : ratio_equal(value, RATIO(by_nature[i].value))))
            return true;
    return false;
}

/* "5 days a week": at most 7, and so on. */
static const struct {
    const char *noun, *of;
    int64_t most;
} shares[] = {
    { "days day nights times", "week weekly", 6 },
    { "hours hour", "day night workday", 16 },
    { "hours hour", "week", 60 },
    { "weeks week", "month", 4 },
    { "months month", "year", 11 },
    { "weeks week", "year", 51 },
    { "days day", "month", 28 },
    { "minutes minute", "hour", 59 },
};

static void bound_share(struct span text, size_t at, struct number *x)
{
    for (int k = 0; k < 4; k++) {
        struct span word = graph_next_word(text, &at);

        if (k == 0 && !span_among(word, "a per each every in of out during"))
            return;
        for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
            if (span_among(x->noun, shares[i].noun) &&
                span_among(word, shares[i].of) && !x->most &&
                ratio_compare(x->value, RATIO(shares[i].most)) <= 0)
                x->most = shares[i].most;
    }
}

/* "5 million", "3 dozen": what the word behind the number multiplies it by. */
static int64_t graph_scale_of(struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    if (span_is_fold(word, "millions"))
        return 1000000;
    if (span_is_fold(word, "k"))
        return 1000;
    if (span_among(word, "dozen dozens decades pairs") ||
        (lexeme_is(x, WORD_SCALE) && !span_is_fold(word, "trillion")))
        return x->value;
    return 1;
}

static bool graph_is_clock(struct span text, size_t at)
{
    static const char *const marks[] = { "am", "pm",  "a.m", "p.m",    "AM",
                                         "PM", "A.M", "P.M", "o'clock" };

    while (span_byte(text, at) == ' ')
        at++;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
        if (span_at(text, at, marks[i]) &&
            !is_letter(span_byte(text, at + strlen(marks[i]))))
            return true;
    return false;
}

/* The word behind `skip` more of them. */
static struct span graph_after(struct span text, size_t at, size_t skip)
{
    struct span word = graph_next_word(text, &at);

    while (skip-- > 0)
        word = graph_next_word(text, &at);
    return word;
}

/* "April", "a month", "the month": there are as many days in it as there
 * are. */
static bool is_month(struct span text, size_t at)
{
    static const char months[] =
        "january february march april may june july august september october "
        "november december";
    struct span word = graph_after(text, at, 0);

    return span_among(word, months) ||
           (span_among(word, "a the each every this that one") &&
            span_among(graph_after(text, at, 1), "month year"));
}

/* Names of things that there are, where the number is a part of the name: "a
 * 20 dollar bill", "3 quarters of it", "a 5 day work week", "a 4-week month".
 * "3 quarters and a dime" is money. */
static bool graph_is_phrase(struct span text, size_t at, struct span noun)
{
    struct span next = graph_next_word(text, &at);

    if (span_among(noun, "bill bills") ||
        (span_is_fold(noun, "dollar") && span_among(next, "bill bills")))
        return true;
    if (span_among(noun, "thirds quarters fourths fifths sixths sevenths "
                         "eighths ninths tenths"))
        return span_among(next, "of as the that");
    if (span_is_fold(noun, "week"))
        return span_among(next, "month months");
    if (span_among(noun, "weeks days") && span_is_fold(next, "in"))
        return is_month(text, at);
    if (span_is_fold(noun, "letters") && span_is_fold(next, "in"))
        return span_is_fold(graph_after(text, at, 1), "name");
    return span_is_fold(noun, "day") &&
           span_among(next, "work week workweek school month months year");
}

bool graph_stays(const struct number *x, struct ratio value)
{
    /* Half: what is taken and what is left are the same, so nobody knows
     * which of them is meant. */
    if (x->percent)
        return ratio_equal(value, RATIO(100)) || ratio_equal(value, RATIO(50));
    if (x->part == PART_BELOW)
        return ratio_compare(value, RATIO(2)) <= 0;
    /* 1 stays: "1 apple" has no plural. */
    return ratio_equal(value, RATIO(1)) || value.p == 0 ||
           by_its_noun(value, x->natures);
}

static void bound_percent(struct number *x)
{
    if (!x->percent || x->most)
        return;
    x->most = ratio_compare(x->value, RATIO(100)) <= 0 ? 99 : 0;
    x->least = x->most ? 2 : 101;
}

/* "She works 9 hours on Monday": hours of one day. */
static void bound_hours(struct span text, struct number *x)
{
    static const char *const days[] = { " day",  " daily", " night",
                                        "day,",  "day.",   "day ",
                                        "days ", "days,",  "days." };

    if (x->most || !span_among(x->noun, "hour hours") ||
        ratio_compare(x->value, RATIO(12)) > 0)
        return;
    for (size_t i = 0; i < sizeof(days) / sizeof(days[0]) && !x->most; i++)
        if (span_find(text, 0, days[i]) < text.n)
            x->most = 12;
}

void graph_context(struct span text, struct number *x)
{
    size_t at = x->at + x->n;
    struct span word;

    x->noun = graph_next_word(text, &at);
    x->natures = natures_of(x->noun);
    x->scale = graph_scale_of(x->noun);
    if (graph_stays(x, x->value) || graph_is_phrase(text, at, x->noun))
        x->form = NUMBER_SET;
    word = graph_word_before(text, x->at - x->dollar);
    if (span_among(word, "a an"))
        x->article = word.n > 1 ? 'n' : 'a';
    if (x->n == 4 && x->places == 0 && !x->dollar &&
        ratio_compare(x->value, RATIO(1800)) > 0 &&
        ratio_compare(x->value, RATIO(2100)) < 0 &&
        span_among(word,
                   "in since year until by from of and to before after")) {
        x->least = x->value.p - 12;
        x->most = x->value.p + 12;
    }
    /* "Room 4", "number 7": a name, not a count. */
    if (span_among(word, "number no room grade day week chapter level figure"))
        x->form = NUMBER_SET;
    if (graph_is_clock(text, x->at + x->n)) {
        x->least = 2;
        x->most = 11;
    }
    bound_percent(x);
    bound_share(text, at, x);
    bound_hours(text, x);
    if (!x->most && span_among(x->noun, "day days") &&
        span_find(text, 0, " week") < text.n &&
        ratio_compare(x->value, RATIO(6)) <= 0)
        x->most = 6; /* "the first five days ... of the week" */
}

/*
 * The card of a structure that is a computation over the numbers of a text, and
 * its first method: the graph, node after node.
 */

static size_t graph_add(struct graph_nodes *w, struct graph_node x)
{
    w->full = w->full || w->n == w->most;
    if (w->full)
        return 0;
    w->node[w->n] = x;
    return w->n++;
}

size_t graph_add_const(struct graph_nodes *w, struct ratio v)
{
    return graph_add(w, (struct graph_node){ .op = GRAPH_CONST, .value = v });
}

size_t graph_add_step(struct graph_nodes *w, enum graph_op op, size_t a,
                      size_t b)
{
    return graph_add(w, (struct graph_node){ .op = op, .a = a, .b = b });
}

bool graph_apply(enum graph_op op, struct ratio x, struct ratio y,
                 struct ratio *out)
{
    switch (op) {
    case GRAPH_ADD: return ratio_add(out, x, y);
    case GRAPH_SUB: return ratio_sub(out, x, y);
    case GRAPH_MUL: return ratio_mul(out, x, y);
    case GRAPH_DIV: return ratio_div(out, x, y);
    default: return false;
    }
}

bool graph_compute(const struct graph_node *nodes, size_t n,
                   const struct ratio *slots, struct ratio *out)
{
    for (size_t i = 0; i < n; i++) {
        const struct graph_node *x = &nodes[i];

        if (x->op == GRAPH_SLOT)
            out[i] = slots[x->a];
        else if (x->op == GRAPH_CONST)
            out[i] = x->value;
        else if (!graph_apply(x->op, out[x->a], out[x->b], &out[i]))
            return false;
    }
    return true;
}

bool graph_values(const struct graph *g, const struct ratio *slots,
                  struct ratio *out)
{
    return graph_compute(g->nodes, g->n_nodes, slots, out);
}

bool graph_key(const struct graph *g, const struct ratio *slots,
               struct ratio *out)
{
    struct ratio nodes[GRAPH_NODES];

    if (!graph_values(g, slots, nodes))
        return false;
    *out = nodes[g->n_nodes - 1];
    return true;
}

void graph_slot_values(const struct graph *g, struct ratio *out)
{
    for (size_t i = 0; i < g->n_slots; i++)
        out[i] = g->slots[i].number.value;
}

size_t graph_slot_at(const struct graph *g, size_t sentence, size_t at)
{
    size_t i = 0;

    while (i < g->n_slots &&
           (g->slots[i].sentence != sentence || g->slots[i].number.at != at))
        i++;
    return i;
}

bool graph_has_word(const struct graph *g, const char *words)
{
    for (size_t i = 0; i < g->n_sentences; i++)
        if (graph_says(g->sentences[i], words))
            return true;
    return false;
}

bool graph_was(const struct graph *g, size_t k, struct ratio value)
{
    for (size_t i = 0; i < g->n_was; i++)
        if (ratio_equal(g->was[i * g->n_slots + k], value))
            return true;
    return false;
}

bool graph_was_key(const struct graph *g, struct ratio key)
{
    struct ratio was;

    for (size_t i = 0; i < g->n_was; i++)
        if (graph_key(g, g->was + i * g->n_slots, &was) &&
            ratio_equal(was, key))
            return true;
    return false;
}

/* ---- sentences ---- */

/* The slot of the sentence that begins first at `at` or behind; n_slots: no
 * further one. */
static size_t next_slot(const struct graph *g, size_t sentence, size_t at)
{
    size_t best = g->n_slots;

    for (size_t i = 0; i < g->n_slots; i++) {
        const struct graph_slot *s = &g->slots[i];

        if (s->sentence == sentence && s->number.at >= at &&
            (best == g->n_slots || s->number.at < g->slots[best].number.at))
            best = i;
    }
    return best;
}

/* Does one say "an" before it? 8, 11, 18, 80 .. 89, 800 ... */
static bool takes_an(int64_t v)
{
    while (v >= 1000)
        v /= 1000;
    return v == 11 || v == 18 || v == 8 || v / 10 == 8 || v / 100 == 8;
}

/* "an $11 hat" becomes "a $20 hat": the article at the end of what is said so
 * far goes with the number, or letter, that comes. */
static void fit_article(struct str *out, const struct number *x, bool an)
{
    size_t n = out->n - x->dollar; /* behind the blank */
    bool has = x->article == 'n';

    if (!x->article || an == has || n < 2 || out->s[n - 1] != ' ' ||
        !strchr("aAnN", out->s[n - 2]))
        return;
    out->n = n - (has ? 2 : 1);
    str_addf(out, "%s %s", an ? "n" : "", x->dollar ? "$" : "");
}

const char *graph_sentence(struct arena *a, const struct graph *g, size_t i,
                           const struct ratio *values, size_t hidden,
                           const char *letter)
{
    const char *text = g->sentences[i];
    struct str out = str_in(a);
    size_t at = 0, k;

    while ((k = next_slot(g, i, at)) < g->n_slots) {
        const struct number *x = &g->slots[k].number;

        str_addn(&out, text + at, x->at - at);
        at = x->at + x->n;
        if (k == hidden) {
            fit_article(&out, x, strchr("AEFHILMNORSX", letter[0]));
            str_add(&out, letter);
        } else if (ratio_equal(values[k], x->value)) {
            str_addn(&out, text + x->at, x->n);
        } else {
            fit_article(&out, x, takes_an(values[k].p / values[k].q));
            if (!graph_print(&out, x, values[k]))
                return NULL;
        }
    }
    str_add(&out, text + at);
    return str_get(&out);
}

const char *graph_places(struct arena *a, const struct graph *g, size_t i)
{
    struct str out = str_in(a);
    size_t at = 0, k;

    while ((k = next_slot(g, i, at)) < g->n_slots) {
        const struct number *x = &g->slots[k].number;

        str_addn(&out, g->sentences[i] + at, x->at - at);
        str_addf(&out, "N_%02zu", k);
        at = x->at + x->n;
    }
    str_add(&out, g->sentences[i] + at);
    return str_get(&out);
}

/* The slot's number in the new sentence: the one at the same place among the
 * numbers there. */
static bool find_again(const struct graph *g, const struct graph *old, size_t k,
                       struct ratio value, struct number *out)
{
    struct number was[NUMBERS], is[NUMBERS];
    size_t i = old->slots[k].sentence;
    size_t n = graph_scan(old->sentences[i], was);

    if (graph_scan(g->sentences[i], is) != n)
        return false;
    for (size_t j = 0; j < n; j++)
        if (was[j].at == old->slots[k].number.at) {
            *out = is[j];
            return ratio_equal(is[j].value, value) &&
                   is[j].form == old->slots[k].number.form &&
                   is[j].part == was[j].part;
        }
    return false;
}

bool graph_with(struct arena *a, const struct graph *g,
                const struct ratio *values, struct graph **out)
{
    struct graph *new = arena_new(a, struct graph);

    *new = *g;
    for (size_t i = 0; i < g->n_sentences; i++) {
        new->sentences[i] = graph_sentence(a, g, i, values, NO_SLOT, "");
        if (!new->sentences[i])
            return false;
    }
    for (size_t k = 0; k < g->n_slots; k++)
        if (!find_again(new, g, k, values[k], &new->slots[k].number))
            return false;
    *out = new;
    return true;
}

/* ---- what sentences can speak of ---- */

static bool graph_is_new(const struct quantity *q, size_t n,
                         const struct quantity *x)
{
    for (size_t i = 0; i < n; i++)
        if (x->phrase ? q[i].phrase && str_eq(q[i].phrase, x->phrase)
                      : !q[i].phrase && ratio_equal(q[i].value, x->value))
            return false;
    return true;
}

/* The asked value, and the numbers of the text with what is next to them. */
static size_t graph_quantities(struct arena *a, const void *data,
                               struct quantity *out)
{
    const struct graph *g = data;
    struct ratio slots[STRUCTURE_SLOTS], key;
    size_t n = 0;

    graph_slot_values(g, slots);
    INVARIANT(graph_key(g, slots, &key)); /* import and read saw to it */
    out[n++] = (struct quantity){
        .phrase = "the final answer",
        .value = key,
        .asked = true,
        .unit = phrase_asked_unit(a, g->sentences[g->question]),
        .slot = NO_SLOT,
    };
    for (size_t k = 0; k < g->n_used && n < STRUCTURE_QUANTITIES; k++) {
        const struct graph_slot *s = &g->slots[k];
        struct quantity q = { .value = slots[k], .easy = true, .slot = k };

        /* Parts of a fraction are no quantities, and a phrase is one thing. */
        if (s->number.part != PART_NONE)
            continue;
        q.phrase =
            phrase_of_number(a, g->sentences[s->sentence], &s->number, &q.unit);
        if (graph_is_new(out, n, &q))
            out[n++] = q;
    }
    return n;
}

/* ---- other names ---- */

/* The names that it had, and those that others take the place of now. */
static const char *past_names(struct arena *a, const char *before,
                              const struct entities *names)
{
    struct str out = str_in(a);

    str_add(&out, before);
    for (size_t i = 0; i < names->n; i++)
        if (!span_is(names->old[i], names->new[i])) {
            str_add(&out, out.n ? " " : "");
            str_addn(&out, names->old[i].s, names->old[i].n);
        }
    return str_get(&out);
}

bool graph_rename_beside(struct arena *a, const void *data, struct rng *r,
                         const char *text, const char *others,
                         struct entities *names, void **out, struct err *e)
{
    struct graph *new = arena_new(a, struct graph);
    struct str taken = str_in(a), told = str_in(a);
    struct span was;

    *new = *(const struct graph *)data;
    names->n = 0;
    str_addf(&taken, "%s\n%s", others, new->names ? new->names : "");
    for (size_t i = 0; i < new->n_sentences; i++) {
        entities_collect(names, new->sentences[i], text);
        str_addf(&told, "\n%s", new->sentences[i]);
    }
    if (entities_vary(str_get(&told)))
        return err_set(e, ERR_DOMAIN, "it may call one person by two names");
    str_add(&taken, str_get(&told));
    for (size_t i = 0; i < new->n_sentences; i++)
        entities_drop(names, new->sentences[i]);
    if (!entities_rename(a, names, r, str_get(&taken)))
        return err_set(e, ERR_DOMAIN, "it has no first name that may change");
    new->names = past_names(a, new->names ? new->names : "", names);
    for (size_t i = 0; i < new->n_sentences; i++) {
        /* Sentence i with the new names; its slots move along. */
        was = span_of(new->sentences[i]);
        new->sentences[i] = entities_renamed(a, names, was);
        for (size_t k = 0; k < new->n_slots; k++) {
            struct number *x = &new->slots[k].number;
            size_t behind;

            if (new->slots[k].sentence != i)
                continue;
            x->at = strlen(entities_renamed(a, names, span_cut(was, 0, x->at)));
            behind = x->at + x->n;
            if (x->noun.n)
                x->noun = graph_next_word(span_of(new->sentences[i]), &behind);
        }
    }
    *out = new;
    return true;
}

static bool graph_rename(struct arena *a, const void *data, struct rng *r,
                         void **out, struct err *e)
{
    struct entities names;

    return graph_rename_beside(a, data, r, NULL, "", &names, out, e);
}

/* ---- the card ---- */

static void graph_say(struct arena *a, const void *data, size_t hidden,
                      const char *letter, struct saying *out)
{
    const struct graph *g = data;
    struct ratio values[STRUCTURE_SLOTS];

    graph_slot_values(g, values);
    *out = (struct saying){ .n = g->n_sentences, .question = g->question };
    for (size_t i = 0; i < g->n_sentences; i++)
        out->sentences[i] = graph_sentence(a, g, i, values, hidden, letter);
}

static size_t graph_slots(struct arena *a, const void *data,
                          const struct structure_slot **out)
{
    const struct graph *g = data;
    struct structure_slot *slots =
        arena_array(a, struct structure_slot, g->n_used + 1);

    for (size_t i = 0; i < g->n_used; i++)
        slots[i] = (struct structure_slot){ .value = g->slots[i].number.value,
                                            .sentence = g->slots[i].sentence };
    *out = slots;
    return g->n_used;
}

static bool graph_solve(struct arena *a, const void *data, size_t slot,
                        struct ratio value, struct ratio *key)
{
    const struct graph *g = data;
    struct ratio slots[STRUCTURE_SLOTS];

    (void)a;
    graph_slot_values(g, slots);
    if (slot != NO_SLOT) {
        INVARIANT(slot < g->n_used);
        slots[slot] = value;
    }
    return graph_key(g, slots, key);
}

static bool graph_put(struct arena *a, const void *data, size_t slot,
                      struct ratio value, void **out)
{
    struct ratio slots[STRUCTURE_SLOTS], key;
    const struct graph *g = data;
    struct graph *made;

    graph_slot_values(g, slots);
    slots[slot] = value;
    if (!graph_key(g, slots, &key) || !graph_with(a, g, slots, &made))
        return false;
    *out = made;
    return true;
}

/* The distance is the longest way from a number to the last node. */
static void graph_measure(const void *data, struct structure_measures *out)
{
    const struct graph *g = data;
    size_t way[GRAPH_NODES] = { 0 };

    *out = (struct structure_measures){ .variables = g->n_used };
    for (size_t i = 0; i < g->n_nodes; i++) {
        const struct graph_node *n = &g->nodes[i];

        if (n->op >= GRAPH_ADD) {
            way[i] = 1 + (way[n->a] > way[n->b] ? way[n->a] : way[n->b]);
            out->steps++;
        }
        out->distance = way[i];
    }
}

/* A number of a text that is told as "several": whoever reads it can put two
 * numbers there, and gets two answers. */

#define GAP_WORD "several"
#define LEAST    3  /* that one calls several */
#define TRIES    60 /* of other numbers */

/* ---- whether the text tells the number elsewhere ---- */

static bool graph_is_constant(const struct graph *g, struct ratio x)
{
    struct ratio part;

    for (size_t i = 0; i < g->n_nodes; i++)
        if (g->nodes[i].op == GRAPH_CONST &&
            (ratio_equal(g->nodes[i].value, x) ||
             (ratio_div(&part, RATIO(1), x) &&
              ratio_equal(g->nodes[i].value, part))))
            return true;
    return false;
}

/* Each number of the text goes into the computation, and none but the slot has
 * its value: then nothing that is told is left to find it from. */
static bool graph_is_free(const struct graph *g, size_t slot)
{
    struct ratio value = g->slots[slot].number.value;
    struct number x[NUMBERS];

    for (size_t s = 0; s < g->n_sentences; s++) {
        size_t n = graph_scan(g->sentences[s], x);

        for (size_t i = 0; i < n; i++) {
            size_t k = graph_slot_at(g, s, x[i].at);

            if (k == slot)
                continue;
            if (ratio_equal(x[i].value, value))
                return false;
            if (k >= g->n_used && !ratio_equal(x[i].value, RATIO(1)) &&
                !graph_is_constant(g, x[i].value))
                return false;
        }
    }
    return true;
}

/* ---- whether the word can stand there ---- */

/* A count of things, within a sentence, that no other word leans on. */
static bool graph_can_be_told(struct arena *a, const struct graph *g,
                              size_t slot)
{
    const struct graph_slot *s = &g->slots[slot];
    const struct number *x = &s->number;
    struct span text = span_of(g->sentences[s->sentence]);
    struct span before = graph_word_before(text, x->at);

    if (x->form == NUMBER_SET || x->part != PART_NONE || x->percent ||
        x->dollar || x->scale != 1 || x->article || x->at == 0 ||
        s->follows != GRAPH_FOLLOW || !ratio_whole(x->value) ||
        x->value.p < LEAST || text.s[x->at - 1] != ' ')
        return false;
    for (size_t i = 0; i < g->n_sentences; i++)
        if (strstr(g->sentences[i], GAP_WORD))
            return false;
    return before.n &&
           !span_among(before,
                       "the a an first last next other these those all every "
                       "each another his her their its my our your only just "
                       "exactly about than by of between to from least most no "
                       "number nearly almost over under up additional further "
                       "remaining") &&
           phrase_noun_after(a, text, x->at + x->n);
}

/* ---- two numbers ---- */

/* The answer with that number; each step that was whole stays so, and none
 * changes its sign. */
static bool graph_answer_with(const struct graph *g, size_t slot,
                              struct ratio value, struct ratio *key)
{
    struct ratio slots[STRUCTURE_SLOTS], was[GRAPH_NODES], is[GRAPH_NODES];

    graph_slot_values(g, slots);
    if (!graph_values(g, slots, was))
        return false;
    slots[slot] = value;
    if (!graph_values(g, slots, is))
        return false;
    for (size_t i = 0; i < g->n_nodes; i++)
        if ((ratio_whole(was[i]) && !ratio_whole(is[i])) ||
            ratio_sign(was[i]) != ratio_sign(is[i]))
            return false;
    *key = is[g->n_nodes - 1];
    return true;
}

/* As everywhere, no number and no key of before comes back. */
static bool graph_fill(const struct graph *g, size_t slot, int64_t value,
                       struct gap_fill *out)
{
    if (value < LEAST || graph_was(g, slot, RATIO(value)))
        return false;
    *out = (struct gap_fill){ .values = { RATIO(value) }, .n = 1 };
    return graph_answer_with(g, slot, RATIO(value), &out->key) &&
           !graph_was_key(g, out->key);
}

static bool graph_gap_at(struct arena *a, const struct graph *g, size_t slot,
                         struct gap *out)
{
    int64_t value;

    *out = (struct gap){ .sentence = NO_SLOT, .slot = slot, .word = GAP_WORD };
    if (!graph_can_be_told(a, g, slot) || !graph_is_free(g, slot))
        return false;
    value = g->slots[slot].number.value.p;
    if (value > INT64_MAX - TRIES ||
        !graph_fill(g, slot, value, &out->fills[0]))
        return false;
    for (int64_t k = 1; k <= TRIES; k++)
        for (int sign = 1; sign >= -1; sign -= 2)
            if (graph_fill(g, slot, value + sign * k, &out->fills[1]) &&
                !ratio_equal(out->fills[0].key, out->fills[1].key))
                return true;
    return false;
}

static bool graph_gap(struct arena *a, const void *data, struct rng *r,
                      struct gap *out, struct err *e)
{
    const struct graph *g = data;
    size_t order[STRUCTURE_SLOTS];

    for (size_t i = 0; i < g->n_used; i++)
        order[i] = i;
    rng_shuffle(r, order, g->n_used, sizeof(*order));
    for (size_t i = 0; i < g->n_used; i++)
        if (graph_gap_at(a, g, order[i], out))
            return true;
    return err_set(e, ERR_DOMAIN,
                   "no number is a count that \"" GAP_WORD "\" could replace "
                   "and that is stated only once");
}

static const char *graph_gap_fault(struct arena *a, const void *data,
                                   const struct gap *gap)
{
    const struct graph *g = data;

    if (!gap->word || strcmp(gap->word, GAP_WORD) != 0 ||
        gap->slot >= g->n_used || !graph_can_be_told(a, g, gap->slot))
        return "that word can replace none of its numbers";
    if (!graph_is_free(g, gap->slot))
        return "the stated conditions determine the hidden number";
    for (size_t i = 0; i < 2; i++) {
        const struct gap_fill *f = &gap->fills[i];
        struct ratio key;

        if (f->n != 1 || !ratio_whole(f->values[0]) || f->values[0].p < LEAST ||
            !graph_answer_with(g, gap->slot, f->values[0], &key) ||
            !ratio_equal(key, f->key))
            return "a filled-in number does not give the recorded answer";
    }
    return ratio_equal(gap->fills[0].key, gap->fills[1].key)
               ? "both numbers give the same answer"
               : NULL;
}

const struct structure_kind structure_graph = {
    .name = "graph",
    .say = graph_say,
    .slots = graph_slots,
    .solve = graph_solve,
    .quantities = graph_quantities,
    .renumber = graph_renumber,
    .rename = graph_rename,
    .fault = graph_fault,
    .put = graph_put,
    .slips = graph_slips,
    .gap = graph_gap,
    .gap_fault = graph_gap_fault,
    .measure = graph_measure,
    .write = graph_write,
    .read = graph_read,
};
