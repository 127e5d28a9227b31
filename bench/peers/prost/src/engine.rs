// The table of bench/c/engine.h, for an engine in Rust: it gives a Cell for each input that it can have. The loops over rounds
// are in the cells.
use std::ffi::{c_char, c_int, c_void, CStr};
use std::{ptr, slice};

include!(concat!(env!("OUT_DIR"), "/operations.rs"));

pub const INPUT_STREAM: c_int = 1;

#[repr(C)]
pub struct RawInput {
    form: c_int,
    name: *const c_char,
    data: *const u8,
    size: usize,
    text: *const u8,
    text_size: usize,
}

/// Its bytes outlive the cell.
#[derive(Clone, Copy)]
pub struct Input {
    pub form: c_int,
    pub name: &'static str,
    pub data: &'static [u8],
    pub text: &'static [u8],
}

pub trait Cell {
    /// Whether all went well.
    fn run(&mut self, op: usize, rounds: usize) -> bool;
    /// The proof: the message as `op` makes it, encoded with sorted maps; of a print the text.
    fn rewrite(&mut self, op: usize) -> Option<&[u8]>;
}

pub type Handle = Box<dyn Cell>;
type Run = unsafe extern "C" fn(*mut c_void, usize) -> c_int;

#[repr(C)]
pub struct Engine {
    pub open: unsafe extern "C" fn(*const c_char, *const u8, usize, *mut *const c_char) -> *mut c_void,
    pub prepare: unsafe extern "C" fn(*mut c_void, *const RawInput) -> *mut c_void,
    pub run: [Option<Run>; OP_COUNT],
    pub rewrite: unsafe extern "C" fn(*mut c_void, c_int, *mut *const u8, *mut usize) -> c_int,
    pub release: unsafe extern "C" fn(*mut c_void),
    pub took: Option<unsafe extern "C" fn(*mut c_void) -> f64>,
}

pub unsafe extern "C" fn open(_: *const c_char, _: *const u8, _: usize, _: *mut *const c_char) -> *mut c_void {
    static INSTANCE: u8 = 0;
    &raw const INSTANCE as *mut c_void
}

unsafe fn bytes(data: *const u8, size: usize) -> &'static [u8] {
    if data.is_null() {
        &[]
    } else {
        slice::from_raw_parts(data, size)
    }
}

pub unsafe fn prepare(raw: *const RawInput, make: fn(Input) -> Option<Handle>) -> *mut c_void {
    let raw = &*raw;
    let Ok(name) = CStr::from_ptr(raw.name).to_str() else { return ptr::null_mut() };
    let (data, text) = (bytes(raw.data, raw.size), bytes(raw.text, raw.text_size));
    match make(Input { form: raw.form, name, data, text }) {
        Some(cell) => Box::into_raw(Box::new(cell)).cast(),
        None => ptr::null_mut(),
    }
}

pub unsafe extern "C" fn run<const OP: usize>(cell: *mut c_void, rounds: usize) -> c_int {
    if (*cell.cast::<Handle>()).run(OP, rounds) { 0 } else { -1 }
}

pub unsafe extern "C" fn rewrite(cell: *mut c_void, op: c_int, out: *mut *const u8, size: *mut usize) -> c_int {
    let Some(bytes) = (*cell.cast::<Handle>()).rewrite(op as usize) else { return -1 };
    *out = bytes.as_ptr();
    *size = bytes.len();
    0
}

pub unsafe extern "C" fn release(cell: *mut c_void) {
    drop(Box::from_raw(cell.cast::<Handle>()));
}

/// Names from the harness, which are ASCII.
pub unsafe fn text(name: *const c_char) -> &'static str {
    CStr::from_ptr(name).to_str().unwrap_or("")
}
