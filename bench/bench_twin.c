/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A family in C beside the file that will replace it: bench_twin FILE.family;
 * with CASES.test behind it, the cases of C's check are printed for the file.
 * The file's entry "name" says which family it is. Beside the file may stand
 * FILE.twin, which says how the values of the two belong together:
 *
 *   kind slope = 0, across = 1    the kind, its number in C, and values that
 *                                 are constant for it
 *   x1 = p[0]                     a given value of that kind, and its place
 *   m = -c                        with another sign
 *   r = q[2..4]                   a part of a list
 *
 * Without a line a given value has the same name in C; without the file, kinds
 * have the numbers of their order.
 *
 * 1,000 problems of every level are made by each side. The other finds the same
 * key, accepts this key, and refuses wrong ones: near misses and the key of
 * another problem. A difference fails. The time of a problem follows.
 */
#include "family/generate.h"
#include "family/language/catalogue.h"
#include "family/language/engine.h"
#include "family/recipe/recipe.h"
#include "family/table.h"
#include "problem/near_miss.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COMPARED 1000
#define SHOWN    5 /* differences of a kind that are shown */
#define PROBLEMS 300
#define ROUNDS   5
#define LINES    256

/* One line of the map. */
struct same {
    char kind[40], name[40]; /* in the file; no name: the head of the kind */
    char field[40];          /* in C */
    int first, last;         /* of a list; -1: the value itself, or all of it */
    int64_t number;          /* of a head: of the kind; else a constant */
    bool minus, is_constant;
};

static struct same lines[LINES];
static size_t n_lines;

static struct {
    unsigned compared, beyond, spelt, keys, refuses, accepts;
} sum[2];

static const char *const side[] = { "C's problems", "the file's problems" };

/* ---- the map ---- */

static void read_place(char *text, struct same *s)
{
    char *open = strchr(text, '[');

    s->first = s->last = -1;
    s->minus = *text == '-';
    if (open) {
        *open = '\0';
        if (sscanf(open + 1, "%d..%d", &s->first, &s->last) < 2)
            s->last = s->first;
    }
    snprintf(s->field, sizeof(s->field), "%s", text + s->minus);
}

static void read_map(const char *path)
{
    char line[400], kind[40] = "", text[80], name[40];
    FILE *f = fopen(path, "r");

    while (f && fgets(line, sizeof(line), f)) {
        int64_t number;
        int used = 0;

        if (sscanf(line, " kind %39[^ =] = %" SCNd64 "%n", kind, &number,
                   &used) == 2) {
            struct same *s = &lines[n_lines++];

            if (strcmp(kind, "-") == 0)
                *kind = '\0';
            snprintf(s->kind, sizeof(s->kind), "%s", kind);
            s->number = number;
            for (char *p = strtok(line + used, ",\n"); p;
                 p = strtok(NULL, ",\n"))
                if (sscanf(p, " %39[^ =] = %" SCNd64, name, &number) == 2) {
                    s = &lines[n_lines++];
                    snprintf(s->kind, sizeof(s->kind), "%s", kind);
                    s->is_constant = true;
                    read_place(name, s);
                    s->number = number;
                }
        } else if (sscanf(line, " %39[^ #=] = %79s", name, text) == 2) {
            struct same *s = &lines[n_lines++];

            snprintf(s->kind, sizeof(s->kind), "%s", kind);
            snprintf(s->name, sizeof(s->name), "%s", name);
            read_place(text, s);
        }
    }
    if (f)
        fclose(f);
}

static bool is_head(const struct same *s)
{
    return !*s->name && !s->is_constant;
}

/* ---- values from one side to the other ---- */

static const struct json *item(const struct json *list, int i)
{
    const struct json *x = list ? list->first : NULL;

    for (; x && i > 0; i--)
        x = x->next;
    return x;
}

static struct json *negated(struct arena *a, const struct json *x, bool minus)
{
    int64_t n = 0;

    if (!x)
        return json_new_int(a, 0);
    if (!minus || !json_int64(x, &n))
        return json_copy(a, x);
    return json_new_int(a, -n);
}

static struct json *part(struct arena *a, const struct json *x,
                         const struct same *s)
{
    struct json *out;

    if (s->first < 0)
        return negated(a, x, s->minus);
    if (s->first == s->last)
        return negated(a, item(x, s->first), s->minus);
    out = json_new(a, JSON_ARRAY);
    for (int i = s->first; i <= s->last && item(x, i); i++)
        json_push(out, negated(a, item(x, i), s->minus));
    return out;
}

/* Of a file with one kind it has none. */
static const char *kind_name(const struct file_kind *k)
{
    return k->name ? k->name : "";
}

