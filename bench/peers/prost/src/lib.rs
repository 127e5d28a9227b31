// prost with the structs that prost-build makes by default (maps are HashMaps, bytes are Vecs).
//
//   decode-owned    Message::decode, and the message is dropped
//   decode-pooled   Message::clear and Message::merge on one message, all that prost has for using memory again: strings and
//                   vectors keep theirs, submessages and what is in vectors and maps do not
//   encode          Message::encode into a Vec that keeps its memory
//   create-encode   the derived Clone, which sets every field and makes every string and vector anew, and the same encode
//   stream          clear and merge_length_delimited, on one message
//
// A Rust String is UTF-8: decoding checks it, and nobody could have an encoder check it once more, so there is no
// create-encode-utf8. Nothing aliases the input (its `bytes` option would, for bytes, not for strings).
#[allow(dead_code)]
mod engine;

use std::ffi::{c_char, c_int, c_void};
use std::hint::black_box;
use std::marker::PhantomData;

use engine::*;
use prost::Message;

#[allow(clippy::all, dead_code)]
mod measured {
    include!(concat!(env!("OUT_DIR"), "/measured/all.rs"));
}

#[allow(clippy::all, dead_code)]
mod sorted {
    include!(concat!(env!("OUT_DIR"), "/sorted/all.rs"));
}

/// `S` is the same message with maps in the order of their keys.
struct Typed<M, S> {
    input: Input,
    message: M, // what encode is measured on
    reused: M,  // what decode-pooled merges into
    output: Vec<u8>,
    proof: Vec<u8>,
    sorted: PhantomData<S>,
}

impl<M: Message + Default + Clone + 'static, S: Message + Default + 'static> Typed<M, S> {
    fn make(input: Input) -> Option<Handle> {
        let is_stream = input.form == INPUT_STREAM;
        let message = if is_stream { M::default() } else { M::decode(input.data).ok()? };
        Some(Box::new(Self {
            input,
            message,
            reused: M::default(),
            output: Vec::with_capacity(input.data.len()),
            proof: Vec::new(),
            sorted: PhantomData,
        }))
    }

    /// It is looked at where it was made: a large struct is not moved for the benchmark's sake.
    fn decode(&self, each: impl FnOnce(&M) -> bool) -> bool {
        match M::decode(self.input.data) {
            Ok(message) => each(black_box(&message)),
            Err(_) => false,
        }
    }

    fn merge(&mut self) -> bool {
        self.reused.clear();
        self.reused.merge(self.input.data).is_ok()
    }

    fn encode(output: &mut Vec<u8>, message: &M) -> bool {
        output.clear();
        message.encode(output).is_ok()
    }

    fn create(&mut self) -> bool {
        let message = self.message.clone();
        Self::encode(&mut self.output, black_box(&message))
    }

    fn read_stream(&mut self, mut each: impl FnMut(&M) -> bool) -> bool {
        let mut rest = self.input.data;
        while !rest.is_empty() {
            self.reused.clear();
            if self.reused.merge_length_delimited(&mut rest).is_err() || !each(black_box(&self.reused)) {
                return false;
            }
        }
        true
    }

    fn sort(bytes: &[u8]) -> Option<S> {
        S::decode(bytes).ok()
    }

    fn rewrite_stream(&mut self) -> bool {
        let mut proof = Vec::new();
        let read = self.read_stream(|message| match Self::sort(&message.encode_to_vec()) {
            Some(message) => message.encode_length_delimited(&mut proof).is_ok(),
            None => false,
        });
        self.proof = proof;
        read
    }
}

impl<M: Message + Default + Clone + 'static, S: Message + Default + 'static> Cell for Typed<M, S> {
    fn run(&mut self, op: usize, rounds: usize) -> bool {
        let mut good = true;
        for _ in 0..rounds {
            good &= match op {
                OP_DECODE_OWNED => self.decode(|_| true),
                OP_DECODE_POOLED => self.merge(),
                OP_ENCODE => Self::encode(&mut self.output, &self.message),
                OP_CREATE_ENCODE => self.create(),
                OP_STREAM => self.read_stream(|_| true),
                _ => false,
            };
            black_box(&self.reused);
            black_box(&self.output);
        }
        good
    }

