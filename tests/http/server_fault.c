/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Answers that are a status and an error, in the dialect of one server or
 * another, with what they say about when to come back.
 */

#include "server_scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How the parameter `wait` becomes the value of the header. */
enum wait {
    WAIT_TEXT, /* as it is */
    WAIT_DATE, /* seconds from now, as an HTTP date */
    WAIT_ISO,  /* seconds from now, as RFC 3339 with milliseconds */
};

enum style {
    STYLE_OPENAI, /* {"error": {message, type, param, code}} */
    STYLE_LLAMA,  /* {"error": {code, message, type}} */
    STYLE_TEXT,   /* {"error": "message"} */
    STYLE_DETAIL, /* {"detail": [{loc, msg, type}]} */
};

struct fault {
    const char *name;
    int status;
    const char *type, *code, *message; /* code is JSON; NULL: null */
    const char *header, *wait;         /* a wait's header, and its default */
    const char *more;                  /* further header lines */
    enum wait form;
    enum style style;
};

#define SLOW_DOWN                                                      \
 .status = 429, .type = "requests", .code = "\"rate_limit_exceeded\"", \
 .message = "Too many requests, slow down."

static const struct fault faults[] = {
    { .name = "429-seconds", SLOW_DOWN, .header = "Retry-After", .wait = "1" },
    { .name = "429-float", SLOW_DOWN, .header = "Retry-After", .wait = "0.05" },
    { .name = "429-date",
      SLOW_DOWN,
      .header = "Retry-After",
      .wait = "2",
      .form = WAIT_DATE },
    { .name = "429-ms", SLOW_DOWN, .header = "retry-after-ms", .wait = "50" },
    { .name = "429-reset",
      SLOW_DOWN,
      .header = "x-ratelimit-reset-requests",
      .wait = "80ms",
      .more = "x-ratelimit-remaining-requests: 0\r\n"
              "x-ratelimit-reset-tokens: 6ms\r\n" },
    { .name = "429-anthropic",
      .status = 429,
      .type = "rate_limit_error",
      .message = "Too many requests for this key.",
      .header = "anthropic-ratelimit-requests-reset",
      .wait = "1",
      .more = "anthropic-ratelimit-requests-remaining: 0\r\n"
              "anthropic-ratelimit-tokens-reset: 2020-01-01T00:00:00Z\r\n",
      .form = WAIT_ISO },
    { .name = "429-none", SLOW_DOWN },
    { .name = "429-days",
      SLOW_DOWN,
      .header = "Retry-After",
      .wait = "259200" },
    { .name = "quota",
      .status = 429,
      .type = "insufficient_quota",
      .code = "\"insufficient_quota\"",
      .message = "The credit of this account is spent." },
    { .name = "500",
      .status = 500,
      .type = "server_error",
      .message = "Something went wrong in here." },
    { .name = "503-loading",
      .status = 503,
      .type = "unavailable_error",
      .code = "503",
      .message = "Loading model",
      .style = STYLE_LLAMA },
    { .name = "529",
      .status = 529,
      .type = "overloaded_error",
      .message = "Overloaded" },
    { .name = "524",
      .status = 524,
      .type = "timeout",
      .message = "The origin did not answer in time." },
    { .name = "408",
      .status = 408,
      .type = "timeout",
      .message = "The request took too long." },
    { .name = "409",
      .status = 409,
      .type = "conflict",
      .message = "A lock could not be had." },
    { .name = "400",
      .status = 400,
      .type = "invalid_request_error",
      .code = "\"unsupported_parameter\"",
      .message = "This model does not take the parameter 'temperature'." },
    { .name = "400-context",
      .status = 400,
      .type = "BadRequestError",
      .code = "400",
      .message = "The maximum context length of this model is 4096 tokens, "
                 "and the request asks for 9000." },
    { .name = "400-context-llama",
      .status = 400,
      .type = "exceed_context_size_error",
      .code = "400",
      .message = "the request has more tokens than the context",
      .style = STYLE_LLAMA },
    { .name = "500-format",
      .status = 500,
      .type = "server_error",
      .code = "500",
      .message = "The model produced output that does not match the expected "
                 "peg-native format",
      .style = STYLE_LLAMA },
    { .name = "401",
      .status = 401,
      .type = "invalid_request_error",
      .code = "\"invalid_api_key\"",
      .message = "That key is not valid." },
    { .name = "403",
      .status = 403,
      .type = "permission_error",
      .message = "This key may not use the model." },
    { .name = "404",
      .status = 404,
      .type = "invalid_request_error",
      .code = "\"model_not_found\"",
      .message = "There is no such model." },
    { .name = "404-text",
      .status = 404,
      .message = "model not found",
      .style = STYLE_TEXT },
    { .name = "413",
      .status = 413,
      .type = "request_too_large",
      .message = "The request is too large." },
    { .name = "422",
      .status = 422,
      .type = "value_error",
      .message = "a number was expected",
      .style = STYLE_DETAIL },
    { .name = "418",
      .status = 418,
      .type = "teapot",
      .message = "No coffee here." },
    { .name = "should-retry-true",
      .status = 400,
      .type = "odd_error",
      .message = "Odd. Come again.",
      .header = "x-should-retry",
      .wait = "true" },
    { .name = "should-retry-false",
      .status = 500,
      .type = "odd_error",
      .message = "Odd. Do not come again.",
      .header = "x-should-retry",
      .wait = "false" },
    { .name = "200-error",
      .status = 200,
      .code = "429",
      .message = "The provider returned an error.",
      .style = STYLE_LLAMA },
    { .name = "200-error-string",
      .status = 200,
      .type = "server_error",
      .code = "\"server_error\"",
      .message = "The engine stopped." },
};

