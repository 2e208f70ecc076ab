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

void play_fail(struct play *p, enum play_error e)
{
    p->score = 0;
    for (int i = 0; i < p->n_errors; i++)
        if (p->errors[i] == e)
            return;
    p->errors[p->n_errors++] = e;
}

/* ---- what a claim says ---- */

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

static void add_leaf(struct judged *j, const struct game_operand *o)
{
    if (o->from < 0 && j->n_leaves < LEAVES)
        j->leaves[j->n_leaves++] = (struct leaf){ o->number, -1 };
}

static struct judged judge_claim(const struct game_claim *c)
{
    struct judged j = { .claim = c };
    struct ratio value[CLAIM_OPERATIONS];

    claim_values(c, value);
    for (int i = 0; i < c->n; i++) {
        add_leaf(&j, &c->operations[i].a);
        add_leaf(&j, &c->operations[i].b);
    }
    if (c->n > 0)
        j.value = value[c->n - 1];
    j.stated = c->has_result ? c->result : j.value;
    return j;
}

/* The last claim of this attempt before `at` that made x and was not taken. */
static int find_made(const struct table_of_claims *t, int at, struct ratio x,
                     const bool *taken)
{
    for (int i = at - 1; i >= 0; i--) {
        if (t->items[i].attempt != t->items[at].attempt)
            return -1;
        if (!taken[i] && reply_equal(t->items[i].stated, x))
            return i;
    }
    return -1;
}

static bool is_accounted(const struct table_of_claims *t, int at)
{
    const struct judged *j = &t->items[at];

    for (int k = 0; k < j->n_leaves; k++) {
        struct ratio x = j->leaves[k].number;
        bool found = play_base(t->g, x, NULL) >= 0;

        for (int i = at - 1; i >= 0 && !found; i--)
            found = t->items[i].accounted && reply_equal(t->items[i].stated, x);
        if (!found)
            return false;
    }
    return true;
}

/* Is there a line between two claims that has none? An empty one, perhaps? */
static bool is_apart(const struct table_of_claims *t, int before, int after,
                     bool empty)
{
    const char *p = t->text + t->items[before].claim->end;
    const char *end = t->text + t->items[after].claim->at;
    int lines = 0;

    for (; p < end && lines < 2; p++) {
        if (*p == '\n')
            lines++;
        else if (empty && !is_space(*p))
            lines = 0;
    }
    return lines == 2;
}

/* An expression of several operations over base numbers alone stands for
 * itself. */
static bool is_complete(const struct game *g, const struct judged *j)
{
    bool taken[GAME_MOST] = { false };

    for (int k = 0; k < j->n_leaves; k++) {
        int i = play_base(g, j->leaves[k].number, taken);

        if (i < 0)
            return false;
        taken[i] = true;
    }
    return j->claim->n > 1;
}

static void find_paragraphs(struct table_of_claims *t)
{
    int from = 0;

    for (int i = 1; i <= t->n; i++) {
        if (i < t->n)
            t->items[i].block =
                t->items[i - 1].block + is_apart(t, i - 1, i, false);
        if (i < t->n && !is_apart(t, i - 1, i, true))
            continue;
        for (int k = from; k < i; k++) {
            t->items[k].paragraph = from;
            t->items[k].company = i - from;
        }
        from = i;
    }
}

/* Words may announce another attempt. So does an empty line before several
 * claims together; before a single one it does so only if the target was
 * reached, and not if every claim has its own paragraph. */
static bool begins_attempt(const struct table_of_claims *t, int i)
{
    const struct judged *j = &t->items[i], *before = j - 1;
    bool first = i == 1 || before->attempt != before[-1].attempt;

    if (j->claim->gap != GAP_NONE)
        return true;
    if (j->paragraph == before->paragraph || j->claim->follows)
        return false;
    return j->company > 1 ||
           (play_hits(t->g, before->stated) && (before->company > 1 || first));
}

static void connect(struct arena *a, struct table_of_claims *t)
{
    bool *taken = arena_array(a, bool, (size_t)t->n + 1);

    find_paragraphs(t);
    for (int i = 0; i < t->n; i++) {
        struct judged *j = &t->items[i];

        if (i > 0)
            j->attempt = t->items[i - 1].attempt + begins_attempt(t, i);
        for (int k = 0; !is_complete(t->g, j) && k < j->n_leaves; k++) {
            int made = find_made(t, i, j->leaves[k].number, taken);

            j->leaves[k].made = made;
            if (made >= 0)
                taken[made] = true;
        }
        j->accounted = is_accounted(t, i);
    }
}