    fn rewrite(&mut self, op: usize) -> Option<&[u8]> {
        if op == OP_STREAM {
            return self.rewrite_stream().then_some(&self.proof);
        }
        let made = match op {
            OP_CREATE_ENCODE => self.create(),
            OP_DECODE_OWNED => {
                let mut output = Vec::new();
                let decoded = self.decode(|message| Self::encode(&mut output, message));
                self.output = output;
                decoded
            }
            OP_DECODE_POOLED => self.merge() && Self::encode(&mut self.output, &self.reused),
            _ => Self::encode(&mut self.output, &self.message),
        };
        self.proof = Self::sort(&self.output)?.encode_to_vec();
        made.then_some(&self.proof)
    }
}

macro_rules! types {
    ($input:ident: $($name:literal $message:path, $sorted:path;)*) => {
        match $input.name {
            $($name => Typed::<$message, $sorted>::make($input),)*
            _ => None,
        }
    };
}

fn make(input: Input) -> Option<Handle> {
    types! { input:
        "matrix3.Matrix3" measured::matrix3::Matrix3, sorted::matrix3::Matrix3;
        "hello.Person" measured::hello::Person, sorted::hello::Person;
        "otel.ExportTraceServiceRequest" measured::otel::ExportTraceServiceRequest, sorted::otel::ExportTraceServiceRequest;
        "k8s.PodList" measured::k8s::PodList, sorted::k8s::PodList;
        "rpc.Response" measured::rpc::Response, sorted::rpc::Response;
        "text.SmallMessage" measured::text::SmallMessage, sorted::text::SmallMessage;
        "text.PersonBatch" measured::text::PersonBatch, sorted::text::PersonBatch;
        "text.ArticleBatch" measured::text::ArticleBatch, sorted::text::ArticleBatch;
        "text.TelemetryBatch" measured::text::TelemetryBatch, sorted::text::TelemetryBatch;
        "text.Times" measured::text::Times, sorted::text::Times;
        "text.Structs" measured::text::Structs, sorted::text::Structs;
        "text.Wrappers" measured::text::Wrappers, sorted::text::Wrappers;
        "text.Complex" measured::text::Complex, sorted::text::Complex;
        "text.RepeatedAndMap" measured::text::RepeatedAndMap, sorted::text::RepeatedAndMap;
        "google.protobuf.FileDescriptorProto" prost_types::FileDescriptorProto, prost_types::FileDescriptorProto;
    }
}

unsafe extern "C" fn prepare_input(_: *mut c_void, input: *const RawInput) -> *mut c_void {
    prepare(input, make)
}

#[no_mangle]
pub unsafe extern "C" fn bench_lacks(test: *const c_char, name: *const c_char, _: c_int) -> *const c_char {
    let why = match (text(test), text(name)) {
        (_, "proto2_basic.BenchPayload" | "stress.Stress") => c"prost knows no extensions, and drops what it does not know",
        ("person-batch-25-unknown", _) => c"prost drops unknown fields",
        _ => return std::ptr::null(),
    };
    why.as_ptr()
}

#[no_mangle]
#[allow(non_upper_case_globals)]
pub static bench_codec: Engine = Engine {
    open,
    prepare: prepare_input,
    run: {
        let mut table = [None; OP_COUNT];
        table[OP_DECODE_OWNED] = Some(run::<OP_DECODE_OWNED> as _);
        table[OP_DECODE_POOLED] = Some(run::<OP_DECODE_POOLED> as _);
        table[OP_ENCODE] = Some(run::<OP_ENCODE> as _);
        table[OP_CREATE_ENCODE] = Some(run::<OP_CREATE_ENCODE> as _);
        table[OP_STREAM] = Some(run::<OP_STREAM> as _);
        table
    },
    rewrite,
    release,
    took: None,
};
