/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/individual/individual.h"
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/slips.h"

#include <string.h>

/* ---- roles ---- */

static const char *const role_names[ROLES] = {
    [ROLE_CONDITION] = "condition", [ROLE_QUESTION] = "question",
    [ROLE_LINK] = "link",           [ROLE_FORM] = "form",
    [ROLE_OPEN] = "open",           [ROLE_DECOY] = "decoy",
    [ROLE_USELESS] = "useless",     [ROLE_MISLEADING] = "misleading",
    [ROLE_TEXT] = "text",           [ROLE_BACKGROUND] = "background",
    [ROLE_TOPIC] = "topic",
};

const char *role_name(enum role r)
{
    return role_names[r];
}

bool role_find(const char *name, enum role *out)
{
    for (enum role r = 0; r < ROLES; r++)
        if (str_eq(name, role_names[r])) {
            *out = r;
            return true;
        }
    return false;
}

bool role_is_noise(enum role r)
{
    return r >= ROLE_DECOY;
}

bool role_lures(enum role r)
{
    return r == ROLE_DECOY || r == ROLE_MISLEADING;
}

bool line_is_told(const struct individual_line *l)
{
    return l->role == ROLE_CONDITION || l->role == ROLE_QUESTION;
}

const struct individual_line *individual_told(const struct individual *s,
                                              size_t part,
                                              const struct individual_line *l)
{
    for (l = l ? l + 1 : s->lines; l < s->lines + s->n_lines; l++)
        if (l->part == part && line_is_told(l))
            return l;
    return NULL;
}

/* ---- telling ---- */

const char *individual_prefix(struct arena *a, size_t part, size_t n_parts)
{
    if (n_parts == 1)
        return "";
    if (part + 1 == n_parts)
        return "Final question: ";
    return arena_printf(a, "Question %zu: ", part + 1);
}

static size_t hidden_slot(const struct individual_part *p)
{
    if (p->gap)
        return p->gap->slot;
    return p->letter ? p->slot : NO_SLOT;
}

void individual_saying(struct arena *a, const struct individual_part *p,
                       struct saying *out)
{
    p->structure.kind->say(a, p->structure.data, hidden_slot(p),
                           p->gap ? p->gap->word : p->letter, out);
    INVARIANT(out->n > 0 && out->n <= STRUCTURE_SENTENCES &&
              out->question < out->n);
}

const char *individual_sentence(struct arena *a, const struct individual *s,
                                const struct individual_line *l,
                                const struct saying *said)
{
    INVARIANT(l->sentence < said->n);
    if (l->role != ROLE_QUESTION)
        return said->sentences[l->sentence];
    return arena_printf(a, "%s%s", individual_prefix(a, l->part, s->n_parts),
                        said->sentences[l->sentence]);
}

const char *individual_link(struct arena *a, const struct individual *s,
                            size_t part)
{
    const struct individual_part *p = &s->parts[part];

    return link_sum_say(a, p->letter, &p->sum, p->wording);
}

void individual_tell_part(struct arena *a, struct individual *s, size_t part)
{
    struct saying said;

    individual_saying(a, &s->parts[part], &said);
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];

        if (l->part == part && l->role == ROLE_LINK)
            l->text = individual_link(a, s, part);
        if (l->part != part || !line_is_told(l))
            continue;
        if (!l->polished)
            l->text = individual_sentence(a, s, l, &said);
        else if (l->role == ROLE_QUESTION)
            /* the writer's words after the new prefix */
            l->text = arena_printf(a, "%s%s",
                                   individual_prefix(a, l->part, s->n_parts),
                                   individual_bare(l->text));
    }
}

void individual_tell(struct arena *a, struct individual *s)
{
    for (size_t i = 0; i < s->n_parts; i++)
        individual_tell_part(a, s, i);
}

const char *individual_bare(const char *text)
{
    const char *p = text;

    if (str_starts(p, "Final question: "))
        return p + strlen("Final question: ");
    if (!str_starts(p, "Question "))
        return text;
    for (p += strlen("Question "); *p >= '0' && *p <= '9'; p++)
        ;
    return str_starts(p, ": ") ? p + 2 : text;
}

/* ---- making ---- */

const struct linear_problem *individual_linear(const struct individual *s,
                                               size_t part)
{
    return structure_linear_of(&s->parts[part].structure);
}

const char *individual_original(const struct individual_part *p)
{
    return p->original ? p->original : p->source;
}

