/* SPDX-License-Identifier: Apache-2.0 */
#include "assay.h"
#include "base/clock.h"
#include "base/system.h"
#include "serve/chat/chat.h"
#include "serve/http/events.h"
#include "serve/reward/reward.h"
#include "serve/reward/rows.h"
#include "serve/route.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/*
 * The reward API: POST /grade, and the forms that training loops send of their
 * own accord. Its clients are programs, so everything it says is JSON, errors
 * too.
 */

/* ---- refusals ---- */

static bool serve_routes_refuse(struct visit *v, int status,
                                const struct err *e)
{
    struct str out = str_in(v->arena);

    str_add(&out, "{\"error\": ");
    json_write_string(&out, e->msg);
    if (e->line)
        str_addf(&out, ", \"line\": %zu", e->line);
    if (e->column)
        str_addf(&out, ", \"column\": %zu", e->column);
    str_add(&out, "}\n");
    reply_json(v->reply, status, &out);
    if (status == 429 || status == 503)
        reply_field(v->reply, "Retry-After", "1");
    return true;
}

static bool refuse_bad(struct visit *v, const struct err *e)
{
    return serve_routes_refuse(v, e->code == ERR_LIMIT ? 413 : 400, e);
}

static bool serve_routes_refuse_entry(struct visit *v, enum reward_let how)
{
    struct err e;

    if (how == REWARD_FULL)
        err_set(&e, ERR_LIMIT, "too many requests are waiting for the judge");
    else
        err_set(&e, ERR_LIMIT, "the server is shutting down");
    return serve_routes_refuse(v, how == REWARD_FULL ? 429 : 503, &e);
}

/* ---- replies ---- */

static void write_grade(struct str *out, const struct reward_job *j)
{
    static const char *const around[][2] = { [SHAPE_ONE] = { "", "\n" },
                                             [SHAPE_ARRAY] = { "[", "]\n" },
                                             [SHAPE_ROWS] = { "{\"rows\": [",
                                                              "]}\n" },
                                             [SHAPE_LINES] = { "", "" } };

    str_add(out, around[j->shape][0]);
    str_add(out, str_get(&j->out));
    str_add(out, around[j->shape][1]);
}

static void write_numbers(struct str *out, const struct reward_job *j)
{
    str_addc(out, '[');
    for (size_t i = 0; i < j->n; i++) {
        str_add(out, i ? ", " : "");
        reward_write_number(out, &j->marks[i], true);
    }
    str_addc(out, ']');
}

/* The number alone, which is what slime reads. */
static void write_rm(struct str *out, const struct reward_job *j)
{
    if (j->shape == SHAPE_ONE)
        reward_write_number(out, &j->marks[0], true);
    else
        write_numbers(out, j);
}

/* 1.0 for each row of that status, else 0.0: the client makes means of them. */
static void serve_routes_write_log(struct str *out, const struct reward_job *j,
                                   enum reward_status status)
{
    str_addf(out, "\"%s\": [", reward_status_name(status));
    for (size_t i = 0; i < j->n; i++) {
        str_add(out, i ? ", " : "");
        str_add(out, j->marks[i].status == status ? "1.0" : "0.0");
    }
    str_add(out, "]");
}

static void write_rewards(struct str *out, const struct reward_job *j)
{
    str_add(out, "{\"rewards\": ");
    write_numbers(out, j);
    str_add(out, ", \"scores\": ");
    write_numbers(out, j);
    str_add(out, ", \"extra_logs\": {");
    for (int s = REWARD_JUDGED; s <= REWARD_ERROR; s++) {
        str_add(out, s ? ", " : "");
        serve_routes_write_log(out, j, (enum reward_status)s);
    }
    str_add(out, ", \"prompt_kept\": [");
    for (size_t i = 0; i < j->n; i++) {
        str_add(out, i ? ", " : "");
        str_add(out, j->rows[i].unstripped ? "1.0" : "0.0");
    }
    str_add(out, "]}}\n");
}

/* The request again, with what it earned; a member of the request that has one
 * of our names gives way. */
static void write_episode(struct str *out, const struct reward_job *j)
{
    str_addc(out, '{');
    for (const struct json *m = j->whole->first; m; m = m->next) {
        if (str_among(m->name, "reward status assay"))
            continue;
        json_write_string(out, m->name);
        str_add(out, ": ");
        json_write(out, m);
        str_add(out, ", ");
    }
    str_add(out, "\"reward\": ");
    reward_write_number(out, &j->marks[0], true);
    str_addf(out, ", \"status\": \"%s\", \"assay\": ",
             reward_status_name(j->marks[0].status));
    str_add(out, str_get(&j->out));
    str_add(out, "}\n");
}

static void serve_routes_reply(struct visit *v, struct reward_job *j)
{
    static void (*const write[REWARD_ROUTES])(
        struct str * out,
        const struct reward_job *j) = { [REWARD_GRADE] = write_grade,
                                        [REWARD_GET_REWARD] = write_rewards,
                                        [REWARD_RM] = write_rm,
                                        [REWARD_VERIFY] = write_episode };
    struct str out = str_in(v->arena);

    str_reserve(&out, j->out.n + 64);
    write[j->route](&out, j);
    reply_json(v->reply, 200, &out);
    if (j->shape == SHAPE_LINES)
        v->reply->type = "application/jsonl";
    if (j->unjudged)
        reply_field(v->reply, "X-Assay-Undecided",
                    arena_printf(v->arena, "%zu", j->unjudged));
}

