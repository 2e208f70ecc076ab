/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/measure/measure_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/slips.h"
#include "run/judge.h"
#include "stats/cluster.h"
#include "store/journal.h"
#include "text/span.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/*
 * The results of a run, from the store, question by question: as the run judged
 * them.
 */

/* Results are told by their place: the problems must be the run's, in its
 * order. */
static bool measure_check_problems(struct arena *a, struct store *s,
                                   const struct run_info *run,
                                   const struct problem *problems, size_t n,
                                   struct err *e)
{
    const char **lines;
    size_t n_lines;

    if (!runs_problems(s, a, run->id, &lines, &n_lines, e))
        return false;
    if (n_lines != n)
        return err_set(e, ERR_DOMAIN, "run %s has %zu problems, not %zu",
                       run->name, n_lines, n);
    for (size_t i = 0; i < n; i++) {
        const char *id;
        struct json *row;

        if (!json_read(a, lines[i], strlen(lines[i]), i + 1, &row, e))
            return err_prefix(e, "run %s, problem %zu: ", run->name, i + 1);
        id = json_string(json_get(row, "id"));
        if (id && problems[i].id && !str_eq(id, problems[i].id))
            return err_set(e, ERR_DOMAIN,
                           "problem %zu of run %s is %.60s, not %.60s", i + 1,
                           run->name, id, problems[i].id);
    }
    return true;
}

/* ---- one result ---- */

/* The parts that a result holds; NULL: it has none, or not as many. */
static const struct json *faults_parts_of(struct arena *a, const char *more,
                                          size_t n)
{
    const struct json *parts = json_get(json_parse(a, more), "parts");

    return parts && parts->type == JSON_ARRAY && parts->count == n ? parts
                                                                   : NULL;
}

/* Of a result, or of a part as a result of its own. */
static struct given_answer measure_take(const struct result *r,
                                        const char *value, bool strict)
{
    struct given_answer out = { .mark = mark_of(r, strict), .value = RATIO(0) };

    out.number = value && out.mark != MARK_NO_ANSWER &&
                 out.mark != MARK_ABSTAINED &&
                 ratio_read(&out.value, value, strlen(value));
    return out;
}

/* Of the parts between the first and the last, unknown ones are passed over. */
static bool measure_take_parts(const struct json *parts, bool strict,
                               struct chain_answers *out, struct err *e)
{
    size_t k = 0;

    for (const struct json *p = parts->first; p; p = p->next, k++) {
        struct result r = { .outcome = OUTCOME_OK };
        struct given_answer x;

        if (!verdict_find(json_string(json_get(p, "strict")), &r.strict) ||
            !verdict_find(json_string(json_get(p, "lenient")), &r.lenient)) {
            if (k == 0 || !p->next)
                return err_set(e, ERR_DOMAIN,
                               "a result has an unknown verdict; `assay store "
                               "verify` shows details");
            continue;
        }
        x = measure_take(&r, json_string(json_get(p, "value")), strict);
        if (k < INDIVIDUAL_PARTS)
            out->of[k] = x;
        if (!p->next)
            out->final = x;
    }
    return true;
}

