/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a request costs: clients on connections that are kept send a POST of
 * about 200 bytes, whose handler does nothing, and wait for its small reply. The
 * clients share the cores with the server.
 */
#include "base/clock.h"
#include "serve/http/server.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define REQUESTS  60000
#define CONNECTED 100 /* at most */

static size_t body_most(void *ctx, struct http_request *r)
{
    (void)ctx;
    (void)r;
    return 1000;
}

static void handle(void *ctx, struct http_request *r, struct http_reply *out)
{
    (void)ctx;
    (void)r;
    reply_text(out, 200, "application/json", "{\"reward\":1.0}");
}

struct work {
    uint16_t port;
    size_t requests;
    bool failed;
};

/* Sends requests one after another on one connection. */
static void *ask_all(void *arg)
{
    static const char request[] =
        "POST /grade HTTP/1.1\r\nHost: localhost\r\n"
        "Content-Type: application/json\r\nContent-Length: 77\r\n\r\n"
        "{\"key\": \"\\\\frac{1}{2}\", \"reply\": \"The answer is "
        "\\\\boxed{0.5}, by two roads.\"}";
    struct work *w = arg;
    struct sockaddr_in a = { .sin_family = AF_INET,
                             .sin_port = htons(w->port) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    char buf[4096];

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    w->failed =
        connect(fd, (const struct sockaddr *)(const void *)&a, sizeof(a)) != 0;
    for (size_t i = 0; i < w->requests && !w->failed; i++) {
        size_t n = strlen(request);

        w->failed = send(fd, request, n, MSG_NOSIGNAL) != (ssize_t)n ||
                    recv(fd, buf, sizeof(buf), 0) <= 0 ||
                    strncmp(buf, "HTTP/1.1 200 ", 13) != 0;
    }
    close(fd);
    return NULL;
}

static bool measure(const struct server *s, size_t n)
{
    struct clock clock = clock_real();
    struct work works[CONNECTED];
    pthread_t threads[CONNECTED];
    uint64_t start = clock_now(&clock);
    double seconds;
    bool failed = false;

    for (size_t i = 0; i < n; i++) {
        works[i] = (struct work){ server_port(s), REQUESTS / n, false };
        if (pthread_create(&threads[i], NULL, ask_all, &works[i]) != 0)
            return false;
    }
    for (size_t i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
        failed = failed || works[i].failed;
    }
    seconds = (double)(clock_now(&clock) - start) / 1e9;
    if (!failed)
        printf("%-28zu %14.1f %12.0f\n", n, seconds * 1e6 / REQUESTS,
               REQUESTS / seconds);
    return !failed;
}

int main(void)
{
    static const size_t connections[] = { 1, 10, CONNECTED };
    struct server_options o = { .address = "127.0.0.1",
                                .body_most = body_most,
                                .handle = handle };
    bool good = true;
    struct server *s;
    struct err e;

    if (!server_start(&o, &s, &e)) {
        fprintf(stderr, "%s\n", e.msg);
        return 1;
    }
    printf("%-28s %14s %12s\n", "HTTP, connections", "us a request",
           "a second");
    for (size_t i = 0; i < sizeof(connections) / sizeof(connections[0]); i++)
        good = measure(s, connections[i]) && good;
    server_stop(s, 1000);
    if (!good)
        fprintf(stderr, "a request was not answered\n");
    return good ? 0 : 1;
}
