/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/family/family_text.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/thread.h"
#include "base/utf8.h"
#include "family/generate.h"
#include "family/language/engine.h"
#include "serve/pages/fill.h"

#include <inttypes.h>
#include <string.h>

#define TITLE_MOST 120 /* bytes, as of a topic */
#define SLUG_MOST  40

/* ---- the text ---- */

const char *family_text_title(struct arena *a, const char *text)
{
    for (const char *s = text; s; s = strchr(s, '\n'), s = s ? s + 1 : NULL) {
        const char *title;
        size_t n;

        if (!str_starts(s, "title:"))
            continue;
        s += strlen("title:");
        n = strcspn(s, "\n");
        title = str_trim(a, arena_strndup(a, s, n));
        n = strlen(title);
        n = utf8_start(title, n > TITLE_MOST ? TITLE_MOST : n);
        if (n)
            return arena_strndup(a, title, n);
    }
    return "Untitled family";
}

const char *family_text_path(struct arena *a, const char *text)
{
    struct str slug = str_in(a);

    for (const char *s = family_text_title(a, text); *s && slug.n < SLUG_MOST;
         s++) {
        char c = to_lower(*s);

        if (is_lower(c) || is_digit(c))
            str_addc(&slug, c);
        else if (slug.n && slug.s[slug.n - 1] != '-')
            str_addc(&slug, '-');
    }
    while (slug.n && slug.s[slug.n - 1] == '-')
        slug.s[--slug.n] = '\0';
    return arena_printf(a, "%s.family", slug.n ? str_get(&slug) : "family");
}

bool family_text_form(struct arena *a, const struct http_fields *f,
                      const char **out, struct err *e)
{
    const char *s = http_among(f, "text");
    struct str text = str_in(a);

    *out = "";
    for (; s && *s; s++)
        if (*s != '\r')
            str_addc(&text, *s);
        else if (s[1] != '\n')
            str_addc(&text, '\n');
    if (text.n && text.s[text.n - 1] != '\n')
        str_addc(&text, '\n');
    *out = str_get(&text);
    if (str_blank(*out))
        return err_set(e, ERR_USAGE, "the file is empty; write something");
    return text.n <= FILE_BYTES ||
           err_set(e, ERR_LIMIT,
                   "the file is too long: a family has at most %d bytes",
                   FILE_BYTES);
}

/* ---- drawing ---- */

/* The message of the reader has the place before it: "path:3:7: ". */
static void set_wrong(struct arena *a, const char *path, const struct err *e,
                      struct family_look *out)
{
    const char *place =
        arena_printf(a, "%s:%zu:%zu: ", path, e->line, e->column);

    out->line = e->line;
    out->column = e->column;
    out->wrong = arena_strdup(
        a, str_starts(e->msg, place) ? e->msg + strlen(place) : e->msg);
}

static void family_text_draw_level(struct arena *a, const struct family *f,
                                   int level, const char *seed,
                                   uint64_t until_ns, struct look_level *out)
{
    struct clock clock = clock_real();
    struct err e;

    *out = (struct look_level){ .name = f->levels[level - 1].name,
                                .doc = f->levels[level - 1].doc };
    while (out->n < LOOK_DRAWS && !out->why) {
        struct coordinates c = {
            .family = f, .level = level, .seed = seed, .index = out->n
        };

        if (clock_now(&clock) > until_ns)
            out->why = "drawing takes too long";
        else if (family_generate(a, &c, &out->problems[out->n], &e))
            out->n++;
        else
            out->why = e.code == ERR_SPENT && out->n
                           ? "the level has no further problem"
                           : arena_strdup(a, e.msg);
    }
}

void family_look(struct arena *a, const char *text, const char *seed,
                 struct family_look *out)
{
    const char *path = family_text_path(a, text);
    uint64_t until_ns = thread_after(LOOK_MS);
    struct family_file *file;
    struct err e = { 0 };

    *out = (struct family_look){ 0 };
    if (!family_file_read(a, path, text, strlen(text), &file, &e) ||
        !family_of_file(file, &out->family, &e)) {
        out->family = NULL;
        set_wrong(a, path, &e, out);
        return;
    }
    out->n_levels = (size_t)out->family->n_levels;
    for (size_t i = 0; i < out->n_levels; i++)
        family_text_draw_level(a, out->family, (int)i + 1, seed, until_ns,
                               &out->levels[i]);
}

/* ---- versions ---- */

/* The first problem that can be drawn, of the easiest level; or one that says
 * why there is none, with a key that nothing answers. */
static struct problem sample_of(struct arena *a, const struct family_look *look)
{
    const char *why = look->wrong;
    struct problem p = { .solution = "" };

    for (size_t i = 0; i < look->n_levels; i++) {
        if (look->levels[i].n)
            return look->levels[i].problems[0];
        why = why ? why : look->levels[i].why;
    }
    p.statement = arena_printf(a,
                               "No problem can be drawn from this version%s"
                               "%s.",
                               why ? ": " : "", why ? why : "");
    problem_set_key(a, &p, ANSWER_INTEGER, "?");
    return p;
}

static const char *family_text_origin_of(struct arena *a,
                                         const struct family *f, const char *id)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct str out = str_in(a);

    if (!f)
        return "{}";
    json_set(a, v, "from", json_new_string(a, "family file"));
    json_set(a, v, "id", json_new_text(a, id));
    row_add(a, v, "family=%s", f->name);
    json_set(a, v, "hash", json_new_text(a, f->hash));
    json_write(&out, v);
    return str_get(&out);
}

struct entry_version family_version(struct arena *a, const char *text,
                                    const char *note, int64_t number)
{
    struct entry_version out = { .made_ms = clock_day_ms(),
                                 .check = ENTRY_FAMILY,
                                 .claim = text,
                                 .note = note };
    struct json *meta = json_new(a, JSON_OBJECT);
    struct family_look *look = arena_new(a, struct family_look);
    struct str line = str_in(a);
    struct problem p;

    family_look(a, text, arena_printf(a, "version-%" PRId64, number), look);
    p = sample_of(a, look);
    out.origin = family_text_origin_of(a, look->family, p.id);
    p.id = "class/0.0";
    json_set(a, meta, "class",
             row_new(a, "family=%s", family_text_title(a, text)));
    p.meta = meta;
    problem_write(&line, &p);
    line.s[--line.n] = '\0';
    out.problem = line.s;
    return out;
}

/* ---- what acceptance found ---- */

static const char *refused_by(struct arena *a, const struct json *found)
{
    const struct json *rows = json_get(found, "rows");
    struct str out = str_in(a);

    for (const struct json *r = rows ? rows->first : NULL; r; r = r->next) {
        const struct json *holds = json_get(r, "holds");

        if (!holds || holds->type != JSON_BOOL || holds->truth)
            continue;
        str_add(&out, out.n ? ", " : "");
        str_add(&out, json_string(json_get(r, "row")));
    }
    return str_get(&out);
}

struct json *family_finding(struct arena *a, struct json *found)
{
    const struct json *yes = json_get(found, "accepted");
    bool accepted = yes && yes->truth;
    struct json *v = row_new(a, "how=%s finding=%s why=%s", ENTRY_FAMILY,
                             !found     ? "undecided"
                             : accepted ? "accepted"
                                        : "refused",
                             !found     ? "it took too long"
                             : accepted ? "every row holds"
                                        : refused_by(a, found));

    if (found)
        json_set(a, v, "acceptance", found);
    return v;
}
