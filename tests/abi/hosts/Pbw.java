// What host_jni.c offers to Host.java.

import java.nio.ByteBuffer;

/** The ABI as the shim offers it: handles and addresses are longs, cells stand in direct buffers. */
final class Pbw {
    static final int ERR_TRUNCATED = -3, ERR_READONLY = -11, ALIAS = 2, RESET = 4, DETERMINISTIC = 8;

    static native ByteBuffer at(long address, long size);
    static native long address(ByteBuffer direct);
    static native long schema(byte[] set);
    static native void schemaFree(long schema);
    static native long type(long schema, String fullName);
    static native int unknownOffset(long type);
    static native long messageSize(long type);
    static native long[] fields(long type);
    static native String name(long field);
    static native int[] cell(long field);
    static native int fieldType(long field);
    static native long messageType(long field);
    static native long mapKey(long field);
    static native long mapValue(long field);
    static native void defaultOf(long field, ByteBuffer cell);
    static native long arena();
    static native void arenaFree(long arena);
    static native long decode(long type, byte[] input, long arena);
    static native void set(long message, long field, ByteBuffer cell);
    static native void clear(long message, long field);
    static native long mutable(long message, long field);
    static native void append(long message, long field, long count, ByteBuffer elements);
    static native long add(long message, long field);
    static native void mapSet(long message, long field, ByteBuffer key, ByteBuffer value);
    static native void mapRemove(long message, long field, ByteBuffer key);
    static native long mapMutable(long message, long field, ByteBuffer key);
    static native byte[] encode(long message, int flags);
    static native long ctx();
    static native void ctxFree(long ctx);
    static native void reset(long ctx);
    static native long generation(long ctx);
    static native long decodeCtx(long ctx, long type, ByteBuffer input, int size, int flags);
    static native long scratch(long ctx, long type, long count);
    static native byte[] encodeCtx(long ctx, long message, int flags);

    /** A status that is an error. */
    @SuppressWarnings("serial")
    static final class Failure extends RuntimeException {
        final int code;
        final long offset;
        final String path;

        Failure(int code, long offset, String path) {
            super("status " + code + " at byte " + offset + (path.isEmpty() ? "" : " in " + path));
            this.code = code;
            this.offset = offset;
            this.path = path;
        }
    }
}
