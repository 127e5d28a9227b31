// pbjson: serde implementations for prost's structs, made by pbjson-build with ignore_unknown_fields (all engines ignore them
// here), and serde_json.
//
//   json-print   serde_json::to_writer into a Vec that keeps its memory
//   json-parse   serde_json::from_slice into a new message, which is dropped: serde has no way into a message that is there
#[allow(dead_code)]
#[path = "../../prost/src/engine.rs"]
mod engine;

use std::ffi::{c_char, c_int, c_void};
use std::hint::black_box;
use std::marker::PhantomData;

use engine::*;
use prost::Message;
use serde::{de::DeserializeOwned, Serialize};

#[allow(clippy::all, dead_code)]
mod measured {
    pub mod k8s {
        include!(concat!(env!("OUT_DIR"), "/measured/k8s.rs"));
        include!(concat!(env!("OUT_DIR"), "/measured/k8s.serde.rs"));
    }
    pub mod otel {
        include!(concat!(env!("OUT_DIR"), "/measured/otel.rs"));
        include!(concat!(env!("OUT_DIR"), "/measured/otel.serde.rs"));
    }
    pub mod text {
        include!(concat!(env!("OUT_DIR"), "/measured/text.rs"));
        include!(concat!(env!("OUT_DIR"), "/measured/text.serde.rs"));
    }
}

#[allow(clippy::all, dead_code)]
mod sorted {
    include!(concat!(env!("OUT_DIR"), "/sorted/all.rs"));
}

/// `S` is the same message with maps in the order of their keys.
struct Typed<M, S> {
    input: Input,
    message: M, // what is printed
    output: Vec<u8>,
    sorted: PhantomData<S>,
}

impl<M, S> Typed<M, S>
where
    M: Message + Default + Serialize + DeserializeOwned + 'static,
    S: Message + Default + 'static,
{
    fn make(input: Input) -> Option<Handle> {
        let message = M::decode(input.data).ok()?;
        Some(Box::new(Self { input, message, output: Vec::new(), sorted: PhantomData::<S> }))
    }

    fn print(&mut self) -> bool {
        self.output.clear();
        serde_json::to_writer(&mut self.output, &self.message).is_ok()
    }

    /// It is looked at where it was made: a large struct is not moved for the benchmark's sake.
    fn parse(&self, each: impl FnOnce(&M) -> bool) -> bool {
        match serde_json::from_slice(self.input.text) {
            Ok(message) => each(black_box(&message)),
            Err(_) => false,
        }
    }
}

impl<M, S> Cell for Typed<M, S>
where
    M: Message + Default + Serialize + DeserializeOwned + 'static,
    S: Message + Default + 'static,
{
    fn run(&mut self, op: usize, rounds: usize) -> bool {
        let mut good = true;
        for _ in 0..rounds {
            good &= match op {
                OP_JSON_PRINT => self.print(),
                OP_JSON_PARSE => self.parse(|_| true),
                _ => false,
            };
            black_box(&self.output);
        }
        good
    }

    fn rewrite(&mut self, op: usize) -> Option<&[u8]> {
        if op == OP_JSON_PRINT {
            return self.print().then_some(&self.output);
        }
        let mut parsed = Vec::new();
        let good = self.parse(|message| message.encode(&mut parsed).is_ok());
        self.output = S::decode(&*parsed).ok()?.encode_to_vec();
        good.then_some(&self.output)
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
        "otel.ExportTraceServiceRequest" measured::otel::ExportTraceServiceRequest, sorted::otel::ExportTraceServiceRequest;
        "k8s.PodList" measured::k8s::PodList, sorted::k8s::PodList;
        "text.SmallMessage" measured::text::SmallMessage, sorted::text::SmallMessage;
        "text.PersonBatch" measured::text::PersonBatch, sorted::text::PersonBatch;
        "text.ArticleBatch" measured::text::ArticleBatch, sorted::text::ArticleBatch;
        "text.TelemetryBatch" measured::text::TelemetryBatch, sorted::text::TelemetryBatch;
        "text.Times" measured::text::Times, sorted::text::Times;
        "text.Structs" measured::text::Structs, sorted::text::Structs;
        "text.Wrappers" measured::text::Wrappers, sorted::text::Wrappers;
        "text.Complex" measured::text::Complex, sorted::text::Complex;
        "text.RepeatedAndMap" measured::text::RepeatedAndMap, sorted::text::RepeatedAndMap;
    }
}

unsafe extern "C" fn prepare_input(_: *mut c_void, input: *const RawInput) -> *mut c_void {
    prepare(input, make)
}

#[no_mangle]
#[allow(non_upper_case_globals)]
pub static bench_codec: Engine = Engine {
    open,
    prepare: prepare_input,
    run: {
        let mut table = [None; OP_COUNT];
        table[OP_JSON_PRINT] = Some(run::<OP_JSON_PRINT> as _);
        table[OP_JSON_PARSE] = Some(run::<OP_JSON_PARSE> as _);
        table
    },
    rewrite,
    release,
    took: None,
};

#[no_mangle]
pub unsafe extern "C" fn bench_lacks(_: *const c_char, name: *const c_char, op: c_int) -> *const c_char {
    let why = match (text(name), op as usize) {
        ("text.Wrappers", _) => c"pbjson gives Any and FieldMask no special form",
        ("text.Structs", OP_JSON_PARSE) => c"json-parse: pbjson loses a null inside a Struct",
        _ => return std::ptr::null(),
    };
    why.as_ptr()
}
