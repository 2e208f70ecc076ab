/* SPDX-License-Identifier: Apache-2.0 */
#include "base/progress.h"
#include "base/str.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COLUMNS_USUAL 80 /* of a terminal that does not say it */

#define QUIET_NS  500000000u /* nothing is drawn before */
#define REDRAW_NS 200000000u
#define LINE_NS   10000000000u /* between lines where there is no terminal */

void progress_open(struct progress *p, FILE *out, struct clock clock,
                   const char *verb, uint64_t total)
{
    *p = (struct progress){
        .out = out, .clock = clock, .verb = verb, .total = total
    };
    p->lines = out && !isatty(fileno(out));
    p->start_ns = p->drawn_ns = clock_now(&p->clock);
}

/* Returns the share that is done: by the count, or as the caller set it. */
static double progress_share_of(const struct progress *p)
{
    return p->total ? (double)p->done / (double)p->total : p->share;
}

static void progress_add_rate(struct str *line, const struct progress *p,
                              double seconds)
{
    double now = (double)(p->done - p->before);
    double rate = seconds > 0 ? now / seconds : 0;
    double share = progress_share_of(p);
    double left = share > 0 ? seconds / share * (1 - share) : 0;
    char span[40];

    str_add(line, "  ");
    if (rate >= 10)
        str_add_count(line, (uint64_t)rate);
    else
        str_addf(line, "%.1f", rate);
    str_add(line, "/s");
    if (p->before)
        left = rate > 0 ? (double)(p->total - p->done) / rate : 0;
    if (share > 0 && share < 1 && left > 0) {
        clock_span(span, sizeof(span), left);
        str_addf(line, "  %s left", span);
    }
}

size_t progress_columns(int fd)
{
    struct winsize size;

    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t progress_rows(int fd)
{
    struct winsize size;

    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

/* The columns that a line may have: the cursor stays on it. */
static size_t progress_room(const struct progress *p)
{
    const char *columns = getenv("COLUMNS");
    size_t n = progress_columns(fileno(p->out));

    if (n == 0 && columns)
        n = strtoul(columns, NULL, 10);
    return (n ? n : COLUMNS_USUAL) - 1;
}

/* Takes figures away, which have two blanks between them, until the rest
 * fits. Returns the columns that are left. */
static size_t progress_cut(struct str *line, size_t most)
{
    size_t width = utf8_columns(line->s, line->n);

    while (width > most) {
        size_t n = line->n;

        while (n > 2 && !(line->s[n - 1] == ' ' && line->s[n - 2] == ' '))
            n--;
        line->n = n > 2 ? n - 2 : utf8_fit(line->s, most);
        line->s[line->n] = '\0';
        width = utf8_columns(line->s, line->n);
    }
    return width;
}

static void progress_add_line(struct str *line, const struct progress *p,
                              uint64_t now)
{
    str_addf(line, "%s  ", p->verb);
    str_add_count(line, p->done);
    if (p->total) {
        str_addc(line, '/');
        str_add_count(line, p->total);
    }
    if (progress_share_of(p) > 0)
        str_addf(line, "  %d %%", (int)(100 * progress_share_of(p)));
    progress_add_rate(line, p, (double)(now - p->start_ns) / 1e9);
    if (p->figures[0])
        str_addf(line, "  %s", p->figures);
}

/* Blanks cover what a longer line left behind. */
static void draw_over(struct progress *p, struct str *line)
{
    size_t most = progress_room(p), old = p->width < most ? p->width : most;
    size_t width = progress_cut(line, most);

    fprintf(p->out, "\r%s%*s", str_get(line),
            old > width ? (int)(old - width) : 0, "");
    p->width = width;
}

static void progress_draw(struct progress *p, uint64_t now)
{
    struct str line = { 0 };

    progress_add_line(&line, p, now);
    if (p->lines)
        fprintf(p->out, "%s\n", str_get(&line));
    else
        draw_over(p, &line);
    fflush(p->out);
    p->drawn_ns = now;
    str_clear(&line);
}

static bool is_time(const struct progress *p, uint64_t now)
{
    if (p->lines)
        return now - p->drawn_ns >= LINE_NS;
    return now - p->start_ns >= QUIET_NS && now - p->drawn_ns >= REDRAW_NS;
}

void progress_add(struct progress *p, uint64_t n)
{
    uint64_t now;

    p->done += n;
    if (!p->out)
        return;
    now = clock_now(&p->clock);
    if (is_time(p, now))
        progress_draw(p, now);
}

void progress_before(struct progress *p, uint64_t n)
{
    p->before += n;
    p->done += n;
}

void progress_share(struct progress *p, double share)
{
    p->share = share;
}

void progress_figures(struct progress *p, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(p->figures, sizeof(p->figures), fmt, ap);
    va_end(ap);
}

void progress_hide(struct progress *p)
{
    if (p->out && p->width) {
        size_t most = progress_room(p);

        fprintf(p->out, "\r%*s\r", (int)(p->width < most ? p->width : most),
                "");
        fflush(p->out);
    }
    p->width = 0;
}

void progress_close(struct progress *p)
{
    progress_hide(p);
    p->out = NULL;
}