bool individual_kin(const struct individual *x, const struct individual *y)
{
    for (size_t i = 0; i < x->n_parts; i++)
        for (size_t k = 0; k < y->n_parts; k++)
            if (x->parts[i].source && y->parts[k].source &&
                str_eq(x->parts[i].source, y->parts[k].source))
                return true;
    return false;
}

static void *individual_copied(struct arena *a, const void *items, size_t n,
                               size_t size)
{
    void *p = arena_alloc(a, (n + 1) * size);

    if (n)
        memcpy(p, items, n * size);
    return p;
}

struct individual individual_copy(struct arena *a, const struct individual *s)
{
    struct individual c = *s;

    c.lines = individual_copied(a, s->lines, s->n_lines, sizeof(*s->lines));
    c.steps = individual_copied(a, s->steps, s->n_steps, sizeof(*s->steps));
    c.decoys = individual_copied(a, s->decoys, s->n_decoys, sizeof(*s->decoys));
    return c;
}

void individual_insert(struct arena *a, struct individual *s, size_t at,
                       struct individual_line line)
{
    struct individual_line *lines =
        arena_array(a, struct individual_line, s->n_lines + 1);

    INVARIANT(at <= s->n_lines);
    if (at)
        memcpy(lines, s->lines, at * sizeof(*lines));
    lines[at] = line;
    if (at < s->n_lines)
        memcpy(lines + at + 1, s->lines + at,
               (s->n_lines - at) * sizeof(*lines));
    s->lines = lines;
    s->n_lines++;
}

size_t individual_step(struct arena *a, struct individual *s,
                       struct individual_step step)
{
    struct individual_step *steps =
        individual_copied(a, s->steps, s->n_steps, sizeof(*steps));

    steps[s->n_steps] = step;
    s->steps = steps;
    return ++s->n_steps;
}

void individual_decoy(struct arena *a, struct individual *s, struct decoy d)
{
    struct decoy *decoys =
        individual_copied(a, s->decoys, s->n_decoys, sizeof(*decoys));

    decoys[s->n_decoys] = d;
    s->decoys = decoys;
    s->n_decoys++;
}

static void individual_set_key(struct individual_part *p,
                               const struct structure_key *key)
{
    p->answer = key->value;
    p->text = key->is_number ? NULL : key->latex;
    p->text_kind = key->kind;
}

/* Notes the wrong answers by slips in a part's structure, instead of those that
 * it had. */
static void individual_slips(struct arena *a, struct individual *s, size_t part)
{
    const struct structure *b = &s->parts[part].structure;
    struct slip list[STRUCTURE_SLIPS];
    size_t n = b->kind->slips(a, b->data, list), kept = 0;

    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].part != part || s->decoys[i].step)
            s->decoys[kept++] = s->decoys[i];
    s->n_decoys = kept;
    for (size_t i = 0; i < n; i++)
        if (!slip_is_quantity(a, b, list[i].value))
            individual_decoy(a, s,
                             (struct decoy){ .part = part,
                                             .value = list[i].value,
                                             .slip = list[i].name });
}

bool individual_open(struct arena *a, const char *id, struct structure b,
                     const char *source, struct individual *out, struct err *e)
{
    struct saying said;
    struct structure_key key;

    *out = (struct individual){ .id = arena_strdup(a, id), .n_parts = 1 };
    out->parts[0] =
        (struct individual_part){ .structure = b,
                                  .slot = NO_SLOT,
                                  .source =
                                      source ? arena_strdup(a, source) : NULL };
    if (!structure_key(a, &b, NO_SLOT, RATIO(0), &key))
        return err_set(e, ERR_DOMAIN, "the %s problem has no key",
                       b.kind->name);
    individual_set_key(&out->parts[0], &key);
    individual_saying(a, &out->parts[0], &said);
    out->lines = arena_array(a, struct individual_line, said.n);
    out->n_lines = said.n;
    for (size_t i = 0; i < said.n; i++)
        out->lines[i] = (struct individual_line){ .role = i == said.question
                                                              ? ROLE_QUESTION
                                                              : ROLE_CONDITION,
                                                  .sentence = i,
                                                  .text = said.sentences[i] };
    individual_slips(a, out, 0);
    return true;
}

size_t individual_part_lines(const struct individual *s, size_t part, size_t *n)
{
    size_t first = 0, end;

    while (first < s->n_lines && s->lines[first].part != part)
        first++;
    end = first;
    while (end < s->n_lines && s->lines[end].part == part)
        end++;
    *n = end - first;
    return first;
}

