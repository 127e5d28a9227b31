# A Julia host that lives on the shared library alone (ccall); Julia 1.5 to 1.12. It shows how a binding asks
# every field for its cell and then reads and fills messages by `unsafe_load` and `unsafe_store!`: what the
# garbage collector must keep, where one finalizer is enough, how an error becomes an exception. Prints TAP.
# PBW_LIB is the library; run.sh runs it in the root of the checkout.
module Host

const libpbwire = ENV["PBW_LIB"]
include(joinpath(@__DIR__, "..", "..", "..", "bindings", "julia", "src", "capi.jl"))

# ---- errors ----

struct PbwError <: Exception
    code::Int32
    offset::UInt64
    path::String
end

function PbwError(p::Ptr{pbw_error})
    e = unsafe_load(p)
    PbwError(e.code, e.offset, unsafe_string(Ptr{UInt8}(p) + fieldoffset(pbw_error, 5)))
end


# A record that is zero but for its size: records grow at their end, so no host names their fields one by one.
function error_record()
    record = Ref{pbw_error}()
    GC.@preserve record begin
        place = Ptr{UInt8}(Base.unsafe_convert(Ptr{pbw_error}, record))
        foreach(i -> unsafe_store!(place, 0x00, i), 1:sizeof(pbw_error))
        unsafe_store!(Ptr{UInt32}(place), sizeof(pbw_error))
    end
    record
end

must(status) = status == PBW_OK ? nothing : throw(PbwError(status, PBW_NO_OFFSET, ""))

function must(status, record::Ref{pbw_error})
    status == PBW_OK && return
    GC.@preserve record throw(PbwError(Base.unsafe_convert(Ptr{pbw_error}, record)))
end

# ---- types, described once ----

const Message = Ptr{pbw_message}
const julia_types = Dict(
    PBW_TYPE_DOUBLE => Float64, PBW_TYPE_FLOAT => Float32, PBW_TYPE_BOOL => Bool, PBW_TYPE_ENUM => Int32,
    PBW_TYPE_INT32 => Int32, PBW_TYPE_SINT32 => Int32, PBW_TYPE_SFIXED32 => Int32,
    PBW_TYPE_INT64 => Int64, PBW_TYPE_SINT64 => Int64, PBW_TYPE_SFIXED64 => Int64,
    PBW_TYPE_UINT32 => UInt32, PBW_TYPE_FIXED32 => UInt32, PBW_TYPE_UINT64 => UInt64, PBW_TYPE_FIXED64 => UInt64,
    PBW_TYPE_STRING => String, PBW_TYPE_BYTES => Vector{UInt8},
    PBW_TYPE_MESSAGE => Message, PBW_TYPE_GROUP => Message)

# A single value: what Julia makes of it, what its cell holds, and the type of a message.
struct Value
    type::DataType
    cell::DataType
    sub::Ptr{pbw_type}
end

function Value(field::Ptr{pbw_field})
    T = julia_types[pbw_field_type(field)]
    Value(T, T <: Union{String, Vector{UInt8}} ? pbw_bytes : T, pbw_field_message_type(field))
end

struct Field
    name::String
    handle::Ptr{pbw_field}
    cell::pbw_cell
    value::Value
    key::Union{Value, Nothing}
end

