/* Every limit of the library, each with its reason. What a user may change is a default here and a member
 * of pbw_options. */
#ifndef PBWI_LIMITS_H
#define PBWI_LIMITS_H

/* Levels of nested messages and groups. 100 is what every official runtime accepts by default. The
 * codecs keep their own stack of frames, so a larger setting costs heap, not C stack. */
#define PBWI_DEFAULT_DEPTH 100
#define PBWI_MAX_DEPTH 100000 /* frames of some 6 MB, and deeper than any real message */

/* The same for JSON and text, whose printers and parsers recurse: some 400 bytes a level, so that a thread of 512 KiB is
 * enough. */
#define PBWI_TEXT_DEPTH 1000

/* One message: the wire format's lengths are signed 32-bit in every official runtime. */
#define PBWI_MAX_SIZE 0x7fffffffu

/* Bytes that a ctx keeps over a reset. Enough for messages of some 300 KB; a service with a thousand idle
 * contexts then holds at most 1 GiB. */
#define PBWI_DEFAULT_RETAIN ((size_t)1 << 20)

/* Bytes that a stream's reader asks for, and that its writer gathers, at a time: what a pipe holds. */
#define PBWI_STREAM_BUFFER ((size_t)64 << 10)

/* Field numbers: 29 bits, by the format. 19000-19999 are reserved for implementations. */
#define PBWI_MAX_FIELD_NUMBER 0x1fffffffu

/* Fields and known extensions of one type: records index them with 16 bits, twice (packed and unpacked). */
#define PBWI_MAX_FIELDS 32000

/* Bytes that the decoder may read behind the start of a field without looking: a tag (5), a length (5)
 * and one vector (16), rounded up. Inputs get this much room, or a padded copy of their end. The encoder makes
 * sure of as many before it writes a tag (8 bytes are stored) and a number (10). */
#define PBWI_SLOP 32

/* Steps that may be spent on finding which files see which through public imports: long chains of them would
 * otherwise cost the square of their length. Beyond it references count as visible. */
#define PBWI_IMPORT_STEPS 1000000
#define PBWI_IMPORT_STEPS_PER_FILE 1000

/* Nesting of types inside types in a .proto file: protoc refuses more than 32 levels of messages. */
#define PBWI_MAX_TYPE_NESTING 32

/* Bytes of a full name. Every element holds the names around it, so that without a limit a small hostile
 * descriptor set could take memory that grows with the square of its size. */
#define PBWI_MAX_NAME 1024

/* Errors of one compilation of .proto files that are told: more do not help, and each takes memory. */
#define PBWI_MAX_ERRORS 50

#endif
