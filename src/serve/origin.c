/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/origin.h"
#include "base/str.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The name in "name:port", "[::1]:port" or a bare address of IPv6. */
static const char *host_name(const char *host, char out[256])
{
    const char *colon = strchr(host, ':');
    size_t n = strlen(host);

    if (*host == '[') {
        host++;
        n = strcspn(host, "]");
    } else if (colon && !colon[1 + strspn(colon + 1, "0123456789")]) {
        n = (size_t)(colon - host);
    }
    n = n < 255 ? n : 255;
    memcpy(out, host, n);
    out[n] = '\0';
    return out;
}

static bool ends_in_localhost(const char *name)
{
    size_t n = strlen(name), tail = strlen(".localhost");

    return n > tail && strcasecmp(name + n - tail, ".localhost") == 0;
}

bool origin_is_address(const char *text)
{
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST }, *a;
    bool is = getaddrinfo(text, NULL, &hints, &a) == 0;

    if (is)
        freeaddrinfo(a);
    return is;
}

bool origin_is_loopback(const char *host)
{
    char name[256];
    unsigned char ip[16];

    host_name(host, name);
    if (inet_pton(AF_INET, name, ip) == 1)
        return ip[0] == 127;
    if (inet_pton(AF_INET6, name, ip) == 1)
        return memcmp(ip, &in6addr_loopback, 16) == 0;
    return strcasecmp(name, "localhost") == 0 || ends_in_localhost(name);
}

/* Returns what stands behind "https://", or NULL. */
static const char *authority(const char *origin)
{
    return str_starts(origin, "https://")  ? origin + 8
           : str_starts(origin, "http://") ? origin + 7
                                           : NULL;
}

bool origin_has_host(const char *origin, const char *host)
{
    const char *ours = authority(origin);
    char a[256], b[256];

    return ours && strcasecmp(host_name(ours, a), host_name(host, b)) == 0;
}

bool origin_is_ours(const char *ours, bool secure, const char *host,
                    const char *origin)
{
    const char *theirs = authority(origin);

    if (strcasecmp(origin, ours) == 0)
        return true;
    return theirs && *theirs && host &&
           str_starts(origin, "https://") == secure &&
           strcasecmp(theirs, host) == 0;
}

const char *request_origin(struct arena *a, bool secure, const char *address,
                           uint16_t port)
{
    bool all = str_eq(address, "0.0.0.0") || str_eq(address, "::");
    bool six = !all && strchr(address, ':');
    char name[256] = "localhost";

    if (all && gethostname(name, sizeof(name) - 1) == 0)
        address = name;
    return arena_printf(a, "%s://%s%s%s:%u", secure ? "https" : "http",
                        six ? "[" : "", address, six ? "]" : "", port);
}

bool origin_check(const char *text, struct err *e)
{
    const char *host = authority(text);

    if (host && *host && !strpbrk(host, "/?#@ \t\\\"<>'"))
        return true;
    return err_set(e, ERR_USAGE,
                   "--origin takes the public base URL of the server, such "
                   "as https://class.example.org");
}