function Field(handle::Ptr{pbw_field})
    cell = Ref(pbw_cell(sizeof(pbw_cell), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    must(pbw_field_cell(handle, cell))
    @assert cell[].format != PBW_CELL_NONE
    name = pbw_field_is_extension(handle) == 1 ? pbw_field_full_name(handle) : pbw_field_name(handle)
    map = cell[].format == PBW_CELL_MAP
    Field(unsafe_string(name), handle, cell[], Value(map ? pbw_field_map_value(handle) : handle),
          map ? Value(pbw_field_map_key(handle)) : nothing)
end

const described = Dict{Ptr{pbw_type}, Vector{Field}}()
fields(type::Ptr{pbw_type}) = get!(described, type) do
    handles = vcat([pbw_type_field_at(type, i - 1) for i in 1:pbw_type_field_count(type)],
                   [pbw_type_extension_at(type, i - 1) for i in 1:pbw_type_extension_count(type)])
    [Field(h) for h in handles]
end
field(message::Message, name) = first(f for f in fields(pbw_message_type(message)) if f.name == name)

# ---- reading ----

address(m::Message, offset) = Ptr{Cvoid}(m) + offset
cell(m::Message, f::Field) = address(m, f.cell.offset)
load(::Type{T}, p) where {T} = unsafe_load(Ptr{T}(p))
is_list(f) = f.cell.format == PBW_CELL_LIST
is_map(f) = f.cell.format == PBW_CELL_MAP

function has(m::Message, f::Field)
    c = f.cell
    c.presence == PBW_PRESENCE_BIT && return load(UInt8, address(m, c.presence_offset)) & c.presence_mask != 0
    c.presence == PBW_PRESENCE_ONEOF && return load(UInt32, address(m, c.presence_offset)) == c.presence_mask
    c.presence == PBW_PRESENCE_POINTER && return load(Message, cell(m, f)) != C_NULL
    c.presence == PBW_PRESENCE_SIZE && return load(pbw_list, cell(m, f)).size > 0
    f.value.cell == pbw_bytes && return load(pbw_bytes, cell(m, f)).size > 0
    load(f.value.cell, cell(m, f)) !== zero(f.value.cell) # === sees the sign of zero
end

# NULL stands for no bytes, which unsafe_string refuses.
bytes(b::pbw_bytes) = b.size == 0 ? UInt8[] : copy(unsafe_wrap(Vector{UInt8}, Ptr{UInt8}(b.data), b.size))

function get_value(v::Value, p)
    x = load(v.cell, p)
    v.type == String ? String(bytes(x)) : v.type == Vector{UInt8} ? bytes(x) : v.type == Message ? read_message(x) : x
end

# A message as a Dict: what is absent has no key.
function read_message(m::Message)
    out = Dict{String, Any}()
    for f in fields(pbw_message_type(m))
        has(m, f) || continue
        if is_list(f) || is_map(f)
            list = load(pbw_list, cell(m, f))
            entries = (list.data + i * f.cell.entry_size for i in 0:list.size-1)
            out[f.name] = is_list(f) ? [get_value(f.value, e) for e in entries] :
                Dict(get_value(f.key, e) => get_value(f.value, e + f.cell.value_offset) for e in entries)
        else
            out[f.name] = get_value(f.value, cell(m, f))
        end
    end
    unknown = load(pbw_list, address(m, pbw_type_unknown_offset(pbw_message_type(m))))
    slices = (load(pbw_bytes, unknown.data + i * sizeof(pbw_bytes)) for i in 0:Int(unknown.size)-1)
    unknown.size > 0 && (out["unknown"] = reduce(vcat, map(bytes, slices)))
    out
end

# ---- writing ----

# Store a value, then its presence.
function store!(m::Message, f::Field, x)
    put!(f.value, cell(m, f), x)
    c = f.cell
    p = address(m, c.presence_offset)
    c.presence == PBW_PRESENCE_BIT && unsafe_store!(Ptr{UInt8}(p), load(UInt8, p) | UInt8(c.presence_mask))
    c.presence == PBW_PRESENCE_ONEOF && unsafe_store!(Ptr{UInt32}(p), c.presence_mask)
end
store!(m::Message, name::String, x) = store!(m, field(m, name), x)

borrow(s) = pbw_bytes(pointer(s), sizeof(s)) # whoever borrows preserves `s`
put!(v::Value, p, x) = unsafe_store!(Ptr{v.cell}(p), v.cell == pbw_bytes ? borrow(x) : convert(v.cell, x))

# A Dict as a scratch message. Strings and arrays are borrowed: `keep` holds the arrays, the Dict its strings.
function scratch(ctx, type::Ptr{pbw_type}, values::AbstractDict, keep)
    out = Ref{Message}()
    must(pbw_ctx_messages(ctx, type, 1, 0, out))
    m = out[]
    lower(v::Value, x) =
        v.type == Message ? scratch(ctx, v.sub, x, keep) : v.cell == pbw_bytes ? borrow(x) : convert(v.cell, x)
    for f in fields(type)
        haskey(values, f.name) || continue
        x, p = values[f.name], cell(m, f)
        if is_list(f)
            array = f.value.cell[lower(f.value, element) for element in x]
            push!(keep, array)
            unsafe_store!(Ptr{pbw_list}(p), pbw_list(pointer(array), length(array), 0))
        elseif is_map(f)
            block = Ref{Ptr{Cvoid}}()
            must(pbw_ctx_alloc(ctx, length(x) * f.cell.entry_size, block))
            for (i, k) in enumerate(sort(collect(keys(x))))
                entry = block[] + (i - 1) * f.cell.entry_size
                put!(f.key, entry, k)
                unsafe_store!(Ptr{f.value.cell}(entry + f.cell.value_offset), lower(f.value, x[k]))
            end
            unsafe_store!(Ptr{pbw_list}(p), pbw_list(block[], length(x), 0))
        else
            store!(m, f, f.value.type == Message ? scratch(ctx, f.value.sub, x, keep) : x)
        end
    end
    if haskey(values, "unknown")
        slices = [borrow(values["unknown"])]
        push!(keep, slices)
        unknown = address(m, pbw_type_unknown_offset(type))
        unsafe_store!(Ptr{pbw_list}(unknown), pbw_list(pointer(slices), 1, 0))
    end
    m
end

# ---- handles: one finalizer for an arena and one for a ctx, none for messages ----

mutable struct Arena
    handle::Ptr{pbw_arena}
    function Arena()
        out = Ref{Ptr{pbw_arena}}()
        must(pbw_arena_new(C_NULL, 0, out))
        finalizer(a -> pbw_arena_free(a.handle), new(out[]))
    end
end

mutable struct Ctx
    handle::Ptr{pbw_ctx}
    function Ctx()
        out = Ref{Ptr{pbw_ctx}}()
        must(pbw_ctx_new(C_NULL, C_NULL, out))
        finalizer(c -> pbw_ctx_free(c.handle), new(out[]))
    end
end

function decode(type, input, arena)
    out, record = Ref{Message}(), error_record()
    GC.@preserve arena must(pbw_decode(type, input, length(input), arena.handle, C_NULL, out, record), record)
    out[]
end

# The message and the moment: a view that outlives the reset throws.
struct View
    message::Message
    ctx::Ctx
    generation::UInt64
end
generation(ctx::Ctx) = GC.@preserve ctx unsafe_load(pbw_ctx_generation(ctx.handle))
follow(v::View) = generation(v.ctx) == v.generation ? v.message : throw(ArgumentError("stale view"))

function view(ctx, type, input, flags)
    out = Ref{Message}()
    GC.@preserve ctx begin
        status = pbw_decode_ctx(ctx.handle, type, input, length(input), flags, out)
        status == PBW_OK || throw(PbwError(pbw_ctx_error(ctx.handle)))
    end
    View(out[], ctx, generation(ctx))
end

thrown(f) = try f(); nothing catch e; e end

# ---- the session ----

const received = Dict(
    "id" => typemax(UInt64), "customer" => "Zoë", "state" => 1,
    "placed" => Dict("seconds" => -62135596800, "nanos" => 5), "discount" => Dict("value" => -0.0),
    "token" => UInt8[0x00, 0xff], "scores" => [0, -1, typemax(Int32), typemin(Int32)], "tags" => ["new", "", "ß"],
    "items" => [Dict("sku" => "A-1", "count" => 3, "price" => 9.5), Dict()],
    "stock" => Dict("" => -7, "apple" => 2), "gifts" => Dict(-3 => Dict("sku" => "G"), 7 => Dict()),
    "iban" => "DE00", "slice.courier" => "bike", "slice.stops" => [1, typemax(UInt64) - 1],
    "unknown" => Vector{UInt8}(b"\xaa\x1f\x09\x0a\x05extra\x10\x02\xa2\x1f\x05north"))
const changed = merge(received, Dict(
    "id" => UInt64(2)^63 + 1, "customer" => "Ada Lovelace", "state" => 2, "express" => false,
    "placed" => Dict("nanos" => 5), "discount" => Dict("value" => 0.25),
    "scores" => [42, -1, typemax(Int32), typemin(Int32), 5, -6], "tags" => ["new", "", "ß", "late"],
    "items" => [received["items"]; Dict("sku" => "B-2", "price" => -1.5)],
    "stock" => Dict("apple" => 3, "pear" => 1), "gifts" => Dict(-3 => Dict("sku" => "G"), 7 => Dict("count" => 4)),
    "card" => 9007199254740993, "slice.courier" => "boat", "slice.stops" => [1, typemax(UInt64) - 1, 3]))
foreach(name -> delete!(changed, name), ("token", "iban"))

const tests = Ref(0)
test(name, holds) = println(holds ? "ok " : "not ok ", tests[] += 1, " - julia: ", name)

function edit(m::Message)
    # Plain stores ...
    store!(m, "id", UInt64(2)^63 + 1)
    store!(m, "state", 2)
    store!(m, "express", false)
    store!(load(Message, cell(m, field(m, "placed"))), "seconds", 0)
    store!(load(Message, cell(m, field(m, "discount"))), "value", 0.25)
    # ... and calls, for what needs memory. A String in a cell is preserved for as long as the call.
    call(f, m, name, arguments...) = must(f(m, field(m, name).handle, arguments...))
    text(f, s) = GC.@preserve s f(Ref(borrow(s)))
    sub = Ref{Message}()
    call(pbw_list_reserve, m, "scores", 6) # then the elements, then the size
    scores = Ptr{pbw_list}(cell(m, field(m, "scores")))
    list = unsafe_load(scores)
    unsafe_wrap(Vector{Int32}, Ptr{Int32}(list.data), 6)[[1, 5, 6]] = [42, 5, -6]
    unsafe_store!(scores, pbw_list(list.data, 6, list.capacity))
    text(s -> call(pbw_message_set, m, "customer", s), "Ada Lovelace")
    call(pbw_message_clear_field, m, "token")
    text(s -> call(pbw_list_append, m, "tags", 1, s), "late")
    call(pbw_list_add, m, "items", sub)
    text(s -> call(pbw_message_set, sub[], "sku", s), "B-2")
    store!(sub[], "price", -1.5)
    text(s -> call(pbw_map_remove, m, "stock", s), "")
    text(s -> call(pbw_map_set, m, "stock", s, Ref(Int32(1))), "pear")
    text(s -> call(pbw_map_set, m, "stock", s, Ref(Int32(3))), "apple")
    call(pbw_map_mutable, m, "gifts", Ref(Int32(7)), sub)
    store!(sub[], "count", 4)
    text(s -> call(pbw_message_set, m, "slice.courier", s), "boat")
    call(pbw_list_append, m, "slice.stops", 1, Ref(UInt64(3)))
    call(pbw_message_mutable, m, "voucher", sub)
    test("a oneof switches by a call", has(m, field(m, "voucher")) && !has(m, field(m, "iban")))
    store!(m, "card", 9007199254740993)
    test("and by a store", has(m, field(m, "card")) && !has(m, field(m, "voucher")))
end

function default(field, ::Type{T}) where {T}
    out = Ref{T}()
    must(pbw_field_default(field, out))
    out[]
end

function session()
    set, input, output = (read(joinpath(@__DIR__, name)) for name in ("slice.binpb", "input.bin", "output.bin"))
    schema, record = Ref{Ptr{pbw_schema}}(), error_record()
    must(pbw_schema_load(set, length(set), schema, record), record)
    order = pbw_schema_type(schema[], "slice.Order")
    item = pbw_schema_type(schema[], "slice.Order.Item")

    arena = Arena()
    GC.@preserve arena begin
        m = decode(order, input, arena)
        test("an owned message has every value in its cell", isequal(read_message(m), received))
        test("what is absent has the default that the schema declares",
             default(field(m, "express").handle, Bool) && default(pbw_type_field(item, "count"), UInt32) == 1 &&
             String(bytes(default(field(m, "note").handle, pbw_bytes))) == "none")
        edit(m)
        test("an edited message has the new values in its cells", isequal(read_message(m), changed))
        buffer, size = zeros(UInt8, 512), Ref{Csize_t}()
        options = Ref(pbw_options(sizeof(pbw_options), PBW_DETERMINISTIC, 0, 0, 0, 0, 0))
        must(pbw_encode(m, buffer, length(buffer), options, size, C_NULL))
        test("and encodes to the expected bytes", buffer[1:size[]] == output)
    end

    ctx, keep, data, size = Ctx(), Any[], Ref{Ptr{UInt8}}(), Ref{Csize_t}()
    GC.@preserve keep ctx begin
        must(pbw_encode_ctx(ctx.handle, scratch(ctx.handle, order, changed, keep), 0, data, size))
        test("a scratch message encodes to the expected bytes", unsafe_wrap(Vector{UInt8}, data[], size[]) == output)
    end

    GC.@preserve input ctx begin # aliased: the view's strings point into the input
        pooled = view(ctx, order, input, PBW_RESET | PBW_ALIAS)
        test("a pooled message has every value in its cell", isequal(read_message(follow(pooled)), received))
        status = pbw_message_clear_field(pooled.message, field(pooled.message, "id").handle)
        test("and refuses a change", status == PBW_ERR_READONLY)
        pbw_ctx_reset(ctx.handle)
        test("a stale view is an exception, not a crash", thrown(() -> follow(pooled)) isa ArgumentError)
    end

    cut = [input; b"\x5a\x04\x0a\x09AB"] # items[2] { sku: 9 bytes, of which 2 are there
    e = thrown(() -> decode(order, cut, arena))
    test("an error tells status, offset and path", e isa PbwError && e.code == PBW_ERR_TRUNCATED &&
         length(input) + 2 <= e.offset <= length(cut) && e.path == "slice.Order.items[2].sku")
    e = thrown(() -> view(ctx, order, input[1:end-1], 0))
    test("and so does a ctx", e isa PbwError && e.code == PBW_ERR_TRUNCATED && e.offset < length(input) &&
         e.path == "slice.Order")
    # A schema outlives its messages, and finalizers know no order: at the end, by hand.
    finalize(ctx)
    finalize(arena)
    pbw_schema_free(schema[])
    println("1..", tests[])
end

end

Host.session()
