"""A peer in a process of its own for run.sh, as bench/process/engine_process.c wants it. What it does is its argument:

    honest   gives back the payload
    wrong    gives back another one
    dying    ends when it is to run
    unable   says that it cannot have any input by encode
"""
import sys

kind = sys.argv[1]
read, write = sys.stdin.buffer, sys.stdout.buffer
data = b""
while words := read.readline().split():
    answer = b"ok\n"
    if words[0] == b"schema":
        read.read(int(words[1]))
    elif words[0] == b"prepare":
        data = read.read(int(words[3]))
        read.read(int(words[4]))
    elif words[0] == b"run":
        if kind == "dying":
            sys.exit(1)
        answer = b"ok %d\n" % (1000 * int(words[2]))
    elif words[0] == b"rewrite":
        answer = b"ok %d\n%s" % (len(data), data if kind != "wrong" else bytes(len(data)))
        if kind == "unable" and words[1] == b"encode":
            answer = b"left it has no hands\n"
    write.write(answer)
    write.flush()
