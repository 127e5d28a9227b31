// A Java host that lives on the shared library alone (JNI, JDK 17 and later, no Unsafe). It shows how a binding asks
// every field for its cell and then reads and fills messages through direct buffers: bytes go in and out in one
// crossing, strings that the message aliases are read from the input without any, and a scratch message is
// filled from one piece of host memory. Pbw.java and host_jni.c are the crossings. Prints TAP.
// Arguments: the library, the shim, the folder of the inputs.

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** Where a field lives: pbw_cell, in its own order. */
record Cell(int format, int offset, int presence, int presenceOffset, int presenceMask, int stride, int valueOffset) {
    static final int BOOL = 1, WORD32 = 2, WORD64 = 3, BYTES = 4, MESSAGE = 5, LIST = 6, MAP = 7; // formats
    static final int IMPLICIT = 0, BIT = 1, POINTER = 2, ONEOF = 3, COUNT = 4;                    // presences

    static Cell of(long field) {
        int[] w = Pbw.cell(field);
        if (w[1] < BOOL || w[1] > MAP) throw new AssertionError("no cell");
        return new Cell(w[1], w[2], w[4], w[5], w[6], w[8], w[10]);
    }
}

/** A single value: its type's number in descriptor.proto and, of a message, the type. */
record Value(int number, Type type) {
    static Value of(long field) {
        int number = Pbw.fieldType(field);
        return new Value(number, number == 10 || number == 11 ? Type.of(Pbw.messageType(field)) : null);
    }
}

record Field(long handle, String name, Cell cell, Value value, Value key) {}

final class Type {
    private static final Map<Long, Type> described = new HashMap<>();
    final long handle, size;
    final int unknown;
    final Map<String, Field> fields = new LinkedHashMap<>();

    static Type of(long handle) {
        Type known = described.get(handle);
        return known != null ? known : new Type(handle);
    }

    private Type(long handle) {
        described.put(handle, this);
        this.handle = handle;
        size = Pbw.messageSize(handle);
        unknown = Pbw.unknownOffset(handle);
        for (long f : Pbw.fields(handle)) {
            Cell cell = Cell.of(f);
            boolean map = cell.format() == Cell.MAP;
            String name = Pbw.name(f);
            Value value = Value.of(map ? Pbw.mapValue(f) : f), key = map ? Value.of(Pbw.mapKey(f)) : null;
            fields.put(name, new Field(f, name, cell, value, key));
        }
    }

    Field get(String name) { return fields.get(name); }
}

/** Reads messages into maps. Whatever lies in the aliased input is read from there, without a crossing. */
final class Reader {
    private final byte[] input;
    private final long base;

    Reader(byte[] input, long base) {
        this.input = input;
        this.base = base;
    }

    Reader() { this(new byte[0], 0); }

    static ByteBuffer view(long address, long size) { return Pbw.at(address, size).order(ByteOrder.nativeOrder()); }

    byte[] bytes(long address, long size) {
        if (size == 0) return new byte[0]; // the address may be NULL
        if (address - base >= 0 && address - base <= input.length - size)
            return Arrays.copyOfRange(input, (int) (address - base), (int) (address - base + size));
        byte[] copy = new byte[(int) size];
        view(address, size).get(copy);
        return copy;
    }

    static boolean has(ByteBuffer m, Field f) {
        Cell c = f.cell();
        return switch (c.presence()) {
            case Cell.BIT -> (m.get(c.presenceOffset()) & c.presenceMask()) != 0;
            case Cell.ONEOF -> m.getInt(c.presenceOffset()) == c.presenceMask();
            case Cell.POINTER -> m.getLong(c.offset()) != 0;
            case Cell.COUNT -> m.getLong(c.offset() + 8) != 0;
            default -> switch (c.format()) {
                case Cell.BOOL -> m.get(c.offset()) != 0;
                case Cell.WORD32 -> m.getInt(c.offset()) != 0;
                case Cell.WORD64 -> m.getLong(c.offset()) != 0;
                default -> m.getLong(c.offset() + 8) != 0;
            };
        };
    }

    Object value(Value v, ByteBuffer b, int at) {
        return switch (v.number()) {
            case 1 -> b.getDouble(at);
            case 2 -> b.getFloat(at);
            case 3, 4, 6, 16, 18 -> b.getLong(at);
            case 8 -> b.get(at) != 0;
            case 9 -> new String(bytes(b.getLong(at), b.getLong(at + 8)), UTF_8);
            case 12 -> ByteBuffer.wrap(bytes(b.getLong(at), b.getLong(at + 8)));
            case 10, 11 -> message(v.type(), b.getLong(at));
            default -> b.getInt(at);
        };
    }

