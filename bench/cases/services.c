/* What people really send: a batch of spans, a list of pods, the answer of a call. */
#include "builders.h"

/* ---- otel: an export request of one resource, one scope and n spans ---- */

static const uint64_t day = 1700000000000000000; /* nanoseconds since 1970; a fixed one, not today */

/* Opens a KeyValue and its AnyValue; the caller writes the value and closes both. */
static void open_attribute(writer *w, uint32_t field, const char *key, size_t at[2]) {
  at[0] = open_field(w, field);
  put_string(w, 1, key);
  at[1] = open_field(w, 2);
}

static void close_attribute(writer *w, const size_t at[2]) {
  close_field(w, at[1]);
  close_field(w, at[0]);
}

static void put_text_attribute(writer *w, uint32_t field, const char *key, const char *text) {
  size_t at[2];
  open_attribute(w, field, key, at);
  put_string(w, 1, text);
  close_attribute(w, at);
}

static void put_int_attribute(writer *w, uint32_t field, const char *key, int64_t value) {
  size_t at[2];
  open_attribute(w, field, key, at);
  put_int(w, 3, value);
  close_attribute(w, at);
}

static void put_id(writer *w, uint32_t field, uint64_t seed, size_t size) {
  uint8_t id[16];
  for (size_t i = 0; i < size; i++) {
    seed = seed * 6364136223846793005 + 1442695040888963407;
    id[i] = (uint8_t)(seed >> 56);
  }
  put_bytes(w, field, id, size);
}

/* Ten attributes of mixed kinds. */
static void put_span_attributes(writer *w, size_t i) {
  static const char *const methods[] = {"GET", "POST", "PUT", "DELETE"};
  size_t at[2];
  put_text_attribute(w, 9, "http.request.method", methods[i % 4]);
  put_int_attribute(w, 9, "http.response.status_code", i % 10 == 9 ? 503 : 200);
  open_attribute(w, 9, "url.path", at);
  put_format(w, 1, "/api/v2/orders/%zu/items", 100000 + 37 * i);
  close_attribute(w, at);
  put_text_attribute(w, 9, "server.address", "checkout.shop.svc.cluster.local");
  put_int_attribute(w, 9, "server.port", 8443);
  open_attribute(w, 9, "network.peer.address", at);
  put_format(w, 1, "10.42.%zu.%zu", i % 16, 1 + i);
  close_attribute(w, at);
  open_attribute(w, 9, "app.retry", at);
  put_uint(w, 2, i % 3 == 0);
  close_attribute(w, at);
  open_attribute(w, 9, "app.load", at);
  put_double(w, 4, 0.25 + (double)i / 64);
  close_attribute(w, at);
  open_attribute(w, 9, "app.regions", at);
  size_t array = open_field(w, 5);
  for (int k = 0; k < 2; k++) {
    size_t value = open_field(w, 1);
    put_string(w, 1, k == 0 ? "eu-west-1" : "eu-central-1");
    close_field(w, value);
  }
  close_field(w, array);
  close_attribute(w, at);
  put_int_attribute(w, 9, "thread.id", (int64_t)(i % 32));
}

static void put_span(writer *w, size_t i) {
  size_t span = open_field(w, 2);
  put_id(w, 1, 1 + i / 10, 16);
  put_id(w, 2, 1000 + i, 8);
  if (i % 10 != 0) put_id(w, 4, 999 + i, 8);
  put_format(w, 5, "%s /api/v2/orders", i % 2 == 0 ? "GET" : "POST");
  put_int(w, 6, (int64_t)(1 + i % 5));
  put_fixed64(w, 7, day + i * 1000003);
  put_fixed64(w, 8, day + i * 1000003 + 250000 + i * 977);
  put_span_attributes(w, i);
  for (size_t k = 0; k < 2; k++) {
    size_t event = open_field(w, 11);
    put_fixed64(w, 1, day + i * 1000003 + 1000 * (k + 1));
    put_string(w, 2, k == 0 ? "request.received" : "response.sent");
    put_int_attribute(w, 3, "message.size", (int64_t)(512 * (k + 1) + i));
    close_field(w, event);
  }
  size_t status = open_field(w, 15);
  if (i % 10 == 9) put_string(w, 2, "upstream unavailable");
  put_int(w, 3, i % 10 == 9 ? 2 : 1);
  close_field(w, status);
  put_fixed32(w, 16, 257);
  close_field(w, span);
}

