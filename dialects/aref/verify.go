package aref

import "tawa/ir"

// inferGet gives the payload's types.
func inferGet(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
	if len(st.Operands) == 0 {
		return nil, false
	}
	t, ok := st.Operands[0].Type().(*RingType)
	if !ok {
		return nil, false
	}
	return t.Payload, true
}

func verifyPayload(r ir.Reporter, ring *RingType, what string, values []*ir.Value) bool {
	if len(values) != len(ring.Payload) {
		return r.Errorf("%s %d values, but a slot of the ring holds %d", what, len(values), len(ring.Payload))
	}
	for i, v := range values {
		if v.Type() != ring.Payload[i] {
			return r.Errorf("%s #%d of type '%s', but the ring holds '%s'", what, i, ir.TypeString(v.Type()), ir.TypeString(ring.Payload[i]))
		}
	}
	return true
}

func verifyPut(op *ir.Operation, r ir.Reporter) bool {
	return verifyPayload(r, op.Operand(0).Type().(*RingType), "puts", op.Operands()[2:])
}

func verifyGet(op *ir.Operation, r ir.Reporter) bool {
	return verifyPayload(r, op.Operand(0).Type().(*RingType), "gets", op.Results())
}
