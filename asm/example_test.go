package asm_test

import (
	"fmt"

	"tawa/asm"
)

func ExampleLexer() {
	src := []byte(`%0 = "a.b"(%x#1) : (i32) -> i32 // comment`)
	l := asm.NewLexer(src)
	for t := l.Next(); t.Kind != asm.EOF; t = l.Next() {
		fmt.Printf("%s ", src[t.Start:t.End])
	}
	// Output: %0 = "a.b" ( %x #1 ) : ( i32 ) -> i32
}

func ExampleCompile() {
	_, err := asm.Compile("$lhs `,` $rsh attr-dict", asm.Names{Operands: []asm.Var{{Name: "lhs"}, {Name: "rhs"}}})
	fmt.Println(err)
	// Output:
	// assembly format:1:10: error: no operand, result, attribute, region or successor is named 'rsh'; did you mean '$rhs'?
	// $lhs `,` $rsh attr-dict
	//          ^~~~
}
