/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_FAULT_H
#define MODEL_FAULT_H

#include "base/arena.h"
#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What the body of an error says. Servers write it in many forms:
 *
 *   {"error": {"message", "type", "code", "param"}}    OpenAI, vLLM, llama.cpp
 *   {"type": "error", "error": {"type", "message"}}    Anthropic
 *   {"error": {"code": 429, "message", "metadata": {"raw"}}}    OpenRouter
 *   [{"error": {"code", "message", "status", "details"}}]       Gemini
 *   {"error": "text"}                                  Ollama, TGI
 *   {"object": "error", "message", "type", "code"}     older vLLM, Mistral
 *   {"detail": "text" or [{"loc", "msg"}]}             FastAPI
 *   HTML, plain text                                   proxies
 */

/* The kind of trouble, if the status alone does not show it. */
enum fault_kind {
    FAULT_PLAIN,
    FAULT_CREDIT,    /* no credit: waiting does not help */
    FAULT_KEY,       /* the key is wrong */
    FAULT_MODEL,     /* there is no such model */
    FAULT_FIELD,     /* the body has a field that the model does not take */
    FAULT_CONTEXT,   /* the request is too long for the model */
    FAULT_FILTER,    /* a filter declined the prompt */
    FAULT_MALFORMED, /* the server cannot take apart what the model wrote */
    FAULT_UNPARSED,  /* the same in words that requests meet, too: it is the
                       model's with a 5xx alone */
};

struct fault {
    enum fault_kind kind;
    int status;        /* the status that the body names or means; 0: none */
    const char *words; /* what went wrong, in the server's words; "": none */
    const char *names; /* its code and type, as they stand; "": none */
    const char *field; /* what the server points at (param, loc), or NULL */
    const char *delay; /* how long to wait ("34s"), or NULL */
};

/* Is this JSON an error, whatever the status it came with? */
bool fault_is_error(const struct json *body);

/* Read an error. `body` is NULL when the text is no JSON. */
void fault_read(struct arena *a, const struct json *body, const char *text,
                size_t n, struct fault *out);

#endif
