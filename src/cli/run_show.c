/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/run_show.h"
#include "base/clock.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/thread.h"
#include "base/vec.h"
#include "base/whole_file.h"
#include "cli/talk.h"
#include "run/print/print.h"
#include "store/store.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- options ---- */

const char *run_store_path(const char *given)
{
    return given ? given : store_usual();
}

int run_open_store(const char *given, enum store_mode mode, struct store **out)
{
    const char *path = run_store_path(given);
    struct err e;

    if (!store_is_there(path)) {
        talk("there is no store \"%s\"; `assay run` creates one; --store FILE "
             "names another",
             path);
        return EXIT_COULD_NOT;
    }
    return store_open(out, path, mode, &e) ? -1 : talk_failure(&e);
}

int run_spare_store(const struct command *c, const char *option,
                    const char *path, const char *store)
{
    if (!path || !whole_file_same(path, store))
        return -1;
    return args_mistake(c,
                        "%s would replace the store \"%s\"; choose another "
                        "name",
                        option, path);
}

/* Reads a rate, "0.7" or "70%". Returns false if it is none. */
static bool read_rate(const char *text, double *out)
{
    char *end;

    if (!(*text >= '0' && *text <= '9') && *text != '.')
        return false;
    *out = strtod(text, &end);
    if (str_eq(end, "%"))
        *out /= 100;
    else if (*end)
        return false;
    return *out <= 1;
}

int run_read_view(const struct command *c, struct arena *a,
                  const struct run_options *r, bool strict,
                  const struct prices *prices, struct summary_options *out)
{
    struct vec names = vec_in(a, sizeof(const char *));
    double least;

    *out = (struct summary_options){ .strict = strict, .prices = prices };
    if (r->min_accuracy && !read_rate(r->min_accuracy, &least))
        return args_mistake(c,
                            "--min-accuracy takes a rate such as 0.7 or 70%%, "
                            "not \"%s\"",
                            r->min_accuracy);
    if (r->junit && out_path() && whole_file_same(r->junit, out_path()))
        return args_mistake(c, "--junit and -o name the same file, \"%s\"",
                            r->junit);
    if (r->by) {
        for (const char *by = r->by; *by;) { /* "level,subject" */
            size_t n = strcspn(by, ",");

            if (n)
                *(const char **)vec_push(&names) =
                    str_trim(a, arena_strndup(a, by, n));
            by += n + (by[n] == ',');
        }
        if (names.n == 0)
            return args_mistake(c, "--by takes names separated by commas: "
                                   "level,subject");
        out->by = names.items;
        out->n_by = names.n;
    }
    return show_check(c, &r->as);
}

/* ---- showing ---- */

int show_check(const struct command *c, const struct show_as *as)
{
    if (as->json + as->csv + as->markdown > 1)
        return args_mistake(c, "give only one of --json, --csv and --markdown");
    if (as->color && !str_among(as->color, "auto always never"))
        return args_mistake(
            c, "--color takes auto, always or never, not \"%s\"", as->color);
    return -1;
}

static bool has_colour(const struct show_as *as)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

    if (as->color && !str_eq(as->color, "auto"))
        return str_eq(as->color, "always");
    return isatty(STDOUT_FILENO) && !(none && *none) && term &&
           !str_eq(term, "dumb");
}

/* Is the charset of the locale another than UTF-8? The first variable that is
 * set names the locale; where none is, as in containers, terminals take UTF-8.
 */
static bool is_ascii(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *locale = getenv(names[i]);

        if (locale && *locale)
            return !strstr(locale, "UTF-8") && !strstr(locale, "utf8");
    }
    return false;
}

int show_document(const struct document *d, const struct show_as *as)
{
    struct document page = *d;
    struct str text = { 0 };

    page.full = as->full;
    page.colour = has_colour(as);
    page.ascii = is_ascii();
    if (as->json)
        document_json(&text, d);
    else if (as->csv)
        document_csv(&text, d);
    else if (as->markdown)
        document_markdown(&text, d);
    else
        document_text(&text, &page);
    return out_all(&text);
}

void add_money(struct str *out, double dollars)
{
    str_addf(out, dollars >= 1 ? "$%.2f" : "$%.4f", dollars);
}

void add_short(struct str *out, double n)
{
    static const struct {
        double size;
        const char *unit;
    } steps[] = { { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } };

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
        if (n >= steps[i].size) {
            str_addf(out, "%.3g%s", n / steps[i].size, steps[i].unit);
            return;
        }
    str_addf(out, "%.0f", n);
}

bool run_can_write(const char *path)
{
    struct err e;
    bool ok = whole_file_try(path, &e);

    if (!ok)
        talk_err(NULL, &e);
    return ok;
}

static bool write_junit(const char *path, const struct summary *v)
{
    struct str text = { 0 };
    struct whole_file f;
    struct err e;
    bool ok = whole_file_open(&f, path, &e);

    if (ok) {
        print_junit(&text, f.file, v);
        ok = whole_file_close(&f, &e);
    }
    if (!ok)
        talk_err(NULL, &e);
    str_clear(&text);
    return ok;
}

#define GATE_DECIMALS 9

/* Says that a rate is below another, with as many decimals as show it. */
static void say_below(struct arena *a, const char *model, double rate,
                      double least)
{
    const char *x, *y;
    int decimals = 1;

    do {
        x = datum_percent(a, rate, decimals);
        y = datum_percent(a, least, decimals);
    } while (str_eq(x, y) && ++decimals <= GATE_DECIMALS);
    talk("%s: accuracy %s %% is below %s %%", model, x, y);
}

