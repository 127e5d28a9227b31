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

// ---- the peers ----

// In Go nobody frees a message: decode-owned leaves it to the collector.
func (c *cell) dynamicpb(s *schema, of protoreflect.MessageDescriptor) error {
	decode := proto.UnmarshalOptions{Resolver: s.types}
	kept := dynamicpb.NewMessage(of)
	if err := decode.Unmarshal(c.data, kept); err != nil {
		return err
	}
	c.operations = map[string]operation{
		"decode-owned": func() error {
			c.message = dynamicpb.NewMessage(of)
			return decode.Unmarshal(c.data, c.message)
		},
		"encode": func() (err error) {
			c.message = kept
			c.output, err = proto.MarshalOptions{}.MarshalAppend(c.output[:0], kept)
			return err
		},
	}
	return nil
}

func (c *cell) hyperpb(s *schema, of protoreflect.MessageDescriptor) error {
	t := hyperpb.CompileMessageDescriptor(of, hyperpb.WithExtensionsFromFiles(s.files))
	shared := new(hyperpb.Shared)
	used := false
	pooled := func(options ...hyperpb.UnmarshalOption) operation {
		return func() error {
			if used { // not before: there is nothing to free, and it panics
				shared.Free()
			}
			used = true
			message := shared.NewMessage(t)
			c.message = message
			return message.Unmarshal(c.data, options...)
		}
	}
	c.operations = map[string]operation{
		"decode-owned": func() error {
			message := hyperpb.NewMessage(t)
			c.message = message
			return message.Unmarshal(c.data)
		},
		"decode-pooled": pooled(),
		"decode-alias":  pooled(hyperpb.WithAllowAlias(true)),
	}
	return nil
}

func prepare(peer string, s *schema, name string, data []byte) (*cell, error) {
	found, err := s.files.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil, err
	}
	of := found.(protoreflect.MessageDescriptor)
	c := &cell{data: data, output: make([]byte, 0, len(data))}
	switch peer {
	case "dynamicpb":
		return c, c.dynamicpb(s, of)
	default:
		return c, c.hyperpb(s, of)
	}
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
	if _, err := c.run(name, 1); err != nil {
		return nil, err
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(c.message)
}

type session struct {
	peer string
	in   *bufio.Reader
	out  *bufio.Writer
	s    *schema
	c    *cell
}

func (t *session) read(size int) []byte {
	data := make([]byte, size)
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
		t.answer(attempt(func() (err error) { t.c, err = prepare(t.peer, t.s, name, data); return }), "")
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
