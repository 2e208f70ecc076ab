/* SPDX-License-Identifier: Apache-2.0 */

/*
 * libcurl, loaded when a server is first asked: it brings some thirty libraries
 * along. Each function here passes on to the one of its name, so that everything
 * else calls libcurl as if it were linked, checked by its own header. What is
 * not listed is not linked either.
 */
#define CURL_DISABLE_TYPECHECK
#include "model/server/curl.h"
#include "base/library.h"

#include <curl/curl.h>
#include <stdarg.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#undef curl_share_setopt

/* curl 8 reads a URL without changing it. */
#if LIBCURL_VERSION_NUM >= 0x080000
# define URL_READ const CURLU
#else
# define URL_READ CURLU
#endif

#define FUNCTIONS(X)    \
 X(global_init)         \
 X(global_cleanup)      \
 X(easy_init)           \
 X(easy_cleanup)        \
 X(easy_perform)        \
 X(easy_reset)          \
 X(easy_strerror)       \
 X(free)                \
 X(multi_init)          \
 X(multi_cleanup)       \
 X(multi_add_handle)    \
 X(multi_remove_handle) \
 X(multi_info_read)     \
 X(multi_socket_action) \
 X(share_init)          \
 X(share_cleanup)       \
 X(slist_append)        \
 X(slist_free_all)      \
 X(url)                 \
 X(url_cleanup)         \
 X(url_get)             \
 X(url_set)             \
 X(mime_init)           \
 X(mime_free)           \
 X(mime_addpart)        \
 X(mime_name)           \
 X(mime_filename)       \
 X(mime_type)           \
 X(mime_data)           \
 X(mime_data_cb)        \
 X(easy_setopt)         \
 X(easy_getinfo)        \
 X(multi_setopt)        \
 X(share_setopt)

static struct {
#define POINTER(name) __typeof__(curl_##name) *name;
    FUNCTIONS(POINTER)
#undef POINTER
} curl;

bool curl_load(struct err *e)
{
#define NAME(name) "curl_" #name,
    static const char *const names[] = { FUNCTIONS(NAME) };
#undef NAME
    static const char *const files[] = { LIBRARY_FILE("curl", "4"),
                                         LIBRARY_FILE("curl-gnutls", "4"),
                                         NULL };
    static struct library library = { .files = files,
                                      .package = "libcurl4",
                                      .names = names,
                                      .n = sizeof(names) / sizeof(names[0]),
                                      .into = &curl,
                                      .lock = PTHREAD_MUTEX_INITIALIZER };

    return library_open(&library, e);
}

/* ---- options, whose last argument is of a type that the option says ---- */

#define PASS_OPTION(set, handle, option)                        \
 do {                                                           \
  va_list ap;                                                   \
                                                                \
  va_start(ap, option);                                         \
  if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_BLOB) \
   code = set(handle, option, va_arg(ap, curl_off_t));          \
  else if (option < CURLOPTTYPE_OBJECTPOINT)                    \
   code = set(handle, option, va_arg(ap, long));                \
  else                                                          \
   code = set(handle, option, va_arg(ap, void *));              \
  va_end(ap);                                                   \
 } while (0)

CURLcode curl_easy_setopt(CURL *handle, CURLoption option, ...)
{
    CURLcode code;

    PASS_OPTION(curl.easy_setopt, handle, option);
    return code;
}

CURLMcode curl_multi_setopt(CURLM *handle, CURLMoption option, ...)
{
    CURLMcode code;

    PASS_OPTION(curl.multi_setopt, handle, option);
    return code;
}

CURLSHcode curl_share_setopt(CURLSH *share, CURLSHoption option, ...)
{
    va_list ap;
    CURLSHcode code;

    va_start(ap, option);
    if (option == CURLSHOPT_SHARE || option == CURLSHOPT_UNSHARE)
        code = curl.share_setopt(share, option, va_arg(ap, int));
    else
        code = curl.share_setopt(share, option, va_arg(ap, void *));
    va_end(ap);
    return code;
}

CURLcode curl_easy_getinfo(CURL *easy, CURLINFO info, ...)
{
    va_list ap;
    CURLcode code;

    va_start(ap, info);
    code = curl.easy_getinfo(easy, info, va_arg(ap, void *));
    va_end(ap);
    return code;
}

/* ---- the others ---- */

#define PASS(type, name, params, args) \
 type curl_##name params               \
 {                                     \
  return curl.name args;               \
 }

PASS(CURLcode, global_init, (long flags), (flags))
PASS(CURLcode, easy_perform, (CURL * easy), (easy))
PASS(const char *, easy_strerror, (CURLcode code), (code))
PASS(CURLM *, multi_init, (void), ())
PASS(CURLMcode, multi_cleanup, (CURLM * multi), (multi))
PASS(CURLMcode, multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy))
PASS(CURLMcode, multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy))
PASS(CURLMsg *, multi_info_read, (CURLM * multi, int *left), (multi, left))
PASS(CURLMcode, multi_socket_action,
     (CURLM * multi, curl_socket_t fd, int what, int *running),
     (multi, fd, what, running))
PASS(CURLSH *, share_init, (void), ())
PASS(CURLSHcode, share_cleanup, (CURLSH * share), (share))
PASS(struct curl_slist *, slist_append,
     (struct curl_slist * list, const char *text), (list, text))
PASS(CURLU *, url, (void), ())
PASS(CURLUcode, url_get,
     (URL_READ * url, CURLUPart part, char **out, unsigned flags),
     (url, part, out, flags))
PASS(CURLUcode, url_set,
     (CURLU * url, CURLUPart part, const char *text, unsigned flags),
     (url, part, text, flags))
PASS(curl_mime *, mime_init, (CURL * easy), (easy))
PASS(curl_mimepart *, mime_addpart, (curl_mime * mime), (mime))
PASS(CURLcode, mime_name, (curl_mimepart * part, const char *name),
     (part, name))
PASS(CURLcode, mime_filename, (curl_mimepart * part, const char *name),
     (part, name))
PASS(CURLcode, mime_type, (curl_mimepart * part, const char *type),
     (part, type))
PASS(CURLcode, mime_data, (curl_mimepart * part, const char *data, size_t n),
     (part, data, n))
PASS(CURLcode, mime_data_cb,
     (curl_mimepart * part, curl_off_t n, curl_read_callback take,
      curl_seek_callback seek, curl_free_callback drop, void *ctx),
     (part, n, take, seek, drop, ctx))

void curl_global_cleanup(void)
{
    curl.global_cleanup();
}

CURL *curl_easy_init(void)
{
    struct err e;

    return curl_load(&e) ? curl.easy_init() : NULL;
}

void curl_easy_cleanup(CURL *easy)
{
    curl.easy_cleanup(easy);
}

void curl_easy_reset(CURL *easy)
{
    curl.easy_reset(easy);
}

void curl_free(void *p)
{
    curl.free(p);
}

void curl_slist_free_all(struct curl_slist *list)
{
    curl.slist_free_all(list);
}

void curl_url_cleanup(CURLU *url)
{
    curl.url_cleanup(url);
}

void curl_mime_free(curl_mime *mime)
{
    curl.mime_free(mime);
}