const struct individual_line *individual_line_of(const struct individual *s,
                                                 size_t part, enum role role)
{
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && s->lines[i].role == role)
            return &s->lines[i];
    return NULL;
}

/* ---- answers ---- */

void individual_set_gap(struct individual_part *p, const struct gap *gap)
{
    p->gap = gap;
    p->answer = RATIO(0);
    p->text = GAP_KEY;
    p->text_kind = ANSWER_TEXT;
}

struct structure_key individual_key(struct arena *a, const struct individual *s,
                                    size_t part)
{
    const struct individual_part *p = &s->parts[part];

    if (!p->text)
        return structure_number(a, &p->structure, p->answer);
    return (struct structure_key){ .value = RATIO(0),
                                   .kind = p->text_kind,
                                   .latex = p->text };
}

bool individual_is_chain(const struct individual *s)
{
    for (size_t k = 0; k + 1 < s->n_parts; k++)
        if (s->parts[k].text)
            return false;
    return s->n_parts > 0;
}

void individual_answers(const struct individual *s,
                        struct ratio out[INDIVIDUAL_PARTS])
{
    for (size_t k = 0; k < s->n_parts; k++)
        out[k] = s->parts[k].answer;
}

bool individual_letter(const struct individual *s, size_t part,
                       struct ratio *out)
{
    struct ratio answers[INDIVIDUAL_PARTS];

    individual_answers(s, answers);
    return s->parts[part].letter &&
           link_sum_value(&s->parts[part].sum, answers, out);
}

/* The number behind the letter of a part; 0 where it has none. */
static bool letter_value(const struct individual_part *p,
                         const struct ratio *answers, struct ratio *out)
{
    *out = RATIO(0);
    return !p->letter || link_sum_value(&p->sum, answers, out);
}

/* Computes the key of part k if these are the answers before it. */
static bool individual_solve_key(struct arena *a, const struct individual *s,
                                 size_t k, const struct ratio *answers,
                                 struct structure_key *out)
{
    const struct individual_part *p = &s->parts[k];
    struct ratio value;

    if (p->gap) {
        *out = (struct structure_key){ .value = RATIO(0),
                                       .kind = ANSWER_TEXT,
                                       .latex = GAP_KEY };
        return !p->letter && s->n_parts == 1 && p->structure.kind->gap_fault &&
               !p->structure.kind->gap_fault(a, p->structure.data, p->gap);
    }
    return letter_value(p, answers, &value) &&
           structure_key(a, &p->structure, hidden_slot(p), value, out);
}

/* Is it proved that part k has another key than it has when these are the
 * answers before? */
static bool part_moves(struct arena *a, const struct individual *s, size_t k,
                       const struct ratio *answers)
{
    const struct individual_part *p = &s->parts[k];
    struct structure_key key = individual_key(a, s, k);
    struct ratio value;

    return letter_value(p, answers, &value) &&
           structure_key_moves(a, &p->structure, hidden_slot(p), value, &key);
}

/* Does an answer that is not the one noted enter part k? */
static bool is_touched(const struct individual *s, size_t k,
                       const struct ratio *answers)
{
    const struct link_sum *x = &s->parts[k].sum;

    for (size_t i = 0; s->parts[k].letter && i < x->n; i++)
        if (!ratio_equal(answers[x->terms[i].from],
                         s->parts[x->terms[i].from].answer))
            return true;
    return false;
}

/* Computes the answers of parts after `part` up to `to` again. */
static bool individual_follow_all(struct arena *a, const struct individual *s,
                                  size_t part, size_t to, struct ratio *answers)
{
    for (size_t k = part + 1; k <= to && k < s->n_parts; k++) {
        const struct individual_part *p = &s->parts[k];
        struct ratio value;

        if (p->text ||
            (is_touched(s, k, answers) &&
             !(letter_value(p, answers, &value) &&
               p->structure.kind->solve(a, p->structure.data, hidden_slot(p),
                                        value, &answers[k]))))
            return false;
    }
    return true;
}

bool individual_follow(struct arena *a, const struct individual *s, size_t part,
                       struct ratio value, size_t to, struct ratio *out)
{
    struct ratio answers[INDIVIDUAL_PARTS];

    individual_answers(s, answers);
    answers[part] = value;
    if (!individual_follow_all(a, s, part, to, answers))
        return false;
    *out = answers[to];
    return true;
}