static const struct same *line_of(const char *kind, const char *name)
{
    for (size_t i = 0; i < n_lines; i++)
        if (strcmp(lines[i].kind, kind) == 0 &&
            strcmp(lines[i].name, name) == 0 && *name)
            return &lines[i];
    return NULL;
}

static bool has_constants(const struct json *params, const char *kind)
{
    for (size_t i = 0; i < n_lines; i++) {
        const struct same *s = &lines[i];
        int64_t x = 0;

        if (!s->is_constant || strcmp(s->kind, kind) != 0)
            continue;
        json_int64(s->first < 0 ? json_get(params, s->field)
                                : item(json_get(params, s->field), s->first),
                   &x);
        if (x != s->number)
            return false;
    }
    return true;
}

/* Returns the file's kind of such values of C, or NULL if it has none. */
static const struct file_kind *kind_for(const struct family_file *file,
                                        const struct json *params)
{
    int64_t number = 0;
    bool has_kind = json_get(params, "kind") &&
                    json_int64(json_get(params, "kind"), &number);

    for (size_t i = 0; n_lines && i < n_lines; i++)
        if (is_head(&lines[i]) && (!has_kind || lines[i].number == number) &&
            has_constants(params, lines[i].kind))
            for (size_t k = 0; k < file->n_kinds; k++)
                if (strcmp(kind_name(file->kinds[k]), lines[i].kind) == 0)
                    return file->kinds[k];
    return !n_lines && number < (int64_t)file->n_kinds ? file->kinds[number]
                                                       : NULL;
}

static struct json *to_file(struct arena *a, const struct json *params,
                            const struct family_file *file,
                            const struct file_kind *k)
{
    struct json *out = json_new(a, JSON_OBJECT);

    if (file->n_kinds > 1)
        json_set(a, out, "kind", json_new_string(a, k->name));
    for (size_t i = 0; i < k->given.n; i++) {
        const char *name = (*vec_get(&k->given, struct symbol *, i))->name;
        const struct same *s = line_of(kind_name(k), name);
        const struct json *x = json_get(params, s ? s->field : name);

        json_set(a, out, name,
                 s   ? part(a, x, s)
                 : x ? json_copy(a, x)
                     : json_new_int(a, 0));
    }
    return out;
}

/* Put a value of the file to its place in C's list. */
static void put(struct arena *a, struct json *list, int at,
                const struct json *x, bool minus)
{
    struct json *to;

    while (!item(list, at))
        json_push(list, json_new_int(a, 0));
    to = (struct json *)(uintptr_t)item(list, at);
    {
        struct json *next = to->next, value = *negated(a, x, minus);

        *to = value;
        to->next = next;
    }
}

static struct json *field_for(struct arena *a, const struct field *f,
                              const struct json *params, const char *kind)
{
    const struct json *same = json_get(params, f->name);
    struct json *list = NULL;

    for (size_t i = 0; i < n_lines; i++) {
        const struct same *s = &lines[i];
        const struct json *x = json_get(params, s->name);

        if (strcmp(s->kind, kind) != 0 || is_head(s) ||
            strcmp(s->field, f->name) != 0)
            continue;
        if (s->is_constant)
            x = json_new_int(a, s->number);
        if (s->first < 0)
            return negated(a, x, s->minus);
        if (!list)
            list = json_new(a, JSON_ARRAY);
        for (int at = s->first; at <= s->last; at++)
            put(a, list, at, s->first == s->last ? x : item(x, at - s->first),
                s->minus);
    }
    if (list)
        return list;
    if (same && !line_of(kind, f->name))
        return json_copy(a, same);
    return f->most ? json_new(a, JSON_ARRAY) : json_new_int(a, 0);
}

static struct json *to_c(struct arena *a, const struct problem *p,
                         const struct family_file *file, const struct field *f)
{
    const char *kind = json_string(json_get(p->params, "kind"));
    struct json *out = json_new(a, JSON_OBJECT);
    int64_t number = 0;

    kind = kind ? kind : kind_name(file->kinds[0]);
    for (size_t i = 0; i < n_lines; i++)
        if (is_head(&lines[i]) && strcmp(lines[i].kind, kind) == 0)
            number = lines[i].number;
    while (!n_lines && strcmp(kind_name(file->kinds[number]), kind) != 0)
        number++;
    for (; f->name; f++)
        json_set(a, out, f->name,
                 strcmp(f->name, "kind") == 0
                     ? json_new_int(a, number)
                     : field_for(a, f, p->params, kind));
    return out;
}

/* ---- the same mathematics ---- */

static bool says_yes(const struct family *f, struct arena *a, struct problem *p)
{
    struct check_finding found;
    enum truth holds = TRUTH_NO;
    struct err e;

    return f->check(f, a, p, &holds, &found, &e) && holds == TRUTH_YES;
}

