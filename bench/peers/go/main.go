// The peers of make c-bench that are written in Go: each as its users would call it, with types from a descriptor set
// at run time. The harness starts one process for each and talks to it as bench/process/engine_process.c says; rounds
// are counted and timed here.
//
//	peers dynamicpb  google.golang.org/protobuf's messages by descriptor
//	peers hyperpb    buf.build/go/hyperpb, which only decodes. Types compiled again with a profile are not measured:
//	                 version 0.1.3 then puts empty elements into repeated fields
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"buf.build/go/hyperpb"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// An operation on one payload. It leaves what it made in the cell, so that nothing can be left out.
type operation func() error

type cell struct {
	data       []byte
	message    proto.Message // the last one decoded
	output     []byte        // the last one encoded
	rewritten  []byte        // a stream, while it is proved
	isProof    bool
	operations map[string]operation
}

type schema struct {
	files *protoregistry.Files
	types *dynamicpb.Types
}

func load(set []byte) (*schema, error) {
	var descriptors descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(set, &descriptors); err != nil {
		return nil, err
	}
	files, err := protodesc.NewFiles(&descriptors)
	if err != nil {
		return nil, err
	}
	return &schema{files, dynamicpb.NewTypes(files)}, nil
}

var deterministic = proto.MarshalOptions{Deterministic: true}

// stream makes an operation of one that decodes a message: of all messages of a stream.
func (c *cell) stream(decode func(data []byte) error) operation {
	return func() error {
		c.rewritten = c.rewritten[:0]
		for rest := c.data; len(rest) > 0; {
			data, size := protowire.ConsumeBytes(rest)
			if size < 0 {
				return protowire.ParseError(size)
			}
			if err := decode(data[:len(data):len(data)]); err != nil { // hyperpb copies all of the capacity
				return err
			}
			rest = rest[size:]
			if !c.isProof {
				continue
			}
			bytes, err := deterministic.Marshal(c.message)
			if err != nil {
				return err
			}
			c.rewritten = protowire.AppendBytes(c.rewritten, bytes)
		}
		return nil
	}
}

// ---- the peers ----

// In Go nobody frees a message: decode-owned leaves it to the collector. A new message is filled by Merge, which copies
// one field after the other, as C++ is by MergeFrom.
func (c *cell) dynamicpb(s *schema, of protoreflect.MessageDescriptor, form string) error {
	options := proto.UnmarshalOptions{Resolver: s.types}
	decode := func(data []byte) error {
		c.message = dynamicpb.NewMessage(of)
		return options.Unmarshal(data, c.message)
	}
	encode := func(message proto.Message) (err error) {
		c.message = message
		c.output, err = proto.MarshalOptions{}.MarshalAppend(c.output[:0], message)
		return err
	}
	if form == "stream" {
		c.operations = map[string]operation{"stream": c.stream(decode)}
		return nil
	}
	kept := dynamicpb.NewMessage(of)
	if err := options.Unmarshal(c.data, kept); err != nil {
		return err
	}
	create := func() error {
		message := dynamicpb.NewMessage(of)
		proto.Merge(message, kept)
		return encode(message)
	}
	c.operations = map[string]operation{
		"decode-owned":       func() error { return decode(c.data) },
		"encode":             func() error { return encode(kept) },
		"create-encode":      create,
		"create-encode-utf8": create,
	}
	return nil
}

func (c *cell) hyperpb(s *schema, of protoreflect.MessageDescriptor, form string) error {
	t := hyperpb.CompileMessageDescriptor(of, hyperpb.WithExtensionsFromFiles(s.files))
	shared := new(hyperpb.Shared)
	used := false
	pooled := func(data []byte, options ...hyperpb.UnmarshalOption) error {
		if used { // not before: there is nothing to free, and it panics
			shared.Free()
		}
		used = true
		message := shared.NewMessage(t)
		c.message = message
		return message.Unmarshal(data, options...)
	}
	if form == "stream" {
		c.operations = map[string]operation{"stream": c.stream(func(data []byte) error { return pooled(data) })}
		return nil
	}
	c.operations = map[string]operation{
		"decode-owned": func() error {
			message := hyperpb.NewMessage(t)
			c.message = message
			return message.Unmarshal(c.data)
		},
		"decode-pooled": func() error { return pooled(c.data) },
		"decode-alias":  func() error { return pooled(c.data, hyperpb.WithAllowAlias(true)) },
	}
	return nil
}