/* Is every model at least as good as --min-accuracy? The low end of the bracket
 * counts, so that nothing that is left open helps; and where results are
 * missing or calls failed the question has no answer yet. */
static int run_show_threshold(struct arena *a, const struct summary *v,
                              const char *text)
{
    int status = EXIT_DONE;
    uint64_t missing = 0, errors = 0;
    double least;

    if (!text || !read_rate(text, &least))
        return EXIT_DONE;
    for (size_t i = 0; i < v->info.n_models; i++) {
        const struct tally *t = &v->whole[i];

        missing += t->missing;
        errors += t->count[MARK_ERROR];
        if (t->counted && t->bracket.low >= least)
            continue;
        if (t->counted)
            say_below(a, v->models[i], t->bracket.low, least);
        else
            talk("%s: --min-accuracy: no result counts, because no key can be "
                 "read",
                 v->models[i]);
        status = EXIT_NO;
    }
    if (missing + errors) {
        talk("--min-accuracy: %" PRIu64 " results are missing and %" PRIu64
             " calls failed; "
             "the check needs all results",
             missing, errors);
        return EXIT_COULD_NOT;
    }
    return status;
}

/* The doubts of a run that was read are queued by a thread, while it is
 * counted. */
struct doubting {
    pthread_t thread;
    struct store *store;
    const struct run_info *run;
    struct summary read;
    struct doubts *doubts; /* NULL: they are not wanted */
    int status;
};

static void *queue_doubts(void *ctx)
{
    struct doubting *d = ctx;

    d->status = run_queue_doubts(d->store, d->run, &d->read, d->doubts);
    threads_leave(NULL);
    return NULL;
}

int run_queue_doubts(struct store *s, const struct run_info *run,
                     const struct summary *v, struct doubts *out)
{
    struct arena a = { 0 };
    struct err e;
    bool ok = doubts_queue(&a, s, run, v, clock_day_ms(), out, &e);

    arena_clear(&a);
    return ok ? -1 : talk_failure(&e);
}

void run_say_doubts(struct store *s, const struct run_info *run,
                    const struct doubts *d)
{
    struct arena a = { 0 };
    const char *told = store_told(&a, store_path(s));

    if (d->decided)
        talk("%zu result%s of run %s %s decided by a review", d->decided,
             d->decided == 1 ? "" : "s", run->name,
             d->decided == 1 ? "is" : "are");
    if (d->left_out)
        talk("%zu more doubtful verdicts were left out; when the queue is "
             "decided, `assay review --of %s%s` adds them",
             d->left_out, run->name, told);
    if (d->open)
        talk("%zu verdict%s doubtful: run assay review%s", d->open,
             d->open == 1 ? " is" : "s are", told);
    arena_clear(&a);
}

/* Loads a run whose doubts are queued. -1 to go on. */
static int run_show_load(struct arena *a, struct store *s,
                         const struct run_info *info,
                         const struct summary_options *o, struct doubts *doubts,
                         struct summary *v)
{
    struct doubting d = {
        .store = s, .run = info, .doubts = doubts, .status = -1
    };
    struct err e;
    bool ok = summary_read(a, s, info, o, v, &e);

    if (ok) {
        d.read = *v;
        if (doubts && thread_start(&d.thread, queue_doubts, &d) != 0)
            BUG("could not start a thread");
        ok = summary_count(a, o, v, &e);
        if (doubts)
            pthread_join(d.thread, NULL);
    }
    if (ok && d.status < 0 && doubts && doubts->decided) {
        struct summary_options again = *o;

        again.results = NULL; /* some were superseded */
        ok = summary_load(a, s, info, &again, v, &e);
    }
    return ok ? d.status : talk_could_not(&e);
}

int run_show(struct arena *a, struct store *s, const struct run_info *info,
             const struct run_options *r, const struct summary_options *o,
             struct doubts *doubts)
{
    struct document *d = document_new(a, terminal_width());
    struct summary v;
    struct err e;
    int status = run_show_load(a, s, info, o, doubts, &v);

    if (status >= 0)
        return status;
    if (!run_document(d, &v, r->facts, &e)) {
        talk_err(r->facts, &e);
        return EXIT_COULD_NOT;
    }
    if (r->facts && !summary_shower(&v))
        talk("--facts: the run has no Mathador problems to compare them with");
    if (show_document(d, &r->as) != EXIT_DONE)
        return EXIT_COULD_NOT;
    if (r->junit && !write_junit(r->junit, &v))
        return EXIT_COULD_NOT;
    return run_show_threshold(a, &v, r->min_accuracy);
}

int run_show_sweep(struct arena *a, struct store *s,
                   const struct run_info *runs, size_t n, const char *field,
                   const struct run_options *r, const struct summary_options *o)
{
    struct document *d = document_new(a, terminal_width());
    const struct summary **views = arena_array(a, const struct summary *, n);
    int status = EXIT_DONE;
    struct err e;

    for (size_t i = 0; i < n; i++) {
        struct summary *v = arena_new(a, struct summary);

        if (!summary_load(a, s, &runs[i], o, v, &e))
            return talk_failure(&e);
        views[i] = v;
    }
    if (!sweep_document(d, views, n, field, 1, &e))
        return talk_failure(&e);
    if (show_document(d, &r->as) != EXIT_DONE)
        return EXIT_COULD_NOT;
    for (size_t i = 0; i < n; i++) {
        int gate = run_show_threshold(a, views[i], r->min_accuracy);

        if (gate != EXIT_DONE)
            talk("this is run %s of the sweep; every value must reach "
                 "--min-accuracy",
                 runs[i].name);
        status = gate > status ? gate : status;
    }
    return status;
}