void build_otel(writer *w, size_t spans) {
  size_t request = open_field(w, 1);
  size_t resource = open_field(w, 1);
  put_text_attribute(w, 1, "service.name", "checkout");
  put_text_attribute(w, 1, "service.namespace", "shop");
  put_text_attribute(w, 1, "service.version", "4.17.2");
  put_text_attribute(w, 1, "service.instance.id", "627cc493-f310-47de-96bd-71410b7dec09");
  put_text_attribute(w, 1, "host.name", "node-17.eu-west-1.compute.internal");
  put_text_attribute(w, 1, "telemetry.sdk.language", "cpp");
  put_text_attribute(w, 1, "telemetry.sdk.version", "1.19.0");
  put_int_attribute(w, 1, "process.pid", 4711);
  close_field(w, resource);
  size_t scope_spans = open_field(w, 2);
  size_t scope = open_field(w, 1);
  put_string(w, 1, "shop.checkout.http");
  put_string(w, 2, "2.3.0");
  close_field(w, scope);
  for (size_t i = 0; i < spans; i++) put_span(w, i);
  close_field(w, scope_spans);
  close_field(w, request);
}

/* ---- k8s: a list of n pods. The entries of a map stand in the order of their keys. ---- */

static void put_pair(writer *w, uint32_t field, const char *key, const char *value) {
  size_t entry = open_field(w, field);
  put_string(w, 1, key);
  put_string(w, 2, value);
  close_field(w, entry);
}

static void put_quantity(writer *w, uint32_t field, const char *key, const char *text) {
  size_t entry = open_field(w, field);
  put_string(w, 1, key);
  size_t quantity = open_field(w, 2);
  put_string(w, 1, text);
  close_field(w, quantity);
  close_field(w, entry);
}

static void put_time(writer *w, uint32_t field, size_t i) {
  size_t time = open_field(w, field);
  put_int(w, 1, (int64_t)(1700000000 + 61 * i));
  put_int(w, 2, 0);
  close_field(w, time);
}

