/* The JNI shim of Pbw.java: every function is one call of the ABI with its arguments unpacked. Handles and
 * addresses are jlong, cells stand in direct buffers, an error is thrown as Pbw.Failure. */
#include <pbwire.h>

#include "Pbw.h" /* made from Pbw.java by javac -h */

#define JAVA(type, name, ...) JNIEXPORT type JNICALL Java_Pbw_##name(JNIEnv *env, jclass self, ##__VA_ARGS__)
#define PTR(type, address) ((type *)(uintptr_t)(address))
#define LONG(pointer) ((jlong)(uintptr_t)(pointer))

static void must(JNIEnv *env, pbw_status status, const pbw_error *error) {
  if (status == PBW_OK) return;
  jclass class = (*env)->FindClass(env, "Pbw$Failure");
  jmethodID init = class ? (*env)->GetMethodID(env, class, "<init>", "(IJLjava/lang/String;)V") : NULL;
  jstring path = init ? (*env)->NewStringUTF(env, error ? error->path : "") : NULL;
  jlong offset = error ? (jlong)error->offset : -1;
  jobject e = path ? (*env)->NewObject(env, class, init, (jint)status, offset, path) : NULL;
  if (e) (*env)->Throw(env, e); /* without e another exception is pending */
}

static void *cells(JNIEnv *env, jobject buffer) {
  return buffer ? (*env)->GetDirectBufferAddress(env, buffer) : NULL;
}

static jbyteArray bytes(JNIEnv *env, const uint8_t *data, size_t size) {
  jbyteArray array = (*env)->NewByteArray(env, (jsize)size);
  if (array) (*env)->SetByteArrayRegion(env, array, 0, (jsize)size, (const jbyte *)data);
  return array;
}

/* ---- memory ---- */

JAVA(jobject, at, jlong address, jlong size) { return (*env)->NewDirectByteBuffer(env, PTR(void, address), size); }
JAVA(jlong, address, jobject buffer) { return LONG(cells(env, buffer)); }

/* ---- schemas ---- */

JAVA(jlong, schema, jbyteArray set) {
  pbw_schema *schema = NULL;
  pbw_error error = {sizeof error};
  jsize size = (*env)->GetArrayLength(env, set);
  void *data = (*env)->GetPrimitiveArrayCritical(env, set, NULL);
  if (!data) return 0;
  pbw_status status = pbw_schema_load(data, (size_t)size, &schema, &error);
  (*env)->ReleasePrimitiveArrayCritical(env, set, data, JNI_ABORT);
  must(env, status, &error);
  return LONG(schema);
}

JAVA(void, schemaFree, jlong schema) { pbw_schema_free(PTR(pbw_schema, schema)); }

JAVA(jlong, type, jlong schema, jstring name) {
  const char *utf8 = (*env)->GetStringUTFChars(env, name, NULL);
  if (!utf8) return 0;
  const pbw_type *type = pbw_schema_type(PTR(pbw_schema, schema), utf8);
  (*env)->ReleaseStringUTFChars(env, name, utf8);
  return LONG(type);
}

JAVA(jint, unknownOffset, jlong type) { return (jint)pbw_type_unknown_offset(PTR(pbw_type, type)); }
JAVA(jlong, messageSize, jlong type) { return (jlong)pbw_type_message_size(PTR(pbw_type, type)); }

/* The fields of a type, then its extensions. */
JAVA(jlongArray, fields, jlong handle) {
  const pbw_type *type = PTR(pbw_type, handle);
  size_t own = pbw_type_field_count(type), all = own + pbw_type_extension_count(type);
  jlongArray array = (*env)->NewLongArray(env, (jsize)all);
  for (size_t i = 0; array && i < all; i++) {
    jlong field = LONG(i < own ? pbw_type_field_at(type, i) : pbw_type_extension_at(type, i - own));
    (*env)->SetLongArrayRegion(env, array, (jsize)i, 1, &field);
  }
  return array;
}

JAVA(jstring, name, jlong handle) {
  const pbw_field *field = PTR(pbw_field, handle);
  return (*env)->NewStringUTF(env, pbw_field_is_extension(field) ? pbw_field_full_name(field) : pbw_field_name(field));
}

/* pbw_cell as its twelve 32-bit words. */
JAVA(jintArray, cell, jlong field) {
  pbw_cell cell = {sizeof cell};
  must(env, pbw_field_cell(PTR(pbw_field, field), &cell), NULL);
  jintArray array = (*env)->NewIntArray(env, sizeof cell / 4);
  if (array) (*env)->SetIntArrayRegion(env, array, 0, sizeof cell / 4, (const jint *)&cell);
  return array;
}

JAVA(jint, fieldType, jlong field) { return pbw_field_type(PTR(pbw_field, field)); }
JAVA(jlong, messageType, jlong field) { return LONG(pbw_field_message_type(PTR(pbw_field, field))); }
JAVA(jlong, mapKey, jlong field) { return LONG(pbw_field_map_key(PTR(pbw_field, field))); }
JAVA(jlong, mapValue, jlong field) { return LONG(pbw_field_map_value(PTR(pbw_field, field))); }
JAVA(void, defaultOf, jlong field, jobject cell) {
  must(env, pbw_field_default(PTR(pbw_field, field), cells(env, cell)), NULL);
}

