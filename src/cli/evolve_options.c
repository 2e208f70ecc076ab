/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From the command line of `assay evolve` to its spec.
 */
#include "cli/evolve_options.h"
#include "base/limits.h"
#include "base/str.h"
#include "cli/spec_options.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- flags over the spec ---- */

/* "a,b,c" as a list. */
static int take_names(const struct command *c, struct arena *a,
                      const char *option, const char *text,
                      const char *const **list, size_t *n)
{
    struct vec names = vec_in(a, sizeof(const char *));

    if (!text)
        return -1;
    while (*text) {
        size_t k = strcspn(text, ",");
        const char *name = str_trim(a, arena_strndup(a, text, k));

        text += k + (text[k] == ',');
        if (*name)
            *(const char **)vec_push(&names) = name;
    }
    *list = names.items;
    *n = names.n;
    return names.n ? -1
                   : args_mistake(c, "--%s takes names, with commas between",
                                  option);
}

static int take_range(const struct command *c, const char *text,
                      struct evolve_spec *s)
{
    const char *dots = text ? strstr(text, "..") : NULL;
    char *end;

    if (!text)
        return -1;
    if (dots && *text >= '0' && *text <= '9' && dots[2] >= '0' &&
        dots[2] <= '9') {
        s->low = strtoul(text, &end, 10);
        if (end == dots) {
            s->high = strtoul(dots + 2, &end, 10);
            if (!*end)
                return -1;
        }
    }
    return args_mistake(c, "--range takes LO..HI, like 1..20, not \"%s\"",
                        text);
}

static bool read_decimal(const char *text, double *out)
{
    char *end;

    if (!*text || strspn(text, "+-.0123456789eE") != strlen(text))
        return false;
    *out = strtod(text, &end);
    return *end == '\0' && isfinite(*out);
}

static int take_numbers(const struct command *c, const struct evolve_flags *f,
                        struct evolve_spec *s)
{
    const struct {
        uint64_t given;
        size_t *place;
        const char *name;
    } counts[] = { { f->population, &s->population, "population" },
                   { f->level, &s->level, "level" },
                   { f->variables, &s->variables, "variables" },
                   { f->generations, &s->generations, "generations" },
                   { f->send.limit, &s->limit, "limit" } };

    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
        if (counts[i].given == 0)
            return args_mistake(c, "--%s takes 1 or more", counts[i].name);
        if (counts[i].given != UINT64_MAX)
            *counts[i].place = counts[i].given;
    }
    if (f->send.attempts == 0)
        return args_mistake(c, "--attempts takes 1 to %d", LIMIT_ATTEMPTS);
    if (f->send.attempts != UINT64_MAX)
        s->attempts = f->send.attempts;
    if (f->threshold && !read_decimal(f->threshold, &s->threshold))
        return args_mistake(c,
                            "--threshold takes a number like -0.5, not "
                            "\"%s\"",
                            f->threshold);
    if (f->percentile && !run_read_rate(f->percentile, &s->percentile))
        return args_mistake(c,
                            "--percentile takes a share like 0.01 or 1%%, "
                            "not \"%s\"",
                            f->percentile);
    return take_range(c, f->range, s);
}

static int take_features(const struct command *c, const char *text,
                         struct evolve_spec *s)
{
    static const char *const known[] = { "own", "paper" };

    for (int i = 0; text && i < 2; i++)
        if (str_eq(text, known[i])) {
            s->features = i;
            return -1;
        }
    return text ? args_unknown(c, "set of features", text, known, 2) : -1;
}

static int take_without(const struct command *c, const struct vec *given,
                        struct evolve_spec *s)
{
    static const char *const known[] = { "fm", "lm", "co" };

    for (size_t i = 0; i < given->n; i++) {
        const char *word = *vec_get(given, const char *, i);

        if (!str_eq(word, "fm") && !str_eq(word, "lm") && !str_eq(word, "co"))
            return args_unknown(c, "kind of operators", word, known, 3);
    }
    spec_take_list(&s->without, &s->n_without, given);
    return -1;
}

