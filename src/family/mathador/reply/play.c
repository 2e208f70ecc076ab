/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/play.h"
#include "base/ascii.h"
#include "base/str.h"
#include "family/mathador/reply/play_int.h"
#include "grade/extract/extract.h"

#include <inttypes.h>

const char *play_error_name(enum play_error e)
{
    static const char *const names[] = { "formatting", "calculation",
                                         "illegal_operand",
                                         "illegal_intermediate",
                                         "missed_target" };

    return names[e];
}

void play_fail(struct play *p, enum play_error e, const char *why)
{
    p->score = 0;
    if (p->n_errors == 0)
        p->why = why;
    for (int i = 0; i < p->n_errors; i++)
        if (p->errors[i] == e)
            return;
    p->errors[p->n_errors++] = e;
}

/* ---- what claims have to do with each other ---- */

static bool is_number(struct ratio x, int64_t n)
{
    return x.q == 1 && x.p == n;
}

bool play_hits(const struct game *g, struct ratio x)
{
    return is_number(x, g->target);
}

int play_base(const struct game *g, struct ratio x, const bool *taken)
{
    for (size_t i = 0; i < g->n; i++)
        if (!(taken && taken[i]) && is_number(x, g->numbers[i]))
            return (int)i;
    return -1;
}

bool play_same(const struct game_claim *a, const struct game_claim *b)
{
    bool same = a->n == b->n && reply_equal(a->result, b->result);

    for (int i = 0; same && i < 2 * a->n; i++) {
        const struct game_operand *x = claim_operand(a, i);
        const struct game_operand *y = claim_operand(b, i);

        same = a->operations[i / 2].op == b->operations[i / 2].op &&
               x->from == y->from &&
               (x->from >= 0 || reply_equal(x->number, y->number));
    }
    return same;
}

/* The last claim of this attempt before `at` that made x and was not taken. */
static int find_made(const struct table_of_claims *t, int at, struct ratio x,
                     const bool *taken)
{
    for (int i = at - 1; i >= 0 && t->items[i].attempt == t->items[at].attempt;
         i--)
        if (!taken[i] && reply_equal(t->items[i].result, x))
            return i;
    return -1;
}

static bool is_accounted(const struct table_of_claims *t, int at)
{
    const struct game_claim *c = &t->items[at];

    for (int k = 0; k < 2 * c->n; k++) {
        struct ratio x = claim_operand(c, k)->number;
        bool found =
            claim_operand(c, k)->from >= 0 || play_base(t->g, x, NULL) >= 0;

        for (int i = at - 1; i >= 0 && !found; i--)
            found = t->items[i].accounted && reply_equal(t->items[i].result, x);
        if (!found)
            return false;
    }
    return true;
}

/* An expression of several operations over base numbers alone stands for
 * itself. */
static bool is_complete(const struct game *g, const struct game_claim *c)
{
    bool taken[GAME_MOST] = { false };

    for (int k = 0; k < 2 * c->n; k++) {
        const struct game_operand *o = claim_operand(c, k);
        int i = o->from < 0 ? play_base(g, o->number, taken) : 0;

        if (i < 0)
            return false;
        taken[i] |= o->from < 0;
    }
    return c->n > 1;
}

/* Is there a line between two claims that has none? An empty one, perhaps? */
static bool is_apart(const struct table_of_claims *t, int before, int after,
                     bool empty)
{
    int lines = 0;

    for (size_t i = t->items[before].end; i < t->items[after].at && lines < 2;
         i++) {
        if (t->text.s[i] == '\n')
            lines++;
        else if (empty && !is_space(t->text.s[i]))
            lines = 0;
    }
    return lines == 2;
}

static void find_paragraphs(struct table_of_claims *t)
{
    for (int i = 0, from = 0; i < t->n; i++) {
        t->items[i].block =
            i ? t->items[i - 1].block + is_apart(t, i - 1, i, false) : 0;
        t->items[i].paragraph = from;
        if (i + 1 < t->n && !is_apart(t, i, i + 1, true))
            continue;
        for (int k = from; k <= i; k++)
            t->items[k].company = i + 1 - from;
        from = i + 1;
    }
}

/* Words may announce another attempt. So does an empty line before several
 * claims together; before a single one it does so only if the target was
 * reached, and not if every claim has its own paragraph. */
