/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Knights, who always tell the truth, and knaves, who always lie, speak of each
 * other. Who is a knight? There is one solution, and every statement is needed.
 *
 * solve() searches with forced moves: a statement is about how many knights
 * there are among those it names. check() turns each statement into clauses and
 * asks a solver by Davis, Putnam, Logemann and Loveland. Both prove that the
 * solution is the only one and that no statement can be left out.
 */
#include "family/hard/sat.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"

#include <inttypes.h>

#define PEOPLE_MOST 100
#define SAID_MOST   400

/* Statement i: `who` says `what` of the people a, b and c (0: not named). */
struct isle {
    int64_t people;
    struct ints who, what, a, b, c;
};

/* What can be said. */
static const struct saying {
    int64_t named;    /* people */
    int64_t knights;  /* bit k is set if it is true of k knights among them */
    const char *text; /* 1, 2 and 3 stand for them */
} sayings[] = {
    { 1, 2, "1 is a knight." },
    { 1, 1, "1 is a knave." },
    { 2, 4, "1 and 2 are both knights." },
    { 2, 3, "At least one of 1 and 2 is a knave." },
    { 2, 6, "At least one of 1 and 2 is a knight." },
    { 2, 5, "1 and 2 are of the same kind." },
    { 2, 2, "Exactly one of 1 and 2 is a knight." },
    { 2, 1, "1 and 2 are both knaves." },
    { 3, 2, "Exactly one of 1, 2 and 3 is a knight." },
    { 3, 4, "Exactly two of 1, 2 and 3 are knights." },
};

#define SAYINGS ((int64_t)(sizeof(sayings) / sizeof(*sayings)))

static const struct field fields[] = {
    NUMBER(struct isle, people, 1, PEOPLE_MOST),
    INTS(struct isle, who, 1, PEOPLE_MOST),
    INTS(struct isle, what, 0, SAYINGS - 1),
    INTS(struct isle, a, 1, PEOPLE_MOST),
    INTS(struct isle, b, 0, PEOPLE_MOST),
    INTS(struct isle, c, 0, PEOPLE_MOST),
    { 0 },
};

/* ---- the first road: search with forced moves ---- */

struct search {
    const struct isle *of;
    int64_t without;                /* the statement that is left out, or -1 */
    int64_t value[PEOPLE_MOST + 1]; /* 1 knight, 0 knave, -1 open */
    int64_t found, first[PEOPLE_MOST + 1];
};

/* Could the statement still be as its speaker's kind wants it? An open person
 * may be set by the caller. */
static bool is_possible(const struct search *s, int64_t i)
{
    const struct isle *v = s->of;
    const struct saying *said = &sayings[v->what.x[i]];
    int64_t named[] = { v->a.x[i], v->b.x[i], v->c.x[i] };
    int64_t knights = 0, open = 0, truths = 0;

    for (int64_t k = 0; k < said->named; k++) {
        knights += s->value[named[k]] == 1;
        open += s->value[named[k]] < 0;
    }
    for (int64_t k = knights; k <= knights + open; k++)
        truths |= (said->knights >> k & 1) ? 2 : 1; /* may be true, false */
    return s->value[v->who.x[i]] < 0 ||
           (truths & (s->value[v->who.x[i]] == 1 ? 2 : 1));
}

/* Set a person if only one kind is possible by the statement. Returns false if
 * none is; sets `moved` if something was set. */
static bool force(struct search *s, int64_t i, int64_t person, bool *moved)
{
    bool good[2];

    if (person == 0 || s->value[person] >= 0)
        return true;
    for (int64_t kind = 0; kind < 2; kind++) {
        s->value[person] = kind;
        good[kind] = is_possible(s, i);
    }
    s->value[person] = -1;
    if (good[0] != good[1]) {
        s->value[person] = good[1];
        *moved = true;
    }
    return good[0] || good[1];
}

static bool force_all(struct search *s)
{
    const struct isle *v = s->of;
    bool moved = true;

    while (moved) {
        moved = false;
        for (int64_t i = 0; i < v->who.n; i++)
            if (i != s->without &&
                (!is_possible(s, i) || !force(s, i, v->who.x[i], &moved) ||
                 !force(s, i, v->a.x[i], &moved) ||
                 !force(s, i, v->b.x[i], &moved) ||
                 !force(s, i, v->c.x[i], &moved)))
                return false;
    }
    return true;
}

/* Count solutions up to 2 and keep the first. */
static void search(struct search *s)
{
    struct search at = *s;
    int64_t person = 1;

    if (!force_all(&at))
        return;
    while (person <= at.of->people && at.value[person] >= 0)
        person++;
    if (person > at.of->people) {
        if (s->found++ == 0)
            for (int64_t i = 1; i <= at.of->people; i++)
                s->first[i] = at.value[i];
        return;
    }
    for (int64_t kind = 0; kind < 2 && s->found < 2; kind++) {
        struct search next = at;

        next.value[person] = kind;
        next.found = s->found;
        search(&next);
        if (s->found == 0 && next.found)
            for (int64_t i = 1; i <= at.of->people; i++)
                s->first[i] = next.first[i];
        s->found = next.found;
    }
}