/* The parts of a result, as stored or judged again from its reply. */
static bool measure_find_parts(struct arena *a, struct store *s,
                               const struct problem *p, const struct result *r,
                               const struct json **out, struct err *e)
{
    struct result again = { 0 };
    struct call c = { 0 };
    bool found = false;

    if (!journal_find(s, a, r->call, false, &c, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN,
                       "the reply of a result is not in the store; `assay "
                       "store verify` shows details");
    *out = faults_parts_of(a, r->more, p->n_keys);
    if (*out)
        return true;
    c.reply.outcome = OUTCOME_OK;
    run_judge(a, p, NULL, &c.reply, &again);
    *out = faults_parts_of(a, again.more, p->n_keys);
    return true;
}

bool answers_read(struct arena *a, struct store *s, const struct problem *p,
                  const struct result *r, bool strict,
                  struct chain_answers *out, struct err *e)
{
    const struct json *parts = NULL;

    *out = (struct chain_answers){ .final = { .number = false } };
    if (r->outcome == OUTCOME_OK && !measure_find_parts(a, s, p, r, &parts, e))
        return false;
    if (parts)
        return measure_take_parts(parts, strict, out, e);
    out->of[0] = out->final =
        measure_take(r, r->answer ? grade_value(a, r->answer) : NULL, strict);
    return true;
}

double replies_average(const struct replies *s, size_t problem, size_t model)
{
    size_t n, counted = 0, correct = 0;
    const struct result *r =
        tally_results(s->results, s->n, problem, model, &n);

    for (size_t i = 0; i < n; i++) {
        enum mark m = s->answers[r + i - s->results].final.mark;

        counted += mark_is_settled(m);
        correct += m == MARK_CORRECT;
    }
    return counted ? (double)correct / (double)counted : NAN;
}

/* ---- a run ---- */

bool replies_read(struct arena *a, struct store *s, const struct run_info *run,
                  const struct problem *problems, size_t n, bool strict,
                  struct replies *out, struct err *e)
{
    struct arena scratch = { 0 };
    struct result *results = NULL;
    bool ok = measure_check_problems(&scratch, s, run, problems, n, e) &&
              runs_results(s, a, run->id, &results, &out->n, e);

    if (ok)
        out->answers = arena_array(a, struct chain_answers, out->n + 1);
    for (size_t i = 0; ok && i < out->n; i++) {
        const struct result *r = &results[i];

        arena_reset(&scratch);
        if (r->problem >= n || r->model >= run->n_models)
            ok = err_set(e, ERR_DOMAIN,
                         "run %s: a result does not belong to the run; `assay "
                         "store verify` shows details",
                         run->name);
        else
            ok = answers_read(&scratch, s, &problems[r->problem], r, strict,
                              &out->answers[i], e);
    }
    out->results = results;
    arena_clear(&scratch);
    return ok;
}

/*
 * What a wrong answer is put down to. The model's own answers to earlier
 * questions are looked at first: an answer that follows from them has their
 * fault, and a letter made of a wrong one leads to other decoys and other
 * quantities than those of the file.
 */

/* A reply to a chain, up to the question that is looked at. */
struct told {
    struct arena *arena;
    const struct individual *s;
    const struct chain_answers *given;
    enum answer_fault of[INDIVIDUAL_PARTS]; /* FAULTS: none */
};

/* ---- the model's own numbers ---- */

static bool own_number(const struct told *r, size_t k, struct ratio *out)
{
    const struct given_answer *x =
        k + 1 == r->s->n_parts ? &r->given->final : &r->given->of[k];

    *out = x->value;
    return x->number;
}

/* Does the model say the number of each answer that the part's link takes? */
static bool own_answers(const struct told *r, size_t k,
                        struct ratio answers[INDIVIDUAL_PARTS])
{
    const struct link_sum *x = &r->s->parts[k].sum;

    individual_answers(r->s, answers);
    for (size_t i = 0; i < x->n; i++)
        if (!own_number(r, x->terms[i].from, &answers[x->terms[i].from]))
            return false;
    return true;
}

/* The part's answer with that number at its letter is the value? */
static bool measure_leads_to(const struct told *r, size_t k,
                             struct ratio letter, struct ratio value)
{
    const struct individual_part *p = &r->s->parts[k];
    struct ratio key;

    return p->structure.kind->solve(r->arena, p->structure.data, p->slot,
                                    letter, &key) &&
           ratio_equal(key, value);
}

/* The fault of the answers that the link takes; FAULTS: all are right. */
static enum answer_fault fault_before(const struct told *r, size_t k)
{
    const struct link_sum *x = &r->s->parts[k].sum;
    enum answer_fault found = FAULTS;

    for (size_t i = 0; i < x->n; i++)
        if (r->of[x->terms[i].from] < found)
            found = r->of[x->terms[i].from];
    return found;
}

/* The chain as the model sees it at part k: with its own answers, and the number
 * that they make at the letter. Returns false if it is the chain itself, or the
 * structure cannot have that number. */
static bool as_seen(const struct told *r, size_t k, struct individual *out)
{
    struct ratio answers[INDIVIDUAL_PARTS], letter;
    struct structure *b = &out->parts[k].structure;
    void *data;

    if (!r->s->parts[k].letter || fault_before(r, k) == FAULTS ||
        !own_answers(r, k, answers))
        return false;
    *out = *r->s;
    for (size_t i = 0; i < k; i++)
        out->parts[i].answer = answers[i];
    if (!b->kind->put || !individual_letter(out, k, &letter) ||
        !b->kind->put(r->arena, b->data, out->parts[k].slot, letter, &data))
        return false;
    b->data = data;
    return true;
}

/* ---- decoys and other quantities ---- */

/* Of those noted, what follows from an earlier one only where no answer stands
 * between. */
static bool is_noted(const struct told *r, size_t k, struct ratio value,
                     const char **slip)
{
    struct ratio answers[INDIVIDUAL_PARTS];
    bool chained = r->s->parts[k].letter && own_answers(r, k, answers);

    for (size_t i = 0; i < r->s->n_decoys; i++) {
        const struct decoy *d = &r->s->decoys[i];

        if (d->part == k && !(d->follows && chained) &&
            ratio_equal(d->value, value)) {
            *slip = d->slip;
            return true;
        }
    }
    return false;
}

/* By a slip or a hedged sentence, over other numbers than those of the file. */
static bool measure_is_lured(struct arena *a, const struct individual *s,
                             size_t k, struct ratio value, const char **slip)
{
    *slip = individual_slip(a, s, k, value);
    for (size_t i = 0; i < s->n_lines && !*slip; i++) {
        struct ratio x;

        if (s->lines[i].part == k && s->lines[i].role == ROLE_DECOY &&
            op_replacement_value(a, s, &s->lines[i], &x) &&
            ratio_equal(x, value))
            *slip = SLIP_HINT;
    }
    return *slip != NULL;
}

/* ---- broken chains ---- */

static enum answer_fault how_broken(const struct told *r, size_t k,
                                    struct ratio value)
{
    struct ratio answers[INDIVIDUAL_PARTS], own;

    if (!own_answers(r, k, answers))
        return FAULT_IGNORED;
    /* An answer taken as the letter itself, as if the link did not change it;
     * or another question's. */
    for (size_t i = 0; i < k; i++)
        if (own_number(r, i, &own) && measure_leads_to(r, k, own, value))
            return FAULT_NOT_PASSED;
    if (measure_leads_to(r, k, RATIO(0), value) ||
        measure_leads_to(r, k, RATIO(1), value))
        return FAULT_IGNORED; /* left out of a sum, or of a product */
    return FAULT_MISCOMPUTED;
}

/* ---- one answer ---- */

/* The fault of the model's own answers that it follows from: of those that the
 * link takes, or of one before them; FAULTS: it follows from none. */
static enum answer_fault fault_carried(const struct told *r, size_t k,
                                       struct ratio value)
{
    struct ratio answers[INDIVIDUAL_PARTS], x;

    if (fault_before(r, k) != FAULTS && own_answers(r, k, answers) &&
        link_sum_value(&r->s->parts[k].sum, answers, &x) &&
        measure_leads_to(r, k, x, value))
        return fault_before(r, k);
    for (size_t i = 0; i < k; i++)
        if (r->of[i] != FAULTS && own_number(r, i, &x) &&
            individual_follow(r->arena, r->s, i, x, k, &x) &&
            ratio_equal(x, value))
            return r->of[i];
    return FAULTS;
}

static enum answer_fault measure_fault_of(const struct told *r, size_t k,
                                          struct ratio value, const char **slip)
{
    const struct individual_part *p = &r->s->parts[k];
    struct individual *seen = arena_new(r->arena, struct individual);
    enum answer_fault carried = p->letter ? fault_carried(r, k, value) : FAULTS;
    bool other = as_seen(r, k, seen);

    if (is_noted(r, k, value, slip))
        return FAULT_DECOY;
    if (carried != FAULTS)
        return carried < FAULT_CARRIED ? carried : FAULT_CARRIED;
    /* Who took a decoy before is looked at for decoys first. */
    if (other && fault_before(r, k) == FAULT_DECOY &&
        measure_is_lured(r->arena, seen, k, value, slip))
        return FAULT_DECOY;
    if (slip_is_quantity(r->arena, &p->structure, value) ||
        (other && slip_is_quantity(r->arena, &seen->parts[k].structure, value)))
        return FAULT_MAPPING;
    if (other && measure_is_lured(r->arena, seen, k, value, slip))
        return FAULT_DECOY;
    return p->letter ? how_broken(r, k, value) : FAULT_MISCOMPUTED;
}

void faults_find(struct arena *a, const struct individual *s,
                 const struct chain_answers *t, struct faults *out)
{
    struct told r = { .arena = a, .s = s, .given = t };

    *out = (struct faults){ .first = FAULT_UNTOLD, .final = FAULT_UNTOLD };
    if (!s->n_parts) { /* nothing is known of the problem */
        out->first = t->of[0].number ? FAULT_MISCOMPUTED : FAULT_UNTOLD;
        out->final = t->final.number ? FAULT_MISCOMPUTED : FAULT_UNTOLD;
    }
    for (size_t k = 0; k < s->n_parts; k++) {
        bool last = k + 1 == s->n_parts;
        const char *slip = NULL;
        struct ratio value;

        r.of[k] = FAULTS;
        if (s->parts[k].text || !own_number(&r, k, &value) ||
            ratio_equal(value, s->parts[k].answer) ||
            (k == 0 && t->of[0].mark == MARK_CORRECT) ||
            (k && last && t->final.mark == MARK_CORRECT))
            continue;
        r.of[k] = measure_fault_of(&r, k, value, &slip);
        if (last) {
            out->final = r.of[k];
            out->final_slip = slip;
        }
        if (k == 0) {
            out->first = r.of[k];
            out->first_slip = slip;
        }
    }
}

/*
 * How wrong answers came about, and how often a wrong number would look so by
 * chance: with solutions of 1 to 20, one wrong number in nineteen is any given
 * decoy, and the other unknowns take several more.
 */

/* ---- names ---- */

const char *const slip_names[SLIP_NAMES] = {
    SLIP_SIGN, SLIP_SKIPPED, SLIP_DOUBLED, SLIP_CONVERSION,
    SLIP_BASE, SLIP_HINT,    "other",
};

const char *fault_name(enum answer_fault f)
{
    static const char *const names[FAULTS] = {
        [FAULT_DECOY] = "decoy",
        [FAULT_MAPPING] = "mapping",
        [FAULT_CARRIED] = "carried on",
        [FAULT_IGNORED] = "ignored",
        [FAULT_NOT_PASSED] = "not passed on",
        [FAULT_MISCOMPUTED] = "miscomputed",
        [FAULT_UNTOLD] = "no number",
    };

    return names[f];
}

/* ---- what may be hit ---- */

static bool bait_holds(const struct bait *b, enum slip_kind k, struct ratio x)
{
    for (size_t i = 0; i < b->n[k]; i++)
        if (ratio_equal(b->values[k][i], x))
            return true;
    return false;
}

static void bait_add(struct bait *b, enum slip_kind k, struct ratio x,
                     struct ratio key)
{
    if (!ratio_equal(x, key) && !bait_holds(b, k, x))
        b->values[k][b->n[k]++] = x;
}

/* The chance that a wrong whole number is on the list, which is without the
 * key. */
static double bait_chance(const struct ratio *list, size_t n,
                          const struct individual_part *p)
{
    const struct linear_problem *l = structure_linear_of(&p->structure);
    double key = ratio_double(p->answer);
    double high = fmax(20, ceil(2 * fabs(key))), low = key < 0 ? -high : 1;
    double size, hits = 0;

    if (l && l->shape.low <= l->shape.high) {
        low = (double)l->shape.low;
        high = (double)l->shape.high;
    }
    size =
        high - low + 1 - (ratio_whole(p->answer) && key >= low && key <= high);
    for (size_t i = 0; i < n; i++)
        hits += ratio_whole(list[i]) && ratio_double(list[i]) >= low &&
                ratio_double(list[i]) <= high;
    return size > 0 ? hits / size : 0;
}

static void bait_make(struct arena *a, const struct individual *s, size_t part,
                      struct bait *out)
{
    const struct individual_part *p = &s->parts[part];
    struct quantity *q = arena_array(a, struct quantity, STRUCTURE_QUANTITIES);
    size_t n;

    *out = (struct bait){
        .values = { arena_array(a, struct ratio, s->n_decoys + 1),
                    arena_array(a, struct ratio, STRUCTURE_QUANTITIES) }
    };
    if (p->text) /* no number is a slip towards it */
        return;
    n = p->structure.kind->quantities(a, p->structure.data, q);
    for (size_t i = 0; i < s->n_decoys; i++)
        if (s->decoys[i].part == part)
            bait_add(out, SLIP_DECOY, s->decoys[i].value, p->answer);
    for (size_t i = 0; i < n && i < STRUCTURE_QUANTITIES; i++)
        if (!q[i].asked && !bait_holds(out, SLIP_DECOY, q[i].value))
            bait_add(out, SLIP_MAPPING, q[i].value, p->answer);
    for (size_t k = 0; k < SLIP_BROKEN; k++)
        out->chance[k] = bait_chance(out->values[k], out->n[k], p);
}

void baits_make(struct arena *a, const struct individual *s, struct baits *out)
{
    *out = (struct baits){ .individual = s };
    if (!s->n_parts)
        return;
    bait_make(a, s, 0, &out->of[0]);
    bait_make(a, s, s->n_parts - 1, &out->of[1]);
}

/* ---- counting ---- */

static void count_slip(enum slip_kind k, bool hit, struct slip_counts *sum,
                       struct slip_share *share)
{
    sum->of[k].could++;
    sum->of[k].hits += hit;
    share->could[k]++;
    share->hits[k] += hit;
}

static void count_answer(const struct bait *b, const struct given_answer *x,
                         enum answer_fault fault, const char *slip,
                         struct slip_counts *sum, struct slip_share *share)
{
    size_t name = 0;

    sum->wrong += x->mark == MARK_WRONG;
    sum->unread += mark_is_settled(x->mark) && x->mark != MARK_CORRECT &&
                   x->mark != MARK_WRONG;
    if (x->mark != MARK_WRONG)
        return;
    while (name + 1 < SLIP_NAMES && !(slip && str_eq(slip, slip_names[name])))
        name++;
    sum->faults[fault]++;
    sum->named[name] += fault == FAULT_DECOY;
    for (enum slip_kind k = 0; x->number && k < SLIP_BROKEN; k++) {
        bool hit = fault == (k == SLIP_DECOY ? FAULT_DECOY : FAULT_MAPPING);

        if (b->n[k] || hit) {
            count_slip(k, hit, sum, share);
            sum->of[k].chance += b->chance[k];
        }
    }
}

void slips_count(struct arena *a, const struct baits *b,
                 const struct chain_answers *t, bool chain,
                 struct slip_counts *sum, struct slip_share *share)
{
    const struct individual *s = b->individual;
    struct faults f;

    faults_find(a, s, t, &f);
    count_answer(&b->of[1], &t->final, f.final, f.final_slip, sum, share);
    if (!chain)
        return;
    count_answer(&b->of[0], &t->of[0], f.first, f.first_slip, sum, share);
    if (s->n_parts > 1 && t->final.number && !s->parts[s->n_parts - 1].text &&
        (t->final.mark == MARK_CORRECT || t->final.mark == MARK_WRONG))
        count_slip(SLIP_BROKEN,
                   t->final.mark == MARK_WRONG && f.final >= FAULT_IGNORED &&
                       f.final <= FAULT_MISCOMPUTED,
                   sum, share);
}

/* One run, counted for each of its models. */

/* One model in the making. */
struct model_counts {
    struct share *first, *final;
    struct slip_share *slips;
    struct measure_cell *cell;
};

/* Numbers of clusters: problems that share an id, a parent or a source. */
static uint32_t *measure_clusters(struct arena *a,
                                  const struct problem *problems,
                                  const struct individual *individuals,
                                  size_t n)
{
    struct clusters c = clusters_in(a, n);
    uint32_t *out = arena_array(a, uint32_t, n + 1);

    for (size_t i = 0; i < n; i++) {
        const struct individual *s = &individuals[i];
        struct span parents = span_of(s->parents ? s->parents : ""), name;

        if (problems[i].id)
            clusters_join(&c, i, problems[i].id, strlen(problems[i].id));
        while (span_split(&parents, ' ', &name))
            if (name.n)
                clusters_join(&c, i, name.s, name.n);
        for (size_t k = 0; k < s->n_parts; k++)
            if (s->parts[k].source)
                clusters_join(&c, i, s->parts[k].source,
                              strlen(s->parts[k].source));
    }
    clusters_number(&c, out);
    clusters_clear(&c);
    return out;
}

bool run_board_open(struct arena *a, const struct problem *problems, size_t n,
                    struct run_board *b, struct err *e)
{
    *b = (struct run_board){ .problems = problems,
                             .individuals =
                                 arena_array(a, struct individual, n + 1),
                             .baits = arena_array(a, struct baits, n + 1),
                             .n = n };
    for (size_t i = 0; i < n; i++) {
        bool is = false;

        if (!individual_read(a, &problems[i], &is, &b->individuals[i], e)) {
            if (is)
                return err_prefix(
                    e, "%.60s: ", problems[i].id ? problems[i].id : "?");
            b->individuals[i] = (struct individual){ 0 };
        }
        baits_make(a, &b->individuals[i], &b->baits[i]);
    }
    b->cluster = measure_clusters(a, problems, b->individuals, n);
    return true;
}

static void count_mark(struct share *s, uint64_t count[MARKS], enum mark m)
{
    count[m]++;
    s->n += mark_counts(m);
    s->sum += m == MARK_CORRECT;
}

static void measure_open_model(struct arena *a, const struct run_board *b,
                               struct measure_cell *cell,
                               struct model_counts *m)
{
    *m = (struct model_counts){ .first = arena_array(a, struct share, b->n + 1),
                                .final = arena_array(a, struct share, b->n + 1),
                                .slips =
                                    arena_array(a, struct slip_share, b->n + 1),
                                .cell = cell };
    for (size_t i = 0; i < b->n; i++)
        m->first[i].cluster = m->final[i].cluster = b->cluster[i];
}

static void measure_close_model(struct arena *scratch,
                                const struct run_board *b,
                                const struct model_counts *m)
{
    struct share *shares = arena_array(scratch, struct share, b->n + 1);

    m->cell->first = rate_make(m->first, b->n);
    m->cell->final = rate_make(m->final, b->n);
    for (enum slip_kind k = 0; k < SLIPS; k++) {
        struct slip_count *s = &m->cell->slips.of[k];

        for (size_t i = 0; i < b->n; i++)
            shares[i] = (struct share){ .cluster = b->cluster[i],
                                        .n = m->slips[i].could[k],
                                        .sum = m->slips[i].hits[k] };
        s->chance = s->could ? s->chance / (double)s->could : NAN;
        s->rate = rate_make(shares, b->n).interval;
    }
}

static void count_models(struct arena *a, const struct run_info *run,
                         const struct run_board *b, const struct replies *r,
                         const char *set, struct measure_cell *cells)
{
    struct arena scratch = { 0 };
    struct arena one = { 0 };
    struct model_counts *models =
        arena_array(&scratch, struct model_counts, run->n_models + 1);

    for (size_t i = 0; i < run->n_models; i++) {
        cells[i] =
            (struct measure_cell){ .model = arena_strdup(a, run->models[i]),
                                   .set = set,
                                   .run = arena_strdup(a, run->name) };
        measure_open_model(&scratch, b, &cells[i], &models[i]);
    }
    for (size_t i = 0; i < r->n; i++) {
        const struct chain_answers *t = &r->answers[i];
        struct model_counts *m = &models[r->results[i].model];
        size_t k = r->results[i].problem;
        bool chain = b->problems[k].n_keys > 1;

        arena_reset(&one);
        if (chain)
            count_mark(&m->first[k], m->cell->count_first, t->of[0].mark);
        count_mark(&m->final[k], m->cell->count_final, t->final.mark);
        slips_count(&one, &b->baits[k], t, chain, &m->cell->slips,
                    &m->slips[k]);
    }
    for (size_t i = 0; i < run->n_models; i++)
        measure_close_model(&scratch, b, &models[i]);
    arena_clear(&one);
    arena_clear(&scratch);
}

bool measure_run(struct arena *a, struct store *s, const struct run_info *run,
                 const struct problem *problems, size_t n, const char *set,
                 bool strict, struct measure_cell **cells, size_t *n_cells,
                 struct err *e)
{
    struct replies replies = { 0 };
    struct arena work = { 0 };
    struct run_board board;
    bool ok = run_board_open(&work, problems, n, &board, e) &&
              replies_read(&work, s, run, problems, n, strict, &replies, e);

    if (ok) {
        *cells = arena_array(a, struct measure_cell, run->n_models + 1);
        *n_cells = run->n_models;
        count_models(a, run, &board, &replies, arena_strdup(a, set ? set : ""),
                     *cells);
    }
    arena_clear(&work);
    return ok;
}