/* Does the key of part k depend on the term's answer, as noted? */
static bool individual_depends(struct arena *a, const struct individual *s,
                               size_t k, const struct link_term *t)
{
    const struct individual_part *p = &s->parts[k];
    struct structure_key key, noted = { .is_number = !p->text,
                                        .value = t->other_key,
                                        .kind = p->text_kind,
                                        .latex = t->other_text };
    struct ratio answers[INDIVIDUAL_PARTS];

    individual_answers(s, answers);
    answers[t->from] = t->other_answer;
    return !ratio_equal(t->other_answer, s->parts[t->from].answer) &&
           !p->text == !t->other_text &&
           individual_solve_key(a, s, k, answers, &key) &&
           structure_key_equal(&key, &noted) && part_moves(a, s, k, answers);
}

/* Does the last key change if the answer of that part were another one? */
static bool last_moves(struct arena *a, const struct individual *s, size_t part,
                       struct ratio value)
{
    size_t last = s->n_parts - 1;
    struct ratio answers[INDIVIDUAL_PARTS];

    individual_answers(s, answers);
    answers[part] = value;
    return individual_follow_all(a, s, part, last - 1, answers) &&
           part_moves(a, s, last, answers);
}

/* Returns whether the key of the last part changes too: with other_key of part
 * k, and with other_answer wherever that answer is used. */
static bool individual_reaches_last(struct arena *a, const struct individual *s,
                                    size_t k, const struct link_term *t)
{
    /* Of the last part it is what individual_depends() says. */
    return (k + 1 == s->n_parts || last_moves(a, s, k, t->other_key)) &&
           last_moves(a, s, t->from, t->other_answer);
}

bool individual_link_holds(struct arena *a, const struct individual *s,
                           size_t k)
{
    const struct link_sum *x = &s->parts[k].sum;

    for (size_t i = 0; i < x->n; i++)
        if (x->terms[i].from >= k ||
            !individual_depends(a, s, k, &x->terms[i]) ||
            !individual_reaches_last(a, s, k, &x->terms[i]))
            return false;
    return x->n > 0;
}

static bool links_depend(struct arena *a, const struct individual *s, size_t k)
{
    const struct link_sum *x = &s->parts[k].sum;

    for (size_t i = 0; s->parts[k].letter && i < x->n; i++)
        if (x->terms[i].from >= k || !individual_depends(a, s, k, &x->terms[i]))
            return false;
    return !s->parts[k].letter || x->n > 0;
}

bool individual_holds(struct arena *a, const struct individual *s)
{
    struct ratio answers[INDIVIDUAL_PARTS];

    for (size_t k = 0; k < s->n_parts; k++) {
        struct structure_key key, noted = individual_key(a, s, k);

        if (!links_depend(a, s, k) ||
            !individual_solve_key(a, s, k, answers, &key) ||
            !structure_key_equal(&key, &noted))
            return false;
        answers[k] = key.value;
    }
    return individual_is_chain(s);
}

/* ---- text and counts ---- */

const char *individual_text(struct arena *a, const struct individual *s)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < s->n_lines; i++) {
        if (i)
            str_add(&out,
                    s->lines[i].part == s->lines[i - 1].part ? " " : "\n\n");
        str_add(&out, s->lines[i].text);
    }
    return str_get(&out);
}

void individual_size(const struct individual *s, size_t *all, size_t *noise)
{
    *all = *noise = 0;
    for (size_t i = 0; i < s->n_lines; i++) {
        size_t n = strlen(s->lines[i].text) + 1;

        *all += n;
        *noise += role_is_noise(s->lines[i].role) ? n : 0;
    }
}

/* The number at p ends here: "1,200", "3.5". */
static const char *individual_behind_number(const char *p)
{
    while (is_digit(*p) || ((*p == ',' || *p == '.') && is_digit(p[1])))
        p++;
    return p;
}

bool individual_same_words(const char *x, const char *y)
{
    for (;; x++, y++) {
        if (is_digit(*x) && is_digit(*y)) {
            x = individual_behind_number(x);
            y = individual_behind_number(y);
        }
        if (*x != *y || !*x)
            return *x == *y;
    }
}

/* Does a line before it say the same of the part? */
static bool says_again(const struct individual *s, size_t line)
{
    const struct individual_line *l = &s->lines[line];

    for (size_t i = 0; i < line; i++)
        if (s->lines[i].role == l->role && s->lines[i].part == l->part &&
            individual_same_words(s->lines[i].text, l->text))
            return true;
    return false;
}