const struct fault *fault_find(const char *name)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (str_eq(faults[i].name, name))
            return &faults[i];
    return NULL;
}

/* ---- dates ---- */

struct date {
    int64_t year;
    unsigned month, day, weekday; /* from 1, from 1, Thursday 0 */
};

/* Days since 1970 in the Gregorian calendar; the year begins in March, so
 * that the leap day is its last (Howard Hinnant, "chrono-Compatible
 * Low-Level Date Algorithms"). */
static struct date date_of(int64_t days)
{
    int64_t z = days + 719468, era = z / 146097, of_era = z % 146097;
    int64_t year =
        (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t day = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * day + 2) / 153;
    struct date d;

    d.day = (unsigned)(day - (153 * month + 2) / 5 + 1);
    d.month = (unsigned)(month < 10 ? month + 3 : month - 9);
    d.year = year + era * 400 + (d.month <= 2);
    d.weekday = (unsigned)(days % 7);
    return d;
}

static void add_date(struct str *out, enum wait form, double ahead_s)
{
    static const char *const weekdays[] = { "Thu", "Fri", "Sat", "Sun",
                                            "Mon", "Tue", "Wed" };
    static const char *const months[] = { "Jan", "Feb", "Mar", "Apr",
                                          "May", "Jun", "Jul", "Aug",
                                          "Sep", "Oct", "Nov", "Dec" };
    struct timespec now;
    struct date d;
    int64_t ms, s;

    if (!(ahead_s > -1e9 && ahead_s < 1e9))
        ahead_s = 0;
    clock_gettime(CLOCK_REALTIME, &now);
    ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 +
         (int64_t)(ahead_s * 1000);
    s = ms / 1000;
    d = date_of(s / 86400);
    s %= 86400;
    if (form == WAIT_DATE)
        str_addf(out, "%s, %02u %s %lld %02d:%02d:%02d GMT",
                 weekdays[d.weekday], d.day, months[d.month - 1],
                 (long long)d.year, (int)(s / 3600), (int)(s / 60 % 60),
                 (int)(s % 60));
    else
        str_addf(out, "%lld-%02u-%02uT%02d:%02d:%02d.%03dZ", (long long)d.year,
                 d.month, d.day, (int)(s / 3600), (int)(s / 60 % 60),
                 (int)(s % 60), (int)(ms % 1000));
}

/* ---- playing ---- */

static void add_wait(const struct fault *f, const struct ask *q,
                     struct str *out)
{
    const char *wait = f->wait ? f->wait : "50";
    const char *header = f->header;
    double skew = scenario_number(q->scenario, "skew", 0);

    wait = q->wait ? q->wait : scenario_text(q->scenario, "wait", wait);
    if (f->more)
        str_add(out, f->more);
    /* A storm lets the errors that name no wait ask for a short one. */
    if (!header && q->wait)
        header = "retry-after-ms";
    if (!header)
        return;
    str_addf(out, "%s: ", header);
    if (f->form == WAIT_TEXT)
        str_add(out, wait);
    else
        add_date(out, f->form, strtod(wait, NULL) + skew);
    str_add(out, "\r\n");
    if (skew > 0) { /* the server's clock goes wrong by so many seconds */
        str_add(out, "Date: ");
        add_date(out, WAIT_DATE, skew);
        str_add(out, "\r\n");
    }
}

/* Anthropic's own names, by status. */
static const char *anthropic_type(const struct fault *f)
{
    switch (f->status) {
    case 400: return "invalid_request_error";
    case 401: return "authentication_error";
    case 403: return "permission_error";
    case 404: return "not_found_error";
    case 413: return "request_too_large";
    case 429: return "rate_limit_error";
    case 500: return "api_error";
    case 529: return "overloaded_error";
    default: return f->type ? f->type : "api_error";
    }
}

static void add_error(const struct fault *f, const struct ask *q,
                      struct str *out)
{
    const char *code = f->code ? f->code : "null";

    code = f->status == 200 && f->style == STYLE_LLAMA
               ? scenario_text(q->scenario, "code", code)
               : code;
    if (scenario_number(q->scenario, "own", 0) > 0) /* words for each body */
        str_addf(out, "{\"error\":\"%s of %llu\"}", f->message,
                 (unsigned long long)(q->hash.high % 1000000007));
    else if (f->style == STYLE_TEXT)
        str_addf(out, "{\"error\":\"%s\"}", f->message);
    else if (f->style == STYLE_DETAIL)
        str_addf(out,
                 "{\"detail\":[{\"loc\":[\"body\",\"max_tokens\"],"
                 "\"msg\":\"%s\",\"type\":\"%s\"}]}",
                 f->message, f->type);
    else if (f->style == STYLE_LLAMA)
        str_addf(out,
                 "{\"error\":{\"code\":%s,\"message\":\"%s\","
                 "\"type\":\"%s\"}}",
                 code, f->message, f->type ? f->type : "error");
    else
        str_addf(out,
                 "{\"error\":{\"message\":\"%s\",\"type\":\"%s\","
                 "\"param\":null,\"code\":%s}}",
                 f->message, f->type, code);
}

void fault_play(const struct fault *f, const struct ask *q, struct reply *r)
{
    r->status = f->status;
    add_wait(f, q, &r->head);
    if (q->messages && f->status != 200)
        str_addf(&r->body,
                 "{\"type\":\"error\",\"error\":{\"type\":\"%s\","
                 "\"message\":\"%s\"},\"request_id\":\"req_%016llx\"}",
                 anthropic_type(f), f->message,
                 (unsigned long long)q->hash.high);
    else
        add_error(f, q, &r->body);
}