static bool same_operand(const struct game_operand *a,
                         const struct game_operand *b)
{
    return a->from == b->from &&
           (a->from >= 0 || reply_equal(a->number, b->number));
}

bool play_same(const struct judged *a, const struct judged *b)
{
    if (a->claim->n != b->claim->n || !reply_equal(a->stated, b->stated))
        return false;
    for (int i = 0; i < a->claim->n; i++) {
        const struct game_operation *x = &a->claim->operations[i];
        const struct game_operation *y = &b->claim->operations[i];

        if (x->op != y->op || !same_operand(&x->a, &y->a) ||
            !same_operand(&x->b, &y->b))
            return false;
    }
    return true;
}

/* ---- what is right and wrong with it ---- */

static const char *number_text(struct arena *a, struct ratio x)
{
    return x.q ? ratio_text(a, x) : "?";
}

/* "6 - 2 = 4", as the claim has it. */
static const char *operation_text(struct arena *a, const struct judged *j,
                                  int i)
{
    const struct game_operation *o = &j->claim->operations[i];
    struct ratio value[CLAIM_OPERATIONS];

    claim_values(j->claim, value);
    return arena_printf(
        a, "%s %c %s = %s",
        number_text(a, o->a.from < 0 ? o->a.number : value[o->a.from]),
        game_symbol(o->op),
        number_text(a, o->b.from < 0 ? o->b.number : value[o->b.from]),
        number_text(a, i + 1 == j->claim->n ? j->stated : value[i]));
}

static bool is_whole(struct ratio x)
{
    return x.q == 1 && x.p >= 0;
}

/* Only the first reason is reported. */
static void fail(struct play *p, enum play_error e, const char *why)
{
    if (p->n_errors == 0)
        p->why = why;
    play_fail(p, e);
}

#define SHOWN_MOST 60 /* bytes of a claim in a reason */

/* A claim as it stands in the reply, with what is wrong with it. */
static const char *blame(struct arena *a, const struct table_of_claims *t,
                         const struct judged *j, const char *what)
{
    size_t n = j->claim->end - j->claim->at;

    return arena_printf(a, "%.*s%s %s", (int)(n < SHOWN_MOST ? n : SHOWN_MOST),
                        t->text + j->claim->at, n > SHOWN_MOST ? "..." : "",
                        what);
}

/* A number that does not fit: whether the claim about it is true stays open. */
static bool is_open(const struct judged *j)
{
    for (int i = 0; i < j->n_leaves; i++)
        if (j->leaves[i].number.q == 0)
            return true;
    return false;
}

/* Collect the errors of one claim. Its result counts as written, right or
 * wrong; inside, operations have their own values. */
static void check_claim(struct arena *a, struct play *p,
                        const struct table_of_claims *t, const struct judged *j,
                        bool illegal)
{
    const struct game_claim *c = j->claim;
    struct ratio value[CLAIM_OPERATIONS];

    if (c->foreign) {
        fail(p, PLAY_FORMATTING,
             "it uses an operation that is none of the four, or too many");
        return;
    }
    claim_values(c, value);
    if (c->has_result && !is_open(j) &&
        (c->wrong || !reply_equal(j->stated, j->value)))
        fail(p, PLAY_CALCULATION,
             blame(a, t, j,
                   j->value.q ? arena_printf(a, "is false: it is %s",
                                             number_text(a, j->value))
                              : "has no value"));
    if (illegal)
        fail(p, PLAY_ILLEGAL_OPERAND,
             blame(a, t, j,
                   "uses a number that is neither a base number nor a "
                   "result, or is used up"));
    if (value[c->n - 1].q != 0) /* what is divided by zero stays so */
        value[c->n - 1] = j->stated;
    for (int i = 0; !is_open(j) && i < c->n; i++)
        if (!is_whole(value[i]))
            fail(p, PLAY_ILLEGAL_INTERMEDIATE,
                 blame(a, t, j, "makes a negative number or a fraction"));
}

static void add_steps(struct arena *a, struct str *text, const struct judged *j)
{
    for (int k = 0; k < j->claim->n; k++)
        str_addf(text, "%s%s", text->n ? "; " : "", operation_text(a, j, k));
}