static bool begins_attempt(const struct table_of_claims *t, int i)
{
    const struct game_claim *c = &t->items[i], *before = c - 1;
    bool first = i == 1 || before->attempt != before[-1].attempt;

    if (c->gap != GAP_NONE)
        return true;
    if (c->paragraph == before->paragraph || c->follows)
        return false;
    return c->company > 1 ||
           (play_hits(t->g, before->result) && (before->company > 1 || first));
}

static void connect(struct arena *a, struct table_of_claims *t)
{
    bool *taken = arena_array(a, bool, (size_t)t->n + 1);

    find_paragraphs(t);
    for (int i = 0; i < t->n; i++) {
        struct game_claim *c = &t->items[i];
        bool complete = is_complete(t->g, c);

        if (i > 0)
            c->attempt = t->items[i - 1].attempt + begins_attempt(t, i);
        for (int k = 0; !complete && k < 2 * c->n; k++) {
            struct game_operand *o = &c->operations[k / 2].side[k % 2];
            int made = o->from < 0 ? find_made(t, i, o->number, taken) : -1;

            o->made = made;
            if (made >= 0)
                taken[made] = true;
        }
        c->accounted = is_accounted(t, i);
    }
}

/* ---- what is right and wrong with it ---- */

static const char *number_text(struct arena *a, struct ratio x)
{
    return x.q ? ratio_text(a, x) : "?";
}

/* "6 - 2 = 4", as the claim has it. */
static const char *operation_text(struct arena *a, const struct game_claim *c,
                                  int i)
{
    const struct game_operation *o = &c->operations[i];

    return arena_printf(a, "%s %c %s = %s", number_text(a, o->side[0].number),
                        game_symbol(o->op), number_text(a, o->side[1].number),
                        number_text(a, i + 1 == c->n ? c->result : o->value));
}

#define SHOWN_MOST 60 /* bytes of a claim in a reason */

/* A claim as it stands in the reply, with what is wrong with it. */
static const char *blame(struct arena *a, const struct table_of_claims *t,
                         const struct game_claim *c, const char *what)
{
    size_t n = c->end - c->at;

    return arena_printf(a, "%.*s%s %s", (int)(n < SHOWN_MOST ? n : SHOWN_MOST),
                        t->text.s + c->at, n > SHOWN_MOST ? "..." : "", what);
}

/* Collect the errors of one claim. Its result counts as written, right or
 * wrong; inside, operations have their own values. Where a number does not fit,
 * it stays open whether the claim about it is true. */
static void check_claim(struct arena *a, struct play *p,
                        const struct table_of_claims *t,
                        const struct game_claim *c, bool illegal)
{
    bool open = false;

    if (c->foreign) {
        play_fail(p, PLAY_FORMATTING,
                  "it uses an operation that is none of the four, or too many");
        return;
    }
    for (int i = 0; i < 2 * c->n; i++)
        open |= claim_operand(c, i)->from < 0 && !claim_operand(c, i)->number.q;
    if (c->has_result && !open && !claim_is_true(c))
        play_fail(p, PLAY_CALCULATION,
                  blame(a, t, c,
                        c->value.q ? arena_printf(a, "is false: it is %s",
                                                  number_text(a, c->value))
                                   : "has no value"));
    if (illegal)
        play_fail(p, PLAY_ILLEGAL_OPERAND,
                  blame(a, t, c,
                        "uses a number that is neither a base number nor a "
                        "result, or is used up"));
    for (int i = 0; !open && i < c->n; i++) {
        struct ratio x = c->operations[i].value;

        if (i + 1 == c->n && x.q != 0) /* divided by zero it stays so */
            x = c->result;
        if (x.q != 1 || x.p < 0)
            play_fail(p, PLAY_ILLEGAL_INTERMEDIATE,
                      blame(a, t, c, "makes a negative number or a fraction"));
    }
}

static void add_steps(struct arena *a, struct str *text,
                      const struct game_claim *c)
{
    for (int k = 0; k < c->n; k++)
        str_addf(text, "%s%s", text->n ? "; " : "", operation_text(a, c, k));
}

/* Is the claim one of the solution, or a repetition of one, which is no other
 * step? */
static bool link_tells(const struct table_of_claims *t, const struct linked *l,
                       int claim)
{
    for (int i = 0; i < l->n; i++)
        if (l->claims[i] == claim ||
            play_same(&t->items[l->claims[i]], &t->items[claim]))
            return true;
    return false;
}

