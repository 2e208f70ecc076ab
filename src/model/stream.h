/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STREAM_H
#define MODEL_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An answer that comes as server-sent events, folded while it comes: bytes in,
 * cut anywhere, and out the JSON that the server would have sent in one piece.
 * response_read() reads that as it reads any answer, so that a streamed reply
 * is the same reply, and secrets are looked for in whole texts.
 *
 * Both forms are known by their events: OpenAI's (chunks with a delta, then
 * [DONE]) and Anthropic's (message_start to message_stop). Comments, pings and
 * what is not known are passed over. An error among the events becomes the
 * answer, unless the reply was finished before it.
 *
 * Model text is hostile: no event, and no folded text, is larger than `most`;
 * the work is linear in the bytes.
 */

struct stream;

/* Returns 1 if these first bytes of an answer begin a stream of events, that is,
 * with a comment or a field and its colon; 0 if they do not; and -1 if more of
 * them must come, since these are white space or the beginning of a field. */
int stream_begins(const char *bytes, size_t n);

struct stream *stream_new(size_t most);
void stream_free(struct stream *s); /* NULL: nothing */

/* Returns false if more than `most` bytes would be held. */
bool stream_add(struct stream *s, const char *bytes, size_t n);

/* Say that nothing more comes: a last event without a blank line behind it
 * counts, half of one does not. */
void stream_end(struct stream *s);

/* Returns how many events had a piece of text, reasoning included. */
uint64_t stream_pieces(const struct stream *s);

/* Has the last event come? What follows it means nothing. */
bool stream_is_over(const struct stream *s);

/* Did all of the reply come, that is, an end or a reason to finish? False also
 * if an event among others could not be read: text is missing then. */
bool stream_is_whole(const struct stream *s);

/* Returns the answer in one piece, as far as it came; valid until the stream is
 * freed. */
const char *stream_answer(struct stream *s, size_t *n);

#endif