/* ---- the course of a request ---- */

/* Reads and judges; a turn is had. */
static bool serve_routes_judge(struct visit *v, struct reward_job *j)
{
    struct err e;

    if (!reward_read_options(j, v->request, &e) ||
        !reward_read_rows(j, v->request, &e)) {
        reward_give_turn(j->reward);
        return refuse_bad(v, &e);
    }
    if (!reward_judge(j))
        return serve_routes_refuse_entry(v, REWARD_STOPPING);
    serve_routes_reply(v, j);
    return true;
}

static bool refuse_packed(struct visit *v)
{
    struct err e;

    err_set(&e, ERR_USAGE, "send the body without Content-Encoding");
    return serve_routes_refuse(v, 415, &e);
}

/* A body that we would read as something else than it is. */
static bool is_packed(const struct http_request *r)
{
    const char *how = http_header(r, "content-encoding");

    return how && !str_eq(how, "identity");
}

static bool serve_routes_answer(struct visit *v, enum reward_route route)
{
    struct reward *r = v->serve->reward;
    struct reward_job j = { .reward = r, .arena = v->arena, .route = route };
    struct clock clock = clock_real();
    uint64_t start = clock_now(&clock);
    enum reward_let how = reward_enter(r);

    if (how != REWARD_IN) {
        serve_routes_refuse_entry(v, how);
    } else {
        if (is_packed(v->request))
            refuse_packed(v);
        else if (reward_take_turn(r, false))
            serve_routes_judge(v, &j);
        else
            serve_routes_refuse_entry(v, REWARD_STOPPING);
        reward_leave(r);
    }
    reward_count_request(r, route, v->reply->status ? v->reply->status : 200,
                         clock_now(&clock) - start);
    return true;
}

/* Finds which it is by the path. */
static bool handle_rows(struct visit *v, struct err *e)
{
    enum reward_route route = REWARD_GRADE;

    (void)e;
    while (route < REWARD_ROUTES &&
           !str_eq(reward_paths[route], v->request->path))
        route++;
    INVARIANT(route < REWARD_ROUTES);
    return serve_routes_answer(v, route);
}

/* A NeMo-Gym agent opens a session before each episode; we need none. */
static bool handle_session(struct visit *v, struct err *e)
{
    (void)e;
    reply_text(v->reply, 200, "application/json", "{}\n");
    return true;
}

/* ---- watching ---- */

static bool handle_health(struct visit *v, struct err *e)
{
    static const char *const names[] = { [REWARD_IN] = "ok",
                                         [REWARD_FULL] = "full",
                                         [REWARD_STOPPING] = "stopping" };
    enum reward_let how = reward_state(v->serve->reward);
    struct str out = str_in(v->arena);

    (void)e;
    str_addf(&out, "{\"status\": \"%s\", \"version\": \"%s\"", names[how],
             assay_version());
    reward_write_health(v->serve->reward, &out);
    str_add(&out, "}\n");
    reply_json(v->reply, how == REWARD_IN ? 200 : 503, &out);
    return true;
}

static bool handle_metrics(struct visit *v, struct err *e)
{
    const struct serve *s = v->serve;
    struct str out = str_in(v->arena);

    (void)e;
    metric_head(&out, "assay_info", "gauge", "The version of the program.");
    str_addf(&out, "assay_info{version=\"%s\"} 1\n", assay_version());
    reward_write_metrics(s->reward, &out);
    if (s->chat)
        chat_write_metrics(s->chat, &out);
    if (s->events)
        metric_gauge(&out, "assay_event_listeners", events_listeners(s->events),
                     "Open event streams.");
    metric_gauge(&out, "process_resident_memory_bytes", system_resident(),
                 "Memory in use.");
    metric_head(&out, "process_start_time_seconds", "gauge",
                "When the server started.");
    str_addf(&out, "process_start_time_seconds %.3f\n",
             (double)s->started_ms / 1000);
    reply_text(v->reply, 200, "text/plain; version=0.0.4; charset=utf-8",
               str_get(&out));
    return true;
}

const struct route reward_routes[] = {
    { HTTP_POST, "/grade", MAY_MACHINE, PACE_GRADE, REWARD_BODY_MOST, true,
      handle_rows },
    { HTTP_POST, "/get_reward", MAY_MACHINE, PACE_GRADE, REWARD_BODY_MOST, true,
      handle_rows },
    { HTTP_POST, "/rm", MAY_MACHINE, PACE_GRADE, REWARD_BODY_MOST, true,
      handle_rows },
    { HTTP_POST, "/verify", MAY_MACHINE, PACE_GRADE, REWARD_BODY_MOST, true,
      handle_rows },
    { HTTP_POST, "/seed_session", MAY_MACHINE, PACE_GRADE, REWARD_BODY_MOST,
      true, handle_session },
    { HTTP_GET, "/healthz", MAY_ANYBODY, PACE_PAGE, 0, true, handle_health },
    { HTTP_GET, "/metrics", MAY_MACHINE | MAY_OWNER, PACE_PAGE, 0, true,
      handle_metrics },
    { 0 },
};