static void put_pod_metadata(writer *w, size_t i) {
  size_t metadata = open_field(w, 1);
  put_format(w, 1, "checkout-7d9f8c6b5d-%05zu", i);
  put_string(w, 2, "checkout-7d9f8c6b5d-");
  put_string(w, 3, "production");
  put_string(w, 4, "");
  put_format(w, 5, "1b4e28ba-2fa1-11d2-883f-%012zu", 1000 + i);
  put_format(w, 6, "%zu", 18273645 + i);
  put_int(w, 7, 0);
  put_time(w, 8, i);
  put_pair(w, 11, "app.kubernetes.io/component", "api");
  put_pair(w, 11, "app.kubernetes.io/instance", "checkout-production");
  put_pair(w, 11, "app.kubernetes.io/managed-by", "Helm");
  put_pair(w, 11, "app.kubernetes.io/name", "checkout");
  put_pair(w, 11, "app.kubernetes.io/version", "4.17.2");
  put_pair(w, 11, "pod-template-hash", "7d9f8c6b5d");
  put_pair(w, 12, "checksum/config", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
  put_pair(w, 12, "prometheus.io/path", "/metrics");
  put_pair(w, 12, "prometheus.io/port", "9102");
  put_pair(w, 12, "prometheus.io/scrape", "true");
  size_t owner = open_field(w, 13);
  put_string(w, 1, "ReplicaSet");
  put_string(w, 3, "checkout-7d9f8c6b5d");
  put_string(w, 4, "6fa459ea-ee8a-3ca4-894e-db77e160355e");
  put_string(w, 5, "apps/v1");
  put_uint(w, 6, 1);
  put_uint(w, 7, 1);
  close_field(w, owner);
  close_field(w, metadata);
}

static void put_container(writer *w, size_t i, size_t k) {
  static const char *const names[] = {"LOG_LEVEL", "DATABASE_URL", "CACHE_SIZE", "REGION", "POD_IP"};
  size_t container = open_field(w, 2), at;
  put_string(w, 1, k == 0 ? "checkout" : "sidecar");
  put_string(w, 2, k == 0 ? "registry.example.com/shop/checkout:4.17.2" : "registry.example.com/mesh/proxy:1.19.3");
  put_string(w, 4, k == 0 ? "--config=/etc/checkout/config.yaml" : "--drain-time=45s");
  at = open_field(w, 6);
  put_string(w, 1, k == 0 ? "http" : "metrics");
  put_int(w, 2, 0);
  put_int(w, 3, k == 0 ? 8080 : 9102);
  put_string(w, 4, "TCP");
  put_string(w, 5, "");
  close_field(w, at);
  for (size_t e = 0; e < sizeof names / sizeof *names; e++) {
    at = open_field(w, 7);
    put_string(w, 1, names[e]);
    put_format(w, 2, "value-%zu-of-container-%zu", 10 * i + e, k);
    close_field(w, at);
  }
  at = open_field(w, 8);
  put_quantity(w, 1, "cpu", k == 0 ? "2" : "500m");
  put_quantity(w, 1, "memory", k == 0 ? "1Gi" : "256Mi");
  put_quantity(w, 2, "cpu", k == 0 ? "500m" : "100m");
  put_quantity(w, 2, "memory", k == 0 ? "512Mi" : "128Mi");
  close_field(w, at);
  at = open_field(w, 9);
  put_string(w, 1, "kube-api-access");
  put_uint(w, 2, 1);
  put_string(w, 3, "/var/run/secrets/kubernetes.io/serviceaccount");
  put_string(w, 4, "");
  close_field(w, at);
  put_string(w, 13, "/dev/termination-log");
  put_string(w, 14, "IfNotPresent");
  put_uint(w, 16, 0);
  put_uint(w, 18, 0);
  close_field(w, container);
}

static void put_pod_spec(writer *w, size_t i) {
  size_t spec = open_field(w, 2);
  put_container(w, i, 0);
  put_container(w, i, 1);
  put_string(w, 3, "Always");
  put_int(w, 4, 30);
  put_string(w, 6, "ClusterFirst");
  put_string(w, 8, "checkout");
  put_string(w, 9, "checkout");
  put_format(w, 10, "node-%zu.eu-west-1.compute.internal", i % 20);
  put_uint(w, 11, 0);
  put_string(w, 19, "default-scheduler");
  size_t toleration = open_field(w, 22);
  put_string(w, 1, "node.kubernetes.io/not-ready");
  put_string(w, 2, "Exists");
  put_string(w, 4, "NoExecute");
  put_int(w, 5, 300);
  close_field(w, toleration);
  put_int(w, 25, 0);
  close_field(w, spec);
}

static void put_pod_status(writer *w, size_t i) {
  static const char *const conditions[] = {"Initialized", "Ready", "ContainersReady", "PodScheduled"};
  size_t status = open_field(w, 3), at;
  put_string(w, 1, "Running");
  for (size_t k = 0; k < sizeof conditions / sizeof *conditions; k++) {
    at = open_field(w, 2);
    put_string(w, 1, conditions[k]);
    put_string(w, 2, "True");
    put_time(w, 4, i + k);
    close_field(w, at);
  }
  put_format(w, 5, "10.0.%zu.17", i % 20);
  put_format(w, 6, "10.42.%zu.%zu", i % 20, 1 + i);
  put_time(w, 7, i);
  for (size_t k = 0; k < 2; k++) {
    at = open_field(w, 8);
    put_string(w, 1, k == 0 ? "checkout" : "sidecar");
    size_t state = open_field(w, 2), running = open_field(w, 2);
    put_time(w, 1, i + 3);
    close_field(w, running);
    close_field(w, state);
    put_uint(w, 4, 1);
    put_int(w, 5, (int64_t)(i % 3));
    put_string(w, 6, k == 0 ? "registry.example.com/shop/checkout:4.17.2" : "registry.example.com/mesh/proxy:1.19.3");
    put_format(w, 8, "containerd://%064zu", 2 * i + k);
    close_field(w, at);
  }
  put_string(w, 9, "Burstable");
  close_field(w, status);
}

void build_pods(writer *w, size_t pods) {
  size_t metadata = open_field(w, 1);
  put_string(w, 1, "");
  put_string(w, 2, "18274999");
  close_field(w, metadata);
  for (size_t i = 0; i < pods; i++) {
    size_t pod = open_field(w, 2);
    put_pod_metadata(w, i);
    put_pod_spec(w, i);
    put_pod_status(w, i);
    close_field(w, pod);
  }
}

/* ---- rpc ---- */

void build_rpc(writer *w, size_t i) {
  uint8_t payload[64];
  for (size_t k = 0; k < sizeof payload; k++) payload[k] = (uint8_t)(i + 7 * k);
  put_format(w, 1, "req-%08zu", i);
  if (i % 3 != 0) put_int(w, 2, (int64_t)(i % 3));
  put_pair(w, 3, "content-type", "application/x-protobuf");
  put_pair(w, 3, "server", "checkout/4.17.2");
  put_pair(w, 3, "x-trace", i % 2 == 0 ? "sampled" : "dropped");
  put_bytes(w, 4, payload, sizeof payload);
}

void build_rpc_stream(writer *w, size_t n) {
  for (size_t i = 1; i <= n; i++) {
    size_t message = w->size;
    build_rpc(w, i);
    close_field(w, message); /* a field without its tag is what a stream is made of */
  }
}