var loaded *schema
var compiled *hyperpb.MessageType

// loading makes the operation that loads a set: dynamicpb can decode then, hyperpb compiles the messages at the top.
func (c *cell) loading(peer string) {
	c.operations = map[string]operation{"schema-load": func() (err error) {
		loaded, err = load(c.data)
		if err != nil || peer == "dynamicpb" {
			return err
		}
		extensions := hyperpb.WithExtensionsFromFiles(loaded.files)
		loaded.files.RangeFiles(func(file protoreflect.FileDescriptor) bool {
			for i := range file.Messages().Len() {
				compiled = hyperpb.CompileMessageDescriptor(file.Messages().Get(i), extensions)
			}
			return true
		})
		return nil
	}}
}

func prepare(peer string, s *schema, form, name string, data []byte) (*cell, error) {
	c := &cell{data: data, output: make([]byte, 0, len(data))}
	if form == "schema" {
		c.loading(peer)
		return c, nil
	}
	found, err := s.files.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil, err
	}
	of := found.(protoreflect.MessageDescriptor)
	if peer == "dynamicpb" {
		return c, c.dynamicpb(s, of, form)
	}
	return c, c.hyperpb(s, of, form)
}

// ---- what the harness asks for ----

func (c *cell) run(name string, rounds int) (time.Duration, error) {
	op := c.operations[name]
	start := time.Now()
	for range rounds {
		if err := op(); err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}

func (c *cell) rewrite(name string) ([]byte, error) {
	c.isProof = true
	_, err := c.run(name, 1)
	c.isProof = false
	if err != nil || name == "stream" {
		return c.rewritten, err
	}
	return deterministic.Marshal(c.message)
}

type session struct {
	peer string
	in   *bufio.Reader
	out  *bufio.Writer
	s    *schema
	c    *cell
}

// Some bytes stand behind the payload: so hyperpb need not copy what it may alias.
func (t *session) read(size int) []byte {
	data := make([]byte, size, size+16)
	if _, err := io.ReadFull(t.in, data); err != nil {
		os.Exit(1)
	}
	return data
}

// answer says "ok", or why not: in one line, whatever the reason is.
func (t *session) answer(err error, format string, args ...any) {
	if err != nil {
		fmt.Fprintf(t.out, "no %s\n", strings.Join(strings.Fields(err.Error()), " "))
	} else {
		fmt.Fprintf(t.out, "ok "+format+"\n", args...)
	}
}

// attempt turns a panic of the peer into an error of this one question.
func attempt(f func() error) (err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	return f()
}

func (t *session) obey(line string) {
	var form, name string
	var size, textSize, rounds int
	words := strings.Fields(line)
	switch words[0] {
	case "schema":
		fmt.Sscan(words[1], &size)
		t.answer(attempt(func() (err error) { t.s, err = load(t.read(size)); return }), "")
	case "prepare":
		fmt.Sscan(strings.Join(words[1:], " "), &form, &name, &size, &textSize)
		data := t.read(size)
		t.read(textSize)
		t.answer(attempt(func() (err error) { t.c, err = prepare(t.peer, t.s, form, name, data); return }), "")
	case "run":
		fmt.Sscan(words[2], &rounds)
		var took time.Duration
		err := attempt(func() (err error) { took, err = t.c.run(words[1], rounds); return })
		t.answer(err, "%d", took.Nanoseconds())
	case "rewrite":
		if t.c.operations[words[1]] == nil {
			fmt.Fprintln(t.out, "left")
			return
		}
		var bytes []byte
		err := attempt(func() (err error) { bytes, err = t.c.rewrite(words[1]); return })
		t.answer(err, "%d", len(bytes))
		t.out.Write(bytes)
	default:
		t.c = nil
		t.answer(nil, "")
	}
}

func main() {
	if len(os.Args) != 2 || (os.Args[1] != "dynamicpb" && os.Args[1] != "hyperpb") {
		fmt.Fprintln(os.Stderr, "usage: peers dynamicpb|hyperpb")
		os.Exit(2)
	}
	t := session{peer: os.Args[1], in: bufio.NewReader(os.Stdin), out: bufio.NewWriter(os.Stdout)}
	for {
		line, err := t.in.ReadString('\n')
		if err != nil {
			return
		}
		t.obey(line)
		t.out.Flush()
	}
}
