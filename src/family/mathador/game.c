/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/game.h"

#include "base/ascii.h"
#include "base/str.h"

#include <inttypes.h>

int game_points(enum mathador_op op)
{
    static const int points[OPS] = { 1, 1, 2, 3 };

    return points[op];
}

char game_symbol(enum mathador_op op)
{
    return "+*-/"[op];
}

int game_score(const int n[OPS])
{
    int score = POINTS_TARGET;
    bool each_once = true;

    for (int op = 0; op < OPS; op++) {
        score += n[op] * game_points((enum mathador_op)op);
        each_once = each_once && n[op] == 1;
    }
    return score + (each_once ? POINTS_BONUS : 0);
}

int solution_score(const struct solution *s)
{
    int n[OPS] = { 0 };

    for (int i = 0; i < s->n; i++)
        n[s->steps[i].op]++;
    return s->n ? game_score(n) : 0;
}

const char *step_text(struct arena *a, const struct step *s)
{
    return arena_printf(a, "%" PRId64 " %c %" PRId64 " = %" PRId64, s->a,
                        game_symbol(s->op), s->b, s->result);
}

/* ---- steps ---- */

const char *game_read_number(const char *p, int64_t *out)
{
    const char *start = p;

    for (*out = 0; is_digit(*p) && p - start < 16; p++)
        *out = *out * 10 + (*p - '0');
    return p > start ? p : NULL;
}

bool step_read(const char *text, struct step *out)
{
    const char *p = game_read_number(text, &out->a);
    int op = 0;

    if (!p || p[0] != ' ' || !p[1] || p[2] != ' ')
        return false;
    while (op < OPS && game_symbol((enum mathador_op)op) != p[1])
        op++;
    out->op = (enum mathador_op)op;
    p = op < OPS ? game_read_number(p + 3, &out->b) : NULL;
    if (!p || !str_starts(p, " = "))
        return false;
    p = game_read_number(p + 3, &out->result);
    return p && *p == '\0';
}

/* The numbers on the table; the last n_made of them were made. */
struct table_of_numbers {
    int64_t numbers[GAME_MOST + GAME_STEPS];
    bool made[GAME_MOST + GAME_STEPS];
    size_t n;
};

/* Take a number away, a made one first. Returns false if it is not there. */
static bool take(struct table_of_numbers *t, int64_t x)
{
    size_t at = t->n;

    for (size_t i = 0; i < t->n; i++)
        if (t->numbers[i] == x && (at == t->n || t->made[i]))
            at = i;
    if (at == t->n)
        return false;
    for (t->n--; at < t->n; at++) {
        t->numbers[at] = t->numbers[at + 1];
        t->made[at] = t->made[at + 1];
    }
    return true;
}

const char *solution_fault(const struct game *g, const struct solution *s)
{
    struct table_of_numbers t = { .n = g->n };
    int left = 0;

    for (size_t i = 0; i < g->n; i++)
        t.numbers[i] = g->numbers[i];
    if (s->n == 0)
        return "there is no step";
    for (int i = 0; i < s->n; i++) {
        const struct step *step = &s->steps[i];
        int64_t result;

        /* Numbers on the table are small; others might not even multiply. */
        if (!take(&t, step->a) || !take(&t, step->b))
            return "a step uses a number that is not there";
        if (!game_apply(step->op, step->a, step->b, &result))
            return "a step breaks the rules";
        if (result != step->result)
            return "a step is wrong";
        t.numbers[t.n] = result;
        t.made[t.n++] = true;
    }
    for (size_t i = 0; i < t.n; i++)
        left += t.made[i];
    if (left > 1)
        return "a step serves for nothing";
    if (s->steps[s->n - 1].result != g->target)
        return "the last step does not make the target";
    return NULL;
}

/* ---- games ---- */

/* A member of the row, or of its params. */
static const struct json *find_member(const struct json *v, const char *name)
{
    const struct json *m = json_get(v, name), *params = json_get(v, "params");

    if (!m && params && params->type == JSON_OBJECT)
        m = json_get(params, name);
    return m;
}

bool game_read(const struct json *v, struct game *out, struct err *e)
{
    const struct json *list = find_member(v, "numbers");
    const struct json *target = find_member(v, "target");
    struct game g = { 0 };

    if (!list || list->type != JSON_ARRAY || list->count < GAME_LEAST ||
        list->count > GAME_MOST)
        return err_set(e, ERR_DOMAIN,
                       "\"numbers\" must be an array of %d to %d numbers",
                       GAME_LEAST, GAME_MOST);
    for (const struct json *m = list->first; m; m = m->next) {
        if (!json_int64(m, &g.numbers[g.n]) || g.numbers[g.n] < 1 ||
            g.numbers[g.n] > GAME_NUMBER_MAX)
            return err_set(e, ERR_DOMAIN,
                           "\"numbers\" must be whole, from 1 to %d",
                           GAME_NUMBER_MAX);
        g.n++;
    }
    if (!target || !json_int64(target, &g.target) || g.target < 0 ||
        g.target > GAME_TARGET_MAX)
        return err_set(e, ERR_DOMAIN,
                       "\"target\" must be a whole number that is not "
                       "negative");
    *out = g;
    return true;
}