/* ---- owned messages ---- */

JAVA(jlong, arena) {
  pbw_arena *arena = NULL;
  must(env, pbw_arena_new(NULL, 0, &arena), NULL);
  return LONG(arena);
}

JAVA(void, arenaFree, jlong arena) { pbw_arena_free(PTR(pbw_arena, arena)); }

JAVA(jlong, decode, jlong type, jbyteArray input, jlong arena) {
  pbw_message *message = NULL;
  pbw_error error = {sizeof error};
  jsize size = (*env)->GetArrayLength(env, input);
  void *data = (*env)->GetPrimitiveArrayCritical(env, input, NULL);
  if (!data) return 0;
  pbw_status status =
      pbw_decode(PTR(pbw_type, type), data, (size_t)size, PTR(pbw_arena, arena), NULL, &message, &error);
  (*env)->ReleasePrimitiveArrayCritical(env, input, data, JNI_ABORT);
  must(env, status, &error);
  return LONG(message);
}

JAVA(void, set, jlong message, jlong field, jobject cell) {
  must(env, pbw_message_set(PTR(pbw_message, message), PTR(pbw_field, field), cells(env, cell)), NULL);
}

JAVA(void, clear, jlong message, jlong field) {
  must(env, pbw_message_clear_field(PTR(pbw_message, message), PTR(pbw_field, field)), NULL);
}

JAVA(jlong, mutable, jlong message, jlong field) {
  pbw_message *below = NULL;
  must(env, pbw_message_mutable(PTR(pbw_message, message), PTR(pbw_field, field), &below), NULL);
  return LONG(below);
}

JAVA(void, append, jlong message, jlong field, jlong count, jobject elements) {
  pbw_status status =
      pbw_list_append(PTR(pbw_message, message), PTR(pbw_field, field), (size_t)count, cells(env, elements));
  must(env, status, NULL);
}

JAVA(jlong, add, jlong message, jlong field) {
  pbw_message *element = NULL;
  must(env, pbw_list_add(PTR(pbw_message, message), PTR(pbw_field, field), &element), NULL);
  return LONG(element);
}

JAVA(void, mapSet, jlong message, jlong field, jobject key, jobject value) {
  must(env, pbw_map_set(PTR(pbw_message, message), PTR(pbw_field, field), cells(env, key), cells(env, value)), NULL);
}

JAVA(void, mapRemove, jlong message, jlong field, jobject key) {
  must(env, pbw_map_remove(PTR(pbw_message, message), PTR(pbw_field, field), cells(env, key)), NULL);
}

JAVA(jlong, mapMutable, jlong message, jlong field, jobject key) {
  pbw_message *value = NULL;
  must(env, pbw_map_mutable(PTR(pbw_message, message), PTR(pbw_field, field), cells(env, key), &value), NULL);
  return LONG(value);
}

JAVA(jbyteArray, encode, jlong handle, jint flags) {
  const pbw_message *message = PTR(pbw_message, handle);
  pbw_options options = {.struct_size = sizeof options, .flags = (uint32_t)flags};
  uint8_t buffer[512];
  size_t size = 0;
  pbw_error error = {sizeof error};
  pbw_status status = pbw_encode(message, buffer, sizeof buffer, &options, &size, &error);
  must(env, status, &error);
  return status ? NULL : bytes(env, buffer, size);
}

/* ---- contexts ---- */

JAVA(jlong, ctx) {
  pbw_ctx *ctx = NULL;
  must(env, pbw_ctx_new(NULL, NULL, &ctx), NULL);
  return LONG(ctx);
}

JAVA(void, ctxFree, jlong ctx) { pbw_ctx_free(PTR(pbw_ctx, ctx)); }
JAVA(void, reset, jlong ctx) { pbw_ctx_reset(PTR(pbw_ctx, ctx)); }
JAVA(jlong, generation, jlong ctx) { return LONG(pbw_ctx_generation(PTR(pbw_ctx, ctx))); }

JAVA(jlong, decodeCtx, jlong handle, jlong type, jobject input, jint size, jint flags) {
  pbw_ctx *ctx = PTR(pbw_ctx, handle);
  const pbw_message *message = NULL;
  pbw_status status =
      pbw_decode_ctx(ctx, PTR(pbw_type, type), cells(env, input), (size_t)size, (uint32_t)flags, &message);
  must(env, status, pbw_ctx_error(ctx));
  return LONG(message);
}

JAVA(jlong, scratch, jlong handle, jlong type, jlong count) {
  pbw_ctx *ctx = PTR(pbw_ctx, handle);
  pbw_message *first = NULL;
  must(env, pbw_ctx_messages(ctx, PTR(pbw_type, type), (size_t)count, 0, &first), pbw_ctx_error(ctx));
  return LONG(first);
}

JAVA(jbyteArray, encodeCtx, jlong handle, jlong message, jint flags) {
  pbw_ctx *ctx = PTR(pbw_ctx, handle);
  const uint8_t *data = NULL;
  size_t size = 0;
  pbw_status status = pbw_encode_ctx(ctx, PTR(pbw_message, message), (uint32_t)flags, &data, &size);
  must(env, status, pbw_ctx_error(ctx));
  return status ? NULL : bytes(env, data, size);
}
