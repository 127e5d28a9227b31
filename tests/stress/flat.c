/* Millions of mixed messages through one ctx, good ones and bad ones, in every format: memory stays flat.
 *
 *     flat SET [COUNT]      200,000 messages unless told; prints TAP
 *
 * After a warm-up over every kind the ctx and the process must hold no more than they did: not a byte a message. */
#include "abi/pbwire.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t state = UINT64_C(0x9e3779b97f4a7c15); /* xorshift: the same run every time */

static uint32_t random_below(uint32_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32) % n;
}

enum { KINDS = 6, LARGEST = 200000 };

/* Sanitizers keep what was freed: the process grows, which says nothing. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED 0
#endif

typedef struct payload {
  const pbw_type *type;
  uint8_t *data;
  size_t size;
} payload;

static payload payloads[KINDS];

/* Persons with 0 to some thousand friends and emails, so that sizes differ by four orders of magnitude. */
static void make_payloads(const pbw_schema *schema) {
  static const size_t friends[KINDS] = {0, 1, 5, 40, 300, 2000};
  const pbw_type *type = pbw_schema_type(schema, "hello.Person");
  for (int k = 0; k < KINDS; k++) {
    pbw_message *m, *inner;
    pbw_message_new(type, NULL, &m);
    pbw_message_set_string(m, pbw_type_field(type, "name"), "alicia");
    pbw_message_set_int64(m, pbw_type_field(type, "age"), 42 + k);
    for (size_t i = 0; i < friends[k]; i++) {
      if (pbw_list_add(m, pbw_type_field(type, "friends"), &inner)) exit(1);
      pbw_message_set_string(inner, pbw_type_field(type, "name"), "a friend of hers");
      pbw_message_set_double(inner, pbw_type_field(type, "weight_kg"), 60.5 + (double)i);
      if (pbw_message_mutable(inner, pbw_type_field(type, "address"), &inner)) exit(1);
      pbw_message_set_string(inner, pbw_type_field(type, "street"), "1 Main St \n \"quoted\"");
    }
    pbw_unknown_add(m, (const uint8_t *)"\xc0\x3e\x2a", 3);
    payloads[k] = (payload){type, malloc(LARGEST), 0};
    if (pbw_encode(m, payloads[k].data, LARGEST, NULL, &payloads[k].size, NULL)) exit(1);
    pbw_message_free(m);
  }
}

static size_t resident(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  unsigned long whole = 0, pages = 0;
  if (file == NULL) return 0;
  if (fscanf(file, "%lu %lu", &whole, &pages) != 2) pages = 0;
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* One message; small ones are much more frequent. false: something that cannot be. */
static bool one(pbw_ctx *ctx, uint32_t kind, uint32_t dice) {
  const payload *p = &payloads[kind];
  const pbw_message *message;
  const uint8_t *data;
  size_t size = p->size, out;
  bool cut = dice % 7 == 0;
  if (cut) size -= 1; /* inside the unknown field, at the end */
  pbw_status status = pbw_decode_ctx(ctx, p->type, p->data, size, PBW_RESET | (dice & 1 ? PBW_ALIAS : 0), &message);
  if (cut) return status == PBW_ERR_TRUNCATED;
  if (status != PBW_OK) return false;
  if (pbw_encode_ctx(ctx, message, 0, &data, &out) != PBW_OK || out != size) return false;
  if (dice % 100 == 3) {
    if (pbw_json_print_ctx(ctx, message, 0, &data, &out) != PBW_OK) return false;
    if (pbw_json_parse_ctx(ctx, p->type, data, out, 0, &message) != PBW_OK) return false;
  }
  if (dice % 100 == 4) {
    if (pbw_text_print_ctx(ctx, message, PBW_TEXT_UNKNOWN, &data, &out) != PBW_OK) return false;
    if (pbw_text_parse_ctx(ctx, p->type, data, out, PBW_TEXT_UNKNOWN, &message) != PBW_OK) return false;
  }
  if (dice % 50 == 5) { /* owned ones beside it */
    pbw_message *owned;
    if (pbw_decode(p->type, p->data, p->size, NULL, NULL, &owned, NULL) != PBW_OK) return false;
    pbw_message_free(owned);
  }
  return true;
}

static uint32_t any_kind(void) {
  uint32_t dice = random_below(10000);
  return dice < 9000 ? random_below(2) : dice < 9900 ? 2 : dice < 9990 ? 3 : dice < 9999 ? 4 : 5;
}

int main(int argc, char **argv) {
  static uint8_t set[1 << 20];
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) return puts("Bail out! usage: flat SET [COUNT]"), 1;
  size_t set_size = fread(set, 1, sizeof set, file);
  fclose(file);
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 200000;
  pbw_schema *schema;
  pbw_ctx *ctx;
  const pbw_options options = {.struct_size = sizeof options, .retain = 8 << 20};
  if (pbw_schema_load(set, set_size, &schema, NULL) || pbw_ctx_new(&options, NULL, &ctx)) return puts("Bail out! schema"), 1;
  make_payloads(schema);

  bool good = true;
  for (uint32_t kind = 0; kind < KINDS; kind++)
    for (uint32_t dice = 0; dice < 200; dice++) good &= one(ctx, kind, dice);
  for (int i = 0; i < 20000; i++) good &= one(ctx, any_kind(), random_below(700));
  size_t held = pbw_ctx_size(ctx), most = held, before = resident();
  for (uint64_t i = 0; i < count && good; i++) {
    good &= one(ctx, any_kind(), random_below(700));
    if (pbw_ctx_size(ctx) > most) most = pbw_ctx_size(ctx);
    if (i % 1000000 == 999999) printf("# %" PRIu64 " messages, ctx %zu bytes, process %zu bytes\n", i + 1, most, resident());
  }
  printf("%s 1 - %" PRIu64 " mixed messages give what they must\n", good ? "ok" : "not ok", count);
  bool flat = most <= held;
  printf("%s 2 - the ctx holds %zu bytes, as after the warm-up (%zu)\n", flat ? "ok" : "not ok", most, held);
  size_t after = resident();
  bool process = SANITIZED || after <= before + (1 << 20);
  if (!SANITIZED) printf("%s 3 - the process %zu bytes, before %zu\n", process ? "ok" : "not ok", after, before);
  for (int k = 0; k < KINDS; k++) free(payloads[k].data);
  pbw_ctx_free(ctx);
  pbw_schema_free(schema);
  return !(good && flat && process);
}