void individual_measure(const struct individual *s,
                        struct individual_measures *out)
{
    *out = (struct individual_measures){ 0 };
    for (size_t i = 0; i < s->n_parts; i++) {
        const struct structure *b = &s->parts[i].structure;
        struct structure_measures m;

        b->kind->measure(b->data, &m);
        out->all.variables += m.variables;
        out->all.steps += m.steps;
        out->all.depth += m.depth;
        out->all.distance += m.distance;
    }
    for (size_t i = 0; i < s->n_lines; i++) {
        enum role r = s->lines[i].role;

        if ((role_lures(r) || r == ROLE_USELESS) && !says_again(s, i)) {
            out->near += role_lures(r);
            out->beside += r == ROLE_USELESS;
        }
    }
}

/* A part of an individual gets another structure: fresh numbers, other
 * names. */

/* ---- what is laid on the things of a structure goes with it ---- */

/* Mark the steps to go: those whose lines go, and polish of this part. */
static bool *steps_to_go(struct arena *a, const struct individual *s,
                         size_t part)
{
    bool *gone = arena_array(a, bool, s->n_steps + 1);

    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part &&
            (role_lures(s->lines[i].role) || s->lines[i].role == ROLE_USELESS ||
             s->lines[i].role == ROLE_TEXT))
            gone[s->lines[i].step] = true;
    for (size_t i = 0; i < s->n_steps; i++)
        if (s->steps[i].part == part && str_eq(s->steps[i].name, "polish"))
            gone[i + 1] = true;
    gone[0] = false;
    return gone;
}

static void drop_laid(struct arena *a, struct individual *s, size_t part)
{
    bool *gone = steps_to_go(a, s, part);
    size_t *number = arena_array(a, size_t, s->n_steps + 1);
    size_t steps = 0, lines = 0, decoys = 0;

    for (size_t i = 0; i < s->n_steps; i++)
        if (!gone[i + 1]) {
            s->steps[steps] = s->steps[i];
            number[i + 1] = ++steps;
        }
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line l = s->lines[i];

        if (role_is_noise(l.role) && gone[l.step])
            continue;
        if (l.part == part && l.polished) {
            l.polished = false;
            l.step = 0;
        }
        l.step = number[l.step];
        s->lines[lines++] = l;
    }
    for (size_t i = 0; i < s->n_decoys; i++) {
        struct decoy d = s->decoys[i];

        if (gone[d.step])
            continue;
        d.step = number[d.step];
        s->decoys[decoys++] = d;
    }
    s->n_steps = steps;
    s->n_lines = lines;
    s->n_decoys = decoys;
}

/* ---- links ---- */

/* With the answer so far off, part k has another key, and the last part too:
 * noted. */
static bool prove_by(struct arena *a, struct individual *s, size_t k,
                     struct link_term *t, int64_t by)
{
    struct link_term was = *t;
    struct ratio answers[INDIVIDUAL_PARTS];
    struct structure_key key;

    individual_answers(s, answers);
    if (ratio_add(&t->other_answer, answers[t->from], RATIO(by))) {
        answers[t->from] = t->other_answer;
        if (individual_solve_key(a, s, k, answers, &key)) {
            t->other_key = key.value;
            t->other_text = key.is_number ? NULL : key.latex;
            if (individual_depends(a, s, k, t) &&
                individual_reaches_last(a, s, k, t))
                return true;
        }
    }
    *t = was;
    return false;
}

/* Answers so far from the true one that the letters after it stay whole, as
 * far as that can be told from the ratios. */
static int64_t stride(const struct individual *s, size_t k)
{
    int64_t n = 1;

    for (; k < s->n_parts; k++)
        for (size_t i = 0; s->parts[k].letter && i < s->parts[k].sum.n; i++)
            if (s->parts[k].sum.terms[i].ratio.q <= 1000000 / n)
                n *= s->parts[k].sum.terms[i].ratio.q;
    return n;
}

static bool prove_term(struct arena *a, struct individual *s, size_t part,
                       struct link_term *t)
{
    static const int64_t tries[] = {
        1, -1, 2, -2, 3, 5, -3, 7, 10, 12, 20, 60
    };
    int64_t steps[4] = { t->ratio.q, stride(s, part), stride(s, t->from + 1),
                         1 };