/* Its steps as text, and how many operations of each kind they have. */
static void note_steps(struct arena *a, struct play *p,
                       const struct table_of_claims *t, const struct linked *l,
                       int n[OPS])
{
    struct str text = str_in(a);

    for (int i = 0; i < l->n; i++) {
        const struct judged *j = &t->items[l->claims[i]];

        add_steps(a, &text, j);
        for (int k = 0; k < j->claim->n; k++)
            n[j->claim->operations[k].op]++;
    }
    p->steps = str_get(&text);
}

static bool is_in(const struct linked *l, int claim)
{
    for (int i = 0; i < l->n; i++)
        if (l->claims[i] == claim)
            return true;
    return false;
}

/* A step of the solution that is repeated is no other step. */
static bool is_repeat(const struct table_of_claims *t, const struct linked *l,
                      int claim)
{
    for (int i = 0; i < l->n; i++)
        if (play_same(&t->items[l->claims[i]], &t->items[claim]))
            return true;
    return false;
}

/* What came to the target by another way was a solution of its own. */
static bool is_other_end(const struct table_of_claims *t,
                         const struct linked *l, int claim)
{
    return play_hits(t->g, t->items[claim].stated) && !is_in(l, claim);
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
    for (int i = from; i < root; i++) {
        if (is_in(l, i) || is_repeat(t, l, i))
            continue;
        for (int k = 0; k < t->items[i].claim->n; k++)
            p->padding[p->n_padding++] = operation_text(a, &t->items[i], k);
    }
}

/* Are its steps picked out of many others? Then the reply is a list of
 * operations, of which we would choose. */
static bool is_scattered(const struct table_of_claims *t,
                         const struct linked *l)
{
    int others = 0;

    for (int i = l->claims[0]; i < l->claims[l->n - 1]; i++)
        if (!is_in(l, i) && !is_repeat(t, l, i) && !is_other_end(t, l, i))
            others += t->items[i].claim->n;
    return others > GAME_STEPS;
}

static void grade_solution(struct arena *a, struct play *p,
                           const struct table_of_claims *t, int root)
{
    struct linked l = link_solution(t, root);
    int n[OPS] = { 0 }, operations = 0;

    note_steps(a, p, t, &l, n);
    for (int i = 0; i < l.n; i++)
        check_claim(a, p, t, &t->items[l.claims[i]], l.illegal[i]);
    for (int op = 0; op < OPS; op++)
        operations += n[op];
    if (operations > GAME_STEPS)
        fail(p, PLAY_FORMATTING, "it takes more than four operations");
    if (is_scattered(t, &l))
        fail(p, PLAY_FORMATTING,
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
    fail(p, PLAY_MISSED_TARGET, why);
}

static void grade_commitment(struct arena *a, struct play *p,
                             const struct table_of_claims *t)
{
    const char *why = NULL;
    int end = commit_find(a, t, &why);

    if (end < 0)
        grade_failure(a, p, t, t->n - 1, why);
    else if (play_hits(t->g, t->items[end].stated))
        grade_solution(a, p, t, end);
    else
        grade_failure(a, p, t, end,
                      arena_printf(a,
                                   "its last attempt does not end at the "
                                   "target %" PRId64,
                                   t->g->target));
}

struct play play_read(struct arena *a, const struct game *g, const char *text,
                      size_t n)
{
    struct vec claims = vec_in(a, sizeof(struct game_claim));
    struct table_of_claims t = { .g = g };
    struct play p = { .steps = "", .why = "" };
    size_t from;

    if (!extract_skip_thinking(text, n, &from)) {
        fail(&p, PLAY_FORMATTING, "its thinking never ends");
        return p;
    }
    t.text = text + from;
    t.text_n = n - from;
    t.broken = !claims_read(a, t.text, t.text_n, &claims);
    if (claims.n == 0) {
        fail(&p, PLAY_FORMATTING, "no step can be read in it");
        return p;
    }
    t.items = arena_array(a, struct judged, claims.n);
    for (size_t i = 0; i < claims.n; i++)
        t.items[t.n++] = judge_claim(vec_at(&claims, i));
    connect(a, &t);
    p.read = true;
    grade_commitment(a, &p, &t);
    return p;
}