static bool means_same(struct arena *a, const struct problem *p,
                       const char *key)
{
    struct grade_request r = { .extracted = true,
                               .has_kind = true,
                               .kind = p->keys[0].kind };

    grade_set_gold(&r, p->keys[0].latex);
    grade_set_reply(&r, key);
    return grade_pair(a, &r).strict.verdict == VERDICT_CORRECT;
}

static void show(unsigned *count, const struct problem *p,
                 const struct json *params, const char *what, const char *key)
{
    struct str text = { 0 };

    if ((*count)++ >= SHOWN)
        return;
    json_write(&text, params);
    printf("%s\n  %s\n  params there %s\n  key %s, %s %s\n", p->id,
           p->statement, str_get(&text), p->keys[0].latex, what,
           key ? key : "nothing");
    str_clear(&text);
}

/* Wrong keys: near misses, and the key of the problem before. */
static void try_wrong(const struct family *f, const struct family *own,
                      struct arena *a, struct problem *p, struct problem *there,
                      const char *before, int at)
{
    struct near_misses misses = near_misses_of(a, p->keys[0].latex);
    const char *key = p->keys[0].latex;

    near_misses_make(&misses, p->keys[0].kind, p->statement, 0);
    for (size_t i = 0; i <= misses.texts.n && i < 12; i++) {
        const char *wrong =
            i < misses.texts.n ? near_misses_at(&misses, i) : before;
        bool here, other;

        if (!wrong || !*wrong || means_same(a, p, wrong))
            continue;
        there->keys[0].latex = p->keys[0].latex = wrong;
        here = says_yes(own, a, p);
        other = says_yes(f, a, there);
        there->keys[0].latex = p->keys[0].latex = key;
        if (other || here)
            show(&sum[at].accepts, p, there->params,
                 here && other ? "both accept"
                 : other       ? "the other side accepts"
                               : "its own side accepts",
                 wrong);
    }
}

/* Does f, the other side, agree with a problem of `own`? */
static void compare(const struct family *f, const struct family *own,
                    struct arena *a, struct problem *p, struct json *params,
                    const char *before, int at)
{
    struct problem there = *p;
    union values v = { { 0 } };
    struct key keys[1];
    const char *key = NULL;
    struct err e = { 0 };

    keys[0] = p->keys[0];
    there.keys = keys;
    there.params = params;
    sum[at].compared++;
    if (!params || !recipe_read(f, a, params, &v, &e) ||
        !(key = recipe_solve(f, a, &v, NULL))) {
        if (sum[at].beyond < 2 && params)
            show(&sum[at].beyond, p, params, "no problem there:", e.msg);
        else
            sum[at].beyond++;
        return;
    }
    if (p->n_keys == 1 && strcmp(key, p->keys[0].latex) != 0) {
        if (means_same(a, p, key))
            show(&sum[at].spelt, p, params, "spelt there", key);
        else
            show(&sum[at].keys, p, params, "the key there is", key);
    }
    if (!says_yes(f, a, &there))
        show(&sum[at].refuses, p, params, "refused there; its key is", key);
    try_wrong(f, own, a, p, &there, before, at);
}