static struct search solutions(const struct isle *v, int64_t without)
{
    struct search s = { .of = v, .without = without };

    for (int64_t i = 0; i <= v->people; i++)
        s.value[i] = -1;
    search(&s);
    return s;
}

/* ---- drawing ---- */

/* A person whom nobody has named yet. */
static int64_t draw_other(struct pick *k, const int64_t *named, int64_t n)
{
    for (;;) {
        int64_t person = pick(k, 1, k->depth), i = 0;

        while (i < n && named[i] != person)
            i++;
        if (i == n)
            return person;
    }
}

/* Add a statement that its speaker can make in this solution. */
static void draw_saying(struct pick *k, struct isle *v, const int64_t *kinds,
                        int64_t who)
{
    for (;;) {
        int64_t named[4] = { who }, what = pick(k, 0, SAYINGS - 1), knights = 0;

        for (int64_t i = 1; i <= sayings[what].named; i++) {
            named[i] = draw_other(k, named, i);
            knights += kinds[named[i]];
        }
        if ((sayings[what].knights >> knights & 1) != kinds[who])
            continue;
        v->who.x[v->who.n++] = who;
        v->what.x[v->what.n++] = what;
        v->a.x[v->a.n++] = named[1];
        v->b.x[v->b.n++] = named[2];
        v->c.x[v->c.n++] = named[3];
        return;
    }
}

static void drop(struct isle *v, int64_t i)
{
    struct ints *lists[] = { &v->who, &v->what, &v->a, &v->b, &v->c };

    for (size_t k = 0; k < sizeof(lists) / sizeof(*lists); k++) {
        for (int64_t j = i + 1; j < lists[k]->n; j++)
            lists[k]->x[j - 1] = lists[k]->x[j];
        lists[k]->n--;
    }
}

/* Everybody speaks once, then some again until one solution is left; then what
 * is not needed is dropped. */
static void draw(struct pick *k, void *values)
{
    struct isle *v = values;
    int64_t kinds[PEOPLE_MOST + 1];
    struct ints *lists[] = { &v->who, &v->what, &v->a, &v->b, &v->c };

    v->people = k->depth;
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
        *lists[i] = ints_new(k->arena, SAID_MOST);
        lists[i]->n = 0;
    }
    for (int64_t i = 1; i <= k->depth; i++)
        kinds[i] = pick(k, 0, 1);
    for (int64_t i = 1; i <= k->depth; i++)
        draw_saying(k, v, kinds, i);
    while (v->who.n < SAID_MOST && solutions(v, -1).found != 1)
        draw_saying(k, v, kinds, pick(k, 1, k->depth));
    for (int64_t i = v->who.n - 1; i >= 0; i--)
        if (solutions(v, i).found == 1)
            drop(v, i);
}

static void speak(struct speech *s, const void *values)
{
    const struct isle *v = values;
    struct str said = str_in(s->arena);

    for (int64_t i = 0; i < v->who.n; i++) {
        int64_t named[] = { v->a.x[i], v->b.x[i], v->c.x[i] };

        str_addf(&said, "%sInhabitant $%" PRId64 "$ says: \"", i ? " " : "",
                 v->who.x[i]);
        for (const char *p = sayings[v->what.x[i]].text; *p; p++)
            if (*p >= '1' && *p <= '3')
                str_addf(&said, "$%" PRId64 "$", named[*p - '1']);
            else
                str_addc(&said, *p);
        str_addc(&said, '"');
    }
    form_let_text(s, "statements", str_get(&said));
    form_let(s, "count", v->who.n);
}

/* ---- solving ---- */

static bool is_minimal(const struct isle *v)
{
    for (int64_t i = 0; i < v->who.n; i++)
        if (solutions(v, i).found != 2)
            return false;
    return true;
}

/* Why each statement fits. */
static void tell_statements(struct solving *s, const struct isle *v,
                            const int64_t *kind)
{
    for (int64_t i = 0; i < v->who.n; i++) {
        int64_t named[] = { v->a.x[i], v->b.x[i], v->c.x[i] }, knights = 0;
        int64_t n = sayings[v->what.x[i]].named;

        for (int64_t k = 0; k < n; k++)
            knights += kind[named[k]];
        let(s, "i", i + 1);
        let(s, "speaker", v->who.x[i]);
        let_text(s, "named", latex_list(s->arena, named, (size_t)n));
        let(s, "knights", knights);
        tell(s, kind[v->who.x[i]] ? "truth" : "lie");
    }
}

