// The peers of make json-bench that run in Node: each as its users would call it, with types from a descriptor set at
// run time. The harness starts one process for each and talks to it as bench/process/engine_process.c says; rounds are
// counted and timed here.
//
//   node peer.mjs protobuf-es           @bufbuild/protobuf: toJsonString and fromJsonString
//   node peer.mjs protobufjs            protobuf.js: JSON.stringify of toObject, fromObject of JSON.parse; compiled, but
//                                       it knows no special forms of well-known types
//   node peer.mjs protobufjs-protojson  protobuf.js with its extension protojson, which knows them
import { readSync, writeSync } from "node:fs";

// Each returns (name of a type) => what it does with messages of that type; null: it has no such type.
const peers = {
  async "protobuf-es"(schema) {
    const es = await import("@bufbuild/protobuf");
    const wkt = await import("@bufbuild/protobuf/wkt");
    const registry = es.createFileRegistry(es.fromBinary(wkt.FileDescriptorSetSchema, schema));
    const options = { registry, ignoreUnknownFields: true };
    return (name) => {
      const type = registry.getMessage(name);
      return type && {
        decode: (bytes) => es.fromBinary(type, bytes),
        encode: (message) => es.toBinary(type, message),
        print: (message) => es.toJsonString(type, message, options),
        parse: (text) => es.fromJsonString(type, text, options),
      };
    };
  },

  async protobufjs(schema) {
    const canonical = { json: true, longs: String, enums: String, bytes: String };
    return protobufjs(schema, (type) => ({
      unable: reachesWellKnown(type) && "it knows no special forms of well-known types",
      print: (message) => JSON.stringify(type.toObject(message, canonical)),
      parse: (text) => type.fromObject(JSON.parse(text)),
    }));
  },

  async "protobufjs-protojson"(schema) {
    const { default: protojson } = await import("protobufjs/ext/protojson.js");
    const options = { ignoreUnknownFields: true };
    return protobufjs(schema, (type) => ({
      print: (message) => protojson.toJsonString(type, message, options),
      parse: (text) => protojson.fromJsonString(type, text, options),
    }));
  },
};

async function protobufjs(schema, json) {
  const { default: protobuf } = await import("protobufjs");
  await import("protobufjs/ext/descriptor.js");
  const root = protobuf.Root.fromDescriptor(schema).resolveAll();
  return (name) => {
    const type = root.lookupType(name);
    return {
      decode: (bytes) => type.decode(bytes),
      encode: (message) => type.encode(message).finish(),
      ...json(type),
    };
  };
}

function reachesWellKnown(type, seen = new Set()) {
  if (!type.fieldsArray || seen.has(type)) return false;
  seen.add(type);
  return type.fullName.startsWith(".google.protobuf.") ||
    type.fieldsArray.some((field) => field.resolve().resolvedType && reachesWellKnown(field.resolvedType, seen));
}

// ---- the pipe ----

let buffered = Buffer.alloc(0);

function fill() {
  const chunk = Buffer.allocUnsafe(1 << 16);
  const size = readSync(0, chunk, 0, chunk.length, null);
  if (size === 0) process.exit(0);
  buffered = Buffer.concat([buffered, chunk.subarray(0, size)]);
}

function take(size) {
  while (buffered.length < size) fill();
  const taken = buffered.subarray(0, size);
  buffered = buffered.subarray(size);
  return taken;
}

function line() {
  let end;
  while ((end = buffered.indexOf(10)) < 0) fill();
  return take(end + 1).toString().trim().split(" ");
}

function say(...parts) {
  for (let rest = Buffer.concat(parts.map((part) => Buffer.from(part))); rest.length > 0;)
    rest = rest.subarray(writeSync(1, rest));
}

// ---- what the harness asks for ----

let types, cell, sink;

const obey = {
  async schema(size) {
    types = await peers[process.argv[2]](take(Number(size)));
    return "ok\n";
  },

  async prepare(form, name, size, textSize) {
    const input = Buffer.from(take(Number(size)));
    const text = take(Number(textSize)).toString();
    const type = types(name);
    if (!type || form !== "json") return "no such type or form\n";
    const message = type.decode(input);
    cell = {
      type, input,
      "json-print": () => { sink = type.print(message); },
      "json-parse": () => { sink = type.parse(text); },
    };
    return "ok\n";
  },

  async run(op, rounds) {
    const once = cell[op];
    const start = process.hrtime.bigint();
    for (let i = Number(rounds); i > 0; i--) once();
    return `ok ${process.hrtime.bigint() - start}\n`;
  },

  async rewrite(op) {
    if (!cell[op] || cell.type.unable) return `left ${cell.type.unable ?? ""}\n`;
    cell[op]();
    const bytes = op === "json-print" ? Buffer.from(sink) : cell.type.encode(sink);
    return [`ok ${bytes.length}\n`, bytes];
  },

  async release() {
    cell = undefined;
    return "ok\n";
  },
};

for (;;) {
  const [what, ...args] = line();
  let answer;
  try {
    answer = await obey[what](...args);
  } catch (problem) {
    answer = `no ${String(problem).replace(/\s+/g, " ")}\n`;
  }
  say(...[answer].flat());
}