static void compare_level(const struct family *c, const struct family *twin,
                          int level)
{
    const struct family_file *file = family_file_of(twin);
    struct arena a = { 0 };
    char before[2][200] = { "", "" };

    for (uint64_t i = 0; i < COMPARED; i++) {
        struct coordinates of[2] = { { c, level, "twins", i, NULL, NULL },
                                     { twin, level, "twins", i, NULL, NULL } };

        for (int at = 0; at < 2; at++) {
            const struct file_kind *k;
            struct problem p;
            struct err e;

            if (level > of[at].family->n_levels)
                continue;
            if (!family_generate(&a, &of[at], &p, &e)) {
                if (e.code != ERR_SPENT)
                    printf("%s\n", e.msg);
                continue;
            }
            k = at == 0 ? kind_for(file, p.params) : file->kinds[0];
            compare(at == 0 ? twin : c, of[at].family, &a, &p,
                    at == 1 ? to_c(&a, &p, file, recipe_of(c)->fields)
                    : k     ? to_file(&a, p.params, file, k)
                            : NULL,
                    before[at], at);
            snprintf(before[at], sizeof(before[at]), "%s", p.keys[0].latex);
        }
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- time ---- */

static double now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double time_of(const struct family *f, int level, uint64_t from)
{
    double start = now_us();
    struct arena a = { 0 };
    struct str line = { 0 };

    for (uint64_t i = from; i < from + PROBLEMS; i++) {
        struct coordinates c = { f, level, "bench", i, NULL, NULL };
        struct problem p;
        struct err e;

        if (!family_generate(&a, &c, &p, &e))
            break;
        str_reset(&line);
        problem_write(&line, &p);
        arena_reset(&a);
    }
    arena_clear(&a);
    str_clear(&line);
    return (now_us() - start) / PROBLEMS;
}

static void measure(const struct family *c, const struct family *twin)
{
    double all[2] = { 0, 0 };
    int n = c->n_levels < twin->n_levels ? c->n_levels : twin->n_levels;

    for (int level = 1; level <= n; level++) {
        double us[2] = { 0, 0 };

        for (int round = 0; round < ROUNDS; round++)
            for (int at = 0; at < 2; at++) {
                double each =
                    time_of(at ? twin : c, level, (uint64_t)round * PROBLEMS);

                us[at] = round == 0 || each < us[at] ? each : us[at];
            }
        printf("level %d: C %.1f us, file %.1f us, rate %.2f\n", level, us[0],
               us[1], us[0] / us[1]);
        all[0] += us[0];
        all[1] += us[1];
    }
    printf("all levels: rate %.2f\n", all[0] / all[1]);
}

/* ---- the cases of the check ---- */

/* Print the cases of C's check (three lines: params, key, what it says) with the
 * file's params, and what its check says. A case that the file decides in
 * another way fails; one that it cannot have is left out. */
static bool convert(const struct family *twin, const char *path)
{
    static const char *const words[] = { "no", "yes", "unknown" };
    const struct family_file *file = family_file_of(twin);
    char row[3][8000];
    FILE *f = fopen(path, "r");
    bool ok = f != NULL;
    int n = 0;

    while (f && fgets(row[n], sizeof(row[n]), f)) {
        struct problem p = { .id = "case" };
        struct arena a = { 0 };
        struct check_finding found = { "", "" };
        const struct file_kind *k;
        enum truth holds = TRUTH_UNKNOWN;
        struct json *params = NULL;
        struct str text = str_in(&a);
        struct err e = { 0 };

        if (n == 0 && (row[0][0] == '#' || row[0][0] == '\n'))
            fputs(row[0], stdout);
        else
            n++;
        if (n < 3)
            continue;
        n = 0;
        for (int i = 0; i < 3; i++)
            row[i][strcspn(row[i], "\n")] = '\0';
        if (!json_read(&a, row[0], strlen(row[0]), 1, &params, &e) ||
            !(k = kind_for(file, params))) {
            fprintf(stderr, "left out: %s %s\n", row[0], e.msg);
            continue;
        }
        p.params = to_file(&a, params, file, k);
        problem_set_key(&a, &p, twin->answer, row[1]);
        json_write(&text, p.params);
        if (!twin->check(twin, &a, &p, &holds, &found, &e)) {
            fprintf(stderr, "left out: %s %s\n", str_get(&text), e.msg);
        } else {
            printf("%s\n%s\n%s: %s\n", str_get(&text), row[1], words[holds],
                   holds == TRUTH_YES ? found.by : found.detail);
            if (strncmp(row[2], words[holds], 2) != 0) {
                fprintf(stderr,
                        "DIFFERENT: %s, key %s: C says %s, the file %s: %s\n",
                        str_get(&text), row[1], row[2], words[holds],
                        found.detail);
                ok = false;
            }
        }
        arena_clear(&a);
    }
    if (f)
        fclose(f);
    return ok;
}

int main(int argc, char **argv)
{
    struct vec found = { .size = sizeof(const struct family *) };
    const struct family *twin, *c;
    unsigned bad = 0;
    char map[400];
    struct err e;

    if (argc < 2 || !catalogue_add(argv[1], &found, &e)) {
        fprintf(stderr, "%s\n", argc < 2 ? "bench_twin FILE.family" : e.msg);
        return 2;
    }
    twin = *vec_get(&found, const struct family *, 0);
    c = recipe_card(family_find(twin->name));
    if (!c || family_file_of(c)) {
        fprintf(stderr, "there is no family %s in C\n", twin->name);
        return 2;
    }
    snprintf(map, sizeof(map), "%.*s.twin",
             (int)(strlen(argv[1]) - strlen(".family")), argv[1]);
    read_map(map);
    if (argc > 2)
        return convert(twin, argv[2]) ? 0 : 1;
    for (int level = 1; level <= c->n_levels || level <= twin->n_levels;
         level++)
        compare_level(c, twin, level);
    for (int at = 0; at < 2; at++) {
        printf("%s: %u compared, %u no problem there, %u keys spelt in another "
               "way, %u other keys, %u right keys refused, %u wrong keys "
               "accepted\n",
               side[at], sum[at].compared, sum[at].beyond, sum[at].spelt,
               sum[at].keys, sum[at].refuses, sum[at].accepts);
        bad += sum[at].keys + sum[at].refuses + sum[at].accepts;
    }
    printf("%s: %s\n", twin->name, bad ? "DIFFERENT" : "the same");
    measure(c, twin);
    return bad ? 1 : 0;
}