    /** What is absent has no key. */
    Map<Object, Object> message(Type type, long address) {
        ByteBuffer m = view(address, type.size);
        Map<Object, Object> out = new TreeMap<>();
        for (Field f : type.fields.values()) {
            if (!has(m, f)) continue;
            Cell c = f.cell();
            if (c.format() != Cell.LIST && c.format() != Cell.MAP) {
                out.put(f.name(), value(f.value(), m, c.offset()));
                continue;
            }
            int size = (int) m.getLong(c.offset() + 8);
            ByteBuffer entries = view(m.getLong(c.offset()), (long) size * c.stride());
            List<Object> list = new ArrayList<>();
            Map<Object, Object> map = new TreeMap<>();
            for (int at = 0; at < size * c.stride(); at += c.stride()) {
                Object value = value(f.value(), entries, at + c.valueOffset());
                if (f.key() == null) list.add(value);
                else map.put(value(f.key(), entries, at), value);
            }
            out.put(f.name(), f.key() == null ? list : map);
        }
        int slices = (int) m.getLong(type.unknown + 8);
        if (slices > 0) {
            ByteBuffer unknown = ByteBuffer.allocate(64), s = view(m.getLong(type.unknown), slices * 16L);
            for (int i = 0; i < slices; i++) unknown.put(bytes(s.getLong(16 * i), s.getLong(16 * i + 8)));
            out.put("unknown", unknown.flip());
        }
        return out;
    }
}

/** Fills scratch messages. Strings, lists and entries stand in one direct buffer whose address is asked once. */
final class Writer {
    private final long ctx;
    private final ByteBuffer desk = ByteBuffer.allocateDirect(4096).order(ByteOrder.nativeOrder());
    private final long base = Pbw.address(desk);
    private int used;

    Writer(long ctx) { this.ctx = ctx; }

    private int take(int size) {
        int at = used;
        used = (used + size + 7) & -8; // cells are aligned
        return at;
    }

    private void bytes(byte[] value, ByteBuffer b, int at) {
        int place = take(value.length);
        desk.put(place, value);
        b.putLong(at, base + place).putLong(at + 8, value.length);
    }

    @SuppressWarnings("unchecked")
    void value(Value v, Object value, ByteBuffer b, int at) {
        switch (v.number()) {
            case 1 -> b.putDouble(at, (Double) value);
            case 2 -> b.putFloat(at, (Float) value);
            case 3, 4, 6, 16, 18 -> b.putLong(at, (Long) value);
            case 8 -> b.put(at, (byte) ((Boolean) value ? 1 : 0));
            case 9 -> bytes(((String) value).getBytes(UTF_8), b, at);
            case 12 -> bytes(((ByteBuffer) value).array(), b, at);
            case 10, 11 -> b.putLong(at, message(v.type(), (Map<Object, Object>) value));
            default -> b.putInt(at, (Integer) value);
        }
    }

    /** The cell, then the presence. */
    void store(ByteBuffer m, Field f, Object value) {
        Cell c = f.cell();
        value(f.value(), value, m, c.offset());
        if (c.presence() == Cell.BIT)
            m.put(c.presenceOffset(), (byte) (m.get(c.presenceOffset()) | c.presenceMask()));
        else if (c.presence() == Cell.ONEOF) m.putInt(c.presenceOffset(), c.presenceMask());
    }

    private int entries(ByteBuffer m, int offset, int size, int stride) {
        int place = take(size * stride);
        m.putLong(offset, base + place).putLong(offset + 8, size).putLong(offset + 16, 0); // capacity 0: borrowed
        return place;
    }

    long message(Type type, Map<Object, Object> values) {
        long address = Pbw.scratch(ctx, type.handle, 1);
        ByteBuffer m = Reader.view(address, type.size);
        for (Field f : type.fields.values()) {
            Object value = values.get(f.name());
            Cell c = f.cell();
            if (value instanceof List<?> list) {
                int at = entries(m, c.offset(), list.size(), c.stride());
                for (Object element : list) {
                    value(f.value(), element, desk, at);
                    at += c.stride();
                }
            } else if (value instanceof Map<?, ?> map && f.key() != null) {
                int at = entries(m, c.offset(), map.size(), c.stride());
                for (Map.Entry<?, ?> e : map.entrySet()) {
                    value(f.key(), e.getKey(), desk, at);
                    value(f.value(), e.getValue(), desk, at + c.valueOffset());
                    at += c.stride();
                }
            } else if (value != null) {
                store(m, f, value);
            }
        }
        if (values.get("unknown") instanceof ByteBuffer unknown)
            bytes(unknown.array(), desk, entries(m, type.unknown, 1, 16));
        return address;
    }
}

