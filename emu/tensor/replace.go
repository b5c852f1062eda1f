package tensor

import (
	"encoding/binary"
	"fmt"
)

// replaceTypes are the element types as tensormap.replace numbers them, which is not how CUtensorMapDataType does.
var replaceTypes = [...]uint8{MapU8, MapU16, MapU32, MapS32, MapU64, MapS64, MapF16, MapF32, MapF32FTZ, MapF64, MapBF16, MapTF32, MapTF32FTZ}

// ReplaceField is tensormap.replace.tile: it changes one field of an encoded tensor map. Index is the dimension for the
// fields that have one; a rank is given less one; strides are bytes.
func ReplaceField(b []byte, field string, index int, value uint64) error {
	le := binary.LittleEndian
	if index < 0 || index > 4 {
		return fmt.Errorf("tensormap.replace.%s of dimension %d: there are five", field, index)
	}
	sign(b)
	switch field {
	case "global_address":
		le.PutUint64(b[8:], value)
	case "rank":
		b[2] = uint8(value) + 1
	case "box_dim":
		le.PutUint16(b[96+2*index:], uint16(value))
	case "global_dim":
		le.PutUint64(b[16+8*index:], uint64(uint32(value)))
	case "global_stride":
		if index > 3 {
			return fmt.Errorf("tensormap.replace.global_stride of dimension %d: the innermost has none", index)
		}
		le.PutUint64(b[56+8*index:], value)
	case "element_stride":
		b[106+index] = uint8(value)
	case "elemtype":
		if value >= uint64(len(replaceTypes)) {
			return fmt.Errorf("tensormap.replace.elemtype %d is no type on sm_90", value)
		}
		b[3] = replaceTypes[value]
		b[4] = uint8(mapSizes[b[3]])
	case "interleave_layout":
		b[6] = uint8(value)
	case "swizzle_mode":
		b[5] = uint8(value)
	case "fill_mode":
		b[7] = uint8(value)
	default:
		return fmt.Errorf("tensormap.replace has no field %s", field)
	}
	return nil
}