/* What came to the target by another way was a solution of its own. */
static bool is_other_end(const struct table_of_claims *t,
                         const struct linked *l, int claim)
{
    bool in = false;

    for (int i = 0; i < l->n; i++)
        in |= l->claims[i] == claim;
    return !in && play_hits(t->g, t->items[claim].result);
}

static void note_padding(struct arena *a, struct play *p,
                         const struct table_of_claims *t,
                         const struct linked *l, int root)
{
    int attempt = t->items[root].attempt, from = root;

    while (from > 0 && t->items[from - 1].attempt == attempt &&
           !is_other_end(t, l, from - 1))
        from--;
    p->padding =
        arena_array(a, const char *, (size_t)(root - from) * CLAIM_OPERATIONS);
    for (int i = from; i < root; i++)
        for (int k = 0; k < t->items[i].n && !link_tells(t, l, i); k++)
            p->padding[p->n_padding++] = operation_text(a, &t->items[i], k);
}

/* Are its steps picked out of many others? Then the reply is a list of
 * operations, of which we would choose. */
static bool is_scattered(const struct table_of_claims *t,
                         const struct linked *l)
{
    int others = 0;

    for (int i = l->claims[0]; i < l->claims[l->n - 1]; i++)
        if (!link_tells(t, l, i) && !is_other_end(t, l, i))
            others += t->items[i].n;
    return others > GAME_STEPS;
}

static void grade_solution(struct arena *a, struct play *p,
                           const struct table_of_claims *t, int root)
{
    struct linked l = link_solution(t, root);
    int n[OPS] = { 0 }, operations = 0;
    struct str text = str_in(a);

    for (int i = 0; i < l.n; i++) {
        const struct game_claim *c = &t->items[l.claims[i]];

        add_steps(a, &text, c);
        check_claim(a, p, t, c, l.illegal[i]);
        for (int k = 0; k < c->n; k++)
            n[c->operations[k].op]++;
        operations += c->n;
    }
    p->steps = str_get(&text);
    if (operations > GAME_STEPS)
        play_fail(p, PLAY_FORMATTING, "it takes more than four operations");
    if (is_scattered(t, &l))
        play_fail(p, PLAY_FORMATTING,
                  "more than four other operations stand between its steps");
    if (p->n_errors)
        return;
    p->score = game_score(n);
    note_padding(a, p, t, &l, root);
}

/* The attempt that ends with claim `end` does not come to the target, or is
 * not stood by: what else is wrong with it? */
static void grade_failure(struct arena *a, struct play *p,
                          const struct table_of_claims *t, int end,
                          const char *why)
{
    int from = end;
    struct str text = str_in(a);

    while (from > 0 && !is_complete(t->g, &t->items[end]) &&
           t->items[from - 1].attempt == t->items[from].attempt)
        from--;
    for (int i = from; i <= end; i++) {
        struct linked l = link_solution(t, i);
        bool illegal = false;

        for (int k = 0; k < l.n; k++)
            illegal = illegal || (l.claims[k] == i && l.illegal[k]);
        check_claim(a, p, t, &t->items[i], illegal);
        add_steps(a, &text, &t->items[i]);
    }
    p->steps = str_get(&text);
    play_fail(p, PLAY_MISSED_TARGET, why);
}

struct play play_read(struct arena *a, const struct game *g, const char *text,
                      size_t n)
{
    struct vec claims = vec_in(a, sizeof(struct game_claim));
    struct table_of_claims t = { .g = g };
    struct play p = { .steps = "", .why = "" };
    const char *why = NULL;
    size_t from;
    int end;

    if (!extract_skip_thinking(text, n, &from)) {
        play_fail(&p, PLAY_FORMATTING, "its thinking never ends");
        return p;
    }
    t.text = claims_text(a, text + from, n - from);
    t.broken = !claims_read(a, t.text, &claims);
    t.items = claims.items;
    t.n = (int)claims.n;
    p.read = t.n > 0;
    if (!p.read) {
        play_fail(&p, PLAY_FORMATTING, "no step can be read in it");
        return p;
    }
    connect(a, &t);
    end = commit_find(a, &t, &why);
    if (end < 0)
        grade_failure(a, &p, &t, t.n - 1, why);
    else if (play_hits(g, t.items[end].result))
        grade_solution(a, &p, &t, end);
    else
        grade_failure(a, &p, &t, end,
                      arena_printf(a,
                                   "its last attempt does not end at the "
                                   "target %" PRId64,
                                   g->target));
    return p;
}
