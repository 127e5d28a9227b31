#!/usr/bin/env python3
"""Writes checkout.trace.pb: one purchase in a web shop, 12 spans of four services, as an OTLP exporter
sends it (ExportTraceServiceRequest). The same bytes on every run and machine."""
import hashlib
import struct
import sys


# ---- wire format: each function returns the bytes of one field ----

def varint(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def data(number, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def integer(number, value):
    return varint(number << 3) + varint(value & (1 << 64) - 1) if value else b""


def fixed64(number, value):
    return varint(number << 3 | 1) + struct.pack("<Q", value)


def fixed32(number, value):
    return varint(number << 3 | 5) + struct.pack("<I", value)


# ---- OpenTelemetry ----

def any_value(value):
    if isinstance(value, bool):
        return b"\x10" + bytes([value])
    if isinstance(value, int):
        return varint(3 << 3) + varint(value & (1 << 64) - 1)
    if isinstance(value, float):
        return b"\x21" + struct.pack("<d", value)
    if isinstance(value, list):
        return data(5, b"".join(data(1, any_value(v)) for v in value))
    return data(1, value)


def attributes(number, values):
    return b"".join(data(number, data(1, key) + data(2, any_value(v))) for key, v in values.items())


def identifier(text, size):
    return hashlib.sha256(text.encode()).digest()[:size]


TRACE = identifier("one purchase", 16)
START = 1735689600_000_000_000  # 2025-01-01T00:00:00Z
INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER = range(1, 6)
UNSET, OK, ERROR = range(3)


def event(at, name, **values):
    return fixed64(1, START + at * 1000) + data(2, name) + attributes(3, {k.replace("__", "."): v for k, v in values.items()})


def span(name, parent, kind, start, end, values, events=(), status=UNSET, message="", link=None):
    """start and end: microseconds into the trace."""
    parts = [data(1, TRACE), data(2, identifier(name, 8))]
    if parent:
        parts.append(data(4, identifier(parent, 8)))
    parts += [data(5, name), integer(6, kind), fixed64(7, START + start * 1000), fixed64(8, START + end * 1000),
              attributes(9, values)]
    parts += [data(11, e) for e in events]
    if link:
        parts.append(data(13, data(1, identifier(link, 16)) + data(2, identifier(link, 8)) +
                          attributes(4, {"link.reason": "the visit that filled the cart"}) + fixed32(6, 0x100)))
    if status:
        parts.append(data(15, (data(2, message) if message else b"") + integer(3, status)))
    parts.append(fixed32(16, 0x101))
    return b"".join(parts)


def service(name, version, language, host, scope, spans):
    resource = attributes(1, {
        "service.name": name, "service.version": version, "service.namespace": "shop",
        "telemetry.sdk.language": language, "telemetry.sdk.name": "opentelemetry", "host.name": host,
        "deployment.environment.name": "production", "process.pid": 4242,
    })
    scoped = data(1, data(1, scope) + data(2, "2.11.0")) + b"".join(data(2, s) for s in spans)
    return data(1, resource) + data(2, scoped) + data(3, "https://opentelemetry.io/schemas/1.29.0")


FRONTEND = service("frontend", "4.8.1", "nodejs", "fe-7d4b", "@opentelemetry/instrumentation-http", [
    span("POST /checkout", None, SERVER, 0, 182_400, {
        "http.request.method": "POST", "url.path": "/checkout", "url.scheme": "https", "server.address": "shop.example",
        "http.response.status_code": 200, "user_agent.original": "Mozilla/5.0 (X11; Linux x86_64)",
        "client.address": "203.0.113.9", "session.sampled": True,
    }, [event(300, "session restored", session__age_s=1312.5), event(181_900, "response sent", bytes=5120)],
        status=OK, link="earlier visit"),
    span("validate cart", "POST /checkout", INTERNAL, 600, 2_150, {
        "cart.items": 3, "cart.total": 118.97, "cart.skus": ["SKU-1041", "SKU-2207", "SKU-0003"]}),
    span("POST cart:8080/reserve", "POST /checkout", CLIENT, 2_300, 31_700, {
        "http.request.method": "POST", "server.address": "cart", "server.port": 8080, "http.response.status_code": 200}),
    span("POST payment:8443/charge", "POST /checkout", CLIENT, 32_000, 171_000, {
        "http.request.method": "POST", "server.address": "payment", "server.port": 8443, "http.response.status_code": 200,
        "http.request.resend_count": 1},
        [event(95_400, "retry", retry__reason="deadline exceeded", retry__delay_ms=50)]),
])
CART = service("cart", "2.3.0", "go", "cart-5c9f", "go.opentelemetry.io/contrib/net/http/otelhttp", [
    span("POST /reserve", "POST cart:8080/reserve", SERVER, 3_100, 30_900, {
        "http.request.method": "POST", "url.path": "/reserve", "http.response.status_code": 200}),
    span("HGETALL cart", "POST /reserve", CLIENT, 3_900, 5_050, {
        "db.system.name": "redis", "db.operation.name": "HGETALL", "server.address": "redis-0", "server.port": 6379}),
    span("UPDATE stock", "POST /reserve", CLIENT, 5_600, 29_800, {
        "db.system.name": "postgresql", "db.operation.name": "UPDATE", "db.collection.name": "stock",
        "db.query.text": "UPDATE stock SET reserved = reserved + $1 WHERE sku = $2", "db.response.returned_rows": 3},
        [event(6_000, "lock waited", lock__wait_ms=19.25)]),
])
PAYMENT = service("payment", "1.17.4", "java", "pay-66d8", "io.opentelemetry.tomcat-10.0", [
    span("POST /charge", "POST payment:8443/charge", SERVER, 33_000, 170_100, {
        "http.request.method": "POST", "url.path": "/charge", "http.response.status_code": 200,
        "payment.currency": "EUR", "payment.amount_minor": 11897, "payment.three_ds": False}),
    span("authorize card", "POST /charge", CLIENT, 34_200, 94_800, {
        "rpc.system": "grpc", "rpc.service": "acquirer.v2.Cards", "rpc.method": "Authorize", "rpc.grpc.status_code": 4},
        [event(94_700, "exception", exception__type="io.grpc.StatusRuntimeException",
               exception__message="DEADLINE_EXCEEDED: 60 ms")], status=ERROR, message="deadline exceeded"),
    span("authorize card (retry)", "POST /charge", CLIENT, 146_000, 168_700, {
        "rpc.system": "grpc", "rpc.service": "acquirer.v2.Cards", "rpc.method": "Authorize", "rpc.grpc.status_code": 0},
        status=OK),
])
MAIL = service("mail", "0.9.2", "python", "mail-1a2b", "opentelemetry.instrumentation.kafka", [
    span("orders publish", "POST /checkout", PRODUCER, 171_400, 173_000, {
        "messaging.system": "kafka", "messaging.destination.name": "orders", "messaging.message.body.size": 842}),
    span("orders process", "orders publish", CONSUMER, 176_500, 241_000, {
        "messaging.system": "kafka", "messaging.destination.name": "orders", "messaging.kafka.offset": 9007199254740993,
        "mail.subject": "Ваш заказ · Your order №1041 ✓"}, status=OK),
])

sys.stdout.buffer.write(b"".join(data(1, part) for part in (FRONTEND, CART, PAYMENT, MAIL)))