public final class Host {
    private static int tests;

    private static void test(String name, boolean holds) {
        System.out.println((holds ? "ok " : "not ok ") + ++tests + " - java: " + name);
    }

    private static Map<Object, Object> map(Object... pairs) {
        Map<Object, Object> map = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) map.put(pairs[i], pairs[i + 1]);
        return map;
    }

    private static final ByteBuffer UNKNOWN =
        ByteBuffer.wrap("\u00aa\u001f\t\n\5extra\20\2\u00a2\u001f\5north".getBytes(ISO_8859_1));
    private static final Map<Object, Object> RECEIVED = map(
        "id", -1L, "customer", "Zoë", "state", 1, "placed", map("seconds", -62135596800L, "nanos", 5),
        "discount", map("value", -0.0f), "token", ByteBuffer.wrap(new byte[] {0, -1}),
        "scores", List.of(0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE), "tags", List.of("new", "", "ß"),
        "items", List.of(map("sku", "A-1", "count", 3, "price", 9.5), map()),
        "stock", map("", -7, "apple", 2), "gifts", map(-3, map("sku", "G"), 7, map()), "iban", "DE00",
        "slice.courier", "bike", "slice.stops", List.of(1L, -2L), "unknown", UNKNOWN);
    private static final Map<Object, Object> CHANGED = map(
        "id", Long.MIN_VALUE + 1, "customer", "Ada Lovelace", "state", 2, "express", false,
        "placed", map("nanos", 5),
        "discount", map("value", 0.25f), "scores", List.of(42, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 5, -6),
        "tags", List.of("new", "", "ß", "late"),
        "items", List.of(map("sku", "A-1", "count", 3, "price", 9.5), map(), map("sku", "B-2", "price", -1.5)),
        "stock", map("apple", 3, "pear", 1), "gifts", map(-3, map("sku", "G"), 7, map("count", 4)),
        "card", 9007199254740993L, "slice.courier", "boat", "slice.stops", List.of(1L, -2L, 3L), "unknown", UNKNOWN);

    private static ByteBuffer direct(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

    /** A pbw_bytes with its bytes right behind it: one buffer to keep alive. */
    private static ByteBuffer text(String s) {
        byte[] utf8 = s.getBytes(UTF_8);
        ByteBuffer cell = direct(16 + utf8.length);
        return cell.putLong(0, Pbw.address(cell) + 16).putLong(8, utf8.length).put(16, utf8);
    }

    private static ByteBuffer word(int value) { return direct(4).putInt(0, value); }

    private static void edit(Type order, Type item, long m, Writer w) {
        ByteBuffer view = Reader.view(m, order.size);
        // Plain stores ...
        w.store(view, order.get("id"), Long.MIN_VALUE + 1);
        w.store(view, order.get("state"), 2);
        w.store(view, order.get("express"), false);
        Field placed = order.get("placed"), discount = order.get("discount"), scores = order.get("scores");
        Type timestamp = placed.value().type(), number = discount.value().type();
        w.store(Reader.view(view.getLong(placed.cell().offset()), timestamp.size), timestamp.get("seconds"), 0L);
        w.store(Reader.view(view.getLong(discount.cell().offset()), number.size), number.get("value"), 0.25f);
        Reader.view(view.getLong(scores.cell().offset()), 4).putInt(0, 42);
        // ... and calls, for what needs memory.
        Pbw.append(m, scores.handle(), 2, direct(8).putInt(0, 5).putInt(4, -6));
        Pbw.set(m, order.get("customer").handle(), text("Ada Lovelace"));
        Pbw.clear(m, order.get("token").handle());
        Pbw.append(m, order.get("tags").handle(), 1, text("late"));
        long added = Pbw.add(m, order.get("items").handle());
        Pbw.set(added, item.get("sku").handle(), text("B-2"));
        w.store(Reader.view(added, item.size), item.get("price"), -1.5);
        Pbw.mapRemove(m, order.get("stock").handle(), text(""));
        Pbw.mapSet(m, order.get("stock").handle(), text("pear"), word(1));
        Pbw.mapSet(m, order.get("stock").handle(), text("apple"), word(3));
        long gift = Pbw.mapMutable(m, order.get("gifts").handle(), word(7));
        w.store(Reader.view(gift, item.size), item.get("count"), 4);
        Pbw.mutable(m, order.get("voucher").handle());
        Field iban = order.get("iban"), voucher = order.get("voucher"), card = order.get("card");
        test("a oneof switches by a call", Reader.has(view, voucher) && !Reader.has(view, iban));
        w.store(view, card, 9007199254740993L);
        test("and by a store", Reader.has(view, card) && !Reader.has(view, voucher));
        Pbw.set(m, order.get("slice.courier").handle(), text("boat"));
        Pbw.append(m, order.get("slice.stops").handle(), 1, direct(8).putLong(0, 3));
    }

    private static boolean defaults(Type order, Type item) {
        ByteBuffer cell = direct(16);
        Pbw.defaultOf(order.get("express").handle(), cell);
        boolean express = cell.get(0) == 1;
        Pbw.defaultOf(item.get("count").handle(), cell);
        boolean count = cell.getInt(0) == 1;
        Pbw.defaultOf(order.get("note").handle(), cell);
        return express && count && new Reader().value(order.get("note").value(), cell, 0).equals("none");
    }

    private static Pbw.Failure thrown(Runnable action) {
        try {
            action.run();
            return new Pbw.Failure(0, -1, "");
        } catch (Pbw.Failure e) {
            return e;
        }
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]); // the shim's soname dependency is met by this one
        System.load(args[1]);
        Path folder = Path.of(args[2]);
        byte[] input = Files.readAllBytes(folder.resolve("input.bin"));
        byte[] output = Files.readAllBytes(folder.resolve("output.bin"));
        long schema = Pbw.schema(Files.readAllBytes(folder.resolve("slice.binpb")));
        Type order = Type.of(Pbw.type(schema, "slice.Order")), item = Type.of(Pbw.type(schema, "slice.Order.Item"));
        long arena = Pbw.arena(), ctx = Pbw.ctx();
        Writer writer = new Writer(ctx);

        long m = Pbw.decode(order.handle, input, arena);
        test("an owned message has every value in its cell", new Reader().message(order, m).equals(RECEIVED));
        test("what is absent has the default that the schema declares", defaults(order, item));
        edit(order, item, m, writer);
        test("an edited message has the new values in its cells", new Reader().message(order, m).equals(CHANGED));
        test("and encodes to the expected bytes", Arrays.equals(Pbw.encode(m, Pbw.DETERMINISTIC), output));

        test("a scratch message encodes to the expected bytes",
            Arrays.equals(Pbw.encodeCtx(ctx, writer.message(order, CHANGED), 0), output));
        Reference.reachabilityFence(writer); // its desk is borrowed

        ByteBuffer aliased = ByteBuffer.allocateDirect(input.length).put(input);
        long pooled = Pbw.decodeCtx(ctx, order.handle, aliased, input.length, Pbw.RESET | Pbw.ALIAS);
        Reader reader = new Reader(input, Pbw.address(aliased));
        test("a pooled message has every value in its cell", reader.message(order, pooled).equals(RECEIVED));
        Pbw.Failure e = thrown(() -> Pbw.clear(pooled, order.get("id").handle()));
        test("and refuses a change", e.code == Pbw.ERR_READONLY);
        ByteBuffer generation = Reader.view(Pbw.generation(ctx), 8);
        long seen = generation.getLong(0);
        Reference.reachabilityFence(aliased);
        Pbw.reset(ctx);
        test("a view tells that it is stale", generation.getLong(0) != seen);

        byte[] cut = Arrays.copyOf(input, input.length + 6); // items[2] { sku: 9 bytes, of which 2 are there
        System.arraycopy(new byte[] {0x5a, 4, 0x0a, 9, 'A', 'B'}, 0, cut, input.length, 6);
        e = thrown(() -> Pbw.decode(order.handle, cut, arena));
        test("an error tells status, offset and path", e.code == Pbw.ERR_TRUNCATED && e.offset >= input.length + 2
            && e.offset <= cut.length && e.path.equals("slice.Order.items[2].sku"));
        e = thrown(() -> Pbw.decodeCtx(ctx, order.handle, aliased, input.length - 1, 0));
        test("and so does a ctx", e.code == Pbw.ERR_TRUNCATED && e.offset < input.length
            && e.path.equals("slice.Order"));

        Pbw.ctxFree(ctx);
        Pbw.arenaFree(arena);
        Pbw.schemaFree(schema);
        System.out.println("1.." + tests);
    }
}