static void take_texts(const struct evolve_flags *f, struct evolve_spec *s)
{
    spec_take_list(&s->models, &s->n_models, &f->send.models);
    spec_take(&s->as, f->send.as);
    spec_take(&s->theme, f->theme);
    spec_take(&s->writer, f->writer);
    spec_take(&s->referee, f->referee);
    spec_take(&s->weights, f->weights);
    spec_take(&s->seed, f->seed);
    spec_take(&s->store, f->send.store);
    spec_take(&s->out, f->out);
    spec_take_decoding(&f->send, &s->decoding);
    s->fresh = s->fresh && !f->same_numbers;
    s->settings = s->settings || f->settings;
    s->strict = s->strict || f->send.strict;
}

static bool is_spec(const char *word)
{
    return str_ends(word, ".yaml") || str_ends(word, ".yml");
}

int evolve_read_spec(const struct command *self, struct arena *a,
                     const char *word, const struct evolve_flags *f,
                     struct evolve_spec *out, const char **spec_path)
{
    struct err e;
    int status;

    evolve_defaults(out);
    *spec_path = word && is_spec(word) ? word : NULL;
    if (*spec_path && !evolve_spec_read_file(a, word, out, &e))
        return spec_bad_file(word, &e);
    if (word && !*spec_path)
        out->source = word;
    if ((status = take_numbers(self, f, out)) >= 0 ||
        (status = take_features(self, f->features, out)) >= 0 ||
        (status = take_without(self, &f->without, out)) >= 0 ||
        (status = take_names(self, a, "families", f->families, &out->families,
                             &out->n_families)) >= 0 ||
        (status = take_names(self, a, "operators", f->operators,
                             &out->operators, &out->n_operators)) >= 0)
        return status;
    take_texts(f, out);
    if (f->print_spec && (f->json || f->calibrate || f->dry_run))
        return args_mistake(self, "--print-spec stands alone: nothing is done");
    if (f->dry_run && f->calibrate)
        return args_mistake(self, "--calibrate asks nobody: there is nothing "
                                  "for --dry-run to tell");
    if (!evolve_spec_check(out, &e))
        return args_mistake(self, "%s", e.msg);
    return -1;
}

/* ---- models ---- */

bool evolve_asks(const struct evolve_spec *s)
{
    return s->n_models || s->writer || s->referee;
}

static int try_all(struct arena *a, struct spec_models *m,
                   const struct evolve_spec *s)
{
    int status = -1;

    for (size_t i = 0; status < 0 && i < s->n_models; i++)
        status =
            spec_try_model(a, m, s->models[i], false, &s->decoding, "decoding");
    if (status < 0 && s->writer)
        status = spec_try_model(a, m, s->writer, true, &s->writer_decoding,
                                "writer_decoding");
    if (status < 0 && s->referee)
        status = spec_try_model(a, m, s->referee, true, &s->referee_decoding,
                                "referee_decoding");
    return status;
}

int evolve_read_sending(const struct command *self, struct arena *a,
                        const struct evolve_flags *f,
                        const struct evolve_spec *s, struct evolve_options *out)
{
    struct spec_models *m = arena_new(a, struct spec_models);
    struct str text = str_in(a);
    int status;

    *out = (struct evolve_options){ .model = spec_model_options(&f->send) };
    m->o = &out->model;
    m->what = "evolution";
    if ((status = run_read_sending(self, a, &f->send, &out->ask)) >= 0 ||
        (status = try_all(a, m, s)) >= 0)
        return status;
    evolve_spec_print(&text, s);
    return spec_check_models(self, m, &text, &out->ask);
}

/* ---- paths ---- */

struct evolve_spec evolve_absolute(struct arena *a, const struct evolve_spec *s)
{
    struct evolve_spec out = *s;
    char here[4096];

    if (!getcwd(here, sizeof(here)))
        return out;
    if (evolve_reads_file(s))
        out.source = spec_whole_path(a, here, s->source);
    out.weights = spec_whole_path(a, here, s->weights);
    out.writer = spec_whole_model(a, here, s->writer);
    out.referee = spec_whole_model(a, here, s->referee);
    out.models = spec_whole_models(a, here, s->models, s->n_models);
    return out;
}