    for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++)
        if (prove_by(a, s, part, t, tries[i]))
            return true;
    for (size_t i = 0; i < 4; i++)
        for (int64_t j = 1; j <= 12 && steps[i] <= INT64_MAX / 12; j++)
            if (prove_by(a, s, part, t, j * steps[i]) ||
                prove_by(a, s, part, t, -j * steps[i]))
                return true;
    return false;
}

bool individual_prove_link(struct arena *a, struct individual *s, size_t part)
{
    struct link_sum *x = &s->parts[part].sum;

    for (size_t i = 0; i < x->n; i++)
        if (!prove_term(a, s, part, &x->terms[i]))
            return false;
    return x->n > 0;
}

/* The printed number stays: another sum makes it of the same answers. */
static bool link_again(struct arena *a, struct individual *s, size_t k)
{
    struct individual_part *p = &s->parts[k];
    const struct structure_slot *slots;
    size_t n = p->structure.kind->slots(a, p->structure.data, &slots);
    size_t from[LINK_TERMS] = { p->sum.terms[0].from, p->sum.terms[1].from };
    struct ratio answers[INDIVIDUAL_PARTS], now;

    individual_answers(s, answers);
    if (p->slot >= n)
        return false;
    return (link_sum_value(&p->sum, answers, &now) &&
            ratio_equal(now, slots[p->slot].value)) ||
           link_sum_fit(answers, from, p->sum.n, slots[p->slot].value, &p->sum);
}

static bool answers_again(struct arena *a, struct individual *s, size_t from,
                          struct err *e)
{
    for (size_t k = from; k < s->n_parts; k++) {
        struct individual_part *p = &s->parts[k];
        struct structure_key key;

        if (!structure_key(a, &p->structure, NO_SLOT, RATIO(0), &key))
            return err_set(e, ERR_DOMAIN, "the chain has no key any more");
        if (p->letter && !link_again(a, s, k))
            return err_set(e, ERR_DOMAIN,
                           "the links of the chain would be long fractions");
        individual_set_key(p, &key);
    }
    if (!individual_is_chain(s))
        return err_set(e, ERR_DOMAIN,
                       "an answer that a later part uses would not be a "
                       "number");
    for (size_t k = s->n_parts; k-- > 1;)
        if (s->parts[k].letter && !individual_prove_link(a, s, k))
            return err_set(e, ERR_DOMAIN,
                           "the final answer would not depend on question %zu",
                           s->parts[k].sum.terms[0].from + 1);
    return true;
}

/* Decoys of earlier parts lead elsewhere now. */
void individual_follow_again(struct arena *a, struct individual *s)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_decoys; i++)
        if (!s->decoys[i].follows)
            s->decoys[kept++] = s->decoys[i];
    s->n_decoys = kept;
    individual_follow_decoys(a, s);
}

void individual_follow_decoys(struct arena *a, struct individual *s)
{
    for (size_t i = 0, n = s->n_decoys; i < n; i++) {
        struct decoy laid = s->decoys[i], d = laid;

        d.follows = true;
        for (d.part++; d.part < s->n_parts && !laid.follows; d.part++)
            if (individual_follow(a, s, laid.part, laid.value, d.part,
                                  &d.value) &&
                !ratio_equal(d.value, s->parts[d.part].answer))
                individual_decoy(a, s, d);
    }
}

const char *individual_slip(struct arena *a, const struct individual *s,
                            size_t part, struct ratio value)
{
    const struct structure *b = &s->parts[part].structure;
    struct slip list[STRUCTURE_SLIPS];
    size_t n = b->kind->slips(a, b->data, list);

    return slip_of(list, n, value);
}

bool individual_set_structure(struct arena *a, struct individual *s,
                              size_t part, struct structure b, struct err *e)
{
    struct individual new = individual_copy(a, s);
    struct saying old, said;

    if (s->parts[part].gap)
        return err_set(e, ERR_DOMAIN,
                       "one of its conditions is missing: put insufficient "
                       "after the operators that change conditions");
    individual_saying(a, &s->parts[part], &old);
    new.parts[part].structure = b;
    individual_saying(a, &new.parts[part], &said);
    if (said.n != old.n || said.question != old.question)
        return err_set(e, ERR_DOMAIN,
                       "the new problem does not read back "
                       "as its structure");
    drop_laid(a, &new, part);
    if (!answers_again(a, &new, part, e))
        return false;
    individual_slips(a, &new, part);
    individual_follow_again(a, &new);
    individual_tell(a, &new);
    *s = new;
    return true;
}