static bool solve(struct solving *s, const void *values)
{
    const struct isle *v = values;
    struct search found = solutions(v, -1);
    int64_t knights[PEOPLE_MOST];
    size_t n = 0;

    for (int64_t i = 1; i <= v->people; i++)
        if (found.first[i] == 1)
            knights[n++] = i;
    if (found.found != 1 || n < 2 || n + 2 > (size_t)v->people ||
        !is_minimal(v))
        return false;
    solving_key(s, "\\{%s\\}", latex_list(s->arena, knights, n));
    if (s->steps) {
        tell(s, "rule");
        tell_statements(s, v, found.first);
        tell(s, "end");
    }
    return true;
}

/* ---- the second road: clauses ---- */

/* What is said, and its contrary, as clauses that a semicolon ends: a, b and c
 * for a knight, A, B and C for a knave. */
static const struct {
    const char *said, *denied;
} clauses[SAYINGS] = {
    { "a;", "A;" },
    { "A;", "a;" },
    { "a;b;", "AB;" },
    { "AB;", "a;b;" },
    { "ab;", "A;B;" },
    { "Ab;aB;", "ab;AB;" },
    { "ab;AB;", "Ab;aB;" },
    { "A;B;", "ab;" },
    { "abc;AB;AC;BC;", "Abc;aBc;abC;" },
    { "ABC;ab;ac;bc;", "aBC;AbC;ABc;" },
};

/* Add the clauses of a text to those of statement i, each with `unless`. */
static void add_clauses(struct sat *s, const struct isle *v, int64_t i,
                        int32_t unless, const char *text)
{
    int64_t named[] = { v->a.x[i], v->b.x[i], v->c.x[i] };
    int32_t clause[4] = { unless };
    size_t n = 1;

    for (; *text; text++)
        if (*text == ';') {
            sat_add(s, (int32_t)i + 1, clause, n);
            n = 1;
        } else {
            clause[n++] = *text >= 'a' ? (int32_t)named[*text - 'a']
                                       : -(int32_t)named[*text - 'A'];
        }
}

/* Are all people there, and nobody named twice in one breath? */
static bool is_whole(const struct isle *v)
{
    int64_t n = v->who.n;

    if (n < 1 || n > SAID_MOST || v->what.n != n || v->a.n != n ||
        v->b.n != n || v->c.n != n)
        return false;
    for (int64_t i = 0; i < n; i++) {
        int64_t w = v->who.x[i], a = v->a.x[i], b = v->b.x[i], c = v->c.x[i];
        bool two = v->what.x[i] >= 2, three = v->what.x[i] >= 8;

        if (w > v->people || a > v->people || b > v->people || c > v->people ||
            w == a || w == b || w == c || a == b || a == c || (b && b == c) ||
            two != (b > 0) || three != (c > 0))
            return false;
    }
    return true;
}

/* Returns what is wrong with the puzzle or the key, or NULL. */
static const char *fault(struct sat *s, const struct isle *v, const char *key,
                         bool *open)
{
    int64_t knights[PEOPLE_MOST];
    int32_t idle = sat_idle_clue(s, (int32_t)v->who.n);
    int found = sat_count(s, -1);
    size_t n = 0;

    *open = found < 0 || idle < 0;
    if (*open)
        return "the search took too long";
    if (found != 1)
        return found ? "there are several solutions" : "there is no solution";
    if (idle)
        return "a statement is not needed";
    if (!key_ints(key, "\\{", "\\}", knights, PEOPLE_MOST, &n))
        return "the key is not a set of integers";
    for (size_t i = 0; i < n; i++)
        if (knights[i] < 1 || knights[i] > v->people ||
            (i && knights[i] <= knights[i - 1]) || s->model[knights[i]] != 1)
            return "the key has a number that is no knight, or is not in order";
    for (int64_t i = 1; i <= v->people; i++)
        n -= s->model[i] == 1;
    return n == 0 ? NULL : "the key leaves out a knight";
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct isle *v = values;
    struct sat *s = sat_new(a, (int32_t)v->people);
    const char *wrong;
    bool open = false;

    f->by = "clauses, and every statement left out once";
    f->detail = "the values make no puzzle";
    if (!is_whole(v))
        return TRUTH_NO;
    for (int64_t i = 0; i < v->who.n; i++) {
        int32_t who = (int32_t)v->who.x[i];

        add_clauses(s, v, i, -who, clauses[v->what.x[i]].said);
        add_clauses(s, v, i, who, clauses[v->what.x[i]].denied);
    }
    wrong = fault(s, v, key, &open);
    f->detail = wrong ? wrong
                      : "there is one solution, and two or more without any "
                        "one of the statements";
    return open ? TRUTH_UNKNOWN : wrong ? TRUTH_NO : TRUTH_YES;
}

static struct form_file text = {
#include "family/hard/knights.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct isle),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "inhabitants of the island",
    .least = 6,
    .most = 80, /* the solver takes up to 4 s for 100 */
    .levels = { 8, 12, 18, 28, 45 },
};

const struct family hard_knights = {
    .name = "hard/knights",
    .version = 1,
    .answer = ANSWER_SET,
    HARD_CARD(&recipe, &depth),
};
